/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A game at a terminal: what its files share. */
#ifndef RK_HOST_PLAY_H
#define RK_HOST_PLAY_H

#include "ports/host/beside.h"
#include "ports/host/edit.h"
#include "ports/host/keys.h"
#include "ports/host/screen.h"
#include "ports/host/host.h"
#include "ports/host/journal.h"
#include "ports/host/settings.h"
#include "rookery/graph.h"
#include "rookery/menu.h"
#include "rookery/verdict.h"

/* The cursor on the board, and the piece that it has picked up. */
struct host_pointer {
	bool is_on;
	bool has_piece;
	int square;
	int piece;                    /* its square */
	const struct rk_rules *rules; /* of the board that it is on */
};

/* A position of a game that was reviewed. */
struct host_reviewed {
	struct rk_pos pos;
	rk_any_move played; /* 0 in the last one */
	rk_any_move best;
	int score; /* as who is to move sees it */
	enum rk_verdict verdict;
	struct rk_graph_point point;
};

/* All zero: there is none. */
struct host_review {
	struct host_reviewed *places;
	uint64_t *keys;
	size_t count;
	uint32_t now; /* of the game that it is about */
	const struct rk_rules *rules;
	uint64_t key; /* of its last position */
	struct rk_accuracy total[2];
};

struct host_play {
	struct rk_console *console;
	struct rk_console *seen; /* what is drawn: that, or one before it */
	struct host_text *into;  /* where that goes */
	struct host_text said;   /* since the last line typed */
	struct host_text board;  /* for one drawing at a time */
	struct host_text notice; /* of what was said, in the status line */
	struct host_screen screen;
	struct host_edit *edit;
	struct host_edit_owner owner;
	char prompt[64];
	const char *question; /* waiting for a key, or NULL */
	const char *instead;  /* a command that replaces the typed line */
	struct host_journal *journal;
	struct rk_menu menu;
	struct host_settings settings;
	char thought[256]; /* of the computer; "": none */
	bool has_thought;  /* a new one, not drawn yet */
	bool is_stopped;   /* computers among themselves, by a key */
	int next_key;      /* that stopped them and begins a line, or 0 */
	bool is_new;       /* a new game was asked for: none is resumed */
	bool leaving;
	bool interrupted; /* a search was interrupted */
	uint64_t next_look; /* when the terminal is polled next, during a search */
	bool has_begun;     /* a line was typed */
	const struct host_protocol
		*protocol; /* a program speaks this protocol, or NULL */
	int edit_rows;     /* rows of the screen for the typed line */
	int said_rows;     /* rows of the screen for messages */
	int page;          /* of a long text; -1: the board */
	int pages;
	int zoom;          /* of the board; 0: too small a window */
	int zoom_asked;    /* by the player; 0: what fits */
	int zoom_usual;    /* what it is without a long text below it */
	bool asks_players; /* the first screen asks how many play */
	bool no_mouse;
	bool wants_window;
	struct host_beside beside;
	struct host_key key; /* whose bytes are the editor's next ones ... */
	size_t key_given;    /* ... from here on */
	struct host_pointer pointer;
	char pointed[RK_MOVE_TEXT_SIZE]; /* the move that was pointed at */
	/* Stepping through the game, which is not changed by that. */
	bool is_back;
	uint32_t back_to;   /* events that have happened in what is shown */
	uint32_t back_from; /* and in the game, when it began */
	struct rk_console earlier;
	struct host_review review;
	bool is_reviewing; /* right now */
	char status[128];
};

/* view.c: draws everything. */
void host_view_draw(struct host_play *play);
/* The row, from 0, where the line being typed starts. */
int host_view_edit_row(const struct host_play *play);
/* The square at a place of the screen, from 0, or -1. */
int host_view_square(const struct host_play *play, int row, int column);

/* point.c: takes a key, if it is one of the cursor's or the mouse's. */
bool host_point_key(struct host_play *play, const struct host_key *key,
		    bool is_empty);
/* Lights the cursor's square, if it is on; and switches it off. */
void host_point_show(struct host_play *play);
void host_point_end(struct host_play *play);

/* step.c: takes a key, if it steps through the game. */
bool host_step_key(struct host_play *play, const struct host_key *key);
void host_step_end(struct host_play *play);
/* The console to be drawn; and what the status line says of it, or NULL. */
struct rk_console *host_step_seen(struct host_play *play);
const char *host_step_status(struct host_play *play);

/* review.c: searches the game that is over and says how it was played. */
void host_review(void *play);
bool host_review_is_possible(const struct host_play *play);
/* Is there a review of this game? Adds what it says of a move, from 1. */
bool host_review_is_known(const struct host_play *play);
void host_review_tell(struct host_play *play, uint32_t ply);
void host_review_free(struct host_review *review);

/*
 * play.c: from now on the console writes to *play, which is all zero but for
 * is_new, asks_players, no_mouse and wants_window; host_play() shows
 * that.
 */
void host_play_prepare(struct host_play *play, struct rk_console *console);

/*
 * Then plays at the terminal until the player leaves; tells the score. Meanwhile
 * the console's platform asks host_play_poll().
 */
enum host_exit host_play(struct host_play *play, struct rk_console *console,
			 struct host_journal *journal, bool letters_only);
enum rk_signal host_play_poll(struct host_play *play);

/* Asks in the status line; returns the key, or -1 when the program must end. */
int host_play_ask(struct host_play *play, const char *question);

/* Do only computers play on? Then a key stops them. */
bool host_play_is_alone(const struct rk_console *console);

/* watch.c: keeps a line of thought, as a text. */
void host_watch_think(struct host_play *play, const struct rk_info *info);

/* Tells the last one, before what was said from there on. */
void host_watch_tell(struct host_play *play, size_t from);

#endif
