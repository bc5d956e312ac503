/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The sheets: what a console is but for the events of its game, then marks, one
 * a change. A mark says how many events of the log there are and how many of
 * them have happened; its sum is over itself, the sheet's number and all these
 * events, so that writing its last bit is what makes a change come true. When
 * anything else has changed, or no mark has room any more, the next page becomes
 * a sheet with a higher number, and is one when its first mark is whole.
 *
 * What is read is believed because of the sums, and checked all the same.
 */
#include "core/crc.h"
#include "ports/nrf/save_inside.h"
#include "proto/theme.h"
#include "proto/words.h"

#define MAGIC 0x31534b52 /* RKS1 */
#define MARK_WORDS 2u
#define NOTATIONS 3
#define LAST_SEQUENCE 0x7fffffff /* more than all pages can be erased */

/*
 * The words of a sheet; behind them a word with the length of the FEN that the
 * game began with and the FEN, 0 if there was no game; the same for the position
 * that is set up for the next game; the sum; the marks.
 */
struct sheet {
	uint32_t magic;
	uint32_t sequence;
	struct rk_score score;
	struct rk_clock clock; /* of the game */
	struct rk_clock next_clock;
	uint16_t run;
	uint8_t kind; /* the game's row of rk_rules_all */
	uint8_t next_kind;
	uint8_t start;
	uint8_t level;
	uint8_t seats[RK_MAX_SEATS];
	uint8_t scoreless;
	uint8_t zoom;
	uint8_t theme;
	uint8_t below;
	uint8_t notation;
	uint8_t reserved; /* 0 */
};

_Static_assert(sizeof(struct sheet) == 64, "a sheet has no holes");

/* Writes a sheet, or compares it with what is there. */
struct pen {
	const struct nrf_flash *flash;
	uint32_t word;
	uint32_t sum;
	bool writes;
	bool differs;
};

static void put(struct pen *pen, const void *bytes, size_t length)
{
	const struct nrf_flash *flash = pen->flash;
	const uint8_t *from = bytes;

	for (size_t i = 0; i < length; i += sizeof(uint32_t)) {
		uint32_t value = 0;
		size_t rest = length - i;

		memcpy(&value, from + i,
		       rest < sizeof(value) ? rest : sizeof(value));
		pen->sum = rk_crc(pen->sum, &value, sizeof(value));
		if (pen->writes)
			flash->write(flash->self, pen->word, value);
		pen->differs |= flash->words[pen->word] != value;
		pen->word++;
	}
}

static void put_position(struct pen *pen, char *desk,
			 const struct rk_rules *rules, const void *pos)
{
	uint32_t length = pos ? (uint32_t)rules->write(desk, pos) : 0;

	put(pen, &length, sizeof(length));
	put(pen, desk, length);
}

static uint8_t row_of(const struct rk_rules *rules)
{
	uint8_t row = 0;

	while (rk_rules_all[row] != rules)
		row++;
	return row;
}

static void describe(struct sheet *sheet, const struct nrf_save *save,
		     const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	*sheet = (struct sheet){
		.magic = MAGIC,
		.sequence = save->sequence,
		.score = console->score,
		.clock = game->clock,
		.next_clock = console->clock,
		.run = (uint16_t)nrf_log_page(save->flash, game),
		.kind = row_of(game->rules),
		.next_kind = row_of(console->rules),
		.start = console->start,
		.level = console->level,
		.scoreless = console->scoreless,
		.zoom = console->look.zoom,
		.theme = console->look.theme,
		.below = console->look.below,
		.notation = console->look.notation,
	};
	memcpy(sheet->seats, console->seats, sizeof(sheet->seats));
}

static struct pen put_sheet(const struct nrf_save *save,
			    const struct rk_console *console, bool writes)
{
	struct pen pen = {
		.flash = save->flash,
		.word = save->sheet * save->flash->page_words,
		.writes = writes,
	};
	struct sheet sheet;
	char *desk = console->port->desk->text;
	/* What is being set up is no position yet, and is not kept. */
	bool has_next = console->has_next_start && !console->in_setup;
	uint32_t sum;

	describe(&sheet, save, console);
	put(&pen, &sheet, sizeof(sheet));
	put_position(&pen, desk, console->game.rules,
		     console->has_game ? &console->game.start : NULL);
	put_position(&pen, desk, console->rules,
		     has_next ? &console->next_start : NULL);
	sum = pen.sum;
	put(&pen, &sum, sizeof(sum));
	return pen;
}

