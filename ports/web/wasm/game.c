/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games. A game is a block with a struct rk_game and another one with its log,
 * which doubles when it is full. Times are milliseconds from any fixed point.
 */
#include "ports/web/wasm/web.h"
#include "rookery/openings.h"
#include "rookery/pgn.h"
#include "rookery/result.h"

#define FIRST_LOG 256 /* events */
#define MOST_TAGS 64

static const char no_memory[] = "there is no memory for that";
static const char no_tree[] = "this is no game that was kept";

/* A game from the position in web_scratch; NULL if there is no memory. */
WEB_EXPORT(struct rk_game *, game_new, const struct rk_rules *rules)
{
	struct rk_game *game = web_alloc(sizeof(*game));
	struct rk_event *log = web_alloc(FIRST_LOG * sizeof(*log));

	if (!game || !log) {
		web_free(game);
		web_free(log);
		return NULL;
	}
	memset(game, 0, sizeof(*game));
	rk_game_new(game, rules, &web_scratch, log, FIRST_LOG);
	return game;
}

WEB_EXPORT(void, game_free, struct rk_game *game)
{
	web_free(game->log);
	web_free(game);
}

static bool reserve_events(struct rk_game *game, uint32_t events)
{
	uint32_t capacity = game->capacity;
	struct rk_event *old = game->log, *log;

	while (capacity < game->length + events)
		capacity *= 2;
	if (capacity == game->capacity)
		return true;
	log = web_alloc(capacity * sizeof(*log));
	if (!log)
		return false;
	rk_game_move_log(game, log, capacity);
	web_free(old);
	return true;
}

static int refuse(enum rk_game_error error)
{
	static const char *const texts[] = {
		[RK_GAME_OVER] = "the game is over",
		[RK_GAME_ILLEGAL] = "that is not possible now",
		[RK_GAME_FULL] = no_memory,
		[RK_GAME_NO_CLAIM] = "there is nothing to claim",
		[RK_GAME_NO_HISTORY] = "there are not so many moves",
	};

	return error ? web_refuse(texts[error], 0) : 0;
}

/* ---- Events ---- */

WEB_EXPORT(int, game_play, struct rk_game *game, rk_any_move move, double now)
{
	reserve_events(game, 1);
	return refuse(rk_game_play(game, move, (uint64_t)now));
}

WEB_EXPORT(int, game_offer, struct rk_game *game, int seat)
{
	reserve_events(game, 1);
	return refuse(rk_game_offer(game, seat));
}

WEB_EXPORT(int, game_decline, struct rk_game *game, int seat)
{
	reserve_events(game, 1);
	return refuse(rk_game_decline(game, seat));
}

/* The player to move has left: the next player's clock starts. */
WEB_EXPORT(int, game_resign, struct rk_game *game, int seat, double now)
{
	int turn = rk_game_turn(game);
	enum rk_game_error error;

	reserve_events(game, 1);
	error = rk_game_resign(game, seat);
	if (!error && seat == turn)
		rk_game_start_clock(game, (uint64_t)now);
	return refuse(error);
}

WEB_EXPORT(int, game_claim, struct rk_game *game)
{
	reserve_events(game, 1);
	return refuse(rk_game_claim(game));
}

WEB_EXPORT(bool, game_flag, struct rk_game *game, double now)
{
	reserve_events(game, 1);
	return rk_game_flag(game, (uint64_t)now);
}

WEB_EXPORT(int, game_undo, struct rk_game *game, uint32_t plies)
{
	return refuse(rk_game_undo(game, plies));
}

WEB_EXPORT(int, game_redo, struct rk_game *game, uint32_t plies)
{
	return refuse(rk_game_redo(game, plies));
}

WEB_EXPORT(void, game_set_clock, struct rk_game *game, uint32_t initial,
	   uint32_t increment, uint32_t delay)
{
	rk_game_set_clock(game, &(struct rk_clock){initial, increment, delay});
}

WEB_EXPORT(void, game_set_odds, struct rk_game *game, int seat,
	   uint32_t initial, uint32_t increment, uint32_t delay)
{
	rk_game_set_odds(game, seat,
			 &(struct rk_clock){initial, increment, delay});
}

/* Milliseconds since the turn began. */
WEB_EXPORT(double, game_spent, struct rk_game *game, double now)
{
	return game->turn_start ? now - (double)game->turn_start : 0;
}

WEB_EXPORT(void, game_start_clock, struct rk_game *game, double now)
{
	rk_game_start_clock(game, (uint64_t)now);
}

WEB_EXPORT(double, game_time_left, struct rk_game *game, int seat, double now)
{
	return rk_game_time_left(game, seat, (uint64_t)now);
}

/* A move for a walking king. */
WEB_EXPORT(rk_any_move, game_random_move, struct rk_game *game, double seed)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];

	return rk_game_random_move(game, list, (uint64_t)seed);
}

/* ---- State ---- */

WEB_EXPORT(const struct rk_rules *, game_rules, struct rk_game *game)
{
	return game->rules;
}

/*
 * Copies the position after a number of moves, or the current one, to
 * web_scratch.
 */
