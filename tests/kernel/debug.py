#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""chess.ko in a kernel that watches itself: KASAN, lockdep, UBSAN, kmemleak.

    tests/kernel/debug.py [PART...]

First the kernel must report each fault of a bad module, so that its silence
afterwards means something. Then the module is used by many at once, is denied
memory at every single place, and gets a million random commands. The kernel
(tools/kernel-debug.sh) may not complain and nothing may leak.

The parts are detectors, kunit, stress, faults and flood; see the functions below.
RK_SEED=N gives other random commands; RK_QUICK=1 fewer.
"""
import os
import re
import subprocess
import sys

import guest
import run
from guest import Guest, ROOT
from group import Group, SMALLEST, Skip

PROGRAMS = ("faults", "flood", "games", "io", "replay")
BUILT = os.path.join(ROOT, "build/linux/debug")
MEMORY = 1024  # MB
STACK = 32768  # bytes; twice the usual, for KASAN

QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
SEED = int(os.environ.get("RK_SEED", "1"))
COMMANDS = 100000 if QUICK else 1000000
GAMES = "8 8"
MIDDLE = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N1B2/2N3P1/PP2PPBP/R2Q1RK1 b - - 0 11"

# The kernel tells the greatest depth of the stack so far: the deepest is last.
THOUGHTS = {
    "level 12": "insmod /chess.ko level=12 && echo 00 W >/dev/chess &&"
                f"echo '09 {MIDDLE};' >/dev/chess && sh -c 'echo 03 >/dev/chess' &&"
                "grep -q OK /dev/chess && rmmod chess",
    "self-test": "insmod /chess.ko selftest=1 && rmmod chess",
}

# Lockdep gives up after the first report of anything, so that one is first.
REPORTS = {
    "locks-both-ways": "possible circular locking dependency",
    "sleep-in-atomic": "scheduling while atomic|sleeping function called from invalid context",
    "shift": "UBSAN: shift-out-of-bounds",
    "use-after-free": r"KASAN: (slab-)?use-after-free",
    "out-of-bounds": "KASAN: slab-out-of-bounds",
    "stack-out-of-bounds": "KASAN: stack-out-of-bounds",
    "leak": "unreferenced object",
}

# It looks at how much memory is free, and KASAN keeps what is freed for a
# while; the self-test is above; this kernel has no control groups and no io_uring.
NOT_HERE = {"cycles", "selftest", "frozen", "ring_asks", "ring_cancels"}

# The kernel itself says so if it finds no memory: that is the test. And it counts what
# kmemleak has found; whether any of it is ours, leaks() knows.
EXPECTED = re.compile(rb"[^\n]*: (vmalloc error|page allocation failure):.*? pages reserved\n"
                      rb"|[^\n]*kmemleak: \d+ new suspected memory leaks[^\n]*\n",
                      re.DOTALL)


def make(*words):
    done = subprocess.run(["make", "-s", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"debug: make {' '.join(words)}:\n{done.stdout}")


def build(kernel):
    """chess.ko and bad.ko for this kernel; their paths."""
    os.makedirs(f"{BUILT}/bad", exist_ok=True)
    with open(f"{BUILT}/bad/Kbuild", "w", encoding="ascii") as file:
        file.write("obj-m := bad.o\n")
    with open(f"{ROOT}/tests/kernel/bad.c", encoding="ascii") as source:
        with open(f"{BUILT}/bad/bad.c", "w", encoding="ascii") as file:
            file.write(source.read())
    make("-C", f"{ROOT}/ports/linux", f"KDIR={kernel}", f"SHADOW={BUILT}/chess")
    make("-C", kernel, f"M={BUILT}/bad", "modules")
    return f"{BUILT}/chess/chess.ko", f"{BUILT}/bad/bad.ko"


class Watched(Guest):
    """A guest with the kernel that watches itself."""

    def __init__(self, kernel, module, files, parameters=""):
        files = dict(files, **{"/bench.txt": "tests/bench.txt"})
        for name in PROGRAMS:
            files[f"/bin/{name}"] = f"build/linux/guest/{name}"
        super().__init__(files, kernel=f"{kernel}/bzImage", module=module, memory=MEMORY,
                         parameters=parameters)

    def __enter__(self):
        """What the kernel itself has lost while booting is not ours."""
        super().__enter__()
        self.run("for i in 1 2; do echo scan >/sys/kernel/debug/kmemleak; done;"
                 "echo clear >/sys/kernel/debug/kmemleak; dmesg -c >/dev/null")
        return self

    def must(self, command, timeout=900):
        """What it prints; it must end well."""
        return run.must(self, command, timeout)

    def leaks(self):
        """What kmemleak has found. Memory must be a few seconds old. What was allocated
        before there were processes is the kernel's own."""
        found = self.must("sleep 6; echo scan >/sys/kernel/debug/kmemleak; sleep 1;"
                          "echo scan >/sys/kernel/debug/kmemleak; cat /sys/kernel/debug/kmemleak")
        return "".join(one for one in re.split("(?=^unreferenced object)", found, flags=re.M)
                       if 'comm "swapper/' not in one)

    def check(self):
        """The log so far, which is emptied, has no complaint, and nothing leaks."""
        log = EXPECTED.sub(b"", self.run("dmesg -c")[1])
        assert not guest.complaints(log), "the kernel complained:\n" + log.decode("latin-1")
        leaks = self.leaks()
        assert not leaks, f"leaks:\n{leaks}"

    def console_log(self):
        return EXPECTED.sub(b"", super().console_log())


