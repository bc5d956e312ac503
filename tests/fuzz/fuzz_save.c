/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as what a chip's flash holds, a quarter of them to each of its four
 * pages, with the magic and the sums that they need to be believed. What comes
 * back is a game that can be played on; and what is kept of it after that comes
 * back too.
 */
#include "ports/nrf/save.c" /* for its sums */
#include "rookery/levels.h"
#include "tests/fuzz/fuzz.h"

#define PAGES 4
#define PAGE_WORDS 1024
#define SHEETS 2

static struct table {
	uint32_t words[PAGES * PAGE_WORDS];
	struct nrf_flash flash;
	struct nrf_save save;
	struct rk_console console;
	struct rk_console_port port;
	struct rk_player player;
	struct rk_levels levels;
	union {
		struct rk_desk levels;
		union rk_console_desk console;
	} desk;
} table;

static void swallow(void *self, const char *text, size_t length)
{
	(void)self;
	(void)text;
	(void)length;
}

static void changed(void *self)
{
	(void)self;
	nrf_save_changed(&table.save, &table.console);
}

static void erase_page(void *self, uint32_t page)
{
	(void)self;
	must(page < PAGES);
	memset(table.words + page * PAGE_WORDS, 0xff,
	       PAGE_WORDS * sizeof(uint32_t));
}

static void write_word(void *self, uint32_t word, uint32_t value)
{
	(void)self;
	must(word < PAGES * PAGE_WORDS);
	must((table.words[word] & value) == value);
	table.words[word] &= value;
}

/* Puts right what is no more than a sum. */
static void seal(uint32_t number)
{
	uint32_t *page = table.words + number * PAGE_WORDS;
	struct found found = {.marks = 0};
	uint32_t run, sum = 0, length = 0;

	page[0] = MAGIC;
	page[1] &= UINT16_MAX; /* no flash lives longer */
	find_sheet(&found, &table.flash, number);
	if (found.marks <= sizeof(struct sheet) / 4 ||
	    found.marks >= PAGE_WORDS)
		return;
	page[found.marks - 1] = rk_crc(0, page, 4 * (found.marks - 1));
	run = found.sheet.run;
	for (uint32_t i = found.marks; i + 1 < PAGE_WORDS; i += MARK_WORDS) {
		uint32_t next = page[i] >> 16;

		if (run < SHEETS || run >= PAGES || next < length ||
		    next > (PAGES - run) * PAGE_WORDS / NRF_EVENT_WORDS)
			break;
		sum = add_events(&table.flash, run, sum, length, next);
		length = next;
		page[i + 1] = mark_sum(page[i], found.sheet.sequence, sum);
	}
}

static void fill(const uint8_t *data, size_t size)
{
	size_t part = size / PAGES;

	if (part > PAGE_WORDS * sizeof(uint32_t))
		part = PAGE_WORDS * sizeof(uint32_t);
	memset(&table, 0, sizeof(table));
	memset(table.words, 0xff, sizeof(table.words));
	for (size_t page = 0; page < PAGES; page++)
		memcpy(table.words + page * PAGE_WORDS, data + page * part,
		       part);
	table.flash = (struct nrf_flash){
		.words = table.words,
		.page_words = PAGE_WORDS,
		.pages = PAGES,
		.erase = erase_page,
		.write = write_word,
	};
	for (uint32_t page = 0; page < SHEETS; page++)
		seal(page);
}

static bool boot(void)
{
	bool has_game;

	table.port = (struct rk_console_port){
		.out = {swallow, NULL},
		.changed = changed,
		.desk = &table.desk.console,
	};
	rk_levels_init(&table.player, &table.levels, &table.desk.levels);
	rk_console_new(&table.console, &table.port, &table.player, NULL, 0);
	nrf_save_open(&table.save, &table.flash);
	has_game = nrf_save_resume(&table.save, &table.console);
	must(has_game == table.console.has_game);
	return has_game;
}

static void check_game(void)
{
	const struct rk_console *console = &table.console;
	const struct rk_game *game = &console->game;

	must(game->now <= game->length && game->length <= game->capacity);
	must(has_right_key(game->rules, &game->pos));
	must(has_right_key(console->rules, &console->next_start));
	must(console->level >= 1 && console->level <= table.player.levels);
	must(console->look.theme < RK_THEMES && console->look.zoom);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		must(console->seats[seat] <= table.player.levels);
}

static void type(const char *line)
{
	rk_console_line(&table.console, line, strlen(line));
	changed(NULL);
}

static void check_again(void)
{
	static struct rk_console before;
	const struct rk_console *console = &table.console;
	const struct rk_game *game = &console->game, *old = &before.game;

	before = *console;
	boot();
	check_game();
	must(game->now == old->now && game->length == old->length &&
	     game->rules == old->rules && game->log == old->log);
	must(!memcmp(&game->pos, &old->pos, game->rules->pos_size));
	must(!memcmp(console->seats, before.seats, sizeof(before.seats)));
	must(!memcmp(&console->score, &before.score, sizeof(before.score)));
	must(!memcmp(&console->look, &before.look, sizeof(before.look)));
	must(console->rules == before.rules && console->start == before.start);
	must(!memcmp(&console->next_start, &before.next_start,
		     before.rules->pos_size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const lines[] = {
		"undo", "yes", "h2h3", "e2e4", "level 3", "redo", "draw", "no",
		"resign", "game human human", "e2e4",
		"game human human human human", "h2h3",
	};

	fill(data, size);
	boot();
	check_game();
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		type(lines[i]);
		check_again();
	}
	return 0;
}
