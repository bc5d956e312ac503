/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Generates the legal moves of a position, or counts them. No move is made to
 * test it: one mask holds the squares that answer a check, two hold the lines
 * along which pinned pieces may still move, and every piece's attacks are
 * intersected with them. Only king steps, castling and en passant look for
 * attackers one by one. In casual chess the masks are open and nothing is
 * tested.
 *
 * The code exists once: listing or counting, all moves or a part of them,
 * either colour are inlined versions of enumerate() with constant arguments.
 */
#include "core/count.h"

#include "rookery/moves.h"
#include "rookery/status.h"

/* Where moves go: into one of the lists, or only into the count. */
struct sink {
	rk_move *list;
	uint32_t *wide;
	int count;
};

struct masks {
	rk_bits target;    /* where any piece but the king may go */
	rk_bits pin_line;  /* pins along ranks and files, pinner included */
	rk_bits pin_cross; /* pins along diagonals */
};

enum part {
	ALL,
	TACTICAL, /* captures and promotions */
	QUIET,    /* all other moves */
};

RK_INLINE bool only_counts(const struct sink *sink)
{
	return !sink->list && !sink->wide;
}

RK_INLINE void add(struct sink *sink, rk_move move)
{
	if (sink->list)
		sink->list[sink->count] = move;
	else if (sink->wide)
		sink->wide[sink->count] = move;
	sink->count++;
}

RK_INLINE void add_from(struct sink *sink, int from, rk_bits targets)
{
	if (only_counts(sink)) {
		sink->count += rk_bits_count(targets);
		return;
	}
	while (targets)
		add(sink, rk_move_new(from, rk_bits_pop(&targets), RK_NORMAL));
}

/* Pawns that all moved by `step` squares. */
RK_INLINE void add_pawns(struct sink *sink, rk_bits targets, int step)
{
	if (only_counts(sink)) {
		sink->count += rk_bits_count(targets);
		return;
	}
	while (targets) {
		int to = rk_bits_pop(&targets);

		add(sink, rk_move_new(to - step, to, RK_NORMAL));
	}
}

RK_INLINE void add_promotions(struct sink *sink, rk_bits targets, int step)
{
	if (only_counts(sink)) {
		sink->count += 4 * rk_bits_count(targets);
		return;
	}
	while (targets) {
		int to = rk_bits_pop(&targets);

		for (int type = RK_QUEEN; type >= RK_KNIGHT; type--)
			add(sink, rk_move_promotion(to - step, to, type));
	}
}

/*
 * The lines from these sliders to the king that exactly one own piece blocks.
 */
RK_INLINE rk_bits pin_lines(rk_bits snipers, int king, rk_bits own)
{
	rk_bits lines = 0;

	while (snipers) {
		int sniper = rk_bits_pop(&snipers);
		rk_bits between = rk_between(king, sniper);

		if ((between & own) && !rk_bits_several(between & own))
			lines |= between | rk_square_bit(sniper);
	}
	return lines;
}

RK_INLINE struct masks find_masks(const struct rk_pos *pos, int king, int us)
{
	rk_bits own = pos->colour[us], enemy = pos->colour[us ^ 1];
	rk_bits queens = pos->type[RK_QUEEN];
	struct masks masks = {.target = ~own};

	if (pos->casual)
		return masks;
	if (pos->checkers)
		masks.target = pos->checkers |
			       rk_between(king, rk_bits_first(pos->checkers));
	masks.pin_line = pin_lines(
		rk_rooks_at(king, enemy, enemy & (pos->type[RK_ROOK] | queens)),
		king, own);
	masks.pin_cross = pin_lines(
		rk_bishops_at(king, enemy,
			      enemy & (pos->type[RK_BISHOP] | queens)),
		king, own);
	return masks;
}

RK_INLINE void pawn_pushes(struct sink *sink, const struct rk_pos *pos,
			   const struct masks *masks, enum part part, int us)
{
	rk_bits pawns = rk_pos_pieces(pos, us, RK_PAWN) & ~masks->pin_cross;
	rk_bits empty = ~rk_pos_occupied(pos);
	rk_bits last = rk_bits_rank(7, us);
	int step = us == RK_WHITE ? 8 : -8;
	rk_bits once, twice;

	once = rk_bits_forward(pawns & ~masks->pin_line, us) |
	       (rk_bits_forward(pawns & masks->pin_line, us) & masks->pin_line);
	once &= empty;
	twice = rk_bits_forward(once & rk_bits_rank(2, us), us) & empty;
	once &= masks->target;
	if (part != QUIET)
		add_promotions(sink, once & last, step);
	if (part == TACTICAL)
		return;
	add_pawns(sink, once & ~last, step);
	add_pawns(sink, twice & masks->target, 2 * step);
}

