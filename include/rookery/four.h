/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Four-player chess: the cross of 160 squares, its positions and moves. Most
 * code reaches it through its rows of struct rk_rules (rookery/rules.h); this
 * header is for core/four and the four-player engine. docs/four-players.md has
 * the rules.
 *
 * Seats are 0 to 3 in the order of play: Red below, Blue on the left, Yellow
 * above, Green on the right. Every seat moves as Red does on a board turned so
 * that the seat is below; the code exists once for all four.
 */
#ifndef ROOKERY_FOUR_H
#define ROOKERY_FOUR_H

#include "rookery/notation.h"

#define RK4_SEATS 4

enum rk4_seat {
	RK4_RED,
	RK4_BLUE,
	RK4_YELLOW,
	RK4_GREEN,
};

/*
 * Squares are indexes into a board of 16 by 16 with walls around the cross. An
 * index is a uint8_t and wraps, so every step from a square of the cross, even
 * over the edge, ends on a square of that board. a1 is 17, a corner and so a
 * wall; d1 is 20; n14 is 238.
 */
#define RK4_BOARD 256
#define RK4_FILES 14

static inline int rk4_square_at(int file, int rank)
{
	return (rank + 1) * 16 + file + 1;
}

static inline int rk4_square_file(int square)
{
	return (square & 15) - 1;
}

static inline int rk4_square_rank(int square)
{
	return (square >> 4) - 1;
}

/*
 * A cell: type (3 bits, enum rk_type), seat (2), dead (1), cheap (1); or
 * RK4_EMPTY or RK4_WALL. All pieces of a seat that has left the game are dead
 * although their cells do not say so, see rk4_cell_is_living(); the bit marks
 * dead pieces of no seat.
 */
#define RK4_EMPTY 0x3f
#define RK4_WALL 0x3e
#define RK4_DEAD 0x20
#define RK4_CHEAP 0x40 /* a promoted queen: captured, it pays one point */

static inline int rk4_piece(int seat, int type)
{
	return seat << 3 | type;
}

static inline int rk4_type(int cell)
{
	return cell & 7;
}

static inline int rk4_seat(int cell)
{
	return cell >> 3 & 3;
}

static inline bool rk4_is_piece(int cell)
{
	return (cell & 7) < RK_TYPES;
}

/* Options: the rules by which a position is played. */
#define RK4_TEAMS 1   /* Red and Yellow against Blue and Green */
#define RK4_POINTS 2  /* captures and mates count points */
#define RK4_WALKING 4 /* the king of a player who resigns walks on */

#define RK4_RULES_FFA (RK4_POINTS | RK4_WALKING)
#define RK4_RULES_STILL RK4_POINTS
#define RK4_RULES_LAST 0
#define RK4_RULES_TEAMS RK4_TEAMS

/*
 * A position. Anybody may read the members; only core/four writes them.
 * Positions are compared with memcmp; `reserved` is 0.
 */
struct rk4_pos {
	/* The squares of each seat's pieces that are not marked dead. */
	uint64_t pieces[RK4_SEATS][RK4_BOARD / 64];
	uint64_t key; /* covers all but points, counters and `ended` */
	uint8_t board[RK4_BOARD];
	int16_t points[RK4_SEATS];
	uint16_t halfmove;       /* plies since the last capture or pawn move */
	uint16_t fullmove;       /* both stop at RK_COUNTER_MAX */
	uint8_t king[RK4_SEATS]; /* its square; 0: it was taken */
	/* The square that a pawn of the seat has just skipped, or 0. */
	uint8_t ep[RK4_SEATS];
	uint8_t castle; /* bit 2 * seat: the near rook, the next one: the far */
	uint8_t turn;
	uint8_t left;    /* the seats that have left the game, a set */
	uint8_t walking; /* those of them whose king walks on */
	uint8_t options; /* RK4_TEAMS and so on */
	uint8_t ended; /* enum rk_reason: why the game is over, 0: it is not */
	uint8_t winners; /* then: the seats that won */
	uint8_t reserved;
};

/*
 * What cannot be restored from the move alone. Filled in by rk4_make(), kept by
 * the caller, read by rk4_unmake().
 */
struct rk4_undo {
	uint64_t key;
	int16_t points[RK4_SEATS];
	uint16_t halfmove;
	uint16_t fullmove;
	uint8_t king[RK4_SEATS];
	uint8_t ep[RK4_SEATS];
	uint8_t castle;
	uint8_t turn;
	uint8_t left;
	uint8_t walking;
	uint8_t ended;
	uint8_t winners;
	uint8_t captured; /* what stood on the target square, or RK4_EMPTY */
	uint8_t passed;   /* what was taken en passant, or RK4_EMPTY */
};

/*
 * A move in 24 bits: from (8), to (8), promotion type (3, 0: none), kind (2).
 * Each move has exactly one encoding. A castling king moves two squares.
 */
typedef uint32_t rk4_move;

