/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The /dev/chess protocol where transcripts do not reach: random games in
 * which the second rule book says what every command must answer. Every
 * legal move is accepted and can be taken back, every altered one refused,
 * and the board is the same after each. Then what only the caller of the
 * function sees: the three steps of a command, the values for /sys, bounds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/device.h"
#include "rookery/levels.h"
#include "tests/oracle/protocol.h"
#include "tests/oracle/walk.h"

#define MAX_PLIES 120
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static struct rk_device device;
static struct rk_event events[RK_DEVICE_LOG];
static struct rk_player player;
static struct rk_levels_scratch scratch;
static const struct rk_platform platform = {
	.memory = &scratch,
	.memory_size = sizeof(scratch),
};

static char answer[RK_DEVICE_LINE_SIZE + 1];
static size_t answer_length;

static struct {
	int moves;
	int altered;
	int answers[4];
	int castlings;
	int en_passants;
	int promotions;
} met;

static void collect(void *self, const char *text, size_t length)
{
	(void)self;
	assert_true(answer_length + length < sizeof(answer));
	memcpy(answer + answer_length, text, length);
	answer_length += length;
	answer[answer_length] = 0;
}

static const struct rk_out out = {collect, NULL};

static void new_device(void)
{
	rk_levels_init(&player, &platform);
	rk_device_new(&device, &player, events, 1);
}

/* The answer of exactly these bytes, without its newline. */
static const char *send_bytes(const char *bytes, size_t length)
{
	size_t bound = rk_device_reply_bound(&device, bytes, length);

	answer_length = 0;
	rk_device_command(&device, bytes, length, &out);
	assert_in_range(answer_length, 1, bound);
	assert_int_equal(strcspn(answer, "\n"), answer_length - 1);
	assert_int_equal(strlen(answer), answer_length);
	answer[answer_length - 1] = 0;
	return answer;
}

static const char *send(const char *command)
{
	static char line[RK_DEVICE_LINE_SIZE + 1];
	int length = snprintf(line, sizeof(line), "%s\n", command);

	return send_bytes(line, (size_t)length);
}

static void must_answer(const char *command, const char *expected)
{
	const char *got = send(command);

	if (strcmp(got, expected) != 0)
		fail_msg("%s: %s, expected %s", command, got, expected);
}

static void count_answer(const char *text)
{
	static const char *const words[] = {"OK", "CHECK", "MATE", "TIE"};

	for (int i = 0; i < 4; i++)
		met.answers[i] += !strcmp(text, words[i]);
}

static void board_is(const struct oracle_pos *pos)
{
	char text[PROTOCOL_BOARD_SIZE];

	protocol_board(text, pos);
	must_answer("01", text);
}

/* A move that is made, seen on the board, and taken back. */
static void try_move(const struct protocol_history *history,
		     const struct oracle_pos *pos,
		     const struct oracle_move *move)
{
	struct oracle_pos after;
	char text[PROTOCOL_MOVE_SIZE];

	protocol_move(text, pos, move);
	oracle_make(&after, pos, move);
	must_answer(text, protocol_answer(history, &after));
	count_answer(answer);
	board_is(&after);
	must_answer("06 1", "OK");
	board_is(pos);
	met.moves++;
	met.castlings += move->castling;
	met.en_passants += move->en_passant;
	met.promotions += move->promotion != 0;
}

/* Legal by chance, or refused. */
static void try_altered(const struct oracle_pos *pos,
			const struct oracle_list *list, uint64_t *seed)
{
	char text[PROTOCOL_MOVE_SIZE];
	const char *expected = protocol_alter(text, pos, list, seed);

	if (!expected)
		return;
	must_answer(text, expected);
	board_is(pos);
	met.altered++;
}

static void load(const struct oracle_pos *pos)
{
	char line[ORACLE_FEN_SIZE + 8];
	char fen[ORACLE_FEN_SIZE];

	oracle_fen_write(fen, pos, true);
	snprintf(line, sizeof(line), "09 %s;", fen);
	must_answer(line, "OK");
}

/* Plays a random move; false if that was the last one. */
static bool play_on(struct protocol_history *history, struct oracle_pos *pos,
		    const struct oracle_list *list, uint64_t *seed)
{
	const struct oracle_move *move = walk_choose(list, seed);
	struct oracle_pos before = *pos;
	char text[PROTOCOL_MOVE_SIZE];

	protocol_move(text, &before, move);
	protocol_play(history, &before, move);
	oracle_make(pos, &before, move);
	must_answer(text, protocol_answer(history, pos));
	return strcmp(answer, "MATE") != 0 && strcmp(answer, "TIE") != 0;
}

