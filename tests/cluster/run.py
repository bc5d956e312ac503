#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""rookery-mpi on one machine: the same bytes as from the single programs, whatever
is killed, stopped or full meanwhile.

    tests/cluster/run.py FOLDER TUNE-ROOKERY [TEST...]

FOLDER has rookery-mpi, rookery-mpi.mpich, rookery, selfplay and referee;
TUNE-ROOKERY is a build with RK_TUNE. Ranks are more than processors here, so
nothing is said about speed.
"""
import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from group import Group, scratch  # noqa: E402
from ranks import VARIABLES, own_lines, pids_of  # noqa: E402

FOLDER, TUNE = map(os.path.abspath, sys.argv[1:3])
TOOLS = os.path.abspath(os.path.join(ROOT, "tools"))
BLUNDERS = os.path.join(HERE, "..", "analyse", "blunders.pgn")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ENGINE = f"uci:{FOLDER}/rookery uci"

JUNK = ('1. e4 e5 1-0 baz * 1. d4 *\n1. f3 * e4 e5 0-1 d4\r\nd5 * c4\n\n[Event "b"]\n\n'
        '1. e4 e5 2. Ke3 *\n\n1. e4 {no\n\n[Event "next"]\n\n1. d4 *\n[Event "a"]\n'
        '[Variant "casual"]\n\n1. e4 e5 2. Qh5 a6 *\r\n\r\n%foo\n1-0%bar\n'
        ' 1. d4 (1. e4 e5 * \n[Event "c"]\n\n' + "Nf3 Nf6 Ng1 Ng8\n" * 6 + "*\n")
POSITIONS = ('# x\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n8/8 w\n\n'
             '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";\n'
             f'{START}\n7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\r\n')


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, text):
    with open(name, "w", encoding="utf-8", newline="") as file:
        file.write(text)


class Run:
    """rookery-mpi on some ranks; its processes are known by a mark of their own."""
    count = 0

    def __init__(self, ranks, *words, mpi="openmpi", wrapper=(), **options):
        Run.count += 1
        self.mark = f"RK_MARK={os.getpid()}-{Run.count}"
        name, value = self.mark.split("=")
        program = f"{FOLDER}/rookery-mpi" + (".mpich" if mpi == "mpich" else "")
        variables = dict(os.environ, **VARIABLES[mpi],
                         **{name: value, "RK_TOOLS": TOOLS, "PYTHONDONTWRITEBYTECODE": "1"})
        self.process = subprocess.Popen(
            [f"mpirun.{mpi}", "-n", str(ranks), *wrapper, program, *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables,
            start_new_session=True, **{"stdin": subprocess.DEVNULL, **options})

    def pid_of(self, rank):
        """As soon as it is there."""
        start = time.time()
        while rank not in self.pids():
            assert time.time() - start < 30, (rank, self.pids(), self.process.poll())
            time.sleep(0.01)
        return self.pids()[rank]

    def pids(self):
        """Of the ranks, by their numbers."""
        return pids_of(self.mark)

    def finish(self, text=None):
        out, errors = self.process.communicate(text, timeout=240)
        # What is killed may stop in the middle of a sign.
        self.out, self.errors = out.decode(errors="replace"), errors.decode(errors="replace")
        self.status = self.process.returncode
        return self

    def kill(self):
        for pid in [self.process.pid, *self.pids().values()]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def must(ranks, *words, **options):
    run = Run(ranks, *words, **options).finish()
    assert run.status == 0, (words, run.status, run.out, run.errors)
    return run


def single(*words, **options):
    return subprocess.run([f"{FOLDER}/rookery", "analyse", "--hash", "2", *words], text=True,
                          capture_output=True, check=False, timeout=240, **options)


def cluster(*words):
    return ["analyse", "--hash", "2", "--piece", "1", *words]


def is_equal(words, ranks, **options):
    """The single program's output, errors and status."""
    alone = single(*words)
    run = Run(ranks, *cluster(*words), **options).finish()
    assert run.out == alone.stdout, (words, run.out[:2000], alone.stdout[:2000])
    assert own_lines(run.errors) == alone.stderr.splitlines(), (run.errors, alone.stderr)
    assert run.status == alone.returncode, (run.status, run.errors)


