/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Protocol sessions: the console, /dev/chess and UCI; lines in, text out, as in
 * every other port. All sessions share the one engine.
 */
#include "ports/web/wasm/web.h"
#include "ports/web/wasm/think.h"
#include "rookery/console.h"
#include "rookery/device.h"
#include "rookery/pgn.h"
#include "rookery/theme.h"
#include "rookery/uci.h"

#define FIRST_LOG 256 /* events */
#define PERFT_PLIES 6
#define MAX_HASH_MB 1024
#define MEGABYTE ((size_t)1 << 20)

static uint64_t next_seed;
static bool stopped;

static uint64_t get_random(void *self)
{
	(void)self;
	return next_seed++;
}

/* Seeds the computers' random choices; the same seed gives the same game. */
WEB_EXPORT(void, seed, double value)
{
	next_seed = (uint64_t)value;
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	(void)nodes;
	return stopped ? RK_SIGNAL_MOVE_NOW : web_poll(self, 0);
}

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	web_text_add(&web_answer, text, length);
}

/* ---- The console ---- */

struct console {
	struct rk_console console;
	struct rk_platform platform;
	union {
		union rk_console_scratch console;
		struct rk_pgn_read pgn;
	} scratch;
	struct rk_thinker thinker;
	char name[RK_ANY_FEN_SIZE]; /* of the file being written */
};

static const char no_file[] = "No such file or directory";

/* There are no folders, so any name is accepted. */
static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	struct console *console = self;
	size_t length = web_length(name);

	for (size_t i = 0; i < length; i++)
		if (name[i] == '/')
			return no_file;
	if (length >= sizeof(console->name))
		return "File name too long";
	memcpy(console->name, name, length + 1);
	web_file.length = 0;
	*out = (struct rk_out){web_text_add, &web_file};
	return NULL;
}

/* There are no folders, so the name is all there is to say. */
static const char *save_place(void *self, const char *name, bool *is_there)
{
	(void)self;
	*is_there = web_load(name);
	return name;
}

static const char *save_close(void *self)
{
	web_save(((struct console *)self)->name);
	return NULL;
}

static const char *load(void *self, const char *name, const char **text,
			size_t *length)
{
	(void)self;
	if (!web_load(name))
		return no_file;
	*text = web_file.bytes;
	*length = web_file.length;
	return NULL;
}

WEB_EXPORT(const char *, file, void)
{
	return web_file.bytes;
}

WEB_EXPORT(size_t, file_length, void)
{
	return web_file.length;
}

/*
 * Called from the import `load`: a buffer for a file of that length; NULL if
 * there is no memory.
 */
WEB_EXPORT(char *, file_in, size_t length)
{
	web_file.length = 0;
	if (!web_text_reserve(&web_file, length))
		return NULL;
	web_file.length = length;
	return web_file.bytes;
}

static bool grow(void *self, struct rk_game *game)
{
	struct rk_event *old = game->log;
	struct rk_event *log = web_alloc(2 * game->capacity * sizeof(*log));

	(void)self;
	if (!log)
		return false;
	rk_game_move_log(game, log, 2 * game->capacity);
	web_free(old);
	return true;
}

WEB_EXPORT(struct console *, console_new, void)
{
	struct console *console = web_alloc(sizeof(*console));
	struct rk_event *log = web_alloc(FIRST_LOG * sizeof(*log));

	if (!console || !log || !web_engine_need()) {
		web_free(console);
		web_free(log);
		return NULL;
	}
	memset(console, 0, sizeof(*console));
	console->platform = (struct rk_platform){
		.self = console,
		.write = print,
		.now_us = web_platform.now_us,
		.random = get_random,
		.poll = poll,
		.memory = &console->scratch,
		.memory_size = sizeof(console->scratch),
		.engine = web_platform.engine,
		.grow = grow,
		.save_open = save_open,
		.save_close = save_close,
		.save_place = save_place,
		.load = load,
	};
	rk_thinker_init(&console->thinker, &console->platform);
	rk_console_new(&console->console, &console->platform, &web_player,
		       &console->thinker, log, FIRST_LOG);
	return console;
}

WEB_EXPORT(bool, console_line, struct console *console, const char *text,
	   size_t length)
{
	web_begin();
	console->platform.engine = web_platform.engine;
	return rk_console_line(&console->console, text, length);
}

/*
 * Puts a game of the page into the console, so that a line is about it. `seats`
 * has a level for each, eight bits; the console writes no boards.
 */
WEB_EXPORT(int, console_take, struct console *console,
	   const struct rk_game *game, uint32_t seats, int below)
{
	struct rk_console *own = &console->console;
	struct rk_event *log = own->game.log;
	uint32_t capacity = own->game.capacity;

	if (capacity < game->length + FIRST_LOG) {
		capacity = game->length + FIRST_LOG;
		log = web_alloc(capacity * sizeof(*log));
		if (!log)
			return web_refuse("there is no memory for that", 0);
		web_free(own->game.log);
	}
	own->rules = game->rules;
	own->game = *game;
	own->game.log = log;
	own->game.capacity = capacity;
	memcpy(log, game->log, game->length * sizeof(*log));
	own->has_game = true;
	own->has_next_start = false;
	own->in_setup = false;
	own->scoreless = true;
	own->look.drawing = RK_DRAW_RICH;
	own->look.below = (uint8_t)below;
	for (int seat = 0; seat < game->rules->players; seat++)
		own->seats[seat] = (uint8_t)(seats >> 8 * seat);
	return 0;
}

