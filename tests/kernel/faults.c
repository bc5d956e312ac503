/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What happens if there is no memory, or a user's memory cannot be reached:
 * every kind of call is made again and again, and its first, second, ...
 * allocation or copy fails, until it has no more of them. Then once more with
 * all allocations failing. A call that fails says ENOMEM or EFAULT, has
 * changed nothing, and works at once when there is memory; one that does not
 * fail gives the right answer.
 *
 * For a kernel with fault injection; /proc/thread-self/fail-nth is described
 * in the kernel's Documentation/fault-injection.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/kernel/board.h"

#define DEBUG_FILES "/sys/kernel/debug/"
#define PARAMETERS "boards=2 level=6"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;"
#define START_BOARD \
	"WRWNWBWQWKWBWNWRWPWPWPWPWPWPWPWP" \
	"****************************************************************" \
	"BPBPBPBPBPBPBPBPBRBNBBBQBKBBBNBR"
/* The one move that Black has is h8g8. */
#define ONE_MOVE "7k/8/6K1/8/8/8/8/7R b - - 0 1;"
/* White asks for a draw; nobody who is a queen up agrees. */
#define LOST "6k1/8/8/3q4/8/8/8/K7 w - - 0 1;"

struct command {
	const char *before; /* the line of the game; NULL: there is none */
	const char *bytes;
	const char *answer;
	const char *after; /* the line; NULL: a move more than before */
};

static const struct command commands[] = {
	{START, "00 B\n", "OK", START},
	{START "e2e4", "01\n",
	 "WRWNWBWQWKWBWNWRWPWPWPWP**WPWPWP"
	 "****************"
	 "********WP******"
	 "********************************"
	 "BPBPBPBPBPBPBPBPBRBNBBBQBKBBBNBR",
	 START "e2e4"},
	{START, "02 WPe2-e4\n", "OK", START "e2e4"},
	{START, "02 WPe2-e5\n", "ILLMOVE", START},
	{ONE_MOVE, "03\n", "OK", ONE_MOVE "h8g8"},
	{START "e2e4", "03\n", "OK", NULL},
	{START, "04\n", "OK", START},
	{START "e2e4 e7e5", "05\n", "OK", START},
	{START "e2e4 e7e5", "06 1\n", "OK", START "e2e4"},
	{LOST, "07\n", "OK", LOST},
	{START "e2e4 e7e5 g1f3", "08\n", START "e2e4 e7e5 g1f3",
	 START "e2e4 e7e5 g1f3"},
	{START "d2d4", "09 " START "e2e4 e7e5\n", "OK", START "e2e4 e7e5"},
	{START "d2d4", "09 " START "e2e4 e7e6 e4e6\n", "ILLMOVE", START "d2d4"},
	{START "d2d4", "09 " START "e2e4 e7e\n", "INVFMT", START "d2d4"},
	{START, "a line that is no command and longer than any short one\n",
	 "UNKCMD", START},
};

struct trial {
	const char *name;
	void (*prepare)(void);
	int (*attempt)(void); /* 0 or errno; may be made again */
	void (*unchanged)(void);
	void (*done)(void);
	bool any_error; /* of the kernel's own, on the way to us */
};

static const char *const values[] = {
	"level", "fen", "last_move", "legal_moves", "result",
};

static struct board board, watcher, last = {.file = -1};
static const struct command *command;
static const char *value;
static char line_before[BOARD_REPLY], board_before[BOARD_REPLY];
static char text_before[4096], text[4096];
static int nth_file, drought_file, epoll_file, module_file;

static void arm(int nth)
{
	char number[16];
	int length = snprintf(number, sizeof(number), "%d", nth);

	must(pwrite(nth_file, number, (size_t)length, 0) == length);
}

/*
 * Has something failed? Looking and switching off are copies, too, and may
 * be what fails; then nothing is left to be switched off.
 */
static bool disarm(void)
{
	char number[16] = "";
	bool looked = pread(nth_file, number, sizeof(number) - 1, 0) > 0;
	bool failed = looked && atoi(number) == 0;

	while (pwrite(nth_file, "0", 1, 0) != 1)
		;
	return failed;
}

static void switch_drought(bool on)
{
	must(pwrite(drought_file, on ? "1" : "0", 1, 0) == 1);
}

static void set(const char *path, const char *number)
{
	char name[128];
	int error;

	snprintf(name, sizeof(name), DEBUG_FILES "%s", path);
	error = value_write(name, number);
	if (error)
		die("%s: %s", name, strerror(error));
}

