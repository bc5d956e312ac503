/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as lines typed at the console; the first byte chooses how the
 * board is drawn. Whatever is typed, the game is a game: its log replays, the
 * key of the position is the one computed anew. What is refused changes
 * nothing. What is written is text, and in whole lines.
 */
#include "rookery/pgn.h"
#include "tests/fuzz/table.h"

#define FILE_SIZE 4096

struct machine {
	struct table table;
	struct rk_game before;
	char first[16]; /* of what was written */
	size_t written;
	char last;
	char file[FILE_SIZE];
	size_t file_length;
	uint64_t time;
};

static void collect(void *self, const char *text, size_t length)
{
	struct machine *machine = self;
	bool rich = machine->table.console.look.drawing == RK_DRAW_RICH;

	for (size_t i = 0; i < length; i++) {
		uint8_t byte = (uint8_t)text[i];

		must(byte == '\n' || (byte >= ' ' && byte != 0x7f) ||
		     (rich && byte == 0x1b));
		if (machine->written < sizeof(machine->first))
			machine->first[machine->written] = text[i];
		machine->written++;
		machine->last = text[i];
	}
}

static void write_file(void *self, const char *text, size_t length)
{
	struct machine *machine = self;
	size_t space = FILE_SIZE - machine->file_length;

	length = length < space ? length : space;
	memcpy(machine->file + machine->file_length, text, length);
	machine->file_length += length;
}

static uint64_t now_us(void *self)
{
	return ((struct machine *)self)->time * 1000;
}

static uint64_t get_random(void *self)
{
	return ((struct machine *)self)->time;
}

static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	((struct machine *)self)->file_length = 0;
	*out = (struct rk_out){write_file, self};
	return *name == '!' ? "the disk is full" : NULL;
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

	*text = machine->file;
	*length = machine->file_length;
	return *name == '!' ? "there is no such file" : NULL;
}

static void offer(void *self, const char *word)
{
	(void)self;
	must(*word != '\0');
}

static bool event_is_sound(void *self, const union rk_any_pos *pos,
			   struct rk_event event)
{
	const struct rk_game *game = self;

	must(rk_event_seat(event) < game->rules->players);
	if (rk_event_kind(event) == RK_EVENT_MOVE)
		must(game->rules->is_legal(pos, rk_event_move(event)));
	return true;
}

static void check_game(struct machine *machine)
{
	struct rk_game *game = &machine->table.console.game;

	check_table(&machine->table);
	rk_game_walk(game, event_is_sound, game);
}

/* Lines that begin like this say that nothing was done. */
static bool is_refused(const struct machine *machine)
{
	static const char *const beginnings[] = {
		"Expected",   "Illegal move", "Unknown",
		"No game is", "A game is",    "This is",
		"Not yet",    "Not legal",    "Nothing to claim",
	};

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++) {
		size_t length = strlen(beginnings[i]);

		if (machine->written > length &&
		    !memcmp(machine->first, beginnings[i], length))
			return true;
	}
	return false;
}

static bool is_as_before(const struct machine *machine)
{
	const struct rk_game *game = &machine->table.console.game;
	const struct rk_game *before = &machine->before;

	return game->now == before->now && game->length == before->length &&
	       game->offers == before->offers &&
	       game->outcome.reason == before->outcome.reason &&
	       !memcmp(&game->pos, &before->pos, game->rules->pos_size);
}

static bool type(struct machine *machine, const char *text, size_t length)
{
	struct rk_console *console = &machine->table.console;
	bool more;

	machine->before = console->game;
	machine->written = 0;
	machine->time += length * length;
	more = rk_console_line(console, text, length);
	must(!machine->written || machine->last == '\n');
	check_game(machine);
	must(!is_refused(machine) || is_as_before(machine));
	rk_console_complete_line(console, text, length,
				 &(const struct rk_completer){machine, offer,
							      NULL});
	if (console->look.drawing == RK_DRAW_RICH)
		rk_console_draw(console);
	if (console->look.drawing == RK_DRAW_RICH &&
	    rk_console_computer_to_move(console))
		rk_console_computer_move(console);
	check_game(machine);
	return more;
}

static void choose_look(struct rk_console_look *look, uint8_t choice)
{
	look->drawing = choice & 1 ? RK_DRAW_RICH : RK_DRAW_PLAIN;
	look->colours = choice >> 1 & 3;
	look->glyphs = choice & 8;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct machine machine;
	struct rk_console *console = &machine.table.console;
	const char *text = (const char *)data;
	const struct rk_platform platform = {
		.self = &machine,
		.write = collect,
		.now_us = now_us,
		.random = get_random,
		.save_open = save_open,
		.save_close = save_close,
		.load = load,
	};

	memset(&machine, 0, sizeof(machine));
	set_table(&machine.table, &platform, LOG);
	if (size)
		choose_look(&console->look, *data);
	for (size_t at = size ? 1 : 0; at < size; at++) {
		size_t start = at;

		while (at < size && text[at] != '\n')
			at++;
		if (!type(&machine, text + start, at - start))
			break;
	}
	rk_console_end(console);
	return 0;
}
