/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The client of UCI; see rookery/uci_client.h. A line of the engine is looked up
 * in a table with the states in which it counts; in all others it is ignored, as
 * UCI demands of both sides. Before every `go` stands an isready, so that what
 * was said too late or twice has come before the answer is waited for.
 *
 * Moves are read by the rules alone. Options are in uci_client_option.c.
 */
#include "proto/uci_client.h"

#include "proto/pgn_reader.h"

#define BIT(state) (1u << (state))

void rk_uci_client_fail(struct rk_uci_client *client, const char *const *parts)
{
	size_t length = 0;

	for (; *parts; parts++)
		for (const char *at = *parts; *at; at++)
			if (length < sizeof(client->error) - 1)
				client->error[length++] =
					*at >= ' ' && *at <= '~' ? *at : '?';
	client->error[length] = '\0';
	client->state = RK_UCI_CLIENT_FAILED;
}

bool rk_uci_client_copy(char to[RK_UCI_CLIENT_WORD], struct rk_word word)
{
	if (word.length >= RK_UCI_CLIENT_WORD)
		return false;
	memcpy(to, word.text, word.length);
	to[word.length] = '\0';
	return true;
}

static void send(const struct rk_uci_client *client, const char *line)
{
	rk_out_line(&client->out, line);
}

void rk_uci_client_start(struct rk_uci_client *client)
{
	client->state = RK_UCI_CLIENT_GREETING;
	client->is_new = true;
	send(client, "uci");
}

void rk_uci_client_quit(struct rk_uci_client *client)
{
	if (client->state == RK_UCI_CLIENT_ASKING ||
	    client->state == RK_UCI_CLIENT_THINKING)
		send(client, "stop");
	send(client, "quit");
}

/* ---- The question ---- */

static bool send_move(void *self, const union rk_any_pos *pos,
		      struct rk_event event)
{
	const struct rk_uci_client *client = self;
	char text[RK_MOVE_TEXT_SIZE];

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	client->rules->write_move(text, pos, rk_event_move(event),
				  client->is_chess960 ? RK_STYLE_COORD_960
						      : RK_STYLE_COORD);
	rk_out_parts(&client->out, (const char *const[]){" ", text, NULL});
	return true;
}

static void send_position(struct rk_uci_client *client,
			  const struct rk_game *game, const char *fen)
{
	char usual[RK_FEN_SIZE];
	size_t length;

	client->rules->start(&client->line_pos, 0);
	length = client->rules->write(usual, &client->line_pos);
	if (!memcmp(fen, usual, length + 1))
		rk_out_text(&client->out, "position startpos");
	else
		rk_out_parts(&client->out,
			     (const char *const[]){"position fen ", fen, NULL});
	if (rk_game_plies(game)) {
		rk_out_text(&client->out, " moves");
		rk_game_walk(game, send_move, client);
	}
	rk_out_char(&client->out, '\n');
}

static void set_limits(struct rk_uci_client *client, const struct rk_game *game,
		       uint64_t now)
{
	struct rk_uci_limits *limits = &client->limits;
	const struct rk_clock *clock = rk_game_clock(game, rk_game_turn(game));

	*limits = client->always;
	if (clock->initial) {
		for (int seat = 0; seat < 2; seat++)
			limits->time[seat] =
				(int64_t)rk_game_time_left(game, seat, now) + 1;
		/* UCI has no delay; an increment comes closest. */
		limits->increment =
			(int64_t)clock->increment + (int64_t)clock->delay;
	} else if (!limits->move_time && !limits->nodes && !limits->depth) {
		limits->move_time = RK_UCI_CLIENT_MOVE_MS;
	}
}

/* Castling is written in another way where king or rook stand elsewhere. */
static bool set_chess960(struct rk_uci_client *client, bool is_needed)
{
	if (client->is_chess960 == is_needed)
		return true;
	if (!client->has_chess960) {
		rk_uci_client_fail(
			client,
			(const char *const[]){"does not play Chess960", NULL});
		return false;
	}
	client->is_chess960 = is_needed;
	rk_out_line(&client->out, "setoption name UCI_Chess960 value ",
		    is_needed ? "true" : "false");
	return true;
}

void rk_uci_client_go(struct rk_uci_client *client, const struct rk_game *game,
		      uint64_t now)
{
	char fen[RK_FEN_SIZE];

	client->rules = game->rules;
	client->pos = game->pos;
	game->rules->write(fen, &game->start);
	if (!set_chess960(client,
			  rk_pgn_is_chess960(game->rules, &game->start, fen)))
		return;
	if (client->is_new)
		send(client, "ucinewgame");
	client->is_new = false;
	send_position(client, game, fen);
	set_limits(client, game, now);
	send(client, "isready");
	client->state = RK_UCI_CLIENT_ASKING;
}

