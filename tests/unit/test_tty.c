/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The terminal session: who is there, keys, computers that move by themselves,
 * and how much is sent. What the screen looks like is in tests/tty.
 */
#include "rookery/tty.h"
#include "tests/scratch.h"
#include "tests/unit/unit.h"

#define LOG 64
#define ANSWER "\x1b[1;2R\x1b[24;80R"
#define QUESTION "\x1b[6n"

static struct rk_tty tty;
static struct rk_console console;
static struct rk_platform platform;
static struct rk_player player;
static union shared_scratch scratch;
static struct rk_event events[LOG];
static uint64_t time_now; /* milliseconds */
static struct unit_text sent;
static int greetings;
static enum rk_signal signal;

static uint64_t now_us(void *self)
{
	(void)self;
	return time_now * 1000;
}

static void greet(void *self)
{
	(void)self;
	greetings++;
	rk_tty_say(&tty, "Hello.");
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	(void)self;
	(void)nodes;
	return signal;
}

/* As one that searches does; the lower levels have no time to look up. */
static rk_any_move (*choose_at_once)(void *self,
				     const struct rk_question *question);

static rk_any_move choose(void *self, const struct rk_question *question)
{
	if (platform.poll(platform.self, 0) == RK_SIGNAL_CANCEL)
		return 0;
	return choose_at_once(self, question);
}

static void start(uint32_t capacity)
{
	time_now = 1000;
	greetings = 0;
	unit_clear(&sent);
	signal = RK_SIGNAL_NONE;
	platform = (struct rk_platform){
		.self = &sent,
		.write = unit_write,
		.now_us = now_us,
		.poll = poll,
		.memory = &scratch,
		.memory_size = sizeof(scratch),
	};
	rk_levels_init(&player, &platform);
	choose_at_once = player.choose;
	player.choose = choose;
	rk_console_new(&console, &platform, &player, NULL, events, capacity);
	rk_tty_new(&tty, &console, greet);
}

static int set_up(void **state)
{
	(void)state;
	start(LOG);
	return 0;
}

/* Time goes by in steps of a port that has nothing else to do. */
static void wait(int milliseconds)
{
	for (; milliseconds > 0; milliseconds--) {
		time_now++;
		rk_tty_tick(&tty);
	}
}

static enum rk_tty_event type_bytes(const char *text, size_t length)
{
	enum rk_tty_event event = RK_TTY_NOTHING;

	for (size_t i = 0; i < length && event == RK_TTY_NOTHING; i++)
		event = rk_tty_byte(&tty, (uint8_t)text[i]);
	return event;
}

static enum rk_tty_event type(const char *text)
{
	return type_bytes(text, strlen(text));
}

/* The same on an empty page. */
static enum rk_tty_event type_anew(const char *text)
{
	unit_clear(&sent);
	return type(text);
}

static void become_rich(void)
{
	type(ANSWER);
	assert_true(rk_tty_is_rich(&tty));
	unit_clear(&sent);
}

static bool was_sent(const char *text)
{
	return strstr(sent.text, text) != NULL;
}

/* ---- Who is there ---- */

static void nobody_answers(void **state)
{
	(void)state;
	assert_string_equal(sent.text + sent.length - 6, "\x1b"
							 "8\r\x1b[K");
	assert_non_null(strstr(strstr(sent.text, QUESTION) + 1, QUESTION));
	wait(299);
	assert_int_equal(greetings, 0);
	unit_clear(&sent);
	wait(1);
	assert_int_equal(greetings, 1);
	assert_string_equal(sent.text, "Hello.\n");
	wait(1000);
	type_anew("game human computer1\ne2 e5\nquit\n");
	assert_int_equal(greetings, 1);
	assert_null(strchr(sent.text, '\x1b'));
	assert_string_equal(sent.text,
			    "8 rnbqkbnr\n7 pppppppp\n6  _ _ _ _\n"
			    "5 _ _ _ _ \n4  _ _ _ _\n3 _ _ _ _ \n"
			    "2 PPPPPPPP\n1 RNBQKBNR\n\n  abcdefgh\n"
			    "Illegal move: a pawn moves one square straight "
			    "ahead, and takes one square diagonally ahead.\n"
			    "Final Score:\nWhite: 0\nBlack: 0\n");
}

