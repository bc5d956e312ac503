/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The game as the xboard protocol knows it. It is a struct rk_game of moves
 * alone: draw offers, clocks and results are the interface's business. A game
 * goes on after a draw, since a user who plays through an old game, or analyses,
 * makes any legal move.
 */
#include "proto/xboard.h"

/* Clears what belongs to one position. */
static void reset_position_state(struct rk_xboard *xb)
{
	memset(xb->excluded, 0, sizeof(xb->excluded));
	memset(&xb->last_info, 0, sizeof(xb->last_info));
	xb->last_best = RK_NO_MOVE;
	xb->expected = RK_NO_MOVE;
	xb->search_done = false;
	xb->wants_hint = false;
}

void rk_xboard_set_position(struct rk_xboard *xb, const struct rk_pos *start)
{
	rk_game_restart(&xb->game, &rk_rules_standard, rk_any_of(start));
	xb->session_from = 0;
	xb->illegal = false;
	xb->game_over = false;
	xb->claimed_turn = RK_NONE;
	xb->waiting = true;
	rk_xboard_reset_scores(xb);
	reset_position_state(xb);
}

bool rk_xboard_add_move(struct rk_xboard *xb, rk_move move)
{
	rk_game_reopen(&xb->game);
	if (rk_game_play_legal(&xb->game, move, 0))
		return false;
	xb->waiting = false;
	reset_position_state(xb);
	return true;
}

void rk_xboard_undo_moves(struct rk_xboard *xb, uint32_t plies)
{
	rk_game_undo(&xb->game, plies);
	xb->game_over = false;
	xb->claimed_turn = RK_NONE;
	xb->waiting = true;
	rk_xboard_reset_scores(xb);
	reset_position_state(xb);
}

enum rk_reason rk_xboard_end_reason(const struct rk_xboard *xb)
{
	return rk_game_is_over(&xb->game) ? xb->game.outcome.reason
					  : rk_game_claimable(&xb->game);
}

static bool is_standard_castling(rk_move castling)
{
	int rook_file = rk_square_file(rk_move_to(castling));

	return rk_square_file(rk_move_from(castling)) == 4 &&
	       (rook_file == 0 || rook_file == 7);
}

void rk_xboard_out_move(const struct rk_xboard *xb, rk_move move)
{
	char text[RK_COORD_SIZE];

	if (rk_move_kind(move) == RK_CASTLING &&
	    (xb->chess960 || !is_standard_castling(move))) {
		rk_out_text(&xb->out, rk_move_to(move) > rk_move_from(move)
					      ? "O-O"
					      : "O-O-O");
		return;
	}
	rk_coord_write(text, move, RK_CASTLE_KING);
	rk_out_text(&xb->out, text);
}

enum rk_notation_error rk_xboard_read_move(const struct rk_xboard *xb,
					   struct rk_word word, rk_move *move)
{
	return rk_move_read(move, rk_xboard_pos(xb), word.text, word.length);
}
