/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What holds of any text that is read as PGN, for two players and for four.
 * Read at once or byte by byte, it says the same. What the normaliser makes of
 * it has no broken games and is not changed by the normaliser again. A game
 * that can be loaded can be written, and loads as the same game.
 */
#ifndef RK_TESTS_FUZZ_PGN_H
#define RK_TESTS_FUZZ_PGN_H

#include "rookery/pgn.h"
#include "tests/fuzz/fuzz.h"

#define LEVELS 8
#define TAGS 64
#define EVENTS 4096
#define SIZE 65536 /* of texts */

struct text {
	char bytes[SIZE];
	size_t length;
	bool is_cut;
};

struct count {
	uint64_t hash;
	unsigned int games;
	unsigned int errors;
	struct rk_pgn_normaliser *normaliser;
};

static void append(void *self, const char *bytes, size_t length)
{
	struct text *text = self;

	if (text->is_cut || length > SIZE - text->length) {
		text->is_cut = true;
		return;
	}
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static void mix(struct count *count, const void *memory, size_t size)
{
	for (const uint8_t *byte = memory; size--; byte++)
		count->hash = (count->hash ^ *byte) * 0x100000001b3;
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct count *count = self;

	mix(count, &event->kind, sizeof(event->kind));
	mix(count, &event->place, sizeof(event->place));
	mix(count, &event->move, sizeof(event->move));
	mix(count, &event->nag, sizeof(event->nag));
	if (event->text) {
		must(strlen(event->text) == event->length);
		mix(count, event->text, event->length);
	}
	if (event->kind == RK_PGN_MOVE)
		must(event->rules->is_legal(event->pos, event->move));
	mix(count, &event->seat, sizeof(event->seat));
	if (event->kind == RK_PGN_TAG)
		mix(count, event->name, strlen(event->name));
	if (event->kind == RK_PGN_ERROR)
		must(*event->reason != '\0');
	count->games += event->kind == RK_PGN_END;
	count->errors += event->kind == RK_PGN_ERROR;
	must(count->errors <= count->games + 1);
	return count->normaliser ? rk_pgn_normalise(count->normaliser, event)
				 : NULL;
}

static struct count read_in_pieces(const char *text, size_t length,
				   size_t piece,
				   struct rk_pgn_normaliser *normaliser)
{
	static struct rk_pgn_level levels[LEVELS];
	static struct rk_pgn_reader reader;
	static char buf[SIZE];
	struct count count = {.normaliser = normaliser};

	rk_pgn_reader_new(&reader, buf, SIZE, levels, LEVELS,
			  (struct rk_pgn_listener){hear, &count});
	for (size_t i = 0; i < length; i += piece)
		rk_pgn_reader_feed(&reader, text + i,
				   length - i < piece ? length - i : piece);
	rk_pgn_reader_finish(&reader);
	return count;
}

/* The second time there is more room, for the tags that are added. */
static struct count normalise(struct text *to, const char *text, size_t length,
			      size_t times)
{
	static struct rk_pgn_tag tags[2 * TAGS];
	static char buf[2 * SIZE];
	struct rk_pgn_normaliser normaliser;

	to->length = 0;
	to->is_cut = false;
	rk_pgn_normaliser_new(&normaliser, (struct rk_out){append, to}, tags,
			      times * TAGS, buf, times * SIZE);
	return read_in_pieces(text, length, SIZE, &normaliser);
}

static void check_normaliser(const char *text, size_t length)
{
	static struct text first, second;
	struct count before = normalise(&first, text, length, 1);
	struct count after;

	if (first.is_cut)
		return;
	after = normalise(&second, first.bytes, first.length, 2);
	must(after.errors == 0);
	must(after.games == before.games - before.errors);
	must(second.length == first.length && !second.is_cut);
	must(!memcmp(second.bytes, first.bytes, first.length));
}

static void check_loading(const char *text, size_t length)
{
	static struct rk_event logs[2][EVENTS];
	static struct rk_pgn_read scratch;
	static struct text written;
	static char buf[RK_ANY_FEN_SIZE];
	struct rk_out out = {append, &written};
	struct rk_game game, again;
	struct rk_error error;

	rk_game_new(&game, &rk_rules_standard, NULL, logs[0], EVENTS);
	rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
	if (!rk_pgn_read_game(&game, text, length, &scratch, &error)) {
		must(error.column >= 1 && error.column <= length + 1);
		must(*error.reason != '\0');
		must(game.length == 0);
		return;
	}
	written.length = 0;
	written.is_cut = false;
	rk_pgn_write_game(&out, &game, NULL, 0, buf);
	if (written.is_cut)
		return;
	must(rk_pgn_read_game(&again, written.bytes, written.length, &scratch,
			      &error));
	must(again.rules == game.rules);
	must(rk_game_plies(&again) == rk_game_plies(&game));
	must(!memcmp(&again.start, &game.start, game.rules->pos_size));
	must(!memcmp(&again.pos, &game.pos, game.rules->pos_size));
	must(again.outcome.winners == game.outcome.winners);
	must(rk_game_is_over(&again) == rk_game_is_over(&game));
}

static void check_pgn(const char *text, size_t length)
{
	struct count whole = read_in_pieces(text, length, SIZE, NULL);
	struct count bytes = read_in_pieces(text, length, 1, NULL);

	must(whole.hash == bytes.hash);
	check_normaliser(text, length);
	check_loading(text, length);
}

#endif
