#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Does the engine know drawn endings from won ones?

    tests/endings/run.py PROGRAM REFEREE PROBE

tables.txt has endings of four men at most, chosen at random and judged by the
Syzygy tables (tests/endings/make.py); theory.txt has larger ones from the books.
A draw has to be within a pawn and a half of nothing, a win beyond it. Basic
mates are also played out, within the fifty moves; with the tables as the
defender where ../shared/data/syzygy is there, else against itself.
RK_QUICK in the environment asks for every tenth position, RK_SMALLEST for one in
fifty.
"""
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, "..", "..", "tools")]
from group import SMALLEST, Group, Skip  # noqa: E402
from match_engines import Spec  # noqa: E402
from match_game import Referee, read_lines  # noqa: E402

PROGRAM, REFEREE, PROBE = sys.argv[1:4] if len(sys.argv) > 3 else (
    "./rookery", "build/host/referee", "build/host/probe")
TABLES = os.path.join(HERE, "..", "..", "..", "shared", "data", "syzygy")
HAVE_TABLES = os.path.isdir(TABLES)
EVERY = 50 if SMALLEST else 10 if os.environ.get("RK_QUICK") else 1
NODES = 200000
MARGIN = 150        # hundredths of a pawn
MUST_KNOW = 0.97    # of the positions of tables.txt
MATING_NODES = 30000  # fewer are not enough for two bishops
MATES = (
    "8/8/3k4/8/8/3K4/8/2B2B2 w - - 0 1",
    "7k/8/8/8/8/8/K7/1BB5 w - - 0 1",
    "8/8/8/3k4/8/8/8/R3K3 b - - 0 1",
    "8/8/8/3k4/8/8/8/Q3K3 b - - 0 1",
    "3k4/8/8/8/8/3K4/3P4/8 w - - 0 1",
    "8/8/8/6k1/8/1K6/4P3/8 w - - 0 1",
    "8/1k6/8/8/8/2K5/6P1/8 b - - 0 1",
)
HARD_KIND, HARD_SHARE = "bishop and knight", 0.6  # which takes up to 66 plies
SCORE = re.compile(rb" score (cp|mate) (-?\d+) ")


def read(name):
    rows = [line.split(";") for line in read_lines(os.path.join(HERE, name))]
    return [tuple(part.strip() for part in row) for row in rows][::EVERY]


class Engine:
    def __init__(self):
        self.engine = Spec(f"uci:{PROGRAM} uci", ["Hash=16"]).start()

    def think(self, fen, nodes, moves=()):
        """Its move and its score, a mate as 30000 or -30000."""
        program = self.engine.program
        program.write(f"position fen {fen} moves {' '.join(moves)}\ngo nodes {nodes}")
        lines = program.read_to(b"bestmove", time.monotonic() + 120)
        told = [SCORE.search(line) for line in lines if b"bound" not in line]
        kind, number = [found.groups() for found in told if found][-1]
        score = int(number)
        if kind == b"mate":
            score = 30000 if score > 0 else -30000
        return lines[-1].split()[1].decode(), score

    def forget(self):
        self.engine.new_game("")

    def close(self):
        self.engine.close()


def is_right(verdict, score):
    return {"draw": abs(score) <= MARGIN, "win": score > MARGIN,
            "loss": score < -MARGIN}[verdict]


def wrong_of(rows):
    engine, wrong = Engine(), []
    for fen, verdict, kind in rows:
        engine.forget()
        score = engine.think(fen, NODES)[1]
        if not is_right(verdict, score):
            wrong.append(f"{fen}: {score}, but it is a {verdict} ({kind})")
    engine.close()
    print("\n".join(wrong))
    print(f"{len(rows) - len(wrong)} of {len(rows)} right in {NODES} nodes")
    return wrong


def judged_by_tables():
    rows = read("tables.txt")
    wrong = wrong_of(rows)
    assert len(wrong) <= max(1, (1 - MUST_KNOW) * len(rows)), f"{len(wrong)} wrong"
    assert not any("wrong bishop" in line for line in wrong)


def judged_by_books():
    wrong = wrong_of(read("theory.txt"))
    assert not wrong


def probe(fens):
    return subprocess.run([PROBE, TABLES], input="".join(fen + "\n" for fen in fens), text=True,
                          capture_output=True, check=True).stdout.splitlines()


def the_file():
    """What tables.txt says is what the tables say."""
    if not HAVE_TABLES:
        raise Skip("no Syzygy tables")
    rows = read("tables.txt")
    for (fen, verdict, _), said in zip(rows, probe([fen for fen, _, _ in rows])):
        assert said.split()[0] == verdict, f"{fen}: {said}, not {verdict}"


def king_and_pawn():
    """The engine's bitbase, every position of it."""
    if not HAVE_TABLES:
        raise Skip("no Syzygy tables")
    result = subprocess.run([PROBE, TABLES, "kpk"], text=True, capture_output=True, check=False)
    found = re.match(r"(\d+) positions, 0 differ", result.stdout)
    assert result.returncode == 0 and found and int(found[1]) > 600000, result.stdout


def play_out(engine, referee, start):
    """White mates before the fifty moves are over."""
    white, moves = referee.start(start) == "w", []
    engine.forget()
    while len(moves) < 102:
        if white or not HAVE_TABLES:
            move = engine.think(start, MATING_NODES, moves)[0]
        else:
            move = probe([referee.ask("fen")])[0].split()[2]
        moves.append(move)
        over = referee.move(move)[1]
        if over:
            assert over[0] == "1-0", f"{over}: {start} {' '.join(moves)}"
            return
        white = not white
    raise AssertionError(f"not mated: {start} {' '.join(moves)}")


def mates_played_out():
    engine, referee, failed = Engine(), Referee(REFEREE), []
    hard = [fen for fen, _, kind in read("tables.txt") if kind == HARD_KIND]
    for fen in MATES:
        play_out(engine, referee, fen)
    for fen in hard:
        try:
            play_out(engine, referee, fen)
        except AssertionError as reason:
            failed.append(str(reason))
    engine.close()
    referee.close()
    print("\n".join(failed))
    assert len(failed) <= (1 - HARD_SHARE) * len(hard), f"{len(failed)} of {len(hard)} not mated"


def main():
    group = Group()
    for test in (judged_by_tables, judged_by_books, mates_played_out, the_file,
                 king_and_pawn):
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
