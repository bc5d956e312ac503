/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The session's thread. It owns the console: after desk_session_run() nobody
 * else touches it. Orders come through a queue; each may cancel a search, and is
 * carried out before the computer goes on. After every order and every move a
 * copy goes to the main thread. The journal has a change before anybody sees it.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/desktop/gtk/session.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/external.h"
#include "ports/host/files.h"
#include "ports/host/journal.h"
#include "ports/host/levels.h"
#include "rookery/pgn.h"

#define FIRST_LOG 1024     /* events */
#define PAUSE_MS 350       /* before a computer's move, to see the last one; */
#define PAUSE_SHORT_MS 200 /* if several computers move in a row */

enum order_kind {
	ORDER_LINES,
	ORDER_PASTE,
	ORDER_PAUSE,
	ORDER_KEEP,
	ORDER_LIST,
	ORDER_END,
};

struct order {
	enum order_kind kind;
	bool flag;
	struct host_window_settings settings;
	char *text;
};

struct desk_session {
	struct rk_console console;
	struct rk_platform platform;
	union { /* for one command at a time */
		union rk_console_scratch console;
		struct rk_levels_scratch levels;
		struct rk_pgn_read pgn;
	} scratch;
	struct host_levels levels;
	struct host_external external; /* the player: these, and the levels */
	struct rk_thinker thinker;
	struct host_settings settings;
	struct host_journal *journal;
	struct host_files files;
	struct host_text said; /* since the last copy */
	const char *pasted;    /* the next load() takes this */
	GAsyncQueue *orders;
	GThread *thread;
	void (*show)(void *self, struct desk_seen *seen);
	void *self;
	int move_now; /* atomic */
	bool is_thinking;
	bool is_paused;
	bool rings;
	bool has_ended;
};

/* ---- The platform ---- */

static void collect(void *self, const char *text, size_t length)
{
	host_text_add(&((struct desk_session *)self)->said, text, length);
}

static void changed(void *self)
{
	struct desk_session *session = self;
	const char *trouble =
		host_journal_update(session->journal, &session->console);

	if (trouble)
		host_text_format(&session->said, "%s.\n", trouble);
}

static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	return host_files_save_open(&((struct desk_session *)self)->files, name,
				    out);
}

static const char *save_close(void *self)
{
	return host_files_save_close(&((struct desk_session *)self)->files);
}

static const char *save_place(void *self, const char *name, bool *is_there)
{
	return host_files_save_place(&((struct desk_session *)self)->files,
				     name, is_there);
}

static const char *load(void *self, const char *name, const char **text,
			size_t *length)
{
	struct desk_session *session = self;

	if (!session->pasted)
		return host_files_load(&session->files, name, text, length);
	*text = session->pasted;
	*length = strlen(session->pasted);
	return NULL;
}

static bool put_aside(void *self)
{
	return host_journal_put_aside(((struct desk_session *)self)->journal);
}

static int kept(void *self, const struct rk_out *out)
{
	return host_journal_kept(((struct desk_session *)self)->journal, out);
}

static const char *resume(void *self, int number)
{
	struct desk_session *session = self;
	const char *skipped;

	if (host_journal_resume(session->journal, &session->console, number))
		return NULL;
	skipped = host_journal_skipped(session->journal);
	return skipped ? skipped : "it cannot be read";
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	struct desk_session *session = self;

	(void)nodes;
	if (g_async_queue_length(session->orders) > 0 ||
	    rk_console_check_clock(&session->console))
		return RK_SIGNAL_CANCEL;
	return g_atomic_int_get(&session->move_now) ? RK_SIGNAL_MOVE_NOW
						    : RK_SIGNAL_NONE;
}

static void ring(void *self)
{
	((struct desk_session *)self)->rings = true;
}

/* ---- Copies ---- */

void desk_seen_free(struct desk_seen *seen)
{
	if (!seen)
		return;
	for (int seat = 0; seat < RK_MAX_SEATS; seat++) {
		g_free(seen->names[seat]);
		g_free(seen->commands[seat]);
		g_free(seen->troubles[seat]);
	}
	g_free(seen->console.game.log);
	g_free(seen->said);
	g_free(seen->games);
	g_free(seen);
}

/* What the console has said, without the newline at its end. */
static char *take_text(struct host_text *text)
{
	size_t length = text->length;

	while (length && text->bytes[length - 1] == '\n')
		length--;
	text->length = 0;
	return g_strndup(text->bytes ? text->bytes : "", length);
}

char *desk_seen_tell(struct desk_seen *seen, const char *line)
{
	struct host_text text = {NULL, 0, 0};
	struct rk_out out = seen->console.out;
	char *said;

	seen->console.out = host_text_out(&text);
	rk_console_line(&seen->console, line, strlen(line));
	seen->console.out = out;
	said = take_text(&text);
	host_text_free(&text);
	return said;
}

