/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Adds an engine's remarks to PGN: a listener of the PGN reader that passes
 * events on to a normaliser, with the remarks in between. Existing comments,
 * marks and variations are kept; a line that an existing variation shows is not
 * written again.
 */
#ifndef ROOKERY_ANNOTATE_H
#define ROOKERY_ANNOTATE_H

#include "rookery/pgn.h"

/* A remark about one move; all zero means none. */
struct rk_remark {
	bool has_score;
	int score; /* after the move, from White's view, as in rookery/think.h */
	unsigned int nag;        /* a mark, if the move has none yet; 0: none */
	const rk_any_move *line; /* a better line, in place of this move */
	int line_length;
};

struct rk_annotator {
	/* Filled in by the caller; only the remarks change between games. */
	struct rk_pgn_normaliser *normaliser;
	const struct rk_remark *remarks; /* one for every move */
	size_t remark_count;
	const char *name; /* of the annotating engine */
	bool strips; /* drops everything that was there except tags and moves */
	char *buf;   /* for a comment; if it is too small, two are written */
	size_t buf_size;

	/* Private; zero at first. */
	size_t ply; /* main-line moves so far */
	int depth;  /* of variations */
	bool is_marked;
	bool owes_score; /* of the last move, not written yet */
	bool owes_line;
	int met; /* moves of the better line matched in a variation; -1: another line */
	bool has_name; /* the game has an Annotator tag */
	bool has_begun;
	const char *reason;
	const struct rk_rules *rules;
	union rk_any_pos before; /* the position before the last main-line move */
};

/* The listener for struct rk_pgn_listener; `self` is a struct rk_annotator. */
const char *rk_annotate(void *self, const struct rk_pgn_event *event);

/*
 * Writes a score as people do: 0.35, -1.20, #3 or #-3, from the view that the
 * score has. Returns the length.
 */
#define RK_SCORE_TEXT_SIZE 12
size_t rk_score_write(char text[RK_SCORE_TEXT_SIZE], int score);

#endif
