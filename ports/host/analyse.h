/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of `rookery analyse`: analyse.c reads the command line,
 * analyse_think.c runs the engine, analyse_position.c shows positions,
 * analyse_games.c reads games and analyse_game.c analyses one, analyse_part.c
 * stores intermediate results, and analyse_report.c writes the summary.
 */
#ifndef RK_HOST_ANALYSE_H
#define RK_HOST_ANALYSE_H

#include <stdio.h>

#include "ports/host/host.h"
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

struct host_analyse {
	struct host_analyse_options options;
	const struct rk_thinker *thinker;
	struct host_progress progress;
	bool is_live; /* standard output is a terminal that can be overwritten */
	bool is_utf8;
	bool colours;
};

/* Buffered bytes of a file or a pipe. */
struct host_source {
	const char *name;
	int file;
	size_t at, length;
	bool is_over;
	bool failed;
	char piece[1 << 16];
};

/* Reads more bytes behind those that are left; false if there are none. */
bool host_source_fill(struct host_source *source);

/* Reports that nothing was found, unless reading failed. */
enum host_exit host_analyse_miss(const struct host_source *source);

/*
 * analyse_think.c
 */
#define HOST_LINE_LENGTH 32 /* moves stored of a line */

struct host_line {
	int score; /* from the view of the side to move */
	int length;
	rk_move moves[HOST_LINE_LENGTH];
};

struct host_search_result {
	int depth;
	uint64_t nodes;
	uint64_t time;
	int count; /* number of lines, the best first */
	struct host_line lines[RK_MAX_LINES];
};

/* From now on Ctrl-C ends an analysis, and the results so far are kept. */
void host_analyse_catch(void);
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
 * analyse_games.c: the games of several files. The first call opens the output,
 * the last one closes it.
 */
struct host_games;

struct host_games *host_games_open(struct host_analyse *analyse);
enum host_exit host_games_read(struct host_games *games,
			       struct host_source *source);
enum host_exit host_games_close(struct host_games *games,
				enum host_exit status);

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
