/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rows of struct rk_rules for four players: free-for-all with walking kings
 * and without, last player standing, and teams. The functions here only adapt
 * the core to the common interface: squares from rows of 14 to the board with
 * walls, and cells, whose bits are the same except for cells without a piece.
 */
#include "core/four/settle.h"

#include "rookery/rules.h"

static int inner(int square)
{
	return rk4_square_at(square % RK4_FILES, square / RK4_FILES);
}

static int outer(int square)
{
	return rk4_square_rank(square) * RK4_FILES + rk4_square_file(square);
}

static size_t write(char *text, const union rk_any_pos *pos)
{
	return rk4_fen_write(text, &pos->four);
}

static int turn(const union rk_any_pos *pos)
{
	return pos->four.turn;
}

static int cell(const union rk_any_pos *pos, int square)
{
	const struct rk4_pos *four = &pos->four;
	int found = four->board[inner(square)];

	if (!rk4_is_piece(found))
		return rk4_type(found);
	return rk4_cell_is_living(four, found) ? found : found | RK_CELL_DEAD;
}

static int move_number(const union rk_any_pos *pos)
{
	return pos->four.fullmove;
}

/*
 * Can a pawn capture en passant there before the right expires at the owner's
 * next turn?
 */
static bool ep_counts(const struct rk4_pos *pos, int owner)
{
	uint8_t list[16];
	unsigned int seats = 0;
	int count;

	for (int seat = pos->turn; seat != owner; seat = (seat + 1) & 3)
		seats |= 1u << seat;
	count = rk4_attackers(pos, pos->ep[owner],
			      rk4_enemies(pos, owner) & seats, list);
	for (int i = 0; i < count; i++)
		if (rk4_type(pos->board[list[i]]) == RK_PAWN)
			return true;
	return false;
}

/* Leaves out en passant squares that nobody can use. */
static uint64_t key(const union rk_any_pos *pos)
{
	const struct rk4_pos *four = &pos->four;
	uint8_t ep[RK4_SEATS];

	for (int seat = 0; seat < RK4_SEATS; seat++)
		ep[seat] = four->ep[seat] && ep_counts(four, seat)
				   ? four->ep[seat]
				   : 0;
	if (!memcmp(ep, four->ep, sizeof(ep)))
		return four->key;
	return four->key ^ rk4_key_state(four) ^ rk4_key_state_with(four, ep);
}

static uint64_t no_book_key(const union rk_any_pos *pos)
{
	(void)pos;
	return 0;
}

static int moves(const union rk_any_pos *pos, rk_any_move *list)
{
	return rk4_gen_legal(&pos->four, list);
}

static bool is_legal(const union rk_any_pos *pos, rk_any_move move)
{
	return rk4_move_is_legal(&pos->four, move);
}

static void make(union rk_any_pos *pos, rk_any_move move,
		 union rk_any_undo *undo)
{
	rk4_make(&pos->four, move, &undo->four);
	rk4_settle(&pos->four, move, &undo->four);
}

static void unmake(union rk_any_pos *pos, rk_any_move move,
		   const union rk_any_undo *undo)
{
	rk4_unmake(&pos->four, move, &undo->four);
}

static int from(const union rk_any_pos *pos, rk_any_move move)
{
	(void)pos;
	return outer(rk4_move_from(move));
}

static int to(const union rk_any_pos *pos, rk_any_move move)
{
	(void)pos;
	return outer(rk4_move_to(move));
}

/* If one move takes two pieces, the one on the target square. */
static int captured(const union rk_any_pos *pos, rk_any_move move)
{
	const struct rk4_pos *four = &pos->four;
	int end = rk4_move_to(move);

	if (rk4_is_piece(four->board[end]))
		return outer(end);
	if (rk4_move_kind(move) != RK4_EN_PASSANT)
		return -1;
	return outer(rk4_ep_pawn(end, rk4_ep_owner(four->ep, end)));
}

static int promoted(const union rk_any_pos *pos, rk_any_move move)
{
	(void)pos;
	return rk4_move_promoted(move) ? rk4_move_promoted(move) : RK_NONE;
}

static bool in_check(const union rk_any_pos *pos, int seat)
{
	return rk4_in_check(&pos->four, seat);
}

static struct rk_outcome status(const union rk_any_pos *pos)
{
	const struct rk4_pos *four = &pos->four;

	return (struct rk_outcome){four->winners, four->ended};
}

static enum rk_reason claimable(const union rk_any_pos *pos)
{
	return rk4_can_claim(&pos->four) ? RK_REASON_LEAD : RK_REASON_NONE;
}

static int quiet_plies(const union rk_any_pos *pos)
{
	return pos->four.halfmove;
}

static unsigned int active(const union rk_any_pos *pos)
{
	return rk4_active(&pos->four);
}

static bool walks(const union rk_any_pos *pos)
{
	const struct rk4_pos *four = &pos->four;

	return four->left >> four->turn & 1;
}

static int points(const union rk_any_pos *pos, int seat)
{
	return pos->four.points[seat];
}

static struct rk_outcome leave(union rk_any_pos *pos, int seat,
			       enum rk_reason reason)
{
	rk4_leave(&pos->four, seat, (int)reason);
	return status(pos);
}

static struct rk_outcome end(union rk_any_pos *pos, enum rk_reason reason)
{
	if (reason == RK_REASON_LEAD)
		rk4_claim(&pos->four);
	else
		rk4_draw(&pos->four, (int)reason);
	return status(pos);
}

static struct rk_outcome stay(union rk_any_pos *pos)
{
	rk4_stay(&pos->four);
	return status(pos);
}

