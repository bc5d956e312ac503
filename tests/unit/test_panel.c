/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The words beside a board, as rookery/panel.h has them: who plays, the clocks,
 * what has become of somebody, whose turn it is; and the edges of the board.
 */
#include "rookery/panel.h"

#include "rookery/layout.h"
#include "rookery/menu.h"
#include "tests/unit/console.h"

static int set_up(void **state)
{
	(void)state;
	new_console();
	return 0;
}

static void assert_who(const char *first, const char *second)
{
	assert_string_equal(rk_panel_who(&console, 0).text, first);
	assert_string_equal(rk_panel_who(&console, 1).text, second);
}

/* One human is "you", several are humans. */
static void test_who(void **state)
{
	(void)state;
	type("game human human");
	assert_who("human", "human");
	type("resign");
	type("game human computer3");
	assert_who("you", "level 3");
	type("resign");
	type("game computer1 human");
	assert_who("level 1", "you");
	type("resign");
	type("players 4");
	type("rules ffa");
	type("game human computer2 human computer4");
	assert_who("human", "level 2");
	assert_string_equal(rk_panel_who(&console, 2).text, "human");
	assert_string_equal(rk_panel_who(&console, 3).text, "level 4");
	set_up(state);
	type("players 4");
	type("game computer2 computer2 computer2 human");
	assert_string_equal(rk_panel_who(&console, 3).text, "you");
}

static void assert_player(const char *expected)
{
	unit_clear(&said);
	rk_panel_player(&console.out, &console, 0, RK_PANEL_WHO);
	assert_string_equal(said.text, expected);
}

/* Names are cut to the columns that there are; computers have none. */
static void test_names(void **state)
{
	static const struct {
		const char *name;
		const char *shown;
		int columns;
	} rows[] = {
		{"Ada", "Ada", 3},
		{"1234567890", "1234567890", 10},
		{"12345678901", "1234567890", 10},
		{"\u00c5ngstr\u00f6m J\u00f6ns", "\u00c5ngstr\u00f6m J", 10},
		{"\u738b\u738b\u738b\u738b\u738b\u738b",
		 "\u738b\u738b\u738b\u738b\u738b", 10},
		{"1\u738b\u738b\u738b\u738b\u738b", "1\u738b\u738b\u738b\u738b",
		 9},
		{"e\u0301e\u0301e\u0301", "e\u0301e\u0301e\u0301", 3},
		{"\U0001f40e!", "\U0001f40e!", 3},
	};

	(void)state;
	type("game human human");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char line[96], shown[96];
		int used;

		snprintf(line, sizeof(line), "name white %s", rows[i].name);
		type(line);
		assert_int_equal(rk_name_fit(rows[i].name, 10, &used),
				 strlen(rows[i].shown));
		assert_int_equal(used, rows[i].columns);
		snprintf(shown, sizeof(shown), "> White %s", rows[i].shown);
		assert_player(shown);
	}
	type("resign");
	type("game computer1 human");
	assert_player("> White level 1");
}

static void test_clock(void **state)
{
	static const struct {
		uint32_t spent; /* of 62 minutes */
		const char *text;
	} rows[] = {
		{0, "1:02:00"},      {1, "1:01:59"},      {119000, "1:00:01"},
		{120000, "1:00:00"}, {120001, "59:59"},   {3120000, "10:00"},
		{3121000, "9:59"},   {3660000, "1:00"},   {3710000, "0:10"},
		{3710001, "0:09.9"}, {3710600, "0:09.4"}, {3719900, "0:00.1"},
		{3719999, "0:00.0"},
	};

	(void)state;
	type("game human human");
	assert_string_equal(rk_panel_clock(&console, 0).text, "");
	type("resign");
	type("clock 62");
	for (size_t i = 0; i < COUNT(rows); i++) {
		time_now = 5000;
		type("game human human");
		time_now += rows[i].spent;
		assert_string_equal(rk_panel_clock(&console, 0).text,
				    rows[i].text);
		assert_string_equal(rk_panel_clock(&console, 1).text,
				    "1:02:00");
		type("resign");
	}
}

static void test_mark(void **state)
{
	(void)state;
	type("game human human");
	assert_string_equal(rk_panel_mark(&console, 0), ">");
	assert_string_equal(rk_panel_mark(&console, 1), " ");
	type("e4");
	console.look.glyphs = true;
	assert_string_equal(rk_panel_mark(&console, 0), " ");
	assert_string_equal(rk_panel_mark(&console, 1), "\u25b8");
	type("resign");
	assert_string_equal(rk_panel_mark(&console, 0), " ");
	assert_string_equal(rk_panel_mark(&console, 1), " ");
}

