/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The pure functions of a protocol, for tests/transcripts/run.py: pure console
 * or pure device. What is typed comes in frames, a line with a number and
 * then that many bytes, each of which goes to the function as one line or one
 * write; the answers go out in frames. After the last one, and after `quit`,
 * the console's final score is one more frame.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/pgn.h"
#include "rookery/console.h"
#include "rookery/device.h"
#include "rookery/levels.h"

/* Small, so that games outgrow it. */
#define FIRST_LOG 8

struct text {
	char *bytes;
	size_t length;
};

struct machine {
	struct rk_player player;
	struct rk_levels levels;
	struct rk_console console;
	struct rk_console_port port;
	struct rk_pgn_read pgn;
	struct rk_device device;
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
	*out = (struct rk_out){ add, &machine->file };
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
	};
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

int main(int argc, char **argv)
{
	static struct machine machine = { .seed = 1 };

	rk_levels_init(&machine.player, &machine.levels);
	machine.out = (struct rk_out){ add, &machine.answer };
	if (argc == 2 && !strcmp(argv[1], "console"))
		serve_console(&machine);
	else if (argc == 2 && !strcmp(argv[1], "device"))
		serve_device(&machine);
	else
		die("console or device?");
	free(machine.answer.bytes);
	free(machine.file.bytes);
	return 0;
}
