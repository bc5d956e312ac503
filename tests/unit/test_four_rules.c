/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Elimination, points and the end of games with four players, rule by rule. Every
 * example is worked out by hand from the rules for Red, and tried for all
 * four seats by turning the board.
 */
#include "tests/unit/four.h"

#define R 1
#define B 2
#define Y 4
#define G 8

/* Kings and a pawn each, far from everything. */
#define RED "rKh1 rPk2 "
#define BLUE "bKa7 bPb4 "
#define YELLOW "yKg14 yPd13 "
#define GREEN "gKn8 gPm11 "

/* Blue in the corner a4 with a pawn that does not help. */
#define CORNERED "bKa4 bPd8 "

/* What a move makes of a board. */
struct example {
	const char *what;
	const struct rk_rules *rules;
	struct four_board board;
	const char *move;  /* as coordinates */
	const char *signs; /* what the long notation ends with */
	int points[RK4_SEATS];
	unsigned int left; /* those who are out, and those of them ... */
	unsigned int walking;
	int turn;
	enum rk_reason reason;
	unsigned int winners;
};

#define FFA &rk_rules_ffa
#define STILL &rk_rules_still
#define LAST &rk_rules_last
#define TEAMS &rk_rules_teams

/* clang-format off */
#define TAKES(what, piece, gain) \
	{what, FFA, {.pieces = RED BLUE YELLOW GREEN "rRe5 " piece, .turn = 0}, "e5e9", \
	 "", {gain}, .turn = 1}

static const struct example captures[] = {
	TAKES("a pawn", "bPe9", 1),
	TAKES("a knight", "bNe9", 3),
	TAKES("a bishop", "bBe9", 5),
	TAKES("a rook", "bRe9", 5),
	TAKES("a queen", "bQe9", 9),
	TAKES("a queen that was a pawn", "bDe9", 1),
	{"a dead queen", FFA, {.pieces = RED YELLOW GREEN "rRe5 dbQe9 dbKa7", .dead = "0100"},
	 "e5e9", "", {0}, B, .turn = 2},
	{"a queen where no points count", LAST,
	 {.pieces = RED BLUE YELLOW GREEN "rRe5 bQe9"}, "e5e9", "", {0}, .turn = 1},
	{"a king", FFA, {.pieces = RED "bKe9 bPb4 " YELLOW GREEN "rRe5"}, "e5e9", "#",
	 {20}, B, .turn = 2},
	{"a king, where no points count", LAST,
	 {.pieces = RED "bKe9 bPb4 " YELLOW GREEN "rRe5"}, "e5e9", "#", {0}, B,
	 .turn = 2},
	{"a king in teams", TEAMS, {.pieces = RED "bKe9 bPb4 " YELLOW GREEN "rRe5"},
	 "e5e9", "#", {0}, B, .turn = 2, .reason = RK_REASON_KING_TAKEN,
	 .winners = R | Y},
	/* Green's rook on h9 would take the king on h1, but falls with his */
	{"a king, in check by its army", FFA,
	 {.pieces = RED BLUE YELLOW "gKe9 gPm11 gRh9 rRe5"}, "e5e9", "#", {20}, G,
	 .turn = 1},
	{"a king that walks", FFA,
	 {.pieces = RED "bKe9 dbPb4 " YELLOW GREEN "rRe5", .dead = "0100"}, "e5e9", "#", {20},
	 B, .turn = 2},
	{"the king that walks takes, and earns nothing", FFA,
	 {.pieces = RED "bKa7 " YELLOW GREEN "rQb7", .dead = "0100", .turn = 1}, "a7b7", "",
	 {0}, B, B, .turn = 2},
	{"the last but one", FFA,
	 {.pieces = RED "bKe9 bPb4 dyKg14 dgKn8 rRe5", .dead = "0011"}, "e5e9", "#", {20},
	 B | Y | G, .turn = 0, .reason = RK_REASON_KING_TAKEN, .winners = R},
};

/* Rooks on a11 and b9 mate a king on a4. */
#define MATING "rRe11 rRb9 "
/* Turned by half: n4 and m6 mate a king on n11. */
#define GREEN_CORNERED "gKn11 gPk7 "
#define GREEN_MATING "rRj4 rRm6 "

