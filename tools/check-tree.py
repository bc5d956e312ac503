#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The rules of the tree that a compiler does not see.

A room includes only itself and the rooms below it; rooms without an operating
system reach the platform through core/deps.h alone; every file says its
licence; lines are at most 100 columns wide.
"""
import os
import re
import subprocess
import sys

# Whose headers a room may include. Folders not named here are free.
BELOW = {
    "core": {"core"},
    "game": {"core", "game"},
    "engine": {"core", "engine"},
    "proto": {"core", "game", "proto"},
}

# The room that stands behind a public header include/rookery/NAME.h.
PUBLIC = {
    "types": "core",
    "version": "core",
    "position": "core",
    "moves": "core",
    "status": "core",
    "notation": "core",
    "rules": "core",
    "four": "core",
    "player": "core",
    "think": "core",
    "game": "game",
    "levels": "engine",
    "verdict": "engine",
    "single": "engine",
    "book": "engine",
    "engine": "engine",
    "console": "proto",
    "device": "proto",
    "uci": "proto",
    "xboard": "proto",
    "pgn": "proto",
}

DOOR = "core/deps.h"
GENERATED = {"slider_tables.inc", "openings.inc"}

SPDX = re.compile(r"SPDX-License-Identifier: "
                  r"(GPL-2\.0-or-later OR MIT|GPL-2\.0-only)( \*/| -->)?$")
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)')

# Texts without comments, and texts of others.
NO_SPDX = re.compile(r"LICENSE|LICENSES/|README|.*\.(md|json|png|svg)$|"
                     r"tests/fuzz/corpus/")

complaints = []


def complain(path, line, text):
    complaints.append(f"{path}:{line}: {text}")


def tracked():
    """Every file that is, or is about to be, in the repository."""
    try:
        names = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], check=True,
            capture_output=True, text=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        names = [os.path.relpath(os.path.join(folder, name))
                 for folder, _, found in os.walk(".") for name in found]
    return sorted(name for name in names if os.path.isfile(name) and
                  not name.startswith(("build/", ".git/", "rookery")))


def room_of(path):
    """The room of a file or of an included name; None if it is free."""
    parts = path.split("/")
    if parts[0] == "include":
        parts = parts[1:]
    if parts[0] == "rookery" and len(parts) > 1:
        return PUBLIC.get(parts[-1].removesuffix(".h"), "unknown")
    return parts[0] if parts[0] in BELOW or parts[0] == "ports" else None


def check_include(path, line, bracket, name):
    room = room_of(path)
    if room == "unknown":
        complain(path, line, "say in tools/check-tree.py whose header this is")
    if room not in BELOW or path == DOOR or name in GENERATED:
        return
    if bracket == "<":
        complain(path, line, f"<{name}>: only {DOOR} knows the platform")
        return
    beside = os.path.join(os.path.dirname(path), name)
    target = room_of(beside if os.path.exists(beside) else name)
    if target not in BELOW[room]:
        complain(path, line, f'{room} must not include "{name}"')


def check_file(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    licensed = lines[1 if lines[0].startswith("#!") else 0]
    if not NO_SPDX.match(path) and not SPDX.search(licensed):
        complain(path, 1, "no SPDX-License-Identifier on the first line")
    if not path.endswith((".c", ".h", ".sh", ".py", ".mjs", "Makefile", ".mk")):
        return
    for number, line in enumerate(lines, 1):
        if len(line.expandtabs(8)) > 100:
            complain(path, number, "over 100 columns")
        if line != line.rstrip():
            complain(path, number, "blanks at the end of the line")
        include = path.endswith((".c", ".h")) and INCLUDE.match(line)
        if include:
            check_include(path, number, *include.groups())


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    paths = tracked()
    for path in paths:
        check_file(path)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(paths)} files looked at")
    return 1 if complaints or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
