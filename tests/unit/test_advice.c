/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console with a real engine: hint, eval and analyse in positions where
 * anybody can say what is right; and files that cannot be loaded.
 */
#include "rookery/pgn.h"
#include "tests/unit/console.h"

static struct rk_thinker thinker;
static uint64_t memory[65536 / 8];

static int set_up(void **state)
{
	(void)state;
	new_console();
	platform.memory = memory;
	platform.memory_size = sizeof(memory);
	rk_thinker_init(&thinker, &platform);
	console.thinker = &thinker;
	console.look.drawing = RK_DRAW_RICH;
	return 0;
}

static void play_from(const char *fen)
{
	set_up_position(fen);
	type("game human human");
}

static void assert_begins(const char *text, const char *wanted)
{
	if (strncmp(text, wanted, strlen(wanted)))
		fail_msg("not \"%s\" but \"%s\"", wanted, text);
}

/* The score of a position, as White sees it. */
static double first_sight(const char *fen, const char *material)
{
	static const char before[] = "At first sight, as White sees it: ";
	char line[64];
	char *end;
	double score;

	set_up(NULL);
	play_from(fen);
	snprintf(line, sizeof(line), "Material in pawns: %s.\n", material);
	type("eval");
	assert_begins(said.text, line);
	assert_begins(said.text + strlen(line), before);
	end = said.text + strlen(line) + strlen(before);
	score = strtod(end, &end);
	assert_string_equal(end, ".\n");
	/* Who is ahead has a sign, and so has who is not. */
	assert_true(score <= 0 || strchr(said.text, '+'));
	return score;
}

static void test_eval(void **state)
{
	double white, black;

	(void)state;
	white = first_sight("4k3/pppp4/8/8/8/8/PPPP4/Q3K3 w - - 0 1",
			    "White 13, Black 4");
	assert_true(white > 3);
	/* The same with colours exchanged, then with the other side to move. */
	black = first_sight("q3k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1",
			    "White 4, Black 13");
	assert_true(white == -black);
	assert_true(first_sight("q3k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
				"White 4, Black 13") < -3);
	/* Nobody judges a position in check, and a plain console none. */
	set_up(NULL);
	play_from("4k3/8/8/8/8/8/3r4/7K b - - 0 1");
	type("Rd1");
	assert_string_equal(type("eval"),
			    "Material in pawns: White 0, Black 5.\n");
	set_up(NULL);
	console.look.drawing = RK_DRAW_PLAIN;
	play_from("4k3/8/8/8/8/8/3r4/4K3 b - - 0 1");
	assert_string_equal(type("eval"),
			    "Material in pawns: White 0, Black 5.\n");
}

static void test_mates(void **state)
{
	static const char before[] = "The best lines, as White sees them:\n";

	(void)state;
	play_from("8/8/8/8/8/6k1/r7/7K b - - 0 7");
	assert_string_equal(type("hint"), "Hint: Ra1#\n");
	type("analyse");
	assert_begins(said.text, before);
	assert_string_equal(said.text + strlen(before), "#-1  7... Ra1#\n");
	set_up(state);
	play_from("7k/R7/6K1/8/8/8/8/8 w - - 0 3");
	type("analyse");
	assert_begins(said.text, before);
	assert_string_equal(said.text + strlen(before), "#1  3. Ra8#\n");
	set_up(state);
	/* 1. Kb6 Kb8 2. Rh8#, or 1. Kc7 Ka7 2. Ra1# */
	play_from("k7/8/2K5/8/8/8/8/7R w - - 0 1");
	type("analyse");
	assert_begins(said.text + strlen(before), "#2  1. K");
	assert_non_null(strstr(said.text, " 2. R"));
	assert_null(strstr(said.text, "..."));
	assert_null(strchr(said.text, '+'));
}

/* Where nobody thinks, the highest level has a move but no reasons. */
static void test_level(void **state)
{
	char wanted[128];

	(void)state;
	console.thinker = NULL;
	play_from("1r5k/8/8/8/8/8/8/K7 w - - 0 1");
	snprintf(wanted, sizeof(wanted),
		 "Level %d would play Ka2.\n"
		 "Material in pawns: White 0, Black 5.\n",
		 player.levels);
	assert_string_equal(type("analyse"), wanted);
	assert_string_equal(type("hint"), "Hint: Ka2\n");
}

static const char *file;

static const char *load(void *self, const char *name, const char **text,
			size_t *length)
{
	(void)self;
	if (strcmp(name, "good"))
		return "there is only a good one";
	*text = file;
	*length = strlen(file);
	return NULL;
}

/* The place is counted as an editor does, and nothing has changed. */
static void test_load(void **state)
{
	static const struct {
		const char *text, *wanted;
	} bad[] = {
		{"[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n",
		 "Not loaded: line 4, column 4: "},
		{"1. e5 *\n", "Not loaded: line 1, column 4: "},
		{"\n1. e4\ne5 2. Nf3 Nf3 *\n",
		 "Not loaded: line 3, column 11: "},
	};
	uint32_t plies;

	(void)state;
	platform.load = load;
	type("game human human");
	type("e4");
	type("resign");
	plies = rk_game_plies(&console.game);
	assert_string_equal(type("load bad"),
			    "Not loaded: there is only a good one.\n");
	for (size_t i = 0; i < COUNT(bad); i++) {
		file = bad[i].text;
		assert_begins(type("load good"), bad[i].wanted);
		assert_int_equal(rk_game_plies(&console.game), plies);
	}
	file = "1. e4 e5 2. Nf3 *\n";
	type("load good");
	assert_int_equal(rk_game_plies(&console.game), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_eval, set_up),
		cmocka_unit_test_setup(test_mates, set_up),
		cmocka_unit_test_setup(test_level, set_up),
		cmocka_unit_test_setup(test_load, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
