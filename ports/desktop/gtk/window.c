/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The command `window`: the main window and its loop. A copy of the console
 * arrives from the session, and everything on the screen is brought up to it.
 * What the console says stands in the status line, long texts in a dialog, and
 * a question gets two buttons.
 */
#include <string.h>

#include "ports/desktop/desktop.h"
#include "ports/desktop/gtk/window.h"
#include "rookery/panel.h"

#define CLOCK_MS 100
#define BAR_SPACE 6 /* pixels between the bar and the board */
#define PANEL_SPACE 12
#define LONG_LINES 4 /* more is a text for a dialog */

/* ---- What others use ---- */

const struct rk_console *desk_window_console(const struct desk_window *window)
{
	return window->is_back ? &window->earlier : &window->seen->console;
}

void desk_window_say(struct desk_window *window, const char *text)
{
	if (!strcmp(gtk_label_get_text(GTK_LABEL(window->status)), text))
		return;
	gtk_label_set_text(GTK_LABEL(window->status), text);
	gtk_widget_set_tooltip_text(window->status, text);
}

void desk_window_do(struct desk_window *window, const char *lines)
{
	desk_session_do(window->session, lines, false);
}

void desk_window_keep(struct desk_window *window)
{
	desk_session_keep(window->session, &window->settings);
}

void desk_window_tell(struct desk_window *window, const char *title,
		      const char *text)
{
	GtkWidget *dialog = gtk_window_new();
	GtkWidget *scrolled = gtk_scrolled_window_new();
	GtkWidget *view = gtk_text_view_new();

	gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)),
				 text, -1);
	gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
	gtk_text_view_set_monospace(GTK_TEXT_VIEW(view), TRUE);
	gtk_text_view_set_left_margin(GTK_TEXT_VIEW(view), 12);
	gtk_text_view_set_top_margin(GTK_TEXT_VIEW(view), 12);
	gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
	gtk_window_set_child(GTK_WINDOW(dialog), scrolled);
	gtk_window_set_title(GTK_WINDOW(dialog), title);
	gtk_window_set_default_size(GTK_WINDOW(dialog), 640, 420);
	gtk_window_set_transient_for(GTK_WINDOW(dialog),
				     GTK_WINDOW(window->window));
	gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
	gtk_widget_add_css_class(dialog, "rookery");
	gtk_window_present(GTK_WINDOW(dialog));
}

/* ---- Status and question ---- */

