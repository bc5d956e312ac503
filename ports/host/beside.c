/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The terminal's side of a window beside it; see beside.h. The board that is
 * shown is written as text and compared with what was sent last, so whatever has
 * changed the game is seen. A window that does not read misses positions in
 * between, never the last one. Bytes are read one by one: they are few, and what
 * comes after a move stays in the socket until that move is played.
 */
#define _XOPEN_SOURCE 700

#include "ports/host/beside.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "ports/host/desktop.h"
#include "ports/host/host.h"

#define MOST_A_SECOND 1024 /* bytes from a window; a person clicks a few */
#define MOST_WAITING 4096  /* of them, where we are slow */
#define MOST_AT_ONCE 256
#define QUIT_MS 500

/* ---- There and gone ---- */

static bool has_display(void)
{
	const char *wayland = getenv("WAYLAND_DISPLAY");
	const char *x11 = getenv("DISPLAY");

	return (wayland && *wayland) || (x11 && *x11);
}

/* Beside this program, else in PATH. */
static bool find_program(char path[HOST_CHILD_PATH])
{
	char here[PATH_MAX];

	return (host_program_beside(HOST_DESKTOP, here) &&
		!host_child_find(path, here, NULL)) ||
	       !host_child_find(path, HOST_DESKTOP, NULL);
}

const char *host_beside_open(struct host_beside *beside)
{
	char path[HOST_CHILD_PATH], command[] = "beside", option[] = "--fd";
	char number[] = "3";
	char *words[] = {path, command, option, number, NULL};

	_Static_assert(HOST_CHILD_SOCKET == 3, "the number in the words");
	*beside = (struct host_beside){.child = HOST_NO_CHILD};
	if (!has_display())
		return "No window: there is no display (DISPLAY, "
		       "WAYLAND_DISPLAY).";
	if (!find_program(path))
		return "No window: rookery-desktop was not built; make desktop "
		       "builds it.";
	if (!host_child_start(&beside->child, words, HOST_CHILD_BY_SOCKET))
		return "No window: rookery-desktop cannot be started.";
	return NULL;
}

static void drop(struct host_beside *beside, int patience_ms)
{
	host_child_end(&beside->child, patience_ms);
	*beside = (struct host_beside){.child = HOST_NO_CHILD};
}

/* ---- To the window ---- */

static void flush(struct host_beside *beside)
{
	ssize_t count = 1;

	while (beside->unsent_length && count > 0) {
		count = host_child_write(&beside->child, beside->unsent,
					 beside->unsent_length);
		if (count <= 0)
			break; /* its end is seen when it is read */
		beside->unsent_length -= (size_t)count;
		memmove(beside->unsent, beside->unsent + count,
			beside->unsent_length);
	}
}

/* False if there is no space, or no window. */
static bool send(struct host_beside *beside, const char *text)
{
	size_t length = strlen(text);

	if (!host_beside_is_there(beside) ||
	    length > sizeof(beside->unsent) - beside->unsent_length)
		return false;
	memcpy(beside->unsent + beside->unsent_length, text, length);
	beside->unsent_length += length;
	flush(beside);
	return true;
}

void host_beside_close(struct host_beside *beside)
{
	if (!host_beside_is_there(beside))
		return;
	send(beside, "quit\n");
	drop(beside, QUIT_MS);
}

static const struct rk_rules *rules_of(const struct rk_console *console)
{
	return console->in_setup || rk_console_shows_next(console)
		       ? console->rules
		       : console->game.rules;
}

/* The board as the console shows it, and the last move. */
static void describe(char text[HOST_BESIDE_SHOW],
		     const struct rk_console *console)
{
	const struct rk_rules *rules = rules_of(console);
	const struct rk_game *game = &console->game;
	rk_any_move last = 0;
	char fen[RK_ANY_FEN_SIZE], squares[32] = "-";

	if (console->in_setup) {
		rules->setup_write(fen, &console->setup);
	} else if (rk_console_shows_next(console)) {
		rules->write(fen, &console->next_start);
	} else {
		rules->write(fen, &game->pos);
		last = rk_game_last_move(game);
	}
	if (last)
		snprintf(squares, sizeof(squares), "%d %d",
			 rules->from(&game->pos, last),
			 rules->to(&game->pos, last));
	snprintf(text, HOST_BESIDE_SHOW, "show %s %d %s\nlast %s\n",
		 rules->name, console->look.below % rules->players, fen,
		 squares);
}

