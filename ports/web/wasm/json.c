/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes answers as JSON to web_answer. */
#include "ports/web/wasm/web.h"

/*
 * Writes a comma unless the answer is empty or ends with an opening bracket or
 * a colon.
 */
static void separate(void)
{
	char last = web_answer.length ? web_answer.bytes[web_answer.length - 1]
				      : '[';

	if (last != '[' && last != '{' && last != ':')
		rk_out_char(&web_out, ',');
}

void web_json_open(char bracket)
{
	separate();
	rk_out_char(&web_out, bracket);
}

void web_json_close(char bracket)
{
	rk_out_char(&web_out, bracket);
}

void web_json_name(const char *name)
{
	web_json_text(name);
	rk_out_char(&web_out, ':');
}

void web_json_number(int64_t number)
{
	separate();
	rk_out_signed(&web_out, number);
}

void web_json_bool(bool value)
{
	separate();
	rk_out_text(&web_out, value ? "true" : "false");
}

void web_json_null(void)
{
	separate();
	rk_out_text(&web_out, "null");
}

static void escape(char letter)
{
	static const char digits[] = "0123456789abcdef";
	char text[] = {'\\',
		       'u',
		       '0',
		       '0',
		       digits[letter >> 4 & 15],
		       digits[letter & 15],
		       0};

	rk_out_text(&web_out, text);
}

static void put_bytes(const char *text, size_t length)
{
	size_t start = 0;

	for (size_t i = 0; i < length; i++) {
		if ((unsigned char)text[i] >= ' ' && text[i] != '"' &&
		    text[i] != '\\')
			continue;
		rk_out_bytes(&web_out, text + start, i - start);
		escape(text[i]);
		start = i + 1;
	}
	rk_out_bytes(&web_out, text + start, length - start);
}

void web_json_string(const char *text, size_t length)
{
	rk_out_bytes(web_json_begin(), text, length);
	web_json_end();
}

void web_json_text(const char *text)
{
	if (text)
		web_json_string(text, web_length(text));
	else
		web_json_null();
}

void web_json_seats(unsigned int set)
{
	web_json_open('[');
	for (int seat = 0; set >> seat; seat++)
		if (set >> seat & 1)
			web_json_number(seat);
	web_json_close(']');
}

static void add_escaped(void *self, const char *text, size_t length)
{
	(void)self;
	put_bytes(text, length);
}

const struct rk_out *web_json_begin(void)
{
	static const struct rk_out out = {add_escaped, NULL};

	separate();
	rk_out_char(&web_out, '"');
	return &out;
}

void web_json_end(void)
{
	rk_out_char(&web_out, '"');
}

/* ---- Errors ---- */

const struct rk_out *web_refuse_begin(void)
{
	web_json_open('{');
	web_json_name("message");
	return web_json_begin();
}

int web_refuse_end(size_t column)
{
	web_json_end();
	web_json_field("column", number, (int64_t)column);
	web_json_close('}');
	return 1;
}

int web_refuse(const char *message, size_t column)
{
	rk_out_text(web_refuse_begin(), message);
	return web_refuse_end(column);
}
