/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console's commands for playing: start, move, resign, claim; letting a
 * computer or a walking king move; and the score. Every refusal is one line and
 * leaves the game as it was.
 */
#include "proto/console.h"
#include "proto/draw.h"
#include "proto/why.h"

const struct rk_examples *rk_console_examples(const struct rk_rules *rules)
{
	static const struct rk_examples two = {
		"e1", "e2", "K e1", "e2 e4", "e2 e4, Nf3 or O-O", "e2 e5",
	};
	static const struct rk_examples four = {
		"h1", "h2", "rK h1", "h2 h3", "h2 h3, Ne1-f3 or O-O", "h2 h5",
	};

	return rk_rules_two_letters(rules) ? &four : &two;
}

bool rk_console_is_computer(const struct rk_console *console, int seat)
{
	return console->seats[seat] != 0;
}

const char *rk_console_seat_name(const struct rk_console *console, int seat)
{
	return console->game.rules->seats[seat];
}

uint64_t rk_console_now(const struct rk_console *console)
{
	const struct rk_console_port *port = console->port;

	return port->now ? port->now(port->self) : 0;
}

void rk_console_changed(struct rk_console *console)
{
	const struct rk_console_port *port = console->port;

	if (port->changed)
		port->changed(port->self);
}

void rk_console_happened(struct rk_console *console)
{
	console->agreed = 0;
	console->scoreless = false;
	rk_console_changed(console);
}

static bool make_room(struct rk_console *console)
{
	const struct rk_console_port *port = console->port;

	return rk_game_has_room(&console->game) ||
	       (port->grow && port->grow(port->self, &console->game));
}

static void say_full(const struct rk_console *console)
{
	rk_console_say(console, "There is no memory for a longer game.");
}

bool rk_console_has_room(struct rk_console *console)
{
	bool has_room = make_room(console);

	if (!has_room)
		say_full(console);
	return has_room;
}

/* "[3]" is read as "3". */
static void take_brackets(struct rk_word *word)
{
	if (word->length > 2 && word->text[0] == '[' &&
	    word->text[word->length - 1] == ']') {
		word->text++;
		word->length -= 2;
	}
}

int rk_console_read_player(const struct rk_console *console,
			   struct rk_word word)
{
	uint32_t levels = (uint32_t)console->player->levels;
	uint32_t level = console->level;
	struct rk_word name = {word.text, 0};

	if (rk_word_begins(word, "human"))
		return 0;
	while (word.length && *word.text != '[' && *word.text > '9') {
		name.length++;
		word.text++;
		word.length--;
	}
	take_brackets(&word);
	if (!rk_word_begins(name, "computer") || !levels ||
	    (word.length && !rk_word_number(word, 1, levels, &level)))
		return -1;
	return (int)level;
}

/* "game A B, each human, or computer1 to computer4" */
static void explain_game(const struct rk_console *console)
{
	const struct rk_out *out = &console->port->out;

	rk_out_text(out, "Expected: game");
	for (int seat = 0; seat < console->rules->players; seat++) {
		rk_out_char(out, ' ');
		rk_out_char(out, (char)('A' + seat));
	}
	if (console->player->levels)
		rk_out_line(out, ", each human, or computer1 to computer",
			    rk_number((uint32_t)console->player->levels).text,
			    ".");
	else
		rk_out_line(out, ", each human; there are no computers here.");
}

void rk_console_game(struct rk_console *console, const struct rk_line *line)
{
	struct rk_game *game = &console->game;
	const struct rk_rules *before = game->rules;
	struct rk_score score = rk_console_score(console);
	uint8_t seats[RK_MAX_SEATS] = {0};

	for (int seat = 0; seat < console->rules->players; seat++) {
		int level = -1;

		if (line->count == console->rules->players + 1)
			level = rk_console_read_player(console,
						       line->words[seat + 1]);
		if (level < 0) {
			explain_game(console);
			return;
		}
		seats[seat] = (uint8_t)level;
	}
	memcpy(console->seats, seats, sizeof(seats));
	rk_game_restart(game, console->rules, &console->next_start);
	rk_console_keep_score(console, before, score);
	rk_game_set_clock(game, &console->clock);
	rk_game_start_clock(game, rk_console_now(console));
	console->has_game = true;
	console->rules->start(&console->next_start, console->start);
	console->has_next_start = false;
	rk_console_changed(console);
	rk_console_show(console);
}

/* Plays and keeps a move; nothing is told of it yet. */
static bool play(struct rk_console *console, rk_any_move move)
{
	if (!rk_console_has_room(console) ||
	    rk_game_play(&console->game, move, rk_console_now(console)))
		return false;
	rk_console_happened(console);
	return true;
}

