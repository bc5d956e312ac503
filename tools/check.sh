#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# The table of all tests, in parts, which tools/parts.py runs:
#
#	tools/check.sh            every test
#	tools/check.sh quick      a smaller edition of most of them
#	tools/check.sh smallest   every part, with the least that still starts
#	                          all programs that the part needs
#	tools/check.sh list       the names of the parts
#	tools/check.sh only PART...   those alone, and what they need; quick
#	                          and smallest may stand before list and only
#
# A part that fails is told of at the end; all outputs stay in build/check.
set -u
cd "$(dirname "$0")/.."

mode=full
case ${1:-} in
quick | smallest)
	mode=$1
	shift
	;;
esac

make="${MAKE:-make} --no-print-directory"
# Of what make was called with, variables count here, and jobs do not.
export MAKEFLAGS=$(printf '%s' "${MAKEFLAGS:-}" | sed 's/ *-j[0-9]*\| *--jobserver[^ ]*//g')
export PYTHONDONTWRITEBYTECODE=1
quick='env RK_QUICK=1'
threads='env RK_QUICK=1 RK_SLOW=1 RK_THREADS=4 RK_PATIENCE=300'
full=
flavours='magic hyperbola sanitize'
fuzzers='fuzz memory'
if [ $mode = quick ]; then
	full=$quick
	flavours=
	fuzzers=
elif [ $mode = smallest ]; then
	export RK_QUICK=1 RK_SMALLEST=1
fi

# small WORDS...: for the smallest check alone; most WORDS...: for the others.
small() { [ $mode != smallest ] || echo "$@"; }
most() { [ $mode = smallest ] || echo "$@"; }
# few FILES...: in the smallest check the first of them.
few() { [ $mode != smallest ] && echo "$@" || echo "$1"; }

table=
builds=
after=
load=1

# part NAME COMMAND...: a row of the table. It needs the builds whose programs
# its command names, and those in $after. A part that mostly waits, for a
# terminal or a clock, has a $load that is less than one processor.
part() {
	local name=$1 needs= build words
	shift
	printf -v words '%q ' "$@"
	for build in $builds; do
		case " $after $words" in
		*" $build "* | *build/$build/*) needs+="compile: $build," ;;
		esac
	done
	table+="$name	$needs	$load	$words"$'\n'
}

# compile NAME COMMAND...: what others need.
compile() {
	local name=$1
	shift
	part "compile: $name" "$@"
	builds+=" $name"
}

# Everything with both compilers, no warning let pass; of the other flavours what
# is run below. The smallest check needs no speed.
fast=$(small CFLAGS=-O0)
# In the quick check everything waits for this one.
jobs=
[ $mode != quick ] || jobs=-j$(nproc)
compile gcc $make $jobs $(small CFLAGS=-O1) FLAVOUR=gcc everything
if [ $mode != quick ]; then
	compile clang $make $fast FLAVOUR=clang $(small build/clang/rookery) $(most everything)
	for flavour in $flavours; do
		compile $flavour $make $fast FLAVOUR=$flavour units build/$flavour/rookery \
			$([ $flavour != sanitize ] ||
				echo build/sanitize/{pure,test_module,rookery_faults} \
					build/sanitize/rookery-web_faults \
					build/sanitize/rookery-desktop)
	done
	for flavour in $fuzzers; do
		compile $flavour $make $fast FLAVOUR=$flavour fuzzers
	done
	for flavour in m32 thread debug tune; do
		compile $flavour $make $fast FLAVOUR=$flavour build/$flavour/rookery \
			$([ $flavour != thread ] || echo build/thread/test_module)
	done
	after=gcc compile cluster $make $(small CFLAGS=-O1) FLAVOUR=gcc MPICC=mpicc.openmpi \
		build/gcc/rookery-mpi build/gcc/rookery-mpi.mpich
	after=clang part 'cluster: clang' $make $fast FLAVOUR=clang MPICC=mpicc.openmpi \
		build/clang/rookery-mpi build/clang/rookery-mpi.mpich
	# Several builds take this table from there.
	compile host $make build/host/gen/openings.inc build/host/gen/openings_four.inc
	# What users get: optimised with a profile.
	after=host compile fast $make build/host/fast/rookery
	after=host compile kernel $make KERNELS='6.1 newest' kernel
	after=host compile firmware $make firmware
	compile web $make B=build/wasm32/host web

	# Where its kernel must be built first, what runs in it is less.
	watched=$quick
	! tools/kernel-debug.sh --have >/dev/null 2>&1 || watched=
	compile kernel-debug tools/kernel-debug.sh $(small --try)
	after='kernel kernel-debug' part 'kernel: KASAN, lockdep, faults' \
		$watched tests/kernel/debug.py
	for board in microbit1 microbit1:unicorn nrf52840dk nrf5340dk microbit2 \
		netduinoplus2; do
		after='firmware gcc' part "firmware: $board" tests/mcu/run.py $board \
			$(small greeting game_to_mate)
	done
	after='firmware' part 'firmware: make play-nrf' tests/mcu/play.py
fi
load=.3 part 'terminal' tests/terminal/run.py build/gcc/rookery
load=.3 part 'terminal: other programs' tests/terminal/others.py build/gcc/rookery
part 'template: a game' tests/template/game.sh build/gcc/template
part 'tty: screens' $full tests/tty/run.py build/gcc/template
if [ $mode = quick ]; then
	part 'tree' tools/check-tree.py
else
	after=kernel part 'kernel: in QEMU' tests/kernel/run.py
	after=kernel part 'kernel: chessctl' tests/kernel/client.py
	after=kernel part 'kernel: W=1, sparse, checkpatch' tests/kernel/static.sh
	after=kernel part 'kernel: the newest, in QEMU' $quick tests/kernel/run.py newest
	after=kernel part 'kernel: make play-kernel' tests/kernel/play.py
	for spec in tests/web/*.spec.mjs; do
		name=${spec##*/}
		after='web gcc m32' part "web: ${name%.spec.mjs}" \
			$(small env NODE_OPTIONS=--import=$PWD/tests/web/smallest.mjs) \
			node --test --test-reporter=./tests/web/reporter.mjs $spec
	done
	after=web part 'web: transcripts' tests/transcripts/run.py web tests/web/talk.mjs
	part 'desktop: pictures' tests/desktop/picture.py build/gcc/rookery
	load=0.7 part 'desktop: window' tests/desktop/window.py build/gcc/rookery \
		build/sanitize/rookery
	after=web part 'lint' $make B=build/wasm32/host lint
	after=host part 'freestanding' tools/check-freestanding.sh
