/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games as PGN: to the screen, to a file and back. Players are named by the
 * words of the command `game`, so that a game against a computer goes on
 * against that computer when it is loaded; people by the name they have.
 */
#include "proto/console.h"
#include "rookery/pgn.h"

/*
 * More than the longest game that the rules allow: 19,050 moves for two
 * players; for four, with 60 captures and 288 pawn moves, 200 plies apart,
 * 69,800.
 */
#define LONGEST_GAME 70000

static const char computer[] = "computer";

static const char *date_of(const struct rk_console *console)
{
#ifndef RK_SMALL
	if (*console->date)
		return console->date;
#endif
	(void)console;
	return "????.??.??";
}

static void write_pgn(struct rk_console *console, const struct rk_out *out)
{
	struct rk_pgn_tag tags[RK_MAX_SEATS + 2];
	char names[RK_MAX_SEATS][sizeof(computer) + 3];
	int players = console->game.rules->players;

	for (int seat = 0; seat < players; seat++) {
		const char *name = rk_console_player_name(console, seat);

		tags[seat] =
			(struct rk_pgn_tag){rk_console_seat_name(console, seat),
					    *name ? name : "human"};
		if (!rk_console_is_computer(console, seat) || *name)
			continue;
		memcpy(names[seat], computer, sizeof(computer));
		memcpy(names[seat] + sizeof(computer) - 1,
		       rk_number(console->seats[seat]).text, 4);
		tags[seat].value = names[seat];
	}
	tags[players] = (struct rk_pgn_tag){"Date", date_of(console)};
	/* Two players have a Site in any case. */
	tags[players + 1] = (struct rk_pgn_tag){"Site", "Rookery"};
	rk_pgn_write_game(out, &console->game, tags,
			  players + 1 + (RK_HAS_FOUR && players > 2),
			  rk_console_scratch(console)->text);
}

void rk_console_pgn(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	write_pgn(console, &console->out);
}

#ifdef RK_NO_FILES

static void say_no_files(const struct rk_console *console)
{
	rk_console_say(console, "This machine keeps no files.");
}

void rk_console_save(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	say_no_files(console);
}

/* Does not refer to the reader, so that it is not linked. */
void rk_console_load(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	say_no_files(console);
}

#else

/* The rest of the line is the name, blanks included. */
static bool copy_name(char *name, size_t size, const struct rk_console *console,
		      const struct rk_line *line)
{
	if (line->rest.length >= size) {
		rk_console_say(console, "This name is too long.");
		return false;
	}
	memcpy(name, line->rest.text, line->rest.length);
	name[line->rest.length] = 0;
	return true;
}

/* Names of files are any bytes; those that a terminal obeys become ?. */
static void write_name(const struct rk_out *out, const char *name)
{
	for (; *name; name++)
		rk_out_char(out, (uint8_t)*name < ' ' || *name == 0x7f ? '?'
								       : *name);
}

/* Writes to console->saving; `place` is what that is called, or NULL. */
static void save(struct rk_console *console, const char *place)
{
	const struct rk_platform *platform = console->platform;
	struct rk_out out;
	const char *problem =
		platform->save_open(platform->self, console->saving, &out);

	if (!problem) {
		write_pgn(console, &out);
		problem = platform->save_close(platform->self);
	}
	if (problem) {
		rk_console_say(console, "Not saved: ", problem, ".");
		return;
	}
	rk_out_text(&console->out, "Saved: ");
	write_name(&console->out, place ? place : console->saving);
	rk_console_say(console, "");
}

static const char *find_place(const struct rk_console *console, bool *is_there)
{
	const struct rk_platform *platform = console->platform;

	*is_there = false;
	return platform->save_place
		       ? platform->save_place(platform->self, console->saving,
					      is_there)
		       : NULL;
}

void rk_console_save(struct rk_console *console, const struct rk_line *line)
{
	const char *place;
	bool is_there;

	if (!console->platform->save_open) {
		rk_console_say(console, "This machine keeps no files.");
		return;
	}
	if (!copy_name(console->saving, sizeof(console->saving), console, line))
		return;
	place = find_place(console, &is_there);
	if (!is_there) {
		save(console, place);
		return;
	}
	write_name(&console->out, place ? place : console->saving);
	rk_console_say(console, " is there already: yes replaces it.");
	console->asks_replace = 2;
}

void rk_console_forget_save(struct rk_console *console)
{
	if (console->asks_replace)
		console->asks_replace--;
}

bool rk_console_answer_save(struct rk_console *console, bool yes)
{
	bool is_there;

	if (!console->asks_replace)
		return false;
	console->asks_replace = 0;
	if (yes)
		save(console, find_place(console, &is_there));
	else
		rk_console_say(console, "Not saved.");
	return true;
}

/* Takes the players from the tags of the first game, which is read again. */
struct tag_players {
	struct rk_console *console;
	bool is_done;
};

static struct rk_word whole_word(const char *text)
{
	struct rk_word word = {text, 0};

