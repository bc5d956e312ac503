/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine of a chip or of the kernel, for matches on this machine:
 *
 *	small_uci NODES BYTES [small|middle]
 *
 * speaks UCI. Whatever the limits of a `go`, it searches NODES nodes, as many as
 * the chip does in its time. Without a third word it has the small profile and a
 * transposition table of BYTES bytes, and a new engine is made for every move.
 * With one, an engine of that profile is kept for the game, in BYTES bytes all in
 * all. Memory has the sizes of this machine, not of the chip: pointers are longer
 * here.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/engine.h"
#include "rookery/uci.h"

/* For what is not a search. */
#define SCRATCH 65536

struct chip {
	struct rk_uci uci;
	struct rk_platform platform;
	struct rk_thinker thinker;
	/* The wrapped function of the thinker. */
	void (*start)(void *self, const struct rk_task *task,
		      const struct rk_listener *listener);
	struct rk_task task;
	uint64_t nodes;
};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
	if (length && text[length - 1] == '\n')
		fflush(stdout);
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	const struct rk_platform *platform = self;
	struct chip *chip = platform->self;

	chip->task = *task;
	chip->task.has_clock = false;
	chip->task.move_time = 0;
	chip->task.infinite = chip->task.ponder = false;
	chip->task.nodes = chip->nodes;
	chip->start(self, &chip->task, listener);
}

static void set_up(struct chip *chip)
{
	rk_thinker_init(&chip->thinker, &chip->platform);
	chip->start = chip->thinker.start;
	chip->thinker.start = start;
	rk_uci_new(&chip->uci, &chip->platform, &chip->thinker);
}

static void talk(struct rk_uci *uci)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	bool more = true;

	while (more && (length = getline(&line, &size, stdin)) >= 0) {
		if (length > 0 && line[length - 1] == '\n')
			length--;
		more = rk_uci_line(uci, line, (size_t)length);
	}
	rk_uci_end(uci);
	free(line);
}

static bool read_number(const char *word, unsigned long *number)
{
	char *end;

	errno = 0;
	*number = strtoul(word, &end, 10);
	return *word >= '0' && *word <= '9' && !*end && !errno;
}

/* Memory for a new engine in each task, or an engine that is kept beside it. */
static bool set_memory(struct rk_platform *platform, size_t bytes,
		       const char *profile)
{
	platform->memory_size =
		rk_engine_bound(RK_PROFILE_SMALL) + (profile ? SCRATCH : bytes);
	platform->memory = malloc(platform->memory_size);
	if (!platform->memory || !profile)
		return platform->memory;
	platform->engine = rk_engine_new(malloc(bytes), bytes,
					 strcmp(profile, "small")
						 ? RK_PROFILE_MIDDLE
						 : RK_PROFILE_SMALL,
					 NULL);
	return platform->engine;
}

int main(int count, char **words)
{
	static struct chip chip;
	unsigned long nodes, bytes;

	if (count < 3 || count > 4 || !read_number(words[1], &nodes) ||
	    !nodes || !read_number(words[2], &bytes) ||
	    (count == 4 && strcmp(words[3], "small") &&
	     strcmp(words[3], "middle"))) {
		fputs("small_uci: expected NODES BYTES [small|middle], as in "
		      "5000 1024\n",
		      stderr);
		return 2;
	}
	chip.nodes = nodes;
	chip.platform.self = &chip;
	chip.platform.write = print;
	if (!set_memory(&chip.platform, bytes, words[3])) {
		fputs("small_uci: not enough memory\n", stderr);
		return 2;
	}
	set_up(&chip);
	talk(&chip.uci);
	free(chip.platform.memory);
	return 0;
}