/* The king of one who resigned walks; in teams nobody is left over. */
static void test_fate(void **state)
{
	(void)state;
	type("players 4");
	type("rules ffa");
	type("game human human human human");
	for (int seat = 0; seat < 4; seat++)
		assert_string_equal(rk_panel_fate(&console.game, seat), "");
	assert_int_equal(rk_game_resign(&console.game, 2), RK_GAME_OK);
	assert_string_equal(rk_panel_fate(&console.game, 1), "");
	assert_string_equal(rk_panel_fate(&console.game, 2), "walks");
	assert_string_equal(rk_panel_fate(&console.game, 3), "");
	set_up(state);
	type("players 4");
	type("rules last");
	type("game human human human human");
	assert_int_equal(rk_game_resign(&console.game, 1), RK_GAME_OK);
	assert_string_equal(rk_panel_fate(&console.game, 0), "");
	assert_string_equal(rk_panel_fate(&console.game, 1), "out");
}

static const char *player_row(int seat, unsigned int parts)
{
	unit_clear(&said);
	rk_panel_player(&console.out, &console, seat, parts);
	return said.text;
}

static void test_player(void **state)
{
	(void)state;
	type("clock 5");
	type("game human computer3");
	assert_string_equal(player_row(0, RK_PANEL_WHO | RK_PANEL_CLOCK),
			    "> White you 5:00");
	assert_string_equal(player_row(1, RK_PANEL_WHO), "  Black level 3");
	assert_string_equal(player_row(1, RK_PANEL_LEVEL), "  Black lv 3");
	assert_string_equal(player_row(0, RK_PANEL_LEVEL), "> White");
	set_up(state);
	type("game human human");
	type("e4");
	type("d5");
	type("exd5");
	assert_string_equal(player_row(0, 0), "  White +1");
	assert_string_equal(player_row(1, 0), "> Black");
}

static void test_last_move(void **state)
{
	(void)state;
	type("game human human");
	unit_clear(&said);
	assert_false(rk_panel_last_move(&console.out, &console));
	type("e4");
	unit_clear(&said);
	assert_true(rk_panel_last_move(&console.out, &console));
	assert_string_equal(said.text, "1. e4");
	type("e5");
	unit_clear(&said);
	assert_true(rk_panel_last_move(&console.out, &console));
	assert_string_equal(said.text, "1... e5");
}

#define BOLD(text) "\x1b[1m" text "\x1b[0m"
#define DIM(text) "\x1b[2m" text "\x1b[0m"

/* Rows are filled up, and of more moves than rows the last are there. */
static void test_full_panel(void **state)
{
	(void)state;
	type("game human human");
	type("f4");
	type("e5");
	type("fxe5");
	unit_clear(&said);
	rk_panel_write(&console.out, &console, 24, 9);
	/* clang-format off */
	assert_string_equal(said.text,
			    "> " "\x1b[1mBlack \x1b[0m" DIM("human") "           "
			    BOLD("") "\n  \x1b[0m\n"
			    "\n"
			    "  " DIM("Bird Opening: From's") "\n"
			    "  " DIM("Gambit") "\n"
			    "  2. fxe5     \n"
			    "\n"
			    "  \x1b[1mWhite \x1b[0m" DIM("human") "           "
			    BOLD("") "\n  p \x1b[0m +1\n");
	/* clang-format on */
}

/* In teams partners stand one below the other, and the teams apart. */
static void test_partners(void **state)
{
	static const char *const order[] = {"Red", "Yellow", "against", "Blue",
					    "Green"};
	const char *at;

	(void)state;
	type("players 4");
	type("rules teams");
	type("game human human human human");
	unit_clear(&said);
	rk_panel_write(&console.out, &console, 24, 12);
	at = said.text;
	for (size_t i = 0; i < COUNT(order); i++) {
		at = strstr(at, order[i]);
		assert_non_null(at);
	}
}

/* What the menu gave to the console. */
static char given[64];

static void give(void *self, const char *line)
{
	(void)self;
	snprintf(given, sizeof(given), "%s", line);
}

static void resume(void *self)
{
	give(self, "(resume)");
}

static void review(void *self)
{
	give(self, "(review)");
}

static const char *choose(const char *line)
{
	struct rk_menu menu = {
		.console = &console,
		.can_resume = console.level == 2,
		.can_review = console.has_game && console.rules->players == 2,
		.command = give,
		.resume = resume,
		.review = review,
	};

	given[0] = '\0';
	if (!rk_menu_take(&menu, line))
		return "none";
	return given;
}

