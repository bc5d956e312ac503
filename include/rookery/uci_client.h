/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The other side of UCI: a client that asks an engine for moves. Text in and
 * text out; the port starts the engine, carries the bytes and watches the
 * clock. What an engine says is never trusted: any bytes may come, a move
 * counts only if it is legal, and what is out of place is ignored.
 *
 * Settings are words of a person, separated by commas: NAME=VALUE for options
 * of the engine, in any case and without the blanks of their names
 * (SkillLevel=3), and movetime=MS, nodes=N or depth=N as limits of every move.
 */
#ifndef ROOKERY_UCI_CLIENT_H
#define ROOKERY_UCI_CLIENT_H

#include "rookery/console.h"

#define RK_UCI_CLIENT_LINE 4096    /* bytes of a line that are read */
#define RK_UCI_CLIENT_MOST 1048576 /* bytes of the longest line */
#define RK_UCI_CLIENT_WANTED 8     /* options that can be set */
#define RK_UCI_CLIENT_WORD 64      /* the longest name or value of one */
#define RK_UCI_CLIENT_MOVES 32     /* moves of a line of thought */
#define RK_UCI_CLIENT_MOVE_MS 1000 /* for a move without clocks or limits */

enum rk_uci_client_state {
	RK_UCI_CLIENT_NEW,      /* nothing was sent */
	RK_UCI_CLIENT_GREETING, /* uciok is awaited */
	RK_UCI_CLIENT_SETTING,  /* readyok is awaited, after the options */
	RK_UCI_CLIENT_IDLE,
	RK_UCI_CLIENT_ASKING,   /* readyok is awaited, before go */
	RK_UCI_CLIENT_THINKING, /* bestmove is awaited */
	RK_UCI_CLIENT_STOPPING, /* a bestmove that nobody needs is awaited */
	RK_UCI_CLIENT_ANSWERED, /* a move is there */
	RK_UCI_CLIENT_FAILED,   /* `error` says why; for good */
};

/* Limits of a move; 0: none. Times are milliseconds. */
struct rk_uci_limits {
	int64_t time[2]; /* on the clocks, by seat */
	int64_t increment;
	int64_t move_time;
	int64_t nodes;
	int64_t depth;
};

/* An option that is to be set. */
struct rk_uci_wanted {
	struct rk_word name; /* as a person wrote it */
	struct rk_word value;
	char exact[RK_UCI_CLIENT_WORD]; /* the engine's own name; "": not yet */
	char sent[RK_UCI_CLIENT_WORD];  /* and value */
	bool is_button;
};

struct rk_uci_client {
	struct rk_out out; /* to the engine */
	void *self;
	void (*info)(void *self, const struct rk_info *info); /* or NULL */
	enum rk_uci_client_state state;
	char error[160];         /* what it did: "has no option Hsah" */
	char name[RK_NAME_SIZE]; /* what it calls itself; "": not said */
	struct rk_uci_wanted wanted[RK_UCI_CLIENT_WANTED];
	int wanted_count;
	struct rk_uci_limits always; /* from the settings */
	struct rk_uci_limits limits; /* of this move */
	bool has_chess960;           /* it has the option UCI_Chess960, ... */
	bool is_chess960;            /* ... which is on */
	bool has_limit;              /* it has the option UCI_LimitStrength */
	bool is_new;                 /* a new game begins */
	const struct rk_rules *rules;
	union rk_any_pos pos; /* of the question */
	union rk_any_pos line_pos;
	rk_any_move line_moves[RK_UCI_CLIENT_MOVES];
	rk_any_move move; /* the answer */
	char line[RK_UCI_CLIENT_LINE];
	size_t length; /* of the line so far, also beyond that */
};

/*
 * A client that has sent nothing yet. What is sent goes to *out, which is
 * copied. `settings` may be empty; it belongs to the caller and stays in use.
 * Returns NULL, or one line without a full stop that says what is wrong with the
 * settings.
 */
const char *rk_uci_client_init(struct rk_uci_client *client,
			       const struct rk_out *out,
			       struct rk_word settings);

/* Sends the first line; the client is idle when the engine is ready. */
void rk_uci_client_start(struct rk_uci_client *client);

/* Any bytes from the engine, as they come. */
void rk_uci_client_feed(struct rk_uci_client *client, const char *bytes,
			size_t length);

/* Can an engine play by these rules? */
static inline bool rk_uci_client_knows(const struct rk_rules *rules)
{
	return rules == &rk_rules_standard;
}

/* The next question is of another game. */
static inline void rk_uci_client_new_game(struct rk_uci_client *client)
{
	client->is_new = true;
}

/*
 * Asks for a move of an idle client; the game is not over and is not needed
 * afterwards. `now` is the time of the game's clocks.
 */
void rk_uci_client_go(struct rk_uci_client *client, const struct rk_game *game,
		      uint64_t now);

/*
 * While it thinks: wants the answer now; or wants none, after which the client
 * is idle once the engine has stopped.
 */
void rk_uci_client_move_now(struct rk_uci_client *client);
void rk_uci_client_cancel(struct rk_uci_client *client);

/* The move of an answer, which is legal; the client is idle afterwards. */
rk_any_move rk_uci_client_take(struct rk_uci_client *client);

/* Milliseconds after which an engine should have moved; 0: nobody knows. */
int64_t rk_uci_client_move_ms(const struct rk_uci_client *client);

/* What it has not said: "uciok", "readyok", "bestmove"; NULL: nothing. */
const char *rk_uci_client_awaits(const struct rk_uci_client *client);

/* Asks the engine to end. */
void rk_uci_client_quit(struct rk_uci_client *client);

#endif
