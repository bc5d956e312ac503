/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * core/four against the second rule book, over half a million positions of
 * random play by every rule set: after every ply the moves, attacks, points,
 * who is in the game, its end and FEN4 must be the same. The rule book itself
 * is first held against the numbers of the contract.
 */
#include "tests/unit/unit.h"

#include "tests/oracle/four_compare.h"
#include "tests/oracle/four_walk.h"

#define MAX_PLIES 100

/* What was met on the way; nothing of it may be missing in the end. */
static struct {
	long positions;
	int castlings;
	int en_passants;
	int both; /* taken with one move: on the skipped square, and in passing */
	int passing_promotions;
	int promotions;
	int kings;
	int checks;
	int walks;
	int leaving;
	int claims;
	int ends[FOUR_RULES][FOUR_ENDS];
} met;

static void test_rule_book(void **state)
{
	/* tests/perft has the larger ones */
	static const unsigned long long leaves[FOUR_STARTS] = {
		152050, 158402, 155226, 155210, 155226,
	};
	struct four_pos pos;

	(void)state;
	for (int start = 0; start < FOUR_STARTS; start++)
		for (int rules = 0; rules < FOUR_RULES; rules += 3) {
			four_start(&pos, start, (enum four_rules)rules);
			assert_int_equal(four_perft(&pos, 4), leaves[start]);
		}
}

static void test_starts(void **state)
{
	struct four_pos oracle;
	struct rk4_pos pos;

	(void)state;
	for (int rules = 0; rules < FOUR_RULES; rules++)
		for (int start = 0; start < FOUR_STARTS; start++) {
			four_start(&oracle, start, (enum four_rules)rules);
			rk4_pos_start(&pos, (enum rk4_start)start,
				      four_compare_options[rules]);
			four_compare_pos("start", &pos, &oracle);
		}
}

/*
 * Rare things that have to be built. The bishop from a7 to c9 mates Red on k1,
 * and Blue on a4 by the rook of Red on a11 that it stood before: both at once,
 * so that Blue does not live on Red's death. The pawn on i4 takes a knight on h3
 * and the pawn that has passed there.
 */
static const struct {
	const char *fen;
	const char *from;
	const char *to;
	unsigned int left; /* the seats that are out afterwards */
	int points;        /* of the mover, who had none */
} built[] = {
	{"G-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-9,gR,4/14/14/rR,rR,4,yN,7/"
	 "4,yK,9/14/13,gK/gB,13/14/14/bK,13/14/3,gR,10/10,rK,3",
	 "a7", "c9", 3, 20 + 20 + 5},
	{"G-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-7-{'enPassant':('h3:h4','','','')}-"
	 "6,yK,7/14/14/14/14/14/13,gK/bK,13/14/14/7,rP,gP,5/7,bN,6/14/10,rK,3",
	 "i4", "h3", 0, 1 + 3},
};

static int built_square(const char *name)
{
	return four_square(name[0] - 'a', atoi(name + 1) - 1);
}

static void make_both(struct rk4_pos *pos, struct four_pos *oracle,
		      const struct four_move *move);

static void test_built(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(built); i++) {
		static struct four_list list;
		struct four_move *move = NULL;
		struct four_pos oracle;
		struct rk4_pos pos;

		assert_true(four_fen_read(&oracle, built[i].fen, FOUR_FFA));
		four_compare_fill(&pos, &oracle, 1);
		four_moves(&oracle, oracle.turn, &list);
		for (int j = 0; j < list.count; j++)
			if (list.move[j].from == built_square(built[i].from) &&
			    list.move[j].to == built_square(built[i].to))
				move = &list.move[j];
		assert_non_null(move);
		make_both(&pos, &oracle, move);
		assert_int_equal(pos.left, built[i].left);
		assert_int_equal(pos.points[RK4_GREEN], built[i].points);
	}
}

static void same_moves(const struct rk4_pos *pos, const struct four_pos *oracle,
		       const struct four_list *legal)
{
	static rk4_move list[RK4_MAX_MOVES];
	static struct four_list tactical;

	four_compare_lists("legal moves", oracle, list,
			   rk4_gen_legal(pos, list), legal);
	assert_int_equal(rk4_gen_count(pos), legal->count);
	tactical.count = 0;
	for (int i = 0; i < legal->count; i++)
		if (legal->move[i].capture || legal->move[i].promotion)
			tactical.move[tactical.count++] = legal->move[i];
	four_compare_lists("captures and promotions", oracle, list,
			   rk4_gen_tactical(pos, list), &tactical);
}

