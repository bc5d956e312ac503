#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Endgame tables in UCI: SyzygyPath and what belongs to it.

    tests/uci/tables.py ROOKERY

The tables are ../shared/data/syzygy, of three and four men; without them what
needs them is skipped. Whether a result is right say tests/endings/tables.txt,
which tests/endings holds against the tables, and Debian's stockfish, which reads
tables by code of its own. RK_QUICK asks for fewer positions.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from engine import Engine, QUICK, with_threads  # noqa: E402
from group import Group, SMALLEST, Skip, scratch  # noqa: E402
from stockfish import PATH as STOCKFISH  # noqa: E402

TABLES = os.path.abspath(os.path.join(HERE, "..", "..", "..", "shared", "data", "syzygy"))
KNOWN = 20000  # hundredths of a pawn: nothing but tables says so
JUDGED = 8000  # the same for stockfish
MATING = "8/8/8/3k4/8/8/8/K1BN4 w - - 0 1"
LATE = "8/8/8/3k4/8/8/8/K1BN4 w - - 90 80"
FIVE = "8/5k2/8/8/3P4/4K3/8/r2R4 w - - 0 1"
NAMES = ("SyzygyPath", "SyzygyProbeDepth", "Syzygy50MoveRule")

program = ""
# The library loses memory whenever tables are replaced.
os.environ["LSAN_OPTIONS"] = f"suppressions={HERE}/leaks.txt:print_suppressions=0"


def need_tables():
    if not os.path.isdir(TABLES):
        raise Skip("there are no tables in ../shared/data/syzygy")


def start(*lines):
    return with_threads(program, f"setoption name SyzygyPath value {TABLES}", *lines)


def think(engine, fen, limit, moves=()):
    """The move, the last exact score (a mate as 30000), and tbhits."""
    got = engine.go(f"position fen {fen} moves {' '.join(moves)}", f"go {limit}")
    told = [line for line in got if " score " in line and "bound" not in line][-1]
    kind, number = re.search(r" score (cp|mate) (-?\d+)", told).groups()
    score = int(number)
    if kind == "mate":
        score = 30000 if score > 0 else -30000
    hits = re.search(r" tbhits (\d+)", told)
    return got[-1].split()[1], score, int(hits.group(1)) if hits else None


def verdict_of(score, known=KNOWN):
    return "win" if score > known else "loss" if score < -known else "draw"


def test_options():
    with Engine(program, "uci") as engine:
        engine.send("uci")
        told = " ".join(engine.until("uciok"))
    assert f"option name {NAMES[0]} type string default <empty>" in told, told
    assert f"option name {NAMES[1]} type spin default 1 min 1 max 100" in told, told
    assert f"option name {NAMES[2]} type check default true" in told, told


def test_no_tables_no_hits():
    with with_threads(program) as engine:
        assert think(engine, MATING, "nodes 500")[2] is None


def rows():
    with open(os.path.join(HERE, "..", "endings", "tables.txt"), encoding="ascii") as file:
        lines = [line.split(";") for line in file if not line.startswith("#")]
    found = [(fen.strip(), verdict.strip()) for fen, verdict, _ in lines]
    return found[::50 if SMALLEST else 10 if QUICK else 2]


def test_results():
    """The score of a position in the tables is what they say."""
    need_tables()
    wrong = []
    with start() as engine:
        for fen, verdict in rows():
            score = think(engine, fen, "nodes 300")[1]
            if verdict_of(score) != verdict or (verdict == "draw" and abs(score) > 1):
                wrong.append(f"{fen}: {score}, but it is a {verdict}")
    assert not wrong, "\n".join(wrong)


def test_moves_keep_the_result():
    """Stockfish, with the tables, says that the move has given nothing away."""
    need_tables()
    turned = {"win": "loss", "draw": "draw", "loss": "win"}
    wrong = []
    with start() as engine, Engine(STOCKFISH) as judge:
        judge.send(f"setoption name SyzygyPath value {TABLES}")
        for fen, verdict in rows()[::2]:
            move = think(engine, fen, "nodes 300")[0]
            if move == "(none)":
                continue
            judged = think(judge, fen, "depth 1", [move])[1]
            if verdict_of(judged, JUDGED) != turned[verdict]:
                wrong.append(f"{fen}: {move} leads to {judged}, but it was a {verdict}")
    assert not wrong, "\n".join(wrong)


