/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * /dev/chess by io_uring, without a library: the ring's memory is laid out as
 * io_uring_setup(2) says. Few entries are used, one by one.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/kernel/io.h"

#define ENTRIES 8

struct ring {
	int file;
	size_t size;
	char *queues;
	struct io_uring_params params;
	struct io_uring_sqe *entries;
};

static unsigned int *at(const struct ring *ring, unsigned int offset)
{
	return (unsigned int *)(ring->queues + offset);
}

static void *map(const struct ring *ring, size_t size, off_t offset)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED,
			    ring->file, offset);

	must(memory != MAP_FAILED);
	return memory;
}

static void open_ring(struct ring *ring)
{
	memset(ring, 0, sizeof(*ring));
	ring->file = (int)syscall(SYS_io_uring_setup, ENTRIES, &ring->params);
	must(ring->file >= 0);
	must(ring->params.features & IORING_FEAT_SINGLE_MMAP);
	ring->size = 4096;
	ring->queues = map(ring, ring->size, IORING_OFF_SQ_RING);
	ring->entries =
		map(ring, ENTRIES * sizeof(*ring->entries), IORING_OFF_SQES);
}

static void close_ring(struct ring *ring)
{
	munmap(ring->entries, ENTRIES * sizeof(*ring->entries));
	munmap(ring->queues, ring->size);
	close(ring->file);
}

static void submit(struct ring *ring, const struct io_uring_sqe *entry)
{
	unsigned int *tail = at(ring, ring->params.sq_off.tail);
	unsigned int slot = *tail % ENTRIES;

	ring->entries[slot] = *entry;
	at(ring, ring->params.sq_off.array)[slot] = slot;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
	must(syscall(SYS_io_uring_enter, ring->file, 1, 0, 0, NULL, 0) == 1);
}

/* The result of the next request that ends; whose it is. */
static int wait_for(struct ring *ring, uint64_t *whose)
{
	unsigned int *head = at(ring, ring->params.cq_off.head);
	unsigned int *tail = at(ring, ring->params.cq_off.tail);
	unsigned int mask = *at(ring, ring->params.cq_off.ring_mask);
	struct io_uring_cqe *done =
		(struct io_uring_cqe *)at(ring, ring->params.cq_off.cqes);
	int result;

	while (*head == __atomic_load_n(tail, __ATOMIC_ACQUIRE))
		must(!syscall(SYS_io_uring_enter, ring->file, 0, 1,
			      IORING_ENTER_GETEVENTS, NULL, 0) ||
		     errno == EINTR);
	*whose = done[*head & mask].user_data;
	result = done[*head & mask].res;
	__atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
	return result;
}

enum { ASKED = 1, CANCELLED };

static void ask(struct ring *ring, int file, const char *command)
{
	const struct io_uring_sqe entry = {
		.opcode = IORING_OP_WRITE,
		.fd = file,
		.addr = (uintptr_t)command,
		.len = (unsigned int)strlen(command),
		.off = (uint64_t)-1,
		.user_data = ASKED,
	};

	submit(ring, &entry);
}

/* What came of the question; waits until both are done. */
static int cancel(struct ring *ring)
{
	const struct io_uring_sqe entry = {
		.opcode = IORING_OP_ASYNC_CANCEL,
		.addr = ASKED,
		.user_data = CANCELLED,
	};
	int result = 0;

	submit(ring, &entry);
	for (int i = 0; i < 2; i++) {
		uint64_t whose;
		int its = wait_for(ring, &whose);

		if (whose == ASKED)
			result = its;
	}
	return result;
}

/* A thought is cancelled long before its end, and nothing has changed. */
static void ring_cancels(void)
{
	struct ring ring;
	struct board board, other;
	int tries = TRIES, result;
	int64_t thought, begin;
	bool meanwhile;

	start_thinker(&board, LONGEST);
	thought = measure_thought(&board);
	board_open(&other, BOARD_NODE);
	open_ring(&ring);
	do {
		must(tries--);
		ask(&ring, other.file, "03\n");
		pause_for(200);
		meanwhile = serves_meanwhile(&board);
		begin = now();
		result = cancel(&ring);
		begin = now() - begin;
		must(result == 3 || result == -EINTR || result == -ECANCELED);
		must(is_untouched(&board) == (result != 3));
	} while (result == 3 || !meanwhile || begin > thought / 2);
	close_ring(&ring);
	board_close(&other);
	stop(&board);
}

/* Who waits for it gets the answer's length, and then the answer. */
static void ring_asks(void)
{
	struct ring ring;
	struct board board;
	uint64_t whose;

	start_thinker(&board, 1);
	open_ring(&ring);
	ask(&ring, board.file, "03\n");
	must(wait_for(&ring, &whose) == 3 && whose == ASKED);
	must(strlen(board_read(&board)) >= 2);
	must(!is_untouched(&board));
	close_ring(&ring);
	stop(&board);
}

const struct test tests_of_rings[] = {
	{"ring_asks", ring_asks},
	{"ring_cancels", ring_cancels},
	{NULL, NULL},
};
