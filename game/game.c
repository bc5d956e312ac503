/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One game being played; the contract is rookery/game.h. Only the starting
 * position and the log are primary. Everything else in struct rk_game is the
 * result of applying the first `now` events to the start, one after the other,
 * by apply(). So undo needs no code for each kind of event: rk_game_rewind()
 * starts again and stops earlier.
 */
#include "rookery/game.h"

const char *rk_reason_text(enum rk_reason reason)
{
	static const char *const texts[RK_REASONS] = {
		"the game goes on",
		"checkmate",
		"the king was taken",
		"resignation",
		"time",
		"stalemate",
		"insufficient material",
		"fivefold repetition",
		"seventy-five moves",
		"threefold repetition",
		"fifty moves",
		"agreement",
		"time, but no mate is possible",
		"a decisive lead",
	};

	return texts[reason];
}

const char *rk_game_result(const struct rk_game *game)
{
	if (!rk_game_is_over(game))
		return "*";
	if (!game->outcome.winners)
		return "1/2-1/2";
	return game->outcome.winners & 1 ? "1-0" : "0-1";
}

int rk_game_turn(const struct rk_game *game)
{
	return game->rules->turn(&game->pos);
}

static bool is_active(const struct rk_game *game, int seat)
{
	return game->rules->active(&game->pos) >> seat & 1;
}

static bool has_clock(const struct rk_game *game)
{
	return game->clock.initial != 0;
}

/* An irreversible event: no earlier position can recur. */
static void forget_repetitions(struct rk_game *game)
{
	memcpy(&game->quiet_start, &game->pos, game->rules->pos_size);
	game->quiet_from = game->now;
	memset(game->seen, 0, sizeof(game->seen));
}

/*
 * The counter for this position and all others with the same slot: an upper
 * bound, which makes most calls of rk_game_repetitions() unnecessary.
 */
static uint8_t *times_seen(struct rk_game *game)
{
	return &game->seen[game->rules->key(&game->pos) % RK_GAME_SEEN];
}

static void count_position(struct rk_game *game)
{
	uint8_t *times = times_seen(game);

	if (*times < UINT8_MAX)
		++*times;
}

static void reset(struct rk_game *game)
{
	game->now = 0;
	game->offers = 0;
	game->turn_start = 0;
	memcpy(&game->pos, &game->start, sizeof(game->pos));
	forget_repetitions(game);
	count_position(game);
	game->outcome = game->rules->status(&game->pos);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		game->left[seat] = rk_game_clock(game, seat)->initial;
}

static void apply_move(struct rk_game *game, struct rk_event event)
{
	const struct rk_rules *rules = game->rules;
	union rk_any_undo undo;
	int seat = rk_event_seat(event);
	bool is_player = is_active(game, seat); /* not a walking king */

	rules->make(&game->pos, rk_event_move(event), &undo);
	if (!rules->quiet_plies(&game->pos))
		forget_repetitions(game);
	count_position(game);
	if (is_player)
		game->offers &= (uint8_t)(1 << seat);
	if (is_player && has_clock(game))
		game->left[seat] = rk_clock_after(rk_game_clock(game, seat),
						  game->left[seat],
						  event.spent);
	game->outcome = rules->status(&game->pos);
}

/* If the others play on, no earlier position can recur. */
static void apply_leaving(struct rk_game *game, int seat, enum rk_reason reason)
{
	game->outcome = game->rules->leave(&game->pos, seat, reason);
	if (rk_game_is_over(game))
		return;
	forget_repetitions(game);
	count_position(game);
}

#ifdef RK_TWO_PLAYERS

static void apply_stay(struct rk_game *game)
{
	(void)game;
}

static bool can_stay(const struct rk_game *game, int seat)
{
	(void)game;
	(void)seat;
	return false;
}

#else

static void apply_stay(struct rk_game *game)
{
	game->outcome = game->rules->stay(&game->pos);
	count_position(game);
}

/* The king of the player who has just left may wait for the next round. */
static bool can_stay(const struct rk_game *game, int seat)
{
	struct rk_event last;

	if (!game->rules->stay || !game->now || seat != rk_game_turn(game) ||
	    !game->rules->walks(&game->pos))
		return false;
	last = game->log[game->now - 1];
	return rk_event_seat(last) == seat &&
	       (rk_event_kind(last) == RK_EVENT_RESIGN ||
		rk_event_kind(last) == RK_EVENT_FLAG);
}

#endif

static void end(struct rk_game *game, enum rk_reason reason)
{
	game->outcome = game->rules->end(&game->pos, reason);
}

/* Only players who are still in the game need to agree. */
static void check_agreement(struct rk_game *game)
{
	unsigned int active = game->rules->active(&game->pos);

	game->offers &= (uint8_t)active;
	if (!rk_game_is_over(game) && game->offers == active)
		end(game, RK_REASON_AGREEMENT);
}

