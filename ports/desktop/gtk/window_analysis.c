/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Analysis of the position on the board: a bar with everybody's chances beside
 * the board, and the best lines in the panel. The engine searches in threads of
 * its own (ports/host/pool.c); its reports are kept under a lock and looked at
 * ten times a second, so a fast engine cannot flood the window.
 */
#include <string.h>

#include "ports/desktop/gtk/window.h"
#include "ports/host/pool.h"
#include "rookery/annotate.h"
#include "rookery/think.h"

#define LINES 3
#define LINE_MOVES 12
#define LOOK_MS 100
#define BAR_WIDTH 16

struct analysis_line {
	int depth;
	int score; /* as the player to move sees it */
	int count; /* moves; 0: no such line */
	rk_any_move moves[LINE_MOVES];
};

/* What the engine's thread writes. */
struct analysis_report {
	struct analysis_line lines[LINES];
	int shares[RK_MAX_SEATS]; /* of 1000 games */
	bool has_shares;
	bool is_new;
};

struct desk_analysis {
	struct host_pool *pool;
	GtkWidget *box; /* of the lines */
	GtkWidget *rows[LINES];
	GtkWidget *scores[LINES];
	GtkWidget *moves[LINES];
	GtkWidget *about;
	bool is_on;
	bool is_searching;
	guint look;
	/* What is being searched; written only while nobody searches. */
	struct rk_task task;
	uint64_t keys[RK_QUIET_KEYS];
	char fen[RK_ANY_FEN_SIZE];
	int below;
	bool is_dark;
	GMutex lock;
	struct analysis_report report; /* under the lock */
	struct analysis_report shown;
};

/* ---- The engine's thread ---- */

static void take_shares(struct analysis_report *report,
			const struct rk_rules *rules, int turn,
			const struct rk_info *info)
{
	int points = info->win + info->draw / 2;

	report->has_shares = true;
	for (int seat = 0; seat < rules->players; seat++)
		report->shares[seat] = info->shares[seat];
	if (rules->players == 2) {
		report->shares[turn] = points;
		report->shares[!turn] = 1000 - points;
	}
}

static void hear_info(void *self, const struct rk_info *info)
{
	struct desk_analysis *analysis = self;
	const struct rk_rules *rules = analysis->task.rules;
	struct analysis_line *line;

	if (!info->move_count || info->bound != RK_BOUND_EXACT ||
	    info->line < 1 || info->line > LINES)
		return;
	g_mutex_lock(&analysis->lock);
	line = &analysis->report.lines[info->line - 1];
	line->depth = info->depth;
	line->score = info->score;
	line->count = MIN(info->move_count, LINE_MOVES);
	memcpy(line->moves, info->moves,
	       (size_t)line->count * sizeof(*line->moves));
	if (info->line == 1)
		take_shares(&analysis->report, rules,
			    rules->turn(&analysis->task.pos), info);
	analysis->report.is_new = true;
	g_mutex_unlock(&analysis->lock);
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	(void)self;
	(void)answer;
}

/* ---- The bar ---- */

static void draw_bar(GtkDrawingArea *area, cairo_t *cr, int width, int height,
		     gpointer self)
{
	struct desk_window *window = self;
	struct desk_analysis *analysis = window->analysis;
	const struct analysis_report *report = &analysis->shown;
	const struct rk_rules *rules = analysis->task.rules;
	double at = height, part;
	int total = 0;

	(void)area;
	board_set_colour(cr,
			 desk_style_is_dark(window) ? 0x3a3430ff : 0xd8d0c4ff);
	cairo_rectangle(cr, 0, 0, width, height);
	cairo_fill(cr);
	if (!rules || !report->has_shares)
		return;
	for (int i = 0; i < rules->players; i++)
		total += report->shares[i];
	/* From below: who sits there, and on in the order of play. */
	for (int i = 0; total > 0 && i < rules->players; i++) {
		int seat = (analysis->below + i) % rules->players;

		part = (double)height * report->shares[seat] / total;
		at -= part;
		board_set_colour(cr,
				 board_army(rules->players, seat, false).body);
		cairo_rectangle(cr, 0, at, width, part + 1);
		cairo_fill(cr);
	}
}

/* ---- Lines ---- */

