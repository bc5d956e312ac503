#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Bad lines of openings stop the build: tests/openings/errors.py PROGRAM

Each row is a line and what the tool must say about it; every complaint names
the file and the line, nothing is written, and the status is not 0.
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from group import Group  # noqa: E402

PROGRAM = sys.argv[1]
GOOD = "B20\tSicilian Defence\t1. e4 c5\t-\n"
LONG = "n" * 64
BAD = [
    ("B20\tSicilian Defence\t1. e4 c5\n", "fewer than 4 fields"),
    ("B20\tSicilian Defence\t1. e4 c5\t-\t-\n", "more than 4 fields"),
    ("B2\tName\t1. e4\t-\n", '"B2" is no code'),
    ("F20\tName\t1. e4\t-\n", '"F20" is no code'),
    ("B20\t\t1. e4\t-\n", "a name of 0 letters"),
    (f"B20\t{LONG}\t1. e4\t-\n", "a name of 64 letters"),
    ("B20\tGr\u00fcnfeld\t1. d4\t-\n", "a name with a letter that is not plain"),
    ('B20\tA "name"\t1. d4\t-\n', "a name with a letter that is not plain"),
    ("B20\tName\t1. e4\tx\n", '"x" is not w, b, wb or -'),
    ("B20\tName\t1. e4\t\n", '"" is not w, b, wb or -'),
    ("B20\tName\t1. e4 \t-\n", '"": this is not the text of a move'),
    ("B20\tName\t1. e5\t-\n", '"e5": no piece can move like that'),
    ("B20\tName\t1. e4 c5 2. Ng1f3\t-\n", '"Ng1f3" is written Nf3'),
    ("B20\tName\te4\t-\n", '"e4" stands where 1. should'),
    ("B20\tName\t1. e4 c5 3. Nf3\t-\n", '"3." stands where 2. should'),
    ("B20\tName\t1.\t-\n", "a number without a move"),
    ("B20\tName\t\t-\n", '"" stands where 1. should'),
    ("B20\tName\t1. e4 c5\t-\n", "line 1 names this position too"),
    ("setup\tx\tName\td4\n", '"x" is not w or b'),
    ("setup\tw\tName\td5\n", '"d5": no piece can move like that'),
    ("setup\tw\tName\te4 Bb5 Bxd7+\n", "a set-up gives check"),
    ("setup\tw\tName\t\n", '"": this is not the text of a move'),
    ("B20\tName\t1. e4\t-", "too long, or no end of the line"),
    (f"# {LONG * 20}\n", "too long, or no end of the line"),
]


def call(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True,
                          text=True, check=False)


def read(text):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return call(file.name), file.name


def test_bad_line(line, complaint):
    done, name = read(GOOD + line)
    expected = (1, "", f"{name}:2: {complaint}\n")
    found = (done.returncode, done.stdout, done.stderr)
    assert found == expected, f"{found}, not {expected}"


def test_good_line():
    done, _ = read(GOOD)
    assert done.returncode == 0 and "Sicilian Defence" in done.stdout, done


def test_no_file():
    done = call(HERE + "/none")
    assert done.returncode == 1 and HERE in done.stderr, done


def test_usage():
    for arguments in [], ["a", "b"]:
        done = call(*arguments)
        assert done.returncode == 2 and "usage" in done.stderr, done


def main():
    group = Group()
    for line, complaint in BAD:
        group.run(repr(line)[:60], test_bad_line, line, complaint)
    group.run("a good line", test_good_line)
    group.run("no file", test_no_file)
    group.run("usage", test_usage)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
