/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From a console to the board that is seen, and from a move on it to a line of
 * the console. Which moves there are is asked of the rules.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"
#include "rookery/why.h"

/* ---- What is seen ---- */

/* The last move of everybody else, so that each can be seen. */
struct last_moves {
	int keep; /* at most RK_MAX_SEATS */
	int count;
	struct {
		union rk_any_pos before;
		rk_any_move move;
	} moves[RK_MAX_SEATS];
};

static bool visit(void *self, const union rk_any_pos *pos,
		  struct rk_event event)
{
	struct last_moves *last = self;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (last->count == last->keep) {
		last->count--;
		memmove(&last->moves[0], &last->moves[1],
			(size_t)last->count * sizeof(last->moves[0]));
	}
	last->moves[last->count].before = *pos;
	last->moves[last->count++].move = rk_event_move(event);
	return true;
}

/* Later moves are marked over earlier ones. */
static void mark_last(struct board_view *view, const struct rk_game *game)
{
	struct last_moves last = {.keep = game->rules->players - 1};

	rk_game_walk(game, visit, &last);
	for (int i = 0; i < last.count; i++)
		board_mark_move(view, &last.moves[i].before,
				last.moves[i].move);
}

static void view_setup(struct board_view *view,
		       const struct rk_console *console)
{
	const struct rk_rules *rules = console->rules;

	board_from_pos(view, rules, &console->next_start);
	for (int i = 0; i < rk_board_squares(rules); i++) {
		view->cells[i] = (uint8_t)rules->setup_cell(&console->setup, i);
		view->marks[i] = 0;
	}
}

static void fill_view(const struct desk_window *window, struct board_view *view)
{
	const struct rk_console *console = desk_window_console(window);

	memset(view, 0, sizeof(*view));
	if (console->in_setup) {
		view_setup(view, console);
	} else if (rk_console_shows_next(console)) {
		board_from_pos(view, console->rules, &console->next_start);
	} else {
		board_from_pos(view, console->game.rules, &console->game.pos);
		mark_last(view, &console->game);
	}
	for (int i = 0; i < BOARD_SQUARES; i++)
		if (!window->is_back && rk_lit_has(&console->lit, i))
			view->marks[i] |= BOARD_HINT;
	view->below = console->look.below;
	view->theme = window->settings.theme;
	view->coordinates = window->settings.coordinates;
	view->dark = desk_style_is_dark(window);
}

/* ---- Moves ---- */

/* Where a move of a person is made; NULL: nowhere just now. */
static const union rk_any_pos *find_pos(const struct desk_window *window,
					const struct rk_rules **rules)
{
	const struct rk_console *console = &window->seen->console;
	const struct rk_game *game = &console->game;

	if (window->is_back || console->in_setup)
		return NULL;
	if (rk_console_shows_next(console)) {
		*rules = console->rules;
		return &console->next_start;
	}
	*rules = game->rules;
	if (rk_console_state(console) != RK_CONSOLE_GAME ||
	    rk_console_moves_by_itself(console))
		return NULL;
	return &game->pos;
}

static void allow_moves(struct desk_window *window)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	static struct desk_pair pairs[RK_ANY_MAX_MOVES];
	const struct rk_rules *rules;
	const union rk_any_pos *pos = find_pos(window, &rules);
	int count = pos ? rules->moves(pos, list) : 0;

	for (int i = 0; i < count; i++)
		pairs[i] =
			(struct desk_pair){(uint8_t)rules->from(pos, list[i]),
					   (uint8_t)rules->to(pos, list[i])};
	desk_board_allow(window->board, pairs, count,
			 window->seen->console.in_setup);
}

static void send_move(struct desk_window *window, const struct rk_rules *rules,
		      const union rk_any_pos *pos, rk_any_move move)
{
	char text[RK_MOVE_TEXT_SIZE];
	char *line;

	rules->write_move(text, pos, move, RK_STYLE_SAN);
	line = g_strdup_printf("move %s", text);
	desk_window_do(window, line);
	g_free(line);
}

/* ---- Which of several moves: promotion, or two ways to castle ---- */

struct move_choice {
	struct desk_window *window;
	rk_any_move move;
	int cell; /* RK_CELL_EMPTY: not a promotion */
};

static void draw_choice(GtkDrawingArea *area, cairo_t *cr, int width,
			int height, gpointer self)
{
	const struct move_choice *choice = self;
	struct board_view view = {.rules = choice->window->seen->console.rules};

	(void)area;
	view.rules = choice->window->seen->console.game.rules;
	board_draw_piece(cr, &view, choice->cell,
			 width < height ? width : height);
}

static void choose(GtkButton *button, gpointer self)
{
	struct move_choice *choice = self;
	struct desk_window *window = choice->window;
	GtkWidget *popover =
		gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_POPOVER);
	const struct rk_rules *rules;
	const union rk_any_pos *pos = find_pos(window, &rules);

	if (pos && rules->is_legal(pos, choice->move))
		send_move(window, rules, pos, choice->move);
	gtk_popover_popdown(GTK_POPOVER(popover));
}