# ---- Analysis ----

def test_games():
    write("mixed.pgn", read(BLUNDERS).decode() + JUNK + read(BLUNDERS).decode() + JUNK)
    for ranks in 1, 2, 4:
        is_equal(["--nodes", "500", "mixed.pgn"], ranks)
    is_equal(["--nodes", "300", "--from", "2", "--to", "5", "--strip", BLUNDERS, "mixed.pgn"], 3)
    alone = single("--nodes", "500", "-o", "alone.pgn", BLUNDERS)
    run = must(3, *cluster("--nodes", "500", "-o", "many.pgn", BLUNDERS))
    assert read("many.pgn") == read("alone.pgn") and run.out == alone.stdout, run.out
    assert re.search(r"rookery-mpi: \d+ pieces, 0 of them from the checkpoint; 3 ranks, \S+ s, "
                     r"\d+ % of it at work\n", run.errors), run.errors
    assert sorted(os.listdir(".")) == ["alone.pgn", "many.pgn", "mixed.pgn"]


def test_mpich():
    is_equal(["--nodes", "500", "mixed.pgn"], 3, mpi="mpich")


def test_positions():
    write("many.epd", POSITIONS * 4)
    for ranks in 1, 3:
        is_equal(["--nodes", "2000", "many.epd"], ranks)
    is_equal(["--depth", "4", "--lines", "2", "many.epd", "many.epd"], 2)
    # With a file, which the single program has only for games.
    Run(2, *cluster("--nodes", "2000", "-o", "out.txt", "many.epd")).finish()
    assert read("out.txt").decode() == single("--nodes", "2000", "many.epd").stdout


def pieces_of(run):
    return int(re.search(r"rookery-mpi: (\d+) pieces?", run.errors)[1])


SHUFFLE = "Nf3 Nf6 Nc3 Nc6 Ng1 Ng8 Nb1 Nb8\n"
ONE_GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3"
# Games of more than ten thousand nodes at a piece of one thousand; one with a variation, one
# that is ended by one of the same byte, one that is broken, one drawn long before its end, one
# whose start has a clock of its own.
LONG_GAMES = ("1. d4 *\n1. e4 c5 (1... e6 2. d4 d5 3. Nc3 Nf6 4. Bg5 Be7 5. e5 Nfd7) 2. Nf3 d6 "
              "3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Be7 8. Qf3 Qc7 1-0 * 0-1\n"
              "1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5 5. Bg2 Nb6 6. Nf3 Nc6 7. O-O Be7 8. Ke3 "
              f'*\n\n[Event "x"]\n\n1. f4 f5 {SHUFFLE * 6}2. e4 fxe4 *\n[Event "y"]\n'
              '[FEN "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 31 8"]\n\n'
              f"8. Bg3 Bd6 {SHUFFLE.replace('Nb1 Nb8', 'Nd2 Nd7')}{{so far}} 9. e4 dxe4 "
              "10. Nxe4 Nxe4 11. Bxe4 f5 12. Bd3 e5 1/2-1/2\n" + ONE_GAME)


