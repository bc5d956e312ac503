/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Playing at a terminal. A line is typed, the console does what it says, the
 * computers answer, the screen is drawn; and while the line is being typed
 * clocks run, windows change their size and Ctrl-C asks whether to leave.
 *
 * The console's words are collected here and shown by view.c; the game itself
 * is in the console, and is kept by whoever made it.
 */
#define _XOPEN_SOURCE 700

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/play.h"
#include "ports/host/term.h"
#include "proto/console.h"

#define LOOK_UP 20 /* milliseconds between two looks while a computer thinks */
#define PAUSE 600  /* milliseconds before a computer's move, to see the last; */
#define PAUSE_SHORT 300 /* where several of them move in a row */

static void collect(void *self, const char *text, size_t length)
{
	struct host_play *play = self;

	host_text_add(play->into, text, length);
}

void host_play_command(struct host_play *play, const char *line)
{
	uint8_t *zoom = &play->console->look.zoom;
	uint8_t shown = *zoom;
	bool in_game = rk_console_state(play->console) == RK_CONSOLE_GAME;

	/* what was asked for may be more than what is shown */
	if (play->zoom_wish)
		*zoom = (uint8_t)play->zoom_wish;
	play->interrupted = false;
	if (!rk_console_line(play->console, line, strlen(line)))
		play->leaving = true;
	if (play->zoom_wish || *zoom != shown)
		play->zoom_wish = *zoom;
	if (!in_game && rk_console_state(play->console) == RK_CONSOLE_GAME &&
	    !play->console->game.length)
		rk_console_turn_board(play->console);
}

void host_play_resume(struct host_play *play)
{
	if (host_journal_resume(play->journal, play->console)) {
		rk_console_turn_board(play->console);
		host_text_put(&play->said, "Your game goes on.\n");
	} else {
		play->may_resume = false;
		host_text_put(&play->said, "The game cannot be read.\n");
	}
}

/* Does one play, and has not left the game? */
static bool has_human(const struct rk_console *console)
{
	return rk_console_next_player(console, 0, true) >= 0;
}

/* Milliseconds until a clock on the screen shows another time; -1: never. */
static int next_tick(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	uint32_t left;

	if (rk_console_state(console) != RK_CONSOLE_GAME ||
	    !game->clock.initial || !game->turn_start ||
	    game->rules->walks(&game->pos))
		return -1;
	left = rk_game_time_left(game, rk_game_turn(game),
				 rk_console_now(console));
	return (int)(left % (left < 10000 ? 100 : 1000)) + 1;
}

/* Draws, and leaves the cursor at the start of an empty line to type in. */
static void draw(struct host_play *play)
{
	char home[32];

	play->edit_rows = 1;
	host_view_draw(play);
	snprintf(home, sizeof(home), "\033[%d;1H\033[K",
		 host_view_edit_row(play) + 1);
	host_term_write(home, strlen(home));
}

/* Whatever the screen has become. */
static void draw_again(struct host_play *play)
{
	play->frame.unknown = true;
	draw(play);
}

static void draw_with_line(struct host_play *play)
{
	draw_again(play);
	host_edit_redraw(play->edit);
}

/* Ctrl-C: true to give up the line, because of what was answered. */
static bool ask(struct host_play *play)
{
	bool in_game = rk_console_state(play->console) == RK_CONSOLE_GAME;
	enum host_term_event event;
	int key = 'n';

	play->question = in_game ? "Leave? The game is kept.  y: leave  "
				   "r: resign  any other key: play on"
				 : "Leave?  y: leave  any other key: stay";
	do {
		draw_again(play);
		event = host_term_wait(-1);
	} while (event == HOST_TERM_REDRAW);
	if (event == HOST_TERM_KEY)
		key = host_term_read();
	play->question = NULL;
	if (event != HOST_TERM_KEY || key < 0 || key == 'y' || key == 'Y')
		play->leaving = true;
	else if (in_game && (key == 'r' || key == 'R'))
		play->instead = "resign";
	return play->leaving || play->instead;
}

