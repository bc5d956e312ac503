/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Weakness as people have it. A weak player does not know the good move and
 * play a bad one instead: he honestly believes in what he plays. So here
 * nothing is thrown away at the end of a thought; it is the thought that is
 * weaker. Some moves are overlooked, and the harder a move is to see, the more
 * often; positions are judged a little wrong; and it does not look far.
 *
 * What is overlooked is the same all through one thought, and so is what is
 * misjudged: both follow from the seed, the position on the board and the move
 * or the men. Would every node throw dice anew, the search would find the
 * lines in which the dice hide the refutation and believe in those alone.
 *
 * Nothing depends on a clock, on tables that others have filled, or on what
 * was learnt before: the same task with the same seed gets the same answer.
 */
#include "core/chance.h"
#include "engine/pawns.h"
#include "engine/search.h"

/*
 * What belongs to an Elo number; in between there are straight lines. Found
 * by matches; bench/levels_elo.py measures what has become of it.
 */
struct mark {
	uint16_t elo;
	uint16_t blind;
	uint16_t noise;
	uint32_t nodes;
};

static const struct mark marks[] = {
	{RK_ELO_LEAST, 1350, 195, 1},   {800, 1000, 132, 9},
	{1100, 600, 100, 40},           {1400, 335, 75, 112},
	{1700, 122, 49, 490},           {2000, 80, 38, 960},
	{2300, 40, 28, 2150},           {2600, 24, 17, 5500},
	{RK_ELO_MOST + 1, 8, 7, 15000},
};

/* A look that has begun may take more nodes than were planned. */
#define OVERTIME 4
#define OVERTIME_LEAST 2000

/* Buckets of the table that are emptied and used: not more than a glance. */
#define BUCKETS 16384

/*
 * At the board, not in thought, nobody overlooks a piece that can be had so
 * near; recaptures are mostly that.
 */
#define WORTH_A_LOOK 250
#define NEAR 2

static uint32_t between(uint32_t low, uint32_t high, uint32_t part,
			uint32_t whole)
{
	return (low * (whole - part) + high * part) / whole;
}

static void find_mark(struct mark *mark, int elo)
{
	const struct mark *low = marks;
	uint32_t part, whole;

	if (elo < RK_ELO_LEAST)
		elo = RK_ELO_LEAST;
	while (low[1].elo <= elo)
		low++;
	part = (uint32_t)elo - low->elo;
	whole = (uint32_t)low[1].elo - low->elo;
	mark->blind = (uint16_t)between(low->blind, low[1].blind, part, whole);
	mark->noise = (uint16_t)between(low->noise, low[1].noise, part, whole);
	mark->nodes = between(low->nodes, low[1].nodes, part, whole);
}

/* Of 1024 tries to see it, after how many is this move seen? */
static uint32_t luck(const struct rk_engine *engine, rk_move move)
{
	uint64_t which = (uint64_t)move << 8 |
			 engine->pos.board[rk_move_from(move)];

	return (uint32_t)(rk_mix(engine->weak->salt ^ which) >> 54);
}

/* The move at the root that is seen best, so that there is one. */
static rk_move find_sure(struct rk_engine *engine)
{
	rk_move *moves = (rk_move *)engine->pool, best = RK_NO_MOVE;
	uint32_t most = 0;

	for (int i = rk_gen_legal(&engine->pos, moves); i--;)
		if (!best || luck(engine, moves[i]) > most) {
			best = moves[i];
			most = luck(engine, best);
		}
	return best;
}

/* A part of the table, empty; or all that there is of it. */
static void take_table(struct rk_engine *engine)
{
	struct rk_weakness *weakness = &engine->weakness;

	weakness->whole = engine->table;
	weakness->table = *engine->table;
	if (weakness->table.count > BUCKETS)
		weakness->table.count = BUCKETS;
	weakness->table.age = 0;
	rk_table_clear(&weakness->table, 0, 1);
	engine->table = &weakness->table;
}

void rk_weak_begin(struct rk_engine *engine)
{
	struct rk_course *course = &engine->course;
	const struct rk_task *task = course->task;
	struct rk_weakness *weakness = &engine->weakness;
	struct mark mark;
	uint32_t most;

	engine->weak = NULL;
	if (!rk_task_is_weak(task))
		return;
	find_mark(&mark, task->elo);
	most = mark.nodes * OVERTIME + OVERTIME_LEAST;
	*weakness = (struct rk_weakness){
		.salt = rk_mix(rk_mix_seed(task->seed) ^ engine->pos.key),
		.blind = mark.blind,
		.noise = mark.noise,
		.sees_root = task->only_count > 0,
	};
	engine->weak = weakness;
	course->enough = mark.nodes;
	if (!course->most || course->most > most)
		course->most = most;
	weakness->sure = find_sure(engine);
	rk_forget_two(engine);
	take_table(engine);
}

