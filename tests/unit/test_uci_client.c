/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The client of UCI: what it sends, word for word as the protocol's description
 * has it, and what it makes of the answers. The engine's side is written here,
 * line by line.
 */
#include "rookery/uci_client.h"

#include "tests/unit/unit.h"

static struct {
	struct rk_uci_client client;
	struct rk_game game;
	struct rk_event log[64];
	struct unit_text sent;
	struct rk_info info;
	rk_any_move first;
	int infos;
} run;

static void note(void *self, const struct rk_info *info)
{
	(void)self;
	run.info = *info;
	run.first = info->moves[0];
	run.infos++;
}

static const char *begin(const char *settings)
{
	const struct rk_out out = {unit_write, &run.sent};
	const char *wrong;

	memset(&run, 0, sizeof(run));
	rk_game_new(&run.game, &rk_rules_standard, NULL, run.log, 64);
	wrong = rk_uci_client_init(&run.client, &out,
				   (struct rk_word){settings,
						    strlen(settings)});
	run.client.info = note;
	return wrong;
}

static void say(const char *text)
{
	rk_uci_client_feed(&run.client, text, strlen(text));
}

/* All that was sent since the last call. */
static void expect_sent(const char *text)
{
	assert_string_equal(run.sent.text, text);
	memset(&run.sent, 0, sizeof(run.sent));
}

static void expect_state(enum rk_uci_client_state state)
{
	assert_int_equal(run.client.state, state);
}

static void greet(const char *settings, const char *offers)
{
	assert_null(begin(settings));
	rk_uci_client_start(&run.client);
	say("id name Test 1\nid author Nobody\n");
	say(offers);
	say("uciok\n");
	if (run.client.state != RK_UCI_CLIENT_FAILED)
		say("readyok\n");
}

static void play(const char *move)
{
	rk_any_move read;

	assert_int_equal(run.game.rules->read_move(&read, &run.game.pos, move,
						   strlen(move)),
			 RK_NOTATION_OK);
	assert_int_equal(rk_game_play(&run.game, read, 0), RK_GAME_OK);
}

static void start_at(const char *fen)
{
	union rk_any_pos pos;

	unit_read_as(&pos, &rk_rules_standard, fen);
	rk_game_restart(&run.game, &rk_rules_standard, &pos);
}

static void go(void)
{
	memset(&run.sent, 0, sizeof(run.sent));
	rk_uci_client_go(&run.client, &run.game, 0);
}

/* Every step of a first move. */
static void test_conversation(void **state)
{
	(void)state;
	assert_null(begin(""));
	expect_state(RK_UCI_CLIENT_NEW);
	rk_uci_client_start(&run.client);
	expect_sent("uci\n");
	assert_string_equal(rk_uci_client_awaits(&run.client), "uciok");
	say("Hello, this is no UCI\nreadyok\nbestmove e2e4\n");
	expect_state(RK_UCI_CLIENT_GREETING);
	say("id name Test 1\r\nuci");
	expect_state(RK_UCI_CLIENT_GREETING);
	say("ok\r\n");
	assert_string_equal(run.client.name, "Test 1");
	expect_sent("isready\n");
	expect_state(RK_UCI_CLIENT_SETTING);
	say("readyok\n");
	expect_state(RK_UCI_CLIENT_IDLE);
	assert_null(rk_uci_client_awaits(&run.client));
	go();
	expect_sent("ucinewgame\nposition startpos\nisready\n");
	say("bestmove e2e4\nreadyok\n");
	expect_sent("go movetime 1000\n");
	expect_state(RK_UCI_CLIENT_THINKING);
	assert_int_equal(rk_uci_client_move_ms(&run.client), 1000);
	say("bestmove g1f3 ponder g8f6\n");
	expect_state(RK_UCI_CLIENT_ANSWERED);
	assert_int_equal(run.game.rules->from(&run.game.pos,
					      rk_uci_client_take(&run.client)),
			 6);
	expect_state(RK_UCI_CLIENT_IDLE);
	play("g1f3");
	play("g8f6");
	go();
	expect_sent("position startpos moves g1f3 g8f6\nisready\n");
	rk_uci_client_quit(&run.client);
	expect_sent("stop\nquit\n");
}

static void test_clocks_and_limits(void **state)
{
	static const struct rk_clock clock = {60000, 1000, 500};

	(void)state;
	greet("nodes=77,depth=3", "");
	go();
	say("readyok\n");
	assert_non_null(strstr(run.sent.text, "\ngo nodes 77 depth 3\n"));
	assert_int_equal(rk_uci_client_move_ms(&run.client), 0);
	greet("movetime=20", "");
	rk_game_set_clock(&run.game, &clock);
	rk_game_start_clock(&run.game, 1);
	play("e2e4");
	go();
	say("readyok\n");
	assert_non_null(strstr(run.sent.text, "\ngo wtime 6"));
	assert_non_null(
		strstr(run.sent.text, " winc 1500 binc 1500 movetime 20\n"));
}

