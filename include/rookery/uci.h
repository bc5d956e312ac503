/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The Universal Chess Interface as a function: a line goes in, lines come
 * out. Who thinks, and in which threads, is behind struct rk_thinker; what a
 * position and a move are, behind struct rk_rules, for every kind of chess that
 * the thinker knows. docs/uci.md describes it for users.
 *
 * Lines go in from one thread only. Where the thinker calls its listener from
 * another one, the port has a lock; it is held by whoever is inside, but never
 * during a call of the thinker.
 */
#ifndef ROOKERY_UCI_H
#define ROOKERY_UCI_H

#include "proto/out.h"
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
	RK_UCI_OPTIONS,
};

union rk_uci_desk;

/* What a port brings. What may be NULL is said to be. */
struct rk_uci_port {
	struct rk_out out;
	void *self;
	const struct rk_thinker *thinker;
	const char *version;
	int64_t hash; /* megabytes that the thinker starts with */
	int64_t most_hash;
	int64_t most_threads;
	/*
	 * Memory for one line at a time: a position that is being read, and
	 * lists of moves for perft, `plies` times RK_ANY_MAX_MOVES, which goes
	 * so deep; 0 is not at all. `lends`: who thinks may think there;
	 * commands that need it have to wait then. A line that is being read
	 * lies elsewhere.
	 */
	union rk_uci_desk *desk;
	rk_any_move *room;
	int plies;
	bool lends;
	/* `searchmoves` of a `go`, at most so many; they stay until the answer. */
	rk_any_move *only;
	int most_only;
	/* NULL: the listener is called from inside start() and stop() only. */
	void (*lock)(void *self);
	void (*unlock)(void *self);
	uint64_t (*seed)(void *self); /* another one each time */
	/*
	 * Opens a book instead of the one at hand; an empty name is for none.
	 * NULL, or a line that says what is wrong; then that one stays. The
	 * function may be NULL: there are no books.
	 */
	const char *(*book_open)(void *self, const char *name, size_t length);
	/* A legal move of standard chess from the book, or RK_NO_MOVE. */
	rk_move (*book_move)(void *self, const struct rk_pos *pos,
			     uint64_t seed);
	/* Searches the bench positions so deep, 0: as usual; or NULL. */
	void (*bench)(void *self, int depth, const struct rk_out *out);
};

/* A position and the keys of those before it that it may repeat. */
struct rk_uci_board {
	const struct rk_rules *rules;
	union rk_any_pos pos;
	int key_count;
	uint64_t keys[RK_QUIET_KEYS];
};

/* Of struct rk_uci_port. */
union rk_uci_desk {
	struct rk_uci_board board; /* that is being read */
	char fen[RK_ANY_FEN_SIZE]; /* to be shown */
};

struct rk_uci {
	const struct rk_uci_port *port;
	struct rk_listener listener;
	struct rk_uci_board board;
	bool thinking; /* a task was given and not answered yet */
	bool told;     /* the task has had a line with an exact score */
	bool debug;    /* say what is ignored */
	bool has_book;
	bool misses_book;               /* and it was said that there is none */
	int64_t values[RK_UCI_OPTIONS]; /* of options that are numbers */
	struct rk_task task;
};

/* The starting position, all options as usual. The port stays in use. */
void rk_uci_new(struct rk_uci *uci, const struct rk_uci_port *port);

/*
 * One line, without its newline; any bytes, any number of them. False: that
 * was `quit`. What is being thought then has been answered.
 */
bool rk_uci_line(struct rk_uci *uci, const char *text, size_t length);

/*
 * The input has ended: what comes to an end by itself is awaited, where the
 * thinker can do that; all else is as after `quit`.
 */
void rk_uci_end(struct rk_uci *uci);

#endif
