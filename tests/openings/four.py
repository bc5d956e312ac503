#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Openings for four players: tests/openings/four.py GENERATOR FOURORACLE ROOKERY

Every line of data/openings-four.txt is played by the second rule book; the tool
that makes the table refuses bad lines; and the program plays the moves of the
file, each of them and no other.
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from group import Group  # noqa: E402

GENERATOR, ORACLE, ROOKERY = map(os.path.abspath, sys.argv[1:4])
TEXT = os.path.join(HERE, "..", "..", "data", "openings-four.txt")
KINDS = ("teams", "ffa")
STARTS = ("modern", "classic", "by", "byg", "rg")
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")

ROOT = "teams\tmodern\t-\th2h3:9 f2f3:4\n"
# A second line, and what is said about it.
BAD = [
    ("teams\tmodern\t-\n", "fewer than 4 fields"),
    ("teams\tmodern\th2h3\tb7c7:1\t-\n", "more than 4 fields"),
    ("four\tmodern\th2h3\tb7c7:1\n", '"four" is neither teams nor ffa'),
    ("teams\told\th2h3\tb7c7:1\n", '"old" is no set-up'),
    ("teams\tmodern\th2h5\tb7c7:1\n", '"h2h5": no piece can move like that'),
    ("teams\tmodern\th2h3\th3h4:1\n", '"h3h4": no piece can move like that'),
    ("teams\tmodern\th2h3\tb7-c7:1\n", '"b7-c7" is written b7c7'),
    ("teams\tmodern\th2h4\tb7c7:1\n", '"h2h4": no line before has this move here'),
    ("ffa\tmodern\th2h3\tb7c7:1\n", '"h2h3": no line before has this move here'),
    ("teams\tmodern\th2h3\tb7c7\n", "a weight is a number from 1 to 15"),
    ("teams\tmodern\th2h3\tb7c7:0\n", "a weight is a number from 1 to 15"),
    ("teams\tmodern\th2h3\tb7c7:16\n", "a weight is a number from 1 to 15"),
    ("teams\tmodern\th2h3\tb7c7:1x\n", "a weight is a number from 1 to 15"),
    ("teams\tmodern\th2h3\t\n", '"": this is not the text of a move'),
    ("teams\tmodern\t-\tg2g3:1\n", "line 1 has this position too"),
    ("teams\tmodern\th2h3\tb7c7:1 b7c7:2\n", "cannot be told from line 2 by 36 bits"),
    ("teams\tmodern\th2h3\tb7c7:1", "too long, or no end of the line"),
]


def read_lines():
    """Kind, start, moves and replies of each line, read by other means."""
    found = []
    with open(TEXT, encoding="ascii") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                kind, start, moves, replies = line.rstrip("\n").split("\t")
                replies = [word.split(":") for word in replies.split()]
                found.append((kind, start, [] if moves == "-" else moves.split(),
                              {move: int(weight) for move, weight in replies}))
    return found


def generate(text):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([GENERATOR, file.name], capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout, done.stderr.replace(file.name, "F")


def test_bad_line(line, complaint):
    assert generate(ROOT + line) == (1, "", f"F:2: {complaint}\n"), generate(ROOT + line)


def test_good_line():
    status, text, errors = generate(ROOT + "# more\n\nteams\tmodern\th2h3\tb7c7:15\n")
    assert (status, errors) == (0, ""), errors
    assert "2 positions, 3 replies" in text, text


def test_usage():
    for arguments, status in (([], 2), (["a", "b"], 2), ([HERE + "/none"], 1)):
        done = subprocess.run([GENERATOR, *arguments], capture_output=True, check=False)
        assert done.returncode == status and done.stderr, done


def test_legal():
    """By the second rule book, which plays each line with each of its replies."""
    for kind, start, moves, replies in read_lines():
        assert replies and len(moves) < 8, (kind, start, moves)
        for reply, weight in replies.items():
            assert 1 <= weight <= 15, (moves, reply)
            line = moves + [reply]
            done = subprocess.run([ORACLE, "play", kind, start], text=True, check=True,
                                  input="\n".join(line) + "\n", capture_output=True)
            said = done.stdout.splitlines()
            assert len(said) == len(line) and "illegal" not in said, (kind, start, line)


def test_all_there():
    roots = {(kind, start) for kind, start, moves, _ in read_lines() if not moves}
    assert roots == {(kind, start) for kind in KINDS for start in STARTS}, roots


class Engine:
    def __init__(self, *options):
        self.process = subprocess.Popen([ROOKERY, "uci"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        for option in options:
            self.send("setoption name " + option)

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def go(self, limits):
        """What was said, up to the move."""
        self.send("go " + limits)
        lines = [self.process.stdout.readline()]
        while lines[-1] and not lines[-1].startswith("bestmove"):
            lines.append(self.process.stdout.readline())
        return "".join(lines[:-1]), lines[-1].split()[1]

    def close(self):
        self.process.communicate("quit\n", timeout=60)


def test_played():
    """Each reply is played sooner or later, in proportion, and nothing else."""
    rows = [row for row in read_lines() if len(row[3]) > 1]
    for kind, start, moves, replies in rows[::len(rows) // (4 if QUICK else 20)]:
        for name in ("teams",) if kind == "teams" else ("ffa", "still", "last"):
            engine = Engine("OwnBook value true", f"UCI_Variant value {name}")
            engine.send(f"position startpos {start} moves {' '.join(moves)}")
            count = dict.fromkeys(replies, 0)
            for _ in range(400):
                said, move = engine.go("nodes 1")
                assert "a move of the book" in said and f" pv {move}" in said, said
                count[move] += 1
            engine.close()
            for move, weight in replies.items():
                share = weight / sum(replies.values())
                error = 5 * (400 * share * (1 - share)) ** 0.5
                assert abs(count[move] - 400 * share) < error + 1, (name, moves, replies, count)


def test_not_played():
    """Without OwnBook, in analysis, with searchmoves, and after other moves."""
    engine = Engine("OwnBook value true", "UCI_Variant value teams")
    for words in ("infinite\nstop", "ponder\nstop", "searchmoves k2k4 nodes 50"):
        said, _ = engine.go(words)
        assert "book" not in said, (words, said)
    engine.send("position startpos moves k2k4 b11d11 k13k12 m11k11")
    assert "book" not in engine.go("nodes 50")[0]
    engine.send("position startpos")
    engine.send("setoption name UCI_AnalyseMode value true")
    assert "book" not in engine.go("nodes 50")[0]
    engine.send("setoption name UCI_AnalyseMode value false")
    assert "book" in engine.go("nodes 50")[0]
    engine.send("setoption name OwnBook value false")
    assert "book" not in engine.go("nodes 50")[0]
    engine.close()


def main():
    group = Group()
    for line, complaint in BAD:
        group.run(repr(line)[:60], test_bad_line, line, complaint)
    group.run("a good line", test_good_line)
    group.run("usage", test_usage)
    group.run("every set-up of both kinds", test_all_there)
    group.run("legal by the second rule book", test_legal)
    group.run("played by weight", test_played)
    group.run("not played", test_not_played)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
