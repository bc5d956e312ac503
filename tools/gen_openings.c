/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints the tables of engine/openings.c as C, from the text that is named on
 * the command line, data/openings.txt; what its lines mean is said there. The
 * text is read to the letter: what does not fit stops the build with the
 * file, the line and the reason.
 *
 * An entry is 64 bits: the upper 48 of a position's key, below them what is
 * known of the position. Sorted they serve for a search by halving.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/notation.h"

#define FIELDS 4
#define ENTRIES 8192
#define SETUP_MOVES 4096
#define TEXT_SIZE 65536 /* an entry has 16 bits for where a name begins */
#define LOW 0xffffu

struct entry {
	uint64_t value;
	int line;
};

struct table {
	struct entry entries[ENTRIES];
	size_t count;
};

static struct table names, replies;
static uint16_t setup_moves[SETUP_MOVES];
static size_t setup_count, setups;
static char text[TEXT_SIZE];
static size_t text_size;
static const char *file_name;
static int line_number;

static _Noreturn void refuse(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", file_name, line_number);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	exit(1);
}

static void add(struct table *table, uint64_t key, unsigned int low)
{
	if (table->count == ENTRIES)
		refuse("more than %d entries", ENTRIES);
	table->entries[table->count++] =
		(struct entry){(key & ~(uint64_t)LOW) | low, line_number};
}

/* Where the name is among the texts; put there if it is a new one. */
static unsigned int find_text(const char *name)
{
	size_t size = strlen(name) + 1, at = 0;

	while (at < text_size && strcmp(text + at, name) != 0)
		at += strlen(text + at) + 1;
	if (at + size > TEXT_SIZE)
		refuse("more than %d bytes of names", TEXT_SIZE);
	if (at == text_size) {
		memcpy(text + at, name, size);
		text_size += size;
	}
	return (unsigned int)at;
}

/* Cuts the next field, ended by `mark` or the end, off the text. */
static char *cut(char **rest, char mark)
{
	char *field = *rest;
	char *end = field ? strchr(field, mark) : NULL;

	*rest = end ? end + 1 : NULL;
	if (end)
		*end = 0;
	return field;
}

static rk_move read_move(const struct rk_pos *pos, const char *word)
{
	char canonical[RK_SAN_SIZE];
	rk_move move;
	enum rk_notation_error error =
		rk_san_read(&move, pos, word, strlen(word));

	if (error)
		refuse("\"%s\": %s", word, rk_notation_error_text(error));
	rk_san_write(canonical, pos, move);
	if (strcmp(word, canonical) != 0)
		refuse("\"%s\" is written %s", word, canonical);
	return move;
}

/* From and to; castling is the king's two squares, as a row says it. */
static unsigned int squares_of(rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);

	if (rk_move_kind(move) == RK_CASTLING)
		to = to > from ? from + 2 : from - 2;
	return (unsigned int)(from | to << 6);
}

static void read_name(const char *name)
{
	size_t length = strlen(name);

	if (!length || length > 63)
		refuse("a name of %zu letters", length);
	for (; *name; name++)
		if (*name < ' ' || *name > '~' || *name == '"' || *name == '\\')
			refuse("a name with a letter that is not plain");
}

/* White's moves have a number before them. */
static void read_number(const struct rk_pos *pos, char **rest)
{
	char expected[8];
	const char *word = cut(rest, ' ');

	snprintf(expected, sizeof(expected), "%u.", pos->fullmove & 255u);
	if (strcmp(word, expected) != 0)
		refuse("\"%s\" stands where %s should", word, expected);
}

static void read_line(char *field[FIELDS])
{
	struct rk_pos pos;
	struct rk_undo undo;
	const char *who = field[3];
	char *rest = field[2];

	if (strlen(field[0]) != 3 || !strchr("ABCDE", field[0][0]))
		refuse("\"%s\" is no code", field[0]);
	if (strcmp(who, "w") != 0 && strcmp(who, "b") != 0 &&
	    strcmp(who, "wb") != 0 && strcmp(who, "-") != 0)
		refuse("\"%s\" is not w, b, wb or -", who);
	read_name(field[1]);
	rk_pos_start(&pos);
	while (rest) {
		char side = pos.side == RK_WHITE ? 'w' : 'b';
		rk_move move;

		if (pos.side == RK_WHITE)
			read_number(&pos, &rest);
		if (!rest)
			refuse("a number without a move");
		move = read_move(&pos, cut(&rest, ' '));
		if (strchr(who, side))
			add(&replies, pos.key, squares_of(move));
		rk_pos_make(&pos, move, &undo);
	}
	add(&names, pos.key, find_text(field[1]));
}

