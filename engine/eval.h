/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Static evaluation of a position. Material and piece-square tables are
 * updated incrementally with every move of the search (struct rk_psqt), pawn
 * structure is cached (struct rk_pawn_table), the rest is computed afresh.
 */
#ifndef RK_ENGINE_EVAL_H
#define RK_ENGINE_EVAL_H

#include "rookery/moves.h"

/*
 * A middle game and an end game score in one number, so that one addition
 * adds both. terms.h packs and unpacks them.
 */
typedef int32_t rk_pair;

/*
 * The accumulator. Invariant: updating it move by move gives the same as
 * rk_psqt_start() of the position.
 */
struct rk_psqt {
	rk_pair score;          /* material and squares, White's view */
	uint32_t pawn_key;      /* of the pawns and kings */
	uint32_t piece_keys[2]; /* of each colour's pieces, king included */
};

void rk_psqt_start(struct rk_psqt *psqt, const struct rk_pos *pos);

/*
 * After a legal move of `piece` that captures `captured` or RK_NONE; castling
 * captures nothing. `next` may be `now`.
 */
void rk_psqt_move(struct rk_psqt *next, const struct rk_psqt *now, int piece,
		  int captured, rk_move move);

struct rk_kpk;

/*
 * What the evaluation remembers of pawns. The pawn hash table: its memory is
 * the caller's, zeroed at first; mask + 1 is the number of entries, a power of
 * two. And the bitbase of king and pawn against king, which may be NULL.
 */
struct rk_pawn_table {
	struct rk_pawn_entry *entries;
	uint32_t mask;
#ifndef RK_SMALL
	const struct rk_kpk *kpk;
#endif
};

size_t rk_pawn_entry_size(void);
/* Loads the entry of a position into the cache; the table has entries. */
void rk_pawns_prefetch(const struct rk_psqt *psqt,
		       const struct rk_pawn_table *table);

/*
 * Hundredths of a pawn for the side to move, within +-RK_EVAL_MAX. Beyond
 * RK_EVAL_WON it is a known win against a lone king. Must not be called in
 * check. The result does not depend on the contents of the pawn hash
 * table.
 */
#define RK_EVAL_MAX 20000
#define RK_EVAL_WON 10000
int rk_eval(const struct rk_pos *pos, const struct rk_psqt *psqt,
	    const struct rk_pawn_table *pawn_table);
/* The same of a position by itself. */
int rk_eval_alone(const struct rk_pos *pos, const struct rk_kpk *kpk);

/*
 * The evaluations of the positions seen last. A search comes back to many of them
 * although the transposition table does not have them: a small one has forgotten
 * them, and a node that is pruned by its evaluation is never stored there. A word is
 * the key of a position with the evaluation in place of its low 16 bits, which
 * choose the word. It holds what evaluated the position, so the cache never changes
 * a result, only the time that it takes. Zeroed memory is an empty cache.
 */
struct rk_eval_cache {
	uint64_t *words;
	uint32_t count; /* up to 65536 */
};

static inline uint64_t *rk_eval_cached(const struct rk_eval_cache *cache,
				       uint64_t key)
{
	return &cache->words[((uint32_t)key & 0xffff) * cache->count >> 16];
}

/*
 * Is material all that counts: an ending with a known result, or more men than
 * in any game? Then *score is White's view.
 */
bool rk_eval_by_material(const struct rk_pos *pos, int *score);

#endif
