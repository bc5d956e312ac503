/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Syzygy endgame tables of files, read by libfathom (tables_fathom.c); without
 * that library there are none (tables_none.c). There is one set of tables for
 * the whole program, because the library has only one.
 */
#ifndef RK_HOST_TABLES_H
#define RK_HOST_TABLES_H

#include "rookery/platform.h"
#include "rookery/position.h"

/* Was the program built with the library? */
bool host_tables_are_known(void);

/*
 * Opens the tables in the folders of `path`, which are separated by colons, in
 * place of the open ones; an empty path only closes those. NULL, or the reason
 * in words that can stand alone, valid until the next call; then the open tables
 * stay open. Nobody may use the tables meanwhile.
 */
const char *host_tables_open(const char *path, size_t length);

/* The most pieces of a position that is in a table; 0: none are open. */
int host_tables_men(void);

/* As tb_probe() and tb_root() of struct rk_platform; the latter for one thread. */
enum rk_tb_result host_tables_probe(const struct rk_pos *pos);
enum rk_tb_result host_tables_root(const struct rk_pos *pos, bool repeated,
				   bool fifty, rk_move *moves, int *count);

#endif
