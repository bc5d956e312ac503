// SPDX-License-Identifier: GPL-2.0-only
/*
 * chess.ko: chess as a character device. The module creates its boards when it
 * is loaded and removes them when it is unloaded; an open board keeps it
 * loaded.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#include "chess.h"
#include "rookery/version.h"

#if BITS_PER_LONG < 64
#error "chess.ko is for 64-bit kernels"
#endif

#define MOST_BOARDS 16

/* A search looks for signals this often: below a tenth of a millisecond. */
#define POLL_NODES 64

static unsigned int boards = 1;
module_param(boards, uint, 0444);
MODULE_PARM_DESC(boards, "how many: /dev/chess, /dev/chess1, ... (1 to 16)");

static unsigned int level = RK_DEVICE_LEVEL;
module_param(level, uint, 0444);
MODULE_PARM_DESC(level, "of the computer on all boards (1 to 12)");

static bool selftest;
module_param(selftest, bool, 0444);
MODULE_PARM_DESC(selftest, "count moves and nodes; no load if they are wrong");

static struct chess_board *chess_boards[MOST_BOARDS];

static u64 now_us(void *self)
{
	return ktime_to_us(ktime_get());
}

/* Loading a long game takes milliseconds. */
static void chess_pause(void)
{
	cond_resched();
}

static struct chess_board *make_board(unsigned int number)
{
	struct chess_board *board = vzalloc(sizeof(*board));

	if (!board)
		return NULL;
	mutex_init(&board->lock);
	mutex_init(&board->thinking);
	spin_lock_init(&board->replies);
	init_waitqueue_head(&board->replied);
	board->platform = (struct rk_platform){
		.self = board,
		.now_us = now_us,
		.poll = chess_signal,
		.poll_nodes = POLL_NODES,
		.memory = &board->scratch,
		.memory_size = sizeof(board->scratch),
		.engine = rk_engine_new(board->memory, CHESS_MEMORY,
					RK_PROFILE_SMALL, NULL),
	};
	rk_levels_init(&board->player, &board->platform);
	rk_device_new(&board->device, &board->player, board->log,
		      get_random_u64());
	board->device.pause = chess_pause;
	rk_device_set_level(&board->device, level);
	snprintf(board->name, sizeof(board->name), number ? "chess%u" : "chess",
		 number);
	board->misc = (struct miscdevice){
		.minor = MISC_DYNAMIC_MINOR,
		.name = board->name,
		.mode = 0666,
		.fops = &chess_operations,
		.groups = chess_groups,
	};
	return board;
}

static void remove_boards(void)
{
	unsigned int i;

	for (i = 0; i < MOST_BOARDS && chess_boards[i]; i++) {
		if (chess_boards[i]->registered)
			misc_deregister(&chess_boards[i]->misc);
		chess_forget_replies(chess_boards[i]);
		vfree(chess_boards[i]);
	}
}

/*
 * All memory is allocated first. Once the first board can be opened, loading
 * must not fail any more: a board that cannot be registered is left out.
 */
static int add_boards(void)
{
	unsigned int i;
	int error;

	for (i = 0; i < boards; i++) {
		chess_boards[i] = make_board(i);
		if (!chess_boards[i])
			return -ENOMEM;
	}
	for (i = 0; i < boards; i++) {
		error = misc_register(&chess_boards[i]->misc);
		chess_boards[i]->registered = !error;
		if (!error)
			continue;
		pr_err("%s: no node: %d\n", chess_boards[i]->name, error);
		if (!i)
			return error;
	}
	return 0;
}

static int __init chess_init(void)
{
	int error = 0;

	if (boards < 1 || boards > MOST_BOARDS) {
		pr_err("boards=%u: there can be 1 to %d\n", boards,
		       MOST_BOARDS);
		return -EINVAL;
	}
	if (level < 1 || level > RK_LEVELS) {
		pr_err("level=%u: there are 1 to %d\n", level, RK_LEVELS);
		return -EINVAL;
	}
	if (selftest)
		error = chess_selftest();
	if (!error)
		error = add_boards();
	if (error)
		remove_boards();
	return error;
}

static void __exit chess_exit(void)
{
	remove_boards();
}

module_init(chess_init);
module_exit(chess_exit);

MODULE_DESCRIPTION("Chess as a character device");
MODULE_AUTHOR("The Rookery project");
MODULE_LICENSE("GPL");
MODULE_VERSION(RK_VERSION);
