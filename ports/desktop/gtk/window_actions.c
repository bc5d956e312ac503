/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What can be done, as a table: an action, its keys and its function. Most are
 * lines of the console. The menu, the buttons and the keys all name an action
 * of the table, so what is not possible now is grey everywhere.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"
#include "rookery/version.h"

typedef void action_run(struct desk_window *window);

/* ---- Functions that are more than a line ---- */

static void run_resume(struct desk_window *window)
{
	desk_session_list_games(window->session);
}

static void run_now(struct desk_window *window)
{
	if (window->seen->is_thinking)
		desk_session_move_now(window->session);
	else if (window->seen->is_paused)
		desk_session_pause(window->session, false);
	else
		desk_window_do(window, "move");
}

static void run_pause(struct desk_window *window)
{
	desk_session_pause(window->session, !window->seen->is_paused);
}

static void run_zoom_in(struct desk_window *window)
{
	int zoom = window->settings.zoom ? window->settings.zoom : 10;

	desk_style_zoom(window, zoom + 1);
}

static void run_zoom_out(struct desk_window *window)
{
	int zoom = window->settings.zoom ? window->settings.zoom : 10;

	desk_style_zoom(window, zoom - 1);
}

static void run_zoom_usual(struct desk_window *window)
{
	desk_style_zoom(window, 10);
}

static void run_first(struct desk_window *window)
{
	desk_list_step(window, DESK_FIRST);
}

static void run_back(struct desk_window *window)
{
	desk_list_step(window, DESK_BACK);
}

static void run_on(struct desk_window *window)
{
	desk_list_step(window, DESK_ON);
}

static void run_last(struct desk_window *window)
{
	desk_list_step(window, DESK_LAST);
}

static void run_copy_fen(struct desk_window *window)
{
	desk_copy(window, "fen");
}

static void run_copy_pgn(struct desk_window *window)
{
	desk_copy(window, "pgn");
}

static void run_close(struct desk_window *window)
{
	gtk_window_close(GTK_WINDOW(window->window));
}

static void run_full(struct desk_window *window)
{
	GtkWindow *top = GTK_WINDOW(window->window);

	if (gtk_window_is_fullscreen(top))
		gtk_window_unfullscreen(top);
	else
		gtk_window_fullscreen(top);
}

static void run_type(struct desk_window *window)
{
	gtk_widget_grab_focus(window->entry);
}

static void run_focus(struct desk_window *window)
{
	desk_board_focus(window->board);
}

static void run_about(struct desk_window *window)
{
	gtk_show_about_dialog(GTK_WINDOW(window->window), "program-name",
			      "Rookery", "version", RK_VERSION, "comments",
			      "Chess for two and for four players",
			      "license-type", GTK_LICENSE_GPL_2_0,
			      "logo-icon-name", "org.rookery.Rookery", NULL);
}

static const char keys_text[] =
	"Arrow keys       the cursor on the board; Enter takes and puts a piece\n"
	"a letter         begins a move in the entry: e2e4, Nf3, O-O\n"
	"Escape           back to the board; drops what was chosen\n"
	"Page Up, Down    one move back, one move on\n"
	"Home, End        the start of the game, the game as it is\n"
	"Ctrl N, O, S     new game, open, save\n"
	"Ctrl Z, Y        take back, play again\n"
	"Ctrl H           hint\n"
	"Ctrl A           analysis\n"
	"Ctrl F           turn the board\n"
	"Ctrl E           edit the position\n"
	"Ctrl M           the computer moves now\n"
	"Ctrl C, V        copy the game as PGN, paste a game or a position\n"
	"Ctrl + - 0       zoom\n"
	"F6               between board and entry\n"
	"F11              the whole screen\n"
	"Ctrl Q           leave; the game is kept\n";

static void run_keys(struct desk_window *window)
{
	desk_window_tell(window, "Keys", keys_text);
}

/* ---- The table ---- */

enum {
	IDLE = RK_CONSOLE_IDLE,
	GAME = RK_CONSOLE_GAME,
	OVER = RK_CONSOLE_OVER,
	SETUP = RK_CONSOLE_SETUP,
	PLAYED = GAME | OVER,
	ANY = IDLE | GAME | OVER,
	ALWAYS = ANY | SETUP,
};

