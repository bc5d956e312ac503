/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rows of four players as games and protocols see them: squares and cells,
 * moves read and written, promotion by rule set, en passant, keys for
 * repetitions, and set-up mode.
 */
#include "tests/unit/four.h"

#define KINGS "rKh1 bKa7 yKg14 gKn8 "

static const struct rk_rules *const rows[] = {
	&rk_rules_ffa,
	&rk_rules_still,
	&rk_rules_last,
	&rk_rules_teams,
};

#define FFA (&rk_rules_ffa)
#define TEAMS (&rk_rules_teams)

static int at(const char *square)
{
	int file, rank;

	four_take_square(square, &file, &rank);
	return rank * 14 + file;
}

static void test_rows(void **state)
{
	static const char *const names[] = {"ffa", "still", "last", "teams"};
	static const char *const starts[] = {"modern", "classic", "by", "byg",
					     "rg"};
	/* of Red, Blue, Yellow, Green */
	static const char *const kings[5][4] = {
		{"h1", "a7", "g14", "n8"}, {"h1", "a8", "g14", "n7"},
		{"h1", "a7", "h14", "n7"}, {"h1", "a7", "h14", "n8"},
		{"g1", "a8", "g14", "n8"},
	};
	union rk_any_pos pos;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct rk_rules *row = rows[i];

		assert_string_equal(row->name, names[i]);
		assert_ptr_equal(rk_rules_find(names[i], strlen(names[i])),
				 row);
		assert_int_equal(row->players, 4);
		assert_string_equal(row->seats[3], "Green");
		assert_int_equal(row->files * row->ranks, 196);
		assert_int_equal(row->sides[0] == row->sides[2], i == 3);
		assert_int_not_equal(row->sides[0], row->sides[1]);
		assert_int_equal(!row->points, i > 1);
		for (int start = 0; start < 5; start++) {
			assert_string_equal(row->starts[start], starts[start]);
			row->start(&pos, start);
			for (int seat = 0; seat < 4; seat++)
				assert_int_equal(
					row->cell(&pos, at(kings[start][seat])),
					rk_cell(seat, RK_KING));
			assert_int_equal(row->turn(&pos), 0);
			assert_int_equal(row->active(&pos), 15);
			assert_int_equal(row->status(&pos).reason, 0);
		}
		assert_null(row->starts[5]);
	}
}

static void test_cells(void **state)
{
	static const struct four_board board = {
		.pieces = KINGS "rDe5 bQe6 yPe8 rPk2",
		.dead = "0100",
	};
	static const struct {
		const char *square;
		int cell;
	} cells[] = {
		{"a1", RK_CELL_WALL},
		{"c3", RK_CELL_WALL},
		{"n14", RK_CELL_WALL},
		{"d1", RK_CELL_EMPTY},
		{"h1", RK_KING},
		{"e5", RK_QUEEN | RK_CELL_CHEAP},
		{"e6", 1 << 3 | RK_QUEEN | RK_CELL_DEAD},
		{"a7", 1 << 3 | RK_KING}, /* it walks */
		{"e8", 2 << 3 | RK_PAWN},
		{"n8", 3 << 3 | RK_KING},
	};
	union rk_any_pos pos;
	uint8_t list[RK_MAX_ATTACKERS];

	(void)state;
	four_set_up(&pos, FFA, &board, 0);
	for (size_t i = 0; i < COUNT(cells); i++)
		assert_int_equal(FFA->cell(&pos, at(cells[i].square)),
				 cells[i].cell);
	/* e5 attacks e6 for everybody but Red; the dead queen nothing */
	assert_int_equal(FFA->attackers(&pos, at("e6"), 2, list), 1);
	assert_int_equal(list[0], at("e5"));
	assert_int_equal(FFA->attackers(&pos, at("e6"), 0, list), 0);
	assert_int_equal(FFA->attackers(&pos, at("e5"), 0, list), 0);
	assert_int_equal(FFA->attackers(&pos, at("b7"), 0, list), 1);
	assert_int_equal(list[0], at("a7"));
}

