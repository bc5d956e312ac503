/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Stepping through the game: the board shows an earlier position, and nothing
 * of the game changes. What is drawn is a copy of the console whose game is
 * rewound; it reads the same log. When the game goes on, the stepping ends.
 */
#include <stdio.h>
#include <string.h>

#include "ports/host/play.h"
#include "rookery/panel.h"

static bool is_move(const struct rk_game *game, uint32_t at)
{
	return rk_event_kind(game->log[at]) == RK_EVENT_MOVE;
}

/* The number of events before the last move, or after the next one. */
static uint32_t before(const struct rk_game *game, uint32_t at)
{
	while (at && !is_move(game, at - 1))
		at--;
	return at ? at - 1 : 0;
}

static uint32_t after(const struct rk_game *game, uint32_t at)
{
	while (at < game->now && !is_move(game, at))
		at++;
	return at < game->now ? at + 1 : at;
}

static bool can_step(const struct host_play *play)
{
	const struct rk_console *console = play->console;

	return !console->in_setup && !rk_console_shows_next(console) &&
	       rk_game_plies(&console->game);
}

static bool is_back(const struct host_play *play)
{
	return play->is_back && play->back_from == play->console->game.now &&
	       can_step(play);
}

void host_step_end(struct host_play *play)
{
	play->is_back = false;
}

static uint32_t count_moves(const struct rk_game *game, uint32_t to)
{
	uint32_t moves = 0;

	for (uint32_t at = 0; at < to; at++)
		moves += is_move(game, at);
	return moves;
}

static void go(struct host_play *play, uint32_t to)
{
	const struct rk_game *game = &play->console->game;

	play->said.length = 0;
	play->back_to = to;
	play->back_from = game->now;
	/* After the last move the board is that of the game. */
	play->is_back = after(game, to) != to;
	host_review_tell(play, count_moves(game, to));
}

bool host_step_key(struct host_play *play, const struct host_key *key)
{
	const struct rk_game *game = &play->console->game;
	uint32_t at = is_back(play) ? play->back_to : game->now;

	if (!can_step(play))
		return false;
	switch (key->code) {
	case HOST_KEY_PAGE_UP:
	case HOST_KEY_WHEEL_UP:
		go(play, before(game, at));
		return true;
	case HOST_KEY_PAGE_DOWN:
	case HOST_KEY_WHEEL_DOWN:
		go(play, after(game, at));
		return true;
	case HOST_KEY_HOME:
		go(play, 0);
		return true;
	case HOST_KEY_END:
	case HOST_KEY_ESCAPE:
		if (!is_back(play))
			return false;
		go(play, game->now);
		return true;
	default:
		return false;
	}
}

struct rk_console *host_step_seen(struct host_play *play)
{
	struct rk_console *earlier = &play->earlier;

	play->is_back = is_back(play);
	if (!play->is_back)
		return play->console;
	*earlier = *play->console;
	earlier->looks_back = true;
	memset(&earlier->lit, 0, sizeof(earlier->lit));
	rk_game_rewind(&earlier->game, play->back_to);
	return earlier;
}

const char *host_step_status(struct host_play *play)
{
	const struct rk_console *earlier = &play->earlier;
	struct host_text text = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&text);

	if (!play->is_back)
		return NULL;
	host_text_format(&text, "Move %u of %u", rk_game_plies(&earlier->game),
			 rk_game_plies(&play->console->game));
	if (rk_game_plies(&earlier->game)) {
		host_text_put(&text, ": ");
		rk_panel_last_move(&out, earlier);
	}
	host_text_put(&text, "  PageUp, PageDown: step  End: the game");
	snprintf(play->status, sizeof(play->status), "%.*s", (int)text.length,
		 text.bytes ? text.bytes : "");
	host_text_free(&text);
	return play->status;
}
