/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Examines set-ups and makes positions of legal ones. Every position that this
 * file returns is legal: one king each, no pawn on the outer ranks, castling
 * rights with king and rook in place, and so on; no other code checks that
 * again. Keys are computed here too.
 */
#include "core/position.h"

#include "rookery/moves.h"

static const char *const defect_texts[RK_DEFECTS] = {
	"White must have exactly one king",
	"Black must have exactly one king",
	"a pawn cannot stand on the first or last rank",
	"the side that is not to move is in check",
	"no move gives check with three pieces at once",
	"a castling right has no king and rook in their places",
	"no pawn can just have passed the en passant square",
	"the set-up holds a value that means nothing",
};

const char *rk_defect_text(unsigned int defects)
{
	return defect_texts[__builtin_ctz(defects)];
}

void rk_setup_clear(struct rk_setup *setup)
{
	memset(setup, 0, sizeof(*setup));
	memset(setup->board, RK_NONE, sizeof(setup->board));
	setup->ep = RK_NO_SQUARE;
	setup->fullmove = 1;
}

void rk_setup_from_pos(struct rk_setup *setup, const struct rk_pos *pos)
{
	memset(setup, 0, sizeof(*setup));
	memcpy(setup->board, pos->board, sizeof(setup->board));
	setup->castle = pos->castle;
	setup->halfmove = pos->halfmove;
	setup->fullmove = pos->fullmove;
	setup->side = pos->side;
	setup->ep = pos->ep;
}

static bool has_meaning(const struct rk_setup *setup)
{
	if (setup->side > RK_BLACK || setup->ep > RK_NO_SQUARE ||
	    setup->halfmove > RK_COUNTER_MAX ||
	    setup->fullmove > RK_COUNTER_MAX)
		return false;
	for (int square = 0; square < RK_SQUARES; square++) {
		int piece = setup->board[square];

		if (piece != RK_NONE && (piece > rk_piece(RK_BLACK, RK_KING) ||
					 rk_piece_type(piece) >= RK_TYPES))
			return false;
	}
	return true;
}

/* Fills in board, sets and counters; derive() does what follows from them. */
static void place(struct rk_pos *pos, const struct rk_setup *setup)
{
	memset(pos, 0, sizeof(*pos));
	memcpy(pos->board, setup->board, sizeof(pos->board));
	for (int square = 0; square < RK_SQUARES; square++) {
		int piece = setup->board[square];

		if (piece == RK_NONE)
			continue;
		pos->colour[rk_piece_colour(piece)] |= rk_square_bit(square);
		pos->type[rk_piece_type(piece)] |= rk_square_bit(square);
	}
	pos->castle = setup->castle;
	pos->halfmove = setup->halfmove;
	pos->fullmove = setup->fullmove;
	pos->side = setup->side;
	pos->ep = setup->ep;
}

/*
 * The king must be on its back rank, the rights on own rooks there, at most one
 * on each side of the king.
 */
static bool has_castling_defect(const struct rk_pos *pos, int colour)
{
	rk_bits back = rk_bits_rank(0, colour);
	rk_bits rights = pos->castle & pos->colour[colour];
	rk_bits king = rk_pos_pieces(pos, colour, RK_KING);
	rk_bits rooks = rk_pos_pieces(pos, colour, RK_ROOK);

	if (!rights)
		return false;
	return !(king & back) || rights & ~(rooks & back) ||
	       rk_bits_several(rights & (king - 1)) ||
	       rk_bits_several(rights & ~(king - 1));
}

/*
 * An enemy pawn must stand in front of the square, and both the square and the
 * one behind it, where the pawn came from, must be empty.
 */
static bool has_ep_defect(const struct rk_pos *pos)
{
	int us = pos->side;
	rk_bits ep = rk_square_bit(pos->ep);
	rk_bits victim = rk_bits_forward(ep, us ^ 1);
	rk_bits origin = rk_bits_forward(ep, us);

	return !(ep & rk_bits_rank(5, us)) ||
	       !(victim & rk_pos_pieces(pos, us ^ 1, RK_PAWN)) ||
	       (ep | origin) & rk_pos_occupied(pos);
}

static unsigned int examine(const struct rk_pos *pos)
{
	int us = pos->side;
	rk_bits outer = RK_RANK_1 | RK_RANK_1 << 56;
	unsigned int defects = 0;

	for (int colour = RK_WHITE; colour <= RK_BLACK; colour++) {
		if (rk_bits_count(rk_pos_pieces(pos, colour, RK_KING)) != 1)
			defects |= (unsigned int)RK_DEFECT_WHITE_KING << colour;
		if (has_castling_defect(pos, colour))
			defects |= RK_DEFECT_CASTLING;
	}
	if (pos->castle & ~rk_pos_occupied(pos))
		defects |= RK_DEFECT_CASTLING;
	if (pos->type[RK_PAWN] & outer)
		defects |= RK_DEFECT_PAWN_RANK;
	if (pos->ep != RK_NO_SQUARE && has_ep_defect(pos))
		defects |= RK_DEFECT_EN_PASSANT;
	if (pos->casual ||
	    defects & (RK_DEFECT_WHITE_KING | RK_DEFECT_BLACK_KING))
		return defects;

	if (rk_pos_attackers_of(pos, rk_pos_king(pos, us ^ 1),
				rk_pos_occupied(pos), us))
		defects |= RK_DEFECT_OPPOSITE_CHECK;
	if (rk_bits_count(rk_pos_attackers_of(pos, rk_pos_king(pos, us),
					      rk_pos_occupied(pos), us ^ 1)) >
	    2)
		defects |= RK_DEFECT_MANY_CHECKS;
	return defects;
}

