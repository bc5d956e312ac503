/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the four-player search know of each other;
 * docs/engine-four.md is the guide. There are always two sides, us and them:
 * the two teams, or in a game of all against all the one who thinks and
 * everybody else. eval.c sees a position as each seat does, worth.c keeps what
 * stands on the board counted, exchange.c counts trades, order.c says which
 * move comes next, line.c makes moves and what follows from them, search.c
 * and captures.c look ahead, many.c does the same for four sides, think.c
 * drives them.
 */
#ifndef RK_ENGINE_FOUR_SEARCH_H
#define RK_ENGINE_FOUR_SEARCH_H

#include "core/four/settle.h"
#include "engine/four/four.h"
#include "engine/four/sets.h"
#include "engine/frames.h"
#include "engine/search.h"

/* No evaluation is larger, ... */
#define RK4_EVAL_MAX 15000
/* ... but being sure to have most points at the end is worth more. */
#define RK4_SCORE_WON 20000

/* ---- worth.c ---- */

/* What the men of each seat are worth where they stand. */
struct rk4_tally {
	int32_t men[RK4_SEATS];
};

/* ---- a line of moves being looked at ---- */

struct rk4_ply {
	struct rk4_undo undo;
	struct rk4_tally tally; /* before the move */
	rk4_move move;          /* being tried; 0: a pass */
	rk4_move excluded;      /* is another move as good as this one? */
	rk4_move killers[2];
	int16_t eval;
	uint8_t piece;  /* that makes the move */
	uint8_t checks; /* the seats that are in check before the move */
	uint8_t spent;  /* an opponent has had his free choice in this round */
	uint8_t cutoffs;
	uint8_t over; /* a king was taken or nobody is left: no more moves */
};

/* A move and above it its place in the order. */
typedef uint64_t rk4_choice;

/* Counts how moves did; squares are as the mover sees them. */
#define RK4_PIECES (RK_TYPES * RK4_BOARD)

/* Of quiet moves by seat: from and to, or in the small profile what and to. */
#define RK4_QUIET_BIG (RK4_SEATS * RK4_BOARD * RK4_BOARD)
#define RK4_QUIET_SMALL (RK4_SEATS * RK4_PIECES)

struct rk4_history {
	int16_t captures[RK_TYPES][RK4_BOARD][8];
	rk4_move counters[RK4_SEATS * 8][RK4_BOARD];
	int16_t follow[RK4_PIECES][RK4_PIECES];
	int16_t nothing[RK4_PIECES];
};

/* What a seat attacks and with what. */
struct rk4_view {
	rk4_set men;
	rk4_set pawns; /* attacked by pawns, and so on */
	rk4_set knights;
	rk4_set diagonals;
	rk4_set lines;
	rk4_set king;
	rk4_set all;
};

/* ---- styles: how a game of all against all is searched ---- */

enum rk4_way {
	RK4_WAY_PARANOID,   /* all the others are one side */
	RK4_WAY_REPLY,      /* one of them moves, the others pass */
	RK4_WAY_REPLY_MOVE, /* one of them chooses, the others just move */
	RK4_WAY_MANY,       /* everyone for himself */
};

struct rk4_style {
	uint8_t way;
	uint8_t few;   /* quiet moves that an opponent may choose of, 0: all */
	int16_t point; /* what a point is worth */
	int16_t foes;  /* per cent of the strongest other one's standing */
	int16_t rest;  /* per cent of all others' on the average */
};

struct rk4_mind {
	struct rk4_pos pos;
	struct rk_course course;
	struct rk_table *table;
	bool teams;
	bool has_dead; /* pieces that belong to nobody stand on the board */
	uint8_t hero;  /* who thinks */
	uint8_t worth_options; /* that `worth` was made for; 255: none */
	const struct rk4_style *style;
	uint64_t view_key; /* mixed into keys of the table, which are this seat's */
	int max_ply;
	int max_lines;
	struct rk4_ply *plies; /* the last one writes into one more */
	rk4_choice *pool;
	int pool_used;
	int pool_size;
	rk4_move *pv; /* a triangle; pv_count[] has its rows' lengths */
	uint8_t *pv_count;
	int16_t *quiets;
	int quiet_count;
	struct rk4_history *history; /* or NULL, in the small profile */
	int32_t (*vectors)[RK4_SEATS];
	int16_t worth[RK4_SEATS][RK_TYPES][RK4_BOARD];
	struct rk4_view views[RK4_SEATS];
};

/* ---- mind.c ---- */

/* Gets ready to look at a position. */
void rk4_mind_see(struct rk4_mind *mind, const struct rk4_pos *pos);

/* ---- worth.c ---- */

void rk4_worth_fill(struct rk4_mind *mind);
void rk4_tally_start(struct rk4_tally *tally, const struct rk4_mind *mind);
/* The tally after a move that is not made yet. */
void rk4_tally_move(struct rk4_tally *after, const struct rk4_tally *before,
		    const struct rk4_mind *mind, rk4_move move);
