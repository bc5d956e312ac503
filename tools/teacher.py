# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A large network that labels positions for the small one.

It is a residual convolutional network over the board as the side to move sees
it, 24 planes of 8 x 8 with the own king on the files a to d: the men of each
kind, and how many of them attack each square. Convolutions would need many layers
to find out what a rook attacks, and many more positions to learn it. tools/train.py
trains it on the same records as the small networks and lets it label them and
further ones, which have no scores (`positions FILE unlabelled N GAMES...`).
A label is the expected result as a number of 16 bits in the record.

No result of a held-out game is learnt, and no label is used in validation.
"""
import contextlib
import functools
import math
import os
import time

import torch
from torch import nn

import records

PLANES = 24

class Block(nn.Module):
    """Two convolutions beside a short cut, weighted by channel."""
    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels), nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels))
        self.gate = nn.Sequential(
            nn.Linear(channels, channels // 4), nn.ReLU(inplace=True),
            nn.Linear(channels // 4, channels), nn.Sigmoid())

    def forward(self, planes):
        change = self.body(planes)
        gate = self.gate(change.mean((2, 3))).unsqueeze(2).unsqueeze(3)
        return torch.relu(planes + change * gate)


class Teacher(nn.Module):
    def __init__(self, channels, blocks):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(PLANES, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels), nn.ReLU(inplace=True),
            *(Block(channels) for _ in range(blocks)))
        self.head = nn.Sequential(
            nn.Conv2d(channels, 32, 1), nn.ReLU(inplace=True), nn.Flatten(),
            nn.Linear(32 * 64, 128), nn.ReLU(inplace=True), nn.Linear(128, 1))

    def forward(self, planes):
        return self.head(self.trunk(planes)).squeeze(1)


KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STRAIGHT = ((1, 0), (0, -1), (-1, 0), (0, 1))
OUR_PAWN = ((1, -1), (1, 1))
THEIR_PAWN = ((-1, -1), (-1, 1))


@functools.lru_cache(maxsize=None)
def sources(steps, device):
    """For each step and square where it comes from; 64 is beyond the edge."""
    def source(square, up, right):
        rank, file = square // 8 - up, square % 8 - right
        return rank * 8 + file if 0 <= rank < 8 and 0 <= file < 8 else 64
    return torch.tensor([[source(square, *step) for square in range(64)] for step in steps],
                        device=device)


def with_edge(squares):
    """... x 64 and a square that is always empty, beyond the edge."""
    return nn.functional.pad(squares, (0, 1))


def leap(men, steps):
    """How many of the men attack each square with one step."""
    return with_edge(men)[..., sources(steps, men.device)].sum(-2)


def slide(men, empty, steps):
    """The same for men that go on until something stands in their way."""
    by_step = nn.functional.pad(sources(steps, men.device), (0, 1), value=64)
    first = torch.arange(len(steps), device=men.device).unsqueeze(1) * 65
    places = (by_step + first).flatten()
    rays = with_edge(men).unsqueeze(2).repeat(1, 1, len(steps), 1)
    empty = with_edge(empty).unsqueeze(2)
    attacks = torch.zeros_like(rays)
    for _ in range(7):
        rays = rays.flatten(2).index_select(2, places).view(rays.shape)
        attacks += rays
        rays = rays * empty
    return attacks.sum(2)[..., :64]


def attacks_of(men):
    """B x 12 x 64: by how many men of that kind each square is attacked."""
    pawns, knights, bishops, rooks, queens, kings = men.view(-1, 2, 6, 64).unbind(2)
    empty = 1 - men.sum(1, keepdim=True)
    diagonal = slide(torch.cat((bishops, queens), 1), empty, DIAGONAL)
    straight = slide(torch.cat((rooks, queens), 1), empty, STRAIGHT)
    pawns = torch.stack((leap(pawns[:, 0], OUR_PAWN),
                         leap(pawns[:, 1], THEIR_PAWN)), 1)
    return torch.stack((pawns, leap(knights, KNIGHT), diagonal[:, :2], straight[:, :2],
                        diagonal[:, 2:] + straight[:, 2:],
                        leap(kings, DIAGONAL + STRAIGHT)), 2).view(-1, 12, 64)


def planes_of(batch):
    """What the side to move sees, PLANES of 8 x 8: the men and their attacks."""
    dtype = torch.bfloat16 if batch.is_cuda else torch.float
    men, _ = records.view(records.boards(batch), batch[:, 27], False, dtype)
    planes = torch.cat((men, attacks_of(men)), 1).view(-1, PLANES, 8, 8)
    return planes.contiguous(memory_format=torch.channels_last)


class Lesson:
    """A teacher and what it needs: the call's options and its device."""
    def __init__(self, args, log):
        self.args, self.log = args, log
        channels, blocks = map(int, args.teacher_size.split("x"))
        torch.manual_seed(1)
        self.model = Teacher(channels, blocks).to(args.device)
        self.model = self.model.to(memory_format=torch.channels_last)
        self.on_card = self.model.head[0].weight.is_cuda
        # The same weights; what stands between convolutions becomes few passes.
        self.fused = torch.compile(self.model) \
            if self.on_card and hasattr(torch, "compile") else self.model
        torch.backends.cudnn.benchmark = True
        size = sum(weights.numel() for weights in self.model.parameters())
        log(f"teacher: {channels} channels, {blocks} blocks, {size / 1e6:.1f} M weights")

    def warm_up(self, data):
        """Lets PyTorch compile what is used later, which takes half a minute."""
        batch = data[torch.arange(self.args.teacher_batch, device=data.device) % len(data)]
        self.says(batch).sum().backward()
        self.model.zero_grad(set_to_none=True)
        self.model.eval()
        with torch.no_grad():
            self.says(batch)
        self.model.train()

    def says(self, batch):
        """The logit of the expected result, for records."""
        half = torch.autocast("cuda", torch.bfloat16) if self.on_card \
            else contextlib.nullcontext()
        with half:
            return self.fused(planes_of(batch)).float()

    @torch.no_grad()
    def validate(self, held, targets):
        """The squared errors against the target, the result and the score."""
        self.model.eval()
        share = self.args.teacher_result
        size = self.args.teacher_batch
        sums = torch.zeros(3, device=held.device)
        # Whole batches only: convolutions are chosen anew for each size.
        parts = [part for part in held.split(size) if len(part) == size] or [held]
        for batch in parts:
            says = torch.sigmoid(self.says(batch))
            for place, part in enumerate((share, 1, 0)):
                sums[place] += (says - targets(batch, part)).square().sum()
        self.model.train()
        return (sums / sum(map(len, parts))).tolist()

    def fit(self, train, held):
        """Trains until the time is up; the learning rate falls with it."""
        targets = records.Targets(self.args.scale, 0)
        size, limit = self.args.teacher_batch, self.args.teach_seconds
        optimiser = torch.optim.AdamW(self.model.parameters(), lr=1e-3,
                                      weight_decay=self.args.teacher_decay)
        begun = shown = time.monotonic()
        done = spent = 0
        while spent < limit:
            place = torch.randint(len(train), (size,), device=train.device)
            batch = train[place]
            warm = min(1, (spent / limit + 1e-3) / 0.05)
            rate = 1e-3 * warm * (1 + math.cos(math.pi * spent / limit)) / 2
            for group in optimiser.param_groups:
                group["lr"] = rate
            optimiser.zero_grad(set_to_none=True)
            loss = nn.functional.binary_cross_entropy_with_logits(
                self.says(batch), targets(batch, self.args.teacher_result))
            loss.backward()
            optimiser.step()
            done += size
            if self.on_card and done // size % 20 == 0:
                torch.cuda.synchronize()
            now = time.monotonic()
            spent = now - begun
            if now - shown > self.args.every or spent >= limit:
                errors = self.validate(held, targets)
                self.log(f"teacher: {done / 1e6:.1f} M records, {spent:.0f} s, held out: "
                         "target {:.6f}, result {:.6f}, score {:.6f}".format(*errors))
                shown = time.monotonic()

    @torch.no_grad()
    def label(self, data):
        """Writes labels into records until the time is up; returns those done."""
        self.model.eval()
        size = self.args.teacher_batch
        begun = time.monotonic()
        done = 0
        while done < len(data) and time.monotonic() - begun < self.args.label_seconds:
            part = data[done:done + size]
            batch = part
            if len(part) < size:
                batch = torch.cat((part, part[:1].expand(size - len(part), -1)))
            expected = torch.sigmoid(self.says(batch))[:len(part)]
            labels = (expected * 65535).round().clamp(1, 65535).int()
            part[:, 30] = (labels & 255).to(torch.uint8)
            part[:, 31] = (labels >> 8).to(torch.uint8)
            done += len(part)
            if self.on_card and done // size % 20 == 0:
                torch.cuda.synchronize()
        self.log(f"teacher: labelled {done} of {len(data)} in "
                 f"{time.monotonic() - begun:.0f} s")
        return data[:done]


def shuffled(data):
    """In random order, so that what time allows to label is a fair sample."""
    return data[torch.randperm(len(data), device=data.device)]


def teach(args, train, held, further, log):
    """Trains a teacher, or reads it from the folder.

    Returns the records with labels, and further ones.
    """
    lesson = Lesson(args, log)
    if lesson.on_card:
        lesson.warm_up(train)
    path = os.path.join(args.folder, "teacher.pt")
    if os.path.exists(path):
        lesson.model.load_state_dict(torch.load(path, map_location=args.device))
    else:
        lesson.fit(train, held)
        torch.save(lesson.model.state_dict(), path)
    lesson.label(train)
    if further is not None:
        train = torch.cat((train, lesson.label(shuffled(further))))
    return train
