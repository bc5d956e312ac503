/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Networks for the tests: images with random weights, and the inner loops of
 * the engine compiled for every width of vectors.
 */
#ifndef RK_TESTS_NETWORK_H
#define RK_TESTS_NETWORK_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/crc.h"
#include "rookery/network.h"

/* What tests/network/width.c has of each width. */
struct network_width {
	int bytes;
	void (*quiet)(uint16_t *to, const uint16_t *from,
		      const int16_t *const rows[4], int width);
	void (*capture)(uint16_t *to, const uint16_t *from,
			const int16_t *const rows[4], int width);
	void (*castling)(uint16_t *to, const uint16_t *from,
			 const int16_t *const rows[4], int width);
	void (*change)(uint16_t *values, const int16_t *weights, int width,
		       const uint16_t *added, int added_count,
		       const uint16_t *removed, int removed_count);
	int32_t (*output)(const uint16_t *row, const int16_t *weights,
			  int width);
};

extern const struct network_width network_width_0, network_width_16,
	network_width_32, network_width_64;

/* A file in memory, aligned as networks must be. */
struct network_image {
	uint8_t *bytes;
	size_t size;
	int width, kings, outputs;
};

static inline void network_put(uint8_t *at, uint32_t number, int bytes)
{
	for (int i = 0; i < bytes; i++)
		at[i] = (uint8_t)(number >> 8 * i);
}

/* The places in an image, as the format has them. */
static inline size_t network_weight_at(const struct network_image *image,
				       int input, int unit)
{
	return 512 + 2 * ((size_t)input * (size_t)image->width + (size_t)unit);
}

static inline size_t network_bias_at(const struct network_image *image,
				     int unit)
{
	return network_weight_at(image, 768 * image->kings, unit);
}

static inline size_t network_output_at(const struct network_image *image,
				       int bucket, int unit)
{
	return network_bias_at(image, (1 + 2 * bucket) * image->width + unit);
}

static inline size_t network_output_bias_at(const struct network_image *image,
					    int bucket)
{
	return network_output_at(image, image->outputs, 0) + 4 * (size_t)bucket;
}

/* After a change of what follows the header. */
static inline void network_seal(struct network_image *image)
{
	network_put(image->bytes + 12,
		    rk_crc(0, image->bytes + 512, image->size - 512), 4);
}

static inline int network_random(uint64_t *seed, int most)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((*seed >> 33) % (uint64_t)(2 * most + 1)) - most;
}

/* Random numbers as large as is allowed; the caller frees the bytes. */
static inline struct network_image network_make(int width, int kings,
						int outputs, uint64_t seed)
{
	struct network_image image = {NULL, 0, width, kings, outputs};
	int most_output = 16000 / width;
	uint8_t *at;

	image.size = network_output_bias_at(&image, outputs);
	at = image.bytes = aligned_alloc(64, (image.size + 63) / 64 * 64);
	if (!at)
		abort();
	memset(at, 0, 512);
	memcpy(at, "rknet\0\0\1", 8);
	network_put(at + 8, (uint32_t)image.size, 4);
	network_put(at + 16, (uint32_t)width, 2);
	at[18] = (uint8_t)kings;
	at[19] = (uint8_t)outputs;
	network_put(at + 20, 255, 2);
	network_put(at + 22, 64, 2);
	network_put(at + 24, 400, 2);
	for (int i = 0; i < 64; i++)
		at[32 + i] =
			(uint8_t)((network_random(&seed, 999) + 999) % kings);
	for (size_t i = 512; i < network_output_at(&image, 0, 0); i += 2)
		network_put(at + i, (uint32_t)network_random(&seed, 100), 2);
	if (most_output > 127)
		most_output = 127;
	for (size_t i = network_output_at(&image, 0, 0);
	     i < network_output_bias_at(&image, 0); i += 2)
		network_put(at + i,
			    (uint32_t)network_random(&seed, most_output), 2);
	for (int i = 0; i < outputs; i++)
		network_put(at + network_output_bias_at(&image, i),
			    (uint32_t)network_random(&seed, 5000), 4);
	network_seal(&image);
	return image;
}

#endif
