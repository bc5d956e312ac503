/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Polyglot books in files. Entries are read from the file as they are needed,
 * not mapped into memory: another program may truncate the file meanwhile, and
 * a failed read is better than a signal.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "ports/host/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_file(void *self, uint64_t offset, void *to, size_t size)
{
	const int *file = self;
	char *at = to;

	while (size) {
		ssize_t got = pread(*file, at, size, (off_t)offset);

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
static const char *init(struct rk_book *book, int *file)
{
	struct stat about;

	if (*file < 0 || fstat(*file, &about))
		return strerror(errno);
	if (!S_ISREG(about.st_mode))
		return "it is no regular file";
	return rk_book_init(book, (uint64_t)about.st_size, file, read_file);
}

/* The open book is closed only when the new one is known to be good. */
static const char *replace(struct host_book *book, const char *name)
{
	/* Not blocked by a pipe that nobody writes to. */
	int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct rk_book next;
	const char *wrong = init(&next, &file);

	if (wrong) {
		snprintf(book->reason, sizeof(book->reason),
			 "cannot open book %s: %s", name, wrong);
		if (file >= 0)
			close(file);
		return book->reason;
	}
	host_book_close(book);
	book->file = file;
	book->book = next;
	book->book.self = &book->file;
	book->is_open = true;
	return NULL;
}

const char *host_book_open(struct host_book *book, const char *name,
			   size_t length)
{
	const char *wrong;
	char *copy;

	if (!length) {
		host_book_close(book);
		return NULL;
	}
	copy = strndup(name, length);
	if (!copy)
		return "not enough memory for a book";
	wrong = replace(book, copy);
	free(copy);
	return wrong;
}

void host_book_close(struct host_book *book)
{
	if (book->is_open)
		close(book->file);
	book->is_open = false;
}

const struct rk_book *host_book_get(const struct host_book *book)
{
	return book->is_open ? &book->book : NULL;
}

rk_move host_book_pick(const struct host_book *book, const struct rk_pos *pos,
		       uint64_t seed)
{
	return book->is_open ? rk_book_pick(&book->book, pos, seed)
			     : RK_NO_MOVE;
}
