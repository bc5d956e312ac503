/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The terms of the evaluation: name, number of values, meaning. The values are
 * in weights.h, which tools/tune.c writes from the same lists. A new term
 * needs a line here, a line in weights.h and the code that counts it.
 *
 * In all tables ranks count from 0 as seen by the owner of the pawn or piece.
 * Distances are king moves.
 */
#ifndef RK_ENGINE_TERMS_H
#define RK_ENGINE_TERMS_H

#include "engine/eval.h"

/* No file uses all of them. */
#define RK_WEIGHTS static const __attribute__((__unused__))

/* Pairs of scores, middle game and end game. X(name, count, meaning) */
#define RK_TERMS(X) \
	X(material, 5, "a pawn, knight, bishop, rook, queen") \
	X(psqt, 192, "pawn to king, by rank, files a to d and mirrored") \
	X(bishop_pair, 1, "two bishops or more") \
	X(knight_pawns, 1, "a knight, times own pawns less five") \
	X(rook_pawns, 1, "a rook, times own pawns less five") \
	X(rook_pair, 1, "two rooks or more") \
	X(isolated, 2, \
	  "no own pawn on the files beside it; 1: on a half-open file") \
	X(doubled, 2, "an own pawn ahead; 1: on the next square") \
	X(backward, 2, "cannot advance safely, ever; 1: on a half-open file") \
	X(phalanx, 8, "an own pawn on the next file, same rank; by rank") \
	X(supported, 8, "an own pawn guards it, by rank") \
	X(candidate, 8, "may become passed, by rank") \
	X(blocked, 8, "by an enemy pawn on the next square, by rank") \
	X(passed, 8, "by rank") \
	X(shelter, 32, "by edge distance of the file, rank of the own pawn") \
	X(storm, 64, "the same of the enemy pawn; from 32: blocked by ours") \
	X(king_pawn_distance, 1, "to the nearest own pawn") \
	X(knight_mobility, 9, "by squares") \
	X(bishop_mobility, 14, "") \
	X(rook_mobility, 15, "") \
	X(queen_mobility, 28, "") \
	X(knight_outpost, 2, "never attacked by pawns; 1: and guarded by one") \
	X(bishop_outpost, 2, "") \
	X(reachable_outpost, 2, \
	  "a knight, a bishop that can go to an outpost") \
	X(minor_behind_pawn, 2, \
	  "a knight, a bishop with a pawn on the next square") \
	X(minor_king_distance, 2, "of a knight, a bishop to its king") \
	X(bishop_pawns, 1, "own pawns on squares of its colour") \
	X(bishop_blocked_pawns, 1, \
	  "those of them that are blocked on files c to f") \
	X(bishop_xray_pawns, 1, \
	  "enemy pawns on its diagonals, through all pieces") \
	X(long_diagonal, 1, \
	  "a bishop attacks two centre squares, pawns aside") \
	X(rook_open, 1, "no pawns on its file") \
	X(rook_half_open, 1, "no own pawns") \
	X(rook_seventh, 1, "with pawns or the king to attack from there") \
	X(rook_trapped, 2, \
	  "few moves, shut in by its king; 1: that cannot castle") \
	X(weak_queen, 1, "one man between it and an enemy slider") \
	X(queen_infiltration, 1, "on ranks 5 to 8, never attacked by pawns") \
	X(castling, 2, "one right, two rights") \
	X(pawnless_flank, 1, "no pawns of either colour on the king's flank") \
	X(threat_by_pawn, 1, "a safe or guarded pawn attacks a piece") \
	X(threat_by_push, 1, "a safe pawn push would attack a piece") \
	X(threat_by_minor, 5, "knight or bishop attacks a pawn to queen") \
	X(threat_by_rook, 5, "rook attacks a weak pawn to queen") \
	X(threat_by_king, 1, "the king attacks a weak piece or pawn") \
	X(hanging, 1, "attacked, and not guarded enough") \
	X(queen_protection, 1, "weak pieces that their queen guards") \
	X(restricted, 1, "squares attacked by both, not strongly theirs") \
	X(knight_on_queen, 1, "safe squares from where a knight attacks it") \
	X(slider_on_queen, 1, "safe squares from where bishop or rook does") \
	X(passed_blocked, 8, "a man on the next square, by rank") \
	X(passed_free_step, 8, "the next square is free and safe") \
	X(passed_free_path, 8, "so is the whole path") \
	X(passed_supported, 8, "the next square is guarded") \
	X(passed_own_king, 8, "distance of the own king to the next square") \
	X(passed_enemy_king, 8, "distance of the enemy king") \
	X(passed_rook, 2, "a rook behind it; 1: an enemy rook") \
	X(unstoppable, 1, "no enemy pieces, and their king comes too late") \
	X(space, 1, "safe squares behind own pawns on files c to f") \
	X(tempo, 1, "the right to move")

