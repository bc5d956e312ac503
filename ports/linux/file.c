// SPDX-License-Identifier: GPL-2.0-only
/*
 * A board as an open file: commands are written, replies are read. What a
 * command means is known to proto/device.c alone.
 *
 * Holds always: a write that fails has changed nothing, and a reply that could
 * not be delivered is still there. User memory is touched with no board
 * locked, for it may take any time.
 */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/refcount.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "chess.h"

/* An answer line. It stays as long as somebody may want to read it. */
struct chess_reply {
	refcount_t users;
	struct chess_text text;
	char bytes[];
};

/* The usual command is not longer, and needs no memory but the stack. */
#define SHORT 32

struct chess_file {
	struct chess_board *board;
	/* Under the lock of the board: */
	struct chess_reply *reply; /* the last one for this file, or NULL */
	size_t delivered;          /* bytes of it */
	bool wrote;                /* and so reads its own replies only */
};

/* NULL: there is no memory. */
static struct chess_reply *new_reply(size_t room)
{
	struct chess_reply *reply;

	reply = kvmalloc(struct_size(reply, bytes, room), GFP_KERNEL_ACCOUNT);
	if (!reply)
		return NULL;
	refcount_set(&reply->users, 1);
	reply->text = (struct chess_text){
		.room = room,
		.bytes = reply->bytes,
	};
	return reply;
}

static void put_reply(struct chess_reply *reply)
{
	if (reply && refcount_dec_and_test(&reply->users))
		kvfree(reply);
}

/*
 * Under the lock of the board, a short reply that nobody wants any more is
 * kept for the next command.
 */
static void retire_reply(struct chess_board *board, struct chess_reply *reply)
{
	if (!reply || !refcount_dec_and_test(&reply->users))
		return;
	if (board->spare || reply->text.room > RK_DEVICE_SHORT) {
		kvfree(reply);
		return;
	}
	refcount_set(&reply->users, 1);
	board->spare = reply;
}

static struct chess_reply *take_reply(struct chess_board *board, size_t room)
{
	struct chess_reply *reply = board->spare;

	if (!reply || reply->text.room < room)
		return new_reply(room);
	board->spare = NULL;
	reply->text.length = 0;
	return reply;
}

void chess_forget_replies(struct chess_board *board)
{
	put_reply(board->reply);
	put_reply(board->spare);
}

static int chess_open(struct inode *inode, struct file *filp)
{
	struct chess_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);

	if (!file)
		return -ENOMEM;
	/* misc_open() has left the miscdevice there. */
	file->board = chess_board_of(filp->private_data);
	filp->private_data = file;
	return stream_open(inode, filp);
}

static int chess_release(struct inode *inode, struct file *filp)
{
	struct chess_file *file = filp->private_data;

	put_reply(file->reply);
	kfree(file);
	return 0;
}

/*
 * The reply with something left to read, or NULL. Who never wrote reads the
 * last one of the board; what he has begun to read he reads to its end.
 */
static struct chess_reply *unread(const struct chess_file *file)
{
	struct chess_reply *last = file->board->reply;

	if (!file->wrote && !file->delivered)
		return last;
	if (file->delivered < file->reply->text.length)
		return file->reply;
	return file->wrote || last == file->reply ? NULL : last;
}

static void set_reply(struct chess_file *file, struct chess_reply *reply)
{
	retire_reply(file->board, file->reply);
	refcount_inc(&reply->users);
	file->reply = reply;
	file->delivered = 0;
}

/*
 * Takes the next bytes for this reader, and gives them back if they cannot be
 * delivered. Another reply may take the place of this one meanwhile.
 */
static ssize_t chess_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct chess_file *file = iocb->ki_filp->private_data;
	struct chess_board *board = file->board;
	struct chess_reply *reply;
	size_t from = 0;
	ssize_t count = 0;

	mutex_lock(&board->lock);
	reply = unread(file);
	if (reply) {
		if (reply != file->reply)
			set_reply(file, reply);
		refcount_inc(&reply->users);
		from = file->delivered;
		count = min(iov_iter_count(to), reply->text.length - from);
		file->delivered += count;
	}
	mutex_unlock(&board->lock);
	if (!reply)
		return 0;

	if (copy_to_iter(reply->bytes + from, count, to) != count) {
		mutex_lock(&board->lock);
		if (file->reply == reply && file->delivered > from)
			file->delivered = from;
		mutex_unlock(&board->lock);
		count = -EFAULT;
	}
	put_reply(reply);
	return count;
}

static __poll_t chess_poll(struct file *filp, struct poll_table_struct *table)
{
	struct chess_file *file = filp->private_data;
	__poll_t mask = EPOLLOUT | EPOLLWRNORM;

	poll_wait(filp, &file->board->replied, table);
	mutex_lock(&file->board->lock);
	if (unread(file))
		mask |= EPOLLIN | EPOLLRDNORM;
	mutex_unlock(&file->board->lock);
	return mask;
}

