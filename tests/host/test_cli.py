#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The words that `rookery` understands, refuses and says.

    tests/host/test_cli.py [PROGRAM]
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "./rookery"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
MATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"

START4 = ("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/"
          "3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/"
          "bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/"
          "bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/"
          "3,rR,rN,rB,rQ,rK,rB,rN,rR,3")

# What is refused with exactly one line, which must match.
REFUSED = [
    (["-x"], 'play has no option "-x"'),
    (["-"], 'play has no option "-"'),
    (["--levels"], 'play has no option "--levels"'),
    (["play", "me"], 'play has no option "me"'),
    (["resume", "game.pgn"], 'resume has no option "game.pgn"'),
    (["resume", "--black"], 'resume has no option "--black"'),
    (["resume", "--level", "3"], 'resume has no option "--level"'),
    (["a.pgn", "b.pgn"], "play takes one FILE"),
    (["--level"], "--level needs a number from 1 to 12"),
    (["--level", "0"], "--level needs"),
    (["--level", "13"], "--level needs"),
    (["--level", "--black"], "--level needs"),
    (["--clock"], "--clock needs minutes and seconds a move"),
    (["--clock", ""], "--clock needs"),
    (["--clock", "0"], "--clock needs"),
    (["--clock", "5+3x"], "--clock needs"),
    (["--clock", "24:00:01"], "--clock needs"),
    (["--clock", "--black"], "--clock needs"),
    (["--fen"], "--fen, column 1: expected"),
    (["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "--fen: .*king"),
    (["--fen", "K" * 9999], "--fen, column"),
    (["--fen", MATE[:20]], "--fen, column"),
    (["--chess960", "960"], "--chess960 takes a number from 0 to 959"),
    (["--chess960", "1x"], "--chess960 takes"),
    (["--chess960", "--fen", MATE], "--fen and --chess960 are two positions"),
    (["--players", "4", "--chess960"], "--chess960 is for two players"),
    (["--black", "--rules", "teams"], "--black is for two players"),
    (["help", "me"], 'there is no command "me"'),
    (["help", "--plain"], 'there is no command "--plain"'),
    (["help", "perft", "pgn"], "help takes one COMMAND"),
    (["--help", "perft"], "--help takes no arguments"),
    (["uci", "now"], "uci takes no arguments"),
    (["--version", "1"], "--version takes no arguments"),
    (["web", "--port"], "--port needs a number from 0 to 65535"),
    (["web", "--port", ""], "--port needs"),
    (["web", "--port", "-1"], "--port needs"),
    (["web", "--port", "65536"], "--port needs"),
    (["web", "--port", "80a"], "--port needs"),
    (["web", "--port", "99999999999999999999"], "--port needs"),
    (["web", "--host"], "--host needs localhost or an address"),
    (["web", "--host", ""], "--host needs"),
    (["web", "--host", "example.org"], "--host needs"),
    (["web", "--host", "1.2.3.4.5"], "--host needs"),
    (["web", "--prot", "80"], 'web has no option "--prot"'),
    (["web", "here", "there"], "web takes one FOLDER"),
    (["bench", "0"], "bench needs a depth from 1 to"),
    (["bench", "--full", "3x"], "bench needs a depth from 1 to"),
    (["bench", "--full", "--four"], "bench needs a depth from 1 to"),
    (["bench", "--full", "3", "4"], "bench takes --four, --full or --network"),
    (["perft"], "perft needs a DEPTH"),
    (["perft", "--divide"], "perft needs a DEPTH"),
    (["perft", "five"], 'DEPTH .*, not "five"'),
    (["perft", ""], 'DEPTH .*, not ""'),
    (["perft", "-1"], 'DEPTH .*, not "-1"'),
    (["perft", "+1"], "DEPTH"),
    (["perft", " 1"], "DEPTH"),
    (["perft", "1.5"], "DEPTH"),
    (["perft", "100"], "DEPTH is a number from 0 to 99"),
    (["perft", "18446744073709551617"], "DEPTH"),
    (["perft", "a\nb\x1b[2J" + "c" * 9999], r'not "a\?b\?\[2Jc+'),
    (["perft", START], "DEPTH"),
    (["perft", "--threads"], "--threads needs a number from 1 to 256"),
    (["perft", "--threads", "0", "3"], "--threads needs"),
    (["perft", "3", "--threads", "257"], "--threads needs"),
    (["perft", "--threads", "99999999999999999999", "3"], "--threads needs"),
    (["perft", "--threads", "two", "3"], "--threads needs"),
    (["perft", "--devide", "3"], 'no option "--devide"'),
    (["perft", "3", "--"], 'no option "--"'),
    (["perft", "3", "8/8/8/8/8/8/8/8 w - - 0 1"], "FEN: .*king"),
    (["perft", "3", "7" * 512], "FEN: more than 511 bytes"),
    (["perft", "3"] + ["w"] * 9999, "FEN: more than 511 bytes"),
    (["perft", "--rules", "teams", "3"], "--rules needs --four"),
    (["perft", "3", "--start", "rg"], "--start needs --four"),
    (["perft", "--four", "--rules"], "--rules needs a word"),
    (["perft", "3", "--four", "--start"], "--start needs a word"),
    (["perft", "--four", "--rules", "standard", "3"], '--rules is .*, not "standard"'),
    (["perft", "--four", "--rules", "", "3"], '--rules is .*, not ""'),
    (["perft", "--four", "--start", "gr", "3"], '--start is .*, not "gr"'),
    (["perft", "--four", "--chess960", "3"], "--chess960 is not for four"),
    (["perft", "--four"], "perft needs a DEPTH"),
    (["perft", "--four", "--start", "rg", "3", START4], "--start and a FEN4 exclude"),
    (["perft", "--four", "3", START4.replace("rK", "1")], "FEN4: Red needs exactly one king"),
    (["perft", "--four", "3", "7" * 2048], "FEN4: more than 2047 bytes"),
]

# A FEN and the column that is wrong.
WRONG_FEN = [
    ("", 1),
    ("rnbqkbnr/pppppppx/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 17),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 44),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR z KQkq - 0 1", 45),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", 49),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", 53),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x", 58),
    ("rnbqkbnr/\t\x1b\xff", 10),
]


def rookery(*words, stdout=subprocess.PIPE):
    words = [word.encode("latin-1") for word in words]
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=stdout, check=False,
                          stderr=subprocess.PIPE, encoding="latin-1")


