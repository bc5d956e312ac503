/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One game being played: a starting position and an append-only log of events.
 * Everything else follows from these two: undo applies fewer events, redo
 * applies more, and a saved game is the two written down. Time is an argument:
 * milliseconds from any fixed point.
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
	RK_EVENT_DECLINE, /* withdraws the offers of the others */
	RK_EVENT_STAY, /* the king of who has just left walks a round later */
};

/* Eight bytes; use rk_event_new() and the readers below. */
struct rk_event {
	uint32_t what;  /* kind (4 bits), seat (4), move (24) */
	uint32_t spent; /* milliseconds that the turn took */
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

/* A short description in lower case: "insufficient material". */
const char *rk_reason_text(enum rk_reason reason);

/* Time control of each player in milliseconds; all 0 means no clock. */
struct rk_clock {
	uint32_t initial;
	uint32_t increment; /* added after each move */
	uint32_t delay;     /* of each move, not charged */
};

/* The time left after a turn of `spent` milliseconds, before the increment. */
static inline uint32_t rk_clock_charge(const struct rk_clock *clock,
				       uint32_t left, uint32_t spent)
{
	uint32_t cost = spent > clock->delay ? spent - clock->delay : 0;

	return left > cost ? left - cost : 0;
}

/* The same after the increment; saturates at UINT32_MAX. */
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
 * Writes the log where it is not plain memory but, say, memory-mapped flash.
 * The game then only reads game->log. Writing an event at game->now must keep
 * the events before it, and may move game->log.
 */
struct rk_log_store {
	/* Is there space for that many more events? If so, write() succeeds. */
	bool (*has_space)(const struct rk_log_store *store,
			  const struct rk_game *game, uint32_t events);
	void (*write)(struct rk_log_store *store, struct rk_game *game,
		      struct rk_event event);
};

#define RK_GAME_SEEN 64 /* slots in which positions are counted */

struct rk_game {
	const struct rk_rules *rules;
	struct rk_event *log;       /* read-only if there is a log store */
	struct rk_log_store *store; /* NULL: the log is plain memory */
	uint32_t capacity;
	uint32_t length; /* events in the log */
	uint32_t now;    /* how many of them have happened; the rest is redo */
	union rk_any_pos start;
	union rk_any_pos pos;
	/*
	 * The position after the last irreversible event, and that event's
	 * index.
	 */
	union rk_any_pos quiet_start;
	uint32_t quiet_from;
	/* By key % RK_GAME_SEEN: positions since then; an upper bound. */
	uint8_t seen[RK_GAME_SEEN];
	struct rk_outcome outcome;
	uint8_t offers; /* the seats that offer a draw */
	struct rk_clock clock;
#ifndef RK_SMALL
	/* Time odds: the clock of a seat instead; `initial` 0: the same. */
	struct rk_clock odds[RK_MAX_SEATS];
#endif
	uint32_t left[RK_MAX_SEATS]; /* time left at the start of the turn */
	uint64_t turn_start; /* when the turn began; 0: the clock is stopped */
};

enum rk_game_error {
	RK_GAME_OK,
	RK_GAME_OVER,       /* the game has ended */
	RK_GAME_ILLEGAL,    /* not a legal move */
	RK_GAME_FULL,       /* the log is full: see rk_game_move_log() */
	RK_GAME_NO_CLAIM,   /* nothing to claim */
	RK_GAME_NO_HISTORY, /* fewer plies to take back or to redo */
};

/*
 * A new game from the row's first starting position, or from `start` if that is
 * not NULL. `log` is memory of the caller and stays in use. All functions that
 * can fail leave the game unchanged when they do.
 */
void rk_game_new(struct rk_game *game, const struct rk_rules *rules,
		 const union rk_any_pos *start, struct rk_event *log,
		 uint32_t capacity);

/* The same, but keeps the log and the log store that the game has. */
void rk_game_restart(struct rk_game *game, const struct rk_rules *rules,
		     const union rk_any_pos *start);

/*
 * Is there space in the log for one more event? With a log store, which cannot
 * grow, also for all players to resign after it, so that a game can always be
 * ended.
 */
bool rk_game_has_space(const struct rk_game *game);

/*
 * Replays the first `length` events that are in the log already, as after a
 * reset of a chip with its log in flash. Each is checked as by
 * rk_game_append(). The game then goes back to `now` events. For a game that
 * has just been started. Returns false if an event is illegal; the game is then
 * at its start.
 */
bool rk_game_replay(struct rk_game *game, uint32_t length, uint32_t now);

/* Copies the log to larger plain memory; the caller may free the old one. */
void rk_game_move_log(struct rk_game *game, struct rk_event *log,
		      uint32_t capacity);

/* Sets the clocks of all players; only before the first move. */
void rk_game_set_clock(struct rk_game *game, const struct rk_clock *clock);

/*
 * Time odds: gives one seat another clock than the others have, who must have
 * one; only before the first move. Without effect where memory is short
 * (RK_SMALL).
 */
void rk_game_set_odds(struct rk_game *game, int seat,
		      const struct rk_clock *clock);

/* The time control of a seat; `initial` is 0 if the game has no clock. */
static inline const struct rk_clock *rk_game_clock(const struct rk_game *game,
						   int seat)
{
#ifndef RK_SMALL
	if (game->odds[seat].initial)
		return &game->odds[seat];
#else
	(void)seat;
#endif
	return &game->clock;
}

/* Do the players have different clocks? */
static inline bool rk_game_has_odds(const struct rk_game *game)
{
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		if (rk_game_clock(game, seat) != &game->clock)
			return true;
	return false;
}

static inline bool rk_game_is_over(const struct rk_game *game)
{
	return game->outcome.reason != RK_REASON_NONE;
}

/*
 * Reopens a game that is over, as in an analysis: the next move may be made
 * although the position is a draw. The result after that move follows from the
 * rules again.
 */
static inline void rk_game_reopen(struct rk_game *game)
{
	game->outcome = (struct rk_outcome){0, RK_REASON_NONE};
}

/* The result as in PGN: 1-0, 0-1, 1/2-1/2 or *. */
const char *rk_game_result(const struct rk_game *game);

/* The seat whose turn it is. */
int rk_game_turn(const struct rk_game *game);

/* Plays a move, which declines the draw offers of the others. */
enum rk_game_error rk_game_play(struct rk_game *game, rk_any_move move,
				uint64_t now);

/* The same without testing the move, which must be legal. */
enum rk_game_error rk_game_play_legal(struct rk_game *game, rk_any_move move,
				      uint64_t now);

/* A player offers a draw. When all players in the game have, it is agreed. */
enum rk_game_error rk_game_offer(struct rk_game *game, int seat);

/* A player declines the others' draw offers; playing a move does so too. */
enum rk_game_error rk_game_decline(struct rk_game *game, int seat);

/*
 * A player who is still in the game resigns. If others play on, the clock keeps
 * running.
 */
enum rk_game_error rk_game_resign(struct rk_game *game, int seat);

/* What the player to move may claim: a reason, or RK_REASON_NONE. */
enum rk_reason rk_game_claimable(const struct rk_game *game);
enum rk_game_error rk_game_claim(struct rk_game *game);

/*
 * Milliseconds left on a player's clock; the clock of a walking king does not
 * run. rk_game_flag() records it when the player to move has run out of time:
 * that player loses, or leaves the game if others play on. It returns true if
 * it did so; the log must have space.
 */
uint32_t rk_game_time_left(const struct rk_game *game, int seat, uint64_t now);
bool rk_game_flag(struct rk_game *game, uint64_t now);

/*
 * Starts the clock of the current turn, after a pause or when a saved game is
 * resumed.
 */
void rk_game_start_clock(struct rk_game *game, uint64_t now);

/*
 * Takes back the last `plies` moves with all events after them, or redoes them.
 * An offer, claim or resignation after the last move goes with the first ply. 0
 * plies take back only the last resignation, flag, claim or agreed draw; if
 * moves before it are then taken back as well, redo does not bring it back.
 * Undo and redo never stop at the turn of a walking king but go on to the next
 * turn of a player.
 */
enum rk_game_error rk_game_undo(struct rk_game *game, uint32_t plies);
enum rk_game_error rk_game_redo(struct rk_game *game, uint32_t plies);

/*
 * Restores the game as it was after the first `events` events of its log; at
 * most game->length.
 */
void rk_game_rewind(struct rk_game *game, uint32_t events);

/* The number of moves that were played, and that can be redone. */
uint32_t rk_game_plies(const struct rk_game *game);
uint32_t rk_game_redo_plies(const struct rk_game *game);

/* The last move, 0 if there is none. */
rk_any_move rk_game_last_move(const struct rk_game *game);

/* How often the current position has occurred, this time included. */
int rk_game_repetitions(const struct rk_game *game);

/*
 * Appends an event of a saved game, checked like a played one. Returns what the
 * function for that kind of event would return.
 */
enum rk_game_error rk_game_append(struct rk_game *game, struct rk_event event);

/*
 * Replays the game from its start: calls `visit` before each event with the
 * position in which it happens. Stops when `visit` returns false.
 */
void rk_game_walk(const struct rk_game *game,
		  bool (*visit)(void *self, const union rk_any_pos *pos,
				struct rk_event event),
		  void *self);

/*
 * Writes the repetition keys of the positions before the current one, oldest
 * first, at most the last `cap` of them. Returns the number.
 */
int rk_game_keys(const struct rk_game *game, uint64_t *keys, int cap);

/*
 * A random legal move for a walking king, the same for the same seed, or 0 if
 * there is none. `list` is scratch memory for rules->max_moves moves.
 */
rk_any_move rk_game_random_move(const struct rk_game *game, rk_any_move *list,
				uint64_t seed);

/* Match score in half points. */
struct rk_score {
	uint32_t halves[RK_MAX_SEATS];
};

/*
 * Adds a finished game: 2 halves to a winner, 1 each for a draw or a shared
 * first place.
 */
void rk_score_add(struct rk_score *score, const struct rk_game *game);

#endif
