/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Random games for the tests. Everything follows from the seed, so a failure
 * comes back in the next run. Knows the second rule book only.
 */
#include "tests/oracle/walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const char *const sharp[] = {
	/* positions that perft is usually tried on */
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	/* castling: all four, with nothing but rooks in the way of it */
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
	"r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1",
	"1r2k2r/8/8/8/8/8/8/R3K1R1 w GAhb - 0 1",
	"rk2r3/8/8/8/8/8/8/2RK3R w KQkq - 0 1",
	/* a rook beside the one that may castle; one that shields its king */
	"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
	"4k3/8/8/8/8/8/8/qRK4R w HB - 0 1",
	"5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
	/* en passant: both pawns leave the rank, the diagonal, with check */
	"8/8/8/K2pP2q/8/8/8/7k w - d6 0 2",
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
	"4k3/b7/8/2pP4/8/8/8/4K1N1 w - c6 0 2",
	"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
	"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
	"4k3/2pp1pp1/8/1P2P2P/1p2p2p/8/2PP1PP1/4K3 w - - 0 1",
	/* promotion with and without taking, under pins and checks */
	"2r1k2r/1P4P1/8/8/8/8/1p4p1/2R1K2R b Kk - 0 1",
	"r1n1k1nr/1P2P2P/8/8/8/8/p2p2p1/1R1N1K1R w - - 0 1",
	/* double checks, long pins, many queens */
	"4k3/8/4r3/8/1b2N3/8/3B4/4K3 w - - 0 1",
	"3q1rk1/5pbp/5np1/8/1B2r3/2n1N3/PPP2PPP/R3K2R w KQ - 0 1",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	/* near the seventy-five moves */
	"4k2r/p6p/8/8/8/8/P6P/R3K3 w Qk - 140 90",
};

/* clang-format off */
static const char *const endgames[] = {
	"Kk", "KkP", "Kkp", "KkN", "Kkb", "KkB", "Kkd", "KkBd", "KkBb", "KkBBd",
	"KkNN", "KkNn", "KkNb", "KkR", "Kkq", "KkRr", "KkQq", "KkQr", "KkPp",
	"KkPPpp", "KkRPr", "KkRPrp", "KkQPqp", "KkBDn", "KkBNp", "KkNPPnpp",
	"KkRRrr", "KkQQqq", "KkPPPPpppp", "KkRBPPrnpp", "KkQRBDNNqrbdnn",
};
/* clang-format on */

bool walk_is_quick(void)
{
	const char *quick = getenv("RK_QUICK");

	return quick && *quick && strcmp(quick, "0") != 0;
}

/* A linear congruence, its better upper half. */
int walk_random(uint64_t *seed, int limit)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((*seed >> 33) % (uint64_t)limit);
}

bool walk_may_stand(char piece, int square)
{
	int file = oracle_file(square);
	int rank = oracle_rank(square);

	if (file < 0 || file > 7 || rank < 0 || rank > 7)
		return false;
	switch (tolower(piece)) {
	case 'p':
		return rank > 0 && rank < 7;
	case 'b':
		return (file + rank) % 2 == 1;
	case 'd':
		return (file + rank) % 2 == 0;
	default:
		return true;
	}
}

char walk_letter(char piece)
{
	return (char)(tolower(piece) == 'd' ? piece - 'D' + 'B' : piece);
}

static void throw_piece(struct oracle_pos *pos, char piece, uint64_t *seed)
{
	int square;

	do {
		square = oracle_square(walk_random(seed, 8),
				       walk_random(seed, 8));
	} while (pos->board[square] != ORACLE_EMPTY ||
		 !walk_may_stand(piece, square));
	pos->board[square] = walk_letter(piece);
}

void walk_place(struct oracle_pos *pos, const char *pieces, uint64_t *seed)
{
	int mover, idle;

	do {
		oracle_clear(pos);
		pos->side = walk_random(seed, 2);
		for (const char *piece = pieces; *piece; piece++)
			throw_piece(pos, *piece, seed);
		mover = oracle_king(pos, pos->side);
		idle = oracle_king(pos, !pos->side);
	} while (oracle_attackers(pos, idle, pos->side) ||
		 oracle_attackers(pos, mover, !pos->side) > 2);
}

void walk_start(struct oracle_pos *pos, int kind, int game, uint64_t *seed)
{
	switch (kind) {
	case WALK_USUAL:
		oracle_start960(pos, 518, 518);
		break;
	case WALK_CHESS960:
		oracle_start960(pos, game % 960, game % 960);
		break;
	case WALK_MIXED960:
		oracle_start960(pos, game % 960, walk_random(seed, 960));
		break;
	case WALK_SHARP:
		oracle_fen_read(pos, sharp[game % COUNT(sharp)]);
		break;
	default:
		walk_place(pos, endgames[game % COUNT(endgames)], seed);
		pos->halfmove = walk_random(seed, 150);
		pos->fullmove = 100;
	}
}

/* Every second time, where there is one, a move of the rare kinds. */
const struct oracle_move *walk_choose(const struct oracle_list *list,
				      uint64_t *seed)
{
	const struct oracle_move *rare[256];
	int count = 0;

	for (int i = 0; i < list->count; i++) {
		const struct oracle_move *move = &list->move[i];

		if (move->castling || move->en_passant || move->promotion)
			rare[count++] = move;
	}
	if (count && walk_random(seed, 2))
		return rare[walk_random(seed, count)];
	return &list->move[walk_random(seed, list->count)];
}
