/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the console share. A command is a row in the table of
 * console_table.c and a function here; it is called only in the states that its
 * row allows and with as many words as the row says.
 */
#ifndef RK_PROTO_CONSOLE_H
#define RK_PROTO_CONSOLE_H

#include "proto/words.h"
#include "rookery/console.h"

/* Where a console is; one at a time. */
enum rk_console_state {
	RK_CONSOLE_IDLE = 1, /* there was no game yet */
	RK_CONSOLE_GAME = 2, /* one is running */
	RK_CONSOLE_OVER = 4, /* the last one is over */
	RK_CONSOLE_SETUP = 8,
};

enum rk_console_state rk_console_state(const struct rk_console *console);

typedef void rk_console_run(struct rk_console *console,
			    const struct rk_line *line);

#define RK_ALL_WORDS 255

struct rk_command {
	const char *name;
	const char *args;
	const char *help;
	uint8_t states; /* in which it can be given */
	uint8_t least;  /* words after the name */
	uint8_t most;   /* or RK_ALL_WORDS */
	rk_console_run *run;
};

/* console_table.c: the command of this name, or NULL. */
const struct rk_command *rk_command_find(struct rk_word word);

/* How many names begin with the word; one of them in *command. */
int rk_command_complete(struct rk_word word, const struct rk_command **command);

/* Of the commands that share this one's name, that for a state. */
const struct rk_command *rk_command_for(const struct rk_command *command,
					enum rk_console_state state);

/* The states of all of them. */
unsigned int rk_command_states(const struct rk_command *command);

/* Says which commands a word may be, or which one it nearly is. */
void rk_command_hint(const struct rk_console *console, struct rk_word word);

rk_console_run rk_console_help;
rk_console_run rk_console_quit;

/* console_game.c: playing. */
rk_console_run rk_console_game;
rk_console_run rk_console_move;
rk_console_run rk_console_resign;
rk_console_run rk_console_claim;

/* console_agree.c: what needs the word of others. */
rk_console_run rk_console_offer;
rk_console_run rk_console_undo;
rk_console_run rk_console_redo;
rk_console_run rk_console_yes;
rk_console_run rk_console_no;

/* console_setup.c: set-up mode. */
rk_console_run rk_console_setup;
rk_console_run rk_console_put;
rk_console_run rk_console_remove;
rk_console_run rk_console_turn;
rk_console_run rk_console_clear;
rk_console_run rk_console_start;
rk_console_run rk_console_setup_fen;
rk_console_run rk_console_done;

/* console_choose.c: what is played next, and how it looks. */
rk_console_run rk_console_players;
rk_console_run rk_console_rules;
rk_console_run rk_console_starts;
/* The one of the rules' starts that a word names, or -1. */
int rk_console_pick_start(struct rk_console *console, struct rk_word word);
void rk_console_say_starts(const struct rk_console *console);
rk_console_run rk_console_level;
rk_console_run rk_console_clock;
rk_console_run rk_console_zoom;
rk_console_run rk_console_theme;
rk_console_run rk_console_notation;

/* console_tell.c: the board and what is said after it. */
rk_console_run rk_console_board;

/* console_show.c: the game. */
rk_console_run rk_console_flip;
rk_console_run rk_console_history;
rk_console_run rk_console_fen;
rk_console_run rk_console_opening;
rk_console_run rk_console_moves;
rk_console_run rk_console_why;

/* console_advice.c: help with the game. */
rk_console_run rk_console_hint;
rk_console_run rk_console_eval;
rk_console_run rk_console_analyse;

/* console_file.c: keeping games. */
rk_console_run rk_console_pgn;
rk_console_run rk_console_save;
rk_console_run rk_console_load;

/* One line of texts to the port. */
#define rk_console_say(console, ...) \
	rk_out_line(&(console)->port->out, __VA_ARGS__)

uint64_t rk_console_now(const struct rk_console *console);
void rk_console_changed(struct rk_console *console);

/* After something was added to the log: questions lapse, the game counts. */
void rk_console_happened(struct rk_console *console);

/* console_tell.c: after a move or a change of the set-up: board, check, result. */
void rk_console_show(struct rk_console *console);

/* How a game ended, without the board; and that without a newline. */
void rk_console_announce(struct rk_console *console);
void rk_console_write_result(const struct rk_console *console,
			     const struct rk_out *out);

/* In plain text kings whose players have left move at once. */
void rk_console_let_kings_walk(struct rk_console *console);

/*
 * The next who is in the game, from the one to move on, but for a set of seats;
 * if `human`, no computer. -1: there is none.
 */
int rk_console_next_player(const struct rk_console *console,
			   unsigned int except, bool human);

/* What squares and moves look like, for who typed something else. */
struct rk_examples {
	const char *square;
	const char *from;    /* a square with a piece that can move */
	const char *piece;   /* and its square, for set-up mode */
	const char *squares; /* of a move */
	const char *moves;
	const char *wrong; /* a move that is not legal */
};

/* "Expected who is to move: White, Black." */
void rk_console_expect_seat(const struct rk_console *console,
			    const struct rk_rules *rules, const char *what);

const struct rk_examples *rk_console_examples(const struct rk_rules *rules);

/* Plays what was typed, or says why not. */
void rk_console_play_text(struct rk_console *console, const char *text,
			  size_t length);

/* Room for one more event in the log? Says so if there is none. */
bool rk_console_has_room(struct rk_console *console);

/* Reads human, computer, computerN, computer[N]; 0 for a human; -1. */
int rk_console_read_player(const struct rk_console *console,
			   struct rk_word word);

/*
 * Another game has taken the place of one by these rules, after which the score
 * was this. Where another number of players sits down it is told and starts anew.
 */
void rk_console_keep_score(struct rk_console *console,
			   const struct rk_rules *rules, struct rk_score score);

/* What a computer of this level is asked; uses its own memory for keys. */
struct rk_question rk_console_question(struct rk_console *console, int level);

/* Writes what the opening of the game is called; false if it has no name. */
bool rk_console_opening_name(char name[RK_OPENING_SIZE],
			     const struct rk_console *console);

/* What a seat has on the board, in pawns; and that less the others' best. */
uint32_t rk_console_material(const struct rk_game *game, int seat);
int rk_console_lead(const struct rk_game *game, int seat);

/* Is a computer to move, or a king whose player has left? */
bool rk_console_moves_by_itself(const struct rk_console *console);

/* A human alone among computers sits at the lower edge of the board. */
void rk_console_turn_board(struct rk_console *console);

bool rk_console_is_computer(const struct rk_console *console, int seat);
const char *rk_console_seat_name(const struct rk_console *console, int seat);

/* A move in the notation that was chosen, at most this long with its NUL. */
#define RK_CONSOLE_MOVE_SIZE (3 * RK_MOVE_TEXT_SIZE)

size_t rk_console_write_move(const struct rk_console *console, char *text,
			     const void *pos, rk_any_move move);

#endif