static void test_menu(void **state)
{
	struct rk_menu menu = {
		.console = &console,
		.command = give,
		.resume = resume,
	};

	(void)state;
	console.level = 3;
	unit_clear(&said);
	rk_menu_write(&menu, &console.out, 40);
	/* clang-format off */
	assert_string_equal(said.text,
			    BOLD("Enter") ": White against level 3, careful\n"
			    BOLD("b") ": Black  "
			    BOLD("1-4") ": level  " BOLD("h") ": humans\n"
			    BOLD("s") ": set-up  " BOLD("p")
			    ": four players\n" BOLD("k")
			    ": rules (standard)\n");
	/* clang-format on */
	menu.asks_players = true;
	unit_clear(&said);
	rk_menu_write(&menu, &console.out, 100);
	assert_non_null(strstr(said.text, "Two players or four?  " BOLD(
						  "p") ": four players\n"));
	assert_null(strstr(said.text, "set-up  " BOLD("p")));
	assert_false(rk_menu_take(&menu, "nonsense"));
	unit_clear(&said);
	rk_menu_write(&menu, &console.out, 100);
	assert_null(strstr(said.text, "Two players"));
	assert_string_equal(choose("four"), "players 4");
	assert_string_equal(choose("two"), "players 2");
	assert_string_equal(choose("t"), "none");
	assert_string_equal(choose(""), "game human computer3");
	assert_string_equal(choose("b"), "game computer3 human");
	assert_int_equal(console.look.below, 1);
	assert_string_equal(choose("WHITE"), "game human computer3");
	assert_string_equal(choose("4"), "game human computer4");
	assert_string_equal(choose("99"), "none");
	assert_string_equal(choose("humans"), "game human human");
	assert_string_equal(choose("s"), "setup");
	assert_string_equal(choose("p"), "players 4");
	assert_string_equal(choose("x"), "none");
	assert_string_equal(choose("resume"), "none");
	assert_string_equal(choose("review"), "none");
	assert_string_equal(choose("r"), "none");
	console.has_game = true;
	rk_game_resign(&console.game, 0);
	assert_string_equal(choose("review"), "(review)");
	assert_string_equal(choose("r"), "(review)");
	rk_game_undo(&console.game, 0);
	console.has_game = false;
	console.level = 2;
	assert_string_equal(choose("resume"), "(resume)");
	assert_string_equal(choose(""), "(resume)");
	type("players 4");
	type("rules ffa");
	assert_string_equal(choose("g"), "game computer2 computer2 computer2 "
					 "human");
	assert_string_equal(choose("k"), "rules still");
	type("game human human human human");
	assert_false(rk_menu_is_open(&menu));
	assert_string_equal(choose("b"), "none");
}

static void test_layout(void **state)
{
	struct rk_layout layout = {24, 80, 5, 2, 0};

	(void)state;
	console.look.glyphs = true;
	console.look.colours = 2;
	assert_int_equal(rk_layout_zoom(&layout, &console), 2);
	layout.rows = 22;
	assert_int_equal(rk_layout_zoom(&layout, &console), 1);
	assert_false(rk_layout_fits(&layout, &console, 2));
	layout.rows = 10;
	assert_int_equal(rk_layout_zoom(&layout, &console), 0);
	/* Larger squares only where pieces grow with them. */
	layout = (struct rk_layout){80, 200, 5, 2, 0};
	assert_int_equal(rk_layout_zoom(&layout, &console), 2);
	assert_true(rk_layout_fits(&layout, &console, 8));
	console.look.colours = 3;
	assert_int_equal(rk_layout_zoom(&layout, &console), 8);
	layout.other_columns = 100;
	assert_int_equal(rk_layout_zoom(&layout, &console), 5);
}

static int count(const char *text, const char *end, const char *sign)
{
	int times = 0;

	for (; (text = strstr(text, sign)) && text < end; text++)
		times++;
	return times;
}

/*
 * A board of squares two lines high starts half a line lower, so that pieces
 * stand in the middle: half of its first and last lines is outside of it.
 */
static void test_half_lines(void **state)
{
	const int width = 8 * 5;
	const char *line, *end;

	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	console.look.glyphs = true;
	console.look.colours = 3;
	console.look.zoom = 2;
	type("game human human");
	unit_clear(&said);
	rk_console_draw(&console);
	line = said.text;
	for (int row = 0; row <= 16; row++, line = end + 1) {
		end = strchr(line, '\n');
		assert_non_null(end);
		assert_int_equal(count(line, end, "\u2584"),
				 row == 0 ? width : 0);
		if (row == 16)
			assert_int_equal(count(line, end, "\u2580"), width);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_who, set_up),
		cmocka_unit_test_setup(test_names, set_up),
		cmocka_unit_test_setup(test_clock, set_up),
		cmocka_unit_test_setup(test_mark, set_up),
		cmocka_unit_test_setup(test_fate, set_up),
		cmocka_unit_test_setup(test_player, set_up),
		cmocka_unit_test_setup(test_last_move, set_up),
		cmocka_unit_test_setup(test_full_panel, set_up),
		cmocka_unit_test_setup(test_partners, set_up),
		cmocka_unit_test_setup(test_menu, set_up),
		cmocka_unit_test_setup(test_layout, set_up),
		cmocka_unit_test_setup(test_half_lines, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
