/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as a FEN. Either there is an error with a place in the text and
 * nothing was written, or what was read writes and reads back as the same.
 * Every position that comes out can be played on.
 */
#include "tests/fuzz/fuzz.h"

static const enum rk_fen_style styles[] = {RK_FEN_STANDARD, RK_FEN_SHREDDER};

static bool same_setup(const struct rk_setup *a, const struct rk_setup *b)
{
	return !memcmp(a->board, b->board, sizeof(a->board)) &&
	       a->castle == b->castle && a->halfmove == b->halfmove &&
	       a->fullmove == b->fullmove && a->side == b->side &&
	       a->ep == b->ep;
}

static void write_and_read_setup(const struct rk_setup *setup)
{
	for (size_t i = 0; i < 2; i++) {
		char text[RK_FEN_SIZE];
		size_t length = rk_fen_write_setup(text, setup, styles[i]);
		struct rk_setup again;
		struct rk_error error;

		must(length < sizeof(text) && strlen(text) == length);
		must(rk_fen_read_setup(&again, text, length, &error));
		must(same_setup(setup, &again));
	}
}

static void write_and_read(const struct rk_pos *pos)
{
	for (size_t i = 0; i < 2; i++) {
		char text[RK_FEN_SIZE];
		size_t length = rk_fen_write(text, pos, styles[i]);
		struct rk_pos again;
		struct rk_error error;

		must(length < sizeof(text) && strlen(text) == length);
		must(rk_fen_read(&again, text, length, &error));
		must(!memcmp(pos, &again, sizeof(again)));
	}
}

static void play(struct rk_pos *pos)
{
	const struct rk_pos before = *pos;
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);
	struct rk_undo undo;

	must(pos->key == rk_pos_key_compute(pos));
	must(count == rk_gen_count(pos));
	must((count > 0) == rk_pos_has_move(pos));
	while (count--) {
		must(rk_move_is_legal(pos, list[count]));
		rk_pos_make(pos, list[count], &undo);
		must(pos->key == rk_pos_key_compute(pos));
		rk_pos_unmake(pos, list[count], &undo);
		must(!memcmp(pos, &before, sizeof(before)));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct rk_error error;
	struct rk_setup setup;
	struct rk_pos pos;
	unsigned int defects;

	memset(&setup, 0xa5, sizeof(setup));
	memset(&pos, 0xa5, sizeof(pos));
	if (!rk_fen_read_setup(&setup, text, size, &error)) {
		must(untouched(&setup, sizeof(setup)));
		must(error.column >= 1 && error.column <= size + 1);
		must(*error.reason != '\0');
		must(!rk_fen_read(&pos, text, size, &error));
		must(untouched(&pos, sizeof(pos)));
		return 0;
	}
	write_and_read_setup(&setup);
	defects = rk_setup_examine(&setup);
	if (defects) {
		must(!rk_fen_read(&pos, text, size, &error));
		must(error.column == 0);
		must(error.reason == rk_defect_text(defects));
		must(untouched(&pos, sizeof(pos)));
		return 0;
	}
	must(rk_fen_read(&pos, text, size, &error));
	write_and_read(&pos);
	play(&pos);
	return 0;
}
