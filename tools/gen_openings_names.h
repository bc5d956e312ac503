/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The names of openings as rows of codes, see engine/openings_table.h: first
 * all names are added, then they are packed, then printed.
 */
#ifndef RK_TOOLS_GEN_OPENINGS_NAMES_H
#define RK_TOOLS_GEN_OPENINGS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The number of a name, the same for the same name; -1: there is no room. */
int names_add(const char *name);

/* False if there are too many codes to count them in 16 bits. */
bool names_pack(void);

const char *names_text(int number);
unsigned int names_start(int number); /* its first code */
size_t names_bytes(void);
void names_print(void);

#endif
