// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands that are written to a board. Only proto/device.c knows what they
 * mean.
 *
 * Invariant: a write that fails has changed nothing. A command is answered
 * under the board's lock. If the computer must think first, this happens in two
 * steps, between which others can use the board: the first one asks, the second
 * one plays the move if the board is still the same. Who waits thinks himself,
 * so that the time is his, and any signal ends it. With O_NONBLOCK a work queue
 * thinks, and the file is told of the answer by poll(). io_uring first tries
 * without waiting, and then has somebody wait whom it can interrupt.
 */
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uio.h>

#include "chess.h"

/* Commands up to this length, the usual ones, are read into the stack. */
#define CHESS_SHORT 32

/* A command in progress, and the reply that it will get. */
struct chess_command {
	struct chess_board *board;
	struct chess_file *file; /* NULL: that of board->asker */
	const char *bytes;
	size_t length;
	struct chess_reply *reply; /* owned here until it is published */
	bool answered;
};

int chess_lock(struct mutex *mutex)
{
	return mutex_lock_interruptible(mutex) ? -ERESTARTSYS : 0;
}

/*
 * Locks the board, with a reply allocated that is large enough for the answer.
 */
static int chess_lock_board(struct chess_command *command)
{
	struct chess_board *board = command->board;
	size_t cap = RK_DEVICE_SHORT;
	int error;

	for (;;) {
		if (!command->reply)
			command->reply = chess_reply_take(board, cap);
		if (!command->reply)
			return -ENOMEM;
		error = chess_lock(&board->lock);
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
	struct chess_board *board = command->board;
	struct chess_reply *own = NULL, *last;
	struct chess_file *file = command->file;

	spin_lock(&board->replies);
	if (!file) {
		file = board->asker;
		WRITE_ONCE(board->asker, NULL);
		board->asked = false;
	}
	if (file) {
		own = chess_set_reply(file, command->reply);
		file->wrote = true;
	}
	last = board->reply;
	board->reply = command->reply;
	spin_unlock(&board->replies);
	command->reply = NULL;
	command->answered = true;
	chess_reply_put(board, own);
	chess_reply_put(board, last);
	if (wq_has_sleeper(&board->replied))
		wake_up_interruptible_poll(&board->replied,
					   EPOLLIN | EPOLLRDNORM | EPOLLOUT |
						   EPOLLWRNORM);
}

/* Does nobody wait for the search any more? */
static bool chess_given_up(const struct chess_board *board)
{
	return board->in_background ? !READ_ONCE(board->asker)
				    : signal_pending(current);
}

/*
 * One of the two steps to an answer. Unanswered after the first step: the
 * computer must think about the job. Unanswered after the second: the board has
 * changed since the first. -ERESTARTSYS: nobody wants an answer any more.
 */
static int chess_step(struct chess_command *command, struct rk_device_job *job,
		      bool thought)
{
	struct chess_board *board = command->board;
	struct rk_device *device = &board->device;
	struct rk_out out;
	u32 version;
	int error = chess_lock_board(command);

	if (error)
		return error;
	if ((thought || !command->file) && chess_given_up(board)) {
		mutex_unlock(&board->lock);
		return -ERESTARTSYS;
	}
	version = device->version;
	out = chess_text_out(&command->reply->text);
	if (thought ? rk_device_finish(device, job, &out)
		    : !rk_device_begin(device, command->bytes, command->length,
				       job, &out))
		chess_publish(command);
	version -= device->version;
	mutex_unlock(&board->lock);
	if (version)
		chess_values_changed(board);
	return 0;
}

enum rk_signal chess_signal(void *self, uint64_t nodes)
{
	const struct chess_board *board = self;

	cond_resched();
	if (chess_given_up(board) ||
	    READ_ONCE(board->device.version) != board->job.version)
		return RK_SIGNAL_CANCEL;
	return RK_SIGNAL_NONE;
}

/*
 * If others have changed the board while the computer was thinking, the command
 * begins again and is answered from the new state.
 */
static int chess_think(struct chess_command *command)
{
	struct chess_board *board = command->board;
	int error = 0;

	board->in_background = !command->file;
	while (!error && !command->answered) {
		error = chess_step(command, &board->job, false);
		if (error || command->answered)
			break;
		rk_device_think(&board->job);
		error = chess_step(command, &board->job, true);
	}
	return error;
}

/*
 * In a work queue: answers board->question, unless its file is closed. The file
 * may ask again from the moment it is answered.
 */
void chess_think_aside(struct work_struct *work)
{
	struct chess_board *board =
		container_of(work, struct chess_board, question.work);
	struct chess_command command = {
		.board = board,
		.bytes = board->question.bytes,
		.length = board->question.length,
		.reply = board->question.reply,
	};

	/* It gets no signals, but others may think for long before it. */
	if (!chess_lock(&board->thinking)) {
		chess_think(&command);
		mutex_unlock(&board->thinking);
	}
	chess_reply_put(board, command.reply);
	if (command.answered)
		return;
	spin_lock(&board->replies);
	WRITE_ONCE(board->asker, NULL);
	board->asked = false;
	spin_unlock(&board->replies);
	wake_up_interruptible_poll(&board->replied, EPOLLOUT | EPOLLWRNORM);
}

/* Leaves a command to the work queue, unless that has one. */
static int chess_ask(struct chess_command *command)
{
	struct chess_board *board = command->board;
	struct chess_question *question = &board->question;
	bool busy;

	if (WARN_ON_ONCE(command->length > sizeof(question->bytes)))
		return -EINVAL;
	spin_lock(&board->replies);
	busy = board->asked;
	if (!busy) {
		board->asked = true;
		WRITE_ONCE(board->asker, command->file);
		memcpy(question->bytes, command->bytes, command->length);
		question->length = command->length;
		question->reply = command->reply;
		command->reply = NULL;
	}
	spin_unlock(&board->replies);
	if (busy)
		return -EAGAIN;
	queue_work(chess_thoughts, &question->work);
	return 0;
}

static int chess_answer(struct chess_command *command, struct kiocb *iocb)
{
	struct chess_board *board = command->board;
	/* The board's own job: used only under the lock, never for thinking. */
	int error = chess_step(command, &board->device.job, false);

	if (error || command->answered)
		return error;
	if (iocb->ki_filp->f_flags & O_NONBLOCK)
		return chess_ask(command);
	if (iocb->ki_flags & IOCB_NOWAIT)
		return -EAGAIN;
	error = chess_lock(&board->thinking);
	if (!error) {
		error = chess_think(command);
		mutex_unlock(&board->thinking);
	}
	return error;
}

/* Of a write that is too long for any command, the middle is never read. */
static int chess_fetch(char *bytes, size_t length, struct iov_iter *from)
{
	size_t head = length;

	if (length > RK_DEVICE_LINE_SIZE)
		head = RK_DEVICE_LINE_SIZE - 1;
	if (!copy_from_iter_full(bytes, head, from))
		return -EFAULT;
	if (head == length)
		return 0;
	iov_iter_advance(from, length - head - 1);
	return copy_from_iter_full(bytes + head, 1, from) ? 0 : -EFAULT;
}

ssize_t chess_write(struct kiocb *iocb, struct iov_iter *from)
{
	struct chess_file *file = iocb->ki_filp->private_data;
	bool waits = !(iocb->ki_filp->f_flags & O_NONBLOCK);
	size_t length = iov_iter_count(from);
	char small[CHESS_SHORT], *bytes = small;
	struct chess_command command = {
		.board = file->board,
		.file = file,
		.length = length,
	};
	bool busy;
	int error;

	if (!length)
		return 0;
	spin_lock(&file->board->replies);
	busy = chess_is_busy(file, waits);
	spin_unlock(&file->board->replies);
	if (busy)
		return -EAGAIN;
	if (length > CHESS_SHORT)
		bytes = kvmalloc(min_t(size_t, length, RK_DEVICE_LINE_SIZE),
				 GFP_KERNEL_ACCOUNT);
	if (!bytes)
		return -ENOMEM;
	command.bytes = bytes;
	error = chess_fetch(bytes, length, from);
	if (!error)
		error = chess_answer(&command, iocb);
	chess_reply_put(command.board, command.reply);
	if (bytes != small)
		kvfree(bytes);
	return error ?: length;
}
