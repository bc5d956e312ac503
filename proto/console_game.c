/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Commands for playing: start, resign, claim; moves of computers and walking
 * kings; and the score. Every refusal is one line and leaves the game unchanged.
 */
#include "proto/console.h"

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
	const struct rk_platform *platform = console->platform;

	return platform->now_us ? platform->now_us(platform->self) / 1000 : 0;
}

uint64_t rk_console_random(const struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;

	return platform->random ? platform->random(platform->self) : 0;
}

void rk_console_changed(struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;

	if (platform->changed)
		platform->changed(platform->self);
}

void rk_console_happened(struct rk_console *console)
{
	console->agreed = 0;
	console->scoreless = false;
	rk_console_changed(console);
}

static bool make_space(struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;

	return rk_game_has_space(&console->game) ||
	       (platform->grow &&
		platform->grow(platform->self, &console->game));
}

static void say_full(const struct rk_console *console)
{
	rk_console_say(console, "There is no memory for a longer game.");
}

bool rk_console_has_space(struct rk_console *console)
{
	bool has_space = make_space(console);

	if (!has_space)
		say_full(console);
	return has_space;
}

#ifndef RK_SMALL

bool rk_console_names_program(struct rk_word word)
{
	static const char prefix[] = "engine:";
	struct rk_word start = {word.text, sizeof(prefix) - 1};

	return word.length >= start.length && rk_word_is(start, prefix);
}

#endif

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
	const struct rk_out *out = &console->out;

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

bool rk_console_is_fresh(const struct rk_console *console)
{
	return !console->in_setup && rk_console_shows_next(console);
}

void rk_console_start_game(struct rk_console *console,
			   const uint8_t seats[RK_MAX_SEATS])
{
	struct rk_game *game = &console->game;
	const struct rk_rules *before = game->rules;
	struct rk_score score = rk_console_score(console);

	memmove(console->seats, seats, sizeof(console->seats));
	rk_game_restart(game, console->rules, &console->next_start);
	rk_console_use_programs(console);
	rk_console_keep_score(console, before, score);
	rk_game_set_clock(game, &console->clock);
	rk_game_start_clock(game, rk_console_now(console));
	console->has_game = true;
	rk_console_begin_names(console);
	console->rules->start(&console->next_start, console->start);
	console->has_next_start = false;
	if (console->look.drawing == RK_DRAW_RICH)
		rk_console_turn_board(console);
	rk_console_changed(console);
}

/*
 * Who plays where nobody is named: the players of the last game, if it had as
 * many; otherwise a human in the first seat against computers.
 */
static void choose_players(const struct rk_console *console,
			   uint8_t seats[RK_MAX_SEATS])
{
	if (console->has_game &&
	    console->game.rules->players == console->rules->players) {
		memcpy(seats, console->seats, RK_MAX_SEATS);
		return;
	}
	memset(seats, console->level, RK_MAX_SEATS);
	seats[0] = 0;
}

/* As many names as there are kinds of chess for choose among them. */
static const struct rk_rules *find_rules(const struct rk_console *console,
					 int players)
{
	if (console->rules->players == players)
		return console->rules;
	for (int i = 0; rk_rules_all[i]; i++)
		if (rk_rules_all[i]->players == players)
			return rk_rules_all[i];
	return NULL;
}

static bool read_players(const struct rk_console *console,
			 const struct rk_line *line,
			 uint8_t seats[RK_MAX_SEATS])
{
	for (int seat = 0; seat < line->count - 1; seat++) {
		struct rk_word word = line->words[seat + 1];
		int level = rk_console_names_program(word)
				    ? 0
				    : rk_console_read_player(console, word);

		if (level < 0)
			return false;
		seats[seat] = (uint8_t)level;
	}
	return true;
}

/* Only when every word is known; after a failure those that started end. */
static bool start_programs(struct rk_console *console,
			   const struct rk_rules *rules,
			   const struct rk_line *line,
			   uint8_t seats[RK_MAX_SEATS])
{
	for (int seat = 0; seat < RK_MAX_SEATS && seat < line->count - 1;
	     seat++) {
		struct rk_word word = line->words[seat + 1];
		int level;

		if (!rk_console_names_program(word))
			continue;
		level = rk_console_start_program(console, rules, word);
		if (level < 0) {
			rk_console_use_programs(console);
			return false;
		}
		seats[seat] = (uint8_t)level;
	}
	return true;
}

void rk_console_game(struct rk_console *console, const struct rk_line *line)
{
	int players = line->count > 1 ? line->count - 1
				      : console->rules->players;
	const struct rk_rules *rules = find_rules(console, players);
	uint8_t seats[RK_MAX_SEATS] = {0};

	if (!rules || !read_players(console, line, seats)) {
		explain_game(console);
		return;
	}
	if (line->count == 1)
		choose_players(console, seats);
	if (!start_programs(console, rules, line, seats) ||
	    rk_console_has_stranger(console, rules, seats))
		return;
	if (rules != console->rules)
		rk_console_choose_rules(console, rules);
	rk_console_start_game(console, seats);
	rk_console_show(console);
}

bool rk_console_play(struct rk_console *console, rk_any_move move)
{
	if (!rk_console_has_space(console) ||
	    rk_game_play(&console->game, move, rk_console_now(console)))
		return false;
	rk_console_happened(console);
	return true;
}

