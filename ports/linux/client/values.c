/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands that only show the game or change its appearance, and the level, the
 * one value that can be set through /sys.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ports/linux/client/client.h"

enum ctl_exit ctl_board(struct ctl_client *client, const struct rk_line *line)
{
	(void)line;
	ctl_show(client);
	return CTL_OK;
}

enum ctl_exit ctl_flip(struct ctl_client *client, const struct rk_line *line)
{
	(void)line;
	client->console.look.below ^= 1;
	ctl_show_changes(client);
	return CTL_OK;
}

/* Shows the board with the new choice, or lists the choices. */
static enum ctl_exit choose(struct ctl_client *client,
			    const struct rk_line *line, rk_console_run *run)
{
	struct rk_out before = client->console.out;

	if (line->count > 1) {
		client->console.out = host_text_out(&client->said);
		run(&client->console, line);
		client->console.out = before;
		ctl_show_changes(client);
	} else {
		run(&client->console, line);
	}
	return CTL_OK;
}

enum ctl_exit ctl_theme(struct ctl_client *client, const struct rk_line *line)
{
	return choose(client, line, rk_console_theme);
}

enum ctl_exit ctl_zoom(struct ctl_client *client, const struct rk_line *line)
{
	return choose(client, line, rk_console_zoom);
}

enum ctl_exit ctl_fen(struct ctl_client *client, const struct rk_line *line)
{
	rk_console_fen(&client->console, line);
	return CTL_OK;
}

enum ctl_exit ctl_history(struct ctl_client *client, const struct rk_line *line)
{
	rk_console_history(&client->console, line);
	return CTL_OK;
}

enum ctl_exit ctl_moves(struct ctl_client *client, const struct rk_line *line)
{
	struct rk_word word = line->words[1];

	if (line->count > 1 &&
	    (rk_word_take_square(&word, client->console.rules) < 0 ||
	     word.length))
		return ctl_complain(CTL_USAGE, "expected a square, as in "
					       "moves e2");
	if (client->turn == CTL_OVER)
		return ctl_complain(CTL_REFUSED, "the game is over");
	rk_console_moves(&client->console, line);
	return CTL_OK;
}

static enum ctl_exit explain_level(int error, const char *word)
{
	if (error == EACCES || error == EPERM || error == EROFS)
		return ctl_complain(CTL_REFUSED,
				    "level: %s; root may set it, "
				    "and all may with the udev rule in "
				    "ports/linux",
				    strerror(error));
	if (error == EINVAL || error == ERANGE)
		return ctl_complain(CTL_REFUSED, "the computer has no level %s",
				    word);
	if (error == ENOENT)
		return ctl_complain(CTL_REFUSED,
				    "this board has no level of its own; a "
				    "private one has that of the module");
	return ctl_complain(CTL_USAGE, "level: %s", strerror(error));
}

enum ctl_exit ctl_level(struct ctl_client *client, const struct rk_line *line)
{
	char text[CTL_VALUE_SIZE];
	uint32_t level;
	int error;

	if (line->count > 1) {
		if (!rk_word_number(line->words[1], 0, 1000, &level))
			return ctl_complain(CTL_USAGE, "expected a number, as "
						       "in level 3");
		snprintf(text, sizeof(text), "%u\n", level);
		error = ctl_device_write_value(&client->device, "level", text);
		text[strcspn(text, "\n")] = '\0';
		if (error)
			return explain_level(error, text);
		if (client->is_quiet)
			return CTL_OK;
	}
	error = ctl_device_read_value(&client->device, "level", text);
	if (error)
		return explain_level(error, "");
	printf("Level %s.\n", text);
	return CTL_OK;
}
