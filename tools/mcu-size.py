#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What a firmware takes of its chip.

    tools/mcu-size.py stack CALLS BOARD.h OBJECT...
    tools/mcu-size.py table FOLDER BOARD...

`stack` prints how many bytes of stack the program needs at most, interrupts
included. tools/stack.py finds the deepest chain of calls in what gcc has
written beside each object (-fcallgraph-info=su). Here it is found out whom a
call through a pointer can reach: gcc tells the place of the call, the text
there names the member of a struct (rules->make, out->write); and that member
can hold what the sources of the image put into it by name (.make = make), or
what the file CALLS says. Nothing is taken on trust:

  a call through a member that nobody fills must be declared in CALLS;
  every function whose address is taken, which the relocations of the objects
  show, must be in some member;
  a recursion must have its limit in CALLS, and a call out of the objects too.

`table` prints flash, static memory, stack and sum for images in FOLDER, and
fails where an image is too large.
"""
import os
import re
import subprocess
import sys

from stack import Stack, fail, short

TOOLS = "arm-none-eabi-"
FRAME = 36  # that an interrupt puts on the stack, with four bytes to align it
NO_CALL = re.compile(r"R_ARM_(ABS32|TARGET1|MOVW?_\S+|THM_MOV\S+)")
MEMBER = re.compile(r"(\w+(?:->|\.)\w+)\s*\(")
ASSIGNED = re.compile(r"\.\s*(\w+)\s*=\s*([^,;{}]+)[,;}]")
WORD = re.compile(r"[A-Za-z_]\w*")


def run(*words):
    return subprocess.run([TOOLS + words[0], *words[1:]], check=True,
                          stdout=subprocess.PIPE, encoding="utf-8").stdout


class Sources:
    """The texts that places are in."""
    def __init__(self):
        self.texts = {}

    def lines(self, path):
        if path not in self.texts:
            with open(path, encoding="utf-8") as file:
                self.texts[path] = file.read().split("\n")
        return self.texts[path]

    def statement(self, place):
        """From a place to the end of the statement."""
        path, line, column = place.rsplit(":", 2)
        text = "\n".join(self.lines(path)[int(line) - 1:int(line) + 12])
        return text[int(column) - 1:].partition(";")[0]


def callee(text):
    """The expression before the parenthesis of a call's arguments."""
    depth = 0
    for at, letter in enumerate(text):
        if letter == "(" and depth <= 0 and at and text[at - 1] != " ":
            return text[:at]
        depth += (letter in "([") - (letter in ")]")
    return text


