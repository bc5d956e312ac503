/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of `rookery analyse` share: analyse.c reads the words and
 * finds out what is to be analysed, analyse_think.c has the engine think,
 * analyse_position.c shows positions, analyse_games.c goes through games and
 * analyse_game.c through one, with analyse_part.c as its memory, and
 * analyse_report.c sums them up.
 */
#ifndef RK_HOST_ANALYSE_H
#define RK_HOST_ANALYSE_H

#include <stdio.h>

#include "ports/host/host.h"
#include "ports/host/progress.h"
#include "ports/host/text.h"
#include "proto/words.h"
#include "rookery/think.h"
#include "rookery/verdict.h"

/* What was asked for; 0 is none or not. */
struct host_wishes {
	uint32_t nodes, depth, time; /* for each position; time in ms */
	uint32_t lines;
	uint32_t threads;
	uint32_t hash;
	uint32_t from, to; /* numbers of moves */
	uint32_t infinite;
	uint32_t strip;
	uint32_t ascii;
	uint32_t restart;
	const char *output;
};

struct host_analyse {
	struct host_wishes wishes;
	const struct rk_thinker *thinker;
	struct host_progress progress;
	bool is_live; /* standard output can be written over */
	bool is_utf8;
	bool colours;
};

/* Bytes as they come from a file or a pipe. */
struct host_source {
	const char *name;
	int file;
	size_t at, length;
	bool is_over;
	bool failed;
	char piece[1 << 16];
};

/* More bytes behind those that are left; false if there are none to be had. */
bool host_source_fill(struct host_source *source);

/* Nothing was found in it: says so, unless it could not even be read. */
enum host_exit host_analyse_miss(const struct host_source *source);

/*
 * analyse_think.c
 */
#define HOST_LINE_LENGTH 32 /* moves of a line that are kept */

struct host_line {
	int score; /* as the side to move sees it */
	int length;
	rk_move moves[HOST_LINE_LENGTH];
};

struct host_thought {
	int depth;
	uint64_t nodes;
	uint64_t time;
	int count; /* of lines, the best first */
	struct host_line lines[RK_MAX_LINES];
};

/* From now on Ctrl-C ends an analysis, and what is found is kept. */
void host_analyse_catch(void);
bool host_analyse_is_stopped(void);

/*
 * Thinks about a position, whose task has keys already, as long as wished;
 * `watch` is called some times a second. False if it was stopped before its
 * end; what was found until then is in *thought. There is a legal move.
 */
bool host_analyse_think(struct host_analyse *analyse, struct rk_task *task,
			struct host_thought *thought,
			void (*watch)(void *self,
				      const struct host_thought *thought),
			void *self);

/* A score as White sees it, with its sign. */
void host_analyse_put_score(struct host_text *text, int score);

/* Moves in standard notation, with their numbers. */
void host_analyse_put_line(struct host_text *text, const struct rk_pos *pos,
			   const rk_move *moves, int count);

/*
 * analyse_position.c
 */
/* What a FEN or an EPD line says; false with the error filled in. */
bool host_analyse_read_line(struct rk_pos *pos, struct rk_word *title,
			    const char *text, size_t length,
			    struct rk_error *error);
void host_analyse_position(struct host_analyse *analyse,
			   const struct rk_pos *pos, const char *title,
			   size_t length);
enum host_exit host_analyse_lines(struct host_analyse *analyse,
				  struct host_source *source);

/*
 * analyse_games.c: games of several files one after the other; the first
 * call makes it ready, the last one ends it.
 */
struct host_games;

struct host_games *host_games_open(struct host_analyse *analyse);
enum host_exit host_games_read(struct host_games *games,
			       struct host_source *source);
enum host_exit host_games_close(struct host_games *games,
				enum host_exit status);

/* Is a move made in this position to be looked at? */
bool host_games_want(const struct host_wishes *wishes,
		     const struct rk_pos *pos);

/* analyse_count.c: positions to think about; 0 if that cannot be known. */
uint64_t host_games_count(const struct host_wishes *wishes, const char *name);

/*
 * analyse_part.c: what is found is kept in a file beside the output, so that
 * a run that was stopped can be continued.
 */
struct host_part {
	FILE *file; /* NULL: nothing is kept */
	char *name;
	bool is_reading; /* there may be more in it that was found before */
	bool failed;
};

/* NULL, or why it cannot be used, in words of its own memory. */
const char *host_part_open(struct host_part *part, const char *output,
			   const struct host_wishes *wishes);

/* A game begins; false if the file knows another one in this place. */
bool host_part_game(struct host_part *part, uint64_t number, uint64_t sum);

/* What was found before about this position; false if nothing. */
bool host_part_read(struct host_part *part, size_t ply,
		    const struct rk_pos *pos, struct host_line *line);
void host_part_write(struct host_part *part, size_t ply,
		     const struct host_line *line);
void host_part_close(struct host_part *part, bool is_done);

/*
 * analyse_report.c
 */
struct host_point {
	int expected;            /* by White, in thousandths */
	enum rk_verdict verdict; /* of the move that led there */
	bool is_known;
};

void host_report_conduct(struct host_text *text, const char *name,
			 const struct rk_conduct *conduct);
void host_report_graph(struct host_text *text,
		       const struct host_analyse *analyse,
		       const struct host_point *points, size_t count,
		       int columns);

#endif
