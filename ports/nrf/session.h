/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Who is at the other end of the line: a person at the console, or a program
 * that speaks UCI. One at a time, in the same memory.
 */
#ifndef NRF_SESSION_H
#define NRF_SESSION_H

#include "ports/nrf/desk.h"
#include "proto/tty.h"

#define NRF_MOST_ONLY 64  /* `searchmoves` of a `go` */
#define NRF_SHORT_LINE 64 /* while the engine thinks */

struct nrf_console {
	struct rk_console console;
	struct rk_tty tty;
	struct rk_player player;
	struct rk_levels levels;
	struct rk_thinker thinker;
	struct rk_single single;
	uint32_t looked; /* up from thinking, in microseconds */
	uint32_t since;  /* when that began */
	bool thinking;   /* so the lights say */
};

struct nrf_uci {
	struct rk_uci uci;
	struct rk_thinker thinker;
	struct rk_single single;
	rk_any_move only[NRF_MOST_ONLY];
	size_t length; /* of the line, as far as it has come */
	bool broken;   /* and not all of it has */
	bool stopped;  /* answer now */
	bool leaving;  /* that was `quit` */
	char near[NRF_SHORT_LINE];
};

union nrf_session {
	struct nrf_console console;
	struct nrf_uci uci;
};

extern union nrf_session nrf_session;

/* Looks for the game that was kept; once. */
void nrf_console_open(void);

/* Talks until it ends, by `quit` or, true, by `uci` as the first line. */
bool nrf_console_talk(void);

/* Talks until `quit`. */
void nrf_uci_talk(void);

#endif
