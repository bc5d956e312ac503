#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The examples of the documentation come out as it says; see tests/examples.py.

    tests/check/examples.py PROGRAM [PAGE...]

A page's examples are run in a folder of their own that looks like the tree: ./rookery, tools,
data, and what was built in build/host; `rookery` is in PATH, HOME is empty. Every page
for players has an example, and every command of `rookery help` is in one. Those that need
the kernel module are run by tests/kernel/client.py, those that need a board by tests/mcu/play.py.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "tests", "cluster")]
import examples  # noqa: E402
from group import Group, Skip  # noqa: E402
from ranks import VARIABLES  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
PAGES = sorted(glob.glob(f"{ROOT}/docs/*.md"))
# Run elsewhere: by tests/tutorial/run.py, in the guest of tests/kernel/client.py, and on the
# emulated board of tests/mcu/play.py.
ELSEWHERE = {"tutorial.md", "chessctl.md", "kernel.md", "firmware.md"}


def name_of(page):
    return os.path.basename(page)


def surroundings(folder):
    """Makes the folder look like the tree; returns what commands find in the environment."""
    built = os.path.dirname(PROGRAM)
    os.makedirs(f"{folder}/build")
    os.makedirs(f"{folder}/home")
    os.makedirs(f"{folder}/bin")
    os.symlink(built, f"{folder}/build/host")
    for name in "tools", "data":
        os.symlink(os.path.join(ROOT, name), f"{folder}/{name}")
    for name in f"{folder}/rookery", f"{folder}/bin/rookery":
        os.symlink(PROGRAM, name)
    if os.path.exists(f"{built}/rookery-mpi"):
        os.symlink(f"{built}/rookery-mpi", f"{folder}/bin/rookery-mpi")
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("XDG_", "LC_", "RK_")) and name not in ("DISPLAY", "NO_COLOR",
                                                                           "WAYLAND_DISPLAY")}
    return dict(kept, **VARIABLES["openmpi"], HOME=f"{folder}/home", LC_ALL="C.UTF-8", TERM="dumb",
                PATH=f"{folder}/bin:{kept['PATH']}:/usr/games")


def play(page):
    typed = "\n".join(example.command for example in examples.examples(page))
    for pattern, program in ((r"\brookery (picture|window)\b", "rookery-desktop"),
                             (r"\brookery-mpi\b", "rookery-mpi")):
        if re.search(pattern, typed) and \
                not os.path.exists(os.path.join(os.path.dirname(PROGRAM), program)):
            raise Skip(f"{program} was not built")
    with tempfile.TemporaryDirectory() as folder:
        env = surroundings(folder)
        for example in examples.examples(page):
            examples.play(page, example, folder, env)


def every_page_has_one():
    """What docs/README.md lists for players, and the page of rookery-mpi."""
    with open(f"{ROOT}/docs/README.md", encoding="utf-8") as file:
        listed = re.findall(r"\]\((\w[\w-]*\.md)\)", file.read().split("## For programmers")[0])
    listed.append("cluster.md")
    bare = [name for name in listed if not examples.examples(f"{ROOT}/docs/{name}")]
    assert len(listed) > 10 and not bare, f"without an example: {bare}"


def every_command_is_in_one():
    said = subprocess.run([PROGRAM, "help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  (\S+)", said, re.M)
    typed = "\n".join(example.command for page in PAGES for example in examples.examples(page))
    missing = [command for command in commands
               if command not in ("play", "--help") and
               not re.search(rf"\brookery {re.escape(command)}\b", typed)]
    assert len(commands) > 10 and not missing, f"in no example: {missing}"


def matching():
    """Can a comparison fail?"""
    assert examples.matches(["a", "...", "b ... d"], ["a", "x", "", "b c d  "])
    assert examples.matches(["..."], []) and examples.matches([], [])
    for expected, got in ((["a"], []), ([], ["a"]), (["a"], ["b"]), (["a ..."], ["a"]),
                          (["a", "..."], ["b", "a"]), (["a.c"], ["abc"])):
        assert not examples.matches(expected, got), (expected, got)


group = Group()
wanted = sys.argv[2:]
if not wanted:
    for check in matching, every_page_has_one, every_command_is_in_one:
        group.run(check.__name__, check)
for path in PAGES:
    if name_of(path) in (wanted or {name_of(page) for page in PAGES} - ELSEWHERE) and \
            examples.examples(path):
        group.run(name_of(path), play, path)
sys.exit(group.close())
