/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Attacks by table, for hosts. The blockers that matter to a sliding piece on
 * a square are packed into an index of at most 12 bits, by the PEXT
 * instruction or by a multiplication with a number found for the purpose
 * ("magic"). The tables, 840 KB of them, are printed by tools/gen_sliders.c.
 * Included by attacks.h.
 */
#ifndef RK_CORE_ATTACKS_TABLE_H
#define RK_CORE_ATTACKS_TABLE_H

struct rk_slider {
	rk_bits mask; /* the squares whose blockers matter */
	uint64_t magic;
	uint32_t offset; /* of its attacks in the table */
	uint32_t shift;
};

extern const rk_bits rk_knight_table[RK_SQUARES];
extern const rk_bits rk_king_table[RK_SQUARES];
extern const struct rk_slider rk_bishop_table[RK_SQUARES];
extern const struct rk_slider rk_rook_table[RK_SQUARES];
extern const rk_bits rk_slider_attacks[];
extern const rk_bits rk_between_table[RK_SQUARES][RK_SQUARES];

RK_ONCE rk_bits rk_knight_attacks(int square)
{
	return rk_knight_table[square];
}

RK_ONCE rk_bits rk_king_attacks(int square)
{
	return rk_king_table[square];
}

static inline rk_bits rk_slider_lookup(const struct rk_slider *slider,
				       rk_bits occupied)
{
#ifdef RK_SLIDERS_PEXT
	uint64_t index = __builtin_ia32_pext_di(occupied, slider->mask);
#else
	uint64_t index = (occupied & slider->mask) * slider->magic >>
			 slider->shift;
#endif

	return rk_slider_attacks[slider->offset + index];
}

RK_ONCE rk_bits rk_bishop_attacks(int square, rk_bits occupied)
{
	return rk_slider_lookup(&rk_bishop_table[square], occupied);
}

RK_ONCE rk_bits rk_rook_attacks(int square, rk_bits occupied)
{
	return rk_slider_lookup(&rk_rook_table[square], occupied);
}

/* The squares strictly between two on one line; empty if there is no line. */
RK_ONCE rk_bits rk_between(int a, int b)
{
	return rk_between_table[a][b];
}

#endif
