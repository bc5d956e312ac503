#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How fast we count moves with four players.

    bench/perft4.py [PROGRAM [RULE_BOOK]]

One thread, no hash table. Debian has no program that plays on the cross, so
there is no peer to take turns with. What is compared in the same run instead:
our own count for two players, which tells a slow machine from a slow
program, and the second rule book of tests/oracle, which is what a plain
generator costs: a board of structs that is copied for every move, each move
tried out, nothing counted without being made. Medians of the times that
were spent counting; the rule book's is that of its process.
"""
import os
import re
import statistics
import subprocess
import sys
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "./rookery"
RULE_BOOK = sys.argv[2] if len(sys.argv) > 2 else "build/host/fouroracle"
REPEATS = 7
NEEDED = 40  # million nodes a second
# name, depth, nodes that everybody gets, words
TASKS = [
    ("modern, ffa", 6, 77430383, ["--four"]),
    ("modern, teams", 6, 77430383, ["--four", "--rules", "teams"]),
    ("classic, ffa", 6, 87378518, ["--four", "--start", "classic"]),
]
TWO = ("two players", 6, 119060324, [])
PLAIN_DEPTH, PLAIN_NODES = 4, 152050


def rookery(depth, nodes, words):
    """Returns the seconds it says."""
    answer = subprocess.run([PROGRAM, "perft", *words, str(depth)],
                            check=True, capture_output=True, text=True)
    ours, seconds = re.match(r"nodes (\d+)  time (\S+) s", answer.stdout).groups()
    if int(ours) != nodes:
        sys.exit(f"{words}: we count {ours}, the table says {nodes}")
    return float(seconds)


def plain():
    start = time.perf_counter()
    answer = subprocess.run([RULE_BOOK, "perft", "ffa", str(PLAIN_DEPTH)],
                            check=True, capture_output=True, text=True)
    if int(answer.stdout) != PLAIN_NODES:
        sys.exit(f"the rule book counts {answer.stdout}")
    return time.perf_counter() - start


def main():
    times = {task[0]: [] for task in [*TASKS, TWO]}
    plain_times = []
    for _ in range(REPEATS):
        for name, depth, nodes, words in [*TASKS, TWO]:
            times[name].append(rookery(depth, nodes, words))
        plain_times.append(plain())
    speed = {name: nodes / statistics.median(times[name]) / 1e6
             for name, _, nodes, _ in [*TASKS, TWO]}
    slow = PLAIN_NODES / statistics.median(plain_times) / 1e6

    print(f"medians of {REPEATS}, one thread\n")
    print("task           depth      nodes                   "
          "to two players  to the rule book")
    for name, depth, nodes, _ in [*TASKS, TWO]:
        print(f"{name:14} {depth:5} {nodes:10}  {nodes / speed[name] / 1e6:6.3f} s"
              f" {speed[name]:6.1f} Mnps  {speed[name] / speed[TWO[0]]:8.2f}x"
              f"  {speed[name] / slow:12.0f}x", end="")
        if name == TWO[0]:
            print()
        else:
            print(f"   needed: {NEEDED} Mnps"
                  f" {'reached' if speed[name] >= NEEDED else 'MISSED'}")
    print(f"{'rule book':14} {PLAIN_DEPTH:5} {PLAIN_NODES:10}"
          f"  {PLAIN_NODES / slow / 1e6:6.3f} s {slow:6.1f} Mnps")
    if os.getloadavg()[0] > 1.5:
        print("\nthe machine was busy with other things: measure again")


if __name__ == "__main__":
    main()
