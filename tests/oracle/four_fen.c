/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book for four players: the starts, and positions as text.
 * The reader is for texts that a test wrote down, and believes most of them.
 */
#include "tests/oracle/four.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char seat_letters[] = "rbyg";

void four_clear(struct four_pos *pos, enum four_rules rules)
{
	memset(pos, 0, sizeof(*pos));
	pos->rules = rules;
	for (int seat = 0; seat < FOUR_SEATS; seat++)
		pos->skipped[seat] = -1;
}

void four_put(struct four_pos *pos, int square, char type, int seat)
{
	struct four_piece piece = {type, (char)seat, 0, 0};

	if (type == 'D') {
		piece.type = 'Q';
		piece.cheap = 1;
	}
	pos->board[square] = piece;
}

/* Where the kings stand, counted along file or rank from 0. */
static const int kings[FOUR_STARTS][FOUR_SEATS] = {
	{7, 6, 6, 7}, /* h1 a7 g14 n8 */
	{7, 7, 6, 6}, /* h1 a8 g14 n7 */
	{7, 6, 7, 6}, /* h1 a7 h14 n7 */
	{7, 6, 7, 7}, /* h1 a7 h14 n8 */
	{6, 7, 6, 7}, /* g1 a8 g14 n8 */
};

void four_start(struct four_pos *pos, int start, enum four_rules rules)
{
	four_clear(pos, rules);
	for (int i = 3; i <= 10; i++) {
		char type = "RNB..BNR"[i - 3];

		for (int seat = 0; seat < FOUR_SEATS; seat++) {
			bool upright = seat % 2 == 0;
			int first = seat < 2 ? 0 : 13;
			int second = seat < 2 ? 1 : 12;

			if (type == '.' || type == 'K' || type == 'Q')
				type = kings[start][seat] == i ? 'K' : 'Q';
			four_put(pos,
				 upright ? four_square(i, first)
					 : four_square(first, i),
				 type, seat);
			four_put(pos,
				 upright ? four_square(i, second)
					 : four_square(second, i),
				 'P', seat);
			pos->castle[seat][0] = pos->castle[seat][1] = true;
		}
	}
}

/* ---- Writing ---- */

static void square_name(char name[16], int square)
{
	sprintf(name, "%c%d", 'a' + square % FOUR_SIZE, square / FOUR_SIZE + 1);
}

static char *write_four(char *at, const int numbers[FOUR_SEATS])
{
	return at + sprintf(at, "-%d,%d,%d,%d", numbers[0], numbers[1],
			    numbers[2], numbers[3]);
}

static char *write_skipped(char *at, const struct four_pos *pos)
{
	at += sprintf(at, "'enPassant':(");
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		char skipped[16], pawn[16];

		at += sprintf(at, seat ? ",'" : "'");
		if (pos->skipped[seat] >= 0) {
			square_name(skipped, pos->skipped[seat]);
			square_name(pawn,
				    four_step(pos->skipped[seat], seat, 0, 1));
			at += sprintf(at, "%s:%s", skipped, pawn);
		}
		at += sprintf(at, "'");
	}
	return at + sprintf(at, ")");
}

static char *write_extra(char *at, const struct four_pos *pos)
{
	bool skipped = false;

	for (int seat = 0; seat < FOUR_SEATS; seat++)
		skipped |= pos->skipped[seat] >= 0;
	if (!skipped)
		return at;
	at += sprintf(at, "-{");
	at = write_skipped(at, pos);
	return at + sprintf(at, "}");
}

/* A piece that was grey from the start is nobody's. */
static char *write_piece(char *at, const struct four_pos *pos, int square)
{
	const struct four_piece *piece = &pos->board[square];

	if (!four_lives(pos, square))
		*at++ = 'd';
	if (!piece->grey)
		*at++ = seat_letters[(int)piece->seat];
	*at++ = piece->cheap ? 'D' : piece->type;
	return at;
}

static char *write_rank(char *at, const struct four_pos *pos, int rank)
{
	int empty = 0;

	for (int file = 0; file < FOUR_SIZE; file++) {
		int square = rank * FOUR_SIZE + file;

		if (!pos->board[square].type) {
			empty++;
			continue;
		}
		if (empty)
			at += sprintf(at, "%d,", empty);
		empty = 0;
		at = write_piece(at, pos, square);
		*at++ = ',';
	}
	if (empty)
		return at + sprintf(at, "%d", empty);
	return at - 1;
}

