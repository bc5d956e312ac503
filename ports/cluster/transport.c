/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Messages over MPI; see transport.h. Nothing here blocks but for the functions
 * that all ranks call together: MPI's own waiting takes all of a processor, which
 * would be missing elsewhere. A send keeps its copy until MPI is done with it; one
 * to a rank that never answers again keeps it for ever.
 */
#include "ports/cluster/transport.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/host.h"

/* A message that is on its way. */
struct transport_sent {
	struct transport_sent *next;
	MPI_Request request;
	char bytes[];
};

static struct transport_sent *on_the_way;

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

/* Frees the copies that have arrived. */
static void sweep(void)
{
	struct transport_sent **link = &on_the_way;

	while (*link) {
		struct transport_sent *sent = *link;
		int is_over;

		MPI_Test(&sent->request, &is_over, MPI_STATUS_IGNORE);
		if (is_over) {
			*link = sent->next;
			free(sent);
		} else {
			link = &sent->next;
		}
	}
}

void transport_close(void)
{
	while (on_the_way)
		sweep();
	MPI_Finalize();
}

void transport_send(int rank, enum transport_kind kind,
		    const struct transport_head *head, const char *bytes,
		    size_t length)
{
	struct transport_sent *sent =
		malloc(sizeof(*sent) + sizeof(*head) + length);

	if (!sent) {
		fprintf(stderr, "rookery-mpi: rank %d: not enough memory\n",
			transport_rank());
		transport_abort(HOST_FAILED);
	}
	memcpy(sent->bytes, head, sizeof(*head));
	if (length)
		memcpy(sent->bytes + sizeof(*head), bytes, length);
	MPI_Isend(sent->bytes, (int)(sizeof(*head) + length), MPI_BYTE, rank,
		  (int)kind, MPI_COMM_WORLD, &sent->request);
	sent->next = on_the_way;
	on_the_way = sent;
}

bool transport_receive(struct transport_message *message)
{
	struct host_text *text = &message->bytes;
	MPI_Message found;
	MPI_Status about;
	int is_there, length;

	sweep();
	MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there,
		    &found, &about);
	if (!is_there)
		return false;
	MPI_Get_count(&about, MPI_BYTE, &length);
	if ((size_t)length > text->capacity) {
		host_text_free(text);
		text->bytes = malloc((size_t)length);
		if (!text->bytes)
			transport_abort(HOST_FAILED);
		text->capacity = (size_t)length;
	}
	MPI_Mrecv(text->bytes, length, MPI_BYTE, &found, &about);
	message->kind = (enum transport_kind)about.MPI_TAG;
	message->rank = about.MPI_SOURCE;
	memcpy(&message->head, text->bytes, sizeof(message->head));
	text->length = (size_t)length - sizeof(message->head);
	memmove(text->bytes, text->bytes + sizeof(message->head), text->length);
	return true;
}
