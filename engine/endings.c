/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Endgame knowledge: mating a lone king, and scale factors for material that
 * wins less often than it seems. These are facts of chess and not tuned;
 * tests/endings compares them with tablebases.
 */
#include "engine/endings.h"

#include "engine/pawns.h"
#include "rookery/status.h"

/* The base score of a known win. */
#define WON (RK_EVAL_WON + 1000)

#define FILES_BG (RK_FILE_A * 0x42)
#define FILES_ACFH (RK_FILE_A * 0xa5)

static int count_of(const struct rk_pos *pos, int colour, int type)
{
	return rk_bits_count(rk_pos_pieces(pos, colour, type));
}

static rk_bits bishops_of(const struct rk_pos *pos, int colour)
{
	return rk_pos_pieces(pos, colour, RK_BISHOP);
}

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

/* Steps from the edge of the board, 0 to 3. */
static int edge_distance(int square)
{
	int file = rk_square_file(square), rank = rk_square_rank(square);

	return smaller(smaller(file, 7 - file), smaller(rank, 7 - rank));
}

static int magnitude(int number)
{
	return number < 0 ? -number : number;
}

/* How near to the corners of one colour, from 0 to 7. */
static int towards_corner(int square, bool dark)
{
	int file = rk_square_file(square), rank = rk_square_rank(square);

	return dark ? magnitude(7 - rank - file) : magnitude(rank - file);
}

/*
 * Without queen or rook, pawns have to promote first, so nothing is forced as
 * long as there are any.
 */
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

/*
 * Brings the kings together and drives the lone king to the edge; with bishop
 * and knight into a corner of the bishop's colour, where alone it is mated.
 */
static int mating_score(const struct rk_pos *pos, int us)
{
	int lone_king = rk_pos_king(pos, us ^ 1), king = rk_pos_king(pos, us);
	rk_bits bishops = bishops_of(pos, us);
	rk_bits majors = rk_pos_pieces(pos, us, RK_QUEEN) |
			 rk_pos_pieces(pos, us, RK_ROOK);
	int score = WON;

	score += 100 * count_of(pos, us, RK_PAWN);
	score += 300 *
		 rk_bits_count(bishops | rk_pos_pieces(pos, us, RK_KNIGHT));
	score += 500 * count_of(pos, us, RK_ROOK);
	score += 900 * count_of(pos, us, RK_QUEEN);
	score -= 100 * rk_king_distance(lone_king, king);
	if (!majors && bishops && !(bishops & RK_DARK && bishops & ~RK_DARK))
		score += 300 *
			 towards_corner(lone_king, (bishops & RK_DARK) != 0);
	else
		score += 50 * (towards_corner(lone_king, true) +
			       towards_corner(lone_king, false)) -
			 150 * edge_distance(lone_king);
	return score < RK_EVAL_MAX ? score : RK_EVAL_MAX;
}

/* Insufficient material, and two knights, which cannot force mate. */
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

#ifndef RK_SMALL
bool rk_ending_kpk(const struct rk_pos *pos, const struct rk_kpk *kpk,
		   int *score)
{
	rk_bits pawn = pos->type[RK_PAWN];
	int us = pawn & pos->colour[RK_WHITE] ? RK_WHITE : RK_BLACK;
	int rank, goal;

	if (rk_pos_occupied(pos) != (pawn | pos->type[RK_KING]) || !pawn ||
	    rk_bits_several(pawn))
		return false;
	*score = 0;
	if (!rk_kpk_is_won(kpk, pos, us))
		return true;
	/* The pawn has to advance, and its king to lead the way. */
	rank = rk_square_rank(rk_bits_first(pawn));
	goal = rk_square_file(rk_bits_first(pawn)) | (us ? 0 : 56);
	*score = RK_EVAL_WON + 100 + 50 * (us ? 7 - rank : rank) -
		 8 * rk_king_distance(rk_pos_king(pos, us), goal);
	if (us == RK_BLACK)
		*score = -*score;
	return true;
}
#endif

/* Material without pawns, in pawns. */
static int piece_points(const struct rk_pos *pos, int us)
{
	return 3 * count_of(pos, us, RK_KNIGHT) +
	       3 * count_of(pos, us, RK_BISHOP) +
	       5 * count_of(pos, us, RK_ROOK) + 9 * count_of(pos, us, RK_QUEEN);
}

