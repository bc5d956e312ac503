# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Runs a command and ends everything that it started.

start() forks a supervisor, which runs one command in a session of its own.
The supervisor is a child subreaper: a process that the command leaves behind
becomes the supervisor's child, whatever session it is in. So the supervisor
finds all of them among its descendants and needs no names. When the command
is over, has run out of time, or the supervisor gets SIGTERM, the supervisor
ends its descendants until none is left. It also gets SIGTERM when the program
that called start() dies.

Only for Linux: it reads /proc and calls prctl.
"""
import collections
import ctypes
import json
import os
import shutil
import signal
import tempfile
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
GRACE_S = 5  # between SIGTERM and SIGKILL
STUBBORN_S = 30  # a process that does not die of SIGKILL is left to the kernel

WAITED = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}

Running = collections.namedtuple("Running", "pid result")


def prctl(option, value):
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def become_subreaper():
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def read_stat(pid):
    """Parent and state of a process. Its name may have blanks and brackets."""
    with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
        state, parent = file.read().rsplit(")", 1)[1].split()[:2]
    return int(parent), state


def descendants():
    """The ids of all processes below this one that are not zombies."""
    children = collections.defaultdict(list)
    zombies = set()
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                parent, state = read_stat(name)
            except OSError:
                continue
            children[parent].append(int(name))
            if state in "ZX":
                zombies.add(int(name))
    found = []
    queue = [os.getpid()]
    while queue:
        below = children[queue.pop()]
        queue += below
        found += below
    return [pid for pid in found if pid not in zombies]


def reap():
    """Collects children that have ended; their exit statuses by id."""
    ended = {}
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return ended
            ended[pid] = status
    except ChildProcessError:
        return ended


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def end_descendants(grace_s=GRACE_S):
    """SIGTERM, then SIGKILL, until there are none; how many there were at first."""
    pids = descendants()
    count = len(pids)
    send(pids, signal.SIGTERM)
    start = time.monotonic()
    while pids and time.monotonic() - start < STUBBORN_S:
        time.sleep(0.02)
        reap()
        pids = descendants()
        if time.monotonic() - start > grace_s:
            send(pids, signal.SIGKILL)
    reap()
    return count


def wait(child, limit_s):
    """Until the child has ended: its status, or the word that says why not."""
    deadline = time.monotonic() + limit_s
    while True:
        ended = reap()
        if child in ended:
            return os.waitstatus_to_exitcode(ended[child])
        left = deadline - time.monotonic()
        if left <= 0:
            return "time"
        got = signal.sigtimedwait(WAITED, left)
        if got and got.si_signo != signal.SIGCHLD:
            return "stopped"


def spawn(command, log, environment):
    append = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    return os.posix_spawn(
        "/bin/bash", ["bash", "-c", command], environment, setsid=True, setsigmask=[],
        setsigdef=[*WAITED, signal.SIGPIPE, signal.SIGXFSZ],
        file_actions=[(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                      (os.POSIX_SPAWN_OPEN, 1, log, append, 0o666),
                      (os.POSIX_SPAWN_DUP2, 1, 2)])


def supervise(command, log, limit_s):
    """The result of the command, as start() describes it."""
    start = time.monotonic()
    become_subreaper()
    with tempfile.TemporaryDirectory(prefix="rk-", ignore_cleanup_errors=True) as scratch:
        child = spawn(command, log, dict(os.environ, TMPDIR=scratch))
        status = wait(child, limit_s)
        left = end_descendants()
        # A process that was still ending may have left something.
        shutil.rmtree(scratch, ignore_errors=True)
        os.makedirs(scratch, exist_ok=True)
    used = os.times()
    return {"status": status, "left": left, "wall_s": time.monotonic() - start,
            "cpu_s": used.children_user + used.children_system}


def start(command, log, limit_s):
    """Starts a shell command whose output is appended to a file.

    Returns (pid, result): the supervisor, and a file that ends when it does. The
    file's text is JSON: `status` is the exit status (negative: the signal),
    "time" or "stopped"; `left` counts the processes that had to be ended,
    `wall_s` and `cpu_s` are seconds. The caller must wait for the pid.
    """
    reading, writing = os.pipe()
    parent = os.getpid()
    # The supervisor must miss none, not even before it has begun.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, WAITED)
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.close(writing)
        return Running(pid, open(reading, encoding="ascii"))
    status = 1
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() == parent:
            text = json.dumps(supervise(command, log, limit_s))
            os.write(writing, text.encode("ascii"))
            status = 0
    finally:
        os._exit(status)
