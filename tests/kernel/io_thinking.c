/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * While the computer thinks: others use the board, and whoever waits for it
 * can be interrupted, or need not wait at all. At level 12 it thinks for a second
 * or more. Where a test wants something to happen meanwhile and the computer was
 * faster, which is seen on the board, the test is tried again.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/kernel/io.h"

/* Far from all openings, White to move. */
#define MIDDLE \
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define MIDDLE_BOARD \
	"WR******WK****WRWPWPWPWBWBWPWPWP****WN****WQ**BP**BP****WP******" \
	"******WPWN******BBBN****BPBNBP**BP**BPBPBQBPBB**BR******BK****BR"

void start_thinker(struct board *board, int level)
{
	start(board);
	board_set_level(level);
	board_must(board, "00 B", "OK");
	board_must(board, "09 " MIDDLE ";", "OK");
}

bool is_untouched(struct board *board)
{
	if (!strcmp(board_ask(board, "08"), MIDDLE ";"))
		return true;
	board_must(board, "06 1", "OK");
	return false;
}

static void think_in_child(void *self)
{
	struct board board;

	(void)self;
	board_open(&board, BOARD_NODE);
	board_must(&board, "03", "OK");
}

bool serves_meanwhile(struct board *board)
{
	value_must("level", "12");
	return !strcmp(board_ask(board, "01"), MIDDLE_BOARD);
}

int64_t measure_thought(struct board *board)
{
	int64_t begin = now();

	board_must(board, "03", "OK");
	begin = now() - begin;
	must(!is_untouched(board));
	return begin;
}

/*
 * True if the child was in its thoughts when it was killed, and left long before
 * their end.
 */
static bool kill_thinker(struct board *board, int signal, int64_t thought)
{
	pid_t child = spawn(think_in_child, NULL);
	bool meanwhile;
	int64_t begin;
	int status;

	pause_for(200);
	meanwhile = serves_meanwhile(board);
	begin = now();
	must(!kill(child, signal));
	must(waitpid(child, &status, 0) == child);
	begin = now() - begin;
	if (!is_untouched(board) || !meanwhile || begin > thought / 2)
		return false;
	must(WIFSIGNALED(status) && WTERMSIG(status) == signal);
	return true;
}

static void killed_by(int signal)
{
	struct board board;
	int tries = TRIES;
	int64_t thought;

	start_thinker(&board, LONGEST);
	thought = measure_thought(&board);
	while (!kill_thinker(&board, signal, thought))
		must(--tries);
	/* And it goes on as if nothing had been. */
	pause_for(50);
	must_be_at(&board, MIDDLE ";");
	board_set_level(1);
	must(strlen(board_ask(&board, "03")) >= 2);
	must(!is_untouched(&board));
	stop(&board);
}

static void killed(void)
{
	killed_by(SIGKILL);
}

static void interrupted(void)
{
	killed_by(SIGINT);
}

/* True as soon as a process sleeps inside write(). */
static bool sleeps_in_write(pid_t process)
{
	char path[64], text[256];

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)process);
	for (int tries = 0; tries < 50; tries++) {
		value_read(path, text, sizeof(text));
		if (!strncmp(text, "1 ", 2)) /* its number on x86-64 */
			return true;
		pause_for(10);
	}
	return false;
}

/* The second one waits for the first one's thoughts, and need not. */
static void killed_in_line(void)
{
	struct board board;
	pid_t first, second;
	int status, tries = TRIES;
	bool meanwhile;

	start_thinker(&board, LONGEST);
	do {
		must(tries--);
		first = spawn(think_in_child, NULL);
		pause_for(100);
		second = spawn(think_in_child, NULL);
		meanwhile = sleeps_in_write(second);
		must(!kill(second, SIGKILL));
		must(waitpid(second, &status, 0) == second);
		if (strcmp(board_ask(&board, "01"), MIDDLE_BOARD) != 0)
			meanwhile = false;
		must_end_well(first); /* nobody disturbed it */
		must(!is_untouched(&board));
	} while (!meanwhile);
	stop(&board);
}

static volatile sig_atomic_t alarms;

static void count_alarm(int signal)
{
	(void)signal;
	alarms++;
}

/*
 * A signal that is handled ends the wait, and nothing has changed; with
 * SA_RESTART the kernel asks again by itself.
 */
