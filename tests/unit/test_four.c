/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What holds on every position of the cross that random play reaches: the
 * parts of struct rk4_pos agree, unmake restores every byte, the generators
 * and the judge of single moves agree. That the moves are the right ones is
 * for test_oracle_four.c and tests/perft.
 */
#include "tests/unit/unit.h"

#include "tests/oracle/four_compare.h"
#include "tests/oracle/four_walk.h"

#define MAX_PLIES 120
#define MOVE_BITS 21 /* of the 24, the highest are never set */

/* Nothing of this may be missing in the end. */
static struct {
	int kinds[RK4_CASTLING + 1];
	int promotions;
	int kings;   /* taken */
	int left;    /* positions with somebody out of the game */
	int walking; /* of them with a king that walks */
	int cheap;   /* queens taken */
} met;

static rk4_move list[RK4_MAX_MOVES];
static int count;

static bool is_listed(rk4_move move)
{
	for (int i = 0; i < count; i++)
		if (list[i] == move)
			return true;
	return false;
}

static bool is_tactical(const struct rk4_pos *pos, rk4_move move)
{
	return rk4_is_piece(pos->board[rk4_move_to(move)]) ||
	       rk4_move_kind(move) == RK4_EN_PASSANT || rk4_move_promoted(move);
}

/* ---- What is tested on each position ---- */

static void parts_agree(const struct rk4_pos *pos)
{
	struct rk4_pos again;

	assert_int_equal(pos->key, rk4_pos_key_compute(pos));
	memcpy(&again, pos, sizeof(again));
	memset(again.pieces, 0, sizeof(again.pieces));
	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = pos->board[square], seat = rk4_seat(cell);

		if (!rk4_is_piece(cell) || cell & RK4_DEAD)
			continue;
		again.pieces[seat][square / 64] |= (uint64_t)1 << square % 64;
		if (rk4_type(cell) == RK_KING)
			assert_int_equal(pos->king[seat], square);
	}
	assert_memory_equal(&again, pos, sizeof(again));
	for (int seat = 0; seat < RK4_SEATS; seat++)
		assert_true(!pos->king[seat] ||
			    pos->board[pos->king[seat]] ==
				    rk4_piece(seat, RK_KING));
	assert_int_equal(pos->walking & ~pos->left, 0);
	met.left += pos->left != 0;
	met.walking += pos->walking != 0;
}

static void there_and_back(struct rk4_pos *pos)
{
	struct rk4_pos before;
	struct rk4_undo undo;

	memcpy(&before, pos, sizeof(before));
	for (int i = 0; i < count; i++) {
		int taken = pos->board[rk4_move_to(list[i])];

		met.kinds[rk4_move_kind(list[i])]++;
		met.promotions += rk4_move_promoted(list[i]) != 0;
		met.kings += rk4_type(taken) == RK_KING;
		met.cheap += rk4_is_piece(taken) && taken & RK4_CHEAP;
		rk4_make(pos, list[i], &undo);
		parts_agree(pos);
		assert_true(before.key != pos->key);
		rk4_settle(pos, list[i], &undo);
		parts_agree(pos);
		rk4_unmake(pos, list[i], &undo);
		assert_memory_equal(pos, &before, sizeof(before));
	}
	rk4_make_null(pos, &undo);
	parts_agree(pos);
	assert_int_equal(pos->ep[before.turn], 0);
	rk4_unmake_null(pos, &undo);
	assert_memory_equal(pos, &before, sizeof(before));
}

static void generators_agree(const struct rk4_pos *pos)
{
	static rk4_move tactical[RK4_MAX_MOVES];
	int captures = rk4_gen_tactical(pos, tactical);
	int expected = 0;

	assert_int_equal(rk4_gen_count(pos), count);
	for (int i = 0; i < count; i++) {
		assert_int_equal(list[i] >> MOVE_BITS, 0);
		expected += is_tactical(pos, list[i]);
	}
	assert_int_equal(captures, expected);
	for (int i = 0; i < captures; i++)
		assert_true(is_listed(tactical[i]) &&
			    is_tactical(pos, tactical[i]));
}

/* The count takes shortcuts that making every move does not. */
static void counts_agree(struct rk4_pos *pos)
{
	static rk4_move buf[2 * RK4_MAX_MOVES];
	struct rk4_undo undo;
	uint64_t leaves = 0;

	for (int i = 0; i < count; i++) {
		rk4_make(pos, list[i], &undo);
		leaves += (uint64_t)rk4_gen_legal(pos, buf);
		rk4_unmake(pos, list[i], &undo);
	}
	assert_int_equal(rk4_perft(pos, 2, buf), leaves);
}

