# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Boards as SVG, put together from the drawings and colours of art/, without any of
the code that is tested: what another program draws of them is the reference.
"""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"]


def armies():
    """Body, outline and inner lines by name, from the table of art/README.md."""
    with open(os.path.join(ROOT, "art", "README.md"), encoding="utf-8") as file:
        return {name: colours for name, *colours in re.findall(
            r"^\| (\w+) \| `(#\w+)` \| `(#\w+)` \| `(#\w+)` \|", file.read(), re.M)}


def piece(army, kind, x, y):
    """The drawing of a piece as part of an SVG, at a square."""
    body, line, inner = army
    with open(os.path.join(ROOT, "art", f"{kind}.svg"), encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r' (xmlns|color|fill|stroke)="[^"]*"', "",
                  text[:text.index(">")]) + text[text.index(">"):]
    return text.replace("<svg", f'<svg x="{64 * x}" y="{64 * y}" width="64" height="64" '
                        f'color="{body}" stroke="{line}" fill="{inner}"', 1)


def board_svg(rows, names, light, dark, ground):
    """A board as SVG: rows from above, of cells like "wK", "" or None for a wall."""
    count = len(rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {64 * count} '
             f'{64 * count}"><rect width="100%" height="100%" fill="{ground}"/>']
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell is None:
                continue
            # The lower left corner is dark.
            colour = dark if (x + count - 1 - y) % 2 == 0 else light
            parts.append(f'<rect x="{64 * x}" y="{64 * y}" width="64" height="64" '
                         f'fill="{colour}" shape-rendering="crispEdges"/>')
            if cell:
                kind = TYPES["PNBRQK".index(cell[1])]
                parts.append(piece(armies()[names[cell[0]]], kind, x, y))
    return "\n".join(parts) + "</svg>"


def two_rows(fen):
    rows = []
    for rank in fen.split()[0].split("/"):
        rank = re.sub(r"\d", lambda match: "." * int(match[0]), rank)
        rows.append(["" if letter == "." else
                     ("w" if letter.isupper() else "b") + letter.upper() for letter in rank])
    return rows


def four_rows(fen4):
    """The same of a FEN4; walls where three squares are cut out of each corner."""
    rows = []
    for y, rank in enumerate(fen4.split("-")[-1].split("/")):
        row = []
        for cell in rank.split(","):
            row += [""] * int(cell) if cell.isdigit() else \
                ["d" + cell[2] if cell[0] == "d" else cell]
        assert len(row) == 14, rank
        rows.append([None if x in (0, 1, 2, 11, 12, 13) and y in (0, 1, 2, 11, 12, 13) else cell
                     for x, cell in enumerate(row)])
    return rows


TWO_NAMES = {"w": "white", "b": "black"}
FOUR_NAMES = {"r": "red", "b": "blue", "y": "yellow", "g": "green", "d": "dead"}
