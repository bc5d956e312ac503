/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * UCI over the serial line, for a program that wants to play against the board.
 * There are no threads: while the engine thinks it polls the line itself, and
 * commands that come then are answered at once or refused, so a `stop` is never
 * missed. Lines, even long ones, are in the scratch memory behind what commands
 * need; lines that come while the engine uses that memory must be short.
 */
#include "ports/nrf/buttons.h"
#include "ports/nrf/chip.h"
#include "ports/nrf/serial.h"
#include "ports/nrf/session.h"

#define HERE (&nrf_session.uci)
#define LINE ((char *)nrf_scratch.uci.moves)

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	nrf_serial_write(text, length);
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
	} else if (byte == NRF_SERIAL_LOST || HERE->length == size) {
		HERE->broken = true;
	} else {
		text[HERE->length++] = (char)byte;
	}
}

/* ---- while the engine thinks ---- */

/* Was "move now" pressed? The other button, resign, has no meaning here. */
static bool take_buttons(void)
{
	nrf_button_take(NRF_RESIGN);
	return nrf_button_take(NRF_MOVE_NOW);
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	int byte;

	(void)self;
	(void)nodes;
	while ((byte = nrf_serial_read()) != NRF_SERIAL_NOTHING)
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
	.now_us = nrf_now_us,
	.random = nrf_random,
	.poll = poll,
	.poll_nodes = NRF_POLL_NODES,
	.memory = &nrf_scratch,
	.memory_size = NRF_SCRATCH_SIZE,
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
	uint64_t begun = nrf_now(), sum;

	(void)self;
	/* As long as scratch memory is taken only some commands can be given. */
	HERE->uci.thinking = true;
	sum = rk_bench_run(depth, &nrf_scratch, &platform, write_position,
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
	rk_out_number(out, sum * 1000000 / (nrf_now() - begun + 1));
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
	HERE->uci.perft_plies = NRF_PERFT_PLIES;
	rk_uci_line(&HERE->uci, "uci", 3);
}

void nrf_uci_run(void)
{
	size_t size = NRF_SCRATCH_SIZE - sizeof(nrf_scratch.uci.scratch);

	start_session();
	while (!HERE->leaving) {
		int byte = nrf_serial_read();

		if (byte == NRF_SERIAL_NOTHING) {
			take_buttons();
			nrf_sleep();
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
