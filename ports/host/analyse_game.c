/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse of one game. Each position is searched once; its score is
 * both the best that was possible in it and the result of the move before it.
 * If nodes or depth are the limit, the engine is cleared between positions, so
 * that a run that was stopped and continued finds the same as one that was not.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/analyse_game.h"
#include "ports/host/term.h"
#include "rookery/status.h"

bool host_games_want(const struct host_analyse_options *options,
		     const struct rk_pos *pos)
{
	return pos->fullmove >= options->from &&
	       (!options->to || pos->fullmove <= options->to);
}

/*
 * Has the position occurred five times? Only positions since the last capture
 * or pawn move can be equal.
 */
static bool is_fivefold(const struct host_games *games, size_t at)
{
	const struct host_place *place = &games->places[at];
	int times = 1;

	for (size_t i = 2; i <= place->pos.halfmove && i <= at; i += 2)
		times += place[-(ptrdiff_t)i].key == place->key;
	return times >= 5;
}

/* Why a position is a draw by the rules, or NULL. */
static const char *why_drawn(const struct host_games *games, size_t at)
{
	switch (rk_pos_status(&games->places[at].pos)) {
	case RK_INSUFFICIENT:
		return "insufficient material";
	case RK_SEVENTY_FIVE:
		return "seventy-five moves";
	default:
		return is_fivefold(games, at) ? "fivefold repetition" : NULL;
	}
}

/* Finds where the game is over; a PGN may have moves beyond that. */
static void find_end(struct host_games *games)
{
	const char *reason = NULL;

	for (games->end = 0; games->end + 1 < games->count; games->end++) {
		reason = why_drawn(games, games->end);
		if (reason)
			break;
	}
	if (!reason)
		return;
	host_progress_hide(&games->analyse->progress);
	fprintf(games->analyse->err,
		"%s: game %" PRIu64 ": a draw by %s before move %d; the "
		"rest is not analysed\n",
		games->name, games->games + 1, reason,
		games->places[games->end].pos.fullmove);
}

/* Selects the positions before and after each requested move. */
static void choose_places(struct host_games *games)
{
	const struct host_analyse_options *options = &games->analyse->options;

	for (size_t i = 0; i < games->end; i++)
		if (host_games_want(options, &games->places[i].pos)) {
			games->places[i].is_wanted = true;
			games->places[i + 1].is_wanted = true;
		}
}

static void watch(void *self, const struct host_search_result *found)
{
	struct host_games *games = self;
	char what[48];

	(void)found;
	snprintf(what, sizeof(what), "game %" PRIu64, games->games + 1);
	host_progress_show(&games->analyse->progress, what);
}

/* Is the game over here? Then there is nothing to search. */
static bool is_end(const struct host_games *games, size_t at)
{
	struct host_place *place = &games->places[at];
	bool is_draw = at == games->end && at + 1 < games->count;

	if (rk_pos_has_move(&place->pos) && !is_draw)
		return false;
	place->line.score =
		rk_pos_in_check(&place->pos) && !is_draw ? -RK_SCORE_MATE : 0;
	place->line.length = 0;
	return true;
}

static void forget(const struct host_games *games, bool is_first)
{
	const struct rk_thinker *thinker = games->analyse->thinker;

	if (is_first || !games->analyse->options.time)
		thinker->forget(thinker->self);
}

static bool think(struct host_games *games, size_t at)
{
	struct host_analyse *analyse = games->analyse;
	struct host_place *place = &games->places[at];
	struct rk_task task = {
		.rules = games->rules,
		.pos.two = place->pos,
		.keys = games->keys,
		.key_count = (int)at,
	};

	if (analyse->find)
		return analyse->find(analyse->finder, &task, &place->line);
	if (host_analyse_is_stopped())
		return false;
	forget(games, !at || !games->places[at - 1].is_known);
	if (!host_analyse_think(analyse, &task, &games->found, watch, games) ||
	    !games->found.count)
		return false;
	place->line = games->found.lines[0];
	return true;
}

