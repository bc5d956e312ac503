#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Makes a picture of a terminal: text with colour codes in, SVG out.

    tmux capture-pane -p -e | tools/ansi_to_svg.py > picture.svg

Knows what `capture-pane -e` writes: lines of text with codes for bold, dim,
colours and back to the usual. docs/board.svg is made by tools/picture.py.
"""
import re
import sys
import unicodedata
from xml.sax.saxutils import escape

CELL_WIDTH, CELL_HEIGHT, EDGE = 9, 18, 12
BACKGROUND, FOREGROUND = "#1e1e1e", "#d4d4d4"
SIXTEEN = ("#000000 #cd3131 #0dbc79 #e5e510 #2472c8 #bc3fbc #11a8cd #e5e5e5 "
           "#666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #ffffff"
           ).split()
UPPER, LOWER = HALVES = "\u2580\u2584"
CODE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\[[0-9;?]*[A-Za-z]|\x1b[()].|[\x0e\x0f]")

# Not every browser keeps two blanks, whatever xml:space says.
WORDS = re.compile(r"\S+(?: \S+)*")


def colour_256(number):
    if number < 16:
        return SIXTEEN[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6],
                              steps[number % 6])


class Style:
    def __init__(self):
        self.reset()

    def reset(self):
        self.ink, self.paper, self.bold, self.dim = None, None, False, False

    def colour(self, codes):
        """The colour that follows 38 or 48; takes its codes off."""
        if codes.pop(0) == 5:
            return colour_256(codes.pop(0))
        return "#%02x%02x%02x" % (codes.pop(0), codes.pop(0), codes.pop(0))

    def obey(self, text):
        codes = [int(code or 0) for code in re.split("[;:]", text)]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code in (1, 2, 22):
                self.bold, self.dim = code == 1, code == 2
            elif code in (38, 48):
                value = self.colour(codes)
                if code == 38:
                    self.ink = value
                else:
                    self.paper = value
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.ink = SIXTEEN[code % 10 + (8 if code >= 90 else 0)]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.paper = SIXTEEN[code % 10 + (8 if code >= 100 else 0)]
            elif code == 39:
                self.ink = None
            elif code == 49:
                self.paper = None

    def key(self):
        return self.ink, self.paper, self.bold, self.dim


def cells(line, style):
    """The characters of a line, each with the style it is seen in."""
    found, at = [], 0
    while at < len(line):
        code = CODE.match(line, at)
        if code:
            if code.group(1) is not None:
                style.obey(code.group(1))
            at = code.end()
            continue
        if unicodedata.combining(line[at]) or line[at] in "\ufe0e\ufe0f":
            found[-1] = (found[-1][0] + line[at], found[-1][1])
        else:
            found.append((line[at], style.key()))
        at += 1
    return found


def runs(row):
    """Words of one style; whatever is not ASCII stands alone."""
    at = 0
    while at < len(row):
        end = at + 1
        if row[at][0].isascii():
            while (end < len(row) and row[end][1] == row[at][1] and
                   row[end][0].isascii()):
                end += 1
        text = "".join(cell[0] for cell in row[at:end])
        for words in WORDS.finditer(text):
            yield at + words.start(), words[0], row[at][1]
        at = end


def boxes(row, y):
    """Coloured areas as (layer, colour, x, y, columns, height)."""
    for at, (text, style) in enumerate(row):
        if style[1]:
            yield 0, style[1], at, y, 1, CELL_HEIGHT
        if text in HALVES:
            # Fonts draw them with gaps.
            below = CELL_HEIGHT // 2 if text == LOWER else 0
            yield (1, style[0] or FOREGROUND, at, y + below, 1,
                   CELL_HEIGHT // 2)


def joined(found):
    """Neighbours of one colour as one box."""
    last = None
    for box in sorted(found, key=lambda box: (box[0], box[3], box[5], box[2])):
        if (last and last[:2] == box[:2] and last[3] == box[3] and
                last[5] == box[5] and last[2] + last[4] == box[2]):
            last = last[:4] + (last[4] + 1,) + last[5:]
            continue
        if last:
            yield last
        last = box
    if last:
        yield last


def areas(rows):
    """One path for all boxes of a colour, the lower layer first."""
    paths = {}
    for layer, colour, at, y, columns, height in joined(
            box for number, row in enumerate(rows)
            for box in boxes(row, EDGE + number * CELL_HEIGHT)):
        width = columns * CELL_WIDTH
        paths.setdefault((layer, colour), []).append(
            f"M{EDGE + at * CELL_WIDTH} {y}h{width}v{height}h-{width}z")
    for (_, colour), path in sorted(paths.items()):
        yield f'<path fill="{colour}" d="{"".join(path)}"/>'


def ink(row, y):
    for at, text, (colour, _, bold, dim) in runs(row):
        if text in HALVES:
            continue
        x = EDGE + at * CELL_WIDTH
        more = ""
        if not text.isascii():
            x += CELL_WIDTH / 2
            more += ' class="piece"'
        else:
            more += f' textLength="{len(text) * CELL_WIDTH}"'
        if colour:
            more += f' fill="{colour}"'
        if bold:
            more += ' font-weight="bold"'
        if dim:
            more += ' opacity="0.6"'
        yield (f'<text x="{x:g}" y="{y + 14}"{more}>{escape(text)}</text>')


def main():
    style = Style()
    rows = [cells(line, style)
            for line in sys.stdin.read().rstrip("\n").split("\n")]
    while rows and not "".join(cell[0] for cell in rows[-1]).strip():
        rows.pop()
    width = 2 * EDGE + CELL_WIDTH * max(map(len, rows), default=0)
    height = 2 * EDGE + CELL_HEIGHT * len(rows)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
          f'height="{height}" viewBox="0 0 {width} {height}" '
          f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
          f'font-size="15" fill="{FOREGROUND}" shape-rendering="crispEdges" '
          f'xml:space="preserve">')
    print("<style>.piece{font-size:18px;text-anchor:middle;"
          'font-family:"DejaVu Sans Mono","DejaVu Sans","Segoe UI Symbol",'
          '"Apple Symbols","Noto Sans Symbols2",monospace}</style>')
    print(f'<rect width="{width}" height="{height}" rx="8" '
          f'fill="{BACKGROUND}"/>')
    for line in areas(rows):
        print(line)
    for number, row in enumerate(rows):
        for line in ink(row, EDGE + number * CELL_HEIGHT):
            print(line)
    print("</svg>")


if __name__ == "__main__":
    main()
