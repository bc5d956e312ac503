#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Shows that core/, and all the layers that are built on it, need no operating
# system. Compiles them, with the small slider backend, for a Cortex-M0,
# WebAssembly, 32-bit x86 and the inside of a Linux kernel, links each into one
# object and looks at that:
#
#	it asks for nothing but the four functions of include/rookery/deps.h, and what
#	the compiler itself brings or the kernel has;
#	it has no data that can be written to, and exports rk_ and rk4_ names only;
#	no function has a stack frame over 512 bytes, and the small search,
#	with all its plies, takes no more stack than is allowed below;
#	core/ for two players is within 25.5 KB on Thumb, where memory is short
#	(RK_SMALL); struct rk_pos is within 192 bytes.
set -eu
cd "$(dirname "$0")/.."

out=build/freestanding
flash_limit=26112
usual="-std=c11 -ffreestanding -Os"
warnings="-Wall -Wextra -Wshadow -Wmissing-prototypes -Wvla -Werror"
generated=build/host/gen
bad=0

# As Debian's linux-headers-6.1 call gcc for a module, but for the warnings.
kernel="-std=gnu11 -nostdinc -Itests/kernel/user -D__KERNEL__ -DMODULE
	-fno-strict-aliasing -fno-common -fshort-wchar -fno-PIE
	-mno-sse -mno-mmx -mno-sse2 -mno-3dnow -mno-avx -fcf-protection=none
	-m64 -falign-jumps=1 -falign-loops=1 -mno-80387 -mno-fp-ret-in-387
	-mpreferred-stack-boundary=3 -mskip-rax-setup -mtune=generic
	-mno-red-zone -mcmodel=kernel -fno-asynchronous-unwind-tables
	-mindirect-branch=thunk-extern -mindirect-branch-register
	-mindirect-branch-cs-prefix -mfunction-return=thunk-extern
	-fno-jump-tables -mharden-sls=all -fno-delete-null-pointer-checks
	-O2 -fno-allow-store-data-races -fstack-protector-strong
	-ftrivial-auto-var-init=zero -fno-stack-clash-protection
	-pg -mrecord-mcount -mfentry -fno-strict-overflow -fno-stack-check
	-fconserve-stack -Wimplicit-fallthrough=5"

complain() {
	echo "$target: $*" >&2
	bad=1
}

# WebAssembly calls all data writable; there the names of segments tell.
writable() {
	case $target in
	wasm32) llvm-readobj -S $out/$target.o |
		awk '$1 == "Name:" && $2 ~ /^\./ && $2 !~ /^\.rodata/ { print $2 }' ;;
	*) awk '$2 ~ /^[bBdDC]$/ { print $3 }' $out/$target.nm ;;
	esac
}

compile() {
	mkdir -p $out/$target
	for source in $(printf '%s/*.c ' $layers); do
		"$@" -I. -Iinclude -I$generated $players $warnings -fstack-usage \
			$graph -Wframe-larger-than=512 -c \
			-o $out/$target/$(echo $source | tr / -).o $source ||
			complain "$source does not compile"
	done
	echo '#include "rookery/position.h"
	_Static_assert(sizeof(struct rk_pos) <= 192, "struct rk_pos has grown");' |
		"$@" -I. -Iinclude -x c -fsyntax-only - ||
		complain "struct rk_pos is over 192 bytes"
}

