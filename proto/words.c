/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Words of a typed line. Input may be any bytes: nothing here reads past the
 * end or sends them to a terminal unfiltered.
 */
#include "rookery/words.h"

#define SHOWN 40 /* bytes of a word that are shown at most */

static bool is_blank(char letter)
{
	return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

static char small(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (char)(letter | 32) : letter;
}

static bool is_sign(char letter)
{
	return letter == '+' || letter == '-' || letter == '=';
}

/* A byte order mark, U+FEFF, is not part of a word. */
static bool is_mark(const char *text, size_t at, size_t length)
{
	return length - at >= 3 && !memcmp(text + at, "\xef\xbb\xbf", 3);
}

static size_t skip_blanks(const char *text, size_t at, size_t length)
{
	while (at < length && (is_blank(text[at]) || is_mark(text, at, length)))
		at += is_blank(text[at]) ? 1 : 3;
	return at;
}

void rk_line_split(struct rk_line *line, const char *text, size_t length)
{
	size_t at = skip_blanks(text, 0, length);

	*line = (struct rk_line){.rest = {text, 0}};
	while (length > at && is_blank(text[length - 1]))
		length--;
	while (at < length) {
		size_t start = at++;

		if (line->count > 0 || !is_sign(text[start]))
			while (at < length && !is_blank(text[at]))
				at++;
		if (line->count < RK_WORDS)
			line->words[line->count] =
				(struct rk_word){text + start, at - start};
		at = skip_blanks(text, at, length);
		if (line->count++ == 0)
			line->rest = (struct rk_word){text + at, length - at};
	}
}

struct rk_word rk_word_take(struct rk_word *rest)
{
	size_t start = skip_blanks(rest->text, 0, rest->length);
	size_t at = start;
	struct rk_word word;

	while (at < rest->length && !is_blank(rest->text[at]))
		at++;
	word = (struct rk_word){rest->text + start, at - start};
	rest->text += at;
	rest->length -= at;
	return word;
}

size_t rk_line_join(const struct rk_line *line, int first, char *text,
		    size_t size)
{
	size_t length = 0;

	if (line->count > RK_WORDS)
		return 0;
	for (int i = first; i < line->count; i++) {
		struct rk_word word = line->words[i];

		if (word.length >= size - length)
			return 0;
		memcpy(text + length, word.text, word.length);
		length += word.length;
	}
	text[length] = 0;
	return length;
}

bool rk_word_begins(struct rk_word word, const char *name)
{
	for (size_t i = 0; i < word.length; i++)
		if (!name[i] || small(word.text[i]) != small(name[i]))
			return false;
	return word.length > 0;
}

bool rk_word_is(struct rk_word word, const char *name)
{
	return rk_word_begins(word, name) && !name[word.length];
}

int rk_word_pick(struct rk_word word, const char *const *names, int count)
{
	int found = -1;

	for (int i = 0; i < count; i++)
		if (rk_word_is(word, names[i]))
			return i;
	for (int i = 0; i < count; i++) {
		if (!rk_word_begins(word, names[i]))
			continue;
		if (found >= 0)
			return -1;
		found = i;
	}
	return found;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/*
 * Edit distance: letters left out, inserted, changed, or swapped with their
 * neighbour. Of words longer than any name only the beginning is compared.
 */
int rk_word_distance(struct rk_word word, const char *name)
{
	enum { LONGEST = 15 };
	int rows[3][LONGEST + 1];
	int *row = rows[0], *above = rows[1], *higher = rows[2];
	int width = word.length < LONGEST ? (int)word.length : LONGEST;

	for (int i = 0; i <= width; i++)
		row[i] = i;
	for (int n = 1; name[n - 1]; n++) {
		int *spare = higher;

		higher = above;
		above = row;
		row = spare;
		row[0] = n;
		for (int i = 1; i <= width; i++) {
			char letter = small(word.text[i - 1]);
			bool differs = letter != small(name[n - 1]);

			row[i] = least(least(above[i], row[i - 1]) + 1,
				       above[i - 1] + differs);
			if (i > 1 && n > 1 && letter == small(name[n - 2]) &&
			    small(word.text[i - 2]) == small(name[n - 1]))
				row[i] = least(row[i], higher[i - 2] + 1);
		}
	}
	return row[width];
}

bool rk_word_resembles(struct rk_word word, const char *name)
{
	return word.length > 2 &&
	       rk_word_distance(word, name) <= (word.length > 4 ? 2 : 1);
}

bool rk_word_number(struct rk_word word, uint32_t lowest, uint32_t most,
		    uint32_t *number)
{
	uint64_t value = 0;

	for (size_t i = 0; i < word.length; i++) {
		if (!is_digit(word.text[i]))
			return false;
		value = 10 * value + (uint64_t)(word.text[i] - '0');
		if (value > most)
			return false;
	}
	*number = (uint32_t)value;
	return word.length > 0 && value >= lowest;
}

bool rk_word_integer(struct rk_word word, int64_t *number)
{
	const uint64_t most = ~(uint64_t)0 >> 1;
	bool negative = word.length && *word.text == '-';
	size_t first = negative || (word.length && *word.text == '+');
	uint64_t value = 0; /* 32 bits: small machines divide these fast */

	for (size_t i = first; i < word.length; i++) {
		uint64_t digit = (uint64_t)(word.text[i] - '0');

		if (!is_digit(word.text[i]))
			return false;
		value = value > (most - digit) / 10 ? most : 10 * value + digit;
	}
	*number = negative ? -(int64_t)value : (int64_t)value;
	return word.length > first;
}

int rk_word_take_square(struct rk_word *word, const struct rk_rules *rules)
{
	int file = word->length ? word->text[0] - 'a' : -1;
	int rank = 0;
	size_t used = 1;

	if (file < 0 || file >= rules->files)
		return -1;
	while (used < word->length && is_digit(word->text[used]) &&
	       10 * rank + word->text[used] - '0' <= rules->ranks)
		rank = 10 * rank + word->text[used++] - '0';
	if (rank == 0)
		return -1;
	word->text += used;
	word->length -= used;
	return (rank - 1) * rules->files + file;
}

struct rk_short_text rk_square_name(const struct rk_rules *rules, int square)
{
	struct rk_short_text rank =
		rk_number((uint32_t)(square / rules->files + 1));
	struct rk_short_text name = {{(char)('a' + square % rules->files)}};

	memcpy(name.text + 1, rank.text, 4);
	return name;
}

int rk_letter_type(const struct rk_rules *rules, char letter)
{
	for (int type = RK_PAWN; type < RK_TYPES; type++)
		if (small(letter) == small(rules->types[type]))
			return type;
	return RK_NONE;
}

void rk_out_word(const struct rk_out *out, struct rk_word word)
{
	rk_out_char(out, '"');
	for (size_t i = 0; i < word.length && i < SHOWN; i++) {
		char letter = word.text[i];

		rk_out_char(out, letter < ' ' || letter > '~' ? '?' : letter);
	}
	rk_out_text(out, word.length > SHOWN ? "...\"" : "\"");
}
