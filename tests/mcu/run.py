#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The firmware on emulated boards.

    tests/mcu/run.py BOARD[:unicorn] [TEST...]

Images are those of make firmware, or in the folder RK_FIRMWARE; RK_HOST is
the rookery to compare with, build/gcc/rookery. netduinoplus2 and microbit1 run in
QEMU; the latter with :unicorn, as the others, in the model of chip.py, which keeps
exact time and can cut the power. Tests are functions test_... of the files beside this one, or the
word transcripts; the attribute `only` says on which boards they make sense.
"""
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))
import hands  # noqa: E402
import harm  # noqa: E402
import limits  # noqa: E402
import lines  # noqa: E402
import programs  # noqa: E402
import safe  # noqa: E402
import screen  # noqa: E402
from group import Group  # noqa: E402
from talk import Bench  # noqa: E402

MODULES = lines, hands, harm, safe, programs, screen, limits

# These boards run the same code as the nRF52840 DK; what takes long is left to that.
LESS = "microbit2", "nrf5340dk"
LONG = {"uci_game", "uci_junk", "rich_junk", "rich_editing", "rich_after_reset", "letters",
        "small_terminals", "junk_while_thinking", "long_game"}


# QEMU has no pins of this one; what is the same code as elsewhere is left to others.
ONLY = {"netduinoplus2": {"greeting", "game_to_mate", "computers", "score", "four_players", "uci",
                          "fault", "rich_game", "help"}}


def tests():
    return {name[5:]: function for module in MODULES
            for name, function in vars(module).items() if name.startswith("test_")}


def applies(function, bench):
    """A test says where it makes sense, or is for every board."""
    return getattr(function, "only", lambda _: True)(bench)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    bench = Bench(*sys.argv[1].split(":"))
    wanted = sys.argv[2:]
    group = Group()
    for name, function in tests().items():
        if not wanted and (bench.name in LESS and name in LONG or
                           name not in ONLY.get(bench.name, {name})):
            continue
        if (not wanted or name in wanted) and applies(function, bench):
            start = time.monotonic()
            group.run(f"{sys.argv[1]}: {name}", function, bench)
            print(f"{time.monotonic() - start:.1f} s", flush=True)
    if (not wanted or "transcripts" in wanted) and not sys.argv[1].endswith(":unicorn"):
        lines.run_transcripts(group, bench)
    if not wanted:
        group.run(f"{sys.argv[1]}: stack", limits.check_stack, bench)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
