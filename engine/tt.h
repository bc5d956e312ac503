/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The transposition table as the searches see it. The table itself, its
 * memory and its age are in rookery/engine.h; tt.c describes the layout.
 * Any number of threads may probe and store at the same time.
 */
#ifndef RK_ENGINE_TT_H
#define RK_ENGINE_TT_H

#include "rookery/engine.h"

/* A decoded entry for two players. */
struct rk_tt_entry {
	rk_move move;  /* best or refutation; none: all moves failed low */
	int16_t score; /* for the side to move; mates count from the root */
	int16_t eval;  /* raw static evaluation, or RK_SCORE_NONE */
	int16_t depth; /* remaining; 0 and -1: quiescence search */
	uint8_t bound; /* enum rk_bound */
	bool was_pv;   /* some search met it in a principal variation */
};

/* False: a miss, *entry is as it was. Mates are counted from `ply`. */
bool rk_tt_probe(const struct rk_tt *tt, uint64_t key, int ply,
		 struct rk_tt_entry *entry);
void rk_tt_store(struct rk_tt *tt, uint64_t key, int ply,
		 const struct rk_tt_entry *entry);

/*
 * The same for an entry as it is packed; a miss is 0. The low 48 bits belong
 * to the kind of chess. `move_mask` selects those of them that hold a move:
 * storing without a move keeps the old one of the same position. The other
 * bits are those of rk_tt_pack_meta(), and the age, which rk_tt_store_data()
 * adds.
 */
uint64_t rk_tt_probe_data(const struct rk_tt *tt, uint64_t key);
void rk_tt_store_data(struct rk_tt *tt, uint64_t key, uint64_t data,
		      uint64_t move_mask);

/* Depths begin at -1, which is stored as 0. */
static inline uint64_t rk_tt_pack_meta(int depth, bool was_pv, int bound)
{
	return (uint64_t)(uint8_t)(depth + 1) << 48 | (uint64_t)was_pv << 61 |
	       (uint64_t)(unsigned int)bound << 62;
}

/*
 * The search counts the plies of a mate from the root. The same position is
 * also reached at other plies, so the table counts them from the position.
 */
static inline int rk_score_to_tt(int score, int ply)
{
	if (score > RK_SCORE_MATE_SOON)
		return score + ply;
	return score < -RK_SCORE_MATE_SOON ? score - ply : score;
}

static inline int rk_score_from_tt(int score, int ply)
{
	if (score > RK_SCORE_MATE_SOON)
		return score - ply;
	return score < -RK_SCORE_MATE_SOON ? score + ply : score;
}

/* Asks the processor to load the bucket of a key into its cache. */
void rk_tt_prefetch(const struct rk_tt *tt, uint64_t key);
/* Entries of this search, per mille of the table, from a sample. */
int rk_tt_hashfull(const struct rk_tt *tt);

#endif
