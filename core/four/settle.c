/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Consequences of a move: which seats leave the game, who is paid points for
 * it, and when the game is over. This runs after every move of a game, so the
 * expensive question whether a seat has a move is asked only for kings in check
 * and for the player to move.
 *
 * Afterwards one of these holds: the game is over and `ended` says why, or the
 * turn is with a seat that has a legal move and two players on different sides
 * are in the game. Every iteration of carry_on() takes a seat out of the game,
 * so it terminates.
 */
#include "core/four/settle.h"

#include "rookery/rules.h"

#define NOBODY (-1)
#define DRAW_POINTS 10
#define STUCK_POINTS 10 /* for a walking king that cannot move */
#define QUIET_PLIES 200
#define CLAIM_LEAD (RK4_MATE_POINTS + 1)

/* A seat leaves; its king may walk on, and then keeps its turn. */
static void leave(struct rk4_pos *pos, int seat, bool walks)
{
	uint8_t bit = (uint8_t)(1 << seat);

	pos->key ^= rk4_key_state(pos);
	pos->left |= bit;
	pos->walking &= (uint8_t)~bit;
	if (walks)
		pos->walking |= bit;
	pos->ep[seat] = 0;
	pos->castle &= (uint8_t) ~(3u << 2 * seat);
	if (pos->turn == seat && !walks)
		rk4_pass_turn(pos);
	pos->key ^= rk4_key_state(pos);
}

void rk4_kill(struct rk4_pos *pos, int seat)
{
	leave(pos, seat, false);
}

void rk4_kill_all(struct rk4_pos *pos, unsigned int seats)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (seats >> seat & 1)
			rk4_kill(pos, seat);
}

/* The seats with the most points, whether or not they have left. */
static unsigned int find_leaders(const struct rk4_pos *pos)
{
	unsigned int leaders = 1;
	int best = pos->points[0];

	for (int seat = 1; seat < RK4_SEATS; seat++) {
		if (pos->points[seat] > best)
			leaders = 0;
		if (pos->points[seat] < best)
			continue;
		best = pos->points[seat];
		leaders |= 1u << seat;
	}
	return leaders;
}

static void end(struct rk4_pos *pos, int reason, unsigned int winners)
{
	pos->ended = (uint8_t)reason;
	pos->winners = (uint8_t)(pos->options & RK4_POINTS ? find_leaders(pos)
							   : winners);
}

/* Pays every active player, and as much again for each king that walks. */
static void pay_all(struct rk4_pos *pos, int points, int for_walking)
{
	points += for_walking * rk4_count_seats(pos->walking);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		rk4_pay(pos, seat, points);
}

/* In teams, a player who leaves loses the game for both partners. */
static void end_for_team(struct rk4_pos *pos, int reason, int loser)
{
	rk4_kill(pos, loser);
	end(pos, reason, loser & 1 ? 5 : 10);
}

void rk4_draw(struct rk4_pos *pos, int reason)
{
	if (pos->ended)
		return;
	pay_all(pos, DRAW_POINTS, DRAW_POINTS);
	end(pos, reason, 0);
}

/* ---- Checks and mates ---- */

/* Pays for a move that gave check to several players. */
static void pay_checks(struct rk4_pos *pos, unsigned int checked, rk4_move move,
		       const struct rk4_undo *undo)
{
	struct rk4_checks checks;

	checked &= rk4_active(pos);
	if (!(pos->options & RK4_POINTS) || rk4_count_seats(checked) < 2)
		return;
	checks = rk4_find_checks(pos, checked, move, undo);
	rk4_pay(pos, undo->turn,
		rk4_check_points(rk4_count_seats(checks.kings), checks.queen));
}

unsigned int rk4_find_mated(const struct rk4_pos *pos, unsigned int checked)
{
	unsigned int mated = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (checked >> seat & 1 && !rk4_has_move(pos, seat))
			mated |= 1u << seat;
	return mated;
}

/* ---- The end ---- */

struct minors {
	int knights;
	unsigned int colours; /* square colours of bishops: 1, 2, or 3 for both */
};

/*
 * Counts a seat's minor pieces; false if it has any other piece but the king.
 */
static bool count_minors(struct minors *minors, const struct rk4_pos *pos,
			 int seat)
{
	for (int i = 0; i < RK4_BOARD / 64; i++) {
		uint64_t set = pos->pieces[seat][i];

		while (set) {
			int square = i * 64 + rk_bits_pop(&set);
			int type = rk4_type(pos->board[square]);

			if (type == RK_KNIGHT)
				minors->knights++;
			else if (type == RK_BISHOP)
				minors->colours |=
					1u << ((square ^ square >> 4) & 1);
			else if (type != RK_KING)
				return false;
		}
	}
	return true;
}

/*
 * No king can be mated or taken any more: there are only kings, or two kings
 * and either one knight or bishops that all stand on one colour, which leave an
 * attacked king the squares of the other. Dead pieces do not help, since they
 * can be taken. (With a third king, even a knight can mate.)
 */
static bool is_insufficient(const struct rk4_pos *pos)
{
	struct minors minors = {0, 0};

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_active(pos) >> seat & 1 &&
		    !count_minors(&minors, pos, seat))
			return false;
	if (!minors.knights && !minors.colours)
		return true;
	if (rk4_count_seats(rk4_living(pos)) > 2)
		return false;
	return minors.knights ? minors.knights == 1 && !minors.colours
			      : minors.colours != 3;
}

