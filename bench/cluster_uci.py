#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Is one search by many ranks worth it?

    bench/cluster_uci.py ROOKERY-MPI [--ranks 2] [--threads 4] [--depth 16]
        [--tc 2+0.02] [--games 100] [--concurrency 2] [--mpirun COMMAND]

First time and nodes to a depth, of one rank with so many threads, of the ranks with so
many each, and of one rank with as many as all of them together: medians over some
rounds, added up over some positions. Then a match of the ranks against one of them, by
tools/match.py and its referee. A game needs ranks times threads processors, while the
ranks think, and no ponder; games at a time need so many more. --games 0 leaves the
match out, --rounds 0 the depths. The network must not be needed by mpirun: variables
for OpenMPI and MPICH that keep it inside the machine are set here.
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "cluster"))
from ranks import VARIABLES  # noqa: E402

POSITIONS = [
    "startpos",
    "fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "fen 2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 0 23",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


def command(args, ranks):
    return [*shlex.split(args.mpirun), "-n", str(ranks), os.path.abspath(args.program), "uci"]


class Engine:
    def __init__(self, args, ranks, threads):
        self.process = subprocess.Popen(command(args, ranks), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"setoption name Threads value {threads}",
                  f"setoption name Hash value {args.hash}")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))

    def until(self, start):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(start):
                return lines
        sys.exit(f"cluster_uci: it ended before {start}")

    def search(self, position, limit):
        """Seconds and nodes."""
        self.send("ucinewgame", f"position {position}", "isready")
        self.until("readyok")
        start = time.monotonic()
        self.send(f"go {limit}")
        lines = self.until("bestmove")
        words = [line for line in lines if " nodes " in line][-1].split()
        return time.monotonic() - start, int(words[words.index("nodes") + 1])

    def close(self):
        self.send("quit")
        self.process.wait()


def depths(args):
    kinds = [(1, args.threads), (args.ranks, args.threads), (1, args.ranks * args.threads)]
    print(f"depth {args.depth}, {len(POSITIONS)} positions, medians of {args.rounds} added up\n")
    print("| ranks | threads of each | seconds | times as fast | nodes | nodes a second |")
    print("|---|---|---|---|---|---|")
    engines = [Engine(args, *kind) for kind in kinds]
    found = [[[] for _ in POSITIONS] for _ in kinds]
    for _ in range(args.rounds):
        for number, position in enumerate(POSITIONS):
            for kind, engine in enumerate(engines):
                found[kind][number].append(engine.search(position, f"depth {args.depth}"))
    alone = None
    for kind, results in zip(kinds, found):
        seconds, nodes = (sum(statistics.median(run[i] for run in runs) for runs in results)
                          for i in (0, 1))
        alone = alone or seconds
        print(f"| {kind[0]} | {kind[1]} | {seconds:.2f} | {alone / seconds:.2f} | {nodes:.0f} | "
              f"{nodes / seconds:.0f} |", flush=True)
    for engine in engines:
        engine.close()


def match(args):
    words = [os.path.join(ROOT, "tools", "match.py"), "--games", str(args.games), "--tc", args.tc,
             "--hash", str(args.hash), "--option", f"Threads={args.threads}",
             "--concurrency", str(args.concurrency), "--seed", "1"]
    if args.referee:
        words += ["--referee", args.referee]
    print(f"\n{args.ranks} ranks of {args.threads} threads against one, {args.tc}:", flush=True)
    return subprocess.run([*words, *("uci:" + shlex.join(command(args, ranks))
                                     for ranks in (args.ranks, 1))], check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("program")
    add("--ranks", type=int, default=2)
    add("--threads", type=int, default=4)
    add("--hash", type=int, default=64)
    add("--rounds", type=int, default=3)
    add("--depth", type=int, default=16)
    add("--games", type=int, default=100)
    add("--tc", default="2+0.02")
    add("--concurrency", type=int, default=2)
    add("--mpirun", default="mpirun")
    add("--referee")
    args = parser.parse_args()
    for variables in VARIABLES.values():
        os.environ.update(variables)
    print(f"{len(os.sched_getaffinity(0))} processors", flush=True)
    if args.rounds:
        depths(args)
    return match(args) if args.games else 0


if __name__ == "__main__":
    sys.exit(main())
