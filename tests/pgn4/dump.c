/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN4 from inside, for run.py:
 *
 *	dump_pgn4 replay FILE
 *	dump_pgn4 random SEED COUNT RULES
 *
 * replay prints what the reader finds in a file, a line each with tabs between:
 * `move` with its text in the file and as we write it; `leave` with the seat
 * and why; `gone`; `error` with line, column and reason. Then the first game is
 * loaded: `start` with the rules and the FEN4; `end` with the plies, the points,
 * the result as the tag has it, and the reason.
 *
 * random plays games by the rules of that name from all kinds of starts, with
 * clocks and with people who leave, and writes them to standard output. Each is
 * read again: the position must be the same, byte for byte, and so must the
 * text that is written of it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/pgn4.h"
#include "tests/oracle/walk.h"

#define EVENTS 4096
#define TEXT_SIZE (1 << 20)

static struct rk_event logs[2][EVENTS];
static struct rk_pgn_read scratch;
static char buf[RK_ANY_FEN_SIZE];

static void fail(const char *what, int number)
{
	fprintf(stderr, "dump_pgn4: game %d: %s\n", number, what);
	exit(1);
}

/* ---- Files ---- */

static char *read_file(const char *name, size_t *length)
{
	static char text[TEXT_SIZE];
	FILE *file = fopen(name, "rb");

	if (!file) {
		perror(name);
		exit(1);
	}
	*length = fread(text, 1, sizeof(text), file);
	fclose(file);
	return text;
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	char text[RK_MOVE_TEXT_SIZE];

	(void)self;
	switch (event->kind) {
	case RK_PGN_MOVE:
		event->rules->write_move(text, event->pos, event->move,
					 RK_STYLE_SAN);
		printf("move\t%s\t%s\n", event->text, text);
		break;
	case RK_PGN_LEAVE:
		printf("leave\t%s\t%s\n", event->rules->seats[event->seat],
		       rk_reason_text(event->why));
		break;
	case RK_PGN_GONE:
		printf("gone\t%s\n", event->text);
		break;
	case RK_PGN_ERROR:
		printf("error\t%" PRIu64 "\t%" PRIu64 "\t%s%s%s\n",
		       event->place.line, event->place.column,
		       event->name ? event->name : "", event->name ? " " : "",
		       event->reason);
		break;
	default:
		break;
	}
	return NULL;
}

static void load(const char *text, size_t length)
{
	char result[RK_PGN4_RESULT_SIZE];
	struct rk_game game;
	struct rk_error error;

	rk_game_new(&game, &rk_rules_standard, NULL, logs[0], EVENTS);
	if (!rk_pgn_read_game(&game, text, length, &scratch, &error)) {
		printf("unread\t%zu\t%s\n", error.column, error.reason);
		return;
	}
	game.rules->write(buf, &game.start);
	printf("start\t%s\t%s\n", game.rules->name, buf);
	printf("end\t%" PRIu32 "\t", rk_game_plies(&game));
	for (int seat = 0; seat < game.rules->players; seat++)
		printf("%s%d", seat ? "," : "",
		       game.rules->points ? game.rules->points(&game.pos, seat)
					  : 0);
	printf("\t%s\t%s\n", rk_pgn4_write_result(result, &game),
	       rk_reason_text((enum rk_reason)game.outcome.reason));
}

static int replay(const char *name)
{
	static struct rk_pgn_level levels[8];
	static struct rk_pgn_reader reader;
	static char token[TEXT_SIZE];
	size_t length;
	char *text = read_file(name, &length);

	rk_pgn_reader_new(&reader, token, sizeof(token), levels, 8,
			  (struct rk_pgn_listener){hear, NULL});
	rk_pgn_reader_feed(&reader, text, length);
	rk_pgn_reader_finish(&reader);
	load(text, length);
	return 0;
}

/* ---- Random games ---- */

struct text {
	size_t length;
	char bytes[TEXT_SIZE];
};

