/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Perft: counts the leaves of the tree of legal moves. The last ply is counted
 * without making its moves. No seat leaves the game in this tree.
 *
 * On such a large board, most moves do not affect the moves of the next player
 * at all; that player then has as many moves as after a pass. The squares that
 * matter are found once for all moves of the last ply but one.
 */
#include "core/four/board.h"

static void mark(uint64_t *seen, int square)
{
	seen[square >> 6] |= (uint64_t)1 << (square & 63);
}

/* Marks squares up to the first piece or wall; returns that square. */
static int mark_ray(uint64_t *seen, const uint8_t *board, int square, int step)
{
	do {
		square += step;
		mark(seen, square);
	} while (board[square] == RK4_EMPTY);
	return square;
}

/* Marks rays in every `stride`-th direction from `first` on. */
static void mark_rays(uint64_t *seen, const uint8_t *board, int square,
		      int first, int every)
{
	for (int i = first; i < RK4_DIRECTIONS; i += every)
		mark_ray(seen, board, square, rk4_steps[i]);
}

static void mark_leaps(uint64_t *seen, int square)
{
	for (int i = 0; i < RK4_DIRECTIONS; i++)
		mark(seen, rk4_step_from(square, rk4_leaps[i]));
}

/* Marks the squares from which a piece might attack this square. */
static void mark_attacks(uint64_t *seen, const uint8_t *board, int square)
{
	mark_rays(seen, board, square, 0, 1);
	mark_leaps(seen, square);
}

/* Marks what the king's moves depend on: lines of pins, steps, castling. */
static void mark_king(uint64_t *seen, const struct rk4_pos *pos, int seat)
{
	const uint8_t *board = pos->board;
	uint64_t own = rk4_cells_living(pos, 1u << seat);
	int king = pos->king[seat];

	mark_leaps(seen, king);
	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int step = rk4_steps[i];
		int end = mark_ray(seen, board, king, step);

		if (rk4_cells_have(own, board[end]))
			mark_ray(seen, board, end, step);
		if (!rk4_cells_have(own | RK4_CELLS_WALL, board[king + step]))
			mark_attacks(seen, board, king + step);
	}
	for (int far = 0; far < 2; far++) {
		struct rk4_castling way = rk4_castling_of(seat, king, far);

		if (!(pos->castle >> (2 * seat + far) & 1))
			continue;
		for (int at = king; at != way.rook; at += way.step)
			mark(seen, at);
		if (board[way.king_to] == RK4_EMPTY)
			mark_attacks(seen, board, way.king_to);
	}
}

static void mark_piece(uint64_t *seen, const struct rk4_pos *pos, int seat,
		       int square)
{
	const uint8_t *board = pos->board;
	int ahead = rk4_ahead(seat);

	switch (rk4_type(board[square])) {
	case RK_PAWN:
		mark(seen, square + ahead);
		if (rk4_rank_for(seat, square) == RK4_PAWN_RANK)
			mark(seen, square + 2 * ahead);
		mark(seen, square + rk4_steps[(2 * seat + 1) & 7]);
		mark(seen, square + rk4_steps[(2 * seat - 1) & 7]);
		break;
	case RK_KNIGHT:
		mark_leaps(seen, square);
		break;
	case RK_BISHOP:
		mark_rays(seen, board, square, 1, 2);
		break;
	case RK_ROOK:
		mark_rays(seen, board, square, 0, 2);
		break;
	case RK_QUEEN:
		mark_rays(seen, board, square, 0, 1);
		break;
	case RK_KING:
		mark_king(seen, pos, seat);
		break;
	}
}

/* Marks all squares on which the number of a seat's moves depends. */
static void mark_all(uint64_t *seen, const struct rk4_pos *pos, int seat)
{
	for (int i = 0; i < RK4_BOARD / 64; i++) {
		uint64_t set = pos->pieces[seat][i];

		seen[i] |= set;
		while (set)
			mark_piece(seen, pos, seat, i << 6 | rk_bits_pop(&set));
	}
}

/*
 * Can the player to move take en passant? That depends on more than the marked
 * squares.
 */
static bool may_pass(const struct rk4_pos *pos)
{
	int seat = pos->turn, pawn = rk4_piece(seat, RK_PAWN);

	for (int i = 0; i < RK4_SEATS; i++) {
		int left = pos->ep[i] - rk4_steps[(2 * seat - 1) & 7];
		int right = pos->ep[i] - rk4_steps[(2 * seat + 1) & 7];

		if (i != seat && pos->ep[i] &&
		    (pos->board[left] == pawn || pos->board[right] == pawn))
			return true;
	}
	return false;
}

/*
 * Does the move touch no marked square? Kings always count as seen: a player
 * who may take a king need not fear its pieces. So does the square that a pawn
 * skips.
 */
static bool is_unseen(const struct rk4_pos *pos, const uint64_t *seen,
		      rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int type = rk4_type(pos->board[from]);

	return rk4_move_kind(move) == RK4_NORMAL && type != RK_KING &&
	       rk4_type(pos->board[to]) != RK_KING &&
	       !rk4_set_has(seen, from) && !rk4_set_has(seen, to) &&
	       (type != RK_PAWN || !rk4_set_has(seen, (from + to) / 2));
}

static uint64_t perft_2(struct rk4_pos *pos, const rk4_move *list, int n)
{
	uint64_t seen[RK4_BOARD / 64] = {0};
	uint64_t nodes = 0, unseen;
	struct rk4_undo undo;
	bool lasts;

	rk4_make_null(pos, &undo);
	lasts = !may_pass(pos);
	unseen = (uint64_t)rk4_gen_count(pos);
	mark_all(seen, pos, pos->turn);
	rk4_unmake_null(pos, &undo);
	for (int i = 0; i < n; i++) {
		if (lasts && is_unseen(pos, seen, list[i])) {
			nodes += unseen;
			continue;
		}
		rk4_make(pos, list[i], &undo);
		nodes += (uint64_t)rk4_gen_count(pos);
		rk4_unmake(pos, list[i], &undo);
	}
	return nodes;
}

uint64_t rk4_perft(struct rk4_pos *pos, int depth, rk4_move *buf)
{
	struct rk4_undo undo;
	uint64_t nodes = 0;
	int n;

	if (depth < 1)
		return 1;
	if (depth == 1)
		return (uint64_t)rk4_gen_count(pos);
	n = rk4_gen_legal(pos, buf);
	if (depth == 2)
		return perft_2(pos, buf, n);
	for (int i = 0; i < n; i++) {
		rk4_make(pos, buf[i], &undo);
		nodes += rk4_perft(pos, depth - 1, buf + n);
		rk4_unmake(pos, buf[i], &undo);
	}
	return nodes;
}