static void send_limit(const struct rk_out *out, const char *name,
		       int64_t value)
{
	rk_out_parts(out, (const char *const[]){" ", name, " ", NULL});
	rk_out_signed(out, value);
}

static void send_go(struct rk_uci_client *client)
{
	const struct rk_uci_limits *limits = &client->limits;
	const struct rk_out *out = &client->out;

	rk_out_text(out, "go");
	if (limits->time[0]) {
		send_limit(out, "wtime", limits->time[0]);
		send_limit(out, "btime", limits->time[1]);
		send_limit(out, "winc", limits->increment);
		send_limit(out, "binc", limits->increment);
	}
	if (limits->move_time)
		send_limit(out, "movetime", limits->move_time);
	if (limits->nodes)
		send_limit(out, "nodes", limits->nodes);
	if (limits->depth)
		send_limit(out, "depth", limits->depth);
	rk_out_char(out, '\n');
	client->state = RK_UCI_CLIENT_THINKING;
}

void rk_uci_client_move_now(struct rk_uci_client *client)
{
	if (client->state == RK_UCI_CLIENT_THINKING)
		send(client, "stop");
}

void rk_uci_client_cancel(struct rk_uci_client *client)
{
	if (client->state == RK_UCI_CLIENT_ASKING) {
		client->state = RK_UCI_CLIENT_SETTING; /* go was not sent */
	} else if (client->state == RK_UCI_CLIENT_THINKING) {
		client->state = RK_UCI_CLIENT_STOPPING;
		send(client, "stop");
	} else if (client->state == RK_UCI_CLIENT_ANSWERED) {
		client->state = RK_UCI_CLIENT_IDLE;
	}
}

rk_any_move rk_uci_client_take(struct rk_uci_client *client)
{
	client->state = RK_UCI_CLIENT_IDLE;
	return client->move;
}

int64_t rk_uci_client_move_ms(const struct rk_uci_client *client)
{
	const struct rk_uci_limits *limits = &client->limits;

	if (limits->time[0])
		return limits->time[client->rules->turn(&client->pos)];
	return limits->move_time;
}

const char *rk_uci_client_awaits(const struct rk_uci_client *client)
{
	static const char *const awaited[] = {
		[RK_UCI_CLIENT_GREETING] = "uciok",
		[RK_UCI_CLIENT_SETTING] = "readyok",
		[RK_UCI_CLIENT_ASKING] = "readyok",
		[RK_UCI_CLIENT_THINKING] = "bestmove",
		[RK_UCI_CLIENT_STOPPING] = "bestmove",
		[RK_UCI_CLIENT_FAILED] = NULL,
	};

	return awaited[client->state];
}

/* ---- What the engine says ---- */

/* A name that a terminal would obey is written with question marks. */
static void hear_id(struct rk_uci_client *client, struct rk_word rest)
{
	struct rk_word next, name;
	size_t length;

	if (!rk_word_is(rk_word_take(&rest), "name"))
		return;
	name = rk_uci_take_until(&rest, "", &next);
	length = name.length < RK_NAME_SIZE ? name.length : RK_NAME_SIZE - 1;
	memcpy(client->name, name.text, length);
	client->name[length] = '\0';
	if (rk_name_is_good(client->name, length))
		return;
	for (size_t i = 0; i < length; i++)
		if (client->name[i] < ' ' || client->name[i] > '~')
			client->name[i] = '?';
}

static void hear_uciok(struct rk_uci_client *client, struct rk_word rest)
{
	(void)rest;
	if (!rk_uci_client_set_options(client))
		return;
	send(client, "isready");
	client->state = RK_UCI_CLIENT_SETTING;
}

static void hear_readyok(struct rk_uci_client *client, struct rk_word rest)
{
	(void)rest;
	if (client->state == RK_UCI_CLIENT_ASKING)
		send_go(client);
	else
		client->state = RK_UCI_CLIENT_IDLE;
}

static bool read_move(const struct rk_uci_client *client,
		      const union rk_any_pos *pos, struct rk_word word,
		      rk_any_move *move)
{
	return rk_uci_is_coordinates(client->rules, word) &&
	       !client->rules->read_move(move, pos, word.text, word.length);
}

static void hear_bestmove(struct rk_uci_client *client, struct rk_word rest)
{
	struct rk_word word = rk_word_take(&rest);
	char text[RK_UCI_CLIENT_WORD];

	if (client->state == RK_UCI_CLIENT_STOPPING) {
		client->state = RK_UCI_CLIENT_IDLE;
		return;
	}
	if (read_move(client, &client->pos, word, &client->move)) {
		client->state = RK_UCI_CLIENT_ANSWERED;
		return;
	}
	if (word.length > RK_MOVE_TEXT_SIZE)
		word.length = RK_MOVE_TEXT_SIZE;
	rk_uci_client_copy(text, word);
	rk_uci_client_fail(client,
			   (const char *const[]){"played \"", text,
						 "\", which is no legal move",
						 NULL});
}

