/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Playing at a terminal. The loop is: a line is typed, the console executes
 * it, the computers move, the screen is drawn. While a line is being typed,
 * clocks run, the window may change its size, and Ctrl-C asks whether to
 * leave.
 *
 * The console's messages are collected here and shown by view.c. The game
 * itself is in the console.
 */
#define _XOPEN_SOURCE 700

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/complete.h"
#include "ports/host/play.h"
#include "ports/host/term.h"
#include "rookery/console.h"

#define POLL_MS 20   /* between two polls of the terminal during a search */
#define PAUSE_MS 600 /* before a computer's move, to see the last one; */
#define PAUSE_SHORT_MS 300 /* if several computers move in a row */

static void collect(void *self, const char *text, size_t length)
{
	struct host_play *play = self;

	host_text_add(play->into, text, length);
}

/* Runs a command of the console; its messages are shown later. */
static void do_command(void *self, const char *line)
{
	struct host_play *play = self;
	uint8_t *zoom = &play->console->look.zoom;
	uint8_t shown = *zoom, before;

	/* the requested zoom may not fit */
	if (play->zoom_asked)
		*zoom = (uint8_t)play->zoom_asked;
	before = *zoom;
	play->interrupted = false;
	if (!rk_console_line(play->console, line, strlen(line)))
		play->leaving = true;
	if (play->zoom_asked || *zoom != shown)
		play->zoom_asked = *zoom;
	if (play->zoom_asked && *zoom != before)
		play->settings.zoom = *zoom;
}

/* Of several games, one must be chosen. */
static void resume(void *self)
{
	struct host_play *play = self;

	if (host_journal_kept(play->journal, NULL) > 1) {
		do_command(play, "resume");
	} else if (host_journal_resume(play->journal, play->console, 0)) {
		rk_console_turn_board(play->console);
		host_text_put(&play->said, "Your game goes on.\n");
	} else {
		const char *skipped = host_journal_skipped(play->journal);

		play->menu.can_resume = false;
		host_text_format(&play->said, "The game cannot be read%s%s.\n",
				 skipped ? ": " : "", skipped ? skipped : "");
	}
}