/* ---- Reading ---- */

struct reading {
	const char *text;
	const char *move; /* as coordinates, or NULL and ... */
	enum rk_notation_error error;
};

static void try_readings(const struct rk_rules *rules,
			 const union rk_any_pos *pos,
			 const struct reading *readings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct reading *reading = &readings[i];
		char text[RK_MOVE_TEXT_SIZE] = "";
		rk_any_move move = 0x123456;
		enum rk_notation_error error;

		error = rules->read_move(&move, pos, reading->text,
					 strlen(reading->text));
		if (error != reading->error)
			fail_msg("'%s': %s", reading->text,
				 rk_notation_error_text(error));
		if (!error)
			rules->write_move(text, pos, move, RK_STYLE_COORD);
		else
			assert_int_equal(move, 0x123456);
		assert_string_equal(text, reading->move ? reading->move : "");
	}
}

/* clang-format off */
#define READS(text, move) {text, move, RK_NOTATION_OK}
#define FAILS(text, why) {text, NULL, RK_NOTATION_##why}
/* clang-format on */

static void test_reading(void **state)
{
	static const struct reading red[] = {
		READS("h2h3", "h2h3"),    READS("h2-h4", "h2h4"),
		READS("h2 h3", "h2h3"),   READS("h3", "h2h3"),
		READS("Ph3", "h2h3"),     READS("h2h3!?", "h2h3"),
		READS("Nf3", "e1f3"),     READS("Ne1-f3", "e1f3"),
		READS("Nef3", "e1f3"),    READS("N1f3", "e1f3"),
		READS("Ne1f3+#", "e1f3"), READS("e1f3", "e1f3"),
		FAILS("", SYNTAX),        FAILS("h", SYNTAX),
		FAILS("h15", SYNTAX),     FAILS("o4", SYNTAX),
		FAILS("h0", SYNTAX),      FAILS("nf3", NO_MOVE),
		FAILS("h2h3x", SYNTAX),   FAILS("h2h33", SYNTAX),
		FAILS("hello", SYNTAX),   FAILS("h2-", SYNTAX),
		FAILS("O-O-O-O", SYNTAX), FAILS("h2h5", NO_MOVE),
		FAILS("h5", NO_MOVE),     FAILS("a2a3", NO_MOVE),
		FAILS("b7c7", NO_MOVE),   FAILS("h2h3q", NO_MOVE),
		FAILS("O-O", NO_MOVE),    FAILS("a1a2", NO_MOVE),
		FAILS("Qg3", NO_MOVE),
	};
	static const struct reading blue[] = {
		READS("d7", "b7d7"),         READS("c7", "b7c7"),
		READS("b11-c11", "b11c11"),  READS("Nc9", "a10c9"),
		READS("Na10-c11", "a10c11"), FAILS("h3", NO_MOVE),
		FAILS("b8b9", NO_MOVE),
	};
	union rk_any_undo undo;
	union rk_any_pos pos;

	(void)state;
	FFA->start(&pos, 0);
	try_readings(FFA, &pos, red, COUNT(red));
	FFA->make(&pos, four_move(FFA, &pos, "h2h3", 0), &undo);
	try_readings(FFA, &pos, blue, COUNT(blue));
}