static const struct example mates[] = {
	{"mate", FFA, {.pieces = RED CORNERED YELLOW GREEN MATING}, "e11a11", "+#",
	 {20}, B, .turn = 2},
	{"mate, armies stand still", STILL,
	 {.pieces = RED CORNERED YELLOW GREEN MATING}, "e11a11", "+#", {20}, B,
	 .turn = 2},
	{"mate without points", LAST, {.pieces = RED CORNERED YELLOW GREEN MATING},
	 "e11a11", "+#", {0}, B, .turn = 2},
	{"mate in teams, whose turn it is", TEAMS,
	 {.pieces = RED CORNERED YELLOW GREEN MATING}, "e11a11", "+#", {0}, B,
	 .turn = 2, .reason = RK_REASON_CHECKMATE, .winners = R | Y},
	{"mate of one who is not next", FFA,
	 {.pieces = RED BLUE YELLOW GREEN_CORNERED GREEN_MATING}, "j4n4", "+#", {20}, G,
	 .turn = 1},
	{"the same in teams counts later", TEAMS,
	 {.pieces = RED BLUE YELLOW GREEN_CORNERED GREEN_MATING}, "j4n4", "+", {0},
	 .turn = 1},
	{"no mate: the rook can be taken", FFA,
	 {.pieces = RED CORNERED YELLOW GREEN MATING "bBd8"}, "e11a11", "+", {0},
	 .turn = 1},
	{"mate though the check is another's", FFA,
	 {.pieces = RED CORNERED YELLOW GREEN "yRa11 rRe9"}, "e9b9", "#", {20}, B,
	 .turn = 2},
	{"mate of a walking king", FFA,
	 {.pieces = RED "bKa4 dbPd8 " YELLOW GREEN MATING, .dead = "0100"}, "e11a11", "+#",
	 {20}, B, .turn = 2},
	{"two at once, and for the double check", FFA,
	 {.pieces = RED "bKa4 bPc10 yKd14 yPk13 " GREEN
	  "rNd7 rRd6 rBe9 rRe10 rRb9"},
	 "d7c5", "++##", {45}, B | Y, .turn = 3},
	{"two at once, a queen among them", FFA,
	 {.pieces = RED "bKa4 bPc10 yKd14 yPk13 " GREEN
	  "rNd7 rQd6 rBe9 rRe10 rRb9"},
	 "d7c5", "++##", {41}, B | Y, .turn = 3},
	{"two at once without points", LAST,
	 {.pieces = RED "bKa4 bPc10 yKd14 yPk13 " GREEN
	  "rNd7 rRd6 rBe9 rRe10 rRb9"},
	 "d7c5", "++##", {0}, B | Y, .turn = 3},
	/* the dead may win by points; who is left wins where none count */
	{"the last one, who has fewer points", FFA,
	 {.pieces = RED CORNERED "dyKg14 dgKn8 " MATING, .dead = "0011", .points = {5, 0, 30, 0}},
	 "e11a11", "+#", {25, 0, 30}, B | Y | G, .turn = 0,
	 .reason = RK_REASON_CHECKMATE, .winners = Y},
	{"the last one, as many points", FFA,
	 {.pieces = RED CORNERED "dyKg14 dgKn8 " MATING, .dead = "0011", .points = {5, 0, 25, 0}},
	 "e11a11", "+#", {25, 0, 25}, B | Y | G, .turn = 0,
	 .reason = RK_REASON_CHECKMATE, .winners = R | Y},
	{"the last one", LAST,
	 {.pieces = RED CORNERED "dyKg14 dgKn8 " MATING, .dead = "0011"}, "e11a11", "+#", {0},
	 B | Y | G, .turn = 0, .reason = RK_REASON_CHECKMATE, .winners = R},
	{"two play, and a king walks that is mated", FFA,
	 {.pieces = RED "bKa4 " YELLOW "dgKn8 " MATING, .dead = "0101"}, "e11a11", "+#", {20},
	 B | G, .turn = 2},
};

