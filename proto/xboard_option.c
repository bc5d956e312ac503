/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Features and settings: what the engine offers to an interface, the table of
 * options, memory and cores, excluded moves, and the moves of the book.
 */
#include "proto/xboard.h"

enum xboard_option_kind {
	CHECK,
	SPIN,
	BUTTON,
	FILE_NAME,
};

struct xboard_option {
	const char *name;
	enum xboard_option_kind kind;
	int value; /* index in xb->values, unless it has a function */
	int32_t initial, min, max;
	void (*run)(struct rk_xboard *xb, const struct rk_line *line,
		    struct rk_word value);
};

static void clear_hash(struct rk_xboard *xb, const struct rk_line *line,
		       struct rk_word value);
static void open_book(struct rk_xboard *xb, const struct rk_line *line,
		      struct rk_word value);
static void open_network(struct rk_xboard *xb, const struct rk_line *line,
			 struct rk_word value);

static const struct xboard_option options[] = {
	{"Move Overhead", SPIN, RK_XBOARD_OVERHEAD, 100, 0, 5000, NULL},
	{"MultiPV", SPIN, RK_XBOARD_LINES, 1, 1, RK_MAX_LINES, NULL},
	{"Limit Strength", CHECK, RK_XBOARD_LIMIT, 0, 0, 1, NULL},
	{"Elo", SPIN, RK_XBOARD_ELO, 1500, RK_ELO_LEAST, RK_ELO_MOST, NULL},
	{"Resign", CHECK, RK_XBOARD_RESIGN, 0, 0, 1, NULL},
	{"Own Book", CHECK, RK_XBOARD_BOOK, 0, 0, 1, NULL},
	{"Book File", FILE_NAME, 0, 0, 0, 0, open_book},
	{"Use NNUE", CHECK, RK_XBOARD_NETWORK, 1, 0, 1, NULL},
	{"EvalFile", FILE_NAME, 0, 0, 0, 0, open_network},
	{"Clear Hash", BUTTON, 0, 0, 0, 0, clear_hash},
};

static const size_t option_count = sizeof(options) / sizeof(*options);

void rk_xboard_default_values(struct rk_xboard *xb)
{
	for (size_t i = 0; i < option_count; i++)
		if (!options[i].run)
			xb->values[options[i].value] = options[i].initial;
}

static void print_option(struct rk_xboard *xb,
			 const struct xboard_option *option)
{
	static const char *const kinds[] = {
		[CHECK] = " -check ",
		[SPIN] = " -spin ",
		[BUTTON] = " -button",
		[FILE_NAME] = " -file ",
	};
	const struct rk_out *out = &xb->out;

	rk_out_text(out, "feature option=\"");
	rk_out_text(out, option->name);
	rk_out_text(out, kinds[option->kind]);
	if (!option->run)
		rk_out_number(out, (uint64_t)xb->values[option->value]);
	if (option->run == open_network && xb->platform->network_name)
		rk_out_text(out, xb->platform->network_name);
	if (option->kind == SPIN) {
		rk_out_char(out, ' ');
		rk_out_number(out, (uint64_t)option->min);
		rk_out_char(out, ' ');
		rk_out_number(out, (uint64_t)option->max);
	}
	rk_out_text(out, "\"\n");
}

static bool is_offered(const struct rk_xboard *xb,
		       const struct xboard_option *option)
{
	bool needs_book = option->run == open_book ||
			  (!option->run && option->value == RK_XBOARD_BOOK);
	bool needs_network =
		option->run == open_network ||
		(!option->run && option->value == RK_XBOARD_NETWORK);

	return (!needs_book || xb->platform->book_open) &&
	       (!needs_network || xb->platform->network_open);
}

void rk_xboard_run_protover(struct rk_xboard *xb, const struct rk_line *line)
{
	const struct rk_out *out = &xb->out;
	uint32_t version;

	if (!rk_xboard_argument(xb, line, 1, UINT32_MAX, &version) ||
	    version < 2)
		return;
	rk_out_line(out, "feature done=0");
	rk_out_line(out, "feature myname=\"Rookery " RK_VERSION "\"");
	rk_out_line(out, "feature ping=1 setboard=1 playother=1 san=0"
			 " usermove=1 time=1 draw=1");
	rk_out_line(out, "feature sigint=0 sigterm=0 reuse=1 analyze=1"
			 " colors=0 ics=1 name=1");
	rk_out_line(out, "feature pause=1 nps=0 debug=1 memory=1 smp=1"
			 " exclude=1");
	rk_out_line(out, "feature variants=\"normal,fischerandom\"");
	for (size_t i = 0; i < option_count; i++)
		if (is_offered(xb, &options[i]))
			print_option(xb, &options[i]);
	rk_out_line(out, "feature done=1");
}

static void set_thinker(struct rk_xboard *xb, const struct rk_line *line,
			enum rk_think_option option, uint32_t max)
{
	const struct rk_thinker *thinker = xb->thinker;
	uint32_t number;

	if (!rk_xboard_argument(xb, line, 1, max, &number))
		return;
	rk_xboard_stop_search(xb);
	if (!thinker->set(thinker->self, option, number))
		rk_xboard_error(xb, "that cannot be had", line);
}

void rk_xboard_run_memory(struct rk_xboard *xb, const struct rk_line *line)
{
	set_thinker(xb, line, RK_THINK_HASH, UINT32_MAX);
}

