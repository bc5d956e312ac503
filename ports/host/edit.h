/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line being typed: editing, history, completion. Two rooms answer this
 * header and the build picks one: edit_libedit.c, or edit_plain.c where that
 * library is not there.
 */
#ifndef RK_HOST_EDIT_H
#define RK_HOST_EDIT_H

#include <stdbool.h>
#include <stddef.h>

struct host_edit;

/* Whom the editor asks. */
struct host_edit_owner {
	void *self;
	/*
	 * The next byte typed, or -1 to give up the line. The line takes
	 * `rows` rows of the screen now, and never fewer before it ends.
	 */
	int (*key)(void *self, int rows);
	/*
	 * Tab: what could follow the text up to the cursor. Fills in what is
	 * certain and returns its length; shows the choices if it is not.
	 */
	size_t (*complete)(void *self, const char *text, size_t length,
			   char *more, size_t room);
	/* Ctrl-L: everything is to be drawn again. */
	void (*redraw)(void *self);
};

/* In a prompt, around what takes no room on the screen. */
#define HOST_EDIT_INVISIBLE '\1'

/* `history` is the name of a file for it, or NULL. NULL: no memory. */
struct host_edit *host_edit_new(const struct host_edit_owner *owner,
				const char *history);
void host_edit_free(struct host_edit *edit);

/*
 * Edits a line that starts where the cursor is, at the left of the screen,
 * behind a prompt. Returns it without its newline, good until the next call,
 * or NULL when given up or ended by Ctrl-D.
 */
const char *host_edit_line(struct host_edit *edit, const char *prompt);

/*
 * From within key(): the cursor is at the left of an empty line and the window
 * may have another size. Shows prompt and line again.
 */
void host_edit_redraw(struct host_edit *edit);

#endif
