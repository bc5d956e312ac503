/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The table of commands, and the commands that only change the state. `quit` is
 * handled in proto/xboard.c, since it ends the conversation.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define COMMAND(name) \
	static void name(struct rk_xboard *xb, const struct rk_line *line)

COMMAND(ignore)
{
	(void)xb;
	(void)line;
}

COMMAND(new_game)
{
	const struct rk_thinker *thinker = xb->thinker;

	(void)line;
	rk_xboard_stop_search(xb);
	rk_xboard_set_position(xb, NULL);
	thinker->forget(thinker->self);
	xb->chess960 = false;
	xb->engine_side = RK_BLACK;
	xb->force = xb->analysing;
	xb->paused = false;
	xb->depth = 0;
	rk_xboard_reset_clock(xb);
}

COMMAND(force)
{
	(void)line;
	rk_xboard_stop_search(xb);
	xb->force = true;
	xb->analysing = false;
	xb->paused = false;
	xb->draw_offered = false;
}

/* The engine plays the side to move, or the other one. */
static void play_as(struct rk_xboard *xb, const struct rk_line *line, int other)
{
	if (!rk_xboard_apply_turn(xb)) {
		rk_xboard_error(xb, "illegal position", line);
		return;
	}
	rk_xboard_stop_search(xb);
	if (xb->engine_side != (rk_xboard_pos(xb)->side ^ other))
		rk_xboard_reset_scores(xb);
	xb->engine_side = (uint8_t)(rk_xboard_pos(xb)->side ^ other);
	xb->force = false;
	xb->analysing = false;
	xb->paused = false;
	xb->game_over = false;
	xb->waiting = false;
	xb->search_done = false;
	xb->turn_start = rk_xboard_now(xb);
	if (!rk_pos_has_move(rk_xboard_pos(xb)))
		rk_xboard_announce_end(xb);
}

COMMAND(go)
{
	play_as(xb, line, 0);
}

COMMAND(play_other)
{
	play_as(xb, line, 1);
}

COMMAND(user_move)
{
	if (line->count == 2)
		rk_xboard_move(xb, line, line->words[1]);
	else
		rk_xboard_error(xb, "expected a move", line);
}

COMMAND(move_now)
{
	const struct rk_thinker *thinker = xb->thinker;

	(void)line;
	if (xb->activity == RK_XBOARD_THINK && !xb->answered)
		thinker->stop(thinker->self);
}

COMMAND(set_depth)
{
	uint32_t depth;

	if (!rk_xboard_argument(xb, line, 1, UINT32_MAX, &depth))
		return;
	rk_xboard_stop_search(xb);
	xb->depth = depth > RK_XBOARD_MAX_DEPTH ? RK_XBOARD_MAX_DEPTH
						: (int)depth;
}

/* Answered at once, or after the move that is being searched. */
COMMAND(ping)
{
	uint32_t number;

	if (!rk_xboard_argument(xb, line, 0, UINT32_MAX, &number))
		return;
	if (xb->ping_count == RK_XBOARD_PINGS) {
		rk_xboard_error(xb, "too many at once", line);
		return;
	}
	xb->pings[xb->ping_count++] = number;
}

COMMAND(result)
{
	(void)line;
	rk_xboard_stop_search(xb);
	xb->game_over = true;
	xb->draw_offered = false;
}

static bool take_back(struct rk_xboard *xb, const struct rk_line *line,
		      uint32_t plies)
{
	if (xb->illegal || plies > rk_game_plies(&xb->game)) {
		rk_xboard_error(xb, "command not legal now", line);
		return false;
	}
	rk_xboard_stop_search(xb);
	rk_xboard_undo_moves(xb, plies);
	return true;
}

COMMAND(undo)
{
	take_back(xb, line, 1);
}

COMMAND(remove_moves)
{
	if (take_back(xb, line, 2))
		xb->turn_start = rk_xboard_now(xb);
}

COMMAND(hard)
{
	(void)line;
	xb->ponder = true;
}

COMMAND(easy)
{
	(void)line;
	xb->ponder = false;
}

COMMAND(post)
{
	(void)line;
	xb->post = true;
}

COMMAND(no_post)
{
	(void)line;
	xb->post = false;
}

COMMAND(analyze)
{
	if (!rk_xboard_apply_turn(xb)) {
		rk_xboard_error(xb, "illegal position", line);
		return;
	}
	rk_xboard_stop_search(xb);
	xb->analysing = true;
	xb->force = true;
	xb->paused = false;
	xb->search_done = false;
}

