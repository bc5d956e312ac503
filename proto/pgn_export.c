/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes a struct rk_game as PGN. PGN cannot express draw offers, moves that
 * were taken back, hundredths of a second, or whether a draw was claimed or
 * agreed; these are lost.
 */
#include "proto/pgn4.h"

/* The starting position, which needs no FEN tag. */
static const char usual_start[] =
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* The FEN of a game's start, or NULL for the usual one. */
static const char *write_start(char text[RK_ANY_FEN_SIZE],
			       const struct rk_game *game)
{
	game->rules->write(text, &game->start);
	return rk_pgn_is(text, usual_start) ? NULL : text;
}

bool rk_pgn_is_chess960(const struct rk_rules *rules,
			const union rk_any_pos *pos, const char *fen)
{
	const char *rights = fen;

	while (*rights++ != ' ')
		;
	rights += 2; /* the side to move and a blank */
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
	return rk_pgn_is_chess960(game->rules, &game->start, fen)
		       ? "Chess960"
		       : "From Position";
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

static void put_tags_of_two(const struct rk_out *out,
			    const struct rk_game *game,
			    const struct rk_pgn_tag *tags, size_t count,
			    char buf[RK_ANY_FEN_SIZE])
{
	char controls[2][RK_PGN_CONTROL_SIZE];
	const char *fen = write_start(buf, game);
	const struct rk_pgn_tag known[] = {
		{"Result", rk_game_result(game)},
		{"Variant", find_variant(game, fen)},
		{"SetUp", fen ? "1" : NULL},
		{"FEN", fen},
		{"TimeControl", rk_pgn_write_control(controls[0], game, -1)},
		{"WhiteTimeControl",
		 rk_pgn_write_control(controls[0], game, 0)},
		{"BlackTimeControl",
		 rk_pgn_write_control(controls[1], game, 1)},
		{"Termination", find_termination(game)},
	};

	rk_pgn_put_tags(out, tags, count, known,
			sizeof(known) / sizeof(known[0]));
}

struct export_walk {
	struct rk_pgn_writer writer;
	const struct rk_game *game;
	uint32_t left[RK_MAX_SEATS];
	/* The last event, until the next position shows its consequences. */
	bool has_moved;
	unsigned int active;       /* the seats in the game before it */
	struct rk_pgn_event leave; /* valid if its `rules` is set */
};

static void write_move(struct export_walk *walk, const union rk_any_pos *pos,
		       struct rk_event event)
{
	int seat = rk_event_seat(event);
	const struct rk_clock *clock = rk_game_clock(walk->game, seat);
	uint32_t *left = &walk->left[seat];

	walk->has_moved = true;
	walk->active = walk->game->rules->active(pos);
	rk_pgn_put_move(&walk->writer, walk->game->rules, pos,
			rk_event_move(event));
	/* Walking kings have no clock. */
	if (clock->initial && walk->active >> seat & 1) {
		*left = rk_clock_after(clock, *left, event.spent);
		rk_pgn_put_clock(&walk->writer, *left);
	}
}

/*
 * For four players: writes the consequences of the last event, which `pos`
 * shows.
 */
static void write_sequel(struct export_walk *walk, const union rk_any_pos *pos)
{
	const struct rk_rules *rules = walk->game->rules;

	if (walk->has_moved)
		rk_pgn4_put_stalemated(&walk->writer, rules, pos, walk->active);
	walk->has_moved = false;
	walk->leave.pos = pos;
	if (walk->leave.rules)
		rk_pgn_put_leave(&walk->writer, &walk->leave);
	walk->leave.rules = NULL;
}

static void remember_leave(struct export_walk *walk,
			   const union rk_any_pos *pos, struct rk_event event)
{
	const struct rk_rules *rules = walk->game->rules;
	int seat = rk_event_seat(event);

	walk->leave = (struct rk_pgn_event){
		.kind = RK_PGN_LEAVE,
		.rules = rules,
		.seat = seat,
		.why = rk_event_kind(event) == RK_EVENT_FLAG
			       ? RK_REASON_TIME
			       : RK_REASON_RESIGNATION,
		.in_turn = seat == rules->turn(pos),
		.number = rules->move_number(pos),
	};
}

static bool write_event(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	struct export_walk *walk = self;
	bool is_four = RK_PGN4 && walk->game->rules->players > 2;

	if (is_four)
		write_sequel(walk, pos);
	if (rk_event_kind(event) == RK_EVENT_MOVE)
		write_move(walk, pos, event);
	else if (is_four && (rk_event_kind(event) == RK_EVENT_RESIGN ||
			     rk_event_kind(event) == RK_EVENT_FLAG))
		remember_leave(walk, pos, event);
	else if (is_four && rk_event_kind(event) == RK_EVENT_STAY)
		rk_pgn4_flush_leaving(&walk->writer);
	return true;
}

void rk_pgn_write_game(const struct rk_out *out, const struct rk_game *game,
		       const struct rk_pgn_tag *tags, int tag_count,
		       char buf[RK_ANY_FEN_SIZE])
{
	bool is_four = RK_PGN4 && game->rules->players > 2;
	struct export_walk walk = {.game = game};

	if (is_four)
		rk_pgn4_put_game_tags(out, game, tags, (size_t)tag_count, buf);
	else
		put_tags_of_two(out, game, tags, (size_t)tag_count, buf);
	rk_pgn_writer_new(&walk.writer, *out);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		walk.left[seat] = rk_game_clock(game, seat)->initial;
	rk_game_walk(game, write_event, &walk);
	if (is_four) {
		write_sequel(&walk, &game->pos);
		rk_pgn4_put_end(&walk.writer);
	} else {
		rk_pgn_put_result(&walk.writer, rk_game_result(game));
	}
}