/* ---- The player of a copy: words, as they were when it was made ---- */

/* The seat that a program has; there is one for every program of a game. */
static int seat_of(const struct desk_seen *seen, int level)
{
	int seat = 0;

	while (seat < RK_MAX_SEATS - 1 && seen->console.seats[seat] != level)
		seat++;
	return seat;
}

static const char *program_name(void *self, int level)
{
	const struct desk_seen *seen = self;
	const char *name = seen->names[seat_of(seen, level)];

	return name ? name : "";
}

static const char *program_command(void *self, int level)
{
	const struct desk_seen *seen = self;
	const char *command = seen->commands[seat_of(seen, level)];

	return command ? command : "";
}

static const char *program_trouble(void *self, int level)
{
	const struct desk_seen *seen = self;

	return seen->troubles[seat_of(seen, level)];
}

static bool find_opening(void *self, char name[RK_OPENING_SIZE],
			 const struct rk_rules *rules,
			 const union rk_any_pos *pos)
{
	const struct rk_player *original =
		((const struct desk_seen *)self)->original;

	return original->opening(original->self, name, rules, pos);
}

/* The openings are a table, which any thread may read. */
static void copy_player(struct desk_seen *seen, const struct rk_player *player)
{
	const struct rk_programs *programs = player->programs;

	seen->original = player;
	seen->player = (struct rk_player){
		.self = seen,
		.levels = player->levels,
		.about = player->about,
		.programs = programs ? &seen->programs : NULL,
		.opening = player->opening ? find_opening : NULL,
	};
	seen->programs.name = program_name;
	seen->programs.command = program_command;
	seen->programs.trouble = program_trouble;
	seen->console.player = &seen->player;
	for (int seat = 0; programs && seat < RK_MAX_SEATS; seat++) {
		int level = seen->console.seats[seat];

		if (!rk_level_is_program(level))
			continue;
		seen->names[seat] =
			g_strdup(programs->name(player->self, level));
		seen->commands[seat] =
			g_strdup(programs->command(player->self, level));
		seen->troubles[seat] =
			g_strdup(programs->trouble(player->self, level));
	}
}

static void drop(void *self, const char *text, size_t length)
{
	(void)self;
	(void)text;
	(void)length;
}

static struct desk_seen *copy_console(struct desk_session *session)
{
	struct desk_seen *seen = g_new0(struct desk_seen, 1);
	struct rk_game *game = &seen->console.game;

	seen->console = session->console;
	seen->platform = (struct rk_platform){
		.write = drop,
		.now_us = host_now_us,
		.memory = &seen->scratch,
		.memory_size = sizeof(seen->scratch),
	};
	seen->console.platform = &seen->platform;
	seen->console.out = (struct rk_out){drop, NULL};
	seen->console.thinker = NULL;
	copy_player(seen, session->console.player);
	game->log = g_memdup2(game->log, game->length * sizeof(*game->log));
	game->capacity = game->length;
	seen->said = take_text(&session->said);
	seen->is_thinking = session->is_thinking;
	seen->is_paused = session->is_paused;
	seen->rings = session->rings;
	seen->has_ended = session->has_ended;
	seen->settings = session->settings.window;
	session->rings = false;
	return seen;
}

struct delivery {
	struct desk_session *session;
	struct desk_seen *seen;
};

static gboolean deliver(gpointer self)
{
	struct delivery *delivery = self;

	delivery->session->show(delivery->session->self, delivery->seen);
	delivery->seen = NULL;
	return G_SOURCE_REMOVE;
}

/* Also where the window has gone before it came. */
static void forget_delivery(gpointer self)
{
	struct delivery *delivery = self;

	desk_seen_free(delivery->seen);
	g_free(delivery);
}

static void send_copy(struct desk_session *session, char *games)
{
	struct delivery *delivery = g_new0(struct delivery, 1);

	delivery->session = session;
	delivery->seen = copy_console(session);
	delivery->seen->games = games;
	g_idle_add_full(G_PRIORITY_DEFAULT, deliver, delivery, forget_delivery);
	/* cppcheck-suppress memleak ; the main loop has it */
}

/* ---- Orders ---- */

/* Is the console waiting for a yes that was given beforehand? */
static bool asks(const struct rk_console *console)
{
	return console->asked == RK_ASKED_NEW ||
	       console->asked == RK_ASKED_SETUP || console->asks_replace;
}

