/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * `go` and what comes of it: a task is made of the words, and what the
 * thinker tells is written as `info` and `bestmove`. Holds always: before a
 * bestmove there was a line with an exact score.
 */
#include "proto/uci.h"

#define SOON 3000 /* milliseconds before the move at hand is worth a line */

enum {
	DEPTH,
	NODES,
	MOVE_TIME,
	MATE,
	MOVES_TO_GO,
	PERFT,
	TIME, /* of the first seat, and so on */
	INCREMENT = TIME + RK_MAX_SEATS,
	LIMITS = INCREMENT + RK_MAX_SEATS,
	INFINITE = LIMITS,
	PONDER,
	SEARCH_MOVES,
};

/* The words of a `go`. Clocks have their names from those who play. */
static const struct word {
	const char *name;
	uint8_t what;
	uint8_t players; /* of the games that know it; 0: all */
} words[] = {
	{"depth", DEPTH, 0},
	{"nodes", NODES, 0},
	{"movetime", MOVE_TIME, 0},
	{"mate", MATE, 0},
	{"movestogo", MOVES_TO_GO, 0},
	{"perft", PERFT, 0},
	{"wtime", TIME, 2},
	{"winc", INCREMENT, 2},
	{"rtime", TIME, 4},
	{"rinc", INCREMENT, 4},
	{"btime", TIME + 1, 0},
	{"binc", INCREMENT + 1, 0},
	{"ytime", TIME + 2, 4},
	{"yinc", INCREMENT + 2, 4},
	{"gtime", TIME + 3, 4},
	{"ginc", INCREMENT + 3, 4},
	{"infinite", INFINITE, 0},
	{"ponder", PONDER, 0},
	{"searchmoves", SEARCH_MOVES, 0},
};

/* The words of a `go`, read. */
struct wish {
	int64_t limits[LIMITS];
	unsigned int given; /* a bit for each of the above */
	bool is_unclear;    /* a limit was meant, but could not be read */
};

static const struct word *find(struct rk_uci *uci, struct rk_word word)
{
	int players = uci->board.rules->players;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (rk_word_is(word, words[i].name) &&
		    (!words[i].players || words[i].players == players))
			return &words[i];
	return NULL;
}

static bool has(const struct wish *wish, int word)
{
	return wish->given >> word & 1;
}

static int64_t between(int64_t least, int64_t value, int64_t most)
{
	return value < least ? least : value > most ? most : value;
}

/* Each move once. False: there is no room for it. */
static bool add_move(struct rk_uci *uci, rk_any_move move)
{
	rk_any_move *list = uci->port->only;
	int *count = &uci->task.only_count;

	for (int i = 0; i < *count; i++)
		if (list[i] == move)
			return true;
	if (*count >= uci->port->most_only)
		return false;
	list[(*count)++] = move;
	return true;
}

/* Moves up to the next word of a `go`; what is none is left out. */
static void read_search_moves(struct rk_uci *uci, struct rk_word *rest)
{
	struct rk_word ahead = *rest;
	struct rk_word word = rk_word_take(&ahead);

	for (; word.length && !find(uci, word); word = rk_word_take(&ahead)) {
		enum rk_notation_error error;
		rk_any_move move;

		*rest = ahead;
		error = rk_uci_read_move(&uci->board, word, &move);
		if (error)
			rk_uci_say(uci, word, "searchmoves without this, ",
				   rk_notation_error_text(error), ": ");
		else if (!add_move(uci, move))
			rk_uci_say(uci, word, "searchmoves without this, ",
				   "there are too many: ");
	}
}

static void read_limit(struct rk_uci *uci, struct rk_word *rest,
		       const struct word *limit, struct wish *wish)
{
	struct rk_word ahead = *rest;
	struct rk_word word = rk_word_take(&ahead);
	int64_t value = 0;

	if (!find(uci, word))
		*rest = ahead;
	/* Nobody waits for the answer of a perft; it says what it needs. */
	if (rk_word_integer(word, &value) || limit->what == PERFT) {
		wish->limits[limit->what] = value;
		wish->given |= 1u << limit->what;
		return;
	}
	wish->is_unclear = true;
	rk_uci_say(uci, word, "go without ", limit->name,
		   ", it needs a number, not ");
}

/*
 * Words that mean nothing here are skipped, and so is what cannot be read: who
 * says go waits for an answer.
 */
static void read_wish(struct rk_uci *uci, struct rk_word rest,
		      struct wish *wish)
{
	struct rk_word word;

	while ((word = rk_word_take(&rest)).length) {
		const struct word *found = find(uci, word);

		if (!found)
			continue;
		if (found->what < LIMITS) {
			read_limit(uci, &rest, found, wish);
			continue;
		}
		wish->given |= 1u << found->what;
		if (found->what == SEARCH_MOVES)
			read_search_moves(uci, &rest);
	}
}

