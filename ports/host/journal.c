/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The journal's files. Each running game has a slot, a file game-N in the
 * user's state folder; a byte of the file `lock` is locked for it while its
 * program runs, so that two programs never share a slot.
 *
 * Invariant: the file of a slot is the journal of one game as it was at some
 * moment, except for an incomplete line at its end. New moves are appended;
 * after any other change a new file is written beside it, synced to the disk,
 * and renamed.
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
#include "ports/host/journal_file.h"
#include "ports/host/journal_text.h"

#define SLOTS 9
#define MAX_SIZE (16 << 20) /* bytes of the largest journal that is read */
#define SYNC_MS 100         /* milliseconds between two syncs at least */

struct host_journal {
	char folder[512];
	int folder_fd; /* -1: not opened yet */
	int lock_fd;   /* -1: no locks are possible, as on a read-only disk */
	int slot;      /* 1 and up; 0: none yet */
	int file;      /* -1: must be rewritten */
	char *text;    /* what is in the file */
	size_t length;
	bool unsynced; /* written, but perhaps not synced */
	uint64_t synced_at;
	bool failed;      /* the last update failed */
	bool is_reported; /* a failure was reported to the user */
	char trouble[768];
	char skipped[640]; /* why an existing file is not resumed */
};

/* Records an error with errno; always false. */
static bool fail(struct host_journal *journal, const char *verb)
{
	snprintf(journal->trouble, sizeof(journal->trouble),
		 "This game is not being kept: cannot %s %s: %s", verb,
		 journal->folder, strerror(errno));
	return false;
}

/* The same for a file that must not be changed. */
static bool reject(struct host_journal *journal, const char *name,
		   const char *wrong)
{
	snprintf(journal->trouble, sizeof(journal->trouble),
		 "This game is not being kept: %s/%s %s", journal->folder, name,
		 wrong);
	return false;
}

static void skip(struct host_journal *journal, const char *name,
		 const char *wrong)
{
	snprintf(journal->skipped, sizeof(journal->skipped), "%s/%s %s",
		 journal->folder, name, wrong);
}

/* By the XDG rules a relative path is ignored. */
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

/* Creates the folder and its parents if needed. */
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

/* If the lock file cannot be created, no game file can be written either. */
static bool lock(const struct host_journal *journal, int slot, short type)
{
	struct flock range = {
		.l_type = type,
		.l_whence = SEEK_SET,
		.l_start = slot,
		.l_len = 1,
	};

	return journal->lock_fd < 0 ||
	       !fcntl(journal->lock_fd, F_SETLK, &range) ||
	       (errno != EACCES && errno != EAGAIN);
}

/* The file will be rewritten, since its state on the disk is unknown. */
static void close_file(struct host_journal *journal)
{
	if (journal->file >= 0)
		close(journal->file);
	journal->file = -1;
}

/* A link in its place would redirect all its files. */
static bool is_own_folder(struct host_journal *journal)
{
	struct stat status;

	if (fstat(journal->folder_fd, &status))
		return fail(journal, "open");
	if (status.st_uid == geteuid() &&
	    !(status.st_mode & (S_IWGRP | S_IWOTH)))
		return true;
	snprintf(journal->trouble, sizeof(journal->trouble),
		 "This game is not being kept: %s %s", journal->folder,
		 status.st_uid == geteuid() ? "can be written to by other users"
					    : "belongs to another user");
	return false;
}

/*
 * On a full disk the game goes on without a lock, which is tried again later.
 */
static bool open_lock(struct host_journal *journal)
{
	const char *wrong;

	if (journal->lock_fd >= 0)
		return true;
	journal->lock_fd = journal_file_open(journal->folder_fd, "lock",
					     O_RDWR | O_CREAT, &wrong);
	if (wrong)
		return reject(journal, "lock", wrong);
	/* The slot was taken without a lock, perhaps by another program too. */
	if (journal->lock_fd >= 0 && journal->slot &&
	    !lock(journal, journal->slot, F_WRLCK)) {
		close_file(journal);
		journal->slot = 0;
	}
	return true;
}

