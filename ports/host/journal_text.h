/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The text of a journal. A record is a line: a checksum in eight hexadecimal
 * digits, a blank, and what it says. The checksum is that of the whole text up
 * to there, so a record counts only after those it was written after.
 */
#ifndef RK_HOST_JOURNAL_TEXT_H
#define RK_HOST_JOURNAL_TEXT_H

#include <stdio.h>

#include "rookery/console.h"

/*
 * Writes the game of a console. As long as moves are only added, the text of
 * an earlier moment is the beginning of the text of a later one.
 */
void journal_write(FILE *to, const struct rk_console *console);

/*
 * Reads as many records as are whole and make sense. False, and the console
 * as it was, if there is no game in them.
 */
bool journal_read(struct rk_console *console, const char *text, size_t length);

#endif