def test_long():
    """Many ranks search the positions of one game; it comes out as from one."""
    write("long.pgn", LONG_GAMES)
    for ranks in 1, 3:
        is_equal(["--nodes", "1500", "long.pgn", "long.pgn"], ranks)
    is_equal(["--nodes", "4000", "--from", "3", "--to", "9", "--strip", "long.pgn"], 2)
    is_equal(["--depth", "6", BLUNDERS, "long.pgn"], 2)
    write("one.pgn", LONG_GAMES.splitlines()[-1])
    for nodes, piece, pieces in ("3000", "1", 18), ("500", "1", 9), ("500", "2", 1):
        alone = single("--nodes", nodes, "-o", "alone.pgn", "one.pgn")
        run = must(3, "analyse", "--hash", "2", "--nodes", nodes, "--piece", piece,
                   "-o", "many.pgn", "one.pgn")
        assert read("many.pgn") == read("alone.pgn") and run.out == alone.stdout, run.out
        assert pieces_of(run) == pieces, (nodes, piece, run.errors)
    # Where a position is searched with what was found in the one before, a game stays whole.
    run = must(2, *cluster("--time", "5", "-o", "many.pgn", "one.pgn"))
    assert pieces_of(run) == 1, run.errors


def test_slow_input():
    """Ranks are listened to while standard input says nothing."""
    run = Run(2, *cluster("--silence", "1", "--nodes", "3000", "-"), stdin=subprocess.PIPE)
    text = read(BLUNDERS)
    for part in text[:300], text[300:]:
        run.process.stdin.write(part)
        run.process.stdin.flush()
        time.sleep(2.5)
    run.finish()
    alone = single("--nodes", "3000", input=text.decode())
    assert (run.status, run.out) == (0, alone.stdout), run.errors
    assert own_lines(run.errors) == alone.stderr.splitlines(), run.errors


def test_input():
    """Standard input, also without a name."""
    text = read(BLUNDERS)
    for words in (["-"], []):
        run = Run(2, *cluster("--nodes", "300", *words),
                  stdin=subprocess.PIPE).finish(text)
        alone = single("--nodes", "300", *words, input=text.decode())
        assert (run.status, run.out) == (0, alone.stdout), run.errors


def test_pipe():
    """A pipe with a name is opened once: who writes into it does that once."""
    os.mkfifo("pipe.pgn")
    run = Run(2, *cluster("--nodes", "300", "pipe.pgn", BLUNDERS))
    write("pipe.pgn", read(BLUNDERS).decode())
    run.finish()
    alone = single("--nodes", "300", BLUNDERS, BLUNDERS)
    assert (run.status, run.out) == (0, alone.stdout), run.errors


def many_games():
    """About a hundred pieces of work, for the tests that interrupt it."""
    if not os.path.exists("whole.pgn"):
        write("crowd.pgn", read(BLUNDERS).decode() * 24)
        alone = single("--nodes", "5000", "-o", "whole.pgn", "crowd.pgn")
        write("whole.txt", alone.stdout)
    return ["--nodes", "5000", "-o", "out.pgn", "crowd.pgn"]


def wait_for_part(run, name, size):
    """Until results are in the checkpoint."""
    start = time.time()
    while not (os.path.exists(name) and os.path.getsize(name) > size):
        assert run.process.poll() is None, ("ended", run.finish().errors)
        assert time.time() - start < 120, "no checkpoint"
        time.sleep(0.005)
    return os.path.getsize(name)


def goes_on():
    """The same command ends with the bytes of a run that nobody has killed."""
    run = must(3, *cluster(*many_games()))
    assert read("out.pgn") == read("whole.pgn"), "another output"
    assert run.out.encode() == read("whole.txt"), "another report"
    assert not os.path.exists("out.pgn.part") and not os.path.exists("out.pgn.new")
    os.remove("out.pgn")
    return int(re.search(r"(\d+) of them from the checkpoint", run.errors)[1])


def test_kills():
    """kill -9 of one rank, of rank 0, of mpirun and all ranks, over and over."""
    words = cluster(*many_games())
    size = 400
    for victim in 1, 0, None, 2:
        run = Run(3, *words)
        pid = run.pid_of(victim or 0)
        wait_for_part(run, "out.pgn.part", size)
        if victim is None:
            run.kill()
        else:
            os.kill(pid, signal.SIGKILL)
        run.finish()
        assert run.status != 0 and not os.path.exists("out.pgn"), run.errors
        start = time.time()
        while run.pids():
            assert time.time() - start < 60, "ranks are left"
            time.sleep(0.05)
        size = os.path.getsize("out.pgn.part")
    assert goes_on() >= 4


