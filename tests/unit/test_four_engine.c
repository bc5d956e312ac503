/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine for four players: always a legal move, the same work for the
 * same task, and the simplest things seen from every seat, in both profiles.
 * Positions are lists of men as Red sees them, turned for the others; what is
 * expected follows from the rules, not from the engine.
 */
#include "engine/four/four.h"
#include "tests/unit/four.h"

#define TABLE ((size_t)1 << 20)
#define SMALL_TABLE ((size_t)8192)

struct head {
	struct rk4_engine *engine;
	struct rk_tt table;
	void *entries;
};

static struct head head;

static int open_head(enum rk_profile profile, size_t size)
{
	head.engine = rk4_engine_new(malloc(rk4_engine_size(profile)), profile);
	head.entries = aligned_alloc(64, size);
	assert_non_null(head.entries);
	rk_tt_init(&head.table, head.entries, size);
	return 0;
}

static int open_full(void **state)
{
	(void)state;
	return open_head(RK_PROFILE_FULL, TABLE);
}

static int open_small(void **state)
{
	(void)state;
	return open_head(RK_PROFILE_SMALL, SMALL_TABLE);
}

static int close_head(void **state)
{
	(void)state;
	free(head.engine);
	free(head.entries);
	return 0;
}

static void forget(void)
{
	rk4_engine_forget(head.engine);
	rk_tt_clear(&head.table, 0, 1);
}

static const struct rk_platform alone; /* no clock, no signals */

static struct rk_answer think(struct rk_task *task)
{
	struct rk_answer answer;

	rk4_think(head.engine, &head.table, task, &alone, NULL, &answer);
	return answer;
}

/* ---- Positions ---- */

struct man {
	uint8_t seat, type;
	const char *square; /* as Red writes it */
};

/* A square for the seat so many places after Red. */
static int turned(const char *square, int turns)
{
	int file, rank;

	four_take_square(square, &file, &rank);
	four_turn_square(&file, &rank, turns);
	return rk4_square_at(file, rank);
}

static struct rk4_pos set_up(const struct man *men, size_t count, int turns,
			     unsigned int options)
{
	unsigned int present = 0;
	struct rk4_pos pos;

	rk4_pos_start(&pos, RK4_START_MODERN, options);
	for (int square = 0; square < RK4_BOARD; square++)
		if (rk4_is_piece(pos.board[square]))
			rk4_pos_put(&pos, square, RK4_EMPTY);
	for (size_t i = 0; i < count; i++) {
		int seat = (men[i].seat + turns) & 3;

		present |= 1u << seat;
		rk4_pos_put(&pos, turned(men[i].square, turns),
			    rk4_piece(seat, men[i].type));
	}
	pos.castle = 0;
	pos.left = (uint8_t)(~present & 15);
	pos.turn = (uint8_t)turns;
	pos.key = rk4_pos_key_compute(&pos);
	return pos;
}

/* Red has a ladder: the rook on j5 goes to j1 and Blue's king is mated. */
static const struct man ladder[] = {
	{0, RK_KING, "j10"}, {0, RK_ROOK, "k2"}, {0, RK_ROOK, "j5"},
	{1, RK_KING, "d1"},  {1, RK_PAWN, "c8"}, {2, RK_KING, "e14"},
	{2, RK_PAWN, "f12"}, {3, RK_KING, "n7"}, {3, RK_PAWN, "m8"},
};

/* Nobody guards Blue's queen on h9, and nobody attacks Red's rook. */
static const struct man gift[] = {
	{0, RK_KING, "h1"}, {0, RK_ROOK, "h5"},  {0, RK_PAWN, "g2"},
	{0, RK_PAWN, "i2"}, {1, RK_KING, "a4"},  {1, RK_QUEEN, "h9"},
	{1, RK_PAWN, "b5"}, {2, RK_KING, "d14"}, {2, RK_PAWN, "d12"},
	{3, RK_KING, "n4"}, {3, RK_PAWN, "m5"},
};

