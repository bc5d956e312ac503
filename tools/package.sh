#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Makes Debian packages or the source archive; make deb and make dist call it.
#
#	tools/package.sh deb VERSION [FOLDER]    build/deb unless told
#	tools/package.sh dist VERSION [FOLDER]   build/dist unless told
#
# Packages are built in a copy of the tree, so that the tree stays as it is. What
# it has of the page and of the firmware goes with it: make knows what of it is
# still good; with RK_AFRESH=1 all is built anew. The same tree gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES

fail() {
	echo "package: $*" >&2
	exit 1
}

# All files of the tree, or of a source archive.
files() {
	local name

	if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
		git ls-files -z --cached --others --exclude-standard |
			while IFS= read -r -d '' name; do
				[ ! -e "$name" ] || printf '%s\0' "$name"
			done
	else
		find . -type f ! -path './build/*' ! -path './rookery*' -printf '%P\0'
	fi
}

# copy_tree TO
copy_tree() {
	local name

	rm -rf "$1"
	mkdir -p "$1/build"
	files | tar --null -T - -cf - | tar -C "$1" -xf -
	for name in web wasm32 wasm32-threads mcu; do
		[ ! -d build/$name ] || [ "${RK_AFRESH:-}" ] || cp -a build/$name "$1/build/"
	done
}

make_deb() {
	local copy=$2/rookery-$1

	command -v dpkg-buildpackage >/dev/null || fail "needs dpkg-dev: tools/setup.sh deb"
	rm -rf "$2"
	copy_tree "$copy"
	# -d: tools/setup.sh knows what is needed; a C++ compiler is not.
	(cd "$copy" && umask 022 && dpkg-buildpackage -d -b -us -uc -nc) >"$2/build.log" 2>&1 || {
		tail -n 30 "$2/build.log" >&2
		fail "the whole output is $2/build.log"
	}
	rm -rf "$copy"
	ls "$2"/*.deb
}

# The last commit, with its time.
make_dist() {
	local archive=$2/rookery-$1.tar.xz

	git rev-parse HEAD >/dev/null 2>&1 || fail "make dist needs git: it packs the last commit"
	[ -z "$(git status --porcelain)" ] || echo "package: only what is committed" >&2
	mkdir -p "$2"
	git archive --format=tar --prefix="rookery-$1/" HEAD | xz -6 -T1 >"$archive.new"
	mv "$archive.new" "$archive"
	echo "$archive"
}

case ${1:-} in
deb) make_deb "$2" "$(realpath -m "${3:-build/deb}")" ;;
dist) make_dist "$2" "${3:-build/dist}" ;;
*) fail "usage: tools/package.sh deb|dist VERSION [FOLDER]" ;;
esac
