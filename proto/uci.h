/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the UCI protocol; see rookery/uci.h. */
#ifndef RK_PROTO_UCI_H
#define RK_PROTO_UCI_H

#include "rookery/notation.h"
#include "rookery/uci.h"
#include "rookery/version.h"
#include "rookery/words.h"

/* The platform's memory, for one line at a time. */
static inline union rk_uci_scratch *rk_uci_scratch(const struct rk_uci *uci)
{
	return uci->platform->memory;
}

/*
 * Writes a line `info string` of texts, with a word (which may be empty) at its
 * end.
 */
#define rk_uci_say(uci, word, ...) \
	rk_uci_say_parts(uci, word, (const char *const[]){__VA_ARGS__, NULL})
void rk_uci_say_parts(struct rk_uci *uci, struct rk_word word,
		      const char *const *parts);

/* For rk_uci_say() without a word. */
static inline struct rk_word rk_uci_no_word(void)
{
	return (struct rk_word){NULL, 0};
}

/*
 * Removes words from a text up to one of this name, which is left as the next,
 * or to the end; "" matches no word. Returns what was before it, with the
 * blanks inside.
 */
struct rk_word rk_uci_take_until(struct rk_word *rest, const char *name,
				 struct rk_word *next);

static inline enum rk_move_style rk_uci_style(const struct rk_uci *uci)
{
	return uci->values[RK_UCI_CHESS960] ? RK_STYLE_COORD_960
					    : RK_STYLE_COORD;
}

/* Two squares, optionally a promotion letter. */
bool rk_uci_is_coordinates(const struct rk_rules *rules, struct rk_word word);

/* Reads a move in coordinates; other notations are syntax errors. */
enum rk_notation_error rk_uci_read_move(const struct rk_uci_board *board,
					struct rk_word word, rk_any_move *move);

/* The rules chosen by UCI_Variant. */
static inline const struct rk_rules *rk_uci_rules(const struct rk_uci *uci)
{
	return rk_rules_all[uci->values[RK_UCI_VARIANT]];
}

/*
 * The next row after `number` (-1: the first) that the thinker supports; -1 if
 * there is none. And its UCI name: "chess" is the row standard.
 */
int rk_uci_next_variant(const struct rk_uci *uci, int number);
const char *rk_uci_variant_name(int number);

/* Resets the board to the first starting position of UCI_Variant. */
void rk_uci_start(struct rk_uci *uci);

/* The number of a starting position of four players by its name, or -1. */
int rk_uci_find_start(struct rk_word word);

/* Makes memory for the variant now, before a clock runs. */
void rk_uci_prepare(struct rk_uci *uci);

/* The commands; each gets the text after its name. */
void rk_uci_options(struct rk_uci *uci); /* prints all options */
void rk_uci_set_option(struct rk_uci *uci, struct rk_word rest);
void rk_uci_position(struct rk_uci *uci, struct rk_word rest);
void rk_uci_go(struct rk_uci *uci, struct rk_word rest);
void rk_uci_perft(struct rk_uci *uci, struct rk_word rest);
void rk_uci_show(struct rk_uci *uci, struct rk_word rest);
void rk_uci_evaluate(struct rk_uci *uci, struct rk_word rest);
void rk_uci_bench(struct rk_uci *uci, struct rk_word rest);

/*
 * perft: counts the positions after `depth` plies, if there is memory for the
 * move lists.
 */
void rk_uci_count(struct rk_uci *uci, int64_t depth);

/* Sets every option to its default. */
void rk_uci_reset_options(struct rk_uci *uci);

/* The listener of the thinker; `self` is the struct rk_uci. */
void rk_uci_info(void *self, const struct rk_info *info);
void rk_uci_answer(void *self, const struct rk_answer *answer);

/* Release and retake the session's lock around calls of the thinker. */
void rk_uci_leave(struct rk_uci *uci);
void rk_uci_enter(struct rk_uci *uci);

#endif