/* Scores are White's with two players, and of the player to move with more. */
static void write_score(char text[RK_SCORE_TEXT_SIZE + 1],
			const struct desk_analysis *analysis, int score)
{
	const struct rk_rules *rules = analysis->task.rules;

	if (rules->players == 2 && rules->turn(&analysis->task.pos))
		score = -score;
	*text = '+';
	rk_score_write(text + 1, score);
	if (score <= 0 || text[1] == '#')
		memmove(text, text + 1, strlen(text));
}

static char *write_moves(const struct rk_console *console,
			 const struct desk_analysis *analysis,
			 const struct analysis_line *line)
{
	const struct rk_rules *rules = analysis->task.rules;
	GString *text = g_string_new("");
	union rk_any_pos pos = analysis->task.pos;
	union rk_any_undo undo;
	char move[RK_CONSOLE_MOVE_SIZE];
	int round = -1;

	for (int i = 0; i < line->count; i++) {
		if (!rules->is_legal(&pos, line->moves[i]))
			break;
		if (rules->move_number(&pos) != round) {
			round = rules->move_number(&pos);
			g_string_append_printf(text, "%s%d%s", i ? " " : "",
					       round,
					       i || !rules->turn(&pos) ? "."
								       : "...");
		}
		rk_console_write_move(console, move, &pos, line->moves[i]);
		g_string_append_printf(text, " %s", move);
		rules->make(&pos, line->moves[i], &undo);
	}
	return g_string_free(text, FALSE);
}

static void show_line(struct desk_window *window, int number)
{
	struct desk_analysis *analysis = window->analysis;
	const struct analysis_line *line = &analysis->shown.lines[number];
	char score[RK_SCORE_TEXT_SIZE + 1];
	char *moves;

	gtk_widget_set_visible(analysis->rows[number], line->count > 0);
	if (!line->count)
		return;
	write_score(score, analysis, line->score);
	moves = write_moves(&window->seen->console, analysis, line);
	gtk_label_set_text(GTK_LABEL(analysis->scores[number]), score);
	gtk_label_set_text(GTK_LABEL(analysis->moves[number]), moves);
	gtk_widget_set_tooltip_text(analysis->moves[number], moves);
	g_free(moves);
}

static void show_report(struct desk_window *window)
{
	struct desk_analysis *analysis = window->analysis;
	char about[64];

	for (int i = 0; i < LINES; i++)
		show_line(window, i);
	if (analysis->shown.lines[0].count)
		g_snprintf(about, sizeof(about), "Depth %d",
			   analysis->shown.lines[0].depth);
	else
		g_snprintf(about, sizeof(about), "%s",
			   analysis->is_searching ? "Searching …"
						  : "Nothing to search");
	gtk_label_set_text(GTK_LABEL(analysis->about), about);
	gtk_widget_queue_draw(window->bar);
}

static gboolean look(gpointer self)
{
	struct desk_window *window = self;
	struct desk_analysis *analysis = window->analysis;
	bool is_new;

	g_mutex_lock(&analysis->lock);
	is_new = analysis->report.is_new;
	analysis->report.is_new = false;
	if (is_new)
		analysis->shown = analysis->report;
	g_mutex_unlock(&analysis->lock);
	if (is_new)
		show_report(window);
	return G_SOURCE_CONTINUE;
}

/* ---- Starting and stopping ---- */

static void stop(struct desk_analysis *analysis)
{
	const struct rk_thinker *thinker;

	if (!analysis->is_searching)
		return;
	thinker = host_pool_thinker(analysis->pool);
	thinker->stop(thinker->self);
	analysis->is_searching = false;
}

static void start(struct desk_analysis *analysis,
		  const struct rk_console *console)
{
	const struct rk_thinker *thinker = host_pool_thinker(analysis->pool);
	const struct rk_game *game = &console->game;
	const struct rk_listener listener = {analysis, hear_info, hear_answer};
	struct rk_task *task = &analysis->task;

	memset(task, 0, sizeof(*task));
	task->rules = game->rules;
	task->pos = game->pos;
	task->keys = analysis->keys;
	task->key_count = rk_game_keys(game, analysis->keys, RK_QUIET_KEYS);
	task->infinite = true;
	task->analyse = true;
	task->lines = LINES;
	memset(&analysis->report, 0, sizeof(analysis->report));
	memset(&analysis->shown, 0, sizeof(analysis->shown));
	if (rk_game_is_over(game) || console->in_setup ||
	    rk_console_shows_next(console) ||
	    !thinker->knows(thinker->self, game->rules))
		return;
	analysis->is_searching = true;
	thinker->start(thinker->self, task, &listener);
}

