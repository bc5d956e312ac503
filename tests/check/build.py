#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The makefile and the set-up on machines that have less, or have it elsewhere.

    tests/check/build.py

Such a machine is a PATH of links to this one's programs, without compilers, apt
and sudo: nothing can be installed there. What is put back has the name that
is tested.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from group import Group  # noqa: E402

WITHOUT = re.compile(r"sudo|apt|apt-get|([\w-]+-)?(cc|c\d\d|gcc|tcc|clang)(-[\d.]+)?")
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


class Machine:
    """Programs in a folder of their own."""
    def __init__(self, folder):
        self.folder = os.path.join(folder, "bin")
        os.mkdir(self.folder)
        for place in os.environ["PATH"].split(":"):
            self.link_all(place)

    def link_all(self, place):
        for name in os.listdir(place) if os.path.isdir(place) else []:
            if not WITHOUT.fullmatch(name):
                self.link(name, os.path.join(place, name))

    def link(self, name, program):
        path = os.path.join(self.folder, name)
        if not os.path.lexists(path):
            os.symlink(program, path)

    def script(self, name, text):
        """A program in place of this machine's, whose link is removed, not written to."""
        path = os.path.join(self.folder, name)
        if os.path.lexists(path):
            os.remove(path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)

    def run(self, *words, without=()):
        """In an environment without the settings of the make that runs the tests."""
        variables = {name: value for name, value in os.environ.items()
                     if name not in without and
                     name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CC", "CFLAGS", "SETUP")}
        variables.update(PATH=self.folder, LC_ALL="C")
        return subprocess.run(words, cwd=ROOT, env=variables, text=True,
                              capture_output=True, check=False, timeout=300)


def test_no_compiler(folder):
    """What compiles nothing asks for nothing; the rest says what is missing."""
    machine = Machine(folder)
    done = machine.run("make", "help")
    assert done.returncode == 0 and not done.stderr, done
    assert "make play " in done.stdout and "make clean " in done.stdout, done
    done = machine.run("make", "-n", "clean")
    cleaning = "rm -rf build rookery rookery-web rookery-desktop rookery-mpi\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, cleaning, ""), done
    done = machine.run("make", "-n")
    assert done.returncode and "please install, as root: gcc libc6-dev" in done.stderr, done


def test_one_compiler(folder):
    """Whatever it is called, it is taken, and also for the tools of the build."""
    for name in "cc", "gcc", "clang":
        inner = os.path.join(folder, name)
        os.mkdir(inner)
        machine = Machine(inner)
        machine.script(name, f'exec {COMPILER} "$@"')
        built = f"B={inner}/build"
        done = machine.run("make", "-n", "-B", built, "V=1")
        assert done.returncode == 0 and not done.stderr, done
        found = set(re.findall(r"^([\w-]+) -std=c11 .* -o ", done.stdout, re.M))
        assert found == {name}, (found, done.stdout[:999])
        done = machine.run("make", built, f"{inner}/build/gen_sliders")
        assert done.returncode == 0 and os.path.exists(f"{inner}/build/gen_sliders"), done


def test_cluster(folder):
    """What match and tune need is there before any rank asks for it."""
    machine = Machine(folder)
    machine.script("cc", f'exec {COMPILER} "$@"')
    done = machine.run("make", "-n", "PGO=no", f"B={folder}/build", "cluster")
    assert done.returncode == 0, done
    for name in "rookery-mpi", "referee":
        assert f" -o {folder}/build/{name} " in done.stdout, name


def fake_apt(machine, folder):
    """An apt that has everything, installs nothing and keeps what it was told."""
    calls = os.path.join(folder, "calls")
    machine.script("apt-get", f'echo "$@" >>"{calls}"')
    machine.script("apt-cache", 'shift; for name; do echo "$name:"; echo "  Candidate: 1"; done')
    return lambda: open(calls, encoding="ascii").read() if os.path.exists(calls) else ""


def test_plain_make(folder):
    """It installs nothing, and nor does any other with SETUP=no; play says what and why."""
    machine = Machine(folder)
    machine.script("id", "echo 0")
    calls = fake_apt(machine, folder)
    for words in [], ["rookery"], ["install"], ["SETUP=no", "play"], ["SETUP=no", "check"]:
        done = machine.run("make", "-n", *words)
        assert done.returncode and "as root: gcc libc6-dev\n" in done.stderr, done
        assert "SETUP=no; missing for" in done.stderr and not calls(), (done, calls())
    for goal in "play", "check":
        done = machine.run("make", "-n", goal)
        expected = ("setup: about to install for \"core\":\n"
                    "setup:   gcc                    compiles the program\n"
                    "setup:   libc6-dev              the C library\n")
        assert expected in done.stderr, done
    assert re.search("^-q install -y .*gcc libc6-dev$", calls(), re.M), calls()


def test_without_rights(folder):
    """Without root and sudo it names what is missing and goes on with what is there."""
    machine = Machine(folder)
    machine.script("id", "echo 1000")
    machine.script("cc", 'case "$*" in *-E*) grep -q histedit && exit 1; exit 0;; esac; exit 1')
    calls = fake_apt(machine, folder)
    done = machine.run("tools/setup.sh", "play")
    assert done.returncode == 0 and not calls(), (done, calls())
    assert re.fullmatch('setup: neither root nor sudo; missing for "play":\n'
                        "setup:   libedit-dev +editing the line that is typed\n"
                        "setup: please install, as root: libedit-dev\n"
                        "setup: going on with what is there\n", done.stderr), done
    os.remove(os.path.join(machine.folder, "cc"))
    done = machine.run("tools/setup.sh", "core")
    assert done.returncode == 1, done


def test_headers_elsewhere(folder):
    """The compiler is asked where they are, not the folder that is usual."""
    machine = Machine(folder)
    own = subprocess.run([COMPILER, "-print-file-name=include"], text=True, check=True,
                         stdout=subprocess.PIPE).stdout.strip()
    headers = os.path.join(folder, "headers")
    machine.script("cc", f'exec {COMPILER} -nostdinc -isystem "{own}" -isystem {headers} "$@"')
    os.mkdir(headers)
    done = machine.run("tools/setup.sh", "core")
    assert done.returncode and "as root: libc6-dev\n" in done.stderr, done
    with open(os.path.join(headers, "stdio.h"), "w", encoding="ascii") as file:
        file.write("int puts(const char *text);\n")
    done = machine.run("tools/setup.sh", "core")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done


def test_no_home(folder):
    """The tools that keep kernels need no HOME to say what is wrong."""
    machine = Machine(folder)
    missing = "HOME", "XDG_CACHE_HOME"
    done = machine.run("tools/kernel.sh", "no such kernel", without=missing)
    assert done.returncode == 1 and re.fullmatch("kernel: .*\n", done.stderr), done
    done = machine.run("tools/kernel-debug.sh", "--have", without=missing)
    assert not re.search("HOME|unbound|not set", done.stderr), done


def test_npm_lock(_):
    """Every npm package is locked to a version and a hash, and installed by the lock."""
    with open(os.path.join(ROOT, "tests/package-lock.json"), encoding="utf-8") as file:
        packages = json.load(file)["packages"]
    with open(os.path.join(ROOT, "tests/package.json"), encoding="utf-8") as file:
        wanted = json.load(file)
    for name in {**wanted.get("dependencies", {}), **wanted.get("devDependencies", {})}:
        assert f"node_modules/{name}" in packages, name
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-"), name
    with open(os.path.join(ROOT, "tools/setup.sh"), encoding="utf-8") as file:
        assert re.findall(r"npm (?:ci|install|i)\b", file.read()) == ["npm ci"]


def in_folder(test):
    with tempfile.TemporaryDirectory() as folder:
        test(folder)


def main():
    group = Group()
    for test in (test_no_compiler, test_one_compiler, test_cluster, test_plain_make,
                 test_without_rights, test_headers_elsewhere, test_no_home, test_npm_lock):
        group.run(test.__name__[5:], in_folder, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
