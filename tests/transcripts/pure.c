/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The pure functions of a protocol, for tests/transcripts/run.py: pure console,
 * pure device, pure uci or pure xboard. What is typed comes in frames, a line with a number and
 * then that many bytes, each of which goes to the function as one line or one
 * write; the answers go out in frames. After the last one, and after `quit`,
 * the console's final score is one more frame.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/device.h"
#include "rookery/pgn.h"
#include "rookery/uci.h"
#include "rookery/xboard.h"
#include "tests/scratch.h"
#include "tests/transcripts/thinker.h"

/* Small, so that games outgrow it. */
#define FIRST_LOG 8

struct text {
	char *bytes;
	size_t length;
};

struct machine {
	struct rk_player player;
	struct rk_platform platform;
	union {
		union shared_scratch scratch;
		struct rk_pgn_read pgn;
	} shared;
	struct rk_console console;
	struct rk_device device;
	struct rk_uci uci;
	_Alignas(8) char uci_memory[RK_UCI_MEMORY(4)];
	struct rk_thinker table;
	struct thinker thinker;
	uint64_t memory[RK_BENCH_MEMORY / 8];
	struct rk_xboard xboard;
	struct rk_event log[64];
	struct rk_out out;
	struct text answer;
	struct text file; /* the only one there is */
	char name[64];    /* of it */
	uint64_t seed;
};

static void die(const char *what)
{
	fprintf(stderr, "pure: %s\n", what);
	exit(2);
}

static void add(void *self, const char *bytes, size_t length)
{
	struct text *text = self;

	text->bytes = realloc(text->bytes, text->length + length + 1);
	if (!text->bytes)
		die("no memory");
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static void print(void *self, const char *bytes, size_t length)
{
	add(&((struct machine *)self)->answer, bytes, length);
}

static uint64_t now_us(void *self)
{
	(void)self;
	return 1000;
}

static uint64_t get_random(void *self)
{
	return ((struct machine *)self)->seed++;
}

static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	struct machine *machine = self;

	if (strchr(name, '/'))
		return strerror(ENOENT);
	snprintf(machine->name, sizeof(machine->name), "%s", name);
	machine->file.length = 0;
	*out = (struct rk_out){add, &machine->file};
	return NULL;
}

static const char *save_place(void *self, const char *name, bool *is_there)
{
	struct machine *machine = self;

	*is_there = machine->file.bytes && !strcmp(name, machine->name);
	return name;
}

static const char *save_close(void *self)
{
	(void)self;
	return NULL;
}

static const char *load(void *self, const char *name, const char **text,
			size_t *length)
{
	struct machine *machine = self;

	if (!machine->file.bytes || strcmp(name, machine->name) != 0)
		return strerror(ENOENT);
	*text = machine->file.bytes;
	*length = machine->file.length;
	return NULL;
}

static bool grow(void *self, struct rk_game *game)
{
	uint32_t capacity = game->capacity * 2;
	struct rk_event *old = game->log;
	struct rk_event *log = calloc(capacity, sizeof(*log));

	(void)self;
	if (!log)
		return false;
	rk_game_move_log(game, log, capacity);
	free(old);
	return true;
}

/* The next frame in a block of exactly its size; false at the end. */
static bool read_frame(struct text *frame)
{
	if (scanf("%zu", &frame->length) != 1)
		return false;
	getchar();
	frame->bytes = malloc(frame->length);
	if (fread(frame->bytes, 1, frame->length, stdin) != frame->length)
		die("a frame is cut off");
	return true;
}

static void write_answer(struct machine *machine)
{
	printf("%zu\n", machine->answer.length);
	fwrite(machine->answer.bytes, 1, machine->answer.length, stdout);
	machine->answer.length = 0;
}

static void serve_console(struct machine *machine)
{
	struct rk_event *log = calloc(FIRST_LOG, sizeof(*log));
	struct text frame;
	bool more = true;

	machine->platform.now_us = now_us;
	rk_thinker_init(&machine->table, &machine->platform);
	rk_console_new(&machine->console, &machine->platform, &machine->player,
		       &machine->table, log, FIRST_LOG);
	while (more && read_frame(&frame)) {
		size_t length = frame.length;

		if (length && frame.bytes[length - 1] == '\n')
			length--;
		more = rk_console_line(&machine->console, frame.bytes, length);
		free(frame.bytes);
		write_answer(machine);
	}
	rk_console_end(&machine->console);
	write_answer(machine);
	free(machine->console.game.log);
}

