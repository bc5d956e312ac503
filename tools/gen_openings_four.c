/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints the table of engine/four/openings.c as C, from the text named on the
 * command line, data/openings-four.txt, which describes its own format. Reading
 * is strict: an error stops the build with the file, the line and the reason.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/openings_table.h"
#include "rookery/moves.h"
#include "rookery/rules.h"
#include "tools/gen_openings_rows.h"

#define FIELDS 4

static struct table replies = {.name = "replies", .counts = "counts"};
/* The positions that have replies, to find two lines about one. */
static struct table places;
static size_t lines;

static const struct rk_rules *read_kind(const char *kind)
{
	if (strcmp(kind, "teams") == 0)
		return &rk_rules_teams;
	if (strcmp(kind, "ffa") != 0)
		refuse("\"%s\" is neither teams nor ffa", kind);
	return &rk_rules_ffa;
}

static void read_start(const struct rk_rules *rules, union rk_any_pos *pos,
		       const char *start)
{
	for (int i = 0; rules->starts[i]; i++)
		if (strcmp(rules->starts[i], start) == 0) {
			rules->start(pos, i);
			return;
		}
	refuse("\"%s\" is no set-up", start);
}

/* The hash of a move, which must be legal and written as the board writes it. */
static uint64_t read_reply(const struct rk_rules *rules,
			   const union rk_any_pos *pos, const char *word,
			   rk_any_move *move)
{
	char canonical[RK_MOVE_TEXT_SIZE];
	enum rk_notation_error error =
		rules->read_move(move, pos, word, strlen(word));

	if (error)
		refuse("\"%s\": %s", word, rk_notation_error_text(error));
	rules->write_move(canonical, pos, *move, RK_STYLE_COORD);
	if (strcmp(word, canonical) != 0)
		refuse("\"%s\" is written %s", word, canonical);
	return rk_opening_reply_four(rules->key(pos), rules == &rk_rules_teams,
				     *move);
}

static bool has_reply(uint64_t number)
{
	for (size_t i = 0; i < replies.count; i++)
		if (replies.entries[i].number == number)
			return true;
	return false;
}

/* Plays what leads to the position; earlier lines must have all of it. */
static void read_moves(const struct rk_rules *rules, union rk_any_pos *pos,
		       char *moves)
{
	union rk_any_undo undo;
	rk_any_move move;

	if (strcmp(moves, "-") == 0)
		return;
	while (moves) {
		const char *word = cut(&moves, ' ');

		if (!has_reply(read_reply(rules, pos, word, &move)))
			refuse("\"%s\": no line before has this move here",
			       word);
		rules->make(pos, move, &undo);
	}
}

static int read_weight(const char *text)
{
	char *end = NULL;
	long weight = text ? strtol(text, &end, 10) : 0;

	if (!text || end == text || *end || weight < 1 ||
	    weight > RK_OPENING_WEIGHT)
		refuse("a weight is a number from 1 to %d", RK_OPENING_WEIGHT);
	return (int)weight;
}

static void read_row(char *row)
{
	const struct rk_rules *rules;
	union rk_any_pos pos;
	char *field[FIELDS + 1], *rest;
	rk_any_move move;

	if (!*row || *row == '#')
		return;
	cut_fields(row, field, FIELDS);
	rules = read_kind(field[0]);
	read_start(rules, &pos, field[1]);
	read_moves(rules, &pos, field[2]);
	/* No move is 0, so this is the hash of the position. */
	add(&places,
	    rk_opening_reply_four(rules->key(&pos), rules == &rk_rules_teams,
				  0),
	    0);
	for (rest = field[3]; rest;) {
		char *weight = cut(&rest, ' ');
		const char *word = cut(&weight, ':');
		uint64_t number = read_reply(rules, &pos, word, &move);

		add(&replies, number, read_weight(weight));
	}
	lines++;
}

static void print_replies(void)
{
	print_counts(&replies);
	printf("static const uint32_t %s[] = {\n", replies.name);
	for (size_t i = 0; i < replies.count; i++)
		printf("\t0x%08x,\n",
		       (rk_opening_tag(replies.entries[i].number) &
			~(uint32_t)RK_OPENING_WEIGHT) |
			       (uint32_t)replies.entries[i].value);
	printf("};\n");
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: gen_openings_four FILE\n");
		return 2;
	}
	read_rows(argv[1], read_row);
	sort(&places);
	refuse_doubles(&places, "has");
	sort(&replies);
	refuse_clashes(&replies, RK_OPENING_BITS_FOUR);
	printf("/* %zu positions, %zu replies; %zu bytes. */\n\n", lines,
	       replies.count, RK_OPENING_BUCKETS + 4 * replies.count);
	print_replies();
	return fflush(stdout) == EOF;
}
