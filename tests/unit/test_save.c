/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games in flash (ports/mcu/save.h), in a flash that is made of memory and is
 * as strict as the real one. People play at a console; the power goes away at
 * every step of every change that they make, and what comes back must be what
 * there was before that change or after it.
 */
#include "ports/mcu/save.h"
#include "rookery/crc.h"
#include "tests/scratch.h"
#include "tests/unit/unit.h"

#define MAX_PAGES 64
#define MAX_WORDS 8192
#define MAX_CHANGES 64 /* that one line makes */
#define TEXT 32768
#define LINE 128
#define MAX_KNOWN 16384

enum condition {
	ERASED,
	WRITTEN,
	TORN,    /* the power went away while it was written */
	GARBAGE, /* or while its page was erased */
};

/* Everything that changes while people play; copied to go back in time. */
static struct machine {
	uint32_t words[MAX_WORDS];
	uint8_t conditions[MAX_WORDS];
	uint32_t erases[MAX_PAGES];
	struct mcu_save save;
	struct rk_console console;
	uint64_t time;
	uint64_t chance; /* the computers' */
} machine;

static struct mcu_flash flash;
static struct rk_platform platform;
static struct rk_player player;
static union shared_scratch scratch;

static uint64_t seed; /* the tester's */
static bool four;     /* may four play? */

static int steps; /* of the flash since the line began */
static int cut;   /* the one at which the power goes away; 0: none */
static int cuts;  /* there were */
static jmp_buf dark;

/* The states that the console had before a line, and after each change. */
static char states[MAX_CHANGES + 1][TEXT];
static int changes;
static bool saving; /* the last one is on its way to the flash */

static uint32_t any_bits(void)
{
	return (uint32_t)walk_random(&seed, 1 << 16) << 16 |
	       (uint32_t)walk_random(&seed, 1 << 16);
}

/* Some or all or none of the bits, which a word of chance alone seldom has. */
static uint32_t some_bits(void)
{
	switch (walk_random(&seed, 4)) {
	case 0:
		return 0;
	case 1:
		return UINT32_MAX;
	case 2:
		return UINT32_MAX << walk_random(&seed, 32);
	}
	return any_bits();
}

/* As an erase leaves it that does not come to its end. */
static void tear_page(uint32_t page)
{
	uint32_t *words = machine.words + page * flash.page_words;
	int how = walk_random(&seed, 4);
	int until = walk_random(&seed, (int)flash.page_words);

	for (int i = 0; i < (int)flash.page_words; i++) {
		if (how == 0)
			words[i] |= any_bits();
		else if (how == 1)
			words[i] = any_bits();
		else if (how == 2 && i < until)
			words[i] = UINT32_MAX;
	}
}

static void erase(void *self, uint32_t page)
{
	assert_ptr_equal(self, &flash);
	assert_true(page < flash.pages);
	machine.erases[page]++;
	if (++steps == cut) {
		tear_page(page);
		memset(machine.conditions + page * flash.page_words, GARBAGE,
		       flash.page_words);
		longjmp(dark, 1);
	}
	memset(machine.words + page * flash.page_words, 0xff,
	       flash.page_words * sizeof(uint32_t));
	memset(machine.conditions + page * flash.page_words, ERASED,
	       flash.page_words);
}

static void write(void *self, uint32_t word, uint32_t value)
{
	uint8_t condition = machine.conditions[word];
	uint32_t there = machine.words[word];

	assert_ptr_equal(self, &flash);
	assert_true(word < flash.pages * flash.page_words);
	assert_true(condition == ERASED ||
		    (condition == TORN && there == UINT32_MAX));
	if (++steps == cut) {
		machine.words[word] = there & (value | some_bits());
		machine.conditions[word] = TORN;
		longjmp(dark, 1);
	}
	machine.words[word] = there & value;
	machine.conditions[word] = WRITTEN;
	assert_int_equal(machine.words[word], value);
}

struct text {
	char *at;
	size_t left;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text,
						      const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text->at, text->left, format, args);
	va_end(args);
	assert_true(length >= 0 && (size_t)length < text->left);
	text->at += length;
	text->left -= (size_t)length;
}