static void serve_device(struct machine *machine, bool for_older)
{
	struct rk_event *log = calloc(RK_DEVICE_LOG, sizeof(*log));
	struct text frame;

	rk_device_new(&machine->device, &machine->player, log, 1);
	machine->device.announce = machine->device.queen = for_older;
	while (read_frame(&frame)) {
		rk_device_command(&machine->device, frame.bytes, frame.length,
				  &machine->out);
		free(frame.bytes);
		write_answer(machine);
	}
	free(log);
}

/* There is one book, "good book", and it knows one move, e2e4. */
static const char *book_open(void *self, const char *name, size_t length)
{
	(void)self;
	if (!length || (length == 9 && !memcmp(name, "good book", 9)))
		return NULL;
	return "cannot open book: there is only \"good book\"";
}

static rk_move book_pick(void *self, const struct rk_pos *pos, uint64_t random)
{
	const rk_move move = rk_move_new(12, 28, RK_NORMAL);

	(void)self;
	(void)random;
	return rk_move_is_legal(pos, move) ? move : RK_NO_MOVE;
}

static void bench(void *self, int depth, const struct rk_out *out)
{
	(void)self;
	rk_out_line(out, "(bench ", rk_number((uint32_t)depth).text, ")");
}

static void serve_uci(struct machine *machine)
{
	struct text frame;
	bool more = true;

	machine->platform.memory = machine->uci_memory;
	machine->platform.memory_size = sizeof(machine->uci_memory);
	thinker_new(&machine->thinker, &machine->table, machine->out);
	rk_uci_new(&machine->uci, &machine->platform, &machine->table);
	while (more && read_frame(&frame)) {
		size_t length = frame.length;

		if (length && frame.bytes[length - 1] == '\n')
			length--;
		more = rk_uci_line(&machine->uci, frame.bytes, length);
		free(frame.bytes);
		write_answer(machine);
	}
	rk_uci_end(&machine->uci);
	write_answer(machine);
}

static int book_moves(void *self, const struct rk_pos *pos,
		      struct rk_book_move *list, int cap)
{
	list->move = book_pick(self, pos, 0);
	list->weight = 7;
	return cap && list->move != RK_NO_MOVE;
}

/* (answer) is what a thinker does that has thought enough. */
static bool is_answer(const struct text *frame)
{
	return frame->length == 9 && !memcmp(frame->bytes, "(answer)\n", 9);
}

static bool xboard_frame(struct machine *machine, const struct text *frame)
{
	if (!is_answer(frame))
		return rk_xboard_line(&machine->xboard, frame->bytes,
				      frame->length);
	machine->table.stop(machine->table.self);
	rk_xboard_settle(&machine->xboard);
	return true;
}

static void serve_xboard(struct machine *machine)
{
	struct text frame;
	bool more = true;

	thinker_new(&machine->thinker, &machine->table, machine->out);
	machine->platform.book_moves = book_moves;
	rk_xboard_new(&machine->xboard, &machine->platform, &machine->table,
		      machine->log,
		      sizeof(machine->log) / sizeof(*machine->log));
	while (more && read_frame(&frame)) {
		more = xboard_frame(machine, &frame);
		free(frame.bytes);
		write_answer(machine);
	}
	rk_xboard_end(&machine->xboard);
	write_answer(machine);
}

/* Says that it keeps games, though none can be resumed. */
static bool put_aside(void *self)
{
	(void)self;
	return true;
}

int main(int argc, char **argv)
{
	static struct machine machine = {.seed = 1};

	machine.out = (struct rk_out){add, &machine.answer};
	machine.platform = (struct rk_platform){
		.self = &machine,
		.write = print,
		.random = get_random,
		.memory = &machine.shared,
		.memory_size = sizeof(machine.shared),
		.engine = rk_engine_new(machine.memory, sizeof(machine.memory),
					RK_PROFILE_SMALL, NULL),
		.grow = grow,
		.put_aside = put_aside,
		.save_open = save_open,
		.save_close = save_close,
		.save_place = save_place,
		.load = load,
		.book_open = book_open,
		.book_pick = book_pick,
		.bench = bench,
	};
	rk_levels_init(&machine.player, &machine.platform);
	if (argc == 2 && !strcmp(argv[1], "console"))
		serve_console(&machine);
	else if (argc == 2 && !strncmp(argv[1], "device", 6))
		serve_device(&machine, argv[1][6]);
	else if (argc == 2 && !strncmp(argv[1], "uci", 3))
		serve_uci(&machine);
	else if (argc == 2 && !strncmp(argv[1], "xboard", 6))
		serve_xboard(&machine);
	else
		die("console, device, uci or xboard?");
	free(machine.answer.bytes);
	free(machine.file.bytes);
	return 0;
}
