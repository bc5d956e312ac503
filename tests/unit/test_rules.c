/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rows of struct rk_rules, as games and protocols see them. Casual chess
 * is played at random against the second rule book, whose moves without
 * regard to the king are just what casual chess allows.
 */
#include "tests/unit/unit.h"

#include "rookery/levels.h"

static const struct rk_rules *const rows[] = {
	&rk_rules_standard,
	&rk_rules_casual,
	&rk_rules_minors,
};

/* Whoever leaves, the other one wins. */
static void check_leaving(const struct rk_rules *rules, union rk_any_pos *pos,
			  enum rk_reason reason)
{
	for (int seat = 0; seat < 2; seat++) {
		struct rk_outcome outcome = rules->leave(pos, seat, reason);

		assert_int_equal(outcome.reason, reason);
		assert_int_equal(outcome.winners, seat ? 1 : 2);
	}
}

static void test_words(void **state)
{
	union rk_any_pos pos;

	(void)state;
	assert_string_equal(rows[0]->name, "standard");
	assert_string_equal(rows[1]->name, "casual");
	assert_string_equal(rows[2]->name, "minors");
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct rk_rules *rules = rows[i];
		char fen[RK_ANY_FEN_SIZE];
		size_t length;

		assert_int_equal(rules->players, 2);
		assert_string_equal(rules->seats[0], "White");
		assert_string_equal(rules->seats[1], "Black");
		assert_string_equal(rules->types, "PNBRQK");
		assert_memory_equal(rules->values, "\1\3\3\5\11\0", 6);
		assert_true(rules->pos_size <= sizeof(pos));
		assert_true(rules->fen_size <= sizeof(fen));
		assert_true(rules->max_moves <= RK_ANY_MAX_MOVES);
		assert_string_equal(rules->starts[0], "standard");
		assert_null(rules->starts[1]);
		assert_int_equal(rules->repetitions, 5);
		assert_true(rules->sides[0] != rules->sides[1]);
		assert_null(rules->points);
		rules->start(&pos, 0);
		length = rules->write(fen, &pos);
		assert_int_equal(length, strlen(fen));
		assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
					 "RNBQKBNR w KQkq - 0 1");
		assert_int_equal(rules->turn(&pos), 0);
		assert_int_equal(rules->move_number(&pos), 1);
		assert_int_equal(rules->cell(&pos, 4), rk_cell(0, RK_KING));
		assert_int_equal(rules->cell(&pos, 59), rk_cell(1, RK_QUEEN));
		assert_int_equal(rules->cell(&pos, 30), RK_CELL_EMPTY);
		assert_int_equal(rules->status(&pos).reason, RK_REASON_NONE);
		assert_int_equal(rules->claimable(&pos), RK_REASON_NONE);
		assert_int_equal(rules->active(&pos), 3);
		assert_false(rules->walks(&pos));
		check_leaving(rules, &pos, RK_REASON_RESIGNATION);
		check_leaving(rules, &pos, RK_REASON_TIME);
		assert_int_equal(rules->end(&pos, RK_REASON_AGREEMENT).winners,
				 0);
		assert_int_equal(rules->end(&pos, RK_REASON_FIFTY).reason,
				 RK_REASON_FIFTY);
	}
	/* only usual games are in books */
	assert_true(rows[1]->book_key(&pos) == 0);
	assert_true(rows[1]->key(&pos) == 0x463b96181691fc9c);
}

static int from_oracle(int square)
{
	return rk_square_at(oracle_file(square), oracle_rank(square));
}

