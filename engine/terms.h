/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Every number that the evaluation is made of, by name: how many there are of
 * it and what they mean. The values are in weights.h, which tools/tune.c
 * writes; it walks through these lists too, so that a new term needs a line
 * here, a line in weights.h and the code that counts it.
 *
 * In every table, ranks count from 0 as the owner of the pawn or piece sees
 * them.
 */
#ifndef RK_ENGINE_TERMS_H
#define RK_ENGINE_TERMS_H

#include "engine/eval.h"

/* Nobody needs all of them. */
#define RK_WEIGHTS static const __attribute__((__unused__))

/* Pairs of points, middle game and end game. X(name, count, meaning) */
#define RK_TERMS(X) \
	X(material, 5, "a pawn, knight, bishop, rook, queen") \
	X(squares, 192, \
	  "pawn to king, by rank, files a to d and their mirror") \
	X(bishop_pair, 1, "two bishops or more") \
	X(knight_pawns, 1, "a knight, for each own pawn over or under five") \
	X(rook_pawns, 1, "a rook, the same") \
	X(rook_pair, 1, "two rooks or more") \
	X(isolated, 2, "no own pawn beside it; 1: and no enemy pawn ahead") \
	X(doubled, 2, "an own pawn ahead; 1: right ahead") \
	X(backward, 2, "cannot advance safely, ever; 1: on a half-open file") \
	X(phalanx, 8, "an own pawn right beside it, by rank") \
	X(supported, 8, "an own pawn guards it, by rank") \
	X(candidate, 8, "may become passed, by rank") \
	X(stopped, 8, "an enemy pawn stands right ahead, by rank") \
	X(passed, 8, "by rank") \
	X(shelter, 32, \
	  "edge distance of a file at the king, rank of the pawn") \
	X(storm, 64, "the same of enemy pawns; from 32: stopped by ours") \
	X(king_to_pawn, 1, "steps to the nearest own pawn") \
	X(knight_mobility, 9, "by squares") \
	X(bishop_mobility, 14, "") \
	X(rook_mobility, 15, "") \
	X(queen_mobility, 28, "") \
	X(knight_outpost, 2, \
	  "no pawn will ever attack it; 1: and one guards it") \
	X(bishop_outpost, 2, "") \
	X(outpost_near, 2, "a knight, a bishop can go to an outpost") \
	X(minor_behind_pawn, 2, "a knight, a bishop with a pawn right ahead") \
	X(minor_to_king, 2, "steps of a knight, a bishop to its king") \
	X(bishop_pawns, 1, "own pawns on squares of its colour") \
	X(bishop_fixed_pawns, 1, \
	  "those of them in the centre that are stopped") \
	X(bishop_enemy_pawns, 1, \
	  "enemy pawns that it sees through everything") \
	X(long_diagonal, 1, "a bishop sees both centre squares, pawns aside") \
	X(rook_open, 1, "no pawns on its file") \
	X(rook_half_open, 1, "no own pawns") \
	X(rook_seventh, 1, "with pawns or the king to attack from there") \
	X(rook_trapped, 2, \
	  "few moves, beside its king; 1: that cannot castle") \
	X(queen_watched, 1, "an enemy line to it has one piece on it") \
	X(queen_deep, 1, "beyond the middle, where no pawn will attack it") \
	X(castling, 2, "one right, two rights") \
	X(bare_flank, 1, "no pawns of anybody around the king") \
	X(threat_pawn, 1, "a guarded or safe pawn attacks a piece") \
	X(threat_push, 1, "a pawn could safely go and attack a piece") \
	X(threat_minor, 5, "knight or bishop attack pawn to queen") \
	X(threat_rook, 5, "rook attacks weak pawn to queen") \
	X(threat_king, 1, "the king attacks something weak") \
	X(hanging, 1, "attacked, and not guarded enough") \
	X(queen_guards, 1, "weak and guarded by the queen alone") \
	X(contested, 1, "squares that both attack, not firmly theirs") \
	X(knight_on_queen, 1, "squares from where a knight would attack it") \
	X(line_on_queen, 1, "squares from where bishop or rook would") \
	X(passed_blocked, 8, "a piece right ahead, by rank") \
	X(passed_step, 8, "the next square is free and safe") \
	X(passed_path, 8, "so is all the way") \
	X(passed_helped, 8, "the next square is guarded") \
	X(passed_own_king, 8, "steps of the own king to the next square") \
	X(passed_enemy_king, 8, "steps of the enemy's") \
	X(passed_rook, 2, "a rook behind it; 1: an enemy's") \
	X(unstoppable, 1, "no enemy piece, and the king comes too late") \
	X(space, 1, "safe squares in the own part of the centre files") \
	X(tempo, 1, "to be on the move")

