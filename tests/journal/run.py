#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Nothing is lost: the journal of the running game, and `rookery resume`.

    tests/journal/run.py [PROGRAM]

Games are played over a pipe by the real program, which is killed, whose disk
is full or read-only, whose journal is cut and damaged. What a resumed game
must be is known from the same commands played without harm.
"""
import os
import random
import re
import resource
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./rookery")
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
FEN = re.compile(r"^(?:[pnbrqkPNBRQK1-8/]+ [wb] \S+ \S+ \d+ \d+|[RBYG]-\S+)\n",
                 re.M)
MOVE = re.compile(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?|"
                  r"O-O(-O)?[+#]*|"
                  r"[KQRBN]?[a-n]\d+[-x][KQRBND]?[a-n]\d+(=[QRBND])?[+#]*")
NOT_KEPT = re.compile(r"^This game is not being kept: .*\.\n", re.M)
KEPT_AGAIN = "All of this game is kept after all.\n"


class State(str):
    """A state folder: its path."""
    @property
    def rookery(self):
        return os.path.join(self, "rookery")

    def journal(self, place=1):
        return os.path.join(self.rookery, f"game-{place}")


class Folder(tempfile.TemporaryDirectory):
    """A state folder that goes away."""
    def __enter__(self):
        return State(super().__enter__())


def environment(state):
    return dict(os.environ, XDG_STATE_HOME=state, HOME="/nowhere")


def start(state, *words, **more):
    return subprocess.Popen([PROGRAM, *words], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=environment(state), **more)


def run(state, commands, *words, **more):
    """The output of these commands, to the end of the input."""
    process = start(state, *(words or ("--plain",)), **more)
    output, errors = process.communicate("".join(
        command + "\n" for command in commands).encode(), timeout=60)
    assert process.returncode == 0 and not errors, \
        f"status {process.returncode}: {errors.decode()}"
    return output.decode()


def resume(state, commands=("fen",)):
    """What the resumed game says; None if there is none."""
    process = start(state, "resume", "--plain")
    output, errors = process.communicate("".join(
        command + "\n" for command in commands).encode(), timeout=60)
    if process.returncode == 1:
        assert re.fullmatch(rb"rookery: there is no [ -~]+\n", errors), errors
        assert output == b"", output
        return None
    assert process.returncode == 0 and not errors, \
        f"status {process.returncode}: {errors.decode()}"
    return output.decode()


def resumed_fen(state):
    said = resume(state)
    return said and FEN.findall(said)[-1]


def equal(got, expected):
    assert got == expected, f"got {got!r}, expected {expected!r}"


class Player:
    """Makes up commands for a game of humans, asking a live program."""
    def __init__(self, state, chance, humans):
        self.process = start(state, "--plain")
        self.chance = chance
        self.humans = humans
        self.commands = []
        self.moves = []

    def do(self, command):
        self.commands.append(command)
        self.process.stdin.write(f"{command}\nmoves\nfen\n".encode())
        self.process.stdin.flush()
        line = before = ""
        while not FEN.match(line):
            before = line
            line = self.process.stdout.readline().decode()
            assert line, "the program has ended"
        self.moves = [move for move in before.split() if MOVE.fullmatch(move)]

    def step(self, moves_alone):
        kind = 1 if moves_alone else self.chance.random()
        if not self.moves:
            self.do("game" + " human" * self.humans)
        elif kind < 0.06:
            self.do(f"undo {self.chance.randint(1, 4)}")
            for _ in range(self.humans - 1):
                self.do("yes")
        elif kind < 0.12:
            self.do(f"redo {self.chance.randint(1, 3)}")
        elif kind < 0.14:
            self.do("draw")
        elif kind < 0.15:
            self.do("resign")
        else:
            self.do(self.chance.choice(self.moves))

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait()


# How a game begins: lines that go together.
BEGINNINGS = [
    "game human human",
    "clock 5+3\ngame human human",
    "rules casual\ngame human human",
    "setup\nfen r3k2r/1P4p1/8/2pP4/8/8/6P1/R3K2R w KQkq c6 0 9\ndone\n"
    "game human human",
    "players 4\nrules still\ngame human human human human",
    "rules minors\ngame human human",
]


def make_up(number, steps, moves_alone=False):
    """The commands of game `number`."""
    with Folder() as state:
        beginning = BEGINNINGS[number % len(BEGINNINGS)]
        player = Player(state, random.Random(number),
                        beginning.count(" human"))
        player.do(beginning)
        for _ in range(steps):
            player.step(moves_alone)
        player.close()
    return player.commands


class Reference:
    """What a game without harm says and is after each of its commands."""
    def __init__(self, commands):
        self.commands = commands
        self.typed = [f"{command}\nfen\n".encode() for command in commands]
        with Folder() as state:
            self.output = run(state, [b"".join(self.typed).decode()[:-1]])
        found = list(FEN.finditer(self.output))
        equal(len(found), len(commands))
        self.fens = [match[0] for match in found]
        self.told = [match.start() for match in found]
        self.ends = [match.end() for match in found]


def read_until(process, length):
    """At least so many bytes of its output."""
    output = b""
    while len(output) < length:
        piece = os.read(process.stdout.fileno(), 65536)
        assert piece, "the program has ended"
        output += piece
    return output


def read_positions(process, count):
    """Its output up to this many answers of `fen`."""
    output = b""
    while len(FEN.findall(output.decode())) < count:
        output += read_until(process, 1)
    return output


def wait_a_little(chance):
    """A few milliseconds at most, without asking the system for it."""
    end = time.perf_counter() + chance.random() * 0.003
    while time.perf_counter() < end:
        pass


def kill_once(reference, chance, state):
    """Kills it near a random command; which one, and the output so far.

    Either some time after the command was sent, or as soon as it answers.
    """
    at = chance.randrange(len(reference.commands))
    with start(state, "--plain") as process:
        process.stdin.write(b"".join(reference.typed[:at]))
        process.stdin.flush()
        output = read_until(process, reference.ends[at - 1] if at else 0)
        process.stdin.write(b"".join(reference.typed[at:at + 3]))
        process.stdin.flush()
        if chance.random() < 0.3:
            output += read_until(process, 1)
        else:
            wait_a_little(chance)
        process.send_signal(signal.SIGKILL)
        output += process.stdout.read()
        process.wait()
    return at, output.decode()


def check_kill(number):
    """The resumed game is the last one told of, or one command later."""
    reference = Reference(make_up(number, 60))
    chance = random.Random(number)
    with Folder() as state:
        at, output = kill_once(reference, chance, state)
        assert reference.output.startswith(output), output
        told = sum(end <= len(output) for end in reference.told)
        got = resumed_fen(state)
        allowed = ([None] + reference.fens)[told:told + 2]
        assert got in allowed, \
            f"after {reference.commands[:told + 1]}: {got} is none of {allowed}"
        return told - at, got == allowed[0]


def kills():
    games = 25 if QUICK else 500
    results = [check_kill(number) for number in range(games)]
    early = sum(answered == 0 for answered, _ in results)
    more = sum(not exact for _, exact in results)
    print(f"{games} games killed, {early} before the last command was "
          f"answered, {games - early} after it; {more} times one command more "
          "was kept than had been told")
    assert early < games, "no command was answered"


# A game in which everything happens that a journal can tell.
EVERYTHING = [
    "clock 3+2d\n" + BEGINNINGS[3], "dxc6", "O-O", "b8=Q", "draw", "Rfxb8", "O-O-O",
    "Kf8", "c7", "Rb2", "c8=R+", "undo 3", "yes",
]


def everything():
    """The commands, their states, and the journal that they leave."""
    reference = Reference(EVERYTHING)
    with Folder() as state:
        run(state, EVERYTHING)
        with open(state.journal(), "rb") as file:
            return reference, file.read()


def states_of(reference, journal):
    """The position after each record of the journal."""
    states = []
    played = []
    for command, fen in zip(EVERYTHING, reference.fens):
        if not command.startswith(("draw", "undo", "yes")):
            played.append(fen)
    moves = 0
    for record in journal.decode().splitlines():
        kind = record.split()[1]
        moves += kind == "move"
        if kind == "now":
            moves -= 3
        states.append(played[moves] if kind in
                      ("start", "move", "offer", "now") else None)
    equal(sorted(set(line.split()[1] for line in journal.decode().splitlines())),
          ["clock", "move", "next", "now", "offer", "rookery", "score",
           "seats", "start"])
    return states


def write_journal(state, text, place=1):
    os.makedirs(state.rookery, 0o700, exist_ok=True)
    with open(state.journal(place), "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text)


def with_journal(text):
    """What is resumed from this journal."""
    with Folder() as state:
        write_journal(state, text)
        return resumed_fen(state)


def truncations():
    """Cut after any byte, it is the game after its last whole record."""
    reference, journal = everything()
    states = states_of(reference, journal)
    offsets = range(0, len(journal) + 1, 23 if QUICK else 1)
    for offset in offsets:
        records = journal[:offset].count(b"\n")
        equal(with_journal(journal[:offset]),
              states[records - 1] if records else None)
    print(f"{len(offsets)} lengths of {len(journal)} bytes")


def garbage():
    """Damaged anywhere, it is the game before the damage."""
    reference, journal = everything()
    states = states_of(reference, journal)
    chance = random.Random(1)
    rounds = 40 if QUICK else 600
    for _ in range(rounds):
        at = chance.randrange(len(journal))
        length = chance.choice([1, 1, 1, 2, 7, 100, 4096])
        bad = bytes(chance.randrange(256) for _ in range(length))
        damaged = journal[:at] + bad + journal[at + length:]
        same = os.path.commonprefix([journal, damaged])
        records = same.count(b"\n")
        if damaged == journal:
            continue
        equal(with_journal(damaged), states[records - 1] if records else None)
    for text in b"", b"\n", b"\0" * 5000, b"rookery 1\n", b"\xff" * 100000:
        equal(with_journal(text), None)
        equal(with_journal(journal + text), states[-1])
    print(f"{rounds} damaged journals")


def swapped_records():
    """Records are good only after those they were written after."""
    reference, journal = everything()
    states = states_of(reference, journal)
    lines = journal.splitlines(keepends=True)
    for i in range(len(lines) - 1):
        without = lines[:i] + lines[i + 1:]
        equal(with_journal(b"".join(without)), states[i - 1] if i else None)
        swapped = lines[:i] + [lines[i + 1], lines[i]] + lines[i + 2:]
        equal(with_journal(b"".join(swapped)), states[i - 1] if i else None)


def no_space(reference, output):
    """All that the game says, and one line that it is not kept."""
    equal(len(NOT_KEPT.findall(output)), 1)
    equal(NOT_KEPT.sub("", output), reference.output)


def file_limit():
    """A disk that is full from any byte on."""
    reference = Reference(make_up(3, 40))
    text = [b"".join(reference.typed).decode()[:-1]]
    steps = range(0, 1500, 97 if QUICK else 7)
    kept = 0
    for limit in steps:
        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        with Folder() as state:
            output = run(state, text, preexec_fn=limited)
            if NOT_KEPT.search(output):
                no_space(reference, output)
                assert "File too large" in output, output
                got = resumed_fen(state)
                kept += got is not None
                assert got is None or got in reference.fens, got
            else:
                equal(output, reference.output)
                equal(resumed_fen(state), reference.fens[-1])
    assert kept > 0
    print(f"{len(steps)} sizes of the disk; {kept} times a game was left")


def mount(target, *options):
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "none", target],
                          capture_output=True, check=False)
    if done.returncode:
        print("left out: a small tmpfs cannot be mounted here (" +
              done.stderr.decode().strip() + ")")
    return done.returncode == 0


def full_disk():
    """A real one; when there is room again, the game is kept again.

    There is room for four kilobytes: for the beginning of some move.
    """
    games = (make_up(number, 220, moves_alone=True) for number in range(99))
    reference = Reference(next(commands for commands in games if
                               "game human human" not in commands[1:]))
    with Folder() as disk:
        if not mount(disk, "-o", "size=16k"):
            return
        try:
            filler = os.path.join(disk, "filler")
            with start(disk, "--plain") as process:
                process.stdin.write(b"".join(reference.typed[:10]))
                process.stdin.flush()
                output = read_positions(process, 10)
                with open(filler, "wb", buffering=0) as file:
                    try:
                        while True:
                            file.write(b"x" * 512)
                    except OSError:
                        pass
                process.stdin.write(b"".join(reference.typed[10:-1]))
                process.stdin.flush()
                output += read_positions(process, len(reference.fens) - 11)
                os.unlink(filler)
                rest, _ = process.communicate(reference.typed[-1])
            said = (output + rest).decode()
            assert said.endswith(KEPT_AGAIN), said[-200:]
            no_space(reference, said.removesuffix(KEPT_AGAIN))
            assert b"No space left on device" in output, output
            equal(resumed_fen(disk), reference.fens[-1])
        finally:
            subprocess.run(["umount", disk], check=True)


def read_only():
    """Folders that nothing can be written to."""
    reference = Reference(EVERYTHING)
    text = [b"".join(reference.typed).decode()[:-1]]
    with Folder() as state:
        with open(state.rookery, "wb"):
            pass
        no_space(reference, run(state, text))
        equal(resume(state), None)
    no_space(reference, run("/proc", text))
    equal(resume("/proc"), None)
    with Folder() as disk:
        if not mount(disk, "-o", "ro,size=16k"):
            return
        try:
            output = run(disk, text)
            no_space(reference, output)
            assert "Read-only file system" in output, output
        finally:
            subprocess.run(["umount", disk], check=True)


def read_only_journal():
    """A game in a folder that was writable once is read, and played on."""
    with Folder() as disk:
        if not mount(disk, "-o", "size=64k"):
            return
        try:
            run(disk, ["game human human", "e4", "e5"])
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            said = resume(disk, ["fen", "Nf3", "fen"])
            equal(len(NOT_KEPT.findall(said)), 1)
            equal([fen.split()[0] for fen in FEN.findall(said)],
                  ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"])
        finally:
            subprocess.run(["umount", disk], check=True)


SHORT = ["game human human", "e4", "e5"]
AFTER_SHORT = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path)


# What may have the name of a file of ours, and what is said about it. What a
# link leads to is a journal, which must neither be read nor changed.
STRANGERS = [
    ("link", lambda path: os.symlink("../target", path), "is a symbolic link"),
    ("link to nowhere", lambda path: os.symlink("/nowhere", path),
     "is a symbolic link"),
    ("FIFO", os.mkfifo, "is not a regular file"),
    ("socket", make_socket, "is not a regular file"),
    ("folder", os.mkdir, "is not a regular file"),
    ("file of all", lambda path: os.chmod(os.open(path, os.O_CREAT), 0o666),
     "can be written to by other users"),
]
if os.geteuid() == 0:
    STRANGERS += [
        ("device", lambda path: os.mknod(path, stat.S_IFCHR | 0o600,
                                         os.makedev(1, 3)),
         "is not a regular file"),
        ("file of another", lambda path: os.chown(
            os.open(path, os.O_CREAT, 0o600), 1, 1),
         "belongs to another user"),
    ]


def tree(folder):
    """Everything there: what it is, and the contents of files."""
    found = {}
    for path in sorted(os.listdir(folder)):
        about = os.lstat(os.path.join(folder, path))
        found[path] = about.st_mode, about.st_ino
        if stat.S_ISREG(about.st_mode):
            with open(os.path.join(folder, path), "rb") as file:
                found[path] += (file.read(),)
    return found


def strangers():
    """Links, pipes, sockets, folders, devices, files of others."""
    _, journal = everything()
    for kind, make, wrong in STRANGERS:
        for names in ["lock"], [f"game-{place}" for place in range(1, 10)]:
            with Folder() as state:
                write_journal(state, b"")
                os.unlink(state.journal())
                with open(os.path.join(state, "target"), "wb") as file:
                    file.write(journal)
                for name in names:
                    make(os.path.join(state.rookery, name))
                before = tree(state), tree(state.rookery)
                said = run(state, SHORT + ["fen"])
                equal(FEN.findall(said), [AFTER_SHORT])
                told = NOT_KEPT.findall(said)
                assert len(told) == 1 and told[0].rstrip(".\n").endswith(
                    f"rookery/{names[-1]} {wrong}"), f"{kind}: {told}"
                equal(resume(state), None)
                after = tree(state), tree(state.rookery)
                if names != ["lock"]:
                    del after[1]["lock"]
                equal(after, before)


def one_stranger():
    """Other places are used, and resumed; what lies in one stays there."""
    for _, make, _ in STRANGERS:
        with Folder() as state:
            write_journal(state, b"")
            os.unlink(state.journal())
            make(state.journal())
            before = tree(state.rookery)["game-1"]
            assert not NOT_KEPT.search(run(state, SHORT))
            equal(tree(state.rookery)["game-1"], before)
            equal(FEN.findall(resume_past(state, "game-1")), [AFTER_SHORT])


def resume_past(state, name):
    """A resumed game, and a line that this file was passed over."""
    process = start(state, "resume", "--plain")
    output, errors = process.communicate(b"fen\n", timeout=60)
    assert process.returncode == 0 and re.fullmatch(
        rf"rookery: \S+/{name} [ -~]+\n", errors.decode()), errors
    return output.decode()


def strange_draft():
    """What lies where a new file is written is removed, or it is told."""
    for kind, make, wrong in STRANGERS:
        with Folder() as state:
            write_journal(state, b"")
            make(state.journal() + ".new")
            said = run(state, SHORT)
            if kind == "folder":
                assert f"game-1.new {wrong}." in said, said
                equal(resume(state), None)
            else:
                assert not NOT_KEPT.search(said), f"{kind}: {said}"
                equal(resumed_fen(state), AFTER_SHORT)


def strange_folder():
    """The folder itself is a link, or others can write to it."""
    with Folder() as state, Folder() as elsewhere:
        os.symlink(elsewhere, state.rookery)
        equal(len(NOT_KEPT.findall(run(state, SHORT))), 1)
        equal(os.listdir(elsewhere), [])
        os.unlink(state.rookery)
        os.mkdir(state.rookery)
        os.chmod(state.rookery, 0o777)
        told = NOT_KEPT.findall(run(state, SHORT))
        assert len(told) == 1 and "rookery can be written to" in told[0], told
        equal(os.listdir(state.rookery), [])


def seal(records):
    """A journal of these records."""
    total, text = 0, ""
    for record in records:
        total = zlib.crc32(record.encode(), total)
        text += f"{total:08x} {record}\n"
    return text.encode()


def newer():
    """A journal of a later format is named, and left alone."""
    newer_text = seal(["rookery 2", "of things to come"])
    with Folder() as state:
        run(state, SHORT)
        write_journal(state, newer_text, 2)
        equal(FEN.findall(resume_past(state, "game-2")), [AFTER_SHORT])
        for place in range(1, 10):
            write_journal(state, newer_text, place)
        process = start(state, "resume", "--plain")
        _, errors = process.communicate(b"", timeout=60)
        equal(process.returncode, 1)
        assert re.fullmatch(r"rookery: there is no unfinished game that can be "
                            r"read: \S+/game-9 was written by a newer Rookery\n",
                            errors.decode()), errors
        said = run(state, SHORT)
        told = NOT_KEPT.findall(said)
        assert len(told) == 1 and told[0].endswith(
            "/game-9 was written by a newer Rookery.\n"), told
        for place in range(1, 10):
            with open(state.journal(place), "rb") as file:
                equal(file.read(), newer_text)
    # What only looks like one is damaged.
    equal(with_journal(newer_text.replace(b"rookery 2", b"rookery 3")), None)


def saved_games():
    """The command `save`: the old file or the new one, and never a wait."""
    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    with Folder() as state:
        pgn = os.path.join(state, "game.pgn")
        with open(pgn, "wb") as file:
            os.fchmod(file.fileno(), 0o640)
            file.write(b"old")
        said = run("/proc", SHORT + [f"save {pgn}", "yes"], preexec_fn=limited)
        assert "Not saved: File too large.\n" in said, said
        equal(tree(state)["game.pgn"][2], b"old")
        equal(os.listdir(state), ["game.pgn"])
        os.symlink("elsewhere", pgn + ".new")
        said = run("/proc", SHORT + [f"save {pgn}", "yes"])
        assert re.search("^Not saved: .*link", said, re.M), said
        equal(sorted(os.listdir(state)), ["game.pgn", "game.pgn.new"])
        os.unlink(pgn + ".new")
        assert f"Saved: {pgn}\n" in run("/proc", SHORT + [f"save {pgn}", "yes"])
        mode, _, text = tree(state)["game.pgn"]
        equal(mode, stat.S_IFREG | 0o640)
        assert b"1. e4 e5" in text, text
        os.mkfifo(os.path.join(state, "pipe"))
        said = run("/proc", SHORT + [f"save {state}/pipe"])
        assert re.search("^Not saved: No such device", said, re.M), said


def no_home():
    """Without a home it plays, and says that the game is not kept."""
    for name in "HOME", "XDG_STATE_HOME":
        variables = {name: "here"} if name == "HOME" else {}
        done = subprocess.run([PROGRAM, "--plain"], check=True,
                              input=b"game human human\ne4\ne5\n",
                              stdout=subprocess.PIPE, env=variables)
        equal(len(NOT_KEPT.findall(done.stdout.decode())), 1)


def home_folder():
    """The default is ~/.local/state; a relative path does not count."""
    with Folder() as home:
        variables = {"HOME": home, "XDG_STATE_HOME": "relative"}
        subprocess.run([PROGRAM, "--plain"], input=b"game human human\ne4\n",
                       stdout=subprocess.PIPE, check=True, env=variables,
                       cwd=home)
        equal(sorted(os.listdir(home)), [".local"])
        assert os.path.exists(f"{home}/.local/state/rookery/game-1")


def what_is_kept():
    """Score, seats, names, rules, clocks, level and moves that were taken back."""
    with Folder() as state:
        before = run(state, [
            "game human human", "f3", "e5", "g4", "Qh4", "rules casual",
            "clock 1:30:00 5d", "level 3", "game computer1 human", "move", "e5",
            "clock 0:30+1", "name black Ada \"Å\" King", "name white Bob", "move",
            "undo 2", "history", "fen", "pgn", "level", "name", "rules"])
        assert '[Black "Ada \\"Å\\" King"]\n' in before, before
        assert '[TimeControl "5400d5"]\n' in before, before
        after = resume(state, ["history", "fen", "pgn", "level", "name", "rules"])
        tail = before[before.rindex("  abcdefgh\n"):]
        equal(after[after.rindex("  abcdefgh\n"):], tail)
        assert tail.endswith("Final Score:\nWhite: 0\nBlack: 1\n"), tail
        said = resume(state, ["redo 2", "history"])
        assert re.search(r"^2\. \S+$|^1\. \S+ e5 2\. \S+$", said, re.M), said
        # The computer's seat is the computer's.
        said = resume(state, ["a6", "move"])
        equal(said.count("  abcdefgh"), 3)
        said = resume(state, ["resign", "clock"])
        with Folder() as other:
            line = run(other, ["clock 0:30+1"]).splitlines()[0]
        assert line in said.splitlines(), f"no {line!r} in {said!r}"
    with Folder() as state:
        run(state, ["rules minors", "setup", "fen 4kn2/8/8/8/4p3/8/5N2/4K3 w - - 0 1",
                    "done", "game human human"])
        said = resume(state, ["Nxe4"])
        assert "Draw! (insufficient material)\n" in said, said


def end_taken_back():
    """A resignation that was taken back stays so, and can come back."""
    with Folder() as state:
        run(state, ["game human human", "e4", "e5", "resign", "undo", "yes"])
        said = resume(state, ["history", "redo"])
        assert "1. e4 e5\n" in said, said
        assert said.endswith("Black wins!\nFinal Score:\nWhite: 0\nBlack: 1\n"), said
        equal(said.count("Black wins!"), 1)


def four_players():
    """Rules, start, points, who has left, and where a king walked."""
    with Folder() as state:
        before = run(state, [
            "players 4", "start rg", "game human human human human", "f2 f4",
            "b11 c11", "g13 g12", "m8 l8", "resign", "b5 c5", "i13 i12",
            "resign", "undo 2", "yes", "yes", "yes", "history", "fen", "board",
            "rules"], "--plain", "--seed", "1")
        after = resume(state, ["history", "fen", "board", "rules"])
        tail = before[before.rindex("1. f2-f4"):]
        equal(after[after.rindex("1. f2-f4"):], tail)
        assert "(Red resigns) 2. K" in tail, tail
        assert "Green resigns" not in tail, tail
        assert "ffa chess for 4 players, rg start." in tail, tail
        said = resume(state, ["redo 9", "redo 2", "history"])
        assert "There are only 2 plies to play again." in said, said
        assert "(Green resigns) K" in said, said


def clocks():
    """The time that was used stays used; the clock starts anew."""
    with Folder() as state:
        with start(state, "--plain") as process:
            process.stdin.write(b"clock 1+0\ngame human human\ne4\n")
            process.stdin.flush()
            read_until(process, 200)
            time.sleep(1.2)
            process.stdin.write(b"e5\npgn\nfen\n")
            process.stdin.flush()
            before = read_positions(process, 1)
            process.kill()
        with open(state.journal(), encoding="ascii") as file:
            spent = [int(line.split()[3]) for line in file
                     if line.split()[1] == "move"]
        assert spent[0] < 1000 <= spent[1], spent
        after = resume(state, ["pgn"])
        comments = re.findall(r"%clk [0-9:.]+", before.decode())
        equal(len(comments), 2)
        equal(re.findall(r"%clk [0-9:.]+", after), comments)
    with Folder() as state:
        path = os.path.join(state, "odds.pgn")
        with open(path, "w", encoding="ascii") as file:
            file.write('[WhiteTimeControl "300+3"]\n[BlackTimeControl "60d2"]\n\n'
                       "1. e4 {[%clk 0:05:01]} e5 {[%clk 0:00:58]} *\n")
        said = run(state, [f"load {path}", "pgn"])
        assert '[BlackTimeControl "60d2"]' in said, said
        after = resume(state, ["pgn"])
        assert '[WhiteTimeControl "300+3"]' in after, after
        assert '[BlackTimeControl "60d2"]' in after, after
        assert "e5 {[%clk 0:00:58]}" in after, after


def ends():
    """An unfinished game is kept, a finished one is not."""
    with Folder() as state:
        equal(resume(state), None)
        equal(os.listdir(state), [])
        run(state, ["fen", "level 2", "quit"])
        equal(os.listdir(state), [])
        run(state, ["game human human", "e4", "quit"])
        assert "4P3" in resumed_fen(state)
        said = resume(state, ["resign"])
        assert said.endswith("White: 1\nBlack: 0\n"), said
        equal(resume(state), None)
        run(state, ["game human human", "e4", "undo", "yes"])
        assert resumed_fen(state).startswith("rnbqkbnr/pppppppp/8/8/8/8/")


def two_programs():
    """Two at a time keep a game each, and neither takes the other's."""
    with Folder() as state:
        with start(state, "--plain") as first, start(state, "--plain") as second:
            for process, move in (first, b"e4"), (second, b"d4"):
                process.stdin.write(b"game human human\n" + move + b"\n")
                process.stdin.flush()
                read_until(process, 200)
                time.sleep(0.02)
            equal(resume(state), None)
            second.kill()
            second.wait()
            # The first still has its game; the other one can be had.
            assert "/3P4/" in resumed_fen(state)
            first.kill()
            first.wait()
        with start(state, "resume", "--plain") as holder:
            newest = read_until(holder, 100).decode()
            other = resume(state)
            holder.kill()
        boards = {text for text in (newest, other)
                  for text in [re.search(r"^4 (.*)$", text, re.M)[1]]}
        equal(boards, {" _ _P_ _", " _ P _ _"})