enum rk4_move_kind {
	RK4_NORMAL,
	RK4_EN_PASSANT,
	RK4_CASTLING,
};

static inline rk4_move rk4_move_new(int from, int to, int promoted, int kind)
{
	return (rk4_move)from | (rk4_move)to << 8 | (rk4_move)promoted << 16 |
	       (rk4_move)kind << 19;
}

static inline int rk4_move_from(rk4_move move)
{
	return (int)(move & 255);
}

static inline int rk4_move_to(rk4_move move)
{
	return (int)(move >> 8 & 255);
}

/* The promotion type, or 0. */
static inline int rk4_move_promoted(rk4_move move)
{
	return (int)(move >> 16 & 7);
}

static inline int rk4_move_kind(rk4_move move)
{
	return (int)(move >> 19 & 3);
}

/* An upper bound for any board, legal or set up by hand. */
#define RK4_MAX_MOVES 1280

/* ---- Seats ---- */

static inline bool rk4_is_partner(const struct rk4_pos *pos, int seat,
				  int other)
{
	return seat == other ||
	       (pos->options & RK4_TEAMS && !((seat ^ other) & 1));
}

/* The seats whose pieces attack: those in the game, and walking kings. */
static inline unsigned int rk4_living(const struct rk4_pos *pos)
{
	return (~(unsigned int)pos->left | pos->walking) & 15;
}

/* The living seats that are not partners of `seat`. */
static inline unsigned int rk4_enemies(const struct rk4_pos *pos, int seat)
{
	unsigned int friends = pos->options & RK4_TEAMS ? 5u << (seat & 1)
							: 1u << seat;

	return rk4_living(pos) & ~friends;
}

/* Can this piece move and attack? Of a walking seat only the king can. */
static inline bool rk4_cell_is_living(const struct rk4_pos *pos, int cell)
{
	int seat = rk4_seat(cell);

	return rk4_is_piece(cell) && !(cell & RK4_DEAD) &&
	       (!(pos->left >> seat & 1) ||
		(pos->walking >> seat & 1 && rk4_type(cell) == RK_KING));
}

/* ---- Positions (core/four/position.c) ---- */

enum rk4_start {
	RK4_START_MODERN,
	RK4_START_CLASSIC,
	RK4_START_BY,
	RK4_START_BYG,
	RK4_START_RG,
	RK4_STARTS,
};

/* A starting position; `options` as in struct rk4_pos. */
void rk4_pos_start(struct rk4_pos *pos, enum rk4_start start,
		   unsigned int options);

/* Computes the key from scratch; equals pos->key. */
uint64_t rk4_pos_key_compute(const struct rk4_pos *pos);

/*
 * Puts a cell (RK4_EMPTY: clears) on a square of the cross. Updates the sets of
 * pieces and the key, but not castling or en passant.
 */
void rk4_pos_put(struct rk4_pos *pos, int square, int cell);

/*
 * Reads and writes FEN4; rookery/position.h has the contract of readers.
 * Castling rights without king and rook at home are dropped. The longest text
 * has RK4_FEN_SIZE bytes with its NUL. Unknown entries in braces are skipped
 * and not kept.
 */
#define RK4_FEN_SIZE 1024

bool rk4_fen_read(struct rk4_pos *pos, const char *text, size_t length,
		  unsigned int options, struct rk_error *error);
size_t rk4_fen_write(char text[RK4_FEN_SIZE], const struct rk4_pos *pos);

/*
 * The same for a set-up, which may be illegal. It is a struct rk4_pos in which
 * kings may be missing or too many.
 */
bool rk4_fen_read_setup(struct rk4_pos *setup, const char *text, size_t length,
			struct rk_error *error);

enum rk4_defect {
	RK4_DEFECT_KING = 1
			  << 0, /* shifted by the seat: not exactly one king */
	RK4_DEFECT_PAWN = 1 << 4,    /* a pawn on or past its promotion rank */
	RK4_DEFECT_PLAYERS = 1 << 5, /* fewer than two sides are left */
	RK4_DEFECT_TURN = 1 << 6,    /* the player to move has left */
	RK4_DEFECT_CHECK = 1 << 7,   /* a king in check, in set-up mode */
};

/* The set of defects of a set-up by these rules. */
unsigned int rk4_setup_examine(const struct rk4_pos *setup,
			       unsigned int options);
const char *rk4_defect_text(unsigned int defects);

/* ---- Moves (core/four/moves.c, legal.c, make.c) ---- */

/*
 * Lists the legal moves of the player to move; other kings may be taken. The
 * list must hold RK4_MAX_MOVES. A seat without a king has no moves.
 */
int rk4_gen_legal(const struct rk4_pos *pos, rk4_move *list);

/* Only captures, also of dead pieces, en passant and promotions. */
int rk4_gen_tactical(const struct rk4_pos *pos, rk4_move *list);

/* The number of legal moves; faster than listing them. */
int rk4_gen_count(const struct rk4_pos *pos);

