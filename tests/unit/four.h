/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What tests for four players share: boards from a list of pieces ("rKh1 bPb4"),
 * turned by any number of quarter turns, so that one example worked out by hand
 * for Red serves all four seats.
 */
#ifndef RK_TESTS_UNIT_FOUR_H
#define RK_TESTS_UNIT_FOUR_H

#include "tests/unit/unit.h"

/* A board of four players before it is turned. */
struct four_board {
	const char *pieces; /* "rKh1 dbQa11"; with d: dead */
	const char *dead;   /* "0100": Blue; a king there without d walks */
	int points[RK4_SEATS];
	int turn;
	int quiet; /* plies */
};

static inline int four_turn_seat(int seat, int turns)
{
	return (seat + turns) & 3;
}

static inline unsigned int four_turn_set(unsigned int seats, int turns)
{
	return (seats << turns | seats >> (4 - turns)) & 15;
}

/* Once with the clock: what is below goes to the left. */
static inline void four_turn_square(int *file, int *rank, int turns)
{
	while (turns--) {
		int old = *file;

		*file = *rank;
		*rank = 13 - old;
	}
}

/* Takes "h12" off a text. */
static inline const char *four_take_square(const char *text, int *file,
					   int *rank)
{
	char *end;

	*file = *text - 'a';
	*rank = (int)strtol(text + 1, &end, 10) - 1;
	return end;
}

#define FOUR_MOVE_SIZE 64 /* enough for any two numbers */

/* "h2h3" or "h10h11q" on the turned board. */
static inline void four_turn_move(char text[FOUR_MOVE_SIZE], const char *move,
				  int turns)
{
	int from_file, from_rank, to_file, to_rank;

	move = four_take_square(move, &from_file, &from_rank);
	move = four_take_square(move, &to_file, &to_rank);
	four_turn_square(&from_file, &from_rank, turns);
	four_turn_square(&to_file, &to_rank, turns);
	snprintf(text, FOUR_MOVE_SIZE, "%c%d%c%d%s", 'a' + from_file,
		 from_rank + 1, 'a' + to_file, to_rank + 1, move);
}

struct four_text {
	char text[RK4_FEN_SIZE];
	size_t length;
};

static inline void four_add(struct four_text *fen, const char *text)
{
	fen->length += (size_t)snprintf(fen->text + fen->length,
					sizeof(fen->text) - fen->length, "%s",
					text);
}

static inline void four_add_seats(struct four_text *fen, const int *values,
				  int turns)
{
	char text[16];

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		snprintf(text, sizeof(text), "%s%d", seat ? "," : "-",
			 values[four_turn_seat(seat, 4 - turns)]);
		four_add(fen, text);
	}
}

static inline void four_fill(char cells[14][14][4], const char *pieces,
			     int turns)
{
	static const char seats[] = "rbyg";

	while (*pieces) {
		char dead = *pieces == 'd' ? *pieces++ : 0;
		const char *seat = strchr(seats, *pieces++);
		char type = *pieces++;
		int file, rank;
		char *cell;

		assert_non_null(seat);
		pieces = four_take_square(pieces, &file, &rank);
		four_turn_square(&file, &rank, turns);
		cell = cells[rank][file];
		if (dead)
			*cell++ = dead;
		*cell++ = seats[four_turn_seat((int)(seat - seats), turns)];
		*cell = type;
		pieces += *pieces == ' ';
	}
}

static inline void four_add_board(struct four_text *fen, const char *pieces,
				  int turns)
{
	char cells[14][14][4];

	memset(cells, 0, sizeof(cells));
	four_fill(cells, pieces, turns);
	for (int rank = 13; rank >= 0; rank--) {
		four_add(fen, rank == 13 ? "-" : "/");
		for (int file = 0; file < 14; file++) {
			four_add(fen, file ? "," : "");
			four_add(fen,
				 *cells[rank][file] ? cells[rank][file] : "1");
		}
	}
}

static inline struct four_text four_fen(const struct four_board *board,
					int turns)
{
	static const int none[RK4_SEATS];
	struct four_text fen = {.length = 1};
	int dead[RK4_SEATS] = {0};
	char quiet[16];

	fen.text[0] = "RBYG"[four_turn_seat(board->turn, turns)];
	for (int seat = 0; board->dead && seat < RK4_SEATS; seat++)
		dead[seat] = board->dead[seat] - '0';
	four_add_seats(&fen, dead, turns);
	four_add_seats(&fen, none, turns);
	four_add_seats(&fen, none, turns);
	four_add_seats(&fen, board->points, turns);
	snprintf(quiet, sizeof(quiet), "-%d", board->quiet);
	four_add(&fen, quiet);
	four_add_board(&fen, board->pieces, turns);
	return fen;
}

/* The board by these rules, turned. */
static inline void four_set_up(union rk_any_pos *pos,
			       const struct rk_rules *rules,
			       const struct four_board *board, int turns)
{
	struct four_text fen = four_fen(board, turns);

	memset(pos, 0, sizeof(*pos));
	unit_read_as(pos, rules, fen.text);
}

static inline rk_any_move four_move(const struct rk_rules *rules,
				    const union rk_any_pos *pos,
				    const char *move, int turns)
{
	char text[FOUR_MOVE_SIZE];
	enum rk_notation_error error;
	rk_any_move found = 0;

	four_turn_move(text, move, turns);
	error = rules->read_move(&found, pos, text, strlen(text));
	if (error)
		fail_msg("%s, turned %d times: %s", move, turns,
			 rk_notation_error_text(error));
	return found;
}

#endif
