#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# A commit that moves a count of `rookery bench` says so, so that whoever looks
# for a change of behaviour finds it in the log. Where a commit changes a file
# on the left, its message has the line on the right, N being the new number:
#
#	tests/bench.txt         bench: N
#	tests/bench-full.txt    bench --full: N
#	tests/bench-four.txt    bench --four: N
#	tests/bench-network.txt bench --network: N
#
#	tools/check-bench-commits.sh [COMMIT]    commits after this one
#
# Without a COMMIT it is the last one before there was this check. Where that is
# not in the history, as in a shallow clone, or where there is no git, the
# script says so and passes.
set -eu
cd "${RK_TREE:-$(dirname "$0")/..}"

start=${1:-b4342d81938b35b6febdb271562e5ef866c95515}
bad=0

pass() {
	echo "not checked: $*"
	exit 0
}

# says COMMIT FILE WORDS: whether the message has the file's new number.
says() {
	number=$(git show "$1:$2" 2>/dev/null | grep -x '[0-9][0-9]*') || return 0
	git log -1 --format=%B "$1" | grep -qx "$3: $number" && return 0
	echo "$(git log -1 --format='%h %s' "$1")"
	echo "	moves $2; its message lacks the line '$3: $number'"
	bad=1
}

git rev-parse -q --verify HEAD >/dev/null 2>&1 || pass 'there is no git, or no history'
git merge-base --is-ancestor "$start" HEAD 2>/dev/null ||
	pass "the history does not reach back to $start"

commits=$(git rev-list --no-merges "$start..HEAD" -- 'tests/bench*.txt')
for commit in $commits; do
	for file in $(git diff-tree --no-commit-id --name-only -r "$commit" -- tests); do
		case $file in
		tests/bench.txt) says "$commit" $file bench ;;
		tests/bench-full.txt) says "$commit" $file 'bench --full' ;;
		tests/bench-four.txt) says "$commit" $file 'bench --four' ;;
		tests/bench-network.txt) says "$commit" $file 'bench --network' ;;
		esac
	done
done
echo "$(echo "$commits" | grep -c .) of $(git rev-list --count "$start..HEAD")" \
	'commits move a count'
exit $bad
