/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The colours of a GIF. A picture of a board has some dozens of colours that
 * cover areas, and thousands in between along smoothed edges. The former are
 * kept exactly; of the latter those are taken first that are far from all that
 * were taken before.
 */
#include <stdlib.h>

#include "ports/desktop/gif.h"

#define MAX_DISTINCT (GIF_SLOTS * 3 / 4)
#define FREQUENT 1000 /* one pixel in so many */

struct entry {
	uint32_t colour;
	uint32_t often;
};

void gif_palette_see(struct gif_palette *palette, const uint32_t *pixels,
		     size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t key = (pixels[i] & 0xffffff) + 1;
		uint32_t slot = key * 2654435761u >> 16;

		while (palette->seen[slot] && palette->seen[slot] != key)
			slot = (slot + 1) % GIF_SLOTS;
		if (!palette->seen[slot]) {
			if (palette->distinct == MAX_DISTINCT)
				continue;
			palette->distinct++;
			palette->seen[slot] = key;
		}
		palette->often[slot]++;
	}
	palette->pixels += count;
}

static int square_of(int number)
{
	return number * number;
}

static int distance(uint32_t a, uint32_t b)
{
	return square_of((int)(a >> 16 & 255) - (int)(b >> 16 & 255)) +
	       square_of((int)(a >> 8 & 255) - (int)(b >> 8 & 255)) +
	       square_of((int)(a & 255) - (int)(b & 255));
}

static int nearest(const struct gif_palette *palette, uint32_t colour,
		   int *index)
{
	int best = 1 << 30;

	for (int i = 0; i < palette->count && best; i++) {
		int far = distance(palette->colours[i], colour);

		if (far >= best)
			continue;
		best = far;
		*index = i;
	}
	return best;
}

uint8_t gif_palette_find(const struct gif_palette *palette, uint32_t colour)
{
	int index = 0;

	nearest(palette, colour & 0xffffff, &index);
	return (uint8_t)index;
}

/* The most frequent first; equally frequent ones in any fixed order. */
static int compare(const void *one, const void *other)
{
	const struct entry *a = one, *b = other;

	if (a->often != b->often)
		return a->often < b->often ? 1 : -1;
	return a->colour < b->colour ? -1 : a->colour > b->colour;
}

/* Takes colours that are further than `far` from all that were taken. */
static void take(struct gif_palette *palette, const struct entry *entries,
		 int count, int far, uint64_t least)
{
	int index;

	for (int i = 0; i < count && palette->count < GIF_COLOURS; i++)
		if (entries[i].often >= least &&
		    nearest(palette, entries[i].colour, &index) > far * far)
			palette->colours[palette->count++] = entries[i].colour;
}

void gif_palette_choose(struct gif_palette *palette)
{
	static const int steps[] = {48, 24, 12, 6, 3, 0};
	struct entry *entries =
		malloc((size_t)palette->distinct * sizeof(*entries) + 1);
	int count = 0;

	if (!entries)
		return;
	for (int i = 0; i < GIF_SLOTS; i++)
		if (palette->seen[i])
			entries[count++] = (struct entry){palette->seen[i] - 1,
							  palette->often[i]};
	qsort(entries, (size_t)count, sizeof(*entries), compare);
	take(palette, entries, count, 0, palette->pixels / FREQUENT + 1);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		take(palette, entries, count, steps[i], 0);
	free(entries);
}