static void add_game(struct text *text, const struct rk_game *game)
{
	char fen[RK_ANY_FEN_SIZE];

	game->rules->write(fen, &game->start);
	add(text, "%s %s\n", game->rules->name, fen);
	game->rules->write(fen, &game->pos);
	add(text, "%s\n%u of %u, offers %d, ended %d %d\nclock %u+%u+%u:", fen,
	    game->now, game->length, game->offers, game->outcome.reason,
	    game->outcome.winners, game->clock.initial, game->clock.increment,
	    game->clock.delay);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		add(text, " %u", game->left[seat]);
	for (uint32_t i = 0; i < game->length; i++)
		add(text, "\n%08x %u", game->log[i].what, game->log[i].spent);
	add(text, "\n");
}

/* All that is to come back. What is being set up is not kept. */
static void describe(char *into, const struct rk_console *console)
{
	struct text text = {into, TEXT};
	struct rk_score score = rk_console_score(console);
	const struct rk_console_look *look = &console->look;
	union rk_any_pos next = console->next_start;
	bool has_next = console->has_next_start && !console->in_setup;
	char fen[RK_ANY_FEN_SIZE];

	if (console->in_setup)
		console->rules->start(&next, console->start);
	console->rules->write(fen, &next);
	add(&text, "next %s %s %d %d, level %d, clock %u+%u+%u\n",
	    console->rules->name, fen, has_next, console->start, console->level,
	    console->clock.initial, console->clock.increment,
	    console->clock.delay);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		add(&text, "%d: %u, ", console->seats[seat],
		    score.halves[seat]);
	add(&text, "look %d %d %d %d\n", look->zoom, look->theme, look->below,
	    look->notation);
	if (console->has_game)
		add_game(&text, &console->game);
}

/* What is told is kept. */
static void hear(void *self, const char *text, size_t length)
{
	const struct rk_game *game = &machine.console.game;

	(void)self;
	(void)text;
	(void)length;
	if (!game->length)
		return; /* a new game; the old one's score may be told */
	assert_int_equal(machine.save.length, game->length);
	assert_int_equal(machine.save.now, game->now);
}

static uint64_t now_us(void *self)
{
	(void)self;
	return machine.time * 1000;
}

static uint64_t chance(void *self)
{
	(void)self;
	return ++machine.chance;
}

static void changed(void *self)
{
	(void)self;
	assert_true(changes < MAX_CHANGES);
	describe(states[++changes], &machine.console);
	saving = true;
	mcu_save_changed(&machine.save, &machine.console);
	saving = false;
}

static bool boot(void)
{
	platform = (struct rk_platform){
		.write = hear,
		.now_us = now_us,
		.random = chance,
		.memory = &scratch,
		.memory_size = sizeof(scratch),
		.changed = changed,
	};
	rk_levels_init(&player, &platform);
	flash.words = machine.words;
	flash.self = &flash;
	flash.erase = erase;
	flash.write = write;
	steps = 0;
	cut = 0;
	rk_console_new(&machine.console, &platform, &player, NULL, NULL, 0);
	mcu_save_open(&machine.save, &flash);
	return mcu_save_resume(&machine.save, &machine.console);
}

static void make_flash(uint32_t pages, uint32_t page_words, int fill)
{
	assert_true(pages * page_words <= MAX_WORDS && pages <= MAX_PAGES);
	memset(&machine, 0, sizeof(machine));
	flash.pages = pages;
	flash.page_words = page_words;
	four = page_words >= 1024;
	for (uint32_t i = 0; i < pages * page_words; i++)
		machine.words[i] = fill < 2 ? -(uint32_t)fill : any_bits();
	memset(machine.conditions, GARBAGE, sizeof(machine.conditions));
	assert_false(boot());
	assert_false(machine.console.has_game);
}

/* A line; after it, what no command says it has changed. */
static void type(const char *line)
{
	steps = 0;
	changes = 0;
	saving = false;
	describe(states[0], &machine.console);
	assert_true(rk_console_line(&machine.console, line, strlen(line)));
	changed(NULL);
}

static void random_move(char *line)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	const struct rk_game *game = &machine.console.game;
	int count = game->rules->moves(&game->pos, list);

	strcpy(line, "move");
	if (count)
		game->rules->write_move(line, &game->pos,
					list[walk_random(&seed, count)],
					RK_STYLE_COORD);
}

