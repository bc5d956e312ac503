/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Opens the file for the path of a request.
 *
 * Invariant: nothing outside the folder is opened. A path is split first and
 * its parts are decoded afterwards; each is opened relative to the one before;
 * links are not followed; names that begin with a dot and file types that no
 * page uses do not exist.
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ports/host/web.h"

#define NAME_SIZE 256

enum {
	FOUND = 200,
	NONSENSE = 400,
	NOT_FOUND = 404,
};

static const struct {
	const char *ending;
	const char *type;
} types[] = {
	{".html", "text/html; charset=utf-8"},
	{".js", "text/javascript; charset=utf-8"},
	{".mjs", "text/javascript; charset=utf-8"},
	{".css", "text/css; charset=utf-8"},
	{".wasm", "application/wasm"},
	{".json", "application/json"},
	{".webmanifest", "application/manifest+json"},
	{".svg", "image/svg+xml"},
	{".png", "image/png"},
	{".ico", "image/x-icon"},
	{".txt", "text/plain; charset=utf-8"},
	{".md", "text/plain; charset=utf-8"},
};

static const char *find_type(const char *name)
{
	const char *ending = strrchr(name, '.');

	for (size_t i = 0; ending && i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(ending, types[i].ending))
			return types[i].type;
	return NULL;
}

static int value_of(char digit)
{
	static const char digits[] = "0123456789abcdef";
	const char *place = digit ? strchr(digits, digit | ' ') : NULL;

	return place ? (int)(place - digits) : -1;
}

/* Decodes the next character; 0, which no name may contain, on an error. */
static unsigned char take_character(const char **path)
{
	const char *text = *path;
	int high, low;

	if (*text != '%') {
		*path += 1;
		return (unsigned char)*text;
	}
	high = value_of(text[1]);
	low = high < 0 ? -1 : value_of(text[2]);
	if (low < 0)
		return 0;
	*path += 3;
	return (unsigned char)(high << 4 | low);
}

/*
 * Reads a slash and decodes the name after it; valid only if it returns FOUND.
 */
static int take_name(const char **path, char name[NAME_SIZE])
{
	size_t length = 0;
	unsigned char byte;

	if (**path != '/')
		return NONSENSE;
	for (++*path; **path && **path != '/'; name[length++] = (char)byte) {
		byte = take_character(path);
		if (byte < ' ' || byte == '/' || byte == '\\' || byte == 127)
			return NONSENSE;
		if (length == NAME_SIZE - 1)
			return NOT_FOUND;
	}
	name[length] = '\0';
	return length && name[0] != '.' ? FOUND : NOT_FOUND;
}

/* Opens a part of the path; only the last one may be a file. */
static int open_part(int folder, const char *name, bool is_last)
{
	return openat(folder, name,
		      O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK |
			      (is_last ? 0 : O_DIRECTORY));
}

static bool describe(struct host_web_file *file)
{
	struct stat about;
	struct tm date;

	if (fstat(file->descriptor, &about) || !S_ISREG(about.st_mode) ||
	    !gmtime_r(&about.st_mtime, &date))
		return false;
	file->size = (uint64_t)about.st_size;
	snprintf(file->tag, sizeof(file->tag),
		 "\"%" PRIx64 "-%" PRIx64 "-%lx\"", file->size,
		 (uint64_t)about.st_mtime,
		 (unsigned long)about.st_mtim.tv_nsec);
	return strftime(file->date, sizeof(file->date),
			"%a, %d %b %Y %H:%M:%S GMT", &date) > 0;
}

static int open_path(int folder, const char *path, struct host_web_file *file)
{
	char name[NAME_SIZE];
	int at = folder, status, next;

	do {
		status = take_name(&path, name);
		next = -1;
		if (status == FOUND) {
			file->type = find_type(name);
			file->is_single = !strcmp(name, "rookery.html");
			if (*path || file->type)
				next = open_part(at, name, !*path);
		}
		if (at != folder)
			close(at);
		at = next;
	} while (at >= 0 && *path);
	file->descriptor = at;
	return at < 0 && status == FOUND ? NOT_FOUND : status;
}

int host_web_open(int folder, const char *path, struct host_web_file *file)
{
	int status = open_path(folder, strcmp(path, "/") ? path : "/index.html",
			       file);

	if (status != FOUND || describe(file))
		return status;
	close(file->descriptor);
	return NOT_FOUND;
}
