/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coordinate notation (e2e4, e7e8q), what two squares mean on a board, and
 * figurines in place of letters for every notation. Standard algebraic notation
 * and the reader of moves are in san.c.
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

enum rk_notation_error rk_notation_validate(const struct rk_pos *pos,
					    rk_move move)
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

rk_move rk_notation_castling(const struct rk_pos *pos, int from, int to)
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

/* The third byte of a UTF-8 character that begins with these two, or 0. */
static unsigned int third_byte(const char *text, size_t length,
			       unsigned int first_two)
{
	const uint8_t *byte = (const uint8_t *)text;

	return length >= 3 && (byte[0] << 8 | byte[1]) == (int)first_two
		       ? byte[2]
		       : 0;
}

/*
 * In UTF-8, the white king U+2654 is E2 99 94, the black pawn E2 99 9F. A
 * variation selector, EF B8 8E (text) or EF B8 8F (picture), may follow.
 */
size_t rk_figurine_read(char letters[RK_FIGURINE_SIZE], const char *text,
			size_t length)
{
	size_t count = 0;

	for (size_t at = 0; at < length; count++) {
		unsigned int figurine =
			third_byte(text + at, length - at, 0xe299) - 0x94;

		if (count == RK_FIGURINE_SIZE)
			return 0;
		letters[count] = text[at++];
		if (figurine >= 12)
			continue;
		letters[count] = "KQRBNPKQRBNP"[figurine];
		at += 2;
		if ((third_byte(text + at, length - at, 0xefb8) | 1) == 0x8f)
			at += 3;
	}
	return count;
}
