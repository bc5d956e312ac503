/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN with an engine's remarks: a listener of the PGN reader that hands what
 * it hears on to a normaliser, and the remarks between. Comments, marks and
 * variations that are there already are kept, and a line that one of the
 * variations shows is not written again.
 */
#ifndef RK_PROTO_ANNOTATE_H
#define RK_PROTO_ANNOTATE_H

#include "proto/pgn.h"

/* Zeroed, it says nothing. */
struct rk_remark {
	bool has_score;
	int score; /* after the move, White's view, as in rookery/think.h */
	unsigned int nag;        /* a mark, unless there is one; 0: none */
	const rk_any_move *line; /* better moves, in place of this one */
	int line_length;
};

struct rk_annotator {
	/* To be filled in; nothing but the remarks changes between games. */
	struct rk_pgn_normaliser *normaliser;
	const struct rk_remark *remarks; /* one for every move */
	size_t remark_count;
	const char *name; /* of whoever makes the remarks */
	bool strips;      /* what was there but tags and moves is dropped */
	char *room;       /* for a comment; if it is too small there are two */
	size_t room_size;

	/* Its own; zero at first. */
	size_t ply; /* main-line moves so far */
	int depth;  /* of variations */
	bool is_marked;
	bool owes_score; /* of the last move, not told yet */
	bool owes_line;
	int met; /* moves of that line in a variation so far; -1: it is another */
	bool has_name; /* the tag is there */
	bool has_begun;
	const char *reason;
	const struct rk_rules *rules;
	union rk_any_pos before; /* the last move of the main line */
};

/* The listener; `self` is the annotator. */
const char *rk_annotate(void *self, const struct rk_pgn_event *event);

/*
 * A score as people write it: 0.35, -1.20, #3 or #-3; whoever's view it is,
 * and whoever is to move. Returns the length.
 */
#define RK_SCORE_TEXT_SIZE 12
size_t rk_score_write(char text[RK_SCORE_TEXT_SIZE], int score);

#endif