	while (text[word.length])
		word.length++;
	return word;
}

/* Those that stand for nobody in particular are no names. */
static void name_player(struct rk_console *console, int seat,
			struct rk_word value)
{
#ifndef RK_SMALL
	if (!rk_word_is(value, "?") && !rk_word_is(value, "human"))
		rk_console_set_name(console, seat, value.text, value.length);
#else
	(void)console;
	(void)seat;
	(void)value;
#endif
}

static void take_player(struct rk_console *console, int seat,
			struct rk_word value)
{
	int level = value.length < sizeof(computer)
			    ? 0
			    : rk_console_read_player(console, value);

	if (level > 0)
		console->seats[seat] = (uint8_t)level;
	else
		name_player(console, seat, value);
}

static const char *hear_tag(void *self, const struct rk_pgn_event *event)
{
	struct tag_players *tags = self;
	struct rk_console *console = tags->console;
	struct rk_word value = {event->text, event->length};
	struct rk_word name;

	tags->is_done |= event->kind != RK_PGN_TAG &&
			 event->kind != RK_PGN_COMMENT;
	if (tags->is_done || event->kind != RK_PGN_TAG)
		return NULL;
	name = whole_word(event->name);
	for (int seat = 0; seat < console->game.rules->players; seat++)
		if (rk_word_is(name, rk_console_seat_name(console, seat)))
			take_player(console, seat, value);
#ifndef RK_SMALL
	if (rk_word_is(name, "Date"))
		rk_console_set_date(console, value.text, value.length);
#endif
	return NULL;
}

static void seat_players(struct rk_console *console, const char *text,
			 size_t length)
{
	struct tag_players tags = {console, false};
	struct rk_pgn_read *pgn = console->platform->memory;

	memset(console->seats, 0, sizeof(console->seats));
#ifndef RK_SMALL
	memset(console->names, 0, sizeof(console->names));
	console->names_loaded = true;
	console->date[0] = '\0';
#endif
	rk_pgn_reader_new(&pgn->reader, pgn->buf, sizeof(pgn->buf), NULL, 0,
			  (struct rk_pgn_listener){hear_tag, &tags});
	for (size_t i = 0; i < length && !tags.is_done; i++)
		rk_pgn_reader_feed(&pgn->reader, text + i, 1);
	rk_console_use_programs(console);
}

/*
 * Reserves log space for a game in a text of this length. It may fit even if
 * that fails; if not, the reader says so.
 */
static void reserve_log(struct rk_console *console, size_t length)
{
	const struct rk_platform *platform = console->platform;
	struct rk_game *game = &console->game;
	size_t need = length / 2 + 2 * RK_MAX_SEATS;

	if (need > LONGEST_GAME)
		need = LONGEST_GAME;
	while (game->capacity - game->length < need)
		if (!platform->grow || !platform->grow(platform->self, game))
			break;
}

/* Reports line and column as an editor counts them. */
static void say_error(const struct rk_console *console, const char *text,
		      const struct rk_error *error)
{
	uint32_t line = 1, column = 1;

	for (size_t i = 1; i < error->column; i++, column++)
		if (text[i - 1] == '\n') {
			line++;
			column = 0;
		}
	if (error->column)
		rk_console_say(console, "Not loaded: line ",
			       rk_number(line).text, ", column ",
			       rk_number(column).text, ": ", error->reason,
			       ".");
	else
		rk_console_say(console, "Not loaded: ", error->reason, ".");
}

void rk_console_load(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_platform *platform = console->platform;
	const char *text, *problem;
	char *name = rk_console_scratch(console)->text;
	const struct rk_rules *before = console->game.rules;
	struct rk_score score = rk_console_score(console);
	struct rk_error error;
	bool was_running;
	size_t length;

	if (!platform->load ||
	    platform->memory_size < sizeof(struct rk_pgn_read)) {
		rk_console_say(console, "This machine keeps no files.");
		return;
	}
	if (rk_console_state(console) == RK_CONSOLE_GAME &&
	    !platform->put_aside) {
		rk_console_refuse(console, RK_CONSOLE_IDLE);
		return;
	}
	if (!copy_name(name, sizeof(rk_console_scratch(console)->text), console,
		       line))
		return;
	problem = platform->load(platform->self, name, &text, &length);
	if (problem) {
		rk_console_say(console, "Not loaded: ", problem, ".");
		return;
	}
	reserve_log(console, length);
	was_running = rk_console_state(console) == RK_CONSOLE_GAME;
	if (!rk_pgn_read_game(&console->game, text, length, platform->memory,
			      &error)) {
		say_error(console, text, &error);
		return;
	}
	if (was_running)
		rk_console_put_aside(console);
	rk_console_keep_score(console, before, score);
	console->scoreless = rk_game_is_over(&console->game);
	console->has_game = true;
	console->looks_back = true;
	seat_players(console, text, length);
	rk_game_start_clock(&console->game, rk_console_now(console));
	rk_console_changed(console);
	rk_console_show(console);
}

#endif
