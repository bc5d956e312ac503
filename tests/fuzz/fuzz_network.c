/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as a network, put into an image that is otherwise good, for few
 * inputs get past a checksum: the first byte says where they go and whether the
 * checksum is set right. Whatever is accepted evaluates within bounds.
 */
#include "rookery/moves.h"
#include "tests/fuzz/fuzz.h"
#include "tests/network/network.h"

#define EVAL_WON 10000

/* Where the bytes are copied to. */
static size_t place_of(const struct network_image *image, int number)
{
	switch (number) {
	case 0:
		return 0;
	case 1:
		return 512;
	case 2:
		return network_bias_at(image, 0);
	default:
		return network_output_at(image, 0, 0);
	}
}

static void evaluate(const struct rk_network *network)
{
	static const char *const fens[] = {
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"QQQQQQQQ/QQQQQQQ1/8/8/1k6/8/6K1/8 w - - 0 1",
	};
	struct rk_error error;
	struct rk_pos pos;

	for (size_t i = 0; i < sizeof(fens) / sizeof(*fens); i++) {
		int score;

		if (!rk_fen_read(&pos, fens[i], strlen(fens[i]), &error) ||
		    pos.checkers)
			continue;
		score = rk_network_evaluate(network, &pos);
		must(score <= 2 * EVAL_WON && score >= -2 * EVAL_WON);
	}
	must(network->width % 32 == 0 && network->scale > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct network_image good;
	struct network_image image;
	struct rk_network network, before;
	const char *wrong;
	size_t at;

	if (!good.bytes)
		good = network_make(32, 1, 2, 1);
	if (!size)
		return 0;
	image = good;
	image.bytes = aligned_alloc(64, (good.size + 63) / 64 * 64);
	must(image.bytes != NULL);
	memcpy(image.bytes, good.bytes, good.size);
	at = place_of(&image, data[0] & 3);
	if (size - 1 < image.size - at)
		memcpy(image.bytes + at, data + 1, size - 1);
	else
		memcpy(image.bytes + at, data + 1, image.size - at);
	if (data[0] & 4)
		network_seal(&image);
	if (data[0] & 8)
		image.size = size - 1 < image.size ? size - 1 : image.size;
	memset(&network, 0xa5, sizeof(network));
	before = network;
	wrong = rk_network_init(&network, image.bytes, image.size);
	if (wrong) {
		must(*wrong && !strchr(wrong, '\n'));
		must(!memcmp(&network, &before, sizeof(before)));
	} else {
		evaluate(&network);
	}
	free(image.bytes);
	return 0;
}
