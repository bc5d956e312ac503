/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which moves give check. In a game of four a check counts even if its victim
 * moves three plies later, and two checks are often a mate, so the search has to
 * know them before it makes a move.
 *
 * There are two ways to know. The move picker asks about all moves of a node:
 * the squares from which each piece type attacks a hostile king are found once,
 * and a move costs a look into a set. The line asks about the one move that it
 * makes, of any seat's king, and follows the two lines that the move changes.
 */
#include "engine/four/search.h"

static void set_add(uint64_t *set, int square)
{
	set[square >> 6] |= (uint64_t)1 << (square & 63);
}

/* The step from one square towards another on its line; 0: there is no line. */
static int line_step(int from, int to)
{
	int x = (to & 15) - (from & 15), y = (to >> 4) - (from >> 4);

	if (x && y && x != y && x != -y)
		return 0;
	return 16 * ((y > 0) - (y < 0)) + (x > 0) - (x < 0);
}

static uint64_t sliders_along(int step)
{
	bool straight = step == 1 || step == -1 || step == 16 || step == -16;

	return straight ? RK4_CELLS_STRAIGHT : RK4_CELLS_CROSS;
}

/* The first square in this direction that is not empty. */
static int first_piece(const struct rk4_pos *pos, int square, int step)
{
	do
		square += step;
	while (pos->board[square] == RK4_EMPTY);
	return square;
}

/* ---- All moves of a node ---- */

/*
 * The squares of one line as far as the king sees, with the piece at its end,
 * which may be captured. If that piece is one of the seat to move, another piece
 * may attack the king as soon as it goes away.
 */
static void look_along(struct rk4_check_squares *squares,
		       const struct rk4_pos *pos, int king, int direction,
		       uint64_t enemies)
{
	uint64_t *seen = direction & 1 ? squares->cross : squares->straight;
	int step = rk4_steps[direction], square = king + step, behind;

	for (; pos->board[square] == RK4_EMPTY; square += step)
		set_add(seen, square);
	set_add(seen, square);
	if (!rk4_set_has(pos->pieces[pos->turn], square))
		return;
	behind = first_piece(pos, square, step);
	if (!rk4_cells_have(enemies & rk4_cells_sliders(direction),
			    pos->board[behind]))
		return;
	set_add(squares->screens, square);
	squares->screen[squares->count++] = (struct rk4_screen){(uint8_t)square,
								(uint8_t)king,
								(int8_t)step};
}

void rk4_find_check_squares(struct rk4_check_squares *squares,
			    const struct rk4_pos *pos, unsigned int seats)
{
	memset(squares, 0, sizeof(*squares));
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		uint64_t enemies =
			rk4_cells_living(pos, rk4_enemies(pos, seat));
		int king = pos->king[seat], side = 2 * pos->turn;

		if (!(seats >> seat & 1) || !king)
			continue;
		for (int i = 0; i < RK4_DIRECTIONS; i++) {
			look_along(squares, pos, king, i, enemies);
			set_add(squares->knights,
				rk4_step_from(king, rk4_leaps[i]));
		}
		for (int aside = -1; aside <= 1; aside += 2)
			set_add(squares->pawns,
				king - rk4_steps[(side + aside) & 7]);
	}
}

/* Does the piece that leaves this square open a line onto a king? */
static bool opens_line(const struct rk4_check_squares *squares, int from,
		       int to)
{
	for (int i = 0; i < squares->count; i++) {
		const struct rk4_screen *screen = &squares->screen[i];

		if (screen->square == from &&
		    line_step(screen->king, to) != screen->step)
			return true;
	}
	return false;
}

bool rk4_move_gives_check(const struct rk4_check_squares *squares,
			  const struct rk4_pos *pos, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int type = rk4_move_promoted(move) ? rk4_move_promoted(move)
					   : rk4_type(pos->board[from]);

	if (rk4_set_has(squares->screens, from) &&
	    opens_line(squares, from, to))
		return true;
	switch (type) {
	case RK_PAWN:
		return rk4_set_has(squares->pawns, to);
	case RK_KNIGHT:
		return rk4_set_has(squares->knights, to);
	case RK_BISHOP:
		return rk4_set_has(squares->cross, to);
	case RK_ROOK:
		return rk4_set_has(squares->straight, to);
	case RK_QUEEN:
		return rk4_set_has(squares->cross, to) ||
		       rk4_set_has(squares->straight, to);
	}
	return false;
}

/* ---- One move ---- */

/* Does the moved piece attack the king from its new square? */
static bool attacks_king(const struct rk4_pos *pos, rk4_move move, int king)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from], seat = 2 * rk4_seat(cell), step, square;
	int type = rk4_move_promoted(move) ? rk4_move_promoted(move)
					   : rk4_type(cell);

	if (type == RK_PAWN)
		return king == to + rk4_steps[(seat + 1) & 7] ||
		       king == to + rk4_steps[(seat - 1) & 7];
	if (type == RK_KNIGHT) {
		for (int i = 0; i < 8; i++)
			if (rk4_step_from(to, rk4_leaps[i]) == king)
				return true;
		return false;
	}
	step = line_step(to, king);
	if (!step || !rk4_cells_have(sliders_along(step), type))
		return false;
	square = to + step;
	while (square == from || pos->board[square] == RK4_EMPTY)
		square += step;
	return square == king;
}

/* Does another piece attack the king once the moved one is away? */
static bool uncovers_king(const struct rk4_pos *pos, rk4_move move, int king,
			  uint64_t enemies)
{
	int from = rk4_move_from(move), step = line_step(king, from);

	if (!step || line_step(king, rk4_move_to(move)) == step ||
	    first_piece(pos, king, step) != from)
		return false;
	return rk4_cells_have(enemies & sliders_along(step),
			      pos->board[first_piece(pos, from, step)]);
}

unsigned int rk4_find_new_checks(const struct rk4_pos *pos, rk4_move move,
				 unsigned int seats)
{
	unsigned int found = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		unsigned int enemies = rk4_enemies(pos, seat);
		int king = pos->king[seat];

		if (!(seats >> seat & 1) || !king)
			continue;
		if ((enemies >> pos->turn & 1 &&
		     attacks_king(pos, move, king)) ||
		    uncovers_king(pos, move, king,
				  rk4_cells_living(pos, enemies)))
			found |= 1u << seat;
	}
	return found;
}
