#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Engines of others in a game: Debian's stockfish, and engines that misbehave.

    tests/host/test_external.py [PROGRAM [TEST...]]

Whatever an engine does, there is one line, the game is as it was, and another
player can take the seat. Games are read by pgn-extract, and their last positions
by stockfish.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./rookery")
STOCKFISH = "/usr/games/stockfish"
SHORT = "engine:stockfish,depth=1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

# An engine that takes down what it is told and answers what it is asked to.
ENGINE = '''#!/usr/bin/env python3
import os, sys, time
log = open({log!r}, "a")
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    log.write(line)
    log.flush()
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        say("id name Test")
        {options}
        say("uciok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {go}
    elif word == "quit":
        break
'''


class Place:
    """A folder for a game, its journal and engines."""

    def __enter__(self):
        self.kept = tempfile.TemporaryDirectory()
        self.folder = self.kept.name
        self.env = dict(os.environ, HOME=self.folder, XDG_STATE_HOME=self.folder,
                        PATH="/usr/bin:/bin")
        return self

    def __exit__(self, *_):
        self.kept.cleanup()

    def engine(self, text, name="engine", mode=0o755):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return "engine:" + path

    def scripted(self, go, options="pass", name="engine"):
        self.log = os.path.join(self.folder, "log")
        return self.engine(ENGINE.format(log=self.log, go=go, options=options), name)

    def told(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    def play(self, lines, words=("--plain",), timeout=120):
        done = subprocess.run([PROGRAM, *words], input="".join(l + "\n" for l in lines),
                              capture_output=True, text=True, check=False, env=self.env,
                              cwd=self.folder, timeout=timeout, errors="replace")
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout.splitlines()


class Live:
    """A game that is talked to line by line."""

    def __init__(self, place, words=("--plain",)):
        self.child = subprocess.Popen([PROGRAM, *words], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, env=place.env,
                                      cwd=place.folder, text=True)

    def ask(self, line):
        """The lines of the answer, before that of another command."""
        self.child.stdin.write(line + "\nversion\n")
        self.child.stdin.flush()
        answer = []
        while True:
            got = self.child.stdout.readline()
            assert got, answer
            if got.startswith("Rookery "):
                return answer
            answer.append(got.rstrip("\n"))

    def fen(self):
        return self.ask("fen")[-1]

    def engines(self):
        pid = self.child.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]

    def close(self):
        self.child.stdin.close()
        self.child.stdout.read()
        assert self.child.wait(timeout=20) == 0


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_gone(pids):
    until = time.time() + 10
    while any(is_alive(pid) for pid in pids):
        assert time.time() < until, "an engine is left behind"
        time.sleep(0.02)


def pgn_of(lines):
    """The game that the command pgn has written, as one text."""
    first = max(i for i, line in enumerate(lines) if line.startswith("[Event "))
    end = next(i for i in range(first, len(lines)) if lines[i].endswith(
        (" 1-0", " 0-1", " 1/2-1/2", " *")) or lines[i] in ("1-0", "0-1", "1/2-1/2", "*"))
    return "\n".join(lines[first:end + 1]) + "\n"


def check_pgn(pgn, folder):
    """pgn-extract reads the game without a complaint, as one game."""
    path = os.path.join(folder, "game.pgn")
    with open(path, "w", encoding="utf-8") as file:
        file.write(pgn)
    done = subprocess.run(["/usr/games/pgn-extract", "-r", path], capture_output=True,
                          text=True, check=False)
    assert "1 game matched out of 1" in done.stderr, done.stderr


def whole_game(white, black, words=("--plain", "--seed", "7")):
    with Place() as place:
        lines = place.play([f"game {white} {black}"] + ["move"] * 600 + ["fen", "pgn"], words)
        pgn = pgn_of(lines)
        check_pgn(pgn, place.folder)
        assert not any("starts it again" in line for line in lines), lines[-20:]
        return pgn


def is_over(pgn):
    """Not by a result alone: the last position has no move, or the game is a draw."""
    return re.search(r"\[Result \"(1-0|0-1|1/2-1/2)\"\]", pgn)