/* What the row says of one move, against what the rule book knows of it. */
static void same_move(const struct rk_rules *rules, const union rk_any_pos *pos,
		      const struct oracle_pos *oracle,
		      const struct oracle_move *move)
{
	rk_any_move ours = compare_move(move);
	int to = from_oracle(move->to);
	int taken = to;
	int type = RK_NONE;

	if (move->castling)
		to = (to & 56) | (move->to > move->from ? 6 : 2);
	if (move->en_passant)
		taken = from_oracle(move->to + (oracle->side ? 10 : -10));
	if (move->promotion)
		type = (int)(strchr(rules->types, move->promotion) -
			     rules->types);
	assert_true(rules->is_legal(pos, ours));
	assert_int_equal(rules->from(pos, ours), from_oracle(move->from));
	assert_int_equal(rules->to(pos, ours), to);
	assert_int_equal(rules->captured(pos, ours),
			 move->capture || move->en_passant ? taken : -1);
	assert_int_equal(rules->promoted(pos, ours), type);
}

static void same_moves(const struct rk_rules *rules,
		       const union rk_any_pos *pos,
		       const struct oracle_pos *oracle,
		       const struct oracle_list *expected)
{
	rk_any_move wide[RK_ANY_MAX_MOVES];
	rk_move list[RK_ANY_MAX_MOVES];
	int count = rules->moves(pos, wide);

	for (int i = 0; i < count; i++)
		list[i] = (rk_move)wide[i];
	compare_lists(rules->name, oracle, list, count, expected);
	compare_lists(rules->name, oracle, list, rk_gen_legal(&pos->two, list),
		      expected);
	assert_int_equal(rk_gen_count(&pos->two), count);
	for (int i = 0; i < expected->count; i++)
		same_move(rules, pos, oracle, &expected->move[i]);
	/* everything else is none */
	for (rk_any_move move = 0; move < 65536; move++)
		count -= rules->is_legal(pos, move);
	assert_int_equal(count, 0);
	assert_false(rules->is_legal(pos, 65536 | wide[0]));
}

static void same_attackers(const struct rk_rules *rules,
			   const union rk_any_pos *pos,
			   const struct oracle_pos *oracle)
{
	uint8_t list[RK_MAX_ATTACKERS];

	for (int i = 0; i < 2 * RK_SQUARES; i++) {
		int square = i / 2, seat = i % 2;
		int count = rules->attackers(pos, square, seat, list);

		assert_int_equal(count, oracle_attackers(oracle,
							 compare_square(square),
							 !seat));
		while (count--)
			assert_true(oracle_attacks(oracle,
						   compare_square(list[count]),
						   compare_square(square)));
	}
}

/* Plays until a king is taken; returns the plies. */
static int play(const struct rk_rules *rules, struct oracle_pos *oracle,
		uint64_t *seed)
{
	char fen[ORACLE_FEN_SIZE], ours[RK_ANY_FEN_SIZE];
	struct oracle_list list;
	struct oracle_pos before;
	union rk_any_undo undo;
	union rk_any_pos pos;
	int ply;

	oracle_fen_write(fen, oracle, false);
	memset(&pos, 0, sizeof(pos));
	unit_read_as(&pos, rules, fen);
	for (ply = 0; ply < 60; ply++) {
		union rk_any_pos made = pos;
		struct oracle_move move;

		assert_int_equal(rules->turn(&pos), oracle->side);
		oracle_pseudo_moves(oracle, &list);
		same_moves(rules, &pos, oracle, &list);
		same_attackers(rules, &pos, oracle);
		assert_false(rules->in_check(&pos, oracle->side));
		if (!list.count)
			break;
		move = *walk_choose(&list, seed);
		rules->make(&made, compare_move(&move), &undo);
		rules->unmake(&made, compare_move(&move), &undo);
		assert_memory_equal(&made, &pos, sizeof(pos));
		rules->make(&pos, compare_move(&move), &undo);
		before = *oracle;
		oracle_make(oracle, &before, &move);
		if (tolower(before.board[move.to]) == 'k' && !move.castling)
			break;
		oracle_fen_write(fen, oracle, false);
		rules->write(ours, &pos);
		assert_string_equal(ours, fen);
	}
	if (list.count && ply < 60) {
		struct rk_outcome outcome = rules->status(&pos);

		assert_int_equal(outcome.reason, RK_REASON_KING_TAKEN);
		assert_int_equal(outcome.winners, oracle->side ? 1 : 2);
		assert_int_equal(rk_gen_count(&pos.two), 0);
		for (rk_any_move move = 0; move < 65536; move++)
			assert_false(rules->is_legal(&pos, move));
	}
	return ply;
}

