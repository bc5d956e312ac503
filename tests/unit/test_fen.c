/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * FEN in and out: what is read, what is written, and what every kind of bad
 * text is answered with. An error leaves its output alone, so whatever is
 * read into is filled with a pattern first.
 */
#include "tests/unit/unit.h"

#define PATTERN 0xa5
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define EMPTY "8/8/8/8/8/8/8/8"

#define PIECE \
	"a piece (PNBRQK, pnbrqk) or a number of empty squares that " \
	"fits the rank"
#define SLASH "'/' after eight squares"
#define BEFORE_SIDE "a blank, then the side to move"
#define SIDE "the side to move, 'w' or 'b'"
#define BEFORE_CASTLING "a blank, then the castling rights"
#define CASTLING "castling rights: '-', KQkq or files of rooks"
#define RIGHT "a castling right whose king and rook stand on their back rank"
#define TWICE "each castling right only once"
#define BEFORE_EP "a blank, then the en passant square or '-'"
#define EP "the en passant square or '-'"
#define EP_WHITE "'6', the rank of en passant for White"
#define EP_BLACK "'3', the rank of en passant for Black"
#define HALFMOVE "the number of half-moves since a capture or pawn move"
#define BEFORE_MOVE "a blank, then the move number"
#define MOVE "the move number"
#define LARGE "a number up to 50000"
#define NOTHING "nothing more"

static bool has_pattern(const void *memory, size_t size)
{
	const unsigned char *byte = memory;

	while (size && *byte++ == PATTERN)
		size--;
	return !size;
}

/* Reads as set-up and as position; a failure must leave both alone. */
static bool read_both(struct rk_pos *pos, const char *text, size_t length,
		      struct rk_error *error)
{
	/* of exactly that size, so that a sanitizer sees a byte too many */
	char *copy = malloc(length ? length : 1);
	struct rk_setup setup;
	bool is_setup, is_pos;

	assert_non_null(copy);
	memcpy(copy, text, length);
	memset(&setup, PATTERN, sizeof(setup));
	memset(pos, PATTERN, sizeof(*pos));
	is_setup = rk_fen_read_setup(&setup, copy, length, error);
	assert_true(is_setup || has_pattern(&setup, sizeof(setup)));
	is_pos = rk_fen_read(pos, copy, length, error);
	assert_true(is_pos || has_pattern(pos, sizeof(*pos)));
	assert_true(is_setup || !is_pos);
	assert_true(is_pos || is_setup == (error->column == 0));
	free(copy);
	return is_pos;
}