static void read_setup(char *field[FIELDS])
{
	struct rk_pos pos;
	struct rk_undo undo;
	char *rest = field[3];

	if (strcmp(field[1], "w") != 0 && strcmp(field[1], "b") != 0)
		refuse("\"%s\" is not w or b", field[1]);
	read_name(field[2]);
	rk_pos_start(&pos);
	if (field[1][0] == 'b')
		rk_pos_make_null(&pos, &undo);
	while (rest) {
		rk_move move = read_move(&pos, cut(&rest, ' '));
		int type = rk_piece_type(pos.board[rk_move_from(move)]);

		if (setup_count + 2 > SETUP_MOVES)
			refuse("more than %d moves of set-ups", SETUP_MOVES);
		setup_moves[setup_count++] =
			(uint16_t)(squares_of(move) | (unsigned int)type << 12);
		rk_pos_make(&pos, move, &undo);
		if (pos.checkers)
			refuse("a set-up gives check");
		rk_pos_make_null(&pos, &undo);
	}
	setup_moves[setup_count++] = 0;
	setups++;
}

static void read_row(char *row)
{
	char *field[FIELDS + 1];
	char *rest = row;
	int count = 0;

	if (!*row || *row == '#')
		return;
	while (rest && count <= FIELDS)
		field[count++] = cut(&rest, '\t');
	if (count != FIELDS)
		refuse("%s than %d fields", count < FIELDS ? "fewer" : "more",
		       FIELDS);
	if (strcmp(field[0], "setup") == 0)
		read_setup(field);
	else
		read_line(field);
}

static void read_file(void)
{
	char row[1024];
	FILE *file = fopen(file_name, "r");

	if (!file) {
		perror(file_name);
		exit(1);
	}
	while (fgets(row, sizeof(row), file)) {
		size_t length = strlen(row);

		line_number++;
		if (!length || row[length - 1] != '\n')
			refuse("too long, or no end of the line");
		row[length - 1] = 0;
		read_row(row);
	}
	if (ferror(file))
		refuse("cannot be read");
	fclose(file);
}

static int compare(const void *a, const void *b)
{
	const struct entry *one = a, *other = b;

	if (one->value != other->value)
		return one->value < other->value ? -1 : 1;
	return one->line - other->line;
}

static void sort(struct table *table)
{
	qsort(table->entries, table->count, sizeof(table->entries[0]), compare);
}

static void refuse_double_names(void)
{
	for (size_t i = 1; i < names.count; i++) {
		const struct entry *one = &names.entries[i - 1];

		line_number = names.entries[i].line;
		if (one->value >> 16 == names.entries[i].value >> 16)
			refuse("line %d names this position too", one->line);
	}
}

/* Lines share their beginnings. */
static void drop_repeats(struct table *table)
{
	size_t kept = 0;

	for (size_t i = 0; i < table->count; i++)
		if (!kept || table->entries[i].value !=
				     table->entries[kept - 1].value)
			table->entries[kept++] = table->entries[i];
	table->count = kept;
}

static void print_table(const char *name, const struct table *table)
{
	printf("static const uint64_t %s[] = {\n", name);
	for (size_t i = 0; i < table->count; i++)
		printf("\t0x%016llx,\n",
		       (unsigned long long)table->entries[i].value);
	printf("};\n\n");
}

static void print_setups(void)
{
	printf("static const uint16_t setup_moves[] = {\n");
	for (size_t i = 0; i < setup_count; i++)
		printf("\t0x%04x,\n", setup_moves[i]);
	printf("};\n\n");
}

static void print_text(void)
{
	printf("static const char text[] =\n");
	for (size_t at = 0; at < text_size; at += strlen(text + at) + 1)
		printf("\t\"%s\\0\"\n", text + at);
	printf("\t;\n");
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: gen_openings FILE\n");
		return 2;
	}
	file_name = argv[1];
	read_file();
	sort(&names);
	refuse_double_names();
	sort(&replies);
	drop_repeats(&replies);
	printf("/* %zu names, %zu replies, %zu set-ups; %zu bytes. */\n\n",
	       names.count, replies.count, setups,
	       8 * (names.count + replies.count) + 2 * setup_count + text_size);
	print_table("names", &names);
	print_table("replies", &replies);
	print_setups();
	print_text();
	return fflush(stdout) == EOF;
}
