#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Fetches a kernel of Debian's without installing it, to build the module
# against and to boot in QEMU:
#
#	tools/kernel.sh 6.1         Debian's kernel of the 6.1 line, or its usual one
#	tools/kernel.sh newest      the newest one that apt offers
#	tools/kernel.sh checkpatch  only the kernel's style checker
#
# It prints where things are, from the root of the tree:
#
#	release=6.1.0-54-amd64
#	headers=build/linux/kernels/...    what make KDIR= wants
#	vmlinux=build/linux/kernels/...    what QEMU boots
#	checkpatch=build/linux/...         of the third form, alone
#
# Packages stay in the cache (~/.cache/rookery, or below build where there is no
# HOME), so that a second time needs no network. What has been unpacked once is
# left alone. Root is needed only where apt has no lists of packages yet.
set -eu
cd "$(dirname "$0")/.."

cache=${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/rookery
kernels=build/linux/kernels

fail() {
	echo "kernel: $*" >&2
	exit 1
}

# The newest of the releases on standard input that belong to a line.
newest_of() {
	grep -E '^[0-9.]+[-+].*amd64$' | grep -Ev -- '-(rt|cloud)-|^[0-9]+\.[0-9]+-amd64$' |
		awk -v line="$1." 'line == "newest." || index($0, line) == 1' |
		sort -V | tail -n 1
}

# What Debian itself would install.
usual() {
	apt-cache depends linux-image-amd64 2>/dev/null |
		sed -n 's/.*Depends: linux-image-//p' | head -n 1
}

# It goes before what apt lists.
offered() {
	case $(usual) in
	"$1".*) usual ;;
	*) apt-cache search --names-only '^linux-headers-[0-9].*-amd64$' 2>/dev/null |
		sed 's/^linux-headers-\([^ ]*\) .*/\1/' | newest_of "$1" ;;
	esac
}

# What is in the cache, for a machine without lists or without a network.
cached() {
	ls "$cache" | sed -n 's/^linux-image-\([^_]*\)_.*\.deb$/\1/p' | newest_of "$1"
}

update_lists() {
	as_root=
	[ "$(id -u)" -eq 0 ] || as_root=sudo
	command -v ${as_root:-apt-get} >/dev/null || return 1
	echo "kernel: fetching apt's lists" >&2
	$as_root apt-get -q update >build/linux/apt.log 2>&1
}

# The four packages of a release; the headers say which the other two are.
packages_of() {
	echo "linux-image-$1 linux-headers-$1"
	apt-cache depends "linux-headers-$1" 2>/dev/null |
		sed -n 's/.*Depends: \(linux-\(headers\|kbuild\)-.*\)/\1/p'
}

# download PACKAGE...: into the cache, what is not there; prints the files.
download() {
	files=$(apt-get download --print-uris "$@" 2>/dev/null | awk '{ print $2 }')
	[ "$files" ] || return 1
	for file in $files; do
		[ -s "$cache/$file" ] || fetch "${file%%_*}" || return 1
		echo "$file"
	done
}

