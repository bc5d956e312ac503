/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The edge between the rooms and JavaScript. Numbers go in and out as they
 * are; texts go in through a buffer that web_in() hands out, and come out
 * through web_answer, most of them as JSON; a position goes both ways through
 * web_desk, as bytes that JavaScript keeps without looking into them. A function
 * that can fail returns 0 if it did not, and otherwise has said why:
 * {"message": ..., "column": ...}, the column in bytes from 1, 0 where there is
 * none.
 */
#ifndef RK_WEB_EDGE_H
#define RK_WEB_EDGE_H

#include "proto/out.h"
#include "rookery/player.h"
#include "rookery/rules.h"

/* Declares and begins a function that JavaScript calls. */
#define WEB_EXPORT(type, name, ...) \
	__attribute__((export_name(#name))) type js_##name(__VA_ARGS__); \
	type js_##name(__VA_ARGS__)

#define WEB_IMPORT(name) \
	__attribute__((import_module("rookery"), import_name(#name)))

/* Milliseconds, with what the browser knows behind the point. */
WEB_IMPORT(now) double web_now(void);

/* A line of thought is in web_answer. */
WEB_IMPORT(line) void web_line(void);

/* A turn for the others; enum rk_haste. `idle`: there is nothing to do. */
WEB_IMPORT(rest) int web_rest(int idle);

/* The console's files: web_file is complete; web_file is wanted (0: is none). */
WEB_IMPORT(save) void web_save(const char *name);
WEB_IMPORT(load) int web_load(const char *name);

/* ---- memory.c ---- */

/* Aligned to 64 bytes; NULL if there is no more. */
void *web_take(size_t size);
void web_give_back(void *memory);

/* A text that grows. */
struct web_text {
	char *bytes;
	size_t length;
	size_t room;
};

bool web_text_reserve(struct web_text *text, size_t room);

/* To be written to as a struct rk_out. */
void web_text_add(void *self, const char *bytes, size_t length);

extern struct web_text web_answer;
extern struct web_text web_file;
extern const struct rk_out web_out; /* to web_answer */

/* ---- json.c ---- */

/* Objects and lists: a comma comes before all but the first. */
void web_json_open(char bracket);
void web_json_close(char bracket);

/* In an object: the name of what comes next. */
void web_json_name(const char *name);

void web_json_number(int64_t number);
void web_json_bool(bool value);
void web_json_null(void);
void web_json_string(const char *text, size_t length);
void web_json_text(const char *text); /* up to its NUL; NULL is null */
void web_json_seats(unsigned int set);

#define web_json_field(name, what, ...) \
	(web_json_name(name), web_json_##what(__VA_ARGS__))

/* A string is written in parts to what this returns, until its end. */
const struct rk_out *web_json_begin(void);
void web_json_end(void);

/* Says what is wrong; returns 1. The message may come in parts, too. */
int web_refuse(const char *message, size_t column);
const struct rk_out *web_refuse_begin(void);
int web_refuse_end(size_t column);

/* ---- position.c ---- */

extern union rk_any_pos web_desk;

/* The keys of positions before a game's, for who thinks. */
extern uint64_t web_keys[RK_QUIET_KEYS];

size_t web_length(const char *text);

/* {"move": ..., "text": "e2e4", "san": "e4", "from": 12, ...} */
void web_json_move(const struct rk_rules *rules, const void *pos,
		   rk_any_move move);
/* The same without the brackets. */
void web_json_move_fields(const struct rk_rules *rules, const void *pos,
			  rk_any_move move);

#endif
