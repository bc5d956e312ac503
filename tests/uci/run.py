#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Conversations in UCI with the real program and its engine.

    tests/uci/run.py ROOKERY [NAME...]

What the words of the protocol mean is in tests/transcripts; here is what needs
time, threads and a search. RK_THREADS says with how many threads; RK_QUICK asks
for less of it; RK_SLOW is for programs that cannot be on time; RK_PATIENCE is
how many seconds to wait for anything.
"""
import ctypes
import os
import pty
import random
import re
import resource
import select
import struct
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
from answer import Grammar, not_yet  # noqa: E402
from engine import (Engine, LATE, QUICK, SLOW, THREADS,  # noqa: E402
                    with_threads)
from group import Group  # noqa: E402

START = "position startpos"
MIDDLE = ("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
          " w KQkq - 0 1")
ENDING = "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
CHECKED = "position fen rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3"
POSITIONS = [START, MIDDLE, ENDING, START + " moves e2e4 c7c5 g1f3 d7d6",
             "position fen 4k3/P7/8/8/8/8/7p/4K3 b - - 3 40"]

examine = Grammar("[a-h][1-8]", "(none)", THREADS).examine
program = ""


def start(*lines):
    return with_threads(program, *lines)


def legal_moves(engine):
    """As perft lists them."""
    return {line.split(":")[0] for line in engine.ask("perft 1")
            if re.match("[a-h][1-8]", line)}


def test_short_limits():
    """An exact line and a legal move, however short the time."""
    with start() as engine:
        for position in POSITIONS + [CHECKED]:
            engine.send(position)
            legal = legal_moves(engine)
            for limit in ("movetime 1", "nodes 1", "nodes 2", "depth 1",
                          "wtime 1 btime 1", "wtime 0 btime 0",
                          "wtime -100 btime -100 winc 0", "movetime -5",
                          "wtime 10 btime 10 winc 5 binc 5 movestogo 1"):
                examine(engine.go(f"go {limit}"), legal)
            engine.send("go infinite")
            examine(engine.go("stop"), legal)
            engine.send("go ponder wtime 1000 btime 1000")
            examine(engine.go("stop"), legal)
            engine.send("go ponder wtime 1 btime 1")
            examine(engine.go("ponderhit"), legal)


def test_same_nodes_twice():
    """The same limit of nodes, the same search."""
    limits = [1, 2, 3, 10, 50, 100, 500, 999, 1000, 1023, 1024, 1025, 2000,
              3333, 5000, 7777, 10000, 20000, 30000, 50000]
    def shown(lines):
        return [re.sub(r" nps \d+| time \d+", "", line) for line in lines]
    with start("setoption name Threads value 1") as engine:
        for number, limit in enumerate(limits[:8] if SLOW else limits):
            engine.send("ucinewgame", POSITIONS[number % len(POSITIONS)])
            first = engine.go(f"go nodes {limit}")
            engine.send("ucinewgame")
            again = engine.go(f"go nodes {limit}")
            assert shown(first) == shown(again), \
                f"nodes {limit}:\n{first}\n{again}"
            told = int(examine(first)[1][-1]["nodes"])
            assert told <= limit or limit < 100, f"{told} nodes, not {limit}"


def test_mates():
    """No legal move, and mates that anybody sees."""
    with start() as engine:
        engine.send("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
        best, lines = examine(engine.go("go depth 5"))
        assert best == "(none)" and lines[-1]["score"] == "mate 0"
        engine.send("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
        best, lines = examine(engine.go("go movetime 20"))
        assert best == "(none)" and lines[-1]["score"] == "cp 0"
        engine.send("go infinite")
        not_yet(engine, 0.1)
        assert engine.go("stop")[-1] == "bestmove (none)"
        engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        best, lines = examine(engine.go("go depth 4"))
        assert best == "a1a8" and lines[-1]["score"] == "mate 1"
        assert engine.go("go mate 1")[-1].startswith("bestmove a1a8")
        # Two rooks: a ladder, mate in two.
        engine.send("position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
        best, lines = examine(engine.go("go mate 2"))
        assert lines[-1]["score"] == "mate 2", lines[-1][0]
        # The king must step aside, and is mated.
        engine.send("position fen 8/8/8/8/8/6k1/r7/7K w - - 0 1")
        best, lines = examine(engine.go("go depth 6"))
        assert best == "h1g1" and lines[-1]["score"] == "mate -1", lines[-1][0]


def test_minors():
    """A rook is given for a mate by knight and king; where that is a draw, it is none."""
    only = "go depth 8 searchmoves g7h7"
    with start() as engine:
        for variant, score in (("chess", "mate 2"), ("minors", "cp 0"), ("chess", "mate 2")):
            engine.send(f"setoption name UCI_Variant value {variant}",
                        "position fen 5N1k/5KR1/5n2/8/8/8/8/8 w - - 0 1")
            best, lines = examine(engine.go(only))
            assert best == "g7h7" and lines[-1]["score"] == score, (variant, lines[-1][0])
        engine.send("setoption name UCI_Variant value minors", START)
        for limit in ("nodes 3000", "movetime 20"):
            examine(engine.go(f"go {limit}"), legal_moves(engine))
        # Strength is limited by its rules, too.
        engine.send("setoption name UCI_LimitStrength value true",
                    "setoption name UCI_Elo value 800")
        examine(engine.go("go nodes 3000"), legal_moves(engine))


def test_depth_and_lines():
    with start("setoption name MultiPV value 4",
               "setoption name UCI_ShowWDL value true", MIDDLE) as engine:
        legal = legal_moves(engine)
        _, exact = examine(engine.go("go depth 6"), legal, 4)
        last = [line for line in exact if line["depth"] == "6"]
        assert {line["line"] for line in last[-4:]} == set("1234"), last
        moves = [line["pv"].split()[0] for line in last[-4:]]
        assert len(set(moves)) == 4, moves
        for line in exact:
            assert sum(int(line[part]) for part in ("win", "draw", "loss")) \
                == 1000, line[0]
        # Interrupted in the middle of one of them.
        engine.send(START)
        for nodes in range(500, 10000, 700):
            examine(engine.go("ucinewgame", f"go nodes {nodes}"), None, 4)
        # More lines than moves.
        engine.send("setoption name MultiPV value 64", ENDING)
        _, exact = examine(engine.go("go depth 2"), None, 64)
        last = {line["line"] for line in exact if line["depth"] == "2"}
        assert len(last) == len(legal_moves(engine)), last
        # Of two moves, two lines.
        engine.send(START)
        best, exact = examine(engine.go("go depth 3 searchmoves a2a3 h2h4"),
                              None, 64)
        assert best in ("a2a3", "h2h4")
        assert {line["pv"].split()[0] for line in exact} == {"a2a3", "h2h4"}


def test_search_moves():
    with start(START) as engine:
        for move in ("a2a3", "g1h3", "f2f3"):
            best, _ = examine(engine.go(f"go searchmoves {move} nodes 3000"))
            assert best == move, best


def test_chess960():
    with start("setoption name UCI_Chess960 value true") as engine:
        engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        best, _ = examine(engine.go("go depth 3 searchmoves e1h1"))
        assert best == "e1h1", best
        engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 e8e7")
        assert "f1f2" in legal_moves(engine)
        engine.send("setoption name UCI_Chess960 value false",
                    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        best, _ = examine(engine.go("go depth 3 searchmoves e1g1"))
        assert best == "e1g1", best


def test_ready_while_thinking():
    """Answered at once; a stop is obeyed in a few milliseconds."""
    with start(MIDDLE) as engine:
        worst_ready = worst_stop = 0
        for _ in range(3 if QUICK else 10):
            engine.send("go infinite")
            time.sleep(0.05)
            begin = time.monotonic()
            lines = engine.ask()
            worst_ready = max(worst_ready, time.monotonic() - begin)
            begin = time.monotonic()
            examine(lines + engine.go("stop"))
            worst_stop = max(worst_stop, time.monotonic() - begin)
        print(f"ready after {worst_ready * 1000:.1f} ms, stopped after "
              f"{worst_stop * 1000:.1f} ms at worst")
        assert worst_ready < LATE and worst_stop < LATE


def test_time_is_kept():
    with start(MIDDLE, "setoption name Move Overhead value 10") as engine:
        for words, most in (("movetime 100", 0.1), ("movetime 300", 0.3),
                            ("wtime 500 btime 500", 0.5),
                            ("wtime 100 btime 100 movestogo 1", 0.1),
                            ("wtime 1000 btime 1 winc 100", 1.0)):
            begin = time.monotonic()
            examine(engine.go(f"go {words}"))
            took = time.monotonic() - begin
            assert took < most + LATE, f"{words} took {took:.3f} s"
        begin = time.monotonic()
        engine.go("go movetime 400")
        assert time.monotonic() - begin > 0.3, "movetime is to be used up"


def resident_mb(engine):
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+) kB", file.read())[1]) / 1024


def test_memory_before_the_clock():
    """A large table is there, page by page, before a `go` that uses it; with four
    players so is what their engine needs besides."""
    with start("setoption name Threads value 1") as engine:
        for name in "chess", "teams", "ffa":
            engine.ask("setoption name Hash value 1", f"setoption name UCI_Variant value {name}")
            before = resident_mb(engine)
            engine.ask("setoption name Hash value 512", "ucinewgame")
            ready = resident_mb(engine)
            engine.go("go movetime 50")
            assert ready - before > 500, f"{name}: {before:.0f} MB, then {ready:.0f}"
            assert SLOW or resident_mb(engine) - ready < 4, f"{name}: {ready:.0f} MB when ready"


def test_ponder():
    with start(MIDDLE) as engine:
        engine.send("go ponder wtime 300 btime 300")
        lines = not_yet(engine, 0.4)
        begin = time.monotonic()
        examine(lines + engine.go("ponderhit"))
        assert time.monotonic() - begin < 0.3 + LATE
        # A mate is found at once, but the answer waits.
        engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
                    "go ponder movetime 50")
        examine(not_yet(engine, 0.2) + engine.go("ponderhit"))
        for limit in ("depth 3", "nodes 500", "movetime 20", "mate 1"):
            engine.send(f"go infinite {limit}")
            examine(not_yet(engine, 0.1) + engine.go("stop"))
            engine.send(f"go ponder {limit}")
            examine(not_yet(engine, 0.1) + engine.go("ponderhit"))


def test_long_game():
    """Two thousand plies, the last of them repetitions."""
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 500
    with start() as engine:
        engine.send(START + " moves " + " ".join(shuffle))
        assert len(legal_moves(engine)) == 20
        examine(engine.go("go depth 4"))


def test_repetition():
    """A queen down, but the king's step repeats the position once more."""
    fen = "position fen 6k1/8/8/8/8/8/1q6/6K1 w - - 0 1"
    there = " g1h1 g8h8"
    back = " h1g1 h8g8"

    def score(position):
        _, lines = examine(engine.go(position, "go depth 5 searchmoves h1g1"))
        kind, value = lines[-1]["score"].split()
        return int(value) if kind == "cp" else 10000 * (-1 if "-" in value else 1)
    with start() as engine:
        lost = score("position fen 7k/8/8/8/8/8/1q6/7K w - - 0 1")
        assert lost < -300, lost
        drawn = score(fen + " moves" + (there + back) * 2 + there)
        assert abs(drawn) < 10, drawn


