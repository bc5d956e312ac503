#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Does tools/spsa.py tune? tests/spsa/run.py ROOKERY REFEREE

ROOKERY is a build with RK_TUNE. The arithmetic finds the top of a hill that is
known, by results that are mostly chance; a run of real games that is killed
ends with the values of one that was not.
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "tools")]
from group import Group  # noqa: E402
from match_stats import share_of  # noqa: E402
from spsa import TABLE, Spsa, read_table, save  # noqa: E402

ROOKERY, REFEREE = map(os.path.abspath, sys.argv[1:3])
TOOL = os.path.join(ROOT, "tools", "spsa.py")


def state_of(params, pairs, **more):
    names = ("start", "now", "least", "most", "step")
    return dict({"kind": "spsa 1", "pairs": pairs, "done": 0, "squares": 0, "seed": 1,
                 "program": "none", "openings": "none", "limits": [], "hash": 1, "batch": 1,
                 "halves": [0, 0, 0], "late": 0, "seconds": 0.0,
                 "r_end": 0.002, "alpha": 0.602, "gamma": 0.101, "stability": 0.1,
                 "params": {name: dict(zip(names, row)) for name, row in params.items()}},
                **more)


def test_gains_end_as_asked():
    spsa = Spsa(state_of({}, 5000))
    c, r = spsa.gains(4999)
    assert abs(c - 1) < 1e-12 and abs(r - 0.002) < 1e-15, (c, r)
    # Spall's sequences, written out: c_k = c / k^gamma, a_k = a / (A + k)^alpha.
    for k in (1, 10, 2500):
        c_k = 5000 ** 0.101 / k ** 0.101
        a_k = 0.002 * 5500 ** 0.602 / (500 + k) ** 0.602
        c, r = spsa.gains(k - 1)
        assert abs(c - c_k) < 1e-9 and abs(r - a_k / c_k ** 2) < 1e-9, (k, c, r)


def test_players_are_opposite():
    spsa = Spsa(state_of({"a": (500, 500.0, 0, 1000, 40), "b": (3, 3.0, 0, 3, 1)}, 100))
    seen = set()
    for k in range(100):
        c, _ = spsa.gains(k)
        first, second = spsa.players(k)
        assert abs(abs(first["a"] - second["a"]) - 80 * c) < 2, (k, first, second)
        assert abs(first["a"] + second["a"] - 1000) <= 2, (k, first, second)
        assert 0 <= first["b"] <= 3 and 0 <= second["b"] <= 3, (first, second)
        seen.add((first["a"] > 500, first["b"] > second["b"]))
    assert len(seen) == 4, "parameters move together"


def test_rounding_is_fair():
    """A fraction must not be lost: 2.25 is 3 a quarter of the time."""
    spsa = Spsa(state_of({"a": (2, 2.25, 0, 9, 1)}, 4000, gamma=0.0))
    values = [value["a"] for k in range(4000) for value in spsa.players(k)]
    assert set(values) == {1, 2, 3, 4}, set(values)
    mean = sum(values) / len(values)
    assert abs(mean - 2.25) < 0.05, mean


def test_finds_a_hill():
    """Two parameters, and a third that means nothing. A step from the top costs
    4 Elo, so that a pair says next to nothing; the walk has to start 8 steps
    away and end within 2."""
    top = {"a": 820, "b": 84}
    state = state_of({"a": (500, 500.0, 0, 2000, 40), "b": (100, 100.0, 0, 400, 2),
                      "c": (50, 50.0, 0, 100, 5)}, 30000)
    spsa, chance = Spsa(state), random.Random(7)

    def elo(values):
        return -sum(4 * ((values[name] - best) / state["params"][name]["step"]) ** 2
                    for name, best in top.items())

    while state["done"] < state["pairs"]:
        first, second = spsa.players(state["done"])
        share = share_of(elo(first) - elo(second))
        spsa.add([sum(1 if chance.random() < share else -1 for _ in range(2))])
    for name, best in top.items():
        param = state["params"][name]
        away = abs(param["now"] - best) / param["step"]
        assert away < 2, (name, param)
    drift = abs(state["params"]["c"]["now"] - 50) / 5
    assert drift < 4 * spsa.by_chance(), (drift, spsa.by_chance())


def test_limits_hold():
    state = state_of({"a": (1, 1.0, 0, 2, 1)}, 50, r_end=1.0)
    spsa = Spsa(state)
    for k in range(50):
        spsa.add([2 * spsa.flips(k)["a"]])
        assert 0 <= state["params"]["a"]["now"] <= 2
    assert state["params"]["a"]["now"] == 2


def tool(*words):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, timeout=300,
                          check=False)


