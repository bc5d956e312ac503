/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book for four players: who leaves the game, who gets points
 * for what, and when it is over. One function for each sentence of the rules.
 */
#include "tests/oracle/four.h"

#include <string.h>

static bool counts_points(const struct four_pos *pos)
{
	return pos->rules == FOUR_FFA || pos->rules == FOUR_STILL;
}

/* What walks earns nothing. */
static void pay(struct four_pos *pos, int seat, int points)
{
	if (counts_points(pos) && !pos->out[seat])
		pos->points[seat] += points;
}

static bool moves_at_all(const struct four_pos *pos, int seat)
{
	return !pos->out[seat] || pos->walking[seat];
}

int four_count(const struct four_pos *pos)
{
	int count = 0;

	for (int seat = 0; seat < FOUR_SEATS; seat++)
		count += !pos->out[seat];
	return count;
}

/* ---- The end ---- */

static void win(struct four_pos *pos, enum four_end reason, int seat)
{
	pos->end = reason;
	for (int other = 0; other < FOUR_SEATS; other++)
		pos->winner[other] = four_partners(pos, seat, other);
}

/* The highest score wins, whoever is left; two may have it. */
static void win_by_points(struct four_pos *pos, enum four_end reason)
{
	int best = 0;

	for (int seat = 1; seat < FOUR_SEATS; seat++)
		if (pos->points[seat] > pos->points[best])
			best = seat;
	pos->end = reason;
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		pos->winner[seat] = pos->points[seat] == pos->points[best];
}

static int count_walking(const struct four_pos *pos)
{
	int count = 0;

	for (int seat = 0; seat < FOUR_SEATS; seat++)
		count += pos->walking[seat];
	return count;
}

/* One is left, and gets every king that still walks. */
static void end_if_alone(struct four_pos *pos, enum four_end reason)
{
	if (pos->end || four_count(pos) > 1)
		return;
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		pay(pos, seat, 20 * count_walking(pos));
	if (counts_points(pos)) {
		win_by_points(pos, reason);
		return;
	}
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (!pos->out[seat])
			win(pos, reason, seat);
}

void four_draw(struct four_pos *pos, enum four_end reason)
{
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		pay(pos, seat, 10 + 10 * count_walking(pos));
	pos->end = reason;
	if (counts_points(pos))
		win_by_points(pos, reason);
}

/* ---- Leaving ---- */

static void die(struct four_pos *pos, int seat)
{
	pos->out[seat] = true;
	pos->walking[seat] = false;
	pos->castle[seat][0] = pos->castle[seat][1] = false;
	pos->skipped[seat] = -1;
}

static void lose_kings(struct four_pos *pos, int mover)
{
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		if (!moves_at_all(pos, seat) || four_king(pos, seat) >= 0)
			continue;
		die(pos, seat);
		if (pos->rules == FOUR_TEAMS)
			win(pos, FOUR_KING_TAKEN, mover);
		else
			end_if_alone(pos, FOUR_KING_TAKEN);
	}
}

/* All who are mated are so at the same time, whoever attacks whom. */
static void mate(struct four_pos *pos, int mover)
{
	bool mated[FOUR_SEATS];

	for (int seat = 0; seat < FOUR_SEATS; seat++)
		mated[seat] = moves_at_all(pos, seat) &&
			      four_in_check(pos, seat) &&
			      !four_has_move(pos, seat);
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (mated[seat]) {
			die(pos, seat);
			pay(pos, mover, 20);
		}
	end_if_alone(pos, FOUR_MATE);
}

/* Does an enemy, whoever it is, attack the king that did not before? */
static bool new_check(const struct four_pos *after,
		      const struct four_pos *before, int seat, bool *queen)
{
	int king = four_king(after, seat);
	bool found = false;

	for (int from = 0; from < FOUR_SQUARES; from++) {
		const struct four_piece *piece = &after->board[from];

		if (!piece->type || four_partners(after, seat, piece->seat) ||
		    !four_attacks(after, from, king))
			continue;
		if (!memcmp(piece, &before->board[from], sizeof(*piece)) &&
		    four_attacks(before, from, king))
			continue;
		found = true;
		*queen |= piece->type == 'Q';
	}
	return found;
}

static void pay_checks(struct four_pos *after, const struct four_pos *before)
{
	static const int with_queen[] = {0, 0, 1, 5};
	static const int without[] = {0, 0, 5, 20};
	int mover = before->turn;
	bool queen = false;
	int kings = 0;

	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (seat != mover && !after->out[seat])
			kings += new_check(after, before, seat, &queen);
	pay(after, mover, queen ? with_queen[kings] : without[kings]);
}

/* One who is out loses the game for the team. */
static void lose_team(struct four_pos *pos, int seat, enum four_end reason)
{
	die(pos, seat);
	win(pos, reason, (seat + 1) % FOUR_SEATS);
}

