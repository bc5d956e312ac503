/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Commands at random. They follow the grammar and the game: a move is mostly
 * one that was legal a moment ago. One in eight is then damaged.
 */
#include "tests/kernel/flood.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const char *const starts[] = {
	START,
	"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
	"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2",
	"7k/5Q2/8/6K1/8/8/8/8 w - - 98 80",
	"8/8/8/8/8/5k2/6p1/7K b - - 0 1",
	"bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB w CFcf - 0 1",
	"4k3/8/8/8/8/8/8/4K2K w - - 0 1",
};

uint32_t flood_random(uint64_t *state, uint32_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)((*state >> 32) * below >> 32);
}

static uint32_t pick(struct flood *flood, uint32_t below)
{
	return flood_random(&flood->random, below);
}

static char letter(struct flood *flood, const char *letters)
{
	return letters[pick(flood, (uint32_t)strlen(letters))];
}

#define write_text(flood, ...) \
	((flood)->length = \
		 (size_t)snprintf((flood)->bytes, FLOOD_LINE, __VA_ARGS__))

/* Any move of the grammar. */
static void write_any_move(struct flood *flood)
{
	char text[32];
	int length;

	length = snprintf(text, sizeof(text), "%c%c%c%c-%c%c",
			  letter(flood, "WB"), letter(flood, "PNBRQK"),
			  letter(flood, "abcdefgh"), letter(flood, "12345678"),
			  letter(flood, "abcdefgh"), letter(flood, "12345678"));
	if (!pick(flood, 3))
		length += snprintf(text + length, 8, "x%c%c",
				   letter(flood, "WB"),
				   letter(flood, "PNBRQK"));
	if (!pick(flood, 3))
		snprintf(text + length, 8, "y%c%c", letter(flood, "WB"),
			 letter(flood, "NBRQK"));
	write_text(flood, "02 %s\n", text);
}

static const char *square(const struct flood *flood, const char *name)
{
	return flood->board + 2 * (8 * (name[1] - '1') + name[0] - 'a');
}

/* One of the moves that were legal, such as e7d8q, as the protocol writes it. */
static void write_legal_move(struct flood *flood)
{
	uint32_t blanks = 0;
	const char *move = flood->moves, *mover, *target;
	char suffix[8] = "", promotion[8] = "";

	for (const char *at = flood->moves; *at; at++)
		blanks += *at == ' ';
	for (blanks = pick(flood, blanks + 1); blanks; blanks--)
		move = strchr(move, ' ') + 1;
	/* Another may have moved between the board and the moves. */
	mover = strlen(move) < 4 ? "*" : square(flood, move);
	if (!flood->board[0] || mover[0] == '*') {
		write_any_move(flood);
		return;
	}
	target = square(flood, move + 2);
	if (target[0] != '*')
		snprintf(suffix, sizeof(suffix), "x%.2s", target);
	else if (mover[1] == 'P' && move[0] != move[2])
		snprintf(suffix, sizeof(suffix), "x%cP",
			 mover[0] == 'W' ? 'B' : 'W');
	if (move[4] && move[4] != ' ')
		snprintf(promotion, sizeof(promotion), "y%c%c", mover[0],
			 move[4] - 'a' + 'A');
	write_text(flood, "02 %.2s%.2s-%.2s%s%s\n", mover, move, move + 2,
		   suffix, promotion);
}

static void write_new(struct flood *flood)
{
	write_text(flood, "00 %c\n", letter(flood, "WB"));
}

static void write_undo(struct flood *flood)
{
	write_text(flood, "06 %u\n", 1 + pick(flood, pick(flood, 4) ? 2 : 40));
}

static void write_load(struct flood *flood)
{
	if (flood->line[0] && pick(flood, 3))
		write_text(flood, "09 %s\n", flood->line);
	else
		write_text(flood, "09 %s;%s\n",
			   starts[pick(flood, COUNT(starts))],
			   pick(flood, 2) ? "" : "e2e4 e7e5");
}

static void write_01(struct flood *flood)
{
	write_text(flood, "01\n");
}

static void write_03(struct flood *flood)
{
	write_text(flood, "03\n");
}

static void write_04(struct flood *flood)
{
	write_text(flood, "04\n");
}

static void write_05(struct flood *flood)
{
	write_text(flood, "05\n");
}

static void write_07(struct flood *flood)
{
	write_text(flood, "07\n");
}

