/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of the panel that every terminal shows; see rookery/panel.h. */
#include "rookery/panel.h"

#include "proto/console.h"

#define NAME_COLUMNS 10 /* where a player is one of several in a row */

struct rk_short_text rk_panel_who(const struct rk_console *console, int seat)
{
	static const struct rk_short_text you = {"you"}, human = {"human"};
	struct rk_short_text level = {"level "};
	int humans = 0;

	if (console->seats[seat]) {
		memcpy(level.text + 6, rk_number(console->seats[seat]).text, 4);
		return level;
	}
	for (int i = 0; i < console->game.rules->players; i++)
		humans += !console->seats[i];
	return humans == 1 ? you : human;
}

int rk_panel_write_who(const struct rk_out *out,
		       const struct rk_console *console, int seat, int columns)
{
	const char *name = rk_console_player_name(console, seat);
	struct rk_short_text who = rk_panel_who(console, seat);
	int used;

	if (!*name) {
		rk_out_text(out, who.text);
		return (int)rk_text_length(who.text);
	}
	rk_out_bytes(out, name, rk_name_fit(name, columns, &used));
	return used;
}

static char *add_two_digits(char *at, uint32_t number)
{
	*at++ = ':';
	*at++ = (char)('0' + number / 10);
	*at++ = (char)('0' + number % 10);
	return at;
}

struct rk_short_text rk_panel_clock(const struct rk_console *console, int seat)
{
	struct rk_short_text text = {""};
	uint32_t left, seconds;
	char *at = text.text;

	if (!console->game.clock.initial)
		return text;
	left = rk_game_time_left(&console->game, seat, rk_console_now(console));
	seconds = left / 1000;
	text = rk_number(seconds >= 3600 ? seconds / 3600 : seconds / 60);
	at += rk_text_length(at);
	if (seconds >= 3600)
		at = add_two_digits(at, seconds / 60 % 60);
	at = add_two_digits(at, seconds % 60);
	if (seconds < 10) {
		*at++ = '.';
		*at = (char)('0' + left / 100 % 10);
	}
	return text;
}

const char *rk_panel_fate(const struct rk_game *game, int seat)
{
	const struct rk_rules *rules = game->rules;

	if (rules->active(&game->pos) >> seat & 1)
		return "";
	return rk_find_king(rules, &game->pos, seat) >= 0 ? "walks" : "out";
}

const char *rk_panel_mark(const struct rk_console *console, int seat)
{
	if (rk_game_is_over(&console->game) ||
	    rk_game_turn(&console->game) != seat)
		return " ";
	return console->look.glyphs ? "\xe2\x96\xb8" : ">"; /* a triangle */
}

static void write_after_blank(const struct rk_out *out, const char *text)
{
	if (*text)
		rk_out_parts(out, (const char *const[]){" ", text, NULL});
}

static void write_who(const struct rk_out *out,
		      const struct rk_console *console, int seat,
		      unsigned int parts)
{
	const char *fate = rk_panel_fate(&console->game, seat);

	if (*fate) {
		write_after_blank(out, fate);
	} else if (parts & RK_PANEL_WHO) {
		rk_out_char(out, ' ');
		rk_panel_write_who(out, console, seat, NAME_COLUMNS);
	} else if (parts & RK_PANEL_LEVEL && console->seats[seat]) {
		rk_out_parts(out, (const char *const[]){
					  " lv ",
					  rk_number(console->seats[seat]).text,
					  NULL});
	}
}

void rk_panel_player(const struct rk_out *out, const struct rk_console *console,
		     int seat, unsigned int parts)
{
	const struct rk_game *game = &console->game;
	const struct rk_rules *rules = game->rules;
	int ahead = rules->points ? rules->points(&game->pos, seat)
				  : rk_console_lead(game, seat);

	rk_out_parts(out, (const char *const[]){rk_panel_mark(console, seat),
						" ", rules->seats[seat], NULL});
	write_who(out, console, seat, parts);
	if (parts & RK_PANEL_CLOCK)
		write_after_blank(out, rk_panel_clock(console, seat).text);
	if (ahead <= 0 && !rules->points)
		return;
	rk_out_text(out, rules->points ? "  " : " +");
	rk_out_signed(out, ahead);
}

/* ---- The last move ---- */

struct last_move {
	const struct rk_console *console;
	const struct rk_out *out;
	uint32_t left; /* moves before the last one */
};

static bool write_if_last(void *self, const union rk_any_pos *pos,
			  struct rk_event event)
{
	struct last_move *last = self;
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

bool rk_panel_last_move(const struct rk_out *out,
			const struct rk_console *console)
{
	struct last_move last = {console, out, rk_game_plies(&console->game)};

	if (!last.left)
		return false;
	rk_game_walk(&console->game, write_if_last, &last);
	return true;
}

/* ---- What happens next ---- */

const char *rk_panel_next(const struct rk_console *console)
{
	if (rk_console_computer_to_move(console))
		return console->game.rules->walks(&console->game.pos)
			       ? "A king walks."
			       : "The computer is thinking.";
	if (rk_console_moves_by_itself(console))
		return "Enter: the computer moves.";
	return NULL;
}

const char *rk_panel_prompt(const struct rk_console *console)
{
	if (console->in_setup)
		return "Set-up";
	if (rk_console_state(console) == RK_CONSOLE_GAME)
		return rk_console_seat_name(console,
					    rk_game_turn(&console->game));
	return "";
}
