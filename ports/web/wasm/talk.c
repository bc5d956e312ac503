/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Talking in protocols: the console, /dev/chess and UCI, lines in and text
 * out, exactly as everywhere. All of them use the one engine there is.
 */
#include "ports/web/wasm/edge.h"
#include "ports/web/wasm/think.h"
#include "proto/pgn.h"
#include "rookery/console.h"
#include "rookery/device.h"
#include "rookery/single.h"
#include "rookery/uci.h"
#include "rookery/version.h"

#define FIRST_LOG 256 /* events */
#define PERFT_PLIES 6
#define MOST_HASH 1024 /* megabytes */
#define MEGABYTE ((size_t)1 << 20)

static uint64_t next_seed;
static bool stopped;

static uint64_t seed(void *self)
{
	(void)self;
	return next_seed++;
}

/* What computers leave to chance; the same seed, the same game. */
WEB_EXPORT(void, seed, double value)
{
	next_seed = (uint64_t)value;
}

static uint64_t milliseconds(void *self)
{
	(void)self;
	return (uint64_t)web_now();
}

static bool is_enough(void *self)
{
	(void)self;
	return stopped || web_look_up(0) != RK_NO_HASTE;
}

/* ---- The console ---- */

struct console {
	struct rk_console console;
	struct rk_console_port port;
	union rk_console_desk desk;
	struct rk_thinker thinker;
	struct rk_single single;
	struct rk_pgn_read pgn;
	char name[RK_ANY_FEN_SIZE]; /* of the file that is being written */
};

static const char no_file[] = "No such file or directory";

/* There are no folders. */
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

/* From the import `load`: room for a file of that length; NULL: no memory. */
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
	struct rk_event *log = web_take(2 * game->capacity * sizeof(*log));

	(void)self;
	if (!log)
		return false;
	rk_game_move_log(game, log, 2 * game->capacity);
	web_give_back(old);
	return true;
}

WEB_EXPORT(struct console *, console_new, void)
{
	struct console *console = web_take(sizeof(*console));
	struct rk_event *log = web_take(FIRST_LOG * sizeof(*log));

	if (!console || !log || !web_engine_need()) {
		web_give_back(console);
		web_give_back(log);
		return NULL;
	}
	memset(console, 0, sizeof(*console));
	console->port = (struct rk_console_port){
		.out = web_out,
		.self = console,
		.now = milliseconds,
		.seed = seed,
		.save_open = save_open,
		.save_close = save_close,
		.load = load,
		.pgn = &console->pgn,
		.grow = grow,
		.thinker = &console->thinker,
		.desk = &console->desk,
	};
	console->single = (struct rk_single){
		.engine = web_engine,
		.stop = is_enough,
	};
	rk_single_init(&console->thinker, &console->single);
	rk_console_new(&console->console, &console->port, &web_player, log,
		       FIRST_LOG);
	return console;
}

WEB_EXPORT(bool, console_line, struct console *console, const char *text,
	   size_t length)
{
	web_begin();
	console->single.engine = web_engine;
	return rk_console_line(&console->console, text, length);
}

/* The final score; then it is gone. */
WEB_EXPORT(void, console_end, struct console *console)
{
	rk_console_end(&console->console);
	web_give_back(console->console.game.log);
	web_give_back(console);
}

/* ---- /dev/chess ---- */

WEB_EXPORT(struct rk_device *, device_new, double seed)
{
	struct rk_device *device = web_take(sizeof(*device));
	struct rk_event *log = web_take(RK_DEVICE_LOG * sizeof(*log));

	if (!device || !log || !web_engine_need()) {
		web_give_back(device);
		web_give_back(log);
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
	web_give_back(device->log);
	web_give_back(device);
}

/* ---- UCI ---- */

struct uci {
	struct rk_uci uci;
	struct rk_uci_port port;
	union rk_uci_desk desk;
	struct rk_thinker thinker;
	struct rk_single single;
	rk_any_move room[PERFT_PLIES * RK_ANY_MAX_MOVES];
	rk_any_move only[RK_ANY_MAX_MOVES];
};

/* Everything said so far goes out: who searches does not come back soon. */
static void write_at_once(void *self, const char *text, size_t length)
{
	web_text_add(self, text, length);
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
	struct rk_single *single = self;

	if (option != RK_THINK_HASH)
		return value == 1;
	if (js_engine_open((size_t)value * MEGABYTE) && !web_engine_need())
		return false;
	single->engine = web_engine;
	return true;
}

static void bench(void *self, int depth, const struct rk_out *out)
{
	(void)self;
	web_bench(depth, out);
}

WEB_EXPORT(struct uci *, uci_new, void)
{
	struct uci *uci = web_take(sizeof(*uci));

	if (!uci || !web_engine_need()) {
		web_give_back(uci);
		return NULL;
	}
	memset(uci, 0, sizeof(*uci));
	uci->single = (struct rk_single){
		.engine = web_engine,
		.now = web_microseconds,
		.stop = is_enough,
	};
	rk_single_init(&uci->thinker, &uci->single);
	uci->thinker.stop = stop;
	uci->thinker.ponderhit = stop;
	uci->thinker.set = set;
	uci->port = (struct rk_uci_port){
		.out = {write_at_once, &web_answer},
		.thinker = &uci->thinker,
		.version = RK_VERSION,
		.hash = 16,
		.most_hash = MOST_HASH,
		.most_threads = 1,
		.desk = &uci->desk,
		.room = uci->room,
		.plies = PERFT_PLIES,
		.only = uci->only,
		.most_only = RK_ANY_MAX_MOVES,
		.seed = seed,
		.bench = bench,
	};
	rk_uci_new(&uci->uci, &uci->port);
	return uci;
}

/*
 * While a line is being thought about another one may come, from inside
 * `rest`: `stop`, or what can be answered meanwhile.
 */
WEB_EXPORT(bool, uci_line, struct uci *uci, const char *text, size_t length)
{
	if (!uci->uci.thinking) {
		web_begin();
		stopped = false;
		uci->single.engine = web_engine;
	}
	return rk_uci_line(&uci->uci, text, length);
}

WEB_EXPORT(void, uci_end, struct uci *uci)
{
	rk_uci_end(&uci->uci);
	web_give_back(uci);
}
