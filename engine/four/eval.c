/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The static evaluation. Each seat has a value of its own: piece-square values
 * (psqt.c), mobility, threats against its pieces, and the danger to its king
 * from all enemies together. The four values become one score at the end:
 * team against team, or the root seat against all others.
 *
 * Attacks are sets of squares (sets.h), computed for all pieces of a kind at
 * once. Only the lines that a king sees are walked square by square; they are
 * short as a rule.
 */
#include "engine/four/search.h"

/* The board is a cross: its squares among the 16 by 16. */
static const uint64_t board_mask[4] = {
	0x0ff00ff00ff00000,
	0x7ffe7ffe7ffe7ffe,
	0x7ffe7ffe7ffe7ffe,
	0x00000ff00ff00ff0,
};

/* The weight of a term as often as it counts for a seat. */
static int term(const int16_t *weights, int place, int times, int seat)
{
	rk4_trace_term(place, times, seat);
	return weights[place] * times;
}

/*
 * Attacker and victim of a threat by their places in the order of play, which
 * begins with the seat to move; in a free-for-all game with the root seat, since
 * to it everybody else is an opponent.
 */
static int moment_of(const struct rk4_engine *engine, int attacker, int victim)
{
	int first = engine->teams ? engine->pos.turn : engine->root_seat;

	return ((attacker - first) & 3) << 2 | ((victim - first) & 3);
}

static rk4_set single(int square)
{
	uint64_t word[4] = {0};

	word[square >> 6] = (uint64_t)1 << (square & 63);
	return rk4_set_of(word);
}

/* The pieces of a seat, as a set for each type. */
struct army {
	uint64_t type[RK_TYPES][4];
};

RK_APART void collect_army(struct army *army, const struct rk4_pos *pos,
			   int seat)
{
	memset(army, 0, sizeof(*army));
	for (int i = 0; i < 4; i++) {
		uint64_t left = pos->pieces[seat][i];

		while (left) {
			int square = 64 * i + rk_bits_first(left);
			int type = pos->board[square] & 7;

			army->type[type][i] |= left & -left;
			left &= left - 1;
		}
	}
}

RK_APART void find_leaper_attacks(struct rk4_attacks *own,
				  const struct army *army, int seat)
{
	rk4_set board = rk4_set_of(board_mask);

	own->pawns = rk4_set_of(army->type[RK_PAWN]);
	own->pawns = rk4_and(board, rk4_pawn_attacks(own->pawns, seat));
	own->king = rk4_set_of(army->type[RK_KING]);
	own->king = rk4_and(board, rk4_king_attacks(own->king));
	own->all = rk4_set_of(army->type[RK_KNIGHT]);
	own->knights = rk4_and(board, rk4_knight_attacks(own->all));
	own->all = rk4_or(own->pawns, own->knights);
}

RK_APART void find_slider_attacks(struct rk4_attacks *own,
				  const struct army *army, rk4_set free)
{
	rk4_set board = rk4_set_of(board_mask);
	rk4_set from = rk4_or(rk4_set_of(army->type[RK_QUEEN]),
			      rk4_set_of(army->type[RK_BISHOP]));

	own->diagonals = rk4_and(board, rk4_bishop_attacks(from, free));
	from = rk4_or(rk4_set_of(army->type[RK_QUEEN]),
		      rk4_set_of(army->type[RK_ROOK]));
	own->lines = rk4_and(board, rk4_rook_attacks(from, free));
	own->all = rk4_or(own->all, own->lines);
	own->all = rk4_or(own->all, own->diagonals);
}

static void find_attacks(struct rk4_attacks *own, const struct rk4_pos *pos,
			 int seat, rk4_set free, struct army *army)
{
	collect_army(army, pos, seat);
	find_leaper_attacks(own, army, seat);
	find_slider_attacks(own, army, free);
	own->pieces = rk4_set_of(pos->pieces[seat]);
}

