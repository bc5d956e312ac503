#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The rules of the tree that a compiler does not see.

A layer includes only itself and the layers below it; layers without an
operating system reach the platform through rookery/deps.h alone; a port
includes public headers and its own; a tag has one definition; every file says
its licence; lines are at most 100 columns wide.
"""
import os
import re
import subprocess
import sys

# Whose headers a layer may include. Folders not named here are free.
BELOW = {
    "core": {"core"},
    "game": {"core", "game"},
    "engine": {"core", "engine"},
    "proto": {"core", "game", "proto"},
}

# The layer behind a public header include/rookery/NAME.h.
PUBLIC = {
    "deps": "core",
    "crc": "core",
    "types": "core",
    "version": "core",
    "platform": "core",
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
    "book": "engine",
    "engine": "engine",
    "network": "engine",
    "openings": "engine",
    "out": "proto",
    "words": "proto",
    "result": "proto",
    "graph": "proto",
    "why": "proto",
    "typed": "proto",
    "layout": "proto",
    "menu": "proto",
    "theme": "proto",
    "draw": "proto",
    "panel": "proto",
    "console": "proto",
    "tty": "proto",
    "annotate": "proto",
    "device": "proto",
    "uci": "proto",
    "uci_client": "proto",
    "xboard": "proto",
    "pgn": "proto",
}

DOOR = "include/rookery/deps.h"
GENERATED = {"slider_tables.inc", "openings.inc", "openings_four.inc", "pieces.inc"}

# Headers of other ports that a folder may include: chessctl is linked with what
# the host's terminal is made of, the desktop's program with what it shares with
# the host's, and the cluster's with what it runs on every machine.
BORROWED = {
    "ports/cluster": {"ports/host/analyse.h", "ports/host/child.h",
                      "ports/host/host.h", "ports/host/output.h",
                      "ports/host/pool.h", "ports/host/progress.h",
                      "ports/host/term.h", "ports/host/text.h", "ports/host/uci.h",
                      "tools/selfplay.h"},
    "ports/desktop": {"ports/host/desktop.h", "ports/host/host.h",
                      "ports/host/output.h", "ports/host/text.h"},
    "ports/desktop/gtk": {"ports/host/external.h", "ports/host/files.h",
                          "ports/host/host.h", "ports/host/journal.h",
                          "ports/host/levels.h", "ports/host/pool.h",
                          "ports/host/settings.h", "ports/host/start.h"},
    "ports/linux/client": {"ports/host/complete.h", "ports/host/edit.h",
                           "ports/host/output.h", "ports/host/term.h",
                           "ports/host/text.h"},
}

# Where one of several files is compiled, and each defines the tag.
ALTERNATIVES = {"host_edit"}

SPDX = re.compile(r"SPDX-License-Identifier: "
                  r"(GPL-2\.0-or-later OR MIT|GPL-2\.0-only)( \*/| -->)?$")
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)')
PRODUCT = ("core/", "game/", "engine/", "proto/", "ports/", "include/")
TAG = re.compile(r"\s*(?:\w+ )*(?:struct|union|enum) (\w+) \{")

# Texts without comments, and texts of others.
NO_SPDX = re.compile(r"LICENSE|LICENSES/|README|.*\.(md|json|png|rknet|svg)$|"
                     r"debian/(changelog|copyright|source/format)$|tests/fuzz/corpus/")

complaints = []
tags = {}  # where each tag is defined


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


def layer_of(path):
    """The layer of a file or of an included name; None if it is free."""
    parts = path.split("/")
    if parts[0] == "include":
        parts = parts[1:]
    if parts[0] == "rookery" and len(parts) > 1:
        return PUBLIC.get(parts[-1].removesuffix(".h"), "unknown")
    return parts[0] if parts[0] in BELOW or parts[0] == "ports" else None


def check_port(path, line, name):
    """A port sees the library through its public headers alone."""
    folder = os.path.dirname(path)
    port = "/".join(path.split("/")[:2]) + "/"
    if (name.startswith(("rookery/", port)) or
            name in BORROWED.get(folder, ()) or
            os.path.exists(os.path.join(folder, name))):
        return
    complain(path, line, f'a port must not include "{name}", but rookery/*')


def check_include(path, line, bracket, name):
    layer = layer_of(path)
    if layer == "unknown":
        complain(path, line, "say in tools/check-tree.py whose header this is")
    if layer == "ports" and bracket == '"' and name not in GENERATED:
        check_port(path, line, name)
    if layer not in BELOW or path == DOOR or name in GENERATED:
        return
    if bracket == "<":
        complain(path, line, f"<{name}>: only {DOOR} knows the platform")
        return
    beside = os.path.join(os.path.dirname(path), name)
    target = layer_of(beside if os.path.exists(beside) else name)
    if target not in BELOW[layer]:
        complain(path, line, f'{layer} must not include "{name}"')


def check_file(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    # What a shell reads must stand before it.
    licensed = lines[1 if lines[0].startswith(("#!", "#compdef ")) else 0]
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
        tag = path.startswith(PRODUCT) and TAG.match(line)
        if tag:
            tags.setdefault(tag[1], []).append((path, number))


def check_tags():
    """A name means one thing."""
    for tag, places in tags.items():
        if len(places) > 1 and tag not in ALTERNATIVES:
            for path, line in places:
                complain(path, line, f"{tag} is defined more than once")


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    paths = tracked()
    for path in paths:
        check_file(path)
    check_tags()
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(paths)} files looked at")
    return 1 if complaints or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
