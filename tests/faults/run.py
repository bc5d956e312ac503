#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Every call to the system fails once, and all from it on.

    tests/faults/run.py ROOKERY_FAULTS [NAME...]

The program is the real one, linked with tests/faults/fail.c. Each session is
run with the first call failing, the second, and so on until a run has no such
call; so for allocations, and for calls about files with several errors. However
it fails, it must end by itself, with a status, at most a few lines, and all
files whole: the old one or the new one. RK_FAULTS_STEP=N tries every Nth call.
"""
import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SERVER = PROGRAM.replace("rookery_faults", "rookery-web_faults")
STEP = int(os.environ.get("RK_FAULTS_STEP", "1"))
PATIENCE = 30
FEN = re.compile(r"^[pnbrqkPNBRQK1-8/]+ [wb] \S+ \S+ \d+ \d+\n", re.M)
NOT_KEPT = "This game is not being kept: "
# What fails, with which error (0: a short write), and whether all later calls
# do. A signal comes once; a call that is never free of them never ends.
KINDS = [("memory", 0, False), ("memory", 0, True), ("file", errno.ENOSPC, False),
         ("file", errno.EIO, True), ("file", errno.EINTR, False),
         ("file", 0, True)]
AT_ONCE = 2 * (os.cpu_count() or 1)
OLD = b"what was there before\n"
GAMES = b"""[White "A"]
[Black "B"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "C"]
[Black "D"]
[Result "*"]

1. e4 e5 2. Nf3 {good} Nc6 (2... d6 3. d4) 3. Bb5 a6 *
"""


def scratch():
    """A folder, in memory where that can be: disks are slow to sync."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(
        dir=memory if os.access(memory, os.W_OK) else None)


class Run:
    """What a program did in a folder of its own."""
    program = PROGRAM

    def __init__(self, folder, words, text, fault=None):
        variables = dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state"),
                         HOME="/nowhere", LC_ALL="C",
                         ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1")
        log_from, log_to = os.pipe()
        self.error = fault[1] if fault else 0
        if fault:
            kind, error, on, at = fault
            variables.update(RK_FAIL=kind, RK_FAIL_AT=str(at),
                             RK_FAIL_ERROR=str(error), RK_FAIL_LOG=str(log_to))
            if on:
                variables["RK_FAIL_ON"] = "1"
        with subprocess.Popen([self.program, *words], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=variables, cwd=folder,
                              pass_fds=[log_to]) as process:
            os.close(log_to)
            logged = []
            reader = threading.Thread(target=lambda: logged.append(
                os.fdopen(log_from, "rb").read()))
            reader.start()
            try:
                self.output, self.errors = self.talk(process, text)
            except subprocess.TimeoutExpired:
                process.kill()
                raise AssertionError("it hangs") from None
            finally:
                process.kill()
                process.wait()
                reader.join()
        self.status = process.returncode
        self.failed = logged[0].decode().split()
        self.output = self.output.decode("latin-1")
        self.errors = self.errors.decode("latin-1")

    def talk(self, process, text):
        return process.communicate(text, timeout=PATIENCE)


class Served(Run):
    """A server, which is ended when it says where it is."""
    program = SERVER

    def talk(self, process, text):
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        line = process.stdout.readline()
        if line:
            process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=PATIENCE)
        watchdog.cancel()
        return line + rest[0], rest[1]


