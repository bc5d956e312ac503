/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The tests of /dev/chess as a file and of chess.ko as a module. Each is run in
 * a process of its own and finds no module loaded, and must leave none.
 */
#ifndef GUEST_IO_H
#define GUEST_IO_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>

#include "tests/kernel/board.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define START_BOARD \
	"WRWNWBWQWKWBWNWRWPWPWPWPWPWPWPWP" \
	"****************************************************************" \
	"BPBPBPBPBPBPBPBPBRBNBBBQBKBBBNBR"

struct test {
	const char *name;
	void (*run)(void);
};

/* Each ends with a row without a name. */
extern const struct test tests_of_bytes[];
extern const struct test tests_of_files[];
extern const struct test tests_of_thinking[];
extern const struct test tests_of_rings[];
extern const struct test tests_of_threads[];
extern const struct test tests_of_module[];

/* The module is loaded and a board open, with a game on it. */
void start(struct board *board);
void stop(struct board *board);

/* There is nothing to read; poll() says so too. */
void must_be_silent(int file);

/* The line of the game is still this. */
void must_be_at(struct board *board, const char *line);

/* Milliseconds of a clock that only goes forward; a pause. */
int64_t now(void);
void pause_for(int milliseconds);

/*
 * io_thinking.c. A board whose computer has White and much to think about, at
 * this level; has nothing happened to it since? What the computer has done is
 * taken back. A try can fail because the computer was faster.
 */
#define LONGEST 12 /* a level */
#define TRIES 100

void start_thinker(struct board *board, int level);
bool is_untouched(struct board *board);

/* Milliseconds of a thought that nobody disturbs, as fast as this machine is. */
int64_t measure_thought(struct board *board);

/* Others are served meanwhile: true if it was meanwhile. */
bool serves_meanwhile(struct board *board);

/* A child that runs this and ends well, unless it dies. Its process; its end. */
pid_t spawn(void (*run)(void *self), void *self);
void must_end_well(pid_t child);

#endif
