/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time in the xboard protocol: level, st, time and otim. The interface tells
 * before each move what is on the engine's clock; between those times the
 * clock is carried on here, for pondering and for interfaces that do not.
 */
#include "proto/xboard.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define NO_BASE_MS \
	10000 /* what a clock of 0 minutes begins with, as on servers */

static bool is_digit(const char *text, const char *end)
{
	return text < end && *text >= '0' && *text <= '9';
}

/* A number off the front; a day's seconds are the most there is. */
static bool take_number(const char **text, const char *end, int64_t *number)
{
	bool any = false;

	*number = 0;
	for (; is_digit(*text, end); (*text)++, any = true)
		if (*number < DAY_MS)
			*number = 10 * *number + (**text - '0');
	return any;
}

/* Seconds, maybe with a fraction, as milliseconds. */
static bool read_seconds(struct rk_word word, int64_t *ms)
{
	const char *text = word.text, *end = text + word.length;

	if (!take_number(&text, end, ms))
		return false;
	*ms = *ms > DAY_MS / 1000 ? DAY_MS : *ms * 1000;
	if (text < end && *text == '.') {
		text++;
		for (int unit = 100; is_digit(text, end); text++, unit /= 10)
			*ms += unit * (*text - '0');
	}
	return text == end;
}

/* MIN or MIN:SEC; what follows is for later versions of the protocol. */
static bool read_minutes(struct rk_word word, int64_t *ms)
{
	const char *text = word.text, *end = text + word.length;
	int64_t minutes, seconds = 0;

	if (!take_number(&text, end, &minutes))
		return false;
	if (text < end && *text == ':') {
		text++;
		if (!take_number(&text, end, &seconds))
			return false;
	}
	*ms = (minutes * 60 + seconds) * 1000;
	if (*ms > DAY_MS)
		*ms = DAY_MS;
	return true;
}

void rk_xboard_reset_clock(struct rk_xboard *xb)
{
	xb->session_from = xb->count;
	xb->left = xb->session_time ? xb->session_time : NO_BASE_MS;
	xb->turn_start = rk_xboard_now(xb);
}

void rk_xboard_run_level(struct rk_xboard *xb, const struct rk_line *line)
{
	uint32_t moves;
	int64_t base, increment;

	if (line->count != 4 ||
	    !rk_word_number(line->words[1], 0, 9999, &moves) ||
	    !read_minutes(line->words[2], &base) ||
	    !read_seconds(line->words[3], &increment)) {
		rk_xboard_error(xb, "expected moves, minutes and seconds",
				line);
		return;
	}
	rk_xboard_abandon(xb);
	xb->move_time = 0;
	xb->session_moves = moves;
	xb->session_time = base;
	xb->increment = increment;
	rk_xboard_reset_clock(xb);
}

void rk_xboard_run_st(struct rk_xboard *xb, const struct rk_line *line)
{
	int64_t time;

	if (line->count != 2 || !read_seconds(line->words[1], &time) || !time) {
		rk_xboard_error(xb, "expected seconds", line);
		return;
	}
	rk_xboard_abandon(xb);
	xb->move_time = time;
}

static bool read_hundredths(struct rk_xboard *xb, const struct rk_line *line,
			    int64_t *ms)
{
	if (line->count != 2 || !rk_word_integer(line->words[1], ms)) {
		rk_xboard_error(xb, "expected hundredths of a second", line);
		return false;
	}
	if (*ms > DAY_MS / 10)
		*ms = DAY_MS / 10;
	if (*ms < -DAY_MS / 10)
		*ms = -DAY_MS / 10;
	*ms *= 10;
	return true;
}

void rk_xboard_run_time(struct rk_xboard *xb, const struct rk_line *line)
{
	int64_t left;

	if (!read_hundredths(xb, line, &left))
		return;
	xb->left = left;
	xb->turn_start = rk_xboard_now(xb);
}

/* The opponent's clock changes nothing in how the engine uses its own. */
void rk_xboard_run_otim(struct rk_xboard *xb, const struct rk_line *line)
{
	int64_t left;

	read_hundredths(xb, line, &left);
}

/* Own moves since the time control began. */
static uint32_t moves_made(const struct rk_xboard *xb)
{
	uint32_t plies =
		xb->count > xb->session_from ? xb->count - xb->session_from : 0;
	uint32_t first = (xb->start.side + xb->session_from) & 1;

	return (plies + (first == xb->plays)) / 2;
}

void rk_xboard_charge_clock(struct rk_xboard *xb)
{
	xb->left -= (int64_t)(rk_xboard_now(xb) - xb->turn_start);
	xb->left += xb->increment;
	if (xb->session_moves && moves_made(xb) % xb->session_moves == 0)
		xb->left += xb->session_time;
}

void rk_xboard_fill_clock(const struct rk_xboard *xb, struct rk_task *task,
			  int64_t spent)
{
	task->depth = xb->depth;
	task->overhead = xb->values[RK_XBOARD_OVERHEAD];
	if (xb->move_time) {
		task->move_time = xb->move_time > spent ? xb->move_time - spent
							: 1;
		return;
	}
	task->has_clock = true;
	task->time = xb->left - spent;
	task->increment = xb->increment;
	if (xb->session_moves)
		task->moves_to_go = (int)(xb->session_moves -
					  moves_made(xb) % xb->session_moves);
}
