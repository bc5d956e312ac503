/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Polyglot books: keys and moves as the format's description has them, picks
 * as likely as weights say, and files that are no books.
 */
#include "tests/unit/unit.h"

#include "rookery/book.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

/* A book in memory that counts how often it is read. */
struct memory {
	uint8_t bytes[64 * 1024];
	size_t size;
	long reads;
	size_t broken_from; /* reads from there on fail; 0: none do */
};

static bool read_memory(void *self, uint64_t offset, void *to, size_t size)
{
	struct memory *memory = self;

	memory->reads++;
	assert_true(offset + size <= memory->size);
	if (memory->broken_from && offset >= memory->broken_from)
		return false;
	memcpy(to, memory->bytes + offset, size);
	return true;
}

static const char *open_memory(struct rk_book *book, struct memory *memory)
{
	memory->reads = 0;
	return rk_book_init(book, memory->size, memory, read_memory);
}

static void add(struct memory *memory, uint64_t key, uint16_t move,
		uint16_t weight)
{
	rk_book_write_entry(memory->bytes + memory->size,
			    &(struct rk_book_entry){key, move, weight});
	memory->size += RK_BOOK_ENTRY_SIZE;
}

/* to file, to rank, from file, from rank, piece: as the format says. */
static uint16_t number(const char *text)
{
	static const char pieces[] = " nbrq";

	return (uint16_t)((text[2] - 'a') | (text[3] - '1') << 3 |
			  (text[0] - 'a') << 6 | (text[1] - '1') << 9 |
			  (text[4] ? (int)(strchr(pieces, text[4]) - pieces) : 0)
				  << 12);
}

/* Bytes as they stand in files: the start position, e2e4, 0x1234. */
static void test_bytes(void **state)
{
	static const uint8_t expected[] = {
		0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
		0x03, 0x1c, 0x12, 0x34, 0,    0,    0,    0,
	};
	struct rk_pos pos = unit_read(START);
	uint8_t bytes[RK_BOOK_ENTRY_SIZE];
	struct rk_book_entry entry;

	(void)state;
	rk_book_write_entry(bytes,
			    &(struct rk_book_entry){pos.key, number("e2e4"),
						    0x1234});
	assert_memory_equal(bytes, expected, sizeof(bytes));
	rk_book_read_entry(&entry, expected);
	assert_true(entry.key == pos.key && entry.weight == 0x1234);
	assert_int_equal(entry.move, 0x031c);
}

static void expect(const char *fen, const char *text, const char *meaning)
{
	struct rk_pos pos = unit_read(fen);
	rk_move move = rk_book_read_move(&pos, number(text));
	char san[RK_SAN_SIZE] = "-";

	if (move != RK_NO_MOVE)
		rk_san_write(san, &pos, move);
	if (strcmp(san, meaning) != 0)
		fail_msg("%s in %s is %s, not %s", text, fen, san, meaning);
}

