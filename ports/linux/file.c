// SPDX-License-Identifier: GPL-2.0-only
/*
 * A board as an open file: commands are written, replies are read. Only
 * proto/device.c knows what a command means.
 *
 * Invariants: a write that fails has changed nothing, and a reply that could
 * not be delivered is still there. User memory is accessed and memory allocated
 * only while no board is locked, since both may sleep for long. A process that
 * waits for a board can be killed; one that only reads does not wait for the
 * board.
 */
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/poll.h>
#include <linux/refcount.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "chess.h"

/*
 * An answer line; reference-counted by the board and the files that may read
 * it.
 */
struct chess_reply {
	refcount_t users;
	struct chess_text text;
	char bytes[];
};

/* Commands up to this length, the usual ones, are read into the stack. */
#define CHESS_SHORT 32

struct chess_file {
	struct chess_board *board;
	/* Protected by board->replies: */
	struct chess_reply *reply; /* the last one for this file, or NULL */
	size_t delivered;          /* bytes of it that were read */
	bool wrote; /* a file that wrote reads only its own replies */
};

/* NULL if there is no memory. */
static struct chess_reply *chess_reply_new(size_t cap)
{
	struct chess_reply *reply;

	reply = kvmalloc(struct_size(reply, bytes, cap),
			 GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!reply)
		return NULL;
	refcount_set(&reply->users, 1);
	reply->text = (struct chess_text){
		.cap = cap,
		.bytes = reply->bytes,
	};
	return reply;
}

/* Keeps a short reply that is no longer referenced for the next command. */
static void chess_reply_retire(struct chess_board *board,
			       struct chess_reply *reply)
{
	if (reply->text.cap == RK_DEVICE_SHORT)
		reply = xchg(&board->spare, reply);
	kvfree(reply);
}

static inline void chess_reply_put(struct chess_board *board,
				   struct chess_reply *reply)
{
	if (reply && refcount_dec_and_test(&reply->users))
		chess_reply_retire(board, reply);
}

static struct chess_reply *chess_reply_take(struct chess_board *board,
					    size_t cap)
{
	struct chess_reply *reply = NULL;

	if (cap == RK_DEVICE_SHORT)
		reply = xchg(&board->spare, NULL);
	if (!reply)
		return chess_reply_new(cap);
	refcount_set(&reply->users, 1);
	reply->text.length = 0;
	return reply;
}

void chess_forget_replies(struct chess_board *board)
{
	chess_reply_put(board, board->reply);
	kvfree(board->spare);
}

static int chess_open(struct inode *inode, struct file *filp)
{
	struct chess_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);

	if (!file)
		return -ENOMEM;
	/* misc_open() has stored the miscdevice there. */
	file->board = chess_board_of(filp->private_data);
	filp->private_data = file;
	return stream_open(inode, filp);
}

static int chess_release(struct inode *inode, struct file *filp)
{
	struct chess_file *file = filp->private_data;

	chess_reply_put(file->board, file->reply);
	kfree(file);
	return 0;
}

/*
 * The reply with something left to read, or NULL. A file that never wrote reads
 * the last reply of the board, but finishes the one it has begun.
 */
static struct chess_reply *chess_unread(const struct chess_file *file)
{
	struct chess_reply *last = file->board->reply;

	if (!file->wrote && !file->delivered)
		return last;
	if (file->delivered < file->reply->text.length)
		return file->reply;
	return file->wrote || last == file->reply ? NULL : last;
}

/*
 * Gives a file this reply. Returns the one before it, which the caller
 * releases.
 */
static struct chess_reply *chess_set_reply(struct chess_file *file,
					   struct chess_reply *reply)
{
	struct chess_reply *before = file->reply;

	refcount_inc(&reply->users);
	file->reply = reply;
	file->delivered = 0;
	return before;
}

/*
 * Claims the next bytes for this reader, and gives them back if they cannot be
 * delivered. Another reply may replace this one meanwhile.
 */
static ssize_t chess_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct chess_file *file = iocb->ki_filp->private_data;
	struct chess_board *board = file->board;
	struct chess_reply *reply, *before = NULL;
	size_t from = 0, count = 0;
	bool whole;

	spin_lock(&board->replies);
	reply = chess_unread(file);
	if (reply) {
		if (reply != file->reply)
			before = chess_set_reply(file, reply);
		refcount_inc(&reply->users);
		from = file->delivered;
		count = min(iov_iter_count(to), reply->text.length - from);
		file->delivered += count;
	}
	spin_unlock(&board->replies);
	chess_reply_put(board, before);
	if (!reply)
		return 0;

	whole = copy_to_iter(reply->bytes + from, count, to) == count;
	if (!whole) {
		spin_lock(&board->replies);
		if (file->reply == reply && file->delivered > from)
			file->delivered = from;
		spin_unlock(&board->replies);
	}
	chess_reply_put(board, reply);
	return whole ? count : -EFAULT;
}

static __poll_t chess_poll(struct file *filp, struct poll_table_struct *table)
{
	struct chess_file *file = filp->private_data;
	struct chess_board *board = file->board;
	__poll_t mask = EPOLLOUT | EPOLLWRNORM;

	poll_wait(filp, &board->replied, table);
	spin_lock(&board->replies);
	if (chess_unread(file))
		mask |= EPOLLIN | EPOLLRDNORM;
	spin_unlock(&board->replies);
	return mask;
}

