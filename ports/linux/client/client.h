/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared by the files of chessctl. The game is in the kernel; here is a copy,
 * rebuilt from the device's answer to 08 before and after every command,
 * because others may use the same board at any time. Legal moves, notation,
 * drawing and texts come from core/, game/ and proto/: nothing in this folder
 * knows a rule of chess.
 */
#ifndef CHESSCTL_CLIENT_H
#define CHESSCTL_CLIENT_H

#include <stdio.h>

#include "ports/host/text.h"
#include "rookery/console.h"
#include "rookery/device.h"
#include "rookery/typed.h"

/* Success; refused by the device; wrong usage, or no device. */
enum ctl_exit {
	CTL_OK,
	CTL_REFUSED,
	CTL_USAGE,
};

/* Whose action the board waits for. */
enum ctl_turn {
	CTL_NO_GAME, /* no game yet */
	CTL_HUMAN,
	CTL_COMPUTER,
	CTL_OVER,
};

struct ctl_device {
	int file;
	const char *name;
	struct host_text answer; /* the last answer, terminated by a NUL */
	/*
	 * Others have changed the board while the computer thinks. If it is not
	 * NULL, Ctrl-C stops the computer's search, not the client.
	 */
	void (*changed)(void *watcher);
	void *watcher;
};

struct ctl_client {
	struct ctl_device device;
	struct rk_console console; /* the game and how it is shown */
	struct rk_platform platform;
	union rk_console_scratch scratch;
	struct rk_player
		nobody; /* a player without levels: the computer is behind the device */
	struct rk_event *log;
	struct host_text line; /* the game as the device wrote it */
	struct host_text said; /* messages shown below the board */
	enum ctl_turn turn;
	bool is_thinking; /* the computer is thinking */
	bool is_quiet;    /* shows only what was asked for */
	bool is_typed;    /* input is a terminal */
	bool is_leaving;
};

/* device.c. False after an error message if there is no device. */
bool ctl_device_open(struct ctl_device *device, const char *name);
void ctl_device_close(struct ctl_device *device);

enum ctl_talk {
	CTL_ANSWERED,
	CTL_STOPPED, /* Ctrl-C while the computer was thinking */
	CTL_BROKEN,  /* an error message was written */
};

/* Writes a command and reads its answer, both without newlines. */
enum ctl_talk ctl_device_talk(struct ctl_device *device, const char *text,
			      size_t length);
static inline const char *ctl_answer(const struct ctl_device *device)
{
	return device->answer.bytes;
}

/* Is the answer this word? Is it a refusal? */
bool ctl_answer_is(const struct ctl_device *device, const char *word);
bool ctl_answer_refuses(const struct ctl_device *device);

/*
 * The board's files in /sys: reads one as text without its newline, or writes
 * it. Returns 0 or an errno.
 */
#define CTL_VALUE_SIZE 128

int ctl_device_read_value(const struct ctl_device *device, const char *name,
			  char text[CTL_VALUE_SIZE]);
int ctl_device_write_value(const struct ctl_device *device, const char *name,
			   const char *text);

/*
 * mirror.c: updates the copy of the game. False after an error message if there
 * is no answer.
 */
bool ctl_refresh(struct ctl_client *client);
bool ctl_refresh_turn(struct ctl_client *client); /* only whose turn it is */

/*
 * Sends one command; the answer is in the device. Returns true unless it was
 * refused; then an error message was written and *status is set.
 */
bool ctl_send(struct ctl_client *client, const char *text,
	      enum ctl_exit *status);

/* show.c */
void ctl_show(struct ctl_client *client); /* board, messages, the turn */
void ctl_show_changes(struct ctl_client *client); /* the same unless quiet */
void ctl_look(struct ctl_client *client, bool letters_only);
void ctl_say(struct ctl_client *client, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void ctl_say_last_move(struct ctl_client *client); /* "Black plays 1... e5." */
const char *ctl_side(const struct ctl_client *client); /* whose turn it is */

/* From now on errors are written without the program's name. */
void ctl_complain_plainly(void);

/* Writes an error in one line on standard error; returns `status`. */
enum ctl_exit ctl_complain(enum ctl_exit status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same for a refusal of the device. */
enum ctl_exit ctl_refuse(struct ctl_client *client);

/* commands.c: one line as typed. */
enum ctl_exit ctl_line(struct ctl_client *client, const char *text,
		       size_t length);
void ctl_print_commands(FILE *to);
/* Calls `offer` for every command and legal move with this prefix. */
void ctl_complete(struct ctl_client *client, const char *prefix, size_t length,
		  void (*offer)(void *self, const char *word), void *self);

typedef enum ctl_exit ctl_run(struct ctl_client *client,
			      const struct rk_line *line);

/* play.c */
ctl_run ctl_new;
ctl_run ctl_move;
ctl_run ctl_undo;
ctl_run ctl_draw;
ctl_run ctl_resign;
void ctl_read_move(const struct ctl_client *client, struct rk_typed_move *typed,
		   const struct rk_line *line, int first);
enum ctl_exit ctl_play_typed(struct ctl_client *client,
			     const struct rk_typed_move *typed);

/* values.c: commands that only show something, and the level. */
ctl_run ctl_board;
ctl_run ctl_flip;
ctl_run ctl_theme;
ctl_run ctl_zoom;
ctl_run ctl_fen;
ctl_run ctl_moves;
ctl_run ctl_history;
ctl_run ctl_level;

/* file.c */
ctl_run ctl_save;
ctl_run ctl_load;

/* typing.c: an interactive session at a terminal. */
enum ctl_exit ctl_type(struct ctl_client *client);

#endif
