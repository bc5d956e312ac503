/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads PGN into a struct rk_game: a listener that plays the main line of the
 * first game. A move waits until the next one comes, because the clock after it
 * is in a comment behind it.
 *
 * Invariant: the new game is played in the scratch memory, and in the part of
 * the log that the old one does not use, so a failure changes nothing.
 */
#include "proto/pgn4.h"
#include "rookery/words.h"

static const char no_space[] = "the game is longer than there is room for";

#ifndef RK_SMALL

/* WhiteTimeControl and so on; two players' in seconds, four's in minutes. */
static const char *const odds_tags[RK_PGN_ODDS] = {
	"WhiteTimeControl", "BlackTimeControl",  "RedTimeControl",
	"BlueTimeControl",  "YellowTimeControl", "GreenTimeControl",
};

static void hear_odds(struct rk_pgn_read *read,
		      const struct rk_pgn_event *event)
{
	for (int i = 0; i < RK_PGN_ODDS; i++)
		if (!rk_pgn_is(event->name, odds_tags[i]))
			continue;
		else if (i < 2)
			rk_pgn_read_time_control(&read->odds[i], event->text);
		else
			rk_pgn_read_minutes(&read->odds[i], event->text);
}

/* Without TimeControl, the first of them holds for whoever has none. */
static void set_odds(struct rk_pgn_read *read)
{
	struct rk_game *game = &read->game;
	const struct rk_clock *odds =
		read->odds + (game->rules->players > 2 ? 2 : 0);

	for (int seat = 0; seat < game->rules->players; seat++) {
		if (!odds[seat].initial)
			continue;
		if (!game->clock.initial)
			rk_game_set_clock(game, &odds[seat]);
		rk_game_set_odds(game, seat, &odds[seat]);
	}
}

#else

static void hear_odds(struct rk_pgn_read *read,
		      const struct rk_pgn_event *event)
{
	(void)read;
	(void)event;
}

static void set_odds(struct rk_pgn_read *read)
{
	(void)read;
}

#endif

static void start(struct rk_pgn_read *read, const struct rk_rules *rules,
		  const union rk_any_pos *pos)
{
	struct rk_game *game = &read->game;
	const struct rk_clock *clock =
		RK_PGN4 && rules->players > 2 ? &read->minutes : &read->clock;

	if (read->is_started)
		return;
	read->is_started = true;
	rk_game_new(game, rules, pos, game->log, game->capacity);
	if (clock->initial)
		rk_game_set_clock(game, clock);
	set_odds(read);
}

/* Plays the move that waited for its clock. */
static const char *play(struct rk_pgn_read *read)
{
	enum rk_game_error error = RK_GAME_OK;

	if (read->has_move)
		error = rk_game_append(&read->game, read->move);
	read->has_move = false;
	return error ? no_space : NULL;
}

/* Computes the time that the move took from the time left after it. */
static void set_spent(struct rk_pgn_read *read, uint32_t left)
{
	const struct rk_game *game = &read->game;
	int seat = rk_event_seat(read->move);
	const struct rk_clock *clock = rk_game_clock(game, seat);
	uint32_t before = rk_clock_after(clock, game->left[seat], 0);

	if (before > left)
		read->move.spent = before - left + clock->delay;
}

/* Does a word in the text begin like this? */
static bool has_word(const char *text, size_t length, const char *name)
{
	struct rk_word rest = {text, length}, word;
	size_t most = rk_text_length(name);

	for (word = rk_word_take(&rest); word.length;
	     word = rk_word_take(&rest))
		if (word.length >= most &&
		    rk_word_is((struct rk_word){word.text, most}, name))
			return true;
	return false;
}

/* PGN4 files word the termination in many ways; a few kinds are told apart. */
static void hear_termination(struct rk_pgn_read *read, const char *text,
			     size_t length)
{
	static const char *const claims[] = {"repetition", "fifty", "50",
					     "lead", "claim"};

	read->is_flagged =
		rk_word_is((struct rk_word){text, length}, "time forfeit");
	read->is_agreed = has_word(text, length, "agree");
	if (RK_PGN4)
		read->awarded = (uint8_t)rk_pgn4_awarded(text, length);
	read->is_claimed = false;
	for (size_t i = 0; i < sizeof(claims) / sizeof(claims[0]); i++)
		read->is_claimed |= has_word(text, length, claims[i]);
}

