/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The command `beside`: a board in a small window beside the terminal, which
 * runs this program and talks to it in lines over a socket; docs/desktop.md
 * describes them. The terminal has the game. This window knows one position: it
 * shows it, and tells which move was made on it with the mouse or the keyboard.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>

#include "ports/desktop/desktop.h"
#include "ports/desktop/gtk/board_widget.h"
#include "rookery/console.h"
#include "rookery/why.h"

#define SIZE 500           /* pixels at a zoom of 1 */
#define LONGEST_LINE 65536 /* more is no line of ours */

struct beside {
	GtkWidget *window;
	DeskBoard *board;
	int fd;
	GString *heard; /* a line that is not whole yet */
	const struct rk_rules *rules;
	bool is_playable; /* it is a position; else somebody sets one up */
	union rk_any_pos pos;
	struct board_view view;
	int shown_from, shown_to; /* the last move, or -1 */
	int zoom;
	bool is_told; /* that it was closed */
	bool is_over;
};

static void send_line(struct beside *beside, const char *line)
{
	size_t length = strlen(line);

	while (length) {
		ssize_t sent = write(beside->fd, line, length);

		if (sent < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (sent <= 0) {
			beside->is_over = true;
			return;
		}
		line += sent;
		length -= (size_t)sent;
	}
}

/* ---- Moves ---- */

static int list_moves(const struct beside *beside, rk_any_move *list)
{
	return beside->rules && beside->rules->status(&beside->pos).reason ==
					RK_REASON_NONE
		       ? beside->rules->moves(&beside->pos, list)
		       : 0;
}

static void allow_moves(struct beside *beside)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	static struct desk_pair pairs[RK_ANY_MAX_MOVES];
	int count = list_moves(beside, list);

	for (int i = 0; i < count; i++)
		pairs[i] = (struct desk_pair){
			(uint8_t)beside->rules->from(&beside->pos, list[i]),
			(uint8_t)beside->rules->to(&beside->pos, list[i])};
	desk_board_allow(beside->board, pairs, count, false);
}

static void send_move(struct beside *beside, int from, int to, int type)
{
	char line[64];

	if (type == RK_NONE)
		g_snprintf(line, sizeof(line), "move %d %d\n", from, to);
	else
		g_snprintf(line, sizeof(line), "move %d %d %c\n", from, to,
			   g_ascii_tolower(beside->rules->types[type]));
	send_line(beside, line);
}

struct piece_choice {
	struct beside *beside;
	int from, to, type, cell;
};

static void draw_piece(GtkDrawingArea *area, cairo_t *cr, int width, int height,
		       gpointer self)
{
	const struct piece_choice *choice = self;

	(void)area;
	board_draw_piece(cr, &choice->beside->view, choice->cell,
			 MIN(width, height));
}

static void piece_chosen(GtkButton *button, gpointer self)
{
	const struct piece_choice *choice = self;
	GtkWidget *popover =
		gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_POPOVER);

	send_move(choice->beside, choice->from, choice->to, choice->type);
	gtk_popover_popdown(GTK_POPOVER(popover));
}

static GtkWidget *make_choice(const struct piece_choice *of)
{
	struct piece_choice *choice = g_memdup2(of, sizeof(*of));
	GtkWidget *button = gtk_button_new(), *area = gtk_drawing_area_new();

	gtk_widget_set_size_request(area, 48, 48);
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw_piece,
				       choice, NULL);
	gtk_button_set_child(GTK_BUTTON(button), area);
	gtk_accessible_update_property(GTK_ACCESSIBLE(button),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       rk_type_name(choice->type), -1);
	g_signal_connect_data(button, "clicked", G_CALLBACK(piece_chosen),
			      choice, (GClosureNotify)(void (*)(void))g_free,
			      0);
	return button;
}

static gboolean drop_popover(gpointer self)
{
	if (gtk_widget_get_parent(self))
		gtk_widget_unparent(self);
	return G_SOURCE_REMOVE;
}

