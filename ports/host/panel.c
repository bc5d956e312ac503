/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What stands beside the board: the players with their clocks and what they
 * have taken, the name of the opening, the moves. It is made from the game
 * each time; nothing is kept. Before a game it says how to begin. More than two
 * players have a line each, with points instead of pieces.
 */
#include <stdio.h>
#include <string.h>

#include "ports/host/play.h"
#include "proto/console.h"
#include "proto/draw.h"
#include "proto/panel.h"
#include "proto/theme.h"

#define INDENT 2       /* below a player's name */
#define MOVE_COLUMNS 9 /* as wide as a move gets, with a blank */

/* A game walked through. */
struct story {
	const struct rk_console *console;
	struct host_text moves; /* a line for each round */
	int last_seat;          /* who made the last of them, or -1 */
	int round;              /* whose number is there, or -1 */
	uint8_t taken[RK_MAX_SEATS][RK_MAX_SEATS][RK_TYPES]; /* by, whose */
};

/* For more players than columns: one move after the other. */
static void tell_in_a_row(struct story *story, const void *pos,
			  rk_any_move move)
{
	int round = story->console->game.rules->move_number(pos);
	char text[RK_CONSOLE_MOVE_SIZE];

	if (round != story->round)
		host_text_format(&story->moves, "%s%d.",
				 story->moves.length ? "\n" : "", round);
	story->round = round;
	rk_console_write_move(story->console, text, pos, move);
	host_text_format(&story->moves, " %s", text);
}

static void tell_move(struct story *story, const void *pos, int seat,
		      rk_any_move move)
{
	const struct rk_rules *rules = story->console->game.rules;
	char text[RK_CONSOLE_MOVE_SIZE];
	size_t length;

	if (rules->players > 2) {
		tell_in_a_row(story, pos, move);
		return;
	}
	if (seat <= story->last_seat || story->last_seat < 0) {
		host_text_format(&story->moves, "%s%3d. ",
				 story->last_seat < 0 ? "" : "\n",
				 rules->move_number(pos));
		story->last_seat = -1;
	}
	while (++story->last_seat < seat)
		host_text_format(&story->moves, "%-*s", MOVE_COLUMNS, "...");
	length = rk_console_write_move(story->console, text, pos, move);
	host_text_add(&story->moves, text, length);
	host_text_pad(&story->moves,
		      MOVE_COLUMNS - host_text_columns(text, length));
}

static bool tell_event(void *self, const void *pos, struct rk_event event)
{
	struct story *story = self;
	const struct rk_rules *rules = story->console->game.rules;
	rk_any_move move = rk_event_move(event);
	int seat = rk_event_seat(event), square, cell;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	tell_move(story, pos, seat, move);
	square = rules->captured(pos, move);
	if (square >= 0) {
		cell = rules->cell(pos, square);
		story->taken[seat][rk_cell_seat(cell)][rk_cell_type(cell)]++;
	}
	return true;
}

static void tell(struct story *story, const struct rk_console *console)
{
	memset(story, 0, sizeof(*story));
	story->console = console;
	story->last_seat = -1;
	story->round = -1;
	rk_game_walk(&console->game, tell_event, story);
}

/* On a strip of board, so that both colours are seen. */
static void paint_strip(const struct rk_console *console,
			const struct rk_out *out, int whose)
{
	const struct rk_console_look *look = &console->look;

	if (!look->colours)
		return;
	rk_out_tints(out, look->colours,
		     rk_tint_piece(console->game.rules->players, whose),
		     rk_themes[look->theme].paints[RK_PAINT_DARK]);
	rk_out_char(out, ' ');
}

/* What a seat has taken of another. */
static bool write_taken_of(const struct story *story, struct host_text *text,
			   int seat, int whose)
{
	const struct rk_console *console = story->console;
	struct rk_out out = host_text_out(text);
	bool any = false;

	for (int type = RK_TYPES - 1; type >= 0; type--) {
		for (int i = story->taken[seat][whose][type]; i; i--) {
			if (!any)
				paint_strip(console, &out, whose);
			any = true;
			rk_draw_piece(&out, console->game.rules, &console->look,
				      rk_cell(whose, type));
			host_text_put(text, " ");
		}
	}
	return any;
}

static void write_taken(const struct story *story, struct host_text *text,
			int seat)
{
	const struct rk_game *game = &story->console->game;
	int ahead = rk_console_lead(game, seat);
	bool any = false;

	for (int whose = 0; whose < game->rules->players; whose++)
		any |= write_taken_of(story, text, seat, whose);
	host_text_put(text, HOST_USUAL);
	if (ahead > 0)
		host_text_format(text, "%s+%d", any ? " " : "", ahead);
}

