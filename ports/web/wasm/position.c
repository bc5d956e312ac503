/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The kinds of chess, positions and set-ups. All functions work on web_scratch:
 * JavaScript copies a position there, calls a function, and may copy the result
 * back.
 */
#include "ports/web/wasm/web.h"
#include "rookery/draw.h"
#include "rookery/game.h"
#include "rookery/levels.h"
#include "rookery/openings.h"
#include "rookery/verdict.h"
#include "rookery/version.h"
#include "rookery/typed.h"
#include "rookery/why.h"
#include "rookery/words.h"

union rk_any_pos web_scratch;
uint64_t web_keys[RK_QUIET_KEYS];
static union rk_any_pos spare;
static rk_any_move list[RK_ANY_MAX_MOVES];
static char fen[RK_ANY_FEN_SIZE];

size_t web_length(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	return length;
}

WEB_EXPORT(void *, scratch, void)
{
	return &web_scratch;
}

WEB_EXPORT(void *, keys, void)
{
	return web_keys;
}

/* ---- Kinds of chess ---- */

static void write_texts(const char *name, const char *const *texts, int count)
{
	web_json_name(name);
	web_json_open('[');
	for (int i = 0; i < count && texts[i]; i++)
		web_json_text(texts[i]);
	web_json_close(']');
}

static void write_bytes(const char *name, const uint8_t *bytes, int count)
{
	web_json_name(name);
	web_json_open('[');
	for (int i = 0; i < count; i++)
		web_json_number(bytes[i]);
	web_json_close(']');
}

/* Names of squares; null for a corner that is not part of the board. */
static void write_squares(const struct rk_rules *rules)
{
	rules->start(&spare, 0);
	web_json_name("squares");
	web_json_open('[');
	for (int i = 0; i < rk_board_squares(rules); i++)
		if (rules->cell(&spare, i) == RK_CELL_WALL)
			web_json_null();
		else
			web_json_text(rk_square_name(rules, i).text);
	web_json_close(']');
}

static void write_letters(const struct rk_rules *rules, int cell)
{
	web_json_text(rk_cell_letters(rules, cell).text);
}

static void write_piece(const struct rk_rules *rules, int cell)
{
	(void)rules;
	web_json_open('{');
	web_json_field("type", number, rk_cell_type(cell));
	web_json_field("seat", number, rk_cell_seat(cell));
	web_json_field("dead", bool, (cell & RK_CELL_DEAD) != 0);
	web_json_close('}');
}

static bool is_piece(const struct rk_rules *rules, int cell)
{
	return rk_cell_is_piece(cell) && rk_cell_seat(cell) < rules->players &&
	       (!(cell & RK_CELL_CHEAP) || rk_cell_type(cell) == RK_QUEEN);
}

/* Writes something about each piece, by its cell; null for no piece. */
static void write_pieces(const char *name, const struct rk_rules *rules,
			 void (*write)(const struct rk_rules *rules, int cell))
{
	int end = rk_rules_two_letters(rules) ? 2 * RK_CELL_CHEAP
					      : rk_cell(rules->players, 0);

	web_json_name(name);
	web_json_open('[');
	for (int cell = 0; cell < end; cell++)
		if (is_piece(rules, cell))
			write(rules, cell);
		else
			web_json_null();
	web_json_close(']');
}

/*
 * The levels that differ by these rules, from level 1: the Elo that each aims
 * at; null if unknown.
 */
static void write_levels(const struct rk_rules *rules, bool searchable)
{
	int levels = searchable ? RK_LEVELS : RK_LEVELS_BY_RULES;

	web_json_name("levels");
	web_json_open('[');
	for (int level = 1; level <= levels; level++)
		if (rk_level_elo(rules, level))
			web_json_number(rk_level_elo(rules, level));
		else
			web_json_null();
	web_json_close(']');
}

