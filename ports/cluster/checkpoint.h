/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Results on the disk, so that a run that was killed goes on where it was. The
 * file has a line with the settings of the run, then records in the order in which
 * results came back: a head, and the bytes of the result. A record that is not
 * whole, or that was changed, ends the file.
 */
#ifndef RK_CLUSTER_CHECKPOINT_H
#define RK_CLUSTER_CHECKPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "ports/host/text.h"

/* Where the result of a piece is in the file. */
struct checkpoint_entry {
	uint64_t number;
	uint64_t offset;
};

/* All zero: there is none, and nothing is kept. */
struct checkpoint {
	int file; /* -1: none */
	char *name;
	uint64_t end;                     /* where the next record begins */
	bool is_changed;                  /* since the last sync */
	struct checkpoint_entry *entries; /* of an earlier run, by number */
	uint64_t count, capacity;
	uint64_t at; /* the first entry that may still be asked for */
	char reason[512];
};

#define NO_CHECKPOINT ((struct checkpoint){.file = -1})

/*
 * Opens NAME, whose settings must be these; a file that is not there or empty is
 * begun. Returns NULL, or why not, in words that can stand alone; then the file
 * is unchanged.
 */
const char *checkpoint_open(struct checkpoint *checkpoint, const char *name,
			    const char *settings, bool restart);

enum checkpoint_found { CHECKPOINT_NONE, CHECKPOINT_FOUND, CHECKPOINT_OTHER };

/*
 * Looks for the result of a piece; numbers must increase from call to call.
 * CHECKPOINT_OTHER: there is one, but of another piece with this number.
 */
enum checkpoint_found checkpoint_find(struct checkpoint *checkpoint,
				      uint64_t number,
				      const struct host_text *piece,
				      struct host_text *result);

/* Appends a result; false, with the reason filled in, if it cannot. */
bool checkpoint_add(struct checkpoint *checkpoint, uint64_t number,
		    const struct host_text *piece,
		    const struct host_text *result);

/* Everything that was added is on the disk after this. */
bool checkpoint_sync(struct checkpoint *checkpoint);

/* Closes it; a run that is done needs it no more. */
void checkpoint_close(struct checkpoint *checkpoint, bool is_done);

#endif
