/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Commands that show the game. Nothing here changes it. */
#include "proto/console.h"
#include "proto/draw.h"
#include "rookery/out.h"
#include "rookery/why.h"

bool rk_console_shows_next(const struct rk_console *console)
{
	return !console->has_game ||
	       (console->has_next_start && !console->looks_back &&
		rk_game_is_over(&console->game));
}

/* Without a game, shows the start of the next one. */
struct rk_view rk_console_view(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	struct rk_view view = {
		.look = &console->look,
		.rules = console->rules,
		.from = -1,
		.to = -1,
	};

#ifndef RK_NO_FILES
	view.lit = &console->lit;
#endif
	view.cell = view.rules->cell;
	view.board = &console->next_start;
	if (console->in_setup) {
		view.cell = view.rules->setup_cell;
		view.board = &console->setup;
	} else if (!rk_console_shows_next(console)) {
		rk_any_move last = rk_game_last_move(game);

		view.rules = game->rules;
		view.cell = game->rules->cell;
		view.board = &game->pos;
		for (int seat = 0; seat < game->rules->players; seat++)
			if (game->rules->in_check(&game->pos, seat))
				view.checked |= (uint8_t)(1 << seat);
		if (last) {
			view.from = game->rules->from(&game->pos, last);
			view.to = game->rules->to(&game->pos, last);
		}
	}
	return view;
}

void rk_console_draw(const struct rk_console *console)
{
	struct rk_view seen = rk_console_view(console);

	if (console->look.drawing == RK_DRAW_PLAIN)
		rk_draw_plain(&console->out, &seen);
	else
		rk_draw_rich(&console->out, &seen);
}

void rk_console_board_size(const struct rk_console *console, int zoom,
			   int *columns, int *rows)
{
	struct rk_view seen = rk_console_view(console);

	*columns = rk_draw_columns(seen.rules, zoom);
	*rows = rk_draw_rows(seen.rules, seen.look, zoom);
}

/* Turns the board to the next seat, or to a named one. */
void rk_console_flip(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = rk_console_view(console).rules;
	int below = (console->look.below + 1) % rules->players;

	if (line->count > 1)
		below = rk_word_pick(line->words[1], rules->seats,
				     rules->players);
	if (below < 0) {
		rk_console_expect_seat(console, rules, "who sits below");
		return;
	}
	console->look.below = (uint8_t)below;
	rk_console_show(console);
}

void rk_console_expect_seat(const struct rk_console *console,
			    const struct rk_rules *rules, const char *what)
{
	const struct rk_out *out = &console->out;

	rk_out_parts(out, (const char *const[]){"Expected ", what, ":", NULL});
	for (int seat = 0; seat < rules->players; seat++)
		rk_out_parts(out,
			     (const char *const[]){seat ? ", " : " ",
						   rules->seats[seat], NULL});
	rk_out_line(out, ".");
}

/* Replaces piece letters by figurines, U+2654 to U+2658. */
static size_t make_figurine(const struct rk_rules *rules, char *text,
			    const char *san)
{
	size_t length = 0;

	for (; *san; san++) {
		int type = RK_NONE;

		if (*san >= 'A' && *san <= 'Z')
			type = rk_letter_type(rules, *san);
		if (type == RK_NONE || type == RK_PAWN) {
			text[length++] = *san;
			continue;
		}
		memcpy(text + length, "\xe2\x99", 2);
		text[length + 2] = (char)(0x99 - type);
		length += 3;
	}
	text[length] = 0;
	return length;
}

size_t rk_console_write_move(const struct rk_console *console, char *text,
			     const union rk_any_pos *pos, rk_any_move move)
{
	const struct rk_rules *rules = console->game.rules;
	char san[RK_MOVE_TEXT_SIZE];

	if (console->look.notation == 1)
		return rules->write_move(text, pos, move, RK_STYLE_COORD);
	if (console->look.notation == 0)
		return rules->write_move(text, pos, move, RK_STYLE_SAN);
	rules->write_move(san, pos, move, RK_STYLE_SAN);
	return make_figurine(rules, text, san);
}

/* The list of moves, written while walking through the game. */
struct move_list {
	const struct rk_console *console;
	struct rk_wrap wrap;
	int round; /* the move number in the current line; -1: none yet */
};

/* Writes that a player left while the game went on. */
static void write_leaving(struct move_list *list, struct rk_event event)
{
	const struct rk_game *game = &list->console->game;
	enum rk_event_kind kind = rk_event_kind(event);

	if (game->rules->players == 2 ||
	    (kind != RK_EVENT_RESIGN && kind != RK_EVENT_FLAG))
		return;
	rk_wrap_word(&list->wrap,
		     (const char *const[]){
			     "(", game->rules->seats[rk_event_seat(event)],
			     kind == RK_EVENT_RESIGN ? " resigns)"
						     : " has no time)",
			     NULL});
}

static bool write_event(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	struct move_list *list = self;
	const struct rk_console *console = list->console;
	char text[RK_CONSOLE_MOVE_SIZE];
	int number = console->game.rules->move_number(pos);

	if (rk_event_kind(event) != RK_EVENT_MOVE) {
		write_leaving(list, event);
		return true;
	}
	if (number != list->round)
		rk_wrap_word(&list->wrap,
			     (const char *const[]){
				     rk_number((uint32_t)number).text,
				     list->round < 0 && rk_event_seat(event)
					     ? "..."
					     : ".",
				     NULL});
	list->round = number;
	rk_console_write_move(console, text, pos, rk_event_move(event));
	rk_wrap_word(&list->wrap, (const char *const[]){text, NULL});
	return true;
}

