/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads a network and evaluates with it. A file may come from anybody, so all
 * that the arithmetic relies on is checked here, once: the sizes, that every
 * index is in range, and that no sum can overflow whatever is on the board.
 * accumulator.c is for the search; docs/network.md describes the file.
 */
#include "engine/network.h"

#include "engine/endings.h"
#include "engine/eval.h"
#include "engine/network_simd.h"

#define MAGIC "rknet\0"
#define VERSION 1

/* A sum of v * v * w over one accumulator fits into 32 bits. */
#define MOST_OUTPUT_WEIGHT 127
#define MOST_OUTPUT_SUM (0x7fffffff / (RK_QA * RK_QA))

/* The most men of a colour in a position that is evaluated. */
#define MOST_MEN 16

/* ---- Reading ---- */

static uint32_t read_number(const uint8_t *at, int bytes)
{
	uint32_t number = 0;

	while (bytes--)
		number = number << 8 | at[bytes];
	return number;
}

/* CRC-32 by half bytes: four times as fast as rk_crc(). */
static uint32_t checksum(const uint8_t *at, size_t size)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
		0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
		0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = ~(uint32_t)0;

	while (size--) {
		crc ^= *at++;
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return ~crc;
}

static int magnitude(int number)
{
	return number < 0 ? -number : number;
}

/* The sum of the MOST_MEN largest weights of a unit for one colour's men. */
static int32_t largest_sum(const int16_t *weights, int width)
{
	int32_t largest[MOST_MEN] = {0}; /* in descending order */
	int32_t sum = 0;

	for (int i = 0; i < RK_NETWORK_INPUTS / 2; i++) {
		int weight = magnitude(weights[i * width]);
		int at = MOST_MEN - 1;

		if (weight <= largest[at])
			continue;
		for (; at && largest[at - 1] < weight; at--)
			largest[at] = largest[at - 1];
		largest[at] = weight;
	}
	for (int i = 0; i < MOST_MEN; i++)
		sum += largest[i];
	return sum;
}

/* Do all sums of a unit fit into 16 bits? */
static bool unit_fits(const struct rk_network *network, int kings, int unit)
{
	int width = network->width;
	const int16_t *weights = network->weights + unit;
	const int half = RK_NETWORK_INPUTS / 2 * width;

	for (int i = 0; i < kings; i++, weights += 2 * half)
		if (magnitude(network->bias[unit]) +
			    largest_sum(weights, width) +
			    largest_sum(weights + half, width) >
		    0x7fff)
			return false;
	return true;
}

static const char *check_weights(const struct rk_network *network, int kings)
{
	const int16_t *weight = network->output_weights;

	for (int unit = 0; unit < network->width; unit++)
		if (!unit_fits(network, kings, unit))
			return "its weights are too large";
	for (int half = 0; half < 2 * network->output_buckets; half++) {
		int sum = 0;

		for (int i = 0; i < network->width; i++, weight++) {
			if (magnitude(*weight) > MOST_OUTPUT_WEIGHT)
				return "an output weight is too large";
			sum += magnitude(*weight);
		}
		if (sum > MOST_OUTPUT_SUM)
			return "its output weights are too large";
	}
	return NULL;
}

/* What the header says of the rest. */
struct header {
	int width, kings, outputs, scale;
	size_t size; /* of the whole file */
};

static const char *read_header(struct header *header, const uint8_t *at,
			       size_t size)
{
	bool has_zeros = true;
	size_t weights;

	if (size < RK_NETWORK_HEADER)
		return "it is too short for a network";
	if (memcmp(at, MAGIC, 7) != 0)
		return "it is no network of this program";
	if (at[7] != VERSION)
		return "it is a network of another version";
	header->width = (int)read_number(at + 16, 2);
	header->kings = at[18];
	header->outputs = at[19];
	header->scale = (int)read_number(at + 24, 2);
	if (header->width % 32 || header->width < 32 ||
	    header->width > RK_NETWORK_MOST_WIDTH)
		return "its width is no multiple of 32 up to 1024";
	if (header->kings < 1 || header->kings > RK_NETWORK_MOST_KINGS)
		return "it does not have 1 to 16 king buckets";
	if (header->outputs < 1 || header->outputs > 16)
		return "it does not have 1 to 16 output buckets";
	if (read_number(at + 20, 2) != RK_QA ||
	    read_number(at + 22, 2) != RK_QB)
		return "it is quantised otherwise than by 255 and 64";
	if (!header->scale)
		return "its scale is 0";
	for (int i = 26; i < 32; i++)
		has_zeros = has_zeros && !at[i];
	for (int i = 0; i < 64; i++)
		if (at[32 + i] >= header->kings)
			return "a king bucket is out of range";
	if (!has_zeros || at[RK_NETWORK_HEADER - 1])
		return "its header is damaged";
	weights = (size_t)header->kings * RK_NETWORK_INPUTS + 1 +
		  2 * (size_t)header->outputs;
	header->size = RK_NETWORK_HEADER + 2 * weights * (size_t)header->width +
		       4 * (size_t)header->outputs;
	return NULL;
}