static void write_player(const struct story *story, struct host_text *text,
			 int seat, int columns)
{
	const struct rk_console *console = story->console;
	const char *name = console->game.rules->seats[seat];
	struct rk_short_text player = rk_panel_who(console, seat);
	struct rk_short_text clock = rk_panel_clock(console, seat);

	host_text_format(text,
			 "%s " HOST_BOLD "%s " HOST_USUAL HOST_DIM
			 "%s" HOST_USUAL,
			 rk_panel_mark(console, seat), name, player.text);
	host_text_pad(text, columns - 3 -
				    (int)(strlen(name) + strlen(player.text) +
					  strlen(clock.text)));
	host_text_format(text, HOST_BOLD "%s" HOST_USUAL "\n  ", clock.text);
	write_taken(story, text, seat);
	host_text_put(text, "\n");
}

/* The last `rows` lines of the moves, with empty ones to fill up. */
static void write_moves(const struct story *story, struct host_text *text,
			int columns, int rows)
{
	const char *from = story->moves.bytes, *line;
	size_t left = story->moves.length, length;
	int lines = host_text_lines(&story->moves);

	for (; host_text_line(&from, &left, &line, &length); lines--) {
		if (lines > rows)
			continue;
		host_text_clip(text, line, length, columns);
		host_text_put(text, "\n");
		rows--;
	}
	while (rows-- > 0)
		host_text_put(text, "\n");
}

/* Returns the rows it takes. */
static int write_opening(const struct rk_console *console,
			 struct host_text *text, int columns)
{
	char opening[RK_OPENING_SIZE];
	struct host_text name = {NULL, 0, 0};
	const char *from, *line;
	size_t left, length;
	int rows = 0;

	if (!rk_console_opening_name(opening, console))
		return 0;
	host_text_wrap(&name, opening, strlen(opening), columns - INDENT);
	from = name.bytes;
	left = name.length;
	for (; host_text_line(&from, &left, &line, &length); rows++) {
		host_text_put(text, "  " HOST_DIM);
		host_text_add(text, line, length);
		host_text_put(text, HOST_USUAL "\n");
	}
	host_text_free(&name);
	return rows;
}

/* Whoever sits at the lower edge of the picture. */
static int lower_seat(const struct rk_console *console)
{
	return console->look.below % console->game.rules->players;
}

/* The king in the player's colour, grey if he is out, on a strip of board. */
static void write_colour(const struct rk_console *console,
			 struct host_text *text, int seat, bool out)
{
	const struct rk_console_look *look = &console->look;
	int players = console->game.rules->players;
	struct rk_out to = host_text_out(text);

	if (!look->colours)
		return;
	rk_out_tints(&to, look->colours,
		     out ? rk_tint_dead : rk_tint_piece(players, seat),
		     rk_tint_square(look->theme, players, RK_PAINT_DARK));
	host_text_put(text, " ");
	rk_draw_piece(&to, console->game.rules, look, rk_cell(seat, RK_KING));
	host_text_put(text, " " HOST_USUAL " ");
}

/* One of many: mark, colour, name, who it is, what became of him, points. */
static void write_player_line(const struct rk_console *console,
			      struct host_text *text, int seat, int columns)
{
	const struct rk_game *game = &console->game;
	const char *became = rk_panel_fate(game, seat);
	struct rk_short_text who = rk_panel_who(console, seat);
	struct rk_short_text clock = rk_panel_clock(console, seat);
	char points[16] = "";
	int wide; /* who it is; beside a clock there is less room */

	wide = *clock.text ? 6 : 9;
	if (*clock.text && console->seats[seat])
		snprintf(who.text, sizeof(who.text), "lv %d",
			 console->seats[seat]);
	if (game->rules->points)
		snprintf(points, sizeof(points), "%d",
			 game->rules->points(&game->pos, seat));
	host_text_format(text, "%s ", rk_panel_mark(console, seat));
	write_colour(console, text, seat, *became == 'o');
	host_text_format(text,
			 HOST_BOLD "%-7s" HOST_USUAL HOST_DIM
				   "%-*s" HOST_USUAL HOST_BOLD "%3s" HOST_USUAL,
			 game->rules->seats[seat], wide,
			 *became ? became : who.text, points);
	host_text_pad(text, columns - (console->look.colours ? 6 : 2) - 10 -
				    wide - (int)strlen(clock.text));
	host_text_format(text, "%s\n", clock.text);
}

