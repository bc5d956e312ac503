/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console on a board: bytes of the serial line go to proto/tty, buttons
 * become commands, the lights follow the game. A change is in flash before it
 * is shown.
 */
#include "ports/mcu/buttons.h"
#include "ports/mcu/chip.h"
#include "ports/mcu/lights.h"
#include "ports/mcu/save.h"
#include "ports/mcu/serial.h"
#include "ports/mcu/session.h"
#include "rookery/version.h"

#define HERE (&mcu_session.console)
#define CLOCK_UPDATE_US \
	100000         /* microseconds between two updates of the clocks */
#define ADVICE_MS 5000 /* milliseconds that hint and analyse may take */

static struct mcu_save save;

/* ---- lights ---- */

/* Squares are numbered rank by rank from a1. */
static void show_lights(void)
{
	const struct rk_console *console = &HERE->console;
	const struct rk_game *game = &console->game;
	rk_any_move last = rk_game_last_move(game);
	struct mcu_lights lights = {
		.thinking = HERE->thinking,
		.over = console->has_game && rk_game_is_over(game),
		.playing = console->has_game && !rk_game_is_over(game),
	};

	if (lights.playing) {
		lights.turn = (uint8_t)rk_game_turn(game);
		lights.check = game->rules->in_check(&game->pos, lights.turn);
	}
	if (console->has_game && last) {
		int square = game->rules->to(&game->pos, last);

		lights.file = (uint8_t)(square % game->rules->files + 1);
		lights.rank = (uint8_t)(square / game->rules->files + 1);
	}
	mcu_lights_show(&lights);
}

static void show_thinking(bool thinking)
{
	if (HERE->thinking == thinking)
		return;
	HERE->thinking = thinking;
	show_lights();
}

/* ---- members of the platform ---- */

static void changed(void *self)
{
	(void)self;
	mcu_save_changed(&save, &HERE->console);
	show_lights();
}

static bool is_time_to_update_clocks(uint64_t now)
{
	if ((uint32_t)now - HERE->looked < CLOCK_UPDATE_US)
		return false;
	HERE->looked = (uint32_t)now;
	return true;
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	uint64_t now = mcu_now();
	struct rk_tty *tty = &HERE->tty;

	(void)self;
	(void)nodes;
	show_thinking(true);
	if (mcu_button_waits(MCU_RESIGN) ||
	    (rk_tty_is_rich(tty) && mcu_serial_waiting()) ||
	    (is_time_to_update_clocks(now) && rk_tty_update_clocks(tty)))
		return RK_SIGNAL_CANCEL;
	return mcu_button_take(MCU_MOVE_NOW) ? RK_SIGNAL_MOVE_NOW
					     : RK_SIGNAL_NONE;
}

static void put(void *self, const char *text, size_t length)
{
	(void)self;
	mcu_serial_write(text, length);
}

static const struct rk_platform platform = {
	.write = put,
	.now_us = mcu_now_us,
	.random = mcu_random,
	.poll = poll,
	.poll_nodes = MCU_POLL_NODES,
	.memory = &mcu_scratch,
	.memory_size = MCU_SCRATCH_SIZE,
	.level_ms = mcu_level_ms,
	.advice_ms = ADVICE_MS,
	.changed = changed,
};

static void greet(void *self)
{
	struct rk_tty *tty = &HERE->tty;

	(void)self;
	rk_tty_say(tty, "Rookery " RK_VERSION ", " MCU_BOARD ".");
	if (mcu_trouble)
		rk_tty_say(tty, mcu_trouble);
	if (HERE->console.has_game)
		rk_tty_say(tty, "The game goes on.");
	rk_tty_say(tty, "Ready.");
}

/* ---- session ---- */

void mcu_console_open(bool anew)
{
	if (anew) {
		mcu_save_erase(mcu_flash());
		mcu_trouble =
			"The game was erased, as the button to resign was "
			"held down.";
	}
	mcu_save_open(&save, mcu_flash());
}

static void start_session(void)
{
	memset(HERE, 0, sizeof(*HERE));
	rk_levels_init(&HERE->player, &platform);
	rk_thinker_init(&HERE->thinker, &platform);
	rk_console_new(&HERE->console, &platform, &HERE->player, &HERE->thinker,
		       NULL, 0);
	mcu_save_resume(&save, &HERE->console);
	rk_tty_new(&HERE->tty, &HERE->console, greet);
	show_lights();
}

/* Executes a command as if it had been typed. */
static void command(const char *text, size_t length)
{
	rk_console_line(&HERE->console, text, length);
	rk_tty_refresh(&HERE->tty);
	show_thinking(false);
}

static void do_buttons(void)
{
	if (mcu_button_take(MCU_RESIGN))
		command("resign", 6);
	if (mcu_button_take(MCU_MOVE_NOW))
		command("move", 4);
}

/*
 * Handles the next byte, or the passing of time. A line may change what
 * `changed` does not announce: the look, or the next game's start.
 */
static enum rk_tty_event handle_input(void)
{
	int byte = mcu_serial_read();
	enum rk_tty_event event = RK_TTY_NOTHING;

	if (byte >= 0) {
		event = rk_tty_byte(&HERE->tty, (uint8_t)byte);
		if (event == RK_TTY_NOTHING && (byte == '\n' || byte == '\r'))
			mcu_save_changed(&save, &HERE->console);
	} else if (byte == MCU_SERIAL_LOST) {
		rk_tty_lost(&HERE->tty);
	} else {
		rk_tty_tick(&HERE->tty);
		mcu_sleep();
	}
	show_thinking(false);
	return event;
}

bool mcu_console_run(void)
{
	enum rk_tty_event event;

	start_session();
	do {
		do_buttons();
		event = handle_input();
	} while (event == RK_TTY_NOTHING);
	return event == RK_TTY_UCI;
}
