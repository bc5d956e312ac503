/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From how things stand to a task for the thinker, and from its lines of
 * thought to those that xboard shows. The lists that a task points to are
 * written when it starts and stay as they are until it ends.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define HINT_MS 300

/*
 * The keys of the positions before the task's, as many as can matter; there
 * is room for one more, which pondering needs.
 */
static void fill_keys(struct rk_xboard *xb, struct rk_task *task)
{
	uint32_t room = RK_QUIET_KEYS - 1;
	uint32_t count = xb->count < room ? xb->count : room;

	for (uint32_t i = 0; i < count; i++)
		xb->keys[i] = xb->plies[xb->count - count + i].key;
	task->keys = xb->keys;
	task->key_count = (int)count;
}

/* The moves that are not excluded; all of them, if every one is. */
static void fill_only(struct rk_xboard *xb, struct rk_task *task)
{
	int count = rk_gen_legal(&xb->pos, xb->scratch.moves);
	int left = 0;

	for (int i = 0; i < count; i++)
		if (!(xb->excluded[i / 64] >> i % 64 & 1))
			xb->only[left++] = xb->scratch.moves[i];
	if (left == count)
		return;
	task->only = xb->only;
	task->only_count = left;
}

static void fill_strength(struct rk_xboard *xb, struct rk_task *task)
{
	if (!xb->values[RK_XBOARD_LIMIT])
		return;
	task->elo = xb->values[RK_XBOARD_ELO];
	task->seed = xb->port->seed(xb->port->self);
}

static void think(struct rk_xboard *xb, struct rk_task *task)
{
	rk_xboard_fill_clock(xb, task,
			     (int64_t)(rk_xboard_now(xb) - xb->turn_start));
	fill_only(xb, task);
	fill_strength(xb, task);
}

/* Is a move expected that leaves something to answer? Then it is made. */
static bool expect_move(const struct rk_xboard *xb, struct rk_task *task)
{
	struct rk_undo undo;

	if (xb->expected == RK_NO_MOVE)
		return false;
	rk_pos_make(&task->pos.two, xb->expected, &undo);
	if (rk_pos_has_move(&task->pos.two))
		return true;
	rk_pos_unmake(&task->pos.two, xb->expected, &undo);
	return false;
}

/*
 * About the answer to the move that is expected; without one, about what the
 * opponent may do, which leaves something in the table of positions.
 */
static void ponder(struct rk_xboard *xb, struct rk_task *task)
{
	if (!expect_move(xb, task)) {
		task->infinite = true;
		return;
	}
	xb->keys[task->key_count++] = rk_pos_key_repetition(&xb->pos);
	task->ponder = true;
	rk_xboard_fill_clock(xb, task, 0);
	fill_strength(xb, task);
}

static void analyse(struct rk_xboard *xb, struct rk_task *task)
{
	task->infinite = true;
	task->analyse = true;
	task->lines = xb->values[RK_XBOARD_LINES];
	fill_only(xb, task);
}

static void give_hint(struct rk_xboard *xb, struct rk_task *task)
{
	(void)xb;
	task->move_time = HINT_MS;
}

/* A move that needs no thinking. */
static bool take_from_book(struct rk_xboard *xb)
{
	const struct rk_xboard_port *port = xb->port;
	rk_move move;

	if (!xb->values[RK_XBOARD_BOOK] || !port->book_pick)
		return false;
	move = port->book_pick(port->self, &xb->pos, port->seed(port->self));
	if (move == RK_NO_MOVE || !rk_move_is_legal(&xb->pos, move))
		return false;
	xb->answer = (struct rk_answer){.best = move, .score = RK_SCORE_NONE};
	xb->answered = true;
	if (xb->posts)
		rk_out_line(&port->out, "0 0 0 0 (book)");
	return true;
}

void rk_xboard_start(struct rk_xboard *xb, enum rk_xboard_activity activity)
{
	static void (*const fill[])(struct rk_xboard *, struct rk_task *) = {
		[RK_XBOARD_THINK] = think,
		[RK_XBOARD_PONDER] = ponder,
		[RK_XBOARD_ANALYSE] = analyse,
		[RK_XBOARD_HINT] = give_hint,
	};
	const struct rk_thinker *thinker = xb->port->thinker;

	xb->activity = activity;
	xb->answered = false;
	memset(&xb->task, 0, sizeof(xb->task));
	if (activity == RK_XBOARD_THINK && take_from_book(xb))
		return;
	xb->task.rules = &rk_rules_standard;
	xb->task.pos.two = xb->pos;
	fill_keys(xb, &xb->task);
	fill[activity](xb, &xb->task);
	thinker->start(thinker->self, &xb->task, &xb->listener);
}

