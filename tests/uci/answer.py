# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What an engine that speaks UCI may say while it thinks."""
import re
import time


class Grammar:
    """The lines, for boards with such squares; `none` is no move at all."""

    def __init__(self, square, none, threads=1):
        move = f"{square}{square}[nbrq]?"
        self.none = none
        self.threads = threads
        self.info = re.compile(
            r"info depth (?P<depth>\d+) seldepth (?P<seldepth>\d+)"
            r" multipv (?P<line>\d+) score (?P<score>cp -?\d+|mate -?\d+)"
            r"(?P<bound> lowerbound| upperbound)?"
            r"( wdl (?P<win>\d+) (?P<draw>\d+) (?P<loss>\d+))?"
            r" nodes (?P<nodes>\d+) nps (?P<nps>\d+) hashfull (?P<full>\d+)"
            rf" time (?P<time>\d+)( pv(?P<pv>( {move})+))?")
        self.current = re.compile(
            rf"info depth \d+ currmove {move} currmovenumber \d+")
        self.best = re.compile(
            rf"bestmove ({re.escape(none)}|{move})( ponder {move})?")

    def examine(self, lines, legal=None, lines_wanted=1):
        """What an answer must look like; the move and the exact lines."""
        exact = []
        nodes = 0
        assert self.best.fullmatch(lines[-1]), lines[-1]
        for line in lines[:-1]:
            if line.startswith("info string") or self.current.fullmatch(line):
                continue
            match = self.info.fullmatch(line)
            assert match, f"not a line of UCI: {line}"
            assert int(match["nodes"]) >= nodes or self.threads > 1, \
                "nodes went back"
            nodes = int(match["nodes"])
            assert 0 <= int(match["full"]) <= 1000, line
            assert 1 <= int(match["line"]) <= lines_wanted, line
            if not match["bound"]:
                exact.append(match)
        best = lines[-1].split()[1]
        assert exact, f"no exact score before {lines[-1]}"
        if best == self.none:
            return best, exact
        main = [match for match in exact if match["line"] == "1"]
        assert main[-1]["pv"].split()[0] == best, \
            f"{lines[-1]} after {main[-1][0]}"
        assert legal is None or best in legal, f"{best} is not legal"
        return best, exact


def not_yet(engine, seconds):
    """What it tells in this time; that must not be an answer."""
    time.sleep(seconds)
    lines = engine.ask()
    assert not any("bestmove" in line for line in lines), "it did not wait"
    return lines
