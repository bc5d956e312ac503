/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi analyse. A piece is the text of some games, or of some lines with
 * positions, and where in which file it begins. A rank runs the code of `rookery
 * analyse` on it, with streams in memory; the result is what the streams got. So
 * the output is that of the single program, as long as nodes or depth are the
 * limit and one thread thinks.
 *
 * The coordinator reads the files once, as far ahead as pieces are handed out.
 * How many games a piece has depends on the options and the text alone, not on
 * time, so that the pieces of the next run are those of this one.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ports/cluster/cluster.h"
#include "ports/cluster/transport.h"
#include "ports/host/analyse.h"
#include "ports/host/output.h"
#include "ports/host/pool.h"
#include "ports/host/term.h"
#include "rookery/version.h"

#define NODES_MS 1000 /* searched in a millisecond, more or less */
#define DEEP 12       /* plies from which on a position takes long */
#define DEEP_NODES 200000
#define SHALLOW_NODES 2000
#define FULL_BYTES (1 << 16)

enum analyse_kind { GAMES, LINES, FILE_END };

/* A piece begins with this. */
struct analyse_piece {
	uint64_t kind;
	uint64_t file;   /* which of the words */
	uint64_t games;  /* before it; FILE_END: in the file */
	uint64_t failed; /* FILE_END: it could not be read */
	uint64_t read;   /* bytes of all files up to its end */
	struct rk_pgn_place start;
};

/* A result begins with this; then come the three texts. */
struct analyse_result {
	uint64_t status;
	uint64_t out, report, err; /* lengths */
};

/* What rank 0 knows and others need. */
struct analyse_setup {
	struct host_analyse_options options;
	uint64_t is_games, is_utf8, has_output;
};

struct analyse {
	struct cluster_work work;
	struct host_analyse analyse;
	struct analyse_setup setup;
	int file_count;
	char **files;
	char *only[1]; /* standard input, if no file is named */

	/* Reading, at the coordinator. */
	struct host_source source;
	bool is_open, is_at_end;
	int file;
	uint64_t weight; /* nodes for a position */
	struct host_cut *cut;
	struct host_text *piece; /* that is being filled */
	uint64_t cost;           /* of it, in nodes */
	bool is_complete;        /* no more games belong to it */
	uint64_t games;          /* read so far */
	uint64_t games_before;   /* this file */
	uint64_t line;
	uint64_t bytes_before; /* this file */
	uint64_t offset;       /* in this file */

	/* Writing, at the coordinator. */
	struct host_output output;
	FILE *out, *report;
	bool has_shown;  /* a position of this file */
	bool has_failed; /* the same */
	uint64_t taken;  /* pieces with a result */
	char settings[512];
	char *checkpoint;

	/* Working. */
	struct host_pool *pool;
	struct host_source text;
};

/* ---- Reading: cutting files into pieces ---- */

static void begin_piece(struct analyse *self, enum analyse_kind kind,
			struct rk_pgn_place start)
{
	const struct analyse_piece head = {
		.kind = kind,
		.file = (uint64_t)self->file,
		.games = self->games,
		.start = start,
	};

	host_text_add(self->piece, (const char *)&head, sizeof(head));
}

static void end_piece(struct analyse *self)
{
	struct analyse_piece *head = (void *)self->piece->bytes;

	head->read = self->bytes_before + self->offset;
}

static bool is_full(const struct analyse *self)
{
	return self->cost >= self->work.options.piece * UINT64_C(1000) ||
	       self->piece->length >= FULL_BYTES;
}

static void add_text(struct analyse *self, const char *text, size_t length)
{
	size_t before = self->piece->length;

	host_text_add(self->piece, text, length);
	if (self->piece->length == before + length)
		return;
	fprintf(stderr, "rookery-mpi: not enough memory\n");
	transport_abort(HOST_FAILED);
}

