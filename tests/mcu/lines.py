# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""People at the serial line: the transcripts of the console, and games."""
import os
import re
import sys
import time

from board import NAMES, QEMUS, QUESTION, READY, ROOT, show
from talk import equal, fen, host_answers, say, same, tell

sys.path.insert(0, os.path.join(ROOT, "tests/transcripts"))
import run as transcripts  # noqa: E402

# Words of machines with files, and of those with more memory.
FILES = b"Saved: ", b"No such file", b"watch", b"seat"
SMALL = (b"look", b"players 4", b"rK red", b"ffa", b"Italian Game", b"greedy", b"new, name",
         b"rules minors")
END = QUESTION + b"Rookery "  # of a conversation: the next one begins


class Line(transcripts.Driver):
    """A board, with nothing in its flash at the beginning of each case."""
    protocols = ("console",)
    keeps = False

    def __init__(self, board):
        super().__init__("")
        self.board = board

    def talk(self, protocol, typed):
        self.board.blank()
        self.board.boot()
        # What stands after a quit would be for the next one at the line.
        last = next((i for i, text in enumerate(typed)
                     if re.fullmatch(rb"\s*(q(uit?)?|exit)\s*", text)), len(typed))
        typed = typed[:last]
        if typed and not typed[-1].endswith(b"\n"):
            typed = [*typed, b"\n"]
        answers = say(self.board, typed)
        self.board.send(b"quit\n")
        return answers + self.board.expect(re.escape(END))[:-len(END)]


def fits(bench, case):
    """Which cases do not apply: no board has files, micro:bit v1 has no four
    players, no rules minors, knows few openings by name and has no words for
    levels or people."""
    text = b"".join(case.typed + case.expected)
    return not any(word in text for word in FILES + (SMALL if bench.small else ()))


def run_transcripts(group, bench):
    with bench.open() as board:
        driver = Line(board)
        played = 0
        for path in transcripts.files_of(driver):
            if bench.small and os.path.basename(path) in ("four.txt", "name.txt"):
                continue
            for case in transcripts.read(path):
                if driver.fits(case) and fits(bench, case):
                    played += 1
                    group.run(f"{bench.name}: {case.place} {case.name}",
                              transcripts.check, driver, "console", case)
        group.run(f"{bench.name}: transcripts are there", enough, played)


def enough(played):
    assert played > 200, f"only {played} cases"


def test_greeting(bench):
    with bench.open() as board:
        equal(board.greeting, QUESTION +
              f"Rookery {version()}, {NAMES[bench.name]}.\nReady.\n".encode())


def version():
    with open(os.path.join(ROOT, "include/rookery/version.h"), encoding="utf-8") as file:
        return re.search(r'RK_VERSION "(.*)"', file.read())[1]


def test_game_to_mate(bench):
    """Morphy's at the opera, in three ways to write a move."""
    moves = ("e2 e4,e7e5,Nf3,d6,d2-d4,c8 g4,dxe5,Bg4xf3,Qxf3,dxe5,Bc4,g8f6,Qb3,Qe7,b1 c3,c6,Bg5,"
             "b5,Nxb5,cxb5,Bxb5+,Nbd7,O-O-O,Rd8,Rxd7,Rxd7,Rd1,Qe6,Bxd7+,Nxd7,Qb8,Nxb8,Rd8")
    with bench.open() as board:
        same(board, "game human human", *moves.split(","), "e4", "history", "fen", "undo", "yes",
             "fen", "redo", "eval", "pgn")
        assert b"1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17" in tell(board, "fen")


def set_up(position):
    return ["setup", "fen " + position, "done", "game human human"]


def test_castling(bench):
    rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    with bench.open() as board:
        for moves in ("O-O O-O-O", "e1c1 e8g8", "O-O-O e8c8", "e1g1 O-O",
                      "e1e2 e8d8 e2e1 d8e8 O-O O-O-O"):
            same(board, *set_up(rooks), *moves.split(), "fen", "undo", "yes", "fen", "resign")


