#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How fast we count moves, against Debian's stockfish in the same run.

    bench/perft.py [PROGRAM]

One thread, no hash table. The two programs take turns, so that a machine
that slows down slows both; medians of the times are compared. Neither is
charged for starting: stockfish is warm and timed from `go perft` to its sum,
ours prints the time that it counted for, without start and output. For those
who would rather charge us, the last column of times is our whole process.
"""
import os
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
from stockfish import Stockfish  # noqa: E402

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "./rookery"
REPEATS = 7
# name, depth, ratio needed, nodes that everybody gets, FEN
TASKS = [
    ("start", 6, 3.0, 119060324,
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Kiwipete", 5, 5.0, 193690690,
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
]


def rookery(fen, depth):
    """Returns nodes, the seconds it says, the seconds of the process."""
    start = time.perf_counter()
    answer = subprocess.run([PROGRAM, "perft", str(depth), fen],
                            check=True, capture_output=True, text=True)
    whole = time.perf_counter() - start
    nodes, seconds = re.match(r"nodes (\d+)  time (\S+) s", answer.stdout).groups()
    return int(nodes), float(seconds), whole


def measure(stockfish, depth, nodes, fen):
    """Returns the medians of their time, ours, and that of our process."""
    rows = []
    for _ in range(REPEATS):
        _, their_nodes, theirs = stockfish.perft(fen, depth)
        our_nodes, ours, whole = rookery(fen, depth)
        if not our_nodes == their_nodes == nodes:
            sys.exit(f"{fen}: we count {our_nodes}, stockfish {their_nodes}, "
                     f"the table says {nodes}")
        rows.append((theirs, ours, whole))
    return [statistics.median(column) for column in zip(*rows)]


def main():
    stockfish = Stockfish()
    print(f"medians of {REPEATS}, one thread, against {stockfish.name}\n")
    print("position  depth      nodes   stockfish        rookery      "
          "process    ratio  needed")
    for name, depth, needed, nodes, fen in TASKS:
        theirs, ours, whole = measure(stockfish, depth, nodes, fen)
        print(f"{name:9} {depth:5} {nodes:10}"
              f"  {theirs:.3f} s {nodes / theirs / 1e6:4.0f} Mnps"
              f"  {ours:.3f} s {nodes / ours / 1e6:4.0f} Mnps"
              f"  {whole:.3f} s  {theirs / ours:5.2f}x   {needed:.1f}x"
              f" {'reached' if theirs >= needed * ours else 'MISSED'}",
              flush=True)
    stockfish.close()
    if os.getloadavg()[0] > 1.5:
        print("\nthe machine was busy with other things: measure again")


if __name__ == "__main__":
    main()
