/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The Universal Chess Interface as a function: a line goes in, lines come out.
 * struct rk_thinker hides how and in which threads the search runs, struct
 * rk_rules what positions and moves are, so every kind of chess that the
 * thinker knows is supported. docs/uci.md describes it for users.
 *
 * Lines go in from one thread only. If the thinker calls its listener from
 * another thread, the platform needs a lock; the protocol holds it while it
 * runs, but not while it calls the thinker.
 */
#ifndef ROOKERY_UCI_H
#define ROOKERY_UCI_H

#include "rookery/out.h"
#include "rookery/player.h"
#include "rookery/think.h"

enum rk_uci_option {
	RK_UCI_HASH,
	RK_UCI_CLEAR_HASH,
	RK_UCI_THREADS,
	RK_UCI_MULTI_PV,
	RK_UCI_PONDER,
	RK_UCI_MOVE_OVERHEAD,
	RK_UCI_OWN_BOOK,
	RK_UCI_BOOK_FILE,
	RK_UCI_VARIANT, /* an index of rk_rules_all */
	RK_UCI_CHESS960,
	RK_UCI_LIMIT_STRENGTH,
	RK_UCI_ELO,
	RK_UCI_SHOW_WDL,
	RK_UCI_ANALYSE_MODE,
#ifndef RK_NO_FILES
	RK_UCI_SYZYGY_PATH,
	RK_UCI_SYZYGY_PROBE_DEPTH,
	RK_UCI_SYZYGY_50_MOVE_RULE,
#endif
#ifndef RK_NO_NETWORK
	RK_UCI_USE_NETWORK,
	RK_UCI_NETWORK_FILE,
#endif
	RK_UCI_OPTIONS,
};

/* A position, and the keys of earlier positions for repetitions. */
struct rk_uci_board {
	const struct rk_rules *rules;
	union rk_any_pos pos;
	int key_count;
	uint64_t keys[RK_QUIET_KEYS];
};

/* What UCI uses the platform's memory for; lines must not lie there. */
union rk_uci_scratch {
	struct rk_uci_board board; /* while it is read */
	char fen[RK_ANY_FEN_SIZE]; /* while it is shown */
#ifndef RK_NO_FILES
	rk_move moves[RK_MAX_MOVES];        /* while endgame tables are asked */
	rk_any_move list[RK_ANY_MAX_MOVES]; /* while openings are asked */
#endif
};

/*
 * The memory needed; perft needs a move list behind the scratch for each ply.
 */
#define RK_UCI_MEMORY(plies) \
	(sizeof(union rk_uci_scratch) + \
	 (plies)*RK_ANY_MAX_MOVES * sizeof(rk_any_move))

/* The most `searchmoves` of a `go`; small chips define fewer. */
#ifndef RK_UCI_ONLY
#define RK_UCI_ONLY RK_ANY_MAX_MOVES
#endif

struct rk_uci {
	const struct rk_platform *platform;
	const struct rk_thinker *thinker;
	struct rk_out out;
	struct rk_listener listener;
	struct rk_uci_board board;
	bool thinking; /* a task was given and not answered yet */
	bool told;     /* a line with an exact score was reported */
	bool debug;    /* report what is ignored */
	bool has_book;
	bool told_no_book;              /* a missing book was reported */
	uint8_t start;                  /* of `startpos` with four players */
	int64_t values[RK_UCI_OPTIONS]; /* of options that are numbers */
	struct rk_task task;
	rk_any_move
		only[RK_UCI_ONLY]; /* searchmoves of the task, until the answer */
	uint8_t perft_plies; /* the deepest perft; the port may lower it */
};

/*
 * Starts a session: the starting position, default options. The platform must
 * have at least RK_UCI_MEMORY(0) bytes of memory; it and the thinker stay in
 * use.
 */
void rk_uci_new(struct rk_uci *uci, const struct rk_platform *platform,
		const struct rk_thinker *thinker);

/*
 * Executes one line, without its newline; any bytes, any length. Returns false
 * after `quit`; a running search has been answered by then.
 */
bool rk_uci_line(struct rk_uci *uci, const char *text, size_t length);

/*
 * The input has ended. A search that a limit ends is awaited, if the thinker
 * can wait; any other search ends as after `quit`.
 */
void rk_uci_end(struct rk_uci *uci);

#endif
