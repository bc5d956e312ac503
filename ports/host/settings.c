/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The settings file. A setting is one row of a table: a byte of the console or
 * of the settings themselves, and what its values are called. The file is taken as
 * a whole or not at all. Lines with a key that is not in the table, as a newer
 * Rookery writes, and comments stay in it.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ports/host/journal_file.h"
#include "ports/host/output.h"
#include "ports/host/settings.h"
#include "rookery/console.h"
#include "rookery/levels.h"
#include "rookery/theme.h"

#define MAX_SIZE 65536 /* of a file that is read */

/* ---- The table ---- */

static const char *name_theme(int value)
{
	return value < RK_THEMES ? rk_themes[value].name : NULL;
}

static const char *name_notation(int value)
{
	static const char *const names[] = {"san", "coordinate", "figurine"};

	return value < 3 ? names[value] : NULL;
}

/* Of the seats in the order of their turns: White, Black; Red, Blue, ... */
static const char *name_side(int value)
{
	static const char *const names[] = {"first", "second", "third",
					    "fourth"};

	return value < RK_MAX_SEATS ? names[value] : NULL;
}

static const char *name_switch(int value)
{
	static const char *const names[] = {"off", "on"};

	return value < 2 ? names[value] : NULL;
}

static const char *name_promotion(int value)
{
	static const char *const names[] = {"ask", "queen"};

	return value < 2 ? names[value] : NULL;
}

static const char *name_style(int value)
{
	static const char *const names[] = {"system", "light", "dark"};

	return value < 3 ? names[value] : NULL;
}

/* Whose byte it is. The window's come last: others do not know those rows. */
enum owner { CONSOLE, TERMINAL, WINDOW };

/* With names, values count from 0; without, they are numbers. */
static const struct setting {
	const char *key;
	const char *(*name)(int value);
	uint8_t least, most;
	enum owner owner;
	size_t offset;
} table[] = {
	{"theme", name_theme, 0, 0, CONSOLE,
	 offsetof(struct rk_console, look.theme)},
	{"notation", name_notation, 0, 0, CONSOLE,
	 offsetof(struct rk_console, look.notation)},
	{"zoom", NULL, 0, RK_MAX_ZOOM, TERMINAL,
	 offsetof(struct host_settings, zoom)},
	{"side", name_side, 0, 0, CONSOLE,
	 offsetof(struct rk_console, look.below)},
	{"level", NULL, 1, RK_LEVELS, CONSOLE,
	 offsetof(struct rk_console, level)},
	{"promotion", name_promotion, 0, 0, CONSOLE,
	 offsetof(struct rk_console, promotes_queen)},
	{"watch", name_switch, 0, 0, CONSOLE,
	 offsetof(struct rk_console, look.watch)},
	{"bell", name_switch, 0, 0, CONSOLE,
	 offsetof(struct rk_console, look.bell)},
	{"window-zoom", NULL, 0, HOST_WINDOW_MOST_ZOOM, WINDOW,
	 offsetof(struct host_settings, window.zoom)},
	{"window-theme", NULL, 0, HOST_WINDOW_THEMES - 1, WINDOW,
	 offsetof(struct host_settings, window.theme)},
	{"window-style", name_style, 0, 0, WINDOW,
	 offsetof(struct host_settings, window.style)},
	{"window-animation", name_switch, 0, 0, WINDOW,
	 offsetof(struct host_settings, window.animation)},
	{"window-coordinates", name_switch, 0, 0, WINDOW,
	 offsetof(struct host_settings, window.coordinates)},
};

#define SETTINGS ((int)(sizeof(table) / sizeof(table[0])))

static int count_rows(const struct host_settings *settings)
{
	int count = SETTINGS;

	while (!settings->is_window && table[count - 1].owner == WINDOW)
		count--;
	return count;
}

static uint8_t *byte_of(const struct setting *setting,
			struct host_settings *settings,
			struct rk_console *console)
{
	char *base = setting->owner == CONSOLE ? (char *)console
					       : (char *)settings;

	return (uint8_t *)base + setting->offset;
}

/* ---- Text ---- */

static void write_value(struct host_text *to, const struct setting *setting,
			int value)
{
	const struct rk_short_text number = rk_number((uint32_t)value);

	host_text_format(to, "%s %s\n", setting->key,
			 setting->name ? setting->name(value) : number.text);
}

static void write_all(struct host_text *to, struct host_settings *settings,
		      struct rk_console *console)
{
	to->length = 0;
	for (int i = 0; i < count_rows(settings); i++)
		write_value(to, &table[i],
			    *byte_of(&table[i], settings, console));
	host_text_add(to, settings->others.bytes, settings->others.length);
}

static int find_value(const struct setting *setting, struct rk_word word)
{
	uint32_t number;

	if (!setting->name)
		return rk_word_number(word, setting->least, setting->most,
				      &number)
			       ? (int)number
			       : -1;
	for (int i = 0; setting->name(i); i++)
		if (rk_word_is(word, setting->name(i)))
			return i;
	return -1;
}

/* Control characters are no text that somebody wrote. */
static bool is_text(const char *line, size_t length)
{
	for (; length; length--, line++)
		if ((uint8_t)*line < ' ' && *line != '\t')
			return false;
	return true;
}

