/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Makes and inspects opening books in the Polyglot format; docs/book.md
 * describes how a book is made.
 *
 *	book make -o BOOK [OPTION]... PGN...      a book of the games
 *	book merge -o BOOK BOOK...                the sum of several books
 *	book dump BOOK                            every entry
 *	book show BOOK [FEN]                      what it says of a position
 *	book check BOOK                           is every entry in order?
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/book.h"
#include "rookery/pgn.h"
#include "rookery/words.h"
#include "tools/book_table.h"

#define MAX_TOKEN ((size_t)1 << 20)

/* The options; the other words are moved to the front. */
struct options {
	const char *to;
	uint32_t max_ply;
	uint32_t min_games;
	uint32_t min_percent;
	uint32_t uniform;
	int count;
	char **words;
};

struct making {
	struct options *options;
	const char *name; /* of the file */
	struct book_table table;
	struct rk_pgn_reader reader;
	char token[MAX_TOKEN];
	/* The current game. */
	struct {
		uint64_t key;
		uint16_t move;
		uint8_t side;
	} * moves;
	uint32_t move_count;
	bool is_broken;
	const char *result;
	uint64_t games, broken;
};

/* A win counts two, a draw or an unknown result one. */
static uint64_t points_of(const char *result, int side)
{
	if (!result || !strcmp(result, "*") || !strcmp(result, "1/2-1/2"))
		return 1;
	return !strcmp(result, side == RK_WHITE ? "1-0" : "0-1") ? 2 : 0;
}

static void count_game(struct making *making)
{
	for (uint32_t i = 0; i < making->move_count; i++) {
		int side = making->moves[i].side;
		struct book_row *row = book_table_row(&making->table,
						      making->moves[i].key,
						      making->moves[i].move);

		row->side = (uint8_t)side;
		row->games++;
		row->points += points_of(making->result, side);
	}
}

static void end_game(struct making *making)
{
	making->games++;
	if (making->is_broken)
		making->broken++;
	else
		count_game(making);
	making->move_count = 0;
	making->is_broken = false;
	making->result = NULL;
}

static void complain(struct making *making, const struct rk_pgn_event *event)
{
	making->is_broken = true;
	fprintf(stderr,
		"book: %s:%" PRIu64 ":%" PRIu64 ": game %" PRIu64
		" left out: %s%s%s\n",
		making->name, event->place.line, event->place.column,
		making->games + 1, event->name ? event->name : "",
		event->name ? " " : "", event->reason);
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct making *making = self;
	const struct rk_pos *pos = &event->pos->two;

	switch (event->kind) {
	case RK_PGN_MOVE:
		if (!event->rules->orthodox)
			return "a book is for usual chess";
		if (making->move_count == making->options->max_ply)
			break;
		making->moves[making->move_count].key = pos->key;
		making->moves[making->move_count].side = pos->side;
		making->moves[making->move_count++].move =
			rk_book_write_move((rk_move)event->move);
		break;
	case RK_PGN_RESULT:
		making->result = event->text;
		break;
	case RK_PGN_ERROR:
		complain(making, event);
		break;
	case RK_PGN_END:
		end_game(making);
		break;
	default:
		break;
	}
	return NULL;
}

static void read_games(struct making *making)
{
	static char piece[1 << 16];
	bool is_input = !strcmp(making->name, "-");
	FILE *file = is_input ? stdin : fopen(making->name, "rb");
	size_t length;

	if (!file)
		book_fail("cannot open %s: %s", making->name, strerror(errno));
	rk_pgn_reader_new(&making->reader, making->token, MAX_TOKEN, NULL, 0,
			  (struct rk_pgn_listener){hear, making});
	while ((length = fread(piece, 1, sizeof(piece), file)) > 0)
		rk_pgn_reader_feed(&making->reader, piece, length);
	if (ferror(file))
		book_fail("cannot read %s: %s", making->name, strerror(errno));
	rk_pgn_reader_finish(&making->reader);
	if (!is_input)
		fclose(file);
}

/* Rows that are filtered out get no points and are not written. */
static void choose_rows(struct making *making)
{
	const struct options *options = making->options;

	for (size_t i = 0; i < making->table.count; i++) {
		struct book_row *row = &making->table.rows[i];
		bool is_wanted =
			row->games >= options->min_games &&
			row->points * 50 >=
				(uint64_t)options->min_percent * row->games;

		if (!is_wanted)
			row->points = 0;
		else if (options->uniform && row->points)
			row->points = 1;
	}
}

static void make(struct options *options)
{
	static struct making making;

	if (!options->to || !options->count)
		book_fail("make needs -o BOOK and a PGN file");
	making.options = options;
	making.moves = calloc(options->max_ply, sizeof(*making.moves));
	if (!making.moves)
		book_fail("not enough memory");
	for (int i = 0; i < options->count; i++) {
		making.name = options->words[i];
		read_games(&making);
	}
	book_table_sort(&making.table);
	choose_rows(&making);
	printf("%zu entries from %" PRIu64 " games, %" PRIu64 " broken\n",
	       book_table_write(&making.table, options->to), making.games,
	       making.broken);
	free(making.table.rows);
	free(making.moves);
}

static void open_book(struct host_book *book, const char *name)
{
	const char *wrong = *name ? host_book_open(book, name, strlen(name))
				  : "a book needs a name";

	if (wrong)
		book_fail("%s", wrong);
}

/* Calls a function for every entry in order. */
static void for_entries(const char *name,
			void (*take)(void *self, uint64_t at,
				     const struct rk_book_entry *entry),
			void *self)
{
	uint8_t bytes[RK_BOOK_ENTRY_SIZE];
	struct rk_book_entry entry;
	struct host_book book = {0};

	open_book(&book, name);
	for (uint64_t at = 0; at < book.book.entries; at++) {
		if (!book.book.read(book.book.self, at * sizeof(bytes), bytes,
				    sizeof(bytes)))
			book_fail("cannot read %s", name);
		rk_book_read_entry(&entry, bytes);
		take(self, at, &entry);
	}
	host_book_close(&book);
}