static int count_lines(const char *text)
{
	int lines = 1;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

/* What happens next, where nobody has said anything; free it. */
static char *say_next(const struct desk_window *window)
{
	const struct rk_console *console = &window->seen->console;
	const char *next = rk_panel_next(console);
	const char *prompt = rk_panel_prompt(console);

	if (window->is_back)
		return g_strdup_printf(
			"Move %u of %u. End goes back to the game.",
			rk_game_plies(&window->earlier.game),
			rk_game_plies(&console->game));
	if (console->in_setup)
		return g_strdup("Put pieces on the board; Play begins a game "
				"from there.");
	if (window->seen->is_paused && next)
		return g_strdup("The computers wait.");
	if (next)
		return g_strdup(rk_console_computer_to_move(console)
					? next
					: "Continue lets the computer move.");
	return *prompt ? g_strdup_printf("%s is to move.", prompt)
		       : g_strdup("");
}

/*
 * A long text goes to a dialog. What was said of the last move is not lost
 * because a search begins.
 */
static void say(struct desk_window *window, const struct desk_seen *before)
{
	const char *said = window->seen->said;
	char *text;

	if (!*said && before && window->seen->is_thinking)
		said = before->said;
	else if (count_lines(said) > LONG_LINES)
		desk_window_tell(window, "Rookery", said);
	text = *said && count_lines(said) <= LONG_LINES ? g_strdup(said)
							: say_next(window);
	desk_window_say(window, g_strdelimit(text, "\n", ' '));
	g_free(text);
}

/* Does the console wait for a yes or a no? */
static bool asks(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	if (console->asked == RK_ASKED_NEW ||
	    console->asked == RK_ASKED_SETUP || console->asks_replace ||
	    console->agreed)
		return true;
	return rk_console_state(console) == RK_CONSOLE_GAME && game->offers &&
	       rk_console_next_player(console, game->offers, true) >= 0;
}

static void answer_yes(GtkButton *button, gpointer self)
{
	(void)button;
	desk_window_do(self, "yes");
}

static void answer_no(GtkButton *button, gpointer self)
{
	(void)button;
	desk_window_do(self, "no");
}

static void add_answer(struct desk_window *window, const char *text,
		       GCallback answer)
{
	GtkWidget *button = gtk_button_new_with_label(text);

	g_signal_connect(button, "clicked", answer, window);
	gtk_box_append(GTK_BOX(window->question), button);
}

static void make_question(struct desk_window *window)
{
	GtkWidget *label = gtk_label_new("Do you agree?");

	window->question = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	gtk_widget_add_css_class(window->question, "question");
	gtk_widget_set_hexpand(label, TRUE);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_box_append(GTK_BOX(window->question), label);
	add_answer(window, "Yes", G_CALLBACK(answer_yes));
	add_answer(window, "No", G_CALLBACK(answer_no));
	gtk_widget_set_visible(window->question, FALSE);
}

/* ---- Bringing everything up to date ---- */

static void update_opening(struct desk_window *window)
{
	const struct rk_console *console = desk_window_console(window);
	char name[RK_OPENING_SIZE];
	bool found = !console->in_setup && !rk_console_shows_next(console) &&
		     rk_console_opening_name(name, console);

	if (!found)
		*name = '\0';
	if (strcmp(gtk_label_get_text(GTK_LABEL(window->opening)), name) != 0)
		gtk_label_set_text(GTK_LABEL(window->opening), name);
	gtk_widget_set_visible(window->opening, found);
}

static void update_earlier(struct desk_window *window)
{
	if (!window->is_back)
		return;
	window->earlier = window->seen->console;
	window->earlier.looks_back = true;
	rk_game_rewind(&window->earlier.game, window->back_to);
}

/* What changes without a move: a search begins, somebody asks. */
static void update_words(struct desk_window *window)
{
	update_earlier(window);
	gtk_widget_set_visible(window->question, asks(&window->seen->console));
	desk_actions_update(window);
}

static void update_from(struct desk_window *window,
			const struct desk_seen *before)
{
	bool edits = window->seen->console.in_setup;

	update_words(window);
	desk_board_update(window, before);
	desk_seats_update(window);
	desk_list_update(window);
	update_opening(window);
	desk_editor_update(window);
	gtk_stack_set_visible_child_name(GTK_STACK(window->panel),
					 edits ? "editor" : "game");
	desk_analysis_update(window);
}

void desk_window_update(struct desk_window *window)
{
	char *text;

	if (!window->seen)
		return;
	update_from(window, NULL);
	text = say_next(window);
	desk_window_say(window, text);
	g_free(text);
}

static bool is_same_game(const struct desk_seen *before,
			 const struct desk_seen *after)
{
	return before && before->console.game.now == after->console.game.now &&
	       before->console.game.length == after->console.game.length &&
	       before->console.in_setup == after->console.in_setup;
}

/* Do all parts of the window but the status line look the same? */
static bool looks_same(const struct desk_seen *before,
		       const struct desk_seen *after)
{
	const struct rk_console *old = &before->console;
	const struct rk_console *new = &after->console;

	return is_same_game(before, after) && !new->in_setup &&
	       old->rules == new->rules && old->has_game == new->has_game &&
	       old->looks_back == new->looks_back &&
	       old->game.start.align == new->game.start.align &&
	       old->game.outcome.reason == new->game.outcome.reason &&
	       old->look.below == new->look.below &&
	       old->look.notation == new->look.notation &&
	       !memcmp(&old->lit, &new->lit, sizeof(old->lit)) &&
	       !memcmp(old->seats, new->seats, sizeof(old->seats)) &&
	       !memcmp(old->names, new->names, sizeof(old->names));
}

void desk_window_show(void *self, struct desk_seen *seen)
{
	struct desk_window *window = self;
	struct desk_seen *before = window->seen;

	window->seen = seen;
	if (!before) {
		window->settings = seen->settings;
		desk_style_init(window);
	}
	if (!is_same_game(before, seen))
		window->is_back = false;
	if (before && looks_same(before, seen))
		update_words(window);
	else
		update_from(window, before);
	say(window, before);
	if (seen->games)
		desk_resume_dialog(window, seen->games);
	if (seen->rings)
		gdk_display_beep(gtk_widget_get_display(window->window));
	if (!before) {
		gtk_window_present(GTK_WINDOW(window->window));
		desk_board_focus(window->board);
	}
	desk_seen_free(before);
	if (seen->has_ended)
		gtk_window_close(GTK_WINDOW(window->window));
}

static gboolean tick(gpointer self)
{
	struct desk_window *window = self;

	if (window->seen && window->seen->console.game.clock.initial)
		desk_seats_tick(window);
	return G_SOURCE_CONTINUE;
}

/* ---- Typing ---- */

/* Two commands mean the window here, and not a terminal. */
static bool take_line(struct desk_window *window, const char *text)
{
	struct rk_line line;
	uint32_t number;
	int theme;
	char *name;

	rk_line_split(&line, text, strlen(text));
	if (line.count == 2 && rk_word_is(line.words[0], "zoom") &&
	    rk_word_number(line.words[1], 1, RK_MAX_ZOOM, &number)) {
		desk_style_zoom(window, (int)number * 10);
		return true;
	}
	if (line.count != 2 || !rk_word_is(line.words[0], "theme"))
		return false;
	name = g_strndup(line.words[1].text, line.words[1].length);
	theme = board_theme_find(name);
	g_free(name);
	if (theme < 0)
		return false;
	window->settings.theme = (uint8_t)theme;
	desk_window_keep(window);
	desk_window_update(window);
	return true;
}

static void typed(GtkEntry *entry, gpointer self)
{
	struct desk_window *window = self;
	const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));

	if (!take_line(window, text))
		desk_session_do(window->session, text, false);
	gtk_editable_set_text(GTK_EDITABLE(entry), "");
}