/* A command in progress, and the reply that it will get. */
struct chess_command {
	struct chess_file *file;
	const char *bytes;
	size_t length;
	struct chess_reply *reply; /* owned here until it is published */
	bool answered;
};

/*
 * Locks the board, with a reply allocated that is large enough for the answer.
 */
static int chess_lock(struct chess_command *command)
{
	struct chess_board *board = command->file->board;
	size_t cap = RK_DEVICE_SHORT;
	int error;

	for (;;) {
		if (!command->reply)
			command->reply = chess_reply_take(board, cap);
		if (!command->reply)
			return -ENOMEM;
		error = mutex_lock_killable(&board->lock);
		if (error)
			return error;
		cap = rk_device_reply_bound(&board->device, command->bytes,
					    command->length);
		if (command->reply->text.cap >= cap)
			return 0;
		mutex_unlock(&board->lock);
		chess_reply_put(board, command->reply);
		command->reply = NULL;
	}
}

/* Makes the reply this file's and the board's last one. */
static void chess_publish(struct chess_command *command)
{
	struct chess_file *file = command->file;
	struct chess_board *board = file->board;
	struct chess_reply *own, *last;

	spin_lock(&board->replies);
	own = chess_set_reply(file, command->reply);
	file->wrote = true;
	last = board->reply;
	board->reply = command->reply;
	spin_unlock(&board->replies);
	command->reply = NULL;
	command->answered = true;
	chess_reply_put(board, own);
	chess_reply_put(board, last);
	if (wq_has_sleeper(&board->replied))
		wake_up_interruptible_poll(&board->replied,
					   EPOLLIN | EPOLLRDNORM);
}

/*
 * One of the two steps to an answer. Unanswered after the first step: the
 * computer must think about the job. Unanswered after the second: the board has
 * changed since the first.
 */
static int chess_step(struct chess_command *command, struct rk_device_job *job,
		      bool thought)
{
	struct rk_device *device = &command->file->board->device;
	struct rk_out out;
	int error = chess_lock(command);

	if (error)
		return error;
	out = chess_text_out(&command->reply->text);
	if (thought ? rk_device_finish(device, job, &out)
		    : !rk_device_begin(device, command->bytes, command->length,
				       job, &out))
		chess_publish(command);
	mutex_unlock(&command->file->board->lock);
	return 0;
}

enum rk_signal chess_signal(void *self, uint64_t nodes)
{
	const struct chess_board *board = self;

	cond_resched();
	if (fatal_signal_pending(current) ||
	    READ_ONCE(board->device.version) != board->job.version)
		return RK_SIGNAL_CANCEL;
	return RK_SIGNAL_NONE;
}

/*
 * Other processes can use the board while the computer thinks. If they change
 * it, the command begins again and is answered from the new state.
 */
static int chess_think(struct chess_command *command)
{
	struct chess_board *board = command->file->board;
	struct rk_device_job *job = &board->job;
	int error = 0;

	while (!error && !command->answered) {
		error = chess_step(command, job, false);
		if (error || command->answered)
			break;
		rk_device_think(job);
		if (fatal_signal_pending(current))
			return -EINTR;
		error = chess_step(command, job, true);
	}
	return error;
}

static int chess_answer(struct chess_command *command)
{
	struct chess_board *board = command->file->board;
	/* The board's own job: used only under the lock, never for thinking. */
	int error = chess_step(command, &board->device.job, false);

	if (!error && !command->answered) {
		error = mutex_lock_killable(&board->thinking);
		if (!error) {
			error = chess_think(command);
			mutex_unlock(&board->thinking);
		}
	}
	chess_reply_put(board, command->reply);
	return error;
}

/*
 * Of a write that is too long for any command, keeps the beginning and the last
 * byte.
 */
static int chess_fetch(char *bytes, size_t length, struct iov_iter *from)
{
	size_t head = length;

	if (length > RK_DEVICE_LINE_SIZE)
		head = RK_DEVICE_LINE_SIZE - 1;
	if (!copy_from_iter_full(bytes, head, from))
		return -EFAULT;
	if (head == length)
		return 0;
	/* The part that is left out must be readable, too. */
	if (fault_in_iov_iter_readable(from, length - head))
		return -EFAULT;
	iov_iter_advance(from, length - head - 1);
	return copy_from_iter_full(bytes + head, 1, from) ? 0 : -EFAULT;
}

static ssize_t chess_write(struct kiocb *iocb, struct iov_iter *from)
{
	size_t length = iov_iter_count(from);
	char small[CHESS_SHORT], *bytes = small;
	struct chess_command command = {
		.file = iocb->ki_filp->private_data,
		.length = length,
	};
	int error;

	if (!length)
		return 0;
	if (length > CHESS_SHORT)
		bytes = kvmalloc(min_t(size_t, length, RK_DEVICE_LINE_SIZE),
				 GFP_KERNEL_ACCOUNT);
	if (!bytes)
		return -ENOMEM;
	command.bytes = bytes;
	error = chess_fetch(bytes, length, from);
	if (!error)
		error = chess_answer(&command);
	if (bytes != small)
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
