/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Whole games as PGN: how a game is written, what of a text becomes a game,
 * and that nothing is lost between the two.
 */
#include "tests/unit/pgn.h"

#define EVENTS 512

static struct rk_event logs[2][EVENTS];

static void write_game(struct unit_text *to, const struct rk_game *game,
		       const struct rk_pgn_tag *tags, int count)
{
	static char buf[RK_ANY_FEN_SIZE];
	const struct rk_out out = {unit_write, to};

	unit_clear(to);
	rk_pgn_write_game(&out, game, tags, count, buf);
}

static void start_game(struct rk_game *game, const struct rk_rules *rules,
		       const char *fen)
{
	union rk_any_pos pos;

	if (fen)
		unit_read_as(&pos, rules, fen);
	rk_game_new(game, rules, fen ? &pos : NULL, logs[0], EVENTS);
}

static void play(struct rk_game *game, const char *san, uint32_t spent)
{
	rk_any_move move;

	assert_int_equal(game->rules->read_move(&move, &game->pos, san,
						strlen(san)),
			 RK_NOTATION_OK);
	assert_int_equal(rk_game_append(game, rk_event_new(RK_EVENT_MOVE,
							   rk_game_turn(game),
							   move, spent)),
			 RK_GAME_OK);
}

static void test_write_game(void **state)
{
	static const struct rk_pgn_tag tags[] = {
		{"White", "A \"B\" \\\nC"},
		{"ECO", "C20"},
		{"Result", "1-0"},
		{"FEN", "nonsense"},
		{"Event", "e"},
		{"TimeControl", "-"},
	};
	static struct unit_text written;
	struct rk_game game;

	(void)state;
	start_game(&game, &rk_rules_standard, NULL);
	write_game(&written, &game, NULL, 0);
	assert_string_equal(
		written.text,
		ROSTER("*") "[Termination \"unterminated\"]\n\n*\n\n");
	rk_game_set_clock(&game, &(struct rk_clock){300000, 3000, 0});
	play(&game, "e4", 1000);
	play(&game, "e5", 2499);
	play(&game, "Nf3", 296000);
	rk_game_resign(&game, 0);
	write_game(&written, &game, tags, COUNT(tags));
	assert_string_equal(
		written.text,
		"[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
		"[Round \"?\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n"
		"[Black \"?\"]\n[Result \"0-1\"]\n[ECO \"C20\"]\n"
		"[TimeControl \"300+3\"]\n[Termination \"normal\"]\n\n"
		"1. e4 {[%clk 0:05:02]} 1... e5 {[%clk 0:05:00.5]} 2. Nf3 "
		"{[%clk 0:00:09]} 0-1\n\n");
}

static void test_write_variant(void **state)
{
	static const struct {
		const struct rk_rules *rules;
		const char *fen;
		const char *tags;
	} rows[] = {
		{&rk_rules_casual, NULL, "[Variant \"casual\"]\n"},
		{&rk_rules_minors, NULL, "[Variant \"minors\"]\n"},
		{&rk_rules_minors, "4kn2/8/8/8/8/8/8/4KR2 w - - 0 1",
		 "[Variant \"minors\"]\n[SetUp \"1\"]\n"
		 "[FEN \"4kn2/8/8/8/8/8/8/4KR2 w - - 0 1\"]\n"},
		{&rk_rules_standard, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		 "[Variant \"From Position\"]\n[SetUp \"1\"]\n"
		 "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n"},
		{&rk_rules_standard, "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
		 "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
		 "[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n"},
		{&rk_rules_standard, "r2k4/8/8/8/8/8/8/4K3 b q - 0 1",
		 "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
		 "[FEN \"r2k4/8/8/8/8/8/8/4K3 b q - 0 1\"]\n"},
		{&rk_rules_standard, "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
		 "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
		 "[FEN \"4k3/8/8/8/8/8/8/4K1RR w G - 0 1\"]\n"},
		{&rk_rules_standard, "4k3/8/8/8/8/8/8/4K3 b - - 7 33",
		 "[Variant \"From Position\"]\n[SetUp \"1\"]\n"
		 "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 7 33\"]\n"},
	};
	static struct unit_text written;
	struct rk_game game;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		start_game(&game, rows[i].rules, rows[i].fen);
		write_game(&written, &game, NULL, 0);
		assert_non_null(strstr(written.text, rows[i].tags));
	}
	start_game(&game, &rk_rules_standard, NULL);
	rk_game_set_clock(&game, &(struct rk_clock){90000, 0, 2500});
	write_game(&written, &game, NULL, 0);
	assert_non_null(strstr(written.text, "[TimeControl \"90d2.5\"]\n"));
}