def equal(got, expected):
    assert got == expected, f"got {got!r}, expected {expected!r}"


def matches(pattern, text):
    assert re.search(pattern, text), f"no {pattern!r} in {text!r}"


def perft(*words):
    """Returns the lines before the last one and the number of nodes."""
    answer = rookery("perft", *words)
    equal((answer.returncode, answer.stderr), (0, ""))
    assert answer.stdout.endswith("\n")
    *lines, last = answer.stdout.splitlines()
    closing = re.fullmatch(
        r"nodes (\d+)  time \d+\.\d+ s  \d+\.\d+ Mnps", last)
    assert closing, f"strange last line {last!r}"
    return lines, int(closing[1])


def help_and_version():
    for word in "help", "--help", "-h":
        answer = rookery(word)
        equal((answer.returncode, answer.stderr), (0, ""))
        matches(r"^usage: rookery", answer.stdout)
        for command in "perft .*DEPTH", "help", "--version":
            matches(rf"(?m)^  {command}", answer.stdout)
    for word in "--version", "-V":
        answer = rookery(word)
        equal((answer.returncode, answer.stderr), (0, ""))
        matches(r"\Arookery \d+\.\d+\.\d+\n\Z", answer.stdout)


def help_of_one():
    """COMMAND --help and help COMMAND say the same: its row and no other."""
    listed = rookery("help").stdout
    commands = re.findall(r"(?m)^  ([a-z]+)", listed)
    assert {"play", "bench", "analyse", "uci", "help"} <= set(commands), commands
    for command in commands:
        answer = rookery("help", command)
        equal((answer.returncode, answer.stderr), (0, ""))
        equal(rookery(command, "--help").stdout, answer.stdout)
        matches(rf"\Ausage: rookery {command}\b", answer.stdout)
        head = answer.stdout.split("options:\n")[0].removeprefix("usage: rookery ")
        assert f"  {head}" in listed, head
        equal(answer.stdout.count("usage:"), 1)
    options = rookery("analyse", "--help").stdout.split("options:\n")[1]
    for option in "--nodes N", "--infinite", "-o FILE", "--restart":
        matches(rf"(?m)^  {option} +[a-z]", options)
    # What is listed with a value needs one, the others do not; nothing is unknown.
    for option, value in re.findall(r"(?m)^  (-\S+) ([A-Z]*)", options):
        complaint = rookery("analyse", option).stderr
        equal(f"{option} needs" in complaint, value != "")
        assert "no option" not in complaint, complaint


