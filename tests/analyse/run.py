#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""rookery analyse: positions, games, marks, stops, and words that are wrong.

    tests/analyse/run.py ROOKERY      RK_QUICK=1 for fewer stops

The games in blunders.pgn have moves that lose for reasons anybody can see;
MARKS says which. Whether moves are marked as bad as stockfish finds them is
asked for games of chance, where blunders are plenty.
"""
import fcntl
import os
import pty
import random
import re
import resource
import select
import signal
import stat
import struct
import subprocess
import sys
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group, scratch  # noqa: E402
from stockfish import PATH as STOCKFISH  # noqa: E402

ROOKERY = os.path.abspath(sys.argv[1])
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
BLUNDERS = os.path.join(HERE, "blunders.pgn")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

# Game, move as it is written with its number, and the marks it may have.
BLUNDER, BAD, FINE = ("$4",), ("$2", "$4"), (None, "$6")
MARKS = [
    (0, "3... Nf6", BLUNDER),   # Qxf7 is mate
    (0, "4. Qxf7#", FINE),
    (1, "2. g4", BLUNDER),      # Qh4 is mate
    (1, "2... Qh4#", FINE),
    (2, "2. Nf3", FINE),
    (2, "11... Qd6", BLUNDER),  # Rxd5, and the queen cannot take
    (2, "12... Qxh2+", BLUNDER),
    (2, "13. Kxh2", FINE),
    (3, "4. Bg5", FINE),
    (3, "6. Nxd5", BAD),        # the knight takes, and the queen is not lost
    (3, "6... Nxd5", ("$1",)),  # somebody has marked it already
    (3, "9... Kxd8", FINE),
]


# Little memory, which is cleared for every position.
ANALYSE = [ROOKERY, "analyse", "--hash", "2"]


def run(*words, **options):
    return subprocess.run([*ANALYSE, *words], capture_output=True, text=True,
                          check=False, timeout=300, **options)


def must(*words, **options):
    done = run(*words, **options)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done


def read(name):
    with open(name, "rb") as file:
        return file.read()


def games_of(text):
    """The moves of each game as one line."""
    games = re.split(r"^(?=\[Event )", text, flags=re.M)[1:]
    return [" ".join(game.split("\n\n", 1)[1].split()) for game in games]


def test_marks():
    games = games_of(must("--nodes", "100000", BLUNDERS).stdout)
    for number, move, marks in MARKS:
        found = re.search(re.escape(move) + r"(?: (\$\d))?[ )]", games[number])
        assert found, (move, games[number])
        assert found.group(1) in marks, (move, found.group(1), marks)
    # Comments and variations are still there, scores before them.
    assert re.search(r"\{\[%eval \d+\.\d\d\] She attacks the rook\.\}", games[2])
    assert "(6. e3 c6 7. Bd3 {is the usual way.})" in games[3]
    # After g4 Black mates in one; the mate itself has no score.
    assert "2. g4 $4 {[%eval #-1]} (2. " in games[1], games[1]
    assert games[1].endswith("2... Qh4# 0-1"), games[1]
    assert "3... Nf6 $4 {[%eval #1]} (3... " in games[0], games[0]


def test_report():
    """The same report on standard error, or on standard output with -o."""
    done = must("--nodes", "20000", BLUNDERS)
    assert done.stderr.count(": accuracy ") == 8, done.stderr
    saved = must("--nodes", "20000", "-o", "report.pgn", BLUNDERS)
    assert saved.stdout == done.stderr and saved.stderr == ""
    assert read("report.pgn").decode() == done.stdout
    first = done.stderr.split("Game 2")[0].splitlines()
    assert first[0] == "Game 1: First - Second, 1-0", first
    assert re.match(r"  White: accuracy \d+\.\d %, \d+\.\d\d pawns lost a move, "
                    r"\d inaccurac(y|ies), 0 mistakes, 0 blunders$", first[1]), first
    assert first[2].endswith(", 1 blunder"), first
    # Eight positions, White mates: the graph ends high; the blunder is below.
    english = {"LC_ALL": "C", "PATH": os.environ["PATH"]}
    plain = must("--nodes", "20000", BLUNDERS, env=english).stderr
    plain = plain.split("Game 2")[0].splitlines()[3:]
    assert plain[0].startswith("  White|") and plain[0].endswith("##"), plain
    assert plain[3] == "  Black|########" and plain[4] == plain[5] == " " * 14 + "?", plain
    assert all(len(line.rstrip()) <= 16 for line in plain), plain


def test_others_read_it():
    """pgn-extract and our own reader take it, and analysing it again adds nothing."""
    done = must("--nodes", "20000", BLUNDERS)
    with open("once.pgn", "w", encoding="utf-8") as file:
        file.write(done.stdout)
    other = subprocess.run(["/usr/games/pgn-extract", "-s", "-r", "once.pgn"],
                           capture_output=True, check=False)
    assert other.returncode == 0 and not re.sub(rb"Games: \d+\r", b"", other.stderr), other.stderr
    checked = subprocess.run([ROOKERY, "pgn", "once.pgn"], capture_output=True, check=False)
    assert checked.stdout.startswith(b"4 games, 0 broken, "), checked.stdout
    stripped = must("--nodes", "20000", "--strip", "once.pgn").stdout
    original = must("--nodes", "20000", "--strip", BLUNDERS).stdout
    assert stripped == original
    assert must("--nodes", "20000", "once.pgn").stdout == done.stdout


def test_range():
    """Only moves 3 and 4 are looked at."""
    game = games_of(must("--nodes", "5000", "--from", "3", "--to", "4", BLUNDERS).stdout)[2]
    evaluated = re.findall(r"(\d+)\.+ \S+(?: \$\d)? \{\[%eval", game)
    assert evaluated == ["3", "3", "4", "4"], game


def test_foreign_games():
    """Casual chess passes as it is; a broken game is one line; the others are done."""
    with open("mixed.pgn", "w", encoding="utf-8") as file:
        file.write('[Event "a"]\n[Variant "casual"]\n\n1. e4 e5 2. Qh5 a6 *\n\n'
                   '[Event "b"]\n\n1. e4 e5 2. Ke3 *\n\n'
                   '[Event "c"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Kd2 *\n'
                   '1. d4 * 1. c4 *\n[Event "d"]\n[Event "e"]\n\n')
    done = run("--nodes", "1000", "mixed.pgn")
    games = games_of(done.stdout)
    assert done.returncode == 1 and "mixed.pgn:8:13: game 2: " in done.stderr, done.stderr
    assert games[0] == "1. e4 e5 2. Qh5 a6 *", games
    assert re.match(r"1\. Kd2( \$\d)? \{\[%eval \d\S+\]\}( \(.*\))? \*$", games[1]), games
    assert games[2].startswith("1. d4 {[%eval ") and games[3].startswith("1. c4 {[%eval "), games
    assert games[4:] == ["*", "*"], games


def test_after_the_end():
    """A record that goes on after the rules have ended the game, even for ever."""
    shuffle = "Nf3 Nf6 Ng1 Ng8".split()
    text = "".join(f"{i // 2 + 1}. " * (i % 2 == 0) + shuffle[i % 4] + "\n"
                   for i in range(100000))
    # The fifth time is after sixteen plies, eight moves each.
    with open("endless.pgn", "w", encoding="utf-8") as file:
        file.write(f'[Event "a"]\n\n{text}*\n\n'
                   '[Event "b"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 148 90"]\n\n'
                   '1. Rb1 Kd8 2. Rc1 Ke8 3. Rc8+ *\n\n'
                   '[Event "c"]\n[FEN "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"]\n\n'
                   '1. Kxe2 Ke7 2. Kd2 *\n\n' + "".join(
                       f'[Event "d"]\n[Variant "{variant}"]\n'
                       '[FEN "4kn2/8/8/8/4p3/8/5N2/4K3 w - - 0 1"]\n\n'
                       '1. Nxe4 Ke7 2. Kd2 *\n\n' for variant in ("minors", "From Position")))
    done = must("--nodes", "500", "endless.pgn")
    first, second, third, minors, usual = games_of(done.stdout)
    assert first.count("[%eval") == 16 and first.count("Nf3") == 25000, first[:999]
    assert second.count("[%eval") == 2 and second.endswith(
        "91. Rc1 Ke8 92. Rc8+ *"), second
    assert third.count("[%eval") == 1 and third.endswith("1... Ke7 2. Kd2 *"), third
    assert minors.count("[%eval") == 1 and minors.endswith("1... Ke7 2. Kd2 *"), minors
    assert usual.count("[%eval") == 3, usual
    says = [line for line in done.stderr.splitlines() if "not analysed" in line]
    assert says == [f"endless.pgn: game {number}: a draw by {reason} before move "
                    f"{move}; the rest is not analysed" for number, reason, move in (
                        (1, "fivefold repetition", 9),
                        (2, "seventy-five moves", 91),
                        (3, "insufficient material", 1),
                        (4, "insufficient material", 1))], says


def test_junk():
    """Where one game ends and the next begins, each keeps what is its own."""
    done = run("--nodes", "300", input="1. e4 e5 1-0 baz * 1. d4 *")
    games = games_of(done.stdout)
    assert done.returncode == 1 and len(games) == 2, done
    assert re.match(r"1\. e4 .*e5 .*1-0$", games[0]) and games[1].startswith("1. d4"), games
    errors = re.findall(r"(?m)^standard input:.*", done.stderr)
    assert len(errors) == 1 and errors[0].startswith("standard input:1:14: game 2: "), done.stderr
    # A move, or a word at the end of a line, that begins a game.
    done = must("--nodes", "300", input="1. f3 * e4 e5 0-1 d4\nd5 * c4")
    games = [re.sub(r" \$\d| \{.*?\}| \(.*?\)", "", game) for game in games_of(done.stdout)]
    assert games == ["1. f3 *", "1. e4 1... e5 0-1", "1. d4 1... d5 *", "1. c4 *"], games
    assert re.findall(r"(?m)^Game \d: \? - \?, (.*)", done.stderr) == ["*", "0-1", "*", "*"]
    # An error that only the writer finds is where it is in the file.
    done = run("--nodes", "300", input="1. d4 *\n1. e4 * 1. c4 {" + "x" * (4 << 20) + "} *\n")
    assert done.returncode == 1 and len(games_of(done.stdout)) == 2, done.stdout
    assert re.findall(r"(?m)^standard input:.*?long", done.stderr) == [
        "standard input:2:15: game 3: the comment is too long"], done.stderr
    # A comment without an end costs its own game alone.
    done = run("--nodes", "300", input='1. e4 {no\n\n[Event "next"]\n\n1. d4 *\n')
    assert done.returncode and done.stderr.count("standard input:") == 1, done.stderr
    assert len(games_of(done.stdout)) == 1 and done.stderr.count("Game 2: ") == 1, done


def test_outputs():
    """What is no regular file stays what it is, and gets the games all the same."""
    expected = must("--nodes", "1000", BLUNDERS).stdout
    os.mkfifo("pipe")
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True)
    done = must("--nodes", "1000", "-o", "pipe", BLUNDERS)
    assert reader.communicate(timeout=30)[0] == expected and "Game 4" in done.stdout
    assert stat.S_ISFIFO(os.lstat("pipe").st_mode)
    os.mkdir("other")
    with open("other/real.pgn", "w", encoding="ascii") as file:
        file.write("old")
    for link, target in (("link", "other/real.pgn"), ("ahead", "other/new.pgn")):
        os.symlink(target, link)
        must("--nodes", "1000", "-o", link, BLUNDERS)
        assert os.readlink(link) == target and read(target).decode() == expected
    assert sorted(os.listdir("other")) == ["new.pgn", "real.pgn"]
    assert not [name for name in os.listdir(".") if re.match("(pipe|link|ahead)[.]", name)]


def test_nothing():
    """Nothing to be found is said, and what has the output's name stays."""
    for name, text in (("empty", ""), ("comment", "# nothing\n"), ("blank", "\n \n")):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
        refused([name], f"{name}: there is no game or position in it")
        refused(["-o", "comment", "empty"], "empty: there is no game or position in it")
    refused([], "standard input: there is no game or position in it", input="")
    assert read("comment") == b"# nothing\n"
    assert not os.path.exists("comment.new") and not os.path.exists("comment.part")
    # With others it costs no more than the status.
    done = run("--nodes", "300", "empty", BLUNDERS)
    assert done.returncode == 1 and len(games_of(done.stdout)) == 4, done.stderr


