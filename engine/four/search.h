/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The internals of the four-player engine; docs/engine-four.md is the guide.
 *
 * The search always has two sides. With teams these are the two teams. In a
 * free-for-all game one side is the seat that is to move at the root, and the
 * other side is everybody else.
 *
 *	think.c     one task from start to answer
 *	search.c    the main search; qsearch.c is the quiescence search
 *	line.c      makes and unmakes moves, with mates and points
 *	movepick.c  which move is tried next; the history tables
 *	tt.c        entries of the transposition table
 *	see.c       static exchange evaluation
 *	checks.c    which moves give check
 *	eval.c      static evaluation; psqt.c is its incremental part
 *	wdl.c       expected wins of each seat
 *	engine.c    the memory of all this
 */
#ifndef RK_ENGINE_FOUR_SEARCH_H
#define RK_ENGINE_FOUR_SEARCH_H

#include "core/four/settle.h"
#include "engine/four/four.h"
#include "engine/four/sets.h"
#include "engine/four/terms.h"
#include "engine/frames.h"
#include "engine/search.h"

/* No static evaluation is larger. */
#define RK4_EVAL_MAX 15000
/* A lead that can be claimed wins the game without a mate. */
#define RK4_SCORE_WON 20000

/* ---- psqt.c ---- */

/* By kind of game, 1 for teams: the values of terms.h. */
extern const int16_t rk4_weights[2][RK4_WEIGHTS];

/* Material and piece-square values, summed for each seat. */
struct rk4_psqt {
	int32_t sum[RK4_SEATS];
	uint32_t keys[RK4_SEATS]; /* of the seat's pieces and their squares */
};

/* ---- the search stack ---- */

/*
 * What the search keeps for one ply of the current line. `move`, `piece` and
 * `undo` are set when the move of this ply is made; `checks`, `replied`,
 * `over` and `psqt` describe the position before it.
 */
struct rk4_ply {
	struct rk4_undo undo;
	struct rk4_psqt psqt;
	rk4_move move; /* 0: a null move */
	rk4_move killers[2];
	int16_t eval;
	uint8_t piece;   /* that makes the move */
	uint8_t checks;  /* set of seats that are in check */
	uint8_t urgent;  /* the move must answer a check, see rk4_line_make() */
	uint8_t replied; /* an opponent has made the free reply of this round */
	uint8_t cutoffs; /* beta cutoffs among the children */
	uint8_t over;    /* the game has ended: there are no more moves */
};

/* A move in the low 32 bits and its place in the order above them. */
typedef uint64_t rk4_scored_move;

/*
 * History tables count how often a move caused a cutoff. A piece type and its
 * target square make an index. The square is relative to the seat that moves,
 * so the seats share what was learnt.
 */
#define RK4_PIECE_TO (RK_TYPES * RK4_BOARD)

/*
 * Entries of the quiet history. The full profile has one for each seat, origin
 * and target; the small profile one for each seat, piece type and target.
 */
#define RK4_QUIET_BIG (RK4_SEATS * RK4_BOARD * RK4_BOARD)
#define RK4_QUIET_SMALL (RK4_SEATS * RK4_PIECE_TO)

/* Entries of a correction history, a power of two. */
#define RK4_CORRECTIONS 16384

struct rk4_history {
	/* Errors of the evaluation by seat to move and an army, and by moves. */
	int16_t armies[RK4_SEATS][RK4_SEATS][RK4_CORRECTIONS];
	int16_t moves[RK4_CORRECTIONS];
	/* By piece type, target square and type of the captured piece. */
	int16_t captures[RK_TYPES][RK4_BOARD][8];
	/* The quiet move that refuted a piece's move to a square. */
	rk4_move counter_moves[RK4_SEATS * 8][RK4_BOARD];
	/* By an earlier move of the line and the move that continues it. */
	int16_t continuation[RK4_PIECE_TO][RK4_PIECE_TO];
	int16_t none[RK4_PIECE_TO]; /* stays zero: there was no earlier move */
};

/* The squares that a seat attacks, by the kind of piece. */
struct rk4_attacks {
	rk4_set pieces; /* where the seat's own pieces stand */
	rk4_set pawns;
	rk4_set knights;
	rk4_set diagonals; /* by bishops and queens */
	rk4_set lines;     /* by rooks and queens */
	rk4_set king;
	rk4_set all; /* by anything but the king, which guards less */
};

