/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads and writes FEN4:
 * turn-dead-castleK-castleQ-points-halfmove[-{extra}]-board. The reader walks
 * the text once from left to right. At the first wrong byte it reports what it
 * expected, and the column. It accepts every set-up that a text can express;
 * rk4_setup_finish() decides whether that is a position.
 *
 * A dead piece has a d before it. It stays its seat's piece if that seat has
 * left the game, and is nobody's otherwise. A living king of a seat that has
 * left walks.
 */
#include "core/four/board.h"
#include "core/reader.h"

static const char seat_letters[] = "rbyg";
static const char turn_letters[] = "RBYG";
static const char type_letters[] = "PNBRQKD";

#define CHEAP_LETTER 6 /* the D */
#define SKIPPED_RANK 3

/* ---- Reading ---- */

/* Reads one of these letters and returns its index, or -1 and reads nothing. */
static int read_letter(struct reader *reader, const char *letters)
{
	for (int i = 0; letters[i]; i++)
		if (peek(reader) == letters[i]) {
			reader->at++;
			return i;
		}
	return -1;
}

static bool expect(struct reader *reader, char letter, const char *expected)
{
	if (peek(reader) != letter)
		return fail(reader, expected);
	reader->at++;
	return true;
}

/* Line breaks are allowed before and after the board, and after every rank. */
static void skip_blanks(struct reader *reader)
{
	while (read_letter(reader, " \t\r\n") >= 0)
		;
}

static bool read_flags(struct reader *reader, uint8_t *set,
		       const char *expected)
{
	unsigned int flags = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int flag;

		if (seat && !expect(reader, ',', expected))
			return false;
		flag = read_letter(reader, "01");
		if (flag < 0)
			return fail(reader, expected);
		flags |= (unsigned int)flag << seat;
	}
	*set = (uint8_t)flags;
	return expect(reader, '-', "'-' after four parts");
}

static bool read_points(struct reader *reader, struct rk4_pos *setup)
{
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		static const char expected[] = "the points, four numbers up to "
					       "32000 with commas between";
		uint16_t points;
		size_t start;

		if (seat && !expect(reader, ',', expected))
			return false;
		start = reader->at;
		if (!read_number(reader, &points, expected))
			return false;
		if (points > RK4_POINTS_MAX) {
			reader->at = start;
			return fail(reader, expected);
		}
		setup->points[seat] = (int16_t)points;
	}
	return expect(reader, '-', "'-' after four parts");
}

/* The square, or -1. */
static int read_square(struct reader *reader)
{
	int file = read_letter(reader, "abcdefghijklmn");
	uint16_t rank;
	int square;

	if (file < 0 || !read_number(reader, &rank, "a square's number") ||
	    rank < 1 || rank > RK4_FILES)
		return -1;
	square = rk4_square_at(file, rank - 1);
	return rk4_square_is_wall(square) ? -1 : square;
}

/* 'i3:i4', the skipped square and the pawn's square, or ''. */
static bool read_skipped(struct reader *reader, struct rk4_pos *setup, int seat)
{
	size_t start;
	int skipped;

	if (!expect(reader, '\'', "a quote before an en passant square"))
		return false;
	if (read_letter(reader, "'") >= 0)
		return true;
	start = reader->at;
	skipped = read_square(reader);
	if (skipped < 0 || rk4_rank_for(seat, skipped) != SKIPPED_RANK) {
		reader->at = start;
		return fail(reader, "a square that this seat's pawns skip");
	}
	if (!expect(reader, ':', "':' and the pawn's square"))
		return false;
	start = reader->at;
	if (read_square(reader) != rk4_ep_pawn(skipped, seat)) {
		reader->at = start;
		return fail(reader, "the square of the pawn that skipped one");
	}
	setup->ep[seat] = (uint8_t)skipped;
	return expect(reader, '\'', "a quote after an en passant square");
}

static bool read_en_passant(struct reader *reader, struct rk4_pos *setup)
{
	if (!expect(reader, ':', "':' and the en passant squares") ||
	    !expect(reader, '(', "'(' and the en passant squares"))
		return false;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		if (seat &&
		    !expect(reader, ',', "a comma between four squares"))
			return false;
		if (!read_skipped(reader, setup, seat))
			return false;
	}
	return expect(reader, ')', "')' after four squares");
}

static bool starts_with(const struct reader *reader, const char *word,
			size_t end)
{
	size_t i = 0;

	while (word[i] && reader->at + i < end &&
	       reader->text[reader->at + i] == word[i])
		i++;
	return !word[i];
}

