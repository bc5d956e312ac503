/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves as text: whatever is written is read back as the same move; forms
 * that people use instead are understood; and what is not a move is refused
 * for the right reason.
 */
#include "tests/unit/unit.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
#define CASTLES_BLACK "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"
#define PROMOTES "1n2k3/P7/8/8/8/8/7p/4K1N1 w - -"
#define TAKES "4k3/8/8/2ppP3/3P4/8/8/4K3 w - d6"
#define KNIGHTS "4k3/8/8/8/8/2N3N1/8/2N1K3 w - -"
#define PINNED "4k3/4r3/8/8/4N3/8/8/N3K3 w - -"
#define CHECKED "4k3/8/8/8/8/8/4r3/R3K2R w KQ -"

static long moves;

/* Reads from memory of exactly that size. */
static enum rk_notation_error read_exactly(
	enum rk_notation_error (*read)(rk_move *, const struct rk_pos *,
				       const char *, size_t),
	rk_move *move, const struct rk_pos *pos, const char *text,
	size_t length)
{
	char *copy = malloc(length ? length : 1);
	enum rk_notation_error error;

	assert_non_null(copy);
	memcpy(copy, text, length);
	error = read(move, pos, copy, length);
	free(copy);
	return error;
}

static enum rk_notation_error read_san(rk_move *move, const struct rk_pos *pos,
				       const char *text)
{
	return read_exactly(rk_san_read, move, pos, text, strlen(text));
}

static enum rk_notation_error read_coord(rk_move *move,
					 const struct rk_pos *pos,
					 const char *text)
{
	return read_exactly(rk_coord_read, move, pos, text, strlen(text));
}

static void expect_san(const struct rk_pos *pos, rk_move move, const char *text)
{
	enum rk_notation_error error;
	rk_move read = RK_NO_MOVE;

	error = read_san(&read, pos, text);
	if (error || read != move)
		fail_msg("'%s' is read as %#x, error %d, not as %#x", text,
			 read, (int)error, move);
}

/* Ng1-f3: everything said, nothing to guess. */
static void write_long(char *text, const struct rk_pos *pos, rk_move move)
{
	char coord[RK_COORD_SIZE];
	int type = rk_piece_type(pos->board[rk_move_from(move)]);

	rk_coord_write(coord, move, RK_CASTLE_ROOK);
	sprintf(text, "%c%.2s%c%.2s%s%s", "PNBRQK"[type], coord,
		rk_move_is_capture(pos, move) ? 'x' : '-', coord + 2,
		coord[4] ? "=" : "", coord + 4);
}

static void there_and_back(const struct rk_pos *pos)
{
	rk_move list[RK_MAX_MOVES], read;
	char text[RK_SAN_SIZE + RK_COORD_SIZE];
	int count = rk_gen_legal(pos, list);
	size_t length;

	for (int i = 0; i < count; i++, moves++) {
		memset(text, 0xa5, sizeof(text));
		length = rk_san_write(text, pos, list[i]);
		assert_true(length < RK_SAN_SIZE && length == strlen(text));
		expect_san(pos, list[i], text);
		/* nobody need say that it is check */
		text[strcspn(text, "+#")] = 0;
		expect_san(pos, list[i], text);
		if (rk_move_kind(list[i]) != RK_CASTLING) {
			write_long(text, pos, list[i]);
			expect_san(pos, list[i], text);
		}
		for (int style = RK_CASTLE_KING; style <= RK_CASTLE_ROOK;
		     style++) {
			length = rk_coord_write(text, list[i],
						(enum rk_castling_style)style);
			assert_true(length < RK_COORD_SIZE &&
				    length == strlen(text));
			assert_int_equal(read_coord(&read, pos, text),
					 RK_NOTATION_OK);
			assert_int_equal(read, list[i]);
		}
	}
}

static void test_there_and_back(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 5000 : 100000, 31, there_and_back);
	print_message("%ld moves\n", moves);
	assert_true(moves > 0);
}

/* A text, the FEN before it, and how the move is written. */
struct reading {
	const char *fen;
	const char *text;
	const char *san;
};

