/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The wishes of the levels; the list is in level.h. Each tries its move on
 * the thought's position where it must, and leaves that as it found it.
 */
#include "engine/level.h"

static void try_move(struct rk_thought *thought, rk_any_move move,
		     union rk_any_undo *undo)
{
	thought->rules->make(thought->pos, move, undo);
}

static void take_back(struct rk_thought *thought, rk_any_move move,
		      const union rk_any_undo *undo)
{
	thought->rules->unmake(thought->pos, move, undo);
}

/* Is it still there and attacked? Also where no rule calls that a check. */
static bool in_check(const struct rk_thought *thought, int seat, int square)
{
	const struct rk_rules *rules = thought->rules;
	uint8_t list[RK_MAX_ATTACKERS];

	return square >= 0 &&
	       rules->cell(thought->pos, square) == rk_cell(seat, RK_KING) &&
	       rules->attackers(thought->pos, square, seat, list) > 0;
}

/* What everybody has, to be compared: points, or the living kings of enemies. */
static void count_standing(const struct rk_thought *thought,
			   int standing[RK_MAX_SEATS])
{
	const struct rk_rules *rules = thought->rules;

	for (int seat = 0; seat < rules->players; seat++)
		standing[seat] =
			rules->points
				? rules->points(thought->pos, seat)
				: rk_find_king(rules, thought->pos, seat) >= 0;
}

/*
 * Enemies out of the game; with points as mates are paid, and what others are
 * paid, as for a stalemate, counts against it.
 */
static int count_mates(const struct rk_thought *thought,
		       const int before[RK_MAX_SEATS])
{
	const struct rk_rules *rules = thought->rules;
	int after[RK_MAX_SEATS] = {0}, mates = 0;

	count_standing(thought, after);
	for (int seat = 0; seat < rules->players; seat++) {
		int gain = after[seat] - before[seat];

		if (rules->points)
			gain /= RK4_MATE_POINTS;
		if (rules->points && seat == thought->seat)
			mates += gain;
		else if (!rk_are_partners(rules, thought->seat, seat))
			mates -= gain;
	}
	return mates;
}

int rk_wish_mate(struct rk_thought *thought, rk_any_move move)
{
	int before[RK_MAX_SEATS] = {0}, mates;
	union rk_any_undo undo;

	count_standing(thought, before);
	try_move(thought, move, &undo);
	mates = count_mates(thought, before);
	if (thought->rules->status(thought->pos).winners >> thought->seat & 1)
		mates += RK_MAX_SEATS;
	take_back(thought, move, &undo);
	return mates;
}

/* What the rules pay for a piece; a cheap queen is one pawn. */
static int prize(const struct rk_rules *rules, int cell)
{
	bool is_cheap = rules->points && cell & RK_CELL_CHEAP;

	return rk_worth(rules, is_cheap ? (cell & ~7) | RK_PAWN : cell);
}

int rk_wish_gain(struct rk_thought *thought, rk_any_move move)
{
	const struct rk_rules *rules = thought->rules;
	int square = rules->captured(thought->pos, move);
	int type = rules->promoted(thought->pos, move);
	int gain = 0;

	if (square >= 0)
		gain = prize(rules, rules->cell(thought->pos, square));
	if (type != RK_NONE)
		gain += rules->values[type] - rules->values[RK_PAWN];
	return gain;
}

int rk_wish_check(struct rk_thought *thought, rk_any_move move)
{
	const struct rk_rules *rules = thought->rules;
	union rk_any_undo undo;
	int checks = 0;

	try_move(thought, move, &undo);
	for (int seat = 0; seat < rules->players; seat++)
		checks += !rk_are_partners(rules, thought->seat, seat) &&
			  in_check(thought, seat,
				   rk_find_king(rules, thought->pos, seat));
	take_back(thought, move, &undo);
	return checks;
}

int rk_wish_capture_with_check(struct rk_thought *thought, rk_any_move move)
{
	if (thought->rules->captured(thought->pos, move) < 0 ||
	    !rk_wish_check(thought, move))
		return 0;
	return rk_wish_gain(thought, move);
}

