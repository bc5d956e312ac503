/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The screen as rows of text; only changes are written. */
#ifndef RK_HOST_SCREEN_H
#define RK_HOST_SCREEN_H

#include "ports/host/text.h"

#define HOST_SCREEN_ROWS 256

struct host_screen {
	struct host_text rows[HOST_SCREEN_ROWS];  /* to be shown */
	struct host_text shown[HOST_SCREEN_ROWS]; /* on the screen now */
	int height;
	int width;
	bool unknown; /* the screen is in an unknown state: write all of it */
};

/* Starts a screen of empty rows. */
void host_screen_begin(struct host_screen *screen, int height, int width);

/* The row, from 0, to add text to; rows outside the screen accept text, too. */
struct host_text *host_screen_row(struct host_screen *screen, int row);

/*
 * Writes the screen, except the rows from `from` to `to`, which belong to the
 * line editor. The cursor stays where it is.
 */
void host_screen_show(struct host_screen *screen, int from, int to);

void host_screen_free(struct host_screen *screen);

#endif
