/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What one player alone cannot do: a draw needs the word of everybody, taking
 * back that of every human. All humans sit at one console, so the console
 * cannot know who typed; it counts. Whoever has not yet spoken speaks next.
 */
#include "proto/console.h"

static int count_humans(const struct rk_console *console)
{
	int humans = 0;

	for (int seat = 0; seat < console->game.rules->players; seat++)
		humans += !rk_console_is_computer(console, seat);
	return humans;
}

/* The next human, from the one to move on, without an offer; or -1. */
static int next_to_offer(const struct rk_console *console)
{
	return rk_console_next_player(console, console->game.offers, true);
}

/* Returns the seats of those who decline. */
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
		else if (rk_console_has_room(console))
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
	if (!rk_console_has_room(console))
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

/* After taking back or playing again. */
static void show_history(struct rk_console *console)
{
	console->agreed = 0;
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

/* The number after `undo` or `redo`; says what is wrong with it. */
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
		rk_console_say(console, "There is nothing to ", done, ".");
	else if (*plies > there)
		rk_console_say(console, "There ", there == 1 ? "is" : "are",
			       " only ", rk_number(there).text,
			       plies_word(there), " to ", done, ".");
	else
		return true;
	return false;
}

/* The game has ended, but not by a move. */
static bool was_ended(const struct rk_game *game)
{
	return rk_game_is_over(game) && game->now &&
	       rk_event_kind(game->log[game->now - 1]) != RK_EVENT_MOVE;
}

void rk_console_undo(struct rk_console *console, const struct rk_line *line)
{
	uint32_t plies = 0;

	if (!(line->count == 1 && was_ended(&console->game)) &&
	    !read_plies(console, line, rk_game_plies(&console->game),
			"take back", &plies))
		return;
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
	if (console->agreed)
		agree(console);
	else if (is_offered(console))
		rk_console_offer(console, line);
	else
		rk_console_say(console, "Nobody has asked for anything.");
}

/* Speaks for the next human who has not said that he wants the draw. */
static void decline(struct rk_console *console)
{
	int seat = next_to_offer(console);

	if (seat < 0) {
		rk_console_say(console, "The draw is offered already.");
		return;
	}
	if (!rk_console_has_room(console))
		return;
	rk_game_decline(&console->game, seat);
	rk_console_changed(console);
	rk_console_say(console, rk_console_seat_name(console, seat),
		       " declines the draw.");
}

void rk_console_no(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	if (console->agreed)
		rk_console_say(console, "Nothing is taken back.");
	else if (is_offered(console))
		decline(console);
	else
		rk_console_say(console, "Nobody has asked for anything.");
	console->agreed = 0;
}
