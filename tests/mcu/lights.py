# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What a person sees on a board: pictures of the matrix, or four LEDs.

Pins are from the boards' schematics, letters and digits are drawn as they
are to be read.
"""
from collections import Counter

from board import BoardError

ROWS = {"microbit1": (13, 14, 15), "microbit2": (21, 22, 15, 24, 19)}
COLUMNS = {"microbit1": tuple(range(4, 13)), "microbit2": (28, 11, 31, 32 + 5, 30)}
LEDS = {"nrf52840dk": (13, 14, 15, 16), "nrf5340dk": (28, 29, 30, 31)}

# micro:bit v1 has its 25 LEDs on three rows, as the schematic counts them.
WIRES = """
1.1 2.4 1.2 2.5 1.3
3.4 3.5 3.6 3.7 3.8
2.2 1.9 2.3 3.9 2.1
1.8 1.7 1.6 1.5 1.4
3.3 2.7 3.1 2.6 3.2""".split()

GLYPHS = {
    "a": ".... .##. #..# #..# .###", "b": "#... #... ###. #..# ###.",
    "c": ".... .### #... #... .###", "d": "...# ...# .### #..# .###",
    "e": ".##. #..# ###. #... .##.", "f": "..## .#.. ###. .#.. .#..",
    "g": ".### #..# .### ...# .##.", "h": "#... #... ###. #..# #..#",
    "1": "..#. .##. ..#. ..#. .###", "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.", "4": "#... #.#. #.#. #### ..#.",
    "5": "#### #... ###. ...# ###.", "6": ".##. #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..", "8": ".##. #..# .##. #..# .##.",
    "no move": "#.#. .#.# #.#. .#.# ....",
}
TURN, THINKING, CHECK, OVER = range(4)
PERIOD = 1.1   # seconds, and a picture has been seen
SURE = 3       # times each row must have been seen to be of one picture


def place(name, row, column):
    """(line, place in it) of the LED there."""
    if name == "microbit2":
        return row, column
    return divmod(WIRES.index(f"{row + 1}.{column + 1}"), 5)


def dots(name, out, direction):
    """The row that is lit, and its LEDs; None in between."""
    rows = [i for i, pin in enumerate(ROWS[name]) if out & direction & 1 << pin]
    if len(rows) != 1:
        assert not rows, "two rows are lit"
        return None
    return rows[0], frozenset(place(name, rows[0], i) for i, pin in enumerate(COLUMNS[name])
                              if direction & ~out & 1 << pin)


def pictures(name, states):
    """The pictures that took turns. A row that changes begins another one."""
    found, rows, seen = set(), {}, Counter()
    for lit in (dots(name, *state) for state in states):
        if lit is None:
            continue
        row, leds = lit
        if rows.get(row, leds) != leds:
            rows, seen = {}, Counter()
        rows[row] = leds
        seen[row] += 1
        if len(rows) == len(ROWS[name]) and min(seen.values()) >= SURE:
            found.add(frozenset().union(*rows.values()))
    return found


def split(picture):
    """What is read on the left four columns, and the lights on the right."""
    text = " ".join("".join(".#"[(line, x) in picture] for x in range(4)) for line in range(5))
    glyph = next((name for name, art in GLYPHS.items() if art == text), text)
    return glyph, frozenset(line for line in range(5) if (line, 4) in picture)


def look_once(board, seconds):
    states = board.states(seconds)
    if board.name in LEDS:
        return {(None, frozenset(i for i, pin in enumerate(LEDS[board.name])
                                 if direction & ~out & 1 << pin)) for out, direction in states}
    return {split(picture) for picture in pictures(board.name, states)}


def see(board, lights, *glyphs):
    """The board shows these lights, and in turn these glyphs, where it can."""
    wanted = {(glyph, frozenset(lights)) for glyph in
              (glyphs if board.name in ROWS else [None])}
    # Who looks only now and then may miss something.
    for _ in range(4):
        got = look_once(board, 2 * PERIOD + 0.3)
        if got == wanted:
            return
    raise BoardError(f"{got} instead of {wanted}")
