#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Commands of the console in random order, and what must hold after each.

    tests/sequences/run.py ROOKERY FOURORACLE [--seconds N | --seed N]

The real program plays on a pipe, by all rules, with people and computers. After
every command:

- the game is the one that a model of undo and redo (class Model), written from
  docs/console.md, says it is;
- the FEN is that of the second rule book (tests/oracle, four players) or of
  stockfish (two) after the same moves;
- the PGN, read by another program, is the same FEN and the same PGN;
- what a kill would leave at that moment is resumed as the same FEN and PGN; all
  of it taken back and played again is the same again.

Every sequence has a seed and is the same for it. One that fails is made shorter
as long as it fails, and printed. RK_QUICK=1 for fewer of them; --seconds for as
many as fit, --seed for that one alone.
"""
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402
from stockfish import Stockfish  # noqa: E402

ROOKERY, ORACLE = (os.path.abspath(name) for name in sys.argv[1:3])
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
SEQUENCES, STEPS = (7, 30) if QUICK else (48, 40)
LIMIT = 60  # seconds for an answer
# Nothing here asks what a disk does; many files are made safe on it.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

KINDS = {2: ["standard", "casual", "minors"], 4: ["ffa", "still", "last", "teams"]}
STARTS = ["modern", "classic", "by", "byg", "rg"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# Positions from which much can happen soon.
POSITIONS = {
    2: ["r3k2r/1P4p1/8/2pP4/8/8/6P1/R3K2R w KQkq c6 0 9",
        "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/4k3/8/r3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 97 80", "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
        "4kn2/8/8/8/4p3/8/5N2/4K3 w - - 0 1"],
    4: ["R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/bK,12,gK/14/14/"
        "14/8,rR,5/14/14/7,rK,6",
        "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/bK,13/10,rR,3/14/13,gK/"
        "14/14/14/8,rR,5/14/14/7,rK,6"],
}
# What people do in one go, more often than chance would.
HABITS = [("resign", "undo"), ("resign", "undo", "undo 1", "redo 1"), ("draw", "yes", "undo"),
          ("draw", "yes", "yes", "yes", "undo", "undo 2", "redo 2"), ("undo 1", "redo 1"),
          ("resign", "undo 1", "redo 1"), ("undo 3", "redo 3"), ("undo 2", "resign", "undo"),
          ("resign", "resign", "undo", "undo 1"), ("draw", "no", "undo", "redo")]
SENTINEL, ANSWER = "zoom 9", "Expected a size from 1 to 8.\n"
BOARD = re.compile(r"^\n  +\S", re.M)  # from whatever side, names are below it
FEN = re.compile(r"^(?:[pnbrqkPNBRQK1-8/]+ [wb] \S+ \S+ \d+ \d+|[RBYG]-\S+)$", re.M)
MOVE = re.compile(r"[a-n]\d+[a-n]\d+[qrbn]?")
WORDS = ("undo", "redo", "yes", "no", "draw", "claim", "resign", "game", "load", "setup",
         "done", "+", "-", "=", "clear", "start", "fen", "board", "flip", "save")
MET = collections.Counter()  # what has happened, so that it is known that it has
OVER = "The game is over; game starts another.\n"


class Wrong(Exception):
    """What does not hold."""


def must(condition, *words):
    if not condition:
        raise Wrong(" ".join(map(str, words)))


class Program:
    """One that runs, in a folder for its state and its files."""
    def __init__(self, folder, *words):
        environment = dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state"),
                           HOME=folder, LC_ALL="C.UTF-8")
        self.process = subprocess.Popen(
            [ROOKERY, *words, "--plain", "--seed", "1"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, env=environment)
        self.say("")  # a game that is resumed is shown

    def say(self, *lines):
        """The answers to some lines, one by one."""
        text = "".join(f"{line}\n{SENTINEL}\n" for line in lines)
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()
        return [self.listen() for _ in lines]

    def listen(self):
        said = ""
        while not said.endswith(ANSWER):
            line = self.process.stdout.readline().decode()
            must(line, "the program has ended after", repr(said))
            said += line
        return said[:-len(ANSWER)]

    def kill(self):
        self.process.kill()
        self.process.communicate()


def seat_to_move(fen):
    return "RBYG".index(fen[0]) if fen[1] == "-" else "wb".index(fen.split()[1])


class Model:
    """A game as a list of events, of which `now` have happened.

    An event is [kind, FEN, is over]: a move (m), an offer or a refusal of a draw
    (t), or an end or a player who leaves (l).
    """
    def __init__(self, fen, over):
        self.events = [["", fen, over]]
        self.now = 1

    def add(self, kind, fen, over):
        self.events[self.now:] = [[kind, fen, over]]
        self.now += 1

    def plies(self):
        return sum(kind == "m" for kind, _, _ in self.events[:self.now])

    def redo_plies(self):
        return sum(kind == "m" for kind, _, _ in self.events[self.now:])

    def was_ended(self):
        """The game is over, but not by a move."""
        kind, _, over = self.events[self.now - 1]
        return over and kind in ("t", "l")

    def undo(self, plies):
        if not plies:
            agreed = self.events[self.now - 1][0] == "t"
            while self.events[self.now - 1][0] == "t":
                self.now -= 1
            if not agreed:
                self.now -= 1
            return
        # An end that was taken back alone, and now the move before it.
        if self.now < len(self.events) and self.events[self.now][0] != "m":
            del self.events[self.now:]
        while plies:
            self.now -= 1
            plies -= self.events[self.now][0] == "m"

    def redo(self, plies):
        while plies:
            plies -= self.events[self.now][0] == "m"
            self.now += 1
        while self.now < len(self.events) and self.events[self.now][0] != "m":
            self.now += 1

    def own_turn(self, seats):
        """The plies back to the last turn of the human who asks: the one to
        move, or any human while a computer is to move."""
        turn = seat_to_move(self.events[self.now - 1][1])
        plies = 0
        for i in range(self.now - 1, 0, -1):
            if self.events[i][0] != "m":
                continue
            plies += 1
            mover = seat_to_move(self.events[i - 1][1])
            if seats[mover] == "human" and (mover == turn or seats[turn] != "human"):
                break
        return plies

    def state(self):
        return self.events[self.now - 1][1:]


class Table:
    """A program, what is known of its game, and how it is tested."""
    def __init__(self, seed, referee):
        self.folder = tempfile.mkdtemp(prefix="rookery-sequence-", dir=MEMORY)
        self.program = Program(self.folder)
        self.chance = random.Random(seed)
        self.referee = referee
        self.said = []
        self.mode = "idle"
        self.players, self.kind = 2, "standard"
        self.seats = []
        self.model = None
        self.played = None  # by which rules
        self.asked = 0  # plies of the last undo that was said
        self.fen = self.pgn = ""
        self.moves = []
        kinds = KINDS[2] + KINDS[4]
        kind = kinds[seed % len(kinds)]
        self.planned = ["players 4"] * (kind in KINDS[4]) + [f"rules {kind}"]
        if self.chance.random() < 0.4:
            self.planned += ["setup", "fen " + self.chance.choice(
                POSITIONS[4 if kind in KINDS[4] else 2]), "done"]
        self.is_asked = False  # whether others agree to take back
        self.was_undone = False
        self.journals = b""

    def close(self):
        self.program.kill()
        shutil.rmtree(self.folder)

    # What is known of the game.

    def look(self):
        """Asks for the state after a command."""
        fen, pgn, moves = self.program.say("fen", "pgn", "moves")
        if not FEN.match(fen):
            self.mode = "idle" if fen.startswith("No game") else "setup"
            return
        self.fen, self.pgn = fen, pgn
        self.mode = "over" if moves == OVER else "game"
        self.moves = moves.split() if self.mode == "game" else []

    def do(self, command):
        """Types a command and tells the model what has become of it."""
        self.said.append(command)
        if command == "(kill)":
            self.kill()
            return
        answer, = self.program.say(command)
        before = self.mode
        self.look()
        word = command.split()[0]
        self.is_asked = answer.endswith("must say yes.\n")
        shown = BOARD.search(answer) is not None
        if shown and word not in ("board", "flip"):
            self.was_undone = word in ("undo", "yes", "redo")
        if word in WORDS[:9]:
            getattr(self, word)(command, answer, shown, before)
        elif word in ("setup", "done", "+", "-", "=", "clear", "start"):
            self.asked = 0
        elif shown and before == "game" and word not in ("board", "flip"):
            self.happen("m")
        elif self.mode in ("game", "over") and before == "idle":
            self.begin()
        if shown or word in ("resign", "draw"):
            MET[f"{word if word in WORDS else 'move'}, {self.played}"] += 1
        self.check(answer)

    def begin(self):
        """A move on a fresh board has started a game of humans."""
        self.asked, self.model, self.played = 0, None, None
        self.seats = ["human"] * self.players

    def over(self):
        return self.mode == "over"

    def happen(self, kind):
        self.asked = 0
        if self.model:
            self.model.add(kind, self.fen, self.over())

    def game(self, command, answer, shown, before):
        if before in ("idle", "over") and shown:
            self.asked = 0
            self.seats = command.split()[1:]
            self.model = Model(self.fen, self.over())
            self.played = self.kind

    def load(self, command, answer, shown, before):
        if shown:
            self.asked, self.model, self.played = 0, None, None
            self.seats = ["human"] * (4 if self.fen[1] == "-" else 2)

    def resign(self, command, answer, shown, before):
        if before == "game":
            self.happen("l")
        # A king that walks has moves of its own, which the model does not see.
        if self.played == "ffa" and not self.over():
            self.model = None

    def claim(self, command, answer, shown, before):
        if before == "game" and self.over():
            self.happen("l")

    def draw(self, command, answer, shown, before):
        if before == "game" and "already" not in answer and "Only humans" not in answer:
            self.happen("t")

    def undo(self, command, answer, shown, before):
        words = command.split()
        if before not in ("game", "over") or answer.startswith(("There ", "Expected")):
            return
        if len(words) == 1 and self.model and self.was_ended:
            self.asked = 0
        else:
            self.asked = int(words[1]) if len(words) > 1 else self.usual_plies()
        if shown and self.model:
            self.model.undo(self.asked)

    def usual_plies(self):
        """Of undo alone."""
        if not self.model or "human" not in self.seats or set(self.seats) == {"human"}:
            return 1
        return self.model.own_turn(self.seats)

    def yes(self, command, answer, shown, before):
        if shown and self.model:
            self.model.undo(self.asked)
        elif "draw" in answer.lower() and before == "game" and "already" not in answer:
            self.happen("t")

    def no(self, command, answer, shown, before):
        if "declines" in answer:
            self.happen("t")

    def redo(self, command, answer, shown, before):
        words = command.split()
        if shown and self.model:
            plies = int(words[1]) if len(words) > 1 else min(1, self.model.redo_plies())
            self.model.redo(plies)

    def kill(self):
        """The power goes away; another program goes on."""
        MET["kill"] += 1
        self.program.kill()
        had = self.mode != "idle"
        self.program = Program(self.folder, *(["resume"] if had and self.pgn else []))
        before = self.fen, self.pgn
        self.look()
        self.asked = 0
        if self.pgn:
            must((self.fen, self.pgn) == before, "resumed:\n" + self.fen + self.pgn,
                 "\nbut it was:\n" + before[0] + before[1])

    # What must hold.

    def check(self, answer):
        if self.model and self.mode in ("game", "over"):
            fen, over = self.model.state()
            must([self.fen, self.over()] == [fen, over], "the model says", fen, over,
                 "\nthe program", self.fen, self.over(), "\nafter", repr(answer))
            self.was_ended = self.model.was_ended()
        kept = self.kept()
        if self.mode in ("game", "over") and kept != self.journals:
            self.check_rules()
            self.check_reading()
            self.check_resuming()
        self.journals = kept

    def kept(self):
        """What a kill would leave."""
        folder, bytes_ = os.path.join(self.folder, "state", "rookery"), b""
        for name in sorted(os.listdir(folder)) if os.path.exists(folder) else []:
            with open(os.path.join(folder, name), "rb") as file:
                bytes_ += file.read()
        return bytes_

    def check_rules(self):
        """The same moves by another rule book lead to the same position."""
        if not self.model or self.model.was_ended():
            return  # an agreed draw may be paid for
        self.program.say("notation coordinate")
        history, = self.program.say("history")
        self.program.say("notation san")
        if "(" in history or self.played == "casual":
            return
        moves = [word for word in history.split() if MOVE.fullmatch(word)]
        fen = self.referee.play(self.played, self.model.events[0][1].strip(), moves)
        must(same(fen, self.fen.strip()), "the rule book says", fen, "\nthe program", self.fen)

    def check_reading(self):
        """Another program that reads the PGN has the same game."""
        loaded, fen, pgn = self.referee.read(self.pgn)
        must(fen == self.fen, "read from PGN:", fen or loaded, "\nbut it is", self.fen, self.pgn)
        must(pgn == self.pgn, "read from PGN:\n" + pgn, "\nbut it is\n" + self.pgn)

    def check_resuming(self):
        """What a kill leaves; all of it taken back, and played again."""
        plies = count_plies(self.pgn)
        humans = self.seats.count("human") or 1
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            shutil.copytree(os.path.join(self.folder, "state"), os.path.join(folder, "state"))
            other = Program(folder, "resume")
            must(other.say("fen", "pgn") == [self.fen, self.pgn], "resumed otherwise")
            if plies:
                other.say(f"undo {plies}", *["yes"] * (humans - 1))
                back, = other.say("history")
                again = other.say(f"redo {plies}", "fen", "pgn")
                # Who left before the first move has still done so.
                must(re.sub(r"\(.*?\)|No moves yet\.", "", back).strip() == "",
                     "undo", plies, "left", back)
                must(again[1] == self.fen, "undo and redo", plies, "made it", again[1],
                     "\nbut it was", self.fen)
                must(again[2] == self.pgn, "undo and redo", plies, "made it\n" + again[2],
                     "\nbut it was\n" + self.pgn)
            other.kill()

    # What is typed next.

    def think_of(self):
        """A command that makes sense, or, now and then, any."""
        chance = self.chance
        if self.is_asked and chance.random() < 0.9:
            return "yes"
        if self.planned:
            return self.planned.pop(0)
        if self.mode == "setup":
            return self.think_of_setup()
        if self.mode == "over" and chance.random() < 0.4:
            return chance.choice(["undo", "undo", "undo 1", "undo 2"])
        if self.mode != "game" or chance.random() < 0.02:
            return self.think_of_start()
        kind = chance.random()
        if kind < 0.07:
            self.planned = list(chance.choice(HABITS))
            return self.planned.pop(0)
        if kind < 0.3 and self.was_undone:
            return chance.choice(["undo", "undo 2", "redo", "redo 1", "redo 2", "redo 3"])
        if kind < 0.6 and self.moves:
            return self.think_of_move()
        return chance.choice([
            "undo", "undo 1", f"undo {chance.randint(1, 5)}", "undo", "redo",
            "redo 1", f"redo {chance.randint(1, 4)}", "resign", "draw", "draw",
            "yes", "yes", "yes", "no", "claim", "(kill)", "flip", "board",
            f"notation {chance.choice(['san', 'coordinate', 'figurine'])}",
            f"level {chance.randint(1, 3)}", "move", "why e2 e5", "eval", "clock",
            "save one.pgn", "history", "opening", "moves", "theme"])

    def think_of_move(self):
        """In any notation that the console prints, and some that it does not."""
        chance = self.chance
        name = chance.choice(["san", "coordinate", "figurine"])
        _, moves, _ = self.program.say(f"notation {name}", "moves", "notation san")
        move = chance.choice(moves.split())
        if name == "coordinate" and chance.random() < 0.5:
            squares = re.match(r"([a-n]\d+)([a-n]\d+)(.?)", move)
            move = " ".join(squares.groups()).strip()
        if chance.random() < 0.2:
            move = "move " + move
        return move if chance.random() < 0.97 else "move"

    def think_of_start(self):
        chance = self.chance
        kind = chance.random()
        if kind < 0.5:
            seats = [chance.choice(["human", "human", "human", "computer1", "computer2"])
                     for _ in range(self.players)]
            return " ".join(["game", *seats])
        if kind < 0.6:
            return "setup"
        return chance.choice([
            "players 2", "players 4", "undo", "undo", "undo 1", "yes", "redo", "redo 1",
            f"rules {chance.choice(KINDS[self.players])}",
            f"rules {chance.choice(KINDS[self.players])}",
            f"start {chance.choice(STARTS)}", "clock 5+3", "clock off",
            "load one.pgn", "save one.pgn", "board", "(kill)", "e2 e4", "flip"])

    def think_of_setup(self):
        chance = self.chance
        kind = chance.random()
        if kind < 0.35:
            return "done"
        if kind < 0.6:
            return "fen " + chance.choice(POSITIONS[self.players])
        if self.players == 4:
            return chance.choice(["start", "clear", "+ rK h1", "+ yK g14", "- h1", "= blue",
                                  "+ rQ g1", "+ bK a7", "+ gK n8", "start classic"])
        return chance.choice(["start", "clear", "+ K e1", "+ k e8", "- e1", "= black",
                              "+ Q d1", "+ p a7", "board", "e4", "flip"])

    def step(self, command=None):
        command = command or self.think_of()
        self.do(command)
        found = re.fullmatch(r"(players|rules) (\w+)", command)
        if found:
            said, = self.program.say("rules")
            now = re.match(r"The next game: (\w+) chess for (\d)", said)
            if now:
                self.kind, self.players = now[1], int(now[2])


def count_plies(pgn):
    """Of the moves in it; a player who leaves, or has left, makes none."""
    text = re.sub(r"\{[^}]*\}|^\[.*\]$", "", pgn, flags=re.M)
    return len(re.findall(r"O-O(?:-O)?|[a-n]\d+[-x][KQRBND]?[a-n]\d+|"
                          r"(?<![-x\w])[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?![-x\d])", text))


def same(theirs, ours):
    """A square behind a pawn is named by some only if somebody can take there."""
    if " " not in ours:
        return theirs == ours
    one, other = theirs.split(), ours.split()
    return one[:3] + one[4:] == other[:3] + other[4:] and \
        (one[3] == other[3] or "-" in (one[3], other[3]))


class Referee:
    """Other programs that know the rules, and one that reads."""
    def __init__(self):
        self.stockfish = Stockfish()
        self.folder = tempfile.mkdtemp(prefix="rookery-sequence-", dir=MEMORY)
        self.reader = Program(self.folder)

    def read(self, pgn):
        """What is said to the PGN, and the game that it is."""
        with open(os.path.join(self.folder, "game.pgn"), "w", encoding="utf-8") as file:
            file.write(pgn)
        said = self.reader.say("load game.pgn", "fen", "pgn", *["resign"] * 4)
        return said[:3]

    def play(self, kind, start, moves):
        if kind in ("standard", "minors"):  # the same moves
            return self.stockfish.play(start, moves)
        said = subprocess.run([ORACLE, "play", kind, start], text=True, check=True,
                              input="".join(move + "\n" for move in moves),
                              capture_output=True, timeout=LIMIT).stdout.splitlines()
        return said[-1].removeprefix("over ") if moves else start

    def close(self):
        self.stockfish.close()
        self.reader.kill()
        shutil.rmtree(self.folder)


def replay(seed, referee, steps=None, commands=None):
    """Plays a sequence; what was typed, and what is wrong, or None."""
    table = Table(seed, referee)
    try:
        for command in commands if commands is not None else [None] * steps:
            table.step(command)
    except Wrong as wrong:
        return table.said, wrong
    finally:
        table.close()
    return table.said, None


def shrink(seed, referee, commands):
    """The shortest sequence that fails which is found by leaving out parts."""
    size = len(commands) // 2
    while size:
        at = 0
        while at < len(commands):
            fewer = commands[:at] + commands[at + size:]
            said, wrong = replay(seed, referee, commands=fewer)
            if wrong:
                commands = said
            else:
                at += size
        size //= 2
    return commands, replay(seed, referee, commands=commands)[1]


def check_sequence(seed, referee):
    said, wrong = replay(seed, referee, steps=STEPS)
    if wrong:
        said, shorter = shrink(seed, referee, said)
        raise AssertionError(f"seed {seed}: {shorter or wrong}\nThe commands:\n" +
                             "".join(f"    {line}\n" for line in said))


def main():
    group = Group()
    referee = Referee()
    options = sys.argv[3:]
    if options[:1] == ["--seed"]:
        group.run(f"seed {options[1]}", check_sequence, int(options[1]), referee)
    elif options[:1] == ["--seconds"]:
        end = time.monotonic() + int(options[1])
        seed = 1000
        while time.monotonic() < end:
            group.run(f"seed {seed}", check_sequence, seed, referee)
            seed += 1
    else:
        for seed in range(1, SEQUENCES + 1):
            group.run(f"seed {seed}", check_sequence, seed, referee)
    referee.close()
    print(", ".join(f"{what} {count}" for what, count in sorted(MET.items())))
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
