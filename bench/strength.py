#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How strong we are, against Debian's engines in one run.

    bench/strength.py [--games N] [--concurrency N] [--tc TC] [PROGRAM]

Every opponent gets 100 games of 5 s + 0.05 s a move, 16 MB, one thread, from
data/starts.txt with colours swapped; the opponents take turns, so that a
machine that slows down slows all matches. A game keeps one processor busy, and
there are as many at a time as processors; on two that takes about an hour.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import match  # noqa: E402
from match_stats import elo_of  # noqa: E402

# command, the share of points that is wanted, Elo on the ladder of
# docs/matches.md, where toga2 is 0
OPPONENTS = [
    ("uci:toga2", 0.85, 0),
    ("uci:glaurung", 0.85, -70),
    ("uci:gnuchess --uci", 0.85, -150),
    ("uci:ethereal-chess", 0.50, 360),
]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="./rookery")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tc", default="5+0.05")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count())
    parser.add_argument("--adjudicate", action="store_true",
                        help="end games whose result both sides agree on")
    parser.add_argument("--pgn")
    return parser.parse_args()


def print_table(played):
    print(f"\n{'opponent':16}{'games':>6}  {'+':>4}{'=':>4}{'-':>4}  {'score':16}{'wanted':>7}"
          f"            {'Elo':16} on the ladder")
    for (_, wanted, ladder), spec, tally in zip(OPPONENTS, played.specs[1:], played.tallies[1:]):
        if not tally.games:
            continue
        place = f"{ladder + elo_of(tally.score):+.0f}" if 0 < tally.score < 1 else "-"
        print(f"{spec.name:16}{tally.games:6}  {tally.won:4}{tally.drawn:4}{tally.lost:4}  "
              f"{tally.score_text():16}{100 * wanted:5.0f} %"
              f" {'reached' if tally.score >= wanted else 'MISSED':8}  "
              f" {tally.elo_text():16} {place}")
    ours = [tally.faults_text(0) for tally in played.tallies[1:]]
    print("our crashes, hangs, illegal moves, losses on time: "
          + ("none" if set(ours) == {"none"} else "; ".join(ours)))


def main():
    args = read_arguments()
    words = ["--games", str(args.games), "--tc", args.tc, "--hash", "16",
             "--concurrency", str(args.concurrency)]
    words += ["--adjudicate"] if args.adjudicate else []
    words += ["--pgn", args.pgn] if args.pgn else []
    words += [f"uci:{args.program} uci"] + [command for command, _, _ in OPPONENTS]
    arguments = match.read_arguments(words)
    match.need_referee(arguments)
    played = match.Match(arguments)
    played.run()
    if played.trouble:
        print(f"strength: {played.trouble}", file=sys.stderr)
        return 2
    print_table(played)
    return played.status()


if __name__ == "__main__":
    sys.exit(main())
