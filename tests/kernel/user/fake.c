/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the kernel does for a module: memory, locks, user memory, signals,
 * messages. fake.h has the switches.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "fake_kernel.h"

struct fake_failures fake_fail;
struct fake_work fake_work;
u64 fake_random = 1;

static int allocations;
static char messages[4096];
static pthread_mutex_t message_lock = PTHREAD_MUTEX_INITIALIZER;

void fake_complain(const char *what)
{
	fprintf(stderr, "BUG: %s\n", what);
	abort();
}

static void must(bool so, const char *what)
{
	if (!so)
		fake_complain(what);
}

bool fake_fails(int *countdown)
{
	return __atomic_load_n(countdown, __ATOMIC_RELAXED) > 0 &&
	       __atomic_sub_fetch(countdown, 1, __ATOMIC_RELAXED) == 0;
}

/* Tasks. */

struct task_struct *get_current(void)
{
	static _Thread_local struct task_struct task;

	return &task;
}

bool fatal_signal_pending(const struct task_struct *task)
{
	return __atomic_load_n(&task->killed, __ATOMIC_RELAXED);
}

bool signal_pending(const struct task_struct *task)
{
	return fatal_signal_pending(task) ||
	       __atomic_load_n(&task->signalled, __ATOMIC_RELAXED);
}

/* Here it could come to waiting. */
void fake_may_sleep(void)
{
	must(!current->spinning, "sleeping with a spinlock");
}

int cond_resched(void)
{
	struct task_struct *task = current;

	fake_may_sleep();
	/* The mutex around thinking. */
	must(task->held <= 1, "the board is locked while it thinks");
	task->rescheds++;
	if (task->rescheds == task->kill_at)
		task->killed = true;
	if (task->rescheds == task->signal_at)
		task->signalled = true;
	if (task->rescheds == task->call_at)
		task->call();
	return 0;
}

/* Not seen by ThreadSanitizer, and so not a race. */
__attribute__((noinline, no_sanitize("thread"))) u64 fake_read_once(
	const volatile void *from, size_t size)
{
	must(size == 1 || size == 4 || size == 8, "READ_ONCE() of that size");
	if (size == 8)
		return *(const volatile u64 *)from;
	return size == 1 ? *(const volatile u8 *)from
			 : *(const volatile u32 *)from;
}

/* Memory; each piece knows how it was had, in front of it. */

struct piece {
	size_t size;
	bool may_be_pages; /* kfree() is not for these */
};

#define FRONT 64

static void *allocate(size_t size, bool may_be_pages, int fill)
{
	struct piece *piece = NULL;
	char *memory;

	fake_may_sleep();
	if (fake_fails(&fake_fail.allocation) ||
	    posix_memalign((void **)&piece, 64, FRONT + size))
		return NULL;
	*piece = (struct piece){size, may_be_pages};
	__atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
	memory = (char *)piece + FRONT;
	memset(memory, fill, size);
	return memory;
}

static void release(const void *memory, bool can_be_pages)
{
	struct piece *piece;

	if (!memory)
		return;
	piece = (struct piece *)((char *)memory - FRONT);
	if (piece->may_be_pages)
		fake_may_sleep();
	must(can_be_pages || !piece->may_be_pages, "kfree() of kvmalloc()");
	memset((char *)memory, 0x6b, piece->size);
	__atomic_sub_fetch(&allocations, 1, __ATOMIC_RELAXED);
	free(piece);
}

void *kvmalloc(size_t size, unsigned int flags)
{
	(void)flags;
	return allocate(size, true, 0xa5);
}

void *__vmalloc(size_t size, unsigned int flags)
{
	return allocate(size, true, flags & __GFP_ZERO ? 0 : 0xa5);
}

void *kzalloc(size_t size, unsigned int flags)
{
	(void)flags;
	return allocate(size, false, 0);
}

void kvfree(const void *memory)
{
	release(memory, true);
}

void vfree(const void *memory)
{
	release(memory, true);
}

void kfree(const void *memory)
{
	release(memory, false);
}

int fake_allocations(void)
{
	return __atomic_load_n(&allocations, __ATOMIC_RELAXED);
}

/* Locks and counts. */

static pthread_mutex_t *inside(struct mutex *mutex)
{
	_Static_assert(sizeof(pthread_mutex_t) <= sizeof(struct mutex), "");
	return (pthread_mutex_t *)mutex->room;
}

void mutex_init(struct mutex *mutex)
{
	pthread_mutexattr_t kind;

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
	must(!pthread_mutex_init(inside(mutex), &kind), "mutex_init()");
	pthread_mutexattr_destroy(&kind);
}