static bool read_game(struct rk_game *game, const char *text,
		      struct rk_error *error)
{
	static struct rk_pgn_read scratch;
	size_t length = strlen(text);
	char *copy = malloc(length ? length : 1);
	bool done;

	assert_non_null(copy);
	memcpy(copy, text, length);
	memset(&scratch, 0xa5, sizeof(scratch));
	done = rk_pgn_read_game(game, copy, length, &scratch, error);
	free(copy);
	return done;
}

static void test_read_game(void **state)
{
	static const struct {
		const char *text;
		uint32_t plies;
		uint8_t winners;
		uint8_t reason;
	} rows[] = {
		{"e4 e5 *\nd4", 2, 0, RK_REASON_NONE},
		{"[A \"\"]", 0, 0, RK_REASON_NONE},
		{"e4 (d4 nonsense) e5 Nf3 {x} 1-0", 3, 1,
		 RK_REASON_RESIGNATION},
		{"e4 e5 0-1", 2, 2, RK_REASON_RESIGNATION},
		{"e4 e5 1/2-1/2", 2, 0, RK_REASON_AGREEMENT},
		{"f3 e5 g4 Qh4 1-0", 4, 2, RK_REASON_CHECKMATE},
		{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1/2-1/2", 8, 0,
		 RK_REASON_THREEFOLD},
		{"[Termination \"time forfeit\"] e4 0-1", 1, 2, RK_REASON_TIME},
		{"[Termination \"Time forfeit\"] e4 0-1", 1, 2, RK_REASON_TIME},
		{"[Termination \"time forfeit\"] e4 1/2-1/2", 1, 0,
		 RK_REASON_AGREEMENT},
		{"[Termination \"time forfeit\"][FEN \"4k3/8/8/8/8/8/4p3/K7 w "
		 "- - 0 1\"] Kb1 1/2-1/2",
		 1, 0, RK_REASON_TIME_DRAW},
		{"[Variant \"casual\"] e4 e5 Ke2 Qh4 Kd3 Qxe4 a3 Qxd3", 8, 2,
		 RK_REASON_KING_TAKEN},
		{"[Variant \"Minors\"][FEN \"4kn2/8/8/8/4p3/8/5N2/4K3 w - - "
		 "0 1\"] Nxe4 1/2-1/2",
		 1, 0, RK_REASON_INSUFFICIENT},
		{"[Variant \"From Position\"][FEN \"4kn2/8/8/8/4p3/8/5N2/4K3 "
		 "w - - 0 1\"] Nxe4 1/2-1/2",
		 1, 0, RK_REASON_AGREEMENT},
	};
	struct rk_game game;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		start_game(&game, &rk_rules_standard, NULL);
		play(&game, "a3", 0);
		if (!read_game(&game, rows[i].text, &error))
			fail_msg("%s: %zu %s", rows[i].text, error.column,
				 error.reason);
		assert_int_equal(rk_game_plies(&game), rows[i].plies);
		assert_int_equal(game.outcome.reason, rows[i].reason);
		assert_int_equal(game.outcome.winners, rows[i].winners);
		assert_ptr_equal(game.log, logs[0]);
		assert_int_equal(game.capacity, EVENTS);
	}
}

