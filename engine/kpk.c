/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The bitbase of king and pawn against king. A set of squares of the lone king
 * is handled at once, so that one step of the computation is a few operations
 * on bitboards for a pawn and a king.
 *
 * Wins spread backwards until nothing changes: the pawn's side to move wins if
 * some move leads to a win, the lone king loses if all of its moves do. A pawn
 * only moves forward, so ranks are done from the seventh to the second, each
 * with those before it finished.
 */
#include "engine/kpk.h"

#include "core/attacks.h"

static int pawn_index(int square)
{
	return (rk_square_rank(square) - 1) * 4 + rk_square_file(square);
}

static int pawn_square(int index)
{
	return (index / 4 + 1) * 8 + index % 4;
}

/* The squares next to a set; a king there can go into it. */
static rk_bits neighbours(rk_bits set)
{
	rk_bits beside = rk_bits_east(set) | rk_bits_west(set);
	rk_bits row = set | beside;

	return beside | row << 8 | row >> 8;
}

/*
 * A pawn on the seventh rank promotes to a queen, or to a rook where that would
 * be stalemate. It wins unless the lone king takes the new piece.
 */
static rk_bits won_by_promotion(int goal, int king)
{
	rk_bits near = rk_king_attacks(goal);

	if (near >> king & 1)
		near = 0;
	return ~(near | rk_square_bit(goal));
}

static rk_bits won_by_pawn(const struct rk_kpk *kpk, int pawn, int king)
{
	int next = pawn + 8;
	rk_bits won;

	if (king == next)
		return 0;
	if (next >= 56)
		return won_by_promotion(next, king);
	won = kpk->won[1][pawn_index(next)][king];
	if (pawn < 16 && king != next + 8)
		won |= kpk->won[1][pawn_index(next + 8)][king] &
		       ~rk_square_bit(next);
	return won;
}

/* The pawn's side to move. */
static rk_bits attack(const struct rk_kpk *kpk, int pawn, int king)
{
	rk_bits pawn_bit = rk_square_bit(pawn);
	rk_bits attacked = rk_bits_pawn_attacks(pawn_bit, RK_WHITE) |
			   rk_king_attacks(king);
	rk_bits to = rk_king_attacks(king) & ~pawn_bit;
	rk_bits won = won_by_pawn(kpk, pawn, king);

	while (to)
		won |= kpk->won[1][pawn_index(pawn)][rk_bits_pop(&to)];
	return won & ~attacked & ~pawn_bit & ~rk_square_bit(king);
}

/* The lone king to move. It may also take the pawn, and stalemate saves it. */
static rk_bits defend(const struct rk_kpk *kpk, int pawn, int king)
{
	rk_bits checks = rk_bits_pawn_attacks(rk_square_bit(pawn), RK_WHITE);
	rk_bits beside = rk_king_attacks(king) | rk_square_bit(king);
	rk_bits legal = ~(checks | beside);
	rk_bits holds = legal & ~kpk->won[0][pawn_index(pawn)][king];
	rk_bits stalemate = ~neighbours(legal) & ~checks;

	return ~(neighbours(holds) | stalemate | beside | rk_square_bit(pawn));
}

/* Once more for every king. True: something is new. */
static bool spread(struct rk_kpk *kpk, int index)
{
	int pawn = pawn_square(index);
	bool changed = false;

	for (int king = 0; king < 64; king++) {
		rk_bits *old = &kpk->won[1][index][king], won;

		if (king == pawn)
			continue;
		kpk->won[0][index][king] = attack(kpk, pawn, king);
		won = defend(kpk, pawn, king);
		changed |= won != *old;
		*old = won;
	}
	return changed;
}

void rk_kpk_fill(struct rk_kpk *kpk)
{
	memset(kpk, 0, sizeof(*kpk));
	for (int index = RK_KPK_PAWNS - 1; index >= 0; index--)
		while (spread(kpk, index))
			continue;
}

bool rk_kpk_is_won(const struct rk_kpk *kpk, const struct rk_pos *pos, int us)
{
	int pawn = rk_bits_first(pos->type[RK_PAWN]);
	int turned = (us == RK_BLACK ? 56 : 0) |
		     (rk_square_file(pawn) > 3 ? 7 : 0);
	int king = rk_pos_king(pos, us) ^ turned;
	int lone_king = rk_pos_king(pos, us ^ 1) ^ turned;

	return kpk->won[pos->side != us][pawn_index(pawn ^ turned)][king] >>
		       lone_king &
	       1;
}
