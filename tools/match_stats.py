# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What a match says about strength.

Every opening is played twice with colours swapped, and the two games are one
sample: pair scores vary less than games from unequal openings do. Errors are
1.96 standard errors of the mean over pairs, the 95 % of a normal distribution.
"""
import math

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, as a share of its two games


def elo_of(score):
    """The difference in Elo that a share of points means."""
    score = min(max(score, 1e-9), 1 - 1e-9)
    return 0.0 - 400 * math.log10(1 / score - 1)


def share_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


class Tally:
    """One player's results against another, seen from the first."""
    def __init__(self):
        self.won = self.drawn = self.lost = 0
        self.open = {}            # the first game of pairs that are half played
        self.pairs = [0] * 5      # by points in halves, 0 to 4
        self.faults = [{}, {}]    # ours, theirs: how often of each kind

    def add(self, pair, halves):
        """A game of this pair that brought 0, 1 or 2 half points."""
        self.lost += halves == 0
        self.drawn += halves == 1
        self.won += halves == 2
        if pair in self.open:
            self.pairs[self.open.pop(pair) + halves] += 1
        else:
            self.open[pair] = halves

    def add_fault(self, side, kind):
        self.faults[side][kind] = self.faults[side].get(kind, 0) + 1

    @property
    def games(self):
        return self.won + self.drawn + self.lost

    @property
    def score(self):
        """The share of points, of all games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    def moments(self):
        """Number, mean and variance of pairs."""
        number = sum(self.pairs)
        mean = sum(c * p for c, p in zip(self.pairs, POINTS)) / number
        variance = sum(c * (p - mean) ** 2 for c, p in zip(self.pairs, POINTS)) / number
        return number, mean, variance

    def error(self):
        """Half the width of the 95 % interval of the score; None: unknown."""
        if sum(self.pairs) < 2:
            return None
        number, _, variance = self.moments()
        return 1.96 * math.sqrt(variance / (number - 1))

    def elo(self):
        """(Elo, lower end, upper end), an end is None where it is open."""
        error = self.error()
        low, high = ((self.score - error, self.score + error)
                     if error is not None else (0.0, 1.0))
        return (elo_of(self.score) if 0 < self.score < 1 else None,
                elo_of(low) if low > 0 and self.score > 0 else None,
                elo_of(high) if high < 1 and self.score < 1 else None)

    def elo_text(self):
        elo, low, high = self.elo()
        if elo is None:
            return "all won" if self.score else "all lost"
        if low is None or high is None:
            return (f"{elo:+.0f} ({'-inf' if low is None else f'{low:+.0f}'} "
                    f"to {'inf' if high is None else f'{high:+.0f}'})")
        return f"{elo:+.0f} +- {(high - low) / 2:.0f}"

    def score_text(self):
        error = self.error()
        return (f"{100 * self.score:.1f} %"
                + (f" +- {100 * error:.1f}" if error is not None else ""))

    def faults_text(self, side):
        return ", ".join(f"{count} {kind}" for kind, count
                         in sorted(self.faults[side].items())) or "none"


class Sprt:
    """Is the difference elo1 or elo0? Wald's test, with the normal likelihood
    of the mean over pairs; both errors are 5 %."""
    BOUND = math.log(0.95 / 0.05)
    LEAST_VARIANCE = 0.01  # pairs that all end alike prove less than they seem

    def __init__(self, elo0, elo1):
        self.elo0, self.elo1 = elo0, elo1

    def ratio(self, tally):
        """The logarithm of the likelihoods' ratio."""
        if not sum(tally.pairs):
            return 0.0
        number, mean, variance = tally.moments()
        variance = max(variance, self.LEAST_VARIANCE)
        low, high = share_of(self.elo0), share_of(self.elo1)
        return number * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, tally):
        """"H1", "H0", or None: play on."""
        ratio = self.ratio(tally)
        if abs(ratio) < self.BOUND:
            return None
        return "H1" if ratio > 0 else "H0"

    def text(self, tally):
        return (f"LLR {self.ratio(tally):+.2f} of +-{self.BOUND:.2f} "
                f"[{self.elo0:g}, {self.elo1:g}]")