static const char *on_event(void *context, const struct rk_pgn_event *event)
{
	struct analyse *self = context;
	struct host_cut *cut = self->cut;

	if (event->kind == RK_PGN_MOVE && event->rules->orthodox &&
	    host_games_want(&self->setup.options, &event->pos->two))
		self->cost += self->weight;
	if (event->kind != RK_PGN_END)
		return NULL;
	if (!self->piece->length)
		begin_piece(self, GAMES, cut->start);
	add_text(self, cut->text.bytes, host_cut_length(cut, &event->place));
	self->offset = event->place.offset;
	self->games++;
	host_cut_drop(cut, &event->place);
	self->is_complete = is_full(self);
	if (self->is_complete)
		self->cost = 0;
	return NULL;
}

/* False at the end of the file. */
static bool has_bytes(struct analyse *self)
{
	return self->source.at < self->source.length ||
	       host_source_fill(&self->source);
}

static void read_games(struct analyse *self)
{
	struct host_source *source = &self->source;

	self->is_complete = false;
	while (!self->is_complete) {
		if (!has_bytes(self)) {
			rk_pgn_reader_finish(&self->cut->reader);
			self->cost = 0;
			self->is_at_end = true;
			return;
		}
		host_cut_feed(self->cut, source->piece[source->at++]);
	}
}

/* Appends the next line; its cost is that of a position. */
static bool read_line(struct analyse *self)
{
	struct host_source *source = &self->source;
	bool any = false;

	while (has_bytes(self)) {
		const char *from = source->piece + source->at;
		size_t left = source->length - source->at;
		const char *end = memchr(from, '\n', left);
		size_t length = end ? (size_t)(end - from) + 1 : left;

		add_text(self, from, length);
		source->at += length;
		self->offset += length;
		any = true;
		if (end)
			break;
	}
	self->line += any;
	self->cost += self->weight * self->setup.options.lines;
	return any;
}

static void read_lines(struct analyse *self)
{
	self->cost = 0;
	begin_piece(self, LINES, (struct rk_pgn_place){self->line, 1, 0});
	while (!is_full(self))
		if (!read_line(self)) {
			self->is_at_end = true;
			break;
		}
	if (self->piece->length == sizeof(struct analyse_piece))
		self->piece->length = 0;
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
	host_cut_start(self->cut, self->source.start,
		       (struct rk_pgn_listener){on_event, self});
	return true;
}

/* What is said about a file when all of it was taken. */
static void note_end(struct analyse *self)
{
	struct analyse_piece *head;

	begin_piece(self, FILE_END, self->source.start);
	head = (void *)self->piece->bytes;
	head->games = self->games - self->games_before;
	head->failed = self->source.failed;
	self->bytes_before += self->offset;
	host_source_close(&self->source);
	self->is_open = false;
	self->file++;
}

static enum cluster_next next(void *context, struct host_text *piece)
{
	struct analyse *self = context;

	self->piece = piece;
	while (self->file < self->file_count && !self->line && !open_next(self))
		self->file++;
	if (self->file == self->file_count)
		return CLUSTER_END;
	if (!self->is_at_end && self->setup.is_games)
		read_games(self);
	else if (!self->is_at_end)
		read_lines(self);
	if (piece->length) {
		end_piece(self);
		return CLUSTER_PIECE;
	}
	note_end(self);
	self->line = 0;
	return CLUSTER_NOTE;
}

static const char *name_of(const struct analyse *self,
			   const struct analyse_piece *head)
{
	const char *name = self->files[head->file];

	return strcmp(name, "-") != 0 ? name : "standard input";
}

/* ---- Writing ---- */

static void finish_file(struct analyse *self, const struct analyse_piece *head)
{
	const struct host_analyse console = {.err = stderr};
	bool is_missing = self->setup.is_games
				  ? !head->games
				  : !self->has_shown && !self->has_failed;

	if (is_missing && !head->failed) {
		host_progress_hide(&self->work.progress);
		host_analyse_miss(&console, name_of(self, head));
	}
	if (is_missing || head->failed)
		self->work.status = HOST_FAILED;
	self->has_shown = self->has_failed = false;
}