static const struct example checks[] = {
	{"two kings by a knight", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "rNg11"}, "g11e10", "++", {5},
	 .turn = 1},
	{"two by a queen", FFA, {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "rQe4"},
	 "e4e8", "++", {1}, .turn = 1},
	{"two by a queen that was a pawn", STILL,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "rDe4"}, "e4e8", "++", {1},
	 .turn = 1},
	{"three by a knight", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 gKg11 gPm11 rNg9"}, "g9e10", "+++", {20},
	 .turn = 1},
	{"three by a queen", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 gKh11 gPm11 rQe4"}, "e4e8", "+++", {5},
	 .turn = 1},
	{"two where no points count", LAST,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "rNg11"}, "g11e10", "++", {0},
	 .turn = 1},
	{"one, another stands already", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "gRd12 rRj2"}, "j2f2", "+", {0},
	 .turn = 1},
	{"one, and a third player's is opened", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf14 yPd13 " GREEN "gRd12 rNd10"}, "d10e12", "++",
	 {5}, .turn = 1},
	{"two, and a queen's that stood before", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "gQd12 rNg11"},
	 "g11e10", "++", {5}, .turn = 1},
	{"two, and a third king is taken", FFA,
	 {.pieces = RED "bKe10 bPb4 yKf8 yPd13 gKd8 gPm11 rNg11"}, "g11e10",
	 "++#", {25}, B, .turn = 2},
	{"two, but one of them walks", FFA,
	 {.pieces = RED "bKd8 bPb4 yKf8 " GREEN "rNg11", .dead = "0010"}, "g11e10", "++", {0},
	 Y, Y, .turn = 1},
	{"the partner's king is not in check", TEAMS,
	 {.pieces = RED "bKd8 bPb4 yKf8 yPd13 " GREEN "rNg11"}, "g11e10", "+", {0},
	 .turn = 1},
	{"two opponents in teams earn nothing", TEAMS,
	 {.pieces = RED "bKd8 bPb4 " YELLOW "gKf8 gPm11 rNg11"}, "g11e10", "++", {0},
	 .turn = 1},
};

/* A queen on b6 leaves a king on a4 no square and does not attack it. */
#define STALE "bKa4 "

static const struct example stalemates[] = {
	{"stalemate", FFA, {.pieces = RED STALE YELLOW GREEN "rQb10"}, "b10b6", "",
	 {0, 20}, B, .turn = 2},
	{"stalemate, armies stand still", STILL,
	 {.pieces = RED STALE YELLOW GREEN "rQb10"}, "b10b6", "", {0, 20}, B,
	 .turn = 2},
	{"stalemate without points", LAST, {.pieces = RED STALE YELLOW GREEN "rQb10"},
	 "b10b6", "", {0}, .turn = 1, .reason = RK_REASON_STALEMATE},
	{"stalemate in teams", TEAMS, {.pieces = RED STALE YELLOW GREEN "rQb10"},
	 "b10b6", "", {0}, .turn = 1, .reason = RK_REASON_STALEMATE},
	{"a walking king that is stuck is out", FFA,
	 {.pieces = RED STALE YELLOW GREEN "rQb10", .dead = "0100"}, "b10b6", "",
	 {10, 0, 10, 10}, B, .turn = 2},
	{"one who is not next is not out yet", FFA,
	 {.pieces = RED STALE YELLOW GREEN "yQb10", .turn = 2}, "b10b6", "", {0},
	 .turn = 3},
	{"but when the turn comes", FFA,
	 {.pieces = RED STALE YELLOW GREEN "yQb6", .turn = 0}, "k2k3", "", {0, 20}, B,
	 .turn = 2},
	{"the last but one by stalemate", FFA,
	 {.pieces = RED STALE "dyKg14 dgKn8 rQb10", .dead = "0011"}, "b10b6", "", {0, 20},
	 B | Y | G, .turn = 0, .reason = RK_REASON_STALEMATE, .winners = B},
};

static const struct example ends[] = {
	{"two hundred quiet plies", FFA,
	 {.pieces = RED BLUE YELLOW GREEN, .points = {5, 0, 7, 0}, .quiet = 199},
	 "h1h2", "", {15, 10, 17, 10}, .turn = 1, .reason = RK_REASON_FIFTY,
	 .winners = Y},
	{"one fewer", FFA, {.pieces = RED BLUE YELLOW GREEN, .quiet = 198}, "h1h2", "",
	 {0}, .turn = 1},
	{"a pawn's step is not quiet", FFA,
	 {.pieces = RED BLUE YELLOW GREEN, .quiet = 199}, "k2k3", "", {0}, .turn = 1},
	{"two hundred without points", LAST,
	 {.pieces = RED BLUE YELLOW GREEN, .quiet = 199}, "h1h2", "", {0}, .turn = 1,
	 .reason = RK_REASON_FIFTY},
	{"kings alone", FFA,
	 {.pieces = "rKh1 bKa7 yKg14 dgKn8 bQh2", .dead = "0001"}, "h1h2", "", {19, 10, 10}, G,
	 .turn = 1, .reason = RK_REASON_INSUFFICIENT, .winners = R},
	{"kings alone in teams", TEAMS,
	 {.pieces = "rKh1 bKa7 yKg14 gKn8 bQh2"}, "h1h2", "", {0}, .turn = 1,
	 .reason = RK_REASON_INSUFFICIENT},
};
/* clang-format on */

