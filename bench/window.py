#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How soon the window is there, and what a move costs in it.

usage: window.py PROGRAM

The screen is an X server whose pixels lie in a file that can be read while it runs, so
the moment at which something is seen is known without asking the program. Its start is
compared with gnome-chess, if that is there, in turns. A move is measured in two ways:
from the line that shows it, in the window beside the terminal, to the pixel; and by
the processor time of the main thread while two computers of level 1 play, which is
board, players, list and status line. Fails where a bar is missed."""

import mmap
import os
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests",
                                "desktop"))
from screen import Screen, wait_for  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "9"))
SIZE = 1200
START_BAR = 500  # milliseconds
MOVE_BAR = 5
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


class Pixels(Screen):
    """A screen whose pixels can be read at once."""

    def _start_x(self, width, height):
        self.folder = tempfile.mkdtemp(prefix="rookery-pixels-")
        reading, writing = os.pipe()
        self.x_server = self.start(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
             "-fbdir", self.folder, "-nolisten", "tcp"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.environment["DISPLAY"] = ":" + pipe.readline().strip()
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self.memory[:100])
        self.line = head[12]  # bytes of a row
        self.first = head[0] + 12 * head[19]  # after the header and the colours

    def pixel(self, x, y):
        at = self.first + y * self.line + 4 * x
        return self.memory[at:at + 3]

    def close(self):
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)


def until(condition, limit=60):
    """Milliseconds until something is so; it is asked all the time."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() < began + limit, "it is never seen"
        time.sleep(0.0005)
    return (time.monotonic() - began) * 1e3


def stop(process):
    process.terminate()
    process.wait()


def measure_start(screen, words):
    """From the start of the program to a pixel in the middle of its board."""
    began = time.monotonic()
    process = screen.start(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    black = b"\0\0\0"
    until(lambda: any(screen.pixel(x, y) != black for x, y in ((300, 300), (340, 330))))
    took = (time.monotonic() - began) * 1e3
    stop(process)
    until(lambda: screen.pixel(300, 300) == black)
    return took


def start_times(program):
    peers = {"rookery window": [program, "window"]}
    other = shutil.which("gnome-chess") or "/usr/games/gnome-chess"
    if os.access(other, os.X_OK):
        version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "gnome-chess"],
                                 capture_output=True, text=True, check=False).stdout
        peers[f"gnome-chess {version.split('-')[0].split(':')[-1]}"] = [other]
    times = {name: [] for name in peers}
    with Pixels() as screen:
        for name, words in peers.items():
            measure_start(screen, words)  # once, so that files are in memory
        for _ in range(ROUNDS):
            for name, words in peers.items():
                times[name].append(measure_start(screen, words))
    return {name: statistics.median(values) for name, values in times.items()}


def redraw_times(program):
    """Milliseconds from a line to its pixel, beside the terminal."""
    times = []
    with Pixels() as screen:
        ours, theirs = socket.socketpair()
        desktop = os.path.join(os.path.dirname(os.path.abspath(program)), "rookery-desktop")
        process = screen.start([desktop, "beside", "--fd", str(theirs.fileno())],
                               pass_fds=[theirs.fileno()], stderr=subprocess.DEVNULL)
        screen.window = wait_for("a window", screen.windows)[-1]
        screen.xdotool("windowsize", "--sync", screen.window, SIZE, SIZE)
        side = SIZE // 8
        place = (4 * side + side // 2, 4 * side + side * 2 // 3)  # on e4
        ours.sendall(f"show standard 0 {START}\nlast -\n".encode())
        time.sleep(1)
        for turn in range(4 * ROUNDS):
            before = screen.pixel(*place)
            fen, last = (MOVED, "12 28") if turn % 2 == 0 else (START, "-")
            began = time.monotonic()
            ours.sendall(f"show standard 0 {fen}\nlast {last}\n".encode())
            until(lambda old=before: screen.pixel(*place) != old)
            times.append((time.monotonic() - began) * 1e3)
            time.sleep(0.05)
        ours.close()
        process.wait()
    return statistics.median(times), max(times)


def thread_ms(pid):
    """Processor time of the main thread."""
    with open(f"/proc/{pid}/task/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e6


def move_cost(program):
    """Processor milliseconds of the main thread for a move in the whole window."""
    with Pixels() as screen:
        os.makedirs(os.path.join(screen.home, "config", "rookery"))
        with open(os.path.join(screen.home, "config", "rookery", "config"), "w",
                  encoding="ascii") as file:
            file.write("window-animation off\n")
        screen.environment["GTK_A11Y"] = "none"
        process = screen.start([program, "window", "--level", "1"], stderr=subprocess.DEVNULL)
        screen.program = process
        screen.window = wait_for("a window", screen.windows)[-1]
        screen.focus(screen.window)
        screen.xdotool("windowsize", "--sync", screen.window, SIZE, 1150)
        time.sleep(1)
        screen.type("seat white computer1")
        screen.key("Return")
        screen.key("Escape")  # leaves the entry, whose caret blinks
        journal = os.path.join(screen.home, "state", "rookery", "game-1")

        def plies():
            with open(journal, encoding="utf-8") as file:
                return file.read().count("\n")
        before, first = plies(), thread_ms(process.pid)
        wait_for("forty moves", lambda: plies() >= before + 40)
        cost = (thread_ms(process.pid) - first) / (plies() - before)
        screen.end()
    return cost


def main():
    program = os.path.abspath(sys.argv[1])
    starts = start_times(program)
    seen, worst = redraw_times(program)
    cost = move_cost(program)
    mine = starts["rookery window"]
    print("| from the start to the board on the screen | ms, median | ratio | bar, ms |")
    print("|---|---|---|---|")
    for name, value in starts.items():
        bar = START_BAR if value == mine else ""
        print(f"| {name} | {value:.0f} | {value / mine:.2f} | {bar} |")
    print(f"\n| a move, {SIZE} pixels | ms | bar, ms |\n|---|---|---|")
    print(f"| the board: from its line to the pixel, median (the longest: {worst:.1f}) "
          f"| {seen:.1f} | {MOVE_BAR} |")
    print(f"| all of the window: processor time of the main thread | {cost:.1f} | |")
    return mine > START_BAR or seen > MOVE_BAR


if __name__ == "__main__":
    sys.exit(main())
