/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as an opening book, behind a line with a FEN. An entry whose key
 * begins with a zero byte gets the position's key, so that something is
 * found. Whatever the book says, moves are legal, come once and in order.
 */
#include "rookery/book.h"
#include "tests/fuzz/fuzz.h"

struct memory {
	uint8_t *bytes;
	size_t size;
};

static bool read_memory(void *self, uint64_t offset, void *to, size_t size)
{
	const struct memory *memory = self;

	must(offset <= memory->size && size <= memory->size - offset);
	memcpy(to, memory->bytes + offset, size);
	return true;
}

static void set_keys(struct memory *memory, uint64_t key)
{
	for (size_t i = 0; i + 8 <= memory->size; i += RK_BOOK_ENTRY_SIZE)
		for (int j = 0; !memory->bytes[i] && j < 8; j++)
			memory->bytes[i + (size_t)(7 - j)] =
				(uint8_t)(key >> 8 * j);
}

static void ask(const struct rk_book *book, const struct rk_pos *pos)
{
	struct rk_book_move list[RK_BOOK_MOVES];
	int count = rk_book_moves(book, pos, list, RK_BOOK_MOVES);
	bool is_known = false;
	rk_move picked;

	must(count >= 0 && count <= RK_BOOK_MOVES);
	picked = rk_book_pick(book, pos, (uint64_t)count);
	for (int i = 0; i < count; i++) {
		must(rk_move_is_legal(pos, list[i].move));
		must(!i || list[i - 1].weight >= list[i].weight);
		for (int j = 0; j < i; j++)
			must(list[j].move != list[i].move);
		is_known |= list[i].move == picked && list[i].weight;
	}
	must(is_known || picked == RK_NO_MOVE);
	must(is_known || !count || !list[0].weight);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct memory memory = {.size = size};
	struct rk_book book;
	struct rk_pos pos;

	text = split(&pos, text, &memory.size);
	memory.bytes = malloc(memory.size ? memory.size : 1);
	must(memory.bytes != NULL);
	memcpy(memory.bytes, text, memory.size);
	set_keys(&memory, pos.key);
	/* Also where it is refused, nothing must happen to who does not care. */
	rk_book_init(&book, memory.size, &memory, read_memory);
	ask(&book, &pos);
	free(memory.bytes);
	return 0;
}