/* Is another position on the board than the one that is searched? */
void desk_analysis_update(struct desk_window *window)
{
	struct desk_analysis *analysis = window->analysis;
	const struct rk_console *console = desk_window_console(window);
	const struct rk_game *game = &console->game;
	char fen[RK_ANY_FEN_SIZE];

	analysis->below = console->look.below;
	if (!analysis->is_on || !analysis->pool)
		return;
	game->rules->write(fen, &game->pos);
	if (!strcmp(fen, analysis->fen) &&
	    analysis->task.rules == game->rules &&
	    analysis->is_searching != rk_game_is_over(game) &&
	    !console->in_setup) {
		gtk_widget_queue_draw(window->bar);
		return;
	}
	stop(analysis);
	g_strlcpy(analysis->fen, fen, sizeof(analysis->fen));
	start(analysis, console);
	show_report(window);
}

bool desk_analysis_is_on(const struct desk_window *window)
{
	return window->analysis->is_on;
}

void desk_analysis_switch(struct desk_window *window, bool is_on)
{
	struct desk_analysis *analysis = window->analysis;

	if (is_on && !analysis->pool)
		analysis->pool = host_pool_new();
	if (is_on && !analysis->pool) {
		desk_window_say(window, "There is no memory for an analysis.");
		return;
	}
	analysis->is_on = is_on;
	analysis->fen[0] = '\0';
	gtk_widget_set_visible(window->bar, is_on);
	gtk_widget_set_visible(window->lines, is_on);
	if (is_on && !analysis->look)
		analysis->look = g_timeout_add(LOOK_MS, look, window);
	if (is_on)
		return;
	stop(analysis);
	g_clear_handle_id(&analysis->look, g_source_remove);
}

/* ---- Building ---- */

static void add_row(struct desk_analysis *analysis, int number)
{
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	GtkWidget *score = gtk_label_new(""), *moves = gtk_label_new("");

	gtk_widget_add_css_class(score, "line-score");
	gtk_label_set_width_chars(GTK_LABEL(score), 6);
	gtk_label_set_xalign(GTK_LABEL(score), 1);
	gtk_widget_set_valign(score, GTK_ALIGN_START);
	gtk_label_set_xalign(GTK_LABEL(moves), 0);
	gtk_label_set_wrap(GTK_LABEL(moves), TRUE);
	gtk_label_set_lines(GTK_LABEL(moves), 2);
	gtk_label_set_ellipsize(GTK_LABEL(moves), PANGO_ELLIPSIZE_END);
	gtk_widget_set_hexpand(moves, TRUE);
	gtk_box_append(GTK_BOX(row), score);
	gtk_box_append(GTK_BOX(row), moves);
	gtk_box_append(GTK_BOX(analysis->box), row);
	analysis->rows[number] = row;
	analysis->scores[number] = score;
	analysis->moves[number] = moves;
}

GtkWidget *desk_analysis_make(struct desk_window *window)
{
	struct desk_analysis *analysis = g_new0(struct desk_analysis, 1);
	GtkWidget *bar = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role",
				      GTK_ACCESSIBLE_ROLE_IMG, NULL);

	gtk_accessible_update_property(GTK_ACCESSIBLE(bar),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       "Evaluation", -1);
	window->analysis = analysis;
	g_mutex_init(&analysis->lock);
	gtk_widget_set_size_request(bar, BAR_WIDTH, -1);
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(bar), draw_bar, window,
				       NULL);
	gtk_widget_set_visible(bar, FALSE);
	analysis->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
	gtk_widget_add_css_class(analysis->box, "card");
	analysis->about = gtk_label_new("");
	gtk_label_set_xalign(GTK_LABEL(analysis->about), 0);
	gtk_widget_add_css_class(analysis->about, "dim");
	gtk_box_append(GTK_BOX(analysis->box), analysis->about);
	for (int i = 0; i < LINES; i++)
		add_row(analysis, i);
	gtk_widget_set_visible(analysis->box, FALSE);
	window->lines = analysis->box;
	return bar;
}

void desk_analysis_free(struct desk_window *window)
{
	struct desk_analysis *analysis = window->analysis;

	stop(analysis);
	g_clear_handle_id(&analysis->look, g_source_remove);
	if (analysis->pool)
		host_pool_free(analysis->pool);
	g_mutex_clear(&analysis->lock);
	g_free(analysis);
	window->analysis = NULL;
}
