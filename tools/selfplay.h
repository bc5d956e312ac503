/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games of the engine against itself: selfplay_game.c plays them, selfplay_file.c
 * reads the words of the call and goes on with an old file. tools/selfplay.c plays
 * in the threads of one machine, ports/cluster on many machines.
 */
#ifndef TOOLS_SELFPLAY_H
#define TOOLS_SELFPLAY_H

#include <time.h>

#include "rookery/network.h"
#include "tools/games.h"

#define SELFPLAY_MAX_THREADS 64
#define SELFPLAY_USAGE \
	"FILE [games N] [nodes N] [seed N] [threads N] [chess960 N] " \
	"[seconds N] [network FILE]"

struct selfplay {
	const char *name; /* of the file */
	long games, nodes, seed, threads, chess960, seconds;
	const struct rk_network *network; /* NULL: the classical evaluation */
	const char *network_name;         /* as it was given, or NULL */
	time_t begun;
	FILE *file;
	long ready; /* games in the file */
	long positions, results[3];
};

/* selfplay_game.c: one thread's engine and game; exits without memory. */
struct selfplay_player;

struct selfplay_player *selfplay_player_new(const struct selfplay *run);
void selfplay_player_free(struct selfplay_player *player);

/* The game depends on the options and its number alone. */
const struct game *selfplay_play(struct selfplay_player *player, long number);

/*
 * selfplay_file.c: words are pairs of a name and a value after the file's name.
 * False: they are wrong; a network that cannot be read has been complained about,
 * then *is_told is true.
 */
bool selfplay_read_options(struct selfplay *run, int count, char **words,
			   bool *is_told);

/*
 * Opens an old file of this call, behind its last whole game, or a new one. False
 * after an error message.
 */
bool selfplay_open(struct selfplay *run);

/* Writes a game, or counts one that was written. */
void selfplay_write(struct selfplay *run, const struct game *game);
void selfplay_count(struct selfplay *run, const struct game *game);
void selfplay_report(const struct selfplay *run);

/* Must no more games begin? */
bool selfplay_is_late(const struct selfplay *run);

#endif