STOPPED_NODES = "40000"  # enough to be stopped in the middle


def test_stopped(kind):
    """Stopped over and over, it ends with what it would have found at once."""
    if not os.path.exists("whole.pgn"):
        must("--nodes", STOPPED_NODES, "-o", "whole.pgn", BLUNDERS)
    generator = random.Random(kind)
    stops = 0
    for _ in range(3 if QUICK else 8):
        command = [*ANALYSE, "--nodes", STOPPED_NODES, "-o", "parts.pgn", BLUNDERS]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(generator.uniform(0.01, 0.2))
        process.send_signal(kind)
        _, errors = process.communicate(timeout=60)
        if process.returncode == 0:
            break
        stops += 1
        assert not os.path.exists("parts.pgn")
        if kind != signal.SIGKILL:
            assert process.returncode in (1, -kind), process.returncode
    assert stops, "it was never stopped"
    if not os.path.exists("parts.pgn"):
        must("--nodes", STOPPED_NODES, "-o", "parts.pgn", BLUNDERS)
    assert read("parts.pgn") == read("whole.pgn")
    assert not os.path.exists("parts.pgn.part") and not os.path.exists("parts.pgn.new")
    os.remove("parts.pgn")


def make_part():
    """What a run leaves that was stopped in the third game."""
    process = subprocess.Popen([*ANALYSE, "--nodes", STOPPED_NODES, "-o", "torn.pgn", BLUNDERS],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (os.path.exists("torn.pgn.part") and read("torn.pgn.part").count(b"\n") > 16):
        time.sleep(0.01)
        assert process.poll() is None, "too fast to be stopped"
    process.kill()
    process.wait()
    return read("torn.pgn.part")


def test_torn():
    """A part file that was cut anywhere is continued."""
    whole = make_part()
    generator = random.Random(3)
    for cut in [0, 1, len(whole) - 1] + generator.sample(range(len(whole)), 2 if QUICK else 7):
        with open("torn.pgn.part", "wb") as file:
            file.write(whole[:cut])
        must("--nodes", STOPPED_NODES, "-o", "torn.pgn", BLUNDERS)
        assert read("torn.pgn") == read("whole.pgn"), cut
    # A score that none can be is as if it were not there.
    with open("torn.pgn.part", "wb") as file:
        file.write(re.sub(rb"^(\d+) -?\d+ ", rb"\1 99999999 ", whole, count=1, flags=re.M))
    must("--nodes", STOPPED_NODES, "-o", "torn.pgn", BLUNDERS)
    assert read("torn.pgn") == read("whole.pgn")
    with open("torn.pgn.part", "wb") as file:
        file.write(whole)


def test_strange_part():
    """A link, a pipe or a folder instead of a part file is not touched."""
    for make in (lambda name: os.symlink("target", name), os.mkfifo, os.mkdir):
        with open("target", "wb") as file:
            file.write(b"not mine")
        make("odd.pgn.part")
        for words in (), ("--restart",):
            done = run(*words, "-o", "odd.pgn", "--nodes", "1000", BLUNDERS)
            assert done.returncode and done.stderr.count("\n") == 1, done
            assert "cannot open odd.pgn.part: " in done.stderr, done
            assert not os.path.exists("odd.pgn")
        assert read("target") == b"not mine"
        (os.rmdir if os.path.isdir("odd.pgn.part") else os.remove)("odd.pgn.part")


def test_other_part():
    """A part file of something else is not touched, unless asked."""
    make_part()
    whole = read("torn.pgn.part")
    for words, text in [(["--nodes", "10001"], "is of another analysis"),
                        (["--nodes", STOPPED_NODES, os.path.join(HERE, "..", "book", "games.pgn")],
                         "the games are not those")]:
        words = words if len(words) > 2 else words + [BLUNDERS]
        done = run("-o", "torn.pgn", *words)
        assert done.returncode and done.stderr.count("\n") == 1 and text in done.stderr, done
        assert read("torn.pgn.part") == whole
    must("--nodes", "1000", "-o", "torn.pgn", "--restart", BLUNDERS)
    assert not os.path.exists("torn.pgn.part")


def test_stopped_on_screen():
    """Without a file, what was found comes out."""
    process = subprocess.Popen([*ANALYSE, "--time", "100", BLUNDERS], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.9)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert process.returncode == 1 and "stopped in game" in errors, errors
    assert out.startswith('[Event "Scholar') and "[%eval" in out, out


def test_positions():
    done = must("--depth", "8", "--lines", "3", START)
    lines = done.stdout.splitlines()
    assert lines[0] == START and lines[1].startswith("White to move, depth 8, "), lines
    assert len(lines) == 5 and all(re.match(rf" {i + 1}  {{0,6}}[+-]?\d\.\d\d  1\. \S+ \S+", line)
                                   for i, line in enumerate(lines[2:])), lines
    first = [line.split()[3] for line in lines[2:]]
    assert len(set(first)) == 3, first
    done = must("--depth", "4", *MATE_IN_ONE.split())
    assert done.stdout.splitlines()[2] == " 1       #1  1. Ra8#", done.stdout
    # White's view: Black mates.
    done = must("--depth", "4", "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1")
    assert done.stdout.splitlines()[2] == " 1      #-1  1... Ra1#", done.stdout
    assert must("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").stdout.endswith("\nBlack is mated.\n")
    assert must("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").stdout.endswith("\nStalemate.\n")


def test_same_bytes():
    """With a limit of nodes nothing depends on the machine's speed."""
    first, second = (must("--nodes", "20000", START).stdout for _ in range(2))
    assert first == second and re.match(r".*\nWhite to move, depth \d+, \d+ nodes\n", first), first
    assert re.search(r" nodes, \d+\.\d s\n", must("--time", "100", START).stdout)


def test_lines():
    text = f'# positions\n\n{MATE_IN_ONE}\n{MATE_IN_ONE[:-4]} bm Ra8#; id "back \x1b[2J rank";\n'
    done = must("--depth", "3", "-", input=text)
    assert done.stdout.count("1. Ra8#") == 2 and "back ?[2J rank\n" in done.stdout, done.stdout
    assert must("--depth", "3", input=text).stdout.count("Ra8#") == 2
    done = run("--depth", "3", input=f"{MATE_IN_ONE}\n8/8/8/8/8/8/8/8 w - - 0 1\n8/8 w\n{START}\n")
    assert done.returncode == 1 and done.stdout.count("to move") == 2
    errors = done.stderr.splitlines()
    assert len(errors) == 2 and errors[0].startswith("standard input:2: FEN: "), errors
    assert errors[1].startswith("standard input:3:"), errors


def test_infinite():
    process = subprocess.Popen([*ANALYSE, "--infinite", START], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0 and re.search(r"^ 1 .*1\. ", out, re.M), out


def in_terminal(*words, stop=None, columns=80):
    """What the program writes to a terminal."""
    child, fd = pty.fork()
    if not child:
        fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.environ.pop("NO_COLOR", None)
        os.execv(ROOKERY, [ROOKERY, "analyse", *words])
    written, start = b"", time.time()
    while True:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                piece = os.read(fd, 65536)
            except OSError:
                break
            written += piece
        if stop and time.time() - start > stop:
            os.write(fd, b"\x03")
            stop = None
        assert time.time() - start < 60, written
    os.close(fd)
    _, status = os.waitpid(child, 0)
    return written.decode(), os.waitstatus_to_exitcode(status)


def test_terminal():
    """Live lines, a bar with the time left, colours; none of it in a pipe."""
    written, status = in_terminal("--infinite", START, stop=1)
    assert status == 0 and written.count("\x1b[2A\r\x1b[J") > 2, written
    assert "\x1b[32m" in written
    written, status = in_terminal("--time", "60", BLUNDERS)
    assert status == 0 and "/60" in written, written
    bar = r"\r\x1b\[Kgame \d \[#+\.+\] \d+/\d+, 0:\d\d left"
    assert re.search(bar, written), written
    assert "\u2588" in written and "\x1b[31m?" in written
    assert "\x1b" not in must("--nodes", "1000", BLUNDERS).stderr


def test_narrow():
    """Bar and graph are no wider than the terminal."""
    for columns in (60, 30, 12):
        written, status = in_terminal("--time", "20", BLUNDERS, columns=columns)
        assert status == 0, written
        shown = re.findall(r"\r\x1b\[K(game [^\r\n\x1b]*)", written)
        assert len(shown) > 3 and max(map(len, shown)) < columns, shown
        assert any("[" in bar for bar in shown) == (columns > 20), shown
        graph = re.findall("(?m)^  (?:White|Black)\u2502[^\r\n]*", written)
        assert len(graph) == 8 and max(map(len, graph)) < columns, graph


def refused(words, text, **options):
    done = run(*words, **options)
    assert done.returncode in (1, 2) and not done.stdout, (words, done)
    assert done.stderr.count("\n") == 1 and text in done.stderr, (words, text, done.stderr)


def test_refused():
    for words, text in [
            (["--nodes"], "--nodes needs a number from 1 to"),
            (["--nodes", "0", START], "--nodes needs"),
            (["--nodes", "many", START], "--nodes needs"),
            (["--depth", "128", START], "--depth needs a number from 1 to 127"),
            (["--lines", "65", START], "--lines needs"),
            (["--threads", "257", START], "--threads needs"),
            (["--hash", "65537", START], "--hash needs"),
            (["--colour", START], 'analyse has no option "--colour"'),
            (["-x", START], 'analyse has no option "-x"'),
            (["-o"], "-o needs the name of a file"),
            (["--from", "3", "--to", "2", BLUNDERS], "--from is behind --to"),
            (["missing.pgn"], "cannot open missing.pgn: No such file"),
            (["."], "cannot read .: Is a directory"),
            (["8/8/8/8/8/8/8/8 w - - 0 1"], "FEN: "),
            (["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1"],
             "FEN, column 43: expected"),
            (["8/8/8/8/8/8/8/" + "8" * 600], "FEN: more than 511 bytes"),
            (["-o", "x.pgn", START], "-o, --from"),
            (["--lines", "2", BLUNDERS], "--infinite and --lines are for positions"),
            (["--infinite", BLUNDERS], "--infinite and --lines are for positions"),
            (["-o", "no/x.pgn", BLUNDERS], "cannot write no/x.pgn: No such file"),
            (["-o", ".", BLUNDERS], "cannot write .: Is a directory")]:
        refused(words, text)
    refused(["-o", "x.pgn", "-"], "-o, --from", input=START + "\n")
    assert not [name for name in os.listdir(".") if name.startswith("x.pgn")]
    # A full disk is said so, and the old output stays.
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([*ANALYSE, "--nodes", "1000", BLUNDERS], stdout=full,
                              stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1 and "cannot write the output" in done.stderr, done.stderr


def test_full_disk():
    """A disk that is full in the middle of a game: what was found is not lost."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    with open("long.pgn", "w", encoding="ascii") as file:
        file.write('[Event "a"]\n\n' + "Nf3 Nf6 Ng1 Ng8\n" * 1000 + "*\n")
    for before in (BLUNDERS,), ():
        words = ["--nodes", "500", "-o", "full.pgn", *before, "long.pgn"]
        must(*words)
        whole = read("full.pgn")
        assert len(whole) > 8192, len(whole)
        with open("full.pgn", "wb") as file:
            file.write(b"old")
        done = run(*words, preexec_fn=limit)
        assert done.returncode == 1 and done.stderr.endswith(
            "rookery: cannot write full.pgn: File too large\n"), done
        assert read("full.pgn") == b"old"
        assert not os.path.exists("full.pgn.new") and os.path.exists("full.pgn.part")
        must(*words)
        assert read("full.pgn") == whole and not os.path.exists("full.pgn.part")
    done = run("--nodes", "500", "-o", "/dev/full", "long.pgn")
    assert done.returncode == 1 and done.stderr.endswith(
        "rookery: cannot write /dev/full: No space left on device\n"), done


class Judge:
    """Stockfish's opinion on what a move loses."""

    def __init__(self):
        self.process = subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def score(self, moves):
        """Of the side to move, in hundredths, mates as 5000."""
        self.process.stdin.write(f"position startpos moves {' '.join(moves)}\ngo nodes 20000\n")
        self.process.stdin.flush()
        score = 0
        while True:
            line = self.process.stdout.readline()
            found = re.search(r"score (cp|mate) (-?\d+)", line)
            if found:
                score = int(found.group(2))
                if found.group(1) == "mate":
                    score = 5000 if score > 0 else -5000
            if line.startswith("bestmove"):
                return score

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        self.process.wait()


def random_game(seed):
    """A game of a weak computer, in coordinates: level 2 of ours plays both sides."""
    done = subprocess.run([ROOKERY, "play", "--plain", "--seed", str(seed)], text=True, check=True,
                          capture_output=True,
                          input="notation coordinate\ngame computer2 computer2\n" + "move\n" * 40 +
                          "history\nquit\n")
    text = re.split(r"^1\. ", done.stdout, flags=re.M)[-1]
    return re.findall(r"\b[a-h][1-8][a-h][1-8][qrbn]?\b", text)


def test_stockfish():
    """Of the moves that stockfish finds very bad we mark most, and hardly any that it likes."""
    judge = Judge()
    missed = wrong = bad = good = 0
    for seed in range(1 if QUICK else 3):
        moves = random_game(seed)
        with open("random.pgn", "w", encoding="ascii") as file:
            file.write(" ".join(moves) + " *\n")
        game = games_of(must("--nodes", "20000", "random.pgn").stdout)[0]
        game = re.sub(r"\([^()]*\)", "", game)
        found = re.findall(r"(?:^|[ .])([A-Za-z]\S*)((?: \$\d)?) \{", game)
        assert len(found) >= len(moves) - 1, game
        scores = [judge.score(moves[:i]) for i in range(len(moves))]
        for i, (_, mark) in enumerate(found[:len(moves) - 1]):
            before, after = scores[i], -scores[i + 1]
            if before > -200 and before - after > 500 and after < 100:
                bad += 1
                missed += mark not in (" $2", " $4")
            elif before - after < 20:
                good += 1
                wrong += mark == " $4"
    judge.close()
    print(f"{bad} blunders, {missed} missed; {good} good moves, {wrong} marked as blunders")
    assert bad >= (1 if QUICK else 3) and missed <= bad * 0.2 and wrong <= good * 0.05


def main():
    group = Group(smallest=3)
    with scratch():
        group.run("marks", test_marks)
        group.run("others read it", test_others_read_it)
        group.run("stockfish's opinion", test_stockfish)
        group.run("report", test_report)
        group.run("some of the moves", test_range)
        group.run("games of all kinds", test_foreign_games)
        group.run("after the end", test_after_the_end)
        group.run("junk between games", test_junk)
        group.run("pipes and links", test_outputs)
        group.run("nothing to analyse", test_nothing)
        for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            group.run(f"stopped by {kind.name}", test_stopped, kind)
        group.run("a part file that was cut", test_torn)
        group.run("no part file but something else", test_strange_part)
        group.run("a part file of something else", test_other_part)
        group.run("stopped without a file", test_stopped_on_screen)
        group.run("positions", test_positions)
        group.run("the same bytes", test_same_bytes)
        group.run("lines of positions", test_lines)
        group.run("without an end", test_infinite)
        group.run("in a terminal", test_terminal)
        group.run("in a narrow terminal", test_narrow)
        group.run("what is refused", test_refused)
        group.run("a full disk", test_full_disk)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
