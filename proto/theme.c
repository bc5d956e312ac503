/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The colours of the rich board. White pieces are white and black ones black in
 * every theme, so every square has a medium colour: each colour here, and its
 * nearest one among 256, has a contrast of 3:1 or more to both. The terminal's
 * background does not matter. The sixteen are meant for consoles, where 43 is
 * brown and no background is bright.
 *
 * More players have bright pieces in their own colours, which need darker
 * squares: the theme's colours mixed with black, again at 3:1 or more.
 */
#include "rookery/theme.h"

/* clang-format off */
const struct rk_theme rk_themes[RK_THEMES] = {
	{ "wood", { { 0xaf875f, 42 }, { 0x875f2f, 43 },
		   { 0x6f93a0, 46 }, { 0x3f7080, 46 },
		   { 0xd02020, 41 } } },
	{ "moss", { { 0x90985c, 42 }, { 0x586828, 43 },
		   { 0xa88a58, 46 }, { 0x805f28, 46 },
		   { 0xd02020, 41 } } },
	{ "ocean", { { 0x6f93b0, 46 }, { 0x406090, 45 },
		   { 0xa88a60, 43 }, { 0x806028, 43 },
		   { 0xd02020, 41 } } },
	{ "slate", { { 0x929292, 46 }, { 0x666666, 43 },
		   { 0xa89060, 42 }, { 0x806028, 42 },
		   { 0xd02020, 41 } } },
	{ "plum", { { 0xa888a8, 42 }, { 0x775a80, 45 },
		   { 0xa88a60, 46 }, { 0x806028, 46 },
		   { 0xd02020, 41 } } },
};
/* clang-format on */

/* Pieces by seat, for two players and for more. */
static const struct rk_tint two[] = {{0xffffff, 107}, {0x000000, 40}};
static const struct rk_tint more[] = {
	{0xff6f6f, 101}, {0x5fafff, 104}, {0xffff5f, 103}, {0x5fff5f, 102}};
const struct rk_tint rk_tint_dead = {0xa8a8a8, 47};

#define TWO ((int)(sizeof(two) / sizeof(two[0])))

struct rk_tint rk_tint_piece(int players, int seat)
{
	return players <= TWO ? two[seat] : more[seat];
}

static uint32_t mix(uint32_t a, uint32_t b, uint32_t part)
{
	return (a * (16 - part) + b * part) / 16;
}

struct rk_tint rk_tint_mix(struct rk_tint a, struct rk_tint b, int part)
{
	struct rk_tint mixed = part > 8 ? b : a;

	mixed.all = 0;
	for (int shift = 0; shift < 24; shift += 8)
		mixed.all |= mix(a.all >> shift & 255, b.all >> shift & 255,
				 (uint32_t)part)
			     << shift;
	return mixed;
}

/*
 * For more than two players: these colours, or this many sixteenths of the
 * theme's.
 */
static const struct {
	struct rk_tint tint;
	int part;
} darker[RK_PAINTS] = {
	[RK_PAINT_LIGHT] = {{0, 100}, 7},
	[RK_PAINT_DARK] = {{0, 40}, 4},
	[RK_PAINT_LIGHT_MARK] = {{0x20586a, 46}, 0},
	[RK_PAINT_DARK_MARK] = {{0x184858, 46}, 0},
	[RK_PAINT_CHECK] = {{0x821414, 41}, 0},
};

struct rk_tint rk_tint_square(int theme, int players, enum rk_paint paint)
{
	struct rk_tint tint = rk_themes[theme % RK_THEMES].paints[paint];
	struct rk_tint dark = darker[paint].tint;

	if (players <= TWO)
		return tint;
	tint = rk_tint_mix(dark, tint, darker[paint].part);
	tint.sixteen = dark.sixteen;
	return tint;
}

/* Green and magenta, which no theme has; of the sixteen, what is left. */
struct rk_tint rk_tint_lit(int players, enum rk_lit_paint paint)
{
	static const struct rk_tint lit[][RK_LIT_PAINTS] = {
		{{0x3c9a50, 44}, {0x1f8038, 44}, {0xd040c0, 47}},
		{{0x0c6424, 44}, {0x104820, 44}, {0x80207a, 45}},
	};

	return lit[players > TWO][paint];
}

/* The nearest of six steps: 0, 95, 135, 175, 215, 255. */
static uint32_t step(uint32_t colour)
{
	if (colour < 48)
		return 0;
	return colour < 115 ? 1 : (colour - 35) / 40;
}

/* Dark, nearly grey colours are closest to the grey ramp. */
static uint32_t colour_256(uint32_t colour)
{
	uint32_t red = colour >> 16, green = colour >> 8 & 255;
	uint32_t blue = colour & 255, mean = (red + green + blue) / 3;
	uint32_t most = red > green ? red : green;

	if (blue > most)
		most = blue;
	if (colour && most < 95 && most < mean + 24)
		return mean < 8 ? 232 : 232 + (mean - 8) / 10;
	return 16 + 36 * step(colour >> 16) + 6 * step(colour >> 8 & 255) +
	       step(colour & 255);
}

/* Writes one layer: 30 is the foreground, 40 the background. */
static void write_layer(const struct rk_out *out, int colours, uint32_t layer,
			struct rk_tint tint)
{
	if (!tint.sixteen)
		rk_out_number(out, layer + 9);
	else if (colours == 1)
		rk_out_number(out, tint.sixteen - 40 + layer);
	else if (colours == 2)
		rk_out_parts(out, (const char *const[]){
					  rk_number(layer + 8).text, ";5;",
					  rk_number(colour_256(tint.all)).text,
					  NULL});
	else
		rk_out_parts(out,
			     (const char *const[]){
				     rk_number(layer + 8).text, ";2;",
				     rk_number(tint.all >> 16).text, ";",
				     rk_number(tint.all >> 8 & 255).text, ";",
				     rk_number(tint.all & 255).text, NULL});
}

void rk_out_tints(const struct rk_out *out, int colours, struct rk_tint ink,
		  struct rk_tint paper)
{
	rk_out_text(out, "\x1b[");
	write_layer(out, colours, 40, paper);
	rk_out_text(out, ";");
	write_layer(out, colours, 30, ink);
	rk_out_text(out, "m");
}

void rk_out_tints_end(const struct rk_out *out)
{
	rk_out_text(out, "\x1b[0m");
}
