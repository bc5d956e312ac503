/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The list of moves: a button for each, in a grid of rounds and seats. A click
 * shows the position after a move; the game stays as it is. Only what differs
 * from the last list is made anew.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"

/* ---- Stepping ---- */

static void go(struct desk_window *window, uint32_t to)
{
	const struct rk_game *game = &window->seen->console.game;

	window->is_back = to < game->now;
	window->back_to = to;
	desk_window_update(window);
}

/* The index of the move that is on the board; -1: the start. */
static int find_current(const struct desk_window *window)
{
	const GArray *moves = window->list.moves;
	uint32_t at = window->is_back ? window->back_to
				      : window->seen->console.game.now;
	int current = (int)moves->len - 1;

	while (current >= 0 &&
	       g_array_index(moves, struct desk_list_move, current).after > at)
		current--;
	return current;
}

void desk_list_step(struct desk_window *window, enum desk_step step)
{
	const GArray *moves = window->list.moves;
	int last = (int)moves->len - 1;
	int to = find_current(window);

	if (!moves->len)
		return;
	if (step == DESK_FIRST)
		to = -1;
	else if (step == DESK_BACK)
		to -= to >= 0;
	else if (step == DESK_ON)
		to += to < last;
	else
		to = last;
	if (to == last)
		go(window, window->seen->console.game.now);
	else
		go(window,
		   to < 0 ? 0
			  : g_array_index(moves, struct desk_list_move, to)
				    .after);
}

static void click(GtkButton *button, gpointer self)
{
	struct desk_window *window = self;
	const GArray *moves = window->list.moves;

	for (int i = 0; i < (int)moves->len; i++) {
		const struct desk_list_move *move =
			&g_array_index(moves, struct desk_list_move, i);

		if (move->button != GTK_WIDGET(button))
			continue;
		go(window, i + 1 == (int)moves->len
				   ? window->seen->console.game.now
				   : move->after);
		return;
	}
}

/* ---- The moves of a game ---- */

struct list_walk {
	struct desk_window *window;
	int count;      /* moves so far */
	uint32_t after; /* events so far */
	int first_round;
};

static void drop_from(struct desk_list *list, int from)
{
	for (int i = (int)list->moves->len - 1; i >= from; i--) {
		struct desk_list_move *move =
			&g_array_index(list->moves, struct desk_list_move, i);
		GtkWidget *number = gtk_grid_get_child_at(GTK_GRID(list->grid),
							  0, move->round);

		gtk_grid_remove(GTK_GRID(list->grid), move->button);
		g_free(move->text);
		if (number &&
		    (i == 0 ||
		     g_array_index(list->moves, struct desk_list_move, i - 1)
				     .round != move->round))
			gtk_grid_remove(GTK_GRID(list->grid), number);
	}
	g_array_set_size(list->moves, (guint)from);
	if (list->current >= from)
		list->current = -1;
}

static void add_number(struct desk_list *list, int round, int number)
{
	char text[16];
	GtkWidget *label;

	if (gtk_grid_get_child_at(GTK_GRID(list->grid), 0, round))
		return;
	g_snprintf(text, sizeof(text), "%d.", number);
	label = gtk_label_new(text);
	gtk_widget_add_css_class(label, "dim");
	gtk_label_set_xalign(GTK_LABEL(label), 1);
	gtk_grid_attach(GTK_GRID(list->grid), label, 0, round, 1, 1);
}

static void add_move(struct list_walk *walk, const struct desk_list_move *found,
		     int number)
{
	struct desk_window *window = walk->window;
	struct desk_list *list = &window->list;
	struct desk_list_move move = *found;

	add_number(list, move.round, number);
	move.text = g_strdup(found->text);
	move.button = gtk_button_new_with_label(move.text);
	gtk_accessible_update_property(GTK_ACCESSIBLE(move.button),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, move.text,
				       -1);
	gtk_button_set_has_frame(GTK_BUTTON(move.button), FALSE);
	gtk_widget_add_css_class(move.button, "listed");
	gtk_widget_set_focusable(move.button, FALSE);
	gtk_widget_set_halign(move.button, GTK_ALIGN_START);
	g_signal_connect(move.button, "clicked", G_CALLBACK(click), window);
	gtk_grid_attach(GTK_GRID(list->grid), move.button, move.seat + 1,
			move.round, 1, 1);
	g_array_append_val(list->moves, move);
}

static bool is_same_move(const struct desk_list_move *a,
			 const struct desk_list_move *b)
{
	return !strcmp(a->text, b->text) && a->round == b->round &&
	       a->seat == b->seat && a->after == b->after;
}

