/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How a position stands: mates, stalemates, draws that need no history, and
 * which of two comes first. Standard chess and minors here; casual chess is
 * with the rules, and the material that can mate has a test of its own.
 */
#include "tests/unit/unit.h"

#include "rookery/status.h"

static const struct {
	const char *fen;
	enum rk_status status;
	bool check;
} row[] = {
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", RK_PLAYING,
	 false},
	{"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", RK_PLAYING, true},
	/* fool's mate, back rank, smothered, two rooks, queen, two bishops */
	{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
	 RK_CHECKMATE, true},
	{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", RK_CHECKMATE, true},
	{"6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", RK_CHECKMATE, true},
	{"R2k4/1R6/8/8/8/8/8/4K3 b - - 0 1", RK_CHECKMATE, true},
	{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", RK_CHECKMATE, true},
	{"7k/8/6K1/3BB3/8/8/8/8 b - - 0 1", RK_CHECKMATE, true},
	{"8/8/8/8/8/5k2/6q1/7K w - - 0 1", RK_CHECKMATE, true},
	/* by two pieces at once, of which each alone could be answered */
	{"2bkr3/2p5/8/6B1/8/8/8/3R1K2 b - - 0 1", RK_CHECKMATE, true},
	{"2bkr3/2p5/8/6B1/8/8/8/5K2 b - - 0 1", RK_PLAYING, true},
	{"2bkr3/2p5/8/8/8/8/8/3R1K2 b - - 0 1", RK_PLAYING, true},
	/* no mate: it can be taken, blocked, run from, taken en passant */
	{"R5k1/5ppp/8/3b4/8/8/8/4K3 b - - 0 1", RK_PLAYING, true},
	{"R5k1/5pp1/7p/8/8/8/8/4K3 b - - 0 1", RK_PLAYING, true},
	{"R5k1/1r3ppp/8/8/8/8/8/4K3 b - - 0 1", RK_PLAYING, true},
	{"r5k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", RK_PLAYING, false},
	{"8/8/8/1r1pP3/4K3/1r3r2/5r2/k7 w - d6 0 1", RK_PLAYING, true},
	/* stalemate, by pieces and by pins */
	{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", RK_STALEMATE, false},
	{"k7/P7/K7/8/8/8/8/8 b - - 0 1", RK_STALEMATE, false},
	{"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", RK_STALEMATE, false},
	{"k1K5/b7/8/8/8/8/Q7/8 b - - 0 1", RK_STALEMATE, false},
	{"k1K5/b7/8/8/8/8/R7/8 b - - 0 1", RK_STALEMATE, false},
	/* insufficient material */
	{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", RK_INSUFFICIENT, false},
	{"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", RK_INSUFFICIENT, false},
	{"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", RK_INSUFFICIENT, false},
	{"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", RK_INSUFFICIENT, false},
	{"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", RK_PLAYING, false},
	{"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", RK_PLAYING, false},
	{"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", RK_PLAYING, false},
	{"4k3/7p/8/8/8/8/8/4K3 w - - 0 1", RK_PLAYING, false},
	{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", RK_PLAYING, false},
	/* seventy-five moves by each */
	{"4k3/8/8/8/8/8/8/4K2R w - - 99 80", RK_PLAYING, false},
	{"4k3/8/8/8/8/8/8/4K2R w - - 100 80", RK_PLAYING, false},
	{"4k3/8/8/8/8/8/8/4K2R w - - 149 80", RK_PLAYING, false},
	{"4k3/8/8/8/8/8/8/4K2R w - - 150 80", RK_SEVENTY_FIVE, false},
	{"4k3/8/8/8/8/8/8/4K2R w - - 9999 80", RK_SEVENTY_FIVE, false},
	{"4k2R/8/8/8/8/8/8/4K3 b - - 150 80", RK_SEVENTY_FIVE, true},
	/* which comes first: mate, stalemate, material, moves */
	{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 80", RK_CHECKMATE, true},
	{"7k/5Q2/6K1/8/8/8/8/8 b - - 150 80", RK_STALEMATE, false},
	{"k1K5/8/1N6/8/8/8/8/8 b - - 150 80", RK_INSUFFICIENT, true},
	{"4k3/8/8/8/8/8/8/4K3 w - - 150 80", RK_INSUFFICIENT, false},
	/* no move left, and no material either: that is stalemate */
	{"k7/2K5/8/4B3/8/8/8/8 b - - 0 1", RK_INSUFFICIENT, false},
	{"k7/2K5/1B6/8/8/8/8/8 b - - 0 1", RK_STALEMATE, false},
};

static void test_positions(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_pos pos = unit_read(row[i].fen);
		rk_move list[RK_MAX_MOVES];
		int count = rk_gen_legal(&pos, list);

		if (rk_pos_status(&pos) != row[i].status)
			fail_msg("%s: status %d", row[i].fen,
				 (int)rk_pos_status(&pos));
		assert_int_equal(rk_pos_in_check(&pos), row[i].check);
		assert_int_equal(rk_pos_has_move(&pos), count > 0);
		assert_int_equal(count == 0,
				 row[i].status == RK_CHECKMATE ||
					 row[i].status == RK_STALEMATE);
		assert_int_equal(rk_pos_is_fifty(&pos), pos.halfmove >= 100);
	}
}

/* The same in the words of a game. */
static void test_outcomes(void **state)
{
	static const uint8_t reasons[] = {
		[RK_PLAYING] = RK_REASON_NONE,
		[RK_CHECKMATE] = RK_REASON_CHECKMATE,
		[RK_STALEMATE] = RK_REASON_STALEMATE,
		[RK_INSUFFICIENT] = RK_REASON_INSUFFICIENT,
		[RK_SEVENTY_FIVE] = RK_REASON_SEVENTY_FIVE,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_pos pos = unit_read(row[i].fen);
		struct rk_outcome outcome =
			rk_rules_standard.status(rk_any_of(&pos));
		bool black_to_move = strstr(row[i].fen, " b ") != NULL;
		int winners = black_to_move ? 1 : 2;

		assert_int_equal(outcome.reason, reasons[row[i].status]);
		assert_int_equal(outcome.winners,
				 row[i].status == RK_CHECKMATE ? winners : 0);
		assert_int_equal(rk_rules_standard.claimable(rk_any_of(&pos)),
				 pos.halfmove >= 100 ? RK_REASON_FIFTY
						     : RK_REASON_NONE);
		for (int seat = 0; seat < 2; seat++)
			assert_int_equal(rk_rules_standard.in_check(
						 rk_any_of(&pos), seat),
					 row[i].check && seat == black_to_move);
	}
}

/* Where a minor piece each is a draw, beside standard chess. */
static void test_minors(void **state)
{
	static const struct {
		const char *fen;
		enum rk_status standard, minors;
	} both[] = {
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", RK_INSUFFICIENT,
		 RK_INSUFFICIENT},
		{"4k3/8/8/8/8/8/8/4KN2 b - - 0 1", RK_INSUFFICIENT,
		 RK_INSUFFICIENT},
		{"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", RK_INSUFFICIENT,
		 RK_INSUFFICIENT},
		/* a minor piece each; bishops on one colour, on two */
		{"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", RK_PLAYING,
		 RK_INSUFFICIENT},
		{"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", RK_PLAYING,
		 RK_INSUFFICIENT},
		{"4kn2/8/8/8/8/8/8/4KB2 b - - 0 1", RK_PLAYING,
		 RK_INSUFFICIENT},
		{"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", RK_INSUFFICIENT,
		 RK_INSUFFICIENT},
		{"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", RK_PLAYING,
		 RK_INSUFFICIENT},
		/* more than one is too much, unless it is always a draw */
		{"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", RK_PLAYING, RK_PLAYING},
		{"4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", RK_PLAYING, RK_PLAYING},
		{"4kn2/8/8/8/8/8/8/3NKN2 b - - 0 1", RK_PLAYING, RK_PLAYING},
		{"2b1kn2/8/8/8/8/8/8/4KN2 b - - 0 1", RK_PLAYING, RK_PLAYING},
		{"4k3/8/8/8/8/3B4/8/4KB2 w - - 0 1", RK_INSUFFICIENT,
		 RK_INSUFFICIENT},
		/* other pieces */
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", RK_PLAYING, RK_PLAYING},
		{"4kn2/8/8/8/8/8/4P3/4K3 w - - 0 1", RK_PLAYING, RK_PLAYING},
		{"4kn2/8/8/8/8/8/8/4K2R w - - 0 1", RK_PLAYING, RK_PLAYING},
		{"4kb2/8/8/8/8/8/8/4K2Q w - - 0 1", RK_PLAYING, RK_PLAYING},
		/* which comes first: mate, stalemate, material, moves */
		{"7k/5K1n/6N1/8/8/8/8/8 b - - 0 1", RK_CHECKMATE, RK_CHECKMATE},
		{"k7/2K5/1B6/8/8/8/8/8 b - - 0 1", RK_STALEMATE, RK_STALEMATE},
		{"4kn2/8/8/8/8/8/8/4KN2 w - - 150 99", RK_SEVENTY_FIVE,
		 RK_INSUFFICIENT},
		{"4kn2/8/8/8/8/8/8/4K2R w - - 150 99", RK_SEVENTY_FIVE,
		 RK_SEVENTY_FIVE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(both); i++) {
		union rk_any_pos pos;

		unit_read_as(&pos, &rk_rules_minors, both[i].fen);
		if (rk_pos_status(&pos.two) != both[i].minors)
			fail_msg("%s: status %d", both[i].fen,
				 (int)rk_pos_status(&pos.two));
		unit_read_as(&pos, &rk_rules_standard, both[i].fen);
		assert_int_equal(rk_pos_status(&pos.two), both[i].standard);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_positions),
		cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_minors),
	};

	return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