static void choice_closed(GtkPopover *popover, gpointer self)
{
	desk_board_deselect(((struct beside *)self)->board);
	g_idle_add_full(G_PRIORITY_DEFAULT, drop_popover, g_object_ref(popover),
			g_object_unref);
}

static void offer_choice(struct beside *beside, const rk_any_move *list,
			 int count)
{
	const struct rk_rules *rules = beside->rules;
	GtkWidget *popover = gtk_popover_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
	GdkRectangle place;
	struct piece_choice choice = {.beside = beside};

	for (int i = 0; i < count; i++) {
		choice.from = rules->from(&beside->pos, list[i]);
		choice.to = rules->to(&beside->pos, list[i]);
		choice.type = rules->promoted(&beside->pos, list[i]);
		choice.cell = rk_cell(rules->turn(&beside->pos), choice.type);
		gtk_box_append(GTK_BOX(box), make_choice(&choice));
	}
	gtk_popover_set_child(GTK_POPOVER(popover), box);
	gtk_widget_set_parent(popover, GTK_WIDGET(beside->board));
	desk_board_find(beside->board, choice.to, &place);
	gtk_popover_set_pointing_to(GTK_POPOVER(popover), &place);
	g_signal_connect(popover, "closed", G_CALLBACK(choice_closed), beside);
	gtk_popover_popup(GTK_POPOVER(popover));
}

static void moved(void *self, int from, int to)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	struct beside *beside = self;
	const struct rk_rules *rules = beside->rules;
	int all = list_moves(beside, list), count = 0;

	for (int i = 0; i < all; i++)
		if (rules->from(&beside->pos, list[i]) == from &&
		    rules->to(&beside->pos, list[i]) == to)
			list[count++] = list[i];
	if (!count)
		return;
	if (count > 1 && rules->promoted(&beside->pos, list[0]) != RK_NONE)
		offer_choice(beside, list, count);
	else
		send_move(beside, from, to,
			  count > 1 ? RK_NONE
				    : rules->promoted(&beside->pos, list[0]));
}

/* ---- Lines from the terminal ---- */

static void mark_last(struct beside *beside)
{
	for (int i = 0; i < BOARD_SQUARES; i++)
		beside->view.marks[i] &= (uint8_t)~BOARD_LAST;
	if (beside->shown_from < 0)
		return;
	beside->view.marks[beside->shown_from] |= BOARD_LAST;
	beside->view.marks[beside->shown_to] |= BOARD_LAST;
}

/* A set-up need not be a position: it is shown, and nothing can be moved. */
static bool read_board(struct beside *beside, const struct rk_rules *rules,
		       struct rk_word fen)
{
	union rk_any_pos board;
	struct rk_error error;

	if (rules->read(&board, fen.text, fen.length, &error)) {
		beside->is_playable = true;
		beside->pos = board;
		board_from_pos(&beside->view, rules, &board);
		return true;
	}
	if (!rules->setup_read(&board, fen.text, fen.length, &error))
		return false;
	beside->is_playable = false;
	rules->start(&beside->pos, 0);
	board_from_pos(&beside->view, rules, &beside->pos);
	for (int i = 0; i < rk_board_squares(rules); i++) {
		beside->view.cells[i] = (uint8_t)rules->setup_cell(&board, i);
		beside->view.marks[i] = 0;
	}
	return true;
}

/* show RULES BELOW FEN... */
static bool take_show(struct beside *beside, struct rk_word rest)
{
	struct rk_word name = rk_word_take(&rest);
	const struct rk_rules *rules = rk_rules_find(name.text, name.length);
	struct rk_word seat = rk_word_take(&rest);
	uint32_t below;

	while (rest.length && *rest.text == ' ') {
		rest.text++;
		rest.length--;
	}
	if (!rules || !rk_word_number(seat, 0, rules->players - 1u, &below) ||
	    !read_board(beside, rules, rest))
		return false;
	if (rules != beside->rules)
		beside->shown_from = beside->shown_to = -1;
	beside->rules = rules;
	beside->view.below = (uint8_t)below;
	beside->view.coordinates = true;
	mark_last(beside);
	desk_board_show(beside->board, &beside->view);
	allow_moves(beside);
	return true;
}

