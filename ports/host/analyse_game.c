/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse of one game. Each position is looked at once; its score is
 * what can be had in it and what the move before it has led to. Where nodes or
 * depth limit the thinking the engine forgets between positions, so that a run
 * that was stopped and continued finds the same as one that was not.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/analyse_game.h"
#include "ports/host/term.h"
#include "rookery/status.h"

bool host_games_want(const struct host_wishes *wishes, const struct rk_pos *pos)
{
	return pos->fullmove >= wishes->from &&
	       (!wishes->to || pos->fullmove <= wishes->to);
}

/* The positions before and after each move that is asked for. */
static void choose_places(struct host_games *games)
{
	const struct host_wishes *wishes = &games->analyse->wishes;

	for (size_t i = 0; i + 1 < games->count; i++)
		if (host_games_want(wishes, &games->places[i].pos)) {
			games->places[i].is_wanted = true;
			games->places[i + 1].is_wanted = true;
		}
}

static void watch(void *self, const struct host_thought *thought)
{
	struct host_games *games = self;
	char what[48];

	(void)thought;
	snprintf(what, sizeof(what), "game %" PRIu64, games->games + 1);
	host_progress_show(&games->analyse->progress, what);
}

/* Where the game is over there is nothing to think about. */
static bool is_end(struct host_place *place)
{
	if (rk_pos_has_move(&place->pos))
		return false;
	place->line.score = rk_pos_in_check(&place->pos) ? -RK_SCORE_MATE : 0;
	place->line.length = 0;
	return true;
}

static void forget(const struct host_games *games, bool is_first)
{
	const struct rk_thinker *thinker = games->analyse->thinker;

	if (is_first || !games->analyse->wishes.time)
		thinker->forget(thinker->self);
}

static bool think(struct host_games *games, size_t at)
{
	struct host_place *place = &games->places[at];
	struct rk_task task = {
		.rules = &rk_rules_standard,
		.pos.two = place->pos,
		.keys = games->keys,
		.key_count = (int)at,
	};

	forget(games, !at || !games->places[at - 1].is_known);
	if (!host_analyse_think(games->analyse, &task, &games->thought, watch,
				games) ||
	    !games->thought.count)
		return false;
	place->line = games->thought.lines[0];
	return true;
}

/* From the part file if it is there, else by thinking. False: stopped. */
static bool know(struct host_games *games, size_t at)
{
	struct host_progress *progress = &games->analyse->progress;
	struct host_place *place = &games->places[at];

	watch(games, NULL);
	if (is_end(place) ||
	    host_part_read(&games->part, at, &place->pos, &place->line)) {
		progress->given++;
	} else {
		if (host_analyse_is_stopped() || !think(games, at))
			return false;
		host_part_write(&games->part, at, &place->line);
	}
	progress->done++;
	place->is_known = true;
	return true;
}

/* False if it was stopped on the way. */
static bool know_all(struct host_games *games)
{
	for (size_t i = 0; i < games->count; i++)
		if (games->places[i].is_wanted && !know(games, i))
			return false;
	return true;
}

/* Judging. */

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

/* The move from a place to the next one, both of which are known. */
static void judge(struct host_games *games, size_t at)
{
	static const unsigned int nags[RK_VERDICTS] = {0, 6, 2, 4};
	struct host_place *place = &games->places[at], *next = place + 1;
	struct rk_remark *remark = &games->remarks[at];
	struct rk_judgement judgement =
		rk_judge_move(&place->pos, place->line.score, -next->line.score,
			      place->line.moves[0] == place->played);

	remark->nag = nags[judgement.verdict];
	if (judgement.verdict >= RK_VERDICT_MISTAKE)
		set_line(remark, place);
	/* The mate itself needs no evaluation. */
	remark->has_score = next->line.score != -RK_SCORE_MATE;
	remark->score = white_score(next);
	games->points[at + 1].verdict = judgement.verdict;
	rk_conduct_add(&games->conduct[place->pos.side], &judgement);
}

