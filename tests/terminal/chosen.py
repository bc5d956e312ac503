# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What is chosen at the terminal: kept between runs, said at the start, named,
watched. Part of run.py."""
import os
import random
import re
import stat
import subprocess
import sys
import tempfile

from screen import Terminal, board

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./rookery")
SIZES = (80, 24), (60, 24), (40, 20), (120, 40)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
IGNORED = "The settings file is ignored"


def play(*words, **more):
    return Terminal(PROGRAM, *words, **more)


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


class Config:
    """A folder for settings that outlives a terminal."""
    def __enter__(self):
        self.home = tempfile.TemporaryDirectory()
        self.folder = os.path.join(self.home.name, "rookery")
        self.path = os.path.join(self.folder, "config")
        return self

    def __exit__(self, *_):
        self.home.cleanup()

    def play(self, *words, **more):
        return play(*words, XDG_CONFIG_HOME=self.home.name, **more)

    def write(self, text):
        os.makedirs(self.folder, exist_ok=True)
        with open(self.path, "wb") as file:
            file.write(text)


def kept_between_runs():
    with Config() as config:
        with config.play(size=(120, 40)) as terminal:
            terminal.see("Enter: White against level 2, greedy")
            assert not os.path.exists(config.path)
            terminal.enter("theme gr")
            terminal.see("Theme (green|grey|gray)|Theme .*; there are")
            terminal.enter("notation figurine", "zoom 2", "level 7", "watch on", "bell on",
                           "flip black")
            terminal.see("Enter: Black against level 7, club", "w: White")
            terminal.enter("quit")
            terminal.end(0)
        kept = dict(line.split(" ") for line in read(config.path).splitlines())
        assert kept.items() >= {"notation": "figurine", "zoom": "2", "level": "7",
                                "side": "second", "watch": "on", "bell": "on"}.items(), kept
        assert os.listdir(config.folder) == ["config"]
        with config.play(size=(120, 40)) as terminal:
            terminal.see("Enter: Black against level 7, club", "^ +h +g +f +e")
            assert sum(bool(re.match(r"^ *[1-8]( |$)", line))
                       for line in terminal.lines()) == 8
            terminal.enter("zoom")
            terminal.see("^ +Zoom 2\\.")
            terminal.enter("notation", "watch")
            terminal.see("Watch on\\.")
            terminal.enter("bell off")
            terminal.see("Bell off\\.")
        assert "bell off\n" in read(config.path)
        # Options count for the run, and more than what was kept.
        with config.play("--level", "3") as terminal:
            terminal.see("Enter: Black against level 3, careful")
        # Scripts and --plain neither read nor write it.
        before = read(config.path)
        for words in [], ["--plain"]:
            said = subprocess.run(
                [PROGRAM, *words], input=b"level\ntheme\nlevel 9\nnotation san\nboard\n",
                stdout=subprocess.PIPE, check=True,
                env={"HOME": config.home.name, "XDG_CONFIG_HOME": config.home.name}).stdout
            assert said.startswith(b"Level 2 of 12.\n"), said
            assert b"\n  abcdefgh\n" in said, said
        assert read(config.path) == before


def others_stay():
    """Comments and keys of a newer program."""
    with Config() as config:
        config.write(b"# mine\n\nlevel 5\r\nnew-key some value\n  theme\t blue \n")
        with config.play() as terminal:
            terminal.see("against level (5, novice|2)")
        config.write(b"# mine\n\nlevel 5\nnew-key some value\n")
        with config.play() as terminal:
            terminal.see("against level 5, novice")
            terminal.enter("level 6")
            terminal.see("Level 6, hobby\\.", "against level 6, hobby")
        text = read(config.path)
        assert "level 6\n" in text and text.endswith("# mine\n\nnew-key some value\n"), text


def damaged():
    """It is told in one line and ignored, and the next change mends it."""
    source = random.Random(1)
    whole = b"theme blue\nnotation figurine\nlevel 7\nside second\n"
    texts = [b"level", b"level 0", b"level 13", b"level 7 8", b"level seven",
             b"level 99999999999999999999", b"theme", b"theme nobody", b"side fifth",
             b"zoom 9", b"zoom -1", b"watch maybe", b"nonsense", b"\0", b"level 7\0",
             b"level 7\nlevel", b"\xff\xfe", b"\x1b[2J x", whole[:-3], whole + b"bell\n",
             b"x y\n" * 20000, b"x" * (1 << 20), source.randbytes(100),
             source.randbytes(100000), whole.replace(b"\n", b"\0")]
    if "RK_QUICK" in os.environ:
        texts = texts[::4]
    for text in texts:
        with Config() as config:
            config.write(text)
            with config.play() as terminal:
                lines = terminal.see(IGNORED, "against level 2, greedy")
                assert sum(IGNORED in line for line in lines) == 1, lines
                assert board(lines) is not None
            assert open(config.path, "rb").read() == text
    with Config() as config:
        config.write(b"level 13\n")
        with config.play() as terminal:
            terminal.see(IGNORED, "line 1 is damaged")
            terminal.enter("level 6")
            terminal.see("against level 6, hobby")
            terminal.lose(IGNORED)
        with config.play() as terminal:
            terminal.see("against level 6, hobby")
            assert not any(IGNORED in line for line in terminal.lines())


def harmless():
    """Whatever is valid, and an empty file."""
    for text in b"", b"\n", b"level 7", b"LEVEL 7\nlevel 7\n", b"#", b"# \xc3\xa4\n":
        with Config() as config:
            config.write(text)
            with config.play() as terminal:
                lines = terminal.see("against level [27], (greedy|club)")
                assert not any(IGNORED in line for line in lines), lines


def no_file_there():
    """A folder, a pipe, a dead link, a file that cannot be read or written."""
    def folder(path):
        os.mkdir(path)

    def pipe(path):
        os.mkfifo(path)

    for make in folder, pipe:
        with Config() as config:
            os.makedirs(config.folder)
            make(config.path)
            with config.play() as terminal:
                terminal.see(IGNORED, "not a regular")
                terminal.enter("level 6")
                terminal.see("Settings are not being kept")
                terminal.enter("level 7")
                terminal.see("against level 7")
                terminal.lose("not being kept")
            assert not stat.S_ISREG(os.stat(config.path).st_mode)
    with Config() as config:
        os.makedirs(config.folder)
        os.symlink("elsewhere", config.path)
        with config.play() as terminal:
            terminal.see("against level 2")
            terminal.enter("level 6")
            terminal.see("against level 6")
    with Config() as config:
        config.write(b"level 7\n")
        os.rename(config.path, config.path + "-real")
        os.symlink("config-real", config.path)
        with config.play() as terminal:
            terminal.see("against level 7")
            terminal.enter("level 6")
            terminal.see("against level 6")
        assert os.path.islink(config.path)
        assert "level 6\n" in read(config.path + "-real")
    with play(XDG_CONFIG_HOME="/proc/nothing") as terminal:
        terminal.see("against level 2")
        terminal.enter("level 6")
        terminal.see("Settings are not being kept")


def names():
    for size in SIZES:
        with play(size=size) as terminal:
            terminal.see("against level 2")
            terminal.enter("name white Ada Ångström 王", "name black Bob", "clock 5", "h")
            wide = size[0] > 40
            terminal.see("White Ada" if wide else "White [45]:")
            terminal.see("Black Bob" if wide else "Black [45]:")
            if size[0] >= 80:
                terminal.see("White Ada .* [45]:[05]", "Black Bob +[45]:[05]")
            terminal.enter("name white off")
            terminal.see("White human +[45]:")


def names_are_resumed():
    with tempfile.TemporaryDirectory() as state:
        with play(state=state) as terminal:
            terminal.see("against level 2")
            terminal.enter("name white Ada", "clock 1:30:00", "h")
            terminal.see("White Ada +1:")
        with play(state=state) as terminal:
            terminal.see("Enter: resume your game")
            terminal.enter("")
            terminal.see("White Ada +1:")


def saving():
    """It says where, and asks before it replaces something."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a game.pgn")
        with play() as terminal:
            terminal.see("against level 2")
            terminal.enter("name white Ada", "h")
            terminal.see("White Ada")
            terminal.enter("e4", f"save {path}")
            terminal.see(f"Saved: {path}")
            terminal.enter("e5", f"save {path}")
            terminal.see("is there already: yes replaces it")
            terminal.enter("no")
            terminal.see("Not saved\\.")
            assert "1. e4 *" in read(path)
            terminal.enter(f"save {path}", "yes")
            terminal.see("Saved: ")
            assert "1. e4 e5 *" in read(path)
            assert re.search(r'\[Date "20\d\d\.\d\d\.\d\d"\]', read(path))
            assert '[White "Ada"]' in read(path)
        with play(f'"{path}"') as terminal:
            terminal.see(r"1\. e4 +e5", "White Ada", "^  White ›")


