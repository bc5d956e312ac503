/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes moves as coordinates, and in the long notation of PGN4 files, which
 * names the captured piece and has a sign for every king that the move attacks
 * and for every player that it eliminates. read.c reads them.
 */
#include "core/four/settle.h"

static char *write_square(char *text, int square)
{
	int rank = rk4_square_rank(square) + 1;

	*text++ = (char)('a' + rk4_square_file(square));
	if (rank > 9)
		*text++ = '1';
	*text++ = (char)('0' + rank % 10);
	return text;
}

/* The promotion piece is written only where there is a choice. */
static bool has_choice(const struct rk4_pos *pos)
{
	return pos->options & RK4_TEAMS;
}

size_t rk4_coord_write(char text[RK4_TEXT_SIZE], const struct rk4_pos *pos,
		       rk4_move move)
{
	char *end = write_square(text, rk4_move_from(move));

	end = write_square(end, rk4_move_to(move));
	if (rk4_move_promoted(move) && has_choice(pos))
		*end++ = "pnbrqk"[rk4_move_promoted(move)];
	*end = 0;
	return (size_t)(end - text);
}

static char *write_castling(char *text, const struct rk4_pos *pos,
			    rk4_move move)
{
	int king = rk4_move_from(move);
	bool near = rk4_castling_of(pos->turn, king, 0).king_to ==
		    rk4_move_to(move);
	size_t length = near ? 3 : 5;

	memcpy(text, "O-O-O", length);
	return text + length;
}

static char *write_piece(char *text, int cell)
{
	if (rk4_type(cell) != RK_PAWN)
		*text++ = "PNBRQK"[rk4_type(cell)];
	return text;
}

static char *write_step(char *text, const struct rk4_pos *pos, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int taken = pos->board[to];

	text = write_piece(text, pos->board[from]);
	text = write_square(text, from);
	if (rk4_is_piece(taken) || rk4_move_kind(move) == RK4_EN_PASSANT)
		*text++ = 'x';
	else
		*text++ = '-';
	if (rk4_is_piece(taken))
		text = write_piece(text, taken);
	text = write_square(text, to);
	if (rk4_move_promoted(move)) {
		*text++ = '=';
		*text++ = has_choice(pos) ? "PNBRQK"[rk4_move_promoted(move)]
					  : 'D';
	}
	return text;
}

static char *write_signs(char *text, const struct rk4_pos *pos, rk4_move move)
{
	struct rk4_pos next = *pos;
	struct rk4_signs signs;

	rk4_count_signs(&next, move, &signs);
	while (signs.checks--)
		*text++ = '+';
	while (signs.mates--)
		*text++ = '#';
	return text;
}

size_t rk4_pgn_write(char text[RK4_TEXT_SIZE], const struct rk4_pos *pos,
		     rk4_move move)
{
	char *end;

	if (rk4_move_kind(move) == RK4_CASTLING)
		end = write_castling(text, pos, move);
	else
		end = write_step(text, pos, move);
	end = write_signs(end, pos, move);
	*end = 0;
	return (size_t)(end - text);
}
