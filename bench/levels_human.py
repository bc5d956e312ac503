#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What kind of mistakes UCI_Elo makes: a second opinion on every move.

    bench/levels_human.py [--games N] [--elo E,E,...] [PROGRAM]

Games of one strength against itself, from move 1. stockfish looks at every
position to depth 10, and at the move that was played. A move that loses two
pawns or more is a blunder. It is shallow if one ply and the captures after it
show that already: something was left to be taken. Otherwise it is a
tactical one: it takes a longer look to see it. In positions that are decided
anyhow (beyond six pawns) nothing is counted.
"""
import argparse
import re
import subprocess
import sys

DEPTH = 10
MOST_PLIES = 120
DECIDED = 600
BLUNDER = 200
SCORE = re.compile(r" score (cp|mate) (-?\d+)")


class Engine:
    def __init__(self, command, options=()):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.send("uci")
        for name, value in options:
            self.send(f"setoption name {name} value {value}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def go(self, moves, limit):
        """The best move, None at the end of a game, and its score."""
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("go " + limit)
        score = 0
        for line in self.process.stdout:
            found = SCORE.search(line)
            if found:
                value = int(found[2])
                score = value if found[1] == "cp" else (20000 if value > 0 else -20000)
            if line.startswith("bestmove"):
                word = line.split()[1]
                return (None if word in ("(none)", "0000") else word), score
        sys.exit(f"{self.process.args}: gone")

    def close(self):
        self.send("quit")
        self.process.wait()


def limited(score):
    return max(-1000, min(1000, score))


def is_over(moves):
    """A rough look: the same four plies three times over."""
    return len(moves) >= 12 and moves[-4:] == moves[-8:-4] == moves[-12:-8]


def glance(judge_engine, moves):
    """Without what a longer look has found before."""
    judge_engine.send("setoption name Clear Hash")
    return judge_engine.go(moves, "depth 1")[1]


def judge(judge_engine, moves, move, count):
    best, score = judge_engine.go(moves, f"depth {DEPTH}")
    if abs(score) > DECIDED:
        return
    count["moves"] += 1
    if move == best:
        return
    played = judge_engine.go(moves, f"depth {DEPTH} searchmoves {move}")[1]
    loss = max(0, limited(score) - limited(played))
    count["loss"] += loss
    if loss < BLUNDER:
        return
    count["blunders"] += 1
    before = glance(judge_engine, moves)
    after = -glance(judge_engine, moves + [move])
    count["shallow"] += limited(before) - limited(after) >= BLUNDER


def play(player, judge_engine, count):
    moves = []
    while len(moves) < MOST_PLIES and not is_over(moves):
        move, _ = player.go(moves, "wtime 100000 btime 100000")
        if move is None:
            break
        judge(judge_engine, moves, move, count)
        moves.append(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="with each strength")
    parser.add_argument("--elo", default="500,800,1000,1250,1500,1750,2000,2300")
    parser.add_argument("program", nargs="?", default="./rookery")
    given = parser.parse_args()
    judge_engine = Engine(["/usr/games/stockfish"], [("Hash", 16)])
    print("| UCI_Elo | moves | mean loss, pawns | blunders | of these shallow | "
          "shallow, of all moves |\n|---|---|---|---|---|---|")
    for elo in map(int, given.elo.split(",")):
        player = Engine([given.program, "uci"],
                        [("UCI_LimitStrength", "true"), ("UCI_Elo", elo), ("Hash", 1)])
        count = dict.fromkeys(("moves", "loss", "blunders", "shallow"), 0)
        for _ in range(given.games):
            play(player, judge_engine, count)
        player.close()
        moves = max(count["moves"], 1)
        print(f"| {elo} | {count['moves']} | {count['loss'] / moves / 100:.2f} | "
              f"{100 * count['blunders'] / moves:.1f} % | "
              f"{100 * count['shallow'] / max(count['blunders'], 1):.0f} % | "
              f"{100 * count['shallow'] / moves:.1f} % |", flush=True)
    judge_engine.close()


if __name__ == "__main__":
    main()
