/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Plays matches of four-player games between levels and engines:
 *
 *	arena PLAYER PLAYER [PLAYER PLAYER] [rules NAME] [start NAME] [games N]
 *	      [seed N] [workers N] [random N] [book 1] [plies N] [resign N]
 *	      [need N] [show 1] [save FILE]
 *
 *	arena engine:ms=200 level3 level3 level3 games 100
 *	arena engine:nodes=5000 level4 rules teams need 95
 *
 * A player is level1 to level12, or engine:ms=200 with settings ms= nodes=
 * depth= hash=, separated by commas, or program:PATH,ms=200: another program, or
 * an older Rookery, by UCI. Two players play two seats each; in teams
 * they are the teams, and of four players the first two are partners. All
 * different arrangements of seats are played, and the number of games is rounded
 * up to a multiple of these. Unless limits are times, a game depends only on
 * seed and number. Time is processor time, that of other programs not counted;
 * their `ms` is the clock's.
 *
 * Games begin with `random` random plies. With `book 1` these are moves of
 * data/openings-four.txt, as long as it has some, so that nobody is lost at once.
 *
 * `save FILE` appends the games to a file (tools/games_four.h), from which
 * tools/tune_four.c tunes the evaluation.
 *
 * Workers are processes, so that a crash is counted and does not end the match.
 * Fails if there were crashes or illegal answers, or if the first player takes
 * less than `need` percent of the first places.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/arena.h"

#define MOST_WORKERS 64

static struct arena_plan plan = {
	.rules = &rk_rules_ffa,
	.seed = 1,
	.random = 8,
	.plies = 1200,
	.save = -1,
};
static struct arena_player players[ROLES];
static long games = 100, workers = 1, need, show;

/* The worker processes, and the game that each is playing. */
static pid_t worker[MOST_WORKERS];
static long at[MOST_WORKERS];

static const struct {
	const char *name;
	long *value;
	long least, most;
} options[] = {
	{"games", &games, 1, 10000000},
	{"seed", &plan.seed, 0, 1000000000},
	{"workers", &workers, 1, MOST_WORKERS},
	{"random", &plan.random, 0, 100},
	{"book", &plan.book, 0, 1},
	{"plies", &plan.plies, 1, 4000},
	{"resign", &plan.resign, 0, 1000},
	{"need", &need, 0, 100},
	{"show", &show, 0, 1}, /* every game */
};

static bool fail(const char *word, const char *what)
{
	fprintf(stderr, "arena: %s: %s\n", word, what);
	return false;
}

static bool find_start(const char *name)
{
	for (plan.start = 0; plan.rules->starts[plan.start]; plan.start++)
		if (strcmp(plan.rules->starts[plan.start], name) == 0)
			return true;
	return fail(name, "these rules have no such start");
}

static bool find_rules(const char *name)
{
	plan.rules = rk_rules_find(name, strlen(name));
	if (!plan.rules || plan.rules->players != ROLES)
		return fail(name, "no rules for four players have that name");
	return true;
}

static bool open_save(const char *name)
{
	plan.save = open(name, O_WRONLY | O_CREAT | O_APPEND, 0666);
	return plan.save >= 0 || fail(name, strerror(errno));
}

static bool set_option(const char *name, const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (strcmp(name, "rules") == 0)
		return find_rules(text);
	if (strcmp(name, "start") == 0)
		return find_start(text);
	if (strcmp(name, "save") == 0)
		return open_save(text);
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (strcmp(name, options[i].name) != 0)
			continue;
		if (*end || end == text || value < options[i].least ||
		    value > options[i].most)
			return fail(text, "not a number that this can be");
		*options[i].value = value;
		return true;
	}
	return fail(name, "no such option");
}

/* The number of words that name players; they come first. */
static int count_names(int count, char **words)
{
	int names = 1;

	while (names < count && names <= ROLES &&
	       (strncmp(words[names], "level", 5) == 0 ||
		strncmp(words[names], "engine", 6) == 0 ||
		strncmp(words[names], "program:", 8) == 0))
		names++;
	return names - 1;
}

static bool read_words(int count, char **words)
{
	int names = count_names(count, words);

	if ((names != 2 && names != ROLES) || (count - names) % 2 == 0) {
		fprintf(stderr, "usage: arena PLAYER PLAYER [PLAYER PLAYER] "
				"[rules NAME] [start NAME] [games N] [seed N]\n"
				"             [workers N] [random N] [plies N] "
				"[resign N] [need N] [show 1] [save FILE]\n"
				"a player is level3, engine:ms=200 or "
				"program:PATH,ms=200\n");
		return false;
	}
	for (int role = 0; role < ROLES; role++)
		if (!arena_player_read(&players[role],
				       words[1 + role * names / ROLES]))
			return false;
	for (int i = names + 1; i < count; i += 2)
		if (!set_option(words[i], words[i + 1]))
			return false;
	return true;
}

