/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Stands in for the kernel's headers: as much of them as ports/linux asks for,
 * in one file that the others of this folder include. fake.c behind it is a
 * kernel made of a C library; it and the tests see this file too, without
 * __KERNEL__ and with the types of that library.
 */
#ifndef LINUX_KERNEL_H
#define LINUX_KERNEL_H

#ifdef __KERNEL__

#include "limits.h"
#include "string.h"
#include "types.h"

typedef long ssize_t;

#define EINTR 4
#define ENOMEM 12
#define EAGAIN 11
#define EFAULT 14
#define EBUSY 16
#define EINVAL 22
#define O_NONBLOCK 04000

size_t strlen(const char *text);
int snprintf(char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#else

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#endif

#define ERESTARTSYS 512

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;
typedef unsigned short umode_t;

#define BITS_PER_LONG (8 * __SIZEOF_LONG__)
#define PAGE_SIZE 4096UL
#define SZ_1M (1 << 20)

#define __init
#define __exit
#define __aligned(size) __attribute__((aligned(size)))

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - __builtin_offsetof(type, member)))
#define struct_size(pointer, member, count) \
	(sizeof(*(pointer)) + sizeof((pointer)->member[0]) * (count))

/* Of one type only, as in the kernel. */
#define min(a, b) \
	({ \
		__typeof__(a) first_ = (a); \
		__typeof__(b) second_ = (b); \
		(void)(&first_ == &second_); \
		first_ < second_ ? first_ : second_; \
	})
#define min_t(type, a, b) min((type)(a), (type)(b))

/* Of what others write meanwhile: known to be a race, and meant. */
u64 fake_read_once(const volatile void *from, size_t size);
#define READ_ONCE(value) \
	((__typeof__(value))fake_read_once(&(value), sizeof(value)))
#define WRITE_ONCE(to, value) \
	((void)(*(volatile __typeof__(to) *)&(to) = (value)))

#define WARN_ON_ONCE(so) (so)

#define ERR_PTR(error) ((void *)(long)(error))
#define PTR_ERR(pointer) ((long)(pointer))
#define IS_ERR(pointer) ((unsigned long)(pointer) >= (unsigned long)-4095L)
#define IS_ERR_OR_NULL(pointer) (!(pointer) || IS_ERR(pointer))

