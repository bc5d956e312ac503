/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The tables behind attacks.h. Small ones are constant expressions, worked
 * out by the compiler, so there is nothing to initialise and nothing to
 * write to. The large ones of the fast backends come from
 * tools/gen_sliders.c, run by the build.
 */
#define RK_ATTACKS_HERE
#include "core/attacks.h"

/* f(0), f(1) ... f(63) */
#define EACH_4(f, s) f(s), f(s + 1), f(s + 2), f(s + 3)
#define EACH_16(f, s) \
	EACH_4(f, s), EACH_4(f, s + 4), EACH_4(f, s + 8), EACH_4(f, s + 12)
#define EACH_SQUARE(f) \
	EACH_16(f, 0), EACH_16(f, 16), EACH_16(f, 32), EACH_16(f, 48)

#define BIT(s) ((rk_bits)1 << (s))
#define EAST(b) ((b) << 1 & ~RK_FILE_A)
#define WEST(b) ((b) >> 1 & ~RK_FILE_H)
#define BESIDE(b) (EAST(b) | WEST(b))
#define BEYOND(b) (EAST(EAST(b)) | WEST(WEST(b)))

#define KNIGHT(s) \
	(BESIDE(BIT(s)) << 16 | BESIDE(BIT(s)) >> 16 | \
	 BEYOND(BIT(s)) << 8 | BEYOND(BIT(s)) >> 8)

#define COLUMN(b) ((b) | (b) << 8 | (b) >> 8)
#define KING(s) (COLUMN(BESIDE(BIT(s))) | BIT(s) << 8 | BIT(s) >> 8)

const rk_bits rk_knight_table[RK_SQUARES] = {EACH_SQUARE(KNIGHT)};
const rk_bits rk_king_table[RK_SQUARES] = {EACH_SQUARE(KING)};

#if defined(RK_SLIDERS_PEXT) || defined(RK_SLIDERS_MAGIC)

#include "slider_tables.inc"

#else

/*
 * The long diagonals, moved up or down the board to the square's own. The
 * shifts are by 0 to 56, the one that is not wanted by 0.
 */
#define POSITIVE(n) ((n) > 0 ? (n) : 0)
#define MOVED(b, n) ((b) << 8 * POSITIVE(n) >> 8 * POSITIVE(-(n)))
#define RANK_OF(s) ((s) >> 3)
#define FILE_OF(s) ((s) & 7)
#define DIAGONAL(s) \
	(MOVED((rk_bits)0x8040201008040201, RANK_OF(s) - FILE_OF(s)) & ~BIT(s))
#define ANTIDIAGONAL(s) \
	(MOVED((rk_bits)0x0102040810204080, RANK_OF(s) + FILE_OF(s) - 7) & ~BIT(s))
#define VERTICAL(s) (RK_FILE_A << FILE_OF(s) & ~BIT(s))

#define LINES(s) {DIAGONAL(s), ANTIDIAGONAL(s), VERTICAL(s)}

const struct rk_lines rk_lines_table[RK_SQUARES] = {EACH_SQUARE(LINES)};

#endif