void mutex_lock(struct mutex *mutex)
{
	fake_may_sleep();
	must(!current->works, "work waits as if it hung");
	must(!pthread_mutex_lock(inside(mutex)), "a mutex is taken twice");
	current->held++;
}

void mutex_destroy(struct mutex *mutex)
{
	must(!pthread_mutex_destroy(inside(mutex)), "a locked mutex is gone");
}

/* One that is free is taken even by a task with a signal. */
int mutex_lock_interruptible(struct mutex *mutex)
{
	const struct timespec moment = {0, 100000};
	int error;

	fake_may_sleep();
	if (current->works && --fake_work.locks == 0)
		fake_work.call();
	while ((error = pthread_mutex_trylock(inside(mutex))) == EBUSY) {
		if (signal_pending(current))
			return -EINTR;
		nanosleep(&moment, NULL);
	}
	must(!error, "a mutex cannot be taken");
	current->held++;
	return 0;
}

void mutex_unlock(struct mutex *mutex)
{
	must(!pthread_mutex_unlock(inside(mutex)),
	     "a mutex is unlocked by somebody else");
	current->held--;
	/* Let others in wherever they can come in. */
	sched_yield();
}

void spin_lock_init(spinlock_t *lock)
{
	mutex_init(&lock->mutex);
}

void spin_lock(spinlock_t *lock)
{
	must(!pthread_mutex_lock(inside(&lock->mutex)),
	     "a lock is taken twice");
	current->spinning++;
}

void spin_unlock(spinlock_t *lock)
{
	must(!pthread_mutex_unlock(inside(&lock->mutex)),
	     "a lock is unlocked by somebody else");
	current->spinning--;
	sched_yield();
}

void refcount_set(refcount_t *count, int users)
{
	__atomic_store_n(&count->users, users, __ATOMIC_RELAXED);
}

void refcount_inc(refcount_t *count)
{
	must(__atomic_fetch_add(&count->users, 1, __ATOMIC_RELAXED) > 0,
	     "a reference to what is gone");
}

bool refcount_dec_and_test(refcount_t *count)
{
	int users = __atomic_sub_fetch(&count->users, 1, __ATOMIC_ACQ_REL);

	must(users >= 0, "a reference is dropped twice");
	return !users;
}

void atomic_dec(atomic_t *count)
{
	__atomic_sub_fetch(&count->value, 1, __ATOMIC_SEQ_CST);
}

bool atomic_add_unless(atomic_t *count, int more, int end)
{
	int value = __atomic_load_n(&count->value, __ATOMIC_SEQ_CST);

	while (value != end)
		if (__atomic_compare_exchange_n(&count->value, &value,
						value + more, false,
						__ATOMIC_SEQ_CST,
						__ATOMIC_SEQ_CST))
			return true;
	return false;
}

/* Work. */

#define MOST_WORK 32

static struct workqueue_struct {
	bool is_there;
	struct work_struct *work[MOST_WORK]; /* not waited for yet, or NULL */
} queue_of_work;

static pthread_mutex_t work_lock = PTHREAD_MUTEX_INITIALIZER;

struct workqueue_struct *alloc_workqueue(const char *name, unsigned int flags,
					 int most)
{
	must(name && flags && !most && !queue_of_work.is_there,
	     "a workqueue of what kind?");
	if (fake_fails(&fake_fail.allocation))
		return NULL;
	queue_of_work.is_there = true;
	return &queue_of_work;
}

void destroy_workqueue(struct workqueue_struct *queue)
{
	must(fake_has_queue(), "destroy_workqueue() of none");
	for (int i = 0; i < MOST_WORK; i++)
		if (queue->work[i])
			flush_work(queue->work[i]);
	queue->is_there = false;
}

/* Puts one piece of work in the place of another in the queue's list. */
static void list_work(const struct work_struct *old, struct work_struct *new)
{
	int i = 0;

	pthread_mutex_lock(&work_lock);
	while (i < MOST_WORK && queue_of_work.work[i] != old)
		i++;
	must(i < MOST_WORK, "too much work, or what is not queued");
	queue_of_work.work[i] = new;
	pthread_mutex_unlock(&work_lock);
}

bool fake_has_queue(void)
{
	return queue_of_work.is_there;
}

static void *do_work(void *self)
{
	struct work_struct *work = self;

	current->works = true;
	work->function(work);
	must(!current->held && !current->spinning, "work ends with a lock");
	return NULL;
}

