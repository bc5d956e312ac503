/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of the UCI protocol share; see rookery/uci.h. */
#ifndef RK_PROTO_UCI_H
#define RK_PROTO_UCI_H

#include "proto/words.h"
#include "rookery/notation.h"
#include "rookery/uci.h"

/* A line `info string` of texts and a word, if there is one, at its end. */
#define rk_uci_say(uci, word, ...) \
	rk_uci_say_parts(uci, word, (const char *const[]){__VA_ARGS__, NULL})
void rk_uci_say_parts(struct rk_uci *uci, struct rk_word word,
		      const char *const *parts);

/* Nothing to add. */
static inline struct rk_word rk_uci_no_word(void)
{
	return (struct rk_word){NULL, 0};
}

/*
 * Takes words off a text up to one of this name, which is the next, or to the
 * end; "" is no name. Returns what stood before it, with the blanks inside.
 */
struct rk_word rk_uci_take_until(struct rk_word *rest, const char *name,
				 struct rk_word *next);

static inline enum rk_move_style rk_uci_style(const struct rk_uci *uci)
{
	return uci->values[RK_UCI_CHESS960] ? RK_STYLE_COORD_960
					    : RK_STYLE_COORD;
}

/* A move in coordinates; other ways to write it are errors of syntax. */
enum rk_notation_error rk_uci_read_move(const struct rk_uci_board *board,
					struct rk_word word, rk_any_move *move);

/* The rules that UCI_Variant names. */
static inline const struct rk_rules *rk_uci_rules(const struct rk_uci *uci)
{
	return rk_rules_all[uci->values[RK_UCI_VARIANT]];
}

/*
 * The next row after `number`, -1 for the first, that the thinker knows; -1 if
 * there is none. And its name here: what UCI calls chess is standard.
 */
int rk_uci_next_variant(const struct rk_uci *uci, int number);
const char *rk_uci_variant_name(int number);

/* The board is the first position of UCI_Variant. */
void rk_uci_start(struct rk_uci *uci);

/* The commands: each gets what follows its name. */
void rk_uci_options(struct rk_uci *uci); /* prints what there is */
void rk_uci_set_option(struct rk_uci *uci, struct rk_word rest);
void rk_uci_position(struct rk_uci *uci, struct rk_word rest);
void rk_uci_go(struct rk_uci *uci, struct rk_word rest);
void rk_uci_perft(struct rk_uci *uci, struct rk_word rest);
void rk_uci_show(struct rk_uci *uci, struct rk_word rest);
void rk_uci_evaluate(struct rk_uci *uci, struct rk_word rest);
void rk_uci_bench(struct rk_uci *uci, struct rk_word rest);

/* Counts the positions after so many plies, if there is room for them. */
void rk_uci_count(struct rk_uci *uci, int64_t depth);

/* Sets every option to what it is at first. */
void rk_uci_reset_options(struct rk_uci *uci);

/* What the thinker tells; `self` is the struct rk_uci. */
void rk_uci_info(void *self, const struct rk_info *info);
void rk_uci_answer(void *self, const struct rk_answer *answer);

/* Leaves and enters again, around calls of the thinker. */
void rk_uci_leave(struct rk_uci *uci);
void rk_uci_enter(struct rk_uci *uci);

#endif
