/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The game as the xboard protocol knows it: a start and moves. It is not a
 * struct rk_game, because here a game goes on after a draw: a user who plays
 * through an old game, or analyses, makes any legal move. Undo replays.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

/* What was known about the position before is no longer of use. */
static void forget_position(struct rk_xboard *xb)
{
	memset(xb->excluded, 0, sizeof(xb->excluded));
	memset(&xb->seen, 0, sizeof(xb->seen));
	xb->seen_best = RK_NO_MOVE;
	xb->expected = RK_NO_MOVE;
	xb->rests = false;
	xb->wants_hint = false;
}

void rk_xboard_begin(struct rk_xboard *xb, const struct rk_pos *start)
{
	xb->start = *start;
	xb->pos = *start;
	xb->count = 0;
	xb->session_from = 0;
	xb->illegal = false;
	xb->over = false;
	xb->turn = RK_NONE;
	xb->waits = true;
	rk_xboard_forget_scores(xb);
	forget_position(xb);
}

bool rk_xboard_play(struct rk_xboard *xb, rk_move move)
{
	struct rk_undo undo;

	if (xb->count == xb->capacity)
		return false;
	xb->plies[xb->count].key = rk_pos_key_repetition(&xb->pos);
	xb->plies[xb->count].move = move;
	xb->count++;
	rk_pos_make(&xb->pos, move, &undo);
	xb->waits = false;
	forget_position(xb);
	return true;
}

void rk_xboard_take_back(struct rk_xboard *xb, uint32_t plies)
{
	struct rk_undo undo;

	xb->count -= plies;
	xb->pos = xb->start;
	for (uint32_t i = 0; i < xb->count; i++)
		rk_pos_make(&xb->pos, xb->plies[i].move, &undo);
	xb->over = false;
	xb->turn = RK_NONE;
	xb->waits = true;
	rk_xboard_forget_scores(xb);
	forget_position(xb);
}

static int repetitions(const struct rk_xboard *xb)
{
	uint64_t key = rk_pos_key_repetition(&xb->pos);
	uint32_t quiet = xb->pos.halfmove;
	int equal = 1;

	for (uint32_t i = 1; i <= quiet && i <= xb->count; i++)
		equal += xb->plies[xb->count - i].key == key;
	return equal;
}

enum rk_reason rk_xboard_ending(const struct rk_xboard *xb)
{
	static const uint8_t reasons[] = {
		[RK_PLAYING] = RK_REASON_NONE,
		[RK_CHECKMATE] = RK_REASON_CHECKMATE,
		[RK_STALEMATE] = RK_REASON_STALEMATE,
		[RK_INSUFFICIENT] = RK_REASON_INSUFFICIENT,
		[RK_SEVENTY_FIVE] = RK_REASON_SEVENTY_FIVE,
	};
	enum rk_status status = rk_pos_status(&xb->pos);
	int times = repetitions(xb);

	if (status != RK_PLAYING)
		return (enum rk_reason)reasons[status];
	if (times >= 5)
		return RK_REASON_FIVEFOLD;
	if (times >= 3)
		return RK_REASON_THREEFOLD;
	return rk_pos_is_fifty(&xb->pos) ? RK_REASON_FIFTY : RK_REASON_NONE;
}

static bool stands_as_usual(rk_move castling)
{
	int rook_file = rk_square_file(rk_move_to(castling));

	return rk_square_file(rk_move_from(castling)) == 4 &&
	       (rook_file == 0 || rook_file == 7);
}

void rk_xboard_out_move(const struct rk_xboard *xb, rk_move move)
{
	char text[RK_COORD_SIZE];

	if (rk_move_kind(move) == RK_CASTLING &&
	    (xb->chess960 || !stands_as_usual(move))) {
		rk_out_text(&xb->port->out,
			    rk_move_to(move) > rk_move_from(move) ? "O-O"
								  : "O-O-O");
		return;
	}
	rk_coord_write(text, move, RK_CASTLE_KING);
	rk_out_text(&xb->port->out, text);
}

enum rk_notation_error rk_xboard_read_move(const struct rk_xboard *xb,
					   struct rk_word word, rk_move *move)
{
	enum rk_notation_error error;

	error = rk_coord_read(move, &xb->pos, word.text, word.length);
	if (error == RK_NOTATION_SYNTAX)
		error = rk_san_read(move, &xb->pos, word.text, word.length);
	return error;
}
