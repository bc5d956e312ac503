/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Searches the bench positions on this machine. */
#ifndef RK_HOST_BENCH_H
#define RK_HOST_BENCH_H

#include "rookery/out.h"

/*
 * Searches every position to `depth` (0: RK_BENCH_DEPTH) with a fresh engine of
 * the small profile, and writes the node counts, which are the same on every
 * machine. The last line is the speed.
 */
void host_bench_run(int depth, const struct rk_out *out);

#endif