/* The surroundings of a king, and the squares from which it can be attacked. */
struct king_zone {
	rk4_set ring;      /* the king's square and the squares around it */
	rk4_set unguarded; /* of the ring: guarded by nothing but the king */
	rk4_set safe;      /* not guarded at all, so an enemy may go there */
	rk4_set lines;     /* safe squares from which a rook gives check, */
	rk4_set diagonals; /* a bishop, */
	rk4_set leaps;     /* and a knight */
};

/*
 * The squares seen from a square, up to the first piece. Even directions are
 * straight, odd ones diagonal; every second one is followed.
 */
static rk4_set rays_from(const struct rk4_pos *pos, int square, int direction)
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

RK_APART void find_king_zone(struct king_zone *zone, const struct rk4_pos *pos,
			     const struct rk4_attacks *own, int square)
{
	rk4_set king = single(square);

	zone->ring = rk4_or(king, own->king);
	zone->unguarded = rk4_and_not(zone->ring, own->all);
	zone->safe = rk4_and_not(rk4_set_of(board_mask), own->all);
	zone->safe = rk4_and_not(zone->safe, own->king);
	zone->lines = rays_from(pos, square, 0);
	zone->lines = rk4_and(zone->lines, zone->safe);
	zone->diagonals = rays_from(pos, square, 1);
	zone->diagonals = rk4_and(zone->diagonals, zone->safe);
	zone->leaps = rk4_knight_attacks(king);
	zone->leaps = rk4_and(zone->leaps, zone->safe);
}

static int count_common(const rk4_set *one, const rk4_set *two)
{
	return rk4_popcount(rk4_and(*one, *two));
}

/* At most three safe checks of a kind count. */
static int count_checks(const rk4_set *safe, const rk4_set *attacked)
{
	return rk_at_most(count_common(safe, attacked), 3);
}

/* What an enemy contributes to king danger, without the moment. */
RK_APART int attack_on(const struct king_zone *zone,
		       const struct rk4_attacks *enemy, const int16_t *weights,
		       int counts[8])
{
	int sum = 0;

	counts[0] = count_common(&zone->ring, &enemy->knights);
	counts[1] = count_common(&zone->ring, &enemy->diagonals);
	counts[2] = count_common(&zone->ring, &enemy->lines);
	counts[3] = count_common(&zone->ring, &enemy->pawns);
	counts[4] = count_common(&zone->unguarded, &enemy->all);
	counts[5] = count_checks(&zone->lines, &enemy->lines);
	counts[6] = count_checks(&zone->diagonals, &enemy->diagonals);
	counts[7] = count_checks(&zone->leaps, &enemy->knights);
	for (int i = 0; i < 8; i++)
		sum += weights[RK4_AT_zone + i] * counts[i];
	return sum;
}

static unsigned int enemies_of(const struct rk4_pos *pos, int seat)
{
	return rk4_enemies(pos, seat) & ~(unsigned int)pos->left;
}

/*
 * What the attacks on a king are worth to its enemies together. Two attackers
 * are worth more than their sum: nobody can defend against both. The result
 * grows almost linearly, not by the square as with two players, since king hunts
 * begin as soon as several armies look at one king.
 */
RK_APART int king_danger(const struct rk4_engine *engine, int seat)
{
	const struct rk4_pos *pos = &engine->pos;
	const int16_t *weights = rk4_weights[engine->teams];
	unsigned int enemies = enemies_of(pos, seat);
	int sum = 0, attackers = 0, counts[8];
	struct king_zone zone;

	find_king_zone(&zone, pos, &engine->attacks[seat], pos->king[seat]);
	for (int enemy = 0; enemy < RK4_SEATS; enemy++) {
		int moment = moment_of(engine, enemy, seat), attack;

		if (!(enemies >> enemy & 1))
			continue;
		attack = attack_on(&zone, &engine->attacks[enemy], weights,
				   counts);
		rk4_trace_danger(seat, moment, counts);
		sum += attack * weights[RK4_AT_danger_moment + moment] / 64;
		attackers += counts[0] + counts[1] + counts[2] + counts[3] > 0;
	}
	if (sum < 0)
		return 0;
	if (attackers > 1)
		sum += sum * weights[RK4_AT_danger_both] / 64;
	sum = rk_at_most(sum, 4000);
	return sum + sum * sum /
			     (engine->teams ? RK4_DANGER_SQUARE_TEAMS
					    : RK4_DANGER_SQUARE_FFA);
}

