/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The colours of the rich board. */
#ifndef RK_PROTO_THEME_H
#define RK_PROTO_THEME_H

#include "proto/out.h"

enum rk_paint {
	RK_PAINT_LIGHT, /* squares */
	RK_PAINT_DARK,
	RK_PAINT_LIGHT_MARK, /* squares of the last move */
	RK_PAINT_DARK_MARK,
	RK_PAINT_CHECK, /* the square of a king in check */
	RK_PAINTS,
};

/* A colour for terminals that have all of them, and for those that have 16. */
struct rk_tint {
	uint32_t all;     /* 0xrrggbb */
	uint32_t sixteen; /* the code of it as a background; 0: no colour */
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

/* The pieces of a seat, where so many players sit; and dead ones. */
struct rk_tint rk_tint_piece(int players, int seat);
extern const struct rk_tint rk_tint_dead;

/* A square of a theme, where so many players sit. */
struct rk_tint rk_tint_square(int theme, int players, enum rk_paint paint);

/* So many sixteenths of b in a. */
struct rk_tint rk_tint_mix(struct rk_tint a, struct rk_tint b, int part);

/*
 * Writes the escape sequence for foreground and background; no colour there
 * is the terminal's own. `colours` as in struct rk_console_look, but not 0.
 */
void rk_out_tints(const struct rk_out *out, int colours, struct rk_tint ink,
		  struct rk_tint paper);
void rk_out_tints_end(const struct rk_out *out);

#endif
