/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* chess.ko as a module: loading, unloading, parameters, values in /sys. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/kernel/io.h"

#define CYCLES 200
#define BENCH_FILE "/bench.txt" /* the number of the program, tests/bench.txt */

static void busy(void)
{
	struct board board;

	start(&board);
	must(module_remove() == EWOULDBLOCK);
	board_must(&board, "02 WPe2-e4", "OK");
	board_close(&board);
	must(module_remove() == 0);
	must(module_remove() == ENOENT);
	must(access(BOARD_NODE, F_OK) == -1 && errno == ENOENT);
	must(access(BOARD_VALUES, F_OK) == -1 && errno == ENOENT);
}

/* A number of /proc/meminfo, in KB. */
static long memory(const char *name)
{
	FILE *file = fopen("/proc/meminfo", "r");
	char line[128];
	long value = -1;

	must(file);
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, name, strlen(name)))
			value = atol(line + strlen(name));
	fclose(file);
	must(value >= 0);
	return value;
}

/* Loads, plays a little with two files, leaves replies unread, unloads. */
static void cycle(int number)
{
	struct board board, other;

	module_load(number % 2 ? "boards=3" : "");
	board_open(&board, BOARD_NODE);
	board_open(&other, BOARD_NODE);
	board_must(&board, "00 B", "OK");
	board_ask(&board, "03");
	board_write(&board, "08\n", 3);
	board_write(&other, "01\n", 3);
	board_close(&other);
	board_close(&board);
	module_unload();
}

/* After the first ones nothing grows: a board leaked each time would. */
static void cycles(void)
{
	long slab = 0, available = 0, unreclaimable = 0;

	for (int i = 0; i < CYCLES; i++) {
		if (i == CYCLES / 10) {
			slab = memory("Slab:");
			unreclaimable = memory("SUnreclaim:");
			available = memory("MemFree:");
		}
		cycle(i);
	}
	slab = memory("Slab:") - slab;
	unreclaimable = memory("SUnreclaim:") - unreclaimable;
	available -= memory("MemFree:");
	printf("slab grew by %ld KB, of which %ld cannot be freed; free memory "
	       "went down by %ld KB\n",
	       slab, unreclaimable, available);
	must(unreclaimable < 1024);
	must(slab < 2048);
	must(available < 8192);
}

static void boards(void)
{
	static const char *const nodes[] = {
		"/dev/chess",
		"/dev/chess1",
		"/dev/chess2",
	};
	struct board board[3];
	struct stat status;

	module_load("boards=3 level=2");
	must(access("/dev/chess3", F_OK) == -1);
	for (int i = 0; i < 3; i++) {
		must(!stat(nodes[i], &status));
		must(S_ISCHR(status.st_mode));
		must((status.st_mode & 0777) == 0666);
		board_open(&board[i], nodes[i]);
		must_be_silent(board[i].file);
	}
	board_must(&board[0], "00 W", "OK");
	must_be_silent(board[1].file); /* the reply of another board */
	board_must(&board[1], "01", "NOGAME");
	board_must(&board[1], "05", "OK");
	board_must(&board[1], "02 WPe2-e4", "OK");
	board_must(&board[1], "02 BPe7-e5", "OK");
	board_must(&board[2], "01", "NOGAME");
	board_must(&board[2], "00 B", "OK");
	must_be_at(&board[0], START_FEN ";");
	must_be_at(&board[1], START_FEN ";e2e4 e7e5");
	must_be_at(&board[2], START_FEN ";");
	value_must("last_move", "");
	value_must("../chess1/last_move", "e7e5");
	value_must("../chess2/level", "2");
	must(!value_write(BOARD_VALUES "../chess2/level", "4\n"));
	value_must("../chess2/level", "4");
	value_must("../chess1/level", "2");
	value_must("level", "2");
	for (int i = 0; i < 3; i++) {
		must(module_remove() == EWOULDBLOCK);
		board_close(&board[i]);
	}
	module_unload();
	for (int i = 0; i < 3; i++)
		must(access(nodes[i], F_OK) == -1);
}

/* New lines of the kernel's log, from here on. */
static int open_log(void)
{
	int file = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	must(file >= 0);
	must(lseek(file, 0, SEEK_END) == 0);
	return file;
}

/* How many lines speak of the module; the first of them. */
static int read_log(int file, char *first, size_t size)
{
	char record[1024];
	ssize_t length;
	int count = 0;

	while ((length = read(file, record, sizeof(record) - 1)) > 0) {
		const char *text;

		record[length] = 0;
		record[strcspn(record, "\n")] = 0;
		text = strchr(record, ';');
		if (!text || !strstr(text, "chess"))
			continue;
		if (!count++)
			snprintf(first, size, "%s", text + 1);
	}
	return count;
}