static enum rk_haste haste(const struct host_play *play)
{
	return play->interrupted ? RK_NEVER_MIND : RK_NO_HASTE;
}

/*
 * While a computer thinks the screen stays alive; the console calls this all
 * the time. Keys are left to whoever reads the next line.
 */
static enum rk_haste look_up(void *self)
{
	struct host_play *play = self;
	uint64_t now = host_now();

	if (play->interrupted || now < play->next_look)
		return haste(play);
	play->next_look = now + LOOK_UP;
	play->interrupted = rk_console_check_clock(play->console);
	switch (host_term_wait(0)) {
	case HOST_TERM_REDRAW:
		draw_again(play);
		break;
	case HOST_TERM_INTERRUPT:
		play->interrupted |= ask(play);
		draw_again(play);
		break;
	case HOST_TERM_END:
		play->leaving = play->interrupted = true;
		break;
	case HOST_TERM_KEY:
		/* Among computers alone somebody wants to say something. */
		play->interrupted |= !has_human(play->console);
		break;
	default:
		break;
	}
	if (next_tick(play->console) > 0)
		host_view_draw(play);
	return haste(play);
}

/* Waits for a key of the line. */
static int next_key(void *self, int rows)
{
	struct host_play *play = self;

	if (rows > play->edit_rows) {
		play->edit_rows = rows;
		host_view_draw(play);
	}
	for (;;) {
		switch (host_term_wait(next_tick(play->console))) {
		case HOST_TERM_KEY:
			return host_term_read();
		case HOST_TERM_TIME:
			if (!rk_console_check_clock(play->console)) {
				host_view_draw(play);
				break;
			}
			if (rk_console_computer_to_move(play->console)) {
				play->instead = ""; /* the others play on */
				return -1;
			}
			draw_with_line(play);
			break;
		case HOST_TERM_REDRAW:
			draw_with_line(play);
			break;
		case HOST_TERM_INTERRUPT:
			if (ask(play))
				return -1;
			draw_with_line(play);
			break;
		case HOST_TERM_END:
			play->leaving = true;
			return -1;
		}
	}
}

static void redraw(void *self)
{
	draw_with_line(self);
}

/* Enter alone: the next page, or what is expected to happen. */
static void do_nothing(struct host_play *play)
{
	if (play->page >= 0 && ++play->page >= play->pages)
		play->said.length = 0;
	else if (play->page < 0 && rk_console_moves_by_itself(play->console))
		host_play_command(play, "move");
}

static void do_line(struct host_play *play, const char *line)
{
	line += strspn(line, " ");
	if (!*line && (play->page >= 0 ||
		       rk_console_state(play->console) == RK_CONSOLE_GAME)) {
		do_nothing(play);
		return;
	}
	if (!play->has_begun)
		play->protocol = host_find_protocol(line);
	play->has_begun = play->has_begun || *line;
	if (play->protocol) {
		play->leaving = true;
		return;
	}
	play->said.length = 0;
	play->page = -1;
	if (!host_menu_take(play, line))
		host_play_command(play, line);
}

/* What Ctrl-C was answered with, if it was a command. */
static bool do_instead(struct host_play *play)
{
	const char *line = play->instead;

	play->instead = NULL;
	if (line)
		do_line(play, line);
	return line != NULL;
}

static void read_line(struct host_play *play)
{
	const char *line;

	draw(play);
	line = host_edit_line(play->edit, play->prompt);
	/* The end of a line that went down to the last row scrolls them all. */
	play->frame.unknown |= play->edit_rows > 1;
	if (do_instead(play))
		return;
	if (line && !play->leaving)
		do_line(play, line);
	else
		play->leaving = true;
}

