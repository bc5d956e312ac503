/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Whole games on the real /dev/chess, with the second rule book following
 * through command 01:
 *
 *	games HUMANS COMPUTERS    how many between humans, and against the computer
 *
 * In every position of the first kind each legal move is made, seen on the
 * board and taken back, altered ones are refused, and nothing has changed. In
 * the second kind the computer's moves must be legal ones. All answers come
 * from the rule book. At the end everything rare must have happened.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kernel/board.h"
#include "tests/oracle/protocol.h"
#include "tests/oracle/walk.h"

#define MAX_PLIES 36
#define ALTERED 10 /* in a position */

static struct board board;
static struct protocol_history history;
static uint64_t seed = 5;

/* How often what was accepted; none of these may be 0 in the end. */
static struct {
	int promotion[2][4]; /* side; N B R Q */
	int promoting_capture[2];
	int castling[2][2]; /* side, wing */
	int en_passant[2];
	int human[4], computer[4]; /* OK, CHECK, MATE, TIE */
	int stalemate, insufficient, seventy_five, fivefold;
	int refused_move, refused_form, refused_turn;
} met;

static int games, moves;

static const char *const words[] = {"OK", "CHECK", "MATE", "TIE"};

/* All that a computer can do there is known: it has one move, or one pawn. */
static const char *const forced[] = {
	/* mates */
	"2k5/Kq2P3/8/5p2/8/8/6Q1/8 w - - 0 40",
	"1q1R4/8/8/8/8/6r1/K7/1Qk5 b - - 0 40",
	/* stalemates */
	"8/8/8/8/8/4Q3/1q6/K2k4 w - - 0 40",
	"7K/5q2/8/8/8/4p3/4P2Q/7k b - - 0 40",
	/* takes the last piece */
	"8/8/8/8/8/8/1q6/K6k w - - 0 40",
	"k6K/1Q6/8/8/8/8/8/8 b - - 0 40",
	/* checks */
	"8/3q4/1k1K2R1/8/8/3r4/8/4Q3 w - - 0 40",
	"8/1r6/1k3q2/2Q5/1K6/2R5/8/8 b - - 0 40",
	/* promotes, and takes */
	"8/P7/P2p4/1p6/1P6/1p6/2k5/K7 w - - 0 40",
	"5K1k/8/2B3P1/8/8/8/2p5/8 b - - 0 40",
	"2K2r2/6P1/2k5/8/6p1/8/5r1R/5R2 w - - 0 40",
	"8/K7/8/4P2r/8/8/2r2Rp1/4kR2 b - - 0 40",
	/* the seventy-fifth move */
	"7k/R7/8/8/8/8/8/1K3R2 b - - 149 90",
	"1k3r2/8/8/8/8/8/r7/7K w - - 149 90",
	/* for the fifth time */
	"7k/R7/8/8/8/8/8/1K3R2 w - - 0 1;"
	"b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 b2b1 g8h8 "
	"b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 b2b1",
	"1k3r2/8/8/8/8/8/r7/7K b - - 0 1;"
	"b8b7 h1g1 b7b8 g1h1 b8b7 h1g1 b7b8 g1h1 "
	"b8b7 h1g1 b7b8 g1h1 b8b7 h1g1 b7b8",
};

static void board_is(const struct oracle_pos *pos)
{
	char text[PROTOCOL_BOARD_SIZE];

	protocol_board(text, pos);
	board_must(&board, "01", text);
}

static void count_end(const struct oracle_pos *pos)
{
	switch (oracle_status(pos)) {
	case ORACLE_STALEMATE:
		met.stalemate++;
		break;
	case ORACLE_INSUFFICIENT:
		met.insufficient++;
		break;
	case ORACLE_SEVENTY_FIVE:
		met.seventy_five++;
		break;
	case ORACLE_PLAYING:
		met.fivefold++;
		break;
	default:
		break;
	}
}

/* Returns true if the game goes on after this answer. */
static bool count_answer(const char *answer, int of[4],
			 const struct oracle_pos *after)
{
	int i = 0;

	while (strcmp(words[i], answer) != 0)
		i++;
	of[i]++;
	moves++;
	if (i == 3)
		count_end(after);
	return i < 2;
}

static void count_move(const struct oracle_pos *pos,
		       const struct oracle_move *move)
{
	int side = pos->side;

	met.en_passant[side] += move->en_passant;
	if (move->castling)
		met.castling[side][move->to < move->from]++;
	if (!move->promotion)
		return;
	met.promotion[side][strchr("NBRQ", move->promotion) - "NBRQ"]++;
	met.promoting_capture[side] += move->capture;
}