static bool open_folder(struct host_journal *journal, bool make)
{
	if (journal->folder_fd >= 0)
		return open_lock(journal);
	if (!name_folder(journal) || (make && !make_folder(journal)))
		return false;
	journal->folder_fd =
		open(journal->folder,
		     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (journal->folder_fd < 0)
		return fail(journal, "open");
	if (is_own_folder(journal) && open_lock(journal))
		return true;
	close(journal->folder_fd);
	journal->folder_fd = -1;
	return false;
}

struct file_name {
	char text[16];
};

static struct file_name name_file(int slot, const char *suffix)
{
	struct file_name name;

	snprintf(name.text, sizeof(name.text), "game-%d%s", slot, suffix);
	return name;
}

/* What a file with the name of a slot contains. */
enum content {
	NOTHING,
	GAME,
	NOT_OURS, /* or unreadable; never changed */
};

/* Reads only the first line. */
static enum content look_inside(struct host_journal *journal, const char *name)
{
	char text[64];
	const char *wrong;
	int file =
		journal_file_open(journal->folder_fd, name, O_RDONLY, &wrong);
	long length;

	if (file < 0) {
		skip(journal, name, wrong ? wrong : strerror(errno));
		return NOT_OURS;
	}
	length = journal_file_read(file, text, sizeof(text));
	close(file);
	if (length >= 0 && !journal_is_newer(text, (size_t)length))
		return GAME;
	skip(journal, name,
	     length < 0 ? strerror(errno) : "was written by a newer Rookery");
	return NOT_OURS;
}

/* The same, and when the game was last changed. */
static enum content look_at(struct host_journal *journal, int slot,
			    struct timespec *when)
{
	struct file_name name = name_file(slot, "");
	struct stat status;

	if (fstatat(journal->folder_fd, name.text, &status,
		    AT_SYMLINK_NOFOLLOW)) {
		if (errno == ENOENT)
			return NOTHING;
		skip(journal, name.text, strerror(errno));
		return NOT_OURS;
	}
	*when = status.st_mtim;
	if (!status.st_size && !journal_file_wrong(&status))
		return NOTHING;
	return look_inside(journal, name.text);
}

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec < b.tv_sec ||
	       (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

/*
 * Takes a slot for a new game that no other program has: an empty one, or else
 * the one whose game was abandoned longest ago.
 */
static bool take_slot(struct host_journal *journal)
{
	struct timespec when = {0, 0}, best = {0, 0};

	for (int slot = 1; slot <= SLOTS; slot++) {
		enum content content;
		bool empty;

		if (!lock(journal, slot, F_WRLCK))
			continue;
		content = look_at(journal, slot, &when);
		empty = content == NOTHING;
		if (content == NOT_OURS ||
		    (!empty && journal->slot && is_before(best, when))) {
			lock(journal, slot, F_UNLCK);
			continue;
		}
		if (journal->slot)
			lock(journal, journal->slot, F_UNLCK);
		journal->slot = slot;
		best = when;
		if (empty)
			break;
	}
	return journal->slot != 0;
}

/* A game that can be resumed. */
struct kept_game {
	int slot;
	struct timespec when;
};

/* Those of other programs and our own are left out; the latest is first. */
static int find_kept(struct host_journal *journal, struct kept_game *games)
{
	int count = 0;

	for (int slot = 1; slot <= SLOTS; slot++) {
		struct kept_game game = {slot, {0, 0}};
		enum content content;
		int at = count;

		if (slot == journal->slot || !lock(journal, slot, F_WRLCK))
			continue;
		content = look_at(journal, slot, &game.when);
		lock(journal, slot, F_UNLCK);
		if (content != GAME)
			continue;
		for (; at && is_before(games[at - 1].when, game.when); at--)
			games[at] = games[at - 1];
		games[at] = game;
		count++;
	}
	return count;
}

/* After a failed sync the data may be lost, so the file is rewritten. */
static bool sync_file(struct host_journal *journal)
{
	journal->unsynced = false;
	journal->synced_at = host_now();
	if (journal_file_sync(journal->file))
		return true;
	fail(journal, "write to");
	close_file(journal);
	return false;
}

/* A partial write is undone. */
static bool append(struct host_journal *journal, const char *text,
		   size_t length)
{
	if (!journal_file_write(journal->file, text, length)) {
		fail(journal, "write to");
		if (ftruncate(journal->file, (off_t)journal->length))
			close_file(journal);
		return false;
	}
	journal->unsynced = true;
	return host_now() - journal->synced_at < SYNC_MS || sync_file(journal);
}

/* Removes the leftover of a program that was killed. */
static int open_new(struct host_journal *journal, const char *name)
{
	const char *wrong;
	int file;

	unlinkat(journal->folder_fd, name, 0);
	file = journal_file_open(journal->folder_fd, name,
				 O_WRONLY | O_CREAT | O_EXCL | O_APPEND,
				 &wrong);
	if (wrong)
		reject(journal, name, wrong);
	else if (file < 0)
		fail(journal, "write to");
	return file;
}

/* Writes and syncs a new file, then renames it. */
static bool replace(struct host_journal *journal, const char *text,
		    size_t length)
{
	struct file_name new = name_file(journal->slot, ".new");
	struct file_name name = name_file(journal->slot, "");
	int folder = journal->folder_fd;
	int file = open_new(journal, new.text);

	if (file < 0)
		return false;
	if (!journal_file_write(file, text, length) ||
	    !journal_file_sync(file) ||
	    renameat(folder, new.text, folder, name.text)) {
		fail(journal, "write to");
		unlinkat(folder, new.text, 0);
		close(file);
		return false;
	}
	close_file(journal);
	journal->file = file;
	journal->unsynced = false;
	if (journal_folder_sync(folder))
		return true;
	fail(journal, "write to");
	close_file(journal);
	return false;
}

static char *text_of(const struct rk_console *console, size_t *length)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, length);
	bool good;

	if (!to)
		return NULL;
	journal_write(to, console);
	good = !ferror(to);
	if (!fclose(to) && good)
		return text;
	free(text);
	errno = ENOMEM;
	return NULL;
}

