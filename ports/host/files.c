/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Files and memory of a console on this machine: what is saved and loaded, and
 * a log that grows with its game. The terminal and the window share it. A file
 * that is replaced stays whole until the new one is.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rookery/game.h"

bool host_files_grow(void *self, struct rk_game *game)
{
	struct rk_event *old = game->log;
	struct rk_event *log;

	(void)self;
	if (game->capacity > UINT32_MAX / 2)
		return false;
	log = calloc(2 * (size_t)game->capacity, sizeof(*log));
	if (!log)
		return false;
	rk_game_move_log(game, log, 2 * game->capacity);
	free(old);
	return true;
}

static void write_file(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

/* Opening a pipe must not block if nobody reads from it. */
const char *host_files_save_open(struct host_files *files, const char *name,
				 struct rk_out *out)
{
	struct host_output *save_file = &files->output;
	struct stat about;

	*save_file = (struct host_output){.file = NULL};
	if (!stat(name, &about) && S_ISFIFO(about.st_mode))
		save_file->file = host_output_pipe(name);
	else
		host_output_open(save_file, name);
	if (!save_file->file)
		return strerror(errno);
	*out = (struct rk_out){write_file, save_file->file};
	return NULL;
}

/* What is no regular file, as a pipe, is not replaced. */
const char *host_files_save_place(struct host_files *files, const char *name,
				  bool *is_there)
{
	char *place = files->place;
	struct stat about;
	size_t length = 0;

	*is_there = !stat(name, &about) && S_ISREG(about.st_mode);
	if (*name == '/' || !getcwd(place, sizeof(files->place)))
		return name;
	length = strlen(place);
	if (snprintf(place + length, sizeof(files->place) - length, "%s%s",
		     length > 1 ? "/" : "",
		     name) >= (int)(sizeof(files->place) - length))
		return name;
	return place;
}

const char *host_files_save_close(struct host_files *files)
{
	return host_output_close(&files->output, true) ? NULL : strerror(errno);
}

/* Reads a whole file; NULL on failure. */
static char *read_all(FILE *file, size_t *length)
{
	size_t size = 1 << 16;
	char *text = malloc(size);

	*length = 0;
	while (text) {
		char *larger;

		*length += fread(text + *length, 1, size - *length, file);
		if (*length < size)
			return text;
		size *= 2;
		larger = realloc(text, size);
		if (!larger)
			free(text);
		text = larger;
	}
	return NULL;
}

const char *host_files_load(struct host_files *files, const char *name,
			    const char **text, size_t *length)
{
	FILE *file = fopen(name, "r");
	const char *problem = NULL;

	if (!file)
		return strerror(errno);
	free(files->loaded);
	files->loaded = read_all(file, length);
	if (!files->loaded || ferror(file))
		problem = strerror(errno);
	fclose(file);
	*text = files->loaded;
	return problem;
}

void host_files_free(struct host_files *files)
{
	free(files->loaded);
	files->loaded = NULL;
}