void four_fen_write(char text[FOUR_FEN_SIZE], const struct four_pos *pos)
{
	int numbers[3][FOUR_SEATS];
	char *at = text;

	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		numbers[0][seat] = pos->out[seat];
		numbers[1][seat] = pos->castle[seat][0];
		numbers[2][seat] = pos->castle[seat][1];
	}
	*at++ = "RBYG"[pos->turn];
	for (int i = 0; i < 3; i++)
		at = write_four(at, numbers[i]);
	at = write_four(at, pos->points);
	at += sprintf(at, "-%d", pos->halfmove);
	at = write_extra(at, pos);
	*at++ = '-';
	for (int rank = 13; rank >= 0; rank--) {
		at = write_rank(at, pos, rank);
		*at++ = rank ? '/' : '\0';
	}
}

/* ---- Reading ---- */

/* Four numbers after a dash; NULL where there are none. */
static const char *read_four(const char *at, int numbers[FOUR_SEATS])
{
	int length = 0;

	if (!at || sscanf(at, "-%d,%d,%d,%d%n", &numbers[0], &numbers[1],
			  &numbers[2], &numbers[3], &length) < 4)
		return NULL;
	return at + length;
}

static bool read_piece(struct four_pos *pos, int square, const char *text,
		       size_t length)
{
	bool grey = length && text[0] == 'd';
	const char *letter;
	int seat = 0;

	if (grey) {
		text++;
		length--;
	}
	letter = length == 2 ? strchr(seat_letters, text[0]) : NULL;
	if (letter)
		seat = (int)(letter - seat_letters);
	else if (length != 1 || !grey)
		return false;
	if (!strchr("PNBRQKD", text[length - 1]) || square < 0)
		return false;
	four_put(pos, square, text[length - 1], seat);
	if (grey && (!letter || !pos->out[seat])) {
		pos->board[square].grey = 1;
		pos->board[square].seat = 0;
	}
	if (!grey && text[length - 1] == 'K' && pos->out[seat])
		pos->walking[seat] = true;
	return true;
}

static bool read_board(struct four_pos *pos, const char *at)
{
	for (int rank = 13; rank >= 0; rank--) {
		int file = 0;

		while (file < FOUR_SIZE) {
			size_t length = strcspn(at, ",/");

			if (*at >= '1' && *at <= '9')
				file += atoi(at);
			else if (*at == 'x')
				file++;
			else if (!read_piece(pos, four_square(file++, rank), at,
					     length))
				return false;
			at += length;
			if (*at && (*at == ',') == (file < FOUR_SIZE))
				at++;
			else if (*at)
				return false;
			else if (file < FOUR_SIZE)
				return false;
		}
		if (file > FOUR_SIZE)
			return false;
	}
	return !*at;
}

/* From 'i3:i4' and the like; where nothing is understood there is no right. */
static void read_skipped(struct four_pos *pos, const char *at,
			 const char *board)
{
	at = strstr(at, "'enPassant':(");
	if (!at || at > board)
		return;
	at += strlen("'enPassant':(");
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		char file;
		int rank;

		if (sscanf(at, "'%c%d:", &file, &rank) == 2)
			pos->skipped[seat] = four_square(file - 'a', rank - 1);
		at = strchr(at + 1, '\'');
		at = at ? strpbrk(at, ",)") : NULL;
		if (!at || *at++ == ')')
			return;
	}
}

bool four_fen_read(struct four_pos *pos, const char *text,
		   enum four_rules rules)
{
	static const char turns[] = "RBYG";
	const char *board = strrchr(text, '-');
	int numbers[3][FOUR_SEATS];
	const char *at = text + 1;
	int length = 0;

	four_clear(pos, rules);
	if (!board || !strchr(turns, text[0]))
		return false;
	pos->turn = (int)(strchr(turns, text[0]) - turns);
	for (int i = 0; i < 3; i++)
		at = read_four(at, numbers[i]);
	at = read_four(at, pos->points);
	if (!at || sscanf(at, "-%d%n", &pos->halfmove, &length) < 1)
		return false;
	for (int seat = 0; seat < FOUR_SEATS; seat++) {
		pos->out[seat] = numbers[0][seat];
		pos->castle[seat][0] = numbers[1][seat];
		pos->castle[seat][1] = numbers[2][seat];
	}
	read_skipped(pos, at, board);
	return read_board(pos, board + 1);
}