/* What is wrong with a text that is no legal move. */
static void explain_move(const struct rk_console *console, const char *text,
			 size_t length, enum rk_notation_error error)
{
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->port->out;

	if (error == RK_NOTATION_SYNTAX) {
		rk_out_line(out, "Expected a move, as in ",
			    rk_console_examples(game->rules)->moves, ".");
		return;
	}
	rk_out_text(out, "Illegal move: ");
	rk_why_text(out, game->rules, &game->pos,
		    (struct rk_word){text, length});
	rk_out_line(out, ".");
}

/* It is the turn of a king whose player has left the game. */
static bool is_walk(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	return rk_console_state(console) == RK_CONSOLE_GAME &&
	       game->rules->walks(&game->pos);
}

void rk_console_play_text(struct rk_console *console, const char *text,
			  size_t length)
{
	const struct rk_game *game = &console->game;
	int seat = rk_game_turn(game);
	enum rk_notation_error error;
	rk_any_move move;

	if (is_walk(console)) {
		rk_console_say(console, rk_console_seat_name(console, seat),
			       "'s king walks by itself: move lets it.");
		return;
	}
	if (rk_console_is_computer(console, seat)) {
		rk_console_say(console, "It is the turn of ",
			       rk_console_seat_name(console, seat),
			       ", a computer: move lets it move.");
		return;
	}
	error = game->rules->read_move(&move, &game->pos, text, length);
	if (error)
		explain_move(console, text, length, error);
	else if (play(console, move))
		rk_console_show(console);
}

void rk_console_move(struct rk_console *console, const struct rk_line *line)
{
	char text[2 * RK_MOVE_TEXT_SIZE];
	int seat = rk_game_turn(&console->game);

	if (line->count > 1)
		rk_console_play_text(console, text,
				     rk_line_join(line, 1, text, sizeof(text)));
	else if (rk_console_is_computer(console, seat) || is_walk(console))
		rk_console_computer_move(console);
	else
		rk_console_say(
			console, "It is the turn of ",
			rk_console_seat_name(console, seat),
			", a human: say the move, as in move ",
			rk_console_examples(console->game.rules)->squares, ".");
}

struct rk_question rk_console_question(struct rk_console *console, int level)
{
	const struct rk_console_port *port = console->port;
	const struct rk_game *game = &console->game;
	uint64_t *keys = console->advice.keys;
	int64_t time = 0;

	/* Whose flag is about to fall still has a moment. */
	if (game->clock.initial)
		time = (int64_t)rk_game_time_left(game, rk_game_turn(game),
						  rk_console_now(console)) +
		       1;
	return (struct rk_question){
		.rules = game->rules,
		.pos = &game->pos,
		.keys = keys,
		.key_count = rk_game_keys(game, keys, RK_QUIET_KEYS),
		.plies = (int)rk_game_plies(game),
		.level = level,
		.seed = port->seed ? port->seed(port->self) : 0,
		.time = time,
		.increment = game->clock.increment,
		.stop = port->interrupt,
		.asker = port->interrupter,
	};
}

bool rk_console_moves_by_itself(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	return rk_console_state(console) == RK_CONSOLE_GAME &&
	       (is_walk(console) ||
		rk_console_is_computer(console, rk_game_turn(game)));
}

bool rk_console_computer_to_move(const struct rk_console *console)
{
	return rk_console_moves_by_itself(console) &&
	       console->game.now == console->game.length;
}

void rk_console_turn_board(struct rk_console *console)
{
	int humans = 0, last = 0;

	for (int seat = 0; seat < console->game.rules->players; seat++) {
		if (rk_console_is_computer(console, seat))
			continue;
		last = seat;
		humans++;
	}
	if (humans == 1)
		console->look.below = (uint8_t)last;
}

/* Whoever moves by itself chooses; 0 if that was interrupted. */
static rk_any_move choose(struct rk_console *console)
{
	const struct rk_console_port *port = console->port;
	const struct rk_player *player = console->player;
	int seat = rk_game_turn(&console->game);
	struct rk_question question;

	if (is_walk(console))
		return rk_game_random_move(&console->game, port->desk->moves,
					   port->seed ? port->seed(port->self)
						      : 0);
	question = rk_console_question(console, console->seats[seat]);
	return player->choose(player->self, &question);
}

void rk_console_computer_move(struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	int seat = rk_game_turn(game);
	bool walk = is_walk(console);
	rk_any_move move = choose(console);
	char text[RK_CONSOLE_MOVE_SIZE];

	if (!move)
		return;
	rk_console_write_move(console, text, &game->pos, move);
	if (!play(console, move))
		return;
	if (walk || console->look.drawing == RK_DRAW_RICH)
		rk_console_say(console, rk_console_seat_name(console, seat),
			       walk ? "'s king walks: " : " plays ", text, ".");
	rk_console_show(console);
}