def start_options():
    for size in SIZES:
        with play("--ascii", "--black", "--level", "5", "--clock", "0:30+1",
                  "--chess960", "0", size=size) as terminal:
            lines = terminal.see("Enter: Black against level 5, novice", "w: White")
            assert board(lines) == "RKRNNQBB/PPPPPPPP/8/8/8/8/pppppppp/rkrnnqbb", board(lines)
            terminal.enter("")
            terminal.see("White plays", "^  Black >", "Black (you +)?0:[23]")
    with tempfile.TemporaryDirectory() as state:
        with play(state=state) as terminal:
            terminal.see("against level 2")
            terminal.enter("h")
            terminal.see("^  White ›")
        # Who says what to start does not want to resume.
        with play("--level", "4", state=state) as terminal:
            terminal.see("Enter: White against level 4, schooled")
        with play("--ascii", state=state) as terminal:
            terminal.see("Enter: resume your game")
    with play("none.pgn") as terminal:
        terminal.see("rookery: none.pgn: No such file", "^ended 1$")


def watching():
    for size in SIZES:
        with play("--level", "12", "--fen",
                  '"r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 0 1"',
                  size=size) as terminal:
            terminal.see("against level 12, full")
            terminal.enter("watch on", "game human computer", "a3")
            terminal.see(r"^  depth \d+  \S+  1\.\.\. \S+")
            terminal.see("Black plays", "^  White ›")
            if size[1] > 24:
                terminal.see(r"Thought: depth \d+  \S+  1\.\.\. \S+")
            terminal.enter("watch off", "h3")
            terminal.see("The computer is thinking")
            lines = terminal.see("Black plays", "^  White ›")
            assert not any("depth" in line for line in lines), lines


