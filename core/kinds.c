/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The list of all kinds of chess, for programs that let people choose one by
 * name. It has a file of its own so that a program that plays only some kinds
 * does not link the others.
 */
#include "rookery/deps.h"

#include "rookery/rules.h"

const struct rk_rules *const rk_rules_all[] = {
	&rk_rules_standard,
	&rk_rules_casual,
#ifndef RK_SMALL
	&rk_rules_minors,
#endif
#ifndef RK_TWO_PLAYERS
	&rk_rules_ffa,
	&rk_rules_still,
	&rk_rules_last,
	&rk_rules_teams,
#endif
	NULL,
};

const struct rk_rules *rk_rules_find(const char *name, size_t length)
{
	for (int i = 0; rk_rules_all[i]; i++) {
		const char *row = rk_rules_all[i]->name;
		size_t at = 0;

		while (at < length && row[at] && row[at] == name[at])
			at++;
		if (at == length && !row[at])
			return rk_rules_all[i];
	}
	return NULL;
}
