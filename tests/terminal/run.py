#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Playing at a terminal, and looking at the screen.

    tests/terminal/run.py [PROGRAM]
"""
import os
import re
import signal
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import chosen  # noqa: E402
from group import Group  # noqa: E402
from screen import PIECES, Terminal, board, signal_status  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./rookery")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR"
SIZES = (80, 24), (60, 24), (40, 20), (120, 40)
CHOICES = r"Enter: White against level \d"
PLAYING = "^  White (›|>)"


def play(*words, **more):
    return Terminal(PROGRAM, *words, **more)


def two_humans(terminal):
    terminal.see(CHOICES)
    terminal.enter("h")
    terminal.see(PLAYING)


def opening_screen():
    with play() as terminal:
        terminal.see(CHOICES, "b: Black", "h: humans", "s: set-up", "^  ›$")
        terminal.see_board(START)
        terminal.wait(lambda lines: "  ›" in lines and
                      terminal.cursor() == (4, lines.index("  ›")),
                      "the cursor behind the prompt")
        terminal.enter("")
        terminal.see(PLAYING, "White you", r"Black level \d")


CHOICE = (r"b: Black", r"1-12: level", "h: humans", "s: set-up",
          r"k: rules \(standard\)", "p: four players")


def menu_keeps_its_choices():
    """In every window, with a message and without, and after a game."""
    for size in SIZES:
        for words, environment in ((), {}), (("--ascii",), {"NO_COLOR": "1"}):
            with play(*words, size=size, **environment) as terminal:
                terminal.see("Two players or four?", CHOICES, *CHOICE)
                terminal.enter("theme moss")
                terminal.see("Theme moss", CHOICES, *CHOICE)
                terminal.lose("Two players or four?")
                terminal.enter("e9e5x")
                terminal.lose("Theme moss")
                terminal.see(CHOICES, *CHOICE)
                terminal.enter("p")
                terminal.see(r"Enter: Red against", "b: Blue", "y: Yellow",
                             "g: Green", "p: two players",
                             r"k: rules \(ffa\)", "ffa: all against all")
                terminal.enter("k", "k", "k")
                terminal.see(r"Red\+Yellow against Blue\+Green")
                terminal.enter("two")
                terminal.see(CHOICES, *CHOICE)
                terminal.enter("h", "e4", "resign")
                terminal.see("White wins!", "Enter: play again", "w: White",
                             *CHOICE)


def asks_for_players_once():
    with play("--players", "2") as terminal:
        terminal.see(CHOICES, "p: four players")
        terminal.lose("Two players or four?")
    with play() as terminal:
        terminal.see("Two players or four?", CHOICES)
        terminal.enter("")
        terminal.see(PLAYING)
        terminal.enter("resign")
        terminal.see("Enter: play again", "p: four players")
        terminal.lose("Two players or four?")


def old_messages_go_away():
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter("e2 e5")
        terminal.see("Illegal move: ")
        terminal.enter("")
        terminal.lose("Illegal move")


def long_answers_leave_the_board():
    """A smaller board stays above an answer of some lines."""
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O".split()
    placement = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1"
    for size in SIZES:
        with play("--ascii", size=size) as terminal:
            two_humans(terminal)
            terminal.enter(*moves)
            terminal.see_board(placement)
            for command, seen in (("analyse", "The best lines"),
                                  ("moves", "a3"), ("history", "1. e4 e5"),
                                  ("hint", "Hint: ")):
                terminal.enter(command)
                terminal.see(seen)
                if size != (40, 20):
                    terminal.see_board(placement)
            terminal.enter("pgn")
            terminal.see(r"\[Event ")
            while any("Enter: " in line for line in terminal.lines()):
                terminal.enter("q")
                terminal.lose("Enter: ")
            terminal.see_board(placement)
            terminal.see("^  White >")


def computer_answers():
    with play("--seed", "7") as terminal:
        terminal.see(CHOICES)
        terminal.enter("", "e4")
        terminal.see(r"Black plays \S+\.", r"1\. e4 +\S", PLAYING)
        assert "48;2;" in terminal.colours()


def plays_black():
    """The computer begins, and Black sits at the lower edge."""
    with play() as terminal:
        terminal.see(CHOICES)
        terminal.enter("b")
        terminal.see("White plays", "^  Black ›", "^ +h +g +f +e")


def levels():
    with play() as terminal:
        terminal.see(CHOICES)
        terminal.enter("1")
        terminal.see("Black level 1")
        terminal.enter("level 9999")
        terminal.see("Expected a level from 1 to")


def mate_with_completion():
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.type("f")
        terminal.keys("Tab")
        terminal.see("f3  f2f3  f4  f2f4")
        terminal.enter("3")
        terminal.see("^  Black >")
        terminal.type("move e7 ")
        terminal.keys("Tab")
        terminal.see("> move e7 e$")
        terminal.enter("5", "g4")
        terminal.see("2. g4")
        terminal.type("Qh")
        terminal.keys("Tab")
        terminal.see("Black > Qh4# *$")
        terminal.enter("")
        terminal.see("Checkmate! Black wins!", "Enter: play again")
        terminal.see_board(MATED)
        terminal.type("qui")
        terminal.keys("Tab")
        terminal.enter("")
        terminal.see("^Final Score:", "^White: 0", "^Black: 1")
        terminal.end(0)


def completes(terminal, text, seen):
    """Tab after a text; then the line is emptied again."""
    terminal.type(text)
    terminal.keys("Tab")
    terminal.see(seen)
    terminal.keys("C-u")
    terminal.see("^  \\S* ?> *$")


def completion_of_arguments():
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "games"))
        for name in "one.pgn", "only.pgn":
            with open(os.path.join(folder, "games", name), "w",
                      encoding="ascii") as file:
                file.write('[White "human"]\n\n1. e4 *\n')
        with play("--ascii") as terminal:
            terminal.see(CHOICES)
            for text, seen in (("theme mo", "> theme moss *$"),
                               ("theme ", "wood  moss  ocean  slate  plum"),
                               ("level 1", "1  10  11  12"),
                               ("notation c", "> notation coordinate *$"),
                               ("rules c", "> rules casual *$"),
                               ("players ", "2  4"),
                               ("game human computer1",
                                "computer1  computer10  computer11"),
                               ("game h", "> game human *$"),
                               ("clock o", "> clock off *$"),
                               ("flip b", "> flip black *$"),
                               ("help the", "> help theme *$"),
                               (f"load {folder}/ga", f"> load {folder}/games/$")):
                completes(terminal, text, seen)
            terminal.type(f"load {folder}/games/o")
            terminal.keys("Tab")
            terminal.see("on$")
            terminal.keys("Tab")
            terminal.see("one.pgn  only.pgn|only.pgn  one.pgn")
            terminal.type("e")
            terminal.keys("Tab")
            terminal.enter("")
            terminal.see(r"1\. e4", "^  Black >")
            for text, seen in (("moves g", "> moves g8 *$|g7  g8|g8  g7"),
                               ("why e8 e", "e1  e2  e3"),
                               ("move N", "Nc6"),
                               ("e7 e", "> e7 e$")):
                completes(terminal, text, seen)


def set_up_after_a_game():
    """What is set up is seen, whatever became of the game before."""
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter("e4", "resign")
        terminal.see("White wins!", "Enter: play again")
        terminal.enter("undo", "yes", "resign")
        terminal.see("White wins!", "Enter: play again")
        terminal.enter("s", "+ K e1", "+ k e8", "+ Q d1")
        terminal.see("^  Set-up >")
        terminal.see_board("4k3/8/8/8/8/8/8/3QK3")
        terminal.enter("done")
        terminal.see("Enter: play the position")
        terminal.see_board("4k3/8/8/8/8/8/8/3QK3")
        terminal.enter("undo", "yes")
        terminal.see("1. e4", "^  Black >")
        terminal.see_board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
        terminal.enter("resign")
        terminal.see("Enter: play the position")
        terminal.enter("")
        terminal.see_board("4k3/8/8/8/8/8/8/3QK3")
        terminal.see("^  White >")


def figurines():
    """Moves are typed as they are shown."""
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter("notation figurine", "♘f3", "♞f6")
        terminal.see("1. ♘f3 +♘f6", "^  White >")


def undo_and_redo():
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter("f3", "e5", "g4", "Qh4")
        terminal.see_board(MATED)
        terminal.enter("undo 4", "yes")
        terminal.see_board(START)
        terminal.enter("redo 4")
        terminal.see_board(MATED)
        terminal.see("Checkmate!")


def undo_against_computer():
    """The move is the person's again; redo stops before the answer."""
    with play("--seed", "3", "--ascii") as terminal:
        terminal.see(CHOICES)
        terminal.enter("", "e4")
        terminal.see("Black plays")
        terminal.enter("undo")
        terminal.see_board(START)
        terminal.enter("redo")
        terminal.see("Enter: the computer moves", "^  Black >")
        terminal.enter("")
        terminal.see("Black plays", PLAYING)


