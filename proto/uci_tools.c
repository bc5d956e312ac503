/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Commands beyond the UCI protocol that engine authors are used to: perft,
 * eval, bench.
 */
#include "proto/uci.h"

#include "rookery/annotate.h"

/*
 * Counts below a move. It does not use the rules' make(), since with four
 * players nobody leaves the game in a perft tree.
 */
static uint64_t count_two(union rk_any_pos *pos, rk_any_move move, int depth,
			  rk_any_move *lists)
{
	struct rk_undo undo;
	uint64_t nodes;

	rk_pos_make(&pos->two, (rk_move)move, &undo);
	nodes = rk_perft(&pos->two, depth - 1, (rk_move *)lists);
	rk_pos_unmake(&pos->two, (rk_move)move, &undo);
	return nodes;
}

#ifdef RK_TWO_PLAYERS
#define count_four count_two
#else
static uint64_t count_four(union rk_any_pos *pos, rk_any_move move, int depth,
			   rk_any_move *lists)
{
	struct rk4_undo undo;
	uint64_t nodes;

	rk4_make(&pos->four, move, &undo);
	nodes = rk4_perft(&pos->four, depth - 1, lists);
	rk4_unmake(&pos->four, move, &undo);
	return nodes;
}
#endif

/*
 * Prints the count below every move and the total, on a copy of the position.
 */
static void divide(struct rk_uci *uci, int depth)
{
	const struct rk_out *out = &uci->out;
	const struct rk_rules *rules = uci->board.rules;
	rk_any_move *list = (rk_any_move *)(rk_uci_scratch(uci) + 1);
	union rk_any_pos *pos = &rk_uci_scratch(uci)->board.pos;
	uint64_t sum = 0;
	int count;

	*pos = uci->board.pos;
	count = rules->moves(pos, list);
	for (int i = 0; i < count; i++) {
		char text[RK_MOVE_TEXT_SIZE];
		uint64_t nodes;

		rules->write_move(text, pos, list[i], rk_uci_style(uci));
		nodes = (rules->players == 2 ? count_two : count_four)(
			pos, list[i], depth, list + RK_ANY_MAX_MOVES);
		rk_out_parts(out, (const char *const[]){text, ": ", NULL});
		rk_out_number(out, nodes);
		rk_out_char(out, '\n');
		sum += nodes;
	}
	rk_out_text(out, "\nNodes searched: ");
	rk_out_number(out, sum);
	rk_out_char(out, '\n');
}

/* Is the depth valid for this command? If not, writes a line. */
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
	if (is_depth(uci, "perft", depth, uci->perft_plies))
		divide(uci, (int)depth);
}

void rk_uci_perft(struct rk_uci *uci, struct rk_word rest)
{
	int64_t depth;

	if (!rk_word_integer(rk_word_take(&rest), &depth))
		depth = 0;
	rk_uci_count(uci, depth);
}

/*
 * The score is White's view with two players, and that of the player to move
 * with four.
 */
void rk_uci_evaluate(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_thinker *thinker = uci->thinker;
	const struct rk_uci_board *board = &uci->board;
	const struct rk_rules *rules = board->rules;
	const struct rk_out *out = &uci->out;
	int turn = rules->turn(&board->pos);
	int viewer = rules->players == 2 ? RK_WHITE : turn;
	char text[RK_SCORE_TEXT_SIZE];
	int value;

	(void)rest;
	if (rules->in_check(&board->pos, turn)) {
		rk_out_line(out, "Evaluation: none (in check)");
		return;
	}
	value = thinker->evaluate(thinker->self, rules, &board->pos);
	value = viewer == turn ? value : -value;
	rk_score_write(text, value);
	rk_out_line(out, "Evaluation: ", value < 0 ? "" : "+", text, " (",
		    rules->seats[viewer], "'s view)");
}

void rk_uci_bench(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_platform *platform = uci->platform;
	struct rk_word word = rk_word_take(&rest);
	int64_t depth = 0;

	if (!platform->bench)
		rk_uci_say(uci, rk_uci_no_word(),
			   "there is no bench on this machine");
	else if (!word.length)
		platform->bench(platform->self, 0, &uci->out);
	else if (is_depth(uci, "bench",
			  rk_word_integer(word, &depth) ? depth : 0,
			  RK_MAX_PLY))
		platform->bench(platform->self, (int)depth, &uci->out);
}
