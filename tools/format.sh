#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Every C file of the tree as .clang-format wants it:
#
#	tools/format.sh [FILE...]           formats; prints what it has changed
#	tools/format.sh --check [FILE...]   changes nothing; fails if a file differs
#
# Versions of clang-format disagree about details. The text of the tree is what
# version 14 makes of it, which Debian 12 has; where there is only another
# one, nothing is formatted, and --check says so and passes.
set -eu
cd "$(dirname "$0")/.."

version=14
check=
[ "${1:-}" != --check ] || { check=1 && shift; }

program=clang-format-$version
command -v $program >/dev/null || program=clang-format
case $($program --version 2>/dev/null) in
*"version $version."*) ;;
*)
	echo "format: this needs clang-format $version" >&2
	[ "$check" ] && exit 0 || exit 1
	;;
esac

# In a tree without git, all there is but what was built.
files() {
	{
		git ls-files -co --exclude-standard '*.c' '*.h' 2>/dev/null ||
			find . -path ./build -prune -o -name '*.[ch]' -print
	} | while read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done
}

# All at once in a copy: starting the program takes longer than formatting.
[ $# -gt 0 ] || set -- $(files)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -cf - .clang-format "$@" | tar -xf - -C "$copy"
(cd "$copy" && $program -i --style=file "$@")
changed=0
for file; do
	! cmp -s "$copy/$file" "$file" || continue
	changed=$((changed + 1))
	if [ "$check" ]; then
		diff -u "$file" "$copy/$file" | sed -n 3,12p
		echo "$file: not formatted"
	else
		cat "$copy/$file" >"$file"
		echo "$file"
	fi
done
echo "$# files, $changed ${check:+to be }formatted"
[ -z "$check" ] || [ $changed -eq 0 ] || {
	echo 'format: run make format' >&2
	exit 1
}
