/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * core/four held against the second rule book. Only here and in the tests do
 * the two meet; neither knows of the other.
 */
#include "tests/oracle/four_compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const struct rk_rules *const four_compare_rows[FOUR_RULES] = {
	&rk_rules_ffa,
	&rk_rules_still,
	&rk_rules_last,
	&rk_rules_teams,
};

const unsigned int four_compare_options[FOUR_RULES] = {
	RK4_RULES_FFA,
	RK4_RULES_STILL,
	RK4_RULES_LAST,
	RK4_RULES_TEAMS,
};

static const char letters[] = "PNBRQK";

int four_compare_square(int square)
{
	return rk4_square_at(square % FOUR_SIZE, square / FOUR_SIZE);
}

int four_compare_back(int square)
{
	return four_square(rk4_square_file(square), rk4_square_rank(square));
}

rk4_move four_compare_move(const struct four_move *move)
{
	int promoted = 0;
	int kind = RK4_NORMAL;

	if (move->promotion)
		promoted = (int)(strchr(letters, move->promotion) - letters);
	if (move->castling)
		kind = RK4_CASTLING;
	if (move->en_passant)
		kind = RK4_EN_PASSANT;
	return rk4_move_new(four_compare_square(move->from),
			    four_compare_square(move->to), promoted, kind);
}

enum rk_reason four_compare_reason(enum four_end end)
{
	static const enum rk_reason reasons[FOUR_ENDS] = {
		[FOUR_MATE] = RK_REASON_CHECKMATE,
		[FOUR_KING_TAKEN] = RK_REASON_KING_TAKEN,
		[FOUR_RESIGNED] = RK_REASON_RESIGNATION,
		[FOUR_FLAGGED] = RK_REASON_TIME,
		[FOUR_STALEMATE] = RK_REASON_STALEMATE,
		[FOUR_INSUFFICIENT] = RK_REASON_INSUFFICIENT,
		[FOUR_REPETITION] = RK_REASON_THREEFOLD,
		[FOUR_FIFTY] = RK_REASON_FIFTY,
		[FOUR_AGREED] = RK_REASON_AGREEMENT,
		[FOUR_CLAIMED] = RK_REASON_LEAD,
	};

	return reasons[end];
}

static int cell_of(const struct four_piece *piece)
{
	int type = (int)(strchr(letters, piece->type) - letters);

	return rk4_piece(piece->seat, type) | (piece->grey ? RK4_DEAD : 0) |
	       (piece->cheap ? RK4_CHEAP : 0);
}

static void fill_board(struct rk4_pos *pos, const struct four_pos *oracle)
{
	memset(pos->board, RK4_WALL, sizeof(pos->board));
	for (int square = 0; square < FOUR_SQUARES; square++) {
		const struct four_piece *piece = &oracle->board[square];
		int at = four_compare_square(square);

		if (four_square(square % FOUR_SIZE, square / FOUR_SIZE) < 0)
			continue;
		pos->board[at] = RK4_EMPTY;
		if (!piece->type)
			continue;
		pos->board[at] = (uint8_t)cell_of(piece);
		if (!piece->grey)
			pos->pieces[(int)piece->seat][at / 64] |= 1ull
								  << at % 64;
	}
}

void four_compare_fill(struct rk4_pos *pos, const struct four_pos *oracle,
		       unsigned int fullmove)
{
	memset(pos, 0, sizeof(*pos));
	fill_board(pos, oracle);
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		int king = four_king(oracle, seat);
		int skipped = oracle->skipped[seat];

		pos->points[seat] = (int16_t)oracle->points[seat];
		if (king >= 0)
			pos->king[seat] = (uint8_t)four_compare_square(king);
		if (skipped >= 0)
			pos->ep[seat] = (uint8_t)four_compare_square(skipped);
		pos->castle |= (uint8_t)((oracle->castle[seat][0] |
					  oracle->castle[seat][1] << 1)
					 << 2 * seat);
		pos->left |= (uint8_t)(oracle->out[seat] << seat);
		pos->walking |= (uint8_t)(oracle->walking[seat] << seat);
		pos->winners |= (uint8_t)(oracle->winner[seat] << seat);
	}
	pos->turn = (uint8_t)oracle->turn;
	pos->halfmove = (uint16_t)oracle->halfmove;
	pos->fullmove = (uint16_t)fullmove;
	pos->options = (uint8_t)four_compare_options[oracle->rules];
	pos->ended = (uint8_t)four_compare_reason(oracle->end);
	pos->key = rk4_pos_key_compute(pos);
}