/* They are refused with one line that names the parameter. */
static void bad_parameters(void)
{
	static const struct {
		const char *text;
		const char *name;
	} bad[] = {
		{"boards=0", "boards"},
		{"boards=-1", "boards"},
		{"boards=1000", "boards"},
		{"boards=4294967297", "boards"},
		{"boards=x", "boards"},
		{"boards=", "boards"},
		{"boards=2x", "boards"},
		{"private_boards=257", "private_boards"},
		{"private_boards=-1", "private_boards"},
		{"queen=perhaps", "queen"},
		{"level=0", "level"},
		{"level=13", "level"},
		{"level=99", "level"},
		{"level=-1", "level"},
		{"level=257", "level"},
		{"level=high", "level"},
		{"boards=2 level=99", "level"},
		{"selftest=perhaps", "selftest"},
	};
	int log, error;
	char line[1024];

	/* The first load brings the kernel's own lines about the module. */
	module_load("");
	module_unload();
	log = open_log();
	for (size_t i = 0; i < COUNT(bad); i++) {
		error = module_try(bad[i].text);
		if (error != EINVAL && error != ERANGE)
			die("%s: %s", bad[i].text, strerror(error));
		if (read_log(log, line, sizeof(line)) != 1 ||
		    !strstr(line, bad[i].name))
			die("%s: no or too much word of it: %s", bad[i].text,
			    line);
		must(access(BOARD_NODE, F_OK) == -1);
	}
	close(log);
	module_load("level=12 boards=1");
	value_must("level", "12");
	module_unload();
}

/* A good load says one line, and so does the end. */
static void quiet_load(void)
{
	char line[1024] = "";
	int log;

	module_load("");
	module_unload();
	log = open_log();
	module_load("level=5");
	if (read_log(log, line, sizeof(line)) != 1 || !strstr(line, "level 5"))
		die("load: not a line: %s", line);
	module_unload();
	if (read_log(log, line, sizeof(line)) != 1 || !strstr(line, "unloaded"))
		die("unload: not a line: %s", line);
	close(log);
}

/* A game for each open file, and a limit. */
static void private_boards(void)
{
	struct board one, two;

	module_load("private_boards=2");
	board_open(&one, "/dev/chess-private");
	board_open(&two, "/dev/chess-private");
	must(open("/dev/chess-private", O_RDWR) < 0 && errno == EBUSY);
	board_must(&one, "00 B", "OK");
	board_must(&two, "01", "NOGAME");
	board_must(&one, "03", "OK");
	must(module_remove() == EWOULDBLOCK);
	board_close(&one);
	board_open(&one, "/dev/chess-private");
	board_must(&one, "08", "NOGAME");
	board_close(&one);
	board_close(&two);
	module_unload();
}

static void selftest(void)
{
	struct board board;
	char line[1024], bench[256], seen[272];
	FILE *file = fopen(BENCH_FILE, "r");
	int log;

	must(file);
	do
		must(fgets(bench, sizeof(bench), file));
	while (bench[0] == '#');
	bench[strcspn(bench, "\n")] = 0;
	fclose(file);
	log = open_log();
	module_load("selftest=1");
	must(read_log(log, line, sizeof(line)) > 0);
	snprintf(seen, sizeof(seen), "bench: %s ", bench);
	if (!strstr(line, seen) || !strstr(line, "perft"))
		die("selftest says: %s; expected %s", line, seen);
	board_open(&board, BOARD_NODE);
	board_must(&board, "00 W", "OK");
	stop(&board);
	close(log);
}

static void level_value(void)
{
	static const char *const bad[] = {
		"0\n",          "13\n",  "-1\n",    "99\n",   "x\n",
		"3x\n",         "3 4\n", "\n",      " \n",    "259\n",
		"4294967299\n", "0x3\n", "three\n", "3\n3\n",
	};
	struct stat status;
	char text[16];

	must(!stat(BOARD_VALUES "level", &status));
	must((status.st_mode & 0777) == 0644);
	value_must("level", "3");
	for (int level = 1; level <= 12; level++) {
		snprintf(text, sizeof(text), level % 2 ? "%d\n" : "%d", level);
		must(!value_write(BOARD_VALUES "level", text));
		text[strcspn(text, "\n")] = 0;
		value_must("level", text);
	}
	for (size_t i = 0; i < COUNT(bad); i++) {
		int error = value_write(BOARD_VALUES "level", bad[i]);

		if (error != EINVAL && error != ERANGE)
			die("level, \"%s\": %s", bad[i], strerror(error));
		value_must("level", "12");
	}
}

static int count_moves(void)
{
	char text[4096];
	int count = 0;

	value_read(BOARD_VALUES "legal_moves", text, sizeof(text));
	for (const char *at = text; *at; count++) {
		size_t length = strcspn(at, " ");

		must(length == 4 || length == 5);
		at += length;
		at += *at == ' ';
	}
	return count;
}

