#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The most stack that a function and all it calls can take.

Reads what gcc writes with -fcallgraph-info=su: every function's frame and whom
it calls. What the compiler cannot know is declared:

  --limit NAME,NAME=N     functions that call themselves: of all of these
                          together at most N are on the stack at a time
  --calls NAME=TO,TO      whom NAME calls through pointers; NAME * is everybody
                          who is not named, nothing after the = is nobody
  --outside PATTERN=N     functions, by a regular expression, that come from
                          elsewhere and take N bytes

A recursion without a limit, a call through a pointer or out of the files that
nobody declared, a frame without a bound: each is an error. Compiler's
suffixes (.isra, .part, .constprop) do not belong to a name. Interrupts take
their share on top of it.
"""
import argparse
import re
import sys

NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"')
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"'
                  r'(?: label: "([^"]*)")?')
FRAME = re.compile(r'\\n(\d+) bytes \((static|dynamic,bounded|dynamic)\)')
INDIRECT = "__indirect_call"


def short(title):
    """The name in the source of a function that gcc may have split."""
    return re.sub(r"\.(isra|part|constprop|cold|lto_priv)\b.*", "",
                  title.rsplit(":", 1)[-1])


def fail(text):
    sys.exit(f"stack.py: {text}")


def read(paths):
    frames, calls = {}, {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if node := NODE.match(line):
                    if frame := FRAME.search(node[2]):
                        if frame[2] == "dynamic":
                            fail(f"{short(node[1])}: its frame has no bound")
                        frames[node[1]] = int(frame[1])
                elif edge := EDGE.match(line):
                    # Calls through pointers are told apart by their places.
                    place = edge[3] if edge[2] == INDIRECT else None
                    calls.setdefault(edge[1], set()).add((edge[2], place))
    return frames, calls


class Stack:
    def __init__(self, options):
        self.frames, self.calls = read(options.files)
        self.titles = {}
        for title in self.frames:
            self.titles.setdefault(short(title), []).append(title)
        self.limits = []
        for text in options.limit:
            names, _, number = text.rpartition("=")
            for name in names.split(","):
                self.find(name)
            self.limits.append((dict.fromkeys(names.split(","), 1),
                                int(number)))
        self.outside = []
        for text in options.outside:
            pattern, _, number = text.rpartition("=")
            self.outside.append((re.compile(pattern), int(number)))
        self.pointers = {}
        for text in options.calls:
            name, _, targets = text.partition("=")
            if name != "*":
                self.find(name)
            self.pointers[name] = [title for target in targets.split(",")
                                   if target for title in self.find(target)]
        self.known = {}
        self.way = []

    def find(self, name):
        if name not in self.titles:
            fail(f"there is no function {name}")
        return self.titles[name]

    def through_pointer(self, title, _place):
        """Whom it may call there."""
        name = short(title)
        key = name if name in self.pointers else "*"
        if key not in self.pointers:
            fail(f"{name} calls through a pointer: --calls {name}=...")
        return self.pointers[key]

    def targets(self, title):
        for target, place in self.calls.get(title, ()):
            if target == INDIRECT:
                yield from self.through_pointer(title, place)
            else:
                yield target

    def enter(self, title, left):
        """What is left of the limits inside of it; None: not again."""
        name = short(title)
        left = tuple(number - names.get(name, 0)
                     for (names, _), number in zip(self.limits, left))
        return None if min(left, default=0) < 0 else left

    def strange(self, title):
        for pattern, size in self.outside:
            if pattern.fullmatch(title):
                return size, ((title, size),)
        return fail(f"{title} is in no file: --outside {title}=...")

    def deepest(self, title, left):
        """(bytes, the chain of functions that takes them) from here on."""
        if title not in self.frames:
            return self.strange(title)
        left = self.enter(title, left)
        if left is None:
            return 0, ()
        state = (title, left)
        if state in self.known:
            return self.known[state]
        if state in self.way:
            circle = self.way[self.way.index(state):] + [state]
            fail("recursion without a limit: " +
                 " -> ".join(short(name) for name, _ in circle))
        self.way.append(state)
        most = max((self.deepest(target, left)
                    for target in sorted(set(self.targets(title)))),
                   key=lambda found: found[0], default=(0, ()))
        self.way.pop()
        frame = self.frames[title]
        found = (most[0] + frame, ((short(title), frame),) + most[1])
        self.known[state] = found
        return found

    def most(self, entry):
        sys.setrecursionlimit(20000)
        return max(self.deepest(title, tuple(n for _, n in self.limits))
                   for title in self.find(entry))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entry", required=True, help="the first function")
    parser.add_argument("--limit", action="append", default=[])
    parser.add_argument("--calls", action="append", default=[])
    parser.add_argument("--outside", action="append", default=[])
    parser.add_argument("--chain", action="store_true",
                        help="show the deepest chain of calls too")
    parser.add_argument("files", nargs="+", help="the .ci files")
    options = parser.parse_args()
    stack = Stack(options)
    size, chain = stack.most(options.entry)
    if options.chain:
        for name, frame in chain:
            print(f"{frame:7} {name}")
    print(size)


if __name__ == "__main__":
    main()