def test_huge_lines():
    with start() as engine:
        assert engine.ask(b"x" * 3000000) == []
        assert engine.ask(b"x " * 300000) == []
        said = engine.ask(b"position startpos moves " + b"e2e4" * 100000)
        assert len(said) == 1 and said[0].startswith("info string position"), said
        said = engine.ask(b"setoption name " + b"n" * 1000000 + b" value 3")
        assert len(said) == 1 and len(said[0]) < 200, said
        said = engine.ask(b"go depth " + b"9" * 100000 + b" movetime 20")
        engine.until("bestmove")
        assert engine.ask(b"\x00" * 1000 + b"\xff\xfe" * 1000) == []
        assert engine.ask(b"setoption name BookFile value " + b"b" * 10000)[0] \
            .startswith("info string cannot open book")


def test_nonsense():
    """Anything at all, also while it thinks; it stays alive and sane."""
    chance = random.Random(4)
    words = ("uci isready position startpos fen moves e2e4 e7e5 e1g1 0000 go "
             "depth nodes movetime wtime btime winc binc movestogo infinite "
             "ponder searchmoves mate perft 1 2 -1 99999999999999999999 stop "
             "ponderhit ucinewgame setoption name value Hash Threads MultiPV "
             "OwnBook true false d eval help debug on register \xff \x01 ; "
             "8/8/8/8/8/8/8/8 w KQkq - 0 BookFile <empty> Clear UCI_Elo").split()
    with start("setoption name Hash value 1") as engine:
        for _ in range(100 if QUICK else 400):
            line = " ".join(chance.choices(words, k=chance.randint(0, 7)))
            if "Threads" in line or "perft" in line or "Hash value" in line:
                continue
            engine.send(line.encode("latin-1"))
            if chance.random() < 0.1:
                engine.ask("stop")
        engine.send("stop", "debug on", "all of it", "debug off")
        engine.until('info string ignored: "all of it"')
        engine.send("ucinewgame", "setoption name MultiPV value 1", START)
        examine(engine.go("go depth 3"))