class Tests:
    def __init__(self, kernel, group):
        self.kernel = kernel
        self.module, self.bad = build(kernel)
        self.group = group

    def boot(self, files=None, parameters=""):
        return Watched(self.kernel, self.module, files or {}, parameters)

    def detectors(self):
        """Every fault is reported; the guest is not asked whether it is content."""
        machine = self.boot({"/bad.ko": self.bad}, "panic_on_warn=0 kasan_multi_shot")
        machine.__enter__()
        try:
            for fault, report in REPORTS.items():
                self.group.run(f"reported: {fault}", self.commit, machine, fault, report)
        finally:
            machine.end()

    @staticmethod
    def commit(machine, fault, report):
        machine.must("echo clear >/sys/kernel/debug/kmemleak; dmesg -c >/dev/null;"
                     f"insmod /bad.ko fault={fault}; rmmod bad")
        if fault == "leak":
            leaks = machine.leaks()
            assert re.search(report, leaks), f"no report: {leaks}"
        log = machine.must("dmesg")
        assert guest.complaints(log.encode("latin-1")), f"no complaint:\n{log}"
        assert fault == "leak" or re.search(report, log), f"no report:\n{log}"

    def kunit(self):
        """The tests in ports/linux/kunit.c, which run when the module is loaded."""
        make("-C", f"{ROOT}/ports/linux", f"KDIR={self.kernel}", f"SHADOW={BUILT}/kunit",
             "CHESS_KUNIT=y")
        with Watched(self.kernel, f"{BUILT}/kunit/chess.ko", {}, "kunit.enable=1") as machine:
            self.group.run("kunit", self.run_kunit, machine)
            self.group.run("kunit: the kernel is content", machine.check)

    @staticmethod
    def run_kunit(machine):
        log = machine.must("insmod /chess.ko && rmmod chess && dmesg")
        cases = re.findall(r"\] +((?:not )?ok) \d+ (?:- )?(\w+)\n", log)
        assert ("ok", "chess") in cases and len(cases) > 6, log
        assert all(verdict == "ok" for verdict, name in cases), log
        print(f"{len(cases) - 1} tests of KUnit's have passed")

    def stress(self):
        """Files, threads, kills, and games that a second rule book follows."""
        with self.boot() as machine:
            for name, command in THOUGHTS.items():
                self.group.run(f"stack: {name}", self.think, machine, name, command)
            run.transcripts(self.group, machine, "one")
            for name in machine.must("io").split():
                if name not in NOT_HERE:
                    self.group.run(f"io: {name}", machine.must, f"io {name}")
            self.group.run("games", self.games, machine)
            self.group.run("stress: the kernel is content", machine.check)

    @staticmethod
    def think(machine, name, command):
        """The deepest thoughts leave half of the stack free."""
        machine.must(command)
        left = re.findall(r"greatest stack depth: (\d+) bytes left", machine.must("dmesg"))
        left = min(map(int, left), default=0)
        print(f"{name}: {STACK - left} of {STACK} bytes used so far")
        assert left > STACK // 2

    @staticmethod
    def games(machine):
        """So few that not all that is rare need be met."""
        output = machine.run(f"games {GAMES}; rmmod chess 2>/dev/null", timeout=900)[1].decode()
        assert re.match(r"\d+ games, \d+ moves;", output), output
        assert re.search(r"OOT\n(number \d+ of what must be met never was\n)?$", output), output

    def faults(self):
        """Memory is denied at every place, one at a time and all at once."""
        with self.boot() as machine:
            self.group.run("faults", lambda: print(machine.must("faults"), end=""))
            self.group.run("faults: the kernel is content", machine.check)

    def flood(self):
        """Random commands from many sides."""
        with self.boot() as machine:
            self.group.run(f"flood, seed {SEED}", lambda: print(
                machine.must(f"flood {SEED} {COMMANDS}", 1500), end=""))
            self.group.run("flood: the kernel is content", machine.check)


def boot_and_test(group, part):
    """Leaving a guest fails if its kernel has complained, or is gone."""
    try:
        part()
    except AssertionError as error:
        group.run(f"{part.__name__}: the guest", run.fail, error)


def no_kernel():
    raise Skip("the kernel is not in the cache, and the smallest check does not build it")


def main():
    names = sys.argv[1:] or ["detectors", "kunit", "stress", "faults",
                             "flood"][:1 if SMALLEST else 5]
    if SMALLEST and subprocess.run([f"{ROOT}/tools/kernel-debug.sh", "--have"],
                                   stdout=subprocess.DEVNULL).returncode:
        group = Group()
        group.run("boot", no_kernel)
        return group.close()
    kernel = subprocess.run([f"{ROOT}/tools/kernel-debug.sh"], stdout=subprocess.PIPE,
                            check=True, text=True).stdout.strip()
    group = Group(smallest=1)
    tests = Tests(kernel, group)
    for name in names:
        boot_and_test(group, getattr(tests, name))
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
