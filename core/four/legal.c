/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Validates a single move, which may be any 24-bit value from a hash table, a
 * file or a fuzzer. It follows the rules directly and makes the move on a copy
 * of the board, without the generator's masks, so that each can be tested
 * against the other.
 */
#include "core/four/board.h"

/*
 * Is the king of this seat safe on `board`, the position's board after a
 * capture on `to`? A seat that loses its king by the capture attacks nothing
 * any more.
 */
static bool is_safe(const struct rk4_pos *pos, const uint8_t *board, int seat,
		    int king, int to)
{
	uint64_t enemies = rk4_cells_living(pos, rk4_enemies(pos, seat));

	enemies = rk4_cells_after(pos, enemies, pos->board[to]);
	return !rk4_find_attackers(board, king, enemies, RK4_CELLS_EMPTY, NULL);
}

bool rk4_ep_is_safe(const struct rk4_pos *pos, int seat, int from, int to)
{
	uint8_t board[RK4_BOARD];

	memcpy(board, pos->board, sizeof(board));
	board[to] = board[from];
	board[from] = RK4_EMPTY;
	board[rk4_ep_pawn(to, rk4_ep_owner(pos->ep, to))] = RK4_EMPTY;
	return is_safe(pos, board, seat, pos->king[seat], to);
}

bool rk4_castling_is_free(const struct rk4_pos *pos, int seat, int far)
{
	int king = pos->king[seat];
	struct rk4_castling way = rk4_castling_of(seat, king, far);
	int square = king;

	while ((square = rk4_step_from(square, way.step)) != way.rook)
		if (pos->board[square] != RK4_EMPTY)
			return false;
	return is_safe(pos, pos->board, seat, way.rook_to, way.rook_to) &&
	       is_safe(pos, pos->board, seat, way.king_to, way.king_to);
}

/* May a piece of this seat move there: is it empty, hostile or dead? */
static bool can_enter(const struct rk4_pos *pos, int seat, int square)
{
	int cell = pos->board[square];

	if (cell == RK4_EMPTY)
		return true;
	return rk4_is_piece(cell) &&
	       !(rk4_cell_is_living(pos, cell) &&
		 rk4_is_partner(pos, seat, rk4_seat(cell)));
}

static bool slides(const uint8_t *board, int type, int from, int to)
{
	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int square = from;

		if (!rk4_cells_have(rk4_cells_sliders(i), type))
			continue;
		do
			square = rk4_step_from(square, rk4_steps[i]);
		while (square != to && board[square] == RK4_EMPTY);
		if (square == to)
			return true;
	}
	return false;
}

static bool is_one_of(const int8_t steps[RK4_DIRECTIONS], int from, int to)
{
	for (int i = 0; i < RK4_DIRECTIONS; i++)
		if (rk4_step_from(from, steps[i]) == to)
			return true;
	return false;
}

static bool piece_can_go(const struct rk4_pos *pos, int from, int to)
{
	int type = rk4_type(pos->board[from]);

	if (type == RK_KNIGHT)
		return is_one_of(rk4_leaps, from, to);
	if (type == RK_KING)
		return is_one_of(rk4_steps, from, to);
	return slides(pos->board, type, from, to);
}

/* The kind of a pawn's capture on `to`, or -1 if there is nothing to take. */
static int pawn_capture_kind(const struct rk4_pos *pos, int seat, int to)
{
	int owner = rk4_ep_owner(pos->ep, to);

	if (owner >= 0 && !rk4_is_partner(pos, seat, owner) &&
	    !(pos->left >> owner & 1))
		return RK4_EN_PASSANT;
	return pos->board[to] == RK4_EMPTY ? -1 : RK4_NORMAL;
}

static bool pawn_can_go(const struct rk4_pos *pos, int seat, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int kind = rk4_move_kind(move);
	int once = rk4_step_from(from, rk4_ahead(seat));
	int twice = rk4_step_from(once, rk4_ahead(seat));

	if (to == rk4_step_from(from, rk4_steps[(2 * seat + 1) & 7]) ||
	    to == rk4_step_from(from, rk4_steps[(2 * seat - 1) & 7]))
		return kind == pawn_capture_kind(pos, seat, to);
	if (kind != RK4_NORMAL || pos->board[once] != RK4_EMPTY)
		return false;
	return to == once || (to == twice && pos->board[twice] == RK4_EMPTY &&
			      rk4_rank_for(seat, from) == RK4_PAWN_RANK);
}

static bool promotion_fits(const struct rk4_pos *pos, int seat, rk4_move move)
{
	int promoted = rk4_move_promoted(move);

	if (rk4_rank_for(seat, rk4_move_to(move)) !=
	    rk4_promotion_rank(pos->options))
		return !promoted;
	if (!(pos->options & RK4_TEAMS))
		return promoted == RK_QUEEN;
	return promoted >= RK_KNIGHT && promoted <= RK_QUEEN;
}

static bool can_castle(const struct rk4_pos *pos, int seat, rk4_move move)
{
	int king = pos->king[seat];

	for (int far = 0; far < 2; far++)
		if (pos->castle >> (2 * seat + far) & 1 &&
		    move == rk4_move_new(
				    king,
				    rk4_castling_of(seat, king, far).king_to, 0,
				    RK4_CASTLING))
			return !rk4_in_check(pos, seat) &&
			       rk4_castling_is_free(pos, seat, far);
	return false;
}

bool rk4_is_safe_after(const struct rk4_pos *pos, int seat, int from, int to)
{
	uint8_t board[RK4_BOARD];
	int king = pos->king[seat];

	memcpy(board, pos->board, sizeof(board));
	board[to] = board[from];
	board[from] = RK4_EMPTY;
	return is_safe(pos, board, seat, from == king ? to : king, to);
}

bool rk4_move_is_legal(const struct rk4_pos *pos, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from];
	int seat = pos->turn;

	if (move >> 21 || !rk4_cell_is_living(pos, cell) ||
	    rk4_seat(cell) != seat || !pos->king[seat])
		return false;
	if (rk4_move_kind(move) == RK4_CASTLING)
		return !(pos->left >> seat & 1) && can_castle(pos, seat, move);
	if (!can_enter(pos, seat, to))
		return false;
	if (rk4_type(cell) != RK_PAWN)
		return rk4_move_kind(move) == RK4_NORMAL &&
		       !rk4_move_promoted(move) &&
		       piece_can_go(pos, from, to) &&
		       rk4_is_safe_after(pos, seat, from, to);
	if (!pawn_can_go(pos, seat, move) || !promotion_fits(pos, seat, move))
		return false;
	return rk4_move_kind(move) == RK4_EN_PASSANT
		       ? rk4_ep_is_safe(pos, seat, from, to)
		       : rk4_is_safe_after(pos, seat, from, to);
}
