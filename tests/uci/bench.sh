#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# tests/uci/bench.sh ROOKERY: bench takes the nodes that tests/bench.txt says,
# for four players tests/bench-four.txt, whoever compiled it and for what.
set -eu
cd "$(dirname "$0")/../.."

# compare ROOKERY FILE [OPTION]
compare() {
	want=$(grep -x '[0-9][0-9]*' "$2")
	got=$("$1" bench ${3:+"$3"} | sed -n 's/^bench: //p')
	[ "$got" = "$want" ] || {
		echo "bench $3: $got, but $2 says $want"
		exit 1
	}
}

compare "$1" tests/bench.txt ''
compare "$1" tests/bench-four.txt --four
