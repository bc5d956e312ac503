/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a port provides: the one struct through which the library reaches the
 * machine that it runs on. Every member is optional. A function that the
 * machine does not have is NULL, and the command that needs it says so.
 *
 * The port owns the struct and all that it points to, and keeps them valid as
 * long as anything that was made with them. It may change members between two
 * calls of the library, never during one. Every function is passed `self`.
 *
 * There is one unit of time: microseconds of a clock that never goes back.
 *
 * There is one convention for errors that are not places in a text (those are
 * struct rk_error): a function returns NULL on success, and otherwise a
 * message of one line without a full stop; or a bool, true on success, if
 * there is nothing to say. Failure changes nothing.
 */
#ifndef ROOKERY_PLATFORM_H
#define ROOKERY_PLATFORM_H

#include "rookery/types.h"

struct rk_engine;
struct rk_game;
struct rk_info;
struct rk_out;
struct rk_pos;

/* What poll() tells a running computation. */
enum rk_signal {
	RK_SIGNAL_NONE,      /* go on */
	RK_SIGNAL_MOVE_NOW,  /* answer with the best move so far */
	RK_SIGNAL_CANCEL,    /* give up: no answer is needed */
	RK_SIGNAL_PONDERHIT, /* the expected move was played: start the clock */
};

/* A move of an opening book. */
struct rk_book_move {
	rk_move move;
	uint32_t weight; /* 0: in the book, but not to be played */
};

/*
 * What endgame tables say of a position, for the side to move. A cursed win and
 * a blessed loss are draws by the fifty-move rule alone.
 */
enum rk_tb_result {
	RK_TB_UNKNOWN,
	RK_TB_LOSS,
	RK_TB_BLESSED_LOSS,
	RK_TB_DRAW,
	RK_TB_CURSED_WIN,
	RK_TB_WIN,
};

struct rk_platform {
	void *self;

	/*
	 * Sends output: text of a protocol, or the bytes of a terminal
	 * session.
	 */
	void (*write)(void *self, const char *text, size_t length);

	/* Microseconds. NULL: no clock, so no time limit applies. */
	uint64_t (*now_us)(void *self);

	/*
	 * The date of today where the machine stands. False: it is unknown just
	 * now. NULL: there is no calendar, and games have no date.
	 */
	bool (*today)(void *self, int *year, int *month, int *day);

	/*
	 * 64 random bits, new ones with every call. The same bits give the
	 * same game. NULL: always 0.
	 */
	uint64_t (*random)(void *self);

	/*
	 * Called by a search every `poll_nodes` nodes (0: about every
	 * thousand) with the number of nodes so far. A search that has ended
	 * but must wait for a signal keeps calling it with the same number. It
	 * may draw, but must not use `memory`. NULL: no signals.
	 */
	enum rk_signal (*poll)(void *self, uint64_t nodes);
	int poll_nodes;

	/*
	 * A computer player thinks: this is the best line so far. Called during
	 * its search, with the restrictions of poll(). NULL: nobody watches.
	 */
	void (*thinking)(void *self, const struct rk_info *info);

	/*
	 * Scratch memory, aligned for a uint64_t: move lists, a position that
	 * is being read, or a small engine during a search. One command uses
	 * it at a time, and nothing in it outlives a command. A player needs
	 * RK_LEVELS_MEMORY bytes, or, to search, rk_levels_memory_size(); more
	 * becomes a larger transposition table.
	 */
	void *memory;
	size_t memory_size;

	/*
	 * A permanent engine, see rk_engine_new(). NULL: every search makes a
	 * small one in `memory`, if that is large enough.
	 */
	struct rk_engine *engine;

	/*
	 * Milliseconds for a move of the levels from RK_LEVELS_BY_RULES + 1 to
	 * RK_LEVELS in games without clocks; 0: no limit. NULL: defaults for a
	 * PC.
	 */
	const uint16_t *level_ms;
	/* Milliseconds for a hint or an analysis; 0: no limit. */
	int advice_ms;

	/*
	 * The game, its players, its rules, the score or a level have changed.
	 * Called before the change is shown, so that the port can save it
	 * first.
	 */
	void (*changed)(void *self);

	/* A computer has moved, and a sound was wished for. NULL: no sound. */
	void (*ring)(void *self);

