#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Does tools/fit_wdl.py find the model that results were drawn from?

    tests/wdl/run.py PROGRAM
"""
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "tools")]
from fit_wdl import SOURCE, fit, games_of, promise, read_source, samples_of  # noqa: E402
from group import Group  # noqa: E402

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "./rookery"
TOOL = os.path.join(ROOT, "tools", "fit_wdl.py")
RESULTS = ("0-1", "1/2-1/2", "1-0")
GAME = """[Event "match"]
[White "{}"]
[Black "{}"]
[Result "{}"]
[Termination "{}"]{}

{} {}

"""


def game(moves, result, reason="checkmate", fen="", players=("a", "b")):
    setup = f'\n[SetUp "1"]\n[FEN "{fen}"]' if fen else ""
    return GAME.format(*players, result, reason, setup, moves, result)


def samples(text, player=None):
    return [one for tags, moves in games_of(text) for one in samples_of(tags, moves, player)]


def test_reads_games():
    moves = ("1. e4 d5 2. exd5 {+0.35/12 0.100s} Qxd5 {-0.40/11 0.100s} 3. Nc3 {+0.50/9\n0.1s} "
             "Qa5 {+999.93/9 0.1s}")
    assert samples(game(moves, "1-0")) == [(35, 32, 2), (-40, 31, 0), (50, 30, 2)]
    assert samples(game(moves, "1/2-1/2"), "b") == [(-40, 31, 1)]
    assert samples(game(moves, "1-0", "time")) == []
    assert samples(game(moves, "*", "not finished")) == []
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9"
    assert samples(game("9... Kd7 {-1.00/5 0.1s}", "0-1", fen=fen)) == [(-100, 3, 2)]
    assert len(samples(game(moves, "1-0") + game(moves, "0-1"))) == 6


def draw_table(truth, number):
    """Results of random positions as the model says, counted as count() does."""
    chance, table = random.Random(3), {}
    for _ in range(number):
        score, men = 5 * chance.randint(-80, 80), chance.randint(4, 32)
        result = chance.choices((0, 1, 2), promise(truth, score, men))[0]
        table.setdefault((score, men), [0, 0, 0])[result] += 1
    return table


def test_finds_the_model():
    for truth in ((90, 3, 70), (150, 0, 45)):
        table = draw_table(truth, 100000)
        even, even_men, spread = fit(table, [110, 2, 60])
        assert abs(spread - truth[2]) <= 3, (truth, spread)
        for men in (8, 18, 28):
            said, true = even + even_men * men, truth[0] + truth[1] * men
            assert abs(said - true) <= 10, (truth, men, said, true)


def test_program_says_the_same():
    """The model here and the one in C are one model."""
    _, values = read_source(SOURCE)
    with subprocess.Popen([PROGRAM, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        fens = {32: "startpos", 6: "fen 4k3/2r2p2/8/8/8/8/4PR2/4K3 w - - 0 1",
                5: "fen 4k3/5p2/8/8/8/8/4PR2/4K3 w - - 0 1"}
        for men, place in fens.items():
            process.stdin.write("setoption name UCI_ShowWDL value true\n"
                                f"position {place}\ngo depth 6\n")
            process.stdin.flush()
            told = []
            for line in process.stdout:
                told += re.findall(r"score cp (-?\d+) wdl (\d+) (\d+) (\d+)", line)
                if line.startswith("bestmove"):
                    break
            assert told
            for score, *shares in told:
                expected = promise(values, int(score), men)[::-1]
                for said, true in zip(map(int, shares), expected):
                    assert abs(said - 1000 * true) <= 6, (men, score, shares, expected)
        process.stdin.write("quit\n")


def test_writes_the_source():
    with tempfile.TemporaryDirectory() as folder:
        source, games = f"{folder}/wdl.c", f"{folder}/games.pgn"
        old, _ = read_source(SOURCE)
        chance = random.Random(5)
        with open(source, "w", encoding="utf-8") as file:
            file.write(old)
        with open(games, "w", encoding="utf-8") as file:
            for _ in range(3000):
                score = chance.randint(-300, 300)
                result = chance.choices((0, 1, 2), promise((200, 0, 40), score, 32))[0]
                file.write(game(f"1. e4 {{{score / 100:+.2f}/9 0.1s}}", RESULTS[result]))
        words = [TOOL, games, "--source", source]
        assert subprocess.run(words, check=True, capture_output=True).stdout
        assert read_source(source)[0] == old, "written without --write"
        subprocess.run(words + ["--write"], check=True, capture_output=True)
        text, (even, even_men, spread) = read_source(source)
        assert abs(even + 32 * even_men - 200) <= 15 and abs(spread - 40) <= 8
        changed = [line for line in text.splitlines() if line not in old.splitlines()]
        assert changed and all(line.startswith("#define ") for line in changed), changed


def test_refuses():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/few.pgn"
        with open(path, "w", encoding="utf-8") as file:
            file.write(game("1. e4 {+0.10/3 0.1s}", "1-0"))
        for words, said in (([path], "fewer than"), ([f"{folder}/none.pgn"], "No such file"),
                            ([path, "--source", path], "does not define")):
            result = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)
            assert result.returncode == 2 and said in result.stderr, result.stderr
            assert len(result.stderr.splitlines()) == 1


if __name__ == "__main__":
    group = Group()
    group.run_tests(globals(), [])
    sys.exit(group.close())
