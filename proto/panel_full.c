/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The full panel for large terminals: the players with clocks and captures, the
 * name of the opening, the list of moves. More than two players have one row
 * each, with points instead of captures. Before a game it explains how to
 * start. Everything is derived from the game each time, so nothing can be
 * stale.
 */
#include "rookery/panel.h"

#include "proto/console.h"
#include "proto/draw.h"
#include "rookery/out.h"
#include "rookery/theme.h"

#define INDENT 2       /* below a player's name */
#define MOVE_COLUMNS 9 /* the longest move, and a blank */

/* Passes on the last rows of a text; with no `out` they are only counted. */
struct tail {
	const struct rk_out *out;
	int first; /* first row that is passed on */
	int rows;  /* complete rows so far */
};

static void write_tail(void *self, const char *text, size_t length)
{
	struct tail *tail = self;

	for (; length; length--, text++) {
		if (tail->out && tail->rows >= tail->first)
			rk_out_char(tail->out, *text);
		tail->rows += *text == '\n';
	}
}

/* A walk through the game: moves as text, and captures. */
struct panel_walk {
	const struct rk_console *console;
	struct rk_out out;
	struct rk_wrap wrap;
	int last_seat; /* seat that moved last in this row, or -1 */
	int round;     /* move number that was written, or -1 */
	uint8_t taken[RK_MAX_SEATS][RK_MAX_SEATS]
		     [RK_TYPES]; /* [by][whose][type] */
};

static void pad(const struct rk_out *out, int columns)
{
	while (columns-- > 0)
		rk_out_char(out, ' ');
}

static int text_columns(const char *text)
{
	return rk_text_columns(text, rk_text_length(text));
}

/* With more than two players, a round is a paragraph. */
static void write_in_round(struct panel_walk *walk, const union rk_any_pos *pos,
			   rk_any_move move)
{
	int round = walk->console->game.rules->move_number(pos);
	char text[RK_CONSOLE_MOVE_SIZE];

	if (round != walk->round) {
		rk_wrap_end(&walk->wrap);
		rk_wrap_word(
			&walk->wrap,
			(const char *const[]){rk_number((uint32_t)round).text,
					      ".", NULL});
	}
	walk->round = round;
	rk_console_write_move(walk->console, text, pos, move);
	rk_wrap_word(&walk->wrap, (const char *const[]){text, NULL});
}

static void begin_round(struct panel_walk *walk, const union rk_any_pos *pos)
{
	int round = walk->console->game.rules->move_number(pos);
	struct rk_short_text number = rk_number((uint32_t)round);

	if (walk->round >= 0)
		rk_out_char(&walk->out, '\n');
	pad(&walk->out, 3 - text_columns(number.text));
	rk_out_parts(&walk->out,
		     (const char *const[]){number.text, ". ", NULL});
	walk->round = round;
	walk->last_seat = -1;
}

static void write_move(struct panel_walk *walk, const union rk_any_pos *pos,
		       int seat, rk_any_move move)
{
	char text[RK_CONSOLE_MOVE_SIZE];

	if (walk->round < 0 || seat <= walk->last_seat)
		begin_round(walk, pos);
	while (++walk->last_seat < seat) {
		rk_out_text(&walk->out, "...");
		pad(&walk->out, MOVE_COLUMNS - 3);
	}
	rk_console_write_move(walk->console, text, pos, move);
	rk_out_text(&walk->out, text);
	pad(&walk->out, MOVE_COLUMNS - text_columns(text));
}

static bool visit(void *self, const union rk_any_pos *pos,
		  struct rk_event event)
{
	struct panel_walk *walk = self;
	const struct rk_rules *rules = walk->console->game.rules;
	rk_any_move move = rk_event_move(event);
	int seat = rk_event_seat(event), square, cell;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (rules->players > 2)
		write_in_round(walk, pos, move);
	else
		write_move(walk, pos, seat, move);
	square = rules->captured(pos, move);
	if (square >= 0) {
		cell = rules->cell(pos, square);
		walk->taken[seat][rk_cell_seat(cell)][rk_cell_type(cell)]++;
	}
	return true;
}

