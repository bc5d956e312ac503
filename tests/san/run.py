#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""SAN against chessops and chess.js on positions of random play.

    tests/san/run.py DUMP      RK_QUICK=1 for fewer positions

DUMP is dump.c, compiled; what it writes goes through a pipe to compare.mjs.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

DUMP = sys.argv[1]
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
WANTED = 1000 if QUICK else 20000


def compare(seed, *variant):
    count = WANTED * 5 // 4  # some positions come more than once
    with open(os.path.join(HERE, "starts.fen"), encoding="ascii") as starts, \
            subprocess.Popen([DUMP, str(seed), str(count), *variant],
                             stdin=starts, stdout=subprocess.PIPE) as dump:
        reader = subprocess.run(
            ["node", os.path.join(HERE, "compare.mjs"), str(WANTED), *variant],
            stdin=dump.stdout, check=False)
        dump.stdout.close()
    assert reader.returncode == 0, "compare.mjs fails, see above"
    assert dump.returncode == 0, f"{DUMP} ended with {dump.returncode}"


def main():
    group = Group()
    group.run("SAN equals chessops and chess.js", compare, 1)
    group.run("SAN of Chess960 equals chessops", compare, 2, "chess960")
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