/* Most of what people do in a game is moving. */
static void line_in_game(char *line)
{
	/* clang-format off */
	static const char *const lines[] = {
		"undo", "undo 2", "undo 3", "undo 7", "yes", "yes", "yes",
		"no", "redo", "redo 2", "redo 4", "resign", "draw", "draw",
		"claim", "flip", "level 3", "level", "clock 5+3", "clock off",
		"players 2", "rules casual", "theme blue", "zoom 2",
		"notation coordinate", "nonsense", "board", "e2 e5", "fen",
	};
	/* clang-format on */
	const struct rk_console *console = &machine.console;

	if (walk_random(&seed, 3))
		strcpy(line, lines[walk_random(&seed, COUNT(lines))]);
	else
		random_move(line);
	if (walk_random(&seed, 2) && rk_console_computer_to_move(console))
		strcpy(line, "move");
}

static const char *const fens[] = {
	"fen 4k3/P7/8/8/8/8/8/4K2R w K - 3 17",
	"fen 8/8/8/3pP3/8/8/8/K1k5 w - d6",
	"fen 4k3/8/8/8/8/8/8/8 w - -",
	"fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
};

static void line_without_game(char *line)
{
	static const char *const lines[] = {
		"setup",        "done",    "start",     "clear",
		"+ K e1",       "- e1",    "= black",   "rules standard",
		"rules casual", "level 1", "level 4",   "undo",
		"yes",          "redo",    "clock 1",   "clock 3+2d",
		"clock off",    "flip",    "players 2", "e2e4",
	};
	static const char *const wide[] = {
		"players 4",     "rules ffa", "rules teams", "rules last",
		"start classic", "start BY",  "rules still",
	};
	int players = machine.console.rules->players;

	if (four && !walk_random(&seed, 5))
		strcpy(line, wide[walk_random(&seed, COUNT(wide))]);
	else if (!walk_random(&seed, 8))
		strcpy(line, fens[walk_random(&seed, COUNT(fens))]);
	else
		strcpy(line, lines[walk_random(&seed, COUNT(lines))]);
	if (walk_random(&seed, 3))
		return;
	strcpy(line, machine.console.in_setup ? "done" : "game");
	for (int seat = 0; !machine.console.in_setup && seat < players; seat++)
		strcat(line, walk_random(&seed, 3) ? " human" : " computer2");
}

static bool is_in_game(void)
{
	return machine.console.has_game && !machine.console.in_setup &&
	       !rk_game_is_over(&machine.console.game);
}

static void random_line(char *line)
{
	machine.time += (uint64_t)walk_random(&seed, 4000);
	if (is_in_game())
		line_in_game(line);
	else
		line_without_game(line);
}

/* Starts again, and compares with the last change and the one before it. */
static void check_resumed(const char *line)
{
	static char found[TEXT];
	const char *there = states[saving ? changes - 1 : changes];

	boot();
	describe(found, &machine.console);
	if (strcmp(found, there) != 0 && strcmp(found, states[changes]) != 0)
		fail_msg("%s, change %d:\n%s\nis neither\n%s\nnor\n%s", line,
			 changes, found, there, states[changes]);
}

/* The power goes away at a step of a line. */
static void type_and_cut(const char *line, int step)
{
	cut = step;
	if (!setjmp(dark)) {
		type(line);
		fail_msg("%s: no step %d", line, step);
	}
	check_resumed(line);
	cuts++;
}

/* What has come back can be played on, and be cut again. */
static void play_on(void)
{
	static struct machine resumed;
	char line[LINE];
	int all;

	random_line(line);
	resumed = machine;
	type(line);
	all = steps;
	check_resumed(line);
	if (!all)
		return;
	machine = resumed;
	type_and_cut(line, 1 + walk_random(&seed, all));
}

static void cut_everywhere(const char *line)
{
	static struct machine before, after;
	int all;

	before = machine;
	type(line);
	after = machine;
	all = steps;
	check_resumed(line);
	for (int step = 1; step <= all; step++) {
		machine = before;
		type_and_cut(line, step);
		if (!walk_random(&seed, 4))
			play_on();
	}
	machine = after;
}

static void play_and_cut(uint32_t pages, uint32_t page_words, int lines)
{
	char line[LINE];

	cuts = 0;
	for (int fill = 0; fill < 3; fill++) {
		make_flash(pages, page_words, fill);
		for (int i = 0; i < lines; i++) {
			random_line(line);
			cut_everywhere(line);
		}
	}
	print_message("%d pages of %d words: %d cuts\n", (int)pages,
		      (int)page_words, cuts);
}

