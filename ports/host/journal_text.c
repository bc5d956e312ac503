/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writing and reading the text of a journal. A text that ends anywhere, or has
 * turned to garbage from somewhere on, is read up to the last record that is
 * whole: what a game was at some moment, never a mixture. Moves are kept in
 * coordinates and checked again when read.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "core/crc.h"
#include "ports/host/journal_text.h"

#define FORMAT "rookery 1"
#define MAX_RECORD (RK_ANY_FEN_SIZE + 64)

static const char *const kinds[] = {
	[RK_EVENT_MOVE] = "move",     [RK_EVENT_OFFER] = "offer",
	[RK_EVENT_RESIGN] = "resign", [RK_EVENT_CLAIM] = "claim",
	[RK_EVENT_FLAG] = "flag",     [RK_EVENT_DECLINE] = "decline",
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

_Static_assert(RK_MAX_SEATS == 4, "seats and score have four numbers");

/* The sum is that of the records before this one. */
struct writer {
	FILE *to;
	const struct rk_rules *rules;
	uint32_t sum;
};

__attribute__((format(printf, 2, 3))) static void write_record(
	struct writer *writer, const char *format, ...)
{
	char record[MAX_RECORD];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(record, sizeof(record), format, args);
	va_end(args);
	writer->sum = rk_crc(writer->sum, record, (size_t)length);
	fprintf(writer->to, "%08" PRIx32 " %s\n", writer->sum, record);
}

static void write_header(struct writer *writer,
			 const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	const struct rk_clock *next = &console->clock;
	const uint8_t *seats = console->seats;
	const uint32_t *halves = console->score.halves;
	char fen[RK_ANY_FEN_SIZE];

	write_record(writer, FORMAT);
	write_record(writer, "seats %d %d %d %d", seats[0], seats[1], seats[2],
		     seats[3]);
	write_record(writer,
		     "score %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %d",
		     halves[0], halves[1], halves[2], halves[3],
		     console->scoreless);
	write_record(writer,
		     "next %s %d %" PRIu32 " %" PRIu32 " %" PRIu32 " %d",
		     console->rules->name, console->level, next->initial,
		     next->increment, next->delay, console->start);
	write_record(writer, "clock %" PRIu32 " %" PRIu32 " %" PRIu32,
		     game->clock.initial, game->clock.increment,
		     game->clock.delay);
	game->rules->write(fen, &game->start);
	write_record(writer, "start %s %s", game->rules->name, fen);
}

static bool write_event(void *self, const void *pos, struct rk_event event)
{
	struct writer *writer = self;
	char what[RK_MOVE_TEXT_SIZE];

	if (rk_event_kind(event) == RK_EVENT_MOVE)
		writer->rules->write_move(what, pos, rk_event_move(event),
					  RK_STYLE_COORD_960);
	else
		snprintf(what, sizeof(what), "%" PRIu32, rk_event_move(event));
	write_record(writer, "%s %d %" PRIu32 " %s",
		     kinds[rk_event_kind(event)], rk_event_seat(event),
		     event.spent, what);
	return true;
}

/* Walking ends at what has been taken back, so play that again before. */
void journal_write(FILE *to, const struct rk_console *console)
{
	struct rk_game whole = console->game;
	struct writer writer = {to, whole.rules, 0};

	write_header(&writer, console);
	rk_game_redo(&whole, rk_game_redo_plies(&whole));
	rk_game_walk(&whole, write_event, &writer);
	if (console->game.now != console->game.length)
		write_record(&writer, "now %" PRIu32, console->game.now);
}

/* A game being read: the header is complete when it comes to the start. */
struct reading {
	struct rk_console *console;
	bool known_format;
	bool started;
	unsigned int seats[RK_MAX_SEATS];
	struct rk_score score;
	int scoreless;
	unsigned int level;
	const struct rk_rules *rules;
	int start;
	struct rk_clock next_clock;
	struct rk_clock clock;
};

static bool read_clock(struct rk_clock *clock, const char *text)
{
	return sscanf(text, "%" SCNu32 " %" SCNu32 " %" SCNu32, &clock->initial,
		      &clock->increment, &clock->delay) == 3;
}

static bool read_format(struct reading *reading, const char *text)
{
	reading->known_format = !strcmp(text, strchr(FORMAT, ' ') + 1);
	return reading->known_format;
}

static bool read_seats(struct reading *reading, const char *text)
{
	unsigned int *seats = reading->seats;

	return sscanf(text, "%u %u %u %u", &seats[0], &seats[1], &seats[2],
		      &seats[3]) == RK_MAX_SEATS;
}

static bool read_score(struct reading *reading, const char *text)
{
	uint32_t *halves = reading->score.halves;

	return sscanf(text,
		      "%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %d",
		      &halves[0], &halves[1], &halves[2], &halves[3],
		      &reading->scoreless) == RK_MAX_SEATS + 1;
}

static bool read_next(struct reading *reading, const char *text)
{
	char name[32];
	int at = 0;

	if (sscanf(text, "%31s %u %n", name, &reading->level, &at) != 2 || !at)
		return false;
	reading->rules = rk_rules_find(name, strlen(name));
	if (!reading->rules || !read_clock(&reading->next_clock, text + at))
		return false;
	/* It is not there in journals of before there were several. */
	sscanf(text + at, "%*s %*s %*s %d", &reading->start);
	return reading->start >= 0 &&
	       (unsigned int)reading->start < rk_rules_starts(reading->rules);
}

static bool read_game_clock(struct reading *reading, const char *text)
{
	return read_clock(&reading->clock, text);
}

static void start_game(const struct reading *reading,
		       const struct rk_rules *rules, const void *start)
{
	struct rk_console *console = reading->console;
	struct rk_game *game = &console->game;

	rk_game_restart(game, rules, start);
	rk_game_set_clock(game, &reading->clock);
	console->has_game = true;
	console->in_setup = false;
	console->agreed = 0;
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		console->seats[seat] =
			rk_console_known_level(console, reading->seats[seat]);
	console->score = reading->score;
	console->scoreless = reading->scoreless != 0;
	if (reading->level)
		console->level =
			rk_console_known_level(console, reading->level);
	console->rules = reading->rules;
	console->clock = reading->next_clock;
	console->start = (uint8_t)reading->start;
	console->rules->start(&console->next_start, reading->start);
	console->has_next_start = false;
}

static bool read_start(struct reading *reading, const char *text)
{
	const struct rk_rules *rules;
	union rk_any_pos pos;
	struct rk_error error;
	char name[32];
	int at = 0;

	if (!reading->known_format || !reading->rules || reading->started ||
	    sscanf(text, "%31s %n", name, &at) != 1 || !at)
		return false;
	rules = rk_rules_find(name, strlen(name));
	if (!rules || !rules->read(&pos, text + at, strlen(text + at), &error))
		return false;
	start_game(reading, rules, &pos);
	reading->started = true;
	return true;
}

/* Back and forth until so many events have happened. */
static bool read_now(struct reading *reading, const char *text)
{
	struct rk_game *game = &reading->console->game;
	uint32_t now;

	if (!reading->started || sscanf(text, "%" SCNu32, &now) != 1)
		return false;
	while (game->now > now && !rk_game_undo(game, 1))
		;
	while (game->now < now && !rk_game_redo(game, 1))
		;
	return game->now == now;
}

static bool has_room(const struct rk_console *console, struct rk_game *game)
{
	const struct rk_console_port *port = console->port;

	return rk_game_has_room(game) ||
	       (port->grow && port->grow(port->self, game));
}

static bool read_event(struct reading *reading, enum rk_event_kind kind,
		       const char *text)
{
	struct rk_game *game = &reading->console->game;
	char word[RK_MOVE_TEXT_SIZE];
	rk_any_move move = 0;
	uint32_t spent;
	int seat;

	if (!reading->started ||
	    sscanf(text, "%d %" SCNu32 " %15s", &seat, &spent, word) != 3 ||
	    seat < 0 || seat >= game->rules->players)
		return false;
	if (kind != RK_EVENT_MOVE) {
		if (sscanf(word, "%" SCNu32, &move) != 1 || move > 0xffffff)
			return false;
	} else if (game->rules->read_move(&move, &game->pos, word,
					  strlen(word))) {
		return false;
	}
	return has_room(reading->console, game) &&
	       !rk_game_append(game, rk_event_new(kind, seat, move, spent));
}

static bool read_record(struct reading *reading, char *record)
{
	static const struct {
		const char *name;
		bool (*read)(struct reading *reading, const char *text);
	} headers[] = {
		{"rookery", read_format},   {"seats", read_seats},
		{"score", read_score},      {"next", read_next},
		{"clock", read_game_clock}, {"start", read_start},
		{"now", read_now},
	};
	char *text = strchr(record, ' ');

	if (!text)
		return false;
	*text++ = 0;
	for (int i = 0; i < COUNT(headers); i++)
		if (!strcmp(record, headers[i].name))
			return headers[i].read(reading, text);
	for (int i = 0; i < COUNT(kinds); i++)
		if (!strcmp(record, kinds[i]))
			return read_event(reading, (enum rk_event_kind)i, text);
	return false;
}

/* A line with its checksum; the rest of it goes to `record`. */
static bool open_record(char record[MAX_RECORD], const char *line,
			size_t length, uint32_t *sum)
{
	char expected[10];

	if (length < 10 || length - 9 >= MAX_RECORD || memchr(line, 0, length))
		return false;
	*sum = rk_crc(*sum, line + 9, length - 9);
	snprintf(expected, sizeof(expected), "%08" PRIx32 " ", *sum);
	memcpy(record, line + 9, length - 9);
	record[length - 9] = 0;
	return !memcmp(line, expected, 9);
}

bool journal_read(struct rk_console *console, const char *text, size_t length)
{
	struct reading reading = {.console = console};
	const char *end = text + length, *newline;
	char record[MAX_RECORD];
	uint32_t sum = 0;

	while (text < end) {
		newline = memchr(text, '\n', (size_t)(end - text));
		if (!newline ||
		    !open_record(record, text, (size_t)(newline - text),
				 &sum) ||
		    !read_record(&reading, record))
			break;
		text = newline + 1;
	}
	return reading.started;
}
