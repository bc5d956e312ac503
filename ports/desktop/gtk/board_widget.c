/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The board's widget. What is seen is in `view`: the owner's cells and marks,
 * and the marks of selection and cursor on top. Whoever changes it calls
 * desk_square_update() for the squares that differ, and no others.
 *
 * A piece in the air, dragged or on its way, is drawn over the squares as one
 * node that is made once; GTK compares it with the last frame and draws only
 * where it was and where it is. The square that it belongs to is bare.
 */
#include "ports/desktop/gtk/board_widget.h"

#include <math.h>
#include <string.h>

#include "ports/desktop/gtk/square.h"

#define LEAST_SIDE 16 /* of a square, in pixels */
#define USUAL_SIDE 60
#define FLIGHT_US 180000 /* microseconds of a move */
#define DRAG_PIXELS 4.0  /* less is a click */
#define OWN_MARKS (BOARD_SELECTED | BOARD_TARGET | BOARD_CURSOR)

/* A piece in the air; at the pointer or on its way. */
struct flight {
	GskRenderNode *node; /* the piece; NULL: none */
	double x, y;         /* its upper left corner */
	double from_x, from_y, to_x, to_y;
	gint64 began;
	guint tick; /* 0: it is dragged or waits */
	int to;
};

struct _DeskBoard {
	GtkWidget parent;
	struct desk_board_owner owner;
	struct desk_square_owner shared;
	struct board_view view;
	DeskSquare *squares[BOARD_SQUARES]; /* NULL on walls */
	struct desk_pair *pairs;
	int pair_count;
	bool edits;
	bool animates;
	int selected; /* or -1 */
	int cursor;   /* where the keyboard is or was */
	struct flight flight;
	int dragged;                  /* from where; -1: nothing is dragged */
	bool was_selected;            /* before it was pressed */
	int dropped_from, dropped_to; /* by the last drag */
};

G_DEFINE_TYPE(DeskBoard, desk_board, GTK_TYPE_WIDGET)

/* ---- Geometry ---- */

static double side_of(DeskBoard *board)
{
	GtkWidget *widget = GTK_WIDGET(board);
	int width = gtk_widget_get_width(widget);
	int height = gtk_widget_get_height(widget);
	double size = width < height ? width : height;

	return floor(board_square_size(&board->view, size));
}

static void find_corner(DeskBoard *board, double *x, double *y)
{
	const struct rk_rules *rules = board->view.rules;
	double side = side_of(board);

	*x = floor((gtk_widget_get_width(GTK_WIDGET(board)) -
		    side * rules->files) /
		   2);
	*y = floor((gtk_widget_get_height(GTK_WIDGET(board)) -
		    side * rules->ranks) /
		   2);
}

static void find_place(DeskBoard *board, int square, double *x, double *y)
{
	double left, top, column, row, side = side_of(board);

	find_corner(board, &left, &top);
	board_square_place(&board->view, square, &column, &row);
	*x = left + column * side;
	*y = top + row * side;
}

static int square_at(DeskBoard *board, double x, double y)
{
	double left, top, size;

	find_corner(board, &left, &top);
	size = side_of(board) * board->view.rules->files;
	return board_square_at(&board->view, size, x - left, y - top);
}

int desk_board_fit(DeskBoard *board, int size)
{
	return board->view.rules ? (int)board_fit(&board->view, size) : size;
}

void desk_board_find(DeskBoard *board, int square, GdkRectangle *place)
{
	double x, y, side = side_of(board);

	find_place(board, square, &x, &y);
	*place = (GdkRectangle){(int)x, (int)y, (int)side, (int)side};
}

/* ---- A piece in the air ---- */

static void update(DeskBoard *board, int square)
{
	if (square >= 0 && board->squares[square])
		desk_square_update(board->squares[square]);
}

static void set_bare(DeskBoard *board, int square)
{
	int before = board->shared.bare;

	board->shared.bare = square;
	if (before == square)
		return;
	update(board, before);
	update(board, square);
}

static void land(DeskBoard *board)
{
	struct flight *flight = &board->flight;

	if (flight->tick)
		gtk_widget_remove_tick_callback(GTK_WIDGET(board),
						flight->tick);
	g_clear_pointer(&flight->node, gsk_render_node_unref);
	flight->tick = 0;
	set_bare(board, -1);
	gtk_widget_queue_draw(GTK_WIDGET(board));
}

