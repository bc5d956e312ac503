#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Plays in the real window, with a mouse and a keyboard, on a screen of its own.

usage: window.py PROGRAM [OTHER-PROGRAM]

PROGRAM is `rookery`, with rookery-desktop beside it; the other one is built with a
sanitizer and plays a short game at the end. What the window shows is read as a
screen reader reads it, what it keeps from its journal, and how it looks from pictures
of the screen. Nothing waits for a fixed time."""

import os
import pty
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from group import Group, Skip  # noqa: E402
from screen import PATIENCE, ROOT, Screen, missing, wait_for  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
SANITIZED = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else ""
STOCKFISH = shutil.which("stockfish") or "/usr/games/stockfish"
ART = os.path.join(ROOT, "ports", "desktop", "data")


def type_line(screen, line):
    """As somebody at the board: the first letter goes to the entry by itself."""
    screen.type(line)
    screen.key("Return")


def humans(screen, *seats):
    """All seats are for people."""
    for seat in seats or ("black",):
        type_line(screen, f"seat {seat} human")
        screen.says(f"{seat.capitalize()} is human.")


def journal(screen):
    """The files of games, as they are on the disk."""
    folder = os.path.join(screen.home, "state", "rookery")
    names = [name for name in sorted(os.listdir(folder)) if name.startswith("game-")] \
        if os.path.isdir(folder) else []
    texts = []
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts.append(file.read())
    return texts


def run_plain(screen, lines, *words):
    return subprocess.run([PROGRAM, *words, "--plain"], input=lines, text=True,
                          env=screen.environment, capture_output=True, check=False)


def moves_listed(screen, tree=None):
    """The buttons of the list of moves."""
    tree = tree if tree is not None else screen.tree()
    start = next((i for i, node in enumerate(tree) if node["name"] == "Moves"), len(tree))
    names = []
    for node in tree[start:]:
        if node["name"] == "The start of the game":
            break
        if node["role"] == "push button":
            names.append(node["name"])
    return names


def board_of(screen, path, side):
    """The part of the screen with the board."""
    tree = screen.tree()
    left, top, _, _ = screen.find("a8", tree=tree)["place"]
    origin = screen.origin(tree)
    whole = screen.picture(os.path.join(screen.home, "whole.png"))
    subprocess.run(["convert", whole, "-crop",
                    f"{8 * side}x{8 * side}+{left + origin[0]}+{top + origin[1]}", "+repage",
                    path], check=True)
    return path


def difference(one, other):
    """The root mean square of the difference of two pictures, 0 to 1."""
    done = subprocess.run(["compare", "-metric", "RMSE", one, other, "null:"],
                          capture_output=True, text=True, check=False)
    return float(done.stderr.split("(")[1].rstrip(")"))


def test_data():
    """The files for the desktop, by the desktop's own judges."""
    for words in (["desktop-file-validate", "org.rookery.Rookery.desktop"],
                  ["appstreamcli", "validate", "--no-net", "org.rookery.Rookery.metainfo.xml"]):
        if not shutil.which(words[0]):
            raise Skip(f"{words[0]} is not there")
        done = subprocess.run(words, cwd=ART, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_pictures():
    """The board on the screen is the one that `rookery picture` draws."""
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        type_line(screen, "e4")
        screen.shows(e4="white pawn")
        screen.key("Escape")
        screen.xdotool("mousemove", 1500, 1100)
        side = screen.find("a1")["place"][2]
        drawn = os.path.join(screen.home, "drawn.png")
        subprocess.run([PROGRAM, "picture", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
                        "KQkq - 0 1", "--last", "e2e4", "--size", str(8 * side), "-o", drawn],
                       check=True)
        # Nothing but the frame of the cursor differs, and the piece in the air not at all.
        wait_for("the same picture", lambda: difference(
            board_of(screen, os.path.join(screen.home, "seen.png"), side), drawn) < 0.04)
        other = os.path.join(screen.home, "other.png")
        subprocess.run([PROGRAM, "picture", "start", "--size", str(8 * side), "-o", other],
                       check=True)
        assert difference(os.path.join(screen.home, "seen.png"), other) > 0.04
        screen.end()


def test_engine_of_others():
    if not os.access(STOCKFISH, os.X_OK):
        raise Skip("stockfish is not there")
    with Screen() as screen:
        screen.open_window(PROGRAM)
        type_line(screen, f"seat black engine:{STOCKFISH}")
        screen.says("Black is Stockfish")
        assert [name for name in screen.labels() if name.startswith("Stockfish")]
        type_line(screen, "e4")
        wait_for("its answer", lambda: len(moves_listed(screen)) == 2)
        # An engine that dies is told of, and the game goes on.
        crash = os.path.join(screen.home, "crash")
        with open(crash, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nread a; echo id name Crash; echo uciok\n"
                       "read a; echo readyok\nwhile read a; do\n"
                       "case $a in isready) echo readyok;; go*) exit 3;; esac; done\n")
        os.chmod(crash, 0o755)
        type_line(screen, f"seat black engine:{crash}")
        screen.says("Black is Crash")
        type_line(screen, "d2d4")
        screen.says("Crash ended with status 3")
        assert len(moves_listed(screen)) == 3, moves_listed(screen)
        humans(screen)
        screen.end()


def test_mate_by_mouse():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        for origin, target, then in (
                ("f2", "f3", {"f3": "white pawn", "f2": "empty"}),
                ("e7", "e5", {"e5": "black pawn"}),
                ("g2", "g4", {"g4": "white pawn"}),
                ("d8", "h4", {"h4": "black queen", "d8": "empty"})):
            if target in ("e5", "h4"):
                screen.drag(origin, target)
            else:
                screen.click(origin)
                wait_for("the piece is selected", lambda at=origin:
                         screen.find(at)["description"] == "selected")
                screen.click(target)
            screen.shows(**then)
        screen.says("Checkmate! Black wins!")
        assert screen.find("e1")["description"] == "in check"
        screen.end()


def move_cursor(screen, place, target):
    """With arrow keys from one square to another."""
    for letter, other, less, more in ((0, 0, "Left", "Right"), (1, 1, "Down", "Up")):
        steps = ord(target[letter]) - ord(place[other])
        for _ in range(abs(steps)):
            screen.key(more if steps > 0 else less)
    wait_for(f"the cursor is on {target}", lambda: "focused" in screen.find(target)["states"])
    return target


def test_mate_by_keyboard():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        screen.key("Escape")
        place = wait_for("a cursor", lambda: next(
            (node["name"][:2] for node in screen.tree()
             if "focused" in node["states"] and ", " in node["name"]), None))
        for origin, target, piece in (("e2", "e4", "white pawn"), ("e7", "e5", "black pawn"),
                                      ("f1", "c4", "white bishop"),
                                      ("b8", "c6", "black knight")):
            place = move_cursor(screen, place, origin)
            screen.key("Return")
            wait_for("it is selected", lambda at=origin:
                     screen.find(at)["description"] == "selected")
            place = move_cursor(screen, place, target)
            screen.key("Return")
            screen.shows(**{target: piece})
        # The rest is typed, in three ways.
        type_line(screen, "d1h5")
        screen.shows(h5="white queen")
        type_line(screen, "Nf6")
        screen.shows(f6="black knight")
        type_line(screen, "h5 f7")
        screen.shows(f7="white queen")
        screen.says("Checkmate! White wins!")
        type_line(screen, "e1e2")
        screen.says("The game is over")
        screen.end()


def test_bad_moves_change_nothing():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        before = screen.squares()
        for line, said in (("e2e5", "Illegal move"), ("z9z9", "out of range"),
                           ("frobnicate", "Unknown command"), ("0" * 300, "")):
            type_line(screen, line)
            if said:
                screen.says(said)
        screen.click("e2")
        screen.click("e5")
        screen.drag("e1", "e5")
        assert screen.squares() == before
        screen.end()


def test_undo_and_redo():
    with Screen() as screen:
        screen.open_window(PROGRAM, "--level", "1", "--rules", "standard")
        start = screen.squares()
        screen.click("e2")
        screen.click("e4")
        wait_for("two moves", lambda: len(moves_listed(screen)) == 2)
        after = screen.squares()
        screen.key("ctrl+z")
        wait_for("the start again", lambda: screen.squares() == start)
        screen.key("ctrl+y")
        wait_for("one move again", lambda: screen.squares()["e4"] == "white pawn")
        screen.key("ctrl+y")
        wait_for("both moves again", lambda: screen.squares() == after)
        screen.end()


def test_looking_back():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        for line in ("e4", "e5", "Nf3"):
            type_line(screen, line)
        screen.shows(f3="white knight")
        assert moves_listed(screen) == ["e4", "e5", "Nf3"], moves_listed(screen)
        kept = journal(screen)
        assert screen.ask("do e4") is True
        wait_for("an earlier board", lambda: screen.squares().get("g1") == "white knight")
        screen.says("Move 1 of 3.")
        assert screen.squares()["e5"] == "empty"
        screen.key("Escape")
        screen.key("Page_Up")
        screen.shows(e4="empty", e2="white pawn")
        screen.key("Page_Down", "Page_Down")
        screen.shows(e5="black pawn", g1="white knight")
        screen.key("End")
        screen.shows(f3="white knight")
        assert journal(screen) == kept
        screen.end()


def test_zoom():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        width, side = screen.geometry(screen.window)[2], screen.find("a1")["place"][2]
        screen.key("ctrl+plus", "ctrl+plus")
        wait_for("a larger window",
                 lambda: screen.geometry(screen.window)[2] == width * 12 // 10)
        wait_for("larger squares", lambda: screen.find("a1")["place"][2] > side)
        screen.key("ctrl+minus")
        wait_for("a smaller one", lambda: screen.geometry(screen.window)[2] == width * 11 // 10)
        screen.key("ctrl+0")
        wait_for("the usual one", lambda: screen.geometry(screen.window)[2] == width)
        type_line(screen, "zoom 8")
        said = screen.says("The zoom goes from")[0]
        largest = screen.geometry(screen.window)[2:]
        assert largest[0] <= 1600 and largest[1] <= 1200, (said, largest)
        for size in ((1200, 900), (800, 700), (560, 520)):
            screen.xdotool("windowsize", screen.window, *size)
            wait_for(f"a window of {size}",
                     lambda size=size: screen.geometry(screen.window)[2:] == list(size))
            wait_for("squares of whole pixels that fit", lambda size=size:
                     8 * screen.find("a1")["place"][2] <= min(size))
        screen.end()


def test_promotion():
    with Screen() as screen:
        screen.open_window(PROGRAM, "--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
        screen.click("a7")
        screen.click("a8")
        for piece in ("queen", "rook", "bishop", "knight"):
            wait_for(piece, lambda name=piece: screen.find(name, "push button"))
        screen.key("Escape")
        wait_for("it is gone", lambda: not screen.find("knight", "push button"))
        screen.shows(a7="white pawn", a8="empty")
        screen.drag("a7", "a8")
        wait_for("rook", lambda: screen.find("rook", "push button"))
        assert screen.ask("do rook") is True
        screen.shows(a8="white rook", a7="empty")
        screen.end()


def test_editor():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        screen.key("ctrl+e")
        wait_for("the palette", lambda: screen.find("black queen", "push button") or
                 screen.find("black queen"))
        screen.click("Clear", "push button")
        wait_for("no piece", lambda: set(screen.squares().values()) == {"empty"})
        screen.says("Not yet:")
        for piece, square in (("white king", "e1"), ("white rook", "h1"), ("black king", "e8"),
                              ("black pawn", "a7")):
            screen.ask(f"do {piece}")
            screen.click(square)
            screen.shows(**{square: piece})
        wait_for("no defect", lambda: not [n for n in screen.labels() if "Not yet" in n])
        # The king is moved away and back; castling is given up.
        screen.drag("e8", "d8")
        screen.shows(e8="empty", d8="black king")
        screen.click("a7", button=3)
        screen.shows(a7="empty")
        fen = wait_for("a FEN", lambda: screen.find("FEN"))["text"]
        assert fen.startswith("3k4/8/8/8/8/8/8/4K2R w K"), fen
        screen.ask("do Play")
        screen.says("White is to move.")
        humans(screen)
        screen.click("e1")
        screen.click("g1")  # castling
        screen.shows(g1="white king", f1="white rook")
        screen.end()


def test_four_players():
    with Screen() as screen:
        screen.open_window(PROGRAM, "--rules", "ffa", "--level", "1")
        board = screen.squares()
        assert len(board) == 160, len(board)
        assert (board["h1"], board["a7"], board["n8"]) == (
            "red king", "blue king", "green king"), board
        screen.click("h2")
        screen.click("h3")
        screen.shows(h3="red pawn", h2="empty")
        wait_for("a round", lambda: len(moves_listed(screen)) == 4)
        assert moves_listed(screen)[0] == "h2-h3"
        for seat in ("Red", "Blue", "Yellow", "Green"):
            assert screen.find(seat, "label"), seat
        screen.key("Escape", "ctrl+f")
        wait_for("the board turned: h1 is at the right",
                 lambda: screen.find("h1")["place"][0] != screen.find("h14")["place"][0])
        screen.end()


def test_killed_and_resumed():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        for line in ("e4", "c5", "Nf3"):
            type_line(screen, line)
        screen.shows(f3="white knight", c5="black pawn")
        board = screen.squares()
        screen.program.send_signal(signal.SIGKILL)
        screen.program.wait()
        screen.open_window(PROGRAM)
        screen.says("Your game goes on.")
        assert screen.squares() == board
        screen.end()
        # The terminal goes on with it, and the window with what was played there.
        done = run_plain(screen, "d6\nfen\n", "resume")
        after = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
        assert after in done.stdout, done
        screen.open_window(PROGRAM)
        screen.shows(d6="black pawn", f3="white knight")
        assert moves_listed(screen) == ["e4", "c5", "Nf3", "d6"]
        screen.end()


def test_display_that_vanishes():
    with Screen() as screen:
        screen.open_window(PROGRAM, stderr=subprocess.PIPE, text=True)
        humans(screen)
        type_line(screen, "e4")
        screen.shows(e4="white pawn")
        screen.x_server.terminate()
        status = screen.program.wait(PATIENCE)
        assert status != 0, status
        done = run_plain(screen, "fen\n", "resume")
        assert "PPPP1PPP/RNBQKBNR b KQkq" in done.stdout, done


def test_without_a_display():
    with Screen() as screen:
        environment = dict(screen.environment)
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            environment.pop(name, None)
        for words, status, said in (
                (["window"], 1, "window needs a display"),
                (["window", "--frob"], 2, 'window has no option "--frob"'),
                (["window", "--level", "13"], 2, "--level needs a number"),
                (["window", "a.pgn", "b.pgn"], 2, "window takes one FILE")):
            done = subprocess.run([PROGRAM, *words], env=environment, capture_output=True,
                                  text=True, check=False)
            assert (done.returncode, done.stdout) == (status, ""), done
            assert said in done.stderr and done.stderr.count("\n") == 1, done


def test_files():
    with Screen() as screen:
        good = os.path.join(screen.home, "good.pgn")
        with open(good, "w", encoding="utf-8") as file:
            file.write('[White "Ada"]\n[Black "Bob"]\n\n1. d4 Nf6 2. c4 e6 *\n')
        for name, content in (("none.pgn", None), ("bad.pgn", b"1. e4 e9 *\n"),
                              ("zeros.pgn", b"\0" * 5000), ("noise.pgn", bytes(range(256)) * 9)):
            path = os.path.join(screen.home, name)
            if content is not None:
                with open(path, "wb") as file:
                    file.write(content)
            done = subprocess.run([PROGRAM, "window", path], env=screen.environment,
                                  capture_output=True, text=True, check=False,
                                  timeout=PATIENCE)
            assert done.returncode == 1 and done.stderr.startswith("rookery: "), (name, done)
            assert len(done.stderr.splitlines()) == 1, (name, done)
        screen.open_window(PROGRAM, good)
        screen.shows(c4="white pawn", e6="black pawn")
        assert {"Ada", "Bob"} <= set(screen.labels())
        saved = os.path.join(screen.home, "saved file.pgn")
        type_line(screen, f"save {saved}")
        screen.says("Saved: ")
        with open(saved, encoding="utf-8") as file:
            text = file.read()
        assert "1. d4 Nf6 2. c4 e6 *" in text and '[White "Ada"]' in text, text
        type_line(screen, "load /nowhere")
        screen.says("Not loaded: No such file or directory.")
        screen.shows(c4="white pawn")
        screen.end()


def test_clipboard():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        type_line(screen, "e4")
        screen.shows(e4="white pawn")
        screen.key("Escape", "ctrl+shift+c")
        screen.says("copied, as FEN")
        type_line(screen, "d5")
        screen.shows(d5="black pawn")
        screen.key("Escape", "ctrl+v")
        # A position goes to the editor.
        screen.shows(d5="empty", d7="black pawn", e4="white pawn")
        assert wait_for("a FEN", lambda: screen.find("FEN"))["text"].startswith(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), screen.find("FEN")
        screen.ask("do Cancel")
        screen.shows(d5="black pawn")
        screen.key("Escape", "ctrl+c")
        screen.says("copied, as PGN")
        type_line(screen, "exd5")
        screen.shows(e4="empty")
        screen.key("Escape", "ctrl+v")
        screen.shows(e4="white pawn", d5="black pawn")
        screen.end()


def test_analysis_and_clocks():
    with Screen() as screen:
        screen.open_window(PROGRAM, "--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--clock", "5")
        assert "5:00" in screen.labels() or "4:59" in screen.labels(), screen.labels()
        screen.click("Analysis", "push button")
        # Ra8 mates; no other move does.
        wait_for("the mate", lambda: [n for n in screen.labels() if n.startswith("1. Ra8#")])
        assert "#1" in screen.labels(), screen.labels()
        screen.click("a1")
        screen.click("a8")
        screen.says("Checkmate! White wins!")
        screen.end()


def test_never_stalls():
    """The highest level thinks; the window answers, and its move can be taken at once."""
    with Screen() as screen:
        screen.open_window(PROGRAM, "--level", "12", "--clock", "20:00:00", "--fen",
                           "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - "
                           "0 10")
        type_line(screen, "h3")
        screen.says("The computer is thinking.")
        screen.key("Escape", "ctrl+f")
        wait_for("the board turned", lambda: screen.find("a1")["place"][1] <
                 screen.find("a8")["place"][1])
        screen.key("ctrl+m")
        wait_for("its move", lambda: len(moves_listed(screen)) == 2)
        screen.end()


def test_screen_reader():
    with Screen() as screen:
        screen.open_window(PROGRAM)
        humans(screen)
        tree = screen.tree()
        assert screen.find("Chess board", tree=tree)["role"] == "panel"
        squares = [node for node in tree if ", " in node["name"] and
                   node["role"] == "push button"]
        assert len(squares) == 64
        for name in ("New game", "Take back", "Hint", "Analysis", "Turn the board", "Menu",
                     "Move or command"):
            assert screen.find(name, tree=tree), name
        unnamed = [node for node in tree if node["role"] == "push button" and
                   node["name"] in ("", "GtkButton")]
        assert not unnamed, unnamed
        # A square can be activated without a mouse or a key.
        assert screen.ask("do g1, white knight") is True
        wait_for("it is selected", lambda: screen.find("g1")["description"] == "selected")
        assert screen.find("f3")["description"] == "the selected piece may move here"
        assert screen.ask("do f3, empty") is True
        screen.shows(f3="white knight")
        wait_for("the last move", lambda: screen.find("f3")["description"] == "last move")
        screen.end()


def test_settings():
    with Screen() as screen:
        os.makedirs(os.path.join(screen.home, "config", "rookery"))
        path = os.path.join(screen.home, "config", "rookery", "config")
        with open(path, "w", encoding="utf-8") as file:
            file.write("# mine\nwindow-style dark\nunknown-key 7\nlevel 3\n")
        screen.open_window(PROGRAM)
        assert [name for name in screen.labels() if name.startswith("level 3")]
        type_line(screen, "theme sea")
        wait_for("it is kept", lambda: "window-theme 1" in open(path, encoding="utf-8").read())
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert "# mine" in text and "unknown-key 7" in text and "window-style dark" in text, text
        screen.end()
        # The terminal's program leaves the window's lines as they are.
        done = run_plain(screen, "quit\n")
        assert done.returncode == 0, done
        with open(path, encoding="utf-8") as file:
            assert "window-theme 1" in file.read()


class Beside:
    """The terminal's side of the window beside it."""

    def __init__(self, screen):
        self.screen = screen
        ours, theirs = socket.socketpair()
        program = os.path.join(os.path.dirname(PROGRAM), "rookery-desktop")
        screen.program = screen.start(
            [program, "beside", "--fd", str(theirs.fileno())], pass_fds=[theirs.fileno()],
            stderr=subprocess.PIPE, text=True)
        theirs.close()
        ours.settimeout(PATIENCE)
        self.socket, self.heard = ours, b""
        wait_for("a board", lambda: len(screen.squares()) == 64)
        screen.window = wait_for("a window", screen.windows)[-1]
        screen.focus(screen.window)

    def send(self, text):
        self.socket.sendall(text.encode())

    def line(self):
        while b"\n" not in self.heard:
            more = self.socket.recv(4096)
            if not more:
                return None
            self.heard += more
        line, _, self.heard = self.heard.partition(b"\n")
        return line.decode()


def test_beside():
    with Screen() as screen:
        beside = Beside(screen)
        assert screen.geometry(screen.window)[2:] == [500, 500]
        beside.send("show standard 0 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
                    "last 12 28\n")
        screen.shows(e4="white pawn", e2="empty")
        wait_for("the last move", lambda: screen.find("e4")["description"] == "last move")
        screen.click("e7")
        screen.click("e5")
        assert beside.line() == "move 52 36"
        beside.send("show standard 1 7k/P7/8/8/8/8/8/K7 w - - 0 1\nlast -\n")
        screen.shows(a7="white pawn")
        wait_for("Black is below", lambda: screen.find("a8")["place"][1] >
                 screen.find("a1")["place"][1])
        screen.drag("a7", "a8")
        wait_for("a choice", lambda: screen.find("knight", "push button"))
        screen.ask("do knight")
        assert beside.line() == "move 48 56 n"
        beside.send("zoom 2\n")
        assert beside.line() == "zoom ok"
        wait_for("twice as large", lambda: screen.geometry(screen.window)[2:] == [1000, 1000])
        beside.send("zoom 9\n")
        assert beside.line() == "zoom max 2"
        beside.send("frobnicate\nshow nothing 0 x\nshow standard 9 x\n\n")
        beside.send("show standard 0 8/8/8/8/8/8/8/4K3 w - - 0 1\n")  # a set-up
        screen.shows(e1="white king", a7="empty")
        beside.send("show ffa 0 " + four_fen(screen) + "\nlast -\n")
        wait_for("four players", lambda: len(screen.squares()) == 160)
        screen.click("h2")
        screen.click("h3")
        assert beside.line() == "move 21 35"
        beside.send("quit\n")
        assert screen.program.wait(PATIENCE) == 0
        said = screen.program.stderr.read().splitlines()
        ours = [line for line in said if line.startswith("rookery: beside ignores")]
        assert len(ours) == 3, said


def four_fen(screen):
    done = run_plain(screen, "game human human human human\nfen\n", "--players", "4")
    return next(line for line in done.stdout.splitlines() if line.startswith("R-"))


def test_beside_ends():
    with Screen() as screen:
        beside = Beside(screen)
        screen.key("ctrl+w")
        assert beside.line() == "closed"
        assert screen.program.wait(PATIENCE) == 0
        beside = Beside(screen)
        beside.socket.close()
        assert screen.program.wait(PATIENCE) == 0


def test_with_the_terminal():
    """`rookery --window`: one game, in the terminal and beside it."""
    with Screen() as screen:
        ours, theirs = pty.openpty()
        environment = {**screen.environment, "TERM": "xterm-256color"}
        screen.program = subprocess.Popen(
            [PROGRAM, "--window", "--no-mouse"], stdin=theirs, stdout=theirs, stderr=theirs,
            env=environment, start_new_session=True)
        screen.processes.append(screen.program)
        os.close(theirs)
        reader = threading.Thread(target=swallow, args=(ours,), daemon=True)
        reader.start()
        wait_for("a board", lambda: len(screen.squares()) == 64)
        screen.window = wait_for("a window", screen.windows)[-1]
        screen.focus(screen.window)
        os.write(ours, b"game human human\r")
        wait_for("a game", lambda: journal(screen))
        os.write(ours, b"e2e4\r")
        screen.shows(e4="white pawn", e2="empty")
        screen.click("e7")
        screen.click("e5")
        screen.shows(e5="black pawn", e7="empty")
        os.write(ours, b"zoom 2\r")
        wait_for("twice as large", lambda: screen.geometry(screen.window)[2:] == [1000, 1000])
        os.write(ours, b"undo\ryes\r")
        screen.shows(e7="black pawn", e5="empty")
        os.write(ours, b"quit\r")
        assert screen.program.wait(PATIENCE) == 0
        wait_for("the window is gone", lambda: not screen.windows())
        os.close(ours)


def swallow(file):
    """Reads what the terminal would show, so that the program can write."""
    try:
        while os.read(file, 65536):
            pass
    except OSError:
        pass


def test_anything():
    """Clicks and keys at random: the window lives, and its game can be resumed."""
    seed = int(os.environ.get("SEED", "20261118"))
    chance = random.Random(seed)
    keys = ("Return", "Escape", "Left", "Right", "Up", "Down", "Tab", "ctrl+z", "ctrl+y",
            "ctrl+f", "ctrl+h", "ctrl+a", "ctrl+e", "ctrl+m", "Page_Up", "Page_Down", "Home",
            "End", "ctrl+plus", "ctrl+minus", "ctrl+c", "ctrl+v", "e", "4", "space", "F6")
    with Screen() as screen:
        screen.open_window(PROGRAM, "--level", "1")
        _, _, width, height = screen.geometry(screen.window)
        for _ in range(150):
            if chance.random() < 0.6:
                x, y = chance.randrange(20, width - 20), chance.randrange(60, height - 20)
                screen.xdotool("mousemove", x, y, "click", chance.choice((1, 1, 1, 3)))
            else:
                screen.key(chance.choice(keys))
            assert screen.program.poll() is None, f"SEED={seed}"
        screen.program.send_signal(signal.SIGKILL)
        screen.program.wait()
        if journal(screen):
            done = run_plain(screen, "fen\n", "resume")
            assert done.returncode == 0, (seed, done)


def own_leaks(report):
    """Of a leak report, the blocks that our own code has asked for. GTK and its
    libraries keep some memory for ever; in their blocks we are far from the top."""
    found = []
    for block in re.split(r"\n\s*\n", report):
        frames = re.findall(r"^\s+#\d+ 0x\S+ in (.*)", block, re.M)
        if "leak of" not in block:
            continue
        callers = [frame for frame in frames if not re.search(
            r"alloc|strdup|strndup|memdup|g_string_|g_array_|g_slice", frame.split("(")[0])]
        if callers and re.search(r"/(ports|core|game|engine|proto)/", callers[0]):
            found.append(block)
    return found


def test_sanitized():
    """No error and no leak of ours, in a short visit to every part of the window."""
    if not SANITIZED:
        raise Skip("no other program was named")
    with Screen() as screen:
        leaks = 23  # the status of a program that has leaked, also if GTK has
        screen.environment["ASAN_OPTIONS"] = (
            f"exitcode={leaks}:fast_unwind_on_malloc=0:malloc_context_size=8")
        screen.open_window(SANITIZED, "--level", "1", stderr=subprocess.PIPE, text=True)
        type_line(screen, "e4")
        wait_for("an answer", lambda: len(moves_listed(screen)) == 2)
        screen.click("Analysis", "push button")
        wait_for("a line", lambda: [n for n in screen.labels() if n.startswith("Depth")])
        screen.key("Escape", "Page_Up", "ctrl+c", "ctrl+e")
        wait_for("the palette", lambda: screen.find("black queen"))
        screen.ask("do Cancel")
        wait_for("the game", lambda: len(moves_listed(screen)) == 2)
        screen.key("Escape", "ctrl+n")
        wait_for("a dialog", lambda: screen.find("Rules", "label"))
        screen.ask("do Play")
        wait_for("another game", lambda: not moves_listed(screen))
        screen.focus(screen.window)
        type_line(screen, "help")
        wait_for("a long text", lambda: len(screen.windows()) > 1)
        screen.focus(screen.window)
        screen.key("Escape", "ctrl+q")
        said = screen.program.communicate(timeout=5 * PATIENCE)[1]
        assert screen.program.returncode in (0, leaks), said
        assert "ERROR: AddressSanitizer" not in said, said
        assert "runtime error" not in said, said
        ours = own_leaks(said)
        assert not ours, "\n\n".join(ours)
        assert "CRITICAL" not in said, said


def main():
    if not PROGRAM:
        print(__doc__)
        return 2
    group = Group(smallest=4)
    lacks = missing()
    if lacks:
        print("missing:", *lacks)
        return 1
    chosen = os.environ.get("ONLY")
    tests = {name: test for name, test in globals().items()
             if name.startswith("test_") and (not chosen or chosen in name)}
    for name, test in tests.items():
        began = time.monotonic()
        group.run(name, test)
        print(f"             {time.monotonic() - began:.1f} s", flush=True)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
