/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Why a move on the two-player board is not legal. The questions are asked in
 * the order in which a teacher would: is there a piece, is it yours, does it
 * move like that, is something in its way, and only then what becomes of the
 * king. The first "no" is the answer. That the move is not legal was decided
 * before, by the rules; here only the reason is looked for.
 */
#include "proto/why.h"

#include "core/notation.h"
#include "rookery/moves.h"

#define say(matter, ...) \
	rk_out_parts((matter)->out, (const char *const[]){__VA_ARGS__, NULL})

static const char *type_name(const struct rk_matter *matter, int square)
{
	return rk_type_name(rk_piece_type(matter->pos->board[square]));
}

static struct rk_short_text name(const struct rk_matter *matter, int square)
{
	return rk_square_name(matter->rules, square);
}

/* "the rook on a1" */
static void say_piece(const struct rk_matter *matter, int square)
{
	say(matter, "the ", type_name(matter, square), " on ",
	    name(matter, square).text);
}

/* "the rook on a1 and the bishop on b4" */
static void say_pieces(const struct rk_matter *matter, rk_bits set)
{
	say_piece(matter, rk_bits_pop(&set));
	while (set) {
		say(matter, " and ");
		say_piece(matter, rk_bits_pop(&set));
	}
}

static int distance(int a, int b)
{
	return a < b ? b - a : a - b;
}

/* The first of some squares on the way from one to another. */
static int first_on_way(rk_bits set, int from, int to)
{
	return to > from ? rk_bits_first(set) : 63 - __builtin_clzll(set);
}

/* The enemies that would attack this square after the move. */
static rk_bits attackers_after(const struct rk_matter *matter, int square)
{
	const struct rk_pos *pos = matter->pos;
	bool passing = matter->to == pos->ep &&
		       rk_piece_type(pos->board[matter->from]) == RK_PAWN;
	rk_bits gone =
		rk_square_bit(passing ? rk_ep_victim(matter->to) : matter->to);
	rk_bits occupied = rk_pos_occupied(pos) & ~gone;

	occupied &= ~rk_square_bit(matter->from);
	occupied |= rk_square_bit(matter->to);
	return rk_pos_attackers(pos, square, occupied) &
	       pos->colour[pos->side ^ 1] & ~gone;
}

static void explain_king_step(const struct rk_matter *matter)
{
	rk_bits attackers = attackers_after(matter, matter->to);
	rk_bits kings = attackers & matter->pos->type[RK_KING];

	if (kings) {
		say(matter, "two kings never stand side by side, and ");
		say_pieces(matter, kings);
		say(matter, " is next to ", name(matter, matter->to).text);
	} else {
		say(matter, "the king would be attacked on ",
		    name(matter, matter->to).text, " by ");
		say_pieces(matter, attackers);
	}
}

/* A move as the piece goes, but one that leaves the king in danger. */
static void explain_safety(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int king = rk_pos_king(pos, pos->side);
	rk_bits attackers;

	if (matter->from == king) {
		explain_king_step(matter);
		return;
	}
	attackers = attackers_after(matter, king);
	if (!(attackers & pos->checkers)) {
		say(matter, "your king on ", name(matter, king).text,
		    " would be attacked by ");
		say_pieces(matter, attackers);
		return;
	}
	say(matter, "your king on ", name(matter, king).text,
	    " is in check from ");
	say_pieces(matter, pos->checkers);
	say(matter, rk_bits_several(pos->checkers)
			    ? ", and only the king itself can answer two checks"
			    : ", and this move does not stop that");
}

/* The king's way is free, but something attacks it. */
static void explain_castling_danger(const struct rk_matter *matter, int king,
				    int king_to)
{
	const struct rk_pos *pos = matter->pos;
	int step = king_to > king ? 1 : -1;
	rk_bits enemies = pos->colour[pos->side ^ 1];
	rk_bits occupied = rk_pos_occupied(pos) & ~rk_square_bit(king);

	if (pos->checkers) {
		say(matter, "the king cannot castle out of check, and ");
		say_pieces(matter, pos->checkers);
		say(matter, " gives check");
		return;
	}
	for (int square = king; square != king_to; square += step) {
		rk_bits attackers =
			rk_pos_attackers(pos, square + step, occupied) &
			enemies;

		if (!attackers)
			continue;
		say(matter, "castling, the king would ",
		    square + step == king_to ? "arrive on " : "pass over ",
		    name(matter, square + step).text, ", and ");
		say_pieces(matter, attackers);
		say(matter,
		    rk_bits_several(attackers) ? " attack it" : " attacks it");
		return;
	}
	say(matter, "the king would be in check after castling");
}

void rk_why_castling(const struct rk_matter *matter, bool kingside)
{
	const struct rk_pos *pos = matter->pos;
	int king = rk_pos_king(pos, pos->side);
	int corner = (pos->side == RK_WHITE ? 0 : 56) + (kingside ? 7 : 0);
	rk_bits beyond = kingside ? RK_ALL << king : ~(RK_ALL << king);
	rk_bits rooks = pos->castle & pos->colour[pos->side] & beyond;
	rk_bits between;
	int rook;

	if (!rooks) {
		if (pos->board[corner] == rk_piece(pos->side, RK_ROOK))
			say(matter, "the king, or the rook on ",
			    name(matter, corner).text,
			    ", has moved before, so they can no longer castle");
		else
			say(matter, "there is no rook on ",
			    name(matter, corner).text, " to castle with");
		return;
	}
	rook = rk_bits_first(rooks);
	between = rk_castling_way(king, rook) & rk_pos_occupied(pos);
	if (between) {
		say_piece(matter, first_on_way(between, king, corner));
		say(matter, " stands between king and rook");
		return;
	}
	if (matter->rules->is_legal(pos, rk_move_new(king, rook, RK_CASTLING)))
		say(matter, "castling is written ", kingside ? "O-O" : "O-O-O");
	else
		explain_castling_danger(
			matter, king, rk_castling_squares(king, rook).king_to);
}

