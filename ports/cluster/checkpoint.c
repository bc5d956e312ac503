/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The file of results; see checkpoint.h. Records are appended with one write, and
 * one fsync may be for several of them. Of an earlier run only numbers and offsets
 * are in memory, sixteen bytes a piece; the results stay in the file until they
 * are asked for.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/cluster/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ports/host/analyse.h"

#define MAGIC 0x6563656970796b72 /* "rkypiece" */

struct checkpoint_head {
	uint64_t magic;
	uint64_t number;
	uint64_t piece;  /* hash of the piece's text */
	uint64_t length; /* of the result, which follows */
	uint64_t sum;    /* hash of the result */
};

static const char *fail(struct checkpoint *checkpoint, const char *what)
{
	snprintf(checkpoint->reason, sizeof(checkpoint->reason),
		 "cannot %s %s: %s", what, checkpoint->name, strerror(errno));
	return checkpoint->reason;
}

/* False at the end of the file, or if it cannot be read. */
static bool read_at(const struct checkpoint *checkpoint, uint64_t offset,
		    void *to, size_t size)
{
	char *bytes = to;

	while (size) {
		ssize_t got =
			pread(checkpoint->file, bytes, size, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		bytes += got;
		offset += (uint64_t)got;
		size -= (size_t)got;
	}
	return true;
}

static bool append(struct checkpoint *checkpoint, const char *bytes,
		   size_t length)
{
	uint64_t end = checkpoint->end;

	while (length) {
		ssize_t put =
			pwrite(checkpoint->file, bytes, length, (off_t)end);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0) {
			fail(checkpoint, "write");
			return false;
		}
		bytes += put;
		end += (uint64_t)put;
		length -= (size_t)put;
	}
	checkpoint->end = end;
	checkpoint->is_changed = true;
	return true;
}

/* ---- Opening ---- */

/* Two runs at once would spoil each other's output. */
static bool lock(int file)
{
	struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return !fcntl(file, F_SETLK, &all) ||
	       (errno != EACCES && errno != EAGAIN);
}

/* Does not follow a link or wait for a pipe. */
static int open_file(const char *name)
{
	int file = open(name,
			O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
			0666);
	struct stat about;

	if (file >= 0 && (fstat(file, &about) || !S_ISREG(about.st_mode))) {
		close(file);
		errno = EEXIST;
		file = -1;
	}
	return file;
}

/* Are the bytes at the offset these? The file may be shorter. */
static bool has_text(const struct checkpoint *checkpoint, uint64_t offset,
		     const char *text, size_t length)
{
	char bytes[256];

	while (length) {
		size_t size = length < sizeof(bytes) ? length : sizeof(bytes);

		if (!read_at(checkpoint, offset, bytes, size) ||
		    memcmp(bytes, text, size) != 0)
			return false;
		text += size;
		offset += size;
		length -= size;
	}
	return true;
}

/* The settings of the file must be a whole line and the wanted ones. */
static bool agrees(struct checkpoint *checkpoint, const char *settings,
		   bool *is_empty)
{
	size_t length = strlen(settings);
	struct stat about;

	if (fstat(checkpoint->file, &about))
		return false;
	/* It may have been killed while it wrote this line. */
	*is_empty = (uint64_t)about.st_size <= length;
	if (*is_empty)
		return has_text(checkpoint, 0, settings, (size_t)about.st_size);
	return has_text(checkpoint, 0, settings, length) &&
	       has_text(checkpoint, length, "\n", 1);
}

static bool add_entry(struct checkpoint *checkpoint, uint64_t number)
{
	struct checkpoint_entry *entries = checkpoint->entries;

	if (checkpoint->count == checkpoint->capacity) {
		uint64_t capacity =
			checkpoint->capacity ? checkpoint->capacity * 2 : 256;

		entries = realloc(entries, capacity * sizeof(*entries));
		if (!entries)
			return false;
		checkpoint->entries = entries;
		checkpoint->capacity = capacity;
	}
	entries[checkpoint->count++] =
		(struct checkpoint_entry){number, checkpoint->end};
	return true;
}

static bool read_record(const struct checkpoint *checkpoint, uint64_t offset,
			struct checkpoint_head *head, struct host_text *result)
{
	struct stat about;
	char bytes[4096];
	uint64_t left;

	result->length = 0;
	if (!read_at(checkpoint, offset, head, sizeof(*head)) ||
	    head->magic != MAGIC || fstat(checkpoint->file, &about) ||
	    head->length > (uint64_t)about.st_size)
		return false;
	offset += sizeof(*head);
	for (left = head->length; left;) {
		size_t size = left < sizeof(bytes) ? left : sizeof(bytes);

		if (!read_at(checkpoint, offset, bytes, size))
			return false;
		host_text_add(result, bytes, size);
		offset += size;
		left -= size;
	}
	return result->length == head->length &&
	       host_games_hash(result->bytes, result->length) == head->sum;
}