static void handled_signals(void)
{
	struct sigaction action = {.sa_handler = count_alarm};
	const struct itimerval once = {{0, 0}, {0, 100000}};
	struct board board;
	int tries = TRIES;
	int64_t thought;
	ssize_t result;

	start_thinker(&board, LONGEST);
	thought = measure_thought(&board);
	do {
		int64_t begin = now();

		must(tries--);
		alarms = 0;
		must(!sigaction(SIGALRM, &action, NULL));
		must(!setitimer(ITIMER_REAL, &once, NULL));
		result = write(board.file, "03\n", 3);
		must(result == 3 || errno == EINTR);
		must(is_untouched(&board) == (result < 0));
		if (now() - begin > thought / 2)
			result = 0;
	} while (result >= 0);
	must(alarms == 1);
	action.sa_flags = SA_RESTART;
	must(!sigaction(SIGALRM, &action, NULL));
	must(!setitimer(ITIMER_REAL, &once, NULL));
	board_must(&board, "03", "OK");
	must(alarms == 2);
	must(!is_untouched(&board));
	stop(&board);
}

/* A process in its thoughts stops when it is told to, and thinks on later. */
static void stopped(void)
{
	struct board board;
	int status, tries = TRIES;
	int64_t thought, begin;
	pid_t child;

	start_thinker(&board, LONGEST);
	thought = measure_thought(&board);
	do {
		must(tries--);
		child = spawn(think_in_child, NULL);
		pause_for(100);
		begin = now();
		must(!kill(child, SIGSTOP));
		must(waitpid(child, &status, WUNTRACED) == child);
		begin = now() - begin;
		if (!WIFSTOPPED(status)) {
			must(!is_untouched(&board));
			continue;
		}
		must(!strcmp(board_ask(&board, "01"), MIDDLE_BOARD));
		must(!kill(child, SIGCONT));
		must_end_well(child);
		must(!is_untouched(&board));
	} while (begin > thought / 2);
	stop(&board);
}

#define GROUPS "/tmp/groups"
#define GROUP GROUPS "/thinkers/"

/* True once the group is frozen, or after a second false. */
static bool freezes(void)
{
	char text[256];

	must(!value_write(GROUP "cgroup.freeze", "1"));
	for (int tries = 0; tries < 1000; tries++) {
		int file = board_open_file(GROUP "cgroup.events", O_RDONLY);
		ssize_t length = read(file, text, sizeof(text) - 1);

		must(length > 0);
		close(file);
		text[length] = 0;
		if (strstr(text, "frozen 1"))
			return true;
		pause_for(1);
	}
	return false;
}

/* A frozen process is frozen at once, and thinks on later. */
static void frozen(void)
{
	struct board board;
	int tries = TRIES;
	int64_t thought, begin;
	char process[16];
	bool meanwhile;
	pid_t child;

	must(!mkdir(GROUPS, 0755));
	must(!mount("none", GROUPS, "cgroup2", 0, NULL));
	must(!mkdir(GROUP, 0755));
	start_thinker(&board, LONGEST);
	thought = measure_thought(&board);
	do {
		must(tries--);
		child = spawn(think_in_child, NULL);
		snprintf(process, sizeof(process), "%d", (int)child);
		must(!value_write(GROUP "cgroup.procs", process));
		pause_for(200);
		meanwhile = serves_meanwhile(&board);
		begin = now();
		must(freezes());
		begin = now() - begin;
		if (meanwhile && begin < thought / 2) {
			/* It has given up its thoughts, and the lock. */
			pause_for((int)(2 * thought));
			must(serves_meanwhile(&board));
		}
		must(!value_write(GROUP "cgroup.freeze", "0"));
		must_end_well(child);
		must(!is_untouched(&board));
	} while (!meanwhile || begin > thought / 2);
	must(!rmdir(GROUP));
	must(!umount(GROUPS));
	must(!rmdir(GROUPS));
	stop(&board);
}

static bool is_readable(int file, int milliseconds)
{
	struct pollfd poll_file = {.fd = file, .events = POLLIN};

	return poll(&poll_file, 1, milliseconds) == 1 &&
	       poll_file.revents == POLLIN;
}

