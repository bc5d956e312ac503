/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The options of the commands of rookery-desktop, for it and for `rookery`. */
#include "ports/host/desktop.h"
#include "ports/host/start.h"

static const char *const picture_options[][2] = {
	{"-o, --output FILE", "where to; .png, .svg, .pdf or .gif"},
	{"--four", "four players; a FEN4 says so itself"},
	{"--rules NAME", "standard, casual, minors, ffa, still, last, teams"},
	{"--size N", "pixels of a board, 64 to 8192"},
	{"--theme NAME", "wood, sea, grass or slate"},
	{"--dark", "dimmer, for dark surroundings"},
	{"--flip", "seen from the other side"},
	{"--below SEAT", "the player at the lower edge: black, blue, ..."},
	{"--no-coordinates", "no letters and numbers at the edges"},
	{"--last MOVE", "mark a move that led to the position: e2e4"},
	{"--game N", "of a file with several games, the first without it"},
	{"--every N", "a board after every N plies; all in an animation,"},
	{"", "else so many that there are at most 24 boards"},
	{"--delay N", "milliseconds of a board in an animation, 1000"},
};

void host_picture_help(FILE *to)
{
	fprintf(to, "options:\n");
	for (size_t i = 0;
	     i < sizeof(picture_options) / sizeof(picture_options[0]); i++)
		fprintf(to, "  %-18s  %s\n", picture_options[i][0],
			picture_options[i][1]);
}

void host_window_help(FILE *to)
{
	host_start_list(to);
}