static const struct desk_action {
	const char *name;
	const char *line; /* of the console, or NULL */
	action_run *run;
	int states;
	const char *keys[3];
} table[] = {
	{"new", NULL, desk_new_game, ALWAYS, {"<Control>n"}},
	{"resume", NULL, run_resume, ANY, {NULL}},
	{"open", NULL, desk_open_file, ANY, {"<Control>o"}},
	{"save", NULL, desk_save_file, PLAYED, {"<Control>s"}},
	{"copy-fen", NULL, run_copy_fen, PLAYED, {"<Control><Shift>c"}},
	{"copy-pgn", NULL, run_copy_pgn, PLAYED, {"<Control>c"}},
	{"paste", NULL, desk_paste, ALWAYS, {"<Control>v"}},
	{"edit", NULL, desk_editor_begin, ANY, {"<Control>e"}},
	{"edit-done", "done\ngame", NULL, SETUP, {NULL}},
	{"edit-cancel", NULL, desk_editor_cancel, SETUP, {NULL}},
	{"edit-clear", "clear", NULL, SETUP, {NULL}},
	{"edit-start", "start", NULL, SETUP, {NULL}},
	{"undo", "undo", NULL, PLAYED, {"<Control>z"}},
	{"redo", "redo", NULL, PLAYED, {"<Control>y", "<Control><Shift>z"}},
	{"hint", "hint", NULL, GAME, {"<Control>h"}},
	{"move-now", NULL, run_now, GAME, {"<Control>m"}},
	{"pause", NULL, run_pause, GAME, {"<Control>p"}},
	{"draw", "draw", NULL, GAME, {NULL}},
	{"claim", "claim", NULL, GAME, {NULL}},
	{"resign", "resign", NULL, GAME, {NULL}},
	{"flip", "flip", NULL, ALWAYS, {"<Control>f"}},
	{"first", NULL, run_first, PLAYED, {"Home", "<Alt>Up"}},
	{"back", NULL, run_back, PLAYED, {"Page_Up", "<Alt>Left"}},
	{"on", NULL, run_on, PLAYED, {"Page_Down", "<Alt>Right"}},
	{"last", NULL, run_last, PLAYED, {"End", "<Alt>Down"}},
	{"zoom-in",
	 NULL,
	 run_zoom_in,
	 ALWAYS,
	 {"<Control>plus", "<Control>equal", "<Control>KP_Add"}},
	{"zoom-out",
	 NULL,
	 run_zoom_out,
	 ALWAYS,
	 {"<Control>minus", "<Control>KP_Subtract"}},
	{"zoom-usual",
	 NULL,
	 run_zoom_usual,
	 ALWAYS,
	 {"<Control>0", "<Control>KP_0"}},
	{"full", NULL, run_full, ALWAYS, {"F11"}},
	{"type", NULL, run_type, ALWAYS, {"<Control>l"}},
	{"focus", NULL, run_focus, ALWAYS, {"F6"}},
	{"keys", NULL, run_keys, ALWAYS, {"<Control>question", "F1"}},
	{"about", NULL, run_about, ALWAYS, {NULL}},
	{"close", NULL, run_close, ALWAYS, {"<Control>q", "<Control>w"}},
};

static void activate(GSimpleAction *action, GVariant *parameter, gpointer self)
{
	struct desk_window *window = self;
	const char *name = g_action_get_name(G_ACTION(action));

	(void)parameter;
	for (size_t i = 0; window->seen && i < G_N_ELEMENTS(table); i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		if (table[i].line)
			desk_window_do(window, table[i].line);
		else
			table[i].run(window);
	}
}

/* ---- Switches and choices ---- */

static uint8_t *byte_of(struct desk_window *window, const char *name)
{
	struct host_window_settings *settings = &window->settings;

	if (!strcmp(name, "animation"))
		return &settings->animation;
	if (!strcmp(name, "coordinates"))
		return &settings->coordinates;
	return !strcmp(name, "theme") ? &settings->theme : &settings->style;
}

