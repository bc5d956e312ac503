/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The options of UCI. An option is a row; its value is a number, 0 or 1 for a
 * check. A refused value leaves the old one.
 */
#include "proto/uci.h"

enum uci_option_kind {
	BUTTON,
	CHECK,
	SPIN,
	STRING,
	COMBO, /* of the variants */
};

struct uci_option {
	const char *name;
	enum uci_option_kind kind;
	int64_t usual, least, most;
	/* Applies a new value; false if that is not possible. May be NULL. */
	bool (*set)(struct rk_uci *uci, int64_t value);
};

static bool set_thinker(struct rk_uci *uci, enum rk_think_option option,
			int64_t value)
{
	const struct rk_thinker *thinker = uci->thinker;
	bool done;

	rk_uci_leave(uci);
	done = thinker->set(thinker->self, option, value);
	rk_uci_enter(uci);
	return done;
}

static bool set_hash(struct rk_uci *uci, int64_t value)
{
	return set_thinker(uci, RK_THINK_HASH, value);
}

static bool set_threads(struct rk_uci *uci, int64_t value)
{
	return set_thinker(uci, RK_THINK_THREADS, value);
}

#ifndef RK_NO_NETWORK
static bool use_network(struct rk_uci *uci, int64_t value)
{
	return set_thinker(uci, RK_THINK_NETWORK, value);
}
#endif

static bool clear_hash(struct rk_uci *uci, int64_t value)
{
	const struct rk_thinker *thinker = uci->thinker;

	(void)value;
	rk_uci_leave(uci);
	thinker->forget(thinker->self);
	rk_uci_enter(uci);
	return true;
}

/* The board is reset: its position belongs to another variant. */
static bool set_variant(struct rk_uci *uci, int64_t value)
{
	if (uci->values[RK_UCI_VARIANT] == value)
		return true;
	uci->values[RK_UCI_VARIANT] = value;
	rk_uci_start(uci);
	rk_uci_prepare(uci);
	return true;
}

static const struct uci_option options[RK_UCI_OPTIONS] = {
	/* default 0: the port's value */
	[RK_UCI_HASH] = {"Hash", SPIN, 0, 1, 0, set_hash},
	[RK_UCI_CLEAR_HASH] = {"Clear Hash", BUTTON, 0, 0, 0, clear_hash},
	[RK_UCI_THREADS] = {"Threads", SPIN, 1, 1, 0, set_threads},
	[RK_UCI_MULTI_PV] = {"MultiPV", SPIN, 1, 1, RK_MAX_LINES, NULL},
	[RK_UCI_PONDER] = {"Ponder", CHECK, 0, 0, 1, NULL},
	[RK_UCI_MOVE_OVERHEAD] = {"Move Overhead", SPIN, 30, 0, 5000, NULL},
	[RK_UCI_OWN_BOOK] = {"OwnBook", CHECK, 0, 0, 1, NULL},
	[RK_UCI_BOOK_FILE] = {"BookFile", STRING, 0, 0, 0, NULL},
	[RK_UCI_VARIANT] = {"UCI_Variant", COMBO, 0, 0, 0, set_variant},
	[RK_UCI_CHESS960] = {"UCI_Chess960", CHECK, 0, 0, 1, NULL},
	[RK_UCI_LIMIT_STRENGTH] = {"UCI_LimitStrength", CHECK, 0, 0, 1, NULL},
	[RK_UCI_ELO] = {"UCI_Elo", SPIN, 1500, RK_ELO_LEAST, RK_ELO_MOST, NULL},
	[RK_UCI_SHOW_WDL] = {"UCI_ShowWDL", CHECK, 0, 0, 1, NULL},
	[RK_UCI_ANALYSE_MODE] = {"UCI_AnalyseMode", CHECK, 0, 0, 1, NULL},
#ifndef RK_NO_FILES
	[RK_UCI_SYZYGY_PATH] = {"SyzygyPath", STRING, 0, 0, 0, NULL},
	[RK_UCI_SYZYGY_PROBE_DEPTH] = {"SyzygyProbeDepth", SPIN, 1, 1, 100,
				       NULL},
	[RK_UCI_SYZYGY_50_MOVE_RULE] = {"Syzygy50MoveRule", CHECK, 1, 0, 1,
					NULL},
#endif
#ifndef RK_NO_NETWORK
	[RK_UCI_USE_NETWORK] = {"Use NNUE", CHECK, 1, 0, 1, use_network},
	[RK_UCI_NETWORK_FILE] = {"EvalFile", STRING, 0, 0, 0, NULL},
#endif
};

