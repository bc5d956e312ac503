// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit tests of what the module does around the protocol: replies, the limit of
 * private boards, a write in all its ways. They are in the module if it is built
 * with CHESS_KUNIT=y for a kernel with CONFIG_KUNIT, and run when it is loaded.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uio.h>
#include <linux/workqueue.h>

#include "chess.h"

/* A board, and a file on it that is not in any table of files. */
struct chess_fixture {
	struct chess_board *board;
	struct chess_file file;
	struct file filp;
};

/*
 * Linux 6.1 runs the tests before chess_init(), which makes the work queue; they
 * have one of their own then.
 */
static bool chess_queue_is_ours;

static int chess_suite_init(struct kunit_suite *suite)
{
	if (chess_thoughts)
		return 0;
	chess_thoughts = alloc_workqueue("chess-kunit", WQ_UNBOUND, 0);
	chess_queue_is_ours = chess_thoughts;
	return chess_thoughts ? 0 : -ENOMEM;
}

static void chess_suite_exit(struct kunit_suite *suite)
{
	if (!chess_queue_is_ours)
		return;
	destroy_workqueue(chess_thoughts);
	chess_thoughts = NULL;
	chess_queue_is_ours = false;
}

static int chess_test_init(struct kunit *test)
{
	struct chess_fixture *fixture;

	fixture = kunit_kzalloc(test, sizeof(*fixture), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fixture);
	fixture->board = chess_private_take();
	KUNIT_ASSERT_FALSE(test, IS_ERR(fixture->board));
	mutex_init(&fixture->file.reading);
	fixture->file.board = fixture->board;
	fixture->filp.private_data = &fixture->file;
	test->priv = fixture;
	return 0;
}

static void chess_test_exit(struct kunit *test)
{
	struct chess_fixture *fixture = test->priv;

	if (!fixture)
		return;
	flush_work(&fixture->board->question.work);
	chess_reply_put(fixture->board, fixture->file.reply);
	chess_private_put(fixture->board);
}

static ssize_t write_bytes(struct chess_fixture *fixture, const char *bytes,
			   size_t length)
{
	struct kvec vec = {.iov_base = (void *)bytes, .iov_len = length};
	struct kiocb iocb = {.ki_filp = &fixture->filp};
	struct iov_iter iter;

	iov_iter_kvec(&iter, WRITE, &vec, 1, length);
	return chess_write(&iocb, &iter);
}

static void must_answer(struct kunit *test, const char *command,
			const char *expected)
{
	struct chess_fixture *fixture = test->priv;
	struct chess_file *file = &fixture->file;
	size_t length = strlen(command);

	KUNIT_EXPECT_EQ(test, write_bytes(fixture, command, length),
			(ssize_t)length);
	flush_work(&fixture->board->question.work);
	KUNIT_ASSERT_NOT_NULL(test, file->reply);
	KUNIT_EXPECT_TRUE(test, file->wrote);
	KUNIT_EXPECT_EQ(test, file->delivered, (size_t)0);
	KUNIT_EXPECT_PTR_EQ(test, file->reply, fixture->board->reply);
	KUNIT_ASSERT_EQ(test, file->reply->text.length, strlen(expected));
	KUNIT_EXPECT_EQ(test,
			memcmp(file->reply->bytes, expected, strlen(expected)),
			0);
}

static void text_is_cut_off(struct kunit *test)
{
	char bytes[] = "....";
	struct chess_text text = {.cap = 3, .bytes = bytes};

	chess_text_add(&text, "ab", 2);
	chess_text_add(&text, "cd", 2);
	chess_text_add(&text, "e", 1);
	KUNIT_EXPECT_EQ(test, text.length, (size_t)3);
	KUNIT_EXPECT_STREQ(test, bytes, "abc.");
}

