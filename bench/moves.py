#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How good are the moves? What a move gives away, in a stronger judge's opinion.

    bench/moves.py --games ../shared/data/selfplay/games-1-0.rk.xz PLAYER...
    bench/moves.py --nodes 100000 --positions 2000 './rookery' './rookery;Use NNUE=false'
    bench/moves.py ... build/tune/rookery 'build/tune/rookery;lmr_slope=110'

All players choose a move in the same positions, one of each game, with the same number
of nodes and an empty table. The judge (Debian's stockfish with its network) searches
the position after each move that any of them has chosen. What counts is the expected
score that it sees there, of 100 for a game; how much a player loses against the best of
these moves, and the difference to the first player, in the positions where they differ.

Only moves that differ count, so this should need far less time than games to show which
change is worth a match; a match decides. A player is a command and UCI options behind
semicolons. The judge's opinions are kept in --cache and used again by the next call.
"""
import argparse
import concurrent.futures
import json
import lzma
import os
import queue
import random
import statistics
import struct
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
from match_engines import Fault, Spec, Unable  # noqa: E402

STANDARD, CASTLING, PROMOTION = 518, 3, 1
DECIDED = 300  # hundredths of a pawn, in the opinion of who played the game
JUDGE = "uci:stockfish"


def games_of(name):
    """[(moves, scores, random moves)] of the games with the usual start; tools/games.h."""
    try:
        with (lzma.open if name.endswith(".xz") else open)(name, "rb") as file:
            data = file.read()
    except (OSError, EOFError, lzma.LZMAError) as error:
        sys.exit(f"moves: {name}: {error}")
    if not data.startswith(b"rkgames1"):
        sys.exit(f"moves: {name}: no file of games")
    at, games = 8, []
    while at + 6 <= len(data):
        start, _, chance, plies = struct.unpack_from("<HBBH", data, at)
        at += 6
        if at + 4 * plies > len(data):
            break
        words = struct.unpack_from("<" + "Hh" * plies, data, at)
        at += 4 * plies
        if start == STANDARD:
            games.append((words[::2], words[1::2], chance))
    return games


def move_text(move):
    start, end, kind = move & 63, move >> 6 & 63, move >> 14
    if kind == CASTLING:  # the king goes to the square of its rook
        end = (start & 56) + (6 if end > start else 2)
    square = "abcdefgh"
    text = "".join(square[s & 7] + str((s >> 3) + 1) for s in (start, end))
    return text + ("nbrq"[move >> 12 & 3] if kind == PROMOTION else "")


def choose_positions(names, count, seed):
    """The moves from the start, one position a game, none of them decided."""
    chance, found = random.Random(seed), []
    for name in names:
        for moves, scores, first in games_of(name):
            plies = [ply for ply in range(first + 6, len(moves))
                     if abs(scores[ply]) < DECIDED]
            if plies and len(found) < count:
                ply = chance.choice(plies)
                found.append(" ".join(move_text(move) for move in moves[:ply]))
    return found


class Player:
    """One process of an engine."""

    def __init__(self, text, more=()):
        command, *options = [word.strip() for word in text.split(";")]
        if not command:
            sys.exit("moves: a player without a command")
        try:
            self.engine = Spec(command, ["Hash=16", *options, *more]).start()
        except (Fault, Unable) as error:
            sys.exit(f"moves: {text}: {error}")

    def search(self, moves, nodes):
        self.engine.new_game("")
        self.engine.program.write(f"position startpos moves {moves}\ngo nodes {nodes}")
        return self.engine.program.read_to(b"bestmove", time.monotonic() + 600)

    def choice(self, moves, nodes):
        return self.search(moves, nodes)[-1].split()[1].decode()

    def expectation(self, moves, nodes):
        """The expected score of the side that has just moved, of 100."""
        for line in reversed(self.search(moves, nodes)):
            words = line.split()
            if b"wdl" in words:
                at = words.index(b"wdl")
                win, draw, _ = (int(word) for word in words[at + 1:at + 4])
                return 100 - (win + draw / 2) / 10
            if b"mate" in words and words[words.index(b"mate") + 1] == b"0":
                return 100.0
        return 50.0  # stalemate


def with_each(make, count, work, tasks):
    """Results of work(process, task), by `count` processes at once."""
    idle = queue.Queue()
    for _ in range(count):
        idle.put(make())

    def one(task):
        process = idle.get()
        try:
            return work(process, task)
        finally:
            idle.put(process)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        results = list(pool.map(one, tasks))
    while not idle.empty():
        idle.get().engine.close()
    return results


class Judge:
    """What moves are worth, with a file of all opinions so far."""

    def __init__(self, nodes, at_once, cache):
        self.nodes, self.at_once, self.cache = nodes, at_once, cache
        self.known = {}
        if cache and os.path.exists(cache):
            with open(cache, encoding="ascii") as file:
                for line in file:
                    try:
                        nodes_then, line_then, value = json.loads(line)
                    except ValueError:
                        continue  # a call that was killed has torn it
                    if nodes_then == nodes:
                        self.known[line_then] = value

    def learn(self, lines):
        new = sorted(set(lines) - set(self.known))
        values = with_each(lambda: Player(JUDGE, ["UCI_ShowWDL=true"]), self.at_once,
                           lambda judge, line: judge.expectation(line, self.nodes), new)
        self.known.update(zip(new, values))
        if self.cache:
            with open(self.cache, "a", encoding="ascii") as file:
                for row in zip(new, values):
                    file.write(json.dumps([self.nodes, *row]) + "\n")


def mean_and_error(values):
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0
    return f"{statistics.fmean(values):+7.3f} ± {1.96 * error:.3f}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("player", nargs="+", help="a command; options behind semicolons")
    add("--games", action="append", metavar="FILE", required=True,
        help="a file of tools/selfplay, packed by xz or not")
    add("--positions", type=int, default=1000)
    add("--nodes", type=int, default=100000, help="a move")
    add("--judge-nodes", type=int, default=200000)
    add("--at-once", type=int, default=os.cpu_count())
    add("--cache", metavar="FILE", help="of the judge's opinions")
    add("--seed", type=int, default=1)
    args = parser.parse_args()
    if min(args.positions, args.nodes, args.judge_nodes, args.at_once) < 1:
        parser.error("numbers are 1 at least")
    positions = choose_positions(args.games, args.positions, args.seed)
    if not positions:
        sys.exit("moves: no position in these games")
    judge = Judge(args.judge_nodes, args.at_once, args.cache)
    print(f"{len(positions)} positions, {args.nodes} nodes; the judge {args.judge_nodes}")
    table = []
    for text in args.player:
        moves = with_each(lambda: Player(text), args.at_once,
                          lambda player, line: player.choice(line, args.nodes), positions)
        lines = [f"{line} {move}" for line, move in zip(positions, moves)]
        judge.learn(lines)
        table.append([judge.known[line] for line in lines])
        gain = [a - b for a, b in zip(table[-1], table[0])]
        print(f"better than the first by {mean_and_error(gain)} "
              f"({sum(x != 0 for x in gain):4} moves differ)  {text}", flush=True)
    best = [max(values) for values in zip(*table)]
    print("lost against the best of all:")
    for text, values in zip(args.player, table):
        print(f"{mean_and_error([b - v for b, v in zip(best, values)])}  {text}")


if __name__ == "__main__":
    main()