/*
 * Gets the result from the part file, or else by a search. False if it was
 * stopped.
 */
static bool evaluate_place(struct host_games *games, size_t at)
{
	struct host_progress *progress = &games->analyse->progress;
	struct host_place *place = &games->places[at];

	watch(games, NULL);
	if (is_end(games, at) ||
	    host_part_read(&games->part, at, &place->pos, &place->line)) {
		progress->given++;
	} else {
		if (!think(games, at))
			return false;
		host_part_write(&games->part, at, &place->line);
	}
	progress->done++;
	place->is_known = true;
	return true;
}

/* False if it was stopped. */
static bool evaluate_places(struct host_games *games)
{
	for (size_t i = 0; i < games->count; i++)
		if (games->places[i].is_wanted && !evaluate_place(games, i))
			return false;
	return true;
}

/* ---- Rating moves ---- */

static int white_score(const struct host_place *place)
{
	return place->pos.side == RK_WHITE ? place->line.score
					   : -place->line.score;
}

static void set_line(struct rk_remark *remark, struct host_place *place)
{
	int length = place->line.length;

	if (length > HOST_BETTER)
		length = HOST_BETTER;
	for (int i = 0; i < length; i++)
		place->better[i] = place->line.moves[i];
	remark->line = place->better;
	remark->line_length = length;
}

/* Rates the move between two positions that were searched. */
static void rate_move(struct host_games *games, size_t at)
{
	static const unsigned int nags[RK_VERDICTS] = {0, 6, 2, 4};
	static const uint8_t marks[RK_VERDICTS] = {0, 0, 1, 2};
	struct host_place *place = &games->places[at], *next = place + 1;
	struct rk_remark *remark = &games->remarks[at];
	struct rk_move_verdict rating =
		rk_verdict_of_move(&place->pos, place->line.score,
				   -next->line.score,
				   place->line.moves[0] == place->played);

	remark->nag = nags[rating.verdict];
	if (rating.verdict >= RK_VERDICT_MISTAKE)
		set_line(remark, place);
	/* The mating move itself gets no evaluation. */
	remark->has_score = next->line.score != -RK_SCORE_MATE;
	remark->score = white_score(next);
	games->points[at + 1].marks = marks[rating.verdict];
	rk_accuracy_add(&games->total[place->pos.side], &rating);
}

static void rate_moves(struct host_games *games)
{
	memset(games->total, 0, sizeof(games->total));
	for (size_t i = 0; i < games->count; i++) {
		const struct host_place *place = &games->places[i];
		struct rk_graph_point *point = &games->points[i];
		int expected = rk_expected(&place->pos, place->line.score);

		point->is_known = place->is_known;
		point->expected = place->pos.side == RK_WHITE ? expected
							      : 1000 - expected;
		if (place->is_known && i + 1 < games->count &&
		    games->places[i + 1].is_known)
			rate_move(games, i);
	}
}

/* ---- Writing ---- */

static void write_out(void *self, const char *text, size_t length)
{
	struct host_games *games = self;

	if (fwrite(text, 1, length, games->out) != length &&
	    !games->write_error)
		games->write_error = errno;
}

static const char *on_second_event(void *self, const struct rk_pgn_event *event)
{
	struct host_games *games = self;

	if (event->kind == RK_PGN_ERROR) {
		host_pgn_complain(games->analyse->err, games->name,
				  games->games + 1, event);
		games->is_broken = true;
	}
	return rk_annotate(&games->annotator, event);
}