void rk_console_history(struct rk_console *console, const struct rk_line *line)
{
	struct move_list list = {
		console,
		{&console->out, RK_WRAP_COLUMNS, 0},
		-1,
	};

	(void)line;
	rk_game_walk(&console->game, write_event, &list);
	if (!list.wrap.column)
		rk_console_say(console, "No moves yet.");
	else
		rk_wrap_end(&list.wrap);
}

void rk_console_fen(struct rk_console *console, const struct rk_line *line)
{
	char *text = rk_console_scratch(console)->text;

	(void)line;
	console->game.rules->write(text, &console->game.pos);
	rk_console_say(console, text);
}

/* A game's opening is that of its last named position. */
struct opening_search {
	const struct rk_console *console;
	char *name;
	bool found;
};

static bool find_name(void *self, const union rk_any_pos *pos,
		      struct rk_event event)
{
	struct opening_search *search = self;
	const struct rk_player *player = search->console->player;
	const struct rk_rules *rules = search->console->game.rules;

	(void)event;
	if (player->opening(player->self, search->name, rules, pos))
		search->found = true;
	return true;
}

bool rk_console_opening_name(char name[RK_OPENING_SIZE],
			     const struct rk_console *console)
{
	struct opening_search search = {console, name, false};

	if (console->player->opening) {
		rk_game_walk(&console->game, find_name, &search);
		find_name(&search, &console->game.pos, (struct rk_event){0});
	}
	return search.found;
}

void rk_console_opening(struct rk_console *console, const struct rk_line *line)
{
	char name[RK_OPENING_SIZE];
	bool found = rk_console_opening_name(name, console);

	(void)line;
	rk_console_say(console, found ? name : "No opening with a name.");
}

/* Sorts by square, so that the order does not depend on the generator. */
static void sort_moves(const struct rk_game *game, rk_any_move *list, int count)
{
	const struct rk_rules *rules = game->rules;

	for (int i = 1; i < count; i++) {
		rk_any_move move = list[i];
		int from = rules->from(&game->pos, move);
		int to = rules->to(&game->pos, move);
		int at = i;

		for (; at > 0; at--) {
			rk_any_move other = list[at - 1];
			int other_from = rules->from(&game->pos, other);
			int other_to = rules->to(&game->pos, other);

			if (other_from < from ||
			    (other_from == from &&
			     (other_to < to ||
			      (other_to == to && other > move))))
				break;
			list[at] = other;
		}
		list[at] = move;
	}
}

/* Filters the moves from one square. */
static int keep_moves(const struct rk_game *game, rk_any_move *list, int count,
		      int square)
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (game->rules->from(&game->pos, list[i]) == square)
			list[kept++] = list[i];
	return kept;
}

static void write_moves(struct rk_console *console, int count)
{
	const struct rk_game *game = &console->game;
	struct rk_wrap wrap = {&console->out, RK_WRAP_COLUMNS, 0};
	rk_any_move *list = rk_console_scratch(console)->moves;
	char text[RK_CONSOLE_MOVE_SIZE];

	sort_moves(game, list, count);
	for (int i = 0; i < count; i++) {
		rk_console_write_move(console, text, &game->pos, list[i]);
		rk_wrap_word(&wrap, (const char *const[]){text, NULL});
	}
	rk_wrap_end(&wrap);
}

void rk_console_moves(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_game *game = &console->game;
	rk_any_move *list = rk_console_scratch(console)->moves;
	int count = game->rules->moves(&game->pos, list);
	struct rk_word word = line->words[1];
	int square;

	if (line->count > 1) {
		square = rk_word_take_square(&word, game->rules);
		if (square < 0 || word.length) {
			rk_console_say(console,
				       "Expected a square, as in moves ",
				       rk_console_examples(game->rules)->from,
				       ".");
			return;
		}
		count = keep_moves(game, list, count, square);
		if (!count) {
			rk_why_no_moves(&console->out, game->rules, &game->pos,
					square);
			return;
		}
		for (int i = 0; i < count; i++)
			rk_console_light_move(console, list[i]);
	}
	write_moves(console, count);
}

void rk_console_why(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->out;
	struct rk_typed_move typed;

	rk_typed_read(&typed, line, 1, game->rules, &game->pos);
	if (typed.error == RK_NOTATION_SYNTAX) {
		rk_typed_explain(out, &typed, game->rules);
		rk_console_say(console, "");
	} else if (typed.error == RK_NOTATION_OK) {
		rk_out_line(out, typed.text, " is a legal move.");
	} else {
		rk_out_text(out, "Not legal: ");
		rk_why_text(out, game->rules, &game->pos,
			    (struct rk_word){typed.text, typed.length},
			    typed.error);
		rk_out_line(out, ".");
	}
}

uint32_t rk_console_material(const struct rk_game *game, int seat)
{
	const struct rk_rules *rules = game->rules;
	uint32_t sum = 0;

	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(&game->pos, square);

		if (rk_cell_is_piece(cell) && rk_cell_seat(cell) == seat &&
		    !(cell & RK_CELL_DEAD))
			sum += rules->values[rk_cell_type(cell)];
	}
	return sum;
}

int rk_console_lead(const struct rk_game *game, int seat)
{
	uint32_t best = 0;

	for (int other = 0; other < game->rules->players; other++)
		if (other != seat && rk_console_material(game, other) > best)
			best = rk_console_material(game, other);
	return (int)rk_console_material(game, seat) - (int)best;
}
