#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# What the kernel's own tools say of the module, which must be nothing: its
# compiler with W=1 and sparse, for Debian's kernel and for the newest that
# apt offers, and checkpatch --strict. Reports in the words of cmocka.
#
# The layers are for every platform, and sparse is told to read them like the
# rest; checkpatch is for what is written for the kernel alone.
set -u
cd "$(dirname "$0")/../.."

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
	tools/build-module.sh "$1" SHADOW="$PWD/build/linux/static-$1" W=1 C=2 CHECK=sparse \
		2>&1 >/dev/null |
		sed '/openings\.c: note: in included file:$/d
			/openings\.inc:.*trying to concatenate .*-character string/d'
	return ${PIPESTATUS[0]}
}

checkpatch() {
	local script
	script=$(tools/kernel.sh checkpatch) || return
	perl "${script#*=}" --no-tree --strict --terse --no-summary --show-types \
		-f ports/linux/*.[ch]
}

test 'W=1 and sparse, linux 6.1' compile 6.1
[ "${RK_SMALLEST:-}" ] || test 'W=1 and sparse, the newest linux' compile newest
test 'checkpatch --strict' checkpatch

echo "[==========] $((passed + ${#failed[@]})) test(s) run."
echo "[  PASSED  ] $passed test(s)."
[ ${#failed[@]} -eq 0 ] && exit
echo "[  FAILED  ] ${#failed[@]} test(s), listed below:"
printf '[  FAILED  ] %s\n' "${failed[@]}"
exit 1
