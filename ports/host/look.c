/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the terminal can show, guessed from the environment only, without a
 * terminal database. docs/terminal.md lists the guesses and how to override
 * them.
 */
#define _XOPEN_SOURCE 700

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/term.h"

enum colours { NONE, SIXTEEN, MANY, ALL };

/* The first row whose word is contained in TERM decides. */
static const struct {
	const char *word;
	enum colours colours;
} terms[] = {
	{"direct", ALL},      {"kitty", ALL},      {"alacritty", ALL},
	{"foot", ALL},        {"ghostty", ALL},    {"wezterm", ALL},
	{"16color", SIXTEEN}, {"mono", NONE},      {"vt1", NONE},
	{"vt2", NONE},        {"linux", SIXTEEN}, /* consoles with 16 colours */
	{"cons25", SIXTEEN},  {"wsvt25", SIXTEEN}, {"ansi", SIXTEEN},
	{"", MANY}, /* terminal windows, which support them */
};

static const char *value(const char *name)
{
	const char *text = getenv(name);

	return text ? text : "";
}

static enum colours colours(void)
{
	const char *colorterm = value("COLORTERM");
	size_t i = 0;

	if (*value("NO_COLOR"))
		return NONE;
	if (!strcmp(colorterm, "truecolor") || !strcmp(colorterm, "24bit"))
		return ALL;
	while (!strstr(value("TERM"), terms[i].word))
		i++;
	return terms[i].colours;
}

bool host_term_look(struct rk_console_look *look, bool letters_only)
{
	bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	/* The font of the Linux console has no chess pieces. */
	bool could = !letters_only && strcmp(value("TERM"), "linux") != 0;

	look->drawing = RK_DRAW_RICH;
	look->colours = (uint8_t)colours();
	look->glyphs = could && utf8;
	return could && !utf8 && look->colours != NONE;
}

bool host_term_has_mouse(void)
{
	static const char *const without[] = {"linux", "cons25", "wsvt25",
					      "ansi",  "vt1",    "vt2"};

	for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++)
		if (!strncmp(value("TERM"), without[i], strlen(without[i])))
			return false;
	return true;
}

bool host_term_is_there(void)
{
	const char *term = value("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && *term &&
	       strcmp(term, "dumb") != 0;
}