/* Points, sets and the rest in words that two of them can be compared by. */
static void describe(char text[128], const int points[RK4_SEATS],
		     unsigned int left, unsigned int walking, int turn,
		     unsigned int reason, unsigned int winners)
{
	snprintf(text, 128,
		 "points %d,%d,%d,%d, left %x, walking %x, turn %d, "
		 "over %u, winners %x",
		 points[0], points[1], points[2], points[3], left, walking,
		 turn, reason, winners);
}

/* The position against the example, which is turned. */
static void compare(const char *what, const struct example *example,
		    const struct rk4_pos *pos, int turns)
{
	int points[RK4_SEATS], expected[RK4_SEATS];
	char text[128], wanted[128];

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		points[seat] = pos->points[seat];
		expected[four_turn_seat(seat, turns)] = example->points[seat];
	}
	describe(text, points, pos->left, pos->walking, pos->turn, pos->ended,
		 pos->winners);
	describe(wanted, expected, four_turn_set(example->left, turns),
		 four_turn_set(example->walking, turns),
		 four_turn_seat(example->turn, turns), example->reason,
		 four_turn_set(example->winners, turns));
	if (strcmp(text, wanted))
		fail_msg("%s, turned %d times: %s\nexpected: %s", what, turns,
			 text, wanted);
	assert_true(pos->key == rk4_pos_key_compute(pos));
}

static void try_example(const struct example *example, int turns)
{
	const struct rk_rules *rules = example->rules;
	char text[RK_MOVE_TEXT_SIZE];
	union rk_any_pos pos, before;
	union rk_any_undo undo;
	rk_any_move move;

	four_set_up(&pos, rules, &example->board, turns);
	before = pos;
	move = four_move(rules, &pos, example->move, turns);
	rules->write_move(text, &pos, move, RK_STYLE_SAN);
	if (strcmp(text + strcspn(text, "+#"), example->signs))
		fail_msg("%s: %s should end with '%s'", example->what, text,
			 example->signs);
	assert_memory_equal(&pos, &before, sizeof(pos));
	rules->make(&pos, move, &undo);
	compare(example->what, example, &pos.four, turns);
	assert_int_equal(rules->status(&pos).reason, example->reason);
	rules->unmake(&pos, move, &undo);
	assert_memory_equal(&pos, &before, sizeof(pos));
}

static void try_examples(const struct example *examples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (int turns = 0; turns < 4; turns++)
			try_example(&examples[i], turns);
}

#define TEST_OF(examples) \
	static void test_##examples(void **state) \
	{ \
		(void)state; \
		try_examples(examples, COUNT(examples)); \
	}

TEST_OF(captures)
TEST_OF(mates)
TEST_OF(checks)
TEST_OF(stalemates)
TEST_OF(ends)

/* In teams the mate of Green on Red's move counts when Green is to move. */
static void test_mate_in_teams(void **state)
{
	static const struct four_board board = {
		.pieces = RED BLUE YELLOW GREEN_CORNERED GREEN_MATING,
	};
	static const char *const line[] = {"j4n4", "b4c4", "d13d12"};
	union rk_any_undo undo;
	union rk_any_pos pos;

	(void)state;
	for (int turns = 0; turns < 4; turns++) {
		four_set_up(&pos, TEAMS, &board, turns);
		for (size_t i = 0; i < COUNT(line); i++) {
			assert_int_equal(pos.four.ended, 0);
			rk_rules_teams.make(
				&pos, four_move(TEAMS, &pos, line[i], turns),
				&undo);
		}
		assert_int_equal(pos.four.ended, RK_REASON_CHECKMATE);
		assert_int_equal(pos.four.winners, four_turn_set(R | Y, turns));
	}
}

/* What comes of it when somebody leaves. */
struct leaving {
	const char *what;
	const struct rk_rules *rules;
	struct four_board board;
	int seat;
	struct example after;
};

#define AFTER(...) \
	{ \
		.points = __VA_ARGS__ \
	}