/* As in the kernel, no piece of work runs twice at a time. */
bool queue_work(struct workqueue_struct *queue, struct work_struct *work)
{
	must(queue->is_there, "work for a workqueue that is not there");
	flush_work(work);
	list_work(NULL, work);
	work->queued = true;
	must(!pthread_create((pthread_t *)&work->thread, NULL, do_work, work),
	     "no thread for work");
	return true;
}

bool flush_work(struct work_struct *work)
{
	bool queued = work->queued;

	fake_may_sleep();
	if (queued) {
		pthread_join((pthread_t)work->thread, NULL);
		list_work(work, NULL);
	}
	work->queued = false;
	return queued;
}

void init_waitqueue_head(wait_queue_head_t *queue)
{
	*queue = (wait_queue_head_t){0};
}

bool wq_has_sleeper(wait_queue_head_t *queue)
{
	return __atomic_load_n(&queue->sleepers, __ATOMIC_SEQ_CST);
}

void wake_up_interruptible_poll(wait_queue_head_t *queue, __poll_t mask)
{
	must(mask & (EPOLLIN | EPOLLOUT), "woken for nothing");
	__atomic_add_fetch(&queue->wakes, 1, __ATOMIC_RELAXED);
}

void poll_wait(struct file *file, wait_queue_head_t *queue,
	       struct poll_table_struct *table)
{
	(void)file;
	table->queue = queue;
}

/* User memory. */

void iov_iter_advance(struct iov_iter *iter, size_t count)
{
	must(count <= iter->count, "advanced beyond the end");
	iter->at += count;
	iter->count -= count;
}

/* How many of the next bytes can be touched. */
static size_t reachable(const struct iov_iter *iter, size_t count)
{
	if (count > iter->count)
		count = iter->count;
	if (iter->at >= iter->bad_end || iter->at + count <= iter->bad)
		return count;
	return iter->at < iter->bad ? iter->bad - iter->at : 0;
}

bool copy_from_iter_full(void *to, size_t count, struct iov_iter *from)
{
	size_t can = reachable(from, count);

	must(!current->held && !current->spinning,
	     "a lock is held at a user's memory");
	memcpy(to, from->bytes + from->at, can);
	if (can < count)
		return false;
	iov_iter_advance(from, count);
	return true;
}

/* The file's own lock, that of those who read it, may be held. */
size_t copy_to_iter(const void *from, size_t count, struct iov_iter *to)
{
	size_t can = reachable(to, count);

	must(current->held <= 1 && !current->spinning,
	     "a lock is held at a user's memory");
	memcpy(to->bytes + to->at, from, can);
	iov_iter_advance(to, can);
	return can;
}

/* Messages, numbers, time. */

void printk(const char *format, ...)
{
	size_t length;
	va_list list;

	pthread_mutex_lock(&message_lock);
	length = strlen(messages);
	va_start(list, format);
	vsnprintf(messages + length, sizeof(messages) - length, format, list);
	va_end(list);
	pthread_mutex_unlock(&message_lock);
}

const char *fake_log(void)
{
	return messages;
}

void fake_log_clear(void)
{
	messages[0] = 0;
}

int sysfs_emit(char *page, const char *format, ...)
{
	va_list list;
	int length;

	va_start(list, format);
	length = vsnprintf(page, PAGE_SIZE, format, list);
	va_end(list);
	return length;
}

int sysfs_emit_at(char *page, int at, const char *format, ...)
{
	va_list list;
	int length, left = (int)PAGE_SIZE - at;

	must(left > 0, "a page of /sys is too full");
	va_start(list, format);
	length = vsnprintf(page + at, (size_t)left, format, list);
	va_end(list);
	return length < left ? length : left - 1;
}

void sysfs_notify(struct kobject *kobj, const char *folder, const char *name)
{
	fake_may_sleep();
	must(!folder && *name, "sysfs_notify() of nothing");
	__atomic_add_fetch(&kobj->notes, 1, __ATOMIC_RELAXED);
}

/* Digits, a plus sign before them, one newline after them; nothing else. */
int kstrtouint(const char *text, unsigned int base, unsigned int *number)
{
	u64 value = 0;

	must(base == 10, "kstrtouint() for tens only");
	text += *text == '+';
	if (*text < '0' || *text > '9')
		return -EINVAL;
	for (; *text >= '0' && *text <= '9'; text++)
		if (value <= UINT32_MAX)
			value = 10 * value + (u64)(*text - '0');
	if (*text == '\n')
		text++;
	if (*text)
		return -EINVAL;
	if (value > UINT32_MAX)
		return -ERANGE;
	*number = (unsigned int)value;
	return 0;
}

u64 ktime_get_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (u64)time.tv_sec * 1000000000 + (u64)time.tv_nsec;
}

u64 get_random_u64(void)
{
	return fake_random++;
}
