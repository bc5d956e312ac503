/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the protocols: reading lines, and detecting which protocol a
 * program speaks that starts us without saying so.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <string.h>

#include "ports/host/host.h"
#include "rookery/words.h"

const struct host_protocol *host_find_protocol(const char *first)
{
	static const struct host_protocol protocols[] = {
		{"uci", host_speak_uci},
		{"xboard", host_speak_xboard},
	};
	struct rk_word rest = {first, strlen(first)};
	struct rk_word word = rk_word_take(&rest);

	for (size_t i = 0; i < sizeof(protocols) / sizeof(*protocols); i++)
		if (strlen(protocols[i].name) == word.length &&
		    !memcmp(protocols[i].name, word.text, word.length))
			return &protocols[i];
	return NULL;
}

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
