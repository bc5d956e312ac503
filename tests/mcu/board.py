# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A board with the firmware on it, as a test sees it: a serial line, buttons,
LEDs, memory and a reset, whoever emulates it.

Board is what all have in common. Qemu is QEMU's microbit, the only machine of
ours that it knows. The others, and that one too, are in chip.py; open_board()
picks. Seconds are the board's own, which may be shorter than ours, but for
QEMU in real time.

Whatever a test is about, two things are looked at in each: the firmware never
says that there was a fault, and its stack has kept below what was proven
(STACK has the most that was seen).
"""
import ctypes
import fcntl
import functools
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

PATIENCE = 60  # seconds for any answer, unless a test knows better
STUCK = 300    # seconds of ours without one
READY = rb"Ready\.\r?\n"
# What terminal is this? A pawn, then the far corner, and the cursor each time.
QUESTION = b"\x1b7\r\xe2\x99\x9f\xef\xb8\x8e\x1b[6n\x1b[999;999H\x1b[6n\x1b8\r\x1b[K"
PAINT = b"\xa5"
BYTE = 10 / 115200  # seconds
CHUNK = 32          # bytes that wait in QEMU
PR_SET_PDEATHSIG = 1

# From the boards' schematics: button 1 and 2, and LEDs.
BUTTONS = {"microbit1": (17, 26), "microbit2": (14, 23), "nrf52840dk": (11, 12),
           "nrf5340dk": (23, 24)}
QEMUS = "microbit1", "netduinoplus2"  # the boards that QEMU knows
NAMES = {"microbit1": "micro:bit v1", "microbit2": "micro:bit v2",
         "nrf52840dk": "nRF52840 DK", "nrf5340dk": "nRF5340 DK",
         "netduinoplus2": "Netduino Plus 2"}
STACK = {}  # board: (most bytes used, bytes proven)


class BoardError(AssertionError):
    pass


LIBC = ctypes.CDLL(None)


def end_with(parent):
    """In a new process: it ends when this parent of it does, however that is."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def image(name):
    """Where make firmware has put the image of a board."""
    folder = os.environ.get("RK_FIRMWARE", os.path.join(ROOT, "build/mcu"))
    path = os.path.join(folder, name, "rookery.elf")
    if not os.path.exists(path):
        raise BoardError(f"{path} is not there; make firmware")
    return path


@functools.lru_cache
def symbols(path):
    text = subprocess.run(["arm-none-eabi-nm", path], check=True, capture_output=True,
                          text=True).stdout
    return {words[2]: int(words[0], 16) for words in map(str.split, text.splitlines())
            if len(words) == 3}


def show(text):
    return bytes(text).decode("latin-1").encode("unicode_escape").decode()