void rk_console_let_kings_walk(struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	while (console->look.drawing == RK_DRAW_PLAIN && is_walk(console) &&
	       game->now == game->length) {
		uint32_t before = game->now;

		rk_console_computer_move(console);
		if (game->now == before)
			break; /* no memory for a longer game */
	}
}

int rk_console_next_player(const struct rk_console *console,
			   unsigned int except, bool human)
{
	const struct rk_game *game = &console->game;
	unsigned int seats = game->rules->active(&game->pos) & ~except;
	int players = game->rules->players;

	for (int i = 0; i < players; i++) {
		int seat = (rk_game_turn(game) + i) % players;

		if (seats >> seat & 1 &&
		    !(human && rk_console_is_computer(console, seat)))
			return seat;
	}
	return -1;
}

/*
 * Whoever is to move, if that is a human; else the next human after him. In
 * a game of computers alone it is the one to move who is made to resign.
 */
void rk_console_resign(struct rk_console *console, const struct rk_line *line)
{
	struct rk_game *game = &console->game;
	int seat = rk_console_next_player(console, 0, true);
	bool on_turn;

	(void)line;
	if (seat < 0)
		seat = rk_console_next_player(console, 0, false);
	on_turn = seat == rk_game_turn(game);
	/* The log may have kept a place for this when nothing else has room. */
	make_room(console);
	if (rk_game_resign(game, seat)) {
		say_full(console);
		return;
	}
	if (on_turn)
		rk_game_start_clock(game, rk_console_now(console));
	rk_console_happened(console);
	if (rk_game_is_over(game))
		rk_console_announce(console);
	else
		rk_console_show(console);
}

/* What can be claimed at all by these rules, when it cannot be now. */
static const char *nothing_to_claim(const struct rk_rules *rules)
{
	if (rules->points)
		return "Nothing to claim: two must be left, and the one to move "
		       "lead by 21 points, and 20 more for each walking king.";
	if (rules->players > 2)
		return "Nothing to claim: by these rules all draws come by "
		       "themselves.";
	return "Nothing to claim: no threefold repetition, no fifty moves.";
}

void rk_console_claim(struct rk_console *console, const struct rk_line *line)
{
	int seat = rk_game_turn(&console->game);

	(void)line;
	if (rk_console_is_computer(console, seat)) {
		rk_console_say(console, "Only who is to move may claim, and ",
			       rk_console_seat_name(console, seat),
			       " is a computer.");
	} else if (rk_game_claimable(&console->game) == RK_REASON_NONE) {
		rk_console_say(console, nothing_to_claim(console->game.rules));
	} else if (rk_console_has_room(console)) {
		rk_game_claim(&console->game);
		rk_console_happened(console);
		rk_console_announce(console);
	}
}

bool rk_console_check_clock(struct rk_console *console)
{
	struct rk_game *game = &console->game;
	uint64_t now = rk_console_now(console);

	if (rk_console_state(console) != RK_CONSOLE_GAME ||
	    !game->clock.initial ||
	    rk_game_time_left(game, rk_game_turn(game), now) ||
	    !make_room(console) || !rk_game_flag(game, now))
		return false;
	rk_console_happened(console);
	if (rk_game_is_over(game))
		rk_console_announce(console);
	else
		rk_console_show(console);
	return true;
}

/* A finished game counts once: as the present one, or when it is replaced. */
struct rk_score rk_console_score(const struct rk_console *console)
{
	struct rk_score score = console->score;

	if (console->has_game && !console->scoreless &&
	    rk_game_is_over(&console->game))
		rk_score_add(&score, &console->game);
	return score;
}

static void write_score(const struct rk_console *console, const char *title,
			const struct rk_rules *rules,
			const struct rk_score *score)
{
	const struct rk_out *out = &console->port->out;

	rk_out_line(out, title);
	for (int seat = 0; seat < rules->players; seat++) {
		rk_out_parts(out, (const char *const[]){rules->seats[seat],
							": ", NULL});
		rk_out_halves(out, score->halves[seat]);
		rk_out_char(out, '\n');
	}
}

void rk_console_keep_score(struct rk_console *console,
			   const struct rk_rules *rules, struct rk_score score)
{
	static const struct rk_score none;

	if (rules->players != console->game.rules->players) {
		if (memcmp(&score, &none, sizeof(score)) != 0)
			write_score(console, "The score so far:", rules,
				    &score);
		score = none;
	}
	console->score = score;
	console->scoreless = false;
	console->agreed = 0;
}

void rk_console_end(struct rk_console *console)
{
	struct rk_score score;

	rk_console_check_clock(console);
	score = rk_console_score(console);
	write_score(console, "Final Score:",
		    console->has_game ? console->game.rules : console->rules,
		    &score);
}
