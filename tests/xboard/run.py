#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Games with xboard as the referee, on a display that nobody sees.

    tests/xboard/run.py ROOKERY

rookery plays fairymax, itself at Chess960, and, as a UCI engine behind
polyglot, itself again. xboard is told not to end games on its own: the
engines must say when it is over, and it checks what they claim and whose flag
falls. No line of its log may be a complaint, the game must have ended by the
rules of chess, and pgn-extract must find every move of it legal.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

XBOARD = "/usr/games/xboard"
LIMIT = 55  # seconds; a game that takes longer has gone wrong

# The referee only looks at claims and clocks. While it moves pieces slowly
# over the board it does not read moves, so it must not. The machine may be
# busy with other tests; our engine keeps some time for being late.
OPTIONS = """
    -mm -mg 1 -tc 0:06 -inc 0.05 -autoCallFlag true
    -checkMates false -materialDraws false -trivialDraws false
    -testClaims true -popupExitMessage false -popupMoveErrors true
    -saveSettingsOnExit false -soundProgram true -xanimate -debug
    -nameOfDebugFile log -sgf game.pgn -adapterCommand
""".split() + ['/usr/games/polyglot -noini -ec "%fcp" -ed "%fd"']
LATE = "Move Overhead=400"

COMPLAINT = re.compile(
    r"illegal|forfeit|false|exited|crash|failed|rejected|unknown|"
    r"Error|tellusererror|ambiguous|XBoard adjudication", re.IGNORECASE)

# How a game may end: what the engines said, as xboard puts it in the record.
ENDINGS = re.compile(
    r"White mates|Black mates|Stalemate|Draw by repetition|"
    r"Draw by (fifty|50)[- ]move rule|insufficient material|"
    r"resign|[Dd]raw agree|Draw claim|checkmate|mates", re.IGNORECASE)


class Display:
    """An X server in memory."""

    def __enter__(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0",
             "1024x768x24", "-nolisten", "tcp"], pass_fds=[writing],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb does not start"
        self.name = ":" + number
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def run_xboard(folder, display, words):
    env = dict(os.environ, HOME=folder, DISPLAY=display.name, LC_ALL="C")
    try:
        done = subprocess.run([XBOARD, *OPTIONS, *words], cwd=folder, env=env,
                              capture_output=True, text=True, check=False,
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"not over after {LIMIT} s\n" +
                             tail(folder)) from None
    assert done.returncode == 0, f"status {done.returncode}\n{done.stderr}"


def read(folder, name):
    path = os.path.join(folder, name)
    assert os.path.exists(path), f"xboard wrote no {name}"
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def tail(folder):
    return "\n".join(read(folder, "log").splitlines()[-20:])


def check_log(folder, foreign):
    """Nobody complains; what a foreign engine cannot do is no matter."""
    for line in read(folder, "log").splitlines():
        if foreign and re.match(r"\d+ <" + foreign, line):
            continue
        assert not COMPLAINT.search(line), f"xboard's log: {line}"


def check_record(folder):
    """A whole game with legal moves that was ended by one who knew why."""
    record = read(folder, "game.pgn")
    result = re.search(r'\[Result "(.*)"\]', record)
    assert result and result[1] in ("1-0", "0-1", "1/2-1/2"), record
    end = re.search(r"\{([^{}]*)\}\s*(1-0|0-1|1/2-1/2)\s*$", record)
    assert end and end[2] == result[1], record
    assert ENDINGS.search(end[1]), f"it ended so: {end[1]}"
    assert "adjudication" not in end[1], end[1]
    done = subprocess.run(["/usr/games/pgn-extract", "-r", "-s",
                           os.path.join(folder, "game.pgn")],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr.strip(), done.stderr
    bare = re.sub(r"\{[^{}]*\}", "", record[record.rindex("]"):])
    moves = len(re.findall(r"\b\d+\. ?\S", bare))
    assert moves >= 5, f"only {moves} moves:\n{record}"
    print(f"{moves} moves, {end[1]} {end[2]}")


def play(display, words, foreign=None):
    with tempfile.TemporaryDirectory() as folder:
        run_xboard(folder, display, words)
        check_log(folder, foreign)
        check_record(folder)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rookery = os.path.abspath(sys.argv[1])
    ours = rookery + " xboard"
    late = ["-firstOptions", LATE, "-secondOptions", LATE]
    group = Group(smallest=2)
    with Display() as display:
        group.run("against fairymax, pondering", play, display,
                  ["-fcp", ours, "-scp", "/usr/games/fairymax", "-ponder",
                   "-thinking", "-firstOptions", LATE], "second")
        group.run("behind polyglot, against itself", play, display,
                  ["-fcp", rookery + " uci", "-fUCI", "-scp", ours,
                   "-xponder", *late])
        group.run("against itself, Chess960", play, display,
                  ["-fcp", ours, "-scp", ours, "-xponder", *late,
                   "-variant", "fischerandom"])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
