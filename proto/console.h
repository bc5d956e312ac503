/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of the console. A command is a row in the table of
 * console_table.c and a function declared here. It is called only in the states
 * and with the number of words that its row allows.
 */
#ifndef RK_PROTO_CONSOLE_H
#define RK_PROTO_CONSOLE_H

#include "rookery/console.h"
#include "rookery/typed.h"

#define RK_ALL_WORDS 255

struct rk_command {
	const char *name;
	const char *args;
	const char *help; /* NULL: another name of the command above */
	uint8_t states;   /* in which it is allowed */
	uint8_t least;    /* words after the name */
	uint8_t most;     /* or RK_ALL_WORDS */
	rk_console_run *run;
};

/* console_table.c: the command of this name, or NULL. */
const struct rk_command *rk_command_find(struct rk_word word);

/* How many names begin with the word; one of them in *command. */
int rk_command_complete(struct rk_word word, const struct rk_command **command);

/*
 * Calls `offer` for each name that begins with the word, which may be empty, in
 * any state.
 */
void rk_command_offer(struct rk_word word,
		      void (*offer)(void *self, const char *name), void *self);

/* Of the commands with the same name, the one for a state. */
const struct rk_command *rk_command_for(const struct rk_command *command,
					enum rk_console_state state);

/*
 * The states of the commands with the same name that take so many words after
 * it; of all of them if none does.
 */
unsigned int rk_command_states(const struct rk_command *command, int words);

/* Writes which commands a word may mean, or which one it resembles. */
void rk_command_hint(const struct rk_console *console, struct rk_word word);

rk_console_run rk_console_help;
rk_console_run rk_console_quit;
rk_console_run rk_console_version;

/* console_game.c: playing. */
rk_console_run rk_console_game;
rk_console_run rk_console_resign;
rk_console_run rk_console_claim;
rk_console_run rk_console_tell_score;

/*
 * Is this the word for a program, as engine:stockfish? Where memory is short it
 * is like any other word that is no player.
 */
#ifdef RK_SMALL
static inline bool rk_console_names_program(struct rk_word word)
{
	(void)word;
	return false;
}
#else
bool rk_console_names_program(struct rk_word word);
#endif

/* Starts the next game without showing it. */
void rk_console_start_game(struct rk_console *console,
			   const uint8_t seats[RK_MAX_SEATS]);
/* Plays and saves a legal move without showing it; false: no memory. */
bool rk_console_play(struct rk_console *console, rk_any_move move);
/* Is it the turn of a walking king? */
bool rk_console_is_walk(const struct rk_console *console);

/*
 * console_seat.c: who plays in a seat, and programs, where they can be started.
 */
rk_console_run rk_console_seat;
#ifdef RK_NO_FILES
static inline int rk_console_start_program(struct rk_console *console,
					   const struct rk_rules *rules,
					   struct rk_word word)
{
	(void)rules;
	(void)word;
	rk_out_line(&console->out, "No other programs can be started here.");
	return -1;
}

static inline void rk_console_use_programs(struct rk_console *console)
{
	(void)console;
}

static inline bool rk_console_has_stranger(struct rk_console *console,
					   const struct rk_rules *rules,
					   const uint8_t seats[RK_MAX_SEATS])
{
	(void)console;
	(void)rules;
	(void)seats;
	return false;
}

static inline const char *rk_console_program_name(
	const struct rk_console *console, int seat)
{
	(void)console;
	(void)seat;
	return "";
}

static inline const char *rk_console_trouble(const struct rk_console *console,
					     int seat)
{
	(void)console;
	(void)seat;
	return NULL;
}
#else
/* The number of a program that is ready; -1, and it was said why not. */
int rk_console_start_program(struct rk_console *console,
			     const struct rk_rules *rules, struct rk_word word);
/* Programs that have no seat end. */
void rk_console_use_programs(struct rk_console *console);
/* What the program in a seat is called; "": there is none. */
const char *rk_console_program_name(const struct rk_console *console, int seat);
/* Why the program in a seat cannot play; NULL: it can, or there is none. */
const char *rk_console_trouble(const struct rk_console *console, int seat);
/* Does somebody in these seats not play by the rules? Then it was said. */
bool rk_console_has_stranger(struct rk_console *console,
			     const struct rk_rules *rules,
			     const uint8_t seats[RK_MAX_SEATS]);
#endif

/* console_move.c: moves that are typed. */
rk_console_run rk_console_move;
rk_console_run rk_console_castle;

/* console_leave.c: leaving a game without ending it, and coming back. */
rk_console_run rk_console_new_game;
rk_console_run rk_console_resume;
/* Asks whether to leave the running game, for one of two reasons. */
void rk_console_ask_leave(struct rk_console *console,
			  enum rk_console_asked why);
/* The answer is yes. */
void rk_console_leave(struct rk_console *console);
/* Keeps the game that was running, and says so. */
void rk_console_put_aside(struct rk_console *console);

/* console_agree.c: what needs other players' agreement. */
rk_console_run rk_console_offer;
rk_console_run rk_console_undo;
rk_console_run rk_console_redo;
rk_console_run rk_console_yes;
rk_console_run rk_console_no;

/* console_setup.c: set-up mode. */
/* With the position of the game that was left. */
void rk_console_setup_from_game(struct rk_console *console);
rk_console_run rk_console_setup;
rk_console_run rk_console_put;
rk_console_run rk_console_remove;
rk_console_run rk_console_turn;
rk_console_run rk_console_clear;
rk_console_run rk_console_start;
rk_console_run rk_console_setup_fen;
rk_console_run rk_console_done;

