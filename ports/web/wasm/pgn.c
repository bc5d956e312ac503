/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN and PGN4 with all their content: what the reader finds as a list of
 * events, and games in export format by the normaliser.
 */
#include "ports/web/wasm/web.h"
#include "rookery/pgn.h"

#define LEVELS 64      /* of nested variations */
#define TOKEN 65536    /* longest comment */
#define GAME (1 << 22) /* longest game, for the normaliser */
#define TAGS 256

struct pgn_memory {
	struct rk_pgn_reader reader;
	struct rk_pgn_normaliser normaliser;
	struct rk_pgn_level levels[LEVELS];
	struct rk_pgn_tag tags[TAGS];
	char token[TOKEN];
	char game[GAME];
};

static const char *const kinds[] = {
	[RK_PGN_TAG] = "tag",       [RK_PGN_MOVE] = "move",
	[RK_PGN_LEAVE] = "leave",   [RK_PGN_GONE] = "gone",
	[RK_PGN_NAG] = "nag",       [RK_PGN_COMMENT] = "comment",
	[RK_PGN_OPEN] = "open",     [RK_PGN_CLOSE] = "close",
	[RK_PGN_RESULT] = "result", [RK_PGN_ERROR] = "error",
	[RK_PGN_END] = "end",       [RK_PGN_STAY] = "stay",
};

static void write_leave(const struct rk_pgn_event *event)
{
	web_json_field("seat", number, event->seat);
	web_json_field("why", text, rk_reason_text(event->why));
	web_json_field("inTurn", bool, event->in_turn);
}

/* Writes a tag's value or a comment; for an error, with its prefix. */
static void write_text(const struct rk_pgn_event *event)
{
	if (event->name)
		web_json_field("name", text, event->name);
	if (event->reason)
		web_json_field("reason", text, event->reason);
	if (event->text)
		web_json_field("text", string, event->text, event->length);
}

static const char *tell(void *self, const struct rk_pgn_event *event)
{
	(void)self;
	web_json_open('{');
	web_json_field("kind", text, kinds[event->kind]);
	web_json_field("offset", number, (int64_t)event->place.offset);
	switch (event->kind) {
	case RK_PGN_MOVE:
		web_json_move_fields(event->rules, event->pos, event->move);
		break;
	case RK_PGN_LEAVE:
		write_leave(event);
		break;
	case RK_PGN_NAG:
		web_json_field("nag", number, event->nag);
		break;
	default:
		write_text(event);
	}
	web_json_close('}');
	return NULL;
}

/* The first error replaces everything that was written. */
struct pgn_check {
	struct rk_pgn_normaliser *normaliser;
	bool failed;
};

static const char *normalise(void *self, const struct rk_pgn_event *event)
{
	struct pgn_check *check = self;

	if (event->kind == RK_PGN_ERROR && !check->failed) {
		check->failed = true;
		web_answer.length = 0;
		web_refuse(event->reason, (size_t)event->place.offset + 1);
	}
	return check->failed ? NULL
			     : rk_pgn_normalise(check->normaliser, event);
}

static void read_all(struct pgn_memory *memory, const char *text, size_t length,
		     struct rk_pgn_listener listener)
{
	rk_pgn_reader_new(&memory->reader, memory->token, TOKEN, memory->levels,
			  LEVELS, listener);
	rk_pgn_reader_feed(&memory->reader, text, length);
	rk_pgn_reader_finish(&memory->reader);
}

static struct pgn_memory *need_memory(void)
{
	struct pgn_memory *memory = web_alloc(sizeof(*memory));

	if (!memory)
		web_refuse("there is no memory for that", 0);
	return memory;
}

WEB_EXPORT(int, pgn_read, const char *text, size_t length)
{
	struct pgn_memory *memory = need_memory();

	if (!memory)
		return 1;
	web_json_open('[');
	read_all(memory, text, length, (struct rk_pgn_listener){tell, NULL});
	web_json_close(']');
	web_free(memory);
	return 0;
}

WEB_EXPORT(int, pgn_normalise, const char *text, size_t length)
{
	struct pgn_memory *memory = need_memory();
	struct pgn_check check = {.failed = !memory};

	if (!memory)
		return 1;
	check.normaliser = &memory->normaliser;
	rk_pgn_normaliser_new(&memory->normaliser, web_out, memory->tags, TAGS,
			      memory->game, GAME);
	read_all(memory, text, length,
		 (struct rk_pgn_listener){normalise, &check});
	web_free(memory);
	return check.failed;
}
