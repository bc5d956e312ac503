/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes random games as PGN, and beside it what is in them, so that others
 * can be asked whether the PGN says the same:
 *
 *	dump_pgn SEED COUNT KIND EXPECTED > PGN
 *
 * KIND is usual (games from the usual start and from all kinds of positions),
 * chess960 or casual. A line of EXPECTED has, with tabs between them: the FEN
 * of the start; initial time, increment and delay; the result; and every move
 * with the milliseconds that were spent on it, as e2e4:1234. The same seed
 * gives the same games.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/pgn.h"
#include "tests/oracle/walk.h"

#define MAX_PLIES 120
#define MAX_EVENTS (MAX_PLIES + RK_MAX_SEATS)

struct dump {
	const char *kind;
	FILE *expected;
	uint64_t seed;
	struct rk_game game;
	struct rk_event log[MAX_EVENTS];
	uint64_t now;
};

static uint32_t choose(struct dump *dump, int count)
{
	return (uint32_t)walk_random(&dump->seed, count);
}

static void start_game(struct dump *dump, int number)
{
	static const int usual[] = {WALK_USUAL, WALK_SHARP, WALK_ENDGAME};
	bool is_casual = !strcmp(dump->kind, "casual");
	bool is_960 = !strcmp(dump->kind, "chess960");
	char fen[ORACLE_FEN_SIZE];
	struct oracle_pos oracle;
	struct rk_error error;
	struct rk_pos pos;

	walk_start(&oracle, is_960 ? WALK_CHESS960 : usual[number % 3],
		   number / 3, &dump->seed);
	oracle_fen_write(fen, &oracle, false);
	if (!rk_fen_read(&pos, fen, strlen(fen), &error))
		abort();
	rk_game_new(&dump->game,
		    is_casual ? &rk_rules_casual : &rk_rules_standard,
		    rk_any_of(is_casual ? NULL : &pos), dump->log, MAX_EVENTS);
}

/* Half of the games have clocks, of all kinds. */
static void set_clock(struct dump *dump, int number)
{
	struct rk_clock clock = {
		.initial = 1000 * (10 + choose(dump, 9000)),
		.increment = number % 3 ? 500 * choose(dump, 10) : 0,
		.delay = number % 5 ? 0 : 1000 * (1 + choose(dump, 5)),
	};

	if (number / 2 % 2)
		rk_game_set_clock(&dump->game, &clock);
	dump->now = 1000;
	rk_game_start_clock(&dump->game, dump->now);
}

static void play(struct dump *dump)
{
	struct rk_game *game = &dump->game;
	uint32_t plies = choose(dump, MAX_PLIES);
	rk_any_move list[RK_ANY_MAX_MOVES];

	while (!rk_game_is_over(game) && rk_game_plies(game) < plies) {
		int count = game->rules->moves(&game->pos, list);

		dump->now += choose(dump, choose(dump, 2) ? 4000 : 60000);
		if (rk_game_flag(game, dump->now))
			return;
		rk_game_play(game, list[choose(dump, count)], dump->now);
	}
	if (rk_game_is_over(game))
		return;
	switch (choose(dump, 4)) {
	case 0:
		rk_game_resign(game, (int)choose(dump, game->rules->players));
		break;
	case 1:
		for (int seat = 0; seat < game->rules->players; seat++)
			rk_game_offer(game, seat);
		break;
	case 2:
		rk_game_claim(game);
		break;
	}
}

static bool print_move(void *self, const union rk_any_pos *pos,
		       struct rk_event event)
{
	struct dump *dump = self;
	char text[RK_MOVE_TEXT_SIZE];

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	dump->game.rules->write_move(text, pos, rk_event_move(event),
				     RK_STYLE_COORD);
	fprintf(dump->expected, " %s:%" PRIu32, text, event.spent);
	return true;
}

static void print_expected(struct dump *dump)
{
	const struct rk_game *game = &dump->game;
	const char *result = "*";
	char fen[RK_FEN_SIZE];

	if (rk_game_is_over(game))
		result = game->outcome.winners == 1   ? "1-0"
			 : game->outcome.winners == 2 ? "0-1"
						      : "1/2-1/2";
	game->rules->write(fen, &game->start);
	fprintf(dump->expected, "%s\t%" PRIu32 " %" PRIu32 " %" PRIu32 "\t%s\t",
		fen, game->clock.initial, game->clock.increment,
		game->clock.delay, result);
	rk_game_walk(game, print_move, dump);
	fputc('\n', dump->expected);
}

static void write_out(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

static void print_pgn(struct dump *dump, int number)
{
	const struct rk_out out = {write_out, stdout};
	char round[32], buf[RK_ANY_FEN_SIZE];
	const struct rk_pgn_tag tags[] = {
		{"Event", "Random play, game & match; (100%) {sic}"},
		{"Round", round},
		{"White", "Se\xc3\xb1or Na\xc3\xafve"},
		{"Annotator", "nobody [yet]"},
	};

	snprintf(round, sizeof(round), "%d", number);
	rk_pgn_write_game(&out, &dump->game, tags, 4, buf);
}

int main(int argc, char **argv)
{
	static struct dump dump;
	int count;

	if (argc != 5) {
		fprintf(stderr, "usage: dump_pgn SEED COUNT KIND EXPECTED\n");
		return 2;
	}
	dump.seed = strtoull(argv[1], NULL, 10);
	count = atoi(argv[2]);
	dump.kind = argv[3];
	dump.expected = fopen(argv[4], "w");
	if (!dump.expected)
		return 1;
	for (int i = 0; i < count; i++) {
		start_game(&dump, i);
		set_clock(&dump, i);
		play(&dump);
		print_expected(&dump);
		print_pgn(&dump, i);
	}
	return fclose(dump.expected) || fflush(stdout) || ferror(stdout);
}