/* A command on its way, and the reply that it will have. */
struct command {
	struct chess_file *file;
	const char *bytes;
	size_t length;
	struct chess_reply *reply;
};

/* The reply is for this file, and the last one of the board. */
static void publish(struct command *command)
{
	struct chess_file *file = command->file;
	struct chess_board *board = file->board;

	set_reply(file, command->reply);
	file->wrote = true;
	retire_reply(board, board->reply);
	board->reply = command->reply;
	if (wq_has_sleeper(&board->replied))
		wake_up_interruptible(&board->replied);
}

/* False: the computer has to think about the job first. */
static bool begin(struct command *command, struct rk_device_job *job)
{
	struct rk_device *device = &command->file->board->device;
	struct rk_out out = chess_text_out(&command->reply->text);

	if (rk_device_begin(device, command->bytes, command->length, job, &out))
		return false;
	publish(command);
	return true;
}

/* False: somebody has changed the board meanwhile. */
static bool finish(struct command *command, struct rk_device_job *job)
{
	struct rk_device *device = &command->file->board->device;
	struct rk_out out = chess_text_out(&command->reply->text);

	if (!rk_device_finish(device, job, &out))
		return false;
	publish(command);
	return true;
}

/* Asked all the time while the computer thinks: is all of it in vain? */
static bool is_vain(void *asker)
{
	const struct chess_board *board = asker;

	cond_resched();
	return fatal_signal_pending(current) ||
	       READ_ONCE(board->device.version) != board->job.version;
}

/*
 * The board is free for others while the computer thinks. If they change it,
 * the command begins again and is answered by what the board is then.
 */
static int think(struct command *command)
{
	struct chess_board *board = command->file->board;
	struct rk_device_job *job = &board->job;
	bool done;

	for (;;) {
		mutex_lock(&board->lock);
		done = begin(command, job);
		mutex_unlock(&board->lock);
		if (done)
			return 0;

		job->question.stop = is_vain;
		job->question.asker = board;
		rk_device_think(job);
		if (fatal_signal_pending(current))
			return -EINTR;

		mutex_lock(&board->lock);
		done = finish(command, job);
		mutex_unlock(&board->lock);
		if (done)
			return 0;
	}
}

static int answer(struct command *command)
{
	struct chess_board *board = command->file->board;
	struct rk_device *device = &board->device;
	bool done = false;
	int error = 0;
	size_t room;

	mutex_lock(&board->lock);
	room = rk_device_reply_bound(device, command->bytes, command->length);
	command->reply = take_reply(board, room);
	if (command->reply)
		done = begin(command, &device->job);
	else
		error = -ENOMEM;
	mutex_unlock(&board->lock);
	if (done || error)
		return error;

	error = mutex_lock_killable(&board->thinking);
	if (!error) {
		error = think(command);
		mutex_unlock(&board->thinking);
	}
	if (error)
		put_reply(command->reply);
	return error;
}

/* Of what is too long for any command, the beginning and the last byte. */
static int fetch(char *bytes, size_t length, struct iov_iter *from)
{
	size_t head = length;

	if (length > RK_DEVICE_LINE_SIZE)
		head = RK_DEVICE_LINE_SIZE - 1;
	if (!copy_from_iter_full(bytes, head, from))
		return -EFAULT;
	if (head == length)
		return 0;
	/* What is left out has to be readable, too. */
	if (fault_in_iov_iter_readable(from, length - head))
		return -EFAULT;
	iov_iter_advance(from, length - head - 1);
	return copy_from_iter_full(bytes + head, 1, from) ? 0 : -EFAULT;
}

static ssize_t chess_write(struct kiocb *iocb, struct iov_iter *from)
{
	size_t length = iov_iter_count(from);
	char room[SHORT], *bytes = room;
	struct command command = {
		.file = iocb->ki_filp->private_data,
		.length = length,
	};
	int error;

	if (!length)
		return 0;
	if (length > SHORT)
		bytes = kvmalloc(min_t(size_t, length, RK_DEVICE_LINE_SIZE),
				 GFP_KERNEL_ACCOUNT);
	if (!bytes)
		return -ENOMEM;
	command.bytes = bytes;
	error = fetch(bytes, length, from);
	if (!error)
		error = answer(&command);
	if (bytes != room)
		kvfree(bytes);
	return error ?: length;
}

const struct file_operations chess_operations = {
	.owner = THIS_MODULE,
	.open = chess_open,
	.release = chess_release,
	.read_iter = chess_read,
	.write_iter = chess_write,
	.poll = chess_poll,
};