static void test_moves(void **state)
{
	(void)state;
	expect(START, "g1f3", "Nf3");
	expect(START, "e2e5", "-");
	expect(START, "a1a1", "-");
	expect(START, "e7e5", "-");
	expect(CASTLES, "e1h1", "O-O");
	expect(CASTLES, "e1a1", "O-O-O");
	expect(CASTLES, "e1g1", "O-O");
	expect(CASTLES, "e1c1", "O-O-O");
	expect(CASTLES, "e1f1", "Kf1");
	/* Without the right it is no castling, nor anything else. */
	expect("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1h1", "-");
	expect("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", "-");
	/* Through check. */
	expect("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "-");
	expect("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e8h8", "-");
	expect("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "O-O-O");
	expect("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+");
	expect("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N");
	expect("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "-");
	expect(START, "e2e4q", "-");
	expect(START, "g1f3n", "-");
	expect("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
	expect("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "-");
	/* Chess960: the king stands elsewhere, the rook is what counts. */
	expect("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", "O-O");
}

/* Every 16-bit number is a legal move or none; and legal moves come back. */
static void test_all_numbers(void **state)
{
	rk_move list[RK_MAX_MOVES];
	uint64_t seed = 11;

	(void)state;
	for (int game = 0; game < 30; game++) {
		struct rk_pos pos = unit_start(game, &seed);
		int count = rk_gen_legal(&pos, list);

		for (int i = 0; i < count; i++)
			assert_int_equal(list[i],
					 rk_book_read_move(&pos,
							   rk_book_write_move(
								   list[i])));
		for (uint32_t i = 0; i < 65536; i++) {
			rk_move move = rk_book_read_move(&pos, (uint16_t)i);

			assert_true(move == RK_NO_MOVE ||
				    rk_move_is_legal(&pos, move));
		}
	}
}

static struct memory memory;

/* Three moves, one that is not played, one that is not legal; neighbours. */
static void make_book(const struct rk_pos *pos)
{
	memory.size = memory.broken_from = 0;
	for (uint64_t i = 0; i < 1000; i++)
		add(&memory, i, number("a2a3"), 1);
	add(&memory, pos->key - 1, number("h2h3"), 9);
	add(&memory, pos->key, number("e2e4"), 30);
	add(&memory, pos->key, number("d2d4"), 60);
	add(&memory, pos->key, number("a2a5"), 60000);
	add(&memory, pos->key, number("f2f3"), 0);
	add(&memory, pos->key, number("e2e4"), 10);
	add(&memory, pos->key + 1, number("h2h3"), 9);
	for (uint64_t i = 1000; i > 0; i--)
		add(&memory, ~(uint64_t)0 - i, number("a2a3"), 1);
}

static void test_list(void **state)
{
	struct rk_pos pos = unit_read(START);
	struct rk_book_move list[RK_BOOK_MOVES];
	struct rk_book book;

	(void)state;
	make_book(&pos);
	assert_null(open_memory(&book, &memory));
	assert_int_equal(rk_book_moves(&book, &pos, list, RK_BOOK_MOVES), 3);
	assert_int_equal(rk_book_write_move(list[0].move), number("d2d4"));
	assert_int_equal(rk_book_write_move(list[1].move), number("e2e4"));
	assert_int_equal(rk_book_write_move(list[2].move), number("f2f3"));
	assert_int_equal(list[0].weight, 60);
	assert_int_equal(list[1].weight, 40);
	assert_int_equal(list[2].weight, 0);
	assert_int_equal(rk_book_moves(&book, &pos, list, 1), 1);
}

/* 40 to 60: of 10000 picks 4000 and 6000, within five deviations of 49. */
static void test_pick(void **state)
{
	struct rk_pos pos = unit_read(START);
	struct rk_book book;
	int kings = 0, queens = 0;

	(void)state;
	make_book(&pos);
	assert_null(open_memory(&book, &memory));
	for (uint64_t seed = 0; seed < 10000; seed++) {
		uint16_t move =
			rk_book_write_move(rk_book_pick(&book, &pos, seed));

		kings += move == number("e2e4");
		queens += move == number("d2d4");
	}
	assert_int_equal(kings + queens, 10000);
	assert_in_range(kings, 4000 - 245, 4000 + 245);
	assert_int_equal(rk_book_pick(&book, &pos, 7),
			 rk_book_pick(&book, &pos, 7));
	pos = unit_read("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
	assert_int_equal(rk_book_pick(&book, &pos, 1), RK_NO_MOVE);
}

/* Found at every place of books of every small size. */
static void test_search(void **state)
{
	struct rk_pos pos = unit_read(START);
	struct rk_book book;

	(void)state;
	for (int before = 0; before < 20; before++)
		for (int after = 0; after < 20; after++) {
			memory.size = memory.broken_from = 0;
			for (int i = 0; i < before; i++)
				add(&memory, (uint64_t)i, number("a2a3"), 1);
			add(&memory, pos.key, number("c2c4"), 1);
			for (int i = 1; i <= after; i++)
				add(&memory, pos.key + (uint64_t)i,
				    number("a2a3"), 1);
			assert_null(open_memory(&book, &memory));
			assert_int_equal(number("c2c4"),
					 rk_book_write_move(
						 rk_book_pick(&book, &pos, 1)));
		}
}

static void expect_refused(size_t size, const char *word)
{
	struct rk_book book;
	const char *reason;

	memory.size = size;
	reason = open_memory(&book, &memory);
	assert_non_null(reason);
	if (!strstr(reason, word))
		fail_msg("\"%s\" says nothing of \"%s\"", reason, word);
}

static void test_refused(void **state)
{
	struct rk_pos pos = unit_read(START);
	size_t size;

	(void)state;
	make_book(&pos);
	size = memory.size;
	expect_refused(0, "empty");
	expect_refused(1, "16");
	expect_refused(size - 1, "16");
	expect_refused(size - 8, "16");
	memory.broken_from = size / 2;
	expect_refused(size, "read");
	memory.broken_from = 0;
	/* Text is not sorted. */
	for (size_t i = 0; i < size; i++)
		memory.bytes[i] = (uint8_t)("1. e4 e5 2. Nf3 "[i * 7 % 16]);
	memory.bytes[0] = 'z';
	expect_refused(size / 16 * 16, "sorted");
}

/* Bytes of all kinds: every answer is legal, and soon there. */
static void test_noise(void **state)
{
	struct rk_book_move list[RK_BOOK_MOVES];
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct rk_pos pos = unit_start(round, &seed);
		struct rk_book book = {&memory, read_memory, 0};
		int count;

		memory.size = 16 * (1 + (size_t)walk_random(&seed, 999));
		memory.broken_from = round % 5 ? 0 : memory.size / 3;
		for (size_t i = 0; i < memory.size; i++)
			memory.bytes[i] = (uint8_t)walk_random(&seed, 256);
		/* One position all over the book. */
		for (size_t i = 0; round % 3 && i < memory.size; i += 16)
			for (int j = 0; j < 8; j++)
				memory.bytes[i + (size_t)j] =
					(uint8_t)(pos.key >> (56 - 8 * j));
		open_memory(&book, &memory);
		memory.reads = 0;
		count = rk_book_moves(&book, &pos, list, RK_BOOK_MOVES);
		assert_in_range(count, 0, RK_BOOK_MOVES);
		for (int i = 0; i < count; i++)
			assert_true(rk_move_is_legal(&pos, list[i].move));
		rk_book_pick(&book, &pos, (uint64_t)round);
		assert_in_range(memory.reads, 1, 4096);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_all_numbers),
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_pick),
		cmocka_unit_test(test_search),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