/* Captures to one side; `toward` shifts a set of squares to that side. */
RK_INLINE void pawn_captures(struct sink *sink, const struct rk_pos *pos,
			     const struct masks *masks,
			     rk_bits (*toward)(rk_bits), int aside, int us)
{
	rk_bits pawns = rk_pos_pieces(pos, us, RK_PAWN) & ~masks->pin_line;
	rk_bits last = rk_bits_rank(7, us);
	int step = (us == RK_WHITE ? 8 : -8) + aside;
	rk_bits targets;

	targets = toward(rk_bits_forward(pawns & ~masks->pin_cross, us)) |
		  (toward(rk_bits_forward(pawns & masks->pin_cross, us)) &
		   masks->pin_cross);
	targets &= pos->colour[us ^ 1] & masks->target;
	add_promotions(sink, targets & last, step);
	add_pawns(sink, targets & ~last, step);
}

RK_INLINE void en_passant(struct sink *sink, const struct rk_pos *pos, int us)
{
	rk_bits takers;

	if (pos->ep == RK_NO_SQUARE)
		return;
	takers = rk_bits_pawn_attacks(rk_square_bit(pos->ep), us ^ 1) &
		 rk_pos_pieces(pos, us, RK_PAWN);
	while (takers) {
		int from = rk_bits_pop(&takers);

		if (rk_ep_is_safe(pos, from, us))
			add(sink, rk_move_new(from, pos->ep, RK_EN_PASSANT));
	}
}

/*
 * Bishops or rooks. A queen is generated as both in turn, since a pin leaves it
 * one half of its moves.
 */
RK_INLINE void sliders(struct sink *sink, rk_bits pieces, rk_bits occupied,
		       rk_bits targets, rk_bits pin,
		       rk_bits (*attacks)(int, rk_bits))
{
	rk_bits pinned = pieces & pin;

	pieces &= ~pin;
	while (pieces) {
		int from = rk_bits_pop(&pieces);

		add_from(sink, from, attacks(from, occupied) & targets);
	}
	while (pinned) {
		int from = rk_bits_pop(&pinned);

		add_from(sink, from, attacks(from, occupied) & targets & pin);
	}
}

RK_INLINE void pieces(struct sink *sink, const struct rk_pos *pos,
		      const struct masks *masks, rk_bits targets, int us)
{
	rk_bits own = pos->colour[us];
	rk_bits knights = own & pos->type[RK_KNIGHT] & ~masks->pin_line &
			  ~masks->pin_cross;
	rk_bits queens = pos->type[RK_QUEEN];
	rk_bits occupied = rk_pos_occupied(pos);

	while (knights) {
		int from = rk_bits_pop(&knights);

		add_from(sink, from, rk_knight_attacks(from) & targets);
	}
	sliders(sink, own & (pos->type[RK_BISHOP] | queens) & ~masks->pin_line,
		occupied, targets, masks->pin_cross, rk_bishop_attacks);
	sliders(sink, own & (pos->type[RK_ROOK] | queens) & ~masks->pin_cross,
		occupied, targets, masks->pin_line, rk_rook_attacks);
}

RK_INLINE void king_steps(struct sink *sink, const struct rk_pos *pos, int king,
			  rk_bits targets, int us)
{
	rk_bits occupied = rk_pos_occupied(pos) ^ rk_square_bit(king);

	targets &= rk_king_attacks(king);
	while (targets) {
		int to = rk_bits_pop(&targets);

		if (pos->casual ||
		    !rk_pos_attackers_of(pos, to, occupied, us ^ 1))
			add(sink, rk_move_new(king, to, RK_NORMAL));
	}
}

RK_INLINE void castling(struct sink *sink, const struct rk_pos *pos, int king,
			int us)
{
	rk_bits rooks = pos->castle & pos->colour[us];

	while (rooks) {
		int rook = rk_bits_pop(&rooks);

		if (!(rk_castling_way(king, rook) & rk_pos_occupied(pos)) &&
		    rk_castling_is_safe(pos, king, rook, us))
			add(sink, rk_move_new(king, rook, RK_CASTLING));
	}
}

