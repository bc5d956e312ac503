#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""PGN4: real games, records of our own, round trips, and bad input.

    tests/pgn4/run.py ROOKERY DUMP      RK_QUICK=1 for less of everything

DUMP is dump.c, compiled. Real games are not part of the project: where
../shared/data/pgn4 and ../shared/data/pgn4_games are not beside the checkout, or
RK_PGN4_GAMES and RK_PGN4_POINTS do not name such folders, they are skipped. The
points and signs of our own records (games/) were found by hand from the rules.
"""
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from group import Group, Skip, scratch  # noqa: E402

ROOKERY, DUMP = (os.path.abspath(name) for name in sys.argv[1:3])
QUICK = os.environ.get("RK_QUICK", "0") not in ("", "0")
OWN = os.path.join(HERE, "games")
REAL = os.environ.get("RK_PGN4_GAMES",
                      os.path.join(HERE, "..", "..", "..", "shared", "data", "pgn4"))
POINTS = os.environ.get("RK_PGN4_POINTS",
                        os.path.join(HERE, "..", "..", "..", "shared", "data", "pgn4_games"))

# Of our records: rules, plies, points of Red, Blue, Yellow, Green.
RECORDS = {
    "agreement": ("ffa", 1, "10,10,10,10"),
    "castling": ("ffa", 12, "0,0,0,0"),
    "comments": ("ffa", 4, "0,0,0,0"),
    # One pawn is taken en passant by Red, three turns later; the queen that
    # it became, worth one, is taken by Yellow.
    "en-passant": ("ffa", 7, "1,0,1,0"),
    "flag-still": ("still", 5, "0,0,20,0"),
    "king-taken-teams": ("teams", 3, "0,0,0,0"),
    "last": ("last", 0, "0,0,0,0"),
    "lead": ("ffa", 0, "41,3,20,0"),
    "mate-teams": ("teams", 1, "0,0,0,0"),
    "mated-by-leaving": ("ffa", 3, "0,0,0,0"),
    "out-of-turn": ("ffa", 4, "0,0,0,0"),
    # A queen of one point for Red; Blue is stalemated and paid for it.
    "promotion-ffa": ("ffa", 5, "1,20,0,0"),
    "promotion-teams": ("teams", 4, "0,0,0,0"),
    "repetition": ("ffa", 16, "10,10,10,10"),
    "resign-teams": ("teams", 2, "0,0,0,0"),
    "stalemate-ffa": ("ffa", 3, "0,20,0,0"),
    "stalemate-last": ("last", 1, "0,0,0,0"),
    "stalemate-teams": ("teams", 1, "0,0,0,0"),
    "start-4PC": ("ffa", 8, "0,0,0,0"),
    "start-4PCb": ("ffa", 8, "0,0,0,0"),
    "start-4PCn": ("ffa", 8, "0,0,0,0"),
    "start-4PCo": ("ffa", 8, "0,0,0,0"),
    "start-4PCrg": ("ffa", 8, "0,0,0,0"),
    # The dead king is mated for 20; the dead pawn brings nothing.
    "walking": ("ffa", 11, "20,0,0,0"),
}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, check=False, **options)


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def write(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def replay(name):
    """What the dump says about a file, as lists of words by kind."""
    done = run(DUMP, "replay", name)
    assert done.returncode == 0, done.stderr[-2000:]
    found = {}
    for line in done.stdout.decode().splitlines():
        kind, *words = line.split("\t")
        found.setdefault(kind, []).append(words)
    return found


def tags(text):
    return dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))


def compare_moves(found):
    """Every move as it was written. Of one who leaves, R or T stay."""
    for theirs, ours in found.get("move", []):
        assert re.sub(r"(?<!=)[RT]$", "", theirs) == ours, f"{theirs} in the file, {ours} by us"


def check_own():
    names = {name[:-5] for name in os.listdir(OWN)}
    assert names == set(RECORDS), names ^ set(RECORDS)
    for name, (rules, plies, points) in RECORDS.items():
        file = os.path.join(OWN, name + ".pgn4")
        found = replay(file)
        assert "error" not in found and "unread" not in found, (name, found)
        compare_moves(found)
        assert found["start"][0][0] == rules, (name, found["start"])
        assert found["end"][0][:2] == [str(plies), points], (name, found["end"])
        wanted = tags(read(file))
        assert found["end"][0][2] == wanted["Result"], (name, found["end"])
        if "Termination" in wanted:
            assert found["end"][0][3] == wanted["Termination"], (name, found["end"])
        fen = wanted.get("StartFen4", "4PC")
        if "-" in fen:
            assert found["start"][0][1] == fen, (name, found["start"])


def check_real():
    if not os.path.isdir(REAL):
        raise Skip("no folder of real games (RK_PGN4_GAMES)")
    moves = 0
    for name in sorted(os.listdir(REAL)):
        file = os.path.join(REAL, name)
        if not name.endswith(".pgn4"):
            continue
        found = replay(file)
        if name == "LONG_TEAM.pgn4":
            # The king has moved before, so the last word is no castling.
            assert found["error"] == [["35", "5", "no piece can move like that"]], found["error"]
            assert len(found["move"]) == 124
            compare_moves(found)
        else:
            assert "error" not in found, (name, found["error"])
            if tags(read(file))["Termination"] == "Checkmate":
                # The last mate stands in the tag, and not behind the move.
                found["move"][-1][0] += "#"
            compare_moves(found)
            assert found["end"][0][2] == tags(read(file))["Result"], (name, found["end"])
        moves += len(found["move"])
    print(f"{moves} moves")


def check_points():
    """Real games to the last point: result, every sign, and the termination as we word it."""
    if not os.path.isdir(POINTS):
        raise Skip("no folder of games with points (RK_PGN4_POINTS)")
    names = sorted(name for name in os.listdir(POINTS) if name.endswith(".pgn4"))
    for name in names:
        file = os.path.join(POINTS, name)
        wanted = tags(read(file))
        found = replay(file)
        assert "error" not in found and "unread" not in found, (name, found.get("error"))
        if name == "g104115728.pgn4":
            # The last mate stands in the tag, and not behind the move.
            found["move"][-1][0] += "#"
        if wanted["Variant"] == "Teams":
            # Records of 2018 have the signs of their time.
            found["move"] = []
        compare_moves(found)
        assert found["end"][0][2] == wanted["Result"], (name, found["end"])
        shown = tags(console(f"load {file}", "pgn", "quit"))
        for tag in ("Result", "Termination", "Red", "Blue", "Yellow", "Green"):
            assert shown[tag] == wanted.get(tag, "human"), (name, tag, shown[tag])
        assert "Site" in shown and "Date" in shown, shown
        # The one that has a date spells it out.
        assert shown["Date"] == ("2018.11.28" if "Date" in wanted else "????.??.??"), shown
    assert len(names) >= 11, names
    print(f"{len(names)} games")


def check_awards():
    """Where no move shows the end, the termination does."""
    head = '[Variant "FFA"]\n[StartFen4 "R-0,1,0,1-0,0,0,0-0,0,0,0-5,0,7,0-0-' \
        '3,yK,yR,9/14/14/14/14/14/14/14/14/14/14/14/14/3,rR,rK,9"]\n'
    for termination, end in [
            ("(Red +20)", ["1", "25,0,7,0", "Red: 25 - Blue: 0 - Yellow: 7 - Green: 0"]),
            ("(Yellow +20)", ["1", "5,0,27,0", "Red: 5 - Blue: 0 - Yellow: 27 - Green: 0"]),
            ("(insuff. material; Red +10, Yellow +10)",
             ["1", "15,0,17,0", "Red: 15 - Blue: 0 - Yellow: 17 - Green: 0"]),
            ("(Blue +20)", ["1", "5,0,7,0", "*"]), ("Red", ["1", "5,0,7,0", "*"]),
            ("+20 (", ["1", "5,0,7,0", "*"]), ("(((", ["1", "5,0,7,0", "*"])]:
        write("award.pgn4", head + f'[Termination "{termination}"]\n\n1. Ke1-f1\n')
        found = replay("award.pgn4")
        assert found["end"][0][:3] == end, (termination, found)


def check_staying():
    """A bare R or T: the king's first step comes next, or a round later."""
    for text, plies in [("1. h2-h3 .. R .. h13-h12 .. m4-l4\n2. g2-g3 .. Ka7xQa8 .. h12-h11", 6),
                        ("1. h2-h3 .. T .. Ka7xQa8 .. h13-h12 .. m4-l4\n2. g2-g3", 5),
                        ("1. h2-h3 .. Ka7xQa8R .. h13-h12 .. m4-l4\n2. g2-g3", 5),
                        ("1. h2-h3 .. R (.. b7-c7 .. h13-h12) .. h13-h12 .. m4-l4", 3),
                        ("1. R .. T .. m4-l4 .. g2-g3", None),
                        ("1. R .. T .. h13-h12 .. m4-l4\n2. Kh1xQg1 .. Ka7xQa8", 4)]:
        text = f'[Variant "FFA"]\n\n{text}\n\n'
        write("stay.pgn4", text)
        found = replay("stay.pgn4")
        if plies is None:
            assert "error" in found and "unread" in found, (text, found)
            continue
        assert "error" not in found, (text, found)
        assert found["end"][0][0] == str(plies), (text, found)
        once = normalise(text.encode())[0]
        assert normalise(once)[0] == once, once
        # The letter may wait for the king's step, as we write it.
        words = [re.sub(r"\d+\.+|\s|\.\.|[RT]", "", part.split("\n\n")[1])
                 for part in (text, once.decode())]
        assert words[0] == words[1], words