def test_stopped():
    """SIGTERM to all ranks, as a batch system sends it: one line, and it goes on."""
    run = Run(2, *cluster(*many_games()))
    wait_for_part(run, "out.pgn.part", 400)
    for pid in run.pids().values():
        os.kill(pid, signal.SIGTERM)
    run.finish()
    assert run.status == 1 and own_lines(run.errors) == [
        "rookery-mpi: stopped; the same command goes on from there"], run.errors
    assert goes_on() >= 1


def test_long_name():
    """Of more bytes than a line has elsewhere."""
    folder = "/".join(letter * 200 for letter in "abc")
    os.makedirs(folder)
    write("few.pgn", read(BLUNDERS).decode() * 6)
    alone = single("--nodes", "5000", "few.pgn")
    words = cluster("--nodes", "5000", "-o", f"{folder}/out.pgn", "few.pgn")
    run = Run(2, *words)
    wait_for_part(run, f"{folder}/out.pgn.part", 400)
    run.kill()
    run.finish()
    must(2, *words)
    assert read(f"{folder}/out.pgn").decode() == alone.stdout
    assert os.listdir(folder) == ["out.pgn"]


def test_torn():
    """A checkpoint that was cut or changed anywhere."""
    run = Run(2, *cluster(*many_games()))
    wait_for_part(run, "out.pgn.part", 8000)
    run.kill()
    run.finish()
    whole = read("out.pgn.part")
    for part in (b"", whole[:60], whole[:-1], whole[:3000],
                 whole[:3000] + b"\x55" + whole[3001:], whole + b"x" * 500):
        with open("out.pgn.part", "wb") as file:
            file.write(part)
        goes_on()


def test_two_at_once():
    """The second run of the same command leaves the first one alone."""
    first = Run(2, *cluster(*many_games()))
    wait_for_part(first, "out.pgn.part", 400)
    ranks = first.pids().values()
    for pid in ranks:
        os.kill(pid, signal.SIGSTOP)
    second = Run(2, *cluster(*many_games())).finish()
    for pid in ranks:
        os.kill(pid, signal.SIGCONT)
    assert second.status == 1 and own_lines(second.errors) == [
        "rookery-mpi: another run is at out.pgn.part"], second.errors
    assert first.finish().status == 0, first.errors
    assert read("out.pgn") == read("whole.pgn")
    os.remove("out.pgn")


def test_other_checkpoint():
    """One of another run is not touched, unless asked."""
    write("small.pgn", read(BLUNDERS).decode())
    write("small.epd", POSITIONS)
    run = Run(1, *cluster(*many_games()))
    wait_for_part(run, "out.pgn.part", 400)
    run.kill()
    run.finish()
    os.remove("out.pgn.new")
    whole = read("out.pgn.part")
    for words in (["--nodes", "5001", "crowd.pgn"], ["--nodes", "5000", "small.pgn"],
                  ["--nodes", "5000", "small.epd"]):
        run = Run(2, *cluster("-o", "out.pgn", *words)).finish()
        assert run.status == 1 and own_lines(run.errors) == [
            "rookery-mpi: out.pgn.part is of another run; --restart begins anew"], run.errors
        assert read("out.pgn.part") == whole and not os.path.exists("out.pgn.new")
    games = read("crowd.pgn")
    write("crowd.pgn", games.decode().replace("Scholar", "Student"))
    run = Run(2, *cluster(*many_games())).finish()
    assert run.status == 1 and own_lines(run.errors) == [
        "rookery-mpi: the input is not that of the checkpoint; --restart begins anew"], run.errors
    write("crowd.pgn", games.decode())
    must(2, *cluster("-o", "out.pgn", "--nodes", "100", "--restart", "small.pgn"))
    assert not os.path.exists("out.pgn.part")
    os.remove("out.pgn")


