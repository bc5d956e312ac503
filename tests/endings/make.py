#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes tests/endings/tables.txt anew: random endings of four men at most.

    tests/endings/make.py PROBE TABLES > tests/endings/tables.txt

PROBE is tests/endings/probe.c, TABLES a folder with the Syzygy tables. What a
position is worth is what the tables say. No engine has a say in the choice.
"""
import random
import subprocess
import sys

HEADER = """# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# FEN ; what it is for the side to move ; its kind. Random positions that the
# Syzygy tables judged. Made by tests/endings/make.py."""


def is_dark(square):
    return (square // 8 + square % 8) % 2 == 0


def wrong_bishop(men):
    """A rook pawn, and a bishop that does not control where it promotes."""
    where = {man: square for square, man in men.items()}
    file = where["P"] % 8
    return file in (0, 7) and is_dark(where["B"]) != is_dark(56 + file)


def on_seventh(men):
    return any(man == "P" and square // 8 == 6 for square, man in men.items())


def near_promotion(men):
    return any(man == "p" and square // 8 < 3 for square, man in men.items())


# The men, the result from White's view, positions, a condition, plies already
# counted by the fifty-move rule.
KINDS = {
    "wrong bishop": ("KBPk", "draw", 40, wrong_bishop, 0),
    "bishop and pawn": ("KBPk", "win", 10, None, 0),
    "knight and pawn on the seventh": ("KNPk", "draw", 10, on_seventh, 0),
    "knight and pawn": ("KNPk", "win", 10, None, 0),
    "two knights": ("KNNk", "draw", 6, None, 0),
    "bishop and knight": ("KBNk", "win", 10, None, 0),
    "two bishops": ("KBBk", "win", 6, None, 0),
    "queen against pawn, drawn": ("KQkp", "draw", 16, near_promotion, 0),
    "queen against pawn": ("KQkp", "win", 10, near_promotion, 0),
    "rook against pawn, drawn": ("KRkp", "draw", 10, near_promotion, 0),
    "rook against pawn": ("KRkp", "win", 10, None, 0),
    "rook against bishop": ("KRkb", "draw", 10, None, 0),
    "rook against knight": ("KRkn", "draw", 10, None, 0),
    "queen against rook": ("KQkr", "win", 10, None, 0),
    "bishop against pawn": ("KBkp", "draw", 8, None, 0),
    "knight against pawn": ("KNkp", "draw", 8, None, 0),
    "rook and pawn": ("KRPk", "win", 6, None, 0),
    "rook against rook": ("KRkr", "draw", 6, None, 0),
    "queen against queen": ("KQkq", "draw", 6, None, 0),
    "fifty moves, bishop and knight": ("KBNk", "draw", 6, None, 90),
    "fifty moves, queen against rook": ("KQkr", "draw", 6, None, 92),
    "fifty moves, queen": ("KQk", "draw", 6, None, 94),
    "fifty moves, enough": ("KQk", "win", 6, None, 70),
}


def fen_of(men, side, waited):
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(men.get(8 * rank + file, " ") for file in range(8))
        for blanks in range(8, 0, -1):
            row = row.replace(" " * blanks, str(blanks))
        rows.append(row)
    return f"{'/'.join(rows)} {side} - - {waited} 80"


class Probe:
    def __init__(self, path, tables):
        self.process = subprocess.Popen([path, tables], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, fen):
        """The result for the side to move, plies and a move; or ["?"]."""
        self.process.stdin.write(fen + "\n")
        return self.process.stdout.readline().split()


def make(probe, chance, men, result, condition, waited):
    """One position, whose two men or pawns may be anywhere but in mate."""
    while True:
        squares = chance.sample(range(64), len(men))
        placed = dict(zip(squares, men))
        if any(man in "Pp" and not 8 <= square < 56 for square, man in placed.items()):
            continue
        if condition and not condition(placed):
            continue
        side = chance.choice("wb")
        fen = fen_of(placed, side, waited)
        said = probe.ask(fen)
        wanted = result if result == "draw" or side == "w" else "loss"
        # The count of plies is exact to one: stay away from the edge itself.
        if len(said) < 3 or said[0] != wanted or said[2] == "-":
            continue
        if waited and abs(int(said[1]) + waited - 100) < 3:
            continue
        if waited and result == "draw" and not is_won_in_time(probe, placed, side):
            continue
        return fen, wanted


def is_won_in_time(probe, placed, side):
    """With the count at nothing it would be no draw."""
    return probe.ask(fen_of(placed, side, 0))[0] != "draw"


def main():
    probe, chance = Probe(*sys.argv[1:3]), random.Random(16)
    print(HEADER)
    for kind, (men, result, count, condition, waited) in KINDS.items():
        for _ in range(count):
            fen, verdict = make(probe, chance, men, result, condition, waited)
            print(f"{fen} ; {verdict} ; {kind}")


if __name__ == "__main__":
    main()
