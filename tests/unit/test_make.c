/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Making and taking back moves. Small trees of moves are walked from many
 * positions of random play; at every node the position must be sound in all
 * its parts, and on the way back every byte must be as it was. Then colours
 * are exchanged, which must change no count.
 */
#include "tests/unit/unit.h"

static long nodes;
static rk_bits castled, taken_en_passant, promoted, kings_taken;

/* The sets say the same as the board. */
static void check_sets(const struct rk_pos *pos)
{
	rk_bits colour[2] = {0, 0}, type[RK_TYPES] = {0};

	for (int square = 0; square < RK_SQUARES; square++) {
		int piece = pos->board[square];

		if (piece == RK_NONE)
			continue;
		colour[rk_piece_colour(piece)] |= rk_square_bit(square);
		type[rk_piece_type(piece)] |= rk_square_bit(square);
	}
	assert_memory_equal(pos->colour, colour, sizeof(colour));
	assert_memory_equal(pos->type, type, sizeof(type));
}

/* A right has its rook on the back rank, and a king there beside it. */
static void check_castle(const struct rk_pos *pos)
{
	for (int colour = RK_WHITE; colour <= RK_BLACK; colour++) {
		rk_bits back = (rk_bits)0xff << (colour == RK_WHITE ? 0 : 56);
		rk_bits own = pos->colour[colour] & back;

		assert_true(
			!(pos->castle & back & ~(own & pos->type[RK_ROOK])));
		assert_true(!(pos->castle & back) || own & pos->type[RK_KING]);
	}
	assert_true(!(pos->castle & 0x00ffffffffffff00));
}

static void check_checkers(const struct rk_pos *pos)
{
	rk_bits occupied = pos->colour[RK_WHITE] | pos->colour[RK_BLACK];
	rk_bits king = pos->colour[pos->side] & pos->type[RK_KING];
	rk_bits expected = 0;

	for (int square = 0; square < RK_SQUARES && !pos->casual; square++)
		if (king & rk_square_bit(square))
			expected = rk_pos_attackers(pos, square, occupied) &
				   pos->colour[pos->side ^ 1];
	assert_true(pos->checkers == expected);
}

/* Did this move pass a pawn of the other side that stands beside it now? */
static int expected_ep(const struct rk_pos *before, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int enemy = rk_piece(before->side ^ 1, RK_PAWN);
	int file = rk_square_file(to);

	if (rk_piece_type(before->board[from]) != RK_PAWN ||
	    abs(to - from) != 16)
		return RK_NO_SQUARE;
	if ((file > 0 && before->board[to - 1] == enemy) ||
	    (file < 7 && before->board[to + 1] == enemy))
		return (from + to) / 2;
	return RK_NO_SQUARE;
}

static void check_counters(const struct rk_pos *before,
			   const struct rk_pos *pos, rk_move move)
{
	bool progress = rk_move_is_capture(before, move) ||
			rk_piece_type(before->board[rk_move_from(move)]) ==
				RK_PAWN;

	assert_int_equal(pos->side, before->side ^ 1);
	assert_int_equal(pos->halfmove, progress ? 0 : before->halfmove + 1);
	assert_int_equal(pos->fullmove,
			 before->fullmove + (before->side == RK_BLACK));
	assert_int_equal(pos->ep, expected_ep(before, move));
	assert_int_equal(pos->casual, before->casual);
	assert_int_equal(pos->minors, before->minors);
	assert_true(!(pos->castle & ~before->castle));
}

static void check_node(const struct rk_pos *pos)
{
	nodes++;
	assert_true(pos->key == rk_pos_key_compute(pos));
	check_sets(pos);
	check_castle(pos);
	check_checkers(pos);
}

static void check_null(struct rk_pos *pos)
{
	const struct rk_pos before = *pos;
	struct rk_undo undo;

	rk_pos_make_null(pos, &undo);
	check_node(pos);
	assert_int_equal(pos->side, before.side ^ 1);
	assert_int_equal(pos->ep, RK_NO_SQUARE);
	assert_int_equal(pos->halfmove, before.halfmove + 1);
	assert_int_equal(pos->fullmove, before.fullmove + before.side);
	assert_true(pos->castle == before.castle);
	assert_memory_equal(pos->board, before.board, sizeof(before.board));
	rk_pos_unmake_null(pos, &undo);
	assert_memory_equal(pos, &before, sizeof(before));
}

static void note(const struct rk_pos *pos, rk_move move)
{
	rk_bits to = rk_square_bit(rk_move_to(move));

	if (rk_move_kind(move) == RK_CASTLING)
		castled |= to;
	else if (rk_move_kind(move) == RK_EN_PASSANT)
		taken_en_passant |= to;
	else if (rk_move_kind(move) == RK_PROMOTION)
		promoted |= to;
	if (pos->casual)
		kings_taken |= to & pos->type[RK_KING];
}

static void walk_tree(struct rk_pos *pos, int depth)
{
	const struct rk_pos before = *pos;
	rk_move list[RK_MAX_MOVES];
	struct rk_undo undo;
	int count = rk_gen_legal(pos, list);

	if (!pos->checkers)
		check_null(pos);
	for (int i = 0; i < count; i++) {
		memset(&undo, 0xa5, sizeof(undo));
		rk_pos_make(pos, list[i], &undo);
		check_node(pos);
		check_counters(&before, pos, list[i]);
		note(&before, list[i]);
		if (depth > 1)
			walk_tree(pos, depth - 1);
		rk_pos_unmake(pos, list[i], &undo);
		assert_memory_equal(pos, &before, sizeof(before));
	}
}

