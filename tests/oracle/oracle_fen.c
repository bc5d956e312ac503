/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book: positions as text, FEN with the castling letters of
 * X-FEN (KQkq mean the outermost rook, a file's letter any other) and of
 * Shredder-FEN (always the file), and the starting positions of Chess960.
 * The reader is for texts that make sense; it is no examiner.
 */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void oracle_clear(struct oracle_pos *pos)
{
	memset(pos, 0, sizeof(*pos));
	memset(pos->board, ORACLE_EDGE, sizeof(pos->board));
	for (int rank = 0; rank < 8; rank++)
		memset(pos->board + oracle_square(0, rank), ORACLE_EMPTY, 8);
	pos->fullmove = 1;
}

/* The rook of a wing that stands nearest to the edge; or 0. */
static int outer_rook(const struct oracle_pos *pos, int side, int wing)
{
	int king = oracle_king(pos, side);
	int at = oracle_square(wing == ORACLE_KING_SIDE ? 7 : 0,
			       oracle_rank(king));

	while (at != king) {
		if (pos->board[at] == (side ? 'r' : 'R'))
			return at;
		at += at < king ? 1 : -1;
	}
	return 0;
}

static bool read_board(struct oracle_pos *pos, const char *text)
{
	int file = 0;
	int rank = 7;

	for (; *text; text++) {
		if (*text == '/') {
			if (file != 8 || rank == 0)
				return false;
			file = 0;
			rank--;
		} else if (*text >= '1' && *text <= '8') {
			file += *text - '0';
		} else if (strchr("PNBRQKpnbrqk", *text) && file < 8) {
			pos->board[oracle_square(file++, rank)] = *text;
		} else {
			return false;
		}
		if (file > 8)
			return false;
	}
	return file == 8 && rank == 0 && memchr(pos->board, 'K', 120) &&
	       memchr(pos->board, 'k', 120);
}

static bool read_castling(struct oracle_pos *pos, const char *text)
{
	if (!strcmp(text, "-"))
		return true;
	for (; *text; text++) {
		int side = isupper(*text) ? 0 : 1;
		int king = oracle_king(pos, side);
		int letter = tolower(*text);
		int rook;

		if (letter == 'k')
			rook = outer_rook(pos, side, ORACLE_KING_SIDE);
		else if (letter == 'q')
			rook = outer_rook(pos, side, ORACLE_QUEEN_SIDE);
		else if (letter >= 'a' && letter <= 'h')
			rook = oracle_square(letter - 'a', oracle_rank(king));
		else
			return false;
		pos->rook[side][rook > king ? ORACLE_KING_SIDE
					    : ORACLE_QUEEN_SIDE] = rook;
	}
	return true;
}

/* Kept only if a pawn of the side to move looks at the square. */
static bool read_ep(struct oracle_pos *pos, const char *text)
{
	char pawn = pos->side ? 'p' : 'P';
	int square;

	if (!strcmp(text, "-"))
		return true;
	if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' ||
	    text[2])
		return false;
	square = oracle_square(text[0] - 'a', text[1] - '1');
	for (int from = 21; from <= 98; from++)
		if (pos->board[from] == pawn &&
		    oracle_attacks(pos, from, square))
			pos->ep = square;
	return true;
}

bool oracle_fen_read(struct oracle_pos *pos, const char *text)
{
	char board[80], side[2], castling[8], ep[4];

	oracle_clear(pos);
	if (sscanf(text, "%79s %1s %7s %3s %d %d", board, side, castling, ep,
		   &pos->halfmove, &pos->fullmove) != 6 ||
	    !strchr("wb", side[0]))
		return false;
	pos->side = side[0] == 'b';
	return read_board(pos, board) && read_castling(pos, castling) &&
	       read_ep(pos, ep);
}

static char *write_board(char *text, const struct oracle_pos *pos)
{
	for (int rank = 7; rank >= 0; rank--) {
		int empty = 0;

		for (int file = 0; file < 8; file++) {
			char piece = pos->board[oracle_square(file, rank)];

			if (piece == ORACLE_EMPTY) {
				empty++;
				continue;
			}
			if (empty)
				*text++ = (char)('0' + empty);
			empty = 0;
			*text++ = piece;
		}
		if (empty)
			*text++ = (char)('0' + empty);
		*text++ = rank ? '/' : ' ';
	}
	return text;
}

static char *write_castling(char *text, const struct oracle_pos *pos,
			    bool shredder)
{
	const char *start = text;

	for (int side = 0; side < 2; side++)
		for (int wing = 0; wing < 2; wing++) {
			int rook = pos->rook[side][wing];
			int letter = "KQ"[wing];

			if (!rook)
				continue;
			if (shredder || outer_rook(pos, side, wing) != rook)
				letter = 'A' + oracle_file(rook);
			*text++ = (char)(side ? tolower(letter) : letter);
		}
	if (text == start)
		*text++ = '-';
	return text;
}

void oracle_fen_write(char text[ORACLE_FEN_SIZE], const struct oracle_pos *pos,
		      bool shredder)
{
	char *end = write_board(text, pos);
	char ep[3] = "-";

	*end++ = pos->side ? 'b' : 'w';
	*end++ = ' ';
	end = write_castling(end, pos, shredder);
	if (pos->ep) {
		ep[0] = (char)('a' + oracle_file(pos->ep));
		ep[1] = (char)('1' + oracle_rank(pos->ep));
	}
	snprintf(end, (size_t)(text + ORACLE_FEN_SIZE - end), " %s %d %d", ep,
		 pos->halfmove, pos->fullmove);
}

/* Puts a piece on the n-th empty square of a row. */
static void put_nth(char row[9], int n, char piece)
{
	int at = 0;

	while (row[at] != ORACLE_EMPTY || n-- > 0)
		at++;
	row[at] = piece;
}

/*
 * The numbering: bishop on a light square, bishop on a dark one, queen,
 * the two knights, and rook, king, rook on what is left.
 */
static void array960(char row[9], int number)
{
	static const char knights[10][2] = {
		{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
		{1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4},
	};
	const char *pair = knights[number / 96];

	memset(row, ORACLE_EMPTY, 8);
	row[8] = '\0';
	row[number % 4 * 2 + 1] = 'b';
	row[number / 4 % 4 * 2] = 'b';
	put_nth(row, number / 16 % 6, 'q');
	put_nth(row, pair[1], 'n'); /* the second first: it moves no other */
	put_nth(row, pair[0], 'n');
	put_nth(row, 0, 'r');
	put_nth(row, 0, 'k');
	put_nth(row, 0, 'r');
}

void oracle_start960(struct oracle_pos *pos, int white, int black)
{
	char fen[ORACLE_FEN_SIZE], low[9], high[9];

	array960(low, white);
	array960(high, black);
	for (int i = 0; i < 8; i++)
		low[i] = (char)toupper(low[i]);
	snprintf(fen, sizeof(fen),
		 "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", high, low);
	oracle_fen_read(pos, fen);
}
