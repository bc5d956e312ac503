# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Hands on the board: its buttons pressed in every state, its lights read."""
import random

from board import BUTTONS, show
from lights import CHECK, OVER, THINKING, TURN, see
from talk import equal, fen, host_answers, tell

SOON = 1.0       # seconds to the answer to a button
OVER_ANSWER = b"The game is over; game starts another.\n"


def press(board, button=1, seconds=0.1):
    """Presses a button; what is said soon after."""
    board.quiet(0.05)
    board.press(BUTTONS[board.name][button - 1], seconds)
    return board.quiet(SOON)


def exact(bench):
    """Only where time is the board's own."""
    return not bench.real_time()


def test_resign_by_pin(bench):
    """As the word does it, wherever a person is to say something."""
    said = []
    with bench.open() as board:
        for lines in ([], ["game human human"], ["e4"], ["game human human", "e4", "e5", "Nf3"], [],
                      ["setup"], ["start"], ["done"], ["game human computer3"], ["e4"], [],
                      ["game computer3 computer4"], ["game human human", "draw"], ["setup"]):
            tell(board, *lines)
            before = host_answers(said + lines)
            said += lines + ["resign"]
            equal(press(board), host_answers(said)[len(before):], lines)


def test_resigned_game(bench):
    with bench.open() as board:
        tell(board, "game human human", "e4", "e5", "Nf3")
        before = fen(board)
        equal(press(board), b"White wins!\n")
        equal(press(board), OVER_ANSWER)
        board.reset()
        assert b"The game goes on." in board.boot()
        equal(press(board), OVER_ANSWER)
        tell(board, "undo", "yes", "Nf3")
        equal(fen(board), before)
        equal(press(board), b"White wins!\n")


def think(board):
    """A game in which a computer starts to think, for ten seconds."""
    tell(board, "setup", "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 1 9",
         "done", "game human computer12")
    before = fen(board)
    board.send(b"move\n")
    board.wait(1)
    equal(bytes(board.seen), b"", "an answer while it thinks")
    return before


def test_resign_while_thinking(bench):
    with bench.open() as board:
        before = think(board)
        start = board.clock()
        equal(press(board), b"Black wins!\n")
        assert board.clock() - start < 2 * SOON + 0.5
        equal(fen(board), before)
        equal(tell(board, "move"), OVER_ANSWER)


def test_move_now(bench):
    with bench.open() as board:
        before = think(board)
        start = board.clock()
        text = press(board, 2)
        took = board.clock() - start
        assert b"abcdefgh" in text, f"no board, but {show(text)}"
        assert took < SOON + 1.5, f"{took:.1f} s"
        after = fen(board)
        assert after != before and " w " in after, after
        # There is nobody to be hurried now.
        said = press(board, 2)
        assert b"turn of White, a human" in said, show(said)
        equal(fen(board), after)


def test_move_now_begins(bench):
    """Where a computer is to move, the button says `move`."""
    with bench.open() as board:
        tell(board, "game computer1 human")
        text = press(board, 2)
        assert b"abcdefgh" in text, show(text)
        assert " b " in fen(board)


def test_bounces(bench):
    """Contacts bounce: too short is nothing, and one press is one."""
    with bench.open() as board:
        pin = BUTTONS[bench.name][0]
        dice = random.Random(5)
        tell(board, "game human human", "e4")
        for _ in range(60):
            board.press(pin, dice.uniform(0.0001, 0.02))
            board.wait(dice.uniform(0.005, 0.03))
        equal(board.quiet(SOON), b"", "short presses")

        def bounce():
            for _ in range(dice.randrange(3, 9)):
                board.press(pin, dice.uniform(0.0001, 0.004))
                board.wait(dice.uniform(0.0001, 0.004))
        bounce()
        board.pin(pin, 0)
        board.wait(0.08)
        bounce()
        equal(board.quiet(SOON), b"White wins!\n")
        tell(board, "game human human", "e4")
        board.press(pin, 3)
        equal(board.quiet(SOON), b"White wins!\n", "a long press")


test_bounces.only = exact


def test_lights_of_states(bench):
    with bench.open() as board:
        see(board, [], "no move")
        tell(board, "game human human")
        see(board, [TURN], "no move")
        tell(board, "e4")
        see(board, [], "e", "4")
        tell(board, "f6")
        see(board, [TURN], "f", "6")
        tell(board, "Qh5")
        see(board, [CHECK], "h", "5")
        tell(board, "g6", "undo", "yes")
        see(board, [CHECK], "h", "5")
        press(board)
        see(board, [OVER], "h", "5")
        board.reset()
        board.boot()
        see(board, [OVER], "h", "5")
        think(board)
        see(board, [THINKING], "no move")
        press(board, 2)
        move = tell(board, "history").decode().split()[-1].rstrip("+#")
        see(board, [TURN], *move[-2:])


def test_lights_of_squares(bench):
    """Every letter and every digit there is on the board."""
    with bench.open() as board:
        tell(board, "setup", "fen 7k/8/8/8/8/8/8/K2Q4 w - - 0 1", "done", "game human human")
        for move, answer in zip("Qa4 Qb5 Qc6 Qd7 Qd2 Qe1 Qf1 Qg2 Qh3".split(),
                                "Kg8 Kh8 Kg8 Kh8 Kg8 Kh8 Kg8 Kh8 Kg8".split()):
            said = tell(board, move)
            see(board, [CHECK] if b"Black is in check." in said else [], *move[1:])
            tell(board, answer)
        see(board, [TURN], "g", "8")


test_lights_of_states.only = exact
test_lights_of_squares.only = lambda bench: exact(bench) and bench.name.startswith("microbit")


def test_lights(bench):
    """The same in QEMU, with the clock on the wall, in short."""
    with bench.open(real=True) as board:
        tell(board, "game human human", "e4", "f6", "Qh5")
        see(board, [CHECK], "h", "5")
        press(board)
        see(board, [OVER], "h", "5")


test_lights.only = lambda bench: not exact(bench)