/* The pieces of a seat that an enemy may threaten. */
struct targets {
	rk4_set minors;
	rk4_set rooks;
	rk4_set queens;
	rk4_set unguarded;
};

RK_APART void find_targets(struct targets *targets,
			   const struct rk4_attacks *own,
			   const struct army *army)
{
	targets->minors = rk4_or(rk4_set_of(army->type[RK_KNIGHT]),
				 rk4_set_of(army->type[RK_BISHOP]));
	targets->rooks = rk4_set_of(army->type[RK_ROOK]);
	targets->queens = rk4_set_of(army->type[RK_QUEEN]);
	targets->unguarded = rk4_or(targets->minors, targets->rooks);
	targets->unguarded = rk4_or(targets->unguarded, targets->queens);
	targets->unguarded = rk4_and_not(targets->unguarded, own->all);
	targets->unguarded = rk4_and_not(targets->unguarded, own->king);
}

/* Attacks by one enemy on pieces that nobody guards. */
RK_APART int hanging(const struct targets *targets,
		     const struct rk4_attacks *theirs, const int16_t *weights,
		     int moment, int seat)
{
	rk4_set loose = rk4_and(targets->unguarded, theirs->all);

	return term(weights, RK4_AT_hanging_minor + moment,
		    count_common(&loose, &targets->minors), seat) +
	       term(weights, RK4_AT_hanging_rook + moment,
		    count_common(&loose, &targets->rooks), seat) +
	       term(weights, RK4_AT_hanging_queen + moment,
		    count_common(&loose, &targets->queens), seat);
}

/* Attacks by one enemy's smaller pieces. */
RK_APART int attacked(const struct targets *targets,
		      const struct rk4_attacks *theirs, const int16_t *weights,
		      int seat)
{
	rk4_set sliders = rk4_or(theirs->diagonals, theirs->lines);

	sliders = rk4_and_not(sliders, targets->unguarded);
	return term(weights, RK4_AT_by_pawn,
		    count_common(&targets->minors, &theirs->pawns), seat) +
	       term(weights, RK4_AT_by_pawn + 1,
		    count_common(&targets->rooks, &theirs->pawns), seat) +
	       term(weights, RK4_AT_by_pawn + 2,
		    count_common(&targets->queens, &theirs->pawns), seat) +
	       term(weights, RK4_AT_by_knight,
		    count_common(&targets->rooks, &theirs->knights), seat) +
	       term(weights, RK4_AT_by_knight + 1,
		    count_common(&targets->queens, &theirs->knights), seat) +
	       term(weights, RK4_AT_by_slider,
		    count_common(&targets->rooks, &theirs->diagonals), seat) +
	       term(weights, RK4_AT_by_slider + 1,
		    count_common(&targets->queens, &sliders), seat);
}

