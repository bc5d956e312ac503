# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Debian's stockfish as an outside opinion on moves, kept running."""
import os
import subprocess
import time

PATH = os.environ.get("STOCKFISH", "/usr/games/stockfish")


class Stockfish:
    def __init__(self):
        self.process = subprocess.Popen(
            [PATH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = self._read()
        self._write("setoption name Threads value 1\nisready")
        while self._read() != "readyok":
            pass

    def _write(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("stockfish ended")
        return line.rstrip("\n")

    def perft(self, fen, depth, chess960=False):
        """Returns ({move: nodes}, total, seconds from the order to the sum)."""
        self._write("setoption name UCI_Chess960 value "
                    + ("true" if chess960 else "false"))
        self._write(f"position fen {fen}\nisready")
        while self._read() != "readyok":
            pass
        divide = {}
        start = time.perf_counter()
        self._write(f"go perft {depth}")
        while True:
            word, _, number = self._read().partition(": ")
            if word == "Nodes searched":
                break
            if number and not word.startswith("info "):
                divide[word] = int(number)
        return divide, int(number), time.perf_counter() - start

    def play(self, fen, moves):
        """The FEN after some moves in coordinates."""
        self._write(f"position fen {fen} moves {' '.join(moves)}\nd")
        found = None
        while True:
            line = self._read()
            if line.startswith("Fen: "):
                found = line[5:]
            if line.startswith("Checkers:"):
                return found

    def score(self, fen, depth):
        """("cp" or "mate", number) for the side to move after a search."""
        self._write(f"ucinewgame\nposition fen {fen}\ngo depth {depth}")
        found = None
        while True:
            words = self._read().split()
            if "score" in words:
                at = words.index("score")
                found = words[at + 1], int(words[at + 2])
            if words[:1] == ["bestmove"]:
                return found

    def close(self):
        self._write("quit")
        self.process.wait()
