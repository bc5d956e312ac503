#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The real engine behind the xboard protocol: what depends on time.

    tests/xboard/talk.py ROOKERY

RK_THREADS says with how many threads, RK_QUICK asks for less of it, and
RK_PATIENCE is in seconds. Words and positions are the transcripts' matter
(tests/transcripts/xboard); here it is whether moves come in time, and only
when they should.
"""
import os
import queue
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

# Seconds that a busy machine, or a sanitizer, may need for anything.
LATE = float(os.environ.get("RK_PATIENCE", 5))
MOVE = re.compile(r"move ([a-h][1-8][a-h][1-8][nbrq]?|O-O(-O)?)$")
QUICK = bool(os.environ.get("RK_QUICK"))


class Engine:
    def __init__(self, program, words=("xboard",)):
        self.process = subprocess.Popen(
            [program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.pings = 0
        threading.Thread(target=self.read, daemon=True).start()
        if words:
            self.say("cores " + os.environ.get("RK_THREADS", "1"))

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, pattern, seconds=LATE):
        """The lines up to one that matches, which is the last of them."""
        seen = []
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {pattern} in {seconds} s, but\n" +
                                     "\n".join(seen[-10:])) from None
            assert line is not None, "it has ended after\n" + "\n".join(seen)
            seen.append(line)
            if re.match(pattern, line):
                return seen

    def ping(self, seconds=LATE):
        """All that is said before the answer."""
        self.pings += 1
        self.say(f"ping {self.pings}")
        return self.wait_for(f"pong {self.pings}$", seconds)[:-1]

    def ends(self):
        status = self.process.wait(timeout=LATE)
        assert status == 0, f"status {status}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()


def moves_of(lines):
    return [line for line in lines if MOVE.match(line)]


def bare(program):
    """Without a word it speaks the protocol that the first line names."""
    with Engine(program, ()) as engine:
        engine.say("xboard", "protover 2")
        engine.wait_for("feature done=1")
        engine.say("quit")
        engine.ends()


def seconds_a_move(program):
    with Engine(program) as engine:
        engine.ping()
        start = time.monotonic()
        engine.say("st 1", "go")
        engine.wait_for(MOVE.pattern)
        spent = time.monotonic() - start
        assert 0.4 < spent < 1.0 + LATE / 2, f"{spent} s of one"


def depth(program):
    with Engine(program) as engine:
        engine.say("st 60", "sd 4", "post", "go")
        lines = engine.wait_for(MOVE.pattern)
        deepest = max(int(line.split()[0]) for line in lines[:-1])
        assert deepest == 4, f"depth {deepest}"


def move_now(program):
    with Engine(program) as engine:
        engine.say("st 60", "go")
        time.sleep(0.2)
        start = time.monotonic()
        engine.say("?")
        assert moves_of(engine.ping()), "no move before the pong"
        assert time.monotonic() - start < LATE


def ping_waits(program):
    with Engine(program) as engine:
        engine.say("st 0.5", "go")
        assert moves_of(engine.ping()), "pong before the move"


def force_stops(program):
    with Engine(program) as engine:
        engine.say("st 0.3", "go", "force")
        engine.ping()
        time.sleep(0.6)
        assert not moves_of(engine.ping()), "a move in force mode"


def analysis(program):
    with Engine(program) as engine:
        engine.say("post", "analyze")
        engine.wait_for(r"[5-9] ")
        engine.say(".")
        line = engine.wait_for("stat01: ")[-1]
        assert re.match(r"stat01: \d+ \d+ \d+ \d+ 20( \S+)?$", line), line
        engine.say("usermove e2e4")
        engine.wait_for(r"[5-9] ")
        engine.say("exit")
        engine.ping()
        time.sleep(0.2)
        assert not engine.ping(), "it thinks after exit"
        engine.say("undo", "analyze", "quit")
        engine.ends()


def mates(program):
    with Engine(program) as engine:
        engine.say("force", "post", "st 5", "sd 8",
                   "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go")
        lines = engine.wait_for("1-0 {White mates}")
        assert "move a1a8" in lines, lines
        assert any(re.match(r"\d+ 100001 \d+ \d+ Ra8#$", line)
                   for line in lines), lines
        engine.say("force", "setboard 7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "go")
        lines = engine.wait_for("1/2-1/2 {Stalemate}")
        assert not moves_of(lines), lines


def pondering(program):
    """It thinks while it is not to move, and answers all the same."""
    with Engine(program) as engine:
        engine.say("post", "hard", "st 0.3", "go")
        engine.wait_for(MOVE.pattern)
        engine.wait_for(r"[5-9] ")
        engine.say("hint")
        hint = engine.wait_for("Hint: ")[-1].split()[1]
        engine.say(f"usermove {hint}")
        engine.wait_for(MOVE.pattern)
        engine.wait_for(r"[1-9] ")
        engine.say("easy")
        engine.ping()
        time.sleep(0.3)
        assert not engine.ping(), "it ponders after easy"


def pause(program):
    with Engine(program) as engine:
        engine.say("st 0.5", "go", "pause")
        engine.ping()
        time.sleep(0.8)
        assert not moves_of(engine.ping()), "a move in a pause"
        engine.say("resume")
        engine.wait_for(MOVE.pattern)


def interrupts(program):
    with Engine(program) as engine:
        engine.ping()
        engine.process.send_signal(signal.SIGINT)
        engine.ping()
        engine.say("st 1", "go")
        engine.process.send_signal(signal.SIGINT)
        engine.wait_for(MOVE.pattern)


def end_of_input(program):
    for last in ("go", "analyze", "edit", "xboard", "hint"):
        with Engine(program) as engine:
            engine.say("st 60", last)
            engine.process.stdin.close()
            engine.ends()


def threads(program):
    with Engine(program) as engine:
        engine.say("memory 8", "cores 4", "st 0.3", "go")
        engine.wait_for(MOVE.pattern)
        engine.say("cores 1", "memory 1", "usermove e7e5")
        assert not [line for line in engine.ping() if "Error" in line]


def book(program):
    """One entry: the starting position, e2e4, weight 5, nothing learnt."""
    entry = struct.pack(">QHHI", 0x463B96181691FC9C, 0x031C, 5, 0)
    with tempfile.TemporaryDirectory() as folder, Engine(program) as engine:
        path = os.path.join(folder, "one move.bin")
        with open(path, "wb") as file:
            file.write(entry)
        engine.say("option Book File=" + os.path.join(folder, "none.bin"))
        assert engine.ping()[0].startswith("Error (cannot open book ")
        engine.say("bk")
        assert engine.ping() == [" The book knows no move here.", ""]
        engine.say("option Own Book=1", f"option Book File={path}", "bk")
        assert engine.ping() == [" e2e4 5", ""]
        engine.say("st 60", "go")
        assert engine.wait_for(MOVE.pattern)[-1] == "move e2e4"


def hurry(program):
    """Commands faster than anybody thinks; then it still plays."""
    chance = random.Random(1)
    commands = ("go", "force", "new", "undo", "remove", "hard", "easy", "?",
                "analyze", "exit", "hint", "draw", "post", "nopost", ".",
                "usermove e2e4", "usermove e7e5", "playother", "st 0.01",
                "level 0 1 0", "pause", "resume", "cores 2", "memory 4",
                "setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "black", "bk",
                "option MultiPV=3", "exclude e2e4", "include all", "time 100",
                "edit", ".", "result * {}", "option Clear Hash", "cores 1")
    with Engine(program) as engine:
        for _ in range(100 if QUICK else 400):
            engine.say(chance.choice(commands))
            if chance.random() < 0.1:
                time.sleep(chance.random() * 0.02)
        engine.say(".", "resume", "exit", "new", "st 0.2", "nopost")
        engine.ping()
        engine.say("usermove e2e4")
        assert moves_of(engine.ping())
        engine.say("quit")
        engine.ends()


TESTS = (bare, seconds_a_move, depth, move_now, ping_waits, force_stops,
         analysis, mates, pondering, pause, interrupts, end_of_input, threads,
         book, hurry)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    group = Group(smallest=3)
    for test in TESTS:
        group.run(test.__name__.replace("_", " "), test, program)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
