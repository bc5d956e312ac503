/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The commands that `rookery` leaves to the program rookery-desktop, which is
 * linked with cairo. Both programs print the same help.
 */
#ifndef RK_HOST_DESKTOP_H
#define RK_HOST_DESKTOP_H

#include <stdio.h>

#include "ports/host/programs.h"

#define HOST_DESKTOP "rookery-desktop"

#define HOST_PICTURE_ARGS "[OPTION...] FEN|FEN4|start|GAME -o FILE"
#define HOST_PICTURE_HELP \
	"draw a position, or the GAME of a PGN file (- for standard input),\n" \
	"      into a FILE that ends in .png, .svg, .pdf or .gif; as a GIF a\n" \
	"      game is an animation"

#define HOST_WINDOW_ARGS "[OPTION...] [FILE]"
#define HOST_WINDOW_HELP \
	"play in a window, or go on there with the game in a PGN file"

/* Lists the options of the commands picture and window. */
void host_picture_help(FILE *to);
void host_window_help(FILE *to);

/* Runs rookery-desktop in place of this program; returns only on failure. */
enum host_exit host_picture(int count, char **words);
enum host_exit host_window(int count, char **words);

#endif
