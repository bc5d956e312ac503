/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes from an engine. The first line is the settings; after each further
 * line the client is asked to go on: it thinks as soon as it can, takes answers
 * and cancels some. What it sends is printable lines; an answer is a legal move;
 * lines of thought are legal; what has failed stays failed and says why.
 */
#include "rookery/uci_client.h"
#include "tests/fuzz/fuzz.h"

static struct machine {
	struct rk_uci_client client;
	struct rk_game game;
	struct rk_event log[64];
	char last; /* byte that was sent */
} machine;

static void collect(void *self, const char *text, size_t length)
{
	(void)self;
	for (size_t i = 0; i < length; i++) {
		must(text[i] == '\n' || (unsigned char)text[i] >= ' ');
		must(text[i] != '\n' || machine.last != '\n');
		machine.last = text[i];
	}
}

static void check_info(void *self, const struct rk_info *info)
{
	union rk_any_pos pos = machine.game.pos;
	union rk_any_undo undo;

	(void)self;
	must(machine.client.state == RK_UCI_CLIENT_THINKING);
	must(info->move_count > 0 && info->bound != RK_BOUND_NONE);
	must(info->score >= -RK_SCORE_MATE && info->score <= RK_SCORE_MATE);
	for (int i = 0; i < info->move_count; i++) {
		must(machine.game.rules->is_legal(&pos, info->moves[i]));
		machine.game.rules->make(&pos, info->moves[i], &undo);
	}
}

static void go_on(int number)
{
	struct rk_uci_client *client = &machine.client;
	struct rk_game *game = &machine.game;

	if (client->state == RK_UCI_CLIENT_FAILED) {
		must(*client->error);
		must(!rk_uci_client_awaits(client));
	} else if (client->state == RK_UCI_CLIENT_ANSWERED) {
		rk_any_move move = rk_uci_client_take(client);

		must(rk_game_play(game, move, 0) == RK_GAME_OK);
	} else if (client->state == RK_UCI_CLIENT_IDLE &&
		   !rk_game_is_over(game) && rk_game_has_space(game)) {
		rk_uci_client_go(client, game, 0);
	} else if (number % 7 == 6) {
		rk_uci_client_cancel(client);
	}
}

/* Settings come from a person; the port lets no control characters through. */
static bool is_plain(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] <= ' ')
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct rk_out out = {collect, NULL};
	const char *text = (const char *)data, *end = text + size;
	const char *newline = memchr(text, '\n', size);
	size_t length = newline ? (size_t)(newline - text) : 0;
	int number = 0;

	machine.last = 'x';
	rk_game_new(&machine.game, &rk_rules_standard, NULL, machine.log, 64);
	if (!newline || !is_plain(text, length) ||
	    rk_uci_client_init(&machine.client, &out,
			       (struct rk_word){text, length}))
		return 0;
	machine.client.info = check_info;
	rk_uci_client_start(&machine.client);
	for (text = newline + 1; text < end; number++) {
		newline = memchr(text, '\n', (size_t)(end - text));
		length = (size_t)((newline ? newline + 1 : end) - text);
		rk_uci_client_feed(&machine.client, text, length);
		text += length;
		go_on(number);
	}
	return 0;
}
