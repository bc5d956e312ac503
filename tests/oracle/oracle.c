/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book: how the pieces go, what is legal, when it is over.
 * Moves are generated as the pieces go, made on a copy, and thrown away if
 * the own king could then be taken. Slow, and short enough to be believed by
 * reading. The text of positions is in oracle_fen.c.
 */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <string.h>

/* The first four of these are the rook's, the last four the bishop's. */
static const int king_steps[8] = {1, -1, 10, -10, 9, -9, 11, -11};
static const int knight_steps[8] = {8, -8, 12, -12, 19, -19, 21, -21};

int oracle_square(int file, int rank)
{
	return 21 + file + 10 * rank;
}

int oracle_file(int square)
{
	return square % 10 - 1;
}

int oracle_rank(int square)
{
	return square / 10 - 2;
}

int oracle_owner(const struct oracle_pos *pos, int square)
{
	char piece = pos->board[square];

	if (piece >= 'A' && piece <= 'Z')
		return 0;
	return piece >= 'a' && piece <= 'z' ? 1 : -1;
}

int oracle_king(const struct oracle_pos *pos, int side)
{
	const char *king = memchr(pos->board, side ? 'k' : 'K', ORACLE_SQUARES);

	return (int)(king - pos->board);
}

/* The step of a side's pawns. */
static int ahead(int side)
{
	return side ? -10 : 10;
}

static bool one_step(int from, int to, const int *steps)
{
	for (int i = 0; i < 8; i++)
		if (from + steps[i] == to)
			return true;
	return false;
}

static bool slides(const struct oracle_pos *pos, int from, int to,
		   const int *steps, int count)
{
	for (int i = 0; i < count; i++) {
		int square = from;

		do {
			square += steps[i];
			if (square == to)
				return true;
		} while (pos->board[square] == ORACLE_EMPTY);
	}
	return false;
}

bool oracle_attacks(const struct oracle_pos *pos, int from, int to)
{
	int forward = from + ahead(oracle_owner(pos, from));

	switch (tolower(pos->board[from])) {
	case 'p':
		return to == forward - 1 || to == forward + 1;
	case 'n':
		return one_step(from, to, knight_steps);
	case 'b':
		return slides(pos, from, to, king_steps + 4, 4);
	case 'r':
		return slides(pos, from, to, king_steps, 4);
	case 'q':
		return slides(pos, from, to, king_steps, 8);
	case 'k':
		return one_step(from, to, king_steps);
	default:
		return false;
	}
}

int oracle_attackers(const struct oracle_pos *pos, int square, int side)
{
	int count = 0;

	for (int from = 21; from <= 98; from++)
		if (oracle_owner(pos, from) == side &&
		    oracle_attacks(pos, from, square))
			count++;
	return count;
}

bool oracle_in_check(const struct oracle_pos *pos)
{
	return oracle_attackers(pos, oracle_king(pos, pos->side), !pos->side) >
	       0;
}

static struct oracle_move *add(const struct oracle_pos *pos,
			       struct oracle_list *list, int from, int to)
{
	struct oracle_move *move = &list->move[list->count++];

	memset(move, 0, sizeof(*move));
	move->from = from;
	move->to = to;
	move->capture = oracle_owner(pos, to) == !pos->side;
	return move;
}

/* On the last rank the board ends in front of the pawn. */
static void add_pawn(const struct oracle_pos *pos, struct oracle_list *list,
		     int from, int to)
{
	if (pos->board[to + ahead(pos->side)] != ORACLE_EDGE) {
		add(pos, list, from, to);
		return;
	}
	for (const char *piece = "NBRQ"; *piece; piece++)
		add(pos, list, from, to)->promotion = *piece;
}

static void pawn_moves(const struct oracle_pos *pos, struct oracle_list *list,
		       int from)
{
	int step = ahead(pos->side);
	int to = from + step;

	if (pos->board[to] == ORACLE_EMPTY) {
		add_pawn(pos, list, from, to);
		if (oracle_rank(from) == (pos->side ? 6 : 1) &&
		    pos->board[to + step] == ORACLE_EMPTY)
			add(pos, list, from, to + step);
	}
	for (int aside = -1; aside <= 1; aside += 2) {
		to = from + step + aside;
		if (oracle_owner(pos, to) == !pos->side) {
			add_pawn(pos, list, from, to);
		} else if (to == pos->ep) {
			struct oracle_move *move = add(pos, list, from, to);

			move->capture = true;
			move->en_passant = true;
		}
	}
}