def test_en_passant(bench):
    with bench.open() as board:
        same(board, "game human human", "e4", "a6", "e5", "d5", "exd6", "fen", "undo", "yes", "fen",
             "h3", "h6", "exd6", "e5d6", "why e5 d6", "resign")
        same(board, *set_up("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e4", "fen", "dxe3", "fen",
             "resign")


def test_promotions(bench):
    with bench.open() as board:
        for piece in "QRBNqrbn":
            same(board, *set_up("1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1"), f"a7 a8 {piece}", "fen",
                 f"h2g1{piece.lower()}", "fen", "undo 2", "yes", "fen", f"axb8={piece.upper()}",
                 "fen", "h2 h1", "resign")


def test_flip_and_draws(bench):
    with bench.open() as board:
        shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
        same(board, "game human human", "flip", "board", "flip white", "board", *shuffle * 2,
             "claim", "fen", "game human human", "draw", "draw", "game human human",
             *shuffle * 4, "e4", "rules casual", "game human human", "e4", "f6", "Qh5", "a6",
             "Qxe8", "fen", "rules standard", "clock 5+3", "game human human", "clock off")


def test_long_game(bench):
    """140 plies, more than a page of the log holds, and then back."""
    knights = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    lines = ["game human human"]
    for white, black in ("36", "45"):
        for pawn in "abcdegh":
            lines += [pawn + white, pawn + black, *knights]
    with bench.open() as board:
        same(board, *lines, "history", "undo 40", "yes", "fen", "redo 39", "fen", "undo 138",
             "yes", "history", "redo 140", "fen")


def replayed(board):
    """The moves of the board's game, from the start of chess; the program
    must come to the same position by them."""
    moves = re.sub(r"\d+\.+", "", tell(board, "history").decode()).split()
    wanted = host_answers(["game human human", *moves, "fen"]).decode().splitlines()[-1]
    equal(fen(board), wanted, moves)
    return moves


def test_computers(bench):
    """Each level moves, legally and in its time; computer against computer."""
    levels = range(1, 13) if bench.small else (1, 2, 3, 4, 5, 7)
    with bench.open() as board:
        for level in levels:
            # Not what stands in a table of openings.
            tell(board, "resign", f"game human computer{level}", "h4")
            start = board.clock()
            tell(board, "move")
            took = board.clock() - start
            assert took < 11, f"level {level} took {took:.1f} s"
            moves = replayed(board)
            assert len(moves) == 2, f"level {level}: {moves}"
        tell(board, "resign", "game computer2 computer3")
        for _ in range(10):
            tell(board, "move")
        moves = replayed(board)
        # One of them has walked into a mate before.
        assert len(moves) == 10 or moves[-1].endswith("#"), moves


def test_computer_mates(bench):
    """The level that overlooks nothing does not overlook a mate."""
    mate = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"  # Rb8
    with bench.open() as board:
        tell(board, "setup", "fen " + mate, "done", "game computer12 human")
        text = tell(board, "move")
        assert b"Checkmate! White wins!" in text, show(text)


def test_hint_and_analyse(bench):
    with bench.open() as board:
        tell(board, *set_up("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"))
        before = fen(board)
        hint = tell(board, "hint")
        assert b"Rb8" in hint, show(hint)
        lines = tell(board, "analyse")
        assert b"#1" in lines and b"Rb8" in lines, show(lines)
        equal(fen(board), before)
        assert tell(board, "eval")


def test_score(bench):
    """Of three games, and over a reset."""
    games = ["game human human", "resign", "game human human", "e4", "resign",
             "game human human", "draw", "draw"]
    with bench.open() as board:
        tell(board, *games)
        board.reset()
        assert b"The game goes on." in board.boot()
        board.send(b"quit\n")
        text = board.expect(READY)
        assert text.startswith(b"Final Score:\nWhite: 1.5\nBlack: 1.5\n"), show(text)


def test_four_players(bench):
    with bench.open() as board:
        same(board, "players 4", "game human human human human", "h2 h3", "b7 c7", "g13 g12",
             "m8 l8", "fen", "undo 4", "yes", "yes", "yes", "fen", "history")
    with bench.open() as board:
        tell(board, "players 4", "rules teams", "game human computer2 computer4 computer6", "h2 h3")
        for seat in range(3):
            before = tell(board, "fen")
            said = tell(board, "move")
            assert tell(board, "fen") != before, f"{seat}: {show(said)}"
        wanted = tell(board, "fen")
        board.reset()
        assert b"The game goes on." in board.boot()
        equal(tell(board, "fen"), wanted)


test_four_players.only = lambda bench: not bench.small


def test_slow_reader(bench):
    """What QEMU's board says is all there, however late it is read."""
    with bench.open() as board:
        said = tell(board, "help")
        board.flood(b"help\n")
        time.sleep(1)
        equal(board.expect(rb"help 2 .*\n"), said)


test_slow_reader.only = lambda bench: bench.emulator != "unicorn" and bench.name in QEMUS


def test_left_game_is_lost(bench):
    with bench.open() as board:
        tell(board, "e4")
        assert b"It is not kept." in tell(board, "new")
        said = tell(board, "yes")
        assert said.startswith(b"8 rnbqkbnr") and b"kept" not in said, show(said)
        assert b"No game is running" in tell(board, "fen")
        assert tell(board, "resume") == b"No game is kept.\n"


def test_no_files(bench):
    with bench.open() as board:
        tell(board, "game human human", "e4")
        for line in ("save game.pgn", "load game.pgn", "resign", "load game.pgn"):
            said = tell(board, line)
            assert line == "resign" or said.count(b"\n") == 1 and b"file" in said, show(said)


def help_of(board):
    """The commands in it, from all its pages."""
    rows, page, more = [], 1, True
    while more:
        lines = tell(board, "help" if page == 1 else f"help {page}").decode().splitlines()
        # The line that was typed, and the one for the next.
        assert 1 < len(lines) <= 24 - 2 and max(map(len, lines)) <= 80, lines
        page += 1
        more = lines[-1].startswith(f"help {page} ")
        rows += lines[:-1] if more else lines
    assert b"Unknown command" in tell(board, f"help {page}")
    return [row.split()[0] for row in rows]


def test_help(bench):
    """It fits a screen, and lists what there is: no command that only says that it is not."""
    with bench.open() as board:
        names = help_of(board)
        assert {"game", "move", "undo", "level", "setup", "quit"} <= set(names), names
        assert not {"save", "load", "resume", "seat", "done"} & set(names), names
        assert ("players" in names) == ("start" in names) == ("look" in names) == \
            (not bench.small), names
        assert len(names) == len(set(names)), names
        for name in names:
            assert tell(board, "help " + name).decode().split()[0] == name
        rules = tell(board, "help rules")
        assert (b"minors" in rules) == (b"ffa" in rules) == (not bench.small), show(rules)
        for name in b"standard casual".split():
            assert name in rules and name in tell(board, "rules " + name.decode()), show(rules)
        tell(board, "setup")
        names = help_of(board)
        assert {"+", "-", "=", "clear", "start", "fen", "done", "board", "quit"} <= set(names)
        assert not {"move", "undo", "level", "setup"} & set(names), names