RK_INLINE int enumerate(const struct rk_pos *pos, rk_move *list, uint32_t *wide,
			enum part part, int us)
{
	struct sink sink = {.list = list, .wide = wide};
	rk_bits wanted = part == TACTICAL ? pos->colour[us ^ 1]
			 : part == QUIET  ? ~rk_pos_occupied(pos)
					  : ~pos->colour[us];
	struct masks masks;
	int king;

	if (pos->casual && !rk_pos_pieces(pos, us, RK_KING))
		return 0;
	king = rk_pos_king(pos, us);
	king_steps(&sink, pos, king, wanted, us);
	if (rk_bits_several(pos->checkers))
		return sink.count;
	masks = find_masks(pos, king, us);
	pawn_pushes(&sink, pos, &masks, part, us);
	if (part != QUIET) {
		pawn_captures(&sink, pos, &masks, rk_bits_west, -1, us);
		pawn_captures(&sink, pos, &masks, rk_bits_east, 1, us);
		en_passant(&sink, pos, us);
	}
	pieces(&sink, pos, &masks, masks.target & wanted, us);
	if (part != TACTICAL && !pos->checkers)
		castling(&sink, pos, king, us);
	return sink.count;
}

/*
 * By size there is one copy of it for all callers; where memory is short, one for all
 * but the search, which wants captures or quiet moves.
 */
#if defined(RK_BY_SIZE) || defined(RK_SMALL)
static __attribute__((__noinline__)) int enumerate_once(
	const struct rk_pos *pos, rk_move *list, uint32_t *wide, enum part part,
	int us)
{
	return enumerate(pos, list, wide, part, us);
}
#else
#define enumerate_once enumerate
#endif

#ifdef RK_BY_SIZE
#define enumerate_fast enumerate_once
#else
#define enumerate_fast enumerate
#endif

int rk_gen_legal(const struct rk_pos *pos, rk_move *list)
{
	return RK_FOR_SIDE(pos, enumerate_once, pos, list, NULL, ALL);
}

int rk_gen_tactical(const struct rk_pos *pos, rk_move *list)
{
	return RK_FOR_SIDE(pos, enumerate_fast, pos, list, NULL, TACTICAL);
}

int rk_gen_quiet(const struct rk_pos *pos, rk_move *list)
{
	return RK_FOR_SIDE(pos, enumerate_fast, pos, list, NULL, QUIET);
}

int rk_gen_legal_wide(const struct rk_pos *pos, uint32_t *list)
{
	return enumerate_once(pos, NULL, list, ALL, pos->side);
}

#ifdef RK_LANES

int rk_gen_count(const struct rk_pos *pos)
{
	if (pos->casual)
		return RK_FOR_SIDE(pos, enumerate_once, pos, NULL, NULL, ALL);
	return RK_FOR_SIDE(pos, rk_count_moves, pos);
}

int rk_gen_count_in_check(const struct rk_pos *pos, int us)
{
	struct rk_pos checked = *pos;

	checked.checkers = rk_pos_attackers_of(pos, rk_pos_king(pos, us),
					       rk_pos_occupied(pos), us ^ 1);
	return enumerate_once(&checked, NULL, NULL, ALL, us);
}

#else

int rk_gen_count(const struct rk_pos *pos)
{
	return RK_FOR_SIDE(pos, enumerate_once, pos, NULL, NULL, ALL);
}

#endif

/*
 * A cheap test that nearly always succeeds: a pawn that is not in line with its
 * king, and so cannot be pinned, can step ahead; or, in check, the king can
 * step aside.
 */
static bool has_easy_move(const struct rk_pos *pos)
{
	int us = pos->side, king;
	rk_bits targets = rk_bits_forward(rk_pos_pieces(pos, us, RK_PAWN), us) &
			  ~rk_pos_occupied(pos);
	struct sink sink = {.count = 0};

	if (!rk_pos_pieces(pos, us, RK_KING))
		return false;
	king = rk_pos_king(pos, us);
	if (pos->checkers) {
		king_steps(&sink, pos, king, ~pos->colour[us], us);
		return sink.count;
	}
	while (targets) {
		int from = rk_bits_pop(&targets) + (us == RK_WHITE ? -8 : 8);

		if (!rk_squares_in_line(from, king))
			return true;
	}
	return false;
}

bool rk_pos_has_move(const struct rk_pos *pos)
{
	return has_easy_move(pos) || rk_gen_count(pos) != 0;
}
