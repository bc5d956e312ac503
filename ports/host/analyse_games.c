/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse of games: files in, one game after the other to
 * analyse_game.c. A game is read twice: here, to see that it is whole and to
 * collect the moves of its main line, and there, from its text, to be written
 * with what was found.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/analyse_game.h"

static bool grow(struct host_games *games)
{
	size_t room = games->room ? games->room * 2 : 256;
	struct host_place *places = realloc(games->places, room * sizeof(*places));

	if (!places)
		return false;
	games->places = places;
	games->room = room;
	return true;
}

static const char *add_place(struct host_games *games, const struct rk_pos *pos,
			     rk_move played)
{
	struct host_place *place;

	if (games->count == games->room && !grow(games))
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
		{ "White", games->white }, { "Black", games->black },
		{ "Result", games->result },
	};

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (!strcmp(event->name, kept[i].name))
			snprintf(kept[i].to, HOST_NAME_SIZE, "%s", event->text);
}

static const char *end_game(struct host_games *games,
			    const struct rk_pgn_event *event)
{
	games->has_ended = true;
	games->text_end = event->place.offset;
	games->is_foreign = event->rules != &rk_rules_standard;
	if (games->is_foreign)
		games->count = 0;
	if (games->is_foreign || games->is_broken)
		return NULL;
	return add_place(games, event->pos, RK_NO_MOVE);
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct host_games *games = self;

	switch (event->kind) {
	case RK_PGN_TAG:
		keep_tag(games, event);
		break;
	case RK_PGN_MOVE:
		if (!games->depth && event->rules == &rk_rules_standard)
			return add_place(games, event->pos,
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
		host_pgn_complain(games->name, games->games + 1, event);
		break;
	case RK_PGN_END:
		return end_game(games, event);
	default:
		break;
	}
	return NULL;
}

bool host_games_fail(struct host_games *games, const char *reason)
{
	host_progress_hide(&games->analyse->progress);
	fprintf(stderr, "rookery: %s\n", reason);
	games->failed = true;
	return false;
}

/* Makes ready for the next game, of which some bytes may be there. */
static void next_game(struct host_games *games, size_t used)
{
	struct host_text *text = &games->text;

	memmove(text->bytes, text->bytes + used, text->length - used);
	text->length -= used;
	games->text_start += used;
	games->games++;
	games->broken += games->is_broken;
	games->has_ended = false;
	games->is_broken = false;
	games->depth = 0;
	games->count = 0;
	*games->white = *games->black = *games->result = 0;
}

/*
 * A game may end because the next one has begun; then the bytes of that are
 * not part of it. False if this is the end of the run.
 */
static bool finish_game(struct host_games *games, bool is_line_end)
{
	size_t all = games->text.length, used = all;
	bool more = true;

	if (!is_line_end && games->text_end - games->text_start < all)
		used = (size_t)(games->text_end - games->text_start);
	games->text.length = used;
	if (!games->is_broken)
		more = host_games_take(games);
	games->text.length = all;
	if (more)
		next_game(games, used);
	return more;
}

static bool feed(struct host_games *games, struct host_source *source)
{
	while (source->at < source->length) {
		char c = source->piece[source->at++];

		host_text_add(&games->text, &c, 1);
		rk_pgn_reader_feed(&games->reader, &c, 1);
		if (games->has_ended &&
		    !finish_game(games, c == '\n' || c == '\r'))
			return false;
	}
	return true;
}

static enum host_exit status(const struct host_games *games)
{
	return games->failed || games->broken || ferror(games->out) ?
		       HOST_FAILED : HOST_OK;
}

enum host_exit host_games_read(struct host_games *games,
			       struct host_source *source)
{
	bool more;

	games->name = source->name;
	games->text.length = 0;
	games->text_start = 0;
	rk_pgn_reader_new(&games->reader, games->token, HOST_PGN_TOKEN,
			  games->levels, HOST_PGN_LEVELS,
			  (struct rk_pgn_listener){ hear, games });
	do {
		more = feed(games, source);
	} while (more && !host_analyse_is_stopped() &&
		 host_source_fill(source));
	if (more && !host_analyse_is_stopped()) {
		rk_pgn_reader_finish(&games->reader);
		if (games->has_ended)
			finish_game(games, true);
	}
	return source->failed ? HOST_FAILED : status(games);
}

/* Beginning and end. */

static bool open_output(struct host_games *games, const char *name)
{
	size_t size = strlen(name) + sizeof(".new");
	const char *reason;

	games->out_name = malloc(size);
	if (!games->out_name)
		return host_games_fail(games, "not enough memory");
	snprintf(games->out_name, size, "%s.new", name);
	games->out = fopen(games->out_name, "wb");
	if (!games->out) {
		host_refuse("cannot write %s: %s", games->out_name,
			    strerror(errno));
		return false;
	}
	games->report = stdout;
	reason = host_part_open(&games->part, name, &games->analyse->wishes);
	return !reason || host_games_fail(games, reason);
}

static void free_games(struct host_games *games)
{
	host_text_free(&games->text);
	free(games->places);
	free(games->remarks);
	free(games->points);
	free(games->keys);
	free(games->out_name);
	free(games);
}

struct host_games *host_games_open(struct host_analyse *analyse)
{
	struct host_games *games = calloc(1, sizeof(*games));

	if (!games) {
		fprintf(stderr, "rookery: not enough memory\n");
		return NULL;
	}
	games->analyse = analyse;
	games->out = stdout;
	games->report = stderr;
	if (!analyse->wishes.output ||
	    open_output(games, analyse->wishes.output))
		return games;
	host_games_close(games, HOST_FAILED);
	return NULL;
}

/* The output takes its name only when all of it is there. */
static enum host_exit close_output(struct host_games *games, bool is_done)
{
	const char *name = games->analyse->wishes.output;
	bool failed = ferror(games->out);

	failed |= fclose(games->out) != 0;
	if (is_done && !failed && !rename(games->out_name, name))
		return HOST_OK;
	if (is_done)
		host_refuse("cannot write %s: %s", name, strerror(errno));
	remove(games->out_name);
	return HOST_FAILED;
}

enum host_exit host_games_close(struct host_games *games,
				enum host_exit status)
{
	bool is_done = !host_analyse_is_stopped() && !games->failed;

	host_progress_hide(&games->analyse->progress);
	if (games->out_name && games->out &&
	    close_output(games, is_done) != HOST_OK) {
		is_done = false;
		status = HOST_FAILED;
	}
	if (host_analyse_is_stopped()) {
		fprintf(stderr, "rookery: stopped in game %" PRIu64 "%s\n",
			games->games + 1, games->part.file ?
			"; the same command goes on from there" : "");
		status = HOST_FAILED;
	}
	host_part_close(&games->part, is_done);
	free_games(games);
	return status;
}