/* last FROM TO, or last - */
static bool take_last(struct beside *beside, struct rk_word rest)
{
	struct rk_word word = rk_word_take(&rest);
	uint32_t from, to;

	if (!beside->rules)
		return false;
	if (rk_word_is(word, "-")) {
		beside->shown_from = beside->shown_to = -1;
	} else {
		uint32_t most = (uint32_t)rk_board_squares(beside->rules) - 1;

		if (!rk_word_number(word, 0, most, &from) ||
		    !rk_word_number(rk_word_take(&rest), 0, most, &to))
			return false;
		beside->shown_from = (int)from;
		beside->shown_to = (int)to;
	}
	mark_last(beside);
	desk_board_show(beside->board, &beside->view);
	return true;
}

static int largest_zoom(const struct beside *beside)
{
	GdkDisplay *display = gtk_widget_get_display(beside->window);
	GListModel *monitors = gdk_display_get_monitors(display);
	GdkMonitor *monitor = g_list_model_get_item(monitors, 0);
	GdkRectangle room = {0, 0, SIZE, SIZE};

	if (monitor) {
		gdk_monitor_get_geometry(monitor, &room);
		g_object_unref(monitor);
	}
	return MAX(1, MIN(room.width, room.height) / SIZE);
}

static bool take_zoom(struct beside *beside, struct rk_word rest)
{
	int most = largest_zoom(beside);
	uint32_t zoom;
	char line[32];

	if (!rk_word_number(rk_word_take(&rest), 1, 1000, &zoom))
		return false;
	if ((int)zoom > most) {
		g_snprintf(line, sizeof(line), "zoom max %d\n", most);
		send_line(beside, line);
		return true;
	}
	beside->zoom = (int)zoom;
	gtk_window_set_default_size(GTK_WINDOW(beside->window),
				    SIZE * beside->zoom, SIZE * beside->zoom);
	send_line(beside, "zoom ok\n");
	return true;
}

static bool take_quit(struct beside *beside, struct rk_word rest)
{
	(void)rest;
	beside->is_told = true;
	beside->is_over = true;
	return true;
}

static const struct {
	const char *name;
	bool (*take)(struct beside *beside, struct rk_word rest);
} lines[] = {
	{"show", take_show},
	{"last", take_last},
	{"zoom", take_zoom},
	{"quit", take_quit},
};

static void take_line(struct beside *beside, const char *text, size_t length)
{
	struct rk_word rest = {text, length};
	struct rk_word name = rk_word_take(&rest);
	char *shown;

	if (!name.length)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		if (rk_word_is(name, lines[i].name) &&
		    lines[i].take(beside, rest))
			return;
	shown = g_strndup(text, MIN(length, 60));
	host_refuse("beside ignores \"%s\"", shown);
	g_free(shown);
}

static void take_lines(struct beside *beside)
{
	char *end;

	while (!beside->is_over &&
	       (end = memchr(beside->heard->str, '\n', beside->heard->len))) {
		size_t length = (size_t)(end - beside->heard->str);

		take_line(beside, beside->heard->str, length);
		g_string_erase(beside->heard, 0, (gssize)length + 1);
	}
	if (beside->heard->len > LONGEST_LINE)
		g_string_truncate(beside->heard, 0);
}

/* Several boards in one go: only the last of them is drawn. */
static gboolean hear(gint fd, GIOCondition condition, gpointer self)
{
	struct beside *beside = self;
	char text[4096];
	ssize_t got;

	(void)condition;
	got = read(fd, text, sizeof(text));
	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return G_SOURCE_CONTINUE;
	if (got <= 0) {
		beside->is_told = true;
		beside->is_over = true;
		return G_SOURCE_REMOVE;
	}
	g_string_append_len(beside->heard, text, got);
	take_lines(beside);
	return G_SOURCE_CONTINUE;
}

