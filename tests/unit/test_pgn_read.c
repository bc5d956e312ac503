/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reading PGN: what is found in the texts that people have, and what is said
 * about those that are wrong. It is noted in a trace:
 *
 *	[Name=value] e4 $1 {comment} ( d4 ) =1-0 !line:column reason: text .
 *
 * with moves in standard notation, results after a =, errors after a !, and
 * a full stop where a game ends. Every text is read three times, in pieces
 * of different sizes, and must be found to say the same.
 */
#include "tests/unit/pgn.h"

#define BUF_SIZE 4096
#define LEVELS 4

#define STILL "[RuleVariants \"x\"] " FOUR /* dead kings stay */

struct trace {
	struct unit_text noted;
	const char *refusal; /* of the first move */
};

static void note(struct trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void note(struct trace *trace, const char *format, ...)
{
	char line[BUF_SIZE];
	va_list args;

	if (trace->noted.length)
		unit_write(&trace->noted, " ", 1);
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	unit_write(&trace->noted, line, strlen(line));
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct trace *trace = self;
	char san[RK_MOVE_TEXT_SIZE];

	assert_true(!event->text || strlen(event->text) == event->length);
	switch (event->kind) {
	case RK_PGN_TAG:
		note(trace, "[%s=%s]", event->name, event->text);
		break;
	case RK_PGN_MOVE:
		assert_true(event->rules->is_legal(event->pos, event->move));
		event->rules->write_move(san, event->pos, event->move,
					 RK_STYLE_SAN);
		note(trace, "%s", san);
		return trace->refusal;
	case RK_PGN_LEAVE:
		note(trace, "-%s%s%s", event->rules->seats[event->seat],
		     event->why == RK_REASON_TIME ? "T" : "R",
		     event->in_turn ? "" : "?");
		break;
	case RK_PGN_STAY:
		note(trace, "=%s", event->rules->seats[event->seat]);
		break;
	case RK_PGN_GONE:
		note(trace, "-%s", event->text);
		break;
	case RK_PGN_NAG:
		note(trace, "$%u", event->nag);
		break;
	case RK_PGN_COMMENT:
		note(trace, "{%s}%s", event->text, event->is_cut ? "cut" : "");
		break;
	case RK_PGN_OPEN:
		note(trace, "(");
		break;
	case RK_PGN_CLOSE:
		note(trace, ")");
		break;
	case RK_PGN_RESULT:
		note(trace, "=%s", event->text);
		break;
	case RK_PGN_ERROR:
		note(trace, "!%d:%d %s%s%s: %s", (int)event->place.line,
		     (int)event->place.column, event->name ? event->name : "",
		     event->name ? " " : "", event->reason, event->text);
		break;
	case RK_PGN_END:
		note(trace, ".");
		break;
	}
	return NULL;
}

/* The lengths of the pieces in which a text is read; 0 is all of it. */
static const size_t pieces[] = {0, 1, 7};

static void feed(struct rk_pgn_reader *reader, const char *text, size_t length,
		 size_t piece)
{
	while (length) {
		size_t size = piece && piece < length ? piece : length;
		/* of exactly that size, for the sanitizers */
		char *copy = malloc(size);

		assert_non_null(copy);
		memcpy(copy, text, size);
		rk_pgn_reader_feed(reader, copy, size);
		free(copy);
		text += size;
		length -= size;
	}
	rk_pgn_reader_finish(reader);
}

static void trace_reading(struct trace *trace, const char *text, size_t length,
			  size_t buf_size, int levels)
{
	static struct rk_pgn_level memory[LEVELS];
	static struct unit_text first;
	struct rk_pgn_reader reader;
	char *buf = malloc(buf_size);

	assert_non_null(buf);
	unit_clear(&first);
	for (size_t i = 0; i < COUNT(pieces); i++) {
		unit_clear(&trace->noted);
		rk_pgn_reader_new(&reader, buf, buf_size, memory, levels,
				  (struct rk_pgn_listener){hear, trace});
		feed(&reader, text, length, pieces[i]);
		if (i)
			assert_string_equal(trace->noted.text, first.text);
		else
			unit_write(&first, trace->noted.text,
				   trace->noted.length);
	}
	free(buf);
}

struct row {
	const char *text;
	const char *trace;
};

static void check_rows(const struct row *rows, size_t count, int levels)
{
	static struct trace trace;

	for (size_t i = 0; i < count; i++) {
		trace_reading(&trace, rows[i].text, strlen(rows[i].text),
			      BUF_SIZE, levels);
		assert_string_equal(trace.noted.text, rows[i].trace);
	}
}

static void test_nothing(void **state)
{
	static const struct row rows[] = {
		{"", ""},
		{"\n\n  \t\r\n\r", ""},
		{"\xef\xbb\xbf", ""},
		{"% a line for somebody else\n%another", ""},
		{"\x1a", ""},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_moves(void **state)
{
	static const struct row rows[] = {
		{"1. e4 e5 2. Nf3 *", "e4 e5 Nf3 =* ."},
		{"1.e4 e5 2.Nf3**", "e4 e5 Nf3 =* . =* ."},
		{"1.e4 e5 2.Nf3 1-0", "e4 e5 Nf3 =1-0 ."},
		{"1 e4 1... e5 2 Nf3 0-1", "e4 e5 Nf3 =0-1 ."},
		{"1. e4 1. ... e5 2 . Nf3", "e4 e5 Nf3 ."},
		{"1.e4 ...e5 17.Nf3", "e4 e5 Nf3 ."},
		{"1e4 1e5", "e4 e5 ."},
		{"1. e4 c52. c3 {x} Nf63. h3", "e4 c5 c3 {x} Nf6 h3 ."},
		{"1. e4 c53. c3", "e4 !1:7 this is not the text of a move: "
				  "c53. ."},
		{"e4 e5 Nf3 1/2-1/2", "e4 e5 Nf3 =1/2-1/2 ."},
		{"e4 e5 Nf3 1/2", "e4 e5 Nf3 =1/2-1/2 ."},
		{"e2e4 e7-e5 Ng1-f3 b8c6 Nf3xe5 *", "e4 e5 Nf3 Nc6 Nxe5 =* ."},
		{"e4 d5 e5 f5 exf6 e.p. *", "e4 d5 e5 f5 exf6 =* ."},
		{"e4 d5 e5 f5 exf6e.p. Nxf6", "e4 d5 e5 f5 exf6 Nxf6 ."},
		{"e4 d5 e5 f5 exf6 ep Nxf6", "e4 d5 e5 f5 exf6 Nxf6 ."},
		{"1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 5.d3 0-0",
		 "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O ."},
		{"f3 e5 g4 Qh4 + + mate", "f3 e5 g4 Qh4# !1:18 this is not the "
					  "text of a move: mate ."},
		{"f3 e5 g4 Qh4++ 0-1", "f3 e5 g4 Qh4# =0-1 ."},
		{"1.e4!e5?2.Nf3!?Nc6?!3.Bb5!!a6??",
		 "e4 $1 e5 $2 Nf3 $5 Nc6 $6 Bb5 $3 a6 $4 ."},
		{"e4 ! $14 e5$2$0 = Nf3 +- Nc6 -/+",
		 "e4 $1 $14 e5 $2 $0 $10 Nf3 $18 Nc6 $17 ."},
		{"e4\re5\r\nNf3\nNc6\r\r*", "e4 e5 Nf3 Nc6 =* ."},
		{"\xef\xbb\xbf"
		 "1.\te4\v\fe5\0*",
		 "e4 e5 ."},
		{"% e4\nd4\n%e5\n d5 % *",
		 "d4 d5 !4:5 this is not the text of a "
		 "move: % ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_comments(void **state)
{
	static const struct row rows[] = {
		{"{before} e4 {after}e5{near}*",
		 "{before} e4 {after} e5 {near} =* ."},
		{"e4 {two\r\nlines\rand} e5 ; to the end } {\nNf3;\r\nNc6;x",
		 "e4 {two\nlines\nand} e5 { to the end } {} Nf3 {} Nc6 {x} ."},
		{"e4 {} e5 { ( [Event ; % $ {} *",
		 "e4 {} e5 { ( [Event ; % $ {} =* ."},
		{"e4 {caf\xe9 \xc3\xa9 \xff} *",
		 "e4 {caf\xe9 \xc3\xa9 \xff} =* ."},
		{"1-0 {same line} ; and this\n{next}\n[Event \"x\"]\n*",
		 "=1-0 {same line} { and this} . {next} [Event=x] =* ."},
		{"{alone}", "{alone} ."},
		{"[A \"1\"] {x} [B \"2\"] ;y\n[C \"3\"]\n{z} e4 *",
		 "[A=1] {x} [B=2] {y} [C=3] {z} e4 =* ."},
		{"e4 {\n%not an escape\n[Event \"x\"]\n\n[Event x]}",
		 "e4 {\n%not an escape\n[Event \"x\"]\n\n[Event x]} ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_variations(void **state)
{
	static const struct row rows[] = {
		{"e4 (d4 d5 c4) e5 (1... c5 2. Nf3 {x} (2. c3 $1)) Nf3",
		 "e4 ( d4 d5 c4 ) e5 ( c5 Nf3 {x} ( c3 $1 ) ) Nf3 ."},
		{"e4(d4)(c4(Nf3)b6)e5", "e4 ( d4 ) ( c4 ( Nf3 ) b6 ) e5 ."},
		{"e4 ({first} d4 1-0) ( ) e5 *",
		 "e4 ( {first} d4 ) ( ) e5 =* ."},
		{"e4 d5 exd5 (e5 f5 exf6) Qxd5 (Nf6 Bb5+ (d4) c6 dxc6)",
		 "e4 d5 exd5 ( e5 f5 exf6 ) Qxd5 ( Nf6 Bb5+ ( d4 ) c6 dxc6 ) "
		 "."},
		{"e4 (d4 (c4 (b4 (a4))))", "e4 ( d4 ( c4 ( b4 ( a4 ) ) ) ) ."},
		{"e4 (d4 (c4 (b4 (a4 (h4)))))",
		 "e4 ( d4 ( c4 ( b4 ( a4 !1:20 too many variations within "
		 "variations:  ."},
		{"(e4) *", "!1:1 there is no move that this would vary:  ."},
		{"e4 ((d4))",
		 "e4 ( !1:5 there is no move that this would vary: "
		 " ."},
		{"e4 ) *", "e4 !1:4 there is no variation to end:  ."},
		{"e4 (d4 *", "e4 ( d4 !1:9 a variation has no end:  ."},
		{"e4 (d4 *\n[Event \"x\"]\nc4 *",
		 "e4 ( d4 !2:1 a variation has no end:  . [Event=x] c4 =* ."},
	};
	static const struct row main_lines[] = {
		{"e4 (d4 d5 {x} $1 (nonsense) -- ) e5 ((((((()))))))*",
		 "e4 e5 =* ."},
		{"e4 (d4 ( ) *", "e4 !1:13 a variation has no end:  ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
	check_rows(main_lines, COUNT(main_lines), 0);
}

static void test_tags(void **state)
{
	static const struct row rows[] = {
		{"[Event \"x\"]", "[Event=x] ."},
		{" [ Event  \"x\"  ] [Site\"y\"][A_b \"\"]*",
		 "[Event=x] [Site=y] [A_b=] =* ."},
		{"[White \"a \\\"b\\\" \\\\ c\"]", "[White=a \"b\" \\ c] ."},
		{"[White \"a \"b\" c\"]", "[White=a \"b\" c] ."},
		{"[White \"a \"b\"\"]", "[White=a \"b\"] ."},
		{"[White \"\"a\" ] b\"]\n", "[White=\"a] !1:15 this is not the "
					    "text of a move: b\"] ."},
		{"[Site \"C:\\games\"]", "[Site=C:\\games] ."},
		{"[Site \"C:\\\"]\n*", "[Site=C:\\] =* ."},
		{"[Site \"x\"\n[Event \"y\" \n*", "[Site=x] [Event=y] =* ."},
		{"[Black \"M\xfcller\"]", "[Black=M\xfcller] ."},
		{"[Site \"x]\n[Event \"y\"]\ne4 *\ne4 *",
		 "!1:1 the tag does not end in its line: Site . e4 =* ."},
		{"[]\n*", "!1:1 expected the name of a tag:  ."},
		{"[\n*", "!1:1 expected the name of a tag:  ."},
		{"[\"x\"]\n*", "!1:1 expected the name of a tag:  ."},
		{"[Result 1-0]\n1-0",
		 "!1:1 expected a tag like [Name \"value\"]: Result ."},
		{"[Result]\n1-0",
		 "!1:1 expected a tag like [Name \"value\"]: Result ."},
		{"[Result\n1-0",
		 "!1:1 expected a tag like [Name \"value\"]: Result ."},
		{"[Site \"\\", "!1:1 the tag does not end in its line: Site ."},
		{"[Site \"x", "!1:1 the tag does not end in its line: Site ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

/* Where does one game end, and does an error stay within its game? */
static void test_games(void **state)
{
	static const struct row rows[] = {
		{"e4 *\nd4 *\n\n\nc4 1-0 f4", "e4 =* . d4 =* . c4 =1-0 . f4 ."},
		{"[Event \"1\"]\ne4 *[Event \"2\"]\nd4 *",
		 "[Event=1] e4 =* . [Event=2] d4 =* ."},
		{"[Event \"1\"]\ne4\n[Event \"2\"]\nd4",
		 "[Event=1] e4 . [Event=2] d4 ."},
		{"[Event \"1\"]\n\n[Event \"2\"]\n*",
		 "[Event=1] . [Event=2] =* ."},
		{"e4 e6 e5 Nf9 d4 {x} ( *\n1-0\n[Site \"y\"]\nd4 *",
		 "e4 e6 e5 !1:10 this is not the text of a move: Nf9 . "
		 "[Site=y] d4 =* ."},
		{"e4 e5 Ke3 *\nd4 *",
		 "e4 e5 !1:7 no piece can move like that: Ke3 . d4 =* ."},
		{"e4 e5 -- *\nZ0 *\n@@@@",
		 "e4 e5 !1:7 passing is not a move in chess: -- . !2:1 passing "
		 "is not a move in chess: Z0 . !3:1 passing is not a move in "
		 "chess: @@@@ ."},
		{"e4 [%clk 0:01] e5 1-0\nd4",
		 "e4 !1:4 this is not the text of a move: [%clk . d4 ."},
		{"e4 $ e5 *\ne4 $x *\ne4 $1234567 *",
		 "e4 !1:4 expected a number after the $: $ . e4 !2:4 expected "
		 "a number after the $: $x . e4 !3:4 expected a number after "
		 "the $: $1234567 ."},
		{"e4 { no end\n\n[Event \"2\"]\nd4 *",
		 "e4 !1:4 the comment that begins here has no end:  . "
		 "[Event=2] d4 =* ."},
		{"{ no end\n\r\n\n[Event \"2\"]\nd4 *",
		 "!1:1 the comment that begins here has no end:  . "
		 "[Event=2] d4 =* ."},
		{"e4 { no end", "e4 !1:4 the comment that begins here has no "
				"end:  ."},
		{"d4 d5 } *", "d4 d5 !1:7 this is not the text of a move: } ."},
		{"d4 Nf6 c4 e6 Nc3 Bb4 Nc3-e4 *",
		 "d4 Nf6 c4 e6 Nc3 Bb4 !1:22 this would leave the king in "
		 "check: Nc3-e4 ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_positions(void **state)
{
	static const struct row rows[] = {
		{"[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 0 40\"]\n40... Kd7 41. "
		 "O-O (41.a8Q) 1-0",
		 "[FEN=4k3/P7/8/8/8/8/8/4K2R b K - 0 40] Kd7 O-O ( a8=Q ) =1-0 "
		 "."},
		{"[Variant \"Chess960\"]\n[FEN \"rk5r/8/8/8/8/8/8/RK5R w KQkq - "
		 "0 1\"]\nO-O O-O-O",
		 "[Variant=Chess960] [FEN=rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1] "
		 "O-O O-O-O ."},
		{"[FEN \"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1\"]\nO-O O-O-O",
		 "[FEN=rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1] O-O O-O-O ."},
		{"[SetUp \"0\"]\n[FEN \"\"]\ne4", "[SetUp=0] [FEN=] e4 ."},
		{"[FEN \"x\"]\ne4 *\n[Event \"\"]\ne4",
		 "[FEN=x] !1:7 FEN: expected a piece (PNBRQK, pnbrqk) or a "
		 "number of empty squares that fits the rank: x . [Event=] e4 "
		 "."},
		{"\n  [FEN  \"8/8/8 w - - 0 1\"]",
		 "[FEN=8/8/8 w - - 0 1] !2:15 FEN: expected '/' after eight "
		 "squares: 8/8/8 w - - 0 1 ."},
		{"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*",
		 "[FEN=8/8/8/8/8/8/8/8 w - - 0 1] !1:6 FEN: White must have "
		 "exactly one king: 8/8/8/8/8/8/8/8 w - - 0 1 ."},
		{"[Variant \"Casual\"]\ne4 d5 Bb5 Qd6 Nf3 Qb4 Nc3 Qxc3 dxc3 "
		 "Kd8 Qd4 a6 Qxd5 a5 Qxd8",
		 "[Variant=Casual] e4 d5 Bb5+ Qd6 Nf3+ Qb4 Nc3+ Qxc3 dxc3+ Kd8 "
		 "Qd4 a6 Qxd5+ a5 Qxd8# ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_long(void **state)
{
	static char text[2 * RK_PGN_BUF_SIZE + 64];
	static struct trace trace;

	(void)state;
	snprintf(text, sizeof(text), "[A \"%0*d\"]\n*\ne4 *", RK_PGN_BUF_SIZE,
		 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_BUF_SIZE, LEVELS);
	assert_string_equal(trace.noted.text,
			    "!1:1 the tag is too long: A . e4 =* .");

	snprintf(text, sizeof(text), "[%0*d \"\"]\n*\ne4 *", RK_PGN_BUF_SIZE,
		 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_BUF_SIZE, LEVELS);
	assert_non_null(
		strstr(trace.noted.text, "!1:1 the tag is too long: 000"));
	assert_non_null(strstr(trace.noted.text, " . e4 =* ."));

	snprintf(text, sizeof(text), "%0*d\ne4 *\nd4", RK_PGN_BUF_SIZE, 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_BUF_SIZE, LEVELS);
	assert_non_null(
		strstr(trace.noted.text, "!1:1 no word is that long: 000"));
	assert_non_null(strstr(trace.noted.text, " . d4 ."));

	snprintf(text, sizeof(text), "e4 {%0*d} e5", RK_PGN_BUF_SIZE, 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_BUF_SIZE, LEVELS);
	assert_non_null(strstr(trace.noted.text, "0}cut e5 ."));

	snprintf(text, sizeof(text), "[FEN \"%0*d\"]\ne4", RK_PGN_FEN_SIZE, 0);
	trace_reading(&trace, text, strlen(text), BUF_SIZE, LEVELS);
	assert_non_null(
		strstr(trace.noted.text, "!1:1 the FEN is too long: FEN"));
}

static void test_four(void **state)
{
	static const struct row rows[] = {
		{FOUR "1. h2-h3 .. b8-c8", "[Variant=FFA] h2-h3 b8-c8 ."},
		{FOUR "1.h2-h3..b8-c8..h13-h12..m5-l5\n2.h3-h4",
		 "[Variant=FFA] h2-h3 b8-c8 h13-h12 m5-l5 h3-h4 ."},
		{FOUR "1. h2h3! b8c8 $3 *",
		 "[Variant=FFA] h2-h3 $1 b8-c8 $3 =* ."},
		{STILL "R.. b8-c8",
		 "[RuleVariants=x] [Variant=FFA] -RedR b8-c8 ."},
		{STILL "1. h2-h3 .. T..h13-h12",
		 "[RuleVariants=x] [Variant=FFA] h2-h3 -BlueT h13-h12 ."},
		/* A dead king may walk over its own dead. */
		{FOUR "R .. Kh1xg2 .. b8-c8",
		 "[Variant=FFA] -RedR Kh1xg2 b8-c8 ."},
		{FOUR "h2-h3 {[%resigned Red]} {[%flagged Green]} b8-c8",
		 "[Variant=FFA] h2-h3 -RedR? -GreenT? b8-c8 ."},
		{FOUR "h2-h3 {[%resigned Pink]} {[%resigned Red] x}",
		 "[Variant=FFA] h2-h3 {[%resigned Pink]} {[%resigned Red] x} ."},
		{STILL "h2-h3 (R .. b8-c8) (g2-g3) .. b8-c8",
		 "[RuleVariants=x] [Variant=FFA] h2-h3 ( -RedR b8-c8 ) ( g2-g3 ) b8-c8 ."},
		{"[StartFen4 \"" FOUR_FEN "\"] Ke1-e2R (d2-d4) Ka7-a8",
		 "[StartFen4=" FOUR_FEN "] -RedR Ke1-e2 ( d2-d4 ) Ka7-a8 ."},
		{"[Variant \"teams\"] h2-h3 .. b8-c8 R",
		 "[Variant=teams] h2-h3 "
		 "b8-c8 -YellowR ."},
		{"[Variant \"Teams\"] R h2-h3",
		 "[Variant=Teams] -RedR !1:21 the "
		 "game has ended before this: "
		 "h2-h3 ."},
		{"[Variant \"Teams\"] R #", "[Variant=Teams] -RedR -# ."},
		{FOUR "h2-h3 #", "[Variant=FFA] h2-h3 !1:23 nobody is mated or "
				 "stalemated here: # ."},
		{FOUR "h2-h3 b8-c9",
		 "[Variant=FFA] h2-h3 !1:23 no piece can move "
		 "like that: b8-c9 ."},
		{FOUR "h2-h3 Nf3",
		 "[Variant=FFA] h2-h3 !1:23 no piece can move "
		 "like that: Nf3 ."},
		{FOUR "h2-h3 {[%resigned Red]} {[%resigned Red]}",
		 "[Variant=FFA] h2-h3 -RedR? !1:41 this player has left the game "
		 "before: [%resigned Red] ."},
		/* The dots belong to a word where there are two players. */
		{"e4..e5", "!1:1 this is not the text of a move: e4..e5 ."},
		{"[StartFen4 \"4PCx\"] h2-h3",
		 "[StartFen4=4PCx] !1:13 StartFen4: "
		 "expected who is to move: R, B, Y or G: 4PCx ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_refusal(void **state)
{
	static const char text[] = "e4 e5 (c5) *\nd4 *";
	static struct trace trace = {.refusal = "no moves, please"};

	(void)state;
	trace_reading(&trace, text, strlen(text), BUF_SIZE, LEVELS);
	assert_string_equal(trace.noted.text,
			    "e4 !1:1 no moves, please: e4 . d4 "
			    "!2:1 no moves, please: d4 .");
}

/* A text cut anywhere, or with any byte in any place, is taken calmly. */
static void test_any_bytes(void **state)
{
	static const char text[] =
		"[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n"
		"1. e4!? (1. O-O {x;\n} Kd7 $1) 1... Kd7 ; y\n2. e5 1-0\n";
	static struct trace trace;
	char copy[sizeof(text)];

	(void)state;
	for (size_t length = 0; length < sizeof(text); length++)
		trace_reading(&trace, text, length, BUF_SIZE, LEVELS);
	for (size_t i = 0; i + 1 < sizeof(text); i++)
		for (int byte = 0; byte < 256; byte++) {
			memcpy(copy, text, sizeof(text));
			copy[i] = (char)byte;
			trace_reading(&trace, copy, sizeof(text) - 1, BUF_SIZE,
				      LEVELS);
			assert_int_equal(
				trace.noted.text[trace.noted.length - 1], '.');
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_comments),
		cmocka_unit_test(test_variations),
		cmocka_unit_test(test_tags),
		cmocka_unit_test(test_games),
		cmocka_unit_test(test_positions),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_four),
		cmocka_unit_test(test_refusal),
		cmocka_unit_test(test_any_bytes),
	};

	return cmocka_run_group_tests_name("pgn: reading", tests, NULL, NULL);
}
