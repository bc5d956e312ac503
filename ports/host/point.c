/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moving without typing: a cursor on the board that arrow keys move, or the
 * mouse. Enter or a click picks a piece up, and the squares where it may go are
 * lit; on one of them the move is played as if its line had been typed. While
 * the cursor is shown, Enter and space are its keys; any other ends it.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/play.h"
#include "rookery/console.h"
#include "rookery/why.h"

/* A human is to move, and there is a board to point at. */
static bool can_point(const struct host_play *play)
{
	return play->zoom && play->page < 0 && !play->is_back &&
	       rk_console_state(play->console) == RK_CONSOLE_GAME &&
	       !rk_console_moves_by_itself(play->console);
}

/* The cursor starts where it was, or at the king of who is to move. */
static void start(struct host_play *play)
{
	const struct rk_game *game = &play->console->game;
	struct host_pointer *pointer = &play->pointer;

	if (pointer->rules != game->rules) {
		pointer->rules = game->rules;
		pointer->square = rk_find_king(game->rules, &game->pos,
					       rk_game_turn(game));
		if (pointer->square < 0)
			pointer->square = rk_board_squares(game->rules) / 2;
	}
	pointer->is_on = true;
	pointer->has_piece = false;
}

void host_point_show(struct host_play *play)
{
	struct rk_lit *lit = &play->console->lit;

	lit->has_cursor = play->pointer.is_on && can_point(play);
	lit->cursor = (uint8_t)play->pointer.square;
}

static void put_down(struct host_play *play)
{
	memset(play->console->lit.squares, 0,
	       sizeof(play->console->lit.squares));
	play->pointer.has_piece = false;
}

void host_point_end(struct host_play *play)
{
	if (play->pointer.has_piece)
		put_down(play);
	play->pointer.is_on = false;
}

/* Picks up what is on a square, or says why it cannot move. */
static void pick(struct host_play *play, int square)
{
	struct rk_console *console = play->console;
	const struct rk_game *game = &console->game;

	play->said.length = 0;
	play->pointer.has_piece = rk_console_light_moves(console, square) > 0;
	play->pointer.piece = square;
	if (!play->pointer.has_piece)
		rk_why_no_moves(&console->out, game->rules, &game->pos, square);
}

/* Several moves between two squares differ in their last letter. */
static int choose(struct host_play *play, char texts[][RK_MOVE_TEXT_SIZE],
		  int count)
{
	char question[64] = "Promote to";
	int key;

	if (count == 1)
		return 0;
	/* Without the letter the console makes it a queen. */
	if (play->console->promotes_queen) {
		texts[0][strlen(texts[0]) - 1] = '\0';
		return 0;
	}
	for (int i = 0; i < count; i++) {
		size_t length = strlen(question);

		snprintf(question + length, sizeof(question) - length, "  %c",
			 texts[i][strlen(texts[i]) - 1]);
	}
	key = host_play_ask(play, question);
	for (int i = 0; i < count; i++)
		if (key == tolower(texts[i][strlen(texts[i]) - 1]) ||
		    key == toupper(texts[i][strlen(texts[i]) - 1]))
			return i;
	return -1;
}

#define TEXTS 8 /* moves between two squares */

/* Plays from the piece to a square, if it may go there. */
static bool go(struct host_play *play, int to)
{
	const struct rk_game *game = &play->console->game;
	rk_any_move *list = rk_console_scratch(play->console)->moves;
	int all = game->rules->moves(&game->pos, list);
	char texts[TEXTS][RK_MOVE_TEXT_SIZE];
	int count = 0, chosen;

	for (int i = 0; i < all && count < TEXTS; i++)
		if (game->rules->from(&game->pos, list[i]) ==
			    play->pointer.piece &&
		    game->rules->to(&game->pos, list[i]) == to)
			game->rules->write_move(texts[count++], &game->pos,
						list[i], RK_STYLE_COORD);
	if (!count)
		return false;
	chosen = choose(play, texts, count);
	if (chosen >= 0) {
		memcpy(play->pointed, texts[chosen], sizeof(play->pointed));
		play->instead = play->pointed;
	}
	return true;
}

static void press(struct host_play *play)
{
	struct host_pointer *pointer = &play->pointer;

	if (pointer->has_piece && pointer->square == pointer->piece)
		put_down(play);
	else if (!pointer->has_piece || !go(play, pointer->square))
		pick(play, pointer->square);
}

/*
 * The button goes down on a piece, which is picked up; where it comes up the
 * piece goes, if it may. So a piece can be clicked or dragged, and nothing of
 * the mouse is left to be read when the move is played.
 */
static void click(struct host_play *play, const struct host_key *key)
{
	struct host_pointer *pointer = &play->pointer;
	int square = host_view_square(play, key->row, key->column);

	if (square < 0 || !can_point(play))
		return;
	if (!pointer->is_on)
		start(play);
	pointer->square = square;
	if (key->code == HOST_KEY_RELEASE) {
		if (pointer->has_piece && square != pointer->piece)
			go(play, square);
	} else if (!pointer->has_piece ||
		   !rk_lit_has(&play->console->lit, square)) {
		pick(play, square);
	}
}

static bool move(struct host_play *play, int right, int down)
{
	struct host_pointer *pointer = &play->pointer;

	if (!can_point(play))
		return false;
	play->said.length = 0;
	if (pointer->is_on)
		pointer->square = rk_console_square_beside(play->console,
							   pointer->square,
							   right, down);
	else
		start(play);
	return true;
}

static bool point(struct host_play *play, const struct host_key *key)
{
	bool is_on = play->pointer.is_on && can_point(play);

	switch (key->code) {
	case HOST_KEY_UP:
		return move(play, 0, -1);
	case HOST_KEY_DOWN:
		return move(play, 0, 1);
	case HOST_KEY_LEFT:
		return move(play, -1, 0);
	case HOST_KEY_RIGHT:
		return move(play, 1, 0);
	case ' ':
	case '\r':
	case '\n':
		if (is_on)
			press(play);
		return is_on;
	default:
		if (is_on)
			host_point_end(play);
		return is_on && key->code == HOST_KEY_ESCAPE;
	}
}

bool host_point_key(struct host_play *play, const struct host_key *key,
		    bool is_empty)
{
	if (key->code == HOST_KEY_PRESS || key->code == HOST_KEY_RELEASE)
		click(play, key);
	if (host_key_is_mouse(key))
		return true;
	return is_empty && point(play, key);
}
