/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Standard algebraic notation, and the reader of moves. The writer is strict:
 * the shortest unambiguous text, with its check or mate sign. The reader accepts
 * what people type, what programs send and what old files hold. It collects what
 * the text says into a hint; choose() finds the one legal move that fits, or the
 * reason why there is none.
 */
#include "core/move_text.h"
#include "core/notation.h"

#include "rookery/moves.h"
#include "rookery/status.h"

/* The pieces of the side to move that the hint may mean. */
static rk_bits find_origins(const struct rk_pos *pos,
			    const struct rk_move_hint *hint)
{
	rk_bits set = pos->colour[pos->side];

	if (hint->type != RK_UNSAID)
		set &= pos->type[hint->type];
	if (hint->from_file != RK_UNSAID)
		set &= RK_FILE_A << hint->from_file;
	if (hint->from_rank != RK_UNSAID)
		set &= RK_RANK_1 << 8 * hint->from_rank;
	return set;
}

static rk_bits find_targets(const struct rk_move_hint *hint)
{
	rk_bits set = RK_FILE_A << hint->to_file;

	if (hint->to_rank != RK_UNSAID)
		set &= RK_RANK_1 << 8 * hint->to_rank;
	return set;
}

/* Two squares without a piece letter may also mean castling. */
static rk_move find_step(const struct rk_pos *pos, int from, int to,
			 const struct rk_move_hint *hint)
{
	rk_move castling = RK_NO_MOVE;

	if (hint->type == RK_UNSAID && hint->promotion == RK_NONE)
		castling = rk_notation_castling(pos, from, to);
	return castling != RK_NO_MOVE
		       ? castling
		       : rk_notation_step(pos, from, to, hint->promotion);
}

/*
 * A legal move that fits wins over any error. Of two errors the greater one is
 * reported: enum rk_notation_error is ordered by how close a move came to being
 * legal.
 */
static enum rk_notation_error choose(rk_move *move, const struct rk_pos *pos,
				     const struct rk_move_hint *hint)
{
	rk_bits origins = find_origins(pos, hint);
	enum rk_notation_error reason = RK_NOTATION_NO_MOVE;
	rk_move found = RK_NO_MOVE;

	while (origins) {
		int from = rk_bits_pop(&origins);
		rk_bits targets = find_targets(hint);

		while (targets) {
			rk_move step = find_step(pos, from,
						 rk_bits_pop(&targets), hint);
			enum rk_notation_error error =
				rk_notation_validate(pos, step);

			if (error == RK_NOTATION_OK && found != RK_NO_MOVE)
				return RK_NOTATION_AMBIGUOUS;
			if (error == RK_NOTATION_AMBIGUOUS)
				return error;
			if (error == RK_NOTATION_OK)
				found = step;
			else if (error > reason)
				reason = error;
		}
	}
	if (found == RK_NO_MOVE)
		return reason;
	*move = found;
	return RK_NOTATION_OK;
}

static enum rk_notation_error choose_castling(rk_move *move,
					      const struct rk_pos *pos,
					      bool kingside)
{
	rk_bits rooks = pos->castle & pos->colour[pos->side];
	enum rk_notation_error error;
	rk_move found;
	int king;

	if (!rooks)
		return RK_NOTATION_NO_MOVE;
	king = rk_pos_king(pos, pos->side);
	rooks &= kingside ? RK_ALL << king : ~(RK_ALL << king);
	if (!rooks)
		return RK_NOTATION_NO_MOVE;
	found = rk_move_new(king, rk_bits_first(rooks), RK_CASTLING);
	error = rk_notation_validate(pos, found);
	if (error == RK_NOTATION_OK)
		*move = found;
	return error;
}

static int take_file(struct move_text *rest)
{
	char letter = take(rest, "abcdefgh");

	return letter ? letter - 'a' : RK_UNSAID;
}

static int take_rank(struct move_text *rest)
{
	char letter = take(rest, "12345678");

	return letter ? letter - '1' : RK_UNSAID;
}

/* Lower case is accepted except for b, which is a file. */
static int take_type(struct move_text *rest)
{
	char letter = take(rest, "PNBRQKpnrqk");
	int type = RK_KING;

	while (type != RK_UNSAID && (letter & ~32) != "PNBRQK"[type])
		type--;
	return type;
}

/*
 * Reads the squares that are written: e4, e2e4, Ng1-f3, N1f3, exd5, exd, ed. If
 * there is only one square, it is the target.
 */