static void hear_tag(struct rk_pgn_read *read, const struct rk_pgn_event *event)
{
	if (rk_pgn_is(event->name, "TimeControl")) {
		rk_pgn_read_time_control(&read->clock, event->text);
		rk_pgn_read_minutes(&read->minutes, event->text);
	} else if (rk_pgn_is(event->name, "Termination")) {
		hear_termination(read, event->text, event->length);
	} else if (rk_pgn_is(event->name, "Result")) {
		read->tag_result = rk_pgn_result(event->text);
	} else {
		hear_odds(read, event);
	}
}

static const char *hear_move(struct rk_pgn_read *read,
			     const struct rk_pgn_event *event)
{
	const char *reason;

	start(read, event->rules, event->pos);
	reason = play(read);
	if (reason)
		return reason;
	if (rk_game_is_over(&read->game))
		return "the game has ended before this move";
	read->move = rk_event_new(RK_EVENT_MOVE, event->rules->turn(event->pos),
				  event->move, 0);
	read->has_move = true;
	return NULL;
}

static const char *hear_leave(struct rk_pgn_read *read,
			      const struct rk_pgn_event *event)
{
	enum rk_event_kind kind =
		event->why == RK_REASON_TIME ? RK_EVENT_FLAG : RK_EVENT_RESIGN;
	const char *reason;

	start(read, event->rules, &read->reader.before);
	reason = play(read);
	if (reason)
		return reason;
	if (rk_game_is_over(&read->game))
		return "the game has ended before this";
	return rk_game_append(&read->game,
			      rk_event_new(kind, event->seat, 0, 0))
		       ? no_space
		       : NULL;
}

static const char *hear_stay(struct rk_pgn_read *read,
			     const struct rk_pgn_event *event)
{
	return rk_game_append(&read->game,
			      rk_event_new(RK_EVENT_STAY, event->seat, 0, 0))
		       ? no_space
		       : NULL;
}

/* The seats that would win if this seat ran out of time. */
static unsigned int winners_on_time(const struct rk_game *game, int seat)
{
	union rk_any_pos pos = game->pos;

	return game->rules->leave(&pos, seat, RK_REASON_TIME).winners;
}

static enum rk_game_error agree(struct rk_game *game)
{
	unsigned int active = game->rules->active(&game->pos);
	enum rk_game_error error = RK_GAME_OK;

	for (int seat = 0; seat < game->rules->players && !error; seat++)
		if (active >> seat & 1)
			error = rk_game_offer(game, seat);
	return error;
}

static enum rk_game_error draw(struct rk_pgn_read *read)
{
	struct rk_game *game = &read->game;
	enum rk_game_error error;
	int turn = rk_game_turn(game);

	if (read->is_flagged && !winners_on_time(game, turn))
		return rk_game_append(game,
				      rk_event_new(RK_EVENT_FLAG, turn, 0, 0));
	error = rk_game_claim(game);
	if (error != RK_GAME_NO_CLAIM)
		return error;
	return agree(game);
}

/* A winner who cannot win on time won by resignation. */
static enum rk_game_error lose(struct rk_pgn_read *read, int winner)
{
	int seat = 0;
	bool on_time;

	while (read->game.rules->sides[seat] == read->game.rules->sides[winner])
		seat++;
	on_time = read->is_flagged &&
		  winners_on_time(&read->game, seat) >> winner & 1;
	return rk_game_append(&read->game,
			      rk_event_new(on_time ? RK_EVENT_FLAG
						   : RK_EVENT_RESIGN,
					   seat, 0, 0));
}

/*
 * With two left, points for one of them mean that the other one has left; points
 * for both are those of a draw.
 */
static enum rk_game_error take_awards(struct rk_pgn_read *read)
{
	struct rk_game *game = &read->game;
	unsigned int active = game->rules->active(&game->pos);
	unsigned int gone = active & ~(unsigned int)read->awarded;
	int seat = 0;

