/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * FEN4: what it says comes out again, both styles of corners are read, and
 * every error is named with the column where it is. In the texts of errors a
 * ! stands before the byte that cannot be; it is taken out before reading.
 */
#include "tests/unit/unit.h"

#include "tests/oracle/four_compare.h"
#include "tests/oracle/four_walk.h"

#define TOP "3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/"
#define SIDES \
	"bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/" \
	"bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/"
#define BOTTOM "3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3"
#define BOARD TOP SIDES BOTTOM
#define HEAD "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"

/* As in the contract. */
static const char modern[] = HEAD BOARD;

static bool read_as(struct rk4_pos *pos, unsigned int options, const char *text,
		    struct rk_error *error)
{
	return rk4_fen_read(pos, text, strlen(text), options, error);
}

static struct rk4_pos must_read(unsigned int options, const char *text)
{
	struct rk4_pos pos;
	struct rk_error error;

	if (!read_as(&pos, options, text, &error))
		fail_msg("%s: column %zu: %s", text, error.column,
			 error.reason);
	return pos;
}

static void must_write(const struct rk4_pos *pos, const char *expected)
{
	char text[RK4_FEN_SIZE];
	size_t length = rk4_fen_write(text, pos);

	assert_string_equal(text, expected);
	assert_int_equal(length, strlen(expected));
}

static void test_start(void **state)
{
	struct rk4_pos start, pos;

	(void)state;
	rk4_pos_start(&start, RK4_START_MODERN, RK4_RULES_FFA);
	must_write(&start, modern);
	pos = must_read(RK4_RULES_FFA, modern);
	assert_memory_equal(&pos, &start, sizeof(pos));
}

/* Corners as x, broken lines, blanks around, and what we do not know. */
static void test_styles(void **state)
{
	static const char *const texts[] = {
		HEAD "\nx,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/\n"
		     "X,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x /\r\n"
		     "x,x,x,8,x,x,x/\n" SIDES "x,2,rP,rP,rP,rP,rP,rP,rP,rP,1,2/"
		     "1,1,1,rR,rN,rB,rQ,rK,rB,rN,rR,1,1,1\n",
		"  " HEAD BOARD " \t\r\n",
		HEAD "{'pawnBaseRank':2,'a':'-1-','x':{}}-" BOARD,
		HEAD "{'enPassant':('','','','')}-" BOARD,
		/* Names of others, of which nothing is known. */
		HEAD "{\"enPassant':0}-" BOARD,
		HEAD "{'enPassants':0}-" BOARD,
		HEAD "{}-" BOARD,
	};
	struct rk4_pos start, pos;

	(void)state;
	rk4_pos_start(&start, RK4_START_MODERN, RK4_RULES_TEAMS);
	for (size_t i = 0; i < COUNT(texts); i++) {
		pos = must_read(RK4_RULES_TEAMS, texts[i]);
		assert_memory_equal(&pos, &start, sizeof(pos));
	}
}

#define ARMY \
	"6,yK,7/14/14/14/dbR,dbQ,dP,11/dD,1,rD,11/dbD,12,gK/bK,13/" \
	"14/14/14/14/14/7,rK,6"

