/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The dialog for a new game: the kind of chess, its start, the clock, and who
 * sits where. What was chosen becomes lines of the console, which also says what
 * is wrong with it; the game that was running is kept. The second dialog lists
 * the games that were left.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"
#include "rookery/levels.h"
#include "rookery/position.h"

#define STARTS_960 960
#define WHO_ENGINE (RK_LEVELS + 1) /* in the list of players */

struct new_game {
	struct desk_window *window;
	GtkWidget *dialog;
	GtkWidget *kind;
	GtkWidget *start;
	GtkWidget *clock;
	GtkWidget *names[RK_MAX_SEATS];
	GtkWidget *players[RK_MAX_SEATS];
	GtkWidget *texts[RK_MAX_SEATS]; /* a name, or the command of an engine */
};

static const struct {
	const char *label;
	const char *value;
} clocks[] = {
	{"No clock", "off"},
	{"1 minute", "1"},
	{"3 minutes + 2 seconds", "3+2"},
	{"5 minutes + 3 seconds", "5+3"},
	{"10 minutes + 5 seconds", "10+5"},
	{"15 minutes + 10 seconds", "15+10"},
	{"30 minutes", "30"},
	{"90 minutes + 30 seconds", "90+30"},
};

static const struct rk_rules *chosen_rules(const struct new_game *new)
{
	return rk_rules_all[gtk_drop_down_get_selected(
		GTK_DROP_DOWN(new->kind))];
}

/* ---- Lists to choose from ---- */

static GtkWidget *make_list(void)
{
	GtkStringList *strings = gtk_string_list_new(NULL);
	GtkWidget *list = gtk_drop_down_new(G_LIST_MODEL(strings), NULL);

	gtk_widget_set_hexpand(list, TRUE);
	return list;
}

static void add_string(GtkWidget *list, const char *text)
{
	gtk_string_list_append(GTK_STRING_LIST(gtk_drop_down_get_model(
				       GTK_DROP_DOWN(list))),
			       text);
}

static void clear_list(GtkWidget *list)
{
	GListModel *model = gtk_drop_down_get_model(GTK_DROP_DOWN(list));

	gtk_string_list_splice(GTK_STRING_LIST(model), 0,
			       g_list_model_get_n_items(model), NULL);
}

static void add_levels(GtkWidget *list, const struct rk_player *player)
{
	add_string(list, "Human");
	for (int level = 1; level <= player->levels; level++) {
		const struct rk_level_about *about =
			player->about ? &player->about[level - 1] : NULL;
		char *text;

		if (about && about->elo)
			text = g_strdup_printf("Level %d, %s (Elo %d)", level,
					       about->word, about->elo);
		else
			text = g_strdup_printf("Level %d%s%s", level,
					       about ? ", " : "",
					       about ? about->word : "");
		add_string(list, text);
		g_free(text);
	}
	add_string(list, "UCI engine");
}

static void fill_starts(struct new_game *new)
{
	const struct rk_rules *rules = chosen_rules(new);

	clear_list(new->start);
	for (int i = 0; rules->starts[i]; i++)
		add_string(new->start, rules->starts[i]);
	if (rules->players == 2)
		add_string(new->start, "Chess960, any of its 960");
	gtk_drop_down_set_selected(GTK_DROP_DOWN(new->start), 0);
}

/* ---- Seats ---- */

static void player_changed(GtkDropDown *list, GParamSpec *unused, gpointer self)
{
	struct new_game *new = self;

	(void)unused;
	for (int i = 0; i < RK_MAX_SEATS; i++) {
		guint who = gtk_drop_down_get_selected(list);
		GtkEntry *text = GTK_ENTRY(new->texts[i]);

		if (new->players[i] != GTK_WIDGET(list))
			continue;
		gtk_widget_set_visible(new->texts[i],
				       who == 0 || who == WHO_ENGINE);
		gtk_entry_set_placeholder_text(text, who == WHO_ENGINE
							     ? "stockfish"
							     : "Name");
		gtk_accessible_update_property(
			GTK_ACCESSIBLE(text), GTK_ACCESSIBLE_PROPERTY_LABEL,
			who == WHO_ENGINE ? "The engine's program" : "Name",
			-1);
	}
}

