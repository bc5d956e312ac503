/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The parameters of the search as variables, in builds for tuning alone. They
 * are the only writable data of the layers, and no other build has them.
 */
#include "engine/params.h"
#include "rookery/engine.h"

#ifdef RK_TUNE

struct rk_params rk_params = {
#define START(name, value, least, most, step, meaning) .name = (value),
	RK_PARAMS(START)};

const struct rk_param rk_param_list[] = {
#define ROW(name, value, least, most, step, meaning) \
	{#name, &rk_params.name, value, least, most},
	RK_PARAMS(ROW){0}};

#endif
