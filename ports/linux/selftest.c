// SPDX-License-Identifier: GPL-2.0-only
/*
 * Self-test: does this build play the same chess as all others? Perft counts
 * are compared with well-known numbers; then the engine searches the positions
 * of `rookery bench`, which must take the same number of nodes.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "chess.h"
#include "rookery/moves.h"
#include "rookery/position.h"

#define DEEPEST 4

static const struct {
	const char *fen;
	int depth;
	u64 leaves;
} known[] = {
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	 3, 97862},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3,
	 9467},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
};

/* The two tests run one after the other and share the memory. */
union test_memory {
	struct {
		struct rk_pos pos;
		rk_move buf[DEEPEST * RK_MAX_MOVES];
	};
	u8 engine[RK_BENCH_MEMORY] __aligned(64);
};

static int test_moves(union test_memory *test_memory)
{
	struct rk_error error;
	u64 leaves;
	int i;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		leaves = 0;
		if (rk_fen_read(&test_memory->pos, known[i].fen,
				strlen(known[i].fen), &error))
			leaves = rk_perft(&test_memory->pos, known[i].depth,
					  test_memory->buf);
		if (leaves != known[i].leaves) {
			pr_err("perft %d of %s: %llu instead of %llu\n",
			       known[i].depth, known[i].fen, leaves,
			       known[i].leaves);
			return -EINVAL;
		}
		cond_resched();
	}
	return 0;
}

static enum rk_signal yield_now(void *self, uint64_t nodes)
{
	cond_resched();
	return fatal_signal_pending(current) ? RK_SIGNAL_CANCEL
					     : RK_SIGNAL_NONE;
}

static int test_search(union test_memory *test_memory)
{
	const struct rk_platform platform = {.poll = yield_now};
	u64 start = ktime_get_ns();
	u64 nodes = rk_bench_run(0, test_memory->engine, &platform, NULL, NULL);

	if (fatal_signal_pending(current))
		return -EINTR;
	if (nodes != CHESS_BENCH) {
		pr_err("bench: %llu instead of %u\n", nodes, CHESS_BENCH);
		return -EINVAL;
	}
	pr_info("perft agrees; bench: %llu in %llu ms\n", nodes,
		div_u64(ktime_get_ns() - start, NSEC_PER_MSEC));
	return 0;
}

int chess_selftest(void)
{
	union test_memory *test_memory =
		kvmalloc(sizeof(*test_memory), GFP_KERNEL);
	int error;

	if (!test_memory)
		return -ENOMEM;
	error = test_moves(test_memory) ?: test_search(test_memory);
	kvfree(test_memory);
	return error;
}
