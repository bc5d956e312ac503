/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the /dev/chess protocol; see rookery/device.h. */
#ifndef RK_PROTO_DEVICE_H
#define RK_PROTO_DEVICE_H

#include "rookery/device.h"

/* Do the arguments of a job fit the grammar of its command? */
bool rk_device_fits_nothing(struct rk_device_job *job);
bool rk_device_fits_colour(struct rk_device_job *job);
bool rk_device_fits_move(struct rk_device_job *job);
bool rk_device_fits_number(struct rk_device_job *job);
bool rk_device_fits_line(struct rk_device_job *job);

/* The index of the first such letter, or the length if there is none. */
size_t rk_device_find(const char *text, size_t length, char letter);

/* The two long answers, without a newline. */
void rk_device_write_board(const struct rk_game *game,
			   const struct rk_out *out);
void rk_device_write_line(const struct rk_game *game, const struct rk_out *out);

#endif
