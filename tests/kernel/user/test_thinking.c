/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The computer thinks, and things happen meanwhile: its asker is killed, others
 * look at the board or change it. They come at a chosen step of the thought,
 * where another thread runs to its end before the thought goes on.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "test.h"

static struct file *asker, *other;

/* The computer has White and is to move, at a level that searches. */
static int think_of_middle(void **state)
{
	load_one(state);
	asker = must_open("chess");
	other = must_open("chess");
	fake_store("chess", "level", "10");
	must_answer(asker, "00 B", "OK");
	must_answer(asker, "09 " MIDDLE ";", "OK");
	current->rescheds = 0;
	return 0;
}

static int forget(void **state)
{
	fake_close(asker);
	fake_close(other);
	return unload_one(state);
}

static void must_be_at_middle(void)
{
	must_answer(other, "08", MIDDLE ";");
	must_value("chess", "fen", MIDDLE);
}

/* Returns how many steps the thought had. */
static int must_think(void)
{
	current->rescheds = 0;
	must_answer(asker, "03", "OK");
	return current->rescheds;
}

static void it_yields_while_it_thinks(void **state)
{
	(void)state;
	assert_true(must_think() > 3);
}

/* Of a signal, or killed: the same for who waits. */
static void let_go(bool killed)
{
	int step = 1, steps, before = fake_allocations();
	ssize_t result;

	for (;;) {
		current->rescheds = 0;
		*(killed ? &current->kill_at : &current->signal_at) = step;
		result = fake_write(asker, "03\n", 3);
		if (!signal_pending(current))
			break;
		assert_int_equal(result, -ERESTARTSYS);
		/* It ends at once. */
		assert_in_range(current->rescheds, step, step + 2);
		current->killed = current->signalled = false;
		current->kill_at = current->signal_at = 0;
		assert_true(fake_allocations() <= before);
		must_be_silent(asker);
		must_value("chess", "fen", MIDDLE);
		must_value("chess", "last_move", "");
		step += 1 + step / 4;
	}
	assert_true(step > 3);
	assert_int_equal(result, 3);
	steps = current->rescheds;
	assert_in_range(steps, 1, step - 1);
	must_read(asker, "OK\n");
	current->kill_at = current->signal_at = 0;
}

static void the_killed_is_let_go(void **state)
{
	(void)state;
	let_go(true);
}

static void any_signal_is_enough(void **state)
{
	(void)state;
	let_go(false);
}

/* Without a search there are no steps, but the end of the thought is one. */
static void the_killed_gets_no_answer(void **state)
{
	static const char *const levels[] = {"1", "4", "10", "12"};

	(void)state;
	for (size_t i = 0; i < COUNT(levels); i++) {
		fake_store("chess", "level", levels[i]);
		current->killed = true;
		assert_int_equal(fake_write(asker, "03\n", 3), -ERESTARTSYS);
		assert_int_equal(fake_write(asker, "07\n", 3), -ERESTARTSYS);
		/* Where nobody has to think, it is answered. */
		assert_int_equal(fake_write(asker, "01\n", 3), 3);
		current->killed = false;
		assert_int_equal(
			fake_read(asker, (char[LINE_SIZE]){0}, LINE_SIZE), 129);
		must_be_at_middle();
	}
	must_think();
}

/* What the other thread does: one command. */
static struct {
	const char *command;
	char answer[LINE_SIZE];
	int times;
} deed;

static void *do_deed(void *self)
{
	ssize_t length;

	(void)self;
	if (fake_write(other, deed.command, strlen(deed.command)) < 0)
		abort();
	length = fake_read(other, deed.answer, sizeof(deed.answer) - 1);
	if (length < 0)
		abort();
	deed.answer[length] = 0;
	return NULL;
}

static void let_the_other_in(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, do_deed, NULL) ||
	    pthread_join(thread, NULL))
		abort();
	/* And again, a step later. */
	if (--deed.times)
		current->call_at = current->rescheds + 2;
}

static void meanwhile(const char *command, int times)
{
	deed.command = command;
	deed.times = times;
	current->rescheds = 0;
	current->call_at = 2;
	current->call = let_the_other_in;
}

static void others_can_look(void **state)
{
	(void)state;
	meanwhile("08\n", 3);
	must_answer(asker, "03", "OK");
	assert_int_equal(deed.times, 0);
	assert_string_equal(deed.answer, MIDDLE ";\n");
}

static void others_can_be_refused(void **state)
{
	int steps;

	(void)state;
	/* The same thought twice: the seed is that of a new board. */
	steps = must_think();
	must_answer(asker, "06 1", "OK");
	meanwhile("02 WPa2-a3\n", 3);
	must_answer(asker, "03", "OK");
	assert_string_equal(deed.answer, "OOT\n");
	/* Nothing has changed, so it did not begin again. */
	assert_in_range(current->rescheds, 1, 2 * steps);
}

