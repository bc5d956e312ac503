/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The levels with four players, above all 1 to 4. Boards are made by hand for Red, with what
 * docs/levels.md says as the answer, and turned so that every seat is asked the
 * same; and there are boards of random play, in which whatever they answer must
 * be legal.
 */
#include "rookery/levels.h"
#include "tests/unit/four.h"

#define SEEDS 24
#define SEATS 4

#define TABLE_SIZE 65536

static struct rk_levels_scratch scratch;
static struct rk_platform platform = {
	.memory = &scratch,
	.memory_size = sizeof(scratch),
};
static struct rk_engine *engine;
static rk_any_move list[RK_ANY_MAX_MOVES];

static const struct rk_rules *const rows[] = {
	&rk_rules_ffa,
	&rk_rules_still,
	&rk_rules_last,
	&rk_rules_teams,
};

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

	platform.engine = level > RK_LEVELS_BY_RULES ? engine : NULL;
	rk_levels_init(&player, &platform);
	return player.choose(player.self, &question);
}

/* Reads "g12" from a text and turns it by so many quarters to the right. */
static int read_square(const char **text, int turns)
{
	int file, rank;

	*text = four_take_square(*text, &file, &rank);
	four_turn_square(&file, &rank, turns);
	return rank * 14 + file;
}

/* The letters for seats, for types, and for those that are dead or cheap. */
static int read_cell(const char **text, int turns)
{
	static const char seats[] = "rbyg", types[] = "PNBRQKD";
	int dead = **text == 'd' ? RK_CELL_DEAD : 0;
	int seat, type;

	*text += dead != 0;
	seat = (int)(strchr(seats, *(*text)++) - seats);
	type = (int)(strchr(types, *(*text)++) - types);
	if (types[type] == 'D')
		return dead | RK_CELL_CHEAP |
		       rk_cell((seat + turns) % SEATS, RK_QUEEN);
	return dead | rk_cell((seat + turns) % SEATS, type);
}

/* A board of pieces like "rKh1 drPd4 bDa5"; this seat, as Red counts, is to move. */
static void set_up(union rk_any_pos *pos, const struct rk_rules *rules,
		   const char *pieces, int seat, int turns)
{
	union rk_any_pos setup;

	memset(&setup, 0, sizeof(setup));
	memset(pos, 0, rules->pos_size);
	rules->setup_clear(&setup);
	for (const char *at = pieces; *at; at += *at == ' ') {
		int cell = read_cell(&at, turns);

		rules->setup_put(&setup, read_square(&at, turns), cell);
	}
	rules->setup_turn(&setup, (seat + turns) % SEATS);
	if (rules->setup_finish(pos, &setup))
		fail_msg("%s: %s is no position", rules->name, pieces);
}

/* Which of the words, like "a4a10 b5b6", this move is; -1 if it is none. */
static int find_move(const struct rk_rules *rules, const union rk_any_pos *pos,
		     rk_any_move move, const char *words, int turns)
{
	for (int number = 0; *words; number++) {
		int from = read_square(&words, turns);
		int to = read_square(&words, turns);

		if (from == rules->from(pos, move) &&
		    to == rules->to(pos, move))
			return number;
		words += *words == ' ';
	}
	return -1;
}

/* With every seed the answer is one of these, and with some seed each is. */
static void expect_at(const struct rk_rules *rules, const union rk_any_pos *pos,
		      int level, const char *answers, int turns)
{
	uint32_t missing = 1;

	for (const char *c = answers; *c; c++)
		if (*c == ' ')
			missing = missing << 1 | 1;
	for (uint64_t seed = 0; seed < SEEDS || (missing && seed < 1000);
	     seed++) {
		rk_any_move move = ask(rules, pos, level, seed);
		int found = find_move(rules, pos, move, answers, turns);
		char text[RK_MOVE_TEXT_SIZE];

		rules->write_move(text, pos, move, RK_STYLE_SAN);
		if (found < 0)
			fail_msg("%s, level %d, %d turns: %s, not %s",
				 rules->name, level, turns, text, answers);
		missing &= ~(1u << found);
	}
	if (missing)
		fail_msg("%s, level %d, %d turns: some of %s never come",
			 rules->name, level, turns, answers);
}

