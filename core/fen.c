/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads and writes FEN, X-FEN and Shredder-FEN; the contract is in
 * rookery/position.h. The reader walks the text once from left to right. At the
 * first wrong byte it reports what it expected, and the column. It accepts
 * every set-up that a text can express; rk_pos_from_setup() decides whether
 * that is a position.
 */
#include "core/position.h"
#include "core/reader.h"

static const char piece_letters[16] = "PNBRQK??pnbrqk??";

static bool skip_blanks(struct reader *reader)
{
	size_t start = reader->at;

	while (peek(reader) == ' ')
		reader->at++;
	return reader->at > start;
}

static int piece_from_letter(char letter)
{
	for (int piece = 0; piece <= rk_piece(RK_BLACK, RK_KING); piece++)
		if (piece_letters[piece] == letter && letter != '?')
			return piece;
	return RK_NONE;
}

static bool read_rank(struct reader *reader, uint8_t *squares)
{
	bool after_digit = false;

	for (int file = 0; file < 8; reader->at++) {
		char letter = peek(reader);
		int piece = piece_from_letter(letter);

		if (piece != RK_NONE) {
			squares[file++] = (uint8_t)piece;
			after_digit = false;
		} else if (letter >= '1' && letter <= '8' && !after_digit &&
			   file + letter - '0' <= 8) {
			file += letter - '0';
			after_digit = true;
		} else {
			return fail(reader,
				    "a piece (PNBRQK, pnbrqk) or a number of "
				    "empty squares that fits the rank");
		}
	}
	return true;
}

static bool read_board(struct reader *reader, struct rk_setup *setup)
{
	for (int rank = 7; read_rank(reader, setup->board + 8 * rank); rank--) {
		if (rank == 0)
			return true;
		if (peek(reader) != '/')
			return fail(reader, "'/' after eight squares");
		reader->at++;
	}
	return false;
}

static bool read_side(struct reader *reader, struct rk_setup *setup)
{
	char letter = peek(reader);

	if (letter != 'w' && letter != 'b')
		return fail(reader, "the side to move, 'w' or 'b'");
	setup->side = letter == 'w' ? RK_WHITE : RK_BLACK;
	reader->at++;
	return true;
}

/* The only king of a colour on its back rank, or RK_NO_SQUARE. */
static int find_king(const struct rk_setup *setup, int colour)
{
	int king = RK_NO_SQUARE;

	for (int file = 0; file < 8; file++) {
		int square = rk_square_at(file, colour == RK_WHITE ? 0 : 7);

		if (setup->board[square] != rk_piece(colour, RK_KING))
			continue;
		if (king != RK_NO_SQUARE)
			return RK_NO_SQUARE;
		king = square;
	}
	return king;
}

/* The outermost rook on one side of the king, or RK_NO_SQUARE. */
static int find_rook(const struct rk_setup *setup, int king, int colour,
		     int step)
{
	int edge = (king & 56) | (step > 0 ? 7 : 0);

	for (int square = edge; square != king; square -= step)
		if (setup->board[square] == rk_piece(colour, RK_ROOK))
			return square;
	return RK_NO_SQUARE;
}

/* The rook that a castling letter means, or RK_NO_SQUARE. */
static int rook_from_letter(const struct rk_setup *setup, char letter)
{
	int colour = letter >= 'a' ? RK_BLACK : RK_WHITE;
	char upper = (char)(letter & ~32);
	int king = find_king(setup, colour);
	int rook;

	if (king == RK_NO_SQUARE)
		return RK_NO_SQUARE;
	if (upper == 'K')
		return find_rook(setup, king, colour, 1);
	if (upper == 'Q')
		return find_rook(setup, king, colour, -1);
	rook = (king & 56) | (upper - 'A');
	return setup->board[rook] == rk_piece(colour, RK_ROOK) ? rook
							       : RK_NO_SQUARE;
}

static bool is_castling_letter(char letter)
{
	char upper = (char)(letter & ~32);

	return (upper >= 'A' && upper <= 'H') || upper == 'K' || upper == 'Q';
}

static bool read_castling(struct reader *reader, struct rk_setup *setup)
{
	if (peek(reader) == '-') {
		reader->at++;
		return true;
	}
	if (!is_castling_letter(peek(reader)))
		return fail(reader,
			    "castling rights: '-', KQkq or files of rooks");
	for (; is_castling_letter(peek(reader)); reader->at++) {
		int rook = rook_from_letter(setup, peek(reader));

		if (rook == RK_NO_SQUARE)
			return fail(reader,
				    "a castling right whose king and rook "
				    "stand on their back rank");
		if (setup->castle & rk_square_bit(rook))
			return fail(reader, "each castling right only once");
		setup->castle |= rk_square_bit(rook);
	}
	return true;
}

