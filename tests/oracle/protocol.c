/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The words of the /dev/chess protocol, made from the second rule book. All of
 * it follows the text of the protocol; nothing is asked of what speaks it.
 */
#include "tests/oracle/protocol.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tests/oracle/walk.h"

static char *put_piece(char *text, char piece)
{
	bool black = piece >= 'a';

	*text++ = black ? 'B' : 'W';
	*text++ = (char)(black ? piece - 'a' + 'A' : piece);
	return text;
}

static char *put_square(char *text, int square)
{
	*text++ = (char)('a' + oracle_file(square));
	*text++ = (char)('1' + oracle_rank(square));
	return text;
}

void protocol_board(char text[PROTOCOL_BOARD_SIZE],
		    const struct oracle_pos *pos)
{
	for (int rank = 0; rank < 8; rank++)
		for (int file = 0; file < 8; file++) {
			char piece = pos->board[oracle_square(file, rank)];

			if (piece == ORACLE_EMPTY) {
				*text++ = '*';
				*text++ = '*';
			} else {
				text = put_piece(text, piece);
			}
		}
	*text = 0;
}

/* Two squares for usual castling, the rook's square for any other. */
static int target(const struct oracle_move *move)
{
	int rook = oracle_file(move->to);

	if (!move->castling || oracle_file(move->from) != 4 ||
	    (rook != 0 && rook != 7))
		return move->to;
	return move->from + (rook ? 2 : -2);
}

void protocol_move(char text[PROTOCOL_MOVE_SIZE], const struct oracle_pos *pos,
		   const struct oracle_move *move)
{
	char piece = pos->board[move->from];
	int victim = move->en_passant ? oracle_square(oracle_file(move->to),
						      oracle_rank(move->from))
				      : move->to;

	text = strcpy(text, "02 ") + 3;
	text = put_square(put_piece(text, piece), move->from);
	*text++ = '-';
	text = put_square(text, target(move));
	if (move->capture) {
		*text++ = 'x';
		text = put_piece(text, pos->board[victim]);
	}
	if (move->promotion) {
		*text++ = 'y';
		*text++ = piece == 'P' ? 'W' : 'B';
		*text++ = move->promotion;
	}
	*text = 0;
}

void protocol_coord(char text[PROTOCOL_COORD_SIZE],
		    const struct oracle_move *move)
{
	char *end = put_square(put_square(text, move->from), target(move));

	if (move->promotion)
		*end++ = (char)(move->promotion - 'A' + 'a');
	*end = 0;
}

void protocol_begin(struct protocol_history *history,
		    const struct oracle_pos *pos)
{
	history->count = 0;
	oracle_fen_write(history->line, pos, false);
	strcat(history->line, ";");
}

void protocol_play(struct protocol_history *history,
		   const struct oracle_pos *pos, const struct oracle_move *move)
{
	char *end = history->line + strlen(history->line);

	if (end[-1] != ';')
		*end++ = ' ';
	protocol_coord(end, move);
	history->places[history->count++] = *pos;
}

static bool is_same(const struct oracle_pos *one,
		    const struct oracle_pos *other)
{
	return one->side == other->side && one->ep == other->ep &&
	       !memcmp(one->rook, other->rook, sizeof(one->rook)) &&
	       !memcmp(one->board, other->board, sizeof(one->board));
}

/* Nothing from before the last capture or pawn move comes back. */
int protocol_times(const struct protocol_history *history,
		   const struct oracle_pos *pos)
{
	int first = history->count - pos->halfmove;
	int times = 1;

	for (int i = first > 0 ? first : 0; i < history->count; i++)
		times += is_same(&history->places[i], pos);
	return times;
}

const char *protocol_answer(const struct protocol_history *history,
			    const struct oracle_pos *pos)
{
	switch (oracle_status(pos)) {
	case ORACLE_CHECKMATE:
		return "MATE";
	case ORACLE_PLAYING:
		if (protocol_times(history, pos) >= 5)
			return "TIE";
		return oracle_in_check(pos) ? "CHECK" : "OK";
	default:
		return "TIE";
	}
}

static bool is_in(const char *letters, char letter)
{
	return letter && strchr(letters, letter);
}

static bool is_piece(const char *text)
{
	return is_in("WB", text[0]) && is_in("PNBRQK", text[1]);
}

static bool is_square(const char *text)
{
	return is_in("abcdefgh", text[0]) && is_in("12345678", text[1]);
}

/* The grammar of 02, from the specification. */
static bool is_move_command(const char *text)
{
	size_t length = strlen(text);

	if (length < 10 || strncmp(text, "02 ", 3) != 0 ||
	    !is_piece(text + 3) || !is_square(text + 5) || text[7] != '-' ||
	    !is_square(text + 8))
		return false;
	text += 10;
	if (text[0] == 'x' && is_piece(text + 1))
		text += 3;
	if (text[0] == 'y' && is_piece(text + 1))
		text += 3;
	return !*text;
}

static bool is_legal_text(const struct oracle_pos *pos,
			  const struct oracle_list *list, const char *text)
{
	char legal[PROTOCOL_MOVE_SIZE];

	for (int i = 0; i < list->count; i++) {
		protocol_move(legal, pos, &list->move[i]);
		if (!strcmp(legal, text))
			return true;
	}
	return false;
}

static char swap_case(char letter)
{
	return (char)(isupper((unsigned char)letter)
			      ? tolower((unsigned char)letter)
			      : toupper((unsigned char)letter));
}

/* Of the letters from the mover's colour on, one. */
static char *some_letter(char *text, uint64_t *seed)
{
	return text + 3 + walk_random(seed, (int)strlen(text) - 3);
}

/* A suffix gained, a part lost, a colour, piece, square or case not right. */
static void alter(char *text, uint64_t *seed)
{
	static const char letters[] = "WBPNRQKabcdefgh12345678-xy zZ09";
	static const char *const suffixes[] = {
		"xBP", "xWP", "yWQ", "yBQ", "yWK", "xBNyWQ", " ", "x", "xBQxBQ",
	};
	char *at = some_letter(text, seed);

	switch (walk_random(seed, 8)) {
	case 0:
		strcat(text, suffixes[walk_random(seed, 9)]);
		break;
	case 1:
		text[strlen(text) - 3] = 0;
		break;
	case 2:
		text[3] = text[3] == 'W' ? 'B' : 'W';
		break;
	case 3:
		text[4] = "PNBRQK"[walk_random(seed, 6)];
		break;
	case 4:
		*at = swap_case(*at);
		break;
	case 5: /* the other way round */
		at = text + 5;
		memcpy(text + 40, at, 2);
		memcpy(at, at + 3, 2);
		memcpy(at + 3, text + 40, 2);
		break;
	default:
		*at = letters[walk_random(seed, sizeof(letters) - 1)];
	}
}

const char *protocol_alter(char text[PROTOCOL_MOVE_SIZE],
			   const struct oracle_pos *pos,
			   const struct oracle_list *list, uint64_t *seed)
{
	protocol_move(text, pos, &list->move[walk_random(seed, list->count)]);
	alter(text, seed);
	if (is_legal_text(pos, list, text))
		return NULL;
	return is_move_command(text) ? "ILLMOVE" : "INVFMT";
}