static void add_entry(void *self, uint64_t at,
		      const struct rk_book_entry *entry)
{
	(void)at;
	if (entry->move)
		book_table_row(self, entry->key, entry->move)->points +=
			entry->weight;
}

static void merge(struct options *options)
{
	struct book_table table = {NULL, 0, 0};

	if (!options->to || !options->count)
		book_fail("merge needs -o BOOK and other books");
	for (int i = 0; i < options->count; i++)
		for_entries(options->words[i], add_entry, &table);
	book_table_sort(&table);
	printf("%zu entries\n", book_table_write(&table, options->to));
	free(table.rows);
}

static void print_squares(uint16_t move)
{
	printf("%c%c%c%c", 'a' + (move >> 6 & 7), '1' + (move >> 9 & 7),
	       'a' + (move & 7), '1' + (move >> 3 & 7));
	if (move >> 12)
		putchar(" nbrq???"[move >> 12 & 7]);
}

static void print_entry(void *self, uint64_t at,
			const struct rk_book_entry *entry)
{
	(void)self;
	(void)at;
	printf("%016" PRIx64 " ", entry->key);
	print_squares(entry->move);
	printf(" %u\n", entry->weight);
}

static void dump(struct options *options)
{
	if (options->count != 1)
		book_fail("dump needs one BOOK");
	for_entries(options->words[0], print_entry, NULL);
}

static void show(struct options *options)
{
	struct rk_book_move list[RK_BOOK_MOVES];
	char text[RK_SAN_SIZE];
	struct host_book book = {0};
	struct rk_error error;
	struct rk_pos pos;
	int count;

	if (options->count < 1 || options->count > 2)
		book_fail("show needs a BOOK and at most one FEN");
	rk_pos_start(&pos);
	if (options->count == 2 &&
	    !rk_fen_read(&pos, options->words[1], strlen(options->words[1]),
			 &error))
		book_fail("FEN, column %zu: %s", error.column, error.reason);
	open_book(&book, options->words[0]);
	count = rk_book_moves(&book.book, &pos, list, RK_BOOK_MOVES);
	for (int i = 0; i < count; i++) {
		rk_san_write(text, &pos, list[i].move);
		printf("%-7s %" PRIu32 "\n", text, list[i].weight);
	}
	host_book_close(&book);
}

struct checking {
	const char *name;
	uint64_t entries;
	struct rk_book_entry last;
};

static void check_entry(void *self, uint64_t at,
			const struct rk_book_entry *entry)
{
	struct checking *checking = self;

	if (at && entry->key < checking->last.key)
		book_fail("%s: entry %" PRIu64 " is not in its place",
			  checking->name, at + 1);
	checking->last = *entry;
	checking->entries++;
}

static void check(struct options *options)
{
	struct checking checking = {.entries = 0};

	if (options->count != 1)
		book_fail("check needs one BOOK");
	checking.name = options->words[0];
	for_entries(checking.name, check_entry, &checking);
	printf("%" PRIu64 " entries, sorted\n", checking.entries);
}

static const struct {
	const char *name;
	void (*run)(struct options *options);
} commands[] = {
	{"make", make}, {"merge", merge}, {"dump", dump},
	{"show", show}, {"check", check},
};

/* Options with a number, its bounds (0 and 0: a flag), and its member. */
static const struct {
	const char *name;
	uint32_t least, most;
	size_t place;
} option_table[] = {
	{"--max-ply", 1, 10000, offsetof(struct options, max_ply)},
	{"--min-games", 1, 1000000000, offsetof(struct options, min_games)},
	{"--min-percent", 0, 100, offsetof(struct options, min_percent)},
	{"--uniform", 0, 0, offsetof(struct options, uniform)},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Returns the number of words used. */
static int take_option(struct options *options, const char *name,
		       const char *value)
{
	uint32_t *number;
	size_t i = 0;

	while (i < COUNT(option_table) &&
	       strcmp(option_table[i].name, name) != 0)
		i++;
	if (i == COUNT(option_table))
		book_fail("there is no option %s", name);
	number = (uint32_t *)(void *)((char *)options + option_table[i].place);
	if (!option_table[i].most) {
		*number = 1;
		return 1;
	}
	if (!value || !rk_word_number((struct rk_word){value, strlen(value)},
				      option_table[i].least,
				      option_table[i].most, number))
		book_fail("%s needs a number from %" PRIu32 " to %" PRIu32,
			  name, option_table[i].least, option_table[i].most);
	return 2;
}

static void take_words(struct options *options, int count, char **words)
{
	for (int i = 0; i < count; i++) {
		if (words[i][0] != '-' || !words[i][1])
			options->words[options->count++] = words[i];
		else if (strcmp(words[i], "-o") != 0)
			i += take_option(options, words[i], words[i + 1]) - 1;
		else if (words[++i])
			options->to = words[i];
		else
			book_fail("-o needs the name of a file");
	}
}

int main(int argc, char **argv)
{
	struct options options = {
		.max_ply = 60,
		.min_games = 3,
		.words = argv + 2,
	};

	for (size_t i = 0; argc > 1 && i < COUNT(commands); i++)
		if (!strcmp(commands[i].name, argv[1])) {
			take_words(&options, argc - 2, argv + 2);
			commands[i].run(&options);
			if (fflush(stdout) || ferror(stdout))
				book_fail("cannot write the output");
			return 0;
		}
	book_fail("expected make, merge, dump, show or check; docs/book.md");
}