/* It is somebody's turn who cannot move. */
static void cannot_move(struct four_pos *pos)
{
	int seat = pos->turn;

	if (pos->rules == FOUR_TEAMS && four_in_check(pos, seat)) {
		lose_team(pos, seat, FOUR_MATE);
	} else if (pos->walking[seat]) {
		for (int other = 0; other < FOUR_SEATS; other++)
			pay(pos, other, 10);
		die(pos, seat);
	} else if (!counts_points(pos)) {
		four_draw(pos, FOUR_STALEMATE);
	} else {
		pay(pos, seat, 20);
		die(pos, seat);
		end_if_alone(pos, FOUR_STALEMATE);
	}
}

static void find_turn(struct four_pos *pos)
{
	while (!pos->end) {
		if (!moves_at_all(pos, pos->turn))
			pos->turn = four_next(pos, pos->turn);
		else if (!four_has_move(pos, pos->turn))
			cannot_move(pos);
		else
			return;
	}
}

/*
 * Nothing is left that could mate: kings alone, or two kings and one knight, or
 * two kings and any bishops on squares of one colour.
 */
bool four_insufficient(const struct four_pos *pos)
{
	int knights = 0, kings = 0;
	int bishops[2] = {0, 0};

	for (int at = 0; at < FOUR_SQUARES; at++) {
		if (!four_lives(pos, at))
			continue;
		switch (pos->board[at].type) {
		case 'K':
			kings++;
			break;
		case 'N':
			knights++;
			break;
		case 'B':
			bishops[(at % FOUR_SIZE + at / FOUR_SIZE) % 2]++;
			break;
		default:
			return false;
		}
	}
	if (knights + bishops[0] + bishops[1] == 0)
		return true;
	if (kings > 2)
		return false;
	if (knights)
		return knights + bishops[0] + bishops[1] == 1;
	return !bishops[0] || !bishops[1];
}

static void end_if_drawn(struct four_pos *pos)
{
	if (!pos->end && four_insufficient(pos))
		four_draw(pos, FOUR_INSUFFICIENT);
	if (!pos->end && pos->halfmove >= 200)
		four_draw(pos, FOUR_FIFTY);
}

void four_settle(struct four_pos *after, const struct four_pos *before)
{
	int mover = before->turn;

	lose_kings(after, mover);
	pay_checks(after, before);
	if (!after->end && after->rules != FOUR_TEAMS)
		mate(after, mover);
	find_turn(after);
	end_if_drawn(after);
}

/* Have those who stay no piece but a king? */
static bool faces_bare_king(const struct four_pos *pos, int leaver)
{
	for (int at = 0; at < FOUR_SQUARES; at++) {
		int seat = pos->board[at].seat;

		if (four_lives(pos, at) && seat != leaver && !pos->out[seat] &&
		    pos->board[at].type != 'K')
			return false;
	}
	return true;
}

void four_leave(struct four_pos *pos, int seat, enum four_end reason)
{
	int before = four_count(pos);

	if (pos->rules == FOUR_TEAMS) {
		lose_team(pos, seat, reason);
		return;
	}
	if (before == 2 && counts_points(pos) && faces_bare_king(pos, seat)) {
		four_draw(pos, FOUR_INSUFFICIENT);
		return;
	}
	die(pos, seat);
	if (before > 2) {
		pos->walking[seat] = pos->rules == FOUR_FFA;
		find_turn(pos);
		end_if_drawn(pos);
		return;
	}
	for (int other = 0; other < FOUR_SEATS; other++)
		pay(pos, other, 20);
	end_if_alone(pos, reason);
}

/* ---- Claims and repetitions ---- */

/* Far ahead of the other one, and ahead of those who are out. */
bool four_can_claim(const struct four_pos *pos)
{
	int needed = 21;

	if (!counts_points(pos) || four_count(pos) != 2 || pos->out[pos->turn])
		return false;
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		needed += 20 * pos->walking[seat];
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		int lead = pos->points[pos->turn] - pos->points[seat];

		if (seat != pos->turn && lead < (pos->out[seat] ? 1 : needed))
			return false;
	}
	return true;
}

void four_claim(struct four_pos *pos)
{
	win(pos, FOUR_CLAIMED, pos->turn);
}

/* Where a pawn stands ready that gets its turn in time. */
static int useful_skipped(const struct four_pos *pos, int owner)
{
	for (int seat = pos->turn; seat != owner;
	     seat = (seat + 1) % FOUR_SEATS)
		for (int aside = -1; aside <= 1; aside += 2) {
			int from = pos->skipped[owner];

			if (from >= 0)
				from = four_step(from, seat, aside, -1);
			if (from >= 0 && pos->board[from].type == 'P' &&
			    pos->board[from].seat == seat &&
			    four_lives(pos, from) &&
			    !four_partners(pos, seat, owner))
				return pos->skipped[owner];
		}
	return -1;
}

bool four_same(const struct four_pos *pos, const struct four_pos *other)
{
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		if (useful_skipped(pos, seat) != useful_skipped(other, seat))
			return false;
	return pos->turn == other->turn &&
	       !memcmp(pos->board, other->board, sizeof(pos->board)) &&
	       !memcmp(pos->out, other->out, sizeof(pos->out)) &&
	       !memcmp(pos->walking, other->walking, sizeof(pos->walking)) &&
	       !memcmp(pos->castle, other->castle, sizeof(pos->castle));
}
