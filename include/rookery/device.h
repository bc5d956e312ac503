/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The protocol of /dev/chess as a pure function: the bytes of one write() go
 * in, one line comes out, or two if `announce` says so. docs/device.md
 * describes it for authors of clients. The kernel module and `rookery device`
 * are thin wrappers around it.
 *
 * One struct rk_device is one board. It locks nothing: the owner must allow
 * only one call at a time, except for rk_device_think().
 */
#ifndef ROOKERY_DEVICE_H
#define ROOKERY_DEVICE_H

#include "rookery/game.h"
#include "rookery/out.h"
#include "rookery/player.h"

/*
 * Plies of the longest game: 96 pawn moves and 30 captures, each after 149
 * other plies, and 150 plies up to the draw by seventy-five moves.
 */
#define RK_DEVICE_PLIES (126 * 150 + 150)

/* Events of the longest game: its moves, and two for an agreed draw. */
#define RK_DEVICE_EVENTS (RK_DEVICE_PLIES + 2)

/* Events of both logs of a device: the game, and one being loaded. */
#define RK_DEVICE_LOG (2 * RK_DEVICE_EVENTS)

/* The longest command: `09`, the longest FEN, `;` and the longest game. */
#define RK_DEVICE_LINE_SIZE (3 + RK_FEN_SIZE + 6 * RK_DEVICE_PLIES + 1)

#define RK_DEVICE_MOVE_SIZE 14 /* "WPf7-g8xBNyWB" with its NUL */
#define RK_DEVICE_LEVEL 3      /* the default level */

/*
 * A command in progress: its arguments, the question to the computer, and the
 * answer. Memory of the caller; it may be dropped at any time.
 */
struct rk_device_job {
	const char *text;
	size_t length;
	const struct rk_player *player;
	struct rk_question question;
	union rk_any_pos pos;
	uint64_t keys[RK_QUIET_KEYS];
	uint32_t version; /* version of the board when the question was asked */
	uint8_t seat;     /* the computer's seat */
	bool about_draw; /* asks whether it accepts a draw; otherwise for a move */
	bool agrees;
	rk_any_move move;
};

struct rk_device {
	const struct rk_player *player;
	struct rk_event *log;
	struct rk_game games[2]; /* the game, and one being loaded */
	uint8_t active;          /* index of the current game */
	bool has_game;           /* a game was started, and may be over */
	uint8_t humans;          /* the seats of human players */
	uint8_t offers;          /* the humans that offer a draw */
	uint8_t level;
	uint64_t seed;
	uint32_t version; /* changes whenever the board does */
	/*
	 * For older clients; the owner may set them before the first command. A
	 * mate is answered with a second line, who wins; a pawn that reaches the
	 * last rank without a choice becomes a queen.
	 */
	bool announce;
	bool queen;
	/*
	 * Called now and then while a long game is loaded, so that a kernel can
	 * schedule; may be NULL.
	 */
	void (*pause)(void);
	struct rk_device_job job;
	rk_any_move moves[RK_ANY_MAX_MOVES];
};

/*
 * A board without a game. `log` is memory for RK_DEVICE_LOG events; it and the
 * player stay in use. The seed varies what the computer plays.
 */
void rk_device_new(struct rk_device *device, const struct rk_player *player,
		   struct rk_event *log, uint64_t seed);

/*
 * Executes one write() of any bytes. The answer goes to `reply`; an empty write
 * has none. A caller need not keep more than RK_DEVICE_LINE_SIZE bytes: of a
 * longer write, `bytes` holds the first RK_DEVICE_LINE_SIZE - 1 and the last
 * one, and `length` is the true length.
 */
void rk_device_command(struct rk_device *device, const char *bytes,
		       size_t length, const struct rk_out *reply);

/*
 * The same in three steps, so that the board need not be locked while the
 * computer thinks. If begin returns false, the answer has been given. If it
 * returns true, the computer must think first. Think uses only the job and the
 * player. Finish returns false if the board has changed meanwhile; the caller
 * then begins again.
 */
bool rk_device_begin(struct rk_device *device, const char *bytes, size_t length,
		     struct rk_device_job *job, const struct rk_out *reply);
void rk_device_think(struct rk_device_job *job);
bool rk_device_finish(struct rk_device *device, const struct rk_device_job *job,
		      const struct rk_out *reply);

/* The longest answer except the game in a line: the board, of 64 squares. */
#define RK_DEVICE_SHORT (2 * RK_SQUARES + 1)

/* An upper bound for the length of the answer to this command. */
size_t rk_device_reply_bound(const struct rk_device *device, const char *bytes,
			     size_t length);

/* The game on this board, which may be over, or NULL. */
static inline const struct rk_game *rk_device_game(
	const struct rk_device *device)
{
	return device->has_game ? &device->games[device->active] : NULL;
}

/*
 * The values in /sys/class/misc/chess, without a newline. Nothing is written if
 * there is no value yet.
 */
bool rk_device_set_level(struct rk_device *device, unsigned int level);
void rk_device_fen(struct rk_device *device, const struct rk_out *out);
void rk_device_last_move(struct rk_device *device, const struct rk_out *out);
void rk_device_legal_moves(struct rk_device *device, const struct rk_out *out);
/* 1-0, 0-1, 1/2-1/2, or `*` while the game goes on. */
void rk_device_result(struct rk_device *device, const struct rk_out *out);
/* `white`, `black`, `nobody` after a draw; nothing while the game goes on. */
void rk_device_winner(struct rk_device *device, const struct rk_out *out);
/* Why it is over, in words. */
void rk_device_reason(struct rk_device *device, const struct rk_out *out);

/*
 * Writes a legal move as command 02 expects it, for clients, with a NUL.
 * Returns the length without the NUL.
 */
size_t rk_device_write_move(char text[RK_DEVICE_MOVE_SIZE],
			    const struct rk_pos *pos, rk_move move);

#endif
