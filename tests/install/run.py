#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""make install and make uninstall, and what they install.

    tests/install/run.py ROOKERY [VARIABLE=VALUE...]

ROOKERY is build/FLAVOUR/rookery, with the other programs beside it. The variables
are those with which make has built it, so that nothing is built again.
"""
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), f"{ROOT}/tests/cluster"]
from group import Group, Skip  # noqa: E402
from ranks import VARIABLES as RANKS  # noqa: E402

ROOKERY = os.path.abspath(sys.argv[1])
FLAVOUR = os.path.basename(os.path.dirname(ROOKERY))
VARIABLES = sys.argv[2:]
# Libraries that only windows, pictures and the server of the page need.
FOREIGN = re.compile(r"lib(microhttpd|gnutls|gtk|gdk|cairo|pango|glib|X11|wayland)")


def run(*words, status=0, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300,
                          **more)
    assert status is None or done.returncode == status, \
        f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done


def make(*words, **more):
    # What builds the tree for the other tests may not be started again here.
    return run("make", "--no-print-directory", f"FLAVOUR={FLAVOUR}", "page=", *VARIABLES, *words,
               cwd=ROOT, **more)


def listing(folder):
    """Every file and folder, with its mode."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            found[os.path.relpath(path, folder)] = stat.S_IMODE(os.lstat(path).st_mode)
    return found


def test_installed(stage):
    """Programs can be run, the rest can be read, and all of it is there."""
    found = listing(stage)
    usual = "usr/local/"
    for name in "rookery", "rookery-web", "rookery-desktop", "chessctl":
        assert found.get(f"{usual}bin/{name}") == 0o755, name
    for name in ("share/applications/org.rookery.Rookery.desktop",
                 "share/metainfo/org.rookery.Rookery.metainfo.xml",
                 "share/icons/hicolor/scalable/apps/org.rookery.Rookery.svg",
                 "share/bash-completion/completions/rookery",
                 "share/zsh/site-functions/_rookery",
                 "share/fish/vendor_completions.d/rookery.fish",
                 "share/man/man1/rookery.1", "share/man/man1/rookery-analyse.1",
                 "share/man/man1/chessctl.1", "share/man/man4/chess.4",
                 "share/rookery/openings.txt", "share/rookery/network.rknet"):
        assert found.get(usual + name) == 0o644, name
    for name, mode in found.items():
        assert mode in (0o644, 0o755), f"{name}: {mode:o}"


