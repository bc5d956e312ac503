/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Options of tools; see options.h. */
#include "tools/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tool_option_result tool_option_set(const char *program,
					const struct tool_option *options,
					size_t count, const char *name,
					const char *text)
{
	for (size_t i = 0; text && i < count; i++) {
		char *end;
		long value = strtol(text, &end, 10);

		if (strcmp(name, options[i].name) != 0)
			continue;
		if (*end || end == text || value < options[i].least ||
		    value > options[i].most) {
			fprintf(stderr, "%s: %s is %ld to %ld\n", program, name,
				options[i].least, options[i].most);
			return TOOL_OPTION_REFUSED;
		}
		*options[i].value = value;
		return TOOL_OPTION_SET;
	}
	return TOOL_OPTION_NONE;
}

void tool_options_list(const struct tool_option *options, size_t count)
{
	for (size_t i = 0; i < count; i++)
		fprintf(stderr, "  %-10s %6ld  %s\n", options[i].name,
			*options[i].value, options[i].meaning);
}
