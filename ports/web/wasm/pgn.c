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
	web_json_field("number", number, event->number);
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
		web_json_field("number", number,
			       event->rules->move_number(event->pos));
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

/* ---- An index of the games of a text ---- */

/* What a list shows of a game; the others are read when it is opened. */
static const char *const index_tags[] = {
	"Event", "Site",  "Date",   "Round",  "White",    "Black",    "Red",
	"Blue",  "Green", "Yellow", "Result", "WhiteElo", "BlackElo",
};

struct pgn_index {
	struct rk_pgn_reader reader;
	struct rk_pgn_level levels[LEVELS];
	char token[TOKEN];
	uint64_t start; /* of the current game */
	uint32_t plies; /* of its main line */
	int depth;
	size_t done;  /* bytes of the answer up to the end of an entry */
	bool is_open; /* its entry has been begun */
	bool is_broken;
	char result[sizeof("1/2-1/2")];
};

static void index_open(struct pgn_index *index)
{
	if (index->is_open)
		return;
	index->is_open = true;
	web_json_open('{');
	web_json_field("at", number, (int64_t)index->start);
	web_json_name("tags");
	web_json_open('{');
}

static bool is_index_tag(const char *name)
{
	size_t length = web_length(name);

	for (size_t i = 0; i < sizeof(index_tags) / sizeof(index_tags[0]); i++)
		if (web_length(index_tags[i]) == length &&
		    !memcmp(index_tags[i], name, length))
			return true;
	return false;
}

static void index_result(struct pgn_index *index, const char *text)
{
	size_t length = web_length(text);

	if (length < sizeof(index->result))
		memcpy(index->result, text, length + 1);
}

/* Ends an entry, if there was anything of a game in it. */
static void index_close(struct pgn_index *index, uint64_t end)
{
	if (index->is_open) {
		web_json_close('}');
		web_json_field("end", number, (int64_t)end);
		web_json_field("plies", number, index->plies);
		web_json_field("result", text, index->result);
		web_json_field("isBroken", bool, index->is_broken);
		web_json_close('}');
		index->done = web_answer.length;
	}
	index->start = end;
	index->plies = 0;
	index->depth = 0;
	index->is_open = false;
	index->is_broken = false;
	index_result(index, "*");
}

static const char *index_hear(void *self, const struct rk_pgn_event *event)
{
	struct pgn_index *index = self;

	if (event->kind != RK_PGN_END)
		index_open(index);
	switch (event->kind) {
	case RK_PGN_TAG:
		if (is_index_tag(event->name))
			web_json_field(event->name, string, event->text,
				       event->length);
		break;
	case RK_PGN_MOVE:
		index->plies += !index->depth;
		break;
	case RK_PGN_OPEN:
		index->depth++;
		break;
	case RK_PGN_CLOSE:
		index->depth--;
		break;
	case RK_PGN_RESULT:
		index_result(index, event->text);
		break;
	case RK_PGN_ERROR:
		index->is_broken = true;
		break;
	case RK_PGN_END:
		index_close(index, event->place.offset);
		break;
	default:
		break;
	}
	return NULL;
}

/* An index of a text that comes in pieces; NULL if there is no memory. */
WEB_EXPORT(struct pgn_index *, pgn_index_new, void)
{
	struct pgn_index *index = web_alloc(sizeof(*index));

	if (!index)
		return NULL;
	memset(index, 0, sizeof(*index));
	index_result(index, "*");
	rk_pgn_reader_new(&index->reader, index->token, TOKEN, index->levels,
			  LEVELS, (struct rk_pgn_listener){index_hear, index});
	return index;
}

/*
 * Reads on, and adds the entries of games to the answer, separated by commas.
 * Returns the length of those that are complete; JavaScript takes them, and the
 * rest stays. Without a text it ends, and the index is freed.
 */
WEB_EXPORT(size_t, pgn_index_feed, struct pgn_index *index, const char *text,
	   size_t length)
{
	size_t done;

	index->done = 0;
	if (length)
		rk_pgn_reader_feed(&index->reader, text, length);
	else
		rk_pgn_reader_finish(&index->reader);
	done = index->done;
	if (!length)
		web_free(index);
	return done;
}