static void test_dead(void **state)
{
	struct rk4_pos pos =
		must_read(RK4_RULES_FFA,
			  "Y-0,1,0,0-0,0,0,0-0,0,0,0-7,32000,0,12-50-" ARMY);

	(void)state;
	assert_int_equal(pos.left, 1 << RK4_BLUE);
	assert_int_equal(pos.walking, 1 << RK4_BLUE);
	assert_int_equal(pos.points[RK4_BLUE], 32000);
	assert_int_equal(pos.halfmove, 50);
	assert_int_equal(pos.turn, RK4_YELLOW);
	assert_int_equal(pos.board[rk4_square_at(0, 9)],
			 rk4_piece(RK4_BLUE, RK_ROOK));
	assert_int_equal(pos.board[rk4_square_at(2, 9)], RK4_DEAD | RK_PAWN);
	assert_int_equal(pos.board[rk4_square_at(0, 8)], RK4_DEAD | RK_QUEEN);
	assert_int_equal(pos.board[rk4_square_at(2, 8)],
			 rk4_piece(RK4_RED, RK_QUEEN) | RK4_CHEAP);
	/* What died as a cheap queen of nobody is a queen. */
	must_write(&pos,
		   "Y-0,1,0,0-0,0,0,0-0,0,0,0-7,32000,0,12-50-"
		   "6,yK,7/14/14/14/dbR,dbQ,dP,11/dQ,1,rD,11/dbD,12,gK/bK,13/"
		   "14/14/14/14/14/7,rK,6");

	pos = must_read(RK4_RULES_STILL,
			"Y-0,1,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-" ARMY);
	assert_int_equal(pos.walking, 0);
	must_write(&pos,
		   "Y-0,1,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"
		   "6,yK,7/14/14/14/dbR,dbQ,dP,11/dQ,1,rD,11/dbD,12,gK/dbK,13/"
		   "14/14/14/14/14/7,rK,6");
}

/* Letters of a seat that plays: its dead pieces are nobody's. */
static void test_nobody(void **state)
{
	struct rk4_pos pos = must_read(
		RK4_RULES_FFA,
		"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"
		"6,yK,7/14/14/14/14/14/13,gK/bK,2,dbN,dK,dgK,8/14/14/14/14/14/"
		"7,rK,6");

	(void)state;
	assert_int_equal(pos.board[rk4_square_at(3, 6)], RK4_DEAD | RK_KNIGHT);
	must_write(&pos,
		   "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"
		   "6,yK,7/14/14/14/14/14/13,gK/bK,2,dN,dK,dK,8/14/14/14/14/14/"
		   "7,rK,6");
}

static void test_en_passant(void **state)
{
	static const char text[] =
		"B-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
		"{'enPassant':('e3:e4','','','')}-" TOP
		"bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/"
		"bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/"
		"bN,bP,10,gP,gN/bR,bP,2,rP,7,gP,gR/14/"
		"3,rP,1,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
	struct rk4_pos start, pos = must_read(RK4_RULES_FFA, text);
	struct rk4_undo undo;

	(void)state;
	must_write(&pos, text);
	rk4_pos_start(&start, RK4_START_MODERN, RK4_RULES_FFA);
	rk4_make(&start,
		 rk4_move_new(rk4_square_at(4, 1), rk4_square_at(4, 3), 0,
			      RK4_NORMAL),
		 &undo);
	assert_memory_equal(&pos, &start, sizeof(pos));
	/* A right without its pawn is none; nor has one who has left any. */
	pos = must_read(RK4_RULES_FFA,
			HEAD "{'enPassant':('e3:e4','','','l5:k5')}-" BOARD);
	assert_int_equal(pos.ep[0] | pos.ep[1] | pos.ep[2] | pos.ep[3], 0);
}

/* Rights whose king or rook is not at home are dropped. */
static void test_castling(void **state)
{
	static const struct {
		const char *board;
		unsigned int castle;
	} cases[] = {
		{BOARD, 0xff},
		{TOP SIDES "3,rP,rP,rP,rP,rP,rP,rP,rP,3/"
			   "3,rR,rN,rB,rQ,rK,rB,rN,1,3",
		 0xfe},
		{TOP SIDES "3,rP,rP,rP,rP,rP,rP,rP,rP,3/"
			   "3,yR,rN,rB,rQ,rK,rB,rN,rR,3",
		 0xfd},
		{TOP SIDES "3,rP,rP,rP,rP,rP,rP,rP,rP,3/"
			   "3,rR,rN,rB,rQ,1,rK,rN,rR,3",
		 0xfc},
		{TOP SIDES "3,rP,rP,rP,rP,rP,rP,rP,rP,3/"
			   "3,rR,rN,rB,rK,rQ,rB,rN,rR,3",
		 0xff},
		{"3,1,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/" SIDES
			 BOTTOM,
		 0xef},
	};
	char text[RK4_FEN_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		sprintf(text, "%s%s", HEAD, cases[i].board);
		assert_int_equal(must_read(RK4_RULES_FFA, text).castle,
				 cases[i].castle);
	}
}

