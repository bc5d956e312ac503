/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The players above and below the board: who plays, what was taken, lead or
 * points, clock. Each is placed on the side where he sits; with four, two share
 * a row. Words and clocks are those of the console's panel.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"
#include "rookery/panel.h"
#include "rookery/why.h"

#define PIECE_SIZE 20 /* of a piece that was taken, in pixels */
#define PIECE_STEP 13 /* from one of a kind to the next */
#define KIND_STEP 17

/* ---- What was taken ---- */

struct taken_walk {
	const struct rk_rules *rules;
	struct desk_seat *seats;
};

static bool count_taken(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	struct taken_walk *walk = self;
	struct desk_seat *seat = &walk->seats[rk_event_seat(event)];
	int square, cell;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	square = walk->rules->captured(pos, rk_event_move(event));
	cell = square < 0 ? RK_CELL_EMPTY : walk->rules->cell(pos, square);
	if (rk_cell_is_piece(cell) &&
	    seat->cell_count < (int)sizeof(seat->cells))
		seat->cells[seat->cell_count++] = (uint8_t)cell;
	return true;
}

/* Pawns first, then by value. */
static int compare_cells(const void *a, const void *b)
{
	int left = *(const uint8_t *)a, right = *(const uint8_t *)b;

	return rk_cell_type(left) != rk_cell_type(right)
		       ? rk_cell_type(left) - rk_cell_type(right)
		       : left - right;
}

static void draw_taken(GtkDrawingArea *area, cairo_t *cr, int width, int height,
		       gpointer self)
{
	const struct desk_seat *seat = self;
	struct board_view view = {.rules = seat->players > 2
						   ? &rk_rules_ffa
						   : &rk_rules_standard};

	(void)area;
	(void)width;
	cairo_translate(cr, 0, (height - PIECE_SIZE) / 2.0);
	for (int i = 0; i < seat->cell_count; i++) {
		if (i)
			cairo_translate(
				cr,
				rk_cell_type(seat->cells[i]) !=
						rk_cell_type(seat->cells[i - 1])
					? KIND_STEP
					: PIECE_STEP,
				0);
		board_draw_piece(cr, &view, seat->cells[i], PIECE_SIZE);
	}
}

static void draw_dot(GtkDrawingArea *area, cairo_t *cr, int width, int height,
		     gpointer self)
{
	const struct desk_seat *seat = self;
	int number =
		GPOINTER_TO_INT(g_object_get_data(G_OBJECT(seat->box), "seat"));
	struct board_army army = board_army(seat->players, number, false);

	(void)area;
	cairo_arc(cr, width / 2.0, height / 2.0, 6, 0, 2 * G_PI);
	board_set_colour(cr, army.body);
	cairo_fill_preserve(cr);
	cairo_set_line_width(cr, 1.5);
	board_set_colour(cr, seat->is_dark && army.line < 0x40404000
				     ? 0x8a8078ff
				     : army.line);
	cairo_stroke(cr);
}

/* ---- Rows ---- */

static GtkWidget *add_label(GtkWidget *box, const char *class)
{
	GtkWidget *label = gtk_label_new("");

	gtk_widget_add_css_class(label, class);
	gtk_box_append(GTK_BOX(box), label);
	return label;
}

static GtkWidget *add_area(GtkWidget *box, int width, int height,
			   GtkDrawingAreaDrawFunc draw, gpointer self)
{
	GtkWidget *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role",
				       GTK_ACCESSIBLE_ROLE_IMG, NULL);

	gtk_widget_set_size_request(area, width, height);
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, self,
				       NULL);
	gtk_box_append(GTK_BOX(box), area);
	return area;
}

static void make_seat(struct desk_seat *seat, int number)
{
	seat->box =
		g_object_ref_sink(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6));
	g_object_set_data(G_OBJECT(seat->box), "seat", GINT_TO_POINTER(number));
	gtk_widget_add_css_class(seat->box, "seat");
	gtk_widget_set_hexpand(seat->box, TRUE);
	seat->dot = add_area(seat->box, 16, 16, draw_dot, seat);
	gtk_accessible_update_property(GTK_ACCESSIBLE(seat->dot),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, "Player",
				       -1);
	seat->name = add_label(seat->box, "seat-name");
	seat->who = add_label(seat->box, "dim");
	gtk_label_set_ellipsize(GTK_LABEL(seat->who), PANGO_ELLIPSIZE_END);
	seat->ahead = add_label(seat->box, "dim");
	/* It takes what is left of the row, and asks for nothing. */
	seat->taken = add_area(seat->box, 0, PIECE_SIZE, draw_taken, seat);
	gtk_widget_set_hexpand(seat->taken, TRUE);
	gtk_widget_set_overflow(seat->taken, GTK_OVERFLOW_HIDDEN);
	seat->clock = add_label(seat->box, "clock");
}

void desk_seats_make(struct desk_window *window)
{
	window->above = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
	window->below = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
	for (int i = 0; i < RK_MAX_SEATS; i++)
		make_seat(&window->seats[i], i);
}

static void place(struct desk_window *window, GtkWidget *row, int seat)
{
	gtk_box_append(GTK_BOX(row), window->seats[seat].box);
}