static void piece_moves(const struct oracle_pos *pos, struct oracle_list *list,
			int from, const int *steps, int count, bool far)
{
	for (int i = 0; i < count; i++) {
		int to = from + steps[i];

		while (far && pos->board[to] == ORACLE_EMPTY) {
			add(pos, list, from, to);
			to += steps[i];
		}
		if (pos->board[to] != ORACLE_EDGE &&
		    oracle_owner(pos, to) != pos->side)
			add(pos, list, from, to);
	}
}

/* Where king and rook come to stand, whatever their squares were. */
static int king_goal(int side, int wing)
{
	return oracle_square(wing == ORACLE_KING_SIDE ? 6 : 2, side ? 7 : 0);
}

static int rook_goal(int side, int wing)
{
	return oracle_square(wing == ORACLE_KING_SIDE ? 5 : 3, side ? 7 : 0);
}

/* Nothing stands from here to there but the king and rook that castle. */
static bool way_is_free(const struct oracle_pos *pos, int from, int to,
			int king, int rook)
{
	int step = from < to ? 1 : -1;

	for (int square = from; square != to + step; square += step)
		if (square != king && square != rook &&
		    pos->board[square] != ORACLE_EMPTY)
			return false;
	return true;
}

static void castling_moves(const struct oracle_pos *pos,
			   struct oracle_list *list)
{
	int side = pos->side;
	int king = oracle_king(pos, side);

	for (int wing = 0; wing < 2; wing++) {
		int rook = pos->rook[side][wing];

		if (rook &&
		    way_is_free(pos, king, king_goal(side, wing), king, rook) &&
		    way_is_free(pos, rook, rook_goal(side, wing), king, rook))
			add(pos, list, king, rook)->castling = true;
	}
}

void oracle_pseudo_moves(const struct oracle_pos *pos, struct oracle_list *list)
{
	list->count = 0;
	for (int from = 21; from <= 98; from++) {
		if (oracle_owner(pos, from) != pos->side)
			continue;
		switch (tolower(pos->board[from])) {
		case 'p':
			pawn_moves(pos, list, from);
			break;
		case 'n':
			piece_moves(pos, list, from, knight_steps, 8, false);
			break;
		case 'b':
			piece_moves(pos, list, from, king_steps + 4, 4, true);
			break;
		case 'r':
			piece_moves(pos, list, from, king_steps, 4, true);
			break;
		case 'q':
			piece_moves(pos, list, from, king_steps, 8, true);
			break;
		case 'k':
			piece_moves(pos, list, from, king_steps, 8, false);
			break;
		}
	}
	castling_moves(pos, list);
}

static int wing_of(const struct oracle_move *castling)
{
	return castling->to > castling->from ? ORACLE_KING_SIDE
					     : ORACLE_QUEEN_SIDE;
}

/* The king castles neither out of check nor through an attacked square. */
static bool way_is_safe(const struct oracle_pos *pos,
			const struct oracle_move *castling)
{
	int goal = king_goal(pos->side, wing_of(castling));
	int step = castling->from < goal ? 1 : -1;

	for (int at = castling->from; at != goal + step; at += step)
		if (oracle_attackers(pos, at, !pos->side))
			return false;
	return true;
}

static bool is_legal(const struct oracle_pos *pos,
		     const struct oracle_move *move)
{
	struct oracle_pos after;

	if (move->castling && !way_is_safe(pos, move))
		return false;
	oracle_make(&after, pos, move);
	return !oracle_attackers(&after, oracle_king(&after, pos->side),
				 after.side);
}

void oracle_legal_moves(const struct oracle_pos *pos, struct oracle_list *list)
{
	int legal = 0;

	oracle_pseudo_moves(pos, list);
	for (int i = 0; i < list->count; i++)
		if (is_legal(pos, &list->move[i]))
			list->move[legal++] = list->move[i];
	list->count = legal;
}