static void print_pos(const char *who, const struct rk4_pos *pos)
{
	print_error("%s: turn %d, points %d %d %d %d, halfmove %d, kings", who,
		    pos->turn, pos->points[0], pos->points[1], pos->points[2],
		    pos->points[3], pos->halfmove);
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		print_error(" %c%d", 'a' + rk4_square_file(pos->king[seat]),
			    1 + rk4_square_rank(pos->king[seat]));
	print_error(", ep %d %d %d %d, castle %x, left %x, walking %x, "
		    "ended %d, winners %x, key %llx\n",
		    pos->ep[0], pos->ep[1], pos->ep[2], pos->ep[3], pos->castle,
		    pos->left, pos->walking, pos->ended, pos->winners,
		    (unsigned long long)pos->key);
}

void four_compare_pos(const char *what, const struct rk4_pos *pos,
		      const struct four_pos *oracle)
{
	char fen[FOUR_FEN_SIZE];
	struct rk4_pos expected;

	four_compare_fill(&expected, oracle, pos->fullmove);
	/* when the game is over it is nobody's turn */
	if (oracle->end) {
		expected.turn = pos->turn;
		expected.key = rk4_pos_key_compute(&expected);
	}
	if (!memcmp(&expected, pos, sizeof(expected)))
		return;
	four_fen_write(fen, oracle);
	print_pos("core", pos);
	print_pos("oracle", &expected);
	for (int square = 0; square < RK4_BOARD; square++)
		if (pos->board[square] != expected.board[square])
			print_error("%c%d: %02x, oracle %02x\n",
				    'a' + rk4_square_file(square),
				    1 + rk4_square_rank(square),
				    pos->board[square], expected.board[square]);
	fail_msg("%s: rules %d: the oracle has %s", what, (int)oracle->rules,
		 fen);
}

static int by_number(const void *a, const void *b)
{
	rk4_move x = *(const rk4_move *)a;
	rk4_move y = *(const rk4_move *)b;

	return (x > y) - (x < y);
}

/* From, to, and after a colon the kind and the promotion piece. */
static void print_list(const char *who, const rk4_move *list, int count,
		       const rk4_move *others, int other_count)
{
	print_error("only the %s:", who);
	for (int i = 0; i < count; i++) {
		int from = rk4_move_from(list[i]);
		int to = rk4_move_to(list[i]);

		if (bsearch(&list[i], others, (size_t)other_count,
			    sizeof(*others), by_number))
			continue;
		print_error(" %c%d%c%d:%d%c", 'a' + rk4_square_file(from),
			    1 + rk4_square_rank(from),
			    'a' + rk4_square_file(to), 1 + rk4_square_rank(to),
			    rk4_move_kind(list[i]),
			    letters[rk4_move_promoted(list[i])]);
	}
	print_error("\n");
}

void four_compare_lists(const char *what, const struct four_pos *oracle,
			const rk4_move *list, int count,
			const struct four_list *expected)
{
	static rk4_move ours[RK4_MAX_MOVES], theirs[RK4_MAX_MOVES];
	size_t size = (size_t)count * sizeof(*list);
	char fen[FOUR_FEN_SIZE];

	memcpy(ours, list, size);
	qsort(ours, (size_t)count, sizeof(*ours), by_number);
	for (int i = 0; i < expected->count; i++)
		theirs[i] = four_compare_move(&expected->move[i]);
	qsort(theirs, (size_t)expected->count, sizeof(*theirs), by_number);
	if (count == expected->count && !memcmp(ours, theirs, size))
		return;
	four_fen_write(fen, oracle);
	print_list("core", ours, count, theirs, expected->count);
	print_list("oracle", theirs, expected->count, ours, count);
	fail_msg("%s differ: rules %d: %s", what, (int)oracle->rules, fen);
}
