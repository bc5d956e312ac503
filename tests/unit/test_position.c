/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From set-ups to positions: every defect that stands in the way, and the
 * keys. The keys are held against the documentation of the Polyglot book
 * format, which gives nine positions with theirs.
 */
#include "tests/unit/unit.h"

#include "core/keys.h"

#define KINGS (RK_DEFECT_WHITE_KING | RK_DEFECT_BLACK_KING)

static struct rk_setup read_setup(const char *fen)
{
	struct rk_setup setup;
	struct rk_error error;

	if (!rk_fen_read_setup(&setup, fen, strlen(fen), &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
	return setup;
}

/* In casual chess checks are no defects. */
static unsigned int in_casual(unsigned int defects)
{
	return defects & ~(unsigned int)(RK_DEFECT_OPPOSITE_CHECK |
					 RK_DEFECT_MANY_CHECKS);
}

/* The defects of both kinds of chess; nothing is written if there are any. */
static void expect_defects(const struct rk_setup *setup, unsigned int defects,
			   const char *name)
{
	struct rk_pos pos, untouched;

	memset(&untouched, 0xa5, sizeof(untouched));
	if (rk_setup_examine(setup) != defects)
		fail_msg("%s: defects %#x, not %#x", name,
			 rk_setup_examine(setup), defects);
	pos = untouched;
	assert_int_equal(rk_pos_from_setup(&pos, setup, false), defects);
	assert_int_equal(!memcmp(&pos, &untouched, sizeof(pos)), defects != 0);
	pos = untouched;
	assert_int_equal(rk_pos_from_setup(&pos, setup, true),
			 in_casual(defects));
	assert_int_equal(!memcmp(&pos, &untouched, sizeof(pos)),
			 in_casual(defects) != 0);
}

static void test_defects(void **state)
{
	static const struct {
		const char *fen;
		unsigned int defects;
	} row[] = {
		{"4k3/8/8/8/8/8/8/4K3 w - -", 0},
		{"4k3/8/8/8/8/8/8/8 w - -", RK_DEFECT_WHITE_KING},
		{"4k3/8/8/8/8/8/8/3KK3 w - -", RK_DEFECT_WHITE_KING},
		{"8/8/8/8/8/8/8/4K3 w - -", RK_DEFECT_BLACK_KING},
		{"kkk5/8/8/8/8/8/8/4K3 w - -", RK_DEFECT_BLACK_KING},
		{"8/8/8/8/8/8/8/8 w - -", KINGS},
		/* a king in check does not matter where kings are missing */
		{"4k3/8/8/8/8/8/8/4R3 w - -", RK_DEFECT_WHITE_KING},
		{"P3k3/8/8/8/8/8/8/4K3 w - -", RK_DEFECT_PAWN_RANK},
		{"p3k3/8/8/8/8/8/8/4K3 w - -", RK_DEFECT_PAWN_RANK},
		{"4k3/8/8/8/8/8/8/P3K3 w - -", RK_DEFECT_PAWN_RANK},
		{"4k3/8/8/8/8/8/8/p3K3 w - -", RK_DEFECT_PAWN_RANK},
		{"4k3/p7/8/8/8/8/P7/4K3 w - -", 0},
		/* as many pieces as somebody likes */
		{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", 0},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - -", 0},
		{"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - -", 0},
		{"4k3/8/8/8/8/QQQQQQQQ/6QQ/4K3 b - -", 0},
		{"kBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/"
		 "BBBBBBBB/KBBBBBBB b - -",
		 0},
		/* check to the wrong side, by any piece */
		{"4k3/8/8/8/8/8/8/4RK2 w - -", RK_DEFECT_OPPOSITE_CHECK},
		{"4k3/8/8/8/8/8/8/4rK2 b - -", RK_DEFECT_OPPOSITE_CHECK},
		{"4k3/3P4/8/8/8/8/8/4K3 w - -", RK_DEFECT_OPPOSITE_CHECK},
		{"4k3/8/8/8/8/8/8/4RK2 b - -", 0},
		{"8/8/8/3kK3/8/8/8/8 w - -", RK_DEFECT_OPPOSITE_CHECK},
		/* two checks are possible, three are not */
		{"4k3/8/3N1N2/8/8/8/8/4K3 b - -", 0},
		{"4k3/8/3N1N2/8/8/8/8/K3R3 b - -", RK_DEFECT_MANY_CHECKS},
		{"4k2R/8/3N1N2/8/8/8/8/K3R3 b - -", RK_DEFECT_MANY_CHECKS},
		{"4k3/8/3N1N2/8/8/3q4/8/3KR3 b - -",
		 RK_DEFECT_MANY_CHECKS | RK_DEFECT_OPPOSITE_CHECK},
		/* two rights on one side of the king */
		{"4k3/8/8/8/8/8/8/RR2K3 w AB -", RK_DEFECT_CASTLING},
		{"4k1rr/8/8/8/8/8/8/4K3 w gh -", RK_DEFECT_CASTLING},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBhb -", 0},
		/* a double step that cannot have been */
		{"4k3/8/8/8/8/8/8/4K3 w - d6", RK_DEFECT_EN_PASSANT},
		{"4k3/8/8/3P4/8/8/8/4K3 w - d6", RK_DEFECT_EN_PASSANT},
		{"4k3/8/8/3n4/8/8/8/4K3 w - d6", RK_DEFECT_EN_PASSANT},
		{"4k3/8/3b4/3p4/8/8/8/4K3 w - d6", RK_DEFECT_EN_PASSANT},
		{"4k3/3n4/8/3p4/8/8/8/4K3 w - d6", RK_DEFECT_EN_PASSANT},
		{"4k3/8/8/8/3P4/8/3N4/4K3 b - d3", RK_DEFECT_EN_PASSANT},
		{"4k3/8/8/3p4/8/8/8/4K3 w - d6", 0},
		{"4k3/8/8/8/3P4/8/8/4K3 b - d3", 0},
		/* however it gave check; people use such positions */
		{"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6", 0},
		{"4k3/8/8/3pP3/8/8/8/r3K3 w - d6", 0},
		{"4k3/r6K/8/3p4/8/8/8/8 w - d6", 0},
		{"4k3/8/8/3p4/4K3/8/8/8 w - d6", 0},
		{"8/8/8/4k3/3P4/8/8/4K3 b - d3", 0},
		/* with a check that it has given, or even one that was before */
		{"4k3/r6K/8/3p4/8/8/8/8 w - d6", 0},
		{"4k3/8/8/3p4/4K3/8/8/8 w - d6", 0},
		{"4k3/8/8/3pP3/8/8/8/r3K3 w - d6", 0},
		/* several at once */
		{"P7/8/8/8/8/8/8/8 w - d6",
		 KINGS | RK_DEFECT_PAWN_RANK | RK_DEFECT_EN_PASSANT},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_setup setup = read_setup(row[i].fen);

		expect_defects(&setup, row[i].defects, row[i].fen);
	}
}

/* What no FEN can say, but a set-up by hand. */
static void test_defects_by_hand(void **state)
{
	static const struct {
		const char *fen;
		rk_bits castle;
	} rights[] = {
		{"4k3/8/8/8/8/8/8/4K3 w - -", 1 << 0},
		{"4k3/8/8/8/8/8/8/B3K3 w - -", 1 << 0},
		{"4k3/8/8/8/8/8/8/rN2K3 w - -", 1 << 0},
		{"4k3/8/8/8/8/8/4K3/R7 w - -", 1 << 0},
		{"4k3/8/8/8/8/8/R7/4K3 w - -", 1 << 8},
		{"4k3/8/8/8/8/8/8/4K3 w - -", 1 << 4},
		{"4k3/8/8/8/8/8/8/4K3 w - -", (rk_bits)1 << 60},
		{"4k3/8/8/8/8/8/8/4K3 w - -", 1 << 30},
	};
	static const int no_pieces[] = {6, 8 | 6, 8 | 7, 16, 255};
	struct rk_setup good = read_setup("4k3/8/8/3p4/8/8/8/4K3 w - d6");
	struct rk_setup setup;

	(void)state;
	for (size_t i = 0; i < COUNT(rights); i++) {
		setup = read_setup(rights[i].fen);
		setup.castle = rights[i].castle;
		expect_defects(&setup, RK_DEFECT_CASTLING, rights[i].fen);
	}
	for (size_t i = 0; i < COUNT(no_pieces); i++) {
		setup = good;
		setup.board[20] = (uint8_t)no_pieces[i];
		expect_defects(&setup, RK_DEFECT_VALUE, "no such piece");
	}
	setup = good;
	setup.side = 2;
	expect_defects(&setup, RK_DEFECT_VALUE, "no such side");
	setup = good;
	setup.halfmove = RK_COUNTER_MAX + 1;
	expect_defects(&setup, RK_DEFECT_VALUE, "no such half-move");
	setup = good;
	setup.fullmove = RK_COUNTER_MAX + 1;
	expect_defects(&setup, RK_DEFECT_VALUE, "no such move");
	setup = good;
	setup.ep = 65;
	expect_defects(&setup, RK_DEFECT_VALUE, "no such square");
	for (int square = 0; square < RK_SQUARES; square++) {
		setup = good;
		setup.ep = (uint8_t)square;
		expect_defects(&setup, square == 43 ? 0 : RK_DEFECT_EN_PASSANT,
			       "en passant elsewhere");
	}
}

static void test_defect_texts(void **state)
{
	static const char *const texts[RK_DEFECTS] = {
		"White must have exactly one king",
		"Black must have exactly one king",
		"a pawn cannot stand on the first or last rank",
		"the side that is not to move is in check",
		"no move gives check with three pieces at once",
		"a castling right has no king and rook in their places",
		"no pawn can just have passed the en passant square",
		"the set-up holds a value that means nothing",
	};
	const char *fen = "P7/8/8/8/8/8/8/8 w - -";
	struct rk_error error;
	struct rk_pos pos;

	(void)state;
	for (int i = 0; i < RK_DEFECTS; i++) {
		unsigned int lowest = 1u << i;
		unsigned int all = (1u << RK_DEFECTS) - lowest;

		assert_string_equal(rk_defect_text(lowest), texts[i]);
		assert_string_equal(rk_defect_text(all), texts[i]);
	}
	assert_false(rk_fen_read(&pos, fen, strlen(fen), &error));
	assert_int_equal(error.column, 0);
	assert_string_equal(error.reason, texts[0]);
}

/* Is the set-up of a position the one it was made of? */
static void set_up_again(const struct rk_pos *pos)
{
	struct rk_setup setup;
	struct rk_pos again;

	rk_setup_from_pos(&setup, pos);
	assert_int_equal(rk_pos_from_setup(&again, &setup, pos->casual), 0);
	assert_memory_equal(&again, pos, sizeof(again));
}

static void test_setup_again(void **state)
{
	struct rk_setup setup, read = read_setup("8/8/8/8/8/8/8/8 w - -");

	(void)state;
	rk_setup_clear(&setup);
	assert_memory_equal(&setup, &read, sizeof(setup));
	unit_each_position(walk_is_quick() ? 500 : 10000, 21, set_up_again);
}

/* From the documentation: how the position came about, and its key. */
static const struct {
	const char *moves;
	const char *fen;
	uint64_t key;
} books[] = {
	{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	 0x463b96181691fc9c},
	{"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	 0x823c9b50fd114196},
	{"e2e4 d7d5",
	 "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
	 0x0756b94461c50fb0},
	{"e2e4 d7d5 e4e5",
	 "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
	 0x662fafb965db29d4},
	{"e2e4 d7d5 e4e5 f7f5",
	 "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	 0x22a48b5a8e47ff78},
	{"e2e4 d7d5 e4e5 f7f5 e1e2",
	 "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
	 0x652a607ca3f242c1},
	{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
	 "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
	 0x00fdd303c946bdd9},
	{"a2a4 b7b5 h2h4 b5b4 c2c4",
	 "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
	 0x3c8123ea7b067637},
	{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
	 "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
	 0x5c3f9b829b279560},
};

static void play(struct rk_pos *pos, const char *moves)
{
	struct rk_undo undo;
	rk_move move;

	for (; strlen(moves) >= 4; moves += moves[4] ? 5 : 4) {
		assert_int_equal(rk_move_read(&move, pos, moves, 4),
				 RK_NOTATION_OK);
		rk_pos_make(pos, move, &undo);
	}
}

static void test_book_keys(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(books); i++) {
		struct rk_pos read = unit_read(books[i].fen), played;

		rk_pos_start(&played);
		play(&played, books[i].moves);
		assert_true(read.key == books[i].key);
		assert_true(played.key == books[i].key);
		assert_true(rk_rules_standard.book_key(rk_any_of(&read)) ==
			    books[i].key);
	}
}

/* All 781 numbers at once, by a sum over the documentation's table. */
static void test_book_numbers(void **state)
{
	uint64_t sum = 0xcbf29ce484222325;

	(void)state;
	for (int i = 0; i < RK_KEYS; i++)
		sum = (sum ^ rk_keys[i]) * 0x100000001b3;
	assert_true(sum == 0xdbdd6c53476f44e5);
}

/*
 * En passant counts in a book's key if a pawn stands ready to take, legal or
 * not, and in the key of repetitions only if it is legal.
 */
static void test_en_passant_keys(void **state)
{
	static const struct {
		const char *board;
		int file;
		bool book, repetition;
	} row[] = {
		{"4k3/8/8/3pP3/8/8/8/4K3", 3, true, true},
		{"4k3/8/8/2PpP3/8/8/8/4K3", 3, true, true},
		{"4k3/8/8/3p1P2/8/8/8/4K3", 3, false, false},
		{"4r2k/8/8/3pP3/8/8/8/4K3", 3, true, false},
		{"4r2k/8/8/2PpP3/8/8/8/4K3", 3, true, true},
		{"2r1r2k/8/8/2PpP3/8/8/2K5/8", 3, true, true},
		{"7k/8/8/K2pP2q/8/8/8/8", 3, true, false},
		{"7k/8/8/6Pp/5K2/8/8/8", 7, true, true},
		{"7k/8/8/Pp6/8/8/8/4K3", 1, true, true},
		{"7k/8/8/p6P/8/8/8/4K3", 0, false, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		uint64_t number = rk_keys[RK_KEY_EP + row[i].file];
		struct rk_pos with, without;
		union rk_any_pos casual;
		char fen[64];

		snprintf(fen, sizeof(fen), "%s w - -", row[i].board);
		without = unit_read(fen);
		snprintf(fen, sizeof(fen), "%s w - %c6", row[i].board,
			 'a' + row[i].file);
		with = unit_read(fen);
		unit_read_as(&casual, &rk_rules_casual, fen);
		assert_true(with.key ==
			    (without.key ^ (row[i].book ? number : 0)));
		assert_true(rk_pos_key_repetition(&with) ==
			    (without.key ^ (row[i].repetition ? number : 0)));
		assert_true(rk_pos_key_repetition(&without) == without.key);
		assert_true(rk_pos_key_repetition(&casual.two) == with.key);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defects),
		cmocka_unit_test(test_defects_by_hand),
		cmocka_unit_test(test_defect_texts),
		cmocka_unit_test(test_setup_again),
		cmocka_unit_test(test_book_keys),
		cmocka_unit_test(test_book_numbers),
		cmocka_unit_test(test_en_passant_keys),
	};

	return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
