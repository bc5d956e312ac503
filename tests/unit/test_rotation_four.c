/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Four players sit around the board, and no seat is better than another: who
 * turns board and seats by a quarter gets the same game turned. Moves, make,
 * settling, leaving, attacks, FEN4 and evaluation are held against that, on
 * positions of random play.
 */
#include "tests/unit/unit.h"

#include "engine/four/four.h"
#include "tests/oracle/four_compare.h"
#include "tests/oracle/four_walk.h"

/* Where a square comes to lie when Red moves to where Blue sits. */
static int turn_square(int square)
{
	int file = rk4_square_file(square);
	int rank = rk4_square_rank(square);

	return square ? rk4_square_at(rank, RK4_FILES - 1 - file) : 0;
}

static unsigned int turn_seats(unsigned int seats)
{
	return (seats << 1 | seats >> 3) & 15;
}

static int turn_cell(int cell)
{
	if (!rk4_is_piece(cell) || cell & RK4_DEAD)
		return cell;
	return (cell & ~0x18) | ((rk4_seat(cell) + 1) & 3) << 3;
}

static rk4_move turn_move(rk4_move move)
{
	return rk4_move_new(turn_square(rk4_move_from(move)),
			    turn_square(rk4_move_to(move)),
			    rk4_move_promoted(move), rk4_move_kind(move));
}

static struct rk4_pos turn_pos(const struct rk4_pos *pos)
{
	struct rk4_pos turned = *pos;

	memset(turned.pieces, 0, sizeof(turned.pieces));
	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = turn_cell(pos->board[square]);
		int to = turn_square(square);

		if (pos->board[square] == RK4_WALL)
			continue;
		turned.board[to] = (uint8_t)cell;
		if (rk4_is_piece(cell) && !(cell & RK4_DEAD))
			turned.pieces[rk4_seat(cell)][to / 64] |= 1ull
								  << to % 64;
	}
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int next = (seat + 1) & 3;

		turned.points[next] = pos->points[seat];
		turned.king[next] = (uint8_t)turn_square(pos->king[seat]);
		turned.ep[next] = (uint8_t)turn_square(pos->ep[seat]);
	}
	turned.castle = (uint8_t)(pos->castle << 2 | pos->castle >> 6);
	turned.turn = (pos->turn + 1) & 3;
	turned.left = (uint8_t)turn_seats(pos->left);
	turned.walking = (uint8_t)turn_seats(pos->walking);
	turned.winners = (uint8_t)turn_seats(pos->winners);
	turned.key = rk4_pos_key_compute(&turned);
	return turned;
}

/* But for the number of the move, which counts Red's turns. */
static void same_turned(const char *what, const struct rk4_pos *pos,
			const struct rk4_pos *turned)
{
	struct rk4_pos expected = turn_pos(pos);
	char fen[RK4_FEN_SIZE];

	expected.fullmove = turned->fullmove;
	if (!memcmp(&expected, turned, sizeof(expected)))
		return;
	rk4_fen_write(fen, pos);
	print_error("options %d: %s\n", pos->options, fen);
	rk4_fen_write(fen, turned);
	fail_msg("%s: turned: %s", what, fen);
}

static int by_number(const void *a, const void *b)
{
	rk4_move x = *(const rk4_move *)a;
	rk4_move y = *(const rk4_move *)b;

	return (x > y) - (x < y);
}

static int sorted_moves(const struct rk4_pos *pos, rk4_move *list, bool turned,
			bool tactical)
{
	int count = tactical ? rk4_gen_tactical(pos, list)
			     : rk4_gen_legal(pos, list);

	for (int i = 0; turned && i < count; i++)
		list[i] = turn_move(list[i]);
	qsort(list, (size_t)count, sizeof(*list), by_number);
	return count;
}

static void moves_turn(const struct rk4_pos *pos, const struct rk4_pos *turned)
{
	static rk4_move list[2][RK4_MAX_MOVES];

	for (int tactical = 0; tactical < 2; tactical++) {
		int count = sorted_moves(pos, list[0], true, tactical);

		assert_int_equal(sorted_moves(turned, list[1], false, tactical),
				 count);
		assert_memory_equal(list[0], list[1],
				    (size_t)count * sizeof(rk4_move));
	}
	assert_int_equal(rk4_gen_count(pos), rk4_gen_count(turned));
}

static int by_byte(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void attacks_turn(const struct rk4_pos *pos,
			 const struct rk4_pos *turned, uint64_t *seed)
{
	int square =
		rk4_square_at(walk_random(seed, 14), walk_random(seed, 14));
	unsigned int seats = (unsigned int)walk_random(seed, 16);
	uint8_t list[2][16];
	int count;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int next = (seat + 1) & 3;

		assert_int_equal(rk4_in_check(pos, seat),
				 rk4_in_check(turned, next));
		assert_int_equal(rk4_has_move(pos, seat),
				 rk4_has_move(turned, next));
	}
	if (pos->board[square] == RK4_WALL)
		return;
	count = rk4_attackers(pos, square, seats, list[0]);
	assert_int_equal(rk4_attackers(turned, turn_square(square),
				       turn_seats(seats), list[1]),
			 count);
	for (int i = 0; i < count; i++)
		list[0][i] = (uint8_t)turn_square(list[0][i]);
	qsort(list[0], (size_t)count, 1, by_byte);
	qsort(list[1], (size_t)count, 1, by_byte);
	if (count < 16)
		assert_memory_equal(list[0], list[1], (size_t)count);
}