static bool need_slot(struct host_journal *journal)
{
	journal->skipped[0] = 0;
	if (journal->slot || take_slot(journal))
		return true;
	if (!journal->skipped[0]) {
		errno = EBUSY;
		return fail(journal, "find a place in");
	}
	snprintf(journal->trouble, sizeof(journal->trouble),
		 "This game is not being kept: %s", journal->skipped);
	return false;
}

static bool keep(struct host_journal *journal, const struct rk_console *console)
{
	size_t length, before = journal->length;
	char *text;
	bool good;

	if (!open_folder(journal, true) || !need_slot(journal))
		return false;
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

/* The error message, unless one was reported already. */
static const char *tell(struct host_journal *journal)
{
	if (!journal->failed || journal->is_reported)
		return NULL;
	journal->is_reported = true;
	return journal->trouble;
}

const char *host_journal_update(struct host_journal *journal,
				const struct rk_console *console)
{
	if (!console->has_game)
		return NULL;
	journal->failed = !keep(journal, console);
	return tell(journal);
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

/* Reads the text of the game in a slot, with a NUL; NULL with errno. */
static char *read_slot(struct host_journal *journal, int slot, size_t *length)
{
	const char *wrong;
	int file = journal_file_open(journal->folder_fd,
				     name_file(slot, "").text, O_RDONLY,
				     &wrong);
	struct stat status;
	char *text = NULL;
	long got = -1;
	int reason;

	if (file < 0)
		return NULL;
	if (fstat(file, &status) || status.st_size > MAX_SIZE)
		errno = EFBIG;
	else
		text = malloc((size_t)status.st_size + 1);
	if (text)
		got = journal_file_read(file, text, (size_t)status.st_size);
	reason = errno;
	close(file);
	if (got >= 0) {
		*length = (size_t)got;
		text[got] = '\0';
		return text;
	}
	free(text);
	errno = reason;
	return NULL;
}

/* "1. standard, White human, Black level 3, 12 moves, 2026-11-18 20:15" */
static void describe_slot(struct host_journal *journal,
			  const struct rk_out *out, int number,
			  const struct kept_game *game)
{
	size_t length;
	char *text = read_slot(journal, game->slot, &length);
	struct tm date;
	char when[32] = "";

	if (localtime_r(&game->when.tv_sec, &date))
		strftime(when, sizeof(when), ", %Y-%m-%d %H:%M", &date);
	rk_out_parts(out,
		     (const char *const[]){rk_number((uint32_t)number).text,
					   ". ", NULL});
	if (text)
		journal_describe(out, text);
	else
		rk_out_text(out, strerror(errno));
	rk_out_line(out, when);
	free(text);
}

int host_journal_kept(struct host_journal *journal, const struct rk_out *out)
{
	struct kept_game games[SLOTS];
	int count;

	journal->skipped[0] = 0;
	if (!open_folder(journal, false))
		return 0;
	count = find_kept(journal, games);
	for (int i = 0; out && i < count; i++)
		describe_slot(journal, out, i + 1, &games[i]);
	return count;
}

/* Nothing of the game in it stays in memory. */
static void leave_slot(struct host_journal *journal)
{
	close_file(journal);
	free(journal->text);
	journal->text = NULL;
	journal->length = 0;
	journal->unsynced = false;
	if (journal->slot)
		lock(journal, journal->slot, F_UNLCK);
	journal->slot = 0;
}

bool host_journal_put_aside(struct host_journal *journal)
{
	bool good = journal->slot && !journal->failed &&
		    (!journal->unsynced || sync_file(journal));

	leave_slot(journal);
	return good;
}

static bool resume_slot(struct host_journal *journal,
			struct rk_console *console, int slot)
{
	struct file_name name = name_file(slot, "");
	size_t length;
	char *text;
	bool good;

	if (!lock(journal, slot, F_WRLCK))
		return false;
	errno = 0;
	text = read_slot(journal, slot, &length);
	good = text && journal_read(console, text, length);
	if (!good && errno)
		skip(journal, name.text, strerror(errno));
	free(text);
	if (!good) {
		lock(journal, slot, F_UNLCK);
		return false;
	}
	host_journal_put_aside(journal);
	journal->slot = slot;
	if (console->platform->now_us)
		rk_game_start_clock(&console->game, rk_console_now(console));
	return true;
}

bool host_journal_resume(struct host_journal *journal,
			 struct rk_console *console, int number)
{
	struct kept_game games[SLOTS];
	int count;

	journal->skipped[0] = 0;
	if (!open_folder(journal, false))
		return false;
	count = find_kept(journal, games);
	if (number)
		return number <= count &&
		       resume_slot(journal, console, games[number - 1].slot);
	for (int i = 0; i < count; i++)
		if (resume_slot(journal, console, games[i].slot))
			return true;
	return false;
}

const char *host_journal_skipped(const struct host_journal *journal)
{
	return journal->skipped[0] ? journal->skipped : NULL;
}

bool host_journal_keeps(const struct host_journal *journal)
{
	return journal->slot && !journal->failed;
}

const char *host_journal_folder(struct host_journal *journal)
{
	return open_folder(journal, true) ? journal->folder : NULL;
}

/* Tries again if the last update failed. */
static bool finish_file(struct host_journal *journal,
			const struct rk_console *console)
{
	int file;

	if (journal->failed && !keep(journal, console))
		return false;
	if (journal->unsynced && !sync_file(journal) && !keep(journal, console))
		return false;
	file = journal->file;
	journal->file = -1;
	return file < 0 || !close(file) || errno == EINTR ||
	       fail(journal, "write to");
}

const char *host_journal_finish(struct host_journal *journal,
				const struct rk_console *console)
{
	bool is_reported = journal->is_reported;

	if (!console->has_game)
		return NULL;
	if (rk_game_is_over(&console->game)) {
		if (journal->slot &&
		    unlinkat(journal->folder_fd,
			     name_file(journal->slot, "").text, 0) &&
		    errno != ENOENT && !is_reported) {
			snprintf(journal->trouble, sizeof(journal->trouble),
				 "The finished game stays in %s: %s",
				 journal->folder, strerror(errno));
			return journal->trouble;
		}
		return NULL;
	}
	journal->failed = !finish_file(journal, console);
	if (is_reported && !journal->failed)
		return "All of this game is kept after all";
	return tell(journal);
}

void host_journal_close(struct host_journal *journal)
{
	if (!journal)
		return;
	close_file(journal);
	if (journal->lock_fd >= 0)
		close(journal->lock_fd);
	if (journal->folder_fd >= 0)
		close(journal->folder_fd);
	free(journal->text);
	free(journal);
}
