/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console: what a person types and sees, text in and text out. It serves
 * the terminal, the firmware's serial line and the tests; the port gives it
 * lines and takes its output. Commands are a table in
 * proto/console_table.c, and `help` prints that table.
 */
#ifndef ROOKERY_CONSOLE_H
#define ROOKERY_CONSOLE_H

#include "proto/out.h"
#include "rookery/game.h"
#include "rookery/player.h"
#include "rookery/think.h"

struct rk_pgn_read; /* proto/pgn.h */

/*
 * What the console asks of the machine it runs on. Functions may be NULL
 * where there is no such thing; the command that needs it says so.
 */
struct rk_console_port {
	struct rk_out out;
	void *self;
	uint64_t (*now)(void *self);  /* milliseconds */
	uint64_t (*seed)(void *self); /* for computers' choices */
	/*
	 * Opens a file for writing; what is written to *out goes there until
	 * close, which returns NULL or what went wrong in words.
	 */
	const char *(*save_open)(void *self, const char *name,
				 struct rk_out *out);
	const char *(*save_close)(void *self);
	/*
	 * Reads a whole file; NULL and *text, which stays until the next
	 * load, or what went wrong in words. `pgn` is memory to read it with.
	 */
	const char *(*load)(void *self, const char *name, const char **text,
			    size_t *length);
	struct rk_pgn_read *pgn;
	/*
	 * Game, players, score, level or rules have changed: keep them,
	 * before anybody is told.
	 */
	void (*changed)(void *self);
	/*
	 * Called a thousand times a second or so while a computer thinks: may
	 * it go on, is it to move now, or is its move not wanted any more? Then
	 * it makes none.
	 */
	enum rk_haste (*interrupt)(void *interrupter);
	void *interrupter;
	/* The log is full: hand over a larger one or return false. */
	bool (*grow)(void *self, struct rk_game *game);
	/* For hint and analyse; its start() returns when all is over. */
	const struct rk_thinker *thinker;
	/*
	 * Memory for one command at a time: nothing in it is needed when
	 * player->choose() or thinker->start() is called, nor between two calls
	 * of the console's functions. So who thinks may think there; then
	 * `interrupt` may draw, but leaves everything else until the thinker is
	 * back. A line for the console lies elsewhere.
	 */
	union rk_console_desk *desk;
};

/*
 * Plain: the board is written after every move, byte for byte as
 * docs/console.md says, and a computer moves on the command `move`. Rich: the
 * console writes words only; the port calls rk_console_draw() where and when
 * it wants a board, and rk_console_computer_move() when it is time.
 */
enum rk_console_drawing {
	RK_DRAW_PLAIN,
	RK_DRAW_RICH,
};

/* A move list, a text, a position; see struct rk_console_port. */
union rk_console_desk {
	char text[RK_ANY_FEN_SIZE];
	rk_any_move moves[RK_ANY_MAX_MOVES];
	union rk_any_pos pos;
};

#define RK_MAX_ZOOM 8

/* How the rich board is drawn; the port knows what its terminal can do. */
struct rk_console_look {
	enum rk_console_drawing drawing;
	uint8_t colours; /* 0: none, 1: the sixteen, 2: 256, 3: all */
	bool glyphs;     /* chess pieces, or letters where they are missing */
	uint8_t zoom;    /* 1 to RK_MAX_ZOOM: rows a square */
	uint8_t theme;
	uint8_t below;    /* the seat at the lower edge of the picture */
	uint8_t notation; /* 0 san, 1 coordinate, 2 figurine */
};

/* What who thinks is told, and what it says. */
#define RK_ADVICE_LINES 3
#define RK_ADVICE_MOVES 10

struct rk_console_variation {
	int depth;
	int score;
	int count; /* 0: there is no such line */
	rk_any_move moves[RK_ADVICE_MOVES];
};

struct rk_console_advice {
	uint64_t keys[RK_QUIET_KEYS]; /* of a player's question too */
	struct rk_console_variation lines[RK_ADVICE_LINES];
	struct rk_console_variation before; /* the first one, a moment ago */
	rk_any_move best;
	struct rk_task task;
};

/* Who sits where: 0 is a human, N a computer of level N. */
struct rk_console {
	const struct rk_console_port *port;
	const struct rk_player *player;
	struct rk_console_look look;
	const struct rk_rules *rules; /* of the next game */
	struct rk_game game;          /* the running or the last game */
	bool has_game;                /* there is or was one */
	uint8_t seats[RK_MAX_SEATS];
	uint8_t level; /* for `computer` without a number */
	struct rk_score score;
	struct rk_clock clock; /* of the next game */
	bool in_setup;
	bool has_next_start; /* one that was set up */
	uint8_t start;       /* of rules->starts */
	union {
		union rk_any_pos next_start; /* where the next game starts */
		union rk_any_pos setup;      /* while in_setup */
	};
	uint8_t agreed; /* how many have said `undo` */
	uint32_t agreed_plies;
	bool scoreless;                  /* loaded when over, nothing since */
	struct rk_console_advice advice; /* stays while somebody thinks */
};

void rk_console_new(struct rk_console *console,
		    const struct rk_console_port *port,
		    const struct rk_player *player, struct rk_event *log,
		    uint32_t capacity);

/*
 * The next game is of this kind, from its first start; what was set up is
 * dropped.
 */
void rk_console_set_rules(struct rk_console *console,
			  const struct rk_rules *rules);

/*
 * One line as typed, without its newline; any bytes, any length. Returns
 * false when it was `quit`.
 */
bool rk_console_line(struct rk_console *console, const char *line,
		     size_t length);

/* A level that another program had is the highest that this one has. */
static inline uint8_t rk_console_known_level(const struct rk_console *console,
					     unsigned int level)
{
	unsigned int levels = (unsigned int)console->player->levels;

	return (uint8_t)(level < levels ? level : levels);
}

/*
 * Is a game running, and a computer or a walking king to move in it? Not after
 * moves were taken back: then it waits for the command `move`, so that more can
 * be.
 */
bool rk_console_computer_to_move(const struct rk_console *console);

/* Lets it move, as the command `move` does; it need not, see `interrupt`. */
void rk_console_computer_move(struct rk_console *console);

/* Has the clock of the player to move run out? Ends the game if so. */
bool rk_console_check_clock(struct rk_console *console);

/* The board as the look says: of the set-up, the game, or the next game. */
void rk_console_draw(const struct rk_console *console);

/* How large the rich board is at that zoom, in cells of the terminal. */
void rk_console_board_size(const struct rk_console *console, int zoom,
			   int *columns, int *rows);

/* The score of the run so far; a game that is over is in it. */
struct rk_score rk_console_score(const struct rk_console *console);

/* The final score, at the end of the program. */
void rk_console_end(struct rk_console *console);

/*
 * Completion: calls `offer` for every command that can be given now, and every
 * legal move of the game, that begins with these bytes.
 */
void rk_console_complete(struct rk_console *console, const char *prefix,
			 size_t length,
			 void (*offer)(void *self, const char *word),
			 void *self);

#endif