/*
 * King danger, plain numbers. Their sum squared counts in the middle game, the
 * sum itself in the end game; see eval_king.h.
 */
#define RK_DANGERS(X) \
	X(king_attacker, 4, \
	  "knight to queen at the king ring, times all of them") \
	X(king_ring_attacks, 1, "attacks on squares next to the king") \
	X(king_ring_weak, 1, "weak squares of the king ring") \
	X(safe_check, 4, "knight to queen can give check safely") \
	X(safe_checks, 4, "from more than one square") \
	X(unsafe_checks, 1, "squares of checks that are not safe") \
	X(pinned, 1, "own men pinned to the king") \
	X(no_queen, 1, "the attacker has none") \
	X(knight_defender, 1, "an own knight guards squares next to the king") \
	X(bishop_defender, 1, "an own bishop does") \
	X(flank_attacks, 1, "enemy attacks on the king's flank") \
	X(flank_defence, 1, "own attacks on the king's flank") \
	X(pawnless_king_file, 1, "no own pawn on the king's file") \
	X(shelter_danger, 8, "by rank of the own pawn on a file at the king") \
	X(storm_danger, 16, "by rank of the enemy pawn; from 8: blocked") \
	X(danger_base, 1, "always")

/* Complexity of an end game, plain scores; see complexity_of() in eval.c. */
#define RK_COMPLEXITIES(X) \
	X(complexity_pawns, 1, "for each pawn on the board") \
	X(complexity_passed, 1, "for each passed pawn") \
	X(complexity_both_flanks, 1, "pawns on both flanks") \
	X(complexity_outflanking, 1, \
	  "files between the kings, plus White's lead in ranks") \
	X(complexity_infiltration, 1, "a king in the other half of the board") \
	X(complexity_pawn_ending, 1, "nothing but pawns") \
	X(complexity_base, 1, "always")

/* The index of a term's first value among all values of its list. */
#define RK_TERM_PLACE(name, count, meaning) \
	RK_AT_##name, RK_LAST_##name = RK_AT_##name + (count)-1,

enum rk_term_place { RK_TERMS(RK_TERM_PLACE) RK_TERM_COUNT };
enum rk_danger_place { RK_DANGERS(RK_TERM_PLACE) RK_DANGER_COUNT };
enum rk_complexity_place { RK_COMPLEXITIES(RK_TERM_PLACE) RK_COMPLEXITY_COUNT };

/*
 * The value of a term, `times` over, as an expression. The tuner compiles the
 * evaluation with RK_TRACE, which also records how often each value counted
 * for which colour.
 */
#ifdef RK_TRACE
void rk_trace_term(int place, int times, int colour);
void rk_trace_danger(int place, int times, int colour);
void rk_trace_complexity(int place, int times);
#else
#define rk_trace_term(place, times, colour) ((void)(place), (void)(colour))
#define rk_trace_danger(place, times, colour) ((void)(colour))
#define rk_trace_complexity(place, times) ((void)0)
#endif

#define RK_TERM(colour, name, index, times) \
	(rk_trace_term(RK_AT_##name + (index), (times), (colour)), \
	 rk_w_##name[index] * (times))

#define RK_DANGER(colour, name, index, times) \
	(rk_trace_danger(RK_AT_##name + (index), (times), (colour)), \
	 rk_w_##name[index] * (times))

#define RK_COMPLEXITY(name, times) \
	(rk_trace_complexity(RK_AT_##name, (times)), rk_w_##name[0] * (times))

/*
 * The end game score is in the high half, the middle game score is added to
 * it. A negative one borrows from the high half, so that pairs add up like
 * plain numbers.
 */
#define RK_PAIR(middle, end) ((end)*65536 + (middle))

static inline int rk_pair_middle(rk_pair pair)
{
	return (int16_t)(uint16_t)(uint32_t)pair;
}

/* Adding 0x8000 gives back what a negative middle game score borrowed. */
static inline int rk_pair_end(rk_pair pair)
{
	return (int16_t)(uint16_t)(((uint32_t)pair + 0x8000) >> 16);
}

#endif