def test_options_that_cannot_be():
    with start() as engine:
        said = engine.ask("setoption name Hash value 99999999")
        assert len(said) == 1 and "Hash" in said[0], said
    if SLOW:
        return  # sanitizers want terabytes of addresses themselves

    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
    with Engine(program, "uci", preexec=little_memory) as engine:
        said = engine.ask("setoption name Hash value 4096")
        assert said == ['info string Hash stays 16, it cannot be "4096"'], said
        said = engine.ask("setoption name Threads value 256")
        assert said == ['info string Threads stays 1, it cannot be "256"'], said
        examine(engine.go("go depth 5"))
        assert engine.ask("setoption name Hash value 32") == []
        assert engine.ask("setoption name Threads value 3") == []
        examine(engine.go("go depth 5"))


def test_book():
    """A book of one entry, written here: from the start, h2h4 alone."""
    entry = struct.pack(">QHHI", 0x463b96181691fc9c, 0o37 | 0o17 << 6, 1, 0)
    with tempfile.TemporaryDirectory() as folder, start() as engine:
        name = os.path.join(folder, "my book.bin")
        with open(name, "wb") as file:
            file.write(entry)
        assert engine.ask(f"setoption name BookFile value {name}",
                          "setoption name OwnBook value true") == []
        best, _ = examine(engine.go("go wtime 1000 btime 1000"))
        assert best == "h2h4", best
        engine.send(START + " moves h2h4")
        examine(engine.go("go nodes 2000"))
        said = engine.ask(f"setoption name BookFile value {folder}/none.bin")
        assert len(said) == 1 and said[0].startswith(
            "info string cannot open book"), said
        # The good one stays, and serves where the moves are the same.
        for variant in "chess", "minors":
            engine.send(f"setoption name UCI_Variant value {variant}", START)
            best, _ = examine(engine.go("go nodes 2000"))
            assert best == "h2h4", (variant, best)


