/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The journal: the running game on disk, so that a program that was killed can
 * resume it. docs/journal.md describes the files.
 */
#ifndef RK_HOST_JOURNAL_H
#define RK_HOST_JOURNAL_H

#include "rookery/console.h"

struct host_journal;

/* NULL if there is no memory. */
struct host_journal *host_journal_open(void);

/*
 * Writes the changes of the console to the journal; call after every change,
 * before it is shown. Returns NULL, or once, when the game cannot be saved, a
 * line that says why, without a newline or full stop.
 */
const char *host_journal_update(struct host_journal *journal,
				const struct rk_console *console);

/*
 * How many unfinished games there are that no program plays. Unless `out` is
 * NULL, writes a numbered line for each, the one that was changed last first.
 */
int host_journal_kept(struct host_journal *journal, const struct rk_out *out);

/*
 * Restores the console from one of these games: rules, start, moves (also
 * undone ones), seats, score, clocks. `number` is from 1; 0 is the first one
 * that can be read. The clock of the player to move starts now. The game that
 * was running stays in its file. False, with the console unchanged, if there is
 * no such game.
 */
bool host_journal_resume(struct host_journal *journal,
			 struct rk_console *console, int number);

/*
 * Leaves the running game in its file; the next update is of another one. False
 * if not all of it is saved.
 */
bool host_journal_put_aside(struct host_journal *journal);

/*
 * Why a game file was skipped when searching for one to resume, such as a newer
 * version; NULL if none was.
 */
const char *host_journal_skipped(const struct host_journal *journal);

/* Is the whole game saved? */
bool host_journal_keeps(const struct host_journal *journal);

/* The state folder, created if missing; or NULL. */
const char *host_journal_folder(struct host_journal *journal);

/*
 * Call at the end of the program. A finished game is removed, an unfinished one
 * is synced to the disk. Returns a line as host_journal_update() does if that
 * fails, or if there was an error before.
 */
const char *host_journal_finish(struct host_journal *journal,
				const struct rk_console *console);

void host_journal_close(struct host_journal *journal);

#endif
