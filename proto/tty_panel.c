/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Beside the board of a terminal: a row for each player, and three with the
 * last move, the opening, and what there is to say. There is no memory for the
 * texts; of each a sum is kept, and what makes another sum is written.
 */
#include "proto/draw.h"
#include "proto/panel.h"
#include "proto/tty_inside.h"

#define GAP 2   /* between board and panel */
#define LEAST 8 /* columns that a panel is worth, and ... */
#define WIDE 24 /* ... for which no words are spared */
#define INFO 3  /* rows that are no player's */

/* A row being written, or only counted. */
struct row {
	const struct rk_tty *tty;
	uint32_t sum;
	int left; /* columns */
	bool is_seen;
};

static void write_clipped(void *self, const char *text, size_t length)
{
	struct row *row = self;

	for (size_t i = 0; i < length; i++) {
		row->sum = (row->sum ^ (uint8_t)text[i]) * 16777619u;
		row->left -= rk_tty_columns(text + i, 1);
		if (row->is_seen && row->left >= 0)
			rk_out_char(&row->tty->port->line, text[i]);
	}
}

static int panel_column(const struct rk_tty *tty)
{
	return rk_draw_columns(tty->rules, tty->zoom) + GAP;
}

static bool has_panel(const struct rk_tty *tty)
{
	return tty->zoom && !tty->covered &&
	       tty->columns - panel_column(tty) >= LEAST;
}

static bool is_wide(const struct rk_tty *tty)
{
	return tty->columns - panel_column(tty) >= WIDE;
}

/* Who plays there, or what has become of him; beside a clock less of it. */
static void write_who(const struct rk_out *out, const struct rk_tty *tty,
		      int seat, bool clock)
{
	const struct rk_console *console = tty->console;
	const char *fate = rk_panel_fate(&console->game, seat);

	if (*fate)
		rk_out_parts(out, (const char *const[]){" ", fate, NULL});
	else if (is_wide(tty))
		rk_out_parts(out, (const char *const[]){
					  " ", rk_panel_who(console, seat).text,
					  NULL});
	else if (!clock && console->seats[seat])
		rk_out_parts(out, (const char *const[]){
					  " lv ",
					  rk_number(console->seats[seat]).text,
					  NULL});
}

/* "> White you 4:59 +3", or points where they count */
static void write_player(const struct rk_out *out, const struct rk_tty *tty,
			 int seat)
{
	const struct rk_console *console = tty->console;
	const struct rk_game *game = &console->game;
	const struct rk_rules *rules = game->rules;
	struct rk_short_text clock = rk_panel_clock(console, seat);
	int ahead;

	if (console->in_setup || !console->has_game)
		return;
	rk_out_parts(out, (const char *const[]){rk_panel_mark(console, seat),
						" ", rules->seats[seat], NULL});
	write_who(out, tty, seat, *clock.text);
	if (*clock.text)
		rk_out_parts(out, (const char *const[]){" ", clock.text, NULL});
	ahead = rules->points ? rules->points(&game->pos, seat)
			      : rk_console_lead(game, seat);
	if (ahead <= 0 && !rules->points)
		return;
	rk_out_text(out, rules->points ? "  " : " +");
	rk_out_signed(out, ahead);
}

/* ---- The last move ---- */

struct last {
	const struct rk_console *console;
	const struct rk_out *out;
	uint32_t left; /* moves that are not the last one */
};

static bool write_if_last(void *self, const void *pos, struct rk_event event)
{
	struct last *last = self;
	const struct rk_console *console = last->console;
	char text[RK_CONSOLE_MOVE_SIZE];
	int number = console->game.rules->move_number(pos);

	if (rk_event_kind(event) != RK_EVENT_MOVE || --last->left)
		return true;
	rk_console_write_move(console, text, pos, rk_event_move(event));
	rk_out_parts(last->out,
		     (const char *const[]){rk_number((uint32_t)number).text,
					   rk_event_seat(event) ? "... " : ". ",
					   text, NULL});
	return false;
}

