/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Choices: which game is played next, against whom, by which clock, and how
 * it all looks. Without an argument each command says what is chosen and what
 * there is.
 */
#include "proto/console.h"
#include "proto/theme.h"

/* Of several starts, which one; a position that was set up is none. */
static void say_kind(const struct rk_console *console)
{
	const struct rk_rules *rules = console->rules;
	bool several = rules->starts[1] && !console->has_next_start;

	rk_console_say(console, "The next game: ", rules->name, " chess for ",
		       rk_number(rules->players).text, " players",
		       several ? ", " : "",
		       several ? rules->starts[console->start] : "",
		       several ? " start." : ".");
}

static void set_start(struct rk_console *console, int start)
{
	console->start = (uint8_t)start;
	console->rules->start(&console->next_start, start);
	console->has_next_start = false;
	rk_console_changed(console);
}

void rk_console_set_rules(struct rk_console *console,
			  const struct rk_rules *rules)
{
	console->rules = rules;
	console->in_setup = false;
	set_start(console, 0);
}

static void say_dropped(const struct rk_console *console)
{
	rk_console_say(console, "The position that was set up is dropped.");
}

/* A position that was set up belongs to the rules it was set up for. */
static void choose_kind(struct rk_console *console,
			const struct rk_rules *rules)
{
	bool drops = console->has_next_start && console->rules != rules;
	int start = console->start;

	if (console->rules != rules) {
		bool same = console->rules->starts == rules->starts;

		console->rules = rules;
		set_start(console, same ? start : 0);
	}
	if (drops)
		say_dropped(console);
	say_kind(console);
}

void rk_console_players(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_out *out = &console->port->out;
	const struct rk_rules *const *kind = rk_rules_all;
	uint32_t players;
	uint32_t last = 0;

	if (line->count == 1) {
		say_kind(console);
		return;
	}
	if (rk_word_number(line->words[1], console->rules->players,
			   console->rules->players, &players)) {
		say_kind(console);
		return;
	}
	for (; *kind; kind++)
		if (rk_word_number(line->words[1], (*kind)->players,
				   (*kind)->players, &players)) {
			choose_kind(console, *kind);
			return;
		}
	rk_out_text(out, "There is no game for ");
	rk_out_word(out, line->words[1]);
	rk_out_text(out, " players; there is one for");
	for (kind = rk_rules_all; *kind; kind++) {
		if ((*kind)->players != last)
			rk_out_parts(out,
				     (const char *const[]){
					     last ? ", " : " ",
					     rk_number((*kind)->players).text,
					     NULL});
		last = (*kind)->players;
	}
	rk_out_line(out, ".");
}

/* Whole names come before beginnings; NULL if these players have none. */
static const struct rk_rules *find_kind(uint32_t players, struct rk_word word)
{
	const struct rk_rules *found = NULL;
	int count = 0;

	for (int i = 0; rk_rules_all[i]; i++) {
		const struct rk_rules *kind = rk_rules_all[i];

		if (kind->players != players)
			continue;
		if (rk_word_is(word, kind->name))
			return kind;
		if (rk_word_begins(word, kind->name)) {
			found = kind;
			count++;
		}
	}
	return count == 1 ? found : NULL;
}

static void say_kinds(const struct rk_console *console)
{
	const struct rk_out *out = &console->port->out;
	const char *before = " ";

	rk_out_parts(out, (const char *const[]){
				  "The rules for ",
				  rk_number(console->rules->players).text,
				  " players are", NULL});
	for (int i = 0; rk_rules_all[i]; i++) {
		if (rk_rules_all[i]->players != console->rules->players)
			continue;
		rk_out_parts(out, (const char *const[]){
					  before, rk_rules_all[i]->name, NULL});
		before = ", ";
	}
	rk_out_line(out, ".");
}

/* Rules that there are, but for another number of players. */
static bool say_players(const struct rk_console *console, struct rk_word word)
{
	for (int i = 0; rk_rules_all[i]; i++) {
		struct rk_short_text players =
			rk_number(rk_rules_all[i]->players);

		if (!rk_word_is(word, rk_rules_all[i]->name))
			continue;
		rk_console_say(console, rk_rules_all[i]->name, " is for ",
			       players.text, " players; players ", players.text,
			       " comes first.");
		return true;
	}
	return false;
}

void rk_console_rules(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *kind;

	if (line->count == 1) {
		say_kind(console);
		return;
	}
	kind = find_kind(console->rules->players, line->words[1]);
	if (kind)
		choose_kind(console, kind);
	else if (!say_players(console, line->words[1]))
		say_kinds(console);
}

/* What is chosen of several names, and the others. */
static void say_choice(const struct rk_console *console, const char *what,
		       const char *const *names, int count, int chosen)
{
	const struct rk_out *out = &console->port->out;

	rk_out_parts(out, (const char *const[]){what, " ", names[chosen],
						"; there are", NULL});
	for (int i = 0; i < count; i++)
		rk_out_parts(out, (const char *const[]){i ? ", " : " ",
							names[i], NULL});
	rk_out_line(out, ".");
}

int rk_console_pick_start(struct rk_console *console, struct rk_word word)
{
	return rk_word_pick(word, console->rules->starts,
			    (int)rk_rules_starts(console->rules));
}

void rk_console_say_starts(const struct rk_console *console)
{
	say_choice(console, "Start", console->rules->starts,
		   (int)rk_rules_starts(console->rules), console->start);
}

