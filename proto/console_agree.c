/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Actions that need agreement: a draw needs everybody, undo needs every human.
 * All humans sit at one console, so it cannot know who typed; it counts
 * instead. The next answer is taken as that of the next human who has not
 * answered yet.
 */
#include "proto/console.h"

#define NOTHING_TO "There is nothing to "

static int count_humans(const struct rk_console *console)
{
	int humans = 0;

	for (int seat = 0; seat < console->game.rules->players; seat++)
		humans += !rk_console_is_computer(console, seat);
	return humans;
}

/* The next human without an offer, starting with the one to move; or -1. */
static int next_to_offer(const struct rk_console *console)
{
	return rk_console_next_player(console, console->game.offers, true);
}

/* Returns the seats that decline. */
static unsigned int ask_computers(struct rk_console *console)
{
	const struct rk_player *player = console->player;
	struct rk_game *game = &console->game;
	unsigned int silent = game->rules->active(&game->pos) & ~game->offers;
	unsigned int against = 0;

	for (int seat = 0; seat < game->rules->players; seat++) {
		struct rk_question question;

		if (!rk_console_is_computer(console, seat) ||
		    !(silent >> seat & 1))
			continue;
		question = rk_console_question(console, console->seats[seat]);
		if (!player->accepts_draw(player->self, &question, seat))
			against |= 1u << seat;
		else if (rk_console_has_space(console))
			rk_game_offer(game, seat);
	}
	return against;
}

void rk_console_offer(struct rk_console *console, const struct rk_line *line)
{
	int seat = next_to_offer(console);
	bool first = !console->game.offers;
	unsigned int against;

	(void)line;
	if (seat < 0) {
		rk_console_say(console,
			       rk_console_next_player(console, 0, true) >= 0
				       ? "The draw is offered already."
				       : "Only humans offer a draw, and none "
					 "plays.");
		return;
	}
	if (!rk_console_has_space(console))
		return;
	rk_game_offer(&console->game, seat);
	against = ask_computers(console);
	rk_console_happened(console);
	for (int other = 0; against >> other; other++)
		if (against >> other & 1)
			rk_console_say(console,
				       rk_console_seat_name(console, other),
				       " declines the draw.");
	if (rk_game_is_over(&console->game))
		rk_console_announce(console);
	else if (!against && next_to_offer(console) >= 0)
		rk_console_say(console, rk_console_seat_name(console, seat),
			       first ? " offers a draw: "
				     : " agrees to a draw: ",
			       "draw or yes accepts it, a move declines.");
}

static const char *plies_word(uint32_t plies)
{
	return plies == 1 ? " ply" : " plies";
}

/* After undo or redo. */
static void show_history(struct rk_console *console)
{
	console->agreed = 0;
	console->looks_back = true;
	rk_game_start_clock(&console->game, rk_console_now(console));
	rk_console_changed(console);
	rk_console_show(console);
}

/* One more human has agreed to take back. */
static void agree(struct rk_console *console)
{
	int missing = count_humans(console) - ++console->agreed;

	if (missing > 0) {
		bool end = !console->agreed_plies;

		rk_console_say(console, "To take back ",
			       end ? "the end"
				   : rk_number(console->agreed_plies).text,
			       end ? " of the game"
				   : plies_word(console->agreed_plies),
			       ", ", rk_number((uint32_t)missing).text,
			       missing == 1 ? " more player" : " more players",
			       " must say yes.");
		return;
	}
	rk_game_undo(&console->game, console->agreed_plies);
	show_history(console);
}

/* Reads the number after `undo` or `redo`; writes what is wrong with it. */
static bool read_plies(const struct rk_console *console,
		       const struct rk_line *line, uint32_t there,
		       const char *done, uint32_t *plies)
{
	*plies = 1;
	if (line->count > 1 &&
	    !rk_word_number(line->words[1], 1, UINT32_MAX, plies))
		rk_console_say(console, "Expected a number of plies, "
					"1 or more.");
	else if (!there)
		rk_console_say(console, NOTHING_TO, done, ".");
	else if (*plies > there)
		rk_console_say(console, "There ", there == 1 ? "is" : "are",
			       " only ", rk_number(there).text,
			       plies_word(there), " to ", done, ".");
	else
		return true;
	return false;
}

/* Did the game end without a move? */
static bool was_ended(const struct rk_game *game)
{
	return rk_game_is_over(game) && game->now &&
	       rk_event_kind(game->log[game->now - 1]) != RK_EVENT_MOVE;
}

/*
 * The plies back to the last turn of the human who asks: the one to move, or
 * while a computer is to move, any. 0 if there is no such turn. Where only
 * humans play that is one ply.
 */
static uint32_t plies_to_own_turn(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	int turn = rk_game_turn(game), humans = count_humans(console);
	bool is_computer = rk_console_is_computer(console, turn);
	uint32_t plies = 0;

	if (!humans || humans == game->rules->players)
		return rk_game_plies(game) > 0;
	for (uint32_t at = game->now; at--;) {
		int seat = rk_event_seat(game->log[at]);

		if (rk_event_kind(game->log[at]) != RK_EVENT_MOVE)
			continue;
		plies++;
		if (is_computer ? !rk_console_is_computer(console, seat)
				: seat == turn)
			return plies;
	}
	return 0;
}

void rk_console_undo(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_game *game = &console->game;
	uint32_t plies = 0;

	if (line->count > 1) {
		if (!read_plies(console, line, rk_game_plies(game), "take back",
				&plies))
			return;
	} else if (!was_ended(game)) {
		plies = plies_to_own_turn(console);
		if (!plies) {
			rk_console_say(console, NOTHING_TO, "take back.");
			return;
		}
	}
	if (plies != console->agreed_plies)
		console->agreed = 0;
	console->agreed_plies = plies;
	agree(console);
}

void rk_console_redo(struct rk_console *console, const struct rk_line *line)
{
	struct rk_game *game = &console->game;
	uint32_t there = rk_game_redo_plies(game), plies = 0;
	bool is_end = line->count == 1 && !there && game->now < game->length;

	if (!is_end && !read_plies(console, line, there, "play again", &plies))
		return;
	rk_game_redo(game, plies);
	show_history(console);
}

static bool is_offered(const struct rk_console *console)
{
	return rk_console_state(console) == RK_CONSOLE_GAME &&
	       console->game.offers;
}

void rk_console_yes(struct rk_console *console, const struct rk_line *line)
{
	if (rk_console_answer_save(console, true))
		return;
	if (console->asked)
		rk_console_leave(console);
	else if (console->agreed)
		agree(console);
	else if (is_offered(console))
		rk_console_offer(console, line);
	else
		rk_console_say(console, "Nobody has asked for anything.");
}

/* Declines for the next human who has not offered. */
static void decline(struct rk_console *console)
{
	int seat = next_to_offer(console);

	if (seat < 0) {
		rk_console_say(console, "The draw is offered already.");
		return;
	}
	if (!rk_console_has_space(console))
		return;
	rk_game_decline(&console->game, seat);
	rk_console_changed(console);
	rk_console_say(console, rk_console_seat_name(console, seat),
		       " declines the draw.");
}

void rk_console_no(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	if (rk_console_answer_save(console, false))
		return;
	if (console->asked)
		rk_console_say(console, "The game goes on.");
	else if (console->agreed)
		rk_console_say(console, "Nothing is taken back.");
	else if (is_offered(console))
		decline(console);
	else
		rk_console_say(console, "Nobody has asked for anything.");
	console->asked = RK_ASKED_NOTHING;
	console->agreed = 0;
}
