/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads the game that a picture shows: a frame for the start and one after each
 * event that changes the board. Only the main line of one game counts; errors in
 * other games of the file do not.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ports/desktop/picture.h"
#include "ports/desktop/picture_text.h"
#include "rookery/pgn.h"

#define MAX_FRAMES 20000

struct past_move {
	int from, to, seat;
};

/* The tags that are shown. Names of players come first, by seat. */
enum { TAG_EVENT = RK_MAX_SEATS, TAG_DATE, TAG_RESULT, TAGS };

struct game_reader {
	struct rk_pgn_reader reader;
	char buf[RK_PGN_BUF_SIZE];
	const struct picture_task *task;
	struct picture_sheet *sheet;
	uint64_t games; /* before the current one */
	bool is_done;
	bool is_refused; /* and reported */
	char tags[TAGS][PICTURE_NAME];
	struct past_move past[RK_MAX_SEATS]; /* the newest last */
};

static void take_tag(struct game_reader *game, const struct rk_pgn_event *event)
{
	static const struct {
		const char *name;
		int tag;
	} known[] = {
		{"White", 0},
		{"Black", 1},
		{"Red", 0},
		{"Blue", 1},
		{"Yellow", 2},
		{"Green", 3},
		{"Event", TAG_EVENT},
		{"Date", TAG_DATE},
		{"Result", TAG_RESULT},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(event->name, known[i].name))
			picture_text_clean(game->tags[known[i].tag],
					   PICTURE_NAME, event->text,
					   event->length);
}

static struct picture_frame *add(struct game_reader *game,
				 const struct rk_pgn_event *event,
				 const union rk_any_pos *pos)
{
	struct picture_frame *frame = game->sheet->count < MAX_FRAMES
					      ? picture_add(game->sheet,
							    game->task,
							    event->rules, pos)
					      : NULL;

	if (!frame)
		game->is_refused = game->sheet->count < MAX_FRAMES;
	return frame;
}

/* The last move; with four players that of each, as on the page. */
static void mark_past(struct game_reader *game, struct board_view *view)
{
	int players = view->rules->players;
	int count = players > 2 ? players : 1;

	for (int i = RK_MAX_SEATS - count; i < RK_MAX_SEATS; i++) {
		const struct past_move *move = &game->past[i];

		if (move->from == move->to)
			continue;
		view->marks[move->from] |= BOARD_LAST;
		view->marks[move->to] |= BOARD_LAST;
		view->by[move->from] = (uint8_t)move->seat;
		view->by[move->to] = (uint8_t)move->seat;
	}
}

static const char *take_move(struct game_reader *game,
			     const struct rk_pgn_event *event)
{
	static const char too_long[] = "the game is too long for pictures";
	const struct rk_rules *rules = event->rules;
	union rk_any_pos pos = *event->pos;
	union rk_any_undo undo;
	struct picture_frame *frame;
	struct past_move move = {rules->from(&pos, event->move),
				 rules->to(&pos, event->move),
				 rules->turn(&pos)};

	if (!game->sheet->count && !add(game, event, &pos))
		return too_long;
	memmove(game->past, game->past + 1,
		sizeof(game->past) - sizeof(game->past[0]));
	game->past[RK_MAX_SEATS - 1] = move;
	rules->make(&pos, event->move, &undo);
	frame = add(game, event, &pos);
	if (!frame)
		return too_long;
	frame->number = rules->move_number(event->pos);
	frame->turn = move.seat;
	rules->write_move(frame->move, event->pos, event->move, RK_STYLE_SAN);
	mark_past(game, &frame->view);
	return NULL;
}

/* A player leaves: the pieces turn grey. */
static const char *take_leave(struct game_reader *game,
			      const struct rk_pgn_event *event)
{
	struct picture_frame *frame = add(game, event, event->pos);

	if (!frame)
		return "the game is too long for pictures";
	frame->number = event->number;
	frame->turn = event->seat;
	snprintf(frame->move, sizeof(frame->move), "%s",
		 event->why == RK_REASON_TIME ? "out of time" : "resigns");
	mark_past(game, &frame->view);
	return NULL;
}