static void anybody_has_moves(const struct rk4_pos *pos)
{
	struct rk4_pos other;

	memcpy(&other, pos, sizeof(other));
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		other.turn = (uint8_t)seat;
		assert_int_equal(rk4_has_move(pos, seat),
				 rk4_gen_count(&other) > 0);
	}
}

/* Legal moves, their neighbours by one bit, and anything else. */
static void judge_samples(const struct rk4_pos *pos, uint64_t *seed)
{
	for (int i = 0; i < count; i++) {
		rk4_move neighbour = list[i] ^ (rk4_move)1
						       << walk_random(seed, 24);

		assert_true(rk4_move_is_legal(pos, list[i]));
		assert_int_equal(rk4_move_is_legal(pos, neighbour),
				 is_listed(neighbour));
	}
	for (int i = 0; i < 50; i++) {
		rk4_move any = (rk4_move)walk_random(seed, 1 << 24);

		assert_int_equal(rk4_move_is_legal(pos, any), is_listed(any));
	}
}

static void judge_all(const struct rk4_pos *pos)
{
	int legal = 0;

	for (rk4_move move = 0; move < 1u << MOVE_BITS; move++) {
		if (!rk4_move_is_legal(pos, move))
			continue;
		assert_true(is_listed(move));
		legal++;
	}
	assert_int_equal(legal, count);
}

/* ---- Random play ---- */

/* Now and then a player leaves in the middle. */
static void leave(struct rk4_pos *pos, uint64_t *seed)
{
	int seat = walk_random(seed, RK4_SEATS);

	if (walk_random(seed, 40) == 0 && !(pos->left >> seat & 1))
		rk4_leave(pos, seat, RK_REASON_RESIGNATION);
}

static rk4_move choose(const struct rk4_pos *pos, uint64_t *seed)
{
	rk4_move move = list[walk_random(seed, count)];

	for (int i = 0; i < 2 && !is_tactical(pos, move); i++)
		move = list[walk_random(seed, count)];
	return move;
}

static void play(int game, uint64_t *seed,
		 void (*test)(struct rk4_pos *pos, uint64_t *seed))
{
	int rules = game % FOUR_RULES, number = game / FOUR_RULES;
	struct four_pos oracle;
	struct rk4_pos pos;
	struct rk4_undo undo;

	four_walk_start(&oracle, (enum four_rules)rules,
			number % FOUR_WALK_KINDS, number / FOUR_WALK_KINDS,
			seed);
	four_compare_fill(&pos, &oracle, 1);
	for (int ply = 0; ply < MAX_PLIES && !pos.ended; ply++) {
		rk4_move move;

		count = rk4_gen_legal(&pos, list);
		test(&pos, seed);
		if (!count)
			return;
		move = choose(&pos, seed);
		rk4_make(&pos, move, &undo);
		rk4_settle(&pos, move, &undo);
		if (!pos.ended)
			leave(&pos, seed);
	}
}

static void test_position(struct rk4_pos *pos, uint64_t *seed)
{
	parts_agree(pos);
	generators_agree(pos);
	counts_agree(pos);
	anybody_has_moves(pos);
	judge_samples(pos, seed);
	there_and_back(pos);
}

static void test_games(void **state)
{
	int games = walk_is_quick() ? 100 : 1500;
	uint64_t seed = 71;

	(void)state;
	for (int game = 0; game < games; game++)
		play(game, &seed, test_position);
	print_message("%d games: %d castlings, %d en passant, %d promotions, "
		      "%d kings, %d cheap queens, %d left, %d walking\n",
		      games, met.kinds[RK4_CASTLING], met.kinds[RK4_EN_PASSANT],
		      met.promotions, met.kings, met.cheap, met.left,
		      met.walking);
	assert_true(met.kinds[RK4_CASTLING] && met.kinds[RK4_EN_PASSANT]);
	assert_true(met.promotions && met.kings && met.cheap);
	assert_true(met.left && met.walking);
}

static void test_some_fully(struct rk4_pos *pos, uint64_t *seed)
{
	if (walk_random(seed, 40) == 0)
		judge_all(pos);
}

