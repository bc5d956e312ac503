/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the commands that read PGN files. */
#ifndef RK_HOST_PGN_H
#define RK_HOST_PGN_H

#include <stdio.h>

#include "rookery/pgn.h"

#define HOST_PGN_LEVELS 64 /* nested variations */
#define HOST_PGN_TAGS 1000
#define HOST_PGN_TOKEN ((size_t)4 << 20) /* the longest comment */
#define HOST_PGN_GAME ((size_t)16 << 20)

/* Reports a broken game in one line; games count from 1. */
void host_pgn_complain(FILE *to, const char *name, uint64_t game,
		       const struct rk_pgn_event *event);

#endif