def test_ends():
    """quit and the end of the input, at rest and while thinking."""
    for lines in ((), ("quit",), ("go infinite",), ("go infinite", "quit"),
                  ("go ponder wtime 1 btime 1", "quit"), ("go depth 3",),
                  ("go infinite", "stop", "quit", "isready")):
        engine = start(START)
        got = engine.close(*lines)
        begins = any("go" in line for line in lines)
        assert sum("bestmove" in line for line in got) == begins, got
        assert "readyok" not in got
    # What ends by itself is awaited.
    for limit, depth in (("depth 7", 7), ("nodes 5000", 3), ("movetime 300", 1),
                         ("wtime 3000 btime 3000", 1)):
        engine = start(MIDDLE)
        begin = time.monotonic()
        got = engine.close(f"go {limit}")
        _, exact = examine(got)
        assert int(exact[-1]["depth"]) >= depth, got
        if "movetime" in limit:
            assert time.monotonic() - begin > 0.25, "movetime is to be used up"


def test_first_line():
    """A bare program that is told `uci` speaks it."""
    for words in ((), ("play",), ("--plain",)):
        for first in ("uci", "uci\r", " uci ", "\n \t\nuci"):
            with Engine(program, *words) as engine:
                engine.send(first)
                assert any(line.startswith("id name Rookery")
                           for line in engine.until("uciok"))
                examine(engine.go(START, "go depth 2"))
    with Engine(program) as engine:
        engine.send("help", "uci")
        engine.until('Unknown command "uci"', 10)