COMMAND(exit_analysis)
{
	if (!xb->analysing) {
		rk_xboard_error(xb, "command not legal now", line);
		return;
	}
	rk_xboard_stop_search(xb);
	xb->analysing = false;
}

COMMAND(status)
{
	(void)line;
	if (xb->activity != RK_XBOARD_IDLE)
		rk_xboard_out_status(xb);
}

COMMAND(pause_all)
{
	(void)line;
	if (xb->paused)
		return;
	rk_xboard_stop_search(xb);
	xb->paused = true;
	xb->pause_start = rk_xboard_now(xb);
}

/* The pause does not count on the clock. */
COMMAND(resume)
{
	if (!xb->paused) {
		rk_xboard_error(xb, "command not legal now", line);
		return;
	}
	xb->paused = false;
	xb->turn_start += rk_xboard_now(xb) - xb->pause_start;
}

COMMAND(help);

static const struct rk_xboard_command commands[] = {
	{"xboard", "first of all: this protocol is spoken", ignore},
	{"protover", "N: tell what the engine can do", rk_xboard_run_protover},
	{"accepted", "a feature is; nothing to be done", ignore},
	{"rejected", "a feature is not; nothing to be done", ignore},
	{"new", "a new game, the engine plays Black", new_game},
	{"variant", "normal or fischerandom, after new", rk_xboard_run_variant},
	{"quit", "the end", ignore},
	{"random", "ignored", ignore},
	{"force", "play neither colour", force},
	{"go", "play the colour to move, and move", go},
	{"playother", "play the other colour", play_other},
	{"white", "White is to move, the engine plays Black",
	 rk_xboard_run_colour},
	{"black", "Black is to move, the engine plays White",
	 rk_xboard_run_colour},
	{"level", "MOVES MINUTES[:SECONDS] INCREMENT: the clock",
	 rk_xboard_run_level},
	{"st", "SECONDS for every move, no clock", rk_xboard_run_st},
	{"sd", "PLIES to think at most", set_depth},
	{"time", "hundredths of a second on the engine's clock",
	 rk_xboard_run_time},
	{"otim", "the same of the opponent's", rk_xboard_run_otim},
	{"usermove", "MOVE; a move without the word is one too", user_move},
	{"?", "move now", move_now},
	{"ping", "N: say pong N when all before it is done", ping},
	{"draw", "the opponent offers one", rk_xboard_run_draw},
	{"result", "the game is over", result},
	{"setboard", "FEN: another position", rk_xboard_run_setboard},
	{"edit", "change the position: # c Pa4 xa4 and . to end",
	 rk_xboard_run_edit},
	{"hint", "suggest a move", rk_xboard_run_hint},
	{"bk", "show the book's moves", rk_xboard_run_bk},
	{"undo", "take back a move", undo},
	{"remove", "take back a move of each", remove_moves},
	{"hard", "think on the opponent's time", hard},
	{"easy", "do not", easy},
	{"post", "show what is thought", post},
	{"nopost", "do not", no_post},
	{"analyze", "think about the position until exit", analyze},
	{"exit", "no more analysis", exit_analysis},
	{".", "how far the thinking is", status},
	{"name", "the opponent's; ignored", ignore},
	{"rating", "ignored", ignore},
	{"computer", "ignored", ignore},
	{"ics", "ignored", ignore},
	{"pause", "stop thinking and the clocks", pause_all},
	{"resume", "go on after pause", resume},
	{"memory", "MEGABYTES for the table of positions",
	 rk_xboard_run_memory},
	{"cores", "threads to think with", rk_xboard_run_cores},
	{"option", "NAME=VALUE", rk_xboard_run_option},
	{"exclude", "MOVE or all: do not think about it here",
	 rk_xboard_run_exclude},
	{"include", "MOVE or all: do again", rk_xboard_run_exclude},
	{"help", "print this table", help},
};

static const size_t command_count = sizeof(commands) / sizeof(*commands);

COMMAND(help)
{
	(void)line;
	for (size_t i = 0; i < command_count; i++)
		rk_out_line(&xb->out, "# ", commands[i].name, ": ",
			    commands[i].help);
}

const struct rk_xboard_command *rk_xboard_find(struct rk_word name)
{
	for (size_t i = 0; i < command_count; i++)
		if (rk_word_is(name, commands[i].name))
			return &commands[i];
	return NULL;
}
