/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Output under a name that somebody gave. A rename replaces whatever has that
 * name, so it is done to regular files alone, and to those where they really
 * are, not to a link that leads to them.
 */
#define _XOPEN_SOURCE 700

#include "ports/host/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_replaceable(const char *name)
{
	struct stat about;

	if (!stat(name, &about))
		return S_ISREG(about.st_mode);
	return lstat(name, &about) != 0;
}

static bool name_draft(struct host_output *output, const char *name)
{
	size_t size;

	output->name = realpath(name, NULL);
	if (!output->name)
		output->name = strdup(name); /* there is nothing yet */
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
	if (!is_replaceable(name))
		output->file = fopen(name, "wb");
	else if (name_draft(output, name))
		output->file = fopen(output->draft, "wb");
	if (!output->file)
		forget_names(output);
	return output->file != NULL;
}

bool host_output_close(struct host_output *output, bool is_whole)
{
	bool good = !ferror(output->file);
	int reason;

	good = !fclose(output->file) && good;
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
