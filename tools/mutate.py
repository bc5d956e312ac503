#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Mutation testing: would the tests notice if the code were wrong?

    tools/mutate.py [--count N] [--seed S] [--layers core,game] [--only TEXT]

Each mutant is the tree with one small fault in one function (the kinds are in
mutate_sites.py). The sample depends on the seed and on the text alone, and is
spread over the layers and the kinds. A mutant that does not compile, or whose
object file is the original's, is dropped and replaced by the next. The others
meet the tests, those of their layer first, until one fails or takes ten times
as long as usual. Mutants that are known to change nothing that anybody could
see are in mutate-equivalent.txt, with the reason.

The tests run in a copy of the tree, build/mutate/tree. Their programs link
the library liblayers.so (FLAVOUR=mutate in the Makefile), of which a mutant has
one of its own. Results are kept in build/mutate/results.jsonl: a second run
does not repeat what the first found out. A mutant that was killed stays so while
its file is the same; one that survived meets the tests that are new.
"""
import argparse
import collections
import concurrent.futures
import fcntl
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from mutate_sites import sites

LAYERS = ("core", "core/four", "game", "engine", "engine/four", "proto")
WORK = "build/mutate"
TREE = f"{WORK}/tree"
BUILT = "build/mutate"  # the same name again, inside the copy
EQUIVALENT = "tools/mutate-equivalent.txt"

# Unit tests that know a layer best; the others follow, the quickest first.
NEAR = {
    "core": "status position fen sliders material make legality "
            "oracle rules undo",
    "core/four": "four_rules four_fen rotation_four four oracle_four "
                 "game_four games_four four_words",
    "game": "game game_four undo scratch games_four rules",
    "engine": "tt movepick limits eval openings book think levels skill "
              "engine dispatch",
    "engine/four": "limits rotation_four levels_four dispatch four_engine",
    "proto": "pgn_normalise annotate pgn_game four_words tty panel bitmaps "
             "pgn_read advice device console",
}

# What comes after the unit tests: name, group, the layers that it reaches,
# command. Programs have clocks and processes: they must fail twice.
PURE, PROGRAMS, TERMINAL, BENCH = "pure", "programs", "terminal", "bench"
RULES, THINKING = "core core/four", "core core/four engine engine/four"
ALL = " ".join(LAYERS)
SCRIPTS = (
    ("transcripts", PURE, ALL, "transcripts/run.py pure {}/pure"),
    ("perft", PURE, RULES, "perft/run.py {}/rookery"),
    ("perft four", PURE, RULES, "perft/four.py {}/rookery"),
    ("book", PURE, ALL, "book/run.py {}/book {}/dump_pgn"),
    ("pgn4", PURE, ALL, "pgn4/run.py {}/rookery {}/dump_pgn4"),
    ("screens", PROGRAMS, ALL, "tty/run.py {}/template"),
    ("command line", PROGRAMS, ALL, "host/test_cli.py {}/rookery"),
    ("engines", PROGRAMS, ALL, "host/test_external.py {}/rookery"),
    ("device", PROGRAMS, ALL, "host/test_device.py {}/rookery"),
    ("console", PROGRAMS, ALL, "host/test_console.py {}/rookery"),
    ("uci", PROGRAMS, ALL, "uci/run.py {}/rookery"),
    ("xboard", PROGRAMS, ALL, "xboard/talk.py {}/rookery"),
    ("uci four", PROGRAMS, ALL, "uci/four.py {}/rookery {}/fouroracle"),
    ("mates", PROGRAMS, THINKING,
     "mates/run.py {}/rookery {}/referee {}/prove"),
    ("terminal", TERMINAL, "game proto", "terminal/run.py {}/rookery"),
    ("bench", BENCH, "core engine", "uci/bench.sh {}/rookery small full network"),
    ("bench four", BENCH, "core/four engine/four",
     "uci/bench.sh {}/rookery four"),
)

SLOW = 15  # seconds

FAILED = re.compile(rb"\[  FAILED  \] (?!\d+ test)(.*)")


def digest(*texts):
    whole = hashlib.sha256()
    for text in texts:
        whole.update(text if isinstance(text, bytes) else text.encode())
        whole.update(b"\0")
    return whole.hexdigest()[:16]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def read_all(pattern):
    names = sorted(glob.glob(pattern, recursive=True))
    return digest(*(part for name in names if os.path.isfile(name)
                    for part in (name, read(name))))


class Test:
    """A command that is to fail with a mutant."""

    def __init__(self, name, group, reach, command, key):
        self.name = name
        self.group = group
        self.reach = reach  # whether a file takes part in it
        self.command = command  # {} is the folder of the programs
        self.key = key

    def run(self, folder, limit):
        """How it fails, or None, and the seconds it took."""
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as home:
            env = dict(os.environ, RK_QUICK="1", HOME=home,
                       XDG_STATE_HOME=home, PYTHONDONTWRITEBYTECODE="1")
            with subprocess.Popen(
                    self.command.replace("{}", folder).split(), cwd=TREE,
                    env=env, start_new_session=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT) as process:
                timer = threading.Timer(limit, kill, [process])
                timer.start()
                how = first_failure(process)
                took = time.monotonic() - start
                timer.cancel()
                kill(process)
        if took >= limit:
            how = "time-out"
        return how, took

    def fails(self, folder, times):
        """How it fails with a mutant, not with the tree or a busy machine."""
        limit = 10 * times.usual(self) + 10
        how, _ = self.run(folder, limit)
        if how and self.group in (PROGRAMS, TERMINAL):
            how, _ = self.run(folder, limit)
        if how:
            times.check(self)
        return how


class Times:
    """How long tests take without a mutant, with which they must pass."""

    def __init__(self):
        self.path = f"{WORK}/times.json"
        self.lock = threading.Lock()
        self.rows = {}  # name: [key, seconds]
        if os.path.exists(self.path):
            self.rows = json.loads(read(self.path))

    def usual(self, test):
        """For a limit it is enough to have seen an older text of the test."""
        if test.name not in self.rows:
            self.check(test)
        return self.rows[test.name][1]

    def check(self, test):
        with self.lock:
            if self.rows.get(test.name, [""])[0] == test.key:
                return
            how, seconds = test.run(os.path.abspath(f"{TREE}/{BUILT}"), 900)
            if how:
                print(f"{test.name} fails without a mutant: {how}")
                os._exit(1)
            self.rows[test.name] = [test.key, seconds]
            with open(self.path, "w", encoding="utf-8") as file:
                json.dump(self.rows, file)


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def first_failure(process):
    """Reads a test's output until it ends or says that a case failed."""
    rest = b""
    while chunk := process.stdout.read1(1 << 16):
        rest = rest[-400:] + chunk
        if found := FAILED.search(rest):
            return found[1].decode(errors="replace").strip() or "failed"
    status = process.wait()
    return f"status {status}" if status else None


