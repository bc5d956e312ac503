#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How strong UCI_Elo really makes us, and so the levels from 5 up.

    bench/levels_elo.py [--games N] [PROGRAM]
    bench/levels_elo.py --fit FILE    results of earlier runs, printed or kept

Our strengths play their neighbours and engines whose strength is known from
elsewhere. All of it goes into one sum: ratings that explain the results best.
What fixes the scale is what others say of their engines, each taken as known
within a margin only, since they do not quite agree. stockfish plays with its
own UCI_Elo and so many nodes a move, fairymax to a fixed depth, and we have a
fixed number of nodes anyway: a busy machine changes nothing.
"""
import argparse
import math
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MATCH = os.path.join(HERE, "..", "tools", "match.py")
OURS = [500, 800, 1100, 1300, 1500, 1700, 1900, 2200, 2500, 2850]
SLOW = 2200  # half as many games from here up
# our strength, stockfish's, nodes a move for both
STOCKFISH = [(1100, 1350, 1500), (1300, 1350, 1500), (1500, 1500, 1500), (1700, 1700, 3000)]
STOCKFISH_MARGIN = 150
# our strength, its command, its rating, and the depth that it reaches with 5 s + 0.05 s on the
# machine where it was rated: Debian's engines, with toga2 put at 2850
LADDER = [(1900, "xboard:fairymax", 2070, 6), (2850, "uci:toga2", 2850, 9)]
LADDER_MARGIN = 150
RESULT = re.compile(r"\+(\d+) =(\d+) -(\d+)")


def ours(elo):
    return f"UCI_Elo {elo}"


def play(program, games, arguments, opponent):
    command = [sys.executable, MATCH, "--games", str(games), "--concurrency", "1", "--seed", "1",
               "--option", "UCI_LimitStrength=true", *arguments, program + " uci", opponent]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    line = done.stdout.strip().splitlines()[-1]
    return tuple(map(int, RESULT.search(line).groups()))


def tasks(program):
    """Name, opponent, arguments for the match, the opponent's command."""
    for low, high in zip(OURS, OURS[1:]):
        yield (ours(high), ours(low),
               ["--tc", "100+1", "--hash", "1", "--option1", f"UCI_Elo={high}",
                "--option2", f"UCI_Elo={low}"], program + " uci")
    for elo, theirs, nodes in STOCKFISH:
        yield (ours(elo), f"stockfish {theirs}",
               ["--nodes", str(nodes), "--hash", "1", "--option1", f"UCI_Elo={elo}",
                "--option2", f"UCI_Elo={theirs}"], "uci:stockfish")
    for elo, theirs, _, depth in LADDER:
        kind, name = theirs.split(":")
        limit = ["--send2", f"sd {depth}"] if kind == "xboard" else []
        command = theirs if limit else f"uci:{sys.executable} {__file__} --deep {depth} {name}"
        yield (ours(elo), name, ["--tc", "1000", *limit, "--option1", f"UCI_Elo={elo}"], command)


def be_a_proxy(depth, command):
    """An engine that is asked for a depth, whatever else it is told about time."""
    path = os.environ.get("PATH", "") + ":/usr/games"
    engine = subprocess.Popen([shutil.which(command, path=path) or command],
                              stdin=subprocess.PIPE, text=True)
    for line in iter(sys.stdin.readline, ""):
        engine.stdin.write(f"go depth {depth}\n" if line.startswith("go ") else line)
        engine.stdin.flush()
    engine.stdin.close()
    engine.wait()


def known():
    """What others say: rating and margin, as two standard deviations."""
    ratings = {f"stockfish {elo}": (elo, STOCKFISH_MARGIN) for _, elo, _ in STOCKFISH}
    ratings.update({name.split(":")[-1]: (elo, LADDER_MARGIN) for _, name, elo, _ in LADDER})
    return ratings


def solve(matrix, vector):
    """Gauss; small and symmetric."""
    size = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i])]
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * vector[j] for j in range(i + 1, size))
        vector[i] = (rows[i][size] - rest) / rows[i][i]
    return vector


def fit(results):
    """Ratings and their margins (95 %) that explain the results best."""
    scale = math.log(10) / 400
    names = sorted({name for result in results for name in result[:2]})
    number = {name: i for i, name in enumerate(names)}
    anchors = {number[n]: known()[n] for n in names if n in known()}
    ratings = [anchors[i][0] if i in anchors else int(n.split()[-1])
               for i, n in enumerate(names)]
    for _ in range(100):
        slope = [0.0] * len(names)
        bend = [[0.0] * len(names) for _ in names]
        for i, (value, margin) in anchors.items():
            weight = (1.96 / margin) ** 2
            slope[i] += weight * (value - ratings[i])
            bend[i][i] += weight
        for first, second, won, drawn, lost in results:
            i, j, games = number[first], number[second], won + drawn + lost
            share = 1 / (1 + math.exp(scale * (ratings[j] - ratings[i])))
            # half a draw more on both sides keeps clean sheets finite
            push = scale * (won + drawn / 2 + 0.5 - (games + 1) * share)
            weight = scale ** 2 * (games + 1) * share * (1 - share)
            slope[i] += push
            slope[j] -= push
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                bend[a][b] += sign * weight
        step = solve(bend, slope[:])
        ratings = [r + max(-100, min(100, s)) for r, s in zip(ratings, step)]
        if max(map(abs, step)) < 0.01:
            break
    margins = [1.96 * math.sqrt(solve(bend, [float(i == j) for j in range(len(names))])[i])
               for i in range(len(names))]
    return {n: (r, m) for n, r, m in zip(names, ratings, margins)}


def share_text(won, drawn, lost):
    games = won + drawn + lost
    share = (won + drawn / 2) / games
    error = 1.96 * math.sqrt(max((won + drawn / 4) / games - share ** 2, 0) / games)
    return f"{100 * share:.1f} % ± {100 * error:.1f}"


def report(results):
    ratings = fit(results)
    print("\n| strength | games | measured |\n|---|---|---|")
    for name in sorted(ratings, key=lambda n: (not n.startswith("UCI_Elo"), ratings[n][0])):
        games = sum(sum(r[2:]) for r in results if name in r[:2])
        rating, margin = ratings[name]
        print(f"| {name} | {games} | {rating:.0f} ± {margin:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="in each match")
    parser.add_argument("--fit", metavar="FILE", help="play nothing, read results")
    parser.add_argument("--deep", type=int, metavar="DEPTH", help="be PROGRAM, searching so deep")
    parser.add_argument("program", nargs="?", default="./rookery")
    given = parser.parse_args()
    results = []
    if given.deep:
        be_a_proxy(given.deep, given.program)
        return
    if given.fit:
        row = re.compile(r"\| (.*?) \| (.*?) \| (\d+) \| (\d+) \| (\d+) \|")
        with open(given.fit, encoding="utf-8") as file:
            for found in filter(None, map(row.match, file)):
                results.append((*found.groups()[:2], *map(int, found.groups()[2:])))
        report(results)
        return
    print("| player | opponent | won | drawn | lost | share |\n|---|---|---|---|---|---|")
    for player, opponent, arguments, command in tasks(given.program):
        few = int(player.split()[-1]) >= SLOW or opponent in known() and "1000" in arguments
        result = play(given.program, given.games // (1 + few), arguments, command)
        results.append((player, opponent, *result))
        print(f"| {player} | {opponent} | {' | '.join(map(str, result))} | {share_text(*result)} |",
              flush=True)
    report(results)


if __name__ == "__main__":
    main()
