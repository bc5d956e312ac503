/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Networks of this program: the one inside it, and files. */
#ifndef RK_HOST_NETWORK_H
#define RK_HOST_NETWORK_H

#include "rookery/network.h"

/*
 * The network inside the program, data/network.rknet; NULL: there is none. The
 * first call must not be at the same time as another.
 */
const struct rk_network *host_network_embedded(void);

/* What the embedded one is called in lists of options. */
#define HOST_NETWORK_NAME "<embedded>"

/* All zero: no file is loaded. */
struct host_network {
	struct rk_network network;
	void *data; /* NULL: nothing is loaded */
	char reason[512];
};

/*
 * Loads a file in place of the one that was loaded. NULL, or the reason in words
 * that can stand alone, valid until the next call; then nothing has changed.
 * Nobody may use the old one meanwhile.
 */
const char *host_network_load(struct host_network *network, const char *name,
			      size_t length);
void host_network_free(struct host_network *network);

#endif
