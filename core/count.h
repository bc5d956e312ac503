/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Counts legal moves without generating them, for hosts with vectors of four
 * 64-bit lanes. Each lane is an axis of the board: file, rank and the two
 * diagonals. A fill runs from all sliders at once along all four axes, up the
 * board in one vector and down it in another, so there is no loop over pieces
 * and hardly a branch to mispredict.
 *
 * Attacks of different pieces may overlap in a set, but not in a lane: in one
 * direction along one axis, a square is reached only from the nearest slider.
 * So the number of moves of all sliders is the number of bits in all lanes.
 *
 * In check, which is rare, the generator of movegen.c counts. Included by
 * movegen.c and perft.c.
 */
#ifndef RK_CORE_COUNT_H
#define RK_CORE_COUNT_H

#include "core/position.h"

#ifdef __AVX2__
#define RK_LANES

#define RK_FILES_AB (RK_FILE_A | RK_FILE_A << 1)
#define RK_FILES_GH (RK_FILE_H | RK_FILE_H >> 1)

typedef uint64_t lanes __attribute__((vector_size(32)));
typedef long long lane_ints __attribute__((vector_size(32)));

/* One step along each axis, and the squares it can reach up and down. */
static const lanes axis = {8, 1, 9, 7};
static const lanes up_board = {RK_ALL, ~RK_FILE_A, ~RK_FILE_A, ~RK_FILE_H};
static const lanes down_board = {RK_ALL, ~RK_FILE_H, ~RK_FILE_H, ~RK_FILE_A};

/* The same for the four knight's moves. */
static const lanes leap = {17, 15, 10, 6};
static const lanes up_leap = {~RK_FILE_A, ~RK_FILE_H, ~RK_FILES_AB,
			      ~RK_FILES_GH};
static const lanes down_leap = {~RK_FILE_H, ~RK_FILE_A, ~RK_FILES_GH,
				~RK_FILES_AB};

/* The same for a side in check, from movegen.c. */
int rk_gen_count_in_check(const struct rk_pos *pos, int us);

RK_INLINE lanes spread(rk_bits set)
{
	return (lanes){set, set, set, set};
}

RK_INLINE rk_bits join(lanes sets)
{
	return sets[0] | sets[1] | sets[2] | sets[3];
}

/* The number of squares in each lane. */
RK_INLINE lanes popcounts(lanes sets)
{
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__) && !defined(__clang__)
	return (lanes)__builtin_ia32_vpopcountq_v4di((lane_ints)sets);
#else
	return (lanes){(uint64_t)rk_bits_count(sets[0]),
		       (uint64_t)rk_bits_count(sets[1]),
		       (uint64_t)rk_bits_count(sets[2]),
		       (uint64_t)rk_bits_count(sets[3])};
#endif
}

RK_INLINE int sum(lanes numbers)
{
	return (int)(numbers[0] + numbers[1] + numbers[2] + numbers[3]);
}

/* The squares that can be reached by 1, 2 and 4 steps over empty squares. */
struct fill_masks {
	lanes one, two, four;
};

RK_INLINE struct fill_masks ways_up(lanes empty)
{
	struct fill_masks ways;

	ways.one = empty & up_board;
	ways.two = ways.one & ways.one << axis;
	ways.four = ways.two & ways.two << 2 * axis;
	return ways;
}

RK_INLINE struct fill_masks ways_down(lanes empty)
{
	struct fill_masks ways;

	ways.one = empty & down_board;
	ways.two = ways.one & ways.one >> axis;
	ways.four = ways.two & ways.two >> 2 * axis;
	return ways;
}

/*
 * What sliders attack: empty squares and the first blocker in each direction.
 */
RK_INLINE lanes attacks_up(lanes sliders, const struct fill_masks *ways)
{
	sliders |= ways->one & sliders << axis;
	sliders |= ways->two & sliders << 2 * axis;
	sliders |= ways->four & sliders << 4 * axis;
	return sliders << axis & up_board;
}

RK_INLINE lanes attacks_down(lanes sliders, const struct fill_masks *ways)
{
	sliders |= ways->one & sliders >> axis;
	sliders |= ways->two & sliders >> 2 * axis;
	sliders |= ways->four & sliders >> 4 * axis;
	return sliders >> axis & down_board;
}

/* Rooks and queens on file and rank, bishops and queens on the diagonals. */
RK_INLINE lanes sliders_of(const struct rk_pos *pos, int colour)
{
	rk_bits queens = pos->type[RK_QUEEN];
	rk_bits rooks = (pos->type[RK_ROOK] | queens) & pos->colour[colour];
	rk_bits bishops = (pos->type[RK_BISHOP] | queens) & pos->colour[colour];

	return (lanes){rooks, rooks, bishops, bishops};
}

RK_INLINE rk_bits knight_attacks(rk_bits knights)
{
	lanes all = spread(knights);

	return join((all << leap & up_leap) | (all >> leap & down_leap));
}

