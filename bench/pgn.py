#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How fast we read and rewrite PGN, against Debian's pgn-extract in the same run.

    bench/pgn.py DUMP [PROGRAM]

DUMP is tests/pgn/dump.c, compiled; it makes the file of random games, half of
them with a clock after every move. The two programs take turns, so that a
machine that slows down slows both; medians of the whole processes' times are
compared. Both play every move on a board and keep all tags and comments.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

DUMP = sys.argv[1]
PROGRAM = sys.argv[2] if len(sys.argv) > 2 else "./rookery"
GAMES = 30000
REPEATS = 5
# name, our words, theirs
TASKS = [
    ("check", [PROGRAM, "pgn"], ["/usr/games/pgn-extract", "-s", "-r"]),
    ("rewrite", [PROGRAM, "pgn", "--normalise"], ["/usr/games/pgn-extract", "-s"]),
]


def measure(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main():
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "games.pgn")
        with open(name, "wb") as file:
            subprocess.run([DUMP, "1", str(GAMES), "usual", os.devnull], stdout=file, check=True)
        megabytes = os.path.getsize(name) / 1e6
        print(f"medians of {REPEATS}, {GAMES} games, {megabytes:.1f} MB\n")
        print("task       pgn-extract                   rookery                      ratio")
        for task, ours, theirs in TASKS:
            rows = [(measure(theirs + [name]), measure(ours + [name])) for _ in range(REPEATS)]
            their_time, our_time = map(statistics.median, zip(*rows))
            print(f"{task:8}", *(f"{seconds:6.2f} s {megabytes / seconds:5.0f} MB/s "
                                 f"{GAMES / seconds:7.0f} games/s"
                                 for seconds in (their_time, our_time)),
                  f"{their_time / our_time:6.2f}x", flush=True)
    if os.getloadavg()[0] > 1.5:
        print("\nthe machine was busy with other things: measure again")


if __name__ == "__main__":
    main()
