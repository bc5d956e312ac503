# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Examples in the documentation: blocks of Markdown that are run.

A block that begins with ```console is a session. A line `$ COMMAND` is given to
bash, lines that begin with `> ` go on with it, and what follows is what it prints
to standard output and standard error. `...` stands for any part of a line, and
alone in a line for any number of lines; blanks at the ends of lines do not count.
The blocks of a page are one session: they share a folder, and its files.

examples() finds the commands of a page. play() runs one of them here; who runs it somewhere
else gives its output to compare().
"""
import os
import re
import subprocess
import textwrap

LIMIT_S = 300  # for a command, on a machine that is busy


class Example:
    """A command of a block: its line in the page, its text, what it must print."""

    def __init__(self, line, command):
        self.line = line
        self.command = command
        self.expected = []


def blocks(path, kind="console"):
    """(line, text) of each block of a kind."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    for found in re.finditer(rf"^( *)```{kind}\n(.*?)^ *```$", page, re.M | re.S):
        yield page.count("\n", 0, found.start()) + 2, textwrap.dedent(found[2])


def examples(path):
    """The commands of a page in their order."""
    found = []
    for start, text in blocks(path):
        block = []
        for number, line in enumerate(text.split("\n")[:-1], start):
            if line.startswith("$ "):
                block.append(Example(number, line[2:]))
            elif (line + " ").startswith("> ") and block and not block[-1].expected:
                block[-1].command += "\n" + line[2:]
            else:
                assert block, f"{path}:{number}: a block begins with $ and a command"
                block[-1].expected.append(line.rstrip())
        found += block
    return found


def matches(expected, got):
    """Are these lines what was expected?"""
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split("..."))) + "\n"
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in got)) is not None


def compare(path, example, status, output):
    """Is this what the example says? Any status will do, but a command that is not there."""
    got = output.decode("utf-8", "replace").split("\n")
    if got[-1] == "":
        got.pop()
    where = f"{os.path.basename(path)}:{example.line}: $ {example.command}"
    assert 0 <= status < 126, f"{where}\nended with {status}: {got}"
    assert matches(example.expected, got), "\n".join(
        [where, "--- expected", *example.expected, "--- got", *got])


def play(path, example, folder, env):
    """Runs an example in a folder. It fails by raising."""
    done = subprocess.run(["bash", "-c", example.command], cwd=folder, env=env, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=LIMIT_S)
    compare(path, example, done.returncode, done.stdout)