static void write_many(const struct rk_console *console, struct host_text *text,
		       int columns, int rows)
{
	int players = console->game.rules->players;
	struct host_text moves = {NULL, 0, 0};
	struct story story;

	tell(&story, console);
	for (int seat = 0; seat < players; seat++)
		write_player_line(console, text, seat, columns);
	host_text_put(text, "\n");
	host_text_wrap(&moves, story.moves.bytes, story.moves.length, columns);
	host_text_free(&story.moves);
	story.moves = moves;
	write_moves(&story, text, columns, rows - players - 1);
	host_text_free(&story.moves);
}

static void write_game(const struct rk_console *console, struct host_text *text,
		       int columns, int rows)
{
	int players = console->game.rules->players;
	struct story story;

	if (players > 2) {
		write_many(console, text, columns, rows);
		return;
	}

	tell(&story, console);
	for (int seat = players - 1; seat >= 0; seat--)
		if (seat != lower_seat(console))
			write_player(&story, text, seat, columns);
	host_text_put(text, "\n");
	rows -= 2 + 2 * players;
	rows -= write_opening(console, text, columns);
	write_moves(&story, text, columns, rows);
	host_text_put(text, "\n");
	write_player(&story, text, lower_seat(console), columns);
	host_text_free(&story.moves);
}

/* The moves as two examples, on two lines. */
static void write_welcome(const struct rk_rules *rules, struct host_text *text)
{
	host_text_format(text,
			 HOST_BOLD "Rookery" HOST_USUAL "\n"
				   "\n"
				   "Moves are typed as\n"
				   "%s.\n"
				   "\n"
				   "Tab   completes what you type\n"
				   "undo  takes a move back\n"
				   "hint  suggests one\n"
				   "help  lists everything\n",
			 rk_console_examples(rules)->moves);
}

static void write_setting_up(const struct rk_rules *rules,
			     struct host_text *text)
{
	const struct rk_examples *examples = rk_console_examples(rules);
	const char *last = rules->seats[rules->players - 1];

	host_text_format(text, HOST_BOLD "Set-up" HOST_USUAL "\n\n");
	if (rk_rules_two_letters(rules))
		host_text_format(text,
				 "+ %s  puts %s's king there;\n"
				 "         dP dead, rD one point\n",
				 examples->piece, rules->seats[0]);
	else
		host_text_format(text,
				 "+ %s   puts a piece; capitals\n"
				 "         are %s's\n",
				 examples->piece, rules->seats[0]);
	host_text_format(text,
			 "- %s     takes one away\n"
			 "= %-6s %s is to move\n"
			 "clear    an empty board\n"
			 "start    the usual beginning\n"
			 "fen F    a position as text\n"
			 "done     the position is ready\n",
			 examples->square, last, last);
}

void host_panel_write(const struct host_play *play, struct host_text *text,
		      int columns, int rows)
{
	const struct rk_console *console = play->console;

	if (console->in_setup)
		write_setting_up(console->rules, text);
	else if (console->has_game)
		write_game(console, text, columns, rows);
	else
		write_welcome(console->rules, text);
}

/*
 * A player in a few columns. Where points count too, there is no room for more
 * clocks than that of who is to move.
 */
static void write_short(const struct rk_console *console,
			struct host_text *text, int seat)
{
	const struct rk_game *game = &console->game;
	const struct rk_rules *rules = game->rules;
	struct rk_short_text who = rk_panel_who(console, seat);
	struct rk_short_text clock = rk_panel_clock(console, seat);
	const char *player = who.text;
	char points[16] = "";

	if (rules->players > 2)
		player = rk_panel_fate(game, seat);
	if (rules->points) {
		snprintf(points, sizeof(points), " %d",
			 rules->points(&game->pos, seat));
		if (*player || seat != rk_game_turn(game))
			clock.text[0] = '\0';
	}
	host_text_format(text,
			 "%s" HOST_BOLD "%s" HOST_USUAL HOST_DIM
			 "%s%s" HOST_USUAL "%s" HOST_BOLD "%s%s" HOST_USUAL,
			 rk_panel_mark(console, seat), rules->seats[seat],
			 *player ? " " : "", player, *clock.text ? " " : "",
			 clock.text, points);
}

void host_panel_write_line(const struct host_play *play, struct host_text *text)
{
	const struct rk_console *console = play->console;

	if (console->in_setup || !console->has_game)
		return;
	for (int seat = 0; seat < console->game.rules->players; seat++) {
		host_text_put(text, seat ? "  " : "");
		write_short(console, text, seat);
	}
}