class Mutant:
    def __init__(self, layer, path, text, site):
        self.layer = layer
        self.path = path
        self.site = site
        self.text = text
        first = text.rfind("\n", 0, site.start) + 1
        last = text.find("\n", site.end)
        self.before = " ".join(text[first:last].split())
        self.after = " ".join((text[first:site.start] + site.replacement +
                               text[site.end:last]).split())
        self.line = text.count("\n", 0, site.start) + 1
        self.file_key = digest(text)
        self.identity = ""

    def source(self):
        """The whole file with the fault in it."""
        return self.text[:self.site.start] + self.site.replacement + \
            self.text[self.site.end:]

    def place(self):
        return f"{self.path}:{self.line}"

    def show(self):
        return f"{self.place()} ({self.site.kind})\n" \
               f"    - {self.before}\n    + {self.after}"


def mutants_of(layer):
    """Every mutant of a layer, kind after kind."""
    found = []
    for path in sorted(glob.glob(f"{layer}/*.c")):
        text = read(path).decode()
        twins = collections.Counter()
        for site in sites(text):
            mutant = Mutant(layer, path, text, site)
            same = (path, mutant.before, mutant.after)
            mutant.identity = digest(*same, str(twins[same]))
            twins[same] += 1
            found.append(mutant)
    return found


def in_turn(mutants, seed):
    """A random order in which the kinds take turns."""
    kinds = collections.defaultdict(list)
    for mutant in sorted(mutants, key=lambda it: digest(seed, it.identity)):
        kinds[mutant.site.kind].append(mutant)
    queues = [kinds[name] for name in sorted(kinds)]
    for i in range(max(map(len, queues), default=0)):
        for queue in queues:
            if i < len(queue):
                yield queue[i]


def shares(sizes, count):
    """How many mutants of each layer: by its size, but never just a few."""
    least = count // (2 * len(sizes))
    total = sum(sizes.values())
    rest = count - least * len(sizes)
    quota = {layer: least + rest * size // total
             for layer, size in sizes.items()}
    quota[max(sizes, key=sizes.get)] += count - sum(quota.values())
    return quota