/* For kinds of chess with several ways to begin; some have one. */
void rk_console_starts(struct rk_console *console, const struct rk_line *line)
{
	int start = -1;
	bool drops;

	if (!console->rules->starts[1]) {
		rk_console_say(console, console->rules->name,
			       " chess begins "
			       "one way; setup makes another position.");
		return;
	}
	if (line->count > 1)
		start = rk_console_pick_start(console, line->words[1]);
	if (start < 0) {
		rk_console_say_starts(console);
		return;
	}
	drops = console->has_next_start;
	set_start(console, start);
	if (drops)
		say_dropped(console);
	say_kind(console);
}

void rk_console_level(struct rk_console *console, const struct rk_line *line)
{
	uint32_t levels = (uint32_t)console->player->levels;
	uint32_t level;

	if (!levels) {
		rk_console_say(console, "There are no computers here.");
		return;
	}
	if (line->count == 1) {
		rk_console_say(console, "Level ",
			       rk_number(console->level).text, " of ",
			       rk_number(levels).text, ".");
		return;
	}
	if (!rk_word_number(line->words[1], 1, levels, &level)) {
		rk_console_say(console, "Expected a level from 1 to ",
			       rk_number(levels).text, ".");
		return;
	}
	console->level = (uint8_t)level;
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		if (rk_console_is_computer(console, seat))
			console->seats[seat] = (uint8_t)level;
	rk_console_changed(console);
	rk_console_say(console, "Level ", rk_number(level).text, ".");
}

/* "5 minutes, and 3 seconds more a move" */
static void say_clock(const struct rk_console *console)
{
	const struct rk_clock *clock = &console->clock;
	uint32_t seconds = (clock->increment + clock->delay) / 1000;

	if (!clock->initial)
		rk_console_say(console, "The next game: no clock.");
	else
		rk_console_say(console, "The next game: ",
			       rk_number(clock->initial / 60000).text,
			       " min each, ", rk_number(seconds).text,
			       clock->delay ? " s a move for free."
					    : " s more a move.");
}

static void say_time(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->port->out;

	for (int seat = 0; seat < game->rules->players; seat++) {
		uint32_t left =
			rk_game_time_left(game, seat, rk_console_now(console));
		uint32_t seconds = left / 1000 % 60;

		rk_out_line(out, game->rules->seats[seat], " has ",
			    rk_number(left / 60000).text,
			    seconds < 10 ? ":0" : ":", rk_number(seconds).text,
			    " left.");
	}
}

/* M, M+S, M+Sd or off; the seconds of a delay have the d. */
static bool read_clock(struct rk_clock *clock, struct rk_word word)
{
	struct rk_word minutes = {word.text, 0};
	uint32_t number, seconds = 0;
	bool delay;

	*clock = (struct rk_clock){0};
	if (rk_word_is(word, "off"))
		return true;
	while (minutes.length < word.length && word.text[minutes.length] != '+')
		minutes.length++;
	if (!rk_word_number(minutes, 1, 600, &number))
		return false;
	delay = word.length > minutes.length &&
		(word.text[word.length - 1] | 32) == 'd';
	if (word.length > minutes.length) {
		word.text += minutes.length + 1;
		word.length -= minutes.length + 1 + delay;
		if (!rk_word_number(word, 0, 600, &seconds))
			return false;
	}
	clock->initial = 60000 * number;
	*(delay ? &clock->delay : &clock->increment) = 1000 * seconds;
	return true;
}

void rk_console_clock(struct rk_console *console, const struct rk_line *line)
{
	struct rk_clock clock;

	if (!console->port->now) {
		rk_console_say(console, "There is no clock on this machine.");
	} else if (line->count == 1) {
		if (rk_console_state(console) == RK_CONSOLE_GAME &&
		    console->game.clock.initial)
			say_time(console);
		else
			say_clock(console);
	} else if (read_clock(&clock, line->words[1])) {
		console->clock = clock;
		rk_console_changed(console);
		say_clock(console);
	} else {
		rk_console_say(console,
			       "Expected minutes and seconds a move, "
			       "as in 5+3, or 5, or 5+3d for a delay, or off.");
	}
}

void rk_console_zoom(struct rk_console *console, const struct rk_line *line)
{
	uint32_t zoom = console->look.zoom;

	if (line->count > 1 &&
	    !rk_word_number(line->words[1], 1, RK_MAX_ZOOM, &zoom)) {
		rk_console_say(console, "Expected a size from 1 to ",
			       rk_number(RK_MAX_ZOOM).text, ".");
		return;
	}
	console->look.zoom = (uint8_t)zoom;
	rk_console_say(console, "Zoom ", rk_number(zoom).text, ".");
}

/* One of several names; a word that is none of them changes nothing. */
static void choose(struct rk_console *console, const struct rk_line *line,
		   const char *what, const char *const *names, int count,
		   uint8_t *chosen)
{
	int found = -1;

	if (line->count > 1)
		found = rk_word_pick(line->words[1], names, count);
	if (found >= 0) {
		*chosen = (uint8_t)found;
		rk_console_say(console, what, " ", names[found], ".");
	} else {
		say_choice(console, what, names, count, *chosen);
	}
}

void rk_console_theme(struct rk_console *console, const struct rk_line *line)
{
	const char *names[RK_THEMES];

	for (int i = 0; i < RK_THEMES; i++)
		names[i] = rk_themes[i].name;
	choose(console, line, "Theme", names, RK_THEMES, &console->look.theme);
}

void rk_console_notation(struct rk_console *console, const struct rk_line *line)
{
	static const char *const names[] = {"san", "coordinate", "figurine"};

	choose(console, line, "Notation", names, 3, &console->look.notation);
}
