#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Plays matches: the first engine against each of the others.

    tools/match.py --games 200 --tc 5+0.05 --hash 16 ./rookery build/old/rookery
    tools/match.py --nodes 20000 --sprt 0,10 --concurrency 2 ./rookery old/rookery
    tools/match.py --games 100 --tc 5+0.05 ./rookery toga2 'uci:gnuchess --uci'

An engine is a command; `uci:` or `xboard:` before it says what it speaks,
without that both are tried. Every opening is played twice with colours
swapped, by each pair of engines. docs/matches.md says how things are measured
and counted. The exit status is 1 if the first engine crashed, hung, lost on
time or made an illegal move, 2 if the match could not be played.
"""
import argparse
import collections
import datetime
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import match_game  # noqa: E402
from match_engines import Fault, Program, Spec, Unable  # noqa: E402
from match_game import Limits, Referee  # noqa: E402
from match_stalls import Stalls  # noqa: E402
from match_stats import Sprt, Tally  # noqa: E402
from match_transport import Transport, pack, serve, unpack  # noqa: E402

EVERY = 10  # games between two lines about the state of a match
LEAST = 20  # games before anything is concluded
HALVES = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}

# A game to be played: the opponent, the number of the opening, 0 if the first
# engine has White; and options for both engines, or None.
Job = collections.namedtuple("Job", "other pair turn values", defaults=[None])


def read_arguments(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("engines", nargs="+", metavar="ENGINE", help="two at least; the first plays all")
    add("--games", type=int, default=100, help="against each opponent, rounded up to pairs")
    add("--tc", help="[MOVES/]SECONDS[+INCREMENT] on the clock")
    add("--st", type=float, help="seconds a move")
    add("--nodes", type=int, help="nodes a move (UCI)")
    add("--depth", type=int, help="plies a move")
    add("--margin", type=float, help="milliseconds over the time that are forgiven; "
        "0, with --st 100")
    add("--patience", type=float, default=10.0,
        help="seconds without an answer, flag fallen, until an engine counts as hung "
        "(60 where there is no clock)")
    add("--hash", type=int, help="megabytes for each engine")
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="for all engines that have it")
    add("--option1", action="append", default=[], metavar="NAME=VALUE",
        help="for the first engine; --option2 is for the second, and so on")
    add("--send1", action="append", default=[], metavar="LINE",
        help="told to the first engine when it starts; --send2 and so on")
    add("--openings", default=os.path.join(HERE, "..", "data", "starts.txt"),
        help="FEN, EPD or moves, one a line; .zip is opened")
    add("--seed", type=int, help="for the choice of openings; otherwise by the time of day")
    add("--chess960", action="store_true")
    add("--concurrency", type=int, default=1, help="games at a time")
    add("--sprt", metavar="ELO0,ELO1", help="stop when one of both is decided for")
    add("--adjudicate", action="store_true", help="end games that are clear to both")
    add("--pgn", help="append the games to this file")
    add("--referee", help="the program tools/referee.c")
    # For rookery-mpi: plays elsewhere, or plays for one that does.
    add("--transport", action="store_true", help=argparse.SUPPRESS)
    add("--serve", action="store_true", help=argparse.SUPPRESS)
    for number in range(2, 10):
        add(f"--option{number}", action="append", default=[], help=argparse.SUPPRESS)
        add(f"--send{number}", action="append", default=[], help=argparse.SUPPRESS)
    args = parser.parse_args(arguments)
    if not 2 <= len(args.engines) <= 9:
        parser.error("two to nine engines")
    if not (args.tc or args.st or args.nodes or args.depth):
        parser.error("say how long they think: --tc, --st, --nodes or --depth")
    if args.sprt and len(args.engines) != 2:
        parser.error("--sprt is for two engines")
    if args.games < 1 or args.concurrency < 1:
        parser.error("--games and --concurrency are 1 at least")
    return args


def specs_of(args):
    """The engines; those with the same name are told apart by their commands."""
    specs = []
    for number, text in enumerate(args.engines, 1):
        wishes = ([f"Hash={args.hash}"] if args.hash else []) + args.option
        specs.append(Spec(text, getattr(args, f"option{number}"), wishes,
                          getattr(args, f"send{number}")))
    names = [spec.name for spec in specs]
    for spec in specs:
        if names.count(spec.name) > 1:
            spec.name = spec.text
    names = [spec.name for spec in specs]
    for number, spec in enumerate(specs, 1):
        if names.count(spec.name) > 1:
            spec.name = f"{spec.name}#{number}"
    return specs


def limits_of(args):
    patience = args.patience if args.tc or args.st else max(args.patience, 60.0)
    margin = args.margin if args.margin is not None else 100.0 if args.st else 0.0
    return Limits(args.tc, args.st, args.nodes, args.depth, margin / 1000, patience)


class Match:
    """All games of a run; one thread for each that is played at a time."""
    def __init__(self, args, say=print):
        self.args, self.say = args, say
        self.specs = specs_of(args)
        self.limits = limits_of(args)
        self.sprt = Sprt(*map(float, args.sprt.split(","))) if args.sprt else None
        self.seed = args.seed if args.seed is not None else (
            1 if args.transport or args.serve else int(time.time()))
        self.tallies = [Tally() for _ in self.specs]  # the first stays empty
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.trouble = None
        self.stalls, self.void = Stalls(), 0
        self.jobs = queue.SimpleQueue()
        pairs = (args.games + 1) // 2
        self.openings = match_game.read_openings(args.openings, pairs, self.seed)
        for pair in range(pairs):
            for other in range(1, len(self.specs)):
                for turn in range(2):
                    self.jobs.put(Job(other, pair, turn))
        self.total = pairs * 2
        self.pgn = self.transport = None
        if args.transport:
            self.transport = Transport(*self.plan())
            self.args.concurrency = self.transport.ranks
        if args.pgn and not args.serve:
            self.pgn = open(args.pgn, self.pgn_mode(), encoding="utf-8")

    def plan(self):
        """The number of the first game, how many there are, and what a checkpoint
        of them must agree with."""
        words = {name: value for name, value in vars(self.args).items()
                 if name not in ("pgn", "referee", "games", "concurrency", "sprt")}
        return 0, self.jobs.qsize(), f"match {sorted(words.items())} seed {self.seed}"

    def pgn_mode(self):
        """A run that goes on from a checkpoint writes all its games once more. One that
        was killed in its first games has left an empty file."""
        if not self.transport:
            return "a"
        if not self.transport.resumed and os.path.exists(self.args.pgn) and \
                os.path.getsize(self.args.pgn):
            raise ValueError(f"{self.args.pgn}: there is one already")
        return "w"

    def run(self):
        self.say(f"{self.limits.text()}; hash {self.args.hash or 'as they like'}; "
                 f"{self.args.concurrency} at a time; {os.path.relpath(self.args.openings)}, "
                 f"seed {self.seed}", flush=True)
        if self.transport:
            self.run_elsewhere()
        else:
            self.run_here()
        for program in list(Program.alive):
            program.kill()
        if self.pgn:
            self.pgn.close()

    def run_here(self):
        slots = [threading.Thread(target=self.guarded_slot, daemon=True)
                 for _ in range(self.args.concurrency)]
        try:
            for slot in slots:
                slot.start()
            while any(slot.is_alive() for slot in slots):
                time.sleep(0.1)
        except KeyboardInterrupt:
            self.say("\nstopped before the end", flush=True)
            self.stop.set()
            for slot in slots:
                slot.join(5)

    def run_elsewhere(self):
        """The results come in the order of the jobs."""
        jobs = [self.jobs.get_nowait() for _ in range(self.jobs.qsize())]
        try:
            for job, answer in self.transport.play(jobs):
                if "trouble" in answer:
                    self.give_up(answer["trouble"])
                else:
                    self.record(unpack(answer, self.openings[job.pair]),
                                self.seats(job), job.pair)
                if self.stop.is_set():
                    break
        except KeyboardInterrupt:
            self.give_up("stopped before the end")

    def guarded_slot(self):
        """A mistake in one thread must not pass in silence."""
        try:
            self.slot()
        except (Unable, ValueError) as error:
            self.give_up(error)
        except Exception:
            self.give_up(traceback.format_exc())

    def give_up(self, trouble):
        self.trouble = self.trouble or trouble
        self.stop.set()

    def slot(self):
        engines = {}
        referee = Referee(self.args.referee)
        try:
            while not self.stop.is_set():
                try:
                    job = self.jobs.get_nowait()
                except queue.Empty:
                    break
                self.play(referee, engines, job)
        finally:
            for engine in engines.values():
                engine.close()
            referee.close()

    def engine(self, engines, number):
        """The slot's copy of this engine, started when there is none."""
        if number not in engines:
            try:
                engines[number] = self.specs[number].start(self.args.chess960)
            except Fault as fault:
                raise Unable(f"{self.specs[number].name}: {fault}") from None
        return engines[number]

    @staticmethod
    def seats(job):
        """The numbers of White and Black."""
        return (0, job.other) if job.turn == 0 else (job.other, 0)

    def play_game(self, referee, engines, job):
        """Returns the game, or None if it does not count."""
        for number, values in enumerate(job.values or ()):
            self.engine(engines, number).set(values)
        seats = self.seats(job)
        players = {side: self.engine(engines, number)
                   for side, number in zip("wb", seats)}
        game = match_game.play(referee, players, self.openings[job.pair], self.limits,
                               self.args.adjudicate, self.stop.is_set)
        if game.fault and game.fault[1].kind != "time":
            engines.pop(seats["wb".index(game.fault[0])]).kill()
        elif game.fault and self.is_void(game.fault[1]):
            return None
        return game

    def play(self, referee, engines, job):
        game = self.play_game(referee, engines, job)
        if not game:
            self.jobs.put(job)
        elif game.result != "*":
            with self.lock:
                self.record(game, self.seats(job), job.pair)

    def serve(self):
        """Plays for a run on another rank until that closes the connection."""
        engines = {}
        referee = Referee(self.args.referee)

        def answer(words):
            game = None
            while not game:
                game = self.play_game(referee, engines, Job(*words))
            return pack(game)

        serve(answer, (Unable, ValueError))

    def is_void(self, fault):
        """Was it the machine that took the time?"""
        lost = self.stalls.lost(fault.seconds)
        if lost < fault.over:
            return False
        with self.lock:
            self.void += 1
            self.say(f"void: {fault}; the machine stood still for {lost * 1000:.0f} ms",
                     flush=True)
        return True

    def record(self, game, seats, pair):
        other = max(seats)
        tally = self.tallies[other]
        halves = HALVES[game.result]
        tally.add(pair, halves if seats[0] == 0 else 2 - halves)
        if game.fault:
            self.record_fault(game, seats, tally)
        if self.pgn:
            self.pgn.write(game.pgn(self.tags(seats, pair)))
            self.pgn.flush()
        if tally.games % EVERY == 0 or tally.games == self.total:
            self.report(other, tally)

    def tags(self, seats, pair):
        tags = {"Event": "match", "Site": "?", "Round": f"{pair + 1}",
                "Date": datetime.date.today().strftime("%Y.%m.%d"),
                "White": self.specs[seats[0]].name, "Black": self.specs[seats[1]].name,
                "TimeControl": self.args.tc or "-"}
        if self.args.chess960:
            tags["Variant"] = "fischerandom"
        return tags

    def record_fault(self, game, seats, tally):
        side, fault = game.fault
        number = seats["wb".index(side)]
        tally.add_fault(0 if number == 0 else 1, fault.kind)
        self.say(f"{fault.kind.upper()}: {self.specs[number].name}: {fault}", flush=True)
        if number == 0 or fault.kind != "time":
            self.say(f"  position {game.position()}", flush=True)

    def report(self, other, tally):
        text = (f"{tally.games:5} games  {self.specs[0].name} - {self.specs[other].name}: "
                f"+{tally.won} ={tally.drawn} -{tally.lost}  {tally.score_text()}")
        if tally.games >= LEAST:
            text += f"  Elo {tally.elo_text()}"
        if self.sprt:
            text += f"  {self.sprt.text(tally)}"
        self.say(text, flush=True)
        if self.sprt and tally.games >= LEAST and self.sprt.verdict(tally):
            self.stop.set()

    def summary(self):
        width = max(len(spec.name) for spec in self.specs[1:])
        self.say(f"\n{self.specs[0].name} against  (pairs by points 0 to 2; faults: "
                 "crash, hung, illegal, time)")
        for spec, tally in list(zip(self.specs, self.tallies))[1:]:
            if not tally.games:
                continue
            self.say(f"{spec.name:{width}}  {tally.games:5} games  +{tally.won} ={tally.drawn} "
                     f"-{tally.lost}  {tally.score_text()}  Elo {tally.elo_text()}  "
                     f"pairs {' '.join(map(str, tally.pairs))}  "
                     f"faults: ours {tally.faults_text(0)}, theirs {tally.faults_text(1)}")
        if self.void:
            self.say(f"{self.void} more were played again: the machine stood still for longer "
                     "than a player was late")
        if self.sprt:
            self.say_verdict(self.tallies[1])

    def say_verdict(self, tally):
        verdict = self.sprt.verdict(tally) if tally.games >= LEAST else None
        said = {"H1": f"accepted: {self.sprt.elo1:g} Elo or more",
                "H0": f"rejected: {self.sprt.elo0:g} Elo or less",
                None: "undecided"}[verdict]
        self.say(f"SPRT {said}; {self.sprt.text(tally)}")

    def status(self):
        return 1 if any(tally.faults[0] for tally in self.tallies) else 0


def need_referee(args):
    """Without one of its own it uses make's."""
    if args.referee or os.access(Referee.PATH, os.X_OK):
        return
    subprocess.run(["make", "-s", "-C", os.path.join(HERE, ".."), "build/host/referee"],
                   check=True)


def interrupt(*_):
    raise KeyboardInterrupt


def main(arguments=None):
    args = read_arguments(arguments)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        need_referee(args)
        match = Match(args)
        if args.serve:
            return match.serve()
    except EOFError:
        return 2  # rookery-mpi has said why
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    try:
        match.run()
    except EOFError:
        return 2  # as above
    except OSError as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    if match.trouble:
        print(f"match: {match.trouble}", file=sys.stderr)
        return 2
    match.summary()
    if match.transport:
        match.transport.end()
    return match.status()


if __name__ == "__main__":
    sys.exit(main())