/* ---- Errors ---- */

static const struct {
	const char *text;
	const char *reason; /* some of its words */
} errors[] = {
	{"!", "who is to move"},
	{"!r-0,0,0,0", "R, B, Y or G"},
	{"  !W-0", "who is to move"},
	{"R!", "'-' after who"},
	{"R!,0,0,0,0", "'-' after who"},
	{"R-!", "who is dead"},
	{"R-0,!2,0,0", "who is dead"},
	{"R-0,0,0!-1,1,1,1", "who is dead"},
	{"R-0,0,0,0!0-1", "'-' after four parts"},
	{"R-0,0,0,0!", "'-' after four parts"},
	{"R-0,0,0,0-1,!,1,1", "near rook"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,!x", "far rook"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-!-1,0,0,0-0-", "points"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0!;0,0-0-", "points"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,!32001,0,0-0-", "points"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,5000!1,0,0-0-", "50000"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0!", "'-' after four parts"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-!x-", "number of plies"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-5000!1-", "50000"},
	{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0!", "'-' after the number"},
	{HEAD "!x-" BOARD, "'{' or the board"},
	{HEAD "{'a!'-" BOARD, "'}' before the board"},
	{HEAD "{'enPassant'!}-" BOARD, "':'"},
	{HEAD "{'enPassant':!{}}-" BOARD, "'('"},
	{HEAD "{'enPassant':(!e3:e4,'','','')}-" BOARD, "quote before"},
	{HEAD "{'enPassant':('!e4:e5','','','')}-" BOARD, "skip"},
	{HEAD "{'enPassant':('!e','','','')}-" BOARD, "skip"},
	{HEAD "{'enPassant':('!a3:a4','','','')}-" BOARD, "skip"},
	{HEAD "{'enPassant':('!e3333333','','','')}-" BOARD, "skip"},
	{HEAD "{'enPassant':('e3!','','','')}-" BOARD, "':'"},
	{HEAD "{'enPassant':('e3:!e5','','','')}-" BOARD, "square of the pawn"},
	{HEAD "{'enPassant':('e3:e4!,'','','')}-" BOARD, "quote after"},
	{HEAD "{'enPassant':('','!e3:e4','','')}-" BOARD, "skip"},
	{HEAD "{'enPassant':('',''!)}-" BOARD, "comma"},
	{HEAD "{'enPassant':('','','',''!,'')}-" BOARD, "')'"},
	{HEAD "!", "'x' or a number"},
	{HEAD "!yR,yN", "'x' or a number"},
	{HEAD "3,!xx", "a piece"},
	{HEAD "3,!y", "a piece"},
	{HEAD "3,!yp", "a piece"},
	{HEAD "3,!P", "a piece"},
	{HEAD "3,!d", "a piece"},
	{HEAD "3,!wK", "a piece"},
	{HEAD "3,!x,x", "a piece"},
	{HEAD "3,!0,yR", "a piece"},
	{HEAD "3,yR,yN,yB,yK,yQ,yB,yN,yR,!4/", "'x' or a number"},
	{HEAD "!15/", "'x' or a number"},
	{HEAD "!999999/", "'x' or a number"},
	{HEAD "3!yR", "comma"},
	{HEAD "3,yR!/3", "comma"},
	{HEAD "14!,yR", "'/' after fourteen"},
	{HEAD "14/14/14/14!", "'/' after fourteen"},
	{HEAD BOARD "!/14", "nothing more"},
	{HEAD BOARD " !x", "nothing more"},
};

/* Takes the ! out; returns the column it stood at. */
static size_t unmark(char *text, const char *marked)
{
	const char *mark = strchr(marked, '!');
	size_t before = (size_t)(mark - marked);

	memcpy(text, marked, before);
	strcpy(text + before, mark + 1);
	return before + 1;
}

static void test_errors(void **state)
{
	char text[RK4_FEN_SIZE + 64];
	struct rk4_pos pos, untouched;
	struct rk_error error;

	(void)state;
	memset(&untouched, 0x5a, sizeof(untouched));
	for (size_t i = 0; i < COUNT(errors); i++) {
		size_t column = unmark(text, errors[i].text);

		memcpy(&pos, &untouched, sizeof(pos));
		assert_false(read_as(&pos, RK4_RULES_FFA, text, &error));
		if (error.column != column ||
		    !strstr(error.reason, errors[i].reason))
			fail_msg("%s: column %zu: %s", errors[i].text,
				 error.column, error.reason);
		assert_memory_equal(&pos, &untouched, sizeof(pos));
		assert_false(
			rk4_fen_read_setup(&pos, text, strlen(text), &error));
		assert_int_equal(error.column, column);
		assert_memory_equal(&pos, &untouched, sizeof(pos));
	}
}

/* Every beginning of a good text is bad, and so is a NUL anywhere in it. */
static void test_cut(void **state)
{
	size_t length = sizeof(modern) - 1;
	struct rk4_pos pos;
	struct rk_error error;
	char text[sizeof(modern)];

	(void)state;
	for (size_t i = 0; i < length; i++) {
		char *copy = malloc(i ? i : 1);

		memcpy(copy, modern, i);
		assert_false(
			rk4_fen_read(&pos, copy, i, RK4_RULES_FFA, &error));
		assert_true(error.column >= 1 && error.column <= i + 1);
		free(copy);
		memcpy(text, modern, sizeof(text));
		text[i] = 0;
		assert_false(rk4_fen_read(&pos, text, length, RK4_RULES_FFA,
					  &error));
		assert_true(error.column >= 1 && error.column <= i + 1);
	}
}

/* ---- Defects ---- */

#define LONELY(turn, dead, board) \
	turn "-" dead "-0,0,0,0-0,0,0,0-0,0,0,0-0-" board
#define KINGS(r, b, y, g, more) \
	"6," y ",7/14/14/14/14/14/13," g "/" b ",13/" more "/14/14/14/14/7," r \
	",6"

static const struct {
	const char *text;
	unsigned int options;
	unsigned int defects;
} set_ups[] = {
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "14")),
	 RK4_RULES_FFA, 0},
	{LONELY("R", "0,0,0,0", KINGS("rQ", "bK", "yQ", "gK", "14")),
	 RK4_RULES_FFA,
	 RK4_DEFECT_KING << RK4_RED | RK4_DEFECT_KING << RK4_YELLOW},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "5,gK,8")),
	 RK4_RULES_FFA, RK4_DEFECT_KING << RK4_GREEN},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "5,dK,8")),
	 RK4_RULES_FFA, 0},
	{LONELY("R", "0,1,0,0", KINGS("rK", "1", "yK", "gK", "14")),
	 RK4_RULES_FFA, 0},
	{LONELY("R", "0,1,0,0", KINGS("rK", "dbK", "yK", "gK", "bK,13")),
	 RK4_RULES_STILL, RK4_DEFECT_KING << RK4_BLUE},
	{LONELY("R", "0,1,1,1", KINGS("rK", "dbK", "dyK", "dgK", "14")),
	 RK4_RULES_FFA, RK4_DEFECT_PLAYERS},
	{LONELY("R", "0,1,0,1", KINGS("rK", "dbK", "yK", "dgK", "14")),
	 RK4_RULES_LAST, 0},
	{LONELY("R", "0,1,0,1", KINGS("rK", "dbK", "yK", "dgK", "14")),
	 RK4_RULES_TEAMS, RK4_DEFECT_PLAYERS},
	{LONELY("B", "0,1,0,0", KINGS("rK", "dbK", "yK", "gK", "14")),
	 RK4_RULES_FFA, RK4_DEFECT_TURN},
	{LONELY("B", "0,1,0,0", KINGS("rK", "bK", "yK", "gK", "14")),
	 RK4_RULES_FFA, 0},
	{LONELY("B", "0,1,0,0", KINGS("rK", "bK", "yK", "gK", "14")),
	 RK4_RULES_STILL, RK4_DEFECT_TURN},
	/* Rank 6: Red's sixth, Yellow's ninth; g is Blue's seventh, Green's eighth. */
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "6,rP,7")),
	 RK4_RULES_FFA, 0},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "6,bP,7")),
	 RK4_RULES_FFA, 0},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "6,yP,7")),
	 RK4_RULES_FFA, RK4_DEFECT_PAWN},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "6,gP,7")),
	 RK4_RULES_FFA, RK4_DEFECT_PAWN},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "6,yP,gP,6")),
	 RK4_RULES_TEAMS, 0},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "10,bP,3")),
	 RK4_RULES_TEAMS, RK4_DEFECT_PAWN},
	{LONELY("R", "0,0,0,0", KINGS("rK", "bK", "yK", "gK", "6,dP,7")),
	 RK4_RULES_FFA, 0},
	{LONELY("R", "0,0,1,0", KINGS("rK", "bK", "dyK", "gK", "6,dyP,7")),
	 RK4_RULES_FFA, 0},
};

