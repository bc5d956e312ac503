#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
r"""Plays transcripts against whatever speaks a protocol.

    tests/transcripts/run.py DRIVER PROGRAM [FILE...]

A driver is a class below: pure (the functions themselves, build/*/pure),
binary (rookery over a pipe), module (the kernel's without one,
build/*/talk_module), web (WebAssembly, tests/web/talk.mjs) or kernel
(/dev/chess in a guest; the program is then how it is used: one, each or shell,
see tests/kernel/replay.c).
The protocol is the name of a file's folder;
uci-think and xboard-think have a thinker that only pretends (thinker.h), for
pure alone; there (answer) ends its thinking.
Without files it is all of them that the driver can speak.

A file holds cases with empty lines between them, and each starts anew:

    # what it shows
    > what is typed
    < what is answered
    <@ rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR

The last form stands for the plain board with these pieces. Four players have
the board of a FEN4, the name of a start, or changes to the board before:

    <@ + h2 h4rP ~b

is that with h2 empty, Red's pawn on h4 and all pieces of Blue dead. In a text \n \r \t
\\ and \xNN are what they are in C; the end of a line is a newline, unless the
line ends with \c, which stands for nothing. A console's case that does not
care about the final score leaves it out.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]{2}|[nrtc\\])")
PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\"}
SCORE = re.compile(rb"Final Score:\n(\w+: \d+(\.5)?\n)+\Z")


def unescape(text):
    """The bytes that a line of a transcript stands for."""
    end = b"\n"
    if text.endswith(b"\\c") and not text.endswith(b"\\\\c"):
        text, end = text[:-2], b""

    def byte(match):
        code = match[1]
        if code[:1] == b"x":
            return bytes([int(code[1:], 16)])
        if code == b"c":
            raise ValueError(r"\c is not at the end of its line")
        return PLAIN[code]

    return ESCAPE.sub(byte, text) + end


def board(placement):
    """The plain board of a FEN's first field, drawn from the specification."""
    ranks = placement.decode().split("/")
    assert len(ranks) == 8, placement
    lines = []
    for number, rank in zip(range(8, 0, -1), ranks):
        row = re.sub("[1-8]", lambda digit: "." * int(digit[0]), rank)
        assert re.fullmatch("[.PNBRQKpnbrqk]{8}", row), rank
        # a1 is dark, and so is every square an even number of steps away.
        lines.append(f"{number} " + "".join(
            letter if letter != "." else " _"[(file + number) % 2]
            for file, letter in enumerate(row)))
    return "\n".join(lines + ["", "  abcdefgh", ""]).encode()


# Kings and queens of the starts for four, seat by seat.
STARTS = {
    "modern": "h1 g1 a7 a8 g14 h14 n8 n7",
    "classic": "h1 g1 a8 a7 g14 h14 n7 n8",
    "by": "h1 g1 a7 a8 h14 g14 n7 n8",
    "byg": "h1 g1 a7 a8 h14 g14 n8 n7",
    "rg": "g1 h1 a8 a7 g14 h14 n8 n7",
}
ARMS = range(3, 11)  # files and ranks, from 0, that cross the whole board


def square(name):
    return "abcdefghijklmn".index(name[0]), int(name[1:]) - 1


