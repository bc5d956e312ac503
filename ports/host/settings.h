/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What was chosen at the terminal, kept between runs: lines `key value` in
 * $XDG_CONFIG_HOME/rookery/config. docs/terminal.md has the keys.
 */
#ifndef RK_HOST_SETTINGS_H
#define RK_HOST_SETTINGS_H

#include "ports/host/text.h"

struct host_play;

struct host_settings {
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
const char *host_settings_open(struct host_play *play);

/*
 * Writes the file if something has changed; the old one stays whole until the
 * new one is. Returns NULL, or once a line that says why that fails.
 */
const char *host_settings_keep(struct host_play *play);

void host_settings_free(struct host_settings *settings);

#endif
