/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line editor of libedit. Its keys come from the owner, who waits for
 * signals, clocks and resizes meanwhile. The line may grow over several rows;
 * the owner is told before that happens.
 */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "ports/host/complete.h"
#include "ports/host/edit.h"
#include "ports/host/term.h"
#include "ports/host/text.h"

#define HISTORY_LINES 500

struct host_edit {
	const struct host_edit_owner *owner;
	EditLine *el;
	History *history;
	char *file;
	char *line;    /* the last one */
	FILE *nowhere; /* receives libedit's messages about terminals */
	const char *prompt;
	int rows;
};

static struct host_edit *self(EditLine *el)
{
	void *edit = NULL;

	el_get(el, EL_CLIENTDATA, &edit);
	return edit;
}

static char *prompt(EditLine *el)
{
	return (char *)(uintptr_t)self(el)->prompt;
}

/* The number of rows that prompt and line take now. */
static int count_rows(struct host_edit *edit)
{
	const LineInfo *line = el_line(edit->el);
	int rows, columns;

	host_term_size(&rows, &columns);
	return 1 + (host_text_columns(edit->prompt, strlen(edit->prompt)) +
		    host_text_columns(line->buffer, (size_t)(line->lastchar -
							     line->buffer))) /
			   columns;
}

static int get_key(EditLine *el, wchar_t *wide)
{
	struct host_edit *edit = self(el);
	mbstate_t state = {0};
	int rows = count_rows(edit), byte;
	char letter;

	if (rows > edit->rows)
		edit->rows = rows;
	for (;;) {
		byte = edit->owner->key(edit->owner->self, edit->rows);
		if (byte < 0)
			return 0;
		letter = (char)byte;
		switch (mbrtowc(wide, &letter, 1, &state)) {
		case (size_t)-2: /* an incomplete character */
			break;
		case (size_t)-1:
			*wide = L'?';
			return 1;
		default:
			return 1;
		}
	}
}

static unsigned char complete(EditLine *el, int key)
{
	struct host_edit *edit = self(el);
	const LineInfo *line = el_line(el);
	char more[HOST_COMPLETE_SIZE];
	size_t length;

	(void)key;
	length = edit->owner->complete(edit->owner->self, line->buffer,
				       (size_t)(line->cursor - line->buffer),
				       more, sizeof(more) - 1);
	more[length] = '\0';
	return length && !el_insertstr(el, more) ? CC_REFRESH : CC_NORM;
}

static unsigned char redraw(EditLine *el, int key)
{
	struct host_edit *edit = self(el);

	(void)key;
	edit->owner->redraw(edit->owner->self);
	return CC_NORM;
}

/* Bound to unknown keys, whose sequences would otherwise be typed as text. */
static unsigned char do_nothing(EditLine *el, int key)
{
	(void)el;
	(void)key;
	return CC_NORM;
}

/* Terminals send these keys differently; all variants are bound. */
static const struct {
	const char *keys; /* separated by blanks */
	const char *function;
} bindings[] = {
	{"^I", "rk-complete"},
	{"^L", "rk-redraw"},
	{"^R", "em-inc-search-prev"},
	{"^W", "ed-delete-prev-word"},
	{"\\e[3~", "ed-delete-next-char"},
	{"\\e[H \\eOH \\e[1~ \\e[7~", "ed-move-to-beg"},
	{"\\e[F \\eOF \\e[4~ \\e[8~", "ed-move-to-end"},
	{"\\e[1;5D \\e[1;3D", "ed-prev-word"},
	{"\\e[1;5C \\e[1;3C", "em-next-word"},
	{"\\e[2~ \\e[5~ \\e[6~ \\eOP \\eOQ \\eOR \\eOS \\e[11~ \\e[12~ "
	 "\\e[13~ \\e[14~ \\e[15~ \\e[17~ \\e[18~ \\e[19~ \\e[20~ \\e[21~ "
	 "\\e[23~ \\e[24~",
	 "rk-nothing"},
};

