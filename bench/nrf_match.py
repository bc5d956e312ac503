#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How strong a chip is, against Debian's stockfish, both on this machine.

    bench/nrf_match.py [--games N] [--seconds S] [--st T] [FOLDER]

For each board with an opponent below: counts what its image does in S seconds
(bench/nrf_count.py), and plays with just so many nodes a move, the table of
positions as large as on the chip, the engine made anew for every move
(tools/small_uci.c). Stockfish plays with UCI_LimitStrength, T seconds a move:
its level decides, as it settles for a depth that takes less time than that. From
data/starts.txt with colours swapped, one game at a time.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import match  # noqa: E402
import nrf_count  # noqa: E402

# board, UCI_Elo of the opponent, the share of points that is wanted
MATCHES = [("microbit1", 1500, 0.50), ("nrf52840dk", 2000, 0.50)]
LATE = "5000"  # milliseconds, forgiven to both: nodes count here, not the clock


def play(args, board, elo):
    """The tally of all games."""
    speed = nrf_count.Speed(nrf_count.image_of(args.folder, board), board)
    nodes = speed.per_second * args.seconds
    print(f"\n{board}: {nodes} nodes a move, a table of {speed.table} bytes, "
          f"against UCI_Elo {elo}", flush=True)
    words = ["--games", str(args.games), "--st", str(args.st), "--margin", LATE, "--seed", "1",
             "--option2", "UCI_LimitStrength=true", "--option2", f"UCI_Elo={elo}",
             f"uci:{args.program} {nodes} {speed.table}", "uci:stockfish"]
    arguments = match.read_arguments(words)
    match.need_referee(arguments)
    played = match.Match(arguments)
    played.run()
    if played.trouble:
        sys.exit(f"nrf_match: {played.trouble}")
    return played.tallies[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=os.path.join("build", "mcu"))
    parser.add_argument("--program", default=os.path.join("build", "host", "small_uci"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=10, help="a move has on the chip")
    parser.add_argument("--st", type=float, default=0.1, help="seconds a move for stockfish")
    args = parser.parse_args()
    rows = [(board, elo, wanted, play(args, board, elo)) for board, elo, wanted in MATCHES]
    print(f"\n{'board':12}{'UCI_Elo':>8}{'games':>7}  {'+':>4}{'=':>4}{'-':>4}  {'score':16}wanted")
    for board, elo, wanted, tally in rows:
        print(f"{board:12}{elo:8}{tally.games:7}  {tally.won:4}{tally.drawn:4}{tally.lost:4}  "
              f"{tally.score_text():16}{100 * wanted:3.0f} % "
              f"{'reached' if tally.score >= wanted else 'MISSED'}  {tally.elo_text()}")
    return 0 if all(tally.score >= wanted for _, _, wanted, tally in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
