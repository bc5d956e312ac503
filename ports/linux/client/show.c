/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is seen: the board, what has happened, whose turn it is, and
 * complaints. At a terminal with a person the board is always at the top of
 * the screen; elsewhere everything is written one below the other.
 */
#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/term.h"
#include "ports/linux/client/client.h"

#define WORDS_ROWS 7 /* below the board, for words and the line typed */
#define LARGEST 4    /* zoom that nobody asked for */

static bool is_terminal(int file)
{
	const char *term = getenv("TERM");

	return isatty(file) && term && *term && strcmp(term, "dumb") != 0;
}

/* As large as fits, but a board is no wallpaper. */
static int choose_zoom(const struct rk_console *console)
{
	int zoom = 1, rows, columns, wide, high;

	host_term_size(&rows, &columns);
	for (int larger = 2; larger <= LARGEST; larger++) {
		rk_console_board_size(console, larger, &wide, &high);
		if (wide < columns && high + WORDS_ROWS <= rows)
			zoom = larger;
	}
	return zoom;
}

void ctl_look(struct ctl_client *client, bool letters_only)
{
	struct rk_console_look *look = &client->console.look;

	if (!is_terminal(STDOUT_FILENO))
		return;
	host_term_look(look, letters_only);
	look->zoom = (uint8_t)choose_zoom(&client->console);
}

const char *ctl_side(const struct ctl_client *client)
{
	const struct rk_game *game = &client->console.game;

	return game->rules->seats[rk_game_turn(game)];
}

void ctl_say(struct ctl_client *client, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	host_text_put(&client->said, text);
	host_text_put(&client->said, "\n");
}

/* The last move with its number, as a walk through the game leaves it. */
struct last_move {
	struct ctl_client *client;
	const char *side;
	int number;
	int seat;
	char text[RK_CONSOLE_MOVE_SIZE];
};

static bool take_event(void *self, const void *pos, struct rk_event event)
{
	struct last_move *last = self;
	const struct rk_console *console = &last->client->console;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	last->seat = rk_event_seat(event);
	last->side = console->game.rules->seats[last->seat];
	last->number = console->game.rules->move_number(pos);
	rk_console_write_move(console, last->text, pos, rk_event_move(event));
	return true;
}

void ctl_say_last_move(struct ctl_client *client)
{
	struct last_move last = {.client = client};

	if (!client->console.has_game)
		return;
	rk_game_walk(&client->console.game, take_event, &last);
	if (last.side)
		ctl_say(client, "%s plays %d%s %s.", last.side, last.number,
			last.seat ? "..." : ".", last.text);
}

static void show_turn(const struct ctl_client *client)
{
	switch (client->turn) {
	case CTL_NO_GAME:
		puts("No game yet: new white, new black or new two starts one.");
		break;
	case CTL_HUMAN:
		printf("%s to move.\n", ctl_side(client));
		break;
	case CTL_COMPUTER:
		printf(client->is_thinking
			       ? "%s is thinking; Ctrl-C stops it.\n"
			       : "%s, the computer, to move: move lets it.\n",
		       ctl_side(client));
		break;
	case CTL_OVER:
		if (!rk_game_is_over(&client->console.game))
			puts("The game is over.");
		break;
	}
}

void ctl_show(struct ctl_client *client)
{
	struct rk_console *console = &client->console;
	enum rk_console_drawing drawing = console->look.drawing;

	if (client->is_typed)
		fputs("\033[H\033[J", stdout);
	rk_console_draw(console);
	putchar('\n');
	fwrite(client->said.bytes, 1, client->said.length, stdout);
	client->said.length = 0;
	console->look.drawing = RK_DRAW_RICH; /* which shows words alone */
	rk_console_show(console);
	console->look.drawing = drawing;
	show_turn(client);
	fflush(stdout);
}

void ctl_show_changes(struct ctl_client *client)
{
	if (client->is_quiet)
		client->said.length = 0;
	else
		ctl_show(client);
}

/* A program's name is for logs; a person knows whom he talks to. */
static const char *speaker = "chessctl: ";

void ctl_complain_plainly(void)
{
	speaker = "";
}

enum ctl_exit ctl_complain(enum ctl_exit status, const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	host_text_tame(line);
	fflush(stdout);
	fprintf(stderr, "%s%s\n", speaker, line);
	return status;
}

/* What a refusal means where nothing better is known. */
static const char *explain(const struct ctl_client *client)
{
	const struct ctl_device *device = &client->device;

	if (ctl_answer_is(device, "NOGAME"))
		return client->turn == CTL_NO_GAME
			       ? "there is no game; new starts one"
			       : "the game is over; new starts another";
	if (ctl_answer_is(device, "OOT"))
		return client->turn == CTL_HUMAN
			       ? "it is a human's turn"
			       : "it is the computer's turn; move lets it move";
	if (ctl_answer_is(device, "ILLMOVE"))
		return "the device does not allow it";
	return "the device does not know this command";
}

enum ctl_exit ctl_refuse(struct ctl_client *client)
{
	return ctl_complain(CTL_REFUSED, "%s (%s)", explain(client),
			    ctl_answer(&client->device));
}
