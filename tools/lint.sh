#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# tools/lint.sh FLAG... < FILES: cppcheck and clang-tidy on the files, one a line,
# with these flags of the compiler. make lint calls it.
#
# What was found to be clean is noted in the user's cache and not looked at again
# until something changes that can change what is found: the file, any header, the
# flags, .clang-tidy, this script or a package of the system. cppcheck keeps such
# notes itself. RK_LINT_CACHE names another folder; if it is empty, all is looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=${RK_LINT_CACHE-${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/rookery/lint}
[ -z "$cache" ] || mkdir -p "$cache/layers" "$cache/hosted" "$cache/tidy" 2>/dev/null || cache=
files=$(cat)

# check_all NAME FILES OPTION...: all combinations of macros that the files ask for.
check_all() {
	local notes=${cache:+$cache/$1} files=$2
	shift 2
	[ -z "$files" ] || cppcheck --quiet --std=c11 --library=gtk \
		--enable=warning,performance,portability --inline-suppr \
		--suppress=toomanyconfigs --error-exitcode=1 -I. -Iinclude \
		${notes:+--cppcheck-build-dir="$notes"} "$@" $files
}

# Programs for an operating system are never built as those for chips, browsers and
# the kernel are: the combinations that come from the headers of the layers are
# looked at with the layers.
hosted='^ports/(host|desktop|cluster|linux/client)/'
check_all layers "$(grep -vE "$hosted" <<<"$files" || true)"
check_all hosted "$(grep -E "$hosted" <<<"$files" || true)" -URK_SMALL -URK_TWO_PLAYERS \
	-URK_NO_FILES -URK_NO_NETWORK -URK_HALVES -URK_ONCE -U__KERNEL__ -U__wasm__ \
	-U__ARM_ARCH_6M__

# What all files share: one change of it, and all are looked at.
shared=
if [ -n "$cache" ] && command -v dpkg-query >/dev/null; then
	shared=$({
		clang-tidy --version
		dpkg-query -W
		echo "$@"
		cat .clang-tidy tools/lint.sh
		find . \( -name node_modules -o -path ./build -o -name .git \) -prune -o \
			-name '*.h' -print | LC_ALL=C sort | xargs cat
		cat build/*/gen/*.inc build/*/*/gen/*.inc 2>/dev/null || true
	} | sha256sum)
fi

# tidy SHARED CACHE FILE FLAG...
tidy() {
	local shared=$1 cache=$2 file=$3 note=
	shift 3
	if [ -n "$shared" ]; then
		note=$({ echo "$shared $file" && cat "$file"; } | sha256sum | cut -c1-40)
		note=$cache/tidy/$note
		[ ! -e "$note" ] || return 0
	fi
	clang-tidy --quiet "$file" -- "$@" || return 1
	[ -z "$note" ] || : >"$note"
}
export -f tidy

status=0
xargs -P"$(nproc)" -I{} bash -c 'tidy "$@"' tidy "$shared" "$cache" {} "$@" <<<"$files" ||
	status=1
[ -z "$cache" ] || find "$cache/tidy" -type f -mtime +30 -delete
exit $status
