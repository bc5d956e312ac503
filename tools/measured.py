#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Runs a bench and writes what it printed into docs/measured.md.

    tools/measured.py NAME -- COMMAND...

The output goes to the terminal as always. If the command succeeds, it also
replaces what stands in the page between

    <!-- measured: NAME -->
    <!-- end -->

together with the date, the machine and the commit. Output that has Markdown
tables stays as it is, any other is shown as code. `make bench-perft RECORD=1`
calls this script, and so does every other bench of the Makefile.
RK_MEASURED names another page, for tests.
"""
import datetime
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAGE = os.environ.get("RK_MEASURED", os.path.join(ROOT, "docs", "measured.md"))


def section(name):
    """A pattern whose second group is what stands between the markers."""
    return re.compile(rf"(<!-- measured: {re.escape(name)} -->\n)(.*?)(<!-- end -->\n)", re.S)


def machine():
    """Processors and their kind, as far as the system tells."""
    model = "unknown processor"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*: (.*)", file.read(), re.M)
        model = re.sub(r"\s+", " ", found[1]) if found else model
    except OSError:
        pass
    return f"{len(os.sched_getaffinity(0))} × {model}"


def commit():
    """The last commit that changed more than pages, and whether there is more."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], check=True,
                              capture_output=True, text=True).stdout.strip()
    try:
        code = ["--", ".", ":!*.md"]
        changed = git("status", "--porcelain", "--untracked-files=no", *code)
        return f"commit {git('log', '-1', '--format=%h', '--abbrev=7', *code)}" + \
            (" with changes" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown commit"


def run(command):
    """The command's output, which is shown at once, and its exit status."""
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                          env=dict(os.environ, PYTHONUNBUFFERED="1")) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip() + "\n")
    return "".join(lines).strip("\n") + "\n", process.returncode


def entry(text):
    today = datetime.date.today().isoformat()
    if not re.search(r"^\|", text, re.M):
        text = f"```\n{text}```\n"
    return f"{today}, {machine()}, {commit()}\n\n{text}"


def main():
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit(__doc__)
    name, command = sys.argv[1], sys.argv[3:]
    with open(PAGE, encoding="utf-8") as file:
        if not section(name).search(file.read()):
            sys.exit(f"measured: {PAGE} has no section for {name}")
    text, status = run(command)
    if status:
        sys.exit(f"measured: {name} ended with {status}; nothing is recorded")
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    page = section(name).sub(lambda found: found[1] + entry(text) + found[3], page)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)
    print(f"measured: {name} is in docs/measured.md", file=sys.stderr)


if __name__ == "__main__":
    main()
