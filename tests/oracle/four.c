/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book for four players: how the pieces go. Moves are
 * generated as the pieces go, made on a copy, and thrown away if the own king
 * is attacked then. Every direction is counted as the seat sees it, from its
 * own side of the board. Who leaves the game is in four_game.c, text in
 * four_fen.c.
 */
#include "tests/oracle/four.h"

#include <stdlib.h>
#include <string.h>

/* The first four of these are the rook's, the last four the bishop's. */
static const int king_steps[8][2] = {
	{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
};

static const int knight_steps[8][2] = {
	{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1},
};

int four_square(int file, int rank)
{
	bool aside = file < 3 || file > 10;
	bool outer = rank < 3 || rank > 10;

	if (file < 0 || file > 13 || rank < 0 || rank > 13 || (aside && outer))
		return -1;
	return rank * FOUR_SIZE + file;
}

int four_progress(int square, int seat)
{
	int file = square % FOUR_SIZE;
	int rank = square / FOUR_SIZE;

	switch (seat) {
	case 0:
		return rank;
	case 1:
		return file;
	case 2:
		return 13 - rank;
	default:
		return 13 - file;
	}
}

int four_step(int square, int seat, int right, int ahead)
{
	int file = square % FOUR_SIZE;
	int rank = square / FOUR_SIZE;

	switch (seat) {
	case 0:
		return four_square(file + right, rank + ahead);
	case 1:
		return four_square(file + ahead, rank - right);
	case 2:
		return four_square(file - right, rank - ahead);
	default:
		return four_square(file - ahead, rank + right);
	}
}

bool four_partners(const struct four_pos *pos, int seat, int other)
{
	return pos->rules == FOUR_TEAMS ? seat % 2 == other % 2 : seat == other;
}

bool four_lives(const struct four_pos *pos, int square)
{
	const struct four_piece *piece = &pos->board[square];

	if (!piece->type || piece->grey)
		return false;
	if (!pos->out[(int)piece->seat])
		return true;
	return pos->walking[(int)piece->seat] && piece->type == 'K';
}

int four_king(const struct four_pos *pos, int seat)
{
	for (int square = 0; square < FOUR_SQUARES; square++) {
		const struct four_piece *piece = &pos->board[square];

		if (piece->type == 'K' && piece->seat == seat && !piece->grey)
			return square;
	}
	return -1;
}

static bool one_step(int from, int to, const int steps[8][2])
{
	for (int i = 0; i < 8; i++)
		if (four_step(from, 0, steps[i][0], steps[i][1]) == to)
			return true;
	return false;
}

static bool slides(const struct four_pos *pos, int from, int to, int right,
		   int ahead)
{
	int square = from;

	do {
		square = four_step(square, 0, right, ahead);
		if (square == to)
			return true;
	} while (square >= 0 && !pos->board[square].type);
	return false;
}

/* Is there a straight, a diagonal, or no way from one square to another? */
static bool slides_to(const struct four_pos *pos, int from, int to,
		      bool straight, bool diagonal)
{
	int right = to % FOUR_SIZE - from % FOUR_SIZE;
	int ahead = to / FOUR_SIZE - from / FOUR_SIZE;

	if (!right == !ahead ? !diagonal || abs(right) != abs(ahead)
			     : !straight)
		return false;
	return slides(pos, from, to, (right > 0) - (right < 0),
		      (ahead > 0) - (ahead < 0));
}

bool four_attacks(const struct four_pos *pos, int from, int to)
{
	int seat = pos->board[from].seat;

	if (from == to || !four_lives(pos, from))
		return false;
	switch (pos->board[from].type) {
	case 'P':
		return to == four_step(from, seat, -1, 1) ||
		       to == four_step(from, seat, 1, 1);
	case 'N':
		return one_step(from, to, knight_steps);
	case 'B':
		return slides_to(pos, from, to, false, true);
	case 'R':
		return slides_to(pos, from, to, true, false);
	case 'Q':
		return slides_to(pos, from, to, true, true);
	default:
		return one_step(from, to, king_steps);
	}
}

bool four_attacked(const struct four_pos *pos, int square, int seat)
{
	for (int from = 0; from < FOUR_SQUARES; from++)
		if (pos->board[from].type &&
		    !four_partners(pos, pos->board[from].seat, seat) &&
		    four_attacks(pos, from, square))
			return true;
	return false;
}

bool four_in_check(const struct four_pos *pos, int seat)
{
	int king = four_king(pos, seat);

	return king >= 0 && four_lives(pos, king) &&
	       four_attacked(pos, king, seat);
}

/* Who makes moves is asked for none that ends on a friend who lives. */
static bool may_take(const struct four_pos *pos, int square, int seat)
{
	return pos->board[square].type &&
	       !(four_lives(pos, square) &&
		 four_partners(pos, pos->board[square].seat, seat));
}

static struct four_move *add(const struct four_pos *pos, struct four_list *list,
			     int from, int to)
{
	struct four_move *move = &list->move[list->count++];

	memset(move, 0, sizeof(*move));
	move->from = from;
	move->to = to;
	move->capture = pos->board[to].type != 0;
	return move;
}

static void add_pawn(const struct four_pos *pos, struct four_list *list,
		     int from, int to, bool en_passant)
{
	bool teams = pos->rules == FOUR_TEAMS;
	const char *types = teams ? "NBRQ" : "Q";

	if (four_progress(to, pos->board[from].seat) != (teams ? 10 : 7))
		types = "";
	do {
		struct four_move *move = add(pos, list, from, to);

		move->promotion = *types;
		move->en_passant = en_passant;
		move->capture |= en_passant;
	} while (*types && *++types);
}

/* Where the pawn stands whose double step skipped this square. */
static int passed_pawn(const struct four_pos *pos, int owner)
{
	return four_step(pos->skipped[owner], owner, 0, 1);
}

/* The seat whose pawn can be taken en passant on this square, or -1. */
static int passed_owner(const struct four_pos *pos, int square, int taker)
{
	for (int owner = 0; owner < FOUR_SEATS; owner++)
		if (pos->skipped[owner] == square &&
		    !four_partners(pos, owner, taker))
			return owner;
	return -1;
}

static void pawn_moves(const struct four_pos *pos, struct four_list *list,
		       int from)
{
	int seat = pos->board[from].seat;
	int to = four_step(from, seat, 0, 1);

	if (to >= 0 && !pos->board[to].type) {
		add_pawn(pos, list, from, to, false);
		to = four_step(from, seat, 0, 2);
		if (four_progress(from, seat) == 1 && !pos->board[to].type)
			add(pos, list, from, to);
	}
	for (int aside = -1; aside <= 1; aside += 2) {
		bool passing;

		to = four_step(from, seat, aside, 1);
		if (to < 0)
			continue;
		passing = passed_owner(pos, to, seat) >= 0;
		if (may_take(pos, to, seat) ||
		    (passing && !pos->board[to].type))
			add_pawn(pos, list, from, to, passing);
	}
}

static void piece_moves(const struct four_pos *pos, struct four_list *list,
			int from, const int (*steps)[2], int count, bool far)
{
	for (int i = 0; i < count; i++) {
		int to = four_step(from, 0, steps[i][0], steps[i][1]);

		while (far && to >= 0 && !pos->board[to].type) {
			add(pos, list, from, to);
			to = four_step(to, 0, steps[i][0], steps[i][1]);
		}
		if (to >= 0 && (!pos->board[to].type ||
				may_take(pos, to, pos->board[from].seat)))
			add(pos, list, from, to);
	}
}

/* To the right or to the left of a king is the nearer rook. */
static int wing_side(int king, int seat, int wing)
{
	bool near_is_right = four_step(king, seat, 4, 0) < 0;

	return near_is_right == !wing ? 1 : -1;
}

/* The squares from the king to the rook's corner must be empty. */
static int find_rook(const struct four_pos *pos, int king, int side)
{
	int seat = pos->board[king].seat;
	int square = king;

	do {
		square = four_step(square, seat, side, 0);
	} while (square >= 0 && !pos->board[square].type);
	if (square < 0 || four_step(square, seat, side, 0) >= 0)
		return -1;
	return square;
}

static void castling_moves(const struct four_pos *pos, struct four_list *list,
			   int king)
{
	int seat = pos->board[king].seat;

	for (int wing = 0; wing < 2; wing++) {
		int side = wing_side(king, seat, wing);
		bool safe = true;

		if (!pos->castle[seat][wing] || find_rook(pos, king, side) < 0)
			continue;
		for (int way = 0; way <= 2; way++)
			if (four_attacked(pos,
					  four_step(king, seat, way * side, 0),
					  seat))
				safe = false;
		if (safe)
			add(pos, list, king, four_step(king, seat, 2 * side, 0))
				->castling = true;
	}
}

static void moves_from(const struct four_pos *pos, struct four_list *list,
		       int from)
{
	switch (pos->board[from].type) {
	case 'P':
		pawn_moves(pos, list, from);
		break;
	case 'N':
		piece_moves(pos, list, from, knight_steps, 8, false);
		break;
	case 'B':
		piece_moves(pos, list, from, king_steps + 4, 4, true);
		break;
	case 'R':
		piece_moves(pos, list, from, king_steps, 4, true);
		break;
	case 'Q':
		piece_moves(pos, list, from, king_steps, 8, true);
		break;
	case 'K':
		piece_moves(pos, list, from, king_steps, 8, false);
		castling_moves(pos, list, from);
		break;
	}
}

static void place_pieces(struct four_pos *pos, const struct four_move *move)
{
	struct four_piece *from = &pos->board[move->from];
	static const struct four_piece nothing;
	int seat = from->seat;

	if (move->en_passant) {
		int owner = passed_owner(pos, move->to, seat);

		pos->board[passed_pawn(pos, owner)] = nothing;
	}
	if (move->castling) {
		bool right = four_step(move->from, seat, 2, 0) == move->to;
		int side = right ? 1 : -1;
		int rook = find_rook(pos, move->from, side);

		pos->board[four_step(move->from, seat, side, 0)] =
			pos->board[rook];
		pos->board[rook] = nothing;
	}
	if (move->promotion) {
		from->type = move->promotion;
		from->cheap = pos->rules != FOUR_TEAMS;
	}
	pos->board[move->to] = *from;
	*from = nothing;
}

/* Who loses the king is no living opponent any more. */
static bool is_safe(const struct four_pos *pos, const struct four_move *move)
{
	const struct four_piece *taken = &pos->board[move->to];
	int seat = pos->board[move->from].seat;
	struct four_pos after = *pos;

	place_pieces(&after, move);
	if (taken->type == 'K' && four_lives(pos, move->to)) {
		/* In teams the game is over: nobody asks for the own king. */
		if (pos->rules == FOUR_TEAMS)
			return true;
		after.out[(int)taken->seat] = true;
		after.walking[(int)taken->seat] = false;
	}
	return !four_in_check(&after, seat);
}

/* Moves as the pieces go, the king's safety left aside. */
static void pseudo_moves(const struct four_pos *pos, int seat,
			 struct four_list *list)
{
	list->count = 0;
	if (four_king(pos, seat) < 0)
		return;
	for (int from = 0; from < FOUR_SQUARES; from++)
		if (pos->board[from].seat == seat && four_lives(pos, from))
			moves_from(pos, list, from);
}

void four_moves(const struct four_pos *pos, int seat, struct four_list *list)
{
	int legal = 0;

	pseudo_moves(pos, seat, list);
	for (int i = 0; i < list->count; i++)
		if (is_safe(pos, &list->move[i]))
			list->move[legal++] = list->move[i];
	list->count = legal;
}

bool four_has_move(const struct four_pos *pos, int seat)
{
	struct four_list list;

	pseudo_moves(pos, seat, &list);
	for (int i = 0; i < list.count; i++)
		if (is_safe(pos, &list.move[i]))
			return true;
	return false;
}

int four_next(const struct four_pos *pos, int seat)
{
	for (int i = 1; i < FOUR_SEATS; i++) {
		int next = (seat + i) % FOUR_SEATS;

		if (!pos->out[next] || pos->walking[next])
			return next;
	}
	return seat;
}

static int value(const struct four_pos *pos, int square)
{
	static const char types[] = "PNBRQK";
	static const int values[] = {1, 3, 5, 5, 9, 20};
	const struct four_piece *piece = &pos->board[square];

	if (!four_lives(pos, square))
		return 0;
	return piece->cheap ? 1 : values[strchr(types, piece->type) - types];
}

static void pay_captures(struct four_pos *after, const struct four_pos *pos,
			 const struct four_move *move)
{
	int seat = pos->board[move->from].seat;

	if (pos->rules > FOUR_STILL || pos->out[seat])
		return;
	after->points[seat] += value(pos, move->to);
	if (move->en_passant) {
		int owner = passed_owner(pos, move->to, seat);

		after->points[seat] += value(pos, passed_pawn(pos, owner));
	}
}

/* Rights end with the first step of king or rook, and with the rook's fall. */
static void lose_rights(struct four_pos *pos)
{
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		for (int wing = 0; wing < 2; wing++) {
			int king = four_king(pos, seat);
			int corner = king;
			int side, beyond;

			if (!pos->castle[seat][wing])
				continue;
			pos->castle[seat][wing] = false;
			if (king < 0 || four_progress(king, seat))
				continue;
			side = wing_side(king, seat, wing);
			while ((beyond = four_step(corner, seat, side, 0)) >= 0)
				corner = beyond;
			pos->castle[seat][wing] =
				pos->board[corner].type == 'R' &&
				pos->board[corner].seat == seat &&
				four_lives(pos, corner);
		}
}

/* The pawn that may be taken in passing may have been taken otherwise. */
static void lose_skipped(struct four_pos *pos)
{
	for (int owner = 0; owner < FOUR_SEATS; owner++) {
		const struct four_piece *pawn;

		if (pos->skipped[owner] < 0)
			continue;
		pawn = &pos->board[passed_pawn(pos, owner)];
		if (pawn->type != 'P' || pawn->seat != owner || pawn->grey)
			pos->skipped[owner] = -1;
	}
}

void four_make(struct four_pos *after, const struct four_pos *pos,
	       const struct four_move *move)
{
	const struct four_piece *piece = &pos->board[move->from];
	int seat = piece->seat;

	*after = *pos;
	pay_captures(after, pos, move);
	place_pieces(after, move);
	after->skipped[seat] = -1;
	if (piece->type == 'P' && four_step(move->from, seat, 0, 2) == move->to)
		after->skipped[seat] = four_step(move->from, seat, 0, 1);
	if (piece->type == 'K')
		after->castle[seat][0] = after->castle[seat][1] = false;
	lose_rights(after);
	lose_skipped(after);
	after->halfmove++;
	if (move->capture || piece->type == 'P')
		after->halfmove = 0;
	after->turn = four_next(pos, seat);
}

unsigned long long four_perft(const struct four_pos *pos, int depth)
{
	unsigned long long leaves = 0;
	struct four_list list;
	struct four_pos after;

	if (depth == 0)
		return 1;
	four_moves(pos, pos->turn, &list);
	if (depth == 1)
		return (unsigned long long)list.count;
	for (int i = 0; i < list.count; i++) {
		four_make(&after, pos, &list.move[i]);
		leaves += four_perft(&after, depth - 1);
	}
	return leaves;
}