/* Attacked pawns that nobody guards, and what the partner guards. */
RK_APART int guarded(const struct rk4_engine *engine,
		     const struct targets *targets, const struct army *army,
		     int seat, rk4_set hit)
{
	const struct rk4_attacks *own = &engine->attacks[seat];
	const struct rk4_attacks *partner = &engine->attacks[seat ^ 2];
	const int16_t *weights = rk4_weights[engine->teams];
	rk4_set loose = rk4_and(rk4_set_of(army->type[RK_PAWN]), hit);
	int sum;

	loose = rk4_and_not(rk4_and_not(loose, own->all), own->king);
	sum = term(weights, RK4_AT_loose_pawn, rk4_popcount(loose), seat);
	if (!engine->teams)
		return sum;
	loose = rk4_and(rk4_and(targets->unguarded, hit), partner->all);
	return sum +
	       term(weights, RK4_AT_saved,
		    count_common(&loose, &targets->minors), seat) +
	       term(weights, RK4_AT_saved + 1,
		    rk4_popcount(rk4_and_not(loose, targets->minors)), seat) +
	       term(weights, RK4_AT_guards,
		    count_common(&own->king, &partner->all), seat);
}

/* What attacks by all enemies on hanging and on stronger pieces cost. */
RK_APART int threats(const struct rk4_engine *engine, int seat,
		     const struct army *army)
{
	const struct rk4_pos *pos = &engine->pos;
	const int16_t *weights = rk4_weights[engine->teams];
	unsigned int enemies = enemies_of(pos, seat);
	rk4_set hit = rk4_set_of((const uint64_t[4]){0});
	struct targets targets;
	int sum = 0;

	find_targets(&targets, &engine->attacks[seat], army);
	for (int enemy = 0; enemy < RK4_SEATS; enemy++) {
		const struct rk4_attacks *theirs = &engine->attacks[enemy];

		if (!(enemies >> enemy & 1))
			continue;
		hit = rk4_or(hit, theirs->all);
		sum += hanging(&targets, theirs, weights,
			       moment_of(engine, enemy, seat), seat) +
		       attacked(&targets, theirs, weights, seat);
	}
	return sum + guarded(engine, &targets, army, seat, hit);
}

RK_APART int mobility(const struct rk4_attacks *own, const int16_t *weights,
		      int seat)
{
	return term(weights, RK4_AT_mobility,
		    rk4_popcount(rk4_and_not(own->knights, own->pieces)),
		    seat) +
	       term(weights, RK4_AT_mobility + 1,
		    rk4_popcount(rk4_and_not(own->diagonals, own->pieces)),
		    seat) +
	       term(weights, RK4_AT_mobility + 2,
		    rk4_popcount(rk4_and_not(own->lines, own->pieces)), seat);
}

/* Sliders are blocked by the pieces of all seats and by dead pieces. */
RK_APART rk4_set free_squares(const struct rk4_engine *engine)
{
	const struct rk4_pos *pos = &engine->pos;
	rk4_set free = rk4_set_of(board_mask);
	uint64_t dead[4] = {0};

	for (int seat = 0; seat < RK4_SEATS; seat++)
		free = rk4_and_not(free, rk4_set_of(pos->pieces[seat]));
	if (!engine->has_dead)
		return free;
	for (int square = 0; square < RK4_BOARD; square++)
		if (rk4_is_piece(pos->board[square]) &&
		    pos->board[square] & RK4_DEAD)
			rk4_set_flip(dead, square);
	return rk4_and_not(free, rk4_set_of(dead));
}

static int count_pieces(const uint64_t set[4])
{
	return rk_bits_count(set[0]) + rk_bits_count(set[1]) +
	       rk_bits_count(set[2]) + rk_bits_count(set[3]);
}

static void count_officers(struct rk4_engine *engine, int seat,
			   const struct army *army)
{
	engine->officers[seat] =
		(uint8_t)(count_pieces(engine->pos.pieces[seat]) -
			  count_pieces(army->type[RK_PAWN]) - 1);
}

/*
 * A partner without pieces wastes every second move of the team: what it costs,
 * by the difference of the partners' numbers of pieces.
 */
static int partners_value(const struct rk4_engine *engine, int side)
{
	int more = engine->officers[side] - engine->officers[side + 2];

	more = rk_at_most(more < 0 ? -more : more, 7);
	return term(rk4_weights[1], RK4_AT_uneven + more, 1, side);
}

