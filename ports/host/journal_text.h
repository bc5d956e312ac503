/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The text of a journal. A record is a line: a checksum in eight hexadecimal
 * digits, a blank, and the content. The checksum covers the whole text up to
 * there, so a record is valid only after the records it was written after.
 */
#ifndef RK_HOST_JOURNAL_TEXT_H
#define RK_HOST_JOURNAL_TEXT_H

#include <stdio.h>

#include "rookery/console.h"

/*
 * Writes the game of a console. While moves are only added, an earlier text is
 * a prefix of a later one.
 */
void journal_write(FILE *to, const struct rk_console *console);

/*
 * Reads all intact records. False, with the console unchanged, if there is no
 * game in them, or with errno if there is no memory.
 */
bool journal_read(struct rk_console *console, const char *text, size_t length);

/*
 * Writes a few words about the game in a text: its rules, the players and how
 * many moves each has made. The text may be damaged.
 */
void journal_describe(const struct rk_out *out, const char *text);

/* Does the text begin like a journal of a newer format? */
bool journal_is_newer(const char *text, size_t length);

#endif