struct position_search {
	const struct rk_game *game;
	uint32_t plies;
};

static bool find(void *self, const union rk_any_pos *pos, struct rk_event event)
{
	struct position_search *search = self;

	if (!search->plies) {
		memcpy(&web_scratch, pos, sizeof(web_scratch));
		return false;
	}
	search->plies -= rk_event_kind(event) == RK_EVENT_MOVE;
	return true;
}

WEB_EXPORT(void, game_pos, struct rk_game *game, uint32_t plies)
{
	struct position_search search = {game, plies};

	web_scratch = game->pos;
	if (plies < rk_game_plies(game))
		rk_game_walk(game, find, &search);
}

static void write_control(const struct rk_clock *clock)
{
	web_json_field("initial", number, clock->initial);
	web_json_field("increment", number, clock->increment);
	web_json_field("delay", number, clock->delay);
}

static void write_odds(const struct rk_game *game)
{
	web_json_name("odds");
	web_json_open('[');
	for (int seat = 0; seat < game->rules->players; seat++) {
		web_json_open('{');
		write_control(rk_game_clock(game, seat));
		web_json_close('}');
	}
	web_json_close(']');
}

static void write_clock(const struct rk_game *game)
{
	web_json_name("clock");
	if (!game->clock.initial) {
		web_json_null();
		return;
	}
	web_json_open('{');
	write_control(&game->clock);
	if (rk_game_has_odds(game))
		write_odds(game);
	web_json_close('}');
}

static void write_result(const struct rk_game *game)
{
	web_json_name("result");
	if (!rk_game_is_over(game)) {
		web_json_null();
		return;
	}
	web_json_open('{');
	web_json_field("winners", seats, game->outcome.winners);
	web_json_field("reason", text, rk_reason_text(game->outcome.reason));
	web_json_field("text", text, rk_game_result(game));
	web_json_name("words");
	rk_result_write(web_json_begin(), game, false);
	web_json_end();
	web_json_close('}');
}

static void write_reason(const char *name, enum rk_reason reason)
{
	web_json_field(name, text,
		       reason == RK_REASON_NONE ? NULL
						: rk_reason_text(reason));
}

WEB_EXPORT(void, game_state, struct rk_game *game)
{
	web_json_open('{');
	web_json_field("plies", number, rk_game_plies(game));
	web_json_field("redoable", number, rk_game_redo_plies(game));
	web_json_field("repetitions", number, rk_game_repetitions(game));
	web_json_field("offers", seats, game->offers);
	write_reason("claimable", rk_game_is_over(game)
					  ? RK_REASON_NONE
					  : rk_game_claimable(game));
	write_clock(game);
	write_result(game);
	web_json_close('}');
}

static const char *const event_kinds[] = {
	[RK_EVENT_MOVE] = "move",     [RK_EVENT_OFFER] = "offer",
	[RK_EVENT_RESIGN] = "resign", [RK_EVENT_CLAIM] = "claim",
	[RK_EVENT_FLAG] = "flag",     [RK_EVENT_DECLINE] = "decline",
	[RK_EVENT_STAY] = "stay",
};

#define EVENT_KINDS (sizeof(event_kinds) / sizeof(event_kinds[0]))

static bool write_event(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	const struct rk_rules *rules = self;

	web_json_open('{');
	web_json_field("kind", text, event_kinds[rk_event_kind(event)]);
	web_json_field("what", number, event.what);
	web_json_field("number", number, rules->move_number(pos));
	web_json_field("spent", number, event.spent);
	if (rk_event_kind(event) == RK_EVENT_MOVE)
		web_json_move_fields(rules, pos, rk_event_move(event));
	else
		web_json_field("seat", number, rk_event_seat(event));
	web_json_close('}');
	return true;
}

WEB_EXPORT(void, game_history, struct rk_game *game)
{
	web_json_open('[');
	rk_game_walk(game, write_event, (void *)(uintptr_t)game->rules);
	web_json_close(']');
}

/* The last event alone; null if there is none. */
struct event_search {
	const struct rk_rules *rules;
	uint32_t left;
};

static bool write_last(void *self, const union rk_any_pos *pos,
		       struct rk_event event)
{
	struct event_search *search = self;

	if (!--search->left)
		write_event((void *)(uintptr_t)search->rules, pos, event);
	return true;
}

WEB_EXPORT(void, game_last, struct rk_game *game)
{
	struct event_search search = {game->rules, game->now};

	if (game->now)
		rk_game_walk(game, write_last, &search);
	else
		web_json_null();
}

/* The number under which a game's log has an event; a kind as by its index. */
WEB_EXPORT(uint32_t, event_new, int kind, int seat, rk_any_move move)
{
	return rk_event_new((enum rk_event_kind)kind, seat, move, 0).what;
}

/* ---- Trees ---- */

/* A node of a tree in the order of its lines, with the depth of its parent. */
struct tree_node {
	uint32_t depth;
	struct rk_event event;
};

static bool advance(const struct rk_rules *rules, union rk_any_pos *pos,
		    struct rk_event event)
{
	union rk_any_undo undo;
	int seat = rk_event_seat(event);

