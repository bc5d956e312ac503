/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Memory: the four functions of include/rookery/deps.h, and an allocator. All blocks, free
 * and used, are in one list by address, so that free neighbours can be merged;
 * there are few of them. The list ends where the module's memory ends, which
 * grows when nothing fits.
 */
#include "ports/web/wasm/web.h"

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
	return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
	return __builtin_memset(to, byte, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
	const uint8_t *x = a, *y = b;

	for (; size; size--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

#define UNIT 64 /* blocks and their headers are multiples of it */
#define PAGE 65536

struct block {
	_Alignas(UNIT) struct block *next;
	size_t size; /* bytes behind the header */
	bool taken;
};

_Static_assert(sizeof(struct block) == UNIT, "a block's head");

extern struct block __heap_base; /* from the linker: where data ends */
static struct block *first;

/* Appends a block of at least `size` bytes; NULL on failure. */
static struct block *grow(struct block *last, size_t size)
{
	size_t pages = (size + sizeof(struct block) + PAGE - 1) / PAGE;
	size_t old = __builtin_wasm_memory_grow(0, pages);
	struct block *block;

	if (old == (size_t)-1)
		return NULL;
	if (last && !last->taken) {
		last->size += pages * PAGE;
		return last;
	}
	block = (struct block *)(old * PAGE);
	*block = (struct block){.size = pages * PAGE - sizeof(*block)};
	if (last)
		last->next = block;
	return block;
}

/* The first block: what data leaves of the initial pages. */
static void begin(void)
{
	uintptr_t at = ((uintptr_t)&__heap_base + UNIT - 1) / UNIT * UNIT;
	size_t end = __builtin_wasm_memory_size(0) * PAGE;

	if (end < at + 2 * sizeof(struct block)) {
		first = grow(NULL, UNIT);
		return;
	}
	first = (struct block *)at;
	*first = (struct block){.size = end - at - sizeof(*first)};
}

/* Splits off the part of a block that is not needed. */
static void cut(struct block *block, size_t size)
{
	struct block *rest;

	if (block->size < size + sizeof(*rest) + UNIT)
		return;
	rest = (struct block *)((char *)(block + 1) + size);
	*rest = (struct block){
		.next = block->next,
		.size = block->size - size - sizeof(*rest),
	};
	block->next = rest;
	block->size = size;
}

void *web_alloc(size_t size)
{
	struct block *block, *last = NULL;

	size = (size + UNIT - 1) / UNIT * UNIT;
	if (!first)
		begin();
	for (block = first; block; last = block, block = block->next)
		if (!block->taken && block->size >= size)
			break;
	if (!block)
		block = grow(last, size);
	if (!block)
		return NULL;
	cut(block, size);
	block->taken = true;
	return block + 1;
}

/* Merges a block with its neighbours if both are free. */
static void join(struct block *block)
{
	while (block->next && !block->next->taken &&
	       (char *)(block + 1) + block->size == (char *)block->next) {
		block->size += sizeof(*block) + block->next->size;
		block->next = block->next->next;
	}
}

void web_free(void *memory)
{
	if (!memory)
		return;
	((struct block *)memory - 1)->taken = false;
	for (struct block *block = first; block; block = block->next)
		if (!block->taken)
			join(block);
}

/* Bytes in use, for tests. */
WEB_EXPORT(double, taken, void)
{
	double sum = 0;

	for (struct block *block = first; block; block = block->next)
		if (block->taken)
			sum += (double)block->size;
	return sum;
}

/* ---- Texts ---- */

struct web_text web_answer;
struct web_text web_file;
const struct rk_out web_out = {web_text_add, &web_answer};
static struct web_text input;

bool web_text_reserve(struct web_text *text, size_t cap)
{
	char *larger;

	if (cap <= text->cap)
		return true;
	larger = web_alloc(cap);
	if (!larger)
		return false;
	memcpy(larger, text->bytes, text->length);
	web_free(text->bytes);
	text->bytes = larger;
	text->cap = cap;
	return true;
}

/* If there is no memory for an answer, it is dropped. */
void web_text_add(void *self, const char *bytes, size_t length)
{
	struct web_text *text = self;

	if (text->length + length > text->cap &&
	    !web_text_reserve(text, 2 * (text->length + length) + 1024))
		__builtin_trap();
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

/*
 * Returns a buffer for a text of that length, with a NUL behind it; NULL if
 * there is no memory.
 */
WEB_EXPORT(char *, in, size_t length)
{
	input.length = 0;
	if (length + 1 < length || !web_text_reserve(&input, length + 1))
		return NULL;
	input.bytes[length] = 0;
	return input.bytes;
}

WEB_EXPORT(void, answer_clear, void)
{
	web_answer.length = 0;
}

/* Drops the first bytes of the answer; the rest stays. */
WEB_EXPORT(void, answer_drop, size_t length)
{
	memmove(web_answer.bytes, web_answer.bytes + length,
		web_answer.length - length);
	web_answer.length -= length;
}

WEB_EXPORT(const char *, answer, void)
{
	return web_answer.bytes;
}

WEB_EXPORT(size_t, answer_length, void)
{
	return web_answer.length;
}
