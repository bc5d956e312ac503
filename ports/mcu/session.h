/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The session on the serial line: a person at the console, or a program that
 * speaks UCI. There is one at a time, and both use the same memory.
 */
#ifndef MCU_SESSION_H
#define MCU_SESSION_H

#include "ports/mcu/scratch.h"
#include "rookery/tty.h"

#define MCU_SHORT_LINE 64 /* longest line while the engine thinks */

struct mcu_console {
	struct rk_console console;
	struct rk_tty tty;
	struct rk_player player;
	struct rk_thinker thinker;
	uint32_t looked; /* time of the last poll while thinking, microseconds */
	bool thinking;   /* what the lights show */
};

struct mcu_uci {
	struct rk_uci uci;
	struct rk_thinker thinker;
	size_t length; /* bytes of the line received so far */
	bool broken;   /* bytes of the line were lost */
	bool stopped;  /* answer now */
	bool leaving;  /* `quit` was received */
	char short_line[MCU_SHORT_LINE];
};

union mcu_session {
	struct mcu_console console;
	struct mcu_uci uci;
};

extern union mcu_session mcu_session;

/* Finds the saved game, or erases it to start anew; called once. */
void mcu_console_open(bool anew);

/*
 * Runs a console session. Returns true if it ended with `uci` as the first
 * line, false on `quit`.
 */
bool mcu_console_run(void);

/* Runs a UCI session until `quit`. */
void mcu_uci_run(void);

#endif
