/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery pgn: checks the games of a PGN file, or writes them in the export
 * format. A file of any size is read in pieces; memory is reserved for the
 * largest game that is accepted, most of it never touched. A broken game yields
 * one error line and is skipped; the next game is not affected.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/host.h"
#include "ports/host/pgn.h"

struct pgn_job {
	const char *name; /* of the file */
	bool normalises;
	uint64_t games;
	uint64_t broken;
	uint64_t moves;
	uint64_t game_moves; /* of the current game */
	bool is_broken;      /* the current game */
	size_t tag_count;    /* of it */
	size_t size;         /* upper bound of its size in the export format */
	struct rk_pgn_reader reader;
	struct rk_pgn_normaliser normaliser;
	struct rk_pgn_level levels[HOST_PGN_LEVELS];
	struct rk_pgn_tag tags[HOST_PGN_TAGS];
	char token[HOST_PGN_TOKEN];
	char game[HOST_PGN_GAME];
};

static void count(struct pgn_job *job)
{
	job->games++;
	job->broken += job->is_broken;
	job->moves += job->is_broken ? 0 : job->game_moves;
	job->game_moves = 0;
	job->is_broken = false;
	job->tag_count = 0;
	job->size = 0;
}

/*
 * An upper bound of the bytes of an event in the export format, with its gap.
 */
static size_t size_of(const struct rk_pgn_event *event)
{
	switch (event->kind) {
	case RK_PGN_TAG:
		return strlen(event->name) + event->length + 2;
	case RK_PGN_COMMENT:
		return event->length + 4;
	case RK_PGN_NAG:
		return event->nag < 10 ? 3 : 8;
	case RK_PGN_OPEN:
	case RK_PGN_CLOSE:
		return 2;
	default:
		return 48; /* a number, a move, or a seat that has left */
	}
}

/*
 * Why a game cannot be accepted, or NULL. The same limits hold for --check and
 * --normalise, so the normaliser's own limits are never reached.
 */
static const char *find_defect(struct pgn_job *job,
			       const struct rk_pgn_event *event)
{
	if (event->kind == RK_PGN_ERROR || event->kind == RK_PGN_END)
		return NULL;
	job->size += size_of(event);
	job->tag_count += event->kind == RK_PGN_TAG;
	if (event->kind == RK_PGN_COMMENT && event->is_cut)
		return "the comment is too long";
	return job->size > HOST_PGN_GAME || job->tag_count > HOST_PGN_TAGS
		       ? "the game is too long"
		       : NULL;
}

static const char *on_event(void *self, const struct rk_pgn_event *event)
{
	struct pgn_job *job = self;
	const char *reason = find_defect(job, event);

	if (event->kind == RK_PGN_MOVE)
		job->game_moves++;
	if (event->kind == RK_PGN_ERROR) {
		host_pgn_complain(stderr, job->name, job->games + 1, event);
		job->is_broken = true;
	}
	if (event->kind == RK_PGN_END)
		count(job);
	return reason || !job->normalises
		       ? reason
		       : rk_pgn_normalise(&job->normaliser, event);
}

static void write_out(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

/* Reads until the file ends or the output is closed. */
static void go_through(struct pgn_job *job, FILE *file)
{
	static char piece[1 << 16];
	size_t length;

	rk_pgn_normaliser_new(&job->normaliser,
			      (struct rk_out){write_out, stdout}, job->tags,
			      HOST_PGN_TAGS, job->game, HOST_PGN_GAME);
	rk_pgn_reader_new(&job->reader, job->token, HOST_PGN_TOKEN, job->levels,
			  HOST_PGN_LEVELS,
			  (struct rk_pgn_listener){on_event, job});
	do {
		length = fread(piece, 1, sizeof(piece), file);
		rk_pgn_reader_feed(&job->reader, piece, length);
	} while (length && !ferror(stdout));
	rk_pgn_reader_finish(&job->reader);
}

static enum host_exit report(const struct pgn_job *job)
{
	fprintf(job->normalises ? stderr : stdout,
		"%" PRIu64 " game%s, %" PRIu64 " broken, %" PRIu64 " move%s\n",
		job->games, job->games == 1 ? "" : "s", job->broken, job->moves,
		job->moves == 1 ? "" : "s");
	return job->broken ? HOST_FAILED : HOST_OK;
}

static enum host_exit cannot(const char *what, const char *name)
{
	fprintf(stderr, "rookery: cannot %s %s: %s\n", what, name,
		strerror(errno));
	return HOST_FAILED;
}

static enum host_exit read_games(struct pgn_job *job)
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
	struct pgn_job *job;
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
