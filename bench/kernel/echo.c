// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/echo: what is written can be read once. The minimum that a device with
 * one lock does for a command and its answer; the baseline for /dev/chess.
 */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/uio.h>

static DEFINE_MUTEX(lock);
static char bytes[256];
static size_t length;

static ssize_t echo_write(struct kiocb *iocb, struct iov_iter *from)
{
	size_t count = min(iov_iter_count(from), sizeof(bytes));
	bool whole;

	mutex_lock(&lock);
	whole = copy_from_iter_full(bytes, count, from);
	length = whole ? count : 0;
	mutex_unlock(&lock);
	return whole ? count : -EFAULT;
}

static ssize_t echo_read(struct kiocb *iocb, struct iov_iter *to)
{
	size_t count;

	mutex_lock(&lock);
	count = copy_to_iter(bytes, min(iov_iter_count(to), length), to);
	length = 0;
	mutex_unlock(&lock);
	return count;
}

static int echo_open(struct inode *inode, struct file *filp)
{
	return stream_open(inode, filp);
}

static const struct file_operations echo_operations = {
	.owner = THIS_MODULE,
	.open = echo_open,
	.read_iter = echo_read,
	.write_iter = echo_write,
};

static struct miscdevice echo = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "echo",
	.mode = 0666,
	.fops = &echo_operations,
};
module_misc_device(echo);

MODULE_DESCRIPTION("Reads what was written");
MODULE_AUTHOR("The Rookery project");
MODULE_LICENSE("GPL");
