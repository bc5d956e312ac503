#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""tools/check-bench-commits.sh, on small repositories made for it.

    tests/check/commits.py [TEST...]
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from group import Group  # noqa: E402

TOOL = os.path.join(ROOT, "tools", "check-bench-commits.sh")
# Whatever the user has configured, signing included, is not for these.
GIT = dict(os.environ, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull,
           GIT_AUTHOR_NAME="nobody", GIT_AUTHOR_EMAIL="nobody@example.org",
           GIT_COMMITTER_NAME="nobody", GIT_COMMITTER_EMAIL="nobody@example.org")


class Repository:
    def __init__(self, folder):
        self.folder = folder
        os.mkdir(f"{folder}/tests")
        self.git("init", "-q")
        self.first = self.commit("begin", bench=1, full=2, four=3)

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.folder, env=GIT, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self, message, **numbers):
        """With these numbers in tests/bench.txt, bench-full.txt and so on."""
        for kind, number in numbers.items():
            name = "bench.txt" if kind == "bench" else f"bench-{kind}.txt"
            with open(f"{self.folder}/tests/{name}", "w", encoding="ascii") as file:
                file.write(f"# licence\n{number}\n")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def check(self, *words, tree=None):
        """Exit status and output of the tool."""
        done = subprocess.run([TOOL, *(words or [self.first])], capture_output=True, text=True,
                              env=dict(GIT, RK_TREE=tree or self.folder,
                                       GIT_CEILING_DIRECTORIES=FOLDER), check=False)
        return done.returncode, done.stdout + done.stderr


def new():
    return Repository(tempfile.mkdtemp(dir=FOLDER))


def expect(answer, status, text):
    assert answer[0] == status and text in answer[1], answer


def test_says_it():
    tree = new()
    tree.commit("engine: Look further\n\nWhy.\n\nbench: 10", bench=10)
    tree.commit("engine: And further\n\nbench: 11\nbench --full: 12\nbench --four: 13",
                bench=11, full=12, four=13)
    tree.commit("docs: Nothing to do with it")
    expect(tree.check(), 0, "2 of 3 commits")


def test_does_not_say_it():
    for message in ("engine: Look further", "engine: Look further\n\nbench: 11",
                    "engine: Look further\n\nThe bench: 10", "engine: bench: 10",
                    "engine: Look further\n\nbench --full: 10"):
        tree = new()
        tree.commit(message, bench=10)
        tree.commit("engine: Something else")
        expect(tree.check(), 1, "lacks the line 'bench: 10'")


def test_other_counts():
    tree = new()
    tree.commit("engine: Look further\n\nbench: 10\nbench --four: 30", bench=10, full=20, four=30)
    expect(tree.check(), 1, "lacks the line 'bench --full: 20'")
    assert "--four" not in tree.check()[1]
    tree.commit("engine: Look elsewhere", network=40)
    expect(tree.check(), 1, "lacks the line 'bench --network: 40'")


def test_before_the_rule():
    tree = new()
    tree.commit("engine: Look further", bench=10)
    expect(tree.check("HEAD"), 0, "0 of 0 commits")


def test_shallow():
    tree = new()
    tree.commit("engine: Look further", bench=10)
    tree.git("clone", "-q", "--depth", "1", f"file://{tree.folder}", f"{tree.folder}/shallow")
    expect(tree.check(tree=f"{tree.folder}/shallow"), 0, "does not reach back")


def test_no_repository():
    folder = tempfile.mkdtemp(dir=FOLDER)
    expect(new().check("HEAD", tree=folder), 0, "not checked")


with tempfile.TemporaryDirectory() as FOLDER:
    group = Group()
    group.run_tests(globals(), sys.argv[1:])
    status = group.close()
sys.exit(status)
