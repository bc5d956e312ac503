/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The position of a UCI session: reading one with the moves that led to it, and
 * showing it. A position is read beside the current one and replaces it only if
 * all of it is valid.
 */
#include "proto/uci.h"

#include "proto/draw.h"

/* Stores the key of a position before a move is made. */
static void push_key(struct rk_uci_board *board)
{
	const size_t kept = sizeof(board->keys) - sizeof(*board->keys);

	if (board->key_count == RK_QUIET_KEYS) {
		memmove(board->keys, board->keys + 1, kept);
		board->key_count--;
	}
	board->keys[board->key_count++] = board->rules->key(&board->pos);
}

static void play(struct rk_uci_board *board, rk_any_move move)
{
	union rk_any_undo undo;

	push_key(board);
	board->rules->make(&board->pos, move, &undo);
	/* After an irreversible move no earlier position can recur. */
	if (!board->rules->quiet_plies(&board->pos))
		board->key_count = 0;
}

/* Other programs for four players write signs: h2-h3, k10-k11=Q. */
static bool has_signs(const struct rk_rules *rules)
{
	return RK_HAS_FOUR && rules->players > 2;
}

bool rk_uci_is_coordinates(const struct rk_rules *rules, struct rk_word word)
{
	for (int i = 0; i < 2; i++) {
		if (rk_word_take_square(&word, rules) < 0)
			return false;
		if (has_signs(rules) && word.length && *word.text == "-="[i]) {
			word.text++;
			word.length--;
		}
	}
	return word.length <= 1;
}

/* Squares and a letter, in small letters and without signs. */
static size_t copy_coordinates(char text[RK_MOVE_TEXT_SIZE],
			       struct rk_word word)
{
	size_t length = 0;

	for (size_t i = 0; i < word.length; i++)
		if (word.text[i] != '-' && word.text[i] != '=')
			text[length++] = (char)(word.text[i] | 32);
	return length;
}

enum rk_notation_error rk_uci_read_move(const struct rk_uci_board *board,
					struct rk_word word, rk_any_move *move)
{
	char text[RK_MOVE_TEXT_SIZE];

	if (!rk_uci_is_coordinates(board->rules, word))
		return RK_NOTATION_SYNTAX;
	if (has_signs(board->rules))
		word = (struct rk_word){text, copy_coordinates(text, word)};
	return board->rules->read_move(move, &board->pos, word.text,
				       word.length);
}

/* With two players, draws do not stop the moves: the GUI decides. */
static bool is_over(const struct rk_uci_board *board)
{
	return board->rules->players > 2 &&
	       board->rules->status(&board->pos).reason;
}

static bool read_moves(struct rk_uci *uci, struct rk_uci_board *board,
		       struct rk_word rest)
{
	struct rk_word word;
	uint32_t number = 1;

	for (; (word = rk_word_take(&rest)).length; number++) {
		rk_any_move move;
		enum rk_notation_error error =
			rk_uci_read_move(board, word, &move);

		if (error || is_over(board)) {
			rk_uci_say(uci, word, "position refused, ",
				   error ? rk_notation_error_text(error)
					 : "the game is over",
				   ": move ", rk_number(number).text, ", ");
			return false;
		}
		play(board, move);
	}
	return true;
}

static bool read_fen(struct rk_uci *uci, struct rk_uci_board *board,
		     struct rk_word fen)
{
	struct rk_error error;

	if (board->rules->read(&board->pos, fen.text, fen.length, &error))
		return true;
	if (error.column)
		rk_uci_say(uci, rk_uci_no_word(), "position refused, ",
			   board->rules->players == 2 ? "FEN" : "FEN4",
			   ", column ", rk_number((uint32_t)error.column).text,
			   ": expected ", error.reason);
	else
		rk_uci_say(uci, rk_uci_no_word(), "position refused, ",
			   error.reason);
	return false;
}

/* The number of a starting position by its name, or -1. */
static int find_start(const struct rk_rules *rules, struct rk_word word)
{
	for (int i = 0; rules->starts[i]; i++)
		if (rk_word_is(word, rules->starts[i]))
			return i;
	return -1;
}

int rk_uci_find_start(struct rk_word word)
{
	for (int i = 0; rk_rules_all[i]; i++)
		if (rk_rules_all[i]->starts &&
		    find_start(rk_rules_all[i], word) >= 0)
			return find_start(rk_rules_all[i], word);
	return -1;
}

/* Chooses a starting position by the name that may follow `startpos`. */
static void set_start(const struct rk_uci *uci, struct rk_uci_board *board,
		      struct rk_word *rest, struct rk_word *next)
{
	const struct rk_rules *rules = board->rules;
	int which;

	*next = rk_word_take(rest);
	which = rules->starts ? find_start(rules, *next) : -1;
	if (which >= 0)
		*next = rk_word_take(rest);
	else
		which = rules->starts ? uci->start : 0;
	rules->start(&board->pos, which);
}

/*
 * A FEN4 implies four players: if UCI_Variant is for two, the first rules for
 * four are used; those of teams if the text comes from a program that knows
 * nothing else.
 */
static bool find_four(struct rk_uci *uci, struct rk_uci_board *board,
		      bool needs_teams)
{
	int number = -1;

	while (board->rules->players == 2 ||
	       (RK_HAS_FOUR && needs_teams &&
		board->rules->sides[0] != board->rules->sides[2])) {
		number = rk_uci_next_variant(uci, number);
		if (number < 0) {
			rk_uci_say(uci, rk_uci_no_word(),
				   "position refused, "
				   "there is no game of four here");
			return false;
		}
		board->rules = rk_rules_all[number];
	}
	return true;
}