void rk_xboard_run_cores(struct rk_xboard *xb, const struct rk_line *line)
{
	set_thinker(xb, line, RK_THINK_THREADS, UINT32_MAX);
}

static void clear_hash(struct rk_xboard *xb, const struct rk_line *line,
		       struct rk_word value)
{
	const struct rk_thinker *thinker = xb->thinker;

	(void)line;
	(void)value;
	rk_xboard_stop_search(xb);
	thinker->forget(thinker->self);
}

static void open_book(struct rk_xboard *xb, const struct rk_line *line,
		      struct rk_word value)
{
	const struct rk_platform *platform = xb->platform;
	const char *wrong =
		platform->book_open(platform->self, value.text, value.length);

	if (wrong)
		rk_xboard_error(xb, wrong, line);
}

static void open_network(struct rk_xboard *xb, const struct rk_line *line,
			 struct rk_word value)
{
	const struct rk_platform *platform = xb->platform;
	const char *wrong;

	if (platform->network_name && rk_word_is(value, platform->network_name))
		value.length = 0;
	rk_xboard_stop_search(xb);
	wrong = platform->network_open(platform->self, value.text,
				       value.length);
	if (wrong)
		rk_xboard_error(xb, wrong, line);
}

static struct rk_word trim(struct rk_word word, size_t from, size_t to)
{
	const char *text = word.text;

	while (from < to && text[from] == ' ')
		from++;
	while (to > from && text[to - 1] == ' ')
		to--;
	return (struct rk_word){text + from, to - from};
}

static const struct xboard_option *find_option(const struct rk_xboard *xb,
					       struct rk_word name)
{
	for (size_t i = 0; i < option_count; i++)
		if (rk_word_is(name, options[i].name) &&
		    is_offered(xb, &options[i]))
			return &options[i];
	return NULL;
}

static void set_value(struct rk_xboard *xb, int value, int32_t number)
{
	const struct rk_thinker *thinker = xb->thinker;

	xb->values[value] = number;
	if (value == RK_XBOARD_NETWORK) {
		rk_xboard_stop_search(xb);
		thinker->set(thinker->self, RK_THINK_NETWORK, number);
	}
	/* An analysis starts again with the new value; a move is finished. */
	if (xb->activity == RK_XBOARD_ANALYSE)
		rk_xboard_stop_search(xb);
}

/* option NAME=VALUE, option NAME; a name may contain blanks. */
void rk_xboard_run_option(struct rk_xboard *xb, const struct rk_line *line)
{
	struct rk_word rest = line->rest, value = {rest.text, 0};
	const struct xboard_option *option;
	uint32_t number;
	size_t at = 0;

	while (at < rest.length && rest.text[at] != '=')
		at++;
	if (at < rest.length)
		value = trim(rest, at + 1, rest.length);
	option = find_option(xb, trim(rest, 0, at));
	if (!option)
		rk_xboard_error(xb, "unknown option", line);
	else if (option->run)
		option->run(xb, line, value);
	else if (!rk_word_number(value, (uint32_t)option->min,
				 (uint32_t)option->max, &number))
		rk_xboard_error(xb, "no such value", line);
	else
		set_value(xb, option->value, (int32_t)number);
}

/* The index of a move in the list of legal moves, or -1. */
static int index_of_move(struct rk_xboard *xb, struct rk_word word)
{
	const rk_move *list = xb->scratch.moves;
	int count = rk_gen_legal(rk_xboard_pos(xb), xb->scratch.moves);
	rk_move move;

	if (xb->illegal || rk_xboard_read_move(xb, word, &move))
		return -1;
	for (int i = 0; i < count; i++)
		if (list[i] == move)
			return i;
	return -1;
}

/* exclude MOVE, exclude all, include MOVE, include all */
void rk_xboard_run_exclude(struct rk_xboard *xb, const struct rk_line *line)
{
	bool exclude = rk_word_is(line->words[0], "exclude");
	bool all = line->count == 2 && rk_word_is(line->words[1], "all");
	int index = line->count == 2 ? index_of_move(xb, line->words[1]) : -1;

	if (all) {
		memset(xb->excluded, exclude ? 0xff : 0, sizeof(xb->excluded));
	} else if (index < 0) {
		rk_xboard_error(xb, "no such move", line);
		return;
	} else if (exclude) {
		xb->excluded[index / 64] |= (uint64_t)1 << index % 64;
	} else {
		xb->excluded[index / 64] &= ~((uint64_t)1 << index % 64);
	}
	rk_xboard_stop_search(xb);
	xb->search_done = false;
}

/* The protocol wants lines that begin with a blank, then an empty line. */
void rk_xboard_run_bk(struct rk_xboard *xb, const struct rk_line *line)
{
	const struct rk_platform *platform = xb->platform;
	const struct rk_book_move *list = xb->scratch.book;
	int count = 0;

	(void)line;
	if (platform->book_moves && !xb->illegal)
		count = platform->book_moves(platform->self, rk_xboard_pos(xb),
					     xb->scratch.book,
					     RK_XBOARD_BOOK_MOVES);
	for (int i = 0; i < count; i++) {
		rk_out_text(&xb->out, " ");
		rk_xboard_out_move(xb, list[i].move);
		rk_out_line(&xb->out, " ", rk_number(list[i].weight).text);
	}
	if (!count)
		rk_out_line(&xb->out, " The book knows no move here.");
	rk_out_line(&xb->out, "");
}