struct rk4_engine {
	struct rk4_pos pos; /* at the end of the current line */
	struct rk_control control;
	struct rk_tt *table;
	bool teams;
	bool has_dead;     /* dead pieces stand on the board */
	uint8_t root_seat; /* the seat to move at the root */
	uint8_t psqt_kind; /* what psqt_table[] was filled for; 255: nothing */
	uint64_t root_key; /* root_seat's part of the keys in the table */
	int max_ply;
	int max_lines;
	struct rk4_ply *plies; /* max_ply + 1: the last one writes ahead */
	rk4_scored_move *pool; /* the move lists of all plies, as a stack */
	int pool_used;
	int pool_size;
	rk4_move *pv;      /* triangular: row n begins at ply n */
	uint8_t *pv_count; /* lengths of its rows */
	int16_t *quiets;   /* the quiet history */
	int quiet_count;
	struct rk4_history *history; /* NULL in the small profile */
	int16_t psqt_table[RK4_SEATS][RK_TYPES][RK4_BOARD];
	struct rk4_attacks attacks[RK4_SEATS]; /* scratch of eval.c, too: */
	uint8_t officers[RK4_SEATS];           /* pieces, no pawns or kings */
};

/* ---- engine.c ---- */

/* Resets the search stack to this position as the root. */
void rk4_engine_set_position(struct rk4_engine *engine,
			     const struct rk4_pos *pos);

/* ---- psqt.c ---- */

/* Fills psqt_table[] for the kind of game of the current position. */
void rk4_psqt_fill(struct rk4_engine *engine);
void rk4_psqt_start(struct rk4_psqt *psqt, const struct rk4_engine *engine);
/* The sums after a move; call it before the move is made. */
void rk4_psqt_move(struct rk4_psqt *after, const struct rk4_psqt *before,
		   const struct rk4_engine *engine, rk4_move move);

/* The square after the board is turned so that the seat plays upwards. */
static inline int rk4_relative_square(int seat, int square)
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

/* The value of the position for each seat, without points; 0 if it has left. */
void rk4_eval_seats(struct rk4_engine *engine, const struct rk4_psqt *psqt,
		    int value[RK4_SEATS]);
/* Free-for-all: the score of one seat against the others, with points. */
int rk4_ffa_score(const struct rk4_engine *engine, const int value[RK4_SEATS],
		  int us);
/* The static evaluation for the side to move. */
int rk4_eval(struct rk4_engine *engine, int ply);

/* ---- wdl.c ---- */

/*
 * Fills info->shares from the score and the moves of the line: of 1000 games
 * from the root, how many each seat is expected to win.
 */
void rk4_wdl(struct rk4_engine *engine, struct rk_info *info);

/* ---- see.c ---- */

/* Piece values in an exchange, in centipawns. */
extern const int16_t rk4_see_value[8];

/* Does the exchange that the move begins win at least `threshold`? */
bool rk4_see_ge(struct rk4_engine *engine, rk4_move move, int threshold);

/* ---- checks.c ---- */

/* A piece of the seat to move between a king and a piece that would attack it. */
struct rk4_screen {
	uint8_t square;
	uint8_t king; /* its square */
	int8_t step;  /* from the king */
};

/* The squares from which the seat to move would give check, by piece type. */
struct rk4_check_squares {
	uint64_t straight[4];
	uint64_t cross[4];
	uint64_t knights[4];
	uint64_t pawns[4];
	uint64_t screens[4]; /* the squares in `screen` */
	struct rk4_screen screen[3 * RK4_DIRECTIONS];
	uint8_t count;
};

/* For the kings of these seats, none of them a partner of the one to move. */
void rk4_find_check_squares(struct rk4_check_squares *squares,
			    const struct rk4_pos *pos, unsigned int seats);
/*
 * Does the move attack one of those kings, or open a line onto it? Castling and
 * what a capture en passant opens are overlooked.
 */
bool rk4_move_gives_check(const struct rk4_check_squares *squares,
			  const struct rk4_pos *pos, rk4_move move);
/*
 * Which of these seats, none of them in check, are in check after the move?
 * Exact for normal moves that capture no king; the move is not made yet.
 */
unsigned int rk4_find_new_checks(const struct rk4_pos *pos, rk4_move move,
				 unsigned int seats);

/* ---- line.c ---- */

/* The seat and, in teams, its partner. */
static inline unsigned int rk4_team(const struct rk4_engine *engine, int seat)
{
	return engine->teams ? 5u << (seat & 1) : 1u << seat;
}

/* The side of a seat, 0 or 1. Side 0 is Red and Yellow, or the root seat. */
static inline int rk4_side(const struct rk4_engine *engine, int seat)
{
	return engine->teams ? seat & 1 : seat != engine->root_seat;
}

