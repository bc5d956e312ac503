/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi: long work on many machines. Rank 0 is the coordinator: it cuts the
 * work into pieces, hands each to a rank that is free, and takes the results in
 * the order of the pieces, whatever order they come back in. The result of a
 * piece depends on nothing but the piece, so a run that was killed goes on from
 * its checkpoint and ends with the same bytes.
 *
 * transport.c is the only file that moves bytes between ranks, coordinator.c and
 * worker.c are the two sides, hands.c is the thread in which a rank works, and
 * checkpoint.c keeps results on the disk. analyse.c, selfplay.c and relay.c say
 * what a piece is. Only rank 0 writes to the terminal. The command uci has no
 * pieces; see search.h.
 */
#ifndef RK_CLUSTER_H
#define RK_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ports/host/host.h"
#include "ports/host/progress.h"
#include "ports/host/text.h"

/* What the coordinator gets when it asks for the next piece. */
enum cluster_next {
	CLUSTER_PIECE,
	CLUSTER_NOTE,  /* nothing to work on; it is taken when its turn comes */
	CLUSTER_LATER, /* none at the moment */
	CLUSTER_END,
	CLUSTER_ENOUGH, /* the end, and nothing is to be taken any more */
};

/* The options that all commands share. */
struct cluster_options {
	uint32_t silence; /* seconds of silence until a rank counts as lost */
	uint32_t limit;   /* seconds that a piece may take; 0: any number */
	uint32_t every;   /* seconds between two lines of progress; 0: none */
	uint32_t restart; /* begin the checkpoint anew */
	/*
	 * Thousands of nodes that fill a piece. Two million are about two seconds
	 * of work: much longer than a message takes, and short enough that all
	 * ranks end at about the same time.
	 */
	uint32_t piece;
};

/*
 * A command's work. next() and take() are called at the coordinator, answer() at
 * every rank in the thread of hands.c, stop() from another thread of that rank.
 */
struct cluster_work {
	void *self;
	struct cluster_options options;
	const char *checkpoint; /* its file, or NULL */
	const char *settings;   /* one line that a checkpoint must agree with */
	uint64_t first;         /* the number of the first piece */
	uint64_t resumed;       /* results in the checkpoint, once it is open */
	enum host_exit status;  /* of what was taken so far */
	struct host_progress progress;

	/*
	 * Once, when the checkpoint is open and nobody else can be at it; may be
	 * NULL. False after an error message.
	 */
	bool (*begin)(void *self);

	/* Appends the text of the next piece to `piece`, which is empty. */
	enum cluster_next (*next)(void *self, struct host_text *piece);

	/*
	 * Takes the result of a piece, in order. False after an error message:
	 * the run ends here, and its checkpoint stays.
	 */
	bool (*take)(void *self, const struct host_text *piece,
		     const struct host_text *result);

	/*
	 * After the last piece, or after an error. False after an error message:
	 * the output could not be written, and the checkpoint stays.
	 */
	bool (*finish)(void *self, bool is_done);

	/* Appends the result to `result`; false if it was stopped or failed. */
	bool (*answer)(void *self, const char *piece, size_t length,
		       struct host_text *result);
	void (*stop)(void *self);
	bool (*is_stopped)(void *self);
};

/* Commands get the words after their name, as those of the host. */
enum host_exit cluster_analyse(int count, char **words);
enum host_exit cluster_selfplay(int count, char **words);
enum host_exit cluster_match(int count, char **words);
enum host_exit cluster_tune(int count, char **words);
enum host_exit cluster_uci(int count, char **words);

/*
 * main.c: removes the options that all commands share from the words. Returns
 * the number of words left, or -1 after an error message.
 */
int cluster_take_options(struct cluster_options *options, int count,
			 char **words);

/* The place of these rules in rk_rules_all, which is the same at every rank. */
struct rk_rules;
int cluster_rules_index(const struct rk_rules *rules);

/* The worst status of all ranks; rank 0 says whose it is if not its own. */
enum host_exit cluster_agree(enum host_exit status);

/*
 * Runs the work to its end on all ranks, each of which calls this with what its
 * preparation came to. If that failed anywhere, nothing is begun. Returns the
 * status that rank 0 decides on, the same everywhere.
 */
enum host_exit cluster_run(struct cluster_work *work, enum host_exit prepared);

/* The two sides of it: coordinator.c and worker.c. */
enum host_exit cluster_coordinate(struct cluster_work *work);
enum host_exit cluster_serve(struct cluster_work *work);

#endif
