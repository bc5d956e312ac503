/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output: the board, messages, whose turn it is, and errors. On a terminal the
 * board is always at the top of the screen; elsewhere everything is written one
 * after the other.
 */
#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/term.h"
#include "ports/linux/client/client.h"
#include "rookery/layout.h"
#include "rookery/panel.h"

#define BELOW 7 /* rows below the board, for messages and the input line */

static bool is_terminal(int file)
{
	const char *term = getenv("TERM");

	return isatty(file) && term && *term && strcmp(term, "dumb") != 0;
}

static int choose_zoom(const struct rk_console *console)
{
	struct rk_layout layout = {
		.other_rows = BELOW,
		.other_rows_small = BELOW,
		.other_columns = 1,
	};
	int zoom;

	host_term_size(&layout.rows, &layout.columns);
	zoom = rk_layout_zoom(&layout, console);
	return zoom ? zoom : 1;
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

void ctl_say_last_move(struct ctl_client *client)
{
	const struct rk_console *console = &client->console;
	const struct rk_game *game = &console->game;
	const struct rk_out out = host_text_out(&client->said);

	if (!console->has_game || !rk_game_plies(game))
		return;
	rk_out_parts(&out, (const char *const[]){
				   game->rules->seats[!rk_game_turn(game)],
				   " plays ", NULL});
	rk_panel_last_move(&out, console);
	rk_out_line(&out, ".");
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
	console->look.drawing = RK_DRAW_RICH; /* without a board */
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

/* The prefix of errors; none in an interactive session. */
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

/* The general meaning of a refusal. */
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