/* What is good, and what comes behind it; the error is where that begins. */
static const struct {
	const char *good;
	const char *bad;
	const char *expected;
} errors[] = {
	{"", "", PIECE},
	{"   ", "", PIECE},
	{"", "/", PIECE},
	{"", "0", PIECE},
	{"", "9", PIECE},
	{"", "x", PIECE},
	{"", "\x80", PIECE},
	{"", "\xd0", PIECE},
	{"", "\t" START, PIECE},
	{"", "w KQkq - 0 1", PIECE},
	{"4", "4/8/8/8/8/8/8/8 w - - 0 1", PIECE},
	{"7", "2", PIECE},
	{"7", "/8", PIECE},
	{"5pp", "2", PIECE},
	{"ppppppp", "2", PIECE},
	{"p", "8", PIECE},
	{"ppppppp", " ", PIECE},
	{"8/8/rnb", "", PIECE},
	{"pppppppp", "p", SLASH},
	{"8", "8", SLASH},
	{"8", "1", SLASH},
	{"8", "", SLASH},
	{"8", " w", SLASH},
	{"8/8/8/8/8/8/8", " w - - 0 1", SLASH},
	{EMPTY, "", BEFORE_SIDE},
	{EMPTY, "/8 w - - 0 1", BEFORE_SIDE},
	{EMPTY, "w", BEFORE_SIDE},
	{EMPTY, "\tw", BEFORE_SIDE},
	{EMPTY " ", "", SIDE},
	{EMPTY " ", "W", SIDE},
	{EMPTY " ", "x", SIDE},
	{EMPTY " ", "-", SIDE},
	{EMPTY " w", "", BEFORE_CASTLING},
	{EMPTY " w", "hite", BEFORE_CASTLING},
	{EMPTY " b", "-", BEFORE_CASTLING},
	{START " w ", "", CASTLING},
	{START " w ", "0", CASTLING},
	{START " w ", "i", CASTLING},
	{START " w ", "@", CASTLING},
	{START " w ", "\x8b", CASTLING},
	{START " w ", "\xcb", CASTLING},
	{START " w ", "D", RIGHT},
	{START " w ", "e", RIGHT},
	{START " w KQk", "b", RIGHT},
	{"4k3/8/8/8/8/8/8/4K3 w ", "K", RIGHT},
	{"4k3/8/8/8/8/8/8/R3K3 w ", "K", RIGHT},
	{"4k3/8/8/8/8/8/8/4K2R w ", "Q", RIGHT},
	{"4k3/8/8/8/8/8/8/4K2r w ", "K", RIGHT},
	{"4k3/8/8/8/8/8/4K3/R6R w ", "K", RIGHT},
	{"4k3/8/8/8/8/8/8/R3K2R w ", "k", RIGHT},
	{"r6r/4k3/8/8/8/8/8/4K3 w ", "q", RIGHT},
	{"4k3/8/8/8/8/8/8/RK2K2R w ", "A", RIGHT},
	{EMPTY " w ", "KQkq", RIGHT},
	{START " w K", "K", TWICE},
	{START " w K", "H", TWICE},
	{START " w KQkq", "a - 0 1", TWICE},
	{START " w -", "K", BEFORE_EP},
	{START " w KQkq", "-", BEFORE_EP},
	{START " w KQkq", "", BEFORE_EP},
	{START " w KQkq", "i", BEFORE_EP},
	{START " w KQkq ", "", EP},
	{START " w KQkq ", "i6", EP},
	{START " w KQkq ", "`6", EP},
	{START " w KQkq ", "E6", EP},
	{START " w KQkq ", "6", EP},
	{START " w KQkq e", "", EP_WHITE},
	{START " w KQkq e", "3 0 1", EP_WHITE},
	{START " w KQkq e", "-", EP_WHITE},
	{START " b KQkq e", "", EP_BLACK},
	{START " b KQkq e", "6 0 1", EP_BLACK},
	{START " w KQkq -", "-", NOTHING},
	{START " w KQkq -", "0 1", NOTHING},
	{START " w KQkq - ", "x", HALFMOVE},
	{START " w KQkq - ", "-1 1", HALFMOVE},
	{START " w KQkq - ", "- 1", HALFMOVE},
	{START " w KQkq - ", "/", HALFMOVE},
	{START " w KQkq - ", ":", HALFMOVE},
	{START " w KQkq - 0", "", BEFORE_MOVE},
	{START " w KQkq - 0", "x", BEFORE_MOVE},
	{START " w KQkq - 0", ".5 1", BEFORE_MOVE},
	{START " w KQkq - 0 ", "", MOVE},
	{START " w KQkq - 0 ", "x", MOVE},
	{START " w KQkq - 0 ", "-1", MOVE},
	{START " w KQkq - 5000", "1 1", LARGE},
	{START " w KQkq - 0 12345", "6", LARGE},
	{START " w KQkq - 9999", "99999999999999999999 1", LARGE},
	{START " w KQkq - 42949", "67296 1", LARGE},
	{START " w KQkq - 0 1", "x", NOTHING},
	{START " w KQkq - 0 1", "\n", NOTHING},
	{START " w KQkq - 0 1 ", "1", NOTHING},
	{START " w KQkq - 0 1 ", "moves", NOTHING},
};

static void test_errors(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(errors); i++) {
		struct rk_error error;
		struct rk_pos pos;
		char text[160];

		strcpy(text, errors[i].good);
		strcat(text, errors[i].bad);
		if (read_both(&pos, text, strlen(text), &error))
			fail_msg("'%s' was read", text);
		if (error.column != strlen(errors[i].good) + 1 ||
		    strcmp(error.reason, errors[i].expected) != 0)
			fail_msg("'%s': column %zu: %s", text, error.column,
				 error.reason);
	}
}