	/*
	 * Enlarges a picture of the game that is not the console's own, as in a
	 * window, by a factor. False: there is none just now, so the console's
	 * board is meant. NULL: there never is.
	 */
	bool (*zoom)(void *self, int factor);

	/*
	 * The log of the game is full. The port calls rk_game_move_log() with
	 * a larger one and returns true, or returns false. NULL: the log
	 * cannot grow.
	 */
	bool (*grow)(void *self, struct rk_game *game);

	/*
	 * Games that were left unfinished. put_aside() keeps the running one,
	 * so that another can begin; false: it is lost. kept() returns how many
	 * there are to go on with, and writes a numbered line for each to *out,
	 * unless that is NULL, the one left last first. resume() goes on with
	 * one of them, from 1, in the console, and keeps the one that was
	 * running. NULL: nothing is kept.
	 */
	bool (*put_aside)(void *self);
	int (*kept)(void *self, const struct rk_out *out);
	const char *(*resume)(void *self, int number);

	/*
	 * Files. save_open() opens one for writing; what is written to *out
	 * goes there until save_close(). load() reads a whole file; *text
	 * belongs to the port and is valid until the next load(). NULL: no
	 * files. A program compiled with RK_NO_FILES never calls load() and
	 * does not link the PGN reader.
	 */
	const char *(*save_open)(void *self, const char *name,
				 struct rk_out *out);
	const char *(*save_close)(void *self);
	const char *(*load)(void *self, const char *name, const char **text,
			    size_t *length);

	/*
	 * Where save_open() would write: the name as it is told, a whole path
	 * where there are folders. It stays the port's, until the next call.
	 * *is_there: a file would be replaced, so a person is asked before.
	 * NULL: the name tells all, and nobody is asked.
	 */
	const char *(*save_place)(void *self, const char *name, bool *is_there);

	/*
	 * An opening book. book_open() replaces the open book, which stays
	 * open on failure; an empty name only closes it. book_pick() returns a
	 * legal move of standard chess, the same one for the same random
	 * number, or RK_NO_MOVE. book_moves() lists at most `cap` moves, the
	 * highest weight first, and returns their number. NULL: no books.
	 */
	const char *(*book_open)(void *self, const char *name, size_t length);
	rk_move (*book_pick)(void *self, const struct rk_pos *pos,
			     uint64_t random);
	int (*book_moves)(void *self, const struct rk_pos *pos,
			  struct rk_book_move *list, int cap);

	/*
	 * Endgame tables. tb_open() replaces the open ones by those in the
	 * folders of `path`, as book_open() does; an empty path only closes
	 * them. tb_men() returns the most pieces, kings included, of a position
	 * that they know; 0: none are open. NULL: no tables.
	 */
	const char *(*tb_open)(void *self, const char *path, size_t length);
	int (*tb_men)(void *self);
	/*
	 * Called by a search for a position without castling rights whose last
	 * move was a capture or a pawn move. Threads may call it at the same
	 * time.
	 */
	enum rk_tb_result (*tb_probe)(void *self, const struct rk_pos *pos);
	/*
	 * Before a search: the result of any position, and in `moves` those
	 * legal moves that keep it without giving it away to the fifty-move
	 * rule. `repeated`: it occurred before. `fifty`: the rule counts.
	 * RK_TB_UNKNOWN: there are too many pieces, or castling rights, or no
	 * moves; nothing was written.
	 */
	enum rk_tb_result (*tb_root)(void *self, const struct rk_pos *pos,
				     bool repeated, bool fifty, rk_move *moves,
				     int *count);

#ifndef RK_NO_NETWORK
	/*
	 * The network that evaluates. network_open() replaces it by the one in
	 * a file, as book_open() does; an empty name goes back to the one that
	 * the program begins with. network_name is what that is called, or NULL
	 * if there is none. NULL: networks cannot be loaded.
	 */
	const char *(*network_open)(void *self, const char *name,
				    size_t length);
	const char *network_name;
#endif

	/*
	 * A lock for thinkers that call their listener from another thread. A
	 * protocol holds it while it runs, but not while it calls the thinker.
	 * NULL: there is only one thread.
	 */
	void (*lock)(void *self);
	void (*unlock)(void *self);

	/* Runs the bench to a depth (0: the default) and writes to `out`. */
	void (*bench)(void *self, int depth, const struct rk_out *out);
};

#endif
