#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes openings for four players out of the engine's own searches.

    tools/openings_four.py ROOKERY                 prints data/openings-four.txt
    tools/openings_four.py ROOKERY teams modern    the lines of one tree

Every legal move of a position is searched with a few nodes, the best of them
with many, each from an empty table. Those that lose no more than MARGIN
centipawns against the best are kept. The positions after the first few of them
are looked at in the same way. The number of nodes is the only limit and nothing
is left to chance, so that the same program prints the same text again.
"""
import argparse
import subprocess
import sys

KINDS = ("teams", "ffa")
STARTS = ("modern", "classic", "by", "byg", "rg")
MARGIN = 100
# By ply: how many replies are kept, and how many of them are followed.
KEPT = (3, 3, 3, 3, 2, 2, 2, 2)
FOLLOWED = (3, 2, 2, 1, 1, 1, 1, 0)
TRIED = 5  # moves that are searched with many nodes
BLUNDER = 300  # a move that turns out to lose this much is left out
LOST = -30000

HEAD = """\
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Openings for four players, printed by tools/openings_four.py. The levels and
# UCI's OwnBook play them. Fields are parted by one tab; empty lines and lines
# that begin with # say nothing to a program.
#
#   kind     teams; or ffa, which serves every game without partners
#   start    the set-up: modern, classic, by, byg, rg
#   moves    what was played from there, in coordinates; - for nothing. An earlier
#            line of the same kind has the last of these moves as a reply
#   replies  moves, each with a colon and its weight, 1 to 15: how often it is
#            chosen. No two lines have the same position
"""


class Engine:
    def __init__(self, program, kind):
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ask("setoption name Threads value 1\nsetoption name Hash value 8\n"
                 f"setoption name UCI_Variant value {kind}\nisready", "readyok")

    def ask(self, text, last):
        """Sends lines; returns the answer up to the line that begins like this."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        lines = []
        while not (lines and lines[-1].startswith(last)):
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the engine has ended")
            lines.append(line.strip())
        return lines

    def place(self, start, moves):
        """Sets the board up; returns what tells positions apart."""
        played = " moves " + " ".join(moves) if moves else ""
        lines = self.ask(f"position startpos {start}{played}\nd", "Checkers:")
        if any("refused" in line for line in lines):
            sys.exit(f"refused: {start} {moves}")
        return next(line for line in lines if line.startswith("Key: "))

    def legal_moves(self):
        return [line.split(":")[0] for line in self.ask("perft 1", "Nodes searched")
                if line.endswith(": 1") and " " not in line.split(":")[0]]

    def score(self, move, nodes):
        lines = self.ask(f"ucinewgame\nisready\ngo nodes {nodes} searchmoves {move}",
                         "bestmove")
        words = next(line for line in reversed(lines) if " score " in line).split()
        kind, value = words[words.index("score") + 1:][:2]
        return int(value) if kind == "cp" else -LOST if int(value) > 0 else LOST


def best_replies(engine, few, many):
    """The best moves with their scores, best first."""
    found = {move: engine.score(move, few) for move in engine.legal_moves()}
    found = sorted(found, key=lambda move: (-found[move], move))[:TRIED]
    found = {move: engine.score(move, many) for move in found}
    return sorted(((score, move) for move, score in found.items()),
                  key=lambda pair: (-pair[0], pair[1]))


def weigh(score, best):
    return 1 + 8 * (MARGIN - (best - score)) // MARGIN


class Tree:
    def __init__(self, engine, kind, start, nodes):
        self.engine, self.nodes = engine, nodes
        self.kind, self.start = kind, start
        self.seen = {}
        self.lines = [[] for _ in KEPT]

    def value(self, moves):
        """What the position is worth for who moves; adds its lines."""
        key = self.engine.place(self.start, moves)
        if key not in self.seen:
            self.seen[key] = self.grow(moves)
        return self.seen[key]

    def grow(self, moves):
        ply = len(moves)
        found = best_replies(self.engine, max(self.nodes // 20, 1), self.nodes)
        if not found:
            return LOST
        best, kept, left = found[0][0], [], FOLLOWED[ply]
        place = len(self.lines[ply])
        self.lines[ply].append(None)
        for score, move in found:
            if score < best - MARGIN or len(kept) == KEPT[ply]:
                break
            if left and self.is_blunder(moves + [move], best):
                continue
            left -= left > 0
            kept.append((score, move))
        replies = " ".join(f"{move}:{weigh(score, best)}" for score, move in kept)
        if kept:
            self.lines[ply][place] = (moves, replies)
        return kept[0][0] if kept else LOST

    def is_blunder(self, moves, best):
        """Does what was looked at later refute the last move? In teams one side's
        loss is the other's gain; in other games a value says nothing of others."""
        value = self.value(moves)
        return self.kind == "teams" and -value < best - BLUNDER

    def text(self):
        """The lines ply by ply, without those that a move left out led to."""
        self.value([])
        known = {()}
        for lines in self.lines:
            for moves, replies in filter(None, lines):
                if tuple(moves) not in known:
                    continue
                known |= {(*moves, reply.split(":")[0]) for reply in replies.split()}
                yield f"{self.kind}\t{self.start}\t{' '.join(moves) or '-'}\t{replies}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="ROOKERY")
    parser.add_argument("kind", nargs="?", choices=KINDS)
    parser.add_argument("start", nargs="?", choices=STARTS)
    parser.add_argument("--nodes", type=int, default=50000, help="for each of the best moves")
    wanted = parser.parse_args()
    if not wanted.kind:
        print(HEAD, end="")
    for kind in [wanted.kind] if wanted.kind else KINDS:
        engine = Engine(wanted.program, kind)
        for start in [wanted.start] if wanted.start else STARTS:
            if not wanted.kind:
                print(f"\n# {kind}, {start}")
            for line in Tree(engine, kind, start, wanted.nodes).text():
                print(line, flush=True)


if __name__ == "__main__":
    main()
