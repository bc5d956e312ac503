/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Output files that are replaced atomically. A rename replaces whatever has the
 * name, so it is done only for regular files, and in the folder where they
 * really are, not beside a link to them.
 */
#define _XOPEN_SOURCE 700

#include "ports/host/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool host_output_is_replaced(const char *name)
{
	struct stat about;

	if (!stat(name, &about))
		return S_ISREG(about.st_mode);
	return lstat(name, &about) != 0;
}

static FILE *open_stream(int file)
{
	FILE *stream = file < 0 ? NULL : fdopen(file, "wb");
	int reason = errno;

	if (!stream && file >= 0)
		close(file);
	errno = reason;
	return stream;
}

/*
 * Does not follow a link or wait for a pipe with the draft's name. The new file
 * gets the permissions of the old one.
 */
static FILE *open_draft(const struct host_output *output)
{
	int file =
		open(output->draft,
		     O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
		     0666);
	struct stat old, new;

	if (file < 0)
		return NULL;
	if (fstat(file, &new) || !S_ISREG(new.st_mode)) {
		close(file);
		errno = EEXIST;
		return NULL;
	}
	if (!stat(output->name, &old))
		fchmod(file, old.st_mode & 0777);
	if (!ftruncate(file, 0))
		return open_stream(file);
	close(file);
	return NULL;
}

FILE *host_output_pipe(const char *name)
{
	int file = open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC);

	if (file >= 0)
		fcntl(file, F_SETFL, 0);
	return open_stream(file);
}

static bool name_draft(struct host_output *output, const char *name)
{
	size_t size;

	output->name = realpath(name, NULL);
	if (!output->name)
		output->name = strdup(name); /* no such file yet */
	if (!output->name)
		return false;
	size = strlen(output->name) + sizeof(".new");
	output->draft = malloc(size);
	if (output->draft)
		snprintf(output->draft, size, "%s.new", output->name);
	return output->draft != NULL;
}

static void forget_names(struct host_output *output)
{
	int reason = errno;

	free(output->name);
	free(output->draft);
	*output = (struct host_output){.file = NULL};
	errno = reason;
}

bool host_output_open(struct host_output *output, const char *name)
{
	*output = (struct host_output){.file = NULL};
	if (!host_output_is_replaced(name))
		output->file = fopen(name, "wb");
	else if (name_draft(output, name))
		output->file = open_draft(output);
	if (!output->file)
		forget_names(output);
	return output->file != NULL;
}

bool host_output_close(struct host_output *output, bool is_whole)
{
	bool good = !ferror(output->file) && !fflush(output->file);
	int reason = errno;

	/* The old file is replaced only when the new one is on the disk. */
	if (output->draft && good && is_whole && fsync(fileno(output->file))) {
		good = false;
		reason = errno;
	}
	if (fclose(output->file) && good) {
		good = false;
		reason = errno;
	}
	errno = reason;
	if (output->draft) {
		good = good && is_whole && !rename(output->draft, output->name);
		reason = errno;
		if (!good)
			remove(output->draft);
		errno = reason;
	}
	forget_names(output);
	return good;
}