def start(name):
    """The pieces of a start for four players, by square."""
    pieces = {}
    for i, letter in zip(ARMS, "RNB..BNR"):
        for seat, place, pawn in (("r", (i, 0), (i, 1)), ("b", (0, i), (1, i)),
                                  ("y", (i, 13), (i, 12)),
                                  ("g", (13, i), (12, i))):
            pieces[place] = seat + letter
            pieces[pawn] = seat + "P"
    for i, name in enumerate(STARTS[name].split()):
        pieces[square(name)] = "rbyg"[i // 2] + "KQ"[i % 2]
    return pieces


def four(text, before):
    """The pieces that <@ stands for with four players."""
    if text in STARTS:
        return start(text)
    if text[0] != "+":
        pieces = {}
        ranks = text.split("/")
        assert len(ranks) == 14, text
        for rank, row in zip(range(13, -1, -1), ranks):
            file = 0
            for word in row.split(","):
                if word.isdigit():
                    file += int(word)
                else:
                    pieces[file, rank] = word
                    file += 1
            assert file == 14, row
        return pieces
    pieces = dict(before)
    for word in text[1:].split():
        if word[0] == "~":
            for place, piece in pieces.items():
                if piece[0] == word[1]:
                    pieces[place] = "d" + piece[1]
            continue
        name, piece = re.fullmatch(r"([a-n]\d+)([a-z][A-Z])?", word).groups()
        pieces.pop(square(name), None)
        if piece:
            pieces[square(name)] = piece
    return pieces


def board_of_four(pieces):
    lines = []
    for rank in range(13, -1, -1):
        row = f"{rank + 1:2} "
        for file in range(14):
            dark = (file in ARMS or rank in ARMS) and (file + rank) % 2 == 0
            row += pieces.get((file, rank), "__" if dark else "  ")
        lines.append(row)
    return "\n".join(lines + ["", "   a b c d e f g h i j k l m n", ""]).encode()


class Case:
    def __init__(self, place):
        self.place = place
        self.protocol = place.split("/")[-2]
        self.name = ""
        self.pieces = {}
        self.typed = []
        self.expected = []  # one for each line typed

    def add(self, line):
        if line.startswith(b"> ") or line == b">":
            self.typed.append(unescape(line[2:]))
            self.expected.append(b"")
        elif line.startswith(b"<@ "):
            text = line[3:].decode()
            if text.count("/") == 7:
                self.expected[-1] += board(line[3:])
            else:
                self.pieces = four(text, self.pieces)
                self.expected[-1] += board_of_four(self.pieces)
        elif line.startswith(b"< ") or line == b"<":
            self.expected[-1] += unescape(line[2:])
        elif not line.startswith(b"#"):
            raise ValueError("neither > nor < nor #")
        elif not self.typed:
            self.name = line[1:].strip().decode()


def read(path):
    """The cases of a file."""
    cases = []
    case = None
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    for number, line in enumerate(lines, 1):
        place = f"{os.path.relpath(os.path.abspath(path), HERE)}:{number}"
        if not line:
            case = None
            continue
        if not case:
            case = Case(place)
            cases.append(case)
        try:
            case.add(line)
        except (ValueError, IndexError, AssertionError) as error:
            sys.exit(f"{place}: {error}")
    return [case for case in cases if case.typed]


class Driver:
    """Speaks a protocol with something.

    talk() returns a list with the answer to each text typed, or all of the
    answers in one piece where nobody can tell which is which. What comes at
    the end belongs to the last answer.
    """
    protocols = ()
    keeps = True  # games that were left, for resume

    def fits(self, case):
        said = b"".join(case.expected)
        return self.keeps or not re.search(rb"is kept(;| for resume)", said)

    def __init__(self, program):
        self.program = os.path.abspath(program)

    def prepare(self, cases):
        """Told of all cases before the first."""

    def talk(self, protocol, typed):
        raise NotImplementedError

    def run(self, words, text):
        with tempfile.TemporaryDirectory() as folder:
            home = dict(os.environ, HOME=folder, XDG_STATE_HOME=folder)
            done = subprocess.run([self.program, *words], input=text,
                                  capture_output=True, check=False,
                                  cwd=folder, env=home, timeout=120)
        assert done.returncode == 0 and not done.stderr, \
            f"status {done.returncode}, {done.stderr.decode(errors='replace')}"
        return done.stdout


def frame(text):
    """As pure.c and replay.c read a text and write an answer."""
    return b"%d\n%s" % (len(text), text)


def unframe(rest):
    texts = []
    while rest:
        length, _, rest = rest.partition(b"\n")
        texts.append(rest[:int(length)])
        rest = rest[int(length):]
    return texts


class Pure(Driver):
    protocols = ("console", "device", "device-older", "uci", "uci-think",
                 "xboard", "xboard-think")

    def talk(self, protocol, typed):
        answers = unframe(self.run([protocol],
                                   b"".join(frame(text) for text in typed)))
        if not protocol.startswith("device"):
            end = answers.pop()
            answers[-1] += end
        return answers


class Module(Pure):
    """The kernel's module in user space, build/*/talk_module."""
    protocols = ("device", "device-older")


class Web(Driver):
    """WebAssembly in node, which plays all cases in one go."""
    protocols = ("console", "device")
    keeps = False

    def __init__(self, program):
        super().__init__(program)
        self.answers = {}

    def prepare(self, cases):
        text = b"".join(b"%s %d\n" % (case.protocol.encode(), len(case.typed)) +
                        b"".join(frame(text) for text in case.typed)
                        for case in cases)
        answers = iter(unframe(self.run([], text)))
        for case in cases:
            self.answers[case.protocol, tuple(case.typed)] = \
                [next(answers) for _ in case.typed]
        assert not list(answers), "more answers than lines"

    def talk(self, protocol, typed):
        return self.answers[protocol, tuple(typed)]


class Binary(Driver):
    protocols = ("console", "device", "device-older", "uci", "xboard")
    words = {"console": ["--plain", "--seed", "1"], "device": ["device"],
             "device-older": ["device", "--announce", "--queen"],
             "uci": ["uci"], "xboard": ["xboard"]}

    def talk(self, protocol, typed):
        """Without the date, so that a transcript is the same every day, and without
        the options of endgame tables and networks, which depend on a library and on a
        file (tests/uci/tables.py, tests/uci/network.py)."""
        told = re.sub(rb'(?m)^\[Date "\d{4}\.\d\d\.\d\d"\]$', b'[Date "????.??.??"]',
                      self.run(self.words[protocol], b"".join(typed)))
        return re.sub(rb'(?m)^(option name |feature option=")(Syzygy|Use NNUE|EvalFile).*\n',
                      b"", told)


class Kernel(Driver):
    """The module in a guest, which plays all cases of a protocol in one go."""
    protocols = ("device", "device-older")
    parameters = {"device": "", "device-older": "announce=1 queen=1"}
    replay = "/bin/replay"
    files = {replay: "build/linux/guest/replay"}

    def __init__(self, program, guest=None):
        super().__init__(program)
        self.mode = program
        self.guest = guest
        self.answers = {}

    def prepare(self, cases):
        if self.guest:
            self.play(self.guest, cases)
            return
        sys.path.insert(0, os.path.join(os.path.dirname(HERE), "kernel"))
        from guest import Guest
        with Guest(files=self.files, cpus=1) as guest:
            self.play(guest, cases)

    def play(self, guest, cases):
        for protocol in self.protocols:
            self.play_protocol(guest, protocol,
                               [case for case in cases if case.protocol == protocol])

    def play_protocol(self, guest, protocol, cases):
        text = b"".join(b"case %d\n" % len(case.typed) +
                        b"".join(frame(text) for text in case.typed)
                        for case in cases)
        status, output = guest.run(
            f"{self.replay} {self.mode} '{self.parameters[protocol]}'", stdin=text, timeout=600)
        assert status == 0, f"replay: {output[-1000:].decode('latin-1')}"
        answers = iter(unframe(output))
        for case in cases:
            self.answers[protocol, tuple(case.typed)] = \
                [next(answers) for _ in case.typed]
        assert not list(answers), "more answers than lines"

    def talk(self, protocol, typed):
        return self.answers[protocol, tuple(typed)]


DRIVERS = {"pure": Pure, "binary": Binary, "module": Module,
           "kernel": Kernel, "web": Web}


def show(text):
    return text.decode("latin-1").splitlines(keepends=True)


def check(driver, protocol, case):
    expected = list(case.expected)
    answers = driver.talk(protocol, case.typed)
    if not isinstance(answers, list):
        expected, answers = [b"".join(expected)], [answers]
    if not SCORE.search(b"".join(expected)):
        answers[-1] = SCORE.sub(b"", answers[-1])
    answers += [b""] * (len(expected) - len(answers))
    assert len(answers) == len(expected), "more answers than lines"
    for got, wanted in zip(answers, expected):
        if got != wanted:
            raise AssertionError(f"{case.place}\n" + "".join(
                line if line.endswith("\n") else line + "\\c\n"
                for line in difflib.unified_diff(
                    show(wanted), show(got), "expected", "got")))


def files_of(driver):
    return sorted(os.path.join(HERE, protocol, name)
                  for protocol in driver.protocols
                  for name in os.listdir(os.path.join(HERE, protocol))
                  if name.endswith(".txt"))


def play(group, driver, files):
    """Runs the cases of these files as tests of a group."""
    cases = [(case.protocol, case) for path in files for case in read(path)
             if driver.fits(case)]
    driver.prepare([case for _, case in cases])
    for protocol, case in cases:
        group.run(f"{case.place} {case.name}", check, driver, protocol, case)


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in DRIVERS:
        sys.exit(__doc__)
    driver = DRIVERS[sys.argv[1]](sys.argv[2])
    group = Group()
    play(group, driver, sys.argv[3:] or files_of(driver))
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