static int read_int(struct rk_word *rest, int most)
{
	int64_t number = 0;

	if (!rk_word_integer(rk_word_take(rest), &number))
		return 0;
	if (number > most)
		return most;
	return number < -most ? -most : (int)number;
}

/* The plies of a mate are those of its moves; the side to move makes the last. */
static void read_score(struct rk_info *info, struct rk_word *rest)
{
	struct rk_word word = rk_word_take(rest);

	info->bound = RK_BOUND_EXACT;
	if (rk_word_is(word, "cp")) {
		info->score = read_int(rest, RK_SCORE_MATE_SOON - 1);
	} else if (rk_word_is(word, "mate")) {
		int moves = read_int(rest, RK_MAX_PLY / 2);

		info->score = moves > 0 ? RK_SCORE_MATE - 2 * moves + 1
					: -RK_SCORE_MATE - 2 * moves;
	}
}

static void read_line(struct rk_uci_client *client, struct rk_info *info,
		      struct rk_word *rest)
{
	union rk_any_undo undo;
	rk_any_move move;

	client->line_pos = client->pos;
	info->moves = client->line_moves;
	while (info->move_count < RK_UCI_CLIENT_MOVES &&
	       read_move(client, &client->line_pos, rk_word_take(rest),
			 &move)) {
		client->line_moves[info->move_count++] = move;
		client->rules->make(&client->line_pos, move, &undo);
	}
	rest->length = 0; /* the moves are the end of the line */
}

static void hear_info(struct rk_uci_client *client, struct rk_word rest)
{
	struct rk_info info = {.line = 1};
	struct rk_word word;

	if (!client->info)
		return;
	while ((word = rk_word_take(&rest)).length) {
		if (rk_word_is(word, "string"))
			return;
		if (rk_word_is(word, "depth"))
			info.depth = read_int(&rest, 1000);
		else if (rk_word_is(word, "multipv"))
			info.line = read_int(&rest, 1000);
		else if (rk_word_is(word, "score"))
			read_score(&info, &rest);
		else if (rk_word_is(word, "lowerbound"))
			info.bound = RK_BOUND_LOWER;
		else if (rk_word_is(word, "upperbound"))
			info.bound = RK_BOUND_UPPER;
		else if (rk_word_is(word, "pv"))
			read_line(client, &info, &rest);
	}
	if (info.move_count && info.bound)
		client->info(client->self, &info);
}

static const struct {
	const char *word;
	unsigned int states; /* in which it counts */
	void (*hear)(struct rk_uci_client *client, struct rk_word rest);
} heard[] = {
	{"id", BIT(RK_UCI_CLIENT_GREETING), hear_id},
	{"option", BIT(RK_UCI_CLIENT_GREETING), rk_uci_client_option},
	{"uciok", BIT(RK_UCI_CLIENT_GREETING), hear_uciok},
	{"readyok", BIT(RK_UCI_CLIENT_SETTING) | BIT(RK_UCI_CLIENT_ASKING),
	 hear_readyok},
	{"info", BIT(RK_UCI_CLIENT_THINKING), hear_info},
	{"bestmove", BIT(RK_UCI_CLIENT_THINKING) | BIT(RK_UCI_CLIENT_STOPPING),
	 hear_bestmove},
};

static void hear(struct rk_uci_client *client, struct rk_word line)
{
	struct rk_word first = rk_word_take(&line);

	for (size_t i = 0; i < sizeof(heard) / sizeof(heard[0]); i++)
		if (heard[i].states & BIT(client->state) &&
		    rk_word_is(first, heard[i].word)) {
			heard[i].hear(client, line);
			return;
		}
}

static void end_line(struct rk_uci_client *client)
{
	size_t length = client->length;

	client->length = 0;
	hear(client,
	     (struct rk_word){client->line, length < sizeof(client->line)
						    ? length
						    : sizeof(client->line)});
}

void rk_uci_client_feed(struct rk_uci_client *client, const char *bytes,
			size_t length)
{
	for (; length && client->state != RK_UCI_CLIENT_FAILED;
	     bytes++, length--) {
		if (*bytes == '\n') {
			end_line(client);
			continue;
		}
		if (client->length < sizeof(client->line))
			client->line[client->length] = *bytes;
		if (++client->length > RK_UCI_CLIENT_MOST)
			rk_uci_client_fail(
				client,
				(const char *const[]){
					"writes a line without an end", NULL});
	}
}
