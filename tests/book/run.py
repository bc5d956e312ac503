#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""tools/book against Debian's polyglot, and with words and files that are wrong.

    tests/book/run.py BOOK DUMP_PGN

Books that the two make of the same games have the same positions, moves and
weights; what polyglot makes we can read, and the other way round.
"""
import os
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group, scratch  # noqa: E402

BOOK, DUMP = (os.path.abspath(name) for name in sys.argv[1:3])
POLYGLOT = "/usr/games/polyglot"


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False,
                          errors="replace", timeout=60)


def book(*words):
    done = run(BOOK, *words)
    assert done.returncode == 0 and not done.stderr, (words, done.stderr)
    return done.stdout


def polyglot(*words):
    done = run(POLYGLOT, *words)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def entries(name):
    with open(name, "rb") as file:
        found = [(*entry[:3],) for entry in struct.iter_unpack(">QHHI", file.read())]
    assert [entry[0] for entry in found] == sorted(entry[0] for entry in found), name
    return sorted(found)


def random_games():
    """Games of chance from the usual start; few are the same after a while."""
    with open("all.pgn", "wb") as file:
        subprocess.run([DUMP, "7", "900", "usual", "all.txt"], stdout=file, check=True)
    with open("all.pgn", encoding="utf-8") as file:
        games = re.split(r"^(?=\[Event )", file.read(), flags=re.M)
    with open("random.pgn", "w", encoding="utf-8") as file:
        file.write("".join(game for game in games if "[FEN" not in game))


def test_same_book(pgn, games, plies):
    polyglot("make-book", "-pgn", pgn, "-bin", "theirs.bin", "-min-game", str(games),
             "-max-ply", str(plies))
    book("make", "-o", "ours.bin", "--min-games", str(games), "--max-ply", str(plies), pgn)
    theirs, ours = entries("theirs.bin"), entries("ours.bin")
    assert len(ours) > 5 and ours == theirs, sorted(set(ours) ^ set(theirs))[:10]


def test_uniform():
    polyglot("make-book", "-pgn", "random.pgn", "-bin", "theirs.bin", "-min-game", "1", "-uniform",
             "-max-ply", "20")
    book("make", "-o", "ours.bin", "--min-games", "1", "--max-ply", "20", "--uniform", "random.pgn")
    assert entries("ours.bin") == entries("theirs.bin")


def test_merge():
    games = os.path.join(HERE, "games.pgn")
    book("make", "-o", "one.bin", "--min-games", "1", games)
    book("make", "-o", "two.bin", "--min-games", "1", "random.pgn")
    polyglot("merge-book", "-in1", "one.bin", "-in2", "two.bin", "-out", "theirs.bin")
    book("merge", "-o", "ours.bin", "one.bin", "two.bin")
    assert entries("ours.bin") == entries("theirs.bin")
    assert len(entries("ours.bin")) > len(entries("two.bin"))


def test_show():
    games = os.path.join(HERE, "games.pgn")
    book("make", "-o", "one.bin", "--min-games", "1", games)
    # Worked out by hand: 1. e4 was won, drawn, lost and without result: 2+1+0+1;
    # 1. d4 was lost: nothing; 1. a4 was won.
    assert book("show", "one.bin").split() == ["e4", "4", "a4", "2"]
    castles = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    assert book("show", "one.bin", castles).split() == ["O-O", "3"]
    assert book("show", "one.bin", "4k3/8/8/8/8/8/8/4K3 w - - 0 1") == ""
    # The key of the start and e2e4 are known from the format's description.
    assert "463b96181691fc9c e2e4 4\n" in book("dump", "one.bin")
    assert book("check", "one.bin").endswith("entries, sorted\n")


def test_scaled():
    """Weights are 16 bits; what is played at all keeps some."""
    with open("one.bin", "wb") as file:
        file.write(struct.pack(">QHHI", 1, 0o1214, 65535, 0) +
                   struct.pack(">QHHI", 1, 0o1314, 1, 0))
    book("merge", "-o", "sum.bin", "one.bin", "one.bin", "one.bin")
    weights = [entry[2] for entry in entries("sum.bin")]
    assert sorted(weights) == [1, 65535], weights


def refused(words, text):
    done = run(BOOK, *words)
    assert done.returncode == 1 and not done.stdout, (words, done)
    assert done.stderr.count("\n") == 1 and text in done.stderr, (words, done.stderr)


def test_refused():
    games = os.path.join(HERE, "games.pgn")
    for name, content in (("empty", b""), ("short", b"x" * 17),
                          ("text", b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4." * 4)):
        with open(name, "wb") as file:
            file.write(content)
    os.mkdir("folder")
    os.mkfifo("pipe")
    for words, text in [
            ([], "expected make"),
            (["mend"], "expected make"),
            (["make"], "make needs"),
            (["make", "-o"], "-o needs"),
            (["make", "-o", "x.bin"], "make needs"),
            (["make", "-o", "x.bin", "missing.pgn"], "cannot open missing.pgn"),
            (["make", "-o", "no/x.bin", games], "cannot write no/x.bin"),
            (["make", "-o", "x.bin", "--max-ply", games], "--max-ply needs"),
            (["make", "-o", "x.bin", "--max-ply", "0", games], "--max-ply needs"),
            (["make", "-o", "x.bin", "--depth", "3", games], "no option --depth"),
            (["dump", "missing"], "cannot open book missing: No such file"),
            (["dump", "empty"], "it is empty"),
            (["dump", "short"], "its size is no multiple of 16"),
            (["dump", "text"], "not sorted"),
            (["dump", "folder"], "it is no regular file"),
            (["dump", "pipe"], "it is no regular file"),
            (["show", "one.bin", "8/8/8 w"], "FEN"),
            (["merge", "-o", "x.bin", "empty"], "it is empty")]:
        refused(words, text)
    assert not os.path.exists("x.bin") and not os.path.exists("x.bin.new")


def test_links():
    """A link stays a link, a pipe a pipe."""
    games = os.path.join(HERE, "games.pgn")
    book("make", "-o", "plain.bin", "--min-games", "1", games)
    os.symlink("real.bin", "link.bin")
    os.mkfifo("pipe.bin")
    reader = subprocess.Popen(["cat", "pipe.bin"], stdout=subprocess.PIPE)
    for name in ("link.bin", "link.bin", "pipe.bin"):
        book("make", "-o", name, "--min-games", "1", games)
    with open("plain.bin", "rb") as file:
        assert reader.communicate(timeout=30)[0] == file.read()
    assert os.readlink("link.bin") == "real.bin" and entries("real.bin") == entries("plain.bin")
    assert not os.path.isfile("pipe.bin") and not os.path.exists("real.bin.new")


def test_broken_games():
    with open("broken.pgn", "w", encoding="ascii") as file:
        file.write("1. e4 e5 1-0\n\n1. e4 Ke7 1-0\n\n1. e4 c5 1-0\n")
    done = run(BOOK, "make", "-o", "b.bin", "--min-games", "1", "broken.pgn")
    assert done.returncode == 0 and "broken.pgn:3:7: game 2 left out" in done.stderr, done.stderr
    assert done.stdout == "1 entries from 3 games, 1 broken\n", done.stdout


def main():
    group = Group()
    with scratch():
        random_games()
        games = os.path.join(HERE, "games.pgn")
        group.run("the same book: rules", test_same_book, games, 1, 60)
        group.run("the same book: random games", test_same_book, "random.pgn", 1, 200)
        group.run("the same book: twice or more", test_same_book, "random.pgn", 2, 10)
        group.run("uniform weights", test_uniform)
        group.run("two books as one", test_merge)
        group.run("what a book says", test_show)
        group.run("weights that are too large", test_scaled)
        group.run("games that are broken", test_broken_games)
        group.run("links and pipes", test_links)
        group.run("what is refused", test_refused)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
