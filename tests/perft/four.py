#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Perft with four players: the table of the starts, and every line of four.txt.

    tests/perft/four.py [PROGRAM]     RK_QUICK=1 for the smaller depths

The numbers of the table are the ones that others have published; those of the
file come from the second rule book in tests/oracle, which shares nothing with
the core (build/gcc/fouroracle prints them). Our own count must also come out
the same on a board that is turned by a quarter, move by move, and with
several threads.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from count import QUICK, count, same  # noqa: E402
from group import Group               # noqa: E402

# Depth 1, 2, ... of each start, by all rules.
STARTS = {
    "modern": [20, 395, 7800, 152050, 3452310],
    "classic": [20, 399, 7960, 158402, 3730168],
    "by": [20, 395, 7880, 155226, 3593432],
    "byg": [20, 395, 7880, 155210, 3525566],
    "rg": [20, 395, 7880, 155226, 3587766],
}


class Position:
    def __init__(self, line):
        order, self.what = line.strip().split(" | ")
        deep, shallow, self.rules, self.fen = order.split()
        self.depth = int(shallow if QUICK else deep)
        self.totals = []


def read_positions():
    positions = []
    with open(os.path.join(HERE, "four.txt"), encoding="ascii") as file:
        for line in file:
            if line[0] == "=":
                positions[-1].totals = [int(n) for n in line[1:].split()]
            elif line[0] not in "#\n":
                positions.append(Position(line))
    return positions


def turn_squares(text):
    """South goes west, west goes north."""
    return re.sub(r"([a-n])(\d+)", lambda square:
                  chr(ord("a") + int(square[2]) - 1) + str(14 - (ord(square[1]) - ord("a"))),
                  text)


def turn_seats(text):
    return text.translate(str.maketrans("rbygRBYG", "bygrBYGR"))


def turn_cell(cell):
    return re.sub("[rbyg]", lambda seat: turn_seats(seat[0]), cell)


def turn_board(text):
    rows = []
    for rank in reversed(text.split("/")):
        row = []
        for cell in rank.split(","):
            row += [""] * int(cell) if cell.isdigit() else [turn_cell(cell)]
        assert len(row) == 14, rank
        rows.append(row)
    turned = [[rows[file][13 - rank] for file in range(14)] for rank in range(14)]
    return "/".join(write_rank(row) for row in reversed(turned))


def write_rank(row):
    cells, empty = [], 0
    for cell in row + ["end"]:
        if not cell:
            empty += 1
            continue
        cells += [str(empty)] if empty else []
        cells.append(cell)
        empty = 0
    return ",".join(cells[:-1])


def turn_parts(text):
    """The last of four parts becomes the first."""
    *others, last = text.split(",")
    return ",".join([last, *others])


def turn_fen(fen):
    head, board = fen.rsplit("-", 1)
    who, *fields = head.split("-", 6)
    who = turn_seats(who)
    fields[:4] = [turn_parts(field) for field in fields[:4]]
    if len(fields) > 5:
        skipped = re.fullmatch(r"\{'enPassant':\((.*)\)\}", fields[5])[1]
        fields[5] = "{'enPassant':(" + turn_parts(turn_squares(skipped)) + ")}"
    return "-".join([who, *fields, turn_board(board)])


def check_start(name, rules):
    totals = STARTS[name][:4 if QUICK else 5]
    for depth, expected in enumerate(totals, 1):
        _, total = count(depth, "--four", "--rules", rules, "--start", name)
        assert total == expected, f"depth {depth}: {total}, not {expected}"


def check(position):
    words = "--four", "--rules", position.rules
    fen, depth = position.fen, position.depth
    for ply, expected in enumerate(position.totals[:depth], 1):
        ours, total = count(ply, *words, fen)
        assert total == expected, f"depth {ply}: {total}, the rule book has {expected}"
    threaded, _ = count(depth, *words, "--threads", "3", fen)
    same(fen, ours, threaded, "three threads")
    for quarter in "a quarter", "a half", "three quarters":
        fen = turn_fen(fen)
        ours = {turn_squares(move): nodes for move, nodes in ours.items()}
        turned, _ = count(depth, *words, fen)
        same(fen, ours, turned, f"turned by {quarter}")


def main():
    group = Group(smallest=2)
    for name in STARTS:
        for rules in "ffa", "teams":
            group.run(f"perft, {rules}: the start {name}", check_start, name, rules)
    for position in read_positions():
        group.run(f"perft {position.depth}, {position.rules}: {position.what}",
                  check, position)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