def read(folder, name):
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    with open(path, "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text)


class Session:
    """Words and input, what is in the folder before, and what must hold."""
    words = ["--plain"]
    text = b""
    run = Run

    def prepare(self, folder):
        pass

    def check(self, folder, run, whole):
        """After a run with a fault; `whole` is one without."""

    def measure(self):
        """A run without a fault, and what it leaves in its folder."""
        with scratch() as folder:
            self.prepare(folder)
            whole = self.run(folder, self.words, self.text)
            assert whole.status == 0, whole.errors
            self.learn(folder, whole)
            return whole

    def learn(self, folder, whole):
        pass


MOVES = ["e4", "e5", "Nf3", "Nc6"]


class Game(Session):
    """A game at the console, with a file that is saved."""
    text = ("load games.pgn\nfen\ngame human human\nfen\n" +
            "".join(f"{move}\nfen\n" for move in MOVES) +
            "undo 2\nyes\nfen\nsave game.pgn\nyes\n").encode()
    resumed = False

    def prepare(self, folder):
        write(folder, "game.pgn", OLD)
        write(folder, "games.pgn", GAMES)

    def learn(self, folder, whole):
        self.fens = FEN.findall(whole.output)
        self.pgn = read(folder, "game.pgn")
        assert self.pgn != OLD

    def check(self, folder, run, whole):
        assert read(folder, "game.pgn") in (OLD, self.pgn), "game.pgn is damaged"
        assert run.output.count(NOT_KEPT) <= 1, run.output
        again = Run(folder, ["resume", "--plain"], b"fen\n")
        fens = FEN.findall(again.output)
        if "fdatasync" in run.failed and run.error != errno.EINTR and \
                "fflush" not in run.failed:
            assert NOT_KEPT in run.output or run.failed[-1] == "another", \
                "a failed sync is neither told nor made good"
        if run.status == 0 and NOT_KEPT not in run.output and \
                FEN.findall(run.output) == self.fens:
            assert again.status == 0 and fens == self.fens[-1:], \
                f"the game is lost: {again.errors}"
        if again.status == 0:
            assert fens and fens[0] in self.fens, f"another game: {fens}"
        else:
            assert not self.resumed, f"the game is lost: {again.errors}"


class Resumed(Game):
    """A game that is resumed; it is never lost again."""
    words = ["resume", "--plain"]
    text = "".join(f"{line}\nfen\n" for line in
                   ["fen", "redo 2", "Bb5", "save game.pgn\nyes"]).encode()
    resumed = True

    def prepare(self, folder):
        Game.prepare(self, folder)
        with scratch() as other:
            Run(other, ["--plain"], b"game human human\n" +
                "\n".join(MOVES).encode() + b"\nundo 2\nyes\n")
            shutil.copytree(os.path.join(other, "state"),
                            os.path.join(folder, "state"))


class Uci(Session):
    words = ["uci"]
    text = (b"uci\nsetoption name Hash value 2\nsetoption name Threads value 3\n"
            b"setoption name BookFile value book.bin\nisready\n"
            b"position startpos moves e2e4\ngo nodes 3000\nisready\n"
            b"setoption name Threads value 1\nsetoption name Hash value 1\n"
            b"ucinewgame\nposition startpos\ngo depth 3\n")

    def prepare(self, folder):
        write(folder, "book.bin", bytes(16))

    def check(self, folder, run, whole):
        if run.status == 0 and "getline" not in run.failed and \
                "fflush" not in run.failed:
            for line in run.output.splitlines():
                assert re.match("id |uciok|option |info |readyok|bestmove ",
                                line), line


class Xboard(Session):
    words = ["xboard"]
    text = (b"xboard\nprotover 2\nmemory 2\ncores 2\nnew\nsd 3\nusermove e2e4\n"
            b"ping 1\nquit\n")


class Device(Session):
    words = ["device"]
    text = b"00 W\n02 WPe2-e4\n03\n01\n04\n"


class Pgn(Session):
    words = ["pgn", "--normalise", "games.pgn"]

    def prepare(self, folder):
        write(folder, "games.pgn", GAMES)

    def check(self, folder, run, whole):
        assert run.status != 0 or run.output == whole.output, run.output


class Analyse(Session):
    words = ["analyse", "--nodes", "50", "--hash", "1", "--threads", "2", "-o",
             "out.pgn", "games.pgn"]

    def prepare(self, folder):
        write(folder, "games.pgn", GAMES)
        write(folder, "out.pgn", OLD)

    def learn(self, folder, whole):
        self.games = self.games_of(read(folder, "out.pgn"))

    def games_of(self, text):
        return [self.moves_of(game) for game in text.split(b"[Event ")[1:]]

    @staticmethod
    def moves_of(text):
        """Two threads do not always find the same, but the same moves are
        played and every game has its end."""
        text = re.sub(rb"\{[^}]*\}|\$\d+", b"", text)
        while b"(" in text:
            shorter = re.sub(rb"\([^()]*\)", b"", text)
            if shorter == text:
                break
            text = shorter
        return re.sub(rb"\d+\.\.\.", b"", text).split()

    def check(self, folder, run, whole):
        text = read(folder, "out.pgn")
        games = [] if text == OLD else self.games_of(text)
        left_out = run.errors.count("not enough memory for the game")
        assert text == OLD or (len(games) + left_out == len(self.games) and
                               all(game in self.games for game in games)), \
            f"out.pgn is damaged: {text}"
        assert run.status != 0 or text != OLD, "nothing was written or said"


class Positions(Session):
    words = ["analyse", "--depth", "2", "--hash", "1", "8/8/8/8/8/k1p5/8/K7 w - - 0 1"]


class Perft(Session):
    words = ["perft", "--threads", "2", "3"]

    def check(self, folder, run, whole):
        assert run.status != 0 or "8902" in run.output or run.errors, run.output


class Bench(Session):
    words = ["bench", "--four", "1"]


class Web(Session):
    words = ["page", "--port", "0", "--no-open"]
    run = Served

    def prepare(self, folder):
        write(folder, "page/index.html", b"<!doctype html>\n")


SESSIONS = [Game, Resumed, Uci, Xboard, Device, Pgn, Analyse, Positions, Perft,
            Bench, Web]


def inspect(run, whole):
    """What holds for every program that a call has failed for."""
    assert run.status in (0, 1, 2), f"status {run.status}: {run.errors}"
    lines = [line for line in run.errors.splitlines()
             if line not in whole.errors.splitlines()]
    assert len(lines) <= 3, run.errors
    for line in lines:
        assert re.fullmatch(r"(rookery|games.pgn:\d+:\d+): [ -~]+"
                            r"|\d+ games?, \d+ broken, \d+ moves?", line), run.errors
    assert run.status == 0 or lines, "it failed without a word"
    assert "getline" not in run.failed or lines, "it stopped without a word"


def try_fault(session, whole, fault):
    """The calls that failed; none if the program has no more of them."""
    with scratch() as folder:
        session.prepare(folder)
        run = session.run(folder, session.words, session.text, fault)
        if run.failed:
            inspect(run, whole)
            session.check(folder, run, whole)
    return run.failed


def describe(fault):
    kind, error, on, at = fault
    return f"{kind}, error {error}, call {at}" + (" and later ones" if on else "")


def check_session(kind_of_session):
    session = kind_of_session()
    whole = session.measure()
    problems = {}

    def attempt(fault):
        try:
            return try_fault(session, whole, fault)
        except AssertionError as problem:
            problems.setdefault(str(problem)[:300], describe(fault))
            return ["?"]

    total = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for kind in KINDS:
            at, failed = 1, [True]
            while all(failed):
                faults = [(*kind, at + i * STEP) for i in range(AT_ONCE)]
                failed = list(pool.map(attempt, faults))
                total += sum(map(bool, failed))
                at += AT_ONCE * STEP
    print(f"{total} failing calls")
    assert not problems, "\n".join(f"{what}: {problem}" for problem, what
                                   in problems.items())


def main():
    group = Group(smallest=2)
    for session in SESSIONS:
        name = session.__name__.lower()
        if not sys.argv[2:] or name in sys.argv[2:]:
            group.run(name, check_session, session)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
