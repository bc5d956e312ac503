/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tokenises the text of a move as people type it and old files hold it; shared
 * by the readers for two and for four players. A text may hold any bytes and
 * needs no NUL.
 */
#ifndef RK_CORE_MOVE_TEXT_H
#define RK_CORE_MOVE_TEXT_H

#include "rookery/deps.h"

/* The rest of the text. */
struct move_text {
	const char *text;
	size_t left;
};

static inline bool is_one_of(char letter, const char *letters)
{
	for (; *letters; letters++)
		if (*letters == letter)
			return true;
	return false;
}

/* Consumes the next character if it is one of these; otherwise returns 0. */
static inline char take(struct move_text *text, const char *letters)
{
	char letter = text->left ? *text->text : 0;

	if (!is_one_of(letter, letters))
		return 0;
	text->text++;
	text->left--;
	return letter;
}

/* Cuts a word off the end of the text, if it is there. */
static inline bool cut(struct move_text *text, const char *word, size_t length)
{
	if (text->left < length ||
	    memcmp(text->text + text->left - length, word, length) != 0)
		return false;
	text->left -= length;
	return true;
}

/* Check and mate signs, ! and ?, and "e.p." add nothing to the move. */
static inline void cut_decoration(struct move_text *text)
{
	while (cut(text, "+", 1) || cut(text, "#", 1) || cut(text, "!", 1) ||
	       cut(text, "?", 1) || cut(text, "e.p.", 4) ||
	       cut(text, "ep", 2) || cut(text, " ", 1))
		;
}

/*
 * Castling: the number of O's (or o, 0) with dashes between, 2 or 3; otherwise
 * 0.
 */
static inline int count_castling(const struct move_text *text)
{
	size_t length = text->left;

	if (length != 3 && length != 5)
		return 0;
	for (size_t i = 0; i < length; i++)
		if (!is_one_of(text->text[i], i % 2 ? "-" : "Oo0"))
			return 0;
	return (int)(length + 1) / 2;
}

/*
 * Consumes the rest: nothing, or a promotion piece out of `letters` as =Q, /Q,
 * (Q) or Q.
 */
static inline bool take_promotion(struct move_text *text, const char *letters,
				  char *letter)
{
	bool bracket = false;

	*letter = 0;
	if (!text->left)
		return true;
	if (!take(text, "=/"))
		bracket = take(text, "(");
	*letter = take(text, letters);
	return *letter && (!bracket || take(text, ")")) && !text->left;
}

#endif