/*
 * Danger for a king, plain numbers that are added up. The sum squared counts
 * in the middle game, the sum itself in the end game.
 */
#define RK_DANGERS(X) \
	X(attacker, 4, "knight to queen near the king, for each such piece") \
	X(near_hits, 1, "attacks on squares beside the king") \
	X(weak_squares, 1, "near the king, attacked and poorly guarded") \
	X(safe_check, 4, "knight to queen can give check safely") \
	X(safe_checks, 4, "from more than one square") \
	X(other_checks, 1, "squares of other checks") \
	X(pinned, 1, "pieces that cannot leave the king") \
	X(no_queen, 1, "the attacker has none") \
	X(knight_guards, 1, "an own knight beside the king") \
	X(bishop_guards, 1, "an own bishop that covers squares there") \
	X(flank_attacks, 1, "attacks in the king's part of the board") \
	X(flank_guards, 1, "own cover there") \
	X(bare_king_file, 1, "no own pawn on the king's file") \
	X(shelter_danger, 8, "rank of the own pawn on a file at the king") \
	X(storm_danger, 16, "of the enemy pawn there; from 8: stopped") \
	X(danger_base, 1, "always")

/* How much of an edge in the end game can be won, plain points. */
#define RK_CHANCES(X) \
	X(chance_pawns, 1, "for each pawn on the board") \
	X(chance_passed, 1, "for each passed pawn") \
	X(chance_flanks, 1, "pawns on both flanks") \
	X(chance_outflank, 1, "how far the kings are apart sideways") \
	X(chance_entered, 1, "a king has crossed the middle") \
	X(chance_pawn_ending, 1, "nothing but pawns") \
	X(chance_base, 1, "always")

/* The place of the first number of a name in its list. */
#define RK_TERM_PLACE(name, count, meaning) \
	RK_AT_##name, RK_LAST_##name = RK_AT_##name + (count)-1,

enum rk_term_place { RK_TERMS(RK_TERM_PLACE) RK_TERM_COUNT };
enum rk_danger_place { RK_DANGERS(RK_TERM_PLACE) RK_DANGER_COUNT };
enum rk_chance_place { RK_CHANCES(RK_TERM_PLACE) RK_CHANCE_COUNT };

/*
 * Where a term counts, as an expression. The tuner compiles the evaluation
 * with RK_TRACE, which also writes down how often each number counted for
 * which colour.
 */
#ifdef RK_TRACE
void rk_trace_term(int place, int times, int colour);
void rk_trace_danger(int place, int times, int colour);
void rk_trace_chance(int place, int times);
#else
#define rk_trace_term(place, times, colour) ((void)(colour))
#define rk_trace_danger(place, times, colour) ((void)(colour))
#define rk_trace_chance(place, times) ((void)0)
#endif

#define RK_TERM(colour, name, index, times) \
	(rk_trace_term(RK_AT_##name + (index), (times), (colour)), \
	 rk_w_##name[index] * (times))

#define RK_DANGER(colour, name, index, times) \
	(rk_trace_danger(RK_AT_##name + (index), (times), (colour)), \
	 rk_w_##name[index] * (times))

#define RK_CHANCE(name, times) \
	(rk_trace_chance(RK_AT_##name, (times)), rk_w_##name[0] * (times))

#define RK_PAIR(middle, end) ((end)*65536 + (middle))

static inline int rk_pair_middle(rk_pair pair)
{
	return (int16_t)(uint16_t)(uint32_t)pair;
}

/* The middle game's sign has been taken from it; that is given back. */
static inline int rk_pair_end(rk_pair pair)
{
	return (int16_t)(uint16_t)(((uint32_t)pair + 0x8000) >> 16);
}

#endif