/* A limit that was given, but is less than 1, is 1: 0 would be none. */
static int64_t limit(const struct wish *wish, int word, int64_t most)
{
	return has(wish, word) ? between(1, wish->limits[word], most) : 0;
}

#define MOST_MILLISECONDS ((int64_t)1 << 40) /* thirty years and more */

#define ALL_CLOCKS (((1u << 2 * RK_MAX_SEATS) - 1) << TIME)

static void set_clock(struct rk_task *task, const struct wish *wish)
{
	int turn = task->rules->turn(&task->pos);
	int64_t time = wish->limits[TIME + turn];
	int64_t increment = wish->limits[INCREMENT + turn];

	task->has_clock = wish->given & ALL_CLOCKS;
	task->time = between(-MOST_MILLISECONDS, time, MOST_MILLISECONDS);
	task->increment = between(0, increment, MOST_MILLISECONDS);
	task->moves_to_go = (int)between(0, wish->limits[MOVES_TO_GO], 1000);
}

/* For who has named a limit that cannot be read, and no other. */
#define MOMENT 100

static void set_limits(struct rk_task *task, const struct wish *wish)
{
	bool has_any;

	set_clock(task, wish);
	task->move_time = limit(wish, MOVE_TIME, MOST_MILLISECONDS);
	task->nodes = (uint64_t)limit(wish, NODES, wish->limits[NODES]);
	task->depth = (int)limit(wish, DEPTH, RK_MAX_PLY);
	task->mate = (int)limit(wish, MATE, RK_MAX_PLY);
	task->ponder = has(wish, PONDER);
	has_any = task->has_clock || task->move_time || task->nodes ||
		  task->depth || task->mate;
	task->infinite = has(wish, INFINITE) || (!has_any && !wish->is_unclear);
	if (!has_any && !task->infinite)
		task->move_time = MOMENT;
}

static void set_task(struct rk_uci *uci, const struct wish *wish)
{
	const struct rk_uci_board *board = &uci->board;
	const struct rk_uci_port *port = uci->port;
	struct rk_task *task = &uci->task;
	const int64_t *values = uci->values;

	task->rules = board->rules;
	task->pos = board->pos;
	task->keys = board->keys;
	task->key_count = board->key_count;
	task->only = port->only;
	set_limits(task, wish);
	task->overhead = values[RK_UCI_MOVE_OVERHEAD];
	task->analyse = values[RK_UCI_ANALYSE_MODE];
	task->lines = (int)values[RK_UCI_MULTI_PV];
	task->elo = values[RK_UCI_LIMIT_STRENGTH] ? (int)values[RK_UCI_ELO] : 0;
	task->seed = port->seed(port->self);
}

/* Said once, and not before it matters: options come in any order. */
static void miss_book(struct rk_uci *uci)
{
	if (!uci->misses_book)
		rk_uci_say(uci, rk_uci_no_word(),
			   "there is no book; BookFile names one");
	uci->misses_book = true;
}

/* A move of the book, if it is asked and knows one. */
static rk_move book_move(struct rk_uci *uci)
{
	const struct rk_uci_port *port = uci->port;
	const struct rk_task *task = &uci->task;

	if (task->rules != &rk_rules_standard ||
	    !uci->values[RK_UCI_OWN_BOOK] || task->infinite || task->ponder ||
	    task->analyse || task->only_count || task->mate)
		return RK_NO_MOVE;
	if (!uci->has_book) {
		miss_book(uci);
		return RK_NO_MOVE;
	}
	return port->book_move(port->self, &task->pos.two, task->seed);
}

/* Nobody has thought; the score is what the position looks like. */
static void answer_from_book(struct rk_uci *uci, rk_move move)
{
	const struct rk_thinker *thinker = uci->port->thinker;
	struct rk_answer answer = {.best = move, .depth = 1};

	rk_uci_say(uci, rk_uci_no_word(), "a move of the book");
	if (!uci->task.pos.two.checkers)
		answer.score = thinker->evaluate(thinker->self, uci->task.rules,
						 &uci->task.pos);
	rk_uci_leave(uci);
	rk_uci_answer(uci, &answer);
	rk_uci_enter(uci);
}

static void think(struct rk_uci *uci)
{
	const struct rk_thinker *thinker = uci->port->thinker;
	rk_move move = book_move(uci);

	uci->told = false;
	uci->thinking = true;
	if (move != RK_NO_MOVE) {
		answer_from_book(uci, move);
		return;
	}
	rk_uci_leave(uci);
	thinker->start(thinker->self, &uci->task, &uci->listener);
	rk_uci_enter(uci);
}

