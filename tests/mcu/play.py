#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A person at make play-nrf, in tmux: a game, the buttons, the ways out, and
the game that is still there the next time. make firmware comes first.
"""
import os
import signal
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests/terminal"))
import examples  # noqa: E402
import screen  # noqa: E402
from group import Group  # noqa: E402

PLAY = os.path.join(ROOT, "tools/play-nrf.py")
MOVED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
FIRMWARE = {name: os.environ[name] for name in ("RK_FIRMWARE",) if name in os.environ}
screen.LIMIT = 60


def play(state, **more):
    return screen.Terminal(PLAY, size=(90, 30), state=state, **FIRMWARE, **more)


def see_restored(terminal):
    terminal.see("^ended 0")
    terminal.see(r"[^-]icanon", "[^-]echo ")


def a_game(state):
    with play(state) as terminal:
        terminal.see("Ready", "F1 resign")
        terminal.enter("game human human")
        terminal.see("^White")
        terminal.enter("e4")
        terminal.see("^Black", r"\[e4\]")
        terminal.see_board(MOVED)
        terminal.keys("F1")
        terminal.see("White wins!", r"\[e4\] game over")
        terminal.keys("C-]")
        see_restored(terminal)


def the_next_day(state):
    with play(state) as terminal:
        terminal.see("The game goes on", r"\[e4\] game over")
        terminal.see_board(MOVED)
        terminal.enter("game human computer12", "h4")
        terminal.see("thinking")
        terminal.keys("F2")
        terminal.see("Black plays", r"White to move")
        terminal.resize(60, 24)
        terminal.see("^White", r"White to move|F1 resign")
        terminal.keys("C-c")
        see_restored(terminal)


def killed(state):
    with play(state) as terminal:
        terminal.see("The game goes on", "1... ")
        terminal.kill(signal.SIGTERM)
        see_restored(terminal)


def documentation():
    """The examples of docs/firmware.md."""
    page = os.path.join(ROOT, "docs/firmware.md")
    commands = examples.examples(page)
    assert len(commands) > 1
    with tempfile.TemporaryDirectory() as folder:
        for name in "tools", "build":
            os.symlink(os.path.join(ROOT, name), f"{folder}/{name}")
        for example in commands:
            examples.play(page, example, folder, os.environ)


def main():
    group = Group(smallest=1)
    with tempfile.TemporaryDirectory() as state:
        for test in a_game, the_next_day, killed:
            group.run(test.__name__, test, state)
    group.run("documentation", documentation)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
