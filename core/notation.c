/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coordinate notation, as programs write moves to each other: e2e4, e7e8q.
 * Standard notation has a room of its own, san.c.
 */
#include "core/notation.h"

#include "rookery/moves.h"

const char *rk_notation_error_text(enum rk_notation_error error)
{
	static const char *const texts[] = {
		"a legal move",
		"this is not the text of a move",
		"no piece can move like that",
		"more than one move fits, or the promotion piece is missing",
		"this would leave the king in check",
	};

	return texts[error];
}

rk_move rk_notation_step(const struct rk_pos *pos, int from, int to,
			 int promotion)
{
	if (promotion != RK_NONE)
		return rk_move_promotion(from, to, promotion);
	if (rk_piece_type(pos->board[from]) == RK_PAWN && to == pos->ep)
		return rk_move_new(from, to, RK_EN_PASSANT);
	return rk_move_new(from, to, RK_NORMAL);
}

enum rk_notation_error rk_notation_judge(const struct rk_pos *pos, rk_move move)
{
	rk_move queen = rk_move_promotion(rk_move_from(move), rk_move_to(move),
					  RK_QUEEN);

	if (rk_move_is_legal(pos, move))
		return RK_NOTATION_OK;
	if (rk_move_is_pseudo_legal(pos, move))
		return RK_NOTATION_CHECK;
	if (rk_move_kind(move) != RK_NORMAL ||
	    !rk_move_is_pseudo_legal(pos, queen))
		return RK_NOTATION_NO_MOVE;
	return rk_move_is_legal(pos, queen) ? RK_NOTATION_AMBIGUOUS
					    : RK_NOTATION_CHECK;
}

/* Castling in either style, if that is what these two squares may mean. */
static rk_move find_castling(const struct rk_pos *pos, int from, int to)
{
	rk_bits rooks = pos->castle & pos->colour[pos->side];

	if (pos->board[from] != rk_piece(pos->side, RK_KING))
		return RK_NO_MOVE;
	if (rooks & rk_square_bit(to))
		return rk_move_new(from, to, RK_CASTLING);
	if (rk_king_attacks(from) & rk_square_bit(to))
		return RK_NO_MOVE;
	while (rooks) {
		int rook = rk_bits_pop(&rooks);

		if (rk_castling_squares(from, rook).king_to == to)
			return rk_move_new(from, rook, RK_CASTLING);
	}
	return RK_NO_MOVE;
}

int rk_notation_promotion(char letter)
{
	static const char letters[] = "NBRQ";

	for (int i = 0; i < 4; i++)
		if ((letter & ~32) == letters[i])
			return RK_KNIGHT + i;
	return RK_NONE;
}

/* A square of two characters, or RK_NO_SQUARE. */
static int read_square(const char *text)
{
	if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
		return RK_NO_SQUARE;
	return rk_square_at(text[0] - 'a', text[1] - '1');
}

enum rk_notation_error rk_coord_read(rk_move *move, const struct rk_pos *pos,
				     const char *text, size_t length)
{
	enum rk_notation_error error;
	int promotion = RK_NONE;
	int from, to;
	rk_move read;

	if (length < 4 || length > 5)
		return RK_NOTATION_SYNTAX;
	from = read_square(text);
	to = read_square(text + 2);
	if (length == 5)
		promotion = rk_notation_promotion(text[4]);
	if (from == RK_NO_SQUARE || to == RK_NO_SQUARE ||
	    (length == 5 && promotion == RK_NONE))
		return RK_NOTATION_SYNTAX;
	read = length == 4 ? find_castling(pos, from, to) : RK_NO_MOVE;
	if (read == RK_NO_MOVE)
		read = rk_notation_step(pos, from, to, promotion);
	error = rk_notation_judge(pos, read);
	if (error == RK_NOTATION_OK)
		*move = read;
	return error;
}

size_t rk_coord_write(char text[RK_COORD_SIZE], rk_move move,
		      enum rk_castling_style style)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	size_t length = 0;

	if (rk_move_kind(move) == RK_CASTLING && style == RK_CASTLE_KING &&
	    rk_square_file(from) == 4 && (1 << rk_square_file(to) & 0x81))
		to = rk_castling_squares(from, to).king_to;
	text[length++] = (char)('a' + rk_square_file(from));
	text[length++] = (char)('1' + rk_square_rank(from));
	text[length++] = (char)('a' + rk_square_file(to));
	text[length++] = (char)('1' + rk_square_rank(to));
	if (rk_move_kind(move) == RK_PROMOTION)
		text[length++] = "nbrq"[rk_move_promoted(move) - RK_KNIGHT];
	text[length] = 0;
	return length;
}
