/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book counts: numbers to hold perft with four players against
 * that owe nothing to the core. `fouroracle perft RULES DEPTH [FEN4|START]`.
 *
 * And it is a referee: `fouroracle play RULES [FEN4|START]` reads moves like
 * h2h3, one a line, and answers with the FEN4 after each, or `illegal`; in
 * front of a FEN4 at which the game is over stands `over`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/four.h"

static const char *const names[FOUR_RULES] = {"ffa", "still", "last", "teams"};
static const char *const starts[FOUR_STARTS] = {
	"modern", "classic", "by", "byg", "rg",
};

/* Its number among the names, or how many there are. */
static int find(const char *word, const char *const *list, int count)
{
	int i = 0;

	while (i < count && strcmp(word, list[i]) != 0)
		i++;
	return i;
}

static bool read_position(struct four_pos *pos, const char *by,
			  const char *text)
{
	int rules = find(by, names, FOUR_RULES);
	int start = text ? find(text, starts, FOUR_STARTS) : 0;

	if (rules == FOUR_RULES)
		return false;
	if (start == FOUR_STARTS)
		return four_fen_read(pos, text, (enum four_rules)rules);
	four_start(pos, start, (enum four_rules)rules);
	return true;
}

/* As UCI has it: what a pawn becomes is said where there is a choice. */
static bool is_written(const struct four_pos *pos, const struct four_move *move,
		       const char *text)
{
	char wanted[32];
	int length = snprintf(wanted, sizeof(wanted), "%c%d%c%d",
			      'a' + move->from % FOUR_SIZE,
			      move->from / FOUR_SIZE + 1,
			      'a' + move->to % FOUR_SIZE,
			      move->to / FOUR_SIZE + 1);

	if (move->promotion && pos->rules == FOUR_TEAMS)
		snprintf(wanted + length, sizeof(wanted) - (size_t)length, "%c",
			 move->promotion + ('a' - 'A'));
	return !strcmp(wanted, text);
}

static bool play(struct four_pos *pos, const char *text)
{
	static struct four_list list;
	struct four_pos after;
	int i = 0;

	four_moves(pos, pos->turn, &list);
	while (i < list.count && !is_written(pos, &list.move[i], text))
		i++;
	if (i == list.count || pos->end != FOUR_PLAYING)
		return false;
	four_make(&after, pos, &list.move[i]);
	four_settle(&after, pos);
	*pos = after;
	return true;
}

static void referee(struct four_pos *pos)
{
	char line[64], fen[FOUR_FEN_SIZE];

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (play(pos, line)) {
			four_fen_write(fen, pos);
			printf("%s%s\n",
			       pos->end != FOUR_PLAYING ? "over " : "", fen);
		} else {
			printf("illegal\n");
		}
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	bool counts = argc >= 4 && !strcmp(argv[1], "perft");
	bool plays = argc >= 3 && !strcmp(argv[1], "play");
	int at = counts ? 4 : 3;
	struct four_pos pos;

	if (!counts && !plays) {
		fprintf(stderr, "usage: fouroracle perft ffa|still|last|teams "
				"DEPTH [FEN4|START]\n       fouroracle play "
				"ffa|still|last|teams [FEN4|START]\n");
		return 2;
	}
	if (!read_position(&pos, argv[2], argc > at ? argv[at] : NULL)) {
		fprintf(stderr, "fouroracle: no such rules, or no FEN4\n");
		return 2;
	}
	if (plays)
		referee(&pos);
	else
		printf("%llu\n", four_perft(&pos, atoi(argv[3])));
	return 0;
}
