/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes animated GIFs (GIF89a): every viewer and browser shows them, and they
 * need no library. All frames share a palette of 256 colours, which is made
 * from pictures that are shown to it first. Pixels are 0x00rrggbb; the upper
 * byte is ignored.
 */
#ifndef RK_DESKTOP_GIF_H
#define RK_DESKTOP_GIF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define GIF_COLOURS 256
#define GIF_SLOTS 65536 /* of the table that counts colours */

/* All zero is an empty one. */
struct gif_palette {
	uint32_t colours[GIF_COLOURS];
	int count;
	/* Colours that were seen, plus 1, and how often. */
	uint32_t seen[GIF_SLOTS];
	uint32_t often[GIF_SLOTS];
	int distinct;
	uint64_t pixels;
};

/* Counts the colours of a picture. Beyond some thousands, new ones are left out. */
void gif_palette_see(struct gif_palette *palette, const uint32_t *pixels,
		     size_t count);

/* Chooses the colours: all frequent ones as they are, and many others. */
void gif_palette_choose(struct gif_palette *palette);

/* The index of the nearest colour. */
uint8_t gif_palette_find(const struct gif_palette *palette, uint32_t colour);

struct gif {
	FILE *file;
	const struct gif_palette *palette;
	int width, height;
	uint32_t *before; /* the pixels of the last frame; NULL: no frame yet */
	uint8_t *indexes; /* of the part that changes */
};

/*
 * Begins a file; the palette stays in use. False without memory. Sides are at
 * most 65535.
 */
bool gif_open(struct gif *gif, FILE *file, const struct gif_palette *palette,
	      int width, int height);

/*
 * Adds a frame that is shown for so many hundredths of a second. Only the
 * rectangle that differs from the frame before is written.
 */
void gif_add(struct gif *gif, const uint32_t *pixels, int delay);

/* Ends the file, which the caller closes, and frees the memory. */
void gif_close(struct gif *gif);

#endif