/* Messages; the first letter is how serious it is. */
#ifndef pr_fmt
#define pr_fmt(format) format
#endif
#ifndef KBUILD_MODNAME
#define KBUILD_MODNAME "chess"
#endif
void printk(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define pr_err(format, ...) printk("3" pr_fmt(format), ##__VA_ARGS__)
#define pr_warn(format, ...) printk("4" pr_fmt(format), ##__VA_ARGS__)
#define pr_info(format, ...) printk("6" pr_fmt(format), ##__VA_ARGS__)

/* slab.h, vmalloc.h */
#define GFP_KERNEL 1u
#define GFP_KERNEL_ACCOUNT 2u
#define __GFP_NOWARN 4u
#define __GFP_ZERO 8u
void *kvmalloc(size_t size, unsigned int flags);
void *__vmalloc(size_t size, unsigned int flags);
void vfree(const void *memory);
void *kzalloc(size_t size, unsigned int flags);
void kvfree(const void *memory);
void kfree(const void *memory);

/* mutex.h: a pthread_mutex_t is in there. */
struct mutex {
	unsigned long room[8];
};
void mutex_init(struct mutex *mutex);
void mutex_lock(struct mutex *mutex);
int mutex_lock_interruptible(struct mutex *mutex);
void mutex_destroy(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);

/* spinlock.h: the same, but nobody sleeps who has one. */
typedef struct {
	struct mutex mutex;
} spinlock_t;
void spin_lock_init(spinlock_t *lock);
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

#define xchg(place, value) __atomic_exchange_n(place, value, __ATOMIC_SEQ_CST)

/* atomic.h */
typedef struct {
	int value;
} atomic_t;
void atomic_dec(atomic_t *count);
bool atomic_add_unless(atomic_t *count, int more, int end);

/* refcount.h */
typedef struct {
	int users;
} refcount_t;
void refcount_set(refcount_t *count, int users);
void refcount_inc(refcount_t *count);
bool refcount_dec_and_test(refcount_t *count);

/* wait.h, poll.h */
typedef struct {
	unsigned int sleepers;
	unsigned int wakes;
} wait_queue_head_t;
typedef unsigned int __poll_t;
#define EPOLLIN 0x001u
#define EPOLLOUT 0x004u
#define EPOLLRDNORM 0x040u
#define EPOLLWRNORM 0x100u
struct poll_table_struct {
	wait_queue_head_t *queue;
};
struct file;
void init_waitqueue_head(wait_queue_head_t *queue);
bool wq_has_sleeper(wait_queue_head_t *queue);
void wake_up_interruptible_poll(wait_queue_head_t *queue, __poll_t mask);
void poll_wait(struct file *file, wait_queue_head_t *queue,
	       struct poll_table_struct *table);

/* workqueue.h: a thread for each piece of work. */
struct work_struct {
	void (*function)(struct work_struct *work);
	unsigned long thread;
	bool queued; /* and not waited for since */
};
struct workqueue_struct;
#define WQ_UNBOUND 2
struct workqueue_struct *alloc_workqueue(const char *name, unsigned int flags,
					 int most);
void destroy_workqueue(struct workqueue_struct *queue);
#define INIT_WORK(work, does) \
	(*(work) = (struct work_struct){.function = (does)})
bool queue_work(struct workqueue_struct *queue, struct work_struct *work);
bool flush_work(struct work_struct *work);

/* sched.h, sched/signal.h */
struct task_struct;
struct task_struct *get_current(void);
#define current get_current()
bool signal_pending(const struct task_struct *task);
bool fatal_signal_pending(const struct task_struct *task);
int cond_resched(void);

/* ktime.h, random.h, math64.h */
#define NSEC_PER_MSEC 1000000L
typedef s64 ktime_t;
u64 ktime_get_ns(void);
u64 get_random_u64(void);
static inline ktime_t ktime_get(void)
{
	return (ktime_t)ktime_get_ns();
}
static inline s64 ktime_to_us(ktime_t time)
{
	return time / 1000;
}
static inline u64 div_u64(u64 number, u32 by)
{
	return number / by;
}

/* uio.h: user memory, in which some bytes are not there. */
struct iov_iter {
	char *bytes;
	size_t at;
	size_t count; /* from there on */
	size_t bad, bad_end;
};
static inline size_t iov_iter_count(const struct iov_iter *iter)
{
	return iter->count;
}
void iov_iter_advance(struct iov_iter *iter, size_t count);
bool copy_from_iter_full(void *to, size_t count, struct iov_iter *from);
size_t copy_to_iter(const void *from, size_t count, struct iov_iter *to);

/* fs.h */
struct module;
struct inode {
	int number;
};
struct file_operations;
struct file {
	void *private_data;
	const struct file_operations *f_op;
	unsigned int f_flags;
	bool is_stream;
};
struct inode *file_inode(struct file *file);
#define IOCB_NOWAIT 8
struct kiocb {
	struct file *ki_filp;
	int ki_flags;
};
struct file_operations {
	struct module *owner;
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
	ssize_t (*read_iter)(struct kiocb *iocb, struct iov_iter *to);
	ssize_t (*write_iter)(struct kiocb *iocb, struct iov_iter *from);
	__poll_t (*poll)(struct file *file, struct poll_table_struct *table);
};
int stream_open(struct inode *inode, struct file *file);

/* device.h, sysfs.h, miscdevice.h */
struct kobject {
	unsigned int notes; /* how many times somebody polling was woken */
};
struct device {
	void *data;
	struct kobject kobj;
};
struct attribute {
	const char *name;
	umode_t mode;
};
struct attribute_group {
	struct attribute **attrs;
};
struct device_attribute {
	struct attribute attr;
	ssize_t (*show)(struct device *device, struct device_attribute *attr,
			char *page);
	ssize_t (*store)(struct device *device, struct device_attribute *attr,
			 const char *text, size_t length);
};
#define DEVICE_ATTR_RO(name) \
	struct device_attribute dev_attr_##name = { \
		.attr = {#name, 0444}, \
		.show = name##_show, \
	}
#define DEVICE_ATTR_RW(name) \
	struct device_attribute dev_attr_##name = { \
		.attr = {#name, 0644}, \
		.show = name##_show, \
		.store = name##_store, \
	}
#define MISC_DYNAMIC_MINOR 255
struct miscdevice {
	int minor;
	const char *name;
	const struct file_operations *fops;
	struct device *this_device;
	const struct attribute_group **groups;
	umode_t mode;
};
int misc_register(struct miscdevice *misc);
void misc_deregister(struct miscdevice *misc);
int sysfs_emit(char *page, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int sysfs_emit_at(char *page, int at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sysfs_notify(struct kobject *kobj, const char *folder, const char *name);
int kstrtouint(const char *text, unsigned int base, unsigned int *number);
static inline void *dev_get_drvdata(const struct device *device)
{
	return device->data;
}

/* module.h: fake_insmod() finds these by their names. */
struct module {
	int users;
};
struct kernel_param {
	const char *type;
	void *value;
};
extern struct module __this_module;
#define THIS_MODULE (&__this_module)
int init_module(void);
void cleanup_module(void);
#define module_init(function) \
	struct module __this_module; \
	int init_module(void) \
	{ \
		return function(); \
	} \
	_Static_assert(1, "")
#define module_exit(function) \
	void cleanup_module(void) \
	{ \
		function(); \
	} \
	_Static_assert(1, "")
#define module_param(name, type, mode) \
	extern const struct kernel_param param_##name; \
	const struct kernel_param param_##name = {#type, &name}
#define MODULE_PARM_DESC(name, text) _Static_assert(sizeof(text) > 1, "")
#define MODULE_DESCRIPTION(text) _Static_assert(sizeof(text) > 1, "")
#define MODULE_AUTHOR(text) _Static_assert(sizeof(text) > 1, "")
#define MODULE_LICENSE(text) _Static_assert(sizeof(text) > 1, "")
#define MODULE_VERSION(text) _Static_assert(sizeof(text) > 1, "")

#endif
