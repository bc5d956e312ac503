#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The tools that find the weights for four players: tests/tune/four.py ARENA TUNE_FOUR

The arena's file of games is as tools/games_four.h says and does not depend on how
many workers play them; the formula of the tuner is the engine's evaluation, the
loss becomes smaller, a compiler takes the weights, and bad words are refused.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from group import Group  # noqa: E402

ARENA, TUNE = sys.argv[1:3]


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)


def play(path, *words, rules="teams"):
    result = run(ARENA, "engine:nodes=200", "engine:nodes=300", "rules", rules,
                 "save", path, *words)
    assert result.returncode == 0, result.stderr
    with open(path, "rb") as file:
        return file.read()


def games_of(data):
    """The games; fails unless the file ends with one."""
    at, games = 0, []
    while at < len(data):
        plies = data[at + 4] | data[at + 5] << 8
        size = 6 + 5 * plies
        assert data[at:at + 1] == b"G" and at + size <= len(data)
        # A draw, Red and Yellow, Blue and Green.
        assert data[at + 2] in (0, 5, 10) and data[at + 3] == 8 <= plies
        # The random moves have no score.
        assert all(data[at + 9 + 5 * i:at + 11 + 5 * i] == b"\0\0" for i in range(8))
        games.append(data[at:at + size])
        at += size
    return games


def test_games(folder):
    one = games_of(play(f"{folder}/one", "games", "6"))
    two = games_of(play(f"{folder}/two", "games", "6", "workers", "3"))
    assert len(one) == 6 and sorted(one) == sorted(two), "workers make a difference"
    assert len(games_of(play(f"{folder}/one", "games", "2"))) == 8, "a file is continued"


def rows_of(weights):
    with open(weights, encoding="ascii") as file:
        rows = re.findall(r"\t{\n(.*?)\t},", file.read(), re.S)
    assert len(rows) == 2
    return [re.findall(r"-?\d+", row) for row in rows]


def tune(folder, rules, games, *words):
    """The row of these rules is tuned, the other one stays."""
    path, weights = f"{folder}/{rules}", f"{folder}/weights.h"
    play(path, "games", games, "workers", "2", rules=rules)
    result = run(TUNE, *words, weights, "epochs", "5", path)
    assert result.returncode == 0, result.stderr
    loss = [float(x) for x in re.findall(r"loss ([0-9.]+)", result.stdout)]
    assert len(loss) == 2 and loss[1] < 0.98 * loss[0], result.stdout
    count, far = (int(re.search(pattern, result.stdout)[1]) for pattern in
                  (r"(\d+) positions", r"more than 16 in (\d+)"))
    assert count > 300 and far <= count / 1000, result.stdout
    source = f'#include <stdint.h>\n#include "{weights}"\nint x = sizeof(rk4_weights);\n'
    subprocess.run(["cc", "-std=c11", "-I.", "-fsyntax-only", "-x", "c", "-"],
                   input=source, text=True, check=True)
    same = [a == b for a, b in zip(rows_of("engine/four/weights.h"), rows_of(weights))]
    assert same == [rules == "teams", rules == "ffa"], same


def test_tune(folder):
    tune(folder, "teams", "30")


def test_tune_ffa(folder):
    tune(folder, "ffa", "18", "ffa")


def test_torn(folder):
    """What is torn off is left out."""
    data = play(f"{folder}/whole", "games", "4")
    with open(f"{folder}/torn", "wb") as file:
        file.write(data[:-3])
    result = run(TUNE, f"{folder}/w.h", "epochs", "0", f"{folder}/torn")
    assert result.returncode == 0 and "positions" in result.stdout


def test_refused(folder):
    for words in ((TUNE,), (TUNE, "x"), (TUNE, "x", "/no/such/file"),
                  (TUNE, "x", "epochs", "many"), (TUNE, "x", __file__),
                  (ARENA, "level3", "level3", "save", f"{folder}/no/such/folder")):
        result = run(*words)
        assert result.returncode == 2 and result.stderr, words


def main():
    tests = Group()
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_games, test_tune, test_tune_ffa, test_torn, test_refused):
            tests.run(test.__name__, test, folder)
    return tests.close()


if __name__ == "__main__":
    sys.exit(main())
