#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The network in UCI and XBoard: EvalFile and Use NNUE.

    tests/uci/network.py ROOKERY

The networks are random ones of tools/gen_network.py. What they are worth in a
position is what tests/unit/test_network.c is about; here it is who evaluates.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from engine import Engine, with_threads  # noqa: E402
from group import Group, scratch  # noqa: E402

FEN = "r1bqkb1r/pp2pppp/2n2n2/2pp4/8/3P1NP1/PPPNPPBP/R1BQK2R b KQkq - 5 5"

program = ""


def make(name, *words):
    subprocess.run([os.path.join(ROOT, "tools", "gen_network.py"), name, *words], check=True)
    return os.path.abspath(name)


def value(engine):
    """What `eval` says of the position."""
    told = engine.ask(f"position fen {FEN}", "eval")
    assert len(told) == 1 and told[0].startswith("Evaluation: "), told
    return told[0]


def nodes(engine, limit="depth 6"):
    """Of a search that nobody else takes part in, with an empty table."""
    engine.send("setoption name Threads value 1", "ucinewgame")
    got = engine.go(f"position fen {FEN}", f"go {limit}")
    return re.search(r" nodes (\d+)", got[-2]).group(1), got[-1]


def test_options():
    with Engine(program, "uci") as engine:
        engine.send("uci")
        told = " ".join(engine.until("uciok"))
    assert "option name Use NNUE type check default true" in told, told
    assert re.search("option name EvalFile type string default <(embedded|empty)>", told), told


def test_who_evaluates():
    """A file in place of what there was, the classical evaluation, and back."""
    with scratch(), with_threads(program) as engine:
        one, other = make("one"), make("an other", "--seed", "2", "--width", "96", "--kings", "4")
        usual = value(engine), nodes(engine)
        engine.ask("setoption name Use NNUE value false")
        classical = value(engine), nodes(engine)
        assert not engine.ask(f"setoption name EvalFile value {one}")
        assert (value(engine), nodes(engine)) == classical
        assert not engine.ask("setoption name Use NNUE value true")
        first = value(engine), nodes(engine)
        assert not engine.ask(f"setoption name EvalFile value {other}")
        second = value(engine), nodes(engine)
        assert len({classical, first, second}) == 3
        assert len({classical[1], first[1], second[1]}) == 3
        assert not engine.ask(f"setoption name EvalFile value {one}")
        assert (value(engine), nodes(engine)) == first
        assert not engine.ask("setoption name EvalFile value <empty>")
        assert (value(engine), nodes(engine)) == usual


def test_bad_files():
    """One line, and the engine plays on with what it had."""
    with scratch(), with_threads(program) as engine:
        name = make("good")
        with open(name, "rb") as file:
            good = file.read()
        engine.ask(f"setoption name EvalFile value {name}")
        before = value(engine), nodes(engine)
        bad = {"empty": b"", "foreign": b"#!/bin/sh\n" * 100, "truncated": good[:-7],
               "long": good + b"\0", "newer": good[:7] + b"\2" + good[8:],
               "damaged": good[:900] + bytes([good[900] ^ 1]) + good[901:]}
        for name, data in bad.items():
            with open(name, "wb") as file:
                file.write(data)
        os.mkdir("folder")
        os.mkfifo("pipe")
        for name in (*bad, "folder", "pipe", "missing", "x" * 5000, "\x01\x7f"):
            told = engine.ask(f"setoption name EvalFile value {os.path.abspath(name)}")
            assert len(told) == 1, (name, told)
            assert told[0].startswith("info string cannot use network "), told
            assert (value(engine), nodes(engine)) == before, name


def test_threads():
    """All threads take the new network, also those that come later."""
    with scratch(), Engine(program, "uci") as engine:
        names = [make(f"n{i}", "--seed", str(i)) for i in range(2)]
        for turn in range(4):
            engine.ask(f"setoption name EvalFile value {names[turn % 2]}",
                       f"setoption name Threads value {1 + turn}")
            assert engine.go(f"position fen {FEN}", "go nodes 30000")[-1].startswith("bestmove ")


def test_xboard():
    with scratch(), Engine(program, "xboard") as engine:
        name = make("one")
        engine.send("xboard", "protover 2")
        told = " ".join(engine.until("feature done=1"))
        assert 'feature option="Use NNUE -check 1"' in told, told
        assert 'feature option="EvalFile -file ' in told, told
        engine.send(f"option EvalFile={name}", "option Use NNUE=0", "option Use NNUE=1",
                    "option EvalFile=missing", "sd 4", "new", "usermove e2e4")
        told = engine.until("move ")
        assert [line for line in told if line.startswith("Error ")] == \
            [line for line in told if line.startswith("Error (cannot use network missing")], told
        assert any("No such file" in line for line in told), told


def test_bench():
    with scratch():
        done = subprocess.run([program, "bench", "--network", make("one"), "1"],
                              capture_output=True, text=True, check=True)
        assert re.search(r"^bench: \d+$", done.stdout, re.M), done
        done = subprocess.run([program, "bench", "--network", "missing"],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1 and not done.stdout, done
        assert done.stderr == "rookery: cannot use network missing: " \
            "No such file or directory\n", done


def main():
    global program
    program = os.path.abspath(sys.argv[1])
    group = Group(smallest=5)
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