/* With O_NONBLOCK the thought begins, poll() tells of its end. */
static void not_blocked(void)
{
	struct pollfd writable = {.events = POLLOUT};
	struct board board;
	int file, tries = TRIES;
	bool meanwhile;
	char text[16];

	start_thinker(&board, LONGEST);
	file = board_open_file(BOARD_NODE, O_RDWR | O_NONBLOCK);
	do {
		must(tries--);
		must(write(file, "03\n", 3) == 3);
		meanwhile = write(file, "08\n", 3) < 0;
		must(!meanwhile || errno == EAGAIN);
		if (read(file, text, sizeof(text)) >= 0)
			meanwhile = false;
		else
			must(errno == EAGAIN);
		if (strcmp(board_ask(&board, "01"), MIDDLE_BOARD) != 0)
			meanwhile = false;
		if (meanwhile) {
			must(is_readable(file, 60000));
			must(read(file, text, sizeof(text)) == 3);
			must(!memcmp(text, "OK\n", 3));
		}
		writable.fd = file;
		must(poll(&writable, 1, 0) == 1);
		must(!is_untouched(&board));
	} while (!meanwhile);
	/* Somebody changes the board. */
	must(write(file, "03\n", 3) == 3);
	board_must(&board, "00 W", "OK");
	must(is_readable(file, 60000));
	must(read(file, text, sizeof(text)) >= 3);
	close(file);
	stop(&board);
}

/* Who closes the file wants no answer: there is no move. */
static void not_blocked_and_closed(void)
{
	struct pollfd writable = {.events = POLLOUT};
	struct board board;
	int file, untouched = 0;

	start_thinker(&board, LONGEST);
	writable.fd = board_open_file(BOARD_NODE, O_RDWR | O_NONBLOCK);
	for (int i = 0; i < 20; i++) {
		file = board_open_file(BOARD_NODE, O_RDWR | O_NONBLOCK);
		must(write(file, "03\n", 3) == 3);
		close(file);
		must(poll(&writable, 1, 60000) == 1);
		untouched += is_untouched(&board);
	}
	must(untouched);
	file = board_open_file(BOARD_NODE, O_RDWR | O_NONBLOCK);
	must(write(file, "03\n", 3) == 3);
	close(file);
	close(writable.fd);
	/* The thought may still be on its way out. */
	stop(&board);
}

static void *write_in_thread(void *self)
{
	return (void *)(intptr_t)write(*(int *)self, "03\n", 3);
}

/* The number is closed; the thought is finished and its move made. */
static void closed(void)
{
	struct board board, other;
	pthread_t thread;
	void *result;
	int tries = TRIES;
	bool meanwhile;

	start_thinker(&board, LONGEST);
	do {
		must(tries--);
		board_open(&other, BOARD_NODE);
		must(!pthread_create(&thread, NULL, write_in_thread,
				     &other.file));
		pause_for(200);
		board_close(&other);
		meanwhile = !strcmp(board_ask(&board, "01"), MIDDLE_BOARD);
		/* The thought holds the module, whoever closes what. */
		must(module_remove() == EWOULDBLOCK);
		must(!pthread_join(thread, &result));
		must((intptr_t)result == 3);
		must(!is_untouched(&board));
	} while (!meanwhile);
	stop(&board);
}

/* Another begins a new game meanwhile: answered by what the board is then. */
static void overtaken(void)
{
	struct board board, other;
	pthread_t thread;
	void *result;
	int tries = TRIES;

	start_thinker(&board, LONGEST);
	do {
		must(tries--);
		board_open(&other, BOARD_NODE);
		board_must(&board, "00 B", "OK");
		board_must(&board, "09 " MIDDLE ";", "OK");
		must(!pthread_create(&thread, NULL, write_in_thread,
				     &other.file));
		pause_for(200);
		board_must(&board, "00 W", "OK");
		must(!pthread_join(thread, &result));
		must((intptr_t)result == 3);
		must_be_at(&board, START_FEN ";");
		board_read(&other);
		board_close(&other);
	} while (!strcmp(other.reply, "OK"));
	must(!strcmp(other.reply, "OOT"));
	stop(&board);
}

/* An offer of a draw is thought about too; a level is for the next thought. */
static void draw_meanwhile(void)
{
	struct board board;
	pid_t child;

	start_thinker(&board, LONGEST);
	child = spawn(think_in_child, NULL);
	pause_for(100);
	board_set_level(2);
	value_must("level", "2");
	board_ask(&board, "07");
	must(!strcmp(board.reply, "OK") || !strcmp(board.reply, "TIE"));
	waitpid(child, NULL, 0);
	must(strlen(board_ask(&board, "01")) == 128);
	stop(&board);
}

const struct test tests_of_thinking[] = {
	{"killed", killed},
	{"interrupted", interrupted},
	{"killed_in_line", killed_in_line},
	{"handled_signals", handled_signals},
	{"stopped", stopped},
	{"frozen", frozen},
	{"not_blocked", not_blocked},
	{"not_blocked_and_closed", not_blocked_and_closed},
	{"closed", closed},
	{"overtaken", overtaken},
	{"draw_meanwhile", draw_meanwhile},
	{NULL, NULL},
};