static bool read_ep(struct reader *reader, struct rk_setup *setup)
{
	char file = peek(reader);
	char rank = setup->side == RK_WHITE ? '6' : '3';

	reader->at++;
	if (file == '-')
		return true;
	if (file < 'a' || file > 'h') {
		reader->at--;
		return fail(reader, "the en passant square or '-'");
	}
	if (peek(reader) != rank)
		return fail(reader,
			    rank == '6'
				    ? "'6', the rank of en passant for White"
				    : "'3', the rank of en passant for Black");
	setup->ep = (uint8_t)rk_square_at(file - 'a', rank - '1');
	reader->at++;
	return true;
}

static bool read_counters(struct reader *reader, struct rk_setup *setup)
{
	if (!read_number(reader, &setup->halfmove,
			 "the number of half-moves "
			 "since a capture or pawn move"))
		return false;
	if (!skip_blanks(reader))
		return fail(reader, "a blank, then the move number");
	return read_number(reader, &setup->fullmove, "the move number");
}

static bool read_fields(struct reader *reader, struct rk_setup *setup)
{
	skip_blanks(reader);
	if (!read_board(reader, setup))
		return false;
	if (!skip_blanks(reader))
		return fail(reader, "a blank, then the side to move");
	if (!read_side(reader, setup))
		return false;
	if (!skip_blanks(reader))
		return fail(reader, "a blank, then the castling rights");
	if (!read_castling(reader, setup))
		return false;
	if (!skip_blanks(reader))
		return fail(reader,
			    "a blank, then the en passant square or '-'");
	if (!read_ep(reader, setup))
		return false;
	if (skip_blanks(reader) && reader->at < reader->length &&
	    !read_counters(reader, setup))
		return false;
	skip_blanks(reader);
	if (reader->at < reader->length)
		return fail(reader, "nothing more");
	return true;
}

bool rk_fen_read_setup(struct rk_setup *setup, const char *text, size_t length,
		       struct rk_error *error)
{
	struct reader reader = {.text = text, .length = length};
	struct rk_setup read;

	rk_setup_clear(&read);
	if (!read_fields(&reader, &read)) {
		error->column = reader.at + 1;
		error->reason = reader.expected;
		return false;
	}
	*setup = read;
	return true;
}

bool rk_fen_read(struct rk_pos *pos, const char *text, size_t length,
		 struct rk_error *error)
{
	struct rk_setup setup;
	unsigned int defects;

	if (!rk_fen_read_setup(&setup, text, length, error))
		return false;
	defects = rk_pos_from_setup(pos, &setup, false);
	if (defects)
		*error = (struct rk_error){0, rk_defect_text(defects)};
	return !defects;
}

static char *write_rank(char *text, const uint8_t *squares)
{
	int empty = 0;

	for (int file = 0; file < 8; file++) {
		if (squares[file] == RK_NONE) {
			empty++;
			continue;
		}
		if (empty)
			*text++ = (char)('0' + empty);
		empty = 0;
		*text++ = piece_letters[squares[file] & 15];
	}
	if (empty)
		*text++ = (char)('0' + empty);
	return text;
}

/* King side first, as is customary. */
static char *write_castling(char *text, const struct rk_setup *setup,
			    int colour, enum rk_fen_style style)
{
	int king = find_king(setup, colour);
	char small = colour == RK_BLACK ? 32 : 0;

	if (king == RK_NO_SQUARE)
		return text;
	for (int file = 7; file >= 0; file--) {
		int rook = (king & 56) | file;
		int step = rook > king ? 1 : -1;
		char letter = (char)('A' + file);

		if (!(setup->castle & rk_square_bit(rook)))
			continue;
		if (style == RK_FEN_STANDARD &&
		    find_rook(setup, king, colour, step) == rook)
			letter = step > 0 ? 'K' : 'Q';
		*text++ = (char)(letter | small);
	}
	return text;
}

size_t rk_fen_write_setup(char text[RK_FEN_SIZE], const struct rk_setup *setup,
			  enum rk_fen_style style)
{
	char *end = text;
	char *castling;

	for (int rank = 7; rank >= 0; rank--) {
		end = write_rank(end, setup->board + 8 * rank);
		*end++ = rank ? '/' : ' ';
	}
	*end++ = setup->side == RK_WHITE ? 'w' : 'b';
	*end++ = ' ';
	castling = end;
	end = write_castling(end, setup, RK_WHITE, style);
	end = write_castling(end, setup, RK_BLACK, style);
	if (end == castling)
		*end++ = '-';
	*end++ = ' ';
	if (setup->ep == RK_NO_SQUARE) {
		*end++ = '-';
	} else {
		*end++ = (char)('a' + rk_square_file(setup->ep));
		*end++ = (char)('1' + rk_square_rank(setup->ep));
	}
	*end++ = ' ';
	end = write_number(end, setup->halfmove);
	*end++ = ' ';
	end = write_number(end, setup->fullmove);
	*end = 0;
	return (size_t)(end - text);
}

size_t rk_fen_write(char text[RK_FEN_SIZE], const struct rk_pos *pos,
		    enum rk_fen_style style)
{
	struct rk_setup setup;

	rk_setup_from_pos(&setup, pos);
	return rk_fen_write_setup(text, &setup, style);
}
