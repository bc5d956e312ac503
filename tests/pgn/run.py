#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""PGN against pgn-extract, chess.js and chessops, and in large amounts.

    tests/pgn/run.py ROOKERY DUMP      RK_QUICK=1 for less of everything

DUMP is dump.c, compiled; games.mjs speaks with the two libraries. What we
write must be accepted by the others as the games it was made of; what they
write must come out of `rookery pgn --normalise` with the same moves, tags and
comments. A file of any size and any content is read in bounded memory.
"""
import os
import random
import re
import resource
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group, scratch  # noqa: E402

ROOKERY, DUMP = (os.path.abspath(name) for name in sys.argv[1:3])
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
GAMES = 80 if QUICK else 1000
MANY = 5000 if QUICK else 120000
PGN_EXTRACT = "/usr/games/pgn-extract"


def run(*command, **options):
    return subprocess.run(command, capture_output=True, check=False, **options)


def must(*command, **options):
    """Runs a command that has to succeed; returns what it printed."""
    done = run(*command, **options)
    assert done.returncode == 0, \
        f"{' '.join(command)}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def node(*words):
    print(must("node", os.path.join(HERE, "games.mjs"), *map(str, words)).decode(), end="")


def dump(seed, count, kind):
    """Writes kind.pgn and kind.txt; returns the lines of the latter."""
    with open(f"{kind}.pgn", "wb") as pgn:
        subprocess.run([DUMP, str(seed), str(count), kind, f"{kind}.txt"],
                       stdout=pgn, check=True)
    with open(f"{kind}.txt", encoding="ascii") as lines:
        return lines.read().splitlines()


def normalise(name, to):
    with open(to, "wb") as out:
        done = subprocess.run([ROOKERY, "pgn", "--normalise", name], stdout=out,
                              stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def extract(name, *options):
    """What pgn-extract makes of a file, without a complaint."""
    done = run(PGN_EXTRACT, "-s", *options, name)
    complaints = re.sub(rb"Games: \d+\r", b"", done.stderr)
    complaints = re.sub(rb"Warning: Result of .* is inconsistent .*\n.*\n.*\n", b"", complaints)
    assert done.returncode == 0 and not complaints, done.stderr[-2000:]
    return done.stdout.decode()


TAG = re.compile(r'^\[\w+ ".*"\]$', re.M)


def tags(text):
    """The tags of every game; pgn-extract has an order of its own."""
    return [sorted(TAG.findall(game)) for game in re.split(r"^(?=\[Event )", text, flags=re.M)]


def comments(text):
    return [" ".join(comment.split())
            for comment in re.findall(r"\{([^}]*)\}", TAG.sub("", text))]


def usual_castling(moves):
    """Castling as king takes rook. A move that only looks like castling
    becomes another, but the same on both sides."""
    castlings = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
    return [castlings.get(move, move) for move in moves]


def check_extract_accepts(seed, kind):
    lines = dump(seed, GAMES, kind)
    with open(f"{kind}.pgn", encoding="utf-8") as file:
        ours = file.read()
    theirs = extract(f"{kind}.pgn")
    moves = extract(f"{kind}.pgn", "-Wuci", "--notags", "-w100000").split("\n\n")
    assert len(moves) == len(lines) + 1, f"{len(moves) - 1} of {len(lines)} games"
    for line, game in zip(lines, moves):
        _, _, result, wanted = line.split("\t")
        wanted = re.sub(r":\d+", "", wanted).split() + [result]
        assert usual_castling(game.lower().split()) == usual_castling(wanted), \
            f"{game}\n{wanted}"
    assert tags(theirs) == tags(ours), "the tags are not the same"
    assert comments(theirs) == comments(ours), "the comments are not the same"
    print(f"{len(lines)} games, {len(comments(ours))} comments")


def check_libraries_accept(seed, kind):
    dump(seed, GAMES, kind)
    node("accept", f"{kind}.pgn", f"{kind}.txt")


def check_stable():
    """Our own export is what our normaliser would write."""
    for kind in "usual", "chess960", "casual":
        dump(3, GAMES, kind)
        normalise(f"{kind}.pgn", "again.pgn")
        must("cmp", f"{kind}.pgn", "again.pgn")


def check_figurines():
    """Games with figurines for letters, of one colour and of the other."""
    dump(4, GAMES, "chess960")
    with open("chess960.pgn", encoding="utf-8") as file:
        text = file.read()
    for king in 0x2654, 0x265a:
        with open("figurines.pgn", "w", encoding="utf-8") as file:
            file.write("".join(piece if piece[0] in "[{" else
                               re.sub("[KQRBN]", lambda letter:
                                      chr(king + "KQRBN".index(letter[0])), piece)
                               for piece in re.split(r"(\{[^}]*\}|\[.*\])", text) if piece))
        normalise("figurines.pgn", "again.pgn")
        must("cmp", "chess960.pgn", "again.pgn")


def check_chess_js_writes():
    node("write", 4, GAMES, "js.pgn", "js.txt")
    normalise("js.pgn", "ours.pgn")
    node("find", "ours.pgn", "js.txt")


def check_chessops_writes():
    node("trees", 5, GAMES, "trees.pgn")
    normalise("trees.pgn", "ours.pgn")
    node("same", "trees.pgn", "ours.pgn")


def check_extract_writes():
    node("trees", 6, GAMES, "trees.pgn")
    texts = extract("trees.pgn")
    dump(7, GAMES, "usual")
    texts += extract("usual.pgn")
    # chessops takes the empty line after a comment before the first move for
    # the end of the game.
    with open("theirs.pgn", "w", encoding="utf-8") as file:
        file.write(re.sub(r"\}\n\n(?!\[)", "}\n", texts))
    normalise("theirs.pgn", "ours.pgn")
    node("same", "theirs.pgn", "ours.pgn")

    def bare(text):
        """It does not place blanks and move numbers the same way twice."""
        return re.sub(r"\s+|\d+\.+", "", text)
    assert bare(extract("ours.pgn")) == bare(extract("theirs.pgn"))


def measure(name, *options):
    """Reads a file through a pipe; the memory at its end, and the words."""
    with open(name, "rb") as file, open("out", "wb") as out, open("err", "wb") as err, \
            subprocess.Popen([ROOKERY, "pgn", *options, "-"], stdin=subprocess.PIPE,
                             stdout=out, stderr=err) as process:
        shutil.copyfileobj(file, process.stdin)
        process.stdin.flush()
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            memory = re.search(r"VmHWM:\s+(\d+) kB", status.read())
        process.stdin.close()
    assert process.returncode == 0, f"it ended with {process.returncode}"
    with open("err" if options else "out", encoding="ascii") as summary:
        return int(memory[1]), summary.read()


def check_many():
    lines = dump(8, MANY, "usual")
    moves = sum(line.count(":") for line in lines)
    size = os.path.getsize("usual.pgn") >> 20
    for options in [], ["--normalise"]:
        memory, summary = measure("usual.pgn", *options)
        assert summary == f"{MANY} games, 0 broken, {moves} moves\n", summary
        print(f"{MANY} games, {size} MiB, read in {memory} KiB of memory")
        assert memory < 7 << 10, "too much memory"


def check(text):
    """Feeds a text to --check and --normalise, which have to agree; the counts."""
    checked, errors = judge(text)
    normalised, others = judge(text, "--normalise")
    assert checked == normalised and errors == others, (text[:200], errors, others)
    return checked


def judge(text, *options):
    """What the program says of a text; it may complain, but has to live."""
    done = run(ROOKERY, "pgn", *options, "-", input=text)
    assert done.returncode in (0, 1), f"{done.returncode} for {text[:200]}"
    summary = done.stderr if "--normalise" in options else done.stdout
    found = re.search(rb"(\d+) games?, (\d+) broken, (\d+) moves?\n$", summary)
    games, broken, moves = map(int, found.groups())
    assert (done.returncode == 1) == (broken > 0)
    errors = [line for line in done.stderr.splitlines() if line.startswith(b"-:")]
    assert len(errors) == broken, done.stderr[-2000:]
    for error in errors:
        assert re.fullmatch(rb"-:\d+:\d+: game \d+: [ -~]+", error), error
    return (games, broken, moves), errors


def check_hostile():
    rand = random.Random(9)
    dump(9, 20, "usual")
    with open("usual.pgn", "rb") as file:
        good = file.read()
    assert check(good)[:2] == (20, 0)
    for _ in range(50 if QUICK else 1000):
        cut = good[:rand.randrange(len(good))]
        assert check(cut)[1] <= 1
        bytes_ = bytearray(good)
        for _ in range(rand.randrange(1, 20)):
            bytes_[rand.randrange(len(bytes_))] = rand.randrange(256)
        check(bytes(bytes_))
    check(rand.randbytes(1 << 20))
    last = b"\n\n[Event \"last\"]\n1. e4 e5 *\n"
    megabyte = 1 << 20
    for text, broken in [
            (b"e4 " + b"(" * megabyte, 1),
            (b"e4 (d4 " * megabyte, 1),
            (b"e4 {" + b"x" * (30 * megabyte) + b"}", 1),
            (b"e4 ;" + b"x" * megabyte, 0),
            (b"e4 " + b"$1" * (3 * megabyte), 0),
            (b"e4 " + b"9" * (30 * megabyte), 1),
            (b"[A \"" + b"x" * (30 * megabyte) + b"\"]\ne4", 1),
            (b"[A \"x\"]\n" * megabyte + b"e4", 1),
            (b"[A \"x\"]\n" * 1000 + b"e4", 0),
            (b"[A \"x\"]\n" * 1001 + b"e4", 1),
            (b"Nf3 Nf6 Ng1 Ng8 " * 70000, 0),
            (b"Nf3 Nf6 Ng1 Ng8 " * 100000, 1),
            (b"e4 " + b"(d4 $139 (d3 !!) {} ;}\n) " * 80000, 0),
            (b"e4 " + b"(d4 $139 (d3 !!) {} ;}\n) " * 200000, 1),
            (b"e4 " + 3 * (b"{" + b"x" * (4 * megabyte - 9) + b"}"), 0),
            (b"e4 " + 4 * (b"{" + b"x" * (4 * megabyte - 9) + b"}"), 1),
            (b"e4 {" + b"x" * (4 * megabyte) + b"}", 1),
            (b"e4 {never closed", 1),
            (b"\x00" * megabyte, -1),
            (b"\n" * megabyte, -1)]:
        assert check(text + last)[:2] == \
            (1 + (broken >= 0), max(broken, 0)), text[:40]
    check_seeds()


def check_seeds():
    """Every game that lies in the tests, broken or not, for two or four."""
    texts = 0
    for folder, _, names in os.walk(os.path.dirname(HERE)):
        for name in names:
            if "corpus" + os.sep + "pgn" in folder or name.endswith((".pgn", ".pgn4")):
                with open(os.path.join(folder, name), "rb") as file:
                    check(file.read())
                texts += 1
    assert texts > 30, texts
    print(f"{texts} texts, judged alike")


def check_errors():
    text = (b"[Event \"1\"]\r\n1. e4 e5 2. Nf9 *\r\n\r\n"
            b"[Event \"2\"]\n1. e4 *\n\n1. e4 e5 2. Ke3 Ke7 1-0\n")
    with open("bad.pgn", "wb") as file:
        file.write(text)
    done = run(ROOKERY, "pgn", "bad.pgn")
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "bad.pgn:2:13: game 1: this is not the text of a move: Nf9\n"
        "bad.pgn:7:13: game 3: no piece can move like that: Ke3\n")
    assert done.stdout == b"3 games, 2 broken, 1 move\n"
    for depth, broken in (64, 0), (65, 1):
        assert check(b"e4 " + b"(d4 " * depth + b")" * depth)[:2] == (1, broken)
    for words in [], ["--what", "bad.pgn"], ["a", "b"]:
        done = run(ROOKERY, "pgn", *words)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    for name in "missing.pgn", ".":
        done = run(ROOKERY, "pgn", name)
        assert done.returncode == 1 and b"rookery: cannot " in done.stderr
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ROOKERY, "pgn", "--normalise", "bad.pgn"], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1 and b"cannot write" in done.stderr


def main():
    group = Group()
    with scratch():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        group.run("pgn-extract accepts our games", check_extract_accepts, 1, "usual")
        group.run("pgn-extract accepts our Chess960", check_extract_accepts, 1, "chess960")
        group.run("chess.js and chessops accept our games", check_libraries_accept, 2, "usual")
        group.run("chessops accepts our Chess960", check_libraries_accept, 2, "chess960")
        group.run("our export is normal", check_stable)
        group.run("figurines", check_figurines)
        group.run("what chess.js writes", check_chess_js_writes)
        group.run("what chessops writes", check_chessops_writes)
        group.run("what pgn-extract writes", check_extract_writes)
        group.run("many games in little memory", check_many)
        group.run("hostile texts", check_hostile)
        group.run("errors and their places", check_errors)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
