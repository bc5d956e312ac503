# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A UCI engine on the other side of a pipe."""
import os
import queue
import subprocess
import threading
import time

PATIENCE = float(os.environ.get("RK_PATIENCE", "60"))
QUICK = bool(os.environ.get("RK_QUICK"))
THREADS = int(os.environ.get("RK_THREADS", "1"))
# A build with sanitizers is many times slower than what is measured.
SLOW = bool(os.environ.get("RK_SLOW"))
# Seconds that a machine may be late on which other tests run too.
LATE = 1000 if SLOW else 1


class Engine:
    """Starts one. Lines it writes are kept with the time they came."""

    def __init__(self, *words, preexec=None):
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=preexec)
        self.lines = queue.Queue()
        self.errors = []
        self.readers = [threading.Thread(target=self._read, daemon=True),
                        threading.Thread(target=self._complain, daemon=True)]
        for reader in self.readers:
            reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.decode("latin-1").rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def _complain(self):
        self.errors.append(self.process.stderr.read().decode("latin-1"))

    def send(self, *lines):
        for line in lines:
            if isinstance(line, str):
                line = line.encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def until(self, start, patience=PATIENCE):
        """Lines up to the first with this beginning, that one included."""
        got = []
        end = time.monotonic() + patience
        while True:
            try:
                _, line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {start!r} came, but {got[-5:]}") from None
            assert line is not None, \
                f"it ended before {start!r}: {got[-5:]} {''.join(self.errors)}"
            got.append(line)
            if line.startswith(start):
                return got

    def ask(self, *lines):
        """Sends lines; what is written until it is ready again."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def go(self, *lines):
        """Sends lines; what is written up to and with the answer."""
        self.send(*lines)
        return self.until("bestmove")

    def close(self, *lines):
        """Sends lines, ends its input; all that is still written. It must end
        well and without a complaint."""
        if lines:
            self.send(*lines)
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        got = []
        while not self.lines.empty():
            got.append(self.lines.get()[1])
        errors = "".join(self.errors)
        assert status == 0 and not errors, f"status {status}: {errors}"
        return got[:-1]

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None and kind:
            self.process.kill()
            self.process.wait()
        elif self.process.poll() is None:
            self.close("quit")


def with_threads(program, *lines):
    """One that speaks UCI, with RK_THREADS threads; it is sent lines."""
    engine = Engine(program, "uci")
    if THREADS > 1:
        engine.send(f"setoption name Threads value {THREADS}")
    engine.send(*lines)
    return engine
