#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Trains networks on the records of tools/positions.c and writes their files.

    tools/train.py FOLDER [options] [--net NAME:KEY=VALUE,...]... FILE...

FILEs are records, or games (.rk, .rk.xz) that --program turns into records.
Every --net is a network with its own name and options; they are trained one
after the other on the same records. Without one there is a single network
called "net". FOLDER gets NAME.rknet, a checkpoint NAME.pt and log.txt; a call
that is repeated goes on where the checkpoints are.

All records are in the device's memory and are drawn in a new random order each
epoch. The first layer is a product of matrices: ones and zeros, 768 for each
king bucket, times weights. docs/network.md explains recipe and options.

It needs PyTorch 1.13 or newer, with CUDA or without.
"""
import argparse
import datetime
import math
import os
import subprocess
import sys
import time

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import records  # noqa: E402
import teacher  # noqa: E402

# Options of a single network: name, default, meaning.
OPTIONS = (
    ("width", 128, "hidden units of each perspective"),
    ("kings", 1, "king buckets: 1, 2, 4, 8 or 16"),
    ("outputs", 8, "output buckets by the number of men"),
    ("epochs", 40.0, "times through all records, at most"),
    ("seconds", 0.0, "at most; the learning rate falls in time; 0: no limit"),
    ("batch", 16384, "records for a step"),
    ("rate", 1e-3, "the first learning rate"),
    ("last", 1e-6, "the last learning rate; a half cosine between"),
    ("decay", 0.0, "weight decay (AdamW)"),
    ("result", 0.1, "share of the game's result in the target, at first"),
    ("result-last", -1.0, "the same at the end, linear between; -1: no change"),
    ("teacher", 0.9, "share of a teacher's label where there is a score too"),
    ("power", 2.0, "of the error"),
    ("round", 0.75, "part of the training after which weights are rounded as in the file"),
    ("seed", 1, "for weights and order"),
)

# The king buckets by number: rank 1 first, files a to d, in hexadecimal.
KING_MAPS = {
    1: "0000" * 8,
    2: "0000" "0000" "1111" "1111" "1111" "1111" "1111" "1111",
    4: "0011" "2222" "3333" "3333" "3333" "3333" "3333" "3333",
    8: "0123" "4455" "6666" "6666" "7777" "7777" "7777" "7777",
    16: "0123" "4567" "8899" "aabb" "ccdd" "ccdd" "eeff" "eeff",
}

FIRST_MOST = 1.98    # 32 of them and the bias stay far below 32767 / 255
OUTPUT_MOST = network.OUTPUT_MOST / network.QB
SUM_MOST = network.SUM_MOST / network.QB - 1


def king_map(kings):
    """The bucket of each of the 64 squares; the files e to h mirror a to d."""
    rows = KING_MAPS[kings]
    return [int(rows[rank * 4 + min(file, 7 - file)], 16)
            for rank in range(8) for file in range(8)]


class HalfProduct(torch.autograd.Function):
    """ones @ weights in half precision; the gradient is for weights alone.

    The gradient of a mean over a batch is too small for half precision, so it
    is multiplied for the product and divided afterwards.
    """
    @staticmethod
    def forward(ctx, ones, weights):
        ctx.save_for_backward(ones)
        return (ones @ weights.half()).float()

    @staticmethod
    def backward(ctx, gradient):
        ones, = ctx.saved_tensors
        scale = float(min(len(ones), 16384))
        product = ones.t() @ (gradient * scale).half()
        return None, product.float() / scale


def rounded(weights, by):
    """Multiples of 1 / by; the gradient passes as if nothing were rounded."""
    return weights + ((weights * by).round() / by - weights).detach()


class Net(torch.nn.Module):
    """The network in floating point; an activation of 1 is QA in integers.

    With several king buckets the weights of a bucket are those that all
    buckets share plus its own. They are added up when the file is written.
    """
    def __init__(self, width, kings, outputs):
        super().__init__()
        self.width, self.kings, self.outputs = width, kings, outputs
        self.shared = torch.nn.Parameter(torch.empty(768, width).uniform_(-0.05, 0.05))
        self.own = torch.nn.Parameter(torch.zeros(kings if kings > 1 else 0, 768, width))
        self.bias = torch.nn.Parameter(torch.full((width,), 0.1))
        self.output = torch.nn.Parameter(
            torch.empty(outputs, 2 * width).uniform_(-1, 1) / (2 * width) ** 0.5)
        self.output_bias = torch.nn.Parameter(torch.zeros(outputs))
        self.register_buffer("table", torch.tensor(king_map(kings)))
        self.is_rounded = False   # forward() uses the weights of the file

    def weights(self):
        weights = self.shared
        if self.kings > 1:
            weights = (self.shared + self.own).view(-1, self.width)
        return rounded(weights, network.QA) if self.is_rounded else weights

    def bucket(self, men):
        return torch.div((men - 2) * self.outputs, 31, rounding_mode="floor")

    def forward(self, batch):
        """The evaluation over the scale, for records."""
        weights = self.weights()
        if batch.is_cuda:
            *sides, men = records.inputs(batch, self.table, self.kings, torch.half)
            sides = [HalfProduct.apply(side, weights) for side in sides]
        else:
            *sides, first, men = records.bags(batch, self.table, self.kings)
            sides = [torch.nn.functional.embedding_bag(side, weights, first, mode="sum")
                     for side in sides]
        acc = torch.cat([side + self.bias for side in sides], 1)
        output = rounded(self.output, network.QB) if self.is_rounded else self.output
        value = acc.clamp(0, 1).square() @ output.t() + self.output_bias
        return value.gather(1, self.bucket(men).unsqueeze(1)).squeeze(1)

    @torch.no_grad()
    def start_from(self, net):
        """Takes the weights of a network file of the same shape."""
        if (net.width, net.kings, net.outputs) != (self.width, self.kings, self.outputs):
            raise ValueError("--start: that network has another shape")
        def tensor(numbers, like, by):
            return (torch.tensor(numbers.tolist()) / by).view(like.shape).to(like.device)
        weights = tensor(net.weights, torch.empty(self.kings, 768, self.width), network.QA)
        weights = weights.to(self.shared.device)
        self.shared.copy_(weights.mean(0))
        if self.kings > 1:
            self.own.copy_(weights - self.shared)
        self.bias.copy_(tensor(net.bias, self.bias, network.QA))
        self.output.copy_(tensor(net.output, self.output, network.QB))
        self.output_bias.copy_(tensor(net.output_bias, self.output_bias,
                                      network.QA * network.QB))

    @torch.no_grad()
    def clip(self):
        """Keeps every sum of the integers in range."""
        most = FIRST_MOST if self.kings == 1 else FIRST_MOST / 2
        for weights in (self.shared, self.own):
            weights.clamp_(-most, most)
        self.bias.clamp_(-16, 16)
        self.output.clamp_(-OUTPUT_MOST, OUTPUT_MOST)
        total = self.output.abs().sum(1, keepdim=True)
        self.output.mul_((SUM_MOST / total).clamp(max=1))

    @torch.no_grad()
    def quantise(self, scale, text):
        """The same network in integers."""
        net = network.Network(self.width, self.kings, self.outputs, scale,
                              self.table.tolist(), text)
        for name, numbers, by in (("weights", self.weights(), network.QA),
                                  ("bias", self.bias, network.QA),
                                  ("output", self.output, network.QB),
                                  ("output_bias", self.output_bias, network.QA * network.QB)):
            numbers = (numbers.double() * by).round().long().flatten().tolist()
            getattr(net, name).extend(numbers)
        return net


def evaluate_integers(net, batch):
    """What network.Network.evaluate() says, for many records at once."""
    def tensor(numbers):
        return torch.tensor(numbers.tolist(), dtype=torch.double, device=batch.device)
    us, them, men = records.inputs(batch, torch.tensor(net.bucket, device=batch.device),
                                   net.kings, torch.double)
    weights = tensor(net.weights).view(-1, net.width)
    bias = tensor(net.bias)
    # Sums below 2^53 are exact in double precision.
    acc = torch.cat((us @ weights + bias, them @ weights + bias), 1)
    value = acc.clamp(0, network.QA).square() @ tensor(net.output).view(net.outputs, -1).t()
    row = torch.div((men - 2) * net.outputs, 31, rounding_mode="floor")
    value = value.long().gather(1, row.unsqueeze(1)).squeeze(1)
    value = torch.div(value, network.QA, rounding_mode="trunc")
    value = value + tensor(net.output_bias).long()[row]
    return torch.div(value * net.scale, network.QA * network.QB, rounding_mode="trunc")


def men_of(record):
    """The men of a record for network.Network.evaluate(), us as White."""
    board = records.boards(record.view(1, -1))[0].tolist()
    return [(piece >> 3, piece & 7, square) for square, piece in enumerate(board)
            if piece != records.EMPTY]


@torch.no_grad()
def compare(model, net, sample):
    """Proves that the written integers say what the trained network says.

    Returns the largest and the mean difference of floating point and integers
    in hundredths of a pawn, and how far integers here and in tools/network.py
    are apart, which must be 0.
    """
    floats = torch.cat([model(part) for part in sample.split(16384)]) * net.scale
    integers = torch.cat([evaluate_integers(net, part) for part in sample.split(4096)])
    difference = (floats - integers.float()).abs()
    few = sample[:100].cpu()
    apart = max(abs(net.evaluate(men_of(record), 0) - value)
                for record, value in zip(few, integers.tolist()))
    return difference.max().item(), difference.mean().item(), apart


class Run:
    """Training of one network."""
    def __init__(self, args, name, options, data, log):
        self.args, self.name, self.options, self.log = args, name, options, log
        self.train, self.held = data
        self.device = self.train.device
        torch.manual_seed(options["seed"])
        self.model = Net(options["width"], options["kings"],
                         options["outputs"]).to(self.device)
        if args.start:
            self.model.start_from(network.read(args.start))
        self.targets = records.Targets(args.scale, options["teacher"])
        # PyTorch 1.13 knows no fused AdamW.
        fused = {"fused": True} if self.device.type == "cuda" and hasattr(torch, "compile") else {}
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=options["rate"],
                                           weight_decay=options["decay"], **fused)
        self.done = 0        # records so far
        self.spent = 0.0     # seconds so far
        self.path = os.path.join(args.folder, name)

    def progress(self):
        """From 0 to 1: by records, or by time where that is ahead."""
        parts = [self.done / (self.options["epochs"] * len(self.train))]
        if self.options["seconds"]:
            parts.append(self.spent / self.options["seconds"])
        return min(max(parts), 1)

    def share(self, progress):
        """The share of the game's result."""
        first, last = self.options["result"], self.options["result-last"]
        return first if last < 0 else first + (last - first) * progress

    def rate(self, progress):
        first, last = self.options["rate"], self.options["last"]
        cosine = (1 + math.cos(progress * math.pi)) / 2
        warm = min(1, (progress + 1e-4) / 0.02)
        return warm * (last + (first - last) * cosine)

    def loss(self, batch, share):
        error = torch.sigmoid(self.model(batch)) - self.targets(batch, share)
        return error.abs().pow(self.options["power"]).mean()

    @torch.no_grad()
    def validate(self):
        """On held-out games: the loss, and squared errors of three kinds:
        against the target, the result, and the score or label alone."""
        share = self.share(self.progress())
        sums = torch.zeros(4, device=self.device)
        for batch in self.held.split(16384):
            says = torch.sigmoid(self.model(batch))
            target = self.targets(batch, share)
            sums[0] += (says - target).abs().pow(self.options["power"]).sum()
            for place, part in ((1, share), (2, 1), (3, 0)):
                sums[place] += (says - self.targets(batch, part)).square().sum()
        return (sums / len(self.held)).tolist()

    def constant(self):
        """The squared error of the best constant prediction."""
        target = torch.cat([self.targets(part, self.share(0))
                            for part in self.held.split(1 << 20)])
        return target.var(unbiased=False).item()

    def report(self):
        loss, target, result, score = self.validate()
        self.log(f"{self.name}: {self.done / 1e6:.1f} M records, {self.spent:.0f} s, rate "
                 f"{self.optimiser.param_groups[0]['lr']:.1e}, held out: loss {loss:.6f}, "
                 f"target {target:.6f}, result {result:.6f}, score {score:.6f}")

    def save(self):
        state = {"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(),
                 "done": self.done, "spent": self.spent, "scale": self.args.scale,
                 "options": self.options, "records": len(self.train)}
        torch.save(state, self.path + ".pt.new")
        os.replace(self.path + ".pt.new", self.path + ".pt")

    def resume(self):
        if not os.path.exists(self.path + ".pt"):
            return
        state = torch.load(self.path + ".pt", map_location=self.device)
        for key, now in (("options", self.options), ("scale", self.args.scale),
                         ("records", len(self.train))):
            if state[key] != now:
                raise ValueError(f"{self.path}.pt: was made with another call ({key})")
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.done, self.spent = state["done"], state["spent"]
        self.log(f"{self.name}: goes on after {self.done / 1e6:.1f} M records")

    def step(self, batch):
        progress = self.progress()
        self.model.is_rounded = progress >= self.options["round"]
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate(progress)
        self.optimiser.zero_grad()
        self.loss(batch, self.share(progress)).backward()
        self.optimiser.step()
        self.model.clip()
        self.done += len(batch)

    def order(self):
        """The order of this epoch, and where in it to begin."""
        epoch, within = divmod(self.done, self.per_epoch())
        generator = torch.Generator(device=self.device)
        generator.manual_seed(self.options["seed"] * 1000003 + epoch)
        order = torch.randperm(len(self.train), device=self.device, generator=generator)
        return order[within:self.per_epoch()]

    def per_epoch(self):
        """Whole batches only."""
        return len(self.train) // self.options["batch"] * self.options["batch"]

    def fit(self):
        if not self.per_epoch():
            raise ValueError(f"{len(self.train)} records are less than a batch")
        begun = time.monotonic() - self.spent
        shown = saved = time.monotonic()
        while self.progress() < 1:
            for place in self.order().split(self.options["batch"]):
                self.step(self.train[place])
                now = time.monotonic()
                self.spent = now - begun
                if now - shown > self.args.every:
                    self.report()
                    shown = time.monotonic()
                if now - saved > self.args.save:
                    self.save()
                    saved = time.monotonic()
                if self.progress() >= 1:
                    break
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        self.spent = time.monotonic() - begun

    def export(self):
        options = self.options
        loss = self.validate()
        text = (f"Rookery network, {datetime.date.today()}, GPL-2.0-or-later OR MIT. "
                f"Trained by tools/train.py on {len(self.train)} positions of games of "
                f"Rookery against itself ({self.args.source}), {self.done} shown; "
                f"result {options['result']:g}, scale {self.args.scale}, rate "
                f"{options['rate']:g} to {options['last']:g}, power {options['power']:g}, "
                f"seed {options['seed']}; held-out loss {loss[0]:.6f}.")
        net = self.model.quantise(self.args.scale, text[:415])
        data = net.pack()
        with open(self.path + ".rknet.new", "wb") as file:
            file.write(data)
        os.replace(self.path + ".rknet.new", self.path + ".rknet")
        most, mean, apart = compare(self.model, net, self.held[:20000])
        self.log(f"{self.name}: {self.path}.rknet, {len(data)} bytes; integers differ by "
                 f"{most:.2f} at most, {mean:.3f} on average, hundredths of a pawn; "
                 f"tools/network.py by {apart}")
        if apart:
            raise ValueError("the two ways to compute in integers differ")

    def go(self):
        self.resume()
        self.model.is_rounded = self.progress() >= self.options["round"]
        self.log(f"{self.name}: {self.options}; a constant has {self.constant():.6f}")
        before, since = self.done, self.spent
        self.fit()
        self.report()
        speed = (self.done - before) / max(self.spent - since, 1e-3)
        self.log(f"{self.name}: {speed / 1e6:.2f} million records a second")
        self.save()
        self.export()


