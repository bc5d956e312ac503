/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * UCI over the serial line, for a program that wants to play against the board.
 * There are no threads: while the engine thinks it polls the line itself, and
 * commands that come then are answered at once or refused, so a `stop` is never
 * missed. Lines, even long ones, are in the scratch memory behind what commands
 * need; lines that come while the engine uses that memory must be short.
 */
#include "ports/mcu/buttons.h"
#include "ports/mcu/chip.h"
#include "ports/mcu/serial.h"
#include "ports/mcu/session.h"

#define HERE (&mcu_session.uci)
#define LINE ((char *)mcu_scratch.uci.moves)

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	mcu_serial_write(text, length);
}

/* ---- the line ---- */

static void do_line(const char *text, size_t length, bool broken)
{
	const struct rk_out *out = &HERE->uci.out;

	if (!HERE->uci.thinking)
		HERE->stopped = false;
	if (broken)
		rk_out_line(out, "info string ignored: a line that was too "
				 "long, or came too fast");
	else if (!rk_uci_line(&HERE->uci, text, length))
		HERE->leaving = HERE->stopped = true;
}

/* A line that is too long is ignored as a whole. */
static void take_byte(int byte, char *text, size_t size)
{
	if (byte == '\n' || byte == '\r') {
		size_t length = HERE->length;
		bool broken = HERE->broken;

		/*
		 * Reset first: other lines may come while this one is executed.
		 */
		HERE->length = 0;
		HERE->broken = false;
		do_line(text, length, broken);
	} else if (byte == MCU_SERIAL_LOST || HERE->length == size) {
		HERE->broken = true;
	} else {
		text[HERE->length++] = (char)byte;
	}
}

/* ---- while the engine thinks ---- */

/* Was "move now" pressed? The other button, resign, has no meaning here. */
static bool take_buttons(void)
{
	mcu_button_take(MCU_RESIGN);
	return mcu_button_take(MCU_MOVE_NOW);
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	int byte;

	(void)self;
	(void)nodes;
	while ((byte = mcu_serial_read()) != MCU_SERIAL_NOTHING)
		take_byte(byte, HERE->short_line, sizeof(HERE->short_line));
	if (take_buttons())
		HERE->stopped = true;
	return HERE->stopped ? RK_SIGNAL_MOVE_NOW : RK_SIGNAL_NONE;
}

/* The expected move was played: the result of pondering is the answer. */
static void answer_now(void *self)
{
	(void)self;
	HERE->stopped = true;
}

static void bench(void *self, int depth, const struct rk_out *out);

static const struct rk_platform platform = {
	.write = print,
	.now_us = mcu_now_us,
	.random = mcu_random,
	.poll = poll,
	.poll_nodes = MCU_POLL_NODES,
	.memory = &mcu_scratch,
	.memory_size = MCU_SCRATCH_SIZE,
	.bench = bench,
};

static bool write_position(void *self, const char *position, uint64_t nodes)
{
	rk_out_number(self, nodes);
	rk_out_line(self, " ", position);
	return !HERE->stopped;
}

/* Prints the same as `rookery bench`, and nodes per second. */
static void bench(void *self, int depth, const struct rk_out *out)
{
	uint64_t begun = mcu_now(), sum;

	(void)self;
	/* As long as scratch memory is taken only some commands can be given. */
	HERE->uci.thinking = true;
	sum = rk_bench_run(depth, &mcu_scratch, &platform, write_position,
			   (void *)out);
	HERE->uci.thinking = false;
	if (HERE->stopped) {
		rk_out_line(out, "info string bench was stopped");
		return;
	}
	rk_out_text(out, "bench: ");
	rk_out_number(out, sum);
	rk_out_text(out, "\n");
	rk_out_number(out, sum);
	rk_out_text(out, " nodes ");
	rk_out_number(out, sum * 1000000 / (mcu_now() - begun + 1));
	rk_out_text(out, " nps\n");
}

/* ---- session ---- */

static void start_session(void)
{
	memset(HERE, 0, sizeof(*HERE));
	rk_thinker_init(&HERE->thinker, &platform);
	HERE->thinker.stop = answer_now;
	HERE->thinker.ponderhit = answer_now;
	rk_uci_new(&HERE->uci, &platform, &HERE->thinker);
	HERE->uci.perft_plies = MCU_PERFT_PLIES;
	rk_uci_line(&HERE->uci, "uci", 3);
}

void mcu_uci_run(void)
{
	size_t size = MCU_SCRATCH_SIZE - sizeof(mcu_scratch.uci.scratch);

	start_session();
	while (!HERE->leaving) {
		int byte = mcu_serial_read();

		if (byte == MCU_SERIAL_NOTHING) {
			take_buttons();
			mcu_sleep();
			continue;
		}
		take_byte(byte, LINE, size);
		/*
		 * A line that began while the engine was thinking continues
		 * here.
		 */
		if (byte == '\n' || byte == '\r')
			memcpy(LINE, HERE->short_line, HERE->length);
	}
}
