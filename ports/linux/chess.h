/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the module share. A board is a device node with one game
 * on it; docs/kernel.md says how it behaves, rookery/device.h what it answers.
 *
 * Two locks. board->lock is for all that is in a board or in a file open on
 * it, and is held for moments. board->thinking is for the computer's memory
 * and is held as long as it thinks; it is taken first.
 */
#ifndef CHESS_H
#define CHESS_H

#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/sysfs.h>
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
	return (struct rk_out){ chess_text_add, text };
}

struct chess_reply;

struct chess_board {
	struct miscdevice misc;
	bool registered;
	char name[16];
	struct mutex lock; /* the board, and what is open on it */
	struct rk_device device;
	struct chess_reply *reply; /* the last one, or NULL */
	struct chess_reply *spare; /* nobody's, or NULL */
	wait_queue_head_t replied;

	struct mutex thinking; /* what follows; taken first */
	struct rk_device_job job;
	struct rk_player player;
	struct rk_levels levels;
	u8 memory[CHESS_MEMORY] __aligned(64);

	struct rk_event log[RK_DEVICE_LOG];
};

extern const struct file_operations chess_operations;
/* A board that nobody has open goes. */
void chess_forget_replies(struct chess_board *board);

extern const struct attribute_group *chess_groups[];

static inline struct chess_board *chess_board_of(struct miscdevice *misc)
{
	return container_of(misc, struct chess_board, misc);
}

/* Counts moves and nodes; 0 if they are what they are everywhere. */
int chess_selftest(void);

#endif
