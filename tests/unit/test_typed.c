/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves as text, written and typed. What is written can be typed: every legal
 * move of positions of random play, by all rules, in all notations; figurines in
 * both colours and with a selector after them. Forms that people use instead
 * are understood, and what is not a move is refused for the right reason.
 */
#define LOG 512
#include "core/notation.h"
#include "tests/unit/console.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
#define CASTLES_BLACK "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"
#define PROMOTES "1n2k3/P7/8/8/8/8/7p/4K1N1 w - -"
#define TAKES "4k3/8/8/2ppP3/3P4/8/8/4K3 w - d6"
#define KNIGHTS "4k3/8/8/8/8/2N3N1/8/2N1K3 w - -"
#define PINNED "4k3/4r3/8/8/4N3/8/8/N3K3 w - -"
#define CHECKED "4k3/8/8/8/8/8/4r3/R3K2R w KQ -"

static rk_any_move moves[RK_ANY_MAX_MOVES];
static unsigned int castlings, promotions, captures;

static bool is_read(const char *text, size_t length, rk_any_move move)
{
	const struct rk_game *game = &console.game;
	rk_any_move read;

	return game->rules->read_move(&read, &game->pos, text, length) ==
		       RK_NOTATION_OK &&
	       read == move;
}

/* White's figurines as Black's, each with a selector if there is one. */
static size_t change(char *to, const char *text, const char *selector)
{
	char *end = to;

	for (; *text; text++) {
		*end++ = *text;
		if (text[0] != '\xe2' || text[1] != '\x99')
			continue;
		*end++ = *++text;
		*end++ = (char)(*++text + (*selector ? 0 : 6));
		memcpy(end, selector, strlen(selector));
		end += strlen(selector);
	}
	*end = 0;
	return (size_t)(end - to);
}

static void check_move(rk_any_move move)
{
	const struct rk_game *game = &console.game;
	char text[RK_CONSOLE_MOVE_SIZE], changed[2 * RK_CONSOLE_MOVE_SIZE];

	for (uint8_t notation = 0; notation < 3; notation++) {
		size_t length;

		console.look.notation = notation;
		length =
			rk_console_write_move(&console, text, &game->pos, move);
		assert_true(length < sizeof(text));
		if (!is_read(text, length, move))
			fail_msg("%s is not read", text);
		castlings += text[0] == 'O';
		captures += strchr(text, 'x') != NULL;
		promotions += strchr(text, '=') != NULL;
	}
	assert_true(is_read(changed, change(changed, text, ""), move));
	assert_true(
		is_read(changed, change(changed, text, "\xef\xb8\x8e"), move));
	assert_true(
		is_read(changed, change(changed, text, "\xef\xb8\x8f"), move));
}

/* One of them is typed; the others were only read. */
static void type_move(rk_any_move move, uint64_t *seed)
{
	char text[RK_CONSOLE_MOVE_SIZE];
	uint32_t plies = rk_game_plies(&console.game);

	console.look.notation = (uint8_t)walk_random(seed, 3);
	rk_console_write_move(&console, text, &console.game.pos, move);
	type(text);
	if (rk_game_plies(&console.game) != plies + 1 ||
	    rk_game_last_move(&console.game) != move)
		fail_msg("%s: %s", text, said.text);
}

static void play_game(const struct rk_rules *rules, int start, uint64_t *seed)
{
	const struct rk_game *game = &console.game;

	rk_console_set_rules(&console, rules);
	console.start = (uint8_t)start;
	rules->start(&console.next_start, start);
	type(rules->players == 2 ? "game human human"
				 : "game human human human human");
	for (int ply = 0; ply < 240 && !rk_game_is_over(game); ply++) {
		int count = rules->moves(&game->pos, moves);
		rk_any_move move = moves[walk_random(seed, count)];

		for (int i = 0; ply % 8 == 0 && i < count; i++)
			check_move(moves[i]);
		type_move(move, seed);
	}
	if (!rk_game_is_over(game))
		type("draw");
	while (!rk_game_is_over(game))
		type("yes");
}

static void test_typed(void **state)
{
	int games = walk_is_quick() ? 2 : 20;
	uint64_t seed = 5;

	(void)state;
	new_console();
	for (int game = 0; game < games; game++)
		for (int i = 0; rk_rules_all[i]; i++)
			play_game(rk_rules_all[i],
				  game % (int)rk_rules_starts(rk_rules_all[i]),
				  &seed);
	print_message("castling %u, promotion %u, capture %u\n", castlings,
		      promotions, captures);
	assert_true(castlings > 2 && promotions > 2 && captures > 100);
}

/* Reads from memory of exactly that size. */
static enum rk_notation_error read_bytes(rk_move *move,
					 const struct rk_pos *pos,
					 const char *text, size_t length)
{
	char *copy = malloc(length ? length : 1);
	enum rk_notation_error error;

	assert_non_null(copy);
	memcpy(copy, text, length);
	error = rk_move_read(move, pos, copy, length);
	free(copy);
	return error;
}

static enum rk_notation_error read_text(rk_move *move, const struct rk_pos *pos,
					const char *text)
{
	return read_bytes(move, pos, text, strlen(text));
}