/* The board is another one when the thought would have ended. */
struct change {
	const char *command;
	int times;
	const char *done;   /* what the other is answered */
	const char *answer; /* and the asker */
	const char *start;  /* how the game's line begins then */
	bool has_moved;     /* and whether it has a move */
};

static void changed(const struct change *change)
{
	char line[LINE_SIZE] = "";
	size_t length = strlen(change->start);

	meanwhile(change->command, change->times);
	must_answer(asker, "03", change->answer);
	assert_int_equal(deed.times, 0);
	assert_string_equal(deed.answer, change->done);
	/* A thought that is in vain ends at once. */
	if (!change->has_moved)
		assert_in_range(current->rescheds, 2, 4);
	must_write(asker, "08\n", 3);
	assert_true(fake_read(asker, line, sizeof(line) - 1) > 0);
	assert_int_equal(strncmp(line, change->start, length), 0);
	assert_int_equal(strlen(line + length) > 1, change->has_moved);
}

static void the_answer_is_about_the_new_board(void **state)
{
	static const struct change changes[] = {
		{"00 W\n", 1, "OK\n", "OOT", START ";", false},
		{"05\n", 1, "OK\n", "OOT", START ";", false},
		{"00 B\n", 1, "OK\n", "OK", START ";", true},
		{"09 " MIDDLE ";\n", 3, "OK\n", "OK", MIDDLE ";", true},
		{"09 " MIDDLE ";e1f1\n", 1, "OK\n", "OOT", MIDDLE ";e1f1",
		 false},
		{"09 " START ";f2f3 e7e5 g2g4 d8h4\n", 1, "OK\n", "NOGAME",
		 START ";f2f3 e7e5 g2g4 d8h4", false},
	};

	for (size_t i = 0; i < COUNT(changes); i++) {
		changed(&changes[i]);
		forget(state);
		think_of_middle(state);
	}
}

static void the_level_can_change(void **state)
{
	(void)state;
	fake_store("chess", "level", "5");
	must_think();
	must_value("chess", "level", "5");
}

/* A second one who asks has to wait, and can be killed while he does. */
static struct {
	struct task_struct *volatile task;
	ssize_t result;
} waiter;

static void *wait_for_turn(void *self)
{
	__atomic_store_n(&waiter.task, current, __ATOMIC_RELEASE);
	waiter.result = fake_write(self, "03\n", 3);
	return NULL;
}

static void kill_the_waiter(void)
{
	struct task_struct *task;
	pthread_t thread;

	if (pthread_create(&thread, NULL, wait_for_turn, other))
		abort();
	while (!(task = __atomic_load_n(&waiter.task, __ATOMIC_ACQUIRE)))
		sched_yield();
	__atomic_store_n(&task->killed, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
}

static void who_waits_can_be_killed(void **state)
{
	(void)state;
	waiter.task = NULL;
	current->call_at = 2;
	current->call = kill_the_waiter;
	must_answer(asker, "03", "OK");
	assert_int_equal(waiter.result, -ERESTARTSYS);
}

static pthread_t patient;

static void start_the_waiter(void)
{
	if (pthread_create(&patient, NULL, wait_for_turn, other))
		abort();
}

static void who_waits_is_answered_in_the_end(void **state)
{
	(void)state;
	current->call_at = 2;
	current->call = start_the_waiter;
	must_answer(asker, "03", "OK");
	pthread_join(patient, NULL);
	assert_int_equal(waiter.result, 3);
	must_read(other, "OOT\n");
}

/* Waits, as one who polls, until the answer is there. */
static void wait_for_answer(struct file *file)
{
	wait_queue_head_t *queue;

	while (!(fake_poll(file, &queue) & EPOLLIN))
		sched_yield();
}

static void nobody_waits_who_does_not_want_to(void **state)
{
	unsigned int notes = fake_notes("chess");

	(void)state;
	fake_set_nonblock(asker, true);
	assert_int_equal(fake_write(asker, "03\n", 3), 3);
	wait_for_answer(asker);
	must_read(asker, "OK\n");
	must_be_silent(asker);
	/* What needs no thought is answered at once. */
	must_answer(asker, "06 1", "OK");
	while (fake_notes("chess") == notes)
		sched_yield();
	must_be_at_middle();
	/* And again, also about a draw. */
	assert_int_equal(fake_write(asker, "07\n", 3), 3);
	wait_for_answer(asker);
	assert_true(fake_read(asker, (char[LINE_SIZE]){0}, LINE_SIZE) > 2);
}

/* A thought that never ends before somebody else has looked. */
static void ask_at_length(void)
{
	fake_store("chess", "level", "12");
	fake_set_nonblock(asker, true);
	assert_int_equal(fake_write(asker, "03\n", 3), 3);
}

/* True if it was meanwhile, until the other one has changed the board. */
static bool refuses_other_questions(void)
{
	wait_queue_head_t *queue;
	char text[LINE_SIZE] = "";
	bool busy;

	ask_at_length();
	fake_set_nonblock(other, true);
	busy = fake_read(asker, text, 1) == -EAGAIN &&
	       fake_write(asker, "01\n", 3) == -EAGAIN &&
	       fake_write(other, "01\n", 3) == -EAGAIN &&
	       !(fake_poll(other, &queue) & EPOLLOUT) &&
	       fake_write(other, "", 0) == 0;
	/* Who waits is served, and what he changes is answered to the asker. */
	fake_set_nonblock(other, false);
	if (!busy || fake_write(other, "00 W\n", 5) != 5)
		return false;
	wait_for_answer(asker);
	assert_true(fake_poll(other, &queue) & EPOLLOUT);
	assert_true(fake_read(asker, text, sizeof(text) - 1) > 2);
	return !strcmp(text, "OOT\n");
}

static void meanwhile_there_are_no_other_questions(void **state)
{
	int tries = 100;

	while (!refuses_other_questions()) {
		assert_true(--tries);
		forget(state);
		think_of_middle(state);
	}
}

/* True if the thought was not faster. */
static bool closes_in_time(void)
{
	wait_queue_head_t *queue;
	char line[LINE_SIZE] = "";

	ask_at_length();
	fake_close(asker);
	fake_set_nonblock(other, true);
	while (!(fake_poll(other, &queue) & EPOLLOUT))
		sched_yield();
	asker = must_open("chess");
	assert_int_equal(fake_write(other, "08\n", 3), 3);
	assert_true(fake_read(other, line, sizeof(line) - 1) > 0);
	return !strcmp(line, MIDDLE ";\n");
}

static void who_closes_the_file_ends_the_thought(void **state)
{
	int tries = 100;

	while (!closes_in_time()) {
		assert_true(--tries);
		forget(state);
		think_of_middle(state);
	}
	ask_at_length();
	/* It is forgotten with the board, too. */
	fake_close(asker);
	asker = must_open("chess");
}

static void *close_asker(void *self)
{
	(void)self;
	fake_close(asker);
	return NULL;
}

static void let_asker_close(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, close_asker, NULL) ||
	    pthread_join(thread, NULL))
		abort();
}

