/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rules of levels 2 to 4; level.h lists them. A rule that needs the position
 * after a move makes it on candidates->pos and unmakes it again.
 */
#include "engine/level.h"

static void make_move(struct rk_candidates *candidates, rk_any_move move,
		      union rk_any_undo *undo)
{
	candidates->rules->make(candidates->pos, move, undo);
}

static void unmake_move(struct rk_candidates *candidates, rk_any_move move,
			const union rk_any_undo *undo)
{
	candidates->rules->unmake(candidates->pos, move, undo);
}

/*
 * Is the king still on its square and attacked? In casual chess there is no
 * check, but an attacked king is in danger all the same.
 */
static bool in_check(const struct rk_candidates *candidates, int seat,
		     int square)
{
	const struct rk_rules *rules = candidates->rules;
	uint8_t list[RK_MAX_ATTACKERS];

	return square >= 0 &&
	       rules->cell(candidates->pos, square) == rk_cell(seat, RK_KING) &&
	       rules->attackers(candidates->pos, square, seat, list) > 0;
}

/* For a comparison before and after a move: points, or 1 for a living king. */
static void count_status(const struct rk_candidates *candidates,
			 int values[RK_MAX_SEATS])
{
	const struct rk_rules *rules = candidates->rules;

	for (int seat = 0; seat < rules->players; seat++)
		values[seat] = rules->points
				       ? rules->points(candidates->pos, seat)
				       : rk_find_king(rules, candidates->pos,
						      seat) >= 0;
}

/*
 * How many enemies a move has mated. With points it is the points earned, in
 * mates; points that others earn by the move, as for a stalemate, count against
 * it.
 */
static int count_mates(const struct rk_candidates *candidates,
		       const int before[RK_MAX_SEATS])
{
	const struct rk_rules *rules = candidates->rules;
	int after[RK_MAX_SEATS] = {0}, mates = 0;

	count_status(candidates, after);
	for (int seat = 0; seat < rules->players; seat++) {
		int gain = after[seat] - before[seat];

		if (rules->points)
			gain /= RK4_MATE_POINTS;
		if (rules->points && seat == candidates->seat)
			mates += gain;
		else if (!rk_are_partners(rules, candidates->seat, seat))
			mates -= gain;
	}
	return mates;
}

int rk_rule_mate(struct rk_candidates *candidates, rk_any_move move)
{
	int before[RK_MAX_SEATS] = {0}, mates;
	union rk_any_undo undo;

	count_status(candidates, before);
	make_move(candidates, move, &undo);
	mates = count_mates(candidates, before);
	if (candidates->rules->status(candidates->pos).winners >>
		    candidates->seat &
	    1)
		mates += RK_MAX_SEATS;
	unmake_move(candidates, move, &undo);
	return mates;
}

/* Where points are counted, a promoted queen earns no more than a pawn. */
static int capture_value(const struct rk_rules *rules, int cell)
{
	bool is_cheap = rules->points && cell & RK_CELL_CHEAP;

	return rk_piece_value(rules, is_cheap ? (cell & ~7) | RK_PAWN : cell);
}

int rk_rule_gain(struct rk_candidates *candidates, rk_any_move move)
{
	const struct rk_rules *rules = candidates->rules;
	int square = rules->captured(candidates->pos, move);
	int type = rules->promoted(candidates->pos, move);
	int gain = 0;

	if (square >= 0)
		gain = capture_value(rules,
				     rules->cell(candidates->pos, square));
	if (type != RK_NONE)
		gain += rules->values[type] - rules->values[RK_PAWN];
	return gain;
}

int rk_rule_check(struct rk_candidates *candidates, rk_any_move move)
{
	const struct rk_rules *rules = candidates->rules;
	union rk_any_undo undo;
	int checks = 0;

	make_move(candidates, move, &undo);
	for (int seat = 0; seat < rules->players; seat++)
		checks += !rk_are_partners(rules, candidates->seat, seat) &&
			  in_check(candidates, seat,
				   rk_find_king(rules, candidates->pos, seat));
	unmake_move(candidates, move, &undo);
	return checks;
}

int rk_rule_capture_with_check(struct rk_candidates *candidates,
			       rk_any_move move)
{
	if (candidates->rules->captured(candidates->pos, move) < 0 ||
	    !rk_rule_check(candidates, move))
		return 0;
	return rk_rule_gain(candidates, move);
}

