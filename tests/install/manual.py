#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The manual pages and completion: do they say what the programs say?

    tests/install/manual.py ROOKERY [TEST...]

chessctl is beside ROOKERY, and so may be rookery-mpi. Options are held against --help,
examples are run.
"""
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), f"{ROOT}/tests/cluster"]
from group import Group, Skip, scratch  # noqa: E402
from ranks import VARIABLES  # noqa: E402

ROOKERY = os.path.abspath(sys.argv[1])
PATH = f"{os.path.dirname(ROOKERY)}:{os.environ['PATH']}"
MPI = f"{os.path.dirname(ROOKERY)}/rookery-mpi"
ENV = dict(os.environ, PATH=PATH, LC_ALL="C.UTF-8", MANWIDTH="80", **VARIABLES["openmpi"])
PAGES = sorted(glob.glob(f"{ROOT}/docs/man/*.[1-9]"))
OPTION = re.compile(r"(?<![\w-])(--?[a-z][a-z0-9-]*)")
MACRO = re.compile(r"\bFl (-?[a-z][a-z0-9-]*)")
# What needs the kernel module, or another program.
NOT_RUN = re.compile(r"/dev/chess|chessctl|xboard -")
# A broken game; a window where there is no display, which comes after its options.
STATUS = {"rookery-pgn.1": 1, "rookery-window.1": 1}
GAME = '[Result "*"]\n\n1. e4 e5 2. Nf3 *\n'
COMPLETION = f"{ROOT}/tools/completion"


def need(program):
    if not shutil.which(program):
        raise Skip(f"{program} is not installed: tools/setup.sh check")


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=120,
                          **{"env": ENV, **more})


def read(name):
    with open(f"{ROOT}/docs/man/{name}", encoding="utf-8") as file:
        return file.read()


def commands():
    """What `rookery help` lists, but for help itself."""
    found = re.findall(r"^  ([a-z]+)", run(ROOKERY, "help").stdout, re.M)
    return [name for name in found if name != "help"]


def documented(page):
    return {f"-{name}" for name in MACRO.findall(page)}


def test_options():
    """A page for every command, with its options and no others."""
    names = commands()
    assert len(names) >= 12, names
    for name in names:
        page = read(f"rookery-{name}.1")
        told = set(OPTION.findall(run(ROOKERY, "help", name).stdout))
        assert documented(page) == told, (name, documented(page) ^ told)
        assert f"Xr rookery-{name} 1" in read("rookery.1"), name
    told = set(OPTION.findall(run(f"{os.path.dirname(ROOKERY)}/chessctl", "--help").stdout))
    flags = {f"-{letter}" for letter in "aq"} | documented(read("chessctl.1")) - {"-aq"}
    assert flags == told, flags ^ told


def need_mpi():
    if not os.path.exists(MPI):
        raise Skip("rookery-mpi was not built: make cluster")


def help_of_mpi():
    """Its commands, and the options that they share."""
    said = run(MPI, "help").stdout
    commands_said, options_said = said.split("options of all commands:")
    return (set(re.findall(r"^  (\S+)", commands_said, re.M)),
            set(re.findall(r"^  (--\w+)", options_said, re.M)))


def test_mpi():
    """The page and the help of rookery-mpi: the same commands and options."""
    need_mpi()
    names, told = help_of_mpi()
    assert len(names) >= 7 and len(told) >= 5, (names, told)
    page = read("rookery-mpi.1")
    assert set(re.findall(r"^\.It Cm (\S+)", page, re.M)) == names, names
    assert set(re.findall(r"^\.It Fl (\S+)", page, re.M)) == {name[1:] for name in told}, told


def test_uci_options():
    """The options of the protocol, too."""
    said = run(ROOKERY, "uci", input="uci\n").stdout
    page = read("rookery-uci.1").replace(" , ", "\n")
    for name in re.findall(r"^option name (.+) type", said, re.M):
        assert re.search(rf"^(\.It Cm )?{re.escape(name)}$", page, re.M), name


def test_lint():
    need("mandoc")
    need("man")
    assert len(PAGES) >= 15, PAGES
    for page in PAGES:
        done = run("mandoc", "-Tlint", "-W", "warning", page)
        assert not done.stdout and not done.stderr, done.stdout
        done = run("man", "--warnings=w", "-E", "UTF-8", "-l", "-Tutf8", page)
        assert done.returncode == 0 and not done.stderr, done.stderr


def lines_of(name):
    """The lines of EXAMPLES; every page has some."""
    lines = [html.unescape(line).replace(r"\e", "\\")
             for line in re.findall(r"^\.Dl (.*)", read(name), re.M)]
    assert lines and re.search(r"^\.Sh EXAMPLES$", read(name), re.M), f"{name}: no example"
    return [line for line in lines if not NOT_RUN.search(line)]


def serve(line, env):
    """A server says where it is, and ends when it is told to."""
    with subprocess.Popen(["bash", "-c", f"exec {line}"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, env=env) as server:
        said = server.stdout.readline() or server.stderr.read()
        server.terminate()
        assert "Rookery is at http://" in said or "there is no page" in said, (line, said)


def test_examples():
    """The lines of EXAMPLES do what they are for."""
    with scratch():
        env = {name: value for name, value in ENV.items()
               if not name.startswith("XDG_") and name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        env["HOME"] = os.getcwd()
        with open("game.pgn", "w", encoding="ascii") as file:
            file.write(GAME)
        shutil.copy("game.pgn", "games.pgn")
        for name in map(os.path.basename, PAGES):
            for line in lines_of(name):
                program = f"{os.path.dirname(ROOKERY)}/{name.split('.')[0]}"
                if name in ("rookery-mpi.1", "rookery-web.1") and not os.path.exists(program):
                    continue
                if "rookery web" in line:
                    serve(line, env)
                    continue
                done = run("bash", "-c", line, env=env, stdin=subprocess.DEVNULL)
                assert done.returncode == STATUS.get(name, 0), (line, done)
                assert name != "rookery-window.1" or "needs a display" in done.stderr, done


QUOTES = "'\""


def complete_bash(*words):
    name = os.path.basename(words[0].strip(QUOTES))
    script = (f'source "{COMPLETION}/bash/{name}"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); '
              f'_{name}; printf "%s\\n" "${{COMPREPLY[@]}}"')
    return run("bash", "-c", script, "bash", *words).stdout.split()


def complete_zsh(*words):
    """With functions in place of what zsh has only while somebody types."""
    script = ('compadd() { shift; print -l -- $@ }; _files() { :; }; words=("$@"); CURRENT=$#; '
              f'source "{COMPLETION}/zsh/_{os.path.basename(words[0].strip(QUOTES))}"')
    found = run("zsh", "-fc", f"f() {{ {script} }}; f \"$@\"", "zsh", *words).stdout.split()
    return [word for word in found if word.startswith(words[-1])]


def complete_fish(*words):
    with scratch():
        done = run("fish", "--no-config", "-c",
                   f'source "{COMPLETION}/fish/{words[0]}.fish"; complete -C "$argv"',
                   " ".join(words))
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def check_completion(complete):
    assert set(complete("rookery", "")) >= {*commands(), "help"}, complete("rookery", "")
    assert complete("rookery", "anal") == ["analyse"]
    assert complete("rookery", "--le") == ["--level"]
    assert complete("rookery", "help", "xb") == ["xboard"]
    for name in commands():
        told = set(OPTION.findall(run(ROOKERY, "help", name).stdout))
        assert set(complete("rookery", name, "-")) == told | {"--help"}, name
    assert "casual" in complete("rookery", "--rules", "")
    assert complete("rookery", "picture", "--theme", "gr") == ["grass"]
    assert complete("chessctl", "resi") == ["resign"]
    assert complete("chessctl", "--qu") == ["--quiet"]
    check_completion_of_mpi(complete)


def check_typed_paths(complete):
    """The program is asked where it is, however that was typed."""
    home = ENV.get("HOME", "/")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/my games")
        os.symlink(ROOKERY, f"{folder}/my games/rookery")
        ENV["HOME"] = folder
        for typed in ("~/my\\ games/rookery", f'"{folder}/my games/rookery"'):
            assert complete(typed, "anal") == ["analyse"], typed
        ENV["HOME"] = home


def check_completion_of_mpi(complete):
    """It does not ask the program, which would start MPI; so it must be held against it."""
    if not os.path.exists(MPI):
        return
    names, shared = help_of_mpi()
    assert set(complete("rookery-mpi", "")) == names, complete("rookery-mpi", "")
    analyse = set(OPTION.findall(run(ROOKERY, "help", "analyse").stdout)) - {"--infinite"}
    for name, more in (("analyse", analyse), ("match", {"--checkpoint"}), ("tune", set()),
                       ("selfplay", set())):
        assert set(complete("rookery-mpi", name, "-")) == shared | more, name
    assert complete("rookery-mpi", "uci", "-") == ["--silence"]
    assert complete("rookery-mpi", "selfplay", "x.games", "no") == ["nodes"]


def test_bash():
    check_completion(complete_bash)
    check_typed_paths(complete_bash)


def test_zsh():
    need("zsh")
    check_completion(complete_zsh)
    check_typed_paths(complete_zsh)


def test_fish():
    need("fish")
    check_completion(complete_fish)


def main():
    group = Group()
    group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