/* Rooks on d5 and j5, a pinned bishop on h4, pawns that can take. */
static void test_reading_more(void **state)
{
	static const struct four_board board = {
		.pieces = KINGS "rRd5 rRj5 rBh4 yRh9 rPe7 yNd8 yNf8 bBk9 "
				"rQa11 gRa9",
	};
	static const struct reading readings[] = {
		FAILS("Rg5", AMBIGUOUS),
		READS("Rdg5", "d5g5"),
		READS("Rj5g5", "j5g5"),
		FAILS("R5g5", AMBIGUOUS),
		FAILS("Bg5", CHECK),
		FAILS("h4g5", CHECK),
		READS("Qa11xRa9", "a11a9"),
		READS("Qxa9", "a11a9"),
		READS("a11a9", "a11a9"),
		READS("Q:a9", "a11a9"),
		READS("exd8", "e7d8"),
		READS("ed", "e7d8"),
		READS("exf", "e7f8"),
		READS("e7xNf8=D", "e7f8"),
		READS("e7f8q", "e7f8"),
		READS("e8=D", "e7e8"),
		READS("e8Q", "e7e8"),
		READS("e8(Q)", "e7e8"),
		READS("e8", "e7e8"),
		FAILS("e7e8n", NO_MOVE),
		FAILS("e8=", SYNTAX),
		FAILS("e8=K", SYNTAX),
		FAILS("Kh2=Q", NO_MOVE),
		FAILS("exg8", NO_MOVE),
		/* Without its line a pawn goes straight on. */
		FAILS("d8", NO_MOVE),
		FAILS("f8", NO_MOVE),
	};
	union rk_any_pos pos;

	(void)state;
	four_set_up(&pos, FFA, &board, 0);
	try_readings(FFA, &pos, readings, COUNT(readings));
}

/* ---- Promotion ---- */

static void test_promotion(void **state)
{
	static const struct four_board eighth = {.pieces = KINGS "rPi7"};
	static const struct four_board eleventh = {.pieces = KINGS "rPi10"};
	static const struct reading choices[] = {
		READS("i10i11q", "i10i11q"),   READS("i11=N", "i10i11n"),
		READS("i11n", "i10i11n"),      READS("i11B", "i10i11b"),
		READS("i10-i11=R", "i10i11r"), READS("i11=D", "i10i11q"),
		FAILS("i11", AMBIGUOUS),       FAILS("i10i11", AMBIGUOUS),
	};
	char text[RK_MOVE_TEXT_SIZE];
	union rk_any_undo undo;
	union rk_any_pos pos;
	rk_any_move move;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int turns = 0; turns < 4; turns++) {
			bool teams = i == 3;

			four_set_up(&pos, rows[i], &eighth, turns);
			move = four_move(rows[i], &pos, "i7i8", turns);
			assert_int_equal(rows[i]->promoted(&pos, move),
					 teams ? RK_NONE : RK_QUEEN);
			rows[i]->write_move(text, &pos, move, RK_STYLE_SAN);
			assert_int_equal(!strstr(text, "=D"), teams);
			rows[i]->make(&pos, move, &undo);
			assert_int_equal(
				rows[i]->cell(&pos, rows[i]->to(&pos, move)),
				turns << 3 |
					(teams ? RK_PAWN
					       : RK_QUEEN | RK_CELL_CHEAP));
		}
	for (int turns = 0; turns < 4; turns++) {
		four_set_up(&pos, TEAMS, &eleventh, turns);
		move = four_move(TEAMS, &pos, "i10i11n", turns);
		TEAMS->write_move(text, &pos, move, RK_STYLE_SAN);
		assert_non_null(strstr(text, "=N"));
		TEAMS->make(&pos, move, &undo);
		assert_int_equal(TEAMS->cell(&pos, TEAMS->to(&pos, move)),
				 turns << 3 | RK_KNIGHT);
	}
	four_set_up(&pos, TEAMS, &eleventh, 0);
	try_readings(TEAMS, &pos, choices, COUNT(choices));
}

/* ---- En passant ---- */

static void play(const struct rk_rules *rules, union rk_any_pos *pos,
		 const char *const *line, size_t count, int turns)
{
	union rk_any_undo undo;

	for (size_t i = 0; i < count; i++)
		rules->make(pos, four_move(rules, pos, line[i], turns), &undo);
}

/*
 * Blue's pawn on d4 takes one that skips e3, Green's on j4 one that skips i3,
 * if need be together with what has come there.
 */
