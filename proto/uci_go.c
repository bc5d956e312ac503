/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * `go`: makes a task of the arguments, and writes what the thinker reports as
 * `info` and `bestmove`. Invariant: before a bestmove there was a line with an
 * exact score.
 */
#include "proto/uci.h"

#define CURRMOVE_AFTER_MS 3000 /* milliseconds before `currmove` is written */

enum {
	DEPTH,
	NODES,
	MOVE_TIME,
	MATE,
	MOVES_TO_GO,
	PERFT,
	TIME, /* of the first seat; one for each seat */
	INCREMENT = TIME + RK_MAX_SEATS,
	LIMITS = INCREMENT + RK_MAX_SEATS,
	INFINITE = LIMITS,
	PONDER,
	SEARCH_MOVES,
};

/* The arguments of `go`. Clocks are named after the seats. */
/* clang-format off */
static const struct go_word {
	const char *name;
	uint8_t what;
	uint8_t players; /* only with this number of players; 0: any */
} words[] = {
	{"depth", DEPTH, 0}, {"nodes", NODES, 0}, {"movetime", MOVE_TIME, 0},
	{"mate", MATE, 0}, {"movestogo", MOVES_TO_GO, 0}, {"perft", PERFT, 0},
	{"wtime", TIME, 2}, {"winc", INCREMENT, 2},
	{"rtime", TIME, 4}, {"rinc", INCREMENT, 4},
	{"btime", TIME + 1, 0}, {"binc", INCREMENT + 1, 0},
	{"ytime", TIME + 2, 4}, {"yinc", INCREMENT + 2, 4},
	{"gtime", TIME + 3, 4}, {"ginc", INCREMENT + 3, 4},
	{"infinite", INFINITE, 0}, {"ponder", PONDER, 0},
	{"searchmoves", SEARCH_MOVES, 0},
};
/* clang-format on */

/* The arguments of a `go` after parsing. */
struct args {
	int64_t limits[LIMITS];
	unsigned int given; /* a bit for each of the above */
	bool is_unreadable; /* a limit was given but could not be read */
};

static const struct go_word *find(struct rk_uci *uci, struct rk_word word)
{
	int players = uci->board.rules->players;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (rk_word_is(word, words[i].name) &&
		    (!words[i].players || words[i].players == players))
			return &words[i];
	return NULL;
}

static bool has(const struct args *args, int word)
{
	return args->given >> word & 1;
}

static int64_t between(int64_t least, int64_t value, int64_t most)
{
	return value < least ? least : value > most ? most : value;
}

/* Adds a move to searchmoves, each once. False if the list is full. */
static bool add_move(struct rk_uci *uci, rk_any_move move)
{
	rk_any_move *list = uci->only;
	int *count = &uci->task.only_count;

	for (int i = 0; i < *count; i++)
		if (list[i] == move)
			return true;
	if (*count >= RK_UCI_ONLY)
		return false;
	list[(*count)++] = move;
	return true;
}

/* Reads moves up to the next argument; anything else is skipped. */
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
		       const struct go_word *limit, struct args *args)
{
	struct rk_word ahead = *rest;
	struct rk_word word = rk_word_take(&ahead);
	int64_t value = 0;

	if (!find(uci, word))
		*rest = ahead;
	/* perft reports a bad depth itself, since no bestmove is expected. */
	if (rk_word_integer(word, &value) || limit->what == PERFT) {
		args->limits[limit->what] = value;
		args->given |= 1u << limit->what;
		return;
	}
	args->is_unreadable = true;
	rk_uci_say(uci, word, "go without ", limit->name,
		   ", it needs a number, not ");
}

/*
 * Unknown words and values that cannot be read are skipped, because the GUI
 * always waits for a bestmove.
 */
static void read_args(struct rk_uci *uci, struct rk_word rest,
		      struct args *args)
{
	struct rk_word word;

	while ((word = rk_word_take(&rest)).length) {
		const struct go_word *found = find(uci, word);

		if (!found)
			continue;
		if (found->what < LIMITS) {
			read_limit(uci, &rest, found, args);
			continue;
		}
		args->given |= 1u << found->what;
		if (found->what == SEARCH_MOVES)
			read_search_moves(uci, &rest);
	}
}

/* A limit that was given is at least 1, since 0 means no limit. */
static int64_t limit(const struct args *args, int word, int64_t most)
{
	return has(args, word) ? between(1, args->limits[word], most) : 0;
}

#define MAX_MS ((int64_t)1 << 40) /* thirty years and more */

#define ALL_CLOCKS (((1u << 2 * RK_MAX_SEATS) - 1) << TIME)