RK_INLINE lanes count_knights(rk_bits knights, rk_bits targets)
{
	lanes all = spread(knights);

	return popcounts(all << leap & up_leap & targets) +
	       popcounts(all >> leap & down_leap & targets);
}

/*
 * `movable` has for each axis the pieces that may move along it. A pawn moves
 * along its file and captures along the diagonals; lane 1 stays empty.
 */
RK_INLINE lanes pawn_targets(const struct rk_pos *pos, lanes movable, int us)
{
	lanes pawns = movable & rk_pos_pieces(pos, us, RK_PAWN);
	rk_bits empty = ~rk_pos_occupied(pos);
	rk_bits enemy = pos->colour[us ^ 1];
	lanes targets = {empty, 0, enemy, enemy};

	if (us == RK_WHITE)
		return pawns << axis & up_board & targets;
	return pawns >> axis & down_board & targets;
}

/*
 * Adds what single steps and captures leave out: double steps, and three more
 * moves for each promotion.
 */
RK_INLINE int count_pawns_more(const struct rk_pos *pos, lanes targets, int us)
{
	rk_bits empty = ~rk_pos_occupied(pos);
	rk_bits once = targets[0] & rk_bits_rank(2, us);
	int n = rk_bits_count(rk_bits_forward(once, us) & empty);

	if (__builtin_expect((rk_pos_pieces(pos, us, RK_PAWN) &
			      rk_bits_rank(6, us)) != 0,
			     0))
		n += 3 * sum(popcounts(targets & rk_bits_rank(7, us)));
	return n;
}

RK_INLINE int count_en_passant(const struct rk_pos *pos, int us)
{
	rk_bits takers = rk_bits_pawn_attacks(rk_square_bit(pos->ep), us ^ 1) &
			 rk_pos_pieces(pos, us, RK_PAWN);
	int n = 0;

	while (takers)
		n += rk_ep_is_safe(pos, rk_bits_pop(&takers), us);
	return n;
}

/*
 * `rooks` have the right to castle and nothing stands between them and the
 * king.
 */
RK_INLINE int count_castling(const struct rk_pos *pos, int king, rk_bits rooks,
			     rk_bits danger)
{
	int n = 0;

	while (rooks) {
		int rook = rk_bits_pop(&rooks);
		int to = rk_castling_squares(king, rook).king_to;
		rk_bits steps = rk_between(king, to) | rk_square_bit(to);

		n += !(steps & danger) &&
		     !(rk_castling_way(king, rook) & rk_pos_occupied(pos));
	}
	return n;
}

/*
 * Reads only the sets, castling rights and en passant square of the position;
 * the other members need not be valid.
 */
RK_INLINE int rk_count_moves(const struct rk_pos *pos, int us)
{
	rk_bits own = pos->colour[us];
	rk_bits king = rk_pos_pieces(pos, us, RK_KING);
	int king_square = rk_bits_first(king);
	lanes empty = spread(~rk_pos_occupied(pos));
	struct fill_masks up = ways_up(empty), down = ways_down(empty);
	lanes enemy = sliders_of(pos, us ^ 1);
	lanes enemy_up = attacks_up(enemy, &up);
	lanes enemy_down = attacks_down(enemy, &down);
	lanes king_up = attacks_up(spread(king), &up);
	lanes king_down = attacks_down(spread(king), &down);
	rk_bits danger =
		join(enemy_up | enemy_down) |
		knight_attacks(rk_pos_pieces(pos, us ^ 1, RK_KNIGHT)) |
		rk_bits_pawn_attacks(rk_pos_pieces(pos, us ^ 1, RK_PAWN),
				     us ^ 1) |
		rk_king_attacks(rk_pos_king(pos, us ^ 1));
	/* a piece is pinned where the king's line meets an enemy slider's */
	lanes pinned = ((king_up & enemy_down) | (king_down & enemy_up)) & own;
	rk_bits fixed = join(pinned);
	lanes movable = spread(~fixed) | pinned;
	lanes sliders = sliders_of(pos, us) & movable;
	lanes pawns = pawn_targets(pos, movable, us);
	/* a rook pinned on its rank would uncover the king when it leaves */
	rk_bits castlers = ((king_up | king_down) & ~pinned)[1] & pos->castle &
			   own;
	int n;

	if (__builtin_expect((danger & king) != 0, 0))
		return rk_gen_count_in_check(pos, us);
	n = sum(popcounts(attacks_up(sliders, &up) & ~own) +
		popcounts(attacks_down(sliders, &down) & ~own) +
		count_knights(rk_pos_pieces(pos, us, RK_KNIGHT) & ~fixed,
			      ~own) +
		popcounts(pawns));
	n += count_pawns_more(pos, pawns, us);
	n += rk_bits_count(rk_king_attacks(king_square) & ~own & ~danger);
	if (__builtin_expect(pos->ep != RK_NO_SQUARE, 0))
		n += count_en_passant(pos, us);
	if (castlers)
		n += count_castling(pos, king_square, castlers, danger);
	return n;
}

#endif

#endif