class Board:
    """The line, by bytes and by lines. What comes is kept in self.seen until
    somebody has expected it.
    """
    flash_end = 0
    stalls = False  # a page being erased stops the processor, and bytes get lost

    def __init__(self, name):
        self.name = name
        self.symbols = symbols(image(name))
        self.seen = bytearray()
        self.last = b""

    # How late a byte may come, in the board's own seconds.
    late = 0

    # What an emulator does.

    def clock(self):
        """Seconds."""
        raise NotImplementedError

    def pump(self, seconds):
        """Waits that long, or until bytes come, and returns them."""
        raise NotImplementedError

    def send(self, data):
        raise NotImplementedError

    def flood(self, data):
        """Sends as fast as can be."""
        self.send(data)

    def pin(self, number, level):
        """Drives a pin from outside; None lets go of it."""
        raise NotImplementedError

    def reset(self):
        """As the reset button does: RAM and flash stay as they are."""
        raise NotImplementedError

    def read(self, address, size):
        raise NotImplementedError

    def stop(self):
        raise NotImplementedError

    def blank(self):
        """Erases the part of the flash where games are, then as reset()."""
        raise NotImplementedError

    # What follows from it.

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if not kind:
                self.check_stack()
        finally:
            self.stop()

    def save_area(self):
        start = self.symbols["mcu_save_area"]
        return start, self.flash_end - start

    def check_stack(self):
        """How deep it has been since the last reset, by the paint."""
        low, high = self.symbols["mcu_stack_low"], self.symbols["mcu_stack_high"]
        clean = self.read(low, high - low)
        used = len(clean.lstrip(PAINT))
        most = STACK.get(self.name, (0, 0))[0]
        STACK[self.name] = max(most, used), high - low
        if used >= high - low:
            raise BoardError(f"the stack is used up, all {used} bytes of it")

    def hear(self, seconds):
        """Waits that long, or until something comes."""
        more = self.pump(seconds)
        if more:
            self.seen += more
            self.last = (self.last + more)[-1000:]
            if b"\nFault." in self.last:
                raise BoardError(f"a fault, after {show(self.last)}")
        return more

    def listen(self, seconds):
        """Everything that comes in this time."""
        self.wait(seconds)
        text, self.seen = bytes(self.seen), bytearray()
        return text

    def quiet_until(self, seconds, patience=PATIENCE):
        """Waits until nothing has come for some seconds."""
        end = self.clock() + patience
        last = self.clock()
        while self.clock() < last + seconds:
            if self.clock() > end:
                raise BoardError(f"not quiet: {show(self.seen[-200:])}")
            if self.hear(last + seconds - self.clock()):
                last = self.clock()

    def quiet(self, seconds=0.3, patience=PATIENCE):
        """Everything that comes until nothing has come for some seconds."""
        self.quiet_until(seconds, patience)
        text, self.seen = bytes(self.seen), bytearray()
        return text

    def expect(self, pattern, seconds=PATIENCE):
        """What comes up to the end of the first match."""
        end = self.clock() + seconds
        started = time.monotonic()
        while True:
            match = re.search(pattern, self.seen)
            if match:
                text = bytes(self.seen[:match.end()])
                del self.seen[:match.end()]
                return text
            if self.clock() >= end or time.monotonic() > started + STUCK:
                raise BoardError(f"no {show(pattern)} in {seconds} s, but "
                                 f"{show(self.seen[-2000:])}")
            self.hear(min(1, end - self.clock()))

    def ask(self, line, pattern, seconds=PATIENCE):
        """Sends a line and waits for what matches."""
        if isinstance(line, str):
            line = line.encode()
        self.send(line + b"\n")
        return self.expect(pattern, seconds)

    def boot(self):
        """From the reset to the first line that can be typed, in plain text:
        nobody answers the question what terminal this is."""
        return self.expect(READY)

    def press(self, number, seconds=0.1):
        """A button, low while it is held."""
        self.pin(number, 0)
        self.wait(seconds)
        self.pin(number, 1)

    def wait(self, seconds):
        end = self.clock() + seconds
        while self.clock() < end:
            self.hear(end - self.clock())