/* console_choose.c: settings of the next game, and how it looks. */
rk_console_run rk_console_players;
rk_console_run rk_console_rules;
/* Other rules drop a position that was set up; a line says so. */
void rk_console_choose_rules(struct rk_console *console,
			     const struct rk_rules *rules);
rk_console_run rk_console_starts;
/* The index of the start that a word names, or -1. */
int rk_console_pick_start(struct rk_console *console, struct rk_word word);
void rk_console_say_starts(const struct rk_console *console);
rk_console_run rk_console_level;
/* Sets the level of the computers in this game and in later ones. */
void rk_console_set_level(struct rk_console *console, uint8_t level);
rk_console_run rk_console_clock;
rk_console_run rk_console_notation;
rk_console_run rk_console_look_of_board;
rk_console_run rk_console_promotion;

/* console_name.c: who plays. */
rk_console_run rk_console_name;

/* console_watch.c: switches of a terminal. */
rk_console_run rk_console_watch;
rk_console_run rk_console_bell;
/* Rings the bell if that is wished for. */
#ifdef RK_NO_FILES
static inline void rk_console_ring(const struct rk_console *console)
{
	(void)console;
}
#else
void rk_console_ring(const struct rk_console *console);
#endif

/* console_tell.c: the board and what is said after it. */
rk_console_run rk_console_board;

/* console_show.c: the game. */
rk_console_run rk_console_flip;
rk_console_run rk_console_opening;
rk_console_run rk_console_why;

/* console_advice.c: help with the game. */
rk_console_run rk_console_hint;
rk_console_run rk_console_eval;
rk_console_run rk_console_analyse;

/* console_file.c: keeping games. */
rk_console_run rk_console_pgn;
rk_console_run rk_console_save;
rk_console_run rk_console_load;

/*
 * Answers the question whether `save` replaces a file; false if it was not
 * asked. A question is forgotten after the next line.
 */
#ifdef RK_NO_FILES
static inline bool rk_console_answer_save(struct rk_console *console, bool yes)
{
	(void)console;
	(void)yes;
	return false;
}

static inline void rk_console_forget_save(struct rk_console *console)
{
	(void)console;
}
#else
bool rk_console_answer_save(struct rk_console *console, bool yes);
void rk_console_forget_save(struct rk_console *console);
#endif

/* Writes one line of texts to the port. */
#define rk_console_say(console, ...) rk_out_line(&(console)->out, __VA_ARGS__)

/* Lights both squares of a move on the rich board; and none at all. */
static inline void rk_console_light_move(struct rk_console *console,
					 rk_any_move move)
{
#ifndef RK_NO_FILES
	const struct rk_game *game = &console->game;

	rk_lit_add(&console->lit, game->rules->from(&game->pos, move));
	rk_lit_add(&console->lit, game->rules->to(&game->pos, move));
#else
	(void)console;
	(void)move;
#endif
}

static inline void rk_console_light_none(struct rk_console *console)
{
#ifndef RK_NO_FILES
	memset(&console->lit, 0, sizeof(console->lit));
#else
	(void)console;
#endif
}

uint64_t rk_console_random(const struct rk_console *console);
void rk_console_changed(struct rk_console *console);

/*
 * Call after an event was added to the log: pending agreements lapse, and the
 * game counts for the score.
 */
void rk_console_happened(struct rk_console *console);

/* Writes how a game ended, without the board. */
void rk_console_announce(struct rk_console *console);

/* In plain text, walking kings move at once. */
void rk_console_let_kings_walk(struct rk_console *console);

/* "Expected who is to move: White, Black." */
void rk_console_expect_seat(const struct rk_console *console,
			    const struct rk_rules *rules, const char *what);

/* May a first move start a game of humans on the board that is shown? */
bool rk_console_is_fresh(const struct rk_console *console);

/* Writes why a command for these states is not allowed now. */
void rk_console_refuse(const struct rk_console *console, unsigned int states);

/* Plays a typed move, or writes why it cannot be played. */
void rk_console_play_typed(struct rk_console *console,
			   const struct rk_typed_move *typed);

/* The same for the words from `first` on. */
void rk_console_play_line(struct rk_console *console,
			  const struct rk_line *line, int first);

/* Answers what a pawn becomes; false if the line does not. */
bool rk_console_promote(struct rk_console *console, const struct rk_line *line);

/* Is there space for one more event in the log? If not, writes so. */
bool rk_console_has_space(struct rk_console *console);

/*
 * Reads human, computer, computerN or computer[N]; returns the level, 0 for a
 * human, -1 on an error.
 */
int rk_console_read_player(const struct rk_console *console,
			   struct rk_word word);

/*
 * A new game has replaced one by `rules`, after which the score was `score`. If
 * the number of players changes, the score is shown and starts again from zero.
 */
void rk_console_keep_score(struct rk_console *console,
			   const struct rk_rules *rules, struct rk_score score);

/* The question to a computer of this level; keys are kept in the console. */
struct rk_question rk_console_question(struct rk_console *console, int level);

/* A seat's material in pawns. */
uint32_t rk_console_material(const struct rk_game *game, int seat);

bool rk_console_is_computer(const struct rk_console *console, int seat);
const char *rk_console_seat_name(const struct rk_console *console, int seat);

#endif
