/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the unit tests share: a position from a FEN that must be good,
 * positions of random play, moved on by the core itself, and a place to write
 * text to.
 */
#ifndef RK_TESTS_UNIT_H
#define RK_TESTS_UNIT_H

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/rules.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/walk.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A position for four players where one of any kind is wanted. */
static inline const union rk_any_pos *unit_any_four(const struct rk4_pos *pos)
{
	return (const union rk_any_pos *)pos;
}

static inline void unit_read_as(union rk_any_pos *pos,
				const struct rk_rules *rules, const char *fen)
{
	struct rk_error error;

	if (!rules->read(pos, fen, strlen(fen), &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
}

static inline struct rk_pos unit_read(const char *fen)
{
	union rk_any_pos pos;

	unit_read_as(&pos, &rk_rules_standard, fen);
	return pos.two;
}

/* What a struct rk_task begins with: the position of a FEN. */
#define UNIT_TASK(fen) .rules = &rk_rules_standard, .pos.two = unit_read(fen)

/* The start of a game, of every kind in turn. */
static inline struct rk_pos unit_start(int game, uint64_t *seed)
{
	struct oracle_pos oracle;
	struct rk_pos pos;

	walk_start(&oracle, game % WALK_KINDS, game / WALK_KINDS, seed);
	compare_read(&pos, &oracle);
	return pos;
}

/* The position with every square moved, colours exchanged if that is asked. */
static inline struct rk_pos unit_turned(const struct rk_pos *pos,
					int square_bits, bool exchange)
{
	struct rk_setup setup, result;
	struct rk_pos turned;

	rk_setup_from_pos(&setup, pos);
	result = setup;
	result.castle = 0;
	for (int square = 0; square < RK_SQUARES; square++) {
		int to = square ^ square_bits, piece = setup.board[square];

		if (exchange && piece != RK_NONE)
			piece ^= 8;
		result.board[to] = (uint8_t)piece;
		if (setup.castle & rk_square_bit(square))
			result.castle |= rk_square_bit(to);
	}
	if (exchange)
		result.side ^= 1;
	if (setup.ep != RK_NO_SQUARE)
		result.ep = (uint8_t)(setup.ep ^ square_bits);
	assert_int_equal(rk_pos_from_setup(&turned, &result, false), 0);
	return turned;
}

/* One of a list that is not empty, the rare kinds more often than is fair. */
static inline rk_move unit_choose(const rk_move *list, int count,
				  uint64_t *seed)
{
	rk_move move = list[walk_random(seed, count)];

	for (int i = 0; i < 4 && rk_move_kind(move) == RK_NORMAL; i++)
		move = list[walk_random(seed, count)];
	return move;
}

/* Calls a test on that many positions of random play, every eighth or so. */
static inline void unit_each_position(int positions, uint64_t seed,
				      void (*test)(const struct rk_pos *pos))
{
	rk_move list[RK_MAX_MOVES];
	struct rk_undo undo;

	for (int game = 0; positions > 0; game++) {
		struct rk_pos pos = unit_start(game, &seed);

		for (int ply = 0; ply < 80 && positions > 0; ply++) {
			int count = rk_gen_legal(&pos, list);

			if (!walk_random(&seed, 8)) {
				test(&pos);
				positions--;
			}
			if (!count)
				break;
			rk_pos_make(&pos, unit_choose(list, count, &seed),
				    &undo);
		}
	}
}

/* What was written so far; too large for a stack. */
struct unit_text {
	char text[1 << 18];
	size_t length;
};

static inline void unit_clear(struct unit_text *text)
{
	text->length = 0;
	text->text[0] = '\0';
}

/* As struct rk_out has it; self is a struct unit_text. */
static inline void unit_write(void *self, const char *text, size_t length)
{
	struct unit_text *to = self;

	assert_true(to->length + length < sizeof(to->text));
	memcpy(to->text + to->length, text, length);
	to->length += length;
	to->text[to->length] = '\0';
}

#endif
