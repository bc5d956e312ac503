#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes docs/board.svg and docs/four.svg, the pictures in the README, from a
real terminal.

    make && tools/picture.py

The first game: Morphy against the Duke of Brunswick and Count Isouard, 1858.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(TOP, "tests", "terminal"))
from screen import Terminal  # noqa: E402

GAME = """e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5
Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+""".split()


FOUR = """f2-f4 b11-c11 f13-f12 Nn5-l6 Qg1xb6 Ka7xQb6 d13-d11 m5-k5 g2-g3 Kb6-a7
Nj14-k12 Bn6xj2 Bi1xBj2 resign Nk12xm11 Rn11xNm11""".split()

# Its name, the words and the size of the window, what to see and to type.
PICTURES = (
    ("board", (), (105, 39), "Enter: White", GAME,
     ("Black is in check", r"16\. Qb8\+", "^  Black ›")),
    ("four", ("--players", "4", "--rules", "still"), (80, 24), "Enter: Red",
     FOUR, ("Blue +out", "Green +human +4", "^  Red ›")),
)


def main():
    program = os.path.join(TOP, "rookery")
    for name, words, size, first, moves, last in PICTURES:
        with Terminal(program, *words, size=size) as terminal:
            terminal.see(first)
            terminal.enter("h", *moves)
            terminal.see(*last)
            text = terminal.colours()
        with open(os.path.join(TOP, "docs", name + ".svg"), "wb") as file:
            subprocess.run([os.path.join(HERE, "ansi_to_svg.py")], check=True,
                           input=text.encode(), stdout=file)


if __name__ == "__main__":
    main()
