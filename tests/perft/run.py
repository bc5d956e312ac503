#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Perft of every line of positions.txt against Debian's stockfish.

    tests/perft/run.py [PROGRAM]      RK_QUICK=1 for the smaller depths

Each position is asked of both programs move by move, so that a difference
names the root move to look into. Our own count must also come out the same
with colours exchanged and with several threads.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from count import QUICK, count, same  # noqa: E402
from group import Group               # noqa: E402
from stockfish import Stockfish       # noqa: E402


class Position:
    def __init__(self, line):
        order, self.what = line.strip().split(" | ")
        deep, shallow, *words = order.split()
        self.depth = int(shallow if QUICK else deep)
        self.chess960 = words[0] == "960"
        self.fen = " ".join(words[self.chess960:])
        self.published = []


def read_positions():
    positions = []
    with open(os.path.join(HERE, "positions.txt"), encoding="ascii") as file:
        for line in file:
            if line[0] == "=":
                positions[-1].published = [int(n) for n in line[1:].split()]
            elif line[0] not in "#\n":
                positions.append(Position(line))
    return positions


def rookery(position, fen, depth, *options):
    if position.chess960:
        options += ("--chess960",)
    return count(depth, *options, fen)


def mirror(fen):
    board, side, castling, ep, *counters = fen.swapcase().split()
    board = "/".join(reversed(board.split("/")))
    side = "b" if side == "W" else "w"
    ep = mirror_squares(ep.lower())
    return " ".join([board, side, castling, ep, *counters])


def mirror_squares(move):
    return re.sub("[1-8]", lambda rank: str(9 - int(rank[0])), move)


def check(stockfish, position):
    fen, depth = position.fen, position.depth
    ours, total = rookery(position, fen, depth)
    theirs, their_total, _ = stockfish.perft(fen, depth, position.chess960)
    same(fen, ours, theirs, "stockfish")
    assert total == their_total

    mirrored, _ = rookery(position, mirror(fen), depth)
    same(fen, ours, {mirror_squares(move): nodes
                     for move, nodes in mirrored.items()}, "mirrored")
    threaded, _ = rookery(position, fen, depth - 1, "--threads", "3")
    single, _ = rookery(position, fen, depth - 1)
    same(fen, single, threaded, "three threads")

    for ply, number in enumerate(position.published[:depth], 1):
        _, total = rookery(position, fen, ply)
        assert total == number, f"depth {ply}: {total}, published {number}"


def main():
    group = Group(smallest=2)
    stockfish = Stockfish()
    for position in read_positions():
        group.run(f"perft {position.depth}: {position.what}",
                  check, stockfish, position)
    stockfish.close()
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
