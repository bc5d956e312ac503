#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Other programs at a terminal: an engine that plays, and a window beside it.

    tests/terminal/others.py [PROGRAM [TEST...]]

The window is a stand-in, which takes down what it is told and says what the
test wants; it is started as rookery-desktop would be. What it is told of a
position is compared with the command fen and with positions from the books.
"""
import os
import shutil
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
from group import Group  # noqa: E402
from screen import LIMIT, Terminal  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./rookery")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
PLAYING = "^  White (›|>)"
E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"

# Reads the socket into a log, and sends what is put into a file.
WINDOW = '''#!/usr/bin/env python3
import os, signal, socket, sys, threading, time
folder = os.path.dirname(os.path.abspath(__file__))
assert sys.argv[1:] == ["beside", "--fd", "3"], sys.argv
peer = socket.socket(fileno=3)
log = open(folder + "/log", "a")
log.write("started %d\\n" % os.getpid())
log.flush()
def send():
    at = 0
    while True:
        try:
            text = open(folder + "/say", "rb").read()
        except FileNotFoundError:
            text = b""
        peer.sendall(text[at:])
        at = len(text)
        time.sleep(0.02)
threading.Thread(target=send, daemon=True).start()
{more}
for line in peer.makefile("r", errors="replace"):
    log.write(line)
    log.flush()
    if line == "quit\\n":
        break
'''


class Beside:
    """A game with a window that does what the test says."""

    def __init__(self, *words, more="pass", window=True, program=None, **environment):
        self.folder = tempfile.mkdtemp(prefix="rookery-beside-")
        shutil.copy(PROGRAM, self.file("rookery"))
        if window:
            with open(self.file("rookery-desktop"), "w", encoding="utf-8") as file:
                file.write(program or WINDOW.format(more=more))
            os.chmod(self.file("rookery-desktop"), 0o755)
        self.terminal = Terminal(self.file("rookery"), "--window", *words,
                                 **{"DISPLAY": ":9", **environment})

    def file(self, name):
        return os.path.join(self.folder, name)

    def __enter__(self):
        self.terminal.__enter__()
        return self

    def __exit__(self, *what):
        if what[0]:
            print("\n".join(self.told()))
        self.terminal.__exit__(*what)
        shutil.rmtree(self.folder)

    def told(self):
        try:
            with open(self.file("log"), encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def say(self, *lines):
        with open(self.file("say"), "ab") as file:
            for line in lines:
                file.write(line if isinstance(line, bytes) else line.encode() + b"\n")

    def wait(self, what):
        """Until what() is true of the lines that the window was told."""
        end = time.monotonic() + LIMIT
        while not what(self.told()):
            assert time.monotonic() < end, self.told()[-8:]
            time.sleep(0.02)

    def shows(self, pieces, last="-", rules="standard", below=0):
        begin = f"show {rules} {below} {pieces}"
        self.wait(lambda told: len(told) > 1 and told[-1] == f"last {last}" and
                  told[-2].startswith(begin))

    def pid(self):
        self.wait(lambda told: told and told[0].startswith("started"))
        return int(self.told()[0].split()[1])


def square(name):
    return str((int(name[1]) - 1) * 8 + ord(name[0]) - ord("a"))


def move(text):
    return f"{square(text[:2])} {square(text[2:4])}"


def gone(pid):
    end = time.monotonic() + LIMIT
    while True:
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except (FileNotFoundError, ProcessLookupError):
            return
        assert time.monotonic() < end, "the program is still there"
        time.sleep(0.02)


def test_same_game():
    """Moves from either side, undo, redo, flip, a computer, set-up, another game."""
    with Beside() as both:
        terminal = both.terminal
        terminal.see("Enter: White against")
        both.shows(START)
        terminal.enter("h", "e4")
        both.shows(E4, move("e2e4"))
        both.say("move " + move("e7e5"))
        terminal.see_board(E4_E5)
        both.shows(E4_E5, move("e7e5"))
        terminal.enter("undo", "yes")
        both.shows(E4, move("e2e4"))
        terminal.enter("redo")
        both.shows(E4_E5, move("e7e5"))
        terminal.enter("flip")
        both.shows(E4_E5, move("e7e5"), below=1)
        terminal.enter("seat white computer1")
        both.wait(lambda told: told[-2].split()[4:5] == ["b"] and told[-1] != "last 52 36")
        terminal.enter("setup", "yes", "clear", "+Ke1")
        both.shows("8/8/8/8/8/8/8/4K3", below=1)
        terminal.enter("+ke8", "done")
        both.shows("4k3/8/8/8/8/8/8/4K3", below=1)
        pid = both.pid()
        terminal.enter("quit")
        terminal.see("^ended 0")
        gone(pid)
        assert both.told()[-1] == "quit", both.told()[-3:]


def test_promotion_and_illegal():
    with Beside("--fen", '"7k/P7/8/8/8/8/8/K7 w - - 0 1"') as both:
        both.shows("7k/P7/8/8/8/8/8/K7")
        both.terminal.enter("h")
        both.terminal.see(PLAYING)
        both.say("move " + move("a7b8"))
        both.terminal.see("a7|b8|pawn")
        both.say("move " + move("a7a8") + " n")
        both.shows("N6k/8/8/8/8/8/8/K7", move("a7a8"))


def test_four_players():
    with Beside("--players", "4") as both:
        both.wait(lambda told: len(told) > 1 and told[-2].startswith("show ffa 0 "))
        both.terminal.enter("h")
        both.terminal.see("^  Red (›|>)")
        # h2 h4 of Red: rank * 14 + file.
        both.say(f"move {14 + 7} {3 * 14 + 7}")
        both.wait(lambda told: told[-1] == f"last {14 + 7} {3 * 14 + 7}")
        # A corner that is no square, and numbers beyond the board.
        both.say("move 0 1", "move 196 3", "move 4294967297 3", "move -1 3")
        both.terminal.enter("history")
        both.terminal.see("h4")


def test_only_real_positions():
    """While the computer thinks, what it tries is not shown."""
    with Beside("--seed", "1") as both:
        both.terminal.enter("game human computer9")
        both.terminal.see(PLAYING)
        both.terminal.enter("e4")
        both.terminal.see("Black plays", "White")
        both.terminal.enter("hint", "analyse")
        both.terminal.see("1[.)]|depth|#|\\+")
        shown = [line for line in both.told() if line.startswith("show")]
        assert len(shown) == 3, shown


def test_zoom():
    with Beside() as both:
        both.terminal.see("Enter:")
        both.terminal.enter("zoom 3")
        both.terminal.see("The window: zoom 3")
        both.wait(lambda told: told[-1:] == ["zoom 3"])
        both.say("zoom max 2")
        both.terminal.see("Zoom 3 does not fit on the display; the largest that fits is 2")
        both.terminal.enter("zoom 2")
        both.say("zoom ok")
        both.wait(lambda told: told[-1:] == ["zoom 2"])
        both.terminal.see("The window: zoom 2")
        both.terminal.enter("zoom x")
        both.terminal.see("Expected a size from 1 to 8")
        both.say("closed")
        both.terminal.see("The window is closed")
        both.terminal.enter("zoom 1")
        both.terminal.see("^  Zoom 1")


def test_closed():
    with Beside() as both:
        both.terminal.enter("h", "e4")
        both.shows(E4, move("e2e4"))
        pid = both.pid()
        both.say("closed")
        both.terminal.see("The window is closed")
        gone(pid)
        both.terminal.enter("e5")
        both.terminal.see_board(E4_E5)


def test_no_window():
    for more in ({"DISPLAY": ""}, {"window": False, "PATH": "/usr/bin:/bin"},
                 {"program": "#!/bin/sh\nexit 1\n"}, {"program": "#!/no/such\n"}):
        with Beside(**more) as both:
            both.terminal.see("No window: |The window is gone; the game goes on here")
            both.terminal.enter("h", "e4")
            both.terminal.see_board(E4)


HOSTILE = {
    "silent, and does not read": "time.sleep(1000)",
    "floods": "peer.sendall(b'x' * 100000000)",
    "floods with lines": "peer.sendall(b'move 12 28\\n' * 10000000)",
    "closes": "peer.shutdown(2); time.sleep(1000)",
    "does not end": "signal.signal(15, signal.SIG_IGN)",
    "is killed": "os.kill(os.getpid(), 9)",
}


def test_hostile():
    """The terminal plays on, soon, and no program stays."""
    for name, more in HOSTILE.items():
        with Beside(more=more) as both:
            both.terminal.see("Enter:")
            pid = both.pid()
            both.say(b"\xff\x00\x1b[2J\nmove\nmove a b\nmove 12 28 qq\nmove 1 2 3 4\nzoom max x\n"
                     b"zoom\n\n" + b"y" * 500 + b"\n")
            if name.startswith("floods"):
                both.terminal.see("The window writes without an end; the game goes on here")
            begun = time.monotonic()
            if "lines" not in name:  # those have begun a game
                both.terminal.enter("h")
            both.terminal.enter("e4", "e5")
            both.terminal.see_board(E4_E5)
            assert time.monotonic() - begun < 8, name
            both.terminal.enter("quit")
            both.terminal.see("^ended 0")
            gone(pid)


def test_hanging_window_catches_up():
    """One that reads late is told of the last position, not of all of them."""
    more = ("[time.sleep(0.05) for i in iter(lambda: os.path.exists(folder + '/go'), True)]")
    with Beside(more=more) as both:
        both.terminal.enter("h")
        both.terminal.see(PLAYING)
        for _ in range(40):
            both.terminal.enter("e4", "undo", "yes")
        both.terminal.enter("d4")
        both.terminal.see_board("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
        with open(both.file("go"), "w", encoding="ascii"):
            pass
        both.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR", move("d2d4"))


def engine(folder, text):
    path = os.path.join(folder, "engine")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


def test_stockfish():
    with Terminal(PROGRAM) as terminal:
        terminal.see("engine:NAME: a program")
        terminal.enter("engine:stockfish,movetime=50")
        terminal.see(PLAYING, "Black Stockfish 15.1")
        terminal.enter("watch on", "e4")
        terminal.see("Thought: depth", "Black plays", PLAYING)
        terminal.enter("resign")
        terminal.see("Enter: play again")
        terminal.enter("")
        terminal.see(PLAYING, "Black Stockfish 15.1")


def test_engine_that_hangs():
    """The screen lives while it is waited for, and Ctrl-C asks."""
    with tempfile.TemporaryDirectory() as folder, Terminal(PROGRAM) as terminal:
        path = engine(folder, 'while read word rest; do case $word in uci) echo uciok;; '
                              'isready) echo readyok;; stop) echo bestmove e7e5;; esac; done\n')
        terminal.enter(f"game human engine:{path},movetime=60000")
        terminal.see(PLAYING, "Black engine")
        terminal.enter("e4")
        terminal.see("The computer is thinking")
        terminal.see_board(E4)
        time.sleep(1)  # more than the pause before a computer's move
        terminal.resize(100, 30)
        terminal.see_board(E4)
        terminal.keys("C-c")
        terminal.see("Leave")
        terminal.type("r")
        terminal.see("Black wins!")


def test_engine_that_dies():
    with tempfile.TemporaryDirectory() as folder, Terminal(PROGRAM) as terminal:
        path = engine(folder, 'while read word rest; do case $word in uci) echo uciok;; '
                              'isready) echo readyok;; go) exit 3;; esac; done\n')
        terminal.enter(f"game human engine:{path}")
        terminal.see(PLAYING)
        terminal.enter("e4")
        terminal.see("engine ended with status 3; move starts it again")
        terminal.enter("seat black human", "e5")
        terminal.see_board(E4_E5)


def test_killed_with_a_window():
    """However the terminal's program ends, the window does."""
    with Beside() as both:
        pid = both.pid()
        both.terminal.kill(signal.SIGKILL)
        gone(pid)
    with Beside() as both:
        both.terminal.see("Enter:")
        pid = both.pid()
        both.terminal.kill(signal.SIGTERM)
        gone(pid)


def main():
    group = Group(smallest=2)
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
