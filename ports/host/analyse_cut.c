/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: finds where games end in a stream of PGN, and keeps the text
 * of the one that is being read. Bytes are fed one by one, so that the text ends
 * where the reader is when it reports something.
 */
#include <string.h>

#include "ports/host/analyse.h"

void host_cut_start(struct host_cut *cut, struct rk_pgn_place start,
		    struct rk_pgn_listener listener)
{
	cut->text.length = 0;
	cut->start = start;
	rk_pgn_reader_new(&cut->reader, cut->token, HOST_PGN_TOKEN, cut->levels,
			  HOST_PGN_LEVELS, listener);
	rk_pgn_reader_begin_at(&cut->reader, start);
}

bool host_cut_feed(struct host_cut *cut, char c)
{
	size_t before = cut->text.length;

	host_text_add(&cut->text, &c, 1);
	if (cut->text.length == before)
		return false;
	rk_pgn_reader_feed(&cut->reader, &c, 1);
	return true;
}

size_t host_cut_length(const struct host_cut *cut,
		       const struct rk_pgn_place *end)
{
	size_t used = (size_t)(end->offset - cut->start.offset);

	/* It is shorter if memory was not enough. */
	return used < cut->text.length ? used : cut->text.length;
}

void host_cut_drop(struct host_cut *cut, const struct rk_pgn_place *end)
{
	size_t used = host_cut_length(cut, end);
	struct host_text *text = &cut->text;

	text->length -= used;
	if (text->length)
		memmove(text->bytes, text->bytes + used, text->length);
	cut->start = *end;
}