static void flip_switch(GSimpleAction *action, GVariant *value, gpointer self)
{
	struct desk_window *window = self;
	const char *name = g_action_get_name(G_ACTION(action));

	if (!strcmp(name, "analyse"))
		desk_analysis_switch(window, g_variant_get_boolean(value));
	else
		*byte_of(window, name) = g_variant_get_boolean(value) ? 1 : 0;
	g_simple_action_set_state(action, value);
	desk_window_keep(window);
	desk_window_update(window);
}

static void choose(GSimpleAction *action, GVariant *value, gpointer self)
{
	struct desk_window *window = self;

	*byte_of(window, g_action_get_name(G_ACTION(action))) =
		(uint8_t)g_variant_get_int32(value);
	g_simple_action_set_state(action, value);
	desk_style_apply(window);
	desk_window_keep(window);
	desk_window_update(window);
}

static void add_switch(struct desk_window *window, const char *name)
{
	GSimpleAction *action =
		g_simple_action_new_stateful(name, NULL,
					     g_variant_new_boolean(FALSE));

	g_signal_connect(action, "change-state", G_CALLBACK(flip_switch),
			 window);
	g_action_map_add_action(G_ACTION_MAP(window->actions),
				G_ACTION(action));
	g_object_unref(action);
}

static void add_choice(struct desk_window *window, const char *name)
{
	GSimpleAction *action =
		g_simple_action_new_stateful(name, G_VARIANT_TYPE_INT32,
					     g_variant_new_int32(0));

	g_signal_connect(action, "change-state", G_CALLBACK(choose), window);
	g_action_map_add_action(G_ACTION_MAP(window->actions),
				G_ACTION(action));
	g_object_unref(action);
}

void desk_actions_make(struct desk_window *window)
{
	window->actions = g_simple_action_group_new();
	for (size_t i = 0; i < G_N_ELEMENTS(table); i++) {
		GSimpleAction *action =
			g_simple_action_new(table[i].name, NULL);

		g_signal_connect(action, "activate", G_CALLBACK(activate),
				 window);
		g_action_map_add_action(G_ACTION_MAP(window->actions),
					G_ACTION(action));
		g_object_unref(action);
	}
	add_switch(window, "analyse");
	add_switch(window, "animation");
	add_switch(window, "coordinates");
	add_choice(window, "theme");
	add_choice(window, "style");
	gtk_widget_insert_action_group(window->window, "win",
				       G_ACTION_GROUP(window->actions));
}

/* ---- Keys ---- */

static void add_key(GtkShortcutController *keys, const char *key,
		    const char *name)
{
	char *action = g_strdup_printf("win.%s", name);

	gtk_shortcut_controller_add_shortcut(
		keys, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(key),
				       gtk_named_action_new(action)));
	g_free(action);
}

/*
 * In the bubble phase: an entry that has the keyboard takes Home, Ctrl-C and the
 * like for itself.
 */
void desk_shortcuts(struct desk_window *window)
{
	GtkEventController *keys = gtk_shortcut_controller_new();

	for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
		for (int at = 0; at < 3 && table[i].keys[at]; at++)
			add_key(GTK_SHORTCUT_CONTROLLER(keys),
				table[i].keys[at], table[i].name);
	add_key(GTK_SHORTCUT_CONTROLLER(keys), "<Control>a", "analyse");
	gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_BUBBLE);
	gtk_widget_add_controller(window->window, keys);
}

/* ---- What is possible now ---- */

static GSimpleAction *find(const struct desk_window *window, const char *name)
{
	return G_SIMPLE_ACTION(g_action_map_lookup_action(
		G_ACTION_MAP(window->actions), name));
}

static void enable(const struct desk_window *window, const char *name,
		   bool is_on)
{
	g_simple_action_set_enabled(find(window, name), is_on);
}

