/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The menu of a terminal while no game runs. Enter takes the most likely
 * choice, a letter or a word one of the others, and a number sets the level.
 */
#ifndef ROOKERY_MENU_H
#define ROOKERY_MENU_H

#include "rookery/console.h"

struct rk_menu {
	struct rk_console *console;
	bool can_resume;   /* the terminal has an unfinished game */
	bool asks_players; /* nobody has said yet how many play */
	bool can_review; /* the terminal can say how the last one was played */
	void *self;
	void (*command)(void *self,
			const char *line); /* runs a line of the console */
	void (*resume)(void *self);
	void (*review)(void *self); /* called only if it can */
};

/* Is the menu shown now? Not during a game, nor in set-up mode. */
bool rk_menu_is_open(const struct rk_menu *menu);

/*
 * Writes it in lines of so many columns. On the first screen it asks for the
 * number of players, unless that was said.
 */
void rk_menu_write(const struct rk_menu *menu, const struct rk_out *out,
		   int columns);

/* Does what a line says, if it is one of the choices; it asks no longer. */
bool rk_menu_take(struct rk_menu *menu, const char *line);

#endif
