/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Random games of four players for the tests. Everything follows from the
 * seed, so a failure comes back in the next run. Knows the second rule book
 * only.
 */
#include "tests/oracle/four_walk.h"

#include "tests/oracle/walk.h"

/* The middle of a seat's first rank, where a king is at home. */
static int home_square(int seat, int index)
{
	int first = seat < 2 ? 0 : 13;

	return seat % 2 ? four_square(first, index) : four_square(index, first);
}

static int empty_square(const struct four_pos *pos, uint64_t *seed)
{
	int square;

	do {
		square = four_square(walk_random(seed, FOUR_SIZE),
				     walk_random(seed, FOUR_SIZE));
	} while (square < 0 || pos->board[square].type);
	return square;
}

/* Pawns stand between their second rank and the one where they promote. */
static int empty_for_pawn(const struct four_pos *pos, int seat, uint64_t *seed)
{
	int goal = pos->rules == FOUR_TEAMS ? 10 : 7;
	int square, progress;

	do {
		square = empty_square(pos, seed);
		progress = four_progress(square, seat);
	} while (progress < 1 || progress >= goal);
	return square;
}

static void throw_piece(struct four_pos *pos, char type, int seat,
			uint64_t *seed)
{
	int square = type == 'P' ? empty_for_pawn(pos, seat, seed)
				 : empty_square(pos, seed);

	four_put(pos, square, type, seat);
}

static void throw_pieces(struct four_pos *pos, int seat, const char *types,
			 int kinds, int count, uint64_t *seed)
{
	for (int i = 0; i < count; i++)
		throw_piece(pos, types[walk_random(seed, kinds)], seat, seed);
}

static void put_home(struct four_pos *pos, int seat, uint64_t *seed)
{
	four_put(pos, home_square(seat, 6 + walk_random(seed, 2)), 'K', seat);
	four_put(pos, home_square(seat, 3), 'R', seat);
	four_put(pos, home_square(seat, 10), 'R', seat);
	pos->castle[seat][0] = pos->castle[seat][1] = true;
}

/* A pawn that can take another one which passes it. */
static void put_waiting(struct four_pos *pos, int seat, uint64_t *seed)
{
	int goal = pos->rules == FOUR_TEAMS ? 10 : 7;
	int owner = (seat + 1 + walk_random(seed, 3)) % FOUR_SEATS;
	int skipped = four_step(home_square(owner, 3 + walk_random(seed, 8)),
				owner, 0, 2);
	int from = four_step(skipped, seat, walk_random(seed, 2) ? 1 : -1, -1);

	if (from >= 0 && !pos->board[from].type &&
	    four_progress(from, seat) >= 1 && four_progress(from, seat) < goal)
		four_put(pos, from, 'P', seat);
}

/* Pawns that have not moved, and others that wait beside their way. */
static void put_pawns(struct four_pos *pos, int seat, uint64_t *seed)
{
	for (int index = 3; index <= 10; index++) {
		int square = four_step(home_square(seat, index), seat, 0, 1);

		if (!pos->board[square].type && walk_random(seed, 2))
			four_put(pos, square, 'P', seat);
	}
	for (int i = walk_random(seed, 6); i > 0; i--)
		put_waiting(pos, seat, seed);
	throw_pieces(pos, seat, "P", 1, walk_random(seed, 4), seed);
}

static void throw_army(struct four_pos *pos, int seat, int kind, uint64_t *seed)
{
	if (kind == FOUR_WALK_CASTLE)
		put_home(pos, seat, seed);
	else
		throw_piece(pos, 'K', seat, seed);
	switch (kind) {
	case FOUR_WALK_CASTLE:
		throw_pieces(pos, seat, "NBQRP", 5, walk_random(seed, 4), seed);
		break;
	case FOUR_WALK_PAWNS:
		put_pawns(pos, seat, seed);
		throw_pieces(pos, seat, "NBQRD", 5, walk_random(seed, 3), seed);
		break;
	case FOUR_WALK_QUEENS:
		throw_pieces(pos, seat, "QRQBND", 6, 1 + walk_random(seed, 6),
			     seed);
		break;
	case FOUR_WALK_BARE:
		throw_pieces(pos, seat, "NBBPRD", walk_random(seed, 2) ? 3 : 6,
			     walk_random(seed, 3), seed);
		break;
	default:
		throw_pieces(pos, seat, "PPNBRD", 6, walk_random(seed, 4),
			     seed);
	}
}

/* One or two have left; in teams nobody does without ending the game. */
static void kill_some(struct four_pos *pos, int kind, uint64_t *seed)
{
	int count = kind == FOUR_WALK_BARE ? 5 : walk_random(seed, 3);

	for (int i = 0; i < count && pos->rules != FOUR_TEAMS; i++) {
		int seat = walk_random(seed, FOUR_SEATS);

		if (four_count(pos) == 2)
			return;
		pos->out[seat] = true;
		pos->walking[seat] = pos->rules == FOUR_FFA &&
				     walk_random(seed, 2);
		pos->castle[seat][0] = pos->castle[seat][1] = false;
	}
	for (int i = walk_random(seed, 3); i > 0; i--) {
		int square = empty_square(pos, seed);

		four_put(pos, square, "PNBRQK"[walk_random(seed, 6)], 0);
		pos->board[square].grey = 1;
	}
}

