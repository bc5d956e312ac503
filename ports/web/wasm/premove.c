/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Premoves: moves that are chosen before it is the player's turn. Nobody knows
 * the board on which one will be played, so a piece may go wherever it could on
 * some board: through pieces that may have moved by then, and to squares of own
 * pieces, which may have been captured there. Whether it is legal is decided
 * when its turn comes.
 *
 * The moves come from the rules themselves: the piece is put on a board with
 * two kings that are not in its way, a king also with the rooks that it may
 * castle with, a pawn once more with enemies around it.
 */
#include "ports/web/wasm/web.h"

static union rk_any_pos planned, bare, after;
static rk_any_move list[RK_ANY_MAX_MOVES];

static int apart(int one, int other)
{
	return one > other ? one - other : other - one;
}

/*
 * Is `square` out of the way of a piece on `from`: no piece reaches it from
 * there, and a king on it attacks neither `from` nor the way of a castling king?
 */
static bool is_aside(const struct rk_rules *rules, int from, int square)
{
	int files = apart(square % rules->files, from % rules->files);
	int ranks = apart(square / rules->files, from / rules->files);

	return files >= 2 && ranks >= 2 && files != ranks &&
	       rules->setup_cell(&planned, square) != RK_CELL_WALL;
}

/* The square aside that is farthest away; every board has one. */
static int find_aside(const struct rk_rules *rules, int from)
{
	int best = 0, farthest = 0;

	for (int square = 0; square < rk_board_squares(rules); square++) {
		int far = apart(square % rules->files, from % rules->files) +
			  apart(square / rules->files, from / rules->files);

		if (far <= farthest || !is_aside(rules, from, square))
			continue;
		best = square;
		farthest = far;
	}
	return best;
}

/* Puts a cell without granting castling rights. */
static void put(const struct rk_rules *rules, union rk_any_pos *setup,
		int square, int cell)
{
	unsigned int rights;

	if (rules->players == 2) {
		struct rk_setup *two = &setup->setup;
		int left = two->board[square];

		two->castle &= ~rk_square_bit(square);
		if (left != RK_NONE && rk_piece_type(left) == RK_KING)
			two->castle &= ~(0xffull << (square & 56));
		two->board[square] = (uint8_t)cell;
		return;
	}
	rights = rules->setup_castling(setup);
	rules->setup_put(setup, square, cell);
	rules->setup_castle(setup, rights & rules->setup_castling(setup));
}

static void put_enemies_around(const struct rk_rules *rules, int from,
			       int enemy)
{
	for (int square = 0; square < rk_board_squares(rules); square++)
		if (square != from &&
		    apart(square % rules->files, from % rules->files) < 2 &&
		    apart(square / rules->files, from / rules->files) < 2 &&
		    rules->setup_cell(&bare, square) == RK_CELL_EMPTY)
			put(rules, &bare, square, rk_cell(enemy, RK_KNIGHT));
}

/* Leaves the piece on `from` and its king, and `company`: rooks of a king. */
static void clear_around(const struct rk_rules *rules, int from, bool company)
{
	int cell = rules->setup_cell(&planned, from);
	int seat = rk_cell_seat(cell);
	bool is_king = rk_cell_type(cell) == RK_KING;

	bare = planned;
	for (int square = 0; square < rk_board_squares(rules); square++) {
		int other = rules->setup_cell(&bare, square);

		if (rk_cell_is_piece(other) && square != from &&
		    !(is_king && company && other == rk_cell(seat, RK_ROOK)))
			put(rules, &bare, square, RK_CELL_EMPTY);
	}
	if (!is_king)
		put(rules, &bare, find_aside(rules, from),
		    rk_cell(seat, RK_KING));
	rules->setup_turn(&bare, seat);
}

static bool finish(const struct rk_rules *rules, unsigned int playing)
{
	if (rules->players > 2) {
		bare.four.left = (uint8_t)(15 & ~playing);
		bare.four.walking = 0;
	}
	after = bare;
	return !rules->setup_finish(&bare, &after);
}

/*
 * Makes the position `bare` of the set-up `planned`: the piece on `from` almost
 * alone, or with `company`: a king with its rooks, a pawn with enemies around it.
 * For the enemy's king a square is tried until no king is in check.
 */
