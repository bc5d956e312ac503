#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Strength by nodes: does it keep up as searches grow?

    bench/scale.py [--games N] [--nodes N,N,...] [--peer ENGINE]... [PROGRAM]

We and a peer search the same number of nodes a move, one thread, 16 MB, from
data/starts.txt with colours swapped; a row for each number of nodes. Without
--peer these are Debian's stockfish without its network, and Weiss and Ethereal
where they are on the PATH (or in the environment: WEISS=FILE, ETHEREAL=FILE). A
peer of your own is a command: --peer 'uci:FILE'. A score that falls from row to
row says that the peer makes more of a node the more there are.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import match  # noqa: E402
from match_engines import Spec  # noqa: E402

NODES = "10000,30000,100000,300000,1000000"
# name, command, options that take its network away
PEERS = [
    ("stockfish", "stockfish", ["Use NNUE=false"]),
    ("weiss", os.environ.get("WEISS", "weiss"), []),
    ("ethereal", os.environ.get("ETHEREAL", "ethereal"), []),
]


def read_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("program", nargs="?", default="./rookery")
    add("--games", default="100", help="a row, or one number for each row: 200,200,100,50,20")
    add("--nodes", default=NODES, help=f"a move, for each row; {NODES}")
    add("--peer", action="append", default=[], metavar="ENGINE",
        help="stockfish, weiss, ethereal or uci:COMMAND")
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="for a peer that is a command")
    add("--concurrency", type=int, default=os.cpu_count())
    add("--seed", type=int, default=1)
    add("--pgn")
    args = parser.parse_args()
    try:
        args.nodes = [int(word) for word in args.nodes.split(",")]
        games = [int(word) for word in args.games.split(",")]
    except ValueError:
        parser.error("--nodes and --games are numbers with commas between them")
    if len(games) not in (1, len(args.nodes)) or min(games + args.nodes) < 1:
        parser.error("--games is one number, or one for each of --nodes; all 1 at least")
    args.games = games * len(args.nodes) if len(games) == 1 else games
    return args


def peers_of(args):
    """[(name, command, options)]; those that are named must be there."""
    known = {peer[0]: peer for peer in PEERS}
    if not args.peer:
        return [peer for peer in PEERS if os.access(Spec(peer[1]).command[0], os.X_OK)]
    return [known.get(name) or (Spec(name).name, name, args.option) for name in args.peer]


def play(args, peer, nodes, games):
    """A row: the match, or None if it could not be played."""
    _, command, options = peer
    if not command.startswith(("uci:", "xboard:")):
        command = f"uci:{command}"
    words = ["--games", str(games), "--nodes", str(nodes), "--hash", "16",
             "--seed", str(args.seed), "--concurrency", str(args.concurrency),
             "--adjudicate", f"uci:{args.program} uci", command]
    words += [f"--option2={option}" for option in options]
    words += ["--pgn", args.pgn] if args.pgn else []
    arguments = match.read_arguments(words)
    match.need_referee(arguments)
    played = match.Match(arguments, say)
    played.run()
    if played.trouble:
        print(f"scale: {played.trouble}", file=sys.stderr)
        return None
    return played


def say(*words, **how):
    """How it goes; the table alone is the output."""
    print(*words, file=sys.stderr, **how)


def print_table(rows):
    print("| peer | nodes a move | games | + | = | − | score | Elo | our faults |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, nodes, tally in rows:
        cells = (name, f"{nodes:,}", tally.games, tally.won, tally.drawn, tally.lost,
                 tally.score_text(), tally.elo_text(), tally.faults_text(0))
        print(f"| {' | '.join(map(str, cells))} |".replace("+-", "±"))


def main():
    args = read_arguments()
    peers = peers_of(args)
    if not peers:
        print("scale: no peer on this machine; tools/setup.sh match installs stockfish",
              file=sys.stderr)
        return 2
    rows, status = [], 0
    for peer in peers:
        for nodes, games in zip(args.nodes, args.games):
            played = play(args, peer, nodes, games)
            if not played:
                return 2
            rows.append((peer[0], nodes, played.tallies[1]))
            status = max(status, played.status())
            if played.stop.is_set():
                break
    print_table([row for row in rows if row[2].games])
    return status


if __name__ == "__main__":
    sys.exit(main())
