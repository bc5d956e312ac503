# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""How long the machine stood still.

A machine that is shared, or emulated by another one, may not run anybody for
a while, and then engines lose on time that nobody gave them. So a thread on
each processor sleeps for moments and takes down when it overslept.
"""
import collections
import os
import threading
import time

MOMENT = 0.005
NOTICED = 0.02


class Stalls:
    def __init__(self):
        self.found = {}
        for processor in os.sched_getaffinity(0):
            self.found[processor] = collections.deque(maxlen=1000)
            threading.Thread(target=self.watch, args=(processor,), daemon=True).start()

    def watch(self, processor):
        os.sched_setaffinity(0, [processor])  # this thread alone
        before = time.monotonic()
        while True:
            time.sleep(MOMENT)
            now = time.monotonic()
            if now - before > NOTICED:
                self.found[processor].append((before, now))
            before = now

    def lost(self, seconds):
        """How much of the last seconds the worst processor was not there."""
        time.sleep(2 * MOMENT)  # until the last stall is known
        since = time.monotonic() - seconds - 3 * MOMENT
        return max(sum(end - max(start, since) for start, end in list(stalls) if end > since)
                   for stalls in self.found.values())
