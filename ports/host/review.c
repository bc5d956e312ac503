/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reviewing a game after its end, in the terminal: every position is searched
 * once, moves get verdicts as from `rookery analyse`, and stepping through the
 * game tells them. A review holds for the game that it was made of and is
 * thrown away when another one is there.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/analyse.h"
#include "ports/host/play.h"
#include "rookery/graph.h"
#include "rookery/notation.h"
#include "rookery/verdict.h"

#define NODES 100000 /* for each position: a second for a dozen */

static const char *const signs[RK_VERDICTS] = {"", "?!", "?", "??"};
static const char *const names[RK_VERDICTS] = {"", "An inaccuracy", "A mistake",
					       "A blunder"};

bool host_review_is_possible(const struct host_play *play)
{
	const struct rk_console *console = play->console;
	const struct rk_game *game = &console->game;

	return rk_console_state(console) == RK_CONSOLE_OVER &&
	       !rk_console_shows_next(console) && console->thinker &&
	       game->rules->orthodox && rk_game_plies(game);
}

/* ---- Collecting the positions ---- */

static bool collect(void *self, const union rk_any_pos *pos,
		    struct rk_event event)
{
	struct host_review *review = self;
	struct host_reviewed *place = &review->places[review->count];

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	place->pos = pos->two;
	place->played = rk_event_move(event);
	review->keys[review->count++] = rk_pos_key_repetition(&pos->two);
	return true;
}

static bool begin(struct host_review *review, const struct rk_game *game)
{
	size_t count = (size_t)rk_game_plies(game) + 1;

	host_review_free(review);
	review->places = calloc(count, sizeof(*review->places));
	review->keys = calloc(count, sizeof(*review->keys));
	if (!review->places || !review->keys)
		return false;
	rk_game_walk(game, collect, review);
	review->places[review->count++].pos = game->pos.two;
	review->now = game->now;
	review->rules = game->rules;
	review->key = game->rules->key(&game->pos);
	return true;
}

void host_review_free(struct host_review *review)
{
	free(review->places);
	free(review->keys);
	*review = (struct host_review){.places = NULL};
}

/* ---- Searching ---- */

static void hear_info(void *self, const struct rk_info *info)
{
	struct host_reviewed *place = self;

	if (!info->move_count || info->line != 1 ||
	    info->bound != RK_BOUND_EXACT)
		return;
	place->score = info->score;
	place->best = info->moves[0];
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	(void)self;
	(void)answer;
}

/* At the end of the game the rules have the word, if they ended it. */
static bool is_end(const struct rk_game *game, struct host_reviewed *place)
{
	struct rk_outcome end = game->rules->status(rk_any_of(&place->pos));

	if (place->played || (end.reason == RK_REASON_NONE &&
			      (game->outcome.reason < RK_REASON_STALEMATE ||
			       game->outcome.reason > RK_REASON_FIFTY)))
		return false;
	place->score = end.reason == RK_REASON_CHECKMATE ? -RK_SCORE_MATE : 0;
	return true;
}

static void search(struct host_play *play, size_t at)
{
	const struct rk_thinker *thinker = play->console->thinker;
	struct host_review *review = &play->review;
	struct host_reviewed *place = &review->places[at];
	const struct rk_listener listener = {place, hear_info, hear_answer};
	struct rk_task task = {
		.rules = play->console->game.rules,
		.pos.two = place->pos,
		.keys = review->keys,
		.key_count = (int)at,
		.nodes = NODES,
		.analyse = true,
	};

	if (is_end(&play->console->game, place))
		return;
	thinker->forget(thinker->self);
	thinker->start(thinker->self, &task, &listener);
}

/* False if a key or Ctrl-C has stopped it. */
static bool search_all(struct host_play *play)
{
	struct host_review *review = &play->review;

	play->is_reviewing = true;
	play->interrupted = false;
	for (size_t i = 0; i < review->count && !play->interrupted; i++) {
		play->said.length = 0;
		host_text_format(&play->said,
				 "Reviewing: %zu of %zu. A key stops it.\n",
				 i + 1, review->count);
		host_view_draw(play);
		search(play, i);
	}
	play->is_reviewing = false;
	play->said.length = 0;
	return !play->interrupted;
}

