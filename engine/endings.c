/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Endings: how a lone king is mated, and which material wins less than it
 * seems to. Nothing here is tuned; these are facts of chess.
 */
#include "engine/endings.h"

#include "engine/pawns.h"
#include "rookery/status.h"

/* What a known win is worth at least, about. */
#define WON (RK_EVAL_WON + 1000)

static int count_of(const struct rk_pos *pos, int colour, int type)
{
	return rk_bits_count(rk_pos_pieces(pos, colour, type));
}

static rk_bits bishops_of(const struct rk_pos *pos, int colour)
{
	return rk_pos_pieces(pos, colour, RK_BISHOP);
}

static int nearer(int a, int b)
{
	return a < b ? a : b;
}

/* Steps from the edge of the board, 0 to 3. */
static int edge_distance(int square)
{
	int file = rk_square_file(square), rank = rk_square_rank(square);

	return nearer(nearer(file, 7 - file), nearer(rank, 7 - rank));
}

static int size_of(int number)
{
	return number < 0 ? -number : number;
}

/* How far towards a corner of one colour, 0 to 7. */
static int towards_corner(int square, bool dark)
{
	int file = rk_square_file(square), rank = rk_square_rank(square);

	return dark ? size_of(7 - rank - file) : size_of(rank - file);
}

/* Minor pieces leave it to their pawns, if there are any. */
static bool can_force_mate(const struct rk_pos *pos, int us)
{
	rk_bits bishops = bishops_of(pos, us);

	if (rk_pos_pieces(pos, us, RK_QUEEN) | rk_pos_pieces(pos, us, RK_ROOK))
		return true;
	if (rk_pos_pieces(pos, us, RK_PAWN))
		return false;
	if (bishops & RK_DARK && bishops & ~RK_DARK)
		return true;
	return count_of(pos, us, RK_KNIGHT) >= (bishops ? 1 : 3);
}

static int mating_score(const struct rk_pos *pos, int us)
{
	int hunted = rk_pos_king(pos, us ^ 1), hunter = rk_pos_king(pos, us);
	rk_bits bishops = bishops_of(pos, us);
	rk_bits helpers = rk_pos_pieces(pos, us, RK_QUEEN) |
			  rk_pos_pieces(pos, us, RK_ROOK);
	int score = WON;

	score += 100 * count_of(pos, us, RK_PAWN);
	score += 300 *
		 rk_bits_count(bishops | rk_pos_pieces(pos, us, RK_KNIGHT));
	score += 500 * count_of(pos, us, RK_ROOK);
	score += 900 * count_of(pos, us, RK_QUEEN);
	score -= 100 * rk_steps(hunted, hunter);
	if (!helpers && bishops && !(bishops & RK_DARK && bishops & ~RK_DARK))
		score += 300 * towards_corner(hunted, (bishops & RK_DARK) != 0);
	else
		score += 50 * (towards_corner(hunted, true) +
			       towards_corner(hunted, false)) -
			 150 * edge_distance(hunted);
	return score < RK_EVAL_MAX ? score : RK_EVAL_MAX;
}

/* Nobody can mate, or only two knights could, with the other's help. */
static bool is_dead(const struct rk_pos *pos)
{
	rk_bits knights = pos->type[RK_KNIGHT];
	rk_bits minors = knights | pos->type[RK_BISHOP];

	if (rk_pos_occupied(pos) & ~minors & ~pos->type[RK_KING])
		return false;
	return rk_pos_is_insufficient(pos) ||
	       (minors == knights && rk_bits_count(knights) <= 2);
}

bool rk_ending_known(const struct rk_pos *pos, int *score)
{
	rk_bits kings = pos->type[RK_KING];

	*score = 0;
	for (int us = RK_WHITE; us <= RK_BLACK; us++) {
		if (pos->colour[us ^ 1] & ~kings || !can_force_mate(pos, us))
			continue;
		*score = mating_score(pos, us);
		if (us == RK_BLACK)
			*score = -*score;
		return true;
	}
	return is_dead(pos);
}

/* Pieces without pawns, a knight 3, a rook 5 and so on. */
static int piece_points(const struct rk_pos *pos, int us)
{
	return 3 * count_of(pos, us, RK_KNIGHT) +
	       3 * count_of(pos, us, RK_BISHOP) +
	       5 * count_of(pos, us, RK_ROOK) + 9 * count_of(pos, us, RK_QUEEN);
}

/*
 * Rook pawns alone, and a bishop, if any, that does not control the corner
 * where they promote: a king that gets there is safe.
 */
static bool is_wrong_corner(const struct rk_pos *pos, int us)
{
	rk_bits pawns = rk_pos_pieces(pos, us, RK_PAWN);
	rk_bits bishops = bishops_of(pos, us);
	rk_bits others = pos->colour[us] & ~pawns & ~bishops &
			 ~pos->type[RK_KING];
	bool on_a = !(pawns & ~RK_FILE_A), on_h = !(pawns & ~RK_FILE_H);
	int corner = (on_a ? 0 : 7) + (us == RK_WHITE ? 56 : 0);
	bool dark = (rk_square_bit(corner) & RK_DARK) != 0;

	if (others || !pawns || !(on_a || on_h))
		return false;
	if (bishops & (dark ? RK_DARK : ~RK_DARK))
		return false;
	return rk_steps(rk_pos_king(pos, us ^ 1), corner) <= 1;
}

/* No pawns: small edges do not win. */
static int scale_pawnless(int own, int enemy)
{
	if (own <= 3)
		return 0;
	if (own - enemy > 3)
		return RK_SCALE_FULL;
	return enemy <= 3 ? 6 : 14;
}

static bool are_opposite_bishops(const struct rk_pos *pos)
{
	rk_bits white = bishops_of(pos, RK_WHITE);
	rk_bits black = bishops_of(pos, RK_BLACK);

	if (!white || !black || rk_bits_several(white) ||
	    rk_bits_several(black))
		return false;
	return ((white & RK_DARK) != 0) != ((black & RK_DARK) != 0);
}

/* What one bishop attacks the other one cannot guard, nor the other way. */
static int scale_opposite_bishops(const struct rk_pos *pos, rk_bits passed,
				  int strong)
{
	rk_bits others = rk_pos_occupied(pos) & ~pos->type[RK_PAWN] &
			 ~pos->type[RK_KING] & ~pos->type[RK_BISHOP];

	if (!others)
		return 18 + 4 * rk_bits_count(passed & pos->colour[strong]);
	return 22 + 3 * rk_bits_count(pos->colour[strong]);
}

int rk_ending_scale(const struct rk_pos *pos, rk_bits passed, int strong)
{
	rk_bits pawns = rk_pos_pieces(pos, strong, RK_PAWN);
	int count = rk_bits_count(pawns), scale = 36 + 7 * count;

	if (are_opposite_bishops(pos))
		scale = scale_opposite_bishops(pos, passed, strong);
	if (scale >= RK_SCALE_FULL)
		return RK_SCALE_FULL;
	if (!pawns)
		return scale_pawnless(piece_points(pos, strong),
				      piece_points(pos, strong ^ 1));
	if (is_wrong_corner(pos, strong))
		return 0;
	if (count == 1 && piece_points(pos, strong) <= 3 &&
	    piece_points(pos, strong ^ 1) >= 3)
		return 24; /* a piece is given for the last pawn */
	return scale;
}
