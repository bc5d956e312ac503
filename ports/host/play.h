/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A game at a terminal: what its rooms share. */
#ifndef RK_HOST_PLAY_H
#define RK_HOST_PLAY_H

#include "ports/host/edit.h"
#include "ports/host/frame.h"
#include "ports/host/host.h"
#include "ports/host/journal.h"
#include "rookery/console.h"

/* How words are written. */
#define HOST_BOLD "\033[1m"
#define HOST_DIM "\033[2m"
#define HOST_USUAL "\033[0m"

/* Plays at the terminal until the player leaves; tells the score. */
enum host_exit host_play(struct rk_console *console,
			 struct host_journal *journal, bool letters_only);

struct host_play {
	struct rk_console *console;
	struct rk_console_port port; /* the console's, but for its output */
	struct host_text *into;      /* where that goes */
	struct host_text said;       /* since the last line typed */
	struct host_text board;      /* for one drawing at a time */
	struct host_frame frame;
	struct host_edit *edit;
	struct host_edit_owner owner;
	char prompt[64];
	const char *question; /* that waits for a key, or NULL */
	const char *instead;  /* a command to do instead of a line */
	struct host_journal *journal;
	bool may_resume; /* an unfinished game is in it */
	bool leaving;
	bool interrupted;   /* a computer that thought */
	uint64_t next_look; /* at the terminal, while one thinks */
	bool has_begun;     /* a line was typed */
	const struct host_protocol *protocol; /* a program talks, or NULL */
	int edit_rows; /* of the screen, for the line typed */
	int said_rows; /* of the screen, for what was said */
	int page;      /* of a long text; -1: the board */
	int pages;
	int zoom;      /* of the board; 0: too small a window */
	int zoom_wish; /* what was asked for; 0: what fits */
};

/* menu.c: what can be done while no game runs; otherwise it is empty. */
void host_menu_write(const struct host_play *play, struct host_text *text,
		     int columns);
/* Does what a line says, if it is one of the choices. */
bool host_menu_take(struct host_play *play, const char *line);

/* view.c: draws everything. */
void host_view_draw(struct host_play *play);
/* The row, from 0, where the line being typed starts. */
int host_view_edit_row(const struct host_play *play);

/* panel.c: what is to be told beside the board, so many columns and rows. */
void host_panel_write(const struct host_play *play, struct host_text *text,
		      int columns, int rows);
/* The same in one line. */
void host_panel_write_line(const struct host_play *play,
			   struct host_text *text);

/* complete.c: as struct host_edit_owner says. */
size_t host_play_complete(void *self, const char *text, size_t length,
			  char *more, size_t room);

/* play.c: one command to the console; what it says is shown later. */
void host_play_command(struct host_play *play, const char *line);
void host_play_resume(struct host_play *play);

#endif