/* A letter that nobody else wants begins a move in the entry. */
static gboolean key_pressed(GtkEventControllerKey *keys, guint key, guint code,
			    GdkModifierType state, gpointer self)
{
	struct desk_window *window = self;
	gunichar letter = gdk_keyval_to_unicode(key);
	char text[8] = "";

	(void)keys;
	(void)code;
	if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK) ||
	    !g_unichar_isalnum(letter) || !gtk_widget_get_mapped(window->entry))
		return GDK_EVENT_PROPAGATE;
	g_unichar_to_utf8(letter, text);
	gtk_entry_grab_focus_without_selecting(GTK_ENTRY(window->entry));
	gtk_editable_set_text(GTK_EDITABLE(window->entry), text);
	gtk_editable_set_position(GTK_EDITABLE(window->entry), -1);
	return GDK_EVENT_STOP;
}

static gboolean leave_entry(GtkEventControllerKey *keys, guint key, guint code,
			    GdkModifierType state, gpointer self)
{
	struct desk_window *window = self;

	(void)keys;
	(void)code;
	(void)state;
	if (key != GDK_KEY_Escape)
		return GDK_EVENT_PROPAGATE;
	gtk_editable_set_text(GTK_EDITABLE(window->entry), "");
	desk_board_focus(window->board);
	return GDK_EVENT_STOP;
}

static void make_entry(struct desk_window *window)
{
	GtkEventController *keys = gtk_event_controller_key_new();

	window->entry = gtk_entry_new();
	gtk_entry_set_placeholder_text(GTK_ENTRY(window->entry), "e2e4, Nf3 …");
	gtk_editable_set_width_chars(GTK_EDITABLE(window->entry), 11);
	gtk_editable_set_max_width_chars(GTK_EDITABLE(window->entry), 11);
	gtk_widget_set_tooltip_text(window->entry,
				    "A move, or any command of the console; "
				    "help lists them");
	gtk_accessible_update_property(GTK_ACCESSIBLE(window->entry),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       "Move or command", -1);
	g_signal_connect(window->entry, "activate", G_CALLBACK(typed), window);
	g_signal_connect(keys, "key-pressed", G_CALLBACK(leave_entry), window);
	gtk_widget_add_controller(window->entry, keys);
}

/* ---- Building ---- */