/* Saved, loaded, and the same again. */
static void save_and_load(const struct oracle_pos *pos)
{
	static char line[RK_DEVICE_LINE_SIZE + 1];

	snprintf(line, sizeof(line), "09 %s", send("08"));
	must_answer("05", "OK");
	must_answer(line, "OK");
	board_is(pos);
	must_answer("08", line + 3);
}

/* Two humans: 02 is for whoever has the move. */
static void play_humans(struct oracle_pos *pos, uint64_t *seed)
{
	static struct protocol_history history;
	struct oracle_list list;

	protocol_begin(&history, pos);
	must_answer("05", "OK");
	load(pos);
	if (oracle_status(pos) != ORACLE_PLAYING)
		return;
	do {
		board_is(pos);
		oracle_legal_moves(pos, &list);
		for (int i = 0; i < list.count; i++)
			try_move(&history, pos, &list.move[i]);
		for (int i = 0; i < 20; i++)
			try_altered(pos, &list, seed);
		must_answer("03", "OOT");
	} while (play_on(&history, pos, &list, seed) &&
		 history.count < MAX_PLIES);
	must_answer("08", history.line);
	save_and_load(pos);
}

static void test_humans(void **state)
{
	int games = walk_is_quick() ? 5 : 50;
	struct oracle_pos pos;
	uint64_t seed = 7;

	(void)state;
	new_device();
	for (int game = 0; game < games; game++)
		for (int kind = 0; kind < WALK_KINDS; kind++) {
			walk_start(&pos, kind, game, &seed);
			play_humans(&pos, &seed);
		}
	print_message("%d moves made and taken back: %d castlings, %d en "
		      "passant, %d promotions, %d checks, %d mates, %d ties; "
		      "%d altered ones refused\n",
		      met.moves, met.castlings, met.en_passants, met.promotions,
		      met.answers[1], met.answers[2], met.answers[3],
		      met.altered);
	assert_true(met.castlings && met.en_passants && met.promotions);
	for (int i = 0; i < 4; i++)
		assert_true(met.answers[i] > 0);
}

/* Which legal move of the rule book has the computer made? */
static void follow_computer(struct protocol_history *history,
			    struct oracle_pos *pos)
{
	struct oracle_list list;
	struct oracle_pos after;
	char reply[16], seen[129], text[PROTOCOL_BOARD_SIZE];

	strcpy(reply, send("03"));
	strcpy(seen, send("01"));
	oracle_legal_moves(pos, &list);
	for (int i = 0; i < list.count; i++) {
		oracle_make(&after, pos, &list.move[i]);
		protocol_board(text, &after);
		if (strcmp(text, seen) != 0)
			continue;
		protocol_play(history, pos, &list.move[i]);
		*pos = after;
		assert_string_equal(reply, protocol_answer(history, pos));
		strcpy(answer, reply);
		return;
	}
	fail_msg("03: no legal move leads to %s", seen);
}

static void play_computer(int human, uint64_t *seed)
{
	static struct protocol_history history;
	struct oracle_list list;
	struct oracle_pos pos;

	oracle_start960(&pos, 518, 518);
	must_answer(human ? "00 B" : "00 W", "OK");
	protocol_begin(&history, &pos);
	while (history.count < MAX_PLIES) {
		oracle_legal_moves(&pos, &list);
		if (pos.side == human) {
			must_answer("03", "OOT");
			play_on(&history, &pos, &list, seed);
		} else {
			char text[PROTOCOL_MOVE_SIZE];

			protocol_move(text, &pos, &list.move[0]);
			must_answer(text, "OOT");
			must_answer("04", "OOT");
			follow_computer(&history, &pos);
		}
		if (!strcmp(answer, "MATE") || !strcmp(answer, "TIE"))
			break;
	}
	board_is(&pos);
}

static void test_computer(void **state)
{
	int games = walk_is_quick() ? 2 : 20;
	uint64_t seed = 11;

	(void)state;
	new_device();
	for (int game = 0; game < games; game++)
		for (int level = 1; level <= player.levels; level++) {
			assert_true(rk_device_set_level(&device,
							(unsigned int)level));
			play_computer(game % 2, &seed);
		}
}

/* A line cut or altered anywhere is loaded or refused; then all is as it was. */
static void test_broken_lines(void **state)
{
	static const char whole[] = "09 " START
				    ";e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 "
				    "e1g1 g8f6 d2d4 c5d4 c2c3 d4c3";
	char line[sizeof(whole)], kept[sizeof(whole)];
	int refused = 0;
	uint64_t seed = 3;

	(void)state;
	new_device();
	must_answer(whole, "OK");
	must_answer("06 2", "OK");
	snprintf(kept, sizeof(kept), "09 %s", send("08"));
	for (int round = 0; round < 20000; round++) {
		size_t at = (size_t)walk_random(&seed, (int)sizeof(whole) - 4);

		strcpy(line, whole);
		line[3 + at] =
			(char)(round % 2 ? 0 : 32 + walk_random(&seed, 95));
		if (!strcmp(send(line), "OK")) {
			must_answer(kept, "OK");
			continue;
		}
		refused++;
		assert_true(!strcmp(answer, "INVFMT") ||
			    !strcmp(answer, "ILLMOVE"));
		must_answer("08", kept + 3);
	}
	assert_in_range(refused, 10000, 19999);
}