/* Options are there if the platform can read what they are about. */
static bool is_offered(const struct rk_uci *uci, int number)
{
#ifndef RK_NO_FILES
	if (number >= RK_UCI_SYZYGY_PATH &&
	    number <= RK_UCI_SYZYGY_50_MOVE_RULE)
		return uci->platform->tb_open != NULL;
#endif
#ifndef RK_NO_NETWORK
	if (number == RK_UCI_USE_NETWORK || number == RK_UCI_NETWORK_FILE)
		return uci->platform->network_open != NULL;
#endif
	(void)uci;
	(void)number;
	return true;
}

/* A row with what the thinker says filled in. */
static struct uci_option option_of(const struct rk_uci *uci, int number)
{
	struct uci_option option = options[number];

	if (number == RK_UCI_HASH) {
		option.usual = uci->thinker->hash_mb;
		option.most = uci->thinker->max_hash_mb;
	}
	if (number == RK_UCI_THREADS)
		option.most = uci->thinker->max_threads;
	return option;
}

void rk_uci_reset_options(struct rk_uci *uci)
{
	for (int i = 0; i < RK_UCI_OPTIONS; i++)
		uci->values[i] = option_of(uci, i).usual;
}

int rk_uci_next_variant(const struct rk_uci *uci, int number)
{
	const struct rk_thinker *thinker = uci->thinker;

	while (rk_rules_all[++number])
		if (thinker->knows(thinker->self, rk_rules_all[number]))
			return number;
	return -1;
}

const char *rk_uci_variant_name(int number)
{
	return rk_rules_all[number] == &rk_rules_standard
		       ? "chess"
		       : rk_rules_all[number]->name;
}

#ifdef RK_TUNE
/* A parameter of the search as an option. */
static struct uci_option option_of_param(const struct rk_param *param)
{
	return (struct uci_option){.name = param->name,
				   .kind = SPIN,
				   .usual = param->usual,
				   .least = param->least,
				   .most = param->most};
}
#endif

static void put_variants(struct rk_uci *uci, int usual)
{
	const struct rk_out *out = &uci->out;
	int i = -1;

	rk_out_parts(out,
		     (const char *const[]){" default ",
					   rk_uci_variant_name(usual), NULL});
	while ((i = rk_uci_next_variant(uci, i)) >= 0)
		rk_out_parts(out, (const char *const[]){" var ",
							rk_uci_variant_name(i),
							NULL});
}

/* The network may be one that is in the program. */
static void put_usual_text(const struct rk_uci *uci, int number)
{
#ifndef RK_NO_NETWORK
	if (number == RK_UCI_NETWORK_FILE && uci->platform->network_name) {
		rk_out_text(&uci->out, " default ");
		rk_out_text(&uci->out, uci->platform->network_name);
		return;
	}
#endif
	(void)number;
	rk_out_text(&uci->out, " default <empty>");
}