static void apply(struct rk_game *game, struct rk_event event)
{
	int seat = rk_event_seat(event);

	switch (rk_event_kind(event)) { /* GCOVR_EXCL_BR_LINE: see check() */
	case RK_EVENT_MOVE:
		apply_move(game, event);
		break;
	case RK_EVENT_OFFER:
		game->offers |= (uint8_t)(1 << seat);
		break;
	case RK_EVENT_DECLINE:
		game->offers &= (uint8_t)(1 << seat);
		break;
	case RK_EVENT_RESIGN:
		apply_leaving(game, seat, RK_REASON_RESIGNATION);
		break;
	case RK_EVENT_CLAIM:
		end(game, (enum rk_reason)rk_event_move(event));
		break;
	case RK_EVENT_FLAG:
		game->left[seat] = 0;
		apply_leaving(game, seat, RK_REASON_TIME);
		break;
	case RK_EVENT_STAY:
		apply_stay(game);
		break;
	}
	check_agreement(game);
}

/*
 * A position that occurs rules->repetitions times is a draw. Each recurrence
 * takes at least four plies: both players move away and back.
 */
static void check_repetition(struct rk_game *game)
{
	int enough = game->rules->repetitions;
	uint32_t least = 4 * (uint32_t)(enough - 1);

	if (!rk_game_is_over(game) && game->now - game->quiet_from >= least &&
	    *times_seen(game) >= enough && rk_game_repetitions(game) >= enough)
		end(game,
		    enough == 3 ? RK_REASON_THREEFOLD : RK_REASON_FIVEFOLD);
}

void rk_game_rewind(struct rk_game *game, uint32_t events)
{
	reset(game);
	while (game->now < events)
		apply(game, game->log[game->now++]);
	check_repetition(game);
}

void rk_game_new(struct rk_game *game, const struct rk_rules *rules,
		 const union rk_any_pos *start, struct rk_event *log,
		 uint32_t capacity)
{
	game->log = log;
	game->store = NULL;
	game->capacity = capacity;
	rk_game_restart(game, rules, start);
}

void rk_game_restart(struct rk_game *game, const struct rk_rules *rules,
		     const union rk_any_pos *start)
{
	struct rk_event *log = game->log;
	struct rk_log_store *store = game->store;
	uint32_t capacity = game->capacity;

	memset(game, 0, sizeof(*game));
	game->rules = rules;
	game->log = log;
	game->store = store;
	game->capacity = capacity;
	if (start)
		memcpy(&game->start, start, rules->pos_size);
	else
		rules->start(&game->start, 0);
	reset(game);
}

void rk_game_move_log(struct rk_game *game, struct rk_event *log,
		      uint32_t capacity)
{
	memcpy(log, game->log, game->length * sizeof(*log));
	game->log = log;
	game->capacity = capacity;
}

void rk_game_set_clock(struct rk_game *game, const struct rk_clock *clock)
{
	game->clock = *clock;
#ifndef RK_SMALL
	memset(game->odds, 0, sizeof(game->odds));
#endif
	rk_game_rewind(game, game->now);
}

void rk_game_set_odds(struct rk_game *game, int seat,
		      const struct rk_clock *clock)
{
#ifndef RK_SMALL
	game->odds[seat] = *clock;
	rk_game_rewind(game, game->now);
#else
	(void)game;
	(void)seat;
	(void)clock;
#endif
}

static bool has_space_for(const struct rk_game *game, uint32_t events)
{
	return game->capacity - game->now >= events &&
	       (!game->store ||
		game->store->has_space(game->store, game, events));
}

bool rk_game_has_space(const struct rk_game *game)
{
	return has_space_for(game, game->store ? RK_MAX_SEATS : 1);
}

/* Applies the next event of the log. */
static void apply_next(struct rk_game *game)
{
	apply(game, game->log[game->now++]);
	check_repetition(game);
}

/* Writes an event; overwrites what could have been redone. */
static enum rk_game_error record(struct rk_game *game, struct rk_event event)
{
	if (!has_space_for(game, 1))
		return RK_GAME_FULL;
	if (game->store)
		game->store->write(game->store, game, event);
	else
		game->log[game->now] = event;
	game->length = game->now + 1;
	apply_next(game);
	return RK_GAME_OK;
}

static enum rk_game_error check(const struct rk_game *game,
				struct rk_event event)
{
	int seat = rk_event_seat(event);

