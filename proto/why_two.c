/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Explains why a move on the two-player board is not legal. The tests come in
 * the order in which a teacher would ask: is there a piece, is it yours, does
 * it move like that, is something in its way, and only then is the king safe.
 * The first failure is the answer. The rules have already decided that the
 * move is illegal; only the reason is looked for here.
 */
#include "proto/why.h"

#include "core/notation.h"
#include "rookery/moves.h"

#define say(query, ...) \
	rk_out_parts((query)->out, (const char *const[]){__VA_ARGS__, NULL})

static const char *type_name(const struct rk_why_query *query, int square)
{
	return rk_type_name(rk_piece_type(query->pos->board[square]));
}

static struct rk_short_text name(const struct rk_why_query *query, int square)
{
	return rk_square_name(query->rules, square);
}

/* "the rook on a1" */
static void say_piece(const struct rk_why_query *query, int square)
{
	say(query, "the ", type_name(query, square), " on ",
	    name(query, square).text);
}

/* "the rook on a1 and the bishop on b4" */
static void say_pieces(const struct rk_why_query *query, rk_bits set)
{
	say_piece(query, rk_bits_pop(&set));
	while (set) {
		say(query, " and ");
		say_piece(query, rk_bits_pop(&set));
	}
}

static int distance(int a, int b)
{
	return a < b ? b - a : a - b;
}

/* The first square of a set on the way from one square to another. */
static int first_on_way(rk_bits set, int from, int to)
{
	return to > from ? rk_bits_first(set) : 63 - __builtin_clzll(set);
}

/* The enemy pieces that would attack this square after the move. */
static rk_bits attackers_after(const struct rk_why_query *query, int square)
{
	const struct rk_pos *pos = query->pos;
	bool passing = query->to == pos->ep &&
		       rk_piece_type(pos->board[query->from]) == RK_PAWN;
	rk_bits gone =
		rk_square_bit(passing ? rk_ep_victim(query->to) : query->to);
	rk_bits occupied = rk_pos_occupied(pos) & ~gone;

	occupied &= ~rk_square_bit(query->from);
	occupied |= rk_square_bit(query->to);
	return rk_pos_attackers(pos, square, occupied) &
	       pos->colour[pos->side ^ 1] & ~gone;
}

static void explain_king_step(const struct rk_why_query *query)
{
	rk_bits attackers = attackers_after(query, query->to);
	rk_bits kings = attackers & query->pos->type[RK_KING];

	if (kings) {
		say(query, "two kings never stand side by side, and ");
		say_pieces(query, kings);
		say(query, " is next to ", name(query, query->to).text);
	} else {
		say(query, "the king would be attacked on ",
		    name(query, query->to).text, " by ");
		say_pieces(query, attackers);
	}
}

/* A pseudo-legal move that leaves the king in check. */
static void explain_safety(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int king = rk_pos_king(pos, pos->side);
	rk_bits attackers;

	if (query->from == king) {
		explain_king_step(query);
		return;
	}
	attackers = attackers_after(query, king);
	if (!(attackers & pos->checkers)) {
		say(query, "your king on ", name(query, king).text,
		    " would be attacked by ");
		say_pieces(query, attackers);
		return;
	}
	say(query, "your king on ", name(query, king).text,
	    " is in check from ");
	say_pieces(query, pos->checkers);
	say(query, rk_bits_several(pos->checkers)
			   ? ", and only the king itself can answer two checks"
			   : ", and this move does not stop that");
}

/* The squares for castling are empty, but some are attacked. */
static void explain_castling_danger(const struct rk_why_query *query, int king,
				    int king_to)
{
	const struct rk_pos *pos = query->pos;
	int step = king_to > king ? 1 : -1;
	rk_bits enemies = pos->colour[pos->side ^ 1];
	rk_bits occupied = rk_pos_occupied(pos) & ~rk_square_bit(king);

	if (pos->checkers) {
		say(query, "the king cannot castle out of check, and ");
		say_pieces(query, pos->checkers);
		say(query, " gives check");
		return;
	}
	for (int square = king; square != king_to; square += step) {
		rk_bits attackers =
			rk_pos_attackers(pos, square + step, occupied) &
			enemies;

		if (!attackers)
			continue;
		say(query, "castling, the king would ",
		    square + step == king_to ? "arrive on " : "pass over ",
		    name(query, square + step).text, ", and ");
		say_pieces(query, attackers);
		say(query,
		    rk_bits_several(attackers) ? " attack it" : " attacks it");
		return;
	}
	say(query, "the king would be in check after castling");
}

void rk_why_castling(const struct rk_why_query *query, bool kingside)
{
	const struct rk_pos *pos = query->pos;
	int king = rk_pos_king(pos, pos->side);
	int corner = (pos->side == RK_WHITE ? 0 : 56) + (kingside ? 7 : 0);
	rk_bits beyond = kingside ? RK_ALL << king : ~(RK_ALL << king);
	rk_bits rooks = pos->castle & pos->colour[pos->side] & beyond;
	rk_bits between;
	int rook;

	if (!rooks) {
		if (pos->board[corner] == rk_piece(pos->side, RK_ROOK))
			say(query, "the king, or the rook on ",
			    name(query, corner).text,
			    ", has moved before, so they can no longer castle");
		else
			say(query, "there is no rook on ",
			    name(query, corner).text, " to castle with");
		return;
	}
	rook = rk_bits_first(rooks);
	between = rk_castling_way(king, rook) & rk_pos_occupied(pos);
	if (between) {
		say_piece(query, first_on_way(between, king, corner));
		say(query, " stands between king and rook");
		return;
	}
	if (rk_move_is_legal(pos, rk_move_new(king, rook, RK_CASTLING)))
		say(query, "castling is written ", kingside ? "O-O" : "O-O-O");
	else
		explain_castling_danger(
			query, king, rk_castling_squares(king, rook).king_to);
}

