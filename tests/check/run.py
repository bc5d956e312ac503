#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""tools/parts.py and tools/check.sh: what they say, and that nothing is left.

    tests/check/run.py [TEST...]

The parts are small shell commands. All processes of a run have a word of
their own in their environment, by which a test finds those that are left.
"""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from group import Group  # noqa: E402

PATIENCE_S = 120
DAEMON = "(setsid sh -c 'sleep 1000 & setsid sleep 1000' >/dev/null 2>&1 &)"


class Run:
    """A table of parts in a folder of its own; (name, needs, command[, load])."""

    def __init__(self, folder, *table):
        self.folder = folder
        self.table = "".join(
            f"{name}\t{needs}\t{load[0] if load else 1}\t{command}\n"
            for name, needs, command, *load in table)
        self.word = f"RK_TOY={uuid.uuid4()}"
        name, value = self.word.split("=")
        self.environment = dict(os.environ, XDG_CACHE_HOME=f"{folder}/cache",
                                RK_CHECK_LOGS=f"{folder}/logs", RK_CHECK_JOBS="2",
                                TERM="xterm", **{name: value})

    def start(self, *words, **more):
        """The process, which has its table already."""
        path = f"{self.folder}/table"
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.table)
        with open(path, encoding="utf-8") as file:
            return subprocess.Popen([f"{ROOT}/tools/parts.py", "full", *words], stdin=file,
                                    cwd=ROOT, env=self.environment, **more)

    def run(self, *words, **environment):
        """Exit status and lines."""
        self.environment.update(environment)
        process = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        output = process.communicate(timeout=PATIENCE_S)[0]
        assert not self.left(), f"left: {self.left()}\n{output}"
        return process.returncode, output.splitlines()

    def left(self):
        """Processes of this run that are there now."""
        found = []
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    command = file.read().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if self.word.encode() in words:
                found.append(f"{name} {command}")
        return found

    def await_sleepers(self, count):
        """Until so many of them sleep."""
        await_true(lambda: sum("sleep" in line for line in self.left()) >= count,
                   lambda: f"only these run: {self.left()}")

    def await_none(self):
        await_true(lambda: not self.left(), lambda: f"left: {self.left()}")


def await_true(condition, complaint):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, complaint()
        time.sleep(0.05)


def expect(lines, *patterns):
    """Some lines match these, in this order."""
    rest = iter(lines)
    for pattern in patterns:
        assert any(re.search(pattern, line) for line in rest), \
            f"no {pattern!r} in its place:\n" + "\n".join(lines)


def test_all_pass(folder):
    status, lines = Run(folder, ("one", "", "true"), ("two", "one", "echo hello")).run()
    expect(lines, r"^2 parts, 2 at a time", r"^ok +\[1/2\] one +\d+ s +\d+\.\d s of CPU$",
           r"^ok +\[2/2\] two ", r"of CPU in .*; the most: ")
    assert status == 0 and lines[-1] == "2 passed, 0 failed", lines


def test_counts_tests(folder):
    counted = "printf '[  PASSED  ] 7 test(s).\\n[  SKIPPED ] 2 test(s), listed below:\\n" \
              "[  SKIPPED ] pawns: none here\\n[  SKIPPED ] kings\\n'"
    status, lines = Run(folder, ("one", "", "true"), ("many", "", counted)).run()
    expect(lines, "^skipped: many: pawns: none here$", "^skipped: many: kings$")
    assert status == 0 and lines[-1] == "8 passed, 0 failed, 2 skipped", lines


def test_skips_of_others(folder):
    """What tests in Python and in node say of tests that cannot run here."""
    with open(f"{folder}/some.spec.mjs", "w", encoding="ascii") as file:
        file.write('import { test } from "node:test";\n'
                   'test("a", () => {});\ntest("b", (t) => t.skip("no browser"));\n')
    with open(f"{folder}/some.py", "w", encoding="ascii") as file:
        file.write("from group import Group, Skip\ndef skip():\n    raise Skip('no games')\n"
                   "group = Group()\ngroup.run('c', skip)\ngroup.run('d', print)\n"
                   "raise SystemExit(group.close())\n")
    status, lines = Run(
        folder, ("python", "", f"PYTHONPATH=tests python3 {folder}/some.py"),
        ("node", "", "node --test --test-reporter=./tests/web/reporter.mjs "
         f"{folder}/some.spec.mjs")).run()
    expect(lines, "^skipped: python: c: no games$", "^skipped: node: b: no browser$")
    assert status == 0 and lines[-1] == "2 passed, 0 failed, 2 skipped", lines


def test_names_what_failed(folder):
    broken = "printf '[ RUN      ] a\\n[       OK ] a\\n[ RUN      ] b\\n2 is not 3\\n" \
             "[  FAILED  ] b\\n[  PASSED  ] 1 test(s).\\n[  FAILED  ] 1 test(s), listed " \
             "below:\\n[  FAILED  ] b\\n'; exit 1"
    status, lines = Run(folder, ("good", "", "true"), ("its counts", "", broken),
                        ("its status", "", "seq 100; echo the reason; exit 7"),
                        ("its end", "", "kill -SEGV $$"),
                        ("late: r", "its status,good", "true")).run()
    expect(lines, r"^skipped +\[\d/5\] late: r$", "^skipped: late: r: needs its status$",
           r"^FAILED: its counts: 1 test\(s\) failed$", "^    2 is not 3$",
           r"^    \[  FAILED  \] b$", f"^  the whole output: {folder}/logs/its-counts.log$",
           "^  alone: tools/check.sh only 'its counts'$",
           "^FAILED: its status: exit status 7$", "^    the reason$",
           "^FAILED: its end: killed by SIGSEGV$")
    assert "    50" not in lines, "an excerpt is short"
    assert status == 1 and lines[-1] == "2 passed, 3 failed, 1 skipped", lines


def test_out_of_time(folder):
    status, lines = Run(folder, ("slow", "", f"{DAEMON}; sleep 1000"),
                        ("good", "", "true")).run(RK_CHECK_LIMIT="2")
    expect(lines, "^FAILED: slow: ran out of time after 2 s$", "alone: .* only 'slow'$")
    assert status == 1 and lines[-1] == "1 passed, 1 failed", lines


def test_ends_what_a_part_leaves(folder):
    status, lines = Run(folder, ("daemon", "", f"{DAEMON}; echo done")).run()
    assert status == 0 and lines[-1] == "1 passed, 0 failed", lines


def test_ends_what_ignores_sigterm(folder):
    status, lines = Run(folder, ("deaf", "", "(setsid sh -c 'trap \"\" TERM; sleep 1000' "
                                 ">/dev/null 2>&1 &); sleep 0.5")).run()
    assert status == 0 and lines[-1] == "1 passed, 0 failed", lines


def stop(folder, number, expected):
    run = Run(folder, ("good", "", "true"), ("one", "good", f"{DAEMON}; sleep 1000"),
              ("two", "", f"trap '' INT TERM; {DAEMON}; sleep 1000; sleep 1000"),
              ("three", "one,two", "true"))
    process = run.start(stdout=subprocess.PIPE, text=True)
    run.await_sleepers(6)
    process.send_signal(number)
    output = process.communicate(timeout=PATIENCE_S)[0]
    run.await_none()
    assert process.returncode == expected, output
    return output.splitlines()


def test_sigterm(folder):
    lines = stop(folder, signal.SIGTERM, 143)
    assert lines[-1] == "stopped by SIGTERM after 1 of 4 parts", lines


def test_sighup(folder):
    stop(folder, signal.SIGHUP, 129)


def test_sigkill(folder):
    """It cannot end them itself; its supervisors do."""
    stop(folder, signal.SIGKILL, -signal.SIGKILL)


def read_terminal(terminal, wanted):
    """What is shown, until the words are there or nobody writes any more."""
    shown = ""
    deadline = time.monotonic() + PATIENCE_S
    while (not wanted or wanted not in shown) and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                shown += os.read(terminal, 65536).decode()
            except OSError:
                break
    return shown


def test_terminal_and_ctrl_c(folder):
    """A line that is drawn again; the key ends everything."""
    run = Run(folder, ("good", "", "true"), ("one", "good", f"{DAEMON}; sleep 1000"))
    with open(f"{folder}/table", "w", encoding="utf-8") as file:
        file.write(run.table)
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(ROOT)
        os.execve("/bin/sh", ["sh", "-c", f"exec tools/parts.py full <'{folder}/table'"],
                  run.environment)
    shown = read_terminal(terminal, "1 of 2 parts: one 1 s")
    run.await_sleepers(3)
    os.write(terminal, b"\x03")
    shown += read_terminal(terminal, None)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    run.await_none()
    assert "\r\x1b[K1 of 2 parts: one 1 s" in shown, shown
    assert status == 130 and shown.endswith("stopped by SIGINT after 1 of 2 parts\r\n"), shown


def test_estimates(folder):
    """There is none before the first run; the second knows of the first."""
    run = Run(folder, ("one", "", "sleep 2"), ("two", "one", "sleep 1"))
    first = run.run()[1][0]
    second = run.run()[1][0]
    assert "about" not in first, first
    # The two follow each other, so it is not less than the sum of their sleeps.
    about = re.search(r", about (\d+) s; ", second)
    assert about and int(about[1]) >= 3, second


def test_no_silence(folder):
    """Without a terminal there is a line now and then."""
    lines = Run(folder, ("one", "", "sleep 4")).run(RK_CHECK_SILENCE="1")[1]
    expect(lines, r"^  \.\.\.  0 of 1 parts: one \d+ s$", r"^ok")


def test_load(folder):
    """Parts that mostly wait do so beside others: here four at a time."""
    meet = f"touch {folder}/$$; for i in $(seq 600); do " \
           f"[ $(ls {folder} | grep -c '^[0-9]') = 4 ] && exit 0; sleep 0.1; done; exit 1"
    status, lines = Run(folder, *((f"part {i}", "", meet, "0.5") for i in range(4))).run()
    assert status == 0, lines


def test_only(folder):
    run = Run(folder, ("a", "", "true"), ("b: 1", "a", "true"), ("b: 2", "", "true"))
    assert run.run("only", "b: 1")[1][-1] == "2 passed, 0 failed"
    assert run.run("only", "b*")[1][-1] == "3 passed, 0 failed"
    status, lines = run.run("only", "c")
    assert status == 1 and lines == [
        "check: no part is called c; tools/check.sh list has them all"], lines
    assert run.run("list")[1] == ["a", "b: 1", "b: 2"]


def test_bad_tables(folder):
    assert Run(folder, ("a", "", "true"), ("a", "", "false")).run() == \
        (1, ["check: two parts are called a"])
    assert Run(folder, ("a", "b", "true")).run() == (1, ["check: a needs b, which is no part"])


def check_sh(*words):
    return subprocess.run([f"{ROOT}/tools/check.sh", *words], cwd="/", text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def test_the_table(_):
    """The smallest edition has every part; all of it can be read."""
    full = check_sh("list").stdout.splitlines()
    assert len(full) > 200 and "lint" in full, full
    assert check_sh("smallest", "list").stdout.splitlines() == full
    assert check_sh("quick", "list").stdout.splitlines()
    wrong = check_sh("qick")
    assert wrong.returncode == 1 and wrong.stdout.count("\n") == 1, wrong


def in_folder(test):
    with tempfile.TemporaryDirectory() as folder:
        test(folder)


def main():
    wanted = sys.argv[1:]
    group = Group()
    for name, test in list(globals().items()):
        if name.startswith("test_") and (not wanted or name[5:] in wanted):
            group.run(name[5:], in_folder, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
