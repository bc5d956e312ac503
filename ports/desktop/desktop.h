/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The commands of the program rookery-desktop. */
#ifndef RK_DESKTOP_H
#define RK_DESKTOP_H

#include "ports/host/host.h"

/* A command gets the words after its name; see ports/host/host.h. */
enum host_exit desktop_picture(int count, char **words);
enum host_exit desktop_window(int count, char **words);
enum host_exit desktop_beside(int count, char **words);

#endif