/* A square as the seat sees it: turned so that the seat is below. */
static inline int rk4_turned(int seat, int square)
{
	int x = square & 15, y = square >> 4;

	switch (seat) {
	case 0:
		return square;
	case 1:
		return x << 4 | (15 - y);
	case 2:
		return (15 - y) << 4 | (15 - x);
	default:
		return (15 - x) << 4 | y;
	}
}

/* ---- eval.c ---- */

/* What the position is worth for each seat, points included. */
void rk4_eval_seats(struct rk4_mind *mind, const struct rk4_tally *tally,
		    int value[RK4_SEATS]);
/* What that means for one of them, in a game of all against all. */
int rk4_against_all(const struct rk4_mind *mind, const int value[RK4_SEATS],
		    int hero);
/* For the side to move, us or them. */
int rk4_eval(struct rk4_mind *mind, int ply);

/* ---- shares.c ---- */

/* Of 1000 games from the root, by the score and the moves, each seat's wins. */
void rk4_shares(struct rk4_mind *mind, struct rk_info *info);

/* ---- exchange.c ---- */

extern const int16_t rk4_trade_value[8];

bool rk4_trade_wins(struct rk4_mind *mind, rk4_move move, int least);

/* ---- line.c ---- */

/* 0: us, 1: them; in teams us is Red and Yellow. */
static inline int rk4_side(const struct rk4_mind *mind, int seat)
{
	return mind->teams ? seat & 1 : seat != mind->hero;
}

void rk4_line_make(struct rk4_mind *mind, int ply, rk4_move move);
void rk4_line_unmake(struct rk4_mind *mind, int ply);
void rk4_line_pass(struct rk4_mind *mind, int ply);
void rk4_line_unpass(struct rk4_mind *mind, int ply);
rk4_move *rk4_line_pv(const struct rk4_mind *mind, int ply);
void rk4_line_extend_pv(struct rk4_mind *mind, int ply, rk4_move move);
bool rk4_line_is_repeated(const struct rk4_mind *mind, int ply);
/* The score of a line that is over, for the side to move. */
int rk4_line_result(struct rk4_mind *mind, int ply);
/* A draw by repetition: nobody gets anything more. */
int rk4_line_draw(const struct rk4_mind *mind);

/* ---- memory.c ---- */

struct rk4_memory {
	rk4_move move;
	int16_t score;
	int16_t eval;
	int16_t depth;
	uint8_t bound;
	bool was_pv;
};

bool rk4_memory_probe(const struct rk4_mind *mind, int ply,
		      struct rk4_memory *memory);
void rk4_memory_store(const struct rk4_mind *mind, int ply,
		      const struct rk4_memory *memory);

/* ---- order.c ---- */

struct rk4_picker {
	rk4_move known;
	uint16_t start, next, end;
	uint8_t stage;
	bool captures_only;
	bool skip_quiets;
	bool skip_bad;
	bool cut_short; /* there was no room for all moves: it is a leaf */
};

bool rk4_picker_has_room(const struct rk4_mind *mind);
void rk4_picker_start(struct rk4_picker *picker, struct rk4_mind *mind,
		      rk4_move known, bool captures_only);
rk4_move rk4_picker_next(struct rk4_picker *picker, struct rk4_mind *mind,
			 int ply);
void rk4_picker_end(struct rk4_picker *picker, struct rk4_mind *mind);

bool rk4_is_quiet(const struct rk4_pos *pos, rk4_move move);
int rk4_quiet_history(const struct rk4_mind *mind, int ply, rk4_move move);
void rk4_history_learn(struct rk4_mind *mind, int ply, int depth, rk4_move best,
		       const struct rk4_picker *picker);

/* ---- search.c, captures.c, many.c ---- */

struct rk4_node {
	int16_t alpha;
	int16_t floor;
	int16_t beta;
	int16_t eval;
	int16_t raw;
	int16_t best;
	rk4_move best_move;
	int16_t depth;
	uint16_t moves;
	uint16_t quiets;
	uint8_t ply;
	uint8_t seat;
	bool pv;
	bool cut;
	bool in_check;
	bool improving;
	bool hit;
	bool known_takes;
	bool theirs; /* an opponent's whose choice the style may limit */
	struct rk4_memory memory;
	struct rk4_picker picker;
};

int rk4_search(struct rk4_mind *mind, int alpha, int beta, int depth, int ply,
	       bool cut);
int rk4_search_captures(struct rk4_mind *mind, int alpha, int beta, int ply,
			int deep);
/* The same for four sides: values into mind->vectors[ply]. */
void rk4_search_many(struct rk4_mind *mind, int depth, int ply);
/* A move's score is in; 0: a pass. True: the rest need not be tried. */
bool rk4_weigh(struct rk4_mind *mind, struct rk4_node *node, rk4_move move,
	       int score);

#endif
