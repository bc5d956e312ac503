#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A person at make play-kernel: a terminal of 100 by 40, the device by hand, a
move, an answer, a game that is kept on this side, and the ways out. make kernel
comes first.
"""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PATIENCE = 300


class Person:
    def __init__(self):
        self.master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.terminal = terminal
        self.before = termios.tcgetattr(terminal)
        environment = dict(os.environ, TERM="xterm", NO_COLOR="1")
        self.process = subprocess.Popen(
            [os.path.join(ROOT, "tools/play-kernel.py")], stdin=terminal, stdout=terminal,
            stderr=terminal, start_new_session=True, env=environment)
        self.seen = b""

    def wait_for(self, pattern):
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.seen):
            ready = select.select([self.master], [], [], 1)[0]
            if ready:
                self.seen += os.read(self.master, 65536)
            elif self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"no {pattern} in {self.seen.decode('latin-1')!r}")
        self.seen = self.seen[re.search(pattern, self.seen).end():]

    def type(self, text):
        os.write(self.master, text)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.terminal)


def plays(person):
    person.wait_for(rb"\$ ")
    person.type(b"echo '00 W' > /dev/chess; cat /dev/chess\r")
    person.wait_for(rb"\nOK\r+\n\$ ")
    person.type(b"chessctl\r")
    person.wait_for(rb"a +b +c +d +e +f +g +h")
    person.wait_for(rb"> ")
    person.type(b"new white\r")
    person.wait_for(rb"White to move")
    person.wait_for(rb"> ")
    person.type(b"e2 e4\r")
    person.wait_for(rb"Black plays 1\.\.\. \w+")


def leaves(person, keys):
    person.wait_for(rb"> ")
    person.type(b"save kept by a test\r")
    person.wait_for(rb"The game is saved")
    person.wait_for(rb"> ")
    person.type(keys)
    person.wait_for(rb"\$ ")
    person.type(b"exit\r")
    assert person.process.wait(60) == 0, "an exit status"
    assert termios.tcgetattr(person.terminal) == person.before, "the terminal is left raw"


def visit(keys):
    person = Person()
    kept = os.path.join(ROOT, "build/linux/games/kept by a test")
    if os.path.exists(kept):
        os.remove(kept)
    try:
        plays(person)
        leaves(person, keys)
        with open(kept, "rb") as file:
            assert re.match(rb"rnbqkbnr/\S+ w KQkq - 0 1;e2e4 \w+\n$", file.read())
        os.remove(kept)
    finally:
        person.close()


def main():
    group = Group(smallest=1)
    group.run("a game, and exit", visit, b"exit\r")
    group.run("a game, and Ctrl-C, which the client gets", visit, b"\x03")
    return group.close()


sys.exit(main())
