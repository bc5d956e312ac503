# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Pictures as pixels: PNG files read and written with the standard library.

A Picture has .width, .height and .rows, each row bytes of red, green and blue.
Two of them are compared as tiles, so that a hair's difference in smoothing does
not count and a piece that is missing does.
"""
import itertools
import struct
import zlib

CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


def unfilter(kind, line, above, step):
    """Undoes the filter of a line of PNG. Channels do not know of each other."""
    if kind == 2:
        return bytearray((a + b) & 255 for a, b in zip(line, above))
    for channel in range(step) if kind else ():
        undo = (undo_left, None, undo_mean, undo_paeth)[kind - 1]
        line[channel::step] = bytes(undo(line[channel::step], above[channel::step]))
    return line


def undo_left(line, _):
    return [value & 255 for value in itertools.accumulate(line)]


def undo_mean(line, above):
    left = 0
    for value, up in zip(line, above):
        left = value + (left + up >> 1) & 255
        yield left


def undo_paeth(line, above):
    left = corner = 0
    for value, up in zip(line, above):
        to_left, to_up, to_corner = up - corner, left - corner, left + up - 2 * corner
        to_left, to_up, to_corner = abs(to_left), abs(to_up), abs(to_corner)
        best = left if to_left <= to_up and to_left <= to_corner else \
            up if to_up <= to_corner else corner
        left, corner = value + best & 255, up
        yield left


class Picture:
    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    def at(self, x, y):
        return tuple(self.rows[y][3 * x:3 * x + 3])

    def part(self, x, y, width, height):
        return Picture(width, height,
                       [row[3 * x:3 * (x + width)] for row in self.rows[y:y + height]])

    def tiles(self, columns, rows):
        """The mean colours of so many tiles, as numbers in one list."""
        found = []
        for y in range(rows):
            lines = self.rows[y * self.height // rows:(y + 1) * self.height // rows]
            for x in range(columns):
                low, high = x * self.width // columns, (x + 1) * self.width // columns
                area = len(lines) * (high - low)
                for colour in range(3):
                    found.append(sum(sum(line[3 * low + colour:3 * high:3])
                                     for line in lines) / area)
        return found


def read_png(path):
    """Eight bits a channel, not interlaced; transparency over white is left out."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed, head = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == \
            zlib.crc32(kind + body), f"{path}: {kind} has a wrong sum"
        head = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else head
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    width, height, depth, colour, _, _, interlaced = head
    assert depth == 8 and colour in CHANNELS and not interlaced, (path, head)
    return Picture(width, height, read_lines(zlib.decompress(packed), width, height,
                                             CHANNELS[colour]))


def read_lines(raw, width, height, step):
    rows, above = [], bytearray(width * step)
    for y in range(height):
        at = y * (width * step + 1)
        above = unfilter(raw[at], bytearray(raw[at + 1:at + 1 + width * step]), above, step)
        colours = (above[0::step], above[1::step], above[2::step]) if step > 2 else \
            (above[0::step],) * 3
        row = bytearray(3 * width)
        for i in range(3):
            row[i::3] = colours[i]
        rows.append(bytes(row))
    return rows


def write_png(path, width, height, numbers):
    """From the numbers of tiles()."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + \
            struct.pack(">I", zlib.crc32(kind + body))

    line = 3 * width
    raw = b"".join(b"\0" + bytes(round(number) for number in numbers[y * line:(y + 1) * line])
                   for y in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(
            ">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def distance(one, other):
    """The mean difference of two lists of tiles, of 255, and the share of those
    that are plainly other colours."""
    assert len(one) == len(other), (len(one), len(other))
    steps = [abs(a - b) for a, b in zip(one, other)]
    return sum(steps) / len(steps), sum(step > 40 for step in steps) / len(steps)