static void add_button(GtkWidget *to, bool at_end, const char *icon,
		       const char *action, const char *tip)
{
	GtkWidget *button = gtk_button_new_from_icon_name(icon);

	gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
	gtk_widget_set_tooltip_text(button, tip);
	gtk_accessible_update_property(GTK_ACCESSIBLE(button),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
	gtk_widget_set_focus_on_click(button, FALSE);
	if (GTK_IS_BOX(to))
		gtk_box_append(GTK_BOX(to), button);
	else if (at_end)
		gtk_header_bar_pack_end(GTK_HEADER_BAR(to), button);
	else
		gtk_header_bar_pack_start(GTK_HEADER_BAR(to), button);
}

static GtkWidget *make_header(void)
{
	GtkWidget *header = gtk_header_bar_new();
	GtkWidget *menu = gtk_menu_button_new();
	GMenuModel *model = desk_actions_menu();

	add_button(header, false, "document-new-symbolic", "win.new",
		   "New game");
	add_button(header, false, "edit-undo-symbolic", "win.undo",
		   "Take back");
	add_button(header, false, "edit-redo-symbolic", "win.redo",
		   "Play again what was taken back");
	add_button(header, false, "starred-symbolic", "win.hint", "Hint");
	gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu),
				      "open-menu-symbolic");
	gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(menu), model);
	gtk_menu_button_set_primary(GTK_MENU_BUTTON(menu), TRUE);
	gtk_widget_set_tooltip_text(menu, "Menu");
	gtk_accessible_update_property(GTK_ACCESSIBLE(menu),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, "Menu",
				       -1);
	gtk_header_bar_pack_end(GTK_HEADER_BAR(header), menu);
	add_button(header, true, "object-flip-vertical-symbolic", "win.flip",
		   "Turn the board");
	add_button(header, true, "system-search-symbolic", "win.analyse",
		   "Analysis");
	g_object_unref(model);
	return header;
}

/* ---- The board with the bar of the evaluation at its side ---- */

static int bar_width(GtkWidget *row)
{
	GtkWidget *bar = gtk_widget_get_first_child(row);
	int width = 0;

	if (gtk_widget_get_visible(bar))
		gtk_widget_measure(bar, GTK_ORIENTATION_HORIZONTAL, -1, &width,
				   NULL, NULL, NULL);
	return width ? width + BAR_SPACE : 0;
}

static void measure_row(GtkWidget *row, GtkOrientation orientation, int other,
			int *least, int *usual, int *least_base,
			int *usual_base)
{
	gtk_widget_measure(gtk_widget_get_last_child(row), orientation, other,
			   least, usual, NULL, NULL);
	if (orientation == GTK_ORIENTATION_HORIZONTAL) {
		*least += bar_width(row);
		*usual += bar_width(row);
	}
	*least_base = *usual_base = -1;
}

static void allocate_row(GtkWidget *row, int width, int height, int baseline)
{
	GtkWidget *bar = gtk_widget_get_first_child(row);
	int beside = bar_width(row);
	int size = desk_board_fit(DESK_BOARD(gtk_widget_get_last_child(row)),
				  MIN(width - beside, height));
	int left = (width - size - beside) / 2, top = (height - size) / 2;

	if (beside)
		gtk_widget_size_allocate(
			bar,
			&(GdkRectangle){left, top, beside - BAR_SPACE, size},
			baseline);
	gtk_widget_size_allocate(
		gtk_widget_get_last_child(row),
		&(GdkRectangle){left + beside, top, size, size}, baseline);
}

static GtkWidget *make_row(struct desk_window *window)
{
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

	gtk_widget_set_layout_manager(
		row, gtk_custom_layout_new(NULL, measure_row, allocate_row));
	gtk_widget_set_vexpand(row, TRUE);
	desk_board_make(window);
	window->bar = desk_analysis_make(window);
	gtk_widget_set_parent(window->bar, row);
	gtk_widget_set_parent(GTK_WIDGET(window->board), row);
	return row;
}