/* Makes a move by 02; true if the game goes on. */
static bool play(const struct oracle_pos *pos, const struct oracle_move *move,
		 struct oracle_pos *after)
{
	char text[PROTOCOL_MOVE_SIZE];
	const char *expected;

	protocol_move(text, pos, move);
	oracle_make(after, pos, move);
	expected = protocol_answer(&history, after);
	board_must(&board, text, expected);
	board_is(after);
	count_move(pos, move);
	return count_answer(expected, met.human, after);
}

/* Taking back shows its work on the board: after the next move at the latest. */
static void try_all(const struct oracle_pos *pos,
		    const struct oracle_list *list)
{
	struct oracle_pos after;

	for (int i = 0; i < list->count; i++) {
		play(pos, &list->move[i], &after);
		board_must(&board, "06 1", "OK");
	}
	board_is(pos);
}

/* It is refused: for its form first, for the turn next, for its sense last. */
static void try_altered(const struct oracle_pos *pos,
			const struct oracle_list *list, bool humans_turn)
{
	char text[PROTOCOL_MOVE_SIZE];
	const char *expected = protocol_alter(text, pos, list, &seed);

	if (!expected)
		return;
	if (!strcmp(expected, "INVFMT")) {
		met.refused_form++;
	} else if (humans_turn) {
		met.refused_move++;
	} else {
		met.refused_turn++;
		expected = "OOT";
	}
	board_must(&board, text, expected);
}

static void load(const struct oracle_pos *pos)
{
	char line[ORACLE_FEN_SIZE + 8], fen[ORACLE_FEN_SIZE];

	oracle_fen_write(fen, pos, true);
	snprintf(line, sizeof(line), "09 %s;", fen);
	board_must(&board, line, "OK");
	protocol_begin(&history, pos);
}

/* The game as it was saved, and loaded, is the same. */
static void save_and_load(const struct oracle_pos *pos)
{
	char line[PROTOCOL_LINE_SIZE + 8];

	board_must(&board, "08", history.line);
	snprintf(line, sizeof(line), "09 %s", history.line);
	board_must(&board, "05", "OK");
	board_must(&board, line, "OK");
	board_must(&board, "08", history.line);
	board_is(pos);
}

static void play_humans(struct oracle_pos *pos)
{
	struct oracle_list list;
	struct oracle_pos after;
	bool more = oracle_status(pos) == ORACLE_PLAYING;

	board_must(&board, "05", "OK");
	load(pos);
	board_is(pos);
	while (more && history.count < MAX_PLIES) {
		const struct oracle_move *move;

		oracle_legal_moves(pos, &list);
		try_all(pos, &list);
		for (int i = 0; i < ALTERED; i++)
			try_altered(pos, &list, true);
		board_must(&board, "03", "OOT");
		board_is(pos);
		move = walk_choose(&list, &seed);
		more = play(pos, move, &after);
		protocol_play(&history, pos, move);
		*pos = after;
	}
	if (!more)
		board_must(&board, "02 WPe2-e4", "NOGAME");
	save_and_load(pos);
	games++;
}

/* The legal move that led to what the board shows now. */
static const struct oracle_move *find_move(const struct oracle_pos *pos,
					   const struct oracle_list *list,
					   struct oracle_pos *after)
{
	char seen[PROTOCOL_BOARD_SIZE], text[PROTOCOL_BOARD_SIZE];

	snprintf(seen, sizeof(seen), "%s", board_ask(&board, "01"));
	for (int i = 0; i < list->count; i++) {
		oracle_make(after, pos, &list->move[i]);
		protocol_board(text, after);
		if (!strcmp(text, seen))
			return &list->move[i];
	}
	die("03: after %s no legal move leads to %s", history.line, seen);
}

/* The computer moves by 03; true if the game goes on. */
static bool follow(struct oracle_pos *pos)
{
	const struct oracle_move *move;
	struct oracle_list list;
	struct oracle_pos after;
	char text[PROTOCOL_MOVE_SIZE], reply[16];
	const char *expected;

	oracle_legal_moves(pos, &list);
	protocol_move(text, pos, &list.move[0]);
	board_must(&board, text, "OOT");
	board_must(&board, "04", "OOT");
	try_altered(pos, &list, false);
	board_is(pos);
	snprintf(reply, sizeof(reply), "%s", board_ask(&board, "03"));
	move = find_move(pos, &list, &after);
	protocol_play(&history, pos, move);
	*pos = after;
	expected = protocol_answer(&history, pos);
	if (strcmp(reply, expected) != 0)
		die("03 in %s: %s, expected %s", history.line, reply, expected);
	return count_answer(expected, met.computer, pos);
}