static void write_rules(const struct rk_rules *rules)
{
	bool searchable = rk_engine_would_know(SIZE_MAX, rules);

	web_json_open('{');
	web_json_field("row", number, (int64_t)(uintptr_t)rules);
	web_json_field("name", text, rules->name);
	web_json_field("players", number, rules->players);
	web_json_field("files", number, rules->files);
	web_json_field("ranks", number, rules->ranks);
	web_json_field("repetitions", number, rules->repetitions);
	web_json_field("hasPoints", bool, rules->points != NULL);
	web_json_field("searchable", bool, searchable);
	web_json_field("size", number, (int64_t)sizeof(web_scratch));
	web_json_field("types", text, rules->types);
	write_texts("seats", rules->seats, rules->players);
	write_bytes("sides", rules->sides, rules->players);
	write_bytes("values", rules->values, RK_TYPES);
	write_texts("starts", rules->starts, UINT8_MAX);
	write_squares(rules);
	write_pieces("letters", rules, write_letters);
	write_pieces("pieces", rules, write_piece);
	write_levels(rules, searchable);
	web_json_close('}');
}

/* All constants: {"version": ..., "rules": [...], ...} */
WEB_EXPORT(void, describe, void)
{
	web_json_open('{');
	web_json_field("version", text, RK_VERSION);
	web_json_field("levels", number, RK_LEVELS);
	web_json_field("leastElo", number, RK_ELO_LEAST);
	web_json_field("mostElo", number, RK_ELO_MOST);
	web_json_name("types");
	web_json_open('[');
	for (int type = 0; type < RK_TYPES; type++)
		web_json_text(rk_type_name(type));
	web_json_close(']');
	web_json_name("rules");
	web_json_open('[');
	for (int i = 0; rk_rules_all[i]; i++)
		write_rules(rk_rules_all[i]);
	web_json_close(']');
	web_json_close('}');
}

/* ---- Positions ---- */

WEB_EXPORT(void, start, const struct rk_rules *rules, int which)
{
	rules->start(&web_scratch, which);
}

/* A starting position of Chess960, 0 to 959. */
WEB_EXPORT(void, start960, int number)
{
	rk_pos_start960(&web_scratch.two, number);
}

static int refuse_fen(const struct rk_error *error)
{
	const struct rk_out *out = web_refuse_begin();

	if (error->column)
		rk_out_text(out, "expected ");
	rk_out_text(out, error->reason);
	return web_refuse_end(error->column);
}

WEB_EXPORT(int, read, const struct rk_rules *rules, const char *text,
	   size_t length)
{
	struct rk_error error;

	return rules->read(&web_scratch, text, length, &error)
		       ? 0
		       : refuse_fen(&error);
}

/* The cell of each square, one byte each. */
WEB_EXPORT(const uint8_t *, cells, const struct rk_rules *rules, bool setup)
{
	static uint8_t cells[UINT8_MAX];

	for (int i = 0; i < rk_board_squares(rules); i++)
		cells[i] = (uint8_t)(setup ? rules->setup_cell(&web_scratch, i)
					   : rules->cell(&web_scratch, i));
	return cells;
}

static void write_points(const struct rk_rules *rules)
{
	web_json_name("points");
	if (!rules->points) {
		web_json_null();
		return;
	}
	web_json_open('[');
	for (int seat = 0; seat < rules->players; seat++)
		web_json_number(rules->points(&web_scratch, seat));
	web_json_close(']');
}

WEB_EXPORT(void, state, const struct rk_rules *rules)
{
	struct rk_outcome outcome = rules->status(&web_scratch);
	char name[RK_OPENING_SIZE];
	uint64_t key = rules->book_key(&web_scratch);
	unsigned int checks = 0;

	for (int seat = 0; seat < rules->players; seat++)
		if (rules->in_check(&web_scratch, seat))
			checks |= 1u << seat;
	rules->write(fen, &web_scratch);
	web_json_open('{');
	web_json_field("fen", text, fen);
	web_json_field("turn", number, rules->turn(&web_scratch));
	web_json_field("number", number, rules->move_number(&web_scratch));
	web_json_field("quiet", number, rules->quiet_plies(&web_scratch));
	web_json_field("checks", seats, checks);
	web_json_field("active", seats, rules->active(&web_scratch));
	web_json_field("walks", bool, rules->walks(&web_scratch));
	web_json_field("isOver", bool, outcome.reason != RK_REASON_NONE);
	web_json_field("opening", text,
		       key && rk_opening_name(name, key) ? name : NULL);
	write_points(rules);
	web_json_close('}');
}

