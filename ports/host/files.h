/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Files and memory of a console on this machine; see struct rk_platform. */
#ifndef RK_HOST_FILES_H
#define RK_HOST_FILES_H

#include "ports/host/output.h"
#include "rookery/out.h"

struct rk_game;

/* All zero: nothing is open. */
struct host_files {
	struct host_output output; /* being written */
	char place[4096];          /* where that is */
	char *loaded;
};

/* For rk_platform.grow, as it is; `self` is not used. */
bool host_files_grow(void *self, struct rk_game *game);

/* As the members of struct rk_platform with these names. */
const char *host_files_save_open(struct host_files *files, const char *name,
				 struct rk_out *out);
const char *host_files_save_close(struct host_files *files);
const char *host_files_load(struct host_files *files, const char *name,
			    const char **text, size_t *length);

/* The whole path, also of a name without one. */
const char *host_files_save_place(struct host_files *files, const char *name,
				  bool *is_there);

/* Frees what was loaded. */
void host_files_free(struct host_files *files);

#endif
