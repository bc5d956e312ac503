/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Detects which protocol a program speaks that starts us without saying so. */
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
