#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A Linux kernel with a chess board in it: boots Debian's in QEMU, loads chess.ko,
and puts a shell of it on this terminal, in which /dev/chess is there and
chessctl is a command. Leaving the shell ends the guest. Its folder is
build/linux/games on this side: files in it are there, and what is saved there is
here afterwards.

make play-kernel builds all that is needed first.
"""
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import termios

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests/kernel"))
import guest  # noqa: E402

TERM = os.environ.get("TERM", "linux")
GAMES = "build/linux/games"

VISIT = """#!/bin/sh
cat <<'END'

This is Linux %s. Its board is /dev/chess: chessctl plays on it, and so does

    echo '00 W' > /dev/chess; cat /dev/chess

Files that you save here are in %s afterwards. exit leaves.

END
export HOME=/home/player PS1='$ '
cd
exec sh
"""


def comforts():
    """What a terminal needs of this side's files: its description, its letters; and games."""
    files = {"/bin/chessctl": "build/linux/guest/chessctl"}
    folder = guest.path_of(GAMES)
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        if os.path.isfile(os.path.join(folder, name)):
            files[f"/home/player/{name}"] = os.path.join(folder, name)
    letters = "/usr/lib/locale/C.utf8/LC_CTYPE"
    names = [letters] + [f"{folder}/{TERM[:1]}/{TERM}"
                         for folder in ("/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo")]
    files.update({name: name for name in names if os.path.isfile(name)})
    return files


def keep_games(archive):
    """What was saved in the guest: plain files of a folder without folders."""
    try:
        with tarfile.open(archive) as tar:
            for member in tar:
                name = os.path.basename(member.name)
                if not member.isfile() or name.startswith("."):
                    continue
                with open(os.path.join(guest.path_of(GAMES), name), "wb") as file:
                    shutil.copyfileobj(tar.extractfile(member), file)
    except tarfile.TarError as error:
        print(f"nothing came out of the guest: {error}", file=sys.stderr)


def boot(folder):
    found = guest.find_kernel("6.1")
    console = os.path.join(folder, "console")
    initramfs = os.path.join(folder, "initramfs")
    module = f"build/linux/{found['release']}/chess.ko"
    with open(initramfs, "wb") as file:
        visit = (VISIT % (found["release"], GAMES)).encode()
        file.write(guest.make_initramfs(comforts(), module, {"bin/visit": visit}))
    size = shutil.get_terminal_size()
    words = f"play=1 rows={size.lines} columns={size.columns} TERM={TERM}"
    for name in ("NO_COLOR", "COLORTERM", "LANG", "LC_ALL"):
        value = os.environ.get(name, "")
        if value.replace("-", "").replace(".", "").replace("_", "").isalnum():
            words += f" {name}={value}"
    print(f"Linux {found['release']} is booting, with a chess board in it ...", flush=True)
    archive = os.path.join(folder, "games.tar")
    subprocess.run([*guest.qemu(guest.path_of(found["vmlinux"]), initramfs, console, words),
                    "-serial", f"file:{archive}"], check=True)
    keep_games(archive)
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
