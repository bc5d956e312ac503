#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Four players: the engine at 200 ms a move against levels 3 and 4, and what
# share of the first places is needed.
#
#	bench/four.sh ARENA
#
# GAMES is the number of games of each of the matches (60), MS the time for a
# move; WORKERS, as many as there are processors. Fails if a bar is missed.
set -u

arena=${1:?usage: bench/four.sh ARENA}
engine=engine:ms=${MS:-200}
failed=0

# match NEEDED PLAYER...
match() {
	local need=$1
	shift
	"$arena" "$@" need "$need" games "${GAMES:-60}" \
		workers "${WORKERS:-$(nproc)}" || failed=1
	echo
}

match 85 "$engine" level3 level3 level3
match 75 "$engine" level4 level4 level4
match 95 "$engine" level4 rules teams
exit $failed
