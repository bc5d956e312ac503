#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Runs a table of parts, for tools/check.sh, which has the table.

    tools/parts.py MODE [list | only PART...] < TABLE

A line of the table is a part: its name, the parts that it needs, with commas
between them, its load, which is how much of a processor it takes, and its
command, with tabs between the four. A part starts when those that it needs have
passed and the processors are free enough for its load; of those that can start, the
one that most time depends on is first. A part that needs one that failed is
skipped.

`list` prints the names; `only` runs the parts that are named (* stands for
anything) and what they need. The output of each part is in build/check, or in
the folder RK_CHECK_LOGS. Times are kept in the user's cache, and a part that
has none there has that of tests/check/times.txt. In the environment are also
RK_CHECK_LIMIT, the seconds that a part may take, RK_CHECK_JOBS, the load that is
allowed at a time, one for each processor unless it says otherwise, and
RK_CHECK_SILENCE, the seconds without a line where there is no terminal.

The last line is the sum, counted as cmocka counts; a part that does not
count is one test. The exit status is 0 if nothing failed and something passed.
"""
import fnmatch
import json
import os
import re
import select
import shutil
import signal
import sys
import time

import supervise

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOGS = os.environ.get("RK_CHECK_LOGS", "build/check")
LIMIT_S = float(os.environ.get("RK_CHECK_LIMIT", "2400"))
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "rookery")
SLOTS = int(os.environ.get("RK_CHECK_JOBS", "0")) or len(os.sched_getaffinity(0))
SILENCE_S = float(os.environ.get("RK_CHECK_SILENCE", "30"))  # without a terminal
EXCERPT = 16  # lines

COUNT = re.compile(r"^\[  (PASSED |FAILED |SKIPPED) \] (\d+) test", re.MULTILINE)
FAILED = re.compile(r"\[  FAILED  \] (?!\d+ test)(.*)")
SKIPPED = re.compile(r"^\[  SKIPPED \] (?!\d+ test)(.*)", re.MULTILINE)


class Part:
    def __init__(self, name, needs, load, command):
        self.name = name
        self.load = float(load)
        self.needs = [need for need in needs.split(",") if need]
        self.command = command
        self.log = f"{LOGS}/{re.sub('[^A-Za-z0-9]+', '-', name)}.log"
        self.state = "waiting"  # running, passed, failed, skipped, stopped
        self.expected_s = None
        self.chain_s = 0  # with what waits for it
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self.reason = ""
        self.start = None
        self.running = None
        self.wall_s = self.cpu_s = 0

    def seconds(self):
        return time.monotonic() - self.start

    def read_log(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def finish(self, result):
        """Takes what supervise.py says of it."""
        status = result["status"]
        self.wall_s, self.cpu_s = result["wall_s"], result["cpu_s"]
        text = self.read_log()
        counted = COUNT.findall(text)
        for word, number in counted:
            self.counts[word.strip().lower()] += int(number)
        if status == "time":
            self.reason = f"ran out of time after {LIMIT_S:.0f} s"
        elif status == "stopped":
            self.state = "stopped"
            return
        elif self.counts["failed"]:
            self.reason = f"{self.counts['failed']} test(s) failed"
        elif status:
            self.reason = (f"exit status {status}" if status > 0 else
                           f"killed by {signal.Signals(-status).name}")
        if self.reason and not self.counts["failed"]:
            self.counts["failed"] = 1
        if not self.reason and all(word == "SKIPPED" for word, _ in counted):
            self.counts["passed"] = 1
        self.state = "failed" if self.reason else "passed"
        if result["left"] and not self.reason:
            with open(self.log, "a", encoding="utf-8") as file:
                file.write(f"check: ended {result['left']} process(es) that were left\n")

    def skipped_tests(self):
        """As listed below the number of them, with the reason where one is given."""
        return SKIPPED.findall(self.read_log().rpartition("test(s), listed below:")[2])

    def excerpt(self):
        """The lines that say why it failed: above what failed, or the last."""
        lines = [line for line in self.read_log().splitlines() if line.strip()]
        marks = [i for i, line in enumerate(lines) if FAILED.match(line)]
        found = []
        end = 0
        for mark in marks:
            start = mark
            while start > end and mark - start < 8 and not lines[start - 1].startswith("[ "):
                start -= 1
            if start < mark or lines[mark] not in found:
                found += lines[start:mark + 1]
            end = mark + 1
        found = found or lines[-EXCERPT:]
        if len(found) > EXCERPT:
            found = found[:EXCERPT] + ["..."]
        return found


def read_table(file):
    parts = {}
    for line in file.read().splitlines():
        part = Part(*line.split("\t"))
        if part.name in parts or part.log in [other.log for other in parts.values()]:
            sys.exit(f"check: two parts are called {part.name}")
        parts[part.name] = part
    for part in parts.values():
        for need in part.needs:
            if need not in parts:
                sys.exit(f"check: {part.name} needs {need}, which is no part")
    return parts


def choose(parts, patterns):
    """Those parts, and what they need."""
    chosen = set()
    for pattern in patterns:
        names = fnmatch.filter(parts, pattern)
        if not names:
            sys.exit(f"check: no part is called {pattern}; tools/check.sh list has them all")
        chosen.update(names)
    queue = list(chosen)
    while queue:
        for need in parts[queue.pop()].needs:
            if need not in chosen:
                chosen.add(need)
                queue.append(need)
    return {name: part for name, part in parts.items() if name in chosen}


class Times:
    """Seconds that parts took in earlier runs, by mode and name."""

    def __init__(self, mode):
        self.mode = mode
        self.path = f"{CACHE}/check-times.txt"
        self.rows = {}
        for path in (f"{ROOT}/tests/check/times.txt", self.path):
            self.read(path)

    def read(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                for line in file:
                    if not line.startswith("#"):
                        mode, seconds, name = line.rstrip("\n").split("\t")
                        self.rows[mode, name] = float(seconds)
        except (OSError, ValueError):
            pass

    def estimate(self, parts):
        """What each part will take. A part that is new takes what most parts do."""
        known = sorted(self.rows[self.mode, name] for name in parts
                       if (self.mode, name) in self.rows)
        usual = known[len(known) // 2] if known else None
        for name, part in parts.items():
            part.expected_s = self.rows.get((self.mode, name), usual)
        for part in parts.values():
            part.chain_s = chain(part, parts)

    def keep(self, parts):
        """A part that took far less than before had little to do: its build was there."""
        for name, part in parts.items():
            if part.state == "passed" and part.wall_s > self.rows.get((self.mode, name), 0) / 4:
                self.rows[self.mode, name] = part.wall_s
        try:
            os.makedirs(CACHE, exist_ok=True)
            with open(f"{self.path}.new", "w", encoding="utf-8") as file:
                for (mode, name), seconds in sorted(self.rows.items()):
                    file.write(f"{mode}\t{seconds:.1f}\t{name}\n")
            os.rename(f"{self.path}.new", self.path)
        except OSError as error:
            print(f"check: times are not kept: {error}", file=sys.stderr)


def chain(part, parts):
    """Its time and that of the longest chain of parts that wait for it."""
    after = [chain(other, parts) for other in parts.values() if part.name in other.needs]
    return (part.expected_s or 0) + max(after, default=0)


def count(number, what):
    return f"{number} {what}{'' if number == 1 else 's'}"


def minutes(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


class Display:
    """What is shown meanwhile: on a terminal a last line that is drawn again."""

    def __init__(self, check):
        self.check = check
        self.live = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.written = time.monotonic()

    def say(self, text):
        if self.live:
            print("\r\033[K", end="")
        print(text, flush=True)
        self.written = time.monotonic()

    def status(self):
        running = sorted((part for part in self.check.parts.values()
                          if part.state == "running"), key=lambda part: part.start)
        names = ", ".join(f"{part.name} {part.seconds():.0f} s" for part in running)
        left = self.check.left_s()
        about = f", about {minutes(left)} left" if left is not None else ""
        return f"{self.check.done()} of {len(self.check.parts)} parts{about}: {names}"

    def tick(self):
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{self.status()[:width]}", end="", flush=True)
        elif time.monotonic() - self.written >= SILENCE_S:
            self.say(f"  ...  {self.status()}")

    def part(self, part):
        width = len(str(len(self.check.parts)))
        place = f"[{self.check.done():{width}}/{len(self.check.parts)}]"
        word = {"passed": "ok", "failed": "FAILED", "skipped": "skipped"}[part.state]
        times = f"{part.wall_s:6.0f} s {part.cpu_s:7.1f} s of CPU" if part.start else ""
        self.say(f"{word:8}{place} {part.name:42}{times}".rstrip())


class Check:
    def __init__(self, mode, parts):
        self.parts = parts
        self.times = Times(mode)
        self.times.estimate(parts)
        self.again = "tools/check.sh " + ("" if mode == "full" else mode + " ") + "only "
        self.display = Display(self)
        self.start = time.monotonic()
        self.signal = None
        self.wake, self.waker = os.pipe()
        os.set_blocking(self.waker, False)

    def done(self):
        return sum(part.state in ("passed", "failed", "skipped") for part in self.parts.values())

    def left_s(self):
        """By the times of earlier runs, and how this one compares with them."""
        parts = self.parts.values()
        if any(part.expected_s is None for part in parts):
            return None
        ratios = sorted(part.wall_s / part.expected_s for part in parts
                        if part.state == "passed" and part.expected_s > 1)
        pace = ratios[len(ratios) // 2] if len(ratios) > 2 else 1
        rest = []
        for part in parts:
            if part.state == "waiting":
                rest.append((part.load * part.expected_s * pace, part.chain_s * pace))
            elif part.state == "running":
                gone = part.seconds()
                rest.append((part.load * max(part.expected_s * pace - gone, 1),
                             max(part.chain_s * pace - gone, 1)))
        return max(sum(load for load, _ in rest) / SLOTS,
                   max((longest for _, longest in rest), default=0))

    def ready(self):
        """The parts that can start, the one with the longest chain first."""
        found = [part for part in self.parts.values() if part.state == "waiting" and
                 all(self.parts[need].state == "passed" for need in part.needs)]
        return sorted(found, key=lambda part: -part.chain_s)

    def launch(self):
        free = SLOTS - sum(part.load for part in self.parts.values() if part.state == "running")
        for part in self.ready():
            if part.load > free + 0.001:
                continue
            free -= part.load
            with open(part.log, "w", encoding="utf-8") as file:
                file.write(f"$ {part.command}\n")
            part.running = supervise.start(part.command, part.log, LIMIT_S)
            part.start = time.monotonic()
            part.state = "running"

    def skip(self):
        """What needs a part that will not pass is not run."""
        for part in self.parts.values():
            bad = [need for need in part.needs if self.parts[need].state in ("failed", "skipped")]
            if part.state == "waiting" and bad:
                part.state = "skipped"
                part.reason = f"needs {bad[0]}"
                part.counts["skipped"] = 1
                self.display.part(part)

    def collect(self, timeout):
        """Waits for parts that end, or for a signal."""
        running = {part.running.result: part for part in self.parts.values()
                   if part.state == "running"}
        for file in select.select([*running, self.wake], [], [], timeout)[0]:
            if file == self.wake:
                os.read(self.wake, 1)
                continue
            part = running[file]
            text = file.read()
            file.close()
            os.waitpid(part.running.pid, 0)
            part.finish(json.loads(text or '{"status": 1, "left": 0, "wall_s": 0, "cpu_s": 0}'))
            if not self.signal:
                self.display.part(part)

    def stop(self, number, _):
        self.signal = number
        try:
            os.write(self.waker, b"!")
        except BlockingIOError:
            pass

    def end_all(self):
        """Ends every part, and everything that any of them started."""
        self.display.say(f"check: {signal.Signals(self.signal).name}; ending what runs")
        supervise.send([part.running.pid for part in self.parts.values()
                        if part.state == "running"], signal.SIGTERM)
        deadline = time.monotonic() + 2 * supervise.STUBBORN_S
        while (any(part.state == "running" for part in self.parts.values()) and
               time.monotonic() < deadline):
            self.collect(1)
        supervise.end_descendants()

    def run(self):
        supervise.become_subreaper()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.stop)
        shutil.rmtree(LOGS, ignore_errors=True)
        os.makedirs(LOGS)
        left = self.left_s()
        self.display.say(f"{count(len(self.parts), 'part')}, {SLOTS} at a time" +
                         (f", about {minutes(left)}" if left else "") + f"; logs in {LOGS}")
        while self.done() < len(self.parts) and not self.signal:
            self.launch()
            self.display.tick()
            self.collect(1)
            self.skip()
        if self.signal:
            self.end_all()
        self.times.keep(self.parts)
        return self.report()

    def report(self):
        """What failed and why, what was skipped, and the sum."""
        say = self.display.say
        parts = self.parts.values()
        for part in parts:
            if part.state == "skipped":
                say(f"skipped: {part.name}: {part.reason}")
            elif part.state == "passed" and part.counts["skipped"]:
                for name in part.skipped_tests():
                    say(f"skipped: {part.name}: {name}")
        for part in parts:
            if part.state == "failed":
                say(f"\nFAILED: {part.name}: {part.reason}")
                for line in part.excerpt():
                    say(f"    {line[:200]}")
                say(f"  the whole output: {part.log}\n  alone: {self.again}'{part.name}'")
        most = sorted(parts, key=lambda part: -part.cpu_s)[:5]
        say(f"\n{minutes(sum(part.cpu_s for part in parts))} of CPU in "
            f"{minutes(time.monotonic() - self.start)}; the most: " +
            ", ".join(f"{part.name} {part.cpu_s:.0f} s" for part in most))
        if self.signal:
            say(f"stopped by {signal.Signals(self.signal).name} "
                f"after {self.done()} of {len(parts)} parts")
            return 128 + self.signal
        passed, failed, skipped = (sum(part.counts[word] for part in parts)
                                   for word in ("passed", "failed", "skipped"))
        say(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
        return 0 if passed and not failed else 1


def main(mode, words):
    parts = read_table(sys.stdin)
    if words[:1] == ["list"] and len(words) == 1:
        print("\n".join(parts))
        return 0
    if words[:1] == ["only"] and len(words) > 1:
        parts = choose(parts, words[1:])
    elif words:
        sys.exit("check: tools/check.sh [quick | smallest] [list | only PART...]")
    return Check(mode, parts).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
