/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What is wrong with a game, in one line, for all commands that read PGN. */
#include <inttypes.h>

#include "ports/host/pgn.h"

#define MAX_SHOWN 40 /* bytes shown of the text with the error */

void host_pgn_complain(FILE *to, const char *name, uint64_t game,
		       const struct rk_pgn_event *event)
{
	fprintf(to, "%s:%" PRIu64 ":%" PRIu64 ": game %" PRIu64 ": %s%s%s",
		name, event->place.line, event->place.column, game,
		event->name ? event->name : "", event->name ? " " : "",
		event->reason);
	if (event->length)
		fputs(": ", to);
	for (size_t i = 0; i < event->length && i < MAX_SHOWN; i++)
		fputc(event->text[i] < ' ' || event->text[i] > '~'
			      ? '?'
			      : event->text[i],
		      to);
	fputs(event->length > MAX_SHOWN ? "...\n" : "\n", to);
}