def test_bishop_and_knight():
    """Mated within the fifty moves, whatever stockfish with tables defends."""
    need_tables()
    moves = []
    with start() as engine, Engine(STOCKFISH) as defender:
        defender.send(f"setoption name SyzygyPath value {TABLES}")
        while len(moves) < 100:
            player = defender if len(moves) % 2 else engine
            move = think(player, MATING, "nodes 2000", moves)[0]
            if move == "(none)":
                break
            moves.append(move)
        score = think(engine, MATING, "nodes 1", moves)[1]
    assert score == -30000 or (len(moves) % 2 and move == "(none)"), \
        f"no mate after {len(moves)} plies: {' '.join(moves)}"


def test_more_men():
    """A position with more men finds those with fewer."""
    need_tables()
    with start() as engine:
        _, _, hits = think(engine, FIVE, "nodes 30000")
        assert hits, "no position was found in the tables"
        engine.send("setoption name SyzygyProbeDepth value 100")
        engine.send("ucinewgame")
        fewer = think(engine, FIVE, "nodes 30000")[2]
        assert fewer < hits, f"{fewer} hits with a least depth of 100, {hits} with 1"


def test_fifty_moves():
    """Won, but not within the ten plies that are left."""
    need_tables()
    with start() as engine:
        assert verdict_of(think(engine, LATE, "nodes 300")[1]) == "draw"
        engine.send("setoption name Syzygy50MoveRule value false", "ucinewgame")
        assert verdict_of(think(engine, LATE, "nodes 300")[1]) == "win"


def test_searchmoves_and_lines():
    """Moves that are asked for are searched, good or bad; all lines are shown."""
    need_tables()
    fen = "8/8/8/8/8/1k6/8/K2Q4 b - - 0 1"
    with start("setoption name MultiPV value 4") as engine:
        got = engine.go(f"position fen {fen}", "go nodes 3000")
        assert len({line.split(" pv ")[1].split()[0] for line in got if " pv " in line}) == 4
    with start() as engine:
        got = engine.go(f"position fen {fen}", "go nodes 500 searchmoves b3b4")
        assert got[-1].split()[1] == "b3b4", got


def test_bad_paths():
    """One line, and the tables that were open stay."""
    need_tables()
    with open(os.path.join(TABLES, "KQvK.rtbw"), "rb") as file:
        table = file.read()
    bad = {"none": None, "empty": {}, "file": b"x", "foreign": {"KQvK.rtbw": b"a" * 80},
           "cut": {"KQvK.rtbw": table[:-5]}, "nothing": {"KQvK.rtbw": b""},
           "other": {"KQvK.rtbz": table}, "loop": {"KQvK.rtbw": None}}
    with scratch(), start() as engine:
        for name, files in bad.items():
            if isinstance(files, bytes):
                with open(name, "wb") as file:
                    file.write(files)
            elif files is not None:
                os.mkdir(name)
            for inner, data in (files or {}).items() if isinstance(files, dict) else ():
                if data is None:
                    os.symlink(inner, os.path.join(name, inner))
                    continue
                with open(os.path.join(name, inner), "wb") as file:
                    file.write(data)
            told = engine.ask(f"setoption name SyzygyPath value {os.path.abspath(name)}")
            assert len(told) == 1 and told[0].startswith("info string "), (name, told)
            assert verdict_of(think(engine, MATING, "nodes 300")[1]) == "win", name
        for path in ("x" * 100000, ":", "\x01\x7f"):
            told = engine.ask(f"setoption name SyzygyPath value {path}")
            assert len(told) == 1 and told[0].startswith("info string "), (path[:9], told)
        assert not engine.ask(f"setoption name SyzygyPath value :{TABLES}:{TABLES}")
        assert verdict_of(think(engine, MATING, "nodes 300")[1]) == "win"
        assert not engine.ask("setoption name SyzygyPath value <empty>")
        assert think(engine, MATING, "nodes 300")[2] is None


def test_two_threads():
    """Hits of all threads, and no harm when the tables change."""
    need_tables()
    with start("setoption name Threads value 3") as engine:
        for _ in range(3):
            assert think(engine, FIVE, "nodes 60000")[2]
            engine.send(f"setoption name SyzygyPath value {TABLES}", "ucinewgame")


def main():
    global program
    program = os.path.abspath(sys.argv[1])
    group = Group(smallest=5)
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
