#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Drawing a board of 1200 pixels: how long a redraw takes, and a whole file
against librsvg.

    bench/desktop.py BENCH_DESKTOP ROOKERY

BENCH_DESKTOP draws into memory, again and again. For the comparison both
programs make a PNG file of the same board and are started for each: librsvg gets
the SVG that tests/desktop/reference.py puts together from the same pieces. Times
are those of the processor.
"""
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "desktop"))
from reference import FOUR_NAMES, TWO_NAMES, board_svg, four_rows, two_rows  # noqa: E402

SIZE = "1200"
ROUNDS = 15
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FOUR = ("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
        "3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/"
        "bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/"
        "bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/"
        "14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3")


def seconds(*words):
    """Of the processor, the best of several runs: other work on the machine and its
    disk only adds to it."""
    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return min(once() for _ in range(ROUNDS))


def compare(rookery, name, fen, svg):
    with open("board.svg", "w", encoding="utf-8") as file:
        file.write(svg)
    ours = seconds(rookery, "picture", "--no-coordinates", "--size", SIZE, fen,
                   "-o", "ours.png")
    theirs = seconds("rsvg-convert", "-w", SIZE, "-h", SIZE, "board.svg", "-o", "theirs.png")
    print(f"| {name} | {1000 * ours:.1f} | {1000 * theirs:.1f} | {theirs / ours:.2f} |")


def main():
    bench, rookery = (os.path.abspath(name) for name in sys.argv[1:3])
    version = subprocess.run(["rsvg-convert", "--version"], check=True, text=True,
                             capture_output=True).stdout.split()[2]
    colours = "#f0e3ca", "#b58d66", "#f3ede2"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([bench, SIZE], check=True)
        print(f"\n| a PNG file of {SIZE} pixels | rookery, CPU ms | "
              f"rsvg-convert {version}, CPU ms | ratio |\n|---|---|---|---|", flush=True)
        compare(rookery, "two players", START, board_svg(two_rows(START), TWO_NAMES, *colours))
        compare(rookery, "four players", FOUR, board_svg(four_rows(FOUR), FOUR_NAMES, *colours))
        os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
