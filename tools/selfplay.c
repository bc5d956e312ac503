/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lets the engine play against itself and writes the games for tools/tune.c;
 * tools/games.h describes the format. A game begins with some random moves, then
 * each move is searched for about the same number of nodes. A game depends only
 * on the seed and its number, not on the thread, and games are written in order:
 * the same call gives the same file. Repeated, it goes on after the last whole
 * game of the file.
 *
 *	selfplay FILE [games N] [nodes N] [seed N] [threads N] [chess960 N]
 *		[seconds N] [network FILE]
 *
 * chess960 N: N of a hundred games start from a position of Chess960.
 * seconds N: no game begins later than that; 0 is no limit.
 * network FILE: evaluates with that network rather than the one in the program;
 * `network none`: with the classical evaluation.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ports/host/network.h"
#include "rookery/engine.h"
#include "rookery/status.h"
#include "tools/games.h"

#define TABLE_SIZE (1 << 20)
#define THREADS_MAX 64
#define OPENING_MAX 150 /* a more unbalanced opening is discarded */

/*
 * Games are adjudicated late, so that the evaluation also learns won positions:
 * at this score for so many plies, or even for so many plies from a late ply
 * on.
 */
#define WON 2000
#define WON_PLIES 5
#define LEVEL 8
#define LEVEL_PLIES 12
#define LEVEL_AFTER 80

static struct {
	const char *name;
	long games, nodes, seed, threads, chess960, seconds;
	const struct rk_network *network; /* NULL: the classical evaluation */
	time_t begun;
	FILE *file;
	pthread_mutex_t lock;
	pthread_cond_t written;
	long next;  /* the next game to play */
	long ready; /* the next game to write */
	long positions, results[3];
} run = {
	.games = 1000,
	.nodes = 1500,
	.seed = 1,
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.written = PTHREAD_COND_INITIALIZER,
};

static const struct {
	const char *name;
	long *value;
	long least, most;
} options[] = {
	{"games", &run.games, 1, 100000000},
	{"nodes", &run.nodes, 50, 1000000},
	{"seed", &run.seed, 0, 1000000000},
	{"threads", &run.threads, 1, THREADS_MAX},
	{"chess960", &run.chess960, 0, 100},
	{"seconds", &run.seconds, 0, 1000000},
};

/* One thread's engine and game. */
struct player {
	struct rk_engine *engine;
	struct rk_tt table;
	void *memory, *table_memory;
	uint64_t seed;
	struct rk_pos pos;
	uint64_t keys[GAME_PLIES + 1];
	rk_move list[RK_MAX_MOVES];
	struct game game;
};

static int random_below(uint64_t *seed, int limit)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((*seed >> 33) % (uint64_t)limit);
}

static void *allocate(size_t size)
{
	void *memory = calloc(1, size);

	if (!memory) {
		fprintf(stderr, "selfplay: out of memory\n");
		exit(1);
	}
	return memory;
}

static struct player *player_new(void)
{
	struct player *player = allocate(sizeof(*player));

	player->memory = allocate(rk_engine_bound(RK_PROFILE_FULL));
	player->table_memory = allocate(TABLE_SIZE);
	return player;
}

/* A new engine for every game, so that games are independent. */
static void make_engine(struct player *player)
{
	rk_tt_init(&player->table, player->table_memory, TABLE_SIZE);
	player->engine = rk_engine_new(player->memory,
				       rk_engine_bound(RK_PROFILE_FULL),
				       RK_PROFILE_FULL, &player->table);
	rk_engine_set_network(player->engine, run.network);
}

static void player_free(struct player *player)
{
	free(player->memory);
	free(player->table_memory);
	free(player);
}

static void play(struct player *player, rk_move move, int score)
{
	struct game *game = &player->game;
	struct rk_undo undo;

	player->keys[game->plies] = rk_pos_key_repetition(&player->pos);
	game->moves[game->plies] = move;
	game->scores[game->plies++] = (int16_t)score;
	rk_pos_make(&player->pos, move, &undo);
}

static struct rk_answer think(struct player *player)
{
	static const struct rk_platform platform;
	struct rk_task task = {
		.rules = &rk_rules_standard,
		.pos.two = player->pos,
		.keys = player->keys,
	};
	struct rk_answer answer;
	int percent = 75 + random_below(&player->seed, 51);

