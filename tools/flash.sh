#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# tools/flash.sh BOARD BOARDS FOLDER: puts the image of a board onto one that
# hangs at a USB port of this machine; `make flash BOARD=...` calls it. Nearly all
# show up as a drive to which the .hex is copied; where it is not mounted,
# openocd does it.
set -eu

board=$1 boards=$2 folder=$3
hex=$folder/$board/rookery.hex

fail() {
	echo "make flash: $*" >&2
	exit 1
}

# Where a drive of that name is mounted, if one is.
drive() {
	[ ! -r /proc/mounts ] ||
		awk -v name="/$1\$" '$2 ~ name { print $2; exit }' /proc/mounts
	[ ! -d "/Volumes/$1" ] || echo "/Volumes/$1"
}

copy() {
	echo "copying $hex to $1"
	cp "$hex" "$1/" && sync
}

# with_openocd INTERFACE TARGET [TRANSPORT]
with_openocd() {
	command -v openocd >/dev/null ||
		fail "no drive $name is mounted, and there is no openocd" \
			"(Debian: apt install openocd)"
	openocd -f "interface/$1.cfg" -c "transport select ${3:-swd}" -f "$2" \
		-c "program $hex verify reset exit"
}

case " $boards " in
*" ${board:-none} "*) ;;
*) fail "BOARD=${board:-...} is none of: $boards" ;;
esac
[ -f "$hex" ] || fail "$hex is not there; make firmware builds it"

case $board in
microbit*) name=MICROBIT ;;
netduinoplus2) name=none ;;
*) name=JLINK ;;
esac
place=$(drive $name | head -n 1)

if [ -n "$place" ]; then
	copy "$place"
	exit
fi
case $board in
microbit1) with_openocd cmsis-dap target/nrf51.cfg ;;
microbit2) with_openocd cmsis-dap target/nrf52.cfg ;;
nrf52840dk) with_openocd jlink target/nrf52.cfg ;;
# It has no programmer of its own.
netduinoplus2) with_openocd stlink target/stm32f4x.cfg hla_swd ;;
# openocd 0.12 does not know this chip yet.
nrf5340dk) with_openocd jlink target/nordic/nrf53.cfg ;;
esac
