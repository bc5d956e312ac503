/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the module share. A board is a device node with one game
 * on it; docs/kernel.md says how it behaves, rookery/device.h what it answers.
 *
 * Three locks. board->thinking is for the computer's memory and is held as
 * long as it thinks; board->lock is for the game, and is held for as long as a
 * command takes otherwise; board->replies is for replies and what files know
 * of them, and is held for moments. They are taken in this order.
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

/* A board's engine and its table of positions. */
#define CHESS_MEMORY SZ_1M

/* Text in memory of a fixed size; what does not fit is left out. */
struct chess_text {
	size_t length;
	size_t room;
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

	spinlock_t replies; /* for what follows, and what is open on the board */
	struct chess_reply *reply; /* the last one, or NULL */
	struct chess_reply *spare; /* nobody's, or NULL; by xchg() alone */
	wait_queue_head_t replied;

	struct mutex thinking; /* for what follows */
	struct rk_device_job job;
	struct rk_player player;
	struct rk_levels levels;
	struct rk_desk desk;
	u8 memory[CHESS_MEMORY] __aligned(64);

	struct rk_event log[RK_DEVICE_LOG];
};

extern const struct file_operations chess_operations;
/* Frees the replies that a board holds; nobody may have it open. */
void chess_forget_replies(struct chess_board *board);

extern const struct attribute_group *chess_groups[];

static inline struct chess_board *chess_board_of(struct miscdevice *misc)
{
	return container_of(misc, struct chess_board, misc);
}

/* Counts moves and nodes; 0 if they are what they are everywhere. */
int chess_selftest(void);

#endif
