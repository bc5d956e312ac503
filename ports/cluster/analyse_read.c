/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi analyse: cuts files into pieces, at rank 0. The files are read once, as
 * far ahead as pieces are handed out. How many games a piece has depends on the options
 * and the text alone, not on time, so that the pieces of the next run are those of
 * this one. A game that is much longer than a piece should be is cut into positions;
 * see analyse_long.h.
 */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <string.h>

#include "ports/cluster/analyse.h"

#define NODES_MS 1000 /* searched in a millisecond, more or less */
#define FULL_BYTES (1 << 16)
/*
 * Each ply more takes half as many nodes again: a middle game had 13 thousand at
 * depth 8, 86 thousand at 12, 570 thousand at 16 and 2.3 million at 20.
 */
#define FIRST_PLY_NODES 750
#define MOST_NODES UINT64_C(1000000000000)
/*
 * Pieces that a game must fill until its positions are searched by several ranks.
 * That lets rank 0 go through the game twice more.
 */
#define LONG_PIECES 8

uint64_t analyse_weigh(const struct host_analyse_options *options)
{
	uint64_t nodes = FIRST_PLY_NODES;

	if (options->nodes)
		return options->nodes;
	if (options->time)
		return (uint64_t)options->time * NODES_MS;
	for (uint32_t i = 1; i < options->depth && nodes < MOST_NODES; i++)
		nodes += nodes / 2;
	return nodes;
}

static void begin_piece(struct analyse *self, struct host_text *piece,
			enum analyse_kind kind, struct rk_pgn_place start)
{
	const struct analyse_piece head = {
		.kind = kind,
		.file = (uint64_t)self->file,
		.games = self->games,
		.start = start,
	};

	analyse_add(piece, (const char *)&head, sizeof(head));
}

/* All has been read into it up to here. */
static void end_piece(struct analyse *self, struct host_text *piece)
{
	struct analyse_piece *head = (void *)piece->bytes;

	head->read = self->bytes_before + self->offset;
}

static uint64_t piece_nodes(const struct analyse *self)
{
	return self->work.options.piece * UINT64_C(1000);
}

static bool is_full(const struct analyse *self)
{
	return self->cost >= piece_nodes(self) ||
	       self->piece.length >= FULL_BYTES;
}

/*
 * Is the game that was read worth more than one rank? Where time is the limit, each
 * position has something of the one before it.
 */
static bool is_long(const struct analyse *self)
{
	return !self->is_broken && !self->setup.options.time &&
	       self->game_cost / LONG_PIECES >= piece_nodes(self);
}

/*
 * Where the text of the game belongs that was read: to the piece, or to the long game.
 * One byte can end two games; the second one has a result and nothing else, and
 * stays with the first.
 */
static struct host_text *text_of_game(struct analyse *self)
{
	struct host_text *text = &self->long_game.piece;

	if (text->length || is_long(self)) {
		self->is_complete = true;
		if (!text->length)
			begin_piece(self, text, LONG_GAME, self->cut->start);
		return text;
	}
	text = &self->piece;
	if (!text->length)
		begin_piece(self, text, GAMES, self->cut->start);
	self->cost += self->game_cost;
	return text;
}

static void take_game(struct analyse *self, const struct rk_pgn_place *end)
{
	struct host_cut *cut = self->cut;
	struct host_text *text = text_of_game(self);

	analyse_add(text, cut->text.bytes, host_cut_length(cut, end));
	self->offset = end->offset;
	end_piece(self, text);
	self->games++;
	host_cut_drop(cut, end);
	self->is_complete |= is_full(self);
	self->game_cost = 0;
	self->is_broken = false;
	self->depth = 0;
}

static const char *on_event(void *context, const struct rk_pgn_event *event)
{
	struct analyse *self = context;

	switch (event->kind) {
	case RK_PGN_MOVE:
		if (!self->depth && event->rules->orthodox &&
		    host_games_want(&self->setup.options, &event->pos->two))
			self->game_cost += self->weight;
		break;
	case RK_PGN_OPEN:
		self->depth++;
		break;
	case RK_PGN_CLOSE:
		self->depth--;
		break;
	case RK_PGN_ERROR:
		self->is_broken = true;
		self->game_cost = 0;
		break;
	case RK_PGN_END:
		take_game(self, &event->place);
		break;
	default:
		break;
	}
	return NULL;
}

enum analyse_bytes { BYTES, NO_MORE, NOT_YET };

/* Rank 0 does not wait for a pipe: it has others to listen to. */
static enum analyse_bytes look_for_bytes(struct analyse *self)
{
	struct host_source *source = &self->source;
	struct pollfd input = {.fd = source->file, .events = POLLIN};

	if (source->at < source->length)
		return BYTES;
	if (!source->is_over && !poll(&input, 1, 0))
		return NOT_YET;
	return host_source_fill(source) ? BYTES : NO_MORE;
}

/* Fills the piece; false if the rest of it is not there yet. */
static bool read_games(struct analyse *self)
{
	struct host_source *source = &self->source;
	enum analyse_bytes bytes = BYTES;

	while (!self->is_complete && bytes == BYTES) {
		bytes = look_for_bytes(self);
		if (bytes == BYTES &&
		    !host_cut_feed(self->cut, source->piece[source->at++]))
			analyse_give_up();
	}
	if (bytes == NO_MORE) {
		rk_pgn_reader_finish(&self->cut->reader);
		self->is_at_end = true;
	}
	return bytes != NOT_YET;
}

