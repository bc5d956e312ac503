#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""`rookery device` as a program: pipes, long lines, options.

    tests/host/test_device.py [PROGRAM]

What the commands mean is in tests/transcripts/device.
"""
import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "./rookery"
START = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def device(text, *words, **more):
    done = subprocess.run([PROGRAM, "device", *words], input=text, check=False,
                          capture_output=True, timeout=120, **more)
    equal((done.returncode, done.stderr), (0, b""))
    return done.stdout.split(b"\n")[:-1]


def equal(got, expected):
    assert got == expected, f"got {got!r}, expected {expected!r}"


def nothing():
    equal(device(b""), [])


def at_once():
    """Each answer comes before the next command is sent."""
    with subprocess.Popen([PROGRAM, "device"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        for text, answer in [(b"01\n", b"NOGAME\n"), (b"00 B\n", b"OK\n"),
                             (b"04\n", b"OOT\n"), (b"03\n", b"OK\n")]:
            for byte in text:
                process.stdin.write(bytes([byte]))
                process.stdin.flush()
            equal(process.stdout.readline(), answer)
        process.stdin.close()
        equal(process.stdout.read(), b"")


def no_newline():
    equal(device(b"00 W\n01"), [b"OK", b"UNKCMD"])
    equal(device(b"0"), [b"UNKCMD"])


def long_lines():
    """Far longer than any command; the next one is not harmed."""
    moves = b"g1f3 g8f6 f3g1 f6g8 "
    for line, answer in [
            (b"01" + b" " * 10**6, b"INVFMT"),
            (b"02 WPe2-e4" + b"x" * 10**6, b"INVFMT"),
            (b"06 " + b"1" * 10**4, b"ILLMOVE"),
            (b"06 " + b"1" * 10**6, b"INVFMT"),
            (b"09 " + START + b";" + moves * 10**4 + b"e2e4", b"INVFMT"),
            (b"09 " + START + b";" + moves * 1000 + b"e2e4", b"ILLMOVE"),
            (b"\0" * 10**6, b"UNKCMD"),
            (b"1" * 10**6, b"UNKCMD")]:
        equal(device(b"05\n" + line + b"\n02 WPe2-e4\n08\n"),
              [b"OK", answer, b"OK", START + b";e2e4"])
    equal(device(b"05\n01" + b" " * 10**6), [b"OK", b"UNKCMD"])


def bounded_memory():
    """A line that is larger than the memory it may have."""
    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (1 << 24, 1 << 24))

    text = b"05\n01" + b"x" * (1 << 26) + b"\n08\n"
    equal(device(text, preexec_fn=limit), [b"OK", b"INVFMT", START + b";"])


def options():
    for level in "1", "4":
        equal(device(b"00 B\n03\n", "--level", level), [b"OK", b"OK"])
    others = b"device takes --level N, --announce and --queen, nothing else"
    for words, reason in [
            (["--level"], others), (["x"], others), (["--level", "1", "2"], others),
            (["--queen", "e"], others),
            (["--level", "0"], b"--level needs a number from 1 to "),
            (["--level", "99"], b"--level needs a number from 1 to "),
            (["--level", "-1"], b"--level needs a number from 1 to "),
            (["--level", ""], b"--level needs a number from 1 to "),
            (["--level", "2x"], b"--level needs a number from 1 to "),
            (["--level", "18446744073709551617"], b"--level needs ")]:
        done = subprocess.run([PROGRAM, "device", *words], input=b"01\n",
                              capture_output=True, check=False)
        equal((done.returncode, done.stdout), (2, b""))
        equal(done.stderr.count(b"\n"), 1)
        assert done.stderr.startswith(b"rookery: " + reason), done.stderr


def full_disk():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "device"], input=b"01\n" * 3,
                              stdout=full, stderr=subprocess.PIPE, check=False)
    equal(done.returncode, 1)
    assert done.stderr.startswith(b"rookery: cannot write"), done.stderr


def main():
    group = Group(smallest=5)
    for test in (nothing, at_once, no_newline, long_lines, bounded_memory,
                 options, full_disk):
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
