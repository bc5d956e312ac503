/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The network: which files are refused, that its values are those of the
 * format's text, that accumulators updated move by move give the same as those
 * made afresh, that every width of vectors computes the same, and that the
 * values are symmetric.
 */
#include "tests/unit/unit.h"

#include "engine/endings.h"
#include "engine/search.h"
#include "tests/network/network.h"

/* ---- A second opinion, in plain arithmetic from the format's text ---- */

static int64_t get(const struct network_image *image, size_t at, int bytes)
{
	uint64_t number = 0;

	for (int i = 0; i < bytes; i++)
		number |= (uint64_t)image->bytes[at + (size_t)i] << 8 * i;
	return (int64_t)(number << (64 - 8 * bytes)) >> (64 - 8 * bytes);
}

static int index_of(const struct network_image *image, const struct rk_pos *pos,
		    int perspective, int square)
{
	int piece = pos->board[square];
	int turn = perspective == RK_WHITE ? 0 : 56;
	int king = 0;

	for (int i = 0; i < 64; i++)
		if (pos->board[i] == rk_piece(perspective, RK_KING))
			king = i ^ turn;
	square ^= turn;
	if (king % 8 >= 4) {
		square ^= 7;
		king ^= 7;
	}
	return image->bytes[32 + king] * 768 +
	       (rk_piece_colour(piece) == perspective ? 0 : 384) +
	       rk_piece_type(piece) * 64 + square;
}

static int64_t accumulated(const struct network_image *image,
			   const struct rk_pos *pos, int perspective, int unit)
{
	int64_t sum = get(image, network_bias_at(image, unit), 2);

	for (int square = 0; square < 64; square++)
		if (pos->board[square] != RK_NONE)
			sum += get(image,
				   network_weight_at(image,
						     index_of(image, pos,
							      perspective,
							      square),
						     unit),
				   2);
	assert_in_range(sum + 32768, 0, 65535);
	return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

static int64_t expected(const struct network_image *image,
			const struct rk_pos *pos)
{
	int64_t sum = 0, scale = get(image, 24, 2) & 0xffff;
	int men = 0, bucket;

	for (int square = 0; square < 64; square++)
		men += pos->board[square] != RK_NONE;
	bucket = (men - 2) * image->outputs / 31;
	for (int i = 0; i < 2 * image->width; i++) {
		int side = i < image->width ? pos->side : pos->side ^ 1;
		int64_t v = accumulated(image, pos, side, i % image->width);

		sum += v * v *
		       get(image, network_output_at(image, bucket, i), 2);
	}
	sum = sum / 255 + get(image, network_output_bias_at(image, bucket), 4);
	sum = sum * scale / (255 * 64);
	return sum > RK_EVAL_WON    ? RK_EVAL_WON
	       : sum < -RK_EVAL_WON ? -RK_EVAL_WON
				    : sum;
}

/* Is it left to the network alone? */
static bool is_plain(const struct rk_pos *pos)
{
	int score;

	return !pos->checkers && !rk_eval_by_material(pos, &score) &&
	       rk_ending_scale_drawish(pos, RK_WHITE) == RK_SCALE_FULL &&
	       rk_ending_scale_drawish(pos, RK_BLACK) == RK_SCALE_FULL;
}

/* ---- Values ---- */

static struct network_image image;
static struct rk_network network;
static int checked;
static unsigned int buckets_seen;

static void use(int width, int kings, int outputs, uint64_t seed)
{
	free(image.bytes);
	image = network_make(width, kings, outputs, seed);
	assert_null(rk_network_init(&network, image.bytes, image.size));
}

static void check_value(const struct rk_pos *pos)
{
	if (!is_plain(pos))
		return;
	assert_int_equal(rk_network_evaluate(&network, pos),
			 expected(&image, pos));
	buckets_seen |= 1u << (rk_bits_count(rk_pos_occupied(pos)) - 2) *
				      image.outputs / 31;
	checked++;
}

static void test_values(void **state)
{
	(void)state;
	checked = 0;
	use(32, 1, 1, 1);
	unit_each_position(200, 1, check_value);
	use(96, 16, 16, 2);
	buckets_seen = 0;
	unit_each_position(walk_is_quick() ? 1000 : 4000, 2, check_value);
	assert_true(rk_bits_count(buckets_seen) >= 12);
	use(64, 5, 8, 3);
	unit_each_position(200, 3, check_value);
	assert_true(checked > 600);
}

static void check_symmetry(const struct rk_pos *pos)
{
	struct rk_pos other;
	int score;

	if (pos->checkers)
		return;
	score = rk_network_evaluate(&network, pos);
	other = unit_turned(pos, 56, true);
	assert_int_equal(rk_network_evaluate(&network, &other), score);
	if (pos->castle)
		return;
	other = unit_turned(pos, 7, false);
	assert_int_equal(rk_network_evaluate(&network, &other), score);
	checked++;
}

static void test_symmetry(void **state)
{
	(void)state;
	use(64, 7, 8, 4);
	checked = 0;
	unit_each_position(1000, 4, check_symmetry);
	assert_true(checked > 300);
}

/* Endings that are known stay what they are, drawn ones are drawn. */
static void test_endings(void **state)
{
	static const struct {
		const char *fen;
		int score;
	} cases[] = {
		{"8/8/8/4k3/8/8/4K3/4NN2 w - - 0 1", 0},
		{"k7/8/8/8/8/4B3/P3K3/8 w - - 0 1", 0},
		{"8/8/8/4k3/8/8/4K3/R5b1 w - - 0 1", -1},
		{"8/8/8/4k3/8/8/4K3/7R w - - 0 1", RK_EVAL_WON},
	};

	(void)state;
	use(64, 1, 8, 5);
	for (int i = 0; i < image.outputs; i++)
		network_put(image.bytes + network_output_bias_at(&image, i),
			    16320 * 100, 4);
	network_seal(&image);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct rk_pos pos = unit_read(cases[i].fen);
		int score = rk_network_evaluate(&network, &pos);

		if (cases[i].score == -1)
			assert_in_range(score, 1, RK_EVAL_WON / 8);
		else if (cases[i].score)
			assert_true(score > cases[i].score);
		else
			assert_int_equal(score, 0);
	}
}