def usage():
    """What is not known is told in one line."""
    for words in ["perf"], ["Perft", "1"], ["."], [""]:
        answer = rookery(*words)
        equal((answer.returncode, answer.stdout), (2, ""))
        equal(answer.stderr, f'rookery: there is no command "{words[0]}"; '
              "rookery help lists them\n")


def refused():
    for words, pattern in REFUSED:
        answer = rookery(*words)
        equal((answer.returncode, answer.stdout), (2, ""))
        equal(answer.stderr.count("\n"), 1)
        matches(r"\Arookery: [ -~]+\n\Z", answer.stderr)
        matches(pattern, answer.stderr)


def wrong_fen():
    for fen, column in WRONG_FEN:
        answer = rookery("perft", "1", fen)
        equal((answer.returncode, answer.stdout), (2, ""))
        reason, text, caret = answer.stderr.splitlines()
        matches(rf"^rookery: FEN, column {column}: expected .", reason)
        equal(text, "  " + re.sub("[^ -~]", "?", fen))
        equal(caret, " " * (column + 1) + "^")


def counts():
    equal(perft("0"), ([], 1))
    equal(perft("--divide", "0"), ([], 1))
    equal(perft("3"), ([], 8902))
    equal(perft("3", START), ([], 8902))
    equal(perft("3", *START.split()), ([], 8902))
    equal(perft("003", *START.split()[:4]), ([], 8902))
    equal(perft("1", MATE), ([], 0))
    equal(perft("--divide", "5", MATE), ([], 0))
    equal(perft("99", MATE), ([], 0))


def divide():
    first = [file + step for file in "abcdefgh" for step in ("3", "4")]
    moves = [square[0] + "2" + square for square in first]
    moves += ["b1a3", "b1c3", "g1f3", "g1h3"]
    for words in ["--divide", "2"], ["2", "--divide"]:
        lines, nodes = perft(*words)
        equal(sorted(lines), sorted(f"{move}: 20" for move in moves))
        equal(nodes, 400)
    # A root move without an answer is listed too.
    lines, nodes = perft("--divide", "2", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    assert "g6g7: 0" in lines, lines


def castling_styles():
    usual, _ = perft("--divide", "1", CASTLING)
    rook, _ = perft("--divide", "--chess960", "1", CASTLING)
    equal(sorted(set(usual) - set(rook)), ["e1c1: 1", "e1g1: 1"])
    equal(sorted(set(rook) - set(usual)), ["e1a1: 1", "e1h1: 1"])


def threads():
    for number in "1", "2", "7", "256":
        for depth, nodes in enumerate([1, 20, 400, 8902, 197281]):
            equal(perft("--threads", number, str(depth)), ([], nodes))
    equal(perft("--divide", "--threads", "5", "3"), perft("--divide", "3"))


def full_disk():
    with open("/dev/full", "w", encoding="ascii") as full:
        answer = rookery("perft", "1", stdout=full)
    equal(answer.returncode, 1)
    matches(r"\Arookery: cannot write .*\n\Z", answer.stderr)


def main():
    group = Group(smallest=5)
    for test in (help_and_version, help_of_one, usage, refused, wrong_fen, counts, divide,
                 castling_styles, threads, full_disk):
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
