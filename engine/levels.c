/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The computer's levels. Levels 1 to 4 filter the legal moves by rules (level.h)
 * and pick one of the rest at random; they play every kind of chess. From level
 * 5 up an engine searches. In a game that it does not know, these levels play
 * like level 4.
 *
 * Nothing is kept between two questions. The same question gets the same answer
 * unless a time limit ends the search: that of a clock, or of the last level.
 */
#include "core/random.h"
#include "engine/level.h"
#include "engine/openings.h"
#include "engine/search.h"

/* The Elo of the levels that search; 0: full strength. */
static const int16_t elos[RK_LEVELS - RK_LEVELS_BY_RULES] = {
	1300, 1500, 1700, 1900, 2200, 2500, 2850, 0,
};

#ifndef RK_SMALL
/* tests/host/test_console.py holds the numbers against docs/measured.md. */
static const struct rk_level_about about[RK_LEVELS] = {
	{"random", "any legal move", 0},
	{"greedy", "takes what it can", 0},
	{"careful", "looks after its own", 0},
	{"schooled", "knows openings", 0},
	{"novice", "", 1289},
	{"hobby", "", 1511},
	{"club", "", 1756},
	{"league", "", 1921},
	{"expert", "", 2224},
	{"master", "", 2489},
	{"elite", "", 2912},
	{"full", "the engine with nothing held back", 0},
};
#endif

/* Limits of the last level: about a second on a PC. Time in milliseconds. */
#define MAX_NODES 1000000
#define MAX_TIME 1500

/*
 * With four players the levels differ only in the nodes that they search: in
 * free-for-all games, and in teams, where more nodes gain more.
 */
static const uint32_t node_limits[2][RK_LEVELS - RK_LEVELS_BY_RULES] = {
	{100, 180, 500, 2000, 8000, 30000, 150000, MAX_NODES},
	{250, 600, 1800, 5000, 15000, 50000, 200000, MAX_NODES},
};

int rk_level_elo(const struct rk_rules *rules, int level)
{
	return rules->orthodox && level > RK_LEVELS_BY_RULES
		       ? elos[level - RK_LEVELS_BY_RULES - 1]
		       : 0;
}

/* Milliseconds that may pass between the answer and the stop of the clock. */
#define OVERHEAD 30

/*
 * Derived from the seed, the position and the number of plies: a player that
 * comes back to a position may try another move.
 */
uint32_t rk_random_below(const struct rk_candidates *candidates, uint32_t limit)
{
	const struct rk_question *question = candidates->question;
	uint64_t number = rk_mix_seed(question->seed);

	number = rk_mix(number ^ candidates->rules->key(candidates->pos));
	number = rk_mix(number + (uint64_t)question->plies + limit);
	return (uint32_t)((number >> 32) * limit >> 32);
}

int rk_keep_best(struct rk_candidates *candidates,
		 int (*rule)(struct rk_candidates *candidates,
			     rk_any_move move))
{
	int best = RK_RULE_MIN - 1;

	for (int i = 0; i < candidates->count; i++) {
		int score;

		if (candidates->rejected[i])
			continue;
		score = rule(candidates, candidates->moves[i]);
		if (score > best) {
			best = score;
			memset(candidates->rejected, 1, (size_t)i);
		}
		candidates->rejected[i] = score < best;
	}
	return best;
}

/* One of the candidates that are left. */
static rk_any_move pick_random(const struct rk_candidates *candidates)
{
	uint32_t left = 0;
	int i = 0;

	for (int j = 0; j < candidates->count; j++)
		left += !candidates->rejected[j];
	left = rk_random_below(candidates, left);
	while (candidates->rejected[i] || left--)
		i++;
	return candidates->moves[i];
}

static int find_best_gain(struct rk_candidates *candidates)
{
	int best = 0;

	for (int i = 0; i < candidates->count; i++) {
		int gain = candidates->rejected[i]
				   ? 0
				   : rk_rule_gain(candidates,
						  candidates->moves[i]);

		if (gain > best)
			best = gain;
	}
	return best;
}

