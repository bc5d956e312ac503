/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery pgn: looks through the games of a PGN file, or writes them anew in
 * the export format. A file of any size goes through in pieces; the memory
 * is that of the largest game we are ready to take, and most of that is
 * never touched. A broken game costs one line of complaint, and the rest of
 * it, not the next game.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/host.h"
#include "ports/host/pgn.h"

#define MAX_SHOWN 40 /* bytes of the text that an error is about */

struct job {
	const char *name; /* of the file */
	bool normalises;
	uint64_t games;
	uint64_t broken;
	uint64_t moves;
	uint64_t game_moves; /* of this one */
	bool is_broken;      /* this one */
	struct rk_pgn_reader reader;
	struct rk_pgn_normaliser normaliser;
	struct rk_pgn_level levels[HOST_PGN_LEVELS];
	struct rk_pgn_tag tags[HOST_PGN_TAGS];
	char token[HOST_PGN_TOKEN];
	char game[HOST_PGN_GAME];
};

void host_pgn_complain(const char *name, uint64_t game,
		       const struct rk_pgn_event *event)
{
	fprintf(stderr, "%s:%" PRIu64 ":%" PRIu64 ": game %" PRIu64 ": %s%s%s",
		name, event->place.line, event->place.column, game,
		event->name ? event->name : "", event->name ? " " : "",
		event->reason);
	if (event->length)
		fputs(": ", stderr);
	for (size_t i = 0; i < event->length && i < MAX_SHOWN; i++)
		fputc(event->text[i] < ' ' || event->text[i] > '~'
			      ? '?'
			      : event->text[i],
		      stderr);
	fputs(event->length > MAX_SHOWN ? "...\n" : "\n", stderr);
}

static void count(struct job *job)
{
	job->games++;
	job->broken += job->is_broken;
	job->moves += job->is_broken ? 0 : job->game_moves;
	job->game_moves = 0;
	job->is_broken = false;
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct job *job = self;

	if (event->kind == RK_PGN_MOVE)
		job->game_moves++;
	if (event->kind == RK_PGN_ERROR) {
		host_pgn_complain(job->name, job->games + 1, event);
		job->is_broken = true;
	}
	if (event->kind == RK_PGN_END)
		count(job);
	return job->normalises ? rk_pgn_normalise(&job->normaliser, event)
			       : NULL;
}

static void write_out(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

/* Until the file ends or nobody takes the output any more. */
static void go_through(struct job *job, FILE *file)
{
	static char piece[1 << 16];
	size_t length;

	rk_pgn_normaliser_new(&job->normaliser,
			      (struct rk_out){write_out, stdout}, job->tags,
			      HOST_PGN_TAGS, job->game, HOST_PGN_GAME);
	rk_pgn_reader_new(&job->reader, job->token, HOST_PGN_TOKEN, job->levels,
			  HOST_PGN_LEVELS, (struct rk_pgn_listener){hear, job});
	do {
		length = fread(piece, 1, sizeof(piece), file);
		rk_pgn_reader_feed(&job->reader, piece, length);
	} while (length && !ferror(stdout));
	rk_pgn_reader_finish(&job->reader);
}

static enum host_exit report(const struct job *job)
{
	fprintf(job->normalises ? stderr : stdout,
		"%" PRIu64 " games, %" PRIu64 " broken, %" PRIu64 " moves\n",
		job->games, job->broken, job->moves);
	return job->broken ? HOST_FAILED : HOST_OK;
}

static enum host_exit cannot(const char *what, const char *name)
{
	fprintf(stderr, "rookery: cannot %s %s: %s\n", what, name,
		strerror(errno));
	return HOST_FAILED;
}

static enum host_exit read_games(struct job *job)
{
	bool is_input = !strcmp(job->name, "-");
	FILE *file = is_input ? stdin : fopen(job->name, "rb");
	enum host_exit status = HOST_OK;

	if (!file)
		return cannot("open", job->name);
	go_through(job, file);
	if (ferror(file))
		status = cannot("read", job->name);
	if (!is_input)
		fclose(file);
	return report(job) ? HOST_FAILED : status;
}

enum host_exit host_pgn(int word_count, char **words)
{
	struct job *job;
	const char *name = NULL;
	bool normalises = false;
	enum host_exit status;

	for (int i = 0; i < word_count; i++) {
		if (!strcmp(words[i], "--normalise"))
			normalises = true;
		else if (!strcmp(words[i], "--check"))
			normalises = false;
		else if (words[i][0] == '-' && words[i][1])
			return host_refuse("pgn has no option \"%s\"",
					   words[i]);
		else if (name)
			return host_refuse("pgn takes one FILE");
		else
			name = words[i];
	}
	if (!name)
		return host_refuse("pgn needs a FILE, or - for standard input");
	job = calloc(1, sizeof(*job));
	if (!job)
		return cannot("read", name);
	job->name = name;
	job->normalises = normalises;
	status = read_games(job);
	free(job);
	return status;
}
