/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of `rookery analyse`: analyse.c reads the command line,
 * analyse_options.c its options and analyse_source.c files, analyse_think.c runs
 * the engine, analyse_position.c shows positions, analyse_cut.c finds where
 * games end, analyse_games.c reads games and analyse_game.c analyses one,
 * analyse_part.c stores intermediate results, and analyse_report.c writes the
 * summary. ports/cluster runs the same files on many machines.
 */
#ifndef RK_HOST_ANALYSE_H
#define RK_HOST_ANALYSE_H

#include <stdio.h>

#include "ports/host/host.h"
#include "ports/host/pgn.h"
#include "ports/host/progress.h"
#include "ports/host/text.h"
#include "rookery/think.h"
#include "rookery/verdict.h"
#include "rookery/words.h"

/* The options of the command line; 0 means not given. */
struct host_analyse_options {
	uint32_t nodes, depth, time; /* limits for each position; time in ms */
	uint32_t lines;
	uint32_t threads;
	uint32_t hash;
	uint32_t from, to; /* move numbers */
	uint32_t infinite;
	uint32_t strip;
	uint32_t ascii;
	uint32_t restart;
	const char *output;
};

#define HOST_LINE_LENGTH 32 /* moves stored of a line */

struct host_line {
	int score; /* from the view of the side to move */
	int length;
	rk_move moves[HOST_LINE_LENGTH];
};

struct host_analyse {
	struct host_analyse_options options;
	const struct rk_thinker *thinker;
	/*
	 * Finds the line of a game's next position in place of the thinker; NULL:
	 * the thinker searches. False if there is none.
	 */
	bool (*find)(void *finder, const struct rk_task *task,
		     struct host_line *line);
	void *finder;
	struct host_progress progress;
	FILE *out;    /* games and positions */
	FILE *report; /* one for each game; `out` if the games go to a file */
	FILE *err;
	uint64_t games; /* or positions, that came before these */
	int columns;    /* of the report; 0: as many as the terminal has */
	bool is_live; /* standard output is a terminal that can be overwritten */
	bool is_utf8;
	bool colours;
};

/* Buffered bytes of a file, a pipe, or a text in memory. */
struct host_source {
	const char *name;
	struct rk_pgn_place start; /* where in the file it begins */
	int file;
	const char *text; /* the next bytes in memory, or NULL */
	size_t text_length;
	size_t at, length;
	bool is_over;
	bool failed;
	char piece[1 << 16];
};

/*
 * analyse_options.c: moves the words that are not options to the front; returns
 * their number, or -1 after an error message.
 */
int host_analyse_take_options(struct host_analyse_options *options, int count,
			      char **words);

/* Fills in defaults, which differ between positions and games. */
void host_analyse_complete(struct host_analyse_options *options, bool is_game);

/* False after an error message: an option is for positions. */
bool host_analyse_suits_games(const struct host_analyse_options *options);

/*
 * analyse_source.c: opens a file, - for standard input; false after an error
 * message. Or a text, which the caller keeps, from a place of the file `name`.
 */
bool host_source_open(struct host_source *source, const char *name);
void host_source_open_text(struct host_source *source, const char *name,
			   struct rk_pgn_place start, const char *text,
			   size_t length);
void host_source_close(struct host_source *source);

/* Reads more bytes behind those that are left; false if there are none. */
bool host_source_fill(struct host_source *source);

/* Does the first line that is not empty begin with a board? */
bool host_source_has_positions(struct host_source *source);

/* The board field of a FEN has seven slashes, which no word of a PGN has. */
bool host_analyse_is_board(const char *text, size_t length);

/* Reports that nothing was found in a file. */
enum host_exit host_analyse_miss(const struct host_analyse *analyse,
				 const char *name);

/*
 * analyse.c: finds out what the terminal can show, and prepares the engine for
 * the options: NULL, or why it cannot be.
 */
void host_analyse_look(struct host_analyse *analyse);
const char *host_analyse_set_engine(struct host_analyse *analyse);

/*
 * analyse_think.c
 */
struct host_search_result {
	int depth;
	uint64_t nodes;
	uint64_t time;
	int count; /* number of lines, the best first */
	struct host_line lines[RK_MAX_LINES];
};

