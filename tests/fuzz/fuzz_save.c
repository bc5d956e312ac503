/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as what a chip's flash holds, a quarter of them to each of its four
 * pages, with the magic and the sums that they need to be believed. What comes
 * back is a game that can be played on; and what is kept of it after that comes
 * back too.
 */
#include "ports/mcu/save.c" /* for its sums */
#include "tests/fuzz/table.h"

#define PAGES 4
#define PAGE_WORDS 1024
#define SNAPSHOT_PAGES 2

static struct chip {
	uint32_t words[PAGES * PAGE_WORDS];
	struct mcu_flash flash;
	struct mcu_save save;
	struct table table;
} chip;

static void changed(void *self)
{
	(void)self;
	mcu_save_changed(&chip.save, &chip.table.console);
}

static void erase_page(void *self, uint32_t page)
{
	(void)self;
	must(page < PAGES);
	memset(chip.words + page * PAGE_WORDS, 0xff,
	       PAGE_WORDS * sizeof(uint32_t));
}

static void write_word(void *self, uint32_t word, uint32_t value)
{
	(void)self;
	must(word < PAGES * PAGE_WORDS);
	must((chip.words[word] & value) == value);
	chip.words[word] &= value;
}

/* Puts right what is no more than a sum. */
static void seal(uint32_t number)
{
	uint32_t *page = chip.words + number * PAGE_WORDS;
	struct found_snapshot found = {.marks = 0};
	uint32_t run, sum = 0, length = 0;

	page[0] = MAGIC;
	page[1] &= UINT16_MAX; /* no flash lives longer */
	read_snapshot(&found, &chip.flash, number);
	if (found.marks <= sizeof(struct snapshot_header) / 4 ||
	    found.marks >= PAGE_WORDS)
		return;
	page[found.marks - 1] = rk_crc(0, page, 4 * (found.marks - 1));
	run = found.header.run;
	for (uint32_t i = found.marks; i + 1 < PAGE_WORDS; i += MARK_WORDS) {
		uint32_t next = page[i] >> 16;

		if (run < SNAPSHOT_PAGES || run >= PAGES || next < length ||
		    next > (PAGES - run) * PAGE_WORDS / MCU_EVENT_WORDS)
			break;
		sum = add_events(&chip.flash, run, sum, length, next);
		length = next;
		page[i + 1] = mark_crc(page[i], found.header.sequence, sum);
	}
}

static void fill(const uint8_t *data, size_t size)
{
	size_t part = size / PAGES;

	if (part > PAGE_WORDS * sizeof(uint32_t))
		part = PAGE_WORDS * sizeof(uint32_t);
	memset(&chip, 0, sizeof(chip));
	memset(chip.words, 0xff, sizeof(chip.words));
	for (size_t page = 0; page < PAGES; page++)
		memcpy(chip.words + page * PAGE_WORDS, data + page * part,
		       part);
	chip.flash = (struct mcu_flash){
		.words = chip.words,
		.page_words = PAGE_WORDS,
		.pages = PAGES,
		.erase = erase_page,
		.write = write_word,
	};
	for (uint32_t page = 0; page < SNAPSHOT_PAGES; page++)
		seal(page);
}

static void boot(void)
{
	const struct rk_platform platform = {
		.write = swallow,
		.changed = changed,
	};
	const struct rk_console *console = &chip.table.console;
	bool has_game;

	set_table(&chip.table, &platform, 0);
	mcu_save_open(&chip.save, &chip.flash);
	has_game = mcu_save_resume(&chip.save, &chip.table.console);
	must(has_game == console->has_game);
	check_table(&chip.table);
	must(console->look.theme < RK_THEMES && console->look.zoom);
}

static void type(const char *line)
{
	rk_console_line(&chip.table.console, line, strlen(line));
	changed(NULL);
}

static void check_again(void)
{
	static struct rk_console before;
	const struct rk_console *console = &chip.table.console;
	const struct rk_game *game = &console->game, *old = &before.game;

	before = *console;
	boot();
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
		"undo",    "yes",
		"h2h3",    "e2e4",
		"level 3", "redo",
		"draw",    "no",
		"resign",  "game human human",
		"e2e4",    "game human human human human",
		"h2h3",
	};

	fill(data, size);
	boot();
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		type(lines[i]);
		check_again();
	}
	return 0;
}