/* Blue has been left in check, and it is Red's turn. */
static const struct man open_king[] = {
	{0, RK_KING, "g1"},  {0, RK_ROOK, "h5"}, {0, RK_PAWN, "g2"},
	{1, RK_KING, "h9"},  {1, RK_PAWN, "c8"}, {2, RK_KING, "d14"},
	{2, RK_PAWN, "d12"}, {3, RK_KING, "n4"}, {3, RK_PAWN, "m5"},
};

/* A pawn of Yellow's attacks Red's queen; it can go, and must. */
static const struct man chased[] = {
	{0, RK_KING, "h1"},  {0, RK_QUEEN, "g7"}, {0, RK_PAWN, "h2"},
	{1, RK_KING, "a4"},  {1, RK_PAWN, "b5"},  {1, RK_PAWN, "b6"},
	{2, RK_KING, "d14"}, {2, RK_PAWN, "h8"},  {2, RK_PAWN, "i9"},
	{3, RK_KING, "n4"},  {3, RK_PAWN, "m5"},  {3, RK_PAWN, "m6"},
};

/* ---- Tests ---- */

static const struct rk_rules *const kinds[] = {
	&rk_rules_ffa,
	&rk_rules_teams,
	&rk_rules_last,
};
static const unsigned int options[] = {
	RK4_RULES_FFA,
	RK4_RULES_TEAMS,
	RK4_RULES_LAST,
};

static void test_any_stop(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < COUNT(kinds); kind++) {
		struct rk_task task = {.rules = kinds[kind]};

		rk4_pos_start(&task.pos.four, RK4_START_MODERN, options[kind]);
		for (task.nodes = 1; task.nodes < 2000; task.nodes += 17) {
			struct rk_answer answer = think(&task);

			assert_true(
				rk4_move_is_legal(&task.pos.four, answer.best));
			assert_true(answer.nodes <= task.nodes);
		}
	}
}

static void test_same_twice(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < COUNT(kinds); kind++) {
		struct rk_task task = {
			.rules = kinds[kind],
			.nodes = 8000,
		};
		struct rk_answer one, two;

		rk4_pos_start(&task.pos.four, RK4_START_BYG, options[kind]);
		forget();
		one = think(&task);
		forget();
		two = think(&task);
		assert_int_equal(one.best, two.best);
		assert_int_equal(one.score, two.score);
		assert_int_equal(one.nodes, two.nodes);
		assert_int_equal(one.depth, two.depth);
	}
}

/* Plays the answer; what has become of the position? */
static struct rk4_pos play(const struct man *men, size_t count, int turns,
			   size_t kind, struct rk_answer *answer)
{
	struct rk_task task = {.rules = kinds[kind], .nodes = 6000};
	struct rk4_undo undo;

	task.pos.four = set_up(men, count, turns, options[kind]);
	forget();
	*answer = think(&task);
	assert_true(rk4_move_is_legal(&task.pos.four, answer->best));
	rk4_make(&task.pos.four, answer->best, &undo);
	rk4_settle(&task.pos.four, answer->best, &undo);
	return task.pos.four;
}

static void test_mate(void **state)
{
	(void)state;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		struct rk_answer answer;
		struct rk4_pos pos;
		int victim = (seat + 1) & 3;

		/* All four play: twenty points, and he is out. */
		pos = play(ladder, COUNT(ladder), seat, 0, &answer);
		assert_true(pos.left >> victim & 1);
		assert_int_equal(pos.points[seat], 20);
		/* The two of them alone: the game is won. */
		pos = play(ladder, 5, seat, 0, &answer);
		assert_int_equal(pos.ended, RK_REASON_CHECKMATE);
		assert_int_equal(pos.winners, 1 << seat);
		pos = play(ladder, 5, seat, 2, &answer);
		assert_int_equal(pos.winners, 1 << seat);
		pos = play(ladder, COUNT(ladder), seat, 1, &answer);
		assert_int_equal(pos.ended, RK_REASON_CHECKMATE);
		assert_int_equal(pos.winners, seat & 1 ? 10 : 5);
		assert_int_equal(answer.score, RK_SCORE_MATE - 1);
	}
}

