#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Does the engine ever claim a mate that is none?

    tests/mates/run.py PROGRAM REFEREE PROVE

mates.txt says of positions in how many moves they are mate at the earliest, and so
does random.txt of positions that no engine has chosen; none.txt in how many they
are not. Where ../shared/data/epd/wac.epd is there, its short mates have to be found
too. Every exact line with a mate that the
engine prints while it thinks about them is held against that: a mate that is
too short to be true is wrong, and so is a line that does not end in checkmate
at the very move that was announced. Mates that the files say nothing about
must be found by tests/mates/prove.c, which tries everything, or by stockfish.
RK_QUICK in the environment asks for every tenth position.
"""
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, "..", "..", "tools")]
from group import Group, Skip  # noqa: E402
from match_engines import Spec  # noqa: E402
from match_game import Referee, read_lines  # noqa: E402

PROGRAM, REFEREE, PROVE = sys.argv[1:4] if len(sys.argv) > 3 else (
    "./rookery", "build/host/referee", "build/host/prove")
EVERY = 10 if os.environ.get("RK_QUICK") else 1
NODES = 100000
MUST_SOLVE = 0.85   # of the mates, in that many nodes
MUST_SOLVE_SHORT = 0.95  # of those in two and three that were drawn by lot
WAC = os.path.join(HERE, "..", "..", "..", "shared", "data", "epd", "wac.epd")
WAC_MISSED = 2      # mates in two or three, in four times the nodes
PROVE_NODES = 100000000
STOCKFISH_NODES = 5000000
MATE = re.compile(rb"\bscore mate (-?\d+)\b")
LINE = re.compile(rb" pv (.*)$")


class Claim:
    """An exact line that ends in mate, as the engine printed it."""
    def __init__(self, fen, text):
        self.fen, self.text = fen, text.decode()
        self.moves = int(MATE.search(text)[1])
        pv = LINE.search(text)
        self.line = pv[1].decode().split() if pv else []
        rank = re.search(rb" multipv (\d+)", text)
        self.is_best = not rank or rank[1] == b"1"

    def __str__(self):
        return f"{self.fen}\n  {self.text}"


def read(name):
    rows = [line.rsplit(";", 1) for line in read_lines(os.path.join(HERE, name))]
    return [(fen.strip(), int(number)) for fen, number in rows][::EVERY]


class Thinker:
    """The engine under test; it keeps its table unless told to forget."""
    def __init__(self, lines=1):
        self.engine = Spec(f"uci:{PROGRAM} uci",
                           ["Hash=16", f"MultiPV={lines}", "UCI_AnalyseMode=true"]).start()

    def claims(self, fen, nodes, forget=True):
        """What it claims about a position, first to last."""
        return self.asked(fen, f"nodes {nodes}", forget)

    def asked(self, fen, words, forget=True):
        program = self.engine.program
        if forget:
            self.engine.new_game("")
        program.write(f"position fen {fen}\ngo {words}")
        lines = program.read_to(b"bestmove", time.monotonic() + 120)
        return [Claim(fen, line) for line in lines if MATE.search(line)
                and b"bound" not in line]

    def close(self):
        self.engine.close()


class Judge:
    """Whether a claim is true that the files do not decide."""
    def __init__(self):
        self.stockfish = Spec("uci:stockfish", ["Hash=64"]).start()
        self.referee = Referee(REFEREE)
        self.known = {}  # FEN: the shortest mate that is confirmed

    def check_line(self, claim):
        """Its own line must be legal and end in mate when it says."""
        plies = 2 * claim.moves - 1 if claim.moves > 0 else -2 * claim.moves
        self.referee.start(claim.fen)
        said = self.referee.ask(f"line {' '.join(claim.line)}")
        assert said == f"checkmate {plies}", f"{said}, not checkmate {plies}: {claim}"

    def check_truth(self, claim):
        """A mate that the opponent gives is one after the line's first move;
        if that was the best move, after every other too."""
        fen, moves = claim.fen, claim.moves
        if moves < 0:
            assert not claim.is_best or self.finds(fen, moves), f"not confirmed: {claim}"
            self.referee.start(fen)
            self.referee.move(claim.line[0])
            fen, moves = self.referee.ask("fen"), -moves
        if moves < self.known.get(fen, 999):
            assert self.proves(fen, moves) or self.finds(fen, moves), f"not confirmed: {claim}"
            self.known[fen] = moves

    def proves(self, fen, moves):
        if moves > 5:
            return False
        found = subprocess.run([PROVE, str(moves), str(PROVE_NODES)], input=fen + "\n",
                               capture_output=True, text=True, check=True).stdout.strip()
        assert found != "0", f"disproved: mate in {moves}: {fen}"
        return found != "?"

    def finds(self, fen, moves):
        """Does stockfish see such a mate, given or, below 0, suffered?"""
        program = self.stockfish.program
        self.stockfish.new_game("")
        program.write(f"position fen {fen}\ngo nodes {STOCKFISH_NODES} mate {abs(moves)}")
        lines = program.read_to(b"bestmove", time.monotonic() + 300)
        found = [int(m[1]) for m in map(MATE.search, lines) if m]
        return any(0 < n <= moves or 0 > n >= moves for n in found)

    def close(self):
        self.stockfish.close()
        self.referee.close()


class Report:
    """What was found wrong with claims; all of it, not the first alone."""
    def __init__(self):
        self.claims, self.wrong = 0, []

    def check(self, claim, *tests):
        self.claims += 1
        try:
            for test in tests:
                test(claim)
        except AssertionError as error:
            self.wrong.append(str(error))

    def close(self, text):
        print(f"{text}; {self.claims} claims, {len(self.wrong)} of them wrong")
        assert not self.wrong, "\n".join(self.wrong[:10])


def not_before(least):
    def test(claim):
        assert not 0 < claim.moves < least, f"mate in {least} at the earliest: {claim}"
    return test


def not_mated(claim):
    assert claim.moves > 0 or not claim.is_best, f"the other side is mated: {claim}"


def solve(judge, rows, share, nodes=NODES):
    """Claims about mates, and how many are found."""
    thinker, report = Thinker(), Report()
    solved = shortest = 0
    for fen, least in rows:
        claims = thinker.claims(fen, nodes)
        for claim in claims:
            report.check(claim, not_before(least), not_mated, judge.check_line)
        solved += bool(claims)
        shortest += bool(claims) and claims[-1].moves == least
    thinker.close()
    report.close(f"{solved} of {len(rows)} mates found in {nodes} nodes, {shortest} of them "
                 "the shortest")
    assert solved >= share * len(rows), f"{solved} of {len(rows)} are too few"


def known_mates(judge):
    solve(judge, read("mates.txt"), MUST_SOLVE)


def random_mates(judge):
    solve(judge, read("random.txt"), MUST_SOLVE_SHORT)


def wac_mates(judge):
    """The mates in two and three of Win at Chess, a public set."""
    if not os.path.exists(WAC):
        raise Skip("no wac.epd")
    rows = []
    for line in read_lines(WAC):
        mate = re.search(r"\bdm ([23]);", line)
        if mate:
            rows.append((" ".join(line.split()[:4]) + " 0 1", int(mate[1])))
    assert len(rows) == 38, len(rows)
    rows = rows[::EVERY]
    solve(judge, rows, 1 - WAC_MISSED / len(rows), 4 * NODES)


def no_mates(judge):
    """Claims where there is no mate in a few moves, or none in time."""
    thinker, report, rows = Thinker(), Report(), read("none.txt")
    for fen, none in rows:
        for claim in thinker.claims(fen, NODES):
            report.check(claim, not_before(none + 1), judge.check_line, judge.check_truth)
    thinker.close()
    report.close(f"{len(rows)} positions")


def asked_for(judge):
    """`go mate N` ends by itself with a mate in N, for every mate of the file."""
    thinker, report = Thinker(), Report()
    rows = read("mates.txt")
    for fen, least in rows:
        claims = thinker.asked(fen, f"mate {least}")
        assert claims and claims[-1].moves == least, f"no mate in {least}: {fen}"
        for claim in claims:
            report.check(claim, not_before(least), not_mated, judge.check_line)
    thinker.close()
    report.close(f"{len(rows)} positions")


def asked_for_long(judge):
    """The same in 7 and 8 moves, where a shorter one may be found."""
    thinker, report, rows = Thinker(), Report(), read("long.txt")
    for fen, most in rows:
        claims = thinker.asked(fen, f"mate {most}")
        assert claims and 0 < claims[-1].moves <= most, f"no mate in {most}: {fen}"
        report.check(claims[-1], judge.check_line)
    thinker.close()
    report.close(f"{len(rows)} positions")


def asked_for_none(judge):
    """It also ends where there is no such mate, and claims none."""
    thinker, rows = Thinker(), [row for row in read("mates.txt") if row[1] == 3]
    for fen, least in rows:
        claims = thinker.asked(fen, f"mate {least - 1}")
        assert not [claim for claim in claims if 0 < claim.moves < least], fen
    thinker.close()
    assert rows


def memory(judge):
    """Four lines at a time, and what earlier positions left in the table."""
    thinker, report = Thinker(lines=4), Report()
    rows = read("mates.txt")[::8] if EVERY == 1 else read("mates.txt")
    for fen, least in rows:
        for claim in thinker.claims(fen, NODES // 2, forget=False):
            report.check(claim, not_before(least), not_mated, judge.check_line)
            if claim.moves < 0:
                report.check(claim, judge.check_truth)
    thinker.close()
    report.close(f"{len(rows)} positions")


def the_files(judge):
    """What is written in the files, for a part of them, proved once more."""
    mates, none = read("mates.txt") + read("random.txt"), read("none.txt")
    counts = [number for _, number in mates]
    if EVERY == 1:
        assert len({fen for fen, _ in mates}) >= 300, len(mates)
    assert set(counts) == {2, 3, 4, 5, 6}, counts
    sample = [(fen, number) for fen, number in mates if number <= 4][::3]
    found = subprocess.run([PROVE, "4"], text=True, capture_output=True, check=True,
                           input="".join(fen + "\n" for fen, _ in sample)).stdout
    assert found.split() == [str(number) for _, number in sample]
    sample = [fen for fen, number in none if number == 3][::3]
    found = subprocess.run([PROVE, "3"], text=True, capture_output=True, check=True,
                           input="".join(fen + "\n" for fen in sample)).stdout
    assert set(found.split()) == {"0"}
    for fen, number in mates[::20]:
        assert judge.finds(fen, number), f"stockfish does not find it: {fen}"


def main():
    group, judge = Group(), Judge()
    for test in (the_files, known_mates, random_mates, wac_mates, no_mates, memory,
                 asked_for, asked_for_long, asked_for_none):
        group.run(test.__name__, test, judge)
    judge.close()
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
