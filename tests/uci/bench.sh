#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# tests/uci/bench.sh ROOKERY: bench takes the nodes that tests/bench.txt says,
# whoever compiled it and for what.
set -eu
cd "$(dirname "$0")/../.."

want=$(grep -x '[0-9][0-9]*' tests/bench.txt)
got=$("$1" bench | sed -n 's/^bench: //p')
[ "$got" = "$want" ] || {
	echo "bench: $got, but tests/bench.txt says $want"
	exit 1
}
