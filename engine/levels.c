/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The computer's levels. 1 to 4 are rows of wishes: the legal moves are sifted
 * by one after the other, and of those that are left in the end chance takes
 * one. They are written on struct rk_rules alone, for all its rows. From 5 up
 * an engine searches, if it knows the game; where not, they play like 4.
 * Nothing is kept between two questions, and the same question gets the same
 * answer, unless time runs out: a clock's, or what the last level may take.
 */
#include "core/chance.h"
#include "engine/level.h"
#include "engine/openings.h"
#include "engine/search.h"

#define WISHING RK_LEVELS_WISHING

/* The strength of the levels that search; the last one's is all there is. */
static const int16_t strengths[RK_LEVELS - WISHING] = {
	1300, 1500, 1700, 1900, 2200, 2500, 2850, 0,
};

/* How far the last one looks: about a second on a PC, and so long elsewhere. */
#define MOST_NODES 1000000
#define MOST_TIME 1500

/*
 * With four players nobody is weak, but they do not look equally far: each for
 * himself, and in teams, where a longer look is worth more.
 */
static const uint32_t looks[2][RK_LEVELS - WISHING] = {
	{100, 180, 500, 2000, 8000, 30000, 150000, MOST_NODES},
	{250, 600, 1800, 5000, 15000, 50000, 200000, MOST_NODES},
};

int rk_level_elo(const struct rk_rules *rules, int level)
{
	return rules == &rk_rules_standard && level > WISHING
		       ? strengths[level - WISHING - 1]
		       : 0;
}

/* Milliseconds that may get lost between a thought and the clock. */
#define OVERHEAD 30

/*
 * Out of seed and position; and how many were before it, so that one who
 * comes back to a position may try something else.
 */
uint32_t rk_chance(const struct rk_thought *thought, uint32_t limit)
{
	const struct rk_question *question = thought->question;
	uint64_t number = rk_mix_seed(question->seed);

	number = rk_mix(number ^ thought->rules->key(thought->pos));
	number = rk_mix(number + (uint64_t)question->plies + limit);
	return (uint32_t)((number >> 32) * limit >> 32);
}

int rk_keep_best(struct rk_thought *thought,
		 int (*wish)(struct rk_thought *thought, rk_any_move move))
{
	int best = RK_POINTS_MIN - 1;

	for (int i = 0; i < thought->count; i++) {
		int points;

		if (thought->dropped[i])
			continue;
		points = wish(thought, thought->moves[i]);
		if (points > best) {
			best = points;
			memset(thought->dropped, 1, (size_t)i);
		}
		thought->dropped[i] = points < best;
	}
	return best;
}

static rk_any_move take_one(const struct rk_thought *thought)
{
	uint32_t left = 0;
	int i = 0;

	for (int j = 0; j < thought->count; j++)
		left += !thought->dropped[j];
	left = rk_chance(thought, left);
	while (thought->dropped[i] || left--)
		i++;
	return thought->moves[i];
}

static void be_greedy(struct rk_thought *thought)
{
	rk_keep_best(thought, rk_wish_capture_with_check);
	rk_keep_best(thought, rk_wish_gain);
	rk_keep_best(thought, rk_wish_check);
}

static void be_careful(struct rk_thought *thought)
{
	if (rk_find_target(thought))
		rk_keep_best(thought, rk_wish_rescue);
	rk_keep_best(thought, rk_wish_safety);
	rk_keep_best(thought, rk_wish_progress);
}

static void be_dominant(struct rk_thought *thought)
{
	rk_keep_best(thought, rk_wish_calm);
	rk_keep_best(thought, rk_wish_control);
}

static void sift(struct rk_thought *thought, int level)
{
	if (level < 2 || rk_keep_best(thought, rk_wish_mate) > 0)
		return;
	if (level >= 4 && rk_keep_opening(thought))
		return;
	if (level >= 3)
		be_careful(thought);
	be_greedy(thought);
	if (level >= 4)
		be_dominant(thought);
}

/* Who wants no answer does not want one a moment later either. */
static enum rk_haste ask_asker(struct rk_levels *memory)
{
	const struct rk_question *question = memory->question;

	if (question->stop && memory->haste != RK_NEVER_MIND) {
		enum rk_haste haste = question->stop(question->asker);

		if (haste != RK_NO_HASTE)
			memory->haste = haste;
	}
	return memory->haste;
}

static enum rk_wish poll(void *self, uint64_t nodes)
{
	(void)nodes;
	return ask_asker(self) == RK_NO_HASTE ? RK_GO_ON : RK_STOP_NOW;
}

static uint64_t now(void *self)
{
	const struct rk_levels *memory = self;

	return memory->now(memory->clock);
}

/*
 * Limits of nodes and time by level. What is left to chance with four players
 * is a fifth of the nodes; else the same game would be played again and again.
 */
static void set_strength(struct rk_task *task,
			 const struct rk_question *question)
{
	uint64_t chance = rk_mix(rk_mix_seed(question->seed) ^
				 question->rules->key(question->pos));
	uint32_t percent = 90 + (uint32_t)(chance % 21);

	task->nodes = MOST_NODES;
	if (question->rules->players == 2) {
		task->elo = rk_level_elo(question->rules, question->level);
	} else {
		bool teams = rk_are_partners(question->rules, 0, 2);
		int number = question->level - WISHING - 1;

		task->nodes = looks[teams][number] * percent / 100;
	}
}

