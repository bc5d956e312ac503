/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The text output of a /dev/chess board: the two long answers of the protocol,
 * the values for /sys, and a move as the protocol writes it.
 */
#include "proto/device.h"

#include "rookery/moves.h"
#include "rookery/notation.h"

static const struct rk_rules *const rules = &rk_rules_standard;

/* Writes colour and type, two letters. */
static char *put_piece(char *text, int piece)
{
	bool is_piece = rk_piece_type(piece) < RK_TYPES;

	*text++ = is_piece ? "WB"[rk_piece_colour(piece)] : '*';
	*text++ = "PNBRQK**"[rk_piece_type(piece)];
	return text;
}

size_t rk_device_write_move(char text[RK_DEVICE_MOVE_SIZE],
			    const struct rk_pos *pos, rk_move move)
{
	int mover = pos->board[rk_move_from(move)];
	int kind = rk_move_kind(move);
	char squares[RK_COORD_SIZE];
	char *end = put_piece(text, mover);

	rk_coord_write(squares, move, RK_CASTLE_KING);
	memcpy(end, squares, 2);
	end[2] = '-';
	memcpy(end + 3, squares + 2, 2);
	end += 5;
	if (rk_move_is_capture(pos, move)) {
		*end++ = 'x';
		end = put_piece(end, kind == RK_EN_PASSANT
					     ? rk_piece(pos->side ^ 1, RK_PAWN)
					     : pos->board[rk_move_to(move)]);
	}
	if (kind == RK_PROMOTION) {
		*end++ = 'y';
		end = put_piece(end,
				rk_piece(pos->side, rk_move_promoted(move)));
	}
	*end = 0;
	return (size_t)(end - text);
}

/* Clients read it after every move, so it uses the position directly. */
void rk_device_write_board(const struct rk_game *game, const struct rk_out *out)
{
	char names[16][2], text[RK_SQUARES][2];

	for (int piece = 0; piece < 16; piece++)
		put_piece(names[piece], piece);
	for (int square = 0; square < RK_SQUARES; square++)
		memcpy(text[square], names[game->pos.two.board[square]], 2);
	rk_out_bytes(out, *text, sizeof(text));
}

static void write_fen(const union rk_any_pos *pos, const struct rk_out *out)
{
	char fen[RK_FEN_SIZE];

	rk_out_bytes(out, fen, rules->write(fen, pos));
}

struct move_writer {
	const struct rk_out *out;
	bool blank; /* before the next move */
};

static bool write_event(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	struct move_writer *writer = self;
	char text[RK_MOVE_TEXT_SIZE];

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (writer->blank)
		rk_out_char(writer->out, ' ');
	writer->blank = true;
	rules->write_move(text, pos, rk_event_move(event), RK_STYLE_COORD);
	rk_out_text(writer->out, text);
	return true;
}

void rk_device_write_line(const struct rk_game *game, const struct rk_out *out)
{
	struct move_writer writer = {out, false};

	write_fen(&game->start, out);
	rk_out_char(out, ';');
	rk_game_walk(game, write_event, &writer);
}

size_t rk_device_reply_bound(const struct rk_device *device, const char *bytes,
			     size_t length)
{
	const struct rk_game *game = rk_device_game(device);

	if (length < 2 || bytes[0] != '0' || bytes[1] != '8' || !game)
		return RK_DEVICE_SHORT;
	return RK_FEN_SIZE + 1 + (size_t)6 * rk_game_plies(game);
}

bool rk_device_set_level(struct rk_device *device, unsigned int level)
{
	if (level < 1 || level > (unsigned int)device->player->levels)
		return false;
	device->level = (uint8_t)level;
	return true;
}

void rk_device_fen(struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);

	if (game)
		write_fen(&game->pos, out);
}

static bool keep_text(void *self, const union rk_any_pos *pos,
		      struct rk_event event)
{
	if (rk_event_kind(event) == RK_EVENT_MOVE)
		rules->write_move(self, pos, rk_event_move(event),
				  RK_STYLE_COORD);
	return true;
}

void rk_device_last_move(struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);
	char text[RK_MOVE_TEXT_SIZE] = "";

	if (game)
		rk_game_walk(game, keep_text, text);
	rk_out_text(out, text);
}

void rk_device_legal_moves(struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);
	char text[RK_MOVE_TEXT_SIZE];
	int count = 0;

	if (game && !rk_game_is_over(game))
		count = rules->moves(&game->pos, device->moves);
	for (int i = 0; i < count; i++) {
		if (i)
			rk_out_char(out, ' ');
		rules->write_move(text, &game->pos, device->moves[i],
				  RK_STYLE_COORD);
		rk_out_text(out, text);
	}
}

void rk_device_result(struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);

	rk_out_text(out, game ? rk_game_result(game) : "*");
}

void rk_device_winner(struct rk_device *device, const struct rk_out *out)
{
	static const char *const words[] = {"nobody", "white", "black"};
	const struct rk_game *game = rk_device_game(device);

	if (game && rk_game_is_over(game))
		rk_out_text(out, words[game->outcome.winners]);
}

void rk_device_reason(struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);

	if (game && rk_game_is_over(game))
		rk_out_text(out, rk_reason_text(game->outcome.reason));
}