/* A FEN4 begins with a colour and a dash. */
static bool is_fen4(struct rk_word rest)
{
	struct rk_word word = rk_word_take(&rest);

	return word.length > 2 && word.text[1] == '-' &&
	       (word.text[0] == 'R' || word.text[0] == 'B' ||
		word.text[0] == 'Y' || word.text[0] == 'G');
}

/* Reads the position before the moves. */
static bool read_start(struct rk_uci *uci, struct rk_uci_board *board,
		       struct rk_word *rest, struct rk_word *next)
{
	struct rk_word before = *rest, word = rk_word_take(rest);
	bool fen4 = rk_word_is(word, "fen4"), fen = rk_word_is(word, "fen");
	/* `position modern`, as others have it. */
	bool start = RK_HAS_FOUR && rk_uci_find_start(word) >= 0;
	bool others = RK_HAS_FOUR && (start || (fen && is_fen4(*rest)));

	board->rules = rk_uci_rules(uci);
	board->key_count = 0;
	if (rk_word_is(word, "startpos")) {
		set_start(uci, board, rest, next);
		return true;
	}
	if ((fen4 || others) &&
	    !find_four(uci, board, others && board->rules->players == 2))
		return false;
	if (start) {
		*rest = before;
		set_start(uci, board, rest, next);
		return true;
	}
	if (fen4 || fen)
		return read_fen(uci, board,
				rk_uci_take_until(rest, "moves", next));
	rk_uci_say(uci, word, "position refused, neither startpos nor fen: ");
	return false;
}

/* Makes the board that was read the current one. */
static void take_board(struct rk_uci *uci, const struct rk_uci_board *board)
{
	uci->board = *board;
	if (board->rules == rk_uci_rules(uci))
		return;
	for (int i = 0; rk_rules_all[i]; i++)
		if (rk_rules_all[i] == board->rules)
			uci->values[RK_UCI_VARIANT] = i;
	rk_uci_prepare(uci);
	rk_uci_say(uci, rk_uci_no_word(), "UCI_Variant is ",
		   rk_uci_variant_name((int)uci->values[RK_UCI_VARIANT]),
		   " from now on");
}

void rk_uci_start(struct rk_uci *uci)
{
	struct rk_uci_board *board = &uci->board;

	board->rules = rk_uci_rules(uci);
	board->rules->start(&board->pos, board->rules->starts ? uci->start : 0);
	board->key_count = 0;
}

void rk_uci_position(struct rk_uci *uci, struct rk_word rest)
{
	struct rk_uci_board *board = &rk_uci_scratch(uci)->board;
	struct rk_word next;

	if (!read_start(uci, board, &rest, &next))
		return;
	if (next.length && !rk_word_is(next, "moves")) {
		rk_uci_say(uci, next, "position refused, not moves but ");
		return;
	}
	if (read_moves(uci, board, rest))
		take_board(uci, board);
}

static void show_key(const struct rk_out *out, uint64_t key)
{
	for (int shift = 60; shift >= 0; shift -= 4)
		rk_out_char(out, "0123456789ABCDEF"[key >> shift & 15]);
	rk_out_char(out, '\n');
}

static void show_checkers(const struct rk_out *out,
			  const struct rk_uci_board *board)
{
	const struct rk_rules *rules = board->rules;
	int turn = rules->turn(&board->pos);
	int king = rk_find_king(rules, &board->pos, turn), count = 0;
	uint8_t list[RK_MAX_ATTACKERS];

	if (king >= 0)
		count = rules->attackers(&board->pos, king, turn, list);
	rk_out_text(out, "Checkers:");
	for (int i = 0; i < count; i++)
		rk_out_parts(out,
			     (const char *const[]){
				     " ", rk_square_name(rules, list[i]).text,
				     NULL});
	rk_out_char(out, '\n');
}

/* Chess960 has its own style for castling rights. */
static void show_fen(struct rk_uci *uci, const struct rk_uci_board *board)
{
	char *fen = rk_uci_scratch(uci)->fen;

	if (board->rules->orthodox && uci->values[RK_UCI_CHESS960])
		rk_fen_write(fen, &board->pos.two, RK_FEN_SHREDDER);
	else
		board->rules->write(fen, &board->pos);
	rk_out_line(&uci->out,
		    board->rules->players == 2 ? "Fen: " : "Fen4: ", fen);
}

/* The key of opening books, or else the position's key. */
static uint64_t key_of(const struct rk_uci_board *board)
{
	uint64_t key = board->rules->book_key(&board->pos);

	return key ? key : board->rules->key(&board->pos);
}

void rk_uci_show(struct rk_uci *uci, struct rk_word rest)
{
	static const struct rk_console_look look;
	const struct rk_out *out = &uci->out;
	const struct rk_uci_board *board = &uci->board;
	const struct rk_view view = {
		.rules = board->rules,
		.look = &look,
		.board = &board->pos,
		.cell = board->rules->cell,
		.from = -1,
		.to = -1,
	};

	(void)rest;
	rk_draw_plain(out, &view);
	show_fen(uci, board);
	rk_out_text(out, "Key: ");
	show_key(out, key_of(board));
	show_checkers(out, board);
}