def known_equivalents():
    """(path, before, after) of those with a reason: see the file itself."""
    known = {}
    for number, block in enumerate(
            read(EQUIVALENT).decode().strip().split("\n\n"), 1):
        lines = [line for line in block.split("\n") if line[:1] != "#"]
        if not lines:
            continue
        marks = "".join(line[:2] for line in lines[1:4])
        if marks != "- + = ":
            sys.exit(f"{EQUIVALENT}: entry {number} is not a path and the "
                     "lines '- ', '+ ' and '= '")
        before, after = (" ".join(line[2:].split()) for line in lines[1:3])
        known[lines[0], before, after] = " ".join(
            line[2:] for line in lines[3:])
    return known


class Results:
    """What earlier runs found out, a line of JSON for each result."""

    def __init__(self):
        self.path = f"{WORK}/results.jsonl"
        self.known = {}
        self.lock = threading.Lock()
        if os.path.exists(self.path):
            for line in read(self.path).decode().splitlines():
                try:
                    row = json.loads(line)
                except ValueError:
                    continue  # cut off when the run was stopped
                self.known[row["mutant"], row["file"]] = row
        self.file = open(self.path, "a", encoding="utf-8")

    def get(self, mutant):
        return self.known.get((mutant.identity, mutant.file_key))

    def put(self, mutant, **row):
        row.update(mutant=mutant.identity, file=mutant.file_key,
                   place=mutant.place())
        with self.lock:
            self.known[mutant.identity, mutant.file_key] = row
            self.file.write(json.dumps(row) + "\n")
            self.file.flush()
        return row


