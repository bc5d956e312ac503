#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The tutorial: its steps are compiled as the page says, and do what it says.

    tests/tutorial/run.py LIBRARY [TEST...]

LIBRARY is what `make lib` builds. Every listing of docs/tutorial.md must stand in the
file that its section names, and every session must come out. What the steps find is held
against stockfish, against the counts of the literature and against mates that were proved
(tests/mates).
"""
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
import examples  # noqa: E402
from group import Group, Skip  # noqa: E402
from stockfish import Stockfish  # noqa: E402

LIBRARY = os.path.abspath(sys.argv[1])
PAGE = os.path.join(ROOT, "docs", "tutorial.md")
STEPS = [f"step{number}" for number in range(1, 11)]
QUICK = bool(os.environ.get("RK_QUICK"))

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
CHECK = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
POSITIONS = [START, KIWIPETE, ENDING, PROMOTIONS, CHECK]
# The numbers that everybody's generator must give, from the literature.
PERFT = {START: [20, 400, 8902, 197281, 4865609],
         KIWIPETE: [48, 2039, 97862, 4085603],
         ENDING: [14, 191, 2812, 43238, 674624],
         PROMOTIONS: [6, 264, 9467, 422333],
         CHECK: [44, 1486, 62379, 2103487]}

folder = tempfile.TemporaryDirectory()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def build(compiler, step):
    """Compiles a step by the page's line, without a warning; the map of what was linked."""
    line = re.search(r"^cc (.*)$", read(PAGE), re.M)[1].replace("step1", step)
    line = line.replace("build/host/librookery.a", LIBRARY)
    where = os.path.join(folder.name, compiler)
    os.makedirs(where, exist_ok=True)
    words = [os.path.join(where, word) if word == step else word for word in line.split()]
    linked = os.path.join(where, "map")
    done = subprocess.run([compiler, "-Werror", f"-Wl,-Map={linked}", *words], cwd=ROOT,
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0 and not done.stdout, done.stdout
    return read(linked)


def program(step, compiler="gcc"):
    """Where a step is; built if a test is run alone."""
    path = os.path.join(folder.name, compiler, step)
    if not os.path.exists(path):
        build(compiler, step)
    return path


def run(step, *words, compiler="gcc", **options):
    """The output of a step."""
    done = subprocess.run([program(step, compiler), *map(str, words)], capture_output=True,
                          text=True, check=False, timeout=300, **options)
    assert done.returncode == 0, f"{step} {words}: {done.returncode}, {done.stderr}"
    return done.stdout


def test_compile_gcc():
    """Without a warning, from public headers, and linked with the core alone."""
    core = {os.path.basename(path)[:-2] for path in glob.glob(f"{ROOT}/core/*.c")}
    for step in STEPS:
        linked = re.findall(r"librookery\.a\((\w+)\.o\)", build("gcc", step))
        assert linked and set(linked) <= core, set(linked) - core


def test_compile_clang():
    if not shutil.which("clang"):
        raise Skip("there is no clang")
    for step in STEPS:
        build("clang", step)
    for step, words in (("step2", ["e4"]), ("step3", [3]), ("step4", [3]), ("step7", [4])):
        assert run(step, *words) == run(step, *words, compiler="clang"), step


def test_divide():
    fish = Stockfish()
    for fen in POSITIONS:
        said = dict(line.split(": ") for line in run("step3", 3, fen).split("\n")[:-2])
        assert {move: int(count) for move, count in said.items()} == fish.perft(fen, 3)[0]
    fish.close()


def test_listings():
    """What the page quotes is in the file that its section is about."""
    page = read(PAGE)
    assert sorted(STEPS) == sorted(os.path.basename(path)[:-2] for path in
                                   glob.glob(f"{ROOT}/docs/tutorial/*.c"))
    quoted = 0
    for number, step in enumerate(STEPS, 1):
        section = re.search(rf"^## {number}\. .*?(?=^## )", page, re.M | re.S)[0]
        source = read(f"{ROOT}/docs/tutorial/{step}.c")
        listings = re.findall(r"^```c\n(.*?)^```$", section, re.M | re.S)
        quoted += len(listings)
        assert listings, f"{step}: nothing is quoted"
        assert f"({os.path.join('tutorial', step)}.c)" in page, step
        for listing in listings:
            assert listing in source, f"not in {step}.c:\n{listing}"
    assert quoted == len(list(examples.blocks(PAGE, "c"))), "a listing outside of the steps"


def test_sessions():
    """Every session of the page."""
    commands = examples.examples(PAGE)
    assert len(commands) > 10, len(commands)
    for step in STEPS:
        program(step)
    for example in commands:
        examples.play(PAGE, example, os.path.dirname(program(STEPS[0])),
                      dict(os.environ, LC_ALL="C.UTF-8"))


def squares(fen):
    """{(file, rank): letter} of a FEN, read here and not by the library."""
    found = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                found[file, 7 - row] = letter
                file += 1
    return found


def board(fen):
    """The board as the steps show it."""
    there = squares(fen)
    return "".join(f"{rank + 1} " + "".join(f" {there.get((file, rank), '.')}"
                                            for file in range(8)) + "\n"
                   for rank in range(7, -1, -1))


def test_boards():
    for fen in POSITIONS:
        said = run("step1", fen)
        assert said.startswith(board(fen)), said
        there = squares(fen)
        pawns = {square for square, letter in there.items() if letter == "P"}
        steps = {(file, rank + 1) for file, rank in pawns} - set(there)
        for name, wanted in ("white pawns", pawns), ("where they can step", steps):
            bits = sum(1 << rank * 8 + file for file, rank in wanted)
            assert f"{name}: {len(wanted)} squares, 0x{bits:016x}\n" in said, (name, said)


def test_moves():
    """All moves of some positions, and the positions after them."""
    fish = Stockfish()
    for fen in POSITIONS:
        listed = run("step2", "-f", fen).split("\n")[2].split()[2:]
        moves = {move.split("/")[0]: move.split("/", 1)[1] for move in listed}
        assert set(moves) == set(fish.perft(fen, 1)[0]), moves
        for coord, san in moves.items():
            after = fish.play(fen, [coord])
            said = run("step2", "-f", fen, san).split("\n")
            # Some write the square behind a pawn always, some if it can be taken.
            assert said[0].split()[:3] == after.split()[:3], (said, after)
            assert said[0].split()[4:] == after.split()[4:], (said, after)
            assert (said[1] == "check") == san.endswith("+"), said
    fish.close()


def test_perft():
    for fen, counts in PERFT.items():
        for depth, count in enumerate(counts[:-1] if QUICK else counts, 1):
            said = run("step3", depth, fen).split("\n")
            assert said[-2] == f"{count} leaves", (fen, depth, said[-2])


def searched(text):
    """{name: (move, score, nodes)} of what a search has printed."""
    return {name.strip(" :"): (move, score, int(nodes)) for name, move, score, nodes in
            re.findall(r"^(.*?:|) *(\S+), (\S+|mated? in \d+), (\d+) nodes$", text, re.M)}


def test_same_value_with_fewer_nodes():
    """Alpha-beta is negamax with less work, and with ordered moves with still less."""
    sums = [0, 0, 0]
    for fen in POSITIONS:
        for depth in range(1, 4 if QUICK else 5):
            both = searched(run("step5", depth, fen))
            plain, pruned = both["negamax"], both["alpha-beta"]
            assert plain[:2] == pruned[:2], both
            assert searched(run("step4", depth, fen))[""] == plain
            order = searched(run("step6", depth, fen))
            assert order["as listed"] == pruned, (order, pruned)
            assert order["ordered"][1] == plain[1], (order, plain)
            sums = [a + b[2] for a, b in zip(sums, (plain, pruned, order["ordered"]))]
            assert plain[2] >= pruned[2], both
    least = 2 if QUICK else 5
    assert sums[0] > least * sums[1] and sums[1] > least * sums[2], sums


def proved(moves):
    """Positions where the side to move mates in so many moves, and no sooner."""
    lines = read(f"{ROOT}/tests/mates/mates.txt").split("\n")
    return [line.split(" ; ")[0] for line in lines if line.endswith(f" ; {moves}")]


def coordinates(fen, san):
    listed = run("step2", "-f", fen).split("\n")[2].split()[2:]
    return next(move.split("/")[0] for move in listed if move.split("/", 1)[1] == san)


def test_mates():
    """Mates are found, and stockfish agrees that the moves lead there."""
    fish = Stockfish()
    cases = [(2, fen) for fen in proved(2)[:4 if QUICK else 12]]
    cases += [(3, fen) for fen in proved(3)[:2 if QUICK else 6]]
    for moves, fen in cases:
        found = {}
        if moves == 2:
            for step in "step4", "step7":
                found[step] = searched(run(step, 2 * moves - 1, fen))[""][:2]
        else:
            found["step7"] = searched(run("step7", 2 * moves - 1, fen))[""][:2]
            last = run("step8", 60000, fen).split("\n")[-3:-1]
            assert f"mate in {moves}," in last[0] and last[0].endswith("#"), last
            found["step8"] = last[1].removeprefix("best move: "), f"mate in {moves}"
        for step, (san, score) in found.items():
            assert score == f"mate in {moves}", (step, fen, san, score)
            after = fish.play(fen, [coordinates(fen, san)])
            assert fish.score(after, 22) == ("mate", 1 - moves), (step, fen, san)
    fish.close()


def test_none_claimed():
    """In positions without a mate in three none is claimed."""
    lines = [line for line in read(f"{ROOT}/tests/mates/none.txt").split("\n")
             if line and not line.startswith("#")]
    for line in lines[:3 if QUICK else 10]:
        assert "mate" not in searched(run("step7", 5, line.split(" ;")[0]))[""][1], line


def test_quiescence():
    """Exchanges worked out by hand: what is protected is not taken by more."""
    for fen, takes in (("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", False),
                       ("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", True),
                       # A rook for a rook and a pawn: one attacks more often.
                       ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", True),
                       ("3rk3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", False)):
        move = searched(run("step7", 1, fen))[""][0]
        assert ("xd5" in move) == takes, (fen, move)
    assert "xd5" in searched(run("step4", 1, "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1"))[""][0]


def test_clock():
    """Depth by depth, and in time; a busy machine is forgiven."""
    began = time.monotonic()
    said = run("step8", 300, KIWIPETE).split("\n")
    took = time.monotonic() - began
    assert 0.25 < took < 60, took
    depths = [int(re.match(r"depth (\d+), ", line)[1]) for line in said[:-2]]
    assert depths == list(range(1, len(depths) + 1)) and len(depths) >= 2, said
    assert said[-2].removeprefix("best move: ") == said[-3].split("nodes: ")[1].split()[0]


class Game:
    """A game against step 9, by its pipes."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [program("step9"), *words], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self):
        """Up to the question for a move, or to the end."""
        text = ""
        while not text.endswith("Your move: "):
            letter = self.process.stdout.read(1)
            if not letter:
                break
            text += letter
        return text

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.read()


def answer(fish, fen, shown):
    """The position after the legal move that leads to the board that is shown."""
    fens = [fish.play(fen, [move]) for move in fish.perft(fen, 1)[0]]
    found = [after for after in fens if board(after) in shown]
    assert len(found) == 1, (fen, shown)
    return found[0]


def play_by_chance(colour, seed):
    """Somebody who moves at random loses, and all moves are legal."""
    fish, dice, fen = Stockfish(), random.Random(seed), START
    game = Game("30", colour)
    shown = game.read()
    if colour == "black":
        fen = answer(fish, fen, shown)
    for _ in range(200):
        assert board(fen) in shown, (fen, shown)
        move = dice.choice(sorted(fish.perft(fen, 1)[0]))
        shown = game.type(move)
        fen = fish.play(fen, [move])
        if not shown.endswith("Your move: "):
            break
        fen = answer(fish, fen, shown)
    game.process.stdin.close()
    game.process.wait()
    fish.close()
    winner = "Black" if colour == "white" else "White"
    assert shown.endswith(f"Checkmate. {winner} wins.\n"), (fen, shown)
    assert "#.\n" in shown, shown


def test_game_as_white():
    play_by_chance("white", 1)


def test_game_as_black():
    play_by_chance("black", 2)


def test_take_back():
    game = Game("1", "white")
    first = game.read()
    assert board(START) in first, first
    game.type("e4")
    assert board(START) in game.type("undo") and "no piece" in game.type("Ke2")
    assert game.type("quit") == "" and game.process.wait() == 0


def test_draws():
    """Stalemate; and the same position for the third time, where Black has one move."""
    said = run("step9", 50, "white", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", input="")
    assert said.endswith("Stalemate.\n"), said
    said = run("step9", 50, "white", "7k/7p/7P/8/8/8/8/K4R2 w - - 0 1",
               input="Kb1\nKa1\nKb1\nKa1\n")
    assert said.endswith("Draw: the same position for the third time.\n"), said
    assert said.count("I play") == 4, said


def test_picture():
    names = dict(zip("PNBRQK", "\u265f\u265e\u265d\u265c\u265b\u265a"))
    for fen in POSITIONS:
        root = xml.etree.ElementTree.fromstring(run("step10", fen))
        space = "{http://www.w3.org/2000/svg}"
        assert len(list(root.iter(f"{space}rect"))) == 64
        drawn = {}
        for piece in root.iter(f"{space}text"):
            at = int(piece.get("x")) // 45, 7 - int(piece.get("y")) // 45
            drawn[at] = piece.text[0], piece.get("fill")
        assert drawn == {at: (names[letter.upper()], "#fff" if letter.isupper() else "#222")
                         for at, letter in squares(fen).items()}, drawn


group = Group(smallest=4)
with folder:
    group.run_tests(globals(), sys.argv[2:])
sys.exit(group.close())