static void set_clock(struct rk_task *task, const struct args *args)
{
	int turn = task->rules->turn(&task->pos);
	int64_t time = args->limits[TIME + turn];
	int64_t increment = args->limits[INCREMENT + turn];

	task->has_clock = args->given & ALL_CLOCKS;
	task->time = between(-MAX_MS, time, MAX_MS);
	task->increment = between(0, increment, MAX_MS);
	task->moves_to_go = (int)between(0, args->limits[MOVES_TO_GO], 1000);
}

/* Used if the only limit could not be read. */
#define SHORT_MOVE_MS 100

static void set_limits(struct rk_task *task, const struct args *args)
{
	bool has_any;

	set_clock(task, args);
	task->move_time = limit(args, MOVE_TIME, MAX_MS);
	task->nodes = (uint64_t)limit(args, NODES, args->limits[NODES]);
	task->depth = (int)limit(args, DEPTH, RK_MAX_PLY);
	task->mate = (int)limit(args, MATE, RK_MAX_PLY);
	task->ponder = has(args, PONDER);
	has_any = task->has_clock || task->move_time || task->nodes ||
		  task->depth || task->mate;
	task->infinite = has(args, INFINITE) ||
			 (!has_any && !args->is_unreadable);
	if (!has_any && !task->infinite)
		task->move_time = SHORT_MOVE_MS;
}

#ifndef RK_NO_FILES
static bool is_among(const rk_move *list, int count, rk_any_move move)
{
	while (count && list[count - 1] != move)
		count--;
	return count > 0;
}

static bool is_repeated(const struct rk_task *task)
{
	uint64_t key = task->rules->key(&task->pos);

	for (int i = 0; i < task->key_count; i++)
		if (task->keys[i] == key)
			return true;
	return false;
}

/*
 * Only moves that keep the result of the tables are left to the search, which
 * finds the mate among them. Where several lines are asked for, all moves are
 * shown.
 */
static void keep_result(struct rk_uci *uci)
{
	const struct rk_platform *platform = uci->platform;
	struct rk_task *task = &uci->task;
	rk_move *good = rk_uci_scratch(uci)->moves;
	enum rk_tb_result result;
	int count = 0, kept = 0;

	rk_uci_leave(uci);
	result = platform->tb_root(platform->self, &task->pos.two,
				   is_repeated(task), !task->tb_no_fifty, good,
				   &count);
	rk_uci_enter(uci);
	if (result == RK_TB_UNKNOWN)
		return;
	for (int i = 0; i < task->only_count; i++)
		if (is_among(good, count, uci->only[i]))
			uci->only[kept++] = uci->only[i];
	/* All moves that were asked for give the result away. */
	if (task->only_count && !kept)
		return;
	for (int i = 0; !task->only_count && i < count; i++)
		uci->only[kept++] = good[i];
	task->only_count = kept;
	task->tb_root = (uint8_t)result;
}

static void use_tables(struct rk_uci *uci)
{
	const struct rk_platform *platform = uci->platform;
	struct rk_task *task = &uci->task;

	if (!platform->tb_open || task->rules != &rk_rules_standard ||
	    rk_task_is_weak(task))
		return;
	task->tb_men = (uint8_t)platform->tb_men(platform->self);
	task->tb_depth = (uint8_t)uci->values[RK_UCI_SYZYGY_PROBE_DEPTH];
	task->tb_no_fifty = !uci->values[RK_UCI_SYZYGY_50_MOVE_RULE];
	if (task->tb_men && task->lines <= 1)
		keep_result(uci);
}
#else
static void use_tables(struct rk_uci *uci)
{
	(void)uci;
}
#endif

static void set_task(struct rk_uci *uci, const struct args *args)
{
	const struct rk_uci_board *board = &uci->board;
	const struct rk_platform *platform = uci->platform;
	struct rk_task *task = &uci->task;
	const int64_t *values = uci->values;

	task->rules = board->rules;
	task->pos = board->pos;
	task->keys = board->keys;
	task->key_count = board->key_count;
	task->only = uci->only;
	set_limits(task, args);
	task->overhead = values[RK_UCI_MOVE_OVERHEAD];
	task->analyse = values[RK_UCI_ANALYSE_MODE];
	task->lines = (int)values[RK_UCI_MULTI_PV];
	task->elo = values[RK_UCI_LIMIT_STRENGTH] ? (int)values[RK_UCI_ELO] : 0;
	task->seed = platform->random ? platform->random(platform->self) : 0;
	use_tables(uci);
}

/* Reported once, and only when it matters: options come in any order. */
static void report_no_book(struct rk_uci *uci)
{
	if (!uci->told_no_book)
		rk_uci_say(uci, rk_uci_no_word(),
			   "there is no book; BookFile names one");
	uci->told_no_book = true;
}

