/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A kernel that is not one, for the tests of chess.ko as a shared library:
 * what user space can do, and switches for what goes wrong in real life.
 *
 * It watches: whoever unlocks a mutex that he does not hold, takes one twice,
 * comes back from the module with one, touches user memory or thinks with a
 * board locked, counts a reference from 0, frees what is not his, or removes a
 * node that work may still use, ends the program with a line that says so.
 */
#ifndef FAKE_H
#define FAKE_H

#include "linux/kernel.h"

/* A thread as the kernel sees it. */
struct task_struct {
	bool killed;    /* a fatal signal is pending */
	bool signalled; /* another one is */
	int rescheds; /* calls of cond_resched() since this was last set to 0 */
	int kill_at;  /* it is killed in this one; 0: in none */
	int signal_at; /* it gets another signal in this one; 0: in none */
	int call_at;   /* this one calls: */
	void (*call)(void);
	int held;     /* mutexes */
	int spinning; /* spinlocks */
	bool works;   /* for a work queue */
};

/* What is to fail: the n-th call from now on, 0: none. */
struct fake_failures {
	int allocation;
	int node;      /* misc_register(), for want of a number */
	int node_late; /* the same, for want of memory */
};

extern struct fake_failures fake_fail;

/* Who works for a work queue calls this before he takes the n-th mutex. */
struct fake_work {
	int locks; /* 0: before none */
	void (*call)(void);
};

extern struct fake_work fake_work;

/* Pieces of memory that the module has not given back. */
int fake_allocations(void);
/* What it has said since it was loaded. */
const char *fake_log(void);
/* The seed of its boards. */
extern u64 fake_random;

/* As it was at the start, whatever a test that failed has left behind. */
void fake_reset(void);
/* The library's name without a path; parameters as for insmod, or "". */
int fake_insmod(const char *name, const char *parameters);
/* -EBUSY as long as a file is open. */
int fake_rmmod(void);

/* The mode of a node, or -ENOENT. */
int fake_mode(const char *node);
/* NULL, and errno: cannot be opened. */
struct file *fake_open(const char *node);
/* As by fcntl(). */
void fake_set_nonblock(struct file *file, bool nonblock);
void fake_close(struct file *file);
ssize_t fake_read(struct file *file, void *to, size_t count);
ssize_t fake_write(struct file *file, const void *from, size_t count);
/* The same in memory where bytes `bad` to `bad_end` - 1 cannot be touched. */
ssize_t fake_read_bad(struct file *file, void *to, size_t count, size_t bad,
		      size_t bad_end);
ssize_t fake_write_bad(struct file *file, const void *from, size_t count,
		       size_t bad, size_t bad_end);
/* As io_uring's first try, which must not wait. */
ssize_t fake_write_now(struct file *file, const void *from, size_t count);
/* What it says, and the queue on which one would wait; nobody does yet. */
__poll_t fake_poll(struct file *file, wait_queue_head_t **queue);

/* A file of /sys/class/misc/NODE. The page has PAGE_SIZE bytes. */
ssize_t fake_show(const char *node, const char *value, char *page);
ssize_t fake_store(const char *node, const char *value, const char *text);
/* How many times those who poll a value of this node were woken. */
unsigned int fake_notes(const char *node);

#endif
