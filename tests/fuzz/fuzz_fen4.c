/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as a FEN4. Either there is an error with a place in the text and
 * nothing was written, or what was read writes and reads back as the same, by
 * every set of rules. Every position that comes out can be played on: each
 * move is legal, is taken back byte for byte, and is read as it is written.
 */
#include "rookery/four.h"
#include "rookery/rules.h"
#include "tests/fuzz/fuzz.h"

static void write_and_read_setup(const struct rk4_pos *setup)
{
	static char text[RK4_FEN_SIZE];
	size_t length = rk4_fen_write(text, setup);
	struct rk4_pos again;
	struct rk_error error;

	must(length < sizeof(text) && strlen(text) == length);
	must(rk4_fen_read_setup(&again, text, length, &error));
	must(!memcmp(setup, &again, sizeof(again)));
}

static void read_move(const struct rk_rules *rules, const union rk_any_pos *pos,
		      rk_any_move move)
{
	static const enum rk_move_style styles[] = {RK_STYLE_COORD,
						    RK_STYLE_SAN};

	for (int i = 0; i < 2; i++) {
		char text[RK_MOVE_TEXT_SIZE];
		size_t length = rules->write_move(text, pos, move, styles[i]);
		rk_any_move again;

		must(length < sizeof(text) && strlen(text) == length);
		must(!rules->read_move(&again, pos, text, length));
		must(again == move);
	}
}

static void play(const struct rk_rules *rules, union rk_any_pos *any)
{
	static rk_any_move list[RK4_MAX_MOVES];
	struct rk4_pos *pos = &any->four;
	const struct rk4_pos before = *pos;
	int count = rules->moves(any, list);
	union rk_any_undo undo;

	must(pos->key == rk4_pos_key_compute(pos));
	if (rules->status(any).reason != RK_REASON_NONE)
		return;
	must(count > 0 && count == rk4_gen_count(pos));
	must(rk4_has_move(pos, pos->turn));
	while (count--) {
		must(rules->is_legal(any, list[count]));
		read_move(rules, any, list[count]);
		rules->make(any, list[count], &undo);
		must(pos->key == rk4_pos_key_compute(pos));
		must(rules->status(any).reason != RK_REASON_NONE ||
		     rk4_has_move(pos, pos->turn));
		rules->unmake(any, list[count], &undo);
		must(!memcmp(pos, &before, sizeof(before)));
	}
}

static void read_by(const struct rk_rules *rules, unsigned int options,
		    const struct rk4_pos *setup, const char *text, size_t size)
{
	static char written[RK4_FEN_SIZE];
	unsigned int defects = rk4_setup_examine(setup, options);
	union rk_any_pos any;
	struct rk4_pos pos, again;
	struct rk_error error;
	size_t length;

	memset(&any, 0xa5, sizeof(any));
	if (defects) {
		must(!rules->read(&any, text, size, &error));
		must(error.column == 0);
		must(error.reason == rk4_defect_text(defects));
		must(untouched(&any, sizeof(any)));
		return;
	}
	must(rk4_fen_read(&pos, text, size, options, &error));
	length = rk4_fen_write(written, &pos);
	must(rk4_fen_read(&again, written, length, options, &error));
	must(!memcmp(&pos, &again, sizeof(pos)));
	must(rules->read(&any, text, size, &error));
	play(rules, &any);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct {
		const struct rk_rules *rules;
		unsigned int options;
	} rows[] = {
		{&rk_rules_ffa, RK4_RULES_FFA},
		{&rk_rules_still, RK4_RULES_STILL},
		{&rk_rules_last, RK4_RULES_LAST},
		{&rk_rules_teams, RK4_RULES_TEAMS},
	};
	const char *text = (const char *)data;
	struct rk_error error;
	struct rk4_pos setup;

	memset(&setup, 0xa5, sizeof(setup));
	if (!rk4_fen_read_setup(&setup, text, size, &error)) {
		must(untouched(&setup, sizeof(setup)));
		must(error.column >= 1 && error.column <= size + 1);
		must(*error.reason != '\0');
		must(!rk4_fen_read(&setup, text, size, 0, &error));
		must(untouched(&setup, sizeof(setup)));
		return 0;
	}
	write_and_read_setup(&setup);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		read_by(rows[i].rules, rows[i].options, &setup, text, size);
	return 0;
}