/* Reads the extra fields in braces up to `end`; unknown ones are skipped. */
static bool read_extra(struct reader *reader, struct rk4_pos *setup, size_t end)
{
	static const char name[] = "'enPassant'";

	if (!expect(reader, '{', "'{' or the board"))
		return false;
	if (reader->text[end - 1] != '}') {
		reader->at = end - 1;
		return fail(reader, "'}' before the board");
	}
	for (; reader->at < end; reader->at++) {
		if (!starts_with(reader, name, end))
			continue;
		reader->at += sizeof(name) - 1;
		if (!read_en_passant(reader, setup))
			return false;
	}
	reader->at = end;
	return true;
}

/* Reads a piece; returns its cell, or -1. */
static int read_piece(struct reader *reader, struct rk4_pos *setup)
{
	bool dead = read_letter(reader, "d") >= 0;
	int seat = read_letter(reader, seat_letters);
	int type = seat >= 0 || dead ? read_letter(reader, type_letters) : -1;
	bool left = seat >= 0 && setup->left >> seat & 1;
	int cell;

	if (type < 0)
		return -1;
	if (dead && !left)
		return RK4_DEAD | (type == CHEAP_LETTER ? RK_QUEEN : type);
	cell = rk4_piece(seat, type);
	if (type == CHEAP_LETTER)
		cell = rk4_piece(seat, RK_QUEEN) | RK4_CHEAP;
	if (type == RK_KING && left && !dead)
		setup->walking |= (uint8_t)(1u << seat);
	return cell;
}

/*
 * Reads a number of empty squares, a corner, or a piece. Returns the number of
 * squares, or 0 on an error.
 */
static int read_squares(struct reader *reader, struct rk4_pos *setup, int file,
			int rank)
{
	size_t start = reader->at;
	int square = rk4_square_at(file, rank);
	bool wall = rk4_square_is_wall(square);
	uint16_t number = 1;
	int cell;

	if (peek(reader) >= '0' && peek(reader) <= '9') {
		if (read_number(reader, &number, "a number") && number &&
		    file + number <= RK4_FILES)
			return number;
	} else if (wall) {
		if (read_letter(reader, "xX") >= 0)
			return 1;
	} else {
		cell = read_piece(reader, setup);
		if (cell >= 0) {
			rk4_pos_put(setup, square, cell);
			return 1;
		}
	}
	reader->at = start;
	fail(reader, wall ? "'x' or a number of squares that fits the rank"
			  : "a piece (rP, bK, dN, dyQ) or a number of empty "
			    "squares that fits the rank");
	return 0;
}

static bool read_rank(struct reader *reader, struct rk4_pos *setup, int rank)
{
	for (int file = 0; file < RK4_FILES;) {
		int squares;

		if (file && !expect(reader, ',', "a comma between squares"))
			return false;
		squares = read_squares(reader, setup, file, rank);
		if (!squares)
			return false;
		file += squares;
	}
	return true;
}

static bool read_board(struct reader *reader, struct rk4_pos *setup)
{
	for (int rank = RK4_FILES - 1; rank >= 0; rank--) {
		skip_blanks(reader);
		if (!read_rank(reader, setup, rank))
			return false;
		skip_blanks(reader);
		if (rank && !expect(reader, '/', "'/' after fourteen squares"))
			return false;
	}
	return reader->at == reader->length || fail(reader, "nothing more");
}

/*
 * The index after the last dash, where the board begins; from 1 to the length.
 */
static size_t find_board(const struct reader *reader)
{
	size_t at = reader->length;

	while (at && reader->text[at - 1] != '-')
		at--;
	return at;
}

/* Interleaves near and far rights, so that a seat's are adjacent. */
static uint8_t join_rights(unsigned int near, unsigned int far)
{
	unsigned int rights = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		rights |= (near >> seat & 1) << 2 * seat |
			  (far >> seat & 1) << (2 * seat + 1);
	return (uint8_t)rights;
}

static bool read_fields(struct reader *reader, struct rk4_pos *setup)
{
	size_t board = find_board(reader);
	uint8_t near, far;
	int turn;

	skip_blanks(reader);
	turn = read_letter(reader, turn_letters);
	if (turn < 0)
		return fail(reader, "who is to move: R, B, Y or G");
	setup->turn = (uint8_t)turn;
	if (!expect(reader, '-', "'-' after who is to move") ||
	    !read_flags(reader, &setup->left,
			"who is dead, four times 0 or 1 with commas between") ||
	    !read_flags(reader, &near,
			"who may castle with the near rook, four "
			"times 0 or 1 with commas between") ||
	    !read_flags(reader, &far,
			"who may castle with the far rook, four "
			"times 0 or 1 with commas between") ||
	    !read_points(reader, setup) ||
	    !read_number(reader, &setup->halfmove,
			 "the number of plies since "
			 "a capture or pawn move") ||
	    !expect(reader, '-', "'-' after the number of plies"))
		return false;
	setup->castle = join_rights(near, far);
	if (reader->at < board && (!read_extra(reader, setup, board - 1) ||
				   !expect(reader, '-', "'-' and the board")))
		return false;
	return read_board(reader, setup);
}