/* A moment to look at the board; true if the computer is to move after it. */
static bool pause_a_moment(struct host_play *play)
{
	bool few = play->console->game.rules->players == 2;

	switch (host_term_wait(few ? PAUSE : PAUSE_SHORT)) {
	case HOST_TERM_KEY:
		/* Among computers alone it is the way to say something. */
		if (!has_human(play->console))
			read_line(play);
		return has_human(play->console);
	case HOST_TERM_REDRAW:
		play->frame.unknown = true;
		return false;
	case HOST_TERM_INTERRUPT:
		if (ask(play))
			do_instead(play);
		return false;
	case HOST_TERM_END:
		play->leaving = true;
		return false;
	default:
		return true;
	}
}

/* Computers that answer at length do not hide the board: the last lines stay. */
static void shorten(struct host_text *said, int rows)
{
	while (rows > 0 && host_text_lines(said) > rows) {
		const char *end = memchr(said->bytes, '\n', said->length);
		size_t first = (size_t)(end - said->bytes) + 1;

		said->length -= first;
		memmove(said->bytes, said->bytes + first, said->length);
	}
}

static void let_computers_move(struct host_play *play)
{
	const struct rk_game *game = &play->console->game;
	int answers = 0;
	uint32_t before;

	while (!play->leaving && rk_console_computer_to_move(play->console)) {
		draw(play);
		if (!pause_a_moment(play))
			continue;
		/* The moment is for who looks on; it is not the computer's. */
		rk_game_start_clock(&play->console->game,
				    rk_console_now(play->console));
		/* A round of answers is told with what it answers, not all. */
		if (answers && answers % (game->rules->players - 1) == 0)
			play->said.length = 0;
		answers++;
		before = game->now;
		play->interrupted = false;
		rk_console_computer_move(play->console);
		shorten(&play->said, play->said_rows);
		if (play->interrupted)
			do_instead(play);
		else if (game->now == before)
			break; /* no memory for a longer game */
	}
}

/* The score is told where the shell goes on. */
static void end(struct host_play *play)
{
	play->said.length = 0;
	rk_console_end(play->console);
	fwrite(play->said.bytes, 1, play->said.length, stdout);
	if (rk_console_state(play->console) == RK_CONSOLE_GAME &&
	    host_journal_keeps(play->journal))
		printf("Your game is kept: ./rookery resume goes on with it.\n");
}

static struct host_edit *open_editor(struct host_play *play)
{
	const char *folder = host_journal_folder(play->journal);
	char file[1024] = "";

	play->owner = (struct host_edit_owner){play, next_key,
					       host_play_complete, redraw};
	if (folder)
		snprintf(file, sizeof(file), "%s/history", folder);
	return host_edit_new(&play->owner, folder ? file : NULL);
}

enum host_exit host_play(struct rk_console *console,
			 struct host_journal *journal, bool letters_only)
{
	static struct host_play play; /* too large for a stack */
	const struct rk_console_port *port = console->port;

	play.console = console;
	play.journal = journal;
	play.may_resume = !console->has_game &&
			  host_journal_can_resume(journal);
	play.into = &play.said;
	play.port = *port;
	play.port.out = (struct rk_out){collect, &play};
	play.port.interrupt = look_up;
	play.port.interrupter = &play;
	console->port = &play.port;
	setlocale(LC_CTYPE, "");
	host_term_look(&console->look, letters_only);
	if (console->has_game)
		rk_console_turn_board(console);
	if (!host_term_open() || !(play.edit = open_editor(&play))) {
		host_term_close();
		console->port = port;
		fprintf(stderr, "rookery: cannot use this terminal\n");
		return HOST_FAILED;
	}
	play.frame.unknown = true;
	while (!play.leaving) {
		let_computers_move(&play);
		if (!play.leaving && !do_instead(&play))
			read_line(&play);
	}
	host_edit_free(play.edit);
	host_term_close();
	if (!play.protocol)
		end(&play);
	console->port = port;
	host_frame_free(&play.frame);
	host_text_free(&play.said);
	host_text_free(&play.board);
	return play.protocol ? play.protocol->speak(play.protocol->name)
			     : HOST_OK;
}
