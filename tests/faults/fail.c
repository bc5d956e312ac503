/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Calls to the system that fail when they are told to. The program is linked
 * with --wrap, so that its own calls come here, and those of libraries do not.
 * The environment says which ones fail:
 *
 *	RK_FAIL		memory or file, the kind of calls that are counted
 *	RK_FAIL_AT	which one of them fails, from 1 on
 *	RK_FAIL_ON	if set, all later ones fail too
 *	RK_FAIL_ERROR	ENOSPC, EIO or EINTR as a number; 0: writes are short
 *	RK_FAIL_LOG	a descriptor; the names of calls that failed go there,
 *			and "another" when a sync succeeds on another file than
 *			the one that it failed on before
 *
 * The Makefile has the list of what is wrapped.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEEN_ERROR 0x20 /* glibc's mark for ferror() */

static atomic_long memory_calls, file_calls;

static long number(const char *name)
{
	const char *text = getenv(name);

	return text ? strtol(text, NULL, 10) : 0;
}

ssize_t __real_write(int file, const void *bytes, size_t length);

static void log_word(const char *word)
{
	int log = (int)number("RK_FAIL_LOG");

	if (log && (__real_write(log, word, strlen(word)) < 0 ||
		    __real_write(log, "\n", 1) < 0))
		abort();
}

static bool is_turn(const char *kind, atomic_long *calls, const char *call)
{
	const char *wanted = getenv("RK_FAIL");
	long at = number("RK_FAIL_AT"), now;

	if (!wanted || strcmp(wanted, kind) != 0)
		return false;
	now = atomic_fetch_add(calls, 1) + 1;
	if (now != at && (now < at || !getenv("RK_FAIL_ON")))
		return false;
	log_word(call);
	return true;
}

static bool no_memory(const char *call)
{
	if (!is_turn("memory", &memory_calls, call))
		return false;
	errno = ENOMEM;
	return true;
}

static bool no_file(const char *call)
{
	int reason = (int)number("RK_FAIL_ERROR");

	/* A short count is an answer of write alone. */
	if (!reason || !is_turn("file", &file_calls, call))
		return false;
	errno = reason;
	return true;
}

/* ---- memory ---- */

#define MEMORY(type, name, failed, parameters, arguments) \
	type __real_##name parameters; \
	type __wrap_##name parameters; \
	type __wrap_##name parameters \
	{ \
		return no_memory(#name) ? (failed) : __real_##name arguments; \
	}

MEMORY(void *, malloc, NULL, (size_t size), (size))
MEMORY(void *, calloc, NULL, (size_t count, size_t size), (count, size))
MEMORY(void *, realloc, NULL, (void *old, size_t size), (old, size))
MEMORY(void *, aligned_alloc, NULL, (size_t by, size_t size), (by, size))
MEMORY(char *, strdup, NULL, (const char *text), (text))
MEMORY(char *, strndup, NULL, (const char *text, size_t size), (text, size))
MEMORY(char *, realpath, NULL, (const char *name, char *to), (name, to))
MEMORY(FILE *, open_memstream, NULL, (char **text, size_t *size), (text, size))
MEMORY(ssize_t, getline, -1, (char **line, size_t *size, FILE *from),
       (line, size, from))
MEMORY(void *, mmap, MAP_FAILED,
       (void *at, size_t size, int protection, int flags, int file, off_t from),
       (at, size, protection, flags, file, from))
MEMORY(int, pthread_create, EAGAIN,
       (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *),
	void *self),
       (thread, how, run, self))

/* ---- files ---- */