static void append(void *self, const char *bytes, size_t length)
{
	struct text *text = self;

	if (length > TEXT_SIZE - text->length)
		abort();
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static int chance(uint64_t *seed, int count)
{
	return walk_random(seed, count);
}

/* From one of the five starts, or where another game has come to. */
static void start_game(struct rk_game *game, const struct rk_rules *rules,
		       int number, uint64_t *seed)
{
	static union rk_any_pos pos;
	struct rk_clock clock = {
		.initial = 1000u * (1 + (uint32_t)chance(seed, 600)),
		.increment = number % 3 ? 0 : 500u * (uint32_t)chance(seed, 20),
		.delay = number % 5 ? 0 : 1000u * (uint32_t)chance(seed, 9),
	};
	struct rk_error error;

	if (number % 3 == 2 && game->rules && !rk_game_is_over(game)) {
		rules->write(buf, &game->pos);
		if (!rules->read(&pos, buf, strlen(buf), &error))
			fail("its last position is no FEN4", number - 1);
	} else {
		rules->start(&pos, number % RK4_STARTS);
	}
	rk_game_new(game, rules, &pos, logs[0], EVENTS);
	if (number % 4 == 1)
		rk_game_set_clock(game, &clock);
}

static void do_something(struct rk_game *game, uint64_t *seed)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	const struct rk_rules *rules = game->rules;
	int turn = rk_game_turn(game);
	int count;

	switch (chance(seed, 300)) {
	case 0:
		rk_game_resign(game, chance(seed, rules->players));
		break;
	case 1:
		rk_game_resign(game, turn);
		break;
	case 2:
		rk_game_append(game, rk_event_new(RK_EVENT_FLAG, turn, 0, 0));
		break;
	case 3:
		rk_game_offer(game, chance(seed, rules->players));
		break;
	case 4:
		if (chance(seed, 8) == 0)
			for (int seat = 0; seat < rules->players; seat++)
				rk_game_offer(game, seat);
		break;
	case 5:
		rk_game_claim(game);
		break;
	}
	if (rk_game_is_over(game))
		return;
	count = rules->moves(&game->pos, list);
	if (rk_game_append(game, rk_event_new(RK_EVENT_MOVE, rk_game_turn(game),
					      list[chance(seed, count)],
					      (uint32_t)chance(seed, 3000))))
		fail("a legal move is not played", 0);
}

static void check(const struct rk_game *game, const struct text *text,
		  int number)
{
	static struct text second;
	struct rk_out out = {append, &second};
	struct rk_game again;
	struct rk_error error;

	rk_game_new(&again, &rk_rules_standard, NULL, logs[1], EVENTS);
	if (!rk_pgn_read_game(&again, text->bytes, text->length, &scratch,
			      &error)) {
		fwrite(text->bytes, 1, text->length, stderr);
		fail(error.reason, number);
	}
	if (again.rules != game->rules)
		fail("read by other rules", number);
	if (memcmp(&again.start, &game->start, game->rules->pos_size) != 0)
		fail("read with another start", number);
	if (memcmp(&again.pos, &game->pos, game->rules->pos_size) != 0)
		fail("read with another end", number);
	if (again.outcome.winners != game->outcome.winners ||
	    rk_game_is_over(&again) != rk_game_is_over(game))
		fail("read with another result", number);
	second.length = 0;
	rk_pgn_write_game(&out, &again, NULL, 0, buf);
	if (second.length != text->length ||
	    memcmp(second.bytes, text->bytes, text->length) != 0) {
		fwrite(text->bytes, 1, text->length, stderr);
		fwrite(second.bytes, 1, second.length, stderr);
		fail("written otherwise when read again", number);
	}
}

static int play(uint64_t seed, int count, const char *name)
{
	static struct rk_game game;
	static struct text text;
	const struct rk_rules *rules = rk_rules_find(name, strlen(name));
	struct rk_out out = {append, &text};

	if (!rules)
		return 2;
	for (int i = 0; i < count; i++) {
		int plies = chance(&seed, 600);

		start_game(&game, rules, i, &seed);
		while (plies-- && !rk_game_is_over(&game))
			do_something(&game, &seed);
		text.length = 0;
		rk_pgn_write_game(&out, &game, NULL, 0, buf);
		check(&game, &text, i);
		fwrite(text.bytes, 1, text.length, stdout);
	}
	return fflush(stdout) || ferror(stdout);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "replay"))
		return replay(argv[2]);
	if (argc == 5 && !strcmp(argv[1], "random"))
		return play(strtoull(argv[2], NULL, 10), atoi(argv[3]),
			    argv[4]);
	fprintf(stderr, "usage: dump_pgn4 replay FILE | random SEED COUNT "
			"RULES\n");
	return 2;
}
