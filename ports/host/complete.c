/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tab. The console offers every command and legal move that begins with what
 * was typed; what all of them have in common is filled in, and where that is
 * nothing, they are shown.
 */
#include <stdio.h>
#include <string.h>

#include "ports/host/play.h"

/* The offers of the console while it completes. */
struct offers {
	struct host_text list;
	char common[64]; /* what all of them begin with */
	int count;
};

static void offer(void *self, const char *word)
{
	struct offers *offers = self;
	size_t same = 0;

	if (offers->count++ == 0) {
		snprintf(offers->common, sizeof(offers->common), "%s", word);
	} else {
		while (word[same] && word[same] == offers->common[same])
			same++;
		offers->common[same] = '\0';
	}
	host_text_format(&offers->list, "%s%s", offers->list.length ? "  " : "",
			 word);
}

/*
 * What the console can complete: a command or a move. The word before a move
 * and the blanks in it do not count: "move e2 e" is "e2e".
 */
static size_t to_complete(char *word, size_t room, const char *text,
			  size_t length)
{
	static const char *const before[] = {"move ", "why ", "help "};
	size_t at = 0;

	for (; length && *text == ' '; length--)
		text++;
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		size_t skip = strlen(before[i]);

		if (length >= skip && !memcmp(text, before[i], skip)) {
			text += skip;
			length -= skip;
			break;
		}
	}
	for (; length && at < room; length--, text++)
		if (*text != ' ')
			word[at++] = *text;
	return at;
}

size_t host_play_complete(void *self, const char *text, size_t length,
			  char *more, size_t room)
{
	struct host_play *play = self;
	struct offers offers = {.count = 0};
	size_t common, added = 0;
	char word[sizeof(offers.common)];

	length = to_complete(word, sizeof(word), text, length);
	rk_console_complete(play->console, word, length, offer, &offers);
	common = strlen(offers.common);
	if (common > length && common - length < room) {
		added = common - length;
		memcpy(more, offers.common + length, added);
	}
	if (offers.count == 1 && added < room)
		more[added++] = ' ';
	if (offers.count > 1 && !added) {
		play->said.length = 0;
		host_text_add(&play->said, offers.list.bytes,
			      offers.list.length);
		host_view_draw(play);
	}
	host_text_free(&offers.list);
	return added;
}