int rk_profit(struct rk_thought *thought, rk_any_move move)
{
	int profit = rk_wish_gain(thought, move);
	union rk_any_undo undo;

	try_move(thought, move, &undo);
	profit -= rk_danger(thought->rules, thought->pos, thought->seat);
	take_back(thought, move, &undo);
	return profit;
}

bool rk_find_target(struct rk_thought *thought)
{
	const struct rk_rules *rules = thought->rules;
	int most = 0;

	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(thought->pos, square);
		int worth = rk_worth(rules, cell);

		if (worth > most && rk_cell_seat(cell) == thought->seat &&
		    rk_exchange(rules, thought->pos, square)) {
			most = worth;
			thought->target = square;
		}
	}
	return most != 0;
}

/* Does the move take a piece that attacks the target? */
static bool takes_attacker(const struct rk_thought *thought, rk_any_move move)
{
	const struct rk_rules *rules = thought->rules;
	int square = rules->captured(thought->pos, move);
	uint8_t list[RK_MAX_ATTACKERS];
	int count = rules->attackers(thought->pos, thought->target,
				     thought->seat, list);

	while (square >= 0 && count--)
		if (list[count] == square)
			return true;
	return false;
}

int rk_wish_rescue(struct rk_thought *thought, rk_any_move move)
{
	bool takes = takes_attacker(thought, move);
	bool goes = thought->rules->from(thought->pos, move) == thought->target;

	if (!(takes || goes) || rk_profit(thought, move) < 0)
		return 0;
	return takes ? 2 : 1;
}

int rk_wish_safety(struct rk_thought *thought, rk_any_move move)
{
	int profit = rk_profit(thought, move);

	return profit < 0 ? profit : 0;
}

/* One for whom a draw is a gain may well go in circles. */
int rk_wish_progress(struct rk_thought *thought, rk_any_move move)
{
	const struct rk_question *question = thought->question;
	const struct rk_rules *rules = thought->rules;
	union rk_any_undo undo;
	struct rk_outcome outcome;
	uint64_t key;
	int seen = 0;

	if (rk_draw_gain(rules, question->pos, thought->seat) > 0)
		return 0;
	try_move(thought, move, &undo);
	key = rules->key(thought->pos);
	outcome = rules->status(thought->pos);
	take_back(thought, move, &undo);
	if (outcome.reason != RK_REASON_NONE)
		return RK_POINTS_MIN;
	for (int i = 0; i < question->key_count; i++)
		seen += question->keys[i] == key;
	return -seen;
}

/* A reply that takes the player out of the game is worse than many checks. */
#define MANY_CHECKS 100

static int count_checks(const struct rk_thought *thought, int king)
{
	if (king < 0 || thought->rules->cell(thought->pos, king) !=
				rk_cell(thought->seat, RK_KING))
		return MANY_CHECKS;
	return in_check(thought, thought->seat, king);
}

/*
 * The replies are listed where the moves were. These come back as they were,
 * in the same order, because a list follows from its position.
 */
int rk_wish_calm(struct rk_thought *thought, rk_any_move move)
{
	const struct rk_rules *rules = thought->rules;
	union rk_any_undo undo, reply_undo;
	int checks = 0, count, king;

	try_move(thought, move, &undo);
	king = rk_find_king(rules, thought->pos, thought->seat);
	count = rules->moves(thought->pos, thought->moves);
	for (int i = 0; i < count; i++) {
		rk_any_move reply = thought->moves[i];

		try_move(thought, reply, &reply_undo);
		checks += count_checks(thought, king);
		take_back(thought, reply, &reply_undo);
	}
	take_back(thought, move, &undo);
	rules->moves(thought->pos, thought->moves);
	return -checks;
}

int rk_wish_control(struct rk_thought *thought, rk_any_move move)
{
	const struct rk_rules *rules = thought->rules;
	union rk_any_undo undo;
	int controlled = 0;

	try_move(thought, move, &undo);
	for (int square = 0; square < rk_board_squares(rules); square++)
		controlled +=
			rk_controls(rules, thought->pos, square, thought->seat);
	take_back(thought, move, &undo);
	return controlled;
}
