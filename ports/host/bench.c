/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery bench: how many nodes a fixed set of searches takes. The number is
 * a fingerprint of the engine: it is the same with every compiler and on every
 * machine, and changes when the search does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/bench.h"
#include "ports/host/host.h"
#include "rookery/engine.h"

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

void host_bench_run(int depth, const struct rk_out *out)
{
	static _Alignas(64) char memory[RK_BENCH_MEMORY];
	const struct rk_engine_port port = {.self = NULL};
	uint64_t start = host_now(), sum = 0;

	for (int i = 0; rk_bench_positions[i]; i++) {
		uint64_t nodes = rk_bench_search(rk_bench_positions[i],
						 depth ? depth : RK_BENCH_DEPTH,
						 memory, &port);

		sum += nodes;
		write_line(out, "", nodes, " ");
		rk_out_line(out, rk_bench_positions[i]);
	}
	write_sum(out, sum, start);
}

static enum host_exit run_four(int depth, const struct rk_out *out)
{
	const struct rk_engine_port port = {.self = NULL};
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	void *memory = malloc(size);
	void *entries = aligned_alloc(64, RK4_BENCH_TABLE);
	uint64_t start = host_now(), sum = 0;
	struct rk_engine *engine;
	struct rk_table table;
	struct rk_task task;

	if (!memory || !entries) {
		fprintf(stderr, "rookery: not enough memory\n");
		free(memory);
		free(entries);
		return HOST_FAILED;
	}
	rk_table_init(&table, entries, RK4_BENCH_TABLE);
	engine = rk_engine_new(memory, size, RK_PROFILE_FULL, &table);
	for (int i = 0; rk4_bench_positions[i]; i++) {
		uint64_t nodes = rk4_bench_search(rk4_bench_positions[i], depth,
						  engine, &task, &port);

		sum += nodes;
		write_line(out, "", nodes, " ");
		rk_out_line(out, rk4_bench_positions[i]);
	}
	write_sum(out, sum, start);
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
	long depth = 0;
	char *end;

	count -= four;
	words += four;
	if (count > 1)
		return host_refuse("bench takes --four and a depth, "
				   "nothing else");
	if (count) {
		depth = strtol(words[0], &end, 10);
		if (*words[0] < '0' || *words[0] > '9' || *end || depth < 1 ||
		    depth > RK_MAX_PLY)
			return host_refuse("bench needs a depth from 1 to %d",
					   RK_MAX_PLY);
	}
	if (four)
		return run_four(depth ? (int)depth : RK4_BENCH_DEPTH, &out);
	host_bench_run((int)depth, &out);
	return HOST_OK;
}