/* Winning as much as possible and giving check are equally good. */
static int rule_gain_or_check(struct rk_candidates *candidates,
			      rk_any_move move)
{
	int gain = rk_rule_gain(candidates, move);

	return (gain > 0 && gain == candidates->best_gain) ||
	       rk_rule_check(candidates, move) > 0;
}

/* Levels 2 and up: win material, or give check. */
static void apply_greedy_rules(struct rk_candidates *candidates)
{
	if (rk_keep_best(candidates, rk_rule_capture_with_check) > 0)
		return;
	candidates->best_gain = find_best_gain(candidates);
	rk_keep_best(candidates, rule_gain_or_check);
}

/* Levels 3 and up: lose no material, and make progress. */
static void apply_safety_rules(struct rk_candidates *candidates)
{
	if (rk_find_threatened(candidates))
		rk_keep_best(candidates, rk_rule_rescue);
	rk_keep_best(candidates, rk_rule_safety);
	rk_keep_best(candidates, rk_rule_progress);
}

/* Level 4: allow few checks and control many squares. */
static void apply_control_rules(struct rk_candidates *candidates)
{
	rk_keep_best(candidates, rk_rule_few_checks);
	rk_keep_best(candidates, rk_rule_control);
}

/*
 * The levels differ in their rules and in nothing else. A mate comes before
 * everything; level 1 has no rules at all.
 */
static void apply_rules(struct rk_candidates *candidates, int level)
{
	if (level < 2 || rk_keep_best(candidates, rk_rule_mate) > 0)
		return;
	if (level >= 4 && rk_keep_opening_moves(candidates))
		return;
	if (level >= 3)
		apply_safety_rules(candidates);
	apply_greedy_rules(candidates);
	if (level >= 4)
		apply_control_rules(candidates);
}

/*
 * The limits of a level. With four players the number of nodes varies at random
 * by a tenth; otherwise the same game would be played again and again.
 */
static void set_strength(struct rk_task *task,
			 const struct rk_question *question)
{
	uint64_t mixed = rk_mix(rk_mix_seed(question->seed) ^
				question->rules->key(question->pos));
	uint32_t percent = 90 + (uint32_t)(mixed % 21);

	task->nodes = MAX_NODES;
	if (question->rules->players == 2) {
		task->elo = rk_level_elo(question->rules, question->level);
	} else {
		bool teams = rk_are_partners(question->rules, 0, 2);
		int number = question->level - RK_LEVELS_BY_RULES - 1;

		task->nodes = node_limits[teams][number] * percent / 100;
	}
}

/* Milliseconds for a move in a game without clocks; 0: no limit. */
static int64_t time_for(const struct rk_platform *platform, int level)
{
	if (platform->level_ms)
		return platform->level_ms[level - RK_LEVELS_BY_RULES - 1];
	return level == RK_LEVELS ? MAX_TIME : 0;
}

/* The memory holds the task first, then the engine. */
#define TASK_SIZE ((sizeof(struct rk_task) + 7) & ~(size_t)7)

static size_t engine_size(const struct rk_platform *platform)
{
	return platform->memory_size - TASK_SIZE;
}

/* The answer must not depend on earlier searches: nothing may be left of them. */
static struct rk_engine *fresh_engine(const struct rk_platform *platform,
				      const struct rk_rules *rules)
{
	if (!platform->engine)
		return rk_engine_new(
			(char *)platform->memory + TASK_SIZE,
			engine_size(platform),
			rk_engine_profile(engine_size(platform), rules), NULL);
	rk_engine_forget(platform->engine);
	rk_tt_clear(platform->engine->tt, 0, 1);
	return platform->engine;
}

/* The answer is dropped if the platform cancels after the search has ended. */
static bool is_cancelled(const struct rk_platform *platform,
			 enum rk_signal signal)
{
	if (signal != RK_SIGNAL_CANCEL && platform->poll)
		signal = platform->poll(platform->self, 0);
	return signal == RK_SIGNAL_CANCEL;
}