/* A pawn's diagonal step to an empty square: en passant or not? */
static void explain_diagonal(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int beside = rk_square_at(rk_square_file(query->to),
				  rk_square_rank(query->from));
	bool fifth = rk_square_bit(query->from) & rk_bits_rank(4, pos->side);

	if (fifth && pos->board[beside] == rk_piece(pos->side ^ 1, RK_PAWN)) {
		say_piece(query, beside);
		say(query, " can be taken in passing only right after its "
			   "double step");
		return;
	}
	say(query, "a pawn moves diagonally only to take, and ",
	    name(query, query->to).text, " is empty");
}

static void explain_pawn(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int forward = pos->side == RK_WHITE ? 8 : -8;
	int ranks = (rk_square_rank(query->to) - rk_square_rank(query->from)) *
		    (forward / 8);
	int files = distance(rk_square_file(query->from),
			     rk_square_file(query->to));
	bool at_home = rk_square_bit(query->from) & rk_bits_rank(1, pos->side);

	if (ranks < 0) {
		say(query, "a pawn never moves backwards");
	} else if (ranks == 0) {
		say(query, "a pawn does not move sideways");
	} else if (files == 1 && ranks == 1) {
		explain_diagonal(query);
	} else if (files || ranks > 2) {
		say(query, "a pawn moves one square straight ahead, and takes "
			   "one square diagonally ahead");
	} else if (ranks == 2 && !at_home) {
		say(query, "a pawn goes two squares only from where it "
			   "started");
	} else if (ranks == 2 && pos->board[query->from + forward] != RK_NONE) {
		say_piece(query, query->from);
		say(query, " would have to jump over ");
		say_piece(query, query->from + forward);
	} else {
		say_piece(query, query->to);
		say(query, " is in the way; straight ahead a pawn cannot take");
	}
}

/* How a piece other than a pawn moves. */
static const char *const ways[RK_TYPES] = {
	[RK_KNIGHT] = "a knight jumps two squares straight and one aside",
	[RK_BISHOP] = "a bishop moves along diagonals",
	[RK_ROOK] = "a rook moves along rows and columns",
	[RK_QUEEN] = "a queen moves along rows, columns and diagonals",
	[RK_KING] = "a king moves one square at a time",
};

/* Can the piece move like that? If not, writes why. */
static bool check_way(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int type = rk_piece_type(pos->board[query->from]);
	rk_bits target = rk_square_bit(query->to);
	rk_bits between = rk_between(query->from, query->to) &
			  rk_pos_occupied(pos);

	if (type == RK_PAWN) {
		rk_move step =
			rk_notation_step(pos, query->from, query->to, RK_NONE);
		rk_move queen =
			rk_move_promotion(query->from, query->to, RK_QUEEN);

		if (rk_move_is_pseudo_legal(pos, step) ||
		    rk_move_is_pseudo_legal(pos, queen))
			return true;
		explain_pawn(query);
	} else if (!(rk_piece_attacks(type, query->from, 0) & target)) {
		say(query, ways[type]);
	} else if (type != RK_KNIGHT && between) {
		say_piece(query, query->from);
		say(query, " would have to jump over ");
		say_piece(query, first_on_way(between, query->from, query->to));
	} else {
		return true;
	}
	return false;
}

/* Is a promotion piece given if and only if the move needs one? */
static bool check_promotion(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int type = rk_piece_type(pos->board[query->from]);
	bool last = type == RK_PAWN &&
		    rk_square_bit(query->to) & rk_bits_rank(7, pos->side);
	bool officer = query->promotion >= RK_KNIGHT &&
		       query->promotion <= RK_QUEEN;

	if (last && !officer)
		say(query, "say what the pawn becomes, Q, R, B or N, as in ",
		    name(query, query->from).text, " ",
		    name(query, query->to).text, " Q");
	else if (!last && query->promotion != RK_NONE)
		say(query, "only a pawn that reaches the last row becomes "
			   "another piece");
	else
		return true;
	return false;
}

/*
 * Is castling meant? The king moves onto its own rook, two squares from its
 * home, or to where castling would take it.
 */
static bool is_castling(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int home = pos->side == RK_WHITE ? 4 : 60;
	rk_bits rooks = pos->castle & pos->colour[pos->side];

	if (pos->board[query->from] != rk_piece(pos->side, RK_KING))
		return false;
	if (rooks & rk_square_bit(query->to))
		return true;
	if (rk_king_attacks(query->from) & rk_square_bit(query->to))
		return false;
	if (query->from == home && distance(query->from, query->to) == 2)
		return true;
	while (rooks)
		if (rk_castling_squares(query->from, rk_bits_pop(&rooks))
			    .king_to == query->to)
			return true;
	return false;
}

void rk_why_move(const struct rk_why_query *query)
{
	const struct rk_pos *pos = query->pos;
	int piece = pos->board[query->from];

	if (piece == RK_NONE) {
		say(query, "there is no piece on ",
		    name(query, query->from).text);
	} else if (rk_piece_colour(piece) != pos->side) {
		say_piece(query, query->from);
		say(query, " is not yours: ", query->rules->seats[pos->side],
		    " is to move");
	} else if (query->from == query->to) {
		say_piece(query, query->from);
		say(query, " stands there already");
	} else if (is_castling(query)) {
		rk_why_castling(query, query->to > query->from);
	} else if (pos->colour[pos->side] & rk_square_bit(query->to)) {
		say(query, "your own ", type_name(query, query->to),
		    " stands on ", name(query, query->to).text);
	} else if (check_way(query) && check_promotion(query)) {
		explain_safety(query);
	}
}
