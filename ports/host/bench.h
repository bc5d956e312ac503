/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The bench positions, searched on this machine. */
#ifndef RK_HOST_BENCH_H
#define RK_HOST_BENCH_H

#include "proto/out.h"

/*
 * Searches every position so deep (0: RK_BENCH_DEPTH) with a fresh engine of
 * the small profile, and writes how many nodes that took: the same number on
 * every machine. The last line is the speed.
 */
void host_bench_run(int depth, const struct rk_out *out);

#endif
