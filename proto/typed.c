/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Typed moves; see typed.h. The readers of core/ know every notation. What is
 * added here is how people type: a move number before the move, capital letters
 * for files, and a slip of the finger, after which the text is still told from
 * the name of a command.
 */
#include "rookery/typed.h"

static char small(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (char)(letter | 32) : letter;
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

/* The length of a move number, as in "1." or "12...", or 0. */
static size_t number_length(const char *text, size_t length)
{
	size_t digits = 0, at;

	while (digits < length && is_digit(text[digits]))
		digits++;
	for (at = digits; at < length && text[at] == '.'; at++)
		;
	return digits && at > digits ? at : 0;
}

/* ---- What it was meant to be ---- */

/* A letter with a number after it, whatever board they would be on. */
static bool is_square(struct rk_word word)
{
	return word.length > 1 && small(*word.text) >= 'a' &&
	       small(*word.text) <= 'z' && is_digit(word.text[1]);
}

static bool is_on_board(struct rk_word word, const struct rk_rules *rules)
{
	int file = small(*word.text) - 'a', rank = 0;

	for (size_t i = 1; i < word.length && is_digit(word.text[i]); i++)
		if (rank <= rules->ranks)
			rank = 10 * rank + word.text[i] - '0';
	return file < rules->files && rank >= 1 && rank <= rules->ranks;
}

static struct rk_word without(struct rk_word word, size_t length)
{
	return (struct rk_word){word.text + length, word.length - length};
}

/* Does it begin with a square, or with a piece and a square? */
static bool begins_like_move(struct rk_word word, const struct rk_rules *rules)
{
	size_t before = 0;

	if (number_length(word.text, word.length))
		return true;
	while (before < word.length && (uint8_t)word.text[before] >= 0x80)
		before++; /* a figurine */
	if (!before && word.length &&
	    rk_letter_type(rules, *word.text) != RK_NONE &&
	    is_square(without(word, 1)))
		before = 1;
	return is_square(without(word, before));
}

static bool has_square_off_board(struct rk_word word,
				 const struct rk_rules *rules)
{
	for (; word.length; word = without(word, 1))
		if (is_square(word) && !is_on_board(word, rules))
			return true;
	return false;
}

static enum rk_typed_shape find_shape(const struct rk_line *line, int first,
				      const struct rk_rules *rules)
{
	if (line->count <= first ||
	    !begins_like_move(line->words[first], rules))
		return RK_TYPED_OTHER;
	for (int i = first; i < line->count && i < RK_WORDS; i++)
		if (has_square_off_board(line->words[i], rules))
			return RK_TYPED_OFF_BOARD;
	return RK_TYPED_MOVE;
}

/* ---- Reading ---- */

static enum rk_notation_error read_text(struct rk_typed_move *typed,
					const struct rk_rules *rules,
					const union rk_any_pos *pos)
{
	struct rk_move_hint hint;

	if (pos)
		return rules->read_move(&typed->move, pos, typed->text,
					typed->length);
	return rules->parse_move(&hint, typed->text, typed->length)
		       ? RK_NOTATION_NO_MOVE
		       : RK_NOTATION_SYNTAX;
}

void rk_typed_read(struct rk_typed_move *typed, const struct rk_line *line,
		   int first, const struct rk_rules *rules,
		   const union rk_any_pos *pos)
{
	size_t number;

	typed->length =
		rk_line_join(line, first, typed->text, sizeof(typed->text));
	number = number_length(typed->text, typed->length);
	if (number) {
		typed->length -= number;
		memmove(typed->text, typed->text + number, typed->length + 1);
	}
	typed->error = read_text(typed, rules, pos);
	if (typed->error != RK_NOTATION_SYNTAX)
		return;
	for (size_t i = 0; i < typed->length; i++)
		typed->text[i] = small(typed->text[i]);
	typed->error = read_text(typed, rules, pos);
	typed->shape = find_shape(line, first, rules);
}

void rk_typed_explain(const struct rk_out *out,
		      const struct rk_typed_move *typed,
		      const struct rk_rules *rules)
{
	const char file[] = {(char)('a' + rules->files - 1), '\0'};

	if (typed->shape == RK_TYPED_OFF_BOARD)
		rk_out_parts(out,
			     (const char *const[]){
				     "Coordinates out of range. Use a-", file,
				     " and 1-", rk_number(rules->ranks).text,
				     ".", NULL});
	else
		rk_out_parts(out,
			     (const char *const[]){
				     "Invalid input format. Use format like '",
				     rules->players == 2 ? "e2 e4" : "h2 h3",
				     "'.", NULL});
}
