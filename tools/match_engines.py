# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Chess programs as tools/match.py sees them, UCI or XBoard.

A program is started once and plays many games. What goes wrong with it is an
exception derived from Fault; the caller decides what that means.

Time is the monotonic clock of this machine from just before the order to move
is written into the pipe to just after the answer was read out of it. So the
way through both pipes and the waking of both processes is charged to the
program, as every user interface does.
"""
import os
import re
import select
import shlex
import shutil
import subprocess
import tempfile
import time

START_TIME = 20.0   # seconds until a program has to have said what it is
GUESS_TIME = 4.0    # the same while it is not known what it speaks
READY_TIME = 60.0   # to get ready for a new game
PATH = os.environ.get("PATH", os.defpath) + ":/usr/games"  # Debian's engines


class Fault(Exception):
    """A program did what it must not do; `kind` is the word that is counted."""
    kind = "fault"


class Crash(Fault):
    kind = "crash"


class Hung(Fault):
    kind = "hung"


class Illegal(Fault):
    kind = "illegal"


class OutOfTime(Fault):
    kind = "time"

    def __init__(self, seconds, allowed, margin):
        super().__init__(f"took {seconds * 1000:.1f} ms, had {(allowed - margin) * 1000:.1f} ms")
        self.seconds, self.over = seconds, seconds - allowed


class Resigned(Exception):
    pass


class Unable(Exception):
    """A program cannot do what the match needs; there is no match then."""


class Answer:
    """A move, how long it took, and what the program thinks of it, if it says:
    hundredths of a pawn from its own side; a mate counts 100000 less moves."""
    def __init__(self, move, seconds, score=None, depth=None):
        self.move, self.seconds = move, seconds
        self.score, self.depth = score, depth


class Spec:
    """How to start one of the players: what stands on the command line. It has
    to have the options, but not those that are wishes."""
    def __init__(self, text, options=(), wishes=(), commands=()):
        self.protocol, self.text = "auto", text
        for protocol in ("uci", "xboard"):
            if text.startswith(protocol + ":"):
                self.protocol, self.text = protocol, text[len(protocol) + 1:]
        self.command = shlex.split(self.text)
        if self.command:
            self.command[0] = shutil.which(self.command[0], path=PATH) or self.command[0]
        self.options = dict(option.split("=", 1) for option in options)
        self.wishes = dict(option.split("=", 1) for option in wishes)
        self.commands = list(commands)
        self.name = os.path.basename(self.command[0]) if self.command else "?"

    def start(self, chess960=False):
        """Returns a running program that is ready to play."""
        kinds = {"uci": [Uci], "xboard": [Xboard], "auto": [Uci, Xboard]}
        fault = None
        for kind in kinds[self.protocol]:
            patience = GUESS_TIME if self.protocol == "auto" else START_TIME
            try:
                engine = kind(self, chess960, patience)
            except (Crash, Hung) as error:
                fault = error
            else:
                self.protocol = engine.protocol
                return engine
        raise fault


class Program:
    """A process that is spoken to in lines. A bytes prefix says which line of
    its answer ends a wait."""
    alive = set()  # all that are not closed yet

    def __init__(self, command):
        self.errors = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self.errors, bufsize=0, start_new_session=True)
        except OSError as error:
            raise Crash(f"cannot be started: {error.strerror}")
        self.output = self.process.stdout.fileno()
        self.poll = select.poll()
        self.poll.register(self.output, select.POLLIN | select.POLLHUP)
        self.rest = b""
        self.lines = []
        self.read_at = 0.0
        Program.alive.add(self)

    def write(self, text):
        try:
            self.process.stdin.write(text.encode() + b"\n")
        except OSError:
            raise Crash(self.last_words()) from None

    def fill(self, deadline):
        """Reads on; the lines that are complete by then lie in self.lines."""
        left = deadline - time.monotonic()
        if not self.poll.poll(max(left, 0) * 1000):
            raise Hung("no answer")
        chunk = os.read(self.output, 1 << 16)
        self.read_at = time.monotonic()
        if not chunk:
            raise Crash(self.last_words())
        lines = (self.rest + chunk).split(b"\n")
        self.rest = lines.pop()
        self.lines += lines

    def read_to(self, wanted, deadline):
        """All lines up to the first that begins with one of `wanted`."""
        seen = []
        while True:
            while self.lines:
                line = self.lines.pop(0).strip()
                seen.append(line)
                if line.startswith(wanted):
                    return seen
            self.fill(deadline)

    def drain(self):
        """Forgets what it has said until now."""
        self.lines.clear()
        while self.poll.poll(0):
            if not os.read(self.output, 1 << 16):
                raise Crash(self.last_words())
            self.rest = b""

    def last_words(self):
        try:
            status = self.process.wait(1)
        except subprocess.TimeoutExpired:
            status = "still running"
        self.errors.seek(0)
        words = self.errors.read().decode(errors="replace").strip()
        return f"exit status {status}" + (f"; {words[-2000:]}" if words else "")

    def kill(self):
        Program.alive.discard(self)
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.errors):
            pipe.close()

    def close(self):
        """Asks it to go, and makes it."""
        try:
            self.write("quit")
            self.process.wait(1)
        except (Fault, subprocess.TimeoutExpired):
            pass
        self.kill()


class Engine:
    """What both protocols share."""
    protocol = ""

    def __init__(self, spec, chess960, patience):
        self.spec, self.chess960 = spec, chess960
        self.id = spec.name
        self.program = Program(spec.command)
        try:
            self.greet(time.monotonic() + patience)
            for command in spec.commands:
                self.program.write(command)
            self.settle()
        except (Fault, Unable):
            self.program.kill()
            raise

    def timed(self, orders, wanted, limit):
        """Sends the orders; returns the lines of the answer and the time."""
        start = time.monotonic()
        self.program.write(orders)
        lines = self.program.read_to(wanted, start + limit)
        return lines, self.program.read_at - start

    def close(self):
        self.program.close()

    def kill(self):
        self.program.kill()


class Uci(Engine):
    protocol = "uci"
    # Unless an option says otherwise: no book, one thread, and none of it on
    # the time of the other. Names are what programs call it.
    USUAL = {"ownbook": "false", "ponder": "false", "threads": "1",
             "number of threads": "1"}
    SCORE = re.compile(rb"depth (\d+)\b.* score (cp|mate) (-?\d+)\b")

    def greet(self, deadline):
        self.program.write("uci")
        lines = self.program.read_to(b"uciok", deadline)
        self.options = {}
        for line in (line.decode(errors="replace") for line in lines):
            option = re.match(r"option name (.+?) type ", line)
            if option:
                self.options[option[1].lower()] = option[1]
            if line.startswith("id name "):
                self.id = line[8:]
        self.set_options()

    def set_options(self):
        needed = dict(self.spec.options)
        if self.chess960:
            needed["UCI_Chess960"] = "true"
        values = {name.lower(): value for options in (self.USUAL, self.spec.wishes)
                  for name, value in options.items()}
        values = {name: value for name, value in values.items() if name in self.options}
        values.update(needed)
        self.set(values)

    def set(self, values):
        """Sets options, which it must have."""
        for name, value in values.items():
            option = self.options.get(name.lower())
            if not option:
                raise Unable(f'{self.id} has no option "{name}"')
            self.program.write(f"setoption name {option} value {value}")

    def settle(self):
        self.program.write("isready")
        self.program.read_to(b"readyok", time.monotonic() + READY_TIME)

    def new_game(self, fen):
        self.program.write("ucinewgame")
        self.where = f"fen {fen}" if fen else "startpos"
        self.settle()

    def choose(self, moves, limits, clocks, patience):
        played = " ".join(move.coord960 if self.chess960 else move.coord
                          for move in moves)
        orders = (f"position {self.where}{' moves ' + played if played else ''}\n"
                  f"go {limits.uci(clocks)}")
        lines, seconds = self.timed(orders, b"bestmove", patience)
        words = lines[-1].decode(errors="replace").split()
        answer = Answer(words[1] if len(words) > 1 else "(nothing)", seconds)
        for line in reversed(lines):
            score = b"bound" not in line and self.SCORE.search(line)
            if score:
                answer.depth, number = int(score[1]), int(score[3])
                if score[2] == b"mate":
                    number = (100000 if number > 0 else -100000) - number
                answer.score = number
                break
        return answer

    def end_game(self, result):
        pass


class Xboard(Engine):
    protocol = "xboard"
    ANSWERS = (b"move ", b"My move is", b"resign", b"1-0", b"0-1", b"1/2-1/2",
               b"Illegal move", b"Error")
    THOUGHT = re.compile(rb"\s*(\d+)[.&+*]?\s+(-?\d+)\s+\d+\s+\d+")
    FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')

    def greet(self, deadline):
        self.program.write("xboard\nprotover 2")
        self.features = {}
        self.ready = 0
        known = False
        while True:
            try:
                lines = self.program.read_to(b"feature", deadline)
            except Hung:
                if self.features:
                    break
                raise
            for name, value in self.FEATURE.findall(lines[-1].decode(errors="replace")):
                self.features.setdefault(name, []).append(value.strip('"'))
                known = known or name == "done" and value == "1"
                self.program.write(f"accepted {name}")
            if known:
                break
        self.id = self.features.get("myname", [self.spec.name])[0]
        self.program.write("easy\npost")
        self.set_options()

    def set_options(self):
        known = {text.split(" -")[0] for text in self.features.get("option", [])}
        for name in self.spec.options:
            if name not in known:
                raise Unable(f'{self.id} has no option "{name}"')
        for name, value in {**self.spec.wishes, **self.spec.options}.items():
            if name in known:
                self.program.write(f"option {name}={value}")
        if self.has("memory") and "Hash" in self.spec.wishes:
            self.program.write(f"memory {self.spec.wishes['Hash']}")
        if self.has("smp"):
            self.program.write("cores 1")

    def has(self, feature):
        return self.features.get(feature, ["0"])[-1] == "1"

    def settle(self):
        if self.has("ping"):
            self.ready += 1
            self.program.write(f"ping {self.ready}")
            self.program.read_to(f"pong {self.ready}".encode(),
                                 time.monotonic() + READY_TIME)

    def new_game(self, fen):
        self.program.write("new")
        if self.chess960:
            self.program.write("variant fischerandom")
        self.program.write("force\nrandom" if self.has("random") else "force")
        if fen:
            if not self.has("setboard"):
                raise Unable(f"{self.id} cannot set up a position; "
                             "give openings as moves")
            self.program.write(f"setboard {fen}")
        self.seen, self.playing = 0, False
        self.settle()

    def text_of(self, move):
        text = move.san if self.has("san") or (
            self.chess960 and move.san.startswith("O-O")) else move.coord
        return f"usermove {text}" if self.has("usermove") else text

    def choose(self, moves, limits, clocks, patience):
        fresh = [self.text_of(move) for move in moves[self.seen:]]
        self.seen = len(moves) + 1
        if not self.playing:
            fresh = self.begin(fresh, limits)
        self.program.drain()
        orders = limits.xboard_turn(clocks) + fresh
        lines, seconds = self.timed("\n".join(orders), self.ANSWERS, patience)
        return self.understand(lines, seconds)

    def begin(self, opening, limits):
        """Its first turn: what was played before is only to be known."""
        lines = limits.xboard_start()
        if not lines:
            raise Unable(f"{self.id} speaks XBoard and cannot count nodes")
        for line in lines + opening:
            self.program.write(line)
        self.settle()
        self.playing = True
        return ["go"]

    def understand(self, lines, seconds):
        text = lines[-1].decode(errors="replace")
        if text.startswith("resign"):
            raise Resigned
        if not text.startswith(("move", "My move is")):
            raise Illegal(f'says "{text}" instead of moving')
        words = text.replace(":", " ").split()
        answer = Answer(words[-1], seconds)
        for line in reversed(lines):
            thought = self.THOUGHT.match(line)
            if thought:
                answer.depth, answer.score = int(thought[1]), int(thought[2])
                break
        return answer

    def end_game(self, result):
        self.program.write(f"force\nresult {result} {{}}")