/* Writes the moves to the tail, and collects captures in the walk. */
static void write_moves(struct panel_walk *walk,
			const struct rk_console *console, struct tail *tail,
			int columns)
{
	memset(walk, 0, sizeof(*walk));
	walk->console = console;
	walk->out = (struct rk_out){write_tail, tail};
	walk->wrap = (struct rk_wrap){&walk->out, columns, 0};
	walk->last_seat = -1;
	walk->round = -1;
	rk_game_walk(&console->game, visit, walk);
	if (walk->round >= 0)
		rk_out_char(&walk->out, '\n');
}

/* Writes the last `rows` of the `lines` lines of moves. */
static void write_move_list(const struct rk_out *out, struct panel_walk *walk,
			    int columns, int rows, int lines)
{
	struct tail tail = {out, lines - rows, 0};

	write_moves(walk, walk->console, &tail, columns);
	for (; lines < rows; lines++)
		rk_out_char(out, '\n');
}

/*
 * Sets the colours of a board square, so that both kinds of pieces are visible.
 */
static void begin_strip(const struct rk_console *console,
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

/* Writes what a seat has captured from another. */
static bool write_taken_of(const struct rk_out *out,
			   const struct panel_walk *walk, int seat, int whose)
{
	const struct rk_console *console = walk->console;
	bool any = false;

	for (int type = RK_TYPES - 1; type >= 0; type--) {
		for (int i = walk->taken[seat][whose][type]; i; i--) {
			if (!any)
				begin_strip(console, out, whose);
			any = true;
			rk_draw_piece(out, console->game.rules, &console->look,
				      rk_cell(whose, type));
			rk_out_char(out, ' ');
		}
	}
	return any;
}

static void write_taken(const struct rk_out *out, const struct panel_walk *walk,
			int seat)
{
	const struct rk_game *game = &walk->console->game;
	int ahead = rk_console_lead(game, seat);
	bool any = false;

	for (int whose = 0; whose < game->rules->players; whose++)
		any |= write_taken_of(out, walk, seat, whose);
	rk_out_text(out, RK_TEXT_NORMAL);
	if (ahead > 0)
		rk_out_parts(out,
			     (const char *const[]){
				     any ? " +" : "+",
				     rk_number((uint32_t)ahead).text, NULL});
}

/* Writes two rows: mark, name, player, clock; below it the captures. */
static void write_player(const struct rk_out *out,
			 const struct panel_walk *walk, int seat, int columns)
{
	const struct rk_console *console = walk->console;
	const char *name = console->game.rules->seats[seat];
	struct rk_short_text clock = rk_panel_clock(console, seat);

	rk_out_parts(out, (const char *const[]){rk_panel_mark(console, seat),
						" " RK_TEXT_BOLD, name,
						" " RK_TEXT_NORMAL RK_TEXT_DIM,
						NULL});
	columns -= 3 + text_columns(name) + text_columns(clock.text);
	columns -= rk_panel_write_who(out, console, seat, columns - 1);
	rk_out_text(out, RK_TEXT_NORMAL);
	pad(out, columns);
	rk_out_parts(out, (const char *const[]){RK_TEXT_BOLD, clock.text,
						RK_TEXT_NORMAL "\n  ", NULL});
	write_taken(out, walk, seat);
	rk_out_char(out, '\n');
}

/* Writes indented and dim text; counts the rows. */
static void write_dim(void *self, const char *text, size_t length)
{
	struct tail *tail = self;

	for (; length; length--, text++) {
		if (!tail->first++)
			rk_out_text(tail->out, "  " RK_TEXT_DIM);
		if (*text == '\n') {
			rk_out_text(tail->out, RK_TEXT_NORMAL);
			tail->first = 0;
			tail->rows++;
		}
		rk_out_char(tail->out, *text);
	}
}

/* Returns the number of rows. */
static int write_opening(const struct rk_out *out,
			 const struct rk_console *console, int columns)
{
	char name[RK_OPENING_SIZE], *word = name;
	struct tail tail = {out, 0, 0};
	const struct rk_out dim = {write_dim, &tail};
	struct rk_wrap wrap = {&dim, columns - INDENT, 0};

	if (!rk_console_opening_name(name, console))
		return 0;
	while (*word) {
		char *end = word;
		bool is_last;

		while (*end && *end != ' ')
			end++;
		is_last = !*end;
		*end = '\0';
		rk_wrap_word(&wrap, (const char *const[]){word, NULL});
		word = is_last ? end : end + 1;
	}
	rk_wrap_end(&wrap);
	return tail.rows;
}

/* Writes the score of all games since the start; returns the number of rows. */
static int write_score(const struct rk_out *out,
		       const struct rk_console *console)
{
	static const struct rk_score none;
	struct rk_score score = rk_console_score(console);

	if (!memcmp(&score, &none, sizeof(score)))
		return 0;
	rk_out_text(out, "  " RK_TEXT_DIM "Score ");
	for (int seat = 0; seat < console->game.rules->players; seat++) {
		rk_out_text(out, seat ? " - " : "");
		rk_out_halves(out, score.halves[seat]);
	}
	rk_out_line(out, RK_TEXT_NORMAL);
	return 1;
}

/* Writes a king in the player's colour, grey if the player is out. */
static void write_colour(const struct rk_out *out,
			 const struct rk_console *console, int seat,
			 bool is_out)
{
	const struct rk_console_look *look = &console->look;
	int players = console->game.rules->players;

	if (!look->colours)
		return;
	rk_out_tints(out, look->colours,
		     is_out ? rk_tint_dead : rk_tint_piece(players, seat),
		     rk_tint_square(look->theme, players, RK_PAINT_DARK));
	rk_out_char(out, ' ');
	rk_draw_piece(out, console->game.rules, look, rk_cell(seat, RK_KING));
	rk_out_text(out, " " RK_TEXT_NORMAL " ");
}

static void write_left(const struct rk_out *out, const char *text, int columns)
{
	rk_out_text(out, text);
	pad(out, columns - text_columns(text));
}

static struct rk_short_text short_level(uint8_t level)
{
	struct rk_short_text text = {"lv "};

	memcpy(text.text + 3, rk_number(level).text, 4);
	return text;
}

/*
 * Writes one of several players: mark, colour, name, player or state, points,
 * clock. With a clock there is less space for the player.
 */
static void write_player_row(const struct rk_out *out,
			     const struct rk_console *console, int seat,
			     int columns)
{
	const struct rk_game *game = &console->game;
	const char *fate = rk_panel_fate(game, seat);
	struct rk_short_text who = rk_panel_who(console, seat);
	struct rk_short_text clock = rk_panel_clock(console, seat);
	struct rk_short_text points = {""};
	int width = *clock.text ? 6 : 9;

	if (*clock.text && console->seats[seat])
		who = short_level(console->seats[seat]);
	if (game->rules->points)
		points = rk_number(
			(uint32_t)game->rules->points(&game->pos, seat));
	rk_out_parts(out, (const char *const[]){rk_panel_mark(console, seat),
						" ", NULL});
	write_colour(out, console, seat, *fate == 'o');
	rk_out_text(out, RK_TEXT_BOLD);
	write_left(out, game->rules->seats[seat], 7);
	rk_out_text(out, RK_TEXT_NORMAL RK_TEXT_DIM);
	if (*fate || console->seats[seat])
		write_left(out, *fate ? fate : who.text, width);
	else
		pad(out,
		    width - rk_panel_write_who(out, console, seat, width - 1));
	rk_out_text(out, RK_TEXT_NORMAL RK_TEXT_BOLD);
	pad(out, 3 - text_columns(points.text));
	rk_out_parts(out,
		     (const char *const[]){points.text, RK_TEXT_NORMAL, NULL});
	pad(out, columns - (console->look.colours ? 6 : 2) - 10 - width -
			 text_columns(clock.text));
	rk_out_line(out, clock.text);
}

/* Partners are written one below the other. Returns the number of rows. */
static int write_player_rows(const struct rk_out *out,
			     const struct rk_console *console, int columns)
{
	const struct rk_rules *rules = console->game.rules;
	int rows = rules->players;

	for (int side = 0; side < rules->players; side++) {
		bool has_partners = false;

		for (int seat = 0; seat < rules->players; seat++) {
			if (rules->sides[seat] != side)
				continue;
			write_player_row(out, console, seat, columns);
			has_partners = seat != side;
		}
		if (!has_partners || side)
			continue;
		rk_out_line(out, RK_TEXT_DIM "  against" RK_TEXT_NORMAL);
		rows++;
	}
	return rows;
}

/* Not inlined, for the sake of stack frames: kernels allow 512 bytes. */
static __attribute__((__noinline__)) void write_several(
	const struct rk_out *out, struct panel_walk *walk, int columns,
	int rows, int lines)
{
	const struct rk_console *console = walk->console;

	rows -= write_player_rows(out, console, columns);
	rk_out_char(out, '\n');
	rows -= 1 + write_score(out, console);
	write_move_list(out, walk, columns, rows, lines);
}

/* Two players are written above and below the moves, as on the board. */
static void write_game(const struct rk_out *out,
		       const struct rk_console *console, int columns, int rows)
{
	int players = console->game.rules->players;
	int lower = console->look.below % players;
	struct tail count = {NULL, 0, 0};
	struct panel_walk walk;

	write_moves(&walk, console, &count, columns);
	if (players > 2) {
		write_several(out, &walk, columns, rows, count.rows);
		return;
	}
	write_player(out, &walk, !lower, columns);
	rk_out_char(out, '\n');
	rows -= 2 + 2 * players;
	rows -= write_score(out, console);
	rows -= write_opening(out, console, columns);
	write_move_list(out, &walk, columns, rows, count.rows);
	rk_out_char(out, '\n');
	write_player(out, &walk, lower, columns);
}

/* The two lines show examples of moves. */
static void write_welcome(const struct rk_out *out,
			  const struct rk_rules *rules)
{
	rk_out_line(out,
		    RK_TEXT_BOLD "Rookery" RK_TEXT_NORMAL "\n"
				 "\n"
				 "Moves are typed as\n",
		    rk_console_examples(rules)->moves,
		    ".\n"
		    "\n"
		    "Tab   completes what you type\n"
		    "undo  takes a move back\n"
		    "hint  suggests one\n"
		    "help  lists everything");
}

static void write_setup(const struct rk_out *out, const struct rk_rules *rules)
{
	const struct rk_examples *examples = rk_console_examples(rules);
	const char *last = rules->seats[rules->players - 1];

	rk_out_parts(out,
		     (const char *const[]){RK_TEXT_BOLD "Set-up" RK_TEXT_NORMAL
							"\n\n+ ",
					   examples->piece, NULL});
	if (rk_rules_two_letters(rules))
		rk_out_line(out, "  puts ", rules->seats[0],
			    "'s king there;\n         dP dead, rD one point");
	else
		rk_out_line(out, "   puts a piece; capitals\n         are ",
			    rules->seats[0], "'s");
	rk_out_parts(out,
		     (const char *const[]){"- ", examples->square,
					   "     takes one away\n= ", NULL});
	write_left(out, last, 6);
	rk_out_line(out, " ", last,
		    " is to move\n"
		    "clear    an empty board\n"
		    "start    the usual beginning\n"
		    "fen F    a position as text\n"
		    "done     the position is ready");
}

void rk_panel_write(const struct rk_out *out, const struct rk_console *console,
		    int columns, int rows)
{
	if (console->in_setup)
		write_setup(out, console->rules);
	else if (rk_console_shows_next(console))
		write_welcome(out, console->rules);
	else
		write_game(out, console, columns, rows);
}
