/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes and reads the text of a journal. A truncated or damaged text is read
 * up to the last intact record: the game as it was at some moment, never a
 * mixture. Moves are in coordinates and validated when read.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "ports/host/journal_text.h"
#include "rookery/crc.h"

#define FORMAT_NUMBER 1
#define MIN_EVENT 20 /* characters of the shortest record of an event */
#define MAX_RECORD (RK_ANY_FEN_SIZE + 512)

static const char *const kinds[] = {
	[RK_EVENT_MOVE] = "move",     [RK_EVENT_OFFER] = "offer",
	[RK_EVENT_RESIGN] = "resign", [RK_EVENT_CLAIM] = "claim",
	[RK_EVENT_FLAG] = "flag",     [RK_EVENT_DECLINE] = "decline",
	[RK_EVENT_STAY] = "stay",
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

_Static_assert(RK_MAX_SEATS == 4, "seats and score have four numbers");

/* The checksum covers the records before this one. */
struct journal_writer {
	FILE *to;
	const struct rk_rules *rules;
	uint32_t sum;
};

__attribute__((format(printf, 2, 3))) static void write_record(
	struct journal_writer *writer, const char *format, ...)
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

/*
 * The names of humans stand behind the seats, each after a tab, which no name
 * contains. A Rookery from before there were names passes them over.
 */
#define MAX_COMMAND 200 /* bytes of one that is kept, with its NUL */
#define NAMES_SIZE \
	(RK_MAX_SEATS * (RK_NAME_SIZE + 1) + RK_MAX_SEATS * (MAX_COMMAND + 1))

static bool has_program(const struct rk_console *console)
{
	bool has = false;

	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		has |= rk_level_is_program(console->seats[seat]);
	return has;
}

/* The command of the program in a seat; "": there is none. */
static const char *command_of(const struct rk_console *console, int seat)
{
	const struct rk_player *player = console->player;

	return rk_level_is_program(console->seats[seat])
		       ? player->programs->command(player->self,
						   console->seats[seat])
		       : "";
}

/* After the names come the commands of programs, in the same way. */
static const char *join_names(char text[NAMES_SIZE],
			      const struct rk_console *console)
{
	size_t length = 0;
	bool any = false;

	for (int i = 0; i < 2 * RK_MAX_SEATS; i++) {
		const char *word =
			i < RK_MAX_SEATS
				? console->names[i]
				: command_of(console, i - RK_MAX_SEATS);

		if (i == RK_MAX_SEATS && !has_program(console))
			break;
		any |= *word != '\0';
		length += (size_t)snprintf(text + length, NAMES_SIZE - length,
					   "\t%s", word);
	}
	return any ? text : "";
}

/* Only with time odds, for each seat. */
static void write_odds(struct journal_writer *writer,
		       const struct rk_game *game)
{
	for (int seat = 0; rk_game_has_odds(game) && seat < RK_MAX_SEATS;
	     seat++) {
		const struct rk_clock *clock = rk_game_clock(game, seat);

		write_record(writer, "odds %d %" PRIu32 " %" PRIu32 " %" PRIu32,
			     seat, clock->initial, clock->increment,
			     clock->delay);
	}
}

static void write_header(struct journal_writer *writer,
			 const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	const struct rk_clock *next = &console->clock;
	const uint8_t *seats = console->seats;
	const uint32_t *halves = console->score.halves;
	char fen[RK_ANY_FEN_SIZE], names[NAMES_SIZE];

	write_record(writer, "rookery %d", FORMAT_NUMBER);
	write_record(writer, "seats %d %d %d %d%s", seats[0], seats[1],
		     seats[2], seats[3], join_names(names, console));
	write_record(writer,
		     "score %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %d",
		     halves[0], halves[1], halves[2], halves[3],
		     console->scoreless);
	write_record(writer,
		     "next %s %d %" PRIu32 " %" PRIu32 " %" PRIu32 " %d",
		     console->rules->name, console->level, next->initial,
		     next->increment, next->delay, console->start);
	write_record(writer, "clock %" PRIu32 " %" PRIu32 " %" PRIu32 "%s%s",
		     game->clock.initial, game->clock.increment,
		     game->clock.delay, *console->date ? " " : "",
		     console->date);
	write_odds(writer, game);
	game->rules->write(fen, &game->start);
	write_record(writer, "start %s %s", game->rules->name, fen);
}

static bool write_event(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	struct journal_writer *writer = self;
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

/* A walk stops at `now`, so undone events are redone first. */
void journal_write(FILE *to, const struct rk_console *console)
{
	struct rk_game whole = console->game;
	struct journal_writer writer = {to, whole.rules, 0};

	write_header(&writer, console);
	rk_game_rewind(&whole, whole.length);
	rk_game_walk(&whole, write_event, &writer);
	if (console->game.now != console->game.length)
		write_record(&writer, "now %" PRIu32, console->game.now);
}

/*
 * The state of reading a journal; the header is complete when the start record
 * comes.
 */
struct journal_reader {
	struct rk_console *console;
	bool known_format;
	bool started;
	unsigned int seats[RK_MAX_SEATS];
	char names[NAMES_SIZE];      /* as they were written */
	char date[RK_DATE_SIZE + 1]; /* one more, to find it too long */
	struct rk_score score;
	int scoreless;
	unsigned int level;
	const struct rk_rules *rules;
	int start;
	struct rk_clock next_clock;
	struct rk_clock clock;
	struct rk_clock odds[RK_MAX_SEATS]; /* `initial` 0: none */
};

static bool read_clock(struct rk_clock *clock, const char *text)
{
	return sscanf(text, "%" SCNu32 " %" SCNu32 " %" SCNu32, &clock->initial,
		      &clock->increment, &clock->delay) == 3;
}

static bool read_format(struct journal_reader *reader, const char *text)
{
	char known[16];

	snprintf(known, sizeof(known), "%d", FORMAT_NUMBER);
	reader->known_format = !strcmp(text, known);
	return reader->known_format;
}

static bool read_seats(struct journal_reader *reader, const char *text)
{
	unsigned int *seats = reader->seats;
	const char *names = text + strcspn(text, "\t\n");
	size_t length = strcspn(names, "\n");

	if (length < sizeof(reader->names)) {
		memcpy(reader->names, names, length);
		reader->names[length] = '\0';
	}
	return sscanf(text, "%u %u %u %u", &seats[0], &seats[1], &seats[2],
		      &seats[3]) == RK_MAX_SEATS;
}

static bool read_score(struct journal_reader *reader, const char *text)
{
	uint32_t *halves = reader->score.halves;

	return sscanf(text,
		      "%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %d",
		      &halves[0], &halves[1], &halves[2], &halves[3],
		      &reader->scoreless) == RK_MAX_SEATS + 1;
}

static bool read_next(struct journal_reader *reader, const char *text)
{
	char name[32];
	int at = 0;

	if (sscanf(text, "%31s %u %n", name, &reader->level, &at) != 2 || !at)
		return false;
	reader->rules = rk_rules_find(name, strlen(name));
	if (!reader->rules || !read_clock(&reader->next_clock, text + at))
		return false;
	/* Missing in journals from before there were several starts. */
	sscanf(text + at, "%*s %*s %*s %d", &reader->start);
	return reader->start >= 0 &&
	       (unsigned int)reader->start < rk_rules_starts(reader->rules);
}

static bool read_game_clock(struct journal_reader *reader, const char *text)
{
	sscanf(text, "%*s %*s %*s %11s", reader->date);
	return read_clock(&reader->clock, text);
}

static bool read_odds(struct journal_reader *reader, const char *text)
{
	unsigned int seat;
	int at = 0;

	return sscanf(text, "%u %n", &seat, &at) == 1 && at &&
	       seat < RK_MAX_SEATS &&
	       read_clock(&reader->odds[seat], text + at);
}

/*
 * The program of a seat is started, and not waited for: the game is there at
 * once, and if something is wrong it shows when it is to move.
 */
static void start_program(struct rk_console *console, int seat,
			  const char *command, size_t length)
{
	const struct rk_player *player = console->player;

	if (length && player->programs && console->game.rules->players == 2)
		player->programs->start(player->self, command, length, false,
					&console->seats[seat]);
}

static void name_players(const struct journal_reader *reader)
{
	struct rk_console *console = reader->console;
	const char *name = reader->names;

	memset(console->names, 0, sizeof(console->names));
	console->names_loaded = false;
	rk_console_set_date(console, reader->date, strlen(reader->date));
	for (int i = 0; i < 2 * RK_MAX_SEATS && *name; i++) {
		size_t length = strcspn(++name, "\t");

		if (i < RK_MAX_SEATS)
			rk_console_set_name(console, i, name, length);
		else
			start_program(console, i - RK_MAX_SEATS, name, length);
		name += length;
	}
	if (console->player->programs)
		console->player->programs->use(console->player->self,
					       console->seats, RK_MAX_SEATS);
}

static void start_game(const struct journal_reader *reader,
		       const struct rk_rules *rules,
		       const union rk_any_pos *start)
{
	struct rk_console *console = reader->console;
	struct rk_game *game = &console->game;

	rk_game_restart(game, rules, start);
	rk_game_set_clock(game, &reader->clock);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		if (reader->odds[seat].initial)
			rk_game_set_odds(game, seat, &reader->odds[seat]);
	console->has_game = true;
	console->in_setup = false;
	console->agreed = 0;
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		console->seats[seat] =
			rk_console_known_level(console, reader->seats[seat]);
	name_players(reader);
	console->score = reader->score;
	console->scoreless = reader->scoreless != 0;
	if (reader->level)
		console->level = rk_console_known_level(console, reader->level);
	console->rules = reader->rules;
	console->clock = reader->next_clock;
	console->start = (uint8_t)reader->start;
	console->rules->start(&console->next_start, reader->start);
	console->has_next_start = false;
}

static bool read_start(struct journal_reader *reader, const char *text)
{
	const struct rk_rules *rules;
	union rk_any_pos pos;
	struct rk_error error;
	char name[32];
	int at = 0;

	if (!reader->known_format || !reader->rules || reader->started ||
	    sscanf(text, "%31s %n", name, &at) != 1 || !at)
		return false;
	rules = rk_rules_find(name, strlen(name));
	if (!rules || !rules->read(&pos, text + at, strlen(text + at), &error))
		return false;
	start_game(reader, rules, &pos);
	reader->started = true;
	return true;
}

/* The number of events that have happened; the others were undone. */
static bool read_now(struct journal_reader *reader, const char *text)
{
	struct rk_game *game = &reader->console->game;
	uint32_t now;

	if (!reader->started || sscanf(text, "%" SCNu32, &now) != 1 ||
	    now > game->length)
		return false;
	rk_game_rewind(game, now);
	return true;
}

static bool read_event(struct journal_reader *reader, enum rk_event_kind kind,
		       const char *text)
{
	struct rk_game *game = &reader->console->game;
	char word[RK_MOVE_TEXT_SIZE];
	rk_any_move move = 0;
	uint32_t spent;
	int seat;

	if (!reader->started ||
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
	return rk_game_has_space(game) &&
	       !rk_game_append(game, rk_event_new(kind, seat, move, spent));
}

static bool read_record(struct journal_reader *reader, char *record)
{
	static const struct {
		const char *name;
		bool (*read)(struct journal_reader *reader, const char *text);
	} headers[] = {
		{"rookery", read_format},   {"seats", read_seats},
		{"score", read_score},      {"next", read_next},
		{"clock", read_game_clock}, {"odds", read_odds},
		{"start", read_start},      {"now", read_now},
	};
	char *text = strchr(record, ' ');

	if (!text)
		return false;
	*text++ = 0;
	for (int i = 0; i < COUNT(headers); i++)
		if (!strcmp(record, headers[i].name))
			return headers[i].read(reader, text);
	for (int i = 0; i < COUNT(kinds); i++)
		if (!strcmp(record, kinds[i]))
			return read_event(reader, (enum rk_event_kind)i, text);
	return false;
}

/* Checks a line's checksum; copies the rest to `record`. */
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

/*
 * Reserves log space for the maximum number of events before reader: a game
 * read incompletely would overwrite the complete one.
 */
static bool reserve_log(struct rk_console *console, size_t length)
{
	const struct rk_platform *platform = console->platform;

	while (platform->grow && console->game.capacity < length / MIN_EVENT)
		if (!platform->grow(platform->self, &console->game))
			return false;
	return true;
}

bool journal_is_newer(const char *text, size_t length)
{
	const char *newline = memchr(text, '\n', length);
	char record[MAX_RECORD], more;
	uint32_t sum = 0;
	int format;

	return newline &&
	       open_record(record, text, (size_t)(newline - text), &sum) &&
	       sscanf(record, "rookery %d%c", &format, &more) == 1 &&
	       format > FORMAT_NUMBER;
}

bool journal_read(struct rk_console *console, const char *text, size_t length)
{
	struct journal_reader reader = {.console = console};
	const char *end = text + length, *newline;
	char record[MAX_RECORD];
	uint32_t sum = 0;

	if (!reserve_log(console, length)) {
		errno = ENOMEM;
		return false;
	}
	while (text < end) {
		newline = memchr(text, '\n', (size_t)(end - text));
		if (!newline ||
		    !open_record(record, text, (size_t)(newline - text),
				 &sum) ||
		    !read_record(&reader, record))
			break;
		text = newline + 1;
	}
	return reader.started;
}

#define SUM_LENGTH 9 /* the checksum of a record and its blank */

static void describe_player(const struct rk_out *out,
			    const struct journal_reader *reader, int seat)
{
	unsigned int level = reader->seats[seat];
	const char *command = reader->names;

	rk_out_parts(out,
		     (const char *const[]){", ", reader->rules->seats[seat],
					   NULL});
	for (int i = 0; command && i <= RK_MAX_SEATS + seat; i++)
		command = strchr(command + (i > 0), '\t');
	if (rk_level_is_program((int)level) && command) {
		size_t length = strcspn(command + 1, "\t\n");

		rk_out_char(out, ' ');
		rk_out_word(out, (struct rk_word){command + 1, length});
		return;
	}
	rk_out_parts(out,
		     (const char *const[]){level ? " level " : " human",
					   level ? rk_number(level).text : "",
					   NULL});
}

void journal_describe(const struct rk_out *out, const char *text)
{
	struct journal_reader reader = {.rules = &rk_rules_standard};
	uint32_t moves = 0, players;
	char name[32];

	while (text) {
		const char *record = text + SUM_LENGTH;

		if (strnlen(text, SUM_LENGTH) < SUM_LENGTH)
			break;
		moves += !strncmp(record, "move ", 5);
		if (!strncmp(record, "seats ", 6))
			read_seats(&reader, record + 6);
		else if (sscanf(record, "start %31s", name) == 1 &&
			 rk_rules_find(name, strlen(name)))
			reader.rules = rk_rules_find(name, strlen(name));
		text = strchr(text, '\n');
		if (text)
			text++;
	}
	rk_out_text(out, reader.rules->name);
	for (int seat = 0; seat < reader.rules->players; seat++)
		describe_player(out, &reader, seat);
	players = reader.rules->players > 2 ? 4 : 2;
	moves = (moves + players - 1) / players;
	rk_out_parts(out, (const char *const[]){", ", rk_number(moves).text,
						moves == 1 ? " move" : " moves",
						NULL});
}