def check_old():
    """Without StartFen4: the classic set-up before 2022, the modern one since."""
    for date, start in [("Wed Nov 28 2018 01:28:10 GMT+0000 (UTC)", "bK,bP,10,gP,gQ"),
                        ("2021.12.31", "bK,bP,10,gP,gQ"), ("2022.01.01", "bQ,bP,10,gP,gK"),
                        ("????.??.??", "bQ,bP,10,gP,gK"), ("", "bQ,bP,10,gP,gK"),
                        ("20181128", "bQ,bP,10,gP,gK"), ("1" * 3000, None)]:
        write("old.pgn4", f'[Variant "Teams"]\n[Date "{date}"]\n\n1. h2-h3\n')
        found = replay("old.pgn4")
        if start:
            assert found["start"][0][1].split("/")[6] == start, (date, found["start"])


def normalise(text):
    done = run(ROOKERY, "pgn", "--normalise", "-", input=text)
    return done.stdout, done.stderr


def check_normal():
    """Tags and what is between the moves stay; twice is the same as once."""
    for name in RECORDS:
        text = read(os.path.join(OWN, name + ".pgn4"))
        once, errors = normalise(text.encode())
        assert re.fullmatch(rb"1 game, 0 broken, \d+ moves?\n", errors), (name, errors)
        assert normalise(once)[0] == once, name
        assert re.findall(r"^\[.*\]$", text, re.M) == re.findall(r"^\[.*\]$", once.decode(), re.M)
        words = [re.sub(r"\d+\.+|\s|\.\.", "", part.split("\n\n")[1])
                 for part in (text, once.decode())]
        assert words[0] == words[1], (name, words)
    # A line for each rank, corners as crosses, and what only others know.
    fen = tags(read(os.path.join(OWN, "walking.pgn4")))["StartFen4"]
    wide = fen.replace("4,yK,9", "x,x,x,1,yK,6,x,x,x").replace("/", "/\n") \
        .replace("-0-4", "-0-{'lives':(3,3,3,3)}-4").replace("-0-x", "-0-{'pawns':'a-b'}-\nx")
    text = read(os.path.join(OWN, "walking.pgn4")).replace(fen, wide)
    once = normalise(text.encode())[0].decode()
    assert wide.replace("\n", "") in once and "{'pawns':'a-b'}" in once, once
    write("wide.pgn4", text)
    assert replay("wide.pgn4")["end"][0][1] == RECORDS["walking"][2]