def values_after(path):
    with open(path, encoding="utf-8") as file:
        state = json.load(file)
    return state["done"], state["halves"], state["params"]


def plan(path):
    result = tool("new", path, "lmr_*", "rfp_margin", "--pairs", "12", "--batch", "2",
                  "--nodes", "400", "--program", ROOKERY, "--r-end", "0.5")
    assert result.returncode == 0, result.stderr


def play(path):
    result = tool("run", path, "--referee", REFEREE)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_killed_run_goes_on():
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = f"{folder}/whole", f"{folder}/killed"
        plan(whole)
        text = play(whole)
        assert re.search(r"24 games .*12 of 12 pairs, 100 %", text), text
        done, halves, params = values_after(whole)
        assert done == 12 and sum(halves) == 24
        assert any(row["now"] != row["start"] for row in params.values())
        plan(killed)
        kills = 0
        while kills < 2:
            kills += 1
            with subprocess.Popen([TOOL, "run", killed, "--referee", REFEREE],
                                  stdout=subprocess.DEVNULL) as process:
                until = time.monotonic() + 60
                while values_after(killed)[0] < 4 * kills and time.monotonic() < until:
                    time.sleep(0.01)
                process.send_signal(signal.SIGKILL)
            assert 4 * kills <= values_after(killed)[0] < 12, values_after(killed)[0]
        play(killed)
        assert values_after(killed) == values_after(whole)


def test_parameters_are_options():
    """The table and the program agree on names, values and limits."""
    text = subprocess.run([ROOKERY, "uci"], input="uci\nquit\n", capture_output=True,
                          text=True, timeout=20, check=True).stdout
    said = {name: tuple(map(int, rest)) for name, *rest in re.findall(
        r"option name ([a-z]\w+) type spin default (\d+) min (\d+) max (\d+)", text)}
    table = {name: (row["start"], row["least"], row["most"])
             for name, row in read_table(TABLE).items()}
    assert said == table and len(table) > 50, set(said) ^ set(table)
    assert all(least <= start <= most for start, least, most in table.values())


def test_values_change_the_search():
    def nodes(*orders):
        lines = "\n".join(("uci",) + orders + ("position startpos", "go depth 9"))
        with subprocess.Popen([ROOKERY, "uci"], stdin=subprocess.PIPE, text=True,
                              stdout=subprocess.PIPE) as process:
            process.stdin.write(lines + "\n")
            process.stdin.flush()
            found = None
            for line in process.stdout:
                found = re.search(r" depth 9 .* nodes (\d+)", line) or found
                if line.startswith("bestmove"):
                    break
            process.stdin.write("quit\n")
        return int(found[1])

    usual = nodes()
    assert nodes("setoption name lmr_offset value 0") != usual
    assert nodes("setoption name lmr_offset value 9999") == usual, "beyond its limits"


def test_writes_the_table():
    with tempfile.TemporaryDirectory() as folder:
        table, path = f"{folder}/params.h", f"{folder}/state"
        with open(TABLE, encoding="utf-8") as file:
            old = file.read()
        with open(table, "w", encoding="utf-8") as file:
            file.write(old)
        save(path, state_of({"lmr_offset": (600, 641.6, 0, 2048, 80),
                             "lmr_pv": (1000, 999.6, 0, 3072, 100)}, 10))
        assert tool("write", path, table).returncode == 0
        with open(table, encoding="utf-8") as file:
            lines = file.read().splitlines()
        changed = [(a, b) for a, b in zip(old.splitlines(), lines) if a != b]
        assert len(changed) == 1 and "X(lmr_offset, 642, 0, 2048, 80, " in changed[0][1]
        save(path, state_of({"no_such": (1, 1.0, 0, 2, 1)}, 10))
        refused = tool("write", path, table)
        assert refused.returncode == 2 and "has no no_such" in refused.stderr
        with open(table, encoding="utf-8") as file:
            assert file.read().splitlines() == lines


def test_refuses():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/state"
        assert "no parameter" in tool("new", path, "zzz").stderr
        assert not os.path.exists(path)
        assert tool("run", path).returncode == 2
        for text in ("", "{}", "[]", "3", '{"kind": "spsa 1"}',
                     '{"kind": "spsa 1", "params": {"a": {}}}'):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            for command in "run", "report":
                refused = tool(command, path)
                assert refused.returncode == 2 and refused.stderr == \
                    f"spsa: {path}: not a file of tools/spsa.py\n", (text, refused)
        assert "there is one already" in tool("new", path).stderr


if __name__ == "__main__":
    group = Group(smallest=6)
    group.run_tests({"test_killed_run_goes_on": test_killed_run_goes_on, **globals()}, [])
    sys.exit(group.close())
