# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A Linux guest in QEMU that runs commands for a test.

    with Guest(files={"/bin/games": "build/linux/guest/games"}) as guest:
        status, output = guest.run("insmod /chess.ko && /bin/games 300")

A command is for the guest's shell, as root or as another user; its output is
what it writes to either stream. The guest has busybox, /chess.ko, which is
not loaded, and the files it is given: a path on this side, or bytes.
Leaving the block ends the guest, and fails if the kernel ever complained.
If the kernel panics or the time is over, run() fails with the end of its log.

Beside Debian's kernel (tools/kernel.sh) it boots any other, kernel=PATH, if
8250 serial ports and initramfs are built in; `parameters` are added to
its command line.
"""
import os
import re
import selectors
import shutil
import stat
import subprocess
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.abspath(__file__))
AGENT = "build/linux/guest/agent"
ACKNOWLEDGED = 2048  # bytes that may be on their way; see agent.c
BOOT_SECONDS = 600

# The second line saves a third of the boot: what tests ciphers and certificates.
# The others are for machines that let an emulator wait for a while: the kernel
# still tells of what hangs, before a test gives up, and does not panic because no
# interrupt came within the few milliseconds in which it looks for a timer.
PARAMETERS = ("console=ttyS0 quiet loglevel=5 panic=-1 oops=panic panic_on_warn=1 "
              "cryptomgr.notests initcall_blacklist=load_system_certificate_list "
              "watchdog_thresh=60 rcupdate.rcu_cpu_stall_timeout=300 "
              "sysctl.kernel.hung_task_timeout_secs=300 no_timer_check")

COMPLAINT = re.compile(
    rb"\bBUG[: ]|\bWARNING:|\bOops\b|\bUBSAN:|Call Trace|Kernel panic|general protection|"
    rb"unable to handle|scheduling while atomic|sleeping function|DEBUG_LOCKS_WARN_ON|"
    rb"INFO: (possible|task|rcu|suspicious|trying|lockdep)|rcu: INFO|refcount_t:|stack-protector:|"
    rb"usercopy: Kernel|kmemleak: \d+ new|unreferenced object|soft lockup|hard LOCKUP|"
    rb"list_(add|del) corruption|double free|page allocation failure|Bad page|tried to init|"
    rb"deprecated workqueue")


def complaints(log):
    """The lines of a kernel log that should not be there."""
    return [line for line in log.split(b"\n") if COMPLAINT.search(line)]


def path_of(name):
    return name if os.path.isabs(name) else os.path.join(ROOT, name)


def find_kernel(line):
    """What tools/kernel.sh says of a line of kernels, as a dictionary."""
    found = subprocess.run([path_of("tools/kernel.sh"), line], stdout=subprocess.PIPE,
                           check=True, text=True).stdout
    return dict(row.split("=", 1) for row in found.splitlines())


class Archive:
    """An initramfs: the cpio format "newc", written without being root."""

    def __init__(self):
        self.parts = []
        self.names = set()

    def add(self, name, mode, content=b"", device=(0, 0)):
        if name in self.names:
            return
        folder = os.path.dirname(name)
        if folder:
            self.add(folder, stat.S_IFDIR | 0o755)
        self.names.add(name)
        self.put(name, mode, content, device)

    def put(self, name, mode, content, device):
        fields = (len(self.names), mode, 0, 0, 1, 0, len(content), 0, 0,
                  *device, len(name) + 1, 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields)
        for part in (head + name.encode() + b"\0", content):
            self.parts.append(part + b"\0" * (-len(part) % 4))

    def add_file(self, name, source, mode=0o644):
        if not isinstance(source, bytes):
            path = path_of(source)
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            with open(path, "rb") as file:
                source = file.read()
        self.add(name.lstrip("/"), stat.S_IFREG | mode, source)

    def add_link(self, name, target):
        self.add(name, stat.S_IFLNK | 0o777, target.encode())

    def close(self):
        self.put("TRAILER!!!", 0, b"", (0, 0))
        return b"".join(self.parts)


def make_initramfs(files, module, programs=None):
    """The guest's whole file system, as bytes; programs by name and content."""
    archive = Archive()
    for folder in ("dev", "proc", "sys", "root", "bin", "home", "home/player"):
        archive.add(folder, stat.S_IFDIR | 0o755)
    archive.add("tmp", stat.S_IFDIR | 0o1777)
    archive.add("dev/console", stat.S_IFCHR | 0o600, device=(5, 1))
    archive.add_file("init", os.path.join(HERE, "init"))
    archive.add_file("etc/passwd", b"root:x:0:0::/root:/bin/sh\nplayer:x:1000:1000::/tmp:/bin/sh\n")
    archive.add_file("etc/group", b"root:x:0:\nplayer:x:1000:\n")
    busybox = shutil.which("busybox") or "/bin/busybox"
    archive.add_file("bin/busybox", busybox)
    archive.add_file("bin/agent", AGENT)
    if module:
        archive.add_file("chess.ko", module)
    for name, source in files.items():
        archive.add_file(name, source)
    for name, content in (programs or {}).items():
        archive.add_file(name, content, 0o755)
    applets = subprocess.run([busybox, "--list"], stdout=subprocess.PIPE, check=True, text=True)
    for applet in applets.stdout.split():
        archive.add_link(f"bin/{applet}", "busybox")
    return archive.close()


