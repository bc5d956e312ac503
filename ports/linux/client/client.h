/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the rooms of chessctl share. The game is in the kernel; here is a copy
 * of it, made anew from the device's answer to 08 before and after every
 * command, because others may use the same board at any time. Legal moves,
 * notation, drawing and words are those of core/, game/ and proto/: nothing
 * in this folder knows a rule of chess.
 */
#ifndef CHESSCTL_CLIENT_H
#define CHESSCTL_CLIENT_H

#include <stdio.h>

#include "ports/host/text.h"
#include "proto/console.h"
#include "rookery/device.h"

/* Done; the device refused; it was asked in the wrong words, or is not there. */
enum ctl_exit {
	CTL_OK,
	CTL_REFUSED,
	CTL_USAGE,
};

/* Who is expected to do something on the board. */
enum ctl_turn {
	CTL_NO_GAME, /* nobody: there was none yet */
	CTL_HUMAN,
	CTL_COMPUTER,
	CTL_OVER,
};

struct ctl_device {
	int file;
	const char *name;
	struct host_text answer; /* the last one, ended by a NUL */
	bool can_stop;           /* Ctrl-C stops the computer, not the client */
};

struct ctl_client {
	struct ctl_device device;
	struct rk_console console; /* the game and how it is shown */
	struct rk_console_port port;
	union rk_console_desk desk;
	struct rk_player nobody; /* computers are behind the device */
	struct rk_event *log;
	struct host_text line; /* the game as the device wrote it */
	struct host_text said; /* what happened, told below the board */
	enum ctl_turn turn;
	bool is_thinking; /* the computer, now */
	bool is_quiet;    /* no board, no words that nobody asked for */
	bool is_typed;    /* somebody sits at a terminal */
	bool is_leaving;
};

/* device.c. False, and a complaint, if it is not there. */
bool ctl_device_open(struct ctl_device *device, const char *name);
void ctl_device_close(struct ctl_device *device);

enum ctl_talk {
	CTL_ANSWERED,
	CTL_STOPPED, /* Ctrl-C, while the computer thought */
	CTL_BROKEN,  /* there was a complaint */
};

/* Writes a command, reads its answer; both without their newlines here. */
enum ctl_talk ctl_device_talk(struct ctl_device *device, const char *text,
			      size_t length);
static inline const char *ctl_answer(const struct ctl_device *device)
{
	return device->answer.bytes;
}

/* The answer to a command is this word, or is a word of refusal. */
bool ctl_answer_is(const struct ctl_device *device, const char *word);
bool ctl_answer_refuses(const struct ctl_device *device);

/*
 * The board's files in /sys: reads one as text without its newline, or writes
 * it. 0, or an errno.
 */
#define CTL_VALUE_SIZE 128

int ctl_device_read_value(const struct ctl_device *device, const char *name,
			  char text[CTL_VALUE_SIZE]);
int ctl_device_write_value(const struct ctl_device *device, const char *name,
			   const char *text);

/* mirror.c: the game as it is now. False, and a complaint: no answer. */
bool ctl_refresh(struct ctl_client *client);
bool ctl_refresh_turn(struct ctl_client *client); /* only whose turn it is */

/*
 * Sends one command; what it was answered is in the device. True if that was
 * no refusal; otherwise the complaint was made and the status is in *status.
 */
bool ctl_send(struct ctl_client *client, const char *text,
	      enum ctl_exit *status);

/* show.c */
void ctl_show(struct ctl_client *client); /* board, what was said, the turn */
void ctl_show_changes(struct ctl_client *client); /* the same unless quiet */
void ctl_look(struct ctl_client *client, bool letters_only);
void ctl_say(struct ctl_client *client, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void ctl_say_last_move(struct ctl_client *client); /* "Black plays 1... e5." */
const char *ctl_side(const struct ctl_client *client); /* whose turn it is */

/* One line on standard error, without a name in front from now on. */
void ctl_complain_plainly(void);

/* One line on standard error; returns the status given. */
enum ctl_exit ctl_complain(enum ctl_exit status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same in the words of a refusal, for what was tried. */
enum ctl_exit ctl_refuse(struct ctl_client *client);

/* commands.c: one line as typed. */
enum ctl_exit ctl_line(struct ctl_client *client, const char *text,
		       size_t length);
void ctl_print_commands(FILE *to);
/* Calls `offer` for every command and legal move that begins like this. */
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
enum ctl_exit ctl_play_text(struct ctl_client *client, const char *text,
			    size_t length);

/* values.c: what is only looked at, and the level. */
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

/* typing.c: lines from a person at a terminal, until he leaves. */
enum ctl_exit ctl_type(struct ctl_client *client);

#endif