def option_of(text):
    """A network of the command line: NAME:KEY=VALUE,..."""
    name, _, rest = text.partition(":")
    kinds = {key: type(value) for key, value, _ in OPTIONS}
    options = {}
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key not in kinds:
            raise argparse.ArgumentTypeError(f"no option {key}")
        options[key] = kinds[key](value)
    if not name or not set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_"):
        raise argparse.ArgumentTypeError("a name has small letters, digits, - and _")
    return name, options


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("folder")
    parser.add_argument("files", nargs="+")
    for key, value, meaning in OPTIONS:
        parser.add_argument(f"--{key}", type=type(value), default=value,
                            help=f"{meaning} ({value})")
    parser.add_argument("--net", action="append", type=option_of,
                        help="a network, NAME:KEY=VALUE,... with options as above")
    parser.add_argument("--start", help="a network file whose weights are the first ones")
    parser.add_argument("--scale", type=int, default=0,
                        help="of the score in the target; 0: what fits results best")
    parser.add_argument("--program", help="tools/positions.c, for files of games")
    parser.add_argument("--filter", default="", help="its options, in one word")
    parser.add_argument("--source", default="own games", help="for the file's provenance")
    parser.add_argument("--every", type=float, default=20, help="seconds between reports")
    parser.add_argument("--save", type=float, default=60, help="seconds between checkpoints")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--teach-seconds", type=float, default=0,
                        help="first train a teacher for so long, and label with it")
    parser.add_argument("--label-seconds", type=float, default=60,
                        help="the most time to label the records, and further ones")
    parser.add_argument("--further", type=int, default=0,
                        help="label so many random neighbours of each position too; "
                        "the files must be games")
    parser.add_argument("--teacher-size", default="128x8", help="channels x blocks")
    parser.add_argument("--teacher-batch", type=int, default=4096)
    parser.add_argument("--teacher-decay", type=float, default=1e-4,
                        help="its weight decay")
    parser.add_argument("--teacher-result", type=float, default=0.3,
                        help="share of the result in the teacher's target")
    args = parser.parse_args()
    common = {key: getattr(args, key.replace("-", "_")) for key, _, _ in OPTIONS}
    nets = args.net or [("net", {})]
    args.nets = [(name, {**common, **options}) for name, options in nets]
    if args.further and not args.teach_seconds:
        parser.error("--further needs a teacher")
    if any(options["kings"] not in KING_MAPS for _, options in args.nets):
        parser.error("kings is 1, 2, 4, 8 or 16")
    if any(not 32 <= options["width"] <= 1024 or options["width"] % 32
           for _, options in args.nets):
        parser.error("width is a multiple of 32 up to 1024")
    if any(not 1 <= options["outputs"] <= 16 for _, options in args.nets):
        parser.error("outputs is 1 to 16")
    return args