/* While something waits to be sent, a newer board would only wait too. */
void host_beside_show(struct host_beside *beside,
		      const struct rk_console *console)
{
	char text[HOST_BESIDE_SHOW];

	if (!host_beside_is_there(beside))
		return;
	flush(beside);
	if (beside->unsent_length)
		return;
	describe(text, console);
	if (strcmp(text, beside->shown) != 0 && send(beside, text))
		memcpy(beside->shown, text, sizeof(text));
}

bool host_beside_zoom(struct host_beside *beside, int factor)
{
	char line[32];

	if (!host_beside_is_there(beside))
		return false;
	snprintf(line, sizeof(line), "zoom %d\n", factor);
	beside->zoom = factor;
	send(beside, line);
	return true;
}

/* ---- From the window ---- */

static bool read_square(const char *word, const struct rk_console *console,
			struct rk_short_text *name)
{
	const struct rk_rules *rules = rules_of(console);
	union rk_any_pos pos;
	uint32_t square;

	if (!rk_word_number((struct rk_word){word, strlen(word)}, 0,
			    (uint32_t)rk_board_squares(rules) - 1, &square))
		return false;
	rules->start(&pos, 0);
	*name = rk_square_name(rules, (int)square);
	return rules->cell(&pos, (int)square) != RK_CELL_WALL;
}

/* A line that means nothing is ignored. */
static bool hear_move(struct host_beside *beside,
		      const struct rk_console *console)
{
	char from[8], to[8], letter[2] = "", more;
	struct rk_short_text names[2];
	int count = sscanf(beside->line, "move %7s %7s %1s%c", from, to, letter,
			   &more);

	if (count < 2 || count > 3 || !read_square(from, console, &names[0]) ||
	    !read_square(to, console, &names[1]) ||
	    (*letter && rk_letter_type(rules_of(console), *letter) == RK_NONE))
		return false;
	snprintf(beside->typed, sizeof(beside->typed), "%s %s%s%s",
		 names[0].text, names[1].text, *letter ? " " : "", letter);
	return true;
}

/* True: a move. */
static bool hear_line(struct host_beside *beside,
		      const struct rk_console *console, struct host_text *said)
{
	unsigned int most;
	char more;

	if (!strcmp(beside->line, "closed")) {
		drop(beside, QUIT_MS);
		host_text_put(said, "The window is closed.\n");
		return false;
	}
	if (sscanf(beside->line, "zoom max %3u%c", &most, &more) == 1 && most)
		host_text_format(said,
				 "Zoom %d does not fit on the display; the "
				 "largest that fits is %u.\n",
				 beside->zoom, most);
	return hear_move(beside, console);
}

static void lose(struct host_beside *beside, struct host_text *said,
		 const char *why)
{
	drop(beside, 0);
	host_text_format(said, "The window %s; the game goes on here.\n", why);
}

/* False: nothing more can be read now. */
static bool hear_byte(struct host_beside *beside, struct host_text *said,
		      char *byte)
{
	uint64_t second = host_now() / 1000;
	ssize_t count = host_child_read(&beside->child, byte, 1);

	if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return false;
	if (count <= 0) {
		lose(beside, said, "is gone");
		return false;
	}
	if (second != beside->second)
		beside->heard = 0;
	beside->second = second;
	if (++beside->heard <= MOST_A_SECOND)
		return true;
	lose(beside, said, "writes without an end");
	return false;
}

/* On a busy machine few bytes a second are read, but many wait. */
static bool is_flood(const struct host_beside *beside)
{
	int waiting = 0;

	return !ioctl(beside->child.from, FIONREAD, &waiting) &&
	       waiting > MOST_WAITING;
}

bool host_beside_hear(struct host_beside *beside,
		      const struct rk_console *console, struct host_text *said)
{
	char byte;

	flush(beside);
	if (is_flood(beside)) {
		lose(beside, said, "writes without an end");
		return false;
	}
	for (int i = 0; i < MOST_AT_ONCE && hear_byte(beside, said, &byte);
	     i++) {
		size_t length = beside->length;

		if (byte != '\n') {
			beside->length += length < sizeof(beside->line);
			if (length < sizeof(beside->line))
				beside->line[length] = byte;
			continue;
		}
		beside->length = 0;
		if (length >= sizeof(beside->line) ||
		    memchr(beside->line, '\0', length))
			continue;
		beside->line[length] = '\0';
		if (hear_line(beside, console, said))
			return true;
		if (!host_beside_is_there(beside))
			return false;
	}
	return false;
}