static void test_cuts(void **state)
{
	int lines = walk_is_quick() ? 60 : 600;

	(void)state;
	seed = 1;
	play_and_cut(4, 256, lines);
	play_and_cut(9, 256, lines);
	play_and_cut(8, 1024, lines);
}

/* Games whose logs have several pages, and must be moved as a whole. */
static void test_long_logs(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"draw", "no", "undo", "yes", "", "draw", "no", "undo", "yes",
		"redo", "draw", "yes", "undo", "yes", "", "resign", "undo",
		"yes", "", "undo 9", "yes", "", "draw", "redo 9", "resign",
		"game human human", "",
	};
	/* clang-format on */
	/* One page of events, two, and as many as there are, or nearly. */
	static const uint32_t pages[] = {4, 10, 8, 4};
	static const uint32_t lengths[] = {116, 240, 372, 200};
	char line[LINE];

	(void)state;
	seed = 4;
	cuts = 0;
	for (size_t test = 0; test < COUNT(pages); test++) {
		make_flash(pages[test], 256, 1);
		type("game human human");
		while (machine.console.game.length < lengths[test]) {
			random_move(line);
			type(line);
			for (int i = 0; i < 12; i++)
				type(i & 1 ? "no" : "draw");
		}
		assert_true(is_in_game());
		for (size_t i = 0; i < COUNT(lines); i++) {
			random_move(line);
			cut_everywhere(*lines[i] ? lines[i] : line);
		}
	}
	print_message("%d cuts\n", cuts);
}

/* All states since the flash was made, as sums of their texts. */
static uint32_t known[MAX_KNOWN];
static int known_count;

static void remember(void)
{
	for (int i = 0; i <= changes; i++) {
		assert_true(known_count < MAX_KNOWN);
		known[known_count++] = rk_crc(0, states[i], strlen(states[i]));
	}
}

static bool is_known(const char *text)
{
	uint32_t sum = rk_crc(0, text, strlen(text));

	for (int i = 0; i < known_count; i++)
		if (known[i] == sum)
			return true;
	return false;
}

/* Bits that have changed, in one word, in several, or in a whole page. */
static void corrupt(void)
{
	int words = (int)(flash.pages * flash.page_words);
	int count = 1 << walk_random(&seed, 7);

	if (!walk_random(&seed, 4))
		tear_page((uint32_t)walk_random(&seed, (int)flash.pages));
	while (count--) {
		uint32_t *word = &machine.words[walk_random(&seed, words)];

		*word ^= walk_random(&seed, 4) ? 1u << walk_random(&seed, 32)
					       : any_bits();
	}
}

/* Whatever happens to the flash, it is a state that there was, or none. */
static void test_corruption(void **state)
{
	static struct machine good;
	static char found[TEXT];
	int older = 0, none = 0;
	char line[LINE];

	(void)state;
	seed = 2;
	known_count = 0;
	make_flash(8, 1024, 1);
	for (int i = 0; i < (walk_is_quick() ? 200 : 2000); i++) {
		random_line(line);
		type(line);
		remember();
		good = machine;
		for (int j = 0; j < 4; j++) {
			corrupt();
			boot();
			describe(found, &machine.console);
			assert_true(is_known(found));
			older += strcmp(found, states[changes]) != 0;
			none += !machine.console.has_game;
			play_on();
			machine = good;
		}
	}
	print_message("%d older ones, %d none\n", older, none);
	assert_true(older > none);
}

/* The pages of one flash after so many lines; nobody plays at random. */
static void check_wear(const char *name)
{
	uint32_t least = UINT32_MAX, most = 0, sum = 0;

	for (uint32_t page = 0; page < flash.pages; page++) {
		uint32_t count = machine.erases[page];

		sum += count;
		least = count < least ? count : least;
		most = count > most ? count : most;
	}
	print_message("%s: %u to %u erases a page, %u.%02u on average\n", name,
		      least, most, sum / flash.pages,
		      sum % flash.pages * 100 / flash.pages);
	assert_true(sum > 5 * flash.pages);
	assert_true(most * flash.pages <= 2 * sum + 2 * flash.pages);
}

static void play_games(int games, int moves, int undo_every)
{
	char line[LINE];

	make_flash(32, 256, 0);
	for (int game = 0; game < games; game++) {
		type("game human human");
		for (int i = 1; i <= moves && is_in_game(); i++) {
			random_move(line);
			type(line);
			if (i % undo_every == 0) {
				type("undo 2");
				type("yes");
			}
		}
		if (is_in_game())
			type("resign");
	}
}