	active &= active - 1;
	if (!read->awarded || !active || active & (active - 1))
		return RK_GAME_OK;
	if (!gone)
		return agree(game);
	if (gone & (gone - 1))
		return RK_GAME_OK;
	while (!(gone >> seat & 1))
		seat++;
	return rk_game_resign(game, seat);
}

/* For four players, tags say more than the result. */
static const char *conclude_four(struct rk_pgn_read *read)
{
	if (!read->result)
		read->result = read->tag_result;
	if (read->is_claimed && !rk_game_claim(&read->game))
		return NULL;
	if (read->is_agreed)
		return agree(&read->game) ? no_space : NULL;
	return take_awards(read) ? no_space : NULL;
}

/* Ends the game according to its result, unless the moves ended it. */
static const char *conclude(struct rk_pgn_read *read)
{
	enum rk_game_error error;
	const char *reason = NULL;

	if (RK_PGN4 && read->game.rules->players > 2 &&
	    !rk_game_is_over(&read->game))
		reason = conclude_four(read);
	if (reason || rk_game_is_over(&read->game) || !read->result ||
	    rk_pgn_is(read->result, "*"))
		return reason;
	if (rk_pgn_is(read->result, "1/2-1/2"))
		error = draw(read);
	else
		error = lose(read, rk_pgn_is(read->result, "0-1"));
	return error ? no_space : NULL;
}

static void fail(struct rk_pgn_read *read, const struct rk_pgn_event *event,
		 const char *reason)
{
	read->error.column = (size_t)event->place.offset + 1;
	read->error.reason = reason;
}

static void hear_end(struct rk_pgn_read *read, const struct rk_pgn_event *event)
{
	const char *reason;

	read->is_done = true;
	if (read->error.reason)
		return;
	start(read, event->rules, event->pos);
	reason = play(read);
	if (!reason)
		reason = conclude(read);
	if (reason)
		fail(read, event, reason);
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct rk_pgn_read *read = self;
	uint32_t left;

	switch (event->kind) {
	case RK_PGN_TAG:
		hear_tag(read, event);
		break;
	case RK_PGN_MOVE:
		return hear_move(read, event);
	case RK_PGN_LEAVE:
		return hear_leave(read, event);
	case RK_PGN_STAY:
		return hear_stay(read, event);
	case RK_PGN_COMMENT:
		if (read->has_move && rk_pgn_find_clock(event->text, &left))
			set_spent(read, left);
		break;
	case RK_PGN_RESULT:
		read->result = event->text;
		break;
	case RK_PGN_ERROR:
		fail(read, event,
		     event->name ? "the FEN is no position that "
				   "can be played"
				 : event->reason);
		break;
	case RK_PGN_END:
		hear_end(read, event);
		break;
	default:
		break;
	}
	return NULL;
}

/* Replaces the old game by the new one. */
static void take_over(struct rk_game *game, const struct rk_game *fresh)
{
	struct rk_event *log = game->log;
	uint32_t capacity = game->capacity;

	memmove(log, fresh->log, fresh->length * sizeof(*log));
	*game = *fresh;
	game->log = log;
	game->capacity = capacity;
}

bool rk_pgn_read_game(struct rk_game *game, const char *text, size_t length,
		      struct rk_pgn_read *scratch, struct rk_error *error)
{
	struct rk_pgn_listener listener = {hear, scratch};

	memset(scratch, 0, sizeof(*scratch));
	scratch->game.log = game->log + game->length;
	scratch->game.capacity = game->capacity - game->length;
	rk_pgn_reader_new(&scratch->reader, scratch->buf, sizeof(scratch->buf),
			  NULL, 0, listener);
	for (size_t i = 0; i < length && !scratch->is_done; i++)
		rk_pgn_reader_feed(&scratch->reader, text + i, 1);
	if (!scratch->is_done)
		rk_pgn_reader_finish(&scratch->reader);
	if (!scratch->is_done)
		scratch->error = (struct rk_error){1, "there is no game in it"};
	if (scratch->error.reason) {
		*error = scratch->error;
		return false;
	}
	take_over(game, &scratch->game);
	return true;
}
