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

/* Values in centipawns. */
#define TEMPO 12
#define IN_GAME 600 /* the seat has not left the game */
#define FLOOR 400   /* values below it are compressed */
#define MOBILITY_KNIGHT 7
#define MOBILITY_DIAGONAL 7
#define MOBILITY_LINE 4
#define HANGING 35
#define THREAT_BY_PAWN 40
#define THREAT_BY_KNIGHT 30
#define PAWN_SHIELD 12
#define POINT 70 /* one point of the score by points */

/* How the other seats count in a free-for-all game. */
#define STRONGEST_PERCENT 10
#define AVERAGE_PERCENT 90

/*
 * Teams: a partner without pieces wastes every second move of the team. This is
 * what it costs, by the difference of the partners' numbers of pieces.
 */
static const int16_t uneven_loss[8] = {0, 20, 60, 140, 240, 320, 370, 400};

/* Units of king danger for each attacked square of the king zone. */
#define ZONE_KNIGHT 3
#define ZONE_DIAGONAL 3
#define ZONE_LINE 4
#define ZONE_PAWN 2
#define ZONE_UNGUARDED 4
#define SAFE_CHECK 6 /* for a square from which a check would be safe */

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

static int zone_units(const struct king_zone *zone,
		      const struct rk4_attacks *enemy)
{
	return ZONE_KNIGHT * count_common(&zone->ring, &enemy->knights) +
	       ZONE_DIAGONAL * count_common(&zone->ring, &enemy->diagonals) +
	       ZONE_LINE * count_common(&zone->ring, &enemy->lines) +
	       ZONE_PAWN * count_common(&zone->ring, &enemy->pawns) +
	       ZONE_UNGUARDED * count_common(&zone->unguarded, &enemy->all);
}

static int check_units(const struct king_zone *zone,
		       const struct rk4_attacks *enemy)
{
	int checks = count_common(&zone->lines, &enemy->lines) +
		     count_common(&zone->diagonals, &enemy->diagonals) +
		     count_common(&zone->leaps, &enemy->knights);

	return SAFE_CHECK * (checks > 3 ? 3 : checks);
}

static unsigned int enemies_of(const struct rk4_pos *pos, int seat)
{
	return rk4_enemies(pos, seat) & ~(unsigned int)pos->left;
}

/*
 * What the attacks on a king are worth to its enemies together. Two attackers
 * are worth a third more than their sum: nobody can defend against both. The
 * result grows almost linearly, not by the square as with two players, since
 * king hunts begin as soon as several armies look at one king.
 */
RK_APART int king_danger(const struct rk4_engine *engine, int seat)
{
	const struct rk4_pos *pos = &engine->pos;
	unsigned int enemies = enemies_of(pos, seat);
	int units = 0, attackers = 0;
	struct king_zone zone;

	find_king_zone(&zone, pos, &engine->attacks[seat], pos->king[seat]);
	for (int enemy = 0; enemy < RK4_SEATS; enemy++) {
		int near;

		if (!(enemies >> enemy & 1))
			continue;
		near = zone_units(&zone, &engine->attacks[enemy]);
		units += near + check_units(&zone, &engine->attacks[enemy]);
		attackers += near > 0;
	}
	units += units * (attackers > 1) / 3;
	/* In teams a mate ends the game for the partner as well. */
	if (engine->teams)
		return 14 * units + units * units / 7;
	return 10 * units + units * units / 10;
}

/* The pieces of a seat that an enemy may threaten. */
struct targets {
	rk4_set pieces; /* all but pawns and king */
	rk4_set strong; /* rooks and queens */
	rk4_set unguarded;
};

/* What attacks by all enemies on hanging and on stronger pieces cost. */
RK_APART int threats(const struct rk4_engine *engine, int seat,
		     const struct army *army)
{
	const struct rk4_attacks *own = &engine->attacks[seat];
	unsigned int enemies = enemies_of(&engine->pos, seat);
	struct targets targets;
	int loss = 0;

	targets.strong = rk4_or(rk4_set_of(army->type[RK_ROOK]),
				rk4_set_of(army->type[RK_QUEEN]));
	targets.pieces = rk4_or(rk4_set_of(army->type[RK_KNIGHT]),
				rk4_set_of(army->type[RK_BISHOP]));
	targets.pieces = rk4_or(targets.pieces, targets.strong);
	targets.unguarded = rk4_and_not(targets.pieces, own->all);
	targets.unguarded = rk4_and_not(targets.unguarded, own->king);
	for (int enemy = 0; enemy < RK4_SEATS; enemy++) {
		const struct rk4_attacks *theirs = &engine->attacks[enemy];

		if (!(enemies >> enemy & 1))
			continue;
		loss += HANGING *
				count_common(&targets.unguarded, &theirs->all) +
			THREAT_BY_PAWN *
				count_common(&targets.pieces, &theirs->pawns) +
			THREAT_BY_KNIGHT *
				count_common(&targets.strong, &theirs->knights);
	}
	return loss;
}

RK_APART int mobility(const struct rk4_attacks *own)
{
	return MOBILITY_KNIGHT *
		       rk4_popcount(rk4_and_not(own->knights, own->pieces)) +
	       MOBILITY_DIAGONAL *
		       rk4_popcount(rk4_and_not(own->diagonals, own->pieces)) +
	       MOBILITY_LINE *
		       rk4_popcount(rk4_and_not(own->lines, own->pieces));
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

/* What it costs a team that one partner has fewer pieces than the other. */
static int partners_loss(const struct rk4_engine *engine, int side)
{
	int more = engine->officers[side] - engine->officers[side + 2];

	if (more < 0)
		more = -more;
	return uneven_loss[more < 7 ? more : 7];
}

void rk4_eval_seats(struct rk4_engine *engine, const struct rk4_psqt *psqt,
		    int value[RK4_SEATS])
{
	const struct rk4_pos *pos = &engine->pos;
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
		value[seat] =
			IN_GAME + psqt->sum[seat] + mobility(own) -
			threats(engine, seat, &army) -
			king_danger(engine, seat) +
			PAWN_SHIELD * rk4_popcount(rk4_and(
					      own->king,
					      rk4_set_of(army.type[RK_PAWN])));
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

	if (!(pos->left >> seat & 1) && score < FLOOR) {
		score = FLOOR - (FLOOR - score) / 8;
		if (score < FLOOR / 8)
			score = FLOOR / 8;
	}
	if (pos->options & RK4_POINTS)
		score += POINT * pos->points[seat];
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
	return seat_score(engine, value, us) - most * STRONGEST_PERCENT / 100 -
	       sum * AVERAGE_PERCENT / 300;
}

int rk4_eval(struct rk4_engine *engine, int ply)
{
	int value[RK4_SEATS], sum, turn = engine->pos.turn;

	rk4_eval_seats(engine, &engine->plies[ply].psqt, value);
	if (engine->teams) {
		sum = value[0] + value[2] - value[1] - value[3] +
		      partners_loss(engine, 1) - partners_loss(engine, 0);
		return clip((turn & 1 ? -sum : sum) + TEMPO);
	}
	sum = rk4_ffa_score(engine, value, engine->root_seat);
	return clip(turn == engine->root_seat ? sum + TEMPO : -sum);
}