def check_random():
    for number, rules in enumerate(("ffa", "still", "last", "teams")):
        count = 25 if QUICK else 400
        done = run(DUMP, "random", str(number + 1), str(count), rules)
        assert done.returncode == 0, done.stderr[-3000:]
        again, errors = normalise(done.stdout)
        assert again == done.stdout, "the normaliser changes what we write"
        games = re.match(rb"(\d+) games?, 0 broken", errors)
        assert games and int(games[1]) == count, errors
    print(f"{4 * count} games")


def check(text, options=()):
    """Feeds a text to the program; it may complain, but has to live."""
    done = run(ROOKERY, "pgn", *options, "-", input=text)
    assert done.returncode in (0, 1), f"{done.returncode} for {text[:200]}"
    summary = done.stderr if options else done.stdout
    found = re.search(rb"(\d+) games?, (\d+) broken, (\d+) moves?\n$", summary)
    games, broken, moves = map(int, found.groups())
    errors = [line for line in done.stderr.splitlines() if line.startswith(b"-:")]
    assert len(errors) == broken, done.stderr[-2000:]
    for error in errors:
        assert re.fullmatch(rb"-:\d+:\d+: game \d+: [ -~]+", error), error
    return games, broken, moves


def check_bad():
    rand = random.Random(5)
    texts = [read(os.path.join(OWN, name + ".pgn4")).encode()
             for name in ("comments", "walking", "flag-still")]
    for text in texts[:1] if QUICK else texts:
        for cut in range(len(text)):
            assert check(text[:cut])[1] <= 1, text[:cut]
    good = b"\n".join(texts)
    for _ in range(40 if QUICK else 600):
        spoilt = bytearray(good)
        for _ in range(rand.randrange(1, 12)):
            spoilt[rand.randrange(len(spoilt))] = rand.randrange(256)
        check(bytes(spoilt), ("--normalise",))
    head = b'[Variant "FFA"]\n'
    check(head + rand.randbytes(1 << 20))
    last = b'\n\n[Variant "Teams"]\n1. h2-h3 .. b8-c8\n'
    for text, broken in [
            (head + b"h2-h3 " * (1 << 18), 1),
            (head + b"R." * (1 << 18), 1),
            (head + b"S", 1),
            (head + b"." * (1 << 20) + b"h2-h3", 0),
            (head + b"h2-h3 " + b"(" * (1 << 18), 1),
            (head + b"h2-h3 (g2-g3 " * 100, 1),
            (head + b"R" * (1 << 20), 0),
            (head + b"[StartFen4 \"" + b"14/\n" * (1 << 20) + b"\n1. h2-h3", 1),
            (head + b"[StartFen4 \"" + b"-" * (5 << 20) + b"\"]\nh2-h3", 1),
            (head + b"{[%resigned Red]} {[%resigned Red]}", 1)]:
        assert check(text + last)[:2] == (2, broken), text[:60]


