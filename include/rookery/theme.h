/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The colours of the rich board, and text attributes. */
#ifndef ROOKERY_THEME_H
#define ROOKERY_THEME_H

#include "rookery/out.h"

/* Escape sequences for text. */
#define RK_TEXT_BOLD "\x1b[1m"
#define RK_TEXT_DIM "\x1b[2m"
#define RK_TEXT_NORMAL "\x1b[0m"

enum rk_paint {
	RK_PAINT_LIGHT, /* squares */
	RK_PAINT_DARK,
	RK_PAINT_LIGHT_MARK, /* squares of the last move */
	RK_PAINT_DARK_MARK,
	RK_PAINT_CHECK, /* the square of a king in check */
	RK_PAINTS,
};

/* A colour for terminals with all colours, and for those with 16. */
struct rk_tint {
	uint32_t all;     /* 0xrrggbb */
	uint32_t sixteen; /* its background code; 0: no colour */
};

struct rk_theme {
	const char *name;
	struct rk_tint paints[RK_PAINTS];
};

#define RK_THEMES 5

extern const struct rk_theme rk_themes[RK_THEMES];

static inline bool rk_tint_is_same(struct rk_tint a, struct rk_tint b)
{
	return a.all == b.all && a.sixteen == b.sixteen;
}

/* The colour of a seat's pieces in a game of `players`; and of dead pieces. */
struct rk_tint rk_tint_piece(int players, int seat);
extern const struct rk_tint rk_tint_dead;

/* The colour of a square of a theme in a game of `players`. */
struct rk_tint rk_tint_square(int theme, int players, enum rk_paint paint);

/* The colour of a lit square, the same in every theme. */
enum rk_lit_paint {
	RK_LIT_LIGHT,
	RK_LIT_DARK,
	RK_LIT_CURSOR,
	RK_LIT_PAINTS,
};

struct rk_tint rk_tint_lit(int players, enum rk_lit_paint paint);

/* Mixes `part` sixteenths of b into a. */
struct rk_tint rk_tint_mix(struct rk_tint a, struct rk_tint b, int part);

/*
 * Writes the escape sequence for foreground and background; a tint without
 * colour means the terminal's own. `colours` as in struct rk_console_look, but
 * not 0.
 */
void rk_out_tints(const struct rk_out *out, int colours, struct rk_tint ink,
		  struct rk_tint paper);
void rk_out_tints_end(const struct rk_out *out);

#endif
