/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A game seen from above: one table of functions for each kind of chess.
 * Game, console, levels 1 to 4, the window and the page know chess only
 * through such a row, so that they serve every kind with one text. Only the
 * row knows how a position is made; the others hand its memory around.
 *
 * The words that all kinds share: a seat is a player's place in the order of
 * play, from 0; a square is rank * files + file, from 0, corners that are no
 * part of the board included; a cell is what stands on a square.
 */
#ifndef ROOKERY_RULES_H
#define ROOKERY_RULES_H

#include "rookery/four.h"
#include "rookery/moves.h"
#include "rookery/notation.h"

#define RK_MAX_SEATS 4

/*
 * A move of any kind of chess; 24 bits at most, with two players 16. 0 is no
 * move. RK_TWO_PLAYERS is for programs that leave four out.
 */
#ifdef RK_TWO_PLAYERS
typedef uint16_t rk_any_move;
#else
typedef uint32_t rk_any_move;
#endif

/*
 * A cell: type (3 bits, enum rk_type), seat (2), dead (1), cheap (1); or one of
 * these.
 */
#define RK_CELL_EMPTY RK_NONE
#define RK_CELL_WALL 6 /* no part of the board */
#define RK_CELL_DEAD 0x20
#define RK_CELL_CHEAP 0x40 /* a queen that counts one point */

static inline int rk_cell(int seat, int type)
{
	return seat << 3 | type;
}

static inline int rk_cell_type(int cell)
{
	return cell & 7;
}

static inline int rk_cell_seat(int cell)
{
	return cell >> 3 & 3;
}

static inline bool rk_cell_is_piece(int cell)
{
	return rk_cell_type(cell) < RK_TYPES;
}

/* Memory for a position or a set-up of any kind. */
union rk_any_pos {
	uint64_t align;
	struct rk_pos two;
	struct rk_setup setup;
#ifndef RK_TWO_PLAYERS
	struct rk4_pos four;
#endif
};

union rk_any_undo {
	uint64_t align;
	struct rk_undo two;
#ifndef RK_TWO_PLAYERS
	struct rk4_undo four;
#endif
};

/* Why a game is over. */
enum rk_reason {
	RK_REASON_NONE, /* it is not */
	RK_REASON_CHECKMATE,
	RK_REASON_KING_TAKEN,
	RK_REASON_RESIGNATION,
	RK_REASON_TIME,
	RK_REASON_STALEMATE, /* draws from here on */
	RK_REASON_INSUFFICIENT,
	RK_REASON_FIVEFOLD,
	RK_REASON_SEVENTY_FIVE,
	RK_REASON_THREEFOLD, /* claimed */
	RK_REASON_FIFTY,     /* claimed */
	RK_REASON_AGREEMENT,
	RK_REASON_TIME_DRAW, /* out of time against one who cannot mate */
	RK_REASON_LEAD,      /* claimed: two are left, one is far ahead */
	RK_REASONS,
};

/* Who won, as a set of seats (empty: a draw), and why. */
struct rk_outcome {
	uint8_t winners;
	uint8_t reason;
};

enum rk_move_style {
	RK_STYLE_COORD,     /* e2e4, e1g1 */
	RK_STYLE_COORD_960, /* the same, castling as king takes rook */
	RK_STYLE_SAN,
};

#define RK_MOVE_TEXT_SIZE 20

/* The longest row's. */
#ifdef RK_TWO_PLAYERS
#define RK_ANY_FEN_SIZE RK_FEN_SIZE
#define RK_ANY_MAX_MOVES RK_MAX_MOVES
#else
#define RK_ANY_FEN_SIZE RK4_FEN_SIZE
#define RK_ANY_MAX_MOVES RK4_MAX_MOVES
#endif

struct rk_rules {
	const char *name;         /* "standard" */
	const char *const *seats; /* the players' names: "White", "Black" */
	const char *types;        /* letters of the piece types: "PNBRQK" */
	const uint8_t *values;    /* what they are worth, in pawns */
	const uint8_t *sides; /* of the seats, from 0: equal ones are partners */
	/* The positions that a game may start from, by name; NULL at the end. */
	const char *const *starts;
	uint8_t players;
	/* How often the same position ends the game by itself. */
	uint8_t repetitions;
	uint8_t files;
	uint8_t ranks;
	uint16_t max_moves;
	uint16_t pos_size; /* the bytes of a position that count */
	uint16_t fen_size;

	/* Positions. */
	void (*start)(void *pos, int which);
	bool (*read)(void *pos, const char *text, size_t length,
		     struct rk_error *error);
	size_t (*write)(char *text, const void *pos);
	int (*turn)(const void *pos);
	int (*cell)(const void *pos, int square);
	int (*move_number)(const void *pos);
	/* Counts repetitions: equal where the same moves are possible. */
	uint64_t (*key)(const void *pos);
	/* The key of opening books; 0 where there are none. */
	uint64_t (*book_key)(const void *pos);