static void set_up_keys(EditLine *el)
{
	char key[16];

	el_set(el, EL_EDITOR, "emacs");
	/*
	 * libedit would leak its copies of narrow names, so the wide function
	 * is used.
	 */
	el_wset(el, EL_ADDFN, L"rk-complete", L"complete", complete);
	el_wset(el, EL_ADDFN, L"rk-redraw", L"draw all again", redraw);
	el_wset(el, EL_ADDFN, L"rk-nothing", L"do nothing", do_nothing);
	for (size_t i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++) {
		const char *keys = bindings[i].keys;

		while (*keys) {
			int length = (int)strcspn(keys, " ");

			snprintf(key, sizeof(key), "%.*s", length, keys);
			el_set(el, EL_BIND, key, bindings[i].function, NULL);
			keys += length + (keys[length] == ' ');
		}
	}
}

/*
 * libedit follows links and waits for pipes, so it is given regular files only.
 */
static bool is_own_file(const char *name)
{
	struct stat about;

	if (lstat(name, &about))
		return errno == ENOENT;
	return S_ISREG(about.st_mode) && about.st_uid == geteuid();
}

/*
 * libedit does not report write errors, so it writes to a new file, and the old
 * one stays on failure.
 */
static void save_history(const struct host_edit *edit)
{
	char draft[1024];
	HistEvent event;
	int length = snprintf(draft, sizeof(draft), "%s.new", edit->file);

	if (length < 0 || (size_t)length >= sizeof(draft))
		return;
	unlink(draft);
	if (is_own_file(draft) && is_own_file(edit->file) &&
	    history(edit->history, &event, H_SAVE, draft) >= 0)
		rename(draft, edit->file);
}

static void set_up_history(struct host_edit *edit, const char *file)
{
	HistEvent event;

	edit->history = history_init();
	if (!edit->history)
		return;
	history(edit->history, &event, H_SETSIZE, HISTORY_LINES);
	history(edit->history, &event, H_SETUNIQUE, 1);
	el_set(edit->el, EL_HIST, history, edit->history);
	edit->file = file ? strdup(file) : NULL;
	if (edit->file && is_own_file(edit->file))
		history(edit->history, &event, H_LOAD, edit->file);
}

struct host_edit *host_edit_new(const struct host_edit_owner *owner,
				const char *history_file)
{
	struct host_edit *edit = calloc(1, sizeof(*edit));

	if (!edit)
		return NULL;
	edit->owner = owner;
	edit->prompt = "";
	edit->nowhere = fopen("/dev/null", "w");
	edit->el = el_init("rookery", stdin, stdout,
			   edit->nowhere ? edit->nowhere : stderr);
	if (!edit->el) {
		host_edit_free(edit);
		return NULL;
	}
	el_set(edit->el, EL_CLIENTDATA, edit);
	el_set(edit->el, EL_PROMPT_ESC, prompt, HOST_EDIT_INVISIBLE);
	el_set(edit->el, EL_SIGNAL, 0);
	el_set(edit->el, EL_GETCFN, get_key);
	/* Typed keys are not echoed between lines either. */
	el_set(edit->el, EL_SETTY, "-x", "-echo", "-icanon", NULL);
	set_up_keys(edit->el);
	set_up_history(edit, history_file);
	return edit;
}

void host_edit_free(struct host_edit *edit)
{
	if (edit->history) {
		if (edit->file)
			save_history(edit);
		history_end(edit->history);
	}
	if (edit->el)
		el_end(edit->el);
	if (edit->nowhere)
		fclose(edit->nowhere);
	free(edit->file);
	free(edit->line);
	free(edit);
}

const char *host_edit_line(struct host_edit *edit, const char *text)
{
	const char *line;
	HistEvent event;
	int count = 0;

	edit->prompt = text;
	edit->rows = 1;
	line = el_gets(edit->el, &count);
	if (!line || count <= 0)
		return NULL;
	free(edit->line);
	edit->line = strndup(line, strcspn(line, "\n"));
	if (edit->line && *edit->line && edit->history)
		history(edit->history, &event, H_ENTER, edit->line);
	return edit->line;
}

void host_edit_redraw(struct host_edit *edit)
{
	el_resize(edit->el);
	el_set(edit->el, EL_REFRESH);
	edit->rows = count_rows(edit);
}

bool host_edit_is_empty(const struct host_edit *edit)
{
	const LineInfo *line = el_line(edit->el);

	return line->lastchar == line->buffer;
}