def refusals():
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter("e2 e5")
        terminal.see("Illegal move: ")
        terminal.see_board(START)
        terminal.enter("unod")
        terminal.see("did you mean undo")


def resizing():
    with play() as terminal:
        two_humans(terminal)
        terminal.enter("e4")
        played = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
        terminal.see_board(played)
        for size in (50, 24), (30, 14), (80, 24), (132, 30):
            terminal.resize(*size)
            terminal.see_board(played)
            terminal.see("^  Black ›")
        terminal.see("1. e4")
        terminal.resize(20, 12)
        terminal.see("^8 rnbqkbnr", "^4  _ _P_ _", "^  abcdefgh",
                     "A small window")
        for size in (3, 1), (1, 3), (9, 2):
            terminal.resize(*size)
            terminal.enter("e9")
        terminal.resize(18, 4)
        terminal.see("Coordinates out")
        terminal.enter("", "", "")
        terminal.see("Window too small")
        terminal.enter("d5")
        terminal.resize(80, 24)
        terminal.see_board(
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
        terminal.resize(240, 80)
        terminal.lose(f"[{PIECES}]")
        terminal.see("\u2580", "1. e4 +d5", "^  White ›")
        terminal.type("ex")
        terminal.resize(100, 30)
        terminal.see("^  White › ex$")
        terminal.enter("d5")
        terminal.see_board(
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")


def zooming():
    with play(size=(80, 34)) as terminal:
        two_humans(terminal)
        for zoom in "1", "2", "3":
            terminal.enter("zoom " + zoom)
            lines = terminal.see(f"Zoom {zoom}")
            ranks = [row for row, line in enumerate(lines)
                     if re.match("^  [1-8] ", line)]
            assert ranks[1] - ranks[0] == int(zoom), (zoom, ranks)
        terminal.enter("zoom 8")
        terminal.see("too small for that zoom", PLAYING)
        terminal.enter("zoom 3")
        lines = terminal.see("Zoom 3", "Tab completes")
        assert not any("too small" in line for line in lines)


def flipping():
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter("flip")
        terminal.see_board(START[::-1])
        terminal.see("^ +h +g +f +e")
        terminal.enter("flip")
        terminal.see_board(START)


def without_colours():
    """Signs say what moved last and who is in check."""
    with play(NO_COLOR="1") as terminal:
        two_humans(terminal)
        terminal.enter("e4", "d5", "Bb5")
        terminal.see(r"\[B\]", "!k!", r"1.*\[ \]", "Black is in check")


LIT = "48;2;(60;154;80|31;128;56)"  # light and dark squares


def lit_squares():
    """What `moves` and `hint` are about is lit until the next command."""
    for size in SIZES:
        with play(size=size, NO_COLOR="1") as terminal:
            two_humans(terminal)
            terminal.enter("moves g1")
            terminal.see(r"^  3.*\( \).*\( \)", r"\(N\)", "Nf3")
            terminal.enter("e4")
            terminal.lose(r"\(.\)")
    with play() as terminal:
        two_humans(terminal)
        assert not re.search(LIT, terminal.colours())
        terminal.enter("hint")
        terminal.see("Hint: ")
        assert re.search(LIT, terminal.colours())
        terminal.enter("theme moss")
        terminal.see("Theme moss")
        assert not re.search(LIT, terminal.colours())


def arrow_keys():
    """A cursor picks a piece up and puts it down; Escape leaves."""
    for size in SIZES:
        with play(size=size, NO_COLOR="1") as terminal:
            two_humans(terminal)
            terminal.keys("Left")
            terminal.see(">K<", "Escape: leave")
            terminal.keys("Up", "Enter")
            terminal.see(">P<", r"^  3.*\(.\)", r"^  4.*\( \)")
            terminal.keys("Escape")
            terminal.lose(r">P<|\(")
            terminal.keys("Up", "Space", "Up", "Up")
            terminal.see("> <")
            terminal.keys("Enter")
            terminal.see_board(
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
            terminal.see("^  Black ›", ">P<")
            terminal.keys("Enter")
            terminal.see("White's")
            terminal.enter("e5")
            terminal.see("^  White ›$")
            terminal.lose(">P<")


def arrow_keys_in_colours():
    with play() as terminal:
        two_humans(terminal)
        terminal.keys("Up", "Up", "Enter")
        terminal.see("put it there")
        assert re.search(LIT, terminal.colours())
        assert "48;2;208;64;192" in terminal.colours()
        terminal.type("d")
        terminal.see("^  White › d$", "Tab completes")
        terminal.enter("4")
        terminal.see("1. d4")


def mouse():
    """Clicking and dragging; the terminal has its mouse back at the end."""
    for size in SIZES:
        with play("--seed", "7", size=size) as terminal:
            terminal.see(CHOICES)
            terminal.enter("")
            terminal.see(PLAYING)
            assert terminal.mouse()
            terminal.click("e4")
            terminal.see("There is no piece on e4")
            terminal.click("e2")
            terminal.see("put it there")
            terminal.click("e4")
            terminal.see(r"Black plays \S+\.", PLAYING)
            terminal.click("d2", "d3")
            terminal.lose("Black plays .* Black plays")
            terminal.enter("history")
            terminal.see(r"1\. e4 \S+ 2\. d3 \S+")
            terminal.keys("C-d")
            terminal.end(0)
    for words, environment in (("--no-mouse",), {}), ((), {"TERM": "linux"}):
        with play(*words, **environment) as terminal:
            terminal.see(CHOICES)
            assert not terminal.mouse()


def promotion_by_mouse():
    with play("--ascii") as terminal:
        terminal.see(CHOICES)
        terminal.enter("s", "+ K a1", "+ k a3", "+ P h7", "done", "h")
        terminal.see("^  White >")
        terminal.click("h7")
        terminal.see("put it there")
        terminal.click("h8")
        terminal.see("Promote to  q  r  b  n")
        terminal.keys("x")
        terminal.see_board("8/7P/8/8/8/k7/8/K7")
        terminal.click("h7", "h8")
        terminal.see("Promote to")
        terminal.keys("n")
        terminal.see_board("7N/8/8/8/8/k7/8/K7")
        terminal.enter("undo", "yes", "promotion queen")
        terminal.see("Promotion queen")
        terminal.click("h7", "h8")
        terminal.see_board("7Q/8/8/8/8/k7/8/K7")


def stepping():
    """Earlier positions are seen; the game stays as it is."""
    for size in SIZES:
        for words, environment in (("--ascii",), {}), \
                (("--ascii",), {"NO_COLOR": "1"}):
            with play(*words, size=size, **environment) as terminal:
                two_humans(terminal)
                terminal.enter("f3", "e5", "g4", "Qh4")
                terminal.see_board(MATED)
                terminal.keys("PageUp")
                terminal.see_board("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/"
                                   "PPPPP2P/RNBQKBNR")
                terminal.see(r"Move 3 of 4: 2\. g4")
                terminal.keys("Home")
                terminal.see_board(START)
                terminal.see("Move 0 of 4")
                terminal.keys("PageDown")
                terminal.see(r"Move 1 of 4: 1\. f3")
                terminal.enter("")
                terminal.see_board(MATED)
                terminal.see("Enter: play again")
                terminal.keys("Home", "PageDown", "End")
                terminal.see_board(MATED)
                terminal.lose("Move 1 of 4")
                terminal.keys("PageUp")
                terminal.enter("history")
                terminal.see("2. g4 Qh4#")
                terminal.see_board(MATED)


def reviewing():
    """After the end: how it was played, and what was wrong with a move."""
    for size in SIZES:
        for words, environment in ((), {}), (("--ascii",), {"NO_COLOR": "1"}):
            with play(*words, size=size, **environment) as terminal:
                two_humans(terminal)
                terminal.enter("f3", "e5")
                terminal.enter("review")
                terminal.lose("accuracy|Reviewing")
                terminal.enter("g4", "Qh4")
                terminal.see("Checkmate!", "Enter: play again", "r: review")
                terminal.enter("r")
                terminal.see(r"White \d+\.\d %", r"Black (9\d|100)\.\d %.*\?\? 0",
                             "White[│|]", "Black[│|]")
                terminal.see("PageUp, PageDown: step|back to the board")
                if size == (40, 20):
                    terminal.enter("")
                terminal.see("PageUp, PageDown: step", "r: review")
                terminal.keys("PageUp")
                terminal.see(r"A blunder \(\?\?\): 2\. \S+ was better",
                             r"Move 3 of 4: 2\. g4")
                terminal.keys("PageUp")
                terminal.see("The score is|An inaccuracy|A mistake",
                             r"Move 2 of 4: 1\.\.\. e5")
                terminal.enter("")
                terminal.lose("Move 2 of 4|The score is")
                terminal.see("r: review")


def review_is_stopped():
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O".split()
    with play("--ascii") as terminal:
        two_humans(terminal)
        terminal.enter(*moves, "resign")
        terminal.see("Black wins!", "r: review")
        terminal.enter("r")
        terminal.see(r"Reviewing: \d+ of 17")
        terminal.keys("x")
        terminal.see("The review was stopped", "^  >$")


def colours_by_terminal():
    for environment, code in (({}, "48;2;"),
                              ({"COLORTERM": ""}, "48;5;"),
                              ({"COLORTERM": "", "TERM": "linux"}, "4[23]"),
                              ({"NO_COLOR": "1"}, None)):
        with play(**environment) as terminal:
            terminal.see(CHOICES)
            codes = re.findall("\x1b\\[([0-9;:]*)m", terminal.colours())
            if code:
                assert any(re.search(code, found) for found in codes)
            else:
                # 39 and 49 are the terminal's own colours.
                assert set(codes) <= {"0", "1", "2", "39", "49"}, codes
            many = [found for found in codes if re.search("[34]8[;:]", found)]
            assert bool(many) == bool(code and "8;" in code), codes[:9]


def letters():
    for words, environment in (("--ascii",), {}), ((), {"LC_ALL": "C"}), \
            ((), {"TERM": "linux"}):
        with play(*words, **environment) as terminal:
            lines = terminal.see(CHOICES, "^  [›>]")
            assert board(lines) == START, board(lines)
            assert not any(piece in line for piece in PIECES for line in lines)


def plain_terminals():
    for words, environment in (("--plain",), {}), ((), {"TERM": "dumb"}):
        with play(*words, **environment) as terminal:
            if environment:
                terminal.see("game human computer starts a game")
            terminal.enter("game human human")
            terminal.see("^8 rnbqkbnr$", "^  abcdefgh$")
            terminal.keys("C-d")
            terminal.see("^Final Score:")
            terminal.end(0)


def ctrl_c():
    with play() as terminal:
        two_humans(terminal)
        terminal.enter("e4")
        terminal.see("^  Black ›")
        terminal.type("d")
        terminal.see("^  Black › d$")
        terminal.keys("C-c")
        terminal.see("Leave\\? The game is kept", "y: leave", "r: resign")
        terminal.keys("n")
        terminal.lose("Leave\\?")
        terminal.see("^  Black › d$")
        terminal.enter("5")
        terminal.see("1. e4 +d5")
        terminal.keys("C-c")
        terminal.see("Leave\\?")
        terminal.keys("r")
        terminal.see("Black wins!", "Enter: play again")
        terminal.keys("C-c")
        terminal.see("Leave\\?")
        terminal.keys("y")
        terminal.see("^White: 0", "^Black: 1")
        terminal.end(0)


def ctrl_d():
    with play() as terminal:
        two_humans(terminal)
        terminal.enter("e4")
        terminal.see("^  Black ›")
        terminal.keys("C-d")
        terminal.see("^Final Score:", "^White: 0", "./rookery resume")
        terminal.end(0)


def signals():
    for number in signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV:
        with play() as terminal:
            two_humans(terminal)
            terminal.enter("e4")
            terminal.see("^  Black ›")
            terminal.kill(number)
            terminal.end(signal_status(number))


def signal_after_escape():
    """In the middle of a key of several bytes the line can be given up."""
    for beginning in "Escape", "M-[":
        with play() as terminal:
            two_humans(terminal)
            terminal.enter("e4")
            terminal.see("^  Black ›")
            terminal.keys(beginning)
            terminal.kill(signal.SIGTERM)
            terminal.end(signal_status(signal.SIGTERM))


def suspending():
    """Under a shell that knows jobs; then stopped in a way it cannot see."""
    with Terminal("exec bash --norc --noprofile -i", shell=True,
                  PS1="shell: ", HISTFILE="") as terminal:
        terminal.see("^shell:")
        terminal.enter(PROGRAM)
        two_humans(terminal)
        terminal.type("e")
        terminal.see("^  White › e$")
        terminal.keys("C-z")
        terminal.see("Stopped", "^shell:")
        terminal.enter("stty -a")
        terminal.see(r" icanon.* ", r" echo ")
        terminal.enter("fg")
        terminal.see("^  White › e$")
        terminal.enter("4")
        terminal.see("1. e4", "^  Black ›")
        terminal.keys("C-d")
        terminal.see("^Final Score:", "^shell:")


def resuming_black():
    """Whoever plays Black alone sees the board from that side again."""
    with tempfile.TemporaryDirectory() as state:
        with play(state=state) as terminal:
            terminal.see(CHOICES)
            terminal.enter("b")
            terminal.see("White plays", "^ +h +g +f")
            terminal.keys("C-d")
            terminal.end(0)
        with play("resume", state=state) as terminal:
            terminal.see("^ +h +g +f", "^  Black ›")


def resuming():
    with tempfile.TemporaryDirectory() as state:
        with play(state=state) as terminal:
            two_humans(terminal)
            terminal.enter("f3", "e5", "g4")
            terminal.see("2. g4")
            terminal.kill(signal.SIGKILL)
            terminal.see("^ended")
        with play("--ascii", state=state) as terminal:
            terminal.see("Enter: resume", "n: new  b: Black .* s: set-up")
            terminal.enter("")
            terminal.see("2. g4", "^  Black >")
            terminal.enter("Qh4")
            terminal.see_board(MATED)
            terminal.keys("C-d")
            terminal.see("^Black: 1")
            terminal.end(0)
        with play(state=state) as terminal:
            terminal.see(CHOICES)
        with play("resume", state=state) as terminal:
            terminal.see("there is no unfinished game")


def editing():
    with play() as terminal:
        two_humans(terminal)
        terminal.type("x44")
        terminal.keys("Home", "Delete", "End", "BSpace", "C-a")
        terminal.enter("e")
        terminal.see("1. e4")
        terminal.keys("C-p")
        terminal.see("^  Black › e4$")
        terminal.keys("Up", "Down", "C-u")
        terminal.see("^  Black ›$")


def remembering():
    """What was typed in another run."""
    with tempfile.TemporaryDirectory() as state:
        with play(state=state) as terminal:
            terminal.see(CHOICES)
            terminal.enter("theme moss")
            terminal.see("Theme moss")
            terminal.keys("C-d")
            terminal.end(0)
        with play(state=state) as terminal:
            terminal.see(CHOICES)
            terminal.keys("Up")
            terminal.see("^  › theme moss")


def clocks():
    with play() as terminal:
        terminal.see(CHOICES)
        terminal.enter("clock 1+5")
        terminal.see("1 min")
        terminal.enter("h")
        terminal.see("White human +0:5[0-9]", "Black human +1:00")
        terminal.enter("e4")
        terminal.see("White human +1:0[0-5]", "Black human +0:5[0-9]")
        terminal.resize(50, 24)
        terminal.see("White human 1:0[0-5] +▸ Black human 0:5[0-9]")


def shorten_clock(state):
    """A journal says how much time there was; each line has a sum."""
    folder = os.path.join(state, "rookery")
    name = os.path.join(folder, "game-1")
    total, lines = 0, []
    with open(name, encoding="ascii") as file:
        for line in file:
            record = line.rstrip("\n")[9:].replace("clock 60000", "clock 1500")
            total = zlib.crc32(record.encode(), total)
            lines.append(f"{total:08x} {record}\n")
    with open(name, "w", encoding="ascii") as file:
        file.writelines(lines)


def flag():
    with tempfile.TemporaryDirectory() as state:
        with play(state=state) as terminal:
            terminal.see(CHOICES)
            terminal.enter("clock 1", "h")
            terminal.see(PLAYING)
            terminal.kill(signal.SIGKILL)
            terminal.see("^ended")
        shorten_clock(state)
        with play("resume", state=state) as terminal:
            terminal.see(r"White human +0:0[01]\.\d", PLAYING)
            terminal.see(r"Black wins! \(time\)", r"White human +0:00\.0",
                         "Enter: play again", "^  ›$")


def strange_history():
    """Typed lines are not kept in a link or a pipe, nor waited for."""
    with tempfile.TemporaryDirectory() as state:
        history = os.path.join(state, "rookery", "history")
        os.mkdir(os.path.dirname(history), 0o700)
        for make in (lambda: os.symlink("../target", history),
                     lambda: os.mkfifo(history)):
            make()
            with play(state=state) as terminal:
                terminal.see(CHOICES)
                terminal.enter("quit")
                terminal.end(0)
            assert not os.path.exists(os.path.join(state, "target"))
            os.unlink(history)


def long_lines():
    with play() as terminal:
        two_humans(terminal)
        for length in (400, 100):
            terminal.type("x" * length)
            terminal.see("x{60}")
            terminal.enter("")
            terminal.see("Unknown command|Expected")
            terminal.lose("x{60}")
            terminal.see_board(START)
            terminal.see(PLAYING + " *$")


def strange_bytes():
    with play() as terminal:
        two_humans(terminal)
        terminal.enter("é♞日本")
        terminal.see("Unknown command|Expected")
        terminal.type("ex")
        terminal.keys("BSpace", "F1", "F5", "PageUp", "C-l")
        terminal.enter("4")
        terminal.see("1. e4")


def pages():
    with play() as terminal:
        two_humans(terminal)
        terminal.enter("help")
        terminal.see("Enter: next page", "game A B")
        while not any("back to the board" in line
                      for line in terminal.lines()):
            terminal.enter("")
            time.sleep(0.1)
        terminal.see("quit")
        terminal.enter("")
        terminal.see_board(START)
        terminal.enter("help")
        terminal.see("Enter: next page", r"\(1 of \d\)")
        terminal.keys("PageDown")
        terminal.see(r"\(2 of \d\)  PageUp: back")
        terminal.keys("PageUp")
        terminal.see(r"\(1 of \d\)", "game A B")
        terminal.keys("Space")
        terminal.see(r"\(2 of \d\)")
        terminal.keys("Escape")
        terminal.see_board(START)
        terminal.enter("help")
        terminal.see("Enter: next page")
        terminal.enter("e4")
        terminal.see("1. e4")


def setting_up():
    with play("--ascii") as terminal:
        terminal.see(CHOICES)
        terminal.enter("s")
        terminal.see_board("8/8/8/8/8/8/8/8")
        terminal.see("^  Set-up >")
        terminal.enter("+ K e1", "+ k e8", "+ R a7", "done")
        terminal.see(CHOICES)
        terminal.see_board("4k3/R7/8/8/8/8/8/4K3")
        terminal.enter("h")
        terminal.enter("Ra8")
        terminal.see_board("R3k3/8/8/8/8/8/8/4K3")
        terminal.see("Black is in check")


def interrupted_computers():
    with play("--seed", "1") as terminal:
        terminal.see(CHOICES)
        terminal.enter("game computer1 computer1")
        terminal.see(r"1\. \S+")
        terminal.keys("C-c")
        terminal.see("Leave\\?")
        terminal.keys("n")
        terminal.see(r"2\. \S+")
        terminal.keys("C-c")
        terminal.see("Leave\\?")
        terminal.keys("r")
        terminal.see("(White|Black) wins!", "Enter: play again")
        terminal.enter("undo")
        terminal.see("^  (White|Black) › *$")


def interrupted_thought():
    """The highest level thinks for a while; Ctrl-C is heard all the same."""
    with play() as terminal:
        terminal.see(CHOICES)
        terminal.enter("clock 10", "level 12", "game human computer", "h3")
        terminal.see(r"1\. h3", "The computer is thinking")
        time.sleep(1)
        terminal.keys("C-c")
        terminal.see("Leave\\?")
        terminal.keys("n")
        terminal.see(r"Black plays \S+\.", PLAYING)
        terminal.enter("a3")
        terminal.see(r"2\. a3")
        time.sleep(1)
        terminal.keys("C-c")
        terminal.see("Leave\\?")
        terminal.keys("r")
        terminal.see("Black wins!", "Enter: play again")


def computers_alone():
    """They play on by themselves; a key stops them for a command."""
    with play("--seed", "1") as terminal:
        terminal.see(CHOICES)
        terminal.enter("game computer1 computer1")
        terminal.see(r"2\. \S+ +\S+")
        terminal.type("resi")
        terminal.enter("gn")
        terminal.see("(White|Black) wins!", "Enter: play again")


FOUR = r"Enter: Red against level \d"


def four_choices():
    """Two players or four, by which rules, from which seat."""
    with play() as terminal:
        terminal.see(CHOICES, "p: four players")
        terminal.enter("p")
        terminal.see(FOUR, "b: Blue", "y: Yellow", "g: Green", "h: humans",
                     "p: two players", r"k: rules \(ffa\)",
                     "^  14 ", "^   1 ", "^ +a  b  c  d .* m  n$")
        terminal.enter("k", "k")
        terminal.see(r"k: rules \(last\)")
        terminal.enter("p")
        terminal.see(CHOICES)
        terminal.see_board(START)


def four_players():
    """All of it is on a screen of 80 by 24, before and after a round."""
    with play("--players", "4", "--seed", "5") as terminal:
        terminal.see(FOUR)
        terminal.enter("")
        terminal.see("^  Red ›", "Red +you +0", r"Blue +level \d +0",
                     r"Yellow +level \d +0", r"Green +level \d +0")
        terminal.enter("h2 h3")
        terminal.see(r"1\. h2-h3 \S+", r"Blue plays \S+\.",
                     r"Yellow plays \S+\.", r"Green plays \S+\.", "^  Red ›",
                     "^  14 ", "^   1 ", "^ +a  b  c  d .* m  n$")
        for colour in ("ff;6f;6f", "5f;af;ff", "ff;ff;5f", "5f;ff;5f"):
            rgb = ";".join(str(int(part, 16)) for part in colour.split(";"))
            assert "38;2;" + rgb in terminal.colours(), colour
        terminal.enter("undo 4")
        terminal.lose("h2-h3")
        terminal.enter("h2 h5")
        terminal.see("Illegal move: no piece can move like that")


def four_seats():
    """Blue sits below; who resigns looks on, and can still say something."""
    with play("--players", "4", "--seed", "5") as terminal:
        terminal.see(FOUR)
        terminal.enter("b")
        terminal.see("Red plays", "^  Blue ›", "^   n ", "^   a ",
                     "^ +14 13 12 11 10  9 .* 2  1$")
        terminal.enter("flip red")
        terminal.see("^  14 ")
        terminal.enter("resign")
        terminal.see("Blue +walks", "Blue's king walks")
        terminal.type("und")
        terminal.enter("o 90")
        terminal.see("There are only \\d+ plies to take back")


def four_flag():
    """Whose time has run out looks on; the others play on by themselves."""
    with tempfile.TemporaryDirectory() as state:
        with play("--players", "4", state=state) as terminal:
            terminal.see(FOUR)
            terminal.enter("clock 1", "game human computer1 computer1 human")
            terminal.see("^  Red ›")
            terminal.resize(60, 20)
            terminal.see(r"▸ Red [01]:\d\d  0 +Blue  0 +Yellow  0 +Green  0$")
            terminal.resize(80, 24)
            terminal.see(r"Red +human +0 +[01]:\d\d")
            terminal.kill(signal.SIGKILL)
            terminal.see("^ended")
        shorten_clock(state)
        with play("resume", state=state) as terminal:
            terminal.see(r"Red +human +0 +0:0[01]\.\d", "^  Red ›")
            terminal.see(r"Red +walks +0 +0:00\.0", r"1\. K\S+ \S+ \S+",
                         "Yellow plays", r"^  Green ›")
            terminal.see(r"Green +walks +0 +0:00\.0", r"2\. K\S+")


def four_end():
    """The last two: mate, the winner, and one line a player at the end."""
    fen = ("R-0,0,1,1-0,0,0,0-0,0,0,0-0,7,0,12-0-14/14/14/bK,13/10,rR,3/14/14/"
           "14/14/14/8,rR,5/14/14/7,rK,6")
    with play("--players", "4") as terminal:
        terminal.see(FOUR)
        terminal.enter("s", "fen " + fen, "done", "h")
        terminal.see("Red +human +0", "Yellow +out +0", "Green +out +12")
        terminal.resize(60, 20)
        terminal.see("▸ Red  0 +Blue  7 +Yellow out  0 +Green out  12$")
        terminal.resize(80, 24)
        terminal.enter("i4 i11")
        terminal.see("Checkmate! Red wins!", "Red +human +20", "Blue +out +7",
                     "Enter: play again")
        terminal.enter("quit")
        terminal.see("^Final Score:", "^Red: 1", "^Blue: 0", "^Yellow: 0",
                     "^Green: 0")
        terminal.end(0)


def main():
    group = Group(smallest=3)
    for test in (opening_screen, menu_keeps_its_choices,
                 asks_for_players_once, old_messages_go_away,
                 long_answers_leave_the_board, computer_answers, plays_black, levels,
                 mate_with_completion, completion_of_arguments,
                 set_up_after_a_game, figurines,
                 undo_and_redo, undo_against_computer,
                 refusals, resizing, zooming, flipping, without_colours,
                 lit_squares, arrow_keys, arrow_keys_in_colours, mouse,
                 promotion_by_mouse, stepping, reviewing, review_is_stopped,
                 colours_by_terminal, letters, plain_terminals, ctrl_c, ctrl_d,
                 signals, signal_after_escape, suspending, resuming,
                 resuming_black, clocks, flag, strange_history, long_lines,
                 strange_bytes, pages, setting_up, computers_alone,
                 interrupted_computers, interrupted_thought, four_choices,
                 four_players, four_seats, four_flag, four_end, *chosen.TESTS):
        group.run(test.__name__, test)
    with open(PROGRAM, "rb") as file:
        if b"libedit" in file.read():
            group.run("editing", editing)
            group.run("remembering", remembering)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