/* One line; values[] are -1 where nothing was said. */
static bool read_line(struct host_settings *to, int *values, const char *line,
		      size_t length)
{
	struct rk_word rest = {line, length};
	struct rk_word key = rk_word_take(&rest);
	struct rk_word value = rk_word_take(&rest);
	int at = 0, rows = count_rows(to);

	if (!is_text(line, length))
		return false;
	while (at < rows && !rk_word_is(key, table[at].key))
		at++;
	if (at < rows && key.length) {
		values[at] = find_value(&table[at], value);
		return values[at] >= 0 && !rk_word_take(&rest).length;
	}
	host_text_add(&to->others, line, length);
	host_text_put(&to->others, "\n");
	return !key.length || *key.text == '#' || value.length;
}

/* Returns 0, or the number of the line that is wrong; then nothing changes. */
static int read_all(struct host_settings *settings, struct rk_console *console,
		    const char *text, size_t length)
{
	int values[SETTINGS], number = 0;
	const char *line;
	size_t size;

	for (int i = 0; i < SETTINGS; i++)
		values[i] = -1;
	while (host_text_line(&text, &length, &line, &size)) {
		number++;
		if (!read_line(settings, values, line, size)) {
			settings->others.length = 0;
			return number;
		}
	}
	for (int i = 0; i < SETTINGS; i++)
		if (values[i] >= 0)
			*byte_of(&table[i], settings, console) =
				(uint8_t)values[i];
	console->level = rk_console_known_level(console, console->level);
	return 0;
}

/* ---- The file ---- */

/* By the XDG rules a relative path is ignored. */
static void name_file(struct host_settings *settings)
{
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");
	size_t size = sizeof(settings->path);
	int length = 0;

	if (config && *config == '/')
		length = snprintf(settings->path, size, "%s/rookery/config",
				  config);
	else if (home && *home == '/')
		length = snprintf(settings->path, size,
				  "%s/.config/rookery/config", home);
	if (length <= 0 || (size_t)length >= size)
		settings->path[0] = '\0';
}

static const char *ignored(struct host_settings *settings, const char *why)
{
	snprintf(settings->trouble, sizeof(settings->trouble),
		 "The settings file is ignored: %s.", why);
	return settings->trouble;
}

/* Reads at most MAX_SIZE + 1 bytes; NULL, or what is wrong. */
static const char *read_file(const char *path, char *text, size_t *length)
{
	int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	const char *wrong = NULL;
	struct stat about;
	long got = 0;

	if (file < 0)
		return errno == ENOENT ? "" : strerror(errno);
	if (fstat(file, &about) || !S_ISREG(about.st_mode))
		wrong = "it is not a regular file";
	else
		got = journal_file_read(file, text, MAX_SIZE + 1);
	if (got < 0)
		wrong = strerror(errno);
	else if (got > MAX_SIZE)
		wrong = "it is too large";
	close(file);
	*length = wrong ? 0 : (size_t)got;
	return wrong;
}

/* The settings as they are count as kept, until one of them is changed. */
const char *host_settings_open(struct host_settings *settings,
			       struct rk_console *console)
{
	char *text = malloc(MAX_SIZE + 1), why[32];
	const char *wrong = text ? NULL : strerror(ENOMEM);
	size_t length = 0;
	int line = 0;

	name_file(settings);
	if (text && *settings->path)
		wrong = read_file(settings->path, text, &length);
	if (!wrong)
		line = read_all(settings, console, text, length);
	free(text);
	write_all(&settings->kept, settings, console);
	if (line) {
		snprintf(why, sizeof(why), "line %d is damaged", line);
		wrong = why;
	}
	return wrong && *wrong ? ignored(settings, wrong) : NULL;
}

static void make_folders(char *path)
{
	for (char *at = path + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
}

/* What is no regular file is not written to. */
static bool write_file(const char *path, const struct host_text *text)
{
	struct host_output output;
	struct stat about;

	if (!stat(path, &about) && !S_ISREG(about.st_mode)) {
		errno = S_ISDIR(about.st_mode) ? EISDIR : EEXIST;
		return false;
	}
	if (!host_output_open(&output, path))
		return false;
	fwrite(text->bytes, 1, text->length, output.file);
	return host_output_close(&output, true);
}

static bool is_same(const struct host_text *a, const struct host_text *b)
{
	return a->length == b->length &&
	       (!a->length || !memcmp(a->bytes, b->bytes, a->length));
}

const char *host_settings_keep(struct host_settings *settings,
			       struct rk_console *console)
{
	struct host_text text = {NULL, 0, 0};
	bool good = true;

	write_all(&text, settings, console);
	if (!*settings->path || is_same(&text, &settings->kept)) {
		host_text_free(&text);
		return NULL;
	}
	make_folders(settings->path);
	good = write_file(settings->path, &text);
	host_text_free(&settings->kept);
	settings->kept = text;
	if (good || settings->is_told)
		return NULL;
	settings->is_told = true;
	snprintf(settings->trouble, sizeof(settings->trouble),
		 "Settings are not being kept: %s.", strerror(errno));
	return settings->trouble;
}

void host_settings_free(struct host_settings *settings)
{
	host_text_free(&settings->kept);
	host_text_free(&settings->others);
}