static void take_off(DeskBoard *board, int cell, int bare)
{
	struct flight *flight = &board->flight;
	GtkSnapshot *snapshot = gtk_snapshot_new();
	float side = (float)side_of(board);
	cairo_t *cr;

	land(board);
	cr = gtk_snapshot_append_cairo(snapshot,
				       &GRAPHENE_RECT_INIT(0, 0, side, side));
	board_draw_piece(cr, &board->view, cell, side);
	cairo_destroy(cr);
	flight->node = gtk_snapshot_free_to_node(snapshot);
	set_bare(board, bare);
}

static gboolean fly(GtkWidget *widget, GdkFrameClock *clock, gpointer unused)
{
	DeskBoard *board = DESK_BOARD(widget);
	struct flight *flight = &board->flight;
	gint64 now = gdk_frame_clock_get_frame_time(clock);
	double part;

	(void)unused;
	if (!flight->began)
		flight->began = now;
	part = (double)(now - flight->began) / FLIGHT_US;
	if (part >= 1) {
		flight->tick = 0;
		land(board);
		return G_SOURCE_REMOVE;
	}
	part = 1 - (1 - part) * (1 - part);
	flight->x = flight->from_x + part * (flight->to_x - flight->from_x);
	flight->y = flight->from_y + part * (flight->to_y - flight->from_y);
	gtk_widget_queue_draw(widget);
	return G_SOURCE_CONTINUE;
}

static void animate(DeskBoard *board, int from, int to)
{
	struct flight *flight = &board->flight;

	take_off(board, board->view.cells[to], to);
	find_place(board, from, &flight->from_x, &flight->from_y);
	find_place(board, to, &flight->to_x, &flight->to_y);
	flight->x = flight->from_x;
	flight->y = flight->from_y;
	flight->began = 0;
	flight->tick = gtk_widget_add_tick_callback(GTK_WIDGET(board), fly,
						    NULL, NULL);
}

/* ---- Contents ---- */

static bool has_pair(const DeskBoard *board, int from, int to)
{
	for (int i = 0; i < board->pair_count; i++)
		if (board->pairs[i].from == from &&
		    (to < 0 || board->pairs[i].to == to))
			return true;
	return false;
}

static int own_marks(const DeskBoard *board, int square)
{
	int marks = board->view.marks[square] & BOARD_CURSOR;

	if (square == board->selected)
		marks |= BOARD_SELECTED;
	else if (board->selected >= 0 &&
		 has_pair(board, board->selected, square))
		marks |= BOARD_TARGET;
	return marks;
}

static void mark(DeskBoard *board)
{
	for (int i = 0; i < BOARD_SQUARES; i++) {
		int marks = (board->view.marks[i] & ~OWN_MARKS) |
			    own_marks(board, i);

		if (!board->squares[i] || marks == board->view.marks[i])
			continue;
		board->view.marks[i] = (uint8_t)marks;
		update(board, i);
	}
}

static void select_square(DeskBoard *board, int square)
{
	board->selected = square;
	mark(board);
}

/* Other rules have other squares. */
static void make_squares(DeskBoard *board)
{
	for (int i = 0; i < BOARD_SQUARES; i++) {
		if (board->squares[i])
			gtk_widget_unparent(GTK_WIDGET(board->squares[i]));
		board->squares[i] = NULL;
	}
	for (int i = 0; i < rk_board_squares(board->view.rules); i++) {
		if (board->view.cells[i] == RK_CELL_WALL)
			continue;
		board->squares[i] = desk_square_new(&board->shared, i);
		gtk_widget_set_parent(GTK_WIDGET(board->squares[i]),
				      GTK_WIDGET(board));
	}
	while (!board->squares[board->cursor])
		board->cursor = (board->cursor + 1) % BOARD_SQUARES;
}

static bool is_other_board(const struct board_view *a,
			   const struct board_view *b)
{
	return !a->rules || a->rules->files != b->rules->files ||
	       a->rules->players != b->rules->players;
}

static bool looks_other(const struct board_view *a, const struct board_view *b)
{
	return a->theme != b->theme || a->dark != b->dark ||
	       a->coordinates != b->coordinates || a->below != b->below;
}