static bool make_bare(const struct rk_rules *rules, int from, bool company)
{
	int cell = rules->setup_cell(&planned, from);
	int seat = rk_cell_seat(cell), enemy = 0;
	bool made = false;

	while (rules->sides[enemy] == rules->sides[seat])
		enemy++;
	for (int square = 0; square < rk_board_squares(rules) && !made;
	     square++) {
		if (!is_aside(rules, from, square))
			continue;
		clear_around(rules, from, company);
		if (rules->setup_cell(&bare, square) != RK_CELL_EMPTY)
			continue;
		put(rules, &bare, square, rk_cell(enemy, RK_KING));
		if (company && rk_cell_type(cell) == RK_PAWN)
			put_enemies_around(rules, from, enemy);
		made = finish(rules, 1u << seat | 1u << enemy);
	}
	return made;
}

/*
 * Calls `use` for each premove from a square, in the position `bare`, until it
 * returns true.
 */
static bool for_each(const struct rk_rules *rules, int from,
		     bool (*use)(const struct rk_rules *rules, rk_any_move move,
				 const int *wanted),
		     const int *wanted)
{
	int cell = rules->setup_cell(&planned, from);
	int boards = rk_cell_type(cell) == RK_PAWN ||
				     rk_cell_type(cell) == RK_KING
			     ? 2
			     : 1;
	bool seen[UINT8_MAX] = {false};

	if (!rk_cell_is_piece(cell) || cell & RK_CELL_DEAD)
		return false;
	for (int board = 0; board < boards; board++) {
		int count = make_bare(rules, from, board)
				    ? rules->moves(&bare, list)
				    : 0;

		for (int i = 0; i < count; i++) {
			int to = rules->to(&bare, list[i]);

			if (rules->from(&bare, list[i]) != from)
				continue;
			if (board && seen[to] &&
			    web_castling_rook(rules, &bare, list[i]) < 0)
				continue;
			if (use(rules, list[i], wanted))
				return true;
			seen[to] |= !board;
		}
	}
	return false;
}

static bool write(const struct rk_rules *rules, rk_any_move move,
		  const int *wanted)
{
	(void)wanted;
	web_json_move(rules, &bare, move);
	return false;
}

/* In two-player chess without the check rule: it is tested later. */
static const struct rk_rules *without_checks(const struct rk_rules *rules)
{
	return rules->players == 2 ? &rk_rules_casual : rules;
}

/* Where the piece on a square of the set-up could go: moves as js_moves(). */
WEB_EXPORT(void, premoves, const struct rk_rules *rules, int from)
{
	planned = web_scratch;
	web_json_open('[');
	for_each(without_checks(rules), from, write, NULL);
	web_json_close(']');
}

/* Makes the move in the set-up too, if it goes from one square to another. */
static bool make(const struct rk_rules *rules, rk_any_move move,
		 const int *wanted)
{
	union rk_any_undo undo;
	int promoted = rules->promoted(&bare, move);
	int seat = rules->turn(&bare);

	if (promoted != wanted[1] ||
	    (rules->to(&bare, move) != wanted[0] &&
	     web_castling_rook(rules, &bare, move) != wanted[0]))
		return false;
	after = bare;
	rules->make(&after, move, &undo);
	for (int pass = 0; pass < 2; pass++)
		for (int square = 0; square < rk_board_squares(rules);
		     square++) {
			int old = rules->cell(&bare, square);
			int cell = rules->cell(&after, square);

			/* First what leaves, then what comes. */
			if (old == cell)
				continue;
			if (!pass && rk_cell_is_piece(old) &&
			    rk_cell_seat(old) == seat)
				put(rules, &planned, square, RK_CELL_EMPTY);
			if (pass && rk_cell_is_piece(cell) &&
			    !(cell & RK_CELL_DEAD) &&
			    rk_cell_seat(cell) == seat)
				put(rules, &planned, square, cell);
		}
	return true;
}

/*
 * Makes a premove in the set-up; `promoted` is a type or RK_NONE. Returns
 * whether there is such a premove.
 */
WEB_EXPORT(bool, premove, const struct rk_rules *rules, int from, int to,
	   int promoted)
{
	const int wanted[] = {to, promoted};

	planned = web_scratch;
	if (!for_each(without_checks(rules), from, make, wanted))
		return false;
	web_scratch = planned;
	return true;
}