static void kind_changed(GtkDropDown *list, GParamSpec *unused, gpointer self)
{
	struct new_game *new = self;
	const struct rk_rules *rules = chosen_rules(new);

	(void)list;
	(void)unused;
	fill_starts(new);
	for (int i = 0; i < RK_MAX_SEATS; i++) {
		bool is_there = i < rules->players;

		gtk_widget_set_visible(new->names[i], is_there);
		gtk_widget_set_visible(new->players[i], is_there);
		gtk_widget_set_visible(new->texts[i], false);
		if (!is_there)
			continue;
		gtk_label_set_text(GTK_LABEL(new->names[i]), rules->seats[i]);
		player_changed(GTK_DROP_DOWN(new->players[i]), NULL, new);
	}
}

/* ---- What was chosen, as lines; the last one is heard ---- */

static void add_start(const struct new_game *new, GString *lines)
{
	const struct rk_rules *rules = chosen_rules(new);
	guint which = gtk_drop_down_get_selected(GTK_DROP_DOWN(new->start));
	union rk_any_pos pos;
	char fen[RK_ANY_FEN_SIZE];

	if (which < rk_rules_starts(rules)) {
		if (rules->starts[1])
			g_string_append_printf(lines, "start %s\n",
					       rules->starts[which]);
		return;
	}
	rk_pos_start960(&pos.two, g_random_int_range(0, STARTS_960));
	rk_rules_standard.write(fen, &pos);
	g_string_append_printf(lines, "setup\nfen %s\ndone\n", fen);
}

static void add_players(const struct new_game *new, GString *lines)
{
	const struct rk_rules *rules = chosen_rules(new);

	g_string_append(lines, "game");
	for (int i = 0; i < rules->players; i++) {
		guint who = gtk_drop_down_get_selected(
			GTK_DROP_DOWN(new->players[i]));
		const char *text =
			gtk_editable_get_text(GTK_EDITABLE(new->texts[i]));

		if (who == WHO_ENGINE)
			g_string_append_printf(lines, " engine:%s",
					       *text ? text : "stockfish");
		else if (who)
			g_string_append_printf(lines, " computer%u", who);
		else
			g_string_append(lines, " human");
	}
	g_string_append_c(lines, '\n');
}

static void add_names(const struct new_game *new, GString *lines)
{
	const struct rk_rules *rules = chosen_rules(new);

	for (int i = 0; i < rules->players; i++) {
		const char *text =
			gtk_editable_get_text(GTK_EDITABLE(new->texts[i]));

		if (*text &&
		    !gtk_drop_down_get_selected(GTK_DROP_DOWN(new->players[i])))
			g_string_append_printf(lines, "name %s %s\n",
					       rules->seats[i], text);
	}
}

static void turn_board(const struct new_game *new, GString *lines)
{
	const struct rk_rules *rules = chosen_rules(new);
	int humans = 0, last = 0;

	for (int i = 0; i < rules->players; i++)
		if (!gtk_drop_down_get_selected(
			    GTK_DROP_DOWN(new->players[i]))) {
			humans++;
			last = i;
		}
	g_string_append_printf(lines, "flip %s\n",
			       rules->seats[humans == 1 ? last : 0]);
}

static void play(GtkButton *button, gpointer self)
{
	struct new_game *new = self;
	const struct rk_console *console = &new->window->seen->console;
	enum rk_console_state state = rk_console_state(console);
	guint clock = gtk_drop_down_get_selected(GTK_DROP_DOWN(new->clock));
	GString *lines = g_string_new("");

	(void)button;
	if (state == RK_CONSOLE_SETUP)
		g_string_append(lines, "start\ndone\n");
	else if (state == RK_CONSOLE_GAME)
		g_string_append(lines, "new\n");
	g_string_append_printf(lines, "players %d\nrules %s\n",
			       chosen_rules(new)->players,
			       chosen_rules(new)->name);
	g_string_append_printf(
		lines, "clock %s\n",
		clocks[MIN(clock, G_N_ELEMENTS(clocks) - 1)].value);
	add_start(new, lines);
	turn_board(new, lines);
	add_names(new, lines);
	add_players(new, lines);
	desk_session_do(new->window->session, lines->str, true);
	g_string_free(lines, TRUE);
	gtk_window_destroy(GTK_WINDOW(new->dialog));
}

