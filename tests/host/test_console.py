#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The plain console of the real program: any bytes, any length, files.

    tests/host/test_console.py [PROGRAM]
"""
import os
import random
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
            (["--rules", "casual"], (b"casual", 2, b""))):
        done = play(b"rules\n", words=["--plain", *words])
        assert done.stdout.startswith(said % kind), done


def files():
    with tempfile.TemporaryDirectory() as folder:
        expect(b"game human human\nsave a game.pgn\nsave .\nsave /dev/full\n"
               b"resign\nload .\nload a game.pgn\nload /dev/null\n",
               BOARD + b"Saved.\nNot saved: Is a directory.\n"
               b"Not saved: No space left on device.\nBlack wins!\n"
               b"Not loaded: Is a directory.\n" + BOARD +
               b"A game is running; finish it first, or resign.\n"
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
    group = Group()
    for test in (no_input, long_lines, random_bytes, same_seed_same_game,
                 bad_options, players_and_rules, files, players_of_files,
                 full_disk):
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
