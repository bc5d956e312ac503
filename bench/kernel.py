#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Round trips to /dev/chess, against a bare echo device in the same boot.

    bench/kernel.py [ROUNDS]

One descriptor, a command written and its answer read: 01 (the board), 02 (the
moves of a game), and as many bytes to /dev/echo (bench/kernel/echo.c), which does
nothing but copy them under a lock. They take turns of 50 ms; the ratio is the
median over the rounds. QEMU emulates every instruction, so the rates are no
machine's; ratios are what to look at.
"""
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "kernel"))
from guest import Guest, find_kernel  # noqa: E402


def build_echo(headers):
    """The module, built where its objects may lie."""
    folder = os.path.join(ROOT, "build", "linux", "echo")
    os.makedirs(folder, exist_ok=True)
    for name in ("Kbuild", "echo.c"):
        link = os.path.join(folder, name)
        if not os.path.lexists(link):
            os.symlink(os.path.join(ROOT, "bench", "kernel", name), link)
    subprocess.run(["make", "-s", "-C", os.path.join(ROOT, headers), f"M={folder}", "modules"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return os.path.join(folder, "echo.ko")


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    files = {"/echo.ko": build_echo(find_kernel("6.1")["headers"]),
             "/bin/trips": "build/linux/guest/trips"}
    with Guest(files=files) as guest:
        status, output = guest.run("insmod /echo.ko && insmod /chess.ko && "
                                   f"trips {rounds} 50", timeout=60 + 5 * rounds)
    if status:
        sys.exit(output.decode(errors="replace"))
    rows = [[float(word) for word in line.split()] for line in output.splitlines()]
    for place, name in enumerate(("echo", "01", "02")):
        rate = statistics.median(row[place] for row in rows)
        ratios = sorted(row[place] / row[0] for row in rows)
        print(f"{name:5} {rate:8.0f} round trips/s  {statistics.median(ratios):.2f} of echo "
              f"({ratios[len(ratios) // 4]:.2f} to {ratios[len(ratios) * 3 // 4]:.2f} "
              "in the middle half)")


if __name__ == "__main__":
    main()