static void test_casual_play(void **state)
{
	int games = walk_is_quick() ? 40 : 400;
	uint64_t seed = 41;
	int decided = 0;

	(void)state;
	for (int game = 0; game < games; game++) {
		struct oracle_pos oracle;

		walk_start(&oracle, game % WALK_KINDS, game / WALK_KINDS,
			   &seed);
		decided += play(&rk_rules_casual, &oracle, &seed) < 60;
	}
	print_message("%d of %d games decided\n", decided, games);
	assert_true(decided > games / 10 && decided < games);
}

/* Standard moves through the row. */
static void standard_moves(const struct rk_pos *pos)
{
	struct oracle_pos oracle;
	struct oracle_list list;
	char fen[RK_FEN_SIZE];

	rk_fen_write(fen, pos, RK_FEN_STANDARD);
	assert_true(oracle_fen_read(&oracle, fen));
	oracle_legal_moves(&oracle, &list);
	same_moves(&rk_rules_standard, rk_any_of(pos), &oracle, &list);
	same_attackers(&rk_rules_standard, rk_any_of(pos), &oracle);
}

static void test_standard_moves(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 100 : 2000, 42, standard_moves);
}

static void test_casual_status(void **state)
{
	static const struct {
		const char *fen;
		struct rk_outcome outcome;
	} row[] = {
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", {0, RK_REASON_NONE}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 100 99", {0, RK_REASON_NONE}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 149 99", {0, RK_REASON_NONE}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 150 99",
		 {0, RK_REASON_SEVENTY_FIVE}},
		/* mated, but the king must still be taken */
		{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", {0, RK_REASON_NONE}},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", {0, RK_REASON_NONE}},
		/* nobody can move at all */
		{"4k3/8/8/8/p1p5/P1Pp4/PB1P4/KRB5 w - - 0 1",
		 {0, RK_REASON_STALEMATE}},
		{"4k3/8/8/8/p1p5/P1Pp4/PB1P4/KRB5 w - - 150 99",
		 {0, RK_REASON_STALEMATE}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		union rk_any_pos pos;
		struct rk_outcome outcome;

		unit_read_as(&pos, &rk_rules_casual, row[i].fen);
		outcome = rk_rules_casual.status(&pos);
		assert_int_equal(outcome.reason, row[i].outcome.reason);
		assert_int_equal(outcome.winners, row[i].outcome.winners);
		for (int seat = 0; seat < 2; seat++)
			assert_false(rk_rules_casual.in_check(&pos, seat));
		check_leaving(&rk_rules_casual, &pos, RK_REASON_TIME);
	}
}

static void test_reading(void **state)
{
	static const struct {
		const char *fen;
		size_t column;
		const char *standard, *casual;
	} row[] = {
		{"4k3/8/8/8/8/8/8/4K3 w", 22,
		 "a blank, then the castling rights",
		 "a blank, then the castling rights"},
		{"4k3/8/8/8/8/8/8/4R1K1 w - -", 0,
		 "the side that is not to move is in check", NULL},
		{"8/8/8/8/8/8/8/4K3 w - -", 0,
		 "Black must have exactly one king",
		 "Black must have exactly one king"},
		{"4k3/8/8/8/8/8/8/4K3 w - -", 0, NULL, NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row) * COUNT(rows); i++) {
		const struct rk_rules *rules = rows[i % COUNT(rows)];
		size_t at = i / COUNT(rows);
		const char *fen = row[at].fen;
		const char *reason = rules == &rk_rules_casual
					     ? row[at].casual
					     : row[at].standard;
		struct rk_error error = {77, NULL};
		union rk_any_pos pos, before;

		memset(&pos, 0xa5, sizeof(pos));
		before = pos;
		assert_int_equal(rules->read(&pos, fen, strlen(fen), &error),
				 !reason);
		if (!reason)
			continue;
		assert_string_equal(error.reason, reason);
		assert_int_equal(error.column, row[at].column);
		assert_memory_equal(&pos, &before, sizeof(pos));
	}
}