static GtkWidget *make_choice(struct desk_window *window,
			      const struct rk_rules *rules,
			      const union rk_any_pos *pos, rk_any_move move)
{
	struct move_choice *choice = g_new0(struct move_choice, 1);
	GtkWidget *button = gtk_button_new(), *area;
	int type = rules->promoted(pos, move);
	char text[RK_MOVE_TEXT_SIZE];

	rules->write_move(text, pos, move, RK_STYLE_SAN);
	*choice = (struct move_choice){window, move, RK_CELL_EMPTY};
	if (type != RK_NONE) {
		choice->cell = rk_cell(rules->turn(pos), type);
		area = gtk_drawing_area_new();
		gtk_widget_set_size_request(area, 52, 52);
		gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area),
					       draw_choice, choice, NULL);
		gtk_button_set_child(GTK_BUTTON(button), area);
		gtk_widget_set_tooltip_text(button, rk_type_name(type));
	} else {
		gtk_button_set_label(GTK_BUTTON(button), text);
	}
	gtk_accessible_update_property(
		GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
		type != RK_NONE ? rk_type_name(type) : text, -1);
	g_signal_connect_data(button, "clicked", G_CALLBACK(choose), choice,
			      (GClosureNotify)(void (*)(void))g_free, 0);
	return button;
}

/* Whatever was chosen, the board shows the game again. */
static void close_choice(GtkPopover *popover, gpointer self)
{
	struct desk_window *window = self;

	desk_board_deselect(window->board);
	desk_window_update(window);
	gtk_widget_unparent(GTK_WIDGET(popover));
}

static gboolean close_choice_later(gpointer self)
{
	GtkWidget *popover = self;
	struct desk_window *window =
		g_object_get_data(G_OBJECT(popover), "window");

	if (gtk_widget_get_parent(popover))
		close_choice(GTK_POPOVER(popover), window);
	return G_SOURCE_REMOVE;
}

/* The button that closed it may still be using it. */
static void choice_closed(GtkPopover *popover, gpointer self)
{
	g_object_set_data(G_OBJECT(popover), "window", self);
	g_idle_add_full(G_PRIORITY_DEFAULT, close_choice_later,
			g_object_ref(popover), g_object_unref);
}

static void offer_choice(struct desk_window *window,
			 const struct rk_rules *rules,
			 const union rk_any_pos *pos, const rk_any_move *moves,
			 int count)
{
	GtkWidget *popover = gtk_popover_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
	GdkRectangle place;

	for (int i = 0; i < count; i++)
		gtk_box_append(GTK_BOX(box),
			       make_choice(window, rules, pos, moves[i]));
	gtk_popover_set_child(GTK_POPOVER(popover), box);
	gtk_widget_set_parent(popover, GTK_WIDGET(window->board));
	desk_board_find(window->board, rules->to(pos, moves[0]), &place);
	gtk_popover_set_pointing_to(GTK_POPOVER(popover), &place);
	g_signal_connect(popover, "closed", G_CALLBACK(choice_closed), window);
	gtk_accessible_update_property(GTK_ACCESSIBLE(popover),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       "Which piece", -1);
	gtk_popover_popup(GTK_POPOVER(popover));
}

/* A queen where that was asked for; -1: there is a choice. */
static int pick(const struct desk_window *window, const struct rk_rules *rules,
		const union rk_any_pos *pos, const rk_any_move *moves,
		int count)
{
	if (count == 1)
		return 0;
	for (int i = 0; window->seen->console.promotes_queen && i < count; i++)
		if (rules->promoted(pos, moves[i]) == RK_QUEEN)
			return i;
	return -1;
}

static void moved(void *self, int from, int to)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	struct desk_window *window = self;
	const struct rk_rules *rules;
	const union rk_any_pos *pos = find_pos(window, &rules);
	int all = pos ? rules->moves(pos, list) : 0, count = 0;

	for (int i = 0; i < all; i++)
		if (rules->from(pos, list[i]) == from &&
		    rules->to(pos, list[i]) == to)
			list[count++] = list[i];
	if (!count)
		return;
	all = pick(window, rules, pos, list, count);
	if (all >= 0)
		send_move(window, rules, pos, list[all]);
	else
		offer_choice(window, rules, pos, list, count);
}

/* ---- Showing ---- */

/* Has exactly one move been made since then? */
static bool is_next(const struct desk_seen *before,
		    const struct desk_seen *after)
{
	const struct rk_game *old = before ? &before->console.game : NULL;
	const struct rk_game *new = &after->console.game;

	return old && !before->console.in_setup && !after->console.in_setup &&
	       old->rules ==
		       new->rules &&new->now > old->now &&rk_game_plies(new) ==
		       rk_game_plies(old) + 1;
}

void desk_board_update(struct desk_window *window,
		       const struct desk_seen *before)
{
	const struct rk_game *game = &window->seen->console.game;
	rk_any_move last = rk_game_last_move(game);
	struct board_view view;

	fill_view(window, &view);
	desk_board_set_animation(window->board, window->settings.animation);
	if (!window->is_back && last && is_next(before, window->seen))
		desk_board_show_move(window->board, &view,
				     game->rules->from(&game->pos, last),
				     game->rules->to(&game->pos, last));
	else
		desk_board_show(window->board, &view);
	allow_moves(window);
}

void desk_board_make(struct desk_window *window)
{
	const struct desk_board_owner owner = {window, moved,
					       desk_editor_clicked,
					       desk_editor_dragged};

	window->board = desk_board_new(&owner);
	gtk_widget_set_hexpand(GTK_WIDGET(window->board), TRUE);
	gtk_widget_set_vexpand(GTK_WIDGET(window->board), TRUE);
}
