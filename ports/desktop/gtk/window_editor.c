/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The position editor: the console's set-up mode with a palette. A click puts
 * the chosen piece, a drag moves one, the right button removes one; each is a
 * line of the console. What is still wrong with the position is said by the
 * rules, in words, while it is being made.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"
#include "rookery/draw.h"
#include "rookery/why.h"

#define PIECE_SIZE 30

/* ---- On the board ---- */

static void put(struct desk_window *window, int square, int cell)
{
	const struct rk_rules *rules = window->seen->console.rules;
	struct rk_short_text name = rk_square_name(rules, square);
	char *line;

	if (rk_cell_is_piece(cell))
		line = g_strdup_printf("+ %s %s",
				       rk_cell_letters(rules, cell).text,
				       name.text);
	else
		line = g_strdup_printf("- %s", name.text);
	desk_window_do(window, line);
	g_free(line);
}

void desk_editor_clicked(void *self, int square, int button)
{
	struct desk_window *window = self;
	const struct rk_console *console = &window->seen->console;
	int there = console->rules->setup_cell(&console->setup, square);
	int cell = window->editor.cell;

	/* The same piece again takes it away. */
	put(window, square,
	    button == 3 || there == cell ? RK_CELL_EMPTY : cell);
}

void desk_editor_dragged(void *self, int from, int to)
{
	struct desk_window *window = self;
	const struct rk_console *console = &window->seen->console;
	int cell = console->rules->setup_cell(&console->setup, from);

	put(window, from, RK_CELL_EMPTY);
	if (to >= 0)
		put(window, to, cell);
}

/* ---- The palette ---- */

static void draw_cell(GtkDrawingArea *area, cairo_t *cr, int width, int height,
		      gpointer self)
{
	struct desk_window *window = self;
	struct board_view view = {.rules = window->editor.rules};
	int cell = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(area), "cell"));
	int side = MIN(width, height);

	view.dark = desk_style_is_dark(window);
	view.theme = window->settings.theme;
	board_set_colour(cr, board_square_colour(&view, 1));
	cairo_rectangle(cr, 0, 0, width, height);
	cairo_fill(cr);
	if (rk_cell_is_piece(cell)) {
		board_draw_piece(cr, &view, cell, side);
		return;
	}
	board_set_colour(cr, board_soft_ink(false));
	cairo_set_line_width(cr, 2.5);
	cairo_move_to(cr, side * 0.28, side * 0.28);
	cairo_line_to(cr, side * 0.72, side * 0.72);
	cairo_move_to(cr, side * 0.72, side * 0.28);
	cairo_line_to(cr, side * 0.28, side * 0.72);
	cairo_stroke(cr);
}

static void pick(GtkToggleButton *button, gpointer self)
{
	struct desk_window *window = self;

	if (gtk_toggle_button_get_active(button))
		window->editor.cell = GPOINTER_TO_INT(
			g_object_get_data(G_OBJECT(button), "cell"));
}

static char *name_cell(const struct rk_rules *rules, int cell)
{
	char *seat, *name;

	if (!rk_cell_is_piece(cell))
		return g_strdup("Remove");
	seat = g_ascii_strdown(rules->seats[rk_cell_seat(cell)], -1);
	name = g_strdup_printf("%s %s", seat, rk_type_name(rk_cell_type(cell)));
	g_free(seat);
	return name;
}

static GtkWidget *add_cell(struct desk_window *window, GtkWidget *group,
			   int cell, int column, int row)
{
	struct desk_editor *editor = &window->editor;
	GtkWidget *button = gtk_toggle_button_new();
	GtkWidget *area = gtk_drawing_area_new();
	char *name = name_cell(editor->rules, cell);

	gtk_widget_set_size_request(area, PIECE_SIZE, PIECE_SIZE);
	g_object_set_data(G_OBJECT(area), "cell", GINT_TO_POINTER(cell));
	g_object_set_data(G_OBJECT(button), "cell", GINT_TO_POINTER(cell));
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw_cell,
				       window, NULL);
	gtk_button_set_child(GTK_BUTTON(button), area);
	gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
	gtk_widget_set_tooltip_text(button, name);
	gtk_accessible_update_property(GTK_ACCESSIBLE(button),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
	if (group)
		gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button),
					    GTK_TOGGLE_BUTTON(group));
	g_signal_connect(button, "toggled", G_CALLBACK(pick), window);
	gtk_grid_attach(GTK_GRID(editor->palette), button, column, row, 1, 1);
	g_free(name);
	return button;
}

static void clear_children(GtkWidget *box)
{
	GtkWidget *child;

	while ((child = gtk_widget_get_first_child(box))) {
		if (GTK_IS_GRID(box))
			gtk_grid_remove(GTK_GRID(box), child);
		else
			gtk_box_remove(GTK_BOX(box), child);
	}
}