bool host_play_is_alone(const struct rk_console *console)
{
	return rk_console_next_player(console, 0, true) < 0;
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

/* Redraws everything: what is on the screen is unknown. */
static void draw_again(struct host_play *play)
{
	play->screen.unknown = true;
	draw(play);
}

static void draw_with_line(struct host_play *play)
{
	draw_again(play);
	host_edit_redraw(play->edit);
}

/* The rest of a key whose first byte is there. */
static void read_whole_key(struct host_key *key)
{
	int byte = host_term_read();

	*key = (struct host_key){.code = byte, .length = 1};
	key->bytes[0] = (unsigned char)byte;
	if (byte != HOST_ESCAPE)
		return;
	while (host_key_is_open(key) &&
	       host_term_wait(HOST_ESCAPE_MS) == HOST_TERM_KEY)
		key->bytes[key->length++] = (unsigned char)host_term_read();
	host_key_decode(key);
}

int host_play_ask(struct host_play *play, const char *question)
{
	struct host_key key = {.code = -1};
	enum host_term_event event;

	play->question = question;
	do {
		draw_again(play);
		event = host_term_wait(-1);
		if (event == HOST_TERM_KEY)
			read_whole_key(&key);
	} while (event == HOST_TERM_REDRAW ||
		 (event == HOST_TERM_KEY && host_key_is_mouse(&key)));
	play->question = NULL;
	play->screen.unknown = true;
	return event == HOST_TERM_KEY ? key.code : -1;
}

/* Ctrl-C: asks what to do. True: the typed line is abandoned. */
static bool ask(struct host_play *play)
{
	bool in_game = rk_console_state(play->console) == RK_CONSOLE_GAME;
	int key = host_play_ask(
		play, in_game ? "Leave? The game is kept.  y: leave  "
				"r: resign  any other key: play on"
			      : "Leave?  y: leave  any other key: stay");

	if (key < 0 || key == 'y' || key == 'Y')
		play->leaving = true;
	else if (in_game && (key == 'r' || key == 'R'))
		play->instead = "resign";
	return play->leaving || play->instead;
}

static enum rk_signal signal(const struct host_play *play)
{
	return play->interrupted ? RK_SIGNAL_CANCEL : RK_SIGNAL_NONE;
}

/* Any key does; but the button that chose it comes up again. */
static void stop_review(struct host_play *play)
{
	struct host_key key;

	read_whole_key(&key);
	play->interrupted |= !host_key_is_mouse(&key);
}

/*
 * Keeps the screen alive while a computer thinks. Keys stay in the input for
 * the next line.
 */
enum rk_signal host_play_poll(struct host_play *play)
{
	uint64_t now = host_now();

	if (play->interrupted || now < play->next_look)
		return signal(play);
	play->next_look = now + POLL_MS;
	play->interrupted = rk_console_check_clock(play->console);
	switch (host_term_wait(0)) {
	case HOST_TERM_REDRAW:
		draw_again(play);
		break;
	case HOST_TERM_INTERRUPT:
		play->interrupted |= play->is_reviewing || ask(play);
		draw_again(play);
		break;
	case HOST_TERM_END:
		play->leaving = play->interrupted = true;
		break;
	case HOST_TERM_KEY:
		if (play->is_reviewing) {
			stop_review(play);
			break;
		}
		/* Among computers a key means that somebody wants to type. */
		play->interrupted |= host_play_is_alone(play->console);
		break;
	default:
		break;
	}
	if (next_tick(play->console) > 0 || play->has_thought)
		host_view_draw(play);
	play->has_thought = false;
	return signal(play);
}

/* The window has something to say; true: a move, which replaces the line. */
static bool hear_window(struct host_play *play)
{
	size_t before = play->said.length;

	if (host_beside_hear(&play->beside, play->console, &play->said)) {
		play->instead = play->beside.typed;
		return true;
	}
	host_beside_show(&play->beside, play->console);
	if (play->said.length != before)
		draw_with_line(play);
	return false;
}

#define NO_BYTE -2

/* Within a key, `limit` is not negative and nothing else is waited for. */
static enum host_term_event wait_for_byte(const struct host_play *play,
					  int limit)
{
	if (limit >= 0)
		return host_term_wait(limit);
	return host_term_wait_file(next_tick(play->console),
				   host_beside_file(&play->beside),
				   host_beside_writes(&play->beside));
}

/*
 * The next byte of the line; -1: the line is given up; NO_BYTE: none came for
 * so many milliseconds, where `limit` is not negative.
 */
static int next_byte(struct host_play *play, int limit)
{
	int key = play->next_key;

	play->next_key = 0;
	if (key)
		return key;
	for (;;) {
		switch (wait_for_byte(play, limit)) {
		case HOST_TERM_KEY:
			return host_term_read();
		case HOST_TERM_FILE:
			if (hear_window(play))
				return -1;
			break;
		case HOST_TERM_TIME:
			if (limit >= 0)
				return NO_BYTE;
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

/* The next key with all its bytes; false if the line is given up. */
static bool read_key(struct host_play *play, struct host_key *key)
{
	int byte = next_byte(play, -1);

	*key = (struct host_key){.code = byte};
	play->key_given = 0;
	if (byte < 0)
		return false;
	key->bytes[key->length++] = (unsigned char)byte;
	if (byte != HOST_ESCAPE)
		return true;
	while (host_key_is_open(key)) {
		byte = next_byte(play, HOST_ESCAPE_MS);
		if (byte == NO_BYTE)
			break;
		if (byte < 0)
			return false;
		key->bytes[key->length++] = (unsigned char)byte;
	}
	host_key_decode(key);
	return true;
}

/* Turns the pages of a long text, or leaves it. */
static bool page_key(struct host_play *play, int code, bool is_empty)
{
	bool is_last = play->page + 1 >= play->pages;

	if (play->page < 0)
		return false;
	if (code == HOST_KEY_PAGE_UP || code == HOST_KEY_WHEEL_UP) {
		play->page -= play->page > 0;
	} else if (code == HOST_KEY_PAGE_DOWN || code == HOST_KEY_WHEEL_DOWN ||
		   (code == ' ' && is_empty && !is_last)) {
		play->page += !is_last;
	} else if (code == HOST_KEY_ESCAPE || (code == ' ' && is_empty)) {
		play->said.length = 0;
		play->page = -1;
	} else {
		return false;
	}
	return true;
}

/* Is this a key that the screen takes before the line does? */
static bool take_key(struct host_play *play, const struct host_key *key)
{
	bool is_empty = host_edit_is_empty(play->edit);
	bool was_on = play->pointer.is_on;
	bool is_taken = page_key(play, key->code, is_empty) ||
			((is_empty || host_key_is_mouse(key)) &&
			 host_step_key(play, key)) ||
			host_point_key(play, key, is_empty);

	if (play->screen.unknown)
		draw_with_line(play);
	else if (is_taken || was_on != play->pointer.is_on)
		host_view_draw(play);
	return is_taken;
}

/* Waits for a key of the line; keys of several bytes are given bit by bit. */
static int next_key(void *self, int rows)
{
	struct host_play *play = self;
	struct host_key *key = &play->key;

	if (rows > play->edit_rows) {
		play->edit_rows = rows;
		host_view_draw(play);
	}
	while (play->key_given >= key->length) {
		if (!read_key(play, key)) {
			key->length = 0;
			return -1;
		}
		if (take_key(play, key))
			key->length = 0;
		if (play->instead)
			return -1;
	}
	return key->bytes[play->key_given++];
}

static void redraw(void *self)
{
	draw_with_line(self);
}

/* Tab: completes the word, or shows the choices. */
static size_t complete(void *self, const char *text, size_t length, char *more,
		       size_t size)
{
	struct host_play *play = self;
	struct host_completion completion = {.count = 0};
	const struct rk_completer to = {&completion, host_complete_offer,
					host_complete_files};
	size_t added;

	length = rk_console_complete_line(play->console, text, length, &to);
	added = host_complete_fill(&completion, length, more, size);
	if (completion.count > 1 && !added) {
		play->said.length = 0;
		host_text_add(&play->said, completion.list.bytes,
			      completion.list.length);
		host_view_draw(play);
	}
	host_text_free(&completion.list);
	return added;
}

/* Enter alone: the next page, or the most likely action; messages go away. */
static void empty_line(struct host_play *play)
{
	if (play->page >= 0 && ++play->page < play->pages)
		return;
	play->said.length = 0;
	if (play->page < 0 && rk_console_moves_by_itself(play->console))
		do_command(play, "move");
	play->page = -1;
}

static void do_line(struct host_play *play, const char *line)
{
	bool was_back = play->is_back;

	host_step_end(play);
	play->pointer.is_on &= line == play->pointed;
	play->pointer.has_piece = false;
	line += strspn(line, " ");
	/* Whoever is used to pagers does not mean to leave. */
	if (play->page >= 0 && !strcmp(line, "q")) {
		play->page = play->pages;
		line = "";
	}
	if (!*line && was_back) {
		play->said.length = 0;
		return;
	}
	if (!*line && (play->page >= 0 ||
		       rk_console_state(play->console) == RK_CONSOLE_GAME)) {
		empty_line(play);
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
	if (!rk_menu_take(&play->menu, line))
		do_command(play, line);
}

/* Runs the command that was the answer to Ctrl-C, if any. */
static bool run_replacement(struct host_play *play)
{
	const char *line = play->instead;

	play->instead = NULL;
	if (line)
		do_line(play, line);
	return line != NULL;
}

static void say_trouble(struct host_play *play, const char *trouble)
{
	if (trouble)
		host_text_format(&play->said, "%s\n", trouble);
}

static void read_line(struct host_play *play)
{
	const char *line;

	draw(play);
	line = host_edit_line(play->edit, play->prompt);
	/* A typed line that reached the last row has scrolled the screen. */
	play->screen.unknown |= play->edit_rows > 1;
	if (run_replacement(play))
		return;
	if (line && !play->leaving)
		do_line(play, line);
	else
		play->leaving = true;
	say_trouble(play, host_settings_keep(&play->settings, play->console));
}

/*
 * A key stops computers among themselves. What can begin a line does; others,
 * with the rest of what an arrow key sends, are done with.
 */
static void stop_computers(struct host_play *play)
{
	int key = host_term_read();

	if (key > ' ' && key != 0x7f)
		play->next_key = key;
	else
		while (key >= 0 && host_term_wait(0) == HOST_TERM_KEY)
			key = host_term_read();
	if (key < 0) { /* the terminal is gone */
		play->leaving = true;
		return;
	}
	play->is_stopped = true;
	read_line(play);
	play->is_stopped = false;
}

/* A pause to see the board; true if the computer may move after it. */
static bool pause_a_moment(struct host_play *play)
{
	bool few = play->console->game.rules->players == 2;

	switch (host_term_wait(few ? PAUSE_MS : PAUSE_SHORT_MS)) {
	case HOST_TERM_KEY:
		if (!host_play_is_alone(play->console))
			return true;
		stop_computers(play);
		return false;
	case HOST_TERM_REDRAW:
		play->screen.unknown = true;
		return false;
	case HOST_TERM_INTERRUPT:
		if (ask(play))
			run_replacement(play);
		return false;
	case HOST_TERM_END:
		play->leaving = true;
		return false;
	default:
		return true;
	}
}

/*
 * Shortens long messages of computers to the last lines, so that the board
 * stays visible.
 */
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
	size_t said;

	while (!play->leaving && rk_console_computer_to_move(play->console)) {
		play->thought[0] = '\0';
		draw(play);
		if (!pause_a_moment(play))
			continue;
		/* The pause is for people; do not charge it to the computer. */
		rk_game_start_clock(&play->console->game,
				    rk_console_now(play->console));
		/* Keep the messages of one round of computer moves only. */
		if (answers && answers % (game->rules->players - 1) == 0)
			play->said.length = 0;
		answers++;
		before = game->now;
		said = play->said.length;
		play->interrupted = false;
		rk_console_computer_move(play->console);
		if (game->now != before)
			host_watch_tell(play, said);
		shorten(&play->said, play->said_rows);
		if (play->interrupted)
			run_replacement(play);
		else if (game->now == before)
			break; /* no memory for a longer game */
	}
}

/* Writes the score to the shell's screen. */
static void end(struct host_play *play)
{
	const char *trouble;

	play->said.length = 0;
	rk_console_end(play->console);
	fwrite(play->said.bytes, 1, play->said.length, stdout);
	trouble = host_journal_finish(play->journal, play->console);
	if (trouble)
		printf("%s.\n", trouble);
	if (rk_console_state(play->console) == RK_CONSOLE_GAME &&
	    host_journal_keeps(play->journal))
		printf("Your game is kept: ./rookery resume goes on with it.\n");
}

static struct host_edit *open_editor(struct host_play *play)
{
	const char *folder = host_journal_folder(play->journal);
	char file[1024] = "";

	play->owner =
		(struct host_edit_owner){play, next_key, complete, redraw};
	if (folder)
		snprintf(file, sizeof(file), "%s/history", folder);
	return host_edit_new(&play->owner, folder ? file : NULL);
}

void host_play_prepare(struct host_play *play, struct rk_console *console)
{
	play->console = console;
	play->into = &play->said;
	console->out = (struct rk_out){collect, play};
	play->page = -1;
	play->beside.child = HOST_NO_CHILD;
	say_trouble(play, host_settings_open(&play->settings, console));
	play->zoom_asked = play->settings.zoom;
}

enum host_exit host_play(struct host_play *play, struct rk_console *console,
			 struct host_journal *journal, bool letters_only)
{
	struct rk_out out = {console->platform->write, console->platform->self};

	play->journal = journal;
	play->menu = (struct rk_menu){
		.console = console,
		.can_resume = !console->has_game && !play->is_new &&
			      host_journal_kept(journal, NULL),
		.asks_players = play->asks_players,
		.self = play,
		.command = do_command,
		.resume = resume,
		.review = host_review,
	};
	setlocale(LC_CTYPE, "");
	if (host_term_look(&console->look, letters_only))
		host_text_put(&play->said,
			      "Letters stand for pieces: the locale (LANG, "
			      "LC_ALL) is not UTF-8.\n");
	if (console->has_game)
		rk_console_turn_board(console);
	if (!host_term_open(!play->no_mouse && host_term_has_mouse()) ||
	    !(play->edit = open_editor(play))) {
		host_term_close();
		console->out = out;
		fprintf(stderr, "rookery: cannot use this terminal\n");
		return HOST_FAILED;
	}
	play->screen.unknown = true;
	if (play->wants_window)
		say_trouble(play, host_beside_open(&play->beside));
	while (!play->leaving) {
		let_computers_move(play);
		if (!play->leaving && !run_replacement(play))
			read_line(play);
	}
	host_edit_free(play->edit);
	host_beside_close(&play->beside);
	host_term_close();
	if (play->protocol)
		host_journal_finish(journal, console);
	else
		end(play);
	console->out = out;
	host_settings_free(&play->settings);
	host_screen_free(&play->screen);
	host_text_free(&play->said);
	host_text_free(&play->board);
	host_text_free(&play->notice);
	host_review_free(&play->review);
	return play->protocol ? play->protocol->speak(play->protocol->name)
			      : HOST_OK;
}
