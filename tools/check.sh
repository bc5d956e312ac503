#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Runs every test, tools/check.sh, or a smaller edition of most of them,
# tools/check.sh quick. The tests are in parts, as many of them at a time as
# there are processors. A part that fails shows its output; all outputs stay
# in build/check. The last line is the sum, counted as cmocka counts; a part
# that does not count is one test.
set -u
cd "$(dirname "$0")/.."

make="${MAKE:-make} --no-print-directory"
logs=build/check
processors=$(nproc)
export PYTHONDONTWRITEBYTECODE=1
quick='env RK_QUICK=1'
threads='env RK_QUICK=1 RK_SLOW=1 RK_THREADS=4 RK_PATIENCE=300'
full=
flavours='magic hyperbola sanitize'
fuzzers='fuzz memory'
if [ "${1:-}" = quick ]; then
	full=$quick
	flavours=
	fuzzers=
fi

# count STATUS LOG: how many tests passed and failed.
count() {
	awk -v status="$1" '
		/^\[  PASSED  \] [0-9]+ test/ { passed += $4; counts = 1 }
		/^\[  FAILED  \] [0-9]+ test/ { failed += $4; counts = 1 }
		END {
			if (status && !failed)
				failed = 1
			if (!status && !counts)
				passed = 1
			print passed + 0, failed + 0
		}' "$2"
}

