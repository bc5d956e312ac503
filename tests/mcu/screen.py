# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A person with a terminal at the line: pyte is the terminal, and answers when
it is asked where its cursor is.
"""
import random
import re

import pyte

from board import BUTTONS, BoardError, open_board
from talk import host_answers

PIECES = dict(zip("\u265a\u265b\u265c\u265d\u265e\u265f", "KQRBNP"))
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BLACK = "000000"  # the colour of Black's pieces
MOST_BYTES = 400  # that a move may send; the whole board takes 4,000


class Screen(pyte.Screen):
    def __init__(self, terminal, columns, rows):
        super().__init__(columns, rows)
        self.terminal = terminal

    def write_process_input(self, data):
        self.terminal.board.send(data.encode())

    def draw(self, data):
        # pyte stops at what takes no column, such as "as text, no emoji".
        data = data.replace("\ufe0e", "")
        if self.terminal.letters_only:
            data = re.sub("[^\0-\x7f]", "???", data)
        super().draw(data)


class Terminal:
    """`letters_only`: shows three question marks for each chess piece."""
    def __init__(self, bench, columns=80, rows=24, letters_only=False, **options):
        self.letters_only = letters_only
        if bench.real_time():
            options["real"] = True
        self.board = open_board(bench.name, bench.emulator, **options)
        self.screen = Screen(self, columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.count = 0  # bytes that have come

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.board.__exit__(*what)

    def feed(self, seconds):
        """Shows what comes."""
        self.board.hear(seconds)
        data, self.board.seen = bytes(self.board.seen), bytearray()
        self.count += len(data)
        self.stream.feed(data)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def see(self, *patterns, seconds=20):
        end = self.board.clock() + seconds
        while True:
            text = self.text()
            missing = [p for p in patterns if not re.search(p, text, re.M)]
            if not missing:
                return text
            if self.board.clock() > end:
                raise BoardError(f"no {missing} on the screen:\n{text}")
            self.feed(0.05)

    def rest(self, seconds=0.3):
        """Until nothing comes any more."""
        last, count = self.board.clock(), self.count
        while self.board.clock() < last + seconds:
            self.feed(0.05)
            if self.count != count:
                last, count = self.board.clock(), self.count

    def type(self, text):
        self.board.send(text.encode())
        self.rest(0.1)

    def enter(self, text):
        """How many bytes have come for this line."""
        before = self.count
        self.type(text + "\r")
        self.rest()
        return self.count - before

    def letter(self, cell):
        """A piece, with its colour from that of the cell where it is a glyph."""
        if cell.data in PIECES:
            return PIECES[cell.data].lower() if cell.fg == BLACK else PIECES[cell.data]
        return cell.data if cell.data.isalpha() else None

    def placement(self):
        """The board on the screen as in a FEN, by the coordinates beside it."""
        lines = self.screen.display
        below = next((y for y, line in enumerate(lines)
                      if re.search(r"\ba\b.*\bb\b.*\bg\b.*\bh\b", line) or
                      re.search(r"\bh\b.*\bg\b.*\bb\b.*\ba\b", line)), None)
        if below is None:
            raise BoardError(f"no board on the screen:\n{self.text()}")
        columns = [lines[below].index(name) for name in "abcdefgh"]
        ranks = []
        for rank in "87654321":
            row = next(y for y in range(below) if lines[y].strip()[:1] == rank)
            ranks.append("".join(self.letter(self.screen.buffer[row][x]) or "1"
                                 for x in columns))
        return re.sub("1+", lambda ones: str(len(ones[0])), "/".join(ranks))

    def see_board(self, placement):
        self.rest(0.1)
        got = self.placement()
        if got != placement:
            raise BoardError(f"{got} instead of {placement}:\n{self.text()}")

    def see_like(self, *lines):
        """The position is that of the program after these lines."""
        self.see_board(host_answers([*lines, "fen"]).decode().splitlines()[-1].split()[0])


GAME = ["game human human", "e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+", "Be2", "Bg4", "d4", "Bxe2",
        "Ngxe2", "Qf6", "O-O", "Nc6", "d5", "O-O-O"]


def test_rich_game(bench):
    """The right position after each move, and few bytes for it."""
    with Terminal(bench) as terminal:
        terminal.see("Ready", "a +b +c")
        terminal.rest()
        assert terminal.count > 2000 and "\u265a" in terminal.text(), terminal.text()
        terminal.see_board(START)
        terminal.enter(GAME[0])
        most = 0
        for i, move in enumerate(GAME[1:], 2):
            most = max(most, terminal.enter(move))
            terminal.see_like(*GAME[:i])
        print(f"a move sends {most} bytes at most")
        assert most <= MOST_BYTES, most
        terminal.enter("undo 3")
        terminal.enter("yes")
        terminal.see_like(*GAME[:-3])
        terminal.enter("e2e5")
        terminal.see(r"[Ii]llegal|not legal")
        terminal.enter("flip")
        assert re.search("h +g +f +e", terminal.text()), terminal.text()
        # The terminal was cleared by somebody: Ctrl-L brings all back.
        terminal.screen.reset()
        terminal.type("\x0c")
        terminal.rest()
        terminal.see_like(*GAME[:-3])


def test_rich_computer(bench):
    """It moves by itself; a key, or the button, interrupts it."""
    with Terminal(bench) as terminal:
        terminal.see("Ready")
        terminal.enter("game human computer2")
        terminal.enter("h4")
        terminal.see(r"White . *$", r"1\.\.\.", seconds=30)
        terminal.rest()
        terminal.enter("resign")
        terminal.see("Black wins!")
        terminal.enter("game human computer12")
        terminal.type("a4\r")
        terminal.board.wait(1)
        terminal.board.press(BUTTONS[bench.name][0])
        terminal.see("Black wins!.*(?s:.*)Black wins!", seconds=3)


def test_rich_editing(bench):
    """Backspace, cursor keys, history."""
    with Terminal(bench) as terminal:
        terminal.see("Ready")
        terminal.enter("game human human")
        terminal.enter("d5\be\x7f4")
        terminal.see_like("game human human", "d4")
        terminal.enter("5\x1b[Dd\x1b[C")
        terminal.see_like("game human human", "d4", "d5")
        terminal.enter("Nf3")
        terminal.enter("undo")
        terminal.enter("yes")
        terminal.enter("\x1b[A\x1b[A\x1b[A")
        terminal.see_like("game human human", "d4", "d5", "Nf3")
        terminal.enter("\u00e9\u265a\x1b[99;99~\x1b")
        terminal.enter("c5")
        terminal.see_like("game human human", "d4", "d5", "Nf3", "c5")


def test_letters(bench):
    """A terminal that cannot show pieces gets letters."""
    with Terminal(bench, letters_only=True) as terminal:
        terminal.see("Ready")
        terminal.rest()
        assert "???" not in terminal.text(), terminal.text()
        terminal.see_board(START)
        for i, line in enumerate(GAME[:6], 1):
            terminal.enter(line)
            if i > 1:
                terminal.see_like(*GAME[:i])


def test_small_terminals(bench):
    with Terminal(bench, columns=40, rows=16) as terminal:
        terminal.see("Ready")
        for line in GAME[:4]:
            terminal.enter(line)
        terminal.see_like(*GAME[:4])


def test_rich_after_reset(bench):
    """The board comes back with the game on it."""
    with Terminal(bench) as terminal:
        terminal.see("Ready")
        for line in GAME[:8]:
            terminal.enter(line)
        terminal.board.reset()
        terminal.screen.reset()
        terminal.see("The game goes on", "Ready")
        terminal.rest()
        terminal.see_like(*GAME[:8])
        terminal.enter(GAME[8])
        terminal.see_like(*GAME[:9])


def test_rich_junk(bench):
    """Whatever is typed, the board on the screen is the game's."""
    dice = random.Random(11)
    with Terminal(bench) as terminal:
        terminal.see("Ready")
        for line in GAME[:5]:
            terminal.enter(line)
        for _ in range(20):
            junk = dice.randbytes(dice.randrange(1, 400)).replace(b"\r", b"").replace(b"\n", b"")
            terminal.board.send(b"\x02" + junk.replace(b"\x0c", b""))
            terminal.rest(0.2)
        terminal.board.send(b"\x1b\x15\r\r")
        terminal.rest()
        terminal.screen.reset()
        terminal.type("\x0c")
        terminal.rest()
        terminal.see_like(*GAME[:5])
        terminal.enter(GAME[5])
        terminal.see_like(*GAME[:6])
