/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Replaces tables_fathom.c if there is no libfathom. */
#include "ports/host/tables.h"

bool host_tables_are_known(void)
{
	return false;
}

const char *host_tables_open(const char *path, size_t length)
{
	(void)path;
	return length ? "this program cannot read endgame tables" : NULL;
}

int host_tables_men(void)
{
	return 0;
}

enum rk_tb_result host_tables_probe(const struct rk_pos *pos)
{
	(void)pos;
	return RK_TB_UNKNOWN;
}

enum rk_tb_result host_tables_root(const struct rk_pos *pos, bool repeated,
				   bool fifty, rk_move *moves, int *count)
{
	(void)pos;
	(void)repeated;
	(void)fifty;
	(void)moves;
	(void)count;
	return RK_TB_UNKNOWN;
}
