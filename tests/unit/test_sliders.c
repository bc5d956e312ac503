/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What pieces attack, against loops over files and ranks that everybody can
 * follow. For a sliding piece on every square, all arrangements of blockers
 * that can matter are tried, and blockers that cannot are strewn in between.
 * The tests are built once for each slider backend.
 */
#include "tests/unit/unit.h"

#include "core/attacks.h"

static const int lines[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const int crosses[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* One step, or RK_NO_SQUARE beyond the edge. */
static int step(int square, const int way[2])
{
	int file = rk_square_file(square) + way[0];
	int rank = rk_square_rank(square) + way[1];

	if (file < 0 || file > 7 || rank < 0 || rank > 7)
		return RK_NO_SQUARE;
	return rk_square_at(file, rank);
}

/* All squares up to a blocker, which is attacked too. */
static rk_bits ray(int square, rk_bits occupied, const int way[2])
{
	rk_bits set = 0;

	for (;;) {
		square = step(square, way);
		if (square == RK_NO_SQUARE)
			return set;
		set |= rk_square_bit(square);
		if (occupied & rk_square_bit(square))
			return set;
	}
}

static rk_bits slide(int square, rk_bits occupied, const int ways[4][2])
{
	rk_bits set = 0;

	for (int i = 0; i < 4; i++)
		set |= ray(square, occupied, ways[i]);
	return set;
}

/* A blocker on the last square of a ray hides nothing. */
static rk_bits relevant(int square, const int ways[4][2])
{
	rk_bits set = 0;

	for (int i = 0; i < 4; i++)
		for (int at = step(square, ways[i]); at != RK_NO_SQUARE;
		     at = step(at, ways[i]))
			if (step(at, ways[i]) != RK_NO_SQUARE)
				set |= rk_square_bit(at);
	return set;
}

static rk_bits random_set(uint64_t *seed)
{
	rk_bits set = 0;

	for (int i = 0; i < 4; i++)
		set = set << 16 | (rk_bits)walk_random(seed, 1 << 16);
	return set;
}

/* Every arrangement on every square; returns how many there were. */
static int try_all(int type, rk_bits (*attacks)(int, rk_bits),
		   const int ways[4][2])
{
	uint64_t seed = 5;
	int tried = 0;

	for (int square = 0; square < RK_SQUARES; square++) {
		rk_bits mask = relevant(square, ways);
		rk_bits blockers = 0;

		do {
			rk_bits noise = random_set(&seed) & ~mask;
			rk_bits expected = slide(square, blockers, ways);

			assert_true(attacks(square, blockers) == expected);
			assert_true(attacks(square, blockers | noise) ==
				    expected);
			assert_true(rk_piece_attacks(type, square, blockers) ==
				    expected);
			blockers = (blockers - mask) & mask;
			tried++;
		} while (blockers);
	}
	return tried;
}

static rk_bits rook_attacks(int square, rk_bits occupied)
{
	return rk_rook_attacks(square, occupied);
}

static rk_bits bishop_attacks(int square, rk_bits occupied)
{
	return rk_bishop_attacks(square, occupied);
}

/* In a corner 12 squares matter to a rook, at most 9 to a bishop. */
static void test_rooks(void **state)
{
	(void)state;
	assert_int_equal(try_all(RK_ROOK, rook_attacks, lines),
			 4 * (1 << 12) + 24 * (1 << 11) + 36 * (1 << 10));
}

static void test_bishops(void **state)
{
	(void)state;
	assert_int_equal(try_all(RK_BISHOP, bishop_attacks, crosses),
			 4 * (1 << 9) + 12 * (1 << 7) + 4 * (1 << 6) +
				 44 * (1 << 5));
}

static void test_queens(void **state)
{
	uint64_t seed = 6;

	(void)state;
	for (int i = 0; i < 1000; i++)
		for (int square = 0; square < RK_SQUARES; square++) {
			rk_bits occupied = random_set(&seed);

			if (i & 1)
				occupied &= random_set(&seed);
			assert_true(
				rk_piece_attacks(RK_QUEEN, square, occupied) ==
				(slide(square, occupied, lines) |
				 slide(square, occupied, crosses)));
		}
}

static void test_between(void **state)
{
	(void)state;
	for (int a = 0; a < RK_SQUARES; a++)
		for (int b = 0; b < RK_SQUARES; b++) {
			rk_bits expected = 0;

			for (int i = 0; i < 8; i++) {
				const int *way = i < 4 ? lines[i]
						       : crosses[i - 4];
				rk_bits set = ray(a, rk_square_bit(b), way);

				if (set & rk_square_bit(b))
					expected = set & ~rk_square_bit(b);
			}
			assert_true(rk_between(a, b) == expected);
		}
}

/* Squares at that distance, the longer way and the shorter way. */
static rk_bits leaps(int square, int longer, int shorter)
{
	rk_bits set = 0;

	for (int to = 0; to < RK_SQUARES; to++) {
		int files = abs(rk_square_file(to) - rk_square_file(square));
		int ranks = abs(rk_square_rank(to) - rk_square_rank(square));
		int most = files > ranks ? files : ranks;
		int least = files > ranks ? ranks : files;

		if (most == longer && least == shorter)
			set |= rk_square_bit(to);
	}
	return set;
}

static void test_knights_and_kings(void **state)
{
	(void)state;
	for (int square = 0; square < RK_SQUARES; square++) {
		rk_bits knight = leaps(square, 2, 1);
		rk_bits king = leaps(square, 1, 0) | leaps(square, 1, 1);

		assert_true(rk_knight_attacks(square) == knight);
		assert_true(rk_king_attacks(square) == king);
		assert_true(rk_piece_attacks(RK_KNIGHT, square, RK_ALL) ==
			    knight);
		assert_true(rk_piece_attacks(RK_KING, square, RK_ALL) == king);
	}
}

static void test_pawns(void **state)
{
	(void)state;
	for (int square = 0; square < RK_SQUARES; square++)
		for (int colour = RK_WHITE; colour <= RK_BLACK; colour++) {
			int ahead = rk_square_rank(square) +
				    (colour == RK_WHITE ? 1 : -1);
			rk_bits rank = ahead < 0 || ahead > 7
					       ? 0
					       : (rk_bits)0xff << 8 * ahead;

			assert_true(rk_bits_pawn_attacks(rk_square_bit(square),
							 colour) ==
				    (leaps(square, 1, 1) & rank));
			assert_true(rk_bits_forward(rk_square_bit(square),
						    colour) ==
				    (leaps(square, 1, 0) & rank));
		}
}

static void test_sets(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		rk_bits set = random_set(&seed), rest = set;
		int squares = 0;

		for (int square = 0; square < RK_SQUARES; square++) {
			if (!(set >> square & 1))
				continue;
			assert_int_equal(rk_bits_pop(&rest), square);
			squares++;
		}
		assert_true(rest == 0);
		assert_int_equal(rk_bits_count(set), squares);
		assert_int_equal(rk_bits_several(set), squares > 1);
	}
	assert_false(rk_bits_several(0));
	assert_false(rk_bits_several(1));
	assert_int_equal(rk_bits_count(0), 0);
	assert_int_equal(rk_bits_count(RK_ALL), 64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rooks),
		cmocka_unit_test(test_bishops),
		cmocka_unit_test(test_queens),
		cmocka_unit_test(test_between),
		cmocka_unit_test(test_knights_and_kings),
		cmocka_unit_test(test_pawns),
		cmocka_unit_test(test_sets),
	};

	return cmocka_run_group_tests_name("sliders", tests, NULL, NULL);
}