/* Against the computer, from where the board and its history are. */
static void play_computer(struct oracle_pos *pos, int human, int plies)
{
	struct oracle_list list;
	struct oracle_pos after;
	bool more = true;

	while (more && plies-- > 0) {
		const struct oracle_move *move;

		if (pos->side != human) {
			more = follow(pos);
			continue;
		}
		oracle_legal_moves(pos, &list);
		board_must(&board, "03", "OOT");
		try_altered(pos, &list, true);
		move = walk_choose(&list, &seed);
		more = play(pos, move, &after);
		protocol_play(&history, pos, move);
		*pos = after;
	}
	if (!more) {
		board_must(&board, "03", "NOGAME");
		board_is(pos);
	}
	games++;
}

static void new_game(int human)
{
	board_must(&board, human ? "00 B" : "00 W", "OK");
}

/* Makes a move in the rule book and in the history alone. */
static void follow_move(struct oracle_pos *pos, const char *coord)
{
	struct oracle_pos before = *pos;
	struct oracle_list list;
	char text[PROTOCOL_COORD_SIZE];
	int i = 0;

	oracle_legal_moves(&before, &list);
	do {
		must(i < list.count);
		protocol_coord(text, &list.move[i++]);
	} while (strncmp(text, coord, strlen(text)) != 0);
	protocol_play(&history, &before, &list.move[i - 1]);
	oracle_make(pos, &before, &list.move[i - 1]);
}

/* A line as of 09. */
static void follow_line(struct oracle_pos *pos, const char *line)
{
	must(oracle_fen_read(pos, line));
	protocol_begin(&history, pos);
	for (line += strcspn(line, ";"); line[0] && line[1];
	     line += 1 + strcspn(line + 1, " "))
		follow_move(pos, line + 1);
}

/* The computer has the move in it. */
static void play_forced(const char *line)
{
	char command[512];
	struct oracle_pos pos;

	follow_line(&pos, line);
	new_game(!pos.side);
	snprintf(command, sizeof(command), "09 %s%s", line,
		 strchr(line, ';') ? "" : ";");
	board_must(&board, command, "OK");
	board_is(&pos);
	play_computer(&pos, !pos.side, 1);
}

static void all_is_met(void)
{
	const int *count = (const int *)&met;

	printf("%d games, %d moves; answers to humans %d %d %d %d, computers "
	       "%d %d %d %d\n",
	       games, moves, met.human[0], met.human[1], met.human[2],
	       met.human[3], met.computer[0], met.computer[1], met.computer[2],
	       met.computer[3]);
	printf("castlings %d %d %d %d, en passant %d %d, promotions %d+%d, "
	       "with capture %d %d\n",
	       met.castling[0][0], met.castling[0][1], met.castling[1][0],
	       met.castling[1][1], met.en_passant[0], met.en_passant[1],
	       met.promotion[0][3], met.promotion[1][3],
	       met.promoting_capture[0], met.promoting_capture[1]);
	printf("ties: stalemate %d, material %d, 75 moves %d, fivefold %d; "
	       "refused: %d ILLMOVE, %d INVFMT, %d OOT\n",
	       met.stalemate, met.insufficient, met.seventy_five, met.fivefold,
	       met.refused_move, met.refused_form, met.refused_turn);
	for (size_t i = 0; i < sizeof(met) / sizeof(*count); i++)
		if (!count[i])
			die("number %zu of what must be met never was", i);
}

int main(int argc, char **argv)
{
	struct oracle_pos pos;
	int humans, computers;

	if (argc != 3)
		die("games HUMANS COMPUTERS");
	humans = atoi(argv[1]);
	computers = atoi(argv[2]);
	module_load("");
	board_open(&board, BOARD_NODE);
	for (int game = 0; game < humans; game++) {
		walk_start(&pos, game % WALK_KINDS, game / WALK_KINDS, &seed);
		play_humans(&pos);
	}
	for (int game = 0; game < computers; game++) {
		oracle_start960(&pos, 518, 518);
		board_set_level(1 + game % 4);
		new_game(game / 4 % 2);
		protocol_begin(&history, &pos);
		play_computer(&pos, game / 4 % 2, 3 * MAX_PLIES);
	}
	for (size_t i = 0; i < COUNT(forced); i++) {
		board_set_level(1 + (int)i % 4);
		play_forced(forced[i]);
	}
	all_is_met();
	board_close(&board);
	module_unload();
	return 0;
}
