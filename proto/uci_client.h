/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the UCI client; see rookery/uci_client.h. */
#ifndef RK_PROTO_UCI_CLIENT_H
#define RK_PROTO_UCI_CLIENT_H

#include "proto/uci.h"
#include "rookery/uci_client.h"

/* The engine did what the parts say, which end with NULL: no more of it. */
void rk_uci_client_fail(struct rk_uci_client *client, const char *const *parts);

/* False if the word is too long; then nothing is written. */
bool rk_uci_client_copy(char to[RK_UCI_CLIENT_WORD], struct rk_word word);

/* uci_client_option.c: takes the rest of a line `option`. */
void rk_uci_client_option(struct rk_uci_client *client, struct rk_word rest);

/* Sends those that were wanted; false, failed, if the engine lacks one. */
bool rk_uci_client_set_options(struct rk_uci_client *client);

#endif
