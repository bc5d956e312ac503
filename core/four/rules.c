/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rows of struct rk_rules for the cross: free-for-all with walking kings and
 * with armies that stand still, last player standing, and teams. The
 * functions here only turn the general words into those of the core: squares
 * from rows of 14 into the board with walls, and cells, whose bits are the same
 * but for those that hold no piece.
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

static size_t write(char *text, const void *pos)
{
	return rk4_fen_write(text, pos);
}

static int turn(const void *pos)
{
	return ((const struct rk4_pos *)pos)->turn;
}

static int cell(const void *pos, int square)
{
	const struct rk4_pos *four = pos;
	int found = four->board[inner(square)];

	if (!rk4_is_piece(found))
		return rk4_type(found);
	return rk4_cell_is_living(four, found) ? found : found | RK_CELL_DEAD;
}

static int move_number(const void *pos)
{
	return ((const struct rk4_pos *)pos)->fullmove;
}

/* Does a pawn stand ready whose turn comes before the right is gone? */
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

/* Without rights to take en passant that nobody can use. */
static uint64_t key(const void *pos)
{
	const struct rk4_pos *four = pos;
	uint8_t ep[RK4_SEATS];

	for (int seat = 0; seat < RK4_SEATS; seat++)
		ep[seat] = four->ep[seat] && ep_counts(four, seat)
				   ? four->ep[seat]
				   : 0;
	if (!memcmp(ep, four->ep, sizeof(ep)))
		return four->key;
	return four->key ^ rk4_key_state(four) ^ rk4_key_state_with(four, ep);
}

static uint64_t no_book_key(const void *pos)
{
	(void)pos;
	return 0;
}

static int moves(const void *pos, rk_any_move *list)
{
	return rk4_gen_legal(pos, list);
}

static bool is_legal(const void *pos, rk_any_move move)
{
	return rk4_move_is_legal(pos, move);
}

static void make(void *pos, rk_any_move move, union rk_any_undo *undo)
{
	rk4_make(pos, move, &undo->four);
	rk4_settle(pos, move, &undo->four);
}

static void unmake(void *pos, rk_any_move move, const union rk_any_undo *undo)
{
	rk4_unmake(pos, move, &undo->four);
}

static int from(const void *pos, rk_any_move move)
{
	(void)pos;
	return outer(rk4_move_from(move));
}

static int to(const void *pos, rk_any_move move)
{
	(void)pos;
	return outer(rk4_move_to(move));
}

/* If one move takes two pieces, that on the square of arrival. */
static int captured(const void *pos, rk_any_move move)
{
	const struct rk4_pos *four = pos;
	int end = rk4_move_to(move);

	if (rk4_is_piece(four->board[end]))
		return outer(end);
	if (rk4_move_kind(move) != RK4_EN_PASSANT)
		return -1;
	return outer(rk4_ep_pawn(end, rk4_ep_owner(four->ep, end)));
}

static int promoted(const void *pos, rk_any_move move)
{
	(void)pos;
	return rk4_move_promoted(move) ? rk4_move_promoted(move) : RK_NONE;
}

static bool in_check(const void *pos, int seat)
{
	return rk4_in_check(pos, seat);
}

static struct rk_outcome status(const void *pos)
{
	const struct rk4_pos *four = pos;

	return (struct rk_outcome){four->winners, four->ended};
}

static enum rk_reason claimable(const void *pos)
{
	return rk4_can_claim(pos) ? RK_REASON_LEAD : RK_REASON_NONE;
}

static int quiet_plies(const void *pos)
{
	return ((const struct rk4_pos *)pos)->halfmove;
}

static unsigned int active(const void *pos)
{
	return rk4_active(pos);
}

static bool walks(const void *pos)
{
	const struct rk4_pos *four = pos;

	return four->left >> four->turn & 1;
}

static int points(const void *pos, int seat)
{
	return ((const struct rk4_pos *)pos)->points[seat];
}

static struct rk_outcome leave(void *pos, int seat, enum rk_reason reason)
{
	rk4_leave(pos, seat, (int)reason);
	return status(pos);
}

static struct rk_outcome end(void *pos, enum rk_reason reason)
{
	if (reason == RK_REASON_LEAD)
		rk4_claim(pos);
	else
		rk4_draw(pos, (int)reason);
	return status(pos);
}

static int attackers(const void *pos, int square, int seat, uint8_t *list)
{
	int count =
		rk4_attackers(pos, inner(square), rk4_enemies(pos, seat), list);

	for (int i = 0; i < count; i++)
		list[i] = (uint8_t)outer(list[i]);
	return count;
}

static enum rk_notation_error read_move(rk_any_move *move, const void *pos,
					const char *text, size_t length)
{
	return rk4_move_read(move, pos, text, length);
}

static size_t write_move(char text[RK_MOVE_TEXT_SIZE], const void *pos,
			 rk_any_move move, enum rk_move_style style)
{
	if (style == RK_STYLE_SAN)
		return rk4_pgn_write(text, pos, move);
	return rk4_coord_write(text, pos, move);
}

/* ---- Set-ups ---- */

static void setup_clear(void *setup)
{
	rk4_setup_clear(setup);
}

static void setup_from(void *setup, const void *pos)
{
	memcpy(setup, pos, sizeof(struct rk4_pos));
}

static bool setup_read(void *setup, const char *text, size_t length,
		       struct rk_error *error)
{
	return rk4_fen_read_setup(setup, text, length, error);
}

static void setup_put(void *setup, int square, int piece)
{
	rk4_setup_put(setup, inner(square),
		      rk_cell_is_piece(piece) ? piece : RK4_EMPTY);
}

static void setup_turn(void *setup, int seat)
{
	rk4_setup_turn(setup, seat);
}

static unsigned int setup_castling(const void *setup)
{
	return ((const struct rk4_pos *)setup)->castle;
}

static void setup_castle(void *setup, unsigned int rights)
{
	rk4_setup_castle(setup, rights);
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

/* What differs by the options that a position gets when it comes about. */
#define FUNCTIONS_OF(row, options) \
	static void start_##row(void *pos, int which) \
	{ \
		rk4_pos_start(pos, (enum rk4_start)which, options); \
	} \
	static bool read_##row(void *pos, const char *text, size_t length, \
			       struct rk_error *error) \
	{ \
		if (!rk4_fen_read(pos, text, length, options, error)) \
			return false; \
		rk4_arrive(pos); \
		return true; \
	} \
	static unsigned int finish_##row(void *pos, const void *setup) \
	{ \
		return rk4_setup_play(pos, setup, options); \
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
	.leave = leave, .end = end, .attackers = attackers, \
	.read_move = read_move, .write_move = write_move, \
	.setup_clear = setup_clear, .setup_from = setup_from, \
	.setup_read = setup_read, .setup_put = setup_put, \
	.setup_turn = setup_turn, .setup_cell = cell, .setup_to_move = turn, \
	.setup_castling = setup_castling, .setup_castle = setup_castle, \
	.setup_write = write, .defect_text = defect_text

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