/* Pawns beside the king, and pairs of pieces. */
RK_APART int odds_and_ends(const struct rk4_attacks *own,
			   const struct army *army, const int16_t *weights,
			   int seat)
{
	int bishops = count_pieces(army->type[RK_BISHOP]);
	int queens = count_pieces(army->type[RK_QUEEN]);
	rk4_set pawns = rk4_set_of(army->type[RK_PAWN]);

	return term(weights, RK4_AT_shield, count_common(&own->king, &pawns),
		    seat) +
	       term(weights, RK4_AT_bishops, bishops > 1, seat) +
	       term(weights, RK4_AT_queens, queens > 1 ? queens - 1 : 0, seat);
}

void rk4_eval_seats(struct rk4_engine *engine, const struct rk4_psqt *psqt,
		    int value[RK4_SEATS])
{
	const struct rk4_pos *pos = &engine->pos;
	const int16_t *weights = rk4_weights[engine->teams];
	rk4_set free = free_squares(engine);
	struct army army;

	/* All attacks come first: threats and king danger need the enemies'. */
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!(pos->left >> seat & 1))
			find_attacks(&engine->attacks[seat], pos, seat, free,
				     &army);
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		const struct rk4_attacks *own = &engine->attacks[seat];

		value[seat] = 0;
		if (pos->left >> seat & 1)
			continue;
		collect_army(&army, pos, seat);
		if (engine->teams)
			count_officers(engine, seat, &army);
		value[seat] = term(weights, RK4_AT_in_game, 1, seat) +
			      psqt->sum[seat] + mobility(own, weights, seat) +
			      threats(engine, seat, &army) -
			      king_danger(engine, seat) +
			      odds_and_ends(own, &army, weights, seat);
	}
}

static int clip(int value)
{
	return rk_clamp(value, RK4_EVAL_MAX);
}

/*
 * The value of a seat with its points. A seat that is still in the game is
 * better off than one that has left, however bad its position is; so low values
 * are compressed and stay positive.
 */
static int seat_score(const struct rk4_engine *engine,
		      const int value[RK4_SEATS], int seat)
{
	const struct rk4_pos *pos = &engine->pos;
	int score = value[seat];

	if (!(pos->left >> seat & 1) && score < RK4_FLOOR) {
		score = RK4_FLOOR - (RK4_FLOOR - score) / 8;
		if (score < RK4_FLOOR / 8)
			score = RK4_FLOOR / 8;
	}
	if (pos->options & RK4_POINTS)
		score += RK4_POINT * pos->points[seat];
	return score;
}

/*
 * One seat against the others: their average counts most, and the strongest of
 * them a little more than the rest.
 */
int rk4_ffa_score(const struct rk4_engine *engine, const int value[RK4_SEATS],
		  int us)
{
	int most = -100000, sum = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int other;

		if (seat == us)
			continue;
		other = seat_score(engine, value, seat);
		sum += other;
		if (other > most)
			most = other;
	}
	return seat_score(engine, value, us) -
	       most * RK4_STRONGEST_PERCENT / 100 -
	       sum * RK4_AVERAGE_PERCENT / 300;
}

int rk4_eval(struct rk4_engine *engine, int ply)
{
	int value[RK4_SEATS], sum, turn = engine->pos.turn;

	rk4_eval_seats(engine, &engine->plies[ply].psqt, value);
	if (engine->teams) {
		sum = value[0] + value[2] - value[1] - value[3] +
		      partners_value(engine, 0) - partners_value(engine, 1);
		sum = turn & 1 ? -sum : sum;
		return clip(sum + term(rk4_weights[1], RK4_AT_tempo, 1, turn));
	}
	sum = rk4_ffa_score(engine, value, engine->root_seat);
	if (turn != engine->root_seat)
		return clip(-sum);
	return clip(sum + term(rk4_weights[0], RK4_AT_tempo, 1, turn));
}
