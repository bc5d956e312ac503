/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * System calls of the journal; see journal_file.h. Our files are opened with
 * O_NOFOLLOW and O_NONBLOCK, and checked before a byte is read or written.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

const char *journal_file_wrong(const struct stat *status)
{
	if (S_ISLNK(status->st_mode))
		return "is a symbolic link";
	if (!S_ISREG(status->st_mode))
		return "is not a regular file";
	if (status->st_uid != geteuid())
		return "belongs to another user";
	if (status->st_mode & (S_IWGRP | S_IWOTH))
		return "can be written to by other users";
	return NULL;
}

int journal_file_open(int folder, const char *name, int flags,
		      const char **wrong)
{
	struct stat status;
	int file, reason;

	*wrong = NULL;
	file = openat(folder, name,
		      flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
		      0600);
	if (file < 0) {
		reason = errno;
		/* Links, sockets and folders are rejected before opening. */
		if (!fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
			*wrong = journal_file_wrong(&status);
		errno = reason;
		return -1;
	}
	if (!fstat(file, &status))
		*wrong = journal_file_wrong(&status);
	else
		*wrong = "cannot be looked at";
	if (!*wrong)
		return file;
	close(file);
	return -1;
}

bool journal_file_write(int file, const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(file, bytes, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		bytes += written;
		length -= (size_t)written;
	}
	return true;
}

long journal_file_read(int file, char *bytes, size_t size)
{
	size_t length = 0;

	while (length < size) {
		ssize_t got = read(file, bytes + length, size - length);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (!got)
			break;
		length += (size_t)got;
	}
	return (long)length;
}

bool journal_file_sync(int file)
{
	int status;

	do
		status = fdatasync(file);
	while (status && errno == EINTR);
	return !status;
}

/* Some file systems cannot sync a folder and return EINVAL. */
bool journal_folder_sync(int folder)
{
	int status;

	do
		status = fsync(folder);
	while (status && errno == EINTR);
	return !status || errno == EINVAL;
}
