/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What was chosen at the terminal or in the window, kept between runs: lines
 * `key value` in $XDG_CONFIG_HOME/rookery/config. docs/terminal.md has the
 * keys, docs/desktop.md those of the window.
 */
#ifndef RK_HOST_SETTINGS_H
#define RK_HOST_SETTINGS_H

#include <stdint.h>

#include "ports/host/text.h"

struct rk_console;

/* What only the window keeps. */
struct host_window_settings {
	uint8_t zoom;        /* tenths; 0: as large as it was made */
	uint8_t theme;       /* of its board, from 0 */
	uint8_t style;       /* 0 as the system, 1 light, 2 dark */
	uint8_t animation;   /* 1: pieces move over the board */
	uint8_t coordinates; /* 1: they are shown */
};

#define HOST_WINDOW_MOST_ZOOM 80
#define HOST_WINDOW_THEMES 10 /* more than there are */

/* All zero but for `is_window` and `window`: not read yet. */
struct host_settings {
	bool is_window; /* keeps `window`; else its lines stay as they are */
	struct host_window_settings window;
	uint8_t zoom;            /* of the terminal; 0: what fits */
	char path[1024];         /* "": there is no place for them */
	struct host_text kept;   /* what is in the file, as we write it */
	struct host_text others; /* lines of it that we do not know */
	char trouble[128];
	bool is_told; /* that they cannot be written */
};

/*
 * Reads the file; done before anything is shown. Returns NULL, or a line
 * without its end that says why it was ignored. No file is no trouble.
 */
const char *host_settings_open(struct host_settings *settings,
			       struct rk_console *console);

/*
 * Writes the file if something has changed; the old one stays whole until the
 * new one is. Returns NULL, or once a line that says why that fails.
 */
const char *host_settings_keep(struct host_settings *settings,
			       struct rk_console *console);

void host_settings_free(struct host_settings *settings);

#endif
