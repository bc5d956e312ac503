/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Material, and which pieces are in danger. Danger is a static exchange on one
 * square, by its attackers and defenders. Nothing is searched: pinned pieces
 * count like others, and pieces behind other pieces (x-rays) do not count.
 */
#include "engine/level.h"

#define KING_VALUE 100

static bool is_living(int cell)
{
	return rk_cell_is_piece(cell) && !(cell & RK_CELL_DEAD);
}

int rk_piece_value(const struct rk_rules *rules, int cell)
{
	if (!is_living(cell))
		return 0;
	return rk_cell_type(cell) == RK_KING
		       ? KING_VALUE
		       : rules->values[rk_cell_type(cell)];
}

int rk_material(const struct rk_rules *rules, const union rk_any_pos *pos,
		int seat)
{
	int sum = 0;

	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(pos, square);

		if (is_living(cell) && rk_cell_type(cell) != RK_KING &&
		    rk_are_partners(rules, seat, rk_cell_seat(cell)))
			sum += rk_piece_value(rules, cell);
	}
	return sum;
}

int rk_material_balance(const struct rk_rules *rules,
			const union rk_any_pos *pos, int seat)
{
	int most = 0;

	for (int other = 0; other < rules->players; other++) {
		int has = rk_are_partners(rules, seat, other)
				  ? 0
				  : rk_material(rules, pos, other);

		if (has > most)
			most = has;
	}
	return rk_material(rules, pos, seat) - most;
}

int rk_draw_gain(const struct rk_rules *rules, const union rk_any_pos *pos,
		 int seat)
{
	int most = 0;

	if (!rules->points)
		return -rk_material_balance(rules, pos, seat);
	for (int other = 0; other < rules->players; other++)
		if (other != seat && rules->points(pos, other) > most)
			most = rules->points(pos, other);
	return rules->points(pos, seat) - most;
}

/* The seat after this one is an enemy in every kind of chess. */
static int rival_of(const struct rk_rules *rules, int seat)
{
	return (seat + 1) % rules->players;
}

/*
 * The pieces of a player and its partner that attack a square, by type. The
 * rules list the attackers that are enemies of a given seat; seen from a rival
 * these are the friends, with other rivals among them.
 */
static int count_friends(const struct rk_rules *rules,
			 const union rk_any_pos *pos, int square, int seat,
			 uint8_t counts[RK_TYPES])
{
	uint8_t list[RK_MAX_ATTACKERS];
	int number = rules->attackers(pos, square, rival_of(rules, seat), list);
	int friends = 0;

	memset(counts, 0, RK_TYPES);
	for (int i = 0; i < number; i++) {
		int cell = rules->cell(pos, list[i]);

		if (!rk_are_partners(rules, seat, rk_cell_seat(cell)))
			continue;
		counts[rk_cell_type(cell)]++;
		friends++;
	}
	return friends;
}

/* The same for the player's enemies. */
static int count_enemies(const struct rk_rules *rules,
			 const union rk_any_pos *pos, int square, int seat,
			 uint8_t counts[RK_TYPES])
{
	uint8_t list[RK_MAX_ATTACKERS];
	int number = rules->attackers(pos, square, seat, list);

	memset(counts, 0, RK_TYPES);
	for (int i = 0; i < number; i++)
		counts[rk_cell_type(rules->cell(pos, list[i]))]++;
	return number;
}

bool rk_attacks_square(const struct rk_rules *rules,
		       const union rk_any_pos *pos, int square, int seat)
{
	uint8_t counts[RK_TYPES];

	return count_friends(rules, pos, square, seat, counts) > 0;
}

/* Removes the least valuable piece from the counts; RK_NONE: none is left. */
static int pop_least(uint8_t counts[RK_TYPES])
{
	int type = 0;

	while (type < RK_TYPES && !counts[type])
		type++;
	if (type == RK_TYPES)
		return RK_NONE;
	counts[type]--;
	return type;
}

/*
 * Both sides capture in turn, the least valuable piece first; all enemies are
 * one side. captured[n] is the piece that the n-th capture takes. The loss is
 * then found backwards: a side that would lose by capturing stops before it.
 */
int rk_exchange_loss(const struct rk_rules *rules, const union rk_any_pos *pos,
		     int square)
{
	int cell = rules->cell(pos, square);
	int seat = rk_cell_seat(cell);
	uint8_t counts[2][RK_TYPES]; /* enemies, friends */
	int captured[2 * RK_MAX_ATTACKERS + 1];
	int taken = 0, loss = 0, type;

	if (!count_enemies(rules, pos, square, seat, counts[0]))
		return 0;
	count_friends(rules, pos, square, seat, counts[1]);
	captured[0] = rk_piece_value(rules, cell);
	while ((type = pop_least(counts[taken & 1])) != RK_NONE)
		captured[++taken] = rk_piece_value(rules, rk_cell(seat, type));
	while (taken--) {
		loss = captured[taken] - loss;
		if (loss < 0)
			loss = 0;
	}
	return loss;
}

int rk_max_loss(const struct rk_rules *rules, const union rk_any_pos *pos,
		int seat)
{
	int most = 0;

	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(pos, square);
		int loss;

		if (!is_living(cell) || rk_cell_seat(cell) != seat)
			continue;
		loss = rk_exchange_loss(rules, pos, square);
		if (loss > most)
			most = loss;
	}
	return most;
}