/* ---- Accumulators ---- */

static struct rk_engine *new_engine(void)
{
	static struct rk_tt table;
	static _Alignas(64) char entries[1 << 16];
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	/* Not at a multiple of a vector's size. */
	char *memory = aligned_alloc(64, (size + 8 + 63) / 64 * 64);
	struct rk_engine *engine;

	assert_non_null(memory);
	rk_tt_init(&table, entries, sizeof(entries));
	engine = rk_engine_new(memory + 8, size, RK_PROFILE_FULL, &table);
	assert_non_null(engine);
	assert_true(rk_engine_set_network(engine, &network));
	return engine;
}

static void free_engine(struct rk_engine *engine)
{
	free((char *)engine - 8);
}

static int kinds_seen[4], nulls_seen, refreshed, captures_seen;

static bool step(struct rk_engine *engine, int ply, uint64_t *seed)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(&engine->pos, list);
	rk_move move;

	if (!count)
		return false;
	if (!engine->pos.checkers && !walk_random(seed, 8)) {
		rk_search_make_null(engine, ply);
		nulls_seen++;
		return true;
	}
	move = unit_choose(list, count, seed);
	kinds_seen[rk_move_kind(move)]++;
	captures_seen += engine->pos.board[rk_move_to(move)] != RK_NONE;
	rk_search_make(engine, ply, move);
	for (int colour = 0; colour < 2; colour++)
		refreshed +=
			engine->accumulators->plies[ply + 1].state[colour] ==
			RK_ACCUMULATOR_REFRESH;
	return true;
}

