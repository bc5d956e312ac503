/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The evaluation. For each seat: its men where they stand (worth.c), what
 * they attack, how safe the king is against all who attack, what is hanging,
 * and points. What it means for the side to move is put together at the end.
 * Nearly all of it is sets of squares; no loop goes along a line but from
 * kings, which rarely see far.
 */
#include "engine/four/search.h"

/* A bit for every square of the cross. */
static const uint64_t cross[4] = {
	0x0ff00ff00ff00000,
	0x7ffe7ffe7ffe7ffe,
	0x7ffe7ffe7ffe7ffe,
	0x00000ff00ff00ff0,
};

/* Values in hundredths of a pawn. */
#define TEMPO 12
#define PLAYING 600 /* to be in the game at all */
#define LEAST 400   /* below this it matters less how bad things are */
#define MOVES_KNIGHT 7
#define MOVES_DIAGONAL 7
#define MOVES_LINE 4
#define HANGING 35
#define CHASED_BY_PAWN 40
#define CHASED_BY_MINOR 30
#define SHIELD 12

/* Weight of squares around a king that are attacked. */
#define NEAR_KNIGHT 3
#define NEAR_DIAGONAL 3
#define NEAR_LINE 4
#define NEAR_PAWN 2
#define NEAR_UNGUARDED 4
#define NEAR_CHECK 6

static rk4_set single(int square)
{
	uint64_t word[4] = {0};

	word[square >> 6] = (uint64_t)1 << (square & 63);
	return rk4_set_of(word);
}

/* The men of a seat by type. */
struct army {
	uint64_t type[RK_TYPES][4];
};

RK_APART void muster(struct army *army, const struct rk4_pos *pos, int seat)
{
	memset(army, 0, sizeof(*army));
	for (int i = 0; i < 4; i++) {
		uint64_t men = pos->pieces[seat][i];

		while (men) {
			int square = 64 * i + rk_bits_first(men);
			int type = pos->board[square] & 7;

			army->type[type][i] |= men & -men;
			men &= men - 1;
		}
	}
}

RK_APART void look_near(struct rk4_view *view, const struct army *army,
			int seat)
{
	rk4_set board = rk4_set_of(cross);

	view->pawns = rk4_set_of(army->type[RK_PAWN]);
	view->pawns = rk4_both(board, rk4_pawn_attacks(view->pawns, seat));
	view->king = rk4_set_of(army->type[RK_KING]);
	view->king = rk4_both(board, rk4_around(view->king));
	view->all = rk4_set_of(army->type[RK_KNIGHT]);
	view->knights = rk4_both(board, rk4_leap_attacks(view->all));
	view->all = rk4_either(view->pawns, view->knights);
}

RK_APART void look_far(struct rk4_view *view, const struct army *army,
		       rk4_set free)
{
	rk4_set board = rk4_set_of(cross);
	rk4_set from = rk4_either(rk4_set_of(army->type[RK_QUEEN]),
				  rk4_set_of(army->type[RK_BISHOP]));

	view->diagonals = rk4_both(board, rk4_slide_diagonals(from, free));
	from = rk4_either(rk4_set_of(army->type[RK_QUEEN]),
			  rk4_set_of(army->type[RK_ROOK]));
	view->lines = rk4_both(board, rk4_slide_lines(from, free));
	view->all = rk4_either(view->all, view->lines);
	view->all = rk4_either(view->all, view->diagonals);
}

/* The king itself is not in `all`: it guards less than the others do. */
static void look(struct rk4_view *view, const struct rk4_pos *pos, int seat,
		 rk4_set free, struct army *army)
{
	muster(army, pos, seat);
	look_near(view, army, seat);
	look_far(view, army, free);
	view->men = rk4_set_of(pos->pieces[seat]);
}

/* The squares around a king, and those from where checks would come. */
struct castle {
	rk4_set zone;
	rk4_set open; /* of the zone, what nobody but the king guards */
	rk4_set safe; /* for those who come */
	rk4_set lines;
	rk4_set diagonals;
	rk4_set leaps;
};

