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
	{".rknet", "application/octet-stream"},
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
	file->time = about.st_mtim;
	snprintf(file->tag, sizeof(file->tag),
		 "\"%" PRIx64 "-%" PRIx64 "-%lx%s\"", file->size,
		 (uint64_t)about.st_mtime, (unsigned long)about.st_mtim.tv_nsec,
		 file->is_packed ? "-gzip" : "");
	return strftime(file->date, sizeof(file->date),
			"%a, %d %b %Y %H:%M:%S GMT", &date) > 0;
}

/* Does the file end with this length, as gzip writes it? */
static bool has_length(const struct host_web_file *packed, uint64_t size)
{
	unsigned char end[4];

	return packed->size > sizeof(end) &&
	       pread(packed->descriptor, end, sizeof(end),
		     (off_t)(packed->size - sizeof(end))) == sizeof(end) &&
	       ((uint32_t)end[0] | (uint32_t)end[1] << 8 |
		(uint32_t)end[2] << 16 | (uint32_t)end[3] << 24) ==
		       (uint32_t)size;
}

static bool is_older(struct timespec one, struct timespec other)
{
	return one.tv_sec != other.tv_sec ? one.tv_sec < other.tv_sec
					  : one.tv_nsec < other.tv_nsec;
}

/*
 * Opens name.gz in place of the file, unless it was made of an earlier version:
 * it is older or unpacks to another length.
 */
static void prefer_packed(int folder, const char *name,
			  struct host_web_file *file)
{
	char packed_name[NAME_SIZE + 3];
	struct host_web_file packed = *file;

	snprintf(packed_name, sizeof(packed_name), "%s.gz", name);
	packed.is_packed = true;
	packed.descriptor = open_part(folder, packed_name, true);
	if (packed.descriptor < 0)
		return;
	if (describe(&packed) && !is_older(packed.time, file->time) &&
	    has_length(&packed, file->size)) {
		close(file->descriptor);
		*file = packed;
	} else {
		close(packed.descriptor);
	}
}

/* Describes the file that was opened as `name` in `folder`, or closes it. */
static int finish(int folder, const char *name, bool takes_packed,
		  struct host_web_file *file)
{
	if (!describe(file)) {
		close(file->descriptor);
		return NOT_FOUND;
	}
	if (takes_packed)
		prefer_packed(folder, name, file);
	return FOUND;
}

static int open_path(int folder, const char *path, bool takes_packed,
		     struct host_web_file *file)
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
			if (next < 0)
				status = NOT_FOUND;
		}
		file->descriptor = next;
		if (status == FOUND && !*path)
			status = finish(at, name, takes_packed, file);
		if (at != folder)
			close(at);
		at = next;
	} while (status == FOUND && *path);
	return status;
}

int host_web_open(int folder, const char *path, bool takes_packed,
		  struct host_web_file *file)
{
	*file = (struct host_web_file){.descriptor = -1};
	return open_path(folder, strcmp(path, "/") ? path : "/index.html",
			 takes_packed, file);
}