/* Coordinates or SAN; what is neither is judged as SAN. */
static void test_move_texts(void **state)
{
	static const struct {
		const char *fen, *text;
		enum rk_notation_error error;
		const char *coord, *coord_960, *san;
	} row[] = {
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", RK_NOTATION_OK,
		 "e1g1", "e1h1", "O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "0-0-0", RK_NOTATION_OK,
		 "e1c1", "e1a1", "O-O-O"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q", RK_NOTATION_OK, "a7a8q",
		 "a7a8q", "a8=Q+"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a8=N", RK_NOTATION_OK, "a7a8n",
		 "a7a8n", "a8=N"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", RK_NOTATION_AMBIGUOUS,
		 NULL, NULL, NULL},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a9", RK_NOTATION_SYNTAX, NULL,
		 NULL, NULL},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "e1e3", RK_NOTATION_NO_MOVE,
		 NULL, NULL, NULL},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "Ke3", RK_NOTATION_NO_MOVE, NULL,
		 NULL, NULL},
	};
	char text[RK_MOVE_TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		const struct rk_rules *rules = rows[i % COUNT(rows)];
		rk_any_move move = 0xa5a5a5;
		union rk_any_pos pos;

		unit_read_as(&pos, rules, row[i].fen);
		assert_int_equal(rules->read_move(&move, &pos, row[i].text,
						  strlen(row[i].text)),
				 row[i].error);
		if (row[i].error) {
			assert_int_equal(move, 0xa5a5a5);
			continue;
		}
		rules->write_move(text, &pos, move, RK_STYLE_COORD);
		assert_string_equal(text, row[i].coord);
		rules->write_move(text, &pos, move, RK_STYLE_COORD_960);
		assert_string_equal(text, row[i].coord_960);
		rules->write_move(text, &pos, move, RK_STYLE_SAN);
		assert_string_equal(text, row[i].san);
	}
}

/* In casual chess the king may be left, and taken. */
static void test_casual_texts(void **state)
{
	static const struct {
		const char *fen, *text, *san;
	} row[] = {
		{"4k3/8/8/8/8/8/8/4R1K1 w - -", "Re8", "Rxe8#"},
		{"4k3/8/8/8/8/8/8/4R1K1 w - -", "e1e7", "Re7+"},
		{"4k3/8/8/8/8/8/4K3/4R3 w - -", "Kd2", "Kd2+"},
		{"4k3/4r3/8/8/8/8/4N3/4K3 w - -", "Nc3", "Nc3"},
		{"4k3/8/8/8/8/8/4r3/R3K2R w KQ -", "O-O", "O-O"},
		{"4k3/8/8/8/8/8/5r2/R3K2R w KQ -", "Kd2", "Kd2"},
		{"3kK3/8/8/8/8/8/8/8 w - -", "Kd8", "Kxd8#"},
		{"8/8/8/8/8/8/6K1/5k2 b - -", "f1g2", "Kxg2#"},
	};
	const struct rk_rules *rules = &rk_rules_casual;
	char text[RK_MOVE_TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		union rk_any_pos pos;
		rk_any_move move;

		unit_read_as(&pos, rules, row[i].fen);
		assert_int_equal(rules->read_move(&move, &pos, row[i].text,
						  strlen(row[i].text)),
				 RK_NOTATION_OK);
		rules->write_move(text, &pos, move, RK_STYLE_SAN);
		assert_string_equal(text, row[i].san);
	}
}

