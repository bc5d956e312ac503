/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the screen shows, as rows of text; written only where it changes. */
#ifndef RK_HOST_FRAME_H
#define RK_HOST_FRAME_H

#include "ports/host/text.h"

#define HOST_FRAME_ROWS 256

struct host_frame {
	struct host_text rows[HOST_FRAME_ROWS];  /* as they should be */
	struct host_text shown[HOST_FRAME_ROWS]; /* as they are */
	int height;
	int width;
	bool unknown; /* what is on the screen now: all is written again */
};

/* Starts a frame of empty rows. */
void host_frame_begin(struct host_frame *frame, int height, int width);

/* A row from 0, to add text to; one that is not there takes text, too. */
struct host_text *host_frame_row(struct host_frame *frame, int row);

/*
 * Shows it, but for the rows from `from` to `to`, which are the editor's. The
 * cursor stays where it is.
 */
void host_frame_show(struct host_frame *frame, int from, int to);

void host_frame_free(struct host_frame *frame);

#endif