/* Nobody else is to believe what a weak player has found. */
void rk_weak_end(struct rk_engine *engine)
{
	if (!engine->weak)
		return;
	rk_table_clear(&engine->weakness.table, 0, 1);
	engine->table = engine->weakness.whole;
	engine->weak = NULL;
}

/* Does the piece go back towards its own side? */
static bool goes_back(const struct rk_pos *pos, rk_move move)
{
	int from = rk_square_rank(rk_move_from(move));
	int to = rk_square_rank(rk_move_to(move));

	return pos->side == RK_WHITE ? to < from : to > from;
}

/* What is taken catches the eye, most of all if it costs nothing. */
static int hardness_of_capture(const struct rk_engine *engine, int ply,
			       rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int taker =
		rk_trade_value[rk_piece_type(pos->board[rk_move_from(move)])];
	int taken = rk_trade_value[rk_piece_type(pos->board[rk_move_to(move)])];

	if (rk_move_kind(move) == RK_EN_PASSANT)
		return 20;
	if (ply == 0 && rk_trade_wins(pos, move, WORTH_A_LOOK) &&
	    rk_steps(rk_move_from(move), rk_move_to(move)) <= NEAR)
		return 0;
	if (taken + 50 >= taker)
		return 4;
	if (ply == 0 && rk_trade_wins(pos, move, 1))
		return 4;
	return rk_trade_wins(pos, move, 0) ? 7 : 20;
}

static int hardness_of_quiet(const struct rk_engine *engine, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int type = rk_piece_type(pos->board[rk_move_from(move)]);

	if (rk_move_kind(move) == RK_CASTLING)
		return 6;
	if (rk_move_gives_check(pos, move))
		return 12;
	if (type == RK_KNIGHT)
		return 26;
	/* A king is left in peace as long as there are queens. */
	if (type == RK_KING)
		return pos->type[RK_QUEEN] ? 60 : 18;
	return type == RK_PAWN ? 18 : 22;
}

/*
 * How hard is it to see this move? What takes back is seen by everybody; far
 * ways, ways back and lines that were opened just before are seen late.
 */
static int hardness(const struct rk_engine *engine, int ply, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	const struct rk_ply *before = &engine->plies[ply - 1];
	int from = rk_move_from(move), to = rk_move_to(move);
	int points;

	if (rk_move_kind(move) == RK_PROMOTION)
		return rk_move_promoted(move) == RK_QUEEN ? 4 : 60;
	if (rk_is_quiet(pos, move)) {
		points = hardness_of_quiet(engine, move);
	} else {
		if (ply > 0 && before->move && rk_move_to(before->move) == to)
			return 0;
		points = hardness_of_capture(engine, ply, move);
		if (!points)
			return 0;
	}
	if (rk_move_kind(move) != RK_CASTLING) {
		points += 2 * rk_steps(from, to) - 2;
		points += goes_back(pos, move) ? 6 : 0;
	}
	if (ply > 0 && before->move &&
	    (rk_between(from, to) & rk_square_bit(rk_move_from(before->move))))
		points += 12;
	return points;
}

/* In check everything that helps is looked for, and found. */
bool rk_weak_misses(const struct rk_engine *engine, int ply, rk_move move)
{
	const struct rk_weakness *weakness = engine->weak;
	int far = ply < 10 ? ply : 10;
	uint32_t missed;

	if (engine->pos.checkers)
		return false;
	if (ply == 0 && (weakness->sees_root || move == weakness->sure))
		return false;
	missed = (uint32_t)(hardness(engine, ply, move) * (2 + far)) *
		 weakness->blind / 96;
	/* That something can be taken is what people learn to see first. */
	if (!rk_is_quiet(&engine->pos, move))
		missed = missed * weakness->blind / 1024;
	return luck(engine, move) < missed;
}

/* From -256 to 254; values in the middle come more often. */
static int lean(uint64_t number)
{
	number = rk_mix(number);
	return (int)(number & 255) + (int)(number >> 8 & 255) - 256;
}

/*
 * One part of it is about the pawns, which stay as they are for a while: a
 * plan can come of it. The other is about where the pieces stand.
 */
int rk_weak_judge(const struct rk_engine *engine, int ply, int eval)
{
	const struct rk_weakness *weakness = engine->weak;
	const struct rk_tally *tally = &engine->plies[ply].tally;
	uint64_t pieces = (uint64_t)tally->pieces[0] << 32 | tally->pieces[1];
	int error = lean(weakness->salt ^ tally->pawns) +
		    lean(weakness->salt + pieces);

	error = error * weakness->noise / 150;
	eval += engine->pos.side == RK_WHITE ? error : -error;
	if (eval > RK_EVAL_MAX)
		return RK_EVAL_MAX;
	return eval < -RK_EVAL_MAX ? -RK_EVAL_MAX : eval;
}
