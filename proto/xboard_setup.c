/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Positions that are set up: setboard, the edit mode of version 1, variants, and
 * the commands `white` and `black` of version 1. If a position is illegal, the
 * interface shows it all the same, and its next moves belong to it; so `illegal`
 * stays set, and moves are refused, until another position is set up.
 */
#include "proto/xboard.h"

#include "rookery/rules.h"

static void refuse_position(struct rk_xboard *xb, const struct rk_error *error)
{
	rk_out_line(&xb->out, "tellusererror Illegal position: ",
		    error->column ? "expected " : "", error->reason);
	xb->illegal = true;
}

void rk_xboard_run_setboard(struct rk_xboard *xb, const struct rk_line *line)
{
	struct rk_error error;
	struct rk_pos pos;

	/* Even if the position is illegal; see above. */
	rk_xboard_stop_search(xb);
	xb->paused = false;
	if (rk_fen_read(&pos, line->rest.text, line->rest.length, &error))
		rk_xboard_set_position(xb, &pos);
	else
		refuse_position(xb, &error);
}

void rk_xboard_run_variant(struct rk_xboard *xb, const struct rk_line *line)
{
	bool chess960 = line->count == 2 &&
			rk_word_is(line->words[1], "fischerandom");

	if (!chess960 &&
	    (line->count != 2 || !rk_word_is(line->words[1], "normal"))) {
		rk_xboard_error(xb, "unknown variant", line);
		return;
	}
	rk_xboard_stop_search(xb);
	xb->chess960 = chess960;
}

/*
 * `white` and `black` set the side to move and give the other one to the engine.
 * Interfaces send them in pairs that cancel out, so the position is changed only
 * when something depends on it.
 */
void rk_xboard_run_colour(struct rk_xboard *xb, const struct rk_line *line)
{
	uint8_t turn = rk_word_is(line->words[0], "black") ? RK_BLACK
							   : RK_WHITE;

	rk_xboard_stop_search(xb);
	xb->engine_side = turn ^ 1;
	xb->force = false;
	xb->analysing = false;
	xb->claimed_turn = turn == rk_xboard_pos(xb)->side ? RK_NONE : turn;
}

bool rk_xboard_apply_turn(struct rk_xboard *xb)
{
	struct rk_setup setup;
	struct rk_pos pos;

	if (xb->illegal)
		return false;
	if (xb->claimed_turn == RK_NONE)
		return true;
	rk_setup_from_pos(&setup, rk_xboard_pos(xb));
	setup.side = xb->claimed_turn;
	setup.ep = RK_NO_SQUARE;
	if (rk_pos_from_setup(&pos, &setup, false))
		return false;
	rk_xboard_set_position(xb, &pos);
	return true;
}

void rk_xboard_run_edit(struct rk_xboard *xb, const struct rk_line *line)
{
	(void)line;
	rk_xboard_stop_search(xb);
	rk_setup_from_pos(&xb->setup, rk_xboard_pos(xb));
	xb->edit_colour = RK_WHITE;
	xb->editing = true;
}

static bool is_rook(const struct rk_setup *setup, int square, int colour)
{
	return setup->board[square] == rk_piece(colour, RK_ROOK);
}

/*
 * Edit mode says nothing about castling, so a side has the rights that its king
 * and rooks allow: king on the e file and rooks in the corners; in Chess960 the
 * king anywhere on its rank and the outermost rooks.
 */
static rk_bits castling_rights(const struct rk_setup *setup, int colour,
			       bool chess960)
{
	int first = colour == RK_WHITE ? 0 : 56;
	int last = first + 7, king = first, left = first, right = last;
	rk_bits rights = 0;

	while (king <= last && setup->board[king] != rk_piece(colour, RK_KING))
		king++;
	if (king > last || (!chess960 && king != first + 4))
		return 0;
	for (; chess960 && left < king && !is_rook(setup, left, colour);)
		left++;
	for (; chess960 && right > king && !is_rook(setup, right, colour);)
		right--;
	if (left < king && is_rook(setup, left, colour))
		rights |= rk_square_bit(left);
	if (right > king && is_rook(setup, right, colour))
		rights |= rk_square_bit(right);
	return rights;
}

static void finish_edit(struct rk_xboard *xb)
{
	struct rk_setup *setup = &xb->setup;
	struct rk_error error = {0, NULL};
	struct rk_pos pos;
	unsigned int defects;

	xb->editing = false;
	setup->castle = castling_rights(setup, RK_WHITE, xb->chess960) |
			castling_rights(setup, RK_BLACK, xb->chess960);
	setup->ep = RK_NO_SQUARE;
	setup->halfmove = 0;
	defects = rk_pos_from_setup(&pos, setup, false);
	if (!defects) {
		rk_xboard_set_position(xb, &pos);
		return;
	}
	error.reason = rk_defect_text(defects);
	refuse_position(xb, &error);
}

/* Pa4 puts a piece of the current colour, xa4 clears the square. */
static bool edit_square(struct rk_xboard *xb, struct rk_word word)
{
	int type = RK_NONE;
	int square;

	if (word.length != 3)
		return false;
	if (*word.text != 'x') {
		type = rk_letter_type(&rk_rules_standard, *word.text);
		if (type == RK_NONE)
			return false;
	}
	word.text++;
	word.length--;
	square = rk_word_take_square(&word, &rk_rules_standard);
	if (square < 0 || word.length)
		return false;
	xb->setup.board[square] =
		(uint8_t)(type == RK_NONE ? RK_NONE
					  : rk_piece(xb->edit_colour, type));
	return true;
}

/* One line in edit mode. */
void rk_xboard_edit(struct rk_xboard *xb, const struct rk_line *line)
{
	struct rk_word word = line->words[0];
	char letter = word.length == 1 && line->count == 1 ? *word.text : 0;

	if (letter == '.')
		finish_edit(xb);
	else if (letter == '#')
		memset(xb->setup.board, RK_NONE, sizeof(xb->setup.board));
	else if (letter == 'c')
		xb->edit_colour ^= 1;
	else if (line->count != 1 || !edit_square(xb, word))
		rk_xboard_error(xb, "unknown command", line);
}
