/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games and positions in and out: files through the system's dialogs, and the
 * clipboard. Reading and writing is the console's `load`, `save`, `pgn`, `fen`
 * and its set-up mode; what they say is shown.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"

/* ---- Files ---- */

static void add_filter(GtkFileChooser *chooser, const char *name,
		       const char *const *patterns)
{
	GtkFileFilter *filter = gtk_file_filter_new();

	gtk_file_filter_set_name(filter, name);
	for (; *patterns; patterns++)
		gtk_file_filter_add_pattern(filter, *patterns);
	gtk_file_chooser_add_filter(chooser, filter);
	g_object_unref(filter);
}

static void chosen(GtkNativeDialog *dialog, int response, gpointer self)
{
	struct desk_window *window = self;
	GtkFileChooser *chooser = GTK_FILE_CHOOSER(dialog);
	bool saves = gtk_file_chooser_get_action(chooser) ==
		     GTK_FILE_CHOOSER_ACTION_SAVE;
	GFile *file = gtk_file_chooser_get_file(chooser);
	char *path = file ? g_file_get_path(file) : NULL;
	char *line;

	if (response == GTK_RESPONSE_ACCEPT && path && !strchr(path, '\n')) {
		line = g_strdup_printf("%s %s", saves ? "save" : "load", path);
		/* The dialog has asked already whether to replace a file. */
		desk_session_do(window->session, line, saves);
		g_free(line);
	} else if (response == GTK_RESPONSE_ACCEPT) {
		desk_window_say(window, "This is no file of this machine.");
	}
	g_free(path);
	if (file)
		g_object_unref(file);
	g_object_unref(dialog);
}

static GtkFileChooser *make_chooser(struct desk_window *window, bool saves)
{
	static const char *const games[] = {"*.pgn", "*.PGN", "*.pgn4", NULL};
	static const char *const all[] = {"*", NULL};
	GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
		saves ? "Save the game" : "Open a game",
		GTK_WINDOW(window->window),
		saves ? GTK_FILE_CHOOSER_ACTION_SAVE
		      : GTK_FILE_CHOOSER_ACTION_OPEN,
		saves ? "_Save" : "_Open", "_Cancel");

	gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
	add_filter(GTK_FILE_CHOOSER(dialog), "Games (PGN)", games);
	add_filter(GTK_FILE_CHOOSER(dialog), "All files", all);
	g_signal_connect(dialog, "response", G_CALLBACK(chosen), window);
	return GTK_FILE_CHOOSER(dialog);
}

void desk_open_file(struct desk_window *window)
{
	gtk_native_dialog_show(GTK_NATIVE_DIALOG(make_chooser(window, false)));
}

void desk_save_file(struct desk_window *window)
{
	GtkFileChooser *chooser = make_chooser(window, true);
	bool is_two = window->seen->console.game.rules->players == 2;

	gtk_file_chooser_set_current_name(chooser,
					  is_two ? "game.pgn" : "game.pgn4");
	gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

/* ---- The clipboard ---- */

void desk_copy(struct desk_window *window, const char *command)
{
	GdkClipboard *clipboard = gtk_widget_get_clipboard(window->window);
	bool is_fen = !strcmp(command, "fen");
	struct desk_seen *seen = window->seen;
	struct rk_console game = seen->console;
	char *text;

	/* The position on the board, which may be an earlier one. */
	if (is_fen && window->is_back)
		seen->console.game = window->earlier.game;
	text = desk_seen_tell(seen, command);
	seen->console = game;
	gdk_clipboard_set_text(clipboard, text);
	desk_window_say(window, is_fen ? "The position is copied, as FEN."
				       : "The game is copied, as PGN.");
	g_free(text);
}

static const struct rk_rules *find_rules(const struct rk_console *console,
					 const char *fen)
{
	union rk_any_pos pos;
	struct rk_error error;

	if (console->rules->setup_read(&pos, fen, strlen(fen), &error))
		return console->rules;
	for (int i = 0; rk_rules_all[i]; i++)
		if (rk_rules_all[i]->setup_read(&pos, fen, strlen(fen), &error))
			return rk_rules_all[i];
	return NULL;
}

static void paste_fen(struct desk_window *window, const struct rk_rules *rules,
		      const char *fen)
{
	struct rk_console *console = &window->seen->console;
	GString *lines = g_string_new("");

	if (rules != console->rules)
		g_string_append_printf(lines, "players %d\nrules %s\n",
				       rules->players, rules->name);
	if (!console->in_setup) {
		window->editor.left_game = console->has_game &&
					   rk_game_plies(&console->game);
		g_string_append(lines, "setup\n");
	}
	g_string_append_printf(lines, "fen %s\n", fen);
	desk_session_do(window->session, lines->str, true);
	g_string_free(lines, TRUE);
}

/* One line that some kind of chess reads as a position is one; else a game. */
static void pasted(GObject *source, GAsyncResult *result, gpointer self)
{
	struct desk_window *window = self;
	char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source),
						    result, NULL);
	const struct rk_rules *rules;

	if (!text || !*g_strstrip(text)) {
		desk_window_say(window, "There is no text to paste.");
		g_free(text);
		return;
	}
	rules = strchr(text, '\n') ? NULL
				   : find_rules(&window->seen->console, text);
	if (rules)
		paste_fen(window, rules, text);
	else
		desk_session_paste(window->session, text);
	g_free(text);
}

void desk_paste(struct desk_window *window)
{
	gdk_clipboard_read_text_async(gtk_widget_get_clipboard(window->window),
				      NULL, pasted, window);
}
