/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The xboard protocol; the contract is rookery/xboard.h. A line runs its
 * command, which changes the state. No command starts a search: afterwards
 * rk_xboard_settle() derives from the state which search should run, and starts
 * it if it does not run already. Commands that change what is searched stop the
 * running search.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define MAX_SHOWN 60 /* bytes of a line repeated in an error message */

/* The line as it came, with control characters replaced. */
static void print_line(const struct rk_out *out, const struct rk_line *line)
{
	const char *text = line->words[0].text;
	const char *end = line->rest.length
				  ? line->rest.text + line->rest.length
				  : text + line->words[0].length;

	for (int i = 0; text < end && i < MAX_SHOWN; i++, text++)
		rk_out_char(out, *text < ' ' || *text > '~' ? '?' : *text);
	rk_out_text(out, text < end ? "...\n" : "\n");
}

void rk_xboard_error(struct rk_xboard *xb, const char *what,
		     const struct rk_line *line)
{
	const struct rk_out *out = &xb->out;

	rk_out_parts(out, (const char *const[]){"Error (", what, "): ", NULL});
	print_line(out, line);
}

bool rk_xboard_argument(struct rk_xboard *xb, const struct rk_line *line,
			uint32_t least, uint32_t most, uint32_t *number)
{
	if (line->count == 2 &&
	    rk_word_number(line->words[1], least, most, number))
		return true;
	rk_xboard_error(xb, "expected a number", line);
	return false;
}

uint64_t rk_xboard_now(const struct rk_xboard *xb)
{
	const struct rk_platform *platform = xb->platform;

	return platform->now_us ? platform->now_us(platform->self) / 1000 : 0;
}

uint64_t rk_xboard_random(const struct rk_xboard *xb)
{
	const struct rk_platform *platform = xb->platform;

	return platform->random ? platform->random(platform->self) : 0;
}

void rk_xboard_stop_search(struct rk_xboard *xb)
{
	const struct rk_thinker *thinker = xb->thinker;
	bool busy = xb->activity != RK_XBOARD_IDLE && !xb->answered;

	/* Idle first, so that what the search still reports is ignored. */
	xb->activity = RK_XBOARD_IDLE;
	if (busy)
		thinker->stop(thinker->self);
	xb->answered = false;
	xb->wants_hint = false;
}

/* The search that the state asks for. */
static enum rk_xboard_activity wanted_activity(const struct rk_xboard *xb)
{
	if (xb->quit || xb->editing || xb->paused || xb->illegal ||
	    xb->claimed_turn != RK_NONE || !rk_pos_has_move(rk_xboard_pos(xb)))
		return RK_XBOARD_IDLE;
	if (xb->analysing)
		return xb->search_done ? RK_XBOARD_IDLE : RK_XBOARD_ANALYSE;
	if (xb->wants_hint)
		return RK_XBOARD_HINT;
	if (xb->force || xb->game_over || xb->waiting)
		return RK_XBOARD_IDLE;
	if (rk_xboard_pos(xb)->side == xb->engine_side)
		return RK_XBOARD_THINK;
	return xb->ponder && !xb->search_done ? RK_XBOARD_PONDER
					      : RK_XBOARD_IDLE;
}

static void take_answer(struct rk_xboard *xb)
{
	enum rk_xboard_activity activity = xb->activity;

	xb->answered = false;
	xb->activity = RK_XBOARD_IDLE;
	if (activity == RK_XBOARD_THINK) {
		rk_xboard_engine_move(xb, &xb->answer);
	} else if (activity == RK_XBOARD_HINT) {
		xb->wants_hint = false;
		rk_xboard_out_hint(xb, (rk_move)xb->answer.best);
	} else {
		xb->search_done = true;
	}
}

static void answer_pings(struct rk_xboard *xb)
{
	const struct rk_out *out = &xb->out;

	for (int i = 0; i < xb->ping_count; i++)
		rk_out_line(out, "pong ", rk_number(xb->pings[i]).text);
	xb->ping_count = 0;
}

void rk_xboard_settle(struct rk_xboard *xb)
{
	enum rk_xboard_activity next;

	for (;;) {
		if (xb->answered)
			take_answer(xb);
		next = wanted_activity(xb);
		if (next == xb->activity)
			break;
		rk_xboard_stop_search(xb);
		/* Stopping a search clears wants_hint: restore it. */
		xb->wants_hint = next == RK_XBOARD_HINT;
		if (next != RK_XBOARD_IDLE)
			rk_xboard_start(xb, next);
	}
	xb->wants_hint = next == RK_XBOARD_HINT;
	if (xb->activity != RK_XBOARD_THINK)
		answer_pings(xb);
}

/* Called by the thinker: the answer is taken in rk_xboard_settle(). */
static void note_answer(void *self, const struct rk_answer *answer)
{
	struct rk_xboard *xb = self;

	xb->answer = *answer;
	xb->answered = true;
}

void rk_xboard_new(struct rk_xboard *xb, const struct rk_platform *platform,
		   const struct rk_thinker *thinker, struct rk_event *log,
		   uint32_t capacity)
{
	memset(xb, 0, sizeof(*xb));
	xb->platform = platform;
	xb->thinker = thinker;
	xb->out = (struct rk_out){platform->write, platform->self};
	rk_game_new(&xb->game, &rk_rules_standard, NULL, log, capacity);
	xb->engine_side = RK_BLACK;
	xb->claimed_turn = RK_NONE;
	xb->session_moves = 40;
	xb->session_time = 5 * 60 * 1000;
	xb->listener =
		(struct rk_listener){xb, rk_xboard_take_info, note_answer};
	rk_xboard_set_position(xb, NULL);
	rk_xboard_reset_clock(xb);
	rk_xboard_default_values(xb);
}

void rk_xboard_end(struct rk_xboard *xb)
{
	rk_xboard_stop_search(xb);
	xb->ping_count = 0;
	xb->quit = true;
}

/* A line that is no command may be a move, as in version 1. */
static void run_other(struct rk_xboard *xb, const struct rk_line *line)
{
	rk_move move;

	if (line->count != 1 ||
	    rk_xboard_read_move(xb, line->words[0], &move) ==
		    RK_NOTATION_SYNTAX)
		rk_xboard_error(xb, "unknown command", line);
	else
		rk_xboard_move(xb, line, line->words[0]);
}

bool rk_xboard_line(struct rk_xboard *xb, const char *text, size_t length)
{
	const struct rk_xboard_command *command;
	struct rk_line line;

	rk_line_split(&line, text, length);
	if (!line.count)
		return true;
	if (rk_word_is(line.words[0], "quit")) {
		rk_xboard_end(xb);
		return false;
	}
	/* An answer that is waiting came before this line. */
	rk_xboard_settle(xb);
	command = rk_xboard_find(line.words[0]);
	if (xb->editing)
		rk_xboard_edit(xb, &line);
	else if (!command)
		run_other(xb, &line);
	else
		command->run(xb, &line);
	rk_xboard_settle(xb);
	return true;
}
