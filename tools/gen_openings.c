/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints the tables of engine/openings.c as C, from the text named on the
 * command line, data/openings.txt, which describes its own format. Reading is
 * strict: an error stops the build with the file, the line and the reason. So do
 * two entries that the tables could not tell apart, since they keep 40 bits of
 * 64; see engine/openings_table.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/openings_table.h"
#include "rookery/moves.h"
#include "rookery/notation.h"
#include "rookery/player.h"
#include "tools/gen_openings_names.h"
#include "tools/gen_openings_rows.h"

#define FIELDS 4
#define SETUP_MOVES 4096

static struct table names = {.name = "names", .counts = "name_counts"};
static struct table replies = {.name = "replies", .counts = "reply_counts"};
static uint16_t setup_moves[SETUP_MOVES];
static size_t setup_count, setups;

static rk_move read_move(const struct rk_pos *pos, const char *word)
{
	char canonical[RK_SAN_SIZE];
	rk_move move;
	enum rk_notation_error error =
		rk_move_read(&move, pos, word, strlen(word));

	if (error)
		refuse("\"%s\": %s", word, rk_notation_error_text(error));
	rk_san_write(canonical, pos, move);
	if (strcmp(word, canonical) != 0)
		refuse("\"%s\" is written %s", word, canonical);
	return move;
}

/* Castling is the king's two squares, as a row says it. */
static int to_of(rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);

	if (rk_move_kind(move) == RK_CASTLING)
		to = to > from ? from + 2 : from - 2;
	return to;
}

static void read_name(const char *name)
{
	size_t length = strlen(name);

	if (!length || length >= RK_OPENING_SIZE)
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
	int name;

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
			add(&replies,
			    rk_opening_reply(pos.key, rk_move_from(move),
					     to_of(move)),
			    0);
		rk_pos_make(&pos, move, &undo);
	}
	name = names_add(field[1]);
	if (name < 0)
		refuse("no room for more names");
	add(&names, pos.key, name);
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
			(uint16_t)(rk_move_from(move) | to_of(move) << 6 |
				   type << 12);
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

	if (!*row || *row == '#')
		return;
	cut_fields(row, field, FIELDS);
	if (strcmp(field[0], "setup") == 0)
		read_setup(field);
	else
		read_line(field);
}

/* Lines share their beginnings. */
static void drop_repeats(struct table *table)
{
	size_t kept = 0;

	for (size_t i = 0; i < table->count; i++)
		if (!kept ||
		    table->entries[i].number != table->entries[kept - 1].number)
			table->entries[kept++] = table->entries[i];
	table->count = kept;
}

static void print_table(const struct table *table)
{
	print_counts(table);
	printf("static const uint32_t %s[] = {\n", table->name);
	for (size_t i = 0; i < table->count; i++)
		printf("\t0x%08x,\n", rk_opening_tag(table->entries[i].number));
	printf("};\n\n");
}

static void print_names(void)
{
	printf("static const uint16_t name_starts[] = {\n");
	for (size_t i = 0; i < names.count; i++)
		printf("\t%u, /* %s */\n", names_start(names.entries[i].value),
		       names_text(names.entries[i].value));
	printf("};\n\n");
	names_print();
}

static void print_setups(void)
{
	printf("static const uint16_t setup_moves[] = {\n");
	for (size_t i = 0; i < setup_count; i++)
		printf("\t0x%04x,\n", setup_moves[i]);
	printf("};\n\n");
}

static size_t count_bytes(void)
{
	return 2 * RK_OPENING_BUCKETS + 6 * names.count + names_bytes() +
	       4 * replies.count + 2 * setup_count;
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: gen_openings FILE\n");
		return 2;
	}
	read_rows(argv[1], read_row);
	sort(&names);
	refuse_doubles(&names, "names");
	refuse_clashes(&names, RK_OPENING_BITS);
	sort(&replies);
	drop_repeats(&replies);
	refuse_clashes(&replies, RK_OPENING_BITS);
	if (!names_pack())
		refuse("no room for more names");
	printf("/* %zu names, %zu replies, %zu set-ups; %zu bytes. */\n\n",
	       names.count, replies.count, setups, count_bytes());
	print_table(&names);
	print_table(&replies);
	print_setups();
	print_names();
	return fflush(stdout) == EOF;
}