static void show(DeskBoard *board, const struct board_view *view)
{
	struct board_view before = board->view;
	bool is_other = is_other_board(&before, view);
	bool all = is_other || looks_other(&before, view);

	board->view = *view;
	for (int i = 0; i < BOARD_SQUARES; i++)
		board->view.marks[i] = (uint8_t)((view->marks[i] & ~OWN_MARKS) |
						 (before.marks[i] & OWN_MARKS));
	if (is_other) {
		board->selected = -1;
		memset(before.marks, 0, sizeof(before.marks));
		make_squares(board);
	}
	for (int i = 0; i < BOARD_SQUARES; i++)
		if (all || before.cells[i] != board->view.cells[i] ||
		    before.marks[i] != board->view.marks[i] ||
		    before.by[i] != board->view.by[i])
			update(board, i);
	mark(board);
	if (is_other || before.below != view->below)
		gtk_widget_queue_resize(GTK_WIDGET(board));
}

void desk_board_show(DeskBoard *board, const struct board_view *view)
{
	if (board->dragged < 0)
		land(board);
	show(board, view);
}

void desk_board_show_move(DeskBoard *board, const struct board_view *view,
			  int from, int to)
{
	bool was_dropped = board->dropped_from == from &&
			   board->dropped_to == to;

	board->dropped_from = board->dropped_to = -1;
	desk_board_show(board, view);
	if (board->animates && !was_dropped && board->dragged < 0 &&
	    from != to && gtk_widget_get_mapped(GTK_WIDGET(board)))
		animate(board, from, to);
}

void desk_board_set_animation(DeskBoard *board, bool is_on)
{
	board->animates = is_on;
}

void desk_board_allow(DeskBoard *board, const struct desk_pair *pairs,
		      int count, bool edits)
{
	g_free(board->pairs);
	board->pairs = g_memdup2(pairs, (gsize)count * sizeof(*pairs));
	board->pair_count = count;
	board->edits = edits;
	if (board->selected >= 0 && !has_pair(board, board->selected, -1))
		board->selected = -1;
	mark(board);
}

void desk_board_deselect(DeskBoard *board)
{
	board->dropped_from = board->dropped_to = -1;
	if (board->dragged < 0)
		land(board);
	select_square(board, -1);
}

/* ---- Choosing moves ---- */

static void choose(DeskBoard *board, int from, int to)
{
	select_square(board, -1);
	if (board->owner.moved)
		board->owner.moved(board->owner.self, from, to);
}

static void click(DeskBoard *board, int square)
{
	if (board->edits) {
		if (board->owner.clicked && square >= 0)
			board->owner.clicked(board->owner.self, square, 1);
	} else if (square >= 0 && board->selected >= 0 &&
		   has_pair(board, board->selected, square)) {
		choose(board, board->selected, square);
	} else if (square >= 0 && square != board->selected &&
		   has_pair(board, square, -1)) {
		select_square(board, square);
	} else {
		select_square(board, -1);
	}
}

static void activated(void *self, int square)
{
	click(self, square);
}

static void focused(void *self, int square, bool is_focused)
{
	DeskBoard *board = self;
	GtkWidget *widget = GTK_WIDGET(board->squares[square]);
	bool visible = is_focused && widget &&
		       gtk_widget_has_visible_focus(widget);

	if (is_focused)
		board->cursor = square;
	board->view.marks[square] &= (uint8_t)~BOARD_CURSOR;
	if (visible)
		board->view.marks[square] |= BOARD_CURSOR;
	update(board, square);
}

static void press(GtkGestureDrag *gesture, double x, double y, gpointer self)
{
	DeskBoard *board = self;
	int square = square_at(board, x, y);
	bool can_lift = square >= 0 &&
			(board->edits
				 ? rk_cell_is_piece(board->view.cells[square])
				 : has_pair(board, square, -1));

	board->was_selected = square >= 0 && square == board->selected;
	board->dragged = can_lift ? square : -1;
	if (square >= 0)
		gtk_widget_grab_focus(GTK_WIDGET(board->squares[square]));
	gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
	if (can_lift && !board->edits &&
	    !(board->selected >= 0 && has_pair(board, board->selected, square)))
		select_square(board, square);
}