static const struct leaving leavings[] = {
	{"one of four, whose turn it is",
	 FFA,
	 {.pieces = RED BLUE YELLOW GREEN},
	 0,
	 AFTER({0}, .left = R, .walking = R, .turn = 0)},
	{"one of four, whose turn it is not",
	 FFA,
	 {.pieces = RED BLUE YELLOW GREEN},
	 2,
	 AFTER({0}, .left = Y, .walking = Y, .turn = 0)},
	{"one of four, armies stand still",
	 STILL,
	 {.pieces = RED BLUE YELLOW GREEN},
	 0,
	 AFTER({0}, .left = R, .walking = 0, .turn = 1)},
	{"one of four without points",
	 LAST,
	 {.pieces = RED BLUE YELLOW GREEN},
	 0,
	 AFTER({0}, .left = R, .walking = 0, .turn = 1)},
	{"in teams",
	 TEAMS,
	 {.pieces = RED BLUE YELLOW GREEN},
	 0,
	 AFTER({0}, .left = R, .walking = 0, .turn = 1,
	       .reason = RK_REASON_RESIGNATION, .winners = B | G)},
	{"one of three",
	 FFA,
	 {.pieces = RED "dbKa7 " YELLOW GREEN, .dead = "0100"},
	 0,
	 AFTER({0}, .left = R | B, .walking = R, .turn = 0)},
	{"one of two",
	 FFA,
	 {.pieces = RED "dbKa7 " YELLOW "dgKn8",
	  .dead = "0101",
	  .points = {9, 0, 0, 3}},
	 0,
	 AFTER({9, 0, 20, 3}, .left = R | B | G, .walking = 0, .turn = 2,
	       .reason = RK_REASON_RESIGNATION, .winners = Y)},
	{"one of two who has more points",
	 STILL,
	 {.pieces = RED "dbKa7 " YELLOW "dgKn8",
	  .dead = "0101",
	  .points = {29, 0, 0, 3}},
	 0,
	 AFTER({29, 0, 20, 3}, .left = R | B | G, .walking = 0, .turn = 2,
	       .reason = RK_REASON_RESIGNATION, .winners = R)},
	{"one of two while a king walks",
	 FFA,
	 {.pieces = RED "bKa7 " YELLOW "dgKn8", .dead = "0101"},
	 0,
	 AFTER({0, 0, 40, 0}, .left = R | B | G, .walking = B, .turn = 1,
	       .reason = RK_REASON_RESIGNATION, .winners = Y)},
	{"one of two while two kings walk",
	 FFA,
	 {.pieces = RED "bKa7 " YELLOW "gKn8", .dead = "0101"},
	 2,
	 AFTER({60, 0, 0, 0}, .left = B | Y | G, .walking = B | G, .turn = 0,
	       .reason = RK_REASON_RESIGNATION, .winners = R)},
	{"one of two against a bare king: a draw",
	 FFA,
	 {.pieces = RED "dbKa7 yKg14 dgKn8",
	  .dead = "0101",
	  .points = {30, 0, 35, 3}},
	 0,
	 AFTER({40, 0, 45, 3}, .left = B | G, .walking = 0, .turn = 0,
	       .reason = RK_REASON_INSUFFICIENT, .winners = Y)},
	{"the same while a king walks",
	 FFA,
	 {.pieces = RED "bKa7 yKg14 dgKn8", .dead = "0101"},
	 0,
	 AFTER({20, 0, 20, 0}, .left = B | G, .walking = B, .turn = 0,
	       .reason = RK_REASON_INSUFFICIENT, .winners = R | Y)},
	{"the bare king itself resigns",
	 FFA,
	 {.pieces = RED "dbKa7 yKg14 dgKn8", .dead = "0101"},
	 2,
	 AFTER({20, 0, 0, 0}, .left = B | Y | G, .walking = 0, .turn = 0,
	       .reason = RK_REASON_RESIGNATION, .winners = R)},
	{"against a bare king without points",
	 LAST,
	 {.pieces = RED "dbKa7 yKg14 dgKn8", .dead = "0101"},
	 0,
	 AFTER({0}, .left = R | B | G, .walking = 0, .turn = 2,
	       .reason = RK_REASON_RESIGNATION, .winners = Y)},
	{"one of two without points",
	 LAST,
	 {.pieces = RED "dbKa7 " YELLOW "dgKn8", .dead = "0101"},
	 0,
	 AFTER({0}, .left = R | B | G, .walking = 0, .turn = 2,
	       .reason = RK_REASON_RESIGNATION, .winners = Y)},
	/* the rooks attack e1 and e2, d2 and e2 */
	{"with a king that cannot walk",
	 FFA,
	 {.pieces = "rKd1 rPh5 gRe9 gRk2 " BLUE YELLOW GREEN},
	 0,
	 AFTER({0, 10, 10, 10}, .left = R, .walking = 0, .turn = 1)},
	{"with a king in check that cannot walk",
	 FFA,
	 {.pieces = "rKd1 rRh5 gRe9 gRk2 yRd9 " BLUE YELLOW GREEN},
	 0,
	 AFTER({0}, .left = R, .walking = 0, .turn = 1)},
	{"the last who had more than a king",
	 FFA,
	 {.pieces = RED "dbKa7 yKg14 gKn8", .dead = "0100"},
	 0,
	 AFTER({0, 0, 20, 20}, .left = R | B, .walking = R, .turn = 0,
	       .reason = RK_REASON_INSUFFICIENT, .winners = Y | G)},
};