/* Appends bytes up to the end of the line, as far as they are there. */
static void read_line(struct analyse *self)
{
	struct host_source *source = &self->source;
	const char *from = source->piece + source->at;
	size_t left = source->length - source->at;
	const char *end = memchr(from, '\n', left);
	size_t length = end ? (size_t)(end - from) + 1 : left;

	analyse_add(&self->piece, from, length);
	source->at += length;
	self->offset += length;
	if (!end)
		return;
	self->line++;
	self->cost += self->weight * self->setup.options.lines;
	self->is_complete = is_full(self);
}

/* As read_games(). */
static bool read_lines(struct analyse *self)
{
	const struct rk_pgn_place start = {self->line, 1, 0};
	enum analyse_bytes bytes = BYTES;

	while (!self->is_complete && bytes == BYTES) {
		bytes = look_for_bytes(self);
		if (bytes == BYTES && !self->piece.length)
			begin_piece(self, &self->piece, LINES, start);
		if (bytes == BYTES)
			read_line(self);
	}
	if (self->piece.length)
		end_piece(self, &self->piece);
	self->is_at_end = bytes == NO_MORE;
	return bytes != NOT_YET;
}

static bool open_next(struct analyse *self)
{
	if (!self->is_open &&
	    !host_source_open(&self->source, self->files[self->file])) {
		self->work.status = HOST_FAILED;
		return false;
	}
	self->is_open = true;
	self->is_at_end = false;
	self->games_before = self->games;
	self->line = 1;
	self->offset = 0;
	self->game_cost = 0;
	self->is_broken = false;
	self->depth = 0;
	host_cut_start(self->cut, self->source.start,
		       (struct rk_pgn_listener){on_event, self});
	return true;
}

/* What is said about a file when all of it was taken. */
static void note_end(struct analyse *self, struct host_text *note)
{
	struct analyse_piece *head;

	begin_piece(self, note, FILE_END, self->source.start);
	head = (void *)note->bytes;
	head->games = self->games - self->games_before;
	head->failed = self->source.failed;
	self->bytes_before += self->offset;
	host_source_close(&self->source);
	self->is_open = false;
	self->file++;
	self->line = 0;
}

static void swap(struct host_text *one, struct host_text *other)
{
	struct host_text kept = *one;

	*one = *other;
	*other = kept;
}

/* The game is read once more, without a search; false if it was stopped. */
static bool list_positions(struct analyse *self)
{
	struct host_text *piece = &self->long_game.piece;
	struct host_text nothing = {NULL, 0, 0};

	((struct analyse_piece *)(void *)piece->bytes)->sum =
		host_games_hash(piece->bytes + sizeof(struct analyse_piece),
				piece->length - sizeof(struct analyse_piece));
	self->scribe.find = long_list;
	if (!analyse_run(self, &self->scribe, &self->scribe_text, piece->bytes,
			 piece->length, &nothing))
		analyse_give_up();
	host_text_free(&nothing);
	return !host_analyse_is_stopped();
}

/* How much of the long game its positions are that were handed out, in bytes. */
static uint64_t share_of_text(const struct analyse_long *game, uint64_t from,
			      uint64_t to)
{
	return from + (uint64_t)((double)(to - from) * (double)game->at /
				 (double)game->places.length);
}

/* The next positions of the long game; or, as a note, the game itself. */
static enum cluster_next next_of_long(struct analyse *self,
				      struct host_text *piece)
{
	struct analyse_long *game = &self->long_game;
	const struct analyse_piece *whole = (const void *)game->piece.bytes;
	uint64_t bytes = game->piece.length - sizeof(*whole);
	uint64_t count = piece_nodes(self) / self->weight;
	struct analyse_piece *head;

	if (!game->at && !game->places.length && !list_positions(self))
		return CLUSTER_LATER;
	if (game->at == game->places.length) {
		swap(piece, &game->piece);
		long_drop_places(game);
		return CLUSTER_NOTE;
	}
	analyse_add(piece, game->piece.bytes, sizeof(*whole));
	if (!long_cut(game, count ? count : 1, FULL_BYTES, piece))
		analyse_give_up();
	head = (void *)piece->bytes;
	head->kind = POSITIONS;
	head->read = share_of_text(game, whole->read - bytes, whole->read);
	return CLUSTER_PIECE;
}

enum cluster_next analyse_next(void *context, struct host_text *piece)
{
	struct analyse *self = context;
	bool is_read = self->long_game.piece.length > 0;

	while (self->file < self->file_count && !self->line && !open_next(self))
		self->file++;
	if (self->file == self->file_count)
		return CLUSTER_END;
	if (!is_read && !self->is_at_end &&
	    !(self->setup.is_games ? read_games(self) : read_lines(self)))
		return CLUSTER_LATER;
	self->is_complete = false;
	if (self->piece.length) {
		swap(piece, &self->piece);
		self->piece.length = 0;
		self->cost = 0;
		return CLUSTER_PIECE;
	}
	if (self->long_game.piece.length)
		return next_of_long(self, piece);
	note_end(self, piece);
	return CLUSTER_NOTE;
}