static bool take_squares(struct move_text *rest, struct rk_move_hint *hint)
{
	char between;

	hint->from_file = take_file(rest);
	hint->from_rank = take_rank(rest);
	between = take(rest, "x:-");
	hint->to_file = take_file(rest);
	hint->to_rank = take_rank(rest);
	if (hint->to_file != RK_UNSAID)
		return hint->to_rank != RK_UNSAID ||
		       hint->from_file != RK_UNSAID;
	if (between || hint->to_rank != RK_UNSAID ||
	    hint->from_file == RK_UNSAID || hint->from_rank == RK_UNSAID)
		return false;
	hint->to_file = hint->from_file;
	hint->to_rank = hint->from_rank;
	hint->from_file = RK_UNSAID;
	hint->from_rank = RK_UNSAID;
	return true;
}

/*
 * Without a piece letter, two complete squares may mean any piece, and
 * everything else means a pawn. A pawn without an origin file stays on the
 * target's file.
 */
static bool settle_pawn(struct rk_move_hint *hint)
{
	if (hint->type == RK_UNSAID &&
	    (hint->from_file == RK_UNSAID || hint->from_rank == RK_UNSAID))
		hint->type = RK_PAWN;
	if (hint->type == RK_PAWN && hint->from_file == RK_UNSAID)
		hint->from_file = hint->to_file;
	return hint->to_rank != RK_UNSAID || hint->type == RK_PAWN;
}

bool rk_move_parse(struct rk_move_hint *hint, const char *text, size_t length)
{
	char letters[RK_FIGURINE_SIZE], letter;
	struct move_text rest = {letters,
				 rk_figurine_read(letters, text, length)};

	cut_decoration(&rest);
	hint->promotion = RK_NONE;
	hint->castling = count_castling(&rest);
	if (hint->castling)
		return true;
	hint->type = take_type(&rest);
	if (!take_squares(&rest, hint) || !settle_pawn(hint) ||
	    !take_promotion(&rest, "NBRQnbrq", &letter))
		return false;
	if (letter)
		hint->promotion = rk_notation_promotion(letter);
	return true;
}

enum rk_notation_error rk_move_read(rk_move *move, const struct rk_pos *pos,
				    const char *text, size_t length)
{
	struct rk_move_hint hint;

	if (!rk_move_parse(&hint, text, length))
		return RK_NOTATION_SYNTAX;
	if (hint.castling)
		return choose_castling(move, pos, hint.castling == 2);
	return choose(move, pos, &hint);
}

static char *write_square(char *text, int square)
{
	*text++ = (char)('a' + rk_square_file(square));
	*text++ = (char)('1' + rk_square_rank(square));
	return text;
}

/*
 * Writes as much of the origin as is needed to tell this piece from others of
 * its type.
 */
static char *write_origin(char *text, const struct rk_pos *pos, int from,
			  int to, int type)
{
	rk_bits file = RK_FILE_A << rk_square_file(from);
	rk_bits rank = RK_RANK_1 << 8 * rk_square_rank(from);
	rk_bits rivals = rk_piece_attacks(type, to, rk_pos_occupied(pos)) &
			 rk_pos_pieces(pos, pos->side, type) &
			 ~rk_square_bit(from);
	rk_bits others = 0;

	while (rivals) {
		int rival = rk_bits_pop(&rivals);

		if (rk_move_is_legal(pos, rk_move_new(rival, to, RK_NORMAL)))
			others |= rk_square_bit(rival);
	}
	if (others && (!(others & file) || others & rank))
		*text++ = (char)('a' + rk_square_file(from));
	if (others & file)
		*text++ = (char)('1' + rk_square_rank(from));
	return text;
}

static char *write_sign(char *text, const struct rk_pos *pos, rk_move move)
{
	struct rk_pos next = *pos;
	struct rk_undo undo;

	int taken = rk_piece_type(pos->board[rk_move_to(move)]);

	if (taken != RK_KING && !rk_move_gives_check(pos, move))
		return text;
	rk_pos_make(&next, move, &undo);
	if (taken != RK_KING && (pos->casual || rk_pos_has_move(&next)))
		*text++ = '+';
	else
		*text++ = '#';
	return text;
}

size_t rk_san_write(char text[RK_SAN_SIZE], const struct rk_pos *pos,
		    rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int type = rk_piece_type(pos->board[from]);
	char *end = text;

	if (rk_move_kind(move) == RK_CASTLING) {
		size_t length = to > from ? 3 : 5;

		memcpy(end, "O-O-O", length);
		end += length;
	} else {
		if (type == RK_PAWN && rk_move_is_capture(pos, move)) {
			*end++ = (char)('a' + rk_square_file(from));
		} else if (type != RK_PAWN) {
			*end++ = "PNBRQK"[type];
			end = write_origin(end, pos, from, to, type);
		}
		if (rk_move_is_capture(pos, move))
			*end++ = 'x';
		end = write_square(end, to);
	}
	if (rk_move_kind(move) == RK_PROMOTION) {
		*end++ = '=';
		*end++ = "PNBRQK"[rk_move_promoted(move)];
	}
	end = write_sign(end, pos, move);
	*end = 0;
	return (size_t)(end - text);
}