def test_away_from_the_tree(stage):
    """The installed programs need nothing of the tree."""
    program = f"{stage}/usr/local/bin/rookery"
    bare = {"PATH": "/usr/bin:/bin", "HOME": stage + "/home", "LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryDirectory() as folder:
        more = {"cwd": folder, "env": bare}
        assert run(program, "--version", **more).stdout.startswith("rookery ")
        said = run(program, "uci", input="uci\nposition startpos\ngo depth 5\n", **more).stdout
        assert "name EvalFile type string default <embedded>" in said and "bestmove " in said
        run(program, "picture", "start", "-o", "start.png", **more)
        assert os.path.getsize(f"{folder}/start.png") > 1000


def test_cluster(stage):
    """rookery-mpi goes with its page and completion, or all three stay away."""
    names = [f"{stage}/usr/local/{name}" for name in (
        "bin/rookery-mpi", "share/man/man1/rookery-mpi.1",
        "share/bash-completion/completions/rookery-mpi",
        "share/zsh/site-functions/_rookery-mpi",
        "share/fish/vendor_completions.d/rookery-mpi.fish")]
    is_built = os.path.exists(f"{os.path.dirname(ROOKERY)}/rookery-mpi")
    assert [os.path.exists(name) for name in names] == [is_built] * 5, names
    if is_built:
        env = {**RANKS["openmpi"], "PATH": f"{stage}/usr/local/bin:/usr/bin:/bin",
               "HOME": f"{stage}/home", "LC_ALL": "C.UTF-8"}
        with tempfile.TemporaryDirectory() as folder:
            said = run("mpirun", "-n", "2", "rookery-mpi", "match", "--games", "2", "--nodes", "50",
                       "--hash", "1", "uci:rookery uci", "uci:rookery uci", cwd=folder, env=env)
        assert "2 games" in said.stdout, said


def test_page(stage):
    """rookery web finds the page where it was installed."""
    if not os.path.exists(f"{ROOT}/build/web/index.html"):
        raise Skip("build/web is not there: make web")
    with subprocess.Popen([f"{stage}/usr/local/bin/rookery", "web", "--port", "0", "--no-open"],
                          stdout=subprocess.PIPE, text=True, cwd="/") as server:
        try:
            address = re.search(r"http://\S+", server.stdout.readline()).group()
            for name in "", "rookery/rookery.wasm", "rookery/network.rknet":
                with urllib.request.urlopen(address + name, timeout=30) as answer:
                    assert len(answer.read()) > 1000, name
        finally:
            server.terminate()


def test_uninstalled(stage):
    """What was there before is there afterwards, and nothing else."""
    for name in "share/man/man1/other.1", "share/rookery/mine.txt", "bin/other":
        with open(f"{stage}/usr/local/{name}", "w", encoding="ascii") as file:
            file.write("mine\n")
    make("install", f"DESTDIR={stage}")
    make("uninstall", f"DESTDIR={stage}")
    left = {name for name in listing(stage) if not os.path.isdir(f"{stage}/{name}")}
    assert left == {"usr/local/share/man/man1/other.1", "usr/local/share/rookery/mine.txt",
                    "usr/local/bin/other"}, left
    shutil.rmtree(f"{stage}/usr")
    os.makedirs(f"{stage}/opt/share/man")
    before = listing(stage)
    make("install", f"DESTDIR={stage}", "PREFIX=/opt", "mandir=/opt/share/man")
    assert f"{stage}/opt/bin/rookery" and len(listing(stage)) > 30
    make("uninstall", f"DESTDIR={stage}", "PREFIX=/opt")
    assert listing(stage) == before, listing(stage)
    done = make("uninstall", f"DESTDIR={stage}", "PREFIX=/opt", status=None)
    assert done.returncode and "there is no " in done.stderr, done


def test_other_folders(_):
    """Where data is not beside programs, the server knows where it is."""
    with tempfile.TemporaryDirectory() as folder:
        built = f"B={folder}/build"
        page = f"{folder}/data/rookery/web"
        os.makedirs(page)
        with open(f"{page}/index.html", "w", encoding="ascii") as file:
            file.write("<!doctype html>\n")
        run("make", built, f"datadir={folder}/data", "CFLAGS=-O0", f"{folder}/build/rookery-web",
            cwd=ROOT)
        with subprocess.Popen([f"{folder}/build/rookery-web", "--port", "0", "--no-open"],
                              stdout=subprocess.PIPE, text=True) as server:
            line = server.stdout.readline()
            server.terminate()
        assert line.startswith("Rookery is at "), line


def libraries(program):
    lines = run("ldd", program).stdout.splitlines()
    return {line.split()[0] for line in lines if "vdso" not in line}


def test_libraries(_):
    """Only the programs that use large libraries load them."""
    folder = os.path.dirname(ROOKERY)
    for name in "rookery", "chessctl":
        found = libraries(f"{folder}/{name}")
        assert not any(map(FOREIGN.match, found)) and len(found) <= 8, (name, found)
    found = libraries(f"{folder}/rookery-web")
    assert any("libmicrohttpd" in name for name in found), found
    assert not any(re.match("lib(gtk|cairo|edit)", name) for name in found), found


def main():
    group = Group(smallest=3)
    with tempfile.TemporaryDirectory(prefix="in stall") as folder:
        stage = f"{folder}/st age"
        make("install", f"DESTDIR={stage}")
        for test in (test_installed, test_away_from_the_tree, test_cluster, test_page,
                     test_uninstalled, test_libraries, test_other_folders):
            group.run(test.__name__[5:], test, stage)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