/* ---- The window ---- */

static void destroyed(GtkWidget *widget, gpointer self)
{
	struct beside *beside = self;

	(void)widget;
	beside->window = NULL;
	beside->is_over = true;
}

static gboolean close_window(GtkWidget *widget, GVariant *arguments,
			     gpointer self)
{
	(void)arguments;
	(void)self;
	gtk_window_close(GTK_WINDOW(widget));
	return TRUE;
}

static void add_keys(struct beside *beside)
{
	GtkEventController *keys = gtk_shortcut_controller_new();

	gtk_shortcut_controller_add_shortcut(
		GTK_SHORTCUT_CONTROLLER(keys),
		gtk_shortcut_new(gtk_shortcut_trigger_parse_string(
					 "<Control>w|<Control>q"),
				 gtk_callback_action_new(close_window, NULL,
							 NULL)));
	gtk_widget_add_controller(beside->window, keys);
}

static void build(struct beside *beside)
{
	const struct desk_board_owner owner = {beside, moved, NULL, NULL};
	union rk_any_pos pos;

	beside->window = gtk_window_new();
	beside->board = desk_board_new(&owner);
	rk_rules_standard.start(&pos, 0);
	board_from_pos(&beside->view, &rk_rules_standard, &pos);
	beside->view.coordinates = true;
	desk_board_show(beside->board, &beside->view);
	gtk_window_set_title(GTK_WINDOW(beside->window), "Rookery");
	gtk_window_set_icon_name(GTK_WINDOW(beside->window),
				 "org.rookery.Rookery");
	gtk_window_set_child(GTK_WINDOW(beside->window),
			     GTK_WIDGET(beside->board));
	gtk_window_set_default_size(GTK_WINDOW(beside->window), SIZE, SIZE);
	g_signal_connect(beside->window, "destroy", G_CALLBACK(destroyed),
			 beside);
	add_keys(beside);
	gtk_window_present(GTK_WINDOW(beside->window));
}

static enum host_exit run(int fd)
{
	struct beside *beside = g_new0(struct beside, 1);
	guint source;

	beside->fd = fd;
	beside->heard = g_string_new("");
	beside->shown_from = beside->shown_to = -1;
	beside->zoom = 1;
	signal(SIGPIPE, SIG_IGN); /* the terminal may be gone */
	build(beside);
	source = g_unix_fd_add(fd, G_IO_IN | G_IO_HUP | G_IO_ERR, hear, beside);
	while (!beside->is_over)
		g_main_context_iteration(NULL, TRUE);
	if (!beside->is_told)
		send_line(beside, "closed\n");
	if (g_main_context_find_source_by_id(NULL, source))
		g_source_remove(source);
	if (beside->window)
		gtk_window_destroy(GTK_WINDOW(beside->window));
	g_string_free(beside->heard, TRUE);
	g_free(beside);
	return HOST_OK;
}

enum host_exit desktop_beside(int count, char **words)
{
	struct rk_word word = {count == 2 ? words[1] : "", 0};
	uint32_t fd;

	word.length = strlen(word.text);
	if (count != 2 || strcmp(words[0], "--fd") != 0 ||
	    !rk_word_number(word, 0, 65535, &fd))
		return host_refuse("beside needs --fd and the number of a "
				   "file descriptor");
	g_setenv("GSK_RENDERER", "cairo", FALSE);
	g_set_prgname("org.rookery.Rookery");
	if (!gtk_init_check()) {
		fprintf(stderr, "rookery: a window needs a display: DISPLAY "
				"or WAYLAND_DISPLAY must name one\n");
		return HOST_FAILED;
	}
	return run((int)fd);
}