static void write_last_move(const struct rk_out *out,
			    const struct rk_console *console)
{
	struct last last = {console, out, rk_game_plies(&console->game)};

	if (last.left)
		rk_game_walk(&console->game, write_if_last, &last);
	else
		rk_out_parts(
			out,
			(const char *const[]){
				"Moves: ",
				rk_console_examples(console->game.rules)->moves,
				NULL});
}

/* ---- What there is to say ---- */

static void write_checks(const struct rk_out *out, const struct rk_game *game)
{
	for (int seat = 0; seat < game->rules->players; seat++)
		if (game->rules->in_check(&game->pos, seat))
			rk_out_parts(out, (const char *const[]){
						  game->rules->seats[seat],
						  " is in check. ", NULL});
}

static void write_state(const struct rk_out *out,
			const struct rk_console *console)
{
	if (rk_game_is_over(&console->game)) {
		rk_console_write_result(console, out);
		return;
	}
	write_checks(out, &console->game);
	if (rk_console_computer_to_move(console))
		rk_out_text(out, console->game.rules->walks(&console->game.pos)
					 ? "A king walks."
					 : "The computer is thinking.");
	else if (rk_console_moves_by_itself(console))
		rk_out_text(out, "Enter: the computer moves.");
}

static void write_opening(const struct rk_out *out,
			  const struct rk_console *console)
{
	char name[RK_OPENING_SIZE];

	if (rk_console_opening_name(name, console))
		rk_out_text(out, name);
}

static void write_info(const struct rk_out *out, const struct rk_tty *tty,
		       int which)
{
	const struct rk_console *console = tty->console;
	static const char *const welcome[INFO] = {
		"Rookery",
		"game starts a game,",
		"help lists the commands.",
	};
	static const char *const setting_up[INFO] = {
		"Set-up: + puts, - takes,",
		"= says who is to move, clear,",
		"start, fen F; done leaves it.",
	};

	if (is_wide(tty))
		rk_out_text(out, "  ");
	if (console->in_setup)
		rk_out_text(out, setting_up[which]);
	else if (!console->has_game)
		rk_out_text(out, welcome[which]);
	else if (which == 0)
		write_last_move(out, console);
	else if (which == 1)
		write_opening(out, console);
	else
		write_state(out, console);
}

/* ---- All of it ---- */

/* Two players sit where their pieces do, more of them in a list. */
static int place(const struct rk_tty *tty, int item)
{
	int players = tty->rules->players, zoom = tty->zoom;
	int below = tty->below % players;

	if (players > 2)
		return item < players ? item : item + 1;
	if (item < players)
		return (item == below ? tty->rules->ranks - 1 : 0) * zoom +
		       zoom / 2;
	return 3 * zoom - 1 + item - players;
}

static struct row count_row(const struct rk_tty *tty)
{
	return (struct row){
		.tty = tty,
		.left = tty->columns - panel_column(tty),
	};
}

/* Is there another text now than is seen? Then it is about to be. */
static bool begin_row(struct rk_tty *tty, struct row *row, int item)
{
	if (tty->sums[item] == row->sum)
		return false;
	tty->sums[item] = row->sum;
	*row = count_row(tty);
	row->is_seen = true;
	rk_tty_go(tty, place(tty, item), panel_column(tty));
	rk_tty_put(tty, "\x1b[0m\x1b[K");
	return true;
}

/* One of them at a time: this is drawn while somebody thinks. */
void rk_tty_draw_players(struct rk_tty *tty)
{
	if (!has_panel(tty))
		return;
	for (int seat = 0; seat < tty->rules->players; seat++) {
		struct row row = count_row(tty);
		const struct rk_out out = {write_clipped, &row};

		write_player(&out, tty, seat);
		if (begin_row(tty, &row, seat))
			write_player(&out, tty, seat);
	}
}

void rk_tty_draw_panel(struct rk_tty *tty)
{
	if (!has_panel(tty))
		return;
	rk_tty_draw_players(tty);
	for (int info = 0; info < INFO; info++) {
		struct row row = count_row(tty);
		const struct rk_out out = {write_clipped, &row};

		write_info(&out, tty, info);
		if (begin_row(tty, &row, tty->rules->players + info))
			write_info(&out, tty, info);
	}
}
