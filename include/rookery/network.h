/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A neural network that evaluates positions, as an image of its file in
 * memory. docs/network.md describes the file and what is computed from it.
 */
#ifndef ROOKERY_NETWORK_H
#define ROOKERY_NETWORK_H

#include "rookery/types.h"

#define RK_NETWORK_HEADER 512 /* bytes before the weights */
#define RK_NETWORK_ALIGN 64   /* of the image in memory, in bytes */
#define RK_NETWORK_INPUTS 768 /* of a king bucket: colour, type, square */
#define RK_NETWORK_MOST_WIDTH 1024
#define RK_NETWORK_MOST_KINGS 16 /* king buckets */

struct rk_pos;

/* Points into the image; nothing is copied. */
struct rk_network {
	const uint8_t *king_buckets;   /* by square of the own king */
	const char *provenance;        /* a text of one line, with its NUL */
	const int16_t *weights;        /* a row of `width` for each input */
	const int16_t *bias;           /* `width` */
	const int16_t *output_weights; /* 2 * `width` for each output bucket */
	const int32_t *output_bias;    /* of each output bucket */
	uint16_t width;
	uint16_t scale;
	uint8_t output_buckets;
};

/*
 * Checks an image of `size` bytes, aligned to RK_NETWORK_ALIGN, which must stay
 * valid as long as the network is used. Returns NULL, or what is wrong; then
 * *network is unchanged. Whatever the weights of an accepted image are, no
 * evaluation overflows.
 */
const char *rk_network_init(struct rk_network *network, const void *data,
			    size_t size);

/*
 * Static evaluation for the side to move, in hundredths of a pawn, as in a
 * search. It begins with an empty board, so it is slow. Not in check.
 */
int rk_network_evaluate(const struct rk_network *network,
			const struct rk_pos *pos);

#endif