def load_further(args, log):
    """Positions without scores, from the same games."""
    words = args.filter.split() + ["unlabelled", str(args.further)]
    further = records.load(args.files, args.program, words).to(args.device)
    log(f"{len(further)} records without scores")
    return further


def main():
    args = arguments()
    # Sums over a batch need more digits than half precision has.
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    os.makedirs(args.folder, exist_ok=True)
    with open(os.path.join(args.folder, "log.txt"), "a", encoding="utf-8") as file:
        def log(text):
            print(text, flush=True)
            print(text, file=file, flush=True)
        begun = time.monotonic()
        data = records.load(args.files, args.program, args.filter.split())
        data = data.to(args.device)
        held = data[:, 29] == 1
        train, held = data[~held], data[held]
        del data
        if not len(held):
            raise ValueError("no records are held out")
        log(f"{len(train)} records, {len(held)} held out, on {args.device}, "
            f"loaded in {time.monotonic() - begun:.1f} s")
        args.scale = args.scale or records.fit_scale(train[:4000000])
        log(f"scale {args.scale}")
        if args.teach_seconds:
            further = load_further(args, log) if args.further else None
            train = teacher.teach(args, train, held, further, log)
        for name, options in args.nets:
            Run(args, name, options, (train, held), log).go()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, network.Refused, subprocess.CalledProcessError) as problem:
        sys.exit(f"train: {problem}")