static void complain(struct game_reader *game, const struct rk_pgn_event *event)
{
	if (!game->is_refused)
		host_refuse("%s:%" PRIu64 ":%" PRIu64 ": %s%s%s%s%.40s",
			    game->task->what, event->place.line,
			    event->place.column, event->name ? event->name : "",
			    event->name ? " " : "", event->reason,
			    event->length ? ": " : "",
			    event->length ? event->text : "");
	game->is_refused = true;
}

static const char *on_event(void *self, const struct rk_pgn_event *event)
{
	struct game_reader *game = self;
	bool is_wanted = game->games + 1 == game->task->game;

	if (event->kind == RK_PGN_END) {
		game->games++;
		game->is_done = game->is_done || is_wanted;
	}
	if (!is_wanted)
		return NULL;
	switch (event->kind) {
	case RK_PGN_TAG:
		take_tag(game, event);
		return NULL;
	case RK_PGN_MOVE:
		return take_move(game, event);
	case RK_PGN_LEAVE:
		return take_leave(game, event);
	case RK_PGN_RESULT:
		if (!game->sheet->count)
			add(game, event, event->pos);
		return NULL;
	case RK_PGN_ERROR:
		complain(game, event);
		return NULL;
	default:
		return NULL;
	}
}

static bool is_said(const char *text)
{
	return *text && *text != '?' && strcmp(text, "*") != 0;
}

static void append(char title[PICTURE_TITLE], const char *between,
		   const char *text)
{
	size_t length = strlen(title);

	snprintf(title + length, PICTURE_TITLE - length, "%s%s",
		 length ? between : "", text);
}

static void write_titles(struct game_reader *game)
{
	const struct rk_rules *rules = game->sheet->frames[0].view.rules;

	for (int seat = 0; seat < rules->players; seat++)
		append(game->sheet->title, " \xe2\x80\x93 ",
		       is_said(game->tags[seat]) ? game->tags[seat]
						 : rules->seats[seat]);
	for (int tag = TAG_EVENT; tag < TAGS; tag++)
		if (is_said(game->tags[tag]))
			append(game->sheet->subtitle, ", ", game->tags[tag]);
}

/* Reads until the game is there or the file ends. False with errno. */
static bool go_through(struct game_reader *game, FILE *file)
{
	char piece[4096];
	size_t length;

	rk_pgn_reader_new(&game->reader, game->buf, sizeof(game->buf), NULL, 0,
			  (struct rk_pgn_listener){on_event, game});
	do {
		length = fread(piece, 1, sizeof(piece), file);
		rk_pgn_reader_feed(&game->reader, piece, length);
	} while (length && !game->is_done);
	if (ferror(file))
		return false;
	if (!game->is_done)
		rk_pgn_reader_finish(&game->reader);
	return true;
}

static enum host_exit judge(struct game_reader *game)
{
	const struct picture_task *task = game->task;

	if (game->is_refused)
		return HOST_FAILED;
	if (!game->is_done || !game->sheet->count) {
		host_refuse("%s: there is no game %" PRIu32, task->what,
			    task->game);
		return HOST_FAILED;
	}
	game->sheet->is_game = true;
	write_titles(game);
	return HOST_OK;
}

static enum host_exit fail(const char *what, const char *name)
{
	host_refuse("cannot %s %s: %s", what, name, strerror(errno));
	return HOST_FAILED;
}

enum host_exit picture_read_game(struct picture_sheet *sheet,
				 const struct picture_task *task)
{
	bool is_input = !strcmp(task->what, "-");
	FILE *file = is_input ? stdin : fopen(task->what, "rb");
	struct game_reader *game = file ? calloc(1, sizeof(*game)) : NULL;
	enum host_exit status;

	if (!game) {
		status = fail("open", task->what);
	} else {
		game->task = task;
		game->sheet = sheet;
		status = go_through(game, file) ? judge(game)
						: fail("read", task->what);
	}
	free(game);
	if (file && !is_input)
		fclose(file);
	return status;
}
