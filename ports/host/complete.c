/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Completion with Tab; see complete.h. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ports/host/complete.h"

void host_complete_offer(void *self, const char *word)
{
	struct host_completion *completion = self;
	char *common = completion->common;
	size_t same = 0;

	if (completion->count++ == 0) {
		snprintf(common, sizeof(completion->common), "%s", word);
	} else {
		while (word[same] && word[same] == common[same])
			same++;
		common[same] = '\0';
	}
	host_text_format(&completion->list, "%s%s",
			 completion->list.length ? "  " : "", word);
}

/* A name that a terminal would obey is not typed. */
static bool is_harmless(const char *name)
{
	for (; *name; name++)
		if ((unsigned char)*name < ' ' || *name == 127)
			return false;
	return true;
}

static void offer_file(struct host_completion *completion, const char *folder,
		       const char *name)
{
	char path[2048], word[sizeof(completion->common)];
	struct stat about;
	bool is_open = false;

	if (snprintf(path, sizeof(path), "%s%s", folder, name) <
	    (int)sizeof(path))
		is_open = !stat(path, &about) && S_ISDIR(about.st_mode);
	if (snprintf(word, sizeof(word), "%s%s", name, is_open ? "/" : "") <
	    (int)sizeof(word))
		host_complete_offer(completion, word);
}

size_t host_complete_files(void *self, const char *prefix, size_t length)
{
	char folder[1024] = "";
	size_t before = length;
	struct dirent *entry;
	DIR *files;

	while (before && prefix[before - 1] != '/')
		before--;
	if (before >= sizeof(folder))
		return 0;
	memcpy(folder, prefix, before);
	prefix += before;
	length -= before;
	files = opendir(before ? folder : ".");
	if (!files)
		return 0;
	while ((entry = readdir(files))) {
		const char *name = entry->d_name;

		if (!strncmp(name, prefix, length) &&
		    (*name != '.' || length) && is_harmless(name))
			offer_file(self, folder, name);
	}
	closedir(files);
	return length;
}

static bool is_folder(const struct host_completion *completion)
{
	size_t length = strlen(completion->common);

	return length && completion->common[length - 1] == '/';
}

size_t host_complete_fill(const struct host_completion *completion,
			  size_t length, char *more, size_t size)
{
	size_t common = strlen(completion->common), added = 0;

	if (common > length && common - length < size) {
		added = common - length;
		memcpy(more, completion->common + length, added);
	}
	if (completion->count == 1 && added < size && !is_folder(completion))
		more[added++] = ' ';
	return added;
}