def check_errors():
    text = ('[Variant "FFA"]\n1. h2-h3 .. b8-c9 .. h13-h12\n\n'
            '[Variant "FFA"]\n[StartFen4 "2PC"]\n1. h2-h3\n\n'
            '[Variant "FFA"]\n1. h2-h3 .. # .. b8-c8\n\n'
            '[Variant "Teams"]\n1. h2-h3 .. R\n2. h3-h4\n\n'
            '[Variant "FFA"]\n1. h2-h3 .. b7-c7 {[%resigned Red]}\n'
            '.. h13-h12 .. m5-l5 .. R\n\n'
            '[Variant "FFA"]\n[StartFen4 "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-15"]\n*\n')
    write("bad.pgn4", text)
    done = run(ROOKERY, "pgn", "bad.pgn4")
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 1 and len(lines) == 6, lines
    for line, wanted in zip(lines, [
            "bad.pgn4:2:13: game 1: no piece can move like that: b8-c9",
            "bad.pgn4:5:13: game 2: StartFen4: expected ",
            "bad.pgn4:9:13: game 3: nobody is mated or stalemated here: #",
            "bad.pgn4:13:4: game 4: the game has ended before this: h3-h4",
            "bad.pgn4:17:24: game 5: this player has left the game before: R",
            "bad.pgn4:20:49: game 6: StartFen4: expected "]):
        assert line.startswith(wanted), (line, wanted)


def console(*lines):
    env = dict(os.environ, HOME=os.getcwd(), XDG_STATE_HOME=os.getcwd())
    done = run(ROOKERY, "--plain", input="".join(line + "\n" for line in lines).encode(), env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def check_console():
    """load, save and pgn: the game goes through the console and comes back."""
    for name in RECORDS:
        file = os.path.join(OWN, name + ".pgn4")
        found = replay(file)
        console(f"load {file}", "save out.pgn4", "quit")
        again = replay("out.pgn4")
        assert again["end"] == found["end"], (name, again["end"])
        assert again["start"] == found["start"], name
        os.remove("out.pgn4")
    shown = console("load bad.pgn4", f"load {OWN}/walking.pgn4", "pgn", "quit")
    assert "Not loaded: line 2, column 13: no piece can move like that." in shown, shown
    assert "4. Rb9xd9\n" in shown and "Ka10-a11R" in shown, shown


def main():
    group = Group()
    with scratch():
        group.run("real games", check_real)
        group.run("real games to the last point", check_points)
        group.run("awards in the termination", check_awards)
        group.run("kings that walk a round later", check_staying)
        group.run("old records", check_old)
        group.run("our own records", check_own)
        group.run("what is kept", check_normal)
        group.run("random games, written and read again", check_random)
        group.run("bad input", check_bad)
        group.run("errors and their places", check_errors)
        group.run("the console", check_console)
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
