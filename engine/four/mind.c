/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What lasts longer than a task: the memory, and the styles by name. */
#include "engine/four/search.h"

const char *const rk4_styles[] = {
	"paranoid", "few4", "few1", "brs", "brs+", "maxn", NULL,
};

/* In the same order: way, few, point, foes, rest. */
static const struct rk4_style styles[] = {
	{RK4_WAY_PARANOID, 0, 70, 10, 90},
	{RK4_WAY_PARANOID, 4, 70, 10, 90},
	{RK4_WAY_PARANOID, 1, 70, 10, 90},
	{RK4_WAY_REPLY, 0, 70, 10, 90},
	{RK4_WAY_REPLY_MOVE, 0, 70, 10, 90},
	{RK4_WAY_MANY, 0, 70, 10, 90},
};

#define STYLES (sizeof(styles) / sizeof(styles[0]))

size_t rk4_mind_size(void)
{
	return sizeof(struct rk4_mind);
}

struct rk4_mind *rk4_mind_new(void *memory)
{
	struct rk4_mind *mind = memory;

	memset(mind, 0, sizeof(*mind));
	mind->worth_options = UINT8_MAX;
	mind->course.lines = mind->lines;
	for (int i = 0; i < RK_MAX_LINES; i++)
		mind->lines[i].moves = mind->line_moves[i];
	rk4_mind_set_style(mind, 0);
	return mind;
}

void rk4_mind_forget(struct rk4_mind *mind)
{
	memset(&mind->history, 0, sizeof(mind->history));
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
	memset(mind->plies, 0, sizeof(mind->plies));
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
