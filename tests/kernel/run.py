#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The tests of chess.ko in a guest: the real /dev/chess.

    tests/kernel/run.py [LINE]

LINE is a line of Debian's kernels: 6.1, which is the usual one, or newest; make
kernel has built the module for it. With RK_QUICK the transcripts are played
in one way instead of three, and that is all.

What is expected comes from the contract: the transcripts of
tests/transcripts/device, the second rule book in games.c, the text of
docs/device.md in io*.c. Every guest's kernel log must be free of complaints.
"""
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [TESTS, HERE]
from group import Group  # noqa: E402
from guest import Guest, find_kernel, path_of  # noqa: E402

LINE = sys.argv[1] if len(sys.argv) > 1 else "6.1"
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
GAMES = 300   # between humans,
AGAINST = 64  # and against the computer

FILES = {f"/bin/{name}": f"build/linux/guest/{name}"
         for name in ("replay", "games", "io")}
FILES["/bench.txt"] = "tests/bench.txt"
PERFT = 197281  # four plies from the start


def load_transcripts():
    """tests/transcripts/run.py, which has the name of this file."""
    spec = importlib.util.spec_from_file_location(
        "transcripts", os.path.join(TESTS, "transcripts", "run.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def must(guest, command, timeout=600):
    """Runs a program of ours; it says what is wrong."""
    status, output = guest.run(command, timeout=timeout)
    output = output.decode("latin-1")
    if status:
        guest.run("rmmod chess")
    assert status == 0, f"{command}: status {status}\n{output}"
    print(output, end="")
    return output


def fail(error):
    raise error


def bench_number():
    with open(path_of("tests/bench.txt"), encoding="ascii") as file:
        return int(file.read().split("\n")[1])


def spoilt_modules():
    """The module with one number changed that its self-test knows."""
    with open(path_of(f"build/linux/{find_kernel(LINE)['release']}/chess.ko"), "rb") as file:
        module = file.read()
    spoilt = {}
    for name, number in ("bench", bench_number()), ("perft", PERFT):
        known = number.to_bytes(4, "little")
        assert known in module, f"chess.ko does not know {name} {number}"
        spoilt[f"/{name}.ko"] = module.replace(known, (number + 1).to_bytes(4, "little"))
    return spoilt


def refuses(guest, name, number):
    """A load whose self-test finds a difference fails and says which."""
    status, output = guest.run(f"insmod /{name}.ko selftest=1")
    log = guest.run("dmesg")[1].decode("latin-1")
    left = guest.run("rmmod chess; ls /dev/chess")[0]
    assert status != 0 and left != 0, f"insmod: {status} {output}"
    assert f"{number} instead of {number + 1}" in log, log


def transcripts(group, guest, mode):
    """The cases with their mode in front; without answers one failure."""
    tests = load_transcripts()
    driver = tests.Kernel(mode, guest)
    inner = Group(smallest=5)
    try:
        tests.play(inner, driver, tests.files_of(driver))
    except AssertionError as error:
        group.run(f"transcripts: {mode}", fail, error)
    group.names += [f"{mode}: {name}" for name in inner.names]
    group.failed += [f"{mode}: {name}" for name in inner.failed]


def play(group, guest):
    """On one processor, where loading a module takes the least time."""
    for mode in ("one",) if QUICK else ("one", "each", "shell"):
        transcripts(group, guest, mode)
    if not QUICK:
        group.run("games", must, guest, f"/bin/games {GAMES} {AGAINST}")


def use(group, guest):
    for name in guest.run("/bin/io")[1].decode().split():
        group.run(f"io: {name}", must, guest, f"/bin/io {name}")
    group.run("selftest: another bench", refuses, guest, "bench", bench_number())
    group.run("selftest: another perft", refuses, guest, "perft", PERFT)


def boot(group, tests, processors, files):
    """Leaving the guest fails if its kernel has complained."""
    error = None
    try:
        with Guest(files=files, release=LINE, cpus=processors) as guest:
            tests(group, guest)
    except AssertionError as assertion:
        error = assertion
    group.run(f"{tests.__name__}: the kernel is content",
              lambda: error and fail(error))


def main():
    group = Group()
    boot(group, play, 1, FILES)
    if not QUICK:
        boot(group, use, 2, {**FILES, **spoilt_modules()})
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
