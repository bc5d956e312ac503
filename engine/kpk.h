/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * King and pawn against king, exactly: a bitbase of won positions. It is
 * computed in memory of the engine, in less than a millisecond, and not there
 * in the small profile.
 */
#ifndef RK_ENGINE_KPK_H
#define RK_ENGINE_KPK_H

#include "core/position.h"

/* Files a to d, ranks 2 to 7. */
#define RK_KPK_PAWNS 24

/*
 * Bits are squares of the lone king, indices of who moves (0: the pawn's side),
 * the pawn, and its king, all as White with a pawn on the files a to d.
 */
struct rk_kpk {
	rk_bits won[2][RK_KPK_PAWNS][64];
};

void rk_kpk_fill(struct rk_kpk *kpk);

/* Is a legal position of these three men won for `us`, who has the pawn? */
bool rk_kpk_is_won(const struct rk_kpk *kpk, const struct rk_pos *pos, int us);

#endif
