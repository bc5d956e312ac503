/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The options of a call of tools/selfplay.c, and its file, with which the same
 * call goes on after the last whole game; tools/games.h describes the format.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/network.h"
#include "tools/selfplay.h"

void selfplay_count(struct selfplay *run, const struct game *game)
{
	run->ready++;
	run->positions += game->plies - game->random_moves;
	run->results[game->result]++;
}

void selfplay_report(const struct selfplay *run)
{
	fprintf(stderr, "\r%ld games, %ld positions, White +%ld =%ld -%ld ",
		run->ready, run->positions, run->results[2], run->results[1],
		run->results[0]);
}

void selfplay_write(struct selfplay *run, const struct game *game)
{
	game_write(run->file, game);
	selfplay_count(run, game);
}

bool selfplay_is_late(const struct selfplay *run)
{
	return run->seconds && time(NULL) - run->begun >= run->seconds;
}

static bool set_network(struct selfplay *run, const char *name)
{
	static struct host_network loaded; /* until the program ends */
	const char *wrong;

	run->network_name = name;
	run->network = NULL;
	if (strcmp(name, "none") == 0)
		return true;
	wrong = host_network_load(&loaded, name, strlen(name));
	if (wrong)
		fprintf(stderr, "selfplay: %s\n", wrong);
	run->network = &loaded.network;
	return !wrong;
}

static const struct {
	const char *name;
	size_t offset;
	long least, most;
} options[] = {
	{"games", offsetof(struct selfplay, games), 1, 100000000},
	{"nodes", offsetof(struct selfplay, nodes), 50, 1000000},
	{"seed", offsetof(struct selfplay, seed), 0, 1000000000},
	{"threads", offsetof(struct selfplay, threads), 1,
	 SELFPLAY_MAX_THREADS},
	{"chess960", offsetof(struct selfplay, chess960), 0, 100},
	{"seconds", offsetof(struct selfplay, seconds), 0, 1000000},
};

static bool set_option(struct selfplay *run, const char *name, const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		long *to = (long *)(void *)((char *)run + options[i].offset);

		if (strcmp(name, options[i].name) != 0)
			continue;
		*to = value;
		return !*end && end != text && value >= options[i].least &&
		       value <= options[i].most;
	}
	return false;
}

bool selfplay_read_options(struct selfplay *run, int count, char **words,
			   bool *is_told)
{
	*run = (struct selfplay){
		.games = 1000,
		.nodes = 1500,
		.seed = 1,
		.network = host_network_embedded(),
		.begun = time(NULL),
	};
	*is_told = false;
	if (count < 1 || count % 2 == 0)
		return false;
	run->name = words[0];
	for (int i = 1; i < count; i += 2)
		if (strcmp(words[i], "network") != 0) {
			if (!set_option(run, words[i], words[i + 1]))
				return false;
		} else if (!set_network(run, words[i + 1])) {
			*is_told = true;
			return false;
		}
	return true;
}

/* Is this game the first one that this call would play? */
static bool is_first(const struct selfplay *run, const struct game *game)
{
	struct selfplay_player *player = selfplay_player_new(run);
	const struct game *mine = selfplay_play(player, 0);
	size_t size = (size_t)game->plies * sizeof(game->moves[0]);
	bool same;

	same = mine->start == game->start && mine->plies == game->plies &&
	       !memcmp(mine->moves, game->moves, size);
	selfplay_player_free(player);
	return same;
}

static bool write_magic(const struct selfplay *run)
{
	return fwrite(GAMES_MAGIC, strlen(GAMES_MAGIC), 1, run->file) &&
	       !fflush(run->file);
}

/*
 * Goes to the end of the last whole game of an old file, and cuts off what
 * comes behind it. False, with the file unchanged, if it is no file of games
 * or not one of this call.
 */
static bool resume(struct selfplay *run, FILE *file)
{
	char magic[sizeof(GAMES_MAGIC)] = "";
	struct game game;
	long end;

	if (!fread(magic, 1, sizeof(magic) - 1, file))
		return write_magic(run);
	if (strcmp(magic, GAMES_MAGIC) != 0)
		return false;
	end = ftell(file);
	while (game_read(file, &game)) {
		if (!run->ready && !is_first(run, &game))
			return false;
		selfplay_count(run, &game);
		end = ftell(file);
	}
	return !fseek(file, end, SEEK_SET) && !ftruncate(fileno(file), end);
}

/* Two runs at once would spoil each other's games; the lock ends with the run. */
static bool lock(const struct selfplay *run)
{
	struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	if (!fcntl(fileno(run->file), F_SETLK, &all) ||
	    (errno != EACCES && errno != EAGAIN))
		return true;
	fprintf(stderr, "selfplay: another run is at %s\n", run->name);
	fclose(run->file);
	return false;
}

bool selfplay_open(struct selfplay *run)
{
	run->file = fopen(run->name, "r+b");
	if (run->file) {
		if (!lock(run))
			return false;
		if (resume(run, run->file))
			return true;
		fprintf(stderr, "selfplay: %s: not a file of this call\n",
			run->name);
		fclose(run->file);
		return false;
	}
	run->file = fopen(run->name, "wb");
	if (run->file && !lock(run))
		return false;
	if (run->file && write_magic(run))
		return true;
	perror(run->name);
	return false;
}
