#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Builds chess.ko for a kernel of Debian's: tools/build-module.sh 6.1, or
# newest; further words are for the module's Makefile. Prints where it is, and
# on the other stream whatever a compiler has to say.
set -eu -o pipefail
cd "$(dirname "$0")/.."

found=$(tools/kernel.sh "$1")
headers=$(sed -n 's/^headers=//p' <<<"$found")
release=$(sed -n 's/^release=//p' <<<"$found")
shift

# Debugging types are not for modules from outside the kernel's own tree.
quietly() {
	{ "$@" 2>&1 >&3 3>&- | sed '/^Skipping BTF generation/d' >&2; } 3>&1
}

# What a make above was told about compilers is not for the kernel.
unset MAKEFLAGS MFLAGS MAKELEVEL
if ! quietly make -j"$(nproc)" -s --no-print-directory \
	-C ports/linux KDIR="$PWD/$headers" "$@"; then
	echo "kernel: cannot build chess.ko for linux $release" >&2
	exit 1
fi
