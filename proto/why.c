/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Why a move is not legal: finds out which move of which piece a text speaks
 * of, for the reasons that why_two.c knows. On other boards the reasons are
 * those that hold on every board, and where nothing is to be found out there
 * are the general words of notation.h.
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

/* O-O or O-O-O, in whatever letters: 1 or 2; else 0. */
static int read_castling(struct rk_word word)
{
	static const char *const texts[] = {"o-o-o", "0-0-0", "o-o", "0-0"};

	for (int i = 0; i < 4; i++) {
		size_t length = i < 2 ? 5 : 3;

		if (word.length >= length &&
		    rk_word_is((struct rk_word){word.text, length}, texts[i]))
			return i < 2 ? 2 : 1;
	}
	return 0;
}

static bool take(struct rk_word *word, char letter)
{
	if (!word->length || *word->text != letter)
		return false;
	word->text++;
	word->length--;
	return true;
}

/* The type that a text of standard notation begins with. */
static int take_type(const struct rk_matter *matter, struct rk_word *word)
{
	char letter = word->length ? *word->text : 'a';

	if (letter >= 'a' && letter <= 'h')
		return RK_PAWN;
	take(word, letter);
	return rk_letter_type(matter->rules, letter);
}

/*
 * Short forms as in Nf3, Qxd4, e5 and exd5, where there is only one piece
 * that they can mean.
 */
static bool read_short(struct rk_matter *matter, struct rk_word word)
{
	const struct rk_pos *pos = matter->pos;
	int type = take_type(matter, &word);
	struct rk_word target = word;
	rk_bits origins;

	if (type == RK_NONE || !word.length)
		return false;
	origins = rk_pos_pieces(pos, pos->side, type);
	if (type == RK_PAWN) {
		if (*word.text < 'a' || *word.text > 'h')
			return false;
		origins &= RK_FILE_A << (*word.text - 'a');
		take(&target, *word.text);
		if (take(&target, 'x'))
			word = target;
	}
	take(&word, 'x');
	matter->to = rk_word_take_square(&word, matter->rules);
	matter->promotion = RK_NONE;
	if (take(&word, '=') && word.length) {
		matter->promotion = rk_letter_type(matter->rules, *word.text);
		take(&word, *word.text);
	}
	while (take(&word, '+') || take(&word, '#'))
		;
	if (matter->to < 0 || word.length || !origins ||
	    rk_bits_several(origins))
		return false;
	matter->from = rk_bits_first(origins);
	return true;
}

/* "the rook on a1" */
static void say_piece(const struct rk_out *out, const struct rk_rules *rules,
		      const void *pos, int square)
{
	rk_out_parts(out,
		     (const char *const[]){
			     "the ",
			     rk_type_name(
				     rk_cell_type(rules->cell(pos, square))),
			     " on ", rk_square_name(rules, square).text, NULL});
}

/* What is wrong with the piece itself, or with where it is to go. */
static bool explain_squares(const struct rk_out *out,
			    const struct rk_rules *rules, const void *pos,
			    int from, int to)
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

/* On any board: by the squares, or else by what the reader said. */
static void explain_generally(const struct rk_out *out,
			      const struct rk_rules *rules, const void *pos,
			      struct rk_word move)
{
	int from, to, promotion;
	rk_any_move unused;

	if (rules->files != 8 &&
	    rk_word_squares(move, rules, &from, &to, &promotion) &&
	    explain_squares(out, rules, pos, from, to))
		return;
	rk_out_text(out, rk_notation_error_text(rules->read_move(
				 &unused, pos, move.text, move.length)));
}

void rk_why_text(const struct rk_out *out, const struct rk_rules *rules,
		 const void *pos, struct rk_word move)
{
	struct rk_matter matter = {.out = out, .rules = rules, .pos = pos};

	if (rules->files == 8 && read_castling(move))
		rk_why_castling(&matter, read_castling(move) == 1);
	else if (rules->files == 8 &&
		 (rk_word_squares(move, rules, &matter.from, &matter.to,
				  &matter.promotion) ||
		  read_short(&matter, move)))
		rk_why_move(&matter);
	else
		explain_generally(out, rules, pos, move);
}

void rk_why_no_moves(const struct rk_out *out, const struct rk_rules *rules,
		     const void *pos, int square)
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