static void test_gift(void **state)
{
	(void)state;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		for (size_t kind = 0; kind < COUNT(kinds); kind++) {
			struct rk_answer answer;

			play(gift, COUNT(gift), seat, kind, &answer);
			assert_int_equal(rk4_move_to(answer.best),
					 turned("h9", seat));
		}
}

static void test_open_king(void **state)
{
	(void)state;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		for (size_t kind = 0; kind < COUNT(kinds); kind++) {
			struct rk_answer answer;

			play(open_king, COUNT(open_king), seat, kind, &answer);
			assert_int_equal(rk4_move_to(answer.best),
					 turned("h9", seat));
			if (options[kind] & RK4_TEAMS)
				assert_int_equal(answer.score,
						 RK_SCORE_MATE - 1);
		}
}

static void test_chased(void **state)
{
	(void)state;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		struct rk_answer answer;
		struct rk4_pos pos;
		int queen = -1;

		pos = play(chased, COUNT(chased), seat, 0, &answer);
		for (int square = 0; square < RK4_BOARD; square++)
			if (pos.board[square] == rk4_piece(seat, RK_QUEEN))
				queen = square;
		assert_int_not_equal(queen, -1);
		assert_int_equal(rk4_attackers(&pos, queen,
					       rk4_enemies(&pos, seat), NULL),
				 0);
	}
}

/* The last lines that were told, by number. */
struct told {
	rk_any_move first[8];
	int score[8];
	int depth[8];
	uint16_t shares[RK4_SEATS]; /* of the best one */
};

static void hear(void *self, const struct rk_info *info)
{
	struct told *told = self;

	if (!info->move_count)
		return;
	assert_in_range(info->line, 1, 8);
	told->first[info->line - 1] = info->moves[0];
	told->score[info->line - 1] = info->score;
	told->depth[info->line - 1] = info->depth;
	if (info->line == 1)
		memcpy(told->shares, info->shares, sizeof(told->shares));
}

static void test_lines(void **state)
{
	struct told told = {0};
	const struct rk_listener listener = {.self = &told, .info = hear};

	(void)state;
	for (size_t kind = 0; kind < COUNT(kinds); kind++) {
		struct rk_task task = {
			.rules = kinds[kind],
			.depth = 4,
			.lines = 8,
		};
		struct rk_answer answer;

		rk4_pos_start(&task.pos.four, RK4_START_MODERN, options[kind]);
		forget();
		rk4_think(head.engine, &head.table, &task, &alone, &listener,
			  &answer);
		assert_int_equal(answer.best, told.first[0]);
		for (int i = 0; i < 8; i++) {
			assert_true(rk4_move_is_legal(&task.pos.four,
						      told.first[i]));
			assert_int_equal(told.depth[i], 4);
			if (i)
				assert_true(told.score[i] <= told.score[i - 1]);
			for (int j = 0; j < i; j++)
				assert_int_not_equal(told.first[i],
						     told.first[j]);
		}
	}
}

/* What each seat would take, after a look of some nodes. */
static struct told look(struct rk_task *task)
{
	struct told told = {0};
	const struct rk_listener listener = {.self = &told, .info = hear};
	struct rk_answer answer;

	task->nodes = 3000;
	forget();
	rk4_think(head.engine, &head.table, task, &alone, &listener, &answer);
	return told;
}

static int sum_shares(const struct told *told)
{
	int sum = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		sum += told->shares[seat];
	return sum;
}

