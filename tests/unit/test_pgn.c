/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN: what is read from the texts that people have, what is said about
 * those that are wrong, how games are written, and that nothing is lost
 * between the two. What the reader finds is noted in a trace:
 *
 *	[Name=value] e4 $1 {comment} ( d4 ) =1-0 !line:column reason: text .
 *
 * with moves in standard notation, results after a =, errors after a !, and
 * a full stop where a game ends. Every text is read three times, in pieces
 * of different sizes, and must be found to say the same.
 */
#include "proto/pgn.h"
#include "tests/unit/unit.h"

#define ROOM 4096
#define LEVELS 4

struct trace {
	char text[4 * ROOM];
	size_t length;
	const char *refusal; /* of the first move */
};

static void write_trace(void *self, const char *text, size_t length)
{
	struct trace *trace = self;

	assert_true(trace->length + length < sizeof(trace->text));
	memcpy(trace->text + trace->length, text, length);
	trace->length += length;
	trace->text[trace->length] = 0;
}

static void note(struct trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void note(struct trace *trace, const char *format, ...)
{
	char line[ROOM];
	va_list args;

	if (trace->length)
		write_trace(trace, " ", 1);
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	write_trace(trace, line, strlen(line));
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
			  size_t room_size, int levels)
{
	static struct rk_pgn_level memory[LEVELS];
	struct rk_pgn_reader reader;
	char *room = malloc(room_size);
	struct trace first = {.length = 0};

	assert_non_null(room);
	for (size_t i = 0; i < COUNT(pieces); i++) {
		trace->length = 0;
		trace->text[0] = 0;
		rk_pgn_reader_new(&reader, room, room_size, memory, levels,
				  (struct rk_pgn_listener){hear, trace});
		feed(&reader, text, length, pieces[i]);
		if (i)
			assert_string_equal(trace->text, first.text);
		else
			memcpy(&first, trace, sizeof(first));
	}
	free(room);
}

struct row {
	const char *text;
	const char *trace;
};

static void check_rows(const struct row *rows, size_t count, int levels)
{
	struct trace trace = {.length = 0};

	for (size_t i = 0; i < count; i++) {
		trace_reading(&trace, rows[i].text, strlen(rows[i].text), ROOM,
			      levels);
		assert_string_equal(trace.text, rows[i].trace);
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
		{"e2e4 e7-e5 Ng1-f3 b8c6 Nf3xe5 *",
		 "e4 e5 Nf3 Nc6 Nxe5 =* ."},
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
		{"\xef\xbb\xbf" "1.\te4\v\fe5\0*", "e4 e5 ."},
		{"% e4\nd4\n%e5\n d5 % *", "d4 d5 !4:5 this is not the text of a "
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
		{"e4 {caf\xe9 \xc3\xa9 \xff} *", "e4 {caf\xe9 \xc3\xa9 \xff} =* ."},
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
		{"e4 ((d4))", "e4 ( !1:5 there is no move that this would vary: "
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
	static char text[2 * RK_PGN_ROOM + 64];
	struct trace trace = {.length = 0};

	(void)state;
	snprintf(text, sizeof(text), "[A \"%0*d\"]\n*\ne4 *", RK_PGN_ROOM, 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_ROOM, LEVELS);
	assert_string_equal(trace.text, "!1:1 the tag is too long: A . e4 =* .");

	snprintf(text, sizeof(text), "[%0*d \"\"]\n*\ne4 *", RK_PGN_ROOM, 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_ROOM, LEVELS);
	assert_non_null(strstr(trace.text, "!1:1 the tag is too long: 000"));
	assert_non_null(strstr(trace.text, " . e4 =* ."));

	snprintf(text, sizeof(text), "%0*d\ne4 *\nd4", RK_PGN_ROOM, 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_ROOM, LEVELS);
	assert_non_null(strstr(trace.text, "!1:1 no word is that long: 000"));
	assert_non_null(strstr(trace.text, " . d4 ."));

	snprintf(text, sizeof(text), "e4 {%0*d} e5", RK_PGN_ROOM, 0);
	trace_reading(&trace, text, strlen(text), RK_PGN_ROOM, LEVELS);
	assert_non_null(strstr(trace.text, "0}cut e5 ."));

	snprintf(text, sizeof(text), "[FEN \"%0*d\"]\ne4", RK_PGN_FEN_SIZE, 0);
	trace_reading(&trace, text, strlen(text), ROOM, LEVELS);
	assert_non_null(strstr(trace.text, "!1:1 the FEN is too long: FEN"));
}

/* Four players. The kings stand apart, and each has a pawn. */
#define FOUR "[Variant \"FFA\"] "
#define STILL "[RuleVariants \"x\"] " FOUR /* dead kings stay */
#define FOUR_FEN "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-4,yK,9/10,yP,3/14/13,gK/" \
		 "14/12,gP,1/14/bK,13/14/1,bP,12/14/14/3,rP,10/4,rK,9"

static void test_four(void **state)
{
	static const struct row rows[] = {
		{FOUR "1. h2-h3 .. b8-c8", "[Variant=FFA] h2-h3 b8-c8 ."},
		{FOUR "1.h2-h3..b8-c8..h13-h12..m5-l5\n2.h3-h4",
		 "[Variant=FFA] h2-h3 b8-c8 h13-h12 m5-l5 h3-h4 ."},
		{FOUR "1. h2h3! b8c8 $3 *",
		 "[Variant=FFA] h2-h3 $1 b8-c8 $3 =* ."},
		{STILL "R.. b8-c8", "[RuleVariants=x] [Variant=FFA] -RedR b8-c8 ."},
		{STILL "1. h2-h3 .. T..h13-h12",
		 "[RuleVariants=x] [Variant=FFA] h2-h3 -BlueT h13-h12 ."},
		/* A dead king may walk over its own dead. */
		{FOUR "R .. Kh1xg2 .. b8-c8", "[Variant=FFA] -RedR Kh1xg2 b8-c8 ."},
		{FOUR "h2-h3 {[%resigned Red]} {[%flagged Green]} b8-c8",
		 "[Variant=FFA] h2-h3 -RedR? -GreenT? b8-c8 ."},
		{FOUR "h2-h3 {[%resigned Pink]} {[%resigned Red] x}",
		 "[Variant=FFA] h2-h3 {[%resigned Pink]} {[%resigned Red] x} ."},
		{STILL "h2-h3 (R .. b8-c8) (g2-g3) .. b8-c8",
		 "[RuleVariants=x] [Variant=FFA] h2-h3 ( -RedR b8-c8 ) ( g2-g3 ) b8-c8 ."},
		{"[StartFen4 \"" FOUR_FEN "\"] Ke1-e2R (d2-d4) Ka7-a8",
		 "[StartFen4=" FOUR_FEN "] -RedR Ke1-e2 ( d2-d4 ) Ka7-a8 ."},
		{"[Variant \"teams\"] h2-h3 .. b8-c8 R", "[Variant=teams] h2-h3 "
							"b8-c8 -YellowR ."},
		{"[Variant \"Teams\"] R h2-h3", "[Variant=Teams] -RedR !1:21 the "
					       "game has ended before this: "
					       "h2-h3 ."},
		{"[Variant \"Teams\"] R #", "[Variant=Teams] -RedR -# ."},
		{FOUR "h2-h3 #", "[Variant=FFA] h2-h3 !1:23 nobody is mated or "
				 "stalemated here: # ."},
		{FOUR "h2-h3 b8-c9", "[Variant=FFA] h2-h3 !1:23 no piece can move "
				     "like that: b8-c9 ."},
		{FOUR "h2-h3 Nf3", "[Variant=FFA] h2-h3 !1:23 no piece can move "
				   "like that: Nf3 ."},
		{FOUR "h2-h3 {[%resigned Red]} {[%resigned Red]}",
		 "[Variant=FFA] h2-h3 -RedR? !1:41 this player has left the game "
		 "before: [%resigned Red] ."},
		/* The dots belong to a word where there are two players. */
		{"e4..e5", "!1:1 this is not the text of a move: e4..e5 ."},
		{"[StartFen4 \"4PCx\"] h2-h3", "[StartFen4=4PCx] !1:13 StartFen4: "
		 "expected who is to move: R, B, Y or G: 4PCx ."},
	};

	(void)state;
	check_rows(rows, COUNT(rows), LEVELS);
}

static void test_refusal(void **state)
{
	static const char text[] = "e4 e5 (c5) *\nd4 *";
	struct trace trace = {.refusal = "no moves, please"};

	(void)state;
	trace_reading(&trace, text, strlen(text), ROOM, LEVELS);
	assert_string_equal(trace.text, "e4 !1:1 no moves, please: e4 . d4 "
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
		trace_reading(&trace, text, length, ROOM, LEVELS);
	for (size_t i = 0; i + 1 < sizeof(text); i++)
		for (int byte = 0; byte < 256; byte++) {
			memcpy(copy, text, sizeof(text));
			copy[i] = (char)byte;
			trace_reading(&trace, copy, sizeof(text) - 1, ROOM,
				      LEVELS);
			assert_int_equal(trace.text[trace.length - 1], '.');
		}
}

/* Normalising. */

static void normalise(struct trace *trace, const char *text, size_t room_size,
		      size_t tag_room)
{
	static struct rk_pgn_level levels[LEVELS];
	static struct rk_pgn_tag tags[16];
	static char token[ROOM], room[ROOM];
	struct rk_pgn_normaliser normaliser;
	struct rk_pgn_reader reader;

	assert_true(room_size <= ROOM && tag_room <= COUNT(tags));
	trace->length = 0;
	trace->text[0] = 0;
	rk_pgn_normaliser_new(&normaliser, (struct rk_out){write_trace, trace},
			      tags, tag_room, room, room_size);
	rk_pgn_reader_new(&reader, token, sizeof(token), levels, LEVELS,
			  (struct rk_pgn_listener){rk_pgn_normalise,
						   &normaliser});
	rk_pgn_reader_feed(&reader, text, strlen(text));
	rk_pgn_reader_finish(&reader);
}

#define ROSTER(event, result) \
	"[Event \"" event "\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n" \
	"[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n" \
	"[Result \"" result "\"]\n"

static void test_normaliser(void **state)
{
	static const struct row rows[] = {
		{"", ""},
		{"*", ROSTER("?", "*") "\n*\n\n"},
		{"e4 e5 1-0", ROSTER("?", "1-0") "\n1. e4 e5 1-0\n\n"},
		{"[Result \"0-1\"] e4", ROSTER("?", "0-1") "\n1. e4 0-1\n\n"},
		{"[Result \"?\"] e4", ROSTER("?", "?") "\n1. e4 *\n\n"},
		{"[Result \"*\"] e4 1-0", ROSTER("?", "*") "\n1. e4 1-0\n\n"},
		{"[ECO \"B00\"][Black \"b\"][Event \"a\"e\"][X \"1\"][X \"2\"]"
		 "[Black \"c\"]",
		 "[Event \"a\\\"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
		 "[Round \"?\"]\n[White \"?\"]\n[Black \"c\"]\n[Result \"*\"]\n"
		 "[ECO \"B00\"]\n[X \"1\"]\n[X \"2\"]\n\n*\n\n"},
		{"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"] Kd7 O-O Ke6",
		 ROSTER("?", "*") "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n"
		 "[SetUp \"1\"]\n\n40... Kd7 41. O-O Ke6 *\n\n"},
		{"{a} e4! {b} e5 $3 (c5 {c} Nf3 (c3) d6) 2.Nf3 ()",
		 ROSTER("?", "*") "\n{a} 1. e4 $1 {b} 1... e5 $3 (1... c5 {c} "
		 "2. Nf3 (2. c3) 2... d6) 2. Nf3 () *\n\n"},
		{"e4 ;a } b\n e5 ; c\nNf3",
		 ROSTER("?", "*") "\n1. e4 ;a } b\n1... e5 { c} 2. Nf3 *\n\n"},
		{"e4 Nf9 *\nd4 *", ROSTER("?", "*") "\n1. d4 *\n\n"},
		{"e4 {123456789 123456789 123456789 123456789 123456789 "
		 "123456789 12345 [%clk 0:00:01] [%eval 0]} e5 {[%clk\n0:1]}",
		 ROSTER("?", "*") "\n1. e4 {123456789 123456789 123456789 "
		 "123456789 123456789 123456789\n12345 [%clk 0:00:01] [%eval 0]} "
		 "1... e5 {[%clk\n0:1]} *\n\n"},
		{"e4 {123456789 123456789 123456789 123456789 123456789 "
		 "123456789 123456789  1234 [%x] %y\nz\n\nw\n} e5",
		 ROSTER("?", "*") "\n1. e4 {123456789 123456789 123456789 "
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
		 "[StartFen4 \"" FOUR_FEN "\"]\n\n1. R {x} .. Ke1-e2 .. Ka7-a8R "
		 ".. R\n\n"},
	};
	static struct trace trace, again;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		normalise(&trace, rows[i].text, ROOM, 16);
		assert_string_equal(trace.text, rows[i].trace);
		normalise(&again, trace.text, ROOM, 16);
		assert_string_equal(again.text, trace.text);
	}
}

static void test_no_room(void **state)
{
	static const char *const texts[] = {
		"[A \"1\"][B \"2\"][C \"3\"] *\nd4 *",
		"[A \"1234567890123456789012345678901234567890\"] *\nd4 *",
		"e4 {1234567890123456789012345678901234567890} *\nd4 *",
		"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 Qe2 b5 Bb3 Be7 *\nd4 *",
	};
	static const char d4[] = ROSTER("?", "*") "\n1. d4 *\n\n";
	static struct trace trace;
	static char text[2 * ROOM];

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		normalise(&trace, texts[i], 40, 2);
		assert_string_equal(trace.text, d4);
	}
	snprintf(text, sizeof(text), "e4 {%0*d} *\nd4 *", ROOM, 0);
	normalise(&trace, text, ROOM, 2);
	assert_string_equal(trace.text, d4);
}

/* Lines stay below 80 columns wherever there is a place to break them. */
static void test_columns(void **state)
{
	static struct trace trace;
	static char text[ROOM];
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
		normalise(&trace, text, ROOM, 16);
		for (const char *line = trace.text; *line;) {
			size_t columns = strcspn(line, "\n");

			assert_in_range(columns, 0, 79);
			line += columns + 1;
		}
	}
}

/* Games. */

#define EVENTS 512

static struct rk_event logs[2][EVENTS];

static void write_game(struct trace *trace, const struct rk_game *game,
		       const struct rk_pgn_tag *tags, int count)
{
	static char room[RK_ANY_FEN_SIZE];
	const struct rk_out out = {write_trace, trace};

	trace->length = 0;
	trace->text[0] = 0;
	rk_pgn_write_game(&out, game, tags, count, room);
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
						strlen(san)), RK_NOTATION_OK);
	assert_int_equal(rk_game_append(game,
					rk_event_new(RK_EVENT_MOVE,
						     rk_game_turn(game), move,
						     spent)), RK_GAME_OK);
}