static void put_option(struct rk_uci *uci, const struct uci_option *option,
		       int number)
{
	static const char *const kinds[] = {"button", "check", "spin", "string",
					    "combo"};
	const struct rk_out *out = &uci->out;

	rk_out_parts(out, (const char *const[]){"option name ", option->name,
						" type ", kinds[option->kind],
						NULL});
	if (option->kind == CHECK)
		rk_out_text(out,
			    option->usual ? " default true" : " default false");
	if (option->kind == STRING)
		put_usual_text(uci, number);
	if (option->kind == COMBO)
		put_variants(uci, (int)option->usual);
	if (option->kind == SPIN) {
		rk_out_text(out, " default ");
		rk_out_number(out, (uint64_t)option->usual);
		rk_out_text(out, " min ");
		rk_out_number(out, (uint64_t)option->least);
		rk_out_text(out, " max ");
		rk_out_number(out, (uint64_t)option->most);
	}
	rk_out_char(out, '\n');
}

void rk_uci_options(struct rk_uci *uci)
{
	struct uci_option option;

	for (int i = 0; i < RK_UCI_OPTIONS; i++) {
		option = option_of(uci, i);
		if (is_offered(uci, i))
			put_option(uci, &option, i);
	}
#ifdef RK_TUNE
	for (const struct rk_param *p = uci->thinker->params; p && p->name;
	     p++) {
		option = option_of_param(p);
		put_option(uci, &option, -1);
	}
#endif
}

/* Compares a name without regard to case and to blanks between words. */
static bool is_name(struct rk_word text, const char *name)
{
	struct rk_word rest = {name, 0};
	struct rk_word word, wanted;

	while (name[rest.length])
		rest.length++;
	do {
		word = rk_word_take(&text);
		wanted = rk_word_take(&rest);
		if (word.length != wanted.length ||
		    (word.length && !rk_word_begins(word, wanted.text)))
			return false;
	} while (word.length);
	return true;
}

/* What UCI_Variant is for us, a program for four players calls Mode. */
static int find(const struct rk_uci *uci, struct rk_word name)
{
	for (int i = 0; i < RK_UCI_OPTIONS; i++)
		if (is_offered(uci, i) && is_name(name, options[i].name))
			return i;
	return RK_HAS_FOUR && is_name(name, "Mode") ? RK_UCI_VARIANT : -1;
}

/* The text may contain a file name, so it is filtered. */
static void complain(struct rk_uci *uci, const char *wrong)
{
	const struct rk_out *out = &uci->out;

	rk_out_text(out, "info string ");
	for (; *wrong; wrong++)
		rk_out_char(out, (uint8_t)*wrong < ' ' || *wrong == 0x7f
					 ? '?'
					 : *wrong);
	rk_out_char(out, '\n');
}

static void set_book_file(struct rk_uci *uci, struct rk_word name)
{
	const struct rk_platform *platform = uci->platform;
	const char *wrong = "there are no books on this machine";

	if (platform->book_open)
		wrong = platform->book_open(platform->self, name.text,
					    name.length);
	if (wrong)
		complain(uci, wrong);
	else
		uci->has_book = name.length > 0;
}

#if !defined(RK_NO_FILES) || !defined(RK_NO_NETWORK)
/* Opens what searches use; it waits for those that do. */
static void open_files(struct rk_uci *uci, struct rk_word name,
		       const char *(*open)(void *self, const char *name,
					   size_t length))
{
	const char *wrong;

	rk_uci_leave(uci);
	wrong = open(uci->platform->self, name.text, name.length);
	rk_uci_enter(uci);
	if (wrong)
		complain(uci, wrong);
}
#endif

static void set_files(struct rk_uci *uci, int number, struct rk_word name)
{
	const struct rk_platform *platform = uci->platform;

#ifndef RK_NO_FILES
	if (number == RK_UCI_SYZYGY_PATH)
		open_files(uci, name, platform->tb_open);
#endif
#ifndef RK_NO_NETWORK
	if (platform->network_name && rk_word_is(name, platform->network_name))
		name.length = 0;
	if (number == RK_UCI_NETWORK_FILE)
		open_files(uci, name, platform->network_open);
#endif
	(void)platform;
	(void)number;
	(void)name;
}