static void drag(GtkGestureDrag *gesture, double x, double y, gpointer self)
{
	DeskBoard *board = self;
	struct flight *flight = &board->flight;
	double from_x, from_y, side = side_of(board);
	bool is_up = flight->node && !flight->tick &&
		     board->shared.bare == board->dragged;

	if (board->dragged < 0 || (!is_up && hypot(x, y) < DRAG_PIXELS))
		return;
	if (!is_up)
		take_off(board, board->view.cells[board->dragged],
			 board->dragged);
	gtk_gesture_drag_get_start_point(gesture, &from_x, &from_y);
	flight->x = from_x + x - side / 2;
	flight->y = from_y + y - side / 2;
	gtk_widget_queue_draw(GTK_WIDGET(board));
}

/* The piece stays where it was dropped until the owner shows the move. */
static void drop(DeskBoard *board, int from, int to)
{
	struct flight *flight = &board->flight;

	if (board->edits) {
		land(board);
		if (to != from && board->owner.dragged)
			board->owner.dragged(board->owner.self, from, to);
	} else if (to >= 0 && has_pair(board, from, to)) {
		find_place(board, to, &flight->x, &flight->y);
		board->dropped_from = from;
		board->dropped_to = to;
		choose(board, from, to);
	} else {
		land(board);
		if (to != from)
			select_square(board, -1);
	}
}

static void release(GtkGestureDrag *gesture, double x, double y, gpointer self)
{
	DeskBoard *board = self;
	int from = board->dragged;
	double from_x, from_y;
	bool is_up = from >= 0 && board->flight.node && !board->flight.tick &&
		     board->shared.bare == from;

	board->dragged = -1;
	if (!gtk_gesture_drag_get_start_point(gesture, &from_x, &from_y))
		return;
	if (is_up) {
		drop(board, from, square_at(board, from_x + x, from_y + y));
		return;
	}
	/* Pressing has selected it already. */
	if (from >= 0 && from == board->selected && !board->was_selected &&
	    !board->edits)
		return;
	click(board, square_at(board, from_x, from_y));
}

static void cancel(GtkGesture *gesture, GdkEventSequence *sequence,
		   gpointer self)
{
	DeskBoard *board = self;

	(void)gesture;
	(void)sequence;
	board->dragged = -1;
	land(board);
}

static void press_right(GtkGestureClick *gesture, int presses, double x,
			double y, gpointer self)
{
	DeskBoard *board = self;
	int square = square_at(board, x, y);

	(void)gesture;
	(void)presses;
	if (!board->edits)
		select_square(board, -1);
	else if (square >= 0 && board->owner.clicked)
		board->owner.clicked(board->owner.self, square, 3);
}

/* ---- The keyboard ---- */

static int square_beside(DeskBoard *board, int square, int right, int down)
{
	double column, row;
	int size = board->view.rules->files;
	int beside;

	board_square_place(&board->view, square, &column, &row);
	beside = board_square_at(&board->view, size, column + right + 0.5,
				 row + down + 0.5);
	return beside < 0 ? square : beside;
}

/* Arrow keys move the cursor; Tab enters and leaves the board as a whole. */
static gboolean move_focus(GtkWidget *widget, GtkDirectionType direction)
{
	DeskBoard *board = DESK_BOARD(widget);
	int to = board->cursor;

	if (gtk_widget_get_focus_child(widget)) {
		if (direction == GTK_DIR_LEFT || direction == GTK_DIR_RIGHT)
			to = square_beside(board, to,
					   direction == GTK_DIR_LEFT ? -1 : 1,
					   0);
		else if (direction == GTK_DIR_UP || direction == GTK_DIR_DOWN)
			to = square_beside(board, to, 0,
					   direction == GTK_DIR_UP ? -1 : 1);
		else
			return FALSE;
	}
	if (!board->squares[to])
		return FALSE;
	gtk_widget_grab_focus(GTK_WIDGET(board->squares[to]));
	return TRUE;
}

void desk_board_focus(DeskBoard *board)
{
	if (board->squares[board->cursor])
		gtk_widget_grab_focus(
			GTK_WIDGET(board->squares[board->cursor]));
}

static void escape(GtkWidget *widget, const char *action, GVariant *parameter)
{
	(void)action;
	(void)parameter;
	desk_board_deselect(DESK_BOARD(widget));
}

/* ---- The widget ---- */

