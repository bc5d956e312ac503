#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What a network learns from and what its file says, without PyTorch:
tests/train/positions.py SELFPLAY POSITIONS

Records of games that are written here by hand have the boards of their FENs.
tools/network.py computes what was computed by hand, is symmetric, and refuses
files that are damaged.
"""
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(ROOT, "tools")]
from group import Group  # noqa: E402
import network  # noqa: E402

SELFPLAY, POSITIONS = map(os.path.abspath, sys.argv[1:3])
MAGIC = b"rkgames1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"


def run(*words, text=None):
    return subprocess.run(words, capture_output=True, text=True, check=False,
                          timeout=300, input=text)


def square(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def game(moves, result, scores=None, chance=0):
    """A game from the usual position; none of its moves is special."""
    scores = scores or [10 * ply for ply in range(len(moves))]
    data = struct.pack("<HBBH", 518, result, chance, len(moves))
    for move, score in zip(moves, scores):
        data += struct.pack("<Hh", square(move[:2]) | square(move[2:]) << 6, score)
    return data


def take(folder, games, *words):
    """The records of these games, unpacked."""
    with open(f"{folder}/games", "wb") as file:
        file.write(MAGIC + b"".join(games))
    result = run(POSITIONS, f"{folder}/records", *words, f"{folder}/games")
    assert result.returncode == 0, result.stderr
    with open(f"{folder}/records", "rb") as file:
        data = file.read()
    assert len(data) % 32 == 0
    return [Record(data[at:at + 32]) for at in range(0, len(data), 32)]


class Record:
    def __init__(self, data):
        (occupied, pieces, self.score, self.result, self.ours, self.theirs, self.held,
         self.label) = struct.unpack("<Q16shBBBBH", data)
        codes = [code for byte in pieces for code in (byte & 15, byte >> 4)]
        squares = [at for at in range(64) if occupied >> at & 1]
        self.men = [(code >> 3, code & 7, at) for code, at in zip(codes, squares)]


def seen_by_mover(fen):
    """The men of a FEN as a record should have them."""
    men, side = network.men_of(fen)
    flip = 56 * side
    return sorted(((colour ^ side, kind, at ^ flip) for colour, kind, at in men),
                  key=lambda man: man[2])


def test_boards(folder):
    """1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4; captures are left out."""
    moves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4".split()
    found = take(folder, [game(moves, 2)], "skip", "0", "hold", "0")
    want = ((START, 0, 2),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b", 10, 0),
            ("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w", 40, 2),
            ("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b", 50, 0),
            ("rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR w", 60, 2))
    assert len(found) == len(want)
    for record, (fen, score, result) in zip(found, want):
        assert record.men == seen_by_mover(fen), fen
        assert (record.score, record.result) == (score, result), fen
        assert (0, 5, record.ours) in record.men and (1, 5, record.theirs) in record.men
        assert record.label == record.held == 0


def test_left_out(folder):
    """Positions in check, early ones, decided ones, and those near fifty moves."""
    check = "e2e4 f7f6 d1h5 g7g6 h5h4".split()
    assert [r.score for r in take(folder, [game(check, 1)], "skip", "0")] == [0, 10, 20, 40]
    assert [r.score for r in take(folder, [game(check, 1, chance=1)], "skip", "1")] == [20, 40]
    decided = [5, -6, 7, 0, 0]
    scores = [r.score for r in take(folder, [game(check[:3], 1, decided)], "skip", "0",
                                    "score", "6")]
    assert scores == [5, -6]
    knights = "g1f3 g8f6 f3g1 f6g8".split()
    assert len(take(folder, [game(knights, 1)], "skip", "0", "fifty", "2")) == 3


def test_held_out(folder):
    """Whole games are held out, one of so many."""
    two = "e2e4 e7e5".split()
    found = take(folder, [game(two, 1)] * 6, "skip", "0", "hold", "3")
    assert [r.held for r in found] == [0, 0, 0, 0, 1, 1] * 2


def test_unlabelled(folder):
    """Neighbours have no score, are the same each time, and keep both kings."""
    path = f"{folder}/self"
    assert run(SELFPLAY, path, "games", "5", "nodes", "60").returncode == 0
    taken = []
    for name in ("a", "b"):
        result = run(POSITIONS, f"{folder}/{name}", "hold", "0", "unlabelled", "3", path)
        assert result.returncode == 0, result.stderr
        with open(f"{folder}/{name}", "rb") as file:
            taken.append(file.read())
    assert taken[0] == taken[1] and len(taken[0]) > 100 * 32
    for at in range(0, len(taken[0]), 32):
        record = Record(taken[0][at:at + 32])
        assert (record.score, record.result) == (-32768, 3)
        assert sorted(m[0] for m in record.men if m[1] == 5) == [0, 1]


def test_rescore(folder):
    """Games with nonsense for scores. 1. e4 e5 2. Qh5 Ke7 3. a3 a6: after 2... Ke7 the best
    move takes on e5 and mates, so that this is no quiet position. 1. e3 d5 2. Qg4 Bxg4 3. a3
    a6: White has given the queen away."""
    def rescored(moves):
        games = [game(moves.split(), 2, [2000] * 6)]
        plain = take(folder, games, "skip", "0", "hold", "0")
        return plain, take(folder, games, "skip", "0", "hold", "0", "rescore", "2000")
    plain, found = rescored("e2e4 e7e5 d1h5 e8e7 a2a3 a7a6")
    assert len(plain) == 6 and len(found) == 5
    assert [r.result for r in found] == [2, 0, 2, 0, 0]
    plain, found = rescored("e2e3 d7d5 d1g4 c8g4 a2a3 a7a6")
    assert len(plain) == len(found) == 5
    assert abs(found[0].score) < 150 and found[3].score < -500 < 500 < found[4].score
    games = [game("e2e4 e7e5 d1h5 e8e7 a2a3 a7a6".split(), 2)] * 40
    some = take(folder, games, "skip", "0", "hold", "0", "every", "3")
    assert 0 < len(some) < 240 and len(some) % 40 == 0


def test_bad_games(folder):
    """One line, and the old file stays."""
    with open(f"{folder}/old", "wb") as file:
        file.write(b"old")
    with open(f"{folder}/illegal", "wb") as file:
        file.write(MAGIC + game(["e2e5"], 1))
    for words in ((f"{folder}/illegal",), ("/no/such/file",), (__file__,)):
        result = run(POSITIONS, f"{folder}/old", *words)
        assert result.returncode == 1 and result.stderr.count("\n") == 1, result.stderr
    for words in ((), ("skip",), ("skip", "1"), ("score", "0", f"{folder}/illegal")):
        assert run(POSITIONS, f"{folder}/old", *words).returncode in (1, 2)
    with open(f"{folder}/old", "rb") as file:
        assert file.read() == b"old"
    assert run(POSITIONS).returncode == 2


def empty_network(kings=1, outputs=1, scale=100):
    net = network.Network(32, kings, outputs, scale, [0] * 64, "made by hand")
    net.weights.extend([0] * (kings * 768 * 32))
    net.bias.extend([0] * 32)
    net.output.extend([0] * (outputs * 64))
    net.output_bias.extend([0] * outputs)
    return net


def test_arithmetic(folder):
    """A queen is 100 and the bias 10, so a side with a queen has 110.

    110 * 110 * 64 - 10 * 10 * 64 = 768000; / 255 = 3011; * 100 / 16320 = 18.
    """
    net = empty_network()
    for at in range(64):
        net.weights[(4 * 64 + at) * 32] = 100
    net.bias[0] = 10
    net.output[0], net.output[32] = 64, -64
    assert net.evaluate(*network.men_of("4k3/8/8/8/8/8/8/Q3K3 w")) == 18
    assert net.evaluate(*network.men_of("4k3/8/8/8/8/8/8/Q3K3 b")) == -18
    # Two queens are 210, three are clipped to 255.
    two = (210 * 210 * 64 - 6400) // 255 * 100 // 16320
    three = (255 * 255 * 64 - 6400) // 255 * 100 // 16320
    assert net.evaluate(*network.men_of("4k3/8/8/8/8/8/8/QQ2K3 w")) == two
    assert net.evaluate(*network.men_of("4k3/8/8/8/8/8/8/QQQ1K3 w")) == three
    path = f"{folder}/hand.rknet"
    with open(path, "wb") as file:
        file.write(net.pack())
    tool = os.path.join(ROOT, "tools", "network.py")
    result = run(sys.executable, tool, "eval", path, text="4k3/8/8/8/8/8/8/Q3K3 w\n")
    assert result.stdout == "18\n", result
    assert "made by hand" in run(sys.executable, tool, "show", path).stdout
    assert run(sys.executable, tool, "eval", path, "8/8/8 w").returncode == 1


def test_inputs(folder):
    """Numbers of inputs, computed by hand; and the output buckets."""
    net = empty_network(kings=2, outputs=8)
    net.bucket[square("b1")] = 1
    men, _ = network.men_of("4k3/8/8/7p/8/8/8/6KR w")
    # White's king on g1 mirrors the board: h1 is a1, g1 is b1, h5 is a5.
    want = {768 + 3 * 64 + 0, 768 + 5 * 64 + 1, 768 + 384 + 0 * 64 + 32,
            768 + 384 + 5 * 64 + square("d8")}
    assert set(net.inputs(men, 0)) == want
    # For Black ranks are reversed and e8 becomes e1, mirrored to d1; h1, h8, a8.
    want = {384 + 3 * 64 + square("a8"), 384 + 5 * 64 + square("b8"),
            0 * 64 + square("a4"), 5 * 64 + square("d1")}
    assert set(net.inputs(men, 1)) == want
    net.output_bias[0], net.output_bias[7] = 16320, -16320
    assert net.evaluate(men, 0) == 100
    assert net.evaluate(*network.men_of(START)) == -100


def random_network():
    chance = random.Random(7)
    net = empty_network(kings=3, outputs=4, scale=200)
    for numbers, most in ((net.weights, 60), (net.bias, 100), (net.output, 127),
                          (net.output_bias, 9999)):
        for at in range(len(numbers)):
            numbers[at] = chance.randint(-most, most)
    for rank in range(8):
        for file in range(8):
            net.bucket[rank * 8 + file] = (rank + min(file, 7 - file)) % 3
    return net


def test_symmetry(_):
    """Colours swapped, and left and right, change nothing."""
    net = random_network()
    values = set()
    for fen in ("4k3/8/8/8/8/8/8/Q3K3 w", "r1b1k2r/ppp2ppp/2n5/3qp3/1b6/2NP4/PP1B1PPP/R2QKB1R b",
                "8/5k2/8/3P4/8/2K5/8/8 w", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b"):
        men, side = network.men_of(fen)
        value = net.evaluate(men, side)
        values.add(value)
        assert net.evaluate([(1 - c, k, s ^ 56) for c, k, s in men], 1 - side) == value
        assert net.evaluate([(c, k, s ^ 7) for c, k, s in men], side) == value
        assert net.evaluate(men, 1 - side) != value
    assert len(values) == 4


def sealed(data):
    """With the right checksum again."""
    crc = zlib.crc32(data[512:])
    return data[:12] + struct.pack("<I", crc) + data[16:]


def test_refused(_):
    good = random_network().pack()
    assert network.unpack(good).pack() == good

    def patched(at, form, number):
        data = bytearray(good)
        struct.pack_into(form, data, at, number)
        return sealed(bytes(data))
    output = len(good) - 4 * 4 - 2 * 4 * 64
    bad = [b"", good[:100], good[:-1], good + b"\0", b"x" + good[1:],
           good[:-1] + bytes([good[-1] ^ 1]), patched(7, "<B", 2), patched(16, "<H", 33),
           patched(18, "<B", 0), patched(19, "<B", 17), patched(20, "<H", 254),
           patched(22, "<H", 32), patched(24, "<H", 0), patched(32, "<B", 3),
           patched(output, "<h", 128), patched(output, "<h", -128),
           patched(512 + 3 * 768 * 64, "<h", 32000)]
    for number, data in enumerate(bad):
        try:
            network.unpack(data)
        except network.Refused:
            continue
        raise AssertionError(f"damage {number} was not seen")


def main():
    tests = Group()
    with tempfile.TemporaryDirectory() as folder:
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                tests.run(name, test, folder)
    return tests.close()


if __name__ == "__main__":
    sys.exit(main())
