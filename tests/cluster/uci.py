#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""rookery-mpi uci: one search by several ranks, also while some of them stand still
or die.

    tests/cluster/uci.py FOLDER [TEST...]

FOLDER has rookery-mpi, rookery-mpi.mpich and rookery. Ranks are more than
processors here, so nothing is said about speed.
"""
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, "uci"), HERE, TESTS]
from answer import not_yet  # noqa: E402
from engine import Engine, PATIENCE  # noqa: E402
from group import Group, Skip, scratch  # noqa: E402
from ranks import VARIABLES, own_lines, pids_of  # noqa: E402
import run as conversations  # noqa: E402

FOLDER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else sys.exit(__doc__)
MIDDLE, ENDING = conversations.MIDDLE, conversations.ENDING
examine = conversations.examine


class Ranks(Engine):
    """rookery-mpi uci on some ranks."""
    count = 0

    def __init__(self, ranks, *words, mpi="openmpi", mpirun=()):
        Ranks.count += 1
        self.mark = f"RK_MARK={os.getpid()}-{Ranks.count}"
        program = f"{FOLDER}/rookery-mpi" + (".mpich" if mpi == "mpich" else "")
        variables = [f"{name}={value}" for name, value in VARIABLES[mpi].items()]
        super().__init__("env", self.mark, *variables, f"mpirun.{mpi}", *mpirun, "-n",
                         str(ranks), program, "uci", *words)

    def _complain(self):
        """A line at a time, for tests that wait for one."""
        for line in self.process.stderr:
            self.errors.append(line.decode("latin-1"))

    def pid_of(self, rank):
        start = time.time()
        while rank not in pids_of(self.mark):
            assert time.time() - start < PATIENCE, pids_of(self.mark)
            time.sleep(0.01)
        return pids_of(self.mark)[rank]

    def halt(self, rank):
        os.kill(self.pid_of(rank), signal.SIGSTOP)

    def go_on(self, rank):
        os.kill(self.pid_of(rank), signal.SIGCONT)

    def end(self):
        """However it ends; what was said on standard error. No rank is left."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        start = time.time()
        while pids_of(self.mark):
            assert time.time() - start < PATIENCE, "ranks are left"
            time.sleep(0.05)
        return own_lines("".join(self.errors))


