/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The chess engine communication protocol of xboard, version 2 (and 1), as
 * text in and text out: the port hands over lines as they come, also while
 * there is thinking, and takes the output. Commands are a table in
 * proto/xboard_table.c; docs/xboard.md is for those who use it.
 *
 * It locks nothing: its owner sees to it that one call at a time is inside,
 * the thinker's calls to its listener included. What those ask for (a move to
 * make, something else to think about) is done by rk_xboard_settle().
 */
#ifndef ROOKERY_XBOARD_H
#define ROOKERY_XBOARD_H

#include "proto/out.h"
#include "rookery/player.h"
#include "rookery/think.h"

struct rk_xboard_book_move {
	rk_move move;
	uint32_t weight;
};

/* What is asked of the machine. The functions about books may be NULL. */
struct rk_xboard_port {
	struct rk_out out;
	const struct rk_thinker *thinker;
	const char *name; /* of the engine: "Rookery 1.0" */
	void *self;
	uint64_t (*seed)(void *self); /* another one each time */
	/*
	 * Opens a book instead of the one at hand; an empty name is for none.
	 * NULL, or a line that says what is wrong; then that one stays.
	 */
	const char *(*book_open)(void *self, const char *name, size_t length);
	/* What it knows about a position, the heaviest first; how many. */
	int (*book_moves)(void *self, const struct rk_pos *pos,
			  struct rk_xboard_book_move *list, int room);
	/* One of them by chance, or RK_NO_MOVE. */
	rk_move (*book_pick)(void *self, const struct rk_pos *pos,
			     uint64_t seed);
};

/* A move that was made, and the repetition key of the position before it. */
struct rk_xboard_ply {
	uint64_t key;
	rk_move move;
};

/* The longest game under the rules, as in rookery/device.h. */
#define RK_XBOARD_PLIES (126 * 150 + 150)

enum rk_xboard_activity {
	RK_XBOARD_IDLE,
	RK_XBOARD_THINK,   /* about the own move */
	RK_XBOARD_PONDER,  /* while the opponent thinks */
	RK_XBOARD_ANALYSE, /* until told otherwise */
	RK_XBOARD_HINT,    /* a moment, for a move to suggest */
};

enum rk_xboard_value {
	RK_XBOARD_OVERHEAD, /* milliseconds that a move loses on its way */
	RK_XBOARD_LINES,    /* of an analysis */
	RK_XBOARD_LIMIT,    /* 1: play as the next one says */
	RK_XBOARD_ELO,
	RK_XBOARD_RESIGN, /* 1: when it is hopeless */
	RK_XBOARD_BOOK,   /* 1: play from it */
	RK_XBOARD_VALUES,
};

#define RK_XBOARD_PINGS 16
#define RK_XBOARD_BOOK_MOVES 32

struct rk_xboard {
	const struct rk_xboard_port *port;

	/* The game: where it began, what was played, where that leads. */
	struct rk_pos start;
	struct rk_pos pos;
	struct rk_xboard_ply *plies;
	uint32_t capacity;
	uint32_t count;
	bool illegal; /* what was set up last is no position */
	bool chess960;

	/* How things stand between the two programs. */
	uint8_t plays; /* the engine's colour, unless it is... */
	bool forced;   /* ...playing neither */
	uint8_t turn;  /* to move as `white` or `black` said, or RK_NONE */
	bool analysing;
	bool editing;
	bool paused;
	bool over;    /* the game has a result */
	bool ended;   /* so has the conversation */
	bool ponders; /* wanted at all */
	bool posts;
	bool waits; /* for `go` or a move, before anything is thought */
	bool rests; /* there is nothing left to ponder or analyse here */
	bool wants_hint;
	bool draw_offered; /* by the opponent */
	int32_t values[RK_XBOARD_VALUES];

	/* Time, in milliseconds. */
	int64_t move_time; /* `st`, or 0: there is a clock */
	int64_t session_time;
	int64_t increment;
	uint32_t session_moves; /* 0: all of the game */
	uint32_t session_from;  /* plies that were made before it */
	int64_t left;           /* on the engine's clock when its turn began */
	uint64_t turn_start;
	uint64_t pause_start;
	int depth;

	/* What the thinker is busy with, and what it said. */
	enum rk_xboard_activity activity;
	struct rk_task task;
	uint64_t keys[RK_QUIET_KEYS];
	rk_any_move only[RK_MAX_MOVES];
	uint64_t excluded[RK_MAX_MOVES / 64]; /* by place in the list of moves */
	rk_move expected; /* of the opponent: to ponder about, to suggest */
	bool answered;
	struct rk_answer answer;
	struct rk_info seen; /* the last one; without its moves */
	rk_move seen_best;

	/* What the engine thinks of its game: own view, own searches. */
	int score;
	bool has_score;
	uint8_t hopeless; /* moves in a row */
	uint8_t dull;
	uint32_t last_offer; /* the ply of the own draw offer */

	uint32_t pings[RK_XBOARD_PINGS]; /* that wait for the move */
	int ping_count;
	struct rk_setup setup; /* edit mode */
	uint8_t edit_colour;
	struct rk_listener listener;
	union { /* for one command at a time */
		rk_move moves[RK_MAX_MOVES];
		struct rk_xboard_book_move book[RK_XBOARD_BOOK_MOVES];
	} scratch;
};

/* Port and memory for `capacity` plies stay in use. */
void rk_xboard_new(struct rk_xboard *xb, const struct rk_xboard_port *port,
		   struct rk_xboard_ply *plies, uint32_t capacity);

/*
 * One line without its newline; any bytes, any length. Returns false when it
 * was `quit`; then nobody thinks any more.
 */
bool rk_xboard_line(struct rk_xboard *xb, const char *text, size_t length);

/*
 * To be called after the thinker has called the listener on its own, that is
 * not from inside rk_xboard_line(): makes the move, ponders.
 */
void rk_xboard_settle(struct rk_xboard *xb);

/* Ends all thinking for good; what it would have led to does not happen. */
void rk_xboard_end(struct rk_xboard *xb);

#endif
