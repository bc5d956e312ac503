#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How fast we search: nodes a second against Debian's ethereal-chess, and two
threads against one.

    bench/search.py [--seconds S] [--repeats N] [--at-once N] [PROGRAM]
    bench/search.py --against ./weiss --against ./berserk [PROGRAM]

As many searches run at once as there are cores, all of the same engine: alone on
a machine an engine has all of its caches and clocks, in matches it has not. The
engines take turns on the same positions in the same run, 16 MB, one thread, every
time from an empty table; each search of a batch has another position. Nodes and
time are those of the last line that an engine prints before its answer, so that
nobody is charged for what it does not report; where other programs share the cores,
time counts as far as the engine had a processor. The ratio is the median over all
positions and repeats. A node is what each engine counts as one; these count moves
made, quiescence included. --against adds engines that are on this machine.

With a file ../shared/data/epd/wac.epd, and --tactics, also how many of its
300 positions we solve in a second each.
"""
import argparse
import concurrent.futures
import os
import re
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import match  # noqa: E402
from match_engines import Illegal, Spec  # noqa: E402
from match_game import Referee, read_lines  # noqa: E402

WAC = os.path.join(HERE, "..", "..", "shared", "data", "epd", "wac.epd")
# The speed on a two-core EPYC; 1.6 on a 16-core Xeon, whose caches are shared more.
WANTED_SPEED, WANTED_THREADS = 2.1, 1.7
# The start, and positions of our games from move 13 to 41.
POSITIONS = """
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rnbq1rk1/pp5p/1n1p1pp1/2pP4/4PB2/2P2P2/P2QB1PP/R3K1NR b KQ - 0 13
r2q1rk1/1bp1bpp1/p1np1n1p/P3p3/4P3/1BBP1N2/1P2QPPP/RN3RK1 b - - 0 13
r2q1rk1/ppp2ppp/2bNpn2/3nB3/3P4/2PB1N2/PP3PPP/R2QR1K1 b - - 0 13
2r1r1k1/1bq2pbp/pp2pnp1/1Pn5/2BNP3/2N1BP2/P1QR2PP/2R3K1 b - - 4 19
r5k1/2pb1pp1/3p1q1p/2bPp3/1P6/2PP1N2/2Q2PPP/1N3RK1 b - - 0 19
r4rk1/pp1b1ppp/3pp1n1/8/1qPP4/5NP1/P4P1P/1R1QRBK1 b - - 1 19
5r1k/1r2qpp1/p6p/P1pn4/3p4/3P4/1PQB1PPP/R1R3K1 b - - 1 29
5rk1/4r2p/2bpp2q/1p1n2p1/p2PBp2/P1P2P1P/1P2Q1P1/3RR1BK b - - 0 29
3r2k1/1b2qp2/4p2Q/1Pp5/1bN1P1p1/6P1/P1B3KP/5R2 b - - 1 41
8/2p1R1p1/3p2k1/3P4/2r3b1/3N2Pp/7P/6K1 b - - 3 41
R5k1/5pp1/7p/p3P3/8/6P1/5PKP/r7 b - - 4 41
""".split("\n")[1:-1]
NODES = re.compile(rb" nodes (\d+)\b")
TIME = re.compile(rb" time (\d+)\b")


def processor_time(pid):
    """Seconds that a process has had so far, all threads together."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Searcher:
    """An engine. With a number of threads its time is that of the clock."""

    def __init__(self, command, threads=None):
        self.threads = threads
        self.engine = Spec(command, ["Hash=16", f"Threads={threads or 1}"]).start()

    def search(self, fen, seconds):
        """The lines from the order to the answer."""
        self.engine.new_game("")
        self.engine.program.write(f"position fen {fen}\ngo movetime {int(seconds * 1000)}")
        return self.engine.program.read_to(b"bestmove", time.monotonic() + seconds + 30)

    def speed(self, fen, seconds):
        """Nodes a second."""
        pid = self.engine.program.process.pid
        start, before = time.monotonic(), processor_time(pid)
        lines = self.search(fen, seconds)
        share = (processor_time(pid) - before) / (time.monotonic() - start)
        for line in reversed(lines):
            nodes, spent = NODES.search(line), TIME.search(line)
            if nodes and spent and b" score " in line:
                spent = max(int(spent[1]), 1) * (1 if self.threads else share)
                return 1000 * int(nodes[1]) / spent
        raise ValueError(f"{self.engine.id} says nothing about {fen}")