static void judge_all(struct host_games *games)
{
	memset(games->conduct, 0, sizeof(games->conduct));
	for (size_t i = 0; i < games->count; i++) {
		const struct host_place *place = &games->places[i];
		struct host_point *point = &games->points[i];
		int expected = rk_expected(&place->pos, place->line.score);

		point->is_known = place->is_known;
		point->expected = place->pos.side == RK_WHITE ? expected
							      : 1000 - expected;
		if (place->is_known && i + 1 < games->count &&
		    games->places[i + 1].is_known)
			judge(games, i);
	}
}

/* Writing. */

static void write_out(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

/* The second reader sees nothing but the text of this game. */
static struct rk_pgn_place place_in_file(const struct host_games *games,
					 struct rk_pgn_place place)
{
	if (place.line == 1)
		place.column += games->start.column - 1;
	place.line += games->start.line - 1;
	place.offset += games->start.offset;
	return place;
}

static const char *hear_again(void *self, const struct rk_pgn_event *event)
{
	struct host_games *games = self;

	if (event->kind == RK_PGN_ERROR) {
		struct rk_pgn_event shown = *event;

		shown.place = place_in_file(games, event->place);
		host_pgn_complain(games->name, games->games + 1, &shown);
		games->is_broken = true;
	}
	return rk_annotate(&games->annotator, event);
}

static void write_game(struct host_games *games)
{
	host_progress_hide(&games->analyse->progress);
	rk_pgn_normaliser_new(&games->normaliser,
			      (struct rk_out){write_out, games->out},
			      games->tags, HOST_PGN_TAGS, games->game,
			      HOST_PGN_GAME);
	games->annotator = (struct rk_annotator){
		.normaliser = &games->normaliser,
		.remarks = games->remarks,
		.remark_count = games->count ? games->count - 1 : 0,
		.name = games->is_foreign ? NULL : "Rookery",
		.strips = games->analyse->wishes.strip,
		.room = games->comment,
		.room_size = sizeof(games->comment),
	};
	rk_pgn_reader_new(&games->second, games->second_token, HOST_PGN_TOKEN,
			  games->second_levels, HOST_PGN_LEVELS,
			  (struct rk_pgn_listener){hear_again, games});
	rk_pgn_reader_feed(&games->second, games->text.bytes,
			   games->text.length);
	rk_pgn_reader_finish(&games->second);
}

/* Names are others' bytes: nothing of them is obeyed by a terminal. */
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

	put_title(&text, games);
	host_report_conduct(&text, "White", &games->conduct[RK_WHITE]);
	host_report_conduct(&text, "Black", &games->conduct[RK_BLACK]);
	host_report_graph(&text, games->analyse, games->points, games->count,
			  host_term_columns(fileno(games->report)));
	host_progress_hide(&games->analyse->progress);
	fwrite(text.bytes, 1, text.length, games->report);
	fflush(games->report);
	host_text_free(&text);
}

/* One game. */

/* Fowler, Noll and Vo: enough to tell one game from another. */
static uint64_t sum_of(const struct host_text *text)
{
	uint64_t sum = 0xcbf29ce484222325;

	for (size_t i = 0; i < text->length; i++)
		sum = (sum ^ (uint8_t)text->bytes[i]) * 0x100000001b3;
	return sum;
}

static bool make_room(struct host_games *games)
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

bool host_games_take(struct host_games *games)
{
	bool is_done;

	if (!make_room(games))
		return host_games_fail(games, "not enough memory");
	if (!host_part_game(&games->part, games->games + 1,
			    sum_of(&games->text)))
		return host_games_fail(games,
				       "the games are not those that the "
				       "file .part is about; --restart "
				       "begins anew");
	choose_places(games);
	is_done = know_all(games);
	if (games->part.failed)
		return host_games_fail(games, "cannot write the file .part");
	judge_all(games);
	/* A draft is all or nothing; what is on the screen is good. */
	if (is_done || !games->output.draft)
		write_game(games);
	if (is_done && !games->is_foreign && !games->is_broken)
		report(games);
	return is_done && !ferror(games->out);
}
