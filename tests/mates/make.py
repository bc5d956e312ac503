#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes the mate suite anew: mates.txt and none.txt in a folder.

    tests/mates/make.py PROVE REFEREE FOLDER [SECONDS]

Stockfish plays games against itself with few nodes and a random move now and
then, so that somebody gets mated. Where it announces a mate in 2 to 6,
tests/mates/prove.c, which tries everything, has to find the same number; only
positions on which both agree are kept, three of a game at most. none.txt takes
positions of the same games where one side is far ahead but has no mate in
three, and positions out of mates.txt in which the fifty-move rule comes first.
"""
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "tools")]
from match_engines import Spec  # noqa: E402
from match_game import Referee, read_openings  # noqa: E402

STARTS = os.path.join(HERE, "..", "..", "data", "starts.txt")
NODES = 5000
RANDOM_MOVES = 0.15
WANTED = {2: 70, 3: 80, 4: 80, 5: 60, 6: 50}
OF_A_GAME = 3
NOT_WANTED = 100
FAR_AHEAD = 500
SCORE = re.compile(rb" score (cp|mate) (-?\d+) ")
HEADER = """# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# {}
# Made by tests/mates/make.py."""


class Prover:
    def __init__(self, path, most, nodes=60000000):
        self.process = subprocess.Popen([path, str(most), str(nodes)], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def mate(self, fen):
        """The moves to mate, 0: none, or None where that is not known."""
        self.process.stdin.write(fen + "\n")
        answer = self.process.stdout.readline().strip()
        return None if answer == "?" else int(answer)


class Maker:
    def __init__(self, prove, referee):
        self.chance = random.Random(6)
        self.referee = Referee(referee)
        self.engine = Spec("uci:stockfish", ["Hash=16"]).start()
        self.prover, self.short = Prover(prove, 6), Prover(prove, 3)
        self.mates = {number: {} for number in WANTED}
        self.none = {}

    def think(self, fen):
        """(kind, score, best move) in stockfish's opinion."""
        program = self.engine.program
        program.write(f"position fen {fen}\ngo nodes {NODES}")
        lines = program.read_to(b"bestmove", time.monotonic() + 60)
        exact = [SCORE.search(line) for line in lines if b"bound" not in line]
        score = [match for match in exact if match][-1]
        return score[1], int(score[2]), lines[-1].split()[1].decode()

    def play(self, opening):
        """Plays a game and returns what may be a mate, what may be none."""
        self.engine.new_game("")
        self.referee.start("")
        for word in opening.words:
            self.referee.move(word)
        mates, none = {}, []
        for _ in range(160):
            fen = self.referee.ask("fen")
            kind, score, best = self.think(fen)
            if kind == b"mate" and 2 <= score <= 6:
                mates.setdefault(score, []).append(fen)
            elif kind == b"cp" and score > FAR_AHEAD:
                none.append(fen)
            moves = self.referee.ask("moves").split()
            wild = self.chance.random() < RANDOM_MOVES
            if self.referee.move(self.chance.choice(moves) if wild else best)[1]:
                break
        return mates, none

    def keep(self, mates, none):
        short = sorted(mates, key=lambda n: len(self.mates[n]) / WANTED[n])
        for number in short[:OF_A_GAME]:
            fen = self.chance.choice(mates[number])
            if len(self.mates[number]) < WANTED[number] and self.prover.mate(fen) == number:
                self.mates[number][board(fen)] = fen
        if none and len(self.none) < NOT_WANTED:
            fen = self.chance.choice(none)
            if self.short.mate(fen) == 0:
                self.none[board(fen)] = fen

    def done(self):
        return all(len(self.mates[n]) >= WANTED[n] for n in WANTED)


def fifty(prove, proved):
    """Mates that the rule makes one ply too late, and just in time."""
    late, timely = [], []
    provers = {number: Prover(prove, number, 3000000) for number in WANTED}
    for fen, number in proved:
        fields = fen.split()[:4]
        text = " ".join(fields + [str(100 - (2 * number - 2)), "90"])
        if provers[number].mate(text) == 0:
            late.append((text, number))
        text = " ".join(fields + [str(100 - (2 * number - 1)), "90"])
        if provers[number].mate(text) == number:
            timely.append((text, number))
    return late, timely


def board(fen):
    return " ".join(fen.split()[:4])


def write(path, text, rows):
    with open(path, "w", encoding="utf-8") as file:
        print(HEADER.format(text), *(f"{fen} ; {number}" for fen, number in rows),
              sep="\n", file=file)


def write_all(prove, folder, maker):
    proved = [(fen, number) for number in WANTED for fen in maker.mates[number].values()]
    late, timely = fifty(prove, [pair for pair in proved if 3 <= pair[1] <= 5][::4])
    none = [(fen, 3) for fen in maker.none.values()]
    write(os.path.join(folder, "mates.txt"),
          "FEN ; the least moves in which the side to move mates, proved.",
          proved + timely[:10])
    write(os.path.join(folder, "none.txt"),
          "FEN ; the side to move has no mate in so many moves, proved.",
          none + late[:20])


def main():
    prove, referee, folder = sys.argv[1:4]
    end = time.monotonic() + float(sys.argv[4] if len(sys.argv) > 4 else 600)
    maker = Maker(prove, referee)
    for opening in read_openings(STARTS, 10000, 6):
        maker.keep(*maker.play(opening))
        if maker.done() or time.monotonic() > end:
            break
    write_all(prove, folder, maker)
    maker.engine.close()
    maker.referee.close()


if __name__ == "__main__":
    main()