/* The same for every seat, and for these levels. */
static void expect(const struct rk_rules *rules, int least, int most,
		   const char *pieces, const char *answers)
{
	union rk_any_pos pos;

	for (int turns = 0; turns < SEATS; turns++)
		for (int level = least; level <= most; level++) {
			set_up(&pos, rules, pieces, 0, turns);
			expect_at(rules, &pos, level, answers, turns);
		}
}

static void test_1_plays_every_move(void **state)
{
	(void)state;
	expect(&rk_rules_ffa, 1, 1, "rKd1 rPd4 bKa7 yKg14 gKn8",
	       "d1d2 d1e1 d1e2 d4d5");
}

/* A rook shuts the edge, the other mates along it; a queen stays unharmed. */
static void test_mate_comes_first(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		expect(rows[i], 2, 4, "rKh1 rRb10 rRk9 bKa4 yKg14 gKn8 yQk12",
		       "k9a9");
	/* Of who moves last, too, where mates are decided at once. */
	expect(&rk_rules_ffa, 2, 4, "rKh1 rRm10 rRd9 bKa7 yKg14 gKn4 yQd12",
	       "d9n9");
	expect(&rk_rules_last, 2, 4, "rKh1 rRm10 rRd9 bKa7 yKg14 gKn4 yQd12",
	       "d9n9");
}

/* Green's knight steps out of the way, and it is Red's turn before Blue's. */
static void test_king_is_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int turns = 0; turns < SEATS; turns++) {
			const char *away = "e7f9";
			int from = read_square(&away, turns);
			int to = read_square(&away, turns);
			union rk_any_undo undo;
			union rk_any_pos pos;
			int move;

			set_up(&pos, rows[i],
			       "rKh1 rRk7 bKa7 bQk10 yKh14 gKn8 gNe7", 3,
			       turns);
			move = rows[i]->moves(&pos, list);
			while (move-- &&
			       (rows[i]->from(&pos, list[move]) != from ||
				rows[i]->to(&pos, list[move]) != to))
				;
			assert_true(move >= 0);
			rows[i]->make(&pos, list[move], &undo);
			for (int level = 2; level <= 4; level++)
				expect_at(rows[i], &pos, level, "k7a7", turns);
		}
}

static void test_2_is_greedy(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		/* A rook, a pawn. */
		expect(rows[i], 2, 2, "rKh1 rNg7 bKa7 bRe8 yKg14 gKn8 gPi8",
		       "g7e8");
		/* What is dead is worth nothing. */
		expect(rows[i], 2, 2, "rKh1 rNg7 bKa7 dbQe8 yKg14 gKn8 gPi8",
		       "g7i8");
	}
	/* A queen that pays one point and a knight that pays three. */
	expect(&rk_rules_ffa, 2, 2, "rKh1 rNg7 bKa7 bDe8 yKg14 gKn8 gNi8",
	       "g7i8");
	/* A bishop is worth a rook where points are counted. */
	expect(&rk_rules_ffa, 2, 2, "rKh1 rNg7 bKa7 bRe8 yKg14 gKn8 gBi8",
	       "g7e8 g7i8");
}

/* Of enemies; a partner's king is none. */
static void test_2_gives_check(void **state)
{
	static const char board[] = "rKh1 rRe5 bKa7 yKg14 gKn8";

	(void)state;
	expect(&rk_rules_ffa, 2, 2, board, "e5a5 e5e7 e5e8 e5n5 e5g5 e5e14");
	expect(&rk_rules_last, 2, 2, board, "e5a5 e5e7 e5e8 e5n5 e5g5 e5e14");
	expect(&rk_rules_teams, 2, 2, board, "e5a5 e5e7 e5e8 e5n5");
}

