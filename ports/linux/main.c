// SPDX-License-Identifier: GPL-2.0-only
/*
 * chess.ko: chess as a character device. The module creates its boards when it
 * is loaded and removes them when it is unloaded; an open board keeps it
 * loaded.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

#include "chess.h"
#include "rookery/version.h"

/*
 * The search works on 64-bit sets, which a 32-bit kernel has to take apart, and
 * its stack is half as large; nothing of this was tried there.
 */
#if BITS_PER_LONG < 64
#error "chess.ko is for 64-bit kernels"
#endif

#define MOST_BOARDS 16
#define MOST_PRIVATE 256

/* A search looks for signals this often: below a tenth of a millisecond. */
#define POLL_NODES 64

static unsigned int boards = 1;
module_param(boards, uint, 0444);
MODULE_PARM_DESC(boards, "how many: /dev/chess, /dev/chess1, ... (1 to 16)");

static unsigned int level = RK_DEVICE_LEVEL;
module_param(level, uint, 0444);
MODULE_PARM_DESC(level, "of the computer on all boards (1 to 12)");

static unsigned int private_boards = 8;
module_param(private_boards, uint, 0444);
MODULE_PARM_DESC(private_boards,
		 "of /dev/chess-private at most, one each open (0: no node)");

static bool announce;
module_param(announce, bool, 0444);
MODULE_PARM_DESC(announce, "a mate is answered with the winner as well");

static bool queen;
module_param(queen, bool, 0444);
MODULE_PARM_DESC(queen, "a pawn that arrives without a choice is a queen");

static bool selftest;
module_param(selftest, bool, 0444);
MODULE_PARM_DESC(selftest, "count moves and nodes; no load if they are wrong");

struct workqueue_struct *chess_thoughts;

static struct chess_board *chess_boards[MOST_BOARDS];
static atomic_t chess_privates;

static u64 now_us(void *self)
{
	return ktime_to_us(ktime_get());
}

/* Loading a long game takes milliseconds. */
static void chess_pause(void)
{
	cond_resched();
}

static struct chess_board *make_board(void)
{
	/* The memory is that of who opens a private board. */
	struct chess_board *board =
		__vmalloc(sizeof(*board), GFP_KERNEL_ACCOUNT | __GFP_ZERO);

	if (!board)
		return NULL;
	INIT_WORK(&board->question.work, chess_think_aside);
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
					RK_PROFILE_MIDDLE, NULL),
	};
	rk_levels_init(&board->player, &board->platform);
	rk_device_new(&board->device, &board->player, board->log,
		      get_random_u64());
	board->device.pause = chess_pause;
	board->device.announce = announce;
	board->device.queen = queen;
	rk_device_set_level(&board->device, level);
	return board;
}

static void free_board(struct chess_board *board)
{
	chess_reply_put(board, board->reply);
	kvfree(board->spare);
	mutex_destroy(&board->thinking);
	mutex_destroy(&board->lock);
	vfree(board);
}

struct chess_board *chess_private_take(void)
{
	struct chess_board *board;

	if (!atomic_add_unless(&chess_privates, 1, private_boards))
		return ERR_PTR(-EBUSY);
	board = make_board();
	if (board)
		return board;
	atomic_dec(&chess_privates);
	return ERR_PTR(-ENOMEM);
}

void chess_private_put(struct chess_board *board)
{
	flush_work(&board->question.work);
	free_board(board);
	atomic_dec(&chess_privates);
}

static struct miscdevice private_node = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "chess-private",
	.mode = 0666,
	.fops = &chess_private_operations,
};

static struct chess_board *make_public_board(unsigned int number)
{
	struct chess_board *board = make_board();

	if (!board)
		return NULL;
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

/*
 * A thought whose file is closed may still be on its way out, and may look at
 * the values of its board.
 */
static void remove_boards(void)
{
	unsigned int i;

	destroy_workqueue(chess_thoughts);
	for (i = 0; i < MOST_BOARDS && chess_boards[i]; i++) {
		if (chess_boards[i]->registered)
			misc_deregister(&chess_boards[i]->misc);
		free_board(chess_boards[i]);
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
		chess_boards[i] = make_public_board(i);
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
	if (!private_boards)
		return 0;
	error = misc_register(&private_node);
	if (error) {
		pr_err("%s: no node: %d\n", private_node.name, error);
		private_boards = 0;
	}
	return 0;
}

/* A thought takes a second or more: it may run on any CPU. */
static int start(void)
{
	int error;

	chess_thoughts = alloc_workqueue("chess", WQ_UNBOUND, 0);
	if (!chess_thoughts)
		return -ENOMEM;
	error = add_boards();
	if (error)
		remove_boards();
	return error;
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
	if (private_boards > MOST_PRIVATE) {
		pr_err("private_boards=%u: there can be 0 to %d\n",
		       private_boards, MOST_PRIVATE);
		return -EINVAL;
	}
	if (selftest)
		error = chess_selftest();
	if (!error)
		error = start();
	if (!error)
		pr_info("%s, %u board%s, level %u\n", RK_VERSION, boards,
			boards == 1 ? "" : "s", level);
	return error;
}

static void __exit chess_exit(void)
{
	if (private_boards)
		misc_deregister(&private_node);
	remove_boards();
	pr_info("unloaded\n");
}

module_init(chess_init);
module_exit(chess_exit);

MODULE_DESCRIPTION("Chess as a character device");
MODULE_AUTHOR("The Rookery project");
MODULE_LICENSE("GPL");
MODULE_VERSION(RK_VERSION);
