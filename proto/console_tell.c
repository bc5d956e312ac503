/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lines that report the state of a game: who has left, points, checks, how
 * it ended. All of it is derived from the game: the effect of the last event is
 * found by comparing the positions before and after it. So the same board is
 * always followed by the same lines, after a move as well as after an undo.
 */
#include "proto/console.h"
#include "rookery/result.h"

/* ---- The effect of the last event ---- */

/* Who plays, whose king lives, and the points, before or after the event. */
struct game_state {
	unsigned int active;
	unsigned int kings;
	int points[RK_MAX_SEATS];
};

struct change {
	const struct rk_rules *rules;
	struct rk_event event;
	bool exists;
	int taken; /* the captured cell, or RK_CELL_EMPTY */
	struct game_state before;
	struct game_state after;
};

static void get_state(struct game_state *state, const struct rk_rules *rules,
		      const union rk_any_pos *pos)
{
	memset(state, 0, sizeof(*state));
	state->active = rules->active(pos);
	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(pos, square);

		if (rk_cell_type(cell) == RK_KING && !(cell & RK_CELL_DEAD))
			state->kings |= 1u << rk_cell_seat(cell);
	}
	for (int seat = 0; rules->points && seat < rules->players; seat++)
		state->points[seat] = rules->points(pos, seat);
}

/* Records the position before each event; the last one remains. */
struct last_event {
	union rk_any_pos *pos;
	struct rk_event event;
	bool exists;
};

static bool remember(void *self, const union rk_any_pos *pos,
		     struct rk_event event)
{
	struct last_event *last = self;

	memcpy(last->pos, pos, sizeof(*last->pos));
	last->event = event;
	last->exists = true;
	return true;
}

static void find_change(struct change *change, struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	struct last_event last = {.pos = &rk_console_scratch(console)->pos};
	int square = -1;

	*last.pos = game->start;
	rk_game_walk(game, remember, &last);
	change->rules = game->rules;
	change->event = last.event;
	change->exists = last.exists;
	get_state(&change->before, game->rules, last.pos);
	get_state(&change->after, game->rules, &game->pos);
	if (last.exists && rk_event_kind(last.event) == RK_EVENT_MOVE)
		square = game->rules->captured(last.pos,
					       rk_event_move(last.event));
	change->taken = square < 0 ? RK_CELL_EMPTY
				   : game->rules->cell(last.pos, square);
}

/* ---- Who has left ---- */

static bool is_leaving(const struct change *change)
{
	return change->exists &&
	       (rk_event_kind(change->event) == RK_EVENT_RESIGN ||
		rk_event_kind(change->event) == RK_EVENT_FLAG);
}

/* Reports a player who resigned or ran out of time. */
static void tell_leaver(const struct rk_console *console,
			const struct change *change)
{
	int seat = rk_event_seat(change->event);

	if (!is_leaving(change))
		return;
	rk_console_say(console, change->rules->seats[seat],
		       rk_event_kind(change->event) == RK_EVENT_RESIGN
			       ? " has resigned"
			       : " is out of time",
		       change->after.kings >> seat & 1 ? "; the king walks."
						       : ".");
}

/* A walking king that cannot move pays everybody, one that is mated the mover. */
static bool others_are_paid(const struct change *change, int mover)
{
	for (int seat = 0; seat < change->rules->players; seat++)
		if (seat != mover && change->after.active >> seat & 1 &&
		    change->after.points[seat] > change->before.points[seat])
			return true;
	return false;
}

/* Stalemated players get points themselves, mated ones never. */
static const char *fate(const struct change *change, int seat)
{
	int mover = rk_event_seat(change->event);
	bool was_player = change->before.active >> seat & 1;
	bool is_paid = change->after.points[seat] > change->before.points[seat];

	if (rk_cell_type(change->taken) == RK_KING &&
	    rk_cell_seat(change->taken) == seat)
		return was_player ? "'s king is taken!"
				  : "'s walking king is taken!";
	if (was_player)
		return is_paid ? " is stalemated!" : " is checkmated!";
	if (RK_HAS_FOUR && others_are_paid(change, mover))
		return "'s walking king cannot move and is out.";
	if (change->after.points[mover] > change->before.points[mover])
		return "'s walking king is checkmated!";
	return "'s walking king is out of the game.";
}

static void tell_leaving(const struct rk_console *console,
			 const struct change *change)
{
	unsigned int gone = change->before.kings & ~change->after.kings;

	tell_leaver(console, change);
	if (is_leaving(change))
		gone &= ~(1u << rk_event_seat(change->event));
	for (int seat = 0; seat < change->rules->players; seat++)
		if (gone >> seat & 1)
			rk_console_say(console, change->rules->seats[seat],
				       fate(change, seat));
}

/* ---- Points ---- */

/*
 * "Points: Red 3, Blue 0, Yellow 1, Green 0"; a rich board shows them beside
 * it.
 */
static void write_points(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->out;

	if (!game->rules->points || console->look.drawing == RK_DRAW_RICH)
		return;
	rk_out_text(out, "Points:");
	for (int seat = 0; seat < game->rules->players; seat++) {
		rk_out_parts(out,
			     (const char *const[]){seat ? ", " : " ",
						   game->rules->seats[seat],
						   " ", NULL});
		rk_out_signed(out, game->rules->points(&game->pos, seat));
	}
	rk_out_line(out, "");
}

static bool has_new_points(const struct change *change)
{
	return memcmp(change->before.points, change->after.points,
		      sizeof(change->before.points)) != 0;
}

/* ---- The end ---- */

static void announce(const struct rk_console *console)
{
	rk_result_write(&console->out, &console->game,
			console->look.drawing == RK_DRAW_RICH);
	rk_console_say(console, "");
}

void rk_console_announce(struct rk_console *console)
{
	struct change change;

	find_change(&change, console);
	if (has_new_points(&change))
		write_points(console);
	announce(console);
}

/* ---- After the board ---- */

static void show(struct rk_console *console, bool points)
{
	const struct rk_game *game = &console->game;
	struct change change;

	if (console->look.drawing == RK_DRAW_PLAIN)
		rk_console_draw(console);
	if (console->in_setup || rk_console_shows_next(console))
		return;
	find_change(&change, console);
	if (!rk_game_is_over(game))
		tell_leaving(console, &change);
	if (points || has_new_points(&change))
		write_points(console);
	if (rk_game_is_over(game)) {
		announce(console);
		return;
	}
	for (int seat = 0; seat < game->rules->players; seat++)
		if (game->rules->in_check(&game->pos, seat))
			rk_console_say(console, game->rules->seats[seat],
				       " is in check.");
}

void rk_console_show(struct rk_console *console)
{
	show(console, false);
}

void rk_console_board(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	show(console, true);
}
