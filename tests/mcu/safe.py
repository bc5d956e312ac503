# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What can go wrong with a chip, and what the board makes of it: a program that
is stuck, a fault, a line that is overrun, a crystal that does not start; and the
button that starts anew.
"""
import re
import time

from board import BUTTONS, BoardError, PATIENCE, READY, show
from chip import Clock
from talk import fen, tell

DOG = 8          # seconds
STUCK = b"It was stuck, and the watchdog has reset it."
ERASED = b"The game was erased, as the button to resign was held down."
CRYSTAL = b"The crystal does not start; time may be wrong."
LOST = b"came too fast"

# A byte of an address at which no chip has anything, so that going there is a fault.
# 0xf1 would be one on a chip, as nothing is executed from 0xe0000000 on. QEMU's
# Cortex-M0 knows no such rule, and its nRF51 reads as zeros there, which are
# instructions that do nothing, a quarter of a gigabyte of them.
NOWHERE = 0x71


def modelled(bench):
    return not bench.real_time()


def test_watchdog(bench):
    """No interrupts any more, as after a loop in one: it resets, the game is there."""
    with bench.open() as board:
        tell(board, "game human human", "e4")
        before = fen(board)
        board.core.on = 0
        board.wait(DOG - 1)
        assert b"Ready." not in board.quiet()
        board.wait(2)
        said = bytes(board.seen) + board.boot()
        assert STUCK in said, show(said)
        assert fen(board) == before
        # It was said, and is not the reason of the next reset.
        board.reset()
        assert STUCK not in board.boot()


def test_watchdog_waits(bench):
    """While somebody thinks or nobody types nothing is reset."""
    with bench.open() as board:
        tell(board, "game human computer12", "e4")
        board.wait(3 * DOG)
        board.send(b"move\n")
        board.wait(DOG + 5)
        assert b"Ready." not in board.listen(1) and b" w " in fen(board).encode()


def test_held_at_reset(bench):
    """The first button, for a second: everything is as new."""
    pin = BUTTONS[bench.name][0]
    with bench.open() as board:
        tell(board, "game human human", "e4")
        before = fen(board)
        board.reset()
        board.pin(pin, 0)
        board.wait(0.5)
        board.pin(pin, 1)
        assert ERASED not in board.boot() and fen(board) == before
        board.reset()
        board.pin(pin, 0)
        board.wait(1.5)
        board.pin(pin, 1)
        said = board.boot()
        assert ERASED in said and b"goes on" not in said, show(said)
        assert b"no game" in tell(board, "resign").lower()
        tell(board, "game human human", "d4")
        board.reset()
        said = board.boot()
        assert ERASED not in said and b"goes on" in said, show(said)


def test_overrun(bench):
    """The line's own complaint is heard: that line is not obeyed, the next is."""
    with bench.open() as board:
        tell(board, "game human human")
        board.send(b"e2")
        board.wait(0.01)
        board.serial.overrun()
        board.send(b"e4\n")
        said = board.quiet()
        assert LOST in said, show(said)
        assert " w " in fen(board)
        tell(board, "e4")
        assert " b " in fen(board)


def test_no_crystal(bench):
    """It goes on without, and says so."""
    start = Clock.task
    try:
        Clock.task = lambda *_: None
        with bench.open() as board:
            assert CRYSTAL in board.greeting, show(board.greeting)
            tell(board, "game human human", "e4")
    finally:
        Clock.task = start


def test_fault(bench):
    """A program that jumps into nothing says from where, and starts again."""
    with bench.open() as board:
        tell(board, "game human human", "e4")
        before = fen(board)
        low, high = board.symbols["mcu_stack_low"], board.symbols["mcu_stack_high"]
        # Every address to return to.
        board.fill(low + (high - low) // 2, (high - low) // 2, NOWHERE)
        try:
            # It may be about to return to one of them; then this line would be read
            # after the reset, and reset it once more.
            board.wait(1)
            board.send(b"quit\n")
            board.expect(rb"goes on after a reset\.\n", 20)
        except BoardError:
            pass
        said = bytes(board.last)
        end = time.monotonic() + PATIENCE
        while not (line := re.search(rb"Fault\.[^\n]*\n", said)):
            assert time.monotonic() < end, show(said)
            said += board.pump(1)
        assert re.search(rb"Fault\. Exception 0x00000003 at 0x[0-9a-f]{8}, from 0x", said) or \
            re.search(rb"Fault\. Exception 0x00000003, stack 0x", said), show(said)
        board.seen = bytearray(said[line.end():])
        board.last = b""
        board.expect(READY)
        # On a busy machine what QEMU said before may come late.
        after = fen(board).split("\n")[-1]
        assert after == before, after


for test in test_watchdog, test_overrun, test_no_crystal:
    test.only = modelled
# What is the same on all boards, and takes long.
for test in test_watchdog_waits, test_held_at_reset:
    test.only = lambda bench: bench.small and modelled(bench)