static GtkWidget *make_stage(struct desk_window *window)
{
	GtkWidget *stage = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
	GtkWidget *row = make_row(window);
	GtkWidget *foot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);

	window->status = gtk_label_new("");
	gtk_label_set_xalign(GTK_LABEL(window->status), 0);
	gtk_label_set_ellipsize(GTK_LABEL(window->status), PANGO_ELLIPSIZE_END);
	gtk_label_set_wrap(GTK_LABEL(window->status), TRUE);
	gtk_label_set_lines(GTK_LABEL(window->status), 2);
	gtk_widget_add_css_class(window->status, "status");
	gtk_widget_set_hexpand(window->status, TRUE);
	make_entry(window);
	gtk_box_append(GTK_BOX(foot), window->status);
	gtk_box_append(GTK_BOX(foot), window->entry);
	desk_seats_make(window);
	make_question(window);
	gtk_box_append(GTK_BOX(stage), window->above);
	gtk_box_append(GTK_BOX(stage), row);
	gtk_box_append(GTK_BOX(stage), window->below);
	gtk_box_append(GTK_BOX(stage), window->question);
	gtk_box_append(GTK_BOX(stage), foot);
	return stage;
}

static GtkWidget *make_steps(void)
{
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

	gtk_widget_add_css_class(row, "linked");
	gtk_box_set_homogeneous(GTK_BOX(row), TRUE);
	add_button(row, false, "go-first-symbolic", "win.first",
		   "The start of the game");
	add_button(row, false, "go-previous-symbolic", "win.back",
		   "One move back");
	add_button(row, false, "go-next-symbolic", "win.on", "One move on");
	add_button(row, false, "go-last-symbolic", "win.last",
		   "The game as it is");
	return row;
}

static GtkWidget *make_panel(struct desk_window *window)
{
	GtkWidget *game = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);

	window->panel = gtk_stack_new();
	window->opening = gtk_label_new("");
	gtk_label_set_xalign(GTK_LABEL(window->opening), 0);
	gtk_label_set_wrap(GTK_LABEL(window->opening), TRUE);
	gtk_widget_add_css_class(window->opening, "opening");
	gtk_box_append(GTK_BOX(game), window->opening);
	gtk_box_append(GTK_BOX(game), desk_list_make(window));
	gtk_box_append(GTK_BOX(game), make_steps());
	gtk_box_append(GTK_BOX(game), window->lines);
	gtk_stack_add_named(GTK_STACK(window->panel), game, "game");
	gtk_stack_add_named(GTK_STACK(window->panel), desk_editor_make(window),
			    "editor");
	return window->panel;
}

/* ---- The panel is beside the board where there is room for it ---- */

/* Where a position is edited the panel is needed in the smallest window. */
static bool needs_panel(GtkWidget *panel)
{
	const char *page = gtk_stack_get_visible_child_name(GTK_STACK(panel));

	return page && !strcmp(page, "editor");
}

static int least_of(GtkWidget *widget, GtkOrientation orientation)
{
	int least;

	gtk_widget_measure(widget, orientation, -1, &least, NULL, NULL, NULL);
	return least;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int other,
		    int *least, int *usual, int *least_base, int *usual_base)
{
	GtkWidget *stage = gtk_widget_get_first_child(widget);
	GtkWidget *panel = gtk_widget_get_last_child(widget);

	(void)other;
	gtk_widget_measure(stage, orientation, -1, least, usual, NULL, NULL);
	if (needs_panel(panel) && orientation == GTK_ORIENTATION_HORIZONTAL)
		*least += least_of(panel, orientation) + PANEL_SPACE;
	else if (needs_panel(panel))
		*least = MAX(*least, least_of(panel, orientation));
	*usual = MAX(*least, *usual);
	*least_base = *usual_base = -1;
}

/* The panel's width; 0: there is no room for it. */
static int find_room(GtkWidget *stage, GtkWidget *panel, int width, int height)
{
	int least = least_of(panel, GTK_ORIENTATION_HORIZONTAL);
	int most = width - PANEL_SPACE -
		   least_of(stage, GTK_ORIENTATION_HORIZONTAL);
	/* What a square board cannot use is the panel's. */
	int room = MAX(MAX(least, width * 3 / 10), width - height);

	room = MIN(room, MAX(least, width * 4 / 10));
	if (needs_panel(panel))
		return MIN(room, most);
	return room > most || width - room < 2 * room - 60 ||
			       least_of(panel, GTK_ORIENTATION_VERTICAL) >
				       height
		       ? 0
		       : room;
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
	GtkWidget *stage = gtk_widget_get_first_child(widget);
	GtkWidget *panel = gtk_widget_get_last_child(widget);
	int room = find_room(stage, panel, width, height);
	int left = room ? width - room - PANEL_SPACE : width;

	gtk_widget_set_child_visible(panel, room > 0);
	gtk_widget_size_allocate(stage, &(GdkRectangle){0, 0, left, height},
				 baseline);
	if (room)
		gtk_widget_size_allocate(
			panel, &(GdkRectangle){width - room, 0, room, height},
			baseline);
}