static const struct reading lenient[] = {
	/* pawns */
	{START, "e4", "e4"},
	{START, "e2e4", "e4"},
	{START, "e2-e4", "e4"},
	{START, "e2:e4", "e4"},
	{START, "e2xe4", "e4"},
	{START, "Pe4", "e4"},
	{START, "pe4", "e4"},
	{START, "pe2e4", "e4"},
	{START, "2e4", "e4"},
	{START, "e4!", "e4"},
	{START, "e4??", "e4"},
	{START, "e4!?+#", "e4"},
	{START, "e4 !", "e4"},
	{START, "e4   ", "e4"},
	{TAKES, "dxc5", "dxc5"},
	{TAKES, "dc5", "dxc5"},
	{TAKES, "d:c5", "dxc5"},
	{TAKES, "d-c5", "dxc5"},
	{TAKES, "dc", "dxc5"},
	{TAKES, "dxc", "dxc5"},
	{TAKES, "d4xc5", "dxc5"},
	{TAKES, "exd6", "exd6"},
	{TAKES, "ed", "exd6"},
	{TAKES, "exd", "exd6"},
	{TAKES, "exd6e.p.", "exd6"},
	{TAKES, "exd6 e.p.", "exd6"},
	{TAKES, "ed6ep", "exd6"},
	{TAKES, "ed6ep!", "exd6"},
	/* pieces */
	{START, "Nf3", "Nf3"},
	{START, "nf3", "Nf3"},
	{START, "Ngf3", "Nf3"},
	{START, "N1f3", "Nf3"},
	{START, "Ng1f3", "Nf3"},
	{START, "Ng1-f3", "Nf3"},
	{START, "Ng1xf3", "Nf3"},
	{START, "Nxf3", "Nf3"},
	{START, "g1f3", "Nf3"},
	{START, "g1-f3", "Nf3"},
	{KNIGHTS, "Nge2", "Nge2"},
	{KNIGHTS, "N1e2", "N1e2"},
	{KNIGHTS, "Nc3e2", "Nc3e2"},
	{KNIGHTS, "c3e2", "Nc3e2"},
	{KNIGHTS, "Ke2", "Ke2"},
	{KNIGHTS, "ke2", "Ke2"},
	{PINNED, "Nb3", "Nb3"},
	{"4k3/8/8/8/8/8/1p6/B3K3 w - -", "Bb2", "Bxb2"},
	/* two knights could, but one is pinned */
	{"4k3/4r3/8/8/4N3/8/8/2N1K3 w - -", "Nd3", "Nd3"},
	{"4k3/4r3/8/8/8/2N5/4N3/4K3 w - -", "Nd5", "Nd5"},
	/* castling */
	{CASTLES, "O-O", "O-O"},
	{CASTLES, "0-0", "O-O"},
	{CASTLES, "o-o", "O-O"},
	{CASTLES, "O-O-O", "O-O-O"},
	{CASTLES, "0-0-0", "O-O-O"},
	{CASTLES, "o-o-o", "O-O-O"},
	{CASTLES, "0-O-o!", "O-O-O"},
	{CASTLES, "0-0+", "O-O"},
	{CASTLES_BLACK, "O-O", "O-O"},
	{CASTLES_BLACK, "O-O-O", "O-O-O"},
	/* promotion */
	{PROMOTES, "a8=Q", "a8=Q"},
	{PROMOTES, "a8Q", "a8=Q"},
	{PROMOTES, "a8q", "a8=Q"},
	{PROMOTES, "a8(Q)", "a8=Q"},
	{PROMOTES, "a8/Q", "a8=Q"},
	{PROMOTES, "a8=n", "a8=N"},
	{PROMOTES, "a8=B", "a8=B"},
	{PROMOTES, "a7a8b", "a8=B"},
	{PROMOTES, "a7-a8=R", "a8=R"},
	{PROMOTES, "ab8=Q", "axb8=Q+"},
	{PROMOTES, "abQ", "axb8=Q+"},
	{PROMOTES, "axb=R", "axb8=R+"},
	{PROMOTES, "a7xb8=N!!", "axb8=N"},
	/* a small b is a file, a large one a bishop */
	{"4k3/8/8/8/2p5/1P6/B7/4K3 w - -", "bxc4", "bxc4"},
	{"4k3/8/8/8/2p5/1P6/B7/4K3 w - -", "bc4", "bxc4"},
	{"4k3/8/8/8/2p5/1P6/B7/4K3 w - -", "b4", "b4"},
	{"4k3/8/8/8/2p5/1P6/B7/4K3 w - -", "Bb1", "Bb1"},
	/* check and mate are written */
	{"7k/8/8/8/8/8/8/R3K3 w - -", "Ra8", "Ra8+"},
	{"6k1/5ppp/8/8/8/8/8/R3K3 w - -", "Ra8+", "Ra8#"},
	{"5k2/8/8/8/8/8/8/4K2R w K -", "0-0", "O-O+"},
};