/* A pawn can be had, but who then cannot move is paid for it. */
static void test_stalemate_pays_the_other(void **state)
{
	static const char board[] = "rKh1 rRb10 rNd8 bKa4 bPc6 yKg14 gKn8";

	(void)state;
	expect(&rk_rules_last, 2, 2, board, "d8c6 b10a10 b10n10 b10g10 b10b4");
	for (int turns = 0; turns < SEATS; turns++)
		for (int seed = 0; seed < SEEDS; seed++)
			for (int level = 2; level <= 4; level++) {
				union rk_any_pos pos;
				rk_any_move move;

				set_up(&pos, &rk_rules_ffa, board, 0, turns);
				move = ask(&rk_rules_ffa, &pos, level,
					   (uint64_t)seed);
				assert_int_equal(find_move(&rk_rules_ffa, &pos,
							   move, "d8c6", turns),
						 -1);
			}
}

static void test_3_takes_the_attacker(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		expect(rows[i], 3, 4, "rKh1 rNg6 rRc4 bKa7 bBc10 yKh14 gKn8",
		       "c4c10");
		/* Before a pawn that stands elsewhere. */
		expect(rows[i], 3, 4,
		       "rKh1 rNg6 rRc4 bKa7 bBc10 yKh14 gKn8 gPm4", "c4c10");
	}
}

/* Away with the queen, to where nobody attacks her. */
static void save_queen(const struct rk_rules *rules, int level, int turns)
{
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		const char *place = "g6";
		uint8_t attackers[RK_MAX_ATTACKERS];
		union rk_any_undo undo;
		union rk_any_pos pos;
		rk_any_move move;
		int to;

		set_up(&pos, rules,
		       "rKh1 rQg6 bKa7 bBc10 bRc11 yKh14 gKn8 gRk11", 0, turns);
		move = ask(rules, &pos, level, seed);
		to = rules->to(&pos, move);
		assert_int_equal(rules->from(&pos, move),
				 read_square(&place, turns));
		rules->make(&pos, move, &undo);
		assert_int_equal(rules->attackers(&pos, to, turns, attackers),
				 0);
	}
}

static void test_3_brings_pieces_to_safety(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int level = 3; level <= 4; level++)
			for (int turns = 0; turns < SEATS; turns++)
				save_queen(rows[i], level, turns);
}

/* Yellow's knight defends Red's knight against a rook, if they are partners. */
static void test_partners_defend(void **state)
{
	static const char board[] =
		"rKh1 rNg6 rRk4 bKa7 bRc6 yKh14 yNf8 gKn8 gNk10";

	(void)state;
	for (int level = 3; level <= 4; level++) {
		for (int turns = 0; turns < SEATS; turns++) {
			const char *place = "g6";
			union rk_any_pos pos;
			rk_any_move move;
			int knight = read_square(&place, turns);

			set_up(&pos, &rk_rules_last, board, 0, turns);
			move = ask(&rk_rules_last, &pos, level, 1);
			assert_int_equal(rk_rules_last.from(&pos, move),
					 knight);
			set_up(&pos, &rk_rules_teams, board, 0, turns);
			move = ask(&rk_rules_teams, &pos, level, 1);
			assert_int_not_equal(rk_rules_teams.from(&pos, move),
					     knight);
		}
	}
}

/* Whom does a draw suit? */
static void expect_draws(const struct rk_rules *rules,
			 const union rk_any_pos *pos, unsigned int seats)
{
	struct rk_question question = {
		.rules = rules,
		.pos = pos,
		.level = 3,
	};
	struct rk_player player;

	rk_levels_init(&player, &platform);
	for (int seat = 0; seat < SEATS; seat++)
		if (player.accepts_draw(player.self, &question, seat) !=
		    (seats >> seat & 1))
			fail_msg("%s: seat %d", rules->name, seat);
}

#define FEN_TAIL \
	"-0-3,yR,6,yR,3/3,8,3/6,yK,7/14/14/14/bK,13/13,gK/bR,12,gR/bR,12,gR/" \
	"14/14/3,8,3/3,rR,3,rK,2,rR,3"

