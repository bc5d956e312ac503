/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Files in the user's state folder: opened without following links or waiting
 * for pipes, and written so that no error is lost.
 */
#ifndef RK_HOST_JOURNAL_FILE_H
#define RK_HOST_JOURNAL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/*
 * Returns NULL for a regular file that belongs to this user and that nobody
 * else can write to. Otherwise what it is, as the rest of a sentence: "is a
 * symbolic link".
 */
const char *journal_file_wrong(const struct stat *status);

/*
 * Opens such a file in a folder, or creates it if `flags` has O_CREAT. Returns
 * -1 with errno, or, if something else is there, with `wrong` set as above.
 */
int journal_file_open(int folder, const char *name, int flags,
		      const char **wrong);

/* Writes all bytes; false with errno. */
bool journal_file_write(int file, const char *bytes, size_t length);

/* Reads up to `size` bytes, fewer only at the end; -1 with errno. */
long journal_file_read(int file, char *bytes, size_t size);

/* Both retry after a signal; false with errno. */
bool journal_file_sync(int file);
bool journal_folder_sync(int folder);

#endif
