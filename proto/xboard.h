/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Internals of the xboard protocol; the public part is rookery/xboard.h. */
#ifndef RK_PROTO_XBOARD_H
#define RK_PROTO_XBOARD_H

#include "rookery/notation.h"
#include "rookery/version.h"
#include "rookery/words.h"
#include "rookery/xboard.h"

static inline const struct rk_pos *rk_xboard_pos(const struct rk_xboard *xb)
{
	return &xb->game.pos.two;
}

#define RK_XBOARD_MAX_DEPTH (RK_MAX_PLY - 1)

/*
 * A command. If it changes what is searched, it stops the running search, but
 * only after it has checked its arguments: a refused command disturbs nothing.
 */
struct rk_xboard_command {
	const char *name;
	const char *help;
	void (*run)(struct rk_xboard *xb, const struct rk_line *line);
};

/* NULL: there is no command of that name. */
const struct rk_xboard_command *rk_xboard_find(struct rk_word name);

/* xboard.c */
void rk_xboard_error(struct rk_xboard *xb, const char *what,
		     const struct rk_line *line);
/* Stops the running search, if any; its answer is dropped. */
void rk_xboard_stop_search(struct rk_xboard *xb);
uint64_t rk_xboard_now(const struct rk_xboard *xb); /* milliseconds */
uint64_t rk_xboard_random(const struct rk_xboard *xb);
/* Reads the only argument, a number. False: an error was printed. */
bool rk_xboard_argument(struct rk_xboard *xb, const struct rk_line *line,
			uint32_t least, uint32_t most, uint32_t *number);

/*
 * xboard_game.c: every change of the position goes through these. NULL: the
 * starting position.
 */
void rk_xboard_set_position(struct rk_xboard *xb, const struct rk_pos *start);
bool rk_xboard_add_move(struct rk_xboard *xb, rk_move move); /* false: full */
/* The game has at least that many. */
void rk_xboard_undo_moves(struct rk_xboard *xb, uint32_t plies);
/* Why the game is over, or could be claimed to be. */
enum rk_reason rk_xboard_end_reason(const struct rk_xboard *xb);
/* Writes a move of the current position in the notation of xboard. */
void rk_xboard_out_move(const struct rk_xboard *xb, rk_move move);
/* Reads a move in any notation; RK_NOTATION_SYNTAX: it is no move at all. */
enum rk_notation_error rk_xboard_read_move(const struct rk_xboard *xb,
					   struct rk_word word, rk_move *move);

/* xboard_play.c: the engine as one of the players. */
void rk_xboard_engine_move(struct rk_xboard *xb,
			   const struct rk_answer *answer);
void rk_xboard_announce_end(struct rk_xboard *xb);
void rk_xboard_move(struct rk_xboard *xb, const struct rk_line *line,
		    struct rk_word word);
void rk_xboard_reset_scores(struct rk_xboard *xb);
void rk_xboard_out_hint(struct rk_xboard *xb, rk_move move); /* if any */

/* xboard_think.c: tasks for the thinker, and its reports. */
void rk_xboard_start(struct rk_xboard *xb, enum rk_xboard_activity activity);
void rk_xboard_out_status(struct rk_xboard *xb);
void rk_xboard_take_info(void *self, const struct rk_info *info);

/* xboard_clock.c */
void rk_xboard_reset_clock(struct rk_xboard *xb);
void rk_xboard_charge_clock(struct rk_xboard *xb); /* for a move just made */
void rk_xboard_fill_clock(const struct rk_xboard *xb, struct rk_task *task,
			  int64_t spent);

/* xboard_setup.c */
void rk_xboard_edit(struct rk_xboard *xb, const struct rk_line *line);
/* Applies claimed_turn to the position. False: it would be illegal. */
bool rk_xboard_apply_turn(struct rk_xboard *xb);

/* xboard_option.c */
void rk_xboard_default_values(struct rk_xboard *xb);

/* Commands that are not in xboard_table.c. */
#define RK_XBOARD_COMMAND(name) \
	void rk_xboard_run_##name(struct rk_xboard *xb, \
				  const struct rk_line *line)
RK_XBOARD_COMMAND(level);
RK_XBOARD_COMMAND(st);
RK_XBOARD_COMMAND(time);
RK_XBOARD_COMMAND(otim);
RK_XBOARD_COMMAND(setboard);
RK_XBOARD_COMMAND(edit);
RK_XBOARD_COMMAND(variant);
RK_XBOARD_COMMAND(colour);
RK_XBOARD_COMMAND(protover);
RK_XBOARD_COMMAND(memory);
RK_XBOARD_COMMAND(cores);
RK_XBOARD_COMMAND(option);
RK_XBOARD_COMMAND(exclude);
RK_XBOARD_COMMAND(bk);
RK_XBOARD_COMMAND(hint);
RK_XBOARD_COMMAND(draw);

#endif
