#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# tests/uci/bench.sh ROOKERY [small | full | four | network]...: bench takes the
# nodes that tests/bench.txt says, with the full profile tests/bench-full.txt, for
# four players tests/bench-four.txt, with the network tests/bench-network.txt,
# whoever compiled it and for what. Where no network is in the tree, a random one
# does. Without a kind it is all of them. In the smallest check it takes as many as the usual build,
# to depth 1.
set -eu
cd "$(dirname "$0")/../.."

# count ROOKERY OPTION
count() {
	# A network may be a file, after the option.
	# shellcheck disable=SC2086
	"$1" bench $2 ${RK_SMALLEST:+1} | sed -n 's/^bench: //p'
}

# compare ROOKERY FILE OPTION
compare() {
	want=$(grep -x '[0-9][0-9]*' "$2")
	[ -z "${RK_SMALLEST:-}" ] || want=$(count build/gcc/rookery "$3")
	got=$(count "$1" "$3")
	[ "$got" = "$want" ] || {
		echo "bench $3: $got instead of $want"
		exit 1
	}
}

rookery=$1
shift
for kind in ${*:-small full four network}; do
	case $kind in
	network)
		network=
		[ -f data/network.rknet ] || {
			network=$(mktemp)
			trap 'rm -f "$network"' EXIT
			tools/gen_network.py "$network" --kings 3
		}
		compare "$rookery" tests/bench-network.txt "--network $network"
		;;
	small) compare "$rookery" tests/bench.txt '' ;;
	*) compare "$rookery" "tests/bench-$kind.txt" "--$kind" ;;
	esac
done
