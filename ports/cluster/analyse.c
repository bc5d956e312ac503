/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi analyse. A piece is the text of some games, or of some lines with
 * positions, and where in which file it begins. A rank runs the code of `rookery
 * analyse` on it, with streams in memory; the result is what the streams got. So
 * the output is that of the single program, as long as nodes or depth are the
 * limit and one thread thinks.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ports/cluster/analyse.h"
#include "ports/cluster/transport.h"
#include "ports/host/pool.h"
#include "ports/host/term.h"
#include "rookery/version.h"

/* ---- Games and positions, by the code of `rookery analyse` ---- */

static const char *name_of(const struct analyse *self,
			   const struct analyse_piece *head)
{
	const char *name = self->files[head->file];

	return strcmp(name, "-") != 0 ? name : "standard input";
}

static enum host_exit analyse_text(struct host_analyse *analyse,
				   struct host_source *text,
				   const struct analyse_piece *head)
{
	struct host_games *games;

	analyse->games = head->kind == LINES ? 1 : head->games;
	if (head->kind == LINES)
		return host_analyse_lines(analyse, text);
	games = host_games_open(analyse);
	if (!games)
		return HOST_FAILED;
	return host_games_close(games, host_games_read(games, text));
}

/* Three streams in memory; the report is among the errors without -o. */
struct analyse_streams {
	char *bytes[3];
	size_t length[3];
	FILE *file[3];
};

static bool open_streams(struct analyse_streams *streams,
			 struct host_analyse *analyse, bool has_output)
{
	memset(streams, 0, sizeof(*streams));
	for (int i = 0; i < 3; i++) {
		streams->file[i] =
			open_memstream(&streams->bytes[i], &streams->length[i]);
		if (!streams->file[i])
			return false;
	}
	analyse->out = streams->file[0];
	analyse->report = streams->file[has_output ? 1 : 2];
	analyse->err = streams->file[2];
	return true;
}

static bool close_streams(struct analyse_streams *streams)
{
	bool is_good = true;

	for (int i = 0; i < 3; i++)
		is_good &= streams->file[i] && !fclose(streams->file[i]);
	return is_good;
}

bool analyse_run(struct analyse *self, struct host_analyse *analyse,
		 struct host_source *text, const char *piece, size_t length,
		 struct host_text *to)
{
	const struct analyse_piece *head = (const void *)piece;
	struct analyse_streams streams;
	struct analyse_result result = {HOST_FAILED, 0, 0, 0};
	bool is_good = open_streams(&streams, analyse, self->setup.has_output);

	host_source_open_text(text, name_of(self, head), head->start,
			      piece + sizeof(*head), length - sizeof(*head));
	if (is_good)
		result.status = analyse_text(analyse, text, head);
	is_good = close_streams(&streams) && is_good;
	result.out = streams.length[0];
	result.report = streams.length[1];
	result.err = streams.length[2];
	host_text_add(to, (const char *)&result, sizeof(result));
	for (int i = 0; i < 3; i++) {
		host_text_add(to, streams.bytes[i], streams.length[i]);
		free(streams.bytes[i]);
	}
	return is_good && to->length == sizeof(result) + result.out +
						result.report + result.err;
}

_Noreturn void analyse_give_up(void)
{
	fprintf(stderr, "rookery-mpi: not enough memory\n");
	transport_abort(HOST_FAILED);
}

void analyse_add(struct host_text *piece, const char *text, size_t length)
{
	size_t before = piece->length;

	host_text_add(piece, text, length);
	if (piece->length != before + length)
		analyse_give_up();
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

/* A run that is being stopped writes no part of a game. */
static bool write_long(struct analyse *self, const struct host_text *piece)
{
	struct analyse_long *game = &self->long_game;
	struct host_text result = {NULL, 0, 0};

	self->scribe.find = long_recall;
	if (!analyse_run(self, &self->scribe, &self->scribe_text, piece->bytes,
			 piece->length, &result) ||
	    (game->told != game->lines.length && !host_analyse_is_stopped()))
		analyse_give_up();
	if (!host_analyse_is_stopped())
		write_texts(self, (const void *)piece->bytes,
			    (const void *)result.bytes);
	host_text_free(&result);
	long_drop_lines(game);
	return has_written(self);
}

static bool take(void *context, const struct host_text *piece,
		 const struct host_text *result)
{
	struct analyse *self = context;
	const struct analyse_piece *head = (const void *)piece->bytes;

	switch ((enum analyse_kind)head->kind) {
	case FILE_END:
		finish_file(self, head);
		return true;
	case LONG_GAME:
		return write_long(self, piece);
	case POSITIONS:
		analyse_add(&self->long_game.lines, result->bytes,
			    result->length);
		break;
	default:
		write_texts(self, head, (const void *)result->bytes);
	}
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

static bool answer(void *context, const char *piece, size_t length,
		   struct host_text *to)
{
	struct analyse *self = context;
	const struct analyse_piece *head = (const void *)piece;

	if (head->kind == POSITIONS)
		return long_search(&self->analyse, &self->found,
				   piece + sizeof(*head),
				   length - sizeof(*head), to);
	return analyse_run(self, &self->analyse, &self->text, piece, length,
			   to) &&
	       !host_analyse_is_stopped();
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

/* Only for one reader, and once. */
static bool is_pipe(const char *name)
{
	struct stat about;

	return !stat(name, &about) && S_ISFIFO(about.st_mode);
}

/*
 * Every file must be there before anything begins; its size counts, if all have
 * one.
 */
static bool examine(struct analyse *self)
{
	static struct host_source source;
	struct stat about;

	for (int i = 0; i < self->file_count; i++) {
		bool is_input = !strcmp(self->files[i], "-");

		if (!is_input && is_pipe(self->files[i])) {
			self->work.progress.is_share = false;
			continue;
		}
		if (!is_input && !host_source_open(&source, self->files[i]))
			return false;
		if (!fstat(is_input ? STDIN_FILENO : source.file, &about) &&
		    S_ISREG(about.st_mode))
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
	self->weight = analyse_weigh(options);
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
	self->scribe = self->analyse;
	self->scribe.finder = &self->long_game;
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
	long_free(&self->long_game);
	host_text_free(&self->piece);
	free(self->cut);
	free(self->checkpoint);
	free(self);
}

static const struct cluster_work work_template = {
	.begin = begin,
	.next = analyse_next,
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