/* Hands that put pieces: "e1K" puts, "e1-" takes away, "w" and "b" turn. */
static void put(const struct rk_rules *rules, union rk_any_pos *setup,
		const char *hands)
{
	static const char letters[] = "PNBRQK  pnbrqk";

	for (; *hands; hands += strspn(hands, " ")) {
		if (*hands == 'W' || *hands == 'B') {
			rules->setup_turn(setup, *hands++ == 'B');
			continue;
		}
		assert_true(strlen(hands) >= 3);
		rules->setup_put(
			setup, rk_square_at(hands[0] - 'a', hands[1] - '1'),
			hands[2] == '-'
				? RK_CELL_EMPTY
				: (int)(strchr(letters, hands[2]) - letters));
		hands += 3;
	}
}

static void test_hands(void **state)
{
	static const struct {
		const char *fen, *hands, *after;
	} row[] = {
		{"", "e1K e8k", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"", "e1K e8k a1R", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
		{"", "h8r a8r e1K e8k h1R a1R",
		 "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"", "e1K e8k d1N d8n a1r a8R B",
		 "R2nk3/8/8/8/8/8/8/r2NK3 b - - 0 1"},
		{"", "e1K e8k a1B h1N", "4k3/8/8/8/8/8/8/B3K2N w - - 0 1"},
		{"", "d1K e8k a1R h1R", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1-",
		 "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1- a1R",
		 "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e8- d8k",
		 "r2k3r/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1B d1K",
		 "r3k2r/8/8/8/8/8/8/R2KB2R w kq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "d4Q",
		 "r3k2r/8/8/8/3Q4/8/8/R3K2R w KQkq - 0 1"},
		/* a rook elsewhere loses its right when it is touched */
		{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "b1-",
		 "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "b1N",
		 "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1"},
		/* and so do all when their king is */
		{"k7/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", "d1- e2K",
		 "k7/8/8/8/8/8/4K3/1R4R1 w - - 0 1"},
		/* whoever moves pieces or turns has no en passant */
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "a1R",
		 "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 1"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "B",
		 "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "W",
		 "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row) * COUNT(rows); i++) {
		const struct rk_rules *rules = rows[i % COUNT(rows)];
		union rk_any_pos setup, pos, read;
		struct rk_error error;
		size_t at = i / COUNT(rows);
		const char *fen = row[at].fen;

		memset(&pos, 0, sizeof(pos));
		memset(&read, 0, sizeof(read));
		rules->setup_clear(&setup);
		if (*fen)
			assert_true(rules->setup_read(&setup, fen, strlen(fen),
						      &error));
		put(rules, &setup, row[at].hands);
		assert_int_equal(rules->setup_finish(&pos, &setup), 0);
		unit_read_as(&read, rules, row[at].after);
		assert_memory_equal(&pos, &read, sizeof(pos));
		for (int square = 0; square < RK_SQUARES; square++)
			assert_int_equal(rules->setup_cell(&setup, square),
					 rules->cell(&pos, square));
		rules->setup_from(&setup, &pos);
		assert_int_equal(rules->setup_finish(&read, &setup), 0);
		assert_memory_equal(&pos, &read, sizeof(pos));
	}
}

/* Rights to castle are given and taken, as far as the pieces allow. */
static void test_setup_castling(void **state)
{
	static const char fen[] = "r3k2r/8/8/8/8/8/8/RN2K2R b Kq - 3 9";
	static const char most[] = "r3k2r/8/8/8/8/8/8/RN2K2R b KQkq - 3 9";
	char text[RK_ANY_FEN_SIZE];
	union rk_any_pos setup;
	struct rk_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct rk_rules *rules = rows[i];

		assert_true(
			rules->setup_read(&setup, fen, strlen(fen), &error));
		assert_int_equal(rules->setup_to_move(&setup), 1);
		assert_int_equal(rules->setup_castling(&setup), 1 | 8);
		assert_int_equal(rules->setup_write(text, &setup), strlen(fen));
		assert_string_equal(text, fen);
		rules->setup_castle(&setup, 15);
		assert_int_equal(rules->setup_castling(&setup), 15);
		rules->setup_write(text, &setup);
		assert_string_equal(text, most);
		rules->setup_castle(&setup, 2 | 4);
		assert_int_equal(rules->setup_castling(&setup), 2 | 4);
		rules->setup_put(&setup, 60, RK_CELL_EMPTY);
		rules->setup_castle(&setup, 15);
		assert_int_equal(rules->setup_castling(&setup), 3);
		rules->setup_put(&setup, 7, rk_cell(1, RK_ROOK));
		rules->setup_castle(&setup, 15);
		assert_int_equal(rules->setup_castling(&setup), 2);
	}
}