static const char full[] = "r3k2r/p6p/8/8/4Pp2/8/8/R3K2R b KQkq e3 12 345";

/* Cut off at any byte: what is missing is missed where the text ends. */
static void test_truncated(void **state)
{
	static const char *const whole[] = {"e3", "e3 ", "e3 12 3", "e3 12 34",
					    "e3 12 345"};
	struct rk_error error;
	struct rk_pos pos;
	int good = 0;

	(void)state;
	for (size_t length = 0; length <= strlen(full); length++) {
		bool expected = false;

		for (size_t i = 0; i < COUNT(whole); i++)
			expected |= length == strlen(full) -
						      strlen("e3 12 345") +
						      strlen(whole[i]);
		assert_int_equal(read_both(&pos, full, length, &error),
				 expected);
		assert_true(expected || error.column == length + 1);
		good += expected;
	}
	assert_int_equal(good, COUNT(whole));
}

/*
 * Any byte in place of any other: what stands before it is never blamed, and
 * a NUL, which fits nowhere, always is.
 */
static void test_any_byte(void **state)
{
	struct rk_error error;
	struct rk_pos pos;

	(void)state;
	for (size_t at = 0; at < strlen(full); at++)
		for (int byte = 0; byte < 256; byte++) {
			char text[sizeof(full)];

			strcpy(text, full);
			text[at] = (char)byte;
			if (read_both(&pos, text, strlen(full), &error))
				assert_true(byte);
			else if (byte)
				assert_true(!error.column || error.column > at);
			else
				assert_int_equal(error.column, at + 1);
		}
}

/* Read, and written in both styles. */
static void test_forms(void **state)
{
	static const struct {
		const char *text, *standard, *shredder;
	} row[] = {
		{START " w KQkq - 0 1", START " w KQkq - 0 1",
		 START " w HAha - 0 1"},
		{START " w HAha - 0 1", START " w KQkq - 0 1",
		 START " w HAha - 0 1"},
		{START " w qkQK - 0 1", START " w KQkq - 0 1",
		 START " w HAha - 0 1"},
		{"  " START "   b   -   -  ", START " b - - 0 1",
		 START " b - - 0 1"},
		{START " w kQ -", START " w Qk - 0 1", START " w Ah - 0 1"},
		{START " w - - 007 0042 ", START " w - - 7 42",
		 START " w - - 7 42"},
		{START " w - - 00000050000 49999", START " w - - 50000 49999",
		 START " w - - 50000 49999"},
		{START " w - - 0 0", START " w - - 0 1", START " w - - 0 1"},
		/* rooks beside each other: a letter means the outer one */
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1",
		 "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1",
		 "rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1"},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
		 "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
		 "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1"},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR b KBgq - 0 1",
		 "rr2k1rr/8/8/8/8/8/8/RR2K1RR b KBgq - 0 1",
		 "rr2k1rr/8/8/8/8/8/8/RR2K1RR b HBga - 0 1"},
		{"6rk/8/8/8/8/8/8/KR6 w Kq - 0 1",
		 "6rk/8/8/8/8/8/8/KR6 w Kq - 0 1",
		 "6rk/8/8/8/8/8/8/KR6 w Bg - 0 1"},
		/* en passant stays where a pawn stands ready to take */
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"},
		{"4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1",
		 "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1",
		 "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"},
		{"4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1",
		 "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1",
		 "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1"},
		/* not ready: on the other edge of the board */
		{"4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1",
		 "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1",
		 "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1"},
	};
	char text[RK_FEN_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_pos pos = unit_read(row[i].text);

		assert_int_equal(rk_fen_write(text, &pos, RK_FEN_STANDARD),
				 strlen(row[i].standard));
		assert_string_equal(text, row[i].standard);
		assert_int_equal(rk_fen_write(text, &pos, RK_FEN_SHREDDER),
				 strlen(row[i].shredder));
		assert_string_equal(text, row[i].shredder);
	}
}