# examine TARGET LINKER ALLOWED COMPILER FLAGS...
examine() {
	target=$1 linker=$2 allowed="^(memcpy|memset|memcmp|memmove|$3)\$"
	shift 3
	graph=-fcallgraph-info=su
	[ $1 != clang ] || graph=
	compile "$@"
	$linker -r -o $out/$target.o $out/$target/*.o
	llvm-nm $out/$target.o >$out/$target.nm
	asks=$(awk -v allowed="$allowed" '$1 == "U" && $2 !~ allowed { print $2 }' \
		$out/$target.nm)
	writes=$(writable)
	exports=$(awk '$2 ~ /^[A-Z]$/ && $3 !~ /^rk4?_/ { print $3 }' $out/$target.nm)
	[ -z "$asks" ] || complain "asks for" $asks
	[ -z "$writes" ] || complain "can write to" $writes
	[ -z "$exports" ] || complain "exports" $exports
	text=$(llvm-size $out/$target.o | awk 'NR == 2 { print $1 + $2 }')
	frame=$(cat $out/$target/*.su | awk -F'[:\t]' '
		$(NF - 1) > most { most = $(NF - 1); name = $(NF - 2) }
		END { print most, name }')
	printf "$row" $target $text $frame
}

# From rk_think_two() or rk4_think() down, without what the port's functions
# take. Why there are no more of these frames, docs/engine.md and
# docs/engine-four.md say. What the compiler brings for 64 bits is given 48 bytes.
stack_of() {
	entry=$1
	shift
	tools/stack.py --entry $entry "$@" --calls '*=' --outside '(mem|__).*=48' \
		$out/$target/core-*.ci $out/$target/engine-*.ci
}

search_stack() {
	again=$(awk '$1 == "#define" && $2 == "RK_SMALL_SINGULAR" { print $3 }' engine/search.h)
	nodes=$((plies + again + 1))
	stack_of rk_think_two --limit rk_search=$nodes \
		--limit rk_search,rk_qsearch=$((nodes + 1)) \
		--calls search_root=search_two
}

search_stack_four() {
	stack_of rk4_think --limit rk4_search=$plies \
		--limit rk4_search,rk4_qsearch=$((plies + 1)) \
		--calls search_root=search_four
}

# The stack of a kernel thread is 16 KB; a small chip has as much for all, one
# that knows four players has more.
defined() {
	awk -v name="$1" '$1 == "#define" && $2 == name { print $3 }' include/rookery/engine.h
}

check_stack() {
	plies=$(defined RK_SMALL_PLY)
	stack=$(search_stack) || bad=1
	printf "$row" '' '' "$stack" 'bytes of stack at most for the small search'
	[ "${stack:-0}" -le $1 ] || complain "that is over $1"
	stack=$(search_stack_four) || bad=1
	printf "$row" '' '' "$stack" 'with four players'
	[ "${stack:-0}" -le $2 ] || complain "that is over $2"
	[ "${3:-}" ] || return 0
	plies=$(defined RK_MIDDLE_PLY)
	stack=$(search_stack) || bad=1
	printf "$row" '' '' "$stack" 'for the middle profile'
	[ "${stack:-0}" -le $3 ] || complain "that is over $3"
}

# examine_all LAYER...: for every target.
examine_all() {
	layers=$*
	players=
	[ "$layers" != core ] || players=-DRK_TWO_PLAYERS
	printf '\n%s\n' "$layers:"
	rm -rf $out
	printf "$row" target text frame 'the largest, in'
	examine cortex-m0 ld.lld "$thumb_helpers" \
		arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb $usual ${players:+-DRK_SMALL}
	[ "$layers" != core ] || [ "$text" -le $flash_limit ] ||
		complain "$text bytes, $flash_limit are allowed"
	[ "$layers" = core ] || check_stack 4096 8192
	examine wasm32 wasm-ld '__stack_pointer|__indirect_function_table' \
		clang --target=wasm32 $usual
	examine x86-32 ld.lld '__c[lt]zdi2|__u(div|mod)di3|__udivmoddi4' \
		gcc -m32 -march=i686 -fno-pie $usual
	[ "$layers" = core ] || check_stack 6144 10240
	examine kernel ld.lld "$kernel_helpers" gcc $kernel
	[ "$layers" = core ] || check_stack 6144 10240 8192
}

row='%-10s %6s %6s  %s\n'
thumb_helpers='__aeabi_(lmul|ll?sl|ll?sr|u?idiv|u?idivmod|uldivmod)'
thumb_helpers="$thumb_helpers|__c[lt]z[sd]i2|__gnu_thumb1_case_[us][qh]i"
kernel_helpers='strlen|__fentry__|__stack_chk_fail|__x86_(return|indirect)_thunk.*'

${MAKE:-make} -s $generated/openings.inc $generated/openings_four.inc
examine_all core
[ "${RK_SMALLEST:-}" ] || examine_all core core/four game engine engine/four proto
exit $bad