static void test_wear(void **state)
{
	char line[LINE];

	(void)state;
	seed = 3;
	play_games(400, 60, 1000);
	check_wear("games of 30 moves");
	play_games(200, 400, 1000);
	check_wear("long games");
	play_games(100, 120, 5);
	check_wear("games with second thoughts");
	make_flash(32, 256, 1);
	for (int i = 0; i < 20000; i++) {
		random_line(line);
		type(line);
	}
	check_wear("anything");
}

/* Nothing is written when nothing has changed. */
static void test_idle(void **state)
{
	(void)state;
	make_flash(8, 256, 0);
	type("help");
	assert_true(steps > 0); /* once, at the beginning */
	type("help");
	type("game human human");
	type("board");
	assert_int_equal(steps, 0);
	type("e4");
	assert_int_equal(steps, 1 + 2 + 2); /* a page, an event, a mark */
	type("e5");
	assert_int_equal(steps, 2 + 2);
	type("undo");
	assert_int_equal(steps, 0);
	type("yes");
	assert_int_equal(steps, 2);
	type("e9");
	type("level 2");
	assert_int_equal(steps, 0);
	assert_true(boot());
	type("board");
	assert_int_equal(steps, 0);
}

static bool says_full;

static void hear_full(void *self, const char *text, size_t length)
{
	static const char full[] = "There is no memory for a longer game.";

	(void)self;
	says_full |= length >= sizeof(full) - 1 &&
		     !memcmp(text, full, sizeof(full) - 1);
}

/* Until nothing but resigning has room. */
static void fill_log(uint32_t least)
{
	const struct rk_game *game = &machine.console.game;

	machine.console.out.write = hear_full;
	for (says_full = false; !says_full;)
		type(game->offers ? "no" : "draw");
	assert_in_range(game->length, least, least + 3);
}

/* A log that is full: one line says so, and the game stays what it is. */
static void test_full(void **state)
{
	static char text[TEXT], found[TEXT];

	(void)state;
	make_flash(4, 256, 0);
	type("game human human");
	type("e4");
	fill_log(250);
	describe(text, &machine.console);
	type("e5");
	describe(found, &machine.console);
	assert_string_equal(found, text);
	assert_true(boot());
	describe(found, &machine.console);
	assert_string_equal(found, text);
	machine.console.out.write = hear_full;
	type("undo");
	type("yes");
	assert_int_equal(machine.console.game.now, 0);
	says_full = false;
	type("d4");
	assert_true(says_full);
	describe(text, &machine.console);
	assert_true(boot());
	describe(found, &machine.console);
	assert_string_equal(found, text);
	type("redo");
	assert_int_equal(machine.console.game.now, machine.console.game.length);
	/* It can be ended all the same. */
	type("resign");
	assert_true(boot());
	assert_true(rk_game_is_over(&machine.console.game));
	type("game human human");
	type("d4");
	assert_true(boot());
	assert_int_equal(machine.console.game.length, 1);
	/* The next one has no more than the last page. */
	type("resign");
	type("game human human");
	type("c4");
	fill_log(122);
	type("resign");
	assert_true(boot());
	assert_true(rk_game_is_over(&machine.console.game));
}

/* What happens and is not kept does no harm to what is. */
static void test_unkept(void **state)
{
	static char text[TEXT], found[TEXT];
	struct rk_game *game = &machine.console.game;
	char line[LINE];

	(void)state;
	seed = 5;
	for (int test = 0; test < 120; test++) {
		make_flash(8, 256, 1);
		for (int i = 0; i < test % 5; i++) {
			type("game human human");
			type("e4");
			type("resign");
		}
		type("game human human");
		for (int i = 0; i < 6; i++) {
			random_move(line);
			type(line);
		}
		if (test & 1) {
			type("undo 2");
			type("yes");
		}
		describe(text, &machine.console);
		if (test & 2)
			rk_game_restart(game, game->rules, NULL);
		for (int i = 0; i < 6 * test && !rk_game_offer(game, 0); i++)
			;
		boot();
		describe(found, &machine.console);
		assert_string_equal(found, text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cuts),
		cmocka_unit_test(test_long_logs),
		cmocka_unit_test(test_corruption),
		cmocka_unit_test(test_wear),
		cmocka_unit_test(test_idle),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_unkept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