static void test_read_clocks(void **state)
{
	static const struct {
		const char *text;
		uint32_t initial;
		uint32_t left[2];
	} rows[] = {
		{"[TimeControl \"300+3\"] e4 {x [[%clk 0:05:01.5] y} e5 "
		 "{[%clk 0:04:59]} (e6 {[%clk 0:00:01]}) {} *",
		 300000,
		 {301500, 299000}},
		{"[TimeControl \"60d5\"] e4 {[%clk 0:00:30]} e5 {[%clk 0:1:00]}"
		 " Nf3 {[%clk 0:00:30]} Nf6 {[%clk 10]}",
		 60000,
		 {30000, 10000}},
		{"[TimeControl \"5400.5+0\"] e4 {[%clk\n1:30:00]} e5",
		 5400500,
		 {5400000, 5400500}},
		{"[TimeControl \"60\"] e4 {[%clk 0:00:7x]} e5 {[%clk ]}",
		 60000,
		 {60000, 60000}},
		{"[TimeControl \"40/7200\"] e4 {[%clk 1:00:00]}", 0, {0, 0}},
		{"[TimeControl \"-\"] e4", 0, {0, 0}},
		{"[TimeControl \"300+\"] e4", 0, {0, 0}},
		{"[TimeControl \"300+3s\"] e4", 0, {0, 0}},
		{"[TimeControl \"300d\"] e4", 0, {0, 0}},
		{"[TimeControl \"99999999999999999999\"] e4", 0, {0, 0}},
		{"[TimeControl \"60\"] e4 {[%clk 9999:99:99]} e5 "
		 "{[%clk 99999999999999]}",
		 60000,
		 {60000, 60000}},
	};
	struct rk_game game;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		start_game(&game, &rk_rules_standard, NULL);
		assert_true(read_game(&game, rows[i].text, &error));
		assert_int_equal(game.clock.initial, rows[i].initial);
		for (int seat = 0; seat < game.rules->players; seat++)
			assert_int_equal(game.left[seat], rows[i].left[seat]);
	}
}

static void test_read_errors(void **state)
{
	static const struct {
		const char *text;
		size_t column;
		const char *reason;
	} rows[] = {
		{"", 1, "there is no game in it"},
		{"% nothing\n", 1, "there is no game in it"},
		{"e4\ne5 Nf9 *", 7, "this is not the text of a move"},
		{"f3 e5 g4 Qh4 a3", 14, "this would leave the king in check"},
		{"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"] Ke2", 39,
		 "the game has ended before this move"},
		{"[FEN \"x\"]", 7, "the FEN is no position that can be played"},
		{"e4 {", 4, "the comment that begins here has no end"},
	};
	struct rk_game game, before;
	struct rk_error error;

	(void)state;
	start_game(&game, &rk_rules_standard, NULL);
	play(&game, "e4", 5);
	play(&game, "e5", 6);
	before = game;
	memcpy(logs[1], logs[0], 2 * sizeof(logs[0][0]));
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_false(read_game(&game, rows[i].text, &error));
		assert_string_equal(error.reason, rows[i].reason);
		assert_int_equal(error.column, rows[i].column);
		assert_memory_equal(&game, &before, sizeof(game));
		assert_memory_equal(logs[0], logs[1], 2 * sizeof(logs[0][0]));
	}
	game.capacity = 4;
	assert_true(read_game(&game, "d4 d5", &error));
	for (int i = 0; i < 4; i++) {
		static const char *const texts[] = {
			"e4 e5 Nf3",
			"e4 e5 Nf3 Nf6",
			"e4 e5 1-0",
			"e4 1/2-1/2",
		};

		assert_int_equal(game.length, 2);
		assert_false(read_game(&game, texts[i], &error));
		assert_string_equal(error.reason, "the game is longer than "
						  "there is room for");
	}
}

static void play_at_random(struct rk_game *game, uint64_t *seed)
{
	rk_any_move list[RK_ANY_MAX_MOVES];

	for (int ply = walk_random(seed, 100); ply; ply--) {
		int count = game->rules->moves(&game->pos, list);

		if (rk_game_is_over(game))
			return;
		rk_game_append(game,
			       rk_event_new(RK_EVENT_MOVE, rk_game_turn(game),
					    list[walk_random(seed, count)],
					    (uint32_t)walk_random(seed, 5000)));
	}
	if (walk_random(seed, 4) == 0)
		rk_game_resign(game, walk_random(seed, game->rules->players));
	else if (walk_random(seed, 3) == 0)
		rk_game_claim(game);
	else if (walk_random(seed, 2) == 0)
		for (int seat = 0; seat < game->rules->players; seat++)
			rk_game_offer(game, seat);
	else if (walk_random(seed, 2) == 0)
		rk_game_append(game, rk_event_new(RK_EVENT_FLAG,
						  rk_game_turn(game), 0, 0));
}

/* A draw that was agreed on where one could be claimed reads as claimed. */
static bool is_same_reason(int written, int read)
{
	return written == read ||
	       (written == RK_REASON_AGREEMENT &&
		(read == RK_REASON_THREEFOLD || read == RK_REASON_FIFTY));
}