/* Mates have their own numbers: 100000 and the moves to it. */
static int64_t score_of(int score)
{
	int moves;

	if (!rk_score_is_mate(score))
		return score;
	moves = rk_score_mate_moves(score);
	return score > 0 ? 100000 + moves : -100000 + moves;
}

static void out_pv(const struct rk_xboard *xb, const struct rk_info *info)
{
	const struct rk_out *out = &xb->port->out;
	struct rk_pos pos = xb->task.pos.two;
	struct rk_undo undo;
	char text[RK_SAN_SIZE];

	if (xb->task.ponder && xb->activity == RK_XBOARD_PONDER) {
		rk_san_write(text, &xb->pos, xb->expected);
		rk_out_char(out, ' ');
		rk_out_text(out, text);
	}
	for (int i = 0; i < info->move_count; i++) {
		rk_move move = (rk_move)info->moves[i];

		if (!rk_move_is_legal(&pos, move))
			break;
		rk_san_write(text, &pos, move);
		rk_out_char(out, ' ');
		rk_out_text(out, text);
		rk_pos_make(&pos, move, &undo);
	}
	if (info->bound == RK_BOUND_UPPER)
		rk_out_char(out, '?');
	else if (info->bound == RK_BOUND_LOWER)
		rk_out_char(out, '!');
}

/* ply score time nodes pv; times are hundredths of a second here. */
static void out_thought(const struct rk_xboard *xb, const struct rk_info *info)
{
	const struct rk_out *out = &xb->port->out;
	/* Scores are the engine's, also while it looks at the opponent's move. */
	bool turned = xb->activity == RK_XBOARD_PONDER && !xb->task.ponder;

	rk_out_number(out, (uint64_t)(info->depth > 0 ? info->depth : 0));
	rk_out_char(out, ' ');
	rk_out_signed(out, score_of(turned ? -info->score : info->score));
	rk_out_char(out, ' ');
	rk_out_number(out, info->time / 10);
	rk_out_char(out, ' ');
	rk_out_number(out, info->nodes);
	out_pv(xb, info);
	rk_out_char(out, '\n');
}

void rk_xboard_hear(void *self, const struct rk_info *info)
{
	struct rk_xboard *xb = self;
	rk_any_move tried = xb->seen.tried;
	int number = xb->seen.tried_number;

	if (xb->activity == RK_XBOARD_IDLE)
		return;
	xb->seen = *info;
	xb->seen.moves = NULL;
	if (info->tried == RK_NO_MOVE) {
		xb->seen.tried = tried;
		xb->seen.tried_number = number;
	}
	if (!info->move_count)
		return;
	if (info->line <= 1)
		xb->seen_best = (rk_move)info->moves[0];
	if (xb->posts && xb->activity != RK_XBOARD_HINT)
		out_thought(xb, info);
}

/* stat01: time nodes ply mvleft mvtot mvname */
void rk_xboard_out_status(struct rk_xboard *xb)
{
	const struct rk_out *out = &xb->port->out;
	const struct rk_info *seen = &xb->seen;
	const struct rk_pos *pos = &xb->task.pos.two;
	rk_move tried = (rk_move)seen->tried;
	int total = xb->task.only_count ? xb->task.only_count
					: rk_gen_count(pos);
	int left = total - seen->tried_number;
	char text[RK_SAN_SIZE];
	const uint64_t numbers[] = {
		seen->time / 10,
		seen->nodes,
		(uint64_t)(seen->depth > 0 ? seen->depth : 0),
		(uint64_t)(left > 0 ? left : 0),
		(uint64_t)total,
	};

	rk_out_text(out, "stat01:");
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		rk_out_char(out, ' ');
		rk_out_number(out, numbers[i]);
	}
	if (rk_move_is_legal(pos, tried)) {
		rk_san_write(text, pos, tried);
		rk_out_char(out, ' ');
		rk_out_text(out, text);
	}
	rk_out_char(out, '\n');
}
