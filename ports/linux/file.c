// SPDX-License-Identifier: GPL-2.0-only
/*
 * A board as an open file, and the replies that are read from it. Commands,
 * which are written to it, are in command.c.
 *
 * Invariants: a reply that could not be delivered is still there, and none is
 * delivered twice. User memory is accessed and memory allocated only while no
 * board is locked, since both may sleep for long. A reader does not wait for
 * the board.
 */
#include <linux/atomic.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "chess.h"

void chess_text_add(void *self, const char *bytes, size_t length)
{
	struct chess_text *text = self;

	length = min(length, text->cap - text->length);
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

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

void chess_reply_put(struct chess_board *board, struct chess_reply *reply)
{
	if (reply && refcount_dec_and_test(&reply->users))
		chess_reply_retire(board, reply);
}

struct chess_reply *chess_reply_take(struct chess_board *board, size_t cap)
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

static int chess_open_board(struct file *filp, struct chess_board *board)
{
	struct chess_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);

	if (!file)
		return -ENOMEM;
	mutex_init(&file->reading);
	file->board = board;
	filp->private_data = file;
	return stream_open(file_inode(filp), filp);
}

static int chess_open(struct inode *inode, struct file *filp)
{
	/* misc_open() has stored the miscdevice there. */
	return chess_open_board(filp, chess_board_of(filp->private_data));
}

/*
 * Ends the wait for an answer, and the search. No move is made after this: one
 * that is being made is finished first.
 */
static void chess_withdraw(struct chess_file *file)
{
	struct chess_board *board = file->board;

	mutex_lock(&board->lock);
	spin_lock(&board->replies);
	if (board->asker == file)
		WRITE_ONCE(board->asker, NULL);
	spin_unlock(&board->replies);
	mutex_unlock(&board->lock);
}

static int chess_release(struct inode *inode, struct file *filp)
{
	struct chess_file *file = filp->private_data;
	struct chess_board *board = file->board;

	/* Only its own write, which is over, makes a file the asker. */
	if (READ_ONCE(board->asker) == file)
		chess_withdraw(file);
	chess_reply_put(board, file->reply);
	mutex_destroy(&file->reading);
	kfree(file);
	return 0;
}

static int chess_open_private(struct inode *inode, struct file *filp)
{
	struct chess_board *board = chess_private_take();
	int error;

	if (IS_ERR(board))
		return PTR_ERR(board);
	error = chess_open_board(filp, board);
	if (error)
		chess_private_put(board);
	return error;
}

static int chess_release_private(struct inode *inode, struct file *filp)
{
	struct chess_file *file = filp->private_data;
	struct chess_board *board = file->board;

	chess_release(inode, filp);
	chess_private_put(board);
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

struct chess_reply *chess_set_reply(struct chess_file *file,
				    struct chess_reply *reply)
{
	struct chess_reply *before = file->reply;

	refcount_inc(&reply->users);
	file->reply = reply;
	file->delivered = 0;
	return before;
}

/*
 * What is to be read, with a reference for the caller, and from where on. NULL:
 * nothing. An ERR_PTR: not yet.
 */
static struct chess_reply *chess_begin_read(struct chess_file *file,
					    size_t *from)
{
	struct chess_board *board = file->board;
	struct chess_reply *reply, *before = NULL;

	spin_lock(&board->replies);
	reply = board->asker == file ? ERR_PTR(-EAGAIN) : chess_unread(file);
	if (!IS_ERR_OR_NULL(reply)) {
		if (reply != file->reply)
			before = chess_set_reply(file, reply);
		refcount_inc(&reply->users);
		*from = file->delivered;
	}
	spin_unlock(&board->replies);
	chess_reply_put(board, before);
	return reply;
}

static void chess_end_read(struct chess_file *file, struct chess_reply *reply,
			   size_t delivered)
{
	spin_lock(&file->board->replies);
	/* Another command may have replaced it meanwhile. */
	if (file->reply == reply)
		file->delivered = delivered;
	spin_unlock(&file->board->replies);
	chess_reply_put(file->board, reply);
}

static ssize_t chess_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct chess_file *file = iocb->ki_filp->private_data;
	struct chess_reply *reply;
	size_t from = 0, wanted;
	ssize_t count = chess_lock(&file->reading);

	if (count)
		return count;
	reply = chess_begin_read(file, &from);
	if (IS_ERR(reply)) {
		count = PTR_ERR(reply);
	} else if (reply) {
		wanted = min(iov_iter_count(to), reply->text.length - from);
		count = copy_to_iter(reply->bytes + from, wanted, to);
		chess_end_read(file, reply, from + count);
		if (wanted && !count)
			count = -EFAULT;
	}
	mutex_unlock(&file->reading);
	return count;
}

static __poll_t chess_poll(struct file *filp, struct poll_table_struct *table)
{
	struct chess_file *file = filp->private_data;
	struct chess_board *board = file->board;
	bool waits = !(filp->f_flags & O_NONBLOCK);
	__poll_t mask = 0;

	poll_wait(filp, &board->replied, table);
	spin_lock(&board->replies);
	if (!chess_is_busy(file, waits))
		mask |= EPOLLOUT | EPOLLWRNORM;
	if (board->asker != file && chess_unread(file))
		mask |= EPOLLIN | EPOLLRDNORM;
	spin_unlock(&board->replies);
	return mask;
}

const struct file_operations chess_operations = {
	.owner = THIS_MODULE,
	.open = chess_open,
	.release = chess_release,
	.read_iter = chess_read,
	.write_iter = chess_write,
	.poll = chess_poll,
};

const struct file_operations chess_private_operations = {
	.owner = THIS_MODULE,
	.open = chess_open_private,
	.release = chess_release_private,
	.read_iter = chess_read,
	.write_iter = chess_write,
	.poll = chess_poll,
};
