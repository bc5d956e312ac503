/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The small panel beside the board of a terminal: a row for each player, and
 * three with the last move, the opening, and what happens next. There is no
 * memory for the texts. A checksum of each row is kept, and a row is sent when
 * its checksum changes.
 */
#include "proto/draw.h"
#include "proto/tty_inside.h"
#include "rookery/panel.h"
#include "rookery/result.h"

#define GAP 2   /* between board and panel */
#define LEAST 8 /* columns that a panel needs, and ... */
#define WIDE 24 /* ... that it needs for its longer texts */
#define INFO 3  /* rows that are not players' */

/* A row being written, or only its checksum. */
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
		row->left -= rk_text_columns(text + i, 1);
		if (row->is_seen && row->left >= 0)
			rk_out_char(&row->tty->out, text[i]);
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

static void write_player(const struct rk_out *out, const struct rk_tty *tty,
			 int seat)
{
	const struct rk_console *console = tty->console;

	unsigned int parts = RK_PANEL_WHO | RK_PANEL_CLOCK;

	if (console->in_setup || rk_console_shows_next(console))
		return;
	if (!is_wide(tty))
		parts = console->game.clock.initial ? RK_PANEL_CLOCK
						    : RK_PANEL_LEVEL;
	rk_panel_player(out, console, seat, parts);
}

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
	const char *next = rk_panel_next(console);

	if (rk_game_is_over(&console->game)) {
		rk_result_write(out, &console->game, true);
		return;
	}
	write_checks(out, &console->game);
	if (next)
		rk_out_text(out, next);
}

static void write_last_move(const struct rk_out *out,
			    const struct rk_console *console)
{
	if (!rk_panel_last_move(out, console))
		rk_out_parts(
			out,
			(const char *const[]){
				"Moves: ",
				rk_console_examples(console->game.rules)->moves,
				NULL});
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
	else if (rk_console_shows_next(console))
		rk_out_text(out, welcome[which]);
	else if (which == 0)
		write_last_move(out, console);
	else if (which == 1)
		write_opening(out, console);
	else
		write_state(out, console);
}

/* ---- All of it ---- */

/* Two players are shown beside their pieces, more of them as a list. */
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

/* Has the text changed? Then the row is cleared, to be written. */
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

/* Called while a computer thinks, too: needs little stack. */
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