/* A program does not wait until it is clear that it is none. */
static void line_at_once(void **state)
{
	(void)state;
	unit_clear(&sent);
	type("level 3\r\n");
	assert_string_equal(sent.text, "Hello.\nLevel 3.\n");
	wait(1000);
	assert_string_equal(sent.text, "Hello.\nLevel 3.\n");
}

static void terminal_answers(void **state)
{
	static const char answer[] = ANSWER;

	(void)state;
	for (size_t cut = 0; cut < sizeof(answer); cut++) {
		start(LOG);
		type_bytes(answer, cut);
		wait(50);
		type(answer + cut);
		assert_true(rk_tty_is_rich(&tty));
		assert_true(console.look.glyphs);
		assert_int_equal(tty.rows, 24);
		assert_int_equal(tty.columns, 80);
		assert_int_equal(tty.zoom, 2);
		assert_int_equal(greetings, 1);
		assert_int_equal(tty.length, 0);
	}
}

static void late_answer(void **state)
{
	(void)state;
	wait(5000);
	assert_int_equal(greetings, 1);
	type("\x1b[1;2R");
	type("level\n");
	type("lev\x1b[24;80R");
	assert_true(rk_tty_is_rich(&tty));
	assert_int_equal(greetings, 2);
}

static void wide_pieces(void **state)
{
	static const char *const answers[] = {
		"\x1b[5;3R\x1b[24;80R",
		"\x1b[5;7R\x1b[24;80R",
		"\x1b[5;1R\x1b[24;80R",
		"\x1b[5;65538R\x1b[24;80R",
		"\x1b[5;99999999999999999999998R\x1b[24;80R",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(answers); i++) {
		start(LOG);
		type(answers[i]);
		assert_true(rk_tty_is_rich(&tty));
		assert_false(console.look.glyphs);
	}
}