static void test_en_passant(void **state)
{
	static const struct four_board board = {
		.pieces = KINGS "rPe2 rPi2 bPd4 gPj4 yNj5",
	};
	static const char *const blue[] = {"e2e4", "d4e3"};
	static const char *const green[] = {"i2i4", "a7a8", "g14h14", "j4i3"};
	static const char *const both[] = {"i2i4", "a7a8", "j5i3", "j4i3"};
	char text[RK_MOVE_TEXT_SIZE];
	union rk_any_pos pos;
	rk_any_move move;

	(void)state;
	for (int turns = 0; turns < 4; turns++) {
		four_set_up(&pos, FFA, &board, turns);
		play(FFA, &pos, blue, 2, turns);
		assert_int_equal(FFA->points(&pos, (1 + turns) & 3), 1);
		four_set_up(&pos, FFA, &board, turns);
		play(FFA, &pos, green, 4, turns);
		assert_int_equal(FFA->points(&pos, (3 + turns) & 3), 1);
		four_set_up(&pos, FFA, &board, turns);
		play(FFA, &pos, both, 4, turns);
		assert_int_equal(FFA->points(&pos, (3 + turns) & 3), 4);
	}
	four_set_up(&pos, FFA, &board, 0);
	play(FFA, &pos, green, 3, 0);
	move = four_move(FFA, &pos, "j4i3", 0);
	assert_int_equal(FFA->captured(&pos, move), at("i4"));
	FFA->write_move(text, &pos, move, RK_STYLE_SAN);
	assert_string_equal(text, "j4xi3");
	four_set_up(&pos, FFA, &board, 0);
	play(FFA, &pos, both, 3, 0);
	move = four_move(FFA, &pos, "j4i3", 0);
	assert_int_equal(FFA->captured(&pos, move), at("i3"));
	FFA->write_move(text, &pos, move, RK_STYLE_SAN);
	assert_string_equal(text, "j4xNi3");
}

/* Both pawns leave rank 4, where Green's rook would then see Blue's king. */
static void test_en_passant_in_danger(void **state)
{
	static const struct four_board board = {
		.pieces = "rKh1 bKa4 yKg14 gKn8 rPe2 bPd4 gRk4 rPk2",
	};
	static const char *const line[] = {"e2e4"};
	static const struct reading readings[] = {
		FAILS("d4e3", CHECK),
		FAILS("dxe3", CHECK),
		FAILS("d4e5", NO_MOVE),
		READS("a4a5", "a4a5"),
	};
	union rk_any_pos pos;

	(void)state;
	four_set_up(&pos, FFA, &board, 0);
	play(FFA, &pos, line, 1, 0);
	try_readings(FFA, &pos, readings, COUNT(readings));
}

/* Green's pawn that takes on g3 is on its eighth rank there. */
static void test_en_passant_and_promotion(void **state)
{
	static const struct four_board board = {.pieces = KINGS "rPg2 gPh4"};
	static const char *const line[] = {"g2g4", "a7a8", "g14h14"};
	static const struct reading readings[] = {
		READS("h4xg3=D", "h4g3"),
		READS("hxg3", "h4g3"),
		READS("h4g3", "h4g3"),
	};
	char text[RK_MOVE_TEXT_SIZE];
	union rk_any_pos pos;
	union rk_any_undo undo;
	rk_any_move move;

	(void)state;
	for (int turns = 0; turns < 4; turns++) {
		four_set_up(&pos, FFA, &board, turns);
		play(FFA, &pos, line, 3, turns);
		if (!turns)
			try_readings(FFA, &pos, readings, COUNT(readings));
		move = four_move(FFA, &pos, "h4g3", turns);
		FFA->write_move(text, &pos, move, RK_STYLE_SAN);
		assert_non_null(strstr(text, "=D"));
		FFA->make(&pos, move, &undo);
		assert_int_equal(FFA->cell(&pos, FFA->to(&pos, move)),
				 rk_cell((3 + turns) & 3, RK_QUEEN) |
					 RK_CELL_CHEAP);
		assert_int_equal(FFA->points(&pos, (3 + turns) & 3), 1);
	}
}