static void cancel(GtkButton *button, gpointer self)
{
	(void)button;
	gtk_window_destroy(GTK_WINDOW(((struct new_game *)self)->dialog));
}

/* ---- Building ---- */

static void add_label(GtkWidget *grid, GtkWidget *label, GtkWidget *beside,
		      int row)
{
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_grid_attach(GTK_GRID(grid), label, 0, row, 1, 1);
	gtk_grid_attach(GTK_GRID(grid), beside, 1, row, 1, 1);
	gtk_accessible_update_relation(GTK_ACCESSIBLE(beside),
				       GTK_ACCESSIBLE_RELATION_LABELLED_BY,
				       label, NULL, -1);
}

static void add_seats(struct new_game *new, GtkWidget *grid, int row)
{
	const struct rk_console *console = &new->window->seen->console;

	for (int i = 0; i < RK_MAX_SEATS; i++) {
		guint who = console->seats[i];

		new->names[i] = gtk_label_new("");
		new->players[i] = make_list();
		new->texts[i] = gtk_entry_new();
		add_levels(new->players[i], console->player);
		if (i >= console->game.rules->players)
			who = console->level;
		gtk_drop_down_set_selected(GTK_DROP_DOWN(new->players[i]),
					   MIN(who, WHO_ENGINE));
		gtk_editable_set_text(GTK_EDITABLE(new->texts[i]),
				      who ? "" : console->names[i]);
		add_label(grid, new->names[i], new->players[i], row + i);
		gtk_grid_attach(GTK_GRID(grid), new->texts[i], 2, row + i, 1,
				1);
		g_signal_connect(new->players[i], "notify::selected",
				 G_CALLBACK(player_changed), new);
	}
}

static void add_lists(struct new_game *new, GtkWidget *grid)
{
	const struct rk_console *console = &new->window->seen->console;
	guint kind = 0;

	new->kind = make_list();
	new->start = make_list();
	new->clock = make_list();
	for (guint i = 0; rk_rules_all[i]; i++) {
		char *text = g_strdup_printf("%s, %d players",
					     rk_rules_all[i]->name,
					     rk_rules_all[i]->players);

		add_string(new->kind, text);
		g_free(text);
		if (rk_rules_all[i] == console->rules)
			kind = i;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(clocks); i++)
		add_string(new->clock, clocks[i].label);
	add_label(grid, gtk_label_new("Rules"), new->kind, 0);
	add_label(grid, gtk_label_new("Start"), new->start, 1);
	add_label(grid, gtk_label_new("Clock"), new->clock, 2);
	add_seats(new, grid, 3);
	gtk_drop_down_set_selected(GTK_DROP_DOWN(new->kind), kind);
	kind_changed(GTK_DROP_DOWN(new->kind), NULL, new);
	g_signal_connect(new->kind, "notify::selected",
			 G_CALLBACK(kind_changed), new);
}

static GtkWidget *make_dialog(struct desk_window *window, const char *title)
{
	GtkWidget *dialog = gtk_window_new();

	gtk_window_set_title(GTK_WINDOW(dialog), title);
	gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
	gtk_window_set_transient_for(GTK_WINDOW(dialog),
				     GTK_WINDOW(window->window));
	gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
	gtk_widget_add_css_class(dialog, "rookery");
	return dialog;
}