def test_full_disk():
    """What was found stays; with space the same command goes on."""
    words = cluster(*many_games())
    for kilobytes, ranks in (4, 1), (24, 1), (40, 2):
        limit = (f'trap "" XFSZ; test ${{OMPI_COMM_WORLD_RANK:-0}} != 0 || ulimit -f {kilobytes}; '
                 'exec "$@"')
        run = Run(ranks, *words, wrapper=["env", "OMPI_MCA_btl=self,tcp",
                                          "OMPI_MCA_btl_tcp_if_include=lo",
                                          "bash", "-c", limit, "bash"]).finish()
        assert run.status == 1 and not os.path.exists("out.pgn"), run.errors
        said = own_lines(run.errors)
        assert len(said) == 1 and said[0].endswith(": File too large"), run.errors
        assert os.path.exists("out.pgn.part") and not os.path.exists("out.pgn.new")
    assert goes_on() >= 4


def test_hanging():
    """A rank that stands still is noticed, and its piece is done by another."""
    many_games()
    run = Run(3, *cluster("--silence", "2", *many_games()))
    wait_for_part(run, "out.pgn.part", 400)
    pid = run.pid_of(1)
    os.kill(pid, signal.SIGSTOP)
    run.finish()
    assert re.search(r"^rookery-mpi: rank 1 has not answered for \d+ s; its piece goes to "
                     "another$", run.errors, re.M), run.errors
    assert "not all ranks have answered" in run.errors, run.errors
    assert read("out.pgn") == read("whole.pgn") and not os.path.exists("out.pgn.part")
    os.remove("out.pgn")
    assert pid not in run.pids().values()


def test_back():
    """One that goes on after all is welcome, and what it did twice counts once."""
    run = Run(2, *cluster("--silence", "1", *many_games()))
    wait_for_part(run, "out.pgn.part", 400)
    pid = run.pid_of(1)
    os.kill(pid, signal.SIGSTOP)
    time.sleep(1.3)
    try:
        os.kill(pid, signal.SIGCONT)
    except ProcessLookupError:  # the other one has done all the rest
        run.finish()
        assert "rank 1 has not answered" in run.errors, run.errors
    else:
        run.finish()
    assert read("out.pgn") == read("whole.pgn"), run.errors
    os.remove("out.pgn")


def test_time_limit():
    """A piece that takes longer than it may, where nobody else is left."""
    run = Run(1, "analyse", "--limit", "1", "--time", "20000", BLUNDERS).finish()
    assert run.status != 0, run.errors
    assert "rank 0 has been at its piece for 1 s" in run.errors, run.errors
    assert "no rank is left" in run.errors, run.errors
    # A game of three seconds and others of a tenth: it goes to others, who have more time,
    # and nobody is given up for good.
    write("late.pgn", f"{ONE_GAME} *\n\n" + "1. e4 *\n\n" * 30)
    run = Run(3, "analyse", "--limit", "1", "--silence", "2", "--time", "170", "--piece", "1",
              "late.pgn").finish()
    late = re.findall(r"rank (\d) has been at its piece for (\d) s; another gets it, too",
                      run.errors)
    assert run.status == 0 and run.out.count("[Event ") == 31, run.errors
    assert late and len({rank for rank, _ in late}) == len(late) <= 2, run.errors
    assert int(late[-1][1]) <= 3 and "has not answered" not in run.errors, run.errors


