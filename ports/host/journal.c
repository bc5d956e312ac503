/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The journal's files. Each running game has a place, a file game-N in the
 * user's state folder; a byte of the file `lock` is locked for it as long as
 * its program lives, so that two programs never share a place.
 *
 * Holds always: the file of a place is the journal of one game as it was at
 * some moment, but for an unfinished line at its end. New moves are added to
 * it; where anything else has changed, a new file is written beside it, made
 * safe on the disk, and renamed.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/journal.h"
#include "ports/host/journal_text.h"

#define PLACES 9
#define MAX_SIZE (16 << 20) /* of a journal that is read */
#define SYNC_MS 100         /* the disk is not asked more often than that */

struct host_journal {
	char folder[512];
	int folder_fd; /* -1: not opened yet */
	int lock_fd;
	int place;  /* 1 and up; 0: none yet */
	int file;   /* -1: to be written anew */
	char *text; /* what is in the file */
	size_t length;
	bool unsynced; /* but perhaps not yet on the disk */
	uint64_t synced_at;
	bool told;
	char trouble[640];
};

/* What cannot be done, and why; false, for the caller to return. */
static bool fail(struct host_journal *journal, const char *verb)
{
	snprintf(journal->trouble, sizeof(journal->trouble),
		 "This game is not being kept: cannot %s %s: %s", verb,
		 journal->folder, strerror(errno));
	return false;
}

/* XDG's rules: a path that is not absolute does not count. */
static bool name_folder(struct host_journal *journal)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	size_t size = sizeof(journal->folder);
	int length = 0;

	if (state && *state == '/')
		length = snprintf(journal->folder, size, "%s/rookery", state);
	else if (home && *home == '/')
		length = snprintf(journal->folder, size,
				  "%s/.local/state/rookery", home);
	if (length > 0 && (size_t)length < size)
		return true;
	strcpy(journal->folder, "a folder in HOME or XDG_STATE_HOME");
	errno = length ? ENAMETOOLONG : ENOENT;
	return fail(journal, "find");
}

/* The folder and those around it, as far as they are missing. */
static bool make_folder(struct host_journal *journal)
{
	char *path = journal->folder;

	for (char *at = path + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = 0;
		mkdir(path, 0700);
		*at = '/';
	}
	if (mkdir(path, 0700) && errno != EEXIST)
		return fail(journal, "make");
	return true;
}