static void test_defects(void **state)
{
	struct rk4_pos setup, pos;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(set_ups); i++) {
		const char *text = set_ups[i].text;

		assert_true(
			rk4_fen_read_setup(&setup, text, strlen(text), &error));
		assert_int_equal(rk4_setup_examine(&setup, set_ups[i].options),
				 set_ups[i].defects);
		assert_int_equal(read_as(&pos, set_ups[i].options, text,
					 &error),
				 !set_ups[i].defects);
		if (!set_ups[i].defects)
			continue;
		assert_int_equal(error.column, 0);
		assert_string_equal(error.reason,
				    rk4_defect_text(set_ups[i].defects));
	}
	for (unsigned int bit = 1; bit <= RK4_DEFECT_CHECK; bit *= 2)
		for (unsigned int other = 2 * bit; other <= RK4_DEFECT_CHECK;
		     other *= 2) {
			assert_string_not_equal(rk4_defect_text(bit),
						rk4_defect_text(other));
			assert_string_equal(rk4_defect_text(bit | other),
					    rk4_defect_text(bit));
		}
}

/* ---- Positions of random play ---- */

/* FEN4 has no move number, and says nothing of a game that is over. */
static void round_trip(const struct rk4_pos *pos)
{
	char text[RK4_FEN_SIZE];
	struct rk4_pos again;

	rk4_fen_write(text, pos);
	again = must_read(pos->options, text);
	again.fullmove = pos->fullmove;
	assert_memory_equal(&again, pos, sizeof(again));
	must_write(&again, text);
}

