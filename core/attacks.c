/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The tables behind attacks.h, and, where size counts, the functions. The
 * small tables are constant expressions, worked out by the compiler, so there
 * is nothing to initialise and nothing to write to. The large ones come from
 * tools/gen_sliders.c, run by the build.
 */
#define RK_ATTACKS_HERE
#include "core/attacks.h"

#if defined(RK_SLIDERS_PEXT) || defined(RK_SLIDERS_MAGIC)

#include "slider_tables.inc"

#else

/*
 * The long diagonals, moved up or down the board to the square's own. The
 * shifts are by 0 to 56, the one that is not wanted by 0.
 */
#define POSITIVE(n) ((n) > 0 ? (n) : 0)
#define MOVED(b, n) ((b) << 8 * POSITIVE(n) >> 8 * POSITIVE(-(n)))
#define SQUARE(s) ((rk_bits)1 << (s))
#define RANK_OF(s) ((s) >> 3)
#define FILE_OF(s) ((s) & 7)
#define DIAGONAL(s) \
	(MOVED((rk_bits)0x8040201008040201, RANK_OF(s) - FILE_OF(s)) & ~SQUARE(s))
#define ANTIDIAGONAL(s) \
	(MOVED((rk_bits)0x0102040810204080, RANK_OF(s) + FILE_OF(s) - 7) & \
	 ~SQUARE(s))
#define VERTICAL(s) (RK_FILE_A << FILE_OF(s) & ~SQUARE(s))
#define LINES(s) {DIAGONAL(s), ANTIDIAGONAL(s), VERTICAL(s)}

/* f(0), f(1) ... f(63) */
#define EACH_4(f, s) f(s), f(s + 1), f(s + 2), f(s + 3)
#define EACH_16(f, s) \
	EACH_4(f, s), EACH_4(f, s + 4), EACH_4(f, s + 8), EACH_4(f, s + 12)
#define EACH_SQUARE(f) \
	EACH_16(f, 0), EACH_16(f, 16), EACH_16(f, 32), EACH_16(f, 48)

const struct rk_lines rk_lines_table[RK_SQUARES] = {EACH_SQUARE(LINES)};

#endif
