/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console: what a person types and sees, text in and text out. It serves
 * the terminal, the firmware's serial line and the tests; the port gives it
 * lines and takes its output. Commands are a table in
 * proto/console_table.c, and `help` prints that table.
 */
#ifndef ROOKERY_CONSOLE_H
#define ROOKERY_CONSOLE_H

#include "rookery/game.h"
#include "rookery/platform.h"
#include "rookery/player.h"
#include "rookery/think.h"
#include "rookery/words.h"

/*
 * Plain: the board is written after every move, byte for byte as
 * docs/console.md says, and a computer moves on the command `move`. Rich: the
 * console writes words only; the port calls rk_console_draw() where and when
 * it wants a board, and rk_console_computer_move() when it is time.
 */
enum rk_console_drawing {
	RK_DRAW_PLAIN,
	RK_DRAW_RICH,
};

/*
 * What the console uses the platform's memory for during a command: a move
 * list, a text, or a position. `load` needs a struct rk_pgn_read
 * (rookery/pgn.h) there instead.
 */
union rk_console_scratch {
	char text[RK_ANY_FEN_SIZE];
	rk_any_move moves[RK_ANY_MAX_MOVES];
	union rk_any_pos pos;
};

#define RK_MAX_ZOOM 8

/* How the board is drawn; the port knows what its terminal can do. */
struct rk_console_look {
	enum rk_console_drawing drawing;
	uint8_t colours; /* 0: none, 1: 16, 2: 256, 3: 24 bits */
	bool glyphs;     /* chess symbols; false: letters */
	uint8_t zoom;    /* 1 to RK_MAX_ZOOM: rows of a square */
	uint8_t theme;
	uint8_t below;    /* the seat at the lower edge of the picture */
	uint8_t notation; /* 0 san, 1 coordinate, 2 figurine */
	uint8_t classic;  /* 1: plain boards have a title and bars */
#ifndef RK_NO_FILES
	uint8_t watch; /* 1: the computer's thoughts are shown */
	uint8_t bell;  /* 1: the bell rings when it has moved */
#endif
};

/*
 * Squares that the rich board lights until the next command: a hint, where a
 * piece may go, and a cursor. All zero lights none. Machines without files have
 * no memory for them.
 */
#ifndef RK_NO_FILES
#define RK_LIT_SQUARES 256

struct rk_lit {
	uint8_t squares[RK_LIT_SQUARES / 8]; /* a bit each */
	bool has_cursor;
	uint8_t cursor; /* its square */
};

static inline bool rk_lit_has(const struct rk_lit *lit, int square)
{
	return lit->squares[square / 8] >> square % 8 & 1;
}

static inline void rk_lit_add(struct rk_lit *lit, int square)
{
	lit->squares[square / 8] |= (uint8_t)(1 << square % 8);
}
#endif

/* The task and the results of `hint`, `eval` and `analyse`. */
#define RK_ADVICE_LINES 3
#define RK_ADVICE_MOVES 10

struct rk_console_variation {
	int depth;
	int score;
	int count; /* moves; 0: there is no such line */
	rk_any_move moves[RK_ADVICE_MOVES];
};

struct rk_console_advice {
	uint64_t keys[RK_QUIET_KEYS]; /* used for questions to a level, too */
	struct rk_console_variation lines[RK_ADVICE_LINES];
	struct rk_console_variation
		before; /* the first line before its last change */
	rk_any_move best;
	struct rk_task task;
};

/* What the console has asked, which the next line may answer. */
enum rk_console_asked {
	RK_ASKED_NOTHING,
	RK_ASKED_NEW,       /* leave the running game? */
	RK_ASKED_SETUP,     /* the same, to change its position */
	RK_ASKED_PROMOTION, /* to which piece? */
};

/*
 * What a program with a few kilobytes of memory (RK_SMALL) does without: names
 * of people, UTF-8 with its NUL, and the date on which a game began, as in PGN.
 */
#define RK_NAME_SIZE 64
#define RK_DATE_SIZE sizeof("2026.12.31")

/* The longest name of a file, with its NUL. */
#define RK_FILE_SIZE 512

/*
 * A console and its game. In `seats` 0 is a human, N a computer of level N, or a
 * program (rookery/player.h).
 */
