#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The file of a network, and its evaluation in plain integers.

    tools/network.py show FILE            what its header says
    tools/network.py eval FILE [FEN...]   hundredths of a pawn for the side to
                                          move; FENs from the input if none

docs/network.md describes the file and the arithmetic. This is a second
implementation beside engine/, slow and simple, to hold the fast one against.
Nothing but the standard library is used.
"""
import array
import struct
import sys
import zlib

MAGIC = b"rknet\0\0\1"
HEADER = struct.Struct("<8sIIHBBHHH6s64s416s")
QA, QB = 255, 64
INPUTS = 768
OUTPUT_MOST = 127          # an output weight times an activation fits 16 bits
ACC_MOST = 32767
SUM_MOST = (2 ** 31 - 1) // (QA * QA)   # of the output weights' sizes
MEN_MOST = 32
PIECES = "pnbrqk"


class Refused(Exception):
    """The file is no network that can be used; the text says why."""


class Network:
    """Integers as they are in the file.

    weights are one array with `width` numbers for each of the inputs, output
    one with 2 * width numbers for each output bucket.
    """
    def __init__(self, width, kings, outputs, scale, bucket, text=""):
        self.width, self.kings, self.outputs = width, kings, outputs
        self.scale, self.bucket, self.text = scale, list(bucket), text
        self.weights = array.array("h")
        self.bias = array.array("h")
        self.output = array.array("h")
        self.output_bias = array.array("i")

    def examine(self):
        """Raises Refused unless every number and every sum is in range."""
        if not 32 <= self.width <= 1024 or self.width % 32:
            raise Refused(f"width {self.width} is no multiple of 32 up to 1024")
        if not 1 <= self.kings <= 16 or not 1 <= self.outputs <= 16:
            raise Refused("more than 16 buckets, or none")
        if not self.scale:
            raise Refused("the scale is 0")
        if max(self.bucket) >= self.kings:
            raise Refused("a king bucket that does not exist")
        if max(map(abs, self.output)) > OUTPUT_MOST:
            raise Refused("an output weight is too large")
        for row in range(self.outputs):
            part = self.output[row * 2 * self.width:(row + 1) * 2 * self.width]
            if sum(map(abs, part)) > SUM_MOST:
                raise Refused("the output weights are too large together")
        size = INPUTS * self.width
        for king in range(self.kings):
            part = self.weights[king * size:(king + 1) * size]
            for unit in range(self.width):
                sizes = sorted(map(abs, part[unit::self.width]))
                if abs(self.bias[unit]) + sum(sizes[-MEN_MOST:]) > ACC_MOST:
                    raise Refused("the weights are too large together")

    def pack(self):
        """The bytes of the file."""
        self.examine()
        arrays = (self.weights, self.bias, self.output, self.output_bias)
        body = b"".join(little(numbers).tobytes() for numbers in arrays)
        text = self.text.encode()
        if len(text) > 415:
            raise Refused("the provenance has more than 415 bytes")
        return HEADER.pack(MAGIC, HEADER.size + len(body), zlib.crc32(body), self.width,
                           self.kings, self.outputs, QA, QB, self.scale, bytes(6),
                           bytes(self.bucket), text) + body

    def evaluate(self, men, us):
        """Hundredths of a pawn for the side `us`, 0 White and 1 Black.

        men are (colour, type, square).
        """
        total = 0
        bucket = (len(men) - 2) * self.outputs // 31
        for half, side in enumerate((us, 1 - us)):
            acc = list(self.bias)
            for index in self.inputs(men, side):
                row = self.weights[index * self.width:(index + 1) * self.width]
                acc = [a + w for a, w in zip(acc, row)]
            at = (2 * bucket + half) * self.width
            for value, weight in zip(acc, self.output[at:at + self.width]):
                value = min(max(value, 0), QA)
                total += value * value * weight
        total = truncated(total, QA) + self.output_bias[bucket]
        return truncated(total * self.scale, QA * QB)

    def inputs(self, men, side):
        """The indices of the inputs that are 1 in the view of this side."""
        flip = 56 * side
        king = next(square for colour, kind, square in men
                    if (colour, kind) == (side, 5)) ^ flip
        if king & 7 >= 4:
            flip ^= 7
            king ^= 7
        return [self.bucket[king] * INPUTS + (0 if colour == side else 384) +
                kind * 64 + (square ^ flip) for colour, kind, square in men]


def little(numbers):
    """Little-endian, on any machine."""
    if sys.byteorder == "little":
        return numbers
    numbers = numbers[:]
    numbers.byteswap()
    return numbers


def truncated(number, by):
    """Division as in C."""
    return number // by if number >= 0 else -(-number // by)


def unpack(data):
    """The network of a file's bytes; raises Refused."""
    if len(data) < HEADER.size or data[:7] != MAGIC[:7]:
        raise Refused("no network")
    (magic, size, crc, width, kings, outputs, qa, qb, scale, _, bucket,
     text) = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise Refused(f"version {magic[7]}, and 1 is known")
    if (qa, qb) != (QA, QB):
        raise Refused("quantised in another way")
    net = Network(width, kings, outputs, scale, bucket,
                  text.rstrip(b"\0").decode(errors="replace"))
    counts = (("weights", kings * INPUTS * width), ("bias", width),
              ("output", outputs * 2 * width), ("output_bias", outputs))
    want = HEADER.size + sum(count * getattr(net, name).itemsize for name, count in counts)
    if len(data) != size or size != want:
        raise Refused(f"{len(data)} bytes, and it should have {want}")
    if zlib.crc32(data[HEADER.size:]) != crc:
        raise Refused("the checksum is wrong")
    at = HEADER.size
    for name, count in counts:
        numbers = getattr(net, name)
        numbers.frombytes(data[at:at + count * numbers.itemsize])
        setattr(net, name, little(numbers))
        at += count * numbers.itemsize
    net.examine()
    return net


def men_of(fen):
    """The men of a FEN and the side to move; raises Refused."""
    words = fen.split()
    if len(words) < 2 or words[1] not in ("w", "b"):
        raise Refused(f"no FEN: {fen}")
    men = []
    rows = words[0].split("/")
    for rank, row in zip(range(7, -1, -1), rows):
        file = 0
        for letter in row:
            if letter in "12345678":
                file += int(letter)
            elif letter.lower() in PIECES and file < 8:
                men.append((int(letter.islower()), PIECES.index(letter.lower()),
                            rank * 8 + file))
                file += 1
            else:
                raise Refused(f"no FEN: {fen}")
        if file != 8:
            raise Refused(f"no FEN: {fen}")
    kings = sorted(colour for colour, kind, _ in men if kind == 5)
    if len(rows) != 8 or kings != [0, 1] or len(men) > MEN_MOST:
        raise Refused(f"no FEN: {fen}")
    return men, "wb".index(words[1])


def read(path):
    with open(path, "rb") as file:
        return unpack(file.read())


def main(words):
    if len(words) < 2 or words[0] not in ("show", "eval") or \
            (words[0] == "show" and len(words) > 2):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        net = read(words[1])
        if words[0] == "show":
            print(f"width {net.width}, king buckets {net.kings}, output buckets "
                  f"{net.outputs}, scale {net.scale}\n{net.text}")
            return 0
        for fen in words[2:] or sys.stdin:
            print(net.evaluate(*men_of(fen)))
    except (OSError, Refused) as error:
        print(f"network: {words[1]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