run() {
	local name=$1 log=$logs/${1//[^a-z0-9]/-} start=$SECONDS status sum word=ok
	shift

	timeout 2400 "$@" >"$log.log" 2>&1
	status=$?
	sum=$(count $status "$log.log")
	echo "$sum" >"$log.sum"
	[ "${sum#* }" = 0 ] || word=FAILED
	{
		flock 9
		printf '%-7s%-44s%5d s\n' "$word" "$name" $((SECONDS - start))
		[ $word = ok ] || cat "$log.log"
	} 9>$logs/lock
}

# part NAME COMMAND...
part() {
	while (($(jobs -rp | wc -l) >= processors)); do
		wait -n
	done
	run "$@" &
}

finish() {
	wait
	cat $logs/*.sum | awk '
		{ passed += $1; failed += $2 }
		END {
			print passed + 0 " passed, " failed + 0 " failed"
			exit failed > 0 || !passed
		}'
}

trap 'trap - INT TERM; kill 0' INT TERM
rm -rf $logs
mkdir -p $logs

# Everything with both compilers, no warning let pass; the rest is run below.
part 'compile: gcc' $make ${full:+-j$processors} FLAVOUR=gcc everything
[ "$full" ] || part 'compile: clang' $make FLAVOUR=clang everything
for flavour in $flavours; do
	part "compile: $flavour" $make FLAVOUR=$flavour everything
done
for flavour in $fuzzers; do
	part "compile: $flavour" $make FLAVOUR=$flavour fuzzers
done
if [ -z "$full" ]; then
	for flavour in m32 thread debug; do
		part "compile: $flavour" $make FLAVOUR=$flavour build/$flavour/rookery \
			$([ $flavour != thread ] || echo build/thread/test_module)
	done
	part 'compile: kernel' $make KERNELS='6.1 newest' kernel
	part 'compile: firmware' $make firmware
	part 'compile: web' $make B=build/wasm32/host web
fi
wait
if grep -q ' [^0]' $logs/*.sum; then
	finish
	exit
fi

# The longest first.
# Where its kernel must be built first, what runs in it is less.
if [ -z "$full" ]; then
	watched=$quick
	! tools/kernel-debug.sh --have >/dev/null 2>&1 || watched=
	part 'kernel: KASAN, lockdep, faults' $watched tests/kernel/debug.py
	for board in microbit1 microbit1:unicorn nrf52840dk nrf5340dk microbit2; do
		part "firmware: $board" tests/nrf/run.py $board
	done
	part 'firmware: make play-nrf' tests/nrf/play.py
fi
part 'terminal' tests/terminal/run.py build/gcc/rookery
part 'tty: screens' $full tests/tty/run.py build/gcc/tty
if [ "$full" ]; then
	part 'tree' tools/check-tree.py
else
	part 'kernel: in QEMU' tests/kernel/run.py
	part 'kernel: chessctl' tests/kernel/client.py
	part 'kernel: W=1, sparse, checkpatch' tests/kernel/static.sh
	part 'kernel: the newest, in QEMU' $quick tests/kernel/run.py newest
	part 'kernel: make play-kernel' tests/kernel/play.py
	part 'web' node --test --test-concurrency=1 \
		--test-reporter=./tests/web/reporter.mjs tests/web/*.spec.mjs
	part 'web: transcripts' tests/transcripts/run.py web tests/web/talk.mjs
	part 'lint' $make lint
	part 'freestanding' tools/check-freestanding.sh
fi

units=$(basename -s .c tests/unit/test_*.c)
for unit in $units; do
	part "unit: ${unit#test_}" $full build/gcc/$unit
done
part 'perft: stockfish' $full tests/perft/run.py build/gcc/rookery
part 'perft: four players' $full tests/perft/four.py build/gcc/rookery
part 'command line' tests/host/test_cli.py build/gcc/rookery
part 'console: bytes and files' tests/host/test_console.py build/gcc/rookery
part 'device: pipes and long lines' tests/host/test_device.py build/gcc/rookery
part 'journal: kills and full disks' $full tests/journal/run.py build/gcc/rookery
part 'uci: conversations' $full tests/uci/run.py build/gcc/rookery
part 'uci: four players' $full tests/uci/four.py build/gcc/rookery \
	build/gcc/fouroracle
part 'xboard: conversations' $full tests/xboard/talk.py build/gcc/rookery
part 'transcripts: pure' tests/transcripts/run.py pure \
	$([ "$full" ] && echo build/gcc/pure || echo build/sanitize/pure)
part 'transcripts: module' tests/transcripts/run.py module build/gcc/talk_module
part 'module in user space' $full build/gcc/test_module
part 'transcripts: binary' tests/transcripts/run.py binary build/gcc/rookery
part 'mates' $full tests/mates/run.py \
	build/gcc/rookery build/gcc/referee build/gcc/prove
part 'selfplay and tune' tests/tune/run.py build/gcc/selfplay build/gcc/tune
part 'arena: all against all' build/gcc/arena level4 level3 level2 level1 \
	games 48 resign 4 plies 400
part 'arena: teams' build/gcc/arena level4 engine:nodes=300 rules teams games 6
part 'openings: chess.js' node tests/openings/check.mjs
part 'openings: bad lines' tests/openings/errors.py build/gcc/gen_openings
part 'SAN: chess.js, chessops' $full tests/san/run.py build/gcc/dump
part 'PGN: pgn-extract, chess.js, chessops' $full \
	tests/pgn/run.py build/gcc/rookery build/gcc/dump_pgn
part 'PGN4: real games, our own, round trips' $full \
	tests/pgn4/run.py build/gcc/rookery build/gcc/dump_pgn4

part 'book: polyglot' tests/book/run.py build/gcc/book build/gcc/dump_pgn
part 'analyse' $full tests/analyse/run.py build/gcc/rookery

# The same with every slider backend and under the sanitizers, in small.
for flavour in $flavours; do
	for unit in $units; do
		part "$flavour: ${unit#test_}" $quick build/$flavour/$unit
	done
	part "$flavour: perft" $quick tests/perft/run.py build/$flavour/rookery
	part "$flavour: perft, four players" $quick tests/perft/four.py build/$flavour/rookery
done
part 'gcc: bench' tests/uci/bench.sh build/gcc/rookery
if [ -z "$full" ]; then
	part 'matches' tests/match/run.py build/gcc/referee
	part 'sanitize: uci, four threads' $threads tests/uci/run.py \
		build/sanitize/rookery
	part 'sanitize: uci, four players' $threads tests/uci/four.py \
		build/sanitize/rookery build/gcc/fouroracle
	for flavour in clang $flavours m32 debug; do
		part "$flavour: bench" tests/uci/bench.sh build/$flavour/rookery
	done
	part 'm32: terminal without libedit' \
		tests/terminal/run.py build/m32/rookery
	part 'sanitize: terminal' tests/terminal/run.py build/sanitize/rookery
	part 'm32: perft' $quick tests/perft/run.py build/m32/rookery
	part 'm32: perft, four players' $quick tests/perft/four.py build/m32/rookery
	part 'thread: uci, four threads' $threads tests/uci/run.py build/thread/rookery
	part 'thread: uci, four players' $threads tests/uci/four.py \
		build/thread/rookery build/gcc/fouroracle
	part 'thread: xboard' $threads tests/xboard/talk.py build/thread/rookery
	part 'thread: module in user space' $quick build/thread/test_module
	part 'sanitize: module in user space' $quick build/sanitize/test_module
	part 'sanitize: xboard' $threads tests/xboard/talk.py build/sanitize/rookery
	part 'xboard: games' tests/xboard/run.py build/gcc/rookery
	part 'valgrind: bench' valgrind -q --error-exitcode=1 build/debug/rookery bench 3
fi

for flavour in $fuzzers; do
	for corpus in tests/fuzz/corpus/*; do
		part "$flavour: corpus of ${corpus##*/}" \
			build/$flavour/fuzz_${corpus##*/} $corpus/*
	done
done
finish