	if (rk_event_kind(event) >= EVENT_KINDS || seat >= rules->players)
		return false;
	switch (rk_event_kind(event)) {
	case RK_EVENT_MOVE:
		if (seat != rules->turn(pos) ||
		    rk_event_move(event) != (event.what & 0xffffff) ||
		    !rules->is_legal(pos, rk_event_move(event)))
			return false;
		rules->make(pos, rk_event_move(event), &undo);
		return true;
	case RK_EVENT_RESIGN:
		rules->leave(pos, seat, RK_REASON_RESIGNATION);
		return true;
	case RK_EVENT_FLAG:
		rules->leave(pos, seat, RK_REASON_TIME);
		return true;
	default:
		return true;
	}
}

/*
 * Writes the events of a tree that begins at the start of a game: `nodes` are
 * in the text buffer, parents before their children. Fails if one is illegal.
 */
WEB_EXPORT(int, game_tree, struct rk_game *game, const struct tree_node *nodes,
	   uint32_t count)
{
	union rk_any_pos *line;
	uint32_t depth = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (nodes[i].depth > depth)
			return web_refuse(no_tree, 0);
		depth = nodes[i].depth + 1;
	}
	line = web_alloc((count + 1) * sizeof(*line));
	if (!line)
		return web_refuse(no_memory, 0);
	line[0] = game->start;
	web_json_open('[');
	for (uint32_t i = 0; i < count; i++) {
		union rk_any_pos *pos = &line[nodes[i].depth];

		pos[1] = pos[0];
		if (!advance(game->rules, &pos[1], nodes[i].event)) {
			web_answer.length = 0;
			web_free(line);
			return web_refuse(no_tree, 0);
		}
		write_event((void *)(uintptr_t)game->rules, pos,
			    nodes[i].event);
	}
	web_json_close(']');
	web_free(line);
	return 0;
}

/* Finds the opening of the last position that has one. */
struct name_search {
	const struct rk_rules *rules;
	char name[RK_OPENING_SIZE];
	bool found;
};

static bool find_name(void *self, const union rk_any_pos *pos,
		      struct rk_event event)
{
	struct name_search *naming = self;
	uint64_t key = naming->rules->book_key(pos);

	(void)event;
	if (key && rk_opening_name(naming->name, key))
		naming->found = true;
	return true;
}

WEB_EXPORT(void, game_opening, struct rk_game *game)
{
	struct name_search naming = {.rules = game->rules};

	rk_game_walk(game, find_name, &naming);
	find_name(&naming, &game->pos, (struct rk_event){0});
	web_json_text(naming.found ? naming.name : NULL);
}

/* Writes the keys of the earlier positions to web_keys; returns the number. */
WEB_EXPORT(int, game_keys, struct rk_game *game)
{
	return rk_game_keys(game, web_keys, RK_QUIET_KEYS);
}

/* ---- Saving and restoring ---- */

WEB_EXPORT(void, game_log, struct rk_game *game)
{
	web_json_open('{');
	web_json_field("now", number, game->now);
	web_json_name("log");
	web_json_open('[');
	for (uint32_t i = 0; i < game->length; i++) {
		web_json_number(game->log[i].what);
		web_json_number(game->log[i].spent);
	}
	web_json_close(']');
	web_json_close('}');
}

/*
 * Replays a log, pairs of numbers in the text buffer, into a new game. A line of
 * an analysis may go on after a draw.
 */
WEB_EXPORT(int, game_replay, struct rk_game *game,
	   const struct rk_event *events, uint32_t count, uint32_t now)
{
	if (!reserve_events(game, count))
		return refuse(RK_GAME_FULL);
	if (now > count)
		return web_refuse(no_tree, 0);
	for (uint32_t i = 0; i < count; i++) {
		rk_game_reopen(game);
		if (rk_game_append(game, events[i]))
			return web_refuse(no_tree, 0);
	}
	if (now < count)
		rk_game_rewind(game, now);
	return 0;
}

/* Reads names and values, each terminated by a NUL. */
static int read_tags(struct rk_pgn_tag *tags, const char *text, size_t length)
{
	const char *end = text + length;
	int count = 0;

	while (text < end && count < MOST_TAGS) {
		tags[count].name = text;
		text += web_length(text) + 1;
		tags[count++].value = text;
		text += web_length(text) + 1;
	}
	return count;
}

WEB_EXPORT(void, game_pgn, struct rk_game *game, const char *text,
	   size_t length)
{
	static struct rk_pgn_tag tags[MOST_TAGS];
	static char buf[RK_ANY_FEN_SIZE];

	rk_pgn_write_game(&web_out, game, tags, read_tags(tags, text, length),
			  buf);
}

WEB_EXPORT(int, game_read_pgn, struct rk_game *game, const char *text,
	   size_t length)
{
	static struct rk_pgn_read scratch;
	struct rk_error error;

	if (!reserve_events(game, (uint32_t)(length / 2 + RK_MAX_SEATS)))
		return refuse(RK_GAME_FULL);
	return rk_pgn_read_game(game, text, length, &scratch, &error)
		       ? 0
		       : web_refuse(error.reason, error.column);
}
