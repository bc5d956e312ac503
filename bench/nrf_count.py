#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Instructions and cycles a node of the engine on a chip, counted in an emulator.

    bench/nrf_count.py [--depth N] [--every N] [--profile] [--seconds S] [FOLDER]

Takes the images that `make firmware` has built (in FOLDER, else build/mcu),
calls rk_bench_search() in them for the positions of `rookery bench`, and counts
every instruction that the emulator unicorn executes. Cycles come from a table:
what ARM's manuals say of the core. On the nRF51 at 16 MHz flash has no wait
states; on the others the cache of the flash is assumed to hit always. Printed for
each board: what it does in a second, how often it does what micro-Max does on
micro:bit v1, and what it has for a move: nodes, and bytes of the table of
positions in the memory that is left for the engine.
"""
import argparse
import os
import re
import subprocess
import sys
from collections import Counter

try:
    import unicorn
    from unicorn import arm_const as arm
except ImportError:
    sys.exit("mcu_count: needs Debian's python3-unicorn")

STOP = 0x00f00000       # an unmapped address; a call that returns to it is done
RAM, RAM_SIZE = 0x20000000, 0x40000
STACK = 0x8000          # at the top of it
MEMORY_SIZE_AT = 36     # in struct rk_platform
LEVELS_AT = 4           # in struct rk_player
LEVELS = 12             # RK_LEVELS
REGISTERS = re.compile(r"\{(.*)\}")
LINE = re.compile(r"^ *([0-9a-f]+):\t((?:[0-9a-f]{4} ?){1,2})\s*\t(\S+)\s*([^@;]*)")

# Cycles of what takes more than one; `taken` comes on top of a branch's one. A
# multiplication takes one on all of them, as it is wired on the nRF51.
M0 = {"model": arm.UC_CPU_ARM_CORTEX_M0, "load": 2, "store": 2, "taken": 2, "bl": 4,
      "jump": 3, "pop": 3, "divide": 1}
M4 = {"model": arm.UC_CPU_ARM_CORTEX_M4, "load": 2, "store": 1, "taken": 2, "bl": 3,
      "jump": 3, "pop": 2, "divide": 7}
M33 = {**M4, "model": arm.UC_CPU_ARM_CORTEX_M33}
BOARDS = {"microbit1": (M0, 16), "microbit2": (M4, 64), "nrf52840dk": (M4, 64),
          "nrf5340dk": (M33, 128)}
BUCKET = 64             # bytes of the table come in these
MICRO_MAX = 1000        # nodes a second on micro:bit v1, from a cycle model, not from here


def registers(operands):
    """How many are in a list such as {r4-r7, lr}."""
    count = 0
    for part in REGISTERS.search(operands)[1].split(","):
        ends = part.strip().split("-")
        number = {"lr": 14, "pc": 15, "ip": 12, "fp": 11, "sl": 10}
        first, last = (number.get(end) or int(end[1:]) for end in (ends[0], ends[-1]))
        count += last - first + 1
    return count


def cycles(cpu, name, operands):
    """Of one instruction; a conditional branch as if it were not taken."""
    name = name.split(".")[0]
    if name.startswith(("push", "stm")):
        return 1 + registers(operands)
    if name.startswith(("pop", "ldm")):
        return 1 + registers(operands) + (cpu["pop"] if "pc" in operands else 0)
    if name.startswith(("ldrd", "strd")):
        return 3
    if name.startswith(("tbb", "tbh")):
        return cpu["load"] + cpu["jump"]
    if name.startswith("ldr"):
        return cpu["load"] + (cpu["jump"] if operands.startswith("pc") else 0)
    if name.startswith("str"):
        return cpu["store"]
    if name.startswith(("udiv", "sdiv")):
        return cpu["divide"]
    if name == "bl":
        return cpu["bl"]
    if name in ("bx", "blx", "b") or re.match(r"(mov|add)s?$", name) and operands.startswith("pc"):
        return cpu["jump"]
    return 1


class Code:
    """The instructions of an image, and the functions that they are in."""
    def __init__(self, path, cpu):
        text = subprocess.run(["arm-none-eabi-objdump", "-d", path], check=True,
                              capture_output=True, text=True).stdout
        self.at, self.function, name = {}, {}, None
        for line in text.splitlines():
            if line.endswith(">:"):
                name = line.split("<")[1][:-2]
            elif found := LINE.match(line):
                address = int(found[1], 16)
                self.at[address] = (len(found[2].replace(" ", "")) // 2,
                                    cycles(cpu, found[3], found[4]))
                self.function[address] = name
        self.known = {}

    def block(self, start, size):
        """(instructions, cycles) from here on."""
        if (start, size) not in self.known:
            at, end, count, cost = start, start + size, 0, 0
            while at < end:
                length, take = self.at[at]
                at, count, cost = at + length, count + 1, cost + take
            self.known[start, size] = (count, cost)
        return self.known[start, size]


def symbols(path):
    text = subprocess.run(["arm-none-eabi-nm", path], check=True, capture_output=True,
                          text=True).stdout
    return {words[2]: int(words[0], 16) for words in map(str.split, text.splitlines())
            if len(words) == 3}


def segments(path):
    """(address, bytes) of what is loaded."""
    with open(path, "rb") as file:
        image = file.read()
    half = lambda at: int.from_bytes(image[at:at + 2], "little")
    word = lambda at: int.from_bytes(image[at:at + 4], "little")
    for i in range(half(44)):
        header = word(28) + i * half(42)
        if word(header) == 1:
            yield word(header + 12), image[word(header + 4):][:word(header + 16)]


class Chip:
    def __init__(self, path, cpu):
        self.cpu = cpu
        self.code = Code(path, self.cpu)
        self.symbols = symbols(path)
        self.uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(cpu["model"])
        self.uc.mem_map(0, 0x100000)
        self.uc.mem_map(STOP, 0x1000)
        self.uc.mem_map(RAM, RAM_SIZE)
        for address, data in segments(path):
            self.uc.mem_write(address, data)
        self.blocks, self.taken, self.last = Counter(), Counter(), None
        self.uc.hook_add(unicorn.UC_HOOK_BLOCK, self.enter)

    def enter(self, _uc, address, size, _data):
        block = (address, size)
        self.blocks[block] += 1
        # What does not go on where it ended has jumped, or been called.
        if self.last and address != self.last[0] + self.last[1]:
            self.taken[self.last] += 1
        self.last = block

    def call(self, name, *arguments):
        for register, value in zip((arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2,
                                    arm.UC_ARM_REG_R3), arguments):
            self.uc.reg_write(register, value)
        # More arguments than these would be zeros there.
        self.uc.reg_write(arm.UC_ARM_REG_SP, RAM + RAM_SIZE - 16)
        self.uc.reg_write(arm.UC_ARM_REG_LR, STOP | 1)
        self.last = None
        self.uc.emu_start(self.symbols[name] | 1, STOP)
        return self.uc.reg_read(arm.UC_ARM_REG_R0)

    def word(self, address):
        return int.from_bytes(self.uc.mem_read(address, 4), "little")

    def count(self):
        """{function: (instructions, cycles)} of all calls so far."""
        sums = {}
        for (start, size), times in self.blocks.items():
            if start not in self.code.at:
                continue
            count, cost = self.code.block(start, size)
            name = self.code.function[start]
            before = sums.get(name, (0, 0))
            extra = self.conditional(start, size) * self.taken[start, size] * self.cpu["taken"]
            sums[name] = (before[0] + count * times, before[1] + cost * times + extra)
        return sums

    def entries(self, name):
        """How often a function was called, if it does not begin with a loop."""
        return sum(times for (start, _), times in self.blocks.items()
                   if start == self.symbols.get(name, 0) & ~1)

    def conditional(self, start, size):
        """Does the block end with a branch whose cost depends on the way?"""
        last = max(at for at in range(start, start + size, 2) if at in self.code.at)
        opcode = int.from_bytes(self.uc.mem_read(last, 2), "little")
        if self.code.at[last][0] == 2:
            return 0xd000 <= opcode < 0xde00 or opcode & 0xf500 == 0xb100
        second = int.from_bytes(self.uc.mem_read(last + 2, 2), "little")
        return opcode >> 11 == 0x1e and second & 0xd000 == 0x8000


    def search(self, depth, every):
        """Nodes of the bench positions."""
        table, nodes, index = self.symbols["rk_bench_positions"], 0, 0
        while fen := self.word(table + 4 * index):
            if index % every == 0:
                self.uc.mem_write(RAM, bytes(RAM_SIZE))
                nodes += self.call("rk_bench_search", fen, depth, RAM, RAM + RAM_SIZE - STACK)
            index += 1
        return nodes

    def search_memory(self):
        """The least scratch memory with which the levels search; the rest is table."""
        player, platform = RAM, RAM + 0x400
        low, high = 0, RAM_SIZE
        while low + 8 < high:
            size = (low + high) // 16 * 8
            self.uc.mem_write(RAM, bytes(0x800))
            self.uc.mem_write(platform + MEMORY_SIZE_AT, size.to_bytes(4, "little"))
            self.call("rk_levels_init", player, platform)
            if self.word(player + LEVELS_AT) == LEVELS:
                high = size
            else:
                low = size
        if high == RAM_SIZE:
            sys.exit("mcu_count: the levels never search: has struct rk_platform changed?")
        return high

    def table_size(self):
        """Bytes that the engine of a level has for its table."""
        scratch = self.symbols["mcu_scratch_end"] - self.symbols["mcu_scratch"]
        return (scratch - self.search_memory()) // BUCKET * BUCKET


class Speed:
    """What one board does."""
    def __init__(self, path, board, depth=7, every=4):
        cpu, self.mhz = BOARDS[board]
        self.chip = Chip(path, cpu)
        self.table = self.chip.table_size()
        self.chip.blocks.clear()
        self.chip.taken.clear()
        self.nodes = self.chip.search(depth, every)
        self.sums = self.chip.count()
        self.instructions = sum(count for count, _ in self.sums.values()) / self.nodes
        self.cycles = sum(cost for _, cost in self.sums.values()) / self.nodes
        self.per_second = int(1e6 * self.mhz / self.cycles)

    def profile(self):
        rows = sorted(self.sums.items(), key=lambda row: -row[1][1])
        for name, (count, cost) in rows[:45]:
            print(f"{100 * cost / self.nodes / self.cycles:6.2f} % "
                  f"{self.chip.entries(name) / self.nodes:7.2f} calls "
                  f"{count / self.nodes:8.1f} instructions {cost / self.nodes:8.1f} cycles a node  "
                  f"{name}")


def image_of(folder, board):
    return os.path.join(folder, board, "rookery.elf")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=os.path.join("build", "mcu"))
    parser.add_argument("--board", choices=BOARDS, action="append", help="only these")
    parser.add_argument("--depth", type=int, default=7)
    parser.add_argument("--every", type=int, default=4, help="only every so many positions")
    parser.add_argument("--seconds", type=int, default=10, help="for a move")
    parser.add_argument("--profile", action="store_true", help="where the cycles go")
    options = parser.parse_args()
    print(f"{'board':12}{'MHz':>4}{'nodes':>8}{'instructions':>14}{'cycles':>8}{'nodes':>10}"
          f"{'micro-Max':>11}{'in ' + str(options.seconds) + ' s':>9}{'table':>8}\n"
          f"{'':12}{'':4}{'counted':>8}{'a node':>14}{'a node':>8}{'a second':>10}"
          f"{MICRO_MAX:11}{'':9}{'bytes':>8}")
    for board in options.board or BOARDS:
        speed = Speed(image_of(options.folder, board), board, options.depth, options.every)
        print(f"{board:12}{speed.mhz:4}{speed.nodes:8}{speed.instructions:14.0f}{speed.cycles:8.0f}"
              f"{speed.per_second:10}{speed.per_second / MICRO_MAX:10.2f}x"
              f"{speed.per_second * options.seconds:9}{speed.table:8}", flush=True)
        if options.profile:
            speed.profile()


if __name__ == "__main__":
    main()
