/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of the xboard protocol share beyond rookery/xboard.h. */
#ifndef RK_PROTO_XBOARD_H
#define RK_PROTO_XBOARD_H

#include "proto/words.h"
#include "rookery/notation.h"
#include "rookery/xboard.h"

#define RK_XBOARD_MAX_DEPTH (RK_MAX_PLY - 1)

/*
 * A command. One that is about something else than what is thought about now
 * abandons that, once it is sure that it is not refused; rk_xboard_settle() sees
 * afterwards what there is to do.
 */
struct rk_xboard_command {
	const char *name;
	const char *help;
	void (*run)(struct rk_xboard *xb, const struct rk_line *line);
};

/* NULL: there is none of that name. */
const struct rk_xboard_command *rk_xboard_find(struct rk_word name);

/* xboard.c */
void rk_xboard_error(struct rk_xboard *xb, const char *what,
		     const struct rk_line *line);
void rk_xboard_abandon(struct rk_xboard *xb);
uint64_t rk_xboard_now(const struct rk_xboard *xb);
/* A number alone after the command; otherwise an error was written. */
bool rk_xboard_argument(struct rk_xboard *xb, const struct rk_line *line,
			uint32_t least, uint32_t most, uint32_t *number);

/* xboard_game.c: the log. Every change of the position goes through these. */
void rk_xboard_begin(struct rk_xboard *xb, const struct rk_pos *start);
bool rk_xboard_play(struct rk_xboard *xb, rk_move move); /* false: full */
/* There are so many. */
void rk_xboard_take_back(struct rk_xboard *xb, uint32_t plies);
/* Why the game is, or after a claim would be, over. */
enum rk_reason rk_xboard_ending(const struct rk_xboard *xb);
/* A move of the present position as xboard wants to read it. */
void rk_xboard_out_move(const struct rk_xboard *xb, rk_move move);
/* Any form of a move; where it is none at all, RK_NOTATION_SYNTAX. */
enum rk_notation_error rk_xboard_read_move(const struct rk_xboard *xb,
					   struct rk_word word, rk_move *move);

/* xboard_play.c: the engine as one of the players. */
void rk_xboard_own_move(struct rk_xboard *xb, const struct rk_answer *answer);
void rk_xboard_announce_end(struct rk_xboard *xb);
void rk_xboard_move(struct rk_xboard *xb, const struct rk_line *line,
		    struct rk_word word);
void rk_xboard_forget_scores(struct rk_xboard *xb);

/* xboard_think.c: tasks out, lines of thought in. */
void rk_xboard_start(struct rk_xboard *xb, enum rk_xboard_activity activity);
void rk_xboard_out_status(struct rk_xboard *xb);
void rk_xboard_hear(void *self, const struct rk_info *info);

/* xboard_clock.c */
void rk_xboard_reset_clock(struct rk_xboard *xb);
void rk_xboard_charge_clock(struct rk_xboard *xb); /* for a move just made */
void rk_xboard_fill_clock(const struct rk_xboard *xb, struct rk_task *task,
			  int64_t spent);

/* xboard_setup.c */
void rk_xboard_edit(struct rk_xboard *xb, const struct rk_line *line);
/* Makes true what `white` or `black` said; false where that cannot be. */
bool rk_xboard_take_turn(struct rk_xboard *xb);

/* xboard_option.c */
void rk_xboard_default_values(struct rk_xboard *xb);

/* The functions of the table that are not in its file. */
#define RK_XBOARD_RUNS(name) \
	void rk_xboard_run_##name(struct rk_xboard *xb, \
				  const struct rk_line *line)
RK_XBOARD_RUNS(level);
RK_XBOARD_RUNS(st);
RK_XBOARD_RUNS(time);
RK_XBOARD_RUNS(otim);
RK_XBOARD_RUNS(setboard);
RK_XBOARD_RUNS(edit);
RK_XBOARD_RUNS(variant);
RK_XBOARD_RUNS(colour);
RK_XBOARD_RUNS(protover);
RK_XBOARD_RUNS(memory);
RK_XBOARD_RUNS(cores);
RK_XBOARD_RUNS(option);
RK_XBOARD_RUNS(exclude);
RK_XBOARD_RUNS(bk);
RK_XBOARD_RUNS(hint);
RK_XBOARD_RUNS(draw);

#endif