/* A set-up holds what a position cannot; its FEN fits its buffer too. */
static void test_setups(void **state)
{
	static const char *const texts[] = {
		EMPTY " w - - 0 1",
		"PPPPPPPP/8/8/kkkkkkkk/KKKKKKKK/8/8/pppppppp b - e3 0 0",
		"8/8/8/8/8/8/8/RR2K1RR w GBH - 3 9",
	};
	char text[RK_FEN_SIZE];
	struct rk_setup setup;
	struct rk_error error;
	size_t length;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		assert_true(rk_fen_read_setup(&setup, texts[i],
					      strlen(texts[i]), &error));
		rk_fen_write_setup(text, &setup, RK_FEN_STANDARD);
		assert_string_equal(text, texts[i]);
	}
	assert_true(
		rk_fen_read_setup(&setup, texts[2], strlen(texts[2]), &error));
	rk_fen_write_setup(text, &setup, RK_FEN_SHREDDER);
	assert_string_equal(text, "8/8/8/8/8/8/8/RR2K1RR w HGB - 3 9");

	/* rights without a king cannot be written */
	setup.board[4] = RK_NONE;
	rk_fen_write_setup(text, &setup, RK_FEN_STANDARD);
	assert_string_equal(text, "8/8/8/8/8/8/8/RR4RR w - - 3 9");

	/* the longest there is: a full board, all rights, five digits */
	memset(setup.board, RK_QUEEN, sizeof(setup.board));
	memcpy(setup.board, "\3\3\3\3\5\3\3\3", 8);
	memcpy(setup.board + 56, "\13\13\13\13\15\13\13\13", 8);
	setup.castle = 0xef000000000000ef;
	setup.ep = 16;
	setup.halfmove = setup.fullmove = UINT16_MAX;
	length = rk_fen_write_setup(text, &setup, RK_FEN_STANDARD);
	assert_int_equal(length, RK_FEN_SIZE - 1);
	assert_string_equal(text, "rrrrkrrr/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/"
				  "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/RRRRKRRR "
				  "w KGFDCBQkgfdcbq a3 65535 65535");

	/* values that mean nothing */
	for (int piece = 0; piece < 256; piece++) {
		memset(setup.board, piece, sizeof(setup.board));
		rk_fen_write_setup(text, &setup, RK_FEN_STANDARD);
		assert_int_equal(text[0],
				 piece == RK_NONE
					 ? '8'
					 : "PNBRQK??pnbrqk??"[piece & 15]);
	}
}

/* Every start is a different one, and as Chess960 demands. */
static void test_chess960(void **state)
{
	static bool seen[1 << 24];
	char text[RK_FEN_SIZE];
	struct rk_error error;
	struct rk_pos pos, again;

	(void)state;
	for (int number = 0; number < 960; number++) {
		int files[RK_TYPES][2] = {{0}}, found[RK_TYPES] = {0};
		int array = 0;

		rk_pos_start960(&pos, number);
		for (int file = 0; file < 8; file++) {
			int type = pos.board[file];

			array = array << 3 | type;
			files[type][found[type]++] = file;
			assert_int_equal(pos.board[file + 56], type | 8);
		}
		assert_false(seen[array]);
		seen[array] = true;
		assert_true(found[RK_KNIGHT] == 2 && found[RK_BISHOP] == 2 &&
			    found[RK_ROOK] == 2 && found[RK_QUEEN] == 1);
		assert_true((files[RK_BISHOP][0] ^ files[RK_BISHOP][1]) & 1);
		assert_true(files[RK_ROOK][0] < files[RK_KING][0] &&
			    files[RK_KING][0] < files[RK_ROOK][1]);
		for (int style = 0; style < 2; style++) {
			size_t length = rk_fen_write(text, &pos,
						     (enum rk_fen_style)style);

			assert_true(read_both(&again, text, length, &error));
			assert_memory_equal(&again, &pos, sizeof(pos));
		}
	}
	rk_pos_start960(&pos, 518);
	rk_fen_write(text, &pos, RK_FEN_STANDARD);
	assert_string_equal(text, START " w KQkq - 0 1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_any_byte),
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_setups),
		cmocka_unit_test(test_chess960),
	};

	return cmocka_run_group_tests_name("fen", tests, NULL, NULL);
}
