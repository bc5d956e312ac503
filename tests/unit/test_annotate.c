/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games with remarks: where the remarks stand, what is kept of those that
 * were there, and scores as text. And what a move is worth as a remark.
 */
#include "rookery/annotate.h"
#include "rookery/verdict.h"
#include "tests/unit/pgn.h"

static struct {
	struct rk_pgn_reader reader;
	struct rk_pgn_normaliser normaliser;
	struct rk_annotator annotator;
	struct rk_pgn_level levels[4];
	struct rk_pgn_tag tags[32];
	char token[1024];
	char comment[256];
	char game[4096];
	struct unit_text written;
	const char *reason;
} run;

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	if (event->kind == RK_PGN_ERROR)
		run.reason = event->reason;
	return rk_annotate(self, event);
}

static void annotate(const char *pgn, const struct rk_remark *remarks,
		     size_t count, const char *name, bool strips)
{
	memset(&run, 0, sizeof(run));
	rk_pgn_normaliser_new(&run.normaliser,
			      (struct rk_out){unit_write, &run.written},
			      run.tags, 32, run.game, sizeof(run.game));
	run.annotator = (struct rk_annotator){
		.normaliser = &run.normaliser,
		.remarks = remarks,
		.remark_count = count,
		.name = name,
		.strips = strips,
		.buf = run.comment,
		.buf_size = sizeof(run.comment),
	};
	rk_pgn_reader_new(&run.reader, run.token, sizeof(run.token), run.levels,
			  4, (struct rk_pgn_listener){hear, &run.annotator});
	rk_pgn_reader_feed(&run.reader, pgn, strlen(pgn));
	rk_pgn_reader_finish(&run.reader);
}

/* `expected` is what stands behind the tags. */
static void expect(const char *pgn, const struct rk_remark *remarks,
		   size_t count, const char *expected)
{
	static const char tags[] = ROSTER("*") "\n";

	annotate(pgn, remarks, count, NULL, false);
	assert_null(run.reason);
	assert_memory_equal(run.written.text, tags, strlen(tags));
	assert_string_equal(run.written.text + strlen(tags), expected);
}