class Image(Stack):
    """The calls of one, as CALLS and the objects say."""
    def __init__(self, calls, board, objects):
        self.constants = {}
        self.stated = {}
        self.sources = Sources()
        for path in (board, "include/rookery/engine.h", "engine/search.h",
                     "include/rookery/think.h"):
            self.read_constants(path)
        limit, outside = self.read_calls(calls)
        files = [re.sub(r"\.o$", ".ci", name) for name in objects]
        super().__init__(type("Options", (), {
            "files": files, "limit": [], "outside": outside, "calls": []}))
        self.set_limits(limit)
        self.taken = self.find_taken(objects)
        self.members = {}
        self.fill_members(files)
        self.check_taken()

    def read_constants(self, path):
        for line in self.sources.lines(path):
            if found := re.match(r"#define (\w+) (\d+)\b", line):
                self.constants[found[1]] = found[2]

    def read_calls(self, path):
        limit, outside = [], []
        for line in self.sources.lines(path):
            words = line.partition("#")[0].split()
            if not words:
                continue
            if words[0] == "limit":
                limit.append((words[1:words.index("=")],
                              self.number("".join(
                                  words[words.index("=") + 1:]))))
            elif words[0] == "outside":
                outside.append(f"{words[1]}={words[2]}")
            elif words[0].endswith(":"):
                # Declared, if only as never set.
                self.stated.setdefault(words[0][:-1], []).extend(words[1:])
            else:
                fail(f"{path}: {line}?")
        return limit, outside

    def number(self, text):
        parts = [self.constants.get(part, part) for part in text.split("+")]
        if not all(part.isdigit() for part in parts):
            fail(f"{text} is no number")
        return sum(int(part) for part in parts)

    def set_limits(self, limits):
        """Those for functions that this image does not have are not its."""
        for names, number in limits:
            weights = {}
            for name in names:
                name, _, weight = name.partition("*")
                files = {title.rpartition(":")[0]
                         for title in self.titles.get(name, ())}
                if len(files) > 1:
                    fail(f"a limit for {name}, which are several")
                if files:
                    weights[name] = self.number(weight or "1")
            if weights:
                self.limits.append((weights, number))

    def find_taken(self, objects):
        """Titles of functions whose address is taken, by their names."""
        taken = {}
        section = path = ""
        for line in run("objdump", "-r", *objects).split("\n"):
            if found := re.match(r"(\S+):\s+file format", line):
                path = found[1]
            elif found := re.match(r"RELOCATION RECORDS FOR \[(.*)\]", line):
                section = found[1]
            elif found := re.match(r"[0-9a-f]+ (R_ARM_\S+)\s+(\S+)", line):
                if section.startswith((".debug", ".ARM", ".vectors")) or \
                        not NO_CALL.fullmatch(found[1]):
                    continue
                # A table of jumps of a switch, as -O2 makes them. Of a Thumb
                # function that is meant the assembler keeps the name.
                if found[2].startswith(".text"):
                    continue
                name = re.sub(r"\+0x.*", "", found[2])
                for title in self.titled(name, path):
                    taken.setdefault(short(title), set()).add(title)
        return taken

    def titled(self, name, path):
        """The function of that name that a file means, or none."""
        found = self.titles.get(short(name), ())
        own = [title for title in found
               if ":" in title and self.is_of(title.rsplit(":", 1)[0], path)]
        return own or [title for title in found if ":" not in title]

    @staticmethod
    def is_of(source, path):
        name = os.path.splitext(path)[0]
        source = os.path.splitext(source)[0]
        return name == source or name.endswith("/" + source) or \
            (source.startswith("ports/mcu/") and
             os.path.basename(name) == os.path.basename(source))

    def add(self, member, titles):
        self.members.setdefault(member, set()).update(titles)

    def fill_members(self, files):
        paths = {title.rsplit(":", 1)[0] for title in self.frames
                 if ":" in title}
        for path in sorted(paths):
            if not path.endswith(".c"):
                continue
            text = "\n".join(self.sources.lines(path))
            for member, value in ASSIGNED.findall(text):
                for name in WORD.findall(value):
                    if name in self.taken:
                        self.add(member, self.titled(name, path))
        every = {title for titles in self.taken.values() for title in titles}
        for member, patterns in self.stated.items():
            self.add(member, {title for title in every for pattern in patterns
                              if re.fullmatch(pattern, title)})

    def check_taken(self):
        held = set().union(*self.members.values())
        free = sorted(set().union(*self.taken.values()) - held)
        if free:
            fail("addresses that no member holds: " + ", ".join(free))

    def through_pointer(self, title, place):
        text = self.sources.statement(place)
        names = self.known_as(callee(text), place)
        if not names:
            # The place of an outer call, with this one among its arguments.
            for found in MEMBER.findall(text):
                names += self.known_as(found, place)
        if not names:
            fail(f"{place}: whom does {short(title)} call? Not in CALLS")
        return set().union(*(self.members[name] for name in names))

    def known_as(self, text, place):
        """The name of a member in an expression: by file, by object, alone."""
        words = WORD.findall(text) or [""]
        if WORD.fullmatch(text) and self.titled(text, place.split(":")[0]):
            return []  # a function, no pointer
        for name in (f"{place.split(':')[0]}:{words[-1]}",
                     ".".join(words[-2:]), words[-1]):
            if name in self.members:
                return [name]
        return []


def stack(calls, board, *objects):
    image = Image(calls, board, objects)
    size, chain = image.most("mcu_reset")
    for handler in ("tick_interrupt", "mcu_serial_interrupt"):
        if handler in image.titles:
            more, above = image.most(handler)
            size += FRAME + more
            chain += ((f"({handler})", FRAME),) + above
    for name, frame in chain:
        print(f"{frame:7} {name}", file=sys.stderr)
    print((size + 7) & ~7)


def symbols(path):
    found = {}
    for line in run("nm", path).split("\n"):
        words = line.split()
        if len(words) == 3:
            found[words[2]] = int(words[0], 16)
    return found


def table(folder, *boards):
    row = "{:12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}"
    bad = []
    print(row.format("", "flash", "limit", "static", "stack", "scratch", "RAM",
                     "limit"))
    for board in boards:
        path = os.path.join(folder, board, "rookery.elf")
        at = symbols(path)
        flash = at["mcu_data_image"] - at["mcu_flash_start"]
        flash += at["mcu_data_end"] - at["mcu_data_start"]
        stack_size = at["mcu_stack_high"] - at["mcu_stack_low"]
        scratch = at["mcu_scratch_end"] - at["mcu_scratch"]
        used = at["mcu_scratch_end"] - at["mcu_stack_low"]
        print(row.format(board, flash, at["mcu_flash_limit"],
                         used - stack_size - scratch, stack_size, scratch, used,
                         at["mcu_ram_limit"]))
        if flash >= at["mcu_flash_limit"]:
            bad.append(f"{board}: {flash} bytes of flash")
        if used > at["mcu_ram_limit"]:
            bad.append(f"{board}: {used} bytes of RAM")
    if bad:
        fail("too large: " + "; ".join(bad))


def main():
    verbs = {"stack": stack, "table": table}
    if len(sys.argv) < 4 or sys.argv[1] not in verbs:
        sys.exit(__doc__)
    verbs[sys.argv[1]](*sys.argv[2:])


main()
