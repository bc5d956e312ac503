# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A program in a real terminal (tmux), typed at and looked at.

A Terminal starts the program in a window of its own, with its own state
folder; what is asserted is what a person would see. Waiting is for something
to be seen, with a limit after which it is missing; how long it takes is not
tested.
"""
import os
import re
import shutil
import subprocess
import tempfile
import time

LIMIT = 15  # seconds until something is missing
PIECES = "\u265f\u265e\u265d\u265c\u265b\u265a"
TEXT_SELECTOR = "\ufe0e"
SETTINGS = """set -g status off
set -sg escape-time 0
set -g remain-on-exit on
set -ga terminal-overrides ",*:Tc"
"""


class Terminal:
    def __init__(self, program, *words, size=(80, 24), state=None, shell=False,
                 **environment):
        self.folder = tempfile.mkdtemp(prefix="rookery-terminal-")
        self.state = state or os.path.join(self.folder, "state")
        with open(self.file("settings"), "w", encoding="ascii") as file:
            file.write(SETTINGS)
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.folder,
            "XDG_STATE_HOME": self.state,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
            **environment,
        }
        command = " ".join([program, *words])
        self.run(command, shell, size)

    def run(self, command, shell, size):
        """After the program the window shows how it ended and the mode."""
        setting = [f"{name}={value}"
                   for name, value in self.environment.items()]
        if not shell:
            command = (f"trap : INT; sh -c 'echo $$ > {self.file('pid')}; exec {command}';"
                       " echo ended $?; stty -a; exec cat")
        self.tmux("-f", self.file("settings"), "new-session", "-d",
                  "-x", str(size[0]), "-y", str(size[1]),
                  "env", "-i", *setting, "sh", "-c", command)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            print("\n".join(self.lines()))
        subprocess.run(["tmux", "-S", self.file("socket"), "kill-server"],
                       capture_output=True, check=False)
        self.outlive()
        shutil.rmtree(self.folder)

    def outlive(self):
        """The end of the terminal is told to the program, which tidies up."""
        end = time.monotonic() + LIMIT
        try:
            while time.monotonic() < end:
                self.kill(0)
                time.sleep(0.02)
        except (OSError, ValueError):
            return

    def file(self, name):
        return os.path.join(self.folder, name)

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-S", self.file("socket"), *words], check=True,
            capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
        ).stdout.decode()

    def keys(self, *names):
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def click(self, square, release=None):
        """The left button, pressed on a square and released there or elsewhere."""
        for name, end in (square, "M"), (release or square, "m"):
            column, row = self.place(name)
            report = f"\x1b[<0;{column + 1};{row + 1}{end}".encode()
            self.tmux("send-keys", "-H", *(f"{byte:x}" for byte in report))

    def place(self, square):
        """Where a square is on the screen: column and row from 0."""
        lines = self.lines()
        letters = next(line for line in lines
                       if re.match(r"^ *(a +b +c|h +g +f)", line))
        row = next(at for at, line in enumerate(lines)
                   if re.match(rf"^ *{square[1:]}( |$)", line))
        return letters.index(square[0]), row

    def mouse(self):
        """Are buttons of the mouse reported?"""
        return self.tmux("display-message", "-p", "#{mouse_standard_flag}"
                         "#{mouse_sgr_flag}") == "11\n"

    def enter(self, *lines):
        for line in lines:
            if line:
                self.type(line)
            self.keys("Enter")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def kill(self, number):
        with open(self.file("pid"), encoding="ascii") as file:
            os.kill(int(file.read()), number)

    def lines(self):
        text = self.tmux("capture-pane", "-p").replace(TEXT_SELECTOR, "")
        return text.split("\n")[:-1]

    def colours(self):
        """The screen with its escape sequences."""
        return self.tmux("capture-pane", "-p", "-e", "-N")

    def cursor(self):
        return tuple(map(int, self.tmux(
            "display-message", "-p", "#{cursor_x} #{cursor_y}").split()))

    def wait(self, what, *wanted):
        """Until what() is true of the lines; they are returned."""
        end = time.monotonic() + LIMIT
        while True:
            lines = self.lines()
            if what(lines):
                return lines
            if time.monotonic() > end:
                raise AssertionError(f"not seen: {wanted}")
            time.sleep(0.02)

    def see(self, *patterns):
        """All of these at the same time."""
        return self.wait(lambda lines: all(
            any(re.search(pattern, line) for line in lines)
            for pattern in patterns), *patterns)

    def lose(self, pattern):
        """No more of this."""
        return self.wait(lambda lines: not any(
            re.search(pattern, line) for line in lines), "not " + pattern)

    def see_board(self, placement):
        """Pieces as in a FEN; colours only if they are letters."""
        self.wait(lambda lines: board(lines) in (placement, shapes(placement)),
                  placement)

    def end(self, status):
        """The program has ended and left the terminal as it was."""
        lines = self.see(f"^ended {status}$", "echo")
        modes = set(" ".join(lines).replace(";", " ").split())
        for mode in "icanon", "echo", "isig", "icrnl", "opost":
            assert mode in modes, f"{mode} is off"
        assert self.tmux("display-message", "-p",
                         "#{alternate_on}#{cursor_flag}") == "01\n"
        assert self.tmux("display-message", "-p",
                         "#{mouse_any_flag}#{mouse_sgr_flag}") == "00\n"
        return lines


def signal_status(number):
    return 128 + number


def board(lines):
    """What stands on the first board among the lines, as in a FEN."""
    for bottom, line in enumerate(lines):
        letters = re.match(r"^ *((?:a +b +c +d +e +f +g +h)|"
                           r"(?:h +g +f +e +d +c +b +a))(?: |$)", line)
        if letters:
            break
    else:
        return None
    columns = [at for at, letter in enumerate(line[:letters.end()])
               if letter != " "]
    rows = []
    for line in lines[:bottom]:
        rank = re.match(r"^ *[1-8]( |$)", line)
        if rank:
            rows.append("".join(line.ljust(columns[7] + 1)[column]
                                for column in columns))
    return "/".join(re.sub(r"[ .]+", lambda empty: str(len(empty[0])), row)
                    for row in rows)


def shapes(placement):
    """The same with solid shapes, which are alike for both sides."""
    return re.sub("[a-z]", lambda letter: PIECES["pnbrqk".index(letter[0])],
                  placement.lower())