/* Programs that play nothing but teams of four call that 4pc. */
static bool is_other_name(int number, struct rk_word text)
{
	const struct rk_rules *rules = rk_rules_all[number];

	return rules->players > 2 && rules->sides[0] == rules->sides[2] &&
	       rk_word_is(text, "4pc");
}

static bool read_variant(struct rk_uci *uci, struct rk_word text,
			 int64_t *value)
{
	int i = -1;

	while ((i = rk_uci_next_variant(uci, i)) >= 0)
		if (rk_word_is(text, rk_uci_variant_name(i)) ||
		    (RK_HAS_FOUR && is_other_name(i, text))) {
			*value = i;
			return true;
		}
	rk_uci_say(uci, text, "there is no variant ");
	return false;
}

/* Converts the text of a value to a number; false if it is none. */
static bool read_value(struct rk_uci *uci, const struct uci_option *option,
		       struct rk_word text, int64_t *value)
{
	*value = 0;
	if (option->kind == BUTTON)
		return true;
	if (option->kind == CHECK) {
		*value = rk_word_is(text, "true");
		if (*value || rk_word_is(text, "false"))
			return true;
		rk_uci_say(uci, text, option->name, " is true or false, not ");
		return false;
	}
	if (option->kind == COMBO)
		return read_variant(uci, text, value);
	if (rk_word_integer(text, value) && *value >= option->least &&
	    *value <= option->most)
		return true;
	rk_uci_say(uci, text, option->name, " is a number from ",
		   rk_number((uint32_t)option->least).text, " to ",
		   rk_number((uint32_t)option->most).text, ", not ");
	return false;
}

static void set(struct rk_uci *uci, int number, struct rk_word text)
{
	struct uci_option option = option_of(uci, number);
	int64_t value;

	if (option.kind == STRING) {
		if (rk_word_is(text, "<empty>"))
			text.length = 0;
		if (number == RK_UCI_BOOK_FILE)
			set_book_file(uci, text);
		else
			set_files(uci, number, text);
		return;
	}
	if (!read_value(uci, &option, text, &value))
		return;
	if (option.set && !option.set(uci, value))
		rk_uci_say(uci, text, option.name, " stays ",
			   rk_number((uint32_t)uci->values[number]).text,
			   ", it cannot be ");
	else
		uci->values[number] = value;
}

/*
 * That program has the position that `startpos` means as an option, too. It is
 * put on the board, which makes a game of four of one for two.
 */
static void set_start(struct rk_uci *uci, struct rk_word name)
{
	int start = rk_uci_find_start(name);

	if (start < 0) {
		rk_uci_say(uci, name, "there is no set-up ");
		return;
	}
	uci->start = (uint8_t)start;
	rk_uci_position(uci, name);
}

#ifdef RK_TUNE
/* False: no parameter of the search has this name. */
static bool set_param(struct rk_uci *uci, struct rk_word name,
		      struct rk_word text)
{
	for (const struct rk_param *p = uci->thinker->params; p && p->name; p++)
		if (is_name(name, p->name)) {
			struct uci_option option = option_of_param(p);
			int64_t value;

			if (read_value(uci, &option, text, &value))
				*p->value = (int)value;
			return true;
		}
	return false;
}
#endif

void rk_uci_set_option(struct rk_uci *uci, struct rk_word rest)
{
	struct rk_word name, value, next;
	int number;

	rk_uci_take_until(&rest, "name", &next);
	name = rk_uci_take_until(&rest, "value", &next);
	value = rk_uci_take_until(&rest, "", &next);
	number = find(uci, name);
#ifdef RK_TUNE
	if (number < 0 && set_param(uci, name, value))
		return;
#endif
	if (number >= 0)
		set(uci, number, value);
	else if (RK_HAS_FOUR && is_name(name, "Setup"))
		set_start(uci, value);
	else if (name.length)
		rk_uci_say(uci, name, "there is no option ");
	else
		rk_uci_say(uci, rk_uci_no_word(),
			   "an option is set with: setoption name N value V");
}