/* ---- Moves ---- */

static void write_square(const char *name, int square)
{
	web_json_name(name);
	if (square < 0)
		web_json_null();
	else
		web_json_number(square);
}

int web_castling_rook(const struct rk_rules *rules, const union rk_any_pos *pos,
		      rk_any_move move)
{
	char text[RK_MOVE_TEXT_SIZE];
	struct rk_word word = {text, 0};

	rules->write_move(text, pos, move, RK_STYLE_SAN);
	if (text[0] != 'O' || rules->players > 2)
		return -1;
	word.length = rules->write_move(text, pos, move, RK_STYLE_COORD_960);
	rk_word_take_square(&word, rules);
	return rk_word_take_square(&word, rules);
}

void web_json_move_fields(const struct rk_rules *rules,
			  const union rk_any_pos *pos, rk_any_move move)
{
	char text[RK_MOVE_TEXT_SIZE];
	char letter[2] = {0};
	int promoted = rules->promoted(pos, move);
	int captured = rules->captured(pos, move);

	web_json_field("move", number, move);
	rules->write_move(text, pos, move, RK_STYLE_COORD);
	web_json_field("text", text, text);
	rules->write_move(text, pos, move, RK_STYLE_SAN);
	web_json_field("san", text, text);
	web_json_field("seat", number, rules->turn(pos));
	web_json_field("from", number, rules->from(pos, move));
	web_json_field("to", number, rules->to(pos, move));
	web_json_field("cell", number,
		       rules->cell(pos, rules->from(pos, move)));
	write_square("captured", captured);
	write_square("capturedCell",
		     captured < 0 ? -1 : rules->cell(pos, captured));
	if (promoted != RK_NONE)
		letter[0] = rules->types[promoted];
	web_json_field("promotion", text, letter[0] ? letter : NULL);
	write_square("rook", web_castling_rook(rules, pos, move));
}

void web_json_move(const struct rk_rules *rules, const union rk_any_pos *pos,
		   rk_any_move move)
{
	web_json_open('{');
	web_json_move_fields(rules, pos, move);
	web_json_close('}');
}

/* All legal moves, or those from one square. */
WEB_EXPORT(void, moves, const struct rk_rules *rules, int from)
{
	int count = rules->moves(&web_scratch, list);

	web_json_open('[');
	for (int i = 0; i < count; i++)
		if (from < 0 || rules->from(&web_scratch, list[i]) == from)
			web_json_move(rules, &web_scratch, list[i]);
	web_json_close(']');
}

/* Reads a move; errors are worded as in the console. */
WEB_EXPORT(int, read_move, const struct rk_rules *rules, const char *text,
	   size_t length)
{
	struct rk_typed_move typed;
	struct rk_line line;

	rk_line_split(&line, text, length);
	rk_typed_read(&typed, &line, 0, rules, &web_scratch);
	if (typed.error == RK_NOTATION_SYNTAX && typed.shape == RK_TYPED_OTHER)
		return web_refuse(rk_notation_error_text(typed.error), 1);
	if (typed.error == RK_NOTATION_SYNTAX) {
		rk_typed_explain(web_refuse_begin(), &typed, rules);
		return web_refuse_end(1);
	}
	if (typed.error) {
		rk_why_text(web_refuse_begin(), rules, &web_scratch,
			    (struct rk_word){typed.text, typed.length},
			    typed.error);
		return web_refuse_end(0);
	}
	web_json_move(rules, &web_scratch, typed.move);
	return 0;
}

/* Answers why there is no move from this square: a sentence. */
WEB_EXPORT(void, why_no_moves, const struct rk_rules *rules, int square)
{
	rk_why_no_moves(&web_out, rules, &web_scratch, square);
}