static void make_palette(struct desk_window *window)
{
	struct desk_editor *editor = &window->editor;
	GtkWidget *first = NULL, *button;

	clear_children(editor->palette);
	for (int seat = 0; seat < editor->rules->players; seat++) {
		for (int type = RK_KING; type >= RK_PAWN; type--) {
			button = add_cell(window, first, rk_cell(seat, type),
					  RK_KING - type, seat);
			first = first ? first : button;
		}
	}
	add_cell(window, first, RK_CELL_EMPTY, 0, editor->rules->players);
	gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(first), TRUE);
}

/* ---- Whose turn, and castling ---- */

static void turn_chosen(GtkDropDown *list, GParamSpec *unused, gpointer self)
{
	struct desk_window *window = self;
	guint seat = gtk_drop_down_get_selected(list);
	char *line;

	(void)unused;
	if (window->editor.is_filling || seat >= RK_MAX_SEATS)
		return;
	line = g_strdup_printf("= %s",
			       window->seen->console.rules->seats[seat]);
	desk_window_do(window, line);
	g_free(line);
}

/* There is no line for one right: the position is said anew, as a FEN. */
static void castling_chosen(GtkCheckButton *check, gpointer self)
{
	struct desk_window *window = self;
	const struct rk_console *console = &window->seen->console;
	const struct rk_rules *rules = console->rules;
	union rk_any_pos setup = console->setup;
	unsigned int bit = 1u << GPOINTER_TO_INT(
				   g_object_get_data(G_OBJECT(check), "right"));
	unsigned int rights = rules->setup_castling(&setup) & ~bit;
	char fen[RK_ANY_FEN_SIZE];
	char *line;

	if (window->editor.is_filling)
		return;
	if (gtk_check_button_get_active(check))
		rights |= bit;
	rules->setup_castle(&setup, rights);
	rules->setup_write(fen, &setup);
	line = g_strdup_printf("fen %s", fen);
	desk_window_do(window, line);
	g_free(line);
}

static void make_castling(struct desk_window *window)
{
	struct desk_editor *editor = &window->editor;
	static const char *const ways[] = {"short", "long"};

	clear_children(editor->castling);
	for (int seat = 0; seat < editor->rules->players; seat++)
		for (int way = 0; way < 2; way++) {
			char *text = g_strdup_printf("%s %s",
						     editor->rules->seats[seat],
						     ways[way]);
			GtkWidget *check =
				gtk_check_button_new_with_label(text);

			g_object_set_data(G_OBJECT(check), "right",
					  GINT_TO_POINTER(2 * seat + way));
			g_signal_connect(check, "toggled",
					 G_CALLBACK(castling_chosen), window);
			gtk_grid_attach(GTK_GRID(editor->castling), check, way,
					seat, 1, 1);
			g_free(text);
		}
}

static void make_turns(struct desk_editor *editor)
{
	GtkStringList *names = gtk_string_list_new(NULL);

	for (int seat = 0; seat < editor->rules->players; seat++) {
		char *text = g_strdup_printf("%s to move",
					     editor->rules->seats[seat]);

		gtk_string_list_append(names, text);
		g_free(text);
	}
	gtk_drop_down_set_model(GTK_DROP_DOWN(editor->turn),
				G_LIST_MODEL(names));
	g_object_unref(names);
}

/* ---- Keeping up with the set-up ---- */

static void show_defects(struct desk_editor *editor,
			 const struct rk_console *console)
{
	const struct rk_rules *rules = console->rules;
	union rk_any_pos pos;
	unsigned int defects = rules->setup_finish(&pos, &console->setup);
	GString *text = g_string_new("");

	for (unsigned int bit = 1; bit && bit <= defects; bit <<= 1)
		if (defects & bit)
			g_string_append_printf(text, "%sNot yet: %s.",
					       text->len ? "\n" : "",
					       rules->defect_text(bit));
	gtk_label_set_text(GTK_LABEL(editor->defects), text->str);
	gtk_widget_set_sensitive(editor->done, !defects);
	g_string_free(text, TRUE);
}

static void show_castling(struct desk_editor *editor,
			  const struct rk_console *console)
{
	const struct rk_rules *rules = console->rules;
	unsigned int rights = rules->setup_castling(&console->setup);
	union rk_any_pos all = console->setup;
	unsigned int possible;

	rules->setup_castle(&all, (1u << 2 * rules->players) - 1);
	possible = rules->setup_castling(&all);
	for (int i = 0; i < 2 * rules->players; i++) {
		GtkWidget *check =
			gtk_grid_get_child_at(GTK_GRID(editor->castling), i % 2,
					      i / 2);

		gtk_check_button_set_active(GTK_CHECK_BUTTON(check),
					    rights >> i & 1);
		gtk_widget_set_sensitive(check, possible >> i & 1);
	}
}