def many_games():
    """Games that are left are kept side by side, the last ones of them."""
    moves = ["a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3"]
    with Folder() as state:
        for move in moves:
            run(state, ["game human human", move])
            time.sleep(0.01)
        for move in reversed(moves[2:]):
            said = resume(state, ["history", "resign"])
            assert f"1. {move}\n" in said, f"{move}: {said}"
        equal(resume(state), None)


def left_games():
    """What is left for another game can be chosen again, from within too."""
    row = re.compile(r"^(\d)\. standard, White human, Black level 2, (\d+) moves?, "
                     r"\d{4}-\d\d-\d\d \d\d:\d\d$", re.M)
    with Folder() as state:
        run(state, ["game human computer2", "e4", "move", "d4", "new", "yes", "quit"])
        time.sleep(0.01)
        run(state, ["game", "c4", "setup", "yes", "- d1", "done", "quit"])
        equal(sorted(os.listdir(state.rookery)), ["game-1", "game-2", "lock"])
        said = run(state, ["resume", "resume 3", "resume x", "resume 2", "history",
                           "resume", "history", "resume", "history", "quit"])
        equal(row.findall(said), [("1", "1"), ("2", "2")])
        equal(said.count("Expected a game from 1 to 2.\n"), 2)
        equal(said.count("The other game is kept.\n"), 2)
        lines = re.findall(r"^1\. [a-h].*$", said, re.M)
        assert lines[0].startswith("1. e4") and lines[1] == "1. c4", lines
        equal(lines[2], lines[0])
        assert "1. e4" in run(state, ["history"], "resume", "2", "--plain")
        for word, status in ("3", 1), ("0", 2), ("10", 2), ("x", 2), ("", 2):
            process = start(state, "resume", word, "--plain")
            said, errors = process.communicate(timeout=60)
            equal((process.returncode, said, errors.count(b"\n")), (status, b"", 1))


def left_for_a_file():
    """A file that is loaded takes the place of the game, not of its slot."""
    with Folder() as state:
        with tempfile.TemporaryDirectory() as folder:
            said = run(state, ["e4", "save a.pgn", "e5", "load a.pgn", "Nf6", "quit"],
                       cwd=folder)
        assert "The game is kept; resume goes on with it.\n" in said, said
        said = resume(state, ["history", "resume", "history"])
        equal(re.findall(r"^1\. e4.*$", said, re.M), ["1. e4 Nf6", "1. e4 e5"])


def main():
    group = Group(smallest=3)
    for test in (kills, truncations, garbage, swapped_records, file_limit,
                 full_disk, read_only, read_only_journal, strangers,
                 one_stranger, strange_draft, strange_folder, newer, saved_games,
                 no_home, home_folder, what_is_kept, end_taken_back, four_players,
                 clocks, ends, two_programs, many_games,
                 left_games, left_for_a_file):
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
