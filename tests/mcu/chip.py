# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The chips that QEMU does not know, and the one that it knows: a model around
unicorn's Cortex-M of what the firmware uses of nRF51, nRF52 and nRF53.

Time is the number of instructions, one a cycle. The processor runs in slices
that end where something is due in a peripheral, and after 400 microseconds
at the latest; while it runs time stands still, and interrupts are taken
between slices. Sleeping, and asking in a loop for an event, take no time of
ours. So a run can be repeated to the instruction.

The model is stricter than QEMU's: bytes come and go at the speed of the line,
a receiver that is not emptied loses some, flash can only be cleared, takes its
time and can be torn by a power cut. What a chip forbids (a word written three
times, a register that is none) ends the run with a ChipError.
"""
import random
import struct

import unicorn
from unicorn import arm_const as arm

from board import BYTE, Board, BoardError, image

FOREVER = 1 << 62
SLICE = 4e-4
FIFO = 6            # bytes of the UART
WORD_TIME = 46e-6   # seconds to write a word of flash
PAGE_TIME = 22e-3   # and to erase a page
WORD_WRITES = 2     # of a word of flash, between two erases
POLLS = 16          # in a row are waiting
AWAKE = 100         # cycles until it sleeps again
WAIT_FOR_INTERRUPT = b"\x30\xbf"

EVENT_FIRST, EVENT_LAST = 0x100, 0x180
EXCEPTION_EXIT, SUPERVISOR, BREAKPOINT = 8, 2, 7
HARD_FAULT = 3
RETURN = 0xfffffff9  # to where no exception is being handled
FRAME = [arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3,
         arm.UC_ARM_REG_R12, arm.UC_ARM_REG_LR]


class ChipError(BoardError):
    pass


MODELS = {
    "microbit1": {
        "cpu": arm.UC_CPU_ARM_CORTEX_M0, "hertz": 16000000, "chip": 51,
        "flash": 0x40000, "page": 0x400, "ram": 0x4000},
    "microbit2": {
        "cpu": arm.UC_CPU_ARM_CORTEX_M4, "hertz": 64000000, "chip": 52,
        "flash": 0x80000, "page": 0x1000, "ram": 0x20000},
    "nrf52840dk": {
        "cpu": arm.UC_CPU_ARM_CORTEX_M4, "hertz": 64000000, "chip": 52,
        "flash": 0x100000, "page": 0x1000, "ram": 0x40000},
    "nrf5340dk": {
        "cpu": arm.UC_CPU_ARM_CORTEX_M33, "hertz": 128000000, "chip": 53,
        "flash": 0x100000, "page": 0x1000, "ram": 0x80000},
}


# FICR and UICR: a chip that is open for debuggers, and what is measured of it.
IDENTITY = {
    51: {},
    52: {0x1208: 0xffffff5a},
    53: {0x300: 0x50006f00, 0x304: 0x11111111, 0x308: 0x50006f04, 0x30c: 0x22222222,
         0x8000: 0x50fa50fa, 0x801c: 0x50fa50fa},
}
# What the program has to make of it: registers and their values.
OPENED = {
    51: {},
    52: {0x40000558: 0x5a},
    53: {0x50006f00: 0x11111111, 0x50006f04: 0x22222222,
         0x50006544: 0x50fa50fa, 0x5000654c: 0x50fa50fa},
}


class Peripheral:
    """Registers that hold what is written, until a subclass says more."""
    known = ()  # plain registers

    def __init__(self, chip, base, irq=None):
        self.chip = chip
        self.base = base
        self.irq = irq
        self.values = {}
        self.enabled = 0  # interrupts, by event

    def name(self, offset):
        return f"{type(self).__name__} {self.base + offset:#x}"

    def read(self, offset):
        if EVENT_FIRST <= offset < EVENT_LAST:
            value = self.values.get(offset, 0)
            if not value:
                self.chip.polled(self.base + offset)
            return value
        if offset in (0x300, 0x304, 0x308):
            return self.enabled
        return self.get(offset)

    def write(self, offset, value):
        self.chip.polls = 0
        if offset < EVENT_FIRST:
            self.do(offset, value)
        elif offset < EVENT_LAST:
            self.values[offset] = value
        elif offset == 0x300:
            self.enabled = value
        elif offset == 0x304:
            self.enabled |= value
        elif offset == 0x308:
            self.enabled &= ~value
        else:
            self.put(offset, value)

    def do(self, offset, value):
        if 0x80 <= offset:  # an nRF53's subscription
            self.values[offset] = value
        elif value:
            self.task(offset)

    def get(self, offset):
        if offset not in self.values and offset not in self.known:
            raise ChipError(f"{self.name(offset)} is read")
        return self.values.get(offset, 0)

    def put(self, offset, value):
        if offset not in self.known and not EVENT_LAST <= offset < 0x200:
            raise ChipError(f"{self.name(offset)} is written, {value:#x}")
        self.values[offset] = value

    def task(self, offset):
        raise ChipError(f"{self.name(offset)} is started")

    def happen(self, offset):
        """An event."""
        self.values[offset] = 1
        self.chip.follow(self, offset)

    def interrupting(self):
        return any(self.enabled >> (offset - EVENT_FIRST) // 4 & 1 and value
                   for offset, value in self.values.items()
                   if EVENT_FIRST <= offset < EVENT_LAST)

    def due(self):
        return FOREVER

    def tick(self, now):
        """Does what is due."""


class Clock(Peripheral):
    """And, in the same place, why the chip was reset."""
    known = (0x40c, 0x418, 0x558, 0x51c, 0x524, 0x554, 0x578)

    def get(self, offset):
        return self.chip.reason if offset == 0x400 else super().get(offset)

    def put(self, offset, value):
        if offset == 0x400:
            self.chip.reason &= ~value
        else:
            super().put(offset, value)

    def task(self, offset):
        if offset in (0x000, 0x008):
            self.happen(EVENT_FIRST if offset == 0 else 0x104)


class Plain(Peripheral):
    """Anything whose registers may be written, without effect here."""

    def get(self, offset):
        return self.values.get(offset, 0)

    def put(self, offset, value):
        self.values[offset] = value

    def task(self, offset):
        pass


class Watchdog(Peripheral):
    """Resets the chip when it was not fed in time."""
    known = (0x504, 0x508, 0x50c, 0x600)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.end = FOREVER

    def put(self, offset, value):
        if offset == 0x600:
            if value != 0x6e524635:
                raise ChipError(f"the watchdog is fed {value:#x}")
            if self.end < FOREVER:
                self.feed()
        elif self.end < FOREVER:
            raise ChipError("the watchdog runs, and its settings are locked")
        else:
            super().put(offset, value)

    def task(self, offset):
        if offset == 0 and self.end == FOREVER:
            self.feed()

    def feed(self):
        self.end = self.chip.now + (self.values[0x504] + 1) * self.chip.hertz // 32768
        self.chip.replan()

    def due(self):
        return self.end

    def tick(self, now):
        if now >= self.end:
            self.end = FOREVER
            self.chip.reason |= 1 << 1
            self.chip.wants_reset = True
            self.chip.cpu.emu_stop()


class Dice(Peripheral):
    """RNG: deterministic, by the seed of the chip."""
    known = (0x200, 0x504)

    def task(self, offset):
        if offset == 0:
            self.happen(EVENT_FIRST)

    def read(self, offset):
        if offset == 0x508:
            self.values[EVENT_FIRST] = 1
            return self.chip.dice.randrange(256)
        return super().read(offset)


class Timer(Peripheral):
    known = (0x200, 0x504, 0x508, 0x510, *range(0x540, 0x558, 4))
    WIDTHS = (16, 8, 24, 32)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.running = False
        self.value = 0    # at self.since
        self.since = 0
        self.alarms = {}  # channel: cycle

    def step(self):
        """Cycles of the processor for a tick."""
        return (self.chip.hertz // 16000000) << self.values.get(0x510, 4)

    def mask(self):
        return (1 << self.WIDTHS[self.values.get(0x508, 0) & 3]) - 1

    def counting(self):
        return self.values.get(0x504, 0) != 0

    def count(self):
        value = self.value
        if self.running and not self.counting():
            value += (self.chip.now - self.since) // self.step()
        return value & self.mask()

    def settle(self):
        """Takes the time so far into the value, to the tick."""
        if self.running and not self.counting():
            ticks = (self.chip.now - self.since) // self.step()
            self.value = (self.value + ticks) & self.mask()
            self.since += ticks * self.step()

    def plan(self):
        self.alarms = {}
        if not self.running or self.counting():
            return
        for channel in range(6):
            if 0x540 + 4 * channel not in self.values:
                continue
            ahead = (self.values[0x540 + 4 * channel] - self.value) & self.mask()
            self.alarms[channel] = self.since + (ahead or self.mask() + 1) * self.step()
        self.chip.replan()

    def match(self, channel):
        self.happen(0x140 + 4 * channel)
        shorts = self.values.get(0x200, 0)
        if shorts >> channel & 1:
            self.value, self.since = 0, self.chip.now
            self.plan()
        if shorts >> (8 + channel) & 1:
            self.task(0x004)

    def task(self, offset):
        self.settle()
        if offset == 0x000:
            if not self.running:
                self.running, self.since = True, self.chip.now
        elif offset in (0x004, 0x010):
            self.running = False
            if offset == 0x010:
                self.value = 0
        elif offset == 0x008:
            if self.running and self.counting():
                self.value = (self.value + 1) & self.mask()
                for channel in range(6):
                    if self.values.get(0x540 + 4 * channel) == self.value:
                        self.match(channel)
        elif offset == 0x00c:
            self.value, self.since = 0, self.chip.now
        elif 0x040 <= offset < 0x058:
            self.values[0x500 + offset] = self.count()
            return
        else:
            super().task(offset)
        self.plan()

    def put(self, offset, value):
        self.settle()
        super().put(offset, value)
        self.plan()

    def due(self):
        return min(self.alarms.values(), default=FOREVER)

    def tick(self, now):
        for channel, cycle in sorted(self.alarms.items()):
            if cycle <= now:
                self.alarms[channel] = FOREVER
                self.match(channel)
        self.settle()
        self.plan()


class Serial(Peripheral):
    """UART (ENABLE is 4) and UARTE (8)."""
    known = (0x200, 0x480, 0x500, 0x508, 0x50c, 0x510, 0x514, 0x524, 0x534, 0x538,
             0x53c, 0x544, 0x548, 0x54c, 0x56c)
    RX, TX, RX_END, TX_END, ERROR = 0x108, 0x11c, 0x110, 0x120, 0x124

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.fifo = bytearray()
        self.incoming = bytearray()  # what the other side has sent
        self.next_in = FOREVER
        self.next_out = FOREVER
        self.out = None              # the byte on the line, or (address, left)
        self.receiving = self.sending = False
        self.place, self.room = 0, 0
        self.lost = 0
        self.byte = round(BYTE * self.chip.hertz)

    def dma(self):
        return self.values.get(0x500) == 8

    def arrive(self, data):
        if not self.incoming:
            self.next_in = max(self.chip.now + self.byte, 0)
        self.incoming += data
        self.chip.replan()

    def task(self, offset):
        if self.values.get(0x500) not in (4, 8):
            raise ChipError("the UART is started before it is enabled")
        rate = 0x01d60000 if self.dma() else 0x01d7e000
        if self.values.get(0x524) != rate:
            raise ChipError(f"baud rate {self.values.get(0x524)}")
        if offset == 0x000:
            self.receiving = True
            if self.dma():
                self.place, self.room = self.values.get(0x534, 0), self.values.get(0x538, 0)
                self.chip.check_ram(self.place, self.room)
                self.happen(0x14c)
        elif offset == 0x008:
            self.sending = True
            if self.dma():
                if self.out:
                    raise ChipError("UARTE sends while it sends")
                self.out = (self.values.get(0x544, 0), self.values.get(0x548, 0))
                self.chip.check_ram(*self.out)
                self.values[0x54c] = 0
                self.happen(0x150)
                self.next_out = self.chip.now + (self.byte if self.out[1] else 1)
                self.chip.replan()
        elif offset == 0x004:
            self.receiving = False
            self.happen(0x144)
        elif offset == 0x00c:
            self.sending, self.out, self.next_out = False, None, FOREVER
            self.happen(0x158)
        else:
            super().task(offset)

    def read(self, offset):
        if offset == 0x518:
            byte = self.fifo.pop(0) if self.fifo else 0
            if self.fifo:
                self.happen(self.RX)
            return byte
        return super().read(offset)

    def write(self, offset, value):
        if offset == 0x51c:
            if not self.sending:
                return
            if self.out is not None:
                raise ChipError("TXD is written while a byte is being sent")
            self.out = value & 255
            self.next_out = self.chip.now + self.byte
            self.chip.replan()
        elif offset == 0x480:
            self.values[0x480] = self.values.get(0x480, 0) & ~value
        else:
            super().write(offset, value)

    def overrun(self):
        self.lost += 1
        self.values[0x480] = self.values.get(0x480, 0) | 1
        self.happen(self.ERROR)

    def take(self, byte):
        if not self.receiving:
            self.lost += 1
        elif not self.dma():
            if len(self.fifo) >= FIFO:
                self.overrun()
                return
            self.fifo.append(byte)
            if len(self.fifo) == 1:
                self.happen(self.RX)
        elif not self.room:
            self.overrun()
        else:
            self.chip.cpu.mem_write(self.place, bytes([byte]))
            self.place += 1
            self.room -= 1
            self.happen(self.RX)
            if not self.room:
                self.values[0x53c] = self.values.get(0x538, 0)
                self.happen(self.RX_END)
                if self.values.get(0x200, 0) >> 5 & 1:
                    self.task(0x000)

    def send(self, now):
        if not self.dma():
            self.chip.output.append(self.out)
            self.out, self.next_out = None, FOREVER
            self.happen(self.TX)
            return
        address, left = self.out
        if left:
            self.chip.output += self.chip.cpu.mem_read(address, 1)
            self.values[0x54c] = self.values.get(0x54c, 0) + 1
            self.happen(self.TX)
            left -= 1
        self.out = address + 1, left
        self.next_out = now + self.byte
        if not left:
            self.out, self.next_out = None, FOREVER
            self.happen(self.TX_END)

    def due(self):
        return min(self.next_in, self.next_out)

    def tick(self, now):
        if self.next_out <= now:
            self.send(now)
        while self.next_in <= now:
            self.take(self.incoming.pop(0))
            self.next_in = self.next_in + self.byte if self.incoming else FOREVER


class Pins(Peripheral):
    """A port of GPIO. The offsets are those of the nRF53; the others have the
    same registers 0x500 higher."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.out = self.direction = 0
        self.outside = {}
        self.config = [2] * 32
        self.seen = None

    def levels(self):
        if self.seen is None:
            self.seen = sum(self.level(pin) << pin for pin in range(32))
        return self.seen

    def drive(self, pin, level):
        """From outside; None lets go of it."""
        self.outside[pin] = level
        self.seen = None

    def level(self, pin):
        if self.config[pin] & 2:
            return 0  # the input is not connected
        if self.outside.get(pin) is not None:
            return self.outside[pin]
        return 1 if self.config[pin] >> 2 & 3 == 3 else 0

    def read(self, offset):
        if offset in (0x04, 0x08, 0x0c):
            return self.out
        if offset == 0x10:
            return self.levels()
        if offset in (0x14, 0x18, 0x1c):
            return self.direction
        if 0x200 <= offset < 0x280:
            return self.config[(offset - 0x200) // 4]
        raise ChipError(f"{self.name(offset)} is read")

    def write(self, offset, value):
        if 0x200 <= offset < 0x280:
            pin = (offset - 0x200) // 4
            self.config[pin] = value
            self.seen = None
            self.direction = self.direction & ~(1 << pin) | (value & 1) << pin
        elif offset in (0x04, 0x08, 0x0c):
            self.out = {0x04: value, 0x08: self.out | value, 0x0c: self.out & ~value}[offset]
        elif offset in (0x14, 0x18, 0x1c):
            self.direction = {0x14: value, 0x18: self.direction | value,
                              0x1c: self.direction & ~value}[offset]
            for pin in range(32):
                self.config[pin] = self.config[pin] & ~1 | self.direction >> pin & 1
        elif offset in (0x28, 0x2c, 0x30):
            pass
        else:
            raise ChipError(f"{self.name(offset)} is written, {value:#x}")
        self.chip.shown()


class Flash(Peripheral):
    """NVMC, and what becomes of a word that is written."""
    known = (0x504, 0x508, 0x540, 0x584)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.writes = {}  # how often a word has been written since its erase
        self.erases = {}  # how often a page has been erased

    def get(self, offset):
        return 1 if offset in (0x400, 0x408) else super().get(offset)

    def put(self, offset, value):
        super().put(offset, value)
        if offset == 0x508:
            self.erase(value)

    def erase(self, address):
        chip = self.chip
        if self.values.get(0x504) != 2 or address % chip.page or \
                not chip.image_end <= address < chip.flash:
            raise ChipError(f"page {address:#x} is erased, config {self.values.get(0x504)}")
        torn = chip.busy(PAGE_TIME)
        page = bytearray(b"\xff" * chip.page)
        if torn is not None:
            # Some bits have become ones, some not; some cannot make up their mind.
            old = chip.cpu.mem_read(address, chip.page)
            for i, byte in enumerate(old):
                page[i] = byte | (chip.dice.randrange(256) if chip.dice.random() > torn else 255)
        chip.cpu.mem_write(address, bytes(page))
        self.erases[address] = self.erases.get(address, 0) + 1
        for word in range(address, address + chip.page, 4):
            self.writes.pop(word, None)
        if torn is not None:
            chip.die()

    def program(self, address, size, value):
        chip = self.chip
        config = self.values.get(0x504, 0)
        if chip.kind == 53 and config == 2 and value == 0xffffffff:
            self.erase(address)
            return
        if config != 1 or size != 4 or address % 4 or address < chip.image_end:
            raise ChipError(f"flash {address:#x} is written, {size} bytes, config {config}")
        value &= 0xffffffff
        old, = struct.unpack("<I", chip.cpu.mem_read(address, 4))
        self.writes[address] = self.writes.get(address, 0) + 1
        if self.writes[address] > WORD_WRITES:
            raise ChipError(f"flash {address:#x} is written {self.writes[address]} times")
        torn = chip.busy(WORD_TIME)
        if torn is not None:
            value |= chip.dice.getrandbits(32)
        chip.cpu.mem_write(address, struct.pack("<I", old & value))
        if torn is not None:
            chip.die()


class Routes(Peripheral):
    """PPI: pairs of the address of an event and that of a task. DPPI: who
    publishes and who listens is written in the peripherals."""
    known = (0x500, 0x504, 0x508)

    def get(self, offset):
        if 0x510 <= offset < 0x5b0 or 0x910 <= offset < 0x990:
            return self.values.get(offset, 0)
        return super().get(offset)

    def put(self, offset, value):
        if offset == 0x504:
            value |= self.values.get(0x500, 0)
        elif offset == 0x508:
            value = self.values.get(0x500, 0) & ~value
        if 0x504 <= offset <= 0x508:
            offset = 0x500
        self.values[offset] = value

    def tasks(self, peripheral, event):
        on = self.values.get(0x500, 0)
        if self.chip.kind == 53:
            channel = peripheral.values.get(event + 0x80, 0)
            if not channel >> 31 or not on >> (channel & 31) & 1:
                return
            for other in self.chip.peripherals.values():
                for offset, value in list(other.values.items()):
                    if 0x80 <= offset < 0x100 and value == channel:
                        yield other, offset - 0x80
            return
        address = peripheral.base + event
        for n in range(20):
            if on >> n & 1 and self.values.get(0x510 + 8 * n) == address:
                for task in (self.values.get(0x514 + 8 * n), self.values.get(0x910 + 4 * n)):
                    if task:
                        yield self.chip.at(task)


class Core(Peripheral):
    """NVIC, and what there is of the system control block."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.on = 0
        self.asked = 0

    def read(self, offset):
        if offset in (0x100, 0x180):
            return self.on & 0xffffffff
        if offset in (0x200, 0x280):
            return self.asked & 0xffffffff
        if offset == 0xd00:
            return 0x410cc200
        return self.values.get(offset, 0)

    def write(self, offset, value):
        if 0x100 <= offset < 0x110:
            self.on |= value << 8 * (offset - 0x100)
        elif 0x180 <= offset < 0x190:
            self.on &= ~(value << 8 * (offset - 0x180))
        elif 0x200 <= offset < 0x210:
            self.asked |= value << 8 * (offset - 0x200)
        elif 0x280 <= offset < 0x290:
            self.asked &= ~(value << 8 * (offset - 0x280))
        elif offset == 0xd0c:
            if value == 0x05fa0004:
                self.chip.wants_reset = True
                self.chip.cpu.emu_stop()
        elif offset == 0x010 and value & 1:
            raise ChipError("SysTick, which the nRF51 does not have")
        else:
            self.values[offset] = value


def segments(elf):
    """Where the bytes of an image lie in flash."""
    with open(elf, "rb") as file:
        data = file.read()
    assert data[:6] == b"\x7fELF\1\1", elf
    start, = struct.unpack_from("<I", data, 0x1c)
    size, count = struct.unpack_from("<HH", data, 0x2a)
    for i in range(count):
        kind, offset, _, address, length = struct.unpack_from("<5I", data, start + i * size)
        if kind == 1 and length:
            yield address, data[offset:offset + length]


class Chip(Board):
    def __init__(self, name, flash=None, seed=1):
        super().__init__(name)
        model = MODELS[name]
        self.model = model
        self.kind = model["chip"]
        self.hertz = model["hertz"]
        self.stalls = self.kind == 51  # the others have memory access of their own
        self.flash, self.page = model["flash"], model["page"]
        self.flash_end = self.flash
        self.dice = random.Random(seed)
        self.memory = bytearray(b"\xff" * self.flash)
        self.image_end = 0
        for address, data in segments(image(name)):
            if address < self.flash:
                self.memory[address:address + len(data)] = data
                end = address + len(data)
                self.image_end = max(self.image_end, -(-end // self.page) * self.page)
        if flash is not None:
            self.memory[self.save_area()[0]:] = flash
        self.reason = 0        # for the last resets
        self.now = 0           # cycles, and instructions but for sleep
        self.slept = 0         # of these
        self.steps = 0         # words of flash written and pages erased
        self.output = bytearray()
        self.power(random.Random(seed).randbytes(model["ram"]))

    # ---- from power to reset ----

    def power(self, ram):
        """A processor and peripherals as after a reset."""
        cpu = self.cpu = unicorn.Uc(unicorn.UC_ARCH_ARM,
                                    unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        cpu.ctl_set_cpu_model(self.model["cpu"])
        cpu.mem_map(0, self.flash, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        cpu.mem_write(0, bytes(self.memory))
        cpu.mem_map(0x20000000, self.model["ram"])
        cpu.mem_write(0x20000000, ram)
        cpu.hook_add(unicorn.UC_HOOK_INTR, self.guard(self.exception))
        cpu.hook_add(unicorn.UC_HOOK_MEM_WRITE_PROT, self.guard(self.written))
        self.error = None
        self.wants_reset = False
        self.dead = False
        self.cut_at = FOREVER
        self.last_step = FOREVER
        self.polling, self.polls = 0, 0
        self.idle = False
        self.put_off = False   # an interrupt, by some instructions
        self.handling = []     # interrupts, the innermost last
        self.lights = None     # states of the pins, while somebody looks
        self.peripherals = {}
        self.install()
        self.planned = 0
        stack, self.pc = struct.unpack("<II", self.memory[:8])
        cpu.reg_write(arm.UC_ARM_REG_MSP, stack)
        cpu.reg_write(arm.UC_ARM_REG_SP, stack)

    def install(self):
        old = self.kind != 53
        if old:
            table = ((Clock, 0x40000000, 0), (Serial, 0x40002000, 2),
                     (Timer, 0x40008000, 8), (Timer, 0x40009000, 9), (Timer, 0x4000a000, 10),
                     (Dice, 0x4000d000, 13), (Watchdog, 0x40010000, 16), (Flash, 0x4001e000, None),
                     (Routes, 0x4001f000, None))
            ports = 0x50000500, 0x50000800
        else:
            table = ((Plain, 0x50001000, None), (Clock, 0x50005000, 5),
                     (Plain, 0x50006000, None), (Serial, 0x50008000, 8),
                     (Timer, 0x5000f000, 15),
                     (Timer, 0x50010000, 16), (Timer, 0x50011000, 17),
                     (Routes, 0x50017000, None), (Watchdog, 0x50018000, 24),
                     (Flash, 0x50039000, None))
            ports = 0x50842500, 0x50842800
        for kind, base, irq in table:
            self.add(kind(self, base, irq), base)
            found = {Serial: "serial", Flash: "nvmc", Routes: "routes"}.get(kind)
            if found:
                setattr(self, found, self.peripherals[base])
        self.ports = [Pins(self, base) for base in ports]
        self.peripherals.update({port.base: port for port in self.ports})
        self.map(ports[0] & ~0xfff, self.read_pins, self.write_pins)
        self.core = Core(self, 0xe000e000)
        self.add(self.core, 0xe000e000)
        self.map(0x10000000 if old else 0xff0000, self.read_identity, None,
                 0x2000 if old else 0x9000)
        self.busy_ones = [other for other in self.peripherals.values()
                          if isinstance(other, (Timer, Serial, Watchdog))]
        self.asking = [other for other in self.peripherals.values() if other.irq is not None]

    def add(self, peripheral, base):
        self.peripherals[base] = peripheral
        self.map(base, peripheral.read, peripheral.write)

    def map(self, base, read, write, size=0x1000):
        def reads(_, offset, width, __):
            return self.guarded(read, offset & ~3) >> 8 * (offset & 3) & ((1 << 8 * width) - 1)

        def writes(_, offset, width, value, __):
            if width != 4 and base != 0xe000e000:
                self.guarded(self.narrow, base + offset)
            elif write:
                self.guarded(write, offset, value)

        self.cpu.mmio_map(base, size, reads, None, writes, None)

    def narrow(self, address):
        raise ChipError(f"{address:#x} is not written as a word")

    def guarded(self, function, *arguments):
        """Errors do not come through unicorn: they are kept for later."""
        try:
            return function(*arguments) or 0
        except Exception as error:
            self.error = self.error or error
            self.cpu.emu_stop()
            return 0

    def guard(self, function):
        def call(_, *arguments):
            self.guarded(function, *arguments)
            return True
        return call

    def read_identity(self, offset):
        return IDENTITY[self.kind].get(offset, 0xffffffff)

    def which_port(self, offset):
        start = self.ports[0].base & 0xfff
        return self.ports[offset >= start + 0x300], (offset - start) % 0x300

    def read_pins(self, offset):
        port, offset = self.which_port(offset)
        return port.read(offset)

    def write_pins(self, offset, value):
        port, offset = self.which_port(offset)
        port.write(offset, value)

    # ---- what peripherals ask of the chip ----

    def at(self, address):
        for base in (address & ~0xfff, address & ~0xff):
            if base in self.peripherals:
                return self.peripherals[base], address - base
        raise ChipError(f"no peripheral at {address:#x}")

    def follow(self, peripheral, event):
        for other, task in self.routes.tasks(peripheral, event):
            other.task(task)

    def check_ram(self, address, size):
        if not 0x20000000 <= address <= 0x20000000 + self.model["ram"] - size:
            raise ChipError(f"DMA from {address:#x}, {size} bytes")

    def replan(self):
        self.planned = 0

    def plan(self):
        if not self.planned:
            self.planned = min(other.due() for other in self.busy_ones)

    def polled(self, address):
        """An event has not happened. Who does nothing but ask, time after
        time, can as well sleep until something does."""
        self.polls = self.polls + 1 if address == self.polling else 1
        self.polling = address
        if self.polls == POLLS:
            self.polls = 0
            self.idle = True
            self.cpu.emu_stop()

    def shown(self):
        if self.lights is not None:
            self.lights.append(self.outputs())

    def busy(self, seconds):
        """The processor stands still for flash; how much of it was done if
        the power goes in the meantime, between 0 and 1, else None."""
        cycles = round(seconds * self.hertz)
        left = self.cut_at - self.now
        self.now += cycles
        self.slept += cycles
        self.steps += 1
        if self.steps == self.last_step:
            return self.dice.random()
        return max(0, left) / cycles if left < cycles else None

    def sleep(self, most, end):
        """How many instructions it was before that is not known: few."""
        self.now += min(most, AWAKE)
        self.plan()
        until = min(self.planned, end, self.cut_at)
        # What never happens is asked for in vain, and that takes its time.
        if self.planned < FOREVER and until > self.now and not self.pending():
            self.slept += until - self.now
            self.now = until

    def die(self):
        self.dead = True
        self.cpu.emu_stop()

    # ---- the processor ----

    def written(self, _access, address, size, value, _data):
        self.nvmc.program(address, size, value)

    def exception(self, number, _data):
        cpu = self.cpu
        if number != EXCEPTION_EXIT:
            raise ChipError(f"exception {number} at {cpu.reg_read(arm.UC_ARM_REG_PC):#x}")
        stack = cpu.reg_read(arm.UC_ARM_REG_SP)
        frame = struct.unpack("<8I", cpu.mem_read(stack, 32))
        cpu.reg_write(arm.UC_ARM_REG_SP, stack + 32 + (4 if frame[7] & 0x200 else 0))
        cpu.reg_write(arm.UC_ARM_REG_XPSR, frame[7] & ~0x200)
        for register, value in zip(FRAME, frame):
            cpu.reg_write(register, value)
        cpu.reg_write(arm.UC_ARM_REG_PC, frame[6] | 1)
        self.handling.pop()

    def pending(self):
        asked = self.core.asked
        for other in self.asking:
            if other.enabled and other.interrupting():
                asked |= 1 << other.irq
        return asked & self.core.on

    def priority(self, irq):
        word = self.core.values.get(0x400 + (irq & ~3), 0)
        return word >> 8 * (irq & 3) & 0xff

    def interrupt(self):
        """Enters the most urgent handler, if there is one and it may."""
        asked = self.pending()
        if not asked:
            return
        cpu = self.cpu
        irq = min((n for n in range(asked.bit_length()) if asked >> n & 1),
                  key=lambda n: (self.priority(n), n))
        if self.handling and self.priority(irq) >= self.priority(self.handling[-1]):
            return
        if cpu.reg_read(arm.UC_ARM_REG_PRIMASK) & 1:
            self.masked = True
            return
        if self.in_block() and not self.put_off:
            self.put_off = True
            return
        self.put_off = False
        self.core.asked &= ~(1 << irq)
        self.enter(16 + irq)
        self.handling.append(irq)

    def enter(self, number):
        """The handler of an exception, by its place among the vectors."""
        cpu = self.cpu
        stack = cpu.reg_read(arm.UC_ARM_REG_SP)
        status = cpu.reg_read(arm.UC_ARM_REG_XPSR)
        if stack & 4:
            stack -= 4
            status |= 0x200
        stack -= 32
        values = [cpu.reg_read(register) for register in FRAME] + [self.pc & ~1, status]
        cpu.mem_write(stack, struct.pack("<8I", *values))
        cpu.reg_write(arm.UC_ARM_REG_SP, stack)
        cpu.reg_write(arm.UC_ARM_REG_LR, RETURN)
        vectors = self.core.values.get(0xd08, 0)
        self.pc, = struct.unpack("<I", cpu.mem_read(vectors + 4 * number, 4))

    def fault(self):
        """The program has gone where there is nothing: HardFault, during which no
        interrupt comes, and which does not return."""
        self.pc = self.cpu.reg_read(arm.UC_ARM_REG_PC)
        self.core.on = 0
        self.enter(HARD_FAULT)
        self.cpu.reg_write(arm.UC_ARM_REG_XPSR,
                           self.cpu.reg_read(arm.UC_ARM_REG_XPSR) & ~0x1ff | HARD_FAULT)

    def fill(self, start, size, byte):
        self.cpu.mem_write(start, bytes([byte]) * size)

    def in_block(self):
        """May this be inside an IT block? unicorn stops there where a page of
        code ends, and does not tell what is left of it."""
        start = max(0, self.pc - 16)
        code = self.cpu.mem_read(start, self.pc - start)
        return any(code[i + 1] == 0xbf and code[i] & 15 for i in range(0, len(code), 2))

    def slice(self, end):
        """Runs to the next thing that is due, or to this cycle."""
        self.plan()
        self.masked = False
        self.interrupt()
        until = min(self.planned, self.now + round(SLICE * self.hertz), end, self.cut_at)
        if self.masked:
            until = min(until, self.now + 40)
        if self.put_off:
            until = min(until, self.now + 5)
        count = until - self.now
        if count > 0:
            self.idle = False
            try:
                self.cpu.emu_start(self.pc | 1, 0xffffffff, count=count)
            except unicorn.UcError as error:
                if error.errno == unicorn.UC_ERR_FETCH_UNMAPPED and not self.error:
                    self.fault()
                    self.now += count
                    return
                self.error = self.error or ChipError(
                    f"{error} at {self.cpu.reg_read(arm.UC_ARM_REG_PC):#x}")
            self.pc = self.cpu.reg_read(arm.UC_ARM_REG_PC)
            if self.idle or self.cpu.mem_read(self.pc - 2, 2) == WAIT_FOR_INTERRUPT:
                self.sleep(count, end)
            else:
                self.now += count
        if self.error:
            raise self.error
        if self.now >= self.cut_at:
            self.dead = True
        if self.wants_reset:
            self.reset()
        elif self.now >= self.planned or not self.planned:
            for other in self.busy_ones:
                if other.due() <= self.now:
                    other.tick(self.now)
            self.planned = 0

    # ---- as a board ----

    def clock(self):
        return self.now / self.hertz

    def pump(self, seconds):
        end = self.now + max(1, round(seconds * self.hertz))
        while self.now < end and not self.output and not self.dead:
            self.slice(end)
        if self.dead:
            raise BoardError("the board has no power")
        data, self.output = bytes(self.output), bytearray()
        return data

    def send(self, data):
        self.serial.arrive(data)

    def pin(self, number, level):
        self.ports[number // 32].drive(number % 32, level)

    def read(self, address, size):
        return bytes(self.cpu.mem_read(address, size))

    def outputs(self):
        """Bits from 32 on are those of P1."""
        return tuple(getattr(self.ports[0], what) | getattr(self.ports[1], what) << 32
                     for what in ("out", "direction"))

    def states(self, seconds):
        self.lights = [self.outputs()]
        self.wait(seconds)
        states, self.lights = self.lights, None
        return states

    def keep(self):
        """What is in flash where games are."""
        return self.read(*self.save_area())

    def reset(self, ram=None):
        if ram is None:
            self.check_stack()
            ram = self.read(0x20000000, self.model["ram"])
        erases, writes = self.nvmc.erases, self.nvmc.writes
        self.memory = bytearray(self.read(0, self.flash))
        self.output, self.seen = bytearray(), bytearray()
        self.power(ram)
        self.nvmc.erases, self.nvmc.writes = erases, writes

    def blank(self):
        start, size = self.save_area()
        self.cpu.mem_write(start, b"\xff" * size)
        self.nvmc.writes = {}
        self.reset()

    def cut(self, text, seconds):
        """Sends a text, runs on for some time and cuts the power at that cycle,
        in the middle of whatever it is. Then only flash is left; restart()
        goes on."""
        self.cut_at = self.now + round(seconds * self.hertz)
        self.run_out(text)

    def cut_step(self, text, step):
        """The same while flash is written or erased, the so manieth time from
        0; or a moment later, if it never is."""
        self.last_step = self.steps + step + 1
        self.cut_at = self.now + round(2 * self.hertz)
        self.run_out(text)

    def run_out(self, text):
        self.send(text)
        while not self.dead:
            self.slice(FOREVER)
        self.output = bytearray()

    def restart(self):
        """Power again, with anything in RAM."""
        self.reset(self.dice.randbytes(self.model["ram"]))

    def stop(self):
        self.cpu = None
