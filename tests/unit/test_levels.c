/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The levels. Positions made by hand, in which what docs/levels.md says
 * leaves a level one answer, or a few; and random ones, in which whatever it
 * answers must be legal and repeatable. How levels that search are weak is in
 * test_weak.c; here it is how the player asks the engine.
 */
#include "rookery/levels.h"
#include "tests/unit/unit.h"

#define SEEDS 200

static struct rk_levels_scratch scratch;
static struct rk_platform platform;
static uint64_t memory[32768 / sizeof(uint64_t)];

static void new_player(struct rk_player *player)
{
	platform = (struct rk_platform){
		.memory = &scratch,
		.memory_size = sizeof(scratch),
	};
	rk_levels_init(player, &platform);
}

/* Levels from 5 up too. */
static void add_engine(struct rk_player *player)
{
	platform.engine =
		rk_engine_new(memory, sizeof(memory), RK_PROFILE_SMALL, NULL);
	assert_non_null(platform.engine);
	rk_levels_init(player, &platform);
}

static rk_any_move ask(const struct rk_rules *rules,
		       const union rk_any_pos *pos, int level, uint64_t seed)
{
	struct rk_question question = {
		.rules = rules,
		.pos = pos,
		.level = level,
		.seed = seed,
	};
	struct rk_player player;

	new_player(&player);
	if (level > player.levels)
		add_engine(&player);
	return player.choose(player.self, &question);
}

/* Which of the words, parted by one blank, this is; -1 if it is none. */
static int find_word(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (int number = 0; *words; number++) {
		size_t end = strcspn(words, " ");

		if (end == length && strncmp(words, word, length) == 0)
			return number;
		words += end + (words[end] == ' ');
	}
	return -1;
}

/* With every seed the answer is one of these, and with some seed each is. */
static void expect_as(const struct rk_rules *rules, int level, const char *fen,
		      const char *answers)
{
	union rk_any_pos pos;
	uint32_t missing = 1;

	for (const char *c = answers; *c; c++)
		if (*c == ' ')
			missing = missing << 1 | 1;
	unit_read_as(&pos, rules, fen);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		char text[RK_MOVE_TEXT_SIZE];
		int found;

		rules->write_move(text, &pos, ask(rules, &pos, level, seed),
				  RK_STYLE_SAN);
		found = find_word(answers, text);
		if (found < 0)
			fail_msg("level %d, %s: %s, not %s", level, fen, text,
				 answers);
		missing &= ~(1u << found);
	}
	if (missing)
		fail_msg("level %d, %s: some of %s never come", level, fen,
			 answers);
}

static void expect(int level, const char *fen, const char *answers)
{
	expect_as(&rk_rules_standard, level, fen, answers);
}

static void test_1_plays_every_move(void **state)
{
	(void)state;
	expect(1, "7k/8/8/8/8/8/8/K1R5 w - - 0 1",
	       "Ka2 Kb2 Kb1 Rb1 Rd1 Re1 Rf1 Rg1 Rh1+ Rc2 Rc3 Rc4 Rc5 Rc6 Rc7 "
	       "Rc8+");
}

static void test_mate_comes_first(void **state)
{
	(void)state;
	for (int level = 2; level <= 4; level++) {
		/* Instead of a rook. */
		expect(level, "6k1/5ppp/8/8/8/7r/6P1/R5K1 w - - 0 1", "Ra8#");
		/* With the queen in danger. */
		expect(level,
		       "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR "
		       "w KQkq - 4 4",
		       "Qxf7#");
		expect_as(&rk_rules_casual, level,
			  "4k3/8/8/1B6/8/8/q7/R3K3 w - - 0 1", "Bxe8#");
		/* It goes before the draw that would follow. */
		expect_as(&rk_rules_minors, level,
			  "7k/5K1n/6p1/8/5N2/8/8/8 w - - 0 1", "Nxg6#");
	}
}