/* In teams the first two roles must be partners. */
static bool fits(const uint8_t roles[ROLES])
{
	const uint8_t *sides = plan.rules->sides;
	bool has_partners = sides[0] == sides[2];
	int seats[ROLES];

	for (int seat = 0; seat < ROLES; seat++)
		seats[roles[seat]] = seat;
	return !has_partners || sides[seats[0]] == sides[seats[1]];
}

/* Is this arrangement different from all others, by players' names? */
static bool is_new(const uint8_t roles[ROLES])
{
	for (int i = 0; i < plan.arrangements; i++) {
		int alike = 0;

		for (int seat = 0; seat < ROLES; seat++)
			alike += strcmp(players[roles[seat]].name,
					players[plan.seats[i][seat]].name) == 0;
		if (alike == ROLES)
			return false;
	}
	return true;
}

static void arrange(uint8_t roles[ROLES], int seat)
{
	if (seat == ROLES && fits(roles) && is_new(roles))
		memcpy(plan.seats[plan.arrangements++], roles, ROLES);
	for (int other = seat; other < ROLES; other++) {
		uint8_t role = roles[seat];

		roles[seat] = roles[other];
		roles[other] = role;
		arrange(roles, seat + 1);
		roles[other] = roles[seat];
		roles[seat] = role;
	}
}

/* A worker: plays every n-th game and writes its result. */
static void work(long first, int out)
{
	struct arena_agent *agents[ROLES];
	struct arena_result result;

	for (int role = 0; role < ROLES; role++)
		agents[role] = arena_agent_new(&players[role]);
	for (long number = first; number < games; number += workers) {
		arena_play(&plan, agents, number, &result);
		if (write(out, &result, sizeof(result)) != sizeof(result))
			exit(2);
	}
	exit(0);
}

static void hire(int out[2])
{
	if (pipe(out)) {
		perror("arena");
		exit(2);
	}
	for (long i = 0; i < workers; i++) {
		at[i] = i;
		worker[i] = fork();
		if (worker[i] < 0) {
			perror("arena");
			exit(2);
		}
		if (!worker[i]) {
			close(out[0]);
			work(i, out[1]);
		}
	}
	close(out[1]);
}

/* A result is smaller than PIPE_BUF, so writes are atomic. */
static void collect(struct arena_table *table, int in)
{
	struct arena_result result;
	bool is_watched = isatty(STDERR_FILENO);
	long done = 0;

	while (read(in, &result, sizeof(result)) == sizeof(result)) {
		arena_table_add(table, &result);
		if (show)
			arena_result_print(&result, &plan, players);
		at[result.number % workers] += workers;
		if (is_watched)
			fprintf(stderr, "\r%ld of %ld ", ++done, games);
	}
	if (is_watched)
		fprintf(stderr, "\r                    \r");
}

/*
 * A worker that did not finish has crashed; its remaining games are not played.
 */
static void dismiss(struct arena_table *table)
{
	static const struct arena_result crash = {.end = ARENA_CRASHED};
	int status;

	for (long i = 0; i < workers; i++) {
		if (waitpid(worker[i], &status, 0) != worker[i] ||
		    (WIFEXITED(status) && !WEXITSTATUS(status)))
			continue;
		fprintf(stderr, "arena: crashed in game %ld\n", at[i]);
		arena_table_add(table, &crash);
	}
}

int main(int count, char **words)
{
	uint8_t roles[ROLES] = {0, 1, 2, 3};
	struct arena_table *table;
	double share;
	int out[2];

	if (!read_words(count, words))
		return 2;
	arrange(roles, 0);
	games = (games + plan.arrangements - 1) / plan.arrangements *
		plan.arrangements;
	printf("%s, %s: %ld games, %d arrangements, %ld plies %s, "
	       "seed %ld\n",
	       plan.rules->name, plan.rules->starts[plan.start], games,
	       plan.arrangements, plan.random,
	       plan.book ? "of the book" : "by chance", plan.seed);
	fflush(stdout);
	table = arena_table_new(players);
	hire(out);
	collect(table, out[0]);
	dismiss(table);
	share = arena_table_print(table, plan.rules->points != NULL);
	if (need)
		printf("%.1f %% of %ld %% needed: %s\n", share, need,
		       share >= (double)need ? "reached" : "MISSED");
	return !arena_table_is_sound(table) || share < (double)need;
}
