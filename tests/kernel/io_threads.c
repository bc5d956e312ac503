/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Many threads on one board: every answer is whole and one that its command
 * can have, every board one that can exist, and in the end the game is one
 * that the second rule book can follow.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/kernel/io.h"
#include "tests/oracle/protocol.h"
#include "tests/oracle/walk.h"

#define COMMANDS 10000
#define MOST_THREADS 8
#define ENDING "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"

/* What is sent, and what it can be answered: words, a board, a line. */
static const struct {
	const char *command;
	const char *answers;
} mixture[] = {
	{"01\n", " board "},
	{"02 WPe2-e4\n", " OK ILLMOVE OOT "},
	{"02 BPe7-e5\n", " OK ILLMOVE OOT "},
	{"02 WNg1-f3\n", " OK ILLMOVE OOT "},
	{"02 BNg8-f6\n", " OK ILLMOVE OOT "},
	{"02 WPa7-a8yWQ\n", " CHECK ILLMOVE OOT "},
	{"06 1\n", " OK ILLMOVE "},
	{"08\n", " line "},
	{"01\n", " board "},
	{"00 W\n", " OK "},
	{"03\n", " OK CHECK OOT "},
	{"05\n", " OK "},
	{"08\n", " line "},
	{"09 " START_FEN ";e2e4 e7e5\n", " OK "},
	{"09 " ENDING ";\n", " OK "},
	{"09 " START_FEN ";e2e5\n", " ILLMOVE "},
};

struct player {
	int file;
	bool alone; /* the file is its own */
	uint64_t seed;
	pthread_t thread;
};

static bool is_board(const char *text)
{
	int men = 0, kings[2] = {0, 0};

	if (strlen(text) != 128)
		return false;
	for (; *text; text += 2) {
		if (!memcmp(text, "**", 2))
			continue;
		if (!strchr("WB", text[0]) || !strchr("PNBRQK", text[1]))
			return false;
		men++;
		kings[text[0] == 'B'] += text[1] == 'K';
	}
	return men >= 2 && men <= 32 && kings[0] == 1 && kings[1] == 1;
}

static bool is_moves(const char *text)
{
	while (*text) {
		size_t length = strcspn(text, " ");

		if ((length != 4 && length != 5) ||
		    strspn(text, "abcdefgh") != 1 ||
		    strspn(text + 1, "12345678") != 1 ||
		    strspn(text + 2, "abcdefgh") != 1 ||
		    strspn(text + 3, "12345678") != 1 ||
		    (length == 5 && !strchr("nbrq", text[4])))
			return false;
		text += length;
		if (*text == ' ' && !*++text)
			return false;
	}
	return true;
}

static bool is_line(const char *text)
{
	static const char *const fens[] = {START_FEN ";", ENDING ";"};

	for (size_t i = 0; i < COUNT(fens); i++)
		if (!strncmp(text, fens[i], strlen(fens[i])))
			return is_moves(text + strlen(fens[i]));
	return false;
}

static bool is_one_of(const char *answers, const char *text)
{
	char word[16];

	if (is_board(text))
		return strstr(answers, " board ");
	if (is_line(text))
		return strstr(answers, " line ");
	return snprintf(word, sizeof(word), " %s ", text) < 16 &&
	       strstr(answers, word);
}

/* On a shared file the answer may be another's, or another has read it. */
static void read_answer(const struct player *player, size_t which)
{
	char text[BOARD_REPLY];
	ssize_t length = read(player->file, text, sizeof(text) - 1);
	const char *answers = mixture[which].answers;

	if (!length && !player->alone)
		return;
	if (length < 3 || text[length - 1] != '\n')
		die("read after %s: %zd", mixture[which].command, length);
	text[length - 1] = 0;
	must(strlen(text) == (size_t)length - 1);
	if (!player->alone)
		answers = " OK CHECK ILLMOVE OOT board line ";
	if (!is_one_of(answers, text))
		die("after %s: %s", mixture[which].command, text);
}

static void *play(void *self)
{
	struct player *player = self;

	for (int i = 0; i < COMMANDS; i++) {
		size_t which =
			(size_t)walk_random(&player->seed, COUNT(mixture));
		const char *command = mixture[which].command;
		size_t length = strlen(command);
		ssize_t taken = write(player->file, command, length);

		if (taken != (ssize_t)length)
			die("write of %s: %zd, %s", command, taken,
			    strerror(errno));
		read_answer(player, which);
	}
	return NULL;
}

/* The rule book comes to the same board by the game's own line. */
static void follow(struct board *board)
{
	char line[BOARD_REPLY], text[PROTOCOL_BOARD_SIZE];
	struct oracle_pos pos, after;
	struct oracle_list list;
	const char *at = line;

	snprintf(line, sizeof(line), "%s", board_ask(board, "08"));
	must(is_line(line));
	must(oracle_fen_read(&pos, line));
	for (at += strcspn(at, ";"); at[0] && at[1];
	     at += 1 + strcspn(at + 1, " ")) {
		int i = 0;

		oracle_legal_moves(&pos, &list);
		do {
			must(i < list.count);
			protocol_coord(text, &list.move[i++]);
		} while (strncmp(text, at + 1, strlen(text)) != 0);
		oracle_make(&after, &pos, &list.move[i - 1]);
		pos = after;
	}
	protocol_board(text, &pos);
	board_must(board, "01", text);
}

static void play_many(int threads, bool alone)
{
	struct player players[MOST_THREADS];
	struct board board;

	start(&board);
	for (int i = 0; i < threads; i++) {
		players[i].seed = (uint64_t)i + 1;
		players[i].alone = alone;
		players[i].file = board.file;
		if (alone)
			players[i].file = board_open_file(BOARD_NODE, O_RDWR);
		must(!pthread_create(&players[i].thread, NULL, play,
				     &players[i]));
	}
	for (int i = 0; i < threads; i++) {
		must(!pthread_join(players[i].thread, NULL));
		if (alone)
			close(players[i].file);
	}
	follow(&board);
	stop(&board);
}

static void two_threads(void)
{
	play_many(2, true);
}

static void two_threads_one_file(void)
{
	play_many(2, false);
}

static void eight_threads(void)
{
	play_many(8, true);
}

static void eight_threads_one_file(void)
{
	play_many(8, false);
}

const struct test tests_of_threads[] = {
	{"two_threads", two_threads},
	{"two_threads_one_file", two_threads_one_file},
	{"eight_threads", eight_threads},
	{"eight_threads_one_file", eight_threads_one_file},
	{NULL, NULL},
};