static void test_2_is_greedy(void **state)
{
	(void)state;
	/* A pawn with check before a queen without. */
	expect(2, "6k1/5ppp/8/q7/2B5/8/5PPP/R5K1 w - - 0 1", "Bxf7+");
	/* The rook, not the pawn. */
	expect(2, "4k3/8/8/3r1p2/8/4N3/8/4K3 w - - 0 1", "Nxd5");
	/* A check where nothing can be taken. */
	expect(2, "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "Ra8+");
	/* A pawn that costs the queen, or a check that costs it: all alike. */
	expect(2, "4k3/3p4/2p5/8/8/5Q2/8/4K3 w - - 0 1",
	       "Qxc6 Qe2+ Qe3+ Qe4+ Qf7+ Qf8+ Qh5+");
	/* The greater of two gains, or a check. */
	expect(2, "4k3/8/8/8/1r3p2/8/3B4/R3K3 w - - 0 1", "Bxb4 Ra8+");
	/* En passant is taking too. */
	expect(2, "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6");
}

static void test_3_takes_the_attacker(void **state)
{
	(void)state;
	for (int level = 3; level <= 4; level++) {
		expect(level, "k7/6b1/8/8/3N4/8/8/6RK w - - 0 1", "Rxg7");
		/* The queen attacks the rook and is taken by it. */
		expect(level, "6k1/5ppp/8/q7/2B5/8/5PPP/R5K1 w - - 0 1",
		       "Rxa5");
		/* The knight is defended, but worth more than a pawn. */
		expect(level, "6k1/8/2p5/3n4/4P3/2Q5/8/7K w - - 0 1", "exd5");
		/* Before the queen goes and takes a rook. */
		expect(level, "k7/6r1/8/3n4/4P3/2Q5/8/7K w - - 0 1", "exd5");
	}
	/* The pawn that attacks is defended: give check on the way out. */
	expect(3, "6k1/2p5/3p4/4Q3/8/8/8/4K3 w - - 0 1",
	       "Qe8+ Qe6+ Qd5+ Qg5+ Qg3+");
}

static void test_3_brings_pieces_to_safety(void **state)
{
	(void)state;
	/* A pawn attacks the knight, others guard three of its squares. */
	for (int level = 3; level <= 4; level++)
		expect(level, "7k/8/5n1p/4p3/6p1/4p2N/6P1/7K w - - 0 1", "Ng1");
	/* A fork: the rook goes where it defends the knight. */
	expect(3, "k7/8/4p3/3p4/2p5/1N1R4/8/7K w - - 0 1",
	       "Rc3 Re3 Rf3 Rg3 Rh3");
}

static void test_3_avoids_danger(void **state)
{
	static const char fen[] = "4k3/3p4/2p5/8/8/5Q2/8/4K3 w - - 0 1";

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++)
		for (int level = 3; level <= 4; level++) {
			struct rk_pos pos = unit_read(fen);
			rk_move list[RK_MAX_MOVES];
			struct rk_undo undo;

			rk_pos_make(&pos,
				    (rk_move)ask(&rk_rules_standard,
						 rk_any_of(&pos), level, seed),
				    &undo);
			for (int i = rk_gen_legal(&pos, list); i--;)
				assert_false(rk_move_is_capture(&pos, list[i]));
		}
}