/* Numbers near those of legal moves, and any. */
static void same_legality(const struct rk4_pos *pos,
			  const struct four_list *legal, uint64_t *seed)
{
	for (int i = 0; i < 24; i++) {
		const struct four_move *near =
			&legal->move[walk_random(seed, legal->count)];
		rk4_move move = four_compare_move(near);
		bool expected = false;

		if (i % 3 == 1)
			move ^= 1u << walk_random(seed, 24);
		if (i % 3 == 2)
			move = (rk4_move)walk_random(seed, 1 << 24);
		for (int j = 0; j < legal->count; j++)
			expected |= four_compare_move(&legal->move[j]) == move;
		assert_int_equal(rk4_move_is_legal(pos, move), expected);
	}
}

static int attackers_of(const struct four_pos *oracle, int square,
			unsigned int seats, uint8_t *list)
{
	int count = 0;

	for (int from = 0; from < FOUR_SQUARES; from++)
		if (oracle->board[from].type &&
		    seats >> oracle->board[from].seat & 1 &&
		    four_attacks(oracle, from, square))
			list[count++] = (uint8_t)four_compare_square(from);
	return count;
}

static int by_byte(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void same_attackers(const struct rk4_pos *pos,
			   const struct four_pos *oracle, uint64_t *seed)
{
	for (int i = 0; i < 4; i++) {
		int square = walk_random(seed, FOUR_SQUARES);
		unsigned int seats = (unsigned int)walk_random(seed, 16);
		uint8_t ours[16], theirs[FOUR_SQUARES];
		int at = four_compare_square(square);
		int count, expected;

		if (pos->board[at] == RK4_WALL)
			continue;
		expected = attackers_of(oracle, square, seats, theirs);
		count = rk4_attackers(pos, at, seats, ours);
		assert_int_equal(rk4_attackers(pos, at, seats, NULL) > 0,
				 expected > 0);
		if (expected > 16)
			continue;
		assert_int_equal(count, expected);
		qsort(ours, (size_t)count, 1, by_byte);
		assert_memory_equal(ours, theirs, (size_t)count);
	}
}

static void same_seats(const struct rk4_pos *pos, const struct four_pos *oracle)
{
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		bool moves = !oracle->out[seat] || oracle->walking[seat];
		bool check = four_in_check(oracle, seat);

		assert_int_equal(rk4_in_check(pos, seat), check);
		met.checks += check;
		if (moves)
			assert_int_equal(rk4_has_move(pos, seat),
					 four_has_move(oracle, seat));
	}
}

