/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rows of struct rk_rules for the two-player board: standard chess; casual
 * chess, where the king may be left in check and taking it wins; and minors,
 * which is standard chess except that a minor piece each is a draw. The
 * functions here only adapt the core to the common interface; the only rules
 * here are who wins and how casual games end.
 */
#include "core/position.h"

#include "rookery/moves.h"
#include "rookery/rules.h"
#include "rookery/status.h"

static void start_standard(union rk_any_pos *pos, int which)
{
	(void)which;
	rk_pos_start(&pos->two);
}

static void start_casual(union rk_any_pos *pos, int which)
{
	struct rk_pos *two = &pos->two;

	(void)which;
	rk_pos_start(two);
	two->casual = true;
}

static bool read_standard(union rk_any_pos *pos, const char *text,
			  size_t length, struct rk_error *error)
{
	return rk_fen_read(&pos->two, text, length, error);
}

static bool read_casual(union rk_any_pos *pos, const char *text, size_t length,
			struct rk_error *error)
{
	struct rk_setup setup;
	unsigned int defects;

	if (!rk_fen_read_setup(&setup, text, length, error))
		return false;
	defects = rk_pos_from_setup(&pos->two, &setup, true);
	if (defects)
		*error = (struct rk_error){0, rk_defect_text(defects)};
	return !defects;
}

static size_t write(char *text, const union rk_any_pos *pos)
{
	return rk_fen_write(text, &pos->two, RK_FEN_STANDARD);
}

static int turn(const union rk_any_pos *pos)
{
	return pos->two.side;
}

static int cell(const union rk_any_pos *pos, int square)
{
	return pos->two.board[square];
}

static int move_number(const union rk_any_pos *pos)
{
	return pos->two.fullmove;
}

static uint64_t key(const union rk_any_pos *pos)
{
	return rk_pos_key_repetition(&pos->two);
}

static uint64_t book_key(const union rk_any_pos *pos)
{
	return pos->two.key;
}

static uint64_t no_book_key(const union rk_any_pos *pos)
{
	(void)pos;
	return 0;
}

static int moves(const union rk_any_pos *pos, rk_any_move *list)
{
#ifdef RK_TWO_PLAYERS
	return rk_gen_legal(&pos->two, list);
#else
	return rk_gen_legal_wide(&pos->two, list);
#endif
}

static bool is_legal(const union rk_any_pos *pos, rk_any_move move)
{
	return move == (rk_move)move &&
	       rk_move_is_legal(&pos->two, (rk_move)move);
}

static void make(union rk_any_pos *pos, rk_any_move move,
		 union rk_any_undo *undo)
{
	rk_pos_make(&pos->two, (rk_move)move, &undo->two);
}

static void unmake(union rk_any_pos *pos, rk_any_move move,
		   const union rk_any_undo *undo)
{
	rk_pos_unmake(&pos->two, (rk_move)move, &undo->two);
}

static int from(const union rk_any_pos *pos, rk_any_move move)
{
	(void)pos;
	return rk_move_from((rk_move)move);
}

static int to(const union rk_any_pos *pos, rk_any_move move)
{
	int start = rk_move_from((rk_move)move);
	int end = rk_move_to((rk_move)move);

	(void)pos;
	if (rk_move_kind((rk_move)move) == RK_CASTLING)
		return rk_castling_squares(start, end).king_to;
	return end;
}

static int captured(const union rk_any_pos *pos, rk_any_move move)
{
	int end = rk_move_to((rk_move)move);

	if (!rk_move_is_capture(&pos->two, (rk_move)move))
		return -1;
	return rk_move_kind((rk_move)move) == RK_EN_PASSANT ? rk_ep_victim(end)
							    : end;
}

static int promoted(const union rk_any_pos *pos, rk_any_move move)
{
	(void)pos;
	return rk_move_kind((rk_move)move) == RK_PROMOTION
		       ? rk_move_promoted((rk_move)move)
		       : RK_NONE;
}

static bool in_check(const union rk_any_pos *pos, int seat)
{
	const struct rk_pos *two = &pos->two;

	return seat == two->side && rk_pos_in_check(two);
}

static struct rk_outcome status_standard(const union rk_any_pos *pos)
{
	static const uint8_t reasons[] = {
		RK_REASON_NONE,         RK_REASON_CHECKMATE,
		RK_REASON_STALEMATE,    RK_REASON_INSUFFICIENT,
		RK_REASON_SEVENTY_FIVE,
	};
	enum rk_status status = rk_pos_status(&pos->two);
	struct rk_outcome outcome = {0, reasons[status]};

	if (status == RK_CHECKMATE)
		outcome.winners = (uint8_t)(1 << (turn(pos) ^ 1));
	return outcome;
}

/*
 * Without a check rule any material can take a king, so none is insufficient.
 */
static struct rk_outcome status_casual(const union rk_any_pos *pos)
{
	const struct rk_pos *two = &pos->two;
	int us = two->side;