def qemu(kernel, initramfs, console, parameters, memory=512, cpus=2):
    """The command that boots it; the second serial line is standard input and output."""
    return ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "qemu64,+smep,+smap",
            "-m", str(memory), "-smp", str(cpus), "-nodefaults", "-no-user-config",
            "-no-reboot", "-display", "none", "-kernel", kernel, "-initrd", initramfs,
            "-serial", f"file:{console}",
            "-chardev", "stdio,id=line,signal=off", "-serial", "chardev:line",
            "-append", f"{PARAMETERS} {parameters}"]


class Guest:
    def __init__(self, files=None, release=None, memory=512, cpus=2, kernel=None,
                 module=None, parameters=""):
        if not kernel:
            found = find_kernel(release or "6.1")
            kernel = found["vmlinux"]
            module = module or f"build/linux/{found['release']}/chess.ko"
        for path in (AGENT, module, *(files or {}).values()):
            if isinstance(path, str) and not os.path.exists(path_of(path)):
                raise AssertionError(f"guest: there is no {path}; make kernel builds it")
        self.folder = tempfile.TemporaryDirectory(prefix="rookery-guest-")
        self.console = os.path.join(self.folder.name, "console")
        initramfs = os.path.join(self.folder.name, "initramfs")
        with open(initramfs, "wb") as file:
            file.write(make_initramfs(files or {}, module))
        self.command = qemu(path_of(kernel), initramfs, self.console, parameters, memory, cpus)
        self.kernel_log = b""
        self.received = b""

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        try:
            self.deadline = time.monotonic() + BOOT_SECONDS
            while self.receive_line() != b"READY":
                pass
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is None:
                self.kernel_log = self.run("dmesg")[1]
        finally:
            log = self.console_log()
            self.end()
        for text in (log, self.kernel_log):
            if kind is None and complaints(text):
                raise AssertionError("guest: the kernel complained\n" + self.excerpt(text))

    def run(self, command, stdin=b"", user=0, timeout=600):
        """Runs it with sh -c; the exit status (128 + N for signal N) and the output."""
        self.deadline = time.monotonic() + timeout
        self.doing = command
        command = command.encode() if isinstance(command, str) else command
        self.send(b"RUN %d %d %d\n" % (user, len(command), len(stdin)))
        content = command + stdin
        for start in range(0, len(content), ACKNOWLEDGED):
            self.send(content[start:start + ACKNOWLEDGED])
            if self.receive(1) != b"A":
                self.fail("the agent has lost its thread")
        output = []
        while True:
            kind, value = self.receive_line().split()
            if kind == b"X":
                return int(value), b"".join(output)
            output.append(self.receive(int(value)))

    def send(self, data):
        try:
            self.process.stdin.write(data)
        except OSError:
            self.fail("the guest has ended")

    def receive(self, length):
        while len(self.received) < length:
            self.receive_more()
        data, self.received = self.received[:length], self.received[length:]
        return data

    def receive_line(self):
        while b"\n" not in self.received:
            self.receive_more()
        line, self.received = self.received.split(b"\n", 1)
        return line

    def receive_more(self):
        left = self.deadline - time.monotonic()
        if left <= 0 or not self.selector.select(left):
            self.fail("no answer in time")
        data = os.read(self.process.stdout.fileno(), 65536)
        if not data:
            self.fail("the guest has ended")
        self.received += data

    doing = "to boot"

    def fail(self, why):
        self.process.kill()
        self.process.wait()
        log = self.console_log()
        raise AssertionError(f"guest: {why}: {self.doing}\n" + self.excerpt(log))

    def console_log(self):
        try:
            with open(self.console, "rb") as file:
                return file.read().replace(b"\r", b"")
        except OSError:
            return b""

    @staticmethod
    def excerpt(log):
        """From the first complaint on, if there is one; otherwise the end."""
        lines = log.split(b"\n")
        first = next((number for number, line in enumerate(lines) if COMPLAINT.search(line)),
                     max(0, len(lines) - 30))
        return b"\n".join(lines[first:first + 60]).decode("latin-1")

    def end(self):
        self.process.kill()
        self.process.wait()
        self.selector.close()
        self.process.stdin.close()
        self.process.stdout.close()
        self.folder.cleanup()