static void strange_sizes(void **state)
{
	static const struct {
		const char *answer;
		int rows, columns, zoom;
	} cases[] = {
		{"\x1b[0;0R", 3, 10, 0},
		{"\x1b[000000000024;0000080R", 24, 80, 2},
		{"\x1b[4294967295;4294967296R", 255, 255, 2},
		{"\x1b[65560;65616R", 255, 255, 2},
		{"\x1b[12;40R", 12, 40, 1},
		{"\x1b[11;26R", 11, 26, 1},
		{"\x1b[10;40R", 10, 40, 0},
		{"\x1b[24;25R", 24, 25, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		for (int rich = 0; rich < 2; rich++) {
			start(LOG);
			if (rich) {
				become_rich();
				type("\f");
			}
			type("\x1b[7;2R");
			type(cases[i].answer);
			assert_true(rk_tty_is_rich(&tty));
			assert_int_equal(tty.rows, cases[i].rows);
			assert_int_equal(tty.columns, cases[i].columns);
			assert_int_equal(tty.zoom, cases[i].zoom);
			type("game human human\re4\rhelp\r");
			assert_int_equal(console.game.now, 1);
		}
	}
}

/* What only looks like an answer belongs to the line. */
static void no_answer(void **state)
{
	static const char *const texts[] = {
		"R",          "[1;2R",    "\x1b[R",      "\x1b[1R",
		"\x1b[;2R",   "\x1b[1;R", "\x1b[1;2;3R", "\x1b[1,2R",
		"\x1b[ 1;2R", "\0331;2R", "\x1b[1;2r",   "\x1b[1:2R",
		"1;2R",       ";R",       "[;R",
	};

	(void)state;
	wait(400);
	for (size_t i = 0; i < COUNT(texts); i++) {
		type(texts[i]);
		assert_int_equal(tty.length, strlen(texts[i]));
		assert_int_equal(tty.answers, 2);
		assert_false(rk_tty_is_rich(&tty));
		type("\n");
	}
}

static bool asked_again(void)
{
	return was_sent(QUESTION);
}

static void asking_again(void **state)
{
	(void)state;
	wait(400);
	type_anew("\r\n\n\n\r\n");
	wait(400);
	type("e\f\n\r");
	type("level\r");
	wait(400);
	assert_false(asked_again());
	type("\r");
	assert_false(asked_again());
	wait(20);
	assert_true(asked_again());
	type_anew("\f");
	assert_true(asked_again());
	type(ANSWER);
	assert_true(rk_tty_is_rich(&tty));
	type_anew("ab\f");
	assert_true(asked_again());
	type("\x1b[1;2R\x1b[12;40R");
	assert_int_equal(tty.rows, 12);
	assert_memory_equal(tty.line, "ab", 2);
}

/* Who has gone does not answer; then a program may come. */
static void terminal_goes(void **state)
{
	(void)state;
	become_rich();
	type("game human human\re4\r");
	type("\f");
	wait(300);
	assert_false(rk_tty_is_rich(&tty));
	type_anew("fen\n");
	assert_string_equal(sent.text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"
				       "RNBQKBNR b KQkq - 0 1\n");
	assert_int_equal(type("uci\n"), RK_TTY_NOTHING);
	type(ANSWER "\f");
	wait(300);
	assert_int_equal(type("uci\n"), RK_TTY_UCI);
}

/* Who plays Black alone sits below, but not in plain text. */
static void turned_board(void **state)
{
	(void)state;
	wait(400);
	type("game computer1 human\n");
	assert_int_equal(console.look.below, 0);
	become_rich();
	assert_int_equal(console.look.below, 1);
	type("flip\r\f" ANSWER);
	assert_int_equal(console.look.below, 0);
	type("flip\r\f");
	wait(300);
	assert_int_equal(console.look.below, 0);
}

static void first_line(void **state)
{
	(void)state;
	assert_int_equal(type("\n \t\r\n uci \r"), RK_TTY_UCI);
	start(LOG);
	assert_int_equal(type("ucis\nuci\n"), RK_TTY_NOTHING);
	start(LOG);
	become_rich();
	assert_int_equal(type("uci\r"), RK_TTY_UCI);
	start(LOG);
	become_rich();
	assert_int_equal(type("quit\r"), RK_TTY_QUIT);
	assert_true(was_sent("Final Score:"));
}

/* ---- Lines that cannot be ---- */

/* A game of somebody at a terminal, or of a program. */
static void start_game(bool rich)
{
	start(LOG);
	wait(400);
	if (rich)
		become_rich();
	type("game human human\r");
}

static void too_long(void **state)
{
	(void)state;
	for (int rich = 0; rich < 2; rich++) {
		start_game(rich);
		type_anew("e2 e4");
		for (int i = 0; i < 3 * RK_TTY_LINE; i++)
			rk_tty_byte(&tty, ' ');
		type_anew("x\r");
		assert_true(was_sent("The line was too long"));
		assert_int_equal(console.game.now, 0);
		type("e4\r");
		assert_int_equal(console.game.now, 1);
	}
}

static void missing_bytes(void **state)
{
	(void)state;
	for (int rich = 0; rich < 2; rich++) {
		start_game(rich);
		type("e2");
		rk_tty_lost(&tty);
		type("e4\r");
		assert_int_equal(console.game.now, 0);
		type("e4\r");
		assert_int_equal(console.game.now, 1);
	}
}

/* ---- The line editor ---- */

#define UP "\x1b[A"
#define DOWN "\x1b[B"
#define RIGHT "\x1b[C"
#define LEFT "\x1b[D"
#define DELETE "\x1b[3~"

static void keys(void **state)
{
	static const struct {
		const char *keys;
		const char *line;
		int cursor;
	} cases[] = {
		{"e2e4", "e2e4", 4},
		{"e2e5\b4", "e2e4", 4},
		{"e2e5\x7f\x7f\x7f\x7f\x7f"
		 "d",
		 "d", 1},
		{"abc" LEFT LEFT "x", "axbc", 2},
		{"abc" LEFT LEFT LEFT LEFT LEFT "x", "xabc", 1},
		{"abc\x02\x02\x06x", "abxc", 3},
		{"abc\x01" RIGHT "x\x05y", "axbcy", 5},
		{"abc\x1b[Hx\x1b[Fy", "xabcy", 5},
		{"abc\x1bOHx\x1bOFy", "xabcy", 5},
		{"abc\x1b[1~x\x1b[4~y", "xabcy", 5},
		{"abc\x1b[7~x\x1b[8~y", "xabcy", 5},
		{"abc\x01" DELETE DELETE, "c", 0},
		{"abc\x04", "abc", 3},
		{"abc\x01\x04", "bc", 0},
		{"abcd" LEFT LEFT "\x0b", "ab", 2},
		{"abcd" LEFT LEFT "\x15", "cd", 0},
		{"one two  three \x17", "one two  ", 9},
		{"one two  three \x17\x17", "one ", 4},
		{"\x17\x15\x0b\x7f\x04" LEFT RIGHT DELETE UP DOWN, "", 0},
		{"junk\x03"
		 "good",
		 "good", 4},
		{"a\tb", "a b", 3},
		{"a\x1b[5~\x1b[6~\x1b[1;5Db", "ba", 1},
		{"a\x1b[200~b\x1b[?1;2cd\x1b[99999999999~e", "abde", 4},
		{"a\x1b[1;2;3;4;5;6Rb", "ab", 2},
		{"a\x1b\x1b[Db\x1bxc", "bca", 2},
		{"\xc3\xa4\xe2\x99\x98\xf0\x9f\x98\x80\b\b"
		 "x",
		 "\xc3\xa4x", 3},
		{"\xc3\xa4\xe2\x99\x98" LEFT LEFT DELETE, "\xe2\x99\x98", 0},
		{"a\xe2\x99"
		 "b",
		 "ab", 2},
		{"a\xe2\x99\bb", "b", 1},
		{"a\x80\xbf\xff\xfe\xc0\xc1\xf5"
		 "b",
		 "ab", 2},
		{"a\xe2\xe2\x99\x98"
		 "b",
		 "a\xe2\x99\x98"
		 "b",
		 5},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		start(LOG);
		become_rich();
		type(cases[i].keys);
		tty.line[tty.length] = '\0';
		assert_string_equal(tty.line, cases[i].line);
		assert_int_equal(tty.cursor, cases[i].cursor);
	}
}

static void lone_escape(void **state)
{
	(void)state;
	become_rich();
	type("\x1b");
	wait(300);
	type("e");
	type("\x1b[12");
	wait(300);
	type("4");
	assert_int_equal(tty.length, 2);
	assert_memory_equal(tty.line, "e4", 2);
}

static void expect_line(const char *line)
{
	assert_int_equal(tty.length, strlen(line));
	assert_memory_equal(tty.line, line, tty.length);
}

static void history(void **state)
{
	(void)state;
	become_rich();
	type("one\rtwo\rtwo\r\rthree\r");
	type(UP);
	expect_line("three");
	type(UP);
	expect_line("two");
	type(UP UP UP UP);
	expect_line("one");
	type(DOWN);
	expect_line("two");
	type(DOWN DOWN DOWN);
	expect_line("");
	type("\x10\x10\x0e\x10s\r" UP);
	expect_line("twos");
	for (int i = 0; i < RK_TTY_HISTORY; i++)
		type_anew(i % 2 ? "even\r" : "odd\r");
	for (int i = 0; i < RK_TTY_HISTORY; i++) {
		type_anew(UP);
		assert_true(tty.length == 4 || tty.length == 3);
	}
	type("\x03");
	for (int i = 0; i < RK_TTY_LINE; i++)
		type_anew("x");
	type("\r" UP);
	expect_line("even");
}

/* What is typed at the end of a line is sent back, and no more. */
static void typing_is_cheap(void **state)
{
	(void)state;
	become_rich();
	type("position ");
	for (int i = 0; i < 50; i++)
		type_anew("x");
	assert_string_equal(sent.text, "x");
	type_anew(LEFT "x");
	assert_true(sent.length < 200);
	type("\x05");
	unit_clear(&sent);
	for (int i = 0; i < 50; i++)
		type("x");
	assert_true(sent.length < 50 + 2 * 80);
}

/* ---- The board ---- */

static const char *const moves[] = {
	"e4\r",  "e5\r", "Nf3\r",  "Nc6\r",  "Bc4\r",
	"Nf6\r", "d4\r", "exd4\r", "O-O\r",  "Nxe4\r",
	"Re1\r", "d5\r", "Bxd5\r", "Qxd5\r", "Nc3\r",
};

static void moves_are_cheap(void **state)
{
	size_t board, most = 0;

	(void)state;
	become_rich();
	type_anew("flip\r");
	board = sent.length;
	type("flip white\rgame human human\r");
	for (size_t i = 0; i < COUNT(moves); i++) {
		type_anew(moves[i]);
		most = sent.length > most ? sent.length : most;
	}
	assert_int_equal(console.game.now, COUNT(moves));
	printf("a board takes %zu bytes, a move at most %zu\n", board, most);
	assert_true(board > 4000);
	assert_true(most < 360);
}

static void nothing_to_draw(void **state)
{
	(void)state;
	become_rich();
	type("game human human\re4\r");
	unit_clear(&sent);
	wait(2000);
	assert_int_equal(sent.length, 0);
	rk_tty_refresh(&tty);
	assert_true(sent.length < 40);
}

/* ---- Computers and clocks ---- */

static void computers_move(void **state)
{
	(void)state;
	become_rich();
	type("game human computer1\re4\r");
	wait(299);
	assert_int_equal(console.game.now, 1);
	wait(1);
	assert_int_equal(console.game.now, 2);
	assert_true(was_sent("Black plays "));
	wait(1000);
	assert_int_equal(console.game.now, 2);
	type("undo\r");
	wait(1000);
	assert_int_equal(console.game.now, 0);
	type("redo\r");
	wait(1000);
	assert_int_equal(console.game.now, 1);
	assert_true(was_sent("Enter: the computer moves."));
	type("\r");
	assert_int_equal(console.game.now, 2);
}

/* Who is typing is not interrupted. */
static void key_while_thinking(void **state)
{
	(void)state;
	become_rich();
	type("game computer1 computer1\r");
	signal = RK_SIGNAL_CANCEL; /* a key has come */
	wait(1000);
	assert_int_equal(console.game.now, 0);
	signal = RK_SIGNAL_NONE;
	type("h");
	wait(1000);
	assert_int_equal(console.game.now, 0);
	expect_line("h");
	type("\b");
	wait(300);
	assert_int_equal(console.game.now, 1);
	type("l");
	wait(1000);
	type("evel\r");
	assert_true(was_sent("Level"));
	wait(1000);
	assert_true(console.game.now > 1);
}

/* Nothing moves behind words that somebody reads. */
static void covered_board(void **state)
{
	uint32_t before;

	(void)state;
	become_rich();
	type("game computer1 computer1\r");
	wait(1000);
	before = console.game.now;
	type("help\r");
	assert_true(was_sent("Enter: the board"));
	wait(2000);
	assert_int_equal(console.game.now, before);
	type("\r");
	wait(2000);
	assert_true(console.game.now > before);
}

/* It says so once. */
static void full_log(void **state)
{
	(void)state;
	start(3);
	become_rich();
	type("game computer1 computer1\r");
	wait(5000);
	assert_int_equal(console.game.now, 3);
	unit_clear(&sent);
	wait(5000);
	assert_int_equal(sent.length, 0);
	type("\r");
	assert_true(was_sent("There is no memory for a longer game."));
}

static void clocks(void **state)
{
	union rk_console_scratch before;

	(void)state;
	become_rich();
	type("clock 1\rgame human human\r");
	unit_clear(&sent);
	wait(1500);
	assert_true(was_sent("0:59"));
	assert_true(sent.length < 100);
	time_now += 57000;
	memset(&scratch, 0x5a, sizeof(scratch));
	before = scratch.console;
	assert_false(rk_tty_update_clocks(&tty));
	time_now += 5000;
	assert_true(rk_tty_update_clocks(&tty));
	assert_memory_equal(&before, &scratch.console, sizeof(before));
	assert_false(rk_game_is_over(&console.game));
	type("e4");
	wait(1);
	assert_true(rk_game_is_over(&console.game));
	assert_true(was_sent("Black wins! (time)"));
	expect_line("e4");
}

/* Whatever stood there before, digits in another order included. */
static void every_time_is_seen(void **state)
{
	static const int steps[] = {9, 18, 1, 27, 9, 3, 36, 2};
	uint64_t begin;
	char text[16];

	(void)state;
	become_rich();
	type("clock 60\rgame human human\r");
	begin = time_now;
	for (int left = 3599, i = 0; left > 10; left -= steps[i++ % 8]) {
		time_now = begin + (uint64_t)(3600 - left) * 1000;
		unit_clear(&sent);
		rk_tty_tick(&tty);
		snprintf(text, sizeof(text), " %d:%02d", left / 60, left % 60);
		if (!was_sent(text))
			fail_msg("%s is not seen: %s", text, sent.text);
	}
}

static void see_check(uint32_t happened, const char *text)
{
	rk_game_rewind(&console.game, happened);
	unit_clear(&sent);
	rk_tty_refresh(&tty);
	if (!was_sent(text))
		fail_msg("%s is not seen: %s", text, sent.text);
}

/* Two long texts that end with the same forty letters. */
static void every_check_is_seen(void **state)
{
	static const char *const played[] = {
		"h1h8", "e8d7", "e1f1", "a2a1", "f1f2",
	};
	struct rk_game *game = &console.game;
	rk_any_move move;

	(void)state;
	become_rich();
	type("setup\rfen 4k3/8/8/8/8/8/r7/4K2R w - - 0 1\rdone\r"
	     "game computer computer\r");
	for (size_t i = 0; i < COUNT(played); i++) {
		assert_int_equal(game->rules->read_move(&move, &game->pos,
							played[i], 4),
				 RK_NOTATION_OK);
		assert_int_equal(rk_game_play(game, move, 0), RK_GAME_OK);
	}
	for (int i = 0; i < 3; i++) {
		see_check(1, "Black is in check. Enter: the");
		see_check(4, "White is in check. Enter: the");
	}
}

/* Words of the port come between, and the line stays. */
static void port_speaks(void **state)
{
	(void)state;
	become_rich();
	type("game human human\re4");
	unit_clear(&sent);
	rk_console_line(&console, "resign", 6);
	rk_tty_refresh(&tty);
	assert_memory_equal(sent.text, "\r\x1b[K", 4);
	assert_true(was_sent("\r\n"));
	assert_string_equal(sent.text + sent.length - 5, "e4\x1b[K");
	type_anew("\r");
	assert_true(was_sent("The game is over"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(nobody_answers, set_up),
		cmocka_unit_test_setup(line_at_once, set_up),
		cmocka_unit_test_setup(terminal_answers, set_up),
		cmocka_unit_test_setup(late_answer, set_up),
		cmocka_unit_test_setup(wide_pieces, set_up),
		cmocka_unit_test_setup(strange_sizes, set_up),
		cmocka_unit_test_setup(no_answer, set_up),
		cmocka_unit_test_setup(asking_again, set_up),
		cmocka_unit_test_setup(terminal_goes, set_up),
		cmocka_unit_test_setup(turned_board, set_up),
		cmocka_unit_test_setup(first_line, set_up),
		cmocka_unit_test_setup(too_long, set_up),
		cmocka_unit_test_setup(missing_bytes, set_up),
		cmocka_unit_test_setup(keys, set_up),
		cmocka_unit_test_setup(lone_escape, set_up),
		cmocka_unit_test_setup(history, set_up),
		cmocka_unit_test_setup(typing_is_cheap, set_up),
		cmocka_unit_test_setup(moves_are_cheap, set_up),
		cmocka_unit_test_setup(nothing_to_draw, set_up),
		cmocka_unit_test_setup(computers_move, set_up),
		cmocka_unit_test_setup(key_while_thinking, set_up),
		cmocka_unit_test_setup(covered_board, set_up),
		cmocka_unit_test_setup(full_log, set_up),
		cmocka_unit_test_setup(clocks, set_up),
		cmocka_unit_test_setup(every_time_is_seen, set_up),
		cmocka_unit_test_setup(every_check_is_seen, set_up),
		cmocka_unit_test_setup(port_speaks, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