/* A position has an empty line before it, but not the first of a file. */
static void write_texts(struct analyse *self, const struct analyse_piece *head,
			const struct analyse_result *result)
{
	const char *out = (const char *)(result + 1);
	size_t skip = head->kind == LINES && !self->has_shown && result->out;

	fwrite(out + skip, 1, result->out - skip, self->out);
	if (result->report + result->err)
		host_progress_hide(&self->work.progress);
	fwrite(out + result->out, 1, result->report, self->report);
	fwrite(out + result->out + result->report, 1, result->err, stderr);
	self->has_shown |= result->out > 0;
	self->has_failed |= result->status != HOST_OK;
	if (result->status > (uint64_t)self->work.status)
		self->work.status = (enum host_exit)result->status;
}

static bool has_written(struct analyse *self)
{
	if (!fflush(self->out) && !fflush(self->report) && !ferror(self->out) &&
	    !ferror(self->report))
		return true;
	fprintf(stderr, "rookery-mpi: cannot write %s: %s\n",
		self->output.file ? self->setup.options.output : "the output",
		strerror(errno));
	return false;
}

static bool take(void *context, const struct host_text *piece,
		 const struct host_text *result)
{
	struct analyse *self = context;
	const struct analyse_piece *head = (const void *)piece->bytes;

	if (head->kind == FILE_END) {
		finish_file(self, head);
		return true;
	}
	write_texts(self, head, (const void *)result->bytes);
	self->taken++;
	self->work.progress.done = head->read;
	return has_written(self);
}

static bool finish(void *context, bool is_done)
{
	struct analyse *self = context;
	bool is_whole = is_done && self->taken;

	if (!self->output.file || host_output_close(&self->output, is_whole))
		return true;
	if (is_whole)
		fprintf(stderr, "rookery-mpi: cannot write %s: %s\n",
			self->setup.options.output, strerror(errno));
	return !is_whole;
}

/* ---- Working ---- */

static enum host_exit analyse_text(struct analyse *self,
				   const struct analyse_piece *head)
{
	struct host_games *games;

	self->analyse.games = head->kind == LINES ? 1 : head->games;
	if (head->kind == LINES)
		return host_analyse_lines(&self->analyse, &self->text);
	games = host_games_open(&self->analyse);
	if (!games)
		return HOST_FAILED;
	return host_games_close(games, host_games_read(games, &self->text));
}

/* Three streams in memory; the report is among the errors without -o. */
struct analyse_streams {
	char *bytes[3];
	size_t length[3];
	FILE *file[3];
};

static bool open_streams(struct analyse *self, struct analyse_streams *streams)
{
	memset(streams, 0, sizeof(*streams));
	for (int i = 0; i < 3; i++) {
		streams->file[i] =
			open_memstream(&streams->bytes[i], &streams->length[i]);
		if (!streams->file[i])
			return false;
	}
	self->analyse.out = streams->file[0];
	self->analyse.report = streams->file[self->setup.has_output ? 1 : 2];
	self->analyse.err = streams->file[2];
	return true;
}

static bool close_streams(struct analyse_streams *streams)
{
	bool is_good = true;

	for (int i = 0; i < 3; i++)
		is_good &= streams->file[i] && !fclose(streams->file[i]);
	return is_good;
}

static bool answer(void *context, const char *piece, size_t length,
		   struct host_text *to)
{
	struct analyse *self = context;
	const struct analyse_piece *head = (const void *)piece;
	struct analyse_streams streams;
	struct analyse_result result;
	bool is_good = open_streams(self, &streams);

	host_source_open_text(&self->text, name_of(self, head), head->start,
			      piece + sizeof(*head), length - sizeof(*head));
	if (is_good)
		result.status = analyse_text(self, head);
	is_good = close_streams(&streams) && is_good;
	result.out = streams.length[0];
	result.report = streams.length[1];
	result.err = streams.length[2];
	host_text_add(to, (const char *)&result, sizeof(result));
	for (int i = 0; i < 3; i++) {
		host_text_add(to, streams.bytes[i], streams.length[i]);
		free(streams.bytes[i]);
	}
	return is_good && !host_analyse_is_stopped();
}

