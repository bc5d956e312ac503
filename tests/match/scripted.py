#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""An engine that plays a game it was told, and misbehaves where told.

    scripted.py PROTOCOL LINE [PLY DEED [LOG]]

PROTOCOL is uci, xboard or san (XBoard that speaks SAN); LINE the moves of the
whole game, as one word with commas. At that PLY of the line, counted from 0,
it does the DEED instead of moving: crash, hang, resign, claim, sleep:SECONDS
(and then moves), or any other text, which it says in place of the move. PLY -1
is never. Every line that it is told goes to the file LOG.
"""
import os
import sys
import time


class Engine:
    def __init__(self, protocol, line, ply="-1", deed="", log=os.devnull):
        self.protocol, self.line = protocol, line.split(",")
        self.ply, self.deed = int(ply), deed
        self.log = open(log, "a", encoding="utf-8")
        self.at, self.playing = 0, False

    def say(self, text):
        print(text, flush=True)

    def answer(self, ply):
        move = self.line[ply % len(self.line)]
        if ply == self.ply:
            if self.deed == "crash":
                print("an assertion failed", file=sys.stderr)
                os._exit(3)
            elif self.deed == "hang":
                time.sleep(60)
            elif self.deed == "resign":
                self.say("resign")
                return
            elif self.deed == "claim":
                self.say("1/2-1/2 {I think so}")
                return
            elif self.deed.startswith("sleep:"):
                time.sleep(float(self.deed[6:]))
            else:
                move = self.deed
        if self.protocol == "uci":
            self.say(f"info depth 7 score cp {10 * ply} pv {move}\nbestmove {move}")
        else:
            self.say(f"7 {10 * ply} 1 1000 {move}\nmove {move}")

    def uci(self, words):
        if words[0] == "uci":
            self.say("id name Scripted\noption name Hash type spin default 1\n"
                     "option name UCI_Chess960 type check default false\n"
                     "option name OwnBook type check default true\nuciok")
        elif words[0] == "isready":
            self.say("readyok")
        elif words[0] == "position":
            moves = words.index("moves") if "moves" in words else len(words)
            self.at = len(words[moves + 1:])
        elif words[0] == "go":
            self.answer(self.at)

    def xboard(self, words):
        if words[0] == "protover":
            self.say('feature ping=1 setboard=1 usermove=1 memory=1 done=0\n'
                     f'feature san={int(self.protocol == "san")} myname="Scripted" done=1')
        elif words[0] == "ping":
            self.say(f"pong {words[1]}")
        elif words[0] == "new":
            self.at, self.playing = 0, False
        elif words[0] == "force":
            self.playing = False
        elif words[0] in ("go", "usermove"):
            self.at += words[0] == "usermove"
            self.playing = self.playing or words[0] == "go"
            if self.playing:
                self.answer(self.at)
                self.at += 1

    def run(self):
        obey = self.uci if self.protocol == "uci" else self.xboard
        for text in sys.stdin:
            self.log.write(text)
            self.log.flush()
            words = text.split()
            if words and words[0] == "quit":
                break
            if words:
                obey(words)


Engine(*sys.argv[1:]).run()