static void write_game(struct host_games *games)
{
	host_progress_hide(&games->analyse->progress);
	rk_pgn_normaliser_new(&games->normaliser,
			      (struct rk_out){write_out, games}, games->tags,
			      HOST_PGN_TAGS, games->game, HOST_PGN_GAME);
	games->annotator = (struct rk_annotator){
		.normaliser = &games->normaliser,
		.remarks = games->remarks,
		.remark_count = games->count ? games->count - 1 : 0,
		.name = games->is_foreign ? NULL : "Rookery",
		.strips = games->analyse->options.strip,
		.buf = games->comment,
		.buf_size = sizeof(games->comment),
	};
	rk_pgn_reader_new(&games->second, games->second_token, HOST_PGN_TOKEN,
			  games->second_levels, HOST_PGN_LEVELS,
			  (struct rk_pgn_listener){on_second_event, games});
	rk_pgn_reader_begin_at(&games->second, games->cut.start);
	rk_pgn_reader_feed(&games->second, games->cut.text.bytes,
			   games->length);
	rk_pgn_reader_finish(&games->second);
}

/* Names are untrusted bytes, so control characters are filtered. */
static void put_title(struct host_text *text, const struct host_games *games)
{
	char title[4 * HOST_NAME_SIZE];
	int length = snprintf(title, sizeof(title),
			      "Game %" PRIu64 ": %s - %s, %s", games->games + 1,
			      *games->white ? games->white : "?",
			      *games->black ? games->black : "?",
			      *games->result ? games->result : "*");

	host_text_wrap(text, title, (size_t)length, sizeof(title));
}

static void report(struct host_games *games)
{
	struct host_text text = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&text);
	const struct rk_graph graph = {
		.points = games->points,
		.count = games->count,
		.columns = games->analyse->columns
				   ? games->analyse->columns
				   : host_term_columns(fileno(games->report)),
		.glyphs = games->analyse->is_utf8,
		.colours = games->analyse->colours,
	};

	put_title(&text, games);
	host_report_accuracy(&text, "White", &games->total[RK_WHITE]);
	host_report_accuracy(&text, "Black", &games->total[RK_BLACK]);
	rk_graph_write(&out, &graph);
	host_progress_hide(&games->analyse->progress);
	fwrite(text.bytes, 1, text.length, games->report);
	fflush(games->report);
	host_text_free(&text);
}

/* ---- One game ---- */

uint64_t host_games_hash(const char *text, size_t length)
{
	uint64_t sum = 0xcbf29ce484222325;

	for (size_t i = 0; i < length; i++)
		sum = (sum ^ (uint8_t)text[i]) * 0x100000001b3;
	return sum;
}

static bool reserve_memory(struct host_games *games)
{
	size_t count = games->count + 1;

	free(games->remarks);
	free(games->points);
	free(games->keys);
	games->remarks = calloc(count, sizeof(*games->remarks));
	games->points = calloc(count, sizeof(*games->points));
	games->keys = calloc(count, sizeof(*games->keys));
	if (!games->remarks || !games->points || !games->keys)
		return false;
	for (size_t i = 0; i < games->count; i++)
		games->keys[i] = games->places[i].key;
	return true;
}

/* The part file stays, so that the same command goes on once there is space. */
static bool fail_to_write(struct host_games *games)
{
	char reason[1024];

	snprintf(reason, sizeof(reason), "cannot write %s: %s",
		 games->analyse->options.output, strerror(games->write_error));
	return host_games_fail(games, reason);
}

bool host_games_take(struct host_games *games)
{
	bool is_done;

	if (!reserve_memory(games))
		return host_games_fail(games, "not enough memory");
	if (!host_part_game(&games->part, games->games + 1,
			    host_games_hash(games->cut.text.bytes,
					    games->length)))
		return host_games_fail(games,
				       "the games are not those that the "
				       "file .part is about; --restart "
				       "begins anew");
	find_end(games);
	choose_places(games);
	is_done = evaluate_places(games);
	if (games->part.failed)
		return host_games_fail(games, "cannot write the file .part");
	rate_moves(games);
	/*
	 * A file is written completely or not at all; on the screen a part is
	 * useful.
	 */
	if (is_done || !games->output.draft)
		write_game(games);
	if (games->write_error && games->output.file)
		return fail_to_write(games);
	if (is_done && !games->is_foreign && !games->is_broken)
		report(games);
	return is_done && !ferror(games->out);
}