/* With four players there are openings in the program. */
static rk_any_move opening_move(struct rk_uci *uci)
{
#ifndef RK_NO_FILES
	const struct rk_task *task = &uci->task;
	rk_any_move *list = rk_uci_scratch(uci)->list;

	if (uci->thinker->open_four && task->rules->players > 2)
		return uci->thinker->open_four(
			task->rules, &task->pos, list,
			task->rules->moves(&task->pos, list), task->seed);
#endif
	(void)uci;
	return RK_NO_MOVE;
}

/* A book move, if OwnBook is on and the book has one. */
static rk_any_move book_move(struct rk_uci *uci)
{
	const struct rk_platform *platform = uci->platform;
	const struct rk_task *task = &uci->task;

	if (!uci->values[RK_UCI_OWN_BOOK] || task->infinite || task->ponder ||
	    task->analyse || task->only_count || task->mate)
		return RK_NO_MOVE;
	if (!task->rules->orthodox)
		return opening_move(uci);
	if (!uci->has_book) {
		report_no_book(uci);
		return RK_NO_MOVE;
	}
	return platform->book_pick(platform->self, &task->pos.two, task->seed);
}

/* There was no search; the score is the static evaluation. */
static void answer_from_book(struct rk_uci *uci, rk_any_move move)
{
	const struct rk_thinker *thinker = uci->thinker;
	struct rk_answer answer = {.best = move, .depth = 1};

	rk_uci_say(uci, rk_uci_no_word(), "a move of the book");
	if (uci->task.rules->players > 2 || !uci->task.pos.two.checkers)
		answer.score = thinker->evaluate(thinker->self, uci->task.rules,
						 &uci->task.pos);
	rk_uci_leave(uci);
	rk_uci_answer(uci, &answer);
	rk_uci_enter(uci);
}

static void think(struct rk_uci *uci)
{
	const struct rk_thinker *thinker = uci->thinker;
	rk_any_move move = book_move(uci);

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
	struct args args = {.given = 0};

	memset(&uci->task, 0, sizeof(uci->task));
	read_args(uci, rest, &args);
	if (has(&args, PERFT)) {
		rk_uci_count(uci, args.limits[PERFT]);
		return;
	}
	set_task(uci, &args);
	think(uci);
}

/* Writes a blank and a move. */
static void put_move(struct rk_uci *uci, rk_any_move move)
{
	const struct rk_task *task = &uci->task;
	char text[RK_MOVE_TEXT_SIZE];

	/* Coordinates depend only on the rules, so any position will do. */
	task->rules->write_move(text, &task->pos, move, rk_uci_style(uci));
	rk_out_char(&uci->out, ' ');
	rk_out_text(&uci->out, text);
}

static void put(struct rk_uci *uci, const char *name, int64_t value)
{
	rk_out_text(&uci->out, name);
	rk_out_signed(&uci->out, value);
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
	rk_out_text(&uci->out, bounds[info->bound]);
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
#ifndef RK_NO_FILES
	if (uci->task.tb_men)
		put(uci, " tbhits ", (int64_t)info->tb_hits);
#endif
	put(uci, " time ", (int64_t)info->time);
}

/* Writes `currmove`. */
static void put_current(struct rk_uci *uci, const struct rk_info *info)
{
	if (info->time < CURRMOVE_AFTER_MS)
		return;
	put(uci, "info depth ", info->depth);
	rk_out_text(&uci->out, " currmove");
	put_move(uci, info->tried);
	put(uci, " currmovenumber ", info->tried_number);
	rk_out_char(&uci->out, '\n');
}

static void put_line(struct rk_uci *uci, const struct rk_info *info)
{
	put(uci, "info depth ", info->depth);
	put(uci, " seldepth ", info->selective_depth);
	put(uci, " multipv ", info->line ? info->line : 1);
	put_score(uci, info);
	put_counts(uci, info);
	if (info->move_count)
		rk_out_text(&uci->out, " pv");
	for (int i = 0; i < info->move_count; i++)
		put_move(uci, info->moves[i]);
	rk_out_char(&uci->out, '\n');
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

/* Writes a line with an exact score if the thinker reported none. */
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
	rk_out_text(&uci->out, "bestmove");
	if (answer->best)
		put_move(uci, answer->best);
	else
		rk_out_text(&uci->out, uci->task.rules->players == 2 ? " (none)"
								     : " 0000");
	if (answer->best && answer->ponder) {
		rk_out_text(&uci->out, " ponder");
		put_move(uci, answer->ponder);
	}
	rk_out_char(&uci->out, '\n');
	rk_uci_leave(uci);
}
