/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The game behind a window: a console in a thread of its own, with its levels,
 * files and journal. The window sends it lines, as somebody at a terminal
 * types them, and gets copies of the console to show. So the window never
 * waits for a search or a disk, and never changes a game itself.
 */
#ifndef RK_DESKTOP_SESSION_H
#define RK_DESKTOP_SESSION_H

#include "ports/host/host.h"
#include "ports/host/settings.h"
#include "ports/host/start.h"
#include "rookery/console.h"

struct desk_session;

/*
 * What the window sees: a copy of the console with memory of its own. Commands
 * that only tell something may be given to it; nothing of it reaches the game.
 */
struct desk_seen {
	struct rk_console console;
	struct rk_platform platform;
	union rk_console_scratch scratch;
	/* The session's player, of which only words are used. */
	struct rk_player player;
	const struct rk_player *original;
	struct rk_programs programs;
	char *names[RK_MAX_SEATS]; /* of programs, or NULL */
	char *commands[RK_MAX_SEATS];
	char *troubles[RK_MAX_SEATS];
	char *said;       /* sentences since the last copy; "": none */
	char *games;      /* those that can be resumed, a line each, or NULL */
	bool is_thinking; /* a computer searches for its move */
	bool is_paused;   /* computers wait */
	bool rings;       /* a computer has moved, and a sound is wished for */
	bool has_ended;   /* after `quit` */
	struct host_window_settings settings;
};

void desk_seen_free(struct desk_seen *seen);

/*
 * Runs a line of the console on the copy and returns what it says, without the
 * last newline; free it.
 */
char *desk_seen_tell(struct desk_seen *seen, const char *line);

/*
 * Opens levels, settings and journal, and begins: with a file, with what was
 * asked for, with the last unfinished game, or with a new one. NULL, reported in
 * one line, if that cannot be done; *status says why.
 */
struct desk_session *desk_session_new(const struct host_start *start,
				      enum host_exit *status);

/*
 * Starts the thread. From then on `show` gets a copy after every change, in
 * GLib's main thread; the copy is its own.
 */
void desk_session_run(struct desk_session *session,
		      void (*show)(void *self, struct desk_seen *seen),
		      void *self);

/*
 * Runs lines of the console, separated by newlines; a search is cancelled for
 * that, and begins again after it. `is_sure` answers yes where the console asks
 * whether to leave a game or to replace a file, and only the last line is heard.
 */
void desk_session_do(struct desk_session *session, const char *lines,
		     bool is_sure);

/* Loads a game from a text in place of a file. */
void desk_session_paste(struct desk_session *session, const char *text);

/* The computer that searches moves at once. */
void desk_session_move_now(struct desk_session *session);

/* Computers wait, or go on. */
void desk_session_pause(struct desk_session *session, bool is_paused);

/* Keeps the window's settings. */
void desk_session_keep(struct desk_session *session,
		       const struct host_window_settings *settings);

/* Asks for a copy with `games`. */
void desk_session_list_games(struct desk_session *session);

/* Ends the thread and the journal; reports on standard error what is not kept. */
void desk_session_free(struct desk_session *session);

#endif