#define A_FILE(type, name, failed, parameters, arguments) \
	type __real_##name parameters; \
	type __wrap_##name parameters; \
	type __wrap_##name parameters \
	{ \
		return no_file(#name) ? (failed) : __real_##name arguments; \
	}

A_FILE(FILE *, fopen, NULL, (const char *name, const char *mode), (name, mode))
A_FILE(FILE *, fdopen, NULL, (int file, const char *mode), (file, mode))
A_FILE(int, fsync, -1, (int file), (file))

/* The file is known by its number, which a new file does not share. */
int __real_fdatasync(int file);
int __real_fstat(int file, struct stat *about);
int __wrap_fdatasync(int file);
int __wrap_fdatasync(int file)
{
	static _Atomic ino_t failed;
	struct stat status;
	bool is_known = !__real_fstat(file, &status);

	if (no_file("fdatasync")) {
		atomic_store(&failed, is_known ? status.st_ino : 0);
		return -1;
	}
	if (is_known && atomic_load(&failed) &&
	    atomic_load(&failed) != status.st_ino)
		log_word("another");
	return __real_fdatasync(file);
}

A_FILE(int, ftruncate, -1, (int file, off_t size), (file, size))
A_FILE(int, rename, -1, (const char *from, const char *to), (from, to))
A_FILE(int, renameat, -1,
       (int folder, const char *from, int other, const char *to),
       (folder, from, other, to))
A_FILE(int, mkdir, -1, (const char *name, mode_t mode), (name, mode))
A_FILE(int, unlinkat, -1, (int folder, const char *name, int flags),
       (folder, name, flags))
A_FILE(int, fstat, -1, (int file, struct stat *about), (file, about))
A_FILE(int, fstatat, -1,
       (int folder, const char *name, struct stat *about, int flags),
       (folder, name, about, flags))
A_FILE(ssize_t, read, -1, (int file, void *to, size_t size), (file, to, size))
A_FILE(ssize_t, pread, -1, (int file, void *to, size_t size, off_t from),
       (file, to, size, from))

ssize_t __wrap_write(int file, const void *bytes, size_t length);
ssize_t __wrap_write(int file, const void *bytes, size_t length)
{
	bool is_short = !number("RK_FAIL_ERROR") && length > 1;

	if (no_file("write"))
		return -1;
	if (is_short && is_turn("file", &file_calls, "write"))
		length /= 2;
	return __real_write(file, bytes, length);
}

/* What is closed is closed, whatever the answer. */
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file)
{
	bool fails = no_file("close");
	int reason = errno, status = __real_close(file);

	if (!fails)
		return status;
	errno = reason;
	return -1;
}

static void lose(FILE *stream)
{
	int reason = errno;

	__fpurge(stream);
	stream->_flags |= SEEN_ERROR;
	errno = reason;
}

size_t __real_fread(void *to, size_t size, size_t count, FILE *stream);
size_t __wrap_fread(void *to, size_t size, size_t count, FILE *stream);
size_t __wrap_fread(void *to, size_t size, size_t count, FILE *stream)
{
	if (!no_file("fread"))
		return __real_fread(to, size, count, stream);
	stream->_flags |= SEEN_ERROR;
	return 0;
}

/* Only what does not fit into the buffer is a call to the system. */
size_t __real_fwrite(const void *from, size_t size, size_t count, FILE *stream);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *stream);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *stream)
{
	if (__fpending(stream) + size * count <= __fbufsize(stream) ||
	    !no_file("fwrite"))
		return __real_fwrite(from, size, count, stream);
	lose(stream);
	return 0;
}

int __real_fflush(FILE *stream);
int __wrap_fflush(FILE *stream);
int __wrap_fflush(FILE *stream)
{
	if (!no_file("fflush"))
		return __real_fflush(stream);
	lose(stream);
	return EOF;
}

int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream)
{
	int reason;

	if (!no_file("fclose"))
		return __real_fclose(stream);
	reason = errno;
	__real_fclose(stream);
	errno = reason;
	return EOF;
}

int __real_open(const char *name, int flags, ...);
int __wrap_open(const char *name, int flags, ...);
int __wrap_open(const char *name, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return no_file("open") ? -1 : __real_open(name, flags, mode);
}

int __real_openat(int folder, const char *name, int flags, ...);
int __wrap_openat(int folder, const char *name, int flags, ...);
int __wrap_openat(int folder, const char *name, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return no_file("openat") ? -1
				 : __real_openat(folder, name, flags, mode);
}