/* One line each. */
static void must_be_one_line(const char *name)
{
	char path[64], text[4096];
	struct stat status;
	ssize_t length;
	int file;

	snprintf(path, sizeof(path), BOARD_VALUES "%s", name);
	must(!stat(path, &status));
	must((status.st_mode & 0222) == 0);
	file = board_open_file(path, O_RDONLY);
	length = read(file, text, sizeof(text));
	must(length > 0);
	must(memchr(text, '\n', (size_t)length) == text + length - 1);
	close(file);
}

static void values(void)
{
	static const char *const names[] = {
		"fen", "last_move", "legal_moves", "result", "winner", "reason",
	};
	struct board board;

	module_load("");
	board_open(&board, BOARD_NODE);
	value_must("fen", "");
	value_must("last_move", "");
	value_must("legal_moves", "");
	value_must("result", "*");
	value_must("winner", "");
	value_must("reason", "");
	level_value();
	board_must(&board, "05", "OK");
	value_must("fen", START_FEN);
	must(count_moves() == 20);
	board_must(&board, "02 WPf2-f3", "OK");
	board_must(&board, "02 BPe7-e5", "OK");
	value_must("fen", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR "
			  "w KQkq - 0 2");
	value_must("last_move", "e7e5");
	must(count_moves() == 19);
	for (size_t i = 0; i < COUNT(names); i++)
		must_be_one_line(names[i]);
	board_must(&board, "02 WPg2-g4", "OK");
	value_must("result", "*");
	board_must(&board, "02 BQd8-h4", "MATE");
	value_must("result", "0-1");
	value_must("winner", "black");
	value_must("reason", "checkmate");
	value_must("legal_moves", "");
	value_must("last_move", "d8h4");
	board_must(&board, "06 1", "OK");
	value_must("result", "*");
	value_must("last_move", "g2g4");
	/* The most moves that a position can have, 218, fit. */
	board_must(&board,
		   "09 R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 "
		   "w - - 0 1;",
		   "OK");
	must(count_moves() == 218);
	board_must(&board, "09 7k/8/6Q1/8/8/8/8/K7 b - - 0 1;", "OK");
	value_must("result", "1/2-1/2");
	value_must("winner", "nobody");
	value_must("reason", "stalemate");
	board_must(&board, "00 W", "OK");
	value_must("winner", "");
	value_must("reason", "");
	board_must(&board, "04", "OK");
	value_must("result", "0-1");
	value_must("winner", "black");
	value_must("reason", "resignation");
	board_must(&board, "00 B", "OK");
	board_must(&board, "09 r3k3/8/8/8/8/8/7P/4K2R b Kq - 3 7;e8c8 e1g1",
		   "OK");
	value_must("last_move", "e1g1");
	value_must("fen", "2kr4/8/8/8/8/8/7P/5RK1 b - - 5 8");
	stop(&board);
}

/* An open value that has been read, as poll() wants it. */
static void read_value(int file)
{
	char text[4096];

	must(lseek(file, 0, SEEK_SET) == 0);
	must(read(file, text, sizeof(text)) > 0);
}

static bool value_changes(int file, int milliseconds)
{
	struct pollfd poll_file = {.fd = file, .events = POLLPRI};
	int count = poll(&poll_file, 1, milliseconds);

	must(count >= 0);
	must(!count || poll_file.revents & POLLPRI);
	return count;
}

static void change_later(void *self)
{
	struct board board;

	pause_for(150);
	if (self) {
		board_set_level(7);
		return;
	}
	board_open(&board, BOARD_NODE);
	board_must(&board, "02 WPe2-e4", "OK");
	board_close(&board);
}

/* poll() sleeps until somebody else changes the value. */
static void value_polls(void)
{
	static const char *const names[] = {
		"fen",    "last_move", "legal_moves", "result",
		"winner", "reason",    "level",
	};
	struct board board;
	char path[64];

	start(&board);
	for (size_t i = 0; i < COUNT(names); i++) {
		bool level = !strcmp(names[i], "level");
		int64_t begin;
		pid_t child;
		int file;

		board_must(&board, "05", "OK");
		snprintf(path, sizeof(path), BOARD_VALUES "%s", names[i]);
		file = board_open_file(path, O_RDONLY);
		read_value(file);
		/* What changes nothing is no change. */
		board_must(&board, "02 WPe2-e5", "ILLMOVE");
		board_must(&board, "08", START_FEN ";");
		must(!value_changes(file, 0));
		begin = now();
		child = spawn(change_later, level ? "" : NULL);
		must(value_changes(file, 10000));
		must(now() - begin >= 150);
		must_end_well(child);
		read_value(file);
		must(!value_changes(file, 0));
		close(file);
	}
	stop(&board);
}

const struct test tests_of_module[] = {
	{"busy", busy},
	{"cycles", cycles},
	{"boards", boards},
	{"bad_parameters", bad_parameters},
	{"quiet_load", quiet_load},
	{"private_boards", private_boards},
	{"selftest", selftest},
	{"values", values},
	{"value_polls", value_polls},
	{NULL, NULL},
};
