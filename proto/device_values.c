/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What can be read from a /dev/chess board as text: the two long answers of
 * the protocol, the values for /sys, and a move as the protocol writes it.
 */
#include "proto/device.h"

static const struct rk_rules *const rules = &rk_rules_standard;

/* Colour and kind, two letters. */
static char *put_piece(char *text, const struct rk_rules *row, int cell)
{
	bool is_piece = rk_cell_is_piece(cell);

	*text++ = is_piece ? row->seats[rk_cell_seat(cell)][0] : '*';
	*text++ = is_piece ? row->types[rk_cell_type(cell)] : '*';
	return text;
}

size_t rk_device_write_move(char text[RK_DEVICE_MOVE_SIZE],
			    const struct rk_rules *row, const void *pos,
			    rk_any_move move)
{
	int mover = row->cell(pos, row->from(pos, move));
	int captured = row->captured(pos, move);
	int promoted = row->promoted(pos, move);
	char squares[RK_MOVE_TEXT_SIZE];
	char *end = put_piece(text, row, mover);

	row->write_move(squares, pos, move, RK_STYLE_COORD);
	memcpy(end, squares, 2);
	end[2] = '-';
	memcpy(end + 3, squares + 2, 2);
	end += 5;
	if (captured >= 0) {
		*end++ = 'x';
		end = put_piece(end, row, row->cell(pos, captured));
	}
	if (promoted != RK_NONE) {
		*end++ = 'y';
		end = put_piece(end, row,
				rk_cell(rk_cell_seat(mover), promoted));
	}
	*end = 0;
	return (size_t)(end - text);
}

void rk_device_write_board(const struct rk_game *game,
			   const struct rk_out *out)
{
	char piece[2];

	for (int square = 0; square < rules->files * rules->ranks; square++) {
		put_piece(piece, rules, rules->cell(&game->pos, square));
		rk_out_bytes(out, piece, sizeof(piece));
	}
}

static void write_fen(const void *pos, const struct rk_out *out)
{
	char fen[RK_FEN_SIZE];

	rk_out_bytes(out, fen, rules->write(fen, pos));
}

struct move_writer {
	const struct rk_out *out;
	bool blank; /* in front of the next move */
};

static bool write_event(void *self, const void *pos, struct rk_event event)
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

void rk_device_write_line(const struct rk_game *game,
			  const struct rk_out *out)
{
	struct move_writer writer = {out, false};

	write_fen(&game->start, out);
	rk_out_char(out, ';');
	rk_game_walk(game, write_event, &writer);
}

size_t rk_device_reply_bound(const struct rk_device *device)
{
	const struct rk_game *game = rk_device_game(device);
	size_t board = 2u * rules->files * rules->ranks + 1;
	size_t line = RK_FEN_SIZE + 1;

	if (game)
		line += (size_t)6 * rk_game_plies(game);
	return board > line ? board : line;
}

bool rk_device_set_level(struct rk_device *device, unsigned int level)
{
	if (level < 1 || level > (unsigned int)device->player->levels)
		return false;
	device->level = (uint8_t)level;
	return true;
}

void rk_device_fen(const struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);

	if (game)
		write_fen(&game->pos, out);
}

static bool keep_text(void *self, const void *pos, struct rk_event event)
{
	if (rk_event_kind(event) == RK_EVENT_MOVE)
		rules->write_move(self, pos, rk_event_move(event),
				  RK_STYLE_COORD);
	return true;
}

void rk_device_last_move(const struct rk_device *device,
			 const struct rk_out *out)
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

void rk_device_result(const struct rk_device *device, const struct rk_out *out)
{
	const struct rk_game *game = rk_device_game(device);

	rk_out_text(out, game ? rk_game_result(game) : "*");
}