/* Written alike, and read back to what it was. */
static void same_fen(const struct rk4_pos *pos, const struct four_pos *oracle)
{
	char fen[RK4_FEN_SIZE], expected[FOUR_FEN_SIZE];
	struct four_pos oracle_back;
	struct rk4_pos back;
	struct rk_error error;
	size_t length = rk4_fen_write(fen, pos);

	four_fen_write(expected, oracle);
	assert_string_equal(fen, expected);
	assert_int_equal(length, strlen(fen));
	if (!rk4_fen_read(&back, fen, length, pos->options, &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
	back.fullmove = pos->fullmove;
	assert_memory_equal(&back, pos, sizeof(back));
	assert_true(four_fen_read(&oracle_back, fen, oracle->rules));
	four_compare_pos("read back", &back, &oracle_back);
}

/* Nobody leaves the game in a tree that is counted, though kings be taken. */
static void same_perft(const struct rk4_pos *pos, const struct four_pos *oracle)
{
	static rk4_move buf[2 * RK4_MAX_MOVES];
	struct rk4_pos copy = *pos;
	char fen[FOUR_FEN_SIZE];
	unsigned long long expected = four_perft(oracle, 2);
	unsigned long long leaves = rk4_perft(&copy, 2, buf);

	four_fen_write(fen, oracle);
	if (leaves != expected)
		fail_msg("perft 2 of rules %d is %llu, not %llu: %s",
			 (int)oracle->rules, expected, leaves, fen);
	assert_memory_equal(&copy, pos, sizeof(copy));
}

static void count_move(const struct four_pos *oracle,
		       const struct four_move *move)
{
	met.castlings += move->castling;
	met.en_passants += move->en_passant;
	met.both += move->en_passant && oracle->board[move->to].type;
	met.passing_promotions += move->en_passant && move->promotion;
	met.promotions += move->promotion != 0;
	met.kings += oracle->board[move->to].type == 'K' &&
		     four_lives(oracle, move->to);
	met.walks += oracle->walking[oracle->turn];
}

/* What the row says about a move, before it is made. */
static void same_move_words(const struct rk4_pos *pos,
			    const struct four_pos *oracle,
			    const struct four_move *move)
{
	const struct rk_rules *row = four_compare_rows[oracle->rules];
	rk_any_move number = four_compare_move(move);
	int captured = row->captured(unit_any_four(pos), number);

	assert_int_equal(row->from(unit_any_four(pos), number), move->from);
	assert_int_equal(row->to(unit_any_four(pos), number), move->to);
	if (move->en_passant && !oracle->board[move->to].type)
		assert_int_equal(oracle->board[captured].type, 'P');
	else
		assert_int_equal(captured, move->capture ? move->to : -1);
}

static void make_both(struct rk4_pos *pos, struct four_pos *oracle,
		      const struct four_move *move)
{
	static struct four_pos before;
	struct rk4_pos kept = *pos;
	rk4_move number = four_compare_move(move);
	struct rk4_undo undo;

	before = *oracle;
	four_make(oracle, &before, move);
	rk4_make(pos, number, &undo);
	four_compare_pos("made", pos, oracle);
	rk4_settle(pos, number, &undo);
	four_settle(oracle, &before);
	four_compare_pos("settled", pos, oracle);
	kept = *pos;
	rk4_unmake(pos, number, &undo);
	four_compare_pos("taken back", pos, &before);
	*pos = kept;
}

/* Now and then one resigns, runs out of time, or claims to have won. */
static void leave_both(struct rk4_pos *pos, struct four_pos *oracle,
		       uint64_t *seed)
{
	int seat = walk_random(seed, FOUR_SEATS);
	bool flagged = walk_random(seed, 2);

	assert_int_equal(rk4_can_claim(pos), four_can_claim(oracle));
	met.claims += four_can_claim(oracle);
	if (walk_random(seed, 200) || oracle->out[seat])
		return;
	rk4_leave(pos, seat, flagged ? RK_REASON_TIME : RK_REASON_RESIGNATION);
	four_leave(oracle, seat, flagged ? FOUR_FLAGGED : FOUR_RESIGNED);
	four_compare_pos("left", pos, oracle);
	met.leaving++;
}

static void play(struct four_pos *oracle, uint64_t *seed)
{
	static struct four_list list;
	struct four_move move;
	struct rk4_pos pos;

	four_compare_fill(&pos, oracle, 1);
	for (int ply = 0; ply < MAX_PLIES && !oracle->end; ply++) {
		four_moves(oracle, oracle->turn, &list);
		assert_true(list.count > 0);
		same_moves(&pos, oracle, &list);
		same_legality(&pos, &list, seed);
		same_attackers(&pos, oracle, seed);
		same_seats(&pos, oracle);
		same_fen(&pos, oracle);
		if (met.positions % 256 == 0)
			same_perft(&pos, oracle);
		met.positions++;
		move = *four_walk_choose(oracle, &list, seed);
		count_move(oracle, &move);
		same_move_words(&pos, oracle, &move);
		make_both(&pos, oracle, &move);
		if (!oracle->end)
			leave_both(&pos, oracle, seed);
	}
	met.ends[oracle->rules][oracle->end]++;
}

static void print_met(void)
{
	print_message("%ld positions: %d castlings, %d en passant (%d took two "
		      "pieces, %d promoted), %d promotions, %d kings taken, "
		      "%d in check, %d steps of walking kings, %d left, "
		      "%d could claim\n",
		      met.positions, met.castlings, met.en_passants, met.both,
		      met.passing_promotions, met.promotions, met.kings,
		      met.checks, met.walks, met.leaving, met.claims);
	for (int rules = 0; rules < FOUR_RULES; rules++) {
		print_message("%s:", four_compare_rows[rules]->name);
		for (int end = 0; end < FOUR_ENDS; end++)
			print_message(" %d", met.ends[rules][end]);
		print_message("\n");
	}
}

static void test_random_play(void **state)
{
	long wanted = walk_is_quick() ? 25000 : 500000;
	struct four_pos oracle;
	uint64_t seed = 4;

	(void)state;
	for (int game = 0; met.positions < wanted; game++)
		for (int kind = 0; kind < FOUR_WALK_KINDS; kind++)
			for (int rules = 0; rules < FOUR_RULES; rules++) {
				four_walk_start(&oracle, (enum four_rules)rules,
						kind, game, &seed);
				play(&oracle, &seed);
			}
	print_met();
	assert_true(met.castlings && met.en_passants && met.promotions);
	if (walk_is_quick())
		return;
	assert_true(met.both && met.passing_promotions && met.kings);
	assert_true(met.walks && met.claims && met.leaving);
	for (int rules = 0; rules < FOUR_RULES; rules++) {
		assert_true(met.ends[rules][FOUR_MATE] > 0);
		assert_true(met.ends[rules][FOUR_KING_TAKEN] > 0);
		assert_true(met.ends[rules][FOUR_RESIGNED] > 0);
		assert_true(met.ends[rules][FOUR_STALEMATE] > 0);
		assert_true(met.ends[rules][FOUR_INSUFFICIENT] > 0);
		assert_true(met.ends[rules][FOUR_FIFTY] > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rule_book),
		cmocka_unit_test(test_starts),
		cmocka_unit_test(test_built),
		cmocka_unit_test(test_random_play),
	};

	return cmocka_run_group_tests_name("oracle of four", tests, NULL, NULL);
}
