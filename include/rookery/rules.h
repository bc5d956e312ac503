/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rules of a kind of chess as a table of functions, one row for each kind.
 * Game, console, levels 1 to 4, the terminal and the page know chess only
 * through such a row, so one implementation serves every kind. Only the row
 * knows the layout of a position; everybody else passes the memory around.
 *
 * Terms: a seat is a player's place in the order of play, from 0; a square is
 * rank * files + file, from 0, including corners that are not part of the
 * board; a cell is the content of a square.
 */
#ifndef ROOKERY_RULES_H
#define ROOKERY_RULES_H

#include "rookery/four.h"
#include "rookery/moves.h"
#include "rookery/notation.h"

#define RK_MAX_SEATS 4

/*
 * A move of any kind of chess: at most 24 bits, with two players 16. 0 is no
 * move. Programs that leave out four-player chess define RK_TWO_PLAYERS.
 */
#ifdef RK_TWO_PLAYERS
typedef uint16_t rk_any_move;
#define RK_HAS_FOUR 0
#else
typedef uint32_t rk_any_move;
#define RK_HAS_FOUR 1
#endif

/*
 * A cell: type (3 bits, enum rk_type), seat (2), dead (1), cheap (1); or one of
 * RK_CELL_EMPTY and RK_CELL_WALL.
 */
#define RK_CELL_EMPTY RK_NONE
#define RK_CELL_WALL 6 /* not part of the board */
#define RK_CELL_DEAD 0x20
#define RK_CELL_CHEAP 0x40 /* a promoted queen, which counts one point */

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

/* Large enough for a position or a set-up of any kind. */
union rk_any_pos {
	uint64_t align;
	struct rk_pos two;
	struct rk_setup setup;
#ifndef RK_TWO_PLAYERS
	struct rk4_pos four;
#endif
};

/*
 * A position for two players where one of any kind is wanted. Only the rows
 * for two players may read it, and nobody may copy it as a union: there is no
 * more memory behind it than a struct rk_pos has.
 */
static inline const union rk_any_pos *rk_any_of(const struct rk_pos *pos)
{
	return (const union rk_any_pos *)pos;
}

union rk_any_undo {
	uint64_t align;
	struct rk_undo two;
#ifndef RK_TWO_PLAYERS
	struct rk4_undo four;
#endif
};

/* Why a game is over. */
enum rk_reason {
	RK_REASON_NONE, /* the game goes on */
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
	RK_REASON_TIME_DRAW, /* out of time, but the opponent cannot mate */
	RK_REASON_LEAD, /* claimed: two players are left, one is far ahead */
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

/* The maximum over all rows. */
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
	const uint8_t *values;    /* piece values by type, in pawns */
	const uint8_t *sides; /* by seat: seats with equal numbers are partners */
	/* Names of the starting positions; NULL at the end. */
	const char *const *starts;
	uint8_t players;
	/* The game ends when a position has occurred this often. */
	uint8_t repetitions;
	uint8_t files;
	uint8_t ranks;
	uint16_t max_moves;
	uint16_t pos_size; /* bytes of a position */
	uint16_t fen_size;
	/*
	 * Moves, check and mate are those of standard chess. So the engine for
	 * two players searches it, and openings, books, Elo and reviews hold.
	 */
	bool orthodox;

	/* ---- Positions ---- */
	void (*start)(union rk_any_pos *pos, int which);
	bool (*read)(union rk_any_pos *pos, const char *text, size_t length,
		     struct rk_error *error);
	size_t (*write)(char *text, const union rk_any_pos *pos);
	int (*turn)(const union rk_any_pos *pos);
	int (*cell)(const union rk_any_pos *pos, int square);
	int (*move_number)(const union rk_any_pos *pos);
	/*
	 * For counting repetitions: equal if and only if the same moves are
	 * possible.
	 */
	uint64_t (*key)(const union rk_any_pos *pos);
	/* The key of the Polyglot book format; 0 if this kind has no books. */
	uint64_t (*book_key)(const union rk_any_pos *pos);

	/* ---- Moves, always of the player to move ---- */
	int (*moves)(const union rk_any_pos *pos, rk_any_move *list);
	bool (*is_legal)(const union rk_any_pos *pos, rk_any_move move);
	void (*make)(union rk_any_pos *pos, rk_any_move move,
		     union rk_any_undo *undo);
	void (*unmake)(union rk_any_pos *pos, rk_any_move move,
		       const union rk_any_undo *undo);
	int (*from)(const union rk_any_pos *pos, rk_any_move move);
	/* Where the moving piece ends up; for castling, the king. */
	int (*to)(const union rk_any_pos *pos, rk_any_move move);
	/* The square of the captured piece, or -1. */
	int (*captured)(const union rk_any_pos *pos, rk_any_move move);
	/* The promotion type, or RK_NONE. */
	int (*promoted)(const union rk_any_pos *pos, rk_any_move move);