static void short_replies_are_used_again(struct kunit *test)
{
	struct chess_board *board = ((struct chess_fixture *)test->priv)->board;
	struct chess_reply *first, *second;

	first = chess_reply_take(board, RK_DEVICE_SHORT);
	KUNIT_ASSERT_NOT_NULL(test, first);
	chess_text_add(&first->text, "OK\n", 3);
	chess_reply_put(board, first);
	KUNIT_EXPECT_PTR_EQ(test, board->spare, first);
	second = chess_reply_take(board, RK_DEVICE_SHORT);
	KUNIT_EXPECT_PTR_EQ(test, second, first);
	KUNIT_EXPECT_EQ(test, second->text.length, (size_t)0);
	KUNIT_EXPECT_NULL(test, board->spare);
	first = chess_reply_take(board, 2 * RK_DEVICE_SHORT);
	KUNIT_ASSERT_NOT_NULL(test, first);
	chess_reply_put(board, first);
	KUNIT_EXPECT_NULL(test, board->spare);
	chess_reply_put(board, second);
}

static void replies_are_counted(struct kunit *test)
{
	struct chess_fixture *fixture = test->priv;
	struct chess_reply *reply;

	must_answer(test, "00 W\n", "OK\n");
	reply = fixture->file.reply;
	/* The file's, and the board's. */
	KUNIT_EXPECT_EQ(test, refcount_read(&reply->users), 2);
	must_answer(test, "05\n", "OK\n");
	KUNIT_EXPECT_PTR_EQ(test, fixture->board->spare, reply);
}

static void writes_of_any_length(struct kunit *test)
{
	struct chess_fixture *fixture = test->priv;
	size_t length = 2 * RK_DEVICE_LINE_SIZE;
	char *bytes = kvmalloc(length, GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, write_bytes(fixture, "", 0), (ssize_t)0);
	KUNIT_EXPECT_NULL(test, fixture->file.reply);
	must_answer(test, "\n", "UNKCMD\n");
	KUNIT_ASSERT_NOT_NULL(test, bytes);
	memset(bytes, ' ', length);
	memcpy(bytes, "04", 2);
	bytes[length - 1] = '\n';
	KUNIT_EXPECT_EQ(test, write_bytes(fixture, bytes, length),
			(ssize_t)length);
	KUNIT_EXPECT_EQ(test, memcmp(fixture->file.reply->bytes, "INVFMT\n", 7),
			0);
	kvfree(bytes);
}

static void thoughts_in_the_background(struct kunit *test)
{
	struct chess_fixture *fixture = test->priv;
	struct chess_board *board = fixture->board;

	must_answer(test, "00 B\n", "OK\n");
	fixture->filp.f_flags = O_NONBLOCK;
	must_answer(test, "03\n", "OK\n");
	KUNIT_EXPECT_FALSE(test, board->asked);
	KUNIT_EXPECT_NULL(test, board->asker);
	/* As if the work queue had not come to it yet. */
	board->asked = true;
	KUNIT_EXPECT_EQ(test, write_bytes(fixture, "01\n", 3),
			(ssize_t)-EAGAIN);
	fixture->filp.f_flags = 0;
	must_answer(test, "01x\n", "INVFMT\n");
	board->asker = &fixture->file;
	KUNIT_EXPECT_EQ(test, write_bytes(fixture, "01\n", 3),
			(ssize_t)-EAGAIN);
	board->asker = NULL;
	board->asked = false;
}

static void private_boards_have_a_limit(struct kunit *test)
{
	struct chess_board *last, *boards = NULL;
	int count = 0;

	/* A list of boards, by a member that has no use here. */
	while (!IS_ERR(last = chess_private_take())) {
		last->misc.parent = (struct device *)boards;
		boards = last;
		count++;
	}
	KUNIT_EXPECT_EQ(test, PTR_ERR(last), (long)-EBUSY);
	KUNIT_EXPECT_GT(test, count, 0);
	while (boards) {
		last = boards;
		boards = (struct chess_board *)last->misc.parent;
		chess_private_put(last);
	}
}

static struct kunit_case chess_cases[] = {
	KUNIT_CASE(text_is_cut_off),
	KUNIT_CASE(short_replies_are_used_again),
	KUNIT_CASE(replies_are_counted),
	KUNIT_CASE(writes_of_any_length),
	KUNIT_CASE(thoughts_in_the_background),
	KUNIT_CASE(private_boards_have_a_limit),
	{}};

static struct kunit_suite chess_suite = {
	.name = "chess",
	.suite_init = chess_suite_init,
	.suite_exit = chess_suite_exit,
	.init = chess_test_init,
	.exit = chess_test_exit,
	.test_cases = chess_cases,
};

kunit_test_suite(chess_suite);
