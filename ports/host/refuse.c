/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The line that says why a command is not carried out, for both programs. */
#include <stdarg.h>
#include <stdio.h>

#include "ports/host/host.h"
#include "ports/host/text.h"

enum host_exit host_refuse(const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	host_text_tame(line);
	fprintf(stderr, "rookery: %s\n", line);
	return HOST_USAGE;
}
