#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""tools/lint.sh finds a fault each time, and forgets it when it is mended: what it
has noted as clean is looked at again if it changes.
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

HEAD = "int rk_lint(int a);\n\nint rk_lint(int a)\n{\n"
CLEAN = HEAD + "\treturn a;\n}\n"
FAULTS = {  # by the name that the tool gives it
    "nullPointer": HEAD + "\tint *p = 0;\n\n\tif (a > 3)\n\t\treturn *p;\n\treturn a;\n}\n",
    "misc-unused-parameters": HEAD + "\treturn 3;\n}\n",
}


def lint(folder, text):
    name = f"{folder}/lint.c"
    with open(name, "w", encoding="ascii") as file:
        file.write(text)
    return subprocess.run(
        [f"{ROOT}/tools/lint.sh", "-std=c11"], input=f"{name}\n", text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=dict(os.environ, RK_LINT_CACHE=f"{folder}/cache"))


def finds(fault, word):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(f"{ROOT}/.clang-tidy", folder)
        for text, status in ((CLEAN, 0), (fault, 1), (fault, 1), (CLEAN, 0), (CLEAN, 0),
                             (fault, 1)):
            done = lint(folder, text)
            assert (done.returncode != 0) == status, (text, done.returncode, done.stdout)
            assert not status or word in done.stdout, done.stdout


def main():
    group = Group(smallest=1)
    for name, fault in FAULTS.items():
        group.run(name, finds, fault, name)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