void rk_uci_go(struct rk_uci *uci, struct rk_word rest)
{
	struct wish wish = {.given = 0};

	memset(&uci->task, 0, sizeof(uci->task));
	read_wish(uci, rest, &wish);
	if (has(&wish, PERFT)) {
		rk_uci_count(uci, wish.limits[PERFT]);
		return;
	}
	set_task(uci, &wish);
	think(uci);
}

/* A move as this session writes it, after a blank. */
static void put_move(struct rk_uci *uci, rk_any_move move)
{
	const struct rk_task *task = &uci->task;
	char text[RK_MOVE_TEXT_SIZE];

	/* In coordinates, no position is needed but for its rules. */
	task->rules->write_move(text, &task->pos, move, rk_uci_style(uci));
	rk_out_char(&uci->port->out, ' ');
	rk_out_text(&uci->port->out, text);
}

static void put(struct rk_uci *uci, const char *name, int64_t value)
{
	rk_out_text(&uci->port->out, name);
	rk_out_signed(&uci->port->out, value);
}

static void put_score(struct rk_uci *uci, const struct rk_info *info)
{
	static const char *const bounds[] = {
		[RK_BOUND_NONE] = "",
		[RK_BOUND_UPPER] = " upperbound",
		[RK_BOUND_LOWER] = " lowerbound",
		[RK_BOUND_EXACT] = "",
	};

	if (rk_score_is_mate(info->score))
		put(uci, " score mate ", rk_score_mate_moves(info->score));
	else
		put(uci, " score cp ", info->score);
	rk_out_text(&uci->port->out, bounds[info->bound]);
	if (!uci->values[RK_UCI_SHOW_WDL])
		return;
	put(uci, " wdl ", info->win);
	put(uci, " ", info->draw);
	put(uci, " ", info->loss);
}

static void put_counts(struct rk_uci *uci, const struct rk_info *info)
{
	uint64_t time = info->time ? info->time : 1;

	put(uci, " nodes ", (int64_t)info->nodes);
	put(uci, " nps ", (int64_t)(info->nodes * 1000 / time));
	put(uci, " hashfull ", info->hash_full);
	put(uci, " time ", (int64_t)info->time);
}

/* What is being looked at. */
static void put_current(struct rk_uci *uci, const struct rk_info *info)
{
	if (info->time < SOON)
		return;
	put(uci, "info depth ", info->depth);
	rk_out_text(&uci->port->out, " currmove");
	put_move(uci, info->tried);
	put(uci, " currmovenumber ", info->tried_number);
	rk_out_char(&uci->port->out, '\n');
}

static void put_line(struct rk_uci *uci, const struct rk_info *info)
{
	put(uci, "info depth ", info->depth);
	put(uci, " seldepth ", info->selective_depth);
	put(uci, " multipv ", info->line ? info->line : 1);
	put_score(uci, info);
	put_counts(uci, info);
	if (info->move_count)
		rk_out_text(&uci->port->out, " pv");
	for (int i = 0; i < info->move_count; i++)
		put_move(uci, info->moves[i]);
	rk_out_char(&uci->port->out, '\n');
	if (info->bound == RK_BOUND_EXACT && info->line <= 1)
		uci->told = true;
}

void rk_uci_info(void *self, const struct rk_info *info)
{
	struct rk_uci *uci = self;

	rk_uci_enter(uci);
	if (info->tried)
		put_current(uci, info);
	else
		put_line(uci, info);
	rk_uci_leave(uci);
}

/* A line with an exact score where the thinker has not told any. */
static void tell(struct rk_uci *uci, const struct rk_answer *answer)
{
	const struct rk_task *task = &uci->task;
	bool none = !answer->best;
	bool mated = none &&
		     task->rules->in_check(&task->pos,
					   task->rules->turn(&task->pos));
	struct rk_info info = {
		.depth = none ? 0 : answer->depth,
		.selective_depth = none ? 0 : answer->depth,
		.line = 1,
		.score = answer->score,
		.bound = RK_BOUND_EXACT,
		.draw = mated ? 0 : 1000,
		.loss = mated ? 1000 : 0,
		.nodes = answer->nodes,
		.moves = &answer->best,
		.move_count = !none,
	};

	if (none)
		info.score = mated ? -RK_SCORE_MATE : 0;
	put_line(uci, &info);
}

void rk_uci_answer(void *self, const struct rk_answer *answer)
{
	struct rk_uci *uci = self;

	rk_uci_enter(uci);
	if (!uci->told)
		tell(uci, answer);
	uci->thinking = false;
	rk_out_text(&uci->port->out, "bestmove");
	if (answer->best)
		put_move(uci, answer->best);
	else
		rk_out_text(&uci->port->out, uci->task.rules->players == 2
						     ? " (none)"
						     : " 0000");
	if (answer->best && answer->ponder) {
		rk_out_text(&uci->port->out, " ponder");
		put_move(uci, answer->ponder);
	}
	rk_out_char(&uci->port->out, '\n');
	rk_uci_leave(uci);
}
