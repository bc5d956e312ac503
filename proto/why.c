/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Explains why a move is not legal: finds out which piece and squares a text
 * means, then why_two.c finds the reason. On other boards only the reasons that
 * hold on every board are tested; otherwise the general texts of notation.h are
 * used.
 */
#include "proto/why.h"

#include "core/position.h"

const char *rk_type_name(int type)
{
	static const char *const names[RK_TYPES] = {
		"pawn", "knight", "bishop", "rook", "queen", "king",
	};

	return names[type];
}

/* The one square that the text can mean as the origin; -1: there are several. */
static int find_origin(const struct rk_pos *pos,
		       const struct rk_move_hint *hint)
{
	rk_bits origins = rk_pos_pieces(pos, pos->side, hint->type);

	if (hint->from_file != RK_UNSAID)
		origins &= RK_FILE_A << hint->from_file;
	if (hint->from_rank != RK_UNSAID)
		origins &= RK_RANK_1 << 8 * hint->from_rank;
	return origins && !rk_bits_several(origins) ? rk_bits_first(origins)
						    : -1;
}

/* Two complete squares mean whatever stands on the first one. */
static bool find_squares(struct rk_why_query *query,
			 const struct rk_move_hint *hint)
{
	int files = query->rules->files;

	if (hint->castling || hint->to_rank == RK_UNSAID)
		return false;
	query->to = hint->to_rank * files + hint->to_file;
	query->promotion = hint->promotion;
	if (hint->type == RK_UNSAID)
		query->from = hint->from_rank * files + hint->from_file;
	else
		query->from = files == 8 ? find_origin(query->pos, hint) : -1;
	return query->from >= 0;
}

/* "the rook on a1" */
static void say_piece(const struct rk_out *out, const struct rk_rules *rules,
		      const union rk_any_pos *pos, int square)
{
	rk_out_parts(out,
		     (const char *const[]){
			     "the ",
			     rk_type_name(
				     rk_cell_type(rules->cell(pos, square))),
			     " on ", rk_square_name(rules, square).text, NULL});
}

/* Explains a wrong piece or a wrong target square. */
static bool explain_squares(const struct rk_out *out,
			    const struct rk_rules *rules,
			    const union rk_any_pos *pos, int from, int to)
{
	int piece = rules->cell(pos, from), target = rules->cell(pos, to);
	int turn = rules->turn(pos);
	bool any = rk_cell_is_piece(piece);

	if (piece == RK_CELL_WALL || target == RK_CELL_WALL) {
		rk_out_parts(out,
			     (const char *const[]){
				     "there is no square ",
				     rk_square_name(rules, piece == RK_CELL_WALL
								   ? from
								   : to)
					     .text,
				     NULL});
	} else if (!any) {
		rk_out_parts(out,
			     (const char *const[]){
				     "there is no piece on ",
				     rk_square_name(rules, from).text, NULL});
	} else if (piece & RK_CELL_DEAD || rk_cell_seat(piece) != turn) {
		say_piece(out, rules, pos, from);
		rk_out_text(out, piece & RK_CELL_DEAD ? " is dead"
						      : " is not yours");
		rk_out_parts(out,
			     (const char *const[]){": ", rules->seats[turn],
						   " is to move", NULL});
	} else if (from == to) {
		say_piece(out, rules, pos, from);
		rk_out_text(out, " stands there already");
	} else if (rk_cell_is_piece(target) && !(target & RK_CELL_DEAD) &&
		   rules->sides[rk_cell_seat(target)] == rules->sides[turn]) {
		rk_out_parts(out,
			     (const char *const[]){
				     rk_cell_seat(target) == turn
					     ? "your own "
					     : "your partner's ",
				     rk_type_name(rk_cell_type(target)),
				     " stands on ",
				     rk_square_name(rules, to).text, NULL});
	} else {
		return false;
	}
	return true;
}

void rk_why_text(const struct rk_out *out, const struct rk_rules *rules,
		 const union rk_any_pos *pos, struct rk_word move,
		 enum rk_notation_error error)
{
	struct rk_why_query query = {.out = out,
				     .rules = rules,
				     .pos = &pos->two};
	struct rk_move_hint hint;
	bool found = rules->parse_move(&hint, move.text, move.length) &&
		     find_squares(&query, &hint);

	if (rules->files == 8 && hint.castling)
		rk_why_castling(&query, hint.castling == 2);
	else if (rules->files == 8 && found)
		rk_why_move(&query);
	else if (!found ||
		 !explain_squares(out, rules, pos, query.from, query.to))
		rk_out_text(out, rk_notation_error_text(error));
}

void rk_why_no_moves(const struct rk_out *out, const struct rk_rules *rules,
		     const union rk_any_pos *pos, int square)
{
	int cell = rules->cell(pos, square);
	struct rk_short_text where = rk_square_name(rules, square);
	const char *type;

	if (!rk_cell_is_piece(cell)) {
		rk_out_line(out, "There is no ",
			    cell == RK_CELL_WALL ? "square " : "piece on ",
			    where.text, ".");
		return;
	}
	type = rk_type_name(rk_cell_type(cell));
	if (cell & RK_CELL_DEAD)
		rk_out_line(out, "The ", type, " on ", where.text, " is dead.");
	else if (rk_cell_seat(cell) != rules->turn(pos))
		rk_out_line(out, "The ", type, " on ", where.text, " is ",
			    rules->seats[rk_cell_seat(cell)], "'s, and ",
			    rules->seats[rules->turn(pos)], " is to move.");
	else
		rk_out_line(out, "The ", type, " on ", where.text,
			    " has no legal move.");
}