static void set_up(void)
{
	static const char *const kinds[] = {"failslab", "fail_page_alloc"};
	char path[64];

	for (size_t i = 0; i < COUNT(kinds); i++) {
#define SET(name, number) \
	(snprintf(path, sizeof(path), "%s/" name, kinds[i]), set(path, number))
		SET("ignore-gfp-wait", "N");
		SET("verbose", "0");
		SET("task-filter", "Y");
		SET("times", "-1");
		SET("probability", "100");
#undef SET
	}
	set("fail_page_alloc/min-order", "0");
	set("fail_usercopy/verbose", "0");
	nth_file = board_open_file("/proc/thread-self/fail-nth", O_RDWR);
	drought_file =
		board_open_file("/proc/thread-self/make-it-fail", O_RDWR);
	module_file = board_open_file("/chess.ko", O_RDONLY);
}

/* Commands: what the watcher sees, and what the file itself has to read. */

/* Takes the reply that the board may keep for the next command. */
static void use_up(void)
{
	if (last.file >= 0)
		board_close(&last);
	board_open(&last, BOARD_NODE);
	board_write(&last, "01\n", 3);
}

static void prepare_command(void)
{
	char line[BOARD_REPLY];

	board_must(&watcher, "00 W", "OK");
	snprintf(line, sizeof(line), "09 %s", command->before);
	board_must(&watcher, line, "OK");
	strcpy(line_before, board_ask(&watcher, "08"));
	strcpy(board_before, board_ask(&watcher, "01"));
	use_up();
}

static int write_command(void)
{
	size_t length = strlen(command->bytes);
	ssize_t taken = write(board.file, command->bytes, length);

	if (taken < 0)
		return errno;
	must((size_t)taken == length);
	return 0;
}

static void command_unchanged(void)
{
	char byte;

	board_must(&watcher, "08", line_before);
	board_must(&watcher, "01", board_before);
	must(read(board.file, &byte, 1) == 0);
}

static void command_done(void)
{
	const char *answer = board_read(&board), *line;

	if (strcmp(answer, command->answer) != 0)
		die("%s%s, expected %s", command->bytes, answer,
		    command->answer);
	line = board_ask(&watcher, "08");
	if (command->after && strcmp(line, command->after) != 0)
		die("after %sit is %s", command->bytes, line);
	if (!command->after)
		must(strncmp(line, line_before, strlen(line_before)) == 0 &&
		     strlen(line) >= strlen(line_before) + 4);
}

/* Files. */

static void prepare_reply(void)
{
	board_must(&watcher, "00 W", "OK");
	board_write(&board, "01\n", 3);
}

static int read_reply(void)
{
	memset(text, 0, sizeof(text));
	return read(board.file, text, sizeof(text)) < 0 ? errno : 0;
}

static void reply_read(void)
{
	must(strcmp(text, START_BOARD "\n") == 0);
	must(read(board.file, text, sizeof(text)) == 0);
}

static int poll_reply(void)
{
	struct pollfd poll_file = {.fd = board.file, .events = POLLIN};
	int ready = poll(&poll_file, 1, 0);

	if (ready < 0)
		return errno;
	must(ready == 1 && poll_file.revents == POLLIN);
	return 0;
}

static void then_read_reply(void)
{
	must(read_reply() == 0);
	reply_read();
}

static int wait_for_reply(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	int ready;

	epoll_ctl(epoll_file, EPOLL_CTL_DEL, board.file, NULL);
	if (epoll_ctl(epoll_file, EPOLL_CTL_ADD, board.file, &event))
		return errno;
	ready = epoll_wait(epoll_file, &event, 1, 0);
	if (ready < 0)
		return errno;
	must(ready == 1 && event.events == EPOLLIN);
	return 0;
}

static void prepare_game(void)
{
	board_must(&watcher, "00 W", "OK");
}

static int open_and_close(void)
{
	int file = open(BOARD_NODE, O_RDWR | O_CLOEXEC);

	if (file < 0)
		return errno;
	close(file);
	return 0;
}

static void game_unchanged(void)
{
	board_must(&watcher, "08", START);
}

/* Values. */

static void prepare_value(void)
{
	char path[64];

	prepare_game();
	board_must(&watcher, "02 WPe2-e4", "OK");
	snprintf(path, sizeof(path), BOARD_VALUES "%s", value);
	value_read(path, text_before, sizeof(text_before));
}

static int read_value(void)
{
	char path[64];
	ssize_t length;
	int file, error = 0;

	snprintf(path, sizeof(path), BOARD_VALUES "%s", value);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return errno;
	length = read(file, text, sizeof(text) - 1);
	if (length < 0)
		error = errno;
	else
		text[length] = 0;
	close(file);
	return error;
}

static void value_was_read(void)
{
	text[strcspn(text, "\n")] = 0;
	if (strcmp(text, text_before) != 0)
		die("%s: \"%s\", expected \"%s\"", value, text, text_before);
}

