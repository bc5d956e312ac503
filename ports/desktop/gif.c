/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The file format GIF89a, and LZW as it has it: codes of 9 to 12 bits, low bits
 * first, in blocks of at most 255 bytes. A full table is cleared. Errors stay in
 * the FILE, whose owner looks for them.
 */
#include "ports/desktop/gif.h"

#include <stdlib.h>
#include <string.h>

#define CLEAR 256
#define END 257
#define MAX_CODES 4096
#define HASH 16384 /* four times as many as there are codes */
#define CACHE 4096 /* colours whose index is known */

struct lzw {
	FILE *file;
	uint32_t bits; /* not written yet, the oldest lowest */
	int bit_count;
	uint8_t block[255];
	int length;
	int width; /* of a code, in bits */
	int next;  /* the next free code */
	/* Strings by their prefix and last byte, plus 1; 0: free. */
	uint32_t keys[HASH];
	uint16_t codes[HASH];
};

static void put_16(FILE *file, int number)
{
	putc(number & 255, file);
	putc(number >> 8 & 255, file);
}

static void put_block(struct lzw *lzw)
{
	if (!lzw->length)
		return;
	putc(lzw->length, lzw->file);
	fwrite(lzw->block, 1, (size_t)lzw->length, lzw->file);
	lzw->length = 0;
}

static void put_byte(struct lzw *lzw)
{
	lzw->block[lzw->length++] = (uint8_t)lzw->bits;
	if (lzw->length == 255)
		put_block(lzw);
	lzw->bits >>= 8;
	lzw->bit_count = lzw->bit_count > 8 ? lzw->bit_count - 8 : 0;
}

static void put_code(struct lzw *lzw, int code)
{
	lzw->bits |= (uint32_t)code << lzw->bit_count;
	lzw->bit_count += lzw->width;
	while (lzw->bit_count >= 8)
		put_byte(lzw);
}

static void clear(struct lzw *lzw)
{
	put_code(lzw, CLEAR);
	memset(lzw->keys, 0, sizeof(lzw->keys));
	lzw->width = 9;
	lzw->next = END + 1;
}

/* The slot of a string, or the free one where it belongs. */
static uint32_t find(const struct lzw *lzw, int prefix, uint8_t byte)
{
	uint32_t key = ((uint32_t)prefix << 8 | byte) + 1;
	uint32_t slot = key * 2654435761u >> 18;

	while (lzw->keys[slot] && lzw->keys[slot] != key)
		slot = (slot + 1) % HASH;
	return slot;
}

/*
 * The reader learns a string one code later than we do, so codes get wider when
 * the first one that needs it has been given away.
 */
static void learn(struct lzw *lzw, uint32_t slot, int prefix, uint8_t byte)
{
	if (lzw->next == MAX_CODES) {
		clear(lzw);
		return;
	}
	lzw->keys[slot] = ((uint32_t)prefix << 8 | byte) + 1;
	lzw->codes[slot] = (uint16_t)lzw->next;
	if (lzw->next == 1 << lzw->width)
		lzw->width++;
	lzw->next++;
}

static void put_pixels(FILE *file, const uint8_t *indexes, size_t count)
{
	struct lzw lzw = {.file = file, .width = 9};
	int prefix = indexes[0];

	putc(8, file);
	clear(&lzw);
	for (size_t i = 1; i < count; i++) {
		uint32_t slot = find(&lzw, prefix, indexes[i]);

		if (lzw.keys[slot]) {
			prefix = lzw.codes[slot];
			continue;
		}
		put_code(&lzw, prefix);
		learn(&lzw, slot, prefix, indexes[i]);
		prefix = indexes[i];
	}
	put_code(&lzw, prefix);
	put_code(&lzw, END);
	if (lzw.bit_count)
		put_byte(&lzw);
	put_block(&lzw);
	putc(0, file);
}

/* ---- Frames ---- */

bool gif_open(struct gif *gif, FILE *file, const struct gif_palette *palette,
	      int width, int height)
{
	size_t pixels = (size_t)width * (size_t)height;

	*gif = (struct gif){.file = file,
			    .palette = palette,
			    .width = width,
			    .height = height,
			    .indexes = malloc(pixels)};
	if (!gif->indexes)
		return false;
	fwrite("GIF89a", 1, 6, file);
	put_16(file, width);
	put_16(file, height);
	putc(0xf7, file); /* a palette of 256 colours with 8 bits each */
	putc(0, file);
	putc(0, file);
	for (int i = 0; i < GIF_COLOURS; i++)
		for (int shift = 16; shift >= 0; shift -= 8)
			putc((int)(palette->colours[i] >> shift & 255), file);
	/* For ever and ever. */
	fwrite("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 1, 19, file);
	return true;
}

struct gif_part {
	int left, top, right, bottom; /* the last two are outside */
};

/* The rectangle that differs; one pixel where nothing does. */
static struct gif_part find_part(const struct gif *gif, const uint32_t *pixels)
{
	struct gif_part part = {gif->width, gif->height, 0, 0};

	if (!gif->before)
		return (struct gif_part){0, 0, gif->width, gif->height};
	for (int y = 0; y < gif->height; y++)
		for (int x = 0; x < gif->width; x++) {
			size_t at = (size_t)y * (size_t)gif->width + (size_t)x;

			if (!((pixels[at] ^ gif->before[at]) & 0xffffff))
				continue;
			part.left = x < part.left ? x : part.left;
			part.top = y < part.top ? y : part.top;
			part.right = x >= part.right ? x + 1 : part.right;
			part.bottom = y + 1;
		}
	return part.right ? part : (struct gif_part){0, 0, 1, 1};
}

static size_t map_part(struct gif *gif, const uint32_t *pixels,
		       struct gif_part part)
{
	uint32_t known[CACHE] = {0}; /* plus 1 << 24 */
	uint8_t index[CACHE];
	size_t count = 0;

	for (int y = part.top; y < part.bottom; y++)
		for (int x = part.left; x < part.right; x++) {
			uint32_t colour = pixels[y * gif->width + x] & 0xffffff;
			uint32_t slot = colour * 2654435761u >> 20;

			if (known[slot] != (colour | 1 << 24)) {
				known[slot] = colour | 1 << 24;
				index[slot] =
					gif_palette_find(gif->palette, colour);
			}
			gif->indexes[count++] = index[slot];
		}
	return count;
}

void gif_add(struct gif *gif, const uint32_t *pixels, int delay)
{
	size_t size =
		(size_t)gif->width * (size_t)gif->height * sizeof(*pixels);
	struct gif_part part = find_part(gif, pixels);
	size_t count = map_part(gif, pixels, part);
	FILE *file = gif->file;

	/* Shown for this long, and left there. */
	fwrite("\x21\xf9\x04\x04", 1, 4, file);
	put_16(file, delay);
	putc(0, file);
	putc(0, file);
	putc(0x2c, file);
	put_16(file, part.left);
	put_16(file, part.top);
	put_16(file, part.right - part.left);
	put_16(file, part.bottom - part.top);
	putc(0, file);
	put_pixels(file, gif->indexes, count);
	if (!gif->before)
		gif->before = malloc(size);
	if (gif->before)
		memcpy(gif->before, pixels, size);
}

void gif_close(struct gif *gif)
{
	putc(0x3b, gif->file);
	free(gif->before);
	free(gif->indexes);
}