static void castle(struct oracle_pos *pos, const struct oracle_move *move)
{
	char king = pos->board[move->from];
	char rook = pos->board[move->to];

	pos->board[move->from] = ORACLE_EMPTY;
	pos->board[move->to] = ORACLE_EMPTY;
	pos->board[king_goal(pos->side, wing_of(move))] = king;
	pos->board[rook_goal(pos->side, wing_of(move))] = rook;
}

static void move_piece(struct oracle_pos *pos, const struct oracle_move *move)
{
	char piece = pos->board[move->from];

	if (move->promotion)
		piece = (char)(pos->side ? tolower(move->promotion)
					 : move->promotion);
	if (move->en_passant)
		pos->board[move->to - ahead(pos->side)] = ORACLE_EMPTY;
	pos->board[move->from] = ORACLE_EMPTY;
	pos->board[move->to] = piece;
}

/* A right is gone when its king has moved or its rook has moved or fallen. */
static void lose_rights(struct oracle_pos *pos, const struct oracle_move *move)
{
	for (int side = 0; side < 2; side++)
		for (int wing = 0; wing < 2; wing++) {
			int *rook = &pos->rook[side][wing];

			if (*rook == move->from || *rook == move->to ||
			    oracle_king(pos, side) == move->from)
				*rook = 0;
		}
}

/* After a double step: the square passed over, if a pawn looks at it. */
static int ep_after(const struct oracle_pos *pos,
		    const struct oracle_move *move)
{
	char enemy = pos->side ? 'P' : 'p';

	if (tolower(pos->board[move->from]) != 'p' ||
	    move->to != move->from + 2 * ahead(pos->side))
		return 0;
	if (pos->board[move->to - 1] != enemy &&
	    pos->board[move->to + 1] != enemy)
		return 0;
	return move->from + ahead(pos->side);
}

void oracle_make(struct oracle_pos *after, const struct oracle_pos *pos,
		 const struct oracle_move *move)
{
	*after = *pos;
	after->ep = ep_after(pos, move);
	lose_rights(after, move);
	if (move->castling)
		castle(after, move);
	else
		move_piece(after, move);
	after->halfmove++;
	if (move->capture || tolower(pos->board[move->from]) == 'p')
		after->halfmove = 0;
	after->fullmove += pos->side;
	after->side = !pos->side;
}

/* Kings, and of each side one bishop or knight at most. */
static bool is_little_each(const struct oracle_pos *pos)
{
	int count[2] = {0, 0};

	for (int at = 21; at <= 98; at++) {
		int owner = oracle_owner(pos, at);

		if (owner < 0 || strchr("Kk", pos->board[at]))
			continue;
		if (!strchr("BbNn", pos->board[at]) || ++count[owner] > 1)
			return false;
	}
	return true;
}

/*
 * Only kings, or one bishop or knight besides, or any number of bishops all
 * on squares of one colour.
 */
bool oracle_insufficient(const struct oracle_pos *pos)
{
	int knights = 0;
	int bishops[2] = {0, 0};

	if (pos->minors && is_little_each(pos))
		return true;
	for (int at = 21; at <= 98; at++) {
		int piece = tolower(pos->board[at]);

		if (piece == 'p' || piece == 'r' || piece == 'q')
			return false;
		if (piece == 'n')
			knights++;
		if (piece == 'b')
			bishops[(oracle_file(at) + oracle_rank(at)) % 2]++;
	}
	if (knights)
		return knights + bishops[0] + bishops[1] == 1;
	return !bishops[0] || !bishops[1];
}

static bool has_legal_move(const struct oracle_pos *pos)
{
	struct oracle_list list;

	oracle_pseudo_moves(pos, &list);
	for (int i = 0; i < list.count; i++)
		if (is_legal(pos, &list.move[i]))
			return true;
	return false;
}

enum oracle_status oracle_status(const struct oracle_pos *pos)
{
	if (!has_legal_move(pos))
		return oracle_in_check(pos) ? ORACLE_CHECKMATE
					    : ORACLE_STALEMATE;
	if (oracle_insufficient(pos))
		return ORACLE_INSUFFICIENT;
	return pos->halfmove >= 150 ? ORACLE_SEVENTY_FIVE : ORACLE_PLAYING;
}
