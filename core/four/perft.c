/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Counting the tree of legal moves: the test that finds every error. The
 * last ply is not made but counted. Nobody leaves the game in this tree.
 *
 * On so large a board most moves happen where the next player sees nothing of
 * them: then he has as many moves as if the player before him had passed.
 * What he sees is found once for all the moves before the last.
 */
#include "core/four/board.h"

static void mark(uint64_t *seen, int square)
{
	seen[square >> 6] |= (uint64_t)1 << (square & 63);
}

/* Up to the first piece or wall, which is returned. */
static int mark_ray(uint64_t *seen, const uint8_t *board, int square, int step)
{
	do {
		square += step;
		mark(seen, square);
	} while (board[square] == RK4_EMPTY);
	return square;
}

/* The even directions from `first` on, or the odd ones, or all. */
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

/* Where something may stand that attacks this square. */
static void mark_attacks(uint64_t *seen, const uint8_t *board, int square)
{
	mark_rays(seen, board, square, 0, 1);
	mark_leaps(seen, square);
}

/* Lines on which a piece may be pinned, the king's steps, and castling. */
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

/* The squares that decide how many moves a seat has. */
static void mark_all(uint64_t *seen, const struct rk4_pos *pos, int seat)
{
	for (int i = 0; i < RK4_BOARD / 64; i++) {
		uint64_t set = pos->pieces[seat][i];

		seen[i] |= set;
		while (set)
			mark_piece(seen, pos, seat, i << 6 | rk_bits_pop(&set));
	}
}

/* En passant hangs on more than squares. */
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
 * Does nobody see what this move does? Kings are always seen: who may take
 * one need not fear its army. So is what a pawn has skipped.
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

uint64_t rk4_perft(struct rk4_pos *pos, int depth, rk4_move *room)
{
	struct rk4_undo undo;
	uint64_t nodes = 0;
	int n;

	if (depth < 1)
		return 1;
	if (depth == 1)
		return (uint64_t)rk4_gen_count(pos);
	n = rk4_gen_legal(pos, room);
	if (depth == 2)
		return perft_2(pos, room, n);
	for (int i = 0; i < n; i++) {
		rk4_make(pos, room[i], &undo);
		nodes += rk4_perft(pos, depth - 1, room + n);
		rk4_unmake(pos, room[i], &undo);
	}
	return nodes;
}