static rk_any_move read_move(const char *fen, const char *text)
{
	struct rk_pos pos = unit_read(fen);
	rk_any_move move;

	assert_int_equal(rk_rules_standard.read_move(&move, rk_any_of(&pos),
						     text, strlen(text)),
			 0);
	return move;
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define AFTER_D4 "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"

static void test_places(void **state)
{
	const rk_any_move line[] = {
		read_move(START, "d4"),
		read_move(AFTER_D4, "Nf6"),
	};
	const struct rk_remark remarks[] = {
		{true, 35, 4, line, 2},
		{true, -20, 0, NULL, 0},
	};

	(void)state;
	expect("1. e4 e5 *", remarks, 2,
	       "1. e4 $4 {[%eval 0.35]} (1. d4 Nf6) 1... e5 {[%eval -0.20]} "
	       "*\n\n");
	/* A remark about a move that is not there, and a game without one. */
	expect("1. e4 *", remarks, 2,
	       "1. e4 $4 {[%eval 0.35]} (1. d4 Nf6) *\n\n");
	expect("*", remarks, 2, "*\n\n");
	expect("1. e4 e5 2. Nf3 *", NULL, 0, "1. e4 e5 2. Nf3 *\n\n");
	/* A line that cannot be played is not written, or not to its end. */
	expect("1. d4 d5 *",
	       (const struct rk_remark[]){{0}, {true, 0, 2, line, 2}}, 2,
	       "1. d4 d5 $2 {[%eval 0.00]} *\n\n");
	expect("1. e4 e5 *",
	       (const struct rk_remark[]){
		       {true, 0, 2, (const rk_any_move[]){line[0], line[0]},
			2}},
	       1, "1. e4 $2 {[%eval 0.00]} (1. d4) 1... e5 *\n\n");
}

static void test_kept(void **state)
{
	const rk_any_move line[] = {read_move(START, "d4")};
	const struct rk_remark remarks[] = {
		{true, 35, 4, line, 1},
		{true, 10, 2, NULL, 0},
	};

	(void)state;
	/* A mark that is there counts; one about the position does not. */
	expect("1. e4! $14 e5 $10 *", remarks, 2,
	       "1. e4 $1 $14 {[%eval 0.35]} (1. d4) 1... e5 $10 $2 "
	       "{[%eval 0.10]} *\n\n");
	expect("{before} 1. e4 {good} e5 {bad} {end} *", remarks, 2,
	       "{before} 1. e4 $4 {[%eval 0.35] good} (1. d4) 1... e5 $2 "
	       "{[%eval 0.10] bad}\n{end} *\n\n");
	expect("1. e4 (1. c4 c5 (1... e5 $2 {no})) {here} e5 *", remarks, 1,
	       "1. e4 $4 {[%eval 0.35]} (1. c4 c5 (1... e5 $2 {no})) {here} "
	       "(1. d4) 1... e5 *\n\n");
	/* Old scores go where there is a new one. */
	expect("1. e4 {[%eval -9.99] [%clk 0:01:00]} e5 {[%eval #5]} "
	       "2. d4 {[%eval 1.00]} *",
	       remarks, 2,
	       "1. e4 $4 {[%eval 0.35] [%clk 0:01:00]} (1. d4) 1... e5 $2 "
	       "{[%eval 0.10]} 2. d4\n{[%eval 1.00]} *\n\n");
	expect("1. e4 {a} {[%eval 3.00]} {[%eval 3} *", remarks, 1,
	       "1. e4 $4 {[%eval 0.35] a} {[%eval 3} (1. d4) *\n\n");
	/* A brace needs the other kind of comment. */
	expect("1. e4 ; a } b\n e5 *", remarks, 1,
	       "1. e4 $4 ;[%eval 0.35]  a } b\n(1. d4) 1... e5 *\n\n");
}

/* A line that a variation shows already is not added; others are. */
static void test_twice(void **state)
{
	const rk_any_move line[] = {
		read_move(START, "d4"),
		read_move(AFTER_D4, "Nf6"),
	};
	const struct rk_remark remarks[] = {{true, 35, 4, line, 2}};

	(void)state;
	expect("1. e4 $4 {[%eval 0.35]} (1. d4 Nf6) 1... e5 *", remarks, 1,
	       "1. e4 $4 {[%eval 0.35]} (1. d4 Nf6) 1... e5 *\n\n");
	expect("1. e4 (1. c4) (1. d4 (1. c4) Nf6 (1... d5) 2. c4) *", remarks,
	       1,
	       "1. e4 $4 {[%eval 0.35]} (1. c4) (1. d4 (1. c4) 1... Nf6 "
	       "(1... d5) 2. c4) *\n\n");
	expect("1. e4 (1. d4) (1. d4 d5) (1. c4 Nf6) *", remarks, 1,
	       "1. e4 $4 {[%eval 0.35]} (1. d4) (1. d4 d5) (1. c4 Nf6) "
	       "(1. d4 Nf6) *\n\n");
	expect("1. e4 (1. c4 (1. d4 Nf6)) *", remarks, 1,
	       "1. e4 $4 {[%eval 0.35]} (1. c4 (1. d4 Nf6)) (1. d4 Nf6) *\n\n");
	/* What is stripped does not count. */
	annotate("1. e4 (1. d4 Nf6) *", remarks, 1, NULL, true);
	assert_non_null(
		strstr(run.written.text, "{[%eval 0.35]} (1. d4 Nf6) *"));
}

static void test_long_comment(void **state)
{
	const struct rk_remark remarks[] = {{true, 35, 0, NULL, 0}};
	char pgn[600] = "1. e4 {";

	(void)state;
	memset(pgn + 7, 'x', 300);
	memcpy(pgn + 307, "} *", 4);
	annotate(pgn, remarks, 1, NULL, false);
	assert_null(run.reason);
	assert_non_null(strstr(run.written.text, "1. e4 {[%eval 0.35]}\n{xxx"));
}

static void test_strip(void **state)
{
	const struct rk_remark remarks[] = {{true, 35, 6, NULL, 0}};

	(void)state;
	annotate("[Annotator \"X\"]\n\n{a} 1. e4! {b} (1. d4 $2 {c} (1. c4)) "
		 "e5 *",
		 remarks, 1, "Y", true);
	assert_string_equal(run.written.text,
			    ROSTER("*") "[Annotator \"X\"]\n\n"
					"1. e4 $6 {[%eval 0.35]} 1... e5 *\n\n");
}

static void test_name(void **state)
{
	const struct rk_remark remarks[] = {{true, 35, 6, NULL, 0}};

	(void)state;
	annotate("1. e4 *\n\n1. d4 *", remarks, 1, "Y", false);
	/* clang-format off */
	assert_string_equal(run.written.text,
			    ROSTER("*") "[Annotator \"Y\"]\n\n"
			    "1. e4 $6 {[%eval 0.35]} *\n\n"
			    ROSTER("*") "[Annotator \"Y\"]\n\n"
			    "1. d4 $6 {[%eval 0.35]} *\n\n");
	/* clang-format on */
	annotate("1. e4 e4 *", remarks, 1, "Y", false);
	assert_non_null(run.reason);
	assert_int_equal(run.written.length, 0);
}

static void test_scores(void **state)
{
	static const struct {
		int score;
		const char *text;
	} cases[] = {
		{0, "0.00"},
		{5, "0.05"},
		{-5, "-0.05"},
		{100, "1.00"},
		{-1234, "-12.34"},
		{31744, "317.44"},
		/* Plies to the mate: 1 and 2 are one move, 3 and 4 are two. */
		{RK_SCORE_MATE - 1, "#1"},
		{RK_SCORE_MATE - 2, "#1"},
		{1 - RK_SCORE_MATE, "#-1"},
		{2 - RK_SCORE_MATE, "#-1"},
		{RK_SCORE_MATE - 3, "#2"},
		{4 - RK_SCORE_MATE, "#-2"},
		{RK_SCORE_MATE - 255, "#128"},
	};
	char text[RK_SCORE_TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(rk_score_write(text, cases[i].score),
				 strlen(cases[i].text));
		assert_string_equal(text, cases[i].text);
	}
}

static enum rk_verdict judge(int best, int got)
{
	struct rk_pos pos = unit_read(START);

	return rk_verdict_of_move(&pos, best, got, false).verdict;
}

static void test_verdicts(void **state)
{
	struct rk_pos pos = unit_read(START);
	const int mate = RK_SCORE_MATE - 5;
	struct rk_accuracy total = {0};
	struct rk_move_verdict rating;

	(void)state;
	assert_int_equal(judge(30, 25), RK_VERDICT_GOOD);
	assert_int_equal(judge(30, 50), RK_VERDICT_GOOD);
	assert_int_equal(judge(30, -900), RK_VERDICT_BLUNDER);
	assert_int_equal(judge(0, -300), RK_VERDICT_BLUNDER);
	assert_true(judge(0, -100) >= RK_VERDICT_INACCURACY);
	assert_int_equal(judge(0, -mate), RK_VERDICT_BLUNDER);
	assert_int_equal(judge(mate, 0), RK_VERDICT_BLUNDER);
	assert_int_equal(judge(mate, -mate), RK_VERDICT_BLUNDER);
	/* What is won stays won, what is lost was lost. */
	assert_int_equal(judge(mate, 900), RK_VERDICT_GOOD);
	assert_int_equal(judge(900, 800), RK_VERDICT_GOOD);
	assert_int_equal(judge(-900, -mate), RK_VERDICT_GOOD);
	/* The best move is good, whatever comes of it. */
	rating = rk_verdict_of_move(&pos, 0, -900, true);
	assert_int_equal(rating.verdict, RK_VERDICT_GOOD);
	assert_int_equal(rating.loss, 0);
	assert_int_equal(rk_accuracy_percent(&total), 1000);
	rk_accuracy_add(&total, &rating);
	assert_int_equal(rk_accuracy_percent(&total), 1000);
	rating = rk_verdict_of_move(&pos, mate, -mate, false);
	assert_int_equal(rating.loss, 1000);
	assert_int_equal(rating.hundredths, 2000);
	rk_accuracy_add(&total, &rating);
	assert_int_equal(total.count[RK_VERDICT_BLUNDER], 1);
	assert_int_equal(rk_accuracy_loss(&total), 1000);
	assert_in_range(rk_accuracy_percent(&total), 500, 600);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_twice),
		cmocka_unit_test(test_long_comment),
		cmocka_unit_test(test_strip),
		cmocka_unit_test(test_name),
		cmocka_unit_test(test_scores),
		cmocka_unit_test(test_verdicts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
