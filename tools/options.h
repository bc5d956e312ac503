/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Options of tools that are a word with a number behind it: `epochs 30`.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stddef.h>

struct tool_option {
	const char *name;
	long *value; /* is the default until it is set */
	long least, most;
	const char *meaning;
};

enum tool_option_result {
	TOOL_OPTION_NONE,    /* no option has this name */
	TOOL_OPTION_SET,     /* both words are used up */
	TOOL_OPTION_REFUSED, /* no number, or out of bounds; stderr says so */
};

/* Sets the option that is called `name`; `text` is NULL if nothing follows it. */
enum tool_option_result tool_option_set(const char *program,
					const struct tool_option *options,
					size_t count, const char *name,
					const char *text);

/* A line for each option, with its value, on stderr. */
void tool_options_list(const struct tool_option *options, size_t count);

#endif