fi

units=$(basename -s .c tests/unit/test_*.c)
for unit in $units; do
	part "unit: ${unit#test_}" $full build/gcc/$unit
done
part 'perft: stockfish' $full tests/perft/run.py build/gcc/rookery
part 'perft: four players' $full tests/perft/four.py build/gcc/rookery
load=.3 part 'check: what it says and ends' tests/check/run.py
part 'build: one compiler or none' tests/check/build.py
part 'format' tools/format.sh --check
part 'commits: bench' tools/check-bench-commits.sh
part 'commits: can the check fail' tests/check/commits.py
[ $mode = quick ] || part 'check: lint can fail' tests/check/lint.py
part 'docs: links, measured' tests/check/docs.py
load=.3 after=cluster part 'docs: examples' tests/check/examples.py build/gcc/rookery
part 'docs: tutorial' $full tests/tutorial/run.py build/gcc/librookery.a
part 'command line' tests/host/test_cli.py build/gcc/rookery
part 'console: bytes and files' tests/host/test_console.py build/gcc/rookery
load=.3 part 'engines of others' tests/host/test_external.py build/gcc/rookery
part 'console: random sequences' $full tests/sequences/run.py \
	build/gcc/rookery build/gcc/fouroracle
part 'device: pipes and long lines' tests/host/test_device.py build/gcc/rookery
load=.5 part 'journal: kills and full disks' $full tests/journal/run.py build/gcc/rookery
part 'host: failing calls' tests/faults/run.py build/gcc/rookery_faults
load=.3 part 'uci: conversations' $full tests/uci/run.py build/gcc/rookery
part 'uci: four players' $full tests/uci/four.py build/gcc/rookery \
	build/gcc/fouroracle
part 'uci: endgame tables' $full tests/uci/tables.py build/gcc/rookery
part 'uci: network' $full tests/uci/network.py build/gcc/rookery
load=.3 part 'xboard: conversations' $full tests/xboard/talk.py build/gcc/rookery
part 'transcripts: pure' tests/transcripts/run.py pure \
	$([ "$full" ] && echo build/gcc/pure || echo build/sanitize/pure)
part 'transcripts: module' tests/transcripts/run.py module build/gcc/talk_module
part 'module in user space' $full build/gcc/test_module
part 'transcripts: binary' tests/transcripts/run.py binary build/gcc/rookery
part 'mates' $full tests/mates/run.py \
	build/gcc/rookery build/gcc/referee build/gcc/prove
part 'mates: four players' $full tests/mates/four.py build/gcc/rookery build/gcc/prove_four
part 'endings' $full tests/endings/run.py \
	build/gcc/rookery build/gcc/referee build/gcc/probe
part 'selfplay and tune' tests/tune/run.py build/gcc/selfplay build/gcc/tune
part 'tune: four players' tests/tune/four.py build/gcc/arena build/gcc/tune_four
part 'positions and network' tests/train/positions.py build/gcc/selfplay build/gcc/positions
part 'arena: all against all' build/gcc/arena level4 level3 level2 level1 \
	games $(most 48)$(small 2) resign 4 plies 400
part 'arena: teams' build/gcc/arena level4 engine:nodes=300 rules teams book 1 \
	games $(most 6)$(small 1)
part 'arena: another program' build/gcc/arena program:build/gcc/rookery,nodes=300 \
	engine:nodes=200 rules teams games 2
