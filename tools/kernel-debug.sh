#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# A Linux kernel with KASAN, lockdep, UBSAN, kmemleak and fault injection, as
# tests/kernel/debug.config says, from Debian's linux-source:
#
#	tools/kernel-debug.sh          build it if it is not there; print where
#	tools/kernel-debug.sh --have   print where, or fail if it is not there
#	tools/kernel-debug.sh --try    if it is not there, only begin with the build:
#	                               whatever that needs is there
#
# What it prints is a folder with bzImage, to boot, and all that a module is
# built against (KDIR). Unlike Debian's it cannot be booted as an ELF file:
# KASAN does not work that early. It is kept in the user's cache, by its
# version, its configuration and the compiler: the build takes ten minutes of
# a processor, the second call a second.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian 12 has 6.1; a later Debian has only its own. Where no package has the
# name, apt takes it for a pattern.
source=linux-source-6.1
apt-cache show $source 2>/dev/null | grep -x "Package: $source" >/dev/null ||
	source=$(apt-cache depends linux-source 2>/dev/null | sed -n 's/.*Depends: //p' | grep .) ||
	source=linux-source-6.1
config=$PWD/tests/kernel/debug.config
cache=${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/rookery

fail() {
	echo "kernel-debug: $*" >&2
	exit 1
}

# The newest that apt knows; without apt, what the cache has.
newest() {
	apt-cache show --no-all-versions $source 2>/dev/null |
		sed -n 's/^Version: //p'
}

# Modules are built with the compiler that the kernel was built with.
key() {
	{ cat "$config"; gcc -dumpfullversion; } | sha256sum | cut -c1-12
}

fetch() {
	ls "$cache/${source}_${1}_"*.deb >/dev/null 2>&1 ||
		(cd "$cache" && apt-get -q download "$source=$1") >&2 ||
		fail "cannot download $source"
}

# Of the source, all but much of what is for other machines and for reading.
unpack() {
	dpkg-deb --fsys-tarfile "$cache/${source}_${1}_"*.deb |
		tar -xO --wildcards "*/$source.tar.xz" | xz -dc -T0 |
		tar -x -C "$2" --strip-components=1 --wildcards \
			--exclude='*/Documentation/*/*' --exclude='*/tools/testing' \
			--exclude='*/drivers/gpu/drm/amd/include' \
			--exclude='*/arch/a*/boot/dts'
}

# A wish that the configuration did not grant would be a test that is none.
granted() {
	! grep '^CONFIG' "$config" | grep -vxFf "$1/.config" | grep -vxF "$(implied "$1")" |
		sed 's/^/not granted: /' | grep .
}

# Since 6.9 UBSAN watches all code, and there is no option for it.
implied() {
	grep -qs SANITIZE_ALL "$1/lib/Kconfig.ubsan" || echo CONFIG_UBSAN_SANITIZE_ALL=y
}

build() {
	local make="nice make -s -j$(nproc) -C $1"

	$make KCONFIG_ALLCONFIG="$config" allnoconfig && granted "$1" &&
		$make ${2:-bzImage modules}
}

# What a module needs, as in Debian's headers, and the kernel.
keep() {
	(cd "$1" && {
		printf '%s\n' .config Module.symvers Makefile
		find scripts include arch/x86/include arch/x86/Makefile* tools/objtool/objtool \
			-type f ! -name '*.o' ! -name '.*.cmd' 2>/dev/null || true
	} | tar -c -T - | tar -x -C "$2" && cp arch/x86/boot/bzImage "$2/")
}

version=$(newest)
[ "$version" ] || fail "apt knows no $source"
kernel=$cache/debug-$version-$(key)
if [ ! -e "$kernel" ]; then
	[ "${1:-}" != --have ] || exit 1
	mkdir -p "$cache"
	exec 9>"$cache/debug.lock"
	[ "${1:-}" = --try ] || flock 9
fi
# Somebody else may have built it meanwhile.
if [ ! -e "$kernel" ]; then
	fetch "$version"
	work=$(mktemp -d "$cache/building.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	mkdir "$work/tree" "$work/kept"
	echo "kernel-debug: building $source $version" >&2
	unpack "$version" "$work/tree"
	if [ "${1:-}" = --try ]; then
		build "$work/tree" lib/math/ 2>&1 || fail 'the build does not begin'
		exit
	fi
	build "$work/tree" >"$cache/debug.log" 2>&1 ||
		fail "$(tail -n 20 "$cache/debug.log")"
	keep "$work/tree" "$work/kept"
	rm -rf "$cache"/debug-*/
	mv "$work/kept" "$kernel"
fi
echo "$kernel"
