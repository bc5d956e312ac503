#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes docs/board.svg, the picture in the README, from a real terminal.

    make && tools/picture.py

The game: Morphy against the Duke of Brunswick and Count Isouard, 1858.
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


def main():
    program = os.path.join(TOP, "rookery")
    with Terminal(program, size=(105, 39)) as terminal:
        terminal.see("Enter: White")
        terminal.enter("h", *GAME)
        terminal.see("Black is in check", r"16\. Qb8\+", "^  Black ›")
        text = terminal.colours()
    with open(os.path.join(TOP, "docs", "board.svg"), "wb") as file:
        subprocess.run([os.path.join(HERE, "ansi_to_svg.py")], check=True,
                       input=text.encode(), stdout=file)


if __name__ == "__main__":
    main()
