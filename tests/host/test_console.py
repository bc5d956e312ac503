#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The plain console of the real program: any bytes, any length, files.

    tests/host/test_console.py [PROGRAM]
"""
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./rookery")
NO_SCORE = b"Final Score:\nWhite: 0\nBlack: 0\n"
BOARD = (b"8 rnbqkbnr\n7 pppppppp\n6  _ _ _ _\n5 _ _ _ _ \n4  _ _ _ _\n"
         b"3 _ _ _ _ \n2 PPPPPPPP\n1 RNBQKBNR\n\n  abcdefgh\n")


def play(text, words=("--plain",), folder=None, stdout=subprocess.PIPE):
    with tempfile.TemporaryDirectory() as home:
        env = dict(os.environ, HOME=home, XDG_STATE_HOME=home)
        return subprocess.run([PROGRAM, *words], input=text, stdout=stdout,
                              stderr=subprocess.PIPE, check=False, env=env,
                              cwd=folder or home, timeout=120)


def expect(text, output, **more):
    done = play(text, **more)
    assert (done.returncode, done.stderr) == (0, b""), done
    assert done.stdout == output, f"got {done.stdout!r}, expected {output!r}"


def no_input():
    expect(b"", NO_SCORE)
    expect(b"", NO_SCORE, words=())
    expect(b"", NO_SCORE, words=("play",))
    expect(b"", NO_SCORE, words=("play", "--plain", "--seed", "7"))


def byte_order_mark():
    """Before the first line of a script, whoever speaks."""
    mark = b"\xef\xbb\xbf"
    for words in ("--plain",), ():
        expect(mark + b"board\n", BOARD + NO_SCORE, words=words)
    for lines in mark + b"uci\nquit\n", mark + b"\r\n \nuci\nquit\n":
        done = play(lines, words=())
        assert done.stdout.startswith(b"id name Rookery"), done.stdout
    done = play(mark + b"xboard\nprotover 2\nquit\n", words=())
    assert b"\nfeature myname=" in done.stdout, done.stdout
    for line in b"8/8/8/8/8/8/8/k1K5 w - - 0 1\n", b"# none\n8/8/8/8/8/8/8/k1K5 w - - 0 1\n":
        done = play(mark + line, words=("analyse", "--nodes", "1", "-"))
        assert (done.returncode, done.stderr) == (0, b""), done
        assert done.stdout.startswith(b"8/8/8/8/8/8/8/k1K5 w - - 0 1\n"), done
    done = play(mark + b"1. e4 *\n", words=("pgn", "-"))
    assert done.stdout == b"1 game, 0 broken, 1 move\n", done


def long_lines():
    for length in 1, 4095, 4096, 1 << 20, 1 << 24:
        line = b"x" * length
        shown = b"x" * 40 + b"..." if length > 40 else line
        done = play(line + b"\nboard\n")
        first, rest = done.stdout.split(b"\n", 1)
        assert first.startswith(b'Unknown command "' + shown + b'"'), first
        assert rest == BOARD + NO_SCORE, rest
        expect(b"board" + b" " * length + b"\n", BOARD + NO_SCORE)
        expect(b" " * length + b"board", BOARD + NO_SCORE)


def random_bytes():
    source = random.Random(1)
    for size in 1, 100, 10000, 1000000:
        done = play(source.randbytes(size))
        assert (done.returncode, done.stderr) == (0, b""), done.returncode
        assert done.stdout.endswith(NO_SCORE)
        odd = set(done.stdout) - set(range(32, 127)) - {10}
        assert not odd, f"control characters {odd}"


def same_seed_same_game():
    text = b"game computer1 computer1\n" + b"move\n" * 40 + b"history\n"
    games = [play(text, words=("--plain", "--seed", seed)).stdout
             for seed in ("1", "1", "2")]
    assert games[0] == games[1]
    assert games[0] != games[2]


def bad_options():
    for words in (["--plain", "--seed"], ["--plain", "--seed", "x"],
                  ["play", "--seed", "1x"], ["play", "me"],
                  ["--players"], ["--players", "3"], ["--players", "4x"],
                  ["--rules", "chess"], ["--players", "2", "--rules", "ffa"],
                  ["--rules", "ffa", "--players", "2"],
                  ["resume", "--players", "4"]):
        done = play(b"board\n", words=words)
        assert (done.returncode, done.stdout) == (2, b""), done
        assert done.stderr.count(b"\n") == 1, done.stderr


def players_and_rules():
    said = b"The next game: %s chess for %d players%s.\n"
    for words, kind in (
            (["--players", "2"], (b"standard", 2, b"")),
            (["--players", "4"], (b"ffa", 4, b", modern start")),
            (["--players", "4", "--rules", "teams"],
             (b"teams", 4, b", modern start")),
            (["--rules", "last", "--players", "4"],
             (b"last", 4, b", modern start")),
            (["--rules", "minors"], (b"minors", 2, b"")),
            (["--rules", "casual"], (b"casual", 2, b""))):
        done = play(b"rules\n", words=["--plain", *words])
        assert done.stdout.startswith(said % kind), done


def start_options():
    """They choose what the first game is; scripts start it themselves."""
    mate = b"7k/8/6K1/8/8/8/8/6Q1 w - - 0 1"
    for words, text, expected in (
            (["--level", "7"], b"level\n", b"Level 7 of 12.\n"),
            (["--clock", "0:30+1"], b"clock\n",
             b"The next game: 30 s each, 1 s more a move.\n"),
            (["--clock", "10 5d"], b"clock\n",
             b"The next game: 10 min each, 5 s a move for free.\n"),
            (["--clock", "off"], b"clock\n", b"The next game: no clock.\n"),
            (["--black"], b"board\n", b"\n  hgfedcba\n"),
            (["--fen", mate.decode()], b"game human human\nfen\n", mate + b"\n"),
            (["--fen", mate.decode(), "--rules", "casual"],
             b"rules\ngame human human\nfen\n", mate + b"\n"),
            (["--fen", "4kn2/8/8/8/4p3/8/5N2/4K3 w - - 0 1", "--rules", "minors"],
             b"game human human\nNxe4\n", b"Draw! (insufficient material)\n"),
            (["--chess960", "518"], b"game human human\nfen\n",
             b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
            (["--chess960", "0"], b"game human human\nfen\n", b"bbqnnrkr/"),
            (["--chess960", "0", "--rules", "casual"],
             b"game human human\nfen\n", b"bbqnnrkr/"),
            (["--chess960", "959", "--black"], b"game human human\nfen\n",
             b"rkrnnqbb/")):
        for more in [["--plain", *words], ["play", *words]]:
            done = play(text, words=more)
            assert (done.returncode, done.stderr) == (0, b""), done
            assert expected in done.stdout, (more, done.stdout)
    text = b"game human human\nfen\nresign\ngame human human\n"
    starts = [play(text, words=["--plain", "--chess960", "--seed", seed]).stdout
              for seed in ("1", "1", "2")]
    assert starts[0] == starts[1] != starts[2], starts
    assert starts[0].count(BOARD) == 1, starts[0]


def file_to_start_with():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, b'[White "Ada"]\n[Date "1972.07.11"]\n\n1. e4 *\n')
        for word in "game", "./game":
            done = play(b"name white\nhistory\npgn\n", words=[word], folder=folder)
            assert (done.returncode, done.stderr) == (0, b""), done
            assert b"White: Ada\n1. e4\n" in done.stdout, done
            assert b'[Date "1972.07.11"]\n' in done.stdout, done
        for words, status, said in (
                (["none.pgn"], 1, b"rookery: none.pgn: No such file or directory\n"),
                (["play", "none.pgn4"], 1, b"rookery: none.pgn4: No such file"),
                (["x" * 600 + ".pgn"], 1, b"rookery: " + b"x" * 200),
                (["/dev/null"], 1, b"rookery: /dev/null: line 1, column 1: there is"),
                (["game", "game"], 2, b"rookery: play takes one FILE\n")):
            done = play(b"board\n", words=words, folder=folder)
            assert (done.returncode, done.stdout) == (status, b""), done
            assert done.stderr.startswith(said), done
            assert done.stderr.count(b"\n") == 1, done


def levels_as_measured():
    """What is said of a level is what docs/measured.md says."""
    path = os.path.join(HERE, "../../docs/measured.md")
    with open(path, encoding="utf-8") as file:
        measured = dict(re.findall(r"\| \d+ \| (\d+) \| \d+ \| (\d+) ±", file.read()))
    said = dict(re.findall(r"(\d+) \w+: Elo (\d+)", play(b"level\n").stdout.decode()))
    assert said == measured != {}, (said, measured)


def files():
    with tempfile.TemporaryDirectory() as folder:
        expect(b"game human human\nsave a game.pgn\nsave .\nsave /dev/full\n"
               b"resign\nload .\nload a game.pgn\nload /dev/null\n",
               BOARD + b"Saved: a game.pgn\nNot saved: Is a directory.\n"
               b"Not saved: No space left on device.\nBlack wins!\n"
               b"Not loaded: Is a directory.\n" + BOARD +
               b"Not loaded: line 1, column 1: there is no game in it.\n"
               b"Final Score:\nWhite: 0\nBlack: 1\n", folder=folder)
        assert os.listdir(folder) == ["a game.pgn"]
        expect(b"load /dev/null\n", b"Not loaded: line 1, column 1: there is "
               b"no game in it.\n" + NO_SCORE)
        write(folder, b'[White "human"]\n\n1. e4 e5\n2. e5 *\n')
        done = play(b"load game\n", folder=folder)
        assert done.stdout.startswith(b"Not loaded: line 4, column 4: "), done


def write(folder, text):
    with open(os.path.join(folder, "game"), "wb") as file:
        file.write(text)


def players_of_files():
    """Who plays is found wherever PGN allows tags, and only there."""
    black = b'[Black "computer3"]'
    turn = b"It is the turn of Black, a computer: move lets it move.\n"
    with tempfile.TemporaryDirectory() as folder:
        for text in (black + b"\n\n1. e4 *\n",
                     b"\n \n" + black + b"\n\n1. e4 *\n",
                     b"\r\n" + black + b"\r\n\r\n1. e4 *\r\n",
                     b"\xef\xbb\xbf" + black + b"\n\n1. e4 *\n",
                     b"% a note\n" + black + b" 1. e4 *\n",
                     b"; a note\n" + black + b"\n1. e4 *\n",
                     b'[Site "?"] [ Black\t"computer3" ]\n1. e4 *\n'):
            write(folder, text)
            done = play(b"load game\ne5\n", folder=folder)
            assert turn in done.stdout, (text, done.stdout)
        for text in (b'[Black "Computer"]\n\n1. e4 *\n',
                     b"1. e4 {" + black + b"} *\n",
                     b"1. e4 *\n\n" + black + b"\n\n1. d4 *\n"):
            write(folder, text)
            done = play(b"load game\ne5\nhistory\n", folder=folder)
            assert b"1. e4 e5\n" in done.stdout, (text, done.stdout)


def full_disk():
    with open("/dev/full", "wb") as full:
        done = play(b"board\n" * 9999, stdout=full)
    assert done.returncode == 1, done
    assert done.stderr.count(b"\n") == 1, done.stderr


def main():
    group = Group(smallest=5)
    for test in (no_input, byte_order_mark, long_lines, random_bytes, same_seed_same_game,
                 bad_options, players_and_rules, start_options, file_to_start_with,
                 levels_as_measured, files, players_of_files,
                 full_disk):
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