static void fen_turns(const struct rk4_pos *turned)
{
	char fen[RK4_FEN_SIZE];
	struct rk_error error;
	struct rk4_pos back;
	size_t length = rk4_fen_write(fen, turned);

	if (!rk4_fen_read(&back, fen, length, turned->options, &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
	back.fullmove = turned->fullmove;
	assert_memory_equal(&back, turned, sizeof(back));
}

/* The evaluation knows no seats. */
static void evaluation_turns(struct rk4_engine *mind, const struct rk4_pos *pos,
			     const struct rk4_pos *turned)
{
	char fen[RK4_FEN_SIZE];
	int ours = rk4_evaluate(mind, unit_any_four(pos));
	int theirs = rk4_evaluate(mind, unit_any_four(turned));

	rk4_fen_write(fen, pos);
	if (ours != theirs)
		fail_msg("%s: %d, turned %d", fen, ours, theirs);
}

/* Both go on with the same move, and now and then one leaves. */
static void go_on(struct rk4_pos *pos, struct rk4_pos *turned, uint64_t *seed)
{
	static rk4_move list[RK4_MAX_MOVES];
	int count = rk4_gen_legal(pos, list);
	rk4_move move = list[walk_random(seed, count)];
	int leaver = walk_random(seed, 400);
	struct rk4_undo undo, turned_undo;
	struct rk4_pos before = *turned;

	rk4_make(pos, move, &undo);
	rk4_make(turned, turn_move(move), &turned_undo);
	same_turned("made", pos, turned);
	rk4_settle(pos, move, &undo);
	rk4_settle(turned, turn_move(move), &turned_undo);
	same_turned("settled", pos, turned);
	if (count % 8 == 0) {
		struct rk4_pos after = *turned;

		rk4_unmake(turned, turn_move(move), &turned_undo);
		assert_memory_equal(turned, &before, sizeof(before));
		*turned = after;
	}
	assert_int_equal(rk4_can_claim(pos), rk4_can_claim(turned));
	if (leaver < RK4_SEATS) {
		rk4_leave(pos, leaver, RK_REASON_RESIGNATION);
		rk4_leave(turned, (leaver + 1) & 3, RK_REASON_RESIGNATION);
		same_turned("left", pos, turned);
	}
	if (leaver == RK4_SEATS) {
		rk4_draw(pos, RK_REASON_AGREEMENT);
		rk4_draw(turned, RK_REASON_AGREEMENT);
		same_turned("drawn", pos, turned);
	}
}

static void four_turns(const struct rk4_pos *pos)
{
	struct rk4_pos turned = *pos;

	for (int i = 0; i < RK4_SEATS; i++)
		turned = turn_pos(&turned);
	assert_memory_equal(&turned, pos, sizeof(turned));
}

static void play(const struct four_pos *start, struct rk4_engine *mind,
		 uint64_t *seed, long *positions)
{
	struct rk4_pos pos, turned;

	four_compare_fill(&pos, start, 1);
	four_turns(&pos);
	turned = turn_pos(&pos);
	for (int ply = 0; ply < 80 && !pos.ended; ply++) {
		moves_turn(&pos, &turned);
		attacks_turn(&pos, &turned, seed);
		fen_turns(&turned);
		if (ply % 4 == 0)
			evaluation_turns(mind, &pos, &turned);
		++*positions;
		go_on(&pos, &turned, seed);
	}
}

static void test_turning(void **state)
{
	long wanted = walk_is_quick() ? 10000 : 200000;
	void *memory = calloc(1, rk4_engine_size(RK_PROFILE_FULL));
	struct rk4_engine *mind = rk4_engine_new(memory, RK_PROFILE_FULL);
	struct four_pos start;
	uint64_t seed = 90;
	long positions = 0;

	(void)state;
	for (int game = 0; positions < wanted; game++)
		for (int kind = 0; kind < FOUR_WALK_KINDS; kind++)
			for (int rules = 0; rules < FOUR_RULES; rules++) {
				four_walk_start(&start, (enum four_rules)rules,
						kind, game, &seed);
				play(&start, mind, &seed, &positions);
			}
	print_message("%ld positions turned\n", positions);
	free(memory);
}

/* The modern start looks the same from every seat, but for whose turn it is. */
static void test_modern_start(void **state)
{
	struct rk4_pos pos, turned;

	(void)state;
	rk4_pos_start(&pos, RK4_START_MODERN, RK4_RULES_FFA);
	turned = turn_pos(&pos);
	assert_int_equal(turned.turn, RK4_BLUE);
	turned.turn = RK4_RED;
	turned.key = rk4_pos_key_compute(&turned);
	assert_memory_equal(&turned, &pos, sizeof(pos));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_modern_start),
		cmocka_unit_test(test_turning),
	};

	return cmocka_run_group_tests_name("rotation of four", tests, NULL,
					   NULL);
}