int rk_net_gain(struct rk_candidates *candidates, rk_any_move move)
{
	int net_gain = rk_rule_gain(candidates, move);
	union rk_any_undo undo;

	make_move(candidates, move, &undo);
	net_gain -= rk_max_loss(candidates->rules, candidates->pos,
				candidates->seat);
	unmake_move(candidates, move, &undo);
	return net_gain;
}

bool rk_find_threatened(struct rk_candidates *candidates)
{
	const struct rk_rules *rules = candidates->rules;
	int most = 0;

	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(candidates->pos, square);
		int value = rk_piece_value(rules, cell);

		if (value > most && rk_cell_seat(cell) == candidates->seat &&
		    rk_exchange_loss(rules, candidates->pos, square)) {
			most = value;
			candidates->threatened = square;
		}
	}
	return most != 0;
}

/* Does the move capture an attacker of the threatened piece? */
static bool takes_attacker(const struct rk_candidates *candidates,
			   rk_any_move move)
{
	const struct rk_rules *rules = candidates->rules;
	int square = rules->captured(candidates->pos, move);
	uint8_t list[RK_MAX_ATTACKERS];
	int count = rules->attackers(candidates->pos, candidates->threatened,
				     candidates->seat, list);

	while (square >= 0 && count--)
		if (list[count] == square)
			return true;
	return false;
}

int rk_rule_rescue(struct rk_candidates *candidates, rk_any_move move)
{
	bool captures = takes_attacker(candidates, move);
	bool leaves = candidates->rules->from(candidates->pos, move) ==
		      candidates->threatened;

	if (!(captures || leaves) || rk_net_gain(candidates, move) < 0)
		return 0;
	return captures ? 2 : 1;
}

int rk_rule_safety(struct rk_candidates *candidates, rk_any_move move)
{
	int net_gain = rk_net_gain(candidates, move);

	return net_gain < 0 ? net_gain : 0;
}

/*
 * The score is lower the more often the position has occurred before. If a draw
 * is welcome, all moves score alike.
 */
int rk_rule_progress(struct rk_candidates *candidates, rk_any_move move)
{
	const struct rk_question *question = candidates->question;
	const struct rk_rules *rules = candidates->rules;
	union rk_any_undo undo;
	struct rk_outcome outcome;
	uint64_t key;
	int repetitions = 0;

	if (rk_draw_gain(rules, question->pos, candidates->seat) > 0)
		return 0;
	make_move(candidates, move, &undo);
	key = rules->key(candidates->pos);
	outcome = rules->status(candidates->pos);
	unmake_move(candidates, move, &undo);
	if (outcome.reason != RK_REASON_NONE)
		return RK_RULE_MIN;
	for (int i = 0; i < question->key_count; i++)
		repetitions += question->keys[i] == key;
	return -repetitions;
}

/* A reply that captures the king, or mates, counts like many checks. */
#define MANY_CHECKS 100

static int count_checks(const struct rk_candidates *candidates, int king)
{
	if (king < 0 || candidates->rules->cell(candidates->pos, king) !=
				rk_cell(candidates->seat, RK_KING))
		return MANY_CHECKS;
	return in_check(candidates, candidates->seat, king);
}

/*
 * To save memory, the replies are generated over the list of candidates, which
 * is generated again at the end. The generator gives the same moves in the same
 * order, so rejected[] still fits.
 */
int rk_rule_few_checks(struct rk_candidates *candidates, rk_any_move move)
{
	const struct rk_rules *rules = candidates->rules;
	union rk_any_undo undo, reply_undo;
	int checks = 0, count, king;

	make_move(candidates, move, &undo);
	king = rk_find_king(rules, candidates->pos, candidates->seat);
	count = rules->moves(candidates->pos, candidates->moves);
	for (int i = 0; i < count; i++) {
		rk_any_move reply = candidates->moves[i];

		make_move(candidates, reply, &reply_undo);
		checks += count_checks(candidates, king);
		unmake_move(candidates, reply, &reply_undo);
	}
	unmake_move(candidates, move, &undo);
	rules->moves(candidates->pos, candidates->moves);
	return -checks;
}

int rk_rule_control(struct rk_candidates *candidates, rk_any_move move)
{
	const struct rk_rules *rules = candidates->rules;
	union rk_any_undo undo;
	int attacked = 0;

	make_move(candidates, move, &undo);
	for (int square = 0; square < rk_board_squares(rules); square++)
		attacked += rk_attacks_square(rules, candidates->pos, square,
					      candidates->seat);
	unmake_move(candidates, move, &undo);
	return attacked;
}