/* A pawn has just passed, and somebody may have gone where it was not. */
static void put_passed(struct four_pos *pos, uint64_t *seed)
{
	int owner = (pos->turn + 1 + walk_random(seed, 3)) % FOUR_SEATS;
	int home = home_square(owner, 3 + walk_random(seed, 8));
	int start = four_step(home, owner, 0, 1);
	int skipped = four_step(home, owner, 0, 2);
	int pawn = four_step(home, owner, 0, 3);
	int taker = four_step(skipped, pos->turn, walk_random(seed, 2) ? 1 : -1,
			      -1);

	if (pos->out[owner] || taker < 0 || pos->board[start].type ||
	    pos->board[skipped].type || pos->board[pawn].type ||
	    pos->board[taker].type || taker == pawn || taker == start ||
	    four_progress(taker, pos->turn) >= 7)
		return;
	four_put(pos, pawn, 'P', owner);
	four_put(pos, taker, 'P', pos->turn);
	pos->skipped[owner] = skipped;
	if (walk_random(seed, 2))
		four_put(pos, skipped, "NBRQ"[walk_random(seed, 4)],
			 (owner + 1 + walk_random(seed, 3)) % FOUR_SEATS);
}

static void take_away(struct four_pos *pos, uint64_t *seed)
{
	static const struct four_piece nothing;

	for (int square = 0; square < FOUR_SQUARES; square++) {
		struct four_piece *piece = &pos->board[square];
		bool home = piece->type == 'K' || piece->type == 'R';

		if (piece->type && !home && walk_random(seed, 2))
			*piece = nothing;
	}
}

static void throw_all(struct four_pos *pos, enum four_rules rules, int kind,
		      int game, uint64_t *seed)
{
	if (kind <= FOUR_WALK_OPEN) {
		four_start(pos, game % FOUR_STARTS, rules);
		if (kind == FOUR_WALK_OPEN)
			take_away(pos, seed);
		return;
	}
	four_clear(pos, rules);
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		throw_army(pos, seat, kind, seed);
	kill_some(pos, kind, seed);
	pos->turn = walk_random(seed, FOUR_SEATS);
	if (kind == FOUR_WALK_PAWNS)
		put_passed(pos, seed);
	pos->halfmove = walk_random(seed, 8) ? walk_random(seed, 100)
					     : 150 + walk_random(seed, 50);
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (rules <= FOUR_STILL)
			pos->points[seat] = walk_random(seed, 60);
}

/* Something that a game could have come to before a move. */
static bool is_settled(const struct four_pos *pos)
{
	if ((pos->out[pos->turn] && !pos->walking[pos->turn]) ||
	    !four_has_move(pos, pos->turn) || four_insufficient(pos) ||
	    four_count(pos) < 2)
		return false;
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (four_in_check(pos, seat) && !four_has_move(pos, seat))
			return false;
	return true;
}

void four_walk_start(struct four_pos *pos, enum four_rules rules, int kind,
		     int game, uint64_t *seed)
{
	do {
		throw_all(pos, rules, kind, game, seed);
	} while (!is_settled(pos));
}

static bool gives_check(const struct four_pos *pos,
			const struct four_move *move)
{
	struct four_pos after;

	four_make(&after, pos, move);
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (seat != pos->turn && four_in_check(&after, seat))
			return true;
	return false;
}

/* Could a pawn be taken en passant after its double step? */
static bool passes_pawn(const struct four_pos *pos,
			const struct four_move *move)
{
	int seat = pos->turn;
	int skipped = four_step(move->from, seat, 0, 1);

	if (pos->board[move->from].type != 'P' ||
	    four_step(move->from, seat, 0, 2) != move->to)
		return false;
	for (int square = 0; square < FOUR_SQUARES; square++)
		if (pos->board[square].type == 'P' &&
		    !four_partners(pos, seat, pos->board[square].seat) &&
		    four_attacks(pos, square, skipped))
			return true;
	return false;
}

static bool is_rare(const struct four_pos *pos, const struct four_move *move)
{
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (pos->skipped[seat] == move->to)
			return true;
	return move->castling || move->en_passant || move->promotion ||
	       pos->board[move->to].type == 'K' || passes_pawn(pos, move);
}

/* Where there is one, every second time a rare move, else one with check. */
const struct four_move *four_walk_choose(const struct four_pos *pos,
					 const struct four_list *list,
					 uint64_t *seed)
{
	const struct four_move *move =
		&list->move[walk_random(seed, list->count)];
	int first = walk_random(seed, list->count);
	int wish = walk_random(seed, 4);

	for (int i = 0; i < list->count && wish; i++) {
		const struct four_move *other =
			&list->move[(first + i) % list->count];

		if (wish > 1 ? is_rare(pos, other)
			     : i < 8 && gives_check(pos, other))
			return other;
	}
	return move;
}
