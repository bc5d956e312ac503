/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Openings: what data/openings.txt says is what the tables give back. The
 * text is read here a second time, by other means than the tool that made
 * the tables; so the tests are run from the root of the tree. Then how level
 * 4 builds set-ups, in positions that the text does not know.
 */
#include <stdio.h>

#include "rookery/levels.h"
#include "tests/unit/unit.h"

#define MAX_PLIES 16384

/* Everything that a side may play: where, and what. */
static struct {
	uint64_t key;
	rk_any_move move;
	struct rk_pos pos;
} plies[MAX_PLIES];
static int ply_count;

static struct rk_levels memory;
static struct rk_player player;
static const struct rk_rules *const rules = &rk_rules_standard;

static rk_any_move ask(const struct rk_pos *pos, uint64_t seed)
{
	struct rk_question question = {
		.rules = rules, .pos = pos, .level = 4, .seed = seed,
	};

	return player.choose(player.self, &question);
}

static void keep_ply(const struct rk_pos *pos, rk_any_move move)
{
	assert_true(ply_count < MAX_PLIES);
	plies[ply_count].pos = *pos;
	plies[ply_count].key = rules->key(pos);
	plies[ply_count++].move = move;
}

/* Plays a line from the start; keeps the plies of the sides in `who`. */
static struct rk_pos play(char *moves, const char *who)
{
	struct rk_pos pos;
	union rk_any_undo undo;

	rules->start(&pos, 0);
	for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
		rk_any_move move;

		if (strchr(word, '.'))
			continue;
		if (rules->read_move(&move, &pos, word, strlen(word)))
			fail_msg("%s", word);
		if (strchr(who, rules->turn(&pos) ? 'b' : 'w'))
			keep_ply(&pos, move);
		rules->make(&pos, move, &undo);
	}
	return pos;
}

static void test_every_line_is_named(void **state)
{
	char row[1024], name[100], moves[512], who[8], code[8];
	FILE *file = fopen("data/openings.txt", "r");
	int lines = 0;

	(void)state;
	assert_non_null(file);
	ply_count = 0;
	while (fgets(row, sizeof(row), file)) {
		struct rk_pos pos;
		const char *found;

		if (*row < 'A' || *row > 'E')
			continue;
		assert_int_equal(sscanf(row, "%7[^\t]\t%99[^\t]\t%511[^\t]"
					     "\t%7[^\n]", code, name, moves,
					who), 4);
		pos = play(moves, who);
		found = player.opening(player.self, rules, &pos);
		assert_non_null(found);
		assert_string_equal(found, name);
		lines++;
	}
	fclose(file);
	assert_true(lines >= 60);
}

static void test_names_are_of_positions(void **state)
{
	char transposed[] = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4";
	char other[] = "1. c4 e6 2. Nc3 Nf6 3. d4 Bb4";
	char unknown[] = "1. a4 a5 2. h4 h5 3. Ra3 Ra6";
	struct rk_pos pos = play(transposed, "-");
	struct rk_pos same = play(other, "-");
	struct rk_pos nameless = play(unknown, "-");
	const char *name = player.opening(player.self, rules, &pos);

	(void)state;
	assert_string_equal(name, "Nimzo-Indian Defence");
	assert_string_equal(player.opening(player.self, rules, &same), name);
	assert_null(player.opening(player.self, rules, &nameless));
	rk_rules_casual.start(&pos, 0);
	assert_null(player.opening(player.self, &rk_rules_casual, &pos));
}

static bool is_in_text(uint64_t key, rk_any_move move)
{
	for (int i = 0; i < ply_count; i++)
		if (plies[i].key == key && plies[i].move == move)
			return true;
	return false;
}

/* The first move may be a set-up's; from then on a known line is followed. */
static void test_4_stays_in_the_book(void **state)
{
	int step = walk_is_quick() ? 20 : 1;
	int asked = 0;

	(void)state;
	for (int i = 0; i < ply_count; i += step) {
		uint64_t seed = (uint64_t)i;

		if (rules->move_number(&plies[i].pos) == 1)
			continue;
		assert_true(is_in_text(plies[i].key,
				       ask(&plies[i].pos, seed)));
		asked++;
	}
	assert_true(asked > 0);
}

static void expect(const char *fen, const char *answer)
{
	struct rk_pos pos = unit_read(fen);

	for (uint64_t seed = 0; seed < 20; seed++) {
		char text[RK_MOVE_TEXT_SIZE];

		rules->write_move(text, &pos, ask(&pos, seed), RK_STYLE_SAN);
		assert_string_equal(text, answer);
	}
}

/* The London System: d4 Bf4 e3 Nf3 c3 Nbd2 Bd3 h3 O-O, in this order. */
static void test_set_up(void **state)
{
	(void)state;
	expect("rnbqkbnr/1ppppp1p/p5p1/8/3P1B2/4P3/PPP2PPP/RN1QKBNR "
	       "w KQkq - 0 4", "Nf3");
	/* The pawn would take the knight. */
	expect("rnbqkbnr/1ppp1ppp/p7/8/3PpB2/4P3/PPP2PPP/RN1QKBNR "
	       "w KQkq - 0 4", "c3");
	/* All but castling, and that is possible. */
	expect("rnbqkbnr/1ppp1ppp/4p3/p7/3P1B2/2PBPN1P/PP1N1PP1/R2QK2R "
	       "w KQkq - 0 9", "O-O");
	/*
	 * The Colle System, d4 Nf3 e3 Bd3 c3 Nbd2 O-O Re1 e4: all but a rook's
	 * move, after two moves of other kinds. The pawn on e4 was on e3.
	 */
	expect("rnbqkbnr/1ppppp1p/6p1/p7/3PP3/2PB1N2/PP1N1PPP/R1BQ1RK1 "
	       "w kq - 0 11", "Re1");
	/* A queen for nothing comes first. */
	expect("rnb1kbnr/1ppppppp/p7/6q1/3P1B2/4P3/PPP2PPP/RN1QKBNR "
	       "w KQkq - 0 4", "Bxg5");
}

/* Only a set-up begins with g3; the other first moves are in a line too. */
static void test_both_ways_to_begin(void **state)
{
	int with_g3 = 0, in_text = 0;
	struct rk_pos start;

	(void)state;
	rules->start(&start, 0);
	for (uint64_t seed = 0; seed < 200; seed++) {
		rk_any_move move = ask(&start, seed);

		with_g3 += rules->to(&start, move) == rk_square_at(6, 2);
		in_text += is_in_text(rules->key(&start), move);
	}
	assert_true(with_g3 > 0);
	assert_true(in_text > 0);
	assert_int_equal(with_g3 + in_text, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_line_is_named),
		cmocka_unit_test(test_names_are_of_positions),
		cmocka_unit_test(test_4_stays_in_the_book),
		cmocka_unit_test(test_set_up),
		cmocka_unit_test(test_both_ways_to_begin),
	};

	rk_levels_init(&player, &memory);
	return cmocka_run_group_tests_name("openings", tests, NULL, NULL);
}