def test_refused():
    """One line from rank 0, the same status everywhere, and nothing is written."""
    os.mkdir("folder")
    write("many.epd", POSITIONS)
    before = sorted(os.listdir("."))
    for words, text in [
            (["analyse", "missing.pgn"], "cannot open missing.pgn: No such file"),
            (["analyse", "-o", "x.pgn", BLUNDERS, "missing.pgn"], "cannot open missing.pgn"),
            (["analyse", "--nodes", "many", BLUNDERS], "--nodes needs a number"),
            (["analyse", "--colour", BLUNDERS], 'analyse has no option "--colour"'),
            (["analyse", "--silence", "0", BLUNDERS], "--silence needs a number from 1"),
            (["analyse", "--infinite", BLUNDERS], "--infinite and --lines are for positions"),
            (["analyse", "--strip", "many.epd"], "--from, --to and --strip are for games"),
            (["analyse", START], "a FEN is for"),
            (["analyse", "-o", "no/x.pgn", BLUNDERS], "no/x.pgn"),
            (["analyse", "-o", "x.pgn", "/dev/null"], "there is no game or position in it"),
            (["analyse", "folder"], "cannot read folder: Is a directory"),
            (["selfplay"], "usage: selfplay FILE"),
            (["selfplay", "x.games", "nodes", "1"], "usage: selfplay FILE"),
            (["selfplay", "many.epd"], "not a file of this call"),
            (["tune", "missing.json"], "missing.json"),
            (["tune", BLUNDERS], "not a file of tools/spsa.py"),
            (["match", "--checkpoint"], "--checkpoint needs the name"),
            (["uci", "go"], 'uci has no argument "go"'),
            (["uci", "--silence", "never"], "--silence needs a number"),
            (["dance"], 'there is no command "dance"')]:
        run = Run(2, *words).finish()
        said = own_lines(run.errors)
        assert run.status in (1, 2) and not run.out, (words, run.out, run.errors)
        assert len(said) == 1 and text in said[0], (words, run.errors)
        assert sorted(os.listdir(".")) == before, (words, os.listdir("."))
    run = Run(2, "match", "--nodes", "5", "one engine").finish()
    assert run.status == 2 and "two to nine engines" in run.errors, run.errors
    assert "mpirun -n" in must(2, "help").out and must(2, "--version").out.count("\n") == 1


def most_memory(*words):
    """Kilobytes that rank 0 has had at most."""
    run = Run(2, *words)
    most = 0
    reader = subprocess.Popen(["cat"], stdin=run.process.stdout, stdout=subprocess.DEVNULL)
    run.process.stdout.close()
    while run.process.poll() is None:
        for rank, pid in run.pids().items():
            try:
                found = re.search(rb"VmHWM:\s+(\d+) kB", read(f"/proc/{pid}/status"))
            except OSError:
                continue
            if found and rank == 0:
                most = max(most, int(found[1]))
        time.sleep(0.05)
    reader.wait()
    assert run.process.wait() == 0, run.process.stderr.read()
    run.process.stderr.close()
    return most


def test_memory():
    """As much for 20 MB of games as for five, which fill all that is read ahead. None
    of their moves is searched."""
    game = '[Event "a"]\n\n1. e4 {' + "x" * 300 + "} e5 2. Nf3 *\n\n"
    sizes = []
    for count in 15000, 60000:
        write("long.pgn", game * count)
        sizes.append(most_memory("analyse", "--from", "9", "--nodes", "1", "--progress", "0",
                                 "-o", "/dev/null", "long.pgn"))
    os.remove("long.pgn")
    print(f"{sizes[0]} kB, {sizes[1]} kB")
    assert sizes[1] < sizes[0] + 5000, sizes


# ---- Games ----