static int compare(const void *one, const void *other)
{
	const struct checkpoint_entry *a = one, *b = other;

	return a->number < b->number ? -1 : a->number > b->number;
}

/* Finds all whole records, and cuts off what comes behind them. */
static const char *scan(struct checkpoint *checkpoint)
{
	struct checkpoint_head head;
	struct host_text result = {NULL, 0, 0};
	bool has_memory = true;

	while (has_memory &&
	       read_record(checkpoint, checkpoint->end, &head, &result)) {
		has_memory = add_entry(checkpoint, head.number);
		checkpoint->end += sizeof(head) + head.length;
	}
	host_text_free(&result);
	if (!has_memory)
		return "not enough memory for the checkpoint";
	if (checkpoint->count)
		qsort(checkpoint->entries, checkpoint->count,
		      sizeof(*checkpoint->entries), compare);
	if (ftruncate(checkpoint->file, (off_t)checkpoint->end))
		return fail(checkpoint, "write");
	return NULL;
}

/* A name that was created must outlive a crash of the machine, too. */
static void sync_folder(const char *name)
{
	char *folder = strdup(name);
	char *slash = folder ? strrchr(folder, '/') : NULL;
	int file;

	if (slash)
		slash[slash == folder] = 0;
	file = open(slash ? folder : ".", O_RDONLY | O_CLOEXEC);
	if (file >= 0) {
		fsync(file);
		close(file);
	}
	free(folder);
}

static const char *begin(struct checkpoint *checkpoint, const char *settings)
{
	checkpoint->end = 0;
	if (ftruncate(checkpoint->file, 0) ||
	    !append(checkpoint, settings, strlen(settings)) ||
	    !append(checkpoint, "\n", 1) || !checkpoint_sync(checkpoint))
		return fail(checkpoint, "write");
	sync_folder(checkpoint->name);
	return NULL;
}

const char *checkpoint_open(struct checkpoint *checkpoint, const char *name,
			    const char *settings, bool restart)
{
	bool is_empty;

	*checkpoint = NO_CHECKPOINT;
	checkpoint->name = strdup(name);
	if (!checkpoint->name)
		return "not enough memory";
	checkpoint->file = open_file(name);
	if (checkpoint->file < 0)
		return fail(checkpoint, "open");
	if (!lock(checkpoint->file)) {
		snprintf(checkpoint->reason, sizeof(checkpoint->reason),
			 "another run is at %s", name);
		return checkpoint->reason;
	}
	if (restart)
		return begin(checkpoint, settings);
	if (!agrees(checkpoint, settings, &is_empty)) {
		snprintf(checkpoint->reason, sizeof(checkpoint->reason),
			 "%s is of another run; --restart begins anew", name);
		return checkpoint->reason;
	}
	if (is_empty)
		return begin(checkpoint, settings);
	checkpoint->end = strlen(settings) + 1;
	return scan(checkpoint);
}

/* ---- Using it ---- */

enum checkpoint_found checkpoint_find(struct checkpoint *checkpoint,
				      uint64_t number,
				      const struct host_text *piece,
				      struct host_text *result)
{
	const struct checkpoint_entry *entries = checkpoint->entries;
	struct checkpoint_head head;

	while (checkpoint->at < checkpoint->count &&
	       entries[checkpoint->at].number < number)
		checkpoint->at++;
	if (checkpoint->at == checkpoint->count ||
	    entries[checkpoint->at].number != number ||
	    !read_record(checkpoint, entries[checkpoint->at].offset, &head,
			 result))
		return CHECKPOINT_NONE;
	return head.piece == host_games_hash(piece->bytes, piece->length)
		       ? CHECKPOINT_FOUND
		       : CHECKPOINT_OTHER;
}

bool checkpoint_add(struct checkpoint *checkpoint, uint64_t number,
		    const struct host_text *piece,
		    const struct host_text *result)
{
	const struct checkpoint_head head = {
		.magic = MAGIC,
		.number = number,
		.piece = host_games_hash(piece->bytes, piece->length),
		.length = result->length,
		.sum = host_games_hash(result->bytes, result->length),
	};

	return checkpoint->file < 0 ||
	       (append(checkpoint, (const char *)&head, sizeof(head)) &&
		append(checkpoint, result->bytes, result->length));
}

bool checkpoint_sync(struct checkpoint *checkpoint)
{
	if (checkpoint->file < 0 || !checkpoint->is_changed)
		return true;
	checkpoint->is_changed = false;
	if (!fsync(checkpoint->file))
		return true;
	fail(checkpoint, "write");
	return false;
}

void checkpoint_close(struct checkpoint *checkpoint, bool is_done)
{
	if (checkpoint->file >= 0) {
		close(checkpoint->file);
		if (is_done)
			remove(checkpoint->name);
	}
	free(checkpoint->name);
	free(checkpoint->entries);
	*checkpoint = NO_CHECKPOINT;
}