/* What is seen from a square along every other direction, from this one on. */
static rk4_set look_out(const struct rk4_pos *pos, int square, int direction)
{
	uint64_t seen[4] = {0};

	for (; direction < RK4_DIRECTIONS; direction += 2) {
		int to = square;

		do {
			to = rk4_step_from(to, rk4_steps[direction]);
			rk4_set_flip(seen, to);
		} while (pos->board[to] == RK4_EMPTY);
	}
	return rk4_set_of(seen);
}

RK_APART void look_around(struct castle *castle, const struct rk4_pos *pos,
			  const struct rk4_view *own, int square)
{
	rk4_set king = single(square);

	castle->zone = rk4_either(king, own->king);
	castle->open = rk4_without(castle->zone, own->all);
	castle->safe = rk4_without(rk4_set_of(cross), own->all);
	castle->safe = rk4_without(castle->safe, own->king);
	castle->lines = look_out(pos, square, 0);
	castle->lines = rk4_both(castle->lines, castle->safe);
	castle->diagonals = look_out(pos, square, 1);
	castle->diagonals = rk4_both(castle->diagonals, castle->safe);
	castle->leaps = rk4_leap_attacks(king);
	castle->leaps = rk4_both(castle->leaps, castle->safe);
}

static int count_both(const rk4_set *one, const rk4_set *two)
{
	return rk4_count(rk4_both(*one, *two));
}

static int weight_near(const struct castle *castle, const struct rk4_view *foe)
{
	return NEAR_KNIGHT * count_both(&castle->zone, &foe->knights) +
	       NEAR_DIAGONAL * count_both(&castle->zone, &foe->diagonals) +
	       NEAR_LINE * count_both(&castle->zone, &foe->lines) +
	       NEAR_PAWN * count_both(&castle->zone, &foe->pawns) +
	       NEAR_UNGUARDED * count_both(&castle->open, &foe->all);
}

static int weight_checks(const struct castle *castle,
			 const struct rk4_view *foe)
{
	int checks = count_both(&castle->lines, &foe->lines) +
		     count_both(&castle->diagonals, &foe->diagonals) +
		     count_both(&castle->leaps, &foe->knights);

	return NEAR_CHECK * (checks > 3 ? 3 : checks);
}

static unsigned int foes_of(const struct rk4_pos *pos, int seat)
{
	return rk4_enemies(pos, seat) & ~(unsigned int)pos->left;
}

/* How much the attackers of a king weigh; several weigh more than they sum. */
RK_APART int danger(const struct rk4_mind *mind, int seat)
{
	const struct rk4_pos *pos = &mind->pos;
	unsigned int foes = foes_of(pos, seat);
	int units = 0, attackers = 0;
	struct castle castle;

	look_around(&castle, pos, &mind->views[seat], pos->king[seat]);
	for (int foe = 0; foe < RK4_SEATS; foe++) {
		int near;

		if (!(foes >> foe & 1))
			continue;
		near = weight_near(&castle, &mind->views[foe]);
		units += near + weight_checks(&castle, &mind->views[foe]);
		attackers += near > 0;
	}
	units += units * (attackers > 1) / 3;
	/* Who is mated in teams has lost for both. */
	if (mind->teams)
		return 14 * units + units * units / 7;
	return 10 * units + units * units / 10;
}

/* Men that would be missed: all pieces, rooks and queens, unguarded ones. */
struct prey {
	rk4_set pieces;
	rk4_set strong;
	rk4_set loose;
};

RK_APART int threats(const struct rk4_mind *mind, int seat,
		     const struct army *army)
{
	const struct rk4_view *own = &mind->views[seat];
	unsigned int foes = foes_of(&mind->pos, seat);
	struct prey prey;
	int loss = 0;

	prey.strong = rk4_either(rk4_set_of(army->type[RK_ROOK]),
				 rk4_set_of(army->type[RK_QUEEN]));
	prey.pieces = rk4_either(rk4_set_of(army->type[RK_KNIGHT]),
				 rk4_set_of(army->type[RK_BISHOP]));
	prey.pieces = rk4_either(prey.pieces, prey.strong);
	prey.loose = rk4_without(prey.pieces, own->all);
	prey.loose = rk4_without(prey.loose, own->king);
	for (int foe = 0; foe < RK4_SEATS; foe++) {
		const struct rk4_view *view = &mind->views[foe];

		if (!(foes >> foe & 1))
			continue;
		loss += HANGING * count_both(&prey.loose, &view->all) +
			CHASED_BY_PAWN *
				count_both(&prey.pieces, &view->pawns) +
			CHASED_BY_MINOR *
				count_both(&prey.strong, &view->knights);
	}
	return loss;
}