# By way of a folder, so that nothing half-finished is taken for a package.
fetch() {
	echo "kernel: fetching $1" >&2
	rm -rf "$cache/partial"
	mkdir -p "$cache/partial"
	log=$PWD/build/linux/apt.log
	(cd "$cache/partial" && apt-get -q download "$1") >"$log" 2>&1 &&
		mv "$cache/partial"/*.deb "$cache/" && rmdir "$cache/partial"
}

# newest_file PATTERN: in the cache.
newest_file() {
	(cd "$cache" && ls -t $1 2>/dev/null) | head -n 1 | grep .
}

# The files that a release needs, if all are in the cache.
cached_files() {
	version=${1%-amd64}
	case $1 in
	*.0-*) kbuild=${1%%.0-*} ;;
	*) kbuild=$version ;;
	esac
	newest_file "linux-image-${1}_*.deb" && newest_file "linux-headers-${1}_*.deb" &&
		newest_file "linux-headers-$version-common_*.deb" &&
		newest_file "linux-kbuild-${kbuild}_*.deb"
}

# number FILE OFFSET BYTES: a number in a file.
number() {
	od -An -v -tu"$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

# A bzImage says where in it the compressed kernel is; QEMU starts what comes
# out faster than the bzImage. Four bytes behind it are its size.
unpack_kernel() {
	start=$((($(number "$1" 497 1) + 1) * 512 + $(number "$1" 584 4)))
	length=$(($(number "$1" 588 4) - 4))
	tail -c +$((start + 1)) "$1" | head -c $length >"$2.packed"
	case $(od -An -tx1 -N 4 "$2.packed" | tr -d ' ') in
	fd377a58) xz -dc ;;
	28b52ffd) zstd -dcq ;;
	1f8b*) gzip -dc ;;
	02214c18) lz4 -dcq ;;
	*) fail "$1 is packed in a way that is not known here" ;;
	esac <"$2.packed" >"$2"
	rm "$2.packed"
}

# unpack RELEASE FILE...: of the image, the kernel alone.
unpack() {
	release=$1
	shift
	folder=$kernels/$release
	rm -rf "$folder"
	mkdir -p "$folder"
	for file; do
		case $file in
		linux-image-*)
			dpkg-deb --fsys-tarfile "$cache/$file" 2>/dev/null |
				tar -x -C "$folder" --occurrence=1 "./boot/vmlinuz-$release"
			;;
		*) dpkg-deb -x "$cache/$file" "$folder" ;;
		esac || fail "cannot unpack $cache/$file; is it damaged?"
	done
	unpack_kernel "$folder/boot/vmlinuz-$release" "$folder/vmlinux"
	headers=$folder/usr/src/linux-headers-$release
	sed -i "s|^include /usr/src/|include $PWD/$folder/usr/src/|" "$headers/Makefile"
	# With it modules get debugging types, which takes one more tool.
	rm -f "$headers/vmlinux"
	pwd >"$folder/.at"
}

# The include that was rewritten names the place of the tree.
is_unpacked() {
	[ -f "$kernels/$1/.at" ] && [ "$(cat "$kernels/$1/.at")" = "$PWD" ]
}

# find_release LINE: Debian's, or else what there is. A Debian after 12 has no
# 6.1, and there its own kernel is taken.
find_release() {
	offered "$1" | grep . || cached "$1" | grep . ||
		{ [ "$1" = 6.1 ] && usual | grep .; } ||
		{ update_lists && offered "$1" | grep .; } ||
		fail "apt offers no kernel $1 and none is in $cache"
}

# Asking apt takes a second: what it said is good until it has new lists.
kernel() {
	said=$kernels/$1.release
	if [ "$said" -nt /var/lib/apt/lists ] && is_unpacked "$(cat "$said")"; then
		release=$(cat "$said")
	else
		lock
		release=$(find_release "$1")
		is_unpacked "$release" || get "$release"
		echo "$release" >"$said"
	fi
	echo "release=$release"
	echo "headers=$kernels/$release/usr/src/linux-headers-$release"
	echo "vmlinux=$kernels/$release/vmlinux"
}

get() {
	files=$(cached_files "$1") || files=$(download $(packages_of "$1")) ||
		{ update_lists && files=$(download $(packages_of "$1")); } ||
		fail "cannot fetch linux $1 (build/linux/apt.log says why)"
	unpack "$1" $files
}

# It is in the source package alone, which is large.
checkpatch() {
	kept=$cache/checkpatch
	if [ ! -f "$kept/checkpatch.pl" ]; then
		lock
		name=$(apt-cache depends linux-source 2>/dev/null | sed -n 's/.*Depends: //p')
		file=$(newest_file "linux-source-[0-9]*_*.deb") || file=$(download $name) ||
			fail "cannot fetch linux-source (build/linux/apt.log says why)"
		unpack_checkpatch "$cache/$file" ||
			fail "cannot unpack $cache/$file; is it damaged?"
	fi
	mkdir -p build/linux/checkpatch
	cp "$kept"/* build/linux/checkpatch/
	echo "checkpatch=build/linux/checkpatch/checkpatch.pl"
}

unpack_checkpatch() {
	rm -rf "$kept.new"
	mkdir -p "$kept.new"
	dpkg-deb --fsys-tarfile "$1" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
		tar -xJ -C "$kept.new" --strip-components=2 --wildcards \
			'*/scripts/checkpatch.pl' '*/scripts/spelling.txt' \
			'*/scripts/const_structs.checkpatch' &&
		mv "$kept.new" "$kept"
}

# One at a time: several tests may ask at once for what is not there.
lock() {
	exec 9>"$cache/lock"
	flock 9
}

[ $# -eq 1 ] || fail "which? 6.1, newest or checkpatch"
mkdir -p "$cache" $kernels || fail "cannot write there"
command -v apt-cache >/dev/null || fail "there is no apt here; this knows Debian alone"
[ "$(dpkg --print-architecture)" = amd64 ] || fail "only for amd64"
case $1 in
checkpatch) checkpatch ;;
newest | [0-9]*.[0-9]*) kernel "$1" ;;
*) fail "which? 6.1, newest or checkpatch" ;;
esac