/* Settles a player to move who has no move. Returns why that player is out. */
static int settle_stuck(struct rk4_pos *pos, int mover, unsigned int *mated)
{
	int seat = pos->turn;

	if (rk4_in_check(pos, seat)) {
		*mated |= 1u << seat;
		if (mover != NOBODY)
			rk4_pay(pos, mover, RK4_MATE_POINTS);
		if (pos->options & RK4_TEAMS)
			end_for_team(pos, RK_REASON_CHECKMATE, seat);
		return RK_REASON_CHECKMATE;
	}
	if (pos->walking >> seat & 1)
		pay_all(pos, STUCK_POINTS, 0);
	else if (!(pos->options & RK4_POINTS))
		rk4_draw(pos, RK_REASON_STALEMATE);
	rk4_pay(pos, seat, RK4_MATE_POINTS);
	return RK_REASON_STALEMATE;
}

/*
 * Goes on to a player who can move, or ends the game; `reason` is why the last
 * player left. Returns the seats that are mated on the way.
 */
static unsigned int carry_on(struct rk4_pos *pos, int mover, int reason)
{
	unsigned int mated = 0;

	while (rk4_has_opponents(pos)) {
		if (rk4_has_move(pos, pos->turn))
			break;
		reason = settle_stuck(pos, mover, &mated);
		if (pos->ended)
			return mated;
		rk4_kill(pos, pos->turn);
	}
	if (!rk4_has_opponents(pos)) {
		/* The last player gets the kings that still walk, too. */
		pay_all(pos, 0, RK4_MATE_POINTS);
		end(pos, reason, rk4_active(pos));
	} else if (is_insufficient(pos)) {
		rk4_draw(pos, RK_REASON_INSUFFICIENT);
	} else if (pos->halfmove >= QUIET_PLIES) {
		rk4_draw(pos, RK_REASON_FIFTY);
	}
	return mated;
}

unsigned int rk4_settle(struct rk4_pos *pos, rk4_move move,
			const struct rk4_undo *undo)
{
	int mover = undo->turn;
	unsigned int taken = rk4_find_taken(pos, undo);
	unsigned int checked, mated = 0;

	rk4_kill_all(pos, taken);
	if (taken && pos->options & RK4_TEAMS) {
		end(pos, RK_REASON_KING_TAKEN, 5u << (mover & 1));
		return taken;
	}
	if (rk4_has_opponents(pos) && !(pos->options & RK4_TEAMS)) {
		checked = rk4_find_checked(pos, mover);
		pay_checks(pos, checked, move, undo);
		mated = rk4_find_mated(pos, checked);
		rk4_pay(pos, mover, RK4_MATE_POINTS * rk4_count_seats(mated));
		rk4_kill_all(pos, mated);
	}
	mated |= carry_on(pos, mover,
			  mated ? RK_REASON_CHECKMATE : RK_REASON_KING_TAKEN);
	return mated | taken;
}

static void pass(struct rk4_pos *pos)
{
	pos->key ^= rk4_key_state(pos);
	rk4_pass_turn(pos);
	pos->key ^= rk4_key_state(pos);
}

void rk4_stay(struct rk4_pos *pos)
{
	pass(pos);
	carry_on(pos, NOBODY, RK_REASON_CHECKMATE);
}

/*
 * An end that existed before was paid then: the points of a draw are restored,
 * and nobody is paid again for being the last.
 */
void rk4_settle_position(struct rk4_pos *pos)
{
	int16_t points[RK4_SEATS];

	memcpy(points, pos->points, sizeof(points));
	if (!(rk4_living(pos) >> pos->turn & 1)) {
		pass(pos);
	}
	if (!rk4_has_opponents(pos)) {
		end(pos, RK_REASON_CHECKMATE, rk4_active(pos));
		return;
	}
	carry_on(pos, NOBODY, RK_REASON_CHECKMATE);
	if (pos->ended == RK_REASON_INSUFFICIENT ||
	    pos->ended == RK_REASON_FIFTY) {
		memcpy(pos->points, points, sizeof(points));
		end(pos, pos->ended, 0);
	}
}

/* Has the opponent of a player who leaves nothing but the king? */
static bool has_bare_opponent(const struct rk4_pos *pos, int leaver)
{
	int pieces = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_active(pos) >> seat & 1 && seat != leaver)
			for (int i = 0; i < RK4_BOARD / 64; i++)
				pieces += rk_bits_count(pos->pieces[seat][i]);
	return pieces == 1;
}

void rk4_leave(struct rk4_pos *pos, int seat, int reason)
{
	int active = rk4_count_seats(rk4_active(pos));

	if (pos->ended || pos->left >> seat & 1)
		return;
	if (pos->options & RK4_TEAMS) {
		end_for_team(pos, reason, seat);
		return;
	}
	if (active == 2 && pos->options & RK4_POINTS &&
	    has_bare_opponent(pos, seat)) {
		rk4_draw(pos, RK_REASON_INSUFFICIENT);
		return;
	}
	leave(pos, seat, pos->options & RK4_WALKING && active > 2);
	if (!rk4_has_opponents(pos))
		pay_all(pos, RK4_MATE_POINTS, 0);
	carry_on(pos, NOBODY, reason);
}

/* ---- Claims ---- */

bool rk4_can_claim(const struct rk4_pos *pos)
{
	unsigned int active = rk4_active(pos);
	int lead = CLAIM_LEAD + RK4_MATE_POINTS * rk4_count_seats(pos->walking);
	int us = pos->turn;

	if (!(pos->options & RK4_POINTS) || pos->ended ||
	    rk4_count_seats(active) != 2 || !(active >> us & 1))
		return false;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int least = active >> seat & 1 ? lead : 1;

		if (seat != us && pos->points[us] - pos->points[seat] < least)
			return false;
	}
	return true;
}

void rk4_claim(struct rk4_pos *pos)
{
	if (!pos->ended)
		end(pos, RK_REASON_LEAD, 1u << pos->turn);
}