/* Would this seat have a legal move if it were its turn? */
bool rk4_has_move(const struct rk4_pos *pos, int seat);

/* Is this a legal move? Accepts any 24-bit value. */
bool rk4_move_is_legal(const struct rk4_pos *pos, rk4_move move);

/*
 * Lists the squares of living pieces of these seats (a set) that attack a
 * square, at most 16. Returns the number. If `list` is NULL it stops at the
 * first one.
 */
int rk4_attackers(const struct rk4_pos *pos, int square, unsigned int seats,
		  uint8_t *list);

/* Is the king of this seat attacked by a living enemy? */
bool rk4_in_check(const struct rk4_pos *pos, int seat);

/*
 * Makes a legal move: moves pieces, counts points for captures, updates
 * counters, and gives the turn to the next seat that moves. No seat leaves the
 * game here, not even one that loses its king; rk4_settle() does that.
 * rk4_unmake() takes back both, byte for byte.
 */
void rk4_make(struct rk4_pos *pos, rk4_move move, struct rk4_undo *undo);
void rk4_unmake(struct rk4_pos *pos, rk4_move move,
		const struct rk4_undo *undo);

/* A null move, for a search. */
void rk4_make_null(struct rk4_pos *pos, struct rk4_undo *undo);
void rk4_unmake_null(struct rk4_pos *pos, const struct rk4_undo *undo);

/*
 * Counts the leaves of the tree of legal moves; `buf` holds RK4_MAX_MOVES moves
 * for each ply.
 */
uint64_t rk4_perft(struct rk4_pos *pos, int depth, rk4_move *buf);

/* ---- Leaving the game, and points (core/four/settle.c) ---- */

#define RK4_MATE_POINTS 20

/*
 * Applies the consequences of the move that rk4_make() has just made: taken
 * kings, mates, points for checks to several kings, stalemates, and the end of
 * the game. Returns the set of seats that were mated or lost their king.
 */
unsigned int rk4_settle(struct rk4_pos *pos, rk4_move move,
			const struct rk4_undo *undo);

/*
 * The same for a position that was read or set up: if the player to move has no
 * move, that player leaves, and the game may be over.
 */
void rk4_settle_position(struct rk4_pos *pos);

/*
 * A seat leaves the game: its pieces are dead, no points are paid, and the turn
 * goes on if it was its turn. Updates the key. For a search, and for
 * rk4_settle().
 */
void rk4_kill(struct rk4_pos *pos, int seat);

/* A player resigns or runs out of time (enum rk_reason). */
void rk4_leave(struct rk4_pos *pos, int seat, int reason);

/*
 * The walking king to move stays where it is, and the turn goes on. Records show
 * that in the turn in which its player has left.
 */
void rk4_stay(struct rk4_pos *pos);

/* Ends the game as a draw; points are paid if the rules count them. */
void rk4_draw(struct rk4_pos *pos, int reason);

/*
 * May the player to move claim a win? Only if two players are left and the lead
 * in points is large enough.
 */
bool rk4_can_claim(const struct rk4_pos *pos);
void rk4_claim(struct rk4_pos *pos);

/* ---- Notation (core/four/notation.c) ---- */

#define RK4_TEXT_SIZE 20 /* "g10xQh11=D+++###" has 16 and a NUL */

/*
 * Coordinates: h2h3, k10k11q; the promotion piece is written in teams only.
 * PGN4: h2-h3, Qa11xRa9+#, O-O, h7-h8=D, with check and mate signs.
 */
size_t rk4_coord_write(char text[RK4_TEXT_SIZE], const struct rk4_pos *pos,
		       rk4_move move);
size_t rk4_pgn_write(char text[RK4_TEXT_SIZE], const struct rk4_pos *pos,
		     rk4_move move);

/*
 * Read both, and the forms that people type; see rookery/notation.h
 * (core/four/read.c).
 */
bool rk4_move_parse(struct rk_move_hint *hint, const char *text, size_t length);
enum rk_notation_error rk4_move_read(rk4_move *move, const struct rk4_pos *pos,
				     const char *text, size_t length);

/* ---- Set-up mode (core/four/setup.c) ---- */

/* An empty board; Red is to move. */
void rk4_setup_clear(struct rk4_pos *setup);

/*
 * Puts a cell as rk4_pos_put() does. A king brings its player back into the
 * game; a king and a rook at home get castling rights.
 */
void rk4_setup_put(struct rk4_pos *setup, int square, int cell);
void rk4_setup_turn(struct rk4_pos *setup, int seat);

/*
 * Sets castling rights, as in a position; ignores those without king and rook
 * at home.
 */
void rk4_setup_castle(struct rk4_pos *setup, unsigned int rights);

/*
 * Makes a position of a set-up, ready to play by these rules. A seat without
 * pieces has left the game. Returns the defects; `pos` is written only if that
 * is 0.
 */
unsigned int rk4_setup_play(struct rk4_pos *pos, const struct rk4_pos *setup,
			    unsigned int options);

#endif
