# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What tests have in common that talk to a board in plain text.

The rookery of this machine says what is right: the same lines get the same
answers there, by a way that has nothing of a chip in it.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

from board import BoardError, QEMUS, ROOT, open_board

sys.path.insert(0, os.path.join(ROOT, "tests"))

HOST = os.path.abspath(os.environ.get("RK_HOST", os.path.join(ROOT, "build/gcc/rookery")))

# Not a command: its answer says that all before it was answered.
MARK = b"zqz\n"
MARKED = rb'Unknown command "zqz"[^\n]*\n'
BURST = 120   # bytes sent ahead, with the mark: they wait in the smallest ring there is
PAUSE = 0.2   # seconds; longer than some pages are being erased
SCORE = re.compile(rb"Final Score:\n(\w+: \d+(\.5)?\n)+\Z")


def host(*words, text=""):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [HOST, *words], input=text.encode(), capture_output=True, check=True, timeout=300,
            cwd=folder, env=dict(os.environ, HOME=folder, XDG_STATE_HOME=folder)).stdout


# What not every machine says: words for levels, and which day it is.
LEVELS = re.compile(rb"^[ \d]\d [a-z]+: [^\n]*\n", re.MULTILINE)
DATE = re.compile(rb'(?<=\[Date ")[^"]*')


def common(text):
    return LEVELS.sub(b"", DATE.sub(b"????.??.??", text))


def host_answers(lines):
    """All that the program says to these lines in plain text."""
    text = host("--plain", "--seed", "1", text="".join(line + "\n" for line in lines))
    return common(SCORE.sub(b"", text))


def bursts(texts, most):
    """Texts put together, so that they end with a line, if possible."""
    burst = b""
    for text in texts:
        if burst.endswith(b"\n") and len(burst) + len(text) + len(MARK) > most:
            yield burst
            burst = b""
        burst += text
    if burst:
        yield burst


def say(board, texts, seconds=60):
    """Sends texts that end with a line; all that is answered."""
    answers = b""
    for burst in bursts(texts, 0 if board.stalls else BURST):
        board.send(burst)
        if board.stalls:
            board.quiet_until(PAUSE)
        board.send(MARK)
        answers += re.sub(MARKED, b"", board.expect(MARKED, seconds))
    return answers


def tell(board, *lines, seconds=60):
    return common(say(board, [line.encode() + b"\n" for line in lines], seconds))


def same(board, *lines):
    """Tells the board these lines after its reset, and sees what the host says."""
    got, wanted = tell(board, *lines), host_answers(lines)
    equal(got, wanted, lines)


def equal(got, wanted, what=""):
    if got == wanted:
        return
    if isinstance(got, bytes) and b"\n" in got + wanted:
        got, wanted = (text.decode("latin-1").splitlines() for text in (got, wanted))
        raise BoardError(f"{what}\n" + "\n".join(
            difflib.unified_diff(wanted, got, "expected", "got", lineterm="")))
    raise BoardError(f"{what}: {got} instead of {wanted}")


def fen(board):
    return tell(board, "fen").decode().strip()


class Bench:
    """Where a board lies: opens it with what the command line says."""
    def __init__(self, name, emulator=None):
        self.name = name
        self.emulator = emulator if name in QEMUS else "unicorn"
        self.small = name == "microbit1"

    def real_time(self):
        """Time goes by while the test does something."""
        return self.emulator != "unicorn"

    def open(self, **options):
        board = open_board(self.name, self.emulator, **options)
        try:
            board.greeting = board.boot()
        except BaseException:
            board.stop()
            raise
        return board