static void stop(void *context)
{
	(void)context;
	host_analyse_stop();
}

static bool is_stopped(void *context)
{
	(void)context;
	return host_analyse_is_stopped();
}

/* ---- Preparing ---- */

static uint64_t weigh(const struct host_analyse_options *options)
{
	if (options->nodes)
		return options->nodes;
	if (options->time)
		return (uint64_t)options->time * NODES_MS;
	return options->depth >= DEEP ? DEEP_NODES : SHALLOW_NODES;
}

static bool suits(const struct analyse *self)
{
	const struct host_analyse_options *options = &self->setup.options;

	if (self->setup.is_games)
		return host_analyse_suits_games(options);
	if (options->infinite)
		host_refuse("--infinite is for a person at one machine");
	else if (options->from || options->to || options->strip)
		host_refuse("--from, --to and --strip are for games");
	else
		return true;
	return false;
}

/* Every file must be there before anything begins; its size counts. */
static bool examine(struct analyse *self)
{
	static struct host_source source;
	struct stat about;

	for (int i = 0; i < self->file_count; i++) {
		bool is_input = !strcmp(self->files[i], "-");

		if (!is_input && !host_source_open(&source, self->files[i]))
			return false;
		if (!fstat(is_input ? STDIN_FILENO : source.file, &about) &&
		    S_ISREG(about.st_mode) && self->work.progress.is_share)
			self->work.progress.total += (uint64_t)about.st_size;
		else
			self->work.progress.is_share = false;
		if (!is_input)
			host_source_close(&source);
	}
	if (!self->work.progress.is_share)
		self->work.progress.total = 0;
	return true;
}

static void write_settings(struct analyse *self)
{
	const struct host_analyse_options *options = &self->setup.options;
	struct host_text names = {NULL, 0, 0};

	for (int i = 0; i < self->file_count; i++)
		host_text_format(&names, "%s\n", self->files[i]);
	snprintf(self->settings, sizeof(self->settings),
		 "rookery-mpi " RK_VERSION " analyse %s: nodes %" PRIu32
		 " depth %" PRIu32 " time %" PRIu32 " threads %" PRIu32
		 " hash %" PRIu32 " lines %" PRIu32 " from %" PRIu32
		 " to %" PRIu32 " strip %" PRIu32 " blocks %" PRIu64
		 " piece %" PRIu32 " files %016" PRIx64,
		 self->setup.is_games ? "games" : "positions", options->nodes,
		 options->depth, options->time, options->threads, options->hash,
		 options->lines, options->from, options->to, options->strip,
		 self->setup.is_utf8, self->work.options.piece,
		 host_games_hash(names.bytes, names.length));
	host_text_free(&names);
	self->work.settings = self->settings;
}

static bool begin(void *context)
{
	struct analyse *self = context;
	const char *name = self->setup.options.output;

	self->out = stdout;
	self->report = stderr;
	if (!name)
		return true;
	if (!host_output_open(&self->output, name)) {
		host_refuse("cannot write %s: %s", name, strerror(errno));
		return false;
	}
	self->out = self->output.file;
	self->report = stdout;
	return true;
}

/* What goes into a pipe or a device cannot be continued later. */
static void name_checkpoint(struct analyse *self)
{
	const char *name = self->setup.options.output;
	struct host_text text = {NULL, 0, 0};

	if (!name || !host_output_is_replaced(name))
		return;
	host_text_format(&text, "%s.part", name);
	host_text_add(&text, "", 1);
	self->checkpoint = text.bytes;
	self->work.checkpoint = text.bytes;
}

/* At rank 0: what can be wrong is found here, before anything begins. */
static enum host_exit prepare(struct analyse *self, int count, char **words)
{
	struct host_analyse_options *options = &self->setup.options;

