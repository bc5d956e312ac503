// SPDX-License-Identifier: GPL-2.0-only
/*
 * A module with faults, to see that the kernel of debug.py reports each: it
 * commits the one that is named when it is loaded.
 *
 *	insmod bad.ko fault=leak
 */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

static char *fault = "";
module_param(fault, charp, 0444);

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);
static DEFINE_SPINLOCK(spinning);

/* What no compiler can see through. */
static volatile int size = 40;

static void use_after_free(void)
{
	volatile char *memory = kmalloc(size, GFP_KERNEL);

	kfree((void *)memory);
	memory[5] = 1;
}

static void out_of_bounds(void)
{
	volatile char *memory = kmalloc(size, GFP_KERNEL);

	memory[size] = 1;
	kfree((void *)memory);
}

static void out_of_stack_bounds(void)
{
	volatile char memory[40];

	memory[size] = 1;
}

static void leak(void)
{
	kmalloc(size, GFP_KERNEL);
}

static void sleep_in_atomic(void)
{
	spin_lock(&spinning);
	msleep(1);
	spin_unlock(&spinning);
}

static void lock_both_ways(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);
	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
}

static void shift_too_far(void)
{
	size = 1 << size;
}

static const struct {
	const char *name;
	void (*commit)(void);
} faults[] = {
	{"use-after-free", use_after_free},
	{"out-of-bounds", out_of_bounds},
	{"stack-out-of-bounds", out_of_stack_bounds},
	{"leak", leak},
	{"sleep-in-atomic", sleep_in_atomic},
	{"locks-both-ways", lock_both_ways},
	{"shift", shift_too_far},
};

static int __init bad_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		if (!strcmp(faults[i].name, fault)) {
			faults[i].commit();
			return 0;
		}
	}
	return -EINVAL;
}

static void __exit bad_exit(void)
{
}

module_init(bad_init);
module_exit(bad_exit);

MODULE_DESCRIPTION("Faults for the tests of chess.ko");
MODULE_LICENSE("GPL");