static void do_lines(struct desk_session *session, const char *lines,
		     bool is_sure)
{
	struct rk_console *console = &session->console;
	size_t left = strlen(lines), length;
	const char *line;

	while (host_text_line(&lines, &left, &line, &length)) {
		if (is_sure)
			session->said.length = 0;
		if (!rk_console_line(console, line, length))
			session->has_ended = true;
		if (is_sure && asks(console)) {
			session->said.length = 0;
			rk_console_line(console, "yes", 3);
		}
	}
}

/* A game that was loaded is turned to its human. */
static void paste(struct desk_session *session, const char *text)
{
	session->pasted = text;
	rk_console_line(&session->console, "load text", 9);
	session->pasted = NULL;
}

static char *list_games(struct desk_session *session)
{
	struct host_text text = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&text);
	char *games;

	host_journal_kept(session->journal, &out);
	games = take_text(&text);
	host_text_free(&text);
	return games;
}

static void carry_out(struct desk_session *session, struct order *order)
{
	char *games = NULL;
	const char *trouble;

	if (order->kind == ORDER_LINES)
		do_lines(session, order->text, order->flag);
	else if (order->kind == ORDER_PASTE)
		paste(session, order->text);
	else if (order->kind == ORDER_PAUSE)
		session->is_paused = order->flag;
	else if (order->kind == ORDER_KEEP)
		session->settings.window = order->settings;
	else if (order->kind == ORDER_LIST)
		games = list_games(session);
	trouble = host_settings_keep(&session->settings, &session->console);
	if (trouble)
		host_text_format(&session->said, "%s\n", trouble);
	if (order->kind != ORDER_KEEP)
		send_copy(session, games);
}

/* ---- The thread ---- */

static bool can_move(const struct desk_session *session)
{
	return !session->is_paused &&
	       rk_console_computer_to_move(&session->console);
}

static void move_computer(struct desk_session *session)
{
	struct rk_console *console = &session->console;
	uint32_t before = console->game.now;

	/* The pause was for people; do not charge it to the computer. */
	rk_game_start_clock(&console->game, rk_console_now(console));
	g_atomic_int_set(&session->move_now, 0);
	session->is_thinking = true;
	send_copy(session, NULL);
	rk_console_computer_move(console);
	session->is_thinking = false;
	/* There may be no memory for a longer game. */
	if (console->game.now == before &&
	    g_async_queue_length(session->orders) <= 0)
		session->is_paused = true;
	send_copy(session, NULL);
}

/* Milliseconds until something happens by itself; -1: never. */
static int next_event(const struct desk_session *session)
{
	const struct rk_console *console = &session->console;
	const struct rk_game *game = &console->game;

	if (can_move(session))
		return game->rules->players == 2 ? PAUSE_MS : PAUSE_SHORT_MS;
	if (rk_console_state(console) != RK_CONSOLE_GAME ||
	    !game->clock.initial || !game->turn_start)
		return -1;
	return (int)rk_game_time_left(game, rk_game_turn(game),
				      rk_console_now(console)) +
	       1;
}

static struct order *wait_for_order(struct desk_session *session)
{
	int wait_ms = next_event(session);

	if (wait_ms < 0)
		return g_async_queue_pop(session->orders);
	return g_async_queue_timeout_pop(session->orders,
					 (guint64)wait_ms * 1000);
}

static void free_order(gpointer self)
{
	struct order *order = self;

	g_free(order->text);
	g_free(order);
}

static gpointer run(gpointer self)
{
	struct desk_session *session = self;
	bool goes_on = true;

	while (goes_on) {
		struct order *order = wait_for_order(session);

		if (order) {
			goes_on = order->kind != ORDER_END;
			if (goes_on)
				carry_out(session, order);
			free_order(order);
		} else if (rk_console_check_clock(&session->console)) {
			send_copy(session, NULL);
		} else if (can_move(session)) {
			move_computer(session);
		}
	}
	return NULL;
}

static void send_order(struct desk_session *session, enum order_kind kind,
		       const char *text, bool flag)
{
	struct order *order = g_new0(struct order, 1);

	order->kind = kind;
	order->text = g_strdup(text);
	order->flag = flag;
	g_async_queue_push(session->orders, order);
	/* cppcheck-suppress memleak ; the queue has it */
}

void desk_session_do(struct desk_session *session, const char *lines,
		     bool is_sure)
{
	send_order(session, ORDER_LINES, lines, is_sure);
}

void desk_session_paste(struct desk_session *session, const char *text)
{
	send_order(session, ORDER_PASTE, text, false);
}

void desk_session_pause(struct desk_session *session, bool is_paused)
{
	send_order(session, ORDER_PAUSE, NULL, is_paused);
}

void desk_session_list_games(struct desk_session *session)
{
	send_order(session, ORDER_LIST, NULL, false);
}

