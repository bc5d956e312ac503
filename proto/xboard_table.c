/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The commands of the xboard protocol as a table, and those of them that only
 * change how things stand. `quit` is in proto/xboard.c, for it ends the run.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define RUNS(name) \
	static void name(struct rk_xboard *xb, const struct rk_line *line)

RUNS(ignore)
{
	(void)xb;
	(void)line;
}

RUNS(new_game)
{
	const struct rk_thinker *thinker = xb->port->thinker;
	struct rk_pos start;

	(void)line;
	rk_xboard_abandon(xb);
	rk_pos_start(&start);
	rk_xboard_begin(xb, &start);
	thinker->forget(thinker->self);
	xb->chess960 = false;
	xb->plays = RK_BLACK;
	xb->forced = xb->analysing;
	xb->paused = false;
	xb->depth = 0;
	rk_xboard_reset_clock(xb);
}

RUNS(force)
{
	(void)line;
	rk_xboard_abandon(xb);
	xb->forced = true;
	xb->analysing = false;
	xb->paused = false;
	xb->draw_offered = false;
}

/* The engine takes a seat: that of the side to move, or the other one. */
static void play_as(struct rk_xboard *xb, const struct rk_line *line, int other)
{
	if (!rk_xboard_take_turn(xb)) {
		rk_xboard_error(xb, "illegal position", line);
		return;
	}
	rk_xboard_abandon(xb);
	if (xb->plays != (xb->pos.side ^ other))
		rk_xboard_forget_scores(xb);
	xb->plays = (uint8_t)(xb->pos.side ^ other);
	xb->forced = false;
	xb->analysing = false;
	xb->paused = false;
	xb->over = false;
	xb->waits = false;
	xb->rests = false;
	xb->turn_start = rk_xboard_now(xb);
	if (!rk_pos_has_move(&xb->pos))
		rk_xboard_announce_end(xb);
}

RUNS(go)
{
	play_as(xb, line, 0);
}

RUNS(play_other)
{
	play_as(xb, line, 1);
}

RUNS(user_move)
{
	if (line->count == 2)
		rk_xboard_move(xb, line, line->words[1]);
	else
		rk_xboard_error(xb, "expected a move", line);
}

RUNS(move_now)
{
	const struct rk_thinker *thinker = xb->port->thinker;

	(void)line;
	if (xb->activity == RK_XBOARD_THINK && !xb->answered)
		thinker->stop(thinker->self);
}

RUNS(set_depth)
{
	uint32_t depth;

	if (!rk_xboard_argument(xb, line, 1, UINT32_MAX, &depth))
		return;
	rk_xboard_abandon(xb);
	xb->depth = depth > RK_XBOARD_MAX_DEPTH ? RK_XBOARD_MAX_DEPTH
						: (int)depth;
}

/* Answered when the move it waits for is made; see answer_pings(). */
RUNS(ping)
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

RUNS(result)
{
	(void)line;
	rk_xboard_abandon(xb);
	xb->over = true;
	xb->draw_offered = false;
}

static bool take_back(struct rk_xboard *xb, const struct rk_line *line,
		      uint32_t plies)
{
	if (xb->illegal || plies > xb->count) {
		rk_xboard_error(xb, "command not legal now", line);
		return false;
	}
	rk_xboard_abandon(xb);
	rk_xboard_take_back(xb, plies);
	return true;
}

RUNS(undo)
{
	take_back(xb, line, 1);
}

RUNS(remove_moves)
{
	if (take_back(xb, line, 2))
		xb->turn_start = rk_xboard_now(xb);
}

RUNS(hard)
{
	(void)line;
	xb->ponders = true;
}

RUNS(easy)
{
	(void)line;
	xb->ponders = false;
}

RUNS(post)
{
	(void)line;
	xb->posts = true;
}

RUNS(no_post)
{
	(void)line;
	xb->posts = false;
}

RUNS(analyze)
{
	if (!rk_xboard_take_turn(xb)) {
		rk_xboard_error(xb, "illegal position", line);
		return;
	}
	rk_xboard_abandon(xb);
	xb->analysing = true;
	xb->forced = true;
	xb->paused = false;
	xb->rests = false;
}

RUNS(exit_analysis)
{
	if (!xb->analysing) {
		rk_xboard_error(xb, "command not legal now", line);
		return;
	}
	rk_xboard_abandon(xb);
	xb->analysing = false;
}

RUNS(status)
{
	(void)line;
	if (xb->activity != RK_XBOARD_IDLE)
		rk_xboard_out_status(xb);
}

RUNS(pause_all)
{
	(void)line;
	if (xb->paused)
		return;
	rk_xboard_abandon(xb);
	xb->paused = true;
	xb->pause_start = rk_xboard_now(xb);
}

/* The time in between is nobody's. */
RUNS(resume)
{
	if (!xb->paused) {
		rk_xboard_error(xb, "command not legal now", line);
		return;
	}
	xb->paused = false;
	xb->turn_start += rk_xboard_now(xb) - xb->pause_start;
}

RUNS(help);

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

RUNS(help)
{
	(void)line;
	for (size_t i = 0; i < command_count; i++)
		rk_out_line(&xb->port->out, "# ", commands[i].name, ": ",
			    commands[i].help);
}

const struct rk_xboard_command *rk_xboard_find(struct rk_word name)
{
	for (size_t i = 0; i < command_count; i++)
		if (rk_word_is(name, commands[i].name))
			return &commands[i];
	return NULL;
}
