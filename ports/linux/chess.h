/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared by the files of the kernel module. A board is a device node with one
 * game on it; docs/kernel.md describes how it behaves, rookery/device.h what it
 * answers.
 *
 * Three locks, taken in this order. board->thinking protects the computer's
 * memory and is held for the whole search. board->lock protects the game and is
 * held for the rest of a command. board->replies protects the replies, the
 * files' references to them, and who waits for a search in the background; it
 * is held only briefly. A task with a signal does not wait for the first two.
 */
#ifndef CHESS_H
#define CHESS_H

#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/sizes.h>
#include <linux/spinlock.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

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

/*
 * An answer line; reference-counted by the board and the files that may read
 * it.
 */
struct chess_reply {
	refcount_t users;
	struct chess_text text;
	char bytes[];
};

struct chess_board;
struct iov_iter;
struct kiocb;

struct chess_file {
	struct chess_board *board;
	struct mutex reading; /* no byte is delivered twice */
	/* Protected by board->replies: */
	struct chess_reply *reply; /* the last one for this file, or NULL */
	size_t delivered;          /* bytes of it that were read */
	bool wrote; /* a file that wrote reads only its own replies */
};

/* A command for which the computer thinks in the background. */
struct chess_question {
	struct work_struct work;
	char bytes[4];
	size_t length;
	struct chess_reply *reply;
};

struct chess_board {
	struct miscdevice misc;
	bool registered;
	char name[16];
	struct mutex lock; /* for what follows */
	struct rk_device device;

	/* Protects what follows, and the open files' replies. */
	spinlock_t replies;
	struct chess_reply *reply; /* the last one, or NULL */
	struct chess_reply *spare; /* for reuse, or NULL; only by xchg() */
	wait_queue_head_t replied;
	bool asked; /* `question` is being thought about */
	/* Who waits for its answer, or NULL. Withdrawn under `lock`, too. */
	struct chess_file *asker;

	struct chess_question question; /* its owner has set `asked` */
	struct mutex thinking;          /* for what follows */
	bool in_background;
	struct rk_device_job job;
	struct rk_player player;
	struct rk_platform platform;
	struct rk_levels_scratch scratch;
	u8 memory[CHESS_MEMORY] __aligned(64);

	struct rk_event log[RK_DEVICE_LOG];
};

/* main.c */
/* Of the computer's thoughts in the background. */
extern struct workqueue_struct *chess_thoughts;

/* A board for one open file of /dev/chess-private, or an ERR_PTR. */
struct chess_board *chess_private_take(void);
void chess_private_put(struct chess_board *board);

/* file.c */
extern const struct file_operations chess_operations;
extern const struct file_operations chess_private_operations;

/* NULL if there is no memory. */
struct chess_reply *chess_reply_take(struct chess_board *board, size_t cap);
void chess_reply_put(struct chess_board *board, struct chess_reply *reply);
/*
 * Gives a file this reply. Returns the one before it, which the caller
 * releases.
 */
struct chess_reply *chess_set_reply(struct chess_file *file,
				    struct chess_reply *reply);

/* command.c */
ssize_t chess_write(struct kiocb *iocb, struct iov_iter *from);
void chess_think_aside(struct work_struct *work);
/* -ERESTARTSYS if a signal came while waiting. */
int chess_lock(struct mutex *mutex);

/*
 * A file cannot write while its own question is open, nor during anybody's if
 * it does not wait. Under board->replies.
 */
static inline bool chess_is_busy(const struct chess_file *file, bool waits)
{
	const struct chess_board *board = file->board;

	return board->asker == file || (board->asked && !waits);
}

/* values.c */
extern const struct attribute_group *chess_groups[];
/* The game has changed: wakes those who poll its values. May sleep. */
void chess_values_changed(struct chess_board *board);

static inline struct chess_board *chess_board_of(struct miscdevice *misc)
{
	return container_of(misc, struct chess_board, misc);
}

/* The platform's poll: is the board's search still needed? */
enum rk_signal chess_signal(void *board, uint64_t nodes);

/* Compares perft and bench counts with the known ones; 0 if they are equal. */
int chess_selftest(void);

#endif
