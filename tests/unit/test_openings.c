/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Openings: what data/openings.txt says is what the tables give back. The
 * text is read here a second time, by other means than the tool that made
 * the tables; so the tests are run from the root of the tree. Nothing else is
 * found: not in the positions of the text, nor in those of random play. Then
 * how level 4 builds set-ups, in positions that the text does not know.
 */
#include <stdio.h>

#include "engine/openings.h"
#include "rookery/levels.h"
#include "tests/unit/unit.h"

#define MAX_PLIES 16384

/* What a side may play, where: sorted, as the others here, to find them. */
struct ply {
	uint64_t key;
	rk_any_move move;
	struct rk_pos pos;
};

static struct ply plies[MAX_PLIES];
static size_t ply_count;

/* All positions of the lines, and those that have names. */
static struct ply places[MAX_PLIES], named[MAX_PLIES];
static size_t place_count, named_count;

static struct rk_levels_scratch scratch;
static const struct rk_platform platform = {
	.memory = &scratch,
	.memory_size = sizeof(scratch),
};
static struct rk_player player;
static const struct rk_rules *const rules = &rk_rules_standard;

static rk_any_move ask(const struct rk_pos *pos, uint64_t seed)
{
	struct rk_question question = {
		.rules = rules,
		.pos = rk_any_of(pos),
		.level = 4,
		.seed = seed,
	};

	return player.choose(player.self, &question);
}

static void keep(struct ply *list, size_t *count, const struct rk_pos *pos,
		 rk_any_move move)
{
	assert_true(*count < MAX_PLIES);
	list[(*count)++] = (struct ply){rules->key(rk_any_of(pos)), move, *pos};
}

static int compare(const void *a, const void *b)
{
	const struct ply *one = a, *other = b;

	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	return (one->move > other->move) - (one->move < other->move);
}

static bool is_in(const struct ply *list, size_t count, uint64_t key,
		  rk_any_move move)
{
	struct ply wanted = {.key = key, .move = move};

	return bsearch(&wanted, list, count, sizeof(wanted), compare);
}

static bool is_in_text(uint64_t key, rk_any_move move)
{
	return is_in(plies, ply_count, key, move);
}

/* Plays a line from the start; keeps the plies of the sides in `who`, if any. */
static struct rk_pos play(char *moves, const char *who)
{
	struct rk_pos pos;
	struct rk_undo undo;

	rk_pos_start(&pos);
	for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
		rk_any_move move;

		if (strchr(word, '.'))
			continue;
		if (rules->read_move(&move, rk_any_of(&pos), word,
				     strlen(word)))
			fail_msg("%s", word);
		if (who &&
		    strchr(who, rules->turn(rk_any_of(&pos)) ? 'b' : 'w'))
			keep(plies, &ply_count, &pos, move);
		if (who)
			keep(places, &place_count, &pos, 0);
		rk_pos_make(&pos, (rk_move)move, &undo);
	}
	return pos;
}

static void read_row(const char *row)
{
	char name[100], moves[512], who[8], code[8];
	char found[RK_OPENING_SIZE];
	struct rk_pos pos;

	assert_int_equal(sscanf(row, "%7[^\t]\t%99[^\t]\t%511[^\t]\t%7[^\n]",
				code, name, moves, who),
			 4);
	pos = play(moves, who);
	keep(places, &place_count, &pos, 0);
	keep(named, &named_count, &pos, 0);
	assert_true(player.opening(player.self, found, rules, rk_any_of(&pos)));
	assert_string_equal(found, name);
}

static void test_every_line_is_named(void **state)
{
	char row[1024];
	FILE *file = fopen("data/openings.txt", "r");

	(void)state;
	assert_non_null(file);
	ply_count = place_count = named_count = 0;
	while (fgets(row, sizeof(row), file))
		if (*row >= 'A' && *row <= 'E')
			read_row(row);
	fclose(file);
	assert_true(named_count >= 60);
	qsort(plies, ply_count, sizeof(plies[0]), compare);
	qsort(places, place_count, sizeof(places[0]), compare);
	qsort(named, named_count, sizeof(named[0]), compare);
}

static bool has_move(const struct rk_pos *pos, rk_any_move move)
{
	return rk_opening_has_move(rules->book_key(rk_any_of(pos)),
				   rules->from(rk_any_of(pos), move),
				   rules->to(rk_any_of(pos), move));
}

/* The moves of a line are answers, all other legal moves are none. */
static void test_positions_of_the_text(void **state)
{
	rk_move list[RK_MAX_MOVES];
	char name[RK_OPENING_SIZE];
	uint64_t last = 0;

	(void)state;
	for (size_t i = 0; i < place_count; i++) {
		const struct rk_pos *pos = &places[i].pos;
		uint64_t key = places[i].key;
		int count = rk_gen_legal(pos, list);

		if (key == last)
			continue;
		last = key;
		assert_int_equal(player.opening(player.self, name, rules,
						rk_any_of(pos)),
				 is_in(named, named_count, key, 0));
		for (int j = 0; j < count; j++)
			assert_int_equal(has_move(pos, list[j]),
					 is_in_text(key, list[j]));
	}
}