/*
 * Once the file is closed no move is made, even if the thought was over: a work
 * item takes three locks, those of the thought, of its beginning and its end.
 */
static void who_has_closed_the_file_moves_no_more(void **state)
{
	wait_queue_head_t *queue;

	(void)state;
	fake_set_nonblock(other, true);
	for (int lock = 1; lock <= 3; lock++) {
		fake_set_nonblock(asker, true);
		fake_work = (struct fake_work){lock, let_asker_close};
		assert_int_equal(fake_write(asker, "03\n", 3), 3);
		while (!(fake_poll(other, &queue) & EPOLLOUT))
			sched_yield();
		asker = must_open("chess");
		must_be_at_middle();
	}
	fake_work = (struct fake_work){4, abort};
	fake_set_nonblock(asker, true);
	assert_int_equal(fake_write(asker, "03\n", 3), 3);
	wait_for_answer(asker);
	must_read(asker, "OK\n");
}

/* Of a file that waits; one that does not is asked in the background. */
static void who_must_not_wait_does_not_think(void **state)
{
	(void)state;
	current->rescheds = 0;
	assert_int_equal(fake_write_now(asker, "03\n", 3), -EAGAIN);
	assert_int_equal(fake_write_now(asker, "07\n", 3), -EAGAIN);
	assert_int_equal(current->rescheds, 0);
	must_be_silent(asker);
	must_be_at_middle();
	assert_int_equal(fake_write_now(asker, "02 WPa2-a3\n", 11), 11);
	must_read(asker, "OOT\n");
	assert_true(must_think() > 3);
}

#define THINKING(name) \
	cmocka_unit_test_setup_teardown(name, think_of_middle, forget)

int test_thinking(void)
{
	const struct CMUnitTest tests[] = {
		THINKING(it_yields_while_it_thinks),
		THINKING(the_killed_is_let_go),
		THINKING(any_signal_is_enough),
		THINKING(the_killed_gets_no_answer),
		THINKING(nobody_waits_who_does_not_want_to),
		THINKING(meanwhile_there_are_no_other_questions),
		THINKING(who_closes_the_file_ends_the_thought),
		THINKING(who_has_closed_the_file_moves_no_more),
		THINKING(who_must_not_wait_does_not_think),
		THINKING(others_can_look),
		THINKING(others_can_be_refused),
		THINKING(the_answer_is_about_the_new_board),
		THINKING(the_level_can_change),
		THINKING(who_waits_can_be_killed),
		THINKING(who_waits_is_answered_in_the_end),
	};

	return cmocka_run_group_tests_name("thinking", tests, NULL, NULL);
}