/* ---- Telling ---- */

static void judge(struct host_review *review)
{
	static const uint8_t marks[RK_VERDICTS] = {0, 0, 1, 2};

	for (size_t i = 0; i < review->count; i++) {
		struct host_reviewed *place = &review->places[i];
		int expected = rk_expected(&place->pos, place->score);
		struct rk_move_verdict verdict;

		place->point.is_known = true;
		place->point.expected = place->pos.side == RK_WHITE
						? expected
						: 1000 - expected;
		if (i + 1 == review->count)
			break;
		verdict = rk_verdict_of_move(&place->pos, place->score,
					     -place[1].score,
					     place->best == place->played);
		place->verdict = verdict.verdict;
		place[1].point.marks = marks[verdict.verdict];
		rk_accuracy_add(&review->total[place->pos.side], &verdict);
	}
}

static void tell_player(struct host_text *text, const char *name,
			const struct rk_accuracy *total)
{
	uint32_t accuracy = rk_accuracy_percent(total);

	host_text_format(text, "%s %u.%u %%", name, accuracy / 10,
			 accuracy % 10);
	for (int i = RK_VERDICT_INACCURACY; i < RK_VERDICTS; i++)
		host_text_format(text, "  %s %u", signs[i], total->count[i]);
}

static void draw_graph(struct host_play *play)
{
	const struct host_review *review = &play->review;
	const struct rk_out out = host_text_out(&play->said);
	struct rk_graph_point *points = calloc(review->count, sizeof(*points));
	const struct rk_graph graph = {
		.points = points,
		.count = review->count,
		.columns = play->screen.width - 4,
		.glyphs = play->console->look.glyphs,
	};

	for (size_t i = 0; points && i < review->count; i++)
		points[i] = review->places[i].point;
	if (points)
		rk_graph_write(&out, &graph);
	free(points);
}

void host_review(void *self)
{
	struct host_play *play = self;
	struct host_review *review = &play->review;

	if (!begin(review, &play->console->game)) {
		host_text_put(&play->said, "Not enough memory.\n");
		return;
	}
	if (!search_all(play)) {
		host_review_free(review);
		host_text_put(&play->said, "The review was stopped.\n");
		return;
	}
	judge(review);
	tell_player(&play->said, "White", &review->total[RK_WHITE]);
	host_text_put(&play->said, play->screen.width < 80 ? "\n" : "     ");
	tell_player(&play->said, "Black", &review->total[RK_BLACK]);
	host_text_put(&play->said, "\n");
	draw_graph(play);
}

bool host_review_is_known(const struct host_play *play)
{
	const struct rk_game *game = &play->console->game;
	const struct host_review *review = &play->review;

	return review->count && host_review_is_possible(play) &&
	       review->now == game->now && review->rules == game->rules &&
	       review->key == game->rules->key(&game->pos);
}

/* "A blunder: 2... Nf6 was better, +0.30; now -3.10." */
void host_review_tell(struct host_play *play, uint32_t ply)
{
	const struct host_reviewed *place;
	struct host_text *said = &play->said;
	rk_move best;
	int sign;

	if (!ply || !host_review_is_known(play) || ply >= play->review.count)
		return;
	place = &play->review.places[ply - 1];
	best = (rk_move)place->best;
	sign = place->pos.side == RK_WHITE ? 1 : -1;
	if (place->verdict == RK_VERDICT_GOOD) {
		host_text_put(said, "The score is ");
	} else {
		host_text_format(said, "%s (%s): ", names[place->verdict],
				 signs[place->verdict]);
		host_analyse_put_line(said, &place->pos, &best, 1);
		host_text_put(said, " was better, ");
		host_analyse_put_score(said, sign * place->score);
		host_text_put(said, "; now ");
	}
	host_analyse_put_score(said, -sign * place[1].score);
	host_text_put(said, ".\n");
}