static void back(struct rk_engine *engine, int ply)
{
	if (engine->plies[ply].move)
		rk_search_unmake(engine, ply);
	else
		rk_search_unmake_null(engine, ply);
}

/* A search that goes up and down at random and evaluates now and then. */
static void wander(struct rk_engine *engine, int game, uint64_t *seed)
{
	int ply = 0;

	engine->pos = unit_start(game, seed);
	rk_psqt_start(&engine->plies[0].psqt, &engine->pos);
	rk_accumulator_begin(engine);
	for (int steps = 0; steps < 600; steps++) {
		if (ply < RK_MAX_PLY && walk_random(seed, 16) < 9) {
			if (step(engine, ply, seed))
				ply++;
			else if (ply)
				back(engine, --ply);
		} else if (ply) {
			back(engine, --ply);
		}
		if (engine->pos.checkers || walk_random(seed, 3))
			continue;
		assert_int_equal(rk_network_eval(engine, ply),
				 rk_network_evaluate(&network, &engine->pos));
		checked++;
	}
}

static void test_accumulators(void **state)
{
	static const struct {
		int width, kings;
	} shapes[] = {{32, 1}, {64, 4}, {256, 16}, {1024, 2}};
	uint64_t seed = 6;

	(void)state;
	checked = nulls_seen = refreshed = captures_seen = 0;
	memset(kinds_seen, 0, sizeof(kinds_seen));
	for (size_t i = 0; i < COUNT(shapes); i++) {
		struct rk_engine *engine;

		use(shapes[i].width, shapes[i].kings, 8, i);
		engine = new_engine();
		for (int game = 0; game < (walk_is_quick() ? 50 : 300); game++)
			wander(engine, game, &seed);
		free_engine(engine);
	}
	assert_true(checked > 10000);
	assert_true(nulls_seen > 1000);
	assert_true(refreshed > 1000);
	assert_true(captures_seen > 1000);
	assert_true(kinds_seen[RK_PROMOTION] > 200);
	assert_true(kinds_seen[RK_CASTLING] > 200);
	assert_true(kinds_seen[RK_EN_PASSANT] > 20);
}

static void assert_evaluates(struct rk_engine *engine, int expected)
{
	rk_accumulator_begin(engine);
	/* The second time it is known. */
	for (int i = 0; i < 2; i++)
		assert_int_equal(rk_horizon_score(engine, 0), expected);
}

/* What is known of a position is forgotten when something else evaluates. */
static void test_changes(void **state)
{
	struct rk_pos pos = unit_read("r1bqkb1r/pp2pppp/2n2n2/2pp4/8/3P1NP1/"
				      "PPPNPPBP/R1BQK2R b KQkq - 0 5");
	int classical = rk_evaluate_two(&pos), by_network;
	struct rk_engine *engine;

	(void)state;
	use(64, 4, 8, 8);
	by_network = rk_network_evaluate(&network, &pos);
	assert_int_not_equal(by_network, classical);
	engine = new_engine();
	engine->pos = pos;
	rk_psqt_start(&engine->plies[0].psqt, &pos);
	assert_evaluates(engine, by_network);
	rk_engine_set_network(engine, NULL);
	assert_evaluates(engine, classical);
	rk_engine_set_network(engine, &network);
	assert_evaluates(engine, by_network);
	/* At limited strength, here without errors. */
	engine->skill = &engine->skill_state;
	assert_evaluates(engine, classical);
	engine->skill = NULL;
	assert_evaluates(engine, by_network);
	free_engine(engine);
}

/* ---- Searches ---- */

static struct rk_answer think(struct rk_engine *engine, int elo)
{
	static const struct rk_platform platform;
	const struct rk_task task = {
		UNIT_TASK("r1bqkb1r/pp2pppp/2n2n2/2pp4/8/3P1NP1/PPPNPPBP/"
			  "R1BQK2R b KQkq - 5 5"),
		.depth = elo ? 0 : 6,
		.elo = elo,
		.seed = 7,
	};
	struct rk_answer answer;