def test_selfplay():
    words = ["games", "40", "nodes", "200", "seed", "5", "chess960", "20"]
    subprocess.run([f"{FOLDER}/selfplay", "alone.games", *words], check=True,
                   stderr=subprocess.DEVNULL)
    must(3, "selfplay", "many.games", *words, "--piece", "50")
    assert read("many.games") == read("alone.games")
    # Killed, and gone on with; then more games of the same call.
    run = Run(2, "selfplay", "part.games", *words, "--piece", "30")
    wait_for_part(run, "part.games.part", 3000)
    run.kill()
    run.finish()
    must(3, "selfplay", "part.games", *words, "--piece", "30")
    assert read("part.games") == read("alone.games") and not os.path.exists("part.games.part")
    # Two at once: the second one says so, whichever program it is, and leaves the file alone.
    with subprocess.Popen([f"{FOLDER}/selfplay", "busy.games", "games", "1000000"],
                          stderr=subprocess.DEVNULL) as first:
        start = time.time()
        while not os.path.exists("busy.games") or not os.path.getsize("busy.games"):
            assert time.time() - start < 60, "no games"
            time.sleep(0.05)
        first.send_signal(signal.SIGSTOP)
        before = read("busy.games")
        second = subprocess.run([f"{FOLDER}/selfplay", "busy.games", "games", "2"], check=False,
                                capture_output=True, text=True, timeout=60)
        third = Run(2, "selfplay", "busy.games", "games", "2").finish()
        first.kill()
    for status, said in (second.returncode, second.stderr), (third.status, third.errors):
        assert status == 1 and "another run is at busy.games\n" in said, (status, said)
    assert read("busy.games") == before and not os.path.exists("busy.games.part")
    words[1] = "50"
    subprocess.run([f"{FOLDER}/selfplay", "alone.games", *words], check=True,
                   stderr=subprocess.DEVNULL)
    must(2, "selfplay", "part.games", *words)
    assert read("part.games") == read("alone.games")


MATCH = ["--referee", f"{FOLDER}/referee", "--nodes", "300", "--hash", "1", "--seed", "3",
         "--games", "12"]


def moves_of(name):
    """Of all games of a PGN, without comments, which say how long a move took."""
    return re.sub(r"\s*\{.*?\}\s*", " ", read(name).decode(), flags=re.S).split()


def test_match():
    """The tool's own words about the games that it would have played itself."""
    engines = [ENGINE, ENGINE]
    alone = subprocess.run([f"{TOOLS}/match.py", *MATCH, "--pgn", "single.pgn", *engines],
                           capture_output=True, text=True, check=True).stdout
    run = must(3, "match", *MATCH, "--pgn", "match.pgn", *engines)
    assert run.out == alone.replace("1 at a time", "3 at a time"), (run.out, alone)
    assert moves_of("match.pgn") == moves_of("single.pgn")
    # Killed, and gone on with: a checkpoint has the games.
    words = ["match", "--checkpoint", "match.part", *MATCH, "--pgn", "again.pgn", *engines]
    part = Run(3, *words)
    wait_for_part(part, "match.part", 6000)
    part.kill()
    part.finish()
    resumed = must(3, *words)
    assert resumed.out == run.out, (resumed.out, run.out)
    assert moves_of("again.pgn") == moves_of("single.pgn") and not os.path.exists("match.part")
    assert int(re.search(r"(\d+) of them from the checkpoint", resumed.errors)[1]) >= 1


def test_many_matches():
    """More games than are handed out at once; results come one by one and many at once.
    A full disk is one line, as is a stop; an empty PGN is what a run that was killed early
    has left. The checkpoint is only for the same match, however many words that takes."""
    engines = ["--option", "None=" + "x" * 5000, ENGINE, ENGINE]
    words = ["match", "--checkpoint", "long.part", *MATCH[:2], "--nodes", "20", "--hash", "1",
             "--games", "60", "--seed", "3", "--pgn", "long.pgn", *engines]
    write("long.pgn", "")
    limit = 'trap "" XFSZ; test ${OMPI_COMM_WORLD_RANK:-0} != 0 || ulimit -f 24; exec "$@"'
    full = Run(2, *words, wrapper=["env", "OMPI_MCA_btl=self,tcp",
                                   "OMPI_MCA_btl_tcp_if_include=lo",
                                   "bash", "-c", limit, "bash"]).finish()
    assert full.status != 0 and own_lines(full.errors) == [
        "rookery-mpi: cannot write long.part: File too large"], full.errors
    stopped = Run(2, *words)
    wait_for_part(stopped, "long.part", os.path.getsize("long.part"))
    for pid in stopped.pids().values():
        os.kill(pid, signal.SIGTERM)
    stopped.finish()
    assert stopped.status != 0 and own_lines(stopped.errors) == [
        "rookery-mpi: stopped; the same command goes on from there"], stopped.errors
    for wish in ["--seed", "4"], ["--tc", "9+1"]:
        run = Run(2, *words[:-len(engines)], *wish, *engines).finish()
        assert run.status == 1 and own_lines(run.errors) == [
            "rookery-mpi: long.part is of another run; --restart begins anew"], run.errors
    run = must(2, *words)
    assert "60 games" in run.out and read("long.pgn").count(b"[Result ") == 60, run.out
    assert re.search(r"rookery-mpi: 60 pieces, [1-9]\d* of them from the checkpoint", run.errors)
    write("long.pgn", "Mine.\n")
    run = Run(2, *words).finish()
    assert run.status == 2 and read("long.pgn") == b"Mine.\n", run.errors
    assert own_lines(run.errors) == ["match: long.pgn: there is one already"], run.errors