static void test_leaving(void **state)
{
	union rk_any_pos pos;

	(void)state;
	for (size_t i = 0; i < COUNT(leavings); i++)
		for (int turns = 0; turns < 4; turns++) {
			const struct leaving *leaving = &leavings[i];
			int seat = four_turn_seat(leaving->seat, turns);

			four_set_up(&pos, leaving->rules, &leaving->board,
				    turns);
			leaving->rules->leave(&pos, seat,
					      RK_REASON_RESIGNATION);
			compare(leaving->what, &leaving->after, &pos.four,
				turns);
		}
}

/* Rights go with who had them, and rounds are counted all the same. */
static void test_what_goes_with_them(void **state)
{
	static const struct four_board step = {
		.pieces = RED "rPe2 bKa7 bPd4 " YELLOW GREEN,
	};
	static const struct four_board last = {
		.pieces = RED BLUE YELLOW GREEN_CORNERED "yRj4 yRm6",
		.turn = 2,
	};
	rk_any_move move = 0;
	union rk_any_undo undo;
	union rk_any_pos pos;

	(void)state;
	rk_rules_ffa.start(&pos, 0);
	assert_int_equal(pos.four.castle, 0xff);
	rk_rules_ffa.leave(&pos, 1, RK_REASON_RESIGNATION);
	assert_int_equal(pos.four.castle, 0xf3);
	four_set_up(&pos, FFA, &step, 0);
	rk_rules_ffa.make(&pos, four_move(FFA, &pos, "e2e4", 0), &undo);
	assert_int_equal(rk_rules_ffa.read_move(&move, &pos, "d4e3", 4), 0);
	rk_rules_ffa.leave(&pos, 0, RK_REASON_RESIGNATION);
	assert_int_equal(pos.four.ep[0], 0);
	assert_int_not_equal(rk_rules_ffa.read_move(&move, &pos, "d4e3", 4), 0);
	assert_true(pos.four.key == rk4_pos_key_compute(&pos.four));
	/* Yellow mates Green, and Red begins the second round */
	four_set_up(&pos, FFA, &last, 0);
	rk_rules_ffa.make(&pos, four_move(FFA, &pos, "j4n4", 0), &undo);
	assert_int_equal(rk_rules_ffa.turn(&pos), 0);
	assert_int_equal(rk_rules_ffa.move_number(&pos), 2);
}

/* A fallen flag is a resignation with another name. */
static void test_flag(void **state)
{
	static const struct four_board two = {
		.pieces = RED "dbKa7 " YELLOW "dgKn8",
		.dead = "0101",
	};
	union rk_any_pos pos;
	struct rk_outcome outcome;

	(void)state;
	rk_rules_ffa.start(&pos, 0);
	outcome = rk_rules_ffa.leave(&pos, 0, RK_REASON_TIME);
	assert_int_equal(outcome.reason, RK_REASON_NONE);
	assert_int_equal(rk_rules_ffa.active(&pos), B | Y | G);
	assert_true(rk_rules_ffa.walks(&pos));
	four_set_up(&pos, FFA, &two, 0);
	outcome = rk_rules_ffa.leave(&pos, 2, RK_REASON_TIME);
	assert_int_equal(outcome.reason, RK_REASON_TIME);
	assert_int_equal(outcome.winners, R);
	assert_int_equal(rk_rules_ffa.points(&pos, 0), 20);
	rk_rules_teams.start(&pos, 0);
	outcome = rk_rules_teams.leave(&pos, 3, RK_REASON_TIME);
	assert_int_equal(outcome.reason, RK_REASON_TIME);
	assert_int_equal(outcome.winners, R | Y);
	assert_null(rk_rules_teams.points);
	assert_null(rk_rules_last.points);
}

struct claim {
	const char *dead;
	int points[RK4_SEATS];
	int turn;
	const char *pieces;
	bool good;
};

#define TWO_LEFT RED "dbKa7 dyKg14 " GREEN

