/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* In place of ports/desktop/gtk where GTK is missing: one line says so. */
#include <stdio.h>

#include "ports/desktop/desktop.h"

static enum host_exit refuse(const char *command)
{
	fprintf(stderr,
		"rookery: %s needs GTK 4, which was not there when this "
		"program was built\n",
		command);
	return HOST_FAILED;
}

enum host_exit desktop_window(int count, char **words)
{
	(void)count;
	(void)words;
	return refuse("window");
}

enum host_exit desktop_beside(int count, char **words)
{
	(void)count;
	(void)words;
	return refuse("beside");
}