struct rk_console {
	const struct rk_platform *platform;
	struct rk_out out; /* the platform's, unless replaced */
	const struct rk_player *player;
	const struct rk_thinker *thinker; /* for hint and analyse, or NULL */
	struct rk_console_look look;
	const struct rk_rules *rules; /* of the next game */
	struct rk_game game;          /* the running or the last game */
	bool has_game;                /* there is or was one */
	uint8_t seats[RK_MAX_SEATS];
	uint8_t level; /* for `computer` without a number */
	struct rk_score score;
	struct rk_clock clock; /* of the next game */
	bool in_setup;
	bool has_next_start; /* next_start was set up */
	bool looks_back;     /* the board shows the game, not next_start */
	uint8_t start;       /* index of rules->starts */
	union {
		union rk_any_pos next_start; /* where the next game starts */
		union rk_any_pos setup;      /* while in_setup */
	};
	uint8_t agreed;         /* how many have said `undo` */
	uint8_t asked;          /* enum rk_console_asked */
	uint8_t promotes_queen; /* a pawn that nobody names a piece for */
	uint32_t agreed_plies;
	rk_any_move asked_move; /* the promotion to a queen */
	bool scoreless; /* a finished game that was loaded does not score */
	struct rk_console_advice advice; /* valid during a search */
#ifndef RK_SMALL
	char names[RK_MAX_SEATS][RK_NAME_SIZE]; /* of humans; "": none */
	char date[RK_DATE_SIZE];                /* "": unknown */
	bool names_loaded; /* with a game; they go when another begins */
#endif
#ifndef RK_NO_FILES
	char saving[RK_FILE_SIZE]; /* the name of the file of `save` */
	/* Lines for which yes still means that it is replaced; 1: this one. */
	uint8_t asks_replace;
	struct rk_lit lit;
#endif
};

/*
 * Makes a console without a game. The platform must have at least
 * RK_CONSOLE_MEMORY bytes of memory. `thinker` may be NULL; its start() must
 * return after the answer. `log` has space for `capacity` events, belongs to
 * the port and is replaced by grow(). All of them stay in use. Lines passed to
 * the console must not lie in the platform's memory.
 */
#define RK_CONSOLE_MEMORY sizeof(union rk_console_scratch)
void rk_console_new(struct rk_console *console,
		    const struct rk_platform *platform,
		    const struct rk_player *player,
		    const struct rk_thinker *thinker, struct rk_event *log,
		    uint32_t capacity);

/* The platform's clock in milliseconds; 0 without a clock. */
uint64_t rk_console_now(const struct rk_console *console);

/* The platform's memory, for one command at a time. */
static inline union rk_console_scratch *rk_console_scratch(
	const struct rk_console *console)
{
	return console->platform->memory;
}

/* Selects the rules of the next game; a position that was set up is dropped. */
void rk_console_set_rules(struct rk_console *console,
			  const struct rk_rules *rules);

/*
 * Executes one typed line, without its newline; any bytes, any length. Returns
 * false after `quit`.
 */
bool rk_console_line(struct rk_console *console, const char *line,
		     size_t length);

/* A saved level, at most the highest of this program. */
static inline uint8_t rk_console_known_level(const struct rk_console *console,
					     unsigned int level)
{
	unsigned int levels = (unsigned int)console->player->levels;

	return (uint8_t)(level < levels ? level : levels);
}

/* What a level is called, or "" where levels have numbers only. */
const char *rk_console_level_word(const struct rk_console *console, int level);

/*
 * Should a computer or a walking king move now? Not after moves were taken
 * back: then it waits for the command `move`, so that more can be taken back.
 */
bool rk_console_computer_to_move(const struct rk_console *console);

/* Lets it move, as the command `move` does; poll() may cancel that. */
void rk_console_computer_move(struct rk_console *console);

/* Has the clock of the player to move run out? Ends the game if so. */
bool rk_console_check_clock(struct rk_console *console);

/* Draws the set-up, the game, or the next game, as `look` says. */
void rk_console_draw(const struct rk_console *console);

/* The size of the rich board at this zoom, in cells of the terminal. */
void rk_console_board_size(const struct rk_console *console, int zoom,
			   int *columns, int *rows);

/*
 * lit.c: choosing squares of the rich board. The square at a line and a column
 * of the drawing, from 0, or -1. The square beside another one in the picture,
 * `right` and `down` by -1, 0 or 1; at the edge it is the same one.
 */
int rk_console_square_at(const struct rk_console *console, int line,
			 int column);
int rk_console_square_beside(const struct rk_console *console, int square,
			     int right, int down);

/*
 * Lights the squares where the piece on a square may go, and no others but its
 * own. Returns how many moves that is; if there is none, no square is lit.
 */
int rk_console_light_moves(struct rk_console *console, int square);

/* The score so far, a finished game included. */
struct rk_score rk_console_score(const struct rk_console *console);

/* Writes the final score, at the end of the program. */
void rk_console_end(struct rk_console *console);

/*
 * Completion: calls `offer` for every command that is allowed now and every
 * legal move that begins with these bytes.
 */
void rk_console_complete(struct rk_console *console, const char *prefix,
			 size_t length,
			 void (*offer)(void *self, const char *word),
			 void *self);

