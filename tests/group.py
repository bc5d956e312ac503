# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A group of tests in Python that reports in the words of cmocka.

run() takes a name and a function; a test fails by raising, and one that cannot
run here raises Skip with the reason. run_tests() takes
a module's globals() and runs what is called test_... in it. close() prints the
closing lines and returns the exit status. A group without tests fails.
Group(smallest=N) runs its first N tests alone in the smallest check, which sets
RK_SMALLEST; they must start every program that the rest would start.
scratch() is for tests that write files.
"""
import contextlib
import os
import sys
import tempfile
import traceback

SMALLEST = bool(os.environ.get("RK_SMALLEST"))


@contextlib.contextmanager
def scratch():
    """A folder to work in and to keep games in, which is gone afterwards."""
    home = os.environ.get("XDG_STATE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_STATE_HOME"] = folder
        try:
            yield
        finally:
            os.chdir("/")
            if home is None:
                del os.environ["XDG_STATE_HOME"]
            else:
                os.environ["XDG_STATE_HOME"] = home


class Skip(Exception):
    """What the test needs is not on this machine."""


class Group:
    def __init__(self, smallest=None):
        self.most = smallest if SMALLEST else None
        self.names = []
        self.failed = []
        self.skipped = []

    def run(self, name, function, *args):
        if self.most is not None and len(self.names) >= self.most:
            return
        self.names.append(name)
        print(f"[ RUN      ] {name}", flush=True)
        try:
            function(*args)
        except Skip as reason:
            self.skipped.append(f"{name}: {reason}")
            print(f"[  SKIPPED ] {name}", flush=True)
        except Exception as error:
            self.failed.append(name)
            if isinstance(error, AssertionError):
                print(error)
            else:
                traceback.print_exc(file=sys.stdout)
            print(f"[  FAILED  ] {name}", flush=True)
        else:
            print(f"[       OK ] {name}", flush=True)

    def run_tests(self, functions, wanted):
        """Those of a module called test_..., or the wanted ones of them."""
        for name, function in list(functions.items()):
            if name.startswith("test_") and (not wanted or name[5:] in wanted):
                self.run(name[5:], function)

    def close(self):
        print(f"[==========] {len(self.names)} test(s) run.")
        print(f"[  PASSED  ] {len(self.names) - len(self.failed) - len(self.skipped)} test(s).")
        if self.skipped:
            print(f"[  SKIPPED ] {len(self.skipped)} test(s), listed below:")
            for name in self.skipped:
                print(f"[  SKIPPED ] {name}")
        if self.failed:
            print(f"[  FAILED  ] {len(self.failed)} test(s), listed below:")
            for name in self.failed:
                print(f"[  FAILED  ] {name}")
            print(f"\n {len(self.failed)} FAILED TEST(S)")
        sys.stdout.flush()
        return 0 if self.names and not self.failed else 1