/* Makes a move; 1 if it is not legal. */
WEB_EXPORT(int, make, const struct rk_rules *rules, rk_any_move move)
{
	union rk_any_undo undo;

	if (!rules->is_legal(&web_scratch, move))
		return 1;
	rules->make(&web_scratch, move, &undo);
	return 0;
}

WEB_EXPORT(void, attackers, const struct rk_rules *rules, int square, int seat)
{
	uint8_t squares[RK_MAX_ATTACKERS];
	int count = rules->attackers(&web_scratch, square, seat, squares);

	web_json_open('[');
	for (int i = 0; i < count; i++)
		web_json_number(squares[i]);
	web_json_close(']');
}

/* ---- The meaning of scores; two players only, except for the verdict ---- */

WEB_EXPORT(int, verdict, const struct rk_rules *rules, int loss)
{
	return (int)rk_verdict_of(rules, loss);
}

WEB_EXPORT(int, expected, int score)
{
	return rk_expected(&web_scratch.two, score);
}

WEB_EXPORT(void, judge, int best, int got, bool is_best)
{
	struct rk_move_verdict rating =
		rk_verdict_of_move(&web_scratch.two, best, got, is_best);

	web_json_open('{');
	web_json_field("verdict", number, rating.verdict);
	web_json_field("loss", number, rating.loss);
	web_json_field("hundredths", number, rating.hundredths);
	web_json_close('}');
}

/*
 * A player's accuracy in tenths of a per cent: `losses` are what each move gave
 * away, in thousandths of the game.
 */
WEB_EXPORT(int, accuracy, const int32_t *losses, uint32_t count)
{
	struct rk_accuracy sum = {0};

	for (uint32_t i = 0; i < count; i++)
		rk_accuracy_add(&sum,
				&(struct rk_move_verdict){.loss = losses[i]});
	return (int)rk_accuracy_percent(&sum);
}

/* ---- Set-ups ---- */

WEB_EXPORT(void, setup_clear, const struct rk_rules *rules)
{
	rules->setup_clear(&web_scratch);
}

/* Makes a set-up of the position in web_scratch. */
WEB_EXPORT(void, setup_from, const struct rk_rules *rules)
{
	spare = web_scratch;
	rules->setup_from(&web_scratch, &spare);
}

WEB_EXPORT(int, setup_read, const struct rk_rules *rules, const char *text,
	   size_t length)
{
	struct rk_error error;

	return rules->setup_read(&web_scratch, text, length, &error)
		       ? 0
		       : refuse_fen(&error);
}

WEB_EXPORT(void, setup_put, const struct rk_rules *rules, int square, int cell)
{
	rules->setup_put(&web_scratch, square, cell);
}

WEB_EXPORT(void, setup_turn, const struct rk_rules *rules, int seat)
{
	rules->setup_turn(&web_scratch, seat);
}

WEB_EXPORT(void, setup_castle, const struct rk_rules *rules,
	   unsigned int rights)
{
	rules->setup_castle(&web_scratch, rights);
}

/* {"fen": ..., "turn": ..., "castling": ...} */
WEB_EXPORT(void, setup_state, const struct rk_rules *rules)
{
	rules->setup_write(fen, &web_scratch);
	web_json_open('{');
	web_json_field("fen", text, fen);
	web_json_field("turn", number, rules->setup_to_move(&web_scratch));
	web_json_field("castling", number, rules->setup_castling(&web_scratch));
	web_json_close('}');
}

/*
 * Makes a position of the set-up. If it has defects, it stays and the answer is
 * a list of their texts. Returns whether there are any.
 */
WEB_EXPORT(int, setup_finish, const struct rk_rules *rules)
{
	unsigned int defects = rules->setup_finish(&spare, &web_scratch);

	web_json_open('[');
	for (unsigned int bit = 1; bit && bit <= defects; bit <<= 1)
		if (defects & bit)
			web_json_text(rules->defect_text(bit));
	web_json_close(']');
	if (!defects)
		web_scratch = spare;
	return defects != 0;
}