static void test_promotion(void **state)
{
	(void)state;
	for (int level = 2; level <= 4; level++)
		expect(level, "8/P6k/8/8/8/8/7K/8 w - - 0 1", "a8=Q");
	/* A queen would leave Black without a move. */
	expect(2, "8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "f8=Q f8=N+");
	expect(3, "8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "f8=R");
	expect(4, "8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "f8=R");
}

/* In casual chess nothing but care keeps the king from being taken. */
static void test_casual_king(void **state)
{
	(void)state;
	for (int level = 3; level <= 4; level++)
		expect_as(&rk_rules_casual, level,
			  "k3r3/8/8/8/8/8/5P2/3RKR2 w - - 0 1", "Kd2");
}

static void test_4_is_calm_and_controls(void **state)
{
	(void)state;
	/* Out of the knight's checks, and from the edge of the board. */
	expect(4, "7k/p7/8/8/3n4/8/P7/6K1 w - - 0 1", "Kf2 Kg2");
	/* Not f2, where it could give two. */
	expect(4, "7k/p7/8/2n5/8/8/P7/6K1 w - - 0 1", "Kg2");
}

/*
 * Asks with every seed in a position from which the game has already gone to
 * some squares; returns to which squares the answers go.
 */
static rk_bits go_from(int level, const char *fen, const char *const *been,
		       int count)
{
	const struct rk_rules *rules = &rk_rules_standard;
	struct rk_pos pos = unit_read(fen);
	uint64_t keys[8];
	struct rk_question question = {
		.rules = rules,
		.pos = rk_any_of(&pos),
		.level = level,
		.keys = keys,
		.key_count = count,
	};
	struct rk_player player;
	rk_bits squares = 0;

	for (int i = 0; i < count; i++) {
		struct rk_pos next = pos;
		struct rk_undo undo;
		rk_any_move move;

		assert_false(rules->read_move(&move, rk_any_of(&pos), been[i],
					      strlen(been[i])));
		rk_pos_make(&next, (rk_move)move, &undo);
		keys[i] = rules->key(rk_any_of(&next));
	}
	new_player(&player);
	for (; question.seed < SEEDS; question.seed++)
		squares |= rk_square_bit(
			rules->to(rk_any_of(&pos),
				  player.choose(player.self, &question)));
	return squares;
}

static void test_circles(void **state)
{
	static const char *const rook[] = {"Rc3", "Re3", "Rf3", "Rg3"};
	static const char *const king[] = {"Kf2"};

	(void)state;
	/* Five rook moves are equal, but four were tried before. */
	assert_int_equal(go_from(3, "k7/8/4p3/3p4/2p5/1N1R4/8/7K w - - 0 1",
				 rook, COUNT(rook)),
			 rk_square_bit(rk_square_at(7, 2)));
	/* With less on the board that is no matter. */
	assert_int_equal(go_from(4, "7k/p7/8/8/3n4/8/P7/6K1 w - - 0 1", king,
				 COUNT(king)),
			 rk_square_bit(rk_square_at(5, 1)) |
				 rk_square_bit(rk_square_at(6, 1)));
}

static void test_draws(void **state)
{
	static const struct {
		const char *fen;
		bool white, black;
	} row[] = {
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", false, true},
		{"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", false, true},
		{"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 39", false, false},
		{"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40", true, true},
		{"rr2k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true, false},
	};
	struct rk_player player;

	(void)state;
	new_player(&player);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_pos pos = unit_read(row[i].fen);
		struct rk_question question = {
			.rules = &rk_rules_standard,
			.pos = rk_any_of(&pos),
			.level = 3,
		};

		assert_int_equal(player.accepts_draw(player.self, &question,
						     RK_WHITE),
				 row[i].white);
		assert_int_equal(player.accepts_draw(player.self, &question,
						     RK_BLACK),
				 row[i].black);
	}
}

/* Every level's answer is legal, and the same when asked again elsewhere. */
static void ask_all(const struct rk_rules *rules, const struct rk_pos *pos,
		    uint64_t seed)
{
	struct rk_pos before = *pos;

	/* The others search for longer. */
	for (int level = 1; level <= 6; level++) {
		rk_any_move move = ask(rules, rk_any_of(pos), level, seed);

		assert_true(rules->is_legal(rk_any_of(pos), move));
		memset(&memory, 0x55, sizeof(memory));
		assert_int_equal(ask(rules, rk_any_of(pos), level, seed), move);
		assert_memory_equal(pos, &before, sizeof(before));
	}
}

static void ask_standard(const struct rk_pos *pos)
{
	if (rk_gen_count(pos))
		ask_all(&rk_rules_standard, pos, pos->key % 7);
}

static void test_random_standard(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 1000 : 20000, 5, ask_standard);
}

static void test_random_casual(void **state)
{
	const struct rk_rules *rules = &rk_rules_casual;
	int positions = walk_is_quick() ? 1000 : 20000;
	uint64_t seed = 6;

	(void)state;
	while (positions > 0) {
		rk_any_move list[RK_ANY_MAX_MOVES];
		union rk_any_undo undo;
		union rk_any_pos pos;

		rules->start(&pos, 0);
		while (rules->status(&pos).reason == RK_REASON_NONE &&
		       positions--) {
			int count = rules->moves(&pos, list);

			ask_all(rules, &pos.two, seed);
			rules->make(&pos, list[walk_random(&seed, count)],
				    &undo);
		}
	}
}

static void test_levels_with_and_without_engine(void **state)
{
	struct rk_player player;

	(void)state;
	new_player(&player);
	assert_int_equal(player.levels, 4);
	add_engine(&player);
	assert_int_equal(player.levels, 12);
	new_player(&player);
	assert_int_equal(player.levels, 4);
}

/* In kinds of chess that the engine does not know. */
static void play_like_4(const struct rk_pos *pos)
{
	struct rk_pos casual = *pos;

	casual.casual = 1;
	casual.checkers = 0;
	if (!rk_gen_count(&casual))
		return;
	for (int level = 5; level <= 12; level++)
		assert_int_equal(
			ask(&rk_rules_casual, rk_any_of(&casual), level, 3),
			ask(&rk_rules_casual, rk_any_of(&casual), 4, 3));
}

static void test_casual_is_like_4(void **state)
{
	(void)state;
	unit_each_position(100, 8, play_like_4);
}

static int asked;

static enum rk_signal stop_at_once(void *self, uint64_t nodes)
{
	(void)self;
	(void)nodes;
	asked++;
	return RK_SIGNAL_CANCEL;
}

static enum rk_signal never_stop(void *self, uint64_t nodes)
{
	(void)self;
	(void)nodes;
	asked++;
	return RK_SIGNAL_NONE;
}

/* A game in which a move was played that no opening knows. */
#define UNKNOWN "rnbqkbnr/1ppppppp/8/p7/P7/N7/1PPPPPPP/R1BQKBNR b KQkq - 1 2"

static void test_stop(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	struct rk_question question = {
		.rules = &rk_rules_standard,
		.pos = rk_any_of(&pos),
		.level = 12,
	};
	struct rk_player player;

	(void)state;
	new_player(&player);
	add_engine(&player);
	platform.poll = stop_at_once;
	asked = 0;
	assert_int_equal(player.choose(player.self, &question), 0);
	assert_in_range(asked, 1, 10);
	platform.poll = never_stop;
	question.level = 8;
	asked = 0;
	assert_true(rk_rules_standard.is_legal(
		rk_any_of(&pos), player.choose(player.self, &question)));
	assert_true(asked > 0);
}

/* Microseconds; a hundred more each time it is asked for. */
static uint64_t tick(void *self)
{
	return *(uint64_t *)self += 100;
}

/* With a second left the last level thinks for less than that. */
static void test_clock(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	struct rk_question question = {
		.rules = &rk_rules_standard,
		.pos = rk_any_of(&pos),
		.level = 12,
		.time = 1000,
	};
	struct rk_player player;
	uint64_t time = 0;

	(void)state;
	new_player(&player);
	add_engine(&player);
	platform.now_us = tick;
	platform.self = &time;
	assert_true(rk_rules_standard.is_legal(
		rk_any_of(&pos), player.choose(player.self, &question)));
	assert_in_range(time, 100, 700000);
}

/* A thousand times as slow: a look up is the tenth of a second. */
static uint64_t crawl(void *self)
{
	return *(uint64_t *)self += 100000;
}

/* Without a clock of the game it is a second and a half, and weak ones play on. */
static void test_slow_machine(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	struct rk_question question = {
		.rules = &rk_rules_standard,
		.pos = rk_any_of(&pos),
		.level = 12,
	};
	struct rk_player player;
	uint64_t time = 0;

	(void)state;
	new_player(&player);
	add_engine(&player);
	platform.now_us = crawl;
	platform.self = &time;
	assert_true(rk_rules_standard.is_legal(
		rk_any_of(&pos), player.choose(player.self, &question)));
	assert_in_range(time, 1500000, 1900000);
	question.level = 11;
	time = 0;
	assert_int_equal(player.choose(player.self, &question),
			 ask(&rk_rules_standard, rk_any_of(&pos), 11, 0));
}

/* Lines that openings.txt knows are played from 4 up; it has 1. e4 e5 2. Nf3. */
static void test_openings_are_played(void **state)
{
	struct rk_pos pos = unit_read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
				      "RNBQKBNR w KQkq - 0 1");
	rk_bits to = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++)
		to |= rk_square_bit(rk_move_to((rk_move)ask(
			&rk_rules_standard, rk_any_of(&pos), 12, seed)));
	assert_true(to & rk_square_bit(rk_square_at(4, 3)));
	assert_true((to & (to - 1)) != 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_1_plays_every_move),
		cmocka_unit_test(test_mate_comes_first),
		cmocka_unit_test(test_2_is_greedy),
		cmocka_unit_test(test_3_takes_the_attacker),
		cmocka_unit_test(test_3_brings_pieces_to_safety),
		cmocka_unit_test(test_3_avoids_danger),
		cmocka_unit_test(test_promotion),
		cmocka_unit_test(test_casual_king),
		cmocka_unit_test(test_4_is_calm_and_controls),
		cmocka_unit_test(test_circles),
		cmocka_unit_test(test_draws),
		cmocka_unit_test(test_random_standard),
		cmocka_unit_test(test_random_casual),
		cmocka_unit_test(test_levels_with_and_without_engine),
		cmocka_unit_test(test_casual_is_like_4),
		cmocka_unit_test(test_stop),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_slow_machine),
		cmocka_unit_test(test_openings_are_played),
	};

	return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