static void turn_sheet(struct nrf_save *save, const struct rk_console *console)
{
	const struct nrf_flash *flash = save->flash;

	save->sheet = (uint16_t)((save->sheet + 1u) % nrf_sheets(flash));
	save->sequence++;
	flash->erase(flash->self, save->sheet);
	save->free = (uint16_t)(put_sheet(save, console, true).word -
				save->sheet * flash->page_words);
}

/* The sum over more events of a log, from one to another. */
static uint32_t add_events(const struct nrf_flash *flash, uint32_t run,
			   uint32_t sum, uint32_t from, uint32_t to)
{
	return rk_crc(sum, nrf_log_at(flash, run) + from,
		      (to - from) * sizeof(struct rk_event));
}

static uint32_t mark_sum(uint32_t mark, uint32_t sequence, uint32_t events)
{
	uint32_t words[] = {sequence, mark};

	return rk_crc(events, words, sizeof(words));
}

static void write_mark(struct nrf_save *save)
{
	const struct nrf_flash *flash = save->flash;
	uint32_t word = save->sheet * flash->page_words + save->free;
	uint32_t mark = (uint32_t)save->length << 16 | save->now;

	flash->write(flash->self, word, mark);
	flash->write(flash->self, word + 1,
		     mark_sum(mark, save->sequence, save->sum));
	save->free += MARK_WORDS;
}

void nrf_save_changed(struct nrf_save *save, struct rk_console *console)
{
	struct rk_game *game = &console->game;
	bool fits, longer;
	uint32_t run;

	if (!game->length)
		nrf_log_turn_page(save, game);
	run = nrf_log_page(save->flash, game);
	longer = run == save->run && game->length >= save->length;
	fits = longer && !put_sheet(save, console, false).differs;
	if (fits && game->length == save->length && game->now == save->now)
		return;
	if (!longer)
		save->length = 0;
	save->sum = add_events(save->flash, run, longer ? save->sum : 0,
			       save->length, game->length);
	save->run = (uint16_t)run;
	save->length = (uint16_t)game->length;
	save->now = (uint16_t)game->now;
	if (!fits || save->free + MARK_WORDS > save->flash->page_words)
		turn_sheet(save, console);
	write_mark(save);
}

/* A sheet that was found. */
struct found {
	struct sheet sheet;
	uint32_t page;
	struct rk_word start;
	struct rk_word next_start;
	uint32_t marks; /* the first word of them, in the page */
};

/* From a word of the page on; that goes on behind it. */
static bool find_text(struct rk_word *text, const uint32_t *page,
		      uint32_t page_words, uint32_t *word)
{
	uint32_t length = page[*word];

	*text = (struct rk_word){(const char *)&page[*word + 1], length};
	if (length >= RK_ANY_FEN_SIZE)
		return false;
	*word += 1 + (length + 3) / 4;
	return *word < page_words;
}

/* Is this page a sheet whose sum is right? */
static bool find_sheet(struct found *found, const struct nrf_flash *flash,
		       uint32_t number)
{
	const uint32_t *page = flash->words + number * flash->page_words;
	uint32_t word = sizeof(struct sheet) / sizeof(uint32_t);

	memcpy(&found->sheet, page, sizeof(found->sheet));
	found->page = number;
	if (found->sheet.magic != MAGIC ||
	    found->sheet.sequence > LAST_SEQUENCE ||
	    !find_text(&found->start, page, flash->page_words, &word) ||
	    !find_text(&found->next_start, page, flash->page_words, &word))
		return false;
	found->marks = word + 1;
	return page[word] == rk_crc(0, page, word * sizeof(uint32_t));
}

/* The one with the highest number below that. */
static bool find_newest(struct found *found, const struct nrf_flash *flash,
			uint32_t below)
{
	uint32_t highest = 0;
	uint32_t newest = 0;

	for (uint32_t page = 0; page < nrf_sheets(flash); page++)
		if (find_sheet(found, flash, page) &&
		    found->sheet.sequence < below &&
		    found->sheet.sequence > highest) {
			highest = found->sheet.sequence;
			newest = page;
		}
	return highest && find_sheet(found, flash, newest);
}

/*
 * Goes to the last mark that is whole. In one sheet the log only gets longer,
 * so that the sum over the events goes on from mark to mark.
 */