static GtkWidget *add_header(GtkWidget *dialog, const char *text,
			     GCallback accept, GCallback refuse, gpointer self)
{
	GtkWidget *header = gtk_header_bar_new();
	GtkWidget *left = gtk_button_new_with_label("Cancel");
	GtkWidget *right = gtk_button_new_with_label(text);

	gtk_header_bar_set_show_title_buttons(GTK_HEADER_BAR(header), FALSE);
	gtk_header_bar_pack_start(GTK_HEADER_BAR(header), left);
	gtk_header_bar_pack_end(GTK_HEADER_BAR(header), right);
	gtk_widget_add_css_class(right, "suggested-action");
	g_signal_connect(left, "clicked", refuse, self);
	g_signal_connect(right, "clicked", accept, self);
	gtk_window_set_titlebar(GTK_WINDOW(dialog), header);
	gtk_window_set_default_widget(GTK_WINDOW(dialog), right);
	return right;
}

static gboolean escape(GtkWidget *widget, GVariant *arguments, gpointer self)
{
	(void)arguments;
	(void)self;
	gtk_window_close(GTK_WINDOW(widget));
	return TRUE;
}

static void add_escape(GtkWidget *dialog)
{
	GtkEventController *keys = gtk_shortcut_controller_new();

	gtk_shortcut_controller_add_shortcut(
		GTK_SHORTCUT_CONTROLLER(keys),
		gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
				 gtk_callback_action_new(escape, NULL, NULL)));
	gtk_widget_add_controller(dialog, keys);
}

static void set_margins(GtkWidget *widget, int margin)
{
	gtk_widget_set_margin_start(widget, margin);
	gtk_widget_set_margin_end(widget, margin);
	gtk_widget_set_margin_top(widget, margin);
	gtk_widget_set_margin_bottom(widget, margin);
}

static void free_new(gpointer self, GObject *gone)
{
	(void)gone;
	g_free(self);
}

void desk_new_game(struct desk_window *window)
{
	struct new_game *new = g_new0(struct new_game, 1);
	GtkWidget *grid = gtk_grid_new();

	new->window = window;
	new->dialog = make_dialog(window, "New game");
	gtk_grid_set_row_spacing(GTK_GRID(grid), 8);
	gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
	set_margins(grid, 16);
	add_lists(new, grid);
	add_header(new->dialog, "Play", G_CALLBACK(play), G_CALLBACK(cancel),
		   new);
	gtk_window_set_child(GTK_WINDOW(new->dialog), grid);
	add_escape(new->dialog);
	g_object_weak_ref(G_OBJECT(new->dialog), free_new, new);
	gtk_window_present(GTK_WINDOW(new->dialog));
}

/* ---- Games that were left ---- */

static void resume(GtkListBox *list, GtkListBoxRow *row, gpointer self)
{
	struct desk_window *window = self;
	char *line = g_strdup_printf("resume %d",
				     gtk_list_box_row_get_index(row) + 1);
	GtkRoot *dialog = gtk_widget_get_root(GTK_WIDGET(list));

	desk_window_do(window, line);
	g_free(line);
	gtk_window_destroy(GTK_WINDOW(dialog));
}

/* A line has its number before it, which the row does not need. */
void desk_resume_dialog(struct desk_window *window, const char *games)
{
	GtkWidget *dialog, *list;
	char **lines;

	if (!*games) {
		desk_window_say(window, "No game is kept.");
		return;
	}
	dialog = make_dialog(window, "Resume a game");
	list = gtk_list_box_new();
	lines = g_strsplit(games, "\n", -1);
	for (int i = 0; lines[i]; i++) {
		const char *text = strstr(lines[i], ". ");
		GtkWidget *label = gtk_label_new(text ? text + 2 : lines[i]);

		gtk_label_set_xalign(GTK_LABEL(label), 0);
		set_margins(label, 8);
		gtk_list_box_append(GTK_LIST_BOX(list), label);
	}
	g_strfreev(lines);
	gtk_list_box_set_activate_on_single_click(GTK_LIST_BOX(list), TRUE);
	g_signal_connect(list, "row-activated", G_CALLBACK(resume), window);
	set_margins(list, 12);
	gtk_window_set_child(GTK_WINDOW(dialog), list);
	add_escape(dialog);
	gtk_window_present(GTK_WINDOW(dialog));
}
