/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lines that tell how a game stands: who has left it, points, checks, how
 * it ended. All of it follows from the game: what the last event has changed is
 * found by looking at the position before it. So the same board is always
 * followed by the same lines, after a move as after taking one back.
 */
#include "proto/console.h"

/* ---- What the last event has changed ---- */

/* One side of the event: who plays, whose king lives, and their points. */
struct state {
	unsigned int active;
	unsigned int kings;
	int points[RK_MAX_SEATS];
};

struct change {
	const struct rk_rules *rules;
	struct rk_event event;
	bool is_any;
	int taken; /* the cell that was taken, or RK_CELL_EMPTY */
	struct state before;
	struct state after;
};

static void look(struct state *state, const struct rk_rules *rules,
		 const void *pos)
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

/* Keeps the position before each event; that of the last one stays. */
struct memory {
	union rk_any_pos *pos;
	struct rk_event event;
	bool is_any;
};

static bool remember(void *self, const void *pos, struct rk_event event)
{
	struct memory *memory = self;

	memcpy(memory->pos, pos, sizeof(*memory->pos));
	memory->event = event;
	memory->is_any = true;
	return true;
}

static void find_change(struct change *change, struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	struct memory memory = {.pos = &console->port->desk->pos};
	int square = -1;

	*memory.pos = game->start;
	rk_game_walk(game, remember, &memory);
	change->rules = game->rules;
	change->event = memory.event;
	change->is_any = memory.is_any;
	look(&change->before, game->rules, memory.pos);
	look(&change->after, game->rules, &game->pos);
	if (memory.is_any && rk_event_kind(memory.event) == RK_EVENT_MOVE)
		square = game->rules->captured(memory.pos,
					       rk_event_move(memory.event));
	change->taken = square < 0 ? RK_CELL_EMPTY
				   : game->rules->cell(memory.pos, square);
}

/* ---- Who has left ---- */

static bool is_leaving(const struct change *change)
{
	return change->is_any &&
	       (rk_event_kind(change->event) == RK_EVENT_RESIGN ||
		rk_event_kind(change->event) == RK_EVENT_FLAG);
}

/* By the player's own will, or clock. */
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

/* A stalemated player is paid for it himself, a mated one never. */
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

/* "Points: Red 3, Blue 0, Yellow 1, Green 0"; beside a rich board they stand. */
static void write_points(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->port->out;

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

/* "White wins!", "Red and Yellow win!", "Red, Blue and Yellow win!" */
static void write_winners(const struct rk_console *console,
			  const struct rk_out *out)
{
	const struct rk_game *game = &console->game;
	unsigned int winners = game->outcome.winners;
	const char *before = "";

	for (int seat = 0; seat < game->rules->players; seat++) {
		unsigned int rest = winners >> seat >> 1;

		if (!(winners >> seat & 1))
			continue;
		rk_out_parts(out,
			     (const char *const[]){
				     before, game->rules->seats[seat], NULL});
		before = rest & (rest - 1) ? ", " : " and ";
	}
	rk_out_text(out, winners & (winners - 1) ? " win!" : " wins!");
}

/*
 * What comes before the winners, and whether the reason comes with it or after
 * them. Where points are counted somebody wins even a draw.
 */
static const struct {
	const char *word;
	bool has_reason;
} words[RK_REASONS] = {
	[RK_REASON_CHECKMATE] = {"Checkmate!", false},
	[RK_REASON_STALEMATE] = {"Stalemate!", false},
	[RK_REASON_INSUFFICIENT] = {"Draw!", true},
	[RK_REASON_FIVEFOLD] = {"Draw!", true},
	[RK_REASON_SEVENTY_FIVE] = {"Draw!", true},
	[RK_REASON_THREEFOLD] = {"Draw!", true},
	[RK_REASON_FIFTY] = {"Draw!", true},
	[RK_REASON_AGREEMENT] = {"Draw!", true},
	[RK_REASON_TIME_DRAW] = {"Draw!", true},
	[RK_REASON_TIME] = {NULL, true},
	[RK_REASON_LEAD] = {NULL, true},
};

void rk_console_write_result(const struct rk_console *console,
			     const struct rk_out *out)
{
	const struct rk_outcome *outcome = &console->game.outcome;
	const char *word = words[outcome->reason].word;

	if (!word)
		write_winners(console, out);
	else
		rk_out_text(out, word);
	if (words[outcome->reason].has_reason)
		rk_out_parts(out, (const char *const[]){
					  " (", rk_reason_text(outcome->reason),
					  ")", NULL});
	if (word && outcome->winners) {
		rk_out_char(out, ' ');
		write_winners(console, out);
	}
}

static void announce(const struct rk_console *console)
{
	rk_console_write_result(console, &console->port->out);
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
	if (console->in_setup || !console->has_game)
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
