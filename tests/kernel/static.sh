#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# What the kernel's own tools say of the module, which must be nothing: its
# compiler with W=1 and sparse, for Debian's kernel and for the newest that
# apt offers, and checkpatch. Reports in the words of cmocka.
#
# The layers are for every platform, and sparse reads them like the rest.
# checkpatch is strict with what is written for the kernel alone; of the layers it
# does not ask what no other platform knows, see below.
set -u
cd "$(dirname "$0")/../.."

tools/setup.sh kernel >&2 || exit

passed=0
failed=()

# test NAME COMMAND...: passes if the command does, and says nothing.
test() {
	local name=$1 said
	shift
	echo "[ RUN      ] $name"
	if said=$("$@" 2>&1) && [ -z "$said" ]; then
		echo "[       OK ] $name"
		passed=$((passed + 1))
	else
		echo "$said" | head -n 100
		echo "[  FAILED  ] $name"
		failed+=("$name")
	fi
}

# The path it prints is not a complaint. The table of openings is one text,
# longer than what sparse has room for; no compiler of the kernel's minds.
compile() {
	fetch "$1" || return
	tools/build-module.sh "$1" SHADOW="$PWD/build/linux/static-$1" W=1 C=2 CHECK=sparse \
		2>&1 >/dev/null |
		sed '/openings\.c: note: in included file:$/d
			/openings\.inc:.*trying to concatenate .*-character string/d'
	return ${PIPESTATUS[0]}
}

# What has to be fetched first is no complaint, unless it cannot be.
fetch() {
	local said
	said=$(tools/kernel.sh "$1" 2>&1) || { echo "$said"; return 1; }
}

checkpatch() {
	local script
	fetch checkpatch || return
	script=$(tools/kernel.sh checkpatch) || return
	perl "${script#*=}" --no-tree --terse --no-summary --show-types "$@"
}

# Comments of C90 in the first line, attributes without the kernel's macros, types
# of their own for moves and sets, tables made by macros of rows, lines of 80
# columns with long texts, masks before shifts, tables of words; blanks, where
# checkpatch does not know what a type is, are clang-format's. The rows of
# engine/params.* are for the tuner, and the vectors of engine/network_simd.h for
# where there is a network.
checkpatch_layers() {
	local files
	files=$(printf '%s\n' 'include sources.mk' \
		'$(info $(filter-out engine/params.c,$(for_kernel)))' \
		'$(info $(wildcard core/*.h include/rookery/*.h))' \
		'$(info $(filter-out %/params.h %/network_simd.h,$(wildcard engine/*.h)))' \
		'all:;' |
		make -s -f -) || return
	checkpatch --ignore SPDX_LICENSE_TAG,PREFER_DEFINED_ATTRIBUTE_MACRO,NEW_TYPEDEFS \
		--ignore COMPLEX_MACRO,SPLIT_STRING,MASK_THEN_SHIFT,REPEATED_WORD \
		--ignore SPACING,LINE_SPACING -f $files
}

release_of() {
	tools/kernel.sh "$1" 2>/dev/null | sed -n 's/^release=//p'
}

# What dkms.conf is for is what is tried here, and nothing after it. Of 7.2, which
# is in Debian's next release, the guest of tests/kernel/run.py was tried by hand.
dkms_limits() {
	local release limits
	limits=$(kernel_source_dir= dkms_tree=
		. ports/linux/dkms.conf && echo "$BUILD_EXCLUSIVE_KERNEL")
	for release in "$(release_of 6.1)" "$(release_of newest)" 7.2.13+deb14-amd64; do
		[[ $release =~ $limits ]] || echo "dkms.conf leaves out $release"
	done
	for release in 5.10.0-1-amd64 6.0.0-1-amd64 6.100.0 7.3.1 7.20.0 8.1.0 16.1.0; do
		[[ ! $release =~ $limits ]] || echo "dkms.conf takes $release"
	done
}

# With a key of ours the module ends as the kernel's own do.
installs() {
	local to=$PWD/build/linux/installed headers file
	fetch 6.1 || return
	headers=$(tools/kernel.sh 6.1 | sed -n 's/^headers=//p')
	rm -rf "$to" && mkdir -p "$to/key" || return
	openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=test -days 2 -outform DER \
		-keyout "$to/key/key" -out "$to/key/cert" 2>/dev/null || return
	make -s --no-print-directory -C ports/linux install KDIR="$PWD/$headers" DESTDIR="$to" \
		SIGN_KEY="$to/key/key" SIGN_CERT="$to/key/cert" PGO=no 2>&1 >/dev/null |
		sed '/^Skipping BTF generation/d'
	for file in bin/chessctl lib/udev/rules.d/70-chess.rules lib/modules-load.d/chess.conf \
		share/man/man4/chess.4 share/man/man1/chessctl.1; do
		[ -s "$to/usr/local/$file" ] || echo "$file is not installed"
	done
	tail -c 28 "$to"/lib/modules/*/extra/chess.ko | grep -q '^~Module signature appended~$' ||
		echo 'the module is not signed'
	make -s --no-print-directory -C ports/linux uninstall DESTDIR="$to" || return
	rm -rf "$to/key"
	find "$to" -type f
}

# make l, u and run, without a kernel that would take the module: what root would
# have to do, and the client, which looks for the device.
short_ways() {
	local headers said
	fetch 6.1 || return
	headers=$(tools/kernel.sh 6.1 | sed -n 's/^headers=//p')
	set -- make -s --no-print-directory -C ports/linux KDIR="$PWD/$headers" SUDO=echo PGO=no
	said=$("$@" l PARAMS='boards=2 level=5' | tail -n 1)
	[[ $said =~ ^insmod\ (/.*/chess\.ko)\ boards=2\ level=5$ ]] &&
		[ -s "${BASH_REMATCH[1]}" ] || echo "make l: $said"
	said=$("$@" u)
	[ "$said" = 'rmmod chess' ] || echo "make u: $said"
	[ -e /dev/chess ] || said=$("$@" run </dev/null 2>&1 | grep '^chessctl')
	[[ -e /dev/chess || $said == 'chessctl: /dev/chess: '*'is the module loaded?'* ]] ||
		echo "make run: $said"
}

test 'W=1 and sparse, linux 6.1' compile 6.1
test 'dkms: the kernels that were tried' dkms_limits
test 'make install, with a key' installs
test 'make l, u and run' short_ways
[ "${RK_SMALLEST:-}" ] || test 'W=1 and sparse, the newest linux' compile newest
test 'checkpatch --strict, ports/linux' checkpatch --strict -f ports/linux/*.[ch]
test 'checkpatch, the layers' checkpatch_layers

echo "[==========] $((passed + ${#failed[@]})) test(s) run."
echo "[  PASSED  ] $passed test(s)."
[ ${#failed[@]} -eq 0 ] && exit
echo "[  FAILED  ] ${#failed[@]} test(s), listed below:"
printf '[  FAILED  ] %s\n' "${failed[@]}"
exit 1
