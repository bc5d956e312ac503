/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * UCI engines of others as players of a game, beside the levels. An engine is a
 * child process that may do anything; what it does wrong ends it with one line,
 * and never harms the game.
 */
#ifndef RK_HOST_EXTERNAL_H
#define RK_HOST_EXTERNAL_H

#include "ports/host/child.h"
#include "ports/host/text.h"
#include "rookery/platform.h"
#include "rookery/player.h"
#include "rookery/uci_client.h"

#define HOST_PROGRAMS 4 /* those of a game, and as many for the next one */
#define HOST_COMMAND_SIZE 200

struct host_program {
	bool is_taken;
	char command[HOST_COMMAND_SIZE]; /* as it was typed */
	char name[HOST_COMMAND_SIZE];    /* of the program, without options */
	char shown[HOST_COMMAND_SIZE];   /* that, without folders */
	struct host_child child;
	struct rk_uci_client client;
	struct host_text unsent;
	size_t sent;       /* of these */
	uint64_t since;    /* when it was asked for what is awaited */
	size_t heard;      /* bytes since then */
	char trouble[512]; /* why it was ended; "": it was not */
};

struct host_external {
	struct rk_player player; /* the levels, and these programs */
	const struct rk_player *levels;
	const struct rk_platform *platform;
	struct rk_programs table;
	struct host_program programs[HOST_PROGRAMS];
	char wrong[512]; /* with one that could not be started */
};

/*
 * A player that has the levels of another one, which stays in use. While a
 * program is waited for, the platform's poll() is asked.
 */
void host_external_open(struct host_external *external,
			const struct rk_player *levels,
			const struct rk_platform *platform);

/* Ends all programs. */
void host_external_close(struct host_external *external);

#endif
