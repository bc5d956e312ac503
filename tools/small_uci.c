/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The small profile as a chip has it, for matches on this machine:
 *
 *	small_uci NODES BYTES
 *
 * speaks UCI. Whatever a `go` says of time, it thinks for NODES nodes, which
 * are what a chip makes in its time, with a table of positions of BYTES bytes.
 * The engine is made anew for every move, as it is there. Its other memory is
 * what the profile says, not counted in bytes: pointers are longer here.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "rookery/engine.h"
#include "rookery/single.h"
#include "rookery/uci.h"
#include "rookery/version.h"

struct chip {
	struct rk_uci uci;
	struct rk_uci_port port;
	union rk_uci_desk desk;
	rk_any_move only[RK_ANY_MAX_MOVES];
	struct rk_single single;
	struct rk_thinker thinker;
	/* Of the thinker, for as long as it is told. */
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

static uint64_t seed(void *self)
{
	(void)self;
	return 1; /* nothing is left to chance */
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct rk_single *single = self;
	struct chip *chip = single->self;

	chip->task = *task;
	chip->task.has_clock = false;
	chip->task.move_time = 0;
	chip->task.infinite = chip->task.ponder = false;
	chip->task.nodes = chip->nodes;
	chip->start(single, &chip->task, listener);
}

static void set_up(struct chip *chip)
{
	rk_single_init(&chip->thinker, &chip->single);
	chip->start = chip->thinker.start;
	chip->thinker.start = start;
	chip->port = (struct rk_uci_port){
		.out = {print, NULL},
		.thinker = &chip->thinker,
		.version = RK_VERSION " small",
		.hash = 1,
		.most_hash = 1,
		.most_threads = 1,
		.seed = seed,
		.desk = &chip->desk,
		.only = chip->only,
		.most_only = RK_ANY_MAX_MOVES,
	};
	rk_uci_new(&chip->uci, &chip->port);
}

static void talk(struct rk_uci *uci)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool more = true;

	while (more && (length = getline(&line, &room, stdin)) >= 0) {
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

int main(int count, char **words)
{
	static struct chip chip;
	unsigned long nodes, bytes;

	if (count != 3 || !read_number(words[1], &nodes) || !nodes ||
	    !read_number(words[2], &bytes)) {
		fputs("small_uci: expected NODES BYTES, as in 5000 1024\n",
		      stderr);
		return 2;
	}
	chip.nodes = nodes;
	chip.single.self = &chip;
	chip.single.room_size = rk_engine_bound(RK_PROFILE_SMALL) + bytes;
	chip.single.room = malloc(chip.single.room_size);
	if (!chip.single.room) {
		fputs("small_uci: not enough memory\n", stderr);
		return 2;
	}
	set_up(&chip);
	talk(&chip.uci);
	free(chip.single.room);
	return 0;
}
