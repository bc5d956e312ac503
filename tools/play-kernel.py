#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A game against a Linux kernel: boots Debian's in QEMU, loads chess.ko, and
puts chessctl on this terminal. Leaving chessctl ends the guest.

make play-kernel builds all that is needed first.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests/kernel"))
import guest  # noqa: E402

TERM = os.environ.get("TERM", "linux")


def comforts():
    """What a terminal needs of this side's files: its description, its letters."""
    files = {"/bin/chessctl": "build/linux/guest/chessctl"}
    letters = "/usr/lib/locale/C.utf8/LC_CTYPE"
    names = [letters] + [f"{folder}/{TERM[:1]}/{TERM}"
                         for folder in ("/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo")]
    files.update({name: name for name in names if os.path.isfile(name)})
    return files


def boot(folder):
    found = guest.find_kernel("6.1")
    console = os.path.join(folder, "console")
    initramfs = os.path.join(folder, "initramfs")
    module = f"build/linux/{found['release']}/chess.ko"
    with open(initramfs, "wb") as file:
        file.write(guest.make_initramfs(comforts(), module))
    size = shutil.get_terminal_size()
    words = f"play=1 rows={size.lines} columns={size.columns} TERM={TERM}"
    for name in ("NO_COLOR", "COLORTERM", "LANG", "LC_ALL"):
        value = os.environ.get(name, "")
        if value.replace("-", "").replace(".", "").replace("_", "").isalnum():
            words += f" {name}={value}"
    print(f"Linux {found['release']} is booting, with a chess board in it ...", flush=True)
    subprocess.run(guest.qemu(guest.path_of(found["vmlinux"]), initramfs, console, words),
                   check=True)
    with open(console, "rb") as file:
        return guest.complaints(file.read())


def main():
    terminal = sys.stdin.isatty() and termios.tcgetattr(sys.stdin)
    try:
        with tempfile.TemporaryDirectory(prefix="rookery-play-") as folder:
            bad = boot(folder)
    except KeyboardInterrupt:
        bad = []
    finally:
        # QEMU made it raw, and may not have lived to put it back.
        if terminal:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, terminal)
    if bad:
        sys.exit("the kernel complained:\n" + b"\n".join(bad).decode("latin-1"))


main()