bool rk_console_is_walk(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	return rk_console_state(console) == RK_CONSOLE_GAME &&
	       game->rules->walks(&game->pos);
}

struct rk_question rk_console_question(struct rk_console *console, int level)
{
	const struct rk_game *game = &console->game;
	uint64_t *keys = console->advice.keys;
	int64_t time = 0;

	/*
	 * Near the end of the time leave a millisecond; 0 would mean no clock.
	 */
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
		.seed = rk_console_random(console),
		.game = game,
		.time = time,
		.increment = rk_game_clock(game, rk_game_turn(game))->increment,
	};
}

bool rk_console_moves_by_itself(const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	return rk_console_state(console) == RK_CONSOLE_GAME &&
	       (rk_console_is_walk(console) ||
		rk_console_is_computer(console, rk_game_turn(game)));
}

bool rk_console_computer_to_move(const struct rk_console *console)
{
	return rk_console_moves_by_itself(console) &&
	       console->game.now == console->game.length &&
	       !rk_console_trouble(console, rk_game_turn(&console->game));
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

/* The move of a computer or a walking king; 0 if it was interrupted. */
static rk_any_move choose(struct rk_console *console)
{
	const struct rk_player *player = console->player;
	int seat = rk_game_turn(&console->game);
	struct rk_question question;

	if (rk_console_is_walk(console))
		return rk_game_random_move(&console->game,
					   rk_console_scratch(console)->moves,
					   rk_console_random(console));
	question = rk_console_question(console, console->seats[seat]);
	return player->choose(player->self, &question);
}

static void say_trouble(struct rk_console *console, int seat)
{
	const char *trouble = rk_console_trouble(console, seat);

	if (trouble)
		rk_console_say(console, trouble,
			       "; move starts it again, seat ",
			       rk_console_seat_name(console, seat),
			       " human gives its place to you.");
}

void rk_console_computer_move(struct rk_console *console)
{
	const struct rk_game *game = &console->game;
	int seat = rk_game_turn(game);
	bool walk = rk_console_is_walk(console);
	rk_any_move move = choose(console);
	char text[RK_CONSOLE_MOVE_SIZE];

	if (!move) {
		say_trouble(console, seat);
		return;
	}
	rk_console_write_move(console, text, &game->pos, move);
	if (!rk_console_play(console, move))
		return;
	if (walk || console->look.drawing == RK_DRAW_RICH)
		rk_console_say(console, rk_console_seat_name(console, seat),
			       walk ? "'s king walks: " : " plays ", text, ".");
	rk_console_ring(console);
	rk_console_show(console);
}

void rk_console_let_kings_walk(struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	while (console->look.drawing == RK_DRAW_PLAIN &&
	       rk_console_is_walk(console) && game->now == game->length) {
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
 * Resigns for the player to move if human, otherwise for the next human. In a
 * game of computers only, the one to move resigns.
 */
#ifdef RK_TWO_PLAYERS

static bool pick_resigning(const struct rk_console *console,
			   struct rk_word word, int *seat)
{
	(void)console;
	(void)word;
	(void)seat;
	return true;
}

#else

/*
 * With four players a human who is in the game resigns by name, out of turn too.
 * False: a line says what is wrong.
 */
static bool pick_resigning(const struct rk_console *console,
			   struct rk_word word, int *seat)
{
	const struct rk_rules *rules = console->game.rules;

	*seat = rk_word_pick(word, rules->seats, rules->players);
	if (rules->players == 2)
		rk_console_say(console, "Expected: resign.");
	else if (*seat < 0)
		rk_console_expect_seat(console, rules, "a player");
	else if (rk_console_is_computer(console, *seat))
		rk_console_say(console, rules->seats[*seat],
			       " is a computer and plays on.");
	else if (!(rules->active(&console->game.pos) >> *seat & 1))
		rk_console_say(console, rules->seats[*seat],
			       " has left the game.");
	else
		return true;
	return false;
}

#endif

void rk_console_resign(struct rk_console *console, const struct rk_line *line)
{
	struct rk_game *game = &console->game;
	int seat = rk_console_next_player(console, 0, true);
	bool on_turn;

	if (seat < 0)
		seat = rk_console_next_player(console, 0, false);
	if (line->count > 1 && !pick_resigning(console, line->words[1], &seat))
		return;
	on_turn = seat == rk_game_turn(game);
	/*
	 * A full log may still have space reserved for resigning, so failure is
	 * not an error here.
	 */
	make_space(console);
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

/*
 * What could be claimed under these rules, for the message that nothing can be
 * now.
 */
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
	} else if (rk_console_has_space(console)) {
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
	    !make_space(console) || !rk_game_flag(game, now))
		return false;
	rk_console_happened(console);
	if (rk_game_is_over(game))
		rk_console_announce(console);
	else
		rk_console_show(console);
	return true;
}

/* A finished game counts once: as the current one, or when it is replaced. */
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
	const struct rk_out *out = &console->out;

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

void rk_console_tell_score(struct rk_console *console,
			   const struct rk_line *line)
{
	struct rk_score score = rk_console_score(console);

	(void)line;
	write_score(console, "The score so far:",
		    console->has_game ? console->game.rules : console->rules,
		    &score);
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
