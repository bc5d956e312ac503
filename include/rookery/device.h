/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The protocol of /dev/chess as a pure function: the bytes of one write() go
 * in, one line comes out. docs/device.md describes it for those who write a
 * client. The kernel module and `rookery device` are edges around this.
 *
 * One struct rk_device is one board. It locks nothing: its owner sees to it
 * that only one call at a time is inside, but for rk_device_think().
 */
#ifndef ROOKERY_DEVICE_H
#define ROOKERY_DEVICE_H

#include "proto/out.h"
#include "rookery/game.h"
#include "rookery/player.h"

/*
 * The longest game: 96 pawn moves and 30 captures, every one of them after
 * 149 other plies, and 150 plies for the draw by seventy-five moves.
 */
#define RK_DEVICE_PLIES (126 * 150 + 150)

/* A game's log: its moves and what may end it, two words of agreement. */
#define RK_DEVICE_EVENTS (RK_DEVICE_PLIES + 2)

/* Memory for a device's logs, in events: the game, and one being loaded. */
#define RK_DEVICE_LOG (2 * RK_DEVICE_EVENTS)

/* No command is longer: `09`, the longest FEN, `;` and the longest game. */
#define RK_DEVICE_LINE_SIZE (3 + RK_FEN_SIZE + 6 * RK_DEVICE_PLIES + 1)

#define RK_DEVICE_MOVE_SIZE 14 /* "WPf7-g8xBNyWB" with its NUL */
#define RK_DEVICE_LEVEL 3      /* what the computer plays if nobody says */

/*
 * A command on its way: its arguments, what the computer is asked, and its
 * answer. Memory of the caller; it can be dropped at any time.
 */
struct rk_device_job {
	const char *text;
	size_t length;
	const struct rk_player *player;
	struct rk_question question;
	union rk_any_pos pos;
	uint64_t keys[RK_QUIET_KEYS];
	uint32_t version; /* of the board when the question was asked */
	uint8_t seat;     /* who is asked */
	bool about_draw;  /* whether to agree to one; otherwise for a move */
	bool agrees;
	rk_any_move move;
};

struct rk_device {
	const struct rk_player *player;
	struct rk_event *log;
	struct rk_game games[2]; /* the game, and one being loaded */
	uint8_t active;          /* which of the two is the game */
	bool has_game;           /* there is or was one */
	uint8_t humans;          /* the seats of human players */
	uint8_t offers;          /* those of them who want a draw */
	uint8_t level;
	uint64_t seed;
	uint32_t version; /* changes with the board */
	/* Called now and then while a long game is loaded; may be NULL. */
	void (*pause)(void);
	struct rk_device_job job;
	rk_any_move moves[RK_ANY_MAX_MOVES];
};

/*
 * A board without a game. The log is memory for RK_DEVICE_LOG events; it and
 * the player stay in use. The seed varies what the computer plays.
 */
void rk_device_new(struct rk_device *device, const struct rk_player *player,
		   struct rk_event *log, uint64_t seed);

/*
 * One write(): any bytes, any number of them. The answer goes to `reply`; a
 * write of no bytes has none. What is longer than RK_DEVICE_LINE_SIZE need
 * not be kept whole: `bytes` then are the first RK_DEVICE_LINE_SIZE - 1 of it
 * and its last one, and `length` is the true length.
 */
void rk_device_command(struct rk_device *device, const char *bytes,
		       size_t length, const struct rk_out *reply);

/*
 * The same in three steps, so that the board need not be locked while the
 * computer thinks. If begin returns true, the computer must think before
 * there is an answer; otherwise the answer has been given. Think sees the job
 * and the player only. Finish returns false if the board has changed since:
 * then the command is to begin again.
 */
bool rk_device_begin(struct rk_device *device, const char *bytes, size_t length,
		     struct rk_device_job *job, const struct rk_out *reply);
void rk_device_think(struct rk_device_job *job);
bool rk_device_finish(struct rk_device *device, const struct rk_device_job *job,
		      const struct rk_out *reply);

/* All answers but the game in a line are not longer: the board. */
#define RK_DEVICE_SHORT (2 * RK_SQUARES + 1)

/* The most bytes that the answer to this command can have. */
size_t rk_device_reply_bound(const struct rk_device *device, const char *bytes,
			     size_t length);

/* The game that is or was played on it, or NULL. */
static inline const struct rk_game *rk_device_game(
	const struct rk_device *device)
{
	return device->has_game ? &device->games[device->active] : NULL;
}

/*
 * The values in /sys/class/misc/chess, without a newline; nothing is written
 * where there is no such thing yet.
 */
bool rk_device_set_level(struct rk_device *device, unsigned int level);
void rk_device_fen(const struct rk_device *device, const struct rk_out *out);
void rk_device_last_move(const struct rk_device *device,
			 const struct rk_out *out);
void rk_device_legal_moves(struct rk_device *device, const struct rk_out *out);
/* 1-0, 0-1, 1/2-1/2; `*` as long as nothing is decided. */
void rk_device_result(const struct rk_device *device, const struct rk_out *out);

/*
 * A legal move as command 02 wants it, for clients; ends with a NUL, returns
 * the length.
 */
size_t rk_device_write_move(char text[RK_DEVICE_MOVE_SIZE],
			    const struct rk_pos *pos, rk_move move);

#endif
