/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One game being played: a starting position and an append-only log of what
 * happened since. Everything else follows from these two, so taking back is
 * cutting the log's reading short, going forward again is reading on, and
 * a saved game is the two written down. Time is an argument: milliseconds
 * from any fixed point.
 */
#ifndef ROOKERY_GAME_H
#define ROOKERY_GAME_H

#include "rookery/rules.h"

enum rk_event_kind {
	RK_EVENT_MOVE,
	RK_EVENT_OFFER, /* a draw offered, or agreed to */
	RK_EVENT_RESIGN,
	RK_EVENT_CLAIM, /* `move` holds the enum rk_reason */
	RK_EVENT_FLAG,
	RK_EVENT_DECLINE, /* the offers of the others are off */
};

/* Eight bytes, made and read with the functions below. */
struct rk_event {
	uint32_t what;  /* kind (4 bits), seat (4), move (24) */
	uint32_t spent; /* milliseconds that the player took */
};

static inline enum rk_event_kind rk_event_kind(struct rk_event event)
{
	return (enum rk_event_kind)(event.what >> 28);
}

static inline int rk_event_seat(struct rk_event event)
{
	return (int)(event.what >> 24 & 15);
}

static inline rk_any_move rk_event_move(struct rk_event event)
{
	return (rk_any_move)(event.what & 0xffffff);
}

static inline struct rk_event rk_event_new(enum rk_event_kind kind, int seat,
					   rk_any_move move, uint32_t spent)
{
	return (struct rk_event){(uint32_t)kind << 28 |
					 (uint32_t)(seat & 15) << 24 | move,
				 spent};
}

/* The reason in a few small words: "insufficient material". */
const char *rk_reason_text(enum rk_reason reason);

/* Time for each player; all 0 means no clock. Milliseconds. */
struct rk_clock {
	uint32_t initial;
	uint32_t increment; /* added after each move */
	uint32_t delay;     /* of each move, free of charge */
};

/* What a turn of that many milliseconds leaves, before the increment. */
static inline uint32_t rk_clock_charge(const struct rk_clock *clock,
				       uint32_t left, uint32_t spent)
{
	uint32_t cost = spent > clock->delay ? spent - clock->delay : 0;

	return left > cost ? left - cost : 0;
}

/* And after it; a clock that would run over stays full. */
static inline uint32_t rk_clock_after(const struct rk_clock *clock,
				      uint32_t left, uint32_t spent)
{
	uint32_t charged = rk_clock_charge(clock, left, spent);

	return charged > UINT32_MAX - clock->increment
		       ? UINT32_MAX
		       : charged + clock->increment;
}

struct rk_game;

/*
 * Who writes the log where that is no plain memory but, say, flash that is
 * mapped: the game only reads it. Writing an event at game->now must leave the
 * events before that as they are, and may move game->log to another place.
 */
struct rk_keeper {
	/* Can so many more events be written? Then write() does it. */
	bool (*has_room)(const struct rk_keeper *keeper,
			 const struct rk_game *game, uint32_t events);
	void (*write)(struct rk_keeper *keeper, struct rk_game *game,
		      struct rk_event event);
};

#define RK_GAME_SEEN 64 /* places for positions to be counted in */

struct rk_game {
	const struct rk_rules *rules;
	struct rk_event *log;     /* only to be read if there is a keeper */
	struct rk_keeper *keeper; /* NULL: the log is plain memory */
	uint32_t capacity;
	uint32_t length; /* events in the log */
	uint32_t now;    /* how many of them have happened; the rest is redo */
	union rk_any_pos start;
	union rk_any_pos pos;
	/* After the last event that moves cannot undo, and where that was. */
	union rk_any_pos quiet_start;
	uint32_t quiet_from;
	/* How often, since then, a position had its key in that place. */
	uint8_t seen[RK_GAME_SEEN];
	struct rk_outcome outcome;
	uint8_t offers; /* the seats that want a draw */
	struct rk_clock clock;
	uint32_t left[RK_MAX_SEATS]; /* time left at the start of the turn */
	uint64_t turn_start;         /* when the turn began; 0: clock stands */
};

enum rk_game_error {
	RK_GAME_OK,
	RK_GAME_OVER,       /* the game has ended */
	RK_GAME_ILLEGAL,    /* not a legal move */
	RK_GAME_FULL,       /* no room in the log: see rk_game_move_log() */
	RK_GAME_NO_CLAIM,   /* nothing to claim */
	RK_GAME_NO_HISTORY, /* not so many plies to take back or play again */
};

/*
 * A new game from the row's first starting position, or from `start` if that is
 * not NULL. `log` is the caller's memory for the log and stays in use. All
 * functions that may fail leave the game as it was when they do.
 */
void rk_game_new(struct rk_game *game, const struct rk_rules *rules,
		 const void *start, struct rk_event *log, uint32_t capacity);

