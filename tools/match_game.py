# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""One game of a match: the referee, the clocks, the record."""
import os
import random
import subprocess
import zipfile

from match_engines import Fault, Illegal, OutOfTime, Resigned

HERE = os.path.dirname(os.path.abspath(__file__))
OTHER = {"w": "b", "b": "w"}
WINS = {"w": "1-0", "b": "0-1"}


class Limits:
    """How much the players may think: a clock, or a fixed amount a move."""
    def __init__(self, tc=None, st=None, nodes=None, depth=None, margin=0.0,
                 patience=10.0):
        self.tc, self.st, self.nodes, self.depth = tc, st, nodes, depth
        self.margin, self.patience = margin, patience
        self.every = self.base = self.increment = 0
        if tc:
            every, slash, rest = tc.rpartition("/")
            base, _, increment = rest.partition("+")
            self.every = int(every) if slash else 0
            self.base, self.increment = float(base), float(increment or 0)

    def text(self):
        parts = [f"{self.tc} s" if self.tc else "", f"{self.st} s a move" if self.st else "",
                 f"{self.nodes} nodes" if self.nodes else "",
                 f"depth {self.depth}" if self.depth else ""]
        return ", ".join(part for part in parts if part)

    def uci(self, clocks):
        words = []
        if self.tc:
            left = {side: max(int(clocks.left[side] * 1000), 1) for side in "wb"}
            step = int(self.increment * 1000)
            words.append(f"wtime {left['w']} btime {left['b']} winc {step} binc {step}")
            if self.every:
                words.append(f"movestogo {clocks.to_go()}")
        if self.st:
            words.append(f"movetime {int(self.st * 1000)}")
        if self.nodes:
            words.append(f"nodes {self.nodes}")
        if self.depth:
            words.append(f"depth {self.depth}")
        return " ".join(words)

    def xboard_start(self):
        lines = []
        if self.tc:
            lines.append(f"level {self.every} {int(self.base // 60)}:"
                         f"{int(self.base % 60):02d} {self.increment:g}")
        if self.st:
            lines.append(f"st {max(round(self.st), 1)}")
        if self.depth:
            lines.append(f"sd {self.depth}")
        return lines

    def xboard_turn(self, clocks):
        if not self.tc:
            return []
        return [f"{word} {max(int(clocks.left[side] * 100), 1)}" for word, side
                in (("time", clocks.turn), ("otim", OTHER[clocks.turn]))]


class Clocks:
    """The two clocks of a game; they know only what they are told."""
    def __init__(self, limits, turn):
        self.limits, self.turn = limits, turn
        self.left = {"w": limits.base, "b": limits.base}
        self.made = {"w": 0, "b": 0}

    def to_go(self):
        return self.limits.every - self.made[self.turn] % self.limits.every

    def may_take(self):
        """Seconds after which the flag falls, or None."""
        if self.limits.tc:
            return self.left[self.turn] + self.limits.margin
        return self.limits.st + self.limits.margin if self.limits.st else None

    def press(self, seconds):
        limits, side = self.limits, self.turn
        allowed = self.may_take()
        if allowed is not None and seconds > allowed:
            raise OutOfTime(seconds, allowed, limits.margin)
        self.made[side] += 1
        if limits.tc:
            self.left[side] += limits.increment - seconds
            if limits.every and self.made[side] % limits.every == 0:
                self.left[side] += limits.base
        self.turn = OTHER[side]


class Move:
    def __init__(self, coord, coord960, san):
        self.coord, self.coord960, self.san = coord, coord960, san
        self.comment = ""


