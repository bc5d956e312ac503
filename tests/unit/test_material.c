/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What can mate? For every pair of up to two pieces a side, all placements
 * are tried for a checkmate, with the second rule book to judge. A side can
 * mate if there is one, or if there is one with what may become of the
 * pieces: taken, or promoted. The core must have come to the same answers by
 * thought.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/status.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/walk.h"

/* Queen, rook, bishop on light and on dark squares, knight, pawn. */
static const char letters[] = "QRBDNP";

#define LETTERS 6
#define SETS 28 /* of none, one or two of these */

static struct set {
	int count[LETTERS];
	int size;
	char white[3];
	char black[3];
} sets[SETS];

/* Of the set of the one against that of the other. */
static bool can_mate[SETS][SETS];

/* How many sets are tried; in haste only those of one piece. */
static int tried;

static void add_set(int *number, int first, int second)
{
	struct set *set = &sets[(*number)++];

	for (int i = 0; i < LETTERS; i++) {
		set->count[i] = (i == first) + (i == second);
		for (int j = 0; j < set->count[i]; j++) {
			set->white[set->size] = letters[i];
			set->black[set->size++] =
				(char)(letters[i] + 'a' - 'A');
		}
	}
}

static void make_sets(void)
{
	int number = 0;

	memset(sets, 0, sizeof(sets));
	add_set(&number, -1, -1);
	for (int i = 0; i < LETTERS; i++)
		add_set(&number, i, -1);
	for (int i = 0; i < LETTERS; i++)
		for (int j = i; j < LETTERS; j++)
			add_set(&number, i, j);
	assert_int_equal(number, SETS);
}

/* The squares beside Black's king that it could go to. */
static int ways_out(const struct oracle_pos *pos)
{
	int king = oracle_king(pos, 1);
	struct oracle_pos without = *pos;
	int count = 0;

	without.board[king] = ORACLE_EMPTY; /* it hides nothing behind it */
	for (int to = king - 11; to <= king + 11; to++)
		count += oracle_attacks(pos, king, to) &&
			 pos->board[to] != ORACLE_EDGE &&
			 oracle_owner(pos, to) != 1 &&
			 !oracle_attackers(&without, to, 0);
	return count;
}

/*
 * Can a mate come of it, after the first of these pieces was put down? Black's
 * king comes first; then White's pieces, and one of them must give check; then
 * White's king; then Black's pieces, each of which can close only one way out.
 */
static bool is_hopeful(const struct oracle_pos *pos, const char *pieces)
{
	const char *left = pieces + 1;

	if (strchr(left, 'K'))
		return *left != 'K' || oracle_in_check(pos);
	return oracle_in_check(pos) && ways_out(pos) <= (int)strlen(left) &&
	       !oracle_attacks(pos, oracle_king(pos, 1), oracle_king(pos, 0));
}

/* Without pawns a quarter of the board is enough for the first king. */
static bool is_mirrored(const char *pieces, int square)
{
	int file = oracle_file(square);
	int rank = oracle_rank(square);

	return *pieces == 'k' && !strpbrk(pieces, "Pp") &&
	       (rank > file || rank + file > 7);
}

/*
 * Mate, with Black to move. By one piece: two bishops of one colour cannot
 * come to give check both at once, and the others need no double check.
 */
static bool is_mate(const struct oracle_pos *pos)
{
	return oracle_attackers(pos, oracle_king(pos, 1), 0) == 1 &&
	       oracle_attackers(pos, oracle_king(pos, 0), 1) == 0 &&
	       oracle_status(pos) == ORACLE_CHECKMATE;
}

/* Is every piece left, all of them Black's, needed beside its king? */
static bool is_tight(const struct oracle_pos *pos, const char *pieces)
{
	return !strchr(pieces, 'K') && ways_out(pos) == (int)strlen(pieces);
}

/* Puts the pieces on all squares until there is a mate. */
static bool find_mate(struct oracle_pos *pos, const char *pieces, int first)
{
	bool tight = is_tight(pos, pieces);
	bool found = false;

	if (!*pieces)
		return is_mate(pos);
	for (int at = first; at <= 98 && !found; at++) {
		if (pos->board[at] != ORACLE_EMPTY ||
		    !walk_may_stand(*pieces, at) || is_mirrored(pieces, at) ||
		    (tight && !oracle_attacks(pos, oracle_king(pos, 1), at)))
			continue;
		pos->board[at] = walk_letter(*pieces);
		found = is_hopeful(pos, pieces) &&
			find_mate(pos, pieces + 1,
				  pieces[0] == pieces[1] ? at + 1 : 21);
		pos->board[at] = ORACLE_EMPTY;
	}
	return found;
}

