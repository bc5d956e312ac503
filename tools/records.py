# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Positions for PyTorch: files of tools/positions.c, decoded on the device.

All records live in one tensor of bytes, N x 32, in the memory of the graphics
card where there is one; tools/records.h says what is in a record. A batch is
decoded with tensor operations alone: a board of 64 piece codes, and from it the
inputs of the network as docs/network.md numbers them.
"""
import concurrent.futures
import lzma
import os
import subprocess
import tempfile

import numpy
import torch

SIZE = 32
EMPTY = 15
NO_SCORE = -32768
NO_RESULT = 3
OURS = list(range(6))
THEIRS = list(range(8, 14))


def unpack_games(path, folder):
    """The file of games itself, or an unpacked copy of it."""
    if not path.endswith(".xz"):
        return path
    target = os.path.join(folder, os.path.basename(path)[:-3])
    with lzma.open(path) as packed, open(target, "wb") as file:
        while block := packed.read(1 << 22):
            file.write(block)
    return target


def read_file(path, program, words):
    """The records of a file, which may be one of games."""
    if not path.endswith((".rk", ".rk.xz")):
        return numpy.fromfile(path, dtype=numpy.uint8)
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "records")
        subprocess.run([program, target, *words, unpack_games(path, folder)], check=True,
                       stdout=subprocess.DEVNULL)
        return numpy.fromfile(target, dtype=numpy.uint8)


def load(paths, program=None, words=()):
    """All records of these files, in their order, as a tensor on the CPU.

    Files of games (.rk, .rk.xz) go through `program`, tools/positions.c, with
    these options; several at once.
    """
    games = [path for path in paths if path.endswith((".rk", ".rk.xz"))]
    if games and not program:
        raise ValueError(f"{games[0]}: files of games need --program")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = list(pool.map(lambda path: read_file(path, program, words), paths))
    for path, part in zip(paths, parts):
        if len(part) % SIZE:
            raise ValueError(f"{path}: no file of records")
    if not sum(map(len, parts)):
        raise ValueError("no records")
    return torch.from_numpy(numpy.concatenate(parts).reshape(-1, SIZE))


def number_16(records, at):
    """The signed number of 16 bits at this byte, as int32."""
    return records[:, at:at + 2].contiguous().view(torch.int16).squeeze(1).int()


def boards(records):
    """B x 64 piece codes, EMPTY where there is none."""
    masks = torch.tensor([1 << bit for bit in range(8)], dtype=torch.uint8,
                         device=records.device)
    bits = ((records[:, :8].unsqueeze(2) & masks) != 0).view(-1, 64)
    place = bits.cumsum(1).sub_(1).clamp_(min=0)
    packed = records[:, 8:24]
    pieces = torch.stack((packed & 15, packed >> 4), 2).view(-1, 32)
    return torch.where(bits, pieces.gather(1, place), torch.full_like(pieces[:1, :1], EMPTY))


def men(records):
    """How many men are on the board."""
    return (boards(records) != EMPTY).sum(1)


def view(board, king, them, dtype):
    """What one side sees: B x 12 x 64 ones and zeros, and its king's square.

    Its own men come first. Its own king is on the files a to d: a board where
    it is not is mirrored.
    """
    board = board.view(-1, 8, 8)
    king = king.long()
    codes = OURS + THEIRS
    if them:
        board, king, codes = board.flip(1), king ^ 56, THEIRS + OURS
    mirrored = (king & 7) >= 4
    board = torch.where(mirrored.view(-1, 1, 1), board.flip(2), board)
    king = torch.where(mirrored, king ^ 7, king)
    codes = torch.tensor(codes, dtype=torch.uint8, device=board.device)
    return (board.reshape(-1, 1, 64) == codes.view(1, 12, 1)).to(dtype), king


def inputs(records, table, kings, dtype):
    """Both perspectives, us and them: B x (kings * 768) ones and zeros each."""
    board = boards(records)
    sides = []
    for them in (False, True):
        ones, king = view(board, records[:, 28 if them else 27], them, dtype)
        ones = ones.view(-1, 768)
        if kings > 1:
            bucket = torch.nn.functional.one_hot(table[king], kings).to(dtype)
            ones = (bucket.unsqueeze(2) * ones.unsqueeze(1)).view(-1, kings * 768)
        sides.append(ones)
    return sides[0], sides[1], (board != EMPTY).sum(1)


def bags(records, table, kings):
    """The same as lists of inputs: the ones of all records one after another, of
    us and of them, where each record begins, and the men of each."""
    board = boards(records)
    count = (board != EMPTY).sum(1)
    record, square = (board != EMPTY).nonzero(as_tuple=True)
    code = board[record, square].long()
    sides = []
    for them in (0, 1):
        king = records[:, 28 if them else 27].long() ^ (56 * them)
        mirror = ((king & 7) >= 4).long() * 7
        kind = (code & 7) + torch.where((code >> 3) == them, 0, 6)
        place = square ^ (56 * them) ^ mirror[record]
        bucket = table[king ^ mirror][record] if kings > 1 else 0
        sides.append(bucket * 768 + kind * 64 + place)
    return sides[0], sides[1], count.cumsum(0) - count, count


class Targets:
    """What a network should say about records: shares of results and scores."""
    def __init__(self, scale, teacher):
        self.scale = scale
        self.teacher = teacher   # the share of a teacher's label, where there is one

    def __call__(self, records, share):
        """The expected result from 0 to 1; `share` is that of the game's result."""
        score = number_16(records, 24)
        label = number_16(records, 30) & 0xffff
        expected = torch.sigmoid(score.float() / self.scale)
        weight = (label > 0).float() * self.teacher
        weight = torch.where(score == NO_SCORE, torch.ones_like(weight), weight)
        expected = expected + weight * (label.float() / 65535 - expected)
        result = records[:, 26]
        known = (result != NO_RESULT).float() * share
        return expected + known * (result.float() / 2 - expected)


def fit_scale(records):
    """The scale for which sigmoid(score / scale) predicts results best."""
    score = number_16(records, 24)
    result = records[:, 26]
    used = (score != NO_SCORE) & (result != NO_RESULT)
    score, result = score[used].float(), result[used].float() / 2
    low, high = 50.0, 1000.0
    while high - low > 0.5:
        a, b = low + (high - low) / 3, high - (high - low) / 3
        loss = [((torch.sigmoid(score / s) - result) ** 2).mean().item() for s in (a, b)]
        low, high = (low, b) if loss[0] < loss[1] else (a, high)
    return round((low + high) / 2)