	rk_engine_forget(engine);
	rk_tt_clear(engine->tt, 0, 1);
	rk_engine_think(engine, &task, &platform, NULL, &answer);
	return answer;
}

/* The network searches otherwise, and limited strength does without it. */
static void test_search(void **state)
{
	struct rk_engine *engine;
	struct rk_answer with[2], without[2];

	(void)state;
	use(64, 1, 8, 8);
	engine = new_engine();
	for (int i = 0; i < 2; i++)
		with[i] = think(engine, i * 1500);
	assert_true(rk_engine_set_network(engine, NULL));
	for (int i = 0; i < 2; i++)
		without[i] = think(engine, i * 1500);
	assert_true(with[0].nodes != without[0].nodes);
	assert_memory_equal(&with[1], &without[1], sizeof(with[1]));
	assert_true(rk_engine_set_network(engine, &network));
	assert_true(think(engine, 0).nodes == with[0].nodes);
	free_engine(engine);
}

static void test_small_profile(void **state)
{
	static _Alignas(8) char memory[RK_ENGINE_SMALL];
	struct rk_engine *engine;

	(void)state;
	engine = rk_engine_new(memory, sizeof(memory), RK_PROFILE_SMALL, NULL);
	assert_non_null(engine);
	assert_false(rk_engine_set_network(engine, &network));
	assert_true(rk_engine_set_network(engine, NULL));
}

/* ---- Widths of vectors ---- */

#define WIDTH 96
#define ROWS 12

static const struct network_width *const widths[] = {&network_width_0,
						     &network_width_16,
						     &network_width_32,
						     &network_width_64};

static _Alignas(64) int16_t rows[ROWS][WIDTH];
static _Alignas(64) int16_t weights[WIDTH];
static _Alignas(64) uint16_t values[WIDTH], results[WIDTH];

static void fill(uint64_t *seed)
{
	for (int i = 0; i < WIDTH; i++) {
		for (int row = 0; row < ROWS; row++)
			rows[row][i] = (int16_t)network_random(seed, 32767);
		values[i] = (uint16_t)(walk_random(seed, 2)
					       ? network_random(seed, 300)
					       : network_random(seed, 32767));
		weights[i] = (int16_t)network_random(seed, 127);
	}
	values[0] = 0x8000;
	values[1] = 0x7fff;
	values[2] = 255;
	values[3] = 256;
	weights[2] = weights[3] = 127;
	weights[4] = -127;
	values[4] = 255;
}

static void expect_results(const struct network_width *width, int which)
{
	for (int i = 0; i < WIDTH; i++) {
		int sum = values[i] + rows[0][i] - rows[2][i];

		if (which >= 1)
			sum -= rows[3][i];
		if (which >= 2)
			sum += rows[1][i];
		if (results[i] != (uint16_t)sum)
			fail_msg("%d bytes, update %d: %d, not %d",
				 width->bytes, which, results[i],
				 (uint16_t)sum);
	}
}

static void check_updates(const struct network_width *width)
{
	const int16_t *const list[4] = {rows[0], rows[1], rows[2], rows[3]};

	width->quiet(results, values, list, WIDTH);
	expect_results(width, 0);
	width->capture(results, values, list, WIDTH);
	expect_results(width, 1);
	width->castling(results, values, list, WIDTH);
	expect_results(width, 2);
}

static void check_change(const struct network_width *width)
{
	static const uint16_t added[] = {3, 5, 11}, removed[] = {0, 7};

	memcpy(results, values, sizeof(results));
	width->change(results, rows[0], WIDTH, added, 3, removed, 2);
	for (int i = 0; i < WIDTH; i++)
		assert_int_equal(results[i],
				 (uint16_t)(values[i] + rows[3][i] +
					    rows[5][i] + rows[11][i] -
					    rows[0][i] - rows[7][i]));
}

