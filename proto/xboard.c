/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The xboard protocol: a line goes to its command, and then it is seen what
 * there is to think about. That follows from how things stand (settle), so
 * no command starts a search itself; those that change what is searched only
 * end the one that runs. Contract: rookery/xboard.h.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define SHOWN 60 /* bytes of a line that are worth repeating */

/* The line as it came, but for control characters. */
static void out_line(const struct rk_out *out, const struct rk_line *line)
{
	const char *text = line->words[0].text;
	const char *end = line->rest.length
				  ? line->rest.text + line->rest.length
				  : text + line->words[0].length;

	for (int i = 0; text < end && i < SHOWN; i++, text++)
		rk_out_char(out, *text < ' ' || *text > '~' ? '?' : *text);
	rk_out_text(out, text < end ? "...\n" : "\n");
}

void rk_xboard_error(struct rk_xboard *xb, const char *what,
		     const struct rk_line *line)
{
	const struct rk_out *out = &xb->port->out;

	rk_out_parts(out, (const char *const[]){"Error (", what, "): ", NULL});
	out_line(out, line);
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
	const struct rk_thinker *thinker = xb->port->thinker;

	return thinker->now(thinker->self);
}

void rk_xboard_abandon(struct rk_xboard *xb)
{
	const struct rk_thinker *thinker = xb->port->thinker;
	bool busy = xb->activity != RK_XBOARD_IDLE && !xb->answered;

	/* Nobody listens to its last words. */
	xb->activity = RK_XBOARD_IDLE;
	if (busy)
		thinker->stop(thinker->self);
	xb->answered = false;
	xb->wants_hint = false;
}

/* What there is to think about, as things stand. */
static enum rk_xboard_activity wanted(const struct rk_xboard *xb)
{
	if (xb->ended || xb->editing || xb->paused || xb->illegal ||
	    xb->turn != RK_NONE || !rk_pos_has_move(&xb->pos))
		return RK_XBOARD_IDLE;
	if (xb->analysing)
		return xb->rests ? RK_XBOARD_IDLE : RK_XBOARD_ANALYSE;
	if (xb->wants_hint)
		return RK_XBOARD_HINT;
	if (xb->forced || xb->over || xb->waits)
		return RK_XBOARD_IDLE;
	if (xb->pos.side == xb->plays)
		return RK_XBOARD_THINK;
	return xb->ponders && !xb->rests ? RK_XBOARD_PONDER : RK_XBOARD_IDLE;
}

static void take_hint(struct rk_xboard *xb, rk_move move)
{
	xb->wants_hint = false;
	if (move == RK_NO_MOVE)
		return;
	rk_out_text(&xb->port->out, "Hint: ");
	rk_xboard_out_move(xb, move);
	rk_out_char(&xb->port->out, '\n');
}

static void take_answer(struct rk_xboard *xb)
{
	enum rk_xboard_activity activity = xb->activity;

	xb->answered = false;
	xb->activity = RK_XBOARD_IDLE;
	if (activity == RK_XBOARD_THINK)
		rk_xboard_own_move(xb, &xb->answer);
	else if (activity == RK_XBOARD_HINT)
		take_hint(xb, (rk_move)xb->answer.best);
	else
		xb->rests = true;
}

static void answer_pings(struct rk_xboard *xb)
{
	const struct rk_out *out = &xb->port->out;

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
		next = wanted(xb);
		if (next == xb->activity)
			break;
		rk_xboard_abandon(xb);
		/* What is wanted must not be lost with what ran before. */
		xb->wants_hint = next == RK_XBOARD_HINT;
		if (next != RK_XBOARD_IDLE)
			rk_xboard_start(xb, next);
	}
	xb->wants_hint = next == RK_XBOARD_HINT;
	if (xb->activity != RK_XBOARD_THINK)
		answer_pings(xb);
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	struct rk_xboard *xb = self;

	xb->answer = *answer;
	xb->answered = true;
}

void rk_xboard_new(struct rk_xboard *xb, const struct rk_xboard_port *port,
		   struct rk_xboard_ply *plies, uint32_t capacity)
{
	memset(xb, 0, sizeof(*xb));
	xb->port = port;
	xb->plies = plies;
	xb->capacity = capacity;
	xb->plays = RK_BLACK;
	xb->turn = RK_NONE;
	xb->session_moves = 40;
	xb->session_time = 5 * 60 * 1000;
	xb->listener = (struct rk_listener){xb, rk_xboard_hear, hear_answer};
	rk_pos_start(&xb->start);
	rk_xboard_begin(xb, &xb->start);
	rk_xboard_reset_clock(xb);
	rk_xboard_default_values(xb);
}

void rk_xboard_end(struct rk_xboard *xb)
{
	rk_xboard_abandon(xb);
	xb->ping_count = 0;
	xb->ended = true;
}

/* A line that is no command is a move, as in version 1, or nothing. */
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
	/* What has been answered happened before this line. */
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
