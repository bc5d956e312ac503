/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Saves a console in flash; see ports/mcu/save.h. A snapshot is a page with
 * the state of a console except the events of its game, followed by marks, one
 * for each change. A mark says how many events the log has and how many of
 * them have happened. Its CRC covers the mark, the snapshot's number and all
 * these events, so a change takes effect when the last bit of its mark is
 * written. When anything else changes, or the page has no space for another
 * mark, the next page becomes a snapshot with a higher number; it is valid
 * once its first mark is complete.
 *
 * Data with a valid CRC is trusted, but still checked.
 */
#include "ports/mcu/save_inside.h"
#include "rookery/crc.h"
#include "rookery/theme.h"
#include "rookery/words.h"

/* Another number when the rows of rk_rules_all are others. */
#define MAGIC 0x32534b52 /* RKS2 */
#define MARK_WORDS 2u
#define NOTATIONS 3
#define LAST_SEQUENCE \
	0x7fffffff /* more than the number of erases that all pages survive */

/*
 * The first words of a snapshot. After them come the length and text of the
 * FEN that the game began with (length 0 if there was no game); the same for
 * the position set up for the next game; the CRC; the marks.
 */
struct snapshot_header {
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

_Static_assert(sizeof(struct snapshot_header) == 64,
	       "a snapshot header has no holes");

/* Writes a snapshot, or compares it with what is there. */
struct save_writer {
	const struct mcu_flash *flash;
	uint32_t word;
	uint32_t crc;
	bool writes;
	bool differs;
};

static void put(struct save_writer *writer, const void *bytes, size_t length)
{
	const struct mcu_flash *flash = writer->flash;
	const uint8_t *from = bytes;

	for (size_t i = 0; i < length; i += sizeof(uint32_t)) {
		uint32_t value = 0;
		size_t rest = length - i;

		memcpy(&value, from + i,
		       rest < sizeof(value) ? rest : sizeof(value));
		writer->crc = rk_crc(writer->crc, &value, sizeof(value));
		if (writer->writes)
			flash->write(flash->self, writer->word, value);
		writer->differs |= flash->words[writer->word] != value;
		writer->word++;
	}
}

static void put_position(struct save_writer *writer, char *scratch,
			 const struct rk_rules *rules,
			 const union rk_any_pos *pos)
{
	uint32_t length = pos ? (uint32_t)rules->write(scratch, pos) : 0;

	put(writer, &length, sizeof(length));
	put(writer, scratch, length);
}

static uint8_t row_of(const struct rk_rules *rules)
{
	uint8_t row = 0;

	while (rk_rules_all[row] != rules)
		row++;
	return row;
}

static void describe(struct snapshot_header *header,
		     const struct mcu_save *save,
		     const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	*header = (struct snapshot_header){
		.magic = MAGIC,
		.sequence = save->sequence,
		.score = console->score,
		.clock = game->clock,
		.next_clock = console->clock,
		.run = (uint16_t)mcu_log_page(save->flash, game),
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
	memcpy(header->seats, console->seats, sizeof(header->seats));
}

static struct save_writer put_snapshot(const struct mcu_save *save,
				       const struct rk_console *console,
				       bool writes)
{
	struct save_writer writer = {
		.flash = save->flash,
		.word = save->snapshot * save->flash->page_words,
		.writes = writes,
	};
	struct snapshot_header header;
	char *scratch = rk_console_scratch(console)->text;
	/* A set-up in progress is no position yet and is not saved. */
	bool has_next = console->has_next_start && !console->in_setup;
	uint32_t crc;

	describe(&header, save, console);
	put(&writer, &header, sizeof(header));
	put_position(&writer, scratch, console->game.rules,
		     console->has_game ? &console->game.start : NULL);
	put_position(&writer, scratch, console->rules,
		     has_next ? &console->next_start : NULL);
	crc = writer.crc;
	put(&writer, &crc, sizeof(crc));
	return writer;
}

static void begin_snapshot(struct mcu_save *save,
			   const struct rk_console *console)
{
	const struct mcu_flash *flash = save->flash;

	save->snapshot =
		(uint16_t)((save->snapshot + 1u) % mcu_snapshot_pages(flash));
	save->sequence++;
	flash->erase(flash->self, save->snapshot);
	save->free = (uint16_t)(put_snapshot(save, console, true).word -
				save->snapshot * flash->page_words);
}

/* Continues a CRC over the events `from` to `to` of a log. */
static uint32_t add_events(const struct mcu_flash *flash, uint32_t run,
			   uint32_t crc, uint32_t from, uint32_t to)
{
	return rk_crc(crc, mcu_log_at(flash, run) + from,
		      (to - from) * sizeof(struct rk_event));
}

static uint32_t mark_crc(uint32_t mark, uint32_t sequence, uint32_t events)
{
	uint32_t words[] = {sequence, mark};

	return rk_crc(events, words, sizeof(words));
}

static void write_mark(struct mcu_save *save)
{
	const struct mcu_flash *flash = save->flash;
	uint32_t word = save->snapshot * flash->page_words + save->free;
	uint32_t mark = (uint32_t)save->length << 16 | save->now;

	flash->write(flash->self, word, mark);
	flash->write(flash->self, word + 1,
		     mark_crc(mark, save->sequence, save->crc));
	save->free += MARK_WORDS;
}

void mcu_save_changed(struct mcu_save *save, struct rk_console *console)
{
	struct rk_game *game = &console->game;
	bool fits, longer;
	uint32_t run;

	if (!game->length)
		mcu_log_turn_page(save, game);
	run = mcu_log_page(save->flash, game);
	longer = run == save->run && game->length >= save->length;
	fits = longer && !put_snapshot(save, console, false).differs;
	if (fits && game->length == save->length && game->now == save->now)
		return;
	if (!longer)
		save->length = 0;
	save->crc = add_events(save->flash, run, longer ? save->crc : 0,
			       save->length, game->length);
	save->run = (uint16_t)run;
	save->length = (uint16_t)game->length;
	save->now = (uint16_t)game->now;
	if (!fits || save->free + MARK_WORDS > save->flash->page_words)
		begin_snapshot(save, console);
	write_mark(save);
}

/* A snapshot that was found in flash. */
struct found_snapshot {
	struct snapshot_header header;
	uint32_t page;
	struct rk_word start;
	struct rk_word next_start;
	uint32_t marks; /* index of their first word in the page */
};

/* Reads a length and a text at word *at, and moves *at behind them. */
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

/* Is this page a snapshot with a valid CRC? */
static bool read_snapshot(struct found_snapshot *found,
			  const struct mcu_flash *flash, uint32_t number)
{
	const uint32_t *page = flash->words + number * flash->page_words;
	uint32_t word = sizeof(struct snapshot_header) / sizeof(uint32_t);

	memcpy(&found->header, page, sizeof(found->header));
	found->page = number;
	if (found->header.magic != MAGIC ||
	    found->header.sequence > LAST_SEQUENCE ||
	    !find_text(&found->start, page, flash->page_words, &word) ||
	    !find_text(&found->next_start, page, flash->page_words, &word))
		return false;
	found->marks = word + 1;
	return page[word] == rk_crc(0, page, word * sizeof(uint32_t));
}

/* Finds the snapshot with the highest number below `below`. */
static bool find_newest(struct found_snapshot *found,
			const struct mcu_flash *flash, uint32_t below)
{
	uint32_t highest = 0;
	uint32_t newest = 0;

	for (uint32_t page = 0; page < mcu_snapshot_pages(flash); page++)
		if (read_snapshot(found, flash, page) &&
		    found->header.sequence < below &&
		    found->header.sequence > highest) {
			highest = found->header.sequence;
			newest = page;
		}
	return highest && read_snapshot(found, flash, newest);
}

/*
 * Reads marks up to the last complete one. Within a snapshot the log only gets
 * longer, so the CRC over the events continues from mark to mark.
 */
static bool read_marks(struct mcu_save *save,
		       const struct found_snapshot *found)
{
	const struct mcu_flash *flash = save->flash;
	const uint32_t *page = flash->words + found->page * flash->page_words;
	uint32_t run = found->header.run;
	uint32_t cap;
	bool any = false;

	if (run < mcu_snapshot_pages(flash) || run >= flash->pages)
		return false;
	cap = (flash->pages - run) * mcu_events_a_page(flash);
	save->snapshot = (uint16_t)found->page;
	save->run = (uint16_t)run;
	save->free = (uint16_t)found->marks;
	save->length = 0;
	save->crc = 0;
	for (uint32_t word = found->marks;
	     word + MARK_WORDS <= flash->page_words; word += MARK_WORDS) {
		uint32_t mark = page[word];
		uint32_t length = mark >> 16;
		uint32_t crc;

		if (mark == MCU_BLANK && page[word + 1] == MCU_BLANK)
			continue;
		save->free = (uint16_t)(word + MARK_WORDS);
		if (length < save->length || length > cap ||
		    length > mcu_log_capacity(flash))
			continue;
		crc = add_events(flash, run, save->crc, save->length, length);
		if (page[word + 1] !=
		    mark_crc(mark, found->header.sequence, crc))
			continue;
		save->crc = crc;
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

/* Replays the game that the last mark describes. */
static bool replay(const struct mcu_save *save, struct rk_console *console,
		   const struct rk_rules *rules,
		   const struct found_snapshot *found)
{
	struct rk_game *game = &console->game;
	union rk_any_pos *pos = &rk_console_scratch(console)->pos;
	struct rk_word start = found->start;
	struct rk_error error;

	if (start.length && !rules->read(pos, start.text, start.length, &error))
		return false;
	game->log = mcu_log_at(save->flash, save->run);
	rk_game_restart(game, rules, start.length ? pos : NULL);
	rk_game_set_clock(game, &found->header.clock);
	return rk_game_replay(game, save->length, save->now);
}

static void restore_settings(struct rk_console *console,
			     const struct snapshot_header *header)
{
	console->score = header->score;
	console->scoreless = header->scoreless != 0;
	console->clock = header->next_clock;
	console->start = header->start;
	if (header->level)
		console->level = rk_console_known_level(console, header->level);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		console->seats[seat] =
			rk_console_known_level(console, header->seats[seat]);
	if (header->zoom >= 1 && header->zoom <= RK_MAX_ZOOM)
		console->look.zoom = header->zoom;
	if (header->theme < RK_THEMES)
		console->look.theme = header->theme;
	if (header->notation < NOTATIONS)
		console->look.notation = header->notation;
	console->look.below = header->below;
}

/* Restores the console. On failure the state of its game is undefined. */
static bool resume(struct mcu_save *save, struct rk_console *console,
		   const struct found_snapshot *found)
{
	const struct rk_rules *rules = rules_at(found->header.kind);
	const struct rk_rules *next = rules_at(found->header.next_kind);
	struct rk_word text = found->next_start;
	struct rk_error error;

	if (!rules || !next || found->header.start >= rk_rules_starts(next) ||
	    !read_marks(save, found) || !replay(save, console, rules, found))
		return false;
	console->has_next_start = text.length != 0;
	if (!text.length)
		next->start(&console->next_start, found->header.start);
	else if (!next->read(&console->next_start, text.text, text.length,
			     &error))
		return false;
	console->rules = next;
	console->has_game = found->start.length != 0;
	restore_settings(console, &found->header);
	return true;
}

/* Starts without a saved game; no snapshot has the next sequence number. */
static void start_anew(struct mcu_save *save, struct rk_console *console)
{
	save->sequence++;
	save->snapshot = (uint16_t)(mcu_snapshot_pages(save->flash) - 1);
	save->run = (uint16_t)mcu_snapshot_pages(save->flash);
	save->length = 0;
	save->now = 0;
	console->has_next_start = false;
	console->game.log = mcu_log_at(save->flash, save->run);
	rk_game_restart(&console->game, console->rules, NULL);
}

/* A log counts only if a snapshot names it. */
void mcu_save_erase(const struct mcu_flash *flash)
{
	for (uint32_t page = 0; page < mcu_snapshot_pages(flash); page++)
		flash->erase(flash->self, page);
}

void mcu_save_open(struct mcu_save *save, const struct mcu_flash *flash)
{
	memset(save, 0, sizeof(*save));
	save->flash = flash;
	mcu_log_init(&save->store);
}

bool mcu_save_resume(struct mcu_save *save, struct rk_console *console)
{
	struct rk_game *game = &console->game;
	uint32_t before = UINT32_MAX;
	struct found_snapshot found;

	game->store = &save->store;
	game->capacity = mcu_log_capacity(save->flash);
	save->sequence = 0;
	while (find_newest(&found, save->flash, before)) {
		before = found.header.sequence;
		if (!save->sequence)
			save->sequence = before;
		if (!resume(save, console, &found)) {
			/*
			 * Its log is damaged. It must not come back when the
			 * same events are written there once more.
			 */
			save->flash->erase(save->flash->self, found.page);
			continue;
		}
		if (console->platform->now_us)
			rk_game_start_clock(game, rk_console_now(console));
		return console->has_game;
	}
	start_anew(save, console);
	return false;
}