	task.key_count = player->game.plies;
	task.nodes = (uint64_t)(run.nodes * percent / 100);
	rk_tt_new_search(&player->table);
	rk_engine_think(player->engine, &task, &platform, NULL, &answer);
	return answer;
}

static bool is_repeated(const struct player *player)
{
	uint64_t key = rk_pos_key_repetition(&player->pos);
	int times = 1;

	for (int i = 0; i < player->game.plies; i++)
		times += player->keys[i] == key;
	return times >= 3;
}

static bool is_draw(const struct player *player)
{
	return rk_pos_is_insufficient(&player->pos) ||
	       rk_pos_is_fifty(&player->pos) || is_repeated(player);
}

/* Plays random moves; false if they ended the game. */
static bool play_opening(struct player *player)
{
	struct game *game = &player->game;
	int plies = 7 + random_below(&player->seed, 4);

	game->plies = 0;
	game->start = 518;
	if (random_below(&player->seed, 100) < run.chess960)
		game->start = random_below(&player->seed, 960);
	game->random_moves = plies;
	rk_pos_start960(&player->pos, game->start);
	while (plies--) {
		int count = rk_gen_legal(&player->pos, player->list);

		if (!count)
			return false;
		play(player, player->list[random_below(&player->seed, count)],
		     0);
	}
	return rk_pos_has_move(&player->pos) && !is_draw(player);
}

static int size_of(int number)
{
	return number < 0 ? -number : number;
}

/* The adjudicated result, or -1 if the game is still open. */
static int settled(const struct game *game)
{
	int last = game->plies - 1, won = 0, level = 0;

	for (int i = last; i >= game->random_moves; i--, won++) {
		int sign = (last - i) % 2 ? -1 : 1;

		if (sign * game->scores[i] * (game->scores[last] < 0 ? -1 : 1) <
		    WON)
			break;
	}
	for (int i = last; i >= game->random_moves; i--, level++)
		if (size_of(game->scores[i]) > LEVEL)
			break;
	if (won >= WON_PLIES)
		return (game->scores[last] > 0) == (last % 2 == 0) ? 2 : 0;
	return level >= LEVEL_PLIES && game->plies >= LEVEL_AFTER ? 1 : -1;
}

/* Plays from the opening to the end; false if the opening was discarded. */
static bool play_game(struct player *player)
{
	struct game *game = &player->game;

	if (!play_opening(player))
		return false;
	make_engine(player);
	game->result = 1;
	while (game->plies < GAME_PLIES && !is_draw(player)) {
		struct rk_answer answer;
		int result;

		if (!rk_pos_has_move(&player->pos)) {
			if (rk_pos_in_check(&player->pos))
				game->result = player->pos.side ? 2 : 0;
			break;
		}
		answer = think(player);
		if (game->plies == game->random_moves &&
		    size_of(answer.score) > OPENING_MAX)
			return false;
		play(player, (rk_move)answer.best, answer.score);
		result = settled(game);
		if (result >= 0) {
			game->result = result;
			break;
		}
	}
	return true;
}

static void count_game(const struct game *game)
{
	run.ready++;
	run.positions += game->plies - game->random_moves;
	run.results[game->result]++;
}

static void report(void)
{
	fprintf(stderr, "\r%ld games, %ld positions, White +%ld =%ld -%ld ",
		run.ready, run.positions, run.results[2], run.results[1],
		run.results[0]);
}

/* Waits until it is this game's turn to be written. */
static void write_game(const struct game *game, long number)
{
	pthread_mutex_lock(&run.lock);
	while (run.ready != number)
		pthread_cond_wait(&run.written, &run.lock);
	game_write(run.file, game);
	count_game(game);
	if (run.ready % 100 == 0) {
		fflush(run.file);
		report();
	}
	pthread_cond_broadcast(&run.written);
	pthread_mutex_unlock(&run.lock);
}

static bool is_late(void)
{
	return run.seconds && time(NULL) - run.begun >= run.seconds;
}

static long take_number(void)
{
	long number;

	pthread_mutex_lock(&run.lock);
	number = run.next < run.games && !is_late() ? run.next++ : -1;
	pthread_mutex_unlock(&run.lock);
	return number;
}