static void test_draws(void **state)
{
	static const char leads[] =
		"R-0,0,0,0-0,0,0,0-0,0,0,0-0,7,0,0" FEN_TAIL;
	static const char equals[] =
		"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0" FEN_TAIL;
	union rk_any_pos pos;

	(void)state;
	/* Who leads wins by it; at the beginning all want to play. */
	unit_read_as(&pos, &rk_rules_ffa, leads);
	expect_draws(&rk_rules_ffa, &pos, 1 << 1);
	unit_read_as(&pos, &rk_rules_ffa, equals);
	expect_draws(&rk_rules_ffa, &pos, 0);
	/* Where there are no points the weaker are glad of it. */
	set_up(&pos, &rk_rules_last, "rKh1 rQg4 bKa7 bRa4 yKg14 yRg12 gKn8", 0,
	       0);
	expect_draws(&rk_rules_last, &pos, 14);
	/* And teams count together: rook and rook are more than a queen. */
	set_up(&pos, &rk_rules_teams, "rKh1 rQg4 bKa7 bRa4 yKg14 gKn8 gRn4", 0,
	       0);
	expect_draws(&rk_rules_teams, &pos, 5);
	/* Who has less than half takes the points that a draw pays. */
	set_up(&pos, &rk_rules_ffa, "rKh1 rQg4 bKa7 bRa4 yKg14 yNg12 gKn8", 0,
	       0);
	expect_draws(&rk_rules_ffa, &pos, 4 | 8);
}

/* Every level's answer is legal, and the same when asked again elsewhere. */
static void ask_all(const struct rk_rules *rules, const union rk_any_pos *pos,
		    uint64_t seed)
{
	union rk_any_pos before;

	memcpy(&before, pos, rules->pos_size);
	/* The others search for longer. */
	for (int level = 1; level <= 6; level++) {
		rk_any_move move = ask(rules, pos, level, seed);

		assert_true(rules->is_legal(pos, move));
		memset(&scratch, 0x55, sizeof(scratch));
		assert_int_equal(ask(rules, pos, level, seed), move);
		assert_memory_equal(pos, &before, rules->pos_size);
	}
}

/* One random game, with one or the other who resigns. */
static int play(const struct rk_rules *rules, int start, uint64_t *seed)
{
	union rk_any_pos pos;
	union rk_any_undo undo;
	int asked = 0;

	memset(&pos, 0, sizeof(pos));
	rules->start(&pos, start);
	for (int ply = 0; ply < 400; ply++) {
		int count;

		if (rules->status(&pos).reason != RK_REASON_NONE)
			break;
		if (!walk_random(seed, 60) && !rules->walks(&pos)) {
			rules->leave(&pos, rules->turn(&pos),
				     RK_REASON_RESIGNATION);
			continue;
		}
		if (!walk_random(seed, 12) && !rules->walks(&pos)) {
			ask_all(rules, &pos, *seed % 5);
			asked++;
		}
		count = rules->moves(&pos, list);
		assert_true(count > 0);
		rules->make(&pos, list[walk_random(seed, count)], &undo);
	}
	return asked;
}

static void test_random(void **state)
{
	int positions = walk_is_quick() ? 60 : 600;
	uint64_t seed = 17;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int game = 0, asked = 0; asked < positions; game++)
			asked += play(rows[i], game % 5, &seed);
}

/* One that knows games of four players, for levels from 5 up. */
static int make_engine(void **state)
{
	static struct rk_tt table;
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	char *block = calloc(1, size + TABLE_SIZE);

	*state = block;
	if (!block)
		return -1;
	rk_tt_init(&table, block + size, TABLE_SIZE);
	engine = rk_engine_new(block, size, RK_PROFILE_FULL, &table);
	return engine && rk_engine_knows(engine, &rk_rules_ffa) ? 0 : -1;
}

static int free_engine(void **state)
{
	free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_1_plays_every_move),
		cmocka_unit_test(test_mate_comes_first),
		cmocka_unit_test(test_king_is_taken),
		cmocka_unit_test(test_2_is_greedy),
		cmocka_unit_test(test_2_gives_check),
		cmocka_unit_test(test_stalemate_pays_the_other),
		cmocka_unit_test(test_3_takes_the_attacker),
		cmocka_unit_test(test_3_brings_pieces_to_safety),
		cmocka_unit_test(test_partners_defend),
		cmocka_unit_test(test_draws),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests_name("levels_four", tests, make_engine,
					   free_engine);
}