/* Where a clock runs, that says how long to think. */
static int64_t time_for(const struct rk_levels *memory, int level)
{
	if (memory->times)
		return memory->times[level - WISHING - 1];
	return level == RK_LEVELS ? MOST_TIME : 0;
}

/* What a room has for an engine, beyond the task. */
#define TASK_SIZE ((sizeof(struct rk_task) + 7) & ~(size_t)7)

static size_t engine_room(const struct rk_levels *memory)
{
	return memory->room - TASK_SIZE;
}

/* One that knows nothing yet: the one that stays, or a new one. */
static struct rk_engine *fresh_engine(const struct rk_levels *memory)
{
	if (!memory->engine)
		return rk_engine_new((char *)memory->desk + TASK_SIZE,
				     engine_room(memory), RK_PROFILE_SMALL,
				     NULL);
	rk_engine_forget(memory->engine);
	rk_table_clear(memory->engine->table, 0, 1);
	return memory->engine;
}

static rk_any_move search(struct rk_levels *memory,
			  const struct rk_question *question)
{
	const struct rk_engine_port port = {
		.self = memory,
		.now = memory->now ? now : NULL,
		.poll = poll,
		.every = memory->every,
	};
	bool has_clock = question->time > 0;
	struct rk_task *task = &memory->desk->task;
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
		task->move_time = time_for(memory, question->level);
	memory->question = question;
	memory->haste = RK_NO_HASTE;
	rk_engine_think(fresh_engine(memory), task, &port, &answer);
	/* Has the asker lost interest while it thought? */
	return ask_asker(memory) == RK_NEVER_MIND ? 0 : answer.best;
}

static bool can_search(const struct rk_levels *memory,
		       const struct rk_question *question)
{
	if (question->level <= WISHING)
		return false;
	if (memory->engine)
		return rk_engine_knows(memory->engine, question->rules);
	return memory->room &&
	       rk_engine_would_know(engine_room(memory), question->rules);
}

static rk_any_move choose(void *self, const struct rk_question *question)
{
	struct rk_levels *memory = self;
	struct rk_desk *desk = memory->desk;
	struct rk_thought thought = {
		.question = question,
		.rules = question->rules,
		.pos = &desk->pos,
		.moves = desk->moves,
		.dropped = desk->dropped,
		.seat = question->rules->turn(question->pos),
	};

	memcpy(thought.pos, question->pos, question->rules->pos_size);
	memset(thought.dropped, 0, sizeof(desk->dropped));
	thought.count = thought.rules->moves(thought.pos, thought.moves);
	if (thought.count == 1)
		return thought.moves[0];
	/* From the search on the desk is the engine's. */
	if (can_search(memory, question) && !rk_keep_known(&thought))
		return search(memory, question);
	if (!can_search(memory, question))
		sift(&thought, question->level);
	return take_one(&thought);
}

/*
 * For whom a draw is no loss; but who is equal wants to play first. With points
 * a draw pays, and who has no more than half of what another has takes that.
 */
#define LATE_MOVE 40

static bool accepts_draw(void *self, const struct rk_question *question,
			 int seat)
{
	const struct rk_rules *rules = question->rules;
	const void *pos = question->pos;
	int gain = rk_draw_gain(rules, pos, seat);

	(void)self;
	if (rules->points &&
	    rk_balance(rules, pos, seat) <= -rk_material(rules, pos, seat))
		return true;
	return gain > 0 || (gain == 0 && rules->move_number(pos) >= LATE_MOVE);
}

static bool opening(void *self, char name[RK_OPENING_SIZE],
		    const struct rk_rules *rules, const void *pos)
{
	uint64_t key = rules->book_key(pos);

	(void)self;
	return key && rk_opening_name(name, key);
}

void rk_levels_init(struct rk_player *player, struct rk_levels *memory,
		    struct rk_desk *desk)
{
	*memory = (struct rk_levels){.desk = desk};
	*player = (struct rk_player){
		.self = memory,
		.levels = WISHING,
		.choose = choose,
		.accepts_draw = accepts_draw,
		.opening = opening,
	};
}

void rk_levels_add_engine(struct rk_player *player, struct rk_engine *engine,
			  uint64_t (*clock)(void *self), void *self)
{
	struct rk_levels *memory = player->self;

	memory->engine = engine;
	memory->now = clock;
	memory->clock = self;
	player->levels = RK_LEVELS;
}

bool rk_levels_add_room(struct rk_player *player, void *room, size_t size,
			uint64_t (*clock)(void *self), void *self)
{
	struct rk_levels *memory = player->self;

	if (size < rk_levels_bound())
		return false;
	rk_levels_add_engine(player, NULL, clock, self);
	memory->desk = room;
	memory->room = size;
	return true;
}

size_t rk_levels_bound(void)
{
	size_t searching = TASK_SIZE + rk_engine_bound(RK_PROFILE_SMALL);

	return searching > sizeof(struct rk_desk) ? searching
						  : sizeof(struct rk_desk);
}