static void play_number(struct player *player, long number)
{
	player->seed =
		(uint64_t)run.seed * 1000000007u + (uint64_t)number * 7919u;
	random_below(&player->seed, 2);
	random_below(&player->seed, 2);
	while (!play_game(player))
		;
}

static void *work(void *nothing)
{
	struct player *player = player_new();
	long number;

	while ((number = take_number()) >= 0) {
		play_number(player, number);
		write_game(&player->game, number);
	}
	player_free(player);
	return nothing;
}

static void set_network(const char *name)
{
	static struct host_network loaded; /* until the program ends */
	const char *wrong = NULL;

	if (strcmp(name, "none") == 0) {
		run.network = NULL;
		return;
	}
	wrong = host_network_load(&loaded, name, strlen(name));
	if (wrong) {
		fprintf(stderr, "selfplay: %s\n", wrong);
		exit(1);
	}
	run.network = &loaded.network;
}

static bool set_option(const char *name, const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (strcmp(name, "network") == 0) {
		set_network(text);
		return true;
	}
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (strcmp(name, options[i].name) != 0)
			continue;
		if (*end || end == text || value < options[i].least ||
		    value > options[i].most)
			return false;
		*options[i].value = value;
		return true;
	}
	return false;
}

static bool read_options(int count, char **words)
{
	if (count < 2 || count % 2)
		return false;
	run.name = words[1];
	run.network = host_network_embedded();
	for (int i = 2; i < count; i += 2)
		if (!set_option(words[i], words[i + 1]))
			return false;
	return true;
}

/* Is this game the first one that this call would play? */
static bool is_first(const struct game *game)
{
	struct player *player = player_new();
	const struct game *mine = &player->game;
	size_t size = (size_t)game->plies * sizeof(game->moves[0]);
	bool same;

	play_number(player, 0);
	same = mine->start == game->start && mine->plies == game->plies &&
	       !memcmp(mine->moves, game->moves, size);
	player_free(player);
	return same;
}

static bool write_magic(void)
{
	return fwrite(GAMES_MAGIC, strlen(GAMES_MAGIC), 1, run.file) &&
	       !fflush(run.file);
}

/*
 * Goes to the end of the last whole game of an old file, and cuts off what
 * comes behind it. False, with the file unchanged, if it is no file of games
 * or not one of this call.
 */
static bool resume(FILE *file)
{
	char magic[sizeof(GAMES_MAGIC)] = "";
	struct game game;
	long end;

	if (!fread(magic, 1, sizeof(magic) - 1, file))
		return write_magic();
	if (strcmp(magic, GAMES_MAGIC) != 0)
		return false;
	end = ftell(file);
	while (game_read(file, &game)) {
		if (!run.ready && !is_first(&game))
			return false;
		count_game(&game);
		end = ftell(file);
	}
	run.next = run.ready;
	return !fseek(file, end, SEEK_SET) && !ftruncate(fileno(file), end);
}

/* Opens an old file of this call, or a new one; exits if it cannot. */
static void open_file(void)
{
	run.file = fopen(run.name, "r+b");
	if (run.file) {
		if (resume(run.file))
			return;
		fprintf(stderr, "selfplay: %s: not a file of this call\n",
			run.name);
		exit(1);
	}
	run.file = fopen(run.name, "wb");
	if (!run.file || !write_magic()) {
		perror(run.name);
		exit(1);
	}
}

static long processors(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	if (count < 1)
		return 1;
	return count < THREADS_MAX ? count : THREADS_MAX;
}

int main(int count, char **words)
{
	pthread_t threads[THREADS_MAX];

	run.threads = processors();
	run.begun = time(NULL);
	if (!read_options(count, words)) {
		fprintf(stderr, "usage: selfplay FILE [games N] [nodes N] "
				"[seed N] [threads N] [chess960 N] "
				"[seconds N] [network FILE]\n");
		return 2;
	}
	open_file();
	for (long i = 0; i < run.threads; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (long i = 0; i < run.threads; i++)
		pthread_join(threads[i], NULL);
	report();
	fprintf(stderr, "\n");
	if (fclose(run.file)) {
		perror(run.name);
		return 1;
	}
	return 0;
}
