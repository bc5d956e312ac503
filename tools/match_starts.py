#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Writes data/starts.txt, the openings that matches begin with.

    tools/match_starts.py > data/starts.txt

The lines of data/openings.txt are cut to a length of 8 to 12 plies; shorter
ones go on with moves that stockfish finds nearly as good as the best. Kept is
what it thinks to be within 0.6 pawns of level, one line for a position. The
same stockfish gives the same file; it takes a few minutes.
"""
import os
import random
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from match_engines import Spec  # noqa: E402
from match_game import Referee  # noqa: E402

LINES = os.path.join(HERE, "..", "data", "openings.txt")
SHORTEST = 6         # plies of a line that is worth going on with
LENGTHS = (8, 9, 10, 11, 12)
NEAR = 30            # hundredths of a pawn that a move may be worse
LEVEL = 60
GROW_NODES, JUDGE_NODES = 20000, 100000
WANTED = 400
HEADER = """# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Openings that matches begin with, one a line; stockfish thinks that all are
# within 0.6 pawns of level. Made by tools/match_starts.py out of
# data/openings.txt."""
LINE = re.compile(rb"multipv (\d) score cp (-?\d+) nodes .* pv (\S+)")


class Judge:
    """Stockfish, one thread, 16 MB; every question starts from nothing."""
    def __init__(self):
        self.engine = Spec("uci:stockfish", ["Hash=16"]).start()

    def lines(self, coords, nodes, count):
        """[(score, move), ...] of the best moves, best first."""
        program = self.engine.program
        program.write(f"setoption name MultiPV value {count}")
        self.engine.new_game("")
        program.write(f"position startpos moves {' '.join(coords)}\ngo nodes {nodes}")
        found = {}
        for line in program.read_to(b"bestmove", time.monotonic() + 60):
            match = b"bound" not in line and LINE.search(line)
            if match:
                found[int(match[1])] = (int(match[2]), match[3].decode())
        return [found[number] for number in sorted(found)]


def grow(judge, referee, words, length, chance):
    """The line cut or carried on to that length, as (SAN, coordinates)."""
    referee.start("")
    moves = [referee.move(word)[0] for word in words[:length]]
    while len(moves) < length:
        lines = judge.lines([move.coord for move in moves], GROW_NODES, 5)
        near = [move for score, move in lines if score >= lines[0][0] - NEAR]
        move, over = referee.move(chance.choice(near))
        if over:
            return None
        moves.append(move)
    return moves


def numbered(moves):
    words = []
    for ply, move in enumerate(moves):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(move.san)
    return " ".join(words)


def read_rows():
    """The moves of every line that is long enough and does not end in mate."""
    with open(LINES, encoding="utf-8") as file:
        rows = [row.split("\t")[2].split() for row in file if row[0] in "ABCDE"]
    rows = [[word for word in row if not word[0].isdigit()] for row in rows]
    return [row for row in rows if len(row) >= SHORTEST and not row[-1].endswith("#")]


def main():
    chance, judge, referee = random.Random(4), Judge(), Referee()
    rows = read_rows()
    chance.shuffle(rows)
    starts = {}
    for row in rows:
        moves = grow(judge, referee, row, chance.choice(LENGTHS), chance)
        position = " ".join(referee.ask("fen").split()[:4])
        if not moves or position in starts:
            continue
        lines = judge.lines([move.coord for move in moves], JUDGE_NODES, 1)
        if lines and abs(lines[0][0]) <= LEVEL:
            starts[position] = numbered(moves)
        if len(starts) == WANTED:
            break
    print(HEADER)
    for start in sorted(starts.values()):
        print(start)
    referee.close()
    judge.engine.close()


if __name__ == "__main__":
    main()