void desk_session_keep(struct desk_session *session,
		       const struct host_window_settings *settings)
{
	struct order *order = g_new0(struct order, 1);

	order->kind = ORDER_KEEP;
	order->settings = *settings;
	g_async_queue_push(session->orders, order);
	/* cppcheck-suppress memleak ; the queue has it */
}

void desk_session_move_now(struct desk_session *session)
{
	g_atomic_int_set(&session->move_now, 1);
}

void desk_session_run(struct desk_session *session,
		      void (*show)(void *self, struct desk_seen *seen),
		      void *self)
{
	session->show = show;
	session->self = self;
	send_copy(session, NULL);
	session->thread = g_thread_new("session", run, session);
}

/* ---- Beginning and end ---- */

static bool set_up(struct desk_session *session)
{
	struct rk_event *log = calloc(FIRST_LOG, sizeof(*log));

	session->journal = host_journal_open();
	session->orders = g_async_queue_new_full(free_order);
	if (!log || !session->journal) {
		free(log);
		return false;
	}
	session->platform = (struct rk_platform){
		.self = session,
		.write = collect,
		.now_us = host_now_us,
		.today = host_today,
		.random = host_random,
		.poll = poll,
		.memory = &session->scratch,
		.memory_size = sizeof(session->scratch),
		.changed = changed,
		.ring = ring,
		.grow = host_files_grow,
		.put_aside = put_aside,
		.kept = kept,
		.resume = resume,
		.save_open = save_open,
		.save_close = save_close,
		.save_place = save_place,
		.load = load,
	};
	host_levels_open(&session->levels, &session->platform);
	host_external_open(&session->external, &session->levels.player,
			   &session->platform);
	rk_thinker_init(&session->thinker, &session->platform);
	rk_console_new(&session->console, &session->platform,
		       &session->external.player,
		       session->platform.engine ? &session->thinker : NULL, log,
		       FIRST_LOG);
	session->console.look.drawing = RK_DRAW_RICH;
	session->console.look.glyphs = true;
	return true;
}

static void resume_or_begin(struct desk_session *session, bool is_new)
{
	struct rk_console *console = &session->console;
	const char *skipped;

	if (!is_new && host_journal_resume(session->journal, console, 0)) {
		rk_console_turn_board(console);
		host_text_put(&session->said, "Your game goes on.\n");
		return;
	}
	skipped = is_new ? NULL : host_journal_skipped(session->journal);
	rk_console_line(console, "game", 4);
	if (skipped)
		host_text_format(&session->said,
				 "A game was not resumed: %s.\n", skipped);
}

static enum host_exit begin(struct desk_session *session,
			    const struct host_start *start)
{
	if (!host_start_apply(start, &session->console))
		return HOST_USAGE;
	if (start->file && !host_start_load(start, &session->console))
		return HOST_FAILED;
	if (start->file)
		rk_console_turn_board(&session->console);
	else
		resume_or_begin(session, host_start_is_new(start));
	return HOST_OK;
}

static void close_all(struct desk_session *session)
{
	host_journal_close(session->journal);
	free(session->console.game.log);
	host_files_free(&session->files);
	host_external_close(&session->external);
	host_levels_close(&session->levels);
	host_settings_free(&session->settings);
	host_text_free(&session->said);
	g_async_queue_unref(session->orders);
	g_free(session);
}

struct desk_session *desk_session_new(const struct host_start *start,
				      enum host_exit *status)
{
	struct desk_session *session = g_new0(struct desk_session, 1);
	const char *trouble;

	*status = HOST_FAILED;
	if (!set_up(session)) {
		fprintf(stderr, "rookery: not enough memory\n");
		close_all(session);
		return NULL;
	}
	session->settings.is_window = true;
	session->settings.window =
		(struct host_window_settings){.animation = 1, .coordinates = 1};
	trouble = host_settings_open(&session->settings, &session->console);
	if (trouble)
		host_text_format(&session->said, "%s\n", trouble);
	*status = begin(session, start);
	if (*status == HOST_OK)
		return session;
	close_all(session);
	return NULL;
}

static void show_nobody(void *self, struct desk_seen *seen)
{
	(void)self;
	desk_seen_free(seen);
}

/* Copies that are on their way arrive, but nobody is there to see them. */
void desk_session_free(struct desk_session *session)
{
	const char *trouble;

	if (session->thread) {
		send_order(session, ORDER_END, NULL, false);
		g_thread_join(session->thread);
		session->show = show_nobody;
		while (g_main_context_iteration(NULL, FALSE))
			;
	}
	trouble = host_journal_finish(session->journal, &session->console);
	if (trouble)
		fprintf(stderr, "rookery: %s\n", trouble);
	close_all(session);
}
