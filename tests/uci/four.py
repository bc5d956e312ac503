#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Conversations in UCI about games of four, with the real program and engine.

    tests/uci/four.py ROOKERY FOURORACLE [NAME...]

What the words mean is in tests/transcripts; here is what needs a search. The
second program is a rule book of its own and referees. The environment is that
of run.py.
"""
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
from answer import Grammar, not_yet  # noqa: E402
from engine import LATE, QUICK, SLOW, THREADS, with_threads  # noqa: E402
from group import Group  # noqa: E402

SQUARE = "[a-n](?:1[0-4]|[1-9])"
VARIANTS = ["ffa", "still", "last", "teams"]
BOARD = ("3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/"
         "bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/"
         "bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/"
         "3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3")
START = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" + BOARD
# Red mates with h1h14, and with nothing else: d14 is a corner.
NEAR_MATE = ("R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-"
             "3,yK,10/10,rR,3/14/14/14/14/14/14/14/14/14/5,rK,8/14/7,rR,6")
POSITIONS = [
    "position startpos",
    "position startpos rg moves h2h4 b7d7 g13g11 m8k8 i1h2",
    # Red is in check by Blue, Green's army is grey.
    "position fen4 R-0,0,0,1-0,0,0,0-0,0,0,0-5,9,0,3-2-3,yR,2,yK,4,3/"
    "14/14/14/bR,13/14/bK,11,gP,gN/14/14/14/14/14/7,bR,6/3,rR,3,rK,1,rQ,1,3",
]

program = ""
oracle = ""
examine = Grammar(SQUARE, "0000", THREADS).examine


def start(*lines):
    return with_threads(program, *lines)


def variant(name):
    return f"setoption name UCI_Variant value {name}"


def legal_moves(engine):
    """As perft lists them."""
    return {line.split(":")[0] for line in engine.ask("perft 1")
            if re.match(f"{SQUARE}{SQUARE}", line)}


def fen_of(engine):
    return [line[6:] for line in engine.ask("d") if line.startswith("Fen4: ")][0]


def drawn(fen):
    """The plain board of a FEN4, from the specification."""
    rows = []
    for number, text in zip(range(14, 0, -1), fen.rsplit("-", 1)[1].split("/")):
        row = []
        for cell in text.split(","):
            row += [cell] if cell[0].isalpha() else [""] * int(cell)
        assert len(row) == 14, text
        for file, cell in enumerate(row):
            corner = file in (0, 1, 2, 11, 12, 13) and number in (
                1, 2, 3, 12, 13, 14)
            # d1 is light: a1 would be dark.
            dark = (file + number) % 2
            row[file] = cell or ("  " if corner or not dark else "__")
        rows.append(f"{number:2} " + "".join(row))
    return rows + ["", "   " + " ".join("abcdefghijklmn")]


def test_variants():
    """Each has the options of a combo, and all start alike."""
    with start() as engine:
        told = [line for line in engine.ask("uci") if "UCI_Variant" in line]
        assert told == ["option name UCI_Variant type combo default chess"
                        " var chess var minors var ffa var still var last var teams"], told
        for name in VARIANTS:
            engine.send(variant(name))
            assert fen_of(engine) == START, name
            assert len(legal_moves(engine)) == 20, name


def test_perft():
    """The numbers of the specification."""
    totals = {"modern": 7800, "classic": 7960, "by": 7880, "byg": 7880,
              "rg": 7880}
    with start() as engine:
        for name in VARIANTS:
            engine.send(variant(name))
            for setup, total in totals.items():
                engine.send(f"position startpos {setup}")
                for word in ("perft", "go perft"):
                    last = engine.ask(f"{word} 3")[-1]
                    assert last == f"Nodes searched: {total}", (setup, last)
        assert engine.ask("perft 0") == [
            "info string perft needs a number from 1 to 32"]


def test_show():
    with start(variant("ffa")) as engine:
        engine.send("position startpos moves h2h4 b9d9")
        got = engine.ask("d")
        fen = ("Y-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
               "{'enPassant':('h3:h4','c9:d9','','')}-" +
               BOARD.replace("bB,bP,10,gP,gB/bQ", "bB,2,bP,8,gP,gB/bQ")
               .replace("bR,bP,10,gP,gR/14/", "bR,bP,5,rP,4,gP,gR/14/")
               .replace("rP,rP,rP,rP,rP,rP,rP,rP", "rP,rP,rP,rP,1,rP,rP,rP"))
        assert got[:16] == drawn(fen), "\n".join(got)
        assert got[16] == "Fen4: " + fen, got[16]
        assert re.fullmatch("Key: [0-9A-F]{16}", got[17]), got[17]
        assert got[18:] == ["Checkers:"], got[18:]
        engine.send(POSITIONS[2])
        assert engine.ask("d")[-1] == "Checkers: h2", engine.ask("d")


def test_fen4():
    """Read and written again; what is bad has one line and changes nothing."""
    odd = START.replace("3,yR", "x,x,x,yR").replace("yR,3/", "yR,x,x,x/")
    braces = START.replace("-0-3", "-0-{'lives': ( 1, 1),'enPassant':('','','','')}-3")
    bad = ["", "x", "R", START[:-1], START[:200], START.replace("yK", "yQ"),
           START.replace("R-0", "W-0"), START.replace("rQ,rK", "rK,rK"),
           START.replace("3,rR", "4,rR"), START + ",1", START + " b - -",
           START.replace("-0-3", "-{-3"), "rnbqkbnr/8/8/8 w - - 0 1"]
    with start(variant("ffa")) as engine:
        for text in (odd, braces):
            engine.send("position startpos classic",
                        f"position fen4 {text} moves h2h3", f"position fen {text}")
            assert fen_of(engine) == START, text
        engine.send("position startpos classic moves h2h3")
        before = fen_of(engine)
        for text in bad:
            for word in ("fen", "fen4"):
                got = engine.ask(f"position {word} {text} moves h2h3")
                assert len(got) == 1 and got[0].startswith(
                    "info string position refused, "), (text, got)
        assert fen_of(engine) == before


def test_short_limits():
    """An exact line and a legal move, however short the time."""
    clocks = "rtime {0} btime {0} ytime {0} gtime {0}"
    with start() as engine:
        for name in VARIANTS[:: 3 if QUICK or SLOW else 1]:
            engine.send(variant(name))
            for position in POSITIONS:
                engine.send(position)
                legal = legal_moves(engine)
                for limit in ("movetime 1", "nodes 1", "nodes 2", "depth 1",
                              clocks.format(1), clocks.format(0),
                              clocks.format(-100) + " rinc 0", "movetime -5",
                              clocks.format(10) + " rinc 5 binc 5 movestogo 1"):
                    examine(engine.go(f"go {limit}"), legal)
                engine.send("go infinite")
                examine(engine.go("stop"), legal)
                engine.send("go ponder rtime 1000 btime 1000")
                examine(engine.go("stop"), legal)
                engine.send("go ponder rtime 1 btime 1")
                examine(engine.go("ponderhit"), legal)


def test_lines():
    """Several lines, also when they are interrupted."""
    with start(variant("ffa"), "setoption name MultiPV value 4") as engine:
        legal = legal_moves(engine)
        _, exact = examine(engine.go("go depth 4"), legal, 4)
        last = [match for match in exact if match["depth"] == "4"][-4:]
        assert [match["line"] for match in last] == list("1234"), last
        assert len({match["pv"].split()[0] for match in last}) == 4
        scores = [int(match["score"].split()[1]) for match in last]
        assert scores == sorted(scores, reverse=True), scores
        for nodes in range(500, 5000 if QUICK or SLOW else 40000, 1500):
            examine(engine.go("ucinewgame", f"go nodes {nodes}"), legal, 4)
        engine.send("setoption name MultiPV value 64")
        _, exact = examine(engine.go("go depth 2"), legal, 64)
        assert max(int(match["line"]) for match in exact) == 20
        best, _ = examine(engine.go("go depth 3 searchmoves e1d3 k2k4"), legal, 64)
        assert best in ("e1d3", "k2k4"), best


def test_search_moves():
    with start(variant("teams")) as engine:
        for move in sorted(legal_moves(engine)):
            best, _ = examine(engine.go(f"go searchmoves {move} nodes 1000"))
            assert best == move, (best, move)


def test_mate():
    """Seen, played, and over: there is no move any more."""
    for name in VARIANTS[:3]:
        with start(variant(name), f"position fen4 {NEAR_MATE}") as engine:
            best, _ = examine(engine.go("go depth 4"))
            assert best == "h1h14", best
            engine.send(f"position fen4 {NEAR_MATE} moves h1h14")
            best, exact = examine(engine.go("go depth 4"))
            assert best == "0000" and len(exact) == 1
            engine.send("go infinite")
            not_yet(engine, 0.1)
            assert engine.go("stop")[-1] == "bestmove 0000"
            got = engine.ask(f"position fen4 {NEAR_MATE} moves h1h14 d14e14")
            assert len(got) == 1 and "refused" in got[0], got


def test_same_nodes_twice():
    """Also after a game of another kind: nothing of it is left."""
    def shown(lines):
        return [re.sub(r" nps \d+| time \d+", "", line) for line in lines]
    with start("setoption name Threads value 1") as engine:
        for name in ("ffa", "teams", "chess"):
            first = shown(engine.go("ucinewgame", variant(name), "go nodes 5000"))
            for other in ("still", "last"):
                engine.go(variant(other), "go nodes 3000")
                again = shown(engine.go(variant(name), "go nodes 5000"))
                assert first == again, (name, other, first, again)


def test_time_is_kept():
    with start(variant("ffa"), "go depth 1") as engine:
        engine.until("bestmove")
        for words, most in (("movetime 200", 0.2), ("rtime 300 btime 1", 0.3),
                            ("rtime 50 ytime 100000 gtime 100000", 0.05),
                            ("movetime 100 infinite", None)):
            begin = time.monotonic()
            engine.send(f"go {words}")
            if most is None:
                examine(not_yet(engine, 0.3) + engine.go("stop"))
                continue
            examine(engine.until("bestmove"))
            assert time.monotonic() - begin < most + LATE, words


def first_move(name):
    """The nodes of the first search of a game with a large table, and its time."""
    with start("setoption name Hash value 1024", variant(name)) as engine:
        engine.ask("ucinewgame")
        begin = time.monotonic()
        lines = engine.go("position startpos", "go movetime 100")
        spent = time.monotonic() - begin
        return max(map(int, re.findall(r" nodes (\d+)", "\n".join(lines)))), spent


def test_clock_after_new_game():
    """Memory is made outside the clock, and movetime is all for thinking."""
    for name in ("chess", "teams", "ffa"):
        # It was 68 nodes. The machine may be busy with other things, so the best counts.
        tries = [first_move(name) for _ in range(3)]
        assert max(nodes for nodes, _ in tries) >= 1000, (name, tries)
        assert all(spent > 0.09 for _, spent in tries), (name, tries)
        assert min(spent for _, spent in tries) < 0.1 + LATE, (name, tries)


def test_ponder():
    with start(variant("teams")) as engine:
        for end in ("ponderhit", "stop"):
            engine.send("go ponder rtime 300 btime 300 ytime 300 gtime 300")
            lines = not_yet(engine, 0.2)
            begin = time.monotonic()
            examine(lines + engine.go(end))
            assert time.monotonic() - begin < 0.3 + LATE


def test_other_options():
    """Chances are of 1000; there is no book, and nobody is weak."""
    with start(variant("ffa"), "setoption name UCI_ShowWDL value true",
               "setoption name OwnBook value true",
               "setoption name UCI_LimitStrength value true",
               "setoption name UCI_Elo value 500",
               "setoption name UCI_Chess960 value true",
               "setoption name UCI_AnalyseMode value true",
               "setoption name Hash value 1") as engine:
        _, exact = examine(engine.go("go nodes 3000"))
        for match in exact:
            chances = [int(match[word]) for word in ("win", "draw", "loss")]
            assert sum(chances) == 1000, match[0]
        got = engine.ask("setoption name Clear Hash", "eval")
        assert re.fullmatch(r"Evaluation: [+-]\d+\.\d\d \(Red's view\)",
                            got[-1]), got


def test_nonsense():
    """Words in every place where they mean nothing; nothing is harmed."""
    chance = random.Random(4)
    words = ["position", "fen4", "fen", "startpos", "modern", "classic", "moves",
             "h2h3", "b7c7", "k10k11q", "go", "rtime", "ytime", "ginc", "-1",
             "depth", "1", "searchmoves", "setoption", "name", "UCI_Variant",
             "value", "teams", "perft", "d", "stop", "ponderhit", "0000",
             "{'enPassant':('','','','')}", START, START[:90], "\xff\x01"]
    with start() as engine:
        for _ in range(300 if QUICK or SLOW else 2000):
            line = " ".join(chance.choice(words) for _ in range(
                chance.randrange(1, 9)))
            # A go without a limit is awaited, and a deep perft is long.
            line = line.replace("perft", "perft 1 ").replace("go", "go depth 1")
            engine.send(line.encode("latin-1"), "stop")
        engine.ask()
        engine.send(variant("chess"), variant("ffa"), "position startpos")
        assert fen_of(engine) == START


class Referee:
    """The other rule book, which keeps its own position."""

    def __init__(self, name, setup):
        self.process = subprocess.Popen(
            [oracle, "play", name, setup], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, bufsize=1)

    def play(self, move):
        self.process.stdin.write(move + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def play_game(engine, name, setup, nodes, most):
    """The program against itself; True if the game came to its end."""
    referee = Referee(name, setup)
    moves = []
    over = False
    while not over and len(moves) < most:
        engine.send(f"position startpos {setup} moves {' '.join(moves)}")
        best, _ = examine(engine.go(f"go nodes {nodes}"))
        said = referee.play(best)
        assert said != "illegal", f"{best} after {moves}"
        moves.append(best)
        over = said.startswith("over ")
        engine.send(f"position startpos {setup} moves {' '.join(moves)}")
        mine = fen_of(engine)
        # At the end it is nobody's turn.
        if over:
            mine, said = mine[1:], said[len("over R"):]
        assert mine == said, f"{moves}\n{mine}\n{said}"
    referee.close()
    if over:
        assert engine.go("go nodes 100")[-1] == "bestmove 0000", moves
    return over


def test_games():
    """From beginning to end: each move legal, each position and all points as
    the other rule book has them."""
    games = [("ffa", "modern", 150), ("teams", "by", 100), ("last", "rg", 60),
             ("still", "classic", 120), ("ffa", "byg", 80)]
    ended = 0
    for name, setup, nodes in games[:1 if SLOW else 2 if QUICK else 5]:
        with start(variant(name), "setoption name Threads value 1") as engine:
            ended += play_game(engine, name, setup, nodes, 60 if SLOW else 1200)
    assert ended or SLOW, "no game has come to its end"


def test_threads():
    """One after the other: several threads, and kinds of games in turns."""
    with start() as engine:
        for threads in (4, 1, 3, 2, THREADS):
            engine.send(f"setoption name Threads value {threads}")
            for name in ("ffa", "teams"):
                engine.send(variant(name), POSITIONS[threads % 3])
                legal = legal_moves(engine)
                examine_any(engine.go("go nodes 20000"), legal)
                examine_any(engine.go("go movetime 50"), legal)
                engine.send("go infinite")
                time.sleep(0.05)
                examine_any(engine.go("stop"), legal)
                engine.send("go ponder rtime 100 btime 100")
                examine_any(engine.go("ponderhit"), legal)
            engine.go(variant("chess"), "go nodes 5000")


examine_any = Grammar(SQUARE, "0000", 2).examine


def main():
    global program, oracle
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, oracle = map(os.path.abspath, sys.argv[1:3])
    group = Group(smallest=2)
    group.run_tests(globals(), sys.argv[3:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
