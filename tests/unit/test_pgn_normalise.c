/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Normalising PGN: how what was read is written again, what there is no room
 * for, and where lines break. What is normal stays as it is.
 */
#include "tests/unit/pgn.h"

#define BUF_SIZE 4096
#define LEVELS 4

static void normalise(struct unit_text *to, const char *text, size_t buf_size,
		      size_t tag_cap)
{
	static struct rk_pgn_level levels[LEVELS];
	static struct rk_pgn_tag tags[16];
	static char token[BUF_SIZE], buf[BUF_SIZE];
	struct rk_pgn_normaliser normaliser;
	struct rk_pgn_reader reader;

	assert_true(buf_size <= BUF_SIZE && tag_cap <= COUNT(tags));
	unit_clear(to);
	rk_pgn_normaliser_new(&normaliser, (struct rk_out){unit_write, to},
			      tags, tag_cap, buf, buf_size);
	rk_pgn_reader_new(&reader, token, sizeof(token), levels, LEVELS,
			  (struct rk_pgn_listener){rk_pgn_normalise,
						   &normaliser});
	rk_pgn_reader_feed(&reader, text, strlen(text));
	rk_pgn_reader_finish(&reader);
}

static void test_normaliser(void **state)
{
	static const struct {
		const char *text;
		const char *normal;
	} rows[] = {
		{"", ""},
		{"*", ROSTER("*") "\n*\n\n"},
		{"e4 e5 1-0", ROSTER("1-0") "\n1. e4 e5 1-0\n\n"},
		{"[Result \"0-1\"] e4", ROSTER("0-1") "\n1. e4 0-1\n\n"},
		{"[Result \"?\"] e4", ROSTER("?") "\n1. e4 *\n\n"},
		{"[Result \"*\"] e4 1-0", ROSTER("*") "\n1. e4 1-0\n\n"},
		{"[ECO \"B00\"][Black \"b\"][Event \"a\"e\"][X \"1\"][X \"2\"]"
		 "[Black \"c\"]",
		 "[Event \"a\\\"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
		 "[Round \"?\"]\n[White \"?\"]\n[Black \"c\"]\n[Result \"*\"]\n"
		 "[ECO \"B00\"]\n[X \"1\"]\n[X \"2\"]\n\n*\n\n"},
		{"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"] Kd7 O-O Ke6",
		 ROSTER("*") "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n"
			     "[SetUp \"1\"]\n\n40... Kd7 41. O-O Ke6 *\n\n"},
		{"{a} e4! {b} e5 $3 (c5 {c} Nf3 (c3) d6) 2.Nf3 ()",
		 ROSTER("*") "\n{a} 1. e4 $1 {b} 1... e5 $3 (1... c5 {c} "
			     "2. Nf3 (2. c3) 2... d6) 2. Nf3 () *\n\n"},
		{"e4 ;a } b\n e5 ; c\nNf3",
		 ROSTER("*") "\n1. e4 ;a } b\n1... e5 { c} 2. Nf3 *\n\n"},
		{"e4 Nf9 *\nd4 *", ROSTER("*") "\n1. d4 *\n\n"},
		{"e4 {123456789 123456789 123456789 123456789 123456789 "
		 "123456789 12345 [%clk 0:00:01] [%eval 0]} e5 {[%clk\n0:1]}",
		 ROSTER("*") "\n1. e4 {123456789 123456789 123456789 "
			     "123456789 123456789 123456789\n12345 [%clk 0:00:01] [%eval 0]} "
			     "1... e5 {[%clk\n0:1]} *\n\n"},
		{"e4 {123456789 123456789 123456789 123456789 123456789 "
		 "123456789 123456789  1234 [%x] %y\nz\n\nw\n} e5",
		 ROSTER("*") "\n1. e4 {123456789 123456789 123456789 "
			     "123456789 123456789 123456789\n123456789  1234 [%x] %y z\n\n"
			     "w\n} 1... e5 *\n\n"},
		{FOUR "1. h2-h3 .. b8-c8 .. h13-h12 .. m5-l5 2. h3-h4",
		 "[Variant \"FFA\"]\n\n1. h2-h3 .. b8-c8 .. h13-h12 .. m5-l5\n"
		 "2. h3-h4\n\n"},
		{FOUR "{a} h2-h3!? (g2-g3 b8-c8 {b} (b7-c7) h13-h12) b8c8 1-0",
		 "[Variant \"FFA\"]\n[Result \"1-0\"]\n\n{a}\n1. h2-h3 $5 (1. "
		 "g2-g3 .. b8-c8 {b} (1.. b7-c7+) 1.. h13-h12) 1.. b8-c8\n\n"},
		{FOUR "*\n" FOUR, "[Variant \"FFA\"]\n\n*\n\n"
				  "[Variant \"FFA\"]\n\n*\n\n"},
		{"[StartFen4 \"" FOUR_FEN "\"] 1.. R {x} Ke1-e2 .. Ka7-a8R . R",
		 "[StartFen4 \"" FOUR_FEN
		 "\"]\n\n1. R {x} .. Ke1-e2 .. Ka7-a8R "
		 ".. R\n\n"},
	};
	static struct unit_text once, again;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		normalise(&once, rows[i].text, BUF_SIZE, 16);
		assert_string_equal(once.text, rows[i].normal);
		normalise(&again, once.text, BUF_SIZE, 16);
		assert_string_equal(again.text, once.text);
	}
}

static void test_no_space(void **state)
{
	static const char *const texts[] = {
		"[A \"1\"][B \"2\"][C \"3\"] *\nd4 *",
		"[A \"1234567890123456789012345678901234567890\"] *\nd4 *",
		"e4 {1234567890123456789012345678901234567890} *\nd4 *",
		"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 Qe2 b5 Bb3 Be7 *\nd4 *",
	};
	static const char d4[] = ROSTER("*") "\n1. d4 *\n\n";
	static struct unit_text normal;
	static char text[2 * BUF_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		normalise(&normal, texts[i], 40, 2);
		assert_string_equal(normal.text, d4);
	}
	snprintf(text, sizeof(text), "e4 {%0*d} *\nd4 *", BUF_SIZE, 0);
	normalise(&normal, text, BUF_SIZE, 2);
	assert_string_equal(normal.text, d4);
}

/* Lines stay below 80 columns wherever there is a place to break them. */
static void test_columns(void **state)
{
	static struct unit_text normal;
	static char text[BUF_SIZE];
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 300; i++) {
		int length = snprintf(text, sizeof(text), "e4 {");

		for (int word = walk_random(&seed, 60); word; word--)
			length += snprintf(text + length,
					   sizeof(text) - (size_t)length,
					   word % 9 ? "%0*d " : "%0*d} {",
					   1 + walk_random(&seed, 12), word);
		snprintf(text + length, sizeof(text) - (size_t)length,
			 "} (d4 (c4 (b4))) $1 e5 (c5 (c6)) *");
		normalise(&normal, text, BUF_SIZE, 16);
		for (const char *line = normal.text; *line;) {
			size_t columns = strcspn(line, "\n");

			assert_in_range(columns, 0, 79);
			line += columns + 1;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normaliser),
		cmocka_unit_test(test_no_space),
		cmocka_unit_test(test_columns),
	};

	return cmocka_run_group_tests_name("pgn: normalising", tests, NULL,
					   NULL);
}
