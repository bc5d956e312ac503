#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# A short game with the smallest port, as docs/porting.md says:
#
#	tests/template/game.sh [PROGRAM]
#
# Lines go in, as from a program; a mate and the score come out. Then a computer
# moves and gives a hint, in the memory that the port has brought.

set -eu
program=${1:-build/host/template}

said=$(printf '%s\n' 'game human human' f3 e5 g4 Qh4 quit | "$program")
for words in 'Ready.' 'Checkmate' 'Final Score:' 'White: 0' 'Black: 1'; do
	case $said in
	*"$words"*) ;;
	*)
		printf 'not said: %s\n%s\n' "$words" "$said"
		exit 1
		;;
	esac
done

said=$(printf '%s\n' 'game computer5 human' move hint resign quit | "$program")
for words in 'Hint: ' 'White: 1'; do
	case $said in
	*"$words"*) ;;
	*)
		printf 'not said: %s\n%s\n' "$words" "$said"
		exit 1
		;;
	esac
done
echo 'ok: a game and a computer'
echo '2 passed, 0 failed'
