#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Short mates of four players in teams: are they found at once?

    tests/mates/four.py PROGRAM PROVE_FOUR

four.txt has positions from games in teams, and in how many moves of the team to
move the game is won at the earliest, proved by tests/mates/prove_four.c, which
tries everything. The engine has NODES nodes for each. It must find all mates in
one and most of the others, and must never claim a shorter one. four_own.txt has
mates from games that the engine lost to itself; it must find them all. Every tenth
row is proved again. RK_QUICK in the environment asks for every third row.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, "..", "uci")]
from engine import with_threads  # noqa: E402
from group import Group, SMALLEST  # noqa: E402

PROGRAM, PROVE = sys.argv[1:3]
EVERY = 20 if SMALLEST else 3 if os.environ.get("RK_QUICK") else 1
NODES = 20000
MUST_FIND = {1: 1.0, 2: 0.95, 3: 0.8}
ALL = {1: 1.0, 2: 1.0, 3: 1.0}


def read(name):
    with open(os.path.join(HERE, name), encoding="ascii") as file:
        rows = [line.split(" ; ") for line in file if not line.startswith("#")]
    return [(fen, int(moves)) for fen, moves in rows][::EVERY]


def check_proofs():
    rows = read("four.txt")[::10] + read("four_own.txt")[::10]
    text = "".join(fen + "\n" for fen, _ in rows)
    done = subprocess.run([PROVE, "3"], input=text, capture_output=True, text=True, check=True)
    assert list(map(int, done.stdout.split())) == [moves for _, moves in rows], done.stdout
    print(f"{len(rows)} mates proved")


def check_found(name, must_find):
    found, total, wrong = {1: 0, 2: 0, 3: 0}, {1: 0, 2: 0, 3: 0}, []
    with with_threads(PROGRAM, "setoption name UCI_Variant value teams") as engine:
        for fen, moves in read(name):
            engine.ask("ucinewgame")
            lines = engine.go(f"position fen4 {fen}", f"go nodes {NODES}")
            mates = [int(claim[1]) for line in lines if "bound" not in line
                     for claim in [re.search(r" score mate (-?\d+)\b", line)] if claim]
            total[moves] += 1
            found[moves] += bool(mates) and mates[-1] > 0 and " score mate " in lines[-2]
            if any(mate < moves for mate in mates):
                wrong.append((fen, moves, mates))
    for moves in must_find:
        print(f"mates in {moves}: {found[moves]} of {total[moves]} in {NODES} nodes")
    assert not wrong, wrong[:5]
    for moves, share in must_find.items():
        assert found[moves] >= share * total[moves], f"too few mates in {moves}"


def main():
    group = Group()
    group.run("proofs", check_proofs)
    group.run("mates found", lambda: check_found("four.txt", MUST_FIND))
    group.run("mates of its own", lambda: check_found("four_own.txt", ALL))
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