/* A right that nobody can use makes no other position. */
static void test_keys(void **state)
{
	static const struct {
		const char *others;
		bool counts;
	} cases[] = {
		{"bPb4", false}, {"bPd4", true},       {"gPj4", true},
		{"bPd5", false}, {"bNd4 bPb4", false}, {"gPk4", false},
	};
	static const char *const steps[] = {"e2e4", "i2i4"};
	static const char *const after[] = {"rPe4 rPi2", "rPe2 rPi4"};
	char text[128];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		for (int turns = 0; turns < 4; turns++) {
			int green = cases[i].others[0] == 'g';
			struct four_board board = {.pieces = text};
			union rk_any_pos pos, same;

			snprintf(text, sizeof(text), KINGS "rPe2 rPi2 %s",
				 cases[i].others);
			four_set_up(&pos, FFA, &board, turns);
			play(FFA, &pos, &steps[green], 1, turns);
			snprintf(text, sizeof(text), KINGS "%s %s",
				 after[green], cases[i].others);
			board.turn = 1;
			four_set_up(&same, FFA, &board, turns);
			assert_int_equal(FFA->key(&pos) != FFA->key(&same),
					 cases[i].counts);
		}
}

/* Blue's pawn stood ready but Blue has moved; Red's right is of no use then. */
static void test_key_when_the_turn_is_past(void **state)
{
	static const struct four_board before = {.pieces = KINGS "rPe2 bPd4"};
	static const struct four_board after = {
		.pieces = "rKh1 bKa8 yKg14 gKn8 rPe4 bPd4",
		.turn = 2,
	};
	static const char *const line[] = {"e2e4", "a7a8"};
	union rk_any_pos pos, same;

	(void)state;
	for (int turns = 0; turns < 4; turns++) {
		four_set_up(&pos, FFA, &before, turns);
		play(FFA, &pos, line, 2, turns);
		four_set_up(&same, FFA, &after, turns);
		assert_true(FFA->key(&pos) == FFA->key(&same));
	}
}

/* ---- Set-up mode ---- */

static void put(union rk_any_pos *setup, const char *square, int seat, int type)
{
	FFA->setup_put(setup, at(square), rk_cell(seat, type));
}

static void refused(const struct rk_rules *rules, const union rk_any_pos *setup,
		    const char *why)
{
	union rk_any_pos pos;
	unsigned int defects;

	memset(&pos, 0x55, sizeof(pos));
	defects = rules->setup_finish(&pos, setup);
	assert_int_not_equal(defects, 0);
	assert_string_equal(rules->defect_text(defects), why);
	for (size_t i = 0; i < sizeof(pos); i++)
		assert_int_equal(((uint8_t *)&pos)[i], 0x55);
}

static void test_setup(void **state)
{
	union rk_any_pos setup, pos;

	(void)state;
	memset(&pos, 0, sizeof(pos));
	FFA->setup_clear(&setup);
	refused(FFA, &setup,
		"two players who are no partners must be in the game");
	put(&setup, "h1", 0, RK_KING);
	put(&setup, "e5", 1, RK_PAWN);
	refused(FFA, &setup, "Blue needs exactly one king");
	put(&setup, "a7", 1, RK_KING);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_int_equal(FFA->active(&pos), 3);
	assert_int_equal(FFA->turn(&pos), 0);
	put(&setup, "h2", 0, RK_KING);
	refused(FFA, &setup, "Red needs exactly one king");
	FFA->setup_put(&setup, at("h1"), RK_CELL_EMPTY);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	put(&setup, "i8", 0, RK_PAWN);
	refused(FFA, &setup, "a pawn stands where it would have been promoted");
	assert_int_equal(TEAMS->setup_finish(&pos, &setup), 0);
	put(&setup, "i8", 0, RK_ROOK);
	put(&setup, "n8", 3, RK_KING);
	refused(FFA, &setup, "a king is in check");
	put(&setup, "i8", 2, RK_KING);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_int_equal(FFA->active(&pos), 15);
	FFA->setup_turn(&setup, 3);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_int_equal(FFA->turn(&pos), 3);
	/* whoever is not there has no turn */
	FFA->setup_put(&setup, at("n8"), RK_CELL_EMPTY);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_int_equal(FFA->active(&pos), 7);
	assert_int_equal(FFA->turn(&pos), 0);
	/* partners alone have nobody to play against */
	FFA->setup_put(&setup, at("a7"), RK_CELL_EMPTY);
	FFA->setup_put(&setup, at("e5"), RK_CELL_EMPTY);
	refused(TEAMS, &setup,
		"two players who are no partners must be in the game");
}

