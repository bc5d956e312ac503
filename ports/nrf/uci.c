/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * UCI over the serial line, for a program on a computer that wants to play
 * against the board. There are no threads: while the engine thinks it looks at
 * the line itself, and what comes there is answered at once or refused, so
 * that a `stop` is never missed. Lines lie at the desk behind what commands
 * need, long ones too; those that come while the engine has it must be short.
 */
#include "ports/nrf/buttons.h"
#include "ports/nrf/chip.h"
#include "ports/nrf/serial.h"
#include "ports/nrf/session.h"
#include "rookery/version.h"

#define HERE (&nrf_session.uci)
#define LINE ((char *)nrf_desk.uci.room)

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	nrf_serial_write(text, length);
}

/* ---- the line ---- */

static void do_line(const char *text, size_t length, bool broken)
{
	const struct rk_out *out = &HERE->uci.port->out;

	if (!HERE->uci.thinking)
		HERE->stopped = false;
	if (broken)
		rk_out_line(out, "info string ignored: a line that was too "
				 "long, or came too fast");
	else if (!rk_uci_line(&HERE->uci, text, length))
		HERE->leaving = HERE->stopped = true;
}

/* Of what does not fit nothing is obeyed. */
static void take_byte(int byte, char *text, size_t room)
{
	if (byte == '\n' || byte == '\r') {
		size_t length = HERE->length;
		bool broken = HERE->broken;

		/* Before the line is read: while it is, others may come. */
		HERE->length = 0;
		HERE->broken = false;
		do_line(text, length, broken);
	} else if (byte == NRF_SERIAL_LOST || HERE->length == room) {
		HERE->broken = true;
	} else {
		text[HERE->length++] = (char)byte;
	}
}

/* ---- while somebody thinks ---- */

/* Was "move now" pressed? The game that one could resign is the program's. */
static bool take_buttons(void)
{
	nrf_button_take(NRF_RESIGN);
	return nrf_button_take(NRF_MOVE_NOW);
}

static bool is_enough(void *self)
{
	int byte;

	(void)self;
	while ((byte = nrf_serial_read()) != NRF_SERIAL_NOTHING)
		take_byte(byte, HERE->near, sizeof(HERE->near));
	if (take_buttons())
		HERE->stopped = true;
	return HERE->stopped;
}

/* The expected move was played: what was thought of it is the answer. */
static void answer_now(void *self)
{
	(void)self;
	HERE->stopped = true;
}

static enum rk_wish poll(void *self, uint64_t nodes)
{
	(void)nodes;
	return is_enough(self) ? RK_STOP_NOW : RK_GO_ON;
}

/* As the program on a computer does; there is no other clock to say more. */
static void bench(void *self, int depth, const struct rk_out *out)
{
	const struct rk_engine_port port = {
		.poll = poll,
		.every = NRF_POLL_NODES,
	};
	uint64_t begun = nrf_now(), sum = 0;

	(void)self;
	/* As long as the desk is taken only some commands can be given. */
	HERE->uci.thinking = true;
	for (int i = 0; rk_bench_positions[i] && !HERE->stopped; i++) {
		uint64_t nodes = rk_bench_search(rk_bench_positions[i],
						 depth ? depth : RK_BENCH_DEPTH,
						 &nrf_desk, &port);

		sum += nodes;
		rk_out_number(out, nodes);
		rk_out_line(out, " ", rk_bench_positions[i]);
	}
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

/* ---- talking ---- */

static const struct rk_uci_port port = {
	.out = {print, NULL},
	.thinker = &nrf_session.uci.thinker,
	.version = RK_VERSION,
	.hash = 1,
	.most_hash = 1,
	.most_threads = 1,
	.desk = &nrf_desk.uci.desk,
	.room = nrf_desk.uci.room,
	.plies = NRF_PERFT_PLIES,
	.lends = true,
	.only = nrf_session.uci.only,
	.most_only = NRF_MOST_ONLY,
	.seed = nrf_next_seed,
	.bench = bench,
};

static void sit_down(void)
{
	memset(HERE, 0, sizeof(*HERE));
	nrf_desk_seat_thinker(&HERE->thinker, &HERE->single, is_enough, NULL);
	HERE->thinker.stop = answer_now;
	HERE->thinker.ponderhit = answer_now;
	rk_uci_new(&HERE->uci, &port);
	rk_uci_line(&HERE->uci, "uci", 3);
}

void nrf_uci_talk(void)
{
	size_t room = nrf_desk_size() - sizeof(nrf_desk.uci.desk);

	sit_down();
	while (!HERE->leaving) {
		int byte = nrf_serial_read();

		if (byte == NRF_SERIAL_NOTHING) {
			take_buttons();
			nrf_sleep();
			continue;
		}
		take_byte(byte, LINE, room);
		/* What has begun to come while somebody thought goes on. */
		if (byte == '\n' || byte == '\r')
			memcpy(LINE, HERE->near, HERE->length);
	}
}