static void write_08(struct flood *flood)
{
	write_text(flood, "08\n");
}

/* Bytes of any value, at times so many that none of it can be a command. */
static void write_junk(struct flood *flood)
{
	flood->length = pick(flood, pick(flood, 200) ? 40 : FLOOD_ROOM);
	for (size_t i = 0; i < flood->length; i++)
		flood->bytes[i] = (char)flood_random(&flood->random, 256);
	if (flood->length > 2 && pick(flood, 2)) {
		flood->bytes[0] = '0';
		flood->bytes[1] = letter(flood, "0123456789");
		flood->bytes[flood->length - 1] = '\n';
	}
	flood->mutated = true;
}

static const struct {
	uint32_t weight;
	void (*write)(struct flood *flood);
} kinds[] = {
	{400, write_legal_move}, {80, write_any_move}, {300, write_01},
	{40, write_08},          {50, write_undo},     {10, write_new},
	{40, write_05},          {40, write_03},       {5, write_04},
	{20, write_07},          {20, write_load},     {30, write_junk},
};

static void damage(struct flood *flood)
{
	uint32_t at = pick(flood, (uint32_t)flood->length);
	char *byte = flood->bytes + at;

	switch (pick(flood, 5)) {
	case 0:
		*byte = (char)pick(flood, 256);
		break;
	case 1:
		memmove(byte, byte + 1, flood->length - at - 1);
		flood->length--;
		break;
	case 2:
		memmove(byte + 1, byte, flood->length - at);
		flood->length++;
		break;
	case 3:
		flood->length = at;
		break;
	case 4: /* two commands in one */
		if (2 * flood->length <= FLOOD_ROOM) {
			memcpy(flood->bytes + flood->length, flood->bytes,
			       flood->length);
			flood->length *= 2;
		}
		break;
	}
	flood->mutated = true;
}

void flood_next(struct flood *flood)
{
	uint32_t sum = 0;
	size_t kind = 0;

	for (size_t i = 0; i < COUNT(kinds); i++)
		sum += kinds[i].weight;
	for (sum = pick(flood, sum); sum >= kinds[kind].weight; kind++)
		sum -= kinds[kind].weight;
	flood->mutated = false;
	kinds[kind].write(flood);
	if (flood->length && flood->length < FLOOD_ROOM && !pick(flood, 8))
		damage(flood);
}

static bool is_board(const char *text)
{
	if (strlen(text) != 128)
		return false;
	for (; *text; text += 2)
		if (memcmp(text, "**", 2) != 0 &&
		    (!strchr("WB", text[0]) || !strchr("PNBRQK", text[1])))
			return false;
	return true;
}

static bool is_line(const char *text)
{
	const char *moves = strchr(text, ';');

	return moves &&
	       strspn(moves + 1, "abcdefgh12345678nrq ") == strlen(moves + 1);
}

/* By number; `board` and `line` are for what is longer than a word. */
static const char *const answers[] = {
	" OK ",
	" NOGAME board ",
	" OK CHECK MATE TIE ILLMOVE OOT NOGAME ",
	" OK CHECK MATE TIE OOT NOGAME ",
	" OK OOT NOGAME MATE ",
	" OK ",
	" OK NOGAME ILLMOVE ",
	" OK TIE NOGAME ",
	" NOGAME line ",
	" OK ILLMOVE ",
};

static bool is_known(const struct flood *flood)
{
	return flood->length > 2 && flood->bytes[0] == '0' &&
	       flood->bytes[1] >= '0' && flood->bytes[1] <= '9' &&
	       flood->bytes[flood->length - 1] == '\n';
}

bool flood_accepts(struct flood *flood, const char *answer)
{
	const char *possible;
	char word[16];

	if (!is_known(flood))
		return !strcmp(answer, "UNKCMD");
	if (!strcmp(answer, "INVFMT"))
		return flood->mutated;
	possible = answers[flood->bytes[1] - '0'];
	if (is_board(answer) && strstr(possible, " board ")) {
		strcpy(flood->board, answer);
		return true;
	}
	if (is_line(answer) && strstr(possible, " line ")) {
		snprintf(flood->line, 4096, "%s",
			 strlen(answer) < 4000 ? answer : START ";");
		return true;
	}
	return snprintf(word, sizeof(word), " %s ", answer) <
		       (int)sizeof(word) &&
	       strstr(possible, word);
}
