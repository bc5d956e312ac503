#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes tests/mates/random.txt anew: mates that no engine has chosen.

    tests/mates/make_random.py PROVE REFEREE > tests/mates/random.txt

Moves are drawn by lot; where tests/mates/prove.c, which tries everything, finds
a mate in two or three the position is taken, one of a game.
"""
import random
import subprocess
import sys
import os

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "tools")]
from match_game import Referee  # noqa: E402

WANTED = {2: 40, 3: 60}
NODES = 400000
HEADER = """# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# FEN ; the least moves in which the side to move mates, proved. Positions of
# games played by lot. Made by tests/mates/make_random.py."""


def prove(process, fen):
    process.stdin.write(fen + "\n")
    answer = process.stdout.readline().strip()
    return int(answer) if answer.isdigit() else 0


def play(referee, prover, chance, left):
    """A game by lot; a position of it that is wanted, or None."""
    referee.start("")
    for ply in range(160):
        if ply > 16 and ply % 5 == 0:
            fen = referee.ask("fen")
            mate = prove(prover, fen)
            if left.get(mate):
                return fen, mate
        if referee.move(chance.choice(referee.ask("moves").split()))[1]:
            return None
    return None


def main():
    chance, referee, left = random.Random(16), Referee(sys.argv[2]), dict(WANTED)
    prover = subprocess.Popen([sys.argv[1], "3", str(NODES)], text=True, bufsize=1,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    print(HEADER)
    while any(left.values()):
        found = play(referee, prover, chance, left)
        if found:
            left[found[1]] -= 1
            print(f"{found[0]} ; {found[1]}", flush=True)


if __name__ == "__main__":
    main()