def test_level_against_stockfish():
    pgn = whole_game("computer1", "engine:stockfish,depth=4")
    assert '[White "computer1"]' in pgn and '[Black "Stockfish 15.1"]' in pgn, pgn
    assert '[Result "0-1"]' in pgn and "# 0-1" in pgn.replace("\n", " "), pgn


def test_engine_against_engine():
    pgn = whole_game(SHORT, "engine:/usr/games/stockfish,nodes=50")
    assert '[White "Stockfish 15.1"]\n[Black "Stockfish 15.1"]' in pgn, pgn
    assert is_over(pgn), pgn


def test_limited_strength():
    """UCI_Elo alone would have no effect in stockfish."""
    with Place() as place:
        engine = place.scripted("say('bestmove e2e4')", "say('option name UCI_LimitStrength "
                                "type check default false'); say('option name UCI_Elo type "
                                "spin default 1320 min 1320 max 3190'); say('option name Skill "
                                "Level type spin default 20 min 0 max 20'); say('option name "
                                "Style type combo default Solid var Solid var Very Risky')")
        place.play([f"game {engine},uci_elo=1500,SkillLevel=3,style=veryrisky,movetime=20 human",
                    "move"])
        told = place.told()
        for line in ("setoption name UCI_Elo value 1500",
                     "setoption name UCI_LimitStrength value true",
                     "setoption name Skill Level value 3",
                     "setoption name Style value Very Risky", "go movetime 20",
                     "position startpos", "ucinewgame"):
            assert line in told, (line, told)
        lines = place.play([f"game {engine},UCI_Elo=1 human",
                            f"game {engine},Nothing=1 human",
                            f"game {engine},movetime=x human",
                            f"game {engine},=3 human",
                            f"game {engine}{',a=1' * 9} human", "fen"])
        assert lines[:6] == [
            "Test does not take the option UCI_Elo=1.",
            "Test has no such option: Nothing=1.",
            "Expected a number from 1 for movetime, nodes and depth.",
            "Expected options of the program as in engine:stockfish,UCI_Elo=1500.",
            "Expected at most 8 options of the program.",
            "No game is running; game starts one."], lines


def test_clocks():
    with Place() as place:
        engine = place.scripted("say('bestmove e7e5')")
        place.play(["clock 5+3", f"game human {engine}", "e2 e4", "move", "d2 d4"])
        told = place.told()
        go = next(line for line in told if line.startswith("go"))
        found = re.fullmatch(r"go wtime (\d+) btime (\d+) winc 3000 binc 3000", go)
        assert found, told
        # White got three seconds for the move; Black's clock has just started.
        assert 302000 < int(found[1]) <= 303001 and 298000 < int(found[2]) <= 300001, go
        assert "position startpos moves e2e4" in told, told


def kill(signal_number):
    with Place() as place:
        live = Live(place)
        live.ask("game human " + SHORT)
        live.ask("e2 e4")
        engines = live.engines()
        assert len(engines) == 1, engines
        os.kill(engines[0], signal_number)
        wait_gone(engines)
        assert live.ask("move") == [
            f"Stockfish 15.1 was killed by signal {signal_number}; move starts it again, "
            "seat Black human gives its place to you."]
        assert live.fen() == AFTER_E4
        assert live.ask("hint")[0].startswith("Hint:"), live.ask("hint")
        live.ask("move")
        assert live.fen().split()[1] == "w"
        assert len(live.engines()) == 1
        live.ask("d2 d4")
        os.kill(live.engines()[0], signal_number)
        assert live.ask("seat black computer1") == ["Black is level 1."]
        live.ask("move")
        assert live.fen().split()[1] == "w"
        assert live.engines() == []
        live.close()


def test_killed():
    kill(signal.SIGKILL)
    kill(signal.SIGSEGV)