/*
 * Wrong rook pawn: only pawns on one rook file, and a bishop, if any, that
 * does not control the promotion square. A king that reaches it holds.
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
	return rk_king_distance(rk_pos_king(pos, us ^ 1), corner) <= 1;
}

/* Without pawns a lead of a minor piece or less does not win. */
static int scale_pawnless(int own, int enemy)
{
	if (own <= 3)
		return 0;
	if (own - enemy > 3)
		return RK_SCALE_FULL;
	return enemy <= 3 ? 6 : 14;
}

/*
 * Queen against a pawn on its seventh rank, on a rook or bishop file: taking
 * the pawn, or driving its king into the corner, gives stalemate. Drawn if its
 * king is next to the promotion square and ours more than four moves away.
 * By the tablebases 1 in 100 of these is won all the same.
 */
static bool is_stalemate_defence(const struct rk_pos *pos, int us)
{
	rk_bits kings = pos->type[RK_KING];
	rk_bits queen = pos->colour[us] & ~kings;
	rk_bits pawn = pos->colour[us ^ 1] & ~kings;
	int goal;

	if (rk_bits_several(queen) || !(queen & pos->type[RK_QUEEN]) ||
	    rk_bits_several(pawn) ||
	    !(pawn & pos->type[RK_PAWN] & rk_bits_rank(6, us ^ 1) & FILES_ACFH))
		return false;
	goal = rk_bits_first(pawn) ^ 8;
	return rk_king_distance(rk_pos_king(pos, us ^ 1), goal) == 1 &&
	       rk_king_distance(rk_pos_king(pos, us), goal) > 4;
}

/*
 * Bishop and a knight pawn that is blocked by the enemy's last pawn on its
 * second rank. A king beside that pawn cannot be driven away, only
 * stalemated, unless ours is nearer.
 */
static bool is_blocked_knight_pawn(const struct rk_pos *pos, int us)
{
	rk_bits pawn = rk_pos_pieces(pos, us, RK_PAWN);
	rk_bits blocker = pos->colour[us ^ 1] & ~pos->type[RK_KING];
	int king = rk_pos_king(pos, us ^ 1), square;

	if (!(blocker & pos->type[RK_PAWN] & rk_bits_rank(1, us ^ 1) &
	      FILES_BG) ||
	    rk_bits_several(blocker) ||
	    rk_bits_several(pos->colour[us] & ~pawn & ~pos->type[RK_KING]) ||
	    !rk_pos_pieces(pos, us, RK_BISHOP))
		return false;
	square = rk_bits_first(blocker);
	return pawn == rk_square_bit(square + (us == RK_WHITE ? -8 : 8)) &&
	       rk_square_bit(king) &
		       (rk_bits_rank(0, us ^ 1) | rk_bits_rank(1, us ^ 1)) &&
	       rk_king_distance(king, square) <= 2 &&
	       rk_king_distance(king, square) <=
		       rk_king_distance(rk_pos_king(pos, us), square);
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

/*
 * Opposite-coloured bishops: the defender blockades on squares that the
 * attacker's bishop never controls. More pieces or passed pawns help to win.
 */
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
	int count = rk_bits_count(pawns), scale = rk_scale_by_pawns(count);

	if (are_opposite_bishops(pos))
		scale = scale_opposite_bishops(pos, passed, strong);
	if (scale >= RK_SCALE_FULL)
		return RK_SCALE_FULL;
	if (is_stalemate_defence(pos, strong) || is_wrong_corner(pos, strong) ||
	    is_blocked_knight_pawn(pos, strong))
		return 0;
	if (!pawns)
		return scale_pawnless(piece_points(pos, strong),
				      piece_points(pos, strong ^ 1));
	if (count == 1 && piece_points(pos, strong) <= 3 &&
	    piece_points(pos, strong ^ 1) >= 3)
		return 24; /* the defender gives a piece for the last pawn */
	return scale;
}

#ifndef RK_NO_NETWORK
int rk_ending_scale_drawish(const struct rk_pos *pos, int strong)
{
	if (is_stalemate_defence(pos, strong) || is_wrong_corner(pos, strong) ||
	    is_blocked_knight_pawn(pos, strong))
		return 0;
	if (rk_pos_pieces(pos, strong, RK_PAWN))
		return RK_SCALE_FULL;
	return scale_pawnless(piece_points(pos, strong),
			      piece_points(pos, strong ^ 1));
}
#endif