static bool read_marks(struct nrf_save *save, const struct found *found)
{
	const struct nrf_flash *flash = save->flash;
	const uint32_t *page = flash->words + found->page * flash->page_words;
	uint32_t run = found->sheet.run;
	uint32_t room;
	bool any = false;

	if (run < nrf_sheets(flash) || run >= flash->pages)
		return false;
	room = (flash->pages - run) * nrf_events_a_page(flash);
	save->sheet = (uint16_t)found->page;
	save->run = (uint16_t)run;
	save->free = (uint16_t)found->marks;
	save->length = 0;
	save->sum = 0;
	for (uint32_t word = found->marks;
	     word + MARK_WORDS <= flash->page_words; word += MARK_WORDS) {
		uint32_t mark = page[word];
		uint32_t length = mark >> 16;
		uint32_t sum;

		if (mark == NRF_BLANK && page[word + 1] == NRF_BLANK)
			continue;
		save->free = (uint16_t)(word + MARK_WORDS);
		if (length < save->length || length > room ||
		    length > nrf_log_capacity(flash))
			continue;
		sum = add_events(flash, run, save->sum, save->length, length);
		if (page[word + 1] !=
		    mark_sum(mark, found->sheet.sequence, sum))
			continue;
		save->sum = sum;
		save->length = (uint16_t)length;
		save->now = (uint16_t)mark;
		any = true;
	}
	return any;
}

static const struct rk_rules *rules_at(unsigned int row)
{
	unsigned int i = 0;

	while (i < row && rk_rules_all[i])
		i++;
	return rk_rules_all[i];
}

/* Plays the game that the marks have led to. */
static bool replay(const struct nrf_save *save, struct rk_console *console,
		   const struct rk_rules *rules, const struct found *found)
{
	struct rk_game *game = &console->game;
	union rk_any_pos *pos = &console->port->desk->pos;
	struct rk_word start = found->start;
	struct rk_error error;

	if (start.length && !rules->read(pos, start.text, start.length, &error))
		return false;
	game->log = nrf_log_at(save->flash, save->run);
	rk_game_restart(game, rules, start.length ? pos : NULL);
	rk_game_set_clock(game, &found->sheet.clock);
	return rk_game_replay(game, save->length, save->now);
}

static void seat_players(struct rk_console *console, const struct sheet *sheet)
{
	console->score = sheet->score;
	console->scoreless = sheet->scoreless != 0;
	console->clock = sheet->next_clock;
	console->start = sheet->start;
	if (sheet->level)
		console->level = rk_console_known_level(console, sheet->level);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		console->seats[seat] =
			rk_console_known_level(console, sheet->seats[seat]);
	if (sheet->zoom >= 1 && sheet->zoom <= RK_MAX_ZOOM)
		console->look.zoom = sheet->zoom;
	if (sheet->theme < RK_THEMES)
		console->look.theme = sheet->theme;
	if (sheet->notation < NOTATIONS)
		console->look.notation = sheet->notation;
	console->look.below = sheet->below;
}

/* Makes the console what it was; if it cannot be, its game may be any. */
static bool resume(struct nrf_save *save, struct rk_console *console,
		   const struct found *found)
{
	const struct rk_rules *rules = rules_at(found->sheet.kind);
	const struct rk_rules *next = rules_at(found->sheet.next_kind);
	struct rk_word text = found->next_start;
	struct rk_error error;

	if (!rules || !next || found->sheet.start >= rk_rules_starts(next) ||
	    !read_marks(save, found) || !replay(save, console, rules, found))
		return false;
	console->has_next_start = text.length != 0;
	if (!text.length)
		next->start(&console->next_start, found->sheet.start);
	else if (!next->read(&console->next_start, text.text, text.length,
			     &error))
		return false;
	console->rules = next;
	console->has_game = found->start.length != 0;
	seat_players(console, &found->sheet);
	return true;
}

/* A game from which nothing is kept; no sheet has the number to come. */
static void start_anew(struct nrf_save *save, struct rk_console *console)
{
	save->sequence++;
	save->sheet = (uint16_t)(nrf_sheets(save->flash) - 1);
	save->run = (uint16_t)nrf_sheets(save->flash);
	save->length = 0;
	save->now = 0;
	console->has_next_start = false;
	console->game.log = nrf_log_at(save->flash, save->run);
	rk_game_restart(&console->game, console->rules, NULL);
}

void nrf_save_open(struct nrf_save *save, const struct nrf_flash *flash)
{
	memset(save, 0, sizeof(*save));
	save->flash = flash;
	nrf_log_init(&save->keeper);
}

bool nrf_save_resume(struct nrf_save *save, struct rk_console *console)
{
	const struct rk_console_port *port = console->port;
	struct rk_game *game = &console->game;
	uint32_t before = UINT32_MAX;
	struct found found;

	game->keeper = &save->keeper;
	game->capacity = nrf_log_capacity(save->flash);
	save->sequence = 0;
	while (find_newest(&found, save->flash, before)) {
		before = found.sheet.sequence;
		if (!save->sequence)
			save->sequence = before;
		if (!resume(save, console, &found))
			continue;
		if (port->now)
			rk_game_start_clock(game, port->now(port->self));
		return console->has_game;
	}
	start_anew(save, console);
	return false;
}