/* The one to the left and the one opposite are above. */
static void arrange(struct desk_window *window, int players, int below)
{
	for (int i = 0; i < RK_MAX_SEATS; i++) {
		GtkWidget *box = window->seats[i].box;
		GtkWidget *row = gtk_widget_get_parent(box);

		if (row)
			gtk_box_remove(GTK_BOX(row), box);
	}
	if (players == 2) {
		place(window, window->above, (below + 1) % 2);
		place(window, window->below, below % 2);
		return;
	}
	place(window, window->above, (below + 1) % players);
	place(window, window->above, (below + 2) % players);
	place(window, window->below, below % players);
	place(window, window->below, (below + 3) % players);
}

/* ---- Contents ---- */

static const struct rk_rules *rules_of(const struct rk_console *console)
{
	return console->in_setup || rk_console_shows_next(console)
		       ? console->rules
		       : console->game.rules;
}

static void set_class(GtkWidget *widget, const char *class, bool is_on)
{
	if (is_on)
		gtk_widget_add_css_class(widget, class);
	else
		gtk_widget_remove_css_class(widget, class);
}

static void set_text(GtkWidget *label, const char *text)
{
	if (strcmp(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
		gtk_label_set_text(GTK_LABEL(label), text);
}

/* Who it is, and what has become of him. */
static char *describe(const struct rk_console *console, int seat)
{
	const char *fate = rk_panel_fate(&console->game, seat);
	struct host_text text = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&text);
	const char *word = rk_console_level_word(console, console->seats[seat]);
	char *who;

	if (*fate)
		return g_strdup(fate);
	rk_panel_write_who(&out, console, seat, 40);
	who = g_strndup(text.bytes ? text.bytes : "", text.length);
	host_text_free(&text);
	if (console->seats[seat] && *word &&
	    console->game.rules->players == 2) {
		char *longer = g_strdup_printf("%s, %s", who, word);

		g_free(who);
		who = longer;
	}
	return who;
}

static void update_ahead(struct desk_seat *seat,
			 const struct rk_console *console, int number)
{
	const struct rk_game *game = &console->game;
	int lead = game->rules->points ? game->rules->points(&game->pos, number)
				       : rk_console_lead(game, number);
	char *text = game->rules->points ? g_strdup_printf("%d pt", lead)
		     : lead > 0          ? g_strdup_printf("+%d", lead)
					 : g_strdup("");

	set_text(seat->ahead, text);
	g_free(text);
}

/* For people who do not see the small pieces. */
static void name_taken(const struct desk_seat *seat)
{
	GString *text = g_string_new(seat->cell_count ? "has taken" : "");

	for (int i = 0; i < seat->cell_count; i++)
		g_string_append_printf(text, "%s %s", i ? "," : "",
				       rk_type_name(
					       rk_cell_type(seat->cells[i])));
	gtk_accessible_update_property(GTK_ACCESSIBLE(seat->taken),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, text->str,
				       -1);
	g_string_free(text, TRUE);
}

static void update_taken(struct desk_seat *seat)
{
	qsort(seat->cells, (size_t)seat->cell_count, 1, compare_cells);
	if (seat->drawn_count == seat->cell_count &&
	    !memcmp(seat->drawn, seat->cells, (size_t)seat->cell_count))
		return;
	memcpy(seat->drawn, seat->cells, sizeof(seat->drawn));
	seat->drawn_count = seat->cell_count;
	name_taken(seat);
	gtk_widget_queue_draw(seat->taken);
}

static void update_seat(struct desk_window *window,
			const struct rk_console *console, int number)
{
	struct desk_seat *seat = &window->seats[number];
	const struct rk_rules *rules = rules_of(console);
	bool is_game = !console->in_setup && !rk_console_shows_next(console);
	bool is_turn = is_game && !rk_game_is_over(&console->game) &&
		       rk_game_turn(&console->game) == number;
	char *who = is_game ? describe(console, number) : g_strdup("");

	if (seat->players != rules->players ||
	    seat->is_dark != desk_style_is_dark(window))
		gtk_widget_queue_draw(seat->box);
	seat->players = rules->players;
	seat->is_dark = desk_style_is_dark(window);
	set_text(seat->name, rules->seats[number]);
	set_text(seat->who, who);
	set_class(seat->box, "turn", is_turn);
	if (is_game)
		update_ahead(seat, console, number);
	else
		set_text(seat->ahead, "");
	update_taken(seat);
	g_free(who);
}

void desk_seats_tick(struct desk_window *window)
{
	const struct rk_console *console = desk_window_console(window);
	bool has_clock = !console->in_setup &&
			 !rk_console_shows_next(console) &&
			 console->game.clock.initial;

	for (int i = 0; i < rules_of(console)->players; i++) {
		struct rk_short_text clock = rk_panel_clock(console, i);

		gtk_widget_set_visible(window->seats[i].clock, has_clock);
		if (has_clock)
			set_text(window->seats[i].clock, clock.text);
	}
}

void desk_seats_update(struct desk_window *window)
{
	const struct rk_console *console = desk_window_console(window);
	const struct rk_rules *rules = rules_of(console);
	struct taken_walk walk = {console->game.rules, window->seats};
	int below = console->look.below % rules->players;

	if (window->seats_below != below + 1 || !window->seats_rules ||
	    window->seats_rules->players != rules->players)
		arrange(window, rules->players, below);
	window->seats_below = below + 1;
	window->seats_rules = rules;
	for (int i = 0; i < RK_MAX_SEATS; i++)
		window->seats[i].cell_count = 0;
	if (!console->in_setup && !rk_console_shows_next(console))
		rk_game_walk(&console->game, count_taken, &walk);
	for (int i = 0; i < rules->players; i++)
		update_seat(window, console, i);
	desk_seats_tick(window);
}