def test_undo_and_load():
    """The game is told to the engine as it is, whatever has changed it."""
    with Place() as place:
        engine = place.scripted("say('bestmove ' + ('e7e5' if len(log.name) and open(log.name)"
                                ".read().count('\\ngo') == 1 else 'c7c5'))")
        lines = place.play([f"game human {engine}", "e2 e4", "move", "undo 2", "d2 d4", "move",
                            "save a.pgn", "resign", "load a.pgn", "name", "pgn"])
        told = [line for line in place.told() if line.startswith("position")]
        assert told == ["position startpos moves e2e4", "position startpos moves d2d4"], told
        assert '[Black "Test"]' in lines, lines
        assert "Black: Test" in lines, lines


BAD = {  # what it does: the line, and how the engine is written
    "silent": ("silent has not said uciok for 10 seconds.", "#!/bin/sh\nsleep 60\n"),
    "exits": ("exits ended.", "#!/bin/sh\nexit 0\n"),
    "status": ("status ended with status 3.", "#!/bin/sh\nexit 3\n"),
    "garbage": ("garbage ended.", "#!/bin/sh\nhead -c 300000 /dev/urandom\nread line\n"),
    "flood": ("flood writes without an end.", "#!/bin/sh\nexec yes flood\n"),
    "line": ("line writes a line without an end.",
             "#!/bin/sh\nhead -c 10000000 /dev/zero | tr '\\0' x\nsleep 60\n"),
    "unready": ("unready has not said readyok for 10 seconds.",
                "#!/bin/sh\necho uciok\nsleep 60\n"),
    "none": ("none has a wrong format", None),
}


def test_bad_before_the_game():
    with Place() as place:
        for name, (line, text) in BAD.items():
            if text is None:
                continue
            engine = place.engine(text, name)
            lines = place.play([f"game human {engine}", "fen"])
            assert lines[:2] == [line, "No game is running; game starts one."], (name, lines)
        engine = place.engine("\x7fELF nonsense", "none")
        lines = place.play([f"game human {engine}", "fen"])
        assert lines[:2] == ["none Exec format error.",
                             "No game is running; game starts one."], lines


def test_no_program():
    with Place() as place:
        os.mkdir(os.path.join(place.folder, "folder"))
        os.mkfifo(os.path.join(place.folder, "pipe"))
        place.engine("#!/bin/sh\n", "text", 0o644)
        place.engine("#!/no/such/thing\n", "lost")
        long = "x" * 300
        for word, line in (("nosuchengine", "nosuchengine was not found."),
                           ("/no/such", "such is not there."),
                           ("./folder", "folder is a directory."),
                           ("./pipe", "pipe is no program."),
                           ("./text", "text is not executable."),
                           ("./lost", "lost No such file or directory."),
                           ("", "Expected the name or the path of a program after engine:."),
                           (long, "Expected the name or the path of a program after engine:."),
                           ("\x1b[31m", "Expected the name or the path of a program after "
                                        "engine:.")):
            lines = place.play([f"game human engine:{word}", "fen"])
            assert lines[:2] == [line, "No game is running; game starts one."], (word, lines)
        assert place.play(["game human engine:stockfish nonsense"])[0].startswith("Expected: game")
        assert place.play(["rules casual", f"game human {SHORT}"])[1] == \
            "Other programs do not play by the rules of casual."
        assert place.play(["players 4", f"game human {SHORT} human human"])[1] == \
            "Other programs do not play by the rules of ffa."
        lines = place.play([f"game human {SHORT}", "resign", "rules casual", "game"])
        assert "Stockfish 15.1 does not play by the rules of casual." in lines, lines


BAD_MOVES = {  # how it answers go, and what is said
    "say('bestmove e2e5')": 'played "e2e5", which is no legal move',
    "say('bestmove e7e9')": 'played "e7e9", which is no legal move',
    "say('bestmove (none)')": 'played "(none)", which is no legal move',
    "say('bestmove 0000')": 'played "0000", which is no legal move',
    "say('bestmove')": 'played "", which is no legal move',
    "say('bestmove Nc6')": 'played "Nc6", which is no legal move',
    "say('bestmove ' + 'x' * 3000)": f'played "{"x" * 20}", which is no legal move',
    "say('bestmove \\x1b[2J')": 'played "?[2J", which is no legal move',
    "sys.exit(4)": "ended with status 4",
    "os.kill(os.getpid(), 6)": "was killed by signal 6",
    "os.write(1, b'info ' * 300000)": "writes a line without an end",
    "os.write(1, b'info depth 1\\n' * 3000000)": "writes without an end",
    "pass": "has not said bestmove for 10 seconds",
}


