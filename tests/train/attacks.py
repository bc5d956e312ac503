#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The attacks that a teacher sees, against a plain loop: tests/train/attacks.py

Random boards, also impossible ones. Needs PyTorch.
"""
import os
import random
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tools"))
import teacher  # noqa: E402

DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
KNIGHT = [(up, right) for up in (-2, -1, 1, 2) for right in (-2, -1, 1, 2)
          if abs(up) != abs(right)]
# Own men, which go up the board, then the other side's: the steps, and how many.
KINDS = [([(way, -1), (way, 1)] if kind == 0 else
          (KNIGHT, DIAGONAL, STRAIGHT, DIAGONAL + STRAIGHT, DIAGONAL + STRAIGHT)[kind - 1],
          7 if kind in (2, 3, 4) else 1) for way in (1, -1) for kind in range(6)]


def random_board(chance):
    """The kind of man on each square, or None."""
    return {(rank, file): chance.choice([None] * chance.randint(1, 40) + list(range(12)))
            for rank in range(8) for file in range(8)}


def attacks_of(board):
    counts = torch.zeros(12, 8, 8)
    for (rank, file), kind in board.items():
        if kind is None:
            continue
        steps, most = KINDS[kind]
        for up, right in steps:
            for far in range(1, most + 1):
                at = rank + far * up, file + far * right
                if at not in board:
                    break
                counts[kind][at] += 1
                if board[at] is not None:
                    break
    return counts


def main():
    chance = random.Random(5)
    boards = [random_board(chance) for _ in range(100)]
    men = torch.zeros(len(boards), 12, 8, 8)
    for number, board in enumerate(boards):
        for at, kind in board.items():
            if kind is not None:
                men[number][kind][at] = 1
    for number, found in enumerate(teacher.attacks_of(men.view(-1, 12, 64))):
        assert torch.equal(found.view(12, 8, 8), attacks_of(boards[number])), boards[number]
    print(f"{len(boards)} boards")


if __name__ == "__main__":
    main()
