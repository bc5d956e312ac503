/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Keeping games: as PGN, to the screen, to a file and back. The players are
 * named in it by the words of the command `game`, so that a game against a
 * computer goes on against that computer when it is loaded.
 */
#include "proto/console.h"
#include "proto/pgn.h"

/*
 * The longest game that the rules allow has fewer moves: 19,050 for two; for
 * four, with 60 captures and 288 pawn moves, 200 plies apart, 69,800.
 */
#define LONGEST_GAME 70000

static const char computer[] = "computer";

static void write_pgn(struct rk_console *console, const struct rk_out *out)
{
	struct rk_pgn_tag tags[RK_MAX_SEATS];
	char names[RK_MAX_SEATS][sizeof(computer) + 3];
	int players = console->game.rules->players;

	for (int seat = 0; seat < players; seat++) {
		tags[seat] =
			(struct rk_pgn_tag){rk_console_seat_name(console, seat),
					    "human"};
		if (!rk_console_is_computer(console, seat))
			continue;
		memcpy(names[seat], computer, sizeof(computer));
		memcpy(names[seat] + sizeof(computer) - 1,
		       rk_number(console->seats[seat]).text, 4);
		tags[seat].value = names[seat];
	}
	rk_pgn_write_game(out, &console->game, tags, players,
			  console->port->desk->text);
}

void rk_console_pgn(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	write_pgn(console, &console->port->out);
}

/* The rest of the line is the name, blanks included. */
static const char *file_name(struct rk_console *console,
			     const struct rk_line *line)
{
	char *name = console->port->desk->text;

	if (line->rest.length >= sizeof(console->port->desk->text)) {
		rk_console_say(console, "This name is too long.");
		return NULL;
	}
	memcpy(name, line->rest.text, line->rest.length);
	name[line->rest.length] = 0;
	return name;
}

void rk_console_save(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_console_port *port = console->port;
	const char *name, *problem;
	struct rk_out out;

	if (!port->save_open) {
		rk_console_say(console, "This machine keeps no files.");
		return;
	}
	name = file_name(console, line);
	if (!name)
		return;
	problem = port->save_open(port->self, name, &out);
	if (!problem) {
		write_pgn(console, &out);
		problem = port->save_close(port->self);
	}
	if (problem)
		rk_console_say(console, "Not saved: ", problem, ".");
	else
		rk_console_say(console, "Saved.");
}

/* The tags of the first game being read again, for who plays. */
struct seating {
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

static const char *hear_tag(void *self, const struct rk_pgn_event *event)
{
	struct seating *seating = self;
	struct rk_console *console = seating->console;
	struct rk_word value = {event->text, event->length};
	int level;

	seating->is_done |= event->kind != RK_PGN_TAG &&
			    event->kind != RK_PGN_COMMENT;
	if (seating->is_done || event->kind != RK_PGN_TAG ||
	    event->length < sizeof(computer))
		return NULL;
	level = rk_console_read_player(console, value);
	for (int seat = 0; seat < console->game.rules->players; seat++)
		if (level > 0 &&
		    rk_word_is(whole_word(event->name),
			       rk_console_seat_name(console, seat)))
			console->seats[seat] = (uint8_t)level;
	return NULL;
}

static void seat_players(struct rk_console *console, const char *text,
			 size_t length)
{
	struct seating seating = {console, false};
	struct rk_pgn_read *pgn = console->port->pgn;

	memset(console->seats, 0, sizeof(console->seats));
	rk_pgn_reader_new(&pgn->reader, pgn->room, sizeof(pgn->room), NULL, 0,
			  (struct rk_pgn_listener){hear_tag, &seating});
	for (size_t i = 0; i < length && !seating.is_done; i++)
		rk_pgn_reader_feed(&pgn->reader, text + i, 1);
}

/*
 * What the log should have free for a game in a text of this length. With less
 * it may fit all the same; if not, the reader says so.
 */
static void make_room(struct rk_console *console, size_t length)
{
	const struct rk_console_port *port = console->port;
	struct rk_game *game = &console->game;
	size_t need = length / 2 + RK_MAX_SEATS;

	if (need > LONGEST_GAME)
		need = LONGEST_GAME;
	while (game->capacity - game->length < need)
		if (!port->grow || !port->grow(port->self, game))
			break;
}

/* Counted as an editor does, by lines and bytes in them. */
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
	const struct rk_console_port *port = console->port;
	const char *name, *text, *problem;
	const struct rk_rules *before = console->game.rules;
	struct rk_score score = rk_console_score(console);
	struct rk_error error;
	size_t length;

	if (!port->load || !port->pgn) {
		rk_console_say(console, "This machine keeps no files.");
		return;
	}
	name = file_name(console, line);
	if (!name)
		return;
	problem = port->load(port->self, name, &text, &length);
	if (problem) {
		rk_console_say(console, "Not loaded: ", problem, ".");
		return;
	}
	make_room(console, length);
	if (!rk_pgn_read_game(&console->game, text, length, port->pgn,
			      &error)) {
		say_error(console, text, &error);
		return;
	}
	rk_console_keep_score(console, before, score);
	console->scoreless = rk_game_is_over(&console->game);
	console->has_game = true;
	seat_players(console, text, length);
	rk_game_start_clock(&console->game, rk_console_now(console));
	rk_console_changed(console);
	rk_console_show(console);
}
