/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Polyglot books in files. They are read where a question asks and not mapped
 * into memory: somebody may shorten the file meanwhile, and a read that fails
 * is better than a signal.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "ports/host/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_file(void *self, uint64_t offset, void *to, size_t size)
{
	const struct host_book *book = self;
	char *at = to;

	while (size) {
		ssize_t got = pread(book->file, at, size, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		at += got;
		offset += (uint64_t)got;
		size -= (size_t)got;
	}
	return true;
}

/* NULL, or what is wrong with the file. */
static const char *look_at(struct host_book *book)
{
	struct stat about;

	if (fstat(book->file, &about))
		return strerror(errno);
	if (!S_ISREG(about.st_mode))
		return "it is no regular file";
	return rk_book_init(&book->book, (uint64_t)about.st_size, book,
			    read_file);
}

bool host_book_open(struct host_book *book, const char *name, char *reason,
		    size_t size)
{
	const char *wrong;

	/* Not blocked by a pipe that nobody writes to. */
	book->file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	wrong = book->file < 0 ? strerror(errno) : look_at(book);
	if (!wrong)
		return true;
	snprintf(reason, size, "cannot open book %s: %s", name, wrong);
	host_book_close(book);
	return false;
}

void host_book_close(struct host_book *book)
{
	if (book->file >= 0)
		close(book->file);
	book->file = -1;
}
