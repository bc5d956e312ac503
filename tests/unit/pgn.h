/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What tests of PGN share: the seven tags that every game of two players has,
 * and the beginnings of games of four.
 */
#ifndef RK_TESTS_UNIT_PGN_H
#define RK_TESTS_UNIT_PGN_H

#include "rookery/pgn.h"
#include "tests/unit/unit.h"

#define ROSTER(result) \
	"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n" \
	"[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n" \
	"[Result \"" result "\"]\n"

#define FOUR "[Variant \"FFA\"] "

/* The kings stand apart, and each has a pawn. */
#define FOUR_FEN \
	"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-4,yK,9/10,yP,3/14/13,gK/" \
	"14/12,gP,1/14/bK,13/14/1,bP,12/14/14/3,rP,10/4,rK,9"

#endif
