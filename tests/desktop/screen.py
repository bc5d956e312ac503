# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A screen with the window on it, for tests: an X server without a picture tube, a
bus of its own, a mouse and a keyboard (xdotool), a screen reader (atspi.py), and a
folder for what the program keeps. Nothing here knows how the program works inside:
what is on a square is what the screen reader says of it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
READER = os.path.join(ROOT, "tests", "desktop", "atspi.py")
NEEDED = ("Xvfb", "dbus-run-session", "xdotool", "import")
PATIENCE = 60  # seconds, for a machine that is busy


def missing():
    """What this machine lacks for these tests; empty: nothing."""
    lacks = [name for name in NEEDED if not shutil.which(name)]
    reader = subprocess.run(["/usr/bin/python3", "-c", "import gi\n"
                             "gi.require_version('Atspi', '2.0')"],
                            capture_output=True, check=False)
    return lacks + (["gir1.2-atspi-2.0"] if reader.returncode else [])


def wait_for(what, condition, patience=PATIENCE):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"{what}: did not happen in {patience} s"
        time.sleep(0.05)


class Screen:
    def __init__(self, width=1600, height=1200):
        self.home = tempfile.mkdtemp(prefix="rookery-window-")
        self.processes = []
        self.environment = {
            **os.environ, "HOME": self.home, "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": os.path.join(self.home, "state"),
            "XDG_CONFIG_HOME": os.path.join(self.home, "config"),
            "XDG_RUNTIME_DIR": self.home, "GDK_BACKEND": "x11", "GIO_USE_VFS": "local",
            "GSETTINGS_BACKEND": "memory"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.environment.pop("GTK_A11Y", None)
        self.environment.pop("GTK_THEME", None)
        os.chmod(self.home, 0o700)
        self._start_x(width, height)
        self._start_bus()
        self.reader = self.start(["/usr/bin/python3", READER], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def start(self, words, **options):
        process = subprocess.Popen(words, env=self.environment, **options)
        self.processes.append(process)
        return process

    def _start_x(self, width, height):
        """Without -noreset it begins anew when the last program has left, and turns
        away whoever comes meanwhile."""
        reading, writing = os.pipe()
        self.x_server = self.start(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
             "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb does not start"
        self.environment["DISPLAY"] = f":{number}"
        wait_for("a display", lambda: not subprocess.run(
            ["xdotool", "getmouselocation"], env=self.environment, check=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode)

    def _start_bus(self):
        bus = self.start(["dbus-run-session", "--", "sh", "-c",
                          "echo $DBUS_SESSION_BUS_ADDRESS; exec cat"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.bus = bus

    def close(self):
        self.bus.stdin.close()
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.close()

    # What is seen.

    def ask(self, line):
        self.reader.stdin.write(line + "\n")
        self.reader.stdin.flush()
        return json.loads(self.reader.stdout.readline())

    def tree(self):
        found = self.ask("tree")
        return found if isinstance(found, list) else []

    def squares(self, tree=None):
        """A dictionary: "e4" is "white pawn" or "empty"."""
        board = {}
        for node in tree if tree is not None else self.tree():
            match = re.fullmatch(r"([a-n]\d\d?), (.*)", node["name"])
            if match and node["role"] == "push button":
                board[match[1]] = match[2]
        return board

    def find(self, name, role=None, tree=None):
        for node in tree if tree is not None else self.tree():
            if (node["name"] == name or node["name"].startswith(name + ",")) and (
                    role is None or node["role"] == role):
                return node
        return None

    def labels(self):
        return [node["name"] for node in self.tree() if node["role"] == "label"]

    def says(self, text):
        """Waits until a label has this text in it."""
        return wait_for(f"a label with {text!r}",
                        lambda: [name for name in self.labels() if text in name])

    def shows(self, **squares):
        """Waits until these squares are as they are said to be."""
        def is_so():
            board = self.squares()
            return board and all(board.get(name) == what for name, what in squares.items())
        return wait_for(f"a board with {squares}", is_so)

    def picture(self, path):
        subprocess.run(["import", "-window", "root", path], env=self.environment, check=True)
        return path

    # What is done.

    def xdotool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def windows(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."],
                               env=self.environment, capture_output=True, text=True,
                               check=False).stdout.split()
        return found

    def geometry(self, window):
        text = self.xdotool("getwindowgeometry", "--shell", window)
        values = dict(line.split("=") for line in text.split())
        return [int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")]

    def focus(self, window):
        """There is no window manager to do it."""
        self.xdotool("windowfocus", "--sync", window)

    def middle(self, node):
        """Where on the screen the middle of something is."""
        x, y, width, height = node["place"]
        left, top = self.origin()
        return left + x + width // 2, top + y + height // 2

    def origin(self, tree=None):
        """Where the first window's content begins; it has a frame around it."""
        x, y, width, height = self.geometry(self.window)
        frame = next((node["place"] for node in (tree or self.tree())
                      if node["window"] == 0 and node["role"] == "frame"), None)
        if not frame:
            return x, y
        return x + (width - frame[2]) // 2, y + (height - frame[3]) // 2

    def click(self, name, role=None, button=1):
        node = wait_for(f"something called {name!r}", lambda: self.find(name, role))
        x, y = self.middle(node)
        self.xdotool("mousemove", x, y, "click", button)

    def drag(self, origin, target):
        tree = self.tree()
        from_x, from_y = self.middle(self.find(origin, tree=tree))
        to_x, to_y = self.middle(self.find(target, tree=tree))
        self.xdotool("mousemove", from_x, from_y, "mousedown", 1)
        for step in range(1, 6):
            self.xdotool("mousemove", from_x + (to_x - from_x) * step // 5,
                         from_y + (to_y - from_y) * step // 5)
        self.xdotool("mouseup", 1)

    def key(self, *keys):
        self.xdotool("key", "--clearmodifiers", *keys)

    def type(self, text):
        self.xdotool("type", "--delay", "20", text)

    def open_window(self, program, *words, **options):
        """Starts `rookery window` and waits for its board."""
        self.program = self.start([program, "window", *words], **options)
        wait_for("a board", lambda: self.program.poll() is not None or
                 len(self.squares()) >= 64)
        if self.program.poll() is not None:
            said = self.program.stderr.read() if self.program.stderr else ""
            raise AssertionError(f"the program has ended: {self.program.returncode} {said}")
        self.window = wait_for("a window", self.windows)[-1]
        self.focus(self.window)
        return self.program

    def end(self):
        """Closes it as a person does."""
        self.key("ctrl+q")
        assert self.program.wait(PATIENCE) == 0, self.program.returncode