static void expect(const struct rk_pos *pos, rk_move move, const char *text)
{
	enum rk_notation_error error;
	rk_move read = RK_NO_MOVE;

	error = read_text(&read, pos, text);
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
	rk_move list[RK_MAX_MOVES];
	char text[RK_SAN_SIZE + RK_COORD_SIZE];
	int count = rk_gen_legal(pos, list);
	size_t length;

	for (int i = 0; i < count; i++) {
		memset(text, 0xa5, sizeof(text));
		length = rk_san_write(text, pos, list[i]);
		assert_true(length < RK_SAN_SIZE && length == strlen(text));
		expect(pos, list[i], text);
		/* nobody need say that it is check */
		text[strcspn(text, "+#")] = 0;
		expect(pos, list[i], text);
		if (rk_move_kind(list[i]) != RK_CASTLING) {
			write_long(text, pos, list[i]);
			expect(pos, list[i], text);
		}
		for (int style = RK_CASTLE_KING; style <= RK_CASTLE_ROOK;
		     style++) {
			length = rk_coord_write(text, list[i],
						(enum rk_castling_style)style);
			assert_true(length < RK_COORD_SIZE &&
				    length == strlen(text));
			expect(pos, list[i], text);
		}
	}
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
	{CASTLES, "e1-g1", "O-O"},
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

		if (read_text(&move, &pos, lenient[i].text))
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

		assert_int_equal(read_text(&move, &pos, row[i].coord),
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

static const struct refusal bad[] = {
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
	/* coordinates */
	{START, "e2e", RK_NOTATION_SYNTAX},
	{START, "e2e4qq", RK_NOTATION_SYNTAX},
	{START, "i2e4", RK_NOTATION_SYNTAX},
	{START, "`2e4", RK_NOTATION_SYNTAX},
	{START, "e0e4", RK_NOTATION_SYNTAX},
	{START, "e9e4", RK_NOTATION_SYNTAX},
	{START, "e2i4", RK_NOTATION_SYNTAX},
	{START, "e2e9", RK_NOTATION_SYNTAX},
	{START, "E2E4", RK_NOTATION_SYNTAX},
	{START, "e2e4k", RK_NOTATION_SYNTAX},
	{START, "e2e4.", RK_NOTATION_SYNTAX},
	{START, "e2e41", RK_NOTATION_SYNTAX},
	{START,
	 "\xe5"
	 "2e4",
	 RK_NOTATION_SYNTAX},
	{START, "0000", RK_NOTATION_SYNTAX},
	{START, "e2e5", RK_NOTATION_NO_MOVE},
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

static void test_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct rk_pos pos = unit_read(bad[i].fen);
		rk_move move = 0xa5a5;
		enum rk_notation_error error =
			read_text(&move, &pos, bad[i].text);

		if (error != bad[i].error)
			fail_msg("%s: '%s': error %d, not %d", bad[i].fen,
				 bad[i].text, (int)error, (int)bad[i].error);
		assert_int_equal(move, 0xa5a5);
	}
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
			if (!read_bytes(&move, &pos, changed, length))
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

		assert_int_equal(read_text(&move, &pos, row[i].text),
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

/* Positions of all kinds, castling from anywhere included. */
static void check_position(const struct rk_pos *pos)
{
	struct rk_game *game = &console.game;
	int count;

	rk_game_restart(game,
			pos->casual ? &rk_rules_casual : &rk_rules_standard,
			rk_any_of(pos));
	count = game->rules->moves(&game->pos, moves);
	for (int i = 0; i < count; i++)
		check_move(moves[i]);
	there_and_back(pos);
}

static void test_positions(void **state)
{
	(void)state;
	new_console();
	unit_each_position(walk_is_quick() ? 2000 : 20000, 3, check_position);
}

static bool is_figurine(const char *text)
{
	char letters[RK_FIGURINE_SIZE];
	size_t length = rk_figurine_read(letters, text, strlen(text));

	assert_true(length <= strlen(text));
	return length && length < strlen(text);
}

/* No other sign is one, nor is a part of one. */
static void test_others(void **state)
{
	static const char *const others[] = {
		"",
		"Nf3",
		"\xe2",
		"\xe2\x99",
		"\xe2\x99\x93"
		"f3",
		"\xe2\x99\xa0"
		"f3",
		"\xe2\x98\x98"
		"f3",
		"\xef\xb8\x8e"
		"f3",
	};
	char text[4 * RK_FIGURINE_SIZE] = "\xe2\x99\x98";

	(void)state;
	for (size_t i = 0; i < COUNT(others); i++)
		assert_false(is_figurine(others[i]));
	assert_true(is_figurine("\xe2\x99\x94"));
	assert_true(is_figurine("\xe2\x99\x9f"));
	memset(text + 3, 'x', RK_FIGURINE_SIZE - 1);
	assert_true(is_figurine(text));
	text[RK_FIGURINE_SIZE + 2] = 'x';
	assert_false(is_figurine(text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_typed),
		cmocka_unit_test(test_positions),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_lenient),
		cmocka_unit_test(test_minimal),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_error_texts),
		cmocka_unit_test(test_any_byte),
		cmocka_unit_test(test_castling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
