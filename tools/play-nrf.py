#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A game on a micro:bit v1 that QEMU pretends to be, on this terminal.

    tools/play-nrf.py [FILE]

F1 is the button that resigns, F2 the one for "move now"; Ctrl-] or Ctrl-C
leaves. The lowest line of the terminal shows what the 25 LEDs do. The flash of
the board, and so the game, is kept in FILE, by default
$XDG_STATE_HOME/rookery/microbit1.flash. make play-nrf builds the firmware first.
"""
import os
import re
import select
import shutil
import signal
import sys
import termios
import time
import tty
from collections import deque

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests/mcu"))
from board import BUTTONS, BoardError, Qemu  # noqa: E402
from lights import CHECK, OVER, THINKING, TURN, pictures, split  # noqa: E402

NAME = "microbit1"
LEAVE = b"\x1d\x03"
KEYS = {b"\x1bOP": 0, b"\x1b[11~": 0, b"\x1b[[A": 0, b"\x1bOQ": 1, b"\x1b[12~": 1, b"\x1b[[B": 1}
KEY = re.compile(b"|".join(map(re.escape, KEYS)))
ANSWER = re.compile(rb"\x1b\[(\d+);(\d+)R")
# Ends of what the board has said, after which nothing may come in between: a part
# of an escape sequence or of a character. It also comes back by itself (8) from
# where it draws (7), and the terminal remembers only one place.
PART = re.compile(rb"(?:\x1b(?:\[[0-9;?]*)?|[\xc0-\xff]|[\xe0-\xff][\x80-\xbf]"
                  rb"|[\xf0-\xff][\x80-\xbf]{2})\Z")
AWAY, BACK = b"\x1b7", b"\x1b8"
MOST = 32       # bytes of such a part
REDRAW = b"\x0c"
HELD = 0.1      # seconds that a press lasts
LOOK = 0.004    # between two looks at the LEDs
LOOKS = 300     # are enough for all pictures that take turns
IDLE = 0.1      # without a byte, and the line below may be drawn
SAVE = 5        # seconds between two copies of the flash
LIGHTS = {TURN: "White to move", THINKING: "thinking", CHECK: "check", OVER: "game over"}


class Play:
    def __init__(self, board, path, terminal):
        self.board = board
        self.path = path
        self.terminal = terminal  # is it one?
        self.kept = None
        self.releases = {}        # pin: when
        self.states = deque(maxlen=LOOKS)
        self.shown = None         # the line below
        self.spoke = 0            # when the board did, last
        self.said = b""           # the end of that
        self.away = False
        self.saved = 0
        self.size = shutil.get_terminal_size()

    def write(self, data):
        while data:
            data = data[os.write(1, data):]

    def press(self, button):
        pin = BUTTONS[NAME][button]
        self.board.pin(pin, 0)
        self.releases[pin] = time.monotonic() + HELD

    def shorten(self, match):
        """The lowest row is ours: the board hears of one less."""
        rows = min(int(match[1]), shutil.get_terminal_size().lines - 1)
        return b"\x1b[%d;%dR" % (rows, int(match[2]))

    def type(self, data):
        """False: that was the key to leave."""
        if self.terminal:
            data = ANSWER.sub(self.shorten, data)
            for key in KEY.findall(data):
                self.press(KEYS[key])
            data = KEY.sub(b"", data)
            if any(byte in LEAVE for byte in data):
                return False
        self.board.send(data)
        return True

    def lights(self):
        """What the matrix shows, in words."""
        parts = [split(picture) for picture in pictures(NAME, self.states)]
        glyphs = {glyph for glyph, _ in parts if len(glyph) == 1}
        lit = frozenset().union(*(lights for _, lights in parts[-1:]))
        square = "".join(sorted(glyphs, reverse=True))
        return f"[{square or '  '}] " + ", ".join(LIGHTS[i] for i in sorted(lit))

    def follow(self, data):
        """Where the board is in what it says."""
        data = self.said + data
        if AWAY in data or BACK in data:
            self.away = data.rfind(AWAY) > data.rfind(BACK)
        self.said = data[-MOST:]

    def draw(self):
        """The line below, when the board is not in the middle of something: a
        pause alone does not say so, as an emulator may be slow."""
        size = shutil.get_terminal_size()
        if size != self.size:
            self.size = size
            self.board.send(REDRAW)
        text = f" F1 resign  F2 move now  Ctrl-] leave   {self.lights()}"[:size.columns - 1]
        if text == self.shown or time.monotonic() < self.spoke + IDLE or self.away or \
                PART.search(self.said):
            return
        self.shown = text
        self.write(f"\x1b7\x1b[{size.lines};1H\x1b[0;7m{text.ljust(size.columns - 1)}"
                   "\x1b[0m\x1b8".encode())

    def save(self):
        flash = self.board.keep()
        if flash != self.kept:
            with open(self.path + ".new", "wb") as file:
                file.write(flash)
            os.replace(self.path + ".new", self.path)
            self.kept = flash
        self.saved = time.monotonic()

    def hear(self):
        data, self.board.seen = bytes(self.board.seen), bytearray()
        if data:
            self.write(data)
            self.follow(data)
            self.spoke = time.monotonic()
            self.shown = None

    def step(self):
        ready = select.select([0, self.board.line], [], [], LOOK)[0]
        if 0 in ready:
            data = os.read(0, 1024)
            if not data or not self.type(data):
                return False
        self.board.hear(0)
        self.hear()
        for pin, when in list(self.releases.items()):
            if time.monotonic() > when:
                self.board.pin(pin, 1)
                del self.releases[pin]
        if self.terminal:
            self.states.append(self.board.outputs())
            self.draw()
        if time.monotonic() > self.saved + SAVE:
            self.save()
        return True

    def run(self):
        try:
            while self.step():
                pass
            if not self.terminal:
                self.board.wait(1)
                self.hear()
        finally:
            self.save()


def leave(*_):
    raise SystemExit(0)


def main():
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    path = sys.argv[1] if len(sys.argv) > 1 else \
        os.path.join(state, "rookery", f"{NAME}.flash")
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    flash = None
    if os.path.exists(path):
        with open(path, "rb") as file:
            flash = file.read()
    terminal = os.isatty(0) and os.isatty(1)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
    before = termios.tcgetattr(0) if terminal else None
    try:
        with Qemu(NAME, real=True, flash=flash) as board:
            if terminal:
                tty.setraw(0)
            Play(board, path, terminal).run()
    except BoardError as error:
        sys.exit(f"play-nrf: {error}")
    finally:
        if terminal:
            os.write(1, b"\x1b[0m\x1b[r\x1b[?25h\x1b[999;1H\r\n")
            termios.tcsetattr(0, termios.TCSADRAIN, before)


main()