static void test_write_game(void **state)
{
	static const struct rk_pgn_tag tags[] = {
		{"White", "A \"B\" \\\nC"}, {"ECO", "C20"}, {"Result", "1-0"},
		{"FEN", "nonsense"}, {"Event", "e"}, {"TimeControl", "-"},
	};
	static struct trace trace;
	struct rk_game game;

	(void)state;
	start_game(&game, &rk_rules_standard, NULL);
	write_game(&trace, &game, NULL, 0);
	assert_string_equal(trace.text, ROSTER("?", "*")
			    "[Termination \"unterminated\"]\n\n*\n\n");
	rk_game_set_clock(&game, &(struct rk_clock){300000, 3000, 0});
	play(&game, "e4", 1000);
	play(&game, "e5", 2499);
	play(&game, "Nf3", 296000);
	rk_game_resign(&game, 0);
	write_game(&trace, &game, tags, COUNT(tags));
	assert_string_equal(trace.text,
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
	static struct trace trace;
	struct rk_game game;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		start_game(&game, rows[i].rules, rows[i].fen);
		write_game(&trace, &game, NULL, 0);
		assert_non_null(strstr(trace.text, rows[i].tags));
	}
	start_game(&game, &rk_rules_standard, NULL);
	rk_game_set_clock(&game, &(struct rk_clock){90000, 0, 2500});
	write_game(&trace, &game, NULL, 0);
	assert_non_null(strstr(trace.text, "[TimeControl \"90d2.5\"]\n"));
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
		{"e4 (d4 nonsense) e5 Nf3 {x} 1-0", 3, 1, RK_REASON_RESIGNATION},
		{"e4 e5 0-1", 2, 2, RK_REASON_RESIGNATION},
		{"e4 e5 1/2-1/2", 2, 0, RK_REASON_AGREEMENT},
		{"f3 e5 g4 Qh4 1-0", 4, 2, RK_REASON_CHECKMATE},
		{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1/2-1/2", 8, 0,
		 RK_REASON_THREEFOLD},
		{"[Termination \"time forfeit\"] e4 0-1", 1, 2, RK_REASON_TIME},
		{"[Termination \"time forfeit\"] e4 1/2-1/2", 1, 0,
		 RK_REASON_AGREEMENT},
		{"[Termination \"time forfeit\"][FEN \"4k3/8/8/8/8/8/4p3/K7 w "
		 "- - 0 1\"] Kb1 1/2-1/2", 1, 0, RK_REASON_TIME_DRAW},
		{"[Variant \"casual\"] e4 e5 Ke2 Qh4 Kd3 Qxe4 a3 Qxd3", 8, 2,
		 RK_REASON_KING_TAKEN},
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
		 300000, {301500, 299000}},
		{"[TimeControl \"60d5\"] e4 {[%clk 0:00:30]} e5 {[%clk 0:1:00]}"
		 " Nf3 {[%clk 0:00:30]} Nf6 {[%clk 10]}", 60000, {30000, 10000}},
		{"[TimeControl \"5400.5+0\"] e4 {[%clk\n1:30:00]} e5", 5400500,
		 {5400000, 5400500}},
		{"[TimeControl \"60\"] e4 {[%clk 0:00:7x]} e5 {[%clk ]}",
		 60000, {60000, 60000}},
		{"[TimeControl \"40/7200\"] e4 {[%clk 1:00:00]}", 0, {0, 0}},
		{"[TimeControl \"-\"] e4", 0, {0, 0}},
		{"[TimeControl \"300+\"] e4", 0, {0, 0}},
		{"[TimeControl \"300+3s\"] e4", 0, {0, 0}},
		{"[TimeControl \"300d\"] e4", 0, {0, 0}},
		{"[TimeControl \"99999999999999999999\"] e4", 0, {0, 0}},
		{"[TimeControl \"60\"] e4 {[%clk 9999:99:99]} e5 "
		 "{[%clk 99999999999999]}", 60000, {60000, 60000}},
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
			"e4 e5 Nf3", "e4 e5 Nf3 Nf6", "e4 e5 1-0", "e4 1/2-1/2",
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
		rk_game_append(game, rk_event_new(
			RK_EVENT_MOVE, rk_game_turn(game),
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
	return written == read || (written == RK_REASON_AGREEMENT &&
				   (read == RK_REASON_THREEFOLD ||
				    read == RK_REASON_FIFTY));
}

static void test_round_trip(void **state)
{
	static struct trace trace;
	struct rk_game game, again;
	struct rk_error error;
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < (walk_is_quick() ? 500 : 10000); i++) {
		struct rk_pos pos = unit_start(i, &seed);
		bool is_casual = i % 7 == 0;

		rk_game_new(&game,
			    is_casual ? &rk_rules_casual : &rk_rules_standard,
			    is_casual ? NULL : &pos, logs[0], EVENTS);
		if (i % 2)
			rk_game_set_clock(&game, &(struct rk_clock){
				1 + (uint32_t)walk_random(&seed, 1 << 20),
				(uint32_t)walk_random(&seed, 3) * 1000,
				(uint32_t)walk_random(&seed, 3) * 700});
		play_at_random(&game, &seed);
		write_game(&trace, &game, NULL, 0);
		rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
		if (!read_game(&again, trace.text, &error))
			fail_msg("%zu: %s\n%s", error.column, error.reason,
				 trace.text);
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
			assert_in_range(again.left[seat] + 100,
					game.left[seat], game.left[seat] + 100);
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
		cmocka_unit_test(test_normaliser),
		cmocka_unit_test(test_no_room),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_write_game),
		cmocka_unit_test(test_write_variant),
		cmocka_unit_test(test_read_game),
		cmocka_unit_test(test_read_clocks),
		cmocka_unit_test(test_read_errors),
		cmocka_unit_test(test_round_trip),
	};

	return cmocka_run_group_tests_name("pgn", tests, NULL, NULL);
}