def test_bad_moves():
    with Place() as place:
        for number, (go, what) in enumerate(BAD_MOVES.items()):
            live = Live(place)
            engine = place.scripted(go, name=f"engine{number}")
            live.ask(f"game human {engine},movetime=1")
            live.ask("e2 e4")
            answer = live.ask("move")
            assert answer == [f"Test {what}; move starts it again, seat Black human gives its "
                              "place to you."], (go, answer)
            assert live.fen() == AFTER_E4
            assert live.engines() == [], go
            assert live.ask("seat black human") == ["Black is human."]
            live.ask("e7 e5")
            assert live.fen().split()[1] == "w"
            live.ask("resign")
            live.close()


def test_twice_and_late():
    """A second bestmove, before or after the next question, is no answer to it."""
    with Place() as place:
        engine = place.scripted(
            "n = open(log.name).read().count('\\ngo'); "
            "say('bestmove e7e5'); say('bestmove e7e5') if n == 1 else None; "
            "say('bestmove d7d5') if n == 1 else say('bestmove b8c6')")
        lines = place.play([f"game human {engine}", "e2 e4", "move", "g1 f3", "move", "history"])
        # The second go is answered by e7e5 again, which is no longer legal.
        assert any('played "e7e5"' in line for line in lines), lines
        engine = place.scripted("n = open(log.name).read().count('\\ngo'); "
                                "say(['', 'bestmove e7e5\\nbestmove d7d5\\nbestmove d7d5', "
                                "'bestmove b8c6'][n])", name="other")
        os.remove(place.log)
        lines = place.play([f"game human {engine}", "e2 e4", "move", "g1 f3", "move", "fen"])
        assert "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" in lines, lines


CASTLE_960 = "rk6/8/8/8/8/8/8/1K4RR w G - 0 1"


def test_chess960():
    with Place() as place:
        engine = place.scripted("say('bestmove b1g1')",
                                "say('option name UCI_Chess960 type check default false')")
        setup = ["setup", f"fen {CASTLE_960}", "done"]
        lines = place.play(setup + [f"game {engine} human", "move", "fen"])
        told = place.told()
        assert told.index("setoption name UCI_Chess960 value true") < \
            told.index(f"position fen {CASTLE_960}"), told
        assert "rk6/8/8/8/8/8/8/5RKR b - - 1 1" in lines, lines
        # The king's two squares for castling, as everywhere else.
        os.remove(place.log)
        engine = place.scripted("say('bestmove e1g1')", name="usual")
        lines = place.play(["setup", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "done",
                            f"game {engine} human", "move", "fen"])
        assert "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" in lines, lines
        assert not any("Chess960" in line for line in place.told())
        lines = place.play(setup + [f"game {engine} human", "move", "fen"])
        assert any(line.startswith("Test does not play Chess960;") for line in lines), lines
        assert CASTLE_960 in lines, lines


def test_chess960_stockfish():
    castled = 0
    for number in 0, 400, 959:
        with Place() as place:
            lines = place.play([f"game {SHORT} {SHORT}"] + ["move"] * 300 + ["pgn"],
                               ("--plain", "--chess960", str(number)))
            pgn = pgn_of(lines)
            assert not any("starts it again" in line for line in lines), lines
            assert '[Variant "Chess960"]' in pgn, pgn
            castled += pgn.count("O-O")
    assert castled, "nobody has castled"