	/* ---- State of the game ---- */
	bool (*in_check)(const union rk_any_pos *pos, int seat);
	/* The outcome if the game has ended without a claim. */
	struct rk_outcome (*status)(const union rk_any_pos *pos);
	/*
	 * What the player to move may claim from the position alone, or
	 * RK_REASON_NONE.
	 */
	enum rk_reason (*claimable)(const union rk_any_pos *pos);
	/* Plies since the last irreversible move. */
	int (*quiet_plies)(const union rk_any_pos *pos);
	/*
	 * The set of seats still in the game: they can resign, offer and win.
	 */
	unsigned int (*active)(const union rk_any_pos *pos);
	/* The player to move has left the game; the king makes random moves. */
	bool (*walks)(const union rk_any_pos *pos);
	/* A player's points; NULL if this kind counts none. */
	int (*points)(const union rk_any_pos *pos, int seat);
	/*
	 * Events without a move. `leave`: a player resigns or runs out of time.
	 * `end`: a draw is agreed or comes about by repetition, or what is
	 * claimable is claimed. Both return what status() returns afterwards.
	 */
	struct rk_outcome (*leave)(union rk_any_pos *pos, int seat,
				   enum rk_reason reason);
	struct rk_outcome (*end)(union rk_any_pos *pos, enum rk_reason reason);
	/*
	 * A king that walks() makes no move in this turn; NULL if none ever
	 * walks. Returns what status() returns afterwards.
	 */
	struct rk_outcome (*stay)(union rk_any_pos *pos);
	/*
	 * Lists the squares of living enemies of `seat` that attack a square,
	 * at most RK_MAX_ATTACKERS. Returns the number.
	 */
	int (*attackers)(const union rk_any_pos *pos, int square, int seat,
			 uint8_t *list);

	/* ---- Text; contracts as in rookery/notation.h ---- */
	bool (*parse_move)(struct rk_move_hint *hint, const char *text,
			   size_t length);
	enum rk_notation_error (*read_move)(rk_any_move *move,
					    const union rk_any_pos *pos,
					    const char *text, size_t length);
	size_t (*write_move)(char text[RK_MOVE_TEXT_SIZE],
			     const union rk_any_pos *pos, rk_any_move move,
			     enum rk_move_style style);

	/* ---- Set-up mode ---- */
	void (*setup_clear)(union rk_any_pos *setup);
	void (*setup_from)(union rk_any_pos *setup,
			   const union rk_any_pos *pos);
	bool (*setup_read)(union rk_any_pos *setup, const char *text,
			   size_t length, struct rk_error *error);
	/*
	 * RK_CELL_EMPTY clears the square. A king and a rook on their home
	 * squares get castling rights.
	 */
	void (*setup_put)(union rk_any_pos *setup, int square, int cell);
	void (*setup_turn)(union rk_any_pos *setup, int seat);
	int (*setup_cell)(const union rk_any_pos *setup, int square);
	int (*setup_to_move)(const union rk_any_pos *setup);
	/*
	 * Castling rights as a set: bit 2 * seat is the near rook, the next bit
	 * the far one. setup_castle() ignores rights that the pieces do not
	 * allow.
	 */
	unsigned int (*setup_castling)(const union rk_any_pos *setup);
	void (*setup_castle)(union rk_any_pos *setup, unsigned int rights);
	/*
	 * Writes a FEN, also of a set-up that is no legal position; see
	 * write().
	 */
	size_t (*setup_write)(char *text, const union rk_any_pos *setup);
	/* Returns the defects as bits; `pos` is written only if that is 0. */
	unsigned int (*setup_finish)(union rk_any_pos *pos,
				     const union rk_any_pos *setup);
	const char *(*defect_text)(unsigned int defects);
};

/* The number of starting positions. */
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

/* The square of a player's king; -1 if it is dead or was taken. */
static inline int rk_find_king(const struct rk_rules *rules,
			       const union rk_any_pos *pos, int seat)
{
	int square = rk_board_squares(rules) - 1;

	while (square >= 0 &&
	       rules->cell(pos, square) != rk_cell(seat, RK_KING))
		square--;
	return square;
}

extern const struct rk_rules rk_rules_standard;
/*
 * Standard chess, but also drawn when each side has a king and at most one
 * knight or bishop, of whatever colour. There is no such row where memory is
 * short (RK_SMALL).
 */
extern const struct rk_rules rk_rules_minors;
/* No check rule: the king may be left in check, and taking it wins. */
extern const struct rk_rules rk_rules_casual;
/* Four players: free-for-all with walking kings, and without them; ... */
extern const struct rk_rules rk_rules_ffa;
extern const struct rk_rules rk_rules_still;
/* ... the last player in the game wins; and two against two. */
extern const struct rk_rules rk_rules_last;
extern const struct rk_rules rk_rules_teams;

/* All rows, ended by NULL; and the row with this name, or NULL. */
extern const struct rk_rules *const rk_rules_all[];
const struct rk_rules *rk_rules_find(const char *name, size_t length);

#endif