/* A pawn's step that another pawn might have taken in passing. */
static void explain_diagonal(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int beside = rk_square_at(rk_square_file(matter->to),
				  rk_square_rank(matter->from));
	bool fifth = rk_square_bit(matter->from) & rk_bits_rank(4, pos->side);

	if (fifth && pos->board[beside] == rk_piece(pos->side ^ 1, RK_PAWN)) {
		say_piece(matter, beside);
		say(matter, " can be taken in passing only right after its "
			    "double step");
		return;
	}
	say(matter, "a pawn moves diagonally only to take, and ",
	    name(matter, matter->to).text, " is empty");
}

static void explain_pawn(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int forward = pos->side == RK_WHITE ? 8 : -8;
	int ranks =
		(rk_square_rank(matter->to) - rk_square_rank(matter->from)) *
		(forward / 8);
	int files = distance(rk_square_file(matter->from),
			     rk_square_file(matter->to));
	bool at_home = rk_square_bit(matter->from) & rk_bits_rank(1, pos->side);

	if (ranks < 0) {
		say(matter, "a pawn never moves backwards");
	} else if (ranks == 0) {
		say(matter, "a pawn does not move sideways");
	} else if (files == 1 && ranks == 1) {
		explain_diagonal(matter);
	} else if (files || ranks > 2) {
		say(matter, "a pawn moves one square straight ahead, and takes "
			    "one square diagonally ahead");
	} else if (ranks == 2 && !at_home) {
		say(matter, "a pawn goes two squares only from where it "
			    "started");
	} else if (ranks == 2 &&
		   pos->board[matter->from + forward] != RK_NONE) {
		say_piece(matter, matter->from);
		say(matter, " would have to jump over ");
		say_piece(matter, matter->from + forward);
	} else {
		say_piece(matter, matter->to);
		say(matter,
		    " is in the way; straight ahead a pawn cannot take");
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

/* Does the piece go there? Says why if it does not. */
static bool check_way(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int type = rk_piece_type(pos->board[matter->from]);
	rk_bits target = rk_square_bit(matter->to);
	rk_bits between = rk_between(matter->from, matter->to) &
			  rk_pos_occupied(pos);

	if (type == RK_PAWN) {
		rk_move step = rk_notation_step(pos, matter->from, matter->to,
						RK_NONE);
		rk_move queen =
			rk_move_promotion(matter->from, matter->to, RK_QUEEN);

		if (rk_move_is_pseudo_legal(pos, step) ||
		    rk_move_is_pseudo_legal(pos, queen))
			return true;
		explain_pawn(matter);
	} else if (!(rk_piece_attacks(type, matter->from, 0) & target)) {
		say(matter, ways[type]);
	} else if (type != RK_KNIGHT && between) {
		say_piece(matter, matter->from);
		say(matter, " would have to jump over ");
		say_piece(matter,
			  first_on_way(between, matter->from, matter->to));
	} else {
		return true;
	}
	return false;
}

/* Is the promotion piece there exactly where it must be? */
static bool check_promotion(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int type = rk_piece_type(pos->board[matter->from]);
	bool last = type == RK_PAWN &&
		    rk_square_bit(matter->to) & rk_bits_rank(7, pos->side);
	bool officer = matter->promotion >= RK_KNIGHT &&
		       matter->promotion <= RK_QUEEN;

	if (last && !officer)
		say(matter, "say what the pawn becomes, Q, R, B or N, as in ",
		    name(matter, matter->from).text, " ",
		    name(matter, matter->to).text, " Q");
	else if (!last && matter->promotion != RK_NONE)
		say(matter, "only a pawn that reaches the last row becomes "
			    "another piece");
	else
		return true;
	return false;
}

/*
 * The king onto its own rook, or farther than a step: its two squares from
 * home, or to where castling would take it.
 */
static bool is_castling(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int home = pos->side == RK_WHITE ? 4 : 60;
	rk_bits rooks = pos->castle & pos->colour[pos->side];

	if (pos->board[matter->from] != rk_piece(pos->side, RK_KING))
		return false;
	if (rooks & rk_square_bit(matter->to))
		return true;
	if (rk_king_attacks(matter->from) & rk_square_bit(matter->to))
		return false;
	if (matter->from == home && distance(matter->from, matter->to) == 2)
		return true;
	while (rooks)
		if (rk_castling_squares(matter->from, rk_bits_pop(&rooks))
			    .king_to == matter->to)
			return true;
	return false;
}

void rk_why_move(const struct rk_matter *matter)
{
	const struct rk_pos *pos = matter->pos;
	int piece = pos->board[matter->from];

	if (piece == RK_NONE) {
		say(matter, "there is no piece on ",
		    name(matter, matter->from).text);
	} else if (rk_piece_colour(piece) != pos->side) {
		say_piece(matter, matter->from);
		say(matter, " is not yours: ", matter->rules->seats[pos->side],
		    " is to move");
	} else if (matter->from == matter->to) {
		say_piece(matter, matter->from);
		say(matter, " stands there already");
	} else if (is_castling(matter)) {
		rk_why_castling(matter, matter->to > matter->from);
	} else if (pos->colour[pos->side] & rk_square_bit(matter->to)) {
		say(matter, "your own ", type_name(matter, matter->to),
		    " stands on ", name(matter, matter->to).text);
	} else if (check_way(matter) && check_promotion(matter)) {
		explain_safety(matter);
	}
}