static bool open_folder(struct host_journal *journal, bool make)
{
	if (journal->folder_fd >= 0)
		return true;
	if (!name_folder(journal) || (make && !make_folder(journal)))
		return false;
	journal->folder_fd =
		open(journal->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (journal->folder_fd < 0)
		return fail(journal, "open");
	journal->lock_fd = openat(journal->folder_fd, "lock",
				  O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	return true;
}

/* Where no file can be made to be locked, none can be mixed up either. */
static bool lock(const struct host_journal *journal, int place, short type)
{
	struct flock range = {
		.l_type = type,
		.l_whence = SEEK_SET,
		.l_start = place,
		.l_len = 1,
	};

	return journal->lock_fd < 0 ||
	       !fcntl(journal->lock_fd, F_SETLK, &range) ||
	       (errno != EACCES && errno != EAGAIN);
}

struct name {
	char text[16];
};

static struct name name_file(int place, const char *suffix)
{
	struct name name;

	snprintf(name.text, sizeof(name.text), "game-%d%s", place, suffix);
	return name;
}

/* When the game there was last changed; false if there is none. */
static bool last_change(const struct host_journal *journal, int place,
			struct timespec *when)
{
	struct stat status;

	if (fstatat(journal->folder_fd, name_file(place, "").text, &status,
		    0) ||
	    !status.st_size)
		return false;
	*when = status.st_mtim;
	return true;
}

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec < b.tv_sec ||
	       (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

/*
 * Takes a place that no other program has. To resume: the one where a game
 * was changed last, but for those in `skip`. For a new game: an empty one, or
 * else the one where a game was left longest ago.
 */
static bool take_place(struct host_journal *journal, bool resume,
		       unsigned int skip)
{
	struct timespec when = {0, 0}, best = {0, 0};

	for (int place = 1; place <= PLACES; place++) {
		bool empty;

		if (skip >> place & 1 || !lock(journal, place, F_WRLCK))
			continue;
		empty = !last_change(journal, place, &when);
		if (empty ? resume
			  : journal->place && is_before(best, when) != resume) {
			lock(journal, place, F_UNLCK);
			continue;
		}
		if (journal->place)
			lock(journal, journal->place, F_UNLCK);
		journal->place = place;
		best = when;
		if (empty)
			break;
	}
	return journal->place != 0;
}

static void leave_place(struct host_journal *journal)
{
	lock(journal, journal->place, F_UNLCK);
	journal->place = 0;
}

static bool write_all(int file, const char *bytes, size_t length)
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

static void close_file(struct host_journal *journal)
{
	if (journal->file >= 0)
		close(journal->file);
	journal->file = -1;
}

static void sync_file(struct host_journal *journal)
{
	fdatasync(journal->file);
	journal->unsynced = false;
	journal->synced_at = host_now();
}

/* What goes wrong in the middle must not stay in the middle. */
static bool append(struct host_journal *journal, const char *text,
		   size_t length)
{
	if (!write_all(journal->file, text, length)) {
		fail(journal, "write to");
		if (ftruncate(journal->file, (off_t)journal->length))
			close_file(journal);
		return false;
	}
	journal->unsynced = true;
	if (host_now() - journal->synced_at >= SYNC_MS)
		sync_file(journal);
	return true;
}

/* First the contents of a new file, when they are safe its name. */
static bool replace(struct host_journal *journal, const char *text,
		    size_t length)
{
	struct name new = name_file(journal->place, ".new");
	struct name name = name_file(journal->place, "");
	int folder = journal->folder_fd;
	int file = openat(folder, new.text,
			  O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
			  0600);

	if (file < 0)
		return fail(journal, "write to");
	if (!write_all(file, text, length) || fsync(file) ||
	    renameat(folder, new.text, folder, name.text)) {
		fail(journal, "write to");
		unlinkat(folder, new.text, 0);
		close(file);
		return false;
	}
	fsync(folder);
	close_file(journal);
	journal->file = file;
	journal->unsynced = false;
	return true;
}

static char *text_of(const struct rk_console *console, size_t *length)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, length);

	if (!to)
		return NULL;
	journal_write(to, console);
	if (!fclose(to))
		return text;
	free(text);
	return NULL;
}

static bool keep(struct host_journal *journal, const struct rk_console *console)
{
	size_t length, before = journal->length;
	char *text;
	bool good;

	if (!open_folder(journal, true))
		return false;
	if (!journal->place && !take_place(journal, false, 0)) {
		errno = EBUSY;
		return fail(journal, "find a place in");
	}
	text = text_of(console, &length);
	if (!text)
		return fail(journal, "write to");
	if (journal->file >= 0 && length >= before &&
	    !memcmp(text, journal->text, before))
		good = append(journal, text + before, length - before);
	else
		good = replace(journal, text, length);
	if (!good) {
		free(text);
		return false;
	}
	free(journal->text);
	journal->text = text;
	journal->length = length;
	return true;
}

const char *host_journal_update(struct host_journal *journal,
				const struct rk_console *console)
{
	if (!journal || !console->has_game || keep(journal, console) ||
	    journal->told)
		return NULL;
	journal->told = true;
	return journal->trouble;
}

struct host_journal *host_journal_open(void)
{
	struct host_journal *journal = calloc(1, sizeof(*journal));

	if (journal) {
		journal->folder_fd = -1;
		journal->lock_fd = -1;
		journal->file = -1;
	}
	return journal;
}

bool host_journal_can_resume(struct host_journal *journal)
{
	if (!journal || journal->place || !open_folder(journal, false) ||
	    !take_place(journal, true, 0))
		return false;
	leave_place(journal);
	return true;
}

static bool read_place(struct host_journal *journal, struct rk_console *console)
{
	int file = openat(journal->folder_fd,
			  name_file(journal->place, "").text,
			  O_RDONLY | O_CLOEXEC);
	struct stat status;
	size_t length;
	char *text = NULL;
	ssize_t got = 0;
	bool good;

	if (file < 0)
		return false;
	if (!fstat(file, &status) && status.st_size <= MAX_SIZE) {
		length = (size_t)status.st_size;
		text = malloc(length + 1);
		if (text)
			got = read(file, text, length);
	}
	close(file);
	good = text && got > 0 && journal_read(console, text, (size_t)got);
	free(text);
	return good;
}

bool host_journal_resume(struct host_journal *journal,
			 struct rk_console *console)
{
	const struct rk_console_port *port = console->port;
	unsigned int unreadable = 0;

	if (!journal || journal->place || !open_folder(journal, false))
		return false;
	while (take_place(journal, true, unreadable)) {
		if (read_place(journal, console)) {
			if (port->now)
				rk_game_start_clock(&console->game,
						    port->now(port->self));
			return true;
		}
		unreadable |= 1u << journal->place;
		leave_place(journal);
	}
	return false;
}

bool host_journal_keeps(const struct host_journal *journal)
{
	return journal && journal->place && !journal->told;
}

const char *host_journal_folder(struct host_journal *journal)
{
	return journal && open_folder(journal, true) ? journal->folder : NULL;
}

void host_journal_close(struct host_journal *journal,
			const struct rk_console *console)
{
	if (!journal)
		return;
	if (journal->place && rk_game_is_over(&console->game))
		unlinkat(journal->folder_fd, name_file(journal->place, "").text,
			 0);
	else if (journal->unsynced)
		sync_file(journal);
	close_file(journal);
	if (journal->lock_fd >= 0)
		close(journal->lock_fd);
	if (journal->folder_fd >= 0)
		close(journal->folder_fd);
	free(journal->text);
	free(journal);
}
