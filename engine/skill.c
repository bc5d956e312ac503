/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Limited strength that resembles human play. A weak player does not find the
 * good move and then play a bad one, but believes the bad one to be good. So
 * the result of a search is never replaced. Instead the search itself is
 * weaker: it overlooks moves, the more often the harder they are to see; its
 * evaluation is off by some noise; and it gets few nodes.
 *
 * What is overlooked and misjudged stays the same during one search: both are
 * hashes of the seed, the root position, and the move or the pieces. If every
 * node drew its own random numbers, the search would find the lines in which
 * the refutation happens to be hidden, and believe only those.
 *
 * Nothing depends on a clock, on a table that others have filled, or on what
 * was learnt before: the same task with the same seed gets the same answer.
 */
#include "core/random.h"
#include "engine/pawns.h"
#include "engine/search.h"

/*
 * Parameters by Elo, interpolated linearly. Found by matches;
 * bench/levels_elo.py measures the result.
 */
struct strength {
	uint16_t elo;
	uint16_t blindness;
	uint16_t noise;
	uint32_t nodes; /* no further iteration after them */
};

static const struct strength strengths[] = {
	{RK_ELO_LEAST, 1350, 195, 1},   {800, 1000, 132, 9},
	{1100, 600, 100, 40},           {1400, 335, 75, 112},
	{1700, 122, 49, 490},           {2000, 80, 38, 960},
	{2300, 40, 28, 2150},           {2600, 24, 17, 5500},
	{RK_ELO_MOST + 1, 8, 7, 15000},
};

/* The last iteration may take this many times the nodes, and some more. */
#define MAX_NODES_FACTOR 4
#define MAX_NODES_MARGIN 2000

/* Buckets of the table in use. They are cleared twice, so not too many. */
#define BUCKETS 16384

/*
 * On the board in front of them nobody overlooks that a piece can be won by
 * a capture from nearby: at the root these are always seen.
 */
#define OBVIOUS_GAIN 250
#define OBVIOUS_DISTANCE 2

static uint32_t interpolate(uint32_t low, uint32_t high, uint32_t part,
			    uint32_t whole)
{
	return (low * (whole - part) + high * part) / whole;
}

static void find_strength(struct strength *strength, int elo)
{
	const struct strength *low = strengths;
	uint32_t part, whole;

	if (elo < RK_ELO_LEAST)
		elo = RK_ELO_LEAST;
	while (low[1].elo <= elo)
		low++;
	part = (uint32_t)elo - low->elo;
	whole = (uint32_t)low[1].elo - low->elo;
	strength->blindness = (uint16_t)interpolate(low->blindness,
						    low[1].blindness, part,
						    whole);
	strength->noise =
		(uint16_t)interpolate(low->noise, low[1].noise, part, whole);
	strength->nodes = interpolate(low->nodes, low[1].nodes, part, whole);
}

/* A fixed random number below 1024 for each move; high ones are seen easily. */
static uint32_t visibility(const struct rk_engine *engine, rk_move move)
{
	uint64_t which = (uint64_t)move << 8 |
			 engine->pos.board[rk_move_from(move)];

	return (uint32_t)(rk_mix(engine->skill->salt ^ which) >> 54);
}

/* The root move of the highest visibility. It is never overlooked. */
static rk_move most_visible_root_move(struct rk_engine *engine)
{
	rk_move *moves = (rk_move *)engine->pool, best = RK_NO_MOVE;
	uint32_t most = 0;

	for (int i = rk_gen_legal(&engine->pos, moves); i--;)
		if (!best || visibility(engine, moves[i]) > most) {
			best = moves[i];
			most = visibility(engine, best);
		}
	return best;
}

/* Clears the first buckets of the table and uses only them. */
static void limit_tt(struct rk_engine *engine)
{
	struct rk_skill *skill = &engine->skill_state;

	skill->whole_tt = engine->tt;
	skill->tt = *engine->tt;
	if (skill->tt.count > BUCKETS)
		skill->tt.count = BUCKETS;
	skill->tt.age = 0;
	rk_tt_clear(&skill->tt, 0, 1);
	engine->tt = &skill->tt;
}