/* Only the moves. */
void rk_console_complete_moves(struct rk_console *console, const char *prefix,
			       size_t length,
			       void (*offer)(void *self, const char *word),
			       void *self);

/*
 * Completion of a whole line, arguments included. `offer` gets the words that
 * may stand at its end; `files` offers names of files that begin with these
 * bytes, in its own way, and is NULL where there are none. Both it and the
 * function return the length of what the offered words begin with, so what comes
 * after that is to be typed. A move may have blanks: of "move e2 e" the words
 * begin with "e2e".
 */
struct rk_completer {
	void *self;
	void (*offer)(void *self, const char *word);
	size_t (*files)(void *self, const char *prefix, size_t length);
};

size_t rk_console_complete_line(struct rk_console *console, const char *text,
				size_t length, const struct rk_completer *to);

/*
 * For ports that draw their own screen around the console's words.
 */

#ifdef RK_SMALL

static inline const char *rk_console_player_name(
	const struct rk_console *console, int seat)
{
	(void)console;
	(void)seat;
	return "";
}

static inline size_t rk_name_fit(const char *name, int columns, int *used)
{
	(void)name;
	(void)columns;
	*used = 0;
	return 0;
}

static inline void rk_console_begin_names(struct rk_console *console)
{
	(void)console;
}

#else

/* The name of a human or a program in a seat; "": none, or a level. */
const char *rk_console_player_name(const struct rk_console *console, int seat);

/*
 * False, and nothing changed, if the name is too long, no UTF-8, or has
 * characters in it that a terminal obeys. Without length: no name.
 */
bool rk_console_set_name(struct rk_console *console, int seat, const char *text,
			 size_t length);

/* Can this be a name? UTF-8, not too long, nothing that a terminal obeys. */
bool rk_name_is_good(const char *text, size_t length);

/* The bytes of a name that fit, and the columns that they take. */
size_t rk_name_fit(const char *name, int columns, int *used);

/* A game begins: today, and without the names of one that was loaded. */
void rk_console_begin_names(struct rk_console *console);

/* When the game began, as PGN writes it; unknown if it is no date. */
void rk_console_set_date(struct rk_console *console, const char *text,
			 size_t length);

#endif

/* The state of a console. */
enum rk_console_state {
	RK_CONSOLE_IDLE = 1, /* no game yet */
	RK_CONSOLE_GAME = 2, /* a game is running */
	RK_CONSOLE_OVER = 4, /* the last game is over */
	RK_CONSOLE_SETUP = 8,
};

enum rk_console_state rk_console_state(const struct rk_console *console);

/*
 * Does the board show the next game's start? True before the first game, and
 * after a set-up until a command acts on the previous game.
 */
bool rk_console_shows_next(const struct rk_console *console);

/* Is it the turn of a computer or of a walking king? */
bool rk_console_moves_by_itself(const struct rk_console *console);

/*
 * The next player in the game, starting with the one to move, that is not in
 * the set `except`; no computer if `human`. -1 if there is none.
 */
int rk_console_next_player(const struct rk_console *console,
			   unsigned int except, bool human);

/* Shows a change that the port made itself: board, check, result. */
void rk_console_show(struct rk_console *console);

/* Turns the board so that the only human sits at the lower edge. */
void rk_console_turn_board(struct rk_console *console);

/* Writes the name of the game's opening; false if it has none. */
bool rk_console_opening_name(char name[RK_OPENING_SIZE],
			     const struct rk_console *console);

/* A seat's lead in material over the best of the others, in pawns. */
int rk_console_lead(const struct rk_game *game, int seat);

/*
 * Writes a move in the chosen notation; the longest has this size with its NUL.
 */
#define RK_CONSOLE_MOVE_SIZE (3 * RK_MOVE_TEXT_SIZE)

size_t rk_console_write_move(const struct rk_console *console, char *text,
			     const union rk_any_pos *pos, rk_any_move move);

/* Examples of squares and moves for error messages. */
struct rk_examples {
	const char *square;
	const char *from;    /* a square with a piece that can move */
	const char *piece;   /* a piece and its square, for set-up mode */
	const char *squares; /* the squares of a move */
	const char *moves;
};

/* The examples for a board; constant. */
const struct rk_examples *rk_console_examples(const struct rk_rules *rules);

/*
 * Commands that a port may run itself, with a line split by rk_line_split().
 * They say what `help` says of them.
 */
typedef void rk_console_run(struct rk_console *console,
			    const struct rk_line *line);

rk_console_run rk_console_fen;
rk_console_run rk_console_history;
rk_console_run rk_console_moves;
rk_console_run rk_console_theme;
rk_console_run rk_console_zoom;

#endif