static void test_setup_rights(void **state)
{
	static const struct reading both[] = {
		READS("O-O", "h1j1"),
		READS("0-0-0", "h1f1"),
		READS("h1j1", "h1j1"),
		READS("Kf1", "h1f1"),
	};
	static const struct reading near[] = {
		READS("o-o", "h1j1"),
		FAILS("O-O-O", NO_MOVE),
	};
	static const struct reading attacked[] = {
		FAILS("O-O", CHECK),
		FAILS("h1j1", CHECK),
		READS("O-O-O", "h1f1"),
	};
	static const struct reading other[] = {
		READS("O-O", "g1e1"),
		READS("O-O-O", "g1i1"),
	};
	union rk_any_pos setup, pos;

	(void)state;
	FFA->setup_clear(&setup);
	put(&setup, "k1", 0, RK_ROOK);
	put(&setup, "h1", 0, RK_KING);
	put(&setup, "a7", 1, RK_KING);
	put(&setup, "d1", 0, RK_ROOK);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	try_readings(FFA, &pos, both, COUNT(both));
	FFA->setup_put(&setup, at("d1"), RK_CELL_EMPTY);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	try_readings(FFA, &pos, near, COUNT(near));
	put(&setup, "d1", 0, RK_ROOK);
	put(&setup, "i9", 1, RK_ROOK);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	try_readings(FFA, &pos, attacked, COUNT(attacked));
	FFA->setup_put(&setup, at("i9"), RK_CELL_EMPTY);
	FFA->setup_put(&setup, at("h1"), RK_CELL_EMPTY);
	put(&setup, "g1", 0, RK_KING);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	try_readings(FFA, &pos, other, COUNT(other));
}

/* Rights to castle are given and taken, as far as the pieces allow. */
static void test_setup_castling(void **state)
{
	union rk_any_pos setup, pos;
	char text[RK4_FEN_SIZE], fen[RK4_FEN_SIZE];

	(void)state;
	FFA->start(&pos, 0);
	FFA->setup_from(&setup, &pos);
	assert_int_equal(FFA->setup_castling(&setup), 255);
	assert_int_equal(FFA->setup_to_move(&setup), 0);
	FFA->setup_turn(&setup, 2);
	assert_int_equal(FFA->setup_to_move(&setup), 2);
	FFA->setup_turn(&setup, 0);
	FFA->setup_write(text, &setup);
	FFA->write(fen, &pos);
	assert_string_equal(text, fen);
	FFA->setup_castle(&setup, 0x41);
	assert_int_equal(FFA->setup_castling(&setup), 0x41);
	/* Blue's rook beside the king's home, Green's king. */
	FFA->setup_put(&setup, at("a4"), RK_CELL_EMPTY);
	FFA->setup_put(&setup, at("n7"), RK_CELL_EMPTY);
	FFA->setup_put(&setup, at("n8"), RK_CELL_EMPTY);
	FFA->setup_castle(&setup, 255);
	assert_int_equal(FFA->setup_castling(&setup) & 0xc3, 3);
	assert_int_equal(FFA->setup_castling(&setup) >> 4 & 3, 3);
	assert_true((FFA->setup_castling(&setup) >> 2 & 3) == 1 ||
		    (FFA->setup_castling(&setup) >> 2 & 3) == 2);
}