void rk_skill_begin(struct rk_engine *engine)
{
	struct rk_control *control = &engine->control;
	const struct rk_task *task = control->task;
	struct rk_skill *skill = &engine->skill_state;
	struct strength strength;
	uint32_t max_nodes;

	engine->skill = NULL;
	if (!rk_task_is_weak(task))
		return;
	find_strength(&strength, task->elo);
	max_nodes = strength.nodes * MAX_NODES_FACTOR + MAX_NODES_MARGIN;
	*skill = (struct rk_skill){
		.salt = rk_mix(rk_mix_seed(task->seed) ^ engine->pos.key),
		.blindness = strength.blindness,
		.noise = strength.noise,
		.sees_root = task->only_count > 0,
	};
	engine->skill = skill;
	control->soft_nodes = strength.nodes;
	if (!control->max_nodes || control->max_nodes > max_nodes)
		control->max_nodes = max_nodes;
	skill->visible_move = most_visible_root_move(engine);
	rk_forget_two(engine);
	limit_tt(engine);
}

/* Removes what the weak search has stored, which is wrong for others. */
void rk_skill_end(struct rk_engine *engine)
{
	if (!engine->skill)
		return;
	rk_tt_clear(&engine->skill_state.tt, 0, 1);
	engine->tt = engine->skill_state.whole_tt;
	engine->skill = NULL;
}

/* Towards the own side of the board. */
static bool is_retreat(const struct rk_pos *pos, rk_move move)
{
	int from = rk_square_rank(rk_move_from(move));
	int to = rk_square_rank(rk_move_to(move));

	return pos->side == RK_WHITE ? to < from : to > from;
}

/*
 * Hardness is how difficult a move is to see, 0 if everybody sees it. A
 * capture catches the eye, most of all if it costs nothing.
 */
static int hardness_of_capture(const struct rk_engine *engine, int ply,
			       rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int attacker =
		rk_see_value[rk_piece_type(pos->board[rk_move_from(move)])];
	int victim = rk_see_value[rk_piece_type(pos->board[rk_move_to(move)])];

	if (rk_move_kind(move) == RK_EN_PASSANT)
		return 20;
	if (ply == 0 && rk_see_ge(pos, move, OBVIOUS_GAIN) &&
	    rk_king_distance(rk_move_from(move), rk_move_to(move)) <=
		    OBVIOUS_DISTANCE)
		return 0;
	if (victim + 50 >= attacker)
		return 4;
	if (ply == 0 && rk_see_ge(pos, move, 1))
		return 4;
	return rk_see_ge(pos, move, 0) ? 7 : 20;
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
	/* With queens on the board few people think of moving the king. */
	if (type == RK_KING)
		return pos->type[RK_QUEEN] ? 60 : 18;
	return type == RK_PAWN ? 18 : 22;
}

/*
 * Everybody sees a recapture. Long moves, retreats, and moves along a line
 * that the last move has opened are seen late.
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
		points += 2 * rk_king_distance(from, to) - 2;
		points += is_retreat(pos, move) ? 6 : 0;
	}
	if (ply > 0 && before->move &&
	    (rk_between(from, to) & rk_square_bit(rk_move_from(before->move))))
		points += 12;
	return points;
}

/*
 * The further down the line, the more is overlooked; up to ten plies count.
 * In check people look at all evasions, so none of them is.
 */
bool rk_skill_overlooks(const struct rk_engine *engine, int ply, rk_move move)
{
	const struct rk_skill *skill = engine->skill;
	int distance = ply < 10 ? ply : 10;
	uint32_t missed;

	if (engine->pos.checkers)
		return false;
	if (ply == 0 && (skill->sees_root || move == skill->visible_move))
		return false;
	missed = (uint32_t)(hardness(engine, ply, move) * (2 + distance)) *
		 skill->blindness / 96;
	/* Captures are what people learn to see first. */
	if (!rk_is_quiet(&engine->pos, move))
		missed = missed * skill->blindness / 1024;
	return visibility(engine, move) < missed;
}

/* From -256 to 254, a sum of two: values in the middle are likelier. */
static int noise(uint64_t number)
{
	number = rk_mix(number);
	return (int)(number & 255) + (int)(number >> 8 & 255) - 256;
}

/*
 * One part of the error belongs to the pawn structure, which lasts: a wrong
 * plan may come of it. The other belongs to the squares of the pieces.
 */
int rk_skill_eval(const struct rk_engine *engine, int ply, int eval)
{
	const struct rk_skill *skill = engine->skill;
	const struct rk_psqt *psqt = &engine->plies[ply].psqt;
	uint64_t pieces = (uint64_t)psqt->piece_keys[0] << 32 |
			  psqt->piece_keys[1];
	int error = noise(skill->salt ^ psqt->pawn_key) +
		    noise(skill->salt + pieces);

	error = error * skill->noise / 150;
	eval += engine->pos.side == RK_WHITE ? error : -error;
	if (eval > RK_EVAL_MAX)
		return RK_EVAL_MAX;
	return eval < -RK_EVAL_MAX ? -RK_EVAL_MAX : eval;
}