	count = cluster_take_options(&self->work.options, count, words);
	if (count >= 0)
		count = host_analyse_take_options(options, count, words);
	if (count < 0)
		return HOST_USAGE;
	if (!count && isatty(STDIN_FILENO))
		return host_refuse("analyse needs a FILE, or - for standard "
				   "input");
	if (count && host_analyse_is_board(words[0], strlen(words[0])) &&
	    access(words[0], F_OK))
		return host_refuse("a FEN is for \"rookery analyse\"; here "
				   "come files");
	if (count) {
		self->files = words;
		self->file_count = count;
	}
	host_progress_start(&self->work.progress);
	self->work.progress.every = self->work.options.every * UINT64_C(1000);
	self->work.progress.is_share = true;
	if (!examine(self) || !host_source_open(&self->source, self->files[0]))
		return HOST_FAILED;
	self->is_open = true;
	self->setup.is_games = !host_source_has_positions(&self->source);
	if (!suits(self))
		return HOST_USAGE;
	host_analyse_complete(options, self->setup.is_games);
	self->weight = weigh(options);
	self->analyse.options.ascii = options->ascii;
	host_analyse_look(&self->analyse);
	self->setup.is_utf8 = self->analyse.is_utf8;
	self->setup.has_output = options->output != NULL;
	write_settings(self);
	name_checkpoint(self);
	self->cut = calloc(1, sizeof(*self->cut));
	return self->cut ? HOST_OK : HOST_FAILED;
}

/* At all ranks: the words were taken apart by rank 0 alone. */
static enum host_exit make_ready(struct analyse *self)
{
	const char *reason;

	self->analyse.options = self->setup.options;
	self->analyse.options.output = NULL;
	self->analyse.is_utf8 = self->setup.is_utf8;
	self->analyse.is_live = self->analyse.colours = false;
	self->analyse.columns = host_term_columns(-1);
	self->pool = host_pool_new();
	if (!self->pool)
		return HOST_FAILED;
	self->analyse.thinker = host_pool_thinker(self->pool);
	host_analyse_catch();
	reason = host_analyse_set_engine(&self->analyse);
	if (reason && !transport_rank())
		host_refuse("%s", reason);
	return reason ? HOST_USAGE : HOST_OK;
}

static void name_files(struct analyse *self, int count, char **words)
{
	struct cluster_options ours;
	struct host_analyse_options theirs = {.threads = 1};

	count = cluster_take_options(&ours, count, words);
	count = host_analyse_take_options(&theirs, count, words);
	if (count > 0) {
		self->files = words;
		self->file_count = count;
	}
}

static void release(struct analyse *self)
{
	if (self->pool)
		host_pool_free(self->pool);
	if (self->cut)
		host_text_free(&self->cut->text);
	if (self->is_open)
		host_source_close(&self->source);
	free(self->cut);
	free(self->checkpoint);
	free(self);
}

static const struct cluster_work work_template = {
	.begin = begin,
	.next = next,
	.take = take,
	.finish = finish,
	.answer = answer,
	.stop = stop,
	.is_stopped = is_stopped,
};

enum host_exit cluster_analyse(int count, char **words)
{
	static char input[] = "-";
	struct analyse *self = calloc(1, sizeof(*self));
	enum host_exit status = HOST_OK;

	if (!self)
		return HOST_FAILED;
	self->work = work_template;
	self->work.self = self;
	self->setup.options = (struct host_analyse_options){
		.threads = 1,
		.lines = 1,
	};
	self->only[0] = input;
	self->files = self->only;
	self->file_count = 1;
	if (!transport_rank())
		status = prepare(self, count, words);
	transport_share(&status, sizeof(status));
	if (status == HOST_OK) {
		transport_share(&self->setup, sizeof(self->setup));
		if (transport_rank())
			name_files(self, count, words);
		status = cluster_run(&self->work, make_ready(self));
	}
	release(self);
	return status;
}