static void test_lenient(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(lenient); i++) {
		struct rk_pos pos = unit_read(lenient[i].fen);
		char san[RK_SAN_SIZE];
		rk_move move;

		if (read_san(&move, &pos, lenient[i].text))
			fail_msg("%s: '%s' was not read", lenient[i].fen,
				 lenient[i].text);
		rk_san_write(san, &pos, move);
		assert_string_equal(san, lenient[i].san);
	}
}

/* As little of the origin as is needed. */
static void test_minimal(void **state)
{
	static const struct {
		const char *fen, *coord, *san;
	} row[] = {
		{KNIGHTS, "c3d5", "Nd5"},
		{KNIGHTS, "g3e2", "Nge2"},
		{KNIGHTS, "c1e2", "N1e2"},
		{KNIGHTS, "c3e2", "Nc3e2"},
		{KNIGHTS, "c3e4", "Nce4"},
		{"7k/8/8/8/R7/8/8/R6K w - -", "a1a2", "R1a2"},
		{"k7/8/8/8/8/7R/K7/R7 w - -", "a1h1", "Rah1"},
		{"k7/8/8/8/8/7R/K7/7R w - -", "h1h2", "R1h2"},
		{"8/8/8/8/Q1Q5/7k/8/Q6K w - -", "a1c3", "Qac3#"},
		{"8/8/8/8/Q1Q5/7k/8/Q1Q4K w - -", "a1b2", "Qab2"},
		{PINNED, "a1b3", "Nb3"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_pos pos = unit_read(row[i].fen);
		char san[RK_SAN_SIZE];
		rk_move move;

		assert_int_equal(read_coord(&move, &pos, row[i].coord),
				 RK_NOTATION_OK);
		rk_san_write(san, &pos, move);
		assert_string_equal(san, row[i].san);
	}
}

struct refusal {
	const char *fen;
	const char *text;
	enum rk_notation_error error;
};

static const struct refusal bad_san[] = {
	{START, "", RK_NOTATION_SYNTAX},
	{START, "!", RK_NOTATION_SYNTAX},
	{START, "e.p.", RK_NOTATION_SYNTAX},
	{START, "e", RK_NOTATION_SYNTAX},
	{START, "4", RK_NOTATION_SYNTAX},
	{START, "e9", RK_NOTATION_SYNTAX},
	{START, "i4", RK_NOTATION_SYNTAX},
	{START, "E4", RK_NOTATION_SYNTAX},
	{START, "ex", RK_NOTATION_SYNTAX},
	{START, "e2-", RK_NOTATION_SYNTAX},
	{START, "e2x4", RK_NOTATION_SYNTAX},
	{START, "e24", RK_NOTATION_SYNTAX},
	{START, "e2--e4", RK_NOTATION_SYNTAX},
	{START, "e2 e4", RK_NOTATION_SYNTAX},
	{START, " e4", RK_NOTATION_SYNTAX},
	{START, "e4x", RK_NOTATION_SYNTAX},
	{START, "e4e5e6", RK_NOTATION_SYNTAX},
	{START, "N", RK_NOTATION_SYNTAX},
	{START, "Nf", RK_NOTATION_SYNTAX},
	{START, "N3", RK_NOTATION_SYNTAX},
	{START, "Ngf", RK_NOTATION_SYNTAX},
	{START, "Nxf", RK_NOTATION_SYNTAX},
	{START, "NNf3", RK_NOTATION_SYNTAX},
	{START, "Xf3", RK_NOTATION_SYNTAX},
	{START, "O", RK_NOTATION_SYNTAX},
	{START, "O-", RK_NOTATION_SYNTAX},
	{START, "OO", RK_NOTATION_SYNTAX},
	{START, "O-O-", RK_NOTATION_SYNTAX},
	{START, "O+O", RK_NOTATION_SYNTAX},
	{START, "O-O-O-O", RK_NOTATION_SYNTAX},
	{START, "O-1", RK_NOTATION_SYNTAX},
	{START, "e4\xff", RK_NOTATION_SYNTAX},
	{START,
	 "\xe5"
	 "4",
	 RK_NOTATION_SYNTAX},
	{START, "\n", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8=", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8=K", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8=P", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8(Q", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8(", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8=Q)", RK_NOTATION_SYNTAX},
	{PROMOTES, "a8=QQ", RK_NOTATION_SYNTAX},
	{START, "e5", RK_NOTATION_NO_MOVE},
	{START, "exd3", RK_NOTATION_NO_MOVE},
	{START, "ed", RK_NOTATION_NO_MOVE},
	{START, "Nd4", RK_NOTATION_NO_MOVE},
	{START, "Nb1f3", RK_NOTATION_NO_MOVE},
	{START, "Nbf3", RK_NOTATION_NO_MOVE},
	{START, "N8f3", RK_NOTATION_NO_MOVE},
	{START, "Ra3", RK_NOTATION_NO_MOVE},
	{START, "e7e5", RK_NOTATION_NO_MOVE},
	{START, "e4e5", RK_NOTATION_NO_MOVE},
	{START, "O-O", RK_NOTATION_NO_MOVE},
	{START, "O-O-O", RK_NOTATION_NO_MOVE},
	{START, "e4=Q", RK_NOTATION_NO_MOVE},
	{START, "Nf3=Q", RK_NOTATION_NO_MOVE},
	{TAKES, "exd6=Q", RK_NOTATION_NO_MOVE},
	{TAKES, "d6", RK_NOTATION_NO_MOVE},
	{"4k3/8/8/8/8/8/8/4K2R w - -", "O-O", RK_NOTATION_NO_MOVE},
	{"4k3/8/8/8/8/8/8/R3K3 w Q -", "O-O", RK_NOTATION_NO_MOVE},
	{"4k3/8/8/8/8/8/8/4K2R w K -", "O-O-O", RK_NOTATION_NO_MOVE},
	{KNIGHTS, "Ne2", RK_NOTATION_AMBIGUOUS},
	{KNIGHTS, "Nce2", RK_NOTATION_AMBIGUOUS},
	{KNIGHTS, "N3e2", RK_NOTATION_AMBIGUOUS},
	{START, "ee", RK_NOTATION_AMBIGUOUS},
	{PROMOTES, "a8", RK_NOTATION_AMBIGUOUS},
	{PROMOTES, "axb8", RK_NOTATION_AMBIGUOUS},
	{PROMOTES, "ab", RK_NOTATION_AMBIGUOUS},
	{"4k3/8/8/3p4/2P5/3p4/2P5/4K3 w - -", "cd", RK_NOTATION_AMBIGUOUS},
	{PINNED, "Nc3", RK_NOTATION_CHECK},
	{PINNED, "Ne4d2", RK_NOTATION_CHECK},
	{PINNED, "Kd9", RK_NOTATION_SYNTAX},
	{CHECKED, "O-O", RK_NOTATION_CHECK},
	{CHECKED, "Kd2", RK_NOTATION_CHECK},
	{CHECKED, "Ra2", RK_NOTATION_CHECK},
	{CHECKED, "Rb3", RK_NOTATION_NO_MOVE},
	{"4k3/8/8/8/8/8/5r2/R3K2R w KQ -", "O-O", RK_NOTATION_CHECK},
	{"4k3/8/8/8/8/8/5r2/R3K2R w KQ -", "Kd2", RK_NOTATION_CHECK},
	{"4r2k/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", RK_NOTATION_CHECK},
	{"8/8/8/8/8/8/k2P2rK/8 w - -", "d4", RK_NOTATION_CHECK},
	/* the pawn is pinned, so no piece need be named to refuse it */
	{"8/r2P3K/8/8/8/8/8/7k w - -", "d8", RK_NOTATION_CHECK},
	{"8/r2P3K/8/8/8/8/8/7k w - -", "d8=Q", RK_NOTATION_CHECK},
};

static const struct refusal bad_coord[] = {
	{START, "", RK_NOTATION_SYNTAX},
	{START, "e2e", RK_NOTATION_SYNTAX},
	{START, "e2e4qq", RK_NOTATION_SYNTAX},
	{START, "i2e4", RK_NOTATION_SYNTAX},
	{START, "`2e4", RK_NOTATION_SYNTAX},
	{START, "e0e4", RK_NOTATION_SYNTAX},
	{START, "e9e4", RK_NOTATION_SYNTAX},
	{START, "e2i4", RK_NOTATION_SYNTAX},
	{START, "e2e9", RK_NOTATION_SYNTAX},
	{START, "E2E4", RK_NOTATION_SYNTAX},
	{START, "e2-e4", RK_NOTATION_SYNTAX},
	{START, "e2e4 ", RK_NOTATION_SYNTAX},
	{START, "e2e4k", RK_NOTATION_SYNTAX},
	{START, "e2e4.", RK_NOTATION_SYNTAX},
	{START, "e2e41", RK_NOTATION_SYNTAX},
	{START,
	 "\xe5"
	 "2e4",
	 RK_NOTATION_SYNTAX},
	{START, "0000", RK_NOTATION_SYNTAX},
	{START, "e2e5", RK_NOTATION_NO_MOVE},
	{START, "e7e5", RK_NOTATION_NO_MOVE},
	{START, "e4e5", RK_NOTATION_NO_MOVE},
	{START, "e2e2", RK_NOTATION_NO_MOVE},
	{START, "e2e4q", RK_NOTATION_NO_MOVE},
	{START, "g1f3q", RK_NOTATION_NO_MOVE},
	{START, "e1g1", RK_NOTATION_NO_MOVE},
	{START, "e1h1", RK_NOTATION_NO_MOVE},
	{START, "e1e2", RK_NOTATION_NO_MOVE},
	{START, "e1g3", RK_NOTATION_NO_MOVE},
	{CASTLES, "e1g1q", RK_NOTATION_NO_MOVE},
	{CASTLES, "e1a8", RK_NOTATION_NO_MOVE},
	{CASTLES, "e1h8", RK_NOTATION_NO_MOVE},
	{CASTLES, "e8g8", RK_NOTATION_NO_MOVE},
	{"4k3/8/8/8/8/8/8/R3K2R w - -", "e1g1", RK_NOTATION_NO_MOVE},
	{TAKES, "e5d6q", RK_NOTATION_NO_MOVE},
	{TAKES, "d4d5", RK_NOTATION_NO_MOVE},
	{PROMOTES, "a7a8", RK_NOTATION_AMBIGUOUS},
	{PROMOTES, "a7b8", RK_NOTATION_AMBIGUOUS},
	{PINNED, "e4c3", RK_NOTATION_CHECK},
	{CHECKED, "e1g1", RK_NOTATION_CHECK},
	{CHECKED, "e1a1", RK_NOTATION_CHECK},
	{CHECKED, "e1d2", RK_NOTATION_CHECK},
};

static void refuse(const struct refusal *row, size_t count,
		   enum rk_notation_error (*read)(rk_move *,
						  const struct rk_pos *,
						  const char *))
{
	for (; count; count--, row++) {
		struct rk_pos pos = unit_read(row->fen);
		rk_move move = 0xa5a5;
		enum rk_notation_error error = read(&move, &pos, row->text);

		if (error != row->error)
			fail_msg("%s: '%s': error %d, not %d", row->fen,
				 row->text, (int)error, (int)row->error);
		assert_int_equal(move, 0xa5a5);
	}
}

static void test_bad_san(void **state)
{
	(void)state;
	refuse(bad_san, COUNT(bad_san), read_san);
}

static void test_bad_coord(void **state)
{
	(void)state;
	refuse(bad_coord, COUNT(bad_coord), read_coord);
}

static void test_error_texts(void **state)
{
	static const char *const texts[] = {
		"a legal move",
		"this is not the text of a move",
		"no piece can move like that",
		"more than one move fits, or the promotion piece is missing",
		"this would leave the king in check",
	};

	(void)state;
	for (int i = RK_NOTATION_OK; i <= RK_NOTATION_CHECK; i++)
		assert_string_equal(rk_notation_error_text(
					    (enum rk_notation_error)i),
				    texts[i]);
}

/* Any byte in place of any other: a legal move, or nothing. */
static void test_any_byte(void **state)
{
	static const char *const texts[] = {"e2e4",  "Ng1xf3",    "a7xb8=Q+",
					    "O-O-O", "exd6 e.p.", "e8(Q)"};
	static const char *const fens[] = {START, CASTLES, PROMOTES, TAKES};

	(void)state;
	for (size_t i = 0; i < COUNT(texts) * COUNT(fens); i++) {
		struct rk_pos pos = unit_read(fens[i / COUNT(texts)]);
		const char *text = texts[i % COUNT(texts)];
		size_t length = strlen(text);

		for (size_t at = 0; at < 256 * length; at++) {
			rk_move move = 0xa5a5;
			char changed[16];

			strcpy(changed, text);
			changed[at / 256] = (char)(at % 256);
			if (!read_exactly(rk_san_read, &move, &pos, changed,
					  length) ||
			    !read_exactly(rk_coord_read, &move, &pos, changed,
					  length))
				assert_true(rk_move_is_legal(&pos, move));
			else
				assert_int_equal(move, 0xa5a5);
		}
	}
}

/* What castling is called, and what else the same squares may mean. */
static void test_castling(void **state)
{
	static const struct {
		const char *fen, *text;
		const char *king_style, *rook_style, *san;
	} row[] = {
		{CASTLES, "e1g1", "e1g1", "e1h1", "O-O"},
		{CASTLES, "e1h1", "e1g1", "e1h1", "O-O"},
		{CASTLES, "e1c1", "e1c1", "e1a1", "O-O-O"},
		{CASTLES_BLACK, "e8g8", "e8g8", "e8h8", "O-O"},
		{CASTLES_BLACK, "e8a8", "e8c8", "e8a8", "O-O-O"},
		{CASTLES, "e1f1", "e1f1", "e1f1", "Kf1"},
		/* the king has one step to go: that is a step */
		{"4k3/8/8/8/8/8/8/5K1R w H -", "f1g1", "f1g1", "f1g1", "Kg1"},
		{"4k3/8/8/8/8/8/8/5K1R w H -", "f1h1", "f1h1", "f1h1", "O-O"},
		{"4k3/8/8/8/8/8/8/RK6 w A -", "b1c1", "b1c1", "b1c1", "Kc1"},
		{"4k3/8/8/8/8/8/8/RK6 w A -", "b1a1", "b1a1", "b1a1", "O-O-O"},
		/* on its rook's square, or on its own */
		{"4k3/8/8/8/8/8/8/5KR1 w G -", "f1g1", "f1g1", "f1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/6KR w H -", "g1h1", "g1h1", "g1h1", "O-O"},
		/* an inner rook: two squares are understood, not written */
		{"4k3/8/8/8/8/8/8/R3K1R1 w GA -", "e1g1", "e1g1", "e1g1",
		 "O-O"},
		{"4k3/8/8/8/8/8/8/1R2K3 w B -", "e1c1", "e1b1", "e1b1",
		 "O-O-O"},
		{"4k3/8/8/8/8/8/8/1K4R1 w G -", "b1g1", "b1g1", "b1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R4K2 w A -", "f1c1", "f1a1", "f1a1", "O-O-O"},
	};
	char text[RK_SAN_SIZE];
	rk_move move;

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct rk_pos pos = unit_read(row[i].fen);

		assert_int_equal(read_coord(&move, &pos, row[i].text),
				 RK_NOTATION_OK);
		rk_coord_write(text, move, RK_CASTLE_KING);
		assert_string_equal(text, row[i].king_style);
		rk_coord_write(text, move, RK_CASTLE_ROOK);
		assert_string_equal(text, row[i].rook_style);
		rk_san_write(text, &pos, move);
		text[strcspn(text, "+")] = 0;
		assert_string_equal(text, row[i].san);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_lenient),
		cmocka_unit_test(test_minimal),
		cmocka_unit_test(test_bad_san),
		cmocka_unit_test(test_bad_coord),
		cmocka_unit_test(test_error_texts),
		cmocka_unit_test(test_any_byte),
		cmocka_unit_test(test_castling),
	};

	return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