/* One who has left comes back with his king; dead pieces stay dead. */
static void test_setup_of_the_dead(void **state)
{
	static const struct four_board board = {
		.pieces = KINGS "rPk2 bRe5",
		.dead = "0100",
	};
	union rk_any_pos setup, pos, again;
	char fen[RK4_FEN_SIZE];
	struct rk_error error;
	size_t length;

	(void)state;
	memset(&again, 0, sizeof(again));
	four_set_up(&pos, FFA, &board, 0);
	FFA->setup_from(&setup, &pos);
	assert_int_equal(FFA->setup_cell(&setup, at("e5")),
			 rk_cell(1, RK_ROOK) | RK_CELL_DEAD);
	assert_int_equal(FFA->setup_finish(&again, &setup), 0);
	assert_memory_equal(&again.four, &pos.four, sizeof(pos.four));
	length = FFA->write(fen, &pos);
	assert_true(FFA->setup_read(&setup, fen, length, &error));
	put(&setup, "a8", 1, RK_KING);
	FFA->setup_put(&setup, at("a7"), RK_CELL_EMPTY);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_int_equal(FFA->active(&pos), 15);
	assert_int_equal(FFA->cell(&pos, at("e5")), rk_cell(1, RK_ROOK));
	FFA->setup_put(&setup, at("e6"), rk_cell(2, RK_QUEEN) | RK_CELL_DEAD);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_true(FFA->cell(&pos, at("e6")) & RK_CELL_DEAD);
	assert_int_equal(rk_cell_type(FFA->cell(&pos, at("e6"))), RK_QUEEN);
}

/* The rules apply from the first moment: Blue, to move, is stalemated. */
static void test_setup_of_a_stalemate(void **state)
{
	union rk_any_pos setup, pos;

	(void)state;
	FFA->setup_clear(&setup);
	put(&setup, "h1", 0, RK_KING);
	put(&setup, "b6", 0, RK_QUEEN);
	put(&setup, "a4", 1, RK_KING);
	put(&setup, "g14", 2, RK_KING);
	FFA->setup_turn(&setup, 1);
	assert_int_equal(FFA->setup_finish(&pos, &setup), 0);
	assert_int_equal(FFA->points(&pos, 1), 20);
	assert_int_equal(FFA->turn(&pos), 2);
	assert_int_equal(TEAMS->setup_finish(&pos, &setup), 0);
	assert_int_equal(TEAMS->status(&pos).reason, RK_REASON_STALEMATE);
}

/* ---- Teams ---- */

static void test_partners(void **state)
{
	static const struct four_board board = {
		.pieces = KINGS "rRg3 yPd13 yNe3 bPb4",
	};
	static const struct reading readings[] = {
		FAILS("g3e3", NO_MOVE),
		READS("g3f3", "g3f3"),
		READS("g3g13", "g3g13"),
		FAILS("g3g14", NO_MOVE),
	};
	union rk_any_pos pos;

	(void)state;
	four_set_up(&pos, TEAMS, &board, 0);
	assert_false(TEAMS->in_check(&pos, 2));
	try_readings(TEAMS, &pos, readings, COUNT(readings));
	four_set_up(&pos, FFA, &board, 0);
	assert_true(FFA->in_check(&pos, 2));
	assert_false(FFA->in_check(&pos, 1));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_cells),
		cmocka_unit_test(test_reading),
		cmocka_unit_test(test_reading_more),
		cmocka_unit_test(test_promotion),
		cmocka_unit_test(test_en_passant),
		cmocka_unit_test(test_en_passant_in_danger),
		cmocka_unit_test(test_en_passant_and_promotion),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_key_when_the_turn_is_past),
		cmocka_unit_test(test_setup),
		cmocka_unit_test(test_setup_rights),
		cmocka_unit_test(test_setup_castling),
		cmocka_unit_test(test_setup_of_the_dead),
		cmocka_unit_test(test_setup_of_a_stalemate),
		cmocka_unit_test(test_partners),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