/*
 * From now on Ctrl-C ends an analysis, and the results so far are kept; so does
 * host_analyse_stop(), which may be called from any thread.
 */
void host_analyse_catch(void);
void host_analyse_stop(void);
bool host_analyse_is_stopped(void);

/*
 * Searches a position, whose task already has its keys, within the limits of
 * the options. `watch` is called a few times a second. Returns false if it was
 * stopped; the results so far are in *found. The position must have a legal
 * move.
 */
bool host_analyse_think(struct host_analyse *analyse, struct rk_task *task,
			struct host_search_result *found,
			void (*watch)(void *self,
				      const struct host_search_result *found),
			void *self);

/* Writes a score from White's view with its sign. */
void host_analyse_put_score(struct host_text *text, int score);

/* Writes moves in standard notation with their numbers. */
void host_analyse_put_line(struct host_text *text, const struct rk_pos *pos,
			   const rk_move *moves, int count);

/*
 * analyse_position.c
 */
/* Reads a FEN or an EPD line; false with the error filled in. */
bool host_analyse_read_line(struct rk_pos *pos, struct rk_word *title,
			    const char *text, size_t length,
			    struct rk_error *error);
void host_analyse_position(struct host_analyse *analyse,
			   const struct rk_pos *pos, const char *title,
			   size_t length);
enum host_exit host_analyse_lines(struct host_analyse *analyse,
				  struct host_source *source);

/*
 * analyse_cut.c: cuts a stream of PGN into the texts of its games. A game ends
 * where RK_PGN_END says; bytes behind that, of the next game, may have been fed
 * already. All zero but for the listener's part before host_cut_start().
 */
struct host_cut {
	struct host_text text; /* since `start`, up to where the reader is */
	struct rk_pgn_place start; /* where the game's text begins in the file */
	struct rk_pgn_reader reader;
	struct rk_pgn_level levels[HOST_PGN_LEVELS];
	char token[HOST_PGN_TOKEN];
};

void host_cut_start(struct host_cut *cut, struct rk_pgn_place start,
		    struct rk_pgn_listener listener);

/* Feeds one byte; false without memory. */
bool host_cut_feed(struct host_cut *cut, char c);

/* The length of the game's text, if it ends at this place of the file. */
size_t host_cut_length(const struct host_cut *cut,
		       const struct rk_pgn_place *end);

/* Drops the text of a game; the next one begins at `end`. */
void host_cut_drop(struct host_cut *cut, const struct rk_pgn_place *end);

/*
 * analyse_games.c: the games of several files. The first call opens the output,
 * the last one closes it.
 */
struct host_games;

struct host_games *host_games_open(struct host_analyse *analyse);
enum host_exit host_games_read(struct host_games *games,
			       struct host_source *source);
enum host_exit host_games_close(struct host_games *games,
				enum host_exit status);

/* FNV-1a: enough to tell games apart. */
uint64_t host_games_hash(const char *text, size_t length);

/* Is a move made in this position to be analysed? */
bool host_games_want(const struct host_analyse_options *options,
		     const struct rk_pos *pos);

/* analyse_count.c: the number of positions to search; 0 if unknown. */
uint64_t host_games_count(const struct host_analyse_options *options,
			  const char *name);

/*
 * analyse_part.c: results are stored in a file beside the output, so that a
 * stopped run can be continued.
 */
struct host_part {
	FILE *file; /* NULL: nothing is stored */
	char *name;
	bool is_reading; /* earlier results may follow */
	bool failed;
};

/* Returns NULL, or why the file cannot be used; the text is static memory. */
const char *host_part_open(struct host_part *part, const char *output,
			   const struct host_analyse_options *options);

/* A game begins; false if the file has another game at this number. */
bool host_part_game(struct host_part *part, uint64_t number, uint64_t sum);

/* Reads the stored result of a position; false if there is none. */
bool host_part_read(struct host_part *part, size_t ply,
		    const struct rk_pos *pos, struct host_line *line);
void host_part_write(struct host_part *part, size_t ply,
		     const struct host_line *line);
void host_part_close(struct host_part *part, bool is_done);

/*
 * analyse_report.c
 */
void host_report_accuracy(struct host_text *text, const char *name,
			  const struct rk_accuracy *total);

#endif