static bool visit(void *self, const union rk_any_pos *pos,
		  struct rk_event event)
{
	struct list_walk *walk = self;
	struct desk_list *list = &walk->window->list;
	const struct rk_console *console = &walk->window->seen->console;
	const struct rk_rules *rules = console->game.rules;
	char text[RK_CONSOLE_MOVE_SIZE];
	struct desk_list_move found = {.text = text};
	int number = rules->move_number(pos);

	walk->after++;
	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (!walk->count)
		walk->first_round = number;
	rk_console_write_move(console, text, pos, rk_event_move(event));
	found.after = walk->after;
	found.seat = rk_event_seat(event);
	found.round = number - walk->first_round;
	if (walk->count < (int)list->moves->len &&
	    !is_same_move(&g_array_index(list->moves, struct desk_list_move,
					 walk->count),
			  &found))
		drop_from(list, walk->count);
	if (walk->count >= (int)list->moves->len)
		add_move(walk, &found, number);
	walk->count++;
	return true;
}

/* ---- Showing ---- */

static void scroll(struct desk_list *list)
{
	GtkAdjustment *way = gtk_scrolled_window_get_vadjustment(
		GTK_SCROLLED_WINDOW(list->scrolled));
	graphene_rect_t bounds;
	GtkWidget *button;
	double page = gtk_adjustment_get_page_size(way);
	double at = gtk_adjustment_get_value(way);

	if (list->current < 0) {
		gtk_adjustment_set_value(way, 0);
		return;
	}
	button =
		g_array_index(list->moves, struct desk_list_move, list->current)
			.button;
	if (!gtk_widget_compute_bounds(button, list->grid, &bounds))
		return;
	if (bounds.origin.y < at)
		gtk_adjustment_set_value(way, bounds.origin.y);
	else if (bounds.origin.y + bounds.size.height > at + page)
		gtk_adjustment_set_value(
			way, bounds.origin.y + bounds.size.height - page);
}

/* New buttons have a place only when the next frame is laid out. */
static gboolean scroll_later(GtkWidget *widget, GdkFrameClock *clock,
			     gpointer self)
{
	struct desk_list *list = self;

	(void)widget;
	(void)clock;
	if (list->is_pending) {
		list->is_pending = false;
		return G_SOURCE_CONTINUE;
	}
	scroll(list);
	return G_SOURCE_REMOVE;
}

static void set_current(struct desk_list *list, int current, bool is_current)
{
	GtkWidget *button;

	if (current < 0)
		return;
	button = g_array_index(list->moves, struct desk_list_move, current)
			 .button;
	if (is_current)
		gtk_widget_add_css_class(button, "current");
	else
		gtk_widget_remove_css_class(button, "current");
}

void desk_list_update(struct desk_window *window)
{
	struct desk_list *list = &window->list;
	const struct rk_console *console = &window->seen->console;
	struct list_walk walk = {.window = window};
	int current;

	if (!console->in_setup && !rk_console_shows_next(console))
		rk_game_walk(&console->game, visit, &walk);
	drop_from(list, walk.count);
	current = find_current(window);
	if (current == list->current)
		return;
	set_current(list, list->current, false);
	set_current(list, current, true);
	list->current = current;
	list->is_pending = true;
	gtk_widget_add_tick_callback(list->grid, scroll_later, list, NULL);
}

GtkWidget *desk_list_make(struct desk_window *window)
{
	struct desk_list *list = &window->list;

	list->moves = g_array_new(FALSE, TRUE, sizeof(struct desk_list_move));
	list->current = -1;
	list->grid = gtk_grid_new();
	gtk_grid_set_column_spacing(GTK_GRID(list->grid), 2);
	gtk_widget_set_valign(list->grid, GTK_ALIGN_START);
	list->scrolled = gtk_scrolled_window_new();
	gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list->scrolled),
				      list->grid);
	gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(list->scrolled),
				       GTK_POLICY_AUTOMATIC,
				       GTK_POLICY_AUTOMATIC);
	gtk_widget_set_vexpand(list->scrolled, TRUE);
	gtk_widget_add_css_class(list->scrolled, "card");
	gtk_accessible_update_property(GTK_ACCESSIBLE(list->scrolled),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, "Moves",
				       -1);
	return list->scrolled;
}

void desk_list_free(struct desk_window *window)
{
	struct desk_list *list = &window->list;

	for (guint i = 0; i < list->moves->len; i++)
		g_free(g_array_index(list->moves, struct desk_list_move, i)
			       .text);
	g_array_free(list->moves, TRUE);
}
