/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi selfplay: a piece is some numbers of games, the result their bytes
 * in the file of tools/games.h. A game depends on the options and its number, so
 * the file is that of tools/selfplay.c, however many ranks have played.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/cluster/cluster.h"
#include "ports/cluster/transport.h"
#include "rookery/version.h"
#include "tools/selfplay.h"

#define GAME_MOVES 100 /* about as many, by both sides together */
#define MOST_GAMES 64

/* The numbers of a piece's games: `first` and those behind it. */
struct selfplay_piece {
	int64_t first, count;
};

struct selfplay_work {
	struct cluster_work work;
	struct selfplay run;
	struct selfplay_player *player;
	long per_piece;
	long next; /* the first game of the next piece */
	char settings[512];
	char *checkpoint;
};

static enum cluster_next next(void *context, struct host_text *piece)
{
	struct selfplay_work *self = context;
	struct selfplay_piece numbers = {self->next, self->per_piece};

	if (self->next >= self->run.games || selfplay_is_late(&self->run))
		return CLUSTER_END;
	if (numbers.first + numbers.count > self->run.games)
		numbers.count = self->run.games - self->next;
	self->next += self->per_piece;
	host_text_add(piece, (const char *)&numbers, sizeof(numbers));
	return CLUSTER_PIECE;
}

/* Games that the file has already are not written again. */
static void write_games(struct selfplay_work *self, FILE *from, int64_t number,
			int64_t count)
{
	struct game game;

	for (; count && game_read(from, &game); count--, number++)
		if (number == self->run.ready)
			selfplay_write(&self->run, &game);
}

static bool take(void *context, const struct host_text *piece,
		 const struct host_text *result)
{
	struct selfplay_work *self = context;
	const struct selfplay_piece *numbers = (const void *)piece->bytes;
	FILE *from = fmemopen(result->bytes, result->length, "rb");

	if (from) {
		write_games(self, from, numbers->first, numbers->count);
		fclose(from);
	}
	self->work.progress.done = (uint64_t)self->run.ready;
	if (from && !fflush(self->run.file) && !ferror(self->run.file))
		return true;
	fprintf(stderr, "rookery-mpi: cannot write %s: %s\n", self->run.name,
		strerror(errno));
	return false;
}

static bool finish(void *context, bool is_done)
{
	struct selfplay_work *self = context;
	bool is_good = !fflush(self->run.file) &&
		       !fsync(fileno(self->run.file));

	is_good &= !fclose(self->run.file);
	if (!is_good)
		fprintf(stderr, "rookery-mpi: cannot write %s: %s\n",
			self->run.name, strerror(errno));
	else if (is_done) {
		selfplay_report(&self->run);
		fprintf(stderr, "\n");
	}
	return is_good;
}

static bool answer(void *context, const char *piece, size_t length,
		   struct host_text *result)
{
	struct selfplay_work *self = context;
	const struct selfplay_piece *numbers = (const void *)piece;
	char *bytes = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&bytes, &size);
	bool is_good = file && length == sizeof(*numbers);

	for (int64_t i = 0; is_good && i < numbers->count; i++)
		game_write(file, selfplay_play(self->player,
					       (long)(numbers->first + i)));
	if (file)
		is_good &= !fclose(file);
	host_text_add(result, bytes, size);
	free(bytes);
	return is_good && result->length == size;
}

/* A piece is short enough to be waited for. */
static void stop(void *context)
{
	(void)context;
}

static bool is_stopped(void *context)
{
	(void)context;
	return false;
}

static void set_size(struct selfplay_work *self)
{
	self->per_piece = (long)self->work.options.piece * 1000 /
			  (self->run.nodes * GAME_MOVES);
	if (self->per_piece < 1)
		self->per_piece = 1;
	if (self->per_piece > MOST_GAMES)
		self->per_piece = MOST_GAMES;
}

static bool begin(struct selfplay_work *self)
{
	const struct selfplay *run = &self->run;
	size_t size = strlen(run->name) + sizeof(".part");

	if (!selfplay_open(&self->run))
		return false;
	self->checkpoint = malloc(size);
	if (!self->checkpoint)
		return false;
	set_size(self);
	snprintf(self->checkpoint, size, "%s.part", run->name);
	snprintf(self->settings, sizeof(self->settings),
		 "rookery-mpi " RK_VERSION " selfplay: nodes %ld seed %ld "
		 "chess960 %ld piece %ld network %.200s",
		 run->nodes, run->seed, run->chess960, self->per_piece,
		 run->network_name ? run->network_name : "-");
	self->work.checkpoint = self->checkpoint;
	self->work.settings = self->settings;
	self->work.first = (uint64_t)(run->ready / self->per_piece);
	self->next = run->ready / self->per_piece * self->per_piece;
	host_progress_start(&self->work.progress);
	self->work.progress.every = self->work.options.every * UINT64_C(1000);
	self->work.progress.total = (uint64_t)run->games;
	self->work.progress.done = self->work.progress.given =
		(uint64_t)run->ready;
	return true;
}

/* At rank 0, before anything begins; the others know that the words are right. */
static enum host_exit prepare(struct selfplay_work *self, int count,
			      char **words)
{
	bool is_told;

	count = cluster_take_options(&self->work.options, count, words);
	if (count < 0)
		return HOST_USAGE;
	if (!selfplay_read_options(&self->run, count, words, &is_told))
		return is_told ? HOST_FAILED
			       : host_refuse("usage: selfplay " SELFPLAY_USAGE);
	if (transport_rank())
		return HOST_OK;
	return begin(self) ? HOST_OK : HOST_FAILED;
}

enum host_exit cluster_selfplay(int count, char **words)
{
	struct selfplay_work self = {
		.work =
			{
				.self = &self,
				.next = next,
				.take = take,
				.finish = finish,
				.answer = answer,
				.stop = stop,
				.is_stopped = is_stopped,
			},
	};
	enum host_exit status = HOST_OK;

	if (!transport_rank())
		status = prepare(&self, count, words);
	transport_share(&status, sizeof(status));
	if (status != HOST_OK)
		return status;
	if (transport_rank())
		status = prepare(&self, count, words);
	if (status == HOST_OK)
		self.player = selfplay_player_new(&self.run);
	status = cluster_run(&self.work, status);
	if (self.player)
		selfplay_player_free(self.player);
	free(self.checkpoint);
	return status;
}