static void test_lengths(void **state)
{
	static char line[RK_DEVICE_LINE_SIZE];
	static const char *const firsts[] = {"01", "02", "06", "09"};

	(void)state;
	new_device();
	answer_length = 0;
	rk_device_command(&device, line, 0, &out);
	assert_int_equal(answer_length, 0);
	for (int i = 0; i < 4; i++) {
		memset(line, '1', sizeof(line));
		memcpy(line, firsts[i], 2);
		line[2] = ' ';
		line[sizeof(line) - 1] = '\n';
		for (size_t length = sizeof(line) + 1; length; length *= 2)
			assert_string_equal(send_bytes(line, length), "INVFMT");
		assert_string_equal(send_bytes(line, SIZE_MAX), "INVFMT");
		assert_string_equal(send_bytes(line, sizeof(line) - 1),
				    "UNKCMD");
		line[sizeof(line) - 1] = '1';
		assert_string_equal(send_bytes(line, SIZE_MAX), "UNKCMD");
		line[sizeof(line) - 1] = '\n';
		line[0] = '1';
		assert_string_equal(send_bytes(line, SIZE_MAX), "UNKCMD");
	}
}

/* Writes that a line of a transcript cannot be. */
static void test_writes(void **state)
{
	static const struct {
		const char *bytes;
		const char *expected;
	} row[] = {
		{"00 W\n00 W\n", "INVFMT"},
		{"01\n01\n", "INVFMT"},
		{"01\n\n", "INVFMT"},
		{"01\n02", "UNKCMD"},
		{"\n\n", "UNKCMD"},
		{"\n01\n", "UNKCMD"},
		{"0\n\n", "UNKCMD"},
		{"01\nx\n", "INVFMT"},
		{"02 WPe2-e4\n\n", "INVFMT"},
		{"02 WPe2-e4\n02 BPe7-e5\n", "INVFMT"},
		{"06 1\n\n", "INVFMT"},
		{"09 " START ";\n\n", "INVFMT"},
		{"09 " START ";e2e4\ne7e5\n", "INVFMT"},
		{"01", "UNKCMD"},
		{"0", "UNKCMD"},
	};

	(void)state;
	new_device();
	must_answer("05", "OK");
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		assert_string_equal(send_bytes(row[i].bytes,
					       strlen(row[i].bytes)),
				    row[i].expected);
		must_answer("08", START ";");
	}
}

static bool gives_check(const struct oracle_pos *pos,
			const struct oracle_move *move)
{
	struct oracle_pos after;

	oracle_make(&after, pos, move);
	return oracle_in_check(&after);
}

/* A move that leads nowhere; from time to time one that makes progress. */
static const struct oracle_move *choose_lazily(const struct oracle_pos *pos,
					       const struct oracle_list *list,
					       uint64_t *seed)
{
	const struct oracle_move *lazy[256], *move;
	int count = 0;

	for (int i = 0; i < list->count; i++) {
		move = &list->move[i];
		if ((strchr("Pp", pos->board[move->from]) || move->capture) ==
			    (pos->halfmove > 100) &&
		    !gives_check(pos, move))
			lazy[count++] = move;
	}
	return count ? lazy[walk_random(seed, count)]
		     : &list->move[walk_random(seed, list->count)];
}

/* Hours of shuffling: far more plies than people play, all kept. */
static void test_long_game(void **state)
{
	static char line[RK_DEVICE_LINE_SIZE];
	int wanted = walk_is_quick() ? 1000 : 5000, plies = 0;
	struct oracle_list list;
	struct oracle_pos pos, before;
	char text[PROTOCOL_MOVE_SIZE];
	uint64_t seed = 5;

	(void)state;
	new_device();
	must_answer("05", "OK");
	oracle_start960(&pos, 518, 518);
	for (; plies < wanted; plies++) {
		const struct oracle_move *move;

		oracle_legal_moves(&pos, &list);
		move = choose_lazily(&pos, &list, &seed);
		protocol_move(text, &pos, move);
		before = pos;
		oracle_make(&pos, &before, move);
		must_answer(text, oracle_in_check(&pos) ? "CHECK" : "OK");
	}
	save_and_load(&pos);
	snprintf(line, sizeof(line), "06 %d", wanted);
	must_answer(line, "OK");
	must_answer("08", START ";");
	must_answer("06 1", "ILLMOVE");
}