static void measure(GtkWidget *widget, GtkOrientation orientation, int other,
		    int *least, int *usual, int *least_base, int *usual_base)
{
	const struct rk_rules *rules = DESK_BOARD(widget)->view.rules;
	int squares = rules ? rules->files : 8;

	(void)orientation;
	(void)other;
	*least = LEAST_SIDE * squares;
	*usual = USUAL_SIDE * 8;
	*least_base = *usual_base = -1;
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
	DeskBoard *board = DESK_BOARD(widget);

	(void)width;
	(void)height;
	(void)baseline;
	if (!board->view.rules)
		return;
	if (board->flight.tick)
		land(board);
	for (int i = 0; i < BOARD_SQUARES; i++) {
		GdkRectangle place;

		if (!board->squares[i])
			continue;
		desk_board_find(board, i, &place);
		gtk_widget_size_allocate(GTK_WIDGET(board->squares[i]), &place,
					 -1);
	}
}

static void draw(GtkWidget *widget, GtkSnapshot *snapshot)
{
	DeskBoard *board = DESK_BOARD(widget);
	struct flight *flight = &board->flight;

	for (int i = 0; i < BOARD_SQUARES; i++)
		if (board->squares[i])
			gtk_widget_snapshot_child(widget,
						  GTK_WIDGET(board->squares[i]),
						  snapshot);
	if (!flight->node)
		return;
	gtk_snapshot_save(snapshot);
	gtk_snapshot_translate(snapshot,
			       &GRAPHENE_POINT_INIT((float)round(flight->x),
						    (float)round(flight->y)));
	gtk_snapshot_append_node(snapshot, flight->node);
	gtk_snapshot_restore(snapshot);
}

static void dispose(GObject *object)
{
	DeskBoard *board = DESK_BOARD(object);

	g_clear_pointer(&board->flight.node, gsk_render_node_unref);
	for (int i = 0; i < BOARD_SQUARES; i++)
		if (board->squares[i])
			gtk_widget_unparent(GTK_WIDGET(board->squares[i]));
	memset(board->squares, 0, sizeof(board->squares));
	g_clear_pointer(&board->pairs, g_free);
	G_OBJECT_CLASS(desk_board_parent_class)->dispose(object);
}

static void desk_board_class_init(DeskBoardClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);

	G_OBJECT_CLASS(class)->dispose = dispose;
	widget->measure = measure;
	widget->size_allocate = allocate;
	widget->snapshot = draw;
	widget->focus = move_focus;
	gtk_widget_class_set_css_name(widget, "board");
	gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_GROUP);
	gtk_widget_class_install_action(widget, "board.escape", NULL, escape);
	gtk_widget_class_add_binding_action(widget, GDK_KEY_Escape, 0,
					    "board.escape", NULL);
}

static void desk_board_init(DeskBoard *board)
{
	GtkGesture *dragging = gtk_gesture_drag_new();
	GtkGesture *right = gtk_gesture_click_new();

	board->selected = board->dragged = board->shared.bare = -1;
	board->dropped_from = board->dropped_to = -1;
	board->shared.self = board;
	board->shared.view = &board->view;
	board->shared.activated = activated;
	board->shared.focused = focused;
	gtk_widget_set_overflow(GTK_WIDGET(board), GTK_OVERFLOW_HIDDEN);
	gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(dragging), 1);
	g_signal_connect(dragging, "drag-begin", G_CALLBACK(press), board);
	g_signal_connect(dragging, "drag-update", G_CALLBACK(drag), board);
	g_signal_connect(dragging, "drag-end", G_CALLBACK(release), board);
	g_signal_connect(dragging, "cancel", G_CALLBACK(cancel), board);
	gtk_widget_add_controller(GTK_WIDGET(board),
				  GTK_EVENT_CONTROLLER(dragging));
	gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(right), 3);
	g_signal_connect(right, "pressed", G_CALLBACK(press_right), board);
	gtk_widget_add_controller(GTK_WIDGET(board),
				  GTK_EVENT_CONTROLLER(right));
}

DeskBoard *desk_board_new(const struct desk_board_owner *owner)
{
	DeskBoard *board = g_object_new(desk_board_get_type(), NULL);

	board->owner = *owner;
	gtk_accessible_update_property(GTK_ACCESSIBLE(board),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       "Chess board", -1);
	return board;
}