/* The same in the log and with the keeper that the game has already. */
void rk_game_restart(struct rk_game *game, const struct rk_rules *rules,
		     const void *start);

/*
 * Is there room in the log for one more event? With a keeper, whose log does
 * not grow, also for all to resign after it: a game can always be ended.
 */
bool rk_game_has_room(const struct rk_game *game);

/*
 * Plays the first `length` events that are in the log already, as one in flash
 * is after a reset, checked as by rk_game_append(), and goes back to where
 * `now` of them had happened; for a game that has just been started. False if
 * one of them is not possible; then the game is at its start.
 */
bool rk_game_replay(struct rk_game *game, uint32_t length, uint32_t now);

/* Hands over to a larger log in plain memory; the old one can go. */
void rk_game_move_log(struct rk_game *game, struct rk_event *log,
		      uint32_t capacity);

/* Sets clocks for the game; before its first move. */
void rk_game_set_clock(struct rk_game *game, const struct rk_clock *clock);

static inline bool rk_game_is_over(const struct rk_game *game)
{
	return game->outcome.reason != RK_REASON_NONE;
}

/* The result as a game's record writes it: 1-0, 0-1, 1/2-1/2 or *. */
const char *rk_game_result(const struct rk_game *game);

/* The seat whose turn it is. */
int rk_game_turn(const struct rk_game *game);

/* Plays a move. It declines the draw offers of the others. */
enum rk_game_error rk_game_play(struct rk_game *game, rk_any_move move,
				uint64_t now);

/* The same for a move that the rules have just said is legal. */
enum rk_game_error rk_game_play_legal(struct rk_game *game, rk_any_move move,
				      uint64_t now);

/*
 * A player says that he wants a draw; when all who are still in the game
 * have said so, it is one.
 */
enum rk_game_error rk_game_offer(struct rk_game *game, int seat);

/* A player does not want the draw that others offer; a move says so too. */
enum rk_game_error rk_game_decline(struct rk_game *game, int seat);

/*
 * A player who is still in the game leaves it; where others play on, nothing is
 * done to the clock.
 */
enum rk_game_error rk_game_resign(struct rk_game *game, int seat);

/* What the player to move may claim: a reason, or RK_REASON_NONE. */
enum rk_reason rk_game_claimable(const struct rk_game *game);
enum rk_game_error rk_game_claim(struct rk_game *game);

/*
 * Time left on a player's clock. Who has none left loses, or leaves the game if
 * others play on, by rk_game_flag(), which returns true if it has done so; it
 * needs room in the log. Kings that walk have all the time in the world.
 */
uint32_t rk_game_time_left(const struct rk_game *game, int seat, uint64_t now);
bool rk_game_flag(struct rk_game *game, uint64_t now);

/* Starts the clock of the turn, after a pause or a resume. */
void rk_game_start_clock(struct rk_game *game, uint64_t now);

/*
 * Takes back the last `plies` moves with all that happened after them, or
 * plays them again. An offer, claim or resignation after the last move goes
 * with the first ply; 0 plies are such things alone. Where it would then be
 * the turn of a king that walks by itself, it goes on to the next turn of a
 * player.
 */
enum rk_game_error rk_game_undo(struct rk_game *game, uint32_t plies);
enum rk_game_error rk_game_redo(struct rk_game *game, uint32_t plies);

/* How many moves have been made, and can be played again. */
uint32_t rk_game_plies(const struct rk_game *game);
uint32_t rk_game_redo_plies(const struct rk_game *game);

/* The last move made, 0 if there is none. */
rk_any_move rk_game_last_move(const struct rk_game *game);

/* How often the present position has been there, this time included. */
int rk_game_repetitions(const struct rk_game *game);

/*
 * Appends an event read from a saved game; checked like a played one.
 * Returns as the function for that kind does.
 */
enum rk_game_error rk_game_append(struct rk_game *game, struct rk_event event);

/*
 * Goes through the game again from its start: `visit` is called before each
 * event with the position it happens in. Stops when that returns false.
 */
void rk_game_walk(const struct rk_game *game,
		  bool (*visit)(void *self, const void *pos,
				struct rk_event event),
		  void *self);

/*
 * The repetition keys of the positions before the present one, oldest first,
 * the last `room` of them; returns how many.
 */
int rk_game_keys(const struct rk_game *game, uint64_t *keys, int room);

/*
 * One of the legal moves by chance, the same for the same seed, or 0 if there
 * are none: for kings that walk. `list` has room for rules->max_moves.
 */
rk_any_move rk_game_random_move(const struct rk_game *game, rk_any_move *list,
				uint64_t seed);

/* Points over many games, in halves. */
struct rk_score {
	uint32_t halves[RK_MAX_SEATS];
};

/*
 * Counts a finished game: 2 halves to a winner, 1 each for a draw and for those
 * who share the first place.
 */
void rk_score_add(struct rk_score *score, const struct rk_game *game);

#endif