static GtkWidget *make_content(struct desk_window *window)
{
	GtkWidget *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
	GtkWidget *stage = make_stage(window);

	gtk_widget_set_layout_manager(
		content, gtk_custom_layout_new(NULL, measure, allocate));
	gtk_widget_set_parent(stage, content);
	gtk_widget_set_parent(make_panel(window), content);
	gtk_widget_set_margin_start(content, 10);
	gtk_widget_set_margin_end(content, 10);
	gtk_widget_set_margin_top(content, 8);
	gtk_widget_set_margin_bottom(content, 4);
	return content;
}

/* The window goes when the loop has ended, and all that uses it before. */
static gboolean closed(GtkWindow *closing, gpointer self)
{
	gtk_widget_set_visible(GTK_WIDGET(closing), FALSE);
	*(bool *)self = true;
	return GDK_EVENT_STOP;
}

static void build(struct desk_window *window)
{
	GtkEventController *keys = gtk_event_controller_key_new();

	window->window = gtk_window_new();
	gtk_window_set_title(GTK_WINDOW(window->window), "Rookery");
	gtk_window_set_icon_name(GTK_WINDOW(window->window),
				 "org.rookery.Rookery");
	desk_actions_make(window);
	gtk_window_set_titlebar(GTK_WINDOW(window->window), make_header());
	gtk_window_set_child(GTK_WINDOW(window->window), make_content(window));
	g_signal_connect(keys, "key-pressed", G_CALLBACK(key_pressed), window);
	gtk_widget_add_controller(window->window, keys);
	desk_shortcuts(window);
	window->tick = g_timeout_add(CLOCK_MS, tick, window);
}

static void run(struct desk_window *window)
{
	bool is_closed = false;

	build(window);
	g_signal_connect(window->window, "close-request", G_CALLBACK(closed),
			 &is_closed);
	desk_session_run(window->session, desk_window_show, window);
	while (!is_closed)
		g_main_context_iteration(NULL, TRUE);
	g_source_remove(window->tick);
	desk_analysis_free(window);
	desk_session_free(window->session);
	gtk_window_destroy(GTK_WINDOW(window->window));
}

static void free_window(struct desk_window *window)
{
	for (int i = 0; i < RK_MAX_SEATS; i++)
		g_object_unref(window->seats[i].box);
	desk_list_free(window);
	desk_seen_free(window->seen);
	g_object_unref(window->actions);
	if (window->css)
		g_object_unref(window->css);
	g_free(window);
}

/* ---- The command ---- */

static bool take_words(struct host_start *start, int count, char **words)
{
	for (int taken; count > 0; count -= taken, words += taken) {
		taken = host_start_take(start, count, words);
		if (!taken && host_start_is_file(words[0]) && !start->file) {
			start->file = words[0];
			taken = 1;
		} else if (!taken) {
			host_refuse(start->file && *words[0] != '-'
					    ? "window takes one FILE"
					    : "window has no option \"%s\"",
				    words[0]);
		}
		if (taken <= 0)
			return false;
	}
	return true;
}

enum host_exit desktop_window(int count, char **words)
{
	struct host_start start = {.file = NULL};
	struct desk_window *window;
	struct desk_session *session;
	enum host_exit status = HOST_USAGE;

	if (!take_words(&start, count, words))
		return status;
	/* Few pixels change at a time: drawing them here is fastest. */
	g_setenv("GSK_RENDERER", "cairo", FALSE);
	g_set_prgname("org.rookery.Rookery");
	g_set_application_name("Rookery");
	if (!gtk_init_check()) {
		fprintf(stderr, "rookery: window needs a display: DISPLAY or "
				"WAYLAND_DISPLAY must name one\n");
		return HOST_FAILED;
	}
	session = desk_session_new(&start, &status);
	if (!session)
		return status;
	window = g_new0(struct desk_window, 1);
	window->session = session;
	run(window);
	free_window(window);
	return HOST_OK;
}