part 'openings: chess.js' node tests/openings/check.mjs
part 'openings: bad lines' tests/openings/errors.py build/gcc/gen_openings
part 'openings: four players' $full tests/openings/four.py build/gcc/gen_openings_four \
	build/gcc/fouroracle build/gcc/rookery
part 'SAN: chess.js, chessops' $full tests/san/run.py build/gcc/dump
part 'PGN: pgn-extract, chess.js, chessops' $full \
	tests/pgn/run.py build/gcc/rookery build/gcc/dump_pgn
part 'PGN4: real games, our own, round trips' $full \
	tests/pgn4/run.py build/gcc/rookery build/gcc/dump_pgn4

[ $mode = quick ] || after='cluster gcc' part 'cluster: OpenMPI, MPICH' \
	tests/cluster/run.py build/gcc build/tune/rookery
[ $mode = quick ] || after='cluster gcc' part 'cluster: one search' \
	tests/cluster/uci.py build/gcc
part 'book: polyglot' tests/book/run.py build/gcc/book build/gcc/dump_pgn
part 'analyse' $full tests/analyse/run.py build/gcc/rookery

# The same with every slider backend and under the sanitizers, in small.
for flavour in $flavours; do
	for unit in $units; do
		part "$flavour: ${unit#test_}" $quick build/$flavour/$unit
	done
	part "$flavour: perft" $quick tests/perft/run.py build/$flavour/rookery
	after=gcc part "$flavour: perft, four players" $quick tests/perft/four.py \
		build/$flavour/rookery
done
part 'gcc: bench' tests/uci/bench.sh build/gcc/rookery
if [ $mode != quick ]; then
	after='web cluster' part 'install' tests/install/run.py build/gcc/rookery \
		$(small CFLAGS=-O1)
	after=cluster part 'install: manual, completion' tests/install/manual.py build/gcc/rookery
	part 'install: sources, users, musl' tests/install/trees.py build/gcc/rookery
	after='web firmware' part 'install: Debian packages' tests/deb/run.py
	part 'training' tests/train/run.py build/gcc/selfplay build/gcc/positions
	part 'matches' tests/match/run.py build/gcc/referee
	part 'wdl' tests/wdl/run.py build/gcc/rookery
	part 'spsa' tests/spsa/run.py build/tune/rookery build/gcc/referee
	part 'sanitize: failing calls' env RK_FAULTS_STEP=5 tests/faults/run.py \
		build/sanitize/rookery_faults
	part 'sanitize: pictures' tests/desktop/picture.py build/sanitize/rookery
	part 'sanitize: uci, four threads' $threads tests/uci/run.py \
		build/sanitize/rookery
	part 'sanitize: uci, endgame tables' $quick tests/uci/tables.py \
		build/sanitize/rookery
	part 'sanitize: uci, network' $quick tests/uci/network.py build/sanitize/rookery
	part 'sanitize: uci, four players' $threads tests/uci/four.py \
		build/sanitize/rookery build/gcc/fouroracle
	for flavour in clang $flavours m32 debug; do
		after=gcc part "$flavour: bench" tests/uci/bench.sh build/$flavour/rookery
	done
	after='fast gcc' part 'fast: bench' tests/uci/bench.sh build/host/fast/rookery
	after=fast part 'fast: perft' $quick tests/perft/run.py build/host/fast/rookery
	load=.3 part 'm32: terminal without libedit' \
		tests/terminal/run.py build/m32/rookery
	load=.3 part 'sanitize: terminal' tests/terminal/run.py build/sanitize/rookery
	load=.3 part 'sanitize: terminal, other programs' \
		tests/terminal/others.py build/sanitize/rookery
	load=.3 part 'sanitize: engines of others' \
		tests/host/test_external.py build/sanitize/rookery
	part 'm32: perft' $quick tests/perft/run.py build/m32/rookery
	after=gcc part 'm32: perft, four players' $quick tests/perft/four.py build/m32/rookery
	part 'thread: uci, four threads' $threads tests/uci/run.py build/thread/rookery
	part 'thread: uci, network' $quick tests/uci/network.py build/thread/rookery
	part 'thread: uci, four players' $threads tests/uci/four.py \
		build/thread/rookery build/gcc/fouroracle
	part 'thread: xboard' $threads tests/xboard/talk.py build/thread/rookery
	part 'thread: module in user space' $quick build/thread/test_module
	part 'sanitize: module in user space' $quick build/sanitize/test_module
	part 'sanitize: xboard' $threads tests/xboard/talk.py build/sanitize/rookery
	part 'xboard: games' tests/xboard/run.py build/gcc/rookery
	part 'valgrind: bench' valgrind -q --error-exitcode=1 \
		build/debug/rookery bench $(most 3)$(small 1)
fi

for flavour in $fuzzers; do
	for corpus in tests/fuzz/corpus/*; do
		part "$flavour: corpus of ${corpus##*/}" \
			build/$flavour/fuzz_${corpus##*/} $(few $corpus/*)
	done
done
exec tools/parts.py $mode "$@" < <(printf '%s' "$table")
