#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""chessctl against the real /dev/chess, in a guest.

    tests/kernel/client.py

Most of it is done as an ordinary user. Whatever is refused must be refused in
one line, with the right exit status, and must leave the game as it was.
"""
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import examples  # noqa: E402
from group import Group  # noqa: E402
from guest import Guest  # noqa: E402

FILES = {"/bin/chessctl": "build/linux/guest/chessctl",
         "/bin/typist": "build/linux/guest/typist"}
START = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
USER = 1000

OPERA = ("e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 "
         "Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#").split()
OPERA_END = b"1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"


def equal(got, expected):
    assert got == expected, f"got {got!r}, expected {expected!r}"


def has(text, *parts):
    for part in parts:
        assert part in text, f"{part!r} is not in {text!r}"


class Tests:
    def __init__(self, guest):
        self.guest = guest

    def ask(self, words, stdin=b"", user=USER):
        """The status and output of `chessctl WORDS`, which are shell words."""
        return self.guest.run(f"cd /tmp; chessctl {words}", stdin=stdin, user=user)

    def do(self, words, stdin=b"", user=USER):
        status, output = self.ask(words, stdin, user)
        assert status == 0, f"{words}: {status}, {output!r}"
        return output

    def game(self):
        return self.ask("08")[1]

    def refuse(self, words, status, *parts, user=USER):
        """Refused with this status, in one line, and nothing has changed."""
        before = self.game()
        got, output = self.ask(words, user=user)
        assert got == status, f"{words}: {got}, {output!r}"
        equal(output.count(b"\n"), 1)
        has(output, b"chessctl: ", *parts)
        equal(self.game(), before)

    # One test each, in this order.

    def not_loaded(self):
        equal(self.ask("board"), (2, b"chessctl: /dev/chess: No such file or directory "
                                     b"(is the module loaded? modprobe chess)\n"))
        has(self.do("--help"), b"usage: chessctl", b"undo", b"Exit status")
        assert re.fullmatch(rb"chessctl \d+\.\d+\.\d+\n", self.do("--version"))
        equal(self.guest.run("insmod /chess.ko boards=2 level=1"), (0, b""))

    def documentation(self):
        """The examples of the pages."""
        for page in "chessctl.md", "kernel.md":
            path = os.path.join(HERE, "..", "..", "docs", page)
            commands = examples.examples(path)
            assert len(commands) > 3, page
            for example in commands:
                status, output = self.guest.run(f"cd /tmp; {example.command}", user=USER)
                examples.compare(path, example, status, output)
        for page in "chessctl.1", "chess.4":
            path = os.path.join(HERE, "..", "..", "docs", "man", page)
            with open(path, encoding="utf-8") as file:
                lines = re.findall(r"^\.Dl (.*)", file.read(), re.M)
            said = [self.guest.run(f"cd /tmp; {line}", user=USER) for line in lines]
            assert len(said) > 1 and not any(status for status, _ in said), (lines, said)

    def options(self):
        self.refuse("--nothing", 2, b"--nothing")
        self.refuse("board -q", 2, b"expected: board")
        self.refuse("-d", 2, b"-d")
        for other in "null", "zero":
            self.refuse(f"-d /dev/{other} fen", 2, b"does not answer")
        self.refuse("-d /tmp fen", 2, b"/tmp: Is a directory")
        self.refuse("-d 7 fen", 2, b"/dev/chess7: No such file", b"modprobe")

    def no_game(self):
        equal(self.ask("08"), (1, b"NOGAME\n"))
        for words in "e2e4", "move", "fen", "moves", "history", "undo", "draw", "resign", "save x":
            self.refuse(words, 1, b"there is no game; new starts one")
        has(self.do("board"), b"8 rnbqkbnr\n", b"1 RNBQKBNR\n", b"No game yet")

    def fools_mate(self):
        has(self.do("new two"), b"White to move.\n")
        has(self.do("f3"), b"White plays 1. f3.\nBlack to move.\n")
        has(self.do("e7 e5"), b"Black plays 1... e5.\n")
        has(self.do("move g2-g4"), b"White plays 2. g4.\n")
        output = self.do("d8h4")
        has(output, b"Black plays 2... Qh4#.\nCheckmate! Black wins!\n", b"4  _ _ _Pq\n")
        equal(self.do("history"), b"1. f3 e5 2. g4 Qh4#\n")
        equal(self.do("score"), b"1. f3 e5 2. g4 Qh4#\n")
        equal(self.do("fen"),
              b"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n")
        for words in "a3", "move", "draw", "moves":
            self.refuse(words, 1, b"the game is over")
        self.do("undo")
        equal(self.do("history"), b"1. f3 e5 2. g4\n")

    def opera(self):
        """A whole game, one command each; what is not asked for is not shown."""
        equal(self.do("-q new two"), b"")
        for san in OPERA:
            equal(self.do(f"-q '{san}'"), b"")
        equal(self.do("fen"), OPERA_END + b"\n")
        has(self.do("board"), b"Checkmate! White wins!\n")

    def script(self):
        """The same from standard input, with lines that are wrong in between."""
        lines = ["# a game", "", "new two", *OPERA[:16], "e9", "  ", "Nf9x", *OPERA[16:], "fen"]
        status, output = self.ask("-q", stdin="\n".join(lines).encode())
        equal(status, 2)
        output = output.split(b"\n")
        equal(output[-2:], [OPERA_END, b""])
        equal(len(output), 4)
        status, output = self.ask("-q", stdin=b"new two\ne5\nfen\nexit\ne4\n")
        equal(status, 1)
        has(output, b"illegal move", START + b"\n")
        equal(output.count(b"\n"), 2)
        equal(self.game(), START + b";\n")
        equal(self.ask("-q", stdin=b""), (0, b""))
        status, output = self.ask("", stdin=b"\x1b[31m\xff\0\n" + b"x" * 70000 + b"\ne4")
        equal(status, 2)
        assert b"\x1b" not in output and b"\xff" not in output
        has(self.game(), b";e2e4\n")

    def raw(self):
        equal(self.do("00 W"), b"OK\n")
        equal(self.do("02 WPe2-e4"), b"OK\n")
        equal(self.ask("02 BPe7-e5"), (1, b"OOT\n"))
        equal(self.ask("'08 '"), (1, b"INVFMT\n"))
        equal(self.ask("99"), (1, b"UNKCMD\n"))
        equal(len(self.do("01")), 129)
        equal(self.do("03"), b"OK\n")
        equal(self.do("06 2"), b"OK\n")
        equal(self.game(), START + b";\n")

    def bad_words(self):
        self.do("-q new two")
        self.refuse("bord", 2, b'unknown command "bord"; did you mean board?')
        self.refuse("xyzzy plugh", 2, b'unknown command "xyzzy"; help lists all')
        self.refuse("e9 e5", 2, b"Coordinates out of range. Use a-h and 1-8.")
        self.refuse("e2 e4 foo", 2, b"Invalid input format. Use format like 'e2 e4'.")
        self.refuse("move foo", 2, b"Invalid input format.")
        self.refuse("new green", 2, b"new white, new black or new two")
        self.refuse("new white black", 2, b"expected: new")
        self.refuse("moves x9", 2, b"expected a square")
        self.refuse("undo 0", 2, b"expected how many")
        self.refuse("undo -1", 2, b"expected how many")
        self.refuse("undo 1", 1, b"not so many")
        self.refuse("undo 99999999999999999999", 2, b"expected how many")
        self.refuse("e2e5", 1, b"illegal move")
        self.refuse("Ke2", 1, b"illegal move")
        self.refuse("e7e5", 1, b"illegal move")
        self.refuse("move", 1, b"the turn of White, a human")
        self.refuse("theme", 2, b"for a terminal")
        self.refuse("save", 2, b"expected: save FILE")

    def load_line(self, line):
        equal(self.do(f"'09 {line}'"), b"OK\n")

    def special_moves(self):
        self.do("-q new two")
        self.load_line("8/P6k/8/8/8/8/p6K/8 w - - 0 1;")
        self.refuse("a7a8", 1, b"illegal move")
        for san, piece in ("a8=Q", b"Q"), ("a7a8r", b"R"), ("a8B", b"B"), ("'a7 a8n'", b"N"):
            self.do(f"-q {san}")
            has(self.do("fen"), piece + b"7/7k")
            self.do("-q undo")
        self.do("-q a8N")
        self.do("-q 'a1=Q'")
        has(self.do("fen"), b"N7/7k/8/8/8/8/7K/q7 w")
        self.load_line("r3k2r/8/8/4pP2/8/8/8/R3K2R w KQkq e6 0 1;")
        self.do("-q f5e6")
        has(self.do("fen"), b"r3k2r/8/4P3/8/8/8/8/R3K2R b KQkq - 0 1")
        self.do("-q O-O-O")
        self.do("-q e1g1")
        equal(self.do("history"), b"1. fxe6 O-O-O 2. O-O\n")
        has(self.do("fen"), b"2kr3r/8/4P3/8/8/8/8/R4RK1 b - - 2 2")

    def check_and_ties(self):
        self.do("-q new two")
        self.load_line("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1;")
        has(self.do("Qa1"), b"White plays 1. Qa1+.\nBlack is in check.\nBlack to move.\n")
        self.do("-q undo")
        has(self.do("Qf7"), b"White plays 1. Qf7.\nStalemate!\n")
        self.load_line("k7/8/8/8/8/8/1p6/K7 w - - 0 1;")
        has(self.do("Kxb2"), b"Draw! (insufficient material)\n")

    def agreement(self):
        self.do("-q new two")
        self.do("-q e4")
        has(self.do("draw"), b"No draw")
        self.do("-q e5")
        has(self.do("draw"), b"Draw! (agreement)\n")
        self.refuse("Nf3", 1, b"the game is over")
        self.do("-q new two")
        has(self.do("resign"), b"White resigns.\nBlack wins! (resignation)\n")
        has(self.do("board"), b"Black wins! (resignation)\n")
        self.refuse("resign", 1, b"the game is over")

    def against_the_computer(self):
        has(self.do("new"), b"White to move.\n")
        output = self.do("e2 e4")
        has(output, b"White plays 1. e4.\nBlack plays 1... ", b"White to move.\n")
        equal(len(self.do("history").split()), 3)
        self.do("-q d2d4")
        self.do("-q undo")
        equal(len(self.do("history").split()), 3)
        self.refuse("undo 2", 1, b"not so many moves of yours")
        self.do("-q undo 1")
        equal(self.game(), START + b";\n")

        output = self.do("new black")
        has(output, b"White plays 1. ", b"Black to move.\n", b"8 rnbkqbnr\n", b"hgfedcba")
        self.refuse("undo", 1, b"not so many moves of yours")
        first = self.game()
        self.do("-q c7c6")
        equal(len(self.do("history").split()), 5)
        self.do("-q undo")
        equal(self.game(), first)
        self.do("00 B")
        self.refuse("resign", 1, b"the computer's turn")
        self.refuse("e2e4", 1, b"it is the computer's turn; move lets it move")
        has(self.do("board"), b"White, the computer, to move")
        has(self.do("move"), b"White plays 1. ")

    def random_game(self):
        """Until it is over, or long enough; the client knows all along whose turn it is."""
        choice = random.Random(5)
        self.do("-q new white")
        for number in range(1, 41):
            moves = self.do("moves").split()
            output = self.do("'" + choice.choice(moves).decode() + "'")
            has(output, b"White plays %d. " % number)
            if b"to move.\n" not in output:
                end = re.search(rb"Checkmate! (White|Black) wins!|Stalemate!|Draw! \(", output)
                assert end, output
                self.refuse("moves", 1, b"the game is over")
                break
            has(output, b"Black plays %d... " % number, b"White to move.\n")

    def save_and_load(self):
        self.do("-q", stdin=b"new two\ne4\nc5\nNf3\n")
        line = self.game()
        equal(line, START + b";e2e4 c7c5 g1f3\n")
        equal(self.do("save 'my game.txt'"), b"The game is saved.\n")
        equal(self.guest.run("cat '/tmp/my game.txt'", user=USER), (0, line))
        self.do("-q new two")
        self.do("-q save 'my game.txt'")
        equal(self.guest.run("cat '/tmp/my game.txt'"), (0, START + b";\n"))
        equal(self.guest.run("ls /tmp"), (0, b"my game.txt\n"))
        self.guest.run("cat > /tmp/g", stdin=line)
        has(self.do("load g"), b"The game is loaded.\nBlack to move.\n")
        equal(self.game(), line)
        self.guest.run("cat > /tmp/g", stdin=line[:-1])
        self.do("-q load g")
        self.guest.run("cat > /tmp/g", stdin=line[:-1] + b"\r\n")
        self.do("-q load g")
        equal(self.game(), line)
        self.refuse("save /nowhere/g", 2, b"/nowhere/g: No such file or directory")
        self.refuse("save /root", 2, b"/root: ")
        self.refuse("save /etc/g", 2, b"/etc/g: Permission denied")

    def bad_files(self):
        self.do("-q", stdin=b"new two\ne4\n")
        saved = START + b";e2e4 e7e5"
        for content, status, part in (
                (b"", 2, b"the file is empty"),
                (b"\n", 1, b"no saved game (INVFMT)"),
                (bytes(range(256)) * 16, 2, b"no saved game"),
                (b"\0", 2, b"no saved game"),
                (saved + b"\n" + saved + b"\n", 2, b"no saved game"),
                (START, 1, b"no saved game (INVFMT)"),
                (saved + b" ", 1, b"no saved game (INVFMT)"),
                (b"1. e4 e5", 1, b"no saved game (INVFMT)"),
                (saved + b" e4e5", 1, b"not legal (ILLMOVE)"),
                (b"8/8/8/8/8/8/8/8 w - - 0 1;", 1, b"not legal (ILLMOVE)")):
            self.guest.run("cat > /tmp/bad", stdin=content)
            self.refuse("load bad", status, b"bad: ", part)
        for huge in "yes aaaaaaa", "yes ' g1f3' | tr -d '\\n'":
            self.guest.run(f"({huge}) | head -c 300000 > /tmp/bad")
            self.refuse("load bad", 2, b"no saved game")
        self.refuse("load missing", 2, b"missing: No such file")
        self.refuse("load /", 2, b"/: Is a directory")
        self.refuse("load /dev/zero", 2, b"no saved game")
        self.guest.run("chmod 0 /tmp/bad")
        self.refuse("load bad", 2, b"bad: Permission denied")

    def level(self):
        equal(self.do("level"), b"Level 1.\n")
        equal(self.do("level 5", user=0), b"Level 5.\n")
        equal(self.guest.run("cat /sys/class/misc/chess/level"), (0, b"5\n"))
        self.refuse("level 3", 1, b"Permission denied", b"root", b"udev")
        self.refuse("level 99", 1, b"no level 99", user=0)
        self.refuse("level 0", 1, b"no level 0", user=0)
        self.refuse("level x", 2, b"expected a number", user=0)
        equal(self.do("level"), b"Level 5.\n")
        self.guest.run("chmod 666 /sys/class/misc/chess/level")
        equal(self.do("-q level 1"), b"")
        equal(self.do("level"), b"Level 1.\n")

    def second_board(self):
        self.do("-q new two")
        self.do("-q e4")
        equal(self.ask("-d 1 08"), (1, b"NOGAME\n"))
        self.do("-q -d /dev/chess1 new two")
        self.do("-q -d 1 d4")
        equal(self.do("-d 1 history"), b"1. d4\n")
        equal(self.do("-d 0 history"), b"1. e4\n")
        equal(self.do("-d 1 level 2", user=0), b"Level 2.\n")
        equal(self.do("level"), b"Level 1.\n")

    def private_board(self):
        self.do("-q new two")
        got, output = self.ask("-q -d /dev/chess-private",
                               b"08\nlevel\nnew two\nd4\nhistory\n")
        equal(got, 1)
        has(output, b"NOGAME\n", b"chessctl: this board has no level of its own", b"1. d4\n")
        has(self.game(), START + b";\n")

    def type(self, *lines, board="/dev/chess"):
        status, output = self.guest.run(f"export TERM=linux; typist /bin/chessctl -d {board}",
                                        user=USER, stdin=("\n".join(lines) + "\n").encode())
        assert status == 0, output.decode("latin-1")
        return output.split(b"\n")[-2]

    def at_a_terminal(self):
        self.guest.run("mkdir -p /dev/pts; mount -t devpts none /dev/pts")
        left = b"ended by exit 0, terminal as before"
        equal(self.type("see > ", "type new two\\r", "see White to move", "type e2 e4\\r",
                        "see White plays 1. e4.", "type Kd5\\r", "see illegal move",
                        "type Nf\t\\r", "see Black plays 1... Nf6.", "type 08\\r",
                        "see ;e2e4 g8f6", "type theme\\r", "see there are", "type flip\\r",
                        "see h    g", "type exit\\r"), left)
        equal(self.type("see > ", "type fe\t\\r", "see 4P3", "type ^D"), left)
        equal(self.type("see > ", "type fe", "see fe", "type ^C"),
              b"ended by signal 2, terminal as before")

    def stop_thinking(self):
        """Ctrl-C while the computer thinks: it has not moved, and the client is there."""
        self.do("-q level 12", user=0)
        self.do("-q new white")
        start = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10"
        self.load_line(start + ";")
        equal(self.type("see > ", "type a3\\r", "see Black is thinking", "wait 100",
                        "type ^C", "see stopped", "see > ", "type fen\\r", "see P1NB1N2",
                        "type a4\\r", "see it is the computer's turn", "type level 1\\r",
                        "see Level 1.", "type move\\r", "see Black is thinking",
                        "see Black plays 10... ", "see White to move.", "type quit\\r"),
              b"ended by exit 0, terminal as before")
        self.do("-q level 1", user=0)

    def watch_others(self):
        """Another changes the board while the computer thinks: that is shown, and the
        computer thinks about it."""
        self.do("-q level 12", user=0)
        self.do("-q new white")
        self.load_line("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10;")
        other = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N1P/PP3PP1/R1BQ1RK1 b - - 0 20;"
        self.guest.run("(until grep -q a2a3 /sys/class/misc/chess/last_move; do sleep 0.1; done;"
                       f"sleep 0.3; echo '09 {other}' >/dev/chess) >/dev/null 2>&1 &")
        equal(self.type("see > ", "type a3\\r", "see Black is thinking", "see Black is thinking",
                        "see Black plays 20... ", "see White to move.", "type quit\\r"),
              b"ended by exit 0, terminal as before")
        has(self.game(), other.encode())
        self.do("-q level 1", user=0)

    def stop_private(self):
        """The same where the client waits in its write()."""
        load = "rmmod chess; insmod /chess.ko boards=2 level="
        equal(self.guest.run(load + "12"), (0, b""))
        start = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/P1NB1N2/1P3PPP/R1BQ1RK1 b - - 0 10"
        equal(self.type("see > ", "type new white\\r", "see White to move", f"type 09 {start};\\r",
                        "see > ", "type move\\r", "see Black is thinking", "wait 100",
                        "type ^C", "see stopped", "see > ", "type 08\\r", f"see {start};",
                        "see > ", "type move\\r", "see Black is thinking",
                        "see Black plays 10... ", "type quit\\r", board="/dev/chess-private"),
              b"ended by exit 0, terminal as before")
        equal(self.guest.run(load + "1"), (0, b""))


def main():
    group = Group(smallest=4)
    with Guest(files=FILES) as guest:
        tests = Tests(guest)
        for name in ("not_loaded", "no_game", "documentation", "options", "fools_mate", "opera",
                     "script", "raw", "bad_words", "special_moves", "check_and_ties", "agreement",
                     "against_the_computer", "random_game", "save_and_load", "bad_files",
                     "level", "second_board", "private_board", "at_a_terminal",
                     "stop_thinking", "watch_others", "stop_private"):
            group.run(name, getattr(tests, name))
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