/* Set-ups that are none. Only casual chess may begin with a king in check. */
static void test_bad_hands(void **state)
{
	static const struct {
		const char *hands, *standard, *casual;
	} row[] = {
		{"e1K", "Black must have exactly one king",
		 "Black must have exactly one king"},
		{"e1K e8k e2R", "the side that is not to move is in check",
		 NULL},
		{"e1K e8k e2R B", "the side that is to move is in check", NULL},
		{"e1K e8k a1P e2R B",
		 "a pawn cannot stand on the first or last rank",
		 "a pawn cannot stand on the first or last rank"},
	};
	union rk_any_pos setup, pos, before;

	(void)state;
	for (size_t i = 0; i < COUNT(row) * COUNT(rows); i++) {
		const struct rk_rules *rules = rows[i % COUNT(rows)];
		size_t at = i / COUNT(rows);
		const char *text = rules == &rk_rules_casual ? row[at].casual
							     : row[at].standard;
		unsigned int defects;

		memset(&pos, 0xa5, sizeof(pos));
		before = pos;
		rules->setup_clear(&setup);
		put(rules, &setup, row[at].hands);
		defects = rules->setup_finish(&pos, &setup);
		assert_int_equal(defects == 0, text == NULL);
		if (!text)
			continue;
		assert_string_equal(rules->defect_text(defects), text);
		assert_memory_equal(&pos, &before, sizeof(pos));
	}
}

/* A position knows by which rules it is played, however it was made. */
static void test_marks(void **state)
{
	static const char fen[] = "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1";
	union rk_any_pos setup, pos[3];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct rk_rules *rules = rows[i];
		struct rk_error error;

		memset(pos, 0xa5, sizeof(pos));
		rules->start(&pos[0], 0);
		unit_read_as(&pos[1], rules, fen);
		assert_true(
			rules->setup_read(&setup, fen, strlen(fen), &error));
		assert_int_equal(rules->setup_finish(&pos[2], &setup), 0);
		assert_memory_equal(&pos[1], &pos[2], rules->pos_size);
		for (size_t j = 0; j < COUNT(pos); j++) {
			assert_int_equal(pos[j].two.casual, i == 1);
			assert_int_equal(pos[j].two.minors, i == 2);
		}
		assert_int_equal(rules->status(&pos[1]).reason,
				 i == 2 ? RK_REASON_INSUFFICIENT
					: RK_REASON_NONE);
		/* the engine, openings, books and Elo */
		assert_int_equal(rules->orthodox, i != 1);
		assert_int_equal(rules->book_key(&pos[0]) != 0, i != 1);
		assert_int_equal(rk_level_elo(rules, 5) != 0, i != 1);
	}
}

static void test_names(void **state)
{
	(void)state;
	for (int i = 0; rk_rules_all[i]; i++) {
		const char *name = rk_rules_all[i]->name;

		assert_ptr_equal(rk_rules_find(name, strlen(name)),
				 rk_rules_all[i]);
		assert_null(rk_rules_find(name, strlen(name) - 1));
	}
	assert_null(rk_rules_find("standards", 9));
	assert_null(rk_rules_find("stand up", 8));
	assert_null(rk_rules_find("", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_casual_play),
		cmocka_unit_test(test_standard_moves),
		cmocka_unit_test(test_casual_status),
		cmocka_unit_test(test_reading),
		cmocka_unit_test(test_move_texts),
		cmocka_unit_test(test_casual_texts),
		cmocka_unit_test(test_hands),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_setup_castling),
		cmocka_unit_test(test_bad_hands),
	};

	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