class Batch:
    """The same engine several times, which search at once."""

    def __init__(self, command, count, threads=None):
        self.searchers = [Searcher(command, threads) for _ in range(count)]
        self.id = self.searchers[0].engine.id
        self.pool = concurrent.futures.ThreadPoolExecutor(count)

    def speeds(self, repeat, seconds):
        """Nodes a second on every position; each search has its own start in the list."""
        count, found = len(self.searchers), {}
        for begin in range(0, len(POSITIONS), count):
            fens = [POSITIONS[(begin + i + repeat) % len(POSITIONS)] for i in range(count)]
            speeds = self.pool.map(lambda one, fen: one.speed(fen, seconds), self.searchers, fens)
            found.update(zip(fens, speeds))
        return [found[fen] for fen in POSITIONS]

    def close(self):
        for searcher in self.searchers:
            searcher.engine.close()
        self.pool.shutdown()


def measure(batches, args):
    """For each batch a list of speeds, in the same order."""
    speeds = [[] for _ in batches]
    for repeat in range(args.repeats):
        order = range(len(batches))
        for index in order if repeat % 2 else reversed(order):
            speeds[index] += batches[index].speeds(repeat, args.seconds)
    return speeds


def report(name, ours, theirs, wanted=None):
    """Prints our speed as a multiple of theirs."""
    ratio = statistics.median(a / b for a, b in zip(ours, theirs))
    kilo = [statistics.median(column) / 1000 for column in (ours, theirs)]
    verdict = "" if wanted is None else (
        f", wanted {wanted:.1f} {'reached' if ratio >= wanted else 'MISSED'}")
    print(f"{name:32} {kilo[0]:7.0f} against {kilo[1]:7.0f} knps  ratio {ratio:.2f}{verdict}",
          flush=True)


def tactics(searcher, referee, seconds):
    """Solved are positions whose answer is a best move, or not an avoided one."""
    solved, rows = 0, read_lines(WAC)
    for row in rows:
        fen = " ".join(row.split()[:4])
        kind, wanted = re.search(r"\b(bm|am) ([^;]+);", row).groups()
        best = searcher.search(fen, seconds)[-1].split()[1].decode()
        named = set()
        for word in wanted.split():
            referee.start(fen)
            try:
                named.add(referee.move(word)[0].coord)
            except Illegal:
                print(f"cannot read {word}: {row}")
        solved += (best in named) == (kind == "bm")
    print(f"{'WAC':32} {solved} of {len(rows)} in {seconds:g} s each", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="./rookery")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--at-once", type=int, default=os.cpu_count(), metavar="N",
                        help="searches at once; as many as cores unless told")
    parser.add_argument("--against", action="append", default=[], metavar="PROGRAM",
                        help="another engine that speaks UCI; may be given several times")
    parser.add_argument("--tactics", action="store_true", help="WAC too, five minutes")
    args = parser.parse_args()
    print(f"{len(POSITIONS)} positions, {args.seconds:g} s each, {args.repeats} times, "
          f"{args.at_once} searches at once")
    batches = [Batch(command, args.at_once)
               for command in [f"uci:{args.program} uci", "uci:ethereal-chess"]
               + [f"uci:{path}" for path in args.against]]
    ours, *others = measure(batches, args)
    for batch, theirs in zip(batches[1:], others):
        report(f"against {batch.id}", ours, theirs, WANTED_SPEED if theirs is others[0] else None)
    for batch in batches:
        batch.close()
    if os.cpu_count() > 1:
        threads = [Batch(f"uci:{args.program} uci", 1, threads=count) for count in (2, 1)]
        report("two threads against one", *measure(threads, args), WANTED_THREADS)
        for batch in threads:
            batch.close()
    if args.tactics and os.path.exists(WAC):
        match.need_referee(argparse.Namespace(referee=None))
        searcher = Searcher(f"uci:{args.program} uci")
        tactics(searcher, Referee(), args.seconds)
        searcher.engine.close()
    elif args.tactics:
        print("WAC is not there: skipped")
    if os.getloadavg()[0] > args.at_once + 0.5:
        print("the machine was busy with other things: measure again")


if __name__ == "__main__":
    main()
