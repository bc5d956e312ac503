#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Fits the win, draw and loss model (engine/wdl.c) to games.

    tools/match.py --games 2000 --tc 10+0.1 --pgn games.pgn ./rookery ./rookery
    tools/fit_wdl.py games.pgn [--player rookery] [--write]

PGN of tools/match.py says after each move what its player thought of it. With
s that score in hundredths of a pawn and m the men on the board, the model is

    win  = 1 / (1 + exp(-( s - even) / spread)),   even = EVEN + EVEN_MEN * m
    loss = 1 / (1 + exp(-(-s - even) / spread)),   draw = 1 - win - loss

EVEN, EVEN_MEN and SPREAD are those under which the results of the games are
likeliest. Printed are the loss (mean negative logarithm of what was promised to
the result that came) with the numbers in engine/wdl.c and with the new ones, and
what was promised and came by score. --write puts them into engine/wdl.c.
Mates and games that ended by a fault do not count.
"""
import argparse
import collections
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "engine", "wdl.c")
NAMES = ("EVEN", "EVEN_MEN", "SPREAD")
DEFINE = re.compile(rf"^(#define ({'|'.join(NAMES)}) )(-?\d+)\b", re.M)
TAG = re.compile(r'^\[(\w+) "([^"]*)"\]', re.M)
MOVE = re.compile(r"([KQRBNOa-h][\w+#=-]*) ?(?:\{([^}]*)\})?")
SCORE = re.compile(r"([+-]\d+\.\d\d)/\d+ ")
FAULTS = {"crash", "hung", "illegal", "time", "not finished"}
POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
BUCKET = 5          # hundredths of a pawn
MOST = 2000         # beyond it nothing is left to be learnt
LEAST = 1000        # positions to fit anything to
SAFE = 1e-4         # no promise is more certain than this


class Trouble(Exception):
    """Said in one line."""


# ---- Games ----

def games_of(text):
    """(tags, moves as text) of every game."""
    for game in re.split(r"\n(?=\[Event )", text):
        tags = dict(TAG.findall(game))
        if tags:
            yield tags, game[game.rindex("]\n") + 2:].replace("\n", " ")


def samples_of(tags, moves, player):
    """(score, men, result) of the mover's view, after every move with a score."""
    if tags.get("Result") not in POINTS or tags.get("Termination") in FAULTS:
        return
    fields = tags.get("FEN", "").split()
    men = sum(map(str.isalpha, fields[0])) if fields else 32
    white = not fields or fields[1] == "w"
    points = POINTS[tags["Result"]]
    for word, comment in MOVE.findall(moves):
        # The score is that of the position before the move.
        score = SCORE.search(comment + " ")
        name = tags.get("White" if white else "Black", "")
        if score and player in (None, name):
            number = round(float(score[1]) * 100)
            if abs(number) <= MOST:
                yield number, men, points if white else 2 - points
        men -= "x" in word
        white = not white


def count(paths, player):
    """{(score, men): [lost, drawn, won]}, scores in steps of BUCKET."""
    table = collections.defaultdict(lambda: [0, 0, 0])
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for tags, moves in games_of(file.read()):
                for score, men, result in samples_of(tags, moves, player):
                    table[BUCKET * round(score / BUCKET), men][result] += 1
    if sum(map(sum, table.values())) < LEAST:
        raise Trouble(f"fewer than {LEAST} positions with a score in these games")
    return table


# ---- The model ----

def logistic(x):
    return 1 / (1 + math.exp(-max(min(x, 40.0), -40.0)))


def promise(values, score, men):
    """(loss, draw, win)"""
    even, even_men, spread = values
    even += even_men * men
    win, loss = logistic((score - even) / spread), logistic((-score - even) / spread)
    return loss, max(1 - win - loss, 0.0), win


def loss_of(values, table):
    if values[2] < 1:
        return math.inf
    total = summed = 0.0
    for (score, men), results in table.items():
        for number, share in zip(results, promise(values, score, men)):
            total -= number * math.log(max(share, SAFE))
            summed += number
    return total / summed


def fit(table, start):
    """Whole numbers; steps along each axis and diagonal, halved when none helps."""
    values, best = list(start), loss_of(start, table)
    step = 32
    moves = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]
    while step:
        around = [[values[0] + a * step, values[1] + b * max(step // 16, 1),
                   values[2] + c * step] for a, b, c in moves]
        # The line on which `even` of a usual position stays the same.
        around += [[values[0] - 16 * b, values[1] + b, values[2]] for b in (-1, 1)]
        loss, found = min((loss_of(one, table), one) for one in around)
        if loss < best:
            best, values = loss, found
        else:
            step //= 2
    return values


# ---- What came out ----

def print_table(values, table):
    """By score: what was promised, and what came, per cent."""
    rows = collections.defaultdict(lambda: [0, [0.0] * 3, [0] * 3])
    for (score, men), results in table.items():
        row = rows[min(max(round(score / 50), -8), 8) * 50]
        number = sum(results)
        row[0] += number
        for i, share in enumerate(promise(values, score, men)):
            row[1][i] += share * number
            row[2][i] += results[i]
    print("| score | positions | promised: won | drawn | lost | came: won | drawn | lost |")
    print("|---|---|---|---|---|---|---|---|")
    for score in sorted(rows):
        number, said, came = rows[score]
        cells = [f"{100 * x / number:.0f}" for x in said[::-1] + came[::-1]]
        print(f"| {score:+} | {number} | {' | '.join(cells)} |")


def read_source(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = {name: int(value) for _, name, value in DEFINE.findall(text)}
    if set(found) != set(NAMES):
        raise Trouble(f"{path}: does not define {', '.join(NAMES)}")
    return text, [found[name] for name in NAMES]


def write_source(path, text, values):
    numbers = dict(zip(NAMES, values))
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(DEFINE.sub(lambda m: f"{m[1]}{numbers[m[2]]}", text))
    os.replace(path + ".new", path)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="PGN")
    parser.add_argument("--player", help="its scores alone; otherwise those of both")
    parser.add_argument("--write", action="store_true", help="into engine/wdl.c")
    parser.add_argument("--source", default=SOURCE, help=argparse.SUPPRESS)
    args = parser.parse_args()
    try:
        text, old = read_source(args.source)
        table = count(args.games, args.player)
        values = fit(table, old)
        print(f"{sum(map(sum, table.values()))} positions; "
              + ", ".join(f"{name} {a} -> {b}" for name, a, b in zip(NAMES, old, values))
              + f"; loss {loss_of(old, table):.4f} -> {loss_of(values, table):.4f}\n")
        print_table(values, table)
        if args.write:
            write_source(args.source, text, values)
    except (Trouble, OSError) as error:
        print(f"fit_wdl: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
