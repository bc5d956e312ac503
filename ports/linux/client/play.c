/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The commands that change the board. Typed moves are read with the rules'
 * reader and sent in the device's format; the result is read from the device
 * again. After a human's move the computer is asked for its move.
 */
#include <stdio.h>
#include <string.h>

#include "ports/linux/client/client.h"
#include "rookery/why.h"

/*
 * Asks the computer to move; its move is reported, but the board is not shown.
 */
static enum ctl_exit think(struct ctl_client *client)
{
	enum ctl_exit status;
	bool has_moved;

	if (client->is_typed && !client->is_quiet) {
		client->is_thinking = true;
		ctl_show(client);
	}
	has_moved = ctl_send(client, "03", &status);
	client->is_thinking = false;
	if (!ctl_refresh(client))
		return CTL_USAGE;
	if (has_moved)
		ctl_say_last_move(client);
	return status;
}

/* Finishes every action: lets the computer move, and shows the board. */
static enum ctl_exit go_on(struct ctl_client *client)
{
	enum ctl_exit status = CTL_OK;

	if (client->turn == CTL_COMPUTER)
		status = think(client);
	if (status == CTL_OK)
		ctl_show_changes(client);
	client->said.length = 0;
	return status;
}

enum ctl_exit ctl_new(struct ctl_client *client, const struct rk_line *line)
{
	static const char *const names[] = {"white", "black", "two"};
	static const char *const commands[] = {"00 W", "00 B", "05"};
	enum ctl_exit status;
	int which = 0;

	if (line->count > 1)
		which = rk_word_pick(line->words[1], names, 3);
	if (which < 0)
		return ctl_complain(CTL_USAGE, "expected: new white, new black "
					       "or new two");
	if (!ctl_send(client, commands[which], &status))
		return status;
	client->console.look.below = which == 1;
	return ctl_refresh(client) ? go_on(client) : CTL_USAGE;
}

/* Reports why no human can move now. */
static enum ctl_exit refuse_turn(const struct ctl_client *client)
{
	static const char *const reasons[] = {
		[CTL_NO_GAME] = "there is no game; new starts one",
		[CTL_COMPUTER] = "it is the computer's turn; move lets it move",
		[CTL_OVER] = "the game is over; new starts another",
	};

	return ctl_complain(CTL_REFUSED, "%s", reasons[client->turn]);
}

static enum ctl_exit refuse_move(const struct ctl_client *client,
				 const struct rk_typed_move *typed)
{
	const struct rk_game *game = &client->console.game;
	struct host_text why = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&why);

	rk_why_text(&out, game->rules, &game->pos,
		    (struct rk_word){typed->text, typed->length}, typed->error);
	ctl_complain(CTL_REFUSED, "illegal move: %.*s", (int)why.length,
		     why.bytes ? why.bytes : "");
	host_text_free(&why);
	return CTL_REFUSED;
}

/* A text that was meant to be a move, and cannot be read as one. */
static enum ctl_exit refuse_text(const struct ctl_client *client,
				 const struct rk_typed_move *typed)
{
	struct host_text why = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&why);

	rk_typed_explain(&out, typed, client->console.rules);
	ctl_complain(CTL_USAGE, "%.*s", (int)why.length,
		     why.bytes ? why.bytes : "");
	host_text_free(&why);
	return CTL_USAGE;
}

enum ctl_exit ctl_play_typed(struct ctl_client *client,
			     const struct rk_typed_move *typed)
{
	const struct rk_game *game = &client->console.game;
	char command[3 + RK_DEVICE_MOVE_SIZE] = "02 ";
	enum ctl_exit status;

	if (typed->error == RK_NOTATION_SYNTAX)
		return refuse_text(client, typed);
	if (client->turn != CTL_HUMAN)
		return refuse_turn(client);
	if (typed->error)
		return refuse_move(client, typed);
	rk_device_write_move(command + 3, &game->pos.two, (rk_move)typed->move);
	if (!ctl_send(client, command, &status))
		return status;
	if (!ctl_refresh(client))
		return CTL_USAGE;
	ctl_say_last_move(client);
	return go_on(client);
}

void ctl_read_move(const struct ctl_client *client, struct rk_typed_move *typed,
		   const struct rk_line *line, int first)
{
	const struct rk_console *console = &client->console;

	rk_typed_read(typed, line, first, console->rules,
		      console->has_game ? &console->game.pos : NULL);
}

enum ctl_exit ctl_move(struct ctl_client *client, const struct rk_line *line)
{
	struct rk_typed_move typed;

	if (line->count > 1) {
		ctl_read_move(client, &typed, line, 1);
		return ctl_play_typed(client, &typed);
	}
	if (client->turn == CTL_COMPUTER)
		return go_on(client);
	if (client->turn != CTL_HUMAN)
		return refuse_turn(client);
	return ctl_complain(CTL_REFUSED,
			    "it is the turn of %s, a human: say "
			    "the move, as in move e2 e4",
			    ctl_side(client));
}

/* Takes back one ply, and against a computer more, until a human is to move. */
static bool take_back(struct ctl_client *client)
{
	do
		if (ctl_device_talk(&client->device, "06 1", strlen("06 1")) !=
			    CTL_ANSWERED ||
		    ctl_answer_refuses(&client->device) ||
		    !ctl_refresh_turn(client))
			return false;
	while (client->turn == CTL_COMPUTER);
	return true;
}

/* Restores the game if too much was taken back. */
static enum ctl_exit put_back(struct ctl_client *client, const char *before)
{
	struct host_text command = {NULL, 0, 0};
	enum ctl_exit status;

	host_text_put(&command, "09 ");
	host_text_add(&command, before, strlen(before) + 1);
	ctl_send(client, command.bytes, &status);
	host_text_free(&command);
	return ctl_complain(CTL_REFUSED, "there are not so many moves of yours "
					 "to take back");
}

enum ctl_exit ctl_undo(struct ctl_client *client, const struct rk_line *line)
{
	uint32_t wanted = 1, done = 0;

	if (line->count > 1 &&
	    !rk_word_number(line->words[1], 1, RK_DEVICE_PLIES, &wanted))
		return ctl_complain(CTL_USAGE, "expected how many moves to "
					       "take back, as in undo 2");
	if (wanted > rk_game_plies(&client->console.game))
		return ctl_complain(CTL_REFUSED, "there are not so many moves "
						 "to take back");
	while (done < wanted && take_back(client))
		done++;
	if (done < wanted)
		return put_back(client, client->line.bytes);
	if (!ctl_refresh(client))
		return CTL_USAGE;
	ctl_show_changes(client);
	return CTL_OK;
}

enum ctl_exit ctl_draw(struct ctl_client *client, const struct rk_line *line)
{
	enum ctl_exit status;
	bool is_draw;

	(void)line;
	if (!ctl_send(client, "07", &status))
		return status;
	is_draw = ctl_answer_is(&client->device, "TIE");
	if (!ctl_refresh(client))
		return CTL_USAGE;
	if (!is_draw)
		ctl_say(client, "No draw: the computer plays on; a human may "
				"accept with draw on his turn.");
	ctl_show_changes(client);
	return CTL_OK;
}

enum ctl_exit ctl_resign(struct ctl_client *client, const struct rk_line *line)
{
	enum ctl_exit status;

	(void)line;
	if (!ctl_send(client, "04", &status))
		return status;
	if (!ctl_refresh(client))
		return CTL_USAGE;
	ctl_say(client, "%s resigns.", ctl_side(client));
	ctl_show_changes(client);
	return CTL_OK;
}
