/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Messages over MPI; see transport.h. Nothing here blocks but for the functions
 * that all ranks call together: MPI's own waiting takes all of a processor, which
 * would be missing elsewhere. A send keeps its copy until MPI is done with it; one
 * to a rank that never answers again keeps it for ever.
 */
#include "ports/cluster/transport.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/host.h"

/* Messages that are on their way: the copy of each, its rank, and MPI's request. */
static struct {
	int count, capacity;
	char **copies;
	int *ranks;
	MPI_Request *requests;
	int *arrived; /* room for indices, and for what MPI says of them */
	MPI_Status *statuses;
} on_the_way;

void transport_open(int *count, char ***words)
{
	int provided;

	MPI_Init_thread(count, words, MPI_THREAD_FUNNELED, &provided);
}

_Noreturn void transport_abort(enum host_exit status)
{
	MPI_Abort(MPI_COMM_WORLD, (int)status);
	_Exit((int)status);
}

void transport_endure(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

int transport_rank(void)
{
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank;
}

int transport_size(void)
{
	int size;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	return size;
}

void transport_share(void *bytes, size_t size)
{
	MPI_Bcast(bytes, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

enum host_exit transport_agree(enum host_exit status, int *rank)
{
	struct {
		int status, rank;
	} mine = {(int)status, transport_rank()}, worst;

	MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
	*rank = worst.rank;
	return (enum host_exit)worst.status;
}

/*
 * Frees the copies that have arrived. All requests are tested at once, since every
 * test lets MPI do its work, and may give the processor away.
 */
static void sweep(void)
{
	int arrived = 0, left = 0;

	if (!on_the_way.count)
		return;
	MPI_Testsome(on_the_way.count, on_the_way.requests, &arrived,
		     on_the_way.arrived, on_the_way.statuses);
	if (arrived <= 0)
		return;
	for (int i = 0; i < on_the_way.count; i++) {
		/* Also one that has failed, in transport_endure(). */
		if (on_the_way.requests[i] == MPI_REQUEST_NULL) {
			free(on_the_way.copies[i]);
			continue;
		}
		on_the_way.copies[left] = on_the_way.copies[i];
		on_the_way.ranks[left] = on_the_way.ranks[i];
		on_the_way.requests[left++] = on_the_way.requests[i];
	}
	on_the_way.count = left;
}

void transport_close(void)
{
	while (on_the_way.count)
		sweep();
	free(on_the_way.copies);
	free(on_the_way.ranks);
	free(on_the_way.requests);
	free(on_the_way.arrived);
	free(on_the_way.statuses);
	MPI_Finalize();
}

static _Noreturn void give_up(const char *why)
{
	fprintf(stderr, "rookery-mpi: rank %d: %s\n", transport_rank(), why);
	transport_abort(HOST_FAILED);
}

static void *grow(void *memory, size_t size)
{
	void *more = realloc(memory, (size_t)on_the_way.capacity * size);

	if (!more)
		give_up("not enough memory");
	return more;
}

/* Room for one more message. */
static void make_room(void)
{
	if (on_the_way.count < on_the_way.capacity)
		return;
	on_the_way.capacity += on_the_way.capacity + 64;
	on_the_way.copies = grow(on_the_way.copies, sizeof(*on_the_way.copies));
	on_the_way.ranks = grow(on_the_way.ranks, sizeof(*on_the_way.ranks));
	on_the_way.requests = grow(on_the_way.requests, sizeof(MPI_Request));
	on_the_way.arrived =
		grow(on_the_way.arrived, sizeof(*on_the_way.arrived));
	on_the_way.statuses =
		grow(on_the_way.statuses, sizeof(*on_the_way.statuses));
}

void transport_send(int rank, enum transport_kind kind,
		    const struct transport_head *head, const char *bytes,
		    size_t length)
{
	int last = on_the_way.count;
	char *copy;

	if (length > INT_MAX - sizeof(*head))
		give_up("a piece of 2 GB is more than MPI carries at once");
	copy = malloc(sizeof(*head) + length);
	if (!copy)
		give_up("not enough memory");
	make_room();
	memcpy(copy, head, sizeof(*head));
	if (length)
		memcpy(copy + sizeof(*head), bytes, length);
	if (MPI_Isend(copy, (int)(sizeof(*head) + length), MPI_BYTE, rank,
		      (int)kind, MPI_COMM_WORLD,
		      &on_the_way.requests[last]) != MPI_SUCCESS) {
		free(copy);
		return;
	}
	on_the_way.copies[last] = copy;
	on_the_way.ranks[last] = rank;
	on_the_way.count++;
}

int transport_waiting(int rank)
{
	int count = 0;

	for (int i = 0; i < on_the_way.count; i++)
		count += on_the_way.ranks[i] == rank;
	return count;
}

bool transport_receive(struct transport_message *message)
{
	struct host_text *text = &message->bytes;
	MPI_Message found;
	MPI_Status about;
	int is_there, length;

	if (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there,
			&found, &about) != MPI_SUCCESS ||
	    !is_there) {
		sweep();
		return false;
	}
	MPI_Get_count(&about, MPI_BYTE, &length);
	if ((size_t)length > text->capacity) {
		host_text_free(text);
		text->bytes = malloc((size_t)length);
		if (!text->bytes)
			give_up("not enough memory");
		text->capacity = (size_t)length;
	}
	if (MPI_Mrecv(text->bytes, length, MPI_BYTE, &found, &about) !=
	    MPI_SUCCESS)
		return false;
	message->kind = (enum transport_kind)about.MPI_TAG;
	message->rank = about.MPI_SOURCE;
	memcpy(&message->head, text->bytes, sizeof(message->head));
	text->length = (size_t)length - sizeof(message->head);
	memmove(text->bytes, text->bytes + sizeof(message->head), text->length);
	return true;
}
