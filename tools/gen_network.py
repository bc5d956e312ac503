#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Writes a network of random weights that knows material and nothing else.

    tools/gen_network.py FILE [--width 64] [--kings 1] [--outputs 8] [--seed 1]

It is for tests of what reads and computes networks (docs/network.md has the
format); nobody trained it. The same arguments give the same file everywhere.
"""
import argparse
import array
import struct
import sys
import zlib

INPUTS = 768
VALUES = (5, 15, 16, 25, 45, 0)  # pawn to king; an army of them is 197
COUNTERS = 5  # units that sum up their own side's material
QA, QB, SCALE = 255, 64, 400


class Random:
    """A linear congruential generator: the same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def within(self, most):
        return self.below(2 * most + 1) - most


def words(numbers, code="h"):
    """Little-endian, whatever this machine is."""
    packed = array.array(code, numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def input_row(random, width, number):
    """The weights of one input; `number` is side, type and square."""
    own, kind = number < INPUTS // 2, number // 64 % 6
    row = [random.within(60) for _ in range(width)]
    row[:COUNTERS] = [VALUES[kind] if own else 0] * COUNTERS
    return row


def output_row(random, width):
    """The weights of one output bucket for us, then for them."""
    most = 4 if width > 128 else 12
    row = [random.within(most) for _ in range(2 * width)]
    row[:COUNTERS] = [100] * COUNTERS
    row[width:width + COUNTERS] = [-100] * COUNTERS
    return row


def make(width, kings, outputs, seed):
    random = Random(seed)
    rows = (input_row(random, width, i % INPUTS) for i in range(kings * INPUTS))
    body = b"".join(map(words, rows))
    body += words([0] * COUNTERS + [random.within(200) for _ in range(width - COUNTERS)])
    body += b"".join(words(output_row(random, width)) for _ in range(outputs))
    body += words([random.within(2000) for _ in range(outputs)], "i")
    buckets = bytes(random.below(kings) for _ in range(64))
    header = b"rknet\0\0\1" + struct.pack("<IIHBBHHH6x", 512 + len(body), zlib.crc32(body),
                                          width, kings, outputs, QA, QB, SCALE)
    header += buckets + f"random, seed {seed}, for tests".encode()
    return header.ljust(512, b"\0") + body


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    for name, usual in (("width", 64), ("kings", 1), ("outputs", 8), ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=usual)
    asked = parser.parse_args()
    with open(asked.file, "wb") as file:
        file.write(make(asked.width, asked.kings, asked.outputs, asked.seed))


if __name__ == "__main__":
    main()