static void test_round_trip(void **state)
{
	static struct unit_text written;
	struct rk_game game, again;
	struct rk_error error;
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < (walk_is_quick() ? 500 : 10000); i++) {
		struct rk_pos pos = unit_start(i, &seed);
		bool is_casual = i % 7 == 0;

		pos.minors = i % 7 == 1;
		rk_game_new(&game,
			    is_casual    ? &rk_rules_casual
			    : pos.minors ? &rk_rules_minors
					 : &rk_rules_standard,
			    rk_any_of(is_casual ? NULL : &pos), logs[0],
			    EVENTS);
		if (i % 2)
			rk_game_set_clock(
				&game,
				&(struct rk_clock){
					1 + (uint32_t)walk_random(&seed,
								  1 << 20),
					(uint32_t)walk_random(&seed, 3) * 1000,
					(uint32_t)walk_random(&seed, 3) * 700});
		play_at_random(&game, &seed);
		write_game(&written, &game, NULL, 0);
		rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
		if (!read_game(&again, written.text, &error))
			fail_msg("%zu: %s\n%s", error.column, error.reason,
				 written.text);
		assert_ptr_equal(again.rules, game.rules);
		assert_memory_equal(&again.start, &game.start,
				    game.rules->pos_size);
		assert_memory_equal(&again.pos, &game.pos,
				    game.rules->pos_size);
		assert_int_equal(rk_game_plies(&again), rk_game_plies(&game));
		assert_int_equal(again.outcome.winners, game.outcome.winners);
		assert_true(is_same_reason(game.outcome.reason,
					   again.outcome.reason));
		for (int seat = 0; seat < game.rules->players; seat++)
			assert_in_range(again.left[seat] + 100, game.left[seat],
					game.left[seat] + 100);
	}
}

/* With time odds each player has a tag, which is read again. */
static void test_odds(void **state)
{
	static const struct rk_clock clocks[] = {{300000, 3000, 0},
						 {60000, 0, 2000},
						 {7200000, 0, 0}};
	static struct unit_text written;
	static const struct {
		const struct rk_rules *rules;
		const char *tags[3];
	} rows[] = {
		{&rk_rules_standard,
		 {"[WhiteTimeControl \"300+3\"]\n",
		  "[BlackTimeControl \"60d2\"]\n", "\n"}},
		{&rk_rules_ffa,
		 {"[RedTimeControl \"5+3\"]\n", "[BlueTimeControl \"1+2D\"]\n",
		  "[YellowTimeControl \"120+0\"]\n"}},
	};
	struct rk_game game, again;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		start_game(&game, rows[i].rules, NULL);
		rk_game_set_clock(&game, &clocks[0]);
		for (int seat = 1; seat < rows[i].rules->players && seat < 3;
		     seat++)
			rk_game_set_odds(&game, seat, &clocks[seat]);
		write_game(&written, &game, NULL, 0);
		assert_null(strstr(written.text, "[TimeControl"));
		for (size_t tag = 0; tag < COUNT(rows[i].tags); tag++)
			assert_non_null(
				strstr(written.text, rows[i].tags[tag]));
		rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
		assert_true(read_game(&again, written.text, &error));
		for (int seat = 0; seat < rows[i].rules->players; seat++)
			assert_memory_equal(rk_game_clock(&again, seat),
					    rk_game_clock(&game, seat),
					    sizeof(struct rk_clock));
	}
}

/* Of four players a control has minutes; docs/pgn.md has the forms. */
static void test_controls_of_four(void **state)
{
	static const struct {
		struct rk_clock clock;
		const char *tag;
	} rows[] = {
		{{300000, 3000, 0}, "[TimeControl \"5+3\"]\n"},
		{{30000, 3000, 0}, "[TimeControl \"0:30+3\"]\n"},
		{{307500, 0, 0}, "[TimeControl \"5:07.5+0\"]\n"},
		{{60000, 0, 15000}, "[TimeControl \"1+15D\"]\n"},
		{{60100, 0, 2500}, "[TimeControl \"1:00.1+2.5D\"]\n"},
		{{7200000, 1000, 2000}, "[TimeControl \"120+1d2\"]\n"},
	};
	static struct unit_text written;
	struct rk_game game, again;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		start_game(&game, &rk_rules_teams, NULL);
		rk_game_set_clock(&game, &rows[i].clock);
		write_game(&written, &game, NULL, 0);
		assert_non_null(strstr(written.text, rows[i].tag));
		rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
		assert_true(read_game(&again, written.text, &error));
		assert_memory_equal(&again.clock, &rows[i].clock,
				    sizeof(again.clock));
	}
	start_game(&game, &rk_rules_teams, NULL);
	write_game(&written, &game, NULL, 0);
	assert_null(strstr(written.text, "TimeControl"));
}

