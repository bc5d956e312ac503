/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which protocol a program speaks that starts us without saying so. */
#include <string.h>

#include "ports/host/host.h"

const struct host_protocol *host_find_protocol(const char *first)
{
	static const struct host_protocol protocols[] = {
		{"uci", host_speak_uci},
		{"xboard", host_speak_xboard},
	};
	size_t length;

	first += strspn(first, " \t\r");
	length = strcspn(first, " \t\r");
	for (size_t i = 0; i < sizeof(protocols) / sizeof(*protocols); i++)
		if (!strncmp(first, protocols[i].name, length) &&
		    !protocols[i].name[length])
			return &protocols[i];
	return NULL;
}
