/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared by the files of the kernel module. A board is a device node with one
 * game on it; docs/kernel.md describes how it behaves, rookery/device.h what it
 * answers.
 *
 * Three locks, taken in this order. board->thinking protects the computer's
 * memory and is held for the whole search. board->lock protects the game and is
 * held for the rest of a command. board->replies protects the replies and the
 * files' references to them and is held only briefly.
 */
#ifndef CHESS_H
#define CHESS_H

#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/spinlock.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "rookery/device.h"
#include "rookery/levels.h"

/* Bytes for a board's engine with its transposition table. */
#define CHESS_MEMORY SZ_1M

/* Text in a buffer of fixed size; what does not fit is cut off. */
struct chess_text {
	size_t length;
	size_t cap;
	char *bytes;
};

void chess_text_add(void *self, const char *bytes, size_t length);

static inline struct rk_out chess_text_out(struct chess_text *text)
{
	return (struct rk_out){chess_text_add, text};
}

struct chess_reply;

struct chess_board {
	struct miscdevice misc;
	bool registered;
	char name[16];
	struct mutex lock; /* for what follows */
	struct rk_device device;

	spinlock_t
		replies; /* protects what follows, and the open files' replies */
	struct chess_reply *reply; /* the last one, or NULL */
	struct chess_reply
		*spare; /* a free one for reuse, or NULL; only by xchg() */
	wait_queue_head_t replied;

	struct mutex thinking; /* for what follows */
	struct rk_device_job job;
	struct rk_player player;
	struct rk_platform platform;
	struct rk_levels_scratch scratch;
	u8 memory[CHESS_MEMORY] __aligned(64);

	struct rk_event log[RK_DEVICE_LOG];
};

extern const struct file_operations chess_operations;
/* Frees the replies that a board holds; no file may be open on it. */
void chess_forget_replies(struct chess_board *board);

extern const struct attribute_group *chess_groups[];

static inline struct chess_board *chess_board_of(struct miscdevice *misc)
{
	return container_of(misc, struct chess_board, misc);
}

/* The platform's poll: is the board's search still needed? */
enum rk_signal chess_signal(void *board, uint64_t nodes);

/* Compares perft and bench counts with the known ones; 0 if they are equal. */
int chess_selftest(void);

#endif
