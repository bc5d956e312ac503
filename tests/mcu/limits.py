# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What an image takes of its chip, counted from its file, and that the build
fails where it is too much.
"""
import os
import re
import shlex
import subprocess
import tempfile

from board import ROOT, STACK, BoardError, image, open_board, show, symbols
from chip import MODELS, OPENED, segments

RAM = 0x20000000
# What games leave on the micro:bit v1, of 256 KB.
FLASH_LIMIT = {"microbit1": 192 * 1024}


def sizes(name):
    """Flash: the image, the pages for games are not in it. Memory: variables,
    stack and desk."""
    path = image(name)
    model = MODELS[name]
    names = symbols(path)
    flash = sum(len(data) for address, data in segments(path) if address < model["flash"])
    return flash, max(address for address in names.values()
                      if RAM <= address <= RAM + model["ram"]) - RAM


def test_sizes(bench):
    flash, ram = sizes(bench.name)
    print(f"{flash} bytes of flash, {ram} of memory with the stack")
    assert flash < FLASH_LIMIT.get(bench.name, MODELS[bench.name]["flash"]), flash
    assert ram <= MODELS[bench.name]["ram"], ram


def test_chip_is_opened(bench):
    """What the factory and the owner have written into the chip is obeyed."""
    with bench.open() as board:
        for address, value in OPENED[board.kind].items():
            peripheral, offset = board.at(address)
            assert peripheral.values.get(offset) == value, hex(address)


test_chip_is_opened.only = lambda bench: not bench.small


def link_command(path):
    """How make links the image."""
    folder = os.path.dirname(path)
    text = subprocess.run(
        ["make", "-n", "--no-print-directory", "N=" + os.path.dirname(folder),
         "-W", os.path.join(folder, "link.ld"), path],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout.replace("\\\n", " ")
    lines = [line for line in text.splitlines() if " -T " in line and f"-o {path}" in line]
    if not lines:
        raise BoardError(f"make does not say how it links {path}")
    return shlex.split(lines[-1])


def link(words, path, script, folder):
    """With another linker script, to another file."""
    file = os.path.join(folder, "link.ld")
    with open(file, "w", encoding="utf-8") as out:
        out.write(script)
    words = [word.replace(path, os.path.join(folder, "out.elf"))
             .replace(os.path.join(os.path.dirname(path), "link.ld"), file)
             .replace(os.path.join(os.path.dirname(path), "rookery.map"),
                      os.path.join(folder, "out.map")) for word in words]
    return subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)


def test_too_large(bench):
    """With less flash or memory there is no image."""
    path = os.path.relpath(image(bench.name), ROOT)
    words = link_command(path)
    with open(os.path.join(ROOT, os.path.dirname(path), "link.ld"), encoding="utf-8") as file:
        script = file.read()
    names = symbols(image(bench.name))
    # The desk, which is last, takes what is left, but there is a least.
    memory = names["mcu_scratch"] - RAM + 64
    program = names["mcu_data_image"] + names["mcu_data_end"] - names["mcu_data_start"]
    with tempfile.TemporaryDirectory() as folder:
        done = link(words, path, script, folder)
        assert done.returncode == 0, done.stderr
        for region, size in (("ram", memory), ("flash", program - 4)):
            tight = re.sub(rf"(\b{region} \(\w+\) : ORIGIN = \w+, LENGTH = )[^\n]*",
                           rf"\g<1>{size}", script)
            assert tight != script
            done = link(words, path, tight, folder)
            assert done.returncode and f"region `{region}' overflowed" in done.stderr, \
                f"{region} of {size}: {done.stderr}"


def test_too_few_plies(bench):
    """The profile of a larger memory, which the stack is not proven for, is refused
    aloud."""
    path = os.path.relpath(image(bench.name), ROOT)
    with open(os.path.join(ROOT, os.path.dirname(path), "link.ld"), encoding="utf-8") as file:
        script = file.read()
    large = re.sub(r"(mcu_scratch_length = )[^;]*;", r"\g<1>0x100000;", script)
    assert large != script
    with tempfile.TemporaryDirectory() as folder:
        done = link(link_command(path), path, large, folder)
        assert done.returncode == 0, done.stderr
        os.mkdir(os.path.join(folder, bench.name))
        os.rename(os.path.join(folder, "out.elf"),
                  os.path.join(folder, bench.name, "rookery.elf"))
        before = os.environ.get("RK_FIRMWARE")
        os.environ["RK_FIRMWARE"] = folder
        try:
            with open_board(bench.name, bench.emulator) as board:
                said = b"".join(board.pump(0.01) for _ in range(100))
            assert said.startswith(b"\nFault. Exception 0x00000000"), show(said)
        finally:
            if before is None:
                del os.environ["RK_FIRMWARE"]
            else:
                os.environ["RK_FIRMWARE"] = before


# The nRF52833 has 20 plies, and room for others.
test_too_few_plies.only = lambda bench: bench.name == "microbit2"


def check_stack(bench):
    """After everything: it was used, and less than was proven."""
    used, proven = STACK[bench.name]
    print(f"{used} bytes of the stack were used, of {proven}")
    assert proven / 3 < used < proven