static void test_claims(void **state)
{
	static const struct claim claims[] = {
		{"0110", {50, 0, 0, 29}, 0, TWO_LEFT, true},
		{"0110", {50, 0, 0, 30}, 0, TWO_LEFT, false},
		{"0110", {50, 0, 0, 29}, 3, TWO_LEFT, false},
		{"0110", {29, 0, 0, 50}, 3, TWO_LEFT, true},
		{"0110", {50, 50, 0, 29}, 0, TWO_LEFT, false},
		{"0110", {50, 49, 0, 29}, 0, TWO_LEFT, true},
		{"0110", {50, 0, 0, 9}, 0, RED "bKa7 dyKg14 " GREEN, true},
		{"0110", {50, 0, 0, 10}, 0, RED "bKa7 dyKg14 " GREEN, false},
		{"0110", {70, 0, 0, 9}, 0, RED "bKa7 yKg14 " GREEN, true},
		{"0110", {69, 0, 0, 9}, 0, RED "bKa7 yKg14 " GREEN, false},
		{"0100", {50, 0, 0, 0}, 0, RED "dbKa7 " YELLOW GREEN, false},
	};
	union rk_any_pos pos;

	(void)state;
	for (size_t i = 0; i < COUNT(claims); i++) {
		const struct claim *claim = &claims[i];
		struct four_board board = {.pieces = claim->pieces,
					   .dead = claim->dead,
					   .turn = claim->turn};

		memcpy(board.points, claim->points, sizeof(board.points));
		four_set_up(&pos, FFA, &board, 0);
		assert_int_equal(rk_rules_ffa.claimable(&pos),
				 claim->good ? RK_REASON_LEAD : RK_REASON_NONE);
		four_set_up(&pos, LAST, &board, 0);
		assert_int_equal(rk_rules_last.claimable(&pos), RK_REASON_NONE);
		if (!claim->good)
			continue;
		four_set_up(&pos, FFA, &board, 0);
		rk_rules_ffa.end(&pos, RK_REASON_LEAD);
		assert_int_equal(rk_rules_ffa.status(&pos).reason,
				 RK_REASON_LEAD);
		assert_int_equal(rk_rules_ffa.status(&pos).winners,
				 1 << claim->turn);
		assert_int_equal(rk_rules_ffa.points(&pos, claim->turn),
				 claim->points[claim->turn]);
	}
}

/*
 * Ten to each who plays, ten more for the king that walks; then the highest
 * score wins all the same.
 */
static void test_draws(void **state)
{
	static const struct four_board board = {
		.pieces = RED "bKa7 " YELLOW GREEN,
		.dead = "0100",
		.points = {5, 40, 7, 0},
	};
	static const enum rk_reason reasons[] = {RK_REASON_THREEFOLD,
						 RK_REASON_AGREEMENT};
	union rk_any_pos pos;

	(void)state;
	for (size_t i = 0; i < COUNT(reasons); i++) {
		four_set_up(&pos, FFA, &board, 0);
		rk_rules_ffa.end(&pos, reasons[i]);
		assert_int_equal(pos.four.ended, reasons[i]);
		assert_int_equal(pos.four.winners, B);
		assert_int_equal(rk_rules_ffa.points(&pos, 0), 25);
		assert_int_equal(rk_rules_ffa.points(&pos, 1), 40);
		assert_int_equal(rk_rules_ffa.points(&pos, 2), 27);
		assert_int_equal(rk_rules_ffa.points(&pos, 3), 20);
		/* once is enough */
		rk_rules_ffa.end(&pos, RK_REASON_AGREEMENT);
		assert_int_equal(rk_rules_ffa.points(&pos, 3), 20);
		assert_int_equal(pos.four.ended, reasons[i]);
		rk_rules_teams.start(&pos, 0);
		rk_rules_teams.end(&pos, reasons[i]);
		assert_int_equal(rk_rules_teams.status(&pos).reason,
				 reasons[i]);
		assert_int_equal(rk_rules_teams.status(&pos).winners, 0);
	}
}

/*
 * Red is in check from Green, and may take Blue's king all the same: with a
 * piece that is pinned, one that leaves the check as it is, and the king itself
 * on a square that Green attacks. Not so in a free-for-all game.
 */
