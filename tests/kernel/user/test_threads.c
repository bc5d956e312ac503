/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Eight threads do everything at once, with files of their own and with one
 * that all of them have. Every answer is one that a command can have, in one
 * piece; ThreadSanitizer looks on in its flavour.
 */
#include <pthread.h>
#include <stdlib.h>

#include "test.h"

#define THREADS 8
#define ROUNDS 400
#define QUICK_ROUNDS 100

static struct file *shared;
static int rounds;
static int out_of_memory;

/* In a thread cmocka cannot be told. */
static void must(bool so, const char *what, const char *line)
{
	if (so)
		return;
	fprintf(stderr, "%s: '%s'\n", what, line);
	abort();
}

static bool is_word(const char *line)
{
	static const char *const words[] = {
		"OK\n",     "CHECK\n",  "MATE\n", "TIE\n",     "UNKCMD\n",
		"INVFMT\n", "NOGAME\n", "OOT\n",  "ILLMOVE\n",
	};

	for (size_t i = 0; i < COUNT(words); i++)
		if (!strcmp(line, words[i]))
			return true;
	return false;
}

/* Two kings and what else a board can have. */
static bool is_board(const char *line)
{
	int kings[2] = {0};

	if (strlen(line) != 129 || line[128] != '\n')
		return false;
	for (int i = 0; i < 128; i += 2) {
		if (!memcmp(line + i, "**", 2))
			continue;
		if (!strchr("WB", line[i]) || !strchr("PNBRQK", line[i + 1]))
			return false;
		kings[line[i] == 'W'] += line[i + 1] == 'K';
	}
	return kings[0] == 1 && kings[1] == 1;
}

/* The games that are played or loaded below. */
static bool is_game(const char *line)
{
	static const char *const starts[] = {START ";", MIDDLE ";"};

	for (size_t i = 0; i < COUNT(starts); i++)
		if (!strncmp(line, starts[i], strlen(starts[i])))
			return strlen(strchr(line, '\n')) == 1;
	return false;
}

/* In two pieces if the file is nobody else's. */
static void read_one(struct file *file, bool is_own)
{
	char line[LINE_SIZE] = "";
	ssize_t length = fake_read(file, line, is_own ? 2 : sizeof(line) - 1);

	must(length >= 0, "read", "");
	must(length > 0 || !is_own, "no answer", "");
	if (is_own)
		length = fake_read(file, line + 2, sizeof(line) - 3);
	if (length > 0)
		must(is_word(line) || is_board(line) || is_game(line), "answer",
		     line);
}

static void write_one(struct file *file, const char *command)
{
	ssize_t length = fake_write(file, command, strlen(command));

	if (length == -ENOMEM) {
		__atomic_add_fetch(&out_of_memory, 1, __ATOMIC_RELAXED);
		return;
	}
	must(length == (ssize_t)strlen(command), "write", command);
	if (file != shared)
		read_one(file, true);
}

static void look(unsigned int choice)
{
	static const char *const values[] = {
		"fen", "last_move", "legal_moves", "result", "level",
	};
	wait_queue_head_t *queue;
	char page[PAGE_SIZE];

	must(fake_show("chess", values[choice % 5], page) > 0, "show", "");
	if (choice % 7 == 0)
		fake_store("chess", "level", choice % 3 ? "2" : "5");
	must(fake_poll(shared, &queue) & EPOLLOUT, "poll", "");
}

static void open_and_close(void)
{
	struct file *file = fake_open("chess");

	if (!file)
		return;
	read_one(file, false);
	fake_close(file);
}

/* clang-format off */
static const char *const commands[] = {
	"00 W\n", "00 B\n", "01\n", "01\n", "01\n", "02 WPe2-e4\n",
	"02 BPe7-e5\n", "03\n", "03\n", "03\n", "04\n", "05\n", "06 1\n",
	"07\n", "08\n", "09 " MIDDLE ";\n", "09 " MIDDLE ";e1f1\n",
	"09 " START ";" PAWNS "\n", "nonsense\n", "01", "02 WNg1-f3\n",
};
/* clang-format on */

static unsigned int next(unsigned int *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void *work(void *self)
{
	unsigned int seed = *(unsigned int *)self;
	struct file *own = NULL;

	while (!own)
		own = fake_open("chess");
	for (int i = 0; i < rounds; i++) {
		unsigned int choice = next(&seed);

		write_one(choice % 3 ? own : shared,
			  commands[next(&seed) % COUNT(commands)]);
		if (choice % 4 == 0)
			read_one(shared, false);
		if (choice % 4 == 1)
			look(choice / 4);
		if (choice % 16 == 2)
			open_and_close();
		if (choice % 64 == 3)
			__atomic_store_n(&fake_fail.allocation, 3,
					 __ATOMIC_RELAXED);
	}
	fake_close(own);
	return NULL;
}

static void eight_threads(void **state)
{
	pthread_t threads[THREADS];
	unsigned int seeds[THREADS];

	(void)state;
	rounds = getenv("RK_QUICK") ? QUICK_ROUNDS : ROUNDS;
	fake_store("chess", "level", "2");
	shared = must_open("chess");
	for (unsigned int i = 0; i < THREADS; i++) {
		seeds[i] = i + 1;
		assert_int_equal(
			pthread_create(&threads[i], NULL, work, &seeds[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_true(out_of_memory > 0);
	fake_fail.allocation = 0;
	must_write(shared, "05\n", 3);
	must_read(shared, "OK\n");
	fake_close(shared);
}

int test_threads(void)
{
	const struct CMUnitTest tests[] = {
		TEST(eight_threads),
	};

	return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