	if (rk_game_is_over(game))
		return RK_GAME_OVER;
	if (seat >= game->rules->players)
		return RK_GAME_ILLEGAL;
	switch (rk_event_kind(event)) {
	case RK_EVENT_MOVE:
		if (seat != rk_game_turn(game) ||
		    rk_event_move(event) != (event.what & 0xffffff) ||
		    !game->rules->is_legal(&game->pos, rk_event_move(event)))
			return RK_GAME_ILLEGAL;
		return RK_GAME_OK;
	case RK_EVENT_CLAIM:
		if (seat != rk_game_turn(game) ||
		    rk_event_move(event) == RK_REASON_NONE ||
		    rk_event_move(event) != rk_game_claimable(game))
			return RK_GAME_NO_CLAIM;
		return RK_GAME_OK;
	case RK_EVENT_OFFER:
	case RK_EVENT_DECLINE:
	case RK_EVENT_RESIGN:
	case RK_EVENT_FLAG:
		return is_active(game, seat) ? RK_GAME_OK : RK_GAME_ILLEGAL;
	case RK_EVENT_STAY:
		return can_stay(game, seat) ? RK_GAME_OK : RK_GAME_ILLEGAL;
	}
	return RK_GAME_ILLEGAL;
}

enum rk_game_error rk_game_append(struct rk_game *game, struct rk_event event)
{
	enum rk_game_error error = check(game, event);

	return error ? error : record(game, event);
}

bool rk_game_replay(struct rk_game *game, uint32_t length, uint32_t now)
{
	game->length = 0;
	rk_game_rewind(game, 0);
	if (length > game->capacity || now > length)
		return false;
	while (game->now < length) {
		if (check(game, game->log[game->now])) {
			rk_game_rewind(game, 0);
			return false;
		}
		apply_next(game);
	}
	game->length = length;
	if (now < length)
		rk_game_rewind(game, now);
	return true;
}

static uint32_t time_spent(const struct rk_game *game, uint64_t now)
{
	uint64_t spent;

	if (!game->turn_start || now < game->turn_start)
		return 0;
	spent = now - game->turn_start;
	return spent > UINT32_MAX ? UINT32_MAX : (uint32_t)spent;
}

static struct rk_event event_of(const struct rk_game *game, rk_any_move move,
				uint64_t now)
{
	return rk_event_new(RK_EVENT_MOVE, rk_game_turn(game), move,
			    time_spent(game, now));
}

enum rk_game_error rk_game_play_legal(struct rk_game *game, rk_any_move move,
				      uint64_t now)
{
	enum rk_game_error error = RK_GAME_OVER;

	if (!rk_game_is_over(game))
		error = record(game, event_of(game, move, now));
	if (!error)
		game->turn_start = now;
	return error;
}

enum rk_game_error rk_game_play(struct rk_game *game, rk_any_move move,
				uint64_t now)
{
	struct rk_event event = event_of(game, move, now);
	enum rk_game_error error;

	if (rk_event_move(event) != move)
		return RK_GAME_ILLEGAL;
	error = check(game, event);
	return error ? error : rk_game_play_legal(game, move, now);
}

enum rk_game_error rk_game_offer(struct rk_game *game, int seat)
{
	return rk_game_append(game, rk_event_new(RK_EVENT_OFFER, seat, 0, 0));
}

enum rk_game_error rk_game_decline(struct rk_game *game, int seat)
{
	return rk_game_append(game, rk_event_new(RK_EVENT_DECLINE, seat, 0, 0));
}

enum rk_game_error rk_game_resign(struct rk_game *game, int seat)
{
	return rk_game_append(game, rk_event_new(RK_EVENT_RESIGN, seat, 0, 0));
}

enum rk_reason rk_game_claimable(const struct rk_game *game)
{
	if (rk_game_is_over(game))
		return RK_REASON_NONE;
	if (rk_game_repetitions(game) >= 3)
		return RK_REASON_THREEFOLD;
	return game->rules->claimable(&game->pos);
}

enum rk_game_error rk_game_claim(struct rk_game *game)
{
	return rk_game_append(
		game, rk_event_new(RK_EVENT_CLAIM, rk_game_turn(game),
				   (rk_any_move)rk_game_claimable(game), 0));
}

uint32_t rk_game_time_left(const struct rk_game *game, int seat, uint64_t now)
{
	if (seat != rk_game_turn(game) || rk_game_is_over(game) ||
	    !is_active(game, seat))
		return game->left[seat];
	return rk_clock_charge(rk_game_clock(game, seat), game->left[seat],
			       time_spent(game, now));
}

bool rk_game_flag(struct rk_game *game, uint64_t now)
{
	int seat = rk_game_turn(game);

	if (!has_clock(game) || rk_game_time_left(game, seat, now) ||
	    rk_game_append(game, rk_event_new(RK_EVENT_FLAG, seat, 0,
					      time_spent(game, now))))
		return false;
	game->turn_start = now;
	return true;
}

void rk_game_start_clock(struct rk_game *game, uint64_t now)
{
	game->turn_start = now;
}
