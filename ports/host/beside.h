/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A window beside the terminal, which shows the same game: the terminal's side.
 * The window is another program at the end of a socket; docs/desktop.md has the
 * lines that go to and fro. It may hang, flood or end at any time: nothing here
 * waits for it, and all buffers have a fixed size.
 */
#ifndef RK_HOST_BESIDE_H
#define RK_HOST_BESIDE_H

#include "ports/host/child.h"
#include "ports/host/text.h"
#include "rookery/console.h"

/* The longest lines for one position: show and last. */
#define HOST_BESIDE_SHOW (RK_ANY_FEN_SIZE + 96)

/* All zero but for `child`, which is none: there is no window. */
struct host_beside {
	struct host_child child;
	char shown[HOST_BESIDE_SHOW]; /* what it was told last */
	char unsent[2 * HOST_BESIDE_SHOW];
	size_t unsent_length;
	int zoom;      /* that was asked for */
	char line[64]; /* from it, so far */
	size_t length; /* also beyond that */
	size_t heard;  /* bytes in the second that began then */
	uint64_t second;
	char typed[32]; /* a move that came, as people type it */
};

/* Starts the window. Returns NULL, or why there is none: one line. */
const char *host_beside_open(struct host_beside *beside);

/* Asks it to end, and sees to it. */
void host_beside_close(struct host_beside *beside);

static inline bool host_beside_is_there(const struct host_beside *beside)
{
	return beside->child.pid > 0;
}

/* What to wait for: a file, or -1; and whether it should be written to. */
static inline int host_beside_file(const struct host_beside *beside)
{
	return beside->child.from;
}

static inline bool host_beside_writes(const struct host_beside *beside)
{
	return beside->unsent_length > 0;
}

/* Shows the console's board, if it has changed and the window keeps up. */
void host_beside_show(struct host_beside *beside,
		      const struct rk_console *console);

/* Sends how large the window shall be; false if there is none. */
bool host_beside_zoom(struct host_beside *beside, int factor);

/*
 * Carries bytes, without waiting. True if a move has come: it is in `typed`.
 * What a person should know, such as that the window is gone, is added to
 * `said`.
 */
bool host_beside_hear(struct host_beside *beside,
		      const struct rk_console *console, struct host_text *said);

#endif
