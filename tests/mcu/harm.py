# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Bad treatment: junk on the line, resets and power cuts at any time. What was
the game stays the game.
"""
import random

from board import BoardError, show
from talk import MARK, MARKED, equal, fen, host_answers, tell

GAME = ["game human human", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]


def settle(board, mark=MARK, marked=MARKED):
    """Ends whatever line there is, until all is said. A line on the heels of a
    flood may be lost with it."""
    for _ in range(200):
        board.send(b"\n" + mark)
        try:
            board.expect(marked, 3)
            board.quiet(1)
            return
        except BoardError:
            pass
    raise BoardError(f"the line is dead after {show(board.last)}")


LETTERS = [letter.encode() for letter in "\u265a\u00e9\U0001f600"]
ESCAPES = [b"[", b"[A", b"[1;5C", b"O", b"]0;x\x07", b"[999999999", b"[;;;;", b"P", b"[200~"]


def junk(dice, size):
    """Bytes of all kinds. A line begins with what no command begins with."""
    pieces = (lambda: bytes([dice.randrange(256)]) * dice.randrange(1, 4),
              lambda: b"\0" * dice.randrange(1, 30),
              lambda: dice.randbytes(dice.randrange(1, 60)),
              lambda: dice.choice(LETTERS)[:dice.randrange(1, 5)],
              lambda: b"\x1b" + dice.choice(ESCAPES),
              lambda: b"e2e4" * dice.randrange(1, 100),
              lambda: b"\b\x7f\t\x03\x04\x15\x17\x01\x05\x0b")
    text = bytearray()
    while len(text) < size:
        text += dice.choice(pieces)()
    for end in (b"\n", b"\r"):
        text = text.replace(end, end + b"\x02")
    return bytes(b"\x02" + text)


def flood(board, size, seed):
    before = fen(board)
    board.flood(junk(random.Random(seed), size))
    settle(board)
    equal(fen(board), before)


def test_junk(bench):
    """A megabyte, as fast as it goes; less where each byte takes its time."""
    with bench.open() as board:
        tell(board, *GAME)
        flood(board, 1 << (20 if bench.real_time() else 14), 1)
        tell(board, "Ba4")
        equal(fen(board), host_fen(GAME + ["Ba4"]))


def host_fen(lines):
    return host_answers(lines + ["fen"]).decode().splitlines()[-1]


def test_junk_while_thinking(bench):
    """In plain text it is not disturbed: the move comes, then the rest."""
    with bench.open() as board:
        tell(board, "game human computer7", "a4")
        for seed in range(3):
            before = fen(board)
            board.send(b"move\n")
            board.flood(junk(random.Random(seed), 1 << (17 if bench.real_time() else 13)))
            settle(board)
            after = fen(board)
            assert before.split()[1] == "b" and after.split()[1] == "w", after
            tell(board, f"{'bcd'[seed]}4", f"{'bcd'[seed]}3")


def test_long_lines(bench):
    with bench.open() as board:
        tell(board, *GAME)
        before = fen(board)
        for line in (b"e4" * 3000, b"move" + b" " * 4000 + b"Ba4", b"\0" * 2000,
                     b"fen " + b"8/" * 1000, "\u265a".encode() * 500):
            board.send(line)
            board.wait(0.3)
            board.send(b"\n")
            said = board.expect(rb"\n") + board.quiet(0.5)
            # In one line; what a board prints twice it has not understood once.
            assert said.count(b"\n") == 1 and said.endswith(b"\n"), show(said)
            equal(fen(board), before)


def test_flood_of_commands(bench):
    """Valid lines, faster than they are answered: what is lost is lost in
    whole lines, and whatever was done was legal."""
    with bench.open() as board:
        tell(board, "game human human")
        for _ in range(4):
            board.flood(b"Nf3\nNf6\nNg1\nNg8\nhistory\n" * 40)
            settle(board)
        history = tell(board, "history").decode().split("\n", 1)
        moves = [word for word in " ".join(history).split() if word[0].isupper()]
        replay = host_fen(["game human human", *moves])
        equal(fen(board).split()[0], replay.split()[0])


def test_beheaded_lines(bench):
    """A line of which the beginning was lost is not obeyed, even if what is left
    would be a command."""
    dice = random.Random(4)
    with bench.open() as board:
        tell(board, "game human human")
        before = fen(board)
        for _ in range(4):
            board.flood(b"".join(b"x" + b" " * dice.randrange(4, 90) + b"e2e4\n"
                                 for _ in range(300 if bench.real_time() else 30)))
            settle(board)
            equal(fen(board), before)


# What is kept must be found again after each of these.
SCRIPT = """game human human,e4,d5,exd5,undo,yes,e5,f5,exf6,undo 2,yes,redo,redo,Qd6,fxg7,Kd7,gxh8=N
Qb4,c3,Qxb2,resign,undo,yes,Qxb2,level 5,d4,draw,no,Qxa1,flip,resign,setup
fen 8/2k5/8/8/8/8/5PK1/8 w - - 0 1,done,game human human,f4,draw,draw
game human computer1,g3""".replace("\n", ",").split(",")
SEEN = ["fen", "history", "level"]


def states():
    """What SEEN shows before the script, and after each line of it."""
    shown = []
    for i in range(len(SCRIPT) + 1):
        said = SCRIPT[:i]
        shown.append(host_answers(said + SEEN)[len(host_answers(said)):])
    return shown


def look_again(board, before, after, line):
    """Is it one of the two? True: after."""
    greeting = board.boot()
    tell(board, "")  # the end of the line may have come after the reset
    seen = tell(board, *SEEN)
    if seen not in (before, after):
        raise BoardError(f"{line}: {show(seen)}\nis neither {show(before)}\nnor {show(after)}")
    assert b"The game goes on." in greeting or b"No game" in seen, show(greeting)
    return seen == after


def volatile(i):
    """What is not kept, or not seen by SEEN: set-up, questions without an
    answer, looks."""
    return SCRIPT[i] in ("setup", "done", "draw", "no", "yes", "flip") or \
        SCRIPT[i].startswith(("undo", "fen")) or SCRIPT[i - 1] == "done"


def test_resets(bench):
    """At any time, while a script is played."""
    shown = states()
    dice = random.Random(7)
    with bench.open() as board:
        for i, line in enumerate(SCRIPT):
            # Where nobody can see whether it was done, it is done once.
            times = 0 if volatile(i) or shown[i] == shown[i + 1] else 3
            while True:
                if not times:
                    tell(board, line)
                    break
                board.send(line.encode() + b"\n")
                times -= 1
                board.wait(dice.choice([dice.uniform(0, 0.003), dice.uniform(0, 0.06)]))
                board.reset()
                if look_again(board, shown[i], shown[i + 1], line):
                    break
            if not volatile(i):
                equal(tell(board, *SEEN), shown[i + 1], line)
        board.reset()
        board.boot()
        equal(tell(board, *SEEN), shown[-1])


def test_kept_without_a_game(bench):
    """What the next game starts with, and how the board looks."""
    before = ["setup", "fen 8/2k5/8/8/8/8/5PK1/8 w - - 0 1", "done", "flip"]
    after = ["game human human", "board", "fen"]
    with bench.open() as board:
        tell(board, *before)
        board.reset()
        board.boot()
        equal(tell(board, *after), host_answers(before + after)[len(host_answers(before)):])


def cut_line(bench, flash, line, before, after, cut, seed):
    """Cuts the power somewhere in a line. What is there after that, and
    whether it can go on."""
    with bench.open(flash=flash, seed=seed) as board:
        cut(board, line.encode() + b"\n")
        board.restart()
        done = look_again(board, before, after, line)
        if not done:
            tell(board, line)
            equal(tell(board, *SEEN), after, f"{line}, once more")
        # And once more, with nothing going on.
        board.restart()
        look_again(board, after, after, line)


def test_power_cuts(bench):
    """In the middle of a word of flash, of a page being erased, anywhere."""
    shown = states()
    dice = random.Random(3)
    trials = 0
    with bench.open() as board:
        for i, line in enumerate(SCRIPT):
            flash = board.keep()
            steps = board.steps
            tell(board, line)
            steps = board.steps - steps
            if volatile(i) or not bench.small and i % 2:
                continue
            for _ in range(3 if bench.small else 2):
                step = dice.randrange(max(1, steps))
                cut_line(bench, flash, line, shown[i], shown[i + 1],
                         lambda board, text, step=step: board.cut_step(text, step), dice.random())
                trials += 1
            wait = dice.uniform(0, 0.05)
            cut_line(bench, flash, line, shown[i], shown[i + 1],
                     lambda board, text, wait=wait: board.cut(text, wait), dice.random())
    assert trials >= 16, trials


test_power_cuts.only = lambda bench: not bench.real_time()


def test_wear(bench):
    """Pages take turns: none is erased much more often than another."""
    with bench.open() as board:
        for _ in range(12):
            tell(board, "game human human", *["Nf3", "Nf6", "Ng1", "Ng8"] * 3, "e4", "resign")
        erases = board.nvmc.erases
        pages = board.save_area()[1] // board.page
        assert len(erases) > 1 and max(erases.values()) <= 3 * sum(erases.values()) / pages + 3, \
            erases


test_wear.only = lambda bench: not bench.real_time()
