/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads moves leniently: coordinates (h2h3, k10k11q), the long notation of PGN4
 * files (Qa11xRa9+#) and short algebraic notation (Nf3, hxg4). It collects what
 * the text says into a hint; choose() finds the one legal move that fits, or
 * the reason why there is none. Files go up to n, so of the lower-case piece
 * letters only p, r and q are unambiguous.
 */
#include "core/four/board.h"
#include "core/move_text.h"
#include "core/notation.h"

/* ---- Finding the move ---- */

/* Encodes this move, legal or not. */
static rk4_move find_step(const struct rk4_pos *pos, int from, int to,
			  const struct rk_move_hint *hint)
{
	int seat = pos->turn;
	int promoted = hint->promotion == RK_NONE ? 0 : hint->promotion;
	int type = rk4_type(pos->board[from]);
	int owner = rk4_ep_owner(pos->ep, to);

	if (type == RK_KING && rk4_king_is_home(seat, from))
		for (int far = 0; far < 2; far++)
			if (rk4_castling_of(seat, from, far).king_to == to)
				return rk4_move_new(from, to, promoted,
						    RK4_CASTLING);
	if (type != RK_PAWN)
		return rk4_move_new(from, to, promoted, RK4_NORMAL);
	if (!promoted && !(pos->options & RK4_TEAMS) &&
	    rk4_rank_for(seat, to) == rk4_promotion_rank(pos->options))
		promoted = RK_QUEEN;
	if (owner >= 0 && rk4_enemies(pos, seat) >> owner & 1 &&
	    to != rk4_step_from(from, rk4_ahead(seat)))
		return rk4_move_new(from, to, promoted, RK4_EN_PASSANT);
	return rk4_move_new(from, to, promoted, RK4_NORMAL);
}

/*
 * Would the move be legal if nobody attacked the king? Tested on a copy in
 * which the enemies have left the game. That would also cancel en passant, so
 * there a dead pawn is put on the target square.
 */
static bool is_legal_unless_attacked(const struct rk4_pos *pos, rk4_move move)
{
	struct rk4_pos alone = *pos;
	int to = rk4_move_to(move);
	int kind = rk4_move_kind(move);

	alone.left |= (uint8_t)rk4_enemies(pos, pos->turn);
	alone.walking &= (uint8_t)(1 << pos->turn);
	if (kind == RK4_EN_PASSANT) {
		kind = RK4_NORMAL;
		if (alone.board[to] == RK4_EMPTY)
			alone.board[to] = RK4_DEAD | RK_PAWN;
	}
	return rk4_move_is_legal(&alone,
				 rk4_move_new(rk4_move_from(move), to,
					      rk4_move_promoted(move), kind));
}

static enum rk_notation_error validate(const struct rk4_pos *pos, rk4_move move)
{
	rk4_move queen = rk4_move_new(rk4_move_from(move), rk4_move_to(move),
				      RK_QUEEN, rk4_move_kind(move));

	if (rk4_move_is_legal(pos, move))
		return RK_NOTATION_OK;
	if (!rk4_move_promoted(move) && rk4_move_is_legal(pos, queen))
		return RK_NOTATION_AMBIGUOUS;
	if (is_legal_unless_attacked(pos, move) ||
	    (!rk4_move_promoted(move) && is_legal_unless_attacked(pos, queen)))
		return RK_NOTATION_CHECK;
	return RK_NOTATION_NO_MOVE;
}

/* Is there a piece of the player to move that the hint may mean? */
static bool is_origin(const struct rk4_pos *pos,
		      const struct rk_move_hint *hint, int square)
{
	int cell = pos->board[square];

	return rk4_is_piece(cell) && !(cell & RK4_DEAD) &&
	       rk4_seat(cell) == pos->turn &&
	       (hint->type == RK_UNSAID || hint->type == rk4_type(cell)) &&
	       (hint->from_file == RK_UNSAID ||
		hint->from_file == rk4_square_file(square)) &&
	       (hint->from_rank == RK_UNSAID ||
		hint->from_rank == rk4_square_rank(square));
}

struct choice {
	const struct rk4_pos *pos;
	const struct rk_move_hint *hint;
	rk4_move found;
	enum rk_notation_error reason;
};

/*
 * A legal move that fits wins over any error. Of two errors the greater one is
 * reported: enum rk_notation_error is ordered by how close a move came to being
 * legal.
 */
static bool consider(struct choice *choice, int from, int to)
{
	rk4_move step = find_step(choice->pos, from, to, choice->hint);
	enum rk_notation_error error = validate(choice->pos, step);

	if (error == RK_NOTATION_AMBIGUOUS ||
	    (error == RK_NOTATION_OK && choice->found)) {
		choice->reason = RK_NOTATION_AMBIGUOUS;
		return false;
	}
	if (error == RK_NOTATION_OK)
		choice->found = step;
	else if (error > choice->reason)
		choice->reason = error;
	return true;
}

static bool consider_from(struct choice *choice, int from)
{
	const struct rk_move_hint *hint = choice->hint;

	if (hint->to_rank != RK_UNSAID)
		return consider(choice, from,
				rk4_square_at(hint->to_file, hint->to_rank));
	for (int rank = 0; rank < RK4_FILES; rank++)
		if (!consider(choice, from, rk4_square_at(hint->to_file, rank)))
			return false;
	return true;
}

static enum rk_notation_error choose(rk4_move *move, const struct rk4_pos *pos,
				     const struct rk_move_hint *hint)
{
	struct choice choice = {pos, hint, 0, RK_NOTATION_NO_MOVE};

	for (int from = 0; from < RK4_BOARD; from++)
		if (is_origin(pos, hint, from) && !consider_from(&choice, from))
			return choice.reason;
	if (!choice.found)
		return choice.reason;
	*move = choice.found;
	return RK_NOTATION_OK;
}

static enum rk_notation_error choose_castling(rk4_move *move,
					      const struct rk4_pos *pos,
					      bool far)
{
	int king = pos->king[pos->turn];
	enum rk_notation_error error;
	rk4_move found;

	if (!rk4_king_is_home(pos->turn, king))
		return RK_NOTATION_NO_MOVE;
	found = rk4_move_new(king,
			     rk4_castling_of(pos->turn, king, far).king_to, 0,
			     RK4_CASTLING);
	error = validate(pos, found);
	if (error == RK_NOTATION_OK)
		*move = found;
	return error;
}

/* ---- Tokenising the text ---- */

static int take_file(struct move_text *rest)
{
	char letter = take(rest, "abcdefghijklmn");

	return letter ? letter - 'a' : RK_UNSAID;
}

/* One digit or two, 1 to 14. */
static int take_rank(struct move_text *rest)
{
	char digit = take(rest, "123456789");
	char second = digit == '1' ? take(rest, "01234") : 0;

	if (!digit)
		return RK_UNSAID;
	return second ? 9 + second - '0' : digit - '1';
}

static int type_of(char letter)
{
	int type = RK_KING;

	if (letter == 'D' || letter == 'd')
		return RK_QUEEN;
	while (type != RK_UNSAID && (letter & ~32) != "PNBRQK"[type])
		type--;
	return type;
}

/* The only square that was read is the target. */
static bool make_target(struct rk_move_hint *hint)
{
	hint->to_file = hint->from_file;
	hint->to_rank = hint->from_rank;
	hint->from_file = RK_UNSAID;
	hint->from_rank = RK_UNSAID;
	return hint->to_file != RK_UNSAID && hint->to_rank != RK_UNSAID;
}

/*
 * Reads the squares that are written: e4, e2e4, Ng1-f3, N1f3, exd5, exd, ed;
 * the captured piece may be named (Qa11xRa9). In "k11n" the n is a promotion
 * piece, not a file.
 */
static bool take_squares(struct move_text *rest, struct rk_move_hint *hint)
{
	struct move_text start;
	char between;

	hint->from_file = take_file(rest);
	hint->from_rank = take_rank(rest);
	start = *rest;
	between = take(rest, "x:- ");
	if (between == 'x' || between == ':')
		take(rest, "PNBRQKD");
	hint->to_file = take_file(rest);
	hint->to_rank = take_rank(rest);
	if (hint->to_file != RK_UNSAID && hint->to_rank != RK_UNSAID)
		return true;
	if (hint->to_file != RK_UNSAID && hint->from_rank == RK_UNSAID)
		return hint->from_file != RK_UNSAID;
	*rest = start;
	return make_target(hint);
}

/*
 * A pawn without an origin moves straight ahead: along its file or, for Blue and
 * Green, along its rank.
 */
static void settle_pawn(const struct rk4_pos *pos, struct rk_move_hint *hint)
{
	if (hint->type == RK_PAWN && hint->from_file == RK_UNSAID &&
	    hint->from_rank == RK_UNSAID) {
		if (pos->turn & 1)
			hint->from_rank = hint->to_rank;
		else
			hint->from_file = hint->to_file;
	}
}

/*
 * Without a piece letter, two complete squares may mean any piece, and
 * everything else means a pawn.
 */
bool rk4_move_parse(struct rk_move_hint *hint, const char *text, size_t length)
{
	char letters[RK_FIGURINE_SIZE], letter;
	struct move_text rest = {letters,
				 rk_figurine_read(letters, text, length)};

	cut_decoration(&rest);
	hint->promotion = RK_NONE;
	hint->castling = count_castling(&rest);
	if (hint->castling)
		return true;
	letter = take(&rest, "PNBRQKprq");
	hint->type = letter ? type_of(letter) : RK_UNSAID;
	if (!take_squares(&rest, hint))
		return false;
	if (hint->type == RK_UNSAID &&
	    (hint->from_file == RK_UNSAID || hint->from_rank == RK_UNSAID))
		hint->type = RK_PAWN;
	if ((hint->to_rank == RK_UNSAID && hint->type != RK_PAWN) ||
	    !take_promotion(&rest, "NBRQDnbrqd", &letter))
		return false;
	if (letter)
		hint->promotion = type_of(letter);
	return true;
}

enum rk_notation_error rk4_move_read(rk4_move *move, const struct rk4_pos *pos,
				     const char *text, size_t length)
{
	struct rk_move_hint hint;

	if (!rk4_move_parse(&hint, text, length))
		return RK_NOTATION_SYNTAX;
	if (hint.castling)
		return choose_castling(move, pos, hint.castling == 3);
	settle_pawn(pos, &hint);
	return choose(move, pos, &hint);
}