static void check_output(const struct network_width *width)
{
	int64_t sum = 0;

	for (int i = 0; i < WIDTH; i++) {
		int64_t v = (int16_t)values[i];

		v = v < 0 ? 0 : v > 255 ? 255 : v;
		sum += v * v * weights[i];
	}
	assert_int_equal(width->output(values, weights, WIDTH), sum);
}

static void test_widths(void **state)
{
	uint64_t seed = 9;

	(void)state;
	for (size_t i = 0; i < COUNT(widths); i++)
		for (int turn = 0; turn < 500; turn++) {
			fill(&seed);
			check_updates(widths[i]);
			check_change(widths[i]);
			check_output(widths[i]);
		}
}

/* ---- Files ---- */

static void assert_refused(const char *reason)
{
	struct rk_network before = network;
	const char *told = rk_network_init(&network, image.bytes, image.size);

	assert_non_null(told);
	assert_string_equal(told, reason);
	assert_memory_equal(&network, &before, sizeof(before));
}

/* Another byte in the header. */
static void test_header(void **state)
{
	static const struct {
		int at, value;
		const char *reason;
	} cases[] = {
		{0, 'R', "it is no network of this program"},
		{6, 1, "it is no network of this program"},
		{7, 2, "it is a network of another version"},
		{8, 1, "its size is wrong"},
		{12, -1, "its checksum is wrong"},
		{16, 65, "its width is no multiple of 32 up to 1024"},
		{16, 0, "its width is no multiple of 32 up to 1024"},
		{17, 5, "its width is no multiple of 32 up to 1024"},
		{18, 0, "it does not have 1 to 16 king buckets"},
		{18, 17, "it does not have 1 to 16 king buckets"},
		{19, 0, "it does not have 1 to 16 output buckets"},
		{19, 17, "it does not have 1 to 16 output buckets"},
		{20, 254, "it is quantised otherwise than by 255 and 64"},
		{23, 1, "it is quantised otherwise than by 255 and 64"},
		{31, 1, "its header is damaged"},
		{32, 2, "a king bucket is out of range"},
		{95, 2, "a king bucket is out of range"},
		{511, 'x', "its header is damaged"},
		{18, 1, "a king bucket is out of range"},
		{18, 3, "it is truncated"},
		{19, 7, "its size is wrong"},
		{512, -1, "its checksum is wrong"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		use(64, 2, 8, 10);
		image.bytes[32] = 1;
		if (cases[i].value < 0)
			image.bytes[cases[i].at] ^= 1;
		else
			image.bytes[cases[i].at] = (uint8_t)cases[i].value;
		assert_refused(cases[i].reason);
	}
	use(64, 2, 8, 10);
	network_put(image.bytes + 24, 0, 2);
	assert_refused("its scale is 0");
}

static void test_size(void **state)
{
	size_t size;

	(void)state;
	use(64, 2, 8, 11);
	size = image.size;
	for (size_t cut = 1; cut < size; cut = cut * 3 / 2 + 1) {
		image.size = size - cut;
		assert_refused(image.size < 512
				       ? "it is too short for a network"
				       : "it is truncated");
	}
	image.size = 0;
	assert_refused("it is too short for a network");
	image.size = size + 1;
	image.bytes = realloc(image.bytes, image.size);
	assert_non_null(image.bytes);
	if ((uintptr_t)image.bytes % RK_NETWORK_ALIGN == 0)
		assert_refused("its size is wrong");
	use(64, 2, 8, 11);
	memmove(image.bytes + 2, image.bytes, image.size - 2);
	assert_string_equal(rk_network_init(&network, image.bytes + 2,
					    image.size - 2),
			    "it is not aligned in memory");
}

static void put_weight(int input, int unit, int weight)
{
	network_put(image.bytes + network_weight_at(&image, input, unit),
		    (uint32_t)weight, 2);
}

/* 16 men a side, each with the largest weights there are. */
static void fill_unit(int unit, int bias)
{
	for (int i = 768; i < 2 * 768; i++)
		put_weight(i, unit, 0);
	for (int i = 0; i < 16; i++) {
		put_weight(768 + 7 * i, unit, i % 2 ? 1000 : -1000);
		put_weight(768 + 384 + 11 * i, unit, 1000);
		put_weight(768 + 384 + 11 * i + 1, unit, 1000);
	}
	network_put(image.bytes + network_bias_at(&image, unit), (uint32_t)bias,
		    2);
	network_seal(&image);
}

static void test_weights(void **state)
{
	(void)state;
	use(64, 2, 8, 12);
	fill_unit(63, 767);
	assert_null(rk_network_init(&network, image.bytes, image.size));
	fill_unit(63, 768);
	assert_refused("its weights are too large");
	fill_unit(63, -768);
	assert_refused("its weights are too large");
	fill_unit(63, -767);
	put_weight(768 + 3, 63, 1001);
	network_seal(&image);
	assert_refused("its weights are too large");
	put_weight(768 + 3, 63, -32768);
	network_seal(&image);
	assert_refused("its weights are too large");
}

static void fill_output(int bucket, int half, int count, int weight, int last)
{
	for (int i = 0; i < image.width; i++)
		network_put(image.bytes +
				    network_output_at(&image, bucket,
						      half * image.width + i),
			    (uint32_t)(i < count    ? weight
				       : i == count ? last
						    : 0),
			    2);
	network_seal(&image);
}

/* The most that fits, in units that are all at their most. */
static void test_output_weights(void **state)
{
	struct rk_pos pos;

	(void)state;
	rk_pos_start(&pos);
	use(288, 1, 2, 13);
	fill_output(1, 1, 260, -127, 6);
	assert_refused("its output weights are too large");
	fill_output(1, 1, 260, -127, 5);
	assert_null(rk_network_init(&network, image.bytes, image.size));
	fill_output(1, 0, 260, -127, -5);
	for (int i = 0; i < image.width; i++)
		network_put(image.bytes + network_bias_at(&image, i), 5000, 2);
	network_seal(&image);
	assert_null(rk_network_init(&network, image.bytes, image.size));
	assert_int_equal(rk_network_evaluate(&network, &pos), -RK_EVAL_WON);
	assert_int_equal(expected(&image, &pos), -RK_EVAL_WON);
	network_put(image.bytes + 24, 1, 2);
	assert_null(rk_network_init(&network, image.bytes, image.size));
	assert_int_equal(rk_network_evaluate(&network, &pos),
			 expected(&image, &pos));
	for (int i = 0; i < 8; i++) {
		static const uint32_t bias[] = {0x7fffffff, 0x80000000,
						20000000, 8390000};

		network_put(image.bytes + network_output_bias_at(&image, 1),
			    bias[i % 4], 4);
		network_put(image.bytes + 24, i < 4 ? 65535 : 17, 2);
		network_seal(&image);
		assert_null(rk_network_init(&network, image.bytes, image.size));
		assert_int_equal(rk_network_evaluate(&network, &pos),
				 expected(&image, &pos));
	}
	fill_output(0, 0, 3, 128, 0);
	assert_refused("an output weight is too large");
	fill_output(0, 0, 3, -32768, 0);
	assert_refused("an output weight is too large");
}

static int end(void **state)
{
	(void)state;
	free(image.bytes);
	image.bytes = NULL;
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_symmetry),
		cmocka_unit_test(test_endings),
		cmocka_unit_test(test_accumulators),
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_search),
		cmocka_unit_test(test_small_profile),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_size),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_output_weights),
	};

	return cmocka_run_group_tests(tests, NULL, end);
}
