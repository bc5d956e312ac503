/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Settings: the kind of the next game, players, clock, and appearance. Without
 * an argument each command shows the current value and the choices.
 */
#include "proto/console.h"
#include "rookery/theme.h"

/* Shows the rules, and the start if there are several and none was set up. */
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

void rk_console_choose_rules(struct rk_console *console,
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
}

static void choose_kind(struct rk_console *console,
			const struct rk_rules *rules)
{
	rk_console_choose_rules(console, rules);
	say_kind(console);
}

void rk_console_players(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_out *out = &console->out;
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

/*
 * A full name takes precedence over a prefix; NULL if there is none for this
 * number of players.
 */
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
	const struct rk_out *out = &console->out;
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

/* Reports rules that exist for another number of players. */
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

/* Writes the chosen name and the other ones. */
static void say_choice(const struct rk_console *console, const char *what,
		       const char *const *names, int count, int chosen)
{
	const struct rk_out *out = &console->out;

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

/* For kinds of chess with several starting positions. */
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

void rk_console_set_level(struct rk_console *console, uint8_t level)
{
	console->level = level;
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		if (rk_console_is_computer(console, seat) &&
		    !rk_level_is_program(console->seats[seat]))
			console->seats[seat] = level;
	rk_console_changed(console);
}

#ifdef RK_SMALL

const char *rk_console_level_word(const struct rk_console *console, int level)
{
	(void)console;
	(void)level;
	return "";
}

static void say_levels(const struct rk_console *console)
{
	(void)console;
}

#else

const char *rk_console_level_word(const struct rk_console *console, int level)
{
	const struct rk_player *player = console->player;

	return player->about && level > 0 && level <= player->levels
		       ? player->about[level - 1].word
		       : "";
}

/* " 5 novice: Elo 1289"; what was measured holds for standard chess alone. */
static void say_levels(const struct rk_console *console)
{
	const struct rk_player *player = console->player;

	for (int level = 1; player->about && level <= player->levels; level++) {
		const struct rk_level_about *about = &player->about[level - 1];
		bool elo = about->elo && console->rules->orthodox;

		rk_console_say(console, level < 10 ? " " : "",
			       rk_number((uint32_t)level).text, " ",
			       about->word, elo || *about->does ? ": " : "",
			       elo ? "Elo " : about->does,
			       elo ? rk_number(about->elo).text : "");
	}
}

#endif

void rk_console_level(struct rk_console *console, const struct rk_line *line)
{
	uint32_t levels = (uint32_t)console->player->levels;
	const char *word = "";
	uint32_t level;

	if (!levels) {
		rk_console_say(console, "There are no computers here.");
		return;
	}
	if (line->count == 1) {
		rk_console_say(console, "Level ",
			       rk_number(console->level).text, " of ",
			       rk_number(levels).text, ".");
		say_levels(console);
		return;
	}
	if (!rk_word_number(line->words[1], 1, levels, &level)) {
		rk_console_say(console, "Expected a level from 1 to ",
			       rk_number(levels).text, ".");
		return;
	}
	rk_console_set_level(console, (uint8_t)level);
	if (console->look.drawing == RK_DRAW_RICH)
		word = rk_console_level_word(console, (int)level);
	rk_console_say(console, "Level ", rk_number(level).text,
		       *word ? ", " : "", word, ".");
}

/* "5 min each, 3 s more a move", "1 min 30 s each, 2 s a move for free" */
static void say_clock(const struct rk_console *console)
{
	const struct rk_clock *clock = &console->clock;
	uint32_t minutes = clock->initial / 60000;
	uint32_t seconds = clock->initial / 1000 % 60;
	uint32_t more = (clock->increment + clock->delay) / 1000;

	if (!clock->initial)
		rk_console_say(console, "The next game: no clock.");
	else
		rk_console_say(console, "The next game: ",
			       minutes ? rk_number(minutes).text : "",
			       minutes ? " min " : "",
			       seconds ? rk_number(seconds).text : "",
			       seconds ? " s each, " : "each, ",
			       rk_number(more).text,
			       clock->delay ? " s a move for free."
					    : " s more a move.");
}

static void say_time(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->out;

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

#define LONGEST_CLOCK 86400 /* seconds: a day */
#define LONGEST_MOVE 3600

/* Removes the text up to a sign from the front of a word. */
static struct rk_word take_until(struct rk_word *word, char sign, bool *found)
{
	struct rk_word part = {word->text, 0};

	while (part.length < word->length && part.text[part.length] != sign)
		part.length++;
	*found = part.length < word->length;
	word->text += part.length + *found;
	word->length -= part.length + *found;
	return part;
}

/* Reads 1:30:00 or 1:30 as seconds; a number alone counts `unit` of them. */
static bool read_seconds(struct rk_word word, uint32_t unit, uint32_t most,
			 uint32_t *seconds)
{
	uint32_t part;
	bool more = true;
	int parts = 0;

	for (*seconds = 0; more; parts++) {
		struct rk_word digits = take_until(&word, ':', &more);

		if (parts == 3 ||
		    !rk_word_number(digits, 0, parts ? 59 : most, &part))
			return false;
		*seconds = *seconds * 60 + part;
	}
	if (parts == 1)
		*seconds *= unit;
	return *seconds <= most;
}

/*
 * Reads the words after `clock`: a time, and after a plus or a blank what a
 * move adds; d behind it marks a delay. Or the word off.
 */
static bool read_clock(struct rk_clock *clock, const struct rk_line *line)
{
	struct rk_word more = line->words[1], initial;
	uint32_t seconds, each = 0;
	bool has_more, delay = false;

	*clock = (struct rk_clock){0};
	if (line->count == 2 && rk_word_is(more, "off"))
		return true;
	initial = take_until(&more, '+', &has_more);
	if (line->count == 3 && has_more)
		return false;
	if (line->count == 3)
		more = line->words[2];
	if (has_more || line->count == 3) {
		delay = more.length && (more.text[more.length - 1] | 32) == 'd';
		more.length -= delay;
		if (!read_seconds(more, 1, LONGEST_MOVE, &each))
			return false;
	}
	if (!read_seconds(initial, 60, LONGEST_CLOCK, &seconds) || !seconds)
		return false;
	clock->initial = 1000 * seconds;
	*(delay ? &clock->delay : &clock->increment) = 1000 * each;
	return true;
}

void rk_console_clock(struct rk_console *console, const struct rk_line *line)
{
	struct rk_clock clock;

	if (!console->platform->now_us) {
		rk_console_say(console, "There is no clock on this machine.");
	} else if (line->count == 1) {
		if (rk_console_state(console) == RK_CONSOLE_GAME &&
		    console->game.clock.initial)
			say_time(console);
		else
			say_clock(console);
	} else if (read_clock(&clock, line)) {
		console->clock = clock;
		rk_console_changed(console);
		say_clock(console);
	} else {
		rk_console_say(console,
			       "Expected minutes and seconds a move, as in 5+3, "
			       "5 or 0:30+1, or 5+3d for a delay, or off.");
	}
}

#ifdef RK_NO_FILES

static bool zoom_picture(const struct rk_console *console, struct rk_word word)
{
	(void)console;
	(void)word;
	return false;
}

#else

/* A window says itself what fits; false if there is none. */
static bool zoom_picture(const struct rk_console *console, struct rk_word word)
{
	const struct rk_platform *platform = console->platform;
	uint32_t factor;

	if (!platform->zoom || !rk_word_number(word, 1, 99, &factor) ||
	    !platform->zoom(platform->self, (int)factor))
		return false;
	rk_console_say(console, "The window: zoom ", rk_number(factor).text,
		       ".");
	return true;
}

#endif

void rk_console_zoom(struct rk_console *console, const struct rk_line *line)
{
	uint32_t zoom = console->look.zoom;

	if (line->count > 1 && zoom_picture(console, line->words[1]))
		return;
	if (line->count > 1 &&
	    !rk_word_number(line->words[1], 1, RK_MAX_ZOOM, &zoom)) {
		rk_console_say(console, "Expected a size from 1 to ",
			       rk_number(RK_MAX_ZOOM).text, ".");
		return;
	}
	console->look.zoom = (uint8_t)zoom;
	rk_console_say(console, "Zoom ", rk_number(zoom).text, ".");
}

/* Chooses one of several names; an unknown word changes nothing. */
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

void rk_console_look_of_board(struct rk_console *console,
			      const struct rk_line *line)
{
	static const char *const names[] = {"plain", "classic"};

	choose(console, line, "Look", names, 2, &console->look.classic);
}

void rk_console_promotion(struct rk_console *console,
			  const struct rk_line *line)
{
	static const char *const names[] = {"ask", "queen"};

	choose(console, line, "Promotion", names, 2, &console->promotes_queen);
}
