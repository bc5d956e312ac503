#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The tools that find the weights: tests/tune/run.py SELFPLAY TUNE

Games do not depend on how many threads play them, their file is as
tools/games.h says, the tuner makes the loss smaller and writes weights that a
compiler takes, and bad words are refused.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from group import Group  # noqa: E402

SELFPLAY, TUNE = sys.argv[1:3]


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False,
                          timeout=300)


def play(path, *words):
    result = run(SELFPLAY, path, "nodes", "200", *words)
    assert result.returncode == 0, result.stderr
    with open(path, "rb") as file:
        return file.read()


def games_of(data):
    """The plies of every game; fails unless the file ends with a game."""
    assert data[:8] == b"rkgames1"
    at, games = 8, []
    while at < len(data):
        start, result, chance, plies = struct.unpack_from("<HBBH", data, at)
        assert start < 960 and result <= 2 and chance <= plies <= 400
        at += 6 + 4 * plies
        games.append(plies)
    assert at == len(data)
    return games


def losses(text):
    return [float(x) for x in re.findall(r"loss ([0-9.]+)", text)]


def test_games(folder):
    one = play(f"{folder}/one", "games", "12", "seed", "5")
    two = play(f"{folder}/two", "games", "12", "seed", "5", "threads", "3")
    other = play(f"{folder}/other", "games", "12", "seed", "6")
    assert one == two, "threads make a difference"
    assert one != other, "the seed makes none"
    assert len(games_of(one)) == 12


def test_resumed(folder):
    """What was torn is played again; what another call made is left alone."""
    whole = play(f"{folder}/all", "games", "8", "seed", "5")
    for size in (0, 8, 11, len(whole) // 2, len(whole) - 1, len(whole)):
        with open(f"{folder}/part", "wb") as file:
            file.write(whole[:size])
        assert play(f"{folder}/part", "games", "8", "seed", "5") == whole, size
    for words in (("seed", "6"), ("seed", "5", "nodes", "90"), ("seed", "5", "chess960", "99")):
        result = run(SELFPLAY, f"{folder}/part", "games", "9", "nodes", "200", *words)
        assert result.returncode == 1 and result.stderr.count("\n") == 1, result.stderr
    result = run(SELFPLAY, __file__, "games", "1")
    assert result.returncode == 1
    with open(f"{folder}/part", "rb") as file:
        assert file.read() == whole
    # Fewer games than there are already: nothing is lost.
    assert play(f"{folder}/part", "games", "2", "seed", "5") == whole


def test_seconds(folder):
    games = len(games_of(play(f"{folder}/late", "games", "100000", "seconds", "1")))
    assert 0 < games < 100000


def test_960(folder):
    data = play(f"{folder}/mixed", "games", "6", "chess960", "100")
    assert len(games_of(data)) == 6
    assert struct.unpack_from("<H", data, 8)[0] != 518


def test_tune(folder):
    play(f"{folder}/games", "games", "40", "chess960", "20")
    weights = f"{folder}/weights.h"
    result = run(TUNE, weights, "epochs", "5", f"{folder}/games")
    assert result.returncode == 0, result.stderr
    loss = losses(result.stdout)
    assert len(loss) == 2 and loss[1] < 0.98 * loss[0], result.stdout
    count, far = (int(re.search(pattern, result.stdout)[1]) for pattern in
                  (r"(\d+) positions", r"more than 3 in (\d+)"))
    assert count > 500 and far < count / 100, result.stdout
    source = f'#include "{weights}"\nint x = sizeof(rk_w_material);\n'
    subprocess.run(["cc", "-std=c11", "-I.", "-Iinclude", "-fsyntax-only", "-x",
                    "c", "-"], input=source, text=True, check=True)


def test_torn(folder):
    """What is torn off is left out."""
    data = play(f"{folder}/whole", "games", "5")
    with open(f"{folder}/torn", "wb") as file:
        file.write(data[:-3])
    os.symlink("real.h", f"{folder}/w.h")
    for _ in range(2):
        result = run(TUNE, f"{folder}/w.h", "epochs", "0", f"{folder}/torn")
        assert result.returncode == 0 and "positions" in result.stdout
    # The name was a link, and is one.
    assert os.readlink(f"{folder}/w.h") == "real.h" and os.path.getsize(f"{folder}/real.h")


def test_refused(folder):
    for words in ((SELFPLAY,), (SELFPLAY, "x", "games"),
                  (SELFPLAY, "x", "games", "0"), (SELFPLAY, "x", "gmes", "1"),
                  (TUNE,), (TUNE, "x"), (TUNE, "x", "/no/such/file"),
                  (TUNE, "x", "epochs", "many"), (TUNE, "x", __file__)):
        result = run(*words)
        assert result.returncode == 2 and result.stderr, words
    assert run(SELFPLAY, f"{folder}/no/such/folder").returncode == 1


def main():
    tests = Group()
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_games, test_resumed, test_seconds, test_960, test_tune, test_torn,
                     test_refused):
            tests.run(test.__name__, test, folder)
    return tests.close()


if __name__ == "__main__":
    sys.exit(main())