static int attackers(const union rk_any_pos *pos, int square, int seat,
		     uint8_t *list)
{
	int count = rk4_attackers(&pos->four, inner(square),
				  rk4_enemies(&pos->four, seat), list);

	for (int i = 0; i < count; i++)
		list[i] = (uint8_t)outer(list[i]);
	return count;
}

static enum rk_notation_error read_move(rk_any_move *move,
					const union rk_any_pos *pos,
					const char *text, size_t length)
{
	return rk4_move_read(move, &pos->four, text, length);
}

static size_t write_move(char text[RK_MOVE_TEXT_SIZE],
			 const union rk_any_pos *pos, rk_any_move move,
			 enum rk_move_style style)
{
	if (style == RK_STYLE_SAN)
		return rk4_pgn_write(text, &pos->four, move);
	return rk4_coord_write(text, &pos->four, move);
}

/* ---- Set-ups ---- */

static void setup_clear(union rk_any_pos *setup)
{
	rk4_setup_clear(&setup->four);
}

static void setup_from(union rk_any_pos *setup, const union rk_any_pos *pos)
{
	setup->four = pos->four;
}

static bool setup_read(union rk_any_pos *setup, const char *text, size_t length,
		       struct rk_error *error)
{
	return rk4_fen_read_setup(&setup->four, text, length, error);
}

static void setup_put(union rk_any_pos *setup, int square, int piece)
{
	rk4_setup_put(&setup->four, inner(square),
		      rk_cell_is_piece(piece) ? piece : RK4_EMPTY);
}

static void setup_turn(union rk_any_pos *setup, int seat)
{
	rk4_setup_turn(&setup->four, seat);
}

static unsigned int setup_castling(const union rk_any_pos *setup)
{
	return setup->four.castle;
}

static void setup_castle(union rk_any_pos *setup, unsigned int rights)
{
	rk4_setup_castle(&setup->four, rights);
}

static const char *defect_text(unsigned int defects)
{
	return rk4_defect_text(defects);
}

/* ---- The rows ---- */

static const char *const seats[] = {"Red", "Blue", "Yellow", "Green"};
static const uint8_t values[] = {1, 3, 5, 5, 9, 0};
static const uint8_t singles[] = {0, 1, 2, 3};
static const uint8_t pairs[] = {0, 1, 0, 1};
static const char *const starts[RK4_STARTS + 1] = {
	[RK4_START_MODERN] = "modern", [RK4_START_CLASSIC] = "classic",
	[RK4_START_BY] = "by",         [RK4_START_BYG] = "byg",
	[RK4_START_RG] = "rg",
};

/* The functions that differ by the options of the row. */
#define FUNCTIONS_OF(row, options) \
	static void start_##row(union rk_any_pos *pos, int which) \
	{ \
		rk4_pos_start(&pos->four, (enum rk4_start)which, options); \
	} \
	static bool read_##row(union rk_any_pos *pos, const char *text, \
			       size_t length, struct rk_error *error) \
	{ \
		if (!rk4_fen_read(&pos->four, text, length, options, error)) \
			return false; \
		rk4_settle_position(&pos->four); \
		return true; \
	} \
	static unsigned int finish_##row(union rk_any_pos *pos, \
					 const union rk_any_pos *setup) \
	{ \
		return rk4_setup_play(&pos->four, &setup->four, options); \
	}

FUNCTIONS_OF(ffa, RK4_RULES_FFA)
FUNCTIONS_OF(still, RK4_RULES_STILL)
FUNCTIONS_OF(last, RK4_RULES_LAST)
FUNCTIONS_OF(teams, RK4_RULES_TEAMS)

#define FOUR_PLAYERS(row) \
	.name = #row, .start = start_##row, .read = read_##row, \
	.setup_finish = finish_##row, .seats = seats, .types = "PNBRQK", \
	.values = values, .starts = starts, .players = RK4_SEATS, \
	.repetitions = 3, .files = RK4_FILES, .ranks = RK4_FILES, \
	.max_moves = RK4_MAX_MOVES, .pos_size = sizeof(struct rk4_pos), \
	.fen_size = RK4_FEN_SIZE, .write = write, .turn = turn, .cell = cell, \
	.move_number = move_number, .key = key, .book_key = no_book_key, \
	.moves = moves, .is_legal = is_legal, .make = make, .unmake = unmake, \
	.from = from, .to = to, .captured = captured, .promoted = promoted, \
	.in_check = in_check, .status = status, .claimable = claimable, \
	.quiet_plies = quiet_plies, .active = active, .walks = walks, \
	.leave = leave, .end = end, .stay = stay, .attackers = attackers, \
	.parse_move = rk4_move_parse, .read_move = read_move, \
	.write_move = write_move, .setup_clear = setup_clear, \
	.setup_from = setup_from, .setup_read = setup_read, \
	.setup_put = setup_put, .setup_turn = setup_turn, .setup_cell = cell, \
	.setup_to_move = turn, .setup_castling = setup_castling, \
	.setup_castle = setup_castle, .setup_write = write, \
	.defect_text = defect_text

const struct rk_rules rk_rules_ffa = {
	FOUR_PLAYERS(ffa),
	.sides = singles,
	.points = points,
};

const struct rk_rules rk_rules_still = {
	FOUR_PLAYERS(still),
	.sides = singles,
	.points = points,
};

const struct rk_rules rk_rules_last = {
	FOUR_PLAYERS(last),
	.sides = singles,
};

const struct rk_rules rk_rules_teams = {
	FOUR_PLAYERS(teams),
	.sides = pairs,
};
