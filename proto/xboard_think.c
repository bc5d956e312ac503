/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Makes a task for the thinker from the state, and thinking output from its
 * reports. The lists that a task points to are written when it starts and do not
 * change until it ends.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define HINT_MS 300

/* The keys of earlier positions; pondering adds one more. */
static void fill_keys(struct rk_xboard *xb, struct rk_task *task)
{
	task->keys = xb->keys;
	task->key_count = rk_game_keys(&xb->game, xb->keys, RK_QUIET_KEYS - 1);
}

/* The moves that are not excluded; all moves, if every one is. */
static void fill_root_moves(struct rk_xboard *xb, struct rk_task *task)
{
	int count = rk_gen_legal(rk_xboard_pos(xb), xb->scratch.moves);
	int left = 0;

	for (int i = 0; i < count; i++)
		if (!(xb->excluded[i / 64] >> i % 64 & 1))
			xb->root_moves[left++] = xb->scratch.moves[i];
	if (left == count)
		return;
	task->only = xb->root_moves;
	task->only_count = left;
}

static void fill_strength(struct rk_xboard *xb, struct rk_task *task)
{
	if (!xb->values[RK_XBOARD_LIMIT])
		return;
	task->elo = xb->values[RK_XBOARD_ELO];
	task->seed = rk_xboard_random(xb);
}

static void fill_think(struct rk_xboard *xb, struct rk_task *task)
{
	rk_xboard_fill_clock(xb, task,
			     (int64_t)(rk_xboard_now(xb) - xb->turn_start));
	fill_root_moves(xb, task);
	fill_strength(xb, task);
}

/* Makes the expected move. False: there is none, or no reply to it. */
static bool make_expected_move(const struct rk_xboard *xb, struct rk_task *task)
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
 * Searches the reply to the expected move. Without one it searches the
 * opponent's position, which at least fills the transposition table.
 */
static void fill_ponder(struct rk_xboard *xb, struct rk_task *task)
{
	if (!make_expected_move(xb, task)) {
		task->infinite = true;
		return;
	}
	xb->keys[task->key_count++] = rk_pos_key_repetition(rk_xboard_pos(xb));
	task->ponder = true;
	rk_xboard_fill_clock(xb, task, 0);
	fill_strength(xb, task);
}

static void fill_analyse(struct rk_xboard *xb, struct rk_task *task)
{
	task->infinite = true;
	task->analyse = true;
	task->lines = xb->values[RK_XBOARD_LINES];
	fill_root_moves(xb, task);
}

static void fill_hint(struct rk_xboard *xb, struct rk_task *task)
{
	(void)xb;
	task->move_time = HINT_MS;
}

/* True: the answer is a book move, and no search is needed. */
static bool find_book_move(struct rk_xboard *xb)
{
	const struct rk_platform *platform = xb->platform;
	rk_move move;

	if (!xb->values[RK_XBOARD_BOOK] || !platform->book_pick)
		return false;
	move = platform->book_pick(platform->self, rk_xboard_pos(xb),
				   rk_xboard_random(xb));
	if (move == RK_NO_MOVE || !rk_move_is_legal(rk_xboard_pos(xb), move))
		return false;
	xb->answer = (struct rk_answer){.best = move, .score = RK_SCORE_NONE};
	xb->answered = true;
	if (xb->post)
		rk_out_line(&xb->out, "0 0 0 0 (book)");
	return true;
}

void rk_xboard_start(struct rk_xboard *xb, enum rk_xboard_activity activity)
{
	static void (*const fill[])(struct rk_xboard *, struct rk_task *) = {
		[RK_XBOARD_THINK] = fill_think,
		[RK_XBOARD_PONDER] = fill_ponder,
		[RK_XBOARD_ANALYSE] = fill_analyse,
		[RK_XBOARD_HINT] = fill_hint,
	};
	const struct rk_thinker *thinker = xb->thinker;

	xb->activity = activity;
	xb->answered = false;
	memset(&xb->task, 0, sizeof(xb->task));
	if (activity == RK_XBOARD_THINK && find_book_move(xb))
		return;
	xb->task.rules = &rk_rules_standard;
	xb->task.pos.two = *rk_xboard_pos(xb);
	fill_keys(xb, &xb->task);
	fill[activity](xb, &xb->task);
	thinker->start(thinker->self, &xb->task, &xb->listener);
}

/* A mate in N moves is 100000 + N, or -100000 - N. */
static int64_t xboard_score(int score)
{
	int moves;

	if (!rk_score_is_mate(score))
		return score;
	moves = rk_score_mate_moves(score);
	return score > 0 ? 100000 + moves : -100000 + moves;
}

static void print_pv(const struct rk_xboard *xb, const struct rk_info *info)
{
	const struct rk_out *out = &xb->out;
	struct rk_pos pos = xb->task.pos.two;
	struct rk_undo undo;
	char text[RK_SAN_SIZE];

	if (xb->task.ponder && xb->activity == RK_XBOARD_PONDER) {
		rk_san_write(text, rk_xboard_pos(xb), xb->expected);
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

/* "ply score time nodes pv", with the time in hundredths of a second. */
static void print_info(const struct rk_xboard *xb, const struct rk_info *info)
{
	const struct rk_out *out = &xb->out;
	/* Scores are the engine's, also in a search of the opponent's position. */
	bool negated = xb->activity == RK_XBOARD_PONDER && !xb->task.ponder;

	rk_out_number(out, (uint64_t)(info->depth > 0 ? info->depth : 0));
	rk_out_char(out, ' ');
	rk_out_signed(out, xboard_score(negated ? -info->score : info->score));
	rk_out_char(out, ' ');
	rk_out_number(out, info->time / 10);
	rk_out_char(out, ' ');
	rk_out_number(out, info->nodes);
	print_pv(xb, info);
	rk_out_char(out, '\n');
}

void rk_xboard_take_info(void *self, const struct rk_info *info)
{
	struct rk_xboard *xb = self;
	rk_any_move tried = xb->last_info.tried;
	int number = xb->last_info.tried_number;

	if (xb->activity == RK_XBOARD_IDLE)
		return;
	xb->last_info = *info;
	xb->last_info.moves = NULL;
	if (info->tried == RK_NO_MOVE) {
		xb->last_info.tried = tried;
		xb->last_info.tried_number = number;
	}
	if (!info->move_count)
		return;
	if (info->line <= 1)
		xb->last_best = (rk_move)info->moves[0];
	if (xb->post && xb->activity != RK_XBOARD_HINT)
		print_info(xb, info);
}

/* stat01: time nodes ply mvleft mvtot mvname */
void rk_xboard_out_status(struct rk_xboard *xb)
{
	const struct rk_out *out = &xb->out;
	const struct rk_info *seen = &xb->last_info;
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
