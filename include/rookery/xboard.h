/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The chess engine communication protocol of xboard, version 2 (and 1), as
 * text in and text out. The port passes on lines as they come, also during a
 * search, and takes the output. The commands are a table in
 * proto/xboard_table.c; docs/xboard.md is the manual.
 *
 * There are no locks. The owner makes sure that there is one call at a time,
 * the thinker's calls to its listener included. Those calls only note what
 * happened; rk_xboard_settle() acts on it (makes a move, starts a search).
 */
#ifndef ROOKERY_XBOARD_H
#define ROOKERY_XBOARD_H

#include "rookery/game.h"
#include "rookery/out.h"
#include "rookery/player.h"
#include "rookery/think.h"

/* The longest game under the rules, as in rookery/device.h. */
#define RK_XBOARD_PLIES (126 * 150 + 150)

enum rk_xboard_activity {
	RK_XBOARD_IDLE,
	RK_XBOARD_THINK,   /* the engine is to move */
	RK_XBOARD_PONDER,  /* the opponent is to move */
	RK_XBOARD_ANALYSE, /* until another command */
	RK_XBOARD_HINT,    /* a short search for a move to suggest */
};

enum rk_xboard_value {
	RK_XBOARD_OVERHEAD, /* milliseconds lost on the way of a move */
	RK_XBOARD_LINES,    /* of an analysis (MultiPV) */
	RK_XBOARD_LIMIT,    /* 1: limit the strength to RK_XBOARD_ELO */
	RK_XBOARD_ELO,
	RK_XBOARD_RESIGN,  /* 1: resign lost games */
	RK_XBOARD_BOOK,    /* 1: play from the book */
	RK_XBOARD_NETWORK, /* 1: evaluate by the network */
	RK_XBOARD_VALUES,
};

#define RK_XBOARD_PINGS 16
#define RK_XBOARD_BOOK_MOVES 32

struct rk_xboard {
	const struct rk_platform *platform;
	const struct rk_thinker *thinker;
	struct rk_out out;

	struct rk_game game; /* moves alone; it goes on after a draw */
	bool illegal;        /* the position set up last is illegal */
	bool chess960;

	/* The state of the conversation. */
	uint8_t engine_side;  /* the engine's colour, except in ... */
	bool force;           /* ... force mode, where it plays neither */
	uint8_t claimed_turn; /* set by `white` or `black`, or RK_NONE */
	bool analysing;
	bool editing;
	bool paused;
	bool game_over;   /* the game has a result */
	bool quit;        /* the conversation has ended */
	bool ponder;      /* `hard` */
	bool post;        /* show thinking output */
	bool waiting;     /* for `go` or a move, before any search */
	bool search_done; /* nothing is left to ponder or analyse here */
	bool wants_hint;
	bool draw_offered; /* by the opponent */
	int32_t values[RK_XBOARD_VALUES];

	/* Time control, in milliseconds. */
	int64_t move_time;    /* `st`; 0: there is a clock */
	int64_t session_time; /* `level` */
	int64_t increment;
	uint32_t session_moves; /* 0: the whole game */
	uint32_t session_from;  /* plies made before the time control began */
	int64_t time_left;      /* of the engine when its turn began */
	uint64_t turn_start;
	uint64_t pause_start;
	int depth; /* `sd`, or 0 */

	/* The search that runs, and what it reported. */
	enum rk_xboard_activity activity;
	struct rk_task task;
	uint64_t keys[RK_QUIET_KEYS];
	rk_any_move root_moves[RK_MAX_MOVES];
	uint64_t excluded[RK_MAX_MOVES / 64]; /* by index among legal moves */
	rk_move expected; /* the opponent's move, to ponder or to suggest */
	bool answered;
	struct rk_answer answer;
	struct rk_info last_info; /* without its moves */
	rk_move last_best;

	/* The engine's opinion of its game, by its own searches. */
	int score;
	bool has_score;
	uint8_t lost_searches;  /* in a row that found the game lost */
	uint8_t drawn_searches; /* in a row that found it drawn */
	uint32_t last_offer;    /* ply of the engine's last draw offer */

	uint32_t pings[RK_XBOARD_PINGS]; /* to answer after the move */
	int ping_count;
	struct rk_setup setup; /* of edit mode */
	uint8_t edit_colour;
	struct rk_listener listener;
	union { /* scratch of one command */
		rk_move moves[RK_MAX_MOVES];
		struct rk_book_move book[RK_XBOARD_BOOK_MOVES];
	} scratch;
};

/*
 * Platform, thinker and log, with space for `capacity` plies, stay in use. The
 * platform's memory is not used.
 */
void rk_xboard_new(struct rk_xboard *xb, const struct rk_platform *platform,
		   const struct rk_thinker *thinker, struct rk_event *log,
		   uint32_t capacity);

/*
 * Handles one line, without its newline; any bytes, any length. False: it was
 * `quit`, and no search runs any more.
 */
bool rk_xboard_line(struct rk_xboard *xb, const char *text, size_t length);

/*
 * Call it after the thinker has called the listener outside rk_xboard_line(): it
 * makes the engine's move and starts the next search.
 */
void rk_xboard_settle(struct rk_xboard *xb);

/* Stops the search for good; its answer is dropped. */
void rk_xboard_end(struct rk_xboard *xb);

#endif
