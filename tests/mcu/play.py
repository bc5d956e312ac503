#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A person at make play-nrf, in tmux: a game, the buttons, the ways out, and
the game that is still there the next time. make firmware comes first.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = os.path.join(ROOT, "tests/terminal"), os.path.dirname(HERE)
import examples  # noqa: E402
import screen  # noqa: E402
from group import Group  # noqa: E402

PLAY = os.path.join(ROOT, "tools/play-nrf.py")
MOVED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
FIRMWARE = {name: os.environ[name] for name in ("RK_FIRMWARE",) if name in os.environ}
screen.LIMIT = 60


def play(state, size=(90, 30)):
    return screen.Terminal(PLAY, size=size, state=state, **FIRMWARE)


def see_status(terminal):
    """In the lowest row, and there alone."""
    terminal.wait(lambda lines: "F1 resign" in lines[-1] and
                  sum("F1 resign" in line for line in lines) == 1, "one status line")


def long_answers(state):
    """On the usual 24 rows, what scrolls leaves the lowest one alone."""
    with play(state, size=(80, 24)) as terminal:
        terminal.see("Ready", "F1 resign")
        for line, answer in (("help", "^help 2 lists"), ("help", "^Enter: the board"),
                             ("", "^White"), ("level", "^Level "),
                             ("help 2", "^  quit "), ("", "a +b +c"), ("quit", "^Ready"),
                             ("help", "^  game A B")):
            terminal.enter(line)
            terminal.see(answer)
            see_status(terminal)


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


def emulators_end():
    """QEMU does not outlive whoever started it, even if that is killed at once."""
    code = (f"import sys; sys.path.insert(0, {HERE!r}); import board, time; "
            "print(board.Qemu('microbit1').process.pid, flush=True); time.sleep(600)")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **FIRMWARE}) as test:
        try:
            emulator = int(test.stdout.readline())
        finally:
            test.kill()
    end = time.monotonic() + screen.LIMIT
    while os.path.exists(f"/proc/{emulator}"):
        assert time.monotonic() < end, f"QEMU still runs, process {emulator}"
        time.sleep(0.05)


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
        for test in a_game, the_next_day, killed, long_answers:
            group.run(test.__name__, test, state)
    group.run("emulators_end", emulators_end)
    group.run("documentation", documentation)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
