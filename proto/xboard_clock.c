/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time control: level, st, time and otim. The interface sends the time on the
 * engine's clock before each move. In between the clock is estimated here, for
 * pondering and for interfaces that do not send it.
 */
#include "proto/xboard.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define DEFAULT_BASE_MS 10000 /* for a base of 0 minutes, as on servers */

static bool is_digit(const char *text, const char *end)
{
	return text < end && *text >= '0' && *text <= '9';
}

/* Reads a number and moves on; no value grows far beyond a day. */
static bool read_number(const char **text, const char *end, int64_t *number)
{
	bool any = false;

	*number = 0;
	for (; is_digit(*text, end); (*text)++, any = true)
		if (*number < DAY_MS)
			*number = 10 * *number + (**text - '0');
	return any;
}

/* Seconds with an optional fraction, as milliseconds. */
static bool read_seconds(struct rk_word word, int64_t *ms)
{
	const char *text = word.text, *end = text + word.length;

	if (!read_number(&text, end, ms))
		return false;
	*ms = *ms > DAY_MS / 1000 ? DAY_MS : *ms * 1000;
	if (text < end && *text == '.') {
		text++;
		for (int unit = 100; is_digit(text, end); text++, unit /= 10)
			*ms += unit * (*text - '0');
	}
	return text == end;
}

/* MIN or MIN:SEC; anything after it is left to later protocol versions. */
static bool read_minutes(struct rk_word word, int64_t *ms)
{
	const char *text = word.text, *end = text + word.length;
	int64_t minutes, seconds = 0;

	if (!read_number(&text, end, &minutes))
		return false;
	if (text < end && *text == ':') {
		text++;
		if (!read_number(&text, end, &seconds))
			return false;
	}
	*ms = (minutes * 60 + seconds) * 1000;
	if (*ms > DAY_MS)
		*ms = DAY_MS;
	return true;
}

void rk_xboard_reset_clock(struct rk_xboard *xb)
{
	xb->session_from = rk_game_plies(&xb->game);
	xb->time_left = xb->session_time ? xb->session_time : DEFAULT_BASE_MS;
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
	rk_xboard_stop_search(xb);
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
	rk_xboard_stop_search(xb);
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
	xb->time_left = left;
	xb->turn_start = rk_xboard_now(xb);
}

/* The opponent's clock does not matter to the engine's time management. */
void rk_xboard_run_otim(struct rk_xboard *xb, const struct rk_line *line)
{
	int64_t left;

	read_hundredths(xb, line, &left);
}

/* The engine's moves since the time control began. */
static uint32_t moves_made(const struct rk_xboard *xb)
{
	uint32_t made = rk_game_plies(&xb->game);
	uint32_t plies = made > xb->session_from ? made - xb->session_from : 0;
	uint32_t first = (xb->game.start.two.side + xb->session_from) & 1;

	return (plies + (first == xb->engine_side)) / 2;
}

void rk_xboard_charge_clock(struct rk_xboard *xb)
{
	xb->time_left -= (int64_t)(rk_xboard_now(xb) - xb->turn_start);
	xb->time_left += xb->increment;
	if (xb->session_moves && moves_made(xb) % xb->session_moves == 0)
		xb->time_left += xb->session_time;
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
	task->time = xb->time_left - spent;
	task->increment = xb->increment;
	if (xb->session_moves)
		task->moves_to_go = (int)(xb->session_moves -
					  moves_made(xb) % xb->session_moves);
}
