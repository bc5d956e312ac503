#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Makes the profile for the usual build, and finds out what the compiler can do
# with it. The Makefile calls it:
#
#	CC='gcc FLAGS' tools/profile.sh FOLDER
#
# FOLDER/rookery is a program that counts how often its branches are taken. It
# searches, counts moves and reads games, in one thread and to fixed depths, so
# that the counts are the same each time. Then FOLDER/compile and FOLDER/link hold
# the flags that use them, where @ stands for the path of an object in FOLDER
# without its suffix. Where the program does not run, as for another machine, or
# llvm-profdata is missing, one line says so and there is no profile.
set -eu
folder=$1
compile= link=
cannot='what was built does not run here'

say() {
	echo "$0: $*: no profile" >&2
}

# Does the compiler make programs with these flags?
works() {
	echo 'int main(void) { return 0; }' |
		$CC "$@" -x c -o "$folder/works" - 2>/dev/null
}

run() {
	LLVM_PROFILE_FILE=$folder/%p.profraw "$folder/rookery" "$@" >/dev/null 2>&1
}

train() {
	find "$folder" -name '*.gcda' -o -name '*.profraw' | xargs rm -f
	for words in 'bench' 'bench --full' 'bench --four 5' 'perft --threads 1 5' \
		'perft --threads 1 --four 3' 'pgn --normalise tests/book/games.pgn'; do
		run $words || return
	done
	# There may be no network in it.
	run bench --network || :
}

# Clang's counts need a tool of the same version, and are one file.
merge() {
	tool=$($CC -print-prog-name=llvm-profdata)
	command -v "$tool" >/dev/null || return
	"$tool" merge -o "$folder/profile" "$folder"/*.profraw
}

# Link-time optimisation: all cores at once if possible.
lto() {
	for link; do
		! works $link || return 0
	done
	link=
}

if $CC -dM -E -x c /dev/null | grep -q __clang__; then
	lto '-flto=thin -fuse-ld=lld' -flto=thin
	if ! train; then
		say "$cannot"
	elif merge; then
		compile="-fprofile-use=$folder/profile -Wno-profile-instr-unprofiled"
	else
		say 'llvm-profdata is missing'
	fi
else
	lto -flto=auto -flto
	if train; then
		compile='-fprofile-use=@.gcda -Wno-missing-profile'
	else
		say "$cannot"
	fi
fi
compile="$compile ${link%% *}"
echo "$compile" >"$folder/compile"
echo "$link" >"$folder/link"