static void must_begin(const char *command, struct rk_device_job *job)
{
	answer_length = 0;
	assert_true(
		rk_device_begin(&device, command, strlen(command), job, &out));
	assert_int_equal(answer_length, 0);
}

/* While the computer thinks, others may use the board. */
static void test_steps(void **state)
{
	static struct rk_device_job job, other;
	char line[RK_FEN_SIZE + 8];

	(void)state;
	new_device();
	must_answer("00 B", "OK");
	must_begin("03\n", &job);
	must_answer("08", START ";");
	must_answer("02 BPe7-e5", "OOT");
	rk_device_think(&job);
	assert_true(rk_device_finish(&device, &job, &out));

	must_answer("00 B", "OK");
	must_begin("03\n", &job);
	must_begin("03\n", &other);
	rk_device_think(&job);
	rk_device_think(&other);
	assert_true(rk_device_finish(&device, &other, &out));
	strcpy(line, send("08"));
	answer_length = 0;
	assert_false(rk_device_finish(&device, &job, &out));
	assert_int_equal(answer_length, 0);
	assert_false(rk_device_begin(&device, "03\n", 3, &job, &out));
	assert_string_equal(answer, "OOT\n");
	must_answer("08", line);

	must_answer("06 1", "OK");
	must_begin("07\n", &job);
	must_answer("05", "OK");
	rk_device_think(&job);
	assert_false(rk_device_finish(&device, &job, &out));
	must_answer("08", START ";");
}

static const char *value(void (*write)(struct rk_device *device,
				       const struct rk_out *out))
{
	answer_length = 0;
	answer[0] = 0;
	write(&device, &out);
	return answer;
}

static int count_legal_moves(void)
{
	int count = 0;

	answer_length = 0;
	answer[0] = 0;
	rk_device_legal_moves(&device, &out);
	for (const char *at = answer; *at; at++)
		count += *at == ' ';
	return count + (answer_length > 0);
}

static void test_values(void **state)
{
	(void)state;
	new_device();
	assert_string_equal(value(rk_device_fen), "");
	assert_string_equal(value(rk_device_last_move), "");
	assert_string_equal(value(rk_device_result), "*");
	assert_string_equal(value(rk_device_winner), "");
	assert_string_equal(value(rk_device_reason), "");
	assert_int_equal(count_legal_moves(), 0);

	must_answer("05", "OK");
	assert_string_equal(value(rk_device_fen), START);
	assert_string_equal(value(rk_device_last_move), "");
	assert_int_equal(count_legal_moves(), 20);

	must_answer("02 WPf2-f3", "OK");
	must_answer("02 BPe7-e5", "OK");
	assert_string_equal(value(rk_device_last_move), "e7e5");
	assert_string_equal(value(rk_device_result), "*");
	assert_string_equal(value(rk_device_fen),
			    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR "
			    "w KQkq - 0 2");
	assert_int_equal(count_legal_moves(), 19);
	must_answer("02 WPg2-g4", "OK");
	must_answer("02 BQd8-h4", "MATE");
	assert_string_equal(value(rk_device_result), "0-1");
	assert_string_equal(value(rk_device_winner), "black");
	assert_string_equal(value(rk_device_reason), "checkmate");
	assert_int_equal(count_legal_moves(), 0);

	must_answer("05", "OK");
	must_answer("07", "OK");
	must_answer("02 WPe2-e4", "OK");
	must_answer("07", "TIE");
	assert_string_equal(value(rk_device_result), "1/2-1/2");
	assert_string_equal(value(rk_device_winner), "nobody");
	assert_string_equal(value(rk_device_reason), "agreement");
	assert_string_equal(value(rk_device_last_move), "e2e4");
	must_answer("05", "OK");
	must_answer("02 WPe2-e4", "OK");
	must_answer("04", "OK");
	assert_string_equal(value(rk_device_result), "1-0");
	assert_string_equal(value(rk_device_winner), "white");
	assert_string_equal(value(rk_device_reason), "resignation");
	must_answer("09 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1;e1g1 e8c8", "OK");
	assert_string_equal(value(rk_device_last_move), "e8c8");
}

static void test_level(void **state)
{
	(void)state;
	new_device();
	assert_int_equal(device.level, RK_DEVICE_LEVEL);
	assert_false(rk_device_set_level(&device, 0));
	assert_false(
		rk_device_set_level(&device, (unsigned int)player.levels + 1));
	assert_false(rk_device_set_level(&device, 256 + 1));
	assert_int_equal(device.level, RK_DEVICE_LEVEL);
	assert_true(rk_device_set_level(&device, 1));
	assert_int_equal(device.level, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_humans),
		cmocka_unit_test(test_computer),
		cmocka_unit_test(test_broken_lines),
		cmocka_unit_test(test_writes),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_long_game),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_level),
	};

	return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}
