/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Lines of standard input, for the protocols. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <string.h>

#include "ports/host/host.h"

bool host_read_failed(ssize_t length)
{
	return length < 0 && !feof(stdin);
}

ssize_t host_read_line(char **line, size_t *cap)
{
	ssize_t length = getline(line, cap, stdin);

	if (host_read_failed(length))
		host_refuse("cannot read the input: %s", strerror(errno));
	return length;
}
