/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Messages between the coordinator and the other ranks, over MPI. Only one thread
 * of a rank may call these functions. All ranks are expected to be machines of one
 * kind: numbers travel as they are in memory.
 */
#ifndef RK_CLUSTER_TRANSPORT_H
#define RK_CLUSTER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ports/host/host.h"
#include "ports/host/text.h"

enum transport_kind {
	TRANSPORT_WORK = 1, /* to a worker: a piece */
	TRANSPORT_STOP,     /* to a worker: the exit status */
	TRANSPORT_RESULT,   /* to the coordinator */
	TRANSPORT_ALIVE,    /* to the coordinator */
	TRANSPORT_BYE,      /* to the coordinator: the answer to STOP */

	/* A search by all ranks; see search.h. */
	TRANSPORT_ORDER,   /* from rank 0 */
	TRANSPORT_REPORT,  /* to rank 0 */
	TRANSPORT_READY,   /* to rank 0: the order of that number is done */
	TRANSPORT_REMARK,  /* to rank 0: a text for the terminal */
	TRANSPORT_ENTRIES, /* from any rank to any other */
};

/* Every message begins with this; what follows is the piece or the result. */
struct transport_head {
	uint64_t number;  /* of the piece; for STOP the status */
	uint64_t busy_us; /* microseconds that it took */
	uint64_t failed;  /* there is no result */
};

struct transport_message {
	enum transport_kind kind;
	int rank; /* of the sender */
	struct transport_head head;
	struct host_text bytes; /* of the caller, who frees it */
};

/* Starts and ends MPI; transport_abort() ends all ranks at once. */
void transport_open(int *count, char ***words);
void transport_close(void);
_Noreturn void transport_abort(enum host_exit status);

/*
 * From now on a rank that is gone is like one that says nothing, if mpirun does not
 * end all the others.
 */
void transport_endure(void);

int transport_rank(void);
int transport_size(void);

/* What rank 0 has, everywhere. Called by all ranks. */
void transport_share(void *bytes, size_t size);

/*
 * The worst of all statuses, and, at every rank, the first rank that has it.
 * Called by all ranks.
 */
enum host_exit transport_agree(enum host_exit status, int *rank);

/* Sends a copy of the bytes and does not wait for it to arrive. */
void transport_send(int rank, enum transport_kind kind,
		    const struct transport_head *head, const char *bytes,
		    size_t length);

/* The messages to a rank that MPI has not got rid of yet. */
int transport_waiting(int rank);

/* Receives a message if there is one. */
bool transport_receive(struct transport_message *message);

#endif
