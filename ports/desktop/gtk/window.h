/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The window: what its files share. All of them run in the main thread. The
 * game is in the session; `seen` is the last copy of its console, and what is on
 * the screen follows from it.
 */
#ifndef RK_DESKTOP_WINDOW_H
#define RK_DESKTOP_WINDOW_H

#include <gtk/gtk.h>

#include "ports/desktop/gtk/board_widget.h"
#include "ports/desktop/gtk/session.h"

struct desk_analysis;

/* A player beside the board. */
struct desk_seat {
	GtkWidget *box;
	GtkWidget *dot;
	GtkWidget *name;
	GtkWidget *who;
	GtkWidget *taken; /* the pieces that were taken, small */
	GtkWidget *ahead; /* lead or points */
	GtkWidget *clock;
	uint8_t cells[64]; /* of `taken` */
	int cell_count;
	uint8_t drawn[64]; /* what is on the screen of that */
	int drawn_count;
	int players;
	bool is_dark;
};

/* A move of the list. */
struct desk_list_move {
	GtkWidget *button;
	char *text;
	uint32_t after; /* events of the log when it has been made */
	int round, seat;
};

struct desk_list {
	GtkWidget *scrolled;
	GtkWidget *grid;
	GArray *moves;   /* struct desk_list_move */
	int current;     /* index of the one that is shown; -1: none */
	bool is_pending; /* the list must still scroll to it */
};

struct desk_editor {
	GtkWidget *box;
	GtkWidget *palette;
	GtkWidget *turn;
	GtkWidget *castling;
	GtkWidget *fen;
	GtkWidget *defects;
	GtkWidget *done;
	const struct rk_rules *rules; /* of the palette */
	int cell;                     /* that is put; RK_CELL_EMPTY removes */
	bool is_filling;              /* widgets change, not people */
	bool left_game;               /* a game was kept when it began */
};

struct desk_window {
	GtkWidget *window;
	struct desk_session *session;
	struct desk_seen *seen;
	/* Looking at an earlier position: a copy that reads the same log. */
	bool is_back;
	uint32_t back_to;
	struct rk_console earlier;
	DeskBoard *board;
	GtkWidget *above, *below; /* rows of players */
	struct desk_seat seats[RK_MAX_SEATS];
	int seats_below; /* how they are arranged, + 1; 0: not yet */
	const struct rk_rules *seats_rules;
	struct desk_list list;
	struct desk_analysis *analysis;
	struct desk_editor editor;
	GtkWidget *panel; /* the stack beside the board */
	GtkWidget *opening;
	GtkWidget *status;
	GtkWidget *question; /* a row with yes and no */
	GtkWidget *entry;
	GtkWidget *bar;   /* of the evaluation */
	GtkWidget *lines; /* of the analysis */
	GSimpleActionGroup *actions;
	GtkCssProvider *css;
	struct host_window_settings settings;
	bool system_is_dark;
	guint tick;    /* of the clocks */
	bool has_size; /* the first copy has arrived */
};

/* window.c */
void desk_window_show(void *window, struct desk_seen *seen);
void desk_window_say(struct desk_window *window, const char *text);
void desk_window_do(struct desk_window *window, const char *lines);
void desk_window_keep(struct desk_window *window);
/* Shows a text that is too long for the status line. */
void desk_window_tell(struct desk_window *window, const char *title,
		      const char *text);
/* The console that is on the board: the game's, or one before it. */
const struct rk_console *desk_window_console(const struct desk_window *window);
/* The board and all around it, as `seen` says. */
void desk_window_update(struct desk_window *window);

/* window_style.c */
void desk_style_init(struct desk_window *window);
void desk_style_apply(struct desk_window *window);
bool desk_style_is_dark(const struct desk_window *window);
void desk_style_zoom(struct desk_window *window, int tenths);

/* window_board.c */
void desk_board_update(struct desk_window *window,
		       const struct desk_seen *before);
void desk_board_make(struct desk_window *window);

/* window_seats.c */
void desk_seats_make(struct desk_window *window);
void desk_seats_update(struct desk_window *window);
void desk_seats_tick(struct desk_window *window);

/* window_list.c */
GtkWidget *desk_list_make(struct desk_window *window);
void desk_list_update(struct desk_window *window);
void desk_list_free(struct desk_window *window);
/* Steps through the game: to the start, back, on, to its end. */
enum desk_step { DESK_FIRST, DESK_BACK, DESK_ON, DESK_LAST };
void desk_list_step(struct desk_window *window, enum desk_step step);

/* window_analysis.c */
GtkWidget *desk_analysis_make(struct desk_window *window);
void desk_analysis_switch(struct desk_window *window, bool is_on);
bool desk_analysis_is_on(const struct desk_window *window);
void desk_analysis_update(struct desk_window *window);
void desk_analysis_free(struct desk_window *window);

/* window_editor.c */
GtkWidget *desk_editor_make(struct desk_window *window);
void desk_editor_update(struct desk_window *window);
void desk_editor_begin(struct desk_window *window);
void desk_editor_cancel(struct desk_window *window);
void desk_editor_clicked(void *window, int square, int button);
void desk_editor_dragged(void *window, int from, int to);

/* window_new.c, window_files.c */
void desk_new_game(struct desk_window *window);
void desk_resume_dialog(struct desk_window *window, const char *games);
void desk_open_file(struct desk_window *window);
void desk_save_file(struct desk_window *window);
void desk_copy(struct desk_window *window, const char *command);
void desk_paste(struct desk_window *window);

/* window_actions.c */
void desk_actions_make(struct desk_window *window);
GMenuModel *desk_actions_menu(void);
void desk_actions_update(struct desk_window *window);
void desk_shortcuts(struct desk_window *window);

#endif
