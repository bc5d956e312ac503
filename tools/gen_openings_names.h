/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The names of openings as sequences of codes, see engine/openings_table.h: all
 * names are added, then packed, then printed.
 */
#ifndef RK_TOOLS_GEN_OPENINGS_NAMES_H
#define RK_TOOLS_GEN_OPENINGS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The number of a name, equal for equal names; -1 if the table is full. */
int names_add(const char *name);

/* False if there are more codes than 16 bits can count. */
bool names_pack(void);

const char *names_text(int number);
unsigned int names_start(int number); /* its first code */
size_t names_bytes(void);
void names_print(void);

#endif
