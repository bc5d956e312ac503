/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The colours of the board: those of the page (ports/web/page/board.css), where
 * tests measure their contrast, and of the pieces (art/README.md).
 * tests/desktop/picture.py compares them with both files.
 */
#include <string.h>

#include "ports/desktop/board.h"

const struct board_theme board_themes[BOARD_THEMES] = {
	{"wood",
	 {0xf0e3caff, 0xd8c8a8ff},
	 {0xb58d66ff, 0xa68260ff},
	 0x2c1c0dff,
	 0x5f9e4fbf},
	{"sea",
	 {0xe6edf2ff, 0xc5d0d9ff},
	 {0x86a5beff, 0x7b9ab3ff},
	 0x0e2233ff,
	 0x5f9e4fbf},
	{"grass",
	 {0xeef0d6ff, 0xd3d7b4ff},
	 {0x8cac67ff, 0x7f9f5cff},
	 0x16240aff,
	 0xd98b2bbf},
	{"slate",
	 {0xe4e4e4ff, 0xc6c8cbff},
	 {0xa0a3a8ff, 0x93969bff},
	 0x17191cff,
	 0x5f9e4fbf},
};

static const struct board_army two_armies[] = {
	{0xfffdf8ff, 0x2a2420ff, 0x2a2420ff}, /* white */
	{0x37322fff, 0x0d0b0aff, 0xe8e0d4ff}, /* black */
};

static const struct board_army four_armies[] = {
	{0xcc2f36ff, 0x3b0a0cff, 0x3b0a0cff}, /* red */
	{0x3a72d8ff, 0x081a40ff, 0x081a40ff}, /* blue */
	{0xf6c631ff, 0x4a3504ff, 0x4a3504ff}, /* yellow */
	{0x46a552ff, 0x0b3312ff, 0x0b3312ff}, /* green */
};

static const struct board_army dead_army = {0xa3a19eff, 0x393633ff, 0x393633ff};

int board_theme_find(const char *name)
{
	for (int i = 0; i < BOARD_THEMES; i++)
		if (!strcmp(name, board_themes[i].name))
			return i;
	return -1;
}

board_colour board_square_colour(const struct board_view *view, int square)
{
	const struct board_theme *theme =
		&board_themes[view->theme % BOARD_THEMES];
	int files = view->rules->files;

	return (square % files + square / files) % 2 ? theme->light[view->dark]
						     : theme->dark[view->dark];
}

struct board_army board_army(int players, int seat, bool dead)
{
	if (dead)
		return dead_army;
	return players == 2 ? two_armies[seat & 1] : four_armies[seat & 3];
}

board_colour board_ground(bool dark)
{
	return dark ? 0x1c1917ff : 0xf3ede2ff;
}

board_colour board_ink(bool dark)
{
	return dark ? 0xefe8ddff : 0x2a221cff;
}

board_colour board_soft_ink(bool dark)
{
	return dark ? 0xb9ac9dff : 0x66594dff;
}