def test_strength():
    """However weak it is to be, it plays by the rules and within its time."""
    with start("setoption name UCI_LimitStrength value true") as engine:
        for elo in (500, 1000, 1800, 2850):
            engine.send(f"setoption name UCI_Elo value {elo}")
            for position in POSITIONS:
                engine.send(position)
                legal = legal_moves(engine)
                begin = time.monotonic()
                examine(engine.go("go wtime 200 btime 200"), legal)
                assert time.monotonic() - begin < 0.2 + LATE
                engine.send("go infinite")
                examine(engine.go("stop"), legal)


def test_terminal():
    """The same where a person types it."""
    with tempfile.TemporaryDirectory() as folder:
        home = dict(os.environ, HOME=folder, XDG_STATE_HOME=folder,
                    TERM="xterm")
        pid, terminal = pty.fork()
        if not pid:
            os.execve(program, [program], home)
        got = b""

        def until(text):
            nonlocal got
            end = time.monotonic() + 20 + LATE
            while text not in got:
                assert time.monotonic() < end, got[-300:]
                if select.select([terminal], [], [], 1)[0]:
                    got += os.read(terminal, 4096)
            got = got[got.index(text) + len(text):]
        until(b"Ctrl-C leaves")
        os.write(terminal, b"uci\r")
        until(b"uciok")
        os.write(terminal, b"go depth 2\n")
        until(b"bestmove ")
        os.write(terminal, b"quit\n")
        assert os.waitpid(pid, 0)[1] == 0
        os.close(terminal)


def test_games():
    """The engine against itself, every move looked at."""
    with start() as engine:
        for game in range(1 if QUICK else 3):
            moves = []
            engine.send("ucinewgame")
            while len(moves) < 300:
                engine.send(f"{START} moves {' '.join(moves)}")
                legal = legal_moves(engine)
                best, _ = examine(engine.go(f"go nodes {300 + game * 500}"),
                                  legal or None)
                if best == "(none)":
                    assert not legal
                    break
                moves.append(best)


def test_perft():
    with start() as engine:
        assert engine.ask("go perft 4")[-1] == "Nodes searched: 197281"
        assert engine.ask(MIDDLE, "perft 3")[-1] == "Nodes searched: 97862"


