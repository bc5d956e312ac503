/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console on a board: bytes of the serial line go to proto/tty, buttons
 * become the commands that they stand for, the lights follow the game, and the
 * game is in flash before anybody is told of it.
 */
#include "ports/nrf/buttons.h"
#include "ports/nrf/chip.h"
#include "ports/nrf/lights.h"
#include "ports/nrf/save.h"
#include "ports/nrf/serial.h"
#include "ports/nrf/session.h"
#include "rookery/version.h"

#define HERE (&nrf_session.console)
#define LOOK_UP 100000 /* microseconds between two looks at the clocks */
#define ADVICE 5000000 /* that hint and analyse may take */

static struct nrf_save save;

/* ---- lights ---- */

/* Squares count from a1, file by file. */
static void show_lights(void)
{
	const struct rk_console *console = &HERE->console;
	const struct rk_game *game = &console->game;
	rk_any_move last = rk_game_last_move(game);
	struct nrf_lights lights = {
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
	nrf_lights_show(&lights);
}

static void show_thinking(bool thinking)
{
	if (HERE->thinking == thinking)
		return;
	HERE->thinking = thinking;
	HERE->since = (uint32_t)nrf_now();
	show_lights();
}

/* ---- what the console asks of the board ---- */

static void changed(void *self)
{
	(void)self;
	nrf_save_changed(&save, &HERE->console);
	show_lights();
}

static bool is_time_to_look_up(uint64_t now)
{
	if ((uint32_t)now - HERE->looked < LOOK_UP)
		return false;
	HERE->looked = (uint32_t)now;
	return true;
}

static enum rk_haste interrupt(void *self)
{
	uint64_t now = nrf_now();
	struct rk_tty *tty = &HERE->tty;

	(void)self;
	show_thinking(true);
	if (nrf_button_waits(NRF_RESIGN) ||
	    (rk_tty_is_rich(tty) && nrf_serial_waiting()) ||
	    (is_time_to_look_up(now) && rk_tty_look_up(tty)))
		return RK_NEVER_MIND;
	return nrf_button_take(NRF_MOVE_NOW) ? RK_ANSWER_NOW : RK_NO_HASTE;
}

static bool is_enough(void *self)
{
	return interrupt(self) != RK_NO_HASTE ||
	       (uint32_t)nrf_now() - HERE->since >= ADVICE;
}

static const struct rk_console_port port = {
	.out = {rk_tty_write, &nrf_session.console.tty},
	.now = nrf_milliseconds,
	.seed = nrf_next_seed,
	.changed = changed,
	.interrupt = interrupt,
	.thinker = &nrf_session.console.thinker,
	.desk = &nrf_desk.console,
};

/* ---- what the terminal session asks ---- */

static void put(void *self, const char *text, size_t length)
{
	(void)self;
	nrf_serial_write(text, length);
}

static void greet(void *self)
{
	struct rk_tty *tty = &HERE->tty;

	(void)self;
	rk_tty_say(tty, "Rookery " RK_VERSION ", " NRF_BOARD ".");
	if (HERE->console.has_game)
		rk_tty_say(tty, "The game goes on.");
	rk_tty_say(tty, "Ready.");
}

static const struct rk_tty_port line = {
	.line = {put, NULL},
	.greet = greet,
};

/* ---- talking ---- */

void nrf_console_open(void)
{
	nrf_save_open(&save, &nrf_flash);
}

static void sit_down(void)
{
	memset(HERE, 0, sizeof(*HERE));
	nrf_desk_seat_player(&HERE->player, &HERE->levels);
	nrf_desk_seat_thinker(&HERE->thinker, &HERE->single, is_enough, NULL);
	rk_console_new(&HERE->console, &port, &HERE->player, NULL, 0);
	nrf_save_resume(&save, &HERE->console);
	rk_tty_new(&HERE->tty, &HERE->console, &line);
	show_lights();
}

/* As if it had been typed. */
static void command(const char *text, size_t length)
{
	rk_console_line(&HERE->console, text, length);
	rk_tty_refresh(&HERE->tty);
	show_thinking(false);
}

static void do_buttons(void)
{
	if (nrf_button_take(NRF_RESIGN))
		command("resign", 6);
	if (nrf_button_take(NRF_MOVE_NOW))
		command("move", 4);
}

/*
 * Bytes that have come, or time going by. A line may have changed what nobody
 * is told of: the look, or where the next game starts.
 */
static enum rk_tty_event go_on(void)
{
	int byte = nrf_serial_read();
	enum rk_tty_event event = RK_TTY_NOTHING;

	if (byte >= 0) {
		event = rk_tty_byte(&HERE->tty, (uint8_t)byte);
		if (event == RK_TTY_NOTHING && (byte == '\n' || byte == '\r'))
			nrf_save_changed(&save, &HERE->console);
	} else if (byte == NRF_SERIAL_LOST) {
		rk_tty_lost(&HERE->tty);
	} else {
		rk_tty_tick(&HERE->tty);
		nrf_sleep();
	}
	show_thinking(false);
	return event;
}

bool nrf_console_talk(void)
{
	enum rk_tty_event event;

	sit_down();
	do {
		do_buttons();
		event = go_on();
	} while (event == RK_TTY_NOTHING);
	return event == RK_TTY_UCI;
}