class Bed:
    """The copy of the tree, built, and the tests that pass in it."""

    def __init__(self, options):
        copy_tree()
        # Variables of a make that called this are not for the copy.
        env = {name: value for name, value in os.environ.items()
               if not name.startswith(("MAKE", "MFLAGS"))}
        subprocess.run(["make", "--no-print-directory", "-C", TREE,
                        f"-j{os.cpu_count()}", "FLAVOUR=mutate", "mutants"],
                       check=True, env=env)
        # The last two words of the file are no flags.
        self.compile = read(f"{TREE}/{BUILT}/flags").decode().split()[:-2]
        self.compile += ["-w", "-g0"]
        self.layers = sorted(
            path for layer in LAYERS
            for path in glob.glob(f"{layer}/*.o", root_dir=f"{TREE}/{BUILT}"))
        self.originals = {}
        self.lock = threading.Lock()
        self.hurry = options.hurry
        self.times = Times()
        self.tests = [*self.unit_tests(), *self.scripts(options)]

    def unit_tests(self):
        objects = self.layers + glob.glob("tests/oracle/*.o",
                                         root_dir=f"{TREE}/{BUILT}")
        linked = Linked(objects + glob.glob("tests/unit/*.o",
                                            root_dir=f"{TREE}/{BUILT}"))
        for path in sorted(glob.glob(f"{TREE}/tests/unit/test_*.c")):
            name = os.path.basename(path)[:-2]
            if name == "test_save":
                continue  # of a port
            needed = linked.closure(f"tests/unit/{name}.o")
            yield Test(name[5:], "unit", needed.__contains__, f"{{}}/{name}",
                       digest(*(read(f"{TREE}/{BUILT}/{one}")
                                for one in sorted(needed))))

    def scripts(self, options):
        product = digest(*(read_all(f"{TREE}/{folder}/**") for folder in (
            "core", "game", "engine", "proto", "include", "ports/host",
            "tests/*.*")))
        for name, group, layers, command in SCRIPTS:
            if group == TERMINAL and not options.terminal:
                continue
            folder = command.split("/")[0]
            yield Test(name, group, lambda path, layers=layers.split():
                       os.path.dirname(path) in layers, f"tests/{command}",
                       digest(product, read_all(f"{TREE}/tests/{folder}/**")))

    def order(self, mutant):
        """The tests that reach a mutant, soonest killer first."""
        near = NEAR[mutant.layer].split()

        def rank(test):
            if self.hurry and test.group != PURE and \
                    self.times.usual(test) > SLOW:
                return 3, test.group != BENCH
            if test.group != "unit":
                return 2, 0
            if test.name in near:
                return 0, near.index(test.name)
            return 1, self.times.usual(test)

        return [test for test in sorted(self.tests, key=rank)
                if test.reach(mutant.path[:-2] + ".o")]

    def object_of(self, path, source, output):
        """Compiles a text that stands for a file; False if it does not."""
        done = subprocess.run(
            [*self.compile, "-iquote", os.path.dirname(path), "-x", "c", "-c",
             "-o", output, "-"], cwd=TREE, input=source.encode(),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    def original(self, path):
        """The object file of a file as it is, compiled the same way."""
        with self.lock:
            if path not in self.originals:
                output = os.path.abspath(f"{WORK}/original.o")
                assert self.object_of(path, read(path).decode(), output)
                self.originals[path] = read(output)
            return self.originals[path]

    def link(self, path, mutated, folder):
        """Fills a folder with the programs and a library with a mutant."""
        name = path[:-2] + ".o"
        objects = [mutated if layer == name else f"{BUILT}/{layer}"
                   for layer in self.layers]
        subprocess.run([*self.compile, "-shared", "-Wl,-Bsymbolic",
                        "-o", f"{folder}/liblayers.so", *objects],
                       cwd=TREE, check=True)
        for program in glob.glob(f"{TREE}/{BUILT}/*"):
            if os.path.isfile(program) and not program.endswith(".so"):
                os.link(program, f"{folder}/{os.path.basename(program)}")


class Linked:
    """Which object files a linker would take, starting from one of them."""

    def __init__(self, objects):
        self.needs = collections.defaultdict(set)
        self.owner = {}
        names = subprocess.run(["nm", "-A", "-g", *objects],
                               cwd=f"{TREE}/{BUILT}", check=True,
                               capture_output=True, text=True).stdout
        for line in names.splitlines():
            path, _, rest = line.partition(":")
            kind, name = rest.split()[-2:]
            if kind == "U":
                self.needs[path].add(name)
            elif name != "main":
                self.owner[name] = path

    def closure(self, path):
        taken, todo = set(), [path]
        while todo:
            path = todo.pop()
            if path not in taken:
                taken.add(path)
                todo += [self.owner[name] for name in self.needs[path]
                         if name in self.owner]
        return taken


def copy_tree():
    """Makes the copy equal to the tree, keeping the times of what is."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], check=True,
        capture_output=True, text=True).stdout.splitlines()
    names = {name for name in names if os.path.isfile(name)}
    for folder, folders, files in os.walk(TREE):
        if folder == TREE and "build" in folders:
            folders.remove("build")
        for name in files:
            path = os.path.join(folder, name)
            if os.path.relpath(path, TREE) not in names:
                os.remove(path)
    for name in names:
        target = f"{TREE}/{name}"
        if os.path.exists(target) and read(target) == read(name):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(name, target)


def judge(bed, results, mutant):
    """Compiles a mutant and lets the tests at it; its row of results."""
    row = results.get(mutant)
    if row and row["outcome"] != "survived":
        return row
    survived = dict(row["tests"]) if row else {}
    tests = [test for test in bed.order(mutant)
             if survived.get(test.name) != test.key]
    if row and not tests:
        return row
    with tempfile.TemporaryDirectory(dir=WORK, prefix="mutant-") as folder:
        folder = os.path.abspath(folder)
        output = f"{folder}/mutant.o"
        if not bed.object_of(mutant.path, mutant.source(), output):
            return results.put(mutant, outcome="not compiled")
        if read(output) == bed.original(mutant.path):
            return results.put(mutant, outcome="same object")
        bed.link(mutant.path, output, folder)
        for test in tests:
            how = test.fails(folder, bed.times)
            if how:
                return results.put(mutant, outcome="killed", killer=test.name,
                                   group=test.group, how=how)
            survived[test.name] = test.key
    return results.put(mutant, outcome="survived", tests=survived)


class Sample:
    """The mutants of one seed, and what became of them."""

    def __init__(self, bed, results, options):
        self.bed = bed
        self.results = results
        self.known = known_equivalents()
        self.rows = []  # (mutant, row)
        self.dropped = collections.Counter()
        self.done = 0
        self.lock = threading.Lock()
        layers = options.layers.split(",")
        everyone = {layer: mutants_of(layer) for layer in layers}
        if options.only:
            everyone = {layer: [mutant for mutant in found
                                if options.only in mutant.show()]
                        for layer, found in everyone.items()}
            quota = {layer: len(found) for layer, found in everyone.items()}
        else:
            quota = shares({layer: len(found)
                            for layer, found in everyone.items()},
                           options.count)
        self.total = sum(quota.values())
        self.queues = [(in_turn(everyone[layer], options.seed), quota[layer])
                       for layer in layers]

    def places(self):
        """Where to take each mutant from; the layers take turns."""
        turns = [((i + 0.5) / quota, number)
                 for number, (_, quota) in enumerate(self.queues)
                 for i in range(quota)]
        return [self.queues[number][0] for _, number in sorted(turns)]

    def fill(self, queue):
        """Judges mutants of a queue until one is neither dropped nor known."""
        while True:
            with self.lock:
                mutant = next(queue, None)
            if not mutant:
                return
            outcome = "known equivalent"
            if (mutant.path, mutant.before, mutant.after) not in self.known:
                row = judge(self.bed, self.results, mutant)
                outcome = row["outcome"]
            if outcome in ("killed", "survived"):
                break
            with self.lock:
                self.dropped[outcome] += 1
        with self.lock:
            self.done += 1
            self.rows.append((mutant, row))
            by = f" by {row['killer']}: {row['how']}" \
                if "killer" in row else ""
            print(f"[{self.done:4}/{self.total}] {outcome:8} "
                  f"{mutant.place()}{by}", flush=True)

    def run(self, jobs):
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for _ in pool.map(self.fill, self.places()):
                pass

    def report(self):
        rows = sorted(self.rows, key=lambda it: (it[0].path, it[0].line))
        lines = []

        def section(title, chosen):
            lines.append(f"\n{title}: {len(chosen)}")
            for mutant, row in chosen:
                how = f"\n    by {row['killer']}: {row['how']}" \
                    if "killer" in row else ""
                lines.append(f"  {mutant.show()}{how}")

        killed = [(mutant, row) for mutant, row in rows
                  if row["outcome"] == "killed"]
        lines.append("Killed by:")
        counted = collections.Counter(row["killer"] for _, row in killed)
        lines += [f"  {count:4}  {name}"
                  for name, count in counted.most_common()]
        late = collections.Counter(
            "time-out" for _, row in killed if row["how"] == "time-out")
        lines += [f"  {count:4}  of these by time-out"
                  for count in late.values()]
        for group, title in ((PROGRAMS, "Only by tests of whole programs"),
                             (TERMINAL, "Only by the terminal's tests"),
                             (BENCH, "Only by bench")):
            section(title, [it for it in killed if it[1]["group"] == group])
        section("Survivors", [it for it in rows
                              if it[1]["outcome"] == "survived"])
        lines.append("\nBy layer, killed of all:")
        for layer in LAYERS:
            those = [row["outcome"] for mutant, row in rows
                     if mutant.layer == layer]
            lines.append(f"  {layer:12} {those.count('killed')}/{len(those)}")
        lines.append("Dropped: " + (", ".join(
            f"{count} {what}" for what, count in sorted(self.dropped.items()))
            or "none"))
        share = 100 * len(killed) / max(1, len(rows))
        lines.append(f"{len(killed)} of {len(rows)} killed, {share:.1f} %")
        return "\n".join(lines)


def check_near():
    """A test that has another name now would be run late, and nobody would know."""
    for name in " ".join(NEAR.values()).split():
        if not os.path.exists(f"tests/unit/test_{name}.c"):
            sys.exit(f"mutate: there is no tests/unit/test_{name}.c")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--layers", default=",".join(LAYERS))
    parser.add_argument("--only", help="every mutant whose text or "
                        "PATH:LINE contains this, instead of a sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--hurry", action="store_true", help="let bench go "
                        "before the slow tests; what it kills may then not be "
                        "killed by bench only")
    parser.add_argument("--terminal", action="store_true",
                        help="survivors meet tests/terminal too")
    options = parser.parse_args()
    strange = set(options.layers.split(",")) - set(LAYERS)
    if strange or options.count < 1:
        parser.error(f"the layers are {','.join(LAYERS)}; a count is above 0")
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    check_near()
    os.makedirs(TREE, exist_ok=True)
    lock = open(f"{WORK}/lock", "w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit("another run is at work in build/mutate")
    os.nice(10)
    # A mutant may ask for all memory or fill a disk.
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sample = Sample(Bed(options), Results(), options)
    sample.run(options.jobs)
    text = sample.report()
    with open(f"{WORK}/report-{options.seed}-{options.count}.txt", "w",
              encoding="utf-8") as file:
        file.write(text + "\n")
    print("\n" + text)


if __name__ == "__main__":
    main()
