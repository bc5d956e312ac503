/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The geometry of drawn boards: where the squares of every kind of chess are,
 * from every seat, and what a position and a move put on them. A point in a
 * square belongs to it and no other; places are those that players of the seat
 * see, written down here by hand.
 */
#include <math.h>
#include <string.h>

#include "ports/desktop/board.h"
#include "tests/unit/unit.h"

static void start(struct board_view *view, union rk_any_pos *pos,
		  const struct rk_rules *rules, int below)
{
	*view = (struct board_view){.below = (uint8_t)below};
	rules->start(pos, 0);
	board_from_pos(view, rules, pos);
}

/* Every square that is no wall has a place of its own inside the board. */
static void places_and_points(const struct rk_rules *rules, int below)
{
	static const double sizes[] = {14, 200, 333.3, 1200};
	struct board_view view;
	union rk_any_pos pos;
	double column, row;

	start(&view, &pos, rules, below);
	for (int square = 0; square < rk_board_squares(rules); square++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			double side = board_square_size(&view, sizes[i]);
			int expected = rules->cell(&pos, square) == RK_CELL_WALL
					       ? -1
					       : square;

			board_square_place(&view, square, &column, &row);
			assert_true(column >= 0 && column < rules->files);
			assert_true(row >= 0 && row < rules->ranks);
			for (double at = 0.01; at < 1; at += 0.49)
				assert_int_equal(
					board_square_at(&view, sizes[i],
							(column + at) * side,
							(row + 1 - at) * side),
					expected);
		}
}

static void inverse_in_every_turn(void **state)
{
	(void)state;
	for (int i = 0; rk_rules_all[i]; i++)
		for (int seat = 0; seat < rk_rules_all[i]->players; seat++)
			places_and_points(rk_rules_all[i], seat);
}

/* A square by its name. */
static int named(const struct rk_rules *rules, const char *name)
{
	int rank = 0;

	for (const char *digit = name + 1; *digit; digit++)
		rank = rank * 10 + *digit - '0';
	return (rank - 1) * rules->files + name[0] - 'a';
}

static void places_as_players_see_them(void **state)
{
	static const struct {
		const struct rk_rules *rules;
		int below;
		const char *name;
		int column, row;
	} table[] = {
		{&rk_rules_standard, 0, "a1", 0, 7},
		{&rk_rules_standard, 0, "h8", 7, 0},
		{&rk_rules_standard, 0, "c2", 2, 6},
		{&rk_rules_standard, 1, "a1", 7, 0},
		{&rk_rules_standard, 1, "c2", 5, 1},
		/* Red has d1 at the lower left, Blue sits to the left of it. */
		{&rk_rules_ffa, 0, "d1", 3, 13},
		{&rk_rules_ffa, 0, "a4", 0, 10},
		/* For Blue its own pieces on the a-file are below. */
		{&rk_rules_ffa, 1, "a11", 3, 13},
		{&rk_rules_ffa, 1, "d1", 13, 10},
		{&rk_rules_ffa, 2, "k14", 3, 13},
		{&rk_rules_ffa, 3, "n4", 3, 13},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct board_view view;
		union rk_any_pos pos;
		double column, row;

		start(&view, &pos, table[i].rules, table[i].below);
		board_square_place(&view, named(view.rules, table[i].name),
				   &column, &row);
		assert_int_equal((int)column, table[i].column);
		assert_int_equal((int)row, table[i].row);
	}
}

static void outside_is_no_square(void **state)
{
	static const double wrong[] = {-0.001, -1e300,   640,      1e300,
				       NAN,    INFINITY, -INFINITY};
	struct board_view view;
	union rk_any_pos pos;

	(void)state;
	start(&view, &pos, &rk_rules_standard, 0);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(board_square_at(&view, 640, wrong[i], 5), -1);
		assert_int_equal(board_square_at(&view, 640, 5, wrong[i]), -1);
	}
	assert_int_equal(board_square_at(&view, 0, 0, 0), -1);
	assert_int_equal(board_square_at(&view, -8, -1, -1), -1);
	assert_int_equal(board_square_at(&view, NAN, 1, 1), -1);
	/* The corners of the cross are walls. */
	start(&view, &pos, &rk_rules_ffa, 0);
	assert_int_equal(board_square_at(&view, 1400, 150, 150), -1);
	assert_int_equal(board_square_at(&view, 1400, 350, 50), 13 * 14 + 3);
}

static void sizes_that_fit(void **state)
{
	struct board_view view;
	union rk_any_pos pos;

	(void)state;
	start(&view, &pos, &rk_rules_standard, 0);
	assert_int_equal((int)board_fit(&view, 647.9), 640);
	assert_int_equal((int)board_square_size(&view, 640), 80);
	start(&view, &pos, &rk_rules_ffa, 0);
	assert_int_equal((int)board_fit(&view, 1200), 1190);
	assert_int_equal((int)board_square_size(&view, 1190), 85);
}

/* The mate of fools: the king on e1 is in check, the queen came from d8. */
static void marks_of_checks_and_moves(void **state)
{
	static const char before[] =
		"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2";
	const struct rk_rules *rules = &rk_rules_standard;
	struct board_view view = {.theme = 2, .coordinates = true};
	union rk_any_pos pos, next;
	union rk_any_undo undo;
	struct rk_error error;
	rk_any_move move;
	int marked = 0;

	(void)state;
	assert_true(rules->read(&pos, before, strlen(before), &error));
	assert_int_equal(rules->read_move(&move, &pos, "Qh4", 3),
			 RK_NOTATION_OK);
	next = pos;
	rules->make(&next, move, &undo);
	memset(view.marks, 0xff, sizeof(view.marks));
	board_from_pos(&view, rules, &next);
	board_mark_move(&view, &pos, move);
	assert_int_equal(view.theme, 2);
	assert_true(view.coordinates);
	for (int i = 0; i < BOARD_SQUARES; i++)
		marked += view.marks[i] != 0;
	assert_int_equal(marked, 3);
	assert_int_equal(view.marks[named(rules, "e1")], BOARD_CHECK);
	assert_int_equal(view.marks[named(rules, "d8")], BOARD_LAST);
	assert_int_equal(view.marks[named(rules, "h4")], BOARD_LAST);
	assert_int_equal(view.by[named(rules, "h4")], RK_BLACK);
	assert_int_equal(view.cells[64], RK_CELL_WALL);
	assert_int_equal(view.cells[BOARD_SQUARES - 1], RK_CELL_WALL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inverse_in_every_turn),
		cmocka_unit_test(places_as_players_see_them),
		cmocka_unit_test(outside_is_no_square),
		cmocka_unit_test(sizes_that_fit),
		cmocka_unit_test(marks_of_checks_and_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