static void walk_small_tree(const struct rk_pos *pos)
{
	struct rk_pos root = *pos;

	root.minors = pos->key & 1;
	walk_tree(&root, 2);
}

static void walk_casual_tree(const struct rk_pos *pos)
{
	struct rk_setup setup;
	struct rk_pos root;

	rk_setup_from_pos(&setup, pos);
	assert_int_equal(rk_pos_from_setup(&root, &setup, true), 0);
	walk_tree(&root, 2);
}

static void expect_nodes(long wanted)
{
	print_message("%ld nodes\n", nodes);
	assert_true(nodes >= (walk_is_quick() ? wanted / 20 : wanted));
	assert_true(castled && promoted);
	assert_true(taken_en_passant & (rk_bits)0xff << 16 &&
		    taken_en_passant & (rk_bits)0xff << 40);
	castled = taken_en_passant = promoted = 0;
	nodes = 0;
}

static void test_standard(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 2000 : 40000, 11, walk_small_tree);
	expect_nodes(20000000);
}

static void test_casual(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 500 : 10000, 12, walk_casual_tree);
	expect_nodes(5000000);
	assert_true(kings_taken != 0);
}

static rk_bits mirror_set(rk_bits set)
{
	rk_bits mirrored = 0;

	for (int square = 0; square < RK_SQUARES; square++)
		mirrored |= (set >> square & 1) << (square ^ 56);
	return mirrored;
}

/* The board upside down, and the colours exchanged. */
static struct rk_pos mirror(const struct rk_pos *pos)
{
	struct rk_setup setup, mirrored;
	struct rk_pos result;

	rk_setup_from_pos(&setup, pos);
	mirrored = setup;
	for (int square = 0; square < RK_SQUARES; square++) {
		int piece = setup.board[square];

		mirrored.board[square ^ 56] =
			(uint8_t)(piece == RK_NONE ? piece : piece ^ 8);
	}
	mirrored.castle = mirror_set(setup.castle);
	mirrored.side = setup.side ^ 1;
	if (setup.ep != RK_NO_SQUARE)
		mirrored.ep = setup.ep ^ 56;
	assert_int_equal(rk_pos_from_setup(&result, &mirrored, pos->casual), 0);
	return result;
}

/* Leaves by making every move, for what rk_perft() counts in faster ways. */
static uint64_t count_leaves(struct rk_pos *pos, int depth)
{
	rk_move list[RK_MAX_MOVES];
	struct rk_undo undo;
	uint64_t leaves = 0;
	int count;

	if (depth == 0)
		return 1;
	count = rk_gen_legal(pos, list);
	if (depth == 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		rk_pos_make(pos, list[i], &undo);
		leaves += count_leaves(pos, depth - 1);
		rk_pos_unmake(pos, list[i], &undo);
	}
	return leaves;
}

static void same_counts(const struct rk_pos *pos)
{
	static rk_move buf[3 * RK_MAX_MOVES];
	struct rk_pos own = *pos, other = mirror(pos);

	for (int depth = 0; depth <= 3; depth++) {
		uint64_t leaves = rk_perft(&own, depth, buf);

		assert_int_equal(leaves, count_leaves(&own, depth));
		assert_int_equal(leaves, rk_perft(&other, depth, buf));
	}
	assert_memory_equal(&own, pos, sizeof(own));
}

static void same_casual_counts(const struct rk_pos *pos)
{
	struct rk_setup setup;
	struct rk_pos casual;

	rk_setup_from_pos(&setup, pos);
	assert_int_equal(rk_pos_from_setup(&casual, &setup, true), 0);
	same_counts(&casual);
}

static void test_mirrored(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 200 : 4000, 13, same_counts);
}

static void test_mirrored_casual(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 50 : 1000, 14, same_casual_counts);
}

/* Where the counters stop, a FEN can still be written and read. */
static void test_counters(void **state)
{
	struct rk_pos pos = unit_read("4k3/8/8/8/8/8/8/4K2R b - - 49999 50000");
	struct rk_pos before = pos;
	struct rk_undo undo[2];
	char fen[RK_FEN_SIZE];
	rk_move moves[2] = {rk_move_new(60, 59, RK_NORMAL),
			    rk_move_new(7, 6, RK_NORMAL)};

	(void)state;
	rk_pos_make(&pos, moves[0], &undo[0]);
	rk_pos_make(&pos, moves[1], &undo[1]);
	rk_fen_write(fen, &pos, RK_FEN_STANDARD);
	assert_string_equal(fen, "3k4/8/8/8/8/8/8/4K1R1 b - - 50000 50000");
	unit_read(fen);
	rk_pos_unmake(&pos, moves[1], &undo[1]);
	rk_pos_unmake(&pos, moves[0], &undo[0]);
	assert_memory_equal(&pos, &before, sizeof(pos));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_standard),
		cmocka_unit_test(test_casual),
		cmocka_unit_test(test_mirrored),
		cmocka_unit_test(test_mirrored_casual),
		cmocka_unit_test(test_counters),
	};

	return cmocka_run_group_tests_name("make", tests, NULL, NULL);
}