void desk_actions_update(struct desk_window *window)
{
	const struct rk_console *console = &window->seen->console;
	const struct rk_game *game = &console->game;
	enum rk_console_state state = rk_console_state(console);

	for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
		enable(window, table[i].name, table[i].states & (int)state);
	if (state & PLAYED) {
		enable(window, "undo", game->now > 0);
		enable(window, "redo", game->now < game->length);
		enable(window, "claim",
		       rk_game_claimable(game) != RK_REASON_NONE);
		enable(window, "move-now", rk_console_moves_by_itself(console));
		enable(window, "hint",
		       state == RK_CONSOLE_GAME &&
			       !rk_console_moves_by_itself(console));
		enable(window, "back", rk_game_plies(game) > 0);
		enable(window, "first", rk_game_plies(game) > 0);
		enable(window, "on", window->is_back);
		enable(window, "last", window->is_back);
	}
	g_simple_action_set_state(find(window, "animation"),
				  g_variant_new_boolean(
					  window->settings.animation));
	g_simple_action_set_state(find(window, "coordinates"),
				  g_variant_new_boolean(
					  window->settings.coordinates));
	g_simple_action_set_state(find(window, "theme"),
				  g_variant_new_int32(window->settings.theme %
						      BOARD_THEMES));
	g_simple_action_set_state(find(window, "style"),
				  g_variant_new_int32(window->settings.style));
}

/* ---- The menu ---- */

static void add_section(GMenu *menu, const char *const (*items)[2], int count)
{
	GMenu *section = g_menu_new();

	for (int i = 0; i < count; i++) {
		GMenuItem *item = g_menu_item_new(items[i][0], NULL);
		char *action = g_strdup_printf("win.%s", items[i][1]);

		g_menu_item_set_detailed_action(item, action);
		for (size_t row = 0; row < G_N_ELEMENTS(table); row++)
			if (!strcmp(table[row].name, items[i][1]) &&
			    table[row].keys[0])
				g_menu_item_set_attribute(item, "accel", "s",
							  table[row].keys[0]);
		g_menu_append_item(section, item);
		g_object_unref(item);
		g_free(action);
	}
	g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
	g_object_unref(section);
}

static void add_submenu(GMenu *menu, const char *label,
			const char *const (*items)[2], int count)
{
	GMenu *inner = g_menu_new();

	add_section(inner, items, count);
	g_menu_append_submenu(menu, label, G_MENU_MODEL(inner));
	g_object_unref(inner);
}

GMenuModel *desk_actions_menu(void)
{
	static const char *const files[][2] = {
		{"New Game…", "new"},     {"Resume a Game…", "resume"},
		{"Open…", "open"},        {"Save As…", "save"},
		{"Copy PGN", "copy-pgn"}, {"Copy FEN", "copy-fen"},
		{"Paste", "paste"},
	};
	static const char *const game[][2] = {
		{"Edit Position", "edit"},
		{"Continue, Move Now", "move-now"},
		{"Pause Computers", "pause"},
		{"Offer a Draw", "draw"},
		{"Claim", "claim"},
		{"Resign", "resign"},
	};
	static const char *const themes[][2] = {
		{"Wood", "theme(0)"},
		{"Sea", "theme(1)"},
		{"Grass", "theme(2)"},
		{"Slate", "theme(3)"},
	};
	static const char *const styles[][2] = {
		{"As the System", "style(0)"},
		{"Light", "style(1)"},
		{"Dark", "style(2)"},
	};
	static const char *const look[][2] = {
		{"Coordinates", "coordinates"}, {"Animation", "animation"},
		{"Larger", "zoom-in"},          {"Smaller", "zoom-out"},
		{"Usual Size", "zoom-usual"},   {"Full Screen", "full"},
	};
	static const char *const help[][2] = {
		{"Keys", "keys"},
		{"About Rookery", "about"},
	};
	GMenu *menu = g_menu_new(), *view = g_menu_new();

	add_section(menu, files, G_N_ELEMENTS(files));
	add_section(menu, game, G_N_ELEMENTS(game));
	add_submenu(view, "Board", themes, G_N_ELEMENTS(themes));
	add_submenu(view, "Style", styles, G_N_ELEMENTS(styles));
	add_section(view, look, G_N_ELEMENTS(look));
	g_menu_append_submenu(menu, "View", G_MENU_MODEL(view));
	add_section(menu, help, G_N_ELEMENTS(help));
	g_object_unref(view);
	return G_MENU_MODEL(menu);
}
