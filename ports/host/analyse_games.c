/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse of games: reads files and passes one game after the other to
 * analyse_game.c. A game is read twice: here, to check it and to collect the
 * moves of its main line, and there, from its text, to write it with the
 * results.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/analyse_game.h"

static bool grow(struct host_games *games)
{
	size_t cap = games->cap ? games->cap * 2 : 256;
	struct host_place *places =
		realloc(games->places, cap * sizeof(*places));

	if (!places)
		return false;
	games->places = places;
	games->cap = cap;
	return true;
}

static const char *add_place(struct host_games *games, const struct rk_pos *pos,
			     rk_move played)
{
	struct host_place *place;

	if (games->count == games->cap && !grow(games))
		return "not enough memory for the game";
	place = &games->places[games->count++];
	memset(place, 0, sizeof(*place));
	place->pos = *pos;
	place->key = rk_pos_key_repetition(pos);
	place->played = played;
	return NULL;
}

static void keep_tag(struct host_games *games, const struct rk_pgn_event *event)
{
	const struct {
		const char *name;
		char *to;
	} kept[] = {
		{"White", games->white},
		{"Black", games->black},
		{"Result", games->result},
	};

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (!strcmp(event->name, kept[i].name))
			snprintf(kept[i].to, HOST_NAME_SIZE, "%s", event->text);
}

bool host_games_fail(struct host_games *games, const char *reason)
{
	host_progress_hide(&games->analyse->progress);
	fprintf(games->analyse->err, "rookery: %s\n", reason);
	games->failed = true;
	return false;
}

/* Prepares for the next game. */
static void next_game(struct host_games *games)
{
	games->games++;
	games->broken += games->is_broken;
	games->is_broken = false;
	games->depth = 0;
	games->count = 0;
	*games->white = *games->black = *games->result = 0;
}

/*
 * Ends a game. It may end because the next one has begun, whose bytes are not
 * part of it. False if the run ends here.
 */
static bool finish_game(struct host_games *games,
			const struct rk_pgn_place *end)
{
	bool more = true;

	games->length = host_cut_length(&games->cut, end);
	if (!games->is_broken)
		more = host_games_take(games);
	if (more)
		next_game(games);
	host_cut_drop(&games->cut, end);
	return more;
}

/* Later events, even of the same byte, belong to the next game. */
static void end_game(struct host_games *games, const struct rk_pgn_event *event)
{
	const char *reason = NULL;

	games->rules = event->rules;
	games->is_foreign = !event->rules->orthodox;
	if (games->is_foreign)
		games->count = 0;
	else if (!games->is_broken)
		reason = add_place(games, &event->pos->two, RK_NO_MOVE);
	games->is_over = reason ? !host_games_fail(games, reason)
				: !finish_game(games, &event->place);
}

static const char *on_event(void *self, const struct rk_pgn_event *event)
{
	struct host_games *games = self;

	if (games->is_over)
		return NULL;
	switch (event->kind) {
	case RK_PGN_TAG:
		keep_tag(games, event);
		break;
	case RK_PGN_RESULT:
		snprintf(games->result, HOST_NAME_SIZE, "%s", event->text);
		break;
	case RK_PGN_MOVE:
		if (!games->depth && event->rules->orthodox)
			return add_place(games, &event->pos->two,
					 (rk_move)event->move);
		break;
	case RK_PGN_OPEN:
		games->depth++;
		break;
	case RK_PGN_CLOSE:
		games->depth--;
		break;
	case RK_PGN_ERROR:
		games->is_broken = true;
		host_progress_hide(&games->analyse->progress);
		host_pgn_complain(games->analyse->err, games->name,
				  games->games + 1, event);
		break;
	case RK_PGN_END:
		end_game(games, event);
		break;
	default:
		break;
	}
	return NULL;
}

static void feed(struct host_games *games, struct host_source *source)
{
	while (source->at < source->length && !games->is_over)
		if (!host_cut_feed(&games->cut, source->piece[source->at++])) {
			games->is_over = true;
			host_games_fail(games, "not enough memory");
		}
}

static enum host_exit status(const struct host_games *games)
{
	return games->failed || games->broken || ferror(games->out)
		       ? HOST_FAILED
		       : HOST_OK;
}

enum host_exit host_games_read(struct host_games *games,
			       struct host_source *source)
{
	uint64_t before = games->games;

	games->name = source->name;
	host_cut_start(&games->cut, source->start,
		       (struct rk_pgn_listener){on_event, games});
	do {
		feed(games, source);
	} while (!games->is_over && !host_analyse_is_stopped() &&
		 host_source_fill(source));
	if (!games->is_over && !host_analyse_is_stopped()) {
		rk_pgn_reader_finish(&games->cut.reader);
		if (games->games == before && !games->is_over &&
		    !source->failed)
			return host_analyse_miss(games->analyse, source->name);
	}
	return source->failed ? HOST_FAILED : status(games);
}

/* ---- Opening and closing ---- */

static bool open_output(struct host_games *games, const char *name)
{
	const char *reason;

	if (!host_output_open(&games->output, name)) {
		host_refuse("cannot write %s: %s", name, strerror(errno));
		return false;
	}
	games->out = games->output.file;
	games->report = games->analyse->out;
	if (!games->output.draft)
		return true; /* a pipe or device cannot be continued later */
	reason = host_part_open(&games->part, name, &games->analyse->options);
	return !reason || host_games_fail(games, reason);
}

static void free_games(struct host_games *games)
{
	host_text_free(&games->cut.text);
	free(games->places);
	free(games->remarks);
	free(games->points);
	free(games->keys);
	free(games);
}

struct host_games *host_games_open(struct host_analyse *analyse)
{
	struct host_games *games = calloc(1, sizeof(*games));

	if (!games) {
		fprintf(analyse->err, "rookery: not enough memory\n");
		return NULL;
	}
	games->analyse = analyse;
	games->out = analyse->out;
	games->report = analyse->report;
	games->games = analyse->games;
	if (!analyse->options.output ||
	    open_output(games, analyse->options.output))
		return games;
	host_games_close(games, HOST_FAILED);
	return NULL;
}

/* The output gets its name only when it is complete. */
static enum host_exit close_output(struct host_games *games, bool is_done)
{
	if (host_output_close(&games->output, is_done))
		return HOST_OK;
	if (is_done)
		host_refuse("cannot write %s: %s",
			    games->analyse->options.output, strerror(errno));
	return HOST_FAILED;
}

enum host_exit host_games_close(struct host_games *games, enum host_exit status)
{
	bool is_done = !host_analyse_is_stopped() && !games->failed;

	host_progress_hide(&games->analyse->progress);
	if (games->output.file &&
	    close_output(games, is_done && games->games) != HOST_OK) {
		is_done = is_done && !games->games;
		status = HOST_FAILED;
	}
	if (host_analyse_is_stopped()) {
		fprintf(games->analyse->err,
			"rookery: stopped in game %" PRIu64 "%s\n",
			games->games + 1,
			games->part.file
				? "; the same command goes on from there"
				: "");
		status = HOST_FAILED;
	}
	host_part_close(&games->part, is_done);
	free_games(games);
	return status;
}
