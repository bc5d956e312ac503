#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The Debian packages: what is in them, lintian's opinion, and their use.

    tests/deb/run.py [--whole]

They are built from a copy of the tree with the page and the firmware that are in
build/, so that these are not compiled again. The programs are compiled twice, in
folders of other names, in another time zone, language and umask, with one job and
with several: the packages must be the same, byte for byte. They are not optimised
(DEB_CFLAGS_APPEND), as it is not speed that is tested. tests/deb/chroot.sh then
installs, uses and purges them on a bare Debian, where that can be.

With --whole everything is compiled twice, the page and the firmware too, and optimised
as it is for users: ten minutes of two processors.
"""
import filecmp
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from group import SMALLEST, Group, Skip  # noqa: E402

NAMES = "rookery", "rookery-dkms", "rookery-firmware", "rookery-web", "rookery-window"
SKIPPED = 77
ENV = {name: value for name, value in os.environ.items()
       if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CC", "CFLAGS")}
ENV.update({"RK_AFRESH": "1"} if sys.argv[1:] == ["--whole"] else
           {"DEB_CFLAGS_APPEND": "-O0 -g0"})
# How the two builds differ, beside their folders.
WAYS = [{"DEB_BUILD_OPTIONS": "noautodbgsym parallel=1", "TZ": "UTC", "LC_ALL": "C"},
        {"DEB_BUILD_OPTIONS": "noautodbgsym parallel=4", "TZ": "Asia/Tokyo",
         "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}]


def run(words, status=0, **more):
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, env=dict(ENV, **more))
    assert status is None or done.returncode == status, \
        f"{words}: {done.returncode}\n{done.stdout[-4000:]}"
    return done


def version():
    with open(f"{ROOT}/include/rookery/version.h", encoding="utf-8") as file:
        return re.search(r'RK_VERSION "(.*)"', file.read())[1]


def by_name(folder):
    """The packages in a folder."""
    return {os.path.basename(path).split("_")[0]: path
            for path in glob.glob(f"{folder}/*.deb")}


class Packages:
    def __init__(self, folder):
        self.folders = [f"{folder}/one", f"{folder}/two/another-folder"]
        self.first = {}

    def build(self, i):
        if not shutil.which("dh"):
            raise Skip("debhelper is not installed: tools/setup.sh check")
        run(["sh", "-c", f'umask {"022" if i else "077"}; exec tools/package.sh deb "$@"', "sh",
             version(), self.folders[i]], **WAYS[i])
        return by_name(self.folders[i])

    def test_build(self):
        self.first = self.build(0)
        assert sorted(self.first) == sorted(NAMES), self.first
        for name, path in sorted(self.first.items()):
            print(f"{name}: {os.path.getsize(path):,} bytes")

    def test_lintian(self):
        if not shutil.which("lintian"):
            raise Skip("lintian is not installed: tools/setup.sh check")
        said = run(["lintian", "--allow-root", "--fail-on", "error,warning", *self.first.values()],
                   status=None)
        assert not said.returncode and not re.search("^[EW]:", said.stdout, re.M), said.stdout

    def test_module_source(self):
        """It has what the kernel's build needs, as sources.mk and Kbuild say."""
        listed = run(["dpkg-deb", "--contents", self.first["rookery-dkms"]]).stdout
        found = set(re.findall(rf"/usr/src/rookery-{re.escape(version())}/(\S+)", listed))
        kbuild = run(["make", "-s", "-C", ROOT, "--eval",
                      "print: ; @echo $(module)", "print", "FLAVOUR=gcc"]).stdout.split()
        assert len(kbuild) > 40, kbuild
        for name in [*kbuild, "ports/linux/Kbuild", "sources.mk", "tests/bench.txt",
                     "tables/openings.inc", "include/rookery/deps.h", "dkms.conf"]:
            assert name in found, name

    def test_installed(self):
        """On a bare Debian: installed, used, purged."""
        if SMALLEST:
            return
        done = run([f"{HERE}/chroot.sh", *self.first.values()], status=None)
        print(done.stdout)
        if done.returncode == SKIPPED:
            raise Skip((done.stdout.splitlines() or ["no network"])[-1])
        assert not done.returncode, done.stdout

    def test_reproducible(self):
        """The same tree, the same bytes."""
        if SMALLEST:
            return
        second = self.build(1)
        assert sorted(second) == sorted(NAMES), second
        for name in NAMES:
            assert filecmp.cmp(self.first[name], second[name], shallow=False), name


def main():
    group = Group()
    with tempfile.TemporaryDirectory(prefix="deb") as folder:
        packages = Packages(folder)
        for test in (packages.test_build, packages.test_lintian, packages.test_module_source,
                     packages.test_installed, packages.test_reproducible):
            group.run(test.__name__[5:], test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
