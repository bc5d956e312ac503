#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Tunes the parameters of the search (engine/params.h) by games.

    make FLAVOUR=tune build/tune/rookery
    tools/spsa.py new tuning.json 'lmr_*' rfp_margin --pairs 20000 --tc 2+0.02
    tools/spsa.py run tuning.json
    tools/spsa.py report tuning.json
    tools/spsa.py write tuning.json

Simultaneous perturbation stochastic approximation (Spall 1992). In each pair of
games every parameter is moved up or down at random by its step; the two players
have opposite values. Whoever wins pulls all parameters a little towards its
own. `run` may be killed at any time and goes on from the file where it was: it
loses a batch of pairs at most, and at a fixed number of nodes ends with the
same values. docs/matches.md has the formulas.
"""
import argparse
import fnmatch
import json
import math
import os
import queue
import random
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import match  # noqa: E402

TABLE = os.path.join(HERE, "..", "engine", "params.h")
ROW = re.compile(r'^(\tX\((\w+), )(\d+)(, (\d+), (\d+), (\d+), "([^"]*)"\))', re.M)
PROGRAM = os.path.join(HERE, "..", "build", "tune", "rookery")


class Trouble(Exception):
    """Said in one line; nothing was changed."""


# ---- Arithmetic ----

class Spsa:
    """The walk of some parameters. `state` is a dictionary that can be saved:

    params: name -> start, now (a fraction), least, most, step
    pairs, done: planned and finished
    r_end, alpha, gamma, stability: of the gains, see gains()
    seed; squares: the sum of squared results, of `done` pairs

    What is random in pair k depends on the seed and k alone.
    """
    def __init__(self, state):
        self.state = state

    def gains(self, k):
        """(c, r) of pair k, from 0: the perturbation in steps, and the share of
        it that a point moves a parameter. At the last pair c is 1, r is r_end.
        With c_k = c / k^gamma and a_k = a / (A + k)^alpha, r_k = a_k / c_k^2."""
        state = self.state
        last, k = state["pairs"], k + 1
        held = state["stability"] * last
        c = (last / k) ** state["gamma"]
        a = state["r_end"] * ((held + last) / (held + k)) ** state["alpha"]
        return c, a / c ** 2

    def chance(self, k):
        return random.Random(f"{self.state['seed']} {k}")

    def flips(self, k):
        chance = self.chance(k)
        return {name: chance.choice((-1, 1)) for name in self.state["params"]}

    def players(self, k):
        """The values of both players of pair k. A fraction is rounded up as
        often as it is large: a step below one still makes a difference."""
        c, _ = self.gains(k)
        flips, chance = self.flips(k), random.Random(f"{self.state['seed']} {k} r")
        players = ({}, {})
        for name, param in self.state["params"].items():
            for player, sign in zip(players, (1, -1)):
                value = param["now"] + sign * flips[name] * c * param["step"]
                value = math.floor(value + chance.random())
                player[name] = min(max(value, param["least"]), param["most"])
        return players

    def add(self, results):
        """Takes in the results of the next pairs, in order: points won less
        points lost by the first player, -2 to 2."""
        state = self.state
        for k, result in enumerate(results, state["done"]):
            c, r = self.gains(k)
            flips = self.flips(k)
            for name, param in state["params"].items():
                now = param["now"] + r * c * param["step"] * flips[name] * result
                param["now"] = min(max(now, param["least"]), param["most"])
            state["squares"] += result ** 2
        state["done"] += len(results)

    def by_chance(self):
        """The standard deviation of a parameter's movement so far, in steps, if
        no value were better than another."""
        done = self.state["done"]
        if not done:
            return 0.0
        gains = (self.gains(k) for k in range(done))
        return math.sqrt(self.state["squares"] / done * sum((c * r) ** 2 for c, r in gains))


# ---- The file ----

def save(path, state):
    """All of the old file or all of the new one is there after a crash."""
    new = path + ".new"
    with open(new, "w", encoding="utf-8") as file:
        json.dump(state, file, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


# What a file has, and each of its parameters; see new().
FIELDS = set("kind program openings seed limits hash pairs batch r_end alpha gamma stability "
             "done squares halves late seconds params".split())
PARAM_FIELDS = set("start now least most step".split())


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
        if state["kind"] != "spsa 1" or not FIELDS <= state.keys() or \
                not all(PARAM_FIELDS <= param.keys() for param in state["params"].values()):
            raise KeyError
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Trouble(f"{path}: not a file of tools/spsa.py") from None
    return state


def read_table(path):
    """The rows of engine/params.h by name."""
    with open(path, encoding="utf-8") as file:
        rows = ROW.findall(file.read())
    if not rows:
        raise Trouble(f"{path}: no parameters in it")
    return {row[1]: {"start": int(row[2]), "now": float(row[2]), "least": int(row[4]),
                     "most": int(row[5]), "step": int(row[6])} for row in rows}


def new(args):
    """Plans a run; nothing is played yet."""
    table = read_table(args.table)
    chosen = []
    for pattern in args.params or ["*"]:
        names = fnmatch.filter(table, pattern)
        if not names:
            raise Trouble(f'no parameter is called "{pattern}"')
        chosen += [name for name in names if name not in chosen]
    if os.path.exists(args.state):
        raise Trouble(f"{args.state}: there is one already; run goes on with it")
    if args.pairs < 1 or args.batch < 1:
        raise Trouble("--pairs and --batch are 1 at least")
    limits = ["--tc", args.tc] if args.tc else ["--nodes", str(args.nodes)]
    state = {"kind": "spsa 1", "program": os.path.abspath(args.program),
             "openings": os.path.abspath(args.openings), "seed": args.seed,
             "limits": limits, "hash": args.hash, "pairs": args.pairs, "batch": args.batch,
             "r_end": args.r_end, "alpha": args.alpha, "gamma": args.gamma,
             "stability": args.stability, "done": 0, "squares": 0,
             "halves": [0, 0, 0], "late": 0, "seconds": 0.0,
             "params": {name: table[name] for name in chosen}}
    save(args.state, state)
    print(f"{args.state}: {len(chosen)} parameters, {args.pairs} pairs of games")


# ---- Games ----

class Games(match.Match):
    """Pairs of games between two copies of the program with other values."""
    def __init__(self, spsa, concurrency, referee, way=None):
        state = spsa.state
        engine = f"uci:{state['program']} uci"
        args = match.read_arguments(
            state["limits"] + ["--hash", str(state["hash"]), "--seed", str(state["seed"]),
                               "--openings", state["openings"], "--adjudicate",
                               "--games", str(2 * state["pairs"]),
                               "--concurrency", str(concurrency), engine, engine])
        args.referee = referee
        if way:
            setattr(args, way, True)
        match.need_referee(args)
        self.spsa = spsa
        super().__init__(args, say=lambda *words, **_: None)
        self.players, self.results = {}, {}

    def plan(self):
        state = self.spsa.state
        fixed = {name: value for name, value in state.items() if name not in
                 ("done", "squares", "halves", "late", "seconds", "params")}
        params = sorted(state["params"])
        return (2 * state["done"], 2 * state["pairs"],
                f"tune {sorted(fixed.items())} {' '.join(params)}")

    def batch(self, first, count):
        """The results of these pairs for Spsa.add(); None: it was stopped."""
        self.jobs = queue.SimpleQueue()
        self.players = {pair: self.spsa.players(pair) for pair in range(first, first + count)}
        self.results = {pair: [] for pair in self.players}
        for pair in self.players:
            for turn in range(2):
                self.jobs.put(match.Job(1, pair, turn, self.players[pair]))
        self.run()
        if self.trouble:
            raise Trouble(self.trouble)
        if any(len(games) < 2 for games in self.results.values()):
            return None
        return [sum(halves - 1 for halves in games) for games in self.results.values()]

    def record(self, game, seats, pair):
        if game.fault:
            side, fault = game.fault
            if fault.kind != "time":
                values = self.players[pair][seats["wb".index(side)]]
                self.give_up(f"{fault.kind}: {fault}\nposition {game.position()}\n{values}")
                return
            self.spsa.state["late"] += 1
        halves = match.HALVES[game.result]
        self.results[pair].append(halves if seats[0] == 0 else 2 - halves)


def run(args):
    state = load(args.state)
    spsa = Spsa(state)
    signal.signal(signal.SIGTERM, match.interrupt)
    try:
        way = "transport" if args.transport else "serve" if args.serve else None
        games = Games(spsa, args.concurrency, args.referee, way)
        if args.serve:
            games.serve()
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise Trouble(error) from None
    while state["done"] < state["pairs"]:
        count = min(state["batch"], state["pairs"] - state["done"])
        began = time.monotonic()
        results = games.batch(state["done"], count)
        if results is None:
            print(f"stopped after {state['done']} of {state['pairs']} pairs")
            return
        spsa.add(results)
        for played in games.results.values():
            for halves in played:
                state["halves"][halves] += 1
        state["seconds"] += time.monotonic() - began
        save(args.state, state)
        print(f"{state['done']:7} of {state['pairs']} pairs  "
              f"{moved(spsa):5.2f} times as far as by chance", flush=True)
    report(args)
    if games.transport:
        games.transport.end()


# ---- What came out ----

def moved(spsa):
    """The mean movement, of the one that is expected by chance alone."""
    chance = spsa.by_chance()
    params = spsa.state["params"].values()
    if not chance:
        return 0.0
    return math.sqrt(sum(((p["now"] - p["start"]) / p["step"] / chance) ** 2
                         for p in params) / len(params))


def report(args):
    state = load(args.state)
    spsa = Spsa(state)
    lost, drawn, won = state["halves"]
    done, pairs = state["done"], state["pairs"]
    print(f"\n{'parameter':26}{'start':>7}{'now':>9}{'movement':>10}{'in steps':>10}"
          f"{'by chance':>11}")
    chance = spsa.by_chance()
    for name, param in state["params"].items():
        movement = param["now"] - param["start"]
        steps = movement / param["step"]
        print(f"{name:26}{param['start']:7}{param['now']:9.1f}{movement:+10.1f}{steps:+10.2f}"
              f"{steps / chance if chance else 0:+11.1f}")
    left = (pairs - done) * state["seconds"] / done if done else 0
    print(f"{won + drawn + lost} games (+{won} ={drawn} -{lost}, {state['late']} on time); "
          f"{done} of {pairs} pairs, {100 * done / pairs:.0f} %; "
          f"about {left / 3600:.1f} hours to go")
    print(f"all parameters have moved {moved(spsa):.2f} times as far as by chance alone; "
          "one that moved by twice that or more was pulled")


def write(args):
    """Puts the values into the table; everything else in it stays."""
    values = {name: round(param["now"]) for name, param in load(args.state)["params"].items()}
    with open(args.table, encoding="utf-8") as file:
        text = file.read()
    missing = set(values) - {row[1] for row in ROW.findall(text)}
    if missing:
        raise Trouble(f"{args.table}: has no {', '.join(sorted(missing))}")

    def replace(row):
        return f"{row[1]}{values.get(row[2], row[3])}{row[4]}"

    with open(args.table + ".new", "w", encoding="utf-8") as file:
        file.write(ROW.sub(replace, text))
    os.replace(args.table + ".new", args.table)


def read_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(function, text):
        one = commands.add_parser(function.__name__, help=text)
        one.add_argument("state", help="the file of this run")
        one.set_defaults(function=function)
        return one.add_argument

    add = command(new, "plan a run")
    add("params", nargs="*", help="names, * and ? allowed; otherwise all")
    add("--pairs", type=int, default=20000, help="of games")
    add("--batch", type=int, default=4 * os.cpu_count(), help="pairs with the same values")
    add("--nodes", type=int, default=10000, help="a move")
    add("--tc", help="instead: SECONDS[+INCREMENT] on the clock")
    add("--hash", type=int, default=8, help="megabytes")
    add("--program", default=PROGRAM)
    add("--openings", default=os.path.join(HERE, "..", "data", "starts.txt"))
    add("--table", default=TABLE, help="engine/params.h")
    add("--seed", type=int, default=1)
    add("--r-end", type=float, default=0.002, help="gain at the last pair")
    add("--alpha", type=float, default=0.602)
    add("--gamma", type=float, default=0.101)
    add("--stability", type=float, default=0.1, help="A, as a share of all pairs")
    add = command(run, "play, from where it was")
    add("--concurrency", type=int, default=os.cpu_count(), help="games at a time")
    add("--referee", help="the program tools/referee.c")
    # For rookery-mpi, as in tools/match.py.
    add("--transport", action="store_true", help=argparse.SUPPRESS)
    add("--serve", action="store_true", help=argparse.SUPPRESS)
    command(report, "what came out so far")
    add = command(write, "write the values into the table")
    add("table", nargs="?", default=TABLE)
    return parser.parse_args()


def main():
    args = read_arguments()
    try:
        args.function(args)
    except EOFError:
        return 2  # rookery-mpi has said why
    except (Trouble, OSError) as error:
        print(f"spsa: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