	if (!rk_pos_pieces(two, us, RK_KING))
		return (struct rk_outcome){(uint8_t)(1 << (us ^ 1)),
					   RK_REASON_KING_TAKEN};
	if (!rk_pos_has_move(two))
		return (struct rk_outcome){0, RK_REASON_STALEMATE};
	if (rk_pos_is_seventy_five(two))
		return (struct rk_outcome){0, RK_REASON_SEVENTY_FIVE};
	return (struct rk_outcome){0, RK_REASON_NONE};
}

static enum rk_reason claimable(const union rk_any_pos *pos)
{
	return rk_pos_is_fifty(&pos->two) ? RK_REASON_FIFTY : RK_REASON_NONE;
}

static int quiet_plies(const union rk_any_pos *pos)
{
	return pos->two.halfmove;
}

/* Leaving ends a game of two, so both seats are always active. */
static unsigned int active(const union rk_any_pos *pos)
{
	(void)pos;
	return 3;
}

static bool walks(const union rk_any_pos *pos)
{
	(void)pos;
	return false;
}

/* The opponent wins, but not on time without the material to mate. */
static struct rk_outcome leave_standard(union rk_any_pos *pos, int seat,
					enum rk_reason reason)
{
	if (reason == RK_REASON_TIME && !rk_pos_can_mate(&pos->two, seat ^ 1))
		return (struct rk_outcome){0, RK_REASON_TIME_DRAW};
	return (struct rk_outcome){(uint8_t)(1 << (seat ^ 1)), (uint8_t)reason};
}

static struct rk_outcome leave_casual(union rk_any_pos *pos, int seat,
				      enum rk_reason reason)
{
	(void)pos;
	return (struct rk_outcome){(uint8_t)(1 << (seat ^ 1)), (uint8_t)reason};
}

static struct rk_outcome end(union rk_any_pos *pos, enum rk_reason reason)
{
	(void)pos;
	return (struct rk_outcome){0, (uint8_t)reason};
}

static int attackers(const union rk_any_pos *pos, int square, int seat,
		     uint8_t *list)
{
	const struct rk_pos *two = &pos->two;
	rk_bits set = rk_pos_attackers_of(two, square, rk_pos_occupied(two),
					  seat ^ 1);
	int count = 0;

	while (set)
		list[count++] = (uint8_t)rk_bits_pop(&set);
	return count;
}

static enum rk_notation_error read_move(rk_any_move *move,
					const union rk_any_pos *pos,
					const char *text, size_t length)
{
	rk_move narrow;
	enum rk_notation_error error =
		rk_move_read(&narrow, &pos->two, text, length);

	if (error == RK_NOTATION_OK)
		*move = narrow;
	return error;
}

static size_t write_move(char text[RK_MOVE_TEXT_SIZE],
			 const union rk_any_pos *pos, rk_any_move move,
			 enum rk_move_style style)
{
	if (style == RK_STYLE_SAN)
		return rk_san_write(text, &pos->two, (rk_move)move);
	return rk_coord_write(text, (rk_move)move,
			      style == RK_STYLE_COORD ? RK_CASTLE_KING
						      : RK_CASTLE_ROOK);
}

static void setup_clear(union rk_any_pos *setup)
{
	rk_setup_clear(&setup->setup);
}

static void setup_from(union rk_any_pos *setup, const union rk_any_pos *pos)
{
	rk_setup_from_pos(&setup->setup, &pos->two);
}

static bool setup_read(union rk_any_pos *setup, const char *text, size_t length,
		       struct rk_error *error)
{
	return rk_fen_read_setup(&setup->setup, text, length, error);
}

/* The home squares of kings and rooks. */
#define HOMES ((rk_bits)0x9100000000000091)

/*
 * Putting a king or a rook on its home square grants castling rights; changing
 * such a square removes them.
 */
static void setup_put(union rk_any_pos *setup, int square, int piece)
{
	struct rk_setup *two = &setup->setup;
	int rank = square & 56;
	int colour = square >= 56 ? RK_BLACK : RK_WHITE;

	two->castle &= ~rk_square_bit(square);
	if (rk_square_bit(square) & HOMES ||
	    rk_piece_type(two->board[square]) == RK_KING)
		two->castle &= ~(RK_RANK_1 << rank);
	two->board[square] = (uint8_t)piece;
	two->ep = RK_NO_SQUARE;
	if (!(rk_square_bit(square) & HOMES) ||
	    two->board[rank | 4] != rk_piece(colour, RK_KING))
		return;
	for (int file = 0; file < 8; file += 7)
		if (two->board[rank | file] == rk_piece(colour, RK_ROOK))
			two->castle |= rk_square_bit(rank | file);
}

static const uint8_t corners[] = {7, 0, 63, 56};

static unsigned int setup_castling(const union rk_any_pos *setup)
{
	const struct rk_setup *two = &setup->setup;
	unsigned int rights = 0;

	for (int i = 0; i < 4; i++)
		if (two->castle & rk_square_bit(corners[i]))
			rights |= 1u << i;
	return rights;
}

