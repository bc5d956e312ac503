/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Completion with Tab: the words that fit, and their common beginning. */
#ifndef RK_HOST_COMPLETE_H
#define RK_HOST_COMPLETE_H

#include "ports/host/text.h"

struct host_completion {
	struct host_text list; /* the words, two blanks between them */
	char common[256];      /* their common beginning */
	int count;
};

/* An editor has space for as much after what was typed. */
#define HOST_COMPLETE_SIZE 256

/* Adds a word that fits; the callback of the console's completion. */
void host_complete_offer(void *completion, const char *word);

/*
 * Offers the files whose path begins with these bytes, by the last part of
 * their names; folders end with a slash. Returns the length of that part.
 */
size_t host_complete_files(void *completion, const char *prefix, size_t length);

/*
 * Writes what can be completed after `length` typed bytes, with a blank if
 * there is only one word and that is no folder; returns its length. 0 with a
 * count above 1: show the list.
 */
size_t host_complete_fill(const struct host_completion *completion,
			  size_t length, char *more, size_t size);

#endif