static bool read_text(struct rk4_pos *read, const char *text, size_t length,
		      struct rk_error *error)
{
	struct reader reader = {.text = text, .length = length};

	rk4_pos_clear(read, 0);
	if (!read_fields(&reader, read)) {
		error->column = reader.at + 1;
		error->reason = reader.expected;
		return false;
	}
	read->key = rk4_pos_key_compute(read);
	return true;
}

bool rk4_fen_read_setup(struct rk4_pos *setup, const char *text, size_t length,
			struct rk_error *error)
{
	struct rk4_pos read;

	if (!read_text(&read, text, length, error))
		return false;
	*setup = read;
	return true;
}

bool rk4_fen_read(struct rk4_pos *pos, const char *text, size_t length,
		  unsigned int options, struct rk_error *error)
{
	struct rk4_pos setup;
	unsigned int defects;

	if (!read_text(&setup, text, length, error))
		return false;
	defects = rk4_setup_finish(pos, &setup, options);
	if (defects)
		*error = (struct rk_error){0, rk4_defect_text(defects)};
	return !defects;
}

/* ---- Writing ---- */

static char *write_text(char *end, const char *text)
{
	while (*text)
		*end++ = *text++;
	return end;
}

/* Writes one bit for each seat: the first of every `stride` bits. */
static char *write_flags(char *end, unsigned int set, int stride)
{
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		*end++ = seat ? ',' : '-';
		*end++ = (char)('0' + (set >> stride * seat & 1));
	}
	return end;
}

static char *write_square(char *end, int square)
{
	*end++ = (char)('a' + rk4_square_file(square));
	return write_number(end, (unsigned int)rk4_square_rank(square) + 1);
}

static char *write_en_passant(char *end, const uint8_t ep[RK4_SEATS])
{
	end = write_text(end, "-{'enPassant':(");
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		end = write_text(end, seat ? ",'" : "'");
		if (ep[seat]) {
			end = write_square(end, ep[seat]);
			*end++ = ':';
			end = write_square(end, rk4_ep_pawn(ep[seat], seat));
		}
		*end++ = '\'';
	}
	return write_text(end, ")}");
}

static char *write_piece(char *end, const struct rk4_pos *pos, int cell)
{
	if (!rk4_cell_is_living(pos, cell))
		*end++ = 'd';
	if (!(cell & RK4_DEAD))
		*end++ = seat_letters[rk4_seat(cell)];
	*end++ = cell & RK4_CHEAP ? type_letters[CHEAP_LETTER]
				  : type_letters[rk4_type(cell)];
	return end;
}

static char *write_rank(char *end, const struct rk4_pos *pos, int rank)
{
	unsigned int empty = 0;
	char *start = end;

	for (int file = 0; file <= RK4_FILES; file++) {
		int cell = pos->board[rk4_square_at(file, rank)];

		if (file < RK4_FILES && !rk4_is_piece(cell)) {
			empty++;
			continue;
		}
		if (empty && end != start)
			*end++ = ',';
		if (empty)
			end = write_number(end, empty);
		empty = 0;
		if (file < RK4_FILES && end != start)
			*end++ = ',';
		if (file < RK4_FILES)
			end = write_piece(end, pos, cell);
	}
	return end;
}

size_t rk4_fen_write(char text[RK4_FEN_SIZE], const struct rk4_pos *pos)
{
	char *end = text;

	*end++ = turn_letters[pos->turn];
	end = write_flags(end, pos->left, 1);
	end = write_flags(end, pos->castle, 2);
	end = write_flags(end, pos->castle >> 1, 2);
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		*end++ = seat ? ',' : '-';
		end = write_number(end, (unsigned int)pos->points[seat]);
	}
	*end++ = '-';
	end = write_number(end, pos->halfmove);
	if (pos->ep[0] | pos->ep[1] | pos->ep[2] | pos->ep[3])
		end = write_en_passant(end, pos->ep);
	*end++ = '-';
	for (int rank = RK4_FILES - 1; rank >= 0; rank--) {
		end = write_rank(end, pos, rank);
		if (rank)
			*end++ = '/';
	}
	*end = 0;
	return (size_t)(end - text);
}
