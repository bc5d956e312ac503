#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Does tools/match.py count right? Played by engines that do as they are told.

    tests/match/run.py REFEREE
"""
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "tools")]
from group import Group  # noqa: E402
from match_game import Adjudicator, Opening, Referee, read_openings  # noqa: E402
from match_stalls import Stalls  # noqa: E402
from match_stats import Sprt, Tally, elo_of, share_of  # noqa: E402

REFEREE = sys.argv[1] if len(sys.argv) > 1 else "build/host/referee"
MATCH = os.path.join(ROOT, "tools", "match.py")
STARTS = os.path.join(ROOT, "data", "starts.txt")
MATE = "f2f3,e7e5,g2g4,d8h4"            # Black mates, whoever that is
MATE_SAN = "f3,e5,g4,Qh4#"
DANCE = "g1f3,g8f6,f3g1,f6g8"           # and again: the third time is a draw
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def engine(line=MATE, ply=-1, deed="", protocol="uci", log=os.devnull):
    kind = "uci" if protocol == "uci" else "xboard"
    return (f"{kind}:{sys.executable} {HERE}/scripted.py {protocol} {line} "
            f"{ply} {deed or '-'} {log}")


class Played:
    """A match that was played; its summary for each opponent."""
    ROW = re.compile(r"(\d+) games  \+(\d+) =(\d+) -(\d+)  .* pairs ([\d ]+)  "
                     r"faults: ours (.*), theirs (.*)$")

    def __init__(self, *engines, opening="1. f3 e5", options=()):
        with tempfile.NamedTemporaryFile("w", suffix=".epd") as file:
            file.write(opening + "\n")
            file.flush()
            limits = [] if {"--tc", "--st", "--nodes"} & set(options) else ["--tc", "9"]
            answer = subprocess.run(
                [MATCH, "--referee", REFEREE, "--openings", file.name, "--seed", "1",
                 "--games", "2", *limits, *options, *engines],
                capture_output=True, text=True, timeout=100)
        self.output, self.errors = answer.stdout, answer.stderr
        self.status = answer.returncode
        rows = [self.ROW.search(line) for line in self.output.splitlines()]
        self.rows = [([int(n) for n in row.groups()[:4]], row[5], row[6], row[7])
                     for row in rows if row]

    def expect(self, games, pairs="", ours="none", theirs="none", row=0):
        """games: [all, won, drawn, lost]."""
        text = f"{self.output}\n{self.errors}"
        assert len(self.rows) > row, text
        found = self.rows[row]
        assert found[0] == games, f"{found[0]}, expected {games}\n{text}"
        assert not pairs or found[1] == pairs, f"{found[1]}, expected {pairs}\n{text}"
        assert found[2:] == (ours, theirs), f"{found[2:]}\n{text}"
        assert self.status == (ours != "none"), f"exit status {self.status}\n{text}"


def results():
    Played(engine(), engine()).expect([2, 1, 0, 1], "0 0 1 0 0")
    Played(engine(DANCE), engine(DANCE), opening="1. Nf3 Nf6").expect([2, 0, 2, 0], "0 0 1 0 0")
    # Two against one: the first as White lets itself be mated, the last resigns.
    match = Played(engine(), engine(), engine(MATE, 3, "resign", "xboard"))
    match.expect([2, 1, 0, 1], "0 0 1 0 0")
    match.expect([2, 2, 0, 0], "0 0 0 0 1", row=1)


def faults_of_the_first():
    other = engine()
    for deed, kind in [("crash", "crash"), ("g2g5", "illegal"), ("d8h4", "illegal"),
                       ("0000", "illegal"), ("(none)", "illegal"), ("hang", "hung"),
                       ("", None)]:
        match = Played(engine(MATE, 2 if kind else -1, deed), other,
                       options=["--patience", "1", "--tc", "2"])
        match.expect([2, 1, 0, 1], "0 0 1 0 0", f"1 {kind}" if kind else "none")
    match = Played(engine(MATE, 2, "crash"), other)
    assert "an assertion failed" in match.output and "exit status 3" in match.output
    assert "position startpos moves f2f3 e7e5\n" in match.output, match.output


def faults_of_the_second():
    for deed, kind in [("crash", "crash"), ("d8h3", "illegal"), ("hang", "hung")]:
        match = Played(engine(), engine(MATE, 3, deed), options=["--patience", "1", "--tc", "2"])
        match.expect([2, 2, 0, 0], "0 0 0 0 1", theirs=f"1 {kind}")


def crashed_engines_play_on():
    # Crashes in all of its three games with White, mates in all others.
    match = Played(engine(MATE, 2, "crash"), engine(), options=["--games", "6"])
    match.expect([6, 3, 0, 3], "0 0 3 0 0", "3 crash")


def stalls_are_noticed():
    stalls = Stalls()
    now = time.monotonic()
    for found in stalls.found.values():
        found.append((now - 9, now - 8))
        found.append((now - 0.6, now - 0.3))
    assert 0.28 < stalls.lost(2) < 0.6, stalls.lost(2)
    assert stalls.lost(20) > 1.28


def time_is_measured():
    """Distances are wide: the machine may be busy with other tests."""
    slow = engine(MATE, 2, "sleep:1.5")
    for options, ours in [(["--tc", "1"], "1 time"), (["--tc", "1", "--margin", "5000"], "none"),
                          (["--tc", "6"], "none"), (["--st", "1"], "1 time"),
                          (["--st", "6"], "none")]:
        Played(slow, engine(), options=options).expect([2, 1, 0, 1], ours=ours)
    slow = engine(DANCE, 2, "sleep:1.7")
    match = Played(slow, engine(DANCE), opening="1. Nf3 Nf6",
                   options=["--tc", "1.5+0.1", "--concurrency", "2"])
    match.expect([2, 0, 1, 1], ours="1 time")
    took, had = re.search(r"took (\d+\.\d) ms, had (\d+\.\d) ms", match.output).groups()
    assert 1700 <= float(took) < 3500 and float(had) == 1500, match.output


def xboard():
    for protocol, line in [("xboard", MATE), ("san", MATE_SAN)]:
        first = engine(line, protocol=protocol)
        Played(first, engine()).expect([2, 1, 0, 1], "0 0 1 0 0")
        Played(first, first).expect([2, 1, 0, 1], "0 0 1 0 0")
    claim = engine(MATE, 3, "claim", "xboard")
    Played(claim, engine()).expect([2, 0, 0, 2], ours="1 illegal")
    resign = engine(MATE, 2, "resign", "xboard")
    match = Played(resign, engine())
    match.expect([2, 1, 0, 1])


def what_engines_are_told():
    with tempfile.TemporaryDirectory() as folder:
        uci, xb, pgn = (os.path.join(folder, name) for name in ("uci", "xb", "pgn"))
        Played(engine(log=uci), engine(protocol="xboard", log=xb),
               options=["--hash", "7", "--tc", "40/60+0.5", "--pgn", pgn])
        with open(uci) as file:
            told = file.read().splitlines()
        with open(xb) as file:
            xtold = file.read().splitlines()
        with open(pgn) as file:
            games = file.read()
    for line in ["setoption name Hash value 7", "setoption name OwnBook value false",
                 "position startpos moves f2f3 e7e5 g2g4"]:
        assert told.count(line) == 1, (line, told)
    assert told.count("ucinewgame") == 2 and told.count("uci") == 1, told
    assert "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40" in told, told
    for line in ["memory 7", "level 40 1:00 0.5", "time 6000", "otim 6000", "usermove f2f3"]:
        assert line in xtold, (line, xtold)
    assert xtold.count("xboard") == 1 and xtold.count("new") == 2, xtold
    assert xtold.count("result 0-1 {}") == 2, xtold
    assert games.count('[Result "0-1"]') == 2, games
    assert re.search(r"1\. f3 e5 2\. g4 \{\+0\.20/7 0\.\d+s\}\s+Qh4# \{\+0\.30/7", games), games


def castling():
    """e1g1 for most, e1h1 in Chess960, O-O in SAN; all are understood."""
    line = "e1g1,e8c8,g1g2,c8b8,g2g1,b8c8,g1g2,c8b8,g2g1,b8c8"
    for words, options, seen in [
            (line, [], "e1g1 e8c8"),
            (line.replace("e1g1", "e1h1").replace("e8c8", "e8a8"), ["--chess960"],
             "e1h1 e8a8")]:
        with tempfile.NamedTemporaryFile("r") as log:
            match = Played(engine(words, log=log.name), engine(words),
                           opening=CASTLES, options=options)
            told = log.read()
        match.expect([2, 0, 2, 0])
        assert f"position fen {CASTLES} moves {seen} g1g2" in told, told
    san = "O-O,O-O-O,Kg2,Kb8,Kg1,Kc8,Kg2,Kb8,Kg1,Kc8"
    Played(engine(line), engine(san, protocol="san"), opening=CASTLES).expect([2, 0, 2, 0])


def openings():
    opening = Opening('8/8/8/8/8/2k5/8/K6R b - - hmvc 3; id "x";')
    assert opening.fen == "8/8/8/8/8/2k5/8/K6R b - -" and not opening.words
    assert Opening(CASTLES).fen == CASTLES
    assert Opening("1. e4 e5 2. Nf3").words == ["e4", "e5", "Nf3"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "book.zip")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("book.epd", "\n".join(f"1. {f}4" for f in "abcdefgh"))
        words = [o.words[0] for o in read_openings(path, 20, 5)]
        again = [o.words[0] for o in read_openings(path, 20, 5)]
    assert words == again and len(words) == 20
    assert sorted(words[:8]) == sorted(f"{f}4" for f in "abcdefgh"), words
    # Black to move: White is still the first engine in the first game.
    black = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    Played(engine("d8h4"), engine("d8h5"), opening=black).expect(
        [2, 2, 0, 0], theirs="1 illegal")


def starts():
    """The list of our own: legal, all different, 6 to 12 plies."""
    referee, seen = Referee(REFEREE), set()
    for opening in read_openings(STARTS, 10 ** 3, 1)[:1000]:
        referee.start(opening.fen)
        for word in opening.words:
            move, over = referee.move(word)
            assert not over and move.san == word, (opening.words, word)
        assert 6 <= len(opening.words) <= 12, opening.words
        seen.add(" ".join(referee.ask("fen").split()[:4]))
    referee.close()
    with open(STARTS) as file:
        count = sum(not line.startswith("#") for line in file)
    assert count == len(seen) >= 250, (count, len(seen))


def statistics():
    tally = Tally()
    for pair, first, second in [(0, 2, 2), (1, 1, 1), (2, 0, 2), (3, 2, 2)]:
        tally.add(pair, first)
        tally.add(pair, second)
    assert tally.pairs == [0, 0, 2, 0, 2] and tally.games == 8
    assert (tally.won, tally.drawn, tally.lost) == (5, 2, 1) and tally.score == 0.75
    # Points 1/2 1/2 1 1 a pair: their variance with n - 1 is 1/12.
    assert math.isclose(tally.error(), 1.96 * math.sqrt(1 / 12 / 4))
    assert abs(elo_of(0.75) - 190.85) < 0.01 and math.isclose(share_of(elo_of(0.3)), 0.3)
    tally.add(9, 0)
    assert tally.pairs == [0, 0, 2, 0, 2] and tally.games == 9
    assert tally.error() == 1.96 * math.sqrt(1 / 12 / 4)


def log_likelihood(counts, mean, deviation):
    """Of pair scores, if they were normal around that mean."""
    return sum(count * (-((score - mean) / deviation) ** 2 / 2)
               for count, score in zip(counts, (0, 0.25, 0.5, 0.75, 1)))


def sprt():
    tally, test = Tally(), Sprt(0, 10)
    tally.pairs = [30, 190, 520, 220, 40]
    scores = [s for s, n in zip((0, 0.25, 0.5, 0.75, 1), tally.pairs) for _ in range(n)]
    mean = sum(scores) / len(scores)
    deviation = math.sqrt(sum((s - mean) ** 2 for s in scores) / len(scores))
    expected = (log_likelihood(tally.pairs, share_of(10), deviation)
                - log_likelihood(tally.pairs, 0.5, deviation))
    assert abs(test.ratio(tally) - expected) < 0.01, (test.ratio(tally), expected)
    assert abs(Sprt.BOUND - 2.944) < 0.001
    assert Sprt(0, 10).verdict(Tally()) is None
    match = Played(engine(), engine(), options=["--games", "100", "--sprt", "0,10"])
    assert "SPRT undecided" in match.output and "+50 =0 -50" in match.output, match.output


def sprt_stops():
    """Black mates, if it does not resign: one wins all games, one none."""
    winner, loser = engine(), engine(MATE, 3, "resign", "xboard")
    for first, second, word in [(winner, loser, "accepted"), (loser, winner, "rejected")]:
        match = Played(first, second, opening="1. f3 e5 2. g4",
                       options=["--games", "1000", "--sprt", "0,50"])
        assert f"SPRT {word}" in match.output, match.output
        assert match.rows[0][0][0] == 20, match.output


def adjudication():
    judge = Adjudicator()
    for ply in range(9):
        side = "wb"[ply % 2]
        assert not judge.look(side, 900 if side == "w" else -900, ply)
    assert judge.look("b", -800, 9) == ("1-0", "adjudication")
    judge = Adjudicator()
    for ply in range(95):
        assert not judge.look("wb"[ply % 2], 3, ply)
    assert judge.look("b", 3, 95) == ("1/2-1/2", "adjudication")
    judge = Adjudicator()
    for ply in range(200):  # both see themselves ahead: nobody is
        assert not judge.look("wb"[ply % 2], 900, ply)


def refusals():
    for engines, options, word in [
            (["/nowhere", engine()], [], "cannot be started"),
            ([engine(), "uci:/bin/false"], [], "exit status 1"),
            ([engine()], [], "two to nine"),
            ([engine(), engine()], ["--option1", "Nonsense=1"], 'no option "Nonsense"'),
            ([engine(), engine()], ["--openings", "/nowhere.epd"], "/nowhere.epd")]:
        match = Played(*engines, options=options)
        assert match.status == 2 and word in match.errors, (word, match.errors)


def main():
    group = Group(smallest=3)
    for test in [results, faults_of_the_first, faults_of_the_second, crashed_engines_play_on,
                 time_is_measured, stalls_are_noticed, xboard, what_engines_are_told, castling,
                 openings, starts, statistics, sprt, sprt_stops, adjudication, refusals]:
        group.run(test.__name__, test)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