static void place(struct rk_network *network, const uint8_t *at,
		  const struct header *header)
{
	size_t width = (size_t)header->width;

	network->king_buckets = at + 32;
	network->provenance = (const char *)at + 96;
	network->weights = (const int16_t *)(at + RK_NETWORK_HEADER);
	network->bias = network->weights +
			(size_t)header->kings * RK_NETWORK_INPUTS * width;
	network->output_weights = network->bias + width;
	network->output_bias =
		(const int32_t *)(network->output_weights +
				  2 * (size_t)header->outputs * width);
	network->width = (uint16_t)header->width;
	network->scale = (uint16_t)header->scale;
	network->output_buckets = (uint8_t)header->outputs;
}

const char *rk_network_init(struct rk_network *network, const void *data,
			    size_t size)
{
	const uint8_t *at = data;
	struct rk_network next;
	struct header header;
	const char *wrong = read_header(&header, at, size);

	if (wrong)
		return wrong;
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
	return "networks are for machines that are little-endian";
#endif
	if ((size_t)at % RK_NETWORK_ALIGN)
		return "it is not aligned in memory";
	if (size < header.size)
		return "it is truncated";
	if (size > header.size || read_number(at + 8, 4) != size)
		return "its size is wrong";
	if (read_number(at + 12, 4) !=
	    checksum(at + RK_NETWORK_HEADER, size - RK_NETWORK_HEADER))
		return "its checksum is wrong";
	place(&next, at, &header);
	wrong = check_weights(&next, header.kings);
	if (!wrong)
		*network = next;
	return wrong;
}

/* ---- Evaluation ---- */

/* Towards zero, of numbers that only fit into 32 bits without their sign. */
static int32_t divide_by_qa(int64_t sum)
{
	return sum < 0 ? -(int32_t)((uint32_t)-sum / RK_QA)
		       : (int32_t)((uint32_t)sum / RK_QA);
}

static int clamp(int64_t number, int most)
{
	return number > most ? most : number < -most ? -most : (int)number;
}

/*
 * Never beyond RK_EVAL_WON: a network only guesses. What would be is clamped
 * before it is scaled, so that 32 bits are enough.
 */
static int to_score(const struct rk_network *network, int64_t sum, int bucket)
{
	const int one = RK_QA * RK_QB;
	int most = (RK_EVAL_WON + 1) * one / network->scale + 1;
	int output =
		clamp((int64_t)divide_by_qa(sum) + network->output_bias[bucket],
		      most);

	return clamp(output * network->scale / one, RK_EVAL_WON);
}

static int output_bucket(const struct rk_network *network, int men)
{
	return (men - 2) * network->output_buckets / 31;
}

static const int16_t *output_row(const struct rk_network *network, int bucket)
{
	return network->output_weights +
	       (size_t)bucket * 2 * (size_t)network->width;
}

/* With more men nobody looks for endings that are drawn. */
#define ENDING_MEN 8

/* Takes back what the network promises in endings that are drawish. */
static int scale_ending(const struct rk_pos *pos, int men, int score)
{
	int strong = score > 0 ? pos->side : pos->side ^ 1;

	if (men > ENDING_MEN)
		return score;
	return score * rk_ending_scale_drawish(pos, strong) / RK_SCALE_FULL;
}

int rk_network_output(const struct rk_network *network,
		      const struct rk_pos *pos, const uint16_t *us,
		      const uint16_t *them)
{
	int men = rk_bits_count(rk_pos_occupied(pos));
	int width = network->width, bucket = output_bucket(network, men);
	const int16_t *weights = output_row(network, bucket);
	int64_t sum = rk_row_output(us, weights, width);

	sum += rk_row_output(them, weights + width, width);
	return scale_ending(pos, men, to_score(network, sum, bucket));
}

/* The inputs of a position; returns how many there are. */
static int list_inputs(const struct rk_network *network,
		       const struct rk_pos *pos, int colour, uint16_t *inputs)
{
	struct rk_perspective view =
		rk_perspective_of(network, colour, rk_pos_king(pos, colour));
	rk_bits men = rk_pos_occupied(pos);
	int count = 0;

	while (men && count < 2 * MOST_MEN) {
		int square = rk_bits_pop(&men);

		inputs[count++] =
			rk_perspective_input(view, pos->board[square], square);
	}
	return count;
}

/* One side's part of the output, tile by tile: needs no memory. */
static int64_t half_output(const struct rk_network *network,
			   const struct rk_pos *pos, int colour,
			   const int16_t *weights)
{
	_Alignas(RK_NETWORK_ALIGN) uint16_t tile[RK_TILE];
	uint16_t inputs[2 * MOST_MEN];
	int count = list_inputs(network, pos, colour, inputs);
	int64_t sum = 0;

	for (int i = 0; i < network->width; i += RK_TILE) {
		memcpy(tile, network->bias + i, sizeof(tile));
		rk_tile_change(tile, network->weights, network->width, i,
			       inputs, count, NULL, 0);
		sum += rk_row_output(tile, weights + i, RK_TILE);
	}
	return sum;
}

int rk_network_evaluate(const struct rk_network *network,
			const struct rk_pos *pos)
{
	int men = rk_bits_count(rk_pos_occupied(pos)), score;
	int bucket = output_bucket(network, men), side = pos->side;
	const int16_t *weights = output_row(network, bucket);
	int64_t sum;

	if (rk_eval_by_material(pos, &score))
		return side == RK_WHITE ? score : -score;
	sum = half_output(network, pos, side, weights) +
	      half_output(network, pos, side ^ 1, weights + network->width);
	return scale_ending(pos, men, to_score(network, sum, bucket));
}
