#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The documentation: links lead somewhere, files that it names are there, every
bench has its section in docs/measured.md, and tools/measured.py fills it.

    tests/check/docs.py [TEST...]
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from group import Group  # noqa: E402

TOOL = os.path.join(ROOT, "tools", "measured.py")
MARKER = re.compile(r"^<!-- measured: (\S+) -->$", re.M)
BEFORE = "Some words.\n\n<!-- measured: toy -->\n"
AFTER = "<!-- end -->\n\n<!-- measured: other -->\nits own\n<!-- end -->\n"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def record(*words):
    """Exit status and output of the tool, and the page afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.md")
        with open(page, "w", encoding="utf-8") as file:
            file.write(f"{BEFORE}old\n{AFTER}")
        done = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False,
                              env=dict(os.environ, RK_MEASURED=page))
        return done.returncode, done.stdout, read(page)


def test_plain_text():
    status, said, page = record("toy", "--", "printf", "speed  1\nsize   2\n")
    assert status == 0 and said == "speed  1\nsize   2\n", (status, said)
    assert page.startswith(BEFORE + "20") and page.endswith(AFTER), page
    assert "\n\n```\nspeed  1\nsize   2\n```\n" in page and "old" not in page, page


def test_table():
    _, _, page = record("toy", "--", "printf", "| a |\n|---|\n| \\1 |\n")
    assert "\n\n| a |\n|---|\n" in page and "```" not in page, page


def test_failing_bench():
    status, said, page = record("toy", "--", "sh", "-c", "echo half; exit 3")
    assert status != 0 and said == "half\n" and page == f"{BEFORE}old\n{AFTER}", (status, page)


def test_unknown_section():
    status, said, _ = record("nobody", "--", "echo", "run")
    assert status != 0 and "run" not in said, (status, said)


def test_sections():
    """What the makefiles record is what the page has sections for."""
    named = set()
    for path in [f"{ROOT}/Makefile", *glob.glob(f"{ROOT}/ports/*/*.mk")]:
        target = None
        for line in read(path).split("\n"):
            rule = re.match(r"([a-z][\w-]*):", line)
            target = rule[1] if rule else target
            named |= {name or target for name in
                      re.findall(r"^\t.*\$\((?:call )?record(?:,([\w-]+))?\)", line)}
    sections = MARKER.findall(read(f"{ROOT}/docs/measured.md"))
    assert len(sections) == len(set(sections)), sections
    assert named == set(sections), named ^ set(sections)


def files():
    """Everything in the tree that was not built."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", ".git")]
        yield from (os.path.join(folder, name) for name in names)


def pages():
    return [path for path in files() if path.endswith(".md")]


def anchors(path):
    """What a reader of Markdown calls the headings of a page."""
    headings = re.findall(r"^#+ (.*)", read(path), re.M)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
            for heading in headings}


def test_links():
    bad = []
    for page in pages():
        for link in re.findall(r"\]\(([^)\s]+)\)", read(page)):
            path, _, anchor = link.partition("#")
            target = os.path.join(os.path.dirname(page), path) if path else page
            if re.match(r"[a-z]+:", link):
                continue
            if not os.path.exists(target):
                bad.append(f"{os.path.relpath(page, ROOT)}: {link}")
            elif anchor and anchor not in anchors(target):
                bad.append(f"{os.path.relpath(page, ROOT)}: {link}: no such heading")
    assert not bad, "\n".join(bad)


def test_names():
    """Files that the documentation speaks of are there."""
    bad, known = [], {os.path.basename(path) for path in files()}
    for page in pages():
        text = read(page)
        for name in re.findall(r"(?<![\w/.*-])([\w/]+\.(?:c|h|mk))\b", text):
            if "NAME" not in name and os.path.basename(name) not in known:
                bad.append(f"{os.path.relpath(page, ROOT)}: {name}")
    assert not bad, "\n".join(bad)


def targets(folder):
    """What make can be asked for in a folder of the tree."""
    makefiles = [f"{folder}/Makefile"]
    if folder == ROOT:
        makefiles += [f"{ROOT}/install.mk", *glob.glob(f"{ROOT}/ports/*/*.mk")]
    lines = "\n".join(map(read, makefiles))
    return {name for names in re.findall(r"^([\w .-]+):(?!=)", lines, re.M)
            for name in names.split()}


def make_commands(text):
    """The words behind make in code of a page, whether in a line or in a block."""
    spans = re.findall(r"`(?:sudo )?make( [^`\n]+)`", text)
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S)
    lines = re.findall(r"^ {4}(?:sudo )?make( .+)$", text, re.M)
    lines += re.findall(r"^(?:\$ )?(?:sudo )?make( .+)$", "\n".join(blocks), re.M)
    for words in spans + [line.split("  ")[0] for line in lines]:
        yield re.split(r" (?:#|&&|\|)|;", words)[0].split()


def test_targets():
    """What the documentation makes can be made."""
    bad, count = [], 0
    for page in pages():
        for words in make_commands(read(page)):
            folder = ROOT
            if words[:1] == ["-C"]:
                folder = os.path.join(ROOT, words[1])
                words = words[2:]
            names = [word for word in words if re.fullmatch(r"[a-z][a-z0-9-]*", word)]
            count += len(names)
            bad += [f"{os.path.relpath(page, ROOT)}: make {' '.join(words)}"
                    for name in names if name not in targets(folder)]
    assert count > 100 and not bad, (count, "\n".join(bad))


group = Group()
group.run_tests(globals(), sys.argv[1:])
sys.exit(group.close())