def time_of(pid):
    """Processor time of all threads, in ticks."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        return sum(map(int, file.read().rpartition(")")[2].split()[11:13]))


def test_conversations():
    """What tests/uci says of `rookery uci` is true of all ranks together. Left out is what
    looks into the process, which is mpirun here."""
    left_out = {"first_line", "terminal", "late_helpers", "late_leader", "bench", "perft",
                "memory_before_the_clock"}
    names = [name[5:] for name in dir(conversations) if name.startswith("test_")]
    for mpi, ranks, script, names in (
            ("openmpi", 2, "run.py", [name for name in names if name not in left_out]),
            ("mpich", 3, "run.py", ["mates", "ponder", "games", "options_that_cannot_be"]),
            ("openmpi", 3, "four.py", ["ponder", "lines"]),
            ("openmpi", 2, "network.py", ["who_evaluates", "bad_files"])):
        program = f"{FOLDER}/rookery-mpi" + (".mpich" if mpi == "mpich" else "")
        with open("program", "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\nexec mpirun.{mpi} -n {ranks} {shlex.quote(program)} "$@"\n')
        os.chmod("program", 0o755)
        done = subprocess.run(
            [sys.executable, f"{TESTS}/uci/{script}", "./program",
             *([f"{FOLDER}/variants"] if script == "four.py" else []), *names],
            env=dict(os.environ, **VARIABLES[mpi], RK_QUICK="1"), capture_output=True,
            text=True, check=False)
        assert done.returncode == 0 and f"[  PASSED  ] {len(names)} test" in done.stdout, \
            (mpi, script, done.stdout[-3000:], done.stderr[-1000:])


def test_alone():
    """One rank is the plain program: the same lines, nodes and answers."""
    def said(lines):
        return [re.sub(r" nps \d+| time \d+", "", line) for line in lines]
    with Ranks(1) as one, Engine(f"{FOLDER}/rookery", "uci") as plain:
        for position in conversations.POSITIONS:
            for go in "go depth 9", "go nodes 30000", "go mate 2 depth 6":
                answers = [said(engine.go("ucinewgame", position, go)) for engine in (one, plain)]
                assert answers[0] == answers[1], (position, go, answers)
        for engine in one, plain:
            engine.send("setoption name MultiPV value 3", MIDDLE)
        assert said(one.go("go depth 7")) == said(plain.go("go depth 7"))


def test_all_search():
    """Every rank works while a search runs, and none when it has ended."""
    with Ranks(3) as engine:
        engine.ask("setoption name Hash value 4")
        pids = [engine.pid_of(rank) for rank in range(3)]
        before = list(map(time_of, pids))
        engine.send(MIDDLE, "go infinite")
        start = time.time()
        while not all(time_of(pid) > old + 10 for pid, old in zip(pids, before)):
            assert time.time() - start < PATIENCE, (before, list(map(time_of, pids)))
            time.sleep(0.05)
        examine(engine.go("stop"))
        # An order that the others have answered comes after the one to stop.
        engine.ask("ucinewgame")
        before = list(map(time_of, pids))
        time.sleep(1)
        spent = [time_of(pid) - old for pid, old in zip(pids, before)]
        assert max(spent) < 30, f"hundredths of a second at rest: {spent}"


def test_others_answer():
    """Without its own thread, rank 0 counts the nodes of others and takes their move."""
    with Ranks(2) as engine:
        engine.ask()
        engine.send(MIDDLE)
        legal = conversations.legal_moves(engine)
        root = SimpleNamespace(process=SimpleNamespace(pid=engine.pid_of(0)))
        try:
            with conversations.Halted(root, "leader"):
                engine.send("go movetime 1000")
                _, lines = examine(engine.until("bestmove"), legal)
            assert int(lines[-1]["nodes"]) > 1000, lines[-1][0]
        except PermissionError as error:
            raise Skip(f"left out: {error}") from None
        examine(engine.go("go depth 5"))


def test_lines():
    """Several best moves and named ones, with all ranks."""
    with Ranks(3, "--silence", "30") as engine:
        engine.send("setoption name MultiPV value 4", MIDDLE)
        _, lines = examine(engine.go("go movetime 300"), lines_wanted=4)
        last = {line["line"]: line["pv"].split()[0] for line in lines}
        assert len(last) == len(set(last.values())) == 4, last
        engine.send("setoption name MultiPV value 1")
        best, _ = examine(engine.go("go movetime 200 searchmoves a2a3 b2b3"))
        assert best in ("a2a3", "b2b3"), best


def test_game():
    """All ranks against all ranks, by the clock, every move looked at."""
    with Ranks(3) as engine:
        engine.send("setoption name Threads value 2", "ucinewgame")
        moves = []
        while len(moves) < 60:
            engine.send(f"position startpos moves {' '.join(moves)}")
            legal = conversations.legal_moves(engine)
            best, _ = examine(engine.go("go wtime 1500 btime 1500 winc 20 binc 20"), legal)
            if best == "(none)":
                break
            moves.append(best)
        assert len(moves) > 8, moves


def test_ends():
    """`quit` and the end of the input at any moment: all ranks end well."""
    for mpi in "openmpi", "mpich":
        for lines in ([], ["quit"], [MIDDLE, "go infinite", "quit"],
                      ["go ponder wtime 100 btime 100", "quit"], ["go movetime 200"],
                      ["setoption name Threads value 3", "ucinewgame", "go depth 6", "quit"],
                      ["go infinite", "stop", "go infinite", "stop", "go infinite"]):
            engine = Ranks(2, mpi=mpi)
            engine.close(*lines)
            assert not engine.end()


def wait_for_remark(engine, text):
    start = time.time()
    while text not in engine.errors:
        assert time.time() - start < PATIENCE, (text, engine.errors)
        engine.ask()
        time.sleep(0.1)


def test_hanging():
    """A rank that stands still delays no answer; it is noticed, and may come back."""
    engine = Ranks(3, "--silence", "1")
    engine.ask()
    engine.send(MIDDLE, "go infinite")
    engine.until("info depth 8")
    engine.halt(2)
    wait_for_remark(engine, "rookery-mpi: rank 2 has not answered for 1 s; "
                            "the search goes on without it\n")
    engine.go("stop")
    for go in "go movetime 100", "go depth 8", "go wtime 300 btime 300":
        examine(engine.go("ucinewgame", ENDING, go))
    engine.go_on(2)
    wait_for_remark(engine, "rookery-mpi: rank 2 is back\n")
    engine.ask("ucinewgame")
    before = time_of(engine.pid_of(2))
    engine.send(MIDDLE, "go infinite")
    start = time.time()
    while time_of(engine.pid_of(2)) < before + 10:
        assert time.time() - start < PATIENCE, "rank 2 does nothing"
        time.sleep(0.05)
    engine.send("quit")
    assert len(engine.end()) == 2 and engine.process.returncode == 0, engine.errors


def test_hangs_unnoticed():
    """Nor does one of which nobody knows yet, whatever is asked for."""
    engine = Ranks(3)
    engine.ask("setoption name Hash value 2")
    engine.halt(1)
    engine.ask("setoption name Threads value 2", "ucinewgame")
    examine(engine.go(MIDDLE, "go movetime 100"))
    engine.send("go infinite")
    engine.until("info depth 6")
    engine.halt(2)
    examine(engine.go("stop"))
    engine.send("go ponder wtime 500 btime 500")
    examine(not_yet(engine, 0.2) + engine.go("ponderhit"))
    examine(engine.go("setoption name Hash value 4", "ucinewgame", "go depth 7"))
    engine.send("quit")
    engine.end()


def test_killed():
    """OpenMPI can be told to go on without a rank that has died; otherwise all end."""
    engine = Ranks(3, "--silence", "1", mpirun=["--enable-recovery"])
    engine.ask()
    engine.send(MIDDLE, "go infinite")
    engine.until("info depth 8")
    os.kill(engine.pid_of(1), signal.SIGKILL)
    engine.go("stop")
    for go in "go movetime 100", "go depth 8", "go wtime 300 btime 300":
        examine(engine.go("ucinewgame", ENDING, go))
    engine.send("quit")
    engine.end()
    for mpi in "openmpi", "mpich":
        for victim in 0, 1:
            engine = Ranks(2, mpi=mpi)
            engine.ask()
            engine.send("go infinite")
            engine.until("info depth 5")
            os.kill(engine.pid_of(victim), signal.SIGKILL)
            engine.end()
            assert engine.process.returncode, (mpi, victim)


def test_bad_orders():
    """What one rank alone cannot do is said, and the others go on."""
    limit = 'test "${OMPI_COMM_WORLD_RANK:-0}" = 0 || ulimit -v 900000; exec "$@"'
    engine = Engine("env", *[f"{name}={value}" for name, value in VARIABLES["openmpi"].items()],
                    "mpirun.openmpi", "-n", "2", "bash", "-c", limit, "bash",
                    f"{FOLDER}/rookery-mpi", "uci")
    examine(engine.go("setoption name Hash value 1024", MIDDLE, "go movetime 200"))
    engine.ask("ucinewgame")
    engine.send("quit")
    engine.process.stdin.close()
    assert engine.process.wait(PATIENCE) == 0
    for reader in engine.readers:
        reader.join(PATIENCE)
    assert own_lines("".join(engine.errors)) == [
        "rookery-mpi: rank 1 has no memory for a table of that size"], engine.errors


def main():
    conversations.program = FOLDER + "/rookery"
    group = Group(smallest=3)
    tests = [test_all_search, test_ends, test_alone, test_conversations, test_others_answer,
             test_lines, test_game, test_hanging, test_hangs_unnoticed, test_killed,
             test_bad_orders]
    wanted = sys.argv[2:]
    for test in tests:
        if not wanted or test.__name__[5:] in wanted:
            with scratch():
                group.run(test.__name__[5:], test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
