#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Up to how many ranks is the coordinator of rookery-mpi fast enough?

    tools/cluster_sim.py [--ranks 10000] [--seed 1] [--message US] [--game US]
                         [--disk MS]

A simulation, event by event, of ports/cluster/coordinator.c: in a round it receives
all messages that have come, reads and sends a piece for each free rank, has results
written, and waits for the disk. Ranks differ in speed by a tenth, games in length,
one in a hundred pieces takes five times as long, and messages travel for 5 to 500
microseconds, now and then for 10 milliseconds. The defaults are times that
bench/cluster.py has measured, rounded up. The table says what share of their time
ranks work, and how busy the coordinator is, without its waiting for the disk, which
is shared by more results the more there are.
"""
import argparse
import heapq
import random

PLIES = 80          # positions of a game
SPEED = 1e6         # nodes a second
CLEARING_S = 0.001  # to clear the table before a position
PIECE = 2e6         # nodes that fill a piece
LONG_PIECES = 8     # a game that fills so many is cut into positions,
READINGS = 3        # and read so often
RUN = 9             # games that a rank does in a run, or pieces of several
AHEAD = 16          # pieces for each rank that may be ahead of the oldest
ALIVE_S = 15.0      # between two messages of a rank that works
SCAN_S = 2e-9       # to look whether a rank is free


class Costs:
    """Seconds of the coordinator."""
    def __init__(self, args):
        self.message = args.message / 1e6
        self.game = args.game / 1e6
        self.disk = args.disk / 1e3


class Simulation:
    """A long run; what is lost at its beginning and at its end, where every run has
    ranks without work, does not count."""
    def __init__(self, ranks, nodes, costs, seed):
        self.ranks, self.costs, self.chance = ranks, costs, random.Random(seed)
        self.speeds = [max(self.chance.gauss(1, 0.1), 0.5) for _ in range(ranks)]
        self.games = max(1, round(PIECE / (nodes * PLIES)))
        self.game_s = PLIES * (nodes / SPEED + CLEARING_S)
        self.until = RUN * self.games * self.game_s
        self.parts, self.reading_s = 1, self.games * costs.game
        if nodes * PLIES >= LONG_PIECES * PIECE:
            self.parts = round(PLIES / max(1, PIECE // nodes))
            self.reading_s = READINGS * costs.game / self.parts
        self.since = self.until / 3
        self.arrivals = []              # (time, rank, number of the piece or -1)
        self.ended = [None] * ranks     # when a rank ended its last piece
        self.done = set()               # numbers of pieces that wait for older ones
        self.oldest = self.next = 0
        self.worked = self.waited = self.busy = 0.0

    def travel(self):
        if self.chance.random() < 0.001:
            return 0.010
        return min(max(self.chance.lognormvariate(-10.5, 0.8), 5e-6), 5e-4)

    def piece_s(self, rank):
        seconds = self.game_s * sum(self.chance.gammavariate(8, 1 / 8)
                                    for _ in range(self.games)) / self.parts
        if self.chance.random() < 0.01:
            seconds *= 5
        return seconds / self.speeds[rank]

    def send(self, now, rank):
        """A piece goes out; its result comes back, and signs of life before it."""
        seconds = self.piece_s(rank)
        start = now + self.travel()
        if self.ended[rank] is not None and now > self.since:
            self.worked += seconds
            self.waited += start - self.ended[rank]
        self.ended[rank] = start + seconds
        alive = ALIVE_S
        while alive < seconds:
            heapq.heappush(self.arrivals, (start + alive + self.travel(), rank, -1))
            alive += ALIVE_S
        heapq.heappush(self.arrivals, (start + seconds + self.travel(), rank, self.next))
        self.next += 1

    def receive(self, now, free):
        """All messages that have come by now: the results among them."""
        results = 0
        while self.arrivals and self.arrivals[0][0] <= now:
            _, rank, number = heapq.heappop(self.arrivals)
            now += self.costs.message
            if number >= 0:
                results += 1
                free.append(rank)
                self.done.add(number)
        while self.oldest in self.done:
            self.done.remove(self.oldest)
            self.oldest += 1
        return now, results

    def round(self, now, free):
        now, results = self.receive(now, free)
        now += SCAN_S * self.ranks
        while free and self.next - self.oldest < AHEAD * self.ranks + 16:
            now += self.reading_s + self.costs.message
            self.send(now, free.pop())
        now += results * self.costs.message
        return now, now + (self.costs.disk if results else 0)

    def run(self):
        """Returns the share of their time that ranks work, and the coordinator's load,
        the waiting for the disk left out."""
        now, free = 0.0, list(range(self.ranks))
        while now < self.until:
            start = now
            computed, now = self.round(now, free)
            self.busy += (computed - start) * (start > self.since)
            now = max(now, self.arrivals[0][0])
        return (self.worked / (self.worked + self.waited),
                self.busy / (now - self.since))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=10000, help="the most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--message", type=float, default=20, help="microseconds")
    parser.add_argument("--game", type=float, default=60, help="microseconds to read it")
    parser.add_argument("--disk", type=float, default=5, help="milliseconds to sync it")
    args = parser.parse_args()
    print(f"A message takes the coordinator {args.message:g} us, reading a game {args.game:g} us, "
          f"the disk {args.disk:g} ms.\n")
    print("| nodes a position | pieces | ranks | ranks at work | coordinator busy |")
    print("|---|---|---|---|---|")
    for nodes in (200000, 20000, 5000):
        for ranks in (100, 1000, 2500, 5000, 7500, 10000):
            if ranks <= args.ranks:
                simulation = Simulation(ranks, nodes, Costs(args), args.seed)
                share, load = simulation.run()
                pieces = (f"{simulation.parts} in a game" if simulation.parts > 1 else
                          f"of {simulation.games} games" if simulation.games > 1 else
                          "of one game")
                print(f"| {nodes} | {pieces} | {ranks} | {100 * share:.1f} % | "
                      f"{min(100 * load, 100):.0f} % |", flush=True)


if __name__ == "__main__":
    main()
