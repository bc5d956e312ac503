/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The names of openings, from data/openings.txt. */
#ifndef ROOKERY_OPENINGS_H
#define ROOKERY_OPENINGS_H

#include "rookery/player.h"

/*
 * Writes the name of the position with this book key (see book_key() of struct
 * rk_rules). Returns false, and leaves `name` as it is, if it has none.
 */
bool rk_opening_name(char name[RK_OPENING_SIZE], uint64_t key);

#endif