/* Makes a legal move at this ply: mates and points are settled too. */
void rk4_line_make(struct rk4_engine *engine, int ply, rk4_move move);
/* Pays the last player, and notes in the stack whether the game is over. */
void rk4_line_end_turn(struct rk4_engine *engine, int ply);
void rk4_line_unmake(struct rk4_engine *engine, int ply);
/* The turn goes on without a move. */
void rk4_line_make_null(struct rk4_engine *engine, int ply);
void rk4_line_unmake_null(struct rk4_engine *engine, int ply);
/* The row of the PV table that begins at this ply. */
rk4_move *rk4_line_pv(const struct rk4_engine *engine, int ply);
/* The PV of this ply becomes the move and the PV of the next ply. */
void rk4_line_extend_pv(struct rk4_engine *engine, int ply, rk4_move move);
bool rk4_line_is_repeated(const struct rk4_engine *engine, int ply);
/* The score for the side to move after the game has ended (`over`). */
int rk4_line_result(struct rk4_engine *engine, int ply);
/* The score for the side to move of a draw by repetition. */
int rk4_line_draw(const struct rk4_engine *engine);

/* ---- tt.c ---- */

struct rk4_tt_entry {
	rk4_move move; /* 0: none */
	int16_t score;
	int16_t eval; /* RK_SCORE_NONE: in check */
	int16_t depth;
	uint8_t bound;
	bool was_pv;
};

/* False: there is no entry, or its move is illegal here. */
bool rk4_tt_probe(const struct rk4_engine *engine, int ply,
		  struct rk4_tt_entry *entry);
void rk4_tt_store(const struct rk4_engine *engine, int ply,
		  const struct rk4_tt_entry *entry);

/* ---- movepick.c ---- */

struct rk4_picker {
	rk4_move tt_move;          /* comes first; 0: none */
	uint16_t start, next, end; /* of its list in the pool */
	uint8_t stage;
	bool captures_only;
	bool skip_quiets; /* may be set at any time */
	bool skip_bad;    /* no captures that lose material */
	bool with_checks; /* quiet checks among the captures */
	bool gives_check; /* the last move; not known of the TT move */
	bool overflow;    /* the list did not fit: the node is a leaf */
};

/* Is there space in the pool for the moves of another node? */
bool rk4_picker_has_space(const struct rk4_engine *engine);
void rk4_picker_start(struct rk4_picker *picker, struct rk4_engine *engine,
		      rk4_move tt_move, bool captures_only);
/* The next move, 0: no more. */
rk4_move rk4_picker_next(struct rk4_picker *picker, struct rk4_engine *engine,
			 int ply);
/* Frees the list; pickers end in the reverse order of their starts. */
void rk4_picker_end(struct rk4_picker *picker, struct rk4_engine *engine);

/* Neither a capture nor a promotion. */
bool rk4_is_quiet(const struct rk4_pos *pos, rk4_move move);
int rk4_quiet_history(const struct rk4_engine *engine, int ply, rk4_move move);
int rk4_capture_history(const struct rk4_engine *engine, rk4_move move);
/* The quiet move before this ply gains as a continuation. */
void rk4_history_praise_last(struct rk4_engine *engine, int ply, int bonus);
/* After a beta cutoff by `best`: it gains, the moves tried before it lose. */
void rk4_history_update(struct rk4_engine *engine, int ply, int depth,
			rk4_move best, const struct rk4_picker *picker);

/*
 * The correction history: by how much the evaluation erred in like positions.
 * Teams and full profile only; elsewhere the evaluation stays as it is.
 */
int rk4_correction_apply(const struct rk4_engine *engine, int ply, int eval);
void rk4_correction_update(struct rk4_engine *engine, int ply, int depth,
			   int error);

/* ---- search.c, qsearch.c ---- */

/* One node being searched; small integers keep the stack frame small. */
struct rk4_node {
	int16_t alpha;
	int16_t old_alpha; /* when the node began */
	int16_t beta;
	int16_t eval;     /* refined by the score in the table */
	int16_t raw_eval; /* as rk4_eval() returned it */
	int16_t best;
	rk4_move best_move;
	int16_t depth;
	uint16_t moves;  /* tried so far */
	uint16_t quiets; /* of them */
	uint8_t ply;
	uint8_t seat; /* to move */
	bool pv;
	bool cut;      /* expected to fail high */
	bool in_check; /* the move must answer a check */
	bool danger;   /* a king of the own side is in check */
	bool improving;
	bool tt_hit;
	bool tt_capture; /* the move in the table is no quiet move */
	bool opponent;   /* free-for-all, and not the root seat's turn */
	struct rk4_tt_entry tt;
	struct rk4_picker picker;
};

/*
 * The score of the position for the side to move, within [alpha, beta] or a
 * bound beyond it. `cut`: the node is expected to fail high.
 */
int rk4_search(struct rk4_engine *engine, int alpha, int beta, int depth,
	       int ply, bool cut);
/* `rounds` counts the plies since the quiescence search began. */
int rk4_qsearch(struct rk4_engine *engine, int alpha, int beta, int ply,
		int rounds);
/* Takes the score of a move, 0: a null move. True: beta is reached. */
bool rk4_update_best(struct rk4_engine *engine, struct rk4_node *node,
		     rk4_move move, int score);

#endif
