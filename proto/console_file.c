/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Keeping games: as PGN, to the screen, to a file and back. The players are
 * named in it by the words of the command `game`, so that a game against a
 * computer goes on against that computer when it is loaded.
 */
#include "proto/console.h"
#include "proto/pgn.h"

/* The longest game that the rules allow has fewer moves: 19,050. */
#define LONGEST_GAME 20000

static const char computer[] = "computer";

static void write_pgn(struct rk_console *console, const struct rk_out *out)
{
	struct rk_pgn_tag tags[RK_MAX_SEATS];
	char names[RK_MAX_SEATS][sizeof(computer) + 3];
	int players = console->game.rules->players;

	for (int seat = 0; seat < players; seat++) {
		tags[seat] = (struct rk_pgn_tag){
			rk_console_seat_name(console, seat), "human"};
		if (!rk_console_is_computer(console, seat))
			continue;
		memcpy(names[seat], computer, sizeof(computer));
		memcpy(names[seat] + sizeof(computer) - 1,
		       rk_number(console->seats[seat]).text, 4);
		tags[seat].value = names[seat];
	}
	rk_pgn_write_game(out, &console->game, tags, players);
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
	char *name = console->scratch.text;

	if (line->rest.length >= sizeof(console->scratch.text)) {
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
	const char *name = file_name(console, line);
	const char *problem;
	struct rk_out out;

	if (!port->save_open) {
		rk_console_say(console, "This machine keeps no files.");
		return;
	}
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

/* The value of a tag in a PGN that we wrote; empty if it is not there. */
static struct rk_word find_tag(const char *text, size_t length,
			       const char *name)
{
	struct rk_word value = {text, 0};

	for (size_t i = 0; i < length && text[i] == '['; i++) {
		struct rk_word word = {text + i + 1, 0};

		while (i + 1 < length && text[++i] != ' ' && text[i] != '\n')
			word.length++;
		if (rk_word_is(word, name)) {
			value.text = text + i + 2;
			for (i += 2; i < length && text[i] != '"'; i++)
				value.length++;
			return value;
		}
		while (i < length && text[i] != '\n')
			i++;
	}
	return value;
}

static void seat_players(struct rk_console *console, const char *text,
			 size_t length)
{
	for (int seat = 0; seat < console->game.rules->players; seat++) {
		struct rk_word value = find_tag(
			text, length, rk_console_seat_name(console, seat));
		int level = 0;

		if (value.length > sizeof(computer) - 1)
			level = rk_console_read_player(console, value);
		console->seats[seat] = (uint8_t)(level > 0 ? level : 0);
	}
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

void rk_console_load(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_console_port *port = console->port;
	const char *name = file_name(console, line);
	const char *text, *problem;
	struct rk_score score = rk_console_score(console);
	struct rk_error error;
	size_t length;

	if (!port->load || !port->pgn) {
		rk_console_say(console, "This machine keeps no files.");
		return;
	}
	if (!name)
		return;
	problem = port->load(port->self, name, &text, &length);
	if (!problem)
		make_room(console, length);
	if (!problem && !rk_pgn_read_game(&console->game, text, length,
					  port->pgn, &error))
		problem = error.reason;
	if (problem) {
		rk_console_say(console, "Not loaded: ", problem, ".");
		return;
	}
	console->score = score;
	console->scoreless = rk_game_is_over(&console->game);
	console->has_game = true;
	console->agreed = 0;
	seat_players(console, text, length);
	rk_game_start_clock(&console->game, rk_console_now(console));
	rk_console_changed(console);
	rk_console_show(console);
}