static void test_all_moves(void **state)
{
	int games = walk_is_quick() ? 2 : 28;
	uint64_t seed = 72;

	(void)state;
	for (int game = 0; game < games; game++)
		play(game, &seed, test_some_fully);
}

/* ---- Points, and what ends with a capture ---- */

static struct rk4_pos read_as(unsigned int options, const char *fen)
{
	struct rk4_pos pos;
	struct rk_error error;

	if (!rk4_fen_read(&pos, fen, strlen(fen), options, &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
	return pos;
}

static int square(const char *name)
{
	return rk4_square_at(name[0] - 'a', atoi(name + 1) - 1);
}

static struct rk4_pos after(struct rk4_pos pos, const char *from,
			    const char *to, int promoted, int kind)
{
	rk4_move move = rk4_move_new(square(from), square(to), promoted, kind);
	struct rk4_undo undo;

	assert_true(rk4_move_is_legal(&pos, move));
	rk4_make(&pos, move, &undo);
	return pos;
}

/* A queen among one piece of every kind, some of them dead. */
#define FEAST \
	"0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/6,bP,7/3,bN,2,dQ,6,gK/" \
	"6,yB,7/9,gR,4/bK,1,yD,3,rQ,3,gQ,3/14/6,rN,7/14/14/14/7,rK,6"

static void test_points(void **state)
{
	static const struct {
		const char *to;
		int points;
	} meals[] = {
		{"g9", 5}, {"d10", 3}, {"k7", 9}, {"c7", 1}, {"h7", 0},
	};
	struct rk4_pos pos = read_as(RK4_RULES_FFA, "R-0,0,0,0-" FEAST);

	(void)state;
	for (size_t i = 0; i < COUNT(meals); i++)
		assert_int_equal(after(pos, "g7", meals[i].to, 0, RK4_NORMAL)
					 .points[RK4_RED],
				 meals[i].points);
	pos = read_as(RK4_RULES_LAST, "R-0,0,0,0-" FEAST);
	assert_int_equal(after(pos, "g7", "k7", 0, RK4_NORMAL).points[RK4_RED],
			 0);
	/* Where Yellow and Green have left, their pieces count nothing. */
	pos = read_as(RK4_RULES_FFA, "R-0,0,1,1-" FEAST);
	assert_int_equal(after(pos, "g7", "k7", 0, RK4_NORMAL).points[RK4_RED],
			 0);
	assert_int_equal(after(pos, "g7", "d10", 0, RK4_NORMAL).points[RK4_RED],
			 3);
}

static void test_both_taken(void **state)
{
	struct rk4_pos pos = read_as(
		RK4_RULES_FFA,
		"B-0,0,0,0-0,0,0,0-0,0,0,0-0,7,0,0-5-"
		"{'enPassant':('g3:g4','','','')}-6,yK,7/14/14/14/14/14/13,gK/"
		"bK,13/14/14/5,bP,rP,7/6,gN,7/14/7,rK,6");

	(void)state;
	pos = after(pos, "f4", "g3", 0, RK4_EN_PASSANT);
	assert_int_equal(pos.points[RK4_BLUE], 7 + 1 + 3);
	assert_int_equal(pos.board[square("g4")], RK4_EMPTY);
	assert_int_equal(pos.board[square("g3")], rk4_piece(RK4_BLUE, RK_PAWN));
	assert_int_equal(pos.board[square("f4")], RK4_EMPTY);
	assert_int_equal(pos.ep[RK4_RED], 0);
	assert_int_equal(pos.halfmove, 0);
}

/* A king that walks takes for nothing, but whoever takes it is paid. */
static void test_walking(void **state)
{
	struct rk4_pos pos = read_as(
		RK4_RULES_FFA,
		"B-0,1,0,0-0,0,0,0-0,0,0,0-0,4,0,0-0-"
		"6,yK,7/14/14/14/14/14/13,gK/bK,rR,12/rN,13/14/14/14/14/7,rK,6");

	(void)state;
	assert_int_equal(pos.walking, 1 << RK4_BLUE);
	pos = after(pos, "a7", "b7", 0, RK4_NORMAL);
	assert_int_equal(pos.points[RK4_BLUE], 4);
	assert_int_equal(pos.turn, RK4_YELLOW);

	pos = read_as(
		RK4_RULES_FFA,
		"R-0,1,0,0-0,0,0,0-0,0,0,0-0,4,0,0-0-"
		"6,yK,7/14/14/14/14/14/13,gK/bK,rR,12/14/14/14/14/14/7,rK,6");
	pos = after(pos, "b7", "a7", 0, RK4_NORMAL);
	assert_int_equal(pos.points[RK4_RED], 20);
	assert_int_equal(pos.king[RK4_BLUE], 0);
	/* Where kings do not walk it was dead all the time. */
	pos = read_as(
		RK4_RULES_STILL,
		"R-0,1,0,0-0,0,0,0-0,0,0,0-0,4,0,0-0-"
		"6,yK,7/14/14/14/14/14/13,gK/bK,rR,12/14/14/14/14/14/7,rK,6");
	assert_int_equal(pos.walking, 0);
	pos = after(pos, "b7", "a7", 0, RK4_NORMAL);
	assert_int_equal(pos.points[RK4_RED], 0);
}

static void test_counters(void **state)
{
	struct rk4_pos pos;
	struct rk4_undo undo;
	static const uint8_t turns[] = {
		RK4_BLUE, RK4_YELLOW, RK4_GREEN, RK4_RED, RK4_BLUE,
	};

	(void)state;
	rk4_pos_start(&pos, RK4_START_MODERN, RK4_RULES_FFA);
	for (size_t i = 0; i < COUNT(turns); i++) {
		rk4_make_null(&pos, &undo);
		assert_int_equal(pos.turn, turns[i]);
		assert_int_equal(pos.fullmove, i < 3 ? 1 : 2);
		assert_int_equal(pos.halfmove, i + 1);
	}
	pos.halfmove = pos.fullmove = RK_COUNTER_MAX;
	pos.turn = RK4_GREEN;
	rk4_make_null(&pos, &undo);
	assert_int_equal(pos.halfmove, RK_COUNTER_MAX);
	assert_int_equal(pos.fullmove, RK_COUNTER_MAX);
}

/*
 * To g7: a queen, two rooks, a bishop, a pawn and seven knights. A rook behind a
 * dead one, and pawns that go another way, do not attack it.
 */
static void test_attackers(void **state)
{
	static const int by_seat[RK4_SEATS] = {3, 3, 1, 5};
	struct rk4_pos pos = read_as(
		RK4_RULES_TEAMS,
		"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/"
		"6,yR,7/6,dR,7/5,yN,1,gN,6/4,bN,bB,1,gQ,gN,5/"
		"bK,3,rR,3,gR,4,gK/4,bN,rP,rP,yP,6/5,rN,1,gN,6/14/14/14/7,rK,6");
	uint8_t attackers[16];

	(void)state;
	assert_int_equal(rk4_attackers(&pos, square("g7"), 15, attackers), 12);
	assert_int_equal(rk4_attackers(&pos, square("g7"), 15, NULL), 1);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		assert_int_equal(rk4_attackers(&pos, square("g7"), 1u << seat,
					       attackers),
				 by_seat[seat]);
	assert_int_equal(rk4_attackers(&pos, square("g7"), 1 << RK4_YELLOW,
				       attackers),
			 1);
	assert_int_equal(attackers[0], square("f9"));
	assert_int_equal(rk4_attackers(&pos, square("g7"), 0, NULL), 0);
}

/*
 * Yellow's rook can take the pawn that Green could take en passant: a move on
 * squares that Green does not see changes how many Green has. The counts are
 * the second rule book's (fouroracle perft ffa).
 */
static void test_perft_en_passant(void **state)
{
	static const char fen[] =
		"Y-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"
		"{'enPassant':('g3:g4','','','')}-6,yK,7/14/14/14/14/14/13,gK/"
		"bK,13/14/14/3,yR,2,rP,7/14/7,gP,6/7,rK,6";
	static rk4_move buf[3 * RK4_MAX_MOVES];
	union rk_any_pos pos;

	(void)state;
	unit_read_as(&pos, &rk_rules_ffa, fen);
	assert_int_equal(rk4_perft(&pos.four, 1, buf), 24);
	assert_int_equal(rk4_perft(&pos.four, 2, buf), 160);
	assert_int_equal(rk4_perft(&pos.four, 3, buf), 609);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_perft_en_passant),
		cmocka_unit_test(test_games),
		cmocka_unit_test(test_all_moves),
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_both_taken),
		cmocka_unit_test(test_walking),
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_attackers),
	};

	return cmocka_run_group_tests_name("four", tests, NULL, NULL);
}
