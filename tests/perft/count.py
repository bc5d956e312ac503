# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Asks `rookery perft` for its numbers; compares what two have counted."""
import os
import re
import subprocess
import sys

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "./rookery"
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
CLOSING = re.compile(r"nodes (\d+)  time \d+\.\d+ s  \d+\.\d+ Mnps")


def count(depth, *words):
    """Returns ({move: nodes}, total)."""
    answer = subprocess.run(
        [PROGRAM, "perft", "--divide", str(depth), *words],
        capture_output=True, text=True, check=False)
    assert answer.returncode == 0, f"{words}\n{answer.stderr}"
    *lines, last = answer.stdout.splitlines()
    closing = CLOSING.fullmatch(last)
    assert closing, f"strange last line: {last}"
    divide = {}
    for line in lines:
        move, number = line.split(": ")
        assert move not in divide, f"{move} twice in {words}"
        divide[move] = int(number)
    total = int(closing[1])
    assert total == sum(divide.values()), f"{words}: sum is not {total}"
    return divide, total


def same(fen, ours, theirs, whose):
    wrong = [f"  {move}: {ours.get(move, 'none')}, {theirs.get(move, 'none')}"
             for move in sorted(ours.keys() | theirs.keys())
             if ours.get(move) != theirs.get(move)]
    assert not wrong, "\n".join([f"{fen}: ours, {whose}", *wrong])
