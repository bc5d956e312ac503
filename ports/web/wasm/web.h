/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The interface between the module and JavaScript. Numbers are passed as they
 * are. Texts go in through a buffer that web_in() returns, and come out in
 * web_answer, most of them as JSON. A position goes both ways through
 * web_scratch, as bytes that JavaScript stores without interpreting them. A
 * function that can fail returns 0 on success; otherwise web_answer is
 * {"message": ..., "column": ...}, the column in bytes from 1, or 0 if there is
 * none.
 */
#ifndef RK_WEB_WEB_H
#define RK_WEB_WEB_H

#include "rookery/out.h"
#include "rookery/player.h"
#include "rookery/rules.h"

/* Declares and begins a function that is exported to JavaScript. */
#define WEB_EXPORT(type, name, ...) \
	__attribute__((export_name(#name))) type js_##name(__VA_ARGS__); \
	type js_##name(__VA_ARGS__)

#define WEB_IMPORT(name) \
	__attribute__((import_module("rookery"), import_name(#name)))

/* Milliseconds, with a fraction as precise as the browser allows. */
WEB_IMPORT(now) double web_now(void);

/* Reports a line of the search, which is in web_answer. */
WEB_IMPORT(line) void web_line(void);

/*
 * Yields to the event loop; returns an enum rk_signal. `idle`: there is nothing
 * to do, so it may sleep.
 */
WEB_IMPORT(rest) int web_rest(int idle);

/* The console's files: saves web_file; loads web_file (0: no such file). */
WEB_IMPORT(save) void web_save(const char *name);
WEB_IMPORT(load) int web_load(const char *name);

/* ---- memory.c ---- */

/* Allocates memory aligned to 64 bytes; NULL if there is none. */
void *web_alloc(size_t size);
void web_free(void *memory);

/* A text that grows. */
struct web_text {
	char *bytes;
	size_t length;
	size_t cap;
};

bool web_text_reserve(struct web_text *text, size_t cap);

/* The write function of a struct rk_out; `self` is a web_text. */
void web_text_add(void *self, const char *bytes, size_t length);

extern struct web_text web_answer;
extern struct web_text web_file;
extern const struct rk_out web_out; /* to web_answer */

/* ---- json.c ---- */

/* Objects and lists; commas are written as needed. */
void web_json_open(char bracket);
void web_json_close(char bracket);

/* In an object: the name of the next value. */
void web_json_name(const char *name);

void web_json_number(int64_t number);
void web_json_bool(bool value);
void web_json_null(void);
void web_json_string(const char *text, size_t length);
void web_json_text(const char *text); /* up to its NUL; NULL is null */
void web_json_seats(unsigned int set);

#define web_json_field(name, what, ...) \
	(web_json_name(name), web_json_##what(__VA_ARGS__))

/*
 * Begins a string that is written in parts to the returned output;
 * web_json_end() ends it.
 */
const struct rk_out *web_json_begin(void);
void web_json_end(void);

/*
 * Answers with an error; returns 1. The message can also be written in parts.
 */
int web_refuse(const char *message, size_t column);
const struct rk_out *web_refuse_begin(void);
int web_refuse_end(size_t column);

/* ---- position.c ---- */

extern union rk_any_pos web_scratch;

/* Keys of the earlier positions of a game, for a search. */
extern uint64_t web_keys[RK_QUIET_KEYS];

size_t web_length(const char *text);

/* {"move": ..., "text": "e2e4", "san": "e4", "from": 12, ...} */
void web_json_move(const struct rk_rules *rules, const union rk_any_pos *pos,
		   rk_any_move move);
/* The same without the brackets. */
void web_json_move_fields(const struct rk_rules *rules,
			  const union rk_any_pos *pos, rk_any_move move);

/* The square of the rook with which a move castles, or -1. */
int web_castling_rook(const struct rk_rules *rules, const union rk_any_pos *pos,
		      rk_any_move move);

#endif
