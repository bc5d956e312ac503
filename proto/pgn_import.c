/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN as a struct rk_game: a listener of the reader that plays the main line
 * of the first game it hears. A move waits until the next one comes, because
 * the clock after it is in a comment behind it.
 *
 * Holds always: the new game is played in the scratch memory, and in the part
 * of the log that the old one does not use, so that a failure costs nothing.
 */
#include "proto/pgn_reader.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A day and a half is more than any clock has. */
#define MAX_SECONDS 131072

/* Seconds with up to three decimals, in milliseconds. */
static bool take_seconds(const char **text, uint32_t *milliseconds)
{
	const char *at = *text;
	uint32_t seconds = 0, thousandths = 0, unit = 100;

	if (!is_digit(*at))
		return false;
	for (; is_digit(*at) && seconds < MAX_SECONDS; at++)
		seconds = seconds * 10 + (uint32_t)(*at - '0');
	if (*at == '.')
		for (at++; is_digit(*at); at++, unit /= 10)
			thousandths += unit * (uint32_t)(*at - '0');
	*text = at;
	*milliseconds = seconds * 1000 + thousandths;
	return seconds < MAX_SECONDS;
}

/* Only what struct rk_clock can hold: 300, 300+3, 300d3, 300+3d2. */
static bool read_time_control(struct rk_clock *clock, const char *text)
{
	struct rk_clock read = {0};

	if (!take_seconds(&text, &read.initial))
		return false;
	if (*text == '+' && (text++, !take_seconds(&text, &read.increment)))
		return false;
	if (*text == 'd' && (text++, !take_seconds(&text, &read.delay)))
		return false;
	if (*text)
		return false;
	*clock = read;
	return true;
}

static bool read_clock(const char *text, uint32_t *left)
{
	uint32_t total = 0, part;

	do {
		if (total > MAX_SECONDS * 1000 / 60 ||
		    !take_seconds(&text, &part))
			return false;
		total = total * 60 + part;
	} while (*text++ == ':');
	*left = total;
	return text[-1] == ']';
}

/* The time in a comment with [%clk h:mm:ss] somewhere in it. */
static bool find_clock(const char *text, uint32_t *left)
{
	static const char sign[] = "[%clk ";
	const size_t length = sizeof(sign) - 1;

	for (size_t matched = 0; *text; text++) {
		char c = *text == '\n' ? ' ' : *text;

		matched = c == sign[matched] ? matched + 1 : c == '[';
		if (matched == length)
			return read_clock(text + 1, left);
	}
	return false;
}

static const char no_room[] = "the game is longer than there is room for";

static void start(struct rk_pgn_read *read, const struct rk_pgn_event *event)
{
	struct rk_game *game = &read->game;

	if (read->is_started)
		return;
	read->is_started = true;
	rk_game_new(game, event->rules, event->pos, game->log, game->capacity);
	if (read->clock.initial)
		rk_game_set_clock(game, &read->clock);
}

/* Plays the move that has been waiting for its clock. */
static const char *play(struct rk_pgn_read *read)
{
	enum rk_game_error error = RK_GAME_OK;

	if (read->has_move)
		error = rk_game_append(&read->game, read->move);
	read->has_move = false;
	return error ? no_room : NULL;
}

/* How long did the move take, if that is what is left after it? */
static void set_spent(struct rk_pgn_read *read, uint32_t left)
{
	const struct rk_game *game = &read->game;
	uint32_t before = rk_clock_after(&game->clock,
					 game->left[rk_event_seat(read->move)],
					 0);

	if (before > left)
		read->move.spent = before - left + game->clock.delay;
}

static void hear_tag(struct rk_pgn_read *read, const struct rk_pgn_event *event)
{
	if (rk_pgn_is(event->name, "TimeControl"))
		read_time_control(&read->clock, event->text);
	else if (rk_pgn_is(event->name, "Termination"))
		read->is_flagged = rk_pgn_is(event->text, "time forfeit");
}

static const char *hear_move(struct rk_pgn_read *read,
			     const struct rk_pgn_event *event)
{
	const char *reason;

	start(read, event);
	reason = play(read);
	if (reason)
		return reason;
	if (rk_game_is_over(&read->game))
		return "the game has ended before this move";
	read->move = rk_event_new(RK_EVENT_MOVE,
				  event->rules->turn(event->pos), event->move,
				  0);
	read->has_move = true;
	return NULL;
}

/* Nobody who could win on time is left against this seat. */
static bool is_safe_on_time(const struct rk_game *game, int seat)
{
	for (int other = 0; other < game->rules->players; other++)
		if (other != seat && game->rules->can_win(&game->pos, other))
			return false;
	return true;
}

static enum rk_game_error draw(struct rk_pgn_read *read)
{
	struct rk_game *game = &read->game;
	enum rk_game_error error;
	int turn = rk_game_turn(game);

	if (read->is_flagged && is_safe_on_time(game, turn))
		return rk_game_append(game, rk_event_new(RK_EVENT_FLAG, turn,
							 0, 0));
	error = rk_game_claim(game);
	if (error != RK_GAME_NO_CLAIM)
		return error;
	error = RK_GAME_OK;
	for (int seat = 0; seat < game->rules->players && !error; seat++)
		error = rk_game_offer(game, seat);
	return error;
}

/* Who cannot win on time has won some other way. */
static enum rk_game_error lose(struct rk_pgn_read *read, int winner)
{
	const struct rk_game *game = &read->game;
	bool on_time = read->is_flagged &&
		       game->rules->can_win(&game->pos, winner);
	int seat = 0;

	while (seat == winner)
		seat++;
	return rk_game_append(&read->game,
			      rk_event_new(on_time ? RK_EVENT_FLAG :
						     RK_EVENT_RESIGN,
					   seat, 0, 0));
}

/* Ends the game as its result says, unless the moves have done so. */
static const char *conclude(struct rk_pgn_read *read)
{
	enum rk_game_error error;

	if (rk_game_is_over(&read->game) || !read->result ||
	    rk_pgn_is(read->result, "*"))
		return NULL;
	if (rk_pgn_is(read->result, "1/2-1/2"))
		error = draw(read);
	else
		error = lose(read, rk_pgn_is(read->result, "0-1"));
	return error ? no_room : NULL;
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
	start(read, event);
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
	case RK_PGN_COMMENT:
		if (read->has_move && find_clock(event->text, &left))
			set_spent(read, left);
		break;
	case RK_PGN_RESULT:
		read->result = event->text;
		break;
	case RK_PGN_ERROR:
		fail(read, event, event->name ? "the FEN is no position that "
						"can be played" :
						event->reason);
		break;
	case RK_PGN_END:
		hear_end(read, event);
		break;
	default:
		break;
	}
	return NULL;
}

/* The new game moves into the place of the old one. */
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
	rk_pgn_reader_new(&scratch->reader, scratch->room,
			  sizeof(scratch->room), NULL, 0, listener);
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
