/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The commands of a UCI session that are no part of the protocol, but that
 * people who write engines are used to: perft, eval, bench.
 */
#include "proto/uci.h"

#include "proto/annotate.h"

/* Counts below every move and in all. */
static void divide(struct rk_uci *uci, int depth)
{
	const struct rk_out *out = &uci->port->out;
	rk_move *list = uci->port->room;
	struct rk_pos pos = rk_uci_board(uci)->pos;
	int count = rk_gen_legal(&pos, list);
	uint64_t sum = 0;

	for (int i = 0; i < count; i++) {
		struct rk_undo undo;
		char text[RK_COORD_SIZE];
		uint64_t nodes;

		rk_coord_write(text, list[i], rk_uci_castling(uci));
		rk_pos_make(&pos, list[i], &undo);
		nodes = rk_perft(&pos, depth - 1, list + RK_MAX_MOVES);
		rk_pos_unmake(&pos, list[i], &undo);
		rk_out_parts(out, (const char *const[]){text, ": ", NULL});
		rk_out_number(out, nodes);
		rk_out_char(out, '\n');
		sum += nodes;
	}
	rk_out_text(out, "\nNodes searched: ");
	rk_out_number(out, sum);
	rk_out_char(out, '\n');
}

/* Is it a depth that a command can have? If not, a line says so. */
static bool is_depth(struct rk_uci *uci, const char *name, int64_t depth,
		     int most)
{
	if (depth >= 1 && depth <= most)
		return true;
	rk_uci_say(uci, rk_uci_no_word(), name, " needs a number from 1 to ",
		   rk_number((uint32_t)most).text);
	return false;
}

void rk_uci_count(struct rk_uci *uci, int64_t depth)
{
	if (is_depth(uci, "perft", depth, uci->port->plies))
		divide(uci, (int)depth);
}

void rk_uci_perft(struct rk_uci *uci, struct rk_word rest)
{
	int64_t depth;

	if (!rk_word_integer(rk_word_take(&rest), &depth))
		depth = 0;
	rk_uci_count(uci, depth);
}

void rk_uci_evaluate(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_thinker *thinker = uci->port->thinker;
	const struct rk_pos *pos = &rk_uci_board(uci)->pos;
	const struct rk_out *out = &uci->port->out;
	char text[RK_SCORE_TEXT_SIZE];
	int value;

	(void)rest;
	if (pos->checkers) {
		rk_out_line(out, "Evaluation: none (in check)");
		return;
	}
	value = thinker->evaluate(thinker->self, pos);
	value = pos->side == RK_WHITE ? value : -value;
	rk_score_write(text, value);
	rk_out_line(out, "Evaluation: ", value < 0 ? "" : "+", text,
		    " (White's view)");
}

void rk_uci_bench(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_uci_port *port = uci->port;
	struct rk_word word = rk_word_take(&rest);
	int64_t depth = 0;

	if (!port->bench)
		rk_uci_say(uci, rk_uci_no_word(),
			   "there is no bench on this machine");
	else if (!word.length)
		port->bench(port->self, 0, &port->out);
	else if (is_depth(uci, "bench",
			  rk_word_integer(word, &depth) ? depth : 0,
			  RK_MAX_PLY))
		port->bench(port->self, (int)depth, &port->out);
}
