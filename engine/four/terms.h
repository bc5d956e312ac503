/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The terms of the evaluation for four players. Their values are in weights.h,
 * one row for free-for-all games and one for teams; tools/tune_four.c finds them
 * from games. All are centipawns, unless it says otherwise.
 *
 * The side to move matters: a piece that is attacked by the seat to move is all but
 * lost. So a threat has one of RK4_MOMENTS values, by the places of attacker and
 * victim in the order of play, counted from the seat to move; in a free-for-all
 * game from the root seat.
 */
#ifndef RK_ENGINE_FOUR_TERMS_H
#define RK_ENGINE_FOUR_TERMS_H

/* Squares of a piece-square table: 14 ranks, 7 files and their mirror images. */
#define RK4_HALF_BOARD 98
#define RK4_MOMENTS 16

/* clang-format off */
/* X(name, count, meaning) */
#define RK4_TERMS(X) \
	X(tempo, 1, "the turn") \
	X(in_game, 1, "the seat has not left the game") \
	X(material, 6, "pawn to king") \
	X(psqt, 6 * RK4_HALF_BOARD, "pawn to king, by relative square") \
	X(mobility, 3, "squares that knights, diagonals and lines reach") \
	X(shield, 1, "own pawn beside the king") \
	X(bishops, 1, "a second bishop") \
	X(queens, 1, "each further queen") \
	X(hanging_minor, RK4_MOMENTS, "attacked and not guarded, by moment") \
	X(hanging_rook, RK4_MOMENTS, "") \
	X(hanging_queen, RK4_MOMENTS, "") \
	X(by_pawn, 3, "a pawn attacks a minor piece, rook, queen") \
	X(by_knight, 2, "a knight attacks a rook, a queen") \
	X(by_slider, 2, "a guarded rook on a diagonal, a queen on any line") \
	X(saved, 2, "a loose minor, larger piece that the partner guards") \
	X(loose_pawn, 1, "an attacked pawn that nobody guards") \
	X(guards, 1, "squares beside the king that the partner guards") \
	X(uneven, 8, "the partners' difference of pieces; teams") \
	/* King danger, in centipawns before the square is added. */ \
	X(zone, 5, "king zone: knight, diagonal, line, pawn, unguarded") \
	X(checks, 3, "safe checks by lines, diagonals, knights") \
	X(danger_moment, RK4_MOMENTS, "share of it by moment, of 64") \
	X(danger_both, 1, "more if two seats attack, of 64")
/* clang-format on */

enum {
#define RK4_PLACE(name, count, meaning) \
	RK4_AT_##name, RK4_END_##name = RK4_AT_##name + (count)-1,
	RK4_TERMS(RK4_PLACE) RK4_WEIGHTS
};

/* The value of an attack grows by its square over this: free-for-all, teams. */
#define RK4_DANGER_SQUARE_FFA 1000
#define RK4_DANGER_SQUARE_TEAMS 1372

/*
 * Free-for-all: values of seats below the floor are compressed; the worth of one
 * point; how the other seats count.
 */
#define RK4_FLOOR 400
#define RK4_POINT 70
#define RK4_STRONGEST_PERCENT 10
#define RK4_AVERAGE_PERCENT 90

#ifdef RK_TRACE
/* tools/tune_four.c: `times` the weight counts for the seat. */
void rk4_trace_term(int place, int times, int seat);
/* What one enemy contributes to the danger of the seat's king. */
void rk4_trace_danger(int seat, int moment, const int counts[8]);
#else
static inline void rk4_trace_term(int place, int times, int seat)
{
	(void)place;
	(void)times;
	(void)seat;
}

static inline void rk4_trace_danger(int seat, int moment, const int counts[8])
{
	(void)seat;
	(void)moment;
	(void)counts;
}
#endif

#endif