static void prepare_level(void)
{
	board_set_level(2);
}

static int write_level(void)
{
	int file = open(BOARD_VALUES "level", O_WRONLY | O_CLOEXEC);
	int error = 0;

	if (file < 0)
		return errno;
	if (write(file, "7\n", 2) != 2)
		error = errno;
	close(file);
	return error;
}

static void level_unchanged(void)
{
	value_must("level", "2");
}

static void level_written(void)
{
	value_must("level", "7");
}

/* The module, and nothing else open. */

static void must_be_loaded(bool is_loaded)
{
	must((access("/sys/module/chess", F_OK) == 0) == is_loaded);
	must((access(BOARD_VALUES, F_OK) == 0) == is_loaded);
	must(is_loaded || access(BOARD_NODE, F_OK) != 0);
}

static void prepare_load(void)
{
	if (access("/sys/module/chess", F_OK) == 0)
		module_unload();
	must_be_loaded(false);
}

static int load(void)
{
	return syscall(SYS_finit_module, module_file, PARAMETERS, 0) ? errno
								     : 0;
}

static void not_loaded(void)
{
	must_be_loaded(false);
}

static void loaded(void)
{
	must_be_loaded(true);
}

static void prepare_unload(void)
{
	prepare_load();
	module_load(PARAMETERS);
}

static void not_unloaded(void)
{
	must_be_loaded(true);
}

static void nothing(void)
{
}

static const struct trial command_trial = {
	"command",         prepare_command, write_command,
	command_unchanged, command_done,    false,
};

static const struct trial value_trial = {
	"value", prepare_value, read_value, nothing, value_was_read, false,
};

static const struct trial file_trials[] = {
	{"read", prepare_reply, read_reply, nothing, reply_read, false},
	{"poll", prepare_reply, poll_reply, nothing, then_read_reply, false},
	{"epoll", prepare_reply, wait_for_reply, nothing, then_read_reply,
	 false},
	{"open", prepare_game, open_and_close, game_unchanged, game_unchanged,
	 false},
	{"level, written", prepare_level, write_level, level_unchanged,
	 level_written, false},
};

static const struct trial module_trials[] = {
	{"load", prepare_load, load, not_loaded, loaded, true},
	{"unload", prepare_unload, module_remove, not_unloaded, not_loaded,
	 true},
};

/* After an attempt that something failed in. */
static void check(const struct trial *trial, const char *name, int nth,
		  int error, bool failed)
{
	if (error && !failed)
		die("%s: %s without a reason", name, strerror(error));
	if (error && error != ENOMEM && error != EFAULT && !trial->any_error)
		die("%s, %d: %s", name, nth, strerror(error));
	if (error) {
		trial->unchanged();
		error = trial->attempt();
		if (error)
			die("%s, %d: %s the second time", name, nth,
			    strerror(error));
	}
	trial->done();
}

static void run(const struct trial *trial, const char *name)
{
	int errors = 0, nth = 0, error;
	bool failed;

	do {
		trial->prepare();
		arm(++nth);
		error = trial->attempt();
		failed = disarm();
		errors += error != 0;
		check(trial, name, nth, error, failed);
	} while (failed);

	trial->prepare();
	switch_drought(true);
	error = trial->attempt();
	switch_drought(false);
	errors += error != 0;
	check(trial, name, 0, error, true);
	printf("%d points, %d errors: %.40s\n", nth - 1, errors, name);
	fflush(stdout);
}

static void run_on_board(void)
{
	module_load(PARAMETERS);
	board_open(&board, BOARD_NODE);
	board_open(&watcher, BOARD_NODE);
	epoll_file = epoll_create1(EPOLL_CLOEXEC);
	must(epoll_file >= 0);
	/* From now on it reads its own replies only. */
	board_must(&board, "05", "OK");

	for (size_t i = 0; i < COUNT(commands); i++) {
		char name[BOARD_REPLY];

		command = &commands[i];
		snprintf(name, sizeof(name), "%s", command->bytes);
		name[strcspn(name, "\n")] = 0;
		run(&command_trial, name);
	}
	for (size_t i = 0; i < COUNT(file_trials); i++)
		run(&file_trials[i], file_trials[i].name);
	for (size_t i = 0; i < COUNT(values); i++) {
		value = values[i];
		run(&value_trial, value);
	}
	close(epoll_file);
	board_close(&last);
	board_close(&watcher);
	board_close(&board);
	module_unload();
}

int main(void)
{
	set_up();
	run_on_board();
	for (size_t i = 0; i < COUNT(module_trials); i++)
		run(&module_trials[i], module_trials[i].name);
	if (access("/sys/module/chess", F_OK) == 0)
		module_unload();
	return 0;
}
