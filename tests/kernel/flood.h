/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Commands at random, most of them sensible, and what each can be answered. */
#ifndef GUEST_FLOOD_H
#define GUEST_FLOOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOOD_LINE 8192   /* of the usual commands */
#define FLOOD_ROOM 200000 /* and of the others */

/* What one of those who write knows of the game. */
struct flood {
	uint64_t random;
	char board[129];       /* the last answer to 01, or empty */
	char line[FLOOD_LINE]; /* to 08 */
	char moves[2048];      /* that were legal a moment ago */
	size_t length;
	bool mutated; /* the command may be outside the grammar */
	char bytes[FLOOD_ROOM];
};

/* A number below this. */
uint32_t flood_random(uint64_t *state, uint32_t below);

/* The next command: its bytes, their number. */
void flood_next(struct flood *flood);

/* Can it be answered by this line? If so, it is remembered. */
bool flood_accepts(struct flood *flood, const char *answer);

#endif
