/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The computer's levels 1 to 4. Each is a row of wishes: the legal moves are
 * sifted by one after the other, and of those that are left in the end chance
 * takes one. Nothing is kept between two questions, and the same question
 * gets the same answer. Written on struct rk_rules alone, for all its rows.
 */
#include "engine/level.h"
#include "engine/openings.h"

#define LEVELS 4

/* Spreads every bit of a number over all of it. */
static uint64_t mix(uint64_t number)
{
	number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
	number = (number ^ number >> 27) * 0x94d049bb133111eb;
	return number ^ number >> 31;
}

/*
 * Out of seed and position; and how many were before it, so that one who
 * comes back to a position may try something else.
 */
uint32_t rk_chance(const struct rk_thought *thought, uint32_t limit)
{
	const struct rk_question *question = thought->question;
	uint64_t number = mix(question->seed + 0x9e3779b97f4a7c15);

	number = mix(number ^ thought->rules->key(thought->pos));
	number = mix(number + (uint64_t)question->key_count + limit);
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

static rk_any_move choose(void *self, const struct rk_question *question)
{
	struct rk_levels *memory = self;
	struct rk_thought thought = {
		.question = question,
		.rules = question->rules,
		.pos = &memory->pos,
		.moves = memory->moves,
		.dropped = memory->dropped,
		.seat = question->rules->turn(question->pos),
	};

	memcpy(thought.pos, question->pos, question->rules->pos_size);
	memset(thought.dropped, 0, sizeof(memory->dropped));
	thought.count = thought.rules->moves(thought.pos, thought.moves);
	sift(&thought, question->level);
	return take_one(&thought);
}

/* Who is behind is glad of a draw; who is not wants to play first. */
#define LATE_MOVE 40

static bool accepts_draw(void *self, const struct rk_question *question,
			 int seat)
{
	const struct rk_rules *rules = question->rules;
	int balance = rk_balance(rules, question->pos, seat);

	(void)self;
	return balance < 0 ||
	       (balance == 0 &&
		rules->move_number(question->pos) >= LATE_MOVE);
}

static const char *opening(void *self, const struct rk_rules *rules,
			   const void *pos)
{
	uint64_t key = rules->book_key(pos);

	(void)self;
	return key ? rk_opening_name(key) : NULL;
}

void rk_levels_init(struct rk_player *player, struct rk_levels *memory)
{
	*player = (struct rk_player){
		.self = memory,
		.levels = LEVELS,
		.choose = choose,
		.accepts_draw = accepts_draw,
		.opening = opening,
	};
}