void desk_editor_update(struct desk_window *window)
{
	struct desk_editor *editor = &window->editor;
	const struct rk_console *console = &window->seen->console;
	char fen[RK_ANY_FEN_SIZE];

	if (!console->in_setup)
		return;
	editor->is_filling = true;
	if (editor->rules != console->rules) {
		editor->rules = console->rules;
		make_palette(window);
		make_castling(window);
		make_turns(editor);
	}
	gtk_drop_down_set_selected(GTK_DROP_DOWN(editor->turn),
				   (guint)console->rules->setup_to_move(
					   &console->setup));
	show_castling(editor, console);
	show_defects(editor, console);
	console->rules->setup_write(fen, &console->setup);
	gtk_editable_set_text(GTK_EDITABLE(editor->fen), fen);
	editor->is_filling = false;
}

/* ---- Beginning and end ---- */

/* From what is on the board: a game's position, or the start of the next. */
void desk_editor_begin(struct desk_window *window)
{
	const struct rk_console *console = &window->seen->console;
	const struct rk_console *shown = desk_window_console(window);
	char fen[RK_ANY_FEN_SIZE];
	char *lines;

	window->editor.left_game = rk_console_state(console) ==
					   RK_CONSOLE_GAME &&
				   rk_game_plies(&console->game) > 0;
	if (rk_console_shows_next(console)) {
		console->rules->write(fen, &console->next_start);
		lines = g_strdup_printf("setup\nfen %s", fen);
	} else {
		shown->game.rules->write(fen, &shown->game.pos);
		lines = g_strdup_printf("players %d\nrules %s\nsetup\nfen %s",
					shown->game.rules->players,
					shown->game.rules->name, fen);
	}
	desk_session_do(window->session, lines, true);
	g_free(lines);
}

/* The game that was left goes on, or another begins from the start. */
void desk_editor_cancel(struct desk_window *window)
{
	desk_session_do(window->session,
			window->editor.left_game ? "start\ndone\nresume 1"
						 : "start\ndone\ngame",
			true);
}

static void fen_typed(GtkEntry *entry, gpointer self)
{
	char *line = g_strdup_printf("fen %s", gtk_editable_get_text(
						       GTK_EDITABLE(entry)));

	desk_window_do(self, line);
	g_free(line);
}

static GtkWidget *add_button(GtkWidget *row, const char *text,
			     const char *action)
{
	GtkWidget *button = gtk_button_new_with_label(text);

	gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
	gtk_box_append(GTK_BOX(row), button);
	return button;
}

static GtkWidget *add_row(GtkWidget *box)
{
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);

	gtk_box_set_homogeneous(GTK_BOX(row), TRUE);
	gtk_box_append(GTK_BOX(box), row);
	return row;
}

GtkWidget *desk_editor_make(struct desk_window *window)
{
	struct desk_editor *editor = &window->editor;
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8), *row;

	editor->cell = rk_cell(0, RK_KING);
	editor->palette = gtk_grid_new();
	gtk_widget_add_css_class(editor->palette, "palette");
	editor->castling = gtk_grid_new();
	gtk_grid_set_column_spacing(GTK_GRID(editor->castling), 8);
	editor->turn = gtk_drop_down_new(NULL, NULL);
	gtk_accessible_update_property(GTK_ACCESSIBLE(editor->turn),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       "Who is to move", -1);
	g_signal_connect(editor->turn, "notify::selected",
			 G_CALLBACK(turn_chosen), window);
	editor->fen = gtk_entry_new();
	gtk_accessible_update_property(GTK_ACCESSIBLE(editor->fen),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, "FEN",
				       -1);
	g_signal_connect(editor->fen, "activate", G_CALLBACK(fen_typed),
			 window);
	editor->defects = gtk_label_new("");
	gtk_label_set_wrap(GTK_LABEL(editor->defects), TRUE);
	gtk_label_set_xalign(GTK_LABEL(editor->defects), 0);
	gtk_widget_add_css_class(editor->defects, "defect");
	gtk_widget_set_vexpand(editor->defects, TRUE);
	gtk_widget_set_valign(editor->defects, GTK_ALIGN_START);
	gtk_box_append(GTK_BOX(box), editor->palette);
	gtk_box_append(GTK_BOX(box), editor->turn);
	gtk_box_append(GTK_BOX(box), editor->castling);
	gtk_box_append(GTK_BOX(box), editor->fen);
	gtk_box_append(GTK_BOX(box), editor->defects);
	row = add_row(box);
	add_button(row, "Clear", "win.edit-clear");
	add_button(row, "Start", "win.edit-start");
	row = add_row(box);
	add_button(row, "Cancel", "win.edit-cancel");
	editor->done = add_button(row, "Play", "win.edit-done");
	gtk_widget_add_css_class(editor->done, "suggested-action");
	editor->box = box;
	return box;
}
