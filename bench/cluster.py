#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How well does rookery-mpi use the processors, and what does a piece cost?

    bench/cluster.py ROOKERY-MPI [--rounds 3] [--copies 40] [--nodes 50000]
        [--mpirun COMMAND] [--only-efficiency]

Efficiency: the same games on 1 to 16 ranks of this machine, in turns; the best time
of each. With n ranks on p processors it is T(1) / T(n) / min(n, p); with more ranks
than processors it says what the many ranks cost. The times are those that the
program reports, without the start of mpirun. The share of time that ranks are at
work, rather than without a piece, does not suffer from others on the machine. Then
what a piece costs on which there is nothing to do, and the simulation of many ranks.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "cluster"))
from ranks import VARIABLES  # noqa: E402

GAMES = os.path.join(ROOT, "tests", "analyse", "blunders.pgn")
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n"
RANKS = (1, 2, 4, 8, 16)


class Timed:
    """What one run reports: seconds, and pieces; and the processor time of all."""
    def __init__(self, args, ranks, *words):
        before = os.times()
        done = subprocess.run([*shlex.split(args.mpirun), "-n", str(ranks), args.program,
                               "analyse", *words], capture_output=True, text=True, check=False)
        after = os.times()
        found = re.search(r"(\d+) pieces?, .* ranks?, (\d+\.\d) s, (\d+) %", done.stderr)
        if done.returncode or not found:
            sys.exit(f"cluster: {done.stderr}")
        self.pieces, self.seconds = int(found[1]), float(found[2])
        self.at_work = int(found[3])
        self.processor = (after.children_user + after.children_system -
                          before.children_user - before.children_system)


def efficiency(args, folder):
    path = os.path.join(folder, "games.pgn")
    with open(GAMES, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text * args.copies)
    cores = len(os.sched_getaffinity(0))
    runs = {ranks: [] for ranks in RANKS}
    for _ in range(args.rounds):
        for ranks in RANKS:
            out = os.path.join(folder, "out.pgn")
            runs[ranks].append(Timed(args, ranks, "--nodes", str(args.nodes),
                                     "--piece", str(args.nodes // 100), "-o", out, path))
    alone = min(run.seconds for run in runs[1])
    spent = min(run.processor for run in runs[1])
    print(f"{cores} processors, {runs[1][0].pieces} pieces\n")
    print("| ranks | seconds | efficiency | ranks at work | processor time, of one rank's |")
    print("|---|---|---|---|---|")
    for ranks in RANKS:
        seconds = min(run.seconds for run in runs[ranks])
        processor = min(run.processor for run in runs[ranks])
        at_work = max(run.at_work for run in runs[ranks])
        print(f"| {ranks} | {seconds:.1f} | {alone / seconds / min(ranks, cores):.2f} | "
              f"{at_work} % | {processor / spent:.2f} |", flush=True)


def overhead(args, folder):
    path = os.path.join(folder, "mated.epd")
    with open(path, "w", encoding="utf-8") as file:
        file.write(MATED * 5000)
    words = ["--nodes", "1000", "--piece", "1", "-o"]
    print("\n| ranks | a piece, without a checkpoint | with one |")
    print("|---|---|---|")
    for ranks in (1, 2, 4):
        times = [min(Timed(args, ranks, *words, out, path).seconds
                     for _ in range(args.rounds)) / 5000 * 1000
                 for out in ("/dev/null", os.path.join(folder, "out.txt"))]
        print(f"| {ranks} | {times[0]:.2f} ms | {times[1]:.2f} ms |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--copies", type=int, default=40, help="of four games")
    parser.add_argument("--nodes", type=int, default=50000, help="for each position")
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--only-efficiency", action="store_true")
    args = parser.parse_args()
    for variables in VARIABLES.values():
        os.environ.update(variables)
    args.program = os.path.abspath(args.program)
    with tempfile.TemporaryDirectory() as folder:
        efficiency(args, folder)
        if args.only_efficiency:
            return
        overhead(args, folder)
    print(flush=True)
    subprocess.run([os.path.join(ROOT, "tools", "cluster_sim.py")], check=True)


if __name__ == "__main__":
    main()
