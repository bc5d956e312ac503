/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line editor: editing, history, completion. There are two implementations,
 * and the build picks one: edit_libedit.c, or edit_plain.c without that
 * library.
 */
#ifndef RK_HOST_EDIT_H
#define RK_HOST_EDIT_H

#include <stdbool.h>
#include <stddef.h>

struct host_edit;

/* Callbacks of the editor. */
struct host_edit_owner {
	void *self;
	/*
	 * Returns the next byte typed, or -1 to abandon the line. The line now
	 * takes `rows` rows of the screen, and never fewer before it ends.
	 */
	int (*key)(void *self, int rows);
	/*
	 * Tab: completes the text up to the cursor. Fills in what is
	 * unambiguous and returns its length; otherwise shows the choices.
	 */
	size_t (*complete)(void *self, const char *text, size_t length,
			   char *more, size_t size);
	/* Ctrl-L: redraws everything. */
	void (*redraw)(void *self);
};

/* In a prompt, around what takes no columns. */
#define HOST_EDIT_INVISIBLE '\1'

/*
 * `history` is the name of the history file, or NULL. Returns NULL if there is
 * no memory.
 */
struct host_edit *host_edit_new(const struct host_edit_owner *owner,
				const char *history);
void host_edit_free(struct host_edit *edit);

/*
 * Edits a line behind a prompt; the cursor is at the left of the screen.
 * Returns the line without its newline, valid until the next call, or NULL if
 * it was abandoned or ended by Ctrl-D.
 */
const char *host_edit_line(struct host_edit *edit, const char *prompt);

/*
 * From within key(): the cursor is at the left of an empty line and the window
 * may have another size. Shows prompt and line again.
 */
void host_edit_redraw(struct host_edit *edit);

/* From within key(): has nothing been typed? */
bool host_edit_is_empty(const struct host_edit *edit);

#endif