static void test_settings(void **state)
{
	static const char *const wrong[] = {
		"movetime=0",
		"nodes=",
		"depth=x",
		"=3",
		",",
		"a=1,,b=2",
		"a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8,i=9",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(wrong); i++)
		assert_non_null(begin(wrong[i]));
	greet("hash=16,skilllevel=3,Ponder=true,style=veryrisky,clearhash,"
	      "file=/tmp/a",
	      "option name Hash type spin default 1 min 1 max 32\n"
	      "option name Skill Level type spin default 20 min 0 max 20\n"
	      "option name Ponder type check default false\n"
	      "option name Style type combo default A var A var Very Risky\n"
	      "option name Clear Hash type button\n"
	      "option name File type string default <empty>\n");
	expect_sent("uci\nsetoption name Hash value 16\n"
		    "setoption name Skill Level value 3\n"
		    "setoption name Ponder value true\n"
		    "setoption name Style value Very Risky\n"
		    "setoption name Clear Hash\n"
		    "setoption name File value /tmp/a\nisready\n");
	expect_state(RK_UCI_CLIENT_IDLE);
}

static void test_options_that_fail(void **state)
{
	static const struct {
		const char *settings, *offers, *error;
	} cases[] = {
		{"Hash=1", "", "has no such option: Hash=1"},
		{"Hash=0", "option name Hash type spin min 1 max 2\n",
		 "does not take the option Hash=0"},
		{"Hash=3", "option name Hash type spin min 1 max 2\n",
		 "does not take the option Hash=3"},
		{"Hash=x", "option name Hash type spin min 1 max 2\n",
		 "does not take the option Hash=x"},
		{"A=1", "option name A type check default true\n",
		 "does not take the option A=1"},
		{"A=c", "option name A type combo default a var a var b\n",
		 "does not take the option A=c"},
		{"A=1", "option name A type button\n",
		 "does not take the option A=1"},
		{"A=1", "option name A type\n", "does not take the option A=1"},
		{"A=1", "option name A\n", "does not take the option A=1"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		greet(cases[i].settings, cases[i].offers);
		expect_state(RK_UCI_CLIENT_FAILED);
		assert_string_equal(run.client.error, cases[i].error);
	}
}

/* UCI_Elo is without effect in most engines unless strength is limited. */
static void test_elo(void **state)
{
	(void)state;
	greet("UCI_Elo=1500",
	      "option name UCI_LimitStrength type check default false\n"
	      "option name UCI_Elo type spin default 1320 min 1320 max 3190\n");
	expect_sent("uci\nsetoption name UCI_Elo value 1500\n"
		    "setoption name UCI_LimitStrength value true\nisready\n");
}

static void test_illegal(void **state)
{
	static const char *const bad[] = {
		"bestmove e2e5\n",   "bestmove (none)\n", "bestmove 0000\n",
		"bestmove\n",        "bestmove Nf3\n",    "bestmove e2\n",
		"bestmove e7e5\n",   "bestmove e2e4q\n",  "bestmove \xff\xfe\n",
		"bestmove e2e4qq\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		greet("", "");
		go();
		say("readyok\n");
		say(bad[i]);
		expect_state(RK_UCI_CLIENT_FAILED);
		assert_non_null(strstr(run.client.error, "no legal move"));
		say("bestmove e2e4\n");
		expect_state(RK_UCI_CLIENT_FAILED);
	}
}

static void test_stopping(void **state)
{
	(void)state;
	greet("", "");
	go();
	rk_uci_client_cancel(&run.client);
	say("readyok\n");
	expect_state(RK_UCI_CLIENT_IDLE);
	go();
	say("readyok\n");
	memset(&run.sent, 0, sizeof(run.sent));
	rk_uci_client_cancel(&run.client);
	expect_sent("stop\n");
	expect_state(RK_UCI_CLIENT_STOPPING);
	say("info depth 1 score cp 1 pv e2e4\nbestmove nonsense\n");
	expect_state(RK_UCI_CLIENT_IDLE);
	go();
	say("readyok\n");
	memset(&run.sent, 0, sizeof(run.sent));
	rk_uci_client_move_now(&run.client);
	expect_sent("stop\n");
	say("bestmove e2e4\nbestmove d2d4\n");
	expect_state(RK_UCI_CLIENT_ANSWERED);
	rk_uci_client_cancel(&run.client);
	expect_state(RK_UCI_CLIENT_IDLE);
}

/* Castling in either notation; the position says which one is sent. */
static void test_chess960(void **state)
{
	(void)state;
	greet("", "option name UCI_Chess960 type check default false\n");
	start_at("rk6/8/8/8/8/8/8/1K4RR w G - 0 1");
	play("b1g1");
	play("b8b7");
	go();
	expect_sent("setoption name UCI_Chess960 value true\nucinewgame\n"
		    "position fen rk6/8/8/8/8/8/8/1K4RR w G - 0 1 "
		    "moves b1g1 b8b7\nisready\n");
	rk_uci_client_cancel(&run.client);
	say("readyok\n");
	start_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	play("e1g1");
	go();
	expect_sent("setoption name UCI_Chess960 value false\n"
		    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 "
		    "moves e1g1\nisready\n");
	greet("", "");
	start_at("rk6/8/8/8/8/8/8/1K4RR w G - 0 1");
	go();
	expect_state(RK_UCI_CLIENT_FAILED);
	assert_string_equal(run.client.error, "does not play Chess960");
}

static void test_info(void **state)
{
	static const struct {
		const char *score;
		int value;
	} scores[] = {
		{"cp 31", 31},
		{"cp -120", -120},
		{"mate 1", RK_SCORE_MATE - 1},
		{"mate 3", RK_SCORE_MATE - 5},
		{"mate -2", -RK_SCORE_MATE + 4},
		{"mate 0", -RK_SCORE_MATE},
		{"cp 99999999999", RK_SCORE_MATE_SOON - 1},
	};
	char line[128];

	(void)state;
	greet("", "");
	say("info depth 1 score cp 3 pv e2e4\n");
	assert_int_equal(run.infos, 0);
	go();
	say("readyok\n");
	for (size_t i = 0; i < COUNT(scores); i++) {
		snprintf(line, sizeof(line),
			 "info depth 5 seldepth 7 multipv 1 score %s nodes 9 "
			 "time 3 pv e2e4 e7e5 e1e3 d2d4\n",
			 scores[i].score);
		say(line);
		assert_int_equal(run.infos, (int)i + 1);
		assert_int_equal(run.info.score, scores[i].value);
		assert_int_equal(run.info.depth, 5);
		assert_int_equal(run.info.line, 1);
		assert_int_equal(run.info.bound, RK_BOUND_EXACT);
		/* Up to the first move that is not legal. */
		assert_int_equal(run.info.move_count, 2);
	}
	run.infos = 0;
	say("info string depth 5 score cp 1 pv e2e4\ninfo depth 5\ninfo\n"
	    "info depth 5 score cp 1 pv e2e5\ninfo pv e2e4\n");
	assert_int_equal(run.infos, 0);
	say("info score cp 7 lowerbound pv d2d4\n");
	assert_int_equal(run.info.bound, RK_BOUND_LOWER);
}

/* Names may be anything; a terminal must not obey them. */
static void test_names(void **state)
{
	static const struct {
		const char *said, *name;
	} names[] = {
		{"Stockfish 15.1", "Stockfish 15.1"},
		{"\xc3\x89toile", "\xc3\x89toile"},
		{"\033[2Jx", "?[2Jx"},
		{"a\xff", "a?"},
		{"", ""},
	};
	char line[256];

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		assert_null(begin(""));
		rk_uci_client_start(&run.client);
		snprintf(line, sizeof(line), "id name %s\n", names[i].said);
		say(line);
		assert_string_equal(run.client.name, names[i].name);
	}
	memset(line, 'x', sizeof(line));
	memcpy(line, "id name ", 8);
	line[sizeof(line) - 1] = '\0';
	say(line);
	say("\n");
	assert_int_equal(strlen(run.client.name), RK_NAME_SIZE - 1);
}

static void test_long_lines(void **state)
{
	static char text[8192];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	greet("", "");
	go();
	say(text);
	say("\nreadyok\n");
	expect_state(RK_UCI_CLIENT_THINKING);
	memcpy(text, "bestmove e2e4 ", 14);
	say(text);
	say("\n");
	expect_state(RK_UCI_CLIENT_ANSWERED);
	for (int i = 0; i < RK_UCI_CLIENT_MOST / 8191; i++)
		say(text);
	expect_state(RK_UCI_CLIENT_ANSWERED);
	say(text);
	expect_state(RK_UCI_CLIENT_FAILED);
	assert_string_equal(run.client.error, "writes a line without an end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_conversation),
		cmocka_unit_test(test_clocks_and_limits),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_options_that_fail),
		cmocka_unit_test(test_elo),
		cmocka_unit_test(test_illegal),
		cmocka_unit_test(test_stopping),
		cmocka_unit_test(test_chess960),
		cmocka_unit_test(test_info),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_long_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