def test_eval():
    with start() as engine:
        first = engine.ask("eval")
        assert len(first) == 1 and re.fullmatch(
            r"Evaluation: [+-]\d+\.\d\d \(White's view\)", first[0]), first
        # The same position from the other side, from White's view negated.
        white = engine.ask("position fen 4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "eval")
        black = engine.ask("position fen 4k3/ppp5/8/8/8/8/8/4K3 b - - 0 1", "eval")
        assert white[0].replace("+", "-") == black[0], (white, black)


def test_bench():
    with start() as engine:
        lines = engine.ask("bench 2")
        assert re.fullmatch(r"bench: \d+", lines[-2]), lines[-2]
        assert re.fullmatch(r"\d+ nodes \d+ nps", lines[-1]), lines[-1]
        assert len(lines) >= 42, "at least 40 positions"
        again = engine.ask("bench 2")
        assert again[-2] == lines[-2]


def test_threads():
    """Threads come and go, and the table with them."""
    with start(MIDDLE) as engine:
        for threads, size in ((4, 1), (2, 8), (7, 2), (1, 16), (4, 4)):
            engine.send(f"setoption name Threads value {threads}",
                        f"setoption name Hash value {size}")
            legal = legal_moves(engine)
            examine(engine.go("go nodes 20000"), legal)
            examine(engine.go("go movetime 50"), legal)
            engine.send("setoption name Clear Hash", "ucinewgame", "go infinite")
            time.sleep(0.05)
            examine(engine.go("stop"), legal)
            engine.send("go ponder wtime 100 btime 100")
            examine(engine.go("ponderhit"), legal)


def test_many_threads():
    """Few nodes are not shared among many; a limit counts what all look at."""
    with start("setoption name Threads value 64", START) as engine:
        _, exact = examine(engine.go("go nodes 20000"))
        assert int(exact[-1]["nodes"]) < 40000, exact[-1][0]
        engine.send("setoption name Threads value 4", "go ponder nodes 100000")
        _, exact = examine(engine.go("ponderhit"))
        assert int(exact[-1]["nodes"]) < 200000, exact[-1][0]
        # At full strength whatever the Elo number, so by all of them.
        engine.send("setoption name UCI_LimitStrength value true", "go infinite")
        examine(not_yet(engine, 0.1) + engine.go("stop"))


class Halted:
    """Threads of a program with these names, which stand still meanwhile.

    A tracer halts one thread of many, as a system does that has no processor
    for it. PermissionError if that is not allowed here.
    """
    SEIZE, INTERRUPT, DETACH, ANY_THREAD = 0x4206, 0x4207, 17, 0x40000000

    def __init__(self, engine, *names):
        self.threads = []
        tasks = f"/proc/{engine.process.pid}/task"
        for thread in os.listdir(tasks):
            with open(f"{tasks}/{thread}/comm", encoding="ascii") as file:
                if file.read().strip() in names:
                    self.threads.append(int(thread))

    def call(self, request, thread):
        ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        ptrace.argtypes = [ctypes.c_long] * 4
        ptrace.restype = ctypes.c_long
        if ptrace(request, thread, 0, 0):
            raise PermissionError(ctypes.get_errno(), "ptrace")

    def __enter__(self):
        assert self.threads
        for thread in self.threads:
            self.call(self.SEIZE, thread)
            self.call(self.INTERRUPT, thread)
            os.waitpid(thread, self.ANY_THREAD)

    def __exit__(self, *_):
        for thread in self.threads:
            self.call(self.DETACH, thread)


def may_halt():
    """Can threads be halted here?"""
    with start() as engine:
        engine.ask()
        try:
            with Halted(engine, "leader"):
                return True
        except PermissionError as error:
            print(f"left out: {error}")
            return False


def test_late_helpers():
    """Helpers without a processor delay no answer, and join in later."""
    if not may_halt():
        return
    with start("setoption name Threads value 4", MIDDLE) as engine:
        engine.ask()
        engine.send("go infinite")
        engine.until("info depth 5")
        with Halted(engine, "helper"):
            examine(engine.go("stop"))
            examine(engine.go(START, "go depth 5"))
            examine(engine.go(ENDING, "go movetime 50"))
            examine(engine.go("go wtime 200 btime 200"))
            engine.send("go ponder wtime 200 btime 200")
            examine(not_yet(engine, 0.1) + engine.go("ponderhit"))
        examine(engine.go(MIDDLE, "go nodes 50000"))
        engine.send("ucinewgame", "setoption name Threads value 2")
        examine(engine.go("go depth 5"))


def test_late_leader():
    """Nor does a leader; the others answer. It may hold a lock at times."""
    if not may_halt():
        return

    def answer(begin, end, patience):
        engine.ask()
        engine.send(MIDDLE, begin)
        lines = engine.until("info depth 4")
        with Halted(engine, "leader"):
            engine.send(*end)
            return lines + engine.until("bestmove", patience)
    with start("setoption name Threads value 2") as engine:
        for begin, end in (("go infinite", ["stop"]), ("go movetime 1000", []),
                           ("go ponder movetime 300", ["ponderhit"])):
            for _ in range(8):
                try:
                    examine(answer(begin, end, 15))
                    break
                except AssertionError:
                    engine.until("bestmove")
            else:
                raise AssertionError(f"{begin}: no answer without the leader")
        examine(engine.go("go depth 5"))


def main():
    global program
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    group = Group(smallest=3)
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