static void setup_castle(union rk_any_pos *setup, unsigned int rights)
{
	struct rk_setup *two = &setup->setup;

	for (int i = 0; i < 4; i++) {
		int rook = corners[i], king = (rook & 56) | 4;

		two->castle &= ~rk_square_bit(rook);
		if (rights >> i & 1 &&
		    two->board[king] == rk_piece(i / 2, RK_KING) &&
		    two->board[rook] == rk_piece(i / 2, RK_ROOK))
			two->castle |= rk_square_bit(rook);
	}
}

static void setup_turn(union rk_any_pos *setup, int seat)
{
	struct rk_setup *two = &setup->setup;

	two->side = (uint8_t)seat;
	two->ep = RK_NO_SQUARE;
}

static int setup_cell(const union rk_any_pos *setup, int square)
{
	return setup->setup.board[square];
}

static int setup_to_move(const union rk_any_pos *setup)
{
	return setup->setup.side;
}

static size_t setup_write(char *text, const union rk_any_pos *setup)
{
	return rk_fen_write_setup(text, &setup->setup, RK_FEN_STANDARD);
}

/* Set-up mode allows no king in check, not even that of the side to move. */
#define DEFECT_CHECK (1u << RK_DEFECTS)

static const char *defect_text(unsigned int defects)
{
	if (defects == DEFECT_CHECK)
		return "the side that is to move is in check";
	return rk_defect_text(defects);
}

static bool is_in_check(const struct rk_setup *setup)
{
	struct rk_setup turned = *setup;

	turned.side ^= 1;
	turned.ep = RK_NO_SQUARE;
	return rk_setup_examine(&turned) & RK_DEFECT_OPPOSITE_CHECK;
}

static unsigned int finish_standard(union rk_any_pos *pos,
				    const union rk_any_pos *setup)
{
	struct rk_pos made;
	unsigned int defects = rk_pos_from_setup(&made, &setup->setup, false);

	if (is_in_check(&setup->setup))
		defects |= DEFECT_CHECK;
	if (!defects)
		pos->two = made;
	return defects;
}

static unsigned int finish_casual(union rk_any_pos *pos,
				  const union rk_any_pos *setup)
{
	return rk_pos_from_setup(&pos->two, &setup->setup, true);
}

static const char *const seats[] = {"White", "Black"};
static const uint8_t values[] = {1, 3, 3, 5, 9, 0};
static const uint8_t sides[] = {0, 1};
static const char *const starts[] = {"standard", NULL};

/* The members that are the same in all rows. */
#define TWO_PLAYERS \
	.seats = seats, .types = "PNBRQK", .values = values, .sides = sides, \
	.starts = starts, .players = 2, .repetitions = 5, .files = 8, \
	.ranks = 8, .max_moves = RK_MAX_MOVES, \
	.pos_size = sizeof(struct rk_pos), .fen_size = RK_FEN_SIZE, \
	.write = write, .turn = turn, .cell = cell, \
	.move_number = move_number, .key = key, .moves = moves, \
	.is_legal = is_legal, .make = make, .unmake = unmake, .from = from, \
	.to = to, .captured = captured, .promoted = promoted, \
	.in_check = in_check, .claimable = claimable, \
	.quiet_plies = quiet_plies, .active = active, .walks = walks, \
	.end = end, .attackers = attackers, .parse_move = rk_move_parse, \
	.read_move = read_move, .write_move = write_move, \
	.setup_clear = setup_clear, .setup_from = setup_from, \
	.setup_read = setup_read, .setup_put = setup_put, \
	.setup_turn = setup_turn, .setup_cell = setup_cell, \
	.setup_to_move = setup_to_move, .setup_castling = setup_castling, \
	.setup_castle = setup_castle, .setup_write = setup_write, \
	.defect_text = defect_text

/* The members of standard chess that its variations keep. */
#define ORTHODOX \
	TWO_PLAYERS, .orthodox = true, .book_key = book_key, \
		     .status = status_standard, .leave = leave_standard

const struct rk_rules rk_rules_standard = {
	ORTHODOX,
	.name = "standard",
	.start = start_standard,
	.read = read_standard,
	.setup_finish = finish_standard,
};

/* Left out where memory is short. */
#ifndef RK_SMALL

static void start_minors(union rk_any_pos *pos, int which)
{
	start_standard(pos, which);
	pos->two.minors = true;
}

static bool read_minors(union rk_any_pos *pos, const char *text, size_t length,
			struct rk_error *error)
{
	if (!rk_fen_read(&pos->two, text, length, error))
		return false;
	pos->two.minors = true;
	return true;
}

static unsigned int finish_minors(union rk_any_pos *pos,
				  const union rk_any_pos *setup)
{
	unsigned int defects = finish_standard(pos, setup);

	if (!defects)
		pos->two.minors = true;
	return defects;
}

const struct rk_rules rk_rules_minors = {
	ORTHODOX,
	.name = "minors",
	.start = start_minors,
	.read = read_minors,
	.setup_finish = finish_minors,
};

#endif

const struct rk_rules rk_rules_casual = {
	TWO_PLAYERS,
	.name = "casual",
	.start = start_casual,
	.read = read_casual,
	.book_key = no_book_key,
	.status = status_casual,
	.leave = leave_casual,
	.setup_finish = finish_casual,
};
