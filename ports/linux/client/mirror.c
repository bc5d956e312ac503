/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The copy of the game in the kernel. Command 08 gives its moves. A move that
 * is never legal shows whose turn it is and changes nothing: the answer is OOT
 * on the computer's turn, ILLMOVE on a human's, and NOGAME after the end. How a
 * game ended other than by its moves is in /sys.
 */
#include <stdio.h>
#include <string.h>

#include "ports/linux/client/client.h"

#define NO_MOVE "02 WPa1-a1"

static enum ctl_talk talk(struct ctl_client *client, const char *text)
{
	return ctl_device_talk(&client->device, text, strlen(text));
}

/* False if the line is invalid. */
static bool rebuild(struct ctl_client *client)
{
	struct rk_game *game = &client->console.game;
	const struct rk_rules *rules = client->console.rules;
	const char *fen = client->line.bytes, *end = strchr(fen, ';');
	union rk_any_pos start;
	struct rk_error error;
	struct rk_word rest, word;
	rk_any_move move;

	if (!end || !rules->read(&start, fen, (size_t)(end - fen), &error))
		return false;
	rk_game_new(game, rules, &start, client->log, RK_DEVICE_EVENTS);
	rest = (struct rk_word){end + 1, strlen(end + 1)};
	while ((word = rk_word_take(&rest)).length)
		if (rules->read_move(&move, &game->pos, word.text,
				     word.length) ||
		    rk_game_play(game, move, 0))
			return false;
	return true;
}

/* Ends the game by resignation of the player to move, or by agreement. */
static void end_game(struct ctl_client *client)
{
	struct rk_game *game = &client->console.game;
	char result[CTL_VALUE_SIZE];

	if (rk_game_is_over(game) ||
	    ctl_device_read_value(&client->device, "result", result))
		return;
	if (!strcmp(result, "1/2-1/2") && rk_game_claim(game)) {
		for (int seat = 0; seat < game->rules->players; seat++)
			rk_game_offer(game, seat);
	} else if (!strcmp(result, "1-0") || !strcmp(result, "0-1")) {
		rk_game_resign(game, rk_game_turn(game));
	}
}

bool ctl_refresh_turn(struct ctl_client *client)
{
	if (talk(client, NO_MOVE) != CTL_ANSWERED)
		return false;
	if (ctl_answer_is(&client->device, "OOT"))
		client->turn = CTL_COMPUTER;
	else if (ctl_answer_is(&client->device, "ILLMOVE"))
		client->turn = CTL_HUMAN;
	else
		client->turn = CTL_OVER;
	if (client->turn == CTL_OVER)
		end_game(client);
	return true;
}

bool ctl_refresh(struct ctl_client *client)
{
	client->console.has_game = false;
	client->turn = CTL_NO_GAME;
	if (talk(client, "08") != CTL_ANSWERED)
		return false;
	client->line.length = 0;
	host_text_add(&client->line, ctl_answer(&client->device),
		      client->device.answer.length + 1);
	if (ctl_answer_is(&client->device, "NOGAME"))
		return true;
	if (!rebuild(client)) {
		ctl_complain(CTL_USAGE, "%s: its answer to 08 is no game",
			     client->device.name);
		return false;
	}
	client->console.has_game = true;
	return ctl_refresh_turn(client);
}

bool ctl_send(struct ctl_client *client, const char *text,
	      enum ctl_exit *status)
{
	enum ctl_talk result = talk(client, text);

	*status = CTL_OK;
	if (result == CTL_BROKEN)
		*status = CTL_USAGE;
	else if (result == CTL_STOPPED)
		*status = ctl_complain(CTL_REFUSED,
				       "stopped; the computer has "
				       "not moved, \"move\" asks it again");
	else if (ctl_answer_refuses(&client->device))
		*status = ctl_refuse(client);
	return *status == CTL_OK;
}