class Qemu(Board):
    """QEMU's microbit. One line for the console, one for pins and memory
    (qtest), one for the reset (QMP).

    Time is that of the instructions, 16 million a second, as fast as it goes;
    `real`: with the clock on the wall. `flash`: what was kept there (keep()),
    else it is erased; `virgin`: as QEMU has it, which is all zeros.
    """
    GPIO_OUT, GPIO_DIR = 0x50000504, 0x50000514
    # Its time flies while the thread that brings bytes waits for a processor.
    late = 5
    CAPTURE, CAPTURED = 0x4000804c, 0x4000854c  # TIMER0, which counts microseconds
    CONFIG, ERASE = 0x4001e504, 0x4001e508
    READ, WRITE, CLEAR = 0, 1, 2
    PAGE = 0x400
    flash_end = 0x40000
    MACHINE, SHIFT = "microbit", 6
    LINES_BEFORE = 0  # serial lines of the machine that are not ours

    def __init__(self, name, real=False, flash=None, virgin=False):
        super().__init__(name)
        self.real = real
        self.passed, self.counter = 0, 0
        self.early = bytearray()  # what came while QEMU was asked for something else
        self.folder = tempfile.mkdtemp(prefix="rookery-nrf-")
        self.process = None
        listeners = {name: self.listener(name) for name in ("pins", "control")}
        path = {name: os.path.join(self.folder, name) for name in (*listeners, "line")}
        # Pipes hold 64 KB. A socket holds some 300 bytes that come one by one; past that
        # the board waits, and drops bytes, whenever the reader is slow.
        for end in ".in", ".out":
            os.mkfifo(path["line"] + end)
        self.line = self.typed = -1
        self.log = open(os.path.join(self.folder, "log"), "wb")
        self.process = subprocess.Popen(
            ["qemu-system-arm", "-M", self.MACHINE, "-display", "none", "-monitor", "none",
             "-accel", "tcg", "-qtest", f"unix:{path['pins']}", "-qtest-log", os.devnull,
             "-chardev", f"pipe,id=line,path={path['line']}",
             *["-serial", "null"] * self.LINES_BEFORE, "-serial", "chardev:line",
             "-chardev", f"socket,id=control,path={path['control']}",
             "-mon", "chardev=control,mode=control",
             *([] if real else ["-icount", f"shift={self.SHIFT},sleep=off"]),
             "-S", "-kernel", image(name)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            preexec_fn=functools.partial(end_with, os.getpid()))
        try:
            self.pins, self.control = (
                self.accept(listeners[name]) for name in ("pins", "control"))
            self.line = os.open(path["line"] + ".out", os.O_RDONLY | os.O_NONBLOCK)
            self.typed = os.open(path["line"] + ".in", os.O_WRONLY | os.O_NONBLOCK)
            self.inbox = {self.pins: b"", self.control: b""}
            self.answer(self.control)
            self.order({"execute": "qmp_capabilities"})
            if not virgin:
                self.erase()
            if flash is not None:
                self.load(flash)
            self.order({"execute": "cont"})
        except BaseException:
            self.stop()
            raise
        finally:
            for listener in listeners.values():
                listener.close()

    def listener(self, name):
        sock = socket.socket(socket.AF_UNIX)
        sock.bind(os.path.join(self.folder, name))
        sock.listen(1)
        return sock

    def accept(self, listener):
        listener.settimeout(PATIENCE)
        sock = listener.accept()[0]
        sock.settimeout(PATIENCE)
        return sock

    def answer(self, sock):
        """The next line of it. QEMU may first have to be rid of bytes of the board."""
        while b"\n" not in self.inbox[sock]:
            ready = select.select([sock, self.line], [], [], PATIENCE)[0]
            if self.line in ready:
                self.early += self.receive()
            if sock not in ready and ready:
                continue
            more = sock.recv(65536)
            if not more:
                raise BoardError(f"QEMU has gone: {self.complaint()}")
            self.inbox[sock] += more
        line, _, self.inbox[sock] = self.inbox[sock].partition(b"\n")
        return line

    def complaint(self):
        with open(os.path.join(self.folder, "log"), "rb") as file:
            return show(file.read()[-500:])

    def order(self, words):
        self.control.sendall(json.dumps(words).encode() + b"\n")
        while True:
            answer = json.loads(self.answer(self.control))
            if "error" in answer:
                raise BoardError(f"{words}: {answer}")
            if "return" in answer:
                return answer["return"]

    def qtest(self, words):
        self.pins.sendall(words.encode() + b"\n")
        while True:
            answer = self.answer(self.pins).decode()
            if not answer.startswith("IRQ"):
                break
        if not answer.startswith("OK"):
            raise BoardError(f"{words}: {answer}")
        return answer[3:]

    def clock(self):
        if self.real:
            return time.monotonic()
        counter = self.microseconds()
        # After a reset it begins anew.
        self.passed += counter - self.counter if counter >= self.counter else counter
        self.counter = counter
        return self.passed / 1e6

    def microseconds(self):
        self.qtest(f"writel {self.CAPTURE:#x} 1")
        return self.word(self.CAPTURED)

    def pump(self, seconds):
        if self.early:
            data, self.early = bytes(self.early), bytearray()
            return data
        # How long it is for us is not known, but shorter.
        seconds = max(0, seconds) if self.real else min(0.002, max(0, seconds / 30))
        if not select.select([self.line], [], [], seconds)[0]:
            return b""
        return self.receive()

    def receive(self):
        data = os.read(self.line, 65536)
        if not data:
            raise BoardError(f"the line is closed: {self.complaint()}")
        return data

    def send(self, data):
        """At the speed of the line, also where QEMU is slow to take what was sent."""
        for i in range(0, len(data), CHUNK):
            self.flood(data[i:i + CHUNK])
            if len(data) > CHUNK:
                end = time.monotonic() + PATIENCE
                while self.is_waiting() and time.monotonic() < end:
                    self.hear(0)
                self.wait(CHUNK * BYTE)

    def is_waiting(self):
        """Bytes that were sent and not taken yet."""
        return any(fcntl.ioctl(self.typed, termios.FIONREAD, bytes(4)))

    def flood(self, data):
        """As fast as it goes, which is faster than any line. Who does that must
        also read, or both wait for ever."""
        data = memoryview(data)
        end = time.monotonic() + PATIENCE
        while data:
            reads, writes, _ = select.select([self.line], [self.typed], [], 1)
            if reads:
                self.hear(0)
            if writes:
                done = os.write(self.typed, data[:4096])
                data = data[done:]
                end = time.monotonic() + PATIENCE
            elif time.monotonic() > end:
                raise BoardError(f"the board takes no more; {len(data)} bytes left")

    def pin(self, number, level):
        self.qtest(f"set_irq_in /machine/nrf51 unnamed-gpio-in {number} "
                   f"{1 if level is None else level}")

    def word(self, address):
        return int(self.qtest(f"readl {address:#x}"), 16)

    def read(self, address, size):
        return bytes.fromhex(self.qtest(f"read {address:#x} {size:#x}")[2:])

    def outputs(self):
        """Levels of all pins that are outputs, and which are."""
        return self.word(self.GPIO_OUT), self.word(self.GPIO_DIR)

    def states(self, seconds):
        """States of the outputs in this time, one after another, as many as
        could be seen."""
        end = self.clock() + seconds
        states = []
        while self.clock() < end:
            states += [self.outputs() for _ in range(10)]
        self.hear(0)
        return states

    def keep(self):
        """What is in flash where games are."""
        return self.read(*self.save_area())

    def fill(self, start, size, byte):
        self.qtest(f"memset {start:#x} {size:#x} {byte:#x}")

    def load(self, flash):
        start, size = self.save_area()
        self.qtest(f"writel {self.CONFIG:#x} {self.WRITE}")
        self.qtest(f"write {start:#x} {size:#x} 0x{flash.hex()}")
        self.qtest(f"writel {self.CONFIG:#x} {self.READ}")

    def erase(self):
        start, size = self.save_area()
        self.qtest(f"writel {self.CONFIG:#x} {self.CLEAR}")
        for page in range(start, start + size, self.PAGE):
            self.qtest(f"writel {self.ERASE:#x} {page:#x}")
        self.qtest(f"writel {self.CONFIG:#x} {self.READ}")

    def reset(self, erase=False):
        self.order({"execute": "stop"})
        while self.pump(0):
            pass
        self.seen = bytearray()
        self.check_stack()
        if erase:
            self.erase()
        self.order({"execute": "system_reset"})
        self.counter = 0
        self.order({"execute": "cont"})

    def blank(self):
        self.reset(erase=True)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in self.line, self.typed:
            if end >= 0:
                os.close(end)
        self.line = self.typed = -1
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Netduino(Qemu):
    """QEMU's netduinoplus2, an STM32F405. It has no pins, no watchdog, and a
    flash that cannot be written: games are in the last of the memory.
    """
    MACHINE, SHIFT, LINES_BEFORE = "netduinoplus2", 5, 5
    TICK = 2000

    def save_area(self):
        start = 0x20000000 + self.symbols["mcu_ram_limit"]
        return start, 0x20020000 - start

    def microseconds(self):
        return self.word(self.symbols["ticks"]) * self.TICK

    def load(self, flash):
        start, size = self.save_area()
        self.qtest(f"write {start:#x} {size:#x} 0x{flash.hex()}")

    def erase(self):
        self.fill(*self.save_area(), 255)


def open_board(name, emulator=None, **options):
    """A board from its reset. The micro:bit v1 is QEMU's unless asked."""
    if name == "netduinoplus2":
        return Netduino(name, **options)
    if name == "microbit1" and emulator != "unicorn":
        return Qemu(name, **options)
    from chip import Chip
    return Chip(name, **options)