def test_journal():
    with Place() as place:
        live = Live(place)
        live.ask("game human " + SHORT)
        live.ask("e2 e4")
        engines = live.engines()
        live.child.kill()
        live.child.wait()
        wait_gone(engines)
        live = Live(place, ("resume", "--plain"))
        assert live.fen() == AFTER_E4
        live.ask("move")
        assert live.fen().split()[1] == "w"
        assert '[Black "Stockfish 15.1"]' in live.ask("pgn")
        live.close()
        # A journal whose engine is gone is a game all the same.
        engine = place.scripted("say('bestmove e7e5')")
        live = Live(place)
        live.ask(f"game human {engine},movetime=7")
        live.ask("e2 e4")
        live.child.kill()
        live.child.wait()
        lines = place.play(["resume"])
        assert any(f'Black "{engine[7:47]}' in line for line in lines), lines
        os.rename(engine[7:], engine[7:] + ".away")
        live = Live(place, ("resume", "--plain"))
        assert live.fen() == AFTER_E4
        answer = live.ask("move")
        assert len(answer) == 1 and answer[0].startswith("engine is not there; move starts"), answer
        os.rename(engine[7:] + ".away", engine[7:])
        live.ask("move")
        assert live.fen().split()[1] == "w"
        assert "go movetime 7" in place.told()
        live.close()


def test_only_what_it_needs():
    """No file of ours, a process group of its own, no signal blocked or ignored."""
    with Place() as place:
        engine = place.scripted(
            "log.write('files ' + ' '.join(sorted(os.readlink('/proc/self/fd/' + f) for f in "
            "os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + f))) + '\\n'); "
            "log.write('group %d\\n' % (os.getpgrp() == os.getpid())); "
            "[log.write(l) for l in open('/proc/self/status') if l[:6] in ('SigBlk', 'SigIgn')]; "
            "log.flush(); say('bestmove e2e4')")
        place.play([f"game {engine} human", "move"])
        told = place.told()
        files = next(line for line in told if line.startswith("files")).split()[1:]
        others = [name for name in files if not name.startswith("pipe:")]
        # /dev/null for what it complains of, its log, and the folder that it lists.
        assert sorted(others) == sorted(["/dev/null", place.log] + [
            name for name in others if name.startswith("/proc/")]), files
        assert len([name for name in files if name.startswith("pipe:")]) == 2, files
        assert "group 1" in told, told
        assert any(re.fullmatch(r"SigBlk:\s*0+", line) for line in told), told


def test_ends():
    """Politely, by force, and with all that it has started."""
    with Place() as place:
        live = Live(place)
        live.ask("game human " + SHORT)
        engines = live.engines()
        live.close()
        wait_gone(engines)
        engine = place.engine(ENGINE.format(log=os.path.join(place.folder, "log"), options="pass",
                                            go="pass").replace(
            "import os", "import signal, subprocess, os").replace(
            "def say", "signal.signal(15, signal.SIG_IGN)\n"
            "log.write('%d\\n' % subprocess.Popen(['sleep', '100']).pid)\ndef say").replace(
            "        break", "        time.sleep(100)"))
        live = Live(place)
        live.ask(f"game human {engine}")
        engines = live.engines()
        with open(os.path.join(place.folder, "log"), encoding="ascii") as file:
            engines.append(int(file.readline()))
        begun = time.time()
        live.close()
        assert time.time() - begun < 5
        wait_gone(engines)


def test_next_game():
    """The same players again; and others, for whom the engine goes."""
    with Place() as place:
        live = Live(place)
        live.ask("game human " + SHORT)
        first = live.engines()
        live.ask("resign")
        live.ask("game")
        assert live.engines() == first
        live.ask("resign")
        assert live.ask("game human engine:nosuch") == ["nosuch was not found."]
        assert live.engines() == first
        live.ask("game human " + SHORT + ",Hash=1")
        assert len(live.engines()) == 1 and live.engines() != first
        live.ask("resign")
        live.ask("game human computer1")
        assert live.engines() == []
        assert live.ask("level 3") == ["Level 3."]
        live.close()


def main():
    assert os.path.exists(STOCKFISH), "stockfish is not installed; tools/setup.sh check"
    group = Group(smallest=1)
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