static rk_any_move search(const struct rk_platform *platform,
			  const struct rk_question *question)
{
	bool has_clock = question->time > 0;
	struct rk_task *task = platform->memory;
	const struct rk_listener watcher = {platform->self, platform->thinking,
					    NULL};
	struct rk_answer answer;

	memset(task, 0, sizeof(*task));
	task->rules = question->rules;
	memcpy(&task->pos, question->pos, question->rules->pos_size);
	task->keys = question->keys;
	task->key_count = question->key_count;
	task->has_clock = has_clock;
	task->time = question->time;
	task->increment = question->increment;
	task->overhead = has_clock ? OVERHEAD : 0;
	task->seed = question->seed;
	set_strength(task, question);
	if (!has_clock)
		task->move_time = time_for(platform, question->level);
	rk_engine_think(fresh_engine(platform, task->rules), task, platform,
			platform->thinking ? &watcher : NULL, &answer);
	return is_cancelled(platform, answer.signal) ? 0 : answer.best;
}

static bool can_search(const struct rk_platform *platform,
		       const struct rk_question *question)
{
	if (question->level <= RK_LEVELS_BY_RULES)
		return false;
	if (platform->engine)
		return rk_engine_knows(platform->engine, question->rules);
	return platform->memory_size > TASK_SIZE &&
	       rk_engine_would_know(engine_size(platform), question->rules);
}

static rk_any_move choose(void *self, const struct rk_question *question)
{
	const struct rk_platform *platform = self;
	struct rk_levels_scratch *scratch = platform->memory;
	struct rk_candidates candidates = {
		.question = question,
		.rules = question->rules,
		.pos = &scratch->pos,
		.moves = scratch->moves,
		.rejected = scratch->rejected,
		.seat = question->rules->turn(question->pos),
	};

	memcpy(candidates.pos, question->pos, question->rules->pos_size);
	memset(candidates.rejected, 0, sizeof(scratch->rejected));
	candidates.count =
		candidates.rules->moves(candidates.pos, candidates.moves);
	if (candidates.count == 1)
		return candidates.moves[0];
	/* The search takes over the memory of the candidates. */
	if (can_search(platform, question) && !rk_keep_book_moves(&candidates))
		return search(platform, question);
	if (!can_search(platform, question))
		apply_rules(&candidates, question->level);
	return pick_random(&candidates);
}

/*
 * A player accepts a draw that is a gain, and from move 40 on one that is no
 * loss. With points a draw pays, so a player with at most half of the material
 * of the strongest enemy accepts as well.
 */
#define LATE_MOVE 40

static bool accepts_draw(void *self, const struct rk_question *question,
			 int seat)
{
	const struct rk_rules *rules = question->rules;
	const union rk_any_pos *pos = question->pos;
	int gain = rk_draw_gain(rules, pos, seat);

	(void)self;
	if (rules->points && rk_material_balance(rules, pos, seat) <=
				     -rk_material(rules, pos, seat))
		return true;
	return gain > 0 || (gain == 0 && rules->move_number(pos) >= LATE_MOVE);
}

static bool opening(void *self, char name[RK_OPENING_SIZE],
		    const struct rk_rules *rules, const union rk_any_pos *pos)
{
	uint64_t key = rules->book_key(pos);

	(void)self;
	return key && rk_opening_name(name, key);
}

size_t rk_levels_memory_size(void)
{
	size_t searching = TASK_SIZE + rk_engine_bound(RK_PROFILE_SMALL);

	return searching > RK_LEVELS_MEMORY ? searching : RK_LEVELS_MEMORY;
}

static int levels_of(const struct rk_platform *platform)
{
	if (platform->memory_size < RK_LEVELS_MEMORY)
		return 0;
	return platform->engine ||
			       platform->memory_size >= rk_levels_memory_size()
		       ? RK_LEVELS
		       : RK_LEVELS_BY_RULES;
}

void rk_levels_init(struct rk_player *player,
		    const struct rk_platform *platform)
{
	*player = (struct rk_player){
		.self = (void *)platform,
		.levels = levels_of(platform),
#ifndef RK_SMALL
		.about = about,
#endif
		.choose = choose,
		.accepts_draw = accepts_draw,
		.opening = opening,
	};
}