	/* Moves: those of the player whose turn it is. */
	int (*moves)(const void *pos, rk_any_move *list);
	bool (*is_legal)(const void *pos, rk_any_move move);
	void (*make)(void *pos, rk_any_move move, union rk_any_undo *undo);
	void (*unmake)(void *pos, rk_any_move move,
		       const union rk_any_undo *undo);
	int (*from)(const void *pos, rk_any_move move);
	/* Where the moving piece ends; castling: where the king does. */
	int (*to)(const void *pos, rk_any_move move);
	/* The square of the piece it takes, or -1. */
	int (*captured)(const void *pos, rk_any_move move);
	/* The type a pawn becomes, or RK_NONE. */
	int (*promoted)(const void *pos, rk_any_move move);

	/* What a position says. */
	bool (*in_check)(const void *pos, int seat);
	/* Game over by itself? Draws that must be claimed are not. */
	struct rk_outcome (*status)(const void *pos);
	/* What the position alone lets who is to move claim, or none. */
	enum rk_reason (*claimable)(const void *pos);
	/* Plies since something happened that cannot be undone by moving. */
	int (*quiet_plies)(const void *pos);
	/* The seats still in the game, as a set: who can resign, offer, win. */
	unsigned int (*active)(const void *pos);
	/* Who is to move has left the game, and the king walks at random. */
	bool (*walks)(const void *pos);
	/* A player's points; NULL where nobody counts them. */
	int (*points)(const void *pos, int seat);
	/*
	 * What is done to a position without moving. A player resigns or is out
	 * of time; all agree to a draw, or one comes about by repetition; what
	 * is claimable is claimed. The outcome is status()'s afterwards.
	 */
	struct rk_outcome (*leave)(void *pos, int seat, enum rk_reason reason);
	struct rk_outcome (*end)(void *pos, enum rk_reason reason);
	/*
	 * The squares of living enemies of `seat` that attack a square, at
	 * most RK_MAX_ATTACKERS of them; returns how many.
	 */
	int (*attackers)(const void *pos, int square, int seat, uint8_t *list);

	/* Text. Readers and writers as in rookery/notation.h. */
	enum rk_notation_error (*read_move)(rk_any_move *move, const void *pos,
					    const char *text, size_t length);
	size_t (*write_move)(char text[RK_MOVE_TEXT_SIZE], const void *pos,
			     rk_any_move move, enum rk_move_style style);

	/* Set-ups, for set-up mode. */
	void (*setup_clear)(void *setup);
	void (*setup_from)(void *setup, const void *pos);
	bool (*setup_read)(void *setup, const char *text, size_t length,
			   struct rk_error *error);
	/* RK_CELL_EMPTY takes away; king and rook at home may castle. */
	void (*setup_put)(void *setup, int square, int cell);
	void (*setup_turn)(void *setup, int seat);
	int (*setup_cell)(const void *setup, int square);
	int (*setup_to_move)(const void *setup);
	/*
	 * Who may castle from home, a set: 2 * seat is with the near rook, the
	 * next bit with the far one. What the pieces do not allow is not taken.
	 */
	unsigned int (*setup_castling)(const void *setup);
	void (*setup_castle)(void *setup, unsigned int rights);
	/* FEN, though it need not be that of a position; see write(). */
	size_t (*setup_write)(char *text, const void *setup);
	/* The reasons against it as bits; the position is made if 0. */
	unsigned int (*setup_finish)(void *pos, const void *setup);
	const char *(*defect_text)(unsigned int defects);
};

/* How many starts there are. */
static inline unsigned int rk_rules_starts(const struct rk_rules *rules)
{
	unsigned int count = 0;

	while (rules->starts[count])
		count++;
	return count;
}

#define RK_MAX_ATTACKERS 16

static inline int rk_board_squares(const struct rk_rules *rules)
{
	return rules->files * rules->ranks;
}

/* Where a player's king stands; -1: it is dead or was taken. */
static inline int rk_find_king(const struct rk_rules *rules, const void *pos,
			       int seat)
{
	int square = rk_board_squares(rules) - 1;

	while (square >= 0 &&
	       rules->cell(pos, square) != rk_cell(seat, RK_KING))
		square--;
	return square;
}

extern const struct rk_rules rk_rules_standard;
/* No check rule: the king may be left in danger, and taking it wins. */
extern const struct rk_rules rk_rules_casual;
/* Four players: for all against all, the same without walking kings, ... */
extern const struct rk_rules rk_rules_ffa;
extern const struct rk_rules rk_rules_still;
/* ... who is left at the end wins, and two against two. */
extern const struct rk_rules rk_rules_last;
extern const struct rk_rules rk_rules_teams;

/* Every row, and NULL at the end; and the row of that name, or NULL. */
extern const struct rk_rules *const rk_rules_all[];
const struct rk_rules *rk_rules_find(const char *name, size_t length);

#endif