static void test_kings_taken_in_check(void **state)
{
	static const struct {
		const char *pieces, *move;
	} examples[] = {
		{"rKh1 gRh5 bKc4 rNd2 yKg14 gKn8", "d2c4"},
		{"rKh1 rRh4 gRh8 bKc4 yKg14 gKn8", "h4c4"},
		{"rKh1 bKg2 gRg9 yKd14 gKn8", "h1g2"},
		{"rKh1 bKc4 rPd3 gRh5 gBk4 yKg14 gKn8", "d3c4"},
	};
	union rk_any_undo undo;
	union rk_any_pos pos;
	rk_any_move move;

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		struct four_board board = {.pieces = examples[i].pieces};
		const char *text = examples[i].move;

		four_set_up(&pos, FFA, &board, 0);
		assert_int_not_equal(
			rk_rules_ffa.read_move(&move, &pos, text, 4), 0);
		four_set_up(&pos, TEAMS, &board, 0);
		assert_int_equal(rk_rules_teams.read_move(&move, &pos, text, 4),
				 0);
		rk_rules_teams.make(&pos, move, &undo);
		assert_int_equal(pos.four.ended, RK_REASON_KING_TAKEN);
		assert_int_equal(pos.four.winners, R | Y);
	}
}

/* Red is to move; who is not named has left. */
static void test_insufficient(void **state)
{
	static const struct {
		const char *pieces;
		const char *dead;
		bool insufficient;
	} boards[] = {
		{"rKh1 bKa7 yKg14 gKn8", "0000", true},
		{"rKh1 bKa7", "0011", true},
		{"rKh1 bKa7 rNe5", "0011", true},
		{"rKh1 bKa7 bBe5", "0011", true},
		{"rKh1 bKa7 rNe5 rNe6", "0011", false},
		{"rKh1 bKa7 rNe5 bNe6", "0011", false},
		{"rKh1 bKa7 rNe5 bBe6", "0011", false},
		{"rKh1 bKa7 rBe5 bBf6 bBg7", "0011", true},
		{"rKh1 bKa7 rBe5 bBe6", "0011", false},
		{"rKh1 bKa7 rPe5", "0011", false},
		{"rKh1 bKa7 rRe5", "0011", false},
		{"rKh1 bKa7 rDe5", "0011", false},
		{"rKh1 bKa7 dyQe5 dyKe6", "0011", true},
		{"rKh1 bKa7 rNe5 yKg14", "0011", false}, /* it walks */
		{"rKh1 bKa7 yKg14", "0011", true},
		{"rKh1 bKa7 rBe5 yKg14", "0001", false},
	};
	union rk_any_pos pos;

	(void)state;
	for (size_t i = 0; i < COUNT(boards); i++)
		for (int turns = 0; turns < 4; turns++) {
			struct four_board board = {.pieces = boards[i].pieces,
						   .dead = boards[i].dead};

			four_set_up(&pos, FFA, &board, turns);
			assert_int_equal(pos.four.ended,
					 boards[i].insufficient
						 ? RK_REASON_INSUFFICIENT
						 : RK_REASON_NONE);
		}
}

/* A board from outside whose turn is with one who cannot move. */
static void test_arrival(void **state)
{
	static const struct four_board stale = {
		.pieces = RED STALE YELLOW GREEN "rQb6",
		.turn = 1,
	};
	static const struct four_board mated = {
		.pieces = RED CORNERED YELLOW GREEN "rRa11 rRb9",
		.turn = 1,
	};
	union rk_any_pos pos;

	(void)state;
	four_set_up(&pos, FFA, &stale, 0);
	assert_int_equal(pos.four.points[1], 20);
	assert_int_equal(pos.four.left, B);
	assert_int_equal(pos.four.turn, 2);
	four_set_up(&pos, TEAMS, &stale, 0);
	assert_int_equal(pos.four.ended, RK_REASON_STALEMATE);
	four_set_up(&pos, FFA, &mated, 0);
	assert_int_equal(pos.four.points[0], 0);
	assert_int_equal(pos.four.left, B);
	assert_int_equal(pos.four.turn, 2);
	four_set_up(&pos, TEAMS, &mated, 0);
	assert_int_equal(pos.four.ended, RK_REASON_CHECKMATE);
	assert_int_equal(pos.four.winners, R | Y);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_captures),
		cmocka_unit_test(test_mates),
		cmocka_unit_test(test_checks),
		cmocka_unit_test(test_stalemates),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_mate_in_teams),
		cmocka_unit_test(test_leaving),
		cmocka_unit_test(test_what_goes_with_them),
		cmocka_unit_test(test_flag),
		cmocka_unit_test(test_claims),
		cmocka_unit_test(test_draws),
		cmocka_unit_test(test_kings_taken_in_check),
		cmocka_unit_test(test_insufficient),
		cmocka_unit_test(test_arrival),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
