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

#include "proto/pgn.h"
#include "rookery/device.h"
#include "rookery/single.h"
#include "rookery/uci.h"
#include "rookery/xboard.h"
#include "tests/desk.h"
#include "tests/transcripts/thinker.h"

/* Small, so that games outgrow it. */
#define FIRST_LOG 8

struct text {
	char *bytes;
	size_t length;
};

struct machine {
	struct rk_player player;
	struct rk_levels levels;
	union shared_desk desk;
	struct rk_console console;
	struct rk_console_port port;
	struct rk_pgn_read pgn;
	struct rk_device device;
	struct rk_uci uci;
	struct rk_uci_port uci_port;
	union rk_uci_desk uci_desk;
	struct rk_thinker table;
	struct thinker thinker;
	struct rk_engine *engine; /* a real one, small, for the console */
	struct rk_single single;
	uint64_t memory[RK_BENCH_MEMORY / 8];
	struct rk_xboard xboard;
	struct rk_xboard_port xboard_port;
	struct rk_xboard_ply plies[64];
	rk_any_move room[4 * RK_ANY_MAX_MOVES];
	rk_any_move only[RK_ANY_MAX_MOVES];
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

static uint64_t now(void *self)
{
	(void)self;
	return 1;
}

static uint64_t seed(void *self)
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

	machine->port = (struct rk_console_port){
		.out = machine->out,
		.self = machine,
		.now = now,
		.seed = seed,
		.save_open = save_open,
		.save_close = save_close,
		.load = load,
		.pgn = &machine->pgn,
		.grow = grow,
		.thinker = &machine->table,
		.desk = &machine->desk.console,
	};
	machine->single = (struct rk_single){.engine = machine->engine};
	rk_single_init(&machine->table, &machine->single);
	rk_console_new(&machine->console, &machine->port, &machine->player, log,
		       FIRST_LOG);
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

static void serve_device(struct machine *machine)
{
	struct rk_event *log = calloc(RK_DEVICE_LOG, sizeof(*log));
	struct text frame;

	rk_device_new(&machine->device, &machine->player, log, 1);
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

static rk_move book_move(void *self, const struct rk_pos *pos, uint64_t chance)
{
	const rk_move move = rk_move_new(12, 28, RK_NORMAL);

	(void)self;
	(void)chance;
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

	machine->uci_port = (struct rk_uci_port){
		.out = machine->out,
		.self = machine,
		.thinker = &machine->table,
		.version = "0.1.0",
		.hash = 16,
		.most_hash = 65536,
		.most_threads = 256,
		.desk = &machine->uci_desk,
		.room = machine->room,
		.plies = 4,
		.only = machine->only,
		.most_only = RK_ANY_MAX_MOVES,
		.seed = seed,
		.book_open = book_open,
		.book_move = book_move,
		.bench = bench,
	};
	thinker_new(&machine->thinker, &machine->table, machine->out);
	rk_uci_new(&machine->uci, &machine->uci_port);
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
		      struct rk_xboard_book_move *list, int room)
{
	list->move = book_move(self, pos, 0);
	list->weight = 7;
	return room && list->move != RK_NO_MOVE;
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
	machine->xboard_port = (struct rk_xboard_port){
		.out = machine->out,
		.thinker = &machine->table,
		.name = "Rookery 0.1.0",
		.self = machine,
		.seed = seed,
		.book_open = book_open,
		.book_moves = book_moves,
		.book_pick = book_move,
	};
	rk_xboard_new(&machine->xboard, &machine->xboard_port, machine->plies,
		      sizeof(machine->plies) / sizeof(*machine->plies));
	while (more && read_frame(&frame)) {
		more = xboard_frame(machine, &frame);
		free(frame.bytes);
		write_answer(machine);
	}
	rk_xboard_end(&machine->xboard);
	write_answer(machine);
}

int main(int argc, char **argv)
{
	static struct machine machine = {.seed = 1};

	machine.engine = rk_engine_new(machine.memory, sizeof(machine.memory),
				       RK_PROFILE_SMALL, NULL);
	rk_levels_init(&machine.player, &machine.levels, &machine.desk.levels);
	rk_levels_add_engine(&machine.player, machine.engine, NULL, NULL);
	machine.out = (struct rk_out){add, &machine.answer};
	if (argc == 2 && !strcmp(argv[1], "console"))
		serve_console(&machine);
	else if (argc == 2 && !strcmp(argv[1], "device"))
		serve_device(&machine);
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
