/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What lasts longer than a task: the memory, and the styles by name. */
#include "engine/block.h"
#include "engine/four/search.h"

const char *const rk4_styles[] = {
	"brs+", "paranoid", "few4", "few1", "brs", "maxn", NULL,
};

/* In the same order: way, few, point, foes, rest. */
static const struct rk4_style styles[] = {
	{RK4_WAY_REPLY_MOVE, 0, 70, 10, 90}, {RK4_WAY_PARANOID, 0, 70, 10, 90},
	{RK4_WAY_PARANOID, 4, 70, 10, 90},   {RK4_WAY_PARANOID, 1, 70, 10, 90},
	{RK4_WAY_REPLY, 0, 70, 10, 90},      {RK4_WAY_MANY, 0, 70, 10, 90},
};

#define STYLES (sizeof(styles) / sizeof(styles[0]))

/* What a profile has. */
struct plan {
	int plies;
	int pool;
	int quiets;
	int lines;
	bool history;
};

static const struct plan plans[] = {
	[RK_PROFILE_SMALL] = {RK_SMALL_PLY, 1536, RK4_QUIET_SMALL, 1, false},
	[RK_PROFILE_FULL] = {RK_MAX_PLY, 20480, RK4_QUIET_BIG, RK_MAX_LINES,
			     true},
};

/* As in engine/engine.c. */
static struct rk4_mind *lay_out(struct rk_block *block, const struct plan *plan)
{
	struct rk4_mind *mind = rk_block_take(block, 1, sizeof(*mind));
	int plies = plan->plies, most = plies * (plies + 1) / 2;
	struct rk4_ply *line = rk_block_take(block, plies + 1, sizeof(*line));
	rk4_choice *pool = rk_block_take(block, plan->pool, sizeof(*pool));
	rk4_move *pv = rk_block_take(block, most, sizeof(*pv));
	uint8_t *pv_count = rk_block_take(block, plies + 1, 1);
	int32_t(*vectors)[RK4_SEATS] =
		rk_block_take(block, plies + 1, sizeof(*vectors));
	int16_t *quiets = rk_block_take(block, plan->quiets, sizeof(*quiets));
	struct rk4_history *history =
		rk_block_take(block, plan->history, sizeof(*history));
	struct rk_line *lines =
		rk_block_take(block, plan->lines, sizeof(*lines));
	rk_any_move *moves =
		rk_block_take(block, plan->lines * plies, sizeof(*moves));

	if (!block->memory)
		return NULL;
	memset(block->memory, 0, block->used);
	mind->max_ply = plan->plies;
	mind->max_lines = plan->lines;
	mind->plies = line;
	mind->pool = pool;
	mind->pool_size = plan->pool;
	mind->pv = pv;
	mind->pv_count = pv_count;
	mind->vectors = vectors;
	mind->quiets = quiets;
	mind->quiet_count = plan->quiets;
	mind->history = plan->history ? history : NULL;
	mind->course.lines = lines;
	for (int i = 0; i < plan->lines; i++)
		lines[i].moves = moves + i * plies;
	return mind;
}

size_t rk4_mind_size(enum rk_profile profile)
{
	struct rk_block block = {0};

	lay_out(&block, &plans[profile]);
	return block.used;
}

struct rk4_mind *rk4_mind_new(void *memory, enum rk_profile profile)
{
	struct rk_block block = {.memory = memory};
	struct rk4_mind *mind = lay_out(&block, &plans[profile]);

	mind->worth_options = UINT8_MAX;
	rk4_mind_set_style(mind, 0);
	return mind;
}

void rk4_mind_forget(struct rk4_mind *mind)
{
	memset(mind->quiets, 0,
	       (size_t)mind->quiet_count * sizeof(*mind->quiets));
	if (mind->history)
		memset(mind->history, 0, sizeof(*mind->history));
}

void rk4_mind_set_style(struct rk4_mind *mind, int style)
{
	if (style >= 0 && style < (int)STYLES)
		mind->style = &styles[style];
}

void rk4_mind_see(struct rk4_mind *mind, const struct rk4_pos *pos)
{
	mind->pos = *pos;
	mind->teams = pos->options & RK4_TEAMS;
	mind->hero = pos->turn;
	mind->has_dead = false;
	for (int square = 0; square < RK4_BOARD; square++)
		mind->has_dead |= rk4_is_piece(pos->board[square]) &&
				  pos->board[square] & RK4_DEAD;
	memset(mind->plies, 0,
	       (size_t)(mind->max_ply + 1) * sizeof(*mind->plies));
	rk4_worth_fill(mind);
	rk4_tally_start(&mind->plies[0].tally, mind);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_in_check(&mind->pos, seat))
			mind->plies[0].checks |= (uint8_t)(1 << seat);
}

uint64_t rk4_mind_nodes(const struct rk4_mind *mind)
{
	return rk_seen_nodes(&mind->course);
}

int rk4_evaluate(struct rk4_mind *mind, const struct rk4_pos *pos)
{
	rk4_mind_see(mind, pos);
	return rk4_eval(mind, 0);
}
