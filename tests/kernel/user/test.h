/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the tests of the module in user space share. What is expected comes
 * from the protocol's contract; fake.h says what is watched besides.
 */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>

#include "fake.h"

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define START_BOARD \
	"WRWNWBWQWKWBWNWRWPWPWPWPWPWPWPWP" \
	"****************************************************************" \
	"BPBPBPBPBPBPBPBPBRBNBBBQBKBBBNBR"
/* One where the computer has to think. */
#define MIDDLE \
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
/* All pawns one step, then another one: 32 plies. */
#define PAWNS \
	"a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 " \
	"e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 " \
	"a3a4 a6a5 b3b4 b6b5 c3c4 c6c5 d3d4 d6d5 " \
	"e3e4 e6e5 f3f4 f6f5 g3g4 g6g5 h3h4 h6h5"

#define LINE_SIZE 1024

/* Each runs a group and returns how many of it have failed. */
int test_load(void);
int test_values(void);
int test_file(void);
int test_memory(void);
int test_thinking(void);
int test_threads(void);

/* For groups: the module with one board, and nothing of it left behind. */
int load_one(void **state);
int unload_one(void **state);
#define TEST(name) cmocka_unit_test_setup_teardown(name, load_one, unload_one)

void must_load(const char *parameters);
void must_unload(void);
struct file *must_open(const char *node);
void must_write(struct file *file, const char *bytes, size_t length);
/* A whole answer, with its newline, and no more of it. */
void must_read(struct file *file, const char *expected);
void must_be_silent(struct file *file);
/* A command and its answer, without their newlines. */
void must_answer(struct file *file, const char *command, const char *expected);
void must_value(const char *node, const char *value, const char *expected);

/* All that can be seen of a board. */
struct view {
	char values[5][PAGE_SIZE];
};
void view_take(struct view *view);
void view_must_be(const struct view *view);

#endif