def test_match_faults():
    """An engine that plays what it must not is counted; one that is none ends the match."""
    wrong = f"uci:{sys.executable} {HERE}/../match/scripted.py uci a1a1"
    run = Run(2, "match", *MATCH[:-1], "2", wrong, ENGINE).finish()
    assert run.status == 1 and "faults: ours 2 illegal" in run.out, (run.out, run.errors)
    run = Run(2, "match", *MATCH, "uci:false", ENGINE).finish()
    assert run.status == 2 and "match: false: " in run.errors, (run.out, run.errors)
    os.mkdir("other")
    write("other/match.py", "#!/bin/sh\nexec 3>&- sleep 60\n")
    os.chmod("other/match.py", 0o755)
    run = Run(2, "match", wrapper=["env", "RK_TOOLS=other"]).finish()
    assert run.status == 2 and own_lines(run.errors) == [
        "rookery: other/match.py does not begin"], run.errors


def test_tune():
    """Killed in the middle, it ends with the values of tools/spsa.py alone."""
    tool = [f"{TOOLS}/spsa.py"]
    subprocess.run([*tool, "new", "alone.json", "lmr_*", "--pairs", "8", "--batch", "4",
                    "--nodes", "200", "--hash", "1", "--program", TUNE, "--r-end", "0.5"],
                   check=True, stdout=subprocess.DEVNULL)
    write("many.json", read("alone.json").decode())
    subprocess.run([*tool, "run", "alone.json", "--referee", f"{FOLDER}/referee"],
                   check=True, stdout=subprocess.DEVNULL)
    run = Run(3, "tune", "many.json", "--referee", f"{FOLDER}/referee")
    wait_for_part(run, "many.json.part", 5000)
    run.kill()
    run.finish()
    must(3, "tune", "many.json", "--referee", f"{FOLDER}/referee")
    states = [json.loads(read(name)) for name in ("alone.json", "many.json")]
    assert states[0]["params"] == states[1]["params"] and states[1]["done"] == 8, states
    assert states[0]["halves"] == states[1]["halves"] and not os.path.exists("many.json.part")


def main():
    group = Group(smallest=5)
    tests = [test_games, test_mpich, test_long, test_slow_input, test_selfplay, test_match,
             test_tune, test_many_matches, test_positions, test_input, test_pipe, test_kills,
             test_stopped, test_long_name, test_torn, test_two_at_once, test_other_checkpoint,
             test_full_disk, test_hanging, test_back, test_time_limit, test_refused,
             test_memory, test_match_faults]
    wanted = sys.argv[3:]
    with scratch():
        for test in tests:
            if not wanted or test.__name__[5:] in wanted:
                group.run(test.__name__[5:], test)
            # What a test that failed has left would mislead the next one.
            for name in glob.glob("out.*"):
                os.remove(name)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