static void write_console_event(struct rk_event event)
{
	static const char *const kinds[] = {"move",  "offer", "resign",
					    "claim", "flag",  "decline",
					    "stay"};

	web_json_open('{');
	web_json_field("kind", text, kinds[rk_event_kind(event)]);
	web_json_field("seat", number, rk_event_seat(event));
	web_json_field("move", number, rk_event_move(event));
	web_json_close('}');
}

/* What a line has changed: the events from an index on, seats, look. */
WEB_EXPORT(void, console_state, struct console *console, uint32_t from)
{
	const struct rk_console *own = &console->console;

	web_json_open('{');
	web_json_field("hasGame", bool, own->has_game);
	web_json_field("inSetup", bool, own->in_setup);
	web_json_field("rules", text, own->rules->name);
	web_json_field("now", number, own->game.now);
	web_json_field("plies", number, rk_game_plies(&own->game));
	web_json_name("events");
	web_json_open('[');
	for (uint32_t i = from; i < own->game.now; i++)
		write_console_event(own->game.log[i]);
	web_json_close(']');
	web_json_name("levels");
	web_json_open('[');
	for (int seat = 0; seat < own->game.rules->players; seat++)
		web_json_number(own->seats[seat]);
	web_json_close(']');
	web_json_field("below", number, own->look.below);
	web_json_field("zoom", number, own->look.zoom);
	web_json_field("theme", text, rk_themes[own->look.theme].name);
	web_json_field("notation", number, own->look.notation);
	web_json_field("queen", bool, own->promotes_queen);
	web_json_name("names");
	web_json_open('[');
	for (int seat = 0; seat < own->game.rules->players; seat++)
		web_json_text(rk_console_player_name(own, seat));
	web_json_close(']');
	web_json_close('}');
}

/* Writes the final score and frees the console. */
WEB_EXPORT(void, console_end, struct console *console)
{
	rk_console_end(&console->console);
	web_free(console->console.game.log);
	web_free(console);
}

/* ---- /dev/chess ---- */

WEB_EXPORT(struct rk_device *, device_new, double seed)
{
	struct rk_device *device = web_alloc(sizeof(*device));
	struct rk_event *log = web_alloc(RK_DEVICE_LOG * sizeof(*log));

	if (!device || !log || !web_engine_need()) {
		web_free(device);
		web_free(log);
		return NULL;
	}
	rk_device_new(device, &web_player, log, (uint64_t)seed);
	return device;
}

WEB_EXPORT(void, device_write, struct rk_device *device, const char *bytes,
	   size_t length)
{
	rk_device_command(device, bytes, length, &web_out);
}

WEB_EXPORT(void, device_end, struct rk_device *device)
{
	web_free(device->log);
	web_free(device);
}

/* ---- UCI ---- */

struct uci {
	struct rk_uci uci;
	struct rk_platform platform;
	struct rk_thinker thinker;
	_Alignas(8) char memory[RK_UCI_MEMORY(PERFT_PLIES)];
};

/* Sends all output so far, since a search does not return soon. */
static void write_at_once(void *self, const char *text, size_t length)
{
	print(self, text, length);
	if (length && text[length - 1] == '\n')
		web_line();
}

static void stop(void *self)
{
	(void)self;
	stopped = true;
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	struct rk_platform *platform = self;

	if (option != RK_THINK_HASH)
		return value == 1;
	if (js_engine_open((size_t)value * MEGABYTE) && !web_engine_need())
		return false;
	platform->engine = web_platform.engine;
	return true;
}

static void bench(void *self, int depth, const struct rk_out *out)
{
	(void)self;
	web_bench(depth, out);
}

WEB_EXPORT(struct uci *, uci_new, void)
{
	struct uci *uci = web_alloc(sizeof(*uci));

	if (!uci || !web_engine_need()) {
		web_free(uci);
		return NULL;
	}
	memset(uci, 0, sizeof(*uci));
	uci->platform = (struct rk_platform){
		.self = uci,
		.write = write_at_once,
		.now_us = web_platform.now_us,
		.random = get_random,
		.poll = poll,
		.memory = uci->memory,
		.memory_size = sizeof(uci->memory),
		.engine = web_platform.engine,
		.bench = bench,
	};
	rk_thinker_init(&uci->thinker, &uci->platform);
	uci->thinker.stop = stop;
	uci->thinker.ponderhit = stop;
	uci->thinker.set = set;
	uci->thinker.hash_mb = 16;
	uci->thinker.max_hash_mb = MAX_HASH_MB;
	rk_uci_new(&uci->uci, &uci->platform, &uci->thinker);
	return uci;
}

/*
 * While a search is running, another line may come from inside the import
 * `rest`: `stop`, or a command that can be answered meanwhile.
 */
WEB_EXPORT(bool, uci_line, struct uci *uci, const char *text, size_t length)
{
	if (!uci->uci.thinking) {
		web_begin();
		stopped = false;
		uci->platform.engine = web_platform.engine;
	}
	return rk_uci_line(&uci->uci, text, length);
}

WEB_EXPORT(void, uci_end, struct uci *uci)
{
	rk_uci_end(&uci->uci);
	web_free(uci);
}
