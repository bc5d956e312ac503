/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A struct rk_game as PGN. What PGN cannot say is lost on the way: draw
 * offers, moves that were taken back, hundredths of a second, and whether a
 * draw was claimed or agreed on. Clocks are in the TimeControl tag (300+3,
 * for a delay 300d3, in seconds) and in comments: [%clk 0:04:59.5] is the
 * time left after the move.
 */
#include "proto/pgn_reader.h"

#define TIME_CONTROL_SIZE 48

/* The position that needs no FEN tag. */
static const char usual_start[] =
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static char *append(char *end, const char *text)
{
	while (*text)
		*end++ = *text++;
	*end = 0;
	return end;
}

static char *append_number(char *end, uint32_t number)
{
	return append(end, rk_number(number).text);
}

static char *append_two_digits(char *end, uint32_t number)
{
	*end++ = (char)('0' + number / 10);
	*end++ = (char)('0' + number % 10);
	*end = 0;
	return end;
}

/* Tenths of a second where there are any. */
static char *append_tenths(char *end, uint32_t milliseconds)
{
	uint32_t tenths = milliseconds / 100 % 10;

	if (!tenths)
		return end;
	end = append(end, ".");
	return append_number(end, tenths);
}

static char *append_seconds(char *end, uint32_t milliseconds)
{
	end = append_number(end, milliseconds / 1000);
	return append_tenths(end, milliseconds);
}

static void put_clock(struct rk_pgn_writer *writer, uint32_t left)
{
	char text[32];
	uint32_t seconds = left / 1000;
	char *end = append(text, "[%clk ");

	end = append_number(end, seconds / 3600);
	end = append(end, ":");
	end = append_two_digits(end, seconds / 60 % 60);
	end = append(end, ":");
	end = append_two_digits(end, seconds % 60);
	end = append_tenths(end, left);
	end = append(end, "]");
	rk_pgn_put_comment(writer, text, (size_t)(end - text));
}

static const char *write_time_control(char text[TIME_CONTROL_SIZE],
				      const struct rk_clock *clock)
{
	char *end = append_seconds(text, clock->initial);

	if (clock->increment || !clock->delay) {
		end = append(end, "+");
		end = append_seconds(end, clock->increment);
	}
	if (clock->delay) {
		end = append(end, "d");
		append_seconds(end, clock->delay);
	}
	return clock->initial ? text : NULL;
}

/*
 * NULL where the game starts as games do. PGN is for the board whose FEN fits
 * here; others have records of their own.
 */
static const char *write_start(char text[RK_FEN_SIZE],
			       const struct rk_game *game)
{
	if (game->rules->fen_size > RK_FEN_SIZE)
		return NULL;
	game->rules->write(text, &game->start);
	return rk_pgn_is(text, usual_start) ? NULL : text;
}

/*
 * Can somebody castle with a king or a rook that does not stand where it
 * does in usual chess? `rights` is that part of the FEN.
 */
static bool is_chess960(const struct rk_rules *rules, const void *pos,
			const char *rights)
{
	for (; *rights != ' ' && *rights != '-'; rights++) {
		int seat = *rights >= 'a';
		int home = seat ? (rules->ranks - 1) * rules->files : 0;
		int side = *rights & ~32;
		int rook = side == 'K' ? home + rules->files - 1 : home;

		if ((side != 'K' && side != 'Q') ||
		    rules->cell(pos, home + 4) != rk_cell(seat, RK_KING) ||
		    rules->cell(pos, rook) != rk_cell(seat, RK_ROOK))
			return true;
	}
	return false;
}

/* `fen` may be NULL. */
static const char *find_variant(const struct rk_game *game, const char *fen)
{
	if (game->rules != &rk_rules_standard)
		return game->rules->name;
	if (!fen)
		return NULL;
	while (*fen++ != ' ')
		;
	/* Behind the colour, w or b. */
	return is_chess960(game->rules, &game->start, fen + 2) ?
		       "Chess960" : "From Position";
}

static const char *find_termination(const struct rk_game *game)
{
	switch (game->outcome.reason) {
	case RK_REASON_NONE:
		return "unterminated";
	case RK_REASON_TIME:
	case RK_REASON_TIME_DRAW:
		return "time forfeit";
	}
	return "normal";
}

static void put_game_tags(const struct rk_out *out, const struct rk_game *game,
			  const struct rk_pgn_tag *tags, size_t count)
{
	char fen_text[RK_FEN_SIZE], control_text[TIME_CONTROL_SIZE];
	const char *fen = write_start(fen_text, game);
	const struct rk_pgn_tag known[] = {
		{"Result", rk_game_result(game)},
		{"Variant", find_variant(game, fen)},
		{"SetUp", fen ? "1" : NULL},
		{"FEN", fen},
		{"TimeControl", write_time_control(control_text, &game->clock)},
		{"Termination", find_termination(game)},
	};

	rk_pgn_put_tags(out, tags, count, known,
			sizeof(known) / sizeof(known[0]));
}

struct walk {
	struct rk_pgn_writer writer;
	const struct rk_game *game;
	uint32_t left[RK_MAX_SEATS];
};

static bool write_event(void *self, const void *pos, struct rk_event event)
{
	struct walk *walk = self;
	const struct rk_clock *clock = &walk->game->clock;
	uint32_t *left = &walk->left[rk_event_seat(event)];

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	rk_pgn_put_move(&walk->writer, walk->game->rules, pos,
			rk_event_move(event));
	if (clock->initial) {
		*left = rk_clock_after(clock, *left, event.spent);
		put_clock(&walk->writer, *left);
	}
	return true;
}

void rk_pgn_write_game(const struct rk_out *out, const struct rk_game *game,
		       const struct rk_pgn_tag *tags, int tag_count)
{
	struct walk walk = {.game = game};

	put_game_tags(out, game, tags, (size_t)tag_count);
	rk_pgn_writer_new(&walk.writer, *out);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		walk.left[seat] = game->clock.initial;
	rk_game_walk(game, write_event, &walk);
	rk_pgn_put_result(&walk.writer, rk_game_result(game));
}