static void test_shares(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < COUNT(kinds); kind++) {
		struct rk_task task = {.rules = kinds[kind]};
		bool teams = options[kind] & RK4_TEAMS;
		int even = teams ? 500 : 250;
		struct told told;

		/* At the start nobody is far ahead. */
		rk4_pos_start(&task.pos.four, RK4_START_MODERN, options[kind]);
		told = look(&task);
		assert_in_range(sum_shares(&told), teams ? 1992 : 996,
				teams ? 2000 : 1000);
		for (int seat = 0; seat < RK4_SEATS; seat++)
			assert_in_range(told.shares[seat], even - 80,
					even + 80);
		for (int turns = 0; turns < RK4_SEATS; turns++) {
			int next = (turns + 1) & 3, far = (turns + 2) & 3;

			/* A queen that can be had is worth something. */
			task.pos.four =
				set_up(gift, COUNT(gift), turns, options[kind]);
			told = look(&task);
			assert_true(told.shares[turns] > even + 50);
			if (teams)
				assert_int_equal(told.shares[turns],
						 told.shares[far]);
			/* With a mate of the last one it is all of it. */
			task.pos.four = set_up(ladder, 5, turns, options[kind]);
			told = look(&task);
			assert_in_range(told.shares[turns], 990, 1000);
			assert_in_range(told.shares[next], 0, 10);
		}
	}
}

/* Who has left may still win by points, but not where there are none. */
static void test_shares_of_the_gone(void **state)
{
	struct rk_task task = {.rules = kinds[0]};
	struct told told;

	(void)state;
	task.pos.four = set_up(gift, 7, 0, options[0]);
	task.pos.four.points[3] = 40;
	task.pos.four.key = rk4_pos_key_compute(&task.pos.four);
	told = look(&task);
	assert_in_range(told.shares[3], 50, 999);
	assert_true(told.shares[3] > told.shares[2]);
	task.rules = kinds[2];
	task.pos.four = set_up(gift, 7, 0, options[2]);
	told = look(&task);
	assert_int_equal(told.shares[2] + told.shares[3], 0);
	assert_in_range(sum_shares(&told), 998, 1000);
}

static void test_only(void **state)
{
	rk_any_move list[RK4_MAX_MOVES];
	struct rk_task task = {.rules = &rk_rules_ffa, .nodes = 500};

	(void)state;
	rk4_pos_start(&task.pos.four, RK4_START_CLASSIC, RK4_RULES_FFA);
	task.only_count = 1;
	for (int i = rk4_gen_legal(&task.pos.four, list); i--;) {
		task.only = &list[i];
		assert_int_equal(think(&task).best, list[i]);
	}
}

/* Turning the board turns what it is worth. */
static void test_turned(void **state)
{
	static const struct {
		const struct man *men;
		size_t count;
	} boards[] = {
		{ladder, COUNT(ladder)},
		{gift, COUNT(gift)},
		{chased, COUNT(chased)},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(boards); i++)
		for (size_t kind = 0; kind < COUNT(kinds); kind++) {
			int worth = 0;

			for (int seat = 0; seat < RK4_SEATS; seat++) {
				struct rk4_pos pos =
					set_up(boards[i].men, boards[i].count,
					       seat, options[kind]);
				int now = rk4_evaluate(head.engine,
						       unit_any_four(&pos));

				if (seat)
					assert_int_equal(now, worth);
				worth = now;
			}
		}
}

int main(void)
{
	const struct CMUnitTest full[] = {
		cmocka_unit_test(test_mate),
		cmocka_unit_test(test_any_stop),
		cmocka_unit_test(test_same_twice),
		cmocka_unit_test(test_gift),
		cmocka_unit_test(test_open_king),
		cmocka_unit_test(test_chased),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_shares),
		cmocka_unit_test(test_shares_of_the_gone),
		cmocka_unit_test(test_only),
		cmocka_unit_test(test_turned),
	};
	const struct CMUnitTest small[] = {
		cmocka_unit_test(test_mate),
		cmocka_unit_test(test_any_stop),
		cmocka_unit_test(test_same_twice),
		cmocka_unit_test(test_gift),
		cmocka_unit_test(test_open_king),
		cmocka_unit_test(test_chased),
		cmocka_unit_test(test_shares),
		cmocka_unit_test(test_shares_of_the_gone),
		cmocka_unit_test(test_only),
		cmocka_unit_test(test_turned),
	};

	return cmocka_run_group_tests(full, open_full, close_head) +
	       cmocka_run_group_tests(small, open_small, close_head);
}
