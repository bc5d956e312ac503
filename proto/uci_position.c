/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The position of a UCI session: reading one, with the moves that led to it,
 * and showing it. A position is read beside the one at hand and takes its
 * place only if all of it is good.
 */
#include "proto/uci.h"

#include "proto/draw.h"

/* Remembers a position that is about to be left by a move. */
static void push_key(struct rk_uci_board *board)
{
	const size_t kept = sizeof(board->keys) - sizeof(*board->keys);

	if (board->key_count == RK_QUIET_KEYS) {
		memmove(board->keys, board->keys + 1, kept);
		board->key_count--;
	}
	board->keys[board->key_count++] = rk_pos_key_repetition(&board->pos);
}

static void play(struct rk_uci_board *board, rk_move move)
{
	struct rk_undo undo;

	push_key(board);
	rk_pos_make(&board->pos, move, &undo);
	/* What was taken or pushed never comes back. */
	if (!board->pos.halfmove)
		board->key_count = 0;
}

static bool read_moves(struct rk_uci *uci, struct rk_uci_board *board,
		       struct rk_word rest)
{
	struct rk_word word;
	uint32_t number = 1;

	for (; (word = rk_word_take(&rest)).length; number++) {
		enum rk_notation_error error;
		rk_move move;

		error = rk_coord_read(&move, &board->pos, word.text,
				      word.length);
		if (error) {
			rk_uci_say(uci, word, "position refused, ",
				   rk_notation_error_text(error), ": move ",
				   rk_number(number).text, ", ");
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

	if (rk_fen_read(&board->pos, fen.text, fen.length, &error))
		return true;
	if (error.column)
		rk_uci_say(uci, rk_uci_no_word(),
			   "position refused, FEN, column ",
			   rk_number((uint32_t)error.column).text,
			   ": expected ", error.reason);
	else
		rk_uci_say(uci, rk_uci_no_word(), "position refused, ",
			   error.reason);
	return false;
}

/* The position before the moves, and the word that follows it. */
static bool read_start(struct rk_uci *uci, struct rk_uci_board *board,
		       struct rk_word *rest, struct rk_word *next)
{
	struct rk_word word = rk_word_take(rest);

	board->key_count = 0;
	if (rk_word_is(word, "fen"))
		return read_fen(uci, board,
				rk_uci_take_until(rest, "moves", next));
	if (rk_word_is(word, "startpos")) {
		rk_pos_start(&board->pos);
		*next = rk_word_take(rest);
		return true;
	}
	rk_uci_say(uci, word, "position refused, neither startpos nor fen: ");
	return false;
}

void rk_uci_position(struct rk_uci *uci, struct rk_word rest)
{
	struct rk_uci_board *board = &uci->boards[!uci->active];
	struct rk_word next;

	if (!read_start(uci, board, &rest, &next))
		return;
	if (next.length && !rk_word_is(next, "moves")) {
		rk_uci_say(uci, next, "position refused, not moves but ");
		return;
	}
	if (read_moves(uci, board, rest))
		uci->active = !uci->active;
}

static void show_key(const struct rk_out *out, uint64_t key)
{
	for (int shift = 60; shift >= 0; shift -= 4)
		rk_out_char(out, "0123456789ABCDEF"[key >> shift & 15]);
	rk_out_char(out, '\n');
}

static void show_checkers(const struct rk_out *out, rk_bits checkers)
{
	rk_out_text(out, "Checkers:");
	for (int square = 0; square < RK_SQUARES; square++)
		if (checkers & rk_square_bit(square))
			rk_out_parts(out, (const char *const[]){
				" ", rk_square_name(&rk_rules_standard,
						    square).text, NULL});
	rk_out_char(out, '\n');
}

void rk_uci_show(struct rk_uci *uci, struct rk_word rest)
{
	static const struct rk_console_look look;
	const struct rk_out *out = &uci->port->out;
	const struct rk_pos *pos = &rk_uci_board(uci)->pos;
	const struct rk_view view = {
		.rules = &rk_rules_standard,
		.look = &look,
		.board = pos,
		.cell = rk_rules_standard.cell,
		.from = -1,
		.to = -1,
	};
	char fen[RK_FEN_SIZE];

	(void)rest;
	rk_draw_plain(out, &view);
	rk_fen_write(fen, pos, uci->values[RK_UCI_CHESS960] ? RK_FEN_SHREDDER
							    : RK_FEN_STANDARD);
	rk_out_line(out, "Fen: ", fen);
	rk_out_text(out, "Key: ");
	show_key(out, pos->key);
	show_checkers(out, pos->checkers);
}
