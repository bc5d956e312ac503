# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Games that are played on other machines: the tools' end of rookery-mpi.

rookery-mpi starts a tool twice, each time with a socket as descriptor 3. On rank 0
it is the tool that people call, with its own loop; instead of playing it sends jobs
and takes what comes back, in the order of the jobs (Transport). On every rank there
is one that plays (serve). A message is a line of JSON, but for the first one each
way:

    FIRST TOTAL SETTINGS     the number of the first job; how many there are; what a
                             checkpoint of the run must agree with
    RANKS RESUMED            how many can play at a time; is there a checkpoint?

and the last one, "end"."""
import collections
import json
import os
import select
import socket
import threading
import traceback

from match_engines import Fault, Program
from match_game import Game, Move

DESCRIPTOR = 3
AHEAD = 4  # jobs for each rank


def connect():
    """One file to read from and one to write to: a file for both would forget what it has
    read ahead whenever something is written."""
    peer = socket.socket(fileno=DESCRIPTOR)
    return [peer.makefile(mode, encoding="utf-8", newline="\n") for mode in "rw"]


def read_line(file):
    try:
        line = file.readline()
    except OSError:
        raise EOFError from None
    if not line.endswith("\n"):
        raise EOFError
    return line


def write_line(file, text):
    try:
        file.write(text + "\n")
        file.flush()
    except OSError:
        raise EOFError from None


class Transport:
    def __init__(self, first, total, settings):
        self.reader, self.writer = connect()
        self.write(f"{first} {total} {settings}")
        self.ranks, resumed = map(int, read_line(self.reader).split())
        self.resumed = bool(resumed)

    def write(self, text):
        write_line(self.writer, text.replace("\n", " "))

    def end(self):
        """The run is over, and its checkpoint is needed no more."""
        self.write("end")

    def play(self, jobs):
        """Yields each job with its answer, in order."""
        sent = collections.deque()
        waiting = collections.deque(jobs)
        while waiting or sent:
            while waiting and len(sent) < AHEAD * self.ranks:
                self.write(json.dumps(waiting[0]))
                sent.append(waiting.popleft())
            yield sent.popleft(), json.loads(read_line(self.reader))


def pack(game):
    """A game as JSON has it."""
    fault = game.fault and (game.fault[0], game.fault[1].kind, str(game.fault[1]))
    return {"result": game.result, "reason": game.reason, "fault": fault,
            "moves": [(move.coord, move.coord960, move.san, move.comment)
                      for move in game.moves]}


def unpack(answer, opening):
    game = Game(opening)
    game.end(answer["result"], answer["reason"])
    for *words, comment in answer["moves"]:
        game.moves.append(Move(*words))
        game.moves[-1].comment = comment
    if answer["fault"]:
        side, kind, text = answer["fault"]
        game.fault = side, Fault(text)
        game.fault[1].kind = kind
    return game


def die_with(descriptor):
    """Ends this program and its engines when the other end is closed."""
    poll = select.poll()
    poll.register(descriptor, select.POLLRDHUP)
    poll.poll()
    for program in list(Program.alive):
        program.kill()
    os._exit(0)


def serve(answer, expected):
    """Answers jobs until rookery-mpi is gone. What goes wrong is an answer, too."""
    reader, writer = connect()
    threading.Thread(target=die_with, args=[DESCRIPTOR], daemon=True).start()
    while True:
        words = json.loads(read_line(reader))
        try:
            result = answer(words)
        except expected as error:
            result = {"trouble": str(error)}
        except Exception:
            result = {"trouble": traceback.format_exc()}
        write_line(writer, json.dumps(result))