/* Is there any position at all in which White has mated? */
static bool mate_exists(const struct set *white, const struct set *black)
{
	struct oracle_pos pos;
	char pieces[8];

	snprintf(pieces, sizeof(pieces), "k%sK%s", white->white, black->black);
	oracle_clear(&pos);
	pos.side = 1;
	return find_mate(&pos, pieces, 21);
}

/* One piece taken, or one pawn promoted. */
static bool becomes(const struct set *from, const struct set *to)
{
	int fewer = 0;
	int more = 0;

	for (int i = 0; i < LETTERS; i++) {
		int change = to->count[i] - from->count[i];

		fewer += change < 0 ? -change : 0;
		more += change > 0 ? change : 0;
	}
	return fewer == 1 &&
	       (more == 0 || (more == 1 && to->count[LETTERS - 1] <
						   from->count[LETTERS - 1]));
}

/* Is it known of something that may become of the two sets? */
static bool is_known(int a, int b)
{
	for (int next = 0; next < SETS; next++)
		if ((becomes(&sets[a], &sets[next]) && can_mate[next][b]) ||
		    (becomes(&sets[b], &sets[next]) && can_mate[a][next]))
			return true;
	return false;
}

/* What may become of a set stands before it, so one pass is enough. */
static int find_mates(void **state)
{
	(void)state;
	make_sets();
	tried = walk_is_quick() ? 1 + LETTERS : SETS;
	for (int a = 0; a < tried; a++)
		for (int b = 0; b < tried; b++)
			can_mate[a][b] = is_known(a, b) ||
					 mate_exists(&sets[a], &sets[b]);
	return 0;
}

static void expect(const struct oracle_pos *oracle, bool white, bool black)
{
	char fen[ORACLE_FEN_SIZE];
	struct rk_pos pos;

	compare_read(&pos, oracle);
	oracle_fen_write(fen, oracle, false);
	if (rk_pos_can_mate(&pos, RK_WHITE) != white ||
	    rk_pos_can_mate(&pos, RK_BLACK) != black)
		fail_msg("%s: White can%s mate, Black can%s", fen,
			 white ? "" : "not", black ? "" : "not");
	assert_int_equal(rk_pos_is_insufficient(&pos), !white && !black);
	assert_int_equal(oracle_insufficient(oracle), !white && !black);
}

static void test_pair(int a, int b, uint64_t *seed)
{
	char pieces[8];

	snprintf(pieces, sizeof(pieces), "Kk%s%s", sets[a].white,
		 sets[b].black);
	for (int i = 0; i < 20; i++) {
		struct oracle_pos pos;

		walk_place(&pos, pieces, seed);
		expect(&pos, can_mate[a][b], can_mate[b][a]);
	}
}

static void test_all_sets(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int a = 0; a < tried; a++)
		for (int b = 0; b < tried; b++)
			test_pair(a, b, &seed);
}

/* More pieces than can be tried: the same thoughts, carried on. */
static void test_larger_sets(void **state)
{
	static const struct {
		const char *pieces;
		bool white, black;
	} row[] = {
		{"KkBBBbb", false, false},     {"KkDDDDdd", false, false},
		{"KkBBBdb", true, true},       {"KkNqqq", false, true},
		{"KkNqqr", true, true},        {"KkNqqp", true, true},
		{"KkBBrrqqbb", false, true},   {"KkBBrrqqbbd", true, true},
		{"KkBBrrqqn", true, true},     {"KkNNN", true, false},
		{"Kkqqrrbbnnpp", false, true},
	};
	uint64_t seed = 4;

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct oracle_pos pos;

		walk_place(&pos, row[i].pieces, &seed);
		expect(&pos, row[i].white, row[i].black);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_sets),
		cmocka_unit_test(test_larger_sets),
	};

	return cmocka_run_group_tests_name("material", tests, find_mates, NULL);
}