/* One who leaves in his turn, one who does so in another's. */
static void test_leaving(void **state)
{
	static struct unit_text written;
	struct rk_game game, again;
	struct rk_error error;

	(void)state;
	start_game(&game, &rk_rules_last, NULL);
	play(&game, "h2-h3", 0);
	assert_int_equal(rk_game_resign(&game, 1), RK_GAME_OK);
	assert_int_equal(rk_game_resign(&game, 3), RK_GAME_OK);
	write_game(&written, &game, NULL, 0);
	assert_non_null(strstr(written.text, "[Variant \"FFA\"]\n"));
	assert_non_null(strstr(written.text, "Play4Mate"));
	assert_non_null(strstr(written.text, "[StartFen4 \"4PC\"]\n"));
	assert_non_null(
		strstr(written.text, "[Termination \"unterminated\"]\n"));
	assert_non_null(
		strstr(written.text, "\n1. h2-h3 .. R {[%resigned Green]}"));
	rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
	assert_true(read_game(&again, written.text, &error));
	assert_ptr_equal(again.rules, &rk_rules_last);
	assert_memory_equal(&again.pos, &game.pos, game.rules->pos_size);
	/* The last one wins; where no points count, that is one. */
	rk_game_resign(&game, 0);
	write_game(&written, &game, NULL, 0);
	assert_non_null(strstr(written.text, "[Result \"Red: 0 - Blue: 0 - "
					     "Yellow: 1 - Green: 0\"]\n"));
	assert_non_null(
		strstr(written.text, "[Termination \"Resignation\"]\n"));
}

/* Which rules the tags of four players mean. */
static void test_rules_of_four(void **state)
{
	static const struct {
		const char *tags;
		const struct rk_rules *rules;
	} rows[] = {
		{"[Variant \"FFA\"]", &rk_rules_ffa},
		{"[Variant \"Solo\"]", &rk_rules_ffa},
		{"[Variant \"sOLO\"]", &rk_rules_ffa},
		{"[Variant \"Teams\"]", &rk_rules_teams},
		{"[StartFen4 \"4PC\"]", &rk_rules_ffa},
		{"[Variant \"Solo\"]\n[RuleVariants \"EnPassant\"]",
		 &rk_rules_still},
		{"[Variant \"FFA\"]\n[RuleVariants \"DeadKingWalking\"]",
		 &rk_rules_ffa},
		{"[Variant \"FFA\"]\n[RuleVariants \"Anonymous Play4Mate\"]",
		 &rk_rules_last},
	};
	char text[128];
	struct rk_game game;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		snprintf(text, sizeof(text), "%s\n\n1. h2-h3 *\n",
			 rows[i].tags);
		start_game(&game, &rk_rules_standard, NULL);
		assert_true(read_game(&game, text, &error));
		assert_ptr_equal(game.rules, rows[i].rules);
		assert_int_equal(rk_game_plies(&game), 1);
	}
}

/* No sign behind a move says that the next player is stalemated. */
static void test_stalemate_of_four(void **state)
{
	static struct unit_text written;
	struct rk_game game;

	(void)state;
	start_game(&game, &rk_rules_teams,
		   "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/"
		   "1,rR,12/14/10,gK,3/14/13,rR/14/bK,13/14/14/7,rK,6");
	write_game(&written, &game, NULL, 0);
	assert_non_null(strstr(written.text, "\n*\n"));
	play(&game, "Rn6-n5", 0);
	assert_true(rk_game_is_over(&game));
	assert_int_equal(game.outcome.reason, RK_REASON_STALEMATE);
	write_game(&written, &game, NULL, 0);
	assert_non_null(strstr(written.text, "\n1. Rn6-n5 .. S\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_write_game),
		cmocka_unit_test(test_write_variant),
		cmocka_unit_test(test_read_game),
		cmocka_unit_test(test_read_clocks),
		cmocka_unit_test(test_read_errors),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_controls_of_four),
		cmocka_unit_test(test_odds),
		cmocka_unit_test(test_leaving),
		cmocka_unit_test(test_rules_of_four),
		cmocka_unit_test(test_stalemate_of_four),
	};

	return cmocka_run_group_tests_name("pgn: games", tests, NULL, NULL);
}