def ringing():
    """tmux marks a window in which the bell rang."""
    with play("--level", "1") as terminal:
        terminal.tmux("set", "-g", "monitor-bell", "on")
        terminal.tmux("new-window", "-d", "cat")
        terminal.see("against level 1")

        def rang():
            return "1" in terminal.tmux("list-windows", "-F", "#{window_bell_flag}")

        terminal.enter("bell off", "", "e4")
        terminal.see("Black plays")
        terminal.tmux("select-window", "-t", ":1")
        assert not rang()
        terminal.tmux("send-keys", "-t", ":0", "bell on", "Enter", "d4", "Enter")
        terminal.wait(lambda _: rang(), "the bell")


def stopping_computers():
    for size in SIZES:
        with play("--seed", "1", size=size) as terminal:
            terminal.see("against level 2")
            terminal.enter("game computer1 computer1")
            terminal.see("Any key stops them")
            terminal.keys("Enter")
            terminal.see("The computers wait. Enter: they go on")
            before = terminal.lines()
            terminal.type("xy")
            terminal.see("› xy")
            terminal.keys("C-u")
            assert board(terminal.lines()) == board(before)
            terminal.keys("Enter")
            terminal.see("Any key stops them")
            terminal.wait(lambda lines, before=before: board(lines) != board(before), "a move")
            for key in "Up", "Space", "Escape":
                terminal.keys(key)
                terminal.see("The computers wait", r"^  (White|Black) › *$")
                terminal.keys("Enter")
                terminal.see("Any key stops them")


def letters_by_locale():
    reason = "Letters stand for pieces"
    for size in SIZES:
        with play(size=size, LC_ALL="C") as terminal:
            terminal.see(reason, "not UTF-8", "Enter: White against level 2")
            terminal.enter("h")
            terminal.see("^  White >")
            terminal.lose(reason)
    for words, more in ((["--ascii"], {"LC_ALL": "C"}), ([], {}),
                        ([], {"LC_ALL": "C", "TERM": "linux"}),
                        ([], {"LC_ALL": "C", "NO_COLOR": "1"})):
        with play(*words, **more) as terminal:
            lines = terminal.see("Enter: White against level 2")
            assert not any(reason in line for line in lines)


def dumb():
    """A prompt for people, none for programs."""
    for more in {"TERM": "dumb"}, {"TERM": ""}:
        with play(**more) as terminal:
            terminal.see("^Rookery\\.", "^> *$")
            terminal.enter("game human human")
            terminal.see("^White> *$")
            terminal.enter("e4")
            terminal.see("^Black> *$")
            terminal.keys("C-d")
            terminal.see("^Final Score:")
            terminal.end(0)
    with play("--plain") as terminal:
        terminal.enter("game human human")
        lines = terminal.see("^  abcdefgh")
        assert not any(">" in line for line in lines), lines


TESTS = (kept_between_runs, others_stay, damaged, harmless, no_file_there, names,
         names_are_resumed, saving, start_options, watching, ringing, stopping_computers,
         letters_by_locale, dumb)
