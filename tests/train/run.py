#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Training in small, on the CPU: tests/train/run.py SELFPLAY POSITIONS

From games that are played here a network of 32 units learns, within seconds, to
predict games that it has not seen; its file says in integers what it says in
floating point; an interrupted training goes on; a teacher labels positions.
"""
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "..", "..", "tools")
sys.path[:0] = [os.path.join(HERE, ".."), TOOLS]
from group import Group  # noqa: E402
import network  # noqa: E402

SELFPLAY, POSITIONS = map(os.path.abspath, sys.argv[1:3])
# Debian's: this one has PyTorch.
TRAIN = ["/usr/bin/python3", os.path.join(TOOLS, "train.py")]
SMALL = ["--width", "32", "--batch", "512", "--rate", "5e-3", "--scale", "200",
         "--result", "0.1", "--program", POSITIONS, "--filter", "hold 10", "--device", "cpu"]


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)


def train(folder, *words):
    result = run(*TRAIN, folder, *SMALL, *words, "games.rk")
    assert result.returncode == 0, result.stderr
    return result.stdout


def number(pattern, text):
    return [float(found) for found in re.findall(pattern, text)]


def test_games():
    result = run(SELFPLAY, "games.rk", "games", "600", "nodes", "50", "seed", "3")
    assert result.returncode == 0, result.stderr


def test_learns():
    """Far better than a constant on games it has not seen, and as integers."""
    text = train("one", "--epochs", "15")
    constant, = number(r"a constant has ([0-9.]+)", text)
    error = number(r"target ([0-9.]+)", text)[-1]
    assert error < 0.4 * constant, text
    most, mean, apart = re.search(r"integers differ by ([0-9.]+) at most, ([0-9.]+) on "
                                  r"average.* by (\d+)$", text, re.M).groups()
    # Two divisions that truncate, and the rest of rounding.
    assert float(most) < 5 and float(mean) < 1.5 and apart == "0", text


def test_knows_material():
    """Whoever has more is ahead, and colours make no difference."""
    net = network.read("one/net.rknet")
    chance = random.Random(1)
    board = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w"
    men, _ = network.men_of(board)
    for kind in (4, 3, 1):
        lost = chance.choice([man for man in men if man[:2] == (1, kind)])
        fewer = [man for man in men if man != lost]
        assert net.evaluate(fewer, 0) > net.evaluate(men, 0) + 30, kind
        assert net.evaluate(fewer, 1) < net.evaluate(men, 1) - 30, kind
        turned = [(1 - colour, what, at ^ 56) for colour, what, at in fewer]
        assert net.evaluate(turned, 1) == net.evaluate(fewer, 0)
    assert "games of Rookery" in net.text


def test_several():
    """Two networks in one call; king buckets; the same call, the same file."""
    words = ("--epochs", "1", "--net", "a:kings=4,outputs=1", "--net", "b:power=2,result-last=1")
    train("two", *words)
    train("again", *words)
    for name in ("a", "b"):
        with open(f"two/{name}.rknet", "rb") as one, open(f"again/{name}.rknet", "rb") as two:
            assert one.read() == two.read(), name
    net = network.read("two/a.rknet")
    assert (net.kings, net.outputs) == (4, 1) and max(net.bucket) == 3


def test_goes_on():
    """Killed at any time, it goes on from the last checkpoint."""
    words = [*TRAIN, "broken", *SMALL, "--epochs", "400", "--seconds", "8", "--every", "1",
             "--save", "1", "games.rk"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        limit = time.monotonic() + 60
        while not os.path.exists("broken/net.pt") and time.monotonic() < limit:
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
    assert not os.path.exists("broken/net.rknet")
    result = run(*words)
    assert result.returncode == 0, result.stderr
    assert number(r"goes on after ([0-9.]+)", result.stdout)[0] >= 0
    network.read("broken/net.rknet")
    other = run(*words[:-1], "--seed", "2", "games.rk")
    assert other.returncode == 1 and "another call" in other.stderr, other.stderr


def test_attacks():
    """What a teacher is shown."""
    result = run("/usr/bin/python3", os.path.join(HERE, "attacks.py"))
    assert result.returncode == 0, result.stderr


def test_teacher():
    """It learns too, and labels what it is given."""
    text = train("taught", "--epochs", "3", "--teach-seconds", "8", "--teacher-size", "8x1",
                 "--teacher-batch", "128", "--further", "1", "--every", "4")
    constant, = number(r"a constant has ([0-9.]+)", text)
    error = number(r"teacher: .* target ([0-9.]+)", text)[-1]
    assert error < 0.9 * constant, text
    labelled = re.findall(r"labelled (\d+) of (\d+)", text)
    assert len(labelled) == 2 and all(done == of != "0" for done, of in labelled), text


def test_refused():
    """One line that says what is wrong."""
    with open("odd.rec", "wb") as file:
        file.write(bytes(33))
    for words in (("/no/such/file",), ("odd.rec",),
                  ("--epochs", "1", "--batch", "1000000", "games.rk"),
                  ("--filter", "hold 0", "games.rk"), ("--filter", "hold x", "games.rk")):
        result = run(*TRAIN, "refused", *SMALL, *words)
        assert result.returncode == 1 and "Traceback" not in result.stderr, result.stderr
    for words in (("--net", "a:no=1", "games.rk"), ("--kings", "3", "games.rk"),
                  ("--width", "33", "games.rk"), ("--outputs", "17", "games.rk"), ()):
        assert run(*TRAIN, "refused", *SMALL, *words).returncode == 2
    assert not any(name.endswith(".rknet") for name in os.listdir("refused"))


def main():
    tests = Group(smallest=2)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tests.run_tests(globals(), sys.argv[3:])
        os.chdir("/")
    return tests.close()


if __name__ == "__main__":
    sys.exit(main())