/* Fills in the members that follow from the rest. */
static void derive(struct rk_pos *pos)
{
	int us = pos->side;

	if (!pos->casual)
		pos->checkers = rk_pos_attackers_of(pos, rk_pos_king(pos, us),
						    rk_pos_occupied(pos),
						    us ^ 1);
	if (pos->ep != RK_NO_SQUARE &&
	    !(rk_bits_pawn_attacks(rk_square_bit(pos->ep), us ^ 1) &
	      rk_pos_pieces(pos, us, RK_PAWN)))
		pos->ep = RK_NO_SQUARE;
	if (pos->fullmove == 0)
		pos->fullmove = 1;
	pos->key = rk_pos_key_compute(pos);
}

unsigned int rk_setup_examine(const struct rk_setup *setup)
{
	struct rk_pos pos;

	return rk_pos_from_setup(&pos, setup, false);
}

unsigned int rk_pos_from_setup(struct rk_pos *pos, const struct rk_setup *setup,
			       bool casual)
{
	struct rk_pos made;
	unsigned int defects;

	if (!has_meaning(setup))
		return RK_DEFECT_VALUE;
	place(&made, setup);
	made.casual = casual;
	defects = examine(&made);
	if (defects)
		return defects;
	derive(&made);
	*pos = made;
	return 0;
}

/* Puts the knights on two of the five squares that bishops and queen leave. */
static void place_knights(uint8_t *rank, int number)
{
	static const uint8_t pairs[10][2] = {
		{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
		{1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4},
	};
	int nth = 0;

	for (int file = 0; file < 8; file++) {
		if (rank[file] != RK_NONE)
			continue;
		if (nth == pairs[number][0] || nth == pairs[number][1])
			rank[file] = RK_KNIGHT;
		nth++;
	}
}

static void place_nth_free(uint8_t *rank, int nth, uint8_t type)
{
	int file = 0;

	while (rank[file] != RK_NONE || nth-- > 0)
		file++;
	rank[file] = type;
}

void rk_pos_start960(struct rk_pos *pos, int number)
{
	struct rk_setup setup;
	uint8_t *rank = setup.board;

	rk_setup_clear(&setup);
	rank[number % 4 * 2 + 1] = RK_BISHOP;
	rank[number / 4 % 4 * 2] = RK_BISHOP;
	place_nth_free(rank, number / 16 % 6, RK_QUEEN);
	place_knights(rank, number / 96);
	place_nth_free(rank, 0, RK_ROOK);
	place_nth_free(rank, 0, RK_KING);
	place_nth_free(rank, 0, RK_ROOK);
	for (int file = 0; file < 8; file++) {
		int type = rank[file];

		setup.board[rk_square_at(file, 1)] = RK_PAWN;
		setup.board[rk_square_at(file, 6)] =
			(uint8_t)rk_piece(RK_BLACK, RK_PAWN);
		setup.board[rk_square_at(file, 7)] =
			(uint8_t)rk_piece(RK_BLACK, type);
		if (type == RK_ROOK)
			setup.castle |= (rk_bits)0x0100000000000001 << file;
	}
	rk_pos_from_setup(pos, &setup, false);
}

void rk_pos_start(struct rk_pos *pos)
{
	rk_pos_start960(pos, 518);
}

uint64_t rk_key_castle(const struct rk_pos *pos, rk_bits castle)
{
	uint64_t key = 0;

	while (castle) {
		int rook = rk_bits_pop(&castle);
		int colour = rook >= 56 ? RK_BLACK : RK_WHITE;
		bool queenside = rook < rk_pos_king(pos, colour);

		key ^= rk_keys[RK_KEY_CASTLE + 2 * colour + queenside];
	}
	return key;
}

uint64_t rk_pos_key_compute(const struct rk_pos *pos)
{
	rk_bits occupied = rk_pos_occupied(pos);
	uint64_t key = rk_key_castle(pos, pos->castle);

	while (occupied) {
		int square = rk_bits_pop(&occupied);

		key ^= rk_key_piece(pos->board[square], square);
	}
	if (pos->ep != RK_NO_SQUARE)
		key ^= rk_key_ep(pos->ep);
	if (pos->side == RK_WHITE)
		key ^= rk_keys[RK_KEY_WHITE];
	return key;
}

uint64_t rk_pos_key_repetition(const struct rk_pos *pos)
{
	int us = pos->side;
	rk_bits takers;

	if (pos->ep == RK_NO_SQUARE)
		return pos->key;
	takers = rk_bits_pawn_attacks(rk_square_bit(pos->ep), us ^ 1) &
		 rk_pos_pieces(pos, us, RK_PAWN);
	while (takers)
		if (rk_ep_is_safe(pos, rk_bits_pop(&takers), us))
			return pos->key;
	return pos->key ^ rk_key_ep(pos->ep);
}
