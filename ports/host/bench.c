/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery bench: counts the nodes of a fixed set of searches. The number is a
 * fingerprint of the engine: the same with every compiler and on every machine,
 * and it changes when the search does. The last line, "N nodes M nps", is what
 * tools that compare engines read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/bench.h"
#include "ports/host/host.h"
#include "ports/host/network.h"
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
	write_line(out, "", sum * 1000 / (time ? time : 1), " nps\n");
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

/* Uses the full profile, as in games; a network or NULL. */
static enum host_exit run_full(const char *const *positions, int depth,
			       const struct rk_network *network,
			       const struct rk_out *out)
{
	size_t size = (rk_engine_bound(RK_PROFILE_FULL) + 63) / 64 * 64;
	void *memory = aligned_alloc(64, size);
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
	rk_engine_set_network(engine, network);
	write_sum(out,
		  rk_bench_run_full(positions, depth, engine, &task,
				    write_position, (void *)out),
		  start);
	free(memory);
	free(entries);
	return HOST_OK;
}

/* With the network of a file, or with the embedded one if that is NULL. */
static enum host_exit run_network(const char *name, int depth,
				  const struct rk_out *out)
{
	const struct rk_network *network = host_network_embedded();
	struct host_network loaded = {.data = NULL};
	const char *wrong = NULL;
	enum host_exit status;

	if (name) {
		wrong = host_network_load(&loaded, name, strlen(name));
		network = &loaded.network;
	}
	if (!wrong && !network)
		wrong = "there is no network in this program";
	if (wrong) {
		fprintf(stderr, "rookery: %s\n", wrong);
		return HOST_FAILED;
	}
	status = run_full(rk_bench_positions, depth, network, out);
	host_network_free(&loaded);
	return status;
}

static void print(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

static bool is_number(const char *word)
{
	return *word >= '0' && *word <= '9';
}

enum host_exit host_bench(int count, char **words)
{
	const struct rk_out out = {print, stdout};
	bool four = count && strcmp(words[0], "--four") == 0;
	bool full = count && strcmp(words[0], "--full") == 0;
	bool network = count && strcmp(words[0], "--network") == 0;
	const char *name = NULL;
	long depth = 0;
	char *end;

	count -= four || full || network;
	words += four || full || network;
	if (network && count && !is_number(words[0])) {
		name = words[0];
		count--;
		words++;
	}
	if (count > 1)
		return host_refuse("bench takes --four, --full or --network "
				   "[FILE] and a depth, nothing else");
	if (count) {
		depth = strtol(words[0], &end, 10);
		if (!is_number(words[0]) || *end || depth < 1 ||
		    depth > RK_MAX_PLY)
			return host_refuse("bench needs a depth from 1 to %d",
					   RK_MAX_PLY);
	}
	if (four)
		return run_full(rk4_bench_positions,
				depth ? (int)depth : RK4_BENCH_DEPTH, NULL,
				&out);
	if (network)
		return run_network(name, depth ? (int)depth : FULL_DEPTH, &out);
	if (full)
		return run_full(rk_bench_positions,
				depth ? (int)depth : FULL_DEPTH, NULL, &out);
	host_bench_run((int)depth, &out);
	return HOST_OK;
}
