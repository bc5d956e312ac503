/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A square as a widget. Its name says where it is and who stands there, "e4,
 * white pawn"; its description says what the marks say to the eye. Both are
 * updated when they change, which a screen reader is told.
 */
#include "ports/desktop/gtk/square.h"

#include <string.h>

#include "rookery/why.h"
#include "rookery/words.h"

struct _DeskSquare {
	GtkWidget parent;
	const struct desk_square_owner *owner;
	int number;
	char *name;
};

G_DEFINE_TYPE(DeskSquare, desk_square, GTK_TYPE_WIDGET)

int desk_square_number(DeskSquare *square)
{
	return square->number;
}

/* "e4, white pawn"; with four players also "d4, dead red pawn". */
static char *name_square(const struct board_view *view, int number)
{
	struct rk_short_text square = rk_square_name(view->rules, number);
	int cell = view->cells[number];
	char *seat, *name;

	if (!rk_cell_is_piece(cell))
		return g_strdup_printf("%s, empty", square.text);
	seat = g_ascii_strdown(view->rules->seats[rk_cell_seat(cell)], -1);
	name = g_strdup_printf("%s, %s%s%s %s", square.text,
			       cell & RK_CELL_DEAD ? "dead " : "",
			       cell & RK_CELL_CHEAP ? "promoted " : "", seat,
			       rk_type_name(rk_cell_type(cell)));
	g_free(seat);
	return name;
}

static const char *describe(int marks)
{
	if (marks & BOARD_SELECTED)
		return "selected";
	if (marks & BOARD_TARGET)
		return "the selected piece may move here";
	if (marks & BOARD_HINT)
		return "suggested";
	if (marks & BOARD_CHECK)
		return "in check";
	if (marks & BOARD_LAST)
		return "last move";
	return "";
}

void desk_square_update(DeskSquare *square)
{
	const struct board_view *view = square->owner->view;
	GtkAccessible *accessible = GTK_ACCESSIBLE(square);
	char *name = name_square(view, square->number);

	if (g_strcmp0(name, square->name) != 0)
		gtk_accessible_update_property(accessible,
					       GTK_ACCESSIBLE_PROPERTY_LABEL,
					       name, -1);
	gtk_accessible_update_property(accessible,
				       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
				       describe(view->marks[square->number]),
				       -1);
	g_free(square->name);
	square->name = name;
	gtk_widget_queue_draw(GTK_WIDGET(square));
}

static void draw(GtkWidget *widget, GtkSnapshot *snapshot)
{
	DeskSquare *square = DESK_SQUARE(widget);
	const struct board_view *view = square->owner->view;
	int side = gtk_widget_get_width(widget);
	cairo_t *cr = gtk_snapshot_append_cairo(
		snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)side, (float)side));

	if (square->owner->bare == square->number)
		board_draw_bare(cr, view, square->number, side);
	else
		board_draw_square(cr, view, square->number, side);
	cairo_destroy(cr);
}

static void activate(GtkWidget *widget, const char *action, GVariant *parameter)
{
	DeskSquare *square = DESK_SQUARE(widget);

	(void)action;
	(void)parameter;
	square->owner->activated(square->owner->self, square->number);
}

static void change_state(GtkWidget *widget, GtkStateFlags before)
{
	DeskSquare *square = DESK_SQUARE(widget);
	GtkStateFlags now = gtk_widget_get_state_flags(widget);
	GtkStateFlags visible = GTK_STATE_FLAG_FOCUS_VISIBLE;

	if ((now ^ before) & (visible | GTK_STATE_FLAG_FOCUSED))
		square->owner->focused(square->owner->self, square->number,
				       now & GTK_STATE_FLAG_FOCUSED);
}

static void finalize(GObject *object)
{
	g_free(DESK_SQUARE(object)->name);
	G_OBJECT_CLASS(desk_square_parent_class)->finalize(object);
}

static void desk_square_class_init(DeskSquareClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);

	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->snapshot = draw;
	widget->state_flags_changed = change_state;
	gtk_widget_class_set_css_name(widget, "square");
	gtk_widget_class_set_accessible_role(widget,
					     GTK_ACCESSIBLE_ROLE_BUTTON);
	gtk_widget_class_install_action(widget, "square.activate", NULL,
					activate);
	gtk_widget_class_add_binding_action(widget, GDK_KEY_Return, 0,
					    "square.activate", NULL);
	gtk_widget_class_add_binding_action(widget, GDK_KEY_KP_Enter, 0,
					    "square.activate", NULL);
	gtk_widget_class_add_binding_action(widget, GDK_KEY_space, 0,
					    "square.activate", NULL);
}

static void desk_square_init(DeskSquare *square)
{
	gtk_widget_set_focusable(GTK_WIDGET(square), TRUE);
}

DeskSquare *desk_square_new(const struct desk_square_owner *owner, int number)
{
	DeskSquare *square = g_object_new(desk_square_get_type(), NULL);

	square->owner = owner;
	square->number = number;
	desk_square_update(square);
	return square;
}
