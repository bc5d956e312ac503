#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The terminal session of chips, looked at through an emulated terminal.

    tests/tty/run.py [PROGRAM] [TEST...]

The program is ports/template, on two pipes; what it sends goes into a
terminal of pyte's, whose answers it gets. The squares of the screen must always
hold what `fen` says, which is the game's own word and no drawing.
"""
import os
import random
import re
import select
import subprocess
import sys
import time

import pyte

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "build/host/template"
LIMIT = 20  # seconds until something is missing
PIECES = "\u265f\u265e\u265d\u265c\u265b\u265a"
TEXT_SELECTOR = b"\xef\xb8\x8e"  # pyte drops what follows it
FEN = r"\n((?:[1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+)\s+[wb]\s+[-KQkq]+\s"
FEN4 = r"\n[RBYG]-[-0-9,]+-((?:[rbygdx0-9A-Z,]+/){13}[rbygdx0-9A-Z,]+)\n"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
QUICK = bool(os.environ.get("RK_QUICK"))


class Terminal:
    def __init__(self, columns=80, rows=24, piece_width=1, answers=True):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.piece_width = piece_width
        self.program = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0)
        if answers:
            self.screen.write_process_input = self.answer
            self.see("Ready")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            print("\n".join(self.lines()))
        self.program.kill()
        self.program.communicate()

    def answer(self, text):
        """A wide piece moves the cursor further."""
        row, column = map(int, re.fullmatch(r"\x1b\[(\d+);(\d+)R", text).groups())
        if column == 2:
            column += self.piece_width - 1
        self.send(f"\x1b[{row};{column}R")

    def send(self, text):
        self.program.stdin.write(text.encode())

    def receive(self, timeout=0.05):
        if not select.select([self.program.stdout], [], [], timeout)[0]:
            return False
        data = os.read(self.program.stdout.fileno(), 65536)
        self.raw += data
        self.stream.feed(data.replace(TEXT_SELECTOR, b""))
        return bool(data)

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def wait(self, what, wanted):
        end = time.monotonic() + LIMIT
        while not what():
            if time.monotonic() > end:
                raise AssertionError(f"not seen: {wanted}")
            self.receive()

    def see(self, pattern):
        self.wait(lambda: any(re.search(pattern, line) for line in self.lines()),
                  pattern)

    def enter(self, *lines):
        for line in lines:
            self.send(line + "\r")

    def resize(self, rows, columns):
        """Ctrl-L tells it."""
        self.screen.resize(rows, columns)
        self.raw = b""
        self.send("\f")
        self.wait(lambda: b"Ready." in self.raw, "a new screen")

    def said(self, line, pattern):
        """What answers a line, found in what was sent; all before it is drawn."""
        self.raw = b""
        self.enter(line)
        found = []

        def look():
            text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[78]", "",
                          self.raw.decode(errors="replace"))
            text = re.sub("\r\n?", "\n", text)
            found[:] = [re.search(pattern, text)]
            return found[0]

        self.wait(look, pattern)
        return found[0]

    def prompted(self, pattern="[\u203a>]"):
        """The last row is a line to type in, and the cursor is there."""
        self.wait(lambda: re.search(pattern + "$", self.lines()[-1]) and
                  self.screen.cursor.y == self.screen.lines - 1, pattern)

    def cell(self, row, column):
        return self.screen.buffer[row][column]

    def squares(self):
        """The middle cells of the board, by name, from its own labels."""
        lines = self.lines()
        for bottom, line in enumerate(lines):
            if re.fullmatch(r" +(?:(?:[a-n] +){7,13}[a-n]|(?:\d+ +){13}\d+)", line):
                break
        else:
            raise AssertionError("no board")
        columns = [(label.end() - 1, label[0]) for label in re.finditer(r"\w+", line)]
        found = {}
        for row in range(bottom):
            label = re.match(r" ?(\d+|[a-n]) ", lines[row] + " ")
            if label:
                for column, name in columns:
                    name = min(name + label[1], label[1] + name,
                               key=lambda text: text[0].isdigit())
                    found[name] = self.cell(row, column)
        return found

    def board(self):
        """As in a FEN; shapes have a colour, letters have a case."""
        squares = self.squares()
        assert len(squares) == 64, len(squares)
        ranks = []
        for rank in "87654321":
            row = "".join(letter(squares[file + rank]) for file in "abcdefgh")
            ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
        return "/".join(ranks)

    def check(self):
        """The screen shows what `fen` says."""
        placement = self.said("fen", FEN)[1]
        if [line for line in self.lines() if line][-1].startswith("Enter: the board"):
            self.enter("")
            self.prompted("^(White|Black) .")
        shown = self.board()
        assert shown == placement, f"{shown} is seen, it is {placement}"
        return placement

    def marks(self):
        """Squares whose colour is neither the usual light nor dark one."""
        squares = self.squares()
        kinds = {}
        for name, cell in squares.items():
            kinds.setdefault(cell.bg, []).append(name)
        usual = sorted(kinds, key=lambda bg: -len(kinds[bg]))[:2]
        return {name for name, cell in squares.items() if cell.bg not in usual}


def letter(cell):
    if cell.data[0] in PIECES:
        assert cell.fg in ("ffffff", "000000"), cell
        name = "pnbrqk"[PIECES.index(cell.data[0])]
        return name.upper() if cell.fg == "ffffff" else name
    if cell.data[0] == " ":
        return "."
    return cell.data[0]


def two_humans(terminal):
    terminal.enter("game human human")
    terminal.prompted("^White ..?")


# Castling on both sides, en passant, promotion while taking.
CASTLING = """e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6 d3 Be6 Be3 Qd7 Nc3 O-O-O Bxc5 dxc5
    undo""".split()
EN_PASSANT = "e4 a6 e5 d5 exd6 h5 dxc7 h4 g4 hxg3 cxb8=N gxh2 Nf3 hxg1=B".split()


def test_games():
    for moves in CASTLING, EN_PASSANT[:-2] + ["Nf3", "hxg1=B"]:
        with Terminal() as terminal:
            two_humans(terminal)
            assert terminal.check() == START
            seen = {START}
            for move in moves:
                terminal.enter(move)
                if move == "undo":
                    terminal.enter("yes")
                seen.add(terminal.check())
            assert len(seen) > len(moves) - 1


def test_promotions():
    with Terminal() as terminal:
        terminal.enter("setup", "fen 8/PPPP3k/8/8/8/K7/4pppp/8 w - - 0 1", "done")
        two_humans(terminal)
        for move in "a8=Q e1=Q b8=R f1=R c8=B g1=B d8=N h1=N".split():
            terminal.enter(move)
            terminal.check()
        assert terminal.check() == "QRBN4/7k/8/8/8/K7/8/4qrbn"


def test_setup():
    with Terminal() as terminal:
        terminal.enter("setup")
        terminal.prompted("^Set-up \u203a")
        terminal.enter("clear")
        terminal.wait(lambda: terminal.board() == "8/8/8/8/8/8/8/8", "empty")
        terminal.enter("+ K e1", "+ k e8", "+Pa2", "+ p h7")
        terminal.wait(lambda: terminal.board() == "4k3/7p/8/8/8/8/P7/4K3", "four")
        terminal.enter("- h7", "= black", "done")
        terminal.see("Rookery")
        two = "4k3/8/8/8/8/8/P7/4K3"
        assert terminal.board() == two
        terminal.enter("game human human")
        terminal.prompted("^Black \u203a")
        assert terminal.check() == two


def test_flip_and_undo():
    with Terminal() as terminal:
        two_humans(terminal)
        terminal.enter("e4", "c5", "flip")
        placement = terminal.check()
        terminal.see("^ +h +g +f +e +d +c +b +a$")
        terminal.enter("Nf3")
        assert terminal.check() != placement
        assert terminal.marks() == {"g1", "f3"}
        terminal.enter("undo", "yes")
        assert terminal.check() == placement
        assert terminal.marks() == {"c7", "c5"}
        terminal.enter("flip", "undo 2", "yes")
        assert terminal.check() == START
        assert terminal.marks() == set()
        terminal.see("^ +a +b +c +d +e +f +g +h$")


def test_check_and_mate():
    with Terminal() as terminal:
        two_humans(terminal)
        terminal.enter("e4", "f6", "d4", "g5")
        terminal.check()
        usual = terminal.squares()["e8"].bg
        terminal.enter("Qh5")
        terminal.see("Checkmate! White wins!")
        terminal.check()
        red = terminal.squares()["e8"].bg
        assert red != usual and terminal.marks() == {"d1", "h5", "e8"}
        terminal.enter("undo", "yes")
        terminal.check()
        assert terminal.squares()["e8"].bg == usual
        terminal.enter("f4", "h6", "Qh5")
        terminal.check()
        assert any("Checkmate" in line[43:] for line in terminal.lines()[:17])


def test_theme():
    with Terminal() as terminal:
        two_humans(terminal)
        terminal.check()
        before = {cell.bg for cell in terminal.squares().values()}
        terminal.enter("theme ocean")
        terminal.check()
        after = {cell.bg for cell in terminal.squares().values()}
        assert len(before) == len(after) == 2 and not before & after


def test_sizes():
    with Terminal() as terminal:
        two_humans(terminal)
        terminal.enter("e4")
        for columns, rows, zoom in ((40, 12, 1), (26, 11, 1), (80, 24, 2),
                                    (132, 43, 2), (42, 40, 2), (41, 40, 1),
                                    (200, 20, 1), (80, 24, 2)):
            terminal.send("d5")
            terminal.prompted("\u203a d5")
            terminal.resize(rows, columns)
            terminal.prompted("\u203a d5")
            terminal.send("\x15")
            terminal.check()
            first = [row for row, line in enumerate(terminal.lines())
                     if re.match("[87]( |$)", line)]
            assert first[1] - first[0] == zoom, (columns, rows, first)
        terminal.resize(9, 30)
        terminal.prompted("^Black \u203a")
        terminal.enter("d5")
        terminal.see("^5 _ _p_ _")
        terminal.resize(24, 80)
        terminal.check()


def test_zoom():
    with Terminal(100, 40) as terminal:
        two_humans(terminal)
        for zoom in "3", "1", "2", "4":
            terminal.enter("zoom " + zoom, "e4" if zoom == "3" else "board")
            terminal.check()
            rows = [row for row, line in enumerate(terminal.lines())
                    if re.match("[1-8]( |$)", line)]
            assert len(rows) == 8 and rows[1] - rows[0] == int(zoom), rows
        terminal.enter("zoom 8")
        terminal.see("The screen is too small for that.")
        terminal.check()


def test_covered():
    with Terminal() as terminal:
        two_humans(terminal)
        terminal.enter("e4", "help")
        terminal.prompted("^Enter: the board \u203a")
        lines = terminal.lines()
        assert len([line for line in lines if line]) == 24, lines
        assert re.match(r"  quit +\w", lines[-2])
        terminal.enter("")
        terminal.prompted("^Black \u203a")
        terminal.check()


def test_letters():
    """A terminal that makes pieces two columns wide has letters."""
    with Terminal(piece_width=2) as terminal:
        two_humans(terminal)
        for move in "e4 c5 Nf3 Nc6".split():
            terminal.enter(move)
            terminal.check()
        assert all(ord(char) < 128 for line in terminal.lines() for char in line)
        terminal.prompted("^White >")


def test_computer():
    with Terminal() as terminal:
        terminal.enter("game computer1 human")
        terminal.see("White plays")
        terminal.prompted("^Black \u203a")
        terminal.see("^ +h +g +f +e +d +c +b +a$")
        terminal.check()
        terminal.enter("level 9", "e6")
        terminal.see("The computer is thinking")
        terminal.send("lev")
        terminal.prompted("^White \u203a lev$")
        terminal.enter("el 1")
        terminal.prompted("^Black \u203a")
        terminal.check()


def test_clock():
    with Terminal() as terminal:
        terminal.enter("clock 1+0")
        two_humans(terminal)
        terminal.send("e4")
        terminal.see("White human 0:5[0-8]")
        terminal.see("Black human 1:00")
        terminal.prompted("^White \u203a e4$")
        assert terminal.screen.cursor.x == len("White > e4")


def test_editing():
    with Terminal() as terminal:
        two_humans(terminal)
        terminal.send("e2 e5")
        terminal.send("\x7f4\x01move \x05 ")
        terminal.prompted("^White \u203a move e2 e4 ?$")
        terminal.send("\x1b[D\x1b[D\x1b[D")
        terminal.wait(lambda: terminal.screen.cursor.x == 16, "the cursor")
        terminal.send("\x0b")
        terminal.prompted("^White \u203a move e2")
        terminal.enter("e3", "a6")
        assert terminal.check() == "rnbqkbnr/1ppppppp/p7/8/8/4P3/PPPP1PPP/RNBQKBNR"
        terminal.send("x" * 100)
        terminal.prompted("^White \u203a x+")
        assert len(terminal.lines()[-1]) < 80
        terminal.send("\x01")
        terminal.wait(lambda: terminal.screen.cursor.x == 8, "the first letter")
        terminal.send("\x15\x05\x15")
        terminal.prompted("^White \u203a")
        terminal.check()


def test_plain():
    """Nobody answers: nothing but lines."""
    with Terminal(answers=False) as terminal:
        terminal.wait(lambda: b"Ready.\n" in terminal.raw, "Ready.")
        terminal.raw = b""
        terminal.program.stdin.write(b"game human human\ne4\r\n\nquit\n")
        terminal.wait(lambda: b"Black: 0\n" in terminal.raw, "the end")
        plain = [START.replace("8", "........"),
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"]
        expected = ""
        for placement in plain:
            for number, rank in zip(range(8, 0, -1), placement.split("/")):
                rank = re.sub("[1-8]", lambda digit: "." * int(digit[0]), rank)
                expected += f"{number} " + "".join(
                    char if char != "." else " _"[(file + number) % 2]
                    for file, char in enumerate(rank)) + "\n"
            expected += "\n  abcdefgh\n"
        expected += "Final Score:\nWhite: 0\nBlack: 0\n"
        assert terminal.raw.decode() == expected, terminal.raw


def test_random_games():
    """Legal moves by chance, with undo, flip, help and themes between."""
    chance = random.Random(6)
    for _ in range(1 if QUICK else 3):
        with Terminal() as terminal:
            two_humans(terminal)
            for ply in range(60):
                moves = terminal.said("moves", "moves\n([^\u203a]+\n)\\w.*\u203a")
                terminal.enter("", chance.choice(moves[1].split()))
                terminal.check()
                if any("Checkmate" in line or "Draw!" in line or "Stalemate" in line
                       for line in terminal.lines()):
                    break
                if ply % 7 == 3:
                    terminal.enter(chance.choice(["flip", "theme plum", "theme wood",
                                                  "history", "undo\ryes", "zoom 1"]))
                    terminal.check()


def test_four_players():
    with Terminal() as terminal:
        terminal.enter("players 4", "game human human human human")
        terminal.prompted("^Red \u203a")
        colours = {}
        for square, name in ("d1", "r"), ("a4", "b"), ("d14", "y"), ("n4", "g"):
            colours[terminal.squares()[square].fg] = name
        assert len(colours) == 4, colours
        for move in "h2-h3 b7-c7 g13-g12 m8-l8 Ne1-f3 flip Na5-c6 flip flip flip".split():
            terminal.enter(move)
            rows = terminal.said("fen", FEN4)[1].split("/")
            squares = terminal.squares()
            assert len(squares) == 196
            for number, row in zip(range(14, 0, -1), rows):
                cells = []
                for word in row.split(","):
                    cells += [word] if word[0] in "rbygd" else \
                        ["."] if word == "x" else ["."] * int(word)
                for file, cell in zip("abcdefghijklmn", cells):
                    seen = squares[file + str(number)]
                    kind = "."
                    if seen.data[0] in PIECES:
                        kind = colours[seen.fg] + "PNBRQK"[PIECES.index(seen.data[0])]
                    assert kind == cell, (file, number, kind, cell)


def main():
    group = Group(smallest=2)
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
