/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery bench: counts the nodes of a fixed set of searches. The number is a
 * fingerprint of the engine: the same with every compiler and on every machine,
 * and it changes when the search does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/bench.h"
#include "ports/host/host.h"
#include "rookery/engine.h"

#define FULL_DEPTH 10

static void write_line(const struct rk_out *out, const char *before,
		       uint64_t number, const char *after)
{
	rk_out_text(out, before);
	rk_out_number(out, number);
	rk_out_text(out, after);
}

static void write_sum(const struct rk_out *out, uint64_t sum, uint64_t start)
{
	uint64_t time = host_now() - start;

	write_line(out, "bench: ", sum, "\n");
	write_line(out, "", sum, " nodes ");
	write_line(out, "", sum / (time ? time : 1), " knps\n");
}

static bool write_position(void *self, const char *position, uint64_t nodes)
{
	write_line(self, "", nodes, " ");
	rk_out_line(self, position);
	return true;
}

void host_bench_run(int depth, const struct rk_out *out)
{
	static _Alignas(64) char memory[RK_BENCH_MEMORY];
	const struct rk_platform platform = {.self = NULL};
	uint64_t start = host_now();

	write_sum(out,
		  rk_bench_run(depth, memory, &platform, write_position,
			       (void *)out),
		  start);
}

/* Uses the full profile, as in games. */
static enum host_exit run_full(const char *const *positions, int depth,
			       const struct rk_out *out)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	void *memory = malloc(size);
	void *entries = aligned_alloc(64, RK4_BENCH_TABLE);
	uint64_t start = host_now();
	struct rk_engine *engine;
	struct rk_tt table;
	struct rk_task task;

	if (!memory || !entries) {
		fprintf(stderr, "rookery: not enough memory\n");
		free(memory);
		free(entries);
		return HOST_FAILED;
	}
	rk_tt_init(&table, entries, RK4_BENCH_TABLE);
	engine = rk_engine_new(memory, size, RK_PROFILE_FULL, &table);
	write_sum(out,
		  rk_bench_run_full(positions, depth, engine, &task,
				    write_position, (void *)out),
		  start);
	free(memory);
	free(entries);
	return HOST_OK;
}

static void print(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

enum host_exit host_bench(int count, char **words)
{
	const struct rk_out out = {print, stdout};
	bool four = count && strcmp(words[0], "--four") == 0;
	bool full = count && strcmp(words[0], "--full") == 0;
	long depth = 0;
	char *end;

	count -= four || full;
	words += four || full;
	if (count > 1)
		return host_refuse("bench takes --four or --full and a depth, "
				   "nothing else");
	if (count) {
		depth = strtol(words[0], &end, 10);
		if (*words[0] < '0' || *words[0] > '9' || *end || depth < 1 ||
		    depth > RK_MAX_PLY)
			return host_refuse("bench needs a depth from 1 to %d",
					   RK_MAX_PLY);
	}
	if (four)
		return run_full(rk4_bench_positions,
				depth ? (int)depth : RK4_BENCH_DEPTH, &out);
	if (full)
		return run_full(rk_bench_positions,
				depth ? (int)depth : FULL_DEPTH, &out);
	host_bench_run((int)depth, &out);
	return HOST_OK;
}
