# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A program at the other end of the line: UCI, and whole games by it."""
import os
import random
import re
import subprocess
import tempfile

from board import BUTTONS, READY, BoardError, show
from harm import settle
from talk import HOST, equal, fen, host, tell

MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 1 9"
BEST = rb"bestmove (\S+)[^\n]*\n"


def greet(board):
    text = board.ask("uci", rb"uciok\r?\n")
    assert b"id name Rookery" in text, show(text)
    board.ask("isready", rb"readyok\r?\n")


def go(board, position, limits, seconds=60):
    """The best move, and how long it took."""
    board.send(f"position {position}\n".encode())
    start = board.clock()
    text = board.ask(f"go {limits}", BEST, seconds)
    return re.search(BEST, text)[1].decode(), board.clock() - start


def go_within(board, position, limits, least, most):
    """The best move, which must take that long. An emulated board that has nothing to do
    lets its time fly until we look at the clock; so it may try again."""
    for _ in range(5):
        move, took = go(board, position, limits)
        if took < most:
            break
    assert least < took < most, f"{limits} took {took:.2f} s"
    return move


class Referee:
    """The program of this machine, which also knows what is legal."""
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [HOST, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=self.folder.name, env=dict(os.environ, HOME=self.folder.name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()

    def ask(self, text, end):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or not re.match(end, lines[-1]):
            line = self.process.stdout.readline()
            if not line:
                raise BoardError("the program has gone")
            lines.append(line.strip())
        return lines

    def legal(self, position):
        lines = self.ask(f"position {position}\ngo perft 1", "Nodes searched")
        return [line.split(":")[0] for line in lines if re.match(r"[a-h]\d[a-h]\d\w?: 1$", line)]

    def move(self, position):
        return self.ask(f"position {position}\ngo nodes 300", "bestmove")[-1].split()[1]


def test_uci(bench):
    with bench.open() as board, Referee() as referee:
        greet(board)
        for position in ("startpos", "startpos moves e2e4 e7e5 g1f3", "fen " + MIDDLE):
            for limits in ("depth 2", "nodes 300", "movetime 500", "wtime 3000 btime 3000"):
                move = go_within(board, position, limits, 0, 2.5)
                assert move in referee.legal(position), f"{position}: {move}"
        go_within(board, "fen " + MIDDLE, "movetime 1500", 1, 2)
        board.send(b"ucinewgame\nposition fen 8/8/8/8/8/6k1/4q3/6K1 w - - 0 1\ngo depth 3\n")
        assert b"bestmove" in board.expect(BEST)
        text = board.ask("position startpos moves e2e5", rb"\n")
        assert b"info string" in text, show(text)


def test_uci_stop(bench):
    """A word while it thinks: isready is answered, stop ends it at once."""
    with bench.open() as board, Referee() as referee:
        greet(board)
        position = "fen " + MIDDLE
        for words in ("stop", "button"):
            board.send(f"position {position}\ngo infinite\n".encode())
            board.wait(1)
            assert not re.search(BEST, board.seen)
            board.ask("isready", rb"readyok\r?\n", 0.5 + board.late)
            start = board.clock()
            if words == "stop":
                board.send(b"stop\n")
            else:
                board.press(BUTTONS[board.name][1])
            move = re.search(BEST, board.expect(BEST, 1 + board.late))[1].decode()
            assert board.clock() - start < 0.8 + board.late
            assert move in referee.legal(position), move
        board.send(b"go infinite\n")
        board.wait(0.5)
        board.send(b"quit\n")
        board.expect(BEST, 1 + board.late)
        board.expect(READY, 1 + board.late)


def test_uci_beside_the_game(bench):
    """A game of people is still there when the program has gone."""
    with bench.open() as board:
        tell(board, "game human human", "e4", "c5")
        before = fen(board)
        board.reset()
        board.boot()
        greet(board)
        go(board, "fen " + MIDDLE, "depth 2")
        board.send(b"quit\n")
        assert b"The game goes on." in board.boot()
        equal(fen(board), before)
        tell(board, "Nf3")
        board.reset()
        board.boot()
        greet(board)
        board.reset()
        assert b"The game goes on." in board.boot()
        equal(tell(board, "history"), b"1. e4 c5 2. Nf3\n")


def test_uci_game(bench):
    """Against the program of this machine, 40 plies or to the end."""
    with bench.open() as board, Referee() as referee:
        greet(board)
        board.send(b"ucinewgame\n")
        moves = []
        for ply in range(40 if bench.real_time() else 20):
            position = "startpos" + (" moves " + " ".join(moves) if moves else "")
            legal = referee.legal(position)
            if not legal:
                break
            move = go(board, position, "nodes 150")[0] if ply % 2 == 0 else \
                referee.move(position)
            assert move in legal, f"{move} after {moves}"
            moves.append(move)
        assert len(moves) > 10, moves


def test_uci_junk(bench):
    with bench.open() as board:
        greet(board)
        dice = random.Random(9)
        board.send(f"position fen {MIDDLE}\n".encode())
        for thinking in False, True:
            if thinking:
                board.send(b"go infinite\n")
                board.wait(0.2)
            size = 1 << (16 if bench.real_time() else 13)
            data = dice.randbytes(size).replace(b"\n", b"\n\x01").replace(b"\r", b"\r\x01")
            board.flood(b"\x01" + data)
            settle(board, b"isready\n", rb"readyok\r?\n")
            if thinking:
                board.ask("stop", BEST, 5)
            board.ask("isready", rb"readyok\r?\n", 5)
        move = re.search(BEST, board.ask("go depth 1", BEST))[1]
        assert re.fullmatch(rb"[a-h][1-8][a-h][1-8]", move), move


def test_perft(bench):
    """The numbers of everybody, and of the program."""
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    with bench.open() as board:
        greet(board)
        for position, words, depth, count in (
                ("startpos", [], 4, 197281), ("fen " + kiwipete, [kiwipete], 3, 97862)):
            board.send(f"position {position}\n".encode())
            text = board.ask(f"go perft {depth}", rb"Nodes searched: \d+\r?\n", 300)
            got = int(re.search(rb"searched: (\d+)", text)[1])
            assert got == count, f"{position}: {got}"
            assert str(count).encode() in host("perft", str(depth), *words)


def test_bench(bench):
    """The nodes of the program, position by position; less deep where each
    instruction is counted."""
    deep = [] if bench.real_time() else ["4"]
    wanted = host("bench", *deep)
    sum_ = re.search(rb"bench: \d+", wanted)[0]
    with bench.open() as board:
        greet(board)
        text = board.ask(" ".join(["bench", *deep]), rb"bench: \d+\r?\n", 3000)
        assert sum_ in text, f"{show(text[-100:])} instead of {show(sum_)}"
        for line in re.findall(rb"^\d+ .*/.*$", wanted, re.M):
            assert line in text, show(line)
