#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The source archive, and machines that are not a developer's.

    tests/install/trees.py ROOKERY

The archive of make dist is unpacked into a folder with blanks in its name and built
there: away from git, by a user who is not root, without a network, with eight
jobs at once. Then the quick tests run in it, in their smallest form, with the
objects of ROOKERY, which is build/FLAVOUR/rookery. musl is another C library.
"""
import filecmp
import glob
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from group import SMALLEST, Group, Skip  # noqa: E402

ROOKERY = os.path.abspath(sys.argv[1])
FLAVOUR = os.path.basename(os.path.dirname(ROOKERY))
NOBODY = 65534
MAKES = "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CC", "CFLAGS"
ENV = {name: value for name, value in os.environ.items() if name not in MAKES}
# Nothing optimised, and no profile: it is to be compiled, not to be fast.
FAST = "CFLAGS=-O0", "PGO=no"


def run(words, cwd=ROOT, status=0, **more):
    done = subprocess.run(words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, env=dict(ENV, **more))
    assert done.returncode == status, f"{words}: {done.returncode}\n{done.stdout[-4000:]}"
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def nodes(program):
    """What bench counts, which is the same for every build."""
    return re.search(r"^(\d+) nodes", run([program, "bench", "2"]), re.M)[1]


def has_git():
    return not subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True,
                              check=False).returncode


def isolated(words):
    """Words that run others without a network and, if that can be, without rights."""
    if os.getuid():
        alone = ["unshare", "--user", "--map-root-user", "--net"]
    else:
        alone = ["unshare", "--net", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}",
                 "--clear-groups"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        return words
    return [*alone, *words]


class Tree:
    """The unpacked archive."""
    def __init__(self, folder):
        self.folder = folder
        self.archive = None
        self.path = None

    def test_archive(self):
        """The same commit gives the same bytes, whoever packs it, and wherever."""
        if not has_git():
            raise Skip("no git here: make dist packs a commit")
        version = re.search('RK_VERSION "(.*)"', read(f"{ROOT}/include/rookery/version.h"))[1]
        for name, zone, mask in ("one", "UTC", "022"), ("two", "Asia/Tokyo", "077"):
            run(["sh", "-c", f"umask {mask}; exec tools/package.sh dist {version} "
                 f"'{self.folder}/{name}'"], TZ=zone)
        archives = glob.glob(f"{self.folder}/*/rookery-{version}.tar.xz")
        assert len(archives) == 2 and filecmp.cmp(*archives, shallow=False), archives
        self.archive = archives[0]
        run(["tar", "-xf", self.archive], cwd=self.folder)
        self.path = f"{self.folder}/rook ery"
        os.rename(f"{self.folder}/rookery-{version}", self.path)
        assert not os.path.exists(f"{self.path}/.git")

    def test_builds(self):
        """In a folder with blanks, not as root, without a network, eight at once."""
        if not self.path:
            raise Skip("there is no archive")
        if not os.getuid():
            run(["chown", "-R", f"{NOBODY}:{NOBODY}", self.folder])
            # Each part of the tests has a temporary folder that nobody else may enter.
            os.chmod(tempfile.gettempdir(),
                     os.stat(tempfile.gettempdir()).st_mode | stat.S_IXOTH)
        said = run(isolated(["make", "-j8", *FAST]), cwd=self.path, HOME=self.folder)
        assert "setup:" not in said and "warning" not in said, said
        assert nodes(f"{self.path}/rookery") == nodes(ROOKERY)
        said = run(isolated(["make", "-j8", *FAST, "install", "page=", "CAIRO=none",
                             f"DESTDIR={self.folder}/st age"]), cwd=self.path, HOME=self.folder)
        assert nodes(f"{self.folder}/st age/usr/local/bin/rookery") == nodes(ROOKERY)

    def test_quick(self):
        """The quick tests pass without git; nothing is compiled again for them."""
        if not self.path:
            raise Skip("there is no archive")
        if SMALLEST:
            return
        # Not all programs that are tested with it know blanks in names.
        os.rename(self.path, f"{self.folder}/plain")
        self.path = f"{self.folder}/plain"
        shutil.rmtree(f"{self.path}/build")
        os.mkdir(f"{self.path}/build")
        run(["cp", "-a", f"build/{FLAVOUR}", "build/node_modules", f"{self.path}/build/"])
        # All of the same age, and younger than the sources: there is nothing to compile.
        age = f"@{int(time.time())}"
        run(["find", f"build/{FLAVOUR}", "-type", "f", "-exec", "touch", "-d", age, "{}", "+"],
            cwd=self.path)
        said = run(["tools/check.sh", "quick"], cwd=self.path, RK_QUICK="1", RK_SMALLEST="1",
                   RK_FAULTS_STEP="25", XDG_CACHE_HOME=f"{self.folder}/cache", SETUP="no")
        print(said[-1500:])
        assert re.search(r"^\d\d+ passed, 0 failed", said, re.M), said
        assert "  CC " not in read(f"{self.path}/build/check/compile-gcc.log")


def test_musl():
    """A static program with another C library counts the same."""
    if not shutil.which("musl-gcc"):
        raise Skip("musl-gcc is not installed: tools/setup.sh check")
    build = ["make", "B=build/musl", "CC=musl-gcc", "CFLAGS=-O0 -static"]
    if SMALLEST:
        run([*build, "build/musl/gen_sliders"])
        return
    run([*build, "build/musl/rookery"])
    assert "INTERP" not in run(["readelf", "-l", "build/musl/rookery"])
    assert nodes(f"{ROOT}/build/musl/rookery") == nodes(ROOKERY)
    with tempfile.TemporaryDirectory() as kept:
        said = run(["sh", "-c", "printf 'e4\\nfen\\n' | build/musl/rookery --plain"],
                   XDG_STATE_HOME=kept)
    assert "/4P3/8/PPPP1PPP/RNBQKBNR b KQkq" in said, said


def main():
    group = Group()
    with tempfile.TemporaryDirectory(prefix="source") as folder:
        os.chmod(folder, 0o755)
        tree = Tree(folder)
        for test in tree.test_archive, tree.test_builds, tree.test_quick, test_musl:
            group.run(test.__name__[5:], test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