class Referee:
    """tools/referee.c, which knows the rules."""
    PATH = os.path.join(HERE, "referee")  # make install puts it there
    if not os.access(PATH, os.X_OK):
        PATH = os.path.join(HERE, "..", "build", "host", "referee")

    def __init__(self, path=None):
        self.process = subprocess.Popen(
            [path or self.PATH], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1, start_new_session=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        return self.process.stdout.readline().rstrip("\n")

    def start(self, fen):
        """Returns whose turn it is, or raises ValueError."""
        words = self.ask(f"start {fen}").split(" ", 2)
        if words[0] != "ok":
            raise ValueError(f"{fen}: {' '.join(words)}")
        return words[1]

    def move(self, text):
        """Returns the Move and None, or (result, reason) if that was the end."""
        text = "".join(text.split()) or "?"
        words = self.ask(f"move {text}").split(" ", 5)
        if words[0] == "illegal":
            raise Illegal(f'plays "{text}": {" ".join(words[1:])}')
        over = (words[4], words[5]) if words[0] == "over" else None
        return Move(*words[1:4]), over

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Opening:
    """A position, or moves from the usual start, as a line of a file."""
    def __init__(self, line):
        self.fen, self.words = "", []
        words = line.split(";")[0].split()
        if "/" in words[0]:
            counters = words[4:6] if all(word.isdigit() for word in words[4:6]) else []
            self.fen = " ".join(words[:4] + counters)
        else:
            self.words = [word for word in words if not word[0].isdigit()]


def read_lines(path):
    if path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            data = archive.read(archive.namelist()[0])
    else:
        with open(path, "rb") as file:
            data = file.read()
    return [line for line in data.decode().splitlines()
            if line.strip() and not line.startswith("#")]


def read_openings(path, count, seed):
    """That many openings in random order; a short file begins again."""
    lines = read_lines(path)
    if not lines:
        raise ValueError(f"{path}: no openings in it")
    chance, chosen = random.Random(seed), []
    while len(chosen) < count:
        chosen += chance.sample(lines, min(len(lines), count - len(chosen)))
    return [Opening(line) for line in chosen]


class Adjudicator:
    """Ends games whose result both players agree on: a side is ahead by 8
    pawns and more for five moves of each, or from move 40 on nobody is by
    more than a tenth for eight."""
    def __init__(self):
        self.winning = {"w": 0, "b": 0}
        self.level = 0

    def look(self, side, score, ply):
        if score is None:
            self.__init__()
            return None
        white = score if side == "w" else -score
        self.winning["w"] = self.winning["w"] + 1 if white >= 800 else 0
        self.winning["b"] = self.winning["b"] + 1 if white <= -800 else 0
        self.level = self.level + 1 if abs(score) <= 10 and ply >= 80 else 0
        for winner, count in self.winning.items():
            if count >= 10:
                return WINS[winner], "adjudication"
        return ("1/2-1/2", "adjudication") if self.level >= 16 else None


class Game:
    """What was played, and how it ended. `fault` is (side, Fault) or None."""
    def __init__(self, opening):
        self.opening = opening
        self.moves = []
        self.result, self.reason, self.fault = "*", "not finished", None

    def end(self, result, reason):
        self.result, self.reason = result, reason

    def position(self):
        """The game as a UCI program is told it, to repeat what went wrong."""
        return ((f"fen {self.opening.fen}" if self.opening.fen else "startpos")
                + " moves " + " ".join(move.coord960 for move in self.moves))

    def pgn(self, tags):
        tags = dict(tags, Result=self.result, Termination=self.reason)
        if self.opening.fen:
            tags.update(SetUp="1", FEN=self.opening.fen)
        lines = [f'[{name} "{value}"]' for name, value in tags.items()] + [""]
        fields = (self.opening.fen or "- w").split()
        number = int(fields[5]) if len(fields) > 5 else 1
        white, line = fields[1] == "w", ""
        words = []
        for index, move in enumerate(self.moves):
            if white or not index:
                words.append(f"{number}." if white else f"{number}...")
            words.append(move.san)
            words += move.comment.split()
            number += not white
            white = not white
        for word in words + [self.result]:
            if len(line) + len(word) > 78:
                lines.append(line)
                line = ""
            line += (" " if line else "") + word
        return "\n".join(lines + [line, "", ""])


def play(referee, players, opening, limits, adjudicate=False, stopped=lambda: False):
    """Plays a game of players {"w": Engine, "b": Engine}; returns it."""
    game = Game(opening)
    clocks = Clocks(limits, referee.start(opening.fen))
    adjudicator = Adjudicator() if adjudicate else None
    for word in opening.words:
        game.moves.append(referee.move(word)[0])
        clocks.turn = OTHER[clocks.turn]
    for side, engine in players.items():
        blame(game, side, engine.new_game, opening.fen)
    while game.result == "*" and not stopped():
        take_turn(referee, players, game, clocks, adjudicator)
    for side, engine in players.items():
        if not game.fault or game.fault[0] != side:
            blame(game, side, engine.end_game, game.result)
    return game


def blame(game, side, function, *args):
    """Calls it; what goes wrong loses the game, if that was not over yet."""
    try:
        return function(*args)
    except Resigned:
        game.end(WINS[OTHER[side]], "resignation")
    except Fault as fault:
        if game.result == "*":
            game.end(WINS[OTHER[side]], fault.kind)
        game.fault = game.fault or (side, fault)
    return None


def take_turn(referee, players, game, clocks, adjudicator):
    side = clocks.turn
    allowed = clocks.may_take()
    patience = clocks.limits.patience + (allowed if allowed is not None else 0)

    def move_on():
        answer = players[side].choose(game.moves, clocks.limits, clocks, patience)
        clocks.press(answer.seconds)
        return answer, *referee.move(answer.move)

    made = blame(game, side, move_on)
    if not made:
        return
    answer, move, over = made
    score = "" if answer.score is None else f"{answer.score / 100:+.2f}/{answer.depth} "
    move.comment = f"{{{score}{answer.seconds:.3f}s}}"
    game.moves.append(move)
    if not over and adjudicator:
        over = adjudicator.look(side, answer.score, len(game.moves))
    if over:
        game.end(*over)