/* 40 bits and 3,000 entries: chance allows one mistake in 400 such tests. */
static void test_other_positions(void **state)
{
	int left = walk_is_quick() ? 20000 : 1000000;
	rk_move list[RK_MAX_MOVES];
	char name[RK_OPENING_SIZE];
	uint64_t seed = 1;

	(void)state;
	while (left > 0) {
		struct rk_pos pos;
		struct rk_undo undo;
		int count;

		rk_pos_start(&pos);
		while (pos.fullmove < 60 &&
		       (count = rk_gen_legal(&pos, list))) {
			rk_move move = list[walk_random(&seed, count)];

			if (!is_in(places, place_count, pos.key, 0)) {
				assert_false(player.opening(player.self, name,
							    rules,
							    rk_any_of(&pos)));
				assert_false(has_move(&pos, move));
				left--;
			}
			rk_pos_make(&pos, move, &undo);
		}
	}
}

static void test_names_are_of_positions(void **state)
{
	char transposed[] = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4";
	char other[] = "1. c4 e6 2. Nc3 Nf6 3. d4 Bb4";
	char unknown[] = "1. a4 a5 2. h4 h5 3. Ra3 Ra6";
	struct rk_pos pos = play(transposed, NULL);
	struct rk_pos same = play(other, NULL);
	struct rk_pos nameless = play(unknown, NULL);
	char name[RK_OPENING_SIZE];

	(void)state;
	assert_true(player.opening(player.self, name, rules, rk_any_of(&pos)));
	assert_string_equal(name, "Nimzo-Indian Defence");
	memset(name, 0, sizeof(name));
	assert_true(player.opening(player.self, name, rules, rk_any_of(&same)));
	assert_string_equal(name, "Nimzo-Indian Defence");
	assert_false(
		player.opening(player.self, name, rules, rk_any_of(&nameless)));
	pos.minors = true;
	assert_true(player.opening(player.self, name, &rk_rules_minors,
				   rk_any_of(&pos)));
	assert_string_equal(name, "Nimzo-Indian Defence");
	rk_pos_start(&pos);
	pos.casual = true;
	assert_false(player.opening(player.self, name, &rk_rules_casual,
				    rk_any_of(&pos)));
}

/* The first move may be a set-up's; from then on a known line is followed. */
static void test_4_stays_in_the_book(void **state)
{
	size_t step = walk_is_quick() ? 20 : 1;
	int asked = 0;

	(void)state;
	for (size_t i = 0; i < ply_count; i += step) {
		uint64_t seed = i;

		if (rules->move_number(rk_any_of(&plies[i].pos)) == 1)
			continue;
		assert_true(is_in_text(plies[i].key, ask(&plies[i].pos, seed)));
		asked++;
	}
	assert_true(asked > 0);
}

static void expect(const char *fen, const char *answer)
{
	struct rk_pos pos = unit_read(fen);

	for (uint64_t seed = 0; seed < 20; seed++) {
		char text[RK_MOVE_TEXT_SIZE];

		rules->write_move(text, rk_any_of(&pos), ask(&pos, seed),
				  RK_STYLE_SAN);
		assert_string_equal(text, answer);
	}
}

/* The London System: d4 Bf4 e3 Nf3 c3 Nbd2 Bd3 h3 O-O, in this order. */
static void test_set_up(void **state)
{
	(void)state;
	expect("rnbqkbnr/1ppppp1p/p5p1/8/3P1B2/4P3/PPP2PPP/RN1QKBNR "
	       "w KQkq - 0 4",
	       "Nf3");
	/* The pawn would take the knight. */
	expect("rnbqkbnr/1ppp1ppp/p7/8/3PpB2/4P3/PPP2PPP/RN1QKBNR "
	       "w KQkq - 0 4",
	       "c3");
	/* All but castling, and that is possible. */
	expect("rnbqkbnr/1ppp1ppp/4p3/p7/3P1B2/2PBPN1P/PP1N1PP1/R2QK2R "
	       "w KQkq - 0 9",
	       "O-O");
	/*
	 * The Colle System, d4 Nf3 e3 Bd3 c3 Nbd2 O-O Re1 e4: all but a rook's
	 * move, after two moves of other kinds. The pawn on e4 was on e3.
	 */
	expect("rnbqkbnr/1ppppp1p/6p1/p7/3PP3/2PB1N2/PP1N1PPP/R1BQ1RK1 "
	       "w kq - 0 11",
	       "Re1");
	/* A queen for nothing comes first. */
	expect("rnb1kbnr/1ppppppp/p7/6q1/3P1B2/4P3/PPP2PPP/RN1QKBNR "
	       "w KQkq - 0 4",
	       "Bxg5");
}

/* Only a set-up begins with g3; the other first moves are in a line too. */
static void test_both_ways_to_begin(void **state)
{
	int with_g3 = 0, in_text = 0;
	struct rk_pos start;

	(void)state;
	rk_pos_start(&start);
	for (uint64_t seed = 0; seed < 200; seed++) {
		rk_any_move move = ask(&start, seed);

		with_g3 += rules->to(rk_any_of(&start), move) ==
			   rk_square_at(6, 2);
		in_text += is_in_text(rules->key(rk_any_of(&start)), move);
	}
	assert_true(with_g3 > 0);
	assert_true(in_text > 0);
	assert_int_equal(with_g3 + in_text, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_line_is_named),
		cmocka_unit_test(test_positions_of_the_text),
		cmocka_unit_test(test_other_positions),
		cmocka_unit_test(test_names_are_of_positions),
		cmocka_unit_test(test_4_stays_in_the_book),
		cmocka_unit_test(test_set_up),
		cmocka_unit_test(test_both_ways_to_begin),
	};

	rk_levels_init(&player, &platform);
	return cmocka_run_group_tests_name("openings", tests, NULL, NULL);
}