static void test_round_trips(void **state)
{
	static rk4_move list[RK4_MAX_MOVES];
	int games = walk_is_quick() ? 200 : 4000;
	uint64_t seed = 73;

	(void)state;
	for (int game = 0; game < games; game++) {
		int rules = game % FOUR_RULES, number = game / FOUR_RULES;
		struct four_pos oracle;
		struct rk4_pos pos;
		struct rk4_undo undo;

		four_walk_start(&oracle, (enum four_rules)rules,
				number % FOUR_WALK_KINDS,
				number / FOUR_WALK_KINDS, &seed);
		four_compare_fill(&pos, &oracle, 1);
		for (int ply = 0; ply < 80 && !pos.ended; ply++) {
			int count = rk4_gen_legal(&pos, list);
			rk4_move move;

			round_trip(&pos);
			if (!count)
				break;
			move = list[walk_random(&seed, count)];
			rk4_make(&pos, move, &undo);
			rk4_settle(&pos, move, &undo);
			if (!pos.ended && walk_random(&seed, 60) == 0 &&
			    !(pos.left >> pos.turn & 1))
				rk4_leave(&pos, pos.turn, RK_REASON_TIME);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_start),
		cmocka_unit_test(test_styles),
		cmocka_unit_test(test_dead),
		cmocka_unit_test(test_nobody),
		cmocka_unit_test(test_en_passant),
		cmocka_unit_test(test_castling),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_defects),
		cmocka_unit_test(test_round_trips),
	};

	return cmocka_run_group_tests_name("four: FEN4", tests, NULL, NULL);
}