RK_APART int mobility(const struct rk4_view *view)
{
	return MOVES_KNIGHT * rk4_count(rk4_without(view->knights, view->men)) +
	       MOVES_DIAGONAL *
		       rk4_count(rk4_without(view->diagonals, view->men)) +
	       MOVES_LINE * rk4_count(rk4_without(view->lines, view->men));
}

RK_APART rk4_set free_squares(const struct rk4_mind *mind)
{
	const struct rk4_pos *pos = &mind->pos;
	rk4_set free = rk4_set_of(cross);
	uint64_t dead[4] = {0};

	for (int seat = 0; seat < RK4_SEATS; seat++)
		free = rk4_without(free, rk4_set_of(pos->pieces[seat]));
	if (!mind->has_dead)
		return free;
	for (int square = 0; square < RK4_BOARD; square++)
		if (rk4_is_piece(pos->board[square]) &&
		    pos->board[square] & RK4_DEAD)
			rk4_set_flip(dead, square);
	return rk4_without(free, rk4_set_of(dead));
}

void rk4_eval_seats(struct rk4_mind *mind, const struct rk4_tally *tally,
		    int value[RK4_SEATS])
{
	const struct rk4_pos *pos = &mind->pos;
	rk4_set free = free_squares(mind);
	struct army army;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!(pos->left >> seat & 1))
			look(&mind->views[seat], pos, seat, free, &army);
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		const struct rk4_view *view = &mind->views[seat];

		value[seat] = 0;
		if (pos->left >> seat & 1)
			continue;
		muster(&army, pos, seat);
		value[seat] = PLAYING + tally->men[seat] + mobility(view) -
			      threats(mind, seat, &army) - danger(mind, seat) +
			      SHIELD * rk4_count(rk4_both(
					       view->king,
					       rk4_set_of(army.type[RK_PAWN])));
	}
}

static int clip(int value)
{
	return rk_clip(value, RK4_EVAL_MAX);
}

/*
 * What a seat has, points included. However bad it looks, to be in the game
 * is better than to be out of it, for the seat and so against the others.
 */
static int standing(const struct rk4_mind *mind, const int value[RK4_SEATS],
		    int seat)
{
	const struct rk4_pos *pos = &mind->pos;
	int worth = value[seat];

	if (!(pos->left >> seat & 1) && worth < LEAST) {
		worth = LEAST - (LEAST - worth) / 8;
		if (worth < LEAST / 8)
			worth = LEAST / 8;
	}
	if (pos->options & RK4_POINTS)
		worth += mind->style->point * pos->points[seat];
	return worth;
}

/* Who thinks against all others: the strongest of them counts most. */
int rk4_against_all(const struct rk4_mind *mind, const int value[RK4_SEATS],
		    int hero)
{
	const struct rk4_style *style = mind->style;
	int most = -100000, sum = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int other;

		if (seat == hero)
			continue;
		other = standing(mind, value, seat);
		sum += other;
		if (other > most)
			most = other;
	}
	return standing(mind, value, hero) - most * style->foes / 100 -
	       sum * style->rest / 300;
}

int rk4_eval(struct rk4_mind *mind, int ply)
{
	int value[RK4_SEATS], sum, turn = mind->pos.turn;

	rk4_eval_seats(mind, &mind->plies[ply].tally, value);
	if (mind->teams) {
		sum = value[0] + value[2] - value[1] - value[3];
		return clip((turn & 1 ? -sum : sum) + TEMPO);
	}
	sum = rk4_against_all(mind, value, mind->hero);
	return clip(turn == mind->hero ? sum + TEMPO : -sum);
}
